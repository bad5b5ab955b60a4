"""Programs that some tests need: a browser, a C compiler, PostgreSQL, Tiled, Java, Node, npm packages; and "posix", which means
signals, terminals and a shell as on Linux and macOS.

    @needs("tiled")
    def test_a_map_goes_through_tiled() -> None: ...

If one is missing, the tests that need it are left out, and the run names it; with CI=1 the run fails.
"""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from shutil import which
from subprocess import DEVNULL, run

import pytest
from playwright._impl._driver import compute_driver_executable

PEERS = Path(__file__).parent / "peers" / "node_modules"
_BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)

needs = pytest.mark.needs
"""Declares on a test, or as the pytestmark of a module, which of PROGRAMS it needs."""


@cache
def browser() -> str | None:
    """The path of a browser: the system's Chromium (preferably its headless shell) or Chrome, else
    Playwright's own; None if Playwright cannot run."""
    if not _playwright_runs():
        return None
    if found := os.environ.get("BLINDHEX_CHROMIUM") or next(filter(None, map(which, _BROWSERS)), None):
        return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        return _there(Path(play.chromium.executable_path))


def _playwright_runs() -> bool:
    """Whether Playwright's own Node runs: on a bare Debian it lacks libatomic, which comes with a compiler."""
    told = run([compute_driver_executable()[0], "--version"], stdout=DEVNULL, stderr=DEVNULL, check=False)
    return told.returncode == 0


def node() -> str:
    """Node, for tests that need it.

    Raises:
        LookupError: if there is none.
    """
    if found := which("node"):
        return found
    raise LookupError("node is not installed")


@cache
def postgres() -> Path | None:
    """The folder of PostgreSQL's server programs: the newest of Debian's, or the one on the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    found = str(debian[-1]) if debian else which("initdb")
    return Path(found).parent if found else None


@cache
def lacking() -> tuple[str, ...]:
    """The names of the programs that are missing here."""
    return tuple(name for name, found in _found().items() if not found)


def _found() -> Mapping[str, str | None]:
    return {
        "posix": (os.name == "posix" and os.name) or None,
        "cc": which("cc"),
        "chromium": browser(),
        "postgres": str(postgres() or ""),
        "tiled": which("tiled"),
        "node": which("node"),
        "java": which("java") and which("javac"),
        "fvtt": which("node") and _there(PEERS / ".bin" / "fvtt"),
        "axe": _there(PEERS / "axe-core" / "axe.min.js"),
        "owlbear-sdk": _there(PEERS / "@owlbear-rodeo" / "sdk"),
        "tsc": which("node") and _there(PEERS / ".bin" / "tsc"),
    }


def _there(path: Path) -> str | None:
    return str(path) if path.exists() else None
