"""What one side may know: hidden enemies and unmet mines are removed, concealed units become one unknown counter in each hex.

These counters are listed by hex after all known units, as the order of the roster would tell which is which. Everything
said to a side is worked out on its view, so that no list, refusal or odds can tell more.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import compress
from operator import attrgetter, is_not
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import markers_known
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.unit_types import CLASSES
from rules.last_hundred_yards.effects.marker_sync import with_required_markers
from rules.last_hundred_yards.state.arrival_order import as_seen
from rules.last_hundred_yards.state.markers import Arrow, AssaultHex, Entry, FireMarker
from rules.last_hundred_yards.state.mission.landings import Landings
from rules.last_hundred_yards.state.mission.mission import Mission
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import (
    Decision,
    Deed,
    LostLeader,
    LostWeapon,
    MortarState,
    Moving,
    Player,
    Progress,
    progress_of,
)

_PREFIX = "concealed@"

_Shown = dict[str, str | None]
_Killed = tuple[tuple[str, Hex, tuple[str, ...]], ...]


def concealed_name(place: Hex) -> str:
    """What the other side calls the concealed units of a hex."""
    return f"{_PREFIX}{place}"


def unit_in_words(unit_id: str) -> str:
    """A unit in a sentence: its id, or "the concealed units in" their hex, which they may have left since."""
    place = unit_id.removeprefix(_PREFIX)
    return unit_id if place == unit_id else f"the concealed units in {place}"


@implements("LHY-4.3.0.1", "LHY-4.3.0.2", "LHY-4.3.0.3", "LHY-17.9.1.4", "LHY-16.1.0a")
def state_seen_by(state: GameState, side: str) -> GameState:
    """The state as a side may know it.

    Rule: LHY 4.3, 17.9.
    """
    units, shown = _units_as_seen(state.units, progress_of(state).killed, side)
    known = state.changed(units=units, course=_course_as_seen(state, shown, side))
    return known.changed(markers=with_required_markers(known, markers_known(state, side)))


class _UnitsAsSeen(NamedTuple):
    """A memoized view: the units of a state, those killed, and for a side the units it knows and its names for the others."""

    units: Mapping[str, Unit]
    killed: _Killed
    side: str
    known: Mapping[str, Unit]
    shown: _Shown


MOST_MEMOIZED = 6
"""How many views are memoized: those of both sides, before and after the last events."""

_memoized_units: deque[_UnitsAsSeen] = deque(maxlen=MOST_MEMOIZED)


def _units_as_seen(
    units: Mapping[str, Unit], killed: _Killed, side: str
) -> tuple[Mapping[str, Unit], _Shown]:
    """The units that a side knows, and its names for the others; memoized while `units` is the same object."""
    for memoized in tuple(_memoized_units):  # a copy: other threads add theirs meanwhile
        if memoized.units is units and memoized.side == side and memoized.killed == killed:
            return memoized.known, memoized.shown
    known, shown = _split_by_knowledge(units, {unit for unit, *_ in killed}, side)
    _memoized_units.appendleft(_UnitsAsSeen(units, killed, side, known, shown))
    return known, shown


def _split_by_knowledge(
    units: Mapping[str, Unit], killed: set[str], side: str
) -> tuple[Mapping[str, Unit], _Shown]:
    """The known units, with one counter for the concealed ones of each hex, and the name shown for every unit not known."""
    known_units: dict[str, Unit] = {}
    counters: dict[Hex, Unit] = {}
    shown: _Shown = {}
    for name, unit in units.items():
        marks = unit.conditions
        if unit.side == side or (
            CONCEALED not in marks and HIDDEN not in marks and (unit.at is not None or name in killed)
        ):
            known_units[name] = unit
            continue
        if not isinstance(unit.at, Hex) or HIDDEN in marks:
            shown[name] = _name_shown(unit)
            continue
        counter = counters[unit.at] = _counter(row_of(unit).nation, unit.side, unit.at)
        shown[name] = counter.id
    in_order = {counters[place].id: counters[place] for place in sorted(counters)}
    return MappingProxyType(known_units | in_order), shown


NOBODY = ""
"""The name shown for a unit of which something is known, but not which unit it is."""


@implements("LHY-8.1.1", "LHY-8.0.1", "LHY-17.9.1.4", "LHY-4.3.0.1", "LHY-17.8.2a")
def _name_shown(unit: Unit) -> str | None:
    """The name that a side uses for an enemy whose counter it does not see; None for a hidden unit, of which it knows nothing, and for a removed dummy.

    What a unit did before it left the map was seen all the same.
    """
    return None if unit.has(HIDDEN) or row_of(unit).is_dummy else NOBODY


@implements("LHY-4.3.0.5")
def _still_concealed(
    state: GameState, at: Hex, counts: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """How many of the concealed units that a side was told of in a hex may still be fired at, by kind.

    Not counted are units that everybody has seen there since, and those that have not just acted. In a state where a side
    sees only a counter there, the counts are already so reduced.
    """
    if concealed_name(at) in state.units:
        return counts
    course = progress_of(state)
    now = Counter(
        CLASSES.get(row_of(unit).kind)
        for unit in state.units.values()
        if unit.at == at and unit.has(CONCEALED) and course.may_be_fired_at(unit.id)
    )
    return tuple((kind, min(count, now[kind])) for kind, count in counts)


_CONCEALED = frozenset({CONCEALED})


@lru_cache(maxsize=4096)
def _counter(nation: str, side: str, at: Hex) -> Unit:
    """The counter that stands for the concealed units of a hex."""
    return Unit(concealed_name(at), f"{nation}.concealed", side, at, None, "concealed units", _CONCEALED)


@implements("LHY-4.3.0.1", "LHY-7.2c.1", "LHY-22.1.1.0")
def _course_as_seen(state: GameState, shown: _Shown, side: str) -> Progress:
    """The record of play as a side may know it; a landing plan is its side's own until they land."""
    course = progress_of(state)
    own_alone = course.inquired or course.players or course.dug_by_dummies or course.sticks
    if not shown and not own_alone:
        return course
    changes = {**_parts_as_seen(course, shown)}
    if course.ad_hoc_tanks and side != course.active:
        joined = {row_of(state.unit(name)).platoon_key for name in course.joined.difference(shown)}
        changes["ad_hoc_tanks"] = course.ad_hoc_tanks if course.ad_hoc_tanks in joined else ""
    if course.sticks:
        own = {unit.id for unit in state.units.values() if unit.side == side}
        own.update(mortar.id for mortar in course.mortars if mortar.side == side)
        changes["sticks"] = tuple([stick for stick in course.sticks if own.issuperset(stick.units)])
    if course.mortars:
        changes["mortars"] = tuple([_mortar(mortar, state, shown) for mortar in course.mortars])
    if course.deployed:
        out_of_sight = {row_of(state.unit(squad)).platoon_key for squad in course.split if squad in shown}
        changes["deployed"] = course.deployed - out_of_sight
    if course.dug_by_dummies:
        changes["dug_by_dummies"] = tuple(
            [(whose, at) for whose, at in course.dug_by_dummies if whose == side]
        )
    if course.players:
        changes["players"] = tuple([_player(player, state, side) for player in course.players])
    if course.inquired:
        inquired = [(at, _still_concealed(state, at, counts)) for at, counts in course.inquired]
        changes["inquired"] = tuple(inquired)
    return course.changed(**changes)


