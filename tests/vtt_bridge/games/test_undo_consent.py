"""Actions that showed a side something, which it may not take back alone."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.carrying_out import carry_out
from rules.game.events import ShowsHidden
from rules.kampfgruppe_normandy.state.move_events import TurnedAway
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.play.play import PLAY
from tests.rules.last_hundred_yards.playing import activated, at, unit
from tests.vtt_bridge.games.test_running_game import some_turns
from vtt_bridge.games.running_game import RunningGame
from vtt_bridge.games.undo_consent import undo_needs_consent


def without_dice(name: str) -> RunningGame:
    """A game whose last action showed nobody anything."""
    game = some_turns(name)
    while undo_needs_consent(game):
        game = game.taken_back()
    return game


def test_being_turned_away_from_a_house_has_shown_that_hidden_enemies_hold_it() -> None:
    """Otherwise a side could try one house after another, and undo each attempt."""
    game = without_dice("kgn-two-orchards")
    *before, last = game.turns
    learnt = replace(last, events=(*last.events, TurnedAway("men", "house")))
    assert undo_needs_consent(replace(game, turns=(*before, learnt)))


@pytest.mark.parametrize("asks", [True, False])
def test_an_inquiry_or_maneuver_that_finds_a_dummy_has_shown_something(asks: bool) -> None:
    """Otherwise a side could inquire about one hex after another (4.3), or find dummies by its maneuvers (17.8.2)."""
    squad, dummy = "us.able.1.squad.1", "ge.dummy.1"
    state = activated(
        unit(squad, "C5"),
        unit("us.able.1.leader", "C5"),
        unit(dummy, "C4", "concealed" if asks else "hidden"),
    )
    action = Inquire("us", at("C4")) if asks else Maneuver("us", squad, at("C4"))
    events, after = carry_out(PLAY, state, action, ScriptedDice(()))
    assert any(isinstance(event, ShowsHidden) for event in events)
    assert (after.unit(dummy).at is None) is not asks
