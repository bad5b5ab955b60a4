"""The ground for play: lines of sight, memoized while their hindrances stay the same, and the cost of one step."""

from dataclasses import dataclass
from typing import NamedTuple

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.verdicts import Sight
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, Lattice
from rules.last_hundred_yards.book.conditions import HEROIC
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.questions.movement.steps import (
    Walker,
    helped_out_of_river,
    standing,
    step,
    walker_of,
    wired_hexes,
)
from rules.last_hundred_yards.questions.sight.line_of_sight import sight_between
from rules.last_hundred_yards.questions.sight.outlook import HINDERING, hindering_vehicles
from rules.last_hundred_yards.questions.terrain.roads import stands_in_road, urban_roads
from rules.last_hundred_yards.state.position import NextStep


class MemoizedLines(NamedTuple):
    """The lines of sight found so far under one set of hindrances."""

    by_ends: dict[tuple[Hex, bool, Hex, bool], Sight]
    """By the hexes at their ends, and whether a vehicle or gun stands in the road at each."""
    by_objects: dict[tuple[int, int], tuple[Unit | Hex, Unit | Hex, Sight]]
    """The same by the ids of the unit and hex objects asked about, which are often the same for many moments.

    Each object is stored with its answer, so that its `id` stays its own; nothing is compared or hashed.
    """


MOST_HINDRANCE_SETS = 8
"""How many sets of hindrances (smoke, fire, vehicles) are memoized; each side sees a set of its own."""

MOST_LINES, MOST_OBJECT_PAIRS = 65536, 8192

_ROUND_HEXES = 1
"""By how many hexes the way over a hex that a line touches may exceed the line: no point of that hex is a whole hex off."""


class BookGround:
    """Chapters 4.1, 4.2 and 10.1 for play.

    Several threads ask at once, so attributes that belong together are one value, which is replaced as a whole.
    """

    def __init__(self, options: Options = AS_WE_READ) -> None:
        self.options = options
        self._steps_by_walker: dict[tuple[HexBoard, Walker], _KnownSteps] = {}
        self._steps_by_kind = _StepsByKind(None, None, frozenset(), {})
        self._last_steps: tuple[GameState | None, Unit | None, _KnownSteps | None] = None, None, None
        self._boards: dict[HexBoard, HexBoard] = {}
        self._last_board: tuple[HexBoard | None, HexBoard | None] = None, None
        self._last_hindrances: tuple[GameState, _Hindrances] | None = None
        self._lines: dict[object, Sight] = {}
        self._lines_by_hindrances: dict[object, MemoizedLines] = {}

    def sight(self, state: GameState, start: Unit | Hex, end: Unit | Hex) -> Sight:
        """The line of sight between two units or hexes."""
        last = self._last_hindrances
        if last is None or state is not last[0]:
            last = self._last_hindrances = state, self._hindrances_of(state, last)
        hindrances = last[1]
        by_objects, key = hindrances.lines.by_objects, (id(start), id(end))
        answer = by_objects.get(key)
        if answer is None:
            if len(by_objects) >= MOST_OBJECT_PAIRS:
                by_objects.clear()
            answer = by_objects[key] = start, end, self._look_along(state, hindrances, start, end)
        return answer[2]

    def _look_along(
        self, state: GameState, hindrances: "_Hindrances", start: Unit | Hex, end: Unit | Hex
    ) -> Sight:
        """A line of sight under the hindrances of a state; it is the same for all units that stand alike at its ends."""
        key, known = (*hindrances.end(start), *hindrances.end(end)), hindrances.lines.by_ends
        if key not in known:
            along = hindrances.board, key, hindrances.near_line(key[0], key[2])
            sight = self._lines.get(along)
            if sight is None:
                if len(self._lines) >= MOST_LINES:
                    self._lines.clear()
                sight = self._lines[along] = sight_between(state, start, end, self.options)
            known[key] = sight
        return known[key]

    def _hindrances_of(self, state: GameState, last: "tuple[GameState, _Hindrances] | None") -> "_Hindrances":
        """The hindrances of a state; a line depends only on those that it touches."""
        board = state.board
        assert isinstance(board, HexBoard)
        markers = [marker for marker in state.markers if marker.kind in HINDERING]
        lying = tuple([(marker, marker.at) for marker in markers if isinstance(marker.at, Hex)])
        driving = hindering_vehicles(state, board, self.options)
        first = self._first_seen(board)
        if last is not None and last[1].board is first and last[1].hindering == (lying, driving):
            return last[1]
        in_the_way = tuple(sorted([*lying, *driving], key=str))
        centred = tuple([(thing, board.grid.centre(thing[1])) for thing in in_the_way])
        lines = self._lines_under((first, in_the_way))
        return _Hindrances(first, (lying, driving), centred, urban_roads(first), lines)

    def _first_seen(self, board: HexBoard) -> HexBoard:
        """The first of all equal boards, by which answers are memoized, so that boards need not be compared hex by hex."""
        last, first = self._last_board
        if board is not last or first is None:
            first = self._boards.setdefault(board, board)
            self._last_board = board, first
        return first

    def _lines_under(self, hindering: object) -> MemoizedLines:
        """The memoized lines of sight under these hindrances."""
        lines = self._lines_by_hindrances.pop(hindering, None)
        if lines is None:
            lines = MemoizedLines({}, {})
        self._lines_by_hindrances[hindering] = lines  # now the latest of them
        for oldest in tuple(self._lines_by_hindrances)[:-MOST_HINDRANCE_SETS]:
            self._lines_by_hindrances.pop(oldest, None)
        return lines

    def step(self, state: GameState, unit: Unit, start: Hex, way: str, end: Hex) -> NextStep | None:
        """The next step of a unit, None if it is barred.

        `way` is how it stands in a river, as the step before left it; a unit that begins in a river has none.
        """
        state_asked, walker, known_steps = self._last_steps
        if state_asked is not state or walker is not unit or known_steps is None:
            known_steps = self._steps_of(state, unit)
            self._last_steps = state, unit, known_steps
        key = start, way, end
        if key not in known_steps.steps:
            board, kind = known_steps.board, known_steps.walker
            stand = standing(board, kind.move, start, way)
            known_steps.steps[key] = None if stand is None else step(board, kind, stand, end, self.options)
        return known_steps.steps[key]

    def _steps_of(self, state: GameState, unit: Unit) -> "_KnownSteps":
        """The memoized steps of all units that move as this one does, while the wire stays as it is."""
        board = state.board
        if not isinstance(board, HexBoard):
            raise BadInput("board", board.name, "a hex map")
        board = self._first_seen(board)
        latest = self._steps_by_kind
        if state.markers is not latest.markers or board is not latest.board:
            wired = wired_hexes(state)
            alike = board is latest.board and wired == latest.wired
            known = latest.steps if alike else {}
            latest = self._steps_by_kind = _StepsByKind(state.markers, board, wired, known)
        kind = unit.type, unit.has(HEROIC), helped_out_of_river(state, unit)
        steps = latest.steps.get(kind)
        if steps is None:
            walker = walker_of(state, unit)
            steps = latest.steps[kind] = self._steps_by_walker.setdefault(
                (board, walker), _KnownSteps(board, walker, {})
            )
        return steps