_PartT = TypeVar("_PartT")
_OfUnitT = TypeVar("_OfUnitT", Arrow, Entry)


class _PartsAsSeen:
    """The parts of the record that name units, as a side knows them; unchanged parts are the same objects
    while `shown` is equal."""

    def __init__(self, shown: _Shown) -> None:
        self.shown = shown
        self._last: tuple[tuple[object, ...], dict[str, Any]] = (None,) * len(_AS_SEEN), {}

    def of(self, course: Progress) -> dict[str, Any]:
        """The parts that are not empty, by name."""
        before, known = self._last
        recorded, parts = _RECORDED(course), {**known}
        for name, part in compress(zip(_AS_SEEN, recorded, strict=True), map(is_not, recorded, before)):
            if part:
                parts[name] = _AS_SEEN[name](part, self.shown)
            else:
                parts.pop(name, None)
        self._last = recorded, parts  # both at once: other threads ask meanwhile
        return parts


_memoized_parts: deque[_PartsAsSeen] = deque(maxlen=MOST_MEMOIZED)


def _parts_as_seen(course: Progress, shown: _Shown) -> dict[str, Any]:
    for memoized in tuple(_memoized_parts):  # a copy: other threads add theirs meanwhile
        if memoized.shown == shown:
            return memoized.of(course)
    parts = _PartsAsSeen(shown)
    _memoized_parts.appendleft(parts)
    return parts.of(course)


def _known(units: frozenset[str], shown: _Shown) -> frozenset[str]:
    return units.difference(shown)


def _known_in_order(units: tuple[str, ...], shown: _Shown) -> tuple[str, ...]:
    return tuple([unit for unit in units if unit not in shown])


def _of_known(entries: tuple[tuple[Any, ...], ...], shown: _Shown) -> tuple[tuple[Any, ...], ...]:
    """The entries whose first item is a known unit."""
    return tuple([entry for entry in entries if entry[0] not in shown])


def _between_known(pairs: tuple[tuple[str, str], ...], shown: _Shown) -> tuple[tuple[str, str], ...]:
    return tuple([pair for pair in pairs if shown.keys().isdisjoint(pair)])


def _lost_leaders(leaders: tuple[LostLeader, ...], shown: _Shown) -> tuple[LostLeader, ...]:
    return tuple([lost for lost in leaders if lost.unit not in shown])


def _weapons_lost(weapons: tuple[LostWeapon, ...], shown: _Shown) -> tuple[LostWeapon, ...]:
    """Weapons lost: both sides know how many, as they do of steps, but not which, of unknown units."""
    return tuple([replace(lost, unit=NOBODY) if lost.unit in shown else lost for lost in weapons])


