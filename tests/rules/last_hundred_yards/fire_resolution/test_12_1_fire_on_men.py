"""Chapters 12.0 and 12.1: what small-arms and mortar fire does, with the designer's worked example and odds counted by hand."""

from fractions import Fraction

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.chance.odds import Odds
from rules.game.engine.forecast import HIDDEN_OUTCOME
from rules.game.state import GameState
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN, IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.fire_steps import FireOutcome, fire_steps, harm_of_result
from rules.last_hundred_yards.effects.harm import Harm
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.targets import units_meeting_result
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import cohesion_of
from rules.last_hundred_yards.state.progress import Phase
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_resolution.under_fire import (
    OPEN,
    TANK,
    mortar,
    resolved,
    small,
    under_fire,
)
from tests.rules.last_hundred_yards.playing import (
    activated,
    at,
    course,
    done,
    legal,
    opened,
    position_seen_by,
    refusal,
    unit,
)


@proves("LHY-12.1.1", "LHY-12.1.1-2019", "LHY-5.0.III.2")
def test_12_1_the_highest_result_counts_not_the_highest_die() -> None:
    # The designer's example: markers 2 M, -1 S, 0 S with dice 2, 9, 10 give 4, 8, 10.
    state = under_fire([unit("us.able.1.squad.1", "C2")], mortar(1, 2), small(2, -1), small(3, 0))
    steps = fire_steps(PLAY.position(state), at("C2"))
    outcome = FireOutcome()
    for named, die in zip(steps[:3], (2, 9, 10), strict=True):
        outcome = named.step(outcome, ScriptedDice([die]))
    assert outcome.best_against("us") == 10


@proves("LHY-12.1.8", "LHY-12.0.1")
def test_12_1_8_mortar_markers_stay_and_their_hex_is_resolved_once() -> None:
    shot = FireMarker(2, FireKind.SADRM, at("D4"), 0, against="us")
    squads = [unit("us.able.1.squad.1", "C2"), unit("us.able.1.squad.2", "D4")]
    state = done(under_fire(squads, mortar(1, 0), shot), RollInitiative("us"), 9, 2)
    after = done(PhaseBegan(Phase.FIRE).on(state), ResolveFire("us", at("C2")), 1)
    assert course(after).fires == (mortar(1, 0), shot)
    assert legal(after, ResolveFire) == [ResolveFire("us", at("D4"))]


@proves("LHY-12.1.5a", "LHY-1.1.1")
@pytest.mark.parametrize(("die", "disrupted"), [(6, False), (7, True)])
def test_12_1_5a_a_result_above_cohesion_disrupts(die: int, disrupted: bool) -> None:
    state = under_fire([unit("us.able.1.squad.1", "C2")], small(1, 0))
    assert resolved(state, die).unit("us.able.1.squad.1").has(DISRUPTED) is disrupted


@proves("LHY-12.1.5b-2019", "LHY-12.3.3.1", "LHY-12.3.3.2", "LHY-2.2.1.2")
def test_12_1_5b_a_result_of_10_costs_a_step_and_leaves_a_disrupted_section() -> None:
    after = resolved(under_fire([unit("us.able.1.squad.1", "C2")], small(1, 0)), 10, 2)
    assert after.unit("us.able.1.squad.1").at is None
    section = after.unit("us.able.1.section.b")
    assert section.at == at("C2")
    assert section.has(DISRUPTED)
    assert course(after).losses == {"us": 1}


@proves("LHY-12.1.5b.1", "LHY-12.3.2.1")
def test_12_1_5b_a_unit_already_disrupted_loses_a_step() -> None:
    after = resolved(under_fire([unit("us.mg.1", "C2", DISRUPTED)], small(1, 0)), 7)
    assert after.unit("us.mg.1").at is None


@proves("LHY-12.1.5b.2", "LHY-14.6.1")
def test_14_6_1_a_heroic_unit_has_cohesion_8_and_loses_a_step_instead() -> None:
    hero = unit("us.able.1.squad.1", "C2", HEROIC)
    assert harm_of_result(hero, 8) is Harm.NONE
    assert harm_of_result(hero, 9) is Harm.STEP


