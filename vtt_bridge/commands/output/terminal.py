"""Text on standard output: wrapped and coloured on a terminal, plain where it is piped.

Rich is loaded for a terminal alone, so that piped commands start quickly.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from os import environ
from textwrap import wrap
from threading import Event, Thread
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console

from vtt_bridge.commands.umpire_group import shown

_CITATION = r"\((?:LHY|KGN|MATG|OUR)[^()]*\)"
_SIGNS = r"^ok |^check |^WRONG|not allowed"
_START = re.compile(r"\s*(?:- |\d+  )?")
"""The beginning of a line, under which its wrapped lines are indented."""

_SOON_S, _LONG_S = 1.0, 5.0
"""After how many seconds the work is named, and how much later the reason for a long wait."""

_WHY_LONG = "After Blindhex is installed, the first such question takes up to a minute or two: its code is compiled once, and kept."


def say(text: object) -> None:
    """Print a text, line by line; control characters in foreign names are replaced."""
    said = shown(str(text))
    if not is_terminal():
        click.echo(said)
        return
    from rich.text import Text

    console = _console()
    for line in said.split("\n"):
        below = " " * len(match.group()) if (match := _START.match(line)) else ""
        styled = Text("\n".join(wrap(line, console.width, subsequent_indent=below)) or line)
        styled.highlight_regex(_CITATION, "dim")
        styled.highlight_regex(_SIGNS, "bold")
        console.print(styled, soft_wrap=True)


def say_each(lines: Iterable[object]) -> None:
    """Print texts, one after another."""
    for line in lines:
        say(line)


def say_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under headings: within the width of a terminal, or where piped in columns as wide as their cells."""
    cells = [[shown(cell) for cell in row] for row in rows]
    if not is_terminal():
        every = [list(headings), *cells]
        widths = [max(map(len, column)) for column in zip(*every, strict=True)]
        for row in every:
            click.echo("  ".join(map(str.ljust, row, widths)).rstrip())
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(*headings, box=SIMPLE_HEAD, pad_edge=False)
    for row in cells:
        table.add_row(*map(Text, row))
    _console().print(table)


def print_text(text: str) -> None:
    """Print a document's text in UTF-8, whatever the code page of the system."""
    click.echo(text.encode(), nl=False)


@contextmanager
def working(activity: str) -> Iterator[None]:
    """Show on a terminal what is being done if it takes a while, and later why it may take long, until it is done."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    watch = Thread(target=_told_meanwhile, args=(activity, done), daemon=True)
    watch.start()
    try:
        yield
    finally:
        done.set()
        watch.join()


def _told_meanwhile(activity: str, done: Event) -> None:
    if done.wait(_SOON_S):
        return
    from rich.console import Console

    with Console(stderr=True).status(activity) as status:
        if not done.wait(_LONG_S):
            status.update(f"{activity}\n{_WHY_LONG}")
            done.wait()


def _console() -> "Console":
    """The terminal; NO_COLOR switches off all styles."""
    from rich.console import Console

    return Console(highlight=False, color_system=None if environ.get("NO_COLOR") else "auto")


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()
