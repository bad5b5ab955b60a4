"""Chapter 13.1 to 13.6: the limits and exceptions of assaults, each where it makes the difference."""

import pytest

from rules.game.chance.dice import ScriptedDice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import (
    CONCEALED,
    DISRUPTED,
    HEROIC,
    IN_MOTION,
    REGROUPING,
    SHOCKED,
)
from rules.last_hundred_yards.declarations.assault.advance import Advance
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.assault.vehicle_destruction import DestroyVehicle, attempt_drm
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.effects.harm import Harm, inflict
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.destruction import destruction_drm
from rules.last_hundred_yards.questions.assault.value import participants
from rules.last_hundred_yards.questions.withdrawal.checks import near_enemy_check
from rules.last_hundred_yards.state.events.assault_events import AssaultDecided, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import UnitAdvanced
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Decision, DecisionKind, Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import drm, in_assault
from tests.rules.last_hundred_yards.playing import (
    FAR,
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, FOE, HALFTRACK, SECOND_FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "us.m3.2",
    "ge.1kp.1.squad.2",
)


def resolution(state: GameState, *dice: int) -> Resolution:
    return PLAY.resolution(state, ScriptedDice(dice))


@proves("LHY-13.2.2.0a")
@pytest.mark.parametrize(("start", "allowed"), [("C7", True), ("C8", False)])
def test_13_2_2_0_vehicles_start_within_three_hexes(start: str, allowed: bool) -> None:
    state = activated(unit(TANK, start, IN_MOTION), unit(FOE, "C4"), platoon="able-tank.1")
    for row in range(int(start[1:]) - 1, 4, -1):
        state = done(state, Maneuver("us", TANK, at(f"C{row}")))
    assert bool(legal(state, Assault)) is allowed


@proves("LHY-13.2.2.0a")
@pytest.mark.parametrize(("way", "allowed"), [("C7 C6 C5", True), ("C6 D5 C5", False)])
def test_13_2_2_0_every_hex_of_the_way_comes_nearer(way: str, allowed: bool) -> None:
    # C6 and D5 are both two hexes from C4.
    start, *steps = way.split()
    state = activated(unit(TANK, start, IN_MOTION), unit(FOE, "C4"), platoon="able-tank.1")
    for label in steps:
        state = done(state, Maneuver("us", TANK, at(label)))
    assert ("comes nearer" not in refusal(state, Assault("us", (TANK,), at("C4")))) is allowed


@proves("LHY-13.4c")
@pytest.mark.parametrize(("came_from", "value"), [("C5", -1), ("D4", 0)])
def test_13_4c_a_wall_that_an_attacker_crossed_helps_the_defender(came_from: str, value: int) -> None:
    walled = open_ground(8, 10, walls="C4-C5")
    assert (
        drm(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), ground=walled, came={SQUAD: came_from})) == value
    )