@proves("LHY-12.1.6", "LHY-12.3.1a")
def test_12_1_6_the_others_of_the_hex_check_their_cohesion() -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "C2"), unit("us.mg.2", "C2")]
    # The squad of Assault Value 2 takes the 8; then MG 1 rolls 7 and fails, MG 2 rolls 6 and passes.
    after = resolved(under_fire(units, small(1, 0)), 8, 7, 6)
    assert [after.unit(one.id).has(DISRUPTED) for one in units] == [True, True, False]


@proves("LHY-12.1.6")
def test_12_1_6_no_unit_checks_if_the_first_is_unharmed() -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "C2")]
    assert not resolved(under_fire(units, small(1, 0)), 6).unit("us.mg.1").has(DISRUPTED)


@proves("LHY-12.1.3.1", "LHY-12.1.3.2a")
def test_12_1_3_which_unit_takes_the_result() -> None:
    steady, concealed = unit("us.able.1.squad.1", "C2"), unit("us.able.1.squad.3", "C2", CONCEALED)
    shaken, leader = unit("us.mg.1", "C2", DISRUPTED), unit("us.able.1.leader", "C2")
    assert units_meeting_result((leader, shaken, concealed, steady)) == (steady,)
    assert units_meeting_result((leader, shaken, concealed)) == (concealed,)
    lesser, better = unit("us.able.1.section.a", "C2", CONCEALED), unit("us.able.1.squad.2", "C2", DISRUPTED)
    assert units_meeting_result((better, lesser)) == (lesser,), "whose Cohesion is less"
    assert units_meeting_result((leader, shaken)) == (shaken,)
    assert units_meeting_result((unit("us.able.1.leader", "C2", DISRUPTED), shaken)) == (shaken,)
    assert units_meeting_result((leader,)) == (leader,)
    better = unit("us.able.1.squad.3", "C2")
    assert units_meeting_result((steady, better)) == (better,), "Assault Value 3 before 2"
    section, gunners = unit("us.able.1.section.a", "C2"), unit("us.mg.5", "C2")
    assert units_meeting_result((section, gunners)) == (gunners,), "both 5 and 1, SAV 1 before 0"
    gun, armed = unit("us.gun57.1", "C2"), unit("us.mg.1", "C2")
    assert units_meeting_result((gun, armed)) == (armed,), "both 6 and 1, the gun has no SAV"
    twin = unit("us.able.1.squad.2", "C2")
    assert units_meeting_result((steady, twin)) == (steady, twin), "a tie is left to the dice"


@proves("LHY-12.1.3.2b", "LHY-11.3c", "LHY-10.4.6.2c")
@pytest.mark.parametrize(
    ("fires", "dice", "fate"),
    [
        ((small(1, 0),), (6,), "rides on"),
        ((small(1, 0),), (8,), "gets off disrupted"),
        ((small(1, 0),), (10, 1), "loses a step"),
        ((mortar(1, 0),), (9,), "rides on"),
        ((small(1, 0), mortar(2, 0)), (8, 7), "gets off disrupted"),
        ((small(1, 0), mortar(2, 0)), (7, 9), "rides on"),
    ],
)
def test_12_1_3_riders_take_small_arms_fire_and_are_ignored_by_mortars(
    fires: tuple[FireMarker, ...], dice: tuple[int, ...], fate: str
) -> None:
    """The mortar's 9 is the highest result, but mortars affect no unit there."""
    state = under_fire([unit(TANK, "C2"), unit("us.able.1.squad.1", "C2")], *fires)
    after = resolved(Mounted("us.able.1.squad.1", TANK).on(state), *dice)
    squad = after.unit("us.able.1.squad.1")
    if squad.at is None:
        told = "loses a step"
    elif course(after).is_aboard(squad.id):
        told = "rides on"
    else:
        told = "gets off disrupted" if squad.has(DISRUPTED) else "gets off"
    assert told == fate
    assert not course(after).loads_of(TANK) or fate == "rides on"


