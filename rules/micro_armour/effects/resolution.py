"""The resolution of a declaration in this book."""

from rules.game.chance.dice import Thrown
from rules.game.engine.resolution import Resolution as GameResolution
from rules.game.events import UnitChanged
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.questions.harm import stand_points
from rules.micro_armour.state.cohesion import CohesionRoll
from rules.micro_armour.state.conditions import MARKERS
from rules.micro_armour.state.fire_events import StandLost
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
        """A cohesion roll: 1D20, modified, at or below the force cohesion level."""
        thrown = self.decide(what, 20, lambda face: Thrown(CohesionRoll(face, modifier, level).holds, face))
        return CohesionRoll(thrown.face, modifier, level)

    def set_markers(self, stand: str, markers: frozenset[str] | None) -> None:
        """Set which of the markers S and D a stand has; None eliminates it and leaves a wreck.

        Rule: MATG2 7.2.
        """
        unit = self.state.unit(stand)
        if markers is None:
            self.happen(StandLost(stand, stand_points(self.position.book, self.progress.options, unit)))
            return
        before = unit.conditions & MARKERS
        if markers != before:
            self.happen(UnitChanged(stand, markers - before, before - markers))
