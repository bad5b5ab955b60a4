"""A newcomer, from the README to a first ruling at a Foundry table: what the pages say is typed, letter by
letter, in an empty folder."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.vtt_bridge.foundry.relay import KEY, Relay, finished
from tests.vtt_bridge.foundry.served_relay import on_the_air
from tests.vtt_bridge.foundry.world import World, scenario_scene
from vtt_bridge.cli import main

ROOT = Path(__file__).parent.parent
README, TUTORIAL = ROOT / "README.md", ROOT / "docs" / "tutorial.md"
RELAY = "http://127.0.0.1:3010"
"""The address the pages give to a relay; here it stands for that of the one on a socket."""

FIRSTS = (
    "Your first ruling",
    "Your first board",
    "Your first scenario",
    "Your first game",
    "Your first ruling at a Foundry table",
)
MOST_COMMANDS = 5


@dataclass(frozen=True, slots=True)
class Step:
    """A command, what is typed at the prompt it opens, and what is changed in the file it wrote."""

    command: str
    typed: tuple[str, ...] = ()
    edit: str = ""


def steps(section: str) -> list[Step]:
    """What a section of a page tells its reader to type, in order; a line of JSON belongs to the first file written."""
    lines = [
        line
        for block in re.findall(r"```console\n(.*?)```", section, re.DOTALL)
        for line in block.splitlines()
    ]
    found: list[Step] = []
    for line in lines:
        if line.startswith("$ blindhex "):
            found.append(Step(line.removeprefix("$ blindhex ")))
        elif line.startswith("> "):
            last = found[-1]
            found[-1] = Step(last.command, (*last.typed, line.removeprefix("> ")))
    if edits := re.findall(r"```json\n(.*?)\n```", section, re.DOTALL):
        found[0] = Step(found[0].command, edit=edits[0])
    return found


def sections(page: Path) -> dict[str, str]:
    """The sections of a page by their headings."""
    _, *parts = re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE)
    return {heading: text for heading, _, text in (part.partition("\n") for part in parts)}


SECTIONS = sections(TUTORIAL)


@pytest.fixture(scope="module")
def relay() -> Iterator[Relay]:
    yield from finished(Relay(World(scenario_scene())))


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory, relay: Relay) -> tuple[Path, dict[str, list[str]]]:
    """The folder of somebody who has typed all of the tutorial, and what was answered, by section."""
    folder = tmp_path_factory.mktemp("newcomer")
    answers: dict[str, list[str]] = {heading: [] for heading in SECTIONS}
    with pytest.MonkeyPatch.context() as patch, on_the_air(relay) as address:
        patch.chdir(folder)
        patch.setenv("BLINDHEX_DATA_DIR", str(folder / "data"))
        patch.setenv("BLINDHEX_FOUNDRY_KEY", KEY)
        for heading, section in SECTIONS.items():
            for step in steps(section):
                words = shlex.split(step.command.replace(RELAY, address))
                answer = CliRunner().invoke(main, words, input="\n".join(step.typed))
                is_checkup = words[0] == "doctor"
                assert answer.exit_code in ((0, 1) if is_checkup else (0,)), (heading, step, answer.output)
                assert answer.stderr == "" or "Data/modules" in answer.stderr, (heading, step, answer.stderr)
                answers[heading].append(answer.stdout)
                if step.edit:
                    change(folder / words[words.index("-o") + 1], step.edit)
    return folder, answers


def change(file: Path, line: str) -> None:
    """Put a line in the place of the one with the same key, as an editor does."""
    key = line.partition(":")[0]
    text, count = re.subn(rf"^{re.escape(key)}:.*$", line, file.read_text("utf-8"), flags=re.MULTILINE)
    assert count == 1
    file.write_text(text, "utf-8")


def test_the_readme_leads_to_the_tutorial_and_to_a_ruling_in_two_commands() -> None:
    text = README.read_text("utf-8")
    assert "docs/tutorial.md" in text
    begun = text.partition("```console\n")[0]
    assert "make demo" in begun
    (first, *_) = steps(text)
    assert CliRunner().invoke(main, shlex.split(first.command)).stdout.startswith("LOS L4 to H6: ")


@pytest.mark.parametrize("first", FIRSTS)
def test_each_first_takes_five_commands_at_most(first: str) -> None:
    assert 1 <= len(steps(SECTIONS[first])) <= MOST_COMMANDS


def test_the_first_ruling_gives_reasons_with_their_rules_and_the_odds(
    followed: tuple[Path, dict[str, list[str]]],
) -> None:
    folder, answers = followed
    _, seen, shot = answers["Your first ruling"]
    assert seen.startswith("LOS ")
    assert "(LHY " in seen
    assert "Odds:" in shot
    assert (folder / "fire.png").read_bytes().startswith(b"\x89PNG")


def test_the_first_board_can_be_read_drawn_and_asked(followed: tuple[Path, dict[str, list[str]]]) -> None:
    folder, answers = followed
    _, checked, _, ruling = answers["Your first board"]
    assert "WRONG" not in checked
    assert ruling.startswith("LOS A1 to H8: ")
    assert (folder / "hill.png").exists()


def test_the_first_scenario_is_fought_on_the_readers_own_board(
    followed: tuple[Path, dict[str, list[str]]],
) -> None:
    _, answers = followed
    _, checked, _, field = answers["Your first scenario"]
    assert "WRONG" not in checked
    assert "The hill: 8 x 8 hexes" in checked
    assert field.startswith("field of Lt. Hayes: ")


def test_the_first_game_has_ten_actions_and_a_report(followed: tuple[Path, dict[str, list[str]]]) -> None:
    folder, _ = followed
    assert (folder / "fight.log").read_text("utf-8").count('{"declared":') == 10
    assert "<html" in (folder / "report.html").read_text("utf-8")
    assert (folder / "fight.png").exists()


def test_a_whole_game_ends_with_its_result(followed: tuple[Path, dict[str, list[str]]]) -> None:
    _, answers = followed
    played, checked, _ = answers["Play it to the end"]
    assert "\nResult: " in played
    assert "are by the book" in checked


def test_the_first_ruling_at_foundry_is_in_the_chat_and_on_the_map(
    followed: tuple[Path, dict[str, list[str]]], relay: Relay
) -> None:
    folder, answers = followed
    _, checked, ruling = answers["Your first ruling at a Foundry table"]
    assert "WRONG  nobody plays a side yet" in checked, (
        "the last step that the checkup names, as the page says"
    )
    assert ruling.startswith("LOS American 1. MG to StuG IIIG #1: ")
    assert "LOS American 1. MG to StuG IIIG #1" in relay.world.chat[0]["content"]
    assert [tile["flags"]["blindhex"]["tag"] for tile in relay.world.scene["tiles"]] == ["blindhex-answer"]
    assert (folder / "mill-module" / "module.json").exists()
