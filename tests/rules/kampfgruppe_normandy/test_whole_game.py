"""Whole games by legal declarations alone: they end, their logs play back, and one of each scenario is a golden."""

from pathlib import Path

import pytest

from tests.goldens import check_golden
from tests.playthroughs import by_chance
from tests.rules.kampfgruppe_normandy.playing import SCENARIOS, SELDOM, bold_weight, start_of
from tests.rules.kampfgruppe_normandy.tables import GAME

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
SEED = 1944


@pytest.mark.parametrize("name", SCENARIOS)
def test_golden_playthrough(name: str) -> None:
    last, record = by_chance(GAME, start_of(name), SEED, seldom=SELDOM, weigh=bold_weight, cited=True)
    result = GAME.result(last)
    assert result is not None
    ending = f"{GAME.moment(last)}: {result.text}"
    check_golden(PLAYTHROUGHS / f"{name}.txt", "\n".join([f"{name}, seed {SEED}", *record, ending, ""]))
