"""Suppositions (supposed smoke, places, facings and losses) on the command line and at a table."""

import json
from pathlib import Path

import pytest

from exporters.json_value import Json
from rules.errors import BadInput
from tests.proving import ROOT
from tests.vtt_bridge.cli_ground import document, refused
from tests.vtt_bridge.conftest import Served
from vtt_bridge.umpire.questions import question_of

MILL = ("mill-crossing", "us.able.1.squad.2", "ge.stug.1")


def if_so(*words: str) -> list[str]:
    return [word for each in words for word in ("--if", each)]


@pytest.mark.parametrize(
    ("supposed", "told"),
    [
        ((), "clear LOS"),
        (("smoke I6",), "LOS hindered by 1"),
        (("smoke I6", "no smoke"), "clear LOS"),
        (("ge.stug.1 at N3",), "LOS blocked"),
        (("us.able.1.squad.2 in ge.stug.2",), "clear LOS"),
    ],
)
def test_los_is_ruled_with_supposed_smoke_and_moved_units(supposed: tuple[str, ...], told: str) -> None:
    ruling = document("los", *MILL, *if_so(*supposed))
    assert ruling["verdict"]["text"] == told
    assert ruling["question"].endswith(f", if {' and '.join(supposed)}" if supposed else "StuG IIIG #1")


def test_at_night_supposed_illumination_clears_los_to_a_unit_in_its_light(tmp_path: Path) -> None:
    """Six hexes apart, with the enemy in the light or not; on a table in inches no marker gives light."""
    told = json.loads((ROOT / "maps/scenarios/lhy-bridge-patrol.json").read_text(encoding="utf-8"))
    dark = tmp_path / "dark.json"
    dark.write_text(json.dumps({**told, "options": {**told["options"], "night": True}}), encoding="utf-8")
    for words, visibility in (
        ((), "blocked"),
        (("illumination J6",), "clear"),
        (("illumination O6",), "blocked"),
        (("illumination in J6", "no illumination"), "blocked"),
    ):
        line = document("los", str(dark), "us.able.1.squad.1", "ge.1kp.1.squad.1", *if_so(*words))
        assert line["verdict"]["visibility"] == visibility
    table = ("los", "kgn-two-orchards", "10,10", "20,20")
    assert "on a map of hexes" in refused(*table, *if_so("illumination 15,15"))


def test_supposed_smoke_in_inches_blocks_as_wide_as_it_is_said_to_be() -> None:
    """A line along y = 20 passes 2.5 inches beside the middle of the cloud."""
    words = ("los", "two-orchards-lane", "22,29", "30,29", "--book", "kgn")
    assert document(*words)["verdict"]["visibility"] == "clear"
    assert document(*words, *if_so("smoke 26,31.5 wide 4"))["verdict"]["visibility"] == "clear"
    assert document(*words, *if_so("smoke 26,31.5 wide 6"))["verdict"]["visibility"] != "clear"


def test_an_enemy_supposed_gone_threatens_nobody(source: str) -> None:
    assert document("threat", source, "A-1", *if_so("A-1 at C4"))["verdict"]["watchers"]
    assert not document("threat", source, "A-1", *if_so("A-1 at C4", "no G-1"))["verdict"]["watchers"]


def test_a_supposed_facing_turns_the_arc_of_a_gun() -> None:
    ruling = document("range", "kgn-two-orchards", "PaK 40", *if_so("PaK 40 facing 180"))["verdict"]
    assert ruling["weapons"][0]["arc"]["bearing_deg"] == 180


def test_a_supposition_that_cannot_be_read_is_refused_with_how_to_say_it() -> None:
    assert "smoke PLACE" in refused("los", *MILL, *if_so("rain"))
    assert "on hexes smoke fills a hex" in refused("los", *MILL, *if_so("smoke I6 wide 3"))
    table = ("los", "kgn-two-orchards", "10,10", "20,20")
    for words in ("smoke 20,15 wide -6", "smoke 20,15 wide 0", "smoke 20,15 wide 5000"):
        assert "is not smoke PLACE wide 6: inches, more than 0" in refused(*table, *if_so(words))
    assert "'big' is not a number" in refused(*table, *if_so("smoke 20,15 wide big"))
    assert "'west' is not a number, as in facing 90" in refused(*table, *if_so("PaK 40 facing west"))
    assert "Z99" in refused("los", *MILL, *if_so("ge.stug.1 at Z99"))
    for wrong in ("smoke I6", [3], ["x" * 201], ["smoke I6"] * 21):
        with pytest.raises(BadInput, match=r"question\.if"):
            question_of({"ask": "field", "who": "A-1", "if": wrong})


def test_a_supposition_at_a_table_is_ruled_and_leaves_the_scene_as_it_is(served: Served) -> None:
    before = served.get("").json()["pieces"]
    plain = served.send("POST", "/ask", {"ask": "los", "who": "A-1", "target": "G-1"}).json()["ruling"]
    supposing: Json = {"ask": "los", "who": "A-1", "target": "G-1", "if": ["G-1 at A1"]}
    gone = served.send("POST", "/ask", supposing).json()["ruling"]
    assert gone["question"] == f"{plain['question']}, if G-1 at A1"
    assert served.get("").json()["pieces"] == before
