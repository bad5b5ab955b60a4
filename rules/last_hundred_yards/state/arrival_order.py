"""The order in which units came into the hexes they stand in, which decides who has a wall. Chapter 4.1.7.

The course keeps one `Arrival` a counter, the first to arrive first. A counter that replaces another in its
hex, as a section does a squad, stands in its place in the order.
"""

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.state.progress import Arrival, Arrivals


def starting_order(state: GameState, sides: Iterable[str]) -> Arrivals:
    """Those who stand on the map before play, side by side in this order, each hex by hex.

    Hex by hex, not by name: the order is seen by the enemy too, for whom concealed units have none.
    """
    found: list[Arrival] = []
    for side in sides:
        own = [unit for unit in state.units.values() if unit.side == side]
        placed = [Arrival(unit.id, side, unit.at) for unit in own if isinstance(unit.at, Hex)]
        found += sorted(placed, key=attrgetter("at", "unit"))
    return tuple(found)


def after_entering(arrivals: Arrivals, state: GameState, units: tuple[str, ...], at: Hex) -> Arrivals:
    """The order once units have moved into a hex together: they are the last."""
    side = state.unit(units[0]).side
    kept = [arrival for arrival in arrivals if arrival.unit not in units]
    if not any(unit.side == side and unit.id not in units for unit in state.units_at(at)):
        kept = [arrival for arrival in kept if arrival.at != at or arrival.side != side]
    return (*kept, *(Arrival(unit, side, at) for unit in units))


def after_joining(arrivals: Arrivals, unit: Unit, at: Hex) -> Arrivals:
    """The order once a counter came into play in a hex: it stands with those of its side who hold the hex."""
    others = [arrival for arrival in arrivals if arrival.unit != unit.id]
    holder = next(
        (index for index, arrival in enumerate(others) if (arrival.side, arrival.at) == (unit.side, at)),
        len(others) - 1,
    )
    others.insert(holder + 1, Arrival(unit.id, unit.side, at))
    return tuple(others)


def as_seen(arrivals: Arrivals, shown: dict[str, str | None]) -> Arrivals:
    """The order as a side may know it: counters under the names they are shown by, unknown ones left out."""
    found: dict[str, Arrival] = {}
    for arrival in arrivals:
        if arrival.unit not in shown:
            found[arrival.unit] = arrival
        elif (name := shown[arrival.unit]) is not None and name not in found:
            found[name] = _of_counter(name, arrival.side, arrival.at)
    return tuple(found.values())


@lru_cache(maxsize=4096)
def _of_counter(name: str, side: str, at: Hex) -> Arrival:
    """That of the counter which stands for the concealed units of a hex."""
    return Arrival(name, side, at)


def came_first(arrivals: Arrivals, ours: Iterable[Unit], theirs: Iterable[Unit]) -> bool | None:
    """Whether the earliest of some units came before the earliest of others; None if it was not recorded."""
    order = {arrival.unit: number for number, arrival in enumerate(arrivals)}
    mine = min((order[unit.id] for unit in ours if unit.id in order), default=None)
    other = min((order[unit.id] for unit in theirs if unit.id in order), default=None)
    return None if mine is None or other is None else mine < other
