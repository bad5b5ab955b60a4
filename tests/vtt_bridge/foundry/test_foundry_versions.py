"""Facts about Foundry 12, 13 and 14, each with its source, and the module in a stub of each version.

The stub imitates these facts; none of the three versions was run here.
"""

import json
import subprocess
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
import shapely
from fastapi import FastAPI

from maps.library import bundled_board, scenario
from rules.catalog import RULESETS, ruleset
from rules.game.verdicts import Reach
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from tests.programs import needs, node
from tests.vtt_bridge.foundry.test_module import ANN, EVE, GM, MODULE, played
from tests.vtt_bridge.foundry.test_module import served as served
from tests.vtt_bridge.foundry.world import scenario_scene, without_keys
from tests.vtt_bridge.web.test_png_check import png
from vtt_bridge.foundry.grid import grid_of
from vtt_bridge.foundry.scene_file import scenario_module
from vtt_bridge.foundry.scenes import scene_seen
from vtt_bridge.foundry.tiles import tile_document
from vtt_bridge.games.game_file import begin_log, resumed_from
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import begun
from vtt_bridge.games.session import LogSession
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import Overlay, PutOverlay
from vtt_bridge.umpire.chat_game import ChatGame
from vtt_bridge.umpire.chat_umpire import ChatUmpire
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire, game_of
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing

FACTS = {
    "14 hands the chatMessage hook HTML, 12 and 13 plain text; programs pass plain text in all": "foundryvtt-acks-core #191, fvtt-dice-tray #80",
    "12 calls onClick of a tool; 13 and 14 call onChange, and onClick beside it": "foundryvtt #12320, api/v13 SceneControlTool",
    "12 gives the controls as a list, 13 and 14 as records": "cyphersystem #386, foundryvtt #12803",
    "a tile lies by its corner up to 13, by its anchor, the middle if none is named, from 14 on": "foundryvtt #13442, FoundryVTT-Sequencer #452",
    "a token that is updated walks, and walls stop it, from 13 on; one that is displaced goes through": "foundryvtt #12159, #11843, fvtt-types 13 CONFIG.Token.movement.actions",
    "-= is deprecated in 14 and gone in 16; ForcedDeletion takes a key off": "foundryvtt #13090, fvtt-system-rqg #890",
    "12 redraws controls by initialize(), 13 and 14 by render({reset})": "fvtt-types 13 scene-controls.d.mts, api/v12 SceneControls",
    "a query goes to one user alone, from 13 on": "fvtt-types 13 user.d.mts, foundryvtt.wiki sockets",
    "keybindings can be registered in init alone": "fvtt-types 13 client-keybindings.d.mts",
    "a settings menu is a FormApplication in 12, an ApplicationV2 from 13 on": "api/v12 and api/v14 SettingSubmenuConfig",
    "renderTokenHUD gives jQuery in 12, an element from 13 on": "foundryvtt #11801",
    "a query does not say whose it is, and players may ask": "fvtt-types 13 CONFIG.queries, USER_PERMISSIONS.QUERY_USER",
    "12 has no ruler of tokens, and measures no drag": "foundryvtt #11185, api/v12 CONFIG.Token",
    "ruler classes stand in CONFIG, where a game system may put its own in init": "fvtt-types 13 token.d.mts and config.d.mts, torgeternity",
    "a token's ruler is refreshed with the plans of every user, and once more when a plan is given up": "fvtt-types 13 tokens/ruler.d.mts, api/v14 TokenRulerData",
    "a waypoint's label shows cost.total and cost.units; some waypoints have none": "fvtt-types 13 TokenRuler.WaypointContext, api/v14 TokenRuler",
    "the tool for measuring is told of its path; its labels have units and no cost": "fvtt-types 13 ruler.d.mts, api/v14 Ruler",
    "chat messages, tokens and tiles are in everybody's browser": "api/v14 ClientDocument",
}
"""Each fact, and where it was read."""

PROVEN: set[str] = set()
TestT = TypeVar("TestT", bound=Callable[..., None])
Step = list[Any]
Scene = dict[str, Any]
Play = Callable[..., dict[str, Any]]
VERSIONS = pytest.mark.parametrize("version", [12, 13, 14])
pytestmark = needs("node")


