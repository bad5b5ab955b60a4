"""What can be seen on a board at one moment: its ground, what hinders there, and how the table reads the rules."""

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.errors import BadInput, NotOnMap
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.ground.compiling import PlainWork
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.sight import Ints, Way
from rules.last_hundred_yards.book.editions import LaterGround
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.questions.sight.looking import ALL_REPORTED, HINDERED, explain, judge
from rules.last_hundred_yards.questions.sight.sight_ground import SightGround, end_rows, sight_ground
from rules.last_hundred_yards.questions.sight.sight_lines import End, Line, SightFacts, SightSwitches
from rules.last_hundred_yards.questions.terrain.roads import enclosed_road_hexes, stands_in_road, urban_roads
from rules.last_hundred_yards.state.markers import SMOKE, FireKind
from rules.last_hundred_yards.state.position import hex_board, is_known_vehicle

HINDERING = frozenset({SMOKE, FireKind.MDRM.value})
"""The markers that hinder. Rule: LHY 4.2.4."""

RULE_IDS = {"HINDERING": ("LHY-4.2.4.1", "LHY-4.1.13.2")}

PLAIN_LINES = PlainWork(20_000)
"""The number of lines that plain Python can follow in the time that loading the compiled tests takes."""

Counted = tuple[tuple[Hex, int], ...]


class Outlook:
    """Everything that lines of sight depend on besides their ends: as arrays for many lines, as lists for a single one."""

    def __init__(
        self, ground: SightGround, switches: SightSwitches, markers: Counted = (), vehicles: Counted = ()
    ) -> None:
        self.ground, self.switches = ground, switches
        self._hindering = markers, vehicles
        self._buffers: list[tuple[Way, NDArray[np.int64]]] = []  # each is used by one question at a time

    @cached_property
    def facts(self) -> SightFacts:
        """The facts as arrays."""
        facts = self.ground.facts
        if not any(self._hindering):
            return facts._replace(switches=self.switches)
        markers, vehicles = (_counts(self.ground, counted) for counted in self._hindering)
        wanted = (np.asarray(facts.wanted) | (markers > 0) | (vehicles > 0)).astype(np.uint8)
        return facts._replace(wanted=wanted, markers=markers, vehicles=vehicles, switches=self.switches)

    @cached_property
    def listed(self) -> SightFacts:
        """The facts as lists, which plain Python reads faster."""
        changed = {name: np.asarray(getattr(self.facts, name)).tolist() for name in _HINDERING_FACTS}
        return self.ground.listed._replace(**changed, switches=self.switches)

    def end(self, viewer: Viewer) -> End:
        """The end of a line at a viewer or target.

        Raises:
            NotOnMap: if it is not on the map.
            OffBoard: if it is in a hex that the map does not have.
        """
        place = place_of(viewer)
        at = self.ground.where.index.get(place)
        if at is None:
            at = self.ground.where.of(self.ground.board.grid.on_board(place))
        is_on_road = stands_in_road(self.ground.board, viewer)
        return End(
            at, int(is_on_road), int(is_on_road and isinstance(viewer, Unit) and is_known_vehicle(viewer))
        )

    def explain(self, viewer: End, target: End, *, in_full: bool = True) -> tuple[Line, list[int], list[int]]:
        """One line, the positions it passes, nearest first, and the findings on it, of four numbers each.

        Unless `in_full`, only findings that the verdict depends on are noted, which takes less than half the time.
        """
        if PLAIN_LINES.compiling_pays(1):
            try:
                way, numbers = self._buffers.pop()
            except IndexError:
                way, numbers = _buffer(self.ground, self.ground.where.longest)
            line, passed, count = _compiled().explain(self.facts, viewer, target, way, numbers, in_full)
            answer = line, np.asarray(way.at)[:passed].tolist(), numbers[: 4 * count].tolist()
            self._buffers.append((way, numbers))
            return answer
        at, how, foot = ([0] * self.ground.where.longest for _ in range(3))
        findings: dict[int, int] = {}
        line, passed, count = explain(self.listed, viewer, target, Way(at, how, foot), findings, in_full)
        return line, at[:passed], list(findings.values())[: 4 * count]

    def judge(
        self, viewers: Sequence[End], targets: Sequence[End], reported: int = ALL_REPORTED
    ) -> tuple[NDArray[np.int8], NDArray[np.int64], int]:
        """The codes of visibility and the hindrances of many lines, a row for each viewer.

        The last number has a bit for each kind of finding on any of them, added to those `reported` before.
        """
        counts = len(viewers), len(targets)
        codes, hindrance = np.empty(counts, dtype=np.int8), np.empty(counts, dtype=np.int64)
        if PLAIN_LINES.compiling_pays(codes.size):
            way, numbers = _buffer(self.ground, self.ground.where.longest)
            everywhere = targets is self.ground.everywhere
            goals = self.ground.everywhere_as_rows if everywhere else end_rows(targets)
            reported = _compiled().judge(
                self.facts, end_rows(viewers), counts[0], goals, counts[1], way, numbers,
                codes.reshape(-1), hindrance.reshape(-1), reported,
            )  # fmt: skip
            return codes, hindrance, reported
        at, how, foot = ([0] * self.ground.where.longest for _ in range(3))
        written, hindered = [0] * codes.size, [0] * codes.size
        reported = judge(
            self.listed,
            viewers,
            counts[0],
            targets,
            counts[1],
            Way(at, how, foot),
            {},
            written,
            hindered,
            reported,
        )
        codes[:], hindrance[:] = (np.reshape(each, counts) for each in (written, hindered))
        return codes, hindrance, reported

    def all_pairs(self) -> NDArray[np.bool_]:
        """Whether each pair of hexes of the map see each other, by row and column in the map's order; sight
        is the same both ways."""
        ends = self.ground.everywhere_as_rows
        count = len(ends)
        seen = np.ones((count, count), dtype=bool)
        codes, hindrance = np.empty(count, dtype=np.int8), np.empty(count, dtype=np.int64)
        way, numbers = _buffer(self.ground, self.ground.where.longest)
        for k in range(count):
            _compiled().judge(
                self.facts, ends[k : k + 1], 1, ends[k:], count - k, way, numbers, codes[k:], hindrance[k:], ALL_REPORTED
            )  # fmt: skip
            seen[k, k:] = seen[k:, k] = codes[k:] <= HINDERED
        return seen


