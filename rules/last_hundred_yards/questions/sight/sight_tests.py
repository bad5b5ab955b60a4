"""The tests of 4.2.1 to 4.2.3, each over many lines at once.

A test looks at the lines from one hex and finds what stands in their way: for each finding the line,
the hex, and the test that found it. The verdicts of a whole field and the reasons of a single
ruling are read from the same findings, so they cannot disagree.

All lines are worked on at once in flat arrays. `line` holds numbers of lines, `at` positions of hexes and
`image` numbers of images, entry by entry: line[k] meets the hex at[k]. What holds for an entry is a Flags
array of the same length, and line[flags], at[flags] are the entries for which it holds.
"""

from collections.abc import Iterator

import numpy as np

from rules.game.rule_ids import implements
from rules.ground.hex.board import FINE
from rules.ground.hex.sight import Flags, Ints, Passing
from rules.last_hundred_yards.book.switches import LaterGround, Switch
from rules.last_hundred_yards.questions.sight.hindrances import hindrances
from rules.last_hundred_yards.questions.sight.road_sight import enclosed_roads, forest_roads, on_forest_ways
from rules.last_hundred_yards.questions.sight.sight_ground import ImageKind, Numbers
from rules.last_hundred_yards.questions.sight.sight_lines import Effect, Finding, Found, SightLines


@implements(
    "LHY-4.2.0.3", "LHY-4.2.0.4", "LHY-4.2.0.target", "LHY-4.2.3.bt-adj", "LHY-4.2.1.0", "LHY-4.2.2.2"
)
def findings(sight_lines: SightLines) -> Iterator[Finding]:
    """All that stands in the way of these lines, test by test. Rule: LHY 4.2.1-4.2.4.

    Later tests pass over lines that an earlier one blocked, unless they are to be explained.
    """
    is_open = np.ones(len(sight_lines.lines.starts), dtype=bool)
    for finding in _tested(sight_lines, is_open):
        if finding.effect is Effect.BLOCKS and not sight_lines.explained:
            is_open[finding.line] = False
        yield finding


def _tested(sight_lines: SightLines, is_open: Flags) -> Iterator[Finding]:
    ground = sight_lines.ground
    if ground.any_rises:
        yield from _hexes_passed(sight_lines)
        if len(sight_lines.lines.lefts):
            yield from _hexes_beside(sight_lines)
    if LaterGround.FOREST_ROADS_BLOCK in sight_lines.switches and not sight_lines.all_same:
        yield from forest_roads(sight_lines)
    if LaterGround.ENCLOSED_ROADS in sight_lines.switches:
        yield from enclosed_roads(sight_lines)
    if ground.any_contours:
        yield from _contours(sight_lines, is_open)
    if ground.images:
        yield from _images(sight_lines, is_open)
        if sight_lines.source_on_road or sight_lines.target_on_road:
            yield from _own_row(sight_lines)
    if sight_lines.markers is not None or sight_lines.vehicles is not None:
        yield from hindrances(sight_lines, is_open)


@implements("LHY-4.2.3.2")
def _is_obstacle(sight_lines: SightLines, line: Ints, at: Ints, total: Numbers) -> Flags:
    """Whether a hex of this total level may cast blind hexes on the line."""
    ground = sight_lines.ground
    obstacle = ground.wooded[at] | (ground.level[at] > 0)
    if Switch.BLIND_AT_ANY_LEVEL in sight_lines.switches:
        return obstacle
    return obstacle & (total > sight_lines.low[line])


