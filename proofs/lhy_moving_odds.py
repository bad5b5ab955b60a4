"""The exact odds of withdrawals and of the dice of a maneuver against a hundred thousand throws of each."""

import pytest

from tests.rules.last_hundred_yards.maneuver import test_10_maneuver_odds as maneuvers
from tests.rules.last_hundred_yards.withdrawal import test_10_3_1_withdrawal_odds as withdrawals

test_withdrawals = withdrawals.test_10_3_1_the_odds_agree_with_throws
test_maneuvers = maneuvers.test_10_the_odds_agree_with_throws


@pytest.fixture(autouse=True)
def many_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (withdrawals, maneuvers):
        monkeypatch.setattr(each, "THROWS", 100_000)
