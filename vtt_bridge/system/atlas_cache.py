"""Atlases of sight kept in the user's cache, so that a map is looked over once.

A file that is missing or damaged is made anew; a cache that cannot be written is no error, only slower.
"""

from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from rules.game.ruleset import HasAtlas
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import SightAtlas
from vtt_bridge.errors import CannotWrite
from vtt_bridge.system.atomic_write import write_atomic

DIGEST_BYTES = 32


def kept_atlas(book: HasAtlas, state: GameState, folder: Path | None = None) -> Ruling[SightAtlas]:
    """The atlas of a board by a book, from the cache if it is there."""
    where = (folder or user_cache_path("blindhex")) / f"atlas-{book.atlas_key(state)}.bits"
    kept = _read(where)
    ruling = book.sight_atlas(state, kept)
    packed = ruling.verdict.packed.tobytes()
    if packed != kept:
        try:
            where.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(where, sha256(packed).digest() + packed)
        except (CannotWrite, OSError):
            return ruling
    return ruling


def _read(where: Path) -> bytes:
    """What is kept there; nothing if it is not whole."""
    try:
        content = where.read_bytes()
    except OSError:
        return b""
    packed = content[DIGEST_BYTES:]
    return packed if sha256(packed).digest() == content[:DIGEST_BYTES] else b""