def _all_as_known(
    seen: Callable[[_PartT, _Shown], _PartT],
) -> Callable[[tuple[_PartT, ...], _Shown], tuple[_PartT, ...]]:
    """The function that turns each of several parts into what a side knows of it."""
    return lambda several, shown: tuple([seen(part, shown) for part in several])


def _of_unit(part: _OfUnitT, shown: _Shown) -> _OfUnitT:
    return replace(part, unit=shown.get(part.unit, part.unit) or NOBODY)


def _assault(assault: AssaultHex, shown: _Shown) -> AssaultHex:
    """An assault with the units that came in, lose, or lost a step there, as far as a side knows them."""
    return replace(
        assault,
        entries=_all_as_known(_of_unit)(assault.entries, shown),
        losers=_names_shown(assault.losers, shown),
        urban_losses=_names_shown(assault.urban_losses, shown),
        leaders=_names_shown(assault.leaders, shown),
    )


def _names_shown(units: tuple[str, ...], shown: _Shown) -> tuple[str, ...]:
    """Units as a side calls them, each counter of concealed ones once."""
    return tuple(dict.fromkeys([name for unit in units if (name := shown.get(unit, unit))]))


def _moving(moving: Moving, shown: _Shown) -> Moving:
    if shown.keys().isdisjoint(moving.units):
        return moving
    return replace(moving, units=tuple([name for unit in moving.units if (name := shown.get(unit, unit))]))


def _deeds(deeds: tuple[Deed, ...], shown: _Shown) -> tuple[Deed, ...]:
    known = [(deed, shown.get(deed.unit, deed.unit)) for deed in deeds]
    return tuple(
        [deed if name == deed.unit else replace(deed, unit=name) for deed, name in known if name is not None]
    )


def _fire(fire: FireMarker, shown: _Shown) -> FireMarker:
    if fire.target not in shown and fire.firer not in shown:
        return fire
    target, firer = (shown.get(name, name) or None if name else None for name in (fire.target, fire.firer))
    return replace(fire, target=target, firer=firer)


def _mission(mission: Mission, shown: _Shown) -> Mission:
    """The mission as a side knows it: how many units of a side land, but not which, until they are seen."""
    if not any(side.landings.units for side in mission.sides):
        return mission
    first, second = (replace(side, landings=_landings(side.landings, shown)) for side in mission.sides)
    return replace(mission, sides=(first, second))


def _landings(landings: Landings, shown: _Shown) -> Landings:
    parachutes, gliders = (
        tuple([NOBODY if name in shown else name for name in flying])
        for flying in (landings.parachutes, landings.gliders)
    )
    return replace(landings, parachutes=parachutes, gliders=gliders)


def _due(due: Decision, shown: _Shown) -> Decision:
    unit, target = (shown.get(name, name) or "" for name in (due.unit, due.target))
    firers = tuple([name for firer in due.firers if (name := shown.get(firer, firer))])
    return replace(due, unit=unit, target=target, firers=firers)


_AS_SEEN: Mapping[str, Callable[[Any, _Shown], Any]] = MappingProxyType({
    **dict.fromkeys((
        "acted", "advanced", "came_into_wire", "come_upon", "deploying", "dummies_put", "exited", "forced_off", "in_the_air", "joined",
        "landed_among_enemies", "loaded_this_turn", "off_map", "overran", "rallied", "river_leaders", "spent_leaders", "split", "support",
        "support_done", "to_shake", "unassembled",
    ), _known),
    **dict.fromkeys(("exited_before", "reacted_leaders", "revealed"), _known_in_order),
    **dict.fromkeys(("fired", "fired_from", "killed", "trail", "stood", "hero_goals"), _of_known),
    **dict.fromkeys(("shots", "aboard", "got_off"), _between_known),
    **dict.fromkeys(("deeds", "doing"), _deeds),
    "moving": _moving,
    **dict.fromkeys(("going_on", "withdrawing"), _all_as_known(_moving)),
    "fires": _all_as_known(_fire),
    "arrows": _all_as_known(_of_unit),
    "assaults": _all_as_known(_assault),
    "arrivals": as_seen,
    "decisions": _all_as_known(_due),
    "away": _lost_leaders,
    "weapons_lost": _weapons_lost,
    "mission": _mission,
})  # fmt: skip
"""The fields of the record that name units, and how each looks to a side: units by name, by a counter of
concealed units, or not at all."""

_RECORDED = attrgetter(*_AS_SEEN)


@implements("LHY-11.4.5.1b")
def _mortar(mortar: MortarState, state: GameState, shown: _Shown) -> MortarState:
    """A mortar as a side may know it: the observer of a hidden asker waits off the hexes (reading 69)."""
    if mortar.asker not in shown:
        return mortar
    observer_at = None if state.unit(mortar.asker).has(HIDDEN) else mortar.observer_at
    return replace(mortar, observer_at=observer_at, asker=shown[mortar.asker] or "")


@implements("LHY-19.2.1.1")
def _player(player: Player, state: GameState, side: str) -> Player:
    """A player as a side may know him: which unit the other player is stays secret to the end."""
    unit = state.units.get(player.unit)
    is_secret = unit is not None and unit.side != side and progress_of(state).ended is None
    return Player(player.side) if is_secret else player
