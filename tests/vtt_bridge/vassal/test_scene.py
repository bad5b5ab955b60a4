"""Games of VASSAL as scenes: where pieces stand, which units they are, and what a side may see of them."""

from pathlib import Path
from typing import Any

import pytest

from exporters.json_value import Json
from maps.library import bundled_board
from rules.catalog import RULESETS
from rules.errors import BadInput, RulesError, Unknown
from rules.ground.board import Board
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from tests.drawing import board
from tests.vtt_bridge.vassal.files import SECRET, Counter, game, move, stack, step, write_game, write_module
from vtt_bridge.errors import BadScene
from vtt_bridge.port.virtual_table import Game, Scene
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.archive import Archive, saved_text
from vtt_bridge.vassal.commands import saved_commands, steps
from vtt_bridge.vassal.mapping import draft, mapping_from
from vtt_bridge.vassal.module_file import Module
from vtt_bridge.vassal.pieces import Piece
from vtt_bridge.vassal.saved_game import SavedGame
from vtt_bridge.vassal.scene import VassalTable, as_known

FIELD = board("\n".join([". . . . . . . ."] * 7))
MAPPING: dict[str, Json] = {
    "format": "blindhex-vassal/1",
    "map": "Main",
    "a1": "A1",
    "units": [
        {"name": "Able 1/1", "type": "us.able.1.squad.1", "side": "us"},
        {"name": "Able 1/[23]", "type": "us.able.1.squad.2", "side": "us"},
        {"name": "1 Kp 1/1", "type": "ge.1kp.1.squad.1", "side": "ge"},
        {"name": "Turn marker", "type": "", "side": ""},
    ],
    "conditions": [{"condition": "disrupted", "layer": "Disrupted", "level": "Disrupted"}],
    "markers": [{"name": "Smoke*", "terrain": "smoke"}],
}
ABLE = Counter("1", "Able 1/1", (1, 4), disrupted=True, turned=2)
FOE = Counter("2", "1 Kp 1/1", (1, 1), side="Axis")


def table(tmp_path: Path, ground: Board = FIELD, grid: str | None = None, **changes: Json) -> VassalTable:
    module = Module(write_module(tmp_path / "small.vmod", [ABLE, FOE], grid))
    return VassalTable(module, mapping_from({**MAPPING, **changes}), ground, Game("lhy", "b", ("us", "ge")))


def saved(
    tmp_path: Path, *counters: Counter, more: tuple[str, ...] = (), stacks: tuple[str, ...] = ()
) -> SavedGame:
    text = saved_text(Archive(write_game(tmp_path / "a.vsav", game(counters, *more, stacks=stacks))))
    found = SavedGame.after(saved_commands(text))
    for logged in steps(text):
        for command in logged.commands:
            found.carry_out(command)
    return found


def state_of(scene: Scene, side: str = "") -> Any:
    umpire = Umpire(RULESETS, lambda name: FIELD if name == "b" else bundled_board(name))
    return umpire.state(scene, side)[0]


def test_pieces_stand_in_the_hexes_of_the_module_with_conditions_and_facing(tmp_path: Path) -> None:
    scene = table(tmp_path).scene(saved(tmp_path, ABLE, FOE), "a")
    units = state_of(scene).units
    assert {name: str(unit.at) for name, unit in units.items()} == {
        "us.able.1.squad.1": "B5", "ge.1kp.1.squad.1": "B2",
    }  # fmt: skip
    assert units["us.able.1.squad.1"].has("disrupted")
    assert not units["ge.1kp.1.squad.1"].has("disrupted")
    assert units["us.able.1.squad.1"].facing_deg == 120
    assert [token.position_px for token in scene.tokens] == [
        pytest.approx(ABLE.at_px, abs=1),
        pytest.approx(FOE.at_px, abs=1),
    ]


