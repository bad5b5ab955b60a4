"""Matches of two players, with sides swapped on the same seeds: who wins, and how long they think."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from multiprocessing import get_context
from statistics import mean
from time import process_time

from maps.library import scenario
from rules.catalog import ruleset
from rules.players.named import players
from rules.players.player import Chosen, Moment, Player
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.game_setup import OpenedGame, decisions_of_game, opened_anew

WIN, DRAW, LOSS = Fraction(1), Fraction(1, 2), Fraction(0)


@dataclass(frozen=True, slots=True)
class Duel:
    """A game in which one player has this side and the other player all others."""

    scenario: str
    better: str
    other: str
    side: str
    seed: int


@dataclass(frozen=True, slots=True)
class Fought:
    """The result of a duel for the first player: its score, its lead by the victory terms, and its CPU
    seconds for each decision with a choice."""

    duel: Duel
    score: Fraction
    lead: float
    thought_s: tuple[float, ...]

    @property
    def score_by_lead(self) -> Fraction:
        """The score if a draw counts as a win of the side that leads."""
        if self.score != DRAW or not self.lead:
            return self.score
        return WIN if self.lead > 0 else LOSS

    def __str__(self) -> str:
        word = {WIN: "won", DRAW: "drawn", LOSS: "lost"}[self.score]
        return f"seed {self.duel.seed}, {self.duel.better} as {self.duel.side}: {word}, lead {self.lead:+.1f}"


@dataclass(slots=True)
class _Timed:
    """A player whose decisions with a choice are timed."""

    player: Player
    thought_s: list[float] = field(default_factory=list)

    def choose(self, moment: Moment) -> Chosen:
        began_s = process_time()
        chosen = self.player.choose(moment)
        if len(moment.actions) > 1:
            self.thought_s.append(process_time() - began_s)
        return chosen


def duels(name: str, better: str, other: str, games: int, first_seed: int = 1) -> tuple[Duel, ...]:
    """The games of a match in a scenario, each seed once for each side."""
    sides = _opened(name).state.sides
    return tuple(
        Duel(name, better, other, sides[number % len(sides)], first_seed + number // len(sides))
        for number in range(games)
    )


def fought(asked: Iterable[Duel], workers: int) -> Iterator[Fought]:
    """Play the games in this many processes; yields the results in order."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(fight, asked)


def fight(duel: Duel) -> Fought:
    """Play one game; its result is always the same, apart from the seconds."""
    game = _opened(duel.scenario)
    both = {side: duel.better if side == duel.side else duel.other for side in game.state.sides}
    timed = {side: _Timed(player) for side, player in players(both).items()}
    state = game.state
    for decision in decisions_of_game(game, duel.seed, timed):
        state = decision.after
    result = game.book.result(state)
    winner = result.winner if result else None
    score = DRAW if winner is None else WIN if winner == duel.side else LOSS
    lead = float(game.book.lead(state, duel.side))
    return Fought(duel, score, lead, tuple(timed[duel.side].thought_s))


def told(fights: Iterable[Fought]) -> Iterator[str]:
    """The figures of the games played, in lines."""
    listed = tuple(fights)
    count = {score: sum(one.score == score for one in listed) for score in (WIN, DRAW, LOSS)}
    yield f"{len(listed)} games: {count[WIN]} won, {count[DRAW]} drawn, {count[LOSS]} lost"
    for words, scores in (
        ("a draw counted half", [one.score for one in listed]),
        ("a draw counted for who leads", [one.score_by_lead for one in listed]),
    ):
        share = float(sum(scores) / len(listed))
        yield f"{share:.1%} of the points, {words}"
    seconds = [s for one in listed for s in one.thought_s]
    yield f"CPU seconds a decision with a choice: {mean(seconds):.2f} on the average, {max(seconds):.2f} at most"


@lru_cache
def _opened(name: str) -> OpenedGame:
    return opened_anew(GameHead(scenario(name).ruleset, name), ruleset)
