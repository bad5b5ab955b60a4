"""Lines of sight in bulk: an atlas, compiled tests and the lines cached in play agree with a single ruling."""

import random
from collections import Counter
from dataclasses import replace
from itertools import compress, product
from random import Random

import numpy as np
import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.questions.sight import outlook as asking
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight, sight_field
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board
from tests.oracle.agreement import ends, options_of, state_of
from tests.oracle.boards import LAYOUTS, random_case
from tests.oracle.later import with_lanes
from tests.oracle.sight import Case
from tests.oracle.streets import with_streets
from tests.rules.last_hundred_yards.playing import at, unit

HILLS = board(
    """
    .  w  .  h2 .
    w1 .  h2 w  .
    .  f  .  .  s
    """
)


def test_an_atlas_agrees_with_the_line_of_sight_of_every_pair() -> None:
    state = GameState(HILLS)
    atlas = RULESET.sight_atlas(state).verdict
    rows = np.unpackbits(atlas.packed, axis=1, count=len(atlas.places))
    for place, row in zip(atlas.places, rows, strict=True):
        seen = {
            other for other in HILLS.grid if line_of_sight(state, place, other).verdict.visibility.is_open
        }
        assert set(compress(atlas.places, row)) == seen
        assert atlas.counts[place] == len(seen - {place})
    assert atlas.counts[atlas.best(1)[0]] == max(atlas.counts.values())


def test_smoke_and_units_are_left_out_of_an_atlas() -> None:
    bare, smoky = GameState(HILLS), GameState(HILLS, markers=(Marker("smoke", at("C3"), 3),))
    assert RULESET.atlas_key(bare) == RULESET.atlas_key(smoky)


def test_each_board_and_set_of_switches_has_its_own_atlas() -> None:
    other = board(". w .")
    keys = {RULESET.atlas_key(GameState(each)) for each in (HILLS, other)}
    strict = RULESET.with_options(("strict_2019",), {})
    assert len({*keys, strict.atlas_key(GameState(HILLS))}) == 3


def test_a_map_too_large_for_an_atlas_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match=r"10201 hexes.* a map of at most 10000 hexes"):
        RULESET.sight_atlas(GameState(HexBoard("wide", HexGrid(101, 101))))


def rulings(case: Case) -> list[object]:
    """Every ruling and field of a case."""
    state, options, viewers = state_of(case), options_of(case), ends(case)
    return [
        *(line_of_sight(state, one, other, options) for one in viewers for other in viewers),
        *(sight_field(state, viewer, options) for viewer in viewers),
    ]


def test_compiled_and_plain_line_of_sight_tests_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random("compiled")
    for top, first in LAYOUTS:
        grid = HexGrid(5, 4, top, first, half_hexes=rng.random() < 0.5)
        case = random_case(rng, grid)
        for drawn in (case, with_lanes(rng, case), with_streets(rng, case)):
            monkeypatch.setattr(asking.PLAIN_LINES, "most", 10**9)
            plain = rulings(drawn)
            monkeypatch.setattr(asking.PLAIN_LINES, "most", 0)
            assert rulings(drawn) == plain


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
def test_cached_sight_stays_right_while_smoke_fire_and_vehicles_come_and_go(seed: int) -> None:
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