@pytest.mark.parametrize(
    ("a1", "at", "first"), [("A1", "B5", "high"), ("C3", None, "high"), ("A3", "B3", "high")]
)
def test_the_board_begins_at_the_hex_of_the_module_named_as_a1(
    tmp_path: Path, a1: str, at: str | None, first: str
) -> None:
    scene = table(tmp_path, a1=a1).scene(saved(tmp_path, ABLE), "a")
    assert [str(unit.at) for unit in state_of(scene).units.values()] == ([at] if at else [])
    assert scene.frame.first == first


def test_a_board_begun_at_a_low_column_is_refused_if_its_first_stands_high(tmp_path: Path) -> None:
    with pytest.raises(BadScene, match=r"frame\.first: 'low' is not high"):
        table(tmp_path, a1="B1").scene(saved(tmp_path, ABLE), "a")


def test_a_stack_moves_with_all_its_pieces_until_one_leaves_it(tmp_path: Path) -> None:
    second = Counter("3", "Able 1/2", (1, 4))
    log = (step(move("s", (2, 2))), step(move("3", (4, 4))), step(move("s", (3, 3))))
    found = saved(tmp_path, ABLE, second, more=log, stacks=(stack("s", (ABLE, second)),))
    assert table(tmp_path).places(found) == {"1": Hex(3, 3), "3": Hex(4, 4)}


def test_pieces_of_one_type_are_numbered_and_markers_are_read_as_areas(tmp_path: Path) -> None:
    pieces = (
        Counter("5", "Able 1/2", (0, 0)),
        Counter("6", "Able 1/3", (1, 0)),
        Counter("7", "Smoke 2", (2, 2)),
    )
    scene = table(tmp_path).scene(saved(tmp_path, *pieces), "a")
    assert sorted(str(token.unit["id"]) for token in scene.tokens) == [
        "us.able.1.squad.2-1",
        "us.able.1.squad.2-2",
    ]
    assert [(area.terrain, area.cells) for area in scene.areas] == [("smoke", ("C3",))]


def test_pieces_without_a_unit_in_the_mapping_are_listed(tmp_path: Path) -> None:
    found = saved(tmp_path, ABLE, Counter("8", "Turn marker", (3, 3)), Counter("9", "Wreck", (4, 4)))
    assert table(tmp_path).unread(found) == ("Turn marker", "Wreck")


def test_hidden_pieces_are_left_out_for_the_other_side_and_masked_ones_nameless(tmp_path: Path) -> None:
    hidden = Counter("2", "1 Kp 1/1", (1, 1), side="Axis", hidden_by="pw-of-bob")
    whole = table(tmp_path).scene(saved(tmp_path, ABLE, hidden), "a")
    seen = as_known(whole, state_of(whole, "us"))
    assert [token.unit["id"] for token in seen.tokens] == ["us.able.1.squad.1"]
    assert len(as_known(whole, state_of(whole, "ge")).tokens) == 2
    masked = Counter("2", "1 Kp 1/1", (1, 1), side="Axis", masked_by="pw-of-bob")
    whole = table(tmp_path).scene(saved(tmp_path, ABLE, masked), "a")
    seen = as_known(whole, state_of(whole, "us"))
    assert {token.side: token.name for token in seen.tokens} == {"us": "Able 1/1", "ge": "?"}
    assert "1kp" not in repr([token for token in seen.tokens if token.side == "ge"])


def test_the_passwords_of_players_are_not_in_scenes_or_commands(tmp_path: Path) -> None:
    hidden = Counter("2", "1 Kp 1/1", (1, 1), side="Axis", hidden_by=SECRET)
    scene = table(tmp_path).scene(saved(tmp_path, ABLE, hidden), "a")
    assert SECRET not in repr(scene)
    assert SECRET in game([ABLE])
    assert SECRET not in repr(saved_commands(game([ABLE])))


