"""The sectors that a map is laid together from, as a mission names them, and the hexes that two of them share."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of the map: all columns and rows from its first hex to its last; sectors that meet share their edge."""

    name: str
    first: Hex
    last: Hex
    is_turned: bool = False
    """Whether it is laid with its head down, its scatter diagram with it (11.4.5)."""

    @property
    def middle(self) -> Hex:
        return Hex((self.first.column + self.last.column) // 2, (self.first.row + self.last.row) // 2)

    def __contains__(self, place: Hex) -> bool:
        return (
            self.first.column <= place.column <= self.last.column
            and self.first.row <= place.row <= self.last.row
        )


def read_sectors(given: OptionReader, board: HexBoard) -> tuple[Sector, ...]:
    """The sectors of a mission: each name with the corner hexes at the top left and the bottom right, and which are turned.

    A map that is laid together from sectors knows them, and which of them it turned; the mission may name them anew.

    Raises:
        BadInput: if a corner is no hex label, a sector has no hex, or a hex of the map lies in none.
    """
    told = given.table("sectors").values
    named = [_sector(f"{given.name}.sectors.{name}", name, corners) for name, corners in told.items()]
    turned = {(laid.first, laid.last) for laid in board.sectors if laid.is_turned}
    sectors = [
        replace(sector, is_turned=(sector.first, sector.last) in turned) for sector in named or _laid(board)
    ]
    also = given.words("turned_sectors", [sector.name for sector in sectors])
    for sector in named:
        if not any(place in sector for place in board.grid):
            raise BadInput(
                f"{given.name}.sectors.{sector.name}", told[sector.name], "the corners of a part of the map"
            )
    for place in board.grid if sectors else ():
        if not any(place in sector for sector in sectors):
            raise BadInput(
                f"{given.name}.sectors", list(told), f"the sectors of the whole map; {place} lies in none"
            )
    return tuple(replace(sector, is_turned=sector.is_turned or sector.name in also) for sector in sectors)


def _laid(board: HexBoard) -> Iterator[Sector]:
    """The sectors that a map is laid together from; of two of one name the second is called so with its number."""
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
    """The sectors apart from the named ones that a hex lies in."""
    return (sector for sector in sectors if sector.name not in names and place in sector)


def _sector(where: str, name: str, corners: object) -> Sector:
    if not isinstance(corners, list) or len(corners) != 2:
        raise BadInput(where, corners, "a list of two hexes, top left and bottom right")
    return Sector(name, Hex.named(corners[0]), Hex.named(corners[1]))
