"""Scenarios: reading and writing documents, faults in boards and units, and special rules."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.documents import parsed, text_of
from maps.levels import HillChange, with_levels
from maps.library import bundled_board
from maps.scenario import Clock, Length, Objective, Scenario, check_types
from maps.scenario_codec import scenario_document, scenario_from
from rules.errors import BadInput, RulesError, Unknown
from rules.game.units import Marker, Unit
from rules.ground.board import Board
from rules.ground.hex.board import FINE, HexBoard, HexGround, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.hex.terrain import Terrain
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.last_hundred_yards.book.roster import ROSTER
from tests.drawing import board as drawing
from tests.maps.damage import damaged, with_value
from tests.maps.drawn_boards import boards
from tests.proving import proves

FARM = drawing("""
    . w h1
    . . h2
""")


def farm(name: str) -> Board:
    if name != "farm":
        raise Unknown("board", name, ["farm"])
    return FARM


def table(name: str) -> Board:
    return Tabletop(name, 72, 48)


def document() -> dict[str, Any]:
    return {
        "format": "blindhex-scenario/1",
        "name": "The farm",
        "description": "A squad looks for eggs.",
        "ruleset": "lhy",
        "board": "farm",
        "sides": ["us", "ge"],
        "units": [
            {"id": "squad", "type": "us.able.1.squad.1", "side": "us", "at": "A1", "name": "1st Squad",
             "conditions": ["concealed", "disrupted"]},
            {"id": "stug", "type": "ge.stug.1", "side": "ge", "at": "C2", "facing_deg": 210, "conditions": ["in_motion"]},
            {"id": "later", "type": "ge.mg.1", "side": "ge"},
        ],
        "markers": [{"kind": "smoke", "at": "B1"}, {"kind": "mdrm", "at": "B2", "value": 2},
                    {"kind": "mines", "at": "A1", "side": "ge", "hidden": True}],
        "length": {"minutes": 40},
        "objectives": [{"name": "The henhouse", "at": ["C1", "C2"], "points": 3, "held_by": "ge"}],
        "options": {"limit": {"us": 4}},
        "special_rules": [{"text": "Hills are twice as high.", "levels": {"1": 2, "2": 4}}],
    }  # fmt: skip


def test_a_scenario_is_read_with_all_its_parts() -> None:
    scenario = scenario_from(document(), farm)
    assert scenario.length == Length(40, Clock.MINUTES)
    assert scenario.objectives == (Objective("The henhouse", (Hex.named("C1"), Hex.named("C2")), 3, "ge"),)
    state = scenario.state()
    assert state.sides == ("us", "ge")
    stug = state.unit("stug")
    assert stug == Unit("stug", "ge.stug.1", "ge", Hex.named("C2"), 210.0, "", frozenset({"in_motion"}))
    assert state.unit("later").at is None
    assert state.markers == (
        Marker("smoke", Hex.named("B1")),
        Marker("mdrm", Hex.named("B2"), 2),
        Marker("mines", Hex.named("A1"), side="ge", hidden=True),
    )


def test_a_scenario_comes_back_as_it_was_written() -> None:
    scenario = scenario_from(document(), farm)
    assert scenario_document(scenario) == document()
    assert scenario_from(parsed(text_of(scenario_document(scenario))), farm) == scenario


def test_a_scenario_with_its_board_inline_needs_no_other_file() -> None:
    inline = scenario_document(Scenario("x", "lhy", FARM, ("a", "b"), (), Length(1, Clock.TURNS)))
    assert inline["board"]["format"] == "blindhex-board/1"
    assert scenario_from(inline, farm).board == FARM
    inline["board"]["grid"]["first_column"] = "left"
    with pytest.raises(BadInput, match=r"^board\.grid\.first_column: 'left' is not high or low$"):
        scenario_from(inline, farm)


def test_on_a_table_places_are_spots_in_inches() -> None:
    on_table = document()
    for part in (*on_table["units"][:2], *on_table["markers"]):
        part["at"] = [10, 20.5]
    on_table["objectives"], on_table["special_rules"] = [], []
    scenario = scenario_from(on_table, table)
    assert scenario.units[0].at == Spot(10, 20.5)
    assert scenario_document(scenario) == on_table
    on_table["units"][0]["at"] = [73, 20]
    with pytest.raises(BadInput, match=r"^units\[0\]\.at: \[73, 20\] is not on the board, which has"):
        scenario_from(on_table, table)
    on_table["units"][0]["at"] = "A1"
    with pytest.raises(
        BadInput, match=r"^units\[0\]\.at: 'A1' is not a spot \[x, y\], as the board is in inches$"
    ):
        scenario_from(on_table, table)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (["format"], "blindhex-scenario/9", "format: 'blindhex-scenario/9' is not blindhex-scenario/1, the format read"),
        (["board"], "Farm!", "board: 'Farm!' is not the name of a bundled board, sectors laid together (mill"),
        (["board"], "../farm.json", "board: '../farm.json' is not the name of a bundled board, sectors laid together"),
        (["length"], {}, "length: {} is not an object with either turns or minutes"),
        (["length"], {"turns": 0}, "length.turns: 0 is not a whole number from 1 to 1000"),
        (["length"], {"hours": 1}, "length: 'hours' is not one of its keys: turns, minutes"),
        (["sides"], ["us"], "sides: ['us'] is not a list of two to eight sides, each named once"),
        (["sides", 1], "g\ne", "sides[1]: 'g\\ne' is not the name of a side, of 1 to 40 characters on one line"),
        (["units", 0, "side"], "uk", "units[0].side: 'uk' is not one of the sides: us, ge"),
        (["units", 1, "id"], "squad", "units[1].id: 'squad' is not an id that no other unit has"),
        (["units", 0, "at"], "D1", "units[0].at: 'D1' is not on the board, which has 3 columns (A to C) and 2 rows"),
        (["units", 0, "at"], "d1", "units[0].at: 'd1' is not a hex label such as C2, or a spot [x, y] in inches"),
        (["units", 0, "at"], [1, 2], "units[0].at: [1, 2] is not a hex label such as C2, as the board is of hexes"),
        (["units", 0, "at"], None, "units[0].at is missing; wanted a hex label such as C2, or a spot [x, y] in inches"),
        (["units", 1, "facing_deg"], 360, "units[1].facing_deg: 360 is not a bearing from 0 to below 360, clockwise"),
        (["units", 0, "conditions", 0], "In Motion", "units[0].conditions[0]: 'In Motion' is not a word of small"),
        (["markers", 1, "at"], "Z1", "markers[1].at: 'Z1' is not on the board"),
        (["markers", 2, "side"], "uk", "markers[2].side: 'uk' is not one of the sides: us, ge"),
        (["markers", 2], {"kind": "mines", "at": "C2", "hidden": True}, "markers[2].hidden: true is not given with the side"),
        (["objectives", 0, "at", 1], "Z1", "objectives[0].at[1]: 'Z1' is not on the board"),
        (["objectives", 0, "held_by"], "uk", "objectives[0].held_by: 'uk' is not one of the sides: us, ge"),
        (["special_rules", 0, "within"], ["C2"], "special_rules[0].within: ['C2'] is not a list of two hex labels"),
        (["special_rules", 0, "within"], ["C2", "A1"], "special_rules[0].within: ['C2', 'A1'] is not a part of the map, its"),
        (["special_rules", 0], {"text": "x", "within": ["A1", "C2"]}, "special_rules[0].within: ['A1', 'C2'] is not given with"),
        (["special_rules", 0, "levels"], {"one": 2}, "special_rules[0].levels: 'one' is not a level from -9 to 9"),
    ],
)  # fmt: skip
def test_a_fault_is_reported_by_path_value_and_expectation(
    path: list[Any], value: object, message: str
) -> None:
    with pytest.raises(BadInput) as told:
        scenario_from(with_value(document(), path, value), farm)
    assert str(told.value).startswith(message)


def test_length_and_objectives_are_passed_to_the_book_with_its_options() -> None:
    henhouse = {"name": "The henhouse", "hexes": ["C1", "C2"], "points": 3, "held_by": "ge"}
    told = scenario_from(document(), farm).opening_options()
    assert told == {"minutes": 40, "limit": {"us": 4}, "objectives": [henhouse]}
    on_table = {
        **document(),
        "units": [],
        "markers": [],
        "special_rules": [],
        "length": {"turns": 8},
        "options": {},
    }
    on_table["objectives"] = [{"name": "The lane", "at": [[3, 4]]}]
    told = scenario_from(on_table, table).opening_options()
    assert told == {"turns": 8, "objectives": [{"name": "The lane", "spots": [[3, 4]], "points": 1}]}


def test_two_special_rules_cannot_change_the_same_level() -> None:
    broken = document()
    broken["special_rules"].append({"text": "No, thrice.", "levels": {"1": 3}})
    with pytest.raises(
        BadInput, match=r"^special_rules\[1\]\.levels: '1' is not a level that no other special rule"
    ):
        scenario_from(broken, farm)


def test_a_unit_in_the_hex_that_half_hexes_cut_away_is_refused() -> None:
    def sector(name: str) -> Board:
        return HexBoard(name, HexGrid(3, 2, Top.FLAT, First.LOW, half_hexes=True))

    broken = document()
    broken["units"][1]["at"] = "B2"
    with pytest.raises(BadInput, match=r"^objectives\[0\]\.at\[1\]: 'C2' is not on the board"):
        scenario_from(broken, sector)


def test_an_unknown_board_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Unknown, match="no board named 'barn'; there are farm"):
        scenario_from({**document(), "board": "barn"}, farm)


def test_a_type_missing_from_the_roster_is_refused_with_the_nearest_one() -> None:
    check_types(scenario_from(document(), farm), ROSTER)
    broken = document()
    broken["units"][1]["type"] = "ge.stug.9"
    with pytest.raises(
        BadInput,
        match=r"^units\[1\]\.type: 'ge\.stug\.9' is not a type in the roster of lhy, such as ge\.stug\.",
    ):
        check_types(scenario_from(broken, farm), ROSTER)


@proves("LHY-4.1.4.6")
def test_4_1_4_6_levels_are_replaced_all_at_once() -> None:
    """Level 1 becomes 2 and level 2 becomes 4; the first does not go on to 4."""
    board = scenario_from(document(), farm).state().board
    assert isinstance(board, HexBoard)
    assert [board.level(Hex.named(label)) for label in ("A1", "C1", "C2")] == [0, 2, 4]


@proves("LHY-4.1.4.6")
def test_4_1_4_6_contours_move_with_the_bold_line_below_them() -> None:
    """Four contours to a level: the second above the line of level 1 is the second above that of level 2."""
    lines = tuple(Outline(Terrain.CONTOUR, ((0, 0), (9, 0)), contour=contour) for contour in (3, 4, 6))
    board = HexBoard(
        "hill",
        HexGrid(2, 2),
        {Hex(0, 0): HexGround(level=1, contour=6), Hex(1, 1): HexGround(contour=3)},
        outlines=lines,
    )
    higher = with_levels(board, HillChange({1: 2}))
    assert higher.ground(Hex(0, 0)).band == 10
    assert higher.ground(Hex(1, 1)).band == 3
    assert [line.contour for line in higher.outlines] == [3, 8, 10]
    lower = with_levels(board, HillChange({1: 0}))
    assert lower.ground(Hex(0, 0)).band == 2
    assert [line.contour for line in lower.outlines] == [3, 2]


@proves("LHY-4.1.4.6")
def test_4_1_4_6_levels_may_be_replaced_in_one_sector_only() -> None:
    """Mill valley keeps its hill; the ridge beyond column Q is twice as high, with its contours."""
    higher = document()
    higher["board"], higher["objectives"], higher["units"], higher["markers"] = "mill-and-ridge", [], [], []
    higher["special_rules"] = [
        {"text": "The ridge is high.", "levels": {"1": 2, "2": 4}, "within": ["Q1", "AG11"]}
    ]
    scenario = scenario_from(higher, bundled_board)
    assert scenario_document(scenario) == higher
    before, after = scenario.board, scenario.state().board
    assert isinstance(before, HexBoard)
    assert isinstance(after, HexBoard)
    for place in before.grid:
        doubled = 2 * before.level(place) if place.column >= 16 else before.level(place)
        assert after.level(place) == doubled, place
    assert {after.level(Hex.named(label)) for label in ("M3", "AB8")} == {2, 4}
    lines = [outline.contour for outline in after.outlines if outline.contour]
    assert max(lines) > max(outline.contour for outline in before.outlines if outline.contour)
    assert sorted(
        outline.contour for outline in after.outlines if outline.contour and _is_west(after, outline)
    ) == sorted(
        outline.contour for outline in before.outlines if outline.contour and _is_west(before, outline)
    )


def _is_west(board: HexBoard, outline: Outline) -> bool:
    seam = board.grid.centre(Hex.named("Q1"))[0] * FINE
    return all(point[0] <= seam for point in outline.points)


@given(boards(), st.dictionaries(st.integers(-9, 9), st.integers(-9, 9), max_size=4))
def test_4_1_4_6_each_hex_has_the_level_its_own_is_replaced_by(
    board: HexBoard, changes: dict[int, int]
) -> None:
    changed = with_levels(board, HillChange(changes))
    for place in board.grid:
        assert changed.level(place) == changes.get(board.level(place), board.level(place))


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    | st.sampled_from(["A1", "us", "farm", "1", "lhy", "squad"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=3) | st.sampled_from(["at", "id", "1", "turns", "text"]), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@given(st.data())
def test_a_damaged_scenario_is_read_or_refused_in_one_sentence(data: st.DataObject) -> None:
    broken = damaged(data, document(), _json)
    find: Callable[[str], Board] = data.draw(st.sampled_from([farm, table]))
    told = ""
    try:
        scenario = scenario_from(broken, find)
    except RulesError as error:
        told = str(error)
    else:
        assert scenario_from(scenario_document(scenario), find) == scenario
    assert "\n" not in told
