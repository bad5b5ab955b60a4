"""Dummies that change place in Clean Up, where a mission lets them. Chapter 17.8, an option."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import own_unit
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.events.unit_events import DummyPut, UnitChanged, UnitMoved, UnitPlaced
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind


@dataclass(frozen=True, slots=True)
class MoveDummy:
    """Clean Up, where a mission allows it: put a dummy, or one that is out of play, with a concealed combat unit (17.8)."""

    side: str
    unit: UnitId
    to: Hex

    def __str__(self) -> str:
        return f"{self.unit} is put in {self.to}"


@implements("LHY-17.8.3")
def offer_dummies(resolution: Resolution) -> None:
    """Ask each side with concealed units, so that no enemy learns which has dummies left, and where."""
    if not resolution.position.mission.edition.dummies_move_in_clean_up:
        return
    for side in resolution.state.sides:
        if any(unit.has(CONCEALED) for unit in resolution.position.of(side)):
            resolution.happen(DecisionDue(Decision(DecisionKind.MOVE_DUMMIES, side)))


def dummy_candidates(position: Position, side: str) -> Iterator[MoveDummy]:
    """Every dummy that has not changed place, and those out of play, into every other hex with a concealed combat unit."""
    for unit in (*position.of(side), *_out_of_play(position, side)):
        if row_of(unit).is_dummy and unit.id not in position.course.dummies_put:
            for at in _concealed_hexes(position, side):
                if at != unit.at:
                    yield MoveDummy(side, unit.id, at)


@implements("LHY-17.8.3.back")
def _out_of_play(position: Position, side: str) -> Iterator[Unit]:
    """The dummies of a side that have been removed from play."""
    elsewhere = position.course.off_map | position.course.exited
    for unit in position.state.units.values():
        if unit.at is None and unit.side == side and row_of(unit).is_dummy and unit.id not in elsewhere:
            yield unit


@implements("LHY-17.8.3")
def forbids_dummy(position: Position, action: MoveDummy) -> Iterator[Reason]:
    """Why a dummy is not put there."""
    back = {unit.id: unit for unit in _out_of_play(position, action.side)}
    unit = back.get(action.unit) or own_unit(position, action.side, action.unit)
    where = cite_later("17.8.3")
    if isinstance(unit, Reason):
        yield unit
        return
    if not row_of(unit).is_dummy:
        yield Reason(f"{unit} is not a dummy", where)
    elif unit.id in position.course.dummies_put:
        yield Reason(f"{unit} has changed place", where)
    if action.to == unit.at or action.to not in _concealed_hexes(position, action.side):
        yield Reason(
            f"{action.to} holds no other concealed combat unit of {action.side}", where, (action.to,)
        )


@implements("LHY-17.8.3", "LHY-17.8.1.5", "LHY-17.8.3.back")
def move_dummy(resolution: Resolution, action: MoveDummy) -> None:
    """Put the dummy with its friends, concealed as they are; the side may then move the next."""
    dummy = resolution.state.unit(action.unit)
    if dummy.at is None:
        resolution.happen(UnitPlaced(dummy.id, dummy.type, dummy.side, action.to, (CONCEALED,)))
    else:
        resolution.happen(UnitMoved(dummy.id, resolution.position.place(dummy), action.to))
    if dummy.has(HIDDEN):
        resolution.happen(UnitChanged(dummy.id, gained=(CONCEALED,), lost=(HIDDEN,)))
    resolution.happen(DummyPut(action.unit))


def _concealed_hexes(position: Position, side: str) -> list[Hex]:
    """The hexes with a concealed combat unit of a side; a dummy is none."""
    friends = (unit for unit in position.of(side) if unit.has(CONCEALED))
    return sorted({position.place(unit) for unit in friends if row_of(unit).is_combat})


MOVE_DUMMY = Procedure(MoveDummy, (DecisionKind.MOVE_DUMMIES,), dummy_candidates, forbids_dummy, move_dummy)
