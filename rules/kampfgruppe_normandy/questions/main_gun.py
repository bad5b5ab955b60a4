"""The rounds of an armoured vehicle's main gun, which shots spend one, and which weapons fire indirectly only.

Rule: KGN Armoured vehicles and ammunition, Weapons of World War II.
"""

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Weapon, WeaponKind
from rules.kampfgruppe_normandy.questions.volley import Round
from rules.kampfgruppe_normandy.state.position import Position

SHELLS = {Round.AP: "ap", Round.HE: "he"}
"""The rounds of which a main gun has a limited number."""


@implements("KN-SPEC-02", "KN-SPEC-03", "KN-SPEC-04")
def shell_spent(kind: KgnType, weapon: Weapon, fired: Round) -> str:
    """The kind of round that a shot uses up; "" unless an armoured vehicle fires its main gun."""
    return SHELLS.get(fired, "") if kind.kind.is_armoured and weapon.kind.is_main_gun else ""


@implements("KN-SPEC-02")
def shells_fired(kind: KgnType) -> tuple[bool, bool]:
    """Whether the main gun of a unit fires AP, and whether it fires HE."""
    guns = [weapon for weapon in kind.weapons if weapon.kind.is_main_gun]
    return any(gun.ap is not None for gun in guns), any(gun.he is not None for gun in guns)


@implements("KN-SPEC-03")
def rounds_left(position: Position, unit: Unit, shell: str) -> int | None:
    """How many rounds of a kind a unit has left; None is no limit."""
    if not shell or unit.id not in position.progress.status:
        return None
    return position.status(unit).left(shell)


@implements("KN-SPEC-03")
def out_of_rounds(position: Position, unit: Unit, shell: str) -> Reason | None:
    """Why a unit that has no round of this kind left cannot fire one; None if it has."""
    if rounds_left(position, unit, shell) == 0:
        return because(f"{unit} has no {shell.upper()} rounds left", "Armoured vehicles and ammunition")
    return None


@implements("KN-WPN-10b", "KN-WPN-25")
def indirect_only(weapon: Weapon) -> Reason | None:
    """Why a mortar on a base plate or a rocket launcher cannot fire directly; None for other weapons."""
    if weapon.kind not in (WeaponKind.MORTAR, WeaponKind.ROCKETS):
        return None
    return because(f"{weapon.name} fires indirectly only", "Weapons of World War II")
