"""Whole games of every bundled scenario follow from the dice of their record."""

import pytest

from maps.library import scenarios
from tests.vtt_bridge.games.test_audit import SEEDS, check_audited


@pytest.mark.parametrize("name", [entry.name for entry in scenarios()])
def test_whole_games_follow_from_the_dice_of_their_record(name: str) -> None:
    check_audited(name, SEEDS.get(name, 5))
