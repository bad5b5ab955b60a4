"""Declaring assaults: from a hex next to the enemy, from a distance under an arrow, or combined. Chapter 13.1 and 13.2."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HEROIC, IN_MOTION, STOPPED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.declarations.assault.resolution import (
    ResolveAssault,
    resolve_factors,
    resolve_for_odds,
)
from rules.last_hundred_yards.effects.leaving import enter_hex, enter_obstacles
from rules.last_hundred_yards.effects.leaving_factors import (
    dice_on_leaving,
    dice_on_mines,
    dice_on_the_way,
    factors_of,
)
from rules.last_hundred_yards.effects.maneuver_steps import (
    end_maneuver,
    go_in,
    leave_hex_together,
    set_out_together,
    wait_to_assault,
)
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import (
    Right,
    groups,
    lacks_right,
    own_units,
    ready_units,
)
from rules.last_hundred_yards.questions.activation.taking_part import too_many_ad_hoc
from rules.last_hundred_yards.questions.assault.assaulters import (
    NEVER_ASSAULT,
    forbids_assaulting,
    forbids_target,
    needs_company,
    units_with_company,
)
from rules.last_hundred_yards.questions.fire.aiming import known_enemy_hexes
from rules.last_hundred_yards.questions.movement.barred_ways import forbids_step
from rules.last_hundred_yards.questions.movement.entering import forbids_entering
from rules.last_hundred_yards.questions.movement.points import (
    FORWARD,
    REVERSE,
    allowance,
    can_pay,
    goes_in_the_dark,
    mp_left,
    next_step,
)
from rules.last_hundred_yards.questions.movement.vehicle_stacks import maneuvering_in_words
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, ArrowRemoved, AssaultEntered
from rules.last_hundred_yards.state.events.maneuver_events import CameFrom, HeroMadeFor, UnitActed
from rules.last_hundred_yards.state.events.unit_events import UnitChanged, UnitMoved
from rules.last_hundred_yards.state.markers import Arrow
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import MANEUVERS, ActionKind, Moving


@dataclass(frozen=True, slots=True)
class Assault:
    """Assault a hex: at once from next to it, else wait there under an arrow (13.2).

    A Combined Force goes straight in from two hexes, `by` the hex between (13.2.3).
    """

    side: str
    units: tuple[UnitId, ...]
    into: Hex
    by: Hex | None = None

    def __str__(self) -> str:
        return f"{', '.join(self.units)} assault {self.into}{f' by way of {self.by}' if self.by else ''}"


FOOT_REACH, FARTHER_REACH = 2, 3


def candidates(position: Position, side: str) -> Iterator[Assault]:
    """Assaults by units of one hex, alone and together, on every enemy hex next to them; AFVs with infantry from two hexes."""
    moving = position.course.moving
    if moving is not None:
        if moving.mode == FORWARD:
            place = position.place(position.unit(moving.units[0]))
            for near in position.board.grid.neighbours(place):
                if position.enemies_at(near, side):
                    yield Assault(side, moving.units, near)
        return
    held = frozenset(known_enemy_hexes(position, side))
    by_hex: dict[Hex, list[Unit]] = {}
    for unit in ready_units(position, side, Right.MANEUVER):
        row = row_of(unit)
        if row.kind not in NEVER_ASSAULT and not row.is_dummy and not position.course.is_aboard(unit.id):
            by_hex.setdefault(position.place(unit), []).append(unit)
    farthest = FOOT_REACH if position.mission.edition.combined_assault else 1
    for place, units in by_hex.items():
        targets = [at for at in position.board.grid.within(place, farthest) if at in held]
        for group in groups(units) if targets else ():
            rows, names = [row_of(unit) for unit in group], tuple(unit.id for unit in group)
            for at in targets:
                if position.distance(place, at) == 1:
                    yield Assault(side, names, at)
                elif _is_combined(rows):
                    yield from (Assault(side, names, at, by) for by in _ways_in(position, group, at))


def _is_combined(rows: list[LhyUnitType]) -> bool:
    """Whether units are a combined force: infantry and AFVs."""
    return any(row.is_infantry for row in rows) and any(row.kind is UnitKind.AFV for row in rows)


@implements(
    "LHY-13.1.0", "LHY-13.2.1.1", "LHY-13.2.2.0c", "LHY-13.2.3-2019", "LHY-13.3.0", "LHY-10.0b",
    "LHY-13.2.4", "LHY-10.4.5c.1", "LHY-10.4.4.1", "LHY-T-VMM",
)  # fmt: skip
def forbids(position: Position, action: Assault) -> Iterator[Reason]:
    """Why units may not assault a hex."""
    moving = position.course.moving
    units = own_units(position, action.side, action.units)
    if isinstance(units, Reason):
        yield units
        return
    for unit in units:
        if moving is None:
            yield from lacks_right(position, unit, Right.MANEUVER, "assault")
        yield from forbids_assaulting(position, unit, action.into, action.units, later=moving is not None)
    if moving is None:
        yield from too_many_ad_hoc(position, units)
    if len({unit.at for unit in units}) != 1 or len({*action.units}) < len(units):
        yield Reason("units of one hex assault together, each named once", cite_later("13.2"))
        return
    if moving is not None and (moving.units != action.units or moving.mode != FORWARD):
        yield _other_maneuver(moving, action)
        return
    if moving is not None and moving.bypassed:
        yield Reason("no assault and bypass in the same maneuver", cite_later("10.4.5"))
    if moving is not None and position.enemies_at(position.place(units[0]), action.side):
        yield Reason("an overrun does not end in the overrun hex, to wait there", cite("10.4.5c"))
    yield from forbids_target(position, units, action.into)
    if sum(row_of(unit).kind is UnitKind.AFV for unit in units) > 1:
        yield Reason("one AFV takes part in an assault", cite_later("13.1f"))
    yield from _forbids_way_in(position, units, action)


@implements("LHY-13.2.1.1", "LHY-13.2.2.0c", "LHY-13.2.3-2019", "LHY-10.0b")
def _forbids_way_in(position: Position, units: list[Unit], action: Assault) -> Iterator[Reason]:
    """Why units cannot get in: from too far off, through a hex that is not on their way, or with too few MP."""
    moving, is_on_map = position.course.moving, action.into in position.board.grid
    away = position.distance(position.place(units[0]), action.into) if is_on_map else 99
    from_afar = away > 1 and moving is None and _is_combined([row_of(unit) for unit in units])
    if action.by is not None and not from_afar:
        yield Reason("only a Combined Force from two hexes names a hex on the way", cite_later("13.2.3"))
    if from_afar:
        yield from _cannot_combine(position, units, action, away)
    elif away != 1:
        yield Reason(f"{action.into} is not adjacent", cite_later("13.2.1"), (action.into,))
    else:
        if moving is not None:
            yield from _too_far(position, units[0], action.into)
        for unit in units:
            yield from forbids_step(position, unit, FORWARD, action.into)


@implements("LHY-10.4.4.1", "LHY-10.3.1a")
def _other_maneuver(moving: Moving, action: Assault) -> Reason:
    """Why the maneuver under way cannot end in this assault: other units make it, it is in reverse, or it is a withdrawal."""
    if moving.units != action.units:
        return Reason(maneuvering_in_words(moving.units), cite_later("13.2"))
    if moving.mode == REVERSE:
        rule = cite("10.4.4").together_with(cite_later("13.2"))
        return Reason(f"{action.units[0]} does not assault in reverse", rule)
    return Reason("units that withdraw do not assault", cite("10.3.1a"))


@implements("LHY-13.2.3-2019")
def _cannot_combine(position: Position, units: list[Unit], action: Assault, away: int) -> Iterator[Reason]:
    """Why a Combined Force cannot go in like this from a distance."""
    rule = cite_later("13.2.3")
    if not position.mission.edition.combined_assault:
        yield Reason("this edition has no Combined Force Assault", rule)
    if away > FOOT_REACH:
        yield Reason(f"a Combined Force Assault starts within {FOOT_REACH} hexes", rule)
        return
    ways = _ways_in(position, units, action.into)
    if not ways:
        yield Reason("no hex on the way lets all of them through", rule)
    elif action.by not in ways:
        named = " or ".join(map(str, ways))
        yield Reason(f"a Combined Force Assault names the hex by which it goes in: {named}", rule, ways)


@implements("LHY-13.2.3-2019", "LHY-10.0a", "LHY-11.4.8c")
def _ways_in(position: Position, units: Sequence[Unit], into: Hex) -> tuple[Hex, ...]:
    """The hexes in between through which all of a Combined Force may go in, each unit with MP for both hexes (reading 182)."""
    place = position.place(units[0])
    return tuple([
        near for near in position.board.grid.neighbours(place)
        if position.distance(near, into) == 1
        and all(_gets_through(position, unit, near, into) for unit in units)
    ])  # fmt: skip


def _gets_through(position: Position, unit: Unit, by: Hex, into: Hex) -> bool:
    """Whether nothing that its side knows keeps a unit from entering two hexes, one after the other."""
    if next(forbids_entering(position, unit, by), None) is not None:
        return False
    first = next_step(position, unit, by)
    if first is None or not can_pay(position, unit, FORWARD, by, first):
        return False
    second = position.ground.step(position.state, replace(unit, at=by), by, first.way, into)
    if second is None:
        return False
    _, least = allowance(position, unit, FORWARD)
    if least and goes_in_the_dark(position, unit, by):
        return least >= FOOT_REACH
    return least >= FOOT_REACH or first.mp + second.mp <= mp_left(position, unit, FORWARD, by)


@implements("LHY-13.2.2.0a", "LHY-14.6.2.2")
def _too_far(position: Position, unit: Unit, into: Hex) -> Iterator[Reason]:
    """Why an assault from a distance starts too far off: within two hexes (vehicles and heroes three), each hex nearer."""
    moving = position.course.moving
    assert moving is not None
    reach = FARTHER_REACH if row_of(unit).is_vehicle or unit.has(HEROIC) else FOOT_REACH
    way = moving.path if moving.start is None else (moving.start, *moving.path)
    ranges = [position.distance(at, into) for at in way]
    if len(moving.path) >= reach or any(after >= before for before, after in pairwise(ranges)):
        yield Reason(
            f"an assault starts within {reach} hexes and comes nearer with each",
            cite_later("13.2.2"),
            (into,),
        )


@implements(
    "LHY-13.2.2.0b", "LHY-13.2.1.1", "LHY-13.2.2.0a", "LHY-13.2.2.0c", "LHY-10.4.1a.1", "LHY-13.2.3-2019",
    "LHY-14.6.2.1c",
)  # fmt: skip
def assault(resolution: Resolution, action: Assault) -> None:
    """Units next to the hex go in; after a maneuver they wait under an arrow. A hero among them makes for this hex."""
    for name in action.units:
        if resolution.state.unit(name).has(HEROIC):
            resolution.happen(HeroMadeFor(name, (action.into,)))
    moving = resolution.course.moving
    if moving is not None:
        end_maneuver(resolution)
        arrows = (Arrow(unit, action.side, action.into, moving.way) for unit in action.units)
        resolution.happen(*map(ArrowPlaced, arrows))
        return
    left = tuple(unit.id for unit in set_out_together(resolution, action.units, action.by or action.into))
    if action.by is not None:
        left = _pass_through(resolution, action.side, left, action.by, action.into)
    go_in(resolution, units_with_company(resolution.position, left, action.into), action.into)


@implements("LHY-13.2.3-2019", "LHY-16.1.1.1", "LHY-16.2a", "LHY-17.9.2b.1", "LHY-17.9.2b.2", "LHY-11.4.8e")
def _pass_through(
    resolution: Resolution, side: str, names: tuple[str, ...], by: Hex, into: Hex
) -> tuple[str, ...]:
    """The units of a Combined Force that get through the hex on the way, unharmed by mortar fire on it.

    Mines, wire and hidden enemies there stop the whole force (reading 182); without its tank, or without its men, the others
    wait there to assault (reading 193).
    """
    hidden = resolution.position.hidden_at(by, side)
    for name in names:
        start = resolution.position.place(resolution.state.unit(name))
        enter_hex(resolution, name, by)
        if row_of(resolution.state.unit(name)).is_vehicle:
            resolution.happen(CameFrom(name, start, False))
        if resolution.state.unit(name).at != by:
            _wait_to_assault(resolution, names, by)
            return ()
    if not names or enter_obstacles(resolution, names) or hidden:
        return ()
    going_on = names
    if _are_combined(resolution, names):
        together = leave_hex_together(resolution, tuple(map(resolution.state.unit, names)))
        going_on = tuple(unit.id for unit in together)
    if not _are_combined(resolution, going_on):
        _wait_to_assault(resolution, going_on, into)
        return ()
    resolution.happen(*(UnitActed(name, ActionKind.MANEUVER, (into,)) for name in going_on))
    return going_on


def _are_combined(resolution: Resolution, names: Iterable[str]) -> bool:
    return _is_combined([row_of(resolution.state.unit(name)) for name in names])


@implements("LHY-13.2.3-2019", "LHY-13.2.2.0c", "LHY-17.9.2b.2", "LHY-13.1c.1")
def _wait_to_assault(resolution: Resolution, names: tuple[str, ...], into: Hex) -> None:
    """Units that go no farther wait next to the enemy to assault, if they are able to; those that need company come last."""
    for unit in sorted(map(resolution.state.unit, names), key=needs_company):
        wait_to_assault(resolution, unit, into)


def assault_factors(position: Position, action: Assault) -> Factors:
    """The dice on leaving hexes for the assault, the mines that units meet, and the factors of the assault as it stands."""
    units = [position.unit(name) for name in action.units]
    dice = [] if position.course.moving else [*dice_on_the_way(position, units, action.by or action.into)]
    for unit in units:
        if action.by is not None:
            dice += dice_on_leaving(position, replace(unit, at=action.by))
        dice += dice_on_mines(position, unit, action.into)
    on_the_way = factors_of(dice)
    resolved = resolve_factors(_as_if_in(position, action), ResolveAssault(action.side, action.into))
    summary = "; ".join(filter(None, (on_the_way.summary, f"the assault: {resolved.summary}")))
    return Factors(summary, (*on_the_way.reasons, *resolved.reasons))


def _as_if_in(position: Position, action: Assault) -> Position:
    """The position as if all assaulting units were in the hex already."""
    state = position.state
    for name in action.units:
        start = action.by or position.place(position.unit(name))
        state = UnitMoved(name, start, action.into).on(state)
        if row_of(state.unit(name)).is_vehicle:
            state = UnitChanged(name, gained=(IN_MOTION,), lost=(STOPPED,)).on(state)
        state = AssaultEntered(name, action.side, action.into, start).on(state)
    return Position(state, position.ground, position.game)


def assault_for_odds(resolution: Resolution, action: Assault) -> None:
    """For odds: roll the assault as it stands; units that wait under an arrow go in first."""
    arrows = resolution.course.arrows_into(action.into)
    waiting = [arrow.unit for arrow in arrows if arrow.unit in action.units]
    resolution.happen(*map(ArrowRemoved, waiting))
    go_in(resolution, waiting, action.into)
    resolve_for_odds(resolution, action.side, action.into)


ASSAULT = Procedure(Assault, MANEUVERS, candidates, forbids, assault, assault_factors, assault_for_odds)
