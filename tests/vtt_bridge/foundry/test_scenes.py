"""Scenes of Foundry 12, 13 and 14: read, written and read again, or refused by name."""

from copy import deepcopy
from typing import Any

import pytest

from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from rules.errors import BadInput, RulesError
from rules.ground.hex.hexes import First
from tests.vtt_bridge.foundry.relay import Relay
from tests.vtt_bridge.foundry.world import scenario_scene
from vtt_bridge.foundry.foundry_table import FoundryTable
from vtt_bridge.foundry.grid import Grid, GridType, grid_of
from vtt_bridge.foundry.scenes import Seating, players_of, scene_document, scene_seen
from vtt_bridge.foundry.tokens import token_document
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire

UMPIRE = Umpire(RULESETS, bundled_board)


@pytest.mark.parametrize("version", [12, 13, 14])
@pytest.mark.parametrize("name", ["mill-crossing", "market-fight"])
def test_a_scene_read_written_and_read_again_is_unchanged(name: str, version: int) -> None:
    document = scenario_scene(name, version)
    seen = scene_seen(document)
    grid = grid_of(document)
    again = {
        **scene_document(grid, version, document["_id"], seen.name, "map.png", document["flags"]["blindhex"])
    }
    again["tokens"] = [
        token_document(token, grid, version, token.id, "x.png", 1, is_turned=token.name != "?")
        for token in seen.tokens
    ]
    again["regions"] = document["regions"]
    assert scene_seen(again) == seen
    written_over = [
        {**token, **{key: new[key] for key in ("x", "y", "rotation", "flags", "elevation", "hidden", "name")}}
        for token, new in zip(document["tokens"], again["tokens"], strict=True)
    ]
    assert written_over == document["tokens"]


@pytest.mark.parametrize("version", [12, 13, 14])
def test_an_exported_scenario_is_read_back_as_the_same_state(version: int) -> None:
    seen = scene_seen(scenario_scene(version=version))
    state, _ = UMPIRE.state(seen)
    wanted = scenario("mill-crossing").state()
    assert {u.id: (u.at, u.side, u.facing_deg, u.conditions) for u in state.units.values()} == {
        u.id: (u.at, u.side, u.facing_deg, u.conditions) for u in wanted.units.values()
    }
    assert set(state.markers) == set(wanted.markers)
    assert state.sides == wanted.sides
    assert seen.source.version == str(version)


def test_each_version_of_foundry_gets_its_own_fields() -> None:
    twelve, thirteen, fourteen = (scenario_scene(version=version) for version in (12, 13, 14))
    assert {"hexagonalShape", "shape", "level"} & set(twelve["tokens"][0]) == {"hexagonalShape"}
    assert {"hexagonalShape", "shape", "level"} & set(thirteen["tokens"][0]) == {"shape"}
    assert fourteen["tokens"][0]["level"] == fourteen["levels"][0]["_id"] == fourteen["initialLevel"]
    assert "background" not in fourteen
    assert fourteen["levels"][0]["background"] == thirteen["background"] == twelve["background"]
    with pytest.raises(BadInput, match="version: 11 is not 12, 13 or 14"):
        scene_document(Grid(GridType.SQUARE, 50, 100, 100), 11, "s", "s", "", {})


def test_a_scene_without_flags_is_read_by_book_board_and_sides_of_the_command_line() -> None:
    document = scenario_scene()
    del document["flags"]["blindhex"]
    assert scene_seen(document).game is None
    seating = Seating("lhy", "mill-valley", ("us", "ge"), first=First.LOW)
    seen = scene_seen(document, seating)
    state, book = UMPIRE.state(seen)
    assert (book.id, len(state.units)) == ("lhy", 19)
    wanted = {unit.id: unit.at for unit in scenario("mill-crossing").units}
    assert {unit.id: unit.at for unit in state.units.values()} == wanted


