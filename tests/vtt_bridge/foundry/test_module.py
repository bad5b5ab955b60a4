"""The module's JavaScript under Node, in a Foundry that behaves as documented, against a real server."""

import atexit
import json
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import IO, Any

import pytest

from maps.library import bundled_board
from rules.catalog import RULESETS
from rules.ground.hex.terrain import GROUND
from tests.programs import needs, node
from tests.vtt_bridge.foundry.world import scenario_scene
from tests.waiting import PATIENCE_S
from vtt_bridge.foundry import module_routes
from vtt_bridge.foundry.grid import grid_of
from vtt_bridge.foundry.scenes import scene_seen
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.table_document import scene_document, scene_of
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.web.cors import allow_paired
from vtt_bridge.web.origin_pairing import Pairing

HERE = Path(__file__).parent
MODULE = HERE.parents[2] / "vtt_bridge" / "foundry" / "module"
pytestmark = needs("node")

ORIGIN = "http://127.0.0.1:30000"
GM, ANN, EVE = "Gamemaster", "Ann", "Eve"


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, Pairing]]:
    pairing = Pairing()
    store = Store(":memory:")
    with serving(
        store, Umpire(RULESETS, bundled_board), welcome=allow_paired(pairing, module_routes.router)
    ) as url:
        yield url, pairing
    store.close()


def played(scene: dict[str, Any], *steps: list[Any], server: str = "", version: int = 13) -> dict[str, Any]:
    """The result of these steps in the stub of that version."""
    grid = grid_of(scene)
    x, y = grid.corner_px
    told = {
        "module": str(MODULE),
        "scene": scene,
        "dimensions": {"sceneX": x, "sceneY": y, "sceneWidth": grid.width_px, "sceneHeight": grid.height_px},
        "server": server,
        "origin": ORIGIN,
        "steps": steps,
        "version": version,
    }
    asked, said = player()
    asked.write(f"{json.dumps(told)}\n")
    asked.flush()
    answer: dict[str, Any] = json.loads(said.readline())
    assert "failed" not in answer, answer["failed"]
    return answer


@cache
def player() -> tuple[IO[str], IO[str]]:
    """The input and output of a Node process that plays steps, kept for all tests."""
    words = [node(), str(HERE / "module_player.mjs"), str(PATIENCE_S)]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.communicate)
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def drawn_scenes() -> Iterator[dict[str, Any]]:
    """The scenario in each version, then padded, with odd tokens, regions of every shape and drawings."""
    for version in (12, 13, 14):
        yield scenario_scene(version=version)
    scene = scenario_scene()
    scene["padding"] = 0.25
    scene["tokens"][0] |= {"width": 2, "height": 2, "rotation": 77, "hidden": True}
    scene["tokens"][1]["disposition"] = 0
    scene["tokens"][1]["flags"] = {}
    scene["tokens"][2]["flags"]["blindhex"] = {"side": "ge"}
    shapes = [
        {"type": "rectangle", "x": 600, "y": 400, "width": 100, "height": 60, "rotation": 30},
        {"type": "circle", "x": 900, "y": 500, "radius": 70},
        {
            "type": "rectangle",
            "x": 600,
            "y": 400,
            "width": 90,
            "height": 60,
            "rotation": 30,
            "anchorX": 0.5,
            "anchorY": 0,
        },
        {"type": "ellipse", "x": 1200, "y": 500, "radiusX": 70, "radiusY": 30, "rotation": 15},
    ]
    scene["regions"] += [
        {"_id": f"r{n}", "name": "Woods, level 1", "shapes": [shape]} for n, shape in enumerate(shapes)
    ]
    scene["regions"] += [
        {"_id": f"t{n}", "name": terrain.replace("_", " ").title(), "shapes": [shapes[1]]}
        for n, terrain in enumerate(sorted(GROUND))
    ]
    scene["drawings"] = [
        {
            "_id": "d1",
            "x": 700,
            "y": 700,
            "text": "smoke",
            "rotation": 20,
            "shape": {"type": "r", "width": 90, "height": 50},
        },
        {
            "_id": "d3",
            "x": 800,
            "y": 600,
            "text": "woods",
            "rotation": 150,
            "shape": {"type": "c", "radius": 40, "width": None, "height": None},
        },
        {"_id": "d2", "x": 500, "y": 700, "text": "Boss", "shape": {"type": "r", "width": 90, "height": 50}},
    ]
    scene["walls"] = [
        {"_id": "w1", "c": [700, 300, 760, 300], "flags": {"blindhex": {"terrain": "wall"}}},
        {"_id": "w2", "c": [700, 400, 760, 400]},
        {"_id": "w3", "c": [700, 500, 760, 500], "flags": {"blindhex": {"terrain": "tree_line"}}},
    ]
    yield scene
    for kind, first in ((2, "left"), (3, "right"), (4, "high")):
        scene = scenario_scene()
        scene["grid"]["type"] = kind
        scene["flags"]["blindhex"] |= {"first": first, "a1_px": [300, 300]}
        yield scene
    for kind in (0, 1):
        scene = scenario_scene()
        scene["grid"] |= {"type": kind, "units": "in", "distance": 2}
        yield scene
        said = product((None, 0, 20), (None, 0, 10, 20, 30), (0, 1, 2), (0, 1))
        scene["walls"] = [
            {"_id": f"w{n}", "c": [700, 300, 760, n], "door": door, "ds": ds}
            | {key: value for key, value in (("move", move), ("sight", sight)) if value is not None}
            for n, (move, sight, door, ds) in enumerate(said)
        ]
        yield scene
        scene["flags"]["blindhex"]["walls"] = False
        yield scene


