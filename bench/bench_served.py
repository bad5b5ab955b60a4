"""The local table during play: a question over HTTP, and a click early and late in a game."""

from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice

from bench.harness.groups import group
from bench.harness.measuring import Clock, Peer, compare, within_ms
from bench.harness.rows import Row
from bench.served import Served, served
from maps.library import scenario
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun

QUESTION_MS = 12.0
VIEWERS, TARGETS = (
    ("us.able.1.squad.1", "us.mg.1", "us.able-tank.1.1"),
    ("ge.stug.1", "ge.mg.1", "ge.1kp.1.squad.2"),
)

EARLY, LATE, CLICKS = 20, 600, 10
"""The numbers of actions after which the next few are clicked; in shorter games LATE is shortly before their end."""

GAMES = (
    ("LHY", "lhy-ridge-road", 1),
    ("KGN", "kgn-sunken-crossroads", 2),
    ("Micro Armour", "meeting-on-the-long-lane", 1),
)
"""A long game of each book: its scenario and its seed."""


@group
def question() -> Iterator[Row]:
    """A line of sight asked over HTTP: ruled, drawn, laid on the map and said in the chat."""
    with served("mill-crossing") as table:
        pairs = cycle([(viewer, other) for viewer in VIEWERS for other in TARGETS])
        # Smoke is supposed elsewhere each time, since equal pictures are drawn only once.
        smoke = cycle([f"smoke {column}{row}" for column in "ABCDEFGHIJKLM" for row in range(1, 11)])

        def ask() -> None:
            for who, target in islice(pairs, len(VIEWERS) * len(TARGETS)):
                asked = {"ask": "los", "who": who, "target": target, "if": [next(smoke)]}
                table.send("POST", "/ask", asked)

        asks = len(VIEWERS) * len(TARGETS)
        yield within_ms(
            "LOS question over HTTP, with its picture",
            ask,
            QUESTION_MS,
            asks=asks,
            seconds=2,
            clock=table.clock,
        )


@group
def click() -> Iterator[Row]:
    """An action declared over HTTP: carried out, recorded, told, and the pieces moved."""
    for book, name, seed in GAMES:
        game = _played(name, seed)
        late = min(LATE, len(game) - CLICKS - 1)
        with (
            served(name, partial(game.__getitem__, EARLY)) as young,
            served(name, partial(game.__getitem__, late)) as old,
        ):
            first, last = _Clicks(young, game, EARLY), _Clicks(old, game, late)
            yield from compare(
                f"{book} click at action {late}",
                last.declare,
                Peer(f"at action {EARLY}", first.declare, limit=1.2, asks=CLICKS, before=first.take_back),
                asks=CLICKS,
                before=last.take_back,
                seconds=2,
                clock=_sum_of(young.clock, old.clock),
            )


def _sum_of(*clocks: Clock) -> Clock:
    return lambda: sum(clock() for clock in clocks)


def _played(name: str, seed: int) -> list[RunningGame]:
    """A game after each of its actions, drawn among all that may be declared."""
    choice = SeededDice(seed + 1_000_003)
    game = [begun(GameHead(scenario(name).ruleset, name, seed), ruleset)]
    while game[-1].to_act is not None and len(game) <= LATE + CLICKS:
        legal = game[-1].game.book.legal_actions(game[-1].state)
        game.append(game[-1].declare(legal[choice.pick("choice", len(legal))]))
    return game


class _Clicks:
    """The next few actions of a game, declared over HTTP and taken back."""

    def __init__(self, table: Served, game: list[RunningGame], after: int) -> None:
        self.table = table
        document = game[0].game.book.actions.document
        actions = [turn.action for turn in game[after + CLICKS].turns[after:]]
        self.bodies = [{"side": action.side, "action": document(action)} for action in actions]
        self.declared = 0

    def declare(self) -> None:
        for body in self.bodies:
            self.table.send("POST", "/game/actions", body)
            self.declared += 1

    def take_back(self) -> None:
        while self.declared:
            self.table.send("DELETE", "/game/actions/last")
            self.declared -= 1
