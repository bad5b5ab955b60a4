"""A shot at a building itself: its round, the numbers to observe and to hit the building, or why it is refused.

Rule: KGN Attacking buildings; OUR 146, 147, 181, 196, 198, 213.
"""

from dataclasses import dataclass
from typing import Self

from rules.game.citation import Provenance
from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.table.arcs import is_partly_in_arc
from rules.ground.table.inches import is_within
from rules.ground.table.tabletop import Piece
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.fire_tables import AUTOMATIC, observe_needed
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import MAX_DIRECT_IN, NIGHT_LIMIT_IN, SHELL_TO_HIT, arc_deg
from rules.kampfgruppe_normandy.questions.fire.shells import reach_in, reach_reason
from rules.kampfgruppe_normandy.questions.gun_crew import LEAST_CREW, crew_of, lacks
from rules.kampfgruppe_normandy.questions.last_turn import has_fired
from rules.kampfgruppe_normandy.questions.main_gun import out_of_rounds, shell_spent
from rules.kampfgruppe_normandy.questions.ranges import band_at, distance_in, inches_beside_limit
from rules.kampfgruppe_normandy.questions.sight.building_sight import look_at_building, sees_building
from rules.kampfgruppe_normandy.questions.sight.observation import beyond_sight_at_night
from rules.kampfgruppe_normandy.questions.sight.visibility import not_seen
from rules.kampfgruppe_normandy.questions.volley import Round
from rules.kampfgruppe_normandy.state.buildings import CONCEALED
from rules.kampfgruppe_normandy.state.position import Position

SHELLING = (ActionKind.DIRECT_HE, ActionKind.DIRECT_AT)
"""The kinds of fire that do something to a building."""

AP_AS_HE = HighExplosive(ShellSize.LIGHT, 2, 1)
"""The shell that an armour piercing or HEAT round counts as against a building."""


@dataclass(frozen=True, slots=True)
class BuildingOrder:
    """An order to fire at a building: firer, building, kind of fire and weapon."""

    unit: str
    building: str
    kind: ActionKind
    weapon: str

    def __str__(self) -> str:
        return f"{self.kind} at {self.building} with {self.weapon}"


@dataclass(frozen=True, slots=True)
class DeclaredShelling:
    """Fire at a building itself as a side declares it: with high explosive, or to less effect with anti-tank rounds."""

    side: str
    unit: UnitId
    building: str
    kind: ActionKind
    weapon: str

    @classmethod
    def of(cls, side: str, order: BuildingOrder) -> Self:
        return cls(side, order.unit, order.building, order.kind, order.weapon)

    @property
    def order(self) -> BuildingOrder:
        return BuildingOrder(self.unit, self.building, self.kind, self.weapon)


@dataclass(frozen=True, slots=True)
class BuildingShot:
    """A shot at a building, ready for the dice; `spends` is the kind of round that an armoured vehicle uses up.

    `uses_up` says that the weapon has only so many shots in a game.
    """

    observe: int
    to_hit: int
    moves: bool
    shell: HighExplosive
    spends: str
    source: Provenance
    """Where the rating of the shell comes from."""
    uses_up: bool = False


