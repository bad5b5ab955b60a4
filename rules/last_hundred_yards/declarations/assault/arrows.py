"""Units under Assault Arrows at Marker Adjustment: once all have decided, those that assault go in together. Chapter 13.2.2."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HEROIC, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.assault.resolution import resolve_for_odds
from rules.last_hundred_yards.effects.leaving import (
    enter_hex,
    enter_obstacles,
    gets_out_of_obstacles,
    leaves_wire,
)
from rules.last_hundred_yards.effects.leaving_factors import (
    dice_in_wire,
    dice_on_leaving,
    dice_on_mines,
    dice_out_of_obstacles,
    dice_out_of_river,
    factors_of,
)
from rules.last_hundred_yards.effects.maneuver_steps import (
    force_withdrawal,
    gets_out_of_river,
    go_in,
    leave_hex_together,
)
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.rights import groups
from rules.last_hundred_yards.questions.assault.assaulters import (
    forbids_against,
    has_company,
    units_going_in,
    why_alone,
)
from rules.last_hundred_yards.questions.movement.barred_ways import barred
from rules.last_hundred_yards.questions.movement.entering import (
    forbids_entering,
    forbids_two_vehicles,
    forbids_vehicle,
)
from rules.last_hundred_yards.questions.movement.points import REVERSE, allowance, next_step, start_cost
from rules.last_hundred_yards.state.events.assault_events import ArrowFollowed, ArrowRemoved
from rules.last_hundred_yards.state.events.maneuver_events import ActionForgone, CameFrom, UnitActed
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.markers import Arrow
from rules.last_hundred_yards.state.position import Position, best_cohesion, is_steady, row_of
from rules.last_hundred_yards.state.progress import ActionKind, DecisionKind, Progress


@dataclass(frozen=True, slots=True)
class EnterAssault:
    """A unit under an Assault Arrow goes in, together with all others that do (6.0 II.3b)."""

    side: str
    unit: UnitId

    def __str__(self) -> str:
        return f"{self.unit} goes in"


@dataclass(frozen=True, slots=True)
class Feint:
    """A unit under an Assault Arrow stays out: it withdraws, or tries to stay (13.2.2.1).

    Men who wait in its hex may feint with it, `along`. A vehicle stays, or reverses to the hex `to`.
    """

    side: str
    unit: UnitId
    stay: bool = False
    to: Hex | None = None
    along: tuple[UnitId, ...] = ()

    def __str__(self) -> str:
        back = f" and reverses to {self.to}" if self.to else ""
        if self.along:
            return f"{', '.join((self.unit, *self.along))} feint{' and stay' if self.stay else back}"
        return f"{self.unit} feints{' and stays' if self.stay else back}"


def enter_candidates(position: Position, side: str) -> Iterator[EnterAssault]:
    """Going in, for the unit whose arrow is to be decided now."""
    yield EnterAssault(side, position.course.due.unit)


def forbids_entry(position: Position, action: EnterAssault) -> Iterator[Reason]:
    """Why a waiting unit may not go in."""
    arrow = _due_arrow(position, action.unit)
    if arrow is None:
        yield Reason(f"{action.unit} waits for no assault", cite("6.0 II.3b"))
        return
    yield from _forbids_going_in(position, position.unit(action.unit), arrow.into)


@implements(
    "LHY-6.0.II.3b.1", "LHY-6.0.II.3b.2", "LHY-13.2.2.1d", "LHY-13.2.2.1d-2019", "LHY-4.1.9g", "LHY-13.1c.1",
)  # fmt: skip
def _forbids_going_in(position: Position, unit: Unit, into: Hex) -> Iterator[Reason]:
    """Why a waiting unit may not enter the hex that it was to assault."""
    all_feint = position.mission.edition.shelled_target_feints
    if position.is_primary_impact(into) and (all_feint or row_of(unit).kind is not UnitKind.AFV):
        yield Reason(f"{into} has become a primary impact hex", cite_later("13.2.2.1"), (into,))
    if not is_steady(unit):
        yield Reason(f"{unit} is in no condition to assault", cite_later("13.1"))
    going = units_going_in(position, into, unit.side)
    if not has_company(position, unit, into, going):
        yield why_alone(position, unit)
    yield from forbids_vehicle(position, unit, into)
    yield from forbids_two_vehicles(position, [unit, *map(position.unit, going)], into)
    yield from forbids_against(position, unit, into)
    if next_step(position, unit, into) is None:
        yield barred(position, unit, into)


def _due_arrow(position: Position, unit: str) -> Arrow | None:
    if position.course.due.unit != unit:
        return None
    return position.course.arrow_of(unit)


def enter(resolution: Resolution, action: EnterAssault) -> None:
    """Record that the unit goes in once every arrow is decided."""
    resolution.happen(DecisionTaken(), ArrowFollowed(action.unit))


@implements("LHY-6.0.II.3b.1", "LHY-6.0.II.3b.2")
def go_in_together(resolution: Resolution) -> None:
    """Once every arrow is decided, put all units that go in into the hexes that they assault (reading 191)."""
    course = resolution.course
    if all(due.kind is not DecisionKind.ENTER_OR_FEINT for due in course.decisions):
        for into in dict.fromkeys(arrow.into for arrow in course.arrows if arrow.goes_in):
            _send_in(resolution, into)


@implements("LHY-11.4.8e", "LHY-13.2.2.0b", "LHY-4.1.10.3", "LHY-13.1c.1", "LHY-13.1d", "LHY-16.1.1.3")
def _send_in(resolution: Resolution, into: Hex) -> None:
    """Units go into the hex that they assault, if mortar fire, wire and the river let them and they have the company that they need.

    If no enemy is left there, they simply take it.
    """
    arrows = [arrow for arrow in resolution.course.arrows_into(into) if arrow.goes_in]
    going = [resolution.state.unit(arrow.unit) for arrow in arrows]
    left: list[Unit] = []
    for place in dict.fromkeys(unit.at for unit in going):
        left += leave_hex_together(resolution, [unit for unit in going if unit.at == place])
    out = [
        unit for unit in left if leaves_wire(resolution, unit) and gets_out_of_river(resolution, unit, into)
    ]
    resolution.happen(*(ArrowRemoved(unit.id) for unit in going))
    company = {
        name for unit in out for name in (unit.id, *units_going_in(resolution.position, into, unit.side))
    }
    go_in(
        resolution, [unit.id for unit in out if has_company(resolution.position, unit, into, company)], into
    )
    _miss_their_reaction(resolution, into)


@implements("LHY-13.3.2d")
def _miss_their_reaction(resolution: Resolution, into: Hex) -> None:
    """Units under assault that have not reacted count as having acted, once the assaulting units are in their hex."""
    position = resolution.position
    standing = position.course.assault_at(into)
    if standing is not None and position.mission.edition.assault_hex_reactions:
        for unit in position.enemies_at(into, standing.side):
            if unit.id not in position.course.acted:
                resolution.happen(ActionForgone(unit.id))


def feint_candidates(position: Position, side: str) -> Iterator[Feint]:
    """Staying out, in the hex or going back; men of one hex together or one by one."""
    unit = position.unit(position.course.due.unit)
    if row_of(unit).is_vehicle:
        yield Feint(side, unit.id, stay=True)
        yield from (Feint(side, unit.id, to=at) for at in ways_in_reverse(position, unit))
        return
    for along in groups(_others_waiting(position, unit), 0):
        for stay in (True, False):
            yield Feint(side, unit.id, stay, along=along)


def _others_waiting(position: Position, unit: Unit) -> list[str]:
    """The other men of a hex that wait under arrows and have yet to decide."""
    waiting = {arrow.unit for arrow in position.course.arrows if not arrow.goes_in}
    others = position.friends_at(position.place(unit), unit.side)
    return [
        neighbour.id
        for neighbour in others
        if neighbour.id in waiting - {unit.id} and row_of(neighbour).is_foot
    ]


@implements("LHY-13.2.2.1", "LHY-13.2.2.1c", "LHY-T-UCT.2", "LHY-13.2.2.1b", "LHY-13.2.2.1e")
def forbids_feint(position: Position, action: Feint) -> Iterator[Reason]:
    """Why a waiting unit may not feint; a hero may only if he cannot go in (reading 155)."""
    if _due_arrow(position, action.unit) is None:
        yield Reason(f"{action.unit} waits for no assault", cite("6.0 II.3b"))
        return
    unit = position.unit(action.unit)
    if row_of(unit).is_vehicle and not action.stay and action.to not in ways_in_reverse(position, unit):
        yield Reason("a feinting vehicle stays, or reverses up to 3 MP", cite_later("13.2.2.1c"))
    if action.to is not None and (action.stay or not row_of(unit).is_vehicle):
        yield Reason("only a vehicle that leaves names the hex it goes to", cite_later("13.2.2.1c"))
    others = [] if row_of(unit).is_vehicle else _others_waiting(position, unit)
    if not set(action.along) <= set(others) or len(set(action.along)) < len(action.along):
        yield Reason(f"only men who wait in its hex may feint with {unit}", cite_later("13.2.2.1b"))
        return
    for name, into in _hexes_assaulted(position.course, action).items():
        hero = position.unit(name)
        if hero.has(HEROIC) and next(_forbids_going_in(position, hero, into), None) is None:
            rule = cite_later("13.2.2.1").together_with(our(155))
            yield Reason(f"{hero} is Heroic and does not feint", rule, (position.place(hero),))


def _hexes_assaulted(course: Progress, action: Feint) -> dict[str, Hex]:
    """The hex that each of the units that feint together was to assault."""
    names = (action.unit, *action.along)
    return {arrow.unit: arrow.into for arrow in course.arrows if arrow.unit in names}


@implements("LHY-13.2.2.1c")
def ways_in_reverse(position: Position, unit: Unit) -> dict[Hex, tuple[Hex, ...]]:
    """The hexes to which a feinting vehicle may reverse, each with its cheapest way."""
    if unit.has(SHOCKED):
        return {}
    mp, _ = allowance(position, unit, REVERSE)
    start = position.place(unit)
    spent = {start: start_cost(unit)}
    ways: dict[Hex, tuple[Hex, ...]] = {start: ()}
    waiting = [start]
    while waiting:
        place = min(waiting, key=lambda at: (spent[at], at))
        waiting.remove(place)
        for near, price in _neighbours(position, unit, place):
            if spent[place] + price <= mp and (near not in spent or spent[place] + price < spent[near]):
                spent[near], ways[near] = spent[place] + price, (*ways[place], near)
                waiting.append(near)
    del ways[start]
    return ways


def _neighbours(position: Position, unit: Unit, place: Hex) -> Iterator[tuple[Hex, Fraction]]:
    unit_there = replace(unit, at=place)
    for near in position.board.grid.neighbours(place):
        step = position.ground.step(position.state, unit, place, "", near)
        if step is not None and next(forbids_entering(position, unit_there, near), None) is None:
            yield near, step.mp


@implements("LHY-13.2.2.1b", "LHY-13.2.2.1c")
def feint(resolution: Resolution, action: Feint) -> None:
    """Men on foot withdraw, or stay on a die not above the best Cohesion among them; vehicles stay or reverse."""
    unit = resolution.state.unit(action.unit)
    assaulted = _hexes_assaulted(resolution.course, action)
    way = ways_in_reverse(resolution.position, unit).get(action.to, ()) if action.to is not None else ()
    resolution.happen(*map(ArrowRemoved, (action.unit, *action.along)))
    for into in dict.fromkeys(assaulted.values()):
        _calm_heroes(resolution, into, unit.side)
    if row_of(unit).is_vehicle:
        _reverse(resolution, unit.id, way)
        return
    best = feint_at_most(resolution.position, action)
    who = ", ".join((action.unit, *action.along))
    what = f"{who} stay{'' if action.along else 's'} out"
    if not action.stay or not resolution.passes(what, D10, at_most=best):
        force_withdrawal(resolution, (action.unit, *action.along), struck=False)


@implements("LHY-14.6.4c")
def _calm_heroes(resolution: Resolution, place: Hex, feinting: str) -> None:
    """Heroes in a hex lose their status once all units that were to assault it have feinted (reading 155)."""
    position = resolution.position
    if position.is_under_assault(place) or position.is_marked_assault(place):
        return
    for unit in position.enemies_at(place, feinting):
        if unit.has(HEROIC):
            resolution.happen(UnitChanged(unit.id, lost=(HEROIC,)))


@implements("LHY-13.2.2.1b", "LHY-16.2b.2", "LHY-16.1.2a.1")
def _reverse(resolution: Resolution, vehicle: str, way: tuple[Hex, ...]) -> None:
    """Move a vehicle back hex by hex, until wire, mines or hidden enemies stop it."""
    for at in way:
        unit = resolution.state.unit(vehicle)
        start = resolution.position.place(unit)
        if not gets_out_of_obstacles(resolution, vehicle, at):
            return
        enter_hex(resolution, vehicle, at)
        resolution.happen(UnitActed(vehicle, ActionKind.MANEUVER, (at,)))
        resolution.happen(CameFrom(vehicle, start, True))
        if resolution.state.unit(vehicle).at != at or enter_obstacles(resolution, (vehicle,)):
            return


def feint_at_most(position: Position, action: Feint) -> int:
    """The highest die on which men who feint stay."""
    return best_cohesion(tuple(map(position.unit, (action.unit, *action.along))))


def enter_factors(position: Position, action: EnterAssault) -> Factors:
    """The dice of a unit on its way into the assault: mortar fire on leaving, wire or river in its hex, mines in the next."""
    arrow, unit = _due_arrow(position, action.unit), position.unit(action.unit)
    dice = [*dice_on_leaving(position, unit), *dice_in_wire(position, unit)]
    if arrow is not None:
        dice += [*dice_out_of_river(position, unit, arrow.into), *dice_on_mines(position, unit, arrow.into)]
    return factors_of(dice)


def enter_for_odds(resolution: Resolution, action: EnterAssault) -> None:
    """For odds: roll the assault that the unit goes into as it stands, as if no unit that has yet to decide went in."""
    arrow = resolution.course.arrow_of(action.unit)
    into = arrow.into if arrow else resolution.state.unit(action.unit).at
    if isinstance(into, Hex):
        resolution.happen(
            *(ArrowRemoved(other.unit) for other in resolution.course.arrows if not other.goes_in)
        )
        _send_in(resolution, into)
        resolve_for_odds(resolution, action.side, into)


def feint_factors(position: Position, action: Feint) -> Factors:
    """The die on which men stay, or the dice on a vehicle's way in reverse."""
    unit = position.unit(action.unit)
    if not row_of(unit).is_vehicle:
        return Factors(f"{feint_at_most(position, action)} or less stays") if action.stay else Factors()
    way = ways_in_reverse(position, unit).get(action.to, ()) if action.to is not None else ()
    dice: list[Reason] = []
    for start, end in pairwise((position.place(unit), *way)):
        unit_there = replace(unit, at=start)
        dice += (*dice_out_of_obstacles(position, unit_there, end), *dice_on_mines(position, unit, end))
    return factors_of(dice)


ENTER = Procedure(
    EnterAssault,
    (DecisionKind.ENTER_OR_FEINT,),
    enter_candidates,
    forbids_entry,
    enter,
    enter_factors,
    enter_for_odds,
    throws_deferred_dice=True,
)


FEINT = Procedure(
    Feint, (DecisionKind.ENTER_OR_FEINT,), feint_candidates, forbids_feint, feint, feint_factors
)
