"""The weapons of an aircraft: which are left, their use, and the flight home when none is left.

Rule: KGN Aircraft weapons, Activating aircraft; OUR 119.
"""

from dataclasses import dataclass, replace

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import FIRED
from rules.kampfgruppe_normandy.book.unit_types import Weapon, WeaponKind
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.air_support import SKY, SkyChanged
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.state.events import UnitLost, on_unit, with_shots
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class AirWeaponUsed:
    """An aircraft has used a weapon a number of times, or not fired it at all (0); `words` say with what result."""

    unit: str
    weapon: str
    times: int
    words: str

    def __str__(self) -> str:
        return f"{self.unit}, {self.weapon}: {self.words}"

    def on(self, state: GameState) -> GameState:
        state = with_shots(state, self.unit, self.weapon, self.times)
        if not self.times:
            return state
        return on_unit(state, self.unit, lambda unit: replace(unit, conditions=unit.conditions | {FIRED}))


@implements("KN-AIR-08", "KN-AIR-17", "KN-AIR-18", "KN-AIR-19")
def weapons_left(position: Position, unit: Unit) -> list[tuple[Weapon, int]]:
    """The weapons an aircraft can still use, and how often; an odd rocket is not counted, since rockets are fired in pairs."""
    status = position.status(unit)
    weapons = []
    for weapon in position.type(unit).weapons:
        left = (weapon.uses or 0) - status.shots(weapon.name)
        if weapon.kind is WeaponKind.AIR_ROCKET:
            left -= left % 2
        if left > 0:
            weapons.append((weapon, left))
    return weapons


@implements("KN-AIR-16", "KN-BMOR-18")
def note_first_attack(resolution: Resolution, side: str) -> None:
    """Draw a counter for the enemy if this is the first attack of the game on it from the air (OUR 119, 195)."""
    enemy = resolution.progress.other(side)
    sky = SKY.of(resolution.progress)
    if enemy not in sky.attacked:
        resolution.happen(
            SkyChanged(replace(sky, attacked=(*sky.attacked, enemy)), f"{enemy} is attacked from the air")
        )
        draw_counter(resolution, enemy, "the first attack from the air")


@implements("KN-AIR-08")
def turn_away(resolution: Resolution, unit_id: str) -> None:
    """End an aircraft's attack; if it has no ammunition left it flies home, which costs no counter.

    One without weapons never attacks, and so stays (OUR 123).
    """
    unit = resolution.state.units.get(unit_id)
    if unit is not None and not weapons_left(resolution.position, unit):
        resolution.happen(UnitLost(unit_id, "on its way home"))
    finish_action(resolution, unit_id)
