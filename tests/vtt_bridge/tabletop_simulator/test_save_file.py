"""Save files read as scenes: scales, units from GM notes, and refusals by name."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from maps.codec import board_document
from maps.documents import parsed
from maps.library import bundled_board
from rules.errors import BadInput
from rules.ground.table.inches import Spot
from tests.vtt_bridge.tabletop_simulator.game import Thing
from vtt_bridge.commands.bridges.tts import tts
from vtt_bridge.errors import BadScene
from vtt_bridge.port.calibration import place_of
from vtt_bridge.port.table_document import scene_of
from vtt_bridge.port.virtual_table import Game
from vtt_bridge.tabletop_simulator.layout import Layout, layout_of
from vtt_bridge.tabletop_simulator.save_file import scene_in_save

LANE = bundled_board("long-lane")
NOTES = json.dumps({"side": "blue", "type": "x"})


def lane_layout(unit_in: float | None = None) -> Layout:
    return layout_of(LANE, Game("matg2", board_document(LANE)), unit_in)


def save(*things: Thing, **changes: Any) -> str:
    return json.dumps({"SaveName": "Sunday", "ObjectStates": [thing.saved for thing in things], **changes})


# The table is 48 x 24 inches; its middle lies at (0, 0), its far left corner at (-24, 12).
@pytest.mark.parametrize(
    ("unit_in", "spot"), [(None, Spot(20, 14)), (1.0, Spot(20, 14)), (2.0, Spot(16, 16))]
)
def test_a_unit_of_length_in_the_game_is_an_inch_unless_a_scale_is_given(
    unit_in: float | None, spot: Spot
) -> None:
    layout = lane_layout(unit_in)
    (token,) = scene_in_save(save(Thing("aa", "Tank", -4, -2, 370.0, NOTES)), layout).tokens
    found = place_of(layout.frame, LANE, token.position_px, "Tank")
    assert isinstance(found, Spot)
    assert (found.x_in, found.y_in) == pytest.approx((spot.x_in, spot.y_in), abs=0.001)
    assert token.facing_deg == 10


def test_an_object_without_our_notes_is_not_read() -> None:
    things = (
        Thing("aa", "Die", 0, 0),
        Thing("bb", "Note", 0, 0, notes="{broken"),
        Thing("cc", "", 0, 0, notes="[1]"),
    )
    assert (
        scene_in_save(save(*things, Thing("dd", "Tank", 0, 0, notes=NOTES)), lane_layout()).tokens[0].id
        == "dd"
    )
    assert len(scene_in_save(save(*things), lane_layout()).tokens) == 0


def test_a_moved_object_changes_the_revision() -> None:
    one, other = (
        scene_in_save(save(Thing("aa", "Tank", x, 0, notes=NOTES)), lane_layout()).source for x in (0.0, 0.5)
    )
    assert one.revision != other.revision


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{}", "ObjectStates is missing; wanted a list of at most 20000 objects"),
        ('{"ObjectStates": [{"GUID": "a"}]}', r"ObjectStates\[0\].Transform is missing"),
        ('{"ObjectStates": [{"GUID": "<b>", "Transform": {"posX": 0, "posZ": 0}}]}', "GUID: '<b>' is not an id"),
        (save(*[Thing("aa", "", 0, 0, notes=NOTES)] * 2), "'aa' is not a GUID that stands there once"),
        (save(Thing("aa", "", 0, 0, notes='{"side": "x", "marks": 3}')), "object aa.GMNotes.marks: 3 is not an object"),
        (save(Thing("aa", "", 0, 0, notes='{"marker": "smoke", "value": "x"}')), "object aa.GMNotes.value: 'x'"),
    ],
)  # fmt: skip
def test_a_save_that_cannot_be_read_is_refused_by_its_field(text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        scene_in_save(text, lane_layout())


def test_a_board_of_hexes_without_a_scale_is_refused() -> None:
    board = bundled_board("mill-valley")
    with pytest.raises(BadInput, match="--hex-units: 'nothing' is not how many units of the game a hex is"):
        layout_of(board, Game("lhy", "mill-valley"))
    with pytest.raises(BadInput, match=r"--unit-in: 0\.001 is not a scale"):
        lane_layout(0.001)


def test_read_prints_a_save_as_a_table_and_script_carries_seats(tmp_path: Path) -> None:
    given = tmp_path / "save.json"
    unit = json.dumps({"side": "us", "type": "us.able.1.squad.1"})
    given.write_text(save(Thing("aa", "Squad", 0, 1, notes=unit)), encoding="utf-8")
    words = ["--board", "mill-crossing", "--hex-units", "2", "--middle", "0", "0", "--seat", "White=us"]
    done = CliRunner().invoke(tts, ["read", str(given), *words], standalone_mode=False)
    assert done.exception is None
    assert scene_of(parsed(done.stdout)).tokens[0].side == "us"
    out = tmp_path / "umpire.lua"
    CliRunner().invoke(tts, ["script", *words, "-o", str(out)], standalone_mode=False, catch_exceptions=False)
    assert '"seats": {"White": "us"}' in out.read_text(encoding="utf-8")
    bad = CliRunner().invoke(
        tts, ["script", *words[:-1], "White=mars", "-o", str(out)], standalone_mode=False
    )
    assert (
        str(bad.exception) == "--seat: 'White=mars' is not a colour and one of the sides: us, ge, or umpire"
    )
    given.write_text(save(Thing("aa", "Squad", 0, 0, notes=unit)), encoding="utf-8")
    between = CliRunner().invoke(tts, ["read", str(given), *words], standalone_mode=False)
    assert isinstance(between.exception, BadScene)
    assert "straddles hexes" in str(between.exception)
    assert between.stdout == ""
