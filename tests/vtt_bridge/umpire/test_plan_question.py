"""Plan, here, threat, where, change and profile: on the command line, at a table and in a chat."""

import json
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from rules.errors import BadInput
from tests.vtt_bridge.cli_ground import SCENARIO, answered, document, refused, run, scenario_file
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.scenes import umpire
from tests.vtt_bridge.umpire.test_chat_commands import asked_in
from vtt_bridge.local_table.in_process_table import InProcessTable
from vtt_bridge.port.virtual_table import PutOverlay, Say
from vtt_bridge.umpire.questions import Asks, question_of


def test_plan_lists_each_way_by_turns_with_exposure_worst_step_and_cited_reasons(source: str) -> None:
    said = answered("plan", source, "A-1", "D3").splitlines()
    assert said[:6] == [
        "routes of 1st Squad to D3: 2 routes.",
        "- A: 3 MP in 1 turn, exposure 1.00:",
        "  - A3 B3 C4 D3",
        "  - seen on 2 of 3 steps, 50% to be harmed if each fires once a turn where it is worst",
        "  - worst at C4:",
        "    - 1st Squad, 1. Kp 1st Plt at 2 hexes, in its band to 2, 50% to harm it",
    ]
    assert any("+1 SAV of 1st Squad, 1. Kp 1st Plt (LHY 1.5)" in line for line in said[said.index("Why:") :])


def test_a_section_aboard_has_no_way_and_the_reason_is_cited() -> None:
    said = answered("plan", "kgn-two-orchards", "3 Section", "40,20").splitlines()
    assert said == [
        "routes of 3 Section to 40.0,20.0: no way there.",
        "- 3 Section is aboard uk.ht and must get out first (KGN Deploy, OUR 50, inferred)",
    ]
    assert answered("threat", "kgn-two-orchards", "3 Section").startswith("threat to 3 Section at 5.0,25.0: ")


@pytest.mark.parametrize("words", [("reach",), ("plan", "20,20"), ("threat",), ("range",), ("field",)])
def test_a_question_about_a_unit_still_off_the_map_is_refused_by_its_name(words: tuple[str, ...]) -> None:
    command, *rest = words
    said = refused(command, "meeting-on-the-long-lane", "PzKpfw III 1/1", *rest)
    assert said == "PzKpfw III 1/1 is not on the map."


def test_the_first_way_of_plan_costs_what_reach_says(source: str) -> None:
    plan = document("plan", source, "T-1", "D5")["verdict"]
    way = document("reach", source, "T-1", "--to", "D5")["verdict"]
    assert plan["routes"][0]["cost"] == way["cost"]


def test_plan_as_json_is_a_valid_ruling_document_with_watchers_and_danger(source: str) -> None:
    ruling = document("plan", source, "A-1", "D3")
    schema = json.loads(files("exporters").joinpath("ruling.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(ruling)
    first = ruling["verdict"]["routes"][0]
    worst = first["steps"][first["worst"]]
    assert worst["watchers"][0]["unit"] == "G-1"
    assert ruling["verdict"]["danger"][worst["at"]] == worst["danger"]


@pytest.mark.parametrize("bare", [(), ("--bare",)], ids=["board", "bare"])
def test_plan_is_drawn_as_png_svg_and_geojson(source: str, tmp_path: Path, bare: tuple[str, ...]) -> None:
    for kind in ("png", "svg", "geojson"):
        answered("plan", source, "A-1", "D3", "-o", str(tmp_path / f"plan.{kind}"), *bare)
    picture = Image.open(BytesIO((tmp_path / "plan.png").read_bytes()))
    assert picture.width > 300
    drawing = ElementTree.fromstring((tmp_path / "plan.svg").read_bytes())
    assert drawing.tag.endswith("svg")
    features = json.loads((tmp_path / "plan.geojson").read_text("utf-8"))["features"]
    ways = [
        feature["properties"] for feature in features if feature["properties"]["role"].startswith("route-")
    ]
    assert {"A", "B"} <= {way["way"] for way in ways if "way" in way}


def test_plan_without_a_way_exits_with_1_under_require(tmp_path: Path) -> None:
    walled = {**SCENARIO["board"], "lines": [], "hexes": {"A4": {"terrain": ["urban", "urban_building"]}}}
    source = scenario_file(tmp_path, board=walled)
    result = run("plan", source, "T-1", "A4", "--require")
    assert (result.exit_code, "no way there" in result.stdout) == (1, True)


def test_a_hidden_enemy_changes_no_plan_of_the_other_side(source: str, tmp_path: Path) -> None:
    shown = [unit for unit in SCENARIO["units"] if unit["id"] != "G-2"]
    known = answered("plan", source, "A-1", "F5")
    (tmp_path / "shown").mkdir()
    assert known == answered("plan", scenario_file(tmp_path / "shown", units=shown), "A-1", "F5")
    assert "G-2" not in known


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("A-9", "C3"), "no unit named 'A-9'; there are A-1, T-1, G-1, G-2"),
        (("A-1", "Z99"), "Z99 is not on the board, which has 7 columns (A to G) and 6 rows"),
        (("A-1", "A3"), "1st Squad is at A3 already."),
        (("A-1", "E6", "--mode", "swim"), "mode: 'swim' is not one of activation, reaction, reverse"),
    ],
)
def test_plan_with_bad_input_is_refused_in_one_sentence(
    source: str, words: tuple[str, ...], said: str
) -> None:
    assert refused("plan", source, *words) == said


