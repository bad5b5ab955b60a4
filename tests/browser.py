"""The browser that the page is tried in: the system's Chromium or Chrome, else the one Playwright installs."""

import os
import shutil

from playwright.sync_api import Browser, Playwright

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
    """A headless browser that talks to nobody but the page."""
    return playwright.chromium.launch(executable_path=_of_the_system(), args=list(_QUIET))


def _of_the_system() -> str | None:
    named = os.environ.get("BLINDHEX_CHROMIUM")
    return named or next(filter(None, map(shutil.which, _NAMES)), None)
