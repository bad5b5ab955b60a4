"""The file that a picture is drawn in: its name, and how large it is in pixels or on paper."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from exporters.paper import Paper
from rules.errors import BadInput
from vtt_bridge.commands.options.numbers import Measure, Whole

PLACES = ".parquet"
"""The ending of a file that has the places of an answer instead of its picture."""

DRAWN = (".png", ".svg", ".geojson", ".pdf", PLACES)


@dataclass(frozen=True, slots=True)
class DrawnFile:
    """The file to draw in, none if it has no path, and how large: in pixels, or on paper."""

    path: str = ""
    hex_px: int = 72
    hex_mm: float = 20.0
    paper: Paper = Paper.A4

    @property
    def is_table(self) -> bool:
        """Whether the places of the answer are wanted as a table, and no picture."""
        return self.path.lower().endswith(PLACES)


def drawing_options(what: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of a DrawnFile, which it gets as `drawn`; `what` says what is drawn."""

    def give(command: Callable[..., None]) -> Callable[..., None]:
        @click.option(
            "-o",
            "--out",
            default="",
            metavar="FILE",
            help=f"{what}: FILE.png, .svg, .geojson or .pdf; its places as .parquet.",
        )
        @click.option(
            "--hex-px",
            type=Whole(4, 2000),
            default=72,
            metavar="PX",
            help="Pixels to a hex, or to 3 inches.",
        )
        @click.option(
            "--hex-mm",
            type=Measure(5, 100),
            default=20.0,
            metavar="MM",
            help="How wide a hex is on paper (PDF); inches are inches.",
        )
        @click.option(
            "--paper",
            type=click.Choice([paper.value for paper in Paper]),
            default="a4",
            help="Paper of a PDF; a4.",
        )
        @wraps(command)
        def wrapped(*, out: str, hex_px: int, hex_mm: float, paper: str, **rest: Any) -> None:
            command(drawn=DrawnFile(_drawable(out), hex_px, hex_mm, Paper(paper)), **rest)

        return wrapped

    return give


def _drawable(out: str) -> str:
    if out and Path(out).suffix.lower() not in DRAWN:
        raise BadInput("-o", out, f"a file name that ends in {', '.join(DRAWN)}")
    return out
