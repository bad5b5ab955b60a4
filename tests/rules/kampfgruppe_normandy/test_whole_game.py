"""Whole games by legal actions alone: they end, their logs play back, and a few are kept as they went."""

import pytest

from maps.library import scenario
from rules.game.actions import carry_out, replay
from rules.game.dice import SeededDice
from rules.game.state import GameState
from rules.kampfgruppe_normandy.course import course_of
from tests.rules.kampfgruppe_normandy.tables import RULESET

MEETING = "kgn-two-orchards"


def played(name: str, seed: int) -> tuple[GameState, GameState, list[object]]:
    """A game of choices by chance: its first state, its last, and all its events."""
    chosen = scenario(name)
    first = state = RULESET.opening(chosen.state(), chosen.opening_options())
    dice, choice = SeededDice(seed), SeededDice(seed + 10_000)
    events: list[object] = []
    while RULESET.to_act(state) is not None:
        legal = RULESET.legal_actions(state)
        assert legal
        action = legal[choice.pick(len(legal))]
        assert RULESET.actions.read(RULESET.actions.document(action)) == action
        told, state = carry_out(RULESET, state, action, dice)
        events += told
        assert len(events) < 20_000
    return first, state, events


@pytest.mark.parametrize("seed", range(2))
def test_a_meeting_engagement_is_played_to_a_result(seed: int) -> None:
    first, last, events = played(MEETING, seed)
    result = RULESET.result(last)
    assert result is not None
    assert result.text
    written = [RULESET.events.document(event) for event in events]
    again = replay(RULESET, first, [RULESET.events.read(one) for one in written])
    assert again.units == last.units
    assert again.course == last.course
    assert course_of(again).ended == result


def test_the_first_decisions_of_the_meeting_engagement() -> None:
    """Perft: how many sequences of so many decisions there are, dice fixed."""
    chosen = scenario(MEETING)
    state = RULESET.opening(chosen.state(), chosen.opening_options())
    counts = []
    frontier = [state]
    for _ in range(3):
        frontier = [
            carry_out(RULESET, one, action, SeededDice(1))[1]
            for one in frontier
            for action in RULESET.legal_actions(one)
        ]
        counts.append(len(frontier))
    assert counts[:2] == [1, 1]
    assert counts[2] > 1
