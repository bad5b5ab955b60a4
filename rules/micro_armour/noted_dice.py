"""Dice that keep a note of what they showed, for the record."""

from collections.abc import Callable

from rules.game.dice import Dice, OutcomeT


class NotedDice:
    """The dice of a procedure with every throw written down in `thrown`."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.thrown: list[int] = []

    def roll(self, sides: int) -> int:
        self.thrown.append(self._dice.roll(sides))
        return self.thrown[-1]

    def successes(self, count: int, sides: int, at_least: int) -> int:
        return self._dice.successes(count, sides, at_least)

    def pick(self, count: int) -> int:
        return self._dice.pick(count)

    def decide(self, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        return by(self.roll(sides))
