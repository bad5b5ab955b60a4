"""Advice ends once nobody waits for it, and is the same when it is asked for again."""

from dataclasses import replace
from itertools import count

import pytest

from rules.ground.hex.hexes import Hex
from rules.planning.awaited import NotAwaited, awaited_until
from rules.planning.routes import plan
from tests.rules.planning.test_routes import opened


@pytest.mark.parametrize("looks", [0, 1, 7])
def test_a_plan_that_nobody_waits_for_ends_between_two_places(looks: int) -> None:
    state, book = opened("mill-crossing")
    friend = state.unit("us.able.1.squad.2")
    state, other = (state.with_unit(replace(friend, name=f"{name} {looks}")) for name in ("One", "Other"))
    unit, goal, looked = state.unit("us.able.1.squad.1"), Hex.named("K4"), count()
    with awaited_until(lambda: next(looked) >= looks), pytest.raises(NotAwaited):
        plan(book, state, unit, goal)
    assert next(looked) == looks + 1
    assert plan(book, state, unit, goal) == plan(book, other, unit, goal)
