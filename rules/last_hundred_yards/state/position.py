"""A position as players read it: who stands where, who is whose enemy, who sees whom.

`Position` wraps a state for the length of one question and remembers what it worked out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from rules.errors import BadInput, Unknown
from rules.game.engine import position
from rules.game.engine.position import CachedAttribute, memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Sight, Visibility
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    ELITE,
    HEROIC,
    HIDDEN,
    IN_MOTION,
    SHOCKED,
    STOPPED,
)
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.state.darkness import hidden_by_darkness
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.mission.light import Light
from rules.last_hundred_yards.state.mission.mission import Mission
from rules.last_hundred_yards.state.progress import Progress, progress_of
from rules.last_hundred_yards.state.standing import Standing, standing_of


@dataclass(frozen=True, slots=True)
class NextStep:
    """One step of a maneuver: its MP, where in the hex it ends, and what it asks."""

    mp: Fraction
    way: str = ""
    asks_river_exit: bool = False
    keeps_road: bool = False
    takes_all_mp: bool = False
    """Whether it costs the whole allowance, whatever its MP."""


def hex_board(state: GameState) -> HexBoard:
    """The board of a state, which must be a hex map.

    Raises:
        BadInput: if it is a table in inches.
    """
    if not isinstance(state.board, HexBoard):
        raise BadInput("board", state.board.name, "a hex map, which Last Hundred Yards is played on")
    return state.board


ViewerT = TypeVar("ViewerT", bound=Viewer)
WorkT = TypeVar("WorkT")
AskedP = ParamSpec("AskedP")


class GroundRules(Protocol):
    """Chapters 4.1, 4.2 and 10 as far as play needs them: who sees whom, and what a step costs."""

    def sight(self, state: GameState, start: Unit | Hex, end: Unit | Hex) -> Sight:
        """The line of sight between two units or hexes."""
        ...

    def step(self, state: GameState, unit: Unit, start: Hex, way: str, end: Hex) -> NextStep | None:
        """The next step of a maneuver; None if it is barred."""
        ...


class OffersMore(Protocol):
    """The game a position belongs to, as far as a declaration has to know what a side knows and what else it could declare."""

    def after_event(self, state: GameState, before: GameState) -> GameState: ...
    def known(self, state: GameState, side: str) -> "Position": ...
    def offered(self, position: "Position", side: str, *, but: tuple[type, ...]) -> Iterator[Any]: ...
    def reactions(self, position: "Position", units: tuple[str, ...]) -> Iterator[Any]: ...


class Position(position.Position):
    """A state with its units sorted by hex and side."""

    def __init__(self, state: GameState, ground: GroundRules, game: OffersMore | None = None) -> None:
        super().__init__(state)
        self.ground = ground
        self.game = game

    def once(self, key: tuple[object, ...], work: Callable[[], WorkT]) -> WorkT:
        """What `work` finds, worked out the first time it is asked for under this key."""
        found: WorkT | None = self.memo.get(key)
        if found is None:
            found = self.memo[key] = work()
        return found

    def offered(self, side: str, *, but: tuple[type, ...] = ()) -> Iterator[Any]:
        """What a side may declare, but for some kinds of declaration; nothing outside a game."""
        return iter(()) if self.game is None else self.game.offered(self, side, but=but)

    def reactions(self, units: tuple[str, ...]) -> Iterator[Any]:
        """The fire in reaction that known enemies may open on some units; none outside a game."""
        return iter(()) if self.game is None else self.game.reactions(self, units)

    @CachedAttribute
    def course(self) -> Progress:
        return progress_of(self.state)

    @CachedAttribute
    def mission(self) -> Mission:
        return self.course.mission

    @CachedAttribute
    def board(self) -> HexBoard:
        board = self.state.board
        assert isinstance(board, HexBoard)
        return board

    @CachedAttribute
    def _standing(self) -> Standing:
        return standing_of(self.state.units)

    @property
    def by_hex(self) -> Mapping[Hex, tuple[Unit, ...]]:
        """The units on the map, by hex, in the order of their ids."""
        return self._standing.by_hex

    @property
    def on_map(self) -> tuple[Unit, ...]:
        return self._standing.on_map

    def unit(self, unit_id: str) -> Unit:
        return self.state.unit(unit_id)

    def at(self, place: Hex) -> tuple[Unit, ...]:
        return self._standing.by_hex.get(place, ())

    def of(self, side: str) -> tuple[Unit, ...]:
        return self._standing.by_side.get(side, ())

    @CachedAttribute
    def off_map(self) -> tuple[Unit, ...]:
        """The units that wait off the map to come on."""
        waiting = sorted(self.course.off_map & self.state.units.keys())
        return tuple(map(self.state.unit, waiting))

    @property
    def in_the_air(self) -> tuple[Unit, ...]:
        """The units that have yet to land."""
        return tuple(map(self.state.unit, sorted(self.course.in_the_air & self.state.units.keys())))

    def yet_to_land(self, side: str) -> tuple[Unit, ...]:
        """Those of a side."""
        return tuple(unit for unit in self.in_the_air if unit.side == side)

    def in_play(self, side: str) -> tuple[Unit, ...]:
        """The units of a side on the map, and those that wait off it to come on."""
        return self.of(side) + tuple(unit for unit in self.off_map if unit.side == side)

    def enemies_of(self, side: str) -> tuple[Unit, ...]:
        return self.of(self.mission.enemy(side))

    @CachedAttribute
    def friends_at(self) -> Callable[[Hex, str], tuple[Unit, ...]]:
        return self._standing.friends_at

    @CachedAttribute
    def enemies_at(self) -> Callable[[Hex, str], tuple[Unit, ...]]:
        """The enemy units of a side in a hex that are on the map for all to see, concealed ones included."""
        return self._standing.enemies_at

    def rides(self, unit: Unit) -> bool:
        """Whether a unit rides on an AFV, where small arms find it; passengers sit inside their carrier."""
        carrier = self.course.carrier_of(unit.id)
        return carrier is not None and row_of(self.unit(carrier)).kind is UnitKind.AFV

    def hidden_at(self, place: Hex, side: str) -> tuple[Unit, ...]:
        """Hidden enemies of a side in a hex."""
        return tuple(unit for unit in self.at(place) if unit.side != side and unit.has(HIDDEN))

    def place(self, unit: Unit) -> Hex:
        """Where a unit stands.

        Raises:
            Unknown: if it is not on the map.
        """
        if not isinstance(unit.at, Hex):
            raise Unknown("unit on the map", unit.id, (known.id for known in self.on_map))
        return unit.at

    @implements("LHY-0.8")
    def distance(self, one: Hex, other: Hex) -> int:
        return self.board.grid.distance(one, other)

    def sees(self, viewer: Unit | Hex, target: Unit | Hex) -> bool:
        """Whether there is a line of sight."""
        return self.sight(viewer, target).visibility.is_open

    def sight(self, viewer: Unit | Hex, target: Unit | Hex) -> Sight:
        if not self.is_dark and not self.course.aboard:
            return self.ground.sight(self.state, viewer, target)
        found = self._sights.get((viewer, target))
        if found is None:
            ends = self.stands_as(viewer), self.stands_as(target)
            found = self.ground.sight(self.state, *ends)
            if self.is_dark and hidden_by_darkness(self.state, *ends):
                found = replace(found, visibility=Visibility.BLOCKED, hindrance=0)
            self._sights[viewer, target] = found
        return found

    def stands_as(self, seen: Unit | Hex) -> Unit | Hex:
        """How a viewer or target stands in its hex."""
        return stands_as(self.state, seen)

    @CachedAttribute
    def light(self) -> Light:
        """How light it is, where nothing illuminates."""
        return self.course.light

    @CachedAttribute
    def is_dark(self) -> bool:
        """Whether it is not day: twilight or night, where nothing illuminates."""
        return bool(self.mission.lights) and self.light is not Light.DAY

    @CachedAttribute
    def is_night(self) -> bool:
        return self.is_dark and self.light is Light.NIGHT

    @CachedAttribute
    def _sights(self) -> dict[tuple[Unit | Hex, Unit | Hex], Sight]:
        """What was seen of those aboard, or in the dark; all other lines the ground remembers."""
        return {}

    def is_marked(self, kind: str, place: Hex) -> bool:
        """Whether a marker of a kind lies in a hex: mines, wire, an improved position, smoke."""
        return (kind, place) in self._marked

    @CachedAttribute
    def _marked(self) -> frozenset[tuple[str, object]]:
        return frozenset((marker.kind, marker.at) for marker in self.state.markers)

    def is_primary_impact(self, place: Hex) -> bool:
        """Whether a mortar marker of the named hex lies here (11.4.8)."""
        return place in self._primary_impacts

    @CachedAttribute
    def _primary_impacts(self) -> frozenset[Hex]:
        return frozenset(fire.at for fire in self.course.fires if fire.primary)

    def is_impact_hex(self, place: Hex) -> bool:
        """Whether any mortar marker lies here, of the named hex or of one beside it (11.4.8)."""
        return place in self._impacts

    @CachedAttribute
    def _impacts(self) -> frozenset[Hex]:
        return frozenset(fire.at for fire in self.course.fires if fire.kind is FireKind.MDRM)

    def is_marked_assault(self, place: Hex) -> bool:
        return place in self._assaults

    @CachedAttribute
    def _assaults(self) -> frozenset[Hex]:
        return frozenset(assault.at for assault in self.course.assaults)

    def sees_nothing_out(self, unit: Unit) -> bool:
        """Whether a unit neither fires nor sees out of its hex."""
        return why_nothing_is_seen(self.state, unit) is not None

    @implements("LHY-13.3.1a", "LHY-8.1.1", "LHY-11.4.8a")
    def has_in_sight(self, viewer: Unit, target: Unit | Hex) -> bool:
        """Whether a unit sees a hex or who is there: who sees nothing out of his hex sees his own."""
        if viewer.at == (target.at if isinstance(target, Unit) else target):
            return True
        return self.sees(viewer, target) and not self.sees_nothing_out(viewer)

    def is_under_assault(self, place: Hex) -> bool:
        """Whether an Assault Arrow points here."""
        return place in self._pointed_at

    @CachedAttribute
    def _pointed_at(self) -> frozenset[Hex]:
        return frozenset(arrow.into for arrow in self.course.arrows)

    def platoon_units(self, platoon: str) -> Iterator[Unit]:
        return (unit for unit in (*self.on_map, *self.off_map) if row_of(unit).platoon_key == platoon)


@implements("LHY-4.2.1f")
def stands_as(state: GameState, seen: ViewerT) -> ViewerT | Unit:
    """How a viewer or target stands in its hex: who is aboard as his vehicle does, in the road of a street (reading 178)."""
    course = state.course
    if not isinstance(seen, Unit) or not isinstance(course, Progress):
        return seen
    carrier = course.carrier_of(seen.id)
    return seen if carrier is None else replace(state.unit(carrier), at=seen.at)


@implements("LHY-13.3.1a", "LHY-11.4.8a")
def why_nothing_is_seen(state: GameState, unit: Unit) -> Reason | None:
    """Why a unit neither fires nor sees out of its hex, if it does not.

    So do all but AFVs and FPs in a primary impact hex, and men and FPs with enemy infantry among them in a marked assault hex.
    """
    course, place = state.course, unit.at
    if not isinstance(course, Progress) or not isinstance(place, Hex):
        return None
    row = row_of(unit)
    is_fp = row.kind is UnitKind.FP
    if (
        any(fire.primary and fire.at == place for fire in course.fires)
        and not is_fp
        and row.kind is not UnitKind.AFV
    ):
        words = "only AFVs and FPs see out of a primary impact hex"
        return Reason(words, cite_later("11.4.8a"), (place,))
    if (
        any(assault.at == place for assault in course.assaults)
        and (row.is_foot or is_fp)
        and any(other.side != unit.side and row_of(other).is_infantry for other in state.units_at(place))
    ):
        words = f"with enemy infantry among them men see nothing out of {place}"
        return Reason(words, cite_later("13.3.1a"), (place,))
    return None


def memoized_reasons(
    rule: Callable[Concatenate[Position, AskedP], Iterator[Reason]],
) -> Callable[Concatenate[Position, AskedP], tuple[Reason, ...]]:
    """The same for the reasons that forbid something."""

    @memoized
    @wraps(rule)
    def found(position: Position, /, *args: AskedP.args, **kwargs: AskedP.kwargs) -> tuple[Reason, ...]:
        return tuple(rule(position, *args, **kwargs))

    return found


def row_of(unit: Unit) -> LhyUnitType:
    """What a unit's counter says.

    Raises:
        Unknown: if its type is not in the roster.
    """
    try:
        return ROSTER[unit.type]
    except KeyError:
        raise Unknown("unit type", unit.type, ROSTER) from None


def is_known_vehicle(unit: Unit) -> bool:
    """Whether the book knows a unit as a vehicle; on a map that is played by no mission its type may be none of the book's."""
    return unit.type in ROSTER and ROSTER[unit.type].is_vehicle