def fact(words: str) -> Callable[[TestT], TestT]:
    """Marks the test of a fact."""
    assert words in FACTS
    PROVEN.add(words)
    return lambda test: test


def test_every_fact_has_a_test() -> None:
    assert {*FACTS} == PROVEN


def paired(pairing: Pairing) -> list[Step]:
    return [
        [GM, "type", f"/blindhex pair {pairing.code}"],
        [GM, "type", "/blindhex side Ann us"],
        [GM, "type", "/blindhex side Eve ge"],
    ]


@pytest.fixture
def scene(version: int) -> Scene:
    return scenario_scene(version=version)


@pytest.fixture
def play(served: tuple[str, Pairing], version: int, scene: Scene) -> Play:
    """A function that carries out steps in a world paired with a table, and gives the result; some steps may come before pairing."""
    url, pairing = served

    def steps(*then: Step, before: tuple[Step, ...] = ()) -> dict[str, Any]:
        return played(scene, *before, *paired(pairing), *then, server=url, version=version)

    return steps


def answers(came: dict[str, Any]) -> list[dict[str, Any]]:
    return [line for line in came["said"] if "<strong>" in line["content"]]


def ids(scene: Scene) -> dict[str, str]:
    return {token["flags"]["blindhex"]["unit"]["id"]: token["_id"] for token in scene["tokens"]}


@VERSIONS
@fact("14 hands the chatMessage hook HTML, 12 and 13 plain text; programs pass plain text in all")
@fact("12 calls onClick of a tool; 13 and 14 call onChange, and onClick beside it")
@fact("12 gives the controls as a list, 13 and 14 as records")
@fact("12 redraws controls by initialize(), 13 and 14 by render({reset})")
@fact("a query goes to one user alone, from 13 on")
@fact("chat messages, tokens and tiles are in everybody's browser")
def test_a_question_typed_and_one_pressed_are_each_answered_once_and_privately(
    play: Play, scene: Scene, version: int
) -> None:
    units = ids(scene)
    came = play(
        [ANN, "drawn"],
        [ANN, "type", "/LOS us.mg.1 > StuG IIIG #1"],
        [ANN, "press", "blindhex-fire", units["us.mg.1"], units["ge.stug.1"]],
        [ANN, "drawn"],
        [EVE, "drawn"],
        [GM, "drawn"],
    )
    assert [kind for kind, _ in came["notes"]] == ["info"] * 3, came["notes"]
    asked = [line["content"] for line in came["said"] if line["flags"].get("blindhex")]
    assert asked == ["/LOS us.mg.1 &gt; StuG IIIG #1", "/fire &quot;us.mg.1&quot; &quot;ge.stug.1&quot;"]
    los, fire = answers(came)
    assert "LOS American 1. MG to StuG IIIG #1" in los["content"]
    assert "1. MG" in fire["content"]
    assert los["whisper"] == fire["whisper"] == ["gm", "ann"]
    before, ann, eve, gm = came["answers"]
    assert before[1] >= 1, "the buttons appear as soon as it is paired"
    assert came["tiles"] == []
    newest = [["blindhex-answer-ann", 0, 0]]
    assert gm[0] == newest, "the newest takes the place of the older one"
    assert ann[0] == (newest if version >= 13 else []), "before 13 nothing can be sent to one browser alone"
    assert eve[0] == []
    pictures = [line for line in came["said"] if "<img" in line["content"]]
    assert [line["whisper"] for line in pictures] == ([] if version >= 13 else [["ann"], ["ann"]])
    assert {user for user, _, _ in came["sent"]} <= {"ann"}


@VERSIONS
def test_the_picture_of_an_answer_is_removed_when_a_token_moves_and_by_clear(
    play: Play, scene: Scene
) -> None:
    token = scene["tokens"][3]
    came = play(
        [GM, "set", "open", True],
        [ANN, "type", "/field us.mg.1"],
        [ANN, "type", "/CLEAR"],
        [ANN, "count"],
        [ANN, "type", "/field us.mg.1"],
        [ANN, "count"],
        [EVE, "move", token["_id"], token["x"], token["y"] + 96],
        [ANN, "count"],
    )
    assert came["answers"] == [0, 1, 0]


