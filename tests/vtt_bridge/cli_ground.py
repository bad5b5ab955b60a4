"""Support for tests of the command line: a small scenario in a file, and functions that run commands."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from vtt_bridge.cli import main
from vtt_bridge.commands import doctor, lists, rules, serve
from vtt_bridge.commands.options import source_options

_LOADED = doctor, lists, rules, serve, source_options
"""Modules that import the catalog of books by name, loaded before a test replaces the catalog."""

# Row 3, left to right: us squad A3, woods C3, german squad E3; a tank waits on the road in row 5.
SCENARIO: dict[str, Any] = {
    "format": "blindhex-scenario/1",
    "name": "Two squads",
    "ruleset": "lhy",
    "board": {
        "format": "blindhex-board/1",
        "name": "A wood between",
        "ground": "hex",
        "grid": {"columns": 7, "rows": 6, "top": "flat", "first_column": "high"},
        "hexes": {"C3": {"terrain": ["woods"]}},
        "lines": [{"terrain": "road", "path": ["A5", "B5", "C6", "D5", "E6"]}],
    },
    "sides": ["us", "ge"],
    "units": [
        {"id": "A-1", "type": "us.able.1.squad.1", "side": "us", "at": "A3", "name": "1st Squad"},
        {"id": "T-1", "type": "us.able-tank.1.1", "side": "us", "at": "A5", "facing_deg": 120},
        {"id": "G-1", "type": "ge.1kp.1.squad.1", "side": "ge", "at": "E3"},
        {"id": "G-2", "type": "ge.1kp.1.squad.2", "side": "ge", "at": "G6", "conditions": ["hidden"]},
    ],
    "length": {"turns": 6},
}


def scenario_file(folder: Path, **changes: Any) -> str:
    """A file of the scenario, with some fields changed."""
    path = folder / "two_squads.json"
    path.write_text(json.dumps({**SCENARIO, **changes}), encoding="utf-8")
    return str(path)


def board_file(folder: Path, **changes: Any) -> str:
    """A file of its board alone, with some fields changed."""
    path = folder / "board.json"
    path.write_text(json.dumps({**SCENARIO["board"], **changes}), encoding="utf-8")
    return str(path)


def run(*words: str) -> Result:
    """`blindhex` with these words, in this process."""
    return CliRunner().invoke(main, words)


def answered(*words: str) -> str:
    """The standard output of a command that answers."""
    result = run(*words)
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    return result.stdout


def document(*words: str) -> Any:
    """The one document that a command prints."""
    return json.loads(answered(*words, "--json"))


def refused(*words: str) -> str:
    """The error line of a command with bad input, after checking for status 2, no standard output and no traceback."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert isinstance(result.exception, SystemExit)
    assert result.stderr.startswith("blindhex: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("blindhex: ").rstrip("\n")
