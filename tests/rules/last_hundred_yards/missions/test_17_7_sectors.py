"""17.7a: a set-up area given by sectors, without the hexes that two sectors share."""

from collections.abc import Mapping
from typing import Any

import pytest

from maps.library import bundled_board
from rules.errors import BadInput, BadLabel
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, at, course, done, legal, opened, refusal, unit

HALVES = {"west": ["A1", "D10"], "east": ["D1", "H10"]}
QUARTERS = {
    "north-west": ["A1", "D5"], "north-east": ["D1", "H5"],
    "south-west": ["A5", "D10"], "south-east": ["D5", "H10"],
}  # fmt: skip


def to_set_up(setup_sectors: list[str], sectors: Mapping[str, Any] = HALVES, **side: Any) -> GameState:
    """An American MG is to be set up in these sectors of an open map of eight columns and ten rows."""
    us = {"setup_sectors": setup_sectors, **side}
    units = [unit("us.mg.1", None), unit("ge.mg.1", "H1")]
    return opened(FIELD, units, sides={"us": us}, sectors=dict(sectors))


def places(state: GameState) -> set[str]:
    """Where the MG may be set up."""
    return {str(action.at) for action in legal(state, PlaceUnit)}


@proves("LHY-17.7a")
def test_17_7a_hexes_shared_with_a_sector_outside_are_left_out() -> None:
    state = to_set_up(["west"])
    assert places(state) == {f"{column}{row}" for column in "ABC" for row in range(1, 11)}
    assert refusal(state, PlaceUnit("us", "us.mg.1", at("D4"))) == (
        "D4 is shared with sector east, outside the set-up area (LHY 17.7a, from Series Rules v2.1)"
    )
    assert "E4 is not in the set-up area" in refusal(state, PlaceUnit("us", "us.mg.1", at("E4")))
    assert done(state, PlaceUnit("us", "us.mg.1", at("C4"))).unit("us.mg.1").at == at("C4")


@proves("LHY-17.7a")
def test_17_7a_hexes_that_two_sectors_of_the_area_share_belong_to_it() -> None:
    state = to_set_up(["south-west", "south-east"], QUARTERS)
    assert places(state) == {f"{column}{row}" for column in "ABCDEFG" for row in range(6, 11)} | {
        f"H{row}" for row in range(6, 11) if at(f"H{row}") in FIELD.grid
    }
    assert "D5 is shared with sector north-west" in refusal(state, PlaceUnit("us", "us.mg.1", at("D5")))
    assert "D6" in places(state)


@proves("LHY-17.7a")
def test_17_7a_hexes_that_a_mission_names_one_by_one_are_kept() -> None:
    state = to_set_up(["west"], setup_area=["D1", "D2", "C1", "D1"])
    assert len(legal(state, PlaceUnit)) == 30 + 2, "each hex once"
    assert {"D1", "D2", "C1"} < places(state)
    assert "D3" not in places(state)


@proves("LHY-17.7a")
def test_17_7a_a_map_cut_through_its_edge_hexes_is_shared_along_the_seam() -> None:
    sectors = {"mill": ["A1", "Q11"], "farm": ["Q1", "AG11"]}
    units = [unit("us.mg.1", None), unit("ge.mg.1", "AG1")]
    ground = bundled_board("mill-valley+ridge-farm")
    assert isinstance(ground, HexBoard)
    state = opened(ground, units, sides={"us": {"setup_sectors": ["mill"]}}, sectors=sectors)
    columns = {place.rstrip("0123456789") for place in places(state)}
    assert columns == set("ABCDEFGHIJKLMNOP")
    assert "Q4 is shared with sector farm" in refusal(state, PlaceUnit("us", "us.mg.1", at("Q4")))


@pytest.mark.parametrize(
    ("sectors", "message"),
    [
        ({"west": ["A1", "D10"]}, "the whole map; E1 lies in none"),
        ({"west": "A1"}, "options.sectors.west: 'A1' is not a list of two hexes"),
        ({**HALVES, "far": ["K1", "M2"]}, "options.sectors.far: .* the corners of a part of the map"),
        ({"west": ["A1", "?"]}, "a hex label"),
        ({}, "options.sides.us.setup_sectors: 'west' is not"),
        ({"north": ["A1", "H10"]}, "setup_sectors: 'west' is not one of north"),
    ],
)
def test_wrong_sectors_are_named(sectors: Mapping[str, Any], message: str) -> None:
    with pytest.raises((BadInput, BadLabel), match=message):
        to_set_up(["west"], sectors)


TWO_MEN = [unit("us.mg.1", "C5"), unit("ge.mg.1", "H1")]


@proves("LHY-11.4.5.5c")
@pytest.mark.parametrize(
    ("laid", "sectors"),
    [
        (
            "mill-valley+ridge-farm@180",
            {"mill-valley": ("A1", "Q11", False), "ridge-farm": ("Q1", "AG11", True)},
        ),
        (
            "ridge-farm@180,mill-valley",
            {"ridge-farm": ("A1", "Q11", True), "mill-valley": ("A11", "Q21", False)},
        ),
        (
            "ridge-farm+ridge-farm@180",
            {"ridge-farm": ("A1", "Q11", False), "ridge-farm 2": ("Q1", "AG11", True)},
        ),
        ("ridge-farm", {}),
    ],
)
def test_11_4_5_a_map_of_several_sectors_says_once_which_sectors_are_turned(
    laid: str, sectors: Mapping[str, tuple[str, str, bool]]
) -> None:
    ground = bundled_board(laid)
    assert isinstance(ground, HexBoard)
    found = course(opened(ground, TWO_MEN)).mission.sectors
    assert {
        sector.name: (str(sector.first), str(sector.last), sector.is_turned) for sector in found
    } == sectors


@proves("LHY-11.4.5.5c")
def test_11_4_5_a_mission_that_redefines_the_sectors_need_not_repeat_which_are_turned() -> None:
    ground = bundled_board("mill-valley+ridge-farm@180")
    assert isinstance(ground, HexBoard)
    named = {"mill": ["A1", "Q11"], "farm": ["Q1", "AG11"]}
    found = course(opened(ground, TWO_MEN, sectors=named)).mission.sectors
    assert [sector.name for sector in found if sector.is_turned] == ["farm"]
    both = course(opened(ground, TWO_MEN, sectors=named, turned_sectors=["farm", "mill"])).mission.sectors
    assert [sector.name for sector in both if sector.is_turned] == ["mill", "farm"]
