"""The page of a table in a real Chromium."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.vtt_bridge.conftest import Served, a_table
from tests.vtt_bridge.local_table.page.on_page import opened, reset


@pytest.fixture(scope="session")
def shared_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A small fight that no test changes."""
    with a_table(tmp_path_factory.mktemp("shared_table")) as table:
        yield table


@pytest.fixture(scope="session")
def page_of_shared_table(chromium: Browser, shared_table: Served) -> Iterator[Page]:
    with opened(chromium, shared_table.url) as page:
        yield page


@pytest.fixture
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """The page of the small fight, which must not log errors, open dialogs or violate its content policy. A test with `served`
    gets a page of its own table, since it changes something; all others share the page of `shared_table`.
    """
    if "served" in request.fixturenames:
        with opened(chromium, request.getfixturevalue("served").url) as page:
            yield page
    else:
        yield reset(request.getfixturevalue("page_of_shared_table"))
