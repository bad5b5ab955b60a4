"""Chapter 14.1: rare attempts to recover and the reasons for refusing them."""

import pytest

from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, done, refusal, unit

SQUAD, SECOND, LEADER = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader"
TANK, HALFTRACK, MG = "us.able-tank.1.1", "us.m3.2", "us.mg.1"


@proves("LHY-14.1.2a")
@pytest.mark.parametrize(
    ("leader", "why"),
    [
        (SECOND, "is not a leader (LHY 14.1"),
        ("us.able.1.leader", "is not in the hex (LHY 14.1"),
        ("us.able.9.leader", "has no unit"),
    ],
)
def test_14_1_only_a_leader_in_the_hex_helps(leader: str, why: str) -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(SECOND, "C8"), unit(LEADER, "C9"))
    assert why in refusal(state, Recover("us", SQUAD, leader))


@proves("LHY-14.1.2a")
def test_14_1_a_leader_does_not_help_himself() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8", REGROUPING))
    assert not refusal(state, Recover("us", LEADER))
    assert "cannot help himself (LHY 14.1" in refusal(state, Recover("us", LEADER, LEADER))


@proves("LHY-14.1.2a")
@pytest.mark.parametrize(
    ("deeds", "helps"),
    [
        ((ActionKind.MANEUVER,), True),
        ((ActionKind.MANEUVER, ActionKind.FIRE), False),
        ((ActionKind.FIRE,), False),
    ],
)
def test_14_1_2_a_leader_that_came_and_did_nothing_else_helps(
    deeds: tuple[ActionKind, ...], helps: bool
) -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "C8"), unit(SECOND, "C8"))
    state = UnitActed(SECOND, ActionKind.FIRE, (at("C8"),)).on(state)
    for kind in deeds:
        state = UnitActed(LEADER, kind, (at("C8"),)).on(state)
    assert (not refusal(state, Recover("us", SQUAD, LEADER))) is helps


@proves("LHY-14.1.2a")
@pytest.mark.parametrize(
    ("unit_condition", "leader_condition", "helps"),
    [
        (REGROUPING, REGROUPING, True),
        (DISRUPTED, REGROUPING, False),
        (REGROUPING, DISRUPTED, False),
        (DISRUPTED, CONCEALED, True),
    ],
)
def test_14_1_a_regrouping_leader_helps_only_regrouping_units_and_a_disrupted_one_none(
    unit_condition: str, leader_condition: str, helps: bool
) -> None:
    state = activated(unit(SQUAD, "C8", unit_condition), unit(LEADER, "C8", leader_condition))
    why = refusal(state, Recover("us", SQUAD, LEADER))
    assert ("cannot help (LHY 14.1" not in why) is helps


@proves("LHY-14.1.1")
def test_14_1_nobody_recovers_in_an_assault_hex() -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "A10"), unit("ge.1kp.1.squad.1", "C8"))
    assert not refusal(state, Recover("us", SQUAD))
    state = AssaultEntered(SQUAD, "us", at("C8"), at("C9")).on(state)
    assert "no unit may recover in an assault hex (LHY 13.3.1" in refusal(state, Recover("us", SQUAD))


@proves("LHY-14.1.1", "LHY-11.4.8b.1")
def test_14_1_men_pinned_in_a_primary_impact_hex_do_not_recover_a_shocked_tank_there_does() -> None:
    shell = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True, tubes=0)
    men = FirePlaced(shell).on(activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "A10")))
    assert "is pinned in a primary impact hex and may only withdraw (LHY 11.4.8" in refusal(
        men, Recover("us", SQUAD)
    )
    tank = FirePlaced(shell).on(activated(unit(TANK, "C8", SHOCKED), platoon="able-tank.1"))
    assert not refusal(tank, Recover("us", TANK))


@proves("LHY-14.1.1")
@pytest.mark.parametrize("in_motion", [True, False])
def test_14_1_units_aboard_recover_only_in_a_stationary_vehicle(in_motion: bool) -> None:
    carrier = unit(HALFTRACK, "C8", *([IN_MOTION] if in_motion else []))
    state = Mounted(SQUAD, HALFTRACK).on(
        activated(unit(SQUAD, "C8", DISRUPTED), carrier, unit(LEADER, "A10"))
    )
    why = refusal(state, Recover("us", SQUAD))
    assert ("recovers aboard a stationary vehicle only (LHY 14.1" in why) is in_motion


