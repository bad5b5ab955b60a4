"""The ground as play asks about it: lines of sight kept while what hinders them stays, and the price of one step."""

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


class Sights(NamedTuple):
    """The lines of sight that were looked along with the same hindrances about."""

    by_ends: dict[tuple[Hex, bool, Hex, bool], Sight]
    """By the hexes at their ends, and whether a vehicle or gun stands in the road at each."""
    asked: dict[tuple[int, int], tuple[Unit | Hex, Unit | Hex, Sight]]
    """The same by the very units and hexes that were asked about, which stay as they are for many moments.

    Each is kept with its answer, so that its `id` is its own; nothing is compared or hashed.
    """


MOST_SIGHTS_KEPT = 8
"""How many sets of smoke, fire and vehicles in the way are remembered: both sides see their own."""

MOST_LINES_KEPT, MOST_ASKED_KEPT = 65536, 8192

_ROUND_HEXES = 1
"""By no more hexes is the way by a hex that a line touches longer than the line: no point of that hex is a whole hex off."""


class BookGround:
    """Chapters 4.1, 4.2 and 10.1 for play.

    Several threads ask at once: what belongs together is one value, put in the place of the one before.
    """

    def __init__(self, options: Options = AS_WE_READ) -> None:
        self.options = options
        self._walked: dict[tuple[HexBoard, Walker], _StepsAsked] = {}
        self._walking = _Walkers(None, None, frozenset(), {})
        self._last_walked: tuple[GameState | None, Unit | None, _StepsAsked | None] = None, None, None
        self._boards: dict[HexBoard, HexBoard] = {}
        self._last_board: tuple[HexBoard | None, HexBoard | None] = None, None
        self._looked_about: tuple[GameState, _Hindrances] | None = None
        self._lines: dict[object, Sight] = {}
        self._sights_of: dict[object, Sights] = {}

    def sight(self, state: GameState, start: Unit | Hex, end: Unit | Hex) -> Sight:
        """The line of sight between two units or hexes."""
        looked = self._looked_about
        if looked is None or state is not looked[0]:
            looked = self._looked_about = state, self._look_about(state, looked)
        about = looked[1]
        asked, key = about.sights.asked, (id(start), id(end))
        found = asked.get(key)
        if found is None:
            if len(asked) >= MOST_ASKED_KEPT:
                asked.clear()
            found = asked[key] = start, end, self._look_along(state, about, start, end)
        return found[2]

    def _look_along(
        self, state: GameState, about: "_Hindrances", start: Unit | Hex, end: Unit | Hex
    ) -> Sight:
        """A line with what hinders in a state, which is the same for all who stand so at its ends."""
        key, known = (*about.end(start), *about.end(end)), about.sights.by_ends
        if key not in known:
            along = about.board, key, about.near_line(key[0], key[2])
            found = self._lines.get(along)
            if found is None:
                if len(self._lines) >= MOST_LINES_KEPT:
                    self._lines.clear()
                found = self._lines[along] = sight_between(state, start, end, self.options)
            known[key] = found
        return known[key]

    def _look_about(self, state: GameState, looked: "tuple[GameState, _Hindrances] | None") -> "_Hindrances":
        """What hinders in a state; a line depends only on what it touches of it."""
        board = state.board
        assert isinstance(board, HexBoard)
        markers = [marker for marker in state.markers if marker.kind in HINDERING]
        lying = tuple([(marker, marker.at) for marker in markers if isinstance(marker.at, Hex)])
        driving = hindering_vehicles(state, board, self.options)
        first = self._first_seen(board)
        if looked is not None and looked[1].board is first and looked[1].hindering == (lying, driving):
            return looked[1]
        in_the_way = tuple(sorted([*lying, *driving], key=str))
        centred = tuple([(thing, board.grid.centre(thing[1])) for thing in in_the_way])
        sights = self._known((first, in_the_way))
        return _Hindrances(first, (lying, driving), centred, urban_roads(first), sights)

    def _first_seen(self, board: HexBoard) -> HexBoard:
        """The first of all boards that are equal, under which answers are kept: it is told from others without comparing hexes."""
        last, first = self._last_board
        if board is not last or first is None:
            first = self._boards.setdefault(board, board)
            self._last_board = board, first
        return first

    def _known(self, hindering: object) -> Sights:
        """The lines looked along before with the same hindrances about."""
        found = self._sights_of.pop(hindering, None)
        if found is None:
            found = Sights({}, {})
        self._sights_of[hindering] = found  # the last of them
        for oldest in tuple(self._sights_of)[:-MOST_SIGHTS_KEPT]:
            self._sights_of.pop(oldest, None)
        return found

    def step(self, state: GameState, unit: Unit, start: Hex, way: str, end: Hex) -> NextStep | None:
        """The next step of a unit, None if it is barred.

        `way` is how it stands in a river, as the step before left it; a unit that begins in a river has none.
        """
        asked, walker, walked = self._last_walked
        if asked is not state or walker is not unit or walked is None:
            walked = self._walked_by(state, unit)
            self._last_walked = state, unit, walked
        key = start, way, end
        if key not in walked.steps:
            board, kind = walked.board, walked.walker
            stand = standing(board, kind.move, start, way)
            walked.steps[key] = None if stand is None else step(board, kind, stand, end, self.options)
        return walked.steps[key]

    def _walked_by(self, state: GameState, unit: Unit) -> "_StepsAsked":
        """The steps of all who walk as a unit does, while the wire lies as it does."""
        board = state.board
        if not isinstance(board, HexBoard):
            raise BadInput("board", board.name, "a hex map")
        board = self._first_seen(board)
        walking = self._walking
        if state.markers is not walking.markers or board is not walking.board:
            wired = wired_hexes(state)
            alike = board is walking.board and wired == walking.wired
            walkers = walking.walkers if alike else {}
            walking = self._walking = _Walkers(state.markers, board, wired, walkers)
        kind = unit.type, unit.has(HEROIC), helped_out_of_river(state, unit)
        found = walking.walkers.get(kind)
        if found is None:
            walker = walker_of(state, unit)
            found = walking.walkers[kind] = self._walked.setdefault(
                (board, walker), _StepsAsked(board, walker, {})
            )
        return found


