"""The sight atlas: which hexes see each other on a map without units and smoke. Chapter 4.2."""

from hashlib import sha256

import numpy as np

from rules.errors import BadInput
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.verdicts import SightAtlas
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.questions.sight.looking import rules_as_written
from rules.last_hundred_yards.questions.sight.outlook import Outlook, outlook
from rules.last_hundred_yards.state.position import hex_board

MOST_HEXES = 10_000
"""The largest map allowed: all pairs of so many hexes take a minute and 100 MB."""


def sight_atlas(state: GameState, options: Options, kept: bytes = b"") -> Ruling[SightAtlas]:
    """Which hexes of the bare map see each other, from foot unit to foot unit; `kept` are the bits of an earlier atlas of it.

    Raises:
        BadInput: if the map has too many hexes.

    Rule: LHY 4.2.1-4.2.3.
    """
    about = _bare(state, options)
    hexes = about.ground.where.hexes
    shape = len(hexes), -(-len(hexes) // 8)
    if len(kept) == shape[0] * shape[1]:
        packed = np.frombuffer(kept, dtype=np.uint8).reshape(shape)
    else:
        packed = np.packbits(about.all_pairs(), axis=1)
    atlas = SightAtlas(hexes, packed)
    return Ruling(f"atlas of {about.ground.board.name}", atlas, _REASONS)


def atlas_key(state: GameState, options: Options) -> str:
    """A key of a map's atlas: maps and options with the same key have the same lines of sight.

    Raises:
        BadInput: if the map has too many hexes.
    """
    about = _bare(state, options)
    facts = about.facts
    digest = sha256(f"{rules_as_written()} {about.ground.board.grid} {facts.switches}".encode())
    for part in (facts.hexes, facts.images, facts.points, facts.blind):
        digest.update(np.ascontiguousarray(np.asarray(part)).tobytes())
    return digest.hexdigest()[:32]


_REASONS = (Reason("from hex to hex of the bare map, as foot units see", cite("4.2")),)


def _bare(state: GameState, options: Options) -> Outlook:
    """The map without its units and markers."""
    board = hex_board(state)
    about = outlook(GameState(board), options)
    count = len(about.ground.where.hexes)
    if count > MOST_HEXES:
        raise BadInput("atlas", f"{count} hexes", f"a map of at most {MOST_HEXES} hexes")
    return about
