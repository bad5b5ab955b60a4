"""Long games of every bundled scenario, played from seats over real HTTP: no answer names what a seat does not know."""

from contextlib import closing
from pathlib import Path

import pytest

from maps.library import scenario
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.games.test_offers import SCENARIOS
from tests.vtt_bridge.local_table.sitting import played_and_searched
from tests.vtt_bridge.scenes import beginning, umpire
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

MOST_ACTIONS = 150


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_answer_to_a_seat_names_a_unit_that_it_does_not_know(name: str, tmp_path: Path) -> None:
    answers = 0
    for seed in range(2):
        with closing(Store(tmp_path / f"{seed}.sqlite")) as store:
            scene_id = open_scenario(store, scenario(name), begin=beginning(name))
            with serving(store, umpire(), names=("club.example",)) as url:
                for more, found in played_and_searched(Served(url, store, scene_id), MOST_ACTIONS, seed):
                    assert found == []
                    answers += more
    assert answers > 2_000
