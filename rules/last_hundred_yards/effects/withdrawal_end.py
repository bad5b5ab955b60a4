"""The end of a withdrawal: the roll next to the enemy. Chapter 10.3.1.2."""

from rules.game.engine.resolution import DependsOnHidden
from rules.game.rule_ids import implements
from rules.last_hundred_yards.book.conditions import REGROUPING
from rules.last_hundred_yards.effects.harm import Harm, inflict
from rules.last_hundred_yards.effects.maneuver_steps import end_maneuver
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.withdrawal.checks import end_check, without_unknown
from rules.last_hundred_yards.state.events.unit_events import UnitChanged


@implements("LHY-10.3.1.2.1", "LHY-10.3.1.2.2", "LHY-13.6.6.2")
def end_withdrawal(resolution: Resolution) -> None:
    """The withdrawal ends: undisrupted units that came next to the enemy roll, or regroup in the later edition."""
    moving = resolution.course.moving
    assert moving is not None
    units = tuple(map(resolution.state.unit, moving.units))
    end_maneuver(resolution)
    check = end_check(resolution.position, units, moving.path)
    if check is None:
        return
    if end_check(without_unknown(resolution.position), units, moving.path) is None:
        raise DependsOnHidden("whether an enemy lies next to them")
    if resolution.position.mission.edition.withdrawal_regroups:
        for unit in check.shaken:
            resolution.happen(UnitChanged(unit.id, gained=(REGROUPING,)))
    elif not resolution.decide(check.words, D10, check.is_passed):
        for unit in check.shaken:
            inflict(resolution, unit.id, Harm.DISRUPTED)
