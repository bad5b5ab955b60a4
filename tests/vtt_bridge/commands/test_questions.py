"""Questions on the command line: answers as text, JSON and pictures, and as exit status."""

import json
from fractions import Fraction
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pypdfium2
import pytest
from jsonschema import Draft202012Validator
from PIL import Image

from exporters.documents import RULING_SCHEMA
from tests.vtt_bridge.cli_ground import SCENARIO, answered, board_file, document, run, scenario_file


def test_los_between_units_names_the_blocking_hex_and_its_rule(source: str) -> None:
    said = answered("los", source, "A-1", "G-1")
    assert "LOS blocked" in said
    assert "- woods at C3 blocks (LHY 4.2.1a)" in said.splitlines()


def test_los_takes_ids_names_and_places(source: str) -> None:
    by_id = document("los", source, "A-1", "G-1")["verdict"]
    assert document("los", source, "1st Squad", "e3")["verdict"] == by_id
    assert document("los", source, "A3", "E3")["verdict"] == by_id


def test_los_within_one_hex_is_clear(source: str) -> None:
    said = answered("los", source, "A3", "A3").splitlines()
    assert said[1:] == ["- a unit sees its own hex (LHY 4.2) at A3"]


def test_los_json_is_a_ruling_document(source: str) -> None:
    ruling = document("los", source, "A-1", "G-1")
    assert ruling["format"] == "blindhex-ruling/1"
    assert ruling["verdict"]["kind"] == "sight"
    assert ruling["verdict"]["visibility"] == "blocked"
    assert ruling["reasons"][0]["cite"] == "LHY 4.2.1a"
    assert ruling["reasons"][0]["at"] == ["C3"]
    assert ruling["odds"] is None


def test_fire_tells_the_modifiers_with_their_rules_and_the_odds() -> None:
    said = answered("fire", "mill-crossing", "us.gun57.1", "ge.stug.1").splitlines()
    assert said[0] == "anti-tank fire of 57 mm M1 #1 on StuG IIIG #1: ATDRM +1."
    assert "- +3 ATV of 57 mm M1 #1 (LHY 1.7)" in said
    assert "- StuG IIIG #1 destroyed: 20% (2 in 10)" in said


def test_fire_json_has_the_line_and_odds_that_sum_to_1() -> None:
    ruling = document("fire", "mill-crossing", "us.gun57.1", "ge.stug.1")
    assert ruling["verdict"]["kind"] == "shot"
    assert ruling["verdict"]["sight"]["visibility"] == "clear"
    assert sum(Fraction(odd["p"]) for odd in ruling["odds"]) == 1


def test_fire_is_thrown_with_a_seed_and_the_same_seed_throws_the_same() -> None:
    thrown = {
        answered("fire", "mill-crossing", "us.gun57.1", "ge.stug.1", "--roll", str(n)) for n in range(12)
    }
    ends = {said.splitlines()[-1] for said in thrown}
    assert ends == {
        f"Thrown: {what}" for what in ("no effect", "StuG IIIG #1 shocked", "StuG IIIG #1 destroyed")
    }
    again = [answered("fire", "mill-crossing", "us.gun57.1", "ge.stug.1", "--roll", "4") for _ in range(2)]
    assert again[0] == again[1]


def test_the_outcome_thrown_is_in_the_json_as_well() -> None:
    words = ("fire", "mill-crossing", "us.gun57.1", "ge.stug.1")
    thrown = document(*words, "--roll", "7")
    assert f"Thrown: {thrown['thrown']}" == answered(*words, "--roll", "7").splitlines()[-1]
    assert _faults(thrown) == []
    assert "thrown" not in document(*words)


@pytest.mark.parametrize(
    "question",
    [
        "los mill-crossing L4 H6",
        "field mill-crossing ge.stug.1",
        "field meeting-on-the-long-lane 20,12",
        "reach mill-crossing us.able.1.squad.2",
        "reach mill-crossing us.able.1.squad.2 --to H7",
        "range mill-crossing ge.pak40.3",
        "fire mill-crossing us.gun57.1 ge.stug.1",
        "forces meeting-on-the-long-lane",
        "plan mill-crossing us.able.1.squad.2 H7",
        "here mill-crossing H6 us.able.1.squad.2",
        "threat mill-crossing us.able.1.squad.2",
        "change mill-crossing us.able.1.squad.2 ge.stug.1",
        "profile mill-crossing L4 G9",
        "where mill-crossing us.able-tank.1.1 see ge.stug.1",
        "where mill-crossing us.able-tank.1.1 hit ge.stug.1",
        "where mill-crossing us.able.1.squad.2 hide",
        "where mill-crossing us.able.1.squad.2 observe L4",
        "where mill-crossing us.able.1.squad.2 block ge.stug.1",
    ],
)
def test_every_question_is_answered_by_a_ruling_document(question: str) -> None:
    assert _faults(document(*question.split())) == []


