"""CPU time: the least of many rounds, in which all that is compared takes its turn.

Neighbours on the machine slow every turn of a round alike, and the least of many rounds is the one they slowed least.
What takes less than the clock can tell is repeated within a turn.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from math import ceil
from time import process_time

from bench.harness.rows import NotMeasured, Row, within
from bench.harness.yardstick import REFERENCE_LOOP_S, loop

Work = Callable[[], object]
Clock = Callable[[], float]

LEAST_TURN_S = 0.001
"""A turn repeats its work until it lasts so long."""

PROJECT = ("rules", "maps", "exporters", "vtt_bridge")

FEWEST_ROUNDS, MOST_ROUNDS = 3, 200


@dataclass(frozen=True)
class Peer:
    """What ours is held against: its name, its work, and how many times its cost ours may be.

    `asks` is how many questions one call of the work answers; `before` is done before every turn and not timed, as
    forgetting what is known for a cold question. Work that raises NotMeasured cannot be had on this machine.
    """

    name: str
    work: Work
    limit: float | None = None
    asks: int = 1
    before: Work | None = None


def compare(
    question: str,
    ours: Work,
    *peers: Peer,
    asks: int = 1,
    before: Work | None = None,
    seconds: float = 0.5,
    remark: str = "",
    clock: Clock = process_time,
) -> Iterator[Row]:
    """A row for each peer, or one without a peer; all are timed in turn, for so many seconds each.

    A call of ours answers `asks` questions; `before` is done before every turn of ours and not timed.
    """
    works = (Peer("ours", ours, asks=asks, before=before), *peers)
    turns = [_Turn(each, clock) for each in works]
    gc.collect()
    take_turns([turn for turn in turns if not turn.missing], seconds)
    if not peers:
        yield Row(question, turns[0].least_ms, missing=turns[0].missing, remark=remark)
    for peer, turn in zip(peers, turns[1:], strict=True):
        missing = turns[0].missing or turn.missing
        yield Row(
            question, turns[0].least_ms, peer.name, turn.least_ms, peer.limit, missing=missing, remark=remark
        )


def within_ms(
    question: str,
    work: Work,
    budget_ms: float,
    *,
    asks: int = 1,
    seconds: float = 0.5,
    clock: Clock = process_time,
) -> Row:
    """A work, whose call answers `asks` questions, that may take so long each, as it was allowed where the yardstick was set.

    The yardstick takes its turn in every round, so that what slows the one slows the other.
    """
    ours, yardstick = (
        _Turn(Peer("ours", work, asks=asks), clock),
        _Turn(Peer("yardstick", loop), process_time),
    )
    if ours.missing:
        return Row(question, None, "at most", limit=1.0, missing=ours.missing)
    gc.collect()
    take_turns([ours, yardstick], seconds)
    assert ours.least_ms is not None
    assert yardstick.least_ms is not None
    return within(question, ours.least_ms, budget_ms * yardstick.least_ms / 1000 / REFERENCE_LOOP_S, "ms")


def forget() -> None:
    """Nothing is remembered of any question before: the project's own functions keep no answer."""
    modules = [found for name, found in sys.modules.items() if name.partition(".")[0] in PROJECT]
    owners = [
        *modules,
        *(kind for module in modules for kind in vars(module).values() if isinstance(kind, type)),
    ]
    for owner in owners:
        for known in vars(owner).values():
            if isinstance(known, _lru_cache_wrapper):
                known.cache_clear()


class _Turn:
    """One of the works that take turns, with the least it took so far. It is done twice, untimed, to warm up."""

    def __init__(self, of: Peer, clock: Clock) -> None:
        self.of, self.clock = of, clock
        self.least_ms: float | None = None
        self.spent_s = 0.0
        self.times = 1
        self.missing = ""
        try:
            self._once()
        except NotMeasured as why:
            self.missing = str(why)
            return
        took_s = self._once()
        if of.before is None and took_s < LEAST_TURN_S:
            self.times = ceil(LEAST_TURN_S / max(took_s, 1e-7))

    def take(self) -> None:
        took_s = self._once()
        self.spent_s += took_s
        each_ms = took_s * 1000 / self.times / self.of.asks
        self.least_ms = each_ms if self.least_ms is None else min(self.least_ms, each_ms)

    def _once(self) -> float:
        if self.of.before is not None:
            self.of.before()
        began = self.clock()
        for _ in range(self.times):
            self.of.work()
        return self.clock() - began


def take_turns(turns: Sequence[_Turn], seconds: float) -> None:
    """Rounds until each had its seconds: at least a few, and not without end."""
    for number in range(MOST_ROUNDS):
        if number >= FEWEST_ROUNDS and all(turn.spent_s >= seconds for turn in turns):
            return
        for turn in turns:
            if number < FEWEST_ROUNDS or turn.spent_s < 4 * seconds:
                turn.take()
