"""The first commands of a newcomer: blindhex alone, lists of what is bundled, and new boards, scenarios and lists."""

import json
import re
from pathlib import Path

import pytest

from maps.library import boards_named, bundled_board, open_source, scenarios_named
from maps.scenario import Scenario
from rules.ground.hex.board import HexBoard
from tests.vtt_bridge.cli_ground import answered, document, refused, run
from vtt_bridge.cli import main


def test_blindhex_alone_greets_and_names_three_things_to_try() -> None:
    result = run()
    assert result.exit_code == 0
    tried = [line for line in result.stdout.splitlines() if line.startswith("  blindhex ")]
    assert len(tried) == 3


def test_a_group_of_commands_alone_lists_them_a_line_each() -> None:
    result = run("game")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "\n  begin " in result.stdout


def test_help_lists_each_command_once_under_a_heading() -> None:
    lines = answered("--help").splitlines()
    headings = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert headings[:3] == ["Options:", "Begin here:", "Ask the umpire:"]
    listed = [found[1] for line in lines if (found := re.match(r"  ([a-z]+)  ", line))]
    assert sorted(listed) == sorted(main.commands)


def test_units_lists_id_name_side_place_facing_and_condition() -> None:
    heading, *lines = answered("units", "mill-crossing").splitlines()
    assert heading.split() == ["unit", "name", "side", "where", "facing", "conditions"]
    [stug] = [line for line in lines if line.startswith("ge.stug.1 ")]
    assert stug.split("  ")[-1] == "in motion"
    assert stug.split()[-4:-2] == ["M6", "300°"]
    assert document("units", "mill-crossing")["units"][0]["unit"] == "ge.1kp.1.squad.1"


def test_units_of_a_side_leave_out_hidden_enemies(tmp_path: Path) -> None:
    log = str(tmp_path / "tiger.log")
    answered("game", "begin", "lhy-tiger-at-the-bridge", log, "--seed", "1")
    assert "ge.tiger.1" in answered("units", log)
    assert "tiger" not in answered("units", log, "--side", "us").lower()


def test_show_tells_length_objectives_and_victory_and_draws_the_board(tmp_path: Path) -> None:
    out = tmp_path / "mill.png"
    said = answered("show", "mill-crossing", "-o", str(out), "--hex-px", "24")
    assert said.startswith("Mill Crossing: Last Hundred Yards, 2019, 12 minutes\n")
    assert "objective: The bridge in I6, worth 3 points, held by the Americans\n" in said
    orchards = answered("show", "kgn-two-orchards")
    assert "objective: Ferme haute in 38.8,18.5, worth 1 morale counter\n" in orchards
    assert (
        "With a final score up to 9 the Germans win, up to 13 it is a draw, above that the Americans" in said
    )
    assert out.read_bytes().startswith(b"\x89PNG")
    wins = "The German player wins with 51% of the enemy's points destroyed and 50% of its own kept (MATG1 11, from the 2nd edition;"
    assert wins in answered("show", "dolgoye-vanguard")
    assert answered("show", "mill-valley").startswith("board: Mill Valley: 17 x 11 hexes")


def test_the_new_example_scenario_can_be_asked_about_and_played(tmp_path: Path) -> None:
    source, log = str(tmp_path / "fight.json"), str(tmp_path / "fight.log")
    answered("new", "scenario", "-o", source)
    assert answered("los", source, "Cole", "Adler").startswith("LOS Sgt. Cole's squad to Gruppe Adler")
    answered("game", "begin", source, log, "--seed", "1")
    assert "roll for the initiative" in answered("game", "turn", log)
    assert "Result: " in answered("play", source)


def test_the_new_example_scenario_can_be_played_on_the_new_example_board(tmp_path: Path) -> None:
    answered("new", "board", "-o", str(tmp_path / "hill.json"))
    fight = tmp_path / "fight.json"
    fight.write_text(answered("new", "scenario").replace('"ridge-farm"', '"hill.json"'), "utf-8")
    found = open_source(str(fight))
    assert isinstance(found, Scenario)
    assert found.board.name == "The hill"
    assert "Result: " in answered("play", str(fight))


def test_the_new_example_list_adds_a_tank_to_the_roster(tmp_path: Path) -> None:
    answered("new", "list", "-o", str(tmp_path / "mine.json"))
    assert "uk.comet" in answered("roster", "kgn", "--house", str(tmp_path / "mine.json"))
    assert "uk.comet" not in answered("roster", "kgn")


def test_the_new_example_battle_group_may_take_the_field(tmp_path: Path) -> None:
    able = str(tmp_path / "able.json")
    assert "blindhex forces" in answered("new", "group", "-o", able)
    assert answered("forces", able, "--require").startswith("battle groups: Able 178 points.")
    assert refused("new", "group", "--from", "able").startswith("No battle group is bundled")
    assert refused("show", able).endswith("; blindhex forces reads a battle group")


@pytest.mark.parametrize("name", ["table-17", "mill-valley+ridge-farm"])
def test_a_board_made_from_its_name_is_written_out(tmp_path: Path, name: str) -> None:
    source = str(tmp_path / "laid.json")
    answered("new", "board", "--from", name, "-o", source)
    written, made = open_source(source), bundled_board(name)
    assert type(written) is type(made)
    if isinstance(written, HexBoard) and isinstance(made, HexBoard):
        assert written.hexes == made.hexes


def test_every_bundled_scenario_board_and_list_can_be_written_out() -> None:
    for name in scenarios_named():
        assert json.loads(answered("new", "scenario", "--from", name))["format"] == "blindhex-scenario/1"
    for name in boards_named():
        assert json.loads(answered("new", "board", "--from", name))["format"] == "blindhex-board/1"
    assert json.loads(answered("new", "list", "--from", "matg2"))["book"] == "matg2"


def test_new_does_not_overwrite_a_file(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    mine.write_text("mine")
    assert refused("new", "board", "-o", str(mine)).startswith(f"{mine} is there already")
    assert mine.read_text() == "mine"