@VERSIONS
def test_of_two_game_masters_only_the_paired_one_answers(play: Play) -> None:
    came = play(
        [ANN, "type", "/field us.mg.1"],
        [GM, "active", {"Gamemaster": True, "Helper": True}],
        [ANN, "type", "!field us.mg.1"],
        before=([GM, "active", {"Helper": True}],),
    )
    assert len(answers(came)) == 2
    assert {line["author"] for line in answers(came)} == {"gm"}


@VERSIONS
def test_a_game_master_without_a_side_may_ask_about_hidden_units_and_is_answered_in_whispers(
    play: Play, scene: Scene
) -> None:
    hidden = next(token for token in scene["tokens"] if token["flags"]["blindhex"]["side"] == "ge")
    hidden["hidden"] = True
    unit = hidden["flags"]["blindhex"]["unit"]["id"]
    came = play([ANN, "type", f"/field {unit}"], [GM, "type", f"/field {unit}"])
    refused = next(line for line in came["said"] if "no unit or place named" in line["content"])
    assert refused["whisper"] == ["ann"]
    (told,) = answers(came)
    assert told["whisper"] == ["gm"]


@VERSIONS
@fact("-= is deprecated in 14 and gone in 16; ForcedDeletion takes a key off")
def test_a_mark_is_removed_from_a_token_without_a_deprecation_warning(version: int) -> None:
    scene = scenario_scene(version=version)
    token = scene["tokens"][0]
    token["flags"]["blindhex"]["marks"] = {"gone": True, "stays": 1}
    mark = {"op": "piece.mark", "op_id": "3", "piece": token["_id"], "marks": {"gone": None, "new": True}}
    came = played(scene, [GM, "apply", [mark]], version=version)
    assert came["tokens"][0]["flags"]["blindhex"]["marks"] == {"stays": 1, "new": True}
    assert came["notes"] == []


@VERSIONS
@fact("a token that is updated walks, and walls stop it, from 13 on; one that is displaced goes through")
def test_a_move_of_the_umpire_takes_a_token_through_walls(version: int) -> None:
    scene = scenario_scene(version=version)
    token = scene["tokens"][0]
    beside = token["x"] - 5
    scene["walls"] = [{"_id": "w1", "c": [beside, -9000, beside, 9000]}]
    move = {"op": "piece.move", "op_id": "2", "piece": token["_id"], "to_px": [1, 1], "facing_deg": 90}
    (moved, *_) = played(scene, [GM, "apply", [move]], version=version)["tokens"]
    place = moved["flags"]["blindhex"]["place"]
    assert (moved["x"], moved["y"]) == (place["x"], place["y"])
    assert moved["x"] < beside


@fact("a tile lies by its corner up to 13, by its anchor, the middle if none is named, from 14 on")
def test_an_overlay_is_laid_by_its_corner_and_one_laid_by_its_middle_is_read_right() -> None:
    for version in (12, 13, 14):
        scene = scenario_scene(version=version)
        put = PutOverlay("o1", Overlay("blindhex-x", "x", (7, 9), (60, 40)), png())
        tile = {"_id": "t1", **tile_document(put, "blindhex/x.png", grid_of(scene))}
        assert (tile["texture"]["anchorX"], tile["texture"]["anchorY"]) == (0, 0)
        middle = {**tile, "_id": "t2", "texture": {"src": "x.png"}}
        scene["tiles"] = [tile, middle]
        at_px = [overlay.at_px for overlay in scene_seen(scene).overlays]
        assert at_px == [(7, 9), (-23, -11) if version == 14 else (7, 9)]
        operation = {
            "op": "overlay.put", "op_id": "1", "tag": "blindhex-y", "title": "y", "legend": [], "png_base64": "iVBORw0KGgo=",
            "at_px": [7, 9], "size_px": [60, 40],
        }  # fmt: skip
        scene["tiles"] = []
        (laid,) = played(scene, [GM, "apply", [operation]], version=version)["tiles"]
        assert (laid["x"], laid["y"], laid["texture"]["anchorX"], laid["texture"]["anchorY"]) == (7, 9, 0, 0)


