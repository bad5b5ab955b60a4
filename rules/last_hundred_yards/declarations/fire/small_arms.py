"""Small arms fire: its targets, and the markers that it leaves. Chapter 11.3."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from rules.game.engine.position import memoized
from rules.game.engine.procedure import Factors
from rules.game.modifiers import Modifiers
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.fire.fire_effects_on_firer import (
    complete_fire,
    concealed_target_notes,
    move_first,
    record_right_to_fire,
    roll_for_last_markers,
    with_dice_of_motion,
)
from rules.last_hundred_yards.effects.concealment import put_acting_unit_on_map
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import own_unit, ready_units
from rules.last_hundred_yards.questions.fire.aiming import (
    FIRING,
    fire_motions,
    firing_hex,
    forbids_aiming,
    forbids_firing,
    forbids_other_fire,
    forbids_other_shot,
    forbids_same_fire,
    goes_in_with_fire,
    motion_phrase,
    reaches,
    target_hexes,
)
from rules.last_hundred_yards.questions.fire.fronts import are_beside, enfilade_fire_due, is_rear_of_hex
from rules.last_hundred_yards.questions.fire.modifiers import (
    HALT_AND_FIRE,
    LEAST,
    MOST_SMALL_ARMS,
    Shot,
    forbids_weak_fire,
    marker_value,
    small_arms_modifiers,
)
from rules.last_hundred_yards.questions.fire.targets import fires_small_arms_at, have_just_acted, soft_targets
from rules.last_hundred_yards.questions.movement.points import FORWARD
from rules.last_hundred_yards.questions.terrain.directions import hexsides_toward
from rules.last_hundred_yards.questions.terrain.field_of_fire import has_line_of_fire
from rules.last_hundred_yards.questions.terrain.roads import SMALL_ARMS_HEXES, on_one_urban_road
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import Position, is_unknown, memoized_reasons, row_of
from rules.last_hundred_yards.state.progress import Step


@dataclass(frozen=True, slots=True)
class FireSmallArms:
    """Small arms fire at a hex, or split over two (11.3).

    A vehicle may first go into motion or halt: `motion` is shoot_and_scoot or halt_and_fire, and `to`
    the adjacent hex it then, or before, moves to, its `mode` forward or reverse (10.4.2, 10.4.3).
    """

    side: str
    unit: UnitId
    at: tuple[Hex, ...]
    motion: str = ""
    to: Hex | None = None
    mode: str = FORWARD

    def __str__(self) -> str:
        return f"{self.unit} fires small arms at {' and '.join(map(str, self.at))}{motion_phrase(self.motion, self.to, self.mode)}"


@memoized
def small_arms_fires(position: Position, side: str) -> tuple[FireSmallArms, ...]:
    """Every small arms fire at hexes with known enemies, with each way in which a vehicle may combine fire and motion."""
    places = target_hexes(position, side)
    units = ready_units(position, side, FIRING) if places else ()
    return tuple(
        [fire for unit in units if row_of(unit).sav is not None for fire in _fires_of(position, unit, places)]
    )


def _fires_of(position: Position, unit: Unit, places: tuple[Hex, ...]) -> Iterator[FireSmallArms]:
    """Every small arms fire of a unit at these hexes."""
    row, place = row_of(unit), position.place(unit)
    near = [at for at in places if position.distance(place, at) <= row.sav_range_hexes + 1]
    if (
        not near
        or any(forbids_same_fire(position, unit, FireKind.SADRM))
        or any(held_in_assault_hex(position, unit))
    ):
        return
    aims: dict[Hex, list[Hex]] = {}
    for motion, to, mode in fire_motions(position, unit):
        start = firing_hex(position, unit, motion, to)
        if start not in aims:
            seen = (at for at in near if reaches(position, start, at, row.sav_range_hexes))
            aims[start] = [at for at in seen if not _bad_aim(position, unit, start, at)]
        if not aims[start] or forbids_firing(position, unit, motion, to, mode):
            continue
        if goes_in_with_fire(position, unit, motion, to):
            continue
        for at in aims[start]:
            fire = FireSmallArms(unit.side, unit.id, (at,), motion, to, mode)
            if not any(_not_due(position, unit, fire.at)) and small_arms_value(position, fire, unit) >= LEAST:
                yield fire
    if position.course.step is Step.REACTION and (row.is_infantry or row.kind in (UnitKind.MG, UnitKind.FP)):
        aimed = aims.get(place, ())
        came = [at for at in aimed if have_just_acted(position, at, unit.side, maneuvered=True)]
        split = (FireSmallArms(unit.side, unit.id, both) for both in combinations(came, 2))
        yield from (fire for fire in split if not any(forbids_small_arms(position, fire)))


@implements(
    "LHY-11.0.2", "LHY-11.0b", "LHY-11.3b", "LHY-11.3.2", "LHY-11.3.3d", "LHY-8.0b",
    "LHY-4.1.9b.1", "LHY-4.1.9b.2", "LHY-2.1.3", "LHY-T-UCT.1", "LHY-11.1.0.3",
    "LHY-11.3.3h", "LHY-10.4.3", "LHY-T-VMM",
)  # fmt: skip
def forbids_small_arms(position: Position, action: FireSmallArms) -> Iterator[Reason]:
    """Why small arms fire may not be made."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    row = row_of(unit)
    yield from forbids_firing(position, unit, action.motion, action.to, action.mode)
    yield from forbids_same_fire(position, unit, FireKind.SADRM)
    if goes_in_with_fire(position, unit, action.motion, action.to):
        yield Reason("only anti-tank fire goes with an assault", our(192))
    if row.sav is None:
        yield Reason(f"{unit} has no SAV", cite("1.5"))
        return
    if len(action.at) not in (1, 2) or len(set(action.at)) != len(action.at):
        yield Reason("small arms fire is at one hex, or split over two", cite_later("11.3.2"))
        return
    start = firing_hex(position, unit, action.motion, action.to)
    if start not in position.board.grid:
        return  # Why it cannot move there has been said.
    yield from _not_due(position, unit, action.at)
    yield from held_in_assault_hex(position, unit)
    for at in action.at:
        yield from _bad_aim(position, unit, start, at)
    if len(action.at) == 2:
        yield from _cannot_split(position, unit, action.at)
    if all(at in position.board.grid and position.sight(start, at).visibility.is_open for at in action.at):
        yield from forbids_weak_fire(small_arms_value(position, action, unit))