@proves("LHY-12.1.6", "LHY-12.1.3.2b")
@pytest.mark.parametrize(
    ("fires", "dice", "rides_on"),
    [
        ((mortar(1, 0),), (8,), True),
        ((mortar(1, 0), small(2, -4)), (8, 2), True),
        ((small(2, 0), mortar(1, 0)), (8, 2, 10), False),
    ],
    ids=["shells", "shells and weak small arms", "small arms and weak shells"],
)
def test_12_1_6_riders_check_if_small_arms_disrupted_the_men_beside_them_and_not_if_shells_did(
    fires: tuple[FireMarker, ...], dice: tuple[int, ...], rides_on: bool
) -> None:
    # Reading 175. The squad on foot has Assault Value 3 and so meets the result before the one that rides.
    rider, on_foot = "us.able.1.squad.1", "us.able.1.squad.3"
    state = under_fire([unit(TANK, "C2"), unit(rider, "C2"), unit(on_foot, "C2")], *fires)
    after = resolved(Mounted(rider, TANK).on(state), *dice)
    assert after.unit(on_foot).has(DISRUPTED)
    assert course(after).is_aboard(rider) is rides_on
    assert after.unit(rider).has(DISRUPTED) is not rides_on


@proves("LHY-12.1.4")
@pytest.mark.parametrize(("leader_at", "disrupted"), [("C2", False), ("A4", True)])
def test_12_1_4_a_better_leader_of_the_platoon_takes_1_off(leader_at: str, disrupted: bool) -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("us.able.1.leader", leader_at)]
    state = opened(OPEN, [*units, unit("ge.1kp.2.leader", "E1")])
    state = FirePlaced(small(1, 0)).on(state)
    assert resolved(state, 7).unit("us.able.1.squad.1").has(DISRUPTED) is disrupted


@proves("LHY-12.1.0.1", "LHY-12.1.0.2", "LHY-12.1.2")
def test_12_1_2_one_mortar_die_serves_both_sides_each_with_its_own_cover() -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("ge.1kp.2.squad.1", "C2")]
    state = under_fire(units, mortar(1, 0))
    # Cohesion 6 and 7: a 7 disrupts the American alone.
    after = resolved(state, 7)
    assert after.unit("us.able.1.squad.1").has(DISRUPTED)
    assert not after.unit("ge.1kp.2.squad.1").has(DISRUPTED)


@proves("LHY-11.2b.2")
@pytest.mark.parametrize("value", [2, 3])
def test_11_2b_a_mortar_marker_counts_3_at_most_however_dense_the_target_is(value: int) -> None:
    """Eight steps in C2 add 1 or more: a 3 gives 6, which does not exceed Cohesion 6, and a 4 gives 7."""
    men = [unit(f"us.able.1.squad.{number}", "C2") for number in (1, 2, 3)]
    state = under_fire([*men, unit("us.mg.1", "C2"), unit("us.mg.2", "C2")], mortar(1, value))
    assert not [one for one in resolved(state, 3).units.values() if one.has(DISRUPTED)]
    assert [one for one in resolved(state, 4, 1, 1, 1, 1).units.values() if one.has(DISRUPTED)]


@proves("LHY-12.1.0.2", "LHY-11.3.1.0", "LHY-11.2.0")
def test_12_1_0_a_small_arms_marker_touches_only_its_side() -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("ge.1kp.1.squad.1", "C2")]
    after = resolved(under_fire(units, small(1, 0, against="us")), 8)
    assert after.unit("us.able.1.squad.1").has(DISRUPTED)
    assert not after.unit("ge.1kp.1.squad.1").has(DISRUPTED)


@proves("LHY-1.5.2b", "LHY-11.0.1")
def test_1_5_small_arms_do_nothing_to_vehicles() -> None:
    after = resolved(under_fire([unit("us.m3.2", "C2")], small(1, 3)), 10)
    assert after.unit("us.m3.2").at == at("C2")


@proves("LHY-12.1.7a", "LHY-12.1.7.bt")
@pytest.mark.parametrize(("tubes", "struck"), [(2, True), (0, False)])
def test_12_1_7_a_10_of_a_heavy_mortar_hits_a_vehicle(tubes: int, struck: bool) -> None:
    state = under_fire([unit("us.able-tank.1.1", "C2")], mortar(1, 2, tubes=tubes))
    assert resolved(state, 10).unit("us.able-tank.1.1").has(SHOCKED) is struck
    carrier = under_fire([unit("us.m3.2", "C2")], mortar(1, 2, tubes=tubes))
    assert (resolved(carrier, 10).unit("us.m3.2").at is None) is struck


