"""Engineering tasks: which units can do them, and which targets near a unit it can work on.

Rule: KGN Engineering tasks; OUR 132, 133, 140, 142, 204.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache

import shapely
import shapely.ops

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Bounds, Spot, are_apart, gap_in, is_within
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import because, ours
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, SpecialRule
from rules.kampfgruppe_normandy.questions.minefields import CLEARERS, MINE_RADIUS_IN, minefields, sign_of
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Loss
from rules.kampfgruppe_normandy.state.spots import in_hundredths

CONTACT_IN = 1.0
"""Within how many inches engineers and vehicles are in contact with something (OUR 133, 221)."""

BRIDGE_SPAN_IN, BRIDGE_WIDTH_IN = 8.0, 2.0
WATER = frozenset({T.STREAM, T.RIVER})
DITCHES = frozenset({T.DITCH, T.ANTI_TANK_DITCH})
BRIDGED = WATER | DITCHES
SPANS = frozenset({SpecialRule.BRIDGING, SpecialRule.FASCINE})
"""The equipment with which units bridge water and ditches."""


LEAST_BRIDGERS = 4


CHARGE = "demolition charge"
"""The name of a charge among the weapons a unit has used."""


class Task(StrEnum):
    """A task of engineers."""

    CLEAR_MINES = "clear mines"
    DEMOLISH = "set a charge"
    BRIDGE = "build a bridge"


@implements("KN-ENG-03", "KN-ENG-06", "KN-ENG-13", "KN-ENG-15a", "KN-ENG-12a", "KN-SPEC-20", "KN-WPN-06")
def cannot_work(position: Position, unit: Unit, task: Task) -> Reason | None:
    """Why a unit cannot do a task at all: it lacks the sweeper, the charge, the bridge or the men.

    Rule: KGN Minefields and mine clearance, Demolitions, Bridge building.
    """
    kind = position.type(unit)
    match task:
        case Task.CLEAR_MINES:
            if not kind.rules & CLEARERS:
                return because(
                    f"{unit} has no minesweeper, flail or bulldozer", "Minefields and mine clearance"
                )
        case Task.DEMOLISH:
            if not (kind.has(SpecialRule.ENGINEERS) and kind.has(SpecialRule.DEMOLITION_CHARGE)):
                return because(f"{unit} has no demolition charge", "Demolitions")
            if position.status(unit).shots(CHARGE):
                return Reason(f"{unit} has used its charge", ours(140))
        case Task.BRIDGE:
            if not kind.rules & SPANS:
                return because(f"{unit} has no bridge or fascine", "Bridge building")
            if not _bridging_left(position, unit):
                return Reason(f"{unit} has laid what it carried", ours(204))
            if kind.is_infantry and _bridge_builders(position, unit) < LEAST_BRIDGERS:
                return because(f"a light bridge takes {LEAST_BRIDGERS} men", "Light bridging units")
    return None


def can_work(position: Position, unit: Unit) -> bool:
    """Whether a unit on the table can do any task of engineers."""
    return isinstance(unit.at, Spot) and None in _obstacles_by_task(position, unit)


def is_equipped(kind: KgnType) -> bool:
    """Whether units of a type are equipped for any task of engineers."""
    return any(kind.rules & tools for tools in _EQUIPMENT.values())


def why_no_work(position: Position, unit: Unit) -> Reason | None:
    """Why a unit cannot do what it is equipped for; None if it is not equipped for any task."""
    return next(_obstacles_by_task(position, unit), None)


def _obstacles_by_task(position: Position, unit: Unit) -> Iterator[Reason | None]:
    """Why a unit cannot do each task that it is equipped for, None where it can."""
    rules = position.type(unit).rules
    return (cannot_work(position, unit, task) for task, tools in _EQUIPMENT.items() if rules & tools)


_EQUIPMENT = {
    Task.CLEAR_MINES: CLEARERS,
    Task.DEMOLISH: frozenset({SpecialRule.DEMOLITION_CHARGE}),
    Task.BRIDGE: SPANS,
}
"""The special rules of which a unit needs at least one for each task."""


def _bridging_left(position: Position, unit: Unit) -> frozenset[SpecialRule]:
    """The bridging equipment that a unit has left: a vehicle lays its bridge or fascine once a game (OUR 204)."""
    kind, status = position.type(unit), position.status(unit)
    return frozenset(rule for rule in kind.rules & SPANS if not (kind.is_vehicle and status.shots(rule)))


@implements("KN-ENG-15a", "KN-ENG-15b")
def lays(position: Position, unit: Unit, piece: Piece) -> SpecialRule | None:
    """What a unit bridges a piece with: a fascine for a ditch if it has one left, else a bridge; None if it cannot.

    Rule: KGN Bridge building, Fascines; OUR 204.
    """
    left = _bridging_left(position, unit)
    if SpecialRule.FASCINE in left and piece.terrain in DITCHES:
        return SpecialRule.FASCINE
    return SpecialRule.BRIDGING if SpecialRule.BRIDGING in left else None


@implements("KN-ENG-14")
def _bridge_builders(position: Position, unit: Unit) -> int:
    """How many men build a light bridge: those of the unit, and of other infantry within an inch that helps."""
    base = position.base(unit)
    return position.men(unit) + sum(
        position.men(other)
        for other in position.on_table()
        if other.id != unit.id
        and other.side == unit.side
        and position.type(other).is_infantry
        and not other.has(SUPPRESSED)
        and is_within(gap_in(base, position.base(other)), CONTACT_IN)
    )


@implements("KN-ENG-13", "KN-ENG-15a")
def bridge_span(position: Position, unit: Unit, piece: Piece) -> tuple[Spot, Spot] | None:
    """Where a bridge from this unit would lie: straight across by the shortest way, at most 8 inches (OUR 142)."""
    spot = position.standing(unit)
    near = shapely.ops.nearest_points(piece.area, shapely.Point(spot))[0]
    start = Spot(near.x, near.y)
    if start.gap_in(spot) < HAIR_IN:
        return None
    bearing = spot.bearing_deg(start)
    line = shapely.LineString([start, start.ahead(bearing, 2 * BRIDGE_SPAN_IN)])
    reaches = shapely.get_parts(line.intersection(piece.area))
    nearest = min(reaches, key=shapely.Point(start).distance, default=shapely.Point())
    length = nearest.length
    if length <= HAIR_IN or not is_within(length, BRIDGE_SPAN_IN):
        return None
    one, other = start.ahead(bearing + 180, 0.5), start.ahead(bearing, length + 0.5)
    ends = in_hundredths(one), in_hundredths(other)
    return ends if all(end in position.table for end in ends) else None


_OBSTACLES = frozenset({
    T.BOCAGE, T.HEDGE, T.WALL, T.FENCE, T.DRAGONS_TEETH, T.ROAD_BLOCK, T.BARBED_WIRE, T.SANDBAGS, T.RUBBLE, T.WRECK,
})  # fmt: skip
"""What a charge can be set at besides buildings and bridges; rubble and wrecks are obstacles too (OUR 219)."""


def is_structure(piece: Piece) -> bool:
    """Whether units can be in or on it: a building or a bridge."""
    return ground_of(piece).is_building or piece.terrain is T.BRIDGE


def _is_demolishable(piece: Piece) -> bool:
    return is_structure(piece) or piece.terrain in _OBSTACLES


@lru_cache(maxsize=16)
def _demolishable_pieces(table: Tabletop) -> tuple[tuple[Piece, Bounds], ...]:
    """The pieces of a table that a charge can be set at, each with its west, north, east and south."""
    return tuple([(piece, piece.area.bounds) for piece in table.pieces if _is_demolishable(piece)])


@implements("KN-ENG-03", "KN-ENG-06", "KN-ENG-22")
def cannot_work_on(position: Position, unit: Unit, task: Task, target: str) -> Reason | None:
    """Why a unit cannot do a task on a target: it is not a target of that task, or out of reach.

    Rule: KGN Engineering; OUR 133, 219.
    """
    piece, other = position.table.by_id.get(target), position.state.units.get(target)
    if task is Task.BRIDGE:
        return _no_water(target) if piece is None else cannot_bridge(position, unit, piece)
    if target in targets_of(position, unit, task):
        return None
    if task is Task.CLEAR_MINES and (piece is None or piece.terrain is not T.MINEFIELD):
        return because(f"{target} is no minefield", "Minefields and mine clearance")
    is_wreck = target in {wreck.unit for wreck in position.progress.wrecks}
    is_halted = other is not None and other.has(IMMOBILISED)
    if task is Task.DEMOLISH and not (
        is_wreck or is_halted or (piece is not None and _is_demolishable(piece))
    ):
        words = f"{target} is no structure, obstacle, wreck or immobilised vehicle"
        return because(words, "Demolitions")
    return Reason(f"{target} is not within reach to {task}", ours(133))


@implements("KN-ENG-22", "KN-DFAT-44c", "KN-ENG-09")
def targets_of(position: Position, unit: Unit, task: Task) -> Iterator[str]:
    """The ids of targets in contact that a unit can work on; mined ground reaches 4 inches from its sign.

    Rule: KGN Engineering; OUR 133, 219.
    """
    base = position.base(unit)
    match task:
        case Task.CLEAR_MINES:
            for field in minefields(position):
                if is_within(gap_in(base, sign_of(field)), MINE_RADIUS_IN + CONTACT_IN):
                    yield field.id
        case Task.DEMOLISH:
            for piece, there in _demolishable_pieces(position.table):
                is_far_off = are_apart(base.bounds, there, CONTACT_IN + 2 * HAIR_IN)
                if not is_far_off and is_within(base.outline.distance(piece.area), CONTACT_IN):
                    yield piece.id
            for other in position.on_table():
                is_halted = other.has(IMMOBILISED) and position.type(other).is_vehicle
                if is_halted and is_within(gap_in(base, position.base(other)), CONTACT_IN):
                    yield other.id
            yield from (wreck.unit for wreck in wrecks_beside(position, unit))
        case Task.BRIDGE:
            for piece in position.table.pieces:
                if piece.terrain in BRIDGED and cannot_bridge(position, unit, piece) is None:
                    yield piece.id


@implements("KN-ENG-16a", "KN-ENG-20", "KN-ENG-09")
def wrecks_beside(position: Position, unit: Unit) -> Iterator[Loss]:
    """The wrecks that a unit is in contact with."""
    base = position.base(unit)
    return (wreck for wreck, hull in position.wrecks() if is_within(gap_in(base, hull), CONTACT_IN))


@implements("KN-ENG-13", "KN-ENG-15a", "KN-ENG-22")
def cannot_bridge(position: Position, unit: Unit, piece: Piece) -> Reason | None:
    """Why a unit cannot bridge a piece from where it stands; None if it can.

    Rule: KGN Bridge building, Fascines; OUR 133, 142.
    """
    if piece.terrain not in BRIDGED:
        return _no_water(str(piece))
    if lays(position, unit, piece) is None:
        return because("a fascine crosses ditches, but no water", "Fascines")
    if not is_within(position.base(unit).outline.distance(piece.area), CONTACT_IN):
        return Reason(f"{piece} is not within reach of {unit}", ours(133))
    if bridge_span(position, unit, piece) is None:
        return Reason(f'no bridge of {BRIDGE_SPAN_IN:g}" spans {piece} from where {unit} stands', ours(142))
    return None


def _no_water(target: str) -> Reason:
    return because(f"{target} is neither a ditch nor water", "Bridge building")


RULE_IDS = {"LEAST_BRIDGERS": "KN-ENG-14"}
