"""Lines of sight that play keeps from position to position are those that are ruled anew."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import at, unit

TOWN = board(
    """
    . w . . .
    . u u1 . .
    . U . h .
    . . w . .
    """,
    roads="B1 B2 B3 B4",
)
PLACES = sorted(TOWN.grid)


@pytest.mark.parametrize("seed", range(3))
def test_sights_kept_while_smoke_fire_and_vehicles_come_and_go_are_those_of_the_moment(seed: int) -> None:
    chance, ground = random.Random(seed), BookGround()
    for _ in range(3):
        marks = [Marker(kind, chance.choice(PLACES), 1) for kind in ("smoke", "mdrm", "smoke")]
        tank = unit("us.able-tank.1.1", str(chance.choice([at("B2"), at("B3"), *PLACES])))
        state = GameState(TOWN, {tank.id: tank}, tuple(marks[: chance.randrange(4)]), ("us", "ge"))
        viewers: list[Unit | Hex] = [tank, *PLACES]
        for start, end in product(viewers, PLACES):
            assert ground.sight(state, start, end) == line_of_sight(state, start, end).verdict


def test_a_map_like_one_played_on_before_is_not_compared_with_it_for_every_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ground, compared, is_equal = BookGround(), Counter[str](), HexBoard.__eq__

    def counted(one: HexBoard, other: object) -> bool:
        compared["maps"] += 1
        return is_equal(one, other)

    monkeypatch.setattr(HexBoard, "__eq__", counted)
    for map_ in (TOWN, replace(TOWN)):
        state = GameState(map_, {}, (), ("us", "ge"))
        seen = [ground.sight(state, *ends) for ends in product(PLACES, PLACES)]
        assert seen == [line_of_sight(state, *ends).verdict for ends in product(PLACES, PLACES)]
    assert compared["maps"] < len(PLACES), "once a moment, not once a line"