@proves("LHY-13.4d")
def test_13_4d_only_a_concealed_combat_unit_helps_the_defender() -> None:
    leader = unit("ge.1kp.1.leader", "C4", CONCEALED)
    known = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), unit("ge.1kp.1.leader", "C4"))
    assert drm(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), leader)) == drm(known)
    assert drm(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4", CONCEALED))) == -1


@proves("LHY-13.4k")
def test_13_4k_a_vehicle_in_motion_is_worth_1_less() -> None:
    # Squad 2 and Sherman 3 against two squads of 2: 1, and 0 with the tank in motion.
    foes = [unit(FOE, "C4"), unit("ge.1kp.1.squad.3", "C4")]
    still = drm(in_assault(unit(SQUAD, "C4"), unit(TANK, "C4"), *foes))
    assert drm(in_assault(unit(SQUAD, "C4"), unit(TANK, "C4", IN_MOTION), *foes)) == still - 1


@proves("LHY-13.6.2.2")
def test_13_6_2_2_an_attempt_has_8_at_most() -> None:
    # A squad of Assault Value 3, German after 9/43, a LATW, a tank alone in woods: 2 + 2 + 1 + 2 + 3 = 10.
    woods = board("\n".join(["w w w w w w w w"] * 10))
    men = [unit("ge.1kp.1.squad.2", "C4"), unit("ge.latw.1", "C4")]
    state = in_assault(unit(TANK, "C4"), *men, ground=woods)
    position = PLAY.position(state)
    action = DestroyVehicle("ge", "ge.1kp.1.squad.2", TANK)
    all_of_it = destruction_drm(position, participants(position, at("C4"), "ge"), "ge", state.unit(TANK)).net
    assert all_of_it > 8
    assert attempt_drm(position, action) == 8


@proves("LHY-13.6.3.0b")
def test_13_6_3_0_no_retreat_from_enemies_that_are_all_eliminated() -> None:
    # House fighting, 1 against 1, the town -2, regrouping +1: a 7 is row 6-9 and costs both sides their section.
    town = open_ground(8, 10, {"C4": "u"})
    men = [
        unit("us.able.1.section.b", "C4"),
        unit("ge.1kp.1.section.a", "C4", REGROUPING),
        unit("ge.latw.1", "C4"),
    ]
    after = done(in_assault(*men, ground=town), ResolveAssault("us", at("C4")), 7, 1)
    assert [after.unit(man.id).at for man in men] == [None, None, at("C4")]
    assert not course(after).decisions
    assert not course(after).assaults


@proves("LHY-13.6.3.5")
@pytest.mark.parametrize(
    ("letter", "friend", "wanted"),
    [
        (".", (), 6), (".", ("ge.1kp.1.squad.3",), None), ("u", (), None),
        (".", ("ge.1kp.1.leader",), 6), (".", ("ge.1kp.1.squad.3", DISRUPTED), 6),
        (".", ("ge.stug.1", SHOCKED), None),
    ],
)  # fmt: skip
def test_13_6_3_5_no_check_among_steady_friends_or_in_a_town(
    letter: str, friend: tuple[str, ...], wanted: int | None
) -> None:
    ground = open_ground(8, 10, {"C3": letter})
    units = [unit(FOE, "C3"), unit(SQUAD, "D3"), *([unit(friend[0], "C3", *friend[1:])] if friend else [])]
    position = resolution(opened(ground, [*units, *FAR])).position
    assert near_enemy_check(position, position.unit(FOE), (at("C3"),)) == wanted


@proves("LHY-13.6.3.5")
@pytest.mark.parametrize(
    ("shelled", "assaulted", "wanted"), [(False, False, 6), (True, False, None), (False, True, None)]
)
def test_13_6_3_5_enemies_under_mortar_fire_or_assault_cause_no_retreat_check(
    shelled: bool, assaulted: bool, wanted: int | None
) -> None:
    state = opened(FIELD, [unit(FOE, "C3"), unit(SQUAD, "D3"), *FAR])
    if shelled:
        state = FirePlaced(FireMarker(1, FireKind.MDRM, at("D3"), 0, primary=True, tubes=0)).on(state)
    if assaulted:
        state = AssaultEntered(FOE, "ge", at("D3"), at("C3")).on(state)
    position = resolution(state).position
    assert near_enemy_check(position, position.unit(FOE), (at("C3"),)) == wanted


@proves("LHY-13.6.3.5")
@pytest.mark.parametrize(("along", "wanted"), [(False, None), (True, 6)])
def test_13_6_3_5_a_friend_retreating_from_the_same_assault_does_not_spare_the_check(
    along: bool, wanted: int | None
) -> None:
    """The second of two squads that lost in C4 joins the first in C3 and checks as the first did: reading 203."""
    second = "ge.1kp.1.squad.3"
    state = in_assault(
        unit(SQUAD, "C4"), unit(FOE, "C3"), unit(second, "C3"), unit("us.able.1.squad.2", "D3")
    )
    losers = (FOE, second) if along else (FOE,)
    position = resolution(AssaultDecided(at("C4"), "10-13", losers).on(state)).position
    assert near_enemy_check(position, position.unit(FOE), (at("C3"),)) == wanted


@proves("LHY-13.1.0", "LHY-13.2.1.1")
def test_13_1_an_assault_needs_the_right_to_maneuver_or_a_maneuver_under_way() -> None:
    other = "us.able.2.squad.1"
    state = activated(
        unit(SQUAD, "C5"),
        unit(other, "C5"),
        unit("us.able.2.leader", "C5"),
        unit(LEADER, "C5"),
        unit(FOE, "C4"),
    )
    assert f"{other} may not assault now" in refusal(state, Assault("us", (other,), at("C4")))
    assert refusal(state, Assault("us", (SQUAD,), at("C4"))) == ""


@proves("LHY-13.6.3.5")
@pytest.mark.parametrize(
    ("who", "wanted"),
    [(unit(FOE, "C3"), 6), (unit(FOE, "C3", DISRUPTED), None), (unit("ge.stug.1", "C3"), None)],
)
def test_13_6_3_5_neither_the_disrupted_nor_vehicles_check(who: Unit, wanted: int | None) -> None:
    position = resolution(opened(FIELD, [who, unit(SQUAD, "D3"), *FAR])).position
    assert near_enemy_check(position, position.unit(who.id), (at("C3"),)) == wanted


@proves("LHY-13.6.4")
def test_13_6_4_each_unit_advances_once_a_turn() -> None:
    strong = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit("us.able.1.squad.3", "C4")]
    state = UnitAdvanced(SQUAD).on(in_assault(*strong, unit("us.able-tank.1.1", "C4")))
    state = AssaultDecided(at("C4"), "14+", ()).on(state)
    after = done(DecisionDue(Decision(DecisionKind.DESTROY_VEHICLE, "us", at=at("C4"))).on(state), Pass("us"))
    asked = {due.unit for due in course(after).decisions if due.kind is DecisionKind.ADVANCE}
    assert asked == {"us.able.1.squad.2", "us.able.1.squad.3", "us.able-tank.1.1"}
    assert legal(after, Advance)


