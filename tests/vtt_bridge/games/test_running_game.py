"""A running game: odds of every action, resuming from its log, undo, and actions given in words."""

import json
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator

from exporters.documents import RULING_SCHEMA, ruling_document
from maps.library import scenario
from rules.catalog import ruleset
from rules.errors import BadInput, Unknown
from rules.game.chance.dice import SeededDice
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.divide_markers import DivideMarkers
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.micro_armour.declarations.initiative import GoFirst
from vtt_bridge.games.action_words import words_in
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import RunningGame, begun, resumed

SCHEMA = Draft202012Validator(json.loads(files("exporters").joinpath(RULING_SCHEMA).read_text("utf-8")))
GAMES = ("lhy-market-quarter", "lhy-ridge-road", "kgn-two-orchards", "dolgoye-crossing")
DEPTH = 60


def some_turns(name: str) -> RunningGame:
    """A game after some actions by chance."""
    game, choice = begun(GameHead(scenario(name).ruleset, name, 11), ruleset), SeededDice(4)
    for _ in range(DEPTH):
        choices = game.choices()
        game = game.declare(choices[choice.pick("choice", len(choices))].action)
    return game


@pytest.mark.parametrize("name", GAMES)
def test_the_odds_of_every_kind_of_action_are_valid_ruling_documents(name: str) -> None:
    game, choice = begun(GameHead(scenario(name).ruleset, name, 11), ruleset), SeededDice(4)
    kinds: set[str] = set()
    for _ in range(DEPTH):
        choices = game.choices()
        fresh = {type(choice.action).__name__: choice.action for choice in choices}
        for action in (fresh[kind] for kind in fresh.keys() - kinds):
            assert list(SCHEMA.iter_errors(ruling_document(game.chances(action)))) == []
        kinds |= fresh.keys()
        game = game.declare(choices[choice.pick("choice", len(choices))].action)
    assert len(kinds) > 3


@pytest.mark.parametrize("name", GAMES)
def test_every_field_with_a_unit_id_is_known_as_one_so_that_names_are_taken_there(name: str) -> None:
    game, choice = begun(GameHead(scenario(name).ruleset, name, 11), ruleset), SeededDice(4)
    actions = game.game.book.actions
    for _ in range(DEPTH):
        choices = game.choices()
        for document in (actions.document(choice.action) for choice in choices):
            naming = {
                field for field, value in document.items() if game.state.units.keys() & {*words_in(value)}
            }
            assert naming <= actions.units_named_in(document["is"]), document
        game = game.declare(choices[choice.pick("choice", len(choices))].action)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_resumed_from_its_log_is_the_same_game(name: str) -> None:
    game = some_turns(name)
    again = resumed(game.log, ruleset)
    assert (again.state.units, again.state.course) == (game.state.units, game.state.course)
    assert [choice.action for choice in again.choices()] == [choice.action for choice in game.choices()]
    action = game.choices()[0].action
    assert again.declare(action).log == game.declare(action).log


@pytest.mark.parametrize("name", GAMES)
def test_undo_restores_the_state_and_log_of_before(name: str) -> None:
    game = some_turns(name)
    after = game.declare(game.choices()[0].action).taken_back()
    assert (after.state.units, after.state.course, after.log) == (
        game.state.units,
        game.state.course,
        game.log,
    )


def test_actions_marked_as_one_order_from_the_first_are_undone_together() -> None:
    game = begun(GameHead("lhy", "lhy-ridge-farm", 3), ruleset)
    for _ in range(2):
        game = game.declare(game.choices()[0].action, same_order=True)
    assert game.taken_back().turns == ()


