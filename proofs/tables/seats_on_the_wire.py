"""Long games of every bundled scenario, played from seats over real HTTP: of a hundred thousand answers none
names what a seat does not know.

BLINDHEX_ACTIONS=20 python -m pytest -q -s proofs/tables/seats_on_the_wire.py

So many actions of each scenario are played; after each, every seat reads and asks all that it can.
"""

import os
import sys
from contextlib import closing
from pathlib import Path

from maps.library import scenario
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.games.test_offers import SCENARIOS
from tests.vtt_bridge.local_table.clients import played_and_searched
from tests.vtt_bridge.scenes import beginning, umpire
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store

MOST_ACTIONS = int(os.environ.get("BLINDHEX_ACTIONS", "170"))


def test_no_answer_to_a_seat_names_a_unit_that_it_does_not_know(tmp_path: Path) -> None:
    every, told = 0, []
    for name in SCENARIOS:
        answers = 0
        with closing(Store(tmp_path / f"{name}.sqlite")) as store:
            scene_id = open_scenario(store, scenario(name), begin=beginning(name))
            with serving(store, umpire(), names=("club.example",)) as url:
                for more, found in played_and_searched(Served(url, store, scene_id), MOST_ACTIONS, seed=0):
                    told += [f"{name}: {secret}" for secret in found]
                    answers += more
        every += answers
        sys.stdout.write(f"{name}: {answers} answers searched, {len(told)} secrets so far\n")
        sys.stdout.flush()
    assert told == []
    assert every > MOST_ACTIONS * 400
