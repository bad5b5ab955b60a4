"""Many seeded games of Kampfgruppe Normandy: legal actions only, every one to a result, every log plays back."""

import pytest

from maps.library import scenario
from rules.game.actions import carry_out, replay
from rules.game.dice import SeededDice
from rules.kampfgruppe_normandy.ruleset import RULESET

SCENARIOS = ("kgn-two-orchards", "kgn-sunken-crossroads", "kgn-night-at-two-orchards")
SEEDS = 200
MOST_ACTIONS = 20_000


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_game_of_chance_ends_and_its_log_plays_back(name: str, seed: int) -> None:
    chosen = scenario(name)
    first = state = RULESET.opening(chosen.state(), chosen.opening_options())
    dice, choice = SeededDice(seed), SeededDice(seed ^ 0x5EED)
    events: list[object] = []
    for _ in range(MOST_ACTIONS):
        if RULESET.to_act(state) is None:
            break
        legal = RULESET.legal_actions(state)
        assert legal
        told, state = carry_out(RULESET, state, legal[choice.pick(len(legal))], dice)
        events += told
    result = RULESET.result(state)
    assert result is not None
    written = [RULESET.events.document(event) for event in events]
    again = replay(RULESET, first, [RULESET.events.read(one) for one in written])
    assert (again.units, again.course) == (state.units, state.course)
