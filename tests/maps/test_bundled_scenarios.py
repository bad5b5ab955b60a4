"""The bundled scenarios can be played as they stand."""

from collections import Counter

import pytest

from maps.documents import text_of
from maps.library import scenario, scenario_text, scenarios_named
from maps.scenario import check_types
from maps.scenario_codec import scenario_document
from rules.game.verdicts import Visibility
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONDITIONS
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.ruleset import LastHundredYards
from rules.last_hundred_yards.state.mission.mission import read_mission

BOOK = LastHundredYards()
NAMES = ["market-fight", "mill-crossing"]


@pytest.mark.parametrize("name", scenarios_named())
def test_the_document_is_as_it_would_be_written(name: str) -> None:
    assert text_of(scenario_document(scenario(name))) == scenario_text(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_unit_is_one_counter_of_its_side_in_the_books_own_words(name: str) -> None:
    found = scenario(name)
    check_types(found, ROSTER)
    assert max(Counter(unit.type for unit in found.units).values()) == 1
    for unit in found.units:
        assert ROSTER[unit.type].nation == unit.side
        assert unit.conditions <= set(CONDITIONS)
        assert unit.facing_deg is None or unit.facing_deg % 30 == 0
    for side in found.sides:
        kinds = {ROSTER[unit.type].kind for unit in found.units if unit.side == side}
        assert kinds >= {UnitKind.SQUAD, UnitKind.LEADER, UnitKind.MG, UnitKind.LATW, UnitKind.AFV}
        assert 8 <= sum(unit.side == side for unit in found.units) <= 11


@pytest.mark.parametrize("name", NAMES)
def test_17_0_the_options_are_a_mission_of_the_book(name: str) -> None:
    found = scenario(name)
    assert isinstance(found.board, HexBoard)
    mission = read_mission(found.opening_options(), found.sides, found.board)
    assert mission.minutes == found.length.amount
    assert [goal.name for goal in mission.objectives] == [goal.name for goal in found.objectives]
    assert mission.attacker in found.sides


@pytest.mark.parametrize("name", NAMES)
def test_2_4_no_hex_is_overfull_and_no_unit_stands_where_it_may_not(name: str) -> None:
    found = scenario(name)
    board = found.board
    assert isinstance(board, HexBoard)
    limits = {UnitKind.SQUAD: 3, UnitKind.MG: 2, UnitKind.AFV: 2, UnitKind.GUN: 1, UnitKind.FP: 1}
    for place, side in {(unit.at, unit.side) for unit in found.units}:
        here = [unit for unit in found.units if unit.at == place]
        assert {unit.side for unit in here} == {side}
        counted = Counter(ROSTER[unit.type].kind for unit in here)
        assert all(counted[kind] <= most for kind, most in limits.items()), place
    for unit in found.units:
        kind = ROSTER[unit.type].kind
        if kind in (UnitKind.AFV, UnitKind.HALFTRACK, UnitKind.GUN):
            assert isinstance(unit.at, Hex)
            in_building = board.has(unit.at, Terrain.URBAN_BUILDING)
            assert not in_building or board.has(unit.at, Terrain.ROAD), unit.id


def test_vehicles_of_both_sides_stand_on_urban_roads_in_the_market() -> None:
    found = scenario("market-fight")
    assert isinstance(found.board, HexBoard)
    vehicles = [unit for unit in found.units if ROSTER[unit.type].is_vehicle]
    on_roads = {
        unit.side
        for unit in vehicles
        if isinstance(unit.at, Hex)
        and found.board.has(unit.at, Terrain.URBAN_BUILDING)
        and found.board.has(unit.at, Terrain.ROAD)
    }
    assert on_roads == {"us", "ge"}


def test_the_first_field_of_mill_crossing_shows_all_four_visibilities() -> None:
    """From the hill: some hexes clear, some behind the smoke, some blocked, some blind."""
    state = scenario("mill-crossing").state()
    assert any(marker.kind == "smoke" for marker in state.markers)
    field = BOOK.sight_field(state, state.unit("ge.1kp.1.squad.1")).verdict
    assert set(field.visibility.values()) == set(Visibility)
