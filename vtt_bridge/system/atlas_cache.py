"""Sight atlases in the user's cache, so that each map is computed once.

A missing or damaged file is computed anew; a cache that cannot be written is no error, only slower.
"""

from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_path

from maps.codec import board_text
from rules.game.ruleset import HasAtlas, Ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.verdicts import SightAtlas
from rules.planning.atlas import sight_atlas
from vtt_bridge.errors import CannotWrite
from vtt_bridge.system.atomic_write import write_atomic
from vtt_bridge.system.rules_digest import rules_digest

DIGEST_BYTES = 32


def cached_atlas(book: Ruleset, state: GameState) -> Ruling[SightAtlas]:
    """The atlas of a board by a book, from the cache if it is there."""
    key = book.atlas_key(state) if isinstance(book, HasAtlas) else _table_key(book, state)
    where = user_cache_path("blindhex") / f"atlas-{key}.bits"
    kept = _read(where)
    ruling = sight_atlas(book, state.board, kept)
    packed = ruling.verdict.packed.tobytes()
    if packed != kept:
        try:
            where.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(where, sha256(packed).digest() + packed)
        except (CannotWrite, OSError):
            return ruling
    return ruling


def _table_key(book: Ruleset, state: GameState) -> str:
    """The cache key of a table by the rules of a book; no option affects sight on tables."""
    return sha256(f"{book.id} {rules_digest()} {board_text(state.board)}".encode()).hexdigest()[:32]


def _read(where: Path) -> bytes:
    """The packed atlas in a cache file; empty if the file is missing or damaged."""
    try:
        content = where.read_bytes()
    except OSError:
        return b""
    packed = content[DIGEST_BYTES:]
    return packed if sha256(packed).digest() == content[:DIGEST_BYTES] else b""
