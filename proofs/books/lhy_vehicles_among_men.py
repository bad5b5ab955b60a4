"""Vehicles of both sides among infantry, guns and each other, played by chance in both editions: overruns, bypasses, stacks,
exits, overwatch and limbering occur far more often than in the missions."""

from collections import Counter

import pytest

from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.overwatch import Overwatch
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.vehicles.inherent_trucks import Limber
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import OverrunAttack
from rules.last_hundred_yards.declarations.vehicles.overrun_resistance import ResistOverrun
from rules.last_hundred_yards.play.play import PLAY
from tests.rules.last_hundred_yards.playing import chance_steps
from tests.rules.last_hundred_yards.vehicles.melee import melee

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