@proves("LHY-12.1.7a", "LHY-12.1.7.bt")
@pytest.mark.parametrize(("edition", "struck"), [("2019", False), ("series-3.1", True)])
def test_12_1_7_a_vehicle_in_motion_is_hit_only_in_the_later_edition(edition: str, struck: bool) -> None:
    tank = "us.able-tank.1.1"
    units = [unit(tank, "C2", IN_MOTION), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")]
    state = FirePlaced(mortar(1, 2, tubes=2)).on(opened(OPEN, units, edition=edition))
    assert resolved(state, 10).unit(tank).has(SHOCKED) is struck


@proves("LHY-4.3.1.1c")
@pytest.mark.parametrize(("die", "concealed"), [(5, True), (6, False), (7, False)])
def test_4_3_1_1c_a_result_of_cohesion_or_more_strips_concealment(die: int, concealed: bool) -> None:
    state = under_fire([unit("us.able.1.squad.1", "C2", CONCEALED)], small(1, 0))
    assert resolved(state, die).unit("us.able.1.squad.1").has(CONCEALED) is concealed


@proves("LHY-12.1.8", "LHY-5.0.III.1")
def test_12_1_8_small_arms_markers_leave_and_mortar_markers_stay() -> None:
    after = resolved(under_fire([unit("us.able.1.squad.1", "C2")], small(1, 0), mortar(2, 0)), 1, 1)
    assert [fire.kind for fire in course(after).fires] == [FireKind.MDRM]


def resolution_odds(state: GameState) -> Odds[str]:
    ruling = PLAY.unchecked_chances(position_seen_by(state, "us"), ResolveFire("us", at("C2")))
    assert ruling.odds is not None
    return ruling.odds


@proves("LHY-12.1.1", "LHY-12.1.5a", "LHY-12.1.5b.3")
def test_12_odds_of_one_marker_on_one_squad_counted_by_hand() -> None:
    # SADRM +1 on Cohesion 6: dice 6, 7, 8 disrupt (results 7 to 9), 9 and 10 cost a step, 1 to 5 do nothing.
    state = under_fire([unit("us.able.1.squad.1", "C2")], small(1, 1))
    odds = resolution_odds(state)
    assert odds.of("no effect") == Fraction(5, 10)
    assert odds.of("us.able.1.squad.1 disrupted") == Fraction(3, 10)
    assert odds.of("us.able.1.squad.1 loses a step") == Fraction(2, 10)


@proves("LHY-12.1.1", "LHY-12.1.6", "LHY-12.0.1")
def test_12_odds_of_two_markers_on_a_stack_counted_by_hand() -> None:
    # Two markers at 0: both dice at 6 or less with chance 36/100; else the MG checks with 4/10 to fail.
    state = under_fire([unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "C2")], small(1, 0), small(2, 0))
    odds = resolution_odds(state)
    assert odds.of("no effect") == Fraction(36, 100)
    assert odds.where(lambda told: "us.mg.1 disrupted" in told) == Fraction(64, 100) * Fraction(4, 10)


@proves("LHY-12.3.7a.1", "LHY-12.3.6.1")
def test_12_3_7_the_odds_of_a_carrier_under_fire_tell_its_load() -> None:
    # ATDRM +1 on a halftrack of AV 4: 4 to 10 destroy it. Its squad disrupts then, and loses a step on a check above 6.
    carried = [unit("us.m3.2", "C2"), unit("us.able.1.squad.1", "C2")]
    shot = FireMarker(1, FireKind.ATDRM, at("C2"), 1, "us", "us.m3.2")
    state = Mounted("us.able.1.squad.1", "us.m3.2").on(under_fire(carried, shot))
    odds = resolution_odds(state)
    destroyed = Fraction(7, 10)
    assert odds.of("no effect") == 1 - destroyed
    assert odds.of("us.m3.2 destroyed; us.able.1.squad.1 disrupted") == destroyed * Fraction(6, 10)
    assert odds.of("us.m3.2 destroyed; us.able.1.squad.1 loses a step") == destroyed * Fraction(4, 10)


