"""When compiled functions are worth loading: the compiler takes longer to load than a few questions take without it."""

from dataclasses import dataclass


@dataclass
class PlainWork:
    """How much of one kind of work is done without compiled functions in the time in which they are loaded, and how much was
    asked for so far."""

    most: int
    asked: int = 0

    def compiling_pays(self, more: int) -> bool:
        """Whether so much was asked for, this among it, that it pays to load what is compiled."""
        self.asked += more
        return self.asked > self.most
