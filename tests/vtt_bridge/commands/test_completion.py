"""What a shell completes, as click asks for it."""

from pathlib import Path

from click.shell_completion import ShellComplete

from maps.library import boards_named, scenarios_named
from tests.vtt_bridge.cli_ground import answered, scenario_file
from vtt_bridge.cli import main

SHELL = ShellComplete(main, {}, "blindhex", "_BLINDHEX_COMPLETE")


def completed(*words: str) -> list[str]:
    """The completions of the last of these words."""
    *before, begun = words
    return [item.value for item in SHELL.get_completions(before, begun) if item.type == "plain"]


def test_commands_and_their_subcommands_are_completed() -> None:
    assert {"los", "list"} <= set(completed("l"))
    assert {"begin", "turn", "do", "go"} <= set(completed("game", ""))


def test_bundled_scenarios_and_boards_are_completed() -> None:
    assert completed("los", "mill-") == ["mill-crossing", "mill-and-ridge", "mill-valley"]
    assert set(completed("show", "")) == {*scenarios_named(), *boards_named()}
    assert completed("game", "begin", "kgn-tw") == ["kgn-two-orchards"]
    assert completed("game", "begin", "mill-v") == [], "nobody plays a bare board"


def test_units_by_id_or_name_and_hexes_of_the_board_are_completed(tmp_path: Path) -> None:
    assert completed("fire", "mill-crossing", "us.gun57.1", "ge.st") == ["ge.stug.1", "ge.stug.2"]
    assert completed("los", "mill-crossing", "stug") == ["StuG IIIG #1", "StuG IIIG #2"]
    assert completed("los", scenario_file(tmp_path), "A-1", "g") == [f"G{row}" for row in range(1, 7)]
    assert completed("los", "nowhere", "A") == []


def test_a_unit_that_a_side_does_not_know_is_not_completed_for_it(tmp_path: Path) -> None:
    source = scenario_file(tmp_path)
    assert completed("los", source, "G-") == ["G-1", "G-2"]
    assert completed("los", "--side", "us", source, "G-") == ["G-1"]


def test_sides_and_units_of_a_game_and_books_are_completed(tmp_path: Path) -> None:
    log = str(tmp_path / "farm.log")
    answered("game", "begin", "lhy-ridge-farm", log, "--seed", "1")
    assert completed("game", "notes", log, "") == ["us", "ge"]
    assert completed("game", "go", log, "us.m") == ["us.mg.1"]
    assert completed("roster", "k") == ["kgn"]
