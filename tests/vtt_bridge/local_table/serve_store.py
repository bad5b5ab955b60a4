"""A process that serves a file or database, for tests that kill it."""

import sys

import click

from tests.vtt_bridge.scenes import umpire
from vtt_bridge.local_table.api.server import serve
from vtt_bridge.local_table.storage.store import Store

if __name__ == "__main__":
    serve(Store(sys.argv[1]), umpire(), "127.0.0.1", 0, click.echo)
