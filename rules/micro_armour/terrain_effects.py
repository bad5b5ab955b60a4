"""Chapter 9 and the terrain effects chart: what each kind of ground costs, adds to fire and hides."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from rules.errors import BadInput
from rules.game.citation import Citation
from rules.game.modifiers import Modifier, Modifiers
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.cohesion import modifier
from rules.micro_armour.rulebook import SECOND, Edition

WRECK = "wreck"
"""The marker that stands where a tank was lost."""

WRECK_REACH_IN = 0.5
SEE_INTO_IN = 1.0
"""How far sight reaches into, within and out of blocking terrain (OUR 19)."""

ONLY_BEHIND_IN = float("inf")
"""Slopes, hilltops and crests hide what is behind them, never what is on them (OUR 20)."""


class Cost(Enum):
    """How a kind of ground enters the price of an inch."""

    GROUND = "costs so much an inch, added to other ground that overlaps"
    ROAD = "costs so much an inch, instead of the ground"
    EXTRA = "adds to whatever an inch costs"
    FREE = "adds nothing"
    IMPASSABLE = "may not be entered"


class When(Enum):
    """When a kind of ground modifies the firer's rolls."""

    ALWAYS = "target in this terrain"
    EITHER_END = "fire into or out of it"
    MOVING_TARGET = "target in movement posture"
    ACROSS = "fire that enters the crest"
    FROM_BELOW = "fire from a lower level"


@dataclass(frozen=True, slots=True)
class Effect:
    """A row of the chart: price of an inch for tracked stands, what it adds to 1D20 and 2D6, when, and its sight."""

    cost: Cost
    price: Fraction
    modifier: int
    when: When
    see_into_in: float | None
    """How far sight goes into it; None if it blocks nothing."""
    is_concealing: bool
    cite: Citation


_C = SECOND.cite("Terrain Effects")
_OUR_IMPASSABLE = SECOND.our(47)
_F = Fraction
_ON = When.ALWAYS
_HILLY = ONLY_BEHIND_IN

CHART: Mapping[TableTerrain, Effect] = MappingProxyType(
    {
        TableTerrain.CLEAR:           Effect(Cost.GROUND,     _F(1),    0, _ON,                None,        False, _C),
        TableTerrain.SMOKE:           Effect(Cost.EXTRA,      _F(1),    3, When.EITHER_END,    SEE_INTO_IN, True,  _C),
        TableTerrain.LIGHT_BUILDINGS: Effect(Cost.GROUND,     _F(1),    2, _ON,                SEE_INTO_IN, True,  _C),
        TableTerrain.HEAVY_BUILDINGS: Effect(Cost.GROUND,     _F(1),    4, _ON,                SEE_INTO_IN, True,  _C),
        TableTerrain.WOODS:           Effect(Cost.GROUND,     _F(3),    2, _ON,                SEE_INTO_IN, True,  _C),
        TableTerrain.GROVE:           Effect(Cost.GROUND,     _F(2),    1, _ON,                SEE_INTO_IN, True,  _C),
        TableTerrain.GOOD_ROAD:       Effect(Cost.ROAD,       _F(1, 2), 0, _ON,                None,        False, _C),
        TableTerrain.POOR_ROAD:       Effect(Cost.ROAD,       _F(1),    0, _ON,                None,        False, _C),
        TableTerrain.TRACK:           Effect(Cost.ROAD,       _F(1),    0, _ON,                None,        False, _C),
        TableTerrain.MARSH:           Effect(Cost.GROUND,     _F(5),    2, _ON,                None,        False, _C),
        TableTerrain.FORD:            Effect(Cost.GROUND,     _F(4),   -1, When.MOVING_TARGET, None,        False, _C),
        TableTerrain.SOFT_SAND:       Effect(Cost.GROUND,     _F(4),   -1, When.MOVING_TARGET, None,        False, _C),
        TableTerrain.MUD:             Effect(Cost.GROUND,     _F(4),   -1, When.MOVING_TARGET, None,        False, _C),
        TableTerrain.ROUGH_1:         Effect(Cost.GROUND,     _F(1),    1, _ON,                None,        False, _C),
        TableTerrain.ROUGH_2:         Effect(Cost.GROUND,     _F(2),    2, _ON,                None,        False, _C),
        TableTerrain.ROUGH_3:         Effect(Cost.GROUND,     _F(4),    4, _ON,                SEE_INTO_IN, True,  _C),
        TableTerrain.SLOPE:           Effect(Cost.EXTRA,      _F(1),    0, _ON,                _HILLY,      False, _C),
        TableTerrain.HILL:            Effect(Cost.EXTRA,      _F(1),    2, When.FROM_BELOW,    _HILLY,      False, _C),
        TableTerrain.CREST:           Effect(Cost.EXTRA,      _F(1),    2, When.ACROSS,        _HILLY,      False, _C),
        TableTerrain.WRECK:           Effect(Cost.FREE,       _F(0),    1, _ON,                None,        False, _C),
        TableTerrain.RIVER:           Effect(Cost.IMPASSABLE, _F(0),    0, _ON,                None,        False, _OUR_IMPASSABLE),
        TableTerrain.LAKE:            Effect(Cost.IMPASSABLE, _F(0),    0, _ON,                None,        False, _OUR_IMPASSABLE),
        TableTerrain.CLIFF:           Effect(Cost.IMPASSABLE, _F(0),    0, _ON,                None,        False, _OUR_IMPASSABLE),
    }
)  # fmt: skip
"""The chart, one row for each kind of ground; the last three are ground the chart does not name (OUR 47).

Hilltop is `hill` on a table, ridge crest `crest`; ford, soft sand and mud are one printed row.
"""


