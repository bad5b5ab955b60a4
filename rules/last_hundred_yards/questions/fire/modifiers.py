"""The modifiers of small arms and anti-tank fire, each with its sign and rule. Chapters 11.3.3 and 11.5.4."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from rules.game.citation import Citation
from rules.game.engine.position import memoized
from rules.game.modifiers import Modifier, Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite, cite_later, figure_citation, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.fire.ranges import range_drm
from rules.last_hundred_yards.questions.fire.targets import have_just_acted
from rules.last_hundred_yards.questions.terrain.cover import (
    NO_COVER,
    is_open,
    over_walls,
    stand_in_the_road,
    terrain_modifier,
)
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road, on_one_urban_road
from rules.last_hundred_yards.state.darkness import light_on
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.position import Position, atv_of, is_moving, row_of
from rules.last_hundred_yards.state.progress import Step


@implements("LHY-11.3.3b", "LHY-11.4.8d")
def suppression(position: Position, firer: Unit, *, armour_only: bool = False) -> int:
    """How much a firer is suppressed: 1 for every two fire markers that can affect it, rounded up."""
    row = row_of(firer)
    if row.kind is UnitKind.FP and not position.mission.edition.fp_suppressed:
        return 0
    kinds = {FireKind.ATDRM} if armour_only else _SUPPRESSING.get(row.kind, _SOFT)
    count = 0
    for fire in position.course.fires_at(position.place(firer)):
        if fire.kind is FireKind.ATDRM:
            count += fire.target == firer.id and fire.kind in kinds
        elif fire.kind is FireKind.SADRM:
            count += fire.against == firer.side and fire.kind in kinds
        else:
            count += not fire.primary and fire.kind in kinds
    return -(-count // 2)


_SOFT = frozenset({FireKind.SADRM, FireKind.MDRM})
_SUPPRESSING: Mapping[UnitKind, frozenset[FireKind]] = MappingProxyType(
    {
        UnitKind.AFV: frozenset({FireKind.ATDRM}),
        UnitKind.HALFTRACK: _SOFT | {FireKind.ATDRM},
        UnitKind.GUN: _SOFT | {FireKind.ATDRM},
        UnitKind.FP: frozenset(),
    }
)


LEAST, MOST_SMALL_ARMS, MOST_MORTAR, MOST_ANTI_TANK = -4, 3, 3, 8
DENSE_STEPS = 4
PROXIMITY_HEXES = 2
SPLIT = -2
SHOOT_AND_SCOOT, HALT_AND_FIRE = "shoot_and_scoot", "halt_and_fire"


@dataclass(frozen=True, slots=True)
class Shot:
    """One attack as declared: the firer, its hex and target hex, how it moves, and whether it splits its fire."""

    firer: Unit
    at: Hex
    from_hex: Hex
    """The hex it fires from, after moving there if it does."""
    motion: str = ""
    moves: bool = False
    """Whether it moves a hex with its fire."""
    split: bool = False
    rear: bool = False
    unseen_at_start: bool = False


@implements("LHY-11.3.3a", "LHY-11.5.4a", "LHY-1.8.0", "LHY-1.8.1.1", "LHY-1.8.1.2", "LHY-T-RANGE.1")
def range_modifier(position: Position, away: int, range_hexes: int, underscored: bool) -> int:
    """The DRM for distance by the bands of the house values; none if the range is underscored."""
    if underscored:
        return 0
    return range_drm(away, range_hexes, position.mission.house) or 0


@implements("LHY-11.3.3k", "LHY-11.4.6b")
@memoized
def density(
    position: Position, place: Hex, side: str, *, with_loads: bool, odd_step_counts: bool = True
) -> int:
    """The DRM for a dense target: +1 for every two steps above four in a hex, squads 2, sections, MGs, guns and FPs 1 each.

    Leaders and LATWs are no combat units and have no steps. Concealed and hidden units are not counted, units aboard only
    `with_loads`.
    """
    steps = sum(
        row_of(unit).steps
        for unit in position.friends_at(place, side)
        if row_of(unit).is_combat and not row_of(unit).is_vehicle
        and not unit.has(CONCEALED) and not unit.has(HIDDEN)
        and (with_loads or not position.course.is_aboard(unit.id))
    )  # fmt: skip
    return max(0, (steps - DENSE_STEPS + odd_step_counts) // 2)


@implements(
    "LHY-11.3.3.0", "LHY-1.5.1", "LHY-11.3.3c", "LHY-11.3.3c-2019", "LHY-11.3.3d-2019", "LHY-11.3.3e",
    "LHY-11.3.3f", "LHY-11.3.3g", "LHY-11.3.3h", "LHY-11.3.3i", "LHY-11.3.3j", "LHY-11.3.3k", "LHY-11.3.3l",
    "LHY-11.3.3m", "LHY-11.3d", "LHY-4.2.4.3", "LHY-8.1.3", "LHY-11.3.3k.bt", "LHY-13.3.1a", "LHY-11.3.3n",
    "LHY-11.3.3o",
)  # fmt: skip
def small_arms_modifiers(position: Position, shot: Shot) -> Modifiers:
    """All modifiers of small arms fire at a hex, the SAV first."""
    return Modifiers(tuple(_small_arms(position, shot)))


def _small_arms(position: Position, shot: Shot) -> Iterator[Modifier]:
    start = shot.from_hex
    yield from _firer_modifiers(position, shot.firer, start, shot.at)
    if shot.split:
        yield modifier(SPLIT, "split fire", cite_later("11.3.3d"))
    if shot.rear:
        yield modifier(1, "enfilade", cite_later("11.3.3e"))
    if shot.firer.has(REGROUPING):
        yield modifier(-1, "firer regrouping", cite_later("11.3.3f"))
    yield from _motion_fire(shot, "11.3.3g")
    if shot.unseen_at_start and position.mission.edition.obscure_target:
        yield modifier(-1, "target not seen at the start", cite_later("11.3.3h"))
    explosive = row_of(shot.firer).has_high_explosive
    yield from _target_modifiers(position, shot.firer.side, start, shot.at, explosive)


@memoized
def _firer_modifiers(position: Position, firer: Unit, start: Hex, at: Hex) -> tuple[Modifier, ...]:
    """The modifiers of small arms fire that depend on the firer and its hex, but not on its motion."""
    return tuple(_each_of_firer(position, firer, start, at))


def _each_of_firer(position: Position, firer: Unit, start: Hex, at: Hex) -> Iterator[Modifier]:
    row, away = row_of(firer), position.distance(start, at)
    yield modifier(row.sav or 0, f"SAV of {firer}", cite("1.5"))
    yield from _unless_zero(
        range_modifier(position, away, row.sav_range_hexes, row.sav_underscored),
        f"range {away} of {row.sav_range_hexes}",
        our(57),
    )
    yield from _unless_zero(-suppression(position, firer), "suppressed", cite_later("11.3.3b"))
    if _is_near_reaction(position, firer, start, at):
        yield modifier(1, "target maneuvered within two hexes", cite_later("11.3.3c"))


@memoized
def _target_modifiers(
    position: Position, side: str, start: Hex, at: Hex, explosive: bool
) -> tuple[Modifier, ...]:
    """The modifiers of a side's small arms fire that depend on the line and the target hex, whichever of its units fires."""
    return tuple(_each_of_target(position, side, start, at, explosive))


