"""What a side may not take back alone: an action from which it learnt something."""

from dataclasses import replace

from rules.kampfgruppe_normandy.state.move_events import TurnedAway
from tests.vtt_bridge.games.test_running_game import some_turns
from vtt_bridge.games.asking import showed_something
from vtt_bridge.games.running_game import RunningGame


def without_dice(name: str) -> RunningGame:
    """A game whose last action showed nobody anything."""
    game = some_turns(name)
    while showed_something(game):
        game = game.taken_back()
    return game


def test_that_a_house_is_held_by_hidden_enemies_was_shown_though_none_of_them_was() -> None:
    """Else a side would try one house after another, and take each back that turns it away."""
    game = without_dice("kgn-two-orchards")
    *before, last = game.turns
    learnt = replace(last, events=(*last.events, TurnedAway("men", "house")))
    assert showed_something(replace(game, turns=(*before, learnt)))