def _faults(ruling: object) -> list[str]:
    schema = json.loads(files("exporters").joinpath(RULING_SCHEMA).read_text("utf-8"))
    return [error.message for error in Draft202012Validator(schema).iter_errors(ruling)]


def test_fire_without_los_is_no_fire_and_cites_what_blocks() -> None:
    said = answered("fire", "mill-crossing", "us.able-tank.1.1", "ge.stug.1").splitlines()
    assert said[0].endswith("on StuG IIIG #1: no fire.")
    assert said[1].endswith("blocks (LHY 4.2.1d)")


def test_fire_at_a_concealed_counter_tells_what_its_side_may_know() -> None:
    said = answered("fire", "lhy-ridge-farm", "us.baker.2.squad.1", "F9", "--side", "us").splitlines()
    assert said[0] == "small-arms fire of 1st Squad, Baker 2nd Plt on concealed units F9: SADRM -1."
    assert "- -1 target concealed (LHY 11.3.3i, from Series Rules v2.1)" in said
    assert said[-1].startswith("- the owner of what lies concealed in F9 says how many AFVs")


def test_threat_names_each_concealed_counter_by_its_hex() -> None:
    said = answered("threat", "lhy-ridge-farm", "us.baker.2.squad.1", "--side", "us").splitlines()
    assert "- it sees concealed units F9, concealed units J9" in said


def test_fire_is_asked_in_inches_as_on_hexes(tmp_path: Path) -> None:
    text = (files("maps") / "scenarios" / "meeting-on-the-long-lane.json").read_text("utf-8")
    game = json.loads(text)
    placed = {"g-1a": ([20, 12], 90), "us-1a": ([26, 12], 270)}
    for unit in game["units"]:
        if unit["id"] in placed:
            unit["at"], unit["facing_deg"] = placed[unit["id"]]
    source = tmp_path / "lane.json"
    source.write_text(json.dumps(game))
    said = answered("fire", str(source), "g-1a", "us-1a")
    assert "- cohesion roll of 17 or less to fire (MATG2 5.1)" in said.splitlines()
    assert "Odds:" in said.splitlines()


def test_field_json_agrees_with_los_for_every_hex(source: str) -> None:
    field = document("field", source, "A3")["verdict"]
    assert field["from"] == "A3"
    assert len(field["places"]) == 42
    for place in ("A1", "C3", "E3", "G4", "G6"):
        assert field["places"][place] == document("los", source, "A3", place)["verdict"]["visibility"]


def test_field_lists_the_hexes_by_how_they_are_seen_and_only_counts_the_blocked(source: str) -> None:
    places = document("field", source, "A-1")["verdict"]["places"]
    assert "  blocked: " not in answered("field", source, "A-1")
    listed = {
        place: head.strip().partition(" by ")[0]
        for head, _, labels in (
            line.partition(": ")
            for line in answered("field", source, "A-1", "--blocked").splitlines()
            if line.startswith("  ")
        )
        for label in labels.split()
        for place in _hexes_of_run(label)
    }
    assert listed == places
    assert listed["E3"] == "blocked"


def _hexes_of_run(label: str) -> list[str]:
    """G6-G8 as G6, G7, G8, and G6 as itself."""
    first, _, last = label.partition("-")
    return [f"{first[0]}{row}" for row in range(int(first[1:]), int((last or first)[1:]) + 1)]


def test_field_says_by_how_much_a_hex_is_hindered() -> None:
    said = answered("field", "mill-crossing", "ge.stug.1").splitlines()
    assert any(line.startswith("  hindered by 1: ") and " J5" in line for line in said)  # through its smoke
    assert any("G6-G10" in line for line in said if line.startswith("  clear: "))


def test_reach_json_gives_the_cost_of_every_hex(source: str) -> None:
    ruling = document("reach", source, "A-1")
    reach = ruling["verdict"]
    assert (reach["unit"], reach["from"], reach["allowance"]) == ("A-1", "A3", 3)
    # Two hexes away by B2 and B3 both; the wood is dear.
    assert reach["cost"]["A3"] == 0
    assert reach["cost"]["A4"] < reach["cost"]["C3"]
    assert ruling["reasons"]


def test_reach_in_reaction_is_smaller_than_in_activation(source: str) -> None:
    usual, activation, reaction = (
        document("reach", source, "A-1", *mode)["verdict"]
        for mode in ((), ("--mode", "activation"), ("--mode", "reaction"))
    )
    assert usual == activation
    assert reaction["allowance"] < usual["allowance"]
    assert set(reaction["cost"]) < set(usual["cost"])