def _each_of_target(
    position: Position, side: str, start: Hex, at: Hex, explosive: bool
) -> Iterator[Modifier]:
    target = _target(position, at, side)
    yield from _hindrance(position, start, at, "11.3.3j")
    yield from target.known
    if target.hides_behind_armour and not _comes_over_a_wall(position, at, start):
        yield modifier(-1, "target beside its own armour in the open", cite_later("11.3.3l"))
    yield from target.night
    if target.rides:
        return
    if explosive and target.is_dug_in:
        yield from _unless_zero(
            position.mission.house.high_explosive_drm, "high explosive", figure_citation("high_explosive_drm")
        )
    cover = terrain_modifier(position, at, position.mission.enemy(side), mortar=False, from_hex=start)
    if cover.reason.cite != NO_COVER:
        yield cover


@implements(
    "LHY-1.7.1", "LHY-4.1.13.4", "LHY-4.0b.later", "LHY-11.5a", "LHY-11.5b", "LHY-11.5.4b", "LHY-11.5.4c",
    "LHY-11.5.4d", "LHY-11.5.4e", "LHY-11.5.4f", "LHY-11.5.4h", "LHY-11.5.4i", "LHY-11.5.4j", "LHY-11.5.4k",
    "LHY-11.5.4l", "LHY-11.5.4g", "LHY-4.0b.2a",
)  # fmt: skip
def anti_tank_modifiers(position: Position, shot: Shot, target: Unit) -> Modifiers:
    """All modifiers of anti-tank fire at one unit, the ATV first."""
    return Modifiers(tuple(_anti_tank(position, shot, target)))


