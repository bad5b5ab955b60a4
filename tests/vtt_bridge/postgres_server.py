"""A PostgreSQL server of the tests' own, in a folder that is thrown away."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import chown
from uuid import uuid4

import psycopg

from tests.programs import postgres


class Server:
    """A server that answers on a socket in its folder alone."""

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
def running(folder: Path) -> Iterator[Server]:
    """The server, for as long as the block lasts; it refuses to run as root, so there it is run as Debian's user."""
    programs = postgres()
    assert programs is not None, "the test needs('postgres')"
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        chown(folder, user)
        for parent in (folder, *folder.parents):
            if parent.owner() == "root" and not parent.stat().st_mode & 1:
                parent.chmod(parent.stat().st_mode | 0o711)
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
