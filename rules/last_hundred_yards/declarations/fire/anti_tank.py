"""Anti-tank fire: what may be declared, why not, and the modifiers of the shot. Chapter 11.5."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from rules.game.engine.position import memoized
from rules.game.modifiers import Modifiers
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import CLASSES, UnitKind
from rules.last_hundred_yards.declarations.fire.anti_tank_targets import (
    aim_of,
    known_targets,
    stand_in,
    stands_for,
    target_in_words,
)
from rules.last_hundred_yards.questions.activation.pinned import forbids_anti_tank_while_regrouping
from rules.last_hundred_yards.questions.activation.rights import (
    Right,
    lacks_right,
    own_unit,
    ready_units,
    rights,
)
from rules.last_hundred_yards.questions.assault.assaulters import forbids_assaulting, forbids_target
from rules.last_hundred_yards.questions.fire.aiming import (
    FIRING,
    anti_tank_left_out,
    fire_motions,
    firing_hex,
    forbids_aiming,
    forbids_firing,
    forbids_line_of_fire,
    forbids_other_fire,
    forbids_other_shot,
    forbids_same_fire,
    goes_in_with_fire,
    motion_phrase,
    reaches,
    target_hexes,
)
from rules.last_hundred_yards.questions.fire.fronts import enfilade_fire_due, is_rear
from rules.last_hundred_yards.questions.fire.modifiers import (
    HALT_AND_FIRE,
    LEAST,
    MOST_ANTI_TANK,
    Shot,
    anti_tank_modifiers,
    forbids_weak_fire,
    marker_value,
)
from rules.last_hundred_yards.questions.fire.opportunity import (
    forbids_through,
    hexes_just_entered,
    hexes_passed,
    is_rear_in_passing,
)
from rules.last_hundred_yards.questions.fire.targets import armour_of, forbids_target_kind
from rules.last_hundred_yards.questions.movement.points import FORWARD
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward
from rules.last_hundred_yards.questions.terrain.field_of_fire import has_line_of_fire, is_in_front
from rules.last_hundred_yards.questions.terrain.roads import ANTI_TANK_HEXES
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.position import Position, memoized_reasons, row_of
from rules.last_hundred_yards.state.progress import Step


@dataclass(frozen=True, slots=True)
class FireAntiTank:
    """Anti-tank fire at one unit, or split over two (11.5); `motion`, `to` and `mode` as for small arms.

    Concealed targets are named by class and hex, afv@E5, after an inquiry. `through` is the open hex in
    which a vehicle is fired at that drove on out of sight (11.5.4g).
    """

    side: str
    unit: UnitId
    targets: tuple[UnitId, ...]
    motion: str = ""
    to: Hex | None = None
    through: Hex | None = None
    mode: str = FORWARD

    def __str__(self) -> str:
        passing = f" as it passed {self.through}" if self.through else ""
        motion = motion_phrase(self.motion, self.to, self.mode)
        return f"{self.unit} fires anti-tank at {' and '.join(map(target_in_words, self.targets))}{passing}{motion}"


_SPLITTING = frozenset({UnitKind.AFV, UnitKind.FP, UnitKind.GUN})


def anti_tank_fires(position: Position, side: str) -> Iterator[FireAntiTank]:
    """Every anti-tank fire of units with an ATV at hard targets that the side may know of, one or two at a time."""
    if any(anti_tank_left_out(position)):
        return
    units, places = position.state.units, target_hexes(position, side)
    targets = [
        name for name in known_targets(position, side) if name not in units or units[name].at in places
    ]
    passed = [unit for name in targets if (unit := units.get(name)) and hexes_just_entered(position, unit)]
    for unit in ready_units(position, side, FIRING) if targets else ():
        row = row_of(unit)
        if row.atv is None or any(forbids_any_shot(position, unit)):
            continue
        aims: dict[Hex, list[tuple[tuple[str, ...], Hex | None]]] = {}
        for motion, to, mode in fire_motions(position, unit):
            start = firing_hex(position, unit, motion, to)
            if start not in aims:
                aimed = [target for target in targets if _may_aim(position, unit, start, target)]
                target_sets = _one_or_two(position, aimed, splits=row.kind in _SPLITTING)
                aims[start] = [(names, None) for names in target_sets]
                aims[start] += _in_passing(position, unit, start, passed)
            if aims[start] and not forbids_firing(position, unit, motion, to, mode):
                for names, through in aims[start]:
                    fire = FireAntiTank(side, unit.id, names, motion, to, through, mode)
                    if next(_forbids_targets(position, fire, unit), None) is None:
                        yield fire


def _one_or_two(position: Position, names: list[str], *, splits: bool) -> Iterator[tuple[str, ...]]:
    """Each target alone and, for split fire, each pair; both of a pair may be one class that lies concealed in a hex."""
    yield from ((name,) for name in names)
    if splits:
        yield from combinations(names, 2)
        yield from ((name, name) for name in names if stands_for(position, name) > 1)


def _may_aim(position: Position, unit: Unit, start: Hex, name: str) -> bool:
    """Whether a target is within range and LOS; targets named by class and hex are checked later, in full."""
    target = position.state.units.get(name)
    reach = row_of(unit).atv_range_hexes
    return target is None or (
        reaches(position, start, position.place(target), reach)
        and not forbids_aiming(position, unit, start, target, reach, ANTI_TANK_HEXES)
    )


def _in_passing(
    position: Position, unit: Unit, start: Hex, passed: list[Unit]
) -> Iterator[tuple[tuple[str, ...], Hex]]:
    """The vehicles that a unit may fire at as they passed, each with the hex."""
    for target in passed if start in position.board.grid else ():
        for through in hexes_passed(position, unit, start, target):
            yield (target.id,), through


@implements(
    "LHY-11.5.4g", "LHY-11.5.0", "LHY-11.5.3", "LHY-1.7.2", "LHY-11.5.2.2-2019", "LHY-11.5.2.2",
    "LHY-2.2.6.2", "LHY-8.3e", "LHY-4.3.0.6", "LHY-11.5.4c", "LHY-11.1.0.3", "LHY-11.2a", "LHY-4.3.0.5",
    "LHY-11.5.4f",
)  # fmt: skip
def forbids_anti_tank(position: Position, action: FireAntiTank) -> Iterator[Reason]:
    """Why anti-tank fire may not be made."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    yield from anti_tank_left_out(position)
    yield from forbids_firing(position, unit, action.motion, action.to, action.mode)
    yield from forbids_any_shot(position, unit)
    if row_of(unit).atv is None:
        yield Reason(f"{unit} has no ATV", cite("1.7"))
        return
    known_count = sum(stands_for(position, name) for name in set(action.targets))
    if len(action.targets) not in (1, 2) or len(action.targets) > known_count:
        yield Reason("anti-tank fire is at one unit, or split over two", cite_later("11.5.3"))
        return
    if firing_hex(position, unit, action.motion, action.to) not in position.board.grid:
        return  # Why it cannot move there has been said.
    yield from _forbids_targets(position, action, unit)


