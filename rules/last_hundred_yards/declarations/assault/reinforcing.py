"""Reinforcing friends under assault. Chapter 13.3.3."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import REGROUPING
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.effects.concealment import reveal_among_enemies
from rules.last_hundred_yards.effects.leaving import enter_hex, enter_obstacles
from rules.last_hundred_yards.effects.leaving_factors import dice_on_the_way, factors_of
from rules.last_hundred_yards.effects.maneuver_steps import set_out_together
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.assembling import forbids_advancing
from rules.last_hundred_yards.questions.activation.command_range import forbids_straying
from rules.last_hundred_yards.questions.activation.pinned import is_pinned
from rules.last_hundred_yards.questions.activation.rights import Right, lacks_right, own_unit, ready_units
from rules.last_hundred_yards.questions.assault.assaulters import (
    forbids_against,
    forbids_among_enemies,
    is_attacked,
)
from rules.last_hundred_yards.questions.movement.barred_ways import forbids_step
from rules.last_hundred_yards.questions.movement.entering import comes_beneath_bridge, forbids_hex
from rules.last_hundred_yards.questions.movement.points import FORWARD
from rules.last_hundred_yards.state.events.maneuver_events import CameFrom
from rules.last_hundred_yards.state.position import Position, is_steady, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Move into an adjacent friendly hex under assault to help (13.3.3)."""

    side: str
    unit: UnitId
    into: Hex

    def __str__(self) -> str:
        return f"{self.unit} reinforces {self.into}"


def reinforce_candidates(position: Position, side: str) -> Iterator[Reinforce]:
    """Each unit that may act next to a friendly hex under assault."""
    course = position.course
    if not course.reacting:
        return
    entered = (*(arrow.into for arrow in course.arrows), *(assault.at for assault in course.assaults))
    attacked = {at for at in entered if position.friends_at(at, side) and is_attacked(position, at, side)}
    for unit in ready_units(position, side, Right.MANEUVER | Right.REINFORCE) if attacked else ():
        for near in position.board.grid.neighbours(position.place(unit)):
            if near in attacked:
                yield Reinforce(side, unit.id, near)


@implements(
    "LHY-13.3.3", "LHY-13.1g", "LHY-11.4.8c", "LHY-4.1.9g", "LHY-16.2.0", "LHY-4.1.11.2", "LHY-22.1.7.0"
)
def forbids_reinforcing(position: Position, action: Reinforce) -> Iterator[Reason]:
    """Why a unit may not reinforce a hex under assault."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    yield from lacks_right(position, unit, Right.MANEUVER | Right.REINFORCE, "reinforce")
    row = row_of(unit)
    if not position.course.reacting:
        yield Reason("an assault is reinforced in reaction", cite_later("13.3.3"))
    if action.into not in position.board.grid or position.distance(position.place(unit), action.into) != 1:
        yield Reason(f"{action.into} is not adjacent", cite_later("13.3.3"))
        return
    if not position.friends_at(action.into, action.side) or not is_attacked(
        position, action.into, action.side
    ):
        yield Reason(
            f"{action.into} is not a friendly hex under assault", cite_later("13.3.3"), (action.into,)
        )
    if (
        not is_steady(unit)
        or unit.has(REGROUPING)
        or is_pinned(position, unit)
        or not (row.is_foot or row.is_vehicle)
    ):
        yield Reason(f"{unit} is in no condition to help", cite_later("13.3.3"))
    if position.course.is_aboard(unit.id) or position.is_marked_assault(position.place(unit)):
        yield Reason(f"{unit} cannot leave where it is", cite_later("13.3.3"))
    if position.enemies_at(action.into, action.side):
        yield from forbids_among_enemies(position, unit, action.into)
        yield from forbids_against(position, unit, action.into)
    yield from comes_beneath_bridge(position, unit, action.into)
    yield from forbids_advancing(position, unit, action.into)
    yield from forbids_straying(position, unit, action.into)
    yield from forbids_hex(position, unit, action.into)
    yield from forbids_step(position, unit, FORWARD, action.into)


@implements(
    "LHY-13.3.3", "LHY-10.4.1.0", "LHY-4.3.1.1a", "LHY-4.3.1.1b", "LHY-4.3.1.2b", "LHY-4.3.1.2c",
    "LHY-4.3.1.0.1", "LHY-11.1.3.1", "LHY-16.1.1.1",
)  # fmt: skip
def reinforce(resolution: Resolution, action: Reinforce) -> None:
    """The unit maneuvers into the hex, its markers with it, and may be seen there."""
    for unit in set_out_together(resolution, (action.unit,), action.into):
        start = resolution.position.place(unit)
        enter_hex(resolution, unit.id, action.into)
        if row_of(unit).is_vehicle:
            resolution.happen(CameFrom(unit.id, start, False))
        if resolution.position.enemies_at(action.into, unit.side):
            reveal_among_enemies(resolution, unit.id)
        if resolution.state.unit(unit.id).at == action.into:
            enter_obstacles(resolution, (unit.id,))


def reinforce_factors(position: Position, action: Reinforce) -> Factors:
    """The dice of a unit on leaving its hex to reinforce, and the mines that it meets."""
    return factors_of(dice_on_the_way(position, (position.unit(action.unit),), action.into))


REINFORCE = Procedure(
    Reinforce, UNIT_ACTIONS, reinforce_candidates, forbids_reinforcing, reinforce, reinforce_factors
)
