"""A position as players read it: where units are, which are enemies, and who sees whom; and small facts about units.

`Position` wraps a state for the length of one question and caches what it works out.
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
    """One step of a maneuver: its MP, its `way` in a river hex, and whether it asks a river exit roll or keeps the road bonus."""

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
    """The parts of chapters 4.1, 4.2 and 10 that a position needs: lines of sight, and the cost of a step."""

    def sight(self, state: GameState, start: Unit | Hex, end: Unit | Hex) -> Sight:
        """The line of sight between two units or hexes."""
        ...

    def step(self, state: GameState, unit: Unit, start: Hex, way: str, end: Hex) -> NextStep | None:
        """The next step of a maneuver; None if it is barred."""
        ...


class OffersMore(Protocol):
    """The parts of a game that a declaration may ask about: what a side knows, and what else it could declare."""

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
        """The result of `work`, cached under this key."""
        result: WorkT | None = self.memo.get(key)
        if result is None:
            result = self.memo[key] = work()
        return result

    def offered(self, side: str, *, but: tuple[type, ...] = ()) -> Iterator[Any]:
        """The declarations that a side may make, without those of the types `but`; none outside a game."""
        return iter(()) if self.game is None else self.game.offered(self, side, but=but)

    def reactions(self, units: tuple[str, ...]) -> Iterator[Any]:
        """The reaction fire that known enemies may make at these units; none outside a game."""
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
        """The units of a side that have yet to land."""
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
        """The enemies of a side in a hex that are not hidden; concealed ones are included."""
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
        sight = self._sights.get((viewer, target))
        if sight is None:
            ends = self.stands_as(viewer), self.stands_as(target)
            sight = self.ground.sight(self.state, *ends)
            if self.is_dark and hidden_by_darkness(self.state, *ends):
                sight = replace(sight, visibility=Visibility.BLOCKED, hindrance=0)
            self._sights[viewer, target] = sight
        return sight

    def stands_as(self, seen: Unit | Hex) -> Unit | Hex:
        """A viewer or target as it counts for sight: a unit aboard as its vehicle."""
        return stands_as(self.state, seen)

    @CachedAttribute
    def light(self) -> Light:
        """How light it is in hexes that are not illuminated."""
        return self.course.light

    @CachedAttribute
    def is_dark(self) -> bool:
        """Whether it is twilight or night in hexes that are not illuminated."""
        return bool(self.mission.lights) and self.light is not Light.DAY

    @CachedAttribute
    def is_night(self) -> bool:
        return self.is_dark and self.light is Light.NIGHT

    @CachedAttribute
    def _sights(self) -> dict[tuple[Unit | Hex, Unit | Hex], Sight]:
        """A cache of sight in the dark or while units are aboard; `ground` caches all other lines."""
        return {}

    def is_marked(self, kind: str, place: Hex) -> bool:
        """Whether a marker of a kind lies in a hex: mines, wire, an improved position, smoke."""
        return (kind, place) in self._marked

    @CachedAttribute
    def _marked(self) -> frozenset[tuple[str, object]]:
        return frozenset((marker.kind, marker.at) for marker in self.state.markers)

    def is_primary_impact(self, place: Hex) -> bool:
        """Whether a hex has a primary mortar marker, one of the hex that the fire was called on (11.4.8)."""
        return place in self._primary_impacts

    @CachedAttribute
    def _primary_impacts(self) -> frozenset[Hex]:
        return frozenset(fire.at for fire in self.course.fires if fire.primary)

    def is_impact_hex(self, place: Hex) -> bool:
        """Whether a hex has any mortar marker, of the hex that the fire was called on or of one beside it (11.4.8)."""
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
        """Whether a unit can neither fire nor see out of its hex."""
        return why_nothing_is_seen(self.state, unit) is not None

    @implements("LHY-13.3.1a", "LHY-8.1.1", "LHY-11.4.8a")
    def has_in_sight(self, viewer: Unit, target: Unit | Hex) -> bool:
        """Whether a unit sees a target; a unit that cannot see out of its hex still sees its own hex."""
        if viewer.at == (target.at if isinstance(target, Unit) else target):
            return True
        return self.sees(viewer, target) and not self.sees_nothing_out(viewer)

    def is_under_assault(self, place: Hex) -> bool:
        """Whether an Assault Arrow points to a hex."""
        return place in self._pointed_at

    @CachedAttribute
    def _pointed_at(self) -> frozenset[Hex]:
        return frozenset(arrow.into for arrow in self.course.arrows)

    def platoon_units(self, platoon: str) -> Iterator[Unit]:
        return (unit for unit in (*self.on_map, *self.off_map) if row_of(unit).platoon_key == platoon)


@implements("LHY-4.2.1f")
def stands_as(state: GameState, seen: ViewerT) -> ViewerT | Unit:
    """A viewer or target as it counts for sight: a unit aboard as its vehicle, which is in the road of a street (reading 178)."""
    course = state.course
    if not isinstance(seen, Unit) or not isinstance(course, Progress):
        return seen
    carrier = course.carrier_of(seen.id)
    return seen if carrier is None else replace(state.unit(carrier), at=seen.at)


@implements("LHY-13.3.1a", "LHY-11.4.8a")
def why_nothing_is_seen(state: GameState, unit: Unit) -> Reason | None:
    """Why a unit can neither fire nor see out of its hex; None if it can.

    It cannot in a primary impact hex, unless it is an AFV or FP, nor in a marked assault hex as men or an FP
    with enemy infantry there.
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
        words = f"men with enemy infantry in their hex see nothing outside {place}"
        return Reason(words, cite_later("13.3.1a"), (place,))
    return None


