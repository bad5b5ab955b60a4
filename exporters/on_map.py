"""A picture drawn over a user's own map image, pixel for pixel, with its legend in a panel below the map."""

from dataclasses import replace
from io import BytesIO
from math import ceil

from PIL import Image

from exporters.formats import png
from exporters.picture import Box, Picture
from exporters.pictures.legend import with_legend
from exporters.viewport import Viewport


def with_panel(picture: Picture, window: Viewport) -> tuple[Picture, Viewport]:
    """The picture with its legend below the map, and the window of both, with that of the map at its top."""
    edges = (*window.point((0, 0)), *window.point((window.width_px, window.height_px)))
    whole = with_legend(replace(picture, box=Box(*edges)), None)
    return whole, replace(window, height_px=ceil(window.pixel((0, whole.box.bottom))[1]))


def render(ground: Image.Image, picture: Picture, window: Viewport) -> bytes:
    """The map image and the picture over it as PNG bytes; the map image is RGBA and as large as the window."""
    whole, window = with_panel(picture, window)
    sheet = Image.new("RGBA", (window.width_px, window.height_px), "white")
    sheet.alpha_composite(ground)
    sheet.alpha_composite(Image.open(BytesIO(png.render(whole, window))).convert("RGBA"))
    return packed(sheet.convert("RGB"))


def packed(picture: Image.Image) -> bytes:
    """An image as PNG bytes."""
    content = BytesIO()
    picture.save(content, "PNG")
    return content.getvalue()
