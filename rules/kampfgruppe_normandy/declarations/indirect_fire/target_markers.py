"""Where an observer may place a target marker, and whether it is fired on once the spotter round has fallen.

Rule: KGN Place a target marker, Spotter rounds, Night fighting; OUR 104, 151.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.state.chapter import Procedure, just, nothing_forbids
from rules.kampfgruppe_normandy.state.events import Answered
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.progress import Duty
from rules.kampfgruppe_normandy.state.resolution import Story
from rules.kampfgruppe_normandy.state.support_events import MissionAsked, MissionOver


@dataclass(frozen=True, slots=True)
class FireOnMarker:
    """The spotter round lies well: the guns may fire for effect on it."""

    side: str

    def __str__(self) -> str:
        return "fire for effect"


@dataclass(frozen=True, slots=True)
class CancelMission:
    """The spotter round lies badly: the mission is cancelled."""

    side: str

    def __str__(self) -> str:
        return "the mission is cancelled"


def _mission_owed(story: Story) -> Mission:
    mission = fire_support(story.course).mission(story.course.owed[0].other)
    assert mission is not None
    return mission


@implements("KN-IND-12", "KN-IND-15")
def _fire_on(story: Story, _: FireOnMarker) -> None:
    mission = _mission_owed(story)
    story.tell(Answered(), MissionAsked(replace(mission, is_on=True), "the spotter round is complete"))
    finish_action(story, mission.observer)


@implements("KN-IND-12")
def _cancel(story: Story, _: CancelMission) -> None:
    mission = _mission_owed(story)
    story.tell(Answered(), MissionOver(mission.id, "cancelled"))
    finish_action(story, mission.observer)


PROCEDURES: Mapping[type, Procedure] = MappingProxyType({
    FireOnMarker: Procedure((Duty.FIRE_FOR_EFFECT,), just(FireOnMarker), nothing_forbids, _fire_on),
    CancelMission: Procedure((Duty.FIRE_FOR_EFFECT,), just(CancelMission), nothing_forbids, _cancel),
})  # fmt: skip
"""The declarations of an observer who sees where the spotter round lies."""
