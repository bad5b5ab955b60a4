"""Checks that bytes are a PNG of acceptable size, before anything large is unpacked."""

from io import BytesIO

from PIL import Image, UnidentifiedImageError

from rules.errors import BadInput

MOST_BYTES = 20 * 2**20
MOST_SIDE_PX = 16_384
MOST_PIXELS = 36_000_000

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_size_px(png: bytes, field: str) -> tuple[int, int]:
    """The width and height of a PNG, after checking that it can be shown.

    Raises:
        BadInput: if it is no PNG, is damaged, or is too large to lay on a table.
    """
    if len(png) > MOST_BYTES:
        raise BadInput(field, f"{len(png)} bytes", f"a PNG of at most {MOST_BYTES} bytes")
    if not png.startswith(_SIGNATURE) or len(png) < 33:
        raise BadInput(field, png[:12], "a PNG")
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    if not (0 < width <= MOST_SIDE_PX and 0 < height <= MOST_SIDE_PX and width * height <= MOST_PIXELS):
        wanted = f"at most {MOST_SIDE_PX} a side and {MOST_PIXELS} pixels in all"
        raise BadInput(field, f"{width} x {height} px", wanted)
    try:
        with Image.open(BytesIO(png), formats=("PNG",)) as picture:
            picture.load()
            return picture.size
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
        raise BadInput(field, f"{width} x {height} px, damaged ({error})", "a PNG that can be read") from None