@proves("LHY-13.6.6.1")
def test_13_6_6_1_only_the_undisrupted_of_both_sides_regroup() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4", DISRUPTED), unit(FOE, "C3")]
    state = AssaultDecided(at("C4"), "6-9", ()).on(in_assault(*units))
    after = done(DecisionDue(Decision(DecisionKind.DESTROY_VEHICLE, "us", at=at("C4"))).on(state), Pass("us"))
    assert after.unit(SQUAD).has(REGROUPING)
    assert not after.unit("us.able.1.squad.2").has(REGROUPING)


@proves("LHY-13.6.6.3", "LHY-12.3.2.1")
def test_13_6_6_3_disruption_ends_regrouping() -> None:
    told = resolution(opened(FIELD, [unit(SQUAD, "C4", REGROUPING), *FAR]))
    inflict(told, SQUAD, Harm.DISRUPTED)
    assert told.state.unit(SQUAD).conditions == frozenset({DISRUPTED})


@proves("LHY-13.5.1a")
def test_13_5_1a_one_tank_among_the_attackers_eliminates_a_lone_gun() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(TANK, "C4"), unit("ge.pak40.3", "C4"))
    assert done(state, ResolveAssault("us", at("C4"))).unit("ge.pak40.3").at is None


@proves("LHY-13.5.3", "LHY-13.5.2")
def test_13_5_3_the_difference_is_added_to_the_die() -> None:
    """Two squads of Assault Value 2 and 3 against one of 2, equal Cohesion: die 3 + 3 is row 6-9, for the attacker."""
    state = in_assault(unit(SQUAD, "C4"), unit("us.able.1.squad.3", "C4"), unit(FOE, "C4"))
    assert drm(state) == 3
    events, _ = PLAY.resolve(state, ResolveAssault("us", at("C4")), ScriptedDice([3]))
    assert [event.row for event in events if isinstance(event, AssaultDecided)] == ["6-9"]


@proves("LHY-13.5.0c")
def test_13_5_0_units_that_take_no_part_share_the_result() -> None:
    """Three squads: two fight, and on a 1 all three retreat."""
    squads = [f"us.able.1.squad.{number}" for number in (1, 2, 3)]
    foes = ["ge.1kp.1.squad.1", "ge.1kp.1.squad.2", "ge.2kp.1.squad.1"]
    state = in_assault(*(unit(one, "C4") for one in (*squads, *foes)))
    state = done(state, ResolveAssault("us", at("C4")), 2 - drm(state))
    due = {decision.unit for decision in course(state).decisions if decision.kind is DecisionKind.RETREAT}
    assert due == set(squads)


@proves("LHY-13.6.3c.2")
@pytest.mark.parametrize(("around", "lost"), [(".", False), ("f", True)])
def test_13_6_3c_a_halftrack_driven_off_the_road_into_forest_is_lost(around: str, lost: bool) -> None:
    rows = [" ".join([around] * 8)] * 8
    rows[3] = " ".join([around, around, ".", *[around] * 5])
    state = in_assault(
        unit(HALFTRACK, "C4"),
        unit(SQUAD, "C4"),
        unit(FOE, "C4"),
        unit("ge.1kp.1.squad.2", "C4"),
        ground=board("\n".join(rows)),
    )
    state = done(state, ResolveAssault("us", at("C4")), 2 - drm(state))
    while course(state).decisions:
        side = course(state).decisions[0].side
        going = Pass(side) if not refusal(state, Pass(side)) else legal(state, Retreat)[0]
        _, state = carry_out(PLAY, state, going, SeededDice(1))
    assert (state.unit(HALFTRACK).at is None) is lost


