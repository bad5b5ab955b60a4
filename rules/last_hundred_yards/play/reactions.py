"""The reaction fire that units may meet in the hex that they have come to. Chapters 6.0 II.2, 8.1 and 11."""

from collections.abc import Iterable, Iterator
from typing import Any

from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank, forbids_anti_tank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms, forbids_small_arms
from rules.last_hundred_yards.effects.fire_resolution import roll_for_fires_alone
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.heroism import without_waits_for_heroes
from rules.last_hundred_yards.questions.activation.rights import ready_units
from rules.last_hundred_yards.questions.fire.aiming import FIRING
from rules.last_hundred_yards.state.events.order_events import ReactionCalled
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Phase, Step, with_progress


def called_for_reaction(position: Position) -> Position:
    """The position after the acting side has called for reaction, as if enemy heroes had acted.

    It is unchanged if something else is to be decided first.
    """
    course = position.course
    acts = course.phase is Phase.ACTIVATION and course.step in (Step.ACTIONS, Step.REACTION)
    if course.decisions or course.paused is not None or not acts:
        return position
    side = course.active if course.step is Step.ACTIONS else course.reacting
    enemy = position.mission.enemy(side)
    called = ReactionCalled(side, enemy, passed=False)
    after = called.on(with_progress(position.state, moving=None, going_on=()))
    return without_waits_for_heroes(after, position, enemy)


def reactions(position: Position, units: tuple[str, ...]) -> Iterator[FireSmallArms | FireAntiTank]:
    """The simple fire of each known enemy at each of these units: anti-tank at hard targets, small arms at the hexes of others.

    Anti-tank fire at concealed units is left out, as the enemy has to ask first what is there (4.3).
    """
    targets = [
        unit for unit in map(position.state.units.get, units) if unit is not None and unit.at is not None
    ]
    places = dict.fromkeys(position.place(unit) for unit in targets if not row_of(unit).is_hard)
    hard = [unit for unit in targets if row_of(unit).is_hard and not unit.has(CONCEALED)]
    if not targets:
        return
    for enemy in ready_units(position, position.mission.enemy(targets[0].side), FIRING):
        yield from _small_arms(position, enemy, places)
        yield from _anti_tank(position, enemy, hard)


def _small_arms(position: Position, enemy: Unit, places: dict[Hex, None]) -> Iterator[FireSmallArms]:
    if row_of(enemy).sav is not None:
        for place in places:
            fire = FireSmallArms(enemy.side, enemy.id, (place,))
            if next(forbids_small_arms(position, fire), None) is None:
                yield fire


def _anti_tank(position: Position, enemy: Unit, hard: list[Unit]) -> Iterator[FireAntiTank]:
    if row_of(enemy).atv is not None:
        for unit in hard:
            fire = FireAntiTank(enemy.side, enemy.id, (unit.id,))
            if next(forbids_anti_tank(position, fire), None) is None:
                yield fire


def one_shot_each(answers: Iterable[Any]) -> tuple[FireSmallArms | FireAntiTank, ...]:
    """The first shot of each enemy unit among its answers."""
    shots: dict[str, FireSmallArms | FireAntiTank] = {}
    for answer in answers:
        if isinstance(answer, FireSmallArms | FireAntiTank):
            shots.setdefault(answer.unit, answer)
    return tuple(shots.values())


def roll_together(resolution: Resolution, placed_before: int) -> None:
    """For odds: roll for the markers laid since, as if no others lay there."""
    laid = tuple(fire for fire in resolution.course.fires if fire.number > placed_before)
    for place in dict.fromkeys(fire.at for fire in laid):
        roll_for_fires_alone(resolution, place, tuple(fire for fire in laid if fire.at == place))
