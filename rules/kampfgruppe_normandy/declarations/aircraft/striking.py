"""Attacks by an aircraft on a unit on the ground with machine guns, autocannon or rockets.

Rule: KGN Aircraft firing, Aircraft weapons; OUR 120, 122 to 124, 156.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.position import memoized
from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.arcs import is_in_arc
from rules.ground.table.inches import gap_in
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.rulebook import because, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import CREWED_ARC_DEG
from rules.kampfgruppe_normandy.declarations.aircraft.attack_run import (
    Run,
    manners_of,
    may_suppress,
    run_at,
    too_far_off,
)
from rules.kampfgruppe_normandy.effects.air_weapons import (
    AirWeaponUsed,
    note_first_attack,
    turn_away,
    weapons_left,
)
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.fire.aim import hidden_aboard
from rules.kampfgruppe_normandy.questions.fire.fire_orders import targets_of
from rules.kampfgruppe_normandy.questions.fire.shells import bullets_at_the_soft
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class Strike:
    """An aircraft attacks a target with one of its weapons; `pairs` are pairs of rockets."""

    side: str
    unit: UnitId
    target: UnitId
    manner: ActionKind
    weapon: str
    pairs: int = 1

    def __str__(self) -> str:
        pairs = f"{self.pairs} pairs of " if self.pairs > 1 else ""
        return f"{self.unit} attacks {self.target} with {pairs}{self.weapon}, {self.manner}"


def _strike_offers(position: Position, side: str, unit: Unit) -> Iterator[Strike]:
    for weapon, left in weapons_left(position, unit):
        pairs = left // 2 if weapon.kind is WeaponKind.AIR_ROCKET else 1
        for manner in manners_of(weapon):
            for enemy in targets_of(position, side):
                for count in sorted({1, pairs} - {0}):
                    yield Strike(side, unit.id, enemy.id, manner, weapon.name, count)


@implements("KN-AIR-10", "KN-AIR-12", "KN-AIR-14", "KN-AIR-19")
def cannot_strike(position: Position, action: Strike, unit: Unit) -> Iterator[Reason]:
    """Why an aircraft may not make this attack from where it is; nothing if it may."""
    target = position.state.units.get(action.target)
    held = {weapon.name: (weapon, left) for weapon, left in weapons_left(position, unit)}
    if target is None or target.side == action.side or position.type(target).kind is Kind.AIRCRAFT:
        yield because(f"{action.target} is not an enemy on the ground", "Aircraft firing")
        return
    if action.weapon not in held or action.manner not in manners_of(held[action.weapon][0]):
        yield because(f"{unit} cannot use {action.weapon} for {action.manner}", "Aircraft firing")
        return
    weapon, left = held[action.weapon]
    if position.spot(target) is None:
        yield because(f"{target} is not on the table", "Aircraft firing")
        return
    if (refusal := hidden_aboard(position, target, action.manner)) is not None:
        yield refusal.reason
        return
    if weapon.kind is WeaponKind.AIR_ROCKET and not 1 <= action.pairs <= left // 2:
        yield because(
            f"rockets are fired in pairs: {action.pairs} pairs of {left} rockets", "Aircraft weapons: rockets"
        )
    yield from _wrong_target_kind(position, target, action.manner, weapon)
    if not is_in_arc(position.base(unit), position.standing(target), CREWED_ARC_DEG):
        yield because(f"{target} is outside the arc of {unit}", "Firing arcs")
    if (reason := too_far_off(unit, target, gap_in(position.base(target), position.base(unit)))) is not None:
        yield reason


def _wrong_target_kind(
    position: Position, target: Unit, manner: ActionKind, weapon: Weapon
) -> Iterator[Reason]:
    kind = position.type(target).kind
    armoured = kind.is_armoured
    if manner is ActionKind.DIRECT_AT and kind is Kind.INFANTRY:
        yield because("anti-tank fire does nothing to infantry", "Anti-tank vs infantry")
    elif manner is ActionKind.DIRECT_AT and not armoured and weapon.kind is WeaponKind.AIR_ROCKET:
        yield because(
            f"{target} has no armour, and rockets burst as high explosive", "Aircraft weapons: rockets"
        )
    elif manner is ActionKind.DIRECT_AT and not armoured:
        yield bullets_at_the_soft(weapon, kind)
    elif manner is ActionKind.SUPPRESS_SMALL_ARMS and not may_suppress(kind):
        yield Reason(f"small arms cannot suppress {kind.words} armour at long range", ours(5))
    elif manner in (ActionKind.DIRECT_SMALL_ARMS, ActionKind.DIRECT_HE) and armoured:
        yield because(f"{weapon.name} attack armour with direct fire - anti-tank", "Aircraft firing")


@implements("KN-AIR-12", "KN-AIR-15", "KN-AIR-33")
def _strike(resolution: Resolution, action: Strike) -> None:
    """Carry out an attack run; vehicles hidden from its side do not block the controller's sight."""
    unit, target = resolution.state.unit(action.unit), resolution.state.unit(action.target)
    weapon = resolution.position.type(unit).weapon(action.weapon)
    known = attack_run_of(resolution.known(action.side), action)
    run = replace(attack_run_of(resolution.position, action), again=known.again)
    note_first_attack(resolution, action.side)
    seen, all_losses = run.fly(resolution.named(f"{unit} at {target}"))
    times = 2 * action.pairs if weapon.kind is WeaponKind.AIR_ROCKET else 1
    effects = "; ".join(losses.words for losses in all_losses) or "no effect"
    words = f"{target} {effects}" if seen else f"{target} is not observed"
    resolution.happen(AirWeaponUsed(action.unit, action.weapon, times if seen else 0, words))
    for losses in all_losses:
        suffer_losses(resolution, losses)
    turn_away(resolution, action.unit)


def _strike_factors(position: Position, action: Strike) -> Factors:
    return Factors.of(*attack_run_of(position, action).reasons)


@memoized
def attack_run_of(position: Position, action: Strike) -> Run:
    """The attack run of a declaration."""
    unit, target = position.state.unit(action.unit), position.state.unit(action.target)
    weapon = position.type(unit).weapon(action.weapon)
    return run_at(position, unit, target, action.manner, weapon, action.pairs)


STRIKE = unit_action(
    Strike, ActionKind.AIR_ATTACK, _strike_offers, cannot_strike, _strike, factors=_strike_factors
)
