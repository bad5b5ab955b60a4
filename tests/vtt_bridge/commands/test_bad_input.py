"""Bad input on the command line: one clear line, status 2, and nothing written."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.vtt_bridge.cli_ground import SCENARIO, board_file, refused, run, scenario_file


def test_a_source_that_does_not_exist_is_refused() -> None:
    assert refused("los", "nowhere", "A1", "B1").startswith("no board or scenario named 'nowhere'")
    assert refused("los", "no/such.json", "A1", "B1") == "no file named 'no/such.json'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "bad.json: '' is not JSON (Expecting value, line 1 column 1)"),
        ("[1, 2]", "bad.json: [1, 2] is not a JSON object"),
        ("{", "bad.json: '{' is not JSON"),
        ('{"format": "blindhex-board/9"}', "format: 'blindhex-board/9' is not"),
        ("{}", "format"),
    ],
)
def test_a_file_that_is_neither_board_nor_scenario_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text(text)
    assert refused("field", "bad.json", "A1").startswith(message)


@pytest.mark.parametrize(
    "words",
    [
        "los bad.json L4 H6",
        "units bad.json",
        "show bad.json",
        "forces bad.json",
        "luck bad.json",
        "replay bad.json",
        "replay bad.json --check",
        "game turn bad.json",
        "game do bad.json 1",
        "game begin bad.json new.log",
        "import tiled bad.json",
        "import uvtt bad.json --square-in 2",
        "import foundry bad.json --square-in 2",
        "serve bad.json",
        "bridge foundry scene bad.json",
        "bridge tts read bad.json --board mill-crossing --hex-units 2",
        "bridge tts label bad.json mill-crossing -o new.json",
        "bridge vassal read no.vsav --module no.vmod --map bad.json --board mill-valley",
        "mail notes no.mail --key bad.json",
    ],
)
@pytest.mark.parametrize("text", ["", '{"format": "blindhex-scenario/1", "name": \n'])
def test_every_command_names_a_file_that_is_not_json_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text(text)
    said = refused(*words.split())
    assert said.startswith("bad.json: ")
    assert "is not JSON" in said
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]


def test_a_broken_board_beside_a_scenario_is_named(tmp_path: Path) -> None:
    (tmp_path / "hill.json").write_text("{")
    said = refused("los", scenario_file(tmp_path, board="hill.json"), "A1", "B1")
    assert said.startswith(f"{tmp_path / 'hill.json'}: '{{' is not JSON")
    assert "WRONG  " + said in run("doctor", str(tmp_path / "two_squads.json")).stdout


def test_a_wrong_scenario_is_refused_by_its_field(tmp_path: Path) -> None:
    units = [{**SCENARIO["units"][0], "at": "Z99"}]
    source = scenario_file(tmp_path, units=units)
    assert refused("los", source, "A1", "B1").startswith("units[0].at: 'Z99' is not on the board")
    source = scenario_file(tmp_path, units=[{**SCENARIO["units"][0], "type": "us.maus"}])
    assert refused("los", source, "A1", "B1").startswith(
        "units[0].type: 'us.maus' is not a type in the roster"
    )
    assert refused("los", scenario_file(tmp_path, ruleset="chess"), "A1", "B1").startswith(
        "no ruleset named 'chess'; there are lhy"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("los", "A-9", "G-1"), "no unit or place named 'A-9'; there are A-1, T-1, G-1, G-2"),
        (("los", "A-1", "Z99"), "Z99 is not on the board, which has 7 columns (A to G) and 6 rows"),
        (("field", "A0"), "no unit or place named 'A0'"),
        (("reach", "A-9"), "no unit named 'A-9'"),
        (("reach", "C3"), "no unit named 'C3'"),
        (("reach", "A-1", "--mode", "swim"), "mode: 'swim' is not"),
        (("reach", "A-1", "--to", "Z99"), "Z99 is not on the board"),
        (("range", "B2"), "no unit named 'B2'"),
        (("range", "T-1", "--weapon", "rifle", "-o", "x.svg"), "no weapon named 'rifle'"),
        (("los", "A-1", "G-1", "--book", "chess"), "no ruleset named 'chess'"),
        (("los", "A-1", "G-1", "--switch", "x"), "no switch named 'x'; there are strict_2019"),
        (("los", "A-1", "G-1", "--side", "fr"), "--side: 'fr' is not one of the sides: us, ge"),
        (("los", "A-1", "G-1", "--house", "no.json"), "no.json cannot be read: No such file or directory."),
        (("los", "A-1", "G-1", "-o", "los.gif"), "-o: 'los.gif' is not a file name that ends in .png, .svg"),
        (
            ("los", "A-1", "G-1", "-o", "no/such/los.png"),
            "no/such/los.png cannot be written: No such file or directory.",
        ),
        (("los", "A-1", "G-1", "--hex-px", "1"), "Invalid value for '--hex-px': 1.0 is not in the range"),
        (("los", "A-1", "G-1", "--hex-px", "nan"), "Invalid value for '--hex-px': 'nan' is not a number."),
        (
            ("los", "A-1", "G-1", "--hex-px", "2000", "-o", "x.png"),
            "--hex-px: '2000' is not at most 1044, for",
        ),
        (("range", "T-1", "--weapon", "laser"), "-o is missing; it must be given with --weapon"),
        (("los", "A-1", "G-1", "--bare"), "-o is missing; it must be given with --bare"),
        (("los", "A-1", "G-1", "--hex-mm", "30"), "-o is missing; it must be given with --hex-mm"),
        (
            ("los", "A-1", "G-1", "--hex-mm", "30", "-o", "x.png"),
            "-o: 'x.png' is not a file name that ends in .pdf, which --hex-mm is for",
        ),
        (("los", "A-1", "G-1", "--side", ""), "--side: '' is not a value; leave --side out if none is meant"),
        (("los", "A-1", "G-1", "-o", ""), "-o: '' is not a value"),
        (
            ("los", "A-1", "G-1", "-o", "x.parquet"),
            "-o: 'x.parquet' is not a file name that ends in .png, .svg, .geojson or .pdf",
        ),
        (
            ("field", "A-1", "-o", "x.bmp"),
            "-o: 'x.bmp' is not a file name that ends in .png, .svg, .geojson, .pdf or .parquet",
        ),
        (("reach", "A-1", "--to", "A4", "-o", "x.parquet"), "-o: 'x.parquet' is not a picture: this answer"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused_and_nothing_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    source = scenario_file(tmp_path)
    monkeypatch.chdir(tmp_path)
    command, *rest = words
    assert refused(command, source, *rest).startswith(message)
    assert [path.name for path in tmp_path.iterdir()] == ["two_squads.json"]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"cheese": 1}, "no house value named 'cheese'"),
        ({"forest_levels": -1}, "house.forest_levels: -1 is not"),
        ({"blind_hexes": [[1], [1, 2]]}, "house.blind_hexes"),
        ([1], "--house: "),
        ("not json", "--house: "),
        ({}, "--house: "),
    ],
)
def test_wrong_house_values_are_refused_by_name(tmp_path: Path, values: object, message: str) -> None:
    house = tmp_path / "house.json"
    house.write_text(values if isinstance(values, str) else json.dumps(values))
    assert refused("field", board_file(tmp_path), "A1", "--house", str(house)).startswith(message)


def test_a_question_about_a_unit_off_the_map_is_refused(tmp_path: Path) -> None:
    waiting = {key: value for key, value in SCENARIO["units"][0].items() if key != "at"}
    source = scenario_file(tmp_path, units=[waiting])
    for words in (
        ("los", "A-1", "C3"),
        ("los", "C3", "A-1"),
        ("field", "A-1"),
        ("reach", "A-1"),
        ("range", "A-1"),
    ):
        command, *rest = words
        assert "is not on the map" in refused(command, source, *rest)


def test_the_former_picture_stays_when_the_new_one_cannot_be_drawn(tmp_path: Path) -> None:
    out = tmp_path / "los.png"
    out.write_bytes(b"old")
    assert run("los", scenario_file(tmp_path), "A-1", "G-9", "-o", str(out)).exit_code == 2
    assert (
        run("los", scenario_file(tmp_path), "A-1", "G-1", "-o", str(out), "--hex-px", "2000").exit_code == 2
    )
    assert out.read_bytes() == b"old"


def test_a_picture_cannot_be_written_over_a_folder(tmp_path: Path) -> None:
    (tmp_path / "los.png").mkdir()
    message = refused("los", scenario_file(tmp_path), "A-1", "G-1", "-o", str(tmp_path / "los.png"))
    assert message == f"{tmp_path / 'los.png'} cannot be written: Is a directory."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["los.png", "two_squads.json"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("los", "x"), "Missing argument 'FROM'."),
        (("lso",), "No such command 'lso'."),
        (("list", "--colour"), "No such option"),
        (("serve", "--port", "70000"), "Invalid value for '--port'"),
        (
            ("serve", "--database", "postgresql+psycopg://me:word@127.0.0.1:1/club"),
            "the table's database cannot be opened: connection failed",
        ),
        (
            ("serve", "--database", "mysql://club/x"),
            "database: 'mysql://club/x' is not a URL such as postgresql",
        ),
        (("serve", "no_such_scenario"), "no scenario named 'no_such_scenario'"),
        (("demo", "--scenario", "no_such_scenario"), "no scenario named 'no_such_scenario'"),
    ],
)
def test_a_mistyped_command_option_or_argument_is_refused(words: tuple[str, ...], message: str) -> None:
    assert refused(*words).startswith(message)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "http://", "https://:0/"])
def test_a_table_that_does_not_answer_is_refused_in_one_line(url: str) -> None:
    refused("los", url, "A-1", "G-1")


def test_control_characters_in_names_are_not_printed(tmp_path: Path) -> None:
    unit = {**SCENARIO["units"][0], "name": "\x1b[2J\x1b]0;gone\x07 Squad"}
    result = run("los", scenario_file(tmp_path, units=[unit]), "A-1", "B3")
    assert result.exit_code in (0, 2)
    assert "\x1b" not in result.output
    assert "\x1b" not in refused("los", scenario_file(tmp_path), "\x1b[31mA-1", "G-1")


WORDS = st.text(max_size=12) | st.sampled_from(["A-1", "G-1", "C3", "A1", "1,2", "nan,inf", "A" * 9, "1e9,1"])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(command=st.sampled_from(["los", "field", "reach", "range"]), words=st.lists(WORDS, max_size=3))
def test_any_words_typed_get_an_answer_or_one_line(tmp_path: Path, command: str, words: list[str]) -> None:
    result = run(command, scenario_file(tmp_path), "--", *words)
    assert result.exit_code in (0, 2)
    assert isinstance(result.exception, SystemExit | None)
    assert result.stderr.count("\n") == (1 if result.exit_code else 0)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=4) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(field=st.sampled_from([*SCENARIO, "options", "markers", "objectives", "colour"]), value=JSON)
def test_any_content_of_a_scenario_gets_an_answer_or_one_line(
    tmp_path: Path, field: str, value: object
) -> None:
    result = run("field", scenario_file(tmp_path, **{field: value}), "A3")
    assert result.exit_code in (0, 2)
    assert isinstance(result.exception, SystemExit | None)
    assert result.stderr.count("\n") == (1 if result.exit_code else 0)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    values=st.dictionaries(
        st.sampled_from(["blind_hexes", "range_shares", "road_mp", "forest_levels", "x"]), JSON
    )
)
def test_any_house_values_get_an_answer_or_a_refusal(tmp_path: Path, values: dict[str, object]) -> None:
    house = tmp_path / "house.json"
    house.write_text(json.dumps(values), encoding="utf-8")
    result = run("field", scenario_file(tmp_path), "A3", "--house", str(house))
    assert result.exit_code in (0, 2)
    assert isinstance(result.exception, SystemExit | None)


def test_a_bare_table_in_inches_is_refused_without_a_book() -> None:
    assert refused("atlas", "long-lane") == (
        "a table in inches does not say by which book it is played: name kgn, matg1 or matg2, as in --book kgn"
    )
