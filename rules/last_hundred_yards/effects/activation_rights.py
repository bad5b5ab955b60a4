"""A record of what let a unit act: an ad hoc place in an activation, or a leader's reaction. Chapters 7.2 and 8.3b."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import IN_MOTION
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.reactions import reaction_leader, saw_enemy_act
from rules.last_hundred_yards.questions.activation.taking_part import (
    COMMANDER,
    commands_activated,
    is_activated,
)
from rules.last_hundred_yards.state.events.order_events import AdHocJoined, LeaderReacted
from rules.last_hundred_yards.state.position import row_of
from rules.last_hundred_yards.state.progress import Step


@implements("LHY-7.2b.2", "LHY-7.2b.1", "LHY-7.2c.1", "LHY-8.3b.1", "LHY-8.3c")
def record_activation(resolution: Resolution, unit: Unit, *, led: bool = False) -> None:
    """Record what lets a unit act: an ad hoc place (7.2), or a leader's reaction (8.3b).

    `led` is set for maneuvers and recoveries, which a unit that saw no enemy act makes only with a reacting leader; a vehicle in
    motion drives without one (8.3c).
    """
    position = resolution.position
    course, row = position.course, row_of(unit)
    activated = course.step is Step.ACTIONS and unit.side == course.active
    if activated and row.platoon_key and row.platoon_key not in course.platoons:
        if row.is_infantry:
            if unit.id not in course.joined:
                resolution.happen(AdHocJoined(company=row.company, unit=unit.id))
        elif row.kind is UnitKind.AFV and not commands_activated(position, row):
            joins_recorded = course.ad_hoc_tanks and row.platoon == COMMANDER
            tanks = course.ad_hoc_tanks if joins_recorded else row.platoon_key
            resolution.happen(AdHocJoined(tanks=tanks, unit=unit.id))
    elif (
        led and course.step is Step.REACTION and not unit.has(IN_MOTION) and not saw_enemy_act(position, unit)
    ):
        leader = reaction_leader(position, unit)
        if leader is not None and leader.id not in course.reacted_leaders:
            resolution.happen(LeaderReacted(leader.id))


@implements("LHY-10.4.6.0.2", "LHY-7.2b.2")
def record_carrying(resolution: Resolution, vehicle: str) -> None:
    """Record the ad hoc places of activated units aboard a vehicle that drives off."""
    for load in map(resolution.state.unit, resolution.course.loads_of(vehicle)):
        if is_activated(resolution.position, load):
            record_activation(resolution, load)
