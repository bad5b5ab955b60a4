"""Settings and fixtures of the whole suite.

It tries the same examples on every run, whatever else is loaded, so that a red run means a change; BLINDHEX_EXPLORE=1 lets
Hypothesis look for new and more examples, also from constants in our modules. Tests that need a program this machine
lacks are left out by name; with CI=1 that is an error.
"""

import gc
import os
from collections.abc import Iterator
from zlib import crc32

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before NumPy is imported: arrays here are small, and workers share the cores

import signal

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from playwright.sync_api import Browser, sync_playwright

from tests.browser import launch
from tests.programs import lacking
from tests.waiting import PATIENCE_S

os.environ.setdefault("BLINDHEX_TIMEOUT_S", str(PATIENCE_S))  # commands wait for a busy machine, too
signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # a shell's background job ignores it, and so would its children

gc.disable()  # the collected tests stay to the end, so garbage collection would be in vain

BUSY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
settings.register_profile("suite", BUSY, derandomize=True, max_examples=50)
settings.register_profile("explore", BUSY, max_examples=200)
if os.environ.get("BLINDHEX_EXPLORE"):
    settings.load_profile("explore")
else:
    settings.load_profile("suite")
    # Hypothesis tries constants of the modules that happen to be loaded, which differ from run to run, and has no setting
    # against it; reading them takes each worker seconds.
    pytest.MonkeyPatch().setattr(
        providers, "_get_local_constants", lambda: providers._local_constants, raising=False
    )


def pytest_configure() -> None:
    if lacking() and os.environ.get("CI", "").casefold() not in ("", "0", "false"):
        raise pytest.UsageError(f"not installed, and wanted where CI is set: {', '.join(lacking())}")


def pytest_collection_finish() -> None:
    gc.freeze()
    # Tests make few reference cycles, so garbage is collected seldom, but often enough to save memory.
    gc.set_threshold(1_000_000)
    gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Files are shuffled, so that tests that wait (for the page or the network) run beside tests that compute.
    items.sort(key=lambda item: crc32(item.nodeid.partition("::")[0].encode()))
    left_out = [item for item in items if not _needed(item).isdisjoint(lacking())]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser for tests of the page, one for all; beside it no test may run an event loop in the main thread."""
    with sync_playwright() as play, launch(play) as browser:
        yield browser


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for program in lacking():
        terminalreporter.write_line(
            f"left out: the tests that run {program}, which is not installed", yellow=True
        )


def _needed(item: pytest.Item) -> set[str]:
    return {program for mark in item.iter_markers("needs") for program in mark.args}
