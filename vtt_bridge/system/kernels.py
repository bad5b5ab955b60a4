"""Compiles ahead, in a process of its own, what answers on a table in inches are worked out by: once after an installation.

Whoever asks first need not wait for it, nor who uses the table meanwhile.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from subprocess import DEVNULL, Popen

from maps.library import scenario, scenarios_named
from maps.scenario import Scenario
from rules.catalog import ruleset
from rules.ground.table.tabletop import Tabletop

_LESS_URGENT = 5


@contextmanager
def compiling(rulesets: Iterable[str]) -> Iterator[None]:
    """What the first of the books that plays in inches needs is compiled beside the work within, and no longer than that."""
    book = next((ruleset_id for ruleset_id in rulesets if any(_on_tables(ruleset_id))), None)
    if book is None:
        yield
        return
    command = [sys.executable, "-m", __name__, book]
    with Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL) as work:
        try:
            yield
        finally:
            work.terminate()


def compile_for(ruleset_id: str) -> None:
    """Ask a book what one unit of each way of moving reaches and sees; what was compiled for that is kept."""
    book = ruleset(ruleset_id)
    asked = {
        book.roster[unit.type].is_vehicle: (found, unit)
        for found in _on_tables(ruleset_id)
        for unit in found.units
        if unit.at is not None
    }
    for found, unit in asked.values():
        state = found.state()
        book.reach(state, unit)
        book.sight_field(state, unit)


def _on_tables(ruleset_id: str) -> Iterator[Scenario]:
    """The bundled scenarios of a book in inches."""
    found = map(scenario, scenarios_named())
    return (each for each in found if each.ruleset == ruleset_id and isinstance(each.board, Tabletop))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(_LESS_URGENT)
    compile_for(sys.argv[1])
