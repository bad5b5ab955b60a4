"""The units of each hex, updated from changes only, equal a fresh sort of all units."""

import random
from dataclasses import replace
from types import MappingProxyType

import pytest

from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.state.standing import MOST_CHANGED, standing_of
from tests.rules.last_hundred_yards.playing import at, unit

PLACES = (None, *map(at, ("A1", "B1", "C3")))
UNITS = (
    unit("us.able.1.squad.1", "A1"), unit("us.able.1.squad.2", "B1"), unit("us.able.1.leader", "A1"),
    unit("ge.2kp.2.squad.1", "C3"), unit("ge.2kp.2.leader", "C3"), unit("ge.2kp.2.squad.2", "B1"),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_incremental_occupancy_equals_sorting_all_units_anew(seed: int) -> None:
    chance = random.Random(seed)
    units = {one.id: one for one in UNITS}
    for _ in range(80):
        for one in chance.sample(list(units.values()), chance.choice((1, 1, 1, 2, MOST_CHANGED + 1))):
            shaken = frozenset({DISRUPTED}) if chance.random() < 0.5 else frozenset()
            units = {**units, one.id: replace(one, at=chance.choice(PLACES), conditions=shaken)}
        standing = standing_of(MappingProxyType(units))
        on_map = tuple(sorted((one for one in units.values() if one.at is not None), key=lambda one: one.id))
        assert standing.on_map == on_map
        for place in filter(None, PLACES):
            here = tuple(one for one in on_map if one.at == place)
            assert standing.by_hex.get(place, ()) == here
            for side in ("us", "ge"):
                assert standing.friends_at(place, side) == tuple(one for one in here if one.side == side)
        for side in ("us", "ge"):
            assert standing.by_side.get(side, ()) == tuple(one for one in on_map if one.side == side)
