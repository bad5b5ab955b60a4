"""Bundled boards and scenarios by name, and a player's own files."""

import json
import os
import zipfile
from dataclasses import replace
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from maps import library
from maps.codec import board_text
from maps.documents import MAX_BYTES, CannotRead
from maps.scenario import Clock, Length, Scenario
from maps.scenario_codec import scenario_document
from rules.errors import BadInput, RulesError, Unknown
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from tests.drawing import board as drawing

FARM = drawing(". w .")


def test_a_bundled_board_is_asked_for_by_name() -> None:
    board = library.open_source("mill-valley")
    assert isinstance(board, HexBoard)
    assert board.name == "Mill Valley"
    assert library.bundled_board("mill-valley") == board


@pytest.mark.parametrize(
    "file",
    [*sorted(Path("maps").glob("boards/*.json")), *sorted(Path("maps").glob("scenarios/*.json"))],
    ids=lambda file: file.stem,
)
def test_bundled_files_meet_the_schema_that_a_players_file_must(file: Path) -> None:
    """Bundled data opened by name skips the schema check; opened as a file it must meet the schema."""
    by_name = library.bundled_board if file.parent.name == "boards" else library.scenario
    assert library.open_source(str(file)) == by_name(file.stem)


def test_sectors_are_laid_together_by_their_names() -> None:
    """Side by side from the west, a comma begins a row further south, @180 turns a sector."""
    board = library.open_source("mill-valley+ridge-farm@180")
    ready = library.bundled_board("mill-and-ridge")
    assert isinstance(board, HexBoard)
    assert isinstance(ready, HexBoard)
    assert replace(board, name=ready.name) == ready
    assert board.name == "Mill Valley + Ridge Farm turned"
    four = library.bundled_board("mill-valley+ridge-farm@180,market-quarter+market-quarter@180")
    assert isinstance(four, HexBoard)
    assert (four.grid.columns, four.grid.rows) == (33, 21)
    assert four.has(Hex.named("I16"), Terrain.URBAN)
    assert four.joined_by(Terrain.ROAD, Hex.named("I16"), Hex.named("I17"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mill-valley+moon", "no board named 'moon'; there are"),
        ("mill-valley+", "no board named ''; there are"),
        ("mill-valley@90", "board: 'mill-valley@90' is not mill-valley@180, the only way to turn a sector"),
        ("mill-valley,mill-valley+mill-valley", "grid.columns: 33 is not 17, as in Mill Valley"),
        ("+".join(["mill-valley"] * 13), "is not made of at most 12 sectors"),
    ],
)
def test_sectors_that_cannot_be_joined_are_refused(name: str, message: str) -> None:
    with pytest.raises(RulesError) as told:
        library.open_source(name)
    assert message in str(told.value)


def test_an_unknown_name_is_refused_with_the_known_or_the_nearest_names() -> None:
    with pytest.raises(Unknown, match=r"^no board or scenario named 'castle'; there are .*dolgoye-crossing"):
        library.open_source("castle")
    with pytest.raises(Unknown, match=r"did you mean mill-crossing or lhy-mill-heights\?"):
        library.scenario("mill")
    with pytest.raises(
        BadInput,
        match=r"^scenario: 'mill-valley' is not a scenario, but a board; there are dolgoye-crossing, ",
    ):
        library.scenario("mill-valley")
    with pytest.raises(Unknown, match=r"^no scenario named 'mil-crosing'; did you mean mill-crossing\?$"):
        library.scenario("mil-crosing")
    with pytest.raises(Unknown, match=r"^no board named 'moon'; there are .*market-quarter"):
        library.bundled_board("moon")


def test_a_board_file_is_read_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "farm.json"
    path.write_text(board_text(FARM), "utf-8")
    assert library.open_source(str(path)) == FARM
    with pytest.raises(
        BadInput, match=r"^format: 'blindhex-board/1' is not blindhex-scenario/1: this is a board$"
    ):
        library.scenario(str(path))


def test_a_scenario_is_fought_over_sectors_laid_together(tmp_path: Path) -> None:
    laid = "mill-valley+ridge-farm@180"
    document = scenario_document(Scenario("x", "lhy", FARM, ("a", "b"), (), Length(1, Clock.TURNS)))
    path = tmp_path / "x.json"
    path.write_text(json.dumps({**document, "board": laid}), "utf-8")
    found = library.scenario(str(path))
    assert found.board == library.bundled_board(laid)
    assert scenario_document(found)["board"] == laid


def test_a_scenario_file_finds_the_board_beside_it(tmp_path: Path) -> None:
    (tmp_path / "farm.json").write_text(board_text(FARM), "utf-8")
    document = scenario_document(Scenario("x", "lhy", FARM, ("a", "b"), (), Length(1, Clock.TURNS)))
    path = tmp_path / "x.json"
    path.write_text(json.dumps({**document, "board": "farm.json"}), "utf-8")
    assert library.scenario(str(path)).board == FARM
    (tmp_path / "farm.json").write_text(board_text(FARM).replace('"woods"', '"swamp"'), "utf-8")
    with pytest.raises(
        BadInput, match=r"^board farm\.json\.hexes\.B1\.terrain\[0\]: 'swamp' is not one of rural"
    ):
        library.scenario(str(path))
    (tmp_path / "farm.json").unlink()
    with pytest.raises(Unknown, match=r"^no file named '.*farm\.json'$"):
        library.scenario(str(path))


def test_unreadable_files_are_refused_with_a_reason(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match=r"^no file named 'nowhere\.json'$"):
        library.open_source("./nowhere.json")
    with pytest.raises(CannotRead, match=r" cannot be read: Is a directory\.$"):
        library.open_source(str(tmp_path))
    with pytest.raises(CannotRead, match=" cannot be read: "):
        library.open_source("nul\0.json")
    big = tmp_path / "big.json"
    big.touch()
    os.truncate(big, 100 * MAX_BYTES)
    with pytest.raises(BadInput, match=r"bytes long$"):
        library.open_source(str(big))
    other = tmp_path / "other.json"
    other.write_text('{"format": "blindhex-log/1"}', "utf-8")
    with pytest.raises(
        BadInput, match=r"^format: 'blindhex-log/1' is not blindhex-board/1 or blindhex-scenario/1$"
    ):
        library.open_source(str(other))


def test_the_library_describes_each_board_and_scenario_in_one_line() -> None:
    boards = {entry.name: entry.description for entry in library.boards()}
    assert set(boards) >= {"mill-valley", "market-quarter", "ridge-farm", "mill-and-ridge"}
    assert boards["mill-valley"].startswith("Mill Valley: 17 x 11 hexes; hills of 2 levels, woods, forest")
    assert {entry.name for entry in library.scenarios()} >= {"market-fight", "mill-crossing"}
    assert not any("\n" in entry.description for entry in (*library.boards(), *library.scenarios()))


def test_the_library_opens_from_a_zip(tmp_path: Path) -> None:
    """As in a zipped application, where no package file is on disk."""
    root = Path(library.__file__).parents[1]
    with zipfile.ZipFile(tmp_path / "app.zip", "w") as archive:
        for package in ("rules", "maps"):
            for path in (root / package).rglob("*"):
                if path.suffix in {".py", ".json"}:
                    archive.write(path, path.relative_to(root))
    code = "from maps import library; print(library.__file__, *[entry.name for entry in library.boards()])"
    said = run([executable, "-c", code], env={"PYTHONPATH": str(tmp_path / "app.zip")}, cwd=tmp_path,
               capture_output=True, text=True, check=True).stdout  # fmt: skip
    assert "app.zip" in said
    assert "mill-valley" in said