def test_the_module_and_the_bridge_read_the_same_table_from_every_scene() -> None:
    """Two readers of a scene, in two languages: the same pieces, areas and frame, pixel for pixel."""
    for scene in drawn_scenes():
        (table,) = played(scene, [GM, "table"])["answers"]
        table["source"]["revision"] = ""
        ours, theirs = scene_document(scene_seen(scene)), scene_document(scene_of(table))
        assert rounded({**theirs, "source": 0, "overlays": []}) == rounded(
            {**ours, "source": 0, "overlays": []}
        )


def rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return value


def test_after_pairing_and_naming_players_questions_are_answered_in_whispers_and_private_pictures(
    served: tuple[str, Pairing],
) -> None:
    url, pairing = served
    came = played(
        scenario_scene(),
        [GM, "type", f"/blindhex pair {pairing.code.lower()}"],
        [GM, "type", "/blindhex side Ann us"],
        [GM, "type", '/blindhex side "Eve" ge'],
        [GM, "ready"],
        [GM, "buttons"],
        [ANN, "type", "/los us.mg.1 > StuG IIIG #1"],
        [EVE, "type", "/field ge.mg.1"],
        [EVE, "type", "/field ge.mg.1"],
        [ANN, "type", "/reach us.able-tank.1.2"],
        server=url,
    )
    kinds = {kind for kind, _ in came["notes"]}
    assert kinds == {"info"}, came["notes"]
    assert "/los" in came["notes"][0][1]
    (buttons,) = came["answers"]
    assert {f"blindhex-{word}" for word in ("los", "field", "reach", "range", "fire", "plan", "clear")} <= {
        *buttons
    }
    asked = [line for line in came["said"] if "blindhex" in line["flags"]]
    answered = [line for line in came["said"] if "data-blindhex" in line["content"]]
    assert [line["whisper"] for line in asked] == [["gm", "ann"], ["gm", "eve"], ["gm", "eve"], ["gm", "ann"]]
    assert [line["whisper"] for line in answered] == [
        ["gm", "ann"],
        ["gm", "eve"],
        ["gm", "eve"],
        ["gm", "ann"],
    ]
    assert "LOS American 1. MG to StuG IIIG #1" in answered[0]["content"]
    assert (came["tiles"], came["files"]) == ([], {}), "a tile, and its file, would be there for everybody"
    assert [user for user, name, _ in came["sent"] if name == "blindhex.show"] == ["ann", "eve", "eve", "ann"]


