"""Fire at buildings: at which one may, with what, and what it does.

Rule: KGN Buildings, Attacking buildings; OUR 145 to 150.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import shapely
import shapely.ops

from rules.errors import BadInput
from rules.game.chance.dice import Dice
from rules.game.engine.position import memoized
from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import FIRED
from rules.kampfgruppe_normandy.book.fire_tables import AUTOMATIC, observe_needed
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize, Weapon, WeaponKind
from rules.kampfgruppe_normandy.book.weapons import (
    BANDS,
    MAX_DIRECT_IN,
    NIGHT_LIMIT_IN,
    SHELL_TO_HIT,
    arc_deg,
)
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.ammunition import fired_last_shot
from rules.kampfgruppe_normandy.effects.building_hits import batter, buildings, hits_of
from rules.kampfgruppe_normandy.effects.harm import damage_hits
from rules.kampfgruppe_normandy.effects.shooting import has_fired
from rules.kampfgruppe_normandy.questions.activation import acting_unit, moves, not_acting
from rules.kampfgruppe_normandy.questions.fire.shells import reach_in
from rules.kampfgruppe_normandy.questions.gun_crew import LEAST_CREW, crew_of
from rules.kampfgruppe_normandy.questions.ranges import bears, distance_in
from rules.kampfgruppe_normandy.questions.sight.cover import REINFORCED, building_cover
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.state.events import on_status, on_unit
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

CONCEALED_OPTION, REINFORCED_OPTION = "concealed_bunkers", "reinforced_buildings"
AP_AS_HE = HighExplosive(ShellSize.LIGHT, 2, 1)
"""What an armour piercing round does to a building."""


CONCEALED: StateSlot[tuple[str, ...]] = StateSlot("concealed bunkers", ())


@dataclass(frozen=True, slots=True)
class FireAtBuilding:
    """Fire at a building itself with high explosive, or with armour piercing rounds for what they are worth."""

    side: str
    unit: str
    building: str
    kind: ActionKind
    weapon: str

    def __str__(self) -> str:
        return f"{self.unit}: {self.kind} at {self.building} with {self.weapon}"


@dataclass(frozen=True, slots=True)
class BuildingShelled:
    """A unit fired at a building it saw, and how many hits it took; `shell` is the kind of round a vehicle has one less of."""

    unit: str
    building: str
    hits: int
    shell: str = ""
    seen: bool = True

    def __str__(self) -> str:
        if not self.seen:
            return f"{self.unit} does not observe {self.building}"
        return f"{self.unit} fires at {self.building}: {self.hits} hit{'s' if self.hits != 1 else ''}"

    def on(self, state: GameState) -> GameState:
        rounds = dict(progress_of(state).of(self.unit).rounds)
        if self.shell and self.seen:
            rounds[self.shell] = max(0, rounds.get(self.shell, 0) - 1)
        state = on_status(state, self.unit, rounds=tuple(rounds.items()))
        return on_unit(state, self.unit, lambda unit: has_fired(unit, shot=self.seen))


@dataclass(frozen=True, slots=True)
class _Shot:
    observe: int
    to_hit: int
    moves: bool
    shell: HighExplosive
    spends: str

    def hits(self, dice: Dice) -> int | None:
        """How many hits it scores; None if the building is not observed."""
        if self.observe > AUTOMATIC and not dice.successes("observation", 1, 6, self.observe):
            return None
        needed = min(6, self.to_hit + self.moves)
        return damage_hits(self.shell, dice) if dice.successes("to hit", 1, 6, needed) else 0


def _offers(position: Position, side: str) -> Iterator[FireAtBuilding]:
    activation = position.progress.activation
    kind = None if activation is None else activation.next_kind
    if kind not in (ActionKind.DIRECT_HE, ActionKind.DIRECT_AT):
        return
    unit = acting_unit(position, kind)
    if unit is None:
        return
    held = {position.status(enemy).inside for enemy in position.enemies(side)}
    for piece in buildings(position):
        if piece.id in held:
            for name, _ in position.weapons_left(unit):
                yield FireAtBuilding(side, unit.id, piece.id, kind, name)


@implements("KN-BLDG-03", "KN-BLDG-04", "KN-BLDG-13", "KN-NIGHT-04")
def _forbids(position: Position, action: FireAtBuilding) -> Iterator[Reason]:
    if action.kind not in (ActionKind.DIRECT_HE, ActionKind.DIRECT_AT):
        yield Reason(f"{action.kind} does nothing to a building", cite("Attacking buildings"))
        return
    if (reason := not_acting(position, action.unit, action.kind)) is not None:
        yield reason
        return
    found = _shot(position, action)
    if isinstance(found, Reason):
        yield found


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-13")
@memoized
def _shot(position: Position, action: FireAtBuilding) -> _Shot | Reason:
    unit = position.state.unit(action.unit)
    piece = position.table.by_id.get(action.building)
    where = cite("Attacking buildings")
    if piece is None or not ground_of(piece).is_building:
        return Reason(f"{action.building} is no building", where)
    if action.weapon not in dict(position.weapons_left(unit)):
        return Reason(f"{unit} has no {action.weapon}", where)
    weapon = position.type(unit).weapon(action.weapon)
    shot = _round(weapon, action.kind)
    if shot is None:
        return Reason(
            f"only high explosive and armour piercing shells harm a building, not {weapon.name}", ours(147)
        )
    near = shapely.ops.nearest_points(piece.area, position.base(unit).outline)[0]
    spot = Spot(near.x, near.y)
    away = distance_in(position, unit, piece.area)
    if away > (NIGHT_LIMIT_IN if position.progress.setting.is_night else MAX_DIRECT_IN):
        return Reason(f'{piece} is {away:.1f}" away, out of range', cite("Range bands"))
    if away > (reach := reach_in(weapon)):
        return Reason(f'{weapon.name} reaches {reach:g}"', cite("Weapons of World War II"))
    if not bears(position.base(unit), arc_deg(weapon.mount), spot):
        return Reason(f"{piece} is outside the arc of {weapon.name}", cite("Firing arcs"))
    if not look(position, unit, spot, piece.height_in).is_open:
        return Reason(f"{unit} does not see {piece}", cite("Line of sight"))
    shell, name = shot
    kind = position.type(unit)
    if kind.kind is Kind.GUN and crew_of(position, unit) < LEAST_CREW:
        return Reason(f"{weapon.name} needs a crew of {LEAST_CREW}", cite("Anti-tank guns"))
    spends = name if kind.kind.is_armoured and weapon.kind.is_main_gun else ""
    if spends and position.status(unit).left(spends) < 1:
        return Reason(f"{unit} has no {spends.upper()} rounds left", cite("Armoured vehicles and ammunition"))
    is_moving = moves(position, unit.id)
    return _Shot(_observe(position, piece), SHELL_TO_HIT[BANDS[away]], is_moving, shell, spends)


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c")
def _observe(position: Position, piece: Piece) -> int:
    """The die that sees a building: none, or that of an obscured vehicle for a concealed bunker."""
    if piece.id not in CONCEALED.of(position.progress):
        return AUTOMATIC
    fired = any(unit.has(FIRED) and position.status(unit).inside == piece.id for unit in position.on_table())
    return observe_needed(Kind.ENCLOSED, obscured=True, fired=fired, men=0)


def _round(weapon: Weapon, kind: ActionKind) -> tuple[HighExplosive, str] | None:
    fires_shells = weapon.kind.is_main_gun or weapon.kind is WeaponKind.LIGHT_MORTAR
    if kind is ActionKind.DIRECT_HE:
        return (weapon.he, "he") if fires_shells and weapon.he is not None else None
    return (AP_AS_HE, "ap") if fires_shells and weapon.ap is not None else None


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c", "KN-BLDG-03", "KN-BLDG-05", "KN-BLDG-13")
def _carry_out(resolution: Resolution, action: FireAtBuilding) -> None:
    """To hit, -1 if the firer moves, then the damage dice, without a save; those inside are not hurt (OUR 146, 148)."""
    shot = _shot(resolution.position, action)
    assert isinstance(shot, _Shot)
    hits = shot.hits(resolution.named(f"{action.unit} at {action.building}"))
    seen = hits is not None
    resolution.happen(BuildingShelled(action.unit, action.building, hits or 0, shot.spends, seen))
    if seen:
        fired_last_shot(resolution, action.unit, action.weapon)
    batter(resolution, resolution.position.table.piece(action.building), hits or 0)
    finish_action(resolution, action.unit)


def _factors(position: Position, action: FireAtBuilding) -> Factors:
    shot = _shot(position, action)
    assert isinstance(shot, _Shot)
    piece = position.table.piece(action.building)
    moving = (Reason("-1 firer moved or will move", cite("Direct fire: modifiers to hit")),)
    concealed = (Reason(f"a concealed bunker is observed on {shot.observe}+", cite("Attacking buildings")),)
    return Factors(
        "",
        (
            *(concealed if shot.observe > AUTOMATIC else ()),
            Reason(f"hits on {shot.to_hit}+, then {shot.shell}", ours(146)),
            *(moving if shot.moves else ()),
            Reason(f"{piece} stands {hits_of(piece)} hits a level", cite("Buildings")),
            Reason(building_cover(position.progress, piece).words, cite("Buildings as cover")),
        ),
    )


@implements("KN-BLDG-02a", "KN-BLDG-02b", "KN-BLDG-02c")
def read_buildings(state: GameState, options: Mapping[str, Any]) -> GameState:
    """The bunkers that are concealed and must be observed as vehicles are, and the buildings that are reinforced.

    Raises:
        BadInput: if one is no building of the table.
    """
    state = CONCEALED.put(state, _buildings_told(state, options, CONCEALED_OPTION))
    return REINFORCED.put(state, _buildings_told(state, options, REINFORCED_OPTION))


def _buildings_told(state: GameState, options: Mapping[str, Any], option: str) -> tuple[str, ...]:
    told = options.get(option, [])
    if not isinstance(told, list | tuple):
        raise BadInput(f"options.{option}", told, "a list of buildings")
    for name in told:
        piece = state.board.by_id.get(name) if isinstance(state.board, Tabletop) else None
        if piece is None or not ground_of(piece).is_building:
            raise BadInput(f"options.{option}", name, "a building of the table")
    return tuple(map(str, told))


FIRE_AT_BUILDING = Procedure(
    FireAtBuilding,
    (ActionKind.DIRECT_HE, ActionKind.DIRECT_AT),
    _offers,
    _forbids,
    _carry_out,
    factors=_factors,
)

RULE_IDS = {"AP_AS_HE": "KN-BLDG-03"}
