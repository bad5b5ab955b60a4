"""The choices of a moment grouped by intention: what is listed, what on request, and what is left to do."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from maps.library import scenario, scenarios
from rules.catalog import ruleset
from rules.game.chance.dice import SeededDice
from rules.game.engine.play import Action, Play
from rules.game.ruleset import Playable
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.conditions import COVERING
from tests.playthroughs import chance_steps
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.offer_text import choice_lines
from vtt_bridge.games.offers import offer_tree, waiting_units
from vtt_bridge.games.running_game import RunningGame, begun

SCENARIOS = [entry.name for entry in scenarios()]
A_SCREEN = 24


def new_game(name: str, seed: int = 3) -> RunningGame:
    return begun(GameHead(scenario(name).ruleset, name, seed), ruleset)


def played_on(now: RunningGame, *actions: str) -> RunningGame:
    for action in actions:
        now = now.declare(now.allowed(action))
    return now


def moments(name: str, most: int, seed: int = 2) -> Iterator[tuple[Play, GameState]]:
    """The moments of an automatic game in which each kind of declaration is as likely."""
    chosen = scenario(name)
    book = ruleset(chosen.ruleset)
    assert isinstance(book, Playable)
    state, game = book.opening(chosen.state(), chosen.opening_options()), book.as_game()
    yield game, state
    for _, _, after in chance_steps(game, state, seed, most):
        if game.result(after) is None:
            yield game, after


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_two_choices_of_a_moment_read_alike(name: str) -> None:
    """`proofs/books/offers_read_apart.py` goes on, in twenty games of each."""
    for book, state in moments(name, 150):
        read = Counter(book.sentence(state, action) for action in book.legal_actions(state))
        assert [text for text, count in read.items() if count > 1] == [], book.moment(state)


@cache
def first_moments(name: str) -> tuple[RunningGame, ...]:
    """The beginning of a game in which each choice is as likely."""
    game, choice = [new_game(name)], SeededDice(5)
    for _ in range(24):
        choices = game[-1].choices()
        game.append(game[-1].declare(choices[choice.pick("", len(choices))].action))
    return tuple(game)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_first_moments_of_a_scenario_fit_on_a_screen(name: str) -> None:
    for now in first_moments(name):
        lines = (now.status, *choice_lines(now))
        assert len(lines) <= A_SCREEN, "\n".join(lines)


def test_places_for_an_assembly_are_listed_beside_each_other() -> None:
    now = played_on(
        new_game("lhy-drop-on-the-valley"),
        "RollInitiative",
        "PlanStick units=us.able.1.squad.1,us.able.1.leader at=M7",
    )
    lines = choice_lines(now)
    first = next(
        number for number, line in enumerate(lines) if "all: name an Assembly hex (Able 1st Plt)" in line
    )
    assert "assemble at" not in "".join(lines)
    assert len(lines[first + 1].split()) >= 4


def test_a_mortar_to_land_is_offered_a_stick_as_units_are() -> None:
    """LHY 22.1.1."""
    tree = offer_tree(played_on(new_game("lhy-drop-on-the-valley"), "RollInitiative"))
    plans = {of_units.names: [one.what for one in of_units.intentions] for of_units in tree.of_units}
    assert plans["60mm mortar",] == ["plan a stick"]
    assert ("MG #1", "60mm mortar") in plans


def test_only_the_call_for_reaction_is_marked_as_passing() -> None:
    """LHY 6.0: after the call for reaction the activated units do nothing more."""
    begun = "RollInitiative", "SelectCompany company=baker", "Activate platoons=baker.2,"
    tree = offer_tree(played_on(new_game("lhy-ridge-farm"), *begun))
    kinds = [kind for of_units in tree.of_units for kind in of_units.intentions]
    assert {kind.what for kind in kinds if kind.passes} == {"call for reaction"}
    assert {"maneuver", "call for reaction"} <= {kind.what for kind in kinds}


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_choice_is_in_the_tree_once_and_all_of_them_on_request(name: str) -> None:
    for now in first_moments(name)[::2]:
        tree, whole = offer_tree(now), offer_tree(now, everything=True)
        listed = sorted(offer.number for of_units in tree.of_units for offer in of_units.offers)
        every = sorted(offer.number for of_units in whole.of_units for offer in of_units.offers)
        assert every == [choice.number for choice in now.choices()]
        assert set(listed) <= set(every)
        assert (len(listed) + tree.unlisted, whole.unlisted) == (len(every), 0)
        for of_units in tree.of_units:
            for intention in of_units.intentions:
                assert len({offer.where for offer in intention.offers}) == len(intention.offers)


def first_activations(orchards: RunningGame) -> Iterator[tuple[Action, bool]]:
    """Each activation that may be told, and whether its first action then finds something to do."""
    for told in orchards.choices():
        if type(told.action).__name__ == "Activate":
            after = orchards.declare(told.action)
            is_done = after.state.unit(next(iter(orchards.names_in(told.action)))).has(COVERING)
            offered = {type(choice.action).__name__ for choice in after.choices()}
            yield told.action, is_done or offered > {"Forgo"}


def test_activations_whose_first_action_can_do_nothing_are_listed_only_on_request() -> None:
    """KGN Activation: of 242 that may be told at the start of Two Orchards, 176 begin with an action that can do nothing."""
    orchards = played_on(new_game("kgn-two-orchards"), "RollForFirst", "RollCommand", "KeepCommand")
    listed = frozenset(orchards.game.book.worthwhile(orchards.state))
    found = dict(first_activations(orchards))
    assert len(found) == 242
    assert sum(not does for does in found.values()) == 176
    assert {action for action in found if action in listed} == {
        action for action, does in found.items() if does
    }
    assert offer_tree(orchards).unlisted == 176
    assert not any(orchards.why_not(action) for action in found)


def test_activations_actions_mp_and_units_left_are_told_with_the_choices() -> None:
    """KGN Activation; LHY 10.1.1a, 17.7; MATG2 8.2: activations and actions, MP and units, orders and points."""
    orchards = played_on(new_game("kgn-two-orchards"), "RollForFirst", "RollCommand", "KeepCommand")
    assert offer_tree(orchards).left == ("3 of 3 activations left",)
    moving = played_on(orchards, "Activate unit=de.car kinds=move,move")
    assert offer_tree(moving).left == (
        "2 of 3 activations left",
        "SdKfz 222 has 2 of 2 actions left: move, then move",
    )
    ridge = played_on(new_game("lhy-ridge-farm"), "RollInitiative", "SelectCompany company=baker")
    active = played_on(ridge, "Activate platoons=baker.2,")
    assert offer_tree(active).left[0] == "5 units may still act"
    gone = played_on(active, "Maneuver unit=us.baker.2.leader to=H4")
    assert offer_tree(gone).left == ("Lt. Jackson has 2 of 3 MP left, or 1 hex whatever they cost",)
    tanks = played_on(
        new_game("lhy-tiger-at-the-bridge"),
        "RollInitiative",
        "SelectCompany company=able-tank",
        "Activate platoons=able-tank.2,",
    )
    assert offer_tree(tanks).left[1] == "before the call for reaction: " + "; ".join(
        f"M4A3(75) #{number} is in motion and must act (LHY 9.1.1c)" for number in (1, 2)
    )
    market = new_game("lhy-market-quarter")
    assert offer_tree(market).left == ("8 units still to set up",)


def test_the_choices_of_a_unit_are_listed_beside_each_other_by_number() -> None:
    ridge = played_on(new_game("lhy-ridge-farm"), "RollInitiative", "SelectCompany company=baker")
    active = played_on(ridge, "Activate platoons=baker.2,")
    lines = choice_lines(active, "us.baker.2.squad.1")
    assert lines[1:4] == (
        "      1st Squad, Baker 2nd Plt (us.baker.2.squad.1): maneuver",
        "   7  F4    8  G4    9  G5   10  F6   11  E5   12  E4",
        "  31  1st Squad, Baker 2nd Plt deploys",
    )
    told = "maneuver (6 choices), deploy (number 31), withdraw (3 choices), fire small arms (2 choices)"
    assert f"      1st Squad, Baker 2nd Plt (us.baker.2.squad.1): {told}" in choice_lines(active)


@pytest.mark.parametrize(
    ("name", "actions", "waits"),
    [
        ("lhy-market-quarter", (), {"Lt. Heinz": "to be set up", "PaK 40 #3": "to be set up"}),
        ("lhy-ridge-road", ("DrawForces",), {"Dummy #1": "to be set up"}),
        ("meeting-on-the-long-lane", (), {"PzKpfw III 1/1": "to come on"}),
        ("lhy-drop-on-the-valley", ("RollInitiative",), {"MG #1": "to land", "60mm mortar": "to land"}),
    ],
)
def test_units_waiting_off_the_map_are_listed_with_what_they_wait_for(
    name: str, actions: tuple[str, ...], waits: dict[str, str]
) -> None:
    """LHY 17.7, MATG2 4.1: units to be set up, and stands that enter by an edge; a unit that is placed waits no more."""
    now = played_on(new_game(name), *actions)
    assert now.to_act
    waiting = waiting_units(now, now.to_act)
    assert waits.items() <= {one.name: one.waits for one in waiting}.items()
    on_map = {unit.id for unit in now.state.units.values() if unit.at is not None}
    assert on_map.isdisjoint(one.id for one in waiting)
