"""The fire procedure of chapter 7, shot by shot, for fire, opportunity fire and covering fire."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

from rules.game.chance.dice import Dice, Thrown
from rules.game.chance.enumeration import part
from rules.game.rule_ids import implements
from rules.micro_armour.book.combat_results import CombatResult, combat_result
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.effects.resolution import Resolution
from rules.micro_armour.questions.fire_legality import Attack, sheets_of
from rules.micro_armour.questions.fire_sheets import ShotSheet
from rules.micro_armour.questions.harm import markers_after
from rules.micro_armour.state.conditions import MARKERS
from rules.micro_armour.state.fire_events import ShotFired


@dataclass(frozen=True, slots=True)
class Shot:
    """The result of a shot, and the two dice that decided it, if they were thrown."""

    result: CombatResult
    faces: tuple[int, ...] = field(default=(), compare=False)


Ending = Callable[..., None]
"""The function that runs once all have shot, called with the resolution, the volley and further arguments."""


@dataclass(frozen=True, slots=True)
class Volley:
    """The progress of an attack: the next shot, and the state of the target so far."""

    attack: Attack
    markers: frozenset[str] | None
    """Which of the markers S and D the target has now; None once it is eliminated."""
    had_effect: bool = False
    """Whether any result so far was other than no effect (the dash), which requires the test of 8.5.4."""
    shots: int = 0
    sheets: tuple[ShotSheet, ...] = field(default=(), compare=False)

    @property
    def is_over(self) -> bool:
        return self.markers is None or self.shots == len(self.sheets)

    @property
    def fired(self) -> tuple[str, ...]:
        """The stands that shot or tried to; not those still waiting when the target was eliminated (OUR 51)."""
        return self.attack.firers[: self.shots]


@implements("MATG2-4.3.2", "MATG2-7.0.2", "MATG2-7.0.3")
def open_fire(resolution: Resolution, attack: Attack, ending: Ending, *given: Hashable) -> None:
    """Let the firers of an attack shoot one after the other; the target gets the result at the end."""
    target = resolution.state.unit(attack.target)
    volley = Volley(attack, target.conditions & MARKERS, sheets=sheets_of(resolution.position, attack))
    resolution.then(_shoot, volley, ending, *given)


def _shoot(resolution: Resolution, volley: Volley, ending: Ending, *given: Hashable) -> None:
    if volley.is_over:
        resolution.set_markers(volley.attack.target, volley.markers)
        ending(resolution, volley, *given)
        return
    sheet = volley.sheets[volley.shots]
    roll = resolution.roll_cohesion(f"{sheet.firer} to fire", sheet.level, sheet.to_cohesion.net)
    shot = _shot(resolution, sheet) if roll.holds else Shot(CombatResult.NONE)
    resolution.happen(
        ShotFired(
            volley.attack.kind,
            sheet.firer,
            sheet.target,
            sheet.gun,
            roll.natural,
            roll.modifier,
            roll.level,
            shot.faces,
            sheet.to_combat.net,
            sheet.differential,
            shot.result,
        )
    )
    resolution.then(_shoot, _volley_after(volley, shot.result), ending, *given)


def _shot(resolution: Resolution, sheet: ShotSheet) -> Shot:
    dice = resolution.named(f"{sheet.firer} at {sheet.target}")
    return _combat_roll(dice, sheet.to_combat.net, sheet.differential, sheet.is_literal)


@part
def _combat_roll(dice: Dice, modifier: int, differential: int, is_literal: bool) -> Shot:
    def result(face: int) -> Thrown[CombatResult]:
        cell = combat_result(first + face + modifier, differential, literal=is_literal, edition=SECOND)
        return Thrown(cell.value, face)

    first = dice.roll("", 6)
    second = dice.decide("", 6, result)
    return Shot(second.outcome, (first, second.face))


@implements("MATG2-4.3.2", "MATG2-7.0.2", "MATG2-7.0.3", "MATG2-8.5.4.2")
def _volley_after(volley: Volley, result: CombatResult) -> Volley:
    had_effect = volley.had_effect or result is not CombatResult.NONE
    markers = None if volley.markers is None else markers_after(volley.markers, result)
    return replace(volley, markers=markers, had_effect=had_effect, shots=volley.shots + 1)