def memoized_reasons(
    rule: Callable[Concatenate[Position, AskedP], Iterator[Reason]],
) -> Callable[Concatenate[Position, AskedP], tuple[Reason, ...]]:
    """`memoized` for a rule that yields reasons; the cached answer is a tuple."""

    @memoized
    @wraps(rule)
    def found(position: Position, /, *args: AskedP.args, **kwargs: AskedP.kwargs) -> tuple[Reason, ...]:
        return tuple(rule(position, *args, **kwargs))

    return found


def row_of(unit: Unit) -> LhyUnitType:
    """The values on a unit's counter: its line of the roster.

    Raises:
        Unknown: if its type is not in the roster.
    """
    try:
        return ROSTER[unit.type]
    except KeyError:
        raise Unknown("unit type", unit.type, ROSTER) from None


def is_known_vehicle(unit: Unit) -> bool:
    """Whether a unit is a vehicle by the roster; outside a mission its type may not be in the roster."""
    return unit.type in ROSTER and ROSTER[unit.type].is_vehicle


@implements("LHY-1.7.elite")
def atv_of(unit: Unit) -> int | None:
    """A unit's Anti-Tank Value, 1 higher for an Elite AFV; None if it has none."""
    row = row_of(unit)
    is_better = unit.has(ELITE) and row.kind is UnitKind.AFV
    return row.atv + 1 if is_better and row.atv is not None else row.atv


def cohesion_of(unit: Unit) -> int:
    """A unit's Cohesion now: at most 7, but 8 if Heroic (1.1, 14.6.1); 0 if it has none."""
    return 8 if unit.has(HEROIC) else min(7, row_of(unit).cohesion or 0)


def is_steady(unit: Unit) -> bool:
    """Whether a unit is neither disrupted nor shocked."""
    return not unit.has(DISRUPTED) and not unit.has(SHOCKED)


def is_steady_combat_unit(unit: Unit) -> bool:
    """Whether a unit is an undisrupted, unshocked combat unit, which affects enemies next to it and in its hex."""
    return row_of(unit).is_combat and is_steady(unit)


def is_moving(unit: Unit) -> bool:
    """Whether a unit has a Motion marker, green or red."""
    return unit.has(IN_MOTION) or unit.has(STOPPED)


def lies_unseen(unit: Unit) -> bool:
    """Whether a unit is concealed or hidden."""
    return unit.has(CONCEALED) or unit.has(HIDDEN)


def is_unknown(unit: Unit) -> bool:
    """Whether a unit is the counter that stands for all concealed units of a hex."""
    return row_of(unit).kind is UnitKind.UNKNOWN


def best_cohesion(units: tuple[Unit, ...]) -> int:
    """The best Cohesion among units, 0 if none has any."""
    return max(map(cohesion_of, units), default=0)
