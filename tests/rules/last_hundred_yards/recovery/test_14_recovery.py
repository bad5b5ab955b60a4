"""Chapter 14: recovery, rallying, heroism, shock; the odds counted by hand."""

import pytest

from rules.game.chance.dice import SeededDice
from rules.last_hundred_yards.book.conditions import DISRUPTED, ELITE, HEROIC, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.recovery import Recover, recovery_modifiers
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.harm import lose_step
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.value import assault_drm
from rules.last_hundred_yards.state.events.assault_events import AssaultDecided, AssaultEntered
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import UnitGone, UnitMoved
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind, Phase
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    WIDE_FIELD,
    activated,
    activated_wide,
    at,
    course,
    done,
    opened,
    position_seen_by,
    recorded,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
)
FAR = unit("ge.1kp.2.leader", "L1")


@proves("LHY-14.3a", "LHY-14.1.1", "LHY-9.0.1")
@pytest.mark.parametrize(("die", "recovers"), [(6, True), (7, False)])
def test_14_3a_cohesion_or_less_recovers_and_uses_the_action(die: int, recovers: bool) -> None:
    after = done(
        activated_wide(unit(SQUAD, "C12", DISRUPTED), unit(LEADER, "A12")), Recover("us", SQUAD), die
    )
    assert after.unit(SQUAD).has(DISRUPTED) is not recovers
    assert SQUAD in course(after).acted


@proves("LHY-14.3b", "LHY-14.5a", "LHY-14.5b")
def test_14_3b_a_modified_1_rallies_and_unit_and_leader_may_act_again() -> None:
    state = activated_wide(unit(SQUAD, "C12", DISRUPTED), unit(LEADER, "C12"))
    after = done(state, Recover("us", SQUAD, LEADER), 2)
    assert not refusal(after, Maneuver("us", SQUAD, at("C11")))
    assert not refusal(after, Maneuver("us", LEADER, at("C11")))


@proves("LHY-14.2a", "LHY-14.2b", "LHY-14.1.2a")
@pytest.mark.parametrize(
    ("markers", "leader", "die", "recovers"),
    [(1, "", 6, False), (1, LEADER, 6, True), (0, LEADER, 7, True), (4, "", 5, True)],
)
def test_14_2_suppression_adds_1_once_and_a_leader_takes_1_off(
    markers: int, leader: str, die: int, recovers: bool
) -> None:
    fires = tuple(FireMarker(n, FireKind.SADRM, at("C12"), 0, against="us") for n in range(markers))
    state = activated_wide(unit(SQUAD, "C12", DISRUPTED), unit(LEADER, "C12"), fires=fires)
    assert done(state, Recover("us", SQUAD, leader), die).unit(SQUAD).has(DISRUPTED) is not recovers


@proves("LHY-14.4a")
@pytest.mark.parametrize(("die", "regroups"), [(5, True), (6, False)])
def test_14_4a_men_regroup_by_the_best_cohesion_of_their_combat_units(die: int, regroups: bool) -> None:
    """A section of 5 beside its leader of 7, who regroups as well."""
    section = "us.able.1.section.a"
    state = activated_wide(unit(section, "C12", REGROUPING), unit(LEADER, "C12", REGROUPING))
    after = done(state, Recover("us", section), die)
    assert after.unit(section).has(REGROUPING) is not regroups


@proves("LHY-14.1.2a", "LHY-14.1.2b", "LHY-14.1.3")
def test_14_1_a_leader_helps_his_own_in_his_hex_once() -> None:
    units = [unit(SQUAD, "C12", DISRUPTED), unit("us.able.1.squad.2", "C12", DISRUPTED), unit(LEADER, "C12")]
    state = activated_wide(*units, unit("us.able.2.leader", "C12"))
    assert "not of the platoon" in refusal(state, Recover("us", SQUAD, "us.able.2.leader"))
    after = done(state, Recover("us", SQUAD, LEADER), 6)
    assert "has already acted this turn" in refusal(after, Recover("us", "us.able.1.squad.2", LEADER))
    shaken = activated_wide(unit(SQUAD, "C12", DISRUPTED), unit(LEADER, "C12", DISRUPTED))
    assert "cannot help" in refusal(shaken, Recover("us", SQUAD, LEADER))


