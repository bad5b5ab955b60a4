"""An atlas says of every pair of hexes what a line of sight between them says."""

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import HexGrid
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import at

HILLS = board(
    """
    .  w  .  h2 .
    w1 .  h2 w  .
    .  f  .  .  s
    """
)


def test_an_atlas_is_the_line_of_sight_of_every_pair() -> None:
    state = GameState(HILLS)
    atlas = RULESET.sight_atlas(state).verdict
    for place in HILLS.grid:
        seen = {
            other for other in HILLS.grid if line_of_sight(state, place, other).verdict.visibility.is_open
        }
        assert set(atlas.seen_from(place)) == seen
        assert atlas.counts[place] == len(seen - {place})
    assert atlas.counts[atlas.best(1)[0]] == max(atlas.counts.values())


def test_smoke_and_units_are_left_out_of_an_atlas() -> None:
    bare, smoky = GameState(HILLS), GameState(HILLS, markers=(Marker("smoke", at("C3"), 3),))
    assert RULESET.atlas_key(bare) == RULESET.atlas_key(smoky)


def test_another_board_or_reading_has_another_atlas() -> None:
    other = board(". w .")
    keys = {RULESET.atlas_key(GameState(each)) for each in (HILLS, other)}
    strict = RULESET.with_options(("strict_2019",), {})
    assert len({*keys, strict.atlas_key(GameState(HILLS))}) == 3


def test_a_map_too_large_for_an_atlas_is_refused_by_name() -> None:
    with pytest.raises(BadInput, match=r"10201 hexes.* a map of at most 10000 hexes"):
        RULESET.sight_atlas(GameState(HexBoard("wide", HexGrid(101, 101))))
