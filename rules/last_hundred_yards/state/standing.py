"""Who stands where: the units on the map, by hex and by side, sorted once for all states in which nobody has moved."""

from collections import deque
from collections.abc import Mapping
from functools import cached_property
from operator import attrgetter

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.book.roster import ROSTER

Units = tuple[Unit, ...]


class Standing:
    """The units on the map as they stand, each list in the order of their ids."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self.units = units
        self._friends: dict[tuple[Hex, str], Units] = {}
        self._enemies: dict[tuple[Hex, str], Units] = {}

    @cached_property
    def on_map(self) -> Units:
        return tuple(sorted((unit for unit in self.units.values() if isinstance(unit.at, Hex)), key=_BY_ID))

    @cached_property
    def by_hex(self) -> Mapping[Hex, Units]:
        found: dict[Hex, list[Unit]] = {}
        for unit in self.on_map:
            assert isinstance(unit.at, Hex)
            found.setdefault(unit.at, []).append(unit)
        return {place: tuple(units) for place, units in found.items()}

    @cached_property
    def by_side(self) -> Mapping[str, Units]:
        found: dict[str, list[Unit]] = {}
        for unit in self.on_map:
            found.setdefault(unit.side, []).append(unit)
        return {side: tuple(units) for side, units in found.items()}

    def friends_at(self, place: Hex, side: str) -> Units:
        """The units of a side in a hex."""
        here = self.by_hex.get(place)
        if here is None:
            return ()
        found = self._friends.get((place, side))
        if found is None:
            found = self._friends[place, side] = tuple([unit for unit in here if unit.side == side])
        return found

    def enemies_at(self, place: Hex, side: str) -> Units:
        """The units of others in a hex that are not hidden."""
        here = self.by_hex.get(place)
        if here is None:
            return ()
        found = self._enemies.get((place, side))
        if found is None:
            known = [unit for unit in here if unit.side != side and not unit.has(HIDDEN)]
            found = self._enemies[place, side] = tuple(known)
        return found


@implements("LHY-17.8.2c")
def dug_by_dummies(state: GameState) -> tuple[tuple[str, Hex], ...]:
    """The improved positions, each with its side, in which dummies stand and no combat unit does."""
    dug = {marker.at for marker in state.markers if marker.kind == "improved_position"}
    there = [unit for unit in state.units.values() if isinstance(unit.at, Hex) and unit.at in dug]
    real = {unit.at for unit in there if ROSTER[unit.type].is_combat}
    dummies = [unit for unit in there if ROSTER[unit.type].is_dummy and unit.at not in real]
    return tuple(sorted({(unit.side, unit.at) for unit in dummies if isinstance(unit.at, Hex)}))


MOST_KEPT = 8
"""The umpire's own state, and as each side knows it, before and after what happens."""

_kept: deque[Standing] = deque(maxlen=MOST_KEPT)


def standing_of(units: Mapping[str, Unit]) -> Standing:
    """How units stand; the same as before while these are the very same."""
    for standing in tuple(_kept):  # other threads keep theirs meanwhile
        if standing.units is units:
            return standing
    standing = Standing(units)
    _kept.appendleft(standing)
    return standing


_BY_ID = attrgetter("id")
