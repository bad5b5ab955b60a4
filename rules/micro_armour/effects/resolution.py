"""What comes of a declaration in this book."""

from rules.game.chance.dice import Thrown
from rules.game.engine.resolution import Resolution as GameResolution
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.questions.cohesion import CohesionRoll
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Progress


class Resolution(GameResolution[Position]):
    """Events, resulting position and dice of one declaration."""

    @property
    def progress(self) -> Progress:
        return self.position.progress

    @property
    def edition(self) -> Edition:
        return self.position.edition

    def roll_cohesion(self, what: str, level: int, modifier: int) -> CohesionRoll:
        """One die of twenty, modified, to stay at or below the force cohesion level."""
        thrown = self.decide(what, 20, lambda face: Thrown(face + modifier <= level, face))
        return CohesionRoll(thrown.face, modifier, level)
