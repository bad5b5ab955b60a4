"""What can be seen on a board at one moment: its ground, what hinders there, and how the table reads the rules."""

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from rules.errors import BadInput, NotOnMap, Unknown
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.sight import Ints, Way, look_along
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.switches import LaterGround
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.sight.sight_ground import SightGround, sight_ground
from rules.last_hundred_yards.questions.sight.sight_lines import Line, SightFacts, SightSwitches, line_of
from rules.last_hundred_yards.questions.sight.sight_reasons import Case
from rules.last_hundred_yards.questions.sight.sight_tests import findings
from rules.last_hundred_yards.questions.terrain.enclosed_roads import enclosed_road_hexes
from rules.last_hundred_yards.questions.terrain.urban_roads import is_urban_road
from rules.last_hundred_yards.state.position import hex_board

SMOKE, MDRM = "smoke", "mdrm"
HINDERING = frozenset({SMOKE, MDRM})
"""The markers that hinder. Rule: LHY 4.2.4."""

RULE_IDS = {"HINDERING": ("LHY-4.2.4.1", "LHY-4.1.13.2")}

NO_LIMIT = 1000
"""Taller than anything: the line is followed to its end."""

Counted = tuple[tuple[Hex, int], ...]


class End(NamedTuple):
    """A viewer or target: where it stands, whether in the road of an urban road hex, and whether it is a vehicle there."""

    position: int
    is_on_road: bool
    is_vehicle: bool


class Outlook:
    """All that lines of sight depend on besides their ends: as arrays for many lines, as lists for a single one."""

    def __init__(
        self, ground: SightGround, switches: SightSwitches, markers: Counted = (), vehicles: Counted = ()
    ) -> None:
        self.ground, self.switches = ground, switches
        self._hindering = markers, vehicles

    @cached_property
    def facts(self) -> SightFacts:
        """With arrays."""
        facts = self.ground.facts
        if not any(self._hindering):
            return facts._replace(switches=self.switches)
        markers, vehicles = (_counts(self.ground, counted) for counted in self._hindering)
        wanted = (np.asarray(facts.wanted) | (markers > 0) | (vehicles > 0)).astype(np.uint8)
        return facts._replace(wanted=wanted, markers=markers, vehicles=vehicles, switches=self.switches)

    @cached_property
    def listed(self) -> SightFacts:
        """With lists, which plain Python reads faster."""
        changed = {name: np.asarray(getattr(self.facts, name)).tolist() for name in _HINDERING_FACTS}
        return self.ground.listed._replace(**changed, switches=self.switches)

    def end(self, viewer: Viewer) -> End:
        """A viewer or target as a line ends at it.

        Raises:
            NotOnMap: if it is not on the map.
            OffBoard: if it is in a hex that the map does not have.
        """
        place = place_of(viewer)
        at = self.ground.where.index.get(place)
        if at is None:
            at = self.ground.where.of(self.ground.board.grid.on_board(place))
        is_on_road = _stands_in_road(self.ground.board, viewer)
        return End(at, is_on_road, is_on_road and isinstance(viewer, Unit) and _is_vehicle(viewer))

    def look(self, viewer: End, target: End, *, explained: bool = True) -> tuple[Line, list[int], list[Case]]:
        """One line, the positions it passes, nearest first, and what is found on it."""
        facts, longest = self.listed, self.ground.where.longest
        at, how, foot = ([0] * longest for _ in range(3))
        way = Way(at, how, foot)
        passed = look_along(
            facts.layout, facts.wanted, facts.tall, NO_LIMIT, viewer.position, target.position, way
        )
        found = [0] * (4 * (passed + 2) * self.ground.most_findings)
        line = line_of(
            facts,
            viewer.position,
            target.position,
            viewer.is_on_road,
            target.is_on_road,
            int(target.is_vehicle),
            explained,
        )
        count = findings(facts, line, way, passed, found)
        each = iter(found[: 4 * count])
        return line, at[:passed], list(map(Case, each, each, each, each))


_HINDERING_FACTS = ("wanted", "markers", "vehicles")


def outlook(state: GameState, options: Options) -> Outlook:
    """What can be seen at this moment, kept for the next question."""
    return _outlook_of(state, options)


@lru_cache(maxsize=16)
def _outlook_of(state: GameState, options: Options) -> Outlook:
    board = hex_board(state)
    markers = tuple((mark.at, mark.value) for mark in state.markers if mark.kind in HINDERING)
    vehicles = tuple((place, 1) for _, place in hindering_vehicles(state, board, options))
    return _outlook_with(board, options, markers, vehicles)


@lru_cache(maxsize=64)
def _outlook_with(board: HexBoard, options: Options, markers: Counted, vehicles: Counted) -> Outlook:
    switches = SightSwitches(*(name in options.switches for name in SightSwitches._fields))
    return Outlook(sight_ground(board, options), switches, markers, vehicles)


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


def place_of(viewer: Viewer) -> Hex:
    """The hex of a viewer or target.

    Raises:
        NotOnMap: if it is a unit off the map.
        BadInput: if it is on a table.
    """
    place = viewer.at if isinstance(viewer, Unit) else viewer
    if place is None:
        raise NotOnMap(viewer)
    if not isinstance(place, Hex):
        raise BadInput(f"unit {viewer}", str(place), "in a hex of the map")
    return place


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


def _counts(ground: SightGround, counted: Counted) -> Ints:
    counts = np.zeros(ground.where.size, dtype=np.int64)
    for place, value in counted:
        counts[ground.where.index[ground.board.grid.on_board(place)]] += value
    return counts
