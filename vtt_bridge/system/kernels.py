"""Compiles ahead, in a process of its own, what answers on a table in inches are worked out by: once after an installation.

Whoever asks first need not wait for it, nor who uses the table meanwhile.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import DEVNULL, Popen

from maps.library import scenario
from rules.catalog import ruleset

OF_BOOKS = {
    "kgn": "kgn-cider-farm",
    "matg1": "duel-on-the-long-lane",
    "matg2": "meeting-on-the-long-lane",
}
"""A bundled scenario of each book in inches, whose units move in each of its ways."""

_LESS_URGENT = 5


@contextmanager
def compiling(ruleset_id: str) -> Iterator[None]:
    """What a book needs is compiled beside the work within, and no longer than that; nothing where there is nothing to compile."""
    if ruleset_id not in OF_BOOKS:
        yield
        return
    command = [sys.executable, "-m", __name__, ruleset_id]
    with Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL) as work:
        try:
            yield
        finally:
            work.terminate()


def compile_for(ruleset_id: str) -> None:
    """Ask a book what one unit of each kind reaches and sees; what was compiled for that is kept."""
    found = scenario(OF_BOOKS[ruleset_id])
    book, state = ruleset(ruleset_id), found.state()
    placed = [unit for unit in found.units if unit.at is not None]
    for unit in {book.roster[unit.type].is_vehicle: unit for unit in placed}.values():
        book.reach(state, unit)
        book.sight_field(state, unit)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_LESS_URGENT)
    compile_for(sys.argv[1])
