"""Fire for effect or cancellation, once the spotter round has fallen on a target marker.

Rule: KGN Place a target marker, Spotter rounds, Night fighting; OUR 104, 151.
"""

from dataclasses import replace

from rules.game.engine.procedure import Factors, PlainDeclaration, at_will
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import (
    bombard_marker,
    bombardment_reasons,
    struck_if_several,
)
from rules.kampfgruppe_normandy.questions.batteries import BOTH_ACTIONS, dice_of, lobbed_by, ready_guns
from rules.kampfgruppe_normandy.state.events import Answered
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import MissionAsked, MissionOver


class FireOnMarker(PlainDeclaration):
    """The observer is content with the spotter round: the guns may fire for effect on the marker."""

    words = "fire for effect"


class CancelMission(PlainDeclaration):
    """The observer cancels the mission."""

    words = "the mission is cancelled"


def _mission_owed(position: Position) -> Mission:
    return fire_support(position.progress).mission_in_play(position.progress.due.other)


@implements("KN-IND-12", "KN-IND-15")
def _fire_on(resolution: Resolution, _: FireOnMarker) -> None:
    mission = _mission_owed(resolution.position)
    resolution.happen(Answered(), MissionAsked(replace(mission, is_on=True), "the spotter round is complete"))
    finish_action(resolution, mission.observer)


def _shells(position: Position, mission: Mission) -> tuple[Unit, int] | None:
    """A gun of a mission, and how many shells fall if all its guns that can be activated fire now; None if none can."""
    guns = [position.state.unit(gun) for gun in ready_guns(position, mission)]
    return (guns[0], sum(dice_of(position, gun, BOTH_ACTIONS) for gun in guns)) if guns else None


def _fire_for_odds(resolution: Resolution, _: FireOnMarker) -> None:
    """In odds: let the guns fire for effect at once."""
    mission = fire_support(resolution.progress).missions[-1]
    if (falling := _shells(resolution.position, mission)) is not None:
        gun, shots = falling
        resolution.then(bombard_marker, mission.at, lobbed_by(resolution.position, gun)[1], shots)


def _factors(position: Position, _: FireOnMarker) -> Factors:
    mission = _mission_owed(position)
    if (falling := _shells(position, mission)) is None:
        return Factors.of(because("no gun can be activated for it now", "Fire for effect"))
    gun, shots = falling
    weapon = lobbed_by(position, gun)[0]
    return Factors.of(*bombardment_reasons(position, mission.at, weapon, shots, mission.side))


def _separate_odds_of(position: Position, _: FireOnMarker) -> tuple[str, ...]:
    mission = _mission_owed(position)
    return () if _shells(position, mission) is None else struck_if_several(position, mission.at)


@implements("KN-IND-12")
def _cancel(resolution: Resolution, _: CancelMission) -> None:
    mission = _mission_owed(resolution.position)
    resolution.happen(Answered(), MissionOver(mission.id, "cancelled"))
    finish_action(resolution, mission.observer)


FIRE_ON_MARKER = at_will(
    FireOnMarker,
    (Duty.FIRE_FOR_EFFECT,),
    _fire_on,
    factors=_factors,
    carry_out_for_odds=_fire_for_odds,
    separate_odds_of=_separate_odds_of,
)
CANCEL_MISSION = at_will(CancelMission, (Duty.FIRE_FOR_EFFECT,), _cancel)
