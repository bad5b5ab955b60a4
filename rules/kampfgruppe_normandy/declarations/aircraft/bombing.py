"""Bombing: an aircraft drops bombs on a marker that an air controller or the commander has placed.

Rule: KGN Aircraft weapons: bombs; OUR 121, 209, 211.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import as_read, because, ours
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, SpecialRule, Weapon, WeaponKind
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.air_weapons import (
    AirWeaponUsed,
    note_first_attack,
    turn_away,
    weapons_left,
)
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import RADIO_ON, Landing, deviate
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import (
    all_struck,
    bombard_marker,
    bombardment_reasons,
    landing_after_drift,
    landing_for,
    units_struck,
)
from rules.kampfgruppe_normandy.effects.indirect_fire.signals import (
    cannot_help,
    reaches_aircraft,
    signals_ready,
)
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.marker_places import cannot_mark
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class DropBombs:
    """An aircraft drops bombs on a marker that a controller or the commander has placed.

    `signals` names a signals unit that has a failed radio check thrown again, "" for none.
    """

    side: str
    unit: UnitId
    spotter: UnitId
    at: Spot
    weapon: str
    count: int = 1
    signals: UnitId = ""

    def __str__(self) -> str:
        again = f", {self.signals} to try the radio again" if self.signals else ""
        return f"{self.unit} drops {self.count} of its {self.weapon} at {self.at}, spotted by {self.spotter}{again}"


def _bomb_offers(position: Position, side: str, unit: Unit) -> Iterator[DropBombs]:
    held = [(weapon, left) for weapon, left in weapons_left(position, unit) if weapon.kind is WeaponKind.BOMB]
    helpers = [*(signals.id for signals in signals_ready(position, side)[:1]), ""]
    for weapon, left in held:
        for spotter in _spotters(position, side):
            for enemy in position.enemies(side):
                if isinstance(enemy.at, Spot):
                    for count, helper in product(sorted({1, left}), helpers):
                        yield DropBombs(side, unit.id, spotter.id, enemy.at, weapon.name, count, helper)


@implements("KN-AIR-21", "KN-SPEC-09")
def _spotters(position: Position, side: str) -> list[Unit]:
    """The units that can place the marker for bombs: air controllers and the commander of the battle group."""
    able = {SpecialRule.AIR_CONTROLLER, SpecialRule.SUPREME_COMMAND}
    return [unit for unit in position.on_table() if unit.side == side and position.type(unit).rules & able]


@implements("KN-AIR-21", "KN-AIR-22", "KN-SPEC-13")
def _bomb_forbids(position: Position, action: DropBombs, unit: Unit) -> Iterator[Reason]:
    held = {weapon.name: (weapon, left) for weapon, left in weapons_left(position, unit)}
    if action.weapon not in held or held[action.weapon][0].kind is not WeaponKind.BOMB:
        yield because(f"{unit} has no {action.weapon} left", "Aircraft weapons: bombs")
    elif not 1 <= action.count <= held[action.weapon][1]:
        left = held[action.weapon][1]
        yield because(f"{action.count} of the {left} {action.weapon} left", "Aircraft weapons: bombs")
    spotter = next((unit for unit in _spotters(position, action.side) if unit.id == action.spotter), None)
    if spotter is None:
        yield _no_spotter(position, action)
    elif (reason := cannot_mark(position, spotter, action.at)) is not None:
        yield reason
    if action.signals and (reason := cannot_help(position, action.side, action.signals)) is not None:
        yield reason


def _no_spotter(position: Position, action: DropBombs) -> Reason:
    carrier = position.progress.of(action.spotter).aboard
    if carrier is not None:
        return Reason(f"{action.spotter} is aboard {carrier}, and spots for no aircraft there", ours(211))
    words = f"{action.spotter} is neither an air controller nor the commander on the table"
    return because(words, "Aircraft weapons: bombs")


@implements("KN-AIR-21", "KN-AIR-22", "KN-AIR-23", "KN-BMOR-18")
def _bomb(resolution: Resolution, action: DropBombs) -> None:
    """Carry out a bomb run: a radio check, the marker drifts, then a die for each bomb (OUR 121).

    Bombs called down on enemies that its side knows of count as an attack from the air on them, wherever they fall (OUR 195).
    """
    if not reaches_aircraft(resolution, action.signals):
        resolution.happen(AirWeaponUsed(action.unit, action.weapon, 0, "no radio contact"))
        finish_action(resolution, action.unit)
        return
    struck = units_struck(resolution.known(action.side), action.at)
    if any(resolution.state.unit(name).side != action.side for name in struck):
        note_first_attack(resolution, action.side)
    resolution.then(_drift, action)


def _drift(resolution: Resolution, action: DropBombs) -> None:
    landing = landing_after_drift(resolution.position, action.at, deviate(resolution.dice))
    if resolution.concerns:
        landing = landing_for(
            resolution.position, resolution.concerns, landing, _bomb_of(resolution.position, action)
        )
    resolution.then(_fall, action, landing)


def _fall(resolution: Resolution, action: DropBombs, landing: Landing) -> None:
    """Let the bombs come down where the marker has drifted to."""
    shot = _bomb_of(resolution.position, action)
    resolution.happen(AirWeaponUsed(action.unit, action.weapon, action.count, f"{landing.fell}"))
    resolution.then(turn_away, action.unit)
    if landing.is_on_table:
        resolution.then(bombard_marker, landing.at, shot, action.count, "bomb")


def _bombs(position: Position, action: DropBombs) -> Weapon:
    return position.type(position.state.unit(action.unit)).weapon(action.weapon)


def _bomb_of(position: Position, action: DropBombs) -> HighExplosive:
    shot = _bombs(position, action).he
    assert shot is not None
    return shot


def _separate_odds_of(position: Position, action: DropBombs) -> tuple[str, ...]:
    """The units, and a building, that bombs on target can strike; those that they may drift to are not told."""
    return all_struck(position, action.at)


def _bomb_factors(position: Position, action: DropBombs) -> Factors:
    again = f", and {action.signals} has it thrown again" if action.signals else ""
    return Factors.of(
        because(f"a radio check needs {RADIO_ON}+{again}", "Aircraft weapons: bombs"),
        Reason("the marker may drift off before they fall", as_read("Target deviation", 106)),
        *bombardment_reasons(position, action.at, _bombs(position, action), action.count, action.side),
    )


DROP_BOMBS = unit_action(
    DropBombs,
    ActionKind.AIR_ATTACK,
    _bomb_offers,
    _bomb_forbids,
    _bomb,
    factors=_bomb_factors,
    separate_odds_of=_separate_odds_of,
)