@proves("LHY-12.1.7b")
def test_12_1_7_all_riders_of_the_hex_dismount_whichever_vehicle_is_hit() -> None:
    tanks = [unit("us.able-tank.1.1", "C2"), unit("us.able-tank.1.2", "C2"), unit("us.able.1.squad.1", "C2")]
    state = under_fire(tanks, mortar(1, 2, tubes=2))
    state = Mounted("us.able.1.squad.1", TANK).on(state)
    after = resolved(state, 10, 1)
    assert after.unit("us.able-tank.1.1").has(SHOCKED)
    assert not course(after).aboard


@proves("LHY-12.1.7b", "LHY-12.3.5b", "LHY-12.3.7a.1")
@pytest.mark.parametrize(
    ("vehicle", "checks", "left"),
    [
        (TANK, (6,), set()),
        (TANK, (7,), {DISRUPTED}),
        # In a vehicle that is destroyed they disrupt, and lose a step on a check that fails.
        ("us.m3.2", (6,), {DISRUPTED}),
        ("us.m3.2", (7, 1), None),
    ],
)
def test_12_1_7_men_aboard_a_vehicle_that_is_hit_are_harmed_with_it(
    vehicle: str, checks: tuple[int, ...], left: set[str] | None
) -> None:
    men = "us.able.1.squad.1"
    state = under_fire([unit(vehicle, "C2"), unit(men, "C2")], mortar(1, 2, tubes=2))
    after = resolved(Mounted(men, vehicle).on(state), 10, *checks)
    assert not course(after).aboard
    assert (after.unit(men).at is None) is (left is None)
    assert left is None or after.unit(men).conditions == left


@proves("LHY-12.1.7b", "LHY-12.3.7a.2")
def test_12_1_7_a_gun_in_tow_stays_with_its_truck_and_is_lost_with_it() -> None:
    trucks = [unit("us.truck.1", "C2"), unit("us.truck.2", "C2")]
    guns = [unit("us.gun57.1", "C2"), unit("us.gun57.2", "C2")]
    state = under_fire([*trucks, *guns], mortar(1, 2, tubes=2))
    for gun, truck in zip(guns, trucks, strict=True):
        state = Mounted(gun.id, truck.id).on(state)
    after = resolved(state, 10, 1)
    assert [after.unit(gun.id).at for gun in guns] == [None, at("C2")]
    assert course(after).aboard == (("us.gun57.2", "us.truck.2"),)


@proves("LHY-12.1.7a", "LHY-10.2b")
def test_12_1_7_mortar_fire_on_men_leaving_the_hex_hits_no_vehicle_in_it() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C8"), 0, tubes=2)
    vehicles = [unit(f"us.able-tank.1.{number}", "C8") for number in (1, 2)]
    men = [unit("us.able.1.squad.1", "C8"), unit("us.able.1.leader", "A9")]
    after = done(
        activated(*vehicles, *men, fires=[fire]), Maneuver("us", "us.able.1.squad.1", at("C7")), 10, 1
    )
    assert after.unit("us.able.1.squad.1").at is None
    assert not any(after.unit(tank.id).has(SHOCKED) for tank in vehicles)


@proves("LHY-12.1.7a", "LHY-4.3.0.1")
def test_12_1_7_no_odds_tell_whether_a_concealed_counter_is_a_vehicle_that_may_be_hit() -> None:
    # -4, and -1 for the position: not even a 10 comes to the squad's Cohesion of 6.
    units = [unit("ge.1kp.1.squad.1", "C2"), unit("ge.stug.1", "C2", CONCEALED)]
    state = under_fire(units, mortar(1, -4, tubes=2), markers=(Marker("improved_position", at("C2")),))
    state = PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))
    odds = PLAY.chances(state, ResolveFire("us", at("C2"))).odds
    assert odds is not None
    assert dict(odds.chances) == {"no effect": Fraction(9, 10), HIDDEN_OUTCOME: Fraction(1, 10)}


