"""Runs the proofs of one mutant.

The proofs of all mutants are collected once, in a process of their own (`Collected`); for each mutant one is
split off from it, in which the broken function takes the place of the one that is written. What is no
function, or was called while modules were imported, is tried from the import on (`tried`): a process split
off from one that is warm imports the broken module. What others wrote is imported once, in the first process;
of our own code only what no mutant touches.
"""

import gc
import os
import re
import resource
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import NoReturn

import pytest

from proofs.mutants.places import Mutant, parsed
from tests.programs import lacking
from tests.proving import ROOT

SECONDS = 60
"""The CPU seconds that the proofs of one mutant may take; a mutant that never ends counts as noticed."""

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
    """The result of a mutant's trial."""

    NOTICED = "noticed"
    SURVIVED = "survived"
    ENDLESS = "endless"


def warm_up() -> None:
    """Import what every trial needs and no mutant changes, and keep compiled files out of the sources."""
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = tempfile.gettempdir()
    for name in _WARM:
        import_module(name)
    lacking()


def seconds_of(words: str) -> Mapping[str, float]:
    """The seconds of each test, all its parameters together, from the output of a run without a mutant."""
    found: defaultdict[str, float] = defaultdict(float)
    for seconds, test in re.findall(r"^([\d.]+)s (?:call|setup) +([^\[\s]+)", words, re.MULTILINE):
        found[test] += float(seconds)
    return found


def tried(mutant: Mutant | None, tests: Sequence[str]) -> tuple[Fate, str]:
    """The result of a mutant under these tests, and their output; without a mutant, of the code as it is."""
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if not child:
            try:
                _run(mutant, tests, said.fileno())
            finally:
                os._exit(pytest.ExitCode.INTERNAL_ERROR)
        fate = _fate_of(child)
        said.seek(0)
        return fate, said.read().decode(errors="replace")


class Collected:
    """The proofs of many mutants, collected once."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._asked, there = get_context("fork").Pipe()
        get_context("fork").Process(target=_serve, args=(tests, there), daemon=True).start()
        there.close()

    def fate(self, mutant: Mutant, tests: Sequence[str]) -> Fate:
        """The result of a mutant under these tests, which must be among those collected.

        Raises:
            EOFError: if they could not be collected.
        """
        if mutant.is_in_function:
            self._asked.send((mutant, tests))
            fate: Fate | None = self._asked.recv()
            if fate is not None:
                return fate
        return tried(mutant, tests)[0]


def _fate_of(child: int) -> Fate:
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Fate.ENDLESS if os.WTERMSIG(status) == signal.SIGXCPU else Fate.NOTICED
    return Fate.SURVIVED if os.WEXITSTATUS(status) in _ALL_GREEN else Fate.NOTICED


def _serve(tests: Sequence[str], asked: Connection) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    serving = _Serving(asked)
    sys.setprofile(serving.note_call)
    pytest.main([*_ARGUMENTS, "-s", *tests], plugins=[serving])


class _Serving:
    """A pytest plugin that runs, in place of the whole collection, the tests of one mutant after another,
    each in a process of its own."""

    def __init__(self, asked: Connection) -> None:
        self.asked = asked
        self.called_at_import: set[CodeType] = set()

    def note_call(self, frame: FrameType, event: str, _: object) -> None:
        """Note a function that is called before the first test runs."""
        if event == "call":
            self.called_at_import.add(frame.f_code)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        if session.testsfailed:
            return True
        collected: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            collected[item.nodeid.partition("[")[0]].append(item)
        functions = functions_of("rules")
        while True:
            try:
                mutant, tests = self.asked.recv()
            except EOFError:
                return True
            broken = broken_functions(mutant, functions)
            if not broken or not self.called_at_import.isdisjoint(type_.__code__ for type_, _ in broken):
                self.asked.send(None)
                continue
            child = os.fork()
            if not child:
                _limit(SECONDS)
                for function, code in broken:
                    function.__code__ = code
                _look_as_written()
                items = [item for test in tests for item in collected[test]]
                for item, following in zip(items, (*items[1:], None), strict=True):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                os._exit(pytest.ExitCode.OK)
            self.asked.send(_fate_of(child))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os._exit(pytest.ExitCode.TESTS_FAILED)


Functions = Mapping[tuple[str, str, int], Sequence[FunctionType]]


def functions_of(package: str) -> Functions:
    """Every function that a package has in memory, by its module, name and line."""
    found: defaultdict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
    gc.unfreeze()  # the suite freezes what it has collected, and what is frozen is not among the objects
    for object_ in gc.get_objects():
        if isinstance(object_, FunctionType) and (object_.__module__ or "").startswith(package):
            code = object_.__code__
            found[object_.__module__, code.co_qualname, code.co_firstlineno].append(object_)
    gc.freeze()
    return found


def broken_functions(mutant: Mutant, functions: Functions) -> Sequence[tuple[FunctionType, CodeType]]:
    """The functions with the broken place, and their code with the slip."""
    written = dict(_codes(compile(parsed(mutant.file), mutant.file, "exec")))
    return [
        (function, code)
        for (name, line), code in _codes(compile(mutant.tree, mutant.file, "exec"))
        if code != written.get((name, line))
        for function in functions.get((mutant.module, name, line), ())
        if len(function.__code__.co_freevars) == len(code.co_freevars)
    ]


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield (part.co_qualname, part.co_firstlineno), part
            yield from _codes(part)


def _limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def _look_as_written() -> None:
    """Switch off compiled lines of sight, however many are asked for: a compiled copy would lack the slip."""
    outlook = import_module("rules.last_hundred_yards.questions.sight.outlook")
    outlook.PLAIN_LINES.most = sys.maxsize


def _run(mutant: Mutant | None, tests: Sequence[str], said: int) -> NoReturn:
    os.dup2(said, 1)
    os.dup2(said, 2)
    if mutant:
        _limit(SECONDS)
        sys.meta_path.insert(0, _Broken(mutant))
        _look_as_written()
    timed = () if mutant else ("-vv", "--durations=0")
    os._exit(pytest.main([*_ARGUMENTS, *timed, *tests]))


class _Broken(MetaPathFinder, Loader):
    """An import finder that loads the broken module in place of the original."""

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
