"""The terrain effects chart: the movement cost, fire modifiers and effect on sight of each kind of ground."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import TableTerrain

SEE_INTO_IN = 1.0
"""How far sight reaches into, within and out of blocking terrain (OUR 19)."""


ONLY_BEHIND_IN = float("inf")
"""Slopes, hilltops and crests hide stands behind them, never stands on them (OUR 20)."""


class Cost(Enum):
    """How a kind of ground changes the price of an inch."""

    GROUND = "costs so much an inch, added to other ground that overlaps"
    ROAD = "costs so much an inch, instead of the ground"
    EXTRA = "adds to whatever an inch costs"
    FREE = "adds nothing"
    IMPASSABLE = "may not be entered"


class When(Enum):
    """The cases in which a kind of ground modifies the firer's rolls."""

    ALWAYS = "target in this terrain"
    EITHER_END = "fire into or out of it"
    MOVING_TARGET = "target in movement posture"
    ACROSS = "fire that enters the crest"
    FROM_BELOW = "fire from a lower level"


@dataclass(frozen=True, slots=True)
class Effect:
    """A row of the chart: the price of an inch for tracked stands, the modifiers of 1D20 and 2D6 and when
    they apply, and sight."""

    cost: Cost
    price: Fraction
    modifier: int
    when: When
    see_into_in: float | None
    """How far sight goes into it; None if it blocks nothing."""
    is_concealing: bool
    our: int | None = None
    """The number of the reading about how it hides, why it cannot be entered, or what it is if the chart does not name it."""


_F = Fraction


_ON = When.ALWAYS


_HILLY = ONLY_BEHIND_IN


_NEVER_PAID = _F(0)


_NO_ENTRY = Effect(Cost.IMPASSABLE, _NEVER_PAID, 0, _ON, None, False, 47)
_WALL = Effect(Cost.IMPASSABLE, _NEVER_PAID, 0, _ON, 0.0, False, 60)
_OPENING = Effect(Cost.IMPASSABLE, _NEVER_PAID, 0, _ON, None, False, 60)
_GAP = Effect(Cost.FREE, _NEVER_PAID, 0, _ON, None, False)


