"""A cache of the PNGs of answers, shared by all tables."""

from collections import OrderedDict
from threading import Lock

from exporters.formats.png import render
from exporters.picture import Picture
from exporters.viewport import Viewport

_MOST_BYTES = 16_000_000

_Shown = tuple[str, str, Viewport]
_kept: OrderedDict[_Shown, tuple[Picture, bytes]] = OrderedDict()
_lock = Lock()


def cached_png(picture: Picture, window: Viewport) -> bytes:
    """The picture as PNG bytes, from the cache if an equal picture was drawn; the lock is not held while drawing."""
    shown = (picture.title, picture.text, window)
    with _lock:
        before = _kept.get(shown)
    if before is not None and before[0] == picture:
        return before[1]
    png = render(picture, window)
    with _lock:
        _kept[shown] = picture, png
        while sum(len(kept) for _, kept in _kept.values()) > _MOST_BYTES:
            _kept.popitem(last=False)
    return png
