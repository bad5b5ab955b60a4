"""Landings from the air in a mission: units by parachute and in gliders, and their sticks. Chapter 22 (16 in v3.1)."""

from dataclasses import dataclass

from rules.game.option_reader import OptionReader
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex


@dataclass(frozen=True, slots=True)
class Landings:
    """The units of a side that land, and their landing zones; without zones they may land anywhere on the map."""

    parachutes: tuple[str, ...] = ()
    gliders: tuple[str, ...] = ()
    zones: tuple[Hex, ...] = ()

    @property
    def units(self) -> frozenset[str]:
        """All units that land."""
        return frozenset((*self.parachutes, *self.gliders))


NOBODY_LANDS = Landings()


@dataclass(frozen=True, slots=True)
class Stick:
    """Units that jump together or land in one glider, and their landing zone."""

    units: tuple[str, ...]
    at: Hex
    sector: str = ""
    """The sector whose scatter diagram they drift by, where sectors with different ones meet."""
    heading: int = 0
    """The hexside that a glider flies toward, 1 up or upper right and then clockwise; 0 is a stick of parachutes."""

    @property
    def is_glider(self) -> bool:
        return self.heading > 0


@dataclass(frozen=True, slots=True)
class Assembly:
    """The hex where a platoon that landed assembles."""

    side: str
    platoon: str
    at: Hex


def read_landings(given: OptionReader, board: HexBoard) -> Landings:
    """The landings of a side, read from its lists of units and, if it has any, of landing zones."""
    zones = tuple(dict.fromkeys(map(board.grid.named, given.words("landing_zones"))))
    return Landings(given.words("parachutes"), given.words("gliders"), zones)
