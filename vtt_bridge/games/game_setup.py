"""Games by the book: set up, played by players, and played back from their log."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version

from maps.codec import board_document
from maps.library import bundled_board, scenario
from maps.rosters import house_from
from maps.scenario import Scenario, check_types, opening_of
from maps.scenario_codec import scenario_document, scenario_from
from rules.game.counter_names import CounterNames
from rules.game.engine.carrying_out import replay
from rules.game.engine.play import Play
from rules.game.ruleset import Playable, Ruleset
from rules.game.state import GameState
from rules.players.match import Decision, match
from rules.players.player import Player
from vtt_bridge.errors import NotOffered
from vtt_bridge.games.game_log import GameHead, Turn
from vtt_bridge.port.virtual_table import Game

BookNamed = Callable[[str], Ruleset]
"""Finds a book by its id, and raises Unknown if there is none."""


@dataclass(frozen=True)
class OpenedGame:
    """A game set up and not begun: the book that plays it and its first state."""

    head: GameHead
    book: Play
    state: GameState
    ruleset: Ruleset
    """The same book, for questions outside the course of play."""

    def names(self, *states: GameState) -> CounterNames:
        """What players call the counters of any of these states, and the weapons off the map of the last."""
        units = {unit.id: unit for state in states for unit in state.units.values()}
        return CounterNames(units.values(), self.ruleset.roster, self.book.off_map_weapons(states[-1]))


def book_of(chosen: Scenario, book_named: BookNamed) -> Ruleset:
    """The book of a scenario, with the scenario's house values.

    Raises:
        RulesError: if there is no such book, or it cannot take those values.
    """
    book = book_named(chosen.ruleset)
    return book.with_options((), chosen.house) if chosen.house else book


def checked(chosen: Scenario, book_named: BookNamed) -> Scenario:
    """The same scenario, after checking that its book knows the types of all its units.

    Raises:
        RulesError: if there is no such book, or it does not know one of them.
    """
    check_types(chosen, book_of(chosen, book_named).roster)
    return chosen


def table_game(chosen: Scenario) -> Game:
    """A scenario as a table elsewhere stores it: board, lists and options written out in full."""
    board = board_document(chosen.state().board)
    options = chosen.opening_options() if chosen.options else {}
    return Game(chosen.ruleset, board, chosen.sides, chosen.name, dict(chosen.house), options)


def scenario_of(head: GameHead) -> Scenario:
    """The scenario written in a log; older logs only name theirs.

    Raises:
        RulesError: if it cannot be read.
    """
    return scenario_from(head.setup, bundled_board) if head.setup else scenario(head.scenario)


def playable(book: Ruleset) -> Playable:
    """The same book, typed as one that plays games.

    Raises:
        NotOffered: if it only answers questions.
    """
    if not isinstance(book, Playable):
        raise NotOffered(f"Games of {book.id} cannot be played, only asked about.")
    return book


def opened(head: GameHead, book_named: BookNamed) -> OpenedGame:
    """The game that a head describes, before its first decision; its head carries the whole setup.

    Raises:
        RulesError: if its scenario, book, switches or house values cannot be had, or the book cannot be played.
    """
    chosen = scenario_of(head)
    asked: Ruleset = book_named(head.ruleset)
    house = {**chosen.house, **house_from(head.house, "house")}
    if head.switches or house:
        asked = asked.with_options(head.switches, house)
    played = playable(asked)
    check_types(chosen, asked.roster)
    state = opening_of(chosen, played)
    if not head.setup:
        head = replace(head, setup=scenario_document(chosen.written_out()))
    return OpenedGame(head, played.as_game(), state, asked)


def opened_anew(head: GameHead, book_named: BookNamed) -> OpenedGame:
    """A new game, as `opened` but ruled by this version of Blindhex.

    Raises:
        RulesError: as `opened` does.
    """
    return opened(replace(head, version=this_version()), book_named)


def this_version() -> str:
    """The version of Blindhex that rules here."""
    return version("blindhex")


def decisions_of_game(game: OpenedGame, seed: int, players: Mapping[str, Player]) -> Iterator[Decision]:
    """Every decision of a game between players; the same seed and players play the same game.

    Raises:
        RulesError: if the game has no end.
    """
    return match(game.book, game.ruleset, game.state, players, seed)


def turn_of(decision: Decision) -> Turn:
    """A decision as the log of a game keeps it."""
    return Turn(decision.chosen.action, decision.events, decision.dice_thrown)


def played_back(game: OpenedGame, turns: tuple[Turn, ...]) -> Iterator[tuple[Turn, GameState]]:
    """Each action with the state after it, from the events of the log alone."""
    state = game.state
    for turn in turns:
        state = replay(game.book, state, turn.events)
        yield turn, state