@proves("LHY-14.1.1", "LHY-14.4a")
@pytest.mark.parametrize("in_motion", [True, False])
def test_14_1_riders_of_a_moving_vehicle_do_not_rally_with_units_of_their_hex(in_motion: bool) -> None:
    """The squad aboard has a Cohesion of 6, the section beside it 5."""
    units = [unit(SQUAD, "C8", REGROUPING), unit("us.able.1.section.a", "C8", REGROUPING)]
    carrier = unit(HALFTRACK, "C8", *([IN_MOTION] if in_motion else []))
    state = Mounted(SQUAD, HALFTRACK).on(activated(*units, carrier, unit(LEADER, "A10")))
    for die in (5, 6):
        after = done(state, Recover("us", "us.able.1.section.a"), die)
        assert after.unit(SQUAD).has(REGROUPING) is in_motion
        assert after.unit("us.able.1.section.a").has(REGROUPING) is (in_motion and die == 6)


@proves("LHY-14.1.2a")
@pytest.mark.parametrize("hexes", [1, 0])
def test_14_1_a_leader_comes_and_helps_in_one_action(hexes: int) -> None:
    start = ("C8", "C9")[hexes]
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, start))
    if hexes:
        state = done(state, Maneuver("us", LEADER, at("C8")), EndManeuver("us"))
    assert not refusal(state, Recover("us", SQUAD, LEADER))


@proves("LHY-14.1.3", "LHY-14.5a")
@pytest.mark.parametrize(("was", "die", "helps"), [(REGROUPING, 2, True), (DISRUPTED, 1, False)])
def test_14_1_3_a_leader_who_rallied_helps_if_he_was_regrouping_but_not_if_he_was_disrupted(
    was: str, die: int, helps: bool
) -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "C8", was))
    state = done(state, Recover("us", LEADER), die)
    why = refusal(state, Recover("us", SQUAD, LEADER))
    assert why == "" if helps else "has recovered from disruption or helped in this turn" in why


@proves("LHY-14.1.2a", "LHY-14.5b")
def test_14_1_2_a_leader_who_has_helped_a_rally_may_act_but_helps_no_other_unit() -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(SECOND, "C8", DISRUPTED), unit(LEADER, "C8"))
    state = done(state, Recover("us", SQUAD, LEADER), 2)
    assert not refusal(state, Maneuver("us", LEADER, at("C7")))
    assert "or helped in this turn" in refusal(state, Recover("us", SECOND, LEADER))


@proves("LHY-14.1.2b")
def test_14_1_a_leader_helps_support_that_is_nearest_to_his_platoon() -> None:
    near = [unit(MG, "C8", DISRUPTED), unit(LEADER, "C8"), unit(SQUAD, "C9")]
    state = activated(*near, unit("us.able.2.leader", "C8"), unit("us.able.2.squad.1", "G2"))
    assert not refusal(state, Recover("us", MG, LEADER))


@proves("LHY-14.1.2b")
@pytest.mark.parametrize(("platoon", "helps"), [("able.1", True), ("able.2", False)])
def test_14_1_a_leader_helps_a_squad_of_the_company_that_acts_with_his_platoon(
    platoon: str, helps: bool
) -> None:
    """A squad of the second platoon is stacked with his; once its own is activated it is that platoon's alone."""
    other = "us.able.2.squad.1"
    state = activated(
        unit(other, "C8", DISRUPTED), unit(SQUAD, "C8"), unit(LEADER, "C8"), unit("us.able.2.leader", "G2"),
        platoon=platoon,
    )  # fmt: skip
    assert ("is not of the platoon" not in refusal(state, Recover("us", other, LEADER))) is helps
    if helps:
        assert "is not of the platoon" in refusal(state, Recover("us", SQUAD, "us.able.2.leader"))


@proves("LHY-14.1.1")
def test_14_1_a_unit_in_good_order_has_nothing_to_recover_from() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"))
    assert "has nothing to recover from (LHY 14.1" in refusal(state, Recover("us", SQUAD))
