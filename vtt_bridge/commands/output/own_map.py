"""An answer drawn on the player's own map picture, in its pixels."""

from base64 import b64encode
from pathlib import Path
from warnings import catch_warnings

import click
from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from exporters import on_map
from exporters.board_shapes import module
from exporters.formats import png, svg
from exporters.picture import Picture
from exporters.viewport import MOST_PIXELS, Viewport
from maps.documents import CannotRead
from rules.errors import BadInput
from rules.ground.board import Board
from vtt_bridge.port.calibration import board_px, is_on_picture
from vtt_bridge.port.virtual_table import PointPx

_READ = ("PNG", "JPEG", "WEBP")
_UPRIGHT = 1


class OwnMap:
    """The map picture of `--on-map`, and the board's position: `a1_px` is the middle of hex A1, or the
    far left corner of a table.

    Raises:
        CannotRead: if there is no such file.
        BadInput: if it is not a picture, or no part of the board lies on it.
    """

    def __init__(self, path: str, a1_px: PointPx, hex_px: float, board: Board) -> None:
        self._path, self._picture = path, _opened(path)
        unit_px = hex_px / module(board)
        self._window = Viewport(*self._picture.size, (unit_px, unit_px), a1_px)
        self._check_place(path, a1_px, board)

    def overlay(self, answer: Picture, *, is_svg: bool) -> bytes | str:
        """The answer alone on a transparent ground, as large as the map picture."""
        return svg.render(answer, self._window) if is_svg else png.render(answer, self._window)

    def beneath(self, picture: Picture, *, is_svg: bool) -> bytes | str:
        """The map picture with another drawn on it, and a legend in a panel below."""
        if not is_svg:
            return on_map.render(self._picture, picture, self._window)
        whole, window = on_map.with_panel(picture, self._window)
        paper = f'<rect width="{window.width_px}" height="{window.height_px}" fill="white"/>'
        size = f'width="{window.width_px}" height="{self._picture.height}"'
        return svg.render(whole, window, [paper, f'<image {size} href="{self._data_url()}"/>'])

    def _data_url(self) -> str:
        """The map picture as a data URL; a JPEG is embedded unchanged, since it is far smaller than a PNG."""
        with Image.open(self._path, formats=_READ) as given:
            is_jpeg = given.format == "JPEG" and given.mode in ("L", "RGB")
            as_it_is = is_jpeg and given.getexif().get(ExifTags.Base.Orientation, _UPRIGHT) == _UPRIGHT
        kind, packed = (
            ("jpeg", Path(self._path).read_bytes()) if as_it_is else ("png", on_map.packed(self._picture))
        )
        return f"data:image/{kind};base64,{b64encode(packed).decode()}"

    def _check_place(self, path: str, a1_px: PointPx, board: Board) -> None:
        """Check that the board lies on the picture; if a part of it does not, say so."""
        lies, (width, height) = board_px(self._window, board), self._picture.size
        if not is_on_picture(lies, (width, height)):
            here = f"a pixel with which the board lies on the {width} x {height} pixels of {path}"
            raise BadInput("--a1", f"{a1_px[0]:g},{a1_px[1]:g}", here)
        if min(lies.left, lies.top) < -1 or lies.right > width + 1 or lies.bottom > height + 1:
            extent = f"from {lies.left:.0f},{lies.top:.0f} to {lies.right:.0f},{lies.bottom:.0f}"
            click.echo(f"{path}: a part of the board lies outside; it goes {extent} in its pixels.", err=True)


def _opened(path: str) -> Image.Image:
    try:
        with (
            catch_warnings(category=Image.DecompressionBombWarning, action="error"),
            Image.open(path, formats=_READ) as picture,
        ):
            Viewport(*picture.size, (1.0, 1.0))  # so large that it can be drawn on
            return ImageOps.exif_transpose(picture).convert("RGBA")
    except UnidentifiedImageError:
        raise BadInput("--on-map", path, "a picture: PNG, JPEG or WebP") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadInput("--on-map", path, f"a picture of at most {MOST_PIXELS} pixels") from None
    except (OSError, SyntaxError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise CannotRead(path, error) from None
