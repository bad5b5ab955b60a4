"""Where a table is kept: an SQLite file, or a PostgreSQL database of a server that runs for the tests."""

from collections.abc import Iterator

import pytest

from tests.programs import needs
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
