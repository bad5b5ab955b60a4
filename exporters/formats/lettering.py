"""Text on a canvas: stamps of letters with a halo, drawn once and used many times."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from math import ceil

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from exporters.formats.canvas import Canvas, Mask
from exporters.formats.stamps import Stamp, cut, lay_stamps
from exporters.picture import Label, Role
from exporters.style import CLEAR_INK, style_of
from exporters.viewport import Viewport

LEAST_TEXT_PX = 5
"""Smaller text is left out as illegible."""

_BEYOND_ASCII = "°±·"
_KIN = str.maketrans(
    {"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "œ": "oe", "đ": "d", "ð": "d"}
    | {"–": "-", "—": "-", "−": "-", "×": "x", "’": "'", "‘": "'", "“": '"', "”": '"', "″": '"'}
)


def write_labels(canvas: Canvas, viewport: Viewport, labels: Iterable[Label]) -> None:
    """Write consecutive labels at once, each from a cached stamp."""
    scale_px = viewport.scale_px
    lay_stamps(canvas, [laid for label in labels if (laid := _laid(viewport, scale_px, label))])


def _laid(viewport: Viewport, scale_px: float, label: Label) -> tuple[Stamp, int, int] | None:
    size_px = round(label.size * scale_px)
    if size_px < LEAST_TEXT_PX or not label.text:
        return None
    x, y = viewport.pixel(label.at)
    stamp = _stamp(label.role, plain(label.text), size_px)
    left = round(x) if label.starts_at else round(x - stamp.width / 2)
    return stamp, left, round(y - stamp.height / 2)


def plain(text: str) -> str:
    """The text in letters of the built-in font: without accents, and with hyphens for dashes.

    >>> plain("Münchner Straße – 1. Zug")
    'Munchner Strasse - 1. Zug'
    """
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKD", text.translate(_KIN))
    return "".join(letter for letter in folded if letter.isascii() or letter in _BEYOND_ASCII)


@lru_cache(maxsize=4096)
def _stamp(role: Role, text: str, size_px: int) -> Stamp:
    style = style_of(role)
    halo_px = max(1, round(size_px * 0.13)) if style.halo != CLEAR_INK else 0
    rim, letters = _letters(text, size_px, halo_px), _letters(text, size_px, 0)
    stamp = Canvas(rim.shape[1], rim.shape[0])
    stamp.paint(0, 0, rim, style.halo)
    aside, above = ((rim.shape[k] - letters.shape[k]) // 2 for k in (1, 0))
    stamp.paint(aside, above, letters, style.text)
    return cut(stamp)


def _letters(text: str, size_px: int, edge_px: int) -> Mask:
    font = _font(size_px)
    left, _, right, _ = font.getbbox(text, anchor="lm", stroke_width=edge_px)
    width, height = ceil(right - left) + 2, 2 * (size_px + edge_px)
    image = Image.new("L", (width, height))
    at = 1 - left, height / 2 + _lift(size_px)
    ImageDraw.Draw(image).text(at, text, 255, font, anchor="lm", stroke_width=edge_px)
    return np.asarray(image)


@lru_cache(maxsize=256)
def _lift(size_px: int) -> float:
    """The pixels by which capitals are moved down to be centred in their line."""
    _, top, _, bottom = _font(size_px).getbbox("H", anchor="lm")
    return -(top + bottom) / 2


@lru_cache(maxsize=256)
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size_px)
