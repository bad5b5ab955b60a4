"""What follows the die of an assault: retreats, checks of the losers, leaders, regrouping, advance. Chapter 13.6."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, REGROUPING
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.assault.advance import advances
from rules.last_hundred_yards.effects.concealment import strip_hex_concealment
from rules.last_hundred_yards.effects.harm import Harm, fails_cohesion_check, inflict, men_get_off
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.effects.retreat import offer_retreat
from rules.last_hundred_yards.questions.assault.assaulters import needs_company
from rules.last_hundred_yards.questions.assault.value import ASSAULT_RESOLUTION, AssaultRow
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import LEAST_RETREAT, MOST_RETREAT
from rules.last_hundred_yards.state.events.assault_events import AssaultOver, RetreatsOrdered
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.markers import AssaultHex
from rules.last_hundred_yards.state.position import cohesion_of, row_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind

LOST_LEADER = (1, 10)


@implements("LHY-T-ART.order", "LHY-13.6.3.0a")
def go_on_after_attempts(resolution: Resolution, assault: AssaultHex) -> None:
    """Carry out what the table has next once no decision is owed: the retreats after the attempts, then the checks."""
    if assault.retreats_ordered:
        carry_out_aftermath(resolution, assault)
    else:
        order_retreats(resolution, assault)


@implements("LHY-13.6.3.0a", "LHY-13.6.3.0b", "LHY-13.6.3c.1", "LHY-13.6.3c.2", "LHY-13.6.3.1", "LHY-13.6.7")
def order_retreats(resolution: Resolution, assault: AssaultHex) -> None:
    """The losers retreat, unless no enemy is left in the hex; riders and passengers get off first (reading 167)."""
    resolution.happen(RetreatsOrdered(assault.at))
    position, row = resolution.position, _row_of(assault)
    losers = {resolution.state.unit(unit_id).side for unit_id in assault.losers}
    retreating = [unit.id for unit in position.at(assault.at) if unit.side in losers]
    if not retreating or all(unit.side in losers for unit in position.at(assault.at)):
        return
    for unit in position.at(assault.at):
        men_get_off(resolution, unit.id)
    least = MOST_RETREAT if row is not None and row.severity == 3 else LEAST_RETREAT
    for unit_id in retreating:
        if not resolution.course.is_aboard(unit_id):
            offer_retreat(resolution, unit_id, least)


@implements("LHY-13.6.5", "LHY-13.6.6.1", "LHY-4.3.1.1d")
def carry_out_aftermath(resolution: Resolution, assault: AssaultHex) -> None:
    """Once the retreats are made: checks of the losers, leaders, regrouping, advance; the marker comes off."""
    reveal_participants(resolution, assault)
    resolution.then(_regroup, assault, _row_of(assault))
    _throw_checks(resolution, assault)


@implements("LHY-4.3.1.1d")
def reveal_participants(resolution: Resolution, assault: AssaultHex) -> None:
    """All units that took part lose concealment, the losers wherever they are now."""
    for side in resolution.state.sides:
        strip_hex_concealment(resolution, assault.at, side)
    for unit_id in assault.losers:
        if resolution.state.unit(unit_id).has(CONCEALED):
            resolution.happen(UnitChanged(unit_id, lost=(CONCEALED,)))


def _throw_checks(resolution: Resolution, assault: AssaultHex) -> None:
    """Throw what the row does to each of the losers, then for the leaders of both sides."""
    resolution.then(_check_leaders, assault)
    row = _row_of(assault)
    if row is not None:
        for unit_id in reversed(assault.losers):
            resolution.then(_lose_assault, unit_id, row)


def _row_of(assault: AssaultHex) -> AssaultRow | None:
    """The row that the die of an assault gave; None if it needed no die."""
    return next((row.value for row in ASSAULT_RESOLUTION.rows if row.value.name == assault.row), None)


def _check_leaders(resolution: Resolution, assault: AssaultHex) -> None:
    """Each leader who took part is lost on a 1 or a 10."""
    for unit_id in reversed(assault.leaders):
        resolution.then(_check_leader, unit_id)


def _check_leader(resolution: Resolution, unit_id: str) -> None:
    unit = resolution.state.unit(unit_id)
    if unit.at is not None and resolution.decide(f"{unit} is lost", D10, lambda die: die in LOST_LEADER):
        inflict(resolution, unit_id, Harm.STEP)


def _participants(resolution: Resolution, assault: AssaultHex) -> list[str]:
    """The units in the hex, and the losers wherever they are now, without those still aboard a vehicle (reading 167)."""
    unit_ids = {unit.id for unit in resolution.position.at(assault.at)} | set(assault.losers)
    present = unit_ids & resolution.state.units.keys()
    return sorted(unit_id for unit_id in present if not resolution.course.is_aboard(unit_id))


@implements("LHY-13.6.4", "LHY-13.6.6.1", "LHY-T-ART.6", "LHY-T-ART.14", "LHY-T-ART.2", "LHY-T-ART.-2")
def _regroup(resolution: Resolution, assault: AssaultHex, row: AssaultRow | None) -> None:
    """Men and guns that fought regroup where the row says so; the marker comes off, and the winners may advance."""
    if row is not None and row.regroups:
        for unit_id in _participants(resolution, assault):
            if _must_regroup(resolution.state.unit(unit_id)):
                resolution.happen(UnitChanged(unit_id, gained=(REGROUPING,)))
    resolution.happen(AssaultOver(assault.at))
    if row is not None and row.advances:
        winner = assault.side if row.defender_loses else resolution.position.mission.enemy(assault.side)
        friends = sorted(resolution.position.friends_at(assault.at, winner), key=needs_company)
        for unit in friends:
            may_go = unit.id not in resolution.course.advanced
            if may_go and list(advances(resolution.position, unit, along=friends)):
                resolution.happen(DecisionDue(Decision(DecisionKind.ADVANCE, winner, unit.id, assault.at)))


@implements("LHY-13.6.6.1", "LHY-4.1.14b")
def _must_regroup(unit: Unit) -> bool:
    """Whether a unit that fought must regroup, as undisrupted men and guns do."""
    row = row_of(unit)
    fights_on_foot = row.is_foot or row.kind is UnitKind.GUN
    return unit.at is not None and fights_on_foot and not unit.has(DISRUPTED)


@implements(
    "LHY-13.5.3", "LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-T-ART.2", "LHY-T-ART.-1",
    "LHY-T-ART.-2",
)  # fmt: skip
def _lose_assault(resolution: Resolution, unit_id: str, row: AssaultRow) -> None:
    """Carry out what the row does to one of the losers."""
    unit = resolution.state.units.get(unit_id)
    if unit is None or unit.at is None or not cohesion_of(unit) or resolution.course.is_aboard(unit_id):
        return
    if row.severity == 3:
        inflict(resolution, unit.id, Harm.STEP)
    elif row.severity == 2:
        inflict(resolution, unit.id, Harm.DISRUPTED)
        if resolution.state.unit(unit.id).at is not None and fails_cohesion_check(resolution, unit):
            inflict(resolution, unit.id, Harm.STEP)
    elif fails_cohesion_check(resolution, unit):
        inflict(resolution, unit.id, Harm.DISRUPTED)


def check_for_odds(resolution: Resolution, place: Hex) -> None:
    """For odds: losers and leaders check as if the retreats still owed cost nothing.

    Nothing is checked while attempts to destroy vehicles are still owed.
    """
    standing = resolution.course.assault_at(place)
    if standing is None or not standing.row:
        return
    if not resolution.course.decisions and not standing.retreats_ordered:
        order_retreats(resolution, standing)
        standing = resolution.course.assault_at(place)
        assert standing is not None
    owed = resolution.course.decisions
    if not owed:
        carry_out_aftermath(resolution, standing)
    elif all(due.kind is DecisionKind.RETREAT for due in owed):
        _throw_checks(resolution, standing)
