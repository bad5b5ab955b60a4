"""The tests of 4.2.1 to 4.2.3: the obstacles on a line of sight.

A test goes through the hexes that a line passes, nearest first, and notes its findings: which test, in which hex. The
verdicts of a whole field and the reasons of a single ruling come from the same tests, so they cannot disagree.
"""

from rules.game.rule_ids import implements
from rules.ground.hex.board import FINE
from rules.ground.hex.sight import LEFT, RIGHT, THROUGH, Way
from rules.ground.int_rows import WritableIntRow
from rules.last_hundred_yards.questions.sight.hindrances import (
    markers_beside,
    markers_passed,
    vehicles_passed,
)
from rules.last_hundred_yards.questions.sight.road_sight import enclosed_roads, forest_roads, is_forest_way
from rules.last_hundred_yards.questions.sight.sight_lines import (
    NO_IMAGE,
    Finding,
    ImageKind,
    Line,
    SightFacts,
    blocks_on_one_level,
    is_blind,
    is_blocked,
    is_obstacle,
    note,
    range_hexes,
)


@implements(
    "LHY-4.2.0.3", "LHY-4.2.0.4", "LHY-4.2.0.target", "LHY-4.2.3.bt-adj", "LHY-4.2.1.0", "LHY-4.2.2.2",
    "LHY-4.1.8.enclosed.5", "LHY-4.2.1d.later",
)  # fmt: skip
def note_all(facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow) -> int:
    """Note all obstacles and hindrances of a line, test by test; returns the number of findings. Rule: LHY 4.2.1-4.2.4.

    Once a line is blocked, later tests are skipped unless the line is to be explained.
    """
    along_hexsides = way.how[1] >= LEFT
    count = hexes_passed(facts, line, way, passed, findings, 0)
    if along_hexsides:
        count = hexes_beside(facts, line, way, passed, findings, count)
    if facts.switches.forest_roads_block:
        count = forest_roads(facts, line, way, passed, findings, count)
    if facts.switches.enclosed_roads:
        count = enclosed_roads(facts, line, way, passed, findings, count)
    is_open = line.explained or not is_blocked(findings, 0, count)
    tested = count
    if line.is_level:
        if is_open:
            count = contours(facts, line, way, passed, findings, count)
        if along_hexsides:
            count = contours_beside(facts, line, way, passed, findings, count)
    is_open = line.explained or (is_open and not is_blocked(findings, tested, count))
    tested = count
    if is_open:
        count = images(facts, line, way, passed, findings, count)
    if line.source_on_road:
        count = own_row(facts, line, line.source, findings, count)
    if line.target_on_road:
        count = own_row(facts, line, line.target, findings, count)
    if line.explained or (is_open and not is_blocked(findings, tested, count)):
        count = markers_passed(facts, line, way, passed, findings, count)
        count = vehicles_passed(facts, line, way, passed, findings, count)
    if along_hexsides:
        count = markers_beside(facts, line, way, passed, findings, count)
    return count


