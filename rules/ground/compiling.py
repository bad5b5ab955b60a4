"""When compiled functions are worth loading: the compiler takes longer to load than plain Python takes for a few questions."""

from dataclasses import dataclass


@dataclass
class PlainWork:
    """Counts work of one kind until it pays to load compiled functions: plain Python does `most` of it in the time that
    loading takes, and `asked` was asked for so far."""

    most: int
    asked: int = 0

    def compiling_pays(self, more: int) -> bool:
        """Whether loading compiled functions pays, counting this much more work."""
        self.asked += more
        return self.asked > self.most