def _not_due(position: Position, unit: Unit, places: tuple[Hex, ...]) -> Iterator[Reason]:
    """Why fire at these hexes is not the fire that is due; nothing if none is due."""
    due = enfilade_fire_due(position.course)
    if due is not None and (places != (due.at,) or not fires_small_arms_at(unit, position.unit(due.target))):
        yield forbids_other_fire(due)
    yield from forbids_other_shot(position, places)


@memoized_reasons
def _bad_aim(position: Position, unit: Unit, start: Hex, at: Hex) -> Iterator[Reason]:
    """Why small arms may not be fired from one hex at another, however the firer moves."""
    yield from forbids_aiming(position, unit, start, at, row_of(unit).sav_range_hexes, SMALL_ARMS_HEXES)
    yield from _nobody_to_harm(position, unit, at)
    yield from fires_next_to_it_alone(position, unit, at)
    yield from forbids_fire_among_friends(position, unit, at)
    if bars_stationary_target(position, unit, start, at):
        yield Reason(
            "small arms along an urban road reach a stationary target next to them only",
            cite("4.1.9b"),
            (at,),
        )


@implements("LHY-11.3a", "LHY-4.1.14.7")
def forbids_fire_among_friends(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Why small arms may not be fired into a hex with friendly men or guns; a friendly FP alone does not prevent it."""
    friends = position.friends_at(at, unit.side)
    if any(row_of(friend).is_foot or row_of(friend).kind is UnitKind.GUN for friend in friends):
        yield Reason(f"{at} holds friendly foot units", cite_later("11.3a"), (at,))


@implements("LHY-1.5.2a", "LHY-11.3c", "LHY-8.0b")
def _nobody_to_harm(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Why small arms can harm no unit of a hex, as far as the firer knows.

    No enemy there has a Cohesion, or all that have one sit inside a vehicle; or in reaction none that can be harmed has just
    acted.
    """
    enemies, enemy = position.enemies_at(at, unit.side), position.mission.enemy(unit.side)
    if not enemies or any(map(is_unknown, enemies)):
        return
    if soft_targets(position, at, enemy):
        others_acted = position.course.step is Step.REACTION and at in target_hexes(position, unit.side)
        if others_acted and not have_just_acted(position, at, unit.side):
            yield Reason(f"nobody in {at} whom small arms may harm has just acted", our(49), (at,))
        return
    if any(row_of(enemy).cohesion is not None for enemy in enemies):
        words, rule = f"all who have a Cohesion in {at} sit inside a vehicle", cite_later("11.3c")
    else:
        words, rule = f"small arms harm nobody without a Cohesion, and in {at} nobody has any", cite("1.5")
    yield Reason(words, rule, (at,))


def bars_stationary_target(position: Position, unit: Unit, start: Hex, at: Hex) -> bool:
    """Whether 4.1.9b bars a target along an urban road, unless it has just come there; enclosed roads
    have limits of their own."""
    board = position.board
    if position.mission.edition.enclosed_roads or position.distance(start, at) <= 1:
        return False
    return on_one_urban_road(board, start, at) and not have_just_acted(
        position, at, unit.side, maneuvered=True
    )


def _cannot_split(position: Position, unit: Unit, places: tuple[Hex, ...]) -> Iterator[Reason]:
    row = row_of(unit)
    if position.course.step is not Step.REACTION:
        yield Reason("small arms fire is split in reaction only", cite_later("11.3.3d"))
    if not (row.is_infantry or row.kind in (UnitKind.MG, UnitKind.FP)) or not row.sav:
        yield Reason(f"{unit} cannot split its fire", cite_later("11.3.3d"))
    for at in places:
        if not have_just_acted(position, at, unit.side, maneuvered=True):
            yield Reason(f"nobody maneuvered into {at}", cite_later("11.3.3d"), (at,))
    first, second = (hexsides_toward(position.board.grid, position.place(unit), at) for at in places)
    if not are_beside(first, second):
        yield Reason(
            "split fire must leave through one hexside or two adjacent ones", cite_later("11.3.3d"), places
        )


@implements("LHY-13.3.1a", "LHY-13.3.2a")
def held_in_assault_hex(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may not fire small arms out of a hex under assault: only men and FPs may, from a marked one
    only with no enemy infantry in it."""
    place, row = position.place(unit), row_of(unit)
    marked, may_fire = position.is_marked_assault(place), row.is_foot or row.kind is UnitKind.FP
    if marked and (not may_fire or position.sees_nothing_out(unit)):
        words = "only men on foot and FPs fire out of an assault hex, and only if no infantry assaults it"
        yield Reason(words, cite_later("13.3.1a"), (place,))
    elif position.is_under_assault(place) and not may_fire:
        words = f"only men on foot and FPs fire small arms under assault, and {unit} is neither"
        yield Reason(words, cite_later("13.3.2"), (place,))


@implements("LHY-13.3.2a", "LHY-13.3.1a")
def fires_next_to_it_alone(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Why a unit under assault may not fire small arms beyond the next hexes."""
    place = position.place(unit)
    busy = position.is_under_assault(place) or position.is_marked_assault(place)
    if busy and at in position.board.grid and position.distance(place, at) > 1:
        yield Reason(f"{unit} is under assault and fires at adjacent hexes only", cite_later("13.3.2"), (at,))


def small_arms_shots(
    position: Position, action: FireSmallArms, unit: Unit
) -> tuple[tuple[Shot, Modifiers], ...]:
    """The shots of a small arms action, each with its modifiers."""
    start = firing_hex(position, unit, action.motion, action.to)
    how = action.motion, action.to is not None, len(action.at) > 1
    return tuple([_shot(position, unit, start, at, *how) for at in action.at])


@memoized
def _shot(
    position: Position, unit: Unit, start: Hex, at: Hex, motion: str, moves: bool, split: bool
) -> tuple[Shot, Modifiers]:
    """A shot from one hex at another with its modifiers, which are the same wherever the firer goes on to."""
    rear = is_rear_of_hex(position, at, position.mission.enemy(unit.side), start)
    here = position.place(unit)
    unseen = motion == HALT_AND_FIRE and not has_line_of_fire(position, unit, here, at)
    shot = Shot(unit, at, start, motion, moves, split, rear, unseen)
    return shot, small_arms_modifiers(position, shot)


def small_arms_value(position: Position, action: FireSmallArms, unit: Unit) -> int:
    """The lowest marker a small arms action would leave."""
    shots = small_arms_shots(position, action, unit)
    return min([marker_value(modifiers, MOST_SMALL_ARMS) for _, modifiers in shots])


@implements("LHY-17.9.2.0a", "LHY-17.9.3b")
def fire_small_arms(resolution: Resolution, action: FireSmallArms) -> None:
    """The markers are laid, the vehicle moves, the firer may be seen."""
    unit = resolution.state.unit(action.unit)
    put_acting_unit_on_map(resolution, unit.id)
    seen = resolution.seen_by(unit.side)
    shots = small_arms_shots(seen, action, unit)
    record_right_to_fire(resolution, unit)
    if not move_first(resolution, unit, action.motion, action.to, action.mode):
        return
    for shot, modifiers in shots:
        value = marker_value(modifiers, MOST_SMALL_ARMS)
        resolution.happen(FirePlaced(FireMarker(
            resolution.course.next_fire_number, FireKind.SADRM, shot.at, value,
            against=resolution.position.mission.enemy(unit.side), firer=unit.id, rear=shot.rear,
            unseen=shot.unseen_at_start,
        ), modifiers.in_short))  # fmt: skip
    complete_fire(resolution, unit, action.at, action.motion, action.to, action.mode)


def small_arms_factors(position: Position, action: FireSmallArms) -> Factors:
    """The lowest marker that the fire leaves, and every modifier of each shot."""
    unit = position.unit(action.unit)
    value = small_arms_value(position, action, unit)
    shots = small_arms_shots(position, action, unit)
    reasons = tuple(reason for _, modifiers in shots for reason in modifiers.as_reasons)
    reasons = (*reasons, *concealed_target_notes(position, unit, action.at))
    return Factors(
        f"SADRM {value:+d}", with_dice_of_motion(position, unit, action.motion, action.to, reasons)
    )


def fire_for_odds(resolution: Resolution, action: FireSmallArms) -> None:
    """For odds: roll for the markers that it left as if no others lay there."""
    roll_for_last_markers(resolution, action.unit, len(action.at))
