"""The fire that answers vehicles which drive through an enemy hex, and when it is rolled for. Chapter 10.4.5."""

from rules.last_hundred_yards.state.markers import FireMarker
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Moving


def answering_fires(position: Position, moving: Moving) -> tuple[FireMarker, ...]:
    """The markers laid against vehicles since they halted in the hex that they overrun or bypass."""
    side = position.unit(moving.units[0]).side
    return tuple(
        fire for fire in position.course.fires_at(moving.path[-1])
        if fire.number > moving.fires_before and fire.against == side
    )  # fmt: skip


def is_on_the_spot(position: Position, moving: Moving) -> bool:
    """Whether the fire that answers is rolled for at once: at a bypass, by some editions at an overrun."""
    return moving.bypassed or position.mission.edition.overrun_fire_on_the_spot
