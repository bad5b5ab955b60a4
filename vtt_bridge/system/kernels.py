"""Compiles the kernels for tables in inches ahead of time, in a process of its own: once after an installation.

So neither the first question nor other users of the table have to wait for it.
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
"""Shots are asked for in one of this many inch squares."""


@contextmanager
def compiling(rulesets: Iterable[str]) -> Iterator[None]:
    """Compile what these books need on tables in inches, in the background while the block runs."""
    asked = tuple(dict.fromkeys(rulesets))
    if not asked:
        yield
        return
    # -P: no file in the current folder is imported as a module.
    command = [sys.executable, "-P", "-m", __name__, *asked]
    with Popen(command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL) as work:
        # Waiting for the process keeps it from becoming a zombie.
        Thread(target=work.wait, name="compiled ahead", daemon=True).start()
        try:
            yield
        finally:
            work.terminate()


def compile_for(ruleset_id: str) -> None:
    """Ask a book what one vehicle and one unit on foot reach, see and hit, so that the kernels for it are compiled and cached."""
    # Compile even for few places.
    shadows.PLAIN_LOOKS.most = field.PLAIN_EDGES.most = 0
    book = ruleset(ruleset_id)
    asked = {
        book.roster[unit.type].is_vehicle: (chosen, unit)
        for chosen in _on_tables(ruleset_id)
        for unit in chosen.units
        if unit.at is not None
    }
    for chosen, unit in asked.values():
        state = chosen.state()
        book.reach(state, unit)
        book.sight_field(state, unit)
        enemy = next(other for other in chosen.units if other.at is not None and other.side != unit.side)
        assert isinstance(chosen.board, Tabletop)
        places = list(chosen.board.lattice())[::_SPARSE]
        book.shots(state, enemy, places)(unit, places[0])


def _on_tables(ruleset_id: str) -> Iterator[Scenario]:
    """The bundled scenarios of a book in inches."""
    scenarios = map(scenario, scenarios_named())
    return (each for each in scenarios if each.ruleset == ruleset_id and isinstance(each.board, Tabletop))


def _end_with_the_table() -> None:
    """Exit when the pipe closes: a parent killed by a signal cannot end this process itself."""
    os.read(0, 1)
    os._exit(1)


if __name__ == "__main__":
    Thread(target=_end_with_the_table, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_LESS_URGENT)
    for named in sys.argv[1:]:
        compile_for(named)
