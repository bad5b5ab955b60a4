"""Chapters 10.3.1.2 and 10.2: which enemies cause a withdrawal roll, and the die for leaving the map."""

import pytest

from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import DISRUPTED, REGROUPING
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, unit

SQUAD, LEADER, FOE, OTHER = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1", "us.able.1.squad.2"


def beside(*conditions: str) -> Unit:
    """Germans in B5, next to A5 and B4, the ways back from A4."""
    return unit(FOE, "B5", *conditions)


@proves("LHY-10.3.1.2.1")
@pytest.mark.parametrize(("condition", "rolls"), [((), True), ((REGROUPING,), True), ((DISRUPTED,), False)])
def test_10_3_1_2_regrouping_enemies_count_as_undisrupted_and_cause_a_withdrawal_roll(
    condition: tuple[str, ...], rolls: bool
) -> None:
    state = activated(unit(SQUAD, "A4"), unit(LEADER, "G9"), beside(*condition))
    state = done(state, Withdraw("us", (SQUAD,), at("A5")))
    after = done(state, EndManeuver("us"), *((10,) if rolls else ()))
    assert after.unit(SQUAD).has(DISRUPTED) is rolls


@proves("LHY-10.3.1.2.1")
@pytest.mark.parametrize(("die", "disrupted"), [(6, False), (7, True)])
def test_10_3_1_2_units_withdrawing_together_roll_once_against_their_best_cohesion(
    die: int, disrupted: bool
) -> None:
    """A section of 5 and an MG of 6."""
    men = ("us.able.1.section.a", "us.mg.1")
    state = activated(*(unit(one, "A4") for one in men), unit(LEADER, "G9"), beside())
    after = done(state, Withdraw("us", men, at("A5")), EndManeuver("us"), die)
    assert [after.unit(one).has(DISRUPTED) for one in men] == [disrupted, disrupted]


@proves("LHY-10.3.1.2.3", "LHY-10.3.1.2.1")
@pytest.mark.parametrize("first", ["squad.2", "leader"])
def test_10_3_1_2_the_leader_helps_a_squad_of_equal_cohesion_in_any_order_of_names(first: str) -> None:
    """Both have Cohesion 6: with 1 off the die, a 7 passes."""
    men = sorted(("us.able.2.squad.2", "us.able.2.leader"), key=lambda one: not one.endswith(first))
    state = activated(*(unit(one, "A4") for one in men), beside(), platoon="able.2")
    after = done(state, Withdraw("us", tuple(men), at("A5")), EndManeuver("us"), 7)
    assert not any(after.unit(one).has(DISRUPTED) for one in men)


@proves("LHY-10.3.1.2.1")
def test_10_3_1_2_a_unit_lost_as_it_leaves_throws_no_die_for_adjacent_enemies() -> None:
    section = "us.able.1.section.a"
    state = activated(unit(section, "A4"), unit(LEADER, "G9"), beside())
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("A4"), 3, tubes=0)).on(state)
    after = done(state, Withdraw("us", (section,), at("A5")), 10)
    assert after.unit(section).at is None
    assert course(after).moving is None


@proves("LHY-10.3.1.2a")
def test_10_3_1_2a_enemies_under_an_arrow_cause_no_roll_but_enemies_about_to_be_assaulted_do() -> None:
    units = [unit(SQUAD, "A4"), unit(LEADER, "G9"), unit(OTHER, "C6"), beside()]
    # The Germans in B5 wait to assault C6.
    waiting = ArrowPlaced(Arrow(FOE, "ge", at("C6"))).on(activated(*units))
    waiting = done(waiting, Withdraw("us", (SQUAD,), at("A5")), EndManeuver("us"))
    assert not waiting.unit(SQUAD).has(DISRUPTED)
    # The Americans in C6 wait to assault the Germans in B5.
    assaulted = ArrowPlaced(Arrow(OTHER, "us", at("B5"))).on(activated(*units))
    assaulted = done(assaulted, Withdraw("us", (SQUAD,), at("A5")), EndManeuver("us"), 10)
    assert assaulted.unit(SQUAD).has(DISRUPTED)


@proves("LHY-10.3.1.2a")
def test_10_3_1_2a_enemies_in_a_primary_impact_hex_cause_no_roll() -> None:
    state = activated(unit(SQUAD, "A4"), unit(LEADER, "G9"), beside())
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("B5"), 0, primary=True, tubes=0)).on(state)
    after = done(state, Withdraw("us", (SQUAD,), at("A5")), EndManeuver("us"))
    assert not after.unit(SQUAD).has(DISRUPTED)


@proves("LHY-10.2a.1", "LHY-10.2a.2", "LHY-10.2.2")
@pytest.mark.parametrize(("place", "dice"), [("C1", ()), ("A5", (7,)), ("C10", ())])
def test_10_2a_only_a_side_edge_hex_needs_a_die(place: str, dice: tuple[int, ...]) -> None:
    # The Americans own the south; a mission lets them leave over the north, the enemy's edge.
    sides = {"us": {"may_exit": ["north"]}}
    state = activated(unit(SQUAD, place), unit(LEADER, "E9"), sides=sides)
    assert done(state, Maneuver("us", SQUAD, None), *dice).unit(SQUAD).at is None
