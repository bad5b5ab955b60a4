"""Units on the board, whatever the book."""

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
        """By who it is and where, which is quicker than by all that it is: one unit is asked about at thousands of places."""
        return hash((self.id, self.at))

    @property
    def heading_deg(self) -> float:
        """Which way it faces, north where nobody said."""
        return self.facing_deg or 0.0

    def has(self, condition: str) -> bool:
        return condition in self.conditions

    def moved(self, at: Place | None) -> "Unit":
        """The same elsewhere."""
        return Unit(self.id, self.type, self.side, at, self.facing_deg, self.name, self.conditions)

    def marked(self, conditions: frozenset[str]) -> "Unit":
        """The same in these conditions."""
        return Unit(self.id, self.type, self.side, self.at, self.facing_deg, self.name, conditions)


UnitId = Annotated[str, Unit]
"""The id of a unit, in a field of a declaration: there a player may say its name, or a part of it."""


@dataclass(frozen=True, slots=True)
class OffMapWeapon:
    """A weapon behind the map that declarations name, such as a mortar: it is no unit, and never stands on the board."""

    id: str
    name: str
    symbol: Symbol


@dataclass(frozen=True, slots=True)
class Marker:
    """An information marker in a place: smoke, mdrm, improved_position; `value` is how many or how strong.

    `side` is who laid it, empty if nobody's; while it is `hidden` that side alone knows of it.
    """

    kind: str
    at: Place
    value: int = 1
    side: str = ""
    hidden: bool = False


Viewer = Unit | Place
"""Who looks: a unit, or whoever may stand at a place."""
