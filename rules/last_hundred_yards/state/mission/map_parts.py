"""The map of a mission: its edges, the sectors that it is made of, and the hexes from which a bridge or ford is entered.

Chapters 10.2, 17.1 and 18.1.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.hex.terrain import Terrain


class Edge(StrEnum):
    """An edge of the map."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


@lru_cache(maxsize=4096)
def edges_at(grid: HexGrid, place: Hex) -> frozenset[Edge]:
    """The edges of the map that a hex lies on.

    In a column that is one hex shorter, or a row on a map with pointed tops, the last hex lies on the edge too.
    """
    is_lowest = Hex(place.column, place.row + 1) not in grid if grid.is_flat else place.row == grid.rows - 1
    is_last = (
        place.column == grid.columns - 1 if grid.is_flat else Hex(place.column + 1, place.row) not in grid
    )
    beyond = {
        Edge.NORTH: place.row == 0,
        Edge.SOUTH: is_lowest,
        Edge.WEST: place.column == 0,
        Edge.EAST: is_last,
    }
    return frozenset(edge for edge, holds in beyond.items() if holds)


def hexes_along(grid: HexGrid, edge: Edge) -> tuple[Hex, ...]:
    """Every hex of the map that lies on an edge."""
    return tuple(place for place in grid if edge in edges_at(grid, place))


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of the map: all columns and rows from its first hex to its last; sectors that meet share their edge."""

    name: str
    first: Hex
    last: Hex
    is_turned: bool = False
    """Whether it is laid upside down, and its scatter diagram with it (11.4.5)."""

    @property
    def middle(self) -> Hex:
        return Hex((self.first.column + self.last.column) // 2, (self.first.row + self.last.row) // 2)

    def __contains__(self, place: Hex) -> bool:
        return (
            self.first.column <= place.column <= self.last.column
            and self.first.row <= place.row <= self.last.row
        )


def read_sectors(given: OptionReader, board: HexBoard) -> tuple[Sector, ...]:
    """The sectors of a mission: the name of each, its corner hexes at the top left and bottom right, and whether it is turned.

    A map that is made of sectors knows them, and which of them are turned; the mission may name others.

    Raises:
        BadInput: if a corner is no hex label, a sector has no hex, or a hex of the map lies in none.
    """
    corners_by_name = given.table("sectors").values
    named = [
        _sector(f"{given.name}.sectors.{name}", name, corners) for name, corners in corners_by_name.items()
    ]
    turned = {(laid.first, laid.last) for laid in board.sectors if laid.is_turned}
    sectors = [
        replace(sector, is_turned=(sector.first, sector.last) in turned) for sector in named or _laid(board)
    ]
    turned_by_mission = given.words("turned_sectors", [sector.name for sector in sectors])
    for sector in named:
        if not any(place in sector for place in board.grid):
            raise BadInput(
                f"{given.name}.sectors.{sector.name}",
                corners_by_name[sector.name],
                "the corners of a part of the map",
            )
    for place in board.grid if sectors else ():
        if not any(place in sector for sector in sectors):
            raise BadInput(
                f"{given.name}.sectors",
                list(corners_by_name),
                f"the sectors of the whole map; {place} lies in none",
            )
    return tuple(
        replace(sector, is_turned=sector.is_turned or sector.name in turned_by_mission) for sector in sectors
    )


def _laid(board: HexBoard) -> Iterator[Sector]:
    """The sectors that a map is made of; the second of the same name has its number added."""
    seen: Counter[str] = Counter()
    for laid in board.sectors:
        seen[laid.name] += 1
        name = laid.name if seen[laid.name] == 1 else f"{laid.name} {seen[laid.name]}"
        yield Sector(name, laid.first, laid.last)


@implements("LHY-17.7a")
def area_of(board: HexBoard, sectors: Collection[Sector], names: Collection[str]) -> tuple[Hex, ...]:
    """The hexes of the named sectors, without those that they share with another."""
    return tuple(
        place
        for place in (board.grid if names else ())
        if any(place in sector for sector in sectors if sector.name in names)
        and not any(outside(place, sectors, names))
    )


def outside(place: Hex, sectors: Collection[Sector], names: Collection[str]) -> Iterator[Sector]:
    """The sectors, other than the named ones, that a hex lies in."""
    return (sector for sector in sectors if sector.name not in names and place in sector)


def _sector(where: str, name: str, corners: object) -> Sector:
    if not isinstance(corners, list) or len(corners) != 2:
        raise BadInput(where, corners, "a list of two hexes, top left and bottom right")
    return Sector(name, Hex.named(corners[0]), Hex.named(corners[1]))


@implements("LHY-18.1.3b")
def entries_of(board: HexBoard, hexes: tuple[Hex, ...]) -> tuple[tuple[Hex, ...], ...]:
    """The entries of an objective that is a bridge or ford, none for others; of each entry any one of its hexes will do.

    Rule: LHY 18.1 (reading 137).
    """
    if len(hexes) != 1 or not board.has(hexes[0], Terrain.BRIDGE, Terrain.FORD):
        return ()
    (place,) = hexes
    by_road = [near for near in board.grid.neighbours(place) if board.joined_by(Terrain.ROAD, place, near)]
    return tuple((near,) for near in by_road) if len(by_road) > 1 else tuple(_banks(board, place))


def _banks(board: HexBoard, place: Hex) -> Iterator[tuple[Hex, ...]]:
    """The hexes beside a river hex, along one bank and then the other; a river that ends in the hex is
    taken to go straight on."""
    around = [board.grid.neighbour(place, side) for side in range(6)]
    wet = [k for k, near in enumerate(around) if board.joined_by(Terrain.RIVER, place, near)]
    if len(wet) == 1:
        wet = sorted((wet[0], (wet[0] + 3) % 6))
    for first, last in pairwise((*wet, wet[0] + 6) if wet else ()):
        bank = tuple(near for k in range(first + 1, last) if (near := around[k % 6]) in board.grid)
        if bank:
            yield bank
