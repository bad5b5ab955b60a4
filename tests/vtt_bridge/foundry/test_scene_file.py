"""Scenarios exported as Foundry modules, checked by the official packer and types, and scenes read back."""

import json
import re
import subprocess
from base64 import b64encode
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from exporters.formats.png import render
from exporters.pictures.board_picture import board_picture
from maps.documents import CannotRead
from maps.library import bundled_board, scenario, scenarios
from rules.catalog import RULESETS
from rules.errors import BadInput
from rules.game.state import GameState
from tests.programs import needs, node
from tests.vtt_bridge.foundry.peers import fvtt, tsc
from tests.vtt_bridge.foundry.test_module import MODULE
from tests.vtt_bridge.foundry.world import scenario_scene, without_keys
from tests.vtt_bridge.web.test_png_check import png
from vtt_bridge.foundry.grid import grid_of
from vtt_bridge.foundry.scene_file import read_scene_file, scenario_module, write_module
from vtt_bridge.foundry.scenes import scene_seen
from vtt_bridge.foundry.tiles import tile_document
from vtt_bridge.foundry.tokens import mark_changes, move_changes
from vtt_bridge.port.calibration import viewport
from vtt_bridge.port.virtual_table import MarkPiece, MovePiece, Overlay, PutOverlay
from vtt_bridge.umpire.umpire import Umpire

NAMED = {
    "type": {
        k: f"CONST.GRID_TYPES.{v}"
        for k, v in enumerate(["GRIDLESS", "SQUARE", "HEXODDR", "HEXEVENR", "HEXODDQ", "HEXEVENQ"])
    },
    "disposition": {-1: "CONST.TOKEN_DISPOSITIONS.HOSTILE", 1: "CONST.TOKEN_DISPOSITIONS.FRIENDLY"},
    "displayName": {30: "CONST.TOKEN_DISPLAY_MODES.HOVER"},
    "shape": {4: "CONST.TOKEN_SHAPES.RECTANGLE_1"},
    "visibility": {2: "CONST.REGION_VISIBILITY.ALWAYS"},
    "format": {1: "CONST.JOURNAL_ENTRY_PAGE_FORMATS.HTML"},
}
"""The types know codes by their names alone."""

FLAGS = """
declare module "fvtt-types/configuration" {
  interface FlagConfig {
    Scene: { blindhex: object }; Token: { blindhex: object }; Tile: { blindhex: object };
    Region: { blindhex: object }; JournalEntry: { blindhex: object };
  }
}
"""


def documents(name: str = "mill-crossing", version: int = 13) -> tuple[dict[str, Any], dict[str, Any]]:
    """Scene and journal of a scenario, as the module holds them."""
    held = scenario_module(scenario(name), version)
    return json.loads(held["src/scenes/scene.json"]), json.loads(held["src/rules/journal.json"])


@needs("fvtt")
@pytest.mark.parametrize("version", [12, 13, 14])
def test_a_scenario_packed_and_unpacked_by_fvtt_is_unchanged(tmp_path: Path, version: int) -> None:
    write_module(tmp_path / "module", scenario_module(scenario("mill-crossing"), version))
    for name in ("scenes", "rules"):
        words = ("package", "--type", "Module", "--id", "blindhex-mill-crossing", "-n", name)
        fvtt(tmp_path, *words[:1], "pack", *words[1:], "--in", f"module/src/{name}", "--out", "module/packs")
        fvtt(tmp_path, *words[:1], "unpack", *words[1:], "--in", "module/packs", "--out", f"back/{name}")
    for name, wanted in zip(("scenes", "rules"), documents(version=version), strict=True):
        (back,) = (tmp_path / "back" / name).iterdir()
        assert lost(wanted, json.loads(back.read_text("utf-8"))) == []
    (back,) = (tmp_path / "back" / "scenes").iterdir()
    seen = read_scene_file(str(back))
    wanted_scene = scene_seen(documents(version=version)[0])
    assert sorted(seen.tokens, key=lambda token: token.id) == sorted(
        wanted_scene.tokens, key=lambda token: token.id
    )
    state, _ = Umpire(RULESETS, bundled_board).state(seen)
    assert {unit.id: unit.at for unit in state.units.values()} == {
        unit.id: unit.at for unit in scenario("mill-crossing").units
    }


