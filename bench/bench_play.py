"""Play in every bundled scenario: a whole automatic game, what may be declared at a moment, the odds of each declaration.

    python -m bench.bench_play [--all] [SCENARIO ...]

Seconds and milliseconds of processor time, so that neighbours on the machine do not count. The games are fixed by
their seeds: they draw among all that may be declared, as `blindhex play` does; some declare first what was seldom declared
before, so that every kind is met. The odds are asked as a player asks them: after the list of what may be declared,
for the first time. Where a kind is offered often, its odds are asked at some moments, for ten declarations spread over
the list; with --all at every moment, for every declaration. Odds that take longer than the limits fail the bench.
"""

import gc
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from time import process_time
from typing import TypeVar

from maps.library import scenario, scenarios
from rules.catalog import ruleset
from rules.game.chance.dice import Dice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.play import Action, Play, Playable
from rules.game.state import GameState

GAMES, ROUNDS = (1, 2), 2
"""The seeds of the automatic games that are timed, and how often each is played: the quickest counts."""

MOMENTS = (1, 2, 4, 5, 6, 8)
"""The seeds of the games at whose moments questions are asked; in those of even seeds what is new is declared first."""

MOST_DECLARATIONS = 20_000
_CHOICES = 1_000_003
"""The choices have dice of their own, apart from those of the game."""

ODDS_P90_MS, ODDS_WORST_MS = 20.0, 300.0

A_KIND = 10
"""How many declarations of a kind are asked about at a moment."""

OFTEN, EVERY = 30, 5
"""A kind that was asked about at so many moments of a scenario is asked about at every fifth from then on."""

NEW = 6
"""A kind is new in a game until it was declared so many times."""

Kinds = dict[str, list[Action]]
ChoiceT = TypeVar("ChoiceT")


@dataclass
class Measured:
    """What was measured in one scenario, in milliseconds of processor time."""

    game_s: float = 0.0
    legal_ms: list[float] = field(default_factory=list)
    odds_ms: list[float] = field(default_factory=list)
    moments: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, str]] = field(default_factory=dict)

    def odds(self, kind: str, declaration: Action, took_ms: float) -> None:
        """Add the odds of one declaration."""
        self.odds_ms.append(took_ms)
        self.slowest[kind] = max(self.slowest.get(kind, (0.0, "")), (took_ms, str(declaration)))


@dataclass
class Arguments:
    """What was asked on the command line."""

    scenarios: list[str] = field(default_factory=list)
    all: bool = False


def main() -> None:
    """Print a line a scenario, the slowest odds of each kind, and whether the odds keep within the limits."""
    chosen = _arguments()
    names = chosen.scenarios or [entry.name for entry in scenarios()]
    _tell(f"{'':30}{'a game':>9}{'legal actions, ms':>27}{'odds asked, ms':>37}")
    _tell(f"{'scenario':30}{'s':>9}{'median':>9}{'p90':>9}{'worst':>9}{'number':>10}" + _heads())
    played: dict[str, list[Measured]] = defaultdict(list)
    for name in names:
        played[scenario(name).ruleset].append(measured(name, everything=chosen.all))
    for book, games in played.items():
        _tell_kinds(book, games)
    every = sorted(took for games in played.values() for game in games for took in game.odds_ms)
    p90, worst = _share(every, 0.9), every[-1]
    _tell(f"\nodds: p90 {p90:.2f} ms (limit {ODDS_P90_MS:g}), worst {worst:.1f} ms (limit {ODDS_WORST_MS:g})")
    if p90 > ODDS_P90_MS or worst > ODDS_WORST_MS:
        sys.exit("odds take longer than the limit")


def measured(name: str, *, everything: bool) -> Measured:
    """Play the games of one scenario, and print its line."""
    found = Measured()
    book, opening = _opening(name)
    found.game_s = fmean(min(_game_s(book, opening, seed) for _ in range(ROUNDS)) for seed in GAMES)
    for seed in MOMENTS:
        gc.collect()
        _measure_moments(book, opening, seed, found, new_first=seed % 2 == 0, everything=everything)
    _tell(
        f"{name:30}{found.game_s:9.2f}{_figures(found.legal_ms)}{len(found.odds_ms):10}{_figures(found.odds_ms)}"
    )
    return found