def _anti_tank(position: Position, shot: Shot, target: Unit) -> Iterator[Modifier]:
    firer, row, aim = shot.firer, row_of(shot.firer), row_of(target)
    start = shot.from_hex
    away = position.distance(start, shot.at)
    value = atv_of(firer) or 0
    is_soft = aim.kind in (UnitKind.GUN, UnitKind.FP)
    yield modifier(
        min(value, 1) if is_soft else value,
        f"ATV of {firer}",
        cite_later("11.5b") if is_soft and value > 1 else cite("1.7"),
    )
    yield from _unless_zero(
        range_modifier(position, away, row.atv_range_hexes, False),
        f"range {away} of {row.atv_range_hexes}",
        our(57),
    )
    yield from _unless_zero(
        -suppression(position, firer, armour_only=row.kind is UnitKind.FP),
        "suppressed",
        cite_later("11.5.4b"),
    )
    if shot.split:
        yield modifier(
            position.mission.house.split_anti_tank_drm, "split fire", figure_citation("split_anti_tank_drm")
        )
    yield from _motion_fire(shot, "11.5.4d")
    if is_moving(target):
        yield modifier(-1, "target in motion", cite_later("11.5.4e"))
    if row.kind is not UnitKind.LATW and position.mission.edition.obscure_target:
        yield from _unseen_before(position, shot, target)
    if target.has(CONCEALED):
        yield modifier(-1, "target concealed", cite_later("11.5.4h"))
    aimed_at = target if target.at == shot.at else shot.at
    yield from _hindrance(position, start, aimed_at, "11.5.4i")
    in_the_road = is_urban_road(position.board, shot.at)
    if aim.is_vehicle and _is_hull_down(position, shot.at, start):
        yield modifier(-1, "hull-down", our(133) if in_the_road else cite_later("11.5.4j"))
    if aim.kind is UnitKind.GUN and _is_dug_in(position, shot.at, in_the_road):
        yield modifier(-2, "gun under cover", cite_later("11.5.4k"))
    if (
        row.kind is UnitKind.GUN
        and _is_just_revealed(position, firer)
        and position.mission.edition.hidden_gun_bonus
    ):
        yield modifier(1, "hidden gun", cite_later("11.5.4l"))


@implements("LHY-11.5.4f", "LHY-11.3.3h", "LHY-8.1.3")
def _unseen_before(position: Position, shot: Shot, target: Unit) -> Iterator[Modifier]:
    """The -1 for Halt & Fire at a target not seen at the start, and for the fire back at that vehicle (reading 174)."""
    rule = cite_later("11.5.4f")
    if shot.unseen_at_start:
        yield modifier(-1, "target not seen at the start", rule)
    if position.course.step is not Step.REACTION:
        return
    names = (target.id, f"{CONCEALED}@{shot.at}") if target.has(CONCEALED) else (target.id,)
    here = position.place(shot.firer)
    if any(fire.unseen and fire.firer in names for fire in position.course.fires_at(here)):
        yield modifier(-1, "target halted to fire at those it had not seen", rule.together_with(our(174)))


def _is_just_revealed(position: Position, gun: Unit) -> bool:
    """Whether a gun is hidden until this shot, or was revealed by the call that it answers, or as enemies came upon it before."""
    course = position.course
    just_out = gun.id in course.revealed or gun.id in course.come_upon
    return gun.has(HIDDEN) or (course.step is Step.REACTION and just_out)


class _Target(NamedTuple):
    """What a target hex contributes to small arms fire of a side, whichever unit fires and from wherever."""

    known: tuple[Modifier, ...]
    """Modifiers for concealed and dense targets, and for targets gone to ground."""
    night: tuple[Modifier, ...]
    hides_behind_armour: bool
    rides: bool
    """Whether any of the targets rides on an AFV, where it has no cover."""
    is_dug_in: bool


