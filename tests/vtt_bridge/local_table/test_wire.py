"""Two sides play from their seats over real HTTP, somebody looks on, and all that the wire carries to each of them is searched.

proofs/tables/seats_on_the_wire.py does the same with long games of every bundled scenario.
"""

from contextlib import closing
from pathlib import Path

from maps.library import scenario
from tests.vtt_bridge.conftest import Served
from tests.vtt_bridge.local_table.sitting import played_and_searched
from tests.vtt_bridge.scenes import beginning, umpire
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store


def test_no_answer_to_a_seat_names_a_unit_that_it_does_not_know(tmp_path: Path) -> None:
    name = "mill-crossing"
    with closing(Store(tmp_path / "table.sqlite")) as store:
        scene_id = open_scenario(store, scenario(name), begin=beginning(name))
        with serving(store, umpire(), names=("club.example",)) as url:
            searched = list(played_and_searched(Served(url, store, scene_id), 4, seed=1))
    assert sum(answers for answers, _ in searched) > 200
    assert [secret for _, found in searched for secret in found] == []
