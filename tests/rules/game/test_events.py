"""Events: what happened, in a line of the record, and the state after it."""

from typing import Any

import pytest

from rules.errors import Unknown
from rules.game import events as table_events
from rules.game.engine.procedure import Declarations
from rules.game.events import DiceThrown, UnitChanged, UnitMoved, UnitPlaced
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.hexes import Hex
from tests.drawing import board

C1, C2 = Hex.named("C1"), Hex.named("C2")
SQUAD = Unit("us-1", "us_squad", "us", C1, conditions=frozenset({"concealed"}), name="1st Squad")
SMOKE = Marker("smoke", C2)


def start() -> GameState:
    return GameState(board(". . .\n. . ."), {"us-1": SQUAD}, (SMOKE, SMOKE), ("us", "ge"))


def test_a_unit_is_placed_and_moved() -> None:
    tank = Unit("ge-1", "pz_iv", "ge")
    state = UnitPlaced(tank).on(start())
    assert state.unit("ge-1").at is None
    assert UnitMoved("ge-1", C2).on(state).unit("ge-1").at == C2
    assert dict(start().units) == {"us-1": SQUAD}


def test_conditions_come_and_go() -> None:
    event = UnitChanged("us-1", gained=frozenset({"spent"}), lost=frozenset({"concealed"}))
    assert event.on(start()).unit("us-1").conditions == {"spent"}


def test_dice_leave_the_board_as_it_was() -> None:
    assert DiceThrown("initiative", 10, (4, 7)).on(start()) == start()


def test_an_event_about_an_unknown_unit_or_marker_is_refused() -> None:
    with pytest.raises(Unknown, match="no unit named 'us-9'; there are us-1"):
        UnitMoved("us-9", C2).on(start())


EVENTS = {
    UnitPlaced(SQUAD): "1st Squad is placed at C1",
    UnitPlaced(Unit("ge-1", "pz_iv", "ge")): "ge-1 waits off the board",
    UnitMoved("us-1", C2): "us-1 moves to C2",
    UnitMoved("us-1", None): "us-1 leaves the board",
    UnitChanged("us-1", frozenset({"spent"}), frozenset({"fresh"})): "us-1 is spent, no longer fresh",
    DiceThrown("initiative", 10, (4, 7)): "initiative: 2d10 shows 4, 7",
    DiceThrown("who is struck in C2", 1, (1,)): "who is struck in C2: there is only one",
}


@pytest.mark.parametrize(("event", "line"), EVENTS.items(), ids=map(str, range(len(EVENTS))))
def test_an_event_reads_as_a_line_and_is_written_down_exactly(event: object, line: str) -> None:
    records = Declarations[Any, Any]((), (table_events,)).events
    assert str(event) == line
    assert records.read(records.document(event)) == event