@VERSIONS
@fact("keybindings can be registered in init alone")
@fact("renderTokenHUD gives jQuery in 12, an element from 13 on")
def test_questions_are_asked_by_key_by_the_token_hud_and_by_a_click_on_the_map(
    play: Play, scene: Scene
) -> None:
    units = ids(scene)
    token = next(token for token in scene["tokens"] if token["_id"] == units["us.able.1.squad.1"])
    came = play(
        [ANN, "key", "blindhex.los", units["us.mg.1"], units["ge.stug.1"]],
        [ANN, "hud", units["us.mg.1"]],
        [ANN, "press", "blindhex-plan", units["us.mg.1"], None, [token["x"] + 48, token["y"] + 48]],
    )
    assert came["answers"] == [True]
    los, field, plan = answers(came)
    assert "LOS American 1. MG to StuG IIIG #1" in los["content"]
    assert "field of American 1. MG" in field["content"]
    assert "routes of American 1. MG to" in plan["content"]


OUT = "BLINDHEX.Ruler.OutOfReach"
NEW = pytest.mark.parametrize("version", [13, 14])


def centres(scene: Scene, places: Iterable[Place]) -> list[dict[str, float]]:
    """The middle of places on the canvas of a scene."""
    seen, (x, y) = scene_seen(scene), grid_of(scene).corner_px
    board = Umpire(RULESETS, bundled_board).board(game_of(seen))
    middles = (place_px(seen.frame, board, place) for place in places)
    return [{"x": x + at_x, "y": y + at_y} for at_x, at_y in middles]


def reach_of(scene: Scene, unit: str, side: str) -> Reach:
    """The answer of /reach to a side."""
    question = question_of({"ask": "reach", "who": unit, "side": side})
    verdict = Umpire(RULESETS, bundled_board).look(scene_seen(scene), question).ruling.verdict
    assert isinstance(verdict, Reach)
    return verdict


@NEW
@fact("ruler classes stand in CONFIG, where a game system may put its own in init")
@fact("a token's ruler is refreshed with the plans of every user, and once more when a plan is given up")
@fact("a waypoint's label shows cost.total and cost.units; some waypoints have none")
def test_dragging_a_token_shows_the_cost_of_each_hex_and_which_are_out_of_reach(
    play: Play, scene: Scene
) -> None:
    """The M4A3 in F6 pays 2 MP to E5 and goes no further than 5, or 6 along roads all the way (LHY 4.1.8)."""
    token, start = ids(scene)["us.able-tank.1.1"], Hex.named("F6")
    reach = reach_of(scene, "us.able-tank.1.1", "us")
    others = [Hex(column, row) for column in range(17) for row in range(10) if Hex(column, row) != start]
    way = centres(scene, [start, *others])
    other = next(token for token in scene["tokens"] if token["_id"] == ids(scene)["us.mg.1"])
    came = play(
        [ANN, "drag", token, None],
        [ANN, "drag", token, way],
        [ANN, "drag", token, [way[0], {**way[1], "explicit": False}, way[2]]],
        [ANN, "drag", token, None],
        [ANN, "drag", token, way[:2]],
        [EVE, "move", other["_id"], other["x"], other["y"] + 96],
        [ANN, "drag", token, way[:2]],
        [ANN, "drag", token, way[:2], "eve"],
        before=([ANN, "drag", token, way[:2]],),
    )
    unpaired, _, every, short, let_go, anew, after_move, of_another = came["answers"]
    told = dict(zip((str(other) for other in others), every, strict=True))
    assert told["E5"] == ["9 sys 2 MP", "user"]
    assert told["A6"] == ["9 sys 6 MP ?", "user"]
    assert told["A1"] == [f"9 sys {OUT}", 0xD03030]
    for place in others:
        if place in reach.cost:
            asks = " ?" if place in reach.provisos else ""
            assert told[str(place)] == [f"9 sys {float(reach.cost[place]):g} MP{asks}", "user"]
        else:
            assert told[str(place)] == [f"9 sys {OUT}", 0xD03030]
    assert [words is None for words, _ in short] == [True, False]
    assert let_go == []
    assert unpaired == of_another == [["9 sys 99 u", "user"]], "as Foundry itself shows it"
    assert [len(anew), len(after_move)] == [1, 1]
    asked = [user for user, query, _ in came["sent"] if query == "blindhex.reach"]
    assert asked == ["gm"] * 3, "once for each drag, and anew for another scene"