def _buffer(ground: SightGround, longest: int) -> tuple[Way, NDArray[np.int64]]:
    """Arrays into which the compiled tests write the hexes that a line passes, and their findings."""
    way = Way(*np.empty((3, longest), dtype=np.int64))
    return way, np.empty(longest * ground.most_numbers, dtype=np.int64)


@cache
def _compiled() -> Any:
    from rules.last_hundred_yards.questions.sight import compiled_sight

    return compiled_sight


_HINDERING_FACTS = ("wanted", "markers", "vehicles")


def outlook(state: GameState, options: Options) -> Outlook:
    """The outlook of a state, cached with the state for the next question."""
    read_as, current = state.views.get(_KEPT_AS, (None, None))
    if read_as is not options and read_as != options:
        board = hex_board(state)
        markers = tuple((mark.at, mark.value) for mark in state.markers if mark.kind in HINDERING)
        vehicles = tuple((place, 1) for _, place in hindering_vehicles(state, board, options))
        current = _outlook_with(board, options, markers, vehicles)
        state.views[_KEPT_AS] = options, current
    assert isinstance(current, Outlook)
    return current


_KEPT_AS = "what can be seen"


@lru_cache(maxsize=64)
def _outlook_with(board: HexBoard, options: Options, markers: Counted, vehicles: Counted) -> Outlook:
    switches = SightSwitches(*(name in options.switches for name in SightSwitches._fields))
    return Outlook(sight_ground(board, options), switches, markers, vehicles)


@implements("LHY-4.2.4.1", "LHY-4.2.4d")
def hindering_vehicles(state: GameState, board: HexBoard, options: Options) -> tuple[tuple[str, Hex], ...]:
    """The vehicles that may hinder a line, by id, with their hexes: those on urban roads.

    Rule: LHY 4.2.4d; on any enclosed road in the Series Rules v2.1.
    """
    enclosed = options.has(LaterGround.ENCLOSED_ROADS)
    roads = enclosed_road_hexes(board) if enclosed else urban_roads(board)
    return tuple([
        (unit.id, unit.at)
        for unit in state.units.values()
        if unit.at in roads and isinstance(unit.at, Hex) and is_known_vehicle(unit)
    ])  # fmt: skip


def place_of(viewer: Viewer) -> Hex:
    """The hex of a viewer or target.

    Raises:
        NotOnMap: if it is a unit off the map.
        BadInput: if it is on a table in inches.
    """
    place = viewer.at if isinstance(viewer, Unit) else viewer
    if place is None:
        raise NotOnMap(viewer)
    if not isinstance(place, Hex):
        raise BadInput(f"unit {viewer}", str(place), "in a hex of the map")
    return place


def _counts(ground: SightGround, counted: Counted) -> Ints:
    counts = np.zeros(ground.where.size, dtype=np.int64)
    for place, value in counted:
        counts[ground.where.index[ground.board.grid.on_board(place)]] += value
    return counts
