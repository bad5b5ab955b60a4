"""What it takes to reproduce an answer: the version, the book with its switches, and digests of values, board, units and setup."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from maps.codec import board_text
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from vtt_bridge.games.game_log import head_from
from vtt_bridge.games.game_setup import this_version
from vtt_bridge.games.log_file import is_log_file, read_log


def provenance(
    source: str,
    state: GameState,
    book: Ruleset,
    switches: tuple[str, ...] = (),
    house: Mapping[str, Any] | None = None,
    side: str = "",
) -> dict[str, Any]:
    """The provenance of every answer about a source in this state; `side` is the one whose knowledge the state is.

    Of the log of a game also its seed, and the digest of its setup.

    Raises:
        RulesError: if the source is a log that cannot be read.
    """
    told: dict[str, Any] = {
        "blindhex": this_version(),
        "source": source,
        "book": book.id,
        "edition": book.rulebook.edition,
        "switches": list(switches),
        "side": side,
        "house_digest": _digest(json.dumps(dict(house), sort_keys=True)) if house else "",
        "board_digest": _digest(board_text(state.board)),
        "units_digest": _digest(repr(sorted(map(repr, state.units.values())))),
    }
    if not is_log_file(source):
        return told
    head = head_from(read_log(source))
    return {**told, "setup_digest": head.digest, "seed": head.seed}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
