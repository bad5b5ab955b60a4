"""One mutant and its proofs: a process is split off from one that is warm, imports the broken module, and runs them.

What others wrote is imported once, in the first process; of our own code only what no mutant touches.
"""

import os
import re
import resource
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import Enum
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType
from typing import NoReturn

import pytest

from proofs.mutants.places import Mutant
from tests.programs import lacking
from tests.proving import ROOT

SECONDS = 60
"""The time of the processor that the proofs of one mutant may take: one that never ends is noticed."""

MEMORY_BYTES = 6 * 2**30

_WARM = (
    "click", "contourpy", "fastapi", "hypothesis", "jsonschema", "networkx", "numpy", "PIL.Image", "requests",
    "scipy.sparse.csgraph", "shapely", "rules.game.engine.game", "rules.ground.hex.board", "rules.ground.table.tabletop",
)  # fmt: skip

_ALL_GREEN = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


_ARGUMENTS = (
    "-q", "-x", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={ROOT}",
    "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip


class Fate(Enum):
    """What became of a mutant."""

    NOTICED = "noticed"
    SURVIVED = "survived"
    ENDLESS = "endless"


def warm_up() -> None:
    """Import what every trial needs and no mutant touches, and keep the trials' leavings out of the sources."""
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.gettempdir()
    for name in _WARM:
        import_module(name)
    lacking()


def seconds_of(words: str) -> Mapping[str, float]:
    """How long each test took, all its parameters together, from what a run without a mutant said."""
    found: defaultdict[str, float] = defaultdict(float)
    for seconds, test in re.findall(r"^([\d.]+)s (?:call|setup) +([^\[\s]+)", words, re.MULTILINE):
        found[test] += float(seconds)
    return found


def tried(mutant: Mutant | None, tests: Sequence[str]) -> tuple[Fate, str]:
    """What becomes of a mutant under these tests, and what they said; with no mutant, of the code as it is."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            try:
                _run(mutant, tests, said.fileno())
            finally:
                os._exit(pytest.ExitCode.INTERNAL_ERROR)
        _, status = os.waitpid(child, 0)
        said.seek(0)
        words = said.read().decode(errors="replace")
    if os.WIFSIGNALED(status):
        return (Fate.ENDLESS if os.WTERMSIG(status) == signal.SIGXCPU else Fate.NOTICED), words
    return (Fate.SURVIVED if os.WEXITSTATUS(status) in _ALL_GREEN else Fate.NOTICED), words


def _run(mutant: Mutant | None, tests: Sequence[str], said: int) -> NoReturn:
    os.dup2(said, 1)
    os.dup2(said, 2)
    if mutant:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        sys.meta_path.insert(0, _Broken(mutant))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    timed = () if mutant else ("-vv", "--durations=0")
    os._exit(pytest.main([*_ARGUMENTS, *timed, *tests]))


class _Broken(MetaPathFinder, Loader):
    """Brings the broken module in place of the one that is written."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if fullname != self.mutant.module:
            return None
        return spec_from_file_location(fullname, ROOT / self.mutant.file, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.mutant.tree, str(ROOT / self.mutant.file), "exec"), vars(module))
