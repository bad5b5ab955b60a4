"""Dummies that change place in Clean Up, where a mission lets them. Chapter 17.8, an option."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.citation import Provenance
from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import own_unit
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.events.unit_events import DummyPut, UnitChanged, UnitMoved
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind


@dataclass(frozen=True, slots=True)
class MoveDummy:
    """Clean Up, where a mission allows it: put a dummy with other concealed friends (17.8)."""

    side: str
    unit: str
    to: Hex

    def __str__(self) -> str:
        return f"{self.unit} is put in {self.to}"


_LATER = Provenance.LATER_EDITION


@implements("LHY-17.8.3")
def offer_dummies(resolution: Resolution) -> None:
    """Each side with concealed units in two hexes is asked, so that nobody learns who has dummies left."""
    if not resolution.position.mission.edition.dummies_move_in_clean_up:
        return
    for side in resolution.state.sides:
        if len(_concealed_hexes(resolution.position, side)) > 1:
            resolution.happen(DecisionDue(Decision(DecisionKind.MOVE_DUMMIES, side)))


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
        yield Reason(f"{unit} is not a dummy", where)
    elif unit.id in position.course.dummies_put:
        yield Reason(f"{unit} has changed place", where)
    if action.to == unit.at or action.to not in _concealed_hexes(position, action.side):
        yield Reason(f"{action.to} holds no other concealed units of {action.side}", where, (action.to,))


@implements("LHY-17.8.3", "LHY-17.8.1.5")
def move_dummy(resolution: Resolution, action: MoveDummy) -> None:
    """The dummy is put down with its friends, concealed as they are; the side may go on with the next."""
    dummy = resolution.state.unit(action.unit)
    resolution.happen(UnitMoved(dummy.id, resolution.position.place(dummy), action.to))
    if dummy.has(HIDDEN):
        resolution.happen(UnitChanged(dummy.id, gained=(CONCEALED,), lost=(HIDDEN,)))
    resolution.happen(DummyPut(action.unit))


def _concealed_hexes(position: Position, side: str) -> list[Hex]:
    return sorted({position.place(unit) for unit in position.of(side) if unit.has(CONCEALED)})


MOVE_DUMMY = Procedure(MoveDummy, (DecisionKind.MOVE_DUMMIES,), dummy_candidates, forbids_dummy, move_dummy)