def _opening(name: str) -> tuple[Play, GameState]:
    chosen = scenario(name)
    book = ruleset(chosen.ruleset)
    if not isinstance(book, Playable):
        raise TypeError(f"the games of {chosen.ruleset} cannot be played")
    return book.as_game(), book.opening(chosen.state(), chosen.opening_options())


def _game_s(book: Play, state: GameState, seed: int) -> float:
    """What a whole game takes in which both sides draw among all they may declare."""
    dice, choice = SeededDice(seed), SeededDice(seed + _CHOICES)
    began = process_time()
    for _ in range(MOST_DECLARATIONS):
        if book.to_act(state) is None:
            return process_time() - began
        legal = book.legal_actions(state)
        _, state = carry_out(book, state, legal[choice.pick("choice", len(legal))], dice)
    raise RuntimeError(f"no end after {MOST_DECLARATIONS} declarations")


def _measure_moments(
    book: Play, state: GameState, seed: int, found: Measured, *, new_first: bool, everything: bool
) -> None:
    dice, choice = SeededDice(seed), SeededDice(seed + _CHOICES)
    declared: Counter[str] = Counter()
    while book.to_act(state) is not None:
        began = process_time()
        legal = book.legal_actions(state)
        found.legal_ms.append((process_time() - began) * 1000)
        kinds = _by_kind(legal)
        for kind, declaration in _asked(kinds, found.moments, everything=everything):
            began = process_time()
            book.chances(state, declaration)
            found.odds(kind, declaration, (process_time() - began) * 1000)
        new = [kind for kind in sorted(kinds) if declared[kind] < NEW] if new_first else []
        action = _drawn(kinds[_drawn(new, choice)] if new else legal, choice)
        declared[type(action).__name__] += 1
        _, state = carry_out(book, state, action, dice)


def _by_kind(legal: Sequence[Action]) -> Kinds:
    kinds: Kinds = defaultdict(list)
    for action in legal:
        kinds[type(action).__name__].append(action)
    return kinds


def _asked(kinds: Kinds, moments: Counter[str], *, everything: bool) -> Iterator[tuple[str, Action]]:
    """The declarations of a moment whose odds are asked, with their kinds."""
    for kind, same in kinds.items():
        moments[kind] += 1
        if everything:
            yield from ((kind, action) for action in same)
        elif moments[kind] <= OFTEN or moments[kind] % EVERY == 0:
            step = -(-len(same) // A_KIND)
            yield from ((kind, action) for action in same[::step])


def _drawn(choices: Sequence[ChoiceT], dice: Dice) -> ChoiceT:
    return choices[dice.pick("choice", len(choices))]


def _tell_kinds(book: str, games: list[Measured]) -> None:
    """The slowest odds of each kind of declaration of a book, the slowest first, and the kinds that were not met."""
    slowest: dict[str, tuple[float, str]] = {}
    for game in games:
        for kind, found in game.slowest.items():
            slowest[kind] = max(slowest.get(kind, (0.0, "")), found)
    _tell(f"\n{book}: the slowest odds of each kind, ms")
    for kind, (took, words) in sorted(slowest.items(), key=lambda pair: -pair[1][0]):
        _tell(f"{took:10.2f}  {kind:22} {words[:76]}")
    play = ruleset(book)
    if isinstance(play, Playable) and (missing := set(play.as_game().actions.names) - set(slowest)):
        _tell(f"            not met: {', '.join(sorted(missing))}")


def _figures(taken: list[float]) -> str:
    ordered = sorted(taken)
    return f"{_share(ordered, 0.5):9.2f}{_share(ordered, 0.9):9.2f}{ordered[-1]:9.1f}"


def _heads() -> str:
    return "".join(f"{head:>9}" for head in ("median", "p90", "worst"))


def _share(ordered: list[float], share: float) -> float:
    """The value that this share of all do not exceed."""
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def _arguments() -> Arguments:
    reader = ArgumentParser(prog="bench_play", description="How long play and its odds take.")
    reader.add_argument(
        "scenarios", nargs="*", metavar="SCENARIO", help="only these of the bundled scenarios"
    )
    reader.add_argument(
        "--all", action="store_true", help="ask the odds of every declaration at every moment"
    )
    return reader.parse_args(namespace=Arguments())


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
