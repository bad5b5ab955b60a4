"""What a view names: every value that a book keeps of a game, by a name without the place of its class."""

import json
from importlib import import_module
from pkgutil import walk_packages
from typing import get_args, get_origin, get_type_hints

import pytest

from maps.library import scenario
from rules import kampfgruppe_normandy
from rules.catalog import ruleset
from rules.errors import BadInput
from rules.game.chance.dice import SeededDice
from rules.game.record.value_classes import value_classes
from rules.kampfgruppe_normandy.state.state_slot import StateSlot
from tests.rules.kampfgruppe_normandy.tables import GAME
from tests.vtt_bridge.sealed.mailing import begun_by_mail
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import begun
from vtt_bridge.sealed.views import Views


def test_what_chapters_keep_in_slots_can_be_told() -> None:
    walked = walk_packages(kampfgruppe_normandy.__path__, "rules.kampfgruppe_normandy.")
    hints = [hint for found in walked for hint in get_type_hints(import_module(found.name)).values()]
    kept = {kind for hint in hints if get_origin(hint) is StateSlot for kind in get_args(hint)}
    named = value_classes(GAME.course_classes)
    assert len(kept) > 4
    assert value_classes((*GAME.course_classes, *kept)) == named


@pytest.mark.parametrize("name", ["lhy-market-quarter", "kgn-two-orchards", "dolgoye-vanguard"])
def test_whatever_a_game_comes_to_is_read_back_from_its_view_as_it_was(name: str) -> None:
    game, choice = begun(GameHead(scenario(name).ruleset, name, 11), ruleset), SeededDice(4)
    views = Views(game.state, game.game.book.course_classes)
    for turn in range(120):
        if game.to_act is None:
            break
        choices = game.choices()
        game = game.declare(choices[choice.pick("choice", len(choices))].action)
        if turn % 20 == 0:
            for state in (
                game.state,
                *(game.game.ruleset.seen_by(game.state, each) for each in game.state.sides),
            ):
                assert views.state_of(json.loads(json.dumps(views.view_of(state)))) == state


def test_a_view_is_read_as_earlier_versions_wrote_it_with_the_modules_of_classes() -> None:
    beginning = begun_by_mail("dolgoye-crossing").seat("soviet").beginning
    view = dict(beginning.head["view"])
    name, unit = next(iter(view["units"].items()))
    assert unit["is"] == "Unit"
    older = view | {"units": view["units"] | {name: unit | {"is": "game.units:Unit"}}}
    assert beginning.known_of(older) == beginning.known_of(view)


@pytest.mark.parametrize("fraction", ["1/0", "1e9", "1", "a half", ""])
def test_a_fraction_that_is_not_written_as_one_is_refused_in_words(fraction: str) -> None:
    beginning = begun_by_mail("dolgoye-crossing").seat("soviet").beginning
    view = dict(beginning.head["view"]) | {"course": {"is": "Fraction", "value": fraction}}
    with pytest.raises(BadInput, match="what a side knows of the game"):
        beginning.known_of(view)
