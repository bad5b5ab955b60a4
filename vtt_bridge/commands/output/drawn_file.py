"""The file of a picture: its name, and its size in pixels or on paper."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from exporters.paper import Paper
from rules.errors import BadInput, either
from vtt_bridge.commands.options.numbers import Measure
from vtt_bridge.commands.options.option_checks import a1_pixel, file_ending_in, not_empty, typed

PLACES = ".parquet"
"""The ending of a file with the places of an answer, as a table instead of a picture."""

PICTURES = (".png", ".svg", ".geojson", ".pdf")

_ENDINGS_BY_OPTION = {
    "bare": PICTURES,
    "weapon": PICTURES,
    "hex_px": (".png", ".svg"),
    "map_file": (".png", ".svg"),
    "a1": (".png", ".svg"),
    "hex_mm": (".pdf",),
    "paper": (".pdf",),
}
"""By option, the endings of the files that it has an effect on."""


@dataclass(frozen=True, slots=True)
class DrawnFile:
    """The file to draw into (none if it has no path), and the size in pixels or on paper.

    `map_file` is the player's own map picture to draw on, with the board's origin at its pixel `a1_px`.
    """

    path: str = ""
    hex_px: float = 72
    hex_mm: float = 20.0
    paper: Paper = Paper.A4
    map_file: str = ""
    a1_px: tuple[float, float] = (0.0, 0.0)

    @property
    def is_table(self) -> bool:
        """Whether a table of places is wanted instead of a picture."""
        return self.path.lower().endswith(PLACES)


def drawing_options(
    subject: str, *, tells_places: bool = False
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of a DrawnFile, which it gets as `drawn`; `subject` says what is drawn.

    Only an answer about places can be written as a table.
    """
    endings = (*PICTURES, PLACES) if tells_places else PICTURES

    def give(command: Callable[..., None]) -> Callable[..., None]:
        @click.option(
            "-o",
            "--out",
            default="",
            metavar="FILE",
            callback=not_empty,
            help=f"{subject}: FILE{either(PICTURES)}{'; its places as .parquet' if tells_places else ''}.",
        )
        @click.option(
            "--hex-px",
            type=Measure(4, 2000),
            default=72,
            metavar="PX",
            help="Pixels to a hex, across its flats, or to 3 inches.",
        )
        @click.option(
            "--on-map",
            "map_file",
            default="",
            metavar="PICTURE",
            callback=not_empty,
            help="Draw on a map picture of your own, in its pixels (PNG, SVG); with --bare an overlay of its size.",
        )
        @click.option(
            "--a1",
            default="",
            metavar="X,Y",
            callback=not_empty,
            help="Its pixel in the middle of hex A1, or at the upper left corner of a table.",
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
        def wrapped(
            *, out: str, hex_px: float, map_file: str, a1: str, hex_mm: float, paper: str, **rest: Any
        ) -> None:
            _check_drawable(out, endings)
            if bool(map_file) != bool(a1):
                raise BadInput(
                    "--a1" if map_file else "--on-map",
                    None,
                    f"given with {'--on-map' if map_file else '--a1'}",
                )
            if map_file and Path(map_file).resolve() == Path(out).resolve():
                raise BadInput("-o", out, "another file than the map picture, which it would overwrite")
            drawn = DrawnFile(out, hex_px, hex_mm, Paper(paper), map_file, a1_pixel(a1) or (0.0, 0.0))
            command(drawn=drawn, **rest)

        return wrapped

    return give


def _check_drawable(out: str, endings: tuple[str, ...]) -> None:
    """Check that the file has one of these endings, and that every drawing option typed has an effect on it."""
    ending = file_ending_in(out, *endings).suffix.lower() if out else ""
    context = click.get_current_context()
    for option in context.command.params:
        fitting = _ENDINGS_BY_OPTION.get(option.name or "", (ending,))
        if ending in fitting or not typed(context, option):
            continue
        if not out:
            raise BadInput("-o", None, f"given with {option.opts[0]}")
        raise BadInput(
            "-o", out, f"a file name that ends in {either(fitting)}, which {option.opts[0]} is for"
        )