def forbids_any_shot(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may make no anti-tank fire, at any target and with any movement."""
    yield from forbids_same_fire(position, unit, FireKind.ATDRM)
    yield from forbids_anti_tank_while_regrouping(unit)


def _forbids_targets(position: Position, action: FireAntiTank, unit: Unit) -> Iterator[Reason]:
    """Why a unit that may make this fire may not make it at these targets."""
    due = enfilade_fire_due(position.course)
    if due is not None and action.targets != (due.target,):
        yield forbids_other_fire(due)
    goes_in = goes_in_with_fire(position, unit, action.motion, action.to)
    manner = _manner(position, action, unit)
    places: list[Hex] = []
    for name in dict.fromkeys(action.targets):
        aim = aim_of(position, action.side, name)
        if isinstance(aim, Reason):
            yield aim
            continue
        places.append(aim[0])
        yield from _forbids_shot(position, unit, name, aim, manner, goes_in)
    if len(action.targets) == 2:
        yield from _forbids_split(position, manner, unit, places)
    yield from forbids_other_shot(position, places)
    yield from cannot_go_in(position, unit, action.motion, action.to, places)


class _Manner(NamedTuple):
    """How a unit fires at armour, and from which hex: the same wherever it goes on to."""

    start: Hex
    motion: str
    moves: bool
    both: tuple[str, ...]
    """The two targets of split fire; none of other fire."""
    through: Hex | None


def _manner(position: Position, action: FireAntiTank, unit: Unit) -> _Manner:
    start = firing_hex(position, unit, action.motion, action.to)
    both = action.targets if len(action.targets) > 1 else ()
    return _Manner(start, action.motion, action.to is not None, both, action.through)


@implements(
    "LHY-11.5.4g", "LHY-1.7.2", "LHY-4.3.0.5", "LHY-4.3.0.6", "LHY-11.5.2.2", "LHY-13.3.1b",
)  # fmt: skip
@memoized_reasons
def _forbids_shot(
    position: Position,
    unit: Unit,
    name: str,
    aim: tuple[Hex, frozenset[UnitKind]],
    manner: _Manner,
    goes_in: bool,
) -> Iterator[Reason]:
    """Why a unit may not fire in this manner at one of its targets, in a hex and of one of these kinds."""
    (at, kinds), row = aim, row_of(unit)
    start, target = manner.start, position.state.units.get(name)
    if manner.through is None:
        aimed_at = target or stand_in(position, unit.side, at, kinds)
        yield from forbids_aiming(position, unit, start, aimed_at, row.atv_range_hexes, ANTI_TANK_HEXES)
        yield from _forbids_idle_target(position, unit, name)
        yield from _turns_its_back(position, name, start)
    elif reasons := tuple(forbids_through(position, unit, start, target, manner.through)):
        yield from reasons
        return
    else:
        yield from forbids_line_of_fire(
            position, unit, start, manner.through, row.atv_range_hexes, ANTI_TANK_HEXES
        )
    yield from _wrong_target(position, unit, name, kinds)
    yield from _why_uneven(position, unit, name, manner)
    yield from fires_at_assaulting_vehicles(position, unit, name)
    if not goes_in:
        yield from forbids_fire_within_hex(position, unit, start, at)
    yield from fires_at_nobody_outside(position, unit, start, at)
    yield from forbids_weak_fire(_value(position, unit, name, manner))


@implements("LHY-13.3.1b")
def forbids_fire_within_hex(position: Position, unit: Unit, start: Hex, at: Hex) -> Iterator[Reason]:
    """Why a unit may not fire within its hex: no enemy assaults it or drives through it."""
    paused = position.course.paused
    is_driven_through = paused is not None and paused.path[-1] == at and unit.id not in paused.units
    if at == start and not is_driven_through and not position.is_marked_assault(at):
        yield Reason(f"nobody assaults {at}, where {unit} fires", cite_later("13.3.1"), (at,))


@implements("LHY-13.3.1a")
def fires_at_nobody_outside(position: Position, unit: Unit, start: Hex, at: Hex) -> Iterator[Reason]:
    """Why men with enemy infantry in their assault hex may not fire anti-tank at targets outside it."""
    if at != start and position.is_marked_assault(start) and position.sees_nothing_out(unit):
        words = f"{unit} has enemy infantry in its hex and fires at nobody outside it"
        yield Reason(words, cite_later("13.3.1a"), (start,))


@implements("LHY-11.5.4c", "LHY-11.5.4g")
def _forbids_split(position: Position, manner: _Manner, unit: Unit, places: list[Hex]) -> Iterator[Reason]:
    """Why a unit's fire may not be split over targets in these hexes."""
    if manner.through is not None:
        yield Reason("fire at a vehicle that has passed cannot be split", cite_later("11.5.4g"))
    if row_of(unit).kind not in _SPLITTING:
        yield Reason(f"{unit} cannot split its fire", cite_later("11.5.4c"))
    directions = [set(hexsides_toward(position.board.grid, manner.start, at)) for at in places]
    if directions and not set.intersection(*directions):
        yield Reason("both lines of split fire must leave through the same hexside", cite_later("11.5.4c"))


@implements("LHY-T-VMM", "LHY-13.3.1b")
def cannot_go_in(
    position: Position, unit: Unit, motion: str, to: Hex | None, places: Iterable[Hex]
) -> Iterator[Reason]:
    """Why a vehicle may not assault the hex that it drives into with its fire, or halt there and fire out of it."""
    if to is None or not goes_in_with_fire(position, unit, motion, to):
        return
    yield from lacks_right(position, unit, Right.MANEUVER, "assault")
    yield from forbids_assaulting(position, unit, to, (unit.id,))
    yield from forbids_target(position, (unit,), to)
    if motion == HALT_AND_FIRE and any(at != to for at in places):
        yield Reason(f"{unit} halts among those it assaults and fires at them alone", our(192), (to,))


@implements("LHY-11.5.1d", "LHY-11.5.1d.2")
def _why_uneven(position: Position, unit: Unit, name: str, manner: _Manner) -> Iterator[Reason]:
    """Why one AFV may not be fired at again: fires, and both halves of one, are spread evenly over the AFVs of a hex; in some editions one more may enfilade."""
    target = position.state.units.get(name)
    if target is None or row_of(target).kind is not UnitKind.AFV:
        return
    at = position.place(target)
    other_afvs = [
        enemy for enemy in position.enemies_at(at, unit.side)
        if row_of(enemy).kind is UnitKind.AFV and enemy.id != name and not enemy.has(CONCEALED)
        and not _is_barred(position, unit, enemy, manner)
    ]  # fmt: skip
    on = Counter(fire.target for fire in position.course.fires_at(at))
    on.update(other for other in manner.both if other != name)
    if not other_afvs or on[name] <= min(on[neighbour.id] for neighbour in other_afvs):
        return
    named = enfilade_fire_due(position.course) is not None
    if position.mission.edition.two_may_enfilade_one and (named or is_rear(position, target, manner.start)):
        return
    yield Reason(f"fires at the AFVs of {at} are spread as evenly as possible", cite_later("11.5.1d"), (at,))


@implements("LHY-11.5.1d", "LHY-8.0b", "LHY-13.3.2b", "LHY-11.2a")
def _is_barred(position: Position, unit: Unit, other: Unit, manner: _Manner) -> bool:
    """Whether a unit may not fire at another AFV of its target's hex, so that it need not spread its fire to that one."""
    if any(_forbids_idle_target(position, unit, other.id)) or any(
        fires_at_assaulting_vehicles(position, unit, other.id)
    ):
        return True
    return _value(position, unit, other.id, manner) < LEAST


@implements("LHY-8.0b", "LHY-4.3.0.5")
def _forbids_idle_target(position: Position, unit: Unit, name: str) -> Iterator[Reason]:
    """Why a unit may not be fired at in reaction: it has not just acted itself, though another of its hex has."""
    target = position.state.units.get(name)
    if position.course.step is not Step.REACTION or target is None or not isinstance(target.at, Hex):
        return
    if not position.course.may_be_fired_at(target.id) and any(
        position.course.may_be_fired_at(enemy.id) for enemy in position.enemies_at(target.at, unit.side)
    ):
        yield Reason(f"{target} has not just acted", cite("8.0b"), (target.at,))


@implements("LHY-4.1.14a")
def _turns_its_back(position: Position, name: str, start: Hex) -> Iterator[Reason]:
    """Why a fortified position may not be fired at from a hex: only fire through its frontal hexsides is allowed."""
    target = position.state.units.get(name)
    if target is not None and start in position.board.grid and not is_in_front(position, target, start):
        yield Reason(
            f"{target} may be fired at only from its front", cite("4.1.14a"), (position.place(target),)
        )


@implements("LHY-13.3.1b", "LHY-13.3.2b")
def fires_at_assaulting_vehicles(position: Position, unit: Unit, name: str) -> Iterator[Reason]:
    """Why a unit under assault may not fire anti-tank at other targets while vehicles assault it."""
    place = position.place(unit)
    arrows = position.course.arrows_into(place)
    waiting = [position.unit(arrow.unit) for arrow in arrows if arrow.side != unit.side]
    inside = position.enemies_at(place, unit.side) if position.is_marked_assault(place) else ()
    assaulting = {unit.id for unit in (*waiting, *inside) if row_of(unit).is_vehicle}
    if assaulting and name not in assaulting:
        yield Reason(
            f"{unit} is under assault and fires anti-tank at the assaulting vehicles only",
            cite_later("13.3.2b"),
            (place,),
        )


def anti_tank_value(position: Position, action: FireAntiTank, unit: Unit) -> int:
    """The lowest marker an anti-tank action would leave."""
    return min(_value(position, unit, name, _manner(position, action, unit)) for name in action.targets)


def _value(position: Position, unit: Unit, name: str, manner: _Manner) -> int:
    """The value of the marker that one shot would leave."""
    _, _, modifiers = _shot(position, unit, name, manner)
    return marker_value(modifiers, MOST_ANTI_TANK)


@implements("LHY-1.7.2", "LHY-4.3.0.5", "LHY-2.2.6.2", "LHY-8.3e")
def _wrong_target(position: Position, unit: Unit, name: str, kinds: frozenset[UnitKind]) -> Iterator[Reason]:
    if kinds == {UnitKind.UNKNOWN}:
        yield Reason(
            "anti-tank fire at concealed units names their class: ask first what is there", cite("4.3")
        )
        return
    if not kinds & set(CLASSES):
        yield Reason(f"{name} is not a vehicle, towed gun or FP", cite("1.7"))
    if reason := next(forbids_target_kind(position, unit, kinds), None):
        yield reason
    elif (
        row_of(unit).kind is UnitKind.LATW
        and kinds & {UnitKind.GUN, UnitKind.FP}
        and not rights(position, unit) & Right.FIRE
    ):
        yield Reason("in optional reaction LATWs fire at vehicles only", cite("8.3e"))


def anti_tank_shot(
    position: Position, action: FireAntiTank, unit: Unit, name: str
) -> tuple[Shot, Unit, Modifiers]:
    """One shot of an anti-tank action, its target as the firer knows it, and its modifiers."""
    return _shot(position, unit, name, _manner(position, action, unit))


@implements("LHY-11.5.4f")
@memoized
def _shot(position: Position, unit: Unit, name: str, manner: _Manner) -> tuple[Shot, Unit, Modifiers]:
    start, motion, moves, both, through = manner
    aim = aim_of(position, unit.side, name)
    assert not isinstance(aim, Reason)
    at, kinds = aim
    target = position.state.units.get(name)
    if target is None:
        target, rear = stand_in(position, unit.side, at, kinds), False
    elif through is None:
        rear = is_rear(position, target, start)
    else:
        at, rear = through, is_rear_in_passing(position, target, through, start)
    here = position.place(unit)
    unseen = motion == HALT_AND_FIRE and not has_line_of_fire(position, unit, here, through or target)
    shot = Shot(unit, at, start, motion, moves, bool(both), rear, unseen)
    return shot, target, anti_tank_modifiers(position, shot, target)


def best_hex_passed(position: Position, unit: Unit, target: Unit) -> Hex | None:
    """The hex in which fire at a vehicle that passed out of sight does most harm; None if there is none."""

    def over_armour(through: Hex) -> int:
        action = FireAntiTank(unit.side, unit.id, (target.id,), through=through)
        shot, known, modifiers = anti_tank_shot(position, action, unit, target.id)
        return marker_value(modifiers, MOST_ANTI_TANK) - (armour_of(position, known, rear=shot.rear) or 0)

    return max(hexes_passed(position, unit, position.place(unit), target), key=over_armour, default=None)
