"""How fast Micro Armour answers on its bundled tables; the aim is 2 ms for an attack's exact odds.

    python -m bench.bench_matg

Best and median of several rounds in milliseconds.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

from maps.library import scenario
from rules.game.chance.dice import SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.micro_armour.declarations.fire import Fire
from rules.micro_armour.declarations.initiative import GoFirst, RollInitiative
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour

ROUNDS = 15


def timed(name: str, asked: Callable[[], object]) -> None:
    """Prints best and median of so many rounds, the first left out."""
    asked()
    spent = []
    for _ in range(ROUNDS):
        start = perf_counter()
        asked()
        spent.append((perf_counter() - start) * 1000)
    sys.stdout.write(f"{name:<48} {min(spent):9.3f} {median(spent):9.3f}\n")


def face_to_face(book: MicroArmour) -> GameState:
    """Dolgoye crossing in its first Fire Phase, with three Soviet tanks driven up to one Panzer."""
    found = scenario("dolgoye-crossing")
    state = found.state()
    for k, name in enumerate(("s-1a", "s-1b", "s-1c")):
        state = state.with_unit(replace(state.unit(name), at=Spot(54.0 + 1.5 * k, 18.5)))
    state = state.with_unit(replace(state.unit("g-3a"), at=Spot(55.0, 26.0)))
    state = book.opening(state, found.opening_options())
    dice = SeededDice(5)
    _, state = carry_out(book, state, RollInitiative("soviet"), dice)
    choice = Random(1)
    while not any(isinstance(action, Fire) for action in book.legal_actions(state)):
        actions = book.legal_actions(state)
        quiet = [action for action in actions if isinstance(action, Pass)]
        first = [action for action in actions if isinstance(action, GoFirst) and action.first == "soviet"]
        _, state = carry_out(book, state, choice.choice(quiet or first or list(actions)), dice)
    return state


def main() -> None:
    """Times every question of the book once."""
    sys.stdout.write(f"{'':<48} {'best':>9} {'median':>9}  ms\n")
    for book in (MATG1, MATG2):
        state = face_to_face(book)
        one = Fire("soviet", "g-3a", ("s-1a",))
        timed(f"{book.id}: exact odds of one shot", partial(book.chances, state, one))
        if book is MATG1:
            three = Fire("soviet", "g-3a", ("s-1a", "s-1b", "s-1c"))
            timed("matg1: exact odds of three firers", partial(book.chances, state, three))
        unit, enemy = state.unit("s-1a"), state.unit("g-3a")
        timed(
            f"{book.id}: one LOS, explained",
            partial(book.line_of_sight, state, unit, enemy),
        )
        timed(f"{book.id}: field over 2,400 squares", partial(book.sight_field, state, unit))
        timed(f"{book.id}: reach over 2,400 squares", partial(book.reach, state, unit))
        timed(f"{book.id}: legal actions in the Fire Phase", partial(book.legal_actions, state))


if __name__ == "__main__":
    main()