@proves("LHY-4.3.1.1c")
@pytest.mark.parametrize(("fire", "concealed"), [(mortar(1, 0), False), (small(1, 0), True)])
def test_4_3_1_1c_only_men_that_the_fire_can_harm_count_for_the_best_cohesion(
    fire: FireMarker, concealed: bool
) -> None:
    # A 5 is the Cohesion of the section on foot; the squad that rides has 6, and shells do not meet it.
    units = [unit(TANK, "C2"), unit("us.able.1.squad.1", "C2"), unit("us.able.1.section.a", "C2", CONCEALED)]
    state = Mounted("us.able.1.squad.1", TANK).on(under_fire(units, fire))
    assert resolved(state, 5).unit("us.able.1.section.a").has(CONCEALED) is concealed


@proves("LHY-4.1.14b")
def test_4_1_14b_an_fp_is_immune_to_mortars() -> None:
    assert resolved(under_fire([unit("ge.fp.1", "C2")], mortar(1, 2, tubes=2)), 10).unit("ge.fp.1").at == at(
        "C2"
    )


@proves("LHY-12.0.1", "LHY-5.0.III.1")
@pytest.mark.parametrize(
    "other",
    [
        FireMarker(2, FireKind.SADRM, at("D2"), 0, against="us"),
        FireMarker(2, FireKind.MDRM, at("D2"), 0, tubes=0),
    ],
    ids=["small arms", "a mortar, whose marker stays"],
)
def test_12_0_1_fire_is_resolved_in_any_order_and_in_each_hex_once(other: FireMarker) -> None:
    state = under_fire([unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "D2")], small(1, 0), other)
    state = PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))
    assert {action.at for action in legal(state, ResolveFire)} == {at("C2"), at("D2")}
    state = done(state, ResolveFire("us", at("D2")), 1)
    assert "there is no fire to resolve on D2" in refusal(state, ResolveFire("us", at("D2")))


