"""Buildings under fire: how many hits each stands, what shells do to it, and the cover that is left.

Rule: KGN Buildings, Attacking buildings; OUR 145 to 150.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any

import shapely
import shapely.ops

from rules.errors import BadInput
from rules.game.dice import Dice
from rules.game.odds import odds_of
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.ground.inches import Spot
from rules.ground.table_terrain import TableTerrain as T
from rules.ground.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.activating import acting_unit, finish_action, moves, not_acting
from rules.kampfgruppe_normandy.aim import NIGHT_LIMIT_IN
from rules.kampfgruppe_normandy.chapters import Chapter, Procedure
from rules.kampfgruppe_normandy.concealment import Cover
from rules.kampfgruppe_normandy.conditions import FIRED
from rules.kampfgruppe_normandy.course import course_of
from rules.kampfgruppe_normandy.cover import BUILDING_DECAY, REINFORCED, building_cover, full_cover
from rules.kampfgruppe_normandy.crews import LEAST_CREW, crew_of
from rules.kampfgruppe_normandy.events import on_course, on_status, on_unit
from rules.kampfgruppe_normandy.fire_tables import AUTOMATIC, observe_needed
from rules.kampfgruppe_normandy.firing import has_fired
from rules.kampfgruppe_normandy.harm import damage_hits
from rules.kampfgruppe_normandy.kept import Kept
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.ranges import bears, distance_in
from rules.kampfgruppe_normandy.rulebook import cite, ours
from rules.kampfgruppe_normandy.saying import likeliest
from rules.kampfgruppe_normandy.shells import reach_in
from rules.kampfgruppe_normandy.sight import look
from rules.kampfgruppe_normandy.special_events import fired_last_shot
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.terrain import ground_of
from rules.kampfgruppe_normandy.unit_types import HighExplosive, Kind, ShellSize, Weapon, WeaponKind
from rules.kampfgruppe_normandy.weapons import BANDS, MAX_DIRECT_IN, SHELL_TO_HIT, arc_deg

OPTION, REINFORCED_OPTION = "concealed_bunkers", "reinforced_buildings"
AP_AS_HE = HighExplosive(ShellSize.LIGHT, 2, 1)
"""What an armour piercing round does to a building."""


class Fabric(StrEnum):
    """What a building is made of."""

    WOOD = "wood"
    BRICK = "brick or stone"
    CONCRETE = "reinforced concrete"


class BuildingSize(IntEnum):
    """How large a building is."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


HITS: Mapping[Fabric, tuple[int, int, int]] = MappingProxyType({
    Fabric.WOOD:     (1, 2, 3),
    Fabric.BRICK:    (3, 4, 5),
    Fabric.CONCRETE: (4, 5, 6),
})  # fmt: skip
"""The hits of a small, medium and large building."""

_SMALL_IN2, _MEDIUM_IN2 = 9.0, 25.0
DAMAGE: Kept[tuple[tuple[str, int], ...]] = Kept("building hits", ())
CONCEALED: Kept[tuple[str, ...]] = Kept("concealed bunkers", ())


@implements("KN-BLDG-09", "KN-BLDG-10", "KN-BLDG-11")
def fabric_of(piece: Piece) -> Fabric:
    """What a building is made of: wood, brick or stone unless it says otherwise, or concrete."""
    if piece.terrain is T.WOODEN_BUILDING:
        return Fabric.WOOD
    return Fabric.CONCRETE if piece.terrain in (T.CONCRETE_BUILDING, T.BUNKER) else Fabric.BRICK


@implements("KN-BLDG-12")
def size_of(piece: Piece) -> BuildingSize:
    """How large a building is, by the ground it covers (OUR 150)."""
    covered = piece.area.area
    if covered <= _SMALL_IN2:
        return BuildingSize.SMALL
    return BuildingSize.MEDIUM if covered <= _MEDIUM_IN2 else BuildingSize.LARGE


@implements("KN-BLDG-09", "KN-BLDG-10", "KN-BLDG-11")
def hits_of(piece: Piece) -> int:
    """How many hits lower a building's cover by a level.

    Rule: KGN Buildings.
    """
    return HITS[fabric_of(piece)][size_of(piece)]


