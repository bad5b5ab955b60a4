"""CPU time: the least of many rounds, in which everything that is compared takes its turn.

Other load on the machine slows all turns of a round alike, and the least of many rounds was slowed least.
Work that is too short for the clock is repeated within a turn.
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
"""A turn repeats its work until it lasts this long."""

PROJECT = ("rules", "maps", "exporters", "vtt_bridge")

FEWEST_ROUNDS, MOST_ROUNDS = 3, 200


@dataclass(frozen=True)
class Peer:
    """A comparison: its name, its work, and the limit of our cost as a multiple of its cost.

    `asks` is how many questions one call of the work answers; `before` is done before every turn and not timed, as
    clearing caches for a cold question. Work that raises NotMeasured is not available on this machine.
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
    """Measure our work and its peers in turn, `seconds` each; yields a row for each peer, or one row without peers.

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
    """A row with a budget in milliseconds per question, set on the yardstick's machine; a call of the work
    answers `asks` questions.

    The yardstick is measured in every round, so that other load slows both alike.
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
    """Clear the caches of the project's own functions, so that no earlier question is remembered."""
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
    """One of the works that take turns, with its least time so far. It is first run twice, untimed, to warm up."""

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
    """Run rounds until each work had its seconds, with a least and a greatest number of rounds."""
    for number in range(MOST_ROUNDS):
        if number >= FEWEST_ROUNDS and all(turn.spent_s >= seconds for turn in turns):
            return
        for turn in turns:
            if number < FEWEST_ROUNDS or turn.spent_s < 4 * seconds:
                turn.take()