@proves("LHY-6.0.3", "LHY-12.0.3", "LHY-5.0.III.3")
def test_12_0_3_a_marker_does_nothing_before_its_phase_and_is_rolled_as_placed() -> None:
    state = done(under_fire([unit("us.able.1.squad.1", "C2")], small(1, 3)), RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    state = done(state, Maneuver("us", "us.able.1.squad.1", at("C3")), EndManeuver("us"))
    assert not state.unit("us.able.1.squad.1").has(DISRUPTED)
    assert [(fire.value, fire.at) for fire in course(state).fires] == [(3, at("C3"))]


@proves("LHY-1.1.2", "LHY-0.5")
def test_1_1_cohesion_is_7_at_most_and_8_for_heroes() -> None:
    assert cohesion_of(unit("ge.1kp.2.squad.1", "C2")) == 7
    assert cohesion_of(unit("ge.1kp.2.squad.1", "C2", HEROIC)) == 8


@proves("LHY-4.3.1c.later")
@pytest.mark.parametrize(("edition", "concealed"), [("2019", False), ("series-3.1", False)])
def test_4_3_1c_an_equal_result_strips_concealment_in_both_editions(edition: str, concealed: bool) -> None:
    units = [
        unit("us.able.1.squad.1", "C2", CONCEALED),
        unit("us.able.1.leader", "A4"),
        unit("ge.1kp.2.leader", "E1"),
    ]
    state = FirePlaced(small(1, 0)).on(opened(OPEN, units, edition=edition))
    assert resolved(state, 6).unit("us.able.1.squad.1").has(CONCEALED) is concealed
    assert not resolved(state, 7).unit("us.able.1.squad.1").has(CONCEALED), "disruption strips it by itself"


@proves("LHY-4.3.1.1c", "LHY-4.3.1c.later", "LHY-21.2b", "LHY-21.4.2b")
@pytest.mark.parametrize(
    ("edition", "light", "flare", "concealed"),
    [
        ("2019", "day", False, False), ("series-3.1", "day", False, True),
        ("series-3.1", "twilight", False, False), ("series-3.1", "night", False, False),
        ("series-3.1", "night", True, True),
    ],
)  # fmt: skip
def test_4_3_1c_a_higher_result_strips_concealment_of_others_in_the_hex_in_2019_and_at_night(
    edition: str, light: str, flare: bool, concealed: bool
) -> None:
    # An 8 disrupts one squad of Cohesion 6, drawn as the first; the second passes its Cohesion Check.
    squads = [unit(f"us.able.1.squad.{number}", "C2", CONCEALED) for number in (1, 2)]
    others = [unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")]
    lights = [Marker("illumination", at("C2"))] if flare else []
    state = FirePlaced(small(1, 0)).on(
        opened(OPEN, [*squads, *others], edition=edition, light=[{"is": light}], markers=lights)
    )
    after = resolved(state, 8, 1, 1)
    assert after.unit("us.able.1.squad.1").has(DISRUPTED)
    assert after.unit("us.able.1.squad.2").has(CONCEALED) is concealed


@proves("LHY-4.3.1.1c", "LHY-12.1.4")
@pytest.mark.parametrize(
    ("edition", "die", "concealed"),
    [
        ("2019", 6, True), ("2019", 7, False), ("2019", 8, False),
        ("series-3.1", 6, True), ("series-3.1", 7, False),
    ],
)  # fmt: skip
def test_4_3_1_1c_it_is_the_result_less_the_leaders_help_that_strips_concealment(
    edition: str, die: int, concealed: bool
) -> None:
    # Cohesion 6 and a leader of 7: a die of 6 comes to 5, below Cohesion; a 7 comes to 6, which reaches it.
    units = [unit("us.able.1.squad.1", "C2", CONCEALED), unit("us.able.1.leader", "C2", CONCEALED)]
    state = FirePlaced(small(1, 0)).on(opened(OPEN, [*units, unit("ge.1kp.2.leader", "E1")], edition=edition))
    after = resolved(state, die) if die < 8 else resolved(state, die, 1)
    assert after.unit("us.able.1.squad.1").has(CONCEALED) is concealed
    assert after.unit("us.able.1.leader").has(CONCEALED) is concealed


@proves("LHY-4.3.1.1c", "LHY-12.1.4")
def test_4_3_1_1c_with_known_men_helped_by_a_leader_low_results_do_not_depend_on_concealed_units() -> None:
    # Known steady men take the fire, 6 less 1 for the leader: nothing can happen to concealed units there.
    units = [
        unit("us.able.1.squad.1", "C2"), unit("us.able.1.leader", "C2"), unit("us.mg.1", "C2", CONCEALED),
    ]  # fmt: skip
    state = FirePlaced(small(1, 0)).on(opened(OPEN, [*units, unit("ge.1kp.2.leader", "E1")]))
    state = PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))
    odds = PLAY.unchecked_chances(position_seen_by(state, "ge"), ResolveFire("us", at("C2"))).odds
    assert odds is not None
    # A 7 gives 6 and higher dice more, and then the result depends on the concealed machine gun.
    assert odds.of(HIDDEN_OUTCOME) == Fraction(4, 10)


@proves("LHY-12.0.2")
def test_12_0_2_a_unit_takes_only_the_worst_of_all_results() -> None:
    squad = "us.able.1.squad.1"
    outcome = FireOutcome().with_harm(squad, Harm.DISRUPTED).with_harm(squad, Harm.STEP)
    assert outcome.harm == ((squad, Harm.STEP),)
    assert outcome.with_harm(squad, Harm.DISRUPTED) == outcome


@proves("LHY-4.3.1.1c")
@pytest.mark.parametrize(("die", "seen"), [(6, True), (5, False)])
def test_4_3_1_1c_fire_that_reaches_the_best_cohesion_also_reveals_hidden_units_of_the_hex(
    die: int, seen: bool
) -> None:
    units = [unit("us.able.1.squad.1", "C2", CONCEALED), unit("us.latw.1", "C2", HIDDEN)]
    state = resolved(under_fire(units, small(1, 0)), die)
    assert state.unit("us.latw.1").has(HIDDEN) is not seen
    assert state.unit("us.able.1.squad.1").has(CONCEALED) is not seen
