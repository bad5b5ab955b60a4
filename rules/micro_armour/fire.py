"""Chapter 7 and the fire procedure: one attack, thrown or as exact odds from the same steps."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache

from rules.game.dice import Dice
from rules.game.modifiers import Modifiers
from rules.game.odds import Odds, Step, odds_of_steps
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit
from rules.micro_armour.cohesion import (
    DISORGANIZED,
    MARKERS,
    SUPPRESSED,
    modifier,
    roll_cohesion,
    state_modifier,
    state_modifiers,
)
from rules.micro_armour.combat_results import CombatResult, combat_result, suffer
from rules.micro_armour.facing import FRONT_DEG, halved, is_front_hit
from rules.micro_armour.range_effects import range_effect
from rules.micro_armour.roster import Roster
from rules.micro_armour.rulebook import LITERAL_CRT, Edition
from rules.micro_armour.setting import Setting
from rules.micro_armour.stands import range_in, spot_of, stand_base
from rules.micro_armour.terrain_effects import Shot, is_on_road, table_of, target_ground

FIRED = "fired"
MOVEMENT = "movement"
"""The marker of the movement posture."""

COVERING_MODIFIER = 3


@dataclass(frozen=True, slots=True)
class ShotSheet:
    """Everything one shot is resolved with: who at whom, both rolls' modifiers, and the values compared."""

    firer: str
    target: str
    gun: str
    range_in: float
    level: int
    to_cohesion: Modifiers
    firepower: int
    defence: int
    is_front: bool
    to_combat: Modifiers
    is_literal: bool
    edition: Edition
    notes: tuple[Reason, ...] = ()

    @property
    def differential(self) -> int:
        """Firepower less defence: the combat differential (attack superiority in the first edition)."""
        return self.firepower - self.defence

    def result(self, dice_total: int) -> CombatResult:
        """The cell the 2D6 total finds."""
        roll = dice_total + self.to_combat.net
        return combat_result(roll, self.differential, literal=self.is_literal, edition=self.edition).value

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every modifier and value with its rule, in the order of the fire procedure."""
        edition = self.edition
        half = "" if self.is_front else ", half off the target front"
        values = f"firepower {self.firepower} less defence {self.defence}{half}: differential {self.differential:+d}"
        return (
            Reason(
                f"cohesion roll of {self.level - self.to_cohesion.net} or less to fire", edition.cite("5.1")
            ),
            *self.to_cohesion.as_reasons,
            Reason(values, edition.cite("7.3.1")),
            *self.to_combat.as_reasons,
            *self.notes,
        )


@implements(
    "MATG2-7.1.7",
    "MATG2-7.1.8",
    "MATG2-7.3.1.3",
    "MATG2-8.6.3",
    "MATG2-12.F2",
    "MATG2-12.F3",
    "MATG2-12.F4",
    "MATG2-12.F6",
    "MATG1-7.0.3",
)
def shot_sheet(
    state: GameState,
    setting: Setting,
    roster: Roster,
    edition: Edition,
    firer: Unit,
    target: Unit,
    *,
    gun: str = "",
    covering: bool = False,
    at_road_rate: bool = False,
) -> ShotSheet:
    """The figures of one shot, whether or not it is allowed.

    Rule: MATG2 fire procedure, steps 2 to 6; `covering` adds the 3 of covering fire (8.6.3).
    Raises:
        Unknown: if a type or gun is not in the roster.
    """
    weapon, armour = roster[firer.type].gun(gun), roster[target.type]
    ground = target_ground(
        state,
        Shot(
            spot_of(firer),
            spot_of(target),
            target.has(FIRED),
            target.has(MOVEMENT),
            at_road_rate and is_on_road(table_of(state), spot_of(target)),
        ),
        edition,
    )
    to_cohesion = state_modifiers(firer, edition) + ground.to_cohesion
    if covering:
        to_cohesion += Modifiers((modifier(COVERING_MODIFIER, "covering fire", edition.cite("8.6.3")),))
    is_front = is_front_hit(stand_base(target), spot_of(firer))
    distance = range_in(firer, target)
    return ShotSheet(
        firer.id,
        target.id,
        weapon.name,
        distance,
        setting.cohesion(firer.side),
        to_cohesion,
        weapon.ap,
        armour.defence if is_front else halved(armour.defence),
        is_front,
        range_effect(distance, edition) + ground.to_combat,
        LITERAL_CRT in setting.switches,
        edition,
        _notes(is_front, edition, roster, firer, target),
    )


@dataclass(frozen=True, slots=True)
class Volley:
    """How an attack stands between two rolls: the target's markers (None once eliminated) and the current shot."""

    markers: frozenset[str] | None
    is_fired: bool = False
    result: CombatResult = CombatResult.NONE
    had_effect: bool = False
    """Whether any result so far was not the dash; calls for the test of 8.5.4."""
    goes_on: bool = True
    """Whether a moving target may move on after it."""

    @property
    def is_eliminated(self) -> bool:
        return self.markers is None

    @property
    def words(self) -> str:
        """What has become of the target: "eliminated", "suppressed and disorganized", "unmarked"."""
        if self.markers is None:
            return "eliminated"
        return " and ".join(m for m in (SUPPRESSED, DISORGANIZED) if m in self.markers) or "unmarked"


