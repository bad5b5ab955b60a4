"""What fire would do to a unit wherever it may go: the same as asked of each hex by itself."""

from dataclasses import replace
from random import Random

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.hexes import First, HexGrid, Top
from rules.last_hundred_yards.ruleset import RULESET
from tests.oracle.boards import random_board

KINDS = {
    "squad": "us.able.1.squad.1",
    "tank": "us.able-tank.1.1",
    "gun": "us.gun57.1",
    "leader": "us.able.1.leader",
}
FIRERS = ("ge.1kp.1.squad.1", "ge.stug.1", "ge.mg.1", "ge.1kp.1.squad.2")


@pytest.mark.parametrize("kind", KINDS)
def test_what_fire_would_do_is_the_same_for_all_hexes_together_as_for_each(kind: str) -> None:
    dice = Random(f"shots at a {kind}")
    board = random_board(dice, HexGrid(7, 5, Top.FLAT, First.HIGH))
    hexes = list(board.grid)
    target = Unit("target", KINDS[kind], "us", hexes[0], 90.0)
    friend = Unit("friend", "us.able.1.squad.2", "us", dice.choice(hexes))
    firers = [Unit(f"firer {n}", name, "ge", dice.choice(hexes), 270.0) for n, name in enumerate(FIRERS)]
    units = {unit.id: unit for unit in (target, friend, *firers)}
    smoke = Marker("smoke", dice.choice(hexes))
    state = GameState(board, units, (smoke,), ("us", "ge"))
    told = RULESET.shots(state, target, hexes)
    harmed = set()
    for place in hexes:
        moved = replace(target, at=place)
        for firer in firers:
            shot = told(firer, place)
            assert shot == RULESET.fire(state.with_unit(moved), firer, moved).verdict, (firer, place)
            harmed.add(shot.harm)
    assert len(harmed) > 2, "some of them harm it, and not alike"
