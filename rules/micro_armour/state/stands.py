"""Chapters 2 and 3, and sections 7.3.3 and 7.3.4: stands on the table, contact and engagement."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from math import isfinite

from shapely import LineString

from rules.errors import BadInput, NotOnMap
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Base, Spot, gap_in, is_overlapping
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.state.conditions import GHQ

STAND_IN = 1.0
"""Stands are one-inch squares; one stand is a platoon, one inch 100 yards, one turn three minutes."""


CONTACT_RANGE_IN = 1.0
"""The range of stands in base contact."""


FAR_APART_IN = 1.5
"""Stands whose centres are farther apart do not touch."""


_HALF_FRONT_IN = STAND_IN / 2


def table_of(state: GameState) -> Tabletop:
    """The table the game is played on.

    Raises:
        BadInput: if its board is a hex map.
    """
    if not isinstance(state.board, Tabletop):
        raise BadInput("board", state.board.name, "a table in inches, as Micro Armour wants")
    return state.board


@implements("MATG2-3.2.1", "MATG2-3.2.2", "MATG2-7.3.1.1")
def stand_base(unit: Unit) -> Base:
    """The footprint of a stand: a one-inch square, with its front edge towards its facing.

    Raises:
        NotOnMap: if the stand is off the table.
    """
    return base_at(spot_of(unit), unit.heading_deg)


@lru_cache(maxsize=4096)
def base_at(spot: Spot, facing_deg: float) -> Base:
    return Base.rectangle(spot, STAND_IN, STAND_IN, facing_deg)


def on_table(state: GameState) -> Iterator[Unit]:
    return (unit for unit in state.units.values() if isinstance(unit.at, Spot))


def enemies_of(state: GameState, side: str) -> Iterator[Unit]:
    return (unit for unit in on_table(state) if unit.side != side)


def spot_of(unit: Unit) -> Spot:
    """The spot of a stand's centre.

    Raises:
        NotOnMap: if it is off the table.
        BadInput: if it is on no table.
    """
    if unit.at is None:
        raise NotOnMap(unit)
    if not isinstance(unit.at, Spot):
        raise BadInput(f"unit {unit.id}.at", unit.at, "a spot on the table")
    return unit.at


def is_in_contact(one: Unit, other: Unit) -> bool:
    """Whether two stands touch base to base."""
    if spot_of(one).gap_in(spot_of(other)) > FAR_APART_IN:
        return False
    return gap_in(stand_base(one), stand_base(other)) <= HAIR_IN


@implements("MATG2-8.2.2", "MATG2-12.M1")
def sides_without_ghq(state: GameState) -> frozenset[str]:
    """The sides without a GHQ stand on the table or waiting to enter, which have no orders.

    Rule: MATG2 8.2.2 and the movement procedure, step 1.
    """
    return frozenset(state.sides) - {unit.side for unit in state.units.values() if unit.has(GHQ)}


@implements("MATG2-7.3.3")
def range_in(one: Unit, other: Unit) -> float:
    """The range from centre to centre; stands in contact are at one inch.

    Rule: MATG2 7.3.2, 7.3.3.
    """
    return CONTACT_RANGE_IN if is_in_contact(one, other) else spot_of(one).gap_in(spot_of(other))


@implements("MATG2-7.3.4.1")
def is_engaged_with(one: Unit, enemy: Unit) -> bool:
    """Whether two enemies touch along half of their front edges or more.

    Rule: MATG2 7.3.4.
    """
    if one.side == enemy.side or spot_of(one).gap_in(spot_of(enemy)) > FAR_APART_IN:
        return False
    shared = _front_edge(one).intersection(_front_edge(enemy).buffer(2 * HAIR_IN, cap_style="flat"))
    return bool(shared.length >= _HALF_FRONT_IN - HAIR_IN)


def engaged_enemies(state: GameState, unit: Unit) -> tuple[Unit, ...]:
    """The enemies that a stand is engaged with, the only ones it may fire at."""
    return tuple(enemy for enemy in enemies_of(state, unit.side) if is_engaged_with(unit, enemy))


@implements("MATG2-8.1.1")
def contact_groups(units: Iterable[Unit]) -> tuple[tuple[Unit, ...], ...]:
    """The stands in groups joined by contact; stands waiting off the table count as in contact with each other.

    Rule: MATG2 8.1.1; OUR 42.
    """
    left = list(units)
    groups: list[tuple[Unit, ...]] = []
    while left:
        group = [left.pop(0)]
        for member in group:
            joined = [unit for unit in left if _is_joined(member, unit)]
            group.extend(joined)
            left = [unit for unit in left if unit not in joined]
        groups.append(tuple(group))
    return tuple(groups)


def is_inside(table: Tabletop, base: Base) -> bool:
    """Whether a stand lies on the table with its whole base."""
    west, north, east, south = base.outline.bounds
    return bool(
        west >= -HAIR_IN
        and north >= -HAIR_IN
        and east <= table.width_in + HAIR_IN
        and south <= table.depth_in + HAIR_IN
    )


@implements("MATG2-8.3.4.1", "MATG2-9.2.2b")
def overlapped_by(state: GameState, base: Base, *, ignoring: Collection[str]) -> Unit | None:
    """The first stand that a base would overlap; wrecks do not count.

    Rule: MATG2 8.3.4, 9.2.
    """
    near = _stands_near(state, base.at, ignoring)
    return next((unit for unit in near if is_overlapping(stand_base(unit), base)), None)


def overlapped_at(
    state: GameState, spot: Spot, facing_deg: float, *, ignoring: Collection[str]
) -> Unit | None:
    """The first stand that a stand would overlap at a spot; faster than `overlapped_by` if no other is near."""
    near = _stands_near(state, spot, ignoring)
    return next((unit for unit in near if is_overlapping(stand_base(unit), base_at(spot, facing_deg))), None)


def _stands_near(state: GameState, spot: Spot, ignoring: Collection[str]) -> Iterator[Unit]:
    """The stands that a base at a spot may touch."""
    for unit in state.units.values():
        at = unit.at
        if isinstance(at, Spot) and at.gap_in(spot) <= FAR_APART_IN and unit.id not in ignoring:
            yield unit


def check_stands(state: GameState) -> None:
    """Check that every stand lies on the table, has a facing and overlaps no other.

    Raises:
        BadInput: naming the first stand that does not.
    """
    table = table_of(state)
    for unit in state.units.values():
        if unit.at is None:
            continue
        facing = unit.facing_deg
        if facing is None or not isfinite(facing):
            raise BadInput(f"unit {unit.id}.facing_deg", facing, "a facing in degrees")
        if not isinstance(unit.at, Spot) or not is_inside(table, stand_base(unit)):
            wanted = f"a place for a one-inch stand on the table, which has {table.extent}"
            raise BadInput(f"unit {unit.id}.at", str(unit.at), wanted)
        if other := overlapped_by(state, stand_base(unit), ignoring=[unit.id]):
            raise BadInput(
                f"unit {unit.id}.at", str(unit.at), f"clear of {other.id}, which stands at {other.at}"
            )


def _is_joined(one: Unit, other: Unit) -> bool:
    if one.side != other.side or (one.at is None) != (other.at is None):
        return False
    return one.at is None or is_in_contact(one, other)


def _front_edge(unit: Unit) -> LineString:
    middle = spot_of(unit).ahead(unit.heading_deg, STAND_IN / 2)
    across = unit.heading_deg + 90.0
    return LineString([middle.ahead(across, -STAND_IN / 2), middle.ahead(across, STAND_IN / 2)])


@implements("MATG2-3.2.4", "MATG2-4.2.5")
def marked(state: GameState, stands: Iterable[str], marker: str) -> GameState:
    """The state with a marker laid on these stands."""
    for name in stands:
        unit = state.unit(name)
        state = state.with_unit(replace(unit, conditions=unit.conditions | {marker}))
    return state
