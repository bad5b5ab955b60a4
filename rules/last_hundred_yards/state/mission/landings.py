"""Who lands from the air in a mission, by parachute or in gliders, and who lands together. Chapter 22 (16 in v3.1)."""

from dataclasses import dataclass

from rules.game.option_reader import OptionReader
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex


@dataclass(frozen=True, slots=True)
class Landings:
    """The units of a side that land, and in which hexes; in any of the map, if the mission names none."""

    parachutes: tuple[str, ...] = ()
    gliders: tuple[str, ...] = ()
    zones: tuple[Hex, ...] = ()

    @property
    def units(self) -> frozenset[str]:
        """All who land."""
        return frozenset((*self.parachutes, *self.gliders))


NOBODY_LANDS = Landings()


@dataclass(frozen=True, slots=True)
class Stick:
    """Those who jump together or land in one glider, and their landing zone."""

    units: tuple[str, ...]
    at: Hex
    sector: str = ""
    """By whose scatter diagram they drift, where sectors meet that differ."""
    heading: int = 0
    """The hexside that a glider flies toward, 1 up or upper right and then clockwise; 0 is a stick of parachutes."""

    @property
    def is_glider(self) -> bool:
        return self.heading > 0


@dataclass(frozen=True, slots=True)
class Assembly:
    """Where a platoon that landed assembles."""

    side: str
    platoon: str
    at: Hex


def read_landings(given: OptionReader, board: HexBoard) -> Landings:
    """The landings of a side: lists of units, and of hexes if not all will do."""
    zones = tuple(dict.fromkeys(map(board.grid.named, given.words("landing_zones"))))
    return Landings(given.words("parachutes"), given.words("gliders"), zones)
