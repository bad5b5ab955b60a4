"""The two sides of an assault: the units that take part, their Assault Value and every modifier. Chapters 13.4 and 13.5."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from rules.game.charts import Beyond, Chart, Row
from rules.game.citation import Provenance
from rules.game.engine.position import memoized
from rules.game.modifiers import Modifier, Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.markers import AssaultHex, Entry
from rules.last_hundred_yards.state.position import (
    Position,
    best_cohesion,
    hex_board,
    is_moving,
    is_steady,
    row_of,
)


@implements("LHY-13.4h", "LHY-13.4h-2019")
def is_enveloped(state: GameState, assault: AssaultHex) -> bool:
    """Whether combat units now in the hex came in by two hexsides that are not adjacent, in one
    activation cycle (reading 176)."""
    grid = hex_board(state).grid
    sides = [
        (entry.cycle, grid.direction(assault.at, entry.came_from))
        for entry in assault.entries
        if is_still_in_hex(state, assault, entry) and row_of(state.unit(entry.unit)).is_combat
        and grid.distance(assault.at, entry.came_from) == 1
    ]  # fmt: skip
    return any(
        cycle == other_cycle and (side - other) % 6 in (2, 3, 4)
        for (cycle, side), (other_cycle, other) in combinations(sides, 2)
    )


@implements("LHY-13.4c", "LHY-13.4g", "LHY-13.4h")
def is_still_in_hex(state: GameState, assault: AssaultHex, entry: Entry) -> bool:
    """Whether a unit that entered the assault is still in the hex, neither lost nor made to leave, as by the stacking limits."""
    unit = state.units.get(entry.unit)
    return unit is not None and unit.at == assault.at


_READER = Provenance.READER
MOST_STEPS, FP_STEPS, MOST_DIFFERENTIAL, MOST_DRM = 4, 2, 3, 4


@dataclass(frozen=True, slots=True)
class AssaultRow:
    """One row of the Assault Resolution Table: which side loses, how badly, and what both sides do then."""

    name: str
    defender_loses: bool
    severity: int
    """What each foot unit of the losing side suffers: 3 a lost step and disruption, 2 disruption and a Cohesion Check, 1 a Cohesion Check."""
    attacker_attempts: bool
    defender_attempts: bool
    regroups: bool = False
    advances: bool = False


def _row(first: int, last: int, row: AssaultRow) -> Row[AssaultRow]:
    return Row(first, last, row, cite_later("13.5"))


#                                         name       defender  severity  attempts: attacker, defender
ASSAULT_RESOLUTION: Chart[AssaultRow] = Chart("Assault Resolution Table", (
    _row(14, 14,     AssaultRow("14+",      True,     3,                  True,     False,  advances=True)),
    _row(10, 13,     AssaultRow("10-13",    True,     2,                  True,     True)),
    _row(6, 9,       AssaultRow("6-9",      True,     1,                  True,     True,   regroups=True)),
    _row(2, 5,       AssaultRow("2-5",      False,    1,                  True,     True,   regroups=True)),
    _row(-1, 1,      AssaultRow("-1 to 1",  False,    2,                  True,     True)),
    _row(-2, -2,     AssaultRow("below -1", False,    3,                  False,    True,   advances=True)),
), Beyond.CLAMP, Beyond.CLAMP)  # fmt: skip
RULE_IDS = {
    "ASSAULT_RESOLUTION": (
        "LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-T-ART.2", "LHY-T-ART.-1", "LHY-T-ART.-2",
    )
}  # fmt: skip


@implements("LHY-13.5.0a", "LHY-13.5.0c", "LHY-13.1f")
@memoized
def participants(position: Position, place: Hex, side: str) -> tuple[Unit, ...]:
    """The units of a side that take part: four foot combat steps, a leader, a LATW and a vehicle at most, the
    best choice (reading 188)."""
    assault = position.course.assault_at(place)
    attacks = assault is not None and assault.side == side
    others = position.friends_at(place, position.mission.enemy(side))
    against = _best_fighter(tuple(unit for unit in others if not position.course.is_aboard(unit.id)))
    return max(_forces(position, place, side), key=lambda force: _worth(force, against, attacks=attacks))


def _forces(position: Position, place: Hex, side: str) -> Iterator[tuple[Unit, ...]]:
    """Every force with which a side could take part: as many men and guns as the limit of steps allows, with
    one unit of each other kind."""
    fighters: list[Unit] = []
    single: dict[str, list[Unit]] = {}
    for unit in position.friends_at(place, side):
        row = row_of(unit)
        if (
            position.course.is_aboard(unit.id)
            or row.is_dummy
            or unit.id in position.course.landed_among_enemies
        ):
            continue
        if row.is_combat and not row.is_vehicle:
            fighters.append(unit)
        else:
            single.setdefault("vehicle" if row.is_vehicle else row.kind.value, []).append(unit)
    for count in range(min(len(fighters), MOST_STEPS) + 1):
        for men in combinations(fighters, count):
            room = MOST_STEPS - sum(map(_steps, men))
            if room >= 0 and all(unit in men or _steps(unit) > room for unit in fighters):
                yield from ((*men, *others) for others in product(*single.values()))


def _steps(unit: Unit) -> int:
    """How many steps of the limit men, a gun or an FP use up."""
    return FP_STEPS if row_of(unit).kind is UnitKind.FP else row_of(unit).steps


def _worth(force: tuple[Unit, ...], against: int, *, attacks: bool) -> tuple[int, int, int, list[str]]:
    """A sort key of how good a force is: for the assault die, `against` the enemy's best Cohesion, then for
    an attempt on a vehicle."""
    rows = [(unit, row_of(unit)) for unit in force]
    value = sum(row.assault - (row.is_vehicle and is_moving(unit)) for unit, row in rows)
    steady = [row for unit, row in rows if is_steady(unit)]
    return (
        value + _differential(_best_fighter(force), against) - (attacks and _is_fragmented(force)),
        max((row.assault for row in steady if row.kind is UnitKind.SQUAD), default=0),
        len(steady),
        sorted((unit.id for unit in force), reverse=True),
    )


def _best_fighter(units: tuple[Unit, ...]) -> int:
    """The best Cohesion of the combat units among these, 0 if none has any."""
    return best_cohesion(tuple(unit for unit in units if row_of(unit).is_combat))


@implements("LHY-13.4a")
def _differential(own: int, other: int) -> int:
    """The modifier for the difference in Cohesion, 0 unless both sides have any."""
    return max(-MOST_DIFFERENTIAL, min(MOST_DIFFERENTIAL, own - other)) if own and other else 0


@implements("LHY-13.4j")
def _is_fragmented(force: tuple[Unit, ...]) -> bool:
    """Whether the infantry and leaders of a force come from different companies."""
    rows = map(row_of, force)
    return len({row.company for row in rows if row.is_infantry or row.kind is UnitKind.LEADER}) > 1


@implements("LHY-13.5.2", "LHY-13.4.0", "LHY-1.4", "LHY-13.4k")
def assault_drm(position: Position, assault: AssaultHex) -> tuple[int, Modifiers]:
    """The DRM of an assault, attacker minus defender and limited to 4 either way, and the modifiers that make it up."""
    each = Modifiers(tuple(_modifiers(position, assault)))
    return max(-MOST_DRM, min(MOST_DRM, each.net)), each


def _modifiers(position: Position, assault: AssaultHex) -> Iterator[Modifier]:
    attacker, defender = assault.side, position.mission.enemy(assault.side)
    attacking = participants(position, assault.at, attacker)
    defending = participants(position, assault.at, defender)
    for unit in attacking:
        yield from _value(unit, 1)
    for unit in defending:
        yield from _value(unit, -1)
    yield from _cohesion(attacking, defending)
    yield from _for_attacker(position, assault, attacking, defending)
    yield from _for_defender(position, assault, defending)


def _value(unit: Unit, sign: int) -> Iterator[Modifier]:
    value = row_of(unit).assault
    if value:
        yield modifier(sign * value, f"Assault Value of {unit}", cite("1.4"))
    if is_moving(unit) and row_of(unit).is_vehicle:
        yield modifier(-sign, f"{unit} in motion", cite_later("13.4k"))


def _cohesion(attacking: tuple[Unit, ...], defending: tuple[Unit, ...]) -> Iterator[Modifier]:
    if gap := _differential(_best_fighter(attacking), _best_fighter(defending)):
        yield modifier(gap, "Cohesion differential", cite_later("13.4a"))


@implements("LHY-13.4b", "LHY-13.4e", "LHY-13.4f", "LHY-13.4h", "LHY-13.4j", "LHY-4.1.14b")
def _for_attacker(
    position: Position, assault: AssaultHex, attacking: tuple[Unit, ...], defending: tuple[Unit, ...]
) -> Iterator[Modifier]:
    kinds = {row_of(unit).kind for unit in defending}
    holding = position.friends_at(assault.at, position.mission.enemy(assault.side))
    if any(unit.has(REGROUPING) for unit in holding):
        yield modifier(1, "defenders regrouping", cite_later("13.4b"))
    latw = any(row_of(unit).kind is UnitKind.LATW and not unit.has(DISRUPTED) for unit in attacking)
    urban = position.board.has(assault.at, Terrain.URBAN_BUILDING)
    if latw and (urban or kinds & {UnitKind.FP, UnitKind.GUN}):
        yield modifier(1, "LATW", cite_later("13.4e"))
    if UnitKind.FP in kinds and _is_heroic(position, assault, attacking):
        yield modifier(1, "Heroic against an FP", cite("13.4f", _READER))
    if UnitKind.FP not in kinds and is_enveloped(position.state, assault):
        yield modifier(2, "envelopment", cite_later("13.4h"))
    if _is_fragmented(attacking):
        yield modifier(-1, "fragmented force", cite_later("13.4j"))


@implements("LHY-14.6.3", "LHY-13.4f")
def _is_heroic(position: Position, assault: AssaultHex, attacking: tuple[Unit, ...]) -> bool:
    """Whether a hero attacks, or foot combat units that still have the marker of a fallen hero."""
    if any(unit.has(HEROIC) for unit in attacking):
        return True
    fell = (assault.side, assault.at) in position.course.fallen_heroes
    return fell and any(row_of(unit).is_combat and not row_of(unit).is_vehicle for unit in attacking)


@implements("LHY-13.4c", "LHY-13.4d", "LHY-13.4g", "LHY-13.4i")
def _for_defender(position: Position, assault: AssaultHex, defending: tuple[Unit, ...]) -> Iterator[Modifier]:
    board, place = position.board, assault.at
    foot = [row_of(unit) for unit in defending if not row_of(unit).is_vehicle]
    came = [
        entry.came_from
        for entry in assault.entries
        if is_still_in_hex(position.state, assault, entry)
        and board.grid.distance(place, entry.came_from) == 1
    ]
    rural = board.has(place, Terrain.STONE_BUILDING, Terrain.WOODEN_BUILDING)
    dug_in = position.is_marked("improved_position", place)
    walled = any(board.grid.hexside(place, start) in board.walls for start in came)
    if board.has(place, Terrain.URBAN_BUILDING) and any(
        row.is_combat or row.kind is UnitKind.LEADER for row in foot
    ):
        yield modifier(-2, "urban building", cite("13.4i", _READER))
    if foot and (rural or dug_in or walled):
        yield modifier(-1, "rural building, IP or wall", cite_later("13.4c"))
    if any(board.level(start) < board.level(place) for start in came):
        yield modifier(-1, "attacked uphill", cite_later("13.4g"))
    holding = position.friends_at(place, position.mission.enemy(assault.side))
    if any(unit.has(CONCEALED) and row_of(unit).is_combat for unit in holding):
        yield modifier(-1, "defender concealed", cite_later("13.4d"))
