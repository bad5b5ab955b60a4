"""Advancing after an assault. Chapter 13.6.4."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.effects.concealment import reveal_vehicles_in_motion
from rules.last_hundred_yards.effects.leaving import enter_obstacles, meet_hidden_enemies
from rules.last_hundred_yards.effects.leaving_factors import dice_on_the_way, factors_of
from rules.last_hundred_yards.effects.maneuver_steps import go_in, sets_out
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import own_units
from rules.last_hundred_yards.questions.assault.assaulters import may_assault, units_with_company
from rules.last_hundred_yards.questions.movement.entering import forbids_hex
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import is_stuck
from rules.last_hundred_yards.state.events.maneuver_events import UnitAdvanced
from rules.last_hundred_yards.state.events.order_events import DecisionBrought, DecisionTaken
from rules.last_hundred_yards.state.events.unit_events import UnitMoved
from rules.last_hundred_yards.state.position import Position, is_steady, row_of
from rules.last_hundred_yards.state.progress import DecisionKind


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance one hex after an assault (13.6.4); `along` are the men who go with a unit as a stack."""

    side: str
    unit: UnitId
    to: Hex
    along: tuple[UnitId, ...] = ()

    def __str__(self) -> str:
        advance = "advance" if self.along else "advances"
        return f"{' and '.join((self.unit, *self.along))} {advance} to {self.to}"


def advance_candidates(position: Position, side: str) -> Iterator[Advance]:
    """Each neighbouring hex that a unit that may advance could enter, and each that several men could enter together."""
    units = [position.unit(due.unit) for due in position.course.due_in_any_order]
    for unit in units:
        yield from advances(position, unit)
    men = [unit for unit in units if row_of(unit).is_foot]
    for near in position.board.grid.neighbours(position.place(units[0])):
        going = [
            unit.id
            for unit in men
            if any(advance.to == near for advance in advances(position, unit, along=men))
        ]
        together = Advance(side, going[0], near, tuple(going[1:])) if len(going) > 1 else None
        if together is not None and not any(forbids_advance(position, together)):
            yield together


@implements("LHY-13.6.4", "LHY-11.4.8c", "LHY-4.1.9g", "LHY-16.2.0", "LHY-13.1a", "LHY-13.1d", "LHY-13.1e")
def advances(position: Position, unit: Unit, along: Iterable[Unit] = ()) -> Iterator[Advance]:
    """Each hex next to it that a unit may advance to; none if it is disrupted or shocked (reading 213).

    Into an enemy hex only a unit advances that may assault it, counting units that have advanced there already or may go `along` as its company.
    """
    place = position.place(unit)
    together = tuple(friend.id for friend in along)
    if not is_steady(unit) or is_stuck(unit) or position.course.is_aboard(unit.id):
        return
    for near in position.board.grid.neighbours(place):
        if next(forbids_hex(position, unit, near), None):
            continue
        if position.enemies_at(near, unit.side) and not may_assault(
            position, unit, near, (*together, *_advanced_to(position, near, unit.side))
        ):
            continue
        if position.ground.step(position.state, unit, place, "", near) is not None:
            yield Advance(unit.side, unit.id, near)


@implements("LHY-13.1c.1", "LHY-13.1d")
def _advanced_to(position: Position, place: Hex, side: str) -> Iterator[str]:
    """The units that have advanced into an enemy hex already, as company for those that assault only in company."""
    friends = position.friends_at(place, side)
    return (friend.id for friend in friends if friend.id in position.course.advanced)


@implements("LHY-13.6.4")
def forbids_advance(position: Position, action: Advance) -> Iterator[Reason]:
    """Why units may not advance there."""
    names = (action.unit, *action.along)
    for name in names:
        if position.course.due_on(name) is None:
            yield Reason(f"{name} does not advance now", cite_later("13.6.4"))
            return
    units = own_units(position, action.side, names)
    if isinstance(units, Reason):
        yield units
        return
    if len(set(names)) != len(names) or (action.along and not all(row_of(unit).is_foot for unit in units)):
        yield Reason("only men advance as a stack, each named once", cite_later("13.6.4"))
    for unit in units:
        if all(advance.to != action.to for advance in advances(position, unit, along=units)):
            yield Reason(f"{unit} cannot advance to {action.to}", cite_later("13.6.4"), (action.to,))


@implements(
    "LHY-13.6.4", "LHY-16.2a.die", "LHY-16.1.2a.1", "LHY-16.2b.2", "LHY-4.1.10.3", "LHY-11.4.8e",
)  # fmt: skip
def advance(resolution: Resolution, action: Advance) -> None:
    """Advance one hex, if the units get out of their own as in a maneuver (reading 194).

    An advance into an enemy hex is a second assault, resolved in the same phase.
    """
    names, before = (action.unit, *action.along), resolution.position
    for name in names:
        if resolution.course.due.unit != name:
            resolution.happen(DecisionBrought(name))
        resolution.happen(DecisionTaken(), UnitAdvanced(name))
    out = tuple(
        name for name in names if sets_out(resolution, resolution.state.unit(name), action.to, before)
    )
    if before.enemies_at(action.to, action.side):
        go_in(resolution, units_with_company(resolution.position, out, action.to), action.to)
        return
    for name in out:
        if not resolution.position.enemies_at(action.to, action.side):
            _enter(resolution, name, action.to)
    arrived = [name for name in out if resolution.state.unit(name).at == action.to]
    if arrived:
        enter_obstacles(resolution, arrived)


def _enter(resolution: Resolution, unit_id: str, to: Hex) -> None:
    """A unit enters a hex without known enemies; hidden ones put it back."""
    start = resolution.position.place(resolution.state.unit(unit_id))
    resolution.happen(UnitMoved(unit_id, start, to))
    meet_hidden_enemies(resolution, unit_id, start)
    reveal_vehicles_in_motion(resolution, unit_id)


def advance_factors(position: Position, action: Advance) -> Factors:
    """The dice of units to get out of their hex, and the mines in the next."""
    units = map(position.unit, (action.unit, *action.along))
    return factors_of(dice_on_the_way(position, units, action.to))


ADVANCE = Procedure(
    Advance, (DecisionKind.ADVANCE,), advance_candidates, forbids_advance, advance, advance_factors
)