@proves("LHY-14.3c", "LHY-14.6.0.1a", "LHY-14.6.0.2", "LHY-14.6.1")
@pytest.mark.parametrize(("foe_at", "heroic"), [("C7", True), ("C6", False)])
def test_14_3c_a_natural_10_near_the_enemy_makes_a_hero(foe_at: str, heroic: bool) -> None:
    units = [unit(SQUAD, "C12", DISRUPTED), unit("us.able.1.squad.2", "C12", DISRUPTED), unit(LEADER, "A12")]
    after = done(activated_wide(*units, unit("ge.mg.1", foe_at)), Recover("us", SQUAD), 10)
    assert after.unit(SQUAD).has(HEROIC) is heroic
    assert after.unit("us.able.1.squad.2").has(DISRUPTED) is not heroic


@proves("LHY-14.6.2.1a", "LHY-14.6.2.2", "LHY-9.1.1a")
def test_14_6_2_a_hero_makes_for_the_nearest_enemy_and_must_act() -> None:
    state = activated_wide(unit(SQUAD, "C12", HEROIC), unit(LEADER, "A12"), unit("ge.mg.1", "C7"))
    assert "heroic" in refusal(state, CallForReaction("us"))
    assert "must move toward the nearest enemy" in refusal(state, Maneuver("us", SQUAD, at("B12")))
    assert not refusal(state, Maneuver("us", SQUAD, at("C11")))


@proves("LHY-14.4a")
@pytest.mark.parametrize(("die", "rallied"), [(6, True), (7, False)])
def test_14_4_one_die_for_all_regrouping_units_of_the_hex(die: int, rallied: bool) -> None:
    units = [
        unit(SQUAD, "C12", REGROUPING),
        unit("us.able.1.squad.2", "C12", REGROUPING),
        unit(LEADER, "A12"),
    ]
    after = done(activated_wide(*units), Recover("us", SQUAD), die)
    for one in (SQUAD, "us.able.1.squad.2"):
        assert after.unit(one).has(REGROUPING) is not rallied
        assert (one in course(after).acted) is not rallied


@proves("LHY-14.4a.all", "LHY-14.5a")
@pytest.mark.parametrize(("die", "rallied"), [(6, True), (7, False)])
def test_14_4_a_regrouping_unit_that_has_fired_rallies_with_the_others_of_the_hex(
    die: int, rallied: bool
) -> None:
    second = "us.able.1.squad.2"
    men = unit(SQUAD, "C12", REGROUPING), unit(second, "C12", REGROUPING), unit(LEADER, "A12")
    state = done(activated_wide(*men, unit("ge.mg.1", "C11")), FireSmallArms("us", SQUAD, (at("C11"),)))
    after = done(state, Recover("us", second), die)
    assert after.unit(SQUAD).has(REGROUPING) is not rallied
    assert (SQUAD in course(after).acted) is not rallied


@proves("LHY-14.1.2a", "LHY-14.5b")
def test_14_1_a_leader_who_rallies_with_the_men_he_helped_has_used_his_help_this_turn() -> None:
    second = "us.able.1.squad.2"
    men = unit(SQUAD, "C12", REGROUPING), unit(second, "C12", DISRUPTED), unit(LEADER, "C12", REGROUPING)
    state = done(activated_wide(*men), Recover("us", SQUAD, LEADER), 7)
    assert "or helped in this turn" in refusal(state, Recover("us", second, LEADER))
    assert not refusal(state, Maneuver("us", LEADER, at("C11")))


