"""Text on standard output: wrapped and coloured on a terminal, plain and the same everywhere where it is piped.

Rich is loaded for a terminal alone, so that what is piped starts as quickly as before.
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
"""What a line begins with, below which it is wrapped."""

_SOON_S, _LONG_S = 1.0, 5.0
"""After how long it is told what is done, and how much later why it takes so long."""

_WHY_LONG = "After Blindhex is installed, the first such question takes up to a minute or two: its code is compiled once, and kept."


def say(text: object) -> None:
    """A text, line by line; a name from elsewhere cannot steer the terminal."""
    said = shown(str(text))
    if not is_terminal():
        click.echo(said)
        return
    from rich.text import Text

    console = _console()
    for line in said.split("\n"):
        below = " " * len(match.group()) if (match := _START.match(line)) else ""
        told = Text("\n".join(wrap(line, console.width, subsequent_indent=below)) or line)
        told.highlight_regex(_CITATION, "dim")
        told.highlight_regex(_SIGNS, "bold")
        console.print(told, soft_wrap=True)


def say_each(lines: Iterable[object]) -> None:
    """Texts, one after another."""
    for line in lines:
        say(line)


def say_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Rows under their headings: within the width of a terminal, or in columns that are as wide as what stands in them."""
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
    """A document's text on standard output: in UTF-8, whatever the code page of the system is."""
    click.echo(text.encode(), nl=False)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal that something takes a while, and of what takes long why it may, until it is done."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    watch = Thread(target=_told_meanwhile, args=(what, done), daemon=True)
    watch.start()
    try:
        yield
    finally:
        done.set()
        watch.join()


def _told_meanwhile(what: str, done: Event) -> None:
    if done.wait(_SOON_S):
        return
    from rich.console import Console

    with Console(stderr=True).status(what) as status:
        if not done.wait(_LONG_S):
            status.update(f"{what}\n{_WHY_LONG}")
            done.wait()


def _console() -> "Console":
    """The terminal; with NO_COLOR it is written on without any style."""
    from rich.console import Console

    return Console(highlight=False, color_system=None if environ.get("NO_COLOR") else "auto")


def is_terminal() -> bool:
    """Whether somebody reads along on a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()
