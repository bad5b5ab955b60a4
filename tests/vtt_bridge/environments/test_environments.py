"""The environments pass the tests of OpenSpiel and PettingZoo on a short game of each book, and show no secret."""

import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test

from maps.documents import text_of
from maps.library import scenario
from maps.scenario import Scenario
from maps.scenario_codec import scenario_document
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.view import HIDDEN
from vtt_bridge.environments import open_spiel_game
from vtt_bridge.environments.petting_zoo_env import env
from vtt_bridge.environments.stepwise import Opening, Stepwise

SHORT = {"market-fight": 60, "kgn-two-orchards": 1, "dolgoye-crossing": 8, "meeting-on-the-long-lane": 8}
"""A scenario of each ruleset, as short as its book allows; market-fight ends after a turn or two by itself."""


def short(name: str) -> Scenario:
    """A scenario as short as it can be; of a battalion two stands and its GHQ."""
    chosen = scenario(name)
    few = tuple(unit for unit in chosen.units if unit.id.endswith(("-1a", "-1b", "-ghq")))
    return replace(chosen, length=replace(chosen.length, amount=SHORT[name]), units=few or chosen.units)


@pytest.mark.parametrize("name", list(SHORT))
def test_the_open_spiel_game_passes_random_sim_test(name: str, tmp_path: Path) -> None:
    file = tmp_path / "short.json"
    file.write_text(text_of(scenario_document(short(name).written_out())), encoding="utf-8")
    game = pyspiel.load_game(open_spiel_game.NAME, {"scenario": str(file)})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", list(SHORT))
def test_the_petting_zoo_environment_passes_api_test(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # agents are called as the sides, and observations hold a mask
        api_test(env(short(name)), num_cycles=10)


def test_a_game_stepped_die_by_die_is_the_game_thrown_at_once() -> None:
    """The same declarations with the same dice, thrown at once and one by one, are the same game."""
    opening = Opening.of("market-fight")
    stepwise, state = Stepwise(opening), opening.state
    thrown, fallen, choice = SeededDice(4), SeededDice(4), SeededDice(99)
    while not stepwise.is_over:
        legal = opening.play.legal_actions(state)
        assert stepwise.legal == legal
        chosen = choice.pick("choice", len(legal))
        _, state = carry_out(opening.play, state, legal[chosen], thrown)
        stepwise.declare(chosen)
        while (wanted := stepwise.wanted) is not None:
            assert sum(stepwise.chances().values()) == 1
            stepwise.fall(fallen.roll(wanted.what, wanted.sides))
        assert stepwise.state == state
    assert sum(stepwise.returns().values()) == 0


def test_faces_that_decide_the_same_are_one_outcome_of_a_chance_node() -> None:
    stepwise = Stepwise(Opening.of("market-fight"))
    choice = SeededDice(3)
    seen = []
    while not stepwise.is_over:
        stepwise.declare(choice.pick("choice", len(stepwise.legal)))
        while (wanted := stepwise.wanted) is not None:
            if wanted.needed:
                seen.append(stepwise.chances())
            stepwise.fall(choice.roll(wanted.what, wanted.sides))
    assert seen
    assert all(
        len(chances) == 2 and all(isinstance(share, Fraction) for share in chances.values())
        for chances in seen
    )


def test_a_hidden_unit_is_in_no_observation_of_the_other_side() -> None:
    opening = Opening.of("market-fight")
    pak = opening.state.unit("ge.pak40.4")
    elsewhere = opening.state.unit("ge.stug.3").at
    told = []
    for at in (pak.at, elsewhere):
        hidden = opening.state.with_unit(replace(pak, at=at, conditions=frozenset({HIDDEN})))
        game = Stepwise(replace(opening, state=hidden))
        told.append((game.seen("us"), game.observed("us").tobytes(), game.recalled["us"]))
        assert "pak" in game.seen("ge")
    assert told[0] == told[1]
    assert "pak" not in told[0][0]


def test_the_action_mask_has_the_legal_actions_of_the_side_to_act_alone() -> None:
    game = env("market-fight")
    game.reset(seed=5)
    acting = game.agent_selection
    other = next(side for side in game.agents if side != acting)
    assert (
        int(game.observe(acting)["action_mask"].sum())
        == len(game.infos[acting]["action_mask"].nonzero()[0])
        > 0
    )
    assert not np.any(game.observe(other)["action_mask"])