@dataclass(frozen=True, slots=True)
class _Hindrances:
    """What hinders in a state: on the first of its equal boards, with the lines looked along with that about."""

    board: HexBoard
    hindering: tuple[object, object]
    """Markers and vehicles, as they were found."""
    in_the_way: tuple[tuple[tuple[object, Hex], Lattice], ...]
    """Each with the centre of its hex."""
    streets: frozenset[Hex]
    sights: Sights

    def end(self, viewer: Unit | Hex) -> tuple[Hex, bool]:
        """Where a line ends, and whether in the road."""
        if isinstance(viewer, Hex):
            return viewer, False
        at = viewer.at
        if not isinstance(at, Hex):
            raise BadInput(f"unit {viewer}", "off the map", "in a hex of the map")
        return at, at in self.streets and stands_in_road(self.board, viewer)

    def near_line(self, start: Hex, end: Hex) -> tuple[tuple[object, Hex], ...]:
        """What of all that hinders lies in hexes that a line touches: not far to its side, nor beyond its ends."""
        grid = self.board.grid
        (x, y), (end_x, end_y) = grid.centre(start), grid.centre(end)
        a, b = end_x - x, end_y - y
        across, along = (abs(a), abs(b)) if grid.is_flat else (abs(b), abs(a))
        width = max(2 * along, across + along)  # of a hex, as the line goes, in the measure of look_along
        near = [
            thing for thing, (at_x, at_y) in self.in_the_way if abs(a * (at_y - y) - b * (at_x - x)) <= width
        ]
        if not near:
            return ()
        far = grid.distance(start, end) + _ROUND_HEXES
        return tuple([at for at in near if grid.distance(start, at[1]) + grid.distance(at[1], end) <= far])


class _Walkers(NamedTuple):
    """Who walks on a board by kind, while the wire lies as it does; and the markers among which it was last looked for."""

    markers: tuple[Marker, ...] | None
    board: HexBoard | None
    wired: frozenset[Hex]
    walkers: dict[tuple[str, bool, bool], "_StepsAsked"]


@dataclass(frozen=True, slots=True)
class _StepsAsked:
    """The steps that were asked for of one kind of walker on a board, by start, way and end."""

    board: HexBoard
    walker: Walker
    steps: dict[tuple[Hex, str, Hex], NextStep | None]
