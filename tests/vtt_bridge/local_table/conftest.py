"""The stores of a table: an SQLite file, or a database of a PostgreSQL server started for the tests."""

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
    """The address of an empty database of each kind, as Store takes it."""
    return ":memory:" if request.param == "sqlite" else str(request.getfixturevalue("club"))
