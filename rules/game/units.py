"""Units and markers, the same for every book."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from rules.ground.place import Place


class Symbol(StrEnum):
    """The kind of a unit as maps show it."""

    INFANTRY = "infantry"
    LEADER = "leader"
    MACHINE_GUN = "machine-gun"
    ANTI_TANK_WEAPON = "anti-tank-weapon"
    MORTAR = "mortar"
    GUN = "gun"
    TANK = "tank"
    HALFTRACK = "halftrack"
    TRUCK = "truck"
    RECCE = "recce"
    AIRCRAFT = "aircraft"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter, stand or model group: its type in the book's roster, its side, and where it is.

    `at` is None while it is off the board; facing is clockwise from north; conditions are the
    book's own words (disrupted, in_motion, concealed).
    """

    id: str
    type: str
    side: str
    at: Place | None = None
    facing_deg: float | None = None
    name: str = ""
    conditions: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return self.name or self.id

    def __hash__(self) -> int:
        """A hash of id and place only, for speed: one unit is asked about at thousands of places."""
        return hash((self.id, self.at))

    @property
    def heading_deg(self) -> float:
        """The facing, or north if none is given."""
        return self.facing_deg or 0.0

    def has(self, condition: str) -> bool:
        return condition in self.conditions

    def moved(self, at: Place | None) -> "Unit":
        """The unit at another place."""
        return Unit(self.id, self.type, self.side, at, self.facing_deg, self.name, self.conditions)

    def marked(self, conditions: frozenset[str]) -> "Unit":
        """The unit with these conditions in place of its own."""
        return Unit(self.id, self.type, self.side, self.at, self.facing_deg, self.name, conditions)


UnitId = Annotated[str, Unit]
"""The id of a unit in a field of a declaration, where a player may type its name or a part of it."""


@dataclass(frozen=True, slots=True)
class OffMapWeapon:
    """A weapon off the map that declarations name, such as a mortar: it is no unit and never stands on the board."""

    id: str
    name: str
    symbol: Symbol


@dataclass(frozen=True, slots=True)
class Marker:
    """An information marker in a place: smoke, mdrm, improved_position; `value` is its number or strength.

    `side` is the side that laid it, empty for none; while it is `hidden`, only that side knows of it.
    """

    kind: str
    at: Place
    value: int = 1
    side: str = ""
    hidden: bool = False


Viewer = Unit | Place
"""A viewer: a unit, or any unit that might stand at a place."""
