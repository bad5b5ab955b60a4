"""The question `fire` about two units agrees with what play offers, odds included, at moments of whole games. Minutes long."""

import sys
from collections.abc import Iterator

from rules.game.state import GameState
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.modifiers import SHOOT_AND_SCOOT
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.position import is_unknown, row_of
from tests.rules.last_hundred_yards.playing import MISSIONS, chance_steps, start_of

SEEDS, EVERY, MOST = range(8), 5, 1500


def test_11_0_fire_that_is_offered_is_told_with_the_same_odds() -> None:
    counted = 0
    for mission in MISSIONS:
        for edition in ("2019", "series-3.1"):
            for seed in SEEDS:
                steps = chance_steps(start_of(mission, edition=edition), seed, MOST)
                counted += sum(_agree(after) for k, (_, _, after) in enumerate(steps) if k % EVERY == 0)
    assert counted
    sys.stdout.write(f"\n{counted} fires are told as play offers them\n")


def _agree(state: GameState) -> int:
    """Check that every offered fire of one unit at a known unit agrees with the answer to `fire`; returns how many there are."""
    counted = 0
    for fire, target, manner in _plain_fires(state):
        known = PLAY.known(state, fire.side)
        told = RULESET.fire(known.state, known.unit(fire.unit), known.unit(target), manner)
        assert told.odds == PLAY.unchecked_chances(known, fire).odds, f"{fire}: {told}"
        counted += 1
    return counted


def _plain_fires(state: GameState) -> Iterator[tuple[FireSmallArms | FireAntiTank, str, str]]:
    """The fires offered from a unit's own hex, not split, each with its target and mode."""
    side = PLAY.to_act(state)
    if side is None:
        return
    known = PLAY.known(state, side)
    for fire in PLAY.legal_actions(state):
        if not isinstance(fire, (FireSmallArms, FireAntiTank)) or fire.to or fire.motion == SHOOT_AND_SCOOT:
            continue
        if isinstance(fire, FireAntiTank):
            if fire.targets[0] in known.state.units and len(fire.targets) == 1 and fire.through is None:
                yield fire, fire.targets[0], "anti-tank"
        elif len(fire.at) == 1:
            there = [enemy for enemy in known.enemies_at(fire.at[0], side) if not is_unknown(enemy)]
            men = (enemy for enemy in there if row_of(enemy).cohesion is not None)
            yield from ((fire, enemy.id, "small-arms") for enemy in men)
