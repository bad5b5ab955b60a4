"""What the table's server offers to other virtual tabletops: pairing, and modules to install there."""

from collections.abc import Callable
from pathlib import Path

from fastapi import FastAPI

from vtt_bridge import pairing
from vtt_bridge.foundry import module_routes
from vtt_bridge.pairing import PairedOrigins, Pairing


def guests(kept: Path | None = None) -> tuple[Pairing, Callable[[FastAPI], None]]:
    """A pairing, kept in a file, and what makes an application welcome those who are paired."""
    paired = Pairing(kept)

    def welcome(app: FastAPI) -> None:
        app.state.pairing = paired
        app.add_middleware(PairedOrigins, pairing=paired)
        app.include_router(pairing.router)
        app.include_router(module_routes.router)

    return paired, welcome