def test_plain_walls_of_a_scene_count_only_if_command_line_or_flags_say_so() -> None:
    document = scenario_scene()
    document["walls"] = [{"_id": "w", "c": [202, 400, 260, 400], "flags": {}}]
    assert [area.terrain for area in scene_seen(document, Seating(walls=True)).areas][-1] == "wall"
    assert [area.terrain for area in scene_seen(document).areas][-1] != "wall"
    document["flags"]["blindhex"]["walls"] = True
    assert [area.terrain for area in scene_seen(document).areas][-1] == "wall"


def test_a_token_without_flags_is_recognized_by_its_name() -> None:
    document = scenario_scene()
    (tank,) = [token for token in document["tokens"] if token["name"] == "M4A3(75) #1"]
    del tank["flags"]["blindhex"]["unit"]
    state, _ = UMPIRE.state(scene_seen(document))
    assert state.units[tank["_id"]].type == "us.able-tank.1.1"


def test_players_of_the_command_line_precede_those_of_the_scene() -> None:
    document = scenario_scene()
    document["flags"]["blindhex"]["players"] = {"us": ["ann"], "ge": ["eve"]}
    assert players_of(document, Seating(players={"us": ("bob",)})) == {"us": ("bob",), "ge": ("eve",)}
    document["flags"]["blindhex"]["players"] = {"us": "ann"}
    with pytest.raises(BadInput, match=r"scene flags.players.us: 'ann' is not a list of user ids"):
        players_of(document, Seating())


def without_grid(document: dict[str, Any]) -> None:
    del document["grid"]


def square(document: dict[str, Any]) -> None:
    document["grid"] |= {"type": 1, "units": "in"}


def free(document: dict[str, Any]) -> None:
    document["grid"] |= {"type": 0, "units": "in"}


def free_without_scale(document: dict[str, Any]) -> None:
    document["grid"] |= {"type": 0, "units": "ft"}


def between_hexes(document: dict[str, Any]) -> None:
    document["tokens"][0]["x"] += 48


def off_the_map(document: dict[str, Any]) -> None:
    document["tokens"][0]["x"] = 90000


def markup_for_a_name(document: dict[str, Any]) -> None:
    document["tokens"][0]["name"] = "<script>alert(1)</script>"
    del document["tokens"][0]["flags"]["blindhex"]["unit"]


def pointed(document: dict[str, Any]) -> None:
    document["grid"]["type"] = 2
    del document["flags"]["blindhex"]["first"]


def no_game(document: dict[str, Any]) -> None:
    document["flags"] = {}
    document["tokens"] = []


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (without_grid, "scene: 'grid' is not a scene exported from Foundry"),
        (square, "frame.kind: 'square' is not hex, and this board is drawn in hexes"),
        (free, "frame.kind: 'inch' is not hex, and this board is drawn in hexes"),
        (free_without_scale, r"scene.grid.units: 'ft' is not in \(inches\)"),
        (between_hexes, r"token .* \(1 Sqd 1. Kp 1\): it straddles hexes near"),
        (off_the_map, "is not on the board"),
        (markup_for_a_name, "no unit of Last Hundred Yards is called '<script>alert"),
        (pointed, "frame.top: 'pointy' is not flat, as the hexes of the board stand"),
        (no_game, "it names no game; say which ruleset and which board it is"),
    ],
)
def test_a_question_about_an_unreadable_scene_is_refused_and_writes_nothing(
    relay: Relay, spoil: Any, sentence: str
) -> None:
    """Told in one sentence, and nothing is written to the table."""
    before = deepcopy(relay.world.scene)
    spoil(relay.world.scene)
    spoilt = deepcopy(relay.world.scene)
    with pytest.raises(RulesError, match=sentence) as told:
        UMPIRE.ask(FoundryTable(relay.link()), question_of({"ask": "field", "who": "us.mg.1"}))
    assert "\n" not in str(told.value)
    assert relay.world.scene == spoilt != before
    assert (relay.world.chat, relay.world.files) == ([], {})
