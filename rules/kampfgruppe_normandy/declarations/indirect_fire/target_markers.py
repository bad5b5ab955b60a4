"""Where an observer may place a target marker, and whether it is fired on once the spotter round has fallen.

Rule: KGN Place a target marker, Spotter rounds, Night fighting; OUR 104, 151.
"""

from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors, Procedure, nothing_forbids, offer_once
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.unit_types import Weapon
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import (
    bombardment_reasons,
    several_struck,
    shell,
)
from rules.kampfgruppe_normandy.questions.batteries import (
    BOTH_ACTIONS,
    dice_of,
    indirect_weapon,
    ready_guns,
)
from rules.kampfgruppe_normandy.state.events import Answered
from rules.kampfgruppe_normandy.state.fire_missions import Mission, fire_support
from rules.kampfgruppe_normandy.state.position import Position
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


def _mission_owed(position: Position) -> Mission:
    mission = fire_support(position.progress).mission(position.progress.due.other)
    assert mission is not None
    return mission


@implements("KN-IND-12", "KN-IND-15")
def _fire_on(resolution: Resolution, _: FireOnMarker) -> None:
    mission = _mission_owed(resolution.position)
    resolution.happen(Answered(), MissionAsked(replace(mission, is_on=True), "the spotter round is complete"))
    finish_action(resolution, mission.observer)


def _shells(position: Position, mission: Mission) -> tuple[Weapon, int] | None:
    """What falls if all guns that can be activated for a mission fire at once: from which weapon, and how many shells."""
    guns = [position.state.unit(gun) for gun in ready_guns(position, mission)]
    weapon = indirect_weapon(position.type(guns[0])) if guns else None
    return None if weapon is None else (weapon, sum(dice_of(position, gun, BOTH_ACTIONS) for gun in guns))


def _foresee(resolution: Resolution, _: FireOnMarker) -> None:
    """For odds: the guns fire for effect at once."""
    mission = fire_support(resolution.progress).missions[-1]
    falling = _shells(resolution.position, mission)
    if falling is not None:
        assert falling[0].he is not None
        resolution.then(shell, mission.at, falling[0].he, falling[1])


def _factors(position: Position, _: FireOnMarker) -> Factors:
    mission = _mission_owed(position)
    if (falling := _shells(position, mission)) is None:
        return Factors("", (because("no gun can be activated for it now", "Fire for effect"),))
    return Factors("", tuple(bombardment_reasons(position, mission.at, *falling, mission.side)))


def _told_apart(position: Position, _: FireOnMarker) -> tuple[str, ...]:
    mission = _mission_owed(position)
    return () if _shells(position, mission) is None else several_struck(position, mission.at)


@implements("KN-IND-12")
def _cancel(resolution: Resolution, _: CancelMission) -> None:
    mission = _mission_owed(resolution.position)
    resolution.happen(Answered(), MissionOver(mission.id, "cancelled"))
    finish_action(resolution, mission.observer)


FIRE_ON_MARKER = Procedure(
    FireOnMarker,
    (Duty.FIRE_FOR_EFFECT,),
    offer_once(FireOnMarker),
    nothing_forbids,
    _fire_on,
    factors=_factors,
    foresee=_foresee,
    told_apart=_told_apart,
)
CANCEL_MISSION = Procedure(
    CancelMission, (Duty.FIRE_FOR_EFFECT,), offer_once(CancelMission), nothing_forbids, _cancel
)
