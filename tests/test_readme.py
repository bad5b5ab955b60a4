"""The commands of the README print what it shows."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from vtt_bridge.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


def commands(session: str) -> list[tuple[str, str]]:
    """Each command of a session with what it prints."""
    parts = (part.partition("\n") for part in session.split("$ blindhex ")[1:])
    return [(command, printed) for command, _, printed in parts]


def test_the_readme_shows_its_main_commands() -> None:
    shown = {command.split()[0] for session in SESSIONS for command, _ in commands(session)}
    assert shown >= {"los", "field", "reach", "range", "fire", "game"}


@pytest.mark.parametrize("session", SESSIONS)
def test_the_commands_of_a_session_in_the_readme_print_what_it_shows(
    session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, printed in commands(session):
        result = CliRunner().invoke(main, command.split())
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith(printed)
