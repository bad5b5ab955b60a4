"""PNG bytes as an array of pixels, for tests."""

from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image

from exporters.formats.hex_image import hex_image
from exporters.viewport import Viewport
from rules.ground.hex.hexes import Hex, HexGrid


def pixels(png: bytes) -> npt.NDArray[np.uint8]:
    """Rows of red, green, blue and opacity."""
    with Image.open(BytesIO(png)) as image:
        assert image.format == "PNG"
        return np.asarray(image.convert("RGBA"))


def pixel_of(
    grid: HexGrid, viewport: Viewport, place: Hex, away: tuple[float, float] = (0, 0)
) -> tuple[int, int]:
    """Row and column of the pixel at the centre of a hex, or at this offset in hexes from it."""
    x, y = grid.position(grid.centre(place))
    px, py = viewport.pixel((x + away[0], y + away[1]))
    return int(py), int(px)


def numbers(grid: HexGrid, viewport: Viewport) -> npt.NDArray[np.intp]:
    """The number of the hex that each pixel shows; 0 is no hex."""
    return hex_image(grid, viewport).spread(np.arange(1 + grid.columns * grid.rows))
