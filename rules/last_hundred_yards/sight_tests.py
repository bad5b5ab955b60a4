"""The tests of 4.2.1 to 4.2.4, each over many lines at once.

A test looks at the lines from one hex and finds what stands in their way: for each finding the line,
the hex, and the test that found it. The verdicts of a whole field and the reasons of a single
ruling are read from the same findings, so they cannot disagree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.ground.hex_board import FINE
from rules.ground.hex_sight import Flags, Ints, Lines, Passing
from rules.last_hundred_yards.house import MOST_LEVELS, HouseValues
from rules.last_hundred_yards.rulebook import Switch
from rules.last_hundred_yards.sight_ground import ImageKind, Numbers, SightGround
from rules.last_hundred_yards.terrain_effects import MARKER_LEVELS


class Effect(Enum):
    """What a finding does to the line."""

    BLOCKS = "blocks"
    BLINDS = "blinds"
    HINDERS = "hinders"
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
    BLIND = "blind"
    BLIND_SIDES = "blind_sides"
    BLIND_IMAGE = "blind_image"
    MARKER = "marker"
    MARKER_BESIDE = "marker_beside"
    MARKERS_BOTH_SIDES = "markers_both_sides"
    VEHICLE = "vehicle"
    LOWER_WOODS = "lower_woods"
    LOWER_IMAGE = "lower_image"
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
class Look:
    """Lines from one hex, with all that the tests ask about them.

    `markers` and `vehicles` count hindrances by position, `own_vehicles` those of them that are the target.
    An end is on the road if it is a vehicle or towed gun on an urban road.
    """

    ground: SightGround
    lines: Lines
    switches: frozenset[Switch]
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
        return self.target_level == self.source_level

    @cached_property
    def all_same(self) -> bool:
        return bool(self.same.all())

    @cached_property
    def range_hexes(self) -> Numbers:
        return self.ground.where.distance(self.lines.source, self.lines.targets)

    @cached_property
    def contour(self) -> Numbers:
        """The contour that blocks on each line: that of the higher end, 1 at least."""
        band = self.ground.band
        return np.maximum(np.maximum(band[self.lines.targets], band[self.lines.source]), 1)

    def is_blind(self, line: Ints, at: Ints, total: Numbers) -> Flags:
        """Whether the lower end is among the blind hexes of an obstacle below the higher end."""
        high = self.high[line]
        higher = np.where(
            self.target_level[line] > self.source_level, self.lines.targets[line], self.lines.source
        )
        near = self.ground.where.distance(higher, at)
        blind = _blind_counts(self.house)[np.clip(high - total, 1, 2 * MOST_LEVELS), near]
        return (total < high) & (self.range_hexes[line] - near <= blind)

    def is_over(self, line: Ints, at: Ints, total: Numbers) -> Flags:
        """Whether the line passes over something in the way that reaches this total level."""
        above = self.high[line] > total
        return above & (self.same[line] | ~self.is_blind(line, at, total))


def findings(look: Look) -> Iterator[Finding]:
    """All that stands in the way of these lines, test by test. Rule: LHY 4.2.1-4.2.4."""
    ground = look.ground
    if ground.rises.any():
        yield from _hexes_passed(look)
        if len(look.lines.lefts):
            yield from _hexes_beside(look)
    if ground.undrawn_band.any():
        yield from _contours(look)
    if ground.images:
        yield from _images(look)
        if look.source_on_road or look.target_on_road:
            yield from _own_row(look)
    if look.markers is not None or look.vehicles is not None:
        yield from _hindrances(look)


def _blocks_on_one_level(look: Look, line: Ints, at: Ints) -> Flags:
    ground, high = look.ground, look.high[line]
    if Switch.LOWER_WOODS_BLOCK in look.switches:
        return look.same[line] & (ground.wooded[at] | (ground.level[at] > high))
    return look.same[line] & (ground.top[at] > high)


def _is_obstacle(look: Look, line: Ints, at: Ints, total: Numbers) -> Flags:
    """Whether a hex of this total level may cast blind hexes on the line."""
    ground = look.ground
    obstacle = ground.wooded[at] | (ground.level[at] > 0)
    if Switch.BLIND_AT_ANY_LEVEL in look.switches:
        return obstacle
    return obstacle & (total > look.low[line])


def _hexes_passed(look: Look) -> Iterator[Finding]:
    lines, ground = look.lines, look.ground
    chosen = np.flatnonzero(ground.rises[lines.interiors])
    at, line = lines.interiors[chosen], lines.line_of[chosen]
    blocks = _blocks_on_one_level(look, line, at)
    yield Finding(Found.THROUGH, Effect.BLOCKS, line[blocks], at[blocks])
    if look.explained:
        spared = look.same[line] & ~blocks & ground.wooded[at]
        yield Finding(Found.LOWER_WOODS, Effect.SPARES, line[spared], at[spared])
    if look.all_same:
        return
    between = ~look.same[line]
    at, line = at[between], line[between]
    total = ground.top[at]
    reaches = total >= look.high[line]
    yield Finding(Found.BETWEEN_LEVELS, Effect.BLOCKS, line[reaches], at[reaches])
    rest = np.flatnonzero(~reaches & _is_obstacle(look, line, at, total))
    at, line = at[rest], line[rest]
    blind = look.is_blind(line, at, total[rest])
    yield Finding(Found.BLIND, Effect.BLINDS, line[blind], at[blind])


def _hexes_beside(look: Look) -> Iterator[Finding]:
    lines, ground = look.lines, look.ground
    left, right, line = lines.passed[lines.lefts], lines.passed[lines.lefts + 1], lines.line_of[lines.lefts]
    yield _both_sides(
        look, Found.BOTH_SIDES, line, left, right, _blocks_on_one_level(look, line, left),
        _blocks_on_one_level(look, line, right),
    )  # fmt: skip
    if look.all_same or Switch.HEXSIDES_OPEN_BETWEEN_LEVELS in look.switches:
        return
    between, high = ~look.same[line], look.high[line]
    yield _both_sides(
        look, Found.BETWEEN_LEVELS_SIDES, line, left, right, between & (ground.top[left] >= high),
        between & (ground.top[right] >= high),
    )  # fmt: skip
    total = np.minimum(ground.top[left], ground.top[right])
    blind = between & (total < high)
    blind &= _is_obstacle(look, line, left, total) & _is_obstacle(look, line, right, total)
    blind &= look.is_blind(line, left, total)
    pair = np.concatenate((left[blind], right[blind]))
    yield Finding(Found.BLIND_SIDES, Effect.BLINDS, np.tile(line[blind], 2), pair)


def _both_sides(
    look: Look, found: Found, line: Ints, left: Ints, right: Ints, on_left: Flags, on_right: Flags
) -> Finding:
    """Lines that have a flagged hex on either side, anywhere along them."""
    both = _any(look, line[on_left]) & _any(look, line[on_right])
    on_left, on_right = on_left & both[line], on_right & both[line]
    return Finding(
        found,
        Effect.BLOCKS,
        np.concatenate((line[on_left], line[on_right])),
        np.concatenate((left[on_left], right[on_right])),
    )


def _any(look: Look, line: Ints) -> Flags:
    flags = np.zeros(len(look.lines.starts), dtype=bool)
    flags[line] = True
    return flags


def _contours(look: Look) -> Iterator[Finding]:
    lines, band = look.lines, look.ground.undrawn_band
    chosen = np.flatnonzero(band[lines.interiors])
    at, line = lines.interiors[chosen], lines.line_of[chosen]
    blocks = look.same[line] & (band[at] >= look.contour[line])
    yield Finding(Found.CONTOUR, Effect.BLOCKS, line[blocks], at[blocks])
    if len(lines.lefts):
        left, right, line = (
            lines.passed[lines.lefts],
            lines.passed[lines.lefts + 1],
            lines.line_of[lines.lefts],
        )
        band = look.ground.band
        lower = np.minimum(band[left], band[right])
        blocks = look.same[line] & (lower >= look.contour[line])
        pair = np.concatenate((left[blocks], right[blocks]))
        yield Finding(Found.CONTOUR_BOTH_SIDES, Effect.BLOCKS, np.tile(line[blocks], 2), pair)


def _images(look: Look) -> Iterator[Finding]:
    line, at, image, touched = _images_met(look)
    if not len(line):
        return
    ground, switches = look.ground, look.switches
    kind, total, same, high = (
        ground.image_kind[image],
        ground.image_total[image],
        look.same[line],
        look.high[line],
    )
    building, contour = kind == ImageKind.BUILDING, kind == ImageKind.CONTOUR
    wall = ~building & ~contour
    blocks = same & building & ((total > high) | (Switch.LOWER_BUILDINGS_BLOCK in switches))
    blocks |= same & wall & ((ground.image_floor[image] >= high) | (Switch.LOWER_WALLS_BLOCK in switches))
    blocks |= (
        same & contour & (total >= look.contour[line])
        & (ground.image_holds_dot[image] | (Switch.ANY_CONTOUR_BLOCKS in switches))
    )  # fmt: skip
    yield Finding(
        Found.IMAGE, Effect.BLOCKS, line[blocks], at[blocks], image=image[blocks], touched=touched[blocks]
    )
    if look.explained:
        spared = same & ~blocks & (~contour | (total >= look.contour[line]))
        yield Finding(Found.LOWER_IMAGE, Effect.SPARES, line[spared], at[spared], image=image[spared])
    if look.all_same:
        return
    between = ~same & building
    reaches = between & (total >= high)
    yield Finding(Found.BETWEEN_LEVELS_IMAGE, Effect.BLOCKS, line[reaches], at[reaches], image=image[reaches])
    blind = between & ~reaches & look.is_blind(line, at, total)
    if Switch.BLIND_AT_ANY_LEVEL not in switches:
        blind &= total > look.low[line]
    yield Finding(Found.BLIND_IMAGE, Effect.BLINDS, line[blind], at[blind], image=image[blind])


def _images_met(look: Look) -> tuple[Ints, Ints, Ints, Flags]:
    """Lines, hexes, images and mere touches of every image that a line meets between its ends."""
    ground, lines = look.ground, look.lines
    count = np.where(lines.how == Passing.END, 0, ground.image_count[lines.passed])
    chosen = np.flatnonzero(count)
    count = count[chosen]
    at, line = np.repeat(lines.passed[chosen], count), np.repeat(lines.line_of[chosen], count)
    offset = np.arange(len(at)) - np.repeat(np.cumsum(count) - count, count)
    image = ground.first_image[at] + offset
    where = ground.where
    a = (where.across[lines.targets] - where.across[lines.source])[line]
    b = (where.along[lines.targets] - where.along[lines.source])[line]
    points = ground.points[image]
    cross = a[:, None] * (points[:, :, 1] - FINE * where.along[lines.source])
    cross -= b[:, None] * (points[:, :, 0] - FINE * where.across[lines.source])
    # An image lies within a hex between the ends, so the whole line meets it where the part between does;
    # and it is in one piece, so the line meets it if its points are not all on one side.
    low, high = cross.min(axis=1), cross.max(axis=1)
    met = (low <= 0) & (high >= 0)
    beside = ground.image_beside[image]
    met &= ~(beside == lines.source).any(axis=1)
    met &= ~(beside == lines.targets[line][:, None]).any(axis=1)
    touched = ((low == 0) != (high == 0))[met]
    return line[met], at[met], image[met], touched


def _own_row(look: Look) -> Iterator[Finding]:
    """Urban buildings in the very hex of a vehicle or gun on an urban road. Rule: LHY 4.2.1f."""
    ground, lines = look.ground, look.lines
    ends = [np.full(len(lines.targets), lines.source)] if look.source_on_road else []
    if look.target_on_road:
        ends.append(lines.targets)
    allowed = look.same if Switch.ROAD_ROW_ON_SAME_LEVEL_ONLY in look.switches else np.ones_like(look.same)
    for end in ends:
        count = np.where(allowed & (lines.targets != lines.source), ground.image_count[end], 0)
        line = np.repeat(np.arange(len(end)), count)
        image = (
            ground.first_image[end[line]] + np.arange(len(line)) - np.repeat(np.cumsum(count) - count, count)
        )
        kept = ground.image_kind[image] == ImageKind.BUILDING
        line, image = line[kept], image[kept]
        met = _meets(look, line, ground.points[image])
        yield Finding(Found.OWN_ROW, Effect.BLOCKS, line[met], end[line[met]], image=image[met])


def _meets(look: Look, line: Ints, points: Numbers) -> Flags:
    """Whether the segment between the dots meets an edge of the outline."""
    where, lines = look.ground.where, look.lines
    start = FINE * np.array([where.across[lines.source], where.along[lines.source]])
    end = FINE * np.stack((where.across[lines.targets], where.along[lines.targets]), axis=1)[line][:, None]
    one, other = points, np.roll(points, -1, axis=1)
    across = _sign(end - start, one - start) * _sign(end - start, other - start)
    along = _sign(other - one, start - one) * _sign(other - one, end - one)
    near = (np.maximum(one, other) >= np.minimum(start, end)) & (
        np.minimum(one, other) <= np.maximum(start, end)
    )
    met: Flags = ((across <= 0) & (along <= 0) & near.all(axis=2)).any(axis=1)
    return met


def _sign(one: Numbers, other: Numbers) -> Numbers:
    return np.sign(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def _hindrances(look: Look) -> Iterator[Finding]:
    lines, ground = look.lines, look.ground
    nothing = np.zeros(ground.where.size, dtype=np.int64)
    markers = nothing if look.markers is None else look.markers
    vehicles = nothing if look.vehicles is None else look.vehicles
    for found, amount, height in (
        (Found.MARKER, markers, MARKER_LEVELS),
        (Found.VEHICLE, vehicles, 0),
    ):
        met = np.flatnonzero((amount[lines.passed] > 0) & (lines.how <= Passing.THROUGH))
        at, line, is_end = lines.passed[met], lines.line_of[met], lines.how[met] == Passing.END
        over = ~is_end & look.is_over(line, at, ground.level[at] + height)
        if look.explained:
            yield Finding(Found.PASSED_OVER, Effect.SPARES, line[over], at[over])
        much = amount[at]
        if found is Found.VEHICLE:
            much = np.where(at == lines.source, 0, much - look.own_vehicles * (at == lines.targets[line]))
        kept = ~over & (much > 0)
        yield Finding(found, Effect.HINDERS, line[kept], at[kept], much[kept])
    if len(lines.lefts) and look.markers is not None:
        yield from _markers_beside(look, look.markers)


def _markers_beside(look: Look, markers: NDArray[np.int64]) -> Iterator[Finding]:
    """Markers beside a hexside that the line runs along. Rule: LHY 4.2.4 b and c."""
    lines, ground = look.lines, look.ground
    sides = (lines.passed[lines.lefts], lines.passed[lines.lefts + 1])
    line = lines.line_of[lines.lefts]
    marked = [(markers[at] > 0) & ~look.is_over(line, at, ground.level[at] + MARKER_LEVELS) for at in sides]
    both = _any(look, line[marked[0]]) & _any(look, line[marked[1]])
    each = [(line[on & both[line]], at[on & both[line]]) for at, on in zip(sides, marked, strict=True)]
    on_both, at_both = (np.concatenate(parts) for parts in zip(*each, strict=True))
    most = np.zeros(len(lines.starts), dtype=np.int64)
    np.maximum.at(most, on_both, markers[at_both])
    order = np.lexsort((markers[at_both], on_both))
    last = np.flatnonzero(np.diff(on_both[order], append=-1))
    chosen = order[last]
    yield Finding(
        Found.MARKERS_BOTH_SIDES, Effect.HINDERS, on_both[chosen], at_both[chosen], most[on_both[chosen]]
    )
    for mine, theirs in ((0, 1), (1, 0)):
        on, at, opposite = marked[mine] & ~both[line], sides[mine], sides[theirs]
        blocks = _blocks_beside(look, line, opposite)
        with_block = _any(look, line[blocks])
        kept = on & with_block[line]
        yield Finding(Found.MARKER_BESIDE, Effect.HINDERS, line[kept], at[kept], markers[at[kept]])
        partner = blocks & _any(look, line[kept])[line]
        yield Finding(Found.MARKER_BESIDE, Effect.SPARES, line[partner], opposite[partner])


def _blocks_beside(look: Look, line: Ints, at: Ints) -> Flags:
    ground = look.ground
    if Switch.ANY_HEX_HINDERS_BESIDE in look.switches:
        return ground.wooded[at] | (ground.level[at] > 0)
    return np.where(look.same[line], ground.top[at] > look.high[line], ground.top[at] >= look.high[line])


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
