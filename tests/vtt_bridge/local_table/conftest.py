"""Where a table is kept: an SQLite file, or a PostgreSQL database of a server that runs for the tests. And its page, in a real Chromium."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import launch
from tests.programs import needs
from tests.vtt_bridge.conftest import Served, a_fight
from tests.vtt_bridge.local_table.page.on_page import opened, put_away
from tests.vtt_bridge.postgres_server import Server, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with running() as server:
        yield server


@pytest.fixture
def club(postgres: Server) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=needs("postgres"))])
def where(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind, as the store takes it."""
    return ":memory:" if request.param == "sqlite" else str(request.getfixturevalue("club"))


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play, launch(play) as browser:
        yield browser


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A small fight that no test of the module changes."""
    with a_fight(tmp_path_factory.mktemp("lasting")) as table:
        yield table


@pytest.fixture(scope="module")
def page_of_lasting(chromium: Browser, lasting: Served) -> Iterator[Page]:
    with opened(chromium, lasting.url) as page:
        yield page


@pytest.fixture
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """The page of the small fight, which may neither fail, nor ask, nor offend its own policy: one of its own for a test that has the
    table in hand (`served`), as it changes something; the others look at that of `lasting`.
    """
    if "served" in request.fixturenames:
        with opened(chromium, request.getfixturevalue("served").url) as page:
            yield page
    else:
        yield put_away(request.getfixturevalue("page_of_lasting"))
