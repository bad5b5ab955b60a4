"""Errors come from a worker as they were raised there."""

import pickle

import pytest

from rules.errors import BadInput, BadLabel, NotOnMap, RulesError, Unknown
from rules.game.engine.carrying_out import IllegalAction
from rules.game.ruling import Reason
from rules.last_hundred_yards.book.rulebook import cite

RAISED = (
    BadInput("morale", 9, "a whole number from 2 to 6"),
    BadLabel("C"),
    NotOnMap("us.mg.1"),
    Unknown("unit", "us.mg.9", ("us.mg.1",)),
    IllegalAction("us.mg.1 moves", (Reason("it has moved", cite("10.0")),)),
)  # fmt: skip


@pytest.mark.parametrize("raised", RAISED, ids=lambda raised: type(raised).__name__)
def test_an_error_is_sent_whole(raised: RulesError) -> None:
    sent = pickle.loads(pickle.dumps(raised))
    assert type(sent) is type(raised)
    assert str(sent) == str(raised)
    assert vars(sent) == vars(raised)
