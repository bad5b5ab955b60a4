"""Which token is which unit and where; which areas are ground or markers."""

from dataclasses import replace
from typing import Any

import pytest

from rules.catalog import RULESETS
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from tests.vtt_bridge.scenes import BOARD, GERMAN_SQUAD, SQUAD
from vtt_bridge.errors import BadScene
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.scene_reader import state_of
from vtt_bridge.port.virtual_table import NO_SIZE_PX, Area, Frame, FrameKind, Scene, Source, Token

LHY = RULESETS["lhy"]
FRAME = Frame(FrameKind.HEX, 100, (60.0, 50.0), BOARD.grid.top, BOARD.grid.first)


def px(label: str) -> tuple[float, float]:
    return place_px(FRAME, BOARD, Hex.named(label))


def scene(*tokens: Token, areas: tuple[Area, ...] = ()) -> Scene:
    return Scene(Source("local", "1", "s", "1"), "s", FRAME, (900, 600), None, tokens, areas)


def read(*tokens: Token, areas: tuple[Area, ...] = (), seen_by: str = "") -> GameState:
    return state_of(scene(*tokens, areas=areas), BOARD, LHY, seen_by)


def squad(**changed: Any) -> Token:
    token = Token(
        "t1", "Able", px("C3"), side="US", unit={"type": SQUAD, "id": "A-1", "conditions": ["disrupted"]}
    )
    return replace(token, **changed)


def test_the_unit_data_and_marks_of_a_token_give_its_unit() -> None:
    (unit,) = read(
        squad(facing_deg=90.0, marks={"concealed": True, "note": "tired", "rallied": False})
    ).units.values()
    assert (unit.id, unit.type, unit.side, unit.at) == ("A-1", SQUAD, "US", Hex.named("C3"))
    assert (unit.facing_deg, unit.name) == (90.0, "Able")
    assert unit.conditions == {"disrupted", "concealed"}


@pytest.mark.parametrize("origin_px", [(2000.0, 50.0), (60.0, -900.0)])
def test_a_board_that_lies_beside_its_scene_is_refused_with_its_pixels(
    origin_px: tuple[float, float],
) -> None:
    """Every answer would be drawn where nobody sees it."""
    beside = replace(scene(), frame=replace(FRAME, origin_px=origin_px))
    told = r"^frame\.origin_px: the board lies beside the scene of 900 x 600 px, from \(-?\d+, -?\d+\) to \(-?\d+, -?\d+\) px$"
    with pytest.raises(BadScene, match=told):
        state_of(beside, BOARD, LHY)


def test_a_scene_without_a_size_or_of_any_size_is_read() -> None:
    """Owlbear Rodeo and MapTool do not, nor has a posted scene to; and one may be larger than any picture is drawn."""
    for size_px, origin_px in ((NO_SIZE_PX, (500.0, 350.0)), ((20_000, 20_000), (18_000.0, 18_000.0))):
        laid = replace(scene(), frame=replace(FRAME, origin_px=origin_px), size_px=size_px)
        assert state_of(laid, BOARD, LHY).board.name == BOARD.name


def test_without_unit_data_the_name_is_looked_up_in_the_roster() -> None:
    name = LHY.roster[GERMAN_SQUAD].name
    alike = {kind.id for kind in LHY.roster.values() if kind.name.casefold() == name.casefold()}
    (unit,) = read(Token("t2", f" {name.upper()} ", px("C3"), side="Germans")).units.values()
    assert unit.type in alike
    (unit,) = read(Token("t2", GERMAN_SQUAD, px("C3"), side="Germans")).units.values()
    assert (unit.id, unit.type) == ("t2", GERMAN_SQUAD)


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        (
            squad(unit={"type": "panzer.9"}),
            r"token t1 \(Able\): unit\.type: 'panzer\.9' is not in the roster of",
        ),
        (squad(unit={}, name="Big oak"), r"token t1 \(Big oak\): no unit of .* is called 'Big oak'"),
        (squad(unit={}, name="Pz IV"), r"is called 'Pz IV'; name it as in the roster \(Pz IV #"),
        (squad(unit={"type": 3}), r"token t1 \(Able\): unit\.type: 3 is not a text"),
        (squad(side=""), r"token t1 \(Able\): it belongs to no side"),
        (
            squad(unit={"type": SQUAD, "conditions": "tired"}),
            r"unit\.conditions: 'tired' is not a list of words",
        ),
        (squad(position_px=(60.0, 100.0)), r"token t1 \(Able\): it straddles hexes near A"),
        (squad(position_px=(-500.0, 0.0)), r"token t1 \(Able\): \(-500, 0\) px is not on the board"),
    ],
)
def test_a_token_that_cannot_be_read_is_refused_by_name(token: Token, sentence: str) -> None:
    with pytest.raises(BadScene, match=sentence):
        read(token)


def test_a_unit_on_two_tokens_is_refused() -> None:
    with pytest.raises(BadScene, match=r"token t2 \(Able\): unit 'A-1' stands on the scene twice"):
        read(squad(), squad(id="t2"))


def test_a_hidden_token_is_not_read_for_the_other_side_though_it_is_wrong() -> None:
    ambush = Token("t9", "Ambush", (-500.0, 0.0), side="Germans", hidden=True)
    assert set(read(squad(), ambush, seen_by="US").units) == {"A-1"}
    with pytest.raises(BadScene, match="Ambush"):
        read(squad(), ambush, seen_by="Germans")
    (unit,) = read(squad(hidden=True)).units.values()
    assert unit.has("hidden")


