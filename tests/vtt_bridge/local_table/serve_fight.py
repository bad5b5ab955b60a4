"""A process that serves the small fight from a file, for the test that kills it."""

import sys

import click

from tests.vtt_bridge.scenes import fight, umpire
from vtt_bridge.local_table.api.server import serve
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

if __name__ == "__main__":
    store = Store(sys.argv[1])
    open_scenario(store, fight())
    serve(store, umpire(), "127.0.0.1", 0, click.echo)
