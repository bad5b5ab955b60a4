"""Hundreds of cheats at games by mail, each found at the right entry; and honest games of every bundled
scenario, none of them blamed."""

from random import Random

import pytest

from rules.catalog import ruleset
from tests.vtt_bridge.games.test_offers import SCENARIOS
from tests.vtt_bridge.sealed.cheating import cheats_with, is_named, lies
from tests.vtt_bridge.sealed.mailing import begun_by_mail, finished, written_on
from vtt_bridge.sealed.verifying import verified

CHEATED = ("lhy-market-quarter", "mill-crossing", "kgn-sunken-crossroads", "dolgoye-crossing")


@pytest.mark.parametrize("name", CHEATED)
def test_every_cheat_is_named(name: str) -> None:
    named, unnamed = 0, []
    for seed in (1, 2):
        begun = begun_by_mail(name)
        complete = finished(written_on(begun, 60, seed)[0])
        found = [*lies(begun, 60, seed)]
        for chance in range(2):
            found += cheats_with(complete, Random(chance))
        for what, cheat in found:
            if cheat is None:
                continue
            named += 1
            if not is_named(cheat, verified(cheat.text, ruleset)):
                unnamed.append((seed, what))
    assert unnamed == []
    assert named >= 50


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SCENARIOS)
def test_no_honest_game_is_blamed(name: str, seed: int) -> None:
    game = finished(written_on(begun_by_mail(name), 250, seed)[0])
    proof = verified(game.text, ruleset)
    assert [*map(str, proof.wrong)] == []
    assert proof.is_proven
