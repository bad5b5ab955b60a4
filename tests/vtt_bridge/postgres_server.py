"""A PostgreSQL server for the tests, in a temporary folder."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import chown
from tempfile import TemporaryDirectory
from uuid import uuid4

import psycopg

from tests.programs import postgres


class Server:
    """A server that listens only on a socket in its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def database(self) -> Iterator[str]:
        """A new database: its URL, as `blindhex serve --database` takes it."""
        name = f"table_{uuid4().hex}"
        with psycopg.connect(self._conninfo("postgres"), autocommit=True) as on:
            on.execute(f'CREATE DATABASE "{name}"'.encode())
        yield f"postgresql+psycopg://postgres@/{name}?host={self._folder}"

    def _conninfo(self, name: str) -> str:
        return f"host={self._folder} user=postgres dbname={name}"


@contextmanager
def running() -> Iterator[Server]:
    """Run the server while the block runs. PostgreSQL refuses to run as root, so root runs it as Debian's user for it.

    Its folder is not one of pytest's, which only their owner can read.
    """
    programs = postgres()
    assert programs is not None, "PostgreSQL is not installed"
    user = "postgres" if os.geteuid() == 0 else None
    with TemporaryDirectory(prefix="blindhex-") as made:
        folder = Path(made)
        if user:
            chown(folder, user)
        data = folder / "data"

        def run(*command: str | Path) -> None:
            subprocess.run(command, user=user, check=True, stdout=subprocess.DEVNULL, cwd=folder)

        run(programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N")
        settings = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run(programs / "pg_ctl", "-D", data, "-w", "-o", settings, "-l", folder / "log", "start")
        try:
            yield Server(folder)
        finally:
            run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")