@implements(
    "LHY-4.0c.1", "LHY-4.1.3", "LHY-4.1.4.1", "LHY-4.2.1a.1", "LHY-4.2.1a.2", "LHY-4.2.2.1", "LHY-4.2.3.1",
)  # fmt: skip
def hexes_passed(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note hexes that the line passes through; between levels those as high as the higher end block, lower ones may blind."""
    for k in range(passed):
        at = way.at[k]
        if way.how[k] != THROUGH or not facts.hexes[at].rises:
            continue
        if line.is_level:
            if not blocks_on_one_level(facts, line, at):
                if line.explained and facts.hexes[at].wooded:
                    count = note(findings, count, Finding.LOWER_WOODS, at)
            elif (
                facts.switches.enclosed_roads
                and facts.hexes[at].level <= line.high
                and is_forest_way(facts, line, way, k)
            ):
                if line.explained:
                    count = note(findings, count, Finding.FOREST_WAY, at)
            else:
                count = note(findings, count, Finding.THROUGH, at)
        else:
            total = facts.hexes[at].top
            if total >= line.high:
                count = note(findings, count, Finding.BETWEEN_LEVELS, at)
            elif is_obstacle(facts, line, at, total) and is_blind(facts, line, at, total):
                count = note(
                    findings,
                    count,
                    Finding.BLIND,
                    at,
                    NO_IMAGE,
                    range_hexes(facts.layout, line.higher_end, at),
                )
    return count


@implements("LHY-4.2.1b", "LHY-4.2.1b.later", "LHY-4.2.2a.later", "LHY-4.2.3.side")
def hexes_beside(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note hexes that block on both sides of a line along hexsides, anywhere along it; a switch leaves out
    bare hills (reading 29)."""
    first, on_left, on_right = count, False, False
    which = Finding.BOTH_SIDES if line.is_level else Finding.BETWEEN_LEVELS_SIDES
    for side in (LEFT, RIGHT):
        for k in range(passed):
            at = way.at[k]
            if way.how[k] == side and _stands_beside(facts, line, at):
                count = note(findings, count, which, at)
                on_left, on_right = on_left or side == LEFT, on_right or side == RIGHT
    if not (on_left and on_right):
        count = first
    if line.is_level:
        return _bare_hills_beside(facts, line, way, passed, findings, count)
    if facts.switches.hexsides_open_between_levels:
        return count
    for side in (LEFT, RIGHT):
        for k in range(passed):
            if way.how[k] == LEFT and _is_blind_beside(facts, line, way.at[k], way.at[k + 1]):
                count = note(findings, count, Finding.BLIND_SIDES, way.at[k + side - LEFT])
    return count


def _stands_beside(facts: SightFacts, line: Line, at: int) -> bool:
    if not line.is_level:
        return not facts.switches.hexsides_open_between_levels and facts.hexes[at].top >= line.high
    if facts.switches.only_forest_blocks_beside and not facts.hexes[at].wooded:
        return False
    return blocks_on_one_level(facts, line, at)


def _bare_hills_beside(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    if not line.explained or not facts.switches.only_forest_blocks_beside:
        return count
    for k in range(passed):
        at = way.at[k]
        if way.how[k] >= LEFT and not facts.hexes[at].wooded and blocks_on_one_level(facts, line, at):
            count = note(findings, count, Finding.HILL_BESIDE, at)
    return count


def _is_blind_beside(facts: SightFacts, line: Line, left: int, right: int) -> bool:
    total = min(facts.hexes[left].top, facts.hexes[right].top)
    if not (is_obstacle(facts, line, left, total) and is_obstacle(facts, line, right, total)):
        return False
    return is_blind(facts, line, left, total)


@implements("LHY-4.1.5.3", "LHY-4.2.1c", "LHY-4.2.1c.later")
def contours(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note contours that are not drawn, in hexes that a line on one level passes through."""
    for k in range(passed):
        at = way.at[k]
        if way.how[k] == THROUGH and facts.hexes[at].undrawn_band >= line.contour:
            count = note(findings, count, Finding.CONTOUR, at)
    return count


@implements("LHY-4.2.1c", "LHY-4.2.1c.later")
def contours_beside(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note contours on both sides of a hexside that a line on one level runs along."""
    for side in (LEFT, RIGHT):
        for k in range(passed):
            if way.how[k] != LEFT:
                continue
            if min(facts.hexes[way.at[k]].band, facts.hexes[way.at[k + 1]].band) >= line.contour:
                count = note(findings, count, Finding.CONTOUR_BOTH_SIDES, way.at[k + side - LEFT])
    return count


@implements("LHY-4.0c.2", "LHY-4.2.1c", "LHY-4.2.1d", "LHY-4.2.1d.later", "LHY-4.2.1e", "LHY-4.2.3.3")
def images(facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int) -> int:
    """Note images in the hexes passed; whether the line meets an image is tested last, since that takes the most time."""
    for k in range(1, passed - 1):
        at = way.at[k]
        first = facts.hexes[at].first_image
        for image in range(first, first + facts.hexes[at].image_count):
            total = facts.images[image].total
            if line.is_level:
                blocks = _image_blocks(facts, line, image, way.how[k] == THROUGH)
                if blocks or (line.explained and _counts(facts, line, image)):
                    met = meets(facts, line, image)
                    if met and blocks:
                        count = note(findings, count, Finding.IMAGE, at, image, met - 1)
                    elif met:
                        count = note(findings, count, Finding.LOWER_IMAGE, at, image)
            elif _rises_between(facts, line, image) and meets(facts, line, image):
                if total >= line.high:
                    count = note(findings, count, Finding.BETWEEN_LEVELS_IMAGE, at, image)
                else:
                    near = _nearer_side(facts, line, at, image)
                    if is_blind(facts, line, near, total):
                        count = note(
                            findings,
                            count,
                            Finding.BLIND_IMAGE,
                            near,
                            image,
                            range_hexes(facts.layout, line.higher_end, near),
                        )
    return count


def _image_blocks(facts: SightFacts, line: Line, image: int, is_through: bool) -> bool:
    """Whether an image blocks a line on one level that meets it."""
    kind, total, switches = facts.images[image].kind, facts.images[image].total, facts.switches
    if kind == ImageKind.BUILDING:
        return total > line.high or switches.lower_buildings_block
    if kind == ImageKind.TREE_LINE:
        return total > line.high
    if kind == ImageKind.CONTOUR:
        holds = facts.images[image].holds_dot != 0 and is_through
        return total >= line.contour and (holds or switches.any_contour_blocks)
    return facts.images[image].floor >= line.high or switches.lower_walls_block


def _counts(facts: SightFacts, line: Line, image: int) -> bool:
    """Whether an image that does not block is named in an explanation: a contour only if it is as high as the line's."""
    return facts.images[image].kind != ImageKind.CONTOUR or facts.images[image].total >= line.contour


def _rises_between(facts: SightFacts, line: Line, image: int) -> bool:
    """Whether an image may stand in the way of a line between levels."""
    kind = facts.images[image].kind
    if kind not in (ImageKind.BUILDING, ImageKind.TREE_LINE):
        return False
    return facts.images[image].total > line.low or facts.switches.blind_at_any_level


def _nearer_side(facts: SightFacts, line: Line, at: int, image: int) -> int:
    """The hex that an image stands in; of the two beside a tree line, the nearer to the higher end (reading 31)."""
    if facts.images[image].kind != ImageKind.TREE_LINE:
        return at
    one, other = facts.images[image].first, facts.images[image].second
    layout, higher = facts.layout, line.higher_end
    return one if range_hexes(layout, higher, one) <= range_hexes(layout, higher, other) else other


def meets(facts: SightFacts, line: Line, image: int) -> int:
    """Whether the line meets an image: 0 if not, 1 if it does, 2 if it only touches it.

    Walls and tree lines beside its ends do not count. An image lies within a hex between the ends, so the whole line
    meets it where the part between does; and it is in one piece, so the line meets it if its points are not all on
    one side.
    """
    drawn = facts.images[image]
    for beside in (drawn.first, drawn.second, drawn.third, drawn.fourth):
        if beside in (line.source, line.target):
            return 0
    # The sign of the cross product of the line with the way to a point says on which side the point lies.
    layout = facts.layout
    across, along = layout.across[line.source], layout.along[line.source]
    a, b = layout.across[line.target] - across, layout.along[line.target] - along
    below = above = on = False
    for k in range(drawn.first_point, drawn.first_point + drawn.point_count):
        point = facts.points[k]
        cross = a * (point.along - FINE * along) - b * (point.across - FINE * across)
        below, above, on = below or cross < 0, above or cross > 0, on or cross == 0
    if below and above:
        return 1
    if not on:
        return 0
    return 2 if below or above else 1


@implements("LHY-4.2.1f", "LHY-4.2.2c.later")
def own_row(facts: SightFacts, line: Line, end: int, findings: WritableIntRow, count: int) -> int:
    """Note urban buildings in the hex of a vehicle or gun on an urban road that block its line. Rule: LHY 4.2.1f."""
    if line.source == line.target or (facts.switches.road_row_on_same_level_only and not line.is_level):
        return count
    first = facts.hexes[end].first_image
    for image in range(first, first + facts.hexes[end].image_count):
        if facts.images[image].kind == ImageKind.BUILDING and _crosses_an_edge(facts, line, image):
            count = note(findings, count, Finding.OWN_ROW, end, image)
    return count


def _crosses_an_edge(facts: SightFacts, line: Line, image: int) -> bool:
    """Whether the segment between the dots meets an edge of the outline."""
    layout, first = facts.layout, facts.images[image].first_point
    last = first + facts.images[image].point_count
    x1, y1 = FINE * layout.across[line.source], FINE * layout.along[line.source]
    x2, y2 = FINE * layout.across[line.target], FINE * layout.along[line.target]
    for k in range(first, last):
        after = k + 1 if k + 1 < last else first
        x3, y3 = facts.points[k].across, facts.points[k].along
        x4, y4 = facts.points[after].across, facts.points[after].along
        # Segments cross if each has the ends of the other on different sides. Edges in line with it are left to the next edge.
        one, other = _side(x1, y1, x2, y2, x3, y3), _side(x1, y1, x2, y2, x4, y4)
        this, that = _side(x3, y3, x4, y4, x1, y1), _side(x3, y3, x4, y4, x2, y2)
        if one * other <= 0 and this * that <= 0 and (this or that):
            return True
    return False


def _side(x1: int, y1: int, x2: int, y2: int, x: int, y: int) -> int:
    """On which side of the line from one point to another a third lies: 1, -1, or 0 on the line."""
    cross = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
    return 1 if cross > 0 else -1 if cross < 0 else 0
