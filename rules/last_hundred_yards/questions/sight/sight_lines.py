"""The facts that the sight tests need about a line of sight, and the record of their findings.

The tests use whole numbers only, one line at a time: in plain Python for a single ruling, compiled for a field. The facts
suit both: positions are those of rules.ground.hex.sight.HexPositions, and findings are groups of four numbers (which test,
position, image, amount) in one row. The tests change nothing but that row.
"""

from enum import IntEnum
from typing import NamedTuple, Protocol, TypeVar

from rules.game.rule_ids import implements
from rules.ground.hex.sight import Layout
from rules.ground.int_rows import IntRow, WritableIntRow
from rules.last_hundred_yards.book.house_figures import MOST_LEVELS

FARTHEST_HEXES = 800
"""More hexes than any two places on a map are apart."""

NO_IMAGE = -1


class ImageKind(IntEnum):
    """The kind of a drawn feature, which decides what it does to a line that meets it."""

    BUILDING = 0
    WALL = 1
    WALL_HEXSIDE = 2
    CONTOUR = 3
    TREE_LINE = 4


class Effect(IntEnum):
    """What a finding does to its line."""

    BLOCKS = 0
    BLINDS = 1
    HINDERS = 2
    LIMITS = 3
    SPARES = 4


class Finding(IntEnum):
    """The kind of a finding: the test that made it."""

    THROUGH = 0
    BOTH_SIDES = 1
    CONTOUR = 2
    CONTOUR_BOTH_SIDES = 3
    IMAGE = 4
    OWN_ROW = 5
    BETWEEN_LEVELS = 6
    BETWEEN_LEVELS_SIDES = 7
    BETWEEN_LEVELS_IMAGE = 8
    FOREST_ROAD = 9
    BLIND = 10
    BLIND_SIDES = 11
    BLIND_IMAGE = 12
    MARKER = 13
    MARKER_BESIDE = 14
    MARKERS_BOTH_SIDES = 15
    VEHICLE = 16
    ENCLOSED_ROAD = 17
    LOWER_WOODS = 18
    LOWER_IMAGE = 19
    HILL_BESIDE = 20
    FOREST_WAY = 21
    PASSED_OVER = 22
    LESSER_MARKER_BESIDE = 23
    SHELTER_BESIDE = 24


EFFECTS = tuple(
    int(
        Effect.BLOCKS if finding <= Finding.FOREST_ROAD
        else Effect.BLINDS if finding <= Finding.BLIND_IMAGE
        else Effect.HINDERS if finding <= Finding.VEHICLE
        else Effect.LIMITS if finding == Finding.ENCLOSED_ROAD
        else Effect.SPARES
    )
    for finding in Finding
)  # fmt: skip
"""What each finding does to its line."""


class SightSwitches(NamedTuple):
    """The switches that affect lines of sight, by their names."""

    lower_woods_block: bool
    lower_buildings_block: bool
    lower_walls_block: bool
    any_contour_blocks: bool
    blind_at_any_level: bool
    hexsides_open_between_levels: bool
    any_hex_hinders_beside: bool
    road_row_on_same_level_only: bool
    only_forest_blocks_beside: bool
    forest_roads_block: bool
    enclosed_roads: bool


NO_SWITCHES = SightSwitches(*[False] * len(SightSwitches._fields))


class HexFacts(NamedTuple):
    """The facts of a hex for lines of sight. `roads` and `rivers` have a bit for each hexside they cross; flags are 0 or 1."""

    level: int
    top: int
    band: int
    undrawn_band: int
    wooded: int
    rises: int
    first_image: int
    image_count: int
    enclosed: int
    forest_road: int
    roads: int
    rivers: int


class ImageFacts(NamedTuple):
    """The facts of an image for lines of sight: its points by number, and the four hexes beside a hexside it stands on, or -1."""

    kind: int
    total: int
    floor: int
    holds_dot: int
    first_point: int
    point_count: int
    first: int
    second: int
    third: int
    fourth: int


class Point(NamedTuple):
    """A point on the fine lattice, across the columns and along them."""

    across: int
    along: int


RowT = TypeVar("RowT", covariant=True)


class Rows(Protocol[RowT]):
    """Facts by number: a structured array in compiled code, a list in plain Python."""

    def __getitem__(self, at: int, /) -> RowT: ...


