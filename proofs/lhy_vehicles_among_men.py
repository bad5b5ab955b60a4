"""Vehicles of both sides among men, guns and each other, played by chance in both editions: overruns, bypasses, stacks,
drives off, overwatch and guns that limber up come up in them far more often than in the missions."""

from collections import Counter

import pytest

from rules.last_hundred_yards.maneuver_actions import (
    Bypass,
    FireWithinHex,
    Limber,
    Maneuver,
    Overrun,
    OverrunAttack,
    Overwatch,
    ResistOverrun,
)
from rules.last_hundred_yards.play import PLAY
from tests.rules.last_hundred_yards.melee import melee
from tests.rules.last_hundred_yards.playing import chance_steps

SEEDS = 40
LATER = (Bypass, FireWithinHex, Limber, OverrunAttack, Overwatch)


@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_vehicles_among_men_play_to_a_result_and_every_procedure_comes_up(edition: str) -> None:
    declared: Counter[str] = Counter()
    for seed in range(SEEDS):
        state = melee(edition)
        for action, _, after in chance_steps(state, seed, 20_000):
            declared[type(action).__name__] += 1
            declared["stack"] += isinstance(action, Maneuver | Overrun) and bool(action.along)
            state = after
        assert PLAY.result(state) is not None
    wanted = {
        Overrun.__name__,
        "stack",
        *(kind.__name__ for kind in (LATER if edition != "2019" else (ResistOverrun,))),
    }
    assert wanted <= {kind for kind, times in declared.items() if times}
    if edition == "2019":
        assert not declared.keys() & {kind.__name__ for kind in LATER if kind is not FireWithinHex}
