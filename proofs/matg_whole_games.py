"""Two hundred seeds of each Micro Armour scenario play to a result; every log replays to the same state."""

import pytest

from maps.library import scenario
from rules.game.actions import replay
from rules.micro_armour.ruleset import MATG1, MATG2
from tests.rules.micro_armour.policies import played_out

BOOKS = {"matg1": MATG1, "matg2": MATG2}


@pytest.mark.parametrize("name", ["meeting-on-the-long-lane", "dolgoye-crossing"])
@pytest.mark.parametrize("seed", range(200))
def test_the_game_ends_and_its_log_replays(name: str, seed: int) -> None:
    found = scenario(name)
    book = BOOKS[found.ruleset]
    start = book.opening(found.state(), found.opening_options())
    end, record = played_out(book, start, seed)
    assert book.result(end) is not None
    assert replay(book, start, [book.events.read(book.events.document(event)) for event in record]) == end
