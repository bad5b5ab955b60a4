"""Chapter 12: what fire does, with the designer's worked example and odds counted by hand."""

from collections import Counter
from fractions import Fraction

import pytest

from rules.game.dice import ScriptedDice, SeededDice
from rules.game.odds import throw_steps
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.conditions import CONCEALED, DISRUPTED, HEROIC, IN_MOTION, SHOCKED
from rules.last_hundred_yards.course import FireKind, FireMarker, Phase
from rules.last_hundred_yards.fire_actions import ResolveFire
from rules.last_hundred_yards.fire_resolution import (
    FireOutcome,
    armour_effect,
    carry_out_fire,
    effect,
    fire_odds,
    fire_steps,
)
from rules.last_hundred_yards.fire_targets import candidates_for_result
from rules.last_hundred_yards.harm import Harm, counters_in_pool
from rules.last_hundred_yards.maneuver_actions import EndManeuver, Maneuver
from rules.last_hundred_yards.marker_events import FirePlaced
from rules.last_hundred_yards.order_events import PhaseBegan
from rules.last_hundred_yards.play import PLAY
from rules.last_hundred_yards.position import Position, cohesion_of
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.turn_actions import Activate, RollInitiative, SelectCompany
from rules.last_hundred_yards.unit_events import Mounted
from rules.last_hundred_yards.unit_types import UnitKind
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, seen, unit

TANK = "us.able-tank.1.2"
OPEN = board(". . . . .\n. . . . .\n. . . . .\n. . . . .")
STANDING_BY = (unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1"))
POSITION = seen(opened(OPEN, STANDING_BY), "us")


def under_fire(units: list[Unit], *fires: FireMarker, markers: tuple[Marker, ...] = ()) -> GameState:
    """A game with these units and fire markers on the map."""
    state = opened(
        OPEN, [*units, unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")], markers=markers
    )
    for fire in fires:
        state = FirePlaced(fire).on(state)
    return state


def small(number: int, value: int, against: str = "us") -> FireMarker:
    return FireMarker(number, FireKind.SADRM, at("C2"), value, against=against)


def mortar(number: int, value: int, *, primary: bool = True, tubes: int = 0) -> FireMarker:
    return FireMarker(number, FireKind.MDRM, at("C2"), value, primary=primary, tubes=tubes)


def resolved(state: GameState, *dice: int, place: str = "C2") -> GameState:
    script = ScriptedDice(dice)
    telling = Telling(state, PLAY._ground_of(state), script)
    carry_out_fire(telling, at(place))
    script.assert_done()
    return telling.state


@proves("LHY-12.1.1", "LHY-12.1.1-2019", "LHY-5.0.III.2")
def test_12_1_the_highest_result_counts_not_the_highest_die() -> None:
    # The designer's example: markers 2 M, -1 S, 0 S with dice 2, 9, 10 give 4, 8, 10.
    state = under_fire([unit("us.able.1.squad.1", "C2")], mortar(1, 2), small(2, -1), small(3, 0))
    steps = fire_steps(Position(state, PLAY._ground_of(state)), at("C2"))
    outcome = FireOutcome()
    for named, die in zip(steps[:3], (2, 9, 10), strict=True):
        outcome = named.step(outcome, ScriptedDice([die]))
    assert outcome.best_against("us") == 10


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


@proves("LHY-12.1.5b", "LHY-12.3.2.1")
def test_12_1_5b_who_is_disrupted_already_loses_a_step() -> None:
    after = resolved(under_fire([unit("us.mg.1", "C2", DISRUPTED)], small(1, 0)), 7)
    assert after.unit("us.mg.1").at is None


@proves("LHY-14.6.1")
def test_14_6_1_a_heroic_unit_has_cohesion_8_and_loses_a_step_instead() -> None:
    hero = unit("us.able.1.squad.1", "C2", HEROIC)
    assert effect(hero, 8) is Harm.NONE
    assert effect(hero, 9) is Harm.STEP


@proves("LHY-12.1.6", "LHY-12.3.1")
def test_12_1_6_the_others_of_the_hex_check_their_cohesion() -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "C2"), unit("us.mg.2", "C2")]
    # 8 meets the squad of Assault Value 2; then MG 1 rolls 7 and fails, MG 2 rolls 6 and stands.
    after = resolved(under_fire(units, small(1, 0)), 8, 7, 6)
    assert [after.unit(one.id).has(DISRUPTED) for one in units] == [True, True, False]


