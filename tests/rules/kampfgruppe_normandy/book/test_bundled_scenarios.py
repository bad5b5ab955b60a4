"""The bundled tables and scenarios can be played as they stand."""

from importlib.resources import files

import pytest
from shapely.affinity import rotate

from maps.codec import board_document
from maps.documents import text_of
from maps.library import bundled_board, scenario
from maps.scenario import check_types
from maps.scenario_codec import scenario_document
from rules.game.verdicts import Visibility
from rules.ground.table.inches import Spot, is_overlapping
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.terrain_chart import Bar, check_table, ground_of
from rules.kampfgruppe_normandy.state.position import Position
from tests.rules.kampfgruppe_normandy.tables import RULESET

SCENARIOS = (
    "kgn-two-orchards",
    "kgn-sunken-crossroads",
    "kgn-night-at-two-orchards",
    "kgn-tanks-on-the-lane",
    "kgn-cider-farm",
)
BOARDS = ("two-orchards-lane", "sunken-crossroads", "cider-farm")


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_document_is_as_it_would_be_written(name: str) -> None:
    written = files("maps").joinpath("scenarios", f"{name}.json").read_text("utf-8")
    assert text_of(scenario_document(scenario(name))) == written


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
    one, other = Position(state, RULESET.book).progress.forces
    assert abs(one.points - other.points) <= 0.15 * max(one.points, other.points)


def test_at_the_cider_farm_both_sides_have_the_same_ground_and_start_unseen() -> None:
    chosen = scenario("kgn-cider-farm")
    state = RULESET.opening(chosen.state(), chosen.opening_options())
    table = state.board
    assert isinstance(table, Tabletop)
    turned = [(piece, rotate(piece.area, 180, (24, 18))) for piece in table.pieces]
    for piece, area in turned:
        alike = [other for other in table.pieces if ground_of(other) == ground_of(piece)]
        assert any(area.symmetric_difference(other.area).area < 0.01 for other in alike), piece
    british, germans = ([unit for unit in state.units.values() if unit.side == side] for side in state.sides)
    assert {unit.at for unit in germans} == {
        Spot(48 - unit.at.x_in, 36 - unit.at.y_in) for unit in british if isinstance(unit.at, Spot)
    }
    for one in british:
        for other in germans:
            seen = RULESET.line_of_sight(state, one, other).verdict
            assert seen.visibility is Visibility.BLOCKED, (one, other)


def test_at_the_crossroads_sight_reads_heights_and_tells_them() -> None:
    """The observer on the hill sees over the road block, 0.6 inches high, what a man on the road beyond it does not see
    whole; a tank at the edge of a wood is seen in part."""
    chosen = scenario("kgn-sunken-crossroads")
    state = RULESET.opening(chosen.state(), chosen.opening_options())
    beyond = Spot(53.5, 25.6)
    seen = RULESET.line_of_sight(state, state.unit("de.fao"), beyond)
    assert seen.verdict.visibility is Visibility.CLEAR
    low = RULESET.line_of_sight(state, Spot(70, 26), beyond)
    assert low.verdict.visibility is Visibility.HINDERED
    assert 'Road block road-block, 0.6" high, hides 50% of it' in str(low)
    assert "OUR 73" in str(low)
    tank = RULESET.line_of_sight(state, state.unit("de.fao"), state.unit("uk.tank.1"))
    assert 'Woods west-wood, 4.5" high, hides' in str(tank)
