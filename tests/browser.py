"""The browser for tests of the page."""

from playwright.sync_api import Browser, Playwright, expect

from tests.programs import browser
from tests.waiting import PATIENCE_S

expect.set_options(timeout=PATIENCE_S * 1000)

_WITHOUT = (
    "AimEnabled",
    "HttpsUpgrades",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "SpareRendererForSitePerProcess",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
)  # The popups of an invisible address bar took a third of the time to open a page.

_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=" + ",".join(_WITHOUT),
)


def launch(playwright: Playwright) -> Browser:
    """A headless browser that talks to nobody but the page, and waits for it as long as a busy machine may take."""
    return playwright.chromium.launch(executable_path=browser(), args=list(_QUIET))
