"""What rulings answer: small values, the same for every book."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from rules.game.chance.percent import percent
from rules.game.side_names import people
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place


class Visibility(StrEnum):
    """How one place sees another."""

    CLEAR = "clear"
    HINDERED = "hindered"
    BLOCKED = "blocked"
    BLIND = "blind"

    @property
    def is_open(self) -> bool:
        """Whether there is a line of sight at all."""
        return self in _OPEN


_OPEN = (Visibility.CLEAR, Visibility.HINDERED)


MP, INCHES, HEXES = "MP", "inches", "hexes"
"""What a book counts movement in."""


IN_PART = "seen in part"
"""What a table calls hindered: there a target is seen, in part or not; nothing on the line counts."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one place sees another, the hindrance on the line, and how far it is (hexes or inches).

    `share` is how much of the target is seen, from 0 to 1, in a book that sees targets in part; such a target is hindered.
    """

    visibility: Visibility
    distance: float
    hindrance: int = 0
    share: float | None = None

    def __str__(self) -> str:
        match self.visibility:
            case Visibility.CLEAR:
                return "clear LOS"
            case Visibility.HINDERED:
                in_part = self.share is not None and f"{IN_PART}, {percent(self.share)} of it"
                return in_part or f"LOS hindered by {self.hindrance}"
            case Visibility.BLOCKED:
                return "LOS blocked"
            case Visibility.BLIND:
                return "no LOS, blind hex"


SpotsSeen = Callable[[NDArray[np.float64]], Sequence[Visibility]]
"""What spots of a table (n, 2) are to one viewer."""


@dataclass(frozen=True, slots=True)
class SightField:
    """What every place of the board is to one viewer.

    On a table places are the middles of its inch squares, and `at` tells of any other spots, so that a
    picture can follow the true edges of what is seen.
    """

    source: Place
    visibility: Mapping[Place, Visibility]
    hindrance: Mapping[Place, int] = field(default_factory=dict)
    at: SpotsSeen | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        kinds = list(self.visibility.values())
        words = {kind: kind.value for kind in Visibility}
        if not isinstance(self.source, Hex):
            words[Visibility.HINDERED] = IN_PART
        counted = ", ".join(f"{kinds.count(kind)} {word}" for kind, word in words.items() if kind in kinds)
        return f"{counted or 'nothing'} of {len(kinds)} {_places_word(self.source)}"


def _places_word(place: Place) -> str:
    return "hexes" if isinstance(place, Hex) else "inch squares"


@dataclass(frozen=True, eq=False)
class SightAtlas:
    """Who sees whom, for every pair of places of a map: in `packed` a row for each place and a bit for each, in their order.

    Places are its hexes, or the inch squares of a table by their middles. A place sees itself. Bits are packed as by numpy.packbits.
    """

    places: tuple[Place, ...]
    packed: NDArray[np.uint8]

    @property
    def what(self) -> str:
        """What its places are, in a player's words."""
        return _places_word(self.places[0])

    @cached_property
    def counts(self) -> Mapping[Place, int]:
        """How many other places each sees."""
        bits_of_a_byte = np.array([byte.bit_count() for byte in range(256)], dtype=np.uint8)
        counted = bits_of_a_byte[self.packed].sum(axis=1, dtype=np.int64) - 1
        return MappingProxyType(dict(zip(self.places, counted.tolist(), strict=True)))

    def best(self, count: int) -> tuple[Place, ...]:
        """The places that see most, the best first; of equal ones the first on the map."""
        return tuple(sorted(self.places, key=lambda place: -self.counts[place])[:count])

    def __str__(self) -> str:
        posts = ", ".join(f"{place} sees {self.counts[place]}" for place in self.best(3))
        return f"of {len(self.places)} {self.what} {posts}"


Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """The ground of a table that a unit reaches for so much: polygons in inches, each its outer ring, then its holes."""

    within: Fraction
    polygons: tuple[tuple[Ring, ...], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can go and at what cost; `provisos` name what a place still asks, as a die roll.

    Costs are in the book's own `measure`: MP, inches, or hexes where these alone are counted. The start is listed at cost 0. On a table the
    regions are the same ground with its true edges, each holding those before it. What goes `anywhere` on the board, as an aircraft
    does, pays for no place, and only the start is listed.
    """

    unit: str
    source: Place
    allowance: Fraction
    cost: Mapping[Place, Fraction]
    provisos: Mapping[Place, str] = field(default_factory=dict)
    regions: Sequence[Region] = ()
    measure: str = MP
    anywhere: bool = False

    def __str__(self) -> str:
        return f"{len(self.cost) - 1} places within {amount(self.allowance, self.measure)}"


@lru_cache(maxsize=65536)
def thousandths(count: int) -> Fraction:
    """So many thousandths of a point or an inch, as which the books in inches tell costs."""
    return Fraction(count, 1000)


def amount(cost: Fraction, measure: str) -> str:
    """A cost with what it is counted in, to the hundredth."""
    return "1 hex" if cost == 1 and measure == HEXES else f"{round(float(cost), 2):g} {measure}"


@dataclass(frozen=True, slots=True)
class Path:
    """The way of a unit to a goal, its start first, and what it costs in MP, inches or hexes; no places if it cannot get there.

    `facing_deg` is how it turns at the end, if it has room there only so.
    """

    unit: str
    places: tuple[Place, ...]
    cost: Fraction
    measure: str = MP
    facing_deg: float | None = None

    @property
    def price(self) -> str:
        """What it costs, in words."""
        return amount(self.cost, self.measure)

    def __str__(self) -> str:
        if not self.places:
            return "out of reach"
        return f"{' '.join(str(place) for place in self.places)} for {self.price}"


@dataclass(frozen=True, slots=True)
class Ground:
    """What a place is by the book: its terrain, its level, and the cover it gives who is fired at there."""

    place: Place
    terrain: tuple[str, ...]
    level: int
    cover: str

    def __str__(self) -> str:
        return f"{', '.join(self.terrain)}, level {self.level}; {self.cover}"


@dataclass(frozen=True, slots=True)
class Band:
    """A range band: out to this distance (hexes or inches) the modifier holds."""

    out_to: float
    modifier: int


@dataclass(frozen=True, slots=True)
class Arc:
    """A field of fire: its middle, clockwise from north, and its whole width."""

    bearing_deg: float
    width_deg: float


@dataclass(frozen=True, slots=True)
class Weapon:
    """How far one weapon of a unit reaches: bands nearest first, and the arc it fires through (None is all round)."""

    name: str
    bands: tuple[Band, ...]
    arc: Arc | None = None


@dataclass(frozen=True, slots=True)
class WeaponRanges:
    """The range bands and firing arcs of one unit's weapons."""

    unit: str
    source: Place
    weapons: tuple[Weapon, ...]

    def __str__(self) -> str:
        if not self.weapons:
            return "no weapon"
        return ", ".join(f"{weapon.name} out to {weapon.bands[-1].out_to:g}" for weapon in self.weapons)


@dataclass(frozen=True, slots=True)
class Shot:
    """What a unit's fire on another is worth, in the book's words; empty where it may not fire at it.

    `harm` is the chance that the target comes to any harm; None where the book gives no odds.
    """

    sight: Sight
    worth: str
    harm: Fraction | None = None

    def __str__(self) -> str:
        return self.worth or "no fire"


@dataclass(frozen=True, slots=True)
class ForceSizes:
    """What each force is worth in the book's points, and the sides that may not take the field as they are."""

    points: tuple[tuple[str, Fraction], ...]
    refused: tuple[str, ...] = ()

    def __str__(self) -> str:
        worth = ", ".join(f"{people(side)} {float(points):g} points" for side, points in self.points)
        return f"{worth}; {' and '.join(self.refused)} may not take the field" if self.refused else worth
