"""The part of a state that a side may know: everything else is removed before a ruling is asked for.

Callers use Ruleset.seen_by, since a book that hides more (in its `Course` or markers) removes that as well.
"""

import re
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.place import Place
from rules.ground.table.inches import Spot

HIDDEN = "hidden"
"""The condition of a unit whose presence the other sides do not know."""

CONCEALED = "concealed"
"""The condition of a unit that the other sides see as a counter only; also the type of that counter,
unless a book has its own."""

_SECRET = frozenset({HIDDEN, CONCEALED})


def seen_by(
    state: GameState, side: str, counter_type: Callable[[Unit], str] = lambda _: CONCEALED
) -> GameState:
    """The state as one side sees it; `counter_type` gives the type that the counter of a concealed unit shows.

    Hidden units and markers of other sides are removed, and concealed units off the board. Other concealed units become counters
    that tell only place and side and are named by place, so that neither name, type, facing nor the order of the roster leaks.
    """
    markers = markers_known(state, side)
    secret = [
        unit
        for unit in state.units.values()
        if unit.conditions and unit.side != side and not _SECRET.isdisjoint(unit.conditions)
    ]
    if not secret:
        return state.changed(markers=markers)
    unseen = {unit.id for unit in secret}
    seen = {name: unit for name, unit in state.units.items() if name not in unseen}
    concealed = [unit for unit in secret if not unit.has(HIDDEN) and unit.at is not None]
    for counter in _counters(concealed, seen, counter_type):
        seen[counter.id] = counter
    return state.changed(units=MappingProxyType(seen), markers=markers)


def as_known_throughout(side: str, *states: GameState) -> Iterator[GameState]:
    """States with a side's own units and the units of others that it knows in all of them; a counter that was revealed between
    them is left out."""
    known = frozenset.intersection(*(frozenset(state.units) for state in states))
    for state in states:
        shown_units = {name: unit for name, unit in state.units.items() if unit.side == side or name in known}
        yield state.changed(units=MappingProxyType(shown_units))


def markers_known(state: GameState, side: str) -> tuple[Marker, ...]:
    """The markers that a side knows: its own, and those that are not hidden."""
    return tuple([marker for marker in state.markers if not marker.hidden or marker.side == side])


def secrets_in(state: GameState, side: str) -> tuple[str, ...]:
    """The secrets of a side in a state, in words: hidden units, concealed units, hidden markers."""
    units = [unit for unit in state.units.values() if unit.side == side]
    kinds = {
        "hidden units": any(unit.has(HIDDEN) for unit in units),
        "concealed units": any(unit.has(CONCEALED) for unit in units),
        "hidden markers": any(marker.hidden and marker.side == side for marker in state.markers),
    }
    return tuple(word for word, is_secret in kinds.items() if is_secret)


@runtime_checkable
class TellsEachSide(Protocol):
    """An event of which one side is told more than the others."""

    def told_to(self, side: str) -> str: ...


def line_heard_by(side: str, happened: object) -> str:
    """The line of the record that a side reads of an event, with the parts that are only for that side."""
    return happened.told_to(side) if isinstance(happened, TellsEachSide) else str(happened)


def names_no_secret(
    words: str, before: GameState, after: GameState, known: tuple[GameState, GameState]
) -> bool:
    """Whether a line of the record names no unit that a side does not know, by id or by name.

    `known` are the states before and after the event as that side sees them; a unit that the event reveals may be named.
    """
    known_names = {name for state in known for name in _names(state)}
    secret = {name for state in (before, after) for name in _names(state)} - known_names
    return not any(name in words and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) for name in secret)


def _names(state: GameState) -> Iterator[str]:
    for unit in state.units.values():
        yield unit.id
        if unit.name:
            yield unit.name


def _counters(units: list[Unit], taken: dict[str, Unit], counter_type: Callable[[Unit], str]) -> list[Unit]:
    counters: dict[str, Unit] = {}
    for unit in sorted(units, key=lambda unit: (str(unit.at), unit.side, counter_type(unit))):
        number = 1
        while (
            counter_id := f"{CONCEALED}-{_place_word(unit.at)}-{number}"
        ) in counters or counter_id in taken:
            number += 1
        counters[counter_id] = Unit(
            counter_id, counter_type(unit), unit.side, unit.at, conditions=frozenset({CONCEALED})
        )
    return list(counters.values())


def _place_word(place: Place | None) -> str:
    """A place as one word without blanks, easy to type: D4, or 10.5,8 in inches."""
    if isinstance(place, Spot):
        return f"{place.x_in:.10g},{place.y_in:.10g}"
    return str(place)