def test_plan_at_a_table_lays_an_overlay_with_a_legend_and_tells_the_ways(served: Served) -> None:
    answer = umpire().ask(
        InProcessTable(served.store, served.scene_id),
        question_of({"ask": "plan", "who": "A-1", "target": "B4"}),
    )
    put, say = answer.operations
    assert isinstance(put, PutOverlay)
    assert isinstance(say, Say)
    assert put.overlay.tag == "blindhex-answer"
    assert put.overlay.legend[0].text.startswith("A: ")
    assert say.text.startswith("routes of A-1 to B4: 1 route.\n- A: ")


def test_plan_in_the_chat_takes_unit_place_and_mode() -> None:
    question = asked_in("!plan A-1 > C2 > reaction")
    assert (question.asks, question.who, question.target, question.mode) == (
        Asks.PLAN,
        "A-1",
        "C2",
        "reaction",
    )


def test_here_threat_and_where_are_answered_on_the_command_line_and_read_from_the_chat(
    source: str, tmp_path: Path
) -> None:
    said = answered("here", source, "C4", "A-1", "-o", str(tmp_path / "here.png"))
    assert said.startswith(
        "C4 to 1st Squad: open ground, level 0; TEM 0.\n- 2 MP to get there\n- seen there by:\n  - 1st Squad, 1. Kp 1st Plt at 2"
    )
    assert answered("here", source, "C4").startswith("C4: open ground, level 0; TEM 0.")
    assert answered("here", source, "G-1").startswith("E3, where "), "half of a place may be a part of a name"
    threat = document("threat", source, "A-1", "-o", str(tmp_path / "threat.svg"))
    schema = json.loads(files("exporters").joinpath("ruling.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(threat)
    assert threat["verdict"]["danger"]["C4"] > 0
    assert (tmp_path / "here.png").exists()
    assert (tmp_path / "threat.svg").exists()
    here = asked_in("!here C4 > A-1")
    assert (here.asks, here.who, here.target) == (Asks.HERE, "A-1", "C4")
    assert asked_in("!threat A-1").asks is Asks.THREAT
    hit = asked_in("!where A-1 > hit > G-1")
    assert (hit.asks, hit.who, hit.mode, hit.target) == (Asks.WHERE, "A-1", "hit", "G-1")
    said = answered("where", source, "A-1", "hit", "G-1", "-o", str(tmp_path / "where.png"))
    assert said.startswith("where 1st Squad can hit 1st Squad, 1. Kp 1st Plt: ")
    assert "question.target" in refused_question({"ask": "here", "who": "A-1"})


def test_change_is_answered_on_the_command_line_at_a_table_and_read_from_the_chat(
    source: str, served: Served, tmp_path: Path
) -> None:
    ruling = document("change", source, "A-1", "G-1", "--if", "A-1 at C4", "-o", str(tmp_path / "change.svg"))
    schema = json.loads(files("exporters").joinpath("ruling.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(ruling)
    verdict = ruling["verdict"]
    assert (verdict["sight"]["visibility"], verdict["harm"], verdict["out_of_sight"]["cost"]) == (
        "clear",
        "1/2",
        1,
    )
    assert {smoke["sight"]["hindrance"] for smoke in verdict["smoke"]} == {1}
    assert (tmp_path / "change.svg").exists()
    asked = asked_in("!change A-1 > G-1")
    assert (asked.asks, asked.who, asked.target) == (Asks.CHANGE, "A-1", "G-1")
    put, say = (
        umpire()
        .ask(
            InProcessTable(served.store, served.scene_id),
            question_of({"ask": "change", "who": "A-1", "target": "G-1"}),
        )
        .operations
    )
    assert isinstance(put, PutOverlay)
    assert isinstance(say, Say)
    assert say.text.startswith("what would change the line of A-1 and G-1: ")
    assert "question.target" in refused_question({"ask": "change", "who": "A-1"})


def test_profile_tells_and_draws_what_is_too_high_between_two_units(source: str, tmp_path: Path) -> None:
    said = answered("profile", source, "A-1", "G-1", "-o", str(tmp_path / "profile.svg"))
    assert said.startswith("profile of LOS 1st Squad to 1st Squad, 1. Kp 1st Plt: LOS blocked; ")
    assert "too high" in said
    drawn = (tmp_path / "profile.svg").read_text("utf-8")
    assert "levels" in drawn
    ruling = document("profile", source, "A-1", "G-1", "-o", str(tmp_path / "profile.pdf"))
    schema = json.loads(files("exporters").joinpath("ruling.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(ruling)
    assert (tmp_path / "profile.pdf").read_bytes().startswith(b"%PDF")
    assert run("profile", source, "A-1", "G-1", "--require").exit_code == 1


def refused_question(words: dict[str, str]) -> str:
    with pytest.raises(BadInput) as found:
        question_of(words)
    return str(found.value)