@proves("LHY-12.1.6")
def test_12_1_6_nobody_checks_if_the_first_stands() -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "C2")]
    assert not resolved(under_fire(units, small(1, 0)), 6).unit("us.mg.1").has(DISRUPTED)


@proves("LHY-12.1.3.1", "LHY-12.1.3.2")
def test_12_1_3_who_meets_the_result() -> None:
    steady, concealed = unit("us.able.1.squad.1", "C2"), unit("us.able.1.squad.3", "C2", CONCEALED)
    shaken, leader = unit("us.mg.1", "C2", DISRUPTED), unit("us.able.1.leader", "C2")
    assert candidates_for_result((leader, shaken, concealed, steady)) == (steady,)
    assert candidates_for_result((leader, shaken, concealed)) == (concealed,)
    assert candidates_for_result((leader, shaken)) == (shaken,)
    assert candidates_for_result((leader,)) == (leader,)
    better = unit("us.able.1.squad.3", "C2")
    assert candidates_for_result((steady, better)) == (better,), "Assault Value 3 before 2"
    section, gunners = unit("us.able.1.section.a", "C2"), unit("us.mg.5", "C2")
    assert candidates_for_result((section, gunners)) == (gunners,), "both 5 and 1, SAV 1 before 0"
    twin = unit("us.able.1.squad.2", "C2")
    assert candidates_for_result((steady, twin)) == (steady, twin), "a tie is left to the dice"


@proves("LHY-12.1.3.2", "LHY-11.3c", "LHY-10.4.6.2c")
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
def test_12_1_3_riders_meet_small_arms_and_are_left_out_for_mortars(
    fires: tuple[FireMarker, ...], dice: tuple[int, ...], fate: str
) -> None:
    """The mortar's 9 is the highest result, and nobody is there whom a mortar can find."""
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


@proves("LHY-12.1.0.2", "LHY-11.3.1.0", "LHY-11.2.0")
def test_12_1_0_a_small_arms_marker_touches_only_its_side() -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("ge.1kp.1.squad.1", "C2")]
    after = resolved(under_fire(units, small(1, 0, against="us")), 8)
    assert after.unit("us.able.1.squad.1").has(DISRUPTED)
    assert not after.unit("ge.1kp.1.squad.1").has(DISRUPTED)


@proves("LHY-1.5.2", "LHY-11.0.1")
def test_1_5_small_arms_do_nothing_to_vehicles() -> None:
    after = resolved(under_fire([unit("us.m3.2", "C2")], small(1, 3)), 10)
    assert after.unit("us.m3.2").at == at("C2")


@proves("LHY-12.1.7", "LHY-12.1.7.bt")
@pytest.mark.parametrize(("tubes", "struck"), [(2, True), (0, False)])
def test_12_1_7_a_heavy_mortars_10_strikes_a_vehicle(tubes: int, struck: bool) -> None:
    state = under_fire([unit("us.able-tank.1.1", "C2")], mortar(1, 2, tubes=tubes))
    assert resolved(state, 10).unit("us.able-tank.1.1").has(SHOCKED) is struck
    carrier = under_fire([unit("us.m3.2", "C2")], mortar(1, 2, tubes=tubes))
    assert (resolved(carrier, 10).unit("us.m3.2").at is None) is struck


