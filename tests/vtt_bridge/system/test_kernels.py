"""What answers on a table in inches are worked out by is compiled ahead, beside the table, and ends with it."""

import subprocess
import sys

import pytest

from tests.waiting import wait_until
from vtt_bridge.system import kernels

COMPILED = """
from importlib import import_module
from pkgutil import walk_packages

from numba.core.dispatcher import Dispatcher

from rules.catalog import RULESETS
from vtt_bridge.system.kernels import compile_for

for named in RULESETS:
    compile_for(named)
for package in ("rules.ground.table", "rules.kampfgruppe_normandy", "rules.micro_armour"):
    for found in walk_packages(import_module(package).__path__, package + "."):
        for name, each in vars(import_module(found.name)).items():
            if isinstance(each, Dispatcher):
                print(name, len(each.signatures))
"""


def test_every_kernel_of_a_table_in_inches_is_compiled_once() -> None:
    """For one that is missing here the first who needs it would wait; for one that is compiled twice, everybody."""
    told = subprocess.run([sys.executable, "-c", COMPILED], capture_output=True, text=True, check=True)
    found = dict(line.split() for line in told.stdout.splitlines())
    assert len(found) > 12
    assert {name: times for name, times in found.items() if times != "1"} == {}


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that are begun."""
    found: list[subprocess.Popen[bytes]] = []

    def popen(*given: object, **named: int) -> subprocess.Popen[bytes]:
        found.append(subprocess.Popen(*given, **named))  # type: ignore[call-overload]
        return found[-1]

    monkeypatch.setattr(kernels, "Popen", popen)
    return found


def test_it_ends_with_the_work_beside_it(begun: list[subprocess.Popen[bytes]]) -> None:
    with kernels.compiling(["kgn", "matg1", "kgn"]):
        assert begun[0].poll() is None
    assert begun[0].returncode is not None
    with kernels.compiling([]):
        assert len(begun) == 1


def test_it_ends_with_a_table_that_a_signal_ends_and_leaves_no_process_behind(
    begun: list[subprocess.Popen[bytes]],
) -> None:
    """Who is killed closes his pipes; nobody asks here how the process does, so that it is the work within
    that takes leave of it."""
    with kernels.compiling(["kgn"]):
        assert begun[0].stdin is not None
        begun[0].stdin.close()
        wait_until(lambda: begun[0].returncode is not None, "it goes on")
        assert begun[0].returncode == 1
