"""Advice stops once no caller waits for it, and is the same when asked for again."""

from dataclasses import replace
from itertools import count

import pytest

from rules.ground.hex.hexes import Hex
from rules.planning.cancellation import CallerLeft, cancelled_when
from rules.planning.routes import plan
from tests.rules.planning.test_routes import opened


@pytest.mark.parametrize("looks", [0, 1, 7])
def test_a_plan_no_longer_awaited_stops_before_the_next_place(looks: int) -> None:
    state, book = opened("mill-crossing")
    friend = state.unit("us.able.1.squad.2")
    state, other = (state.with_unit(replace(friend, name=f"{name} {looks}")) for name in ("One", "Other"))
    unit, goal, looked = state.unit("us.able.1.squad.1"), Hex.named("K4"), count()
    with cancelled_when(lambda: next(looked) >= looks), pytest.raises(CallerLeft):
        plan(book, state, unit, goal)
    assert next(looked) == looks + 1
    assert plan(book, state, unit, goal) == plan(book, other, unit, goal)
