"""Lines from one hex with all that the sight tests ask about them, and what a test finds on them."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from rules.game.rule_ids import implements
from rules.ground.hex.sight import Flags, Ints, Lines
from rules.last_hundred_yards.book.house_figures import MOST_LEVELS, HouseValues
from rules.last_hundred_yards.book.switches import LaterGround, Switch
from rules.last_hundred_yards.questions.sight.sight_ground import ImageKind, Numbers, SightGround


class Effect(Enum):
    """What a finding does to the line."""

    BLOCKS = "blocks"
    BLINDS = "blinds"
    HINDERS = "hinders"
    LIMITS = "limits"
    SPARES = "spares"


class Found(Enum):
    """Which test found something."""

    THROUGH = "through"
    BOTH_SIDES = "both_sides"
    CONTOUR = "contour"
    CONTOUR_BOTH_SIDES = "contour_both_sides"
    IMAGE = "image"
    OWN_ROW = "own_row"
    BETWEEN_LEVELS = "between_levels"
    BETWEEN_LEVELS_SIDES = "between_levels_sides"
    BETWEEN_LEVELS_IMAGE = "between_levels_image"
    FOREST_ROAD = "forest_road"
    BLIND = "blind"
    BLIND_SIDES = "blind_sides"
    BLIND_IMAGE = "blind_image"
    MARKER = "marker"
    MARKER_BESIDE = "marker_beside"
    MARKERS_BOTH_SIDES = "markers_both_sides"
    VEHICLE = "vehicle"
    LOWER_WOODS = "lower_woods"
    LOWER_IMAGE = "lower_image"
    HILL_BESIDE = "hill_beside"
    FOREST_WAY = "forest_way"
    ENCLOSED_ROAD = "enclosed_road"
    PASSED_OVER = "passed_over"


class Finding(NamedTuple):
    """What one test found: for each case the line and the hex.

    Hindrances have their amount; images their number, and whether the line only touches them.
    """

    found: Found
    effect: Effect
    line: Ints
    hex: Ints
    amount: Ints | None = None
    image: Ints | None = None
    touched: Flags | None = None


@dataclass(frozen=True, eq=False)
class SightLines:
    """Lines from one hex, with all that the tests ask about them.

    `markers` and `vehicles` count hindrances by position, `own_vehicles` those of them that are the target.
    An end is on the road if it is a vehicle or towed gun on an urban road.
    """

    ground: SightGround
    lines: Lines
    switches: frozenset[Switch | LaterGround]
    house: HouseValues
    markers: Numbers | None = None
    vehicles: Numbers | None = None
    own_vehicles: int = 0
    source_on_road: bool = False
    target_on_road: bool = False
    explained: bool = False

    @cached_property
    def source_level(self) -> int:
        return int(self.ground.level[self.lines.source])

    @cached_property
    def target_level(self) -> Numbers:
        return self.ground.level[self.lines.targets]

    @cached_property
    def high(self) -> Numbers:
        return np.maximum(self.target_level, self.source_level)

    @cached_property
    def low(self) -> Numbers:
        return np.minimum(self.target_level, self.source_level)

    @cached_property
    def same(self) -> Flags:
        same: Flags = self.target_level == self.source_level
        return same

    @cached_property
    def all_same(self) -> bool:
        return bool(self.same.all())

    @cached_property
    def range_hexes(self) -> Numbers:
        gaps: Numbers = self.ground.where.distance(self.lines.source, self.lines.targets)
        return gaps

    @cached_property
    def contour(self) -> Numbers:
        """The contour that blocks on each line: that of the higher end, 1 at least."""
        band = self.ground.band
        highest: Numbers = np.maximum(np.maximum(band[self.lines.targets], band[self.lines.source]), 1)
        return highest

    @implements("LHY-4.2.1a.later", "LHY-4.2.1.bt")
    def blocks_on_one_level(self, line: Ints, at: Ints) -> Flags:
        """Whether a hex is one of those that 4.2.1 a and b name for its line."""
        ground, high = self.ground, self.high[line]
        if Switch.LOWER_WOODS_BLOCK in self.switches:
            return self.same[line] & (ground.wooded[at] | (ground.level[at] > high))
        return self.same[line] & (ground.top[at] > high)

    @implements("LHY-4.2.3.4", "LHY-4.2.3.5", "LHY-4.2.3.6")
    def is_blind(self, line: Ints, at: Ints, total: Numbers) -> Flags:
        """Whether the lower end is among the blind hexes of an obstacle below the higher end."""
        high = self.high[line]
        near = self.ground.where.distance(self._higher_end(line), at)
        blind = _blind_counts(self.house)[np.minimum(np.maximum(high - total, 0), 2 * MOST_LEVELS), near]
        behind: Flags = (total < high) & (self.range_hexes[line] - near <= blind)
        return behind

    def nearer_side(self, line: Ints, at: Ints, image: Ints) -> Ints:
        """The hex that an image stands in; of the two beside a tree line, the nearer to the higher end (reading 31)."""
        beside, distance = self.ground.image_beside[image], self.ground.where.distance
        one, other, higher = beside[:, 0], beside[:, 1], self._higher_end(line)
        nearer: Ints = np.where(distance(higher, one) <= distance(higher, other), one, other)
        return np.where(self.ground.image_kind[image] == ImageKind.TREE_LINE, nearer, at)

    def _higher_end(self, line: Ints) -> Ints:
        higher: Ints = np.where(
            self.target_level[line] > self.source_level, self.lines.targets[line], self.lines.source
        )
        return higher

    def is_over(self, line: Ints, at: Ints, total: Numbers) -> Flags:
        """Whether the line passes over something in the way that reaches this total level (reading 17)."""
        over: Flags = (self.low[line] > total) | ((self.high[line] > total) & ~self.is_blind(line, at, total))
        return over

    def with_any(self, line: Ints) -> Flags:
        """Flags the lines that are named at least once."""
        flags = np.zeros(len(self.lines.starts), dtype=bool)
        flags[line] = True
        return flags


_BLIND: dict[HouseValues, Numbers] = {}


def _blind_counts(house: HouseValues) -> Numbers:
    """The Blind Hex Table spread out: [level difference, hexes to the obstacle]."""
    if house not in _BLIND:
        table = house.blind_hexes
        _BLIND[house] = np.array(
            [[0] * 800]
            + [[0] + [table.blind(d, n) for n in range(1, 800)] for d in range(1, 2 * MOST_LEVELS + 1)]
        )
    return _BLIND[house]
