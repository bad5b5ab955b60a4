"""The four missions: their data, golden playthroughs, counts of legal declarations, whole games of a few seeds."""

from collections import Counter

import pytest

from maps.library import scenario
from rules.game.dice import SeededDice
from rules.game.state import GameState
from rules.last_hundred_yards.course import Phase
from rules.last_hundred_yards.play import PLAY
from rules.last_hundred_yards.roster import ROSTER
from rules.last_hundred_yards.turn_actions import Activate, RollInitiative, SelectCompany
from tests.drawing import board
from tests.goldens import check_golden
from tests.proving import proves
from tests.rules.last_hundred_yards.goldens import file_of, playthrough
from tests.rules.last_hundred_yards.playing import (
    MISSIONS,
    by_chance,
    course,
    done,
    opened,
    seeded,
    start_of,
    unit,
)


@proves("LHY-3.1.2", "LHY-2.3.2", "LHY-0.16")
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_has_two_sides_of_known_units_and_an_end(mission: str) -> None:
    found = scenario(mission)
    assert all(unit.type in ROSTER for unit in found.units)
    state = start_of(mission)
    assert course(state).mission.bands[-1].up_to is None
    assert course(state).phase in (Phase.SETUP, Phase.INITIATIVE)
    assert PLAY.to_act(state) is not None


@pytest.mark.parametrize("mission", MISSIONS)
def test_golden_playthrough(mission: str) -> None:
    check_golden(file_of(mission), playthrough(mission))


@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.parametrize("seed", [7])
def test_a_game_ends_with_a_result(mission: str, seed: int) -> None:
    state, _ = by_chance(start_of(mission), seed)
    assert PLAY.result(state) is not None
    assert PLAY.legal_actions(state) == ()


RIDGE_FARM, MILL_HEIGHTS, TIGER = (56, 800), (78, 2096), (68, 741)
"""Declarations after the first activation, and after each of them."""
LEADER = "us.able.1.leader"


def perft(state: GameState, depth: int) -> int:
    """How many declarations lie within a depth, each carried out with the dice of one seed."""
    actions = PLAY.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(seeded(state, action, SeededDice(5)), depth - 1) for action in actions)


def first_platoon(mission: str) -> GameState:
    """A mission with the first platoon of the active side activated."""
    state = start_of(mission)
    side = course(state).mission.attacker
    dice = (9, 2) if side == "us" else (2, 9)
    state = done(state, RollInitiative(side), *dice)
    state = done(
        state, next(action for action in PLAY.legal_actions(state) if isinstance(action, SelectCompany))
    )
    return done(state, next(action for action in PLAY.legal_actions(state) if isinstance(action, Activate)))


def test_perft_counted_by_hand() -> None:
    # One squad in open ground: six hexes to enter, three to withdraw to, deploying, calling for reaction.
    field = board("\n".join([". . . . . . ."] * 7))
    state = opened(
        field,
        [unit("us.able.1.squad.1", "D4"), unit("us.able.1.leader", "A1"), unit("ge.1kp.1.leader", "G1")],
    )
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))
    counted = Counter(
        type(action).__name__ for action in PLAY.legal_actions(state) if getattr(action, "unit", "") != LEADER
    )
    withdrawals = [
        action
        for action in PLAY.legal_actions(state)
        if getattr(action, "units", ()) == ("us.able.1.squad.1",)
    ]
    assert counted["Maneuver"] == 6
    assert counted["Deploy"] == 1
    assert counted["CallForReaction"] == 1
    assert len(withdrawals) == 3


@pytest.mark.parametrize(
    ("mission", "counts"),
    [("lhy-ridge-farm", RIDGE_FARM), ("lhy-mill-heights", MILL_HEIGHTS), ("lhy-tiger-at-the-bridge", TIGER)],
)
def test_perft(mission: str, counts: tuple[int, int]) -> None:
    state = first_platoon(mission)
    assert (perft(state, 1), perft(state, 2)) == counts
