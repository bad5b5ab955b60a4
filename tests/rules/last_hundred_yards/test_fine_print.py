"""The fine print: halves of rules, and figures that matter only where they are not what one meets every day."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.chance.dice import ScriptedDice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.units import Marker
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.clean_up import begin_clean_up
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.vehicles.transport import Load
from rules.last_hundred_yards.effects.concealment import reveal_hidden
from rules.last_hundred_yards.effects.winning import check_end
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.suppression import suppression
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.marker_events import AssaultDecided, ControlChanged
from rules.last_hundred_yards.state.events.order_events import TimeLapsed
from rules.last_hundred_yards.state.events.unit_events import LeaderLost, UnitGone
from rules.last_hundred_yards.state.progress import ActionKind, DecisionKind, FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import drm, in_assault
from tests.rules.last_hundred_yards.playing import (
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

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
HALFTRACK = "us.m3.2"
RIVER = board("\n".join([". . . . ."] * 5), rivers="A3 B2 C3 D2 E3", hexes={"A3": {Terrain.FORD}})
"""A river from west to east, with a ford at A3."""


@proves("LHY-17.7c.2")
def test_17_7c_nobody_starts_in_a_river_but_at_a_ford() -> None:
    sides = {"us": {"setup_area": ["A3", "C3", "C4"]}}
    state = opened(RIVER, [unit(SQUAD, None), unit(FOE, "C1")], sides=sides)
    assert {str(action.at) for action in legal(state, PlaceUnit)} == {"A3", "C4"}
    assert "no unit may start in a river" in refusal(state, PlaceUnit("us", SQUAD, at("C3")))


@proves("LHY-2.1.6.2")
@pytest.mark.parametrize(("atv", "carries"), [(None, True), (-2, True), (-1, True), (0, False), (1, False)])
def test_2_1_6_2_a_carrier_with_an_anti_tank_value_of_0_or_more_transports_nobody(
    atv: int | None, carries: bool
) -> None:
    assert replace(ROSTER[HALFTRACK], atv=atv).can_transport is carries


@proves("LHY-10.4.6.2.1", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize("trees", ["f", "w"])
def test_10_4_6_2_1_who_loads_out_of_trees_next_door_is_in_the_hex_of_the_vehicle_at_once(trees: str) -> None:
    """Reading 179: out of woods, which a halftrack cannot enter, as out of forest."""
    ground = board(f". . . . .\n. . . . .\n. . . . .\n. . {trees} . .\n. . . . .")
    state = activated(
        unit(SQUAD, "C4"), unit(LEADER, "A5"), unit(HALFTRACK, "C5"), unit(FOE, "A1"), ground=ground, far=()
    )
    loaded = done(state, Load("us", SQUAD, HALFTRACK))
    assert loaded.unit(SQUAD).at == at("C5")
    assert course(loaded).is_aboard(SQUAD)


@proves("LHY-10.4.6.2.1.1a", "LHY-10.4.6.2.1.1b", "LHY-10.4.6.2.1.1c")
@pytest.mark.parametrize(
    ("place", "vehicle", "why"),
    [
        ("C4", "C5", ""),
        ("E4", "E5", ""),
        ("D5", "C5", "is not in the hex"),
        ("A3", "A4", "is not in the hex"),
        ("C4", "C6", "is not in the hex"),
        ("C5", "C5", ""),
    ],
)
def test_10_4_6_2_1_men_load_next_door_out_of_forest_and_houses_alone(
    place: str, vehicle: str, why: str
) -> None:
    """A river hex keeps the vehicle out too, but gives nobody the right to load from there; C6 is two hexes off."""
    ground = board(
        ". . . . .\n. . . . .\n. . . . .\n. . f . u\n. . . . .\n. . . . .", rivers="A3 B2 C3 D2 E3"
    )
    for carrier in (HALFTRACK, TANK):
        units = [unit(SQUAD, place), unit(LEADER, "B6"), unit(FOE, "C1")]
        loads = activated(*units, unit(carrier, vehicle), ground=ground, far=())
        refused = refusal(loads, Load("us", SQUAD, carrier))
        assert (why in refused) if why else not refused
        assert (Load("us", SQUAD, carrier) in legal(loads, Load)) is (not why)
        moving = activated(*units, unit(carrier, vehicle, IN_MOTION), ground=ground, far=())
        assert "is in motion" in refusal(moving, Load("us", SQUAD, carrier))


@proves("LHY-13.5.1a")
def test_13_5_1a_one_tank_among_the_attackers_is_enough_for_a_gun_alone() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(TANK, "C4"), unit("ge.pak40.3", "C4"))
    assert done(state, ResolveAssault("us", at("C4"))).unit("ge.pak40.3").at is None


@proves("LHY-13.5.3", "LHY-13.5.2")
def test_13_5_3_the_difference_is_added_to_the_die() -> None:
    """Two squads of Assault Value 2 and 3 against one of 2, as good in Cohesion: 3 + 3 is row 6-9, for the attacker."""
    state = in_assault(unit(SQUAD, "C4"), unit("us.able.1.squad.3", "C4"), unit(FOE, "C4"))
    assert drm(state) == 3
    events, _ = PLAY.resolve(state, ResolveAssault("us", at("C4")), ScriptedDice([3]))
    assert [event.row for event in events if isinstance(event, AssaultDecided)] == ["6-9"]


@proves("LHY-10.0a", "LHY-4.1.10.8")
def test_10_0a_no_assault_into_a_hex_that_the_unit_may_not_enter() -> None:
    state = activated(unit(TANK, "C4"), unit(FOE, "C3"), ground=RIVER, platoon="able-tank.1", far=())
    assert "cannot enter C3" in refusal(state, Assault("us", (TANK,), at("C3")))


@proves("LHY-4.3.1.1b", "LHY-4.3.1.2c")
@pytest.mark.parametrize(("who", "platoon", "kept"), [(SQUAD, "able.1", False), (TANK, "able-tank.1", True)])
def test_4_3_1_hidden_enemies_betray_men_in_cover_and_no_vehicle(who: str, platoon: str, kept: bool) -> None:
    """A hidden gun two hexes away, over open ground; it is shown to nobody by that."""
    belt = board("\n".join([". . . . ."] * 2 + ["w w w w w"] + [". . . . ."] * 3))
    leader = unit("us.able.1.leader", "A6")
    gun = unit("ge.pak40.3", "C1", HIDDEN)
    state = activated(unit(who, "C4", CONCEALED), leader, gun, ground=belt, platoon=platoon, far=())
    after = done(state, Maneuver("us", who, at("C3")))
    assert after.unit(who).has(CONCEALED) is kept


@proves("LHY-18.0a")
@pytest.mark.parametrize(("wanted", "over"), [(4, True), (5, True), (6, False)])
def test_18_0_who_holds_the_points_that_a_mission_wants_has_won_at_once(wanted: int, over: bool) -> None:
    goals = [
        {"name": "The hill", "hexes": ["C4"], "points": 5, "held_by": "ge"},
        {"name": "The mill", "hexes": ["F2"], "points": 2, "held_by": "ge"},
    ]
    units = [unit(SQUAD, "C4"), unit(LEADER, "A8"), unit("ge.2kp.1.leader", "H1")]
    state = opened(FIELD, units, objectives=goals, points_to_win=wanted)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    resolution.happen(ControlChanged("The hill", "us"))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "us") is over


@proves("LHY-18.0a")
@pytest.mark.parametrize(("minutes", "winner"), [(40, "ge"), (20, "us")])
def test_18_0_if_both_hold_the_points_that_win_the_final_score_tells(minutes: int, winner: str) -> None:
    """OUR 244: the Americans hold 5 points and the Germans 2, where 2 win; 5 off the minutes, and up to 20 the Americans win."""
    goals = [
        {"name": "The hill", "hexes": ["C4"], "points": 5, "held_by": "ge"},
        {"name": "The mill", "hexes": ["F2"], "points": 2, "held_by": "ge"},
    ]
    bands = [{"up_to": 20, "winner": "us"}, {"winner": "ge"}]
    units = [unit(SQUAD, "C4"), unit(LEADER, "A8"), unit("ge.2kp.1.leader", "H1")]
    state = opened(FIELD, units, objectives=goals, points_to_win=2, victory=bands)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    resolution.happen(ControlChanged("The hill", "us"), TimeLapsed(minutes))
    assert check_end(resolution)
    assert resolution.course.ended is not None
    assert resolution.course.ended[0] == winner


@proves("LHY-18.0a")
@pytest.mark.parametrize(("enemy_at", "over"), [("H1", False), (None, True)])
def test_18_0_who_has_no_enemy_left_has_won(enemy_at: str | None, over: bool) -> None:
    state = opened(FIELD, [unit(SQUAD, "C4"), unit("ge.2kp.1.leader", enemy_at)])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "us") is over


@proves("LHY-16.1.0a")
def test_16_1_0_mines_are_known_to_the_side_alone_that_laid_them() -> None:
    state = opened(
        FIELD,
        [unit(SQUAD, "C8"), unit(LEADER, "A9"), unit(FOE, "H1")],
        markers=[Marker("mines", at("C7"))],
        sides={"ge": {"setup_area": ["C7"]}},
    )
    assert [mark.at for mark in PLAY.seen_by(state, "ge").markers] == [at("C7")]
    assert not PLAY.seen_by(state, "us").markers


@proves("LHY-16.1.1b.2")
@pytest.mark.parametrize(("die", "gone"), [(7, False), (8, True)])
def test_16_1_1b_mines_destroy_carriers_on_8(die: int, gone: bool) -> None:
    leader = unit("us.able.1.leader", "C5")
    state = activated(unit(HALFTRACK, "C5"), unit(SQUAD, "C5"), leader, markers=[Marker("mines", at("C4"))])
    after = done(state, Maneuver("us", HALFTRACK, at("C4")), die)
    assert (after.unit(HALFTRACK).at is None) is gone


@proves("LHY-16.1.2b")
def test_16_1_2_who_does_not_get_out_of_the_mines_has_acted_and_maneuvered() -> None:
    state = activated(
        unit(SQUAD, "C4"), unit(LEADER, "A8"), unit(FOE, "C2"), markers=[Marker("mines", at("C4"))]
    )
    after = done(state, Maneuver("us", SQUAD, at("C3")), 6)
    assert after.unit(SQUAD).at == at("C4")
    assert SQUAD in course(after).acted
    assert [deed.kind for deed in course(after).doing if deed.unit == SQUAD] == [ActionKind.MANEUVER]


@proves("LHY-4.1.10.exit.2")
def test_4_1_10_who_does_not_get_out_of_the_river_has_acted_and_maneuvered() -> None:
    state = activated(
        unit(SQUAD, "C3"), unit(LEADER, "A5"), ground=RIVER, edition="series-3.1", far=(unit(FOE, "E1"),)
    )
    after = done(state, Maneuver("us", SQUAD, at("C2")), 7)
    assert after.unit(SQUAD).at == at("C3")
    assert SQUAD in course(after).acted
    assert [deed.kind for deed in course(after).doing if deed.unit == SQUAD] == [ActionKind.MANEUVER]


@proves("LHY-16.2b.1")
@pytest.mark.parametrize(("wire", "spent"), [(False, 2), (True, 3)])
def test_16_2b_wire_costs_a_vehicle_1_mp_more_to_enter(wire: bool, spent: int) -> None:
    """One MP to start, one for the open hex, one for the wire."""
    marks = [Marker("wire" if wire else "smoke", at("C7"))]
    state = activated(unit(TANK, "C8"), unit(FOE, "H1"), markers=marks, platoon="able-tank.1", far=())
    moving = course(done(state, Maneuver("us", TANK, at("C7")))).moving
    assert moving is not None
    assert moving.spent == spent
    told = RULESET.reach(state, state.unit(TANK)).verdict.cost
    assert told[at("C7")] == spent


@proves("LHY-12.3.4.1b")
@pytest.mark.parametrize(
    ("left", "back"), [("us.able.2.squad.1", True), ("us.able.1.squad.1", False), ("us.mg.1", False)]
)
def test_12_3_4_1_no_leader_comes_back_to_a_platoon_without_infantry(left: str, back: bool) -> None:
    lost = "us.able.2.leader"
    state = opened(FIELD, [unit(left, "C6"), unit(lost, "C6"), unit(LEADER, "A8"), unit(FOE, "H1")])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    resolution.happen(LeaderLost(lost))
    resolution.happen(UnitGone(lost, "is lost"))
    resolution.happen(TimeLapsed(7))
    begin_clean_up(resolution)
    assert bool(resolution.course.decisions) is back


@proves("LHY-17.9.2a.2")
@pytest.mark.parametrize(
    ("hidden", "enemy_at", "found"),
    [("ge.stug.1", "C11", True), ("ge.stug.1", "C12", False), (FOE, "C11", False)],
)
def test_17_9_2a_a_hidden_vehicle_in_the_open_is_found_from_ten_hexes(
    hidden: str, enemy_at: str, found: bool
) -> None:
    field = board("\n".join([". . . . ."] * 12))
    state = opened(field, [unit(hidden, "C1", HIDDEN), unit(SQUAD, enemy_at), unit(LEADER, "A12")])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit(hidden).has(HIDDEN) is not found


@proves("LHY-13.5.0c")
def test_13_5_0_who_takes_no_part_shares_the_result() -> None:
    """Three squads: two fight, and on a 1 all three retreat."""
    squads = [f"us.able.1.squad.{number}" for number in (1, 2, 3)]
    foes = ["ge.1kp.1.squad.1", "ge.1kp.1.squad.2", "ge.2kp.1.squad.1"]
    state = in_assault(*(unit(one, "C4") for one in (*squads, *foes)))
    state = done(state, ResolveAssault("us", at("C4")), 2 - drm(state))
    due = {decision.unit for decision in course(state).decisions if decision.kind is DecisionKind.RETREAT}
    assert due == set(squads)


@proves("LHY-13.3.2c.2", "LHY-13.3.2c.3")
def test_13_3_2c_under_an_arrow_men_ask_for_mortars_and_vehicles_drive() -> None:
    mortar = {"id": "81mm", "side": "ge", "kind": "81mm", "company": "1kp"}
    units = [unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.stug.1", "C4")]
    state = activated(*units, mortars=[mortar])
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert not refusal(state, CallMortar("ge", "81mm", FOE, at("C5")))
    assert not refusal(state, Maneuver("ge", "ge.stug.1", at("C3")))


@proves("LHY-13.3.1d.1")
def test_13_3_1d_a_vehicle_may_drive_out_of_an_assault_hex() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.stug.1", "C4", "in_motion")]
    state = done(
        done(activated(*units, edition="series-3.1"), Assault("us", (SQUAD,), at("C4"))),
        CallForReaction("us"),
    )
    assert not refusal(state, Maneuver("ge", "ge.stug.1", at("C3")))
    assert refusal(state, Maneuver("ge", FOE, at("C3")))


@proves("LHY-11.3.3c")
@pytest.mark.parametrize(("firer", "bonus"), [("ge.mg.3", 1), (FOE, 1), ("ge.flak38.1", 0), ("ge.stug.1", 0)])
def test_11_3_3c_only_infantry_mgs_and_fps_have_the_bonus_of_proximity(firer: str, bonus: int) -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A10"), unit(firer, "C5"))
    state = done(done(state, Maneuver("us", SQUAD, at("C7"))), EndManeuver("us"))
    told = PLAY.chances(done(state, CallForReaction("us")), FireSmallArms("ge", firer, (at("C7"),)))
    assert (("maneuvered" in str(told)) or ("11.3.3c" in str(told))) is bool(bonus)


@proves("LHY-10.0.1", "LHY-10.0c")
def test_10_0_a_gun_reaches_its_own_hex_for_nothing_and_no_other() -> None:
    state = activated(unit("us.gun57.1", "C8"), unit(LEADER, "A10"), unit(FOE, "H1"))
    reach = RULESET.reach(state, state.unit("us.gun57.1")).verdict
    assert reach.allowance == 0
    assert dict(reach.cost) == {at("C8"): Fraction(0)}


@proves("LHY-13.3.3")
@pytest.mark.parametrize(("condition", "may"), [("", True), ("disrupted", False), ("regrouping", False)])
def test_13_3_3_who_is_disrupted_or_regroups_helps_nobody(condition: str, may: bool) -> None:
    helper = unit("ge.1kp.1.squad.2", "C3", *([condition] if condition else []))
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), helper]
    state = done(done(activated(*units), Assault("us", (SQUAD,), at("C4"))), CallForReaction("us"))
    assert (refusal(state, Reinforce("ge", helper.id, at("C4"))) == "") is may


@proves("LHY-4.3.1.3")
@pytest.mark.parametrize(("shelled", "kept"), [(False, False), (True, True)])
def test_4_3_1_3_an_enemy_under_mortar_fire_takes_nobodys_concealment(shelled: bool, kept: bool) -> None:
    fires = [FireMarker(1, FireKind.MDRM, at("C1"), 0, tubes=1)] if shelled else []
    units = [unit(SQUAD, "C7", CONCEALED), unit(LEADER, "A10"), unit(FOE, "C1")]
    state = activated(*units, fires=fires, far=(unit("us.able.3.leader", "H10"),))
    assert done(state, Maneuver("us", SQUAD, at("C6"))).unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-8.3b.1")
def test_8_3b_who_recovers_with_his_leader_in_reaction_uses_the_leaders_reaction() -> None:
    """The Germans see nothing of what the Americans did; a leader helps his squad, and has reacted."""
    chief = "ge.1kp.1.leader"
    wood = board("\n".join([". . . . ."] * 3 + ["w w w w w"] * 2 + [". . . . ."] * 4))
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C2", "disrupted"), unit(chief, "C2")]
    state = done(
        done(activated(*units, ground=wood, far=()), Maneuver("us", SQUAD, at("C7"))), EndManeuver("us")
    )
    state = done(state, CallForReaction("us"))
    after = done(state, Recover("ge", FOE, chief), 3)
    assert chief in course(after).reacted_leaders


@proves("LHY-8.3b.1", "LHY-8.3b.2")
@pytest.mark.parametrize("chief_at", ["C2", "E2"])
def test_8_3b_a_gun_with_a_leader_recovers_in_reaction_to_what_it_has_not_seen(chief_at: str) -> None:
    chief, gun = "ge.1kp.1.leader", "ge.pak40.3"
    wood = board("\n".join([". . . . ."] * 3 + ["w w w w w"] * 2 + [". . . . ."] * 4))
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(gun, "C2", "disrupted"), unit(chief, chief_at)]
    state = done(
        done(activated(*units, ground=wood, far=()), Maneuver("us", SQUAD, at("C7"))), EndManeuver("us")
    )
    state = done(state, CallForReaction("us"))
    attempt = Recover("ge", gun)
    if chief_at == "E2":
        assert "may not recover now (LHY 8.1)" in refusal(state, attempt)
        return
    assert attempt in legal(state, Recover)
    after = done(state, attempt, 3)
    assert chief in course(after).reacted_leaders
    assert not after.unit(gun).has("disrupted")


@proves("LHY-11.3.2")
@pytest.mark.parametrize("at_hexes", [(), ("C6", "C6"), ("C6", "B6", "D6")])
def test_11_3_2_small_arms_are_fired_at_one_hex_or_split_over_two(at_hexes: tuple[str, ...]) -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A10"), unit(FOE, "C6"))
    fire = FireSmallArms("us", SQUAD, tuple(map(at, at_hexes)))
    assert "small arms fire is at one hex, or split over two" in refusal(state, fire)


@proves("LHY-10.0.1")
@pytest.mark.parametrize(
    ("lined", "why"), [("C5-C4", "AFVs are the only vehicles that may cross a tree line"), ("", "")]
)
def test_10_0_1_the_refusal_says_what_bars_the_way_of_a_halftrack(lined: str, why: str) -> None:
    ground = board("\n".join([". . . . ."] * 6), tree_lines=lined)
    units = [unit(HALFTRACK, "C5"), unit(LEADER, "C5"), unit(FOE, "A1")]
    state = activated(*units, ground=ground, edition="series-3.1", far=())
    said = refusal(state, Maneuver("us", HALFTRACK, at("C4")))
    assert why in said
    assert bool(said) is bool(why)


@proves("LHY-4.1.14.1", "LHY-10.0c")
@pytest.mark.parametrize(("who", "section"), [("ge.fp.1", "4.1.14"), ("ge.pak40.3", "10.0c")])
def test_10_0_positions_never_move_and_guns_not_by_themselves(who: str, section: str) -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(who, "C4"), far=())
    state = done(done(state, Maneuver("us", SQUAD, at("C7"))), EndManeuver("us"))
    assert section in refusal(done(state, CallForReaction("us")), Maneuver("ge", who, at("C3")))


@proves("LHY-17.7b")
@pytest.mark.parametrize(("on_the_map", "may"), [("", True), ("ab", True), ("abc", False)])
def test_17_7b_a_squad_starts_deployed_only_where_two_sections_are_left_for_it(
    on_the_map: str, may: bool
) -> None:
    squad = "ge.1kp.1.squad.1"
    sections = [unit(f"ge.1kp.1.section.{letter}", "A1") for letter in on_the_map]
    sides = {"ge": {"setup_area": ["C2", "D2"]}}
    state = opened(FIELD, [unit(squad, None), *sections, unit(SQUAD, "C7"), unit(LEADER, "C7")], sides=sides)
    assert (refusal(state, PlaceUnit("ge", squad, at("C2"), deployed=True)) == "") is may


@proves("LHY-10.3.2.1", "LHY-10.3.2.3")
@pytest.mark.parametrize(
    ("condition", "shelled", "why"),
    [
        ("", False, ""),
        ("disrupted", False, "in no condition to deploy"),
        ("regrouping", False, "in no condition to deploy"),
        ("", True, "cannot maneuver"),
    ],
)
def test_10_3_2_who_cannot_maneuver_does_not_deploy(condition: str, shelled: bool, why: str) -> None:
    fires = [FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True, tubes=1)] if shelled else []
    squad = unit(SQUAD, "C8", *([condition] if condition else []))
    said = refusal(activated(squad, unit(LEADER, "A10"), unit(FOE, "H3"), fires=fires), Deploy("us", SQUAD))
    assert why in said
    assert bool(said) is bool(why)


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


@proves("LHY-11.3.3b", "LHY-11.5.4b")
@pytest.mark.parametrize(("edition", "value"), [("2019", 0), ("series-3.1", -1)])
def test_11_3_3b_a_fortified_position_is_suppressed_in_the_later_edition_only(
    edition: str, value: int
) -> None:
    fires = [FireMarker(1, FireKind.ATDRM, at("C4"), 0, against="ge", target="ge.fp.1")]
    units = [unit("ge.fp.1", "C4"), unit(SQUAD, "C8"), unit(LEADER, "A10")]
    state = activated(*units, fires=fires, edition=edition, far=())
    position = PLAY.position(state)
    assert -suppression(position, position.unit("ge.fp.1"), armour_only=True) == value
