"""blindhex game play: the prompt, with lines piped in and typed on a terminal."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from select import select

import pytest
from click.testing import CliRunner

from rules.errors import BadInput, Unknown
from tests.programs import needs
from tests.vtt_bridge.cli_ground import answered, refused
from vtt_bridge.cli import main
from vtt_bridge.commands.games import prompt
from vtt_bridge.commands.games.prompt import command_in_line


@pytest.fixture
def farm(tmp_path: Path) -> str:
    log = str(tmp_path / "farm.log")
    answered("game", "begin", "lhy-ridge-farm", log, "--seed", "3")
    return log


def test_typing_a_choice_as_listed_declares_it(farm: str) -> None:
    lines = ["Roll for the initiative", "select Baker", "activate Charlie", "activate", "quit"]
    said = CliRunner().invoke(main, ["game", "play", farm], input="\n".join(lines)).stdout
    assert "Baker is selected" in said
    assert "no word of the prompt named 'activate'" in said, "no company is called so"
    assert "Baker 2nd Plt activated" in said


def test_a_choice_whose_name_begins_with_a_number_is_declared_by_its_name(tmp_path: Path) -> None:
    """Squads are called 1 Sqd and 2 Sqd: their choices are asked for, weighed and declared by their names like any others."""
    log = str(tmp_path / "bridge.log")
    answered("game", "begin", "lhy-bridge-patrol", log, "--seed", "11")
    choice = "1 Sqd 1. Kp 1 fires small arms at F8"
    lines = ["1", "1", "activate 1. Kp 1st Plt", "2 sqd", f"odds {choice}", choice, "quit"]
    result = CliRunner().invoke(main, ["game", "play", log], input="\n".join(lines))
    assert not result.stderr
    assert "2 Sqd 1. Kp 1 (ge.1kp.1.squad.2): maneuver\n" in result.stdout
    assert f"{choice}: SADRM -1." in result.stdout
    assert "1 Sqd 1. Kp 1 puts SADRM -1 on F8" in result.stdout


def test_typing_an_enemy_unit_says_that_it_is_not_ones_own(tmp_path: Path) -> None:
    log = str(tmp_path / "duel.log")
    answered("game", "begin", "duel-on-the-long-lane", log, "--seed", "1")
    said = CliRunner().invoke(main, ["game", "play", log], input="us-1a\ng-1a\nquit").stdout
    assert "unit: 'us-1a' is not one of the Germans, whose turn it is" in said
    assert "Panzer 1/1 can do nothing now." in said


def test_a_question_without_its_arguments_points_to_help(farm: str) -> None:
    said = CliRunner().invoke(main, ["game", "play", farm], input="plan\nquit").stderr
    assert said == "blindhex: Missing argument 'UNIT'. help plan shows how it is used.\n"


def test_piped_lines_are_carried_out_in_order_and_wrong_ones_do_not_end_the_prompt(farm: str) -> None:
    """Ten actions, and a question between them; what is refused or misspelt ends nothing."""
    lines = [
        "1",
        "1",
        "1",
        "odds 68",
        "13",
        "unod",
        "2nd squad",
        "squad",
        '"',
        "999",
        "undo",
        "go 2nd squad to H4",
        "turn",
        "map",
        "quit",
        "1",
    ]
    result = CliRunner().invoke(main, ["game", "play", farm], input="\n".join(lines))
    assert result.exit_code == 0
    said = result.stdout
    assert "roll for the initiative" in said.splitlines()[1]
    assert "no word of the prompt named 'unod'; did you mean undo?" in said
    assert "2nd Squad, Baker 2nd Plt (us.baker.2.squad.2): maneuver" in said, "a name alone lists its choices"
    assert "Several units fit 'squad': name one of " in said
    assert "is not one in which every quote is closed" in said
    assert "action: 999 is not a number from 1 to" in result.stderr
    assert "Taken back: 2nd Squad, Baker 2nd Plt maneuvers to H4" in said
    assert "2nd Squad, Baker 2nd Plt is in H4." in said
    assert Path(farm).with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    assert len(answered("replay", farm).splitlines()) > 10, "what was done stands in the log"


def test_redo_restores_undone_actions_with_their_dice_until_another_is_declared(farm: str) -> None:
    def said(*lines: str) -> list[str]:
        told = CliRunner().invoke(main, ["game", "play", farm], input="\n".join((*lines, "quit"))).stdout
        return [line for line in told.splitlines() if line.startswith(("Taken", "Done", "Nothing"))]

    answered("game", "do", farm, "1")
    answered("game", "do", farm, "select Baker")
    done = Path(farm).read_text(encoding="utf-8")
    nothing = "Nothing to do again: no action was taken back last."
    assert said("redo", "undo", "undo", "redo", "redo", "redo") == [
        nothing,
        "Taken back: select Baker",
        "Taken back: roll for the initiative",
        "Done again: roll for the initiative",
        "Done again: select Baker",
        nothing,
    ]
    assert Path(farm).read_text(encoding="utf-8") == done
    assert said("undo", "select Baker", "redo") == ["Taken back: select Baker", nothing]
    assert said("undo --help", "redo") == [nothing]


def test_a_log_removed_during_the_game_is_reported_and_the_prompt_goes_on(
    farm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def typed(*_: object) -> Iterator[str]:
        Path(farm).unlink()
        yield from ("undo", "help rules", "turn")

    monkeypatch.setattr(prompt, "_lines", typed)
    told = CliRunner().invoke(main, ["game", "play", farm])
    gone = [line for line in told.output.splitlines() if "no game is kept in" in line]
    assert (told.exit_code, len(gone)) == (0, 2)
    assert "--readings" in told.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("13", ["game", "do", "a.log", "13"]),
        (
            'do Maneuver "unit=2nd squad" to=H6',
            ["game", "do", "a.log", "Maneuver", "unit=2nd squad", "to=H6"],
        ),
        ("turn 2nd squad", ["game", "turn", "a.log", "--unit", "2nd squad"]),
        ("turn all", ["game", "turn", "a.log", "--all"]),
        ("all", ["game", "turn", "a.log", "--all"]),
        ("?", ["help"]),
        ("help go", ["game", "go", "--help"]),
        ("help los", ["los", "--help"]),
        ("rules covering fire", ["rules", "covering", "fire"]),
        ("los L4 H6", ["los", "a.log", "L4", "H6"]),
        ("where 57 mm 1 hit StuG 1 --json", ["where", "a.log", "57 mm 1", "hit", "StuG 1", "--json"]),
        ("where 2 sqd hide", ["where", "a.log", "2 sqd", "hide"]),
        ("where", ["where", "a.log"]),
        ("change 57 mm 1 to StuG 1", ["change", "a.log", "57 mm 1", "StuG 1"]),
        ("los 1 Sqd 1. Kp 1 to Lt. Murphy", ["los", "a.log", "1 Sqd 1. Kp 1", "Lt. Murphy"]),
        (
            "fire Panzer IV 2 at Firefly --side de",
            ["fire", "a.log", "Panzer IV 2", "Firefly", "--side", "de"],
        ),
        ("reach Sherman Able to 36,24", ["reach", "a.log", "Sherman Able", "--to", "36,24"]),
        ("range Sherman Able --json", ["range", "a.log", "Sherman Able", "--json"]),
        ("13 --ask-dice", ["game", "do", "a.log", "13", "--ask-dice"]),
        ("map", ["show", "a.log", "-o", "a.png"]),
        ("  ", []),
    ],
)
def test_a_line_at_the_prompt_becomes_the_command_of_the_same_name(line: str, words: list[str]) -> None:
    assert command_in_line(line, "a.log") == words


def test_with_own_dice_declarations_are_given_ask_dice() -> None:
    assert command_in_line("1", "a.log", ask_dice=True) == ["game", "do", "a.log", "--ask-dice", "1"]
    assert command_in_line("undo", "a.log", ask_dice=True) == ["game", "undo", "a.log"]


def test_game_play_with_a_scenario_says_how_to_begin_its_game(tmp_path: Path) -> None:
    scenario = str(tmp_path / "fight.json")
    answered("new", "scenario", "-o", scenario)
    said = refused("game", "play", scenario)
    assert (
        said
        == f"{scenario!r} is a scenario, not the log of a game; blindhex game begin {scenario} {tmp_path / 'fight.log'} begins one"
    )
    board = str(tmp_path / "hill.json")
    answered("new", "board", "-o", board)
    assert f"{board!r} is a board, not the log of a game; blindhex game begin SCENARIO" in refused(
        "luck", board
    )


@pytest.mark.parametrize("command", [("replay",), ("luck",), ("game", "turn")])
def test_a_bad_line_of_a_log_is_named_with_file_and_number(tmp_path: Path, command: tuple[str, ...]) -> None:
    log = tmp_path / "farm.log"
    answered("game", "begin", "mill-crossing", str(log), "--seed", "1")
    log.write_text(log.read_text("utf-8") + "{\n", encoding="utf-8")
    assert refused(*command, str(log)).startswith(f"{log}, line 2: document")


def test_an_unclosed_quote_and_a_mistyped_word_are_refused() -> None:
    with pytest.raises(BadInput):
        command_in_line('los "L4 H6', "a.log")
    with pytest.raises(Unknown, match="did you mean"):
        command_in_line("tunr", "a.log")


@needs("posix")
def test_on_a_terminal_tab_completes_a_word_and_the_prompt_names_the_game(farm: str) -> None:
    import pty  # of Linux and macOS alone

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "vtt_bridge", "game", "play", farm],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", "PROMPT_TOOLKIT_NO_CPR": "1"},
    ) as command:
        os.close(theirs)
        _until(ours, "farm>")
        os.write(ours, b"hel\t")
        _until(ours, "help")
        os.write(ours, b"\r")
        said = _until(ours, "?2004h")
        os.write(ours, b"\x04")
        assert "take the last action back" in said + _until(ours, "?2004l")
        assert command.wait(30) == 0
    os.close(ours)


def _until(terminal: int, words: str) -> str:
    """The output of a terminal until these words appear; ?2004h appears once a prompt takes input."""
    said = ""
    while words not in said and select([terminal], [], [], 20)[0]:
        try:
            said += os.read(terminal, 65536).decode(errors="replace")
        except OSError:  # on Linux the end of a terminal is an error
            break
    return said
