"""How fast a field overlay becomes PNG bytes, beside drawing the same hexes as polygons with Pillow.

    python -m bench.bench_overlay

60 x 60 hexes on 1,900 x 2,200 pixels; both ways in one run, the best and the median of several
rounds in milliseconds.
"""

import random
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from io import BytesIO
from statistics import median
from time import perf_counter

from PIL import Image, ImageDraw

from exporters.board_shapes import hexagon
from exporters.formats.png import render
from exporters.picture import Cells, Picture
from exporters.pictures.reach_picture import reach_picture
from exporters.pictures.sight_picture import field_picture
from exporters.style import style_of
from exporters.viewport import Viewport
from rules.game.ruling import Ruling
from rules.game.verdicts import Reach, SightField, Visibility
from rules.ground.board import Place
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, HexGrid

ROUNDS = 15
BOARD = HexBoard("bench", HexGrid(60, 60))
WINDOW = Viewport(1900, 2200, (36.2, 36.2), (21.0, 18.1))
SOURCE = Hex(30, 30)


def sight_field(share_seen: float) -> Ruling[SightField]:
    """A field of which so much is seen, a third of that through hindrance, the rest blocked or blind."""
    rng = random.Random(1)
    seen: dict[Place, Visibility] = {}
    for place in BOARD.grid:
        if rng.random() < share_seen:
            seen[place] = rng.choice([Visibility.CLEAR, Visibility.CLEAR, Visibility.HINDERED])
        else:
            seen[place] = rng.choice([Visibility.BLOCKED] * 4 + [Visibility.BLIND])
    hindrance = {place: rng.randint(1, 3) for place, what in seen.items() if what is Visibility.HINDERED}
    return Ruling("field", SightField(SOURCE, seen, hindrance))


def reach() -> Ruling[Reach]:
    """850 hexes or so that a unit reaches with 20 MP."""
    cost: dict[Place, Fraction] = {
        place: Fraction(6 * BOARD.grid.distance(SOURCE, place), 5) for place in BOARD.grid.within(SOURCE, 16)
    }
    return Ruling("reach", Reach("unit", SOURCE, Fraction(20), cost))


def polygons(picture: Picture) -> bytes:
    """The hexes of a picture drawn as RGBA polygons and encoded as Pillow does by default."""
    image = Image.new("RGBA", (WINDOW.width_px, WINDOW.height_px))
    pen = ImageDraw.Draw(image)
    for mark in picture.marks:
        if isinstance(mark, Cells):
            for place, role in mark.roles.items():
                style = style_of(role)
                pen.polygon([WINDOW.pixel(p) for p in hexagon(BOARD.grid, place)], style.fill, style.pen)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def timed(work: Callable[[], bytes]) -> tuple[float, float, int]:
    """Best and median milliseconds, and the bytes that came out."""
    taken = []
    size = 0
    for _ in range(ROUNDS):
        start = perf_counter()
        size = len(work())
        taken.append((perf_counter() - start) * 1000)
    return min(taken), median(taken), size


def main() -> None:
    start = perf_counter()
    render(field_picture(BOARD, sight_field(0.03)), WINDOW)
    lines = [f"first overlay of a grid and viewport: {(perf_counter() - start) * 1000:.0f} ms"]
    for title, ruling in (
        ("field, 3 % seen", sight_field(0.03)),
        ("field, 30 % seen", sight_field(0.3)),
    ):
        lines += compared(title, partial(field_picture, BOARD, ruling))
    lines += compared("reach, 817 hexes", lambda: reach_picture(BOARD, reach()))
    sys.stdout.write("\n".join(lines) + "\n")


def compared(title: str, picture: Callable[[], Picture]) -> list[str]:
    """One line for each way, and their ratio."""
    drawn = picture()
    bare = Picture(drawn.title, drawn.box, tuple(mark for mark in drawn.marks if isinstance(mark, Cells)))
    found = {
        "ruling to PNG bytes": timed(lambda: render(picture(), WINDOW)),
        "picture to PNG bytes": timed(lambda: render(drawn, WINDOW)),
        "hexes alone": timed(lambda: render(bare, WINDOW)),
        "Pillow polygons": timed(lambda: polygons(bare)),
    }
    base = found["Pillow polygons"][0]
    return [
        f"{title:18} {way:22} best {best:6.1f} ms  median {middle:6.1f} ms  {size / 1024:6.0f} KiB  x{base / best:.1f}"
        for way, (best, middle, size) in found.items()
    ]


if __name__ == "__main__":
    main()