@NEW
@fact("a query does not say whose it is, and players may ask")
def test_movement_costs_are_sent_to_the_side_of_the_token_alone_even_if_another_asks_in_its_name(
    play: Play, scene: Scene
) -> None:
    units = ids(scene)
    tank, stug = units["us.able-tank.1.1"], units["ge.stug.1"]
    way = centres(scene, [Hex.named("F6"), Hex.named("E5")])
    lie = {"word": "w", "user": "ann", "token": tank}
    came = play(
        [GM, "set", "sides", {"ann": "us", "eve": "ge"}],
        [EVE, "drag", tank, way],
        [EVE, "drag", tank, None],
        [EVE, "query", "gm", "blindhex.reach", lie],
        [EVE, "query", "gm", "blindhex.reach", lie | {"user": "eve"}],
        [EVE, "query", "gm", "blindhex.reach", lie | {"user": "nobody"}],
        [EVE, "query", "ann", "blindhex.reach", lie],
        [EVE, "query", "ann", "blindhex.cost", {"word": "guessed", "reach": {}}],
        [GM, "drag", stug, way],
    )
    dragged, _, *answered, by_gm = came["answers"]
    assert dragged == [["9 sys 99 u", "user"]], "as Foundry itself shows it"
    assert answered == [False] * 5
    told = [(user, data) for user, query, data in came["sent"] if query == "blindhex.cost"]
    assert {user for user, data in told if data.get("reach", {}).get("cost")} == {"ann"}
    assert {data["why"] for user, data in told if user == "eve"} == {"That token is another side's."}
    assert by_gm[0][0] in {f"9 sys {OUT}", *(f"9 sys {cost} MP" for cost in range(9))}
    assert [user for user, query, _ in came["sent"] if query == "blindhex.reach"].count("gm") == 4, (
        "a game master who answers asks himself"
    )


@NEW
@fact("the tool for measuring is told of its path; its labels have units and no cost")
def test_measuring_from_an_own_token_shows_the_cost_in_mp_and_from_no_other(play: Play, scene: Scene) -> None:
    way = centres(scene, map(Hex.named, ("F6", "E5", "A1")))
    came = play(
        [ANN, "measure", way],
        [ANN, "measure", way[:2]],
        [ANN, "measure", []],
        [ANN, "measure", centres(scene, map(Hex.named, ("A1", "E5")))],
        [EVE, "measure", way],
    )
    own, shorter, nothing, from_nowhere, enemy = came["answers"]
    assert own == [["9 u · 2 MP", "user"], [f"9 u · {OUT}", 0xD03030]]
    assert (shorter, nothing) == ([["9 u · 2 MP", "user"]], [])
    assert from_nowhere == [["9 u", "user"]]
    assert [words for words, _ in enemy] == ["9 u", "9 u"]


def test_in_inches_dragging_shows_costs_up_to_the_exact_edge_of_the_reach(
    served: tuple[str, Pairing],
) -> None:
    """Every spot of the lattice costs what /reach says; what lies outside the edge of the ground is out of reach."""
    url, pairing = served
    scene = scenario_scene("kgn-two-orchards")
    reach = reach_of(scene, "uk.tank.1", "uk")
    ground = shapely.union_all([shapely.Polygon(rings[0], rings[1:]) for rings in reach.regions[-1].polygons])
    spots = [Spot(x + 0.5, y + 0.5) for x in range(16) for y in range(4, 22)]
    between = [Spot(x + 0.8, y + 0.7) for x in range(16) for y in range(4, 22)]
    came = played(
        scene,
        [GM, "type", f"/blindhex pair {pairing.code}"],
        [GM, "type", "/blindhex side Ann uk"],
        [ANN, "drag", ids(scene)["uk.tank.1"], centres(scene, [Spot(4, 13), *spots, *between])],
        server=url,
    )
    (shown,) = came["answers"]
    for spot, (words, colour) in zip([*spots, *between], shown, strict=True):
        at = shapely.Point(spot.x_in, spot.y_in)
        if ground.boundary.distance(at) < 0.01:
            continue
        assert (colour == 0xD03030, words == f"9 sys {OUT}") == ((not ground.contains(at),) * 2), spot
        if ground.contains(at) and spot in reach.cost:
            told = words.removeprefix("9 sys ").removesuffix(" ?").removesuffix(" inches")
            assert abs(float(told[2:]) - float(reach.cost[spot])) <= (0.06 if told[0] == "≈" else 1.5), spot
    assert sum(words.startswith("9 sys ≈") for words, _ in shown) > 100
    assert sum(words.startswith("9 sys ≤") for words, _ in shown) > 10