@proves("LHY-14.4a")
@pytest.mark.parametrize(("die", "rallied"), [(5, True), (6, False)])
def test_14_4_the_cohesion_of_a_unit_that_has_acted_does_not_count_for_the_attempt(
    die: int, rallied: bool
) -> None:
    """The squad, of Cohesion 6, has fired; the section has 5."""
    section = "us.able.1.section.a"
    men = unit(SQUAD, "C12", REGROUPING), unit(section, "C12", REGROUPING), unit(LEADER, "A12")
    state = done(activated_wide(*men, unit("ge.mg.1", "C11")), FireSmallArms("us", SQUAD, (at("C11"),)))
    assert done(state, Recover("us", section), die).unit(section).has(REGROUPING) is not rallied


@proves("LHY-14.7", "LHY-12.3.5a")
@pytest.mark.parametrize(
    ("die", "shocked", "gone", "acted"),
    [
        (1, False, False, False),
        (2, False, False, True),
        (4, False, False, True),
        (5, True, False, True),
        (7, True, False, True),
        (8, False, True, True),
    ],
)
def test_14_7_shock(die: int, shocked: bool, gone: bool, acted: bool) -> None:
    state = activated_wide(unit(TANK, "C12", SHOCKED), unit(SQUAD, "C12"), platoon="able-tank.1")
    assert "may only recover" in refusal(state, Maneuver("us", TANK, at("C11")))
    after = done(state, Recover("us", TANK), die)
    assert after.unit(TANK).has(SHOCKED) is shocked
    assert (after.unit(TANK).at is None) is gone
    assert (TANK in course(after).acted) is acted
    assert not after.unit(SQUAD).has(DISRUPTED), "nobody beside it is harmed"


@proves("LHY-12.3.2.2b")
def test_12_3_2_2_a_disrupted_unit_moves_into_cover_next_to_it_only() -> None:
    woods = open_ground(5, 12, {"C11": "w"})
    state = opened(woods, [unit(SQUAD, "C12", DISRUPTED), unit(LEADER, "A12"), unit("ge.1kp.2.leader", "A1")])
    state = done(state, RollInitiative("us"), 9, 2, SelectCompany("us", "able"), Activate("us", ("able.1",)))
    assert "into cover" in refusal(state, Maneuver("us", SQUAD, at("B11")))
    after = done(state, Maneuver("us", SQUAD, at("C11")))
    assert after.unit(SQUAD).at == at("C11")
    assert course(after).moving is None, "one hex is all"


@proves("LHY-12.3.2.2b", "LHY-12.3.2.2c")
@pytest.mark.parametrize(("foe", "may"), [("E1", True), ("C10", False)])
def test_12_3_2_2_a_disrupted_unit_moves_behind_a_wall_but_not_next_to_an_enemy(foe: str, may: bool) -> None:
    walled = open_ground(5, 12, walls="C11-C10")
    state = activated_wide(
        unit(SQUAD, "C12", DISRUPTED), unit(LEADER, "A12"), unit(FOE, foe), ground=walled, far=()
    )
    assert ("into cover, or behind a wall" not in refusal(state, Maneuver("us", SQUAD, at("C11")))) is may
    assert "into cover, or behind a wall" in refusal(state, Maneuver("us", SQUAD, at("B11")))


@proves("LHY-14.3a", "LHY-14.3b", "LHY-14.2b", "LHY-14.3c", "LHY-14.6.0.1a")
def test_14_odds_counted_by_hand_and_thrown() -> None:
    state = activated_wide(unit(SQUAD, "C12", DISRUPTED), unit(LEADER, "C12"), unit("ge.mg.1", "C8"))
    action = Recover("us", SQUAD, LEADER)
    odds = PLAY.chances(state, action).odds
    assert odds is not None
    # A die of 1 or 2 less 1 rallies, 3 to 7 recovers, 8 and 9 fails, 10 is heroic.
    rallied = f"{SQUAD} no longer disrupted; {LEADER} may act again; {SQUAD} may act again"
    heroic = f"{SQUAD} turns heroic; {rallied}"
    assert {words: chance * 10 for words, chance in odds.chances.items()} == {
        rallied: 2, f"{SQUAD} no longer disrupted": 5, "no effect": 2, heroic: 1,
    }  # fmt: skip