def lost(wanted: Any, found: Any, where: str = "") -> list[str]:
    """The parts of a document that another lacks; the packer adds empty collections, and orders parts by their ids."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [
            line
            for key, value in wanted.items()
            for line in lost(value, found.get(key, "absent"), f"{where}.{key}")
        ]
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], dict) and "_id" in wanted[0]:
        by_id = {document["_id"]: document for document in found}
        return [
            line
            for document in wanted
            for line in lost(document, by_id.get(document["_id"]), f"{where}[{document['_id']}]")
        ]
    return [] if wanted == found else [f"{where}: {wanted!r} became {found!r}"]


def in_typescript(value: Any, key: str = "") -> str:
    """A document as TypeScript, with codes by their names."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{in_typescript(v, k)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(in_typescript, value)) + "]"
    if isinstance(value, int) and not isinstance(value, bool) and key in NAMED:
        return NAMED[key][value]
    return json.dumps(value)


def rulers_in_typescript() -> str:
    """TypeScript with every call and field of Foundry that the module's rulers use."""
    source = (MODULE / "scripts" / "rulers.mjs").read_text("utf-8")
    drags, measures = (
        re.findall(r"super\.(\w+)\(", part)
        for part in re.split(r"return class \w+ extends Ruler", source)[1:]
    )
    assert ("refresh" in drags, "_getWaypointLabelContext" in measures) == (True, True)
    return f"""
      import tokens = foundry.canvas.placeables.tokens;
      import interaction = foundry.canvas.interaction;
      export class Drags extends tokens.TokenRuler {{
        used() {{ return [{", ".join(f"super.{drag}" for drag in drags)}]; }}
      }}
      export class Measures extends interaction.Ruler {{
        used() {{ return [{", ".join(f"super.{measure}" for measure in measures)}]; }}
      }}
      export function used(
        data: tokens.TokenRuler.Data, token: foundry.canvas.placeables.Token.Implementation, ruler: interaction.Ruler,
        waypoint: tokens.TokenRuler.Waypoint, context: tokens.TokenRuler.WaypointContext,
        point: interaction.Ruler.Waypoint, units: interaction.Ruler.WaypointContext,
      ) {{
        context.cost = {{ total: "3", units: "MP" }};
        units.units = "in · 3 MP";
        token.renderFlags.set({{ refreshRuler: true }});
        ruler.path = [];
        ruler.refresh();
        const [x, y]: number[] = [point.x, point.y];
        const planned: boolean = waypoint.stage === "planned" && "me" in data.plannedMovement;
        return [planned, waypoint.center.x, ruler.path[0]?.x, ruler.user.isSelf, token.bounds.contains(x!, y!), token.isOwner];
      }}
      export const rulers = [CONFIG.Token.rulerClass, CONFIG.Canvas.rulerClass];
    """


@needs("tsc")
def test_documents_and_rulers_pass_the_types_of_foundry_and_wrong_ones_do_not(tmp_path: Path) -> None:
    """Version 13, which the types describe; and the compiler does refuse what is wrong."""
    scene, journal = documents()
    without_keys(scene)
    without_keys(journal)
    grid = grid_of(scene)
    token = scene["tokens"][0]
    put = PutOverlay("o1", Overlay("blindhex-los", "LOS", (0, 0), (60, 40)), png())
    move = move_changes(token, grid, MovePiece("o2", token["_id"], (300, 300), 60.0))
    mark = mark_changes(MarkPiece("o3", token["_id"], {"disrupted": True, "old": None}))
    lines = [
        FLAGS,
        f"export const scene: Scene.CreateData = {in_typescript(scene)};",
        f"export const journal: JournalEntry.CreateData = {in_typescript(journal)};",
        f"export const tile: TileDocument.CreateData = {in_typescript(tile_document(put, 'blindhex/x.png', grid))};",
        f"export const move: TokenDocument.UpdateData = {in_typescript(move)};",
        f"export const mark: TokenDocument.UpdateData = {in_typescript(mark)};",
        rulers_in_typescript(),
    ]
    wrong = [
        "export const wrong: TileDocument.CreateData = { x: '1' };",
        "export const more: TileDocument.CreateData = { z: 1 };",
        "export class Worse extends tokens.TokenRuler { used() { return super._getLabel; } }",
    ]
    said = tsc(tmp_path, "\n".join([*lines, *wrong]))
    first_wrong = "\n".join(lines).count("\n") + 2
    complained = {int(line) for line in re.findall(r"^checked\.ts\((\d+),", said, re.MULTILINE)}
    assert complained == {first_wrong, first_wrong + 1, first_wrong + 2}, said


@pytest.mark.parametrize("name", [entry.name for entry in scenarios()])
def test_every_bundled_scenario_is_read_back_from_foundry_with_its_units_in_place(name: str) -> None:
    chosen = scenario(name)
    seen = scene_seen(scenario_scene(name))
    state, book = Umpire(RULESETS, bundled_board).state(seen)
    assert book.id == chosen.ruleset
    wanted = {unit.id: unit for unit in chosen.units if unit.at is not None}
    assert set(state.units) == set(wanted)
    for unit in state.units.values():
        at, should = unit.at, wanted[unit.id].at
        assert at is not None
        assert should is not None
        assert tuple(at) == pytest.approx(tuple(should), abs=1e-9)
        assert (unit.type, unit.side, unit.facing_deg) == (
            wanted[unit.id].type, wanted[unit.id].side, wanted[unit.id].facing_deg,
        )  # fmt: skip