@proves("LHY-12.1.7", "LHY-12.1.7.bt")
@pytest.mark.parametrize(("edition", "struck"), [("2019", False), ("series-3.1", True)])
def test_12_1_7_a_vehicle_in_motion_is_struck_in_the_later_edition_only(edition: str, struck: bool) -> None:
    tank = "us.able-tank.1.1"
    units = [unit(tank, "C2", IN_MOTION), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")]
    state = FirePlaced(mortar(1, 2, tubes=2)).on(opened(OPEN, units, edition=edition))
    assert resolved(state, 10).unit(tank).has(SHOCKED) is struck


@proves("LHY-12.2.1", "LHY-12.2.1b", "LHY-12.2.3a", "LHY-12.2.3b", "LHY-1.2", "LHY-1.3")
@pytest.mark.parametrize(
    ("die", "value", "rear", "harm"),
    [
        (5, 5, False, Harm.SHOCKED),
        (6, 5, False, Harm.DESTROYED),
        (4, 5, False, Harm.NONE),
        (3, 5, True, Harm.DESTROYED),
        (2, 8, True, Harm.NONE),
        (2, 8, False, Harm.NONE),
    ],
)
def test_12_2_anti_tank_dice_against_av_10_and_aev_7(die: int, value: int, rear: bool, harm: Harm) -> None:
    assert armour_effect(POSITION, unit("us.able-tank.1.1", "C2"), die, value, rear) is harm


@proves("LHY-12.2.3b", "LHY-12.2.3a")
def test_12_2_3_a_carrier_is_unharmed_by_an_equal_result_and_a_gun_destroyed_by_a_higher() -> None:
    assert armour_effect(POSITION, unit("us.m3.2", "C2"), 3, 1, False) is Harm.NONE
    assert armour_effect(POSITION, unit("us.gun57.1", "C2"), 2, 3, False) is Harm.DESTROYED
    assert armour_effect(POSITION, unit("us.gun57.1", "C2"), 1, 3, False) is Harm.NONE


@proves("LHY-12.2.3c")
def test_12_2_3c_an_unmodified_10_near_enough_shocks_in_the_later_edition() -> None:
    tiger = unit("ge.tiger.1", "C2")
    later = seen(opened(OPEN, STANDING_BY, edition="series-3.1"), "us")
    assert armour_effect(later, tiger, 10, 0, False) is Harm.SHOCKED
    assert armour_effect(POSITION, tiger, 10, 0, False) is Harm.NONE


@proves("LHY-12.2.3c")
@pytest.mark.parametrize(
    ("edition", "value", "shocked"),
    [("2019", -2, False), ("series-3.1", -2, True), ("series-3.1", -3, False)],
)
def test_12_2_3c_a_10_within_2_of_av_shocks_in_the_later_edition_only(
    edition: str, value: int, shocked: bool
) -> None:
    # A Sherman of AV 10: a die of 10 less 2 comes within 2 of it.
    tank = "us.able-tank.1.1"
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), value, "us", tank)
    units = [unit(tank, "C2"), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")]
    state = FirePlaced(fire).on(opened(OPEN, units, edition=edition))
    assert resolved(state, 10).unit(tank).has(SHOCKED) is shocked


@proves("LHY-11.5.1.0", "LHY-12.2.2", "LHY-12.2.3d", "LHY-12.3.5")
def test_12_2_2_only_the_worst_result_counts() -> None:
    fires = [
        FireMarker(1, FireKind.ATDRM, at("C2"), 5, against="us", target="us.able-tank.1.1"),
        FireMarker(2, FireKind.ATDRM, at("C2"), 5, against="us", target="us.able-tank.1.1"),
    ]
    state = under_fire([unit("us.able-tank.1.1", "C2", "in_motion")], *fires)
    shocked = resolved(state, 5, 5).unit("us.able-tank.1.1")
    assert shocked.has(SHOCKED)
    assert not shocked.has("in_motion")
    assert resolved(state, 5, 9).unit("us.able-tank.1.1").at is None


@proves("LHY-4.3.1.1c")
@pytest.mark.parametrize(("die", "concealed"), [(5, True), (6, False), (7, False)])
def test_4_3_1_1c_a_result_of_cohesion_or_more_strips_concealment(die: int, concealed: bool) -> None:
    state = under_fire([unit("us.able.1.squad.1", "C2", CONCEALED)], small(1, 0))
    assert resolved(state, die).unit("us.able.1.squad.1").has(CONCEALED) is concealed


@proves("LHY-12.3.4.0", "LHY-12.3.4.1")
def test_12_3_4_a_lost_leader_is_away_for_seven_minutes() -> None:
    state = under_fire([unit("us.able.2.leader", "C2")], small(1, 3))
    after = resolved(state, 7)
    assert after.unit("us.able.2.leader").at is None
    assert [(one.unit, one.back_at) for one in course(after).away] == [("us.able.2.leader", 7)]
    assert not course(after).losses, "a leader is no combat unit"


@proves("LHY-12.3.7b")
def test_12_3_7b_one_neighbour_of_a_destroyed_vehicle_in_the_open_is_disrupted() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target="us.m3.2")
    units = [unit("us.m3.2", "C2"), unit("us.able.1.squad.1", "C2")]
    assert resolved(under_fire(units, fire), 5, 1).unit("us.able.1.squad.1").has(DISRUPTED)
    with_ip = under_fire(units, fire, markers=(Marker("improved_position", at("C2")),))
    assert not resolved(with_ip, 5).unit("us.able.1.squad.1").has(DISRUPTED)