@implements("MATG2-3.1.1")
def check_table(table: Tabletop) -> None:
    """That the book has a rule for every piece.

    Raises:
        BadInput: naming the first piece it has none for.
    """
    for piece in table.pieces:
        if piece.terrain not in CHART:
            known = ", ".join(sorted(terrain.value for terrain in CHART))
            raise BadInput(
                f"pieces[{piece.id}].terrain", piece.terrain.value, f"ground of this book ({known})"
            )


@implements("MATG2-9.1.1", "MATG2-12.N1", "MATG2-8.3.3")
def price_per_inch(terrain: Iterable[TableTerrain], *, by_road: bool = True) -> Fraction | None:
    """What an inch costs where these kinds of ground overlap, or None where nobody may go.

    A road sets its own rate instead of the ground's, unless the stand pays for the ground.

    Rule: MATG2 9.1 and the Terrain Effects chart.
    """
    kinds = {kind: CHART[kind] for kind in set(terrain)}
    extra = sum((row.price for row in kinds.values() if row.cost is Cost.EXTRA), Fraction(0))
    roads = [row.price for row in kinds.values() if row.cost is Cost.ROAD]
    ground = [
        row.price for kind, row in kinds.items() if row.cost is Cost.GROUND and kind is not TableTerrain.CLEAR
    ]
    is_barred = any(row.cost is Cost.IMPASSABLE for row in kinds.values())
    if roads and (by_road or is_barred):
        return min(roads) + extra
    if is_barred and TableTerrain.FORD not in kinds:
        return None
    return (sum(ground, Fraction(0)) if ground else CHART[TableTerrain.CLEAR].price) + extra


def is_on_road(table: Tabletop, spot: Spot) -> bool:
    return any(CHART[piece.terrain].cost is Cost.ROAD for piece in table.at(spot))


@dataclass(frozen=True, slots=True)
class TargetGround:
    """What the ground adds to the firer's two rolls: to 1D20 and to 2D6."""

    to_cohesion: Modifiers
    to_combat: Modifiers


@dataclass(frozen=True, slots=True)
class Shot:
    """What the ground asks about a shot: where from, at what, and in what state the target is."""

    firer: Spot
    target: Spot
    target_has_fired: bool = False
    target_in_movement_posture: bool = False
    target_at_road_rate: bool = False


