"""Whole games in which both sides choose by chance among all legal declarations, and their cost before the work on speed.

`python -m bench.whole_games` prints their cost now, in the form of `BEFORE`.
"""

import gc
import sys
from time import process_time
from typing import NamedTuple

from bench.harness.measuring import forget
from bench.harness.yardstick import loop_s
from maps.library import scenario, scenarios
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Play
from rules.game.ruleset import Playable
from rules.game.state import GameState

SEEDS = (1, 2)

CHOICES = 1_000_003
"""The difference between the seed of a game's dice and the seed of its choices."""


class Cost(NamedTuple):
    """The cost of the games of a scenario, one for each seed: declarations, and loops of the yardstick."""

    declarations: int
    loops: float


BEFORE = {
    "dolgoye-crossing": Cost(841, 17_649),
    "kgn-night-at-two-orchards": Cost(496, 4_135),
    "kgn-sunken-crossroads": Cost(1_138, 30_844),
    "kgn-two-orchards": Cost(926, 10_796),
    "lhy-market-quarter": Cost(682, 17_411),
    "lhy-mill-heights": Cost(605, 8_253),
    "lhy-ridge-farm": Cost(391, 5_499),
    "lhy-ridge-road": Cost(1_139, 20_756),
    "lhy-tiger-at-the-bridge": Cost(765, 8_666),
    "market-fight": Cost(391, 9_936),
    "meeting-on-the-long-lane": Cost(897, 22_973),
    "mill-crossing": Cost(366, 4_906),
}
"""Measured by this module at commit c424f479: Python 3.11, an x86-64 of two cores on which a loop took 0.22 ms.

Market Fight and Mill Crossing ended on their first turn then; they were measured with their present length and score.
"""


def opening(name: str) -> tuple[Play, GameState]:
    """A bundled scenario before its first decision, and the book it is played by.

    Raises:
        TypeError: if its book cannot be played.
    """
    chosen = scenario(name)
    book = ruleset(chosen.ruleset)
    if not isinstance(book, Playable):
        raise TypeError(f"the games of {chosen.ruleset} cannot be played")
    return book.as_game(), book.opening(chosen.state(), chosen.opening_options())


def cost(name: str, rounds: int = 3) -> Cost:
    """The cost of the games of a scenario, each declaration at its least of some rounds.

    Nothing is cached from games before except lines of sight of Last Hundred Yards, which the book remembers: rounds
    after the first find them cached, as they did when `BEFORE` was measured.
    """
    found = [_round(name) for _ in range(rounds)]
    least_s = sum(map(min, zip(*(took_s for took_s, _ in found), strict=True)))
    return Cost(len(found[0][0]), least_s / min(each_s for _, each_s in found))


def _round(name: str) -> tuple[list[float], float]:
    """The CPU seconds of each declaration, and of a loop of the yardstick in between."""
    took_s: list[float] = []
    each_s = loop_s(5)
    for seed in SEEDS:
        forget()
        gc.collect()
        took_s += _played(*opening(name), seed)
        each_s = min(each_s, loop_s(5))
    return took_s, each_s


def _played(book: Play, state: GameState, seed: int) -> list[float]:
    """The CPU seconds of each declaration of a game: listing the legal ones, and carrying one out."""
    dice, choice = SeededDice(seed), SeededDice(seed + CHOICES)
    took_s = []
    began = process_time()
    while book.to_act(state) is not None:
        legal = book.legal_actions(state)
        _, state = carry_out(book, state, legal[choice.pick("choice", len(legal))], dice)
        ended = process_time()
        took_s.append(ended - began)
        began = ended
    return took_s


if __name__ == "__main__":
    gc.freeze()
    for entry in scenarios():
        played = cost(entry.name)
        sys.stdout.write(f'    "{entry.name}": Cost({played.declarations:_}, {played.loops:_.0f}),\n')
        sys.stdout.flush()
