"""The browser that the page is tried in: the system's Chromium or Chrome, else the one Playwright installs."""

import os
import shutil

from playwright.sync_api import Browser, Playwright, expect

from tests.waiting import PATIENCE_S

expect.set_options(timeout=PATIENCE_S * 1000)

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch(playwright: Playwright) -> Browser:
    """A headless browser that talks to nobody but the page, and waits for it as long as a busy machine may take."""
    return playwright.chromium.launch(executable_path=_of_the_system(), args=list(_QUIET))


def _of_the_system() -> str | None:
    named = os.environ.get("BLINDHEX_CHROMIUM")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)
