"""Where an observer may place a target marker, and whether it is fired on once the spotter round has fallen.

Rule: KGN Place a target marker, Spotter rounds, Night fighting; OUR 104, 151.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.activating import finish_action
from rules.kampfgruppe_normandy.aim import NIGHT_LIMIT_IN
from rules.kampfgruppe_normandy.chapters import Procedure, just, nothing_forbids
from rules.kampfgruppe_normandy.course import Duty
from rules.kampfgruppe_normandy.events import Answered
from rules.kampfgruppe_normandy.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.fire_requests import MARKER_RANGE_IN
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.ranges import distance_in
from rules.kampfgruppe_normandy.rulebook import because
from rules.kampfgruppe_normandy.sight import look
from rules.kampfgruppe_normandy.story import Story
from rules.kampfgruppe_normandy.support_events import MissionAsked, MissionOver


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


@implements("KN-IND-06", "KN-IND-32", "KN-NIGHT-02", "KN-NIGHT-04", "KN-IND-43")
def cannot_mark(position: Position, observer: Unit, at: Spot) -> Reason | None:
    """Why an observer cannot place a target marker there: off the table, too far or out of sight.

    Rule: KGN Place a target marker; Night fighting; OUR 151.
    """
    if at not in position.table:
        return because("the marker is off the table", "Place a target marker")
    away = distance_in(position, observer, at)
    night = position.course.setting.is_night
    limit = NIGHT_LIMIT_IN if night else MARKER_RANGE_IN
    if away > limit:
        where = "Night fighting" if night else "Place a target marker"
        return because(f'the marker is {away:.1f}" away, beyond {limit:g}"', where, at)
    seen = look(position, observer, at)
    if not seen.is_open:
        why = "; ".join(reason.text for reason in seen.reasons)
        return because(f"{observer} does not see the marker: {why}", "Place a target marker", at)
    return None


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
