"""What answers on a table in inches are worked out by is compiled ahead, beside the table, and ends with it."""

import subprocess
import sys

import pytest

from tests.waiting import wait_until
from vtt_bridge.system import kernels

COMPILED = """
from vtt_bridge.system.kernels import compile_for
compile_for("{book}")
from rules.ground.table.movement.tight_ways import last_legs
from rules.ground.table.sight.shaded_parts import shade
from rules.ground.table.sight.doubtful_lines import open_lines
print(*[bool(kernel.signatures) for kernel in (last_legs, shade, open_lines)])
"""


@pytest.mark.parametrize(("book", "found"), [("kgn", "True True False"), ("matg1", "True False True")])
def test_what_reach_and_sight_of_a_book_need_is_compiled(book: str, found: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", COMPILED.format(book=book)], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == found.split()


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
    """Who is killed closes his pipes; nobody asks here how the process does, so that it is the work within that takes leave of it."""
    with kernels.compiling(["kgn"]):
        assert begun[0].stdin is not None
        begun[0].stdin.close()
        wait_until(lambda: begun[0].returncode is not None, "it goes on")
        assert begun[0].returncode == 1