@proves("LHY-14.4b")
def test_14_4b_a_10_makes_one_of_the_regrouping_infantry_a_hero() -> None:
    units = [
        unit(SQUAD, "C12", REGROUPING),
        unit("us.able.1.squad.2", "C12", REGROUPING),
        unit(LEADER, "A12"),
    ]
    after = done(activated_wide(*units, unit("ge.mg.1", "C8")), Recover("us", SQUAD), 10, 2)
    assert after.unit("us.able.1.squad.2").has(HEROIC)
    assert not after.unit(SQUAD).has(HEROIC)
    assert not after.unit(SQUAD).has(REGROUPING)


@proves("LHY-14.6.0.1b", "LHY-14.4b")
def test_14_6_0_the_leader_who_regroups_beside_a_new_hero_rallies() -> None:
    """A leader is no infantry, so he does not become a hero himself."""
    state = activated_wide(
        unit(SQUAD, "C12", REGROUPING), unit(LEADER, "C12", REGROUPING), unit("ge.mg.1", "C8")
    )
    after = done(state, Recover("us", SQUAD), 10, 1)
    assert after.unit(SQUAD).has(HEROIC)
    assert not after.unit(LEADER).has(REGROUPING)
    assert LEADER not in course(after).acted


@proves("LHY-14.6.4a")
@pytest.mark.parametrize(("foe_at", "heroic"), [("C7", True), ("C6", False)])
def test_14_6_4_a_hero_with_no_enemy_near_stops_being_heroic_as_his_action_begins(
    foe_at: str, heroic: bool
) -> None:
    foe = unit("ge.mg.1", foe_at)
    active = activated_wide(unit(SQUAD, "C12", HEROIC), unit(LEADER, "A12"), foe)
    assert active.unit(SQUAD).has(HEROIC) is heroic
    assert (not refusal(active, CallForReaction("us"))) is not heroic, "a hero must act"
    # The enemy's hero keeps his marker until a reaction lets him act.
    theirs = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, foe_at, HEROIC))
    assert theirs.unit(FOE).has(HEROIC)
    assert done(theirs, CallForReaction("us")).unit(FOE).has(HEROIC) is heroic


@proves("LHY-14.6.4a")
@pytest.mark.parametrize(("foe_at", "heroic"), [("C7", True), ("C6", False)])
def test_14_6_4_a_hero_who_has_acted_stays_heroic_until_fire_is_resolved(foe_at: str, heroic: bool) -> None:
    state = activated_wide(unit(SQUAD, "C12", HEROIC), unit(LEADER, "A12"), unit("ge.mg.1", "C8"))
    state = UnitMoved("ge.mg.1", at("C8"), at(foe_at)).on(UnitActed(SQUAD, ActionKind.MANEUVER, ()).on(state))
    for side in ("us", "ge"):
        state = done(state, CallForReaction(side))
        assert state.unit(SQUAD).has(HEROIC)
    state = done(state, CallForReaction("us"))
    assert course(state).phase not in (Phase.ACTIVATION, Phase.FIRE)
    assert state.unit(SQUAD).has(HEROIC) is heroic


@proves("LHY-14.6.3")
@pytest.mark.parametrize(
    ("others", "worth"),
    [
        (("us.able.1.squad.2",), 1),
        (("us.able-tank.1.1",), 0),
        (("us.able.1.squad.2", "us.able-tank.1.1"), 1),
    ],
)
def test_14_6_3_the_marker_of_a_hero_lost_in_the_assault_hex_still_counts_in_the_assault(
    others: tuple[str, ...], worth: int
) -> None:
    # Section a goes Heroic against the fortified position in C4 and dies there by fire.
    hero = unit("us.able.1.section.a", "C4", HEROIC)
    units = [hero, *(unit(one, "C4") for one in others), unit("ge.fp.1", "C4"), unit(LEADER, "A12")]
    state = PhaseBegan(Phase.FIRE).on(opened(WIDE_FIELD, [*units, FAR]))
    for one in (hero.id, *others):
        state = AssaultEntered(one, "us", at("C4"), at("C5")).on(state)
    fell = PLAY.resolution(state, SeededDice(1))
    lose_step(fell, hero)
    without = PLAY.resolution(state, SeededDice(1))
    without.happen(UnitGone(hero.id, "is eliminated"))
    assault = fell.course.assault_at(at("C4"))
    assert assault is not None
    values = [assault_drm(resolution.position, assault)[1].net for resolution in (fell, without)]
    assert values[0] - values[1] == worth
    assert fell.course.fallen_heroes == (("us", at("C4")),)
    fell.happen(AssaultDecided(at("C4"), "6-9", ()))
    assert not fell.course.fallen_heroes, "the marker goes once the die is thrown"


