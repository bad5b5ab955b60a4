"""One game of a study, as rows: the result does not depend on the worker that plays it."""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

from rules.catalog import ruleset
from rules.game.engine.play import Play
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.players.match import Decision
from rules.players.named import players
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import OpenedGame, decisions_of_game, opened
from vtt_bridge.studies.study import Job

Row = Mapping[str, Any]
Rows = Mapping[str, Any]
"""The rows of one game: {"game": its row, "decisions": a row each}."""


def one_game(job: Job) -> Rows:
    """The row of a game, and one for each decision that had a choice.

    Raises:
        RulesError: if the game cannot be set up.
    """
    game = _opened(_Setup(job.variant.head))
    book, state = game.book, game.state
    sides = state.sides
    lost, harm, decisions, digest = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0), [], sha256()
    count, moment = 0, book.moment(state)
    for count, decision in enumerate(decisions_of_game(game, job.seed, players(job.players)), 1):
        digest.update(json.dumps(_record(book, decision), sort_keys=True).encode())
        came_to = {side: _harm(book, decision, side) for side in sides}
        gone = [loss for loss in _losses(decision) if came_to[loss["side"]]]
        for side in sides:
            harm[side] += came_to[side]
            lost[side] += sum(loss["side"] == side for loss in gone)
        moment, state = book.moment(decision.before), decision.after
        if decision.choices > 1 or gone:
            decisions.append(_decision(job, book, count, decision, came_to, gone))
    result = book.result(state)
    return {
        "game": {
            **_named(job),
            "scenario": job.variant.head.scenario,
            "book": job.variant.head.ruleset,
            **{f"player_{side}": job.players[side] for side in sides},
            "winner": (result and result.winner) or "",
            "result": result.text if result else "",
            **{f"lead_{side}": float(book.lead(state, side)) for side in sides},
            "decisions": count,
            "last_moment": moment,
            **{f"lost_{side}": lost[side] for side in sides},
            **{f"harm_{side}": harm[side] for side in sides},
            "version": job.variant.head.version,
            "setup_digest": job.variant.head.digest,
            "game_digest": digest.hexdigest(),
        },
        "decisions": decisions,
    }


def _named(job: Job) -> Row:
    return {"game": job.number, "variant": job.variant.name, "seed": job.seed}


def _decision(
    job: Job, book: Play, number: int, decision: Decision, came_to: Mapping[str, int], gone: list[Row]
) -> Row:
    chosen = decision.chosen
    return {
        **_named(job),
        "number": number,
        "side": decision.side,
        "moment": book.moment(decision.before),
        "declared": book.called(chosen.action),
        "action": str(chosen.action),
        "choices": decision.choices,
        "worth": chosen.worth,
        "why": "; ".join(map(str, chosen.why)),
        **{f"harm_{side}": harm for side, harm in came_to.items()},
        "lost": json.dumps(gone) if gone else "",
        "dice_thrown": decision.dice_thrown,
    }


def _record(book: Play, decision: Decision) -> list[Any]:
    """The declaration and its events, as documents."""
    return [book.actions.document(decision.chosen.action), *map(book.events.document, decision.events)]


def _harm(book: Play, decision: Decision, side: str) -> int:
    """The harm to a side by a decision: the sum of the severities that the book gives its changes."""
    changes = book.changes(decision.before, decision.after)
    return sum(change.severity for change in changes if change.side == side)


def _losses(decision: Decision) -> Iterator[Row]:
    """The units that left the map, and from where."""
    for unit in decision.before.units.values():
        now = decision.after.units.get(unit.id)
        if unit.at is not None and (now is None or now.at is None):
            yield {
                "unit": unit.id,
                "type": unit.type,
                "side": unit.side,
                "at": _place(decision.before, unit.id),
            }


def _place(state: GameState, unit: str) -> str | list[float]:
    at = state.units[unit].at
    return [at.x_in, at.y_in] if isinstance(at, Spot) else str(at)


class _Setup:
    """A setup as a cache key, by its digest, so that it is opened once for many games."""

    def __init__(self, head: GameHead) -> None:
        self.head = head
        self._digest = head.digest

    def __hash__(self) -> int:
        return hash(self._digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Setup) and other._digest == self._digest


@lru_cache(maxsize=16)
def _opened(setup: _Setup) -> OpenedGame:
    return opened(setup.head, ruleset)