@implements("MATG2-7.0.2", "MATG2-7.0.3")
def volley_steps(sheets: Iterable[ShotSheet]) -> list[Step[Volley]]:
    """The rolls of an attack in order: for each firer the cohesion roll, then the 2D6 on the results table."""
    steps: list[Step[Volley]] = []
    for sheet in sheets:
        steps += [_settle, _cohesion_step(sheet), _combat_step(sheet)]
    return steps


def opening_volley(target: Unit) -> Volley:
    """The attack before its first roll."""
    return Volley(target.conditions & MARKERS)


@implements("MATG2-8.5.4.1", "MATG2-8.5.4.2")
def hold_step(level: int) -> Step[Volley]:
    """The cohesion roll of a stand stopped by opportunity fire that had an effect: whether it moves on.

    Rule: MATG2 8.5.4.
    """

    def test(volley: Volley, dice: Dice) -> Volley:
        if volley.markers is None:
            return replace(volley, goes_on=False)
        if not volley.had_effect:
            return volley
        stand = Unit("", "", "", conditions=volley.markers)
        return replace(volley, goes_on=roll_cohesion(level, state_modifier(stand), dice).holds)

    return test


def attack_odds(sheets: tuple[ShotSheet, ...], target: Unit) -> Odds[str]:
    """What an attack can come to, exactly: every outcome with its chance.

    A single shot's outcomes tell a failed roll to fire from a shot without effect.
    """
    after = odds_of_steps(opening_volley(target), volley_steps(sheets))
    return after.map(_outcome(opening_volley(target), single=len(sheets) == 1))


def _settle(volley: Volley, _: Dice) -> Volley:
    """The target as the next firer finds it: what the last shot did is in its markers."""
    return replace(volley, is_fired=False, result=CombatResult.NONE)


def _cohesion_step(sheet: ShotSheet) -> Step[Volley]:
    modifier_sum = sheet.to_cohesion.net

    def roll(volley: Volley, dice: Dice) -> Volley:
        if volley.is_eliminated:
            return volley
        holds = roll_cohesion(sheet.level, modifier_sum, dice).holds
        return replace(volley, is_fired=holds)

    return roll


def _combat_step(sheet: ShotSheet) -> Step[Volley]:
    results = {total: sheet.result(total) for total in range(2, 13)}

    def roll(volley: Volley, dice: Dice) -> Volley:
        if volley.markers is None or not volley.is_fired:
            return volley
        result = results[dice.roll(6) + dice.roll(6)]
        had_effect = volley.had_effect or result is not CombatResult.NONE
        markers = _markers_after(volley.markers, result)
        return replace(volley, markers=markers, result=result, had_effect=had_effect)

    return roll


@cache
def _markers_after(markers: frozenset[str], result: CombatResult) -> frozenset[str] | None:
    stand = suffer(Unit("", "", "", conditions=markers), result)
    return None if stand is None else stand.conditions


def _outcome(before: Volley, *, single: bool) -> Callable[[Volley], str]:
    def named(after: Volley) -> str:
        if after.markers != before.markers:
            return after.words
        if single and not after.is_fired:
            return "does not fire"
        return "no effect"

    return named


def _notes(is_front: bool, edition: Edition, roster: Roster, firer: Unit, target: Unit) -> tuple[Reason, ...]:
    notes = [Reason(f"the templates are {FRONT_DEG:g} degrees wide", edition.our(14))]
    if not is_front and roster[target.type].defence % 2:
        notes.append(Reason("half a defence is rounded up", edition.our(12)))
    for unit in (firer, target):
        tank = roster[unit.type]
        notes.append(Reason(f"figures of {tank.name}", edition.cite("7.1.7", tank.provenance)))
    return tuple(dict.fromkeys(notes))