@proves("LHY-12.3.7c")
def test_12_3_7c_a_machine_gun_does_no_collateral_damage() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 2, against="us", target="us.m3.2", collateral=False)
    units = [unit("us.m3.2", "C2"), unit("us.able.1.squad.1", "C2")]
    after = resolved(under_fire(units, fire), 5)
    assert after.unit("us.m3.2").at is None
    assert not after.unit("us.able.1.squad.1").has(DISRUPTED)


@proves("LHY-12.1.8", "LHY-5.0.III.1")
def test_12_1_8_small_arms_markers_leave_and_mortar_markers_stay() -> None:
    after = resolved(under_fire([unit("us.able.1.squad.1", "C2")], small(1, 0), mortar(2, 0)), 1, 1)
    assert [fire.kind for fire in course(after).fires] == [FireKind.MDRM]


def test_12_odds_of_one_marker_on_one_squad_counted_by_hand() -> None:
    # SADRM +1 on Cohesion 6: dice 6, 7, 8 disrupt (results 7 to 9), 9 and 10 cost a step, 1 to 5 do nothing.
    state = under_fire([unit("us.able.1.squad.1", "C2")], small(1, 1))
    odds = fire_odds(Position(state, PLAY._ground_of(state)), at("C2"))
    harms = odds.map(lambda outcome: outcome.harm_to("us.able.1.squad.1"))
    assert harms.of(Harm.NONE) == Fraction(5, 10)
    assert harms.of(Harm.DISRUPTED) == Fraction(3, 10)
    assert harms.of(Harm.STEP_AND_DISRUPTED) == Fraction(2, 10)


def test_12_odds_of_two_markers_on_a_stack_counted_by_hand() -> None:
    # Two markers at 0: both dice at 6 or less with chance 36/100; else the MG checks with 4/10 to fail.
    state = under_fire([unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "C2")], small(1, 0), small(2, 0))
    odds = fire_odds(Position(state, PLAY._ground_of(state)), at("C2"))
    assert odds.where(lambda outcome: not outcome.harm) == Fraction(36, 100)
    assert odds.where(lambda outcome: outcome.harm_to("us.mg.1").is_harm) == Fraction(64, 100) * Fraction(
        4, 10
    )


def test_12_odds_agree_with_a_hundred_thousand_throws() -> None:
    units = [unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "C2"), unit("us.able-tank.1.1", "C2")]
    fires = [
        small(1, 1),
        mortar(2, 2, tubes=2),
        FireMarker(3, FireKind.ATDRM, at("C2"), 5, "us", "us.able-tank.1.1"),
    ]
    state = under_fire(units, *fires)
    position = Position(state, PLAY._ground_of(state))
    steps = [named.step for named in fire_steps(position, at("C2"))]
    dice, throws = SeededDice(12), 100_000
    counted = Counter(throw_steps(FireOutcome(), steps, dice) for _ in range(throws))
    odds = fire_odds(position, at("C2"))
    assert sum(odds.chances.values()) == 1
    assert set(counted) <= set(odds.chances)
    for outcome, chance in odds.chances.items():
        spread = 5 * (float(chance) * (1 - float(chance)) / throws) ** 0.5 + 1e-4
        assert abs(counted[outcome] / throws - float(chance)) < spread


