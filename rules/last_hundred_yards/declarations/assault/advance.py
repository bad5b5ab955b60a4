"""Advancing after an assault. Chapter 13.6.4."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.game.citation import Provenance
from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.effects.concealment import reveal_vehicles_in_motion
from rules.last_hundred_yards.effects.leaving import enter_obstacles, meets_hidden_enemies
from rules.last_hundred_yards.effects.leaving_factors import dice_on_the_way, factors_of
from rules.last_hundred_yards.effects.maneuver_steps import go_in, sets_out
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.assault.assaulters import may_assault
from rules.last_hundred_yards.questions.movement.entering import forbids_hex
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import is_stuck
from rules.last_hundred_yards.state.events.maneuver_events import UnitAdvanced
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.events.unit_events import UnitMoved
from rules.last_hundred_yards.state.position import Position, is_steady
from rules.last_hundred_yards.state.progress import DecisionKind


@dataclass(frozen=True, slots=True)
class Advance:
    """Advance one hex after an assault (13.6.4)."""

    side: str
    unit: str
    to: Hex

    def __str__(self) -> str:
        return f"{self.unit} advances to {self.to}"


_LATER = Provenance.LATER_EDITION


def advance_candidates(position: Position, side: str) -> Iterator[Advance]:
    """Each neighbour the unit could enter."""
    del side
    yield from advances(position, position.unit(position.course.due.unit))


@implements("LHY-13.6.4", "LHY-11.4.8c", "LHY-4.1.9g", "LHY-16.2.0", "LHY-13.1a", "LHY-13.1d", "LHY-13.1e")
def advances(position: Position, unit: Unit, along: Iterable[Unit] = ()) -> Iterator[Advance]:
    """Each hex next to it that a unit may advance to: of the enemy's those that it may assault, with those who have advanced there or may go `along`; the disrupted and shocked do not (reading 213)."""
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
    """Those who have advanced upon the enemies of a hex, whom others join who assault only in company."""
    friends = position.friends_at(place, side)
    return (friend.id for friend in friends if friend.id in position.course.advanced)


@implements("LHY-13.6.4")
def forbids_advance(position: Position, action: Advance) -> Iterator[Reason]:
    """Why a unit may not advance there."""
    if position.course.due.unit != action.unit:
        yield Reason(f"{action.unit} does not advance now", cite("13.6.4", _LATER))
    elif action not in list(advances(position, position.unit(action.unit))):
        yield Reason(f"{action.unit} cannot advance to {action.to}", cite("13.6.4", _LATER), (action.to,))


@implements(
    "LHY-13.6.4", "LHY-16.2a.die", "LHY-16.1.2a.1", "LHY-16.2b.2", "LHY-4.1.10.3", "LHY-11.4.8e",
)  # fmt: skip
def advance(resolution: Resolution, action: Advance) -> None:
    """One hex, if it gets out of its own as in a maneuver (reading 194); into an enemy hex it is a second assault, resolved in the same phase."""
    resolution.happen(DecisionTaken())
    resolution.happen(UnitAdvanced(action.unit))
    if not sets_out(resolution, resolution.state.unit(action.unit), action.to):
        return
    if resolution.position.enemies_at(action.to, action.side):
        go_in(resolution, (action.unit,), action.to)
        return
    start = resolution.position.place(resolution.state.unit(action.unit))
    resolution.happen(UnitMoved(action.unit, start, action.to))
    meets_hidden_enemies(resolution, action.unit, start)
    reveal_vehicles_in_motion(resolution, action.unit)
    if resolution.state.unit(action.unit).at == action.to:
        enter_obstacles(resolution, (action.unit,))


def advance_factors(position: Position, action: Advance) -> Factors:
    """The dice out of its hex, and the mines that it meets."""
    return factors_of(dice_on_the_way(position, (position.unit(action.unit),), action.to))


ADVANCE = Procedure(
    Advance, (DecisionKind.ADVANCE,), advance_candidates, forbids_advance, advance, advance_factors
)