@dataclass(frozen=True, slots=True)
class _Hindrances:
    """The hindrances of a state, on the first of its equal boards, with the lines of sight found under them."""

    board: HexBoard
    hindering: tuple[object, object]
    """The markers and vehicles that hinder, as the state holds them."""
    in_the_way: tuple[tuple[tuple[object, Hex], Lattice], ...]
    """Each hindrance with its hex and the centre of that hex."""
    streets: frozenset[Hex]
    lines: MemoizedLines

    def end(self, viewer: Unit | Hex) -> tuple[Hex, bool]:
        """The hex at an end of a line, and whether the unit there stands in the road."""
        if isinstance(viewer, Hex):
            return viewer, False
        at = viewer.at
        if not isinstance(at, Hex):
            raise BadInput(f"unit {viewer}", "off the map", "in a hex of the map")
        return at, at in self.streets and stands_in_road(self.board, viewer)

    def near_line(self, start: Hex, end: Hex) -> tuple[tuple[object, Hex], ...]:
        """The hindrances in hexes that a line may touch: not far to its side, nor beyond its ends."""
        grid = self.board.grid
        (x, y), (end_x, end_y) = grid.centre(start), grid.centre(end)
        a, b = end_x - x, end_y - y
        across, along = (abs(a), abs(b)) if grid.is_flat else (abs(b), abs(a))
        width = max(2 * along, across + along)  # of a hex, across the line, in the measure of look_along
        near = [
            thing for thing, (at_x, at_y) in self.in_the_way if abs(a * (at_y - y) - b * (at_x - x)) <= width
        ]
        if not near:
            return ()
        far = grid.distance(start, end) + _ROUND_HEXES
        return tuple([at for at in near if grid.distance(start, at[1]) + grid.distance(at[1], end) <= far])


class _StepsByKind(NamedTuple):
    """The known steps by kind of unit, on a board with this wire, and the markers in which the wire was found last."""

    markers: tuple[Marker, ...] | None
    board: HexBoard | None
    wired: frozenset[Hex]
    steps: dict[tuple[str, bool, bool], "_KnownSteps"]


@dataclass(frozen=True, slots=True)
class _KnownSteps:
    """The steps found so far for one kind of walker on a board, by start, way and end."""

    board: HexBoard
    walker: Walker
    steps: dict[tuple[Hex, str, Hex], NextStep | None]