@implements(
    "LHY-4.0c.1", "LHY-4.1.3", "LHY-4.1.4.1", "LHY-4.2.1a.1", "LHY-4.2.1a.2", "LHY-4.2.2.1", "LHY-4.2.3.1"
)
def _hexes_passed(sight_lines: SightLines) -> Iterator[Finding]:
    lines, ground = sight_lines.lines, sight_lines.ground
    # One entry for each hex that could stand in the way and each line that passes through it.
    chosen = np.flatnonzero(ground.rises[lines.interiors])
    at, line = lines.interiors[chosen], lines.line_of[chosen]
    blocks = sight_lines.blocks_on_one_level(line, at)
    on_way = np.zeros_like(blocks)
    if LaterGround.ENCLOSED_ROADS in sight_lines.switches and blocks.any():
        on_way = blocks & on_forest_ways(sight_lines)[chosen] & (ground.level[at] <= sight_lines.high[line])
        blocks &= ~on_way
    yield Finding(Found.THROUGH, Effect.BLOCKS, line[blocks], at[blocks])
    if sight_lines.explained:
        yield Finding(Found.FOREST_WAY, Effect.SPARES, line[on_way], at[on_way])
        spared = sight_lines.same[line] & ~blocks & ~on_way & ground.wooded[at]
        yield Finding(Found.LOWER_WOODS, Effect.SPARES, line[spared], at[spared])
    if sight_lines.all_same:
        return
    # From here on the lines between levels: a hex as high as the higher end blocks, a lower one may blind.
    between = ~sight_lines.same[line]
    at, line = at[between], line[between]
    total = ground.top[at]
    reaches = total >= sight_lines.high[line]
    yield Finding(Found.BETWEEN_LEVELS, Effect.BLOCKS, line[reaches], at[reaches])
    rest = np.flatnonzero(~reaches & _is_obstacle(sight_lines, line, at, total))
    at, line = at[rest], line[rest]
    blind = sight_lines.is_blind(line, at, total[rest])
    yield Finding(Found.BLIND, Effect.BLINDS, line[blind], at[blind])


@implements("LHY-4.2.1b", "LHY-4.2.1b.later", "LHY-4.2.2a.later", "LHY-4.2.3.side")
def _hexes_beside(sight_lines: SightLines) -> Iterator[Finding]:
    """Hexes on both sides of a line along hexsides; a switch leaves bare hills out (reading 29)."""
    # One entry for each hexside that a line runs along, with the hexes on its left and right.
    lines, ground = sight_lines.lines, sight_lines.ground
    left, right, line = lines.passed[lines.lefts], lines.passed[lines.lefts + 1], lines.line_of[lines.lefts]
    on_left, on_right = (
        sight_lines.blocks_on_one_level(line, left),
        sight_lines.blocks_on_one_level(line, right),
    )
    if LaterGround.ONLY_FOREST_BLOCKS_BESIDE in sight_lines.switches:
        bare = np.concatenate((on_left & ~ground.wooded[left], on_right & ~ground.wooded[right]))
        if sight_lines.explained:
            pair = np.concatenate((left, right))
            yield Finding(Found.HILL_BESIDE, Effect.SPARES, np.tile(line, 2)[bare], pair[bare])
        on_left, on_right = on_left & ground.wooded[left], on_right & ground.wooded[right]
    yield _both_sides(sight_lines, Found.BOTH_SIDES, line, left, right, on_left, on_right)
    if sight_lines.all_same or Switch.HEXSIDES_OPEN_BETWEEN_LEVELS in sight_lines.switches:
        return
    between, high = ~sight_lines.same[line], sight_lines.high[line]
    yield _both_sides(
        sight_lines, Found.BETWEEN_LEVELS_SIDES, line, left, right, between & (ground.top[left] >= high),
        between & (ground.top[right] >= high),
    )  # fmt: skip
    total = np.minimum(ground.top[left], ground.top[right])
    blind = between & (total < high)
    blind &= _is_obstacle(sight_lines, line, left, total) & _is_obstacle(sight_lines, line, right, total)
    blind &= sight_lines.is_blind(line, left, total)
    pair = np.concatenate((left[blind], right[blind]))
    yield Finding(Found.BLIND_SIDES, Effect.BLINDS, np.tile(line[blind], 2), pair)


def _both_sides(
    sight_lines: SightLines,
    found: Found,
    line: Ints,
    left: Ints,
    right: Ints,
    on_left: Flags,
    on_right: Flags,
) -> Finding:
    """Lines that have a flagged hex on either side, anywhere along them."""
    both = sight_lines.with_any(line[on_left]) & sight_lines.with_any(line[on_right])
    on_left, on_right = on_left & both[line], on_right & both[line]
    return Finding(
        found,
        Effect.BLOCKS,
        np.concatenate((line[on_left], line[on_right])),
        np.concatenate((left[on_left], right[on_right])),
    )


