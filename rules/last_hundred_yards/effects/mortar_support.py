"""Off-map mortars: their counters go to the pending box as their fire ends or they have landed, or out of
play. Chapters 11.4.10 and 22."""

from dataclasses import replace

from rules.game.rule_ids import implements
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.unit_types import Nation
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.events.landing_events import MortarLost
from rules.last_hundred_yards.state.events.marker_events import MortarChanged
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.mission.mission import MortarKind
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState

_SECTION_OF = {Nation.US: MortarKind.MM81, Nation.GERMAN: MortarKind.CM8}
"""The section that is left of a mortar platoon (reading 235)."""


def pending_mortar(mortar: MortarState, *, failed: bool = False) -> MortarState:
    return replace(
        mortar, place=MortarPlace.PENDING, observer_at=None, impact=None, failed_extension=failed, asker=""
    )


def decline_extension(resolution: Resolution) -> None:
    """A mortar whose fire is not extended goes to the pending box."""
    due = resolution.course.due
    resolution.happen(DecisionTaken())
    mortar = resolution.course.mortar(due.unit)
    resolution.happen(MortarChanged(pending_mortar(mortar)))


def landed_mortars(position: Position, at: Hex, side: str) -> list[MortarState]:
    """The mortars of a side that have landed in a hex and are not pending yet; among the enemy they stay until the assault is over."""
    return [
        mortar
        for mortar in position.course.mortars
        if (mortar.place, mortar.observer_at, mortar.side) == (MortarPlace.LANDED, at, side)
    ]


@implements("LHY-22.1.6c", "LHY-22.1.6d")
def lose_mortar(resolution: Resolution, mortar: MortarState) -> None:
    """A mortar section destroyed in a landing is out of play; of a platoon a section is left, which is pending."""
    nation = resolution.position.mission.side(mortar.side).nation
    left = _SECTION_OF[nation] if mortar.kind is MortarKind.PLATOON else None
    resolution.happen(MortarLost(mortar.id, left))


@implements("LHY-22.1.7.mortar")
def take_to_pending(resolution: Resolution) -> None:
    """The mortars that have landed go to the pending box without assembling, but for those in an assault."""
    for mortar in resolution.course.mortars:
        at = mortar.observer_at
        if mortar.place is MortarPlace.LANDED and at and resolution.course.assault_at(at) is None:
            resolution.happen(MortarChanged(pending_mortar(mortar)))
