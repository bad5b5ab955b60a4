"""Whether a unit may fire now, from which hex, with which motion, and at which hex. Chapters 10.4 and 11.0."""

from collections.abc import Iterable, Iterator

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, HIDDEN, IN_MOTION, OVERWATCH, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.activation.heroism import hero_must_advance, hero_spares
from rules.last_hundred_yards.questions.activation.pinned import (
    forbids_far_fire_while_regrouping,
    forbids_while_regrouping,
)
from rules.last_hundred_yards.questions.activation.reactions import (
    held_in_assault,
    held_under_assault,
    rule_in_assault,
)
from rules.last_hundred_yards.questions.activation.rights import (
    Right,
    forbids_carrying,
    had_to_get_off,
    lacks_right,
    no_mp_left,
)
from rules.last_hundred_yards.questions.fire.fronts import enfilade_fire_due, shot_due
from rules.last_hundred_yards.questions.fire.modifiers import HALT_AND_FIRE, SHOOT_AND_SCOOT
from rules.last_hundred_yards.questions.movement.barred_ways import barred
from rules.last_hundred_yards.questions.movement.entering import forbids_entering
from rules.last_hundred_yards.questions.movement.points import FORWARD, REVERSE, can_pay, mp_left, next_step
from rules.last_hundred_yards.questions.terrain.cover import takes_cover
from rules.last_hundred_yards.questions.terrain.field_of_fire import (
    has_line_of_fire,
    is_in_front,
    limiting_road,
)
from rules.last_hundred_yards.questions.terrain.obstacles import obstacles_for
from rules.last_hundred_yards.state.darkness import hidden_by_darkness
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.position import Position, is_moving, memoized_reasons, row_of
from rules.last_hundred_yards.state.progress import Decision, Step

FIRING = Right.FIRE | Right.HALT_AND_FIRE | Right.LATW_FIRE


@memoized
def known_enemy_hexes(position: Position, side: str) -> tuple[Hex, ...]:
    """Every hex with enemies that a side knows of."""
    return tuple(sorted({position.place(unit) for unit in position.enemies_of(side) if not unit.has(HIDDEN)}))


@implements("LHY-8.0b", "LHY-11.0b", "LHY-11.3.3f", "LHY-8.0.1", "LHY-8.0a")
@memoized
def target_hexes(position: Position, side: str) -> tuple[Hex, ...]:
    """The hexes with known enemies that a side may fire at now; in reaction only those with enemies that have just acted."""
    known = known_enemy_hexes(position, side)
    if position.course.step is not Step.REACTION:
        return known
    acted = {deed.unit for deed in position.course.deeds}
    return tuple([at for at in known if any(enemy.id in acted for enemy in position.enemies_at(at, side))])


@implements("LHY-10.4.2", "LHY-10.4.3", "LHY-T-VMM", "LHY-11.5.2.1")
def fire_motions(position: Position, unit: Unit) -> Iterator[tuple[str, Hex | None, str]]:
    """The ways in which a unit may combine fire with motion: the motion, the hex it moves to or None, and forward or reverse."""
    row, near = row_of(unit), position.board.grid.neighbours(position.place(unit))
    if not row.is_tracked or not is_moving(unit):
        yield "", None, FORWARD
    if row.kind is UnitKind.LATW:
        yield from (("", to, FORWARD) for to in near)
    if not row.is_tracked:
        return
    motion = HALT_AND_FIRE if unit.has(IN_MOTION) else SHOOT_AND_SCOOT
    yield motion, None, FORWARD
    for to in near:
        yield motion, to, FORWARD
        yield motion, to, REVERSE


def reaches(position: Position, start: Hex, at: Hex, reach: int) -> bool:
    """Whether a hex is on the map and within range and LOS of another; if not, no fire is possible."""
    is_near = position.distance(start, at) <= reach and at in position.board.grid
    return is_near and position.sees(start, at)


def firing_hex(position: Position, unit: Unit, motion: str, to: Hex | None) -> Hex:
    """The hex a unit fires from: after its move with Halt & Fire and for LATWs, before its move with Shoot & Scoot."""
    return to if to is not None and motion != SHOOT_AND_SCOOT else position.place(unit)


