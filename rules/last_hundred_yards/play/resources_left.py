"""What the side to act has left: units to set up or to act, MP, mortars. Chapters 9.0, 10.1, 11.4 and 17.7."""

from collections.abc import Iterator
from fractions import Fraction

from rules.game.state import GameState
from rules.game.units import OffMapWeapon, Symbol
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.declarations.mortars.mortar_fire import why_silent
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction, forbids_call
from rules.last_hundred_yards.questions.activation.heroism import acting_units
from rules.last_hundred_yards.questions.mission.set_up import waiting as to_set_up
from rules.last_hundred_yards.questions.movement.points import allowance, goes_in_the_dark, mp_left
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import WITHDRAWAL, MortarPlace, Phase, Step, progress_of


def resources_left(position: Position, side: str) -> Iterator[str]:
    """What the side to act has left, line by line."""
    course = position.course
    if course.phase is Phase.SETUP:
        count = len(to_set_up(position.state, side))
        yield f"{count} unit{'' if count == 1 else 's'} still to set up"
    if course.phase is not Phase.ACTIVATION or course.step not in (Step.ACTIONS, Step.REACTION):
        return
    yield from _mp(position, side)
    if course.moving is not None or course.decisions:
        return
    able = {name for action in position.offered(side) for name in acting_units(action)}
    doing = "act" if course.step is Step.ACTIONS else "react"
    yield f"{len(able) or 'no'} unit{'' if len(able) == 1 else 's'} may still {doing}"
    if first := [*map(str, forbids_call(position, CallForReaction(side)))]:
        yield f"before the call for reaction: {'; '.join(first)}"
    mortars = [
        mortar.id
        for mortar in course.mortars
        if mortar.side == side and not any(why_silent(position, mortar))
    ]
    if mortars:
        yield f"mortars that may be called: {', '.join(mortars)}"


def off_map_weapons(state: GameState) -> tuple[OffMapWeapon, ...]:
    """The mortars of both sides (LHY 11.4)."""
    return tuple(
        OffMapWeapon(mortar.id, f"{mortar.kind} mortar", Symbol.MORTAR)
        for mortar in progress_of(state).mortars
    )


def waiting(state: GameState, side: str) -> dict[str, str]:
    """The units of a side that are off the map or aboard, with mortars in the air, and what each waits for (LHY 17.7, 10.4.6, 22.1)."""
    course = progress_of(state)
    own = [unit for unit in state.units.values() if unit.side == side]
    waits_for = {unit.id: "to come on" for unit in own if unit.at is None and unit.id in course.off_map}
    waits_for |= {unit.id: "to land" for unit in own if unit.id in course.in_the_air}
    waits_for |= {
        mortar.id: "to land"
        for mortar in course.mortars
        if mortar.side == side and mortar.place is MortarPlace.IN_THE_AIR
    }
    if course.phase is Phase.SETUP:
        waits_for |= {unit.id: "to be set up" for unit in to_set_up(state, side)}
    carried = ((unit.id, course.carrier_of(unit.id)) for unit in own)
    return waits_for | {name: f"aboard {carrier}" for name, carrier in carried if carrier is not None}


def _mp(position: Position, side: str) -> Iterator[str]:
    """The MP that a side's maneuver under way has left; a withdrawal is counted in hexes."""
    moving = position.course.moving
    if moving is None or moving.mode == WITHDRAWAL:
        return
    for name in moving.units:
        unit = position.unit(name)
        if unit.side != side:
            return
        full, least = allowance(position, unit, moving.mode)
        mp = max(mp_left(position, unit, moving.mode), Fraction(0))
        hexes = max(least - len(moving.path), 0)
        if least and not unit.has(HEROIC) and goes_in_the_dark(position, unit, None):
            yield f"{name} has {hexes} {'hex' if hexes == 1 else 'hexes'} left at night"
            continue
        more = f", or {hexes} {'hex' if hexes == 1 else 'hexes'} whatever they cost" if hexes else ""
        yield f"{name} has {float(mp):g} of {float(full):g} MP left{more}"
