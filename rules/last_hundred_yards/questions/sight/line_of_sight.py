"""Line of sight: can he see me, and what does he see? Chapter 4.2."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.errors import BadInput, NotOnMap, Unknown
from rules.game.rule_ids import implements
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Sight, SightField, Visibility
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.sight import hex_positions, line_between, lines_from
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.switches import LaterGround
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.sight.sight_ground import Numbers, SightGround, sight_ground
from rules.last_hundred_yards.questions.sight.sight_lines import Effect, Finding, SightLines
from rules.last_hundred_yards.questions.sight.sight_reasons import field_reasons, reasons
from rules.last_hundred_yards.questions.sight.sight_tests import findings
from rules.last_hundred_yards.questions.terrain.enclosed_roads import enclosed_road_hexes
from rules.last_hundred_yards.questions.terrain.urban_roads import is_urban_road
from rules.last_hundred_yards.state.position import hex_board

SMOKE, MDRM = "smoke", "mdrm"
HINDERING = frozenset({SMOKE, MDRM})
"""The markers that hinder. Rule: LHY 4.2.4."""

RULE_IDS = {"HINDERING": ("LHY-4.2.4.1", "LHY-4.1.13.2")}

_CLEAR, _HINDERED, _BLOCKED, _BLIND = range(4)
_VISIBILITY = np.array(list(Visibility), dtype=object)


@dataclass(frozen=True, eq=False)
class SightTable:
    """What many viewers see of many targets: in every array a row for each viewer and a column for each target.

    `codes` count the kinds of `Visibility` in their order.
    """

    viewers: tuple[Viewer, ...]
    targets: tuple[Viewer, ...]
    codes: NDArray[np.int8]
    range_hexes: NDArray[np.int64]
    hindrance: NDArray[np.int64]

    @property
    def is_open(self) -> NDArray[np.bool_]:
        """Whether there is a line of sight at all."""
        return self.codes <= _HINDERED

    def sight(self, viewer: int, target: int) -> Sight:
        """The verdict on one line, by the numbers of its ends."""
        at = viewer, target
        return Sight(_VISIBILITY[self.codes[at]], int(self.range_hexes[at]), int(self.hindrance[at]))


@implements("LHY-4.2.0.1", "LHY-4.2.0.2", "LHY-4.2.3.recip")
def line_of_sight(
    state: GameState, viewer: Viewer, target: Viewer, options: Options = AS_WE_READ
) -> Ruling[Sight]:
    """Whether the viewer sees the target, and every hex that blocks, blinds or hinders, nearest first.

    A place stands for a foot unit in it.

    Rule: LHY 4.2.1-4.2.4.
    """
    board = hex_board(state)
    start, end = _place(viewer), _place(target)
    sight_lines = _sight_lines(state, viewer, (start, end), target, options, explained=True)
    found = tuple(findings(sight_lines))
    codes, hindrance = _verdicts(sight_lines, found)
    visibility: Visibility = _VISIBILITY[codes[0]]
    sight = Sight(visibility, board.grid.distance(start, end), int(hindrance[0]))
    return Ruling(f"LOS {viewer} to {target}", sight, reasons(sight_lines, found, visibility, start, end))


def sight_field(state: GameState, viewer: Viewer, options: Options = AS_WE_READ) -> Ruling[SightField]:
    """What a viewer sees of every hex of the map.

    Rule: LHY 4.2.1-4.2.4.
    """
    start = _place(viewer)
    sight_lines = _sight_lines(state, viewer, (start, None), None, options, explained=False)
    found = tuple(findings(sight_lines))
    codes, hindrance = _verdicts(sight_lines, found)
    where = sight_lines.ground.where
    on_map, places = where.target_is_on_map, where.target_hexes
    codes, hindrance = codes[on_map], hindrance[on_map]
    field = SightField(
        start,
        dict(zip(places, _VISIBILITY[codes].tolist(), strict=True)),
        {places[k]: int(hindrance[k]) for k in np.flatnonzero(codes == _HINDERED)},
    )
    return Ruling(f"field of {viewer}", field, field_reasons(found))


def sight_table(
    state: GameState,
    viewers: Sequence[Viewer],
    targets: Sequence[Viewer] | None = None,
    options: Options = AS_WE_READ,
) -> SightTable:
    """Whether each of many viewers sees each of many targets, how far off and through what hindrance, without reasons.

    Left out, the targets are all hexes of the map, column by column.

    Raises:
        NotOnMap: if one of them is not on the map.

    Rule: LHY 4.2.1-4.2.4.
    """
    board = hex_board(state)
    seen = tuple(board.grid) if targets is None else tuple(targets)
    ends = tuple(map(_place, seen))
    shape = len(viewers), len(seen)
    codes, ranges = np.zeros(shape, np.int8), np.zeros(shape, np.int64)
    hindrance = np.zeros(shape, np.int64)
    for row, viewer in enumerate(viewers):
        start = _place(viewer)
        for column, (target, end) in enumerate(zip(seen, ends, strict=True)):
            sight_lines = _sight_lines(state, viewer, (start, end), target, options, explained=False)
            code, amount = _verdicts(sight_lines, findings(sight_lines))
            codes[row, column], hindrance[row, column] = code[0], amount[0]
            ranges[row, column] = board.grid.distance(start, end)
    return SightTable(tuple(viewers), seen, codes, ranges, hindrance)


@implements("LHY-4.2.4.1", "LHY-4.2.4d")
def hindering_vehicles(state: GameState, board: HexBoard, options: Options) -> tuple[tuple[str, Hex], ...]:
    """The vehicles that may hinder a line, by id, with their hexes: those on urban roads.

    Rule: LHY 4.2.4d; on any enclosed road in the Series Rules v2.1.
    """
    enclosed = enclosed_road_hexes(board) if options.has(LaterGround.ENCLOSED_ROADS) else None
    return tuple(
        (unit.id, unit.at)
        for unit in state.units.values()
        if isinstance(unit.at, Hex)
        and _is_vehicle(unit)
        and (is_urban_road(board, unit.at) if enclosed is None else unit.at in enclosed)
    )


@implements("LHY-4.1.9d.2")
def road_row_blocks(board: HexBoard, one: Hex, other: Hex, options: Options = AS_WE_READ) -> bool:
    """Whether urban buildings hide a vehicle in one hex from the road of a neighbouring hex.

    Rule: LHY 4.1.9d, 4.2.1f.
    """
    return _row_blocks(board, one, other, (is_urban_road(board, one), is_urban_road(board, other)), options)


@implements("LHY-4.1.6.urban")
def has_urban_gap(board: HexBoard, one: Hex, other: Hex, options: Options = AS_WE_READ) -> bool:
    """Whether the drawn houses of two urban building hexes leave the line between their dots free.

    Rule: LHY 4.1.6b (reading 82).
    """
    drawn = {outline.at for outline in board.outlines if outline.terrain is Terrain.URBAN_BUILDING}
    return {one, other} <= drawn and not _row_blocks(board, one, other, (True, True), options)


def _row_blocks(board: HexBoard, one: Hex, other: Hex, on_road: tuple[bool, bool], options: Options) -> bool:
    """Whether anything stands between two neighbours, with the houses of either hex if it is seen as a road."""
    sight_lines = SightLines(
        _ground(board, options),
        line_between(board.grid, one, other),
        frozenset(),
        options.house,
        source_on_road=on_road[0],
        target_on_road=on_road[1],
    )
    return any(finding.effect is Effect.BLOCKS and len(finding.line) for finding in findings(sight_lines))


def _place(viewer: Viewer) -> Hex:
    place = viewer.at if isinstance(viewer, Unit) else viewer
    if place is None:
        raise NotOnMap(viewer)
    if not isinstance(place, Hex):
        raise BadInput(f"unit {viewer}", str(place), "in a hex of the map")
    return place


def _sight_lines(
    state: GameState,
    viewer: Viewer,
    ends: tuple[Hex, Hex | None],
    target: Viewer | None,
    options: Options,
    *,
    explained: bool,
) -> SightLines:
    board = hex_board(state)
    start, end = ends
    lines = lines_from(board.grid, start) if end is None else line_between(board.grid, start, end)
    markers = tuple((mark.at, mark.value) for mark in state.markers if mark.kind in HINDERING)
    on_roads = tuple(place for _, place in hindering_vehicles(state, board, options))
    target_on_road = target is not None and _stands_in_road(board, target)
    return SightLines(
        _ground(board, options),
        lines,
        options.switches,
        options.house,
        _counts(board, markers),
        _counts(board, tuple((place, 1) for place in on_roads)),
        int(target_on_road and isinstance(target, Unit) and _is_vehicle(target)),
        _stands_in_road(board, viewer),
        target_on_road,
        explained,
    )


def _ground(board: HexBoard, options: Options) -> SightGround:
    return sight_ground(board, options.house, tree_lines=options.has(LaterGround.TREE_LINES))


def _is_vehicle(unit: Unit) -> bool:
    try:
        return ROSTER[unit.type].is_vehicle
    except KeyError:
        raise Unknown("unit type", unit.type, ROSTER) from None


@implements("LHY-4.1.9c.1", "LHY-4.1.9c.2", "LHY-4.2.1f")
def _stands_in_road(board: HexBoard, viewer: Viewer) -> bool:
    """Whether a viewer is a vehicle or towed gun on an urban road. Rule: LHY 4.1.9c."""
    if not isinstance(viewer, Unit) or not isinstance(viewer.at, Hex):
        return False
    is_gun = viewer.type in ROSTER and ROSTER[viewer.type].kind is UnitKind.GUN
    return (is_gun or _is_vehicle(viewer)) and is_urban_road(board, viewer.at)


@lru_cache(maxsize=64)
def _counts(board: HexBoard, counted: tuple[tuple[Hex, int], ...]) -> Numbers | None:
    if not counted:
        return None
    where = hex_positions(board.grid)
    counts = np.zeros(where.size, dtype=np.int64)
    for place, value in counted:
        counts[where.index[board.grid.on_board(place)]] += value
    return counts


def _verdicts(
    sight_lines: SightLines, found: Iterable[Finding]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The code of each line's visibility, and its hindrance."""
    codes = np.zeros(len(sight_lines.lines.starts), dtype=np.int64)
    hindrance = np.zeros(len(sight_lines.lines.starts), dtype=np.int64)
    blind, blocked = [], []
    for finding in found:
        if finding.effect is Effect.BLOCKS:
            blocked.append(finding.line)
        elif finding.effect is Effect.BLINDS:
            blind.append(finding.line)
        elif finding.amount is not None:
            np.add.at(hindrance, finding.line, finding.amount)
    codes[hindrance > 0] = _HINDERED
    for line in blind:
        codes[line] = _BLIND
    for line in blocked:
        codes[line] = _BLOCKED
    return codes, np.where(codes <= _HINDERED, hindrance, 0)