def test_the_exported_map_is_the_board_and_each_counter_160_pixels_wide() -> None:
    chosen = scenario("mill-crossing")
    held = scenario_module(chosen)
    seen = scene_seen(json.loads(held["src/scenes/scene.json"]))
    bare = GameState(chosen.state().board, sides=chosen.sides)
    assert held["map.png"] == render(board_picture(bare), viewport(seen.frame, seen.size_px))
    manifest = json.loads(held["module.json"])
    background = json.loads(held["src/scenes/scene.json"])["background"]["src"]
    assert background == f"modules/{manifest['id']}/map.png"
    for token in json.loads(held["src/scenes/scene.json"])["tokens"]:
        path = token["texture"]["src"].removeprefix(f"modules/{manifest['id']}/")
        with Image.open(BytesIO(held[path])) as counter:
            assert counter.size == (160, 160)


@needs("node")
def test_the_scenario_module_imports_journal_and_scene_once(tmp_path: Path) -> None:
    """Its own script, under Node: the rules, then the scene, by the same ids; and nothing the second time."""
    write_module(tmp_path / "module", scenario_module(scenario("mill-crossing")))
    play = """
      import { readFile } from "node:fs/promises";
      const made = [];
      const known = new Set();
      const collection = { get: (id) => (known.has(id) ? {} : undefined) };
      const user = { id: "gm", isGM: true };
      globalThis.game = { user, users: { activeGM: user }, scenes: collection, journal: collection };
      globalThis.ui = { notifications: { info: () => {} } };
      const create = (kind) => async (data, { keepId }) => {
        if (!keepId || JSON.stringify(data).includes("_key")) throw new Error("ids are kept, keys are not");
        known.add(data._id);
        made.push([kind, data.name, (data.tokens ?? []).length]);
      };
      globalThis.Scene = { create: create("Scene") };
      globalThis.JournalEntry = { create: create("JournalEntry") };
      globalThis.fetch = async (url) => ({ json: async () => JSON.parse(await readFile(url, "utf8")) });
      const acts = [];
      globalThis.Hooks = { once: (_, act) => acts.push(act) };
      await import(process.argv[2]);
      for (let time = 0; time < 2; time += 1) for (const act of acts) await act();
      console.log(JSON.stringify(made));
    """
    (tmp_path / "play.mjs").write_text(play, "utf-8")
    url = (tmp_path / "module" / "import.mjs").as_uri()
    run = subprocess.run([node(), "play.mjs", url], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [
        ["JournalEntry", "Mill Crossing: rules", 0],
        ["Scene", "Mill Crossing", 19],
    ]


def test_the_journal_lists_the_objectives_and_escapes_markup_in_the_words_of_a_scenario() -> None:
    chosen = scenario("mill-crossing")
    bridge = replace(chosen.objectives[0], name="The <b>bridge")
    named = replace(chosen, description="Hold <i>it", objectives=(bridge, *chosen.objectives[1:]))
    journal = json.loads(scenario_module(named, 13)["src/rules/journal.json"])
    content = journal["pages"][0]["text"]["content"]
    assert content.startswith("<p>Hold &lt;i&gt;it</p>")
    assert "<h2>Objectives</h2><ul><li>The &lt;b&gt;bridge: 3, at I6</li>" in content


def test_a_folder_with_other_files_is_refused_and_a_module_overwritten(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann", "utf-8")
    with pytest.raises(BadInput, match=r"-o: .* is not an empty or new folder"):
        write_module(tmp_path, {"module.json": b"{}"})
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]
    write_module(tmp_path / "new", {"module.json": b"{}", "a/b.json": b"1"})
    write_module(tmp_path / "new", {"module.json": b"{}", "a/b.json": b"2"})
    assert (tmp_path / "new" / "a" / "b.json").read_bytes() == b"2"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "scene.json: b?'' is not JSON"),
        (b"[]", "scene.json: .* is not a JSON object"),
        (b"{}", "is not a scene exported from Foundry"),
        (b64encode(b"PNG" * 9), "scene.json: .* is not JSON"),
        (b" " * (9 * 2**20), "at most 8388608 bytes"),
    ],
)
def test_a_file_that_is_no_exported_scene_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "scene.json"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=sentence):
        read_scene_file(str(path))
    with pytest.raises(CannotRead, match=r" cannot be read: "):
        read_scene_file(str(tmp_path / "nothing.json"))
