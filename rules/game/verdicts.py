"""The verdicts of rulings: small values, the same for every book."""

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
"""The measures of movement that books use."""


IN_PART = "seen in part"
"""The word for hindered on a table, where a target is seen wholly or in part and no hindrance is counted."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one place sees another, the hindrance on the line, and the distance in hexes or inches.

    `share` is how much of the target is visible, from 0 to 1, in a book where targets may be seen in part; such a target is
    hindered.
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
"""A function that gives the visibility of spots of a table (n, 2) to one viewer."""


@dataclass(frozen=True, slots=True)
class SightField:
    """The visibility of every place of the board to one viewer.

    On a table the places are the middles of its inch squares, and `at` answers for any other spots, so that a
    picture can follow the true edges of the visible area.
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
    """Which places of a map see each other: `packed` has a row for each place and a bit for each place, in their order.

    Places are the hexes, or the middles of the inch squares of a table. A place sees itself. Bits are
    packed as by numpy.packbits.
    """

    places: tuple[Place, ...]
    packed: NDArray[np.uint8]

    @property
    def what(self) -> str:
        """The word for its places: hexes or inch squares."""
        return _places_word(self.places[0])

    @cached_property
    def counts(self) -> Mapping[Place, int]:
        """How many other places each sees."""
        bits_of_a_byte = np.array([byte.bit_count() for byte in range(256)], dtype=np.uint8)
        counted = bits_of_a_byte[self.packed].sum(axis=1, dtype=np.int64) - 1
        return MappingProxyType(dict(zip(self.places, counted.tolist(), strict=True)))

    def best(self, count: int) -> tuple[Place, ...]:
        """The places that see most, the best first; equal ones in the order of the map."""
        return tuple(sorted(self.places, key=lambda place: -self.counts[place])[:count])

    def __str__(self) -> str:
        posts = ", ".join(f"{place} sees {self.counts[place]}" for place in self.best(3))
        return f"of {len(self.places)} {self.what} {posts}"


Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """The ground of a table within reach for the cost `within`: polygons in inches, each its outer ring, then its holes."""

    within: Fraction
    polygons: tuple[tuple[Ring, ...], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """The places that a unit can reach, with their costs; `provisos` name the die roll that a place still needs.

    Costs are in the book's own `measure`: MP, inches, or hexes if only hexes are counted. The start is listed at cost 0. On a
    table the regions are the same ground with its true edges, each containing those before it. A unit that goes `anywhere` on the
    board, as an aircraft does, pays nothing, and only its start is listed.
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
        if self.anywhere:
            return "any place on the board"
        count = len(self.cost) - 1
        return f"{count} {'place' if count == 1 else 'places'} within {amount(self.allowance, self.measure)}"


@lru_cache(maxsize=65536)
def thousandths(count: int) -> Fraction:
    """A cost in thousandths of a point or an inch, which the books in inches round to."""
    return Fraction(count, 1000)


def amount(cost: Fraction, measure: str) -> str:
    """A cost with its measure, to the hundredth."""
    return "1 hex" if cost == 1 and measure == HEXES else f"{round(float(cost), 2):g} {measure}"


@dataclass(frozen=True, slots=True)
class Path:
    """The way of a unit to a goal, its start first, and the cost in MP, inches or hexes; no places if it cannot get there.

    `facing_deg` is set if the unit must turn at the end to have room there.
    """

    unit: str
    places: tuple[Place, ...]
    cost: Fraction
    measure: str = MP
    facing_deg: float | None = None

    @property
    def price(self) -> str:
        """The cost in words."""
        return amount(self.cost, self.measure)

    def __str__(self) -> str:
        if not self.places:
            return "out of reach"
        return f"{' '.join(str(place) for place in self.places)} for {self.price}"


@dataclass(frozen=True, slots=True)
class Ground:
    """A place by the rules of a book: its terrain, its level, and the cover it gives to units there."""

    place: Place
    terrain: tuple[str, ...]
    level: int
    cover: str

    def __str__(self) -> str:
        return f"{', '.join(self.terrain)}, level {self.level}; {self.cover}"


@dataclass(frozen=True, slots=True)
class Band:
    """A range band: the modifier holds out to this distance (hexes or inches)."""

    out_to: float
    modifier: int


@dataclass(frozen=True, slots=True)
class Arc:
    """A field of fire: its middle, clockwise from north, and its whole width."""

    bearing_deg: float
    width_deg: float


@dataclass(frozen=True, slots=True)
class Weapon:
    """The range bands of one weapon of a unit, nearest first, and its arc of fire (None is all round)."""

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
    """The effect of a unit's fire on another, in the book's words; `worth` is empty if it may not fire at that target.

    `harm` is the chance that the target is harmed at all; None if the book gives no odds.
    """

    sight: Sight
    worth: str
    harm: Fraction | None = None

    def __str__(self) -> str:
        return self.worth or "no fire"


@dataclass(frozen=True, slots=True)
class ForceSizes:
    """The points of each force, and the sides whose forces are not legal as they are."""

    points: tuple[tuple[str, Fraction], ...]
    refused: tuple[str, ...] = ()

    def __str__(self) -> str:
        worth = ", ".join(f"{people(side)} {float(points):g} points" for side, points in self.points)
        return f"{worth}; {' and '.join(self.refused)} may not take the field" if self.refused else worth