@proves("LHY-14.6.3")
def test_14_6_3_a_hero_lost_outside_an_assault_leaves_no_marker() -> None:
    hero = unit("us.able.1.section.a", "C4", HEROIC)
    state = PhaseBegan(Phase.FIRE).on(opened(WIDE_FIELD, [hero, unit(LEADER, "A12"), FAR]))
    resolution = PLAY.resolution(state, SeededDice(1))
    lose_step(resolution, hero)
    assert not resolution.course.fallen_heroes


@proves("LHY-14.4a")
def test_14_4_a_vehicle_that_regroups_alone_has_no_cohesion_to_roll_against() -> None:
    state = activated_wide(unit("us.able-tank.1.1", "C5", REGROUPING), platoon="able-tank.1")
    after = done(state, Recover("us", "us.able-tank.1.1"), 5)
    assert after.unit("us.able-tank.1.1").has(REGROUPING)


@proves("LHY-14.3a")
def test_14_3_recovery_removes_only_the_markers_that_the_unit_had() -> None:
    """Men are never shocked, so the record never says that they are no longer shocked."""
    state = activated_wide(unit(SQUAD, "C12", DISRUPTED), unit(LEADER, "A12"), unit("ge.mg.1", "C8"))
    _, told = recorded(state, Recover("us", SQUAD), 4)
    assert f"{SQUAD} is no longer disrupted" in told


@proves("LHY-14.1.2a", "LHY-14.5b")
def test_14_1_2_a_leader_may_come_to_a_unit_and_help_it_in_one_action() -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "C9"), unit(SECOND, "C8", DISRUPTED))
    state = done(state, Maneuver("us", LEADER, at("C8")), EndManeuver("us"))
    after = done(state, Recover("us", SQUAD, LEADER), 2)
    assert not after.unit(SQUAD).has(DISRUPTED)
    assert SQUAD not in course(after).acted, "a 2 with his 1 off rallies"
    assert LEADER in course(after).acted, "he used his action to come"
    assert "has already acted this turn" in refusal(after, Recover("us", SECOND, LEADER))


@proves("LHY-14.1.3")
def test_14_1_3_a_leader_who_recovered_this_turn_helps_no_unit() -> None:
    state = activated(unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "C8", DISRUPTED))
    state = done(state, Recover("us", LEADER), 1)
    assert LEADER not in course(state).acted
    assert "LHY 14.1.3" in refusal(state, Recover("us", SQUAD, LEADER))


@proves("LHY-14.1.1")
@pytest.mark.parametrize(("motion", "refused"), [((), False), ((IN_MOTION,), True)])
def test_14_1_1_passengers_recover_in_a_stationary_vehicle_only(
    motion: tuple[str, ...], refused: bool
) -> None:
    units = [unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "A9"), unit("us.m3.2", "C8", *motion)]
    state = activated(*units, aboard={SQUAD: "us.m3.2"})
    assert ("stationary vehicle" in refusal(state, Recover("us", SQUAD))) is refused


@proves("LHY-14.7", "LHY-14.2c")
def test_14_7_an_elite_neighbour_who_regroups_does_not_help_the_disrupted() -> None:
    for squad, net in ((unit(SQUAD, "C8", DISRUPTED), 0), (unit(SQUAD, "C8", REGROUPING), -1)):
        state = activated(squad, unit(SECOND, "C8", REGROUPING, ELITE), unit(LEADER, "A9"), unit(FOE, "C4"))
        assert recovery_modifiers(position_seen_by(state, "us"), squad, "").net == net
