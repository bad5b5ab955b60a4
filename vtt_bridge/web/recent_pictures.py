"""The pictures of the latest answers, in memory, for tables that can show a picture only by its address."""

from collections import OrderedDict
from hashlib import sha256
from threading import Lock

from rules.errors import Unknown

MOST = 64


class RecentPictures:
    """Pictures by their digest, so that equal pictures are stored once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def keep(self, png: bytes) -> str:
        """Store a picture and return its digest. The oldest pictures are dropped."""
        digest = sha256(png).hexdigest()[:32]
        with self._lock:
            self._kept[digest] = png
            self._kept.move_to_end(digest)
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return digest

    def picture(self, digest: str) -> bytes:
        """The picture with that digest.

        Raises:
            Unknown: if there is none, or it was dropped.
        """
        with self._lock:
            if digest not in self._kept:
                raise Unknown("picture", digest)
            return self._kept[digest]


RECENT = RecentPictures()
"""The recent pictures of this server."""