@proves("LHY-13.6.2.1")
def test_13_6_2_a_leader_alone_destroys_no_vehicle() -> None:
    germans = [FOE, "ge.1kp.1.leader", "ge.1kp.1.squad.2"]
    units = [unit(TANK, "C4"), unit(SQUAD, "C4"), *(unit(name, "C4") for name in germans)]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 4)
    assert legal(state, DestroyVehicle) == [DestroyVehicle("ge", FOE, TANK)], "one attempt, of all together"


@proves("LHY-13.6.2.1.once", "LHY-13.6.2.1")
def test_13_6_2_a_side_picks_one_of_two_vehicles_and_tries_once() -> None:
    other = "us.able-tank.1.2"
    units = [unit(TANK, "C4"), unit(other, "C4"), unit(SQUAD, "C4"), unit(FOE, "C4")]
    state = in_assault(*units)
    state = done(state, ResolveAssault("us", at("C4")), 4 - drm(state))
    assert {action.vehicle for action in legal(state, DestroyVehicle)} == {TANK, other}
    after = done(state, DestroyVehicle("ge", FOE, other), 1)
    assert after.unit(TANK).at == after.unit(other).at == at("C4"), "a 1 destroys nothing"
    assert not legal(after, DestroyVehicle)


@proves("LHY-13.6.6.3", "LHY-10.3.1.0.2")
def test_13_6_6_regrouping_ends_with_a_withdrawal() -> None:
    state = activated(unit(SQUAD, "C8", REGROUPING), unit(LEADER, "A9"), unit(FOE, "C1"))
    after = done(state, Withdraw("us", (SQUAD,), at("C9")))
    assert not after.unit(SQUAD).has(REGROUPING)


@proves("LHY-13.5.3", "LHY-14.6.4b")
def test_13_5_heroes_of_both_sides_stop_being_heroic_once_the_die_is_thrown() -> None:
    state = in_assault(unit(SQUAD, "C4", HEROIC), unit(FOE, "C4", HEROIC))
    after = done(state, ResolveAssault("us", at("C4")), 4)
    assert not after.unit(SQUAD).has(HEROIC)
    assert not after.unit(FOE).has(HEROIC)


@proves("LHY-5.0.IV", "LHY-13.5.0b")
def test_13_5_a_hex_without_an_assault_is_not_resolved() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"))
    assert not refusal(state, ResolveAssault("us", at("C4")))
    assert "there is no assault to resolve in C5" in refusal(state, ResolveAssault("us", at("C5")))


@proves("LHY-5.0.IV", "LHY-13.5.0b")
@pytest.mark.parametrize(("first", "second"), [("C4", "F4"), ("F4", "C4")])
def test_13_5_0_the_active_player_resolves_assaults_one_by_one_and_then_time_passes(
    first: str, second: str
) -> None:
    """LATWs alone against a squad are lost without a die."""
    men = [unit(SQUAD, "C4"), unit(SECOND, "F4"), unit("ge.latw.1", "C4"), unit("ge.latw.2", "F4")]
    state = in_assault(*men, came={SQUAD: "C5"})
    state = AssaultEntered(SECOND, "us", at("F4"), at("F5")).on(state)
    assert {str(action.at) for action in legal(state, ResolveAssault)} == {"C4", "F4"}
    state = done(state, ResolveAssault("us", at(first)))
    assert course(state).phase is Phase.ASSAULT
    assert [str(action.at) for action in legal(state, ResolveAssault)] == [second]
    assert course(done(state, ResolveAssault("us", at(second)))).phase is Phase.TIME


@proves("LHY-13.5.0a", "LHY-13.5.0c")
def test_13_5_0_neither_dummies_nor_those_aboard_take_part() -> None:
    state = in_assault(
        unit(SQUAD, "C4"),
        unit(FOE, "C4"),
        unit("ge.dummy.1", "C4"),
        unit(SECOND_FOE, "C4"),
        unit("ge.spw251.1", "C4"),
    )
    state = Mounted(SECOND_FOE, "ge.spw251.1").on(state)
    taking_part = participants(PLAY.position(state), at("C4"), "ge")
    assert {one.id for one in taking_part} == {FOE, "ge.spw251.1"}


@proves("LHY-13.5.1e", "LHY-13.5.1a")
@pytest.mark.parametrize(("edition", "falls"), [("2019", True), ("series-3.1", False)])
def test_13_5_1e_by_the_series_rules_men_have_to_win_against_a_shocked_tank(
    edition: str, falls: bool
) -> None:
    state = in_assault(unit(SQUAD, "C4"), unit("ge.stug.1", "C4", SHOCKED), edition=edition)
    after = done(state, ResolveAssault("us", at("C4")), *(() if falls else (5,)))
    assert (after.unit("ge.stug.1").at is None) is falls