@implements(
    "MATG2-6.3.3.1",
    "MATG2-6.3.3.2",
    "MATG2-9.1.1",
    "MATG2-9.2.2",
    "MATG2-12.N1",
    "MATG2-12.N2",
    "MATG2-12.N3",
    "MATG2-12.N4",
    "MATG2-12.N5",
    "MATG1-9.0.1",
    "MATG1-7.0.4",
)
def target_ground(state: GameState, shot: Shot, edition: Edition) -> TargetGround:
    """The modifiers of the target's ground, cumulative, for both rolls of the firer.

    Concealing ground drops from the 1D20 roll once the target has fired this turn, and a stand moving
    at road rate gets nothing from the ground beside the road. The firer's own ground adds nothing,
    smoke apart.

    Rule: MATG2 6.3.3, 9.1, 9.2 and the notes of the Terrain Effects chart; MATG1 9.0.
    """
    table = table_of(state)
    seen: dict[TableTerrain, Modifier] = {}
    for piece in table.at(shot.target):
        row = CHART[piece.terrain]
        if row.modifier and piece.terrain not in seen and _bears(row, piece, table, shot):
            seen[piece.terrain] = _ground_modifier(row, piece.terrain.words, edition, shot.target)
    if TableTerrain.WRECK not in seen and is_on_wreck(state, shot.target):
        row = CHART[TableTerrain.WRECK]
        seen[TableTerrain.WRECK] = modifier(row.modifier, "on a wreck", edition.cite("9.2"), (shot.target,))
    kept = {
        kind: what for kind, what in seen.items() if not (shot.target_has_fired and CHART[kind].is_concealing)
    }
    smoke = Modifiers() if TableTerrain.SMOKE in seen else _out_of_smoke(table, shot, edition)
    return TargetGround(Modifiers(tuple(kept.values())) + smoke, Modifiers(tuple(seen.values())) + smoke)


def is_on_wreck(state: GameState, spot: Spot) -> bool:
    return any(
        marker.kind == WRECK and isinstance(marker.at, Spot) and spot.gap_in(marker.at) <= WRECK_REACH_IN
        for marker in state.markers
    )


def table_of(state: GameState) -> Tabletop:
    """The table the game is played on.

    Raises:
        BadInput: if its board is a hex map.
    """
    if not isinstance(state.board, Tabletop):
        raise BadInput("board", state.board.name, "a table in inches, as Micro Armour wants")
    return state.board


def _bears(row: Effect, piece: Piece, table: Tabletop, shot: Shot) -> bool:
    if shot.target_at_road_rate and row.when in (When.ALWAYS, When.MOVING_TARGET):
        return False
    match row.when:
        case When.MOVING_TARGET:
            return shot.target_in_movement_posture
        case When.FROM_BELOW:
            return table.level_at(shot.firer) < table.level_at(shot.target)
        case When.ACROSS:
            return piece not in table.at(shot.firer)
        case When.ALWAYS | When.EITHER_END:
            return True


def _out_of_smoke(table: Tabletop, shot: Shot, edition: Edition) -> Modifiers:
    if all(piece.terrain is not TableTerrain.SMOKE for piece in table.at(shot.firer)):
        return Modifiers()
    row = CHART[TableTerrain.SMOKE]
    return Modifiers((modifier(row.modifier, "fire out of smoke", edition.our(18), (shot.firer,)),))


def _ground_modifier(row: Effect, words: str, edition: Edition, at: Spot) -> Modifier:
    return modifier(row.modifier, f"target in {words}", edition.cite("Terrain Effects"), (at,))


RULE_IDS = {
    "CHART": (
        "MATG2-12.E.clear",
        "MATG2-12.E.smoke",
        "MATG2-12.E.light_buildings",
        "MATG2-12.E.heavy_buildings",
        "MATG2-12.E.woods",
        "MATG2-12.E.grove",
        "MATG2-12.E.good_road",
        "MATG2-12.E.poor_road",
        "MATG2-12.E.track",
        "MATG2-12.E.marsh",
        "MATG2-12.E.ford_sand_mud",
        "MATG2-12.E.rough1",
        "MATG2-12.E.rough2",
        "MATG2-12.E.rough3",
        "MATG2-12.E.slope",
        "MATG2-12.E.hilltop_crest",
        "MATG2-12.E.wreck",
        "MATG2-12.N6",
        "MATG2-12.N7",
        "MATG2-12.N8",
    ),
}
