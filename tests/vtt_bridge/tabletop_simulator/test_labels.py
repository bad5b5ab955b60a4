"""blindhex bridge tts label: pieces of a save get GM notes from a scenario, and are read as its units."""

import json
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner

from maps.documents import parsed
from tests.vtt_bridge.tabletop_simulator.game import Thing
from tests.vtt_bridge.tabletop_simulator.test_script import CROSSING, crossing_layout, things
from vtt_bridge.cli import main
from vtt_bridge.port.table_document import scene_of
from vtt_bridge.tabletop_simulator.labels import with_labels


def test_label_writes_notes_to_pieces_named_after_units_and_lists_the_units_left(tmp_path: Path) -> None:
    given, out = tmp_path / "save.json", tmp_path / "labelled.json"
    pieces = things(crossing_layout())[: len(CROSSING.units)]
    whole = [json.loads(piece.notes) for piece in pieces]
    for piece in pieces:
        piece.notes = ""
    pieces[0].name = CROSSING.units[0].id.upper()
    pieces[1].notes = written = json.dumps({**whole[1], "marks": {"shaken": True}})
    pieces[2].name = "Somebody"
    saved = [thing.saved for thing in (*pieces, Thing("tree", "Tree", 0, 0))]
    given.write_text(json.dumps({"SaveName": "x", "ObjectStates": saved}), "utf-8")
    done = CliRunner().invoke(main, ["bridge", "tts", "label", str(given), "mill-crossing", "-o", str(out)])
    count, left = len(CROSSING.units) - 2, CROSSING.units[2].id
    assert done.stdout == f"{count} pieces are units of Mill Crossing now; no piece is named after {left}.\n"
    labelled = json.loads(out.read_text("utf-8"))["ObjectStates"]
    assert labelled[1]["GMNotes"] == written, "what somebody wrote stays"
    assert labelled[-1]["GMNotes"] == ""
    words = ["--board", "mill-crossing", "--hex-units", "2", "--middle", "3", "-5"]
    told = CliRunner().invoke(main, ["bridge", "tts", "read", str(out), *words])
    read = {token.id: dict(token.unit) for token in scene_of(parsed(told.stdout)).tokens}
    wanted = {piece.guid: unit for piece, unit in zip(pieces, whole, strict=True) if piece.name != "Somebody"}
    assert {guid: unit["id"] for guid, unit in read.items()} == {
        guid: unit["id"] for guid, unit in wanted.items()
    }


def test_label_refuses_a_file_that_is_no_save_and_writes_nothing(tmp_path: Path) -> None:
    given, out = tmp_path / "save.json", tmp_path / "labelled.json"
    given.write_text("{}", "utf-8")
    done = CliRunner().invoke(main, ["bridge", "tts", "label", str(given), "mill-crossing", "-o", str(out)])
    assert "ObjectStates" in done.stderr
    assert (done.exit_code, out.exists()) == (2, False)


def test_pieces_without_a_name_are_no_units_without_a_name() -> None:
    nameless = replace(CROSSING, units=(replace(CROSSING.units[0], name=""),))
    save = json.dumps({"ObjectStates": [Thing("table", "", 0, 0).saved]})
    done = with_labels(save, nameless)
    assert (done.pieces, done.without_piece) == (0, (CROSSING.units[0].id,))