def test_a_hidden_unit_that_comes_into_sight_is_reported_to_its_own_side_once(
    served: tuple[str, Pairing],
) -> None:
    """The PaK in J4 is concealed; a squad of its enemy steps out of sight of it and back, and farther in its sight."""
    url, pairing = served
    scene = scenario_scene()
    squad = next(token for token in scene["tokens"] if token["flags"]["blindhex"]["unit"]["id"] == "us.mg.1")
    x, y = squad["x"], squad["y"]
    arranged: list[list[Any]] = [
        [GM, "type", f"/blindhex pair {pairing.code}"],
        [GM, "type", "/blindhex side Ann us"],
        [GM, "type", "/blindhex side Eve ge"],
    ]
    away, back, on = ([ANN, "move", squad["_id"], x, y + dy] for dy in (4 * 96, 0, -96))
    came = played(scene, *arranged, away, back, on, server=url)
    told = [line for line in came["said"] if "LOS" in line["content"]]
    assert [line["whisper"] for line in told] == [["gm", "eve"]], "nobody else hears that it is there"
    assert "LOS American 1. MG to ?: clear LOS" in told[0]["content"]
    open_game = played(scene, *arranged, [GM, "set", "open", True], away, back, server=url)
    assert not [line for line in open_game["said"] if "LOS" in line["content"]]


def test_in_an_open_game_each_asker_has_one_tile_with_the_last_answer(served: tuple[str, Pairing]) -> None:
    url, pairing = served
    came = played(
        scenario_scene(),
        [GM, "type", f"/blindhex pair {pairing.code}"],
        [GM, "set", "open", True],
        [ANN, "type", "/los us.mg.1 > StuG IIIG #1"],
        [ANN, "type", "/reach us.able-tank.1.2"],
        [EVE, "type", "/field ge.mg.1"],
        server=url,
    )
    assert [tile["flags"]["blindhex"]["tag"] for tile in came["tiles"]] == [
        "blindhex-answer-ann",
        "blindhex-answer-eve",
    ]
    assert came["sent"] == []
    for tile in came["tiles"]:
        assert b64decode(came["files"][tile["texture"]["src"].partition("?")[0]]).startswith(b"\x89PNG")


def test_a_player_without_a_side_is_refused_and_only_a_game_master_can_assign_sides(
    served: tuple[str, Pairing],
) -> None:
    url, pairing = served
    came = played(
        scenario_scene(),
        [GM, "type", f"/blindhex pair {pairing.code}"],
        [ANN, "type", "/los us.mg.1 > C6"],
        [ANN, "type", "/blindhex side Ann ge"],
        server=url,
    )
    assert came["said"][-1]["content"] == (
        "Ann plays no side yet; the game master types /blindhex side &quot;Ann&quot; SIDE."
    )
    assert came["said"][-1]["whisper"] == ["ann"]
    assert came["notes"][-1] == ["error", "Blindhex: Only a game master may arrange the game."]
    assert (came["tiles"], came["files"]) == ([], {})


def test_a_wrong_code_an_unpaired_page_and_a_stopped_server_are_each_reported(
    served: tuple[str, Pairing],
) -> None:
    url, _ = served
    came = played(
        scenario_scene(),
        [GM, "type", "/blindhex pair WRONG"],
        [GM, "set", "words", ["field"]],
        [GM, "type", "/field us.mg.1"],
        server=url,
    )
    assert came["notes"] == [["error", "Blindhex: That is not the code that blindhex serve shows."]]
    assert "this page is not paired with the umpire" in came["said"][-1]["content"]
    came = played(
        scenario_scene(),
        [GM, "set", "words", ["field"]],
        [GM, "type", "/field us.mg.1"],
        server="http://127.0.0.1:9",
    )
    assert (
        "No umpire answers at http://127.0.0.1:9. Start &quot;blindhex serve&quot;"
        in came["said"][-1]["content"]
    )


def test_a_token_between_hexes_and_a_malformed_question_are_reported_to_the_asker(
    served: tuple[str, Pairing],
) -> None:
    url, pairing = served
    scene = scenario_scene()
    scene["tokens"][0]["name"] = "<img src=x onerror=alert(1)>"
    scene["tokens"][0]["x"] += 48
    came = played(
        scene,
        [GM, "type", f"/blindhex pair {pairing.code}"],
        [GM, "type", "/field us.mg.1"],
        [GM, "type", "/los"],
        server=url,
    )
    straddles, wrongly = came["said"][-3]["content"], came["said"][-1]["content"]
    assert "&lt;img src=x onerror=alert(1)&gt;): it straddles hexes near" in straddles
    assert wrongly == "question: &#39;!los&#39; is not asked as !los WHO &gt; TARGET"
    assert came["tiles"] == []


