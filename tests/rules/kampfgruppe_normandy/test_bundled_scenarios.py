"""The bundled tables and scenarios can be played as they stand."""

from importlib.resources import files

import pytest

from maps.codec import board_document
from maps.documents import text_of
from maps.library import bundled_board, scenario
from maps.scenario import check_types
from maps.scenario_codec import scenario_text
from rules.ground.inches import is_overlapping
from rules.ground.tabletop import Tabletop
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.terrain import Bar, check_table, ground_of
from tests.rules.kampfgruppe_normandy.tables import RULESET

SCENARIOS = ("kgn-two-orchards", "kgn-sunken-crossroads", "kgn-night-at-two-orchards")
BOARDS = ("two-orchards-lane", "sunken-crossroads")


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_document_is_as_it_would_be_written(name: str) -> None:
    written = files("maps").joinpath("scenarios", f"{name}.json").read_text("utf-8")
    assert scenario_text(scenario(name)) == written


@pytest.mark.parametrize("name", BOARDS)
def test_a_table_is_as_it_would_be_written_and_has_no_terrain_without_a_row(name: str) -> None:
    board = bundled_board(name)
    assert isinstance(board, Tabletop)
    check_table(board)
    written = files("maps").joinpath("boards", f"{name}.json").read_text("utf-8")
    assert text_of(board_document(board)) == written


@pytest.mark.parametrize("name", SCENARIOS)
def test_units_stand_clear_of_each_other_and_of_ground_they_may_not_enter(name: str) -> None:
    chosen = scenario(name)
    check_types(chosen, RULESET.roster)
    position = Position(RULESET.opening(chosen.state(), chosen.opening_options()), RULESET.book)
    standing = [unit for unit in position.on_table() if position.status(unit).inside is None]
    for unit in standing:
        base = position.base(unit)
        for piece in position.table.under(base.outline):
            assert not ground_of(piece).is_building, (unit, piece)
            assert ground_of(piece).bars is not Bar.ALL, (unit, piece)
    for k, one in enumerate(standing):
        for other in standing[k + 1 :]:
            assert not is_overlapping(position.base(one), position.base(other)), (one, other)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_battle_groups_are_nearly_even(name: str) -> None:
    chosen = scenario(name)
    state = RULESET.opening(chosen.state(), chosen.opening_options())
    one, other = Position(state, RULESET.book).course.forces
    assert abs(one.points - other.points) <= 0.15 * max(one.points, other.points)