@implements("LHY-1.7.elite")
def atv_of(unit: Unit) -> int | None:
    """Its Anti-Tank Value, 1 higher for an Elite AFV; None if it has none."""
    row = row_of(unit)
    is_better = unit.has(ELITE) and row.kind is UnitKind.AFV
    return row.atv + 1 if is_better and row.atv is not None else row.atv


def cohesion_of(unit: Unit) -> int:
    """A unit's Cohesion now: at most 7, but 8 if Heroic (1.1, 14.6.1); 0 if it has none."""
    return 8 if unit.has(HEROIC) else min(7, row_of(unit).cohesion or 0)


def is_steady(unit: Unit) -> bool:
    """Neither disrupted nor shocked."""
    return not unit.has(DISRUPTED) and not unit.has(SHOCKED)


def is_steady_combat_unit(unit: Unit) -> bool:
    """An undisrupted, unshocked combat unit, by which enemies next to it and in its hex are held."""
    return row_of(unit).is_combat and is_steady(unit)


def is_moving(unit: Unit) -> bool:
    """Whether it bears a Motion marker, green or red."""
    return unit.has(IN_MOTION) or unit.has(STOPPED)


def lies_unseen(unit: Unit) -> bool:
    """Whether it is concealed or hidden."""
    return unit.has(CONCEALED) or unit.has(HIDDEN)


def is_unknown(unit: Unit) -> bool:
    """Whether it is the counter that stands for all that lies concealed in a hex."""
    return row_of(unit).kind is UnitKind.UNKNOWN


def best_cohesion(units: tuple[Unit, ...]) -> int:
    """The best Cohesion among units, 0 if none has any."""
    return max(map(cohesion_of, units), default=0)
