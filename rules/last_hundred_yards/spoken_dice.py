"""Dice of a procedure that is told as it is thrown: each die has a line in the record."""

from collections.abc import Callable

from rules.game.dice import OutcomeT
from rules.last_hundred_yards.telling import Telling


class SpokenDice:
    """Dice that are recorded under the name of what they are thrown for."""

    def __init__(self, telling: Telling, name: str = "") -> None:
        self.telling = telling
        self.name = name

    def roll(self, sides: int) -> int:
        assert sides == 10
        return self.telling.roll(self.name)

    def successes(self, count: int, sides: int, at_least: int) -> int:
        return self.telling.dice.successes(count, sides, at_least)

    def pick(self, count: int) -> int:
        return self.telling.dice.pick(count)

    def decide(self, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        return by(self.roll(sides))
