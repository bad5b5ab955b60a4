"""A pixel as it is typed: 58,100."""

from rules.errors import BadInput
from vtt_bridge.port.virtual_table import PointPx


def a1_pixel(words: str) -> PointPx | None:
    """The pixel that `--a1` names; None without one.

    Raises:
        BadInput: if it names none.
    """
    if not words:
        return None
    try:
        x, y = map(float, words.split(","))
    except ValueError:
        raise BadInput("--a1", words, "a pixel such as 58,100") from None
    return x, y