def test_in_inches_places_are_measured_by_the_pixels_of_the_mapping(tmp_path: Path) -> None:
    ground = Tabletop("Field", 12, 8)
    units: list[Json] = [{"name": "Able 1/1", "type": "sherman", "side": "us"}]
    x, y = ABLE.at_px
    places = table(tmp_path, ground, inch_px=50, units=units).places(saved(tmp_path, ABLE))
    assert places == {"1": Spot((x - 10) / 50, (y - 20) / 50)}
    with pytest.raises(BadInput, match="how many pixels of the module's map are an inch"):
        table(tmp_path, ground).scene(saved(tmp_path, ABLE), "a")


@pytest.mark.parametrize(
    ("changes", "error", "why"),
    [
        ({"map": "Other"}, Unknown, "no map of the module named 'Other'; there are Main"),
        ({"a1": "Q99"}, Unknown, r"no hex of the module \(a1\) named 'Q99'"),
        ({"board": "Back"}, Unknown, "no board on the map named 'Back'; there are Field"),
    ],
)
def test_a_mapping_that_does_not_fit_the_module_is_refused(
    tmp_path: Path, changes: dict[str, Any], error: type[RulesError], why: str
) -> None:
    with pytest.raises(error, match=why):
        table(tmp_path, **changes).scene(saved(tmp_path, ABLE), "a")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"units": [{"name": "A"}]}, r"units\[0\]\.type is missing"),
        ({"units": 3}, "units: 3 is not a list"),
        ({"fly": 1}, "document: 'fly' is not one of its keys"),
        ({"format": "x/1"}, "format: 'x/1' is not blindhex-vassal/1"),
        ({"inch_px": 0}, "inch_px: 0 is not how many pixels"),
        ({"conditions": [{"layer": "x"}]}, r"conditions\[0\]\.condition is missing"),
    ],
)
def test_a_mapping_with_wrong_fields_is_refused_by_name(changes: dict[str, Json], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        mapping_from({**MAPPING, **changes})


def test_a_draft_names_every_piece_and_layer_and_guesses_at_types(tmp_path: Path) -> None:
    roster = RULESETS["lhy"].roster
    name = roster["us.able.1.squad.1"].name
    module = Module(
        write_module(tmp_path / "small.vmod", [Counter("1", name, (0, 0)), Counter("2", "Zzz", (0, 0))])
    )
    found = draft(module, roster.values())
    assert found["units"] == [
        {"name": name, "type": "us.able.1.squad.1", "side": ""},
        {"name": "Zzz", "type": "", "side": ""},
    ]
    assert found["conditions"] == [{"condition": "", "layer": "Disrupted", "level": "Disrupted"}]
    assert (found["map"], found["a1"]) == ("Main", "A1")
    able = Piece.read("1", Counter("1", name, (0, 0)).type, "")
    assert mapping_from(found).unit_row(able) is not None, "a draft can be read as it is"


def test_pieces_of_one_name_on_both_sides_are_told_apart_by_a_property(tmp_path: Path) -> None:
    ours, theirs = Counter("1", "1. MG", (1, 4)), Counter("2", "1. MG", (1, 1), side="Axis")
    module = Module(write_module(tmp_path / "small.vmod", [ours, theirs]))
    rows = draft(module, ())["units"]
    assert rows == [
        {"name": "1. MG", "type": "", "side": "", "property": "Side", "value": "Allied"},
        {"name": "1. MG", "type": "", "side": "", "property": "Side", "value": "Axis"},
    ]
    finished: list[Json] = [
        {"name": "1. MG", "type": "us.mg.1", "side": "us", "property": "Side", "value": "Allied"},
        {"name": "1. *", "type": "ge.mg.1", "side": "ge", "property": "Side", "value": "Axis"},
    ]
    scene = table(tmp_path, units=finished).scene(saved(tmp_path, ours, theirs), "a")
    assert {token.unit["id"]: token.side for token in scene.tokens} == {"us.mg.1": "us", "ge.mg.1": "ge"}