@VERSIONS
@fact("12 has no ruler of tokens, and measures no drag")
def test_foundry_12_keeps_its_own_rulers_and_later_versions_get_ours(version: int) -> None:
    token, measuring, queries = played(scenario_scene(version=version), [GM, "classes"], version=version)[
        "answers"
    ][0]
    if version == 12:
        assert (token, measuring, queries) == ("", "RulerOf12", [])
    else:
        assert (token, measuring) == ("DragRuler", "MeasureRuler")
        assert {"blindhex.reach", "blindhex.cost"} < {*queries}


@fact("a settings menu is a FormApplication in 12, an ApplicationV2 from 13 on")
@pytest.mark.parametrize("version", [13, 14])
def test_the_settings_panel_pairs_and_sets_who_plays_each_side(
    served: tuple[str, Pairing], version: int
) -> None:
    url, pairing = served
    filled = {
        "server": url,
        "code": pairing.code,
        "ruleset": "",
        "board": "",
        "sides": "us, ge",
        "side.ann": "us",
        "side.eve": "ge",
    }
    came = played(
        scenario_scene(version=version),
        [GM, "panel", filled],
        [ANN, "type", "/field us.mg.1"],
        server=url,
        version=version,
    )
    assert (
        '<select name="side.ann"><option selected></option><option>us</option><option>ge</option></select>'
        in came["answers"][0]
    )
    assert [line["whisper"] for line in answers(came)] == [["gm", "ann"]]


@VERSIONS
def test_mistyped_commands_are_answered_and_commands_of_other_modules_ignored(play: Play) -> None:
    came = play([ANN, "type", "!raech us.mg.1"], [ANN, "type", "!teleport me"], [ANN, "type", "/help"])
    mistyped, helped = answers(came)
    assert "did you mean !reach?" in mistyped["content"]
    assert mistyped["whisper"] == helped["whisper"] == ["gm", "ann"]
    assert "!los WHO &gt; TARGET" in helped["content"]


def test_a_game_is_played_by_chat_in_foundry_and_each_side_hears_its_own_answers(tmp_path: Path) -> None:
    log, pairing, store = str(tmp_path / "ridge.log"), Pairing(), Store(":memory:")
    game = begun(GameHead("lhy", "lhy-ridge-farm", 3), ruleset)
    while not any(isinstance(choice.action, Maneuver) for choice in game.choices()):
        game = game.declare(game.choices()[0].action)
    begin_log(log, game.log)
    number, action = next(
        (choice.number, choice.action) for choice in game.choices() if isinstance(choice.action, Maneuver)
    )
    umpire = Umpire(RULESETS, bundled_board)
    player, other = (ANN, EVE) if action.side == "us" else (EVE, ANN)

    def welcome(app: FastAPI) -> None:
        allow_paired(pairing)(app)
        app.state.chat = ChatUmpire(umpire, ChatGame(partial(LogSession, log, ruleset)))

    scene = scenario_scene("lhy-ridge-farm", version=14)
    with serving(store, umpire, welcome=welcome) as url:
        came = played(
            scene, *paired(pairing), [player, "type", "/turn"], [other, "type", f"/do {number}"], [player, "type", f"/Do {number}"],
            server=url, version=14,
        )  # fmt: skip
    store.close()
    asked, refused = answers(came)[0], next(line for line in came["said"] if "turn, not" in line["content"])
    assert asked["whisper"] == ["gm", player.lower()]
    assert refused["whisper"] == [other.lower()]
    assert resumed_from(log, ruleset).turns[-1].action == action
    moved = {token["_id"]: (token["x"], token["y"]) for token in came["tokens"]}
    assert moved[ids(scene)[action.unit]] != next(
        (token["x"], token["y"]) for token in scene["tokens"] if token["_id"] == ids(scene)[action.unit]
    )
    heard_by_other = [line for line in answers(came) if other.lower() in line["whisper"]]
    assert not any(
        "maneuver" in line["content"] and str(action.unit) in line["content"] for line in heard_by_other
    )


