"""The order in which units entered their hexes, which decides who has the benefit of a wall. Chapter 4.1.7.

`Progress.arrivals` has one `Arrival` for each counter, the earliest first. A counter that replaces another in its
hex, as a section does a squad, takes its place in the order.
"""

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.progress import Arrival, Arrivals


def starting_order(state: GameState, sides: Iterable[str]) -> Arrivals:
    """The order of the units that are on the map before play: side after side as given, and within a side hex after hex.

    They are sorted by hex and not by name, since the enemy sees the order too and must not learn the names of concealed units.
    """
    arrivals: list[Arrival] = []
    for side in sides:
        own = [unit for unit in state.units.values() if unit.side == side]
        placed = [Arrival(unit.id, side, unit.at) for unit in own if isinstance(unit.at, Hex)]
        arrivals += sorted(placed, key=attrgetter("at", "unit"))
    return tuple(arrivals)


def after_entering(arrivals: Arrivals, state: GameState, units: tuple[str, ...], at: Hex) -> Arrivals:
    """The order after units have moved into a hex together: they come last."""
    side = state.unit(units[0]).side
    kept = [arrival for arrival in arrivals if arrival.unit not in units]
    if not any(unit.side == side and unit.id not in units for unit in state.units_at(at)):
        kept = [arrival for arrival in kept if arrival.at != at or arrival.side != side]
    return (*kept, *(Arrival(unit, side, at) for unit in units))


def after_joining(arrivals: Arrivals, unit: Unit, at: Hex) -> Arrivals:
    """The order after a counter came into play in a hex: right behind the first unit of its side there, or
    last if there is none."""
    others = [arrival for arrival in arrivals if arrival.unit != unit.id]
    holder = next(
        (index for index, arrival in enumerate(others) if (arrival.side, arrival.at) == (unit.side, at)),
        len(others) - 1,
    )
    others.insert(holder + 1, Arrival(unit.id, unit.side, at))
    return tuple(others)


def as_seen(arrivals: Arrivals, shown: dict[str, str | None]) -> Arrivals:
    """The order as a side may know it.

    `shown` maps a unit to the name under which the side sees it, or to None if the side does not know of it;
    units that are not in it keep their names.
    """
    seen: dict[str, Arrival] = {}
    for arrival in arrivals:
        if arrival.unit not in shown:
            seen[arrival.unit] = arrival
        elif (name := shown[arrival.unit]) is not None and name not in seen:
            seen[name] = _of_counter(name, arrival.side, arrival.at)
    return tuple(seen.values())


@lru_cache(maxsize=4096)
def _of_counter(name: str, side: str, at: Hex) -> Arrival:
    """The arrival of the counter that stands for the concealed units of a hex."""
    return Arrival(name, side, at)


def came_first(arrivals: Arrivals, ours: Iterable[Unit], theirs: Iterable[Unit]) -> bool | None:
    """Whether the earliest of our units came before the earliest of theirs; None if either was not recorded."""
    order = {arrival.unit: number for number, arrival in enumerate(arrivals)}
    mine = min((order[unit.id] for unit in ours if unit.id in order), default=None)
    other = min((order[unit.id] for unit in theirs if unit.id in order), default=None)
    return None if mine is None or other is None else mine < other
