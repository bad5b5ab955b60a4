"""Special events drawn from the pot: mechanical breakdown, heroic action, gun out of ammunition.

Rule: KGN Special events; OUR 129 to 131.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.chance.odds import odds_of
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.effects.ammunition import guns_of_crew
from rules.kampfgruppe_normandy.effects.group_morale import Special
from rules.kampfgruppe_normandy.effects.losses import lose
from rules.kampfgruppe_normandy.state.ammunition_events import GunEmpty, GunRefilled, LastShotLeft
from rules.kampfgruppe_normandy.state.chapter import Chapter, Procedure
from rules.kampfgruppe_normandy.state.events import Answered, ConditionsChanged, Owed
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation
from rules.kampfgruppe_normandy.state.resolution import Story

EVENTS = (Special.BREAKDOWN.value, Special.HEROIC_ACTION.value, Special.OUT_OF_AMMUNITION.value)
HARMLESS_TO = 2
HALF_TO = 5
"""On 1-2 nothing happens, on 3-5 the lesser mishap, on 6 the unit is lost."""


@dataclass(frozen=True, slots=True)
class PlayEvent:
    """The side that drew a special event says which unit it befalls."""

    side: str
    unit: str

    def __str__(self) -> str:
        return f"the event befalls {self.unit}"


@implements("KN-SPEC-22", "KN-SPEC-23", "KN-SPEC-24")
def may_befall(position: Position, event: str, side: str) -> list[Unit]:
    """The units on which the side that drew an event may play it.

    An enemy vehicle; an unsuppressed unit of one's own; an enemy gun or mortar that is deployed on the table.

    Rule: KGN Special events; OUR 130.
    """
    found = []
    for unit in position.on_table():
        kind = position.type(unit)
        is_enemy = unit.side != side
        match event:
            case Special.BREAKDOWN:
                fits = is_enemy and kind.is_vehicle and kind.kind is not Kind.AIRCRAFT
            case Special.HEROIC_ACTION:
                fits = not is_enemy and not unit.has(SUPPRESSED) and kind.kind is not Kind.AIRCRAFT
            case _:
                fits = is_enemy and kind.kind is Kind.GUN and bool(guns_of_crew(position, unit))
        if fits and not unit.has(RESERVE):
            found.append(unit)
    return found


@implements("KN-SPEC-21", "KN-SPEC-25")
def _drawn(story: Story, side: str, counter: str) -> None:
    """An event is played as it is drawn; without a target it has no effect (OUR 129)."""
    if counter in EVENTS and may_befall(story.position, counter, side):
        story.tell(Owed(Obligation(Duty.EVENT_TARGET, side, other=counter), first=False))


def _offers(position: Position, side: str) -> Iterator[PlayEvent]:
    event = position.course.owed[0].other
    yield from (PlayEvent(side, unit.id) for unit in may_befall(position, event, side))


def _forbids(position: Position, action: PlayEvent) -> Iterator[Reason]:
    event = position.course.owed[0].other
    if action.unit not in {unit.id for unit in may_befall(position, event, action.side)}:
        yield Reason(f"{event} cannot befall {action.unit}", cite("Special events"))


@dataclass(frozen=True, slots=True)
class PassEvent:
    """An event that no unit is left for comes to nothing."""

    side: str

    def __str__(self) -> str:
        return "the event comes to nothing"


def _pass_offers(position: Position, side: str) -> Iterator[PassEvent]:
    if not may_befall(position, position.course.owed[0].other, side):
        yield PassEvent(side)


def _pass_forbids(position: Position, action: PassEvent) -> Iterator[Reason]:
    event = position.course.owed[0].other
    if may_befall(position, event, action.side):
        yield Reason(f"{event} must be played on a unit", cite("Special events"))


def _pass(story: Story, _: PassEvent) -> None:
    story.tell(Answered())


def mishap(die: int) -> str:
    """What a die of a breakdown or of a lack of ammunition comes to: nothing, the lesser harm, or the loss."""
    return "nothing" if die <= HARMLESS_TO else "half" if die <= HALF_TO else "lost"


@implements("KN-SPEC-22", "KN-SPEC-23", "KN-SPEC-24")
def _carry_out(story: Story, action: PlayEvent) -> None:
    """The event befalls its unit; a vehicle that breaks down for good leaves no wreck in the way (OUR 130)."""
    event = story.course.owed[0].other
    story.tell(Answered())
    if event == Special.HEROIC_ACTION:
        owner = story.state.unit(action.unit).side
        story.tell(Owed(Obligation(Duty.HEROIC_ACTION, owner, action.unit)))
        return
    came_to = mishap(story.roll(event))
    if came_to == "lost":
        lose(story, action.unit, "abandoned", leaves_wreck=False)
    elif came_to == "half" and event == Special.BREAKDOWN:
        story.tell(ConditionsChanged(action.unit, frozenset({IMMOBILISED})))
    elif came_to == "half":
        story.tell(LastShotLeft(action.unit))


_WORDS = {
    Special.BREAKDOWN.value: {"nothing": "runs on", "half": "immobilised", "lost": "abandoned"},
    Special.OUT_OF_AMMUNITION.value: {
        "nothing": "enough shells",
        "half": "one shot left",
        "lost": "abandoned",
    },
}


def _chances(position: Position, action: PlayEvent) -> Ruling[str]:
    event = position.course.owed[0].other
    where = Reason(event, cite("Special events"))
    if event == Special.HEROIC_ACTION:
        return Ruling(str(action), "a heroic action", (where,))
    odds = odds_of(lambda dice: _WORDS[event][mishap(dice.roll(6))])
    return Ruling(str(action), "one die", (where,), odds)


CHAPTER = Chapter(
    "special events",
    {
        PlayEvent: Procedure((Duty.EVENT_TARGET,), _offers, _forbids, _carry_out, _chances),
        PassEvent: Procedure((Duty.EVENT_TARGET,), _pass_offers, _pass_forbids, _pass),
    },
    (LastShotLeft, GunEmpty, GunRefilled),
    drawn=_drawn,
)

RULE_IDS = {"HARMLESS_TO": ("KN-SPEC-22", "KN-SPEC-24"), "HALF_TO": ("KN-SPEC-22", "KN-SPEC-24")}
