"""Fights at close quarters played by chance, in both editions: assaults, feints and retreats occur far more
often than in the missions; each declaration and event is written and read back."""

import sys
from collections import Counter

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.play.play import PLAY
from tests.drawing import board
from tests.rules.last_hundred_yards.playing import by_chance, opened, unit

GROUND = board(
    """
    .  .  w  .  .  .  b  .  .  .
    .  .  .  .  .  .  .  .  .  .
    .  w  .  .  s  .  .  w  w  .
    .  .  .  .  .  .  .  .  .  .
    .  .  .  w  .  .  .  .  .  .
    b  .  .  .  .  .  .  .  s  .
    .  .  .  .  .  w  .  .  .  .
    .  .  w  .  .  .  .  .  .  .
    """,
    walls="E6-E7 F5-F6",
)
MORTARS = [
    {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"},
    {"id": "8cm", "side": "ge", "kind": "8cm", "company": "1kp"},
]
EDITIONS = ("2019", "series-3.1")
SEEDS = 40
WANTED = ("resolve the assault", "feint", "retreats to")


def fight(edition: str) -> GameState:
    """A company and its tanks against another, three hexes apart and mixed up."""
    units = [
        *(unit(f"us.able.1.squad.{n}", at) for n, at in ((1, "C6"), (2, "D6"), (3, "F2"))),
        *(unit(f"us.able.2.squad.{n}", at) for n, at in ((1, "E8"), (2, "F8"), (3, "H5"))),
        unit("us.able.1.leader", "D6"), unit("us.able.2.leader", "F8"), unit("us.mg.1", "E8"), unit("us.latw.1", "H5"),
        unit("us.able-tank.1.1", "B7"), unit("us.able-tank.1.2", "I7"), unit("us.m3.2", "G8"),
        *(unit(f"ge.1kp.1.squad.{n}", at) for n, at in ((1, "C4"), (2, "D4"), (3, "E5"))),
        *(unit(f"ge.1kp.2.squad.{n}", at) for n, at in ((1, "G4"), (2, "H3"), (3, "F4"))),
        unit("ge.1kp.1.leader", "D4"), unit("ge.1kp.2.leader", "H3"), unit("ge.mg.1", "E3"), unit("ge.latw.1", "G4"),
        unit("ge.pz4.2.1", "C2"), unit("ge.stug.1", "I2"), unit("ge.pak40.3", "H1"),
    ]  # fmt: skip
    return opened(GROUND, units, edition=edition, mortars=MORTARS, minutes=18)


@pytest.mark.parametrize("edition", EDITIONS)
def test_fights_at_close_quarters_play_to_a_result_and_what_they_are_for_comes_up(edition: str) -> None:
    told: Counter[str] = Counter()
    for seed in range(SEEDS):
        state, record = by_chance(fight(edition), seed)
        assert PLAY.result(state) is not None
        told.update(words for line in record for words in WANTED if words in line)
    sys.stdout.write(f"\n{edition}: {dict(told)}\n")
    assert told.keys() == set(WANTED)
