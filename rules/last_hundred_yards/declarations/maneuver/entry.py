"""Entry of units that begin off the map: where, when, and what the first hex costs. Chapter 17.7."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import CARRIED_ON
from rules.last_hundred_yards.effects.concealment import check_concealment
from rules.last_hundred_yards.effects.leaving import enter_obstacles, put_on_map
from rules.last_hundred_yards.effects.leaving_factors import dice_on_mines, factors_of
from rules.last_hundred_yards.effects.maneuver_steps import begin_maneuver, end_maneuver
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.heroism import waits_for_hero
from rules.last_hundred_yards.questions.activation.taking_part import is_activated, is_leaderless, no_leader
from rules.last_hundred_yards.questions.movement.entering import forbids_hex
from rules.last_hundred_yards.questions.movement.points import FORWARD, allowance, mp_left
from rules.last_hundred_yards.state.events.maneuver_events import ManeuverWentOn, UnitActed
from rules.last_hundred_yards.state.events.unit_events import UnitChanged, UnitMoved
from rules.last_hundred_yards.state.position import NextStep, Position, is_steady, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, ActionKind, Step


@dataclass(frozen=True, slots=True)
class EnterMap:
    """Enter the map in an entry hex, and go on from there (17.7)."""

    side: str
    unit: UnitId
    to: Hex

    def __str__(self) -> str:
        return f"{self.unit} comes on in {self.to}"


def waiting_unit(position: Position, side: str, name: str) -> Unit | Reason:
    """The unit of a side that waits off the map under this name, or why it does not."""
    unit = position.state.units.get(name)
    if unit is None or unit.side != side or name not in position.course.off_map:
        return Reason(f"{side} has no unit {name} waiting off the map", cite_later("17.7h"))
    return unit


def entry_candidates(position: Position, side: str) -> Iterator[EnterMap]:
    """Every activated unit that waits off the map, in every entry hex; no unit has to enter."""
    if position.course.step is not Step.ACTIONS:
        return
    for unit in position.off_map:
        if unit.side == side and is_activated(position, unit) and not position.course.is_aboard(unit.id):
            for at in position.mission.side(side).entry_hexes:
                yield EnterMap(side, unit.id, at)


@implements("LHY-17.7h.2", "LHY-17.7h.3", "LHY-5.0.II.2", "LHY-12.3.4.2", "LHY-6.0.II.1d.later")
def forbids_entry(position: Position, action: EnterMap) -> Iterator[Reason]:
    """Why a unit may not enter the map there now."""
    unit = waiting_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    course, row = position.course, row_of(unit)
    if course.step is not Step.ACTIONS or not is_activated(position, unit):
        yield Reason(f"{unit} comes on when its platoon is activated", cite_later("17.7h"))
    elif is_leaderless(position, unit):
        yield no_leader(unit)
    else:
        yield from waits_for_hero(position, unit)
    if unit.id in course.acted:
        yield Reason(f"{unit} has already acted this turn", cite("9.0"))
    if course.is_aboard(unit.id) or row.kind in CARRIED_ON:
        yield Reason(f"{unit} comes on with its carrier only", cite_later("17.7h"))
    if action.to not in position.mission.side(action.side).entry_hexes:
        yield Reason(f"{action.to} is not an entry hex of {action.side}", cite_later("17.7h"), (action.to,))
        return
    if position.enemies_at(action.to, unit.side):
        yield Reason(f"{action.to} holds the enemy", cite("10.0b"), (action.to,))
    yield from forbids_hex(position, replace(unit, at=action.to), action.to)
    step = _first_step(position, unit, action.to)
    if step is None:
        yield Reason(f"{unit} cannot enter {action.to}", cite("10.0"), (action.to,))
    elif not allowance(position, unit, FORWARD)[1] and step.mp > mp_left(position, unit, FORWARD):
        yield Reason(f"{action.to} costs {float(step.mp):g} MP, more than {unit} has", our(72), (action.to,))


def _first_step(position: Position, unit: Unit, to: Hex) -> NextStep | None:
    """The step into an entry hex: the cheapest from any hex of the map next to it (reading 72); None if it cannot be entered."""
    near = position.board.grid.neighbours(to)
    steps = (position.ground.step(position.state, unit, start, "", to) for start in near)
    return min((step for step in steps if step is not None), key=attrgetter("mp"), default=None)


@implements("LHY-17.7h.2", "LHY-17.7d", "LHY-17.8.2b", "LHY-4.1.10.enter.1")
def enter_map(resolution: Resolution, action: EnterMap) -> None:
    """The unit with all aboard enters, concealed, and may go on; hidden enemies in the hex keep it out."""
    unit = resolution.state.unit(action.unit)
    step = _first_step(resolution.position, unit, action.to)
    assert step is not None
    before = begin_maneuver(resolution, (unit,), FORWARD)
    hidden = resolution.position.hidden_at(action.to, unit.side)
    if _meets_hidden(resolution, unit, action.to):
        end_maneuver(resolution)
        return
    resolution.happen(UnitMoved(unit.id, None, action.to))
    for name in (unit.id, *resolution.course.loads_of(unit.id)):
        resolution.happen(UnitChanged(name, gained=(CONCEALED,)))
    resolution.happen(UnitActed(unit.id, ActionKind.MANEUVER, (action.to,)))
    resolution.happen(ManeuverWentOn(replace(
        before, path=(action.to,), spent=before.spent + step.mp, way=step.way, all_road=step.keeps_road,
    )))  # fmt: skip
    check_concealment(resolution, unit.id)
    arrived = resolution.state.unit(unit.id)
    stops = arrived.at is not None and enter_obstacles(resolution, (unit.id,))
    arrived = resolution.state.unit(unit.id)
    in_river = step.way and resolution.position.mission.edition.river_stops
    if stops or hidden or in_river or arrived.at is None or not is_steady(arrived):
        end_maneuver(resolution)


def _meets_hidden(resolution: Resolution, unit: Unit, to: Hex) -> bool:
    """Hidden enemies in the entry hex are put on the map; whether they keep the unit off it (17.9.2b)."""
    put_on_map(resolution, resolution.position.hidden_at(to, unit.side))
    return bool(resolution.position.enemies_at(to, unit.side))


def entry_factors(position: Position, action: EnterMap) -> Factors:
    """The mines of the entry hex."""
    return factors_of(dice_on_mines(position, position.unit(action.unit), action.to))


def entry_answers(position: Position, action: EnterMap) -> Iterator[Any]:
    """The reaction fire on the unit that has entered."""
    return position.reactions((action.unit,))


ENTER_MAP = Procedure(
    EnterMap,
    UNIT_ACTIONS,
    entry_candidates,
    forbids_entry,
    enter_map,
    entry_factors,
    answers=entry_answers,
    word="come on",
)
