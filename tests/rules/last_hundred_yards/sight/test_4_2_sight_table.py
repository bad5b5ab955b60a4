"""Many viewers and many targets at once are seen as they are one by one."""

import pytest

from rules.errors import NotOnMap
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight, sight_table
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import at, unit

TOWN = board(
    """
    . w . h2 .
    . u u1 w .
    . U . . .
    . . w h .
    """,
    roads="B1 B2 B3 B4",
)
TANK, SQUAD = unit("us.able-tank.1.1", "B2"), unit("us.able.1.squad.1", "E4")
STATE = GameState(TOWN, {each.id: each for each in (TANK, SQUAD)}, (Marker("smoke", at("E3"), 1),))


def test_a_table_of_units_and_hexes_holds_the_ruling_on_each_line() -> None:
    ends = (TANK, SQUAD, at("D1"), at("A4"))
    table = sight_table(STATE, ends, (*ends, at("D3"), at("E2")))
    assert {int(code) for code in table.codes.ravel()} == {0, 1, 2, 3}, "one of each kind"
    for row, viewer in enumerate(table.viewers):
        for column, target in enumerate(table.targets):
            verdict = line_of_sight(STATE, viewer, target).verdict
            assert table.sight(row, column) == verdict, f"{viewer} to {target}"
            assert bool(table.is_open[row, column]) is verdict.visibility.is_open


def test_without_targets_a_table_is_of_every_hex() -> None:
    table = sight_table(STATE, [TANK])
    assert table.targets == tuple(TOWN.grid)
    assert table.codes.shape == (1, 20)


def test_a_unit_off_the_map_is_refused_by_name() -> None:
    away = Unit("us.able.1.squad.2", "us.able.1.squad.2", "us", None)
    with pytest.raises(NotOnMap, match=r"squad\.2"):
        sight_table(STATE, [away], [at("A1")])
