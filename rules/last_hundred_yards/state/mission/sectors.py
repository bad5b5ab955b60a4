"""The sectors that a map is laid together from, as a mission names them, and the hexes that two of them share."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

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

    def __contains__(self, place: Hex) -> bool:
        return (
            self.first.column <= place.column <= self.last.column
            and self.first.row <= place.row <= self.last.row
        )


def read_sectors(given: OptionReader, board: HexBoard) -> tuple[Sector, ...]:
    """The sectors of a mission: each name with the corner hexes at the top left and the bottom right, and which are turned.

    Raises:
        BadInput: if a corner is no hex label, a sector has no hex, or a hex of the map lies in none.
    """
    told = given.table("sectors").values
    turned = given.words("turned_sectors", told)
    sectors = tuple(
        _sector(f"{given.name}.sectors.{name}", name, corners, name in turned)
        for name, corners in told.items()
    )
    for sector in sectors:
        if not any(place in sector for place in board.grid):
            raise BadInput(
                f"{given.name}.sectors.{sector.name}", told[sector.name], "the corners of a part of the map"
            )
    for place in board.grid if sectors else ():
        if not any(place in sector for sector in sectors):
            raise BadInput(
                f"{given.name}.sectors", list(told), f"the sectors of the whole map; {place} lies in none"
            )
    return sectors


@implements("LHY-17.7a")
def area_of(board: HexBoard, sectors: Collection[Sector], names: Collection[str]) -> tuple[Hex, ...]:
    """The hexes of the named sectors, without those that they share with another."""
    return tuple(
        place
        for place in board.grid
        if any(place in sector for sector in sectors if sector.name in names)
        and not any(outside(place, sectors, names))
    )


def outside(place: Hex, sectors: Collection[Sector], names: Collection[str]) -> Iterator[Sector]:
    """The sectors apart from the named ones that a hex lies in."""
    return (sector for sector in sectors if sector.name not in names and place in sector)


def _sector(where: str, name: str, corners: object, is_turned: bool) -> Sector:
    if not isinstance(corners, list) or len(corners) != 2:
        raise BadInput(where, corners, "a list of two hexes, top left and bottom right")
    return Sector(name, Hex.named(corners[0]), Hex.named(corners[1]), is_turned)
