"""Two sides play from their seats over real HTTP, somebody looks on, and all that the wire carries to each of them is searched.

proofs/tables/seats_on_the_wire.py does the same with long games of every bundled scenario.
"""

from pathlib import Path

from tests.vtt_bridge.conftest import a_table
from tests.vtt_bridge.local_table.clients import played_and_searched


def test_no_answer_to_a_seat_names_a_unit_that_it_does_not_know(tmp_path: Path) -> None:
    with a_table(tmp_path, "mill-crossing", names=("club.example",)) as table:
        searched = list(played_and_searched(table, 4, seed=1))
    assert sum(answers for answers, _ in searched) > 200
    assert [secret for _, found in searched for secret in found] == []