@proves("LHY-12.1.7")
def test_12_1_7_all_riders_of_the_hex_get_off_whichever_vehicle_is_struck() -> None:
    tanks = [unit("us.able-tank.1.1", "C2"), unit("us.able-tank.1.2", "C2"), unit("us.able.1.squad.1", "C2")]
    state = under_fire(tanks, mortar(1, 2, tubes=2))
    state = Mounted("us.able.1.squad.1", TANK).on(state)
    after = resolved(state, 10, 1)
    assert after.unit("us.able-tank.1.1").has(SHOCKED)
    assert not course(after).aboard


@proves("LHY-12.3.7a")
def test_12_3_7a_a_gun_in_tow_is_destroyed_with_its_carrier() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target="us.m3.2")
    state = Mounted("us.gun57.1", "us.m3.2").on(
        under_fire([unit("us.m3.2", "C2"), unit("us.gun57.1", "C2")], fire)
    )
    assert resolved(state, 5).unit("us.gun57.1").at is None


@proves("LHY-12.3.7a", "LHY-10.4.6.0.3")
def test_12_3_7a_the_load_of_a_destroyed_carrier_disrupts_and_checks() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target="us.m3.2")
    state = under_fire([unit("us.m3.2", "C2"), unit("us.able.1.squad.1", "C2")], fire)
    state = Mounted("us.able.1.squad.1", "us.m3.2").on(state)
    held = resolved(state, 5, 6)
    assert held.unit("us.able.1.squad.1").has(DISRUPTED)
    assert not course(held).aboard
    assert course(resolved(state, 5, 7, 1)).losses == {"us": 2}, "the halftrack and a step"


@proves("LHY-10.4.6.2c", "LHY-12.3.5")
def test_12_3_5_riders_of_a_shocked_tank_get_off_and_check() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 5, against="us", target="us.able-tank.1.1")
    state = under_fire([unit("us.able-tank.1.1", "C2"), unit("us.able.1.squad.1", "C2")], fire)
    after = resolved(Mounted("us.able.1.squad.1", "us.able-tank.1.1").on(state), 5, 7)
    assert after.unit("us.able.1.squad.1").has(DISRUPTED)
    assert not course(after).aboard


@proves("LHY-12.3.6.1", "LHY-12.3.6.1-2019", "LHY-4.1.14c", "LHY-4.1.14.3")
@pytest.mark.parametrize(("edition", "markers"), [("2019", []), ("series-3.1", ["improved_position"])])
def test_12_3_6_a_destroyed_fp_counts_one_step_and_leaves_an_ip_in_the_later_edition(
    edition: str, markers: list[str]
) -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 5, against="ge", target="ge.fp.1")
    units = [unit("ge.fp.1", "C2"), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")]
    after = resolved(FirePlaced(fire).on(opened(OPEN, units, edition=edition)), 5)
    assert after.unit("ge.fp.1").at is None
    assert [mark.kind for mark in after.markers] == markers
    assert course(after).losses == {"ge": 1}


@proves("LHY-4.1.14b")
def test_4_1_14b_an_fp_is_immune_to_mortars() -> None:
    assert resolved(under_fire([unit("ge.fp.1", "C2")], mortar(1, 2, tubes=2)), 10).unit("ge.fp.1").at == at(
        "C2"
    )


@proves("LHY-12.3.3.3")
def test_12_3_3_3_a_lost_section_may_be_drawn_again() -> None:
    lost = resolved(under_fire([unit("us.able.1.section.a", "C2", DISRUPTED)], small(1, 0)), 7)
    assert "us.able.1.section.a" in {
        row.id for row in counters_in_pool(Position(lost, PLAY._ground_of(lost)), "able.1", UnitKind.SECTION)
    }


@proves("LHY-12.0.1")
def test_12_0_1_fire_is_resolved_in_any_order() -> None:
    other = FireMarker(2, FireKind.SADRM, at("D2"), 0, against="us")
    state = under_fire([unit("us.able.1.squad.1", "C2"), unit("us.mg.1", "D2")], small(1, 0), other)
    state = PhaseBegan(Phase.FIRE).on(done(state, RollInitiative("us"), 9, 2))
    assert {action.at for action in legal(state, ResolveFire)} == {at("C2"), at("D2")}
    state = done(state, ResolveFire("us", at("D2")), 1)
    assert "no fire is to be resolved" in refusal(state, ResolveFire("us", at("D2")))


@proves("LHY-6.0.3", "LHY-12.0.3", "LHY-5.0.III.3")
def test_12_0_3_a_marker_does_nothing_before_its_phase_and_is_rolled_as_placed() -> None:
    state = done(under_fire([unit("us.able.1.squad.1", "C2")], small(1, 3)), RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))
    state = done(done(state, Maneuver("us", "us.able.1.squad.1", at("C3"))), EndManeuver("us"))
    assert not state.unit("us.able.1.squad.1").has(DISRUPTED)
    assert [(fire.value, fire.at) for fire in course(state).fires] == [(3, at("C3"))]