def test_buttons_ask_about_the_selected_and_targeted_tokens_or_say_which_is_missing(
    served: tuple[str, Pairing],
) -> None:
    url, pairing = served
    scene = scenario_scene()
    ids = {token["flags"]["blindhex"]["unit"]["id"]: token["_id"] for token in scene["tokens"]}
    came = played(
        scene,
        [GM, "type", f"/blindhex pair {pairing.code}"],
        [GM, "press", "blindhex-los"],
        [GM, "press", "blindhex-los", ids["us.mg.1"]],
        [GM, "press", "blindhex-los", ids["us.mg.1"], ids["ge.stug.1"]],
        server=url,
    )
    assert [words for kind, words in came["notes"] if kind == "error"] == [
        "Blindhex: Select a token first.",
        "Blindhex: Target a token first (hover over it and press T).",
    ]
    assert "LOS American 1. MG to StuG IIIG #1" in came["said"][-1]["content"]


def test_operations_are_applied_once_and_to_own_tiles_alone() -> None:
    scene = scenario_scene()
    token = scene["tokens"][0]
    token["flags"]["blindhex"]["marks"] = {"gone": True, "stays": 1}
    scene["tiles"] = [
        {"_id": "theirs", "x": 0, "y": 0, "flags": {"blindhex": {"tag": "blindhex-x", "owner": "Ann"}}},
        {"_id": "ours1", "x": 0, "y": 0, "flags": {"blindhex": {"tag": "blindhex-x", "owner": "blindhex"}}},
        {"_id": "ours2", "x": 0, "y": 0, "flags": {"blindhex": {"tag": "blindhex-x", "owner": "blindhex"}}},
    ]
    put = {
        "op": "overlay.put", "op_id": "1", "tag": "blindhex-x", "title": "x", "legend": [], "png_base64": "iVBORw0KGgo=",
        "at_px": [1, 2], "size_px": [60, 40],
    }  # fmt: skip
    move = {"op": "piece.move", "op_id": "2", "piece": token["_id"], "to_px": [500, 400], "facing_deg": 90}
    mark = {"op": "piece.mark", "op_id": "3", "piece": token["_id"], "marks": {"gone": None, "new": True}}
    say = {"op": "say", "op_id": "4", "text": "<b>Yes</b>\nWhy not", "to": ""}
    came = played(
        scene,
        [GM, "apply", [put, move, mark, say]],
        [GM, "apply", [say]],
        [GM, "refused", [{"op": "dance", "op_id": "5"}]],
        [GM, "table"],
    )
    assert [tile["_id"] for tile in came["tiles"]] == ["theirs", "ours1"]
    assert came["tiles"][1]["texture"]["src"].startswith(f"blindhex/{scene['_id']}-blindhex-x.png?v=")
    (line,) = came["said"]
    assert line["content"] == (
        '<div data-blindhex="4"><strong>&lt;b&gt;Yes&lt;/b&gt;</strong><br>Why not</div>'
    )
    assert "which this module does not know; update it" in came["answers"][0]
    (piece,) = [piece for piece in came["answers"][1]["pieces"] if piece["id"] == token["_id"]]
    assert piece["at_px"] == [500, 400]
    assert (piece["facing_deg"], piece["marks"]) == (90, {"stays": 1, "new": True})


def test_a_gridless_scene_in_feet_and_a_region_with_a_hole_are_refused() -> None:
    scene = scenario_scene()
    scene["grid"] |= {"type": 0, "units": "ft"}
    holed = scenario_scene()
    holed["regions"][0]["shapes"].append({"type": "circle", "x": 1, "y": 1, "radius": 1, "hole": True})
    assert "not in inches; set its grid units to in." in played(scene, [GM, "refused"])["answers"][0]
    assert "has a hole; draw it as two regions." in played(holed, [GM, "refused"])["answers"][0]


def test_the_files_of_the_manifest_exist_and_every_script_parses() -> None:
    manifest = json.loads((MODULE / "module.json").read_text("utf-8"))
    assert manifest["id"] == "blindhex"
    assert [(MODULE / path).exists() for path in manifest["esmodules"]] == [True]
    parsed = "for (const file of process.argv.slice(1)) new SourceTextModule(readFileSync(file, 'utf8'))"
    script = f"const {{ SourceTextModule }} = require('vm'), {{ readFileSync }} = require('fs'); {parsed}"
    files = map(str, MODULE.rglob("*.mjs"))
    subprocess.run([node(), "--experimental-vm-modules", "-e", script, *files], check=True)