@memoized
def _target(position: Position, at: Hex, side: str) -> _Target:
    in_the_road = stand_in_the_road(position, at, position.mission.enemy(side))
    is_night = light_on(position.state, at) is Light.NIGHT
    night_drm = position.mission.house.night_drm if is_night else 0
    return _Target(
        tuple(_each_known(position, at, side)),
        tuple(_unless_zero(night_drm, "night", figure_citation("night_drm"))),
        _hides_behind_armour(position, at, side),
        any(position.rides(unit) for unit in _soft_targets(position, at, side)),
        _is_dug_in(position, at, in_the_road),
    )


def _each_known(position: Position, at: Hex, side: str) -> Iterator[Modifier]:
    targets = _soft_targets(position, at, side)
    combat = [unit for unit in targets if row_of(unit).is_combat]
    if combat and all(unit.has(CONCEALED) for unit in combat):
        yield modifier(-1, "target concealed", cite_later("11.3.3i"))
    odd = position.mission.edition.dense_odd_step_counts
    steps = density(position, at, position.mission.enemy(side), with_loads=True, odd_step_counts=odd)
    yield from _unless_zero(steps, "dense target", cite_later("11.3.3k"))
    if targets and all(unit.has(DISRUPTED) for unit in targets):
        yield modifier(-1, "target gone to ground", cite_later("11.3.3m"))


@memoized
def _soft_targets(position: Position, at: Hex, side: str) -> tuple[Unit, ...]:
    return tuple(unit for unit in position.enemies_at(at, side) if not row_of(unit).is_vehicle)


def _is_near_reaction(position: Position, firer: Unit, start: Hex, at: Hex) -> bool:
    row = row_of(firer)
    if position.course.step is not Step.REACTION or position.distance(start, at) > PROXIMITY_HEXES:
        return False
    if position.is_marked_assault(start):
        return False
    if not (row.is_infantry or row.kind in (UnitKind.MG, UnitKind.FP)):
        return False
    return have_just_acted(position, at, firer.side, maneuvered=True)


def _motion_fire(shot: Shot, section: str) -> Iterator[Modifier]:
    if shot.motion:
        yield modifier(
            -2 if shot.moves else -1,
            f"{shot.motion.replace('_', ' ')}{', moving a hex' if shot.moves else ''}",
            cite_later(section),
        )


def _hindrance(position: Position, start: Hex, target: Unit | Hex, section: str) -> Iterator[Modifier]:
    """The modifier for smoke, mortar fire and vehicles on the line; a vehicle does not hinder the line to itself."""
    yield from _unless_zero(-position.sight(start, target).hindrance, "hindered", cite_later(section))


def _hides_behind_armour(position: Position, place: Hex, side: str) -> bool:
    """Whether men are in an open hex with their own armour; a hex with a tree line is not open."""
    if not is_open(position, place):
        return False
    enemies = position.enemies_at(place, side)
    on_foot = [unit for unit in enemies if row_of(unit).is_foot and not position.course.is_aboard(unit.id)]
    return bool(on_foot) and any(row_of(unit).is_tracked for unit in enemies)


def _is_hull_down(position: Position, place: Hex, start: Hex) -> bool:
    board = position.board
    if on_one_urban_road(board, place, start):
        return False
    if board.ground(place).buildings:
        return True
    return board.level(place) > board.level(start) or _comes_over_a_wall(position, place, start)


def _comes_over_a_wall(position: Position, place: Hex, start: Hex) -> bool:
    return any(True for _ in over_walls(position, place, start))


@implements("LHY-4.1.9c.1", "LHY-11.3.3o", "LHY-11.5.4k")
def _is_dug_in(position: Position, place: Hex, in_the_road: bool) -> bool:
    """Whether an IP or buildings cover the target; buildings do not cover units in the road (reading 189)."""
    if position.is_marked("improved_position", place):
        return True
    return bool(position.board.ground(place).buildings) and not in_the_road


def _unless_zero(value: int, words: str, citation: Citation) -> Iterator[Modifier]:
    if value:
        yield modifier(value, words, citation)


@implements("LHY-0.6", "LHY-11.2b.1", "LHY-11.2b.3")
def marker_value(modifiers: Iterable[Modifier], most: int) -> int:
    """The value of a fire marker: the sum of the modifiers, at most the cap of its colour."""
    return min(most, sum([modifier.value for modifier in modifiers]))


@implements("LHY-11.2a")
def forbids_weak_fire(value: int) -> Iterator[Reason]:
    """Why fire that would leave a marker of this value may not be made."""
    if value < LEAST:
        yield Reason(f"fire worth less than {LEAST} may not be made", cite_later("11.2a"))
