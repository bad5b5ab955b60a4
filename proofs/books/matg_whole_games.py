"""Two hundred seeds of each Micro Armour scenario play to a result; every log replays to the same state."""

import pytest

from maps.library import scenario
from rules.game.engine.carrying_out import replay
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour
from tests.rules.micro_armour.policies import played_out

BOOKS = {"matg1": MATG1, "matg2": MATG2}
OTHER = {"matg1": "matg2", "matg2": "matg1"}
NAMES = ["meeting-on-the-long-lane", "dolgoye-crossing", "dolgoye-vanguard", "duel-on-the-long-lane"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(200))
def test_the_game_ends_and_its_log_replays(name: str, seed: int) -> None:
    _play(BOOKS[scenario(name).ruleset], name, seed)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(20))
def test_so_it_does_in_the_other_edition(name: str, seed: int) -> None:
    _play(BOOKS[OTHER[scenario(name).ruleset]], name, seed)


def _play(book: MicroArmour, name: str, seed: int) -> None:
    found = scenario(name)
    start = book.opening(found.state(), found.opening_options())
    end, record = played_out(book, start, seed)
    assert book.as_game().result(end) is not None
    assert (
        replay(
            book.as_game(),
            start,
            [book.as_game().events.read(book.as_game().events.document(event)) for event in record],
        )
        == end
    )
