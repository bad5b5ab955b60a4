"""What some tests need of a machine: a browser, a C compiler, PostgreSQL, Tiled, Java, Node, what npm brings; and "posix", which is
signals, terminals and a shell as Linux and macOS have them.

    @needs("tiled")
    def test_a_map_goes_through_tiled() -> None: ...

Where one cannot be had, the tests that need it are left out, and the run says so by name; with CI=1 it fails.
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
"""Say on a test, or as the pytestmark of a module, which of PROGRAMS it runs."""


@cache
def browser() -> str | None:
    """The system's Chromium, at best its shell without a window, or Chrome, else the one that Playwright installed; nothing where Playwright itself cannot run."""
    if not _playwright_runs():
        return None
    if found := os.environ.get("BLINDHEX_CHROMIUM") or next(filter(None, map(which, _BROWSERS)), None):
        return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        return _there(Path(play.chromium.executable_path))


def _playwright_runs() -> bool:
    """Whether the Node that Playwright brings runs: on a bare Debian it lacks libatomic, which comes with a compiler."""
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
    """The folder of PostgreSQL's server programs: where Debian puts the newest, or on the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: int(one.parts[-3]))
    found = str(debian[-1]) if debian else which("initdb")
    return Path(found).parent if found else None


@cache
def lacking() -> tuple[str, ...]:
    """The programs that cannot be had here, by the names that tests know them by."""
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