@implements("KN-BLDG-06", "KN-BLDG-07", "KN-BLDG-08")
def levels_lost(piece: Piece, hits: int, full: Cover) -> int:
    """By how many levels so many hits have lowered a building's full cover: brick and concrete keep visual cover.

    Rule: KGN Attacking buildings; OUR 145.
    """
    most = full - (0 if fabric_of(piece) is Fabric.WOOD else Cover.VISUAL)
    return max(0, min(hits // hits_of(piece), most))


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
        rounds = dict(course_of(state).of(self.unit).rounds)
        if self.shell and self.seen:
            rounds[self.shell] = max(0, rounds.get(self.shell, 0) - 1)
        state = on_status(state, self.unit, rounds=tuple(rounds.items()))
        return on_unit(state, self.unit, lambda unit: has_fired(unit, shot=self.seen))


@dataclass(frozen=True, slots=True)
class BuildingDamaged:
    """A building took hits, and its cover has fallen by so many levels in all."""

    building: str
    hits: int
    levels: int

    def __str__(self) -> str:
        fallen = (
            f", its cover {self.levels} level{'s' if self.levels != 1 else ''} lower" if self.levels else ""
        )
        return f"{self.building} takes {self.hits} hit{'s' if self.hits != 1 else ''}{fallen}"

    def on(self, state: GameState) -> GameState:
        taken = dict(DAMAGE.of(course_of(state)))
        taken[self.building] = taken.get(self.building, 0) + self.hits
        state = DAMAGE.put(state, tuple(taken.items()))
        found = course_of(state).support.get(BUILDING_DECAY, {})
        decay = {**(found if isinstance(found, dict) else {}), self.building: self.levels}
        return on_course(
            state, lambda course: replace(course, support={**course.support, BUILDING_DECAY: decay})
        )


@implements("KN-BLDG-03", "KN-BLDG-06")
def batter(story: Story, piece: Piece, hits: int) -> None:
    """A building takes hits."""
    if hits:
        taken = dict(DAMAGE.of(story.course)).get(piece.id, 0) + hits
        levels = levels_lost(piece, taken, full_cover(story.course, piece))
        story.tell(BuildingDamaged(piece.id, hits, levels))


def buildings(position: Position) -> Iterator[Piece]:
    return (piece for piece in position.table.pieces if ground_of(piece).is_building)


@implements("KN-BLDG-02")
def nearest_building(position: Position, marker: Spot, within_in: float) -> Piece | None:
    """The building nearest to a marker within so many inches, which stray shells fall on (OUR 149)."""
    point = shapely.Point(marker)
    near = [(piece.area.distance(point), piece.id, piece) for piece in buildings(position)]
    inside = sorted(one[:2] for one in near if one[0] <= within_in)
    return next((piece for _, name, piece in near if inside and name == inside[0][1]), None)


@dataclass(frozen=True, slots=True)
class _Shot:
    observe: int
    to_hit: int
    moves: bool
    shell: HighExplosive
    spends: str

    def hits(self, dice: Dice) -> int | None:
        """How many hits it scores; None if the building is not observed."""
        if self.observe > AUTOMATIC and not dice.successes(1, 6, self.observe):
            return None
        needed = min(6, self.to_hit + self.moves)
        return damage_hits(self.shell, dice) if dice.successes(1, 6, needed) else 0


def _offers(position: Position, side: str) -> Iterator[FireAtBuilding]:
    activation = position.course.activation
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


@implements("KN-BLDG-02", "KN-BLDG-03", "KN-BLDG-13")
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
    if away > (NIGHT_LIMIT_IN if position.course.setting.is_night else MAX_DIRECT_IN):
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


@implements("KN-BLDG-02")
def _observe(position: Position, piece: Piece) -> int:
    """The die that sees a building: none, or that of an obscured vehicle for a concealed bunker."""
    if piece.id not in CONCEALED.of(position.course):
        return AUTOMATIC
    fired = any(one.has(FIRED) and position.status(one).inside == piece.id for one in position.on_table())
    return observe_needed(Kind.ENCLOSED, obscured=True, fired=fired, men=0)


def _round(weapon: Weapon, kind: ActionKind) -> tuple[HighExplosive, str] | None:
    fires_shells = weapon.kind.is_main_gun or weapon.kind is WeaponKind.LIGHT_MORTAR
    if kind is ActionKind.DIRECT_HE:
        return (weapon.he, "he") if fires_shells and weapon.he is not None else None
    return (AP_AS_HE, "ap") if fires_shells and weapon.ap is not None else None


@implements("KN-BLDG-02", "KN-BLDG-03", "KN-BLDG-05", "KN-BLDG-13")
def _carry_out(story: Story, action: FireAtBuilding) -> None:
    """To hit, -1 if the firer moves, then the damage dice, without a save; those inside are not hurt (OUR 146, 148)."""
    shot = _shot(story.position, action)
    assert isinstance(shot, _Shot)
    hits = shot.hits(story.dice)
    seen = hits is not None
    story.tell(BuildingShelled(action.unit, action.building, hits or 0, shot.spends, seen))
    if seen:
        fired_last_shot(story, action.unit, action.weapon)
    batter(story, story.position.table.piece(action.building), hits or 0)
    finish_action(story, action.unit)


def _chances(position: Position, action: FireAtBuilding) -> Ruling[str]:
    shot = _shot(position, action)
    if isinstance(shot, Reason):
        return Ruling(str(action), "not allowed", (shot,))
    piece = position.table.piece(action.building)
    odds = odds_of(shot.hits).map(
        lambda hits: "not observed" if hits is None else f"{hits} hit{'s' if hits != 1 else ''}"
    )
    moving = (Reason("-1 firer moved or will move", cite("Direct fire: modifiers to hit")),)
    concealed = (Reason(f"a concealed bunker is observed on {shot.observe}+", cite("Attacking buildings")),)
    reasons = (
        *(concealed if shot.observe > AUTOMATIC else ()),
        Reason(f"hits on {shot.to_hit}+, then {shot.shell}", ours(146)),
        *(moving if shot.moves else ()),
        Reason(f"{piece} stands {hits_of(piece)} hits a level", cite("Buildings")),
        Reason(building_cover(position.course, piece).words, cite("Buildings as cover")),
    )
    return Ruling(str(action), likeliest(odds), reasons, odds)


@implements("KN-BLDG-02")
def _opens(state: GameState, options: Mapping[str, Any]) -> GameState:
    """The bunkers that are concealed and must be observed as vehicles are, and the buildings that are reinforced.

    Raises:
        BadInput: if one is no building of the table.
    """
    state = CONCEALED.put(state, _buildings_told(state, options, OPTION))
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


CHAPTER = Chapter(
    "buildings",
    {
        FireAtBuilding: Procedure(
            (ActionKind.DIRECT_HE, ActionKind.DIRECT_AT), _offers, _forbids, _carry_out, _chances
        )
    },
    (BuildingShelled, BuildingDamaged),
    opens=_opens,
    options=(OPTION, REINFORCED_OPTION),
)

RULE_IDS = {"HITS": ("KN-BLDG-09", "KN-BLDG-10", "KN-BLDG-11"), "AP_AS_HE": "KN-BLDG-03"}