CHART: Mapping[TableTerrain, Effect] = MappingProxyType(
    {
        TableTerrain.CLEAR:           Effect(Cost.GROUND,     _F(1),    0, _ON,                None,        False),
        TableTerrain.SMOKE:           Effect(Cost.EXTRA,      _F(1),    3, When.EITHER_END,    SEE_INTO_IN, True,  19),
        TableTerrain.LIGHT_BUILDINGS: Effect(Cost.GROUND,     _F(1),    2, _ON,                SEE_INTO_IN, True,  19),
        TableTerrain.HEAVY_BUILDINGS: Effect(Cost.GROUND,     _F(1),    4, _ON,                SEE_INTO_IN, True,  19),
        TableTerrain.WOODS:           Effect(Cost.GROUND,     _F(3),    2, _ON,                SEE_INTO_IN, True,  19),
        TableTerrain.GROVE:           Effect(Cost.GROUND,     _F(2),    1, _ON,                SEE_INTO_IN, True,  19),
        TableTerrain.GOOD_ROAD:       Effect(Cost.ROAD,       _F(1, 2), 0, _ON,                None,        False),
        TableTerrain.POOR_ROAD:       Effect(Cost.ROAD,       _F(1),    0, _ON,                None,        False),
        TableTerrain.TRACK:           Effect(Cost.ROAD,       _F(1),    0, _ON,                None,        False),
        TableTerrain.MARSH:           Effect(Cost.GROUND,     _F(5),    2, _ON,                None,        False),
        TableTerrain.FORD:            Effect(Cost.GROUND,     _F(4),   -1, When.MOVING_TARGET, None,        False),
        TableTerrain.SOFT_SAND:       Effect(Cost.GROUND,     _F(4),   -1, When.MOVING_TARGET, None,        False),
        TableTerrain.MUD:             Effect(Cost.GROUND,     _F(4),   -1, When.MOVING_TARGET, None,        False),
        TableTerrain.ROUGH_1:         Effect(Cost.GROUND,     _F(1),    1, _ON,                None,        False),
        TableTerrain.ROUGH_2:         Effect(Cost.GROUND,     _F(2),    2, _ON,                None,        False),
        TableTerrain.ROUGH_3:         Effect(Cost.GROUND,     _F(4),    4, _ON,                SEE_INTO_IN, True,  19),
        TableTerrain.SLOPE:           Effect(Cost.EXTRA,      _F(1),    0, _ON,                _HILLY,      False, 20),
        TableTerrain.HILL:            Effect(Cost.EXTRA,      _F(1),    2, When.FROM_BELOW,    _HILLY,      False, 20),
        TableTerrain.CREST:           Effect(Cost.EXTRA,      _F(1),    2, When.ACROSS,        _HILLY,      False, 20),
        TableTerrain.WRECK:           Effect(Cost.FREE,       _F(0),    1, _ON,                None,        False),
        TableTerrain.RIVER:           _NO_ENTRY,
        TableTerrain.LAKE:            _NO_ENTRY,
        TableTerrain.CLIFF:           _NO_ENTRY,
        TableTerrain.HOUSE_WALL:      _WALL,
        TableTerrain.DOOR:            _WALL,
        TableTerrain.SHUTTERS:        _WALL,
        TableTerrain.OPEN_DOOR:       _OPENING,
        TableTerrain.WINDOW:          _OPENING,
        TableTerrain.GAP:             _GAP,
        TableTerrain.GATE:            _GAP,
        TableTerrain.INTERIOR:        Effect(Cost.GROUND,     _F(1),    4, _ON,                None,        True,  61),
    }
)  # fmt: skip
"""The chart, one row for each kind of ground; the rows below wrecks are for ground it does not name (OUR 47, 60, 61).

Hilltop is `hill` on a table, ridge crest `crest`.
"""


_IN_ONE_ROW: Mapping[TableTerrain, TableTerrain] = MappingProxyType(
    {
        TableTerrain.SOFT_SAND: TableTerrain.FORD,
        TableTerrain.MUD: TableTerrain.FORD,
        TableTerrain.CREST: TableTerrain.HILL,
        TableTerrain.INTERIOR: TableTerrain.HEAVY_BUILDINGS,
    }
)


def printed_row(terrain: TableTerrain) -> TableTerrain:
    """The kind of ground whose printed row this one shares; itself if it has its own row (OUR 66)."""
    return _IN_ONE_ROW.get(terrain, terrain)


@implements("MATG2-3.1.1")
def check_table(table: Tabletop) -> None:
    """Check that the book has a rule for every piece.

    Raises:
        BadInput: naming the first piece that it has no rule for.
    """
    for piece in table.pieces:
        if piece.terrain not in CHART:
            known = ", ".join(sorted(terrain.value for terrain in CHART))
            raise BadInput(
                f"pieces[{piece.id}].terrain", piece.terrain.value, f"ground of this book ({known})"
            )


RULE_IDS = {
    "CHART": (
        "MATG2-12.E.clear", "MATG2-12.E.smoke", "MATG2-12.E.light_buildings", "MATG2-12.E.heavy_buildings",
        "MATG2-12.E.woods", "MATG2-12.E.grove", "MATG2-12.E.good_road", "MATG2-12.E.poor_road",
        "MATG2-12.E.track", "MATG2-12.E.marsh", "MATG2-12.E.ford_sand_mud", "MATG2-12.E.rough1",
        "MATG2-12.E.rough2", "MATG2-12.E.rough3", "MATG2-12.E.slope", "MATG2-12.E.hilltop_crest",
        "MATG2-12.E.wreck", "MATG2-8.3.2.2", "MATG2-12.N6", "MATG2-12.N7", "MATG2-12.N8",
    ),
}  # fmt: skip
