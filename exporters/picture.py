"""A picture as a value: marks in board units, each with a role, before any pixel or colour.

Board units are hexes on a hex board (1.0 across flats, (0, 0) the centre of A1) and inches
on a table; x grows to the right and y down. Only style.py says what a role looks like.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from rules.ground.hex.hexes import Hex, HexGrid

Point = tuple[float, float]
"""A point in board units: x to the right, y down."""

Ring = tuple[Point, ...]
"""A closed line; its last point joins its first."""

Facts = Mapping[str, str | int | float]
"""Facts of a mark besides its look: a label, a cost, a name."""


class Role(StrEnum):
    """The meaning of a mark, never its look."""

    OPEN_GROUND = "open-ground"
    URBAN_GROUND = "urban-ground"
    WOODS_GROUND = "woods-ground"
    FOREST_GROUND = "forest-ground"
    HIGH_GROUND = "high-ground"
    LOW_GROUND = "low-ground"
    TREE = "tree"
    TREE_LIT = "tree-lit"
    FIR = "fir"
    FIR_LIT = "fir-lit"
    LIT_SLOPE = "lit-slope"
    DARK_SLOPE = "dark-slope"
    CONTOUR = "contour"
    LEVEL_LINE = "level-line"
    RIVER = "river"
    CURRENT = "current"
    ROAD = "road"
    BRIDGE = "bridge"
    FORD = "ford"
    WALL = "wall"
    TREE_LINE = "tree-line"
    STONE_BUILDING = "stone-building"
    WOODEN_BUILDING = "wooden-building"
    URBAN_BUILDING = "urban-building"
    DARK_ROOF = "dark-roof"
    ROOF_RIDGE = "roof-ridge"
    ROUGH_GROUND = "rough-ground"
    SOFT_GROUND = "soft-ground"
    CROPS = "crops"
    WATER = "water"
    SHALLOWS = "shallows"
    ROADWAY = "roadway"
    TRACK = "track"
    ROAD_EDGE = "road-edge"
    DECK = "deck"
    HEDGE = "hedge"
    STONEWORK = "stonework"
    WORKS = "works"
    SMOKE = "smoke"
    CENTRE_DOT = "centre-dot"
    HEX_LABEL = "hex-label"
    PIECE_LABEL = "piece-label"
    CAUSE_NAME = "cause-name"
    FOOT_LINE = "foot-line"
    LEVEL_LABEL = "level-label"

    SHADOW = "shadow"
    SIDE_1 = "side-1"
    SIDE_2 = "side-2"
    SIDE_3 = "side-3"
    SIDE_4 = "side-4"
    SYMBOL_FRAME = "symbol-frame"
    SYMBOL = "symbol"
    UNIT_NAME = "unit-name"
    NAME_BESIDE = "name-beside"
    CONDITION = "condition"
    FACING = "facing"
    MARKER = "marker"
    FLAG = "flag"

    VIEWER = "viewer"
    TARGET = "target"
    SIGHT_CLEAR = "sight-clear"
    SIGHT_HINDERED = "sight-hindered"
    SIGHT_BLOCKED = "sight-blocked"
    REFUSED_LINE = "refused-line"
    CAUSE = "cause"
    HINDRANCE = "hindrance"
    NOTED = "noted"

    CLEAR = "clear"
    HINDERED = "hindered"
    BLOCKED = "blocked"
    BLIND = "blind"

    REACH_START = "reach-start"
    REACH_1 = "reach-1"
    REACH_2 = "reach-2"
    REACH_3 = "reach-3"
    REACH_4 = "reach-4"
    REACH_5 = "reach-5"
    REACH_6 = "reach-6"
    PROVISO = "proviso"

    BAND_1 = "band-1"
    BAND_2 = "band-2"
    BAND_3 = "band-3"
    BAND_4 = "band-4"
    BAND_5 = "band-5"
    BAND_6 = "band-6"
    BAND_EDGE = "band-edge"
    ARC = "arc"

    EXPOSURE_0 = "exposure-0"
    EXPOSURE_1 = "exposure-1"
    EXPOSURE_2 = "exposure-2"
    EXPOSURE_3 = "exposure-3"
    EXPOSURE_4 = "exposure-4"
    ROUTE_1 = "route-1"
    ROUTE_2 = "route-2"
    ROUTE_3 = "route-3"
    ROUTE_4 = "route-4"
    ROUTE_NAME = "route-name"
    WORST = "worst"
    BEST = "best"

    ODDS_1 = "odds-1"
    ODDS_2 = "odds-2"
    ODDS_3 = "odds-3"
    ODDS_4 = "odds-4"
    ODDS_5 = "odds-5"

    NUMBER = "number"
    MORE = "more"
    REFUSAL = "refusal"
    SCALE = "scale"
    RULER = "ruler"
    NORTH = "north"
    RIM = "rim"
    EDGE_NUMBER = "edge-number"
    LEGEND_PANEL = "legend-panel"
    LEGEND_TEXT = "legend-text"


SIDES = (Role.SIDE_1, Role.SIDE_2, Role.SIDE_3, Role.SIDE_4)
REACHES = (Role.REACH_1, Role.REACH_2, Role.REACH_3, Role.REACH_4, Role.REACH_5, Role.REACH_6)
EXPOSURES = (Role.EXPOSURE_0, Role.EXPOSURE_1, Role.EXPOSURE_2, Role.EXPOSURE_3, Role.EXPOSURE_4)
ROUTES = (Role.ROUTE_1, Role.ROUTE_2, Role.ROUTE_3, Role.ROUTE_4)
ODDS = (Role.ODDS_1, Role.ODDS_2, Role.ODDS_3, Role.ODDS_4, Role.ODDS_5)
BANDS = (Role.BAND_1, Role.BAND_2, Role.BAND_3, Role.BAND_4, Role.BAND_5, Role.BAND_6)


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, open at both ends."""

    role: Role
    points: tuple[Point, ...]
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Area:
    """A filled outline; further rings are holes in it."""

    role: Role
    rings: tuple[Ring, ...]
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc around a point."""

    role: Role
    at: Point
    radius: float
    facts: Facts = field(default_factory=dict)


class Label(NamedTuple):
    """Text with its middle at a point; `size` is its height in board units."""

    role: Role
    at: Point
    text: str
    size: float = 0.3
    starts_at: bool = False
    """Whether the text begins at the point instead of being centred on it."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Hexes with one role each; other hexes stay bare."""

    grid: HexGrid
    roles: Mapping[Hex, Role]
    facts: Mapping[Hex, Facts] = field(default_factory=dict)


Mark = Line | Area | Dot | Label | Cells


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in board units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def ring(self) -> Ring:
        """Its corners, clockwise from the upper left."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )


@dataclass(frozen=True, slots=True)
class Picture:
    """Marks from the lowest to the topmost, the box they lie in, and a description in words.

    `text` describes the picture for people who cannot see it; `legend` explains the roles that
    need it. `module` is how many board units count as the width of a hex for the strength of
    pens and patterns: 1 on hexes, more inches on a table.
    """

    title: str
    box: Box
    marks: tuple[Mark, ...]
    legend: tuple[tuple[Role, str], ...] = ()
    text: str = ""
    module: float = 1.0


def runs(marks: Iterable[Mark]) -> Iterator[tuple[Mark, ...]]:
    """Consecutive marks of one kind and role; lines among them are one network."""
    for _, run in groupby(marks, lambda mark: (type(mark), None if isinstance(mark, Cells) else mark.role)):
        yield tuple(run)
