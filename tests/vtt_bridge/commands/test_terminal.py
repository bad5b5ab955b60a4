"""Output on a terminal is wrapped, coloured and in tables; piped output is plain and the same everywhere."""

import os
import re
import struct
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from tests.programs import needs
from tests.vtt_bridge.cli_ground import SCENARIO, answered, scenario_file
from tests.waiting import wait_until
from vtt_bridge.commands.output import terminal
from vtt_bridge.commands.output.terminal import working

COMMAND = [sys.executable, "-m", "vtt_bridge"]
COLUMNS = 60


def on_terminal(*words: str, **environment: str) -> str:
    """The output of a command on a terminal of 60 columns."""
    import fcntl  # of Linux and macOS alone, as are the next two
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "TERM")}
    with subprocess.Popen(
        [*COMMAND, *words],
        stdout=theirs,
        stderr=theirs,
        env={**plain, "TERM": "xterm-256color", **environment},
    ) as command:
        os.close(theirs)
        said = b""
        while part := _read(ours):
            said += part
        assert command.wait(60) == 0
    os.close(ours)
    return said.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # on Linux the end of a terminal is an error
        return b""


def piped(*words: str, **environment: str) -> bytes:
    return subprocess.run(
        [*COMMAND, *words], check=True, capture_output=True, timeout=60, env={**os.environ, **environment}
    ).stdout


@needs("posix")
def test_a_ruling_is_wrapped_at_the_width_of_the_terminal_and_its_citations_are_dim() -> None:
    said = on_terminal("field", "mill-crossing", "ge.stug.1", "--blocked")
    assert "\x1b[2m(LHY 4.2.4)" in said
    lines = re.sub(r"\x1b\[[0-9;]*m", "", said).splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert any(re.match("  [A-Q]\\d", line) for line in lines), "hexes go on below their kind"


@needs("posix")
def test_list_keeps_to_the_width_of_the_terminal() -> None:
    lines = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal("list")).splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert any("mill-crossing" in line for line in lines)


@needs("posix")
def test_no_color_turns_colours_off() -> None:
    assert "\x1b[2m" not in on_terminal("los", "mill-crossing", "L4", "H6", NO_COLOR="1")


def test_piped_output_is_neither_wrapped_nor_coloured() -> None:
    said = piped("field", "mill-crossing", "ge.stug.1", COLUMNS="40").decode()
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) > 100


@pytest.mark.parametrize("words", [("units", "mill-crossing", "--json"), ("roster", "kgn", "--json")])
def test_json_is_utf_8_whatever_the_code_page(words: tuple[str, ...]) -> None:
    assert piped(*words, PYTHONIOENCODING="cp437", PYTHONUTF8="0") == answered(*words).encode()


def test_characters_outside_the_code_page_are_printed_as_question_marks(tmp_path: Path) -> None:
    source = scenario_file(tmp_path, units=[{**SCENARIO["units"][0], "name": "Żabiński"}])
    said = piped("units", source, PYTHONIOENCODING="cp1252", PYTHONUTF8="0")
    assert b"A-1   ?abi?ski" in said


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("soon_s", "long_s", "told"),
    [
        (60, 60, []),
        (0, 60, ["The umpire looks it up …"]),
        (0, 0, ["The umpire looks it up …", "compiled once, and kept"]),
    ],
)
def test_a_long_wait_is_announced_and_a_very_long_one_explained(
    monkeypatch: pytest.MonkeyPatch, soon_s: float, long_s: float, told: list[str]
) -> None:
    said = Terminal()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys, "stderr", said)
    monkeypatch.setattr(terminal, "_SOON_S", soon_s)
    monkeypatch.setattr(terminal, "_LONG_S", long_s)
    with working("The umpire looks it up …"):
        wait_until(lambda: all(words in said.getvalue() for words in told), said.getvalue)
    assert (said.getvalue() != "") == bool(told)
