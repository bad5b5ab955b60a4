"""Wherever a declaration is possible, a plain sentence says which decision is due."""

import pytest

from maps.library import scenario
from rules.catalog import ruleset
from rules.game.engine.game import Game
from rules.game.ruleset import Playable


@pytest.mark.parametrize("book", ["lhy", "kgn", "matg1", "matg2"])
def test_every_stage_at_which_something_can_be_declared_says_what_is_due(book: str) -> None:
    asked = ruleset(book)
    assert isinstance(asked, Playable)
    game = asked.as_game()
    assert isinstance(game, Game)
    stages = {stage for procedure in game.declarations.procedures.values() for stage in procedure.stages}
    assert stages - game.due_at.keys() == set()
    assert all(words[0].islower() and words[-1].isalpha() for words in game.due_at.values())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("lhy-ridge-road", "American player: set up your units, then say that you are done"),
        ("kgn-sunken-crossroads", "British player: throw for command and control"),
        ("dolgoye-crossing", "Soviet player: roll for initiative"),
    ],
)
def test_the_deciding_player_is_told_which_decision_is_due(name: str, told: str) -> None:
    given = scenario(name)
    book = ruleset(given.ruleset)
    assert isinstance(book, Playable)
    assert book.as_game().due(book.opening(given.state(), given.opening_options())) == told
