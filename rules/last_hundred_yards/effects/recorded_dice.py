"""Dice of a procedure that is told as it is thrown: each die has a line in the record."""

from collections.abc import Callable

from rules.game.dice import OutcomeT
from rules.last_hundred_yards.effects.resolution import Resolution


class RecordedDice:
    """Dice that are recorded under the name of what they are thrown for."""

    def __init__(self, resolution: Resolution, name: str = "") -> None:
        self.resolution = resolution
        self.name = name

    def roll(self, sides: int) -> int:
        assert sides == 10
        return self.resolution.roll(self.name)

    def successes(self, count: int, sides: int, at_least: int) -> int:
        return self.resolution.dice.successes(count, sides, at_least)

    def pick(self, count: int) -> int:
        return self.resolution.dice.pick(count)

    def decide(self, sides: int, by: Callable[[int], OutcomeT]) -> OutcomeT:
        return by(self.roll(sides))