@implements("LHY-4.1.5.3", "LHY-4.2.1c", "LHY-4.2.1c.later")
def _contours(sight_lines: SightLines, is_open: Flags) -> Iterator[Finding]:
    lines, band = sight_lines.lines, sight_lines.ground.undrawn_band
    chosen = np.flatnonzero(band[lines.interiors])
    chosen = chosen[is_open[lines.line_of[chosen]]]
    at, line = lines.interiors[chosen], lines.line_of[chosen]
    blocks = sight_lines.same[line] & (band[at] >= sight_lines.contour[line])
    yield Finding(Found.CONTOUR, Effect.BLOCKS, line[blocks], at[blocks])
    if len(lines.lefts):
        left, right, line = (
            lines.passed[lines.lefts],
            lines.passed[lines.lefts + 1],
            lines.line_of[lines.lefts],
        )
        band = sight_lines.ground.band
        lower = np.minimum(band[left], band[right])
        blocks = sight_lines.same[line] & (lower >= sight_lines.contour[line])
        pair = np.concatenate((left[blocks], right[blocks]))
        yield Finding(Found.CONTOUR_BOTH_SIDES, Effect.BLOCKS, np.tile(line[blocks], 2), pair)


@implements("LHY-4.0c.2", "LHY-4.2.1c", "LHY-4.2.1d", "LHY-4.2.1d.later", "LHY-4.2.1e", "LHY-4.2.3.3")
def _images(sight_lines: SightLines, is_open: Flags) -> Iterator[Finding]:
    """Images on lines that are still open: what each would do is asked first, whether the line meets it last."""
    # First what each image would do if the line met it, by kind and height, which is cheap ...
    line, at, image, is_beside = _images_passed(sight_lines, is_open)
    ground, switches = sight_lines.ground, sight_lines.switches
    kind, total = ground.image_kind[image], ground.image_total[image]
    same, high = sight_lines.same[line], sight_lines.high[line]
    building, contour, trees = (
        kind == wanted for wanted in (ImageKind.BUILDING, ImageKind.CONTOUR, ImageKind.TREE_LINE)
    )
    as_high = contour & (total >= sight_lines.contour[line])
    wall = ~building & ~contour & ~trees
    blocks = building & ((total > high) | (Switch.LOWER_BUILDINGS_BLOCK in switches))
    blocks |= trees & (total > high)
    blocks |= wall & ((ground.image_floor[image] >= high) | (Switch.LOWER_WALLS_BLOCK in switches))
    blocks |= as_high & (
        (ground.image_holds_dot[image] & ~is_beside) | (Switch.ANY_CONTOUR_BLOCKS in switches)
    )
    rises = (total > sight_lines.low[line]) | (Switch.BLIND_AT_ANY_LEVEL in switches)
    between = ~same & (building | trees) & rises
    counts = blocks | as_high | ~contour if sight_lines.explained else blocks
    # ... then, for those alone that would matter, whether the line meets it, which is dear.
    asked = np.flatnonzero((same & counts) | between)
    met, touched = _met(sight_lines, line[asked], image[asked])
    touched, asked = touched[met], asked[met]
    line, at, image, same, high = line[asked], at[asked], image[asked], same[asked], high[asked]
    blocks = same & blocks[asked]
    yield Finding(
        Found.IMAGE, Effect.BLOCKS, line[blocks], at[blocks], image=image[blocks], touched=touched[blocks]
    )
    if sight_lines.explained:
        spared = same & ~blocks
        yield Finding(Found.LOWER_IMAGE, Effect.SPARES, line[spared], at[spared], image=image[spared])
    if sight_lines.all_same:
        return
    total = total[asked]
    reaches = ~same & (total >= high)
    yield Finding(Found.BETWEEN_LEVELS_IMAGE, Effect.BLOCKS, line[reaches], at[reaches], image=image[reaches])
    at = sight_lines.nearer_side(line, at, image)
    blind = ~same & ~reaches & sight_lines.is_blind(line, at, total)
    yield Finding(Found.BLIND_IMAGE, Effect.BLINDS, line[blind], at[blind], image=image[blind])


