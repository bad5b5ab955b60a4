"""Last Hundred Yards in play, a full company a side: legal declarations, explained odds, a whole automatic turn.

    python -m bench.bench_lhy_play

The best and the median of several rounds in milliseconds of processor time, beside what was aimed at.
Lines of sight are those of a board that was played on before; the first look over it is a row of its own.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from maps.library import scenario
from rules.game.chance.dice import ScriptedDice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import (
    Activate,
    CallForReaction,
    Coordinate,
    SelectCompany,
)
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY, LhyPlay
from rules.last_hundred_yards.state.events.unit_events import UnitActed
from rules.last_hundred_yards.state.position import hex_board
from rules.last_hundred_yards.state.progress import ActionKind, progress_of

GROUND = "lhy-mill-heights"
AMERICANS = {
    "able.1": "F3 F4 G4", "able.2": "G5 G6 H6", "able.3": "F7 G8 F9", "mg": "F4 G5 H6 G8",
    "gun57": "E6", "latw": "G4 G8", "able-tank.1": "E3 E4 F5 F6 E8",
}  # fmt: skip
GERMANS = {
    "1kp.1": "K3 L3 K4", "1kp.2": "L5 K6 L6", "1kp.3": "L8 K8 L9", "mg": "L4 L5 K7 L9",
    "ig75": "M6", "latw": "K4 K8", "stug": "M3 M5 M8 N6",
}  # fmt: skip
"""Where the squads of each platoon, its leader with the first of them, and the other kinds stand."""


def companies() -> GameState:
    """Two companies with tanks, machine guns and a gun in sight of each other, before the initiative."""
    chosen = scenario(GROUND)
    units = {unit.id: unit for side in (("us", AMERICANS), ("ge", GERMANS)) for unit in _company(*side)}
    tubes = [
        {"id": f"{side}-{kind}", "side": side, "kind": kind}
        for side in ("us", "ge")
        for kind in ("60mm", "81mm")
    ]
    options = {
        **chosen.opening_options(),
        "mortars": tubes,
        "aboard": {},
        "edition": "series-3.1",
        "attacker": "us",
    }
    return PLAY.opening(replace(chosen.state(), units=units), options)


def _company(side: str, places: dict[str, str]) -> Iterator[Unit]:
    for name, labels in places.items():
        is_infantry = name.split(".")[0] in ("able", "1kp")
        stem = f"{side}.{name}.squad" if is_infantry else f"{side}.{name}"
        for number, label in enumerate(labels.split(), 1):
            yield Unit(f"{stem}.{number}", f"{stem}.{number}", side, Hex.named(label))
        if is_infantry:
            leader = f"{side}.{name}.leader"
            yield Unit(leader, leader, side, Hex.named(labels.split()[0]))


def infantry_and_tanks(state: GameState) -> GameState:
    """The American first platoon and the tanks are activated together."""
    for action, dice in (
        (RollInitiative("us"), (9, 2)),
        (SelectCompany("us", "able"), ()),
        (Coordinate("us"), (10,)),
        (Activate("us", ("able.1", "able-tank.1")), ()),
    ):
        state = carry_out(PLAY, state, action, ScriptedDice(dice))[1]
    return state


def whole_company_reacting(state: GameState) -> GameState:
    """The Germans may react to all nine units of the two platoons, which fired from where they stand."""
    for unit in state.units.values():
        if unit.id.startswith(("us.able.1", "us.able-tank.1")):
            assert isinstance(unit.at, Hex)
            state = UnitActed(unit.id, ActionKind.FIRE, (unit.at,)).on(state)
    return carry_out(PLAY, state, CallForReaction("us"), ScriptedDice(()))[1]


def one_turn(state: GameState) -> GameState:
    """A whole turn, declared by chance."""
    dice = SeededDice(9)
    while progress_of(state).turn == 1 and progress_of(state).ended is None:
        actions = PLAY.legal_actions(state)
        _, state = carry_out(PLAY, state, actions[dice.pick("choice", len(actions))], dice)
    return state


def timed(rounds: int, run: Callable[[], object]) -> tuple[float, float]:
    """The best and the median of some rounds, in milliseconds of processor time."""
    taken: list[float] = []
    for _ in range(rounds):
        start = process_time()
        run()
        taken.append(1000 * (process_time() - start))
    return min(taken), median(taken)


def rows() -> Iterator[tuple[str, int, int, Callable[[], object]]]:
    """What is measured: its name, the aim in milliseconds, the rounds, the work."""
    opening = companies()
    activated = infantry_and_tanks(opening)
    reacting = whole_company_reacting(activated)
    sides = {"two platoons activated": activated, "a whole company reacting": reacting}
    for words, state in sides.items():
        found = PLAY.legal_actions(state)
        yield (
            f"the {len(found)} legal declarations, {words}", 20, 20, partial(PLAY.legal_actions, state)
        )  # fmt: skip
    yield "the same on a board never looked over", 500, 3, lambda: LhyPlay().legal_actions(_fresh(reacting))
    for kind in (FireSmallArms, FireAntiTank, CallMortar):
        shot: Any = next(one for one in PLAY.legal_actions(reacting) if isinstance(one, kind))
        yield f"explained odds: {shot}", 10, 50, partial(PLAY.chances, reacting, shot)
    yield "a whole automatic turn", 1000, 5, lambda: one_turn(opening)


def _fresh(state: GameState) -> GameState:
    """The same on a copy of its board."""
    return replace(state, board=replace(hex_board(state)))


def main() -> None:
    """Print the table."""
    sys.stdout.write(f"{'':72}{'best ms':>10}{'median ms':>12}{'aim ms':>10}\n")
    for name, aim, rounds, run in rows():
        best, middle = timed(rounds, run)
        sys.stdout.write(f"{name:72}{best:10.2f}{middle:12.2f}{aim:10}\n")


if __name__ == "__main__":
    main()
