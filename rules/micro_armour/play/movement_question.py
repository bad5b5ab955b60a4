"""The movement of a stand over several turns, and its chance to move in a turn."""

from collections.abc import Iterator
from fractions import Fraction

from rules.game.chance.dice import Dice
from rules.game.chance.odds import odds_of
from rules.game.chance.percent import percent
from rules.game.movement import Movement
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.micro_armour.book.book_data import BookData
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.questions import reach
from rules.micro_armour.questions.movement_orders import group_test
from rules.micro_armour.state.progress import Progress
from rules.micro_armour.state.stands import sides_without_ghq


def movements(state: GameState, unit: Unit, mode: str, book: BookData) -> Ruling[tuple[Movement, ...]]:
    """The movement of a stand over several turns, round the enemy, and in a game its chance to move in a turn."""
    ruling = reach.movements(state, unit, mode, book)
    return Ruling(ruling.question, ruling.verdict, (*ruling.reasons, *_orders(state, unit, book.edition)))


@implements("MATG2-8.2.2")
def _orders(state: GameState, unit: Unit, edition: Edition) -> Iterator[Reason]:
    if not isinstance(state.course, Progress):
        return
    level = state.course.options.cohesion(unit.side)
    ordered, alone = (
        percent(_chance_to_move(unit, level, edition, ordered=is_ordered)) for is_ordered in (True, False)
    )
    chance, section = f"{ordered} by an order, {alone} without", "8.2.4"
    if unit.side in sides_without_ghq(state):
        chance, section = f"{alone} (no GHQ, no orders)", "8.2.2"
    words = f"in each turn it moves with a chance of {chance}, in a group of its own"
    yield Reason(words, edition.cite(section))


def _chance_to_move(unit: Unit, level: int, edition: Edition, *, ordered: bool) -> Fraction:
    """The chance that a group of only this stand may move."""
    test = group_test((unit,), level, edition, ordered=ordered)

    def moves(dice: Dice) -> bool:
        return dice.decide("", 20, lambda face: bool(test(face).moving))

    return odds_of(moves).of(True)
