"""A mortar whose fire is not extended is pending. Chapter 11.4.10."""

from dataclasses import replace

from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.events.marker_events import MortarChanged
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.progress import MortarPlace, MortarState


def pending_mortar(mortar: MortarState, *, failed: bool = False) -> MortarState:
    return replace(
        mortar, place=MortarPlace.PENDING, observer_at=None, impact=None, failed_extension=failed, asker=""
    )


def decline_extension(resolution: Resolution) -> None:
    """A mortar whose fire is not extended is pending."""
    due = resolution.course.due
    resolution.happen(DecisionTaken())
    mortar = resolution.course.mortar(due.unit)
    resolution.happen(MortarChanged(pending_mortar(mortar)))