def test_reach_lists_the_hexes_by_what_they_cost(source: str) -> None:
    lines = answered("reach", source, "A-1").splitlines()
    assert "  0 MP: A3" in lines
    costs = [float(line.split()[0]) for line in lines if " MP: " in line]
    assert costs == sorted(costs)


def test_reach_to_a_place_tells_the_way(tmp_path: Path, source: str) -> None:
    way = document("reach", source, "T-1", "--to", "D5")
    assert way["verdict"]["kind"] == "path"
    assert way["verdict"]["places"] == ["A5", "B5", "C6", "D5"]
    assert way["verdict"]["cost"] == document("reach", source, "T-1")["verdict"]["cost"]["D5"]
    out = tmp_path / "way.geojson"
    assert "A5 B5 C6 D5" in answered("reach", source, "T-1", "--to", "d5", "-o", str(out), "--bare")
    roles = [feature["properties"]["role"] for feature in json.loads(out.read_text("utf-8"))["features"]]
    assert (roles.count("noted"), roles.count("target")) == (2, 1)


def test_reach_to_a_place_out_of_reach_exits_with_1_under_require(source: str) -> None:
    result = run("reach", source, "A-1", "--to", "G1", "--require")
    assert (result.exit_code, result.stderr) == (1, "")
    assert "out of reach" in result.stdout


def test_range_names_the_weapons_with_bands_and_arc(source: str) -> None:
    ranges = document("range", source, "A-1")["verdict"]
    assert ranges["unit"] == "A-1"
    bands = ranges["weapons"][0]["bands"]
    assert [band["out_to"] for band in bands] == sorted(band["out_to"] for band in bands)
    assert "out to" in answered("range", source, "T-1")


def test_a_bare_board_is_asked_about_its_hexes(tmp_path: Path) -> None:
    assert document("los", board_file(tmp_path), "A3", "E3")["verdict"]["visibility"] == "blocked"
    assert document("field", board_file(tmp_path), "A3", "--book", "lhy")["verdict"]["from"] == "A3"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("los", "A-1", "G-1"), 1),
        (("los", "A-1", "T-1"), 0),
        (("field", "A-1"), 0),
        (("reach", "A-1"), 0),
        (("range", "A-1"), 0),
    ],
)
def test_under_require_the_answer_is_the_exit_status(
    source: str, words: tuple[str, ...], status: int
) -> None:
    command, *rest = words
    plain, required = run(command, source, *rest), run(command, source, *rest, "--require")
    assert (plain.exit_code, required.exit_code) == (0, status)
    assert required.stdout == plain.stdout
    assert required.stderr == ""


@pytest.mark.parametrize(
    "words", [("los", "A-1", "G-1"), ("field", "A-1"), ("reach", "A-1"), ("range", "T-1")]
)
def test_every_answer_is_drawn_in_every_form(tmp_path: Path, source: str, words: tuple[str, ...]) -> None:
    command, *rest = words
    for name in ("a.png", "a.svg", "a.geojson"):
        said = answered(command, source, *rest, "-o", str(tmp_path / name))
        assert said == answered(command, source, *rest)
    image = Image.open(BytesIO((tmp_path / "a.png").read_bytes()))
    assert image.format == "PNG"
    assert min(image.size) > 300
    assert ElementTree.fromstring((tmp_path / "a.svg").read_text("utf-8")).tag.endswith("svg")
    drawn = json.loads((tmp_path / "a.geojson").read_text("utf-8"))
    assert drawn["type"] == "FeatureCollection"
    assert len(drawn["features"]) > 42
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(("a.", "."))) == [
        "a.geojson",
        "a.png",
        "a.svg",
    ]


def test_bare_draws_the_answer_alone_as_a_transparent_overlay(tmp_path: Path, source: str) -> None:
    out = tmp_path / "los.png"
    answered("los", source, "A-1", "G-1", "-o", str(out), "--bare", "--hex-px", "40")
    with Image.open(out) as drawn:
        overlay = drawn.convert("RGBA")
    faintest, strongest = overlay.getchannel("A").getextrema()
    assert (faintest, strongest) == (0, 255)
    assert overlay.getpixel((1, 1)) == (0, 0, 0, 0)
    # 6 rows of 40 px and the half hex that column B stands lower.
    assert overlay.height == 260


def test_a_picture_is_printed_in_true_scale(tmp_path: Path, source: str) -> None:
    """7 hexes across at 60 mm take more than one sheet of A4, which is said before anybody prints them; at 20 mm one."""
    out = tmp_path / "los.pdf"
    large = ("--hex-mm", "60")
    for asked, count, told in (
        ((), 1, ""),
        (large, 6, f"{out}: 6 sheets of A4, 3 across and 2 down, in true scale.\n"),
        ((*large, "--paper", "a3"), 4, f"{out}: 4 sheets of A3, 2 across and 2 down, in true scale.\n"),
    ):
        drawn = run("los", source, "A-1", "G-1", "-o", str(out), *asked)
        assert (drawn.exit_code, len(pypdfium2.PdfDocument(out)), drawn.stderr) == (0, count, told)


