"""Compiles ahead, in a process of its own, what answers on a table in inches are worked out by: once after an installation.

Whoever asks first need not wait for it, nor who uses the table meanwhile.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from subprocess import DEVNULL, PIPE, Popen
from threading import Thread

from maps.library import scenario, scenarios_named
from maps.scenario import Scenario
from rules.catalog import ruleset
from rules.ground.table.sight import field, shadows
from rules.ground.table.tabletop import Tabletop

_LESS_URGENT = 5
_SPARSE = 10
"""Of so many inch squares it is asked for one whether an enemy would be hit there."""


@contextmanager
def compiling(rulesets: Iterable[str]) -> Iterator[None]:
    """What these books need on tables in inches is compiled beside the work within, and no longer than that."""
    asked = tuple(dict.fromkeys(rulesets))
    if not asked:
        yield
        return
    # Nothing that lies in the folder it is begun from is taken for a module (-P).
    command = [sys.executable, "-P", "-m", __name__, *asked]
    with Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL) as work:
        # Waited for, it leaves no dead process behind once it is done.
        Thread(target=work.wait, name="compiled ahead", daemon=True).start()
        try:
            yield
        finally:
            work.terminate()


def compile_for(ruleset_id: str) -> None:
    """Ask a book what one unit of each way of moving reaches, sees and hits; what was compiled for that is kept."""
    # However few it asks for, it asks for them to be compiled.
    shadows.PLAIN_LOOKS.most = field.PLAIN_EDGES.most = 0
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
        enemy = next(other for other in found.units if other.at is not None and other.side != unit.side)
        assert isinstance(found.board, Tabletop)
        places = list(found.board.lattice())[::_SPARSE]
        book.shots(state, enemy, places)(unit, places[0])


def _on_tables(ruleset_id: str) -> Iterator[Scenario]:
    """The bundled scenarios of a book in inches."""
    found = map(scenario, scenarios_named())
    return (each for each in found if each.ruleset == ruleset_id and isinstance(each.board, Tabletop))


def _end_with_the_table() -> None:
    """A table that is ended by a signal cannot end this process, but its end of the pipe is closed."""
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    Thread(target=_end_with_the_table, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_LESS_URGENT)
    for named in sys.argv[1:]:
        compile_for(named)
