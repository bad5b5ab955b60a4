"""Where an observer may place a target marker, and whether it is fired on once the spotter round has fallen.

Rule: KGN Place a target marker, Spotter rounds, Night fighting; OUR 104, 151.
"""

from dataclasses import dataclass, replace

from rules.game.engine.procedure import Procedure, nothing_forbids, offer_once
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.state.events import Answered
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.progress import Duty
from rules.kampfgruppe_normandy.state.resolution import Resolution
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


def _mission_owed(resolution: Resolution) -> Mission:
    mission = fire_support(resolution.progress).mission(resolution.progress.owed[0].other)
    assert mission is not None
    return mission


@implements("KN-IND-12", "KN-IND-15")
def _fire_on(resolution: Resolution, _: FireOnMarker) -> None:
    mission = _mission_owed(resolution)
    resolution.happen(Answered(), MissionAsked(replace(mission, is_on=True), "the spotter round is complete"))
    finish_action(resolution, mission.observer)


@implements("KN-IND-12")
def _cancel(resolution: Resolution, _: CancelMission) -> None:
    mission = _mission_owed(resolution)
    resolution.happen(Answered(), MissionOver(mission.id, "cancelled"))
    finish_action(resolution, mission.observer)


FIRE_ON_MARKER = Procedure(
    FireOnMarker, (Duty.FIRE_FOR_EFFECT,), offer_once(FireOnMarker), nothing_forbids, _fire_on
)
CANCEL_MISSION = Procedure(
    CancelMission, (Duty.FIRE_FOR_EFFECT,), offer_once(CancelMission), nothing_forbids, _cancel
)