def test_hidden_and_concealed_units_are_exported_as_unturned_question_marks() -> None:
    """Names and art of tokens are in every browser; the data for the umpire are in flags."""
    given = scenario("lhy-mill-heights")
    files = scenario_module(given, 13)
    tokens = json.loads(files["src/scenes/scene.json"])["tokens"]
    secret = {unit.id: unit for unit in given.units if unit.has("concealed") or unit.has("hidden")}
    assert secret
    for token in tokens:
        unit = token["flags"]["blindhex"]["unit"]["id"]
        shown = (token["name"], token["texture"]["src"].rpartition("/")[2], token["rotation"])
        if unit in secret:
            assert shown == ("?", f"unknown-{secret[unit].side}.png", 0)
    assert not any(unit.replace(".", "-") in path for unit in secret for path in files)
    scene = json.loads(files["src/scenes/scene.json"])
    without_keys(scene)
    state, _ = Umpire(RULESETS, bundled_board).state(scene_seen(scene))
    assert {unit.id: (unit.type, unit.at, unit.facing_deg) for unit in state.units.values()} == {
        unit.id: (unit.type, unit.at, unit.facing_deg) for unit in given.units if unit.at is not None
    }


def test_a_command_is_read_the_same_with_and_without_html_around_it() -> None:
    wrapped = {
        "/los A > B": "/los A > B",
        "/los A & B < C > D": "/los A & B < C > D",
        "<p>/los A &gt; B</p>": "/los A > B",
        "<p>/los <strong>A</strong> &gt;&nbsp;<code>B &lt;1&gt;</code></p>": "/los A > B <1>",
        "<p>/los A</p><p>&gt; B</p>": "/los A > B",
        "<p>/los &quot;A &amp;amp; B&quot;<br>C</p>": '/los "A &amp; B" C',
    }
    plain = f"console.log(JSON.stringify({json.dumps([*wrapped])}.map(it.plainText)))"
    script = f"import('{MODULE / 'scripts/commands.mjs'}').then((it) => {plain})"
    run = subprocess.run([node(), "-e", script], capture_output=True, text=True, check=True)
    assert dict(zip(wrapped, json.loads(run.stdout), strict=True)) == wrapped


def test_a_request_blocked_by_the_browser_is_explained_by_its_cause() -> None:
    """Local Network Access (Chrome 142 on): the server hears nothing, and the page has to say why."""
    script = """
      globalThis.game = { settings: { get: (_, key) => (key === "server" ? "http://127.0.0.1:9" : "") } };
      const say = async () => console.log(await (await import(process.argv[1])).words().catch((error) => error.message));
      const asked = [];
      globalThis.fetch = async (_, request) => { asked.push(request.targetAddressSpace); throw new TypeError("Failed to fetch"); };
      Object.defineProperty(globalThis, "navigator", { configurable: true, value: { permissions: { query: async ({ name }) => {
        if (name !== "local-network-access") throw new TypeError(name);
        return { state: "denied" };
      } } } });
      globalThis.location = { protocol: "https:" };
      globalThis.isSecureContext = true;
      await say();
      globalThis.isSecureContext = false;
      await say();
      globalThis.isSecureContext = true;
      Object.defineProperty(globalThis, "navigator", { configurable: true, value: {} });
      globalThis.location = { protocol: "http:" };
      await say();
      console.log(JSON.stringify(asked));
    """
    words = [node(), "--input-type=module", "-e", script, str(MODULE / "scripts/server.mjs")]
    denied, insecure, nobody, marked = subprocess.run(
        words, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert 'allow "local network access"' in denied
    assert "plain http from another computer" in insecure
    assert nobody.startswith("No umpire answers at http://127.0.0.1:9.")
    assert json.loads(marked) == ["loopback", "loopback", None]


def test_every_text_key_of_the_module_is_in_its_language_file() -> None:
    manifest = json.loads((MODULE / "module.json").read_text("utf-8"))
    assert (manifest["socket"], manifest["compatibility"]) == (True, {"minimum": "12", "verified": "14"})
    texts = json.loads((MODULE / manifest["languages"][0]["path"]).read_text("utf-8"))["BLINDHEX"]
    scripts = "".join(file.read_text("utf-8") for file in MODULE.rglob("*.mjs"))
    known = {f"BLINDHEX.{group}.{name}" for group, names in texts.items() for name in names}
    used = {word.rstrip("`") for word in scripts.replace('"', " ").split() if word.startswith("BLINDHEX.")}
    assert {word for word in used if "$" not in word and word.rstrip(",;") not in known} == set()
