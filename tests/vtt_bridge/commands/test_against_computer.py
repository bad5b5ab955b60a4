"""A game against the computer on the command line: its answers, what is told of them, undo, and who plays each side."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.vtt_bridge.cli_ground import answered, refused, run
from vtt_bridge.cli import main
from vtt_bridge.commands.games.prompt import command_in_line


@pytest.fixture
def farm(tmp_path: Path) -> str:
    """The Americans are to act; the computer rolled for the initiative."""
    log = str(tmp_path / "farm.log")
    told = answered("game", "begin", "lhy-ridge-farm", log, "--seed", "3", "--player", "ge=careful")
    assert told.splitlines()[0] == "roll for the initiative"
    assert told.splitlines()[-1].endswith("American player: select the company whose platoons will act.")
    return log


def _reacted(log: str) -> str:
    answered("game", "do", log, "SelectCompany", "company=baker")
    answered("game", "do", log, "Activate", "platoons=baker.2,")
    return answered("game", "do", log, "CallForReaction")


def test_the_computer_answers_an_action_and_its_concealed_moves_are_told_without_names(farm: str) -> None:
    """LHY 4.3: a unit that moves concealed is not named; one that reveals itself is."""
    told = _reacted(farm).splitlines()
    assert told[0] == "the American player calls for reaction"
    assert "the German player calls for reaction" in told
    assert told[-1].endswith("American player: choose which units react and how, then call for reaction.")
    assert any("is no longer concealed" in line for line in told)


def test_undo_takes_back_the_answers_of_the_computer_with_the_action(farm: str) -> None:
    before = answered("game", "turn", farm)
    answered("game", "do", farm, "SelectCompany", "company=baker")
    assert answered("game", "undo", farm).splitlines()[0] == "Taken back: select Baker"
    _reacted(farm)
    assert (
        answered("game", "undo", farm).splitlines()[0] == "Taken back: the American player calls for reaction"
    )
    for _ in range(2):
        answered("game", "undo", farm)
    assert answered("game", "turn", farm) == before
    assert refused("game", "undo", farm) == "Nothing to take back yet."


def test_game_play_hands_one_side_to_a_person_and_the_other_to_the_computer(farm: str) -> None:
    """The computer acts at once where it is its turn."""
    played = CliRunner().invoke(
        main, ["game", "play", farm, "--player", "Germans=person,us=random"], input="quit\n"
    )
    assert played.exit_code == 0, played.output
    assert "select Baker" in played.stdout
    assert "German player: " in played.stdout.splitlines()[-1] or "German player calls" in played.stdout
    assert '"players": {"us": "random"}' in Path(farm).read_text(encoding="utf-8")


def test_questions_at_the_prompt_are_asked_as_the_side_of_the_person(farm: str) -> None:
    asked = CliRunner().invoke(main, ["game", "play", farm], input="units\nunits --side ge\n")
    assert asked.stdout.count("concealed units F9") == 1, "what the enemy hides is a counter"
    assert asked.stdout.count("Lt. Lang") == 1, "unless one asks for his side"
    assert command_in_line("los L4 H6", "a.log", side="us") == ["los", "a.log", "L4", "H6", "--side", "us"]
    assert command_in_line("map", "a.log", side="us") == ["show", "a.log", "-o", "a.png", "--side", "us"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("ge=carefull", "no player named 'carefull'; there are random, careful, search, person"),
        ("british=careful", "player: 'british=careful' is not SIDE=PLAYER with one of the sides us, ge"),
        ("ge", "player: 'ge' is not SIDE=PLAYER with one of the sides us, ge"),
    ],
)
def test_a_mistyped_player_or_side_is_refused_and_no_game_begun(tmp_path: Path, words: str, why: str) -> None:
    log = tmp_path / "new.log"
    assert refused("game", "begin", "lhy-ridge-farm", str(log), "--player", words).startswith(why)
    assert not log.exists()


@pytest.mark.parametrize("words", [("do", "1"), ("go", "squad", "to", "F6")])
def test_an_interrupted_computer_acts_first_and_the_declaration_is_to_be_repeated(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    log = tmp_path / "farm.log"
    answered("game", "begin", "lhy-ridge-farm", str(log), "--seed", "3", "--player", "ge=careful")
    head, _, _ = log.read_text(encoding="utf-8").partition("\n")
    log.write_text(f"{head}\n", encoding="utf-8")
    done = run("game", words[0], str(log), *words[1:])
    assert done.exit_code == 1
    assert done.stdout.startswith("roll for the initiative")
    assert done.stdout.endswith("The computer was to act first, and has: choose again.\n")
    assert "select Baker" in answered("game", "turn", str(log))
