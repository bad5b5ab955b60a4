"""The pictures of the latest answers, kept in memory for tables that can only name a picture by its address."""

from collections import OrderedDict
from hashlib import sha256
from threading import Lock

from rules.errors import Unknown

MOST = 64


class RecentPictures:
    """A picture is named by its digest, so that the same picture is kept once and none is ever mistaken."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def keep(self, png: bytes) -> str:
        """Keep a picture; its name. The oldest are forgotten."""
        digest = sha256(png).hexdigest()[:32]
        with self._lock:
            self._kept[digest] = png
            self._kept.move_to_end(digest)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return digest

    def picture(self, digest: str) -> bytes:
        """The picture of that name.

        Raises:
            Unknown: if there is none, or it was forgotten.
        """
        with self._lock:
            if digest not in self._kept:
                raise Unknown("picture", digest)
            return self._kept[digest]


RECENT = RecentPictures()
"""Those of this server."""
