"""Fire support that a side buys besides units: registered points, counter-battery missions, requests for general support.

Rule: KGN Registered target points, Counter-battery fire missions, Fire request.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.support_kinds import Priority
from rules.kampfgruppe_normandy.state.fire_missions import FireSupport, RegisteredPoint
from rules.kampfgruppe_normandy.state.spots import spot_of_option

OPTION = "fire_support"
MOST_MISSIONS = 20
"""The most counter-battery missions that a side can buy."""


@implements("KN-IND-05", "KN-IND-27a", "KN-IND-28", "KN-IND-30", "KN-IND-38")
def bought_support(state: GameState, options: Mapping[str, Any]) -> FireSupport:
    """The fire support each side bought, read from a scenario's options.

    Raises:
        BadInput: if a field is not what it may be; the message names it.
    """
    support = FireSupport()
    given = OptionReader("options", options).by_side(OPTION, state.sides)
    for side in given.values:
        bought = given.table(side)
        support = replace(
            support,
            points=(*support.points, *_points(state, side, bought.table("registered_points"))),
            counter_battery=(
                *support.counter_battery,
                (side, bought.whole("counter_battery", 0, MOST_MISSIONS, 0)),
            ),
            requests=(
                *support.requests,
                *((side, Priority(word)) for word in bought.words("requests", tuple(Priority))),
            ),
        )
        bought.nothing_else("fire support")
    return support


def _points(state: GameState, side: str, given: OptionReader) -> Iterator[RegisteredPoint]:
    for name, at in given.values.items():
        if not str(name).strip():
            raise BadInput(given.field(name), name, "a name for the point")
        yield RegisteredPoint(str(name), side, spot_of_option(state, given.field(name), at))
