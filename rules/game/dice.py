"""Dice as an argument: seeded, scripted, or thrown at the table and typed in."""

from typing import Protocol


class Dice(Protocol):
    """Whatever throws dice for a procedure; the same procedure is thrown or enumerated."""

    def roll(self, sides: int) -> int:
        """One die: 1 to sides."""
        ...

    def successes(self, count: int, sides: int, at_least: int) -> int:
        """How many of a pool of dice show at least this much."""
        ...

    def pick(self, count: int) -> int:
        """One of so many, all as likely: 0 to count - 1."""
        ...
