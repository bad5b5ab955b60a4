"""Markers on the map follow the record of play, so that players see on the map what is recorded. Chapter 2.3.

Smoke, wire, mines and improved positions are markers of the state from the start; all others are laid from the record
anew as it changes: all of them for the umpire, and for a side those that it may know.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import compress
from operator import attrgetter, is_not

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import ACTED, HEROIC, HIDDEN, LAID_OUT, OVERRAN
from rules.last_hundred_yards.questions.assault.value import is_enveloped
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.position import hex_board
from rules.last_hundred_yards.state.progress import ActionKind, Progress, progress_of

_DUG_IN = "improved_position"
PRIMARY_IMPACT, OBSERVER, ARROW, ENVELOPMENT = (
    "primary_impact_hex", "forward_observer", "assault_arrow", "envelopment",
)  # fmt: skip
_OF_THE_COURSE = frozenset({*FireKind, PRIMARY_IMPACT, OBSERVER, ARROW, ENVELOPMENT, HEROIC})
_OF_A_NATION = ("assault_", "control_")
_ACTION = "action_"
MOST_SHOWN = 9
"""The highest count shown for a pile of markers, as tables have room for one figure; more are shown as 9."""


@implements("LHY-2.3.1")
def sync_markers(state: GameState, before: GameState | None = None) -> GameState:
    """The state with every marker that its progress records laid on the map, or on its counter.

    `before` is an earlier state with all its markers laid; what has not changed since is left as it is.
    """
    course = progress_of(state)
    if before is not None and _is_unchanged(state, before):
        return state
    markers = _positions_found(state)
    if before is None or markers is not before.markers or not _have_same_markers(course, progress_of(before)):
        markers = with_required_markers(state, markers)
    units = dict(_with_action_markers(_counters_to_mark(state, course, before), course))
    if units:
        state = state.with_units(units)
    return state if markers == state.markers else state.changed(markers=markers)


def with_required_markers(state: GameState, markers: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """These markers, with those that the record calls for laid anew."""
    course, ground = progress_of(state), [marker for marker in markers if not _is_synced(marker.kind)]
    return (
        *ground,
        *_FIRE_MARKERS.of(course),
        *_ACTION_MARKERS.of(course),
        *_OBSERVERS.of(course),
        *_assault_markers(state, course),
        *_CONTROL_MARKERS.of(course),
    )


def with_positions_found(state: GameState) -> GameState:
    """The state with every improved position that a unit has come upon known to both sides."""
    markers = _positions_found(state)
    return state if markers is state.markers else state.changed(markers=markers)


@implements("LHY-17.9.1.4")
def _positions_found(state: GameState) -> tuple[Marker, ...]:
    """The markers of a state; an improved position dug in secret is known to both sides once any unit there is not hidden."""
    secret = {marker.at for marker in state.markers if marker.hidden and marker.kind == _DUG_IN}
    found_at = secret and secret.intersection(
        unit.at for unit in state.units.values() if not unit.has(HIDDEN)
    )
    if not found_at:
        return state.markers
    return tuple(
        replace(marker, hidden=False) if marker.kind == _DUG_IN and marker.at in found_at else marker
        for marker in state.markers
    )


_RECORDED = attrgetter("fires", "deeds", "doing", "mortars", "fallen_heroes", "control", "mission")
"""The parts of the record that lie on the map as markers, wherever units stand."""


def _have_same_markers(course: Progress, laid: Progress) -> bool:
    """Whether two records surely call for the same markers; with arrows or assaults that depends on where units stand."""
    if course.arrows or course.assaults or laid.arrows or laid.assaults:
        return False
    return bool(_RECORDED(course) == _RECORDED(laid))


def _is_unchanged(state: GameState, before: GameState) -> bool:
    """Whether nothing that lies on the map, or may be marked, has changed since `before`, when all was laid out."""
    course, laid = progress_of(state), progress_of(before)
    return (
        state.units is before.units
        and state.markers is before.markers
        and course.acted is laid.acted
        and course.overran is laid.overran
        and _have_same_markers(course, laid)
    )


def _counters_to_mark(state: GameState, course: Progress, before: GameState | None) -> Iterable[Unit]:
    """The counters whose markers may have to change: all, or those changed since `before`, when all was laid out."""
    if before is None:
        return state.units.values()
    laid, was = progress_of(before), before.units
    marked_anew = frozenset() if course.acted is laid.acted else course.acted ^ laid.acted
    if course.overran is not laid.overran:
        marked_anew |= course.overran ^ laid.overran
    units = state.units.values()
    changed_units = (
        () if state.units is was else compress(units, map(is_not, units, map(was.get, state.units)))
    )
    return (*changed_units, *[state.units[name] for name in marked_anew if name in state.units])


@cache
def _is_synced(kind: str) -> bool:
    return kind in _OF_THE_COURSE or kind.startswith((*_OF_A_NATION, _ACTION))


def _with_action_markers(units: Iterable[Unit], course: Progress) -> Iterator[tuple[str, Unit]]:
    """The counters whose Action or Overrun marker comes on or off."""
    acted, overran = course.acted, course.overran
    for unit in units:
        has_acted = unit.id in acted and unit.at is not None
        has_overrun = unit.id in overran and unit.at is not None
        if (ACTED in unit.conditions) != has_acted or (OVERRAN in unit.conditions) != has_overrun:
            borne = {word for word, is_borne in ((ACTED, has_acted), (OVERRAN, has_overrun)) if is_borne}
            yield unit.id, unit.marked(unit.conditions - LAID_OUT | borne)


MOST_MEMOIZED = 6
"""How many records are memoized: as the umpire and both sides know it, before and after an event."""


class _MarkersByRecord:
    """Markers that depend on some parts of the record alone, memoized by these parts."""

    def __init__(
        self, parts: Callable[[Progress], object], lay: Callable[[Progress], Iterator[Marker]]
    ) -> None:
        self._parts = parts
        self._lay = lay
        self._memoized: deque[tuple[object, tuple[Marker, ...]]] = deque(maxlen=MOST_MEMOIZED)

    def of(self, course: Progress) -> tuple[Marker, ...]:
        parts = self._parts(course)
        # A copy of the queue, as other threads add theirs meanwhile.
        for number, (known, markers) in enumerate(tuple(self._memoized)):
            if known == parts:
                # The parts asked for last are the same objects next time, which compare equal at once.
                self._memoized[number] = parts, markers
                return markers
        markers = tuple(self._lay(course))
        self._memoized.appendleft((parts, markers))
        return markers


def _observers(course: Progress) -> Iterator[Marker]:
    for mortar in course.mortars:
        if mortar.observer_at is not None:
            yield Marker(OBSERVER, mortar.observer_at)


def _control_markers(course: Progress) -> Iterator[Marker]:
    nations = {side.id: side.nation for side in course.mission.sides}
    for _, at in course.fallen_heroes:
        yield Marker(HEROIC, at)
    for objective in course.mission.objectives:
        for name, hexes in objective.parts.items():
            yield Marker(f"control_{nations[course.holder(name)]}", hexes[0])


def _assault_markers(state: GameState, course: Progress) -> Iterator[Marker]:
    for arrow in course.arrows:
        start = state.units[arrow.unit].at if arrow.unit in state.units else None
        if isinstance(start, Hex):
            yield Marker(ARROW, start, _hexside_toward(state, start, arrow.into))
    for assault in course.assaults:
        yield Marker(f"assault_{course.mission.side(assault.side).nation}", assault.at)
        if is_enveloped(state, assault):
            yield Marker(ENVELOPMENT, assault.at)


def _fires(course: Progress) -> Iterator[Marker]:
    """Fire markers by hex and colour, each with how many; and where mortars were called on."""
    counts: dict[tuple[FireKind, Hex], int] = {}
    for fire in course.fires:
        counts[fire.kind, fire.at] = counts.get((fire.kind, fire.at), 0) + 1
    yield from (Marker(kind.value, at, min(count, MOST_SHOWN)) for (kind, at), count in counts.items())
    for at in dict.fromkeys(fire.at for fire in course.fires if fire.primary):
        yield Marker(PRIMARY_IMPACT, at)


@implements("LHY-9.0.4", "LHY-9.0.5", "LHY-9.0.6")
def _actions(course: Progress) -> Iterator[Marker]:
    """What was done where, for the other side to react to: the hex fired from, recovered in or entered last.

    The course forgets a deed when the other side has reacted to it, and all of them when the cycle ends.
    """
    counts = Counter([(deed.kind, deed.hexes[-1]) for deed in (*course.deeds, *course.doing) if deed.hexes])
    yield from (_action_marker(kind, at, min(count, MOST_SHOWN)) for (kind, at), count in counts.items())


@lru_cache(maxsize=4096)
def _action_marker(kind: ActionKind, at: Hex, count: int) -> Marker:
    """The marker for a number of actions of one kind in a hex."""
    return Marker(f"{_ACTION}{kind}", at, count)


_FIRE_MARKERS = _MarkersByRecord(attrgetter("fires"), _fires)
_ACTION_MARKERS = _MarkersByRecord(attrgetter("deeds", "doing"), _actions)
_OBSERVERS = _MarkersByRecord(attrgetter("mortars"), _observers)
_CONTROL_MARKERS = _MarkersByRecord(attrgetter("fallen_heroes", "control", "mission"), _control_markers)


def _hexside_toward(state: GameState, start: Hex, into: Hex) -> int:
    """The hexside an arrow points over, 1 up and then clockwise; arrows are laid next to their hex."""
    grid = hex_board(state).grid
    return grid.direction(start, into) + 1 if grid.distance(start, into) == 1 else 1
