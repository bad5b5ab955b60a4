"""Support that is bought and is no unit: registered points, counter-battery missions, requests for general support.

Rule: KGN Registered target points, Counter-battery fire missions, Fire request.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.support_kinds import Priority
from rules.kampfgruppe_normandy.state.fire_missions import FireSupport, RegisteredPoint

OPTION = "fire_support"
_FIELDS = frozenset({"registered_points", "counter_battery", "requests"})


@implements("KN-IND-05", "KN-IND-27", "KN-IND-28", "KN-IND-30", "KN-IND-38")
def bought_support(state: GameState, options: Mapping[str, Any]) -> FireSupport:
    """The fire support each side bought, from a scenario's options: points by name, counter-battery missions, requests by priority.

    Raises:
        BadInput: if a field is not what it may be; the message names it.
    """
    told = options.get(OPTION, {})
    if not isinstance(told, Mapping):
        raise BadInput(f"options.{OPTION}", told, "an object with a field for each side")
    kept = FireSupport()
    for side, bought in told.items():
        where = f"options.{OPTION}.{side}"
        if side not in state.sides:
            raise BadInput(f"options.{OPTION}", side, f"one of {', '.join(state.sides)}")
        if not isinstance(bought, Mapping) or set(bought) - _FIELDS:
            raise BadInput(where, bought, f"an object with {', '.join(sorted(_FIELDS))}")
        kept = replace(
            kept,
            points=(*kept.points, *_points(state, side, bought.get("registered_points", {}), where)),
            counter_battery=(*kept.counter_battery, (side, _count(bought.get("counter_battery", 0), where))),
            requests=(*kept.requests, *_requests(side, bought.get("requests", []), where)),
        )
    return kept


def _points(state: GameState, side: str, told: object, where: str) -> Iterator[RegisteredPoint]:
    if not isinstance(told, Mapping):
        raise BadInput(f"{where}.registered_points", told, "an object of names and places")
    for name, at in told.items():
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(_is_number(number) for number in at):
            raise BadInput(f"{where}.registered_points.{name}", at, "a place [x, y] in inches")
        spot = Spot(float(at[0]), float(at[1]))
        if not isinstance(state.board, Tabletop) or spot not in state.board:
            raise BadInput(f"{where}.registered_points.{name}", at, "a place on the table")
        yield RegisteredPoint(str(name), side, spot)


def _count(told: object, where: str) -> int:
    if isinstance(told, bool) or not isinstance(told, int) or not 0 <= told <= 20:
        raise BadInput(f"{where}.counter_battery", told, "a whole number from 0 to 20")
    return told


def _requests(side: str, told: object, where: str) -> Iterator[tuple[str, Priority]]:
    if not isinstance(told, list | tuple):
        raise BadInput(f"{where}.requests", told, "a list of priorities")
    for priority in told:
        if priority not in set(Priority):
            raise BadInput(f"{where}.requests", priority, f"one of {', '.join(Priority)}")
        yield side, Priority(priority)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
