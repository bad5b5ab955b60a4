"""What happens when an action is carried out: events told one by one, each onto the state the last left."""

from rules.game.events import UnitChanged
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.micro_armour.book import Book
from rules.micro_armour.cohesion import MARKERS
from rules.micro_armour.course import Course, Phase, course_of
from rules.micro_armour.events import GameEnded, PhaseBegan, StandLost, TurnBegan
from rules.micro_armour.fold import apply
from rules.micro_armour.force_points import ghq_cost, is_won
from rules.micro_armour.movement_orders import GHQ
from rules.micro_armour.rulebook import GHQ_COST


class Story:
    """The events of one action as they are told, and the state they have led to."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.events: list[object] = []

    def tell(self, *events: object) -> None:
        for event in events:
            self.events.append(event)
            self.state = apply(self.state, event)

    @property
    def course(self) -> Course:
        return course_of(self.state)


def stand_points(book: Book, course: Course, unit: Unit) -> int:
    """What a stand is worth in victory points: its price, the GHQ's own where the switch says so."""
    tank = book.tank(unit.type)
    if GHQ_COST in course.setting.switches and unit.has(GHQ):
        return round(ghq_cost(tank, course.setting.force(unit.side).ghq_quality))
    return tank.points


def tell_fate(story: Story, book: Book, unit: Unit, markers: frozenset[str] | None) -> None:
    """The stand has these of the markers S and D now, or is eliminated (None) and leaves a wreck."""
    if markers is None:
        story.tell(StandLost(unit.id, stand_points(book, story.course, unit)))
        return
    before = unit.conditions & MARKERS
    if markers != before:
        story.tell(UnitChanged(unit.id, markers - before, before - markers))


@implements("MATG2-2.0.3", "MATG2-4.5.6")
def tell_next_phase(story: Story) -> None:
    """The phase is over: the next begins; after the last, the game is judged and the next turn begins.

    Rule: MATG2 4.0.
    """
    phases = list(Phase)
    phase = story.course.phase
    if phase is not Phase.REMOVAL:
        story.tell(PhaseBegan(phases[phases.index(phase) + 1]))
        return
    if ended := _judged(story.course):
        story.tell(ended)
        return
    story.tell(TurnBegan(story.course.turn + 1), PhaseBegan(Phase.INITIATIVE))


@implements("MATG2-2.0.4", "MATG2-11.11")
def _judged(course: Course) -> GameEnded | None:
    """The end of a turn: who has won, if anyone, or whether time is up.

    Rule: MATG2, victory conditions and scenario length; OUR 36.
    """
    sides = [force.side for force in course.setting.forces]
    winner = next((side for side in sides if _has_won(course, side, course.setting.other(side))), None)
    lost = ", ".join(
        f"{side} lost {course.points_lost(side)} of {course.points_at_start(side)} points" for side in sides
    )
    if winner:
        return GameEnded(winner, f"{winner} wins in turn {course.turn}: {lost}")
    if course.turn >= course.setting.turns:
        return GameEnded(None, f"time is up after turn {course.turn}, a draw: {lost}")
    return None


def _has_won(course: Course, side: str, enemy: str) -> bool:
    return is_won(
        course.points_lost(enemy),
        course.points_at_start(enemy),
        course.points_lost(side),
        course.points_at_start(side),
    )
