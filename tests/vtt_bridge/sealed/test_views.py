"""Views of a game by mail: every state is read back from its view, and impossible views are refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pkgutil import walk_packages

import pytest

from maps.codec import board_document
from maps.library import bundled_board, scenario
from rules import kampfgruppe_normandy
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from rules.kampfgruppe_normandy.play.course_form import SLOTS
from rules.kampfgruppe_normandy.state.state_slot import StateSlot
from tests.rules.game.toy_book import ToyGame
from tests.vtt_bridge.sealed.mailing import begun_by_mail, written_on
from vtt_bridge.errors import NotOffered
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import begun
from vtt_bridge.sealed.entry_fields import Kind
from vtt_bridge.sealed.mail_file import Cheated, taken, text_of
from vtt_bridge.sealed.record import entry_after
from vtt_bridge.sealed.views import View, views_of


def test_every_state_slot_of_a_chapter_is_in_the_list_for_views() -> None:
    walked = walk_packages(kampfgruppe_normandy.__path__, "rules.kampfgruppe_normandy.")
    values = [value for found in walked for value in vars(import_module(found.name)).values()]
    slots = {value.name for value in values if isinstance(value, StateSlot)}
    assert slots == {slot.name for slot in SLOTS}


@pytest.mark.parametrize("name", ["lhy-market-quarter", "kgn-two-orchards", "dolgoye-vanguard"])
def test_every_state_of_a_game_is_read_back_from_its_view(name: str) -> None:
    game, choice = begun(GameHead(scenario(name).ruleset, name, 11), ruleset), SeededDice(4)
    views = views_of(game.game)
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


def _a_turn_in_words(view: View) -> None:
    view["course"]["turn"] = "first"


def _a_place_in_words(view: View) -> None:
    view["units"]["g-1a"]["at"] = ["left", "right"]


def _a_side_in_numbers(view: View) -> None:
    view["units"]["g-1a"]["side"] = 7


def _a_side_of_another_war(view: View) -> None:
    view["units"]["g-1a"]["side"] = "martian"


def _a_tank_of_no_roster(view: View) -> None:
    view["units"]["g-1a"]["type"] = "maus"


def _a_place_beside_the_table(view: View) -> None:
    view["units"]["g-1a"]["at"] = [500.0, 8.0]


def _a_hex_of_a_table(view: View) -> None:
    view["units"]["g-1a"]["at"] = "C3"


def _the_board_of_another_game(view: View) -> None:
    view["board"] = board_document(bundled_board("long-lane"))


def _the_id_of_another(view: View) -> None:
    view["units"]["g-1a"]["id"] = "g-1b"


def _no_markers(view: View) -> None:
    del view["markers"]


def _a_class_of_the_program(view: View) -> None:
    view["course"]["is"] = "SeededDice"


LIES = [
    (_a_turn_in_words, "course.turn: 'first' is not a whole number"),
    (_a_place_in_words, "'left' is not a number"),
    (_a_side_in_numbers, "units.g-1a.side: 7 is not a text"),
    (_a_side_of_another_war, "g-1a.side: 'martian' is not one of the sides: soviet, german"),
    (_a_tank_of_no_roster, "units.g-1a.type: 'maus' is not a type in the roster"),
    (_a_place_beside_the_table, r"\(500, 8\) is not on the board"),
    (_a_hex_of_a_table, "g-1a.at: 'C3' is not a place of the board"),
    (_the_board_of_another_game, "board: 'another' is not the board of the start"),
    (_the_id_of_another, "units.g-1a.id: 'g-1b' is not g-1a"),
    (_no_markers, "markers is missing; wanted a list"),
    (_a_class_of_the_program, '"is": "Progress"'),
]


@pytest.mark.parametrize(("lie", "words"), LIES)
def test_an_impossible_view_is_refused_by_its_field(lie: Callable[[View], None], words: str) -> None:
    game = begun_by_mail("dolgoye-crossing")
    view = json.loads(json.dumps(game.entries[0].body["view"]))
    lie(view)
    first = entry_after(
        (), game.keys[game.ruler], game.ruler, Kind.NEW, {**game.entries[0].body, "view": view}
    )
    joined = entry_after((first,), game.keys[game.other], game.other, Kind.JOIN, game.entries[1].body)
    with pytest.raises(Cheated, match=words):
        taken((first,), text_of((first, joined)), ruleset)


def test_a_ruling_with_an_impossible_view_is_refused_by_its_field() -> None:
    game = written_on(begun_by_mail("kgn-two-orchards"), 9, 1)[0]
    number = max(entry.number for entry in game.entries if entry.kind == Kind.RULE)
    own, body = game.entries[:number], game.entries[number].body
    lie = {**body, "view": {"course": {"support": {"recovery": [["hq", "twice"]]}}}}
    came = (*own, entry_after(own, game.keys[game.ruler], game.ruler, Kind.RULE, lie))
    with pytest.raises(Cheated, match=rf"Entry {number} of .*recovery.*'twice' is not a whole number"):
        taken(own, text_of(came), ruleset)


def test_a_book_without_a_form_for_its_course_cannot_be_played_by_mail() -> None:
    opened = begun(GameHead("lhy", "lhy-market-quarter", 11), ruleset).game
    with pytest.raises(NotOffered, match="Games of lhy cannot be played by mail"):
        views_of(replace(opened, book=ToyGame()))