def _images_passed(sight_lines: SightLines, is_open: Flags) -> tuple[Ints, Ints, Ints, Flags]:
    """Line, hex and number of every image in a hex that a line passes, and whether the hex is beside the line."""
    ground, lines = sight_lines.ground, sight_lines.lines
    chosen = np.flatnonzero(ground.image_count[lines.passed])
    line = lines.line_of[chosen]
    chosen = chosen[is_open[line] & (lines.how[chosen] != Passing.END)]
    at = lines.passed[chosen]
    # The images of a hex are numbered in a row: the k-th entry becomes count[k] entries, first, first + 1, ...
    count = ground.image_count[at]
    offset = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    image = np.repeat(ground.first_image[at], count) + offset
    is_beside = np.repeat(lines.how[chosen] >= Passing.LEFT, count)
    return np.repeat(lines.line_of[chosen], count), np.repeat(at, count), image, is_beside


def _met(sight_lines: SightLines, line: Ints, image: Ints) -> tuple[Flags, Flags]:
    """Which lines meet the image, walls and tree lines beside their ends left out, and which only touch it.

    An image lies within a hex between the ends, so the whole line meets it where the part between does;
    and it is in one piece, so the line meets it if its points are not all on one side.
    """
    where, lines, points = sight_lines.ground.where, sight_lines.lines, sight_lines.ground.points[image]
    # The sign of the cross product of the line with the way to a point says on which side the point lies.
    a = (where.across[lines.targets] - where.across[lines.source])[line]
    b = (where.along[lines.targets] - where.along[lines.source])[line]
    cross = a[:, None] * (points[:, :, 1] - FINE * where.along[lines.source])
    cross -= b[:, None] * (points[:, :, 0] - FINE * where.across[lines.source])
    low, high = cross.min(axis=1), cross.max(axis=1)
    beside = sight_lines.ground.image_beside[image]
    spared = (beside == lines.source).any(axis=1) | (beside == lines.targets[line][:, None]).any(axis=1)
    met: Flags = (low <= 0) & (high >= 0) & ~spared
    return met, (low == 0) != (high == 0)


@implements("LHY-4.2.1f", "LHY-4.2.2c.later")
def _own_row(sight_lines: SightLines) -> Iterator[Finding]:
    """Urban buildings in the very hex of a vehicle or gun on an urban road. Rule: LHY 4.2.1f."""
    ground, lines = sight_lines.ground, sight_lines.lines
    ends = [np.full(len(lines.targets), lines.source)] if sight_lines.source_on_road else []
    if sight_lines.target_on_road:
        ends.append(lines.targets)
    allowed = (
        sight_lines.same
        if Switch.ROAD_ROW_ON_SAME_LEVEL_ONLY in sight_lines.switches
        else np.ones_like(sight_lines.same)
    )
    for end in ends:
        count = np.where(allowed & (lines.targets != lines.source), ground.image_count[end], 0)
        line = np.repeat(np.arange(len(end)), count)
        # As in _images_passed: one entry for each image in the hex at this end of the line.
        image = (
            ground.first_image[end[line]] + np.arange(len(line)) - np.repeat(np.cumsum(count) - count, count)
        )
        building = ground.image_kind[image] == ImageKind.BUILDING
        line, image = line[building], image[building]
        met = _meets(sight_lines, line, ground.points[image])
        yield Finding(Found.OWN_ROW, Effect.BLOCKS, line[met], end[line[met]], image=image[met])


def _meets(sight_lines: SightLines, line: Ints, points: Numbers) -> Flags:
    """Whether the segment between the dots meets an edge of the outline."""
    where, lines = sight_lines.ground.where, sight_lines.lines
    start = FINE * np.array([where.across[lines.source], where.along[lines.source]])
    end = FINE * np.stack((where.across[lines.targets], where.along[lines.targets]), axis=1)[line][:, None]
    one, other = points, np.roll(points, -1, axis=1)
    # Two segments cross if each has the ends of the other on different sides, and their boxes overlap.
    across = _sign(end - start, one - start) * _sign(end - start, other - start)
    along = _sign(other - one, start - one) * _sign(other - one, end - one)
    near = (np.maximum(one, other) >= np.minimum(start, end)) & (
        np.minimum(one, other) <= np.maximum(start, end)
    )
    met: Flags = ((across <= 0) & (along <= 0) & near.all(axis=2)).any(axis=1)
    return met


def _sign(one: Numbers, other: Numbers) -> Numbers:
    return np.sign(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])
