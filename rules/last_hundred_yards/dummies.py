"""Dummies that change place in Clean Up, where a mission lets them. Chapter 17.8, an option."""

from collections.abc import Iterator

from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hexes import Hex
from rules.last_hundred_yards.conditions import CONCEALED
from rules.last_hundred_yards.course import Decision, DecisionKind
from rules.last_hundred_yards.order_events import DecisionDue
from rules.last_hundred_yards.position import Position, row_of
from rules.last_hundred_yards.procedures import Procedure, own_unit
from rules.last_hundred_yards.rulebook import cite
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.turn_actions import MoveDummy
from rules.last_hundred_yards.unit_events import DummyPut, UnitMoved

_LATER = Provenance.LATER_EDITION


@implements("LHY-17.8.3")
def offer_dummies(telling: Telling) -> None:
    """Each side with concealed units in two hexes is asked, so that nobody learns who has dummies left."""
    if not telling.position.mission.edition.dummies_move_in_clean_up:
        return
    for side in telling.state.sides:
        if len(_concealed_hexes(telling.position, side)) > 1:
            telling.put(DecisionDue(Decision(DecisionKind.MOVE_DUMMIES, side)))


def dummy_candidates(position: Position, side: str) -> Iterator[MoveDummy]:
    """Every dummy that has not changed place, into every other hex with concealed friends."""
    for unit in position.of(side):
        if row_of(unit).is_dummy and unit.id not in position.course.dummies_put:
            for at in _concealed_hexes(position, side):
                if at != unit.at:
                    yield MoveDummy(side, unit.id, at)


@implements("LHY-17.8.3")
def forbids_dummy(position: Position, action: MoveDummy) -> Iterator[Reason]:
    """Why a dummy is not put there."""
    unit = own_unit(position, action.side, action.unit)
    where = cite("17.8.3", _LATER)
    if isinstance(unit, Reason):
        yield unit
        return
    if not row_of(unit).is_dummy:
        yield Reason(f"{unit} is no dummy", where)
    elif unit.id in position.course.dummies_put:
        yield Reason(f"{unit} has changed place", where)
    if action.to == unit.at or action.to not in _concealed_hexes(position, action.side):
        yield Reason(f"{action.to} holds no other concealed units of {action.side}", where, (action.to,))


def move_dummy(telling: Telling, action: MoveDummy) -> None:
    """The dummy is put down with its friends; the side may go on with the next."""
    start = telling.position.place(telling.state.unit(action.unit))
    telling.put(UnitMoved(action.unit, start, action.to))
    telling.put(DummyPut(action.unit))


def _concealed_hexes(position: Position, side: str) -> list[Hex]:
    return sorted({position.place(unit) for unit in position.of(side) if unit.has(CONCEALED)})


MOVE_DUMMY = Procedure(dummy_candidates, forbids_dummy, move_dummy)
