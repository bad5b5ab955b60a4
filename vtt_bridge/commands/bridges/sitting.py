"""A server, for this machine alone, that answers the glue in one VTT."""

from collections.abc import Callable
from contextlib import suppress
from os import environ
from typing import TYPE_CHECKING

import click

from vtt_bridge.commands.options.numbers import Whole
from vtt_bridge.system.config import config_from
from vtt_bridge.umpire.umpire import Umpire

if TYPE_CHECKING:
    from fastapi import FastAPI

port_option = click.option("--port", type=Whole(0, 65535), help="Which port; 0 takes a free one.")


def sit_beside(vtt: str, umpire: Umpire, port: int | None, welcome: "Callable[[FastAPI], None]") -> None:
    """Serve until interrupted."""
    from vtt_bridge.local_table.api.server import serve
    from vtt_bridge.local_table.storage.store import Store

    def started(url: str) -> None:
        click.echo(f"The umpire answers {vtt} at {url} (Ctrl-C ends it).")

    store = Store(":memory:")
    try:
        with suppress(KeyboardInterrupt):
            serve(
                store,
                umpire,
                "127.0.0.1",
                config_from(environ).port if port is None else port,
                started,
                welcome,
            )
    finally:
        store.close()