@implements(
    "KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-04", "KN-BLDG-13", "KN-NIGHT-04",
    "KN-WPN-19a", "KN-SPEC-04", "KN-WPN-08",
)  # fmt: skip
@memoized
def building_shot(position: Position, order: BuildingOrder, *, moves: bool) -> BuildingShot | Reason:
    """A shot at a building, or why it may not be fired; `moves` if the firer has moved or will.

    Rule: KGN Attacking buildings.
    """
    if order.kind not in SHELLING:
        return Reason(f"{order.kind} does nothing to a building", cite("Attacking buildings"))
    unit, piece = position.state.unit(order.unit), position.table.by_id.get(order.building)
    if piece is None or not ground_of(piece).is_building:
        return Reason(f"{order.building} is not a building", cite("Attacking buildings"))
    if (lacking := lacks(position, unit, order.weapon)) is not None:
        return lacking
    weapon = position.type(unit).weapon(order.weapon)
    loaded = round_fired(weapon, order.kind)
    if loaded is None and weapon.kind.is_autocannon and order.kind is ActionKind.DIRECT_HE:
        return Reason(
            f"{weapon.name} fires as small arms here, and small arms do not harm a building", ours(196)
        )
    if loaded is None:
        words = f"only high explosive and anti-tank rounds harm a building, not {weapon.name}"
        is_flame = weapon.kind is WeaponKind.FLAMETHROWER
        return Reason(words, ours(147) if is_flame else cite("Attacking buildings"))
    if position.is_used_up(unit, weapon):
        return Reason(f"{weapon.name} is used up", cite("Weapons of World War II"))
    if (reason := _cannot_bear(position, unit, piece, weapon)) is not None:
        return reason
    shell, fired = loaded
    kind = position.type(unit)
    if kind.kind is Kind.GUN and crew_of(position, unit) < LEAST_CREW:
        return Reason(f"{weapon.name} needs a crew of {LEAST_CREW}", cite("Anti-tank guns"))
    spends = shell_spent(kind, weapon, fired)
    if (reason := out_of_rounds(position, unit, spends)) is not None:
        return reason
    needed = SHELL_TO_HIT[band_at(distance_in(position, unit, piece.area))]
    source = Provenance.BOOK if shell is AP_AS_HE else weapon.provenance
    observe, uses_up = observes_building(position, piece), weapon.uses is not None
    return BuildingShot(observe, needed, moves, shell, spends, source, uses_up)


@implements("KN-SHOOT-04")
def _cannot_bear(position: Position, unit: Unit, piece: Piece, weapon: Weapon) -> Reason | None:
    """Why a weapon cannot be fired at a building: range, arc or sight; any part of the building will do (OUR 181, 213)."""
    away = distance_in(position, unit, piece.area)
    if position.progress.setting.is_night and not is_within(away, NIGHT_LIMIT_IN):
        return beyond_sight_at_night(str(piece), away)
    if not is_within(away, MAX_DIRECT_IN):
        words = f'{piece} is {inches_beside_limit(away, MAX_DIRECT_IN)}" away, beyond {MAX_DIRECT_IN:g}"'
        return Reason(words, cite("Range bands"))
    if not is_within(away, reach_in(weapon)):
        return reach_reason(weapon)
    if not is_partly_in_arc(position.base(unit), piece.area, arc_deg(weapon.mount)):
        return Reason(f"{piece} is outside the arc of {weapon.name}", as_read("Firing arcs", 213))
    if sees_building(position, unit, piece):
        return None
    return not_seen(unit, piece, look_at_building(position, unit, piece))


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c")
def observes_building(position: Position, piece: Piece) -> int:
    """The number needed to observe a building: AUTOMATIC, or that of an obscured vehicle for a concealed bunker."""
    if piece.id not in CONCEALED.of(position.progress):
        return AUTOMATIC
    fired = any(has_fired(unit) and position.status(unit).inside == piece.id for unit in position.on_table())
    return observe_needed(Kind.ENCLOSED, obscured=True, fired=fired, men=0)


@implements("KN-BLDG-03", "KN-WPN-15", "KN-BLDG-02a", "KN-BLDG-13", "KN-SPEC-04")
def round_fired(weapon: Weapon, kind: ActionKind) -> tuple[HighExplosive, Round] | None:
    """The shell and round that a weapon fires at a building; None if it cannot harm one.

    An autocannon harms it with its armour piercing round alone (OUR 196); HEAT counts as an anti-tank round (OUR 198).
    """
    if weapon.kind.fires_heat and kind is ActionKind.DIRECT_AT:
        return AP_AS_HE, Round.HEAT
    fires_shells = weapon.kind.is_main_gun or weapon.kind is WeaponKind.LIGHT_MORTAR
    if kind is ActionKind.DIRECT_HE:
        return (weapon.he, Round.HE) if fires_shells and weapon.he is not None else None
    pierces = weapon.ap is not None and (fires_shells or weapon.kind.is_autocannon)
    return (AP_AS_HE, Round.AP) if pierces else None


RULE_IDS = {"AP_AS_HE": "KN-BLDG-03"}