@proves("LHY-1.1.2", "LHY-0.5")
def test_1_1_cohesion_is_7_at_most_and_8_for_heroes() -> None:
    assert cohesion_of(unit("ge.1kp.2.squad.1", "C2")) == 7
    assert cohesion_of(unit("ge.1kp.2.squad.1", "C2", HEROIC)) == 8


@proves("LHY-12.3.6.2")
@pytest.mark.parametrize(
    ("pick", "alive", "dead"), [(1, "ge.stug.1", "us.able-tank.1.1"), (2, "us.able-tank.1.1", "ge.stug.1")]
)
def test_12_3_6_of_two_that_fired_at_each_other_alone_one_survives(pick: int, alive: str, dead: str) -> None:
    units = [unit("us.able-tank.1.1", "C2"), unit("ge.stug.1", "D4")]
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", "us.able-tank.1.1", "ge.stug.1")
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", "ge.stug.1", "us.able-tank.1.1")
    state = resolved(under_fire(units, first, second), 10)
    assert state.unit("us.able-tank.1.1").at is None
    after = resolved(state, 10, pick, place="D4")
    assert after.unit(alive).at is not None
    assert after.unit(dead).at is None
    assert {side: lost for side, lost in course(after).losses.items() if lost} == {dead[:2]: 1}


def test_12_3_6_no_duel_if_one_of_them_fired_at_another_as_well() -> None:
    units = [unit("us.able-tank.1.1", "C2"), unit("ge.stug.1", "D4"), unit("ge.stug.2", "E4")]
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", "us.able-tank.1.1", "ge.stug.1")
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", "ge.stug.1", "us.able-tank.1.1")
    third = FireMarker(3, FireKind.ATDRM, at("E4"), 0, "ge", "ge.stug.2", "us.able-tank.1.1")
    state = resolved(under_fire(units, first, second, third), 10)
    assert resolved(state, 10, place="D4").unit("ge.stug.1").at is None


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


@proves("LHY-4.3.1.1c", "LHY-4.3.1c.later")
@pytest.mark.parametrize(("edition", "concealed"), [("2019", False), ("series-3.1", True)])
def test_4_3_1c_a_higher_result_strips_the_others_of_the_hex_in_2019_only(
    edition: str, concealed: bool
) -> None:
    # An 8 disrupts one squad of Cohesion 6, by a pick the first; the second stands its Cohesion Check.
    squads = [unit(f"us.able.1.squad.{number}", "C2", CONCEALED) for number in (1, 2)]
    others = [unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")]
    state = FirePlaced(small(1, 0)).on(opened(OPEN, [*squads, *others], edition=edition))
    after = resolved(state, 8, 1, 1)
    assert after.unit("us.able.1.squad.1").has(DISRUPTED)
    assert after.unit("us.able.1.squad.2").has(CONCEALED) is concealed


@proves("LHY-12.0.2")
def test_12_0_2_of_all_results_a_unit_takes_the_worst_alone() -> None:
    squad = "us.able.1.squad.1"
    outcome = FireOutcome().with_harm(squad, Harm.DISRUPTED).with_harm(squad, Harm.STEP)
    assert outcome.harm == ((squad, Harm.STEP),)
    assert outcome.with_harm(squad, Harm.DISRUPTED) == outcome