@implements(
    "LHY-12.3.2.2a", "LHY-12.3.5a", "LHY-11.3b", "LHY-11.4.8a", "LHY-4.1.14d", "LHY-14.6.2.2",
)  # fmt: skip
def in_no_state_to_fire(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit's state keeps it from all fire.

    It is disrupted or shocked, aboard a vehicle, a hero who must move, under mortar fire, or in mines, wire or an assault.
    """
    place = position.place(unit)
    if reason := hero_must_advance(position, unit):
        yield reason
    for condition in (DISRUPTED, SHOCKED):
        if unit.has(condition):
            yield Reason(f"{unit} is {condition}", cite_later("12.3"), (place,))
    if position.course.is_aboard(unit.id):
        yield Reason(f"{unit} is aboard a vehicle", cite_later("11.3b"), (place,))
    if position.is_primary_impact(place) and row_of(unit).kind not in (UnitKind.AFV, UnitKind.FP):
        words = "only AFVs and FPs may fire out of a primary impact hex"
        yield Reason(words, cite_later("11.4.8a"), (place,))
    yield from kept_from_fire_by_obstacles(position, unit)
    if not position.mission.edition.assault_hex_reactions:
        yield from held_by_assault(position, unit)


@implements("LHY-16.1.0b.1", "LHY-16.2a.2")
def kept_from_fire_by_obstacles(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why mines or wire in its hex keep a unit from all fire, in reaction too: all but vehicles, infantry and LATWs."""
    if not row_of(unit).is_vehicle and not _fires_in_obstacles(unit):
        yield from held_by_obstacles(position, unit, position.place(unit))


def _fires_in_obstacles(unit: Unit) -> bool:
    """Whether a unit on foot may fire in mines or wire, which it may only in reaction."""
    row = row_of(unit)
    return row.is_infantry or row.kind is UnitKind.LATW


@implements("LHY-16.1.0b.1", "LHY-16.1.0b.2", "LHY-16.2a.2")
def held_by_obstacles(position: Position, unit: Unit, stand: Hex) -> Iterator[Reason]:
    """Why mines or wire keep a unit on foot from firing out of a hex."""
    if any(obstacles_for(position, stand, unit.side)):
        words = "in mines or wire only infantry and LATWs may fire, and only in reaction"
        yield Reason(words, cite_later("16.1"), (stand,))


@implements("LHY-13.3.1a-2019")
def held_by_assault(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may not fire out of an assault hex; in the series rules it may in reaction."""
    if position.is_marked_assault(place := position.place(unit)):
        exception = " except in reaction" if position.mission.edition.assault_hex_reactions else ""
        yield Reason(
            f"no unit may fire out of an assault hex{exception}", rule_in_assault(position), (place,)
        )


@memoized_reasons
def forbids_firing(
    position: Position, unit: Unit, motion: str, to: Hex | None, mode: str
) -> Iterator[Reason]:
    """Why a unit may not fire at all now."""
    yield from _forbids_motion(position, unit, motion, to)
    yield from _wrong_mode(position, unit, motion, to, mode)


@implements(
    "LHY-10.4.1.4", "LHY-10.4.1b.3", "LHY-10.4.2", "LHY-10.4.3", "LHY-16.1.0b.2", "LHY-13.6.6.3",
    "LHY-T-VMM", "LHY-8.3e",
)  # fmt: skip
@memoized_reasons
def _forbids_motion(position: Position, unit: Unit, motion: str, to: Hex | None) -> Iterator[Reason]:
    """Why a unit may not fire now with this motion, forward or in reverse."""
    row, stand = row_of(unit), firing_hex(position, unit, motion, to)
    wanted: int = Right.FIRE
    if motion == HALT_AND_FIRE:
        wanted |= Right.HALT_AND_FIRE
    if row.kind is UnitKind.LATW:
        wanted |= Right.LATW_FIRE
    yield from lacks_right(position, unit, wanted, "fire")
    yield from in_no_state_to_fire(position, unit)
    if position.course.step is not Step.REACTION:
        if position.mission.edition.assault_hex_reactions:
            yield from held_by_assault(position, unit)
        if _fires_in_obstacles(unit):
            yield from held_by_obstacles(position, unit, stand)
    yield from _wrong_motion(position, unit, motion, to)


@implements("LHY-2.4.5")
def anti_tank_left_out(position: Position) -> Iterator[Reason]:
    """Why no unit may make anti-tank fire in a first game."""
    if position.mission.edition.foot_and_mortars_only:
        yield Reason("this game is played without vehicles and anti-tank fire", cite("2.4"))


@implements("LHY-11.0a")
def forbids_same_fire(position: Position, unit: Unit, kind: FireKind) -> Iterator[Reason]:
    """Why an FP may not fire in the same way twice in a turn, though it may in both ways."""
    if row_of(unit).kind is UnitKind.FP and kind in position.course.kinds_fired(unit.id):
        yield Reason(
            f"{unit} has already fired this way this turn", cite_later("11.0a"), (position.place(unit),)
        )


@implements("LHY-4.3.0.6")
def forbids_other_shot(position: Position, places: Iterable[Hex]) -> Iterator[Reason]:
    """Why a side may not fire at these hexes: it owes a shot at the hex that it asked about."""
    owed = shot_due(position.course)
    if owed is not None and owed.place not in places:
        yield Reason(f"the hex asked about, {owed.place}, must be fired at", cite("4.3"), (owed.place,))


@implements("LHY-11.1.0.3")
def forbids_other_fire(due: Decision) -> Reason:
    """Why a unit committed to enfilade fire may fire at nothing else."""
    return Reason(
        f"{due.unit} is committed to enfilade fire and may fire only at {due.target}", cite_later("11.1")
    )


@implements(
    "LHY-11.1.0.3", "LHY-10.4.1.ow", "LHY-10.4.2", "LHY-10.4.3", "LHY-10.4.1.4", "LHY-10.4.1b.3",
)  # fmt: skip
def _wrong_motion(position: Position, unit: Unit, motion: str, to: Hex | None) -> Iterator[Reason]:
    """Why a unit may not combine its fire with this motion."""
    row, place = row_of(unit), position.place(unit)
    if enfilade_fire_due(position.course) is not None and firing_hex(position, unit, motion, to) != place:
        yield Reason(
            f"{unit} is committed to enfilade fire and must fire from {place}", cite_later("11.1"), (place,)
        )
    if motion not in ("", SHOOT_AND_SCOOT, HALT_AND_FIRE):
        yield Reason(f"there is no way of firing called {motion}", cite("10.4"))
        return
    if motion and unit.has(OVERWATCH):
        yield Reason(
            f"{unit} is on overwatch and may fire only where it stands", cite_later("10.4.1"), (place,)
        )
    if motion and not row.is_tracked:
        yield Reason("only AFVs and halftracks may fire in motion", cite("10.4"))
    if motion == "" and is_moving(unit):
        yield Reason(f"{unit} is in motion", cite("10.4.1"), (place,))
    if motion == SHOOT_AND_SCOOT and is_moving(unit):
        yield Reason("Shoot & Scoot must begin stationary", cite("10.4.2"), (place,))
    if motion == HALT_AND_FIRE and not unit.has(IN_MOTION):
        yield Reason("Halt & Fire must begin in motion", cite("10.4.3"), (place,))
    if to is not None:
        yield from _wrong_way(position, unit, motion, to)


@implements(
    "LHY-11.5.2.1", "LHY-10.4.2", "LHY-10.4.3", "LHY-10.4.6.0.2", "LHY-13.6.6.3", "LHY-13.3.2c.1",
)  # fmt: skip
def _wrong_way(position: Position, unit: Unit, motion: str, to: Hex) -> Iterator[Reason]:
    """Why a unit may not move to this hex before or after it fires."""
    row, place = row_of(unit), position.place(unit)
    yield from forbids_while_regrouping(unit, place)
    if reason := held_under_assault(position, unit) or held_in_assault(position, unit):
        yield reason
    if not motion and row.kind is not UnitKind.LATW:
        yield Reason("only LATWs may move a hex and fire", cite_later("11.5.2"))
    elif not motion and to in position.board.grid and not _gives_cover(position, to, unit.side):
        yield Reason(
            f"a LATW that fires may move only into cover, behind a wall or to a position or friends, and {to} is none of these",
            cite_later("11.5.2"),
            (to,),
        )
    if motion == HALT_AND_FIRE or row.is_carrier:
        yield from forbids_carrying(position, unit)
    if had_to_get_off(position, unit):
        yield no_mp_left(unit)
    if not goes_in_with_fire(position, unit, motion, to):
        yield from forbids_entering(position, unit, to)
    if (
        to in position.board.grid
        and position.distance(place, to) == 1
        and (position.ground.step(position.state, unit, place, "", to) is None)
    ):
        yield barred(position, unit, to)


@implements("LHY-T-VMM")
def goes_in_with_fire(position: Position, unit: Unit, motion: str, to: Hex | None) -> bool:
    """Whether a vehicle that shoots and scoots, or halts and fires, enters an adjacent enemy hex to assault it (reading 192)."""
    if not motion or to is None or to not in position.board.grid.neighbours(position.place(unit)):
        return False
    return bool(position.enemies_at(to, unit.side))


@implements("LHY-T-VMM", "LHY-10.4.4.1", "LHY-10.1.1b.2", "LHY-10.1.2b.2", "LHY-10.0a")
def _wrong_mode(position: Position, unit: Unit, motion: str, to: Hex | None, mode: str) -> Iterator[Reason]:
    """Why a unit that fires may not move forward, or in reverse, to this hex: only vehicles reverse, and it needs the MP."""
    if mode not in (FORWARD, REVERSE):
        yield Reason(f"{mode} is neither a forward maneuver nor one in reverse", cite("10.0"))
    elif mode == REVERSE and not row_of(unit).is_vehicle:
        yield Reason("only vehicles reverse", cite("10.4.4"))
    elif mode == REVERSE and goes_in_with_fire(position, unit, motion, to):
        yield Reason(f"{unit} does not assault in reverse", cite("10.4.4").together_with(our(192)))
    elif mode == REVERSE and to is None:
        yield Reason(f"{unit} reverses into no hex", cite("10.4.4"))
    elif to is not None and to in position.board.grid.neighbours(position.place(unit)):
        step = next_step(position, unit, to)
        if step is not None and not can_pay(position, unit, mode, to, step):
            words = f"{to} costs {float(step.mp):g} MP and {float(mp_left(position, unit, mode)):g} are left"
            backs = mode == REVERSE
            yield Reason(
                f"{words}{' in reverse' if backs else ''}", cite("10.4.4" if backs else "10.0a"), (to,)
            )


@implements("LHY-11.5.2.1")
def _gives_cover(position: Position, to: Hex, side: str) -> bool:
    """Whether a LATW may move into a hex to fire: it has cover, a wall, an improved position or a friendly combat unit."""
    return (
        takes_cover(position, to)
        or position.is_marked("improved_position", to)
        or any(row_of(friend).is_combat for friend in position.friends_at(to, side))
    )


@implements("LHY-8.0.1", "LHY-11.3.3f", "LHY-11.0b", "LHY-8.0a")
@memoized_reasons
def forbids_aiming(
    position: Position, unit: Unit, start: Hex, aim: Unit | Hex, reach: int, along_road: int
) -> Iterator[Reason]:
    """Why a unit may not fire at another unit or a hex: range, also along enclosed roads, LOS, or no
    enemy that it may fire at."""
    at = position.place(aim) if isinstance(aim, Unit) else aim
    if at not in position.board.grid:
        yield Reason(f"{at} is not on the map", cite_later("11.0"))
        return
    if not position.enemies_at(at, unit.side):
        yield Reason(f"no enemy is known in {at}", cite_later("11.0b"), (at,))
    yield from forbids_line_of_fire(position, unit, start, aim, reach, along_road)
    if position.course.step is Step.REACTION and at not in target_hexes(position, unit.side):
        yield Reason(f"no unit in {at} has just acted", our(49), (at,))


@implements(
    "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-1.8.0", "LHY-11.0.2", "LHY-4.1.14a",
)  # fmt: skip
def forbids_line_of_fire(
    position: Position, unit: Unit, start: Hex, aim: Unit | Hex, reach: int, along_road: int
) -> Iterator[Reason]:
    """Why a unit or hex is out of range, LOS or the front of a firer, or is none that a hero may fire at."""
    at = position.place(aim) if isinstance(aim, Unit) else aim
    if reason := hero_spares(position, unit, at):
        yield reason
    away = position.distance(start, at)
    if away > reach:
        yield Reason(f"{at} is {away} hexes away, the range is {reach}", cite("1.8"), (at,))
    elif not position.sees(start, at):
        dark = hidden_by_darkness(position.state, start, at)
        rule = cite_later("21.3") if dark else cite("4.2")
        yield Reason(dark or f"there is no LOS to {at}", rule, (start, at))
    elif not has_line_of_fire(position, unit, start, aim):
        yield Reason(f"houses along the road bar the line to {at}", cite("4.2.1f"), (start, at))
    elif enclosed := limiting_road(position, start, at, along_road):
        yield Reason(
            f"{at} is {away} hexes away, along an enclosed road this fire reaches {along_road}",
            our(34),
            enclosed,
        )
    yield from forbids_far_fire_while_regrouping(unit, at, away)
    if not is_in_front(position, unit, at):
        yield Reason(f"{at} is not in front of {unit}", cite("4.1.14a"), (at,))


def motion_phrase(motion: str, to: Hex | None, mode: str) -> str:
    """The move that goes with fire, in words: a vehicle's motion, or the hex that men go to first."""
    if not motion:
        return f", going to {to} first" if to else ""
    backs = " in reverse" if mode == REVERSE else ""
    return f", {motion.replace('_', ' ')}{f' by {to}' if to else ''}{backs}"