def test_json_and_picture_go_together(tmp_path: Path, source: str) -> None:
    out = tmp_path / "field.svg"
    assert document("field", source, "A-1", "-o", str(out))["verdict"]["from"] == "A3"
    assert out.exists()


def test_each_weapon_named_draws_its_own_range(tmp_path: Path, source: str) -> None:
    names = [weapon["name"] for weapon in document("range", source, "T-1")["verdict"]["weapons"]]
    drawn = []
    for name in names:
        out = tmp_path / "range.geojson"
        answered("range", source, "T-1", "--weapon", name, "-o", str(out), "--bare")
        drawn.append(out.read_text("utf-8"))
    assert len(set(drawn)) == len(names) > 1


def test_a_side_cannot_ask_about_a_hidden_enemy(source: str) -> None:
    assert run("los", source, "A-1", "G-2").exit_code == 0
    assert run("los", source, "A-1", "G-2", "--side", "ge").exit_code == 0
    assert run("los", source, "A-1", "G-2", "--side", "Germans").exit_code == 0, "as every list calls them"
    hidden = run("los", source, "A-1", "G-2", "--side", "us")
    assert hidden.exit_code == 2
    assert hidden.stderr == ("blindhex: no unit or place named 'G-2'; there are A-1, T-1, G-1\n")


def test_a_concealed_enemy_is_asked_about_as_a_counter_and_drawn_without_its_name(tmp_path: Path) -> None:
    """LHY 4.3: the other side sees that something is there, and neither what nor which."""
    units = [*SCENARIO["units"][:2], {**SCENARIO["units"][2], "conditions": ["concealed"]}]
    source = scenario_file(tmp_path, units=units)
    counter = document("los", source, "A-1", "concealed-E3-1", "--side", "us")["verdict"]
    assert counter == document("los", source, "A-1", "G-1", "--side", "ge")["verdict"]
    assert run("los", source, "A-1", "G-1", "--side", "us").exit_code == 2
    assert run("range", source, "concealed-E3-1", "--side", "us").stdout.count("out to") == 0
    answered("field", source, "A-1", "--side", "us", "-o", str(tmp_path / "field.svg"))
    drawn = (tmp_path / "field.svg").read_text("utf-8")
    assert "G-1" not in drawn
    assert "ge.1kp" not in drawn


def test_a_switch_rules_by_the_strict_text_of_2019(tmp_path: Path) -> None:
    """Woods in a valley below both units: our reading sees over them (OUR 1), the strict text does not."""
    hills = {"A3": {"level": 2}, "E3": {"level": 2}, "C3": {"terrain": ["woods"]}}
    source = board_file(tmp_path, hexes=hills)
    assert run("los", source, "A3", "E3", "--require").exit_code == 0
    for strict in (("--switch", "lower_woods_block"), ("--strict-2019",)):
        assert run("los", source, "A3", "E3", "--require", *strict).exit_code == 1


def test_a_later_edition_as_switch_lets_tree_lines_block(tmp_path: Path) -> None:
    """Trees along a hexside mean nothing in 2019; the series rules let them block."""
    lined = board_file(tmp_path, hexes={}, hexsides=[{"between": ["C3", "C4"], "terrain": "tree_line"}])
    assert run("los", lined, "C1", "C6", "--require").exit_code == 0
    later = run("los", lined, "C1", "C6", "--require", "--switch", "series-3.1")
    assert later.exit_code == 1
    assert "tree line at C3/C4 blocks" in later.stdout


def test_house_values_replace_the_figures_of_the_book(tmp_path: Path) -> None:
    """Seen from level 2, a wood of level 1 two hexes away blinds as many hexes as the table says."""
    source = board_file(tmp_path, hexes={"A3": {"level": 2}, "C3": {"terrain": ["woods"]}})
    blind = []
    for hexes in (1, 3):
        house = tmp_path / "house.json"
        house.write_text(json.dumps({"blind_hexes": [[hexes]]}))
        places = document("field", source, "A3", "--house", str(house))["verdict"]["places"]
        blind.append([place for place in places if places[place] == "blind"])
    assert set(blind[0]) < set(blind[1])


def test_forces_are_counted_in_the_points_of_the_book() -> None:
    said = answered("forces", "meeting-on-the-long-lane").splitlines()
    assert said[0].endswith("Germans 901 points, Americans 936 points.")


def test_forces_of_a_book_without_points_are_refused() -> None:
    assert "Last Hundred Yards prices no units" in run("forces", "mill-crossing").stderr