class SightFacts(NamedTuple):
    """Everything that a line of sight depends on, apart from its ends.

    `wanted` flags the hexes that may matter at all, `tall` is how high they reach.
    """

    layout: Layout
    wanted: IntRow
    tall: IntRow
    markers: IntRow
    vehicles: IntRow
    hexes: Rows[HexFacts]
    images: Rows[ImageFacts]
    points: Rows[Point]
    blind: IntRow
    switches: SightSwitches


class End(NamedTuple):
    """The end of a line: the position of a viewer or target, whether it is in the road of an urban road hex, and as a vehicle."""

    position: int
    is_on_road: int
    is_vehicle: int


class Line(NamedTuple):
    """The facts of a whole line. An end is on the road if it is a vehicle or towed gun on an urban road."""

    source: int
    target: int
    source_on_road: bool
    target_on_road: bool
    own_vehicles: int
    explained: bool
    high: int
    low: int
    is_level: bool
    higher_end: int
    range_hexes: int
    contour: int


def line_of(facts: SightFacts, viewer: End, target: End, explained: bool) -> Line:
    """The line between two ends. `contour` is the lowest that blocks it: the higher contour of the two ends, at least 1."""
    source, goal = viewer.position, target.position
    one, other = facts.hexes[source].level, facts.hexes[goal].level
    return Line(
        source,
        goal,
        viewer.is_on_road != 0,
        target.is_on_road != 0,
        target.is_vehicle,
        explained,
        max(one, other),
        min(one, other),
        one == other,
        goal if other > one else source,
        range_hexes(facts.layout, source, goal),
        max(facts.hexes[source].band, facts.hexes[goal].band, 1),
    )


def range_hexes(layout: Layout, one: int, other: int) -> int:
    """Range in hexes between positions."""
    lines = abs(layout.across[one] - layout.across[other]) // 3
    along = abs(layout.along[one] - layout.along[other])
    return lines if along <= lines else (lines + along) // 2


def note(
    findings: WritableIntRow, count: int, which: int, at: int, image: int = NO_IMAGE, amount: int = 0
) -> int:
    """Add a finding to the row; returns how many there are now.

    `amount` is that of a hindrance. For an image that blocks it is 1 if the line only touches it, and for an obstacle that
    casts blind hexes its distance from the higher end.
    """
    first = 4 * count
    findings[first], findings[first + 1], findings[first + 2], findings[first + 3] = which, at, image, amount
    return count + 1


def is_blocked(findings: WritableIntRow, first: int, count: int) -> bool:
    """Whether any finding from the first on blocks the line."""
    for number in range(first, count):  # noqa: SIM110 (a kernel has no any())
        if EFFECTS[findings[4 * number]] == Effect.BLOCKS:
            return True
    return False


@implements("LHY-4.2.1a.later", "LHY-4.2.1.bt")
def blocks_on_one_level(facts: SightFacts, line: Line, at: int) -> bool:
    """Whether a hex blocks this line on one level by 4.2.1 a and b, if the line passes through it."""
    if not line.is_level:
        return False
    if facts.switches.lower_woods_block:
        return facts.hexes[at].wooded != 0 or facts.hexes[at].level > line.high
    return facts.hexes[at].top > line.high


@implements("LHY-4.2.3.2")
def is_obstacle(facts: SightFacts, line: Line, at: int, total: int) -> bool:
    """Whether a hex of this total level may cast blind hexes on the line."""
    if not facts.hexes[at].wooded and facts.hexes[at].level <= 0:
        return False
    return facts.switches.blind_at_any_level or total > line.low


@implements("LHY-4.2.3.4", "LHY-4.2.3.5", "LHY-4.2.3.6")
def is_blind(facts: SightFacts, line: Line, at: int, total: int) -> bool:
    """Whether the lower end is among the blind hexes of an obstacle below the higher end."""
    if total >= line.high:
        return False
    near = range_hexes(facts.layout, line.higher_end, at)
    difference = min(line.high - total, 2 * MOST_LEVELS)
    return line.range_hexes - near <= facts.blind[difference * FARTHEST_HEXES + near]


def is_over(facts: SightFacts, line: Line, at: int, total: int) -> bool:
    """Whether the line passes over something in the way that reaches this total level (reading 17)."""
    return line.low > total or (line.high > total and not is_blind(facts, line, at, total))
