"""The start of the command: what a question does not need is not loaded for it."""

import subprocess
import sys

import click
import pytest

from tests.waiting import PATIENCE_S
from vtt_bridge.cli import main
from vtt_bridge.commands.later import Later

HEAVY = {
    "numpy",
    "scipy",
    "networkx",
    "shapely",
    "PIL",
    "requests",
    "fastapi",
    "uvicorn",
    "jsonschema",
    "contourpy",
}
"""Packages that take longer to load than a line of sight takes to rule."""


def loaded(*words: str) -> set[str]:
    """The modules that a process has loaded once it has answered."""
    asking = (
        "import sys; from vtt_bridge.cli import main\n"
        f"try: main({list(words)!r})\n"
        "except SystemExit as end: assert not end.code, end\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asking], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    return set(done.stderr.split())


def commands(group: click.Group) -> list[Later]:
    return [command for command in group.commands.values() if isinstance(command, Later)]


@pytest.mark.parametrize("words", [("--version",), ("--help",)])
def test_the_list_of_commands_loads_none_of_them(words: tuple[str, ...]) -> None:
    modules = loaded(*words)
    assert not modules & {*HEAVY, "maps", "exporters", "rules.game", "vtt_bridge.umpire"}


def test_each_command_is_found_under_the_name_it_is_listed_by() -> None:
    bridge = main.commands["bridge"]
    assert isinstance(bridge, Later)
    tables = bridge.itself
    assert isinstance(tables, click.Group)
    listed = [*commands(main), *commands(tables)]
    assert len(listed) == 23
    assert [command.itself.name for command in listed] == [command.name for command in listed]