@pytest.mark.parametrize(
    "token",
    [
        Token("t9", "Ambush", (-500.0, 0.0), side="Germans", marks={"hidden": True}),
        Token("t9", "Ambush", (-500.0, 0.0), unit={"side": "Germans", "conditions": ["hidden"]}),
    ],
    ids=["by a mark", "by its unit data"],
)
def test_a_unit_hidden_by_mark_or_unit_data_is_not_read_for_the_other_side(token: Token) -> None:
    """It stands off the board, so that a refusal would name it."""
    assert set(read(squad(), token, seen_by="US").units) == {"A-1"}


def test_a_hidden_unit_whose_side_is_in_its_unit_data_is_known_to_it() -> None:
    data = {"type": SQUAD, "id": "A-1", "side": "US"}
    found = read(squad(side="", hidden=True, unit=data), seen_by="US")
    assert (set(found.units), found.sides) == ({"A-1"}, ("US",))


def test_areas_are_read_as_markers_or_change_the_ground() -> None:
    state = read(
        areas=(
            Area("s1", "smoke", 2, ("B1", "B2")),
            Area("w1", "woods", 0, ("A1",)),
            Area("h1", "rural", 1, ("A2",)),
            Area("w2", "urban", 0, ("C1",)),
        )
    )
    assert state.markers == (Marker("smoke", Hex.named("B1"), 2), Marker("smoke", Hex.named("B2"), 2))
    board = state.board
    assert not isinstance(board, Tabletop)
    assert board.has(Hex.named("A1"), Terrain.WOODS)
    assert board.level(Hex.named("A2")) == 1
    assert board.ground(Hex.named("C1")).terrain == {Terrain.URBAN, Terrain.WOODS}
    assert board.ground(Hex.named("E2")) == BOARD.ground(Hex.named("E2"))


def test_a_polygon_covers_the_hexes_whose_centres_it_covers() -> None:
    (x1, y1), (x2, y2) = px("B2"), px("C3")
    around = ((x1 - 20, y1 - 20), (x2 + 20, y1 - 20), (x2 + 20, y2 + 20), (x1 - 20, y2 + 20))
    state = read(areas=(Area("s", "smoke", 0, (), around),))
    assert {marker.at.label for marker in state.markers if isinstance(marker.at, Hex)} == {"B2", "C3"}


@pytest.mark.parametrize(
    ("area", "sentence"),
    [
        (
            Area("a", "wods", 0, ("A1",)),
            "area a: terrain: 'wods' is not a marker such as smoke, nor one of bridge,",
        ),
        (Area("a", "Lava!", 0, ("A1",)), "area a: terrain: 'Lava!' is not a marker"),
        (Area("a", "smoke", 0, ("Z99",)), "area a: Z99 is not on the board"),
        (Area("a", "smoke", 0, ("9Z",)), "area a: cells: '9Z' is not one of hex labels such as C2"),
        (
            Area("a", "smoke", 0, (), ((0, 0), (100, 100), (100, 0), (0, 100))),
            "area a: polygon_px: its outline crosses",
        ),
        (Area("x", "wall", cells=("A1",)), "area x: a wall is a line along hexsides"),
        (Area("x", "tree_line", cells=("A1",)), "area x: a tree line is a line along hexsides"),
        (Area("x", "wall", polygon_px=((0.0, 0.0), (9.0, 9.0))), "area x: the wall runs along no hexside"),
        (
            Area("x", "woods", polygon_px=((0.0, 0.0), (9.0, 9.0))),
            "area x: polygon_px: two points are a line",
        ),
    ],
)
def test_an_area_that_cannot_be_read_is_refused_by_name(area: Area, sentence: str) -> None:
    with pytest.raises(BadScene, match=sentence):
        read(areas=(area,))


def test_in_inches_tokens_and_smoke_are_read_at_spots_and_ground_is_refused() -> None:
    table = Tabletop("bare", 72, 48)
    frame = Frame(FrameKind.INCH, 20, (0, 0))
    seen = replace(scene(squad(position_px=(200.0, 100.0))), frame=frame)
    assert state_of(seen, table, LHY).units["A-1"].at == Spot(10.0, 5.0)
    smoke = Area("a", "smoke", 2, ("10.5,8", "3,4"))
    assert state_of(replace(seen, areas=(smoke,)), table, LHY).markers == (
        Marker("smoke", Spot(10.5, 8.0), 2),
        Marker("smoke", Spot(3.0, 4.0), 2),
    )
    for area, sentence in (
        (
            Area("a", "woods", 0, ("3,4",)),
            "area a: terrain: 'woods' is not a marker; draw ground on the board",
        ),
        (Area("a", "smoke", 0, ("99,4",)), r"area a: \(99, 4\) is not on the board"),
        (Area("a", "smoke", 0, ("C2",)), "area a: cells: 'C2' is not one of places such as 10.5,8"),
        (Area("a", "smoke", 0, (), ((0, 0), (9, 0), (9, 9))), "area a: polygon_px: it covers no hexes"),
    ):
        with pytest.raises(BadScene, match=sentence):
            state_of(replace(seen, areas=(area,)), table, LHY)
