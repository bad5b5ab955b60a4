"""The commands of the README answer as it says."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from vtt_bridge.cli import main

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
SESSIONS = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


def commands() -> list[tuple[str, str]]:
    """Each command of the README with what it prints."""
    found = []
    for session in SESSIONS:
        for part in session.split("$ blindhex ")[1:]:
            command, _, printed = part.partition("\n")
            found.append((command, printed))
    return found


def test_the_readme_shows_its_main_commands() -> None:
    assert {command.split()[0] for command, _ in commands()} >= {"los", "field", "reach", "range"}


@pytest.mark.parametrize(("command", "printed"), commands())
def test_a_command_of_the_readme_prints_what_it_says(
    command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, command.split())
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(printed)
