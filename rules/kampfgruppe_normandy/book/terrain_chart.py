"""The effects of each kind of ground: cover within and behind it, sight, and movement.

Rule: KGN Concealment saves in detail, Movement, Buildings; OUR 30 to 35, 65, 66, 175, 176, 200.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import inf
from types import MappingProxyType

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.concealment import Cover


class Bar(StrEnum):
    """Which movers a kind of ground bars entirely."""

    NOBODY = "nobody"
    WHEELS = "wheels"
    VEHICLES = "vehicles"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Ground:
    """A row of the chart: `within` is the cover of units in such ground, `behind` of units close behind it.

    `see_into_in` is how many inches one sees into it if it hides what is behind (0 for a solid thing), None if it hides
    nothing; `costs_die` marks difficult ground and obstacles.
    """

    within: Cover = Cover.OPEN
    behind: Cover = Cover.OPEN
    see_into_in: float | None = None
    costs_die: bool = False
    bars: Bar = Bar.NOBODY
    is_road: bool = False
    is_building: bool = False
    opens: bool = False
    """Whether movers that it does not bar pass on it though the ground beneath bars them (bridge, ford, gap, door)."""

    @property
    def bars_men(self) -> bool:
        """Whether men may not enter it with a Move; a building is entered by a Deploy action."""
        return self.is_building or self.bars is Bar.ALL


WOODS_DEPTH_IN = 4.0
_V, _H, _R, _F = Cover.VISUAL, Cover.HARD, Cover.REINFORCED, Cover.FORTIFIED
_CLEAR = Ground()
_ROAD = Ground(is_road=True)
_WOODS = Ground(_V, see_into_in=WOODS_DEPTH_IN, costs_die=True)
_HOUSE = Ground(_H, _H, 0.0, bars=Bar.VEHICLES, is_building=True)
_STRONG_HOUSE = Ground(_R, _H, 0.0, bars=Bar.VEHICLES, is_building=True)
_BUNKER = Ground(_F, _H, 0.0, bars=Bar.VEHICLES, is_building=True)
_OPEN_DOOR = Ground(behind=_H, bars=Bar.VEHICLES, opens=True)
_SHUT_DOOR = Ground(behind=_H, see_into_in=0.0, bars=Bar.VEHICLES, opens=True)

CHART: Mapping[T, Ground] = MappingProxyType({
    T.CLEAR: _CLEAR,
    T.TALL_GRASS: Ground(_V),
    T.CROPS: Ground(_V),
    T.ROUGH_1: Ground(costs_die=True),
    T.ROUGH_2: Ground(costs_die=True),
    T.ROUGH_3: Ground(costs_die=True),
    T.RUBBLE: Ground(_H, _H, costs_die=True),
    T.MARSH: Ground(costs_die=True),
    T.SOFT_SAND: Ground(costs_die=True),
    T.MUD: Ground(costs_die=True),
    T.WOODS: _WOODS,
    T.FOREST: _WOODS,
    T.GROVE: _WOODS,
    T.ORCHARD: Ground(_V),
    T.SCATTERED_TREES: Ground(_V),
    T.GOOD_ROAD: _ROAD,
    T.POOR_ROAD: _ROAD,
    T.TRACK: _ROAD,
    T.RAILWAY: _CLEAR,
    T.STREAM: Ground(costs_die=True),
    T.RIVER: Ground(bars=Bar.ALL),
    T.LAKE: Ground(bars=Bar.ALL),
    T.FORD: Ground(opens=True),
    T.BRIDGE: Ground(opens=True, is_road=True),
    T.HEDGE: Ground(behind=_V, costs_die=True),
    T.BOCAGE: Ground(_H, _H, inf, costs_die=True, bars=Bar.WHEELS),
    T.WALL: Ground(behind=_H, costs_die=True),
    T.FENCE: Ground(behind=_V),
    T.GATE: Ground(opens=True),
    T.GAP: Ground(opens=True),
    T.HOUSE_WALL: Ground(behind=_H, see_into_in=0.0, bars=Bar.ALL),
    T.DOOR: _SHUT_DOOR,
    T.OPEN_DOOR: _OPEN_DOOR,
    T.WINDOW: _OPEN_DOOR,
    T.SHUTTERS: _SHUT_DOOR,
    T.INTERIOR: Ground(_H, bars=Bar.VEHICLES, is_building=True),
    T.LIGHT_BUILDINGS: _HOUSE,
    T.HEAVY_BUILDINGS: _HOUSE,
    T.TOWN: _HOUSE,
    T.WOODEN_BUILDING: _HOUSE,
    T.BRICK_BUILDING: _HOUSE,
    T.STONE_BUILDING: _HOUSE,
    T.CONCRETE_BUILDING: _STRONG_HOUSE,
    T.RUINED_BUILDING: Ground(_H, _H, costs_die=True),
    T.BUNKER: _BUNKER,
    T.HILL: _CLEAR,
    T.SLOPE: _CLEAR,
    T.CREST: _CLEAR,
    T.CLIFF: Ground(bars=Bar.ALL),
    T.DITCH: Ground(_H, costs_die=True),
    T.ANTI_TANK_DITCH: Ground(_H, bars=Bar.VEHICLES),
    T.TRENCH: Ground(_R, costs_die=True),
    T.FOXHOLES: Ground(_R),
    T.SANDBAGS: Ground(_H, _H, costs_die=True),
    T.BARBED_WIRE: Ground(costs_die=True),
    T.MINEFIELD: _CLEAR,
    T.DRAGONS_TEETH: Ground(_V, bars=Bar.VEHICLES),
    T.ROAD_BLOCK: Ground(_H, _H, costs_die=True),
    T.CRATER: Ground(_V, costs_die=True),
    T.WRECK: Ground(_H, _H, 0.0, costs_die=True),
    T.SMOKE: Ground(_V, see_into_in=inf),
})  # fmt: skip
"""The row of every kind of terrain that a table can have."""


STATIC_DEFENCES = frozenset({T.TRENCH, T.FOXHOLES, T.SANDBAGS, T.RUINED_BUILDING, T.RUBBLE})
"""Ground that is a static defence for the units in it, as every building is (OUR 191)."""


def ground_of(piece: Piece) -> Ground:
    return CHART[piece.terrain]


@implements("KN-FIELD-01", "KN-FIELD-02")
def check_table(table: Tabletop) -> None:
    """Raise unless the book has a row for every piece.

    Raises:
        BadInput: if it has none; the message names the piece.
    """
    for piece in table.pieces:
        if piece.terrain not in CHART:
            raise BadInput(f"pieces[{piece.id}].terrain", piece.terrain, "terrain this book has a row for")


@lru_cache(maxsize=32)
def cover_pieces(table: Tabletop) -> tuple[Piece, ...]:
    """The pieces that give cover to units close behind them."""
    return tuple(piece for piece in table.pieces if ground_of(piece).behind is not Cover.OPEN)


RULE_IDS = {
    "CHART": (
        "KN-SUPP-30", "KN-SUPP-31", "KN-SUPP-32", "KN-SUPP-33", "KN-MOVE-11", "KN-BLDG-01", "KN-DEPL-12",
    ),
    "STATIC_DEFENCES": "KN-DFSA-51",
}  # fmt: skip