def test_the_forces_that_a_side_draws_are_told_to_it_alone() -> None:
    game = begun(GameHead("lhy", "lhy-ridge-road", 3), ruleset)
    after = game.declare(game.action_said("DrawForces"))
    told = dict(after.report(game.state))
    assert told[""] == ("the American player draws its forces", "the American player has drawn its forces")
    assert "ge" not in told
    assert told["us"][0] == "the American player draws its forces"
    drawn = [line for line in told["us"] if " is drawn" in line]
    assert len(drawn) == 5 + 1 + 1 + 2, "a platoon with a section, an MG, a bazooka and two tanks"
    assert any(line.startswith("forces of the American player by lot: d2 shows") for line in told["us"])


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("FireSmallArms unit=us.99 at=H6", FireSmallArms("us", "us.99", (Hex.named("H6"),))),
        (
            "FireSmallArms unit=us.99 at=H6,H7",
            FireSmallArms("us", "us.99", (Hex.named("H6"), Hex.named("H7"))),
        ),
        ("FireAntiTank unit=us.99 targets=ge.99", FireAntiTank("us", "us.99", ("ge.99",))),
        ("DivideMarkers unit=us.99 fires=3", DivideMarkers("us", "us.99", (3,))),
    ],
)
def test_a_field_that_takes_a_list_takes_a_single_value_or_several_with_commas(
    said: str, action: object
) -> None:
    game = begun(GameHead("lhy", "lhy-tiger-at-the-bridge", 1), ruleset)
    assert game.to_act == "us"
    assert game.action_said(said) == action


@pytest.mark.parametrize(("said", "number"), [("Activate 2. kp 2ND plt", 1), ("activate 2. Kp 3", 2)])
def test_a_choice_is_declared_by_the_beginning_of_its_listed_words_in_any_case(
    said: str, number: int
) -> None:
    """As far as the words tell it from the other choices."""
    game = declared_each(begun(GameHead("lhy", "lhy-ridge-farm", seed=1), ruleset), "roll", "select 2. Kp")
    assert game.action_said(said) == game.action_said(number)


def test_words_that_fit_several_choices_or_none_are_refused_with_those_there_are() -> None:
    game = declared_each(begun(GameHead("lhy", "lhy-ridge-farm", seed=1), ruleset), "roll", "select 2. Kp")
    with pytest.raises(
        BadInput, match=r"'activate' is not one choice alone, such as activate 2\. Kp 2nd Plt or"
    ):
        game.action_said("activate")
    for slip in ("activate 9", "tr"):
        with pytest.raises(Unknown, match=rf"no choice named '{slip}'; there are activate 2\. Kp 2nd Plt,"):
            game.action_said(slip)
    game = game.declare(game.action_said("activate 2. Kp 2"))
    with pytest.raises(Unknown, match=r"no choice named 'manoeuvre to F8'; there are Maneuver, "):
        game.action_said("manoeuvre to F8")


def test_words_that_name_fewer_stands_than_a_choice_are_not_that_choice() -> None:
    """Two Panzers of three that touch are a movement group of their own, though only all three together are listed."""
    game = declared_each(
        begun(GameHead("matg1", "duel-on-the-long-lane", seed=7), ruleset), "roll", "let the G"
    )
    with pytest.raises(Unknown, match="no choice named 'movement group of Panzer 1/1, Panzer 1/2'"):
        game.action_said("movement group of Panzer 1/1, Panzer 1/2")
    assert game.action_said("movement group of Panzer 1/1, Panzer 1/2, Pan") == game.action_said(1)


def declared_each(game: RunningGame, *said: str) -> RunningGame:
    for words in said:
        game = game.declare(game.action_said(words))
    return game


def test_a_unit_can_be_named_by_its_counter_and_an_empty_field_means_nobody() -> None:
    """LHY counters have no name of their own in a scenario, but their type has; an empty field means nobody."""
    game = begun(GameHead("lhy", "lhy-market-quarter", seed=1), ruleset)
    place = game.choices("ge.mg.4")[0].action
    assert game.own_unit("2nd Squad, 2. Kp 1st Plt").id == "ge.2kp.1.squad.2"
    assert game.action_said({**game.game.book.actions.document(place), "unit": "4. MG"}) == place
    assert game.action_said(game.game.book.actions.document(place)) == place


def test_a_field_for_a_side_takes_its_id_though_unit_ids_contain_it() -> None:
    """Every American stand has "us" in its id."""
    name = "meeting-on-the-long-lane"
    game = begun(GameHead(scenario(name).ruleset, name, 1), ruleset)
    assert game.action_said("GoFirst first=us") == GoFirst(game.to_act or "", "us")
