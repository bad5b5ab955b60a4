"""Answers as PNG: a field and a reach over a large map, one line of sight, a board with its units."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from io import BytesIO
from itertools import count

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bench.floors.painting import Painting
from bench.harness.groups import group
from bench.harness.measuring import Peer, compare, within_ms
from bench.harness.rows import Row
from exporters.board_shapes import box, module
from exporters.formats.hex_image import EDGE_STEPS, grain, hex_image
from exporters.formats.png import render
from exporters.pictures.board_picture import board_picture
from exporters.pictures.reach_picture import reach_picture
from exporters.pictures.sight_picture import field_picture, los_picture
from exporters.style import Pattern
from exporters.viewport import Viewport
from maps.library import scenario
from rules.catalog import ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import Reach, Sight, SightField, Visibility
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.place import Place

BOARD = HexBoard("bench", HexGrid(60, 60))
WINDOW = Viewport(1900, 2200, (36.2, 36.2), (21.0, 18.1))
SOURCE = Hex(30, 30)
FIELD_MS, LINE_MS, BOARD_MS = 12.0, 4.0, 60.0
HEX_PX = 96
"""The size of a hex across its flats, or of two inches, on the bundled maps."""


@group
def overlay() -> Iterator[Row]:
    """60 x 60 hexes on 1,900 x 2,200 pixels, from the ruling to the bytes of the file."""
    labels, shades, first_of, palette = _shown()
    painting = Painting(labels, shades, first_of, palette)
    paletted = Image.fromarray(first_of[labels] + shades)
    pillow = Peer("Pillow, packing its bytes alone", lambda: _packed(paletted))
    for share in (0.03, 0.3):
        ruling, title = _field(share), f"field overlay, {share:.0%} seen"
        draw = partial(_field_png, ruling)
        yield from compare(title, draw, Peer("painting in C", painting.paint, limit=4), pillow)
        yield within_ms(title, draw, FIELD_MS)
    reach = _reach()
    yield from compare(
        f"reach overlay, {len(reach.verdict.cost)} hexes",
        lambda: render(reach_picture(BOARD, reach), WINDOW),
        Peer("painting in C", painting.paint),
    )


@group
def line() -> Iterator[Row]:
    """One line of sight laid over a bundled map, in hexes and in inches."""
    for name, viewer, target in (
        ("mill-crossing", "us.able.1.squad.1", "ge.stug.1"),
        ("dolgoye-crossing", "s-2a", "g-3a"),
    ):
        found = scenario(name)
        state, window = found.state(), _window(found.board)
        one, other = state.unit(viewer), state.unit(target)
        ruling = ruleset(found.ruleset).line_of_sight(state, one, other)
        assert one.at is not None
        assert other.at is not None
        yield within_ms(
            f"LOS overlay, {name}", partial(_line_png, found.board, ruling, one.at, other.at, window), LINE_MS
        )


@group
def board() -> Iterator[Row]:
    """A whole bundled map with its units."""
    for name in ("mill-crossing", "dolgoye-crossing"):
        state = scenario(name).state()
        yield within_ms(f"board picture, {name}", partial(_board_png, state, _window(state.board)), BOARD_MS)
        yield from compare(f"first board picture, {name}", partial(_first_board_png, state, count()))


def _field_png(ruling: Ruling[SightField]) -> bytes:
    return render(field_picture(BOARD, ruling), WINDOW)


def _line_png(board: Board, ruling: Ruling[Sight], viewer: Place, target: Place, window: Viewport) -> bytes:
    return render(los_picture(board, ruling, viewer, target), window)


def _board_png(state: GameState, window: Viewport) -> bytes:
    return render(board_picture(state), window)


def _first_board_png(state: GameState, shown: "count[int]") -> bytes:
    """A picture of a map that is in no cache: a little further to the right than any before."""
    window = _window(state.board)
    x_px, y_px = window.origin_px
    return _board_png(state, replace(window, origin_px=(x_px + next(shown) / 64, y_px)))


def _window(board: Board) -> Viewport:
    return Viewport.of(box(board), HEX_PX / module(board))


def _shown() -> tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    """The hex that each pixel shows, its shade there, and the colours of a field of four classes."""
    numbers = np.arange(1 + BOARD.grid.columns * BOARD.grid.rows, dtype=np.uint16)
    labels = hex_image(BOARD.grid, WINDOW).spread(numbers)
    shades = grain(BOARD.grid, WINDOW, (Pattern.HATCH,)) & np.uint8(2 * EDGE_STEPS + 1)
    entries = 2 * EDGE_STEPS + 2
    rng = np.random.default_rng(1)
    first_of = 1 + entries * rng.integers(0, 4, 1 + BOARD.grid.columns * BOARD.grid.rows)
    palette = rng.integers(0, 256, (1 + 4 * entries, 4))
    return labels, shades, first_of.astype(np.uint8), palette.astype(np.uint8)


def _packed(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _field(share_seen: float) -> Ruling[SightField]:
    """A field of which this share is seen, a third of it hindered; the rest is blocked or blind."""
    rng = random.Random(1)
    seen: dict[Place, Visibility] = {}
    for place in BOARD.grid:
        if rng.random() < share_seen:
            seen[place] = rng.choice([Visibility.CLEAR, Visibility.CLEAR, Visibility.HINDERED])
        else:
            seen[place] = rng.choice([Visibility.BLOCKED] * 4 + [Visibility.BLIND])
    hindrance = {place: rng.randint(1, 3) for place, what in seen.items() if what is Visibility.HINDERED}
    return Ruling("field", SightField(SOURCE, seen, hindrance))


def _reach() -> Ruling[Reach]:
    """A unit's reach with 20 MP over open ground and a little other terrain."""
    cost: dict[Place, Fraction] = {
        place: Fraction(6 * BOARD.grid.distance(SOURCE, place), 5) for place in BOARD.grid.within(SOURCE, 16)
    }
    return Ruling("reach", Reach("unit", SOURCE, Fraction(20), cost))
