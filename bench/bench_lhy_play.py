"""Last Hundred Yards in play: legal declarations of a company, explained odds, a whole automatic turn.

    python -m bench.bench_lhy_play

The best and the median of several rounds in milliseconds, beside what was aimed at.
"""

import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from rules.game.actions import carry_out
from rules.game.dice import SeededDice
from rules.game.state import GameState
from rules.last_hundred_yards.course import course_of
from rules.last_hundred_yards.fire_actions import FireSmallArms
from rules.last_hundred_yards.play import PLAY
from rules.last_hundred_yards.turn_actions import Activate, RollInitiative, SelectCompany
from tests.rules.last_hundred_yards.playing import start_of

COMPANY = "lhy-mill-heights"


def _first_platoon() -> GameState:
    state = start_of(COMPANY)
    dice = SeededDice(1)
    while not course_of(state).platoons:
        wanted = (RollInitiative, SelectCompany, Activate)
        action = next(one for one in PLAY.legal_actions(state) if isinstance(one, wanted))
        _, state = carry_out(PLAY, state, action, dice)
    return state


def _in_contact() -> GameState:
    state, dice = start_of(COMPANY), SeededDice(5)
    for _ in range(2000):
        actions = PLAY.legal_actions(state)
        if any(isinstance(one, FireSmallArms) for one in actions):
            return state
        _, state = carry_out(PLAY, state, actions[dice.pick(len(actions))], dice)
    raise AssertionError("no contact")


def _one_turn(state: GameState) -> GameState:
    dice = SeededDice(9)
    while course_of(state).turn == 1:
        actions = PLAY.legal_actions(state)
        _, state = carry_out(PLAY, state, actions[dice.pick(len(actions))], dice)
    return state


def _timed(rounds: int, run: Callable[[], object]) -> tuple[float, float]:
    taken: list[float] = []
    for _ in range(rounds):
        start = perf_counter()
        run()
        taken.append(1000 * (perf_counter() - start))
    return min(taken), median(taken)


def main() -> None:
    """Print the table."""
    activated, contact, opening = _first_platoon(), _in_contact(), start_of(COMPANY)
    shot = next(one for one in PLAY.legal_actions(contact) if isinstance(one, FireSmallArms))
    rows = (
        ("legal declarations, a platoon of two activated", 20, 20, lambda: PLAY.legal_actions(activated)),
        ("an attack's explained odds", 10, 200, lambda: PLAY.chances(contact, shot)),
        ("a whole automatic turn", 1000, 5, lambda: _one_turn(opening)),
    )
    sys.stdout.write(f"{'':48}{'best ms':>10}{'median ms':>12}{'aim ms':>10}\n")
    for name, aim, rounds, run in rows:
        best, middle = _timed(rounds, run)
        sys.stdout.write(f"{name:48}{best:10.2f}{middle:12.2f}{aim:10}\n")


if __name__ == "__main__":
    main()
