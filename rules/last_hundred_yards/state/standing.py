"""The units on the map by hex and by side, sorted once and shared by all states in which no unit has moved."""

from collections import deque
from collections.abc import Mapping
from copy import copy
from itertools import chain, compress
from operator import attrgetter, is_not
from typing import Any

from rules.game.engine.position import CachedAttribute
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.book.roster import ROSTER

Units = tuple[Unit, ...]


class Standing:
    """The units on the map by hex and by side, each list in the order of their ids."""

    def __init__(
        self, units: Mapping[str, Unit], by_hex: Mapping[Hex, Units], by_side: Mapping[str, Units]
    ) -> None:
        self.units = units
        self.by_hex = by_hex
        self.by_side = by_side
        self._friends: dict[tuple[Hex, str], Units] = {}
        self._enemies: dict[tuple[Hex, str], Units] = {}

    @CachedAttribute
    def on_map(self) -> Units:
        return tuple(sorted(chain.from_iterable(self.by_side.values()), key=_BY_ID))

    def changed(self, units: Mapping[str, Unit]) -> "Standing | None":
        """The standing after a few of the same units have changed; None if the units are others, or too many have changed."""
        if len(units) != len(self.units):
            return None
        all_were, are = self.units.values(), units.values()
        pairs = list(compress(zip(all_were, are, strict=True), map(is_not, all_were, are)))
        if len(pairs) > MOST_CHANGED or any(was.id != now.id for was, now in pairs):
            return None
        if not pairs:
            alike = copy(self)
            alike.units = units
            return alike
        by_hex, by_side = {**self.by_hex}, {**self.by_side}
        for was, now in pairs:
            _put(by_hex, was, now, was.at, now.at)
            _put(by_side, was, now, _side_on_map(was), _side_on_map(now))
        return Standing(units, by_hex, by_side)

    def friends_at(self, place: Hex, side: str) -> Units:
        here = self.by_hex.get(place)
        if here is None:
            return ()
        friends = self._friends.get((place, side))
        if friends is None:
            friends = self._friends[place, side] = tuple([unit for unit in here if unit.side == side])
        return friends

    def enemies_at(self, place: Hex, side: str) -> Units:
        """The units of other sides in a hex that are not hidden."""
        here = self.by_hex.get(place)
        if here is None:
            return ()
        enemies = self._enemies.get((place, side))
        if enemies is None:
            known = [unit for unit in here if unit.side != side and not unit.has(HIDDEN)]
            enemies = self._enemies[place, side] = tuple(known)
        return enemies


@implements("LHY-17.8.2c")
def dug_by_dummies(state: GameState) -> tuple[tuple[str, Hex], ...]:
    """The improved positions, each with its side, in which dummies stand and no combat unit does."""
    dug = {marker.at for marker in state.markers if marker.kind == "improved_position"}
    occupants = [unit for unit in state.units.values() if isinstance(unit.at, Hex) and unit.at in dug]
    with_combat_units = {unit.at for unit in occupants if ROSTER[unit.type].is_combat}
    dummies = [unit for unit in occupants if ROSTER[unit.type].is_dummy and unit.at not in with_combat_units]
    return tuple(sorted({(unit.side, unit.at) for unit in dummies if isinstance(unit.at, Hex)}))


MOST_MEMOIZED = 8
"""How many standings are cached: of the umpire's state and of what each side knows, before and after an event."""

MOST_CHANGED = 4
"""Up to this many changed units, it is faster to change a known standing than to sort all units."""

_cache: deque[Standing] = deque(maxlen=MOST_MEMOIZED)


def standing_of(units: Mapping[str, Unit]) -> Standing:
    """The standing of these units; the same object as before for the same mapping of units."""
    known = tuple(_cache)  # a copy, as other threads may add to it meanwhile
    for earlier in known:
        if earlier.units is units:
            return earlier
    near = (changed for earlier in known if (changed := earlier.changed(units)) is not None)
    standing = next(near, None) or _sorted(units)
    _cache.appendleft(standing)
    return standing


def _sorted(units: Mapping[str, Unit]) -> Standing:
    by_hex: dict[Hex, list[Unit]] = {}
    by_side: dict[str, list[Unit]] = {}
    for unit in sorted(units.values(), key=_BY_ID):
        if isinstance(unit.at, Hex):
            by_hex.setdefault(unit.at, []).append(unit)
            by_side.setdefault(unit.side, []).append(unit)
    return Standing(
        units,
        {place: tuple(listed) for place, listed in by_hex.items()},
        {side: tuple(listed) for side, listed in by_side.items()},
    )


def _side_on_map(unit: Unit) -> str | None:
    return unit.side if isinstance(unit.at, Hex) else None


def _put(lists: dict[Any, Units], was: Unit, now: Unit, before: object, after: object) -> None:
    """Move a unit, as it is now, from the list of `before` to the list of `after`; None is off the map."""
    if before == after and after is not None:
        lists[after] = tuple([now if unit is was else unit for unit in lists[after]])
        return
    if before is not None:
        others = tuple([unit for unit in lists.pop(before) if unit is not was])
        lists.update({before: others} if others else {})
    if after is not None:
        lists[after] = tuple(sorted((*lists.get(after, ()), now), key=_BY_ID))


_BY_ID = attrgetter("id")
