"""Play: whole games, what may be declared at a moment, the odds of a declaration, the log of a game."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import process_time
from typing import Any

from bench.harness.groups import group
from bench.harness.measuring import Peer, compare, forget, within_ms
from bench.harness.rows import Row, within
from bench.harness.yardstick import here, loop_s
from bench.inch_tables import face_to_face
from bench.lhy_companies import companies, infantry_and_tanks, whole_company_reacting
from bench.whole_games import BEFORE, CHOICES, cost, opening
from maps.library import scenario, scenarios
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Action, Play
from rules.game.state import GameState
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.position import hex_board
from rules.last_hundred_yards.state.progress import progress_of
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.ruleset import MATG1, MATG2
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun

TIMES_FASTER = 5
"""The required factor between the games a second now and before."""

ODDS_P90_MS, ODDS_WORST_MS = 20.0, 300.0

SEED = 2
"""The seed of the games in which questions are asked."""

NEW, A_KIND, OFTEN, EVERY = 6, 5, 10, 10
"""NEW: each kind of declaration is preferred until it was declared this often, so that every kind occurs. A_KIND: at most this
many of a kind are asked about at a moment. A kind asked about OFTEN is asked about only at every EVERY-th moment from then on."""

FIRERS = ("s-1a", "s-1b", "s-1c")

LOGGED = 40


@group
def games() -> Iterator[Row]:
    """Whole games, each declaration at its least of some rounds, compared with the same games before the work on speed."""
    for name, before in BEFORE.items():
        now = cost(name)
        loop_ms = loop_s() * 1000
        told = (
            ""
            if now.declarations == before.declarations
            else f"{name}: {now.declarations} declarations, {before.declarations} then;"
            f" x{now.loops / now.declarations / (before.loops / before.declarations):.2f} for each"
        )
        yield Row(
            f"whole games, {name}", now.loops * loop_ms, "at c424f479, by the yardstick", before.loops * loop_ms,
            1 / TIMES_FASTER, remark=told,
        )  # fmt: skip


@group
def moments() -> Iterator[Row]:
    """At the moments of a game of each scenario: the list of legal declarations, then their odds, each for the first time."""
    asked: dict[str, _Asked] = defaultdict(_Asked)
    for entry in scenarios():
        _at_moments(*opening(entry.name), asked[scenario(entry.name).ruleset])
    for book, found in asked.items():
        yield Row(f"{book} legal actions, 9 of 10 moments", _share(found.legal_ms, 0.9))
        yield Row(f"{book} legal actions, the worst", max(found.legal_ms))
        yield within(f"{book} odds, 9 of 10", _share(found.odds_ms, 0.9), here(ODDS_P90_MS), "ms")
        yield within(
            f"{book} odds, the worst", max(found.odds_ms), here(ODDS_WORST_MS), "ms", remark=found.slowest
        )


@group
def lhy() -> Iterator[Row]:
    """Last Hundred Yards, a full company a side, on a board that was played on before."""
    start = companies()
    activated = infantry_and_tanks(start)
    reacting = whole_company_reacting(activated)
    yield within_ms("LHY legal actions, two platoons activated", partial(_listed, PLAY, activated), 20)
    yield within_ms("LHY legal actions, a company reacting", partial(_listed, PLAY, reacting), 20)
    fresh = replace(reacting, board=replace(hex_board(reacting)))
    yield from compare("LHY legal actions, nothing known", partial(_listed, PLAY, fresh), before=forget)
    for kind in (FireSmallArms, FireAntiTank, CallMortar):
        shot: Any = next(action for action in PLAY.legal_actions(reacting) if isinstance(action, kind))
        yield within_ms(f"LHY odds, {kind.__name__}", partial(PLAY.chances, reacting, shot), 10)
    yield within_ms("LHY, a whole turn by chance", partial(_one_turn, start), 1000)


@group
def matg() -> Iterator[Row]:
    """Micro Armour in its first Fire Phase: exact odds, and the legal declarations."""
    for book in (MATG1, MATG2):
        state, game = face_to_face(book), book.as_game()
        one, three = (Fire("soviet", "g-3a", firers) for firers in (FIRERS[:1], FIRERS))
        yield within_ms(f"{book.id} odds, one firer", partial(game.chances, state, one), 2)
        if book is MATG1:
            yield from compare("matg1 odds, three firers", partial(game.chances, state, three))
        yield from compare(f"{book.id} legal actions, Fire Phase", partial(_listed, game, state))


@group
def log() -> Iterator[Row]:
    """The record of the first actions of a game as text."""
    for name in ("lhy-ridge-road", "kgn-sunken-crossroads", "meeting-on-the-long-lane"):
        game = _begun(name)
        for _ in range(LOGGED):
            game = game.declare(game.game.book.legal_actions(game.state)[0])
        lines = [json.loads(line) for line in game.log.splitlines()]
        peer = Peer("json.dumps of it", partial(_written, lines), limit=10)
        yield from compare(f"log of {LOGGED} actions, {name}", partial(_log, game), peer)


@dataclass
class _Asked:
    """The times of the questions of a book, in milliseconds."""

    legal_ms: list[float] = field(default_factory=list)
    odds_ms: list[float] = field(default_factory=list)
    moments: Counter[str] = field(default_factory=Counter)
    slowest: str = ""

    def odds(self, declaration: Action, took_ms: float) -> None:
        """Add the odds of a declaration."""
        if took_ms > max(self.odds_ms, default=0.0):
            self.slowest = f"the worst: {declaration}"
        self.odds_ms.append(took_ms)


def _at_moments(book: Play, state: GameState, found: _Asked) -> None:
    """Play a game that prefers new kinds of declarations, and ask questions at each moment."""
    dice, choice = SeededDice(SEED), SeededDice(SEED + CHOICES)
    declared: Counter[str] = Counter()
    while book.to_act(state) is not None:
        began = process_time()
        legal = book.legal_actions(state)
        found.legal_ms.append((process_time() - began) * 1000)
        kinds: dict[str, list[Action]] = defaultdict(list)
        for action in legal:
            kinds[type(action).__name__].append(action)
        for kind, same in kinds.items():
            found.moments[kind] += 1
            if found.moments[kind] <= OFTEN or found.moments[kind] % EVERY == 0:
                for action in same[:: -(-len(same) // A_KIND)]:
                    began = process_time()
                    book.chances(state, action)
                    found.odds(action, (process_time() - began) * 1000)
        new = [kind for kind in sorted(kinds) if declared[kind] < NEW]
        among = kinds[new[choice.pick("choice", len(new))]] if new else legal
        action = among[choice.pick("choice", len(among))]
        declared[type(action).__name__] += 1
        _, state = carry_out(book, state, action, dice)


def _one_turn(state: GameState) -> GameState:
    """A whole turn, declared by chance."""
    dice = SeededDice(9)
    while progress_of(state).turn == 1 and progress_of(state).ended is None:
        actions = PLAY.legal_actions(state)
        _, state = carry_out(PLAY, state, actions[dice.pick("choice", len(actions))], dice)
    return state


def _begun(name: str) -> RunningGame:
    return begun(GameHead(scenario(name).ruleset, name, SEED), ruleset)


def _listed(book: Play, state: GameState) -> object:
    """The legal declarations of a state, without anything cached."""
    return book.legal_actions(replace(state))


def _log(game: RunningGame) -> str:
    return replace(game).log


def _written(lines: list[object]) -> list[str]:
    return [json.dumps(line) for line in lines]


def _share(taken: Sequence[float], share: float) -> float:
    """The quantile: the value that this share of all values do not exceed."""
    return sorted(taken)[int(len(taken) * share)]
