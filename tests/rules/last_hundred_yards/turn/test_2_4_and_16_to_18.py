"""Chapters 2.4, 15 to 18: stacking, mines and wire, set-up, time, casualties and winning."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from rules.errors import BadInput, Unknown
from rules.game.chance.dice import ScriptedDice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.engine.play import Result
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.view import words_for
from rules.last_hundred_yards.book.conditions import CONCEALED, HEROIC, HIDDEN, SHOCKED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.clean_up import PlaceLeader, begin_clean_up, end_turn
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import RemoveExcess
from rules.last_hundred_yards.declarations.turn.time_lapse import LapseTime
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.effects.winning import (
    casualty_points,
    check_end,
    held_by,
    score_of,
    update_control,
)
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.terrain.cover import terrain_modifier
from rules.last_hundred_yards.questions.terrain.stacking import Room, overfull
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.order_events import PhaseBegan, TimeLapsed, TurnBegan
from rules.last_hundred_yards.state.events.unit_events import (
    LeaderLost,
    StepsLost,
    UnitChanged,
    UnitGone,
    UnitMoved,
)
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import FAR, at, course, done, legal, opened, refusal, seen, unit

FIELD = board("\n".join([". . . . . . . ."] * 8))
SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


def position_of(state: GameState) -> Position:
    return Position(state, PLAY._ground_of(state))


activated = partial(playing.activated, ground=FIELD, far=(unit("ge.2kp.1.leader", "H1"),))


@proves("LHY-2.4.1", "LHY-2.4.3", "LHY-2.4.2")
@pytest.mark.parametrize(
    ("units", "room"),
    [
        (
            ("us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.squad.3", "us.able.2.section.a"),
            Room.INFANTRY,
        ),
        (("us.mg.1", "us.mg.2", "us.mg.3"), Room.MG),
        (("us.able-tank.1.1", "us.able-tank.1.2", "us.m3.2"), Room.VEHICLE),
        (("us.gun57.1", "us.gun57.2"), Room.GUN),
        (("us.latw.1", "us.latw.2", "us.able.1.leader"), Room.OTHERS),
        (("us.able.1.squad.1", "us.able.1.squad.2", "us.able.2.section.a", "us.able.2.section.b"), None),
    ],
)
def test_2_4_what_a_hex_holds(units: tuple[str, ...], room: Room | None) -> None:
    state = opened(FIELD, [*(unit(one, "C4") for one in units), unit(FOE, "H1")])
    assert overfull(position_of(state), at("C4"), "us") == (frozenset({room}) if room else frozenset())


@proves("LHY-4.1.14.2")
def test_4_1_14_an_fp_takes_the_room_of_two_squads() -> None:
    units = [unit("ge.fp.1", "C4"), unit(FOE, "C4"), unit("ge.1kp.1.section.a", "C4"), unit(SQUAD, "A8")]
    assert overfull(position_of(opened(FIELD, units)), at("C4"), "ge") == {Room.INFANTRY}
    assert not overfull(position_of(opened(FIELD, units, edition="series-3.1")), at("C4"), "ge")


@proves("LHY-4.1.9g")
def test_4_1_9g_one_vehicle_in_an_urban_road_hex() -> None:
    town = board("\n".join([". . . ."] * 3 + [". . u ."] + [". . . ."] * 4), roads="C3 C4 C5")
    units = [unit(TANK, "C4"), unit("us.able-tank.1.2", "C4"), unit(FOE, "D1")]
    assert overfull(position_of(opened(town, units)), at("C4"), "us") == {Room.VEHICLE}


@proves("LHY-2.4.1.later")
@pytest.mark.parametrize(
    ("units", "too_much"),
    [
        (("us.latw.1", "us.latw.2", LEADER, "us.able.2.leader"), set()),
        (("us.latw.1", "us.latw.2", "us.latw.3", LEADER), {Room.LATW}),
        ((LEADER, "us.able.2.leader", "us.able.3.leader"), {Room.LEADER}),
        ((TANK, "us.able-tank.1.2"), set()),
        ((TANK, "us.able-tank.1.2", "us.able-tank.1.3"), {Room.VEHICLE}),
    ],
)
def test_2_4_the_later_edition_counts_leaders_and_latws_apart_and_lets_two_vehicles_into_a_street(
    units: tuple[str, ...], too_much: set[Room]
) -> None:
    town = board("\n".join([". . . ."] * 3 + [". . u ."] + [". . . ."] * 4), roads="C3 C4 C5")
    state = opened(town, [*(unit(one, "C4") for one in units), unit(FOE, "D1")], edition="series-3.1")
    assert overfull(position_of(state), at("C4"), "us") == too_much


@proves("LHY-2.4.1.later")
def test_2_4_in_the_later_edition_a_second_tank_drives_into_a_street_and_reach_knows_it() -> None:
    town = board("\n".join([". . . ."] * 3 + [". . u ."] + [". . . ."] * 4), roads="C3 C4 C5")
    units = (unit(TANK, "C5", "in_motion"), unit("us.able-tank.1.2", "C4"), unit(LEADER, "A8"))
    far = (unit("ge.1kp.1.leader", "D1"),)
    state = activated(*units, ground=town, far=far, platoon="able-tank.1", edition="series-3.1")
    assert at("C4") in {action.to for action in legal(state, Maneuver) if action.unit == TANK}
    state = PLAY.seen_by(state, "us")
    assert at("C4") in RULESET.reach(state, state.unit(TANK)).verdict.cost


@proves("LHY-2.4.4", "LHY-6.0.II.3d", "LHY-17.4b")
def test_2_4_4_the_excess_is_settled_at_the_end_of_the_cycle_and_counts() -> None:
    mgs = [unit("us.mg.1", "C5"), unit("us.mg.2", "C4"), unit("us.mg.3", "C4")]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "C5"), *mgs)
    state = done(done(state, Maneuver("us", "us.mg.1", at("C4"))), EndManeuver("us"))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert {action.unit for action in legal(state, RemoveExcess)} == {"us.mg.1", "us.mg.2", "us.mg.3"}
    state = done(state, RemoveExcess("us", "us.mg.2"))
    assert state.unit("us.mg.2").at is None
    assert course(state).losses == {"us": 1}


@proves("LHY-17.4b", "LHY-12.3.4.0")
def test_17_4_a_leader_over_the_limit_is_a_casualty_and_comes_back_as_any() -> None:
    crowd = [unit("us.able.2.leader", "C4"), unit("us.latw.1", "C4")]
    state = activated(unit(LEADER, "C5"), *crowd)
    state = done(done(state, Maneuver("us", LEADER, at("C4"))), EndManeuver("us"))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    after = done(state, RemoveExcess("us", LEADER))
    assert [(leader.unit, leader.back_at) for leader in course(after).away] == [(LEADER, 7)]
    assert not course(after).losses, "a leader is no combat unit"
    assert not course(done(state, RemoveExcess("us", "us.latw.1"))).away


@proves("LHY-16.1.1.1", "LHY-16.1.1a", "LHY-16.1.0c")
@pytest.mark.parametrize(("die", "lost"), [(9, 0), (10, 1)])
def test_16_1_mines_stop_men_and_cost_a_step_on_10(die: int, lost: int) -> None:
    state = activated(
        unit("us.mg.1", "C5"), unit(SQUAD, "C5"), unit(LEADER, "C5"), markers=[Marker("mines", at("C4"))]
    )
    after = done(state, Maneuver("us", "us.mg.1", at("C4")), die)
    assert course(after).moving is None
    assert course(after).losses.get("us", 0) == lost


@proves("LHY-16.1.1.4")
def test_16_1_1_each_vehicle_of_a_stack_throws_for_itself() -> None:
    other = "us.able-tank.1.2"
    state = activated(
        unit(TANK, "C5"), unit(other, "C5"), platoon="able-tank.1", markers=[Marker("mines", at("C4"))]
    )
    after = done(state, Maneuver("us", TANK, at("C4"), along=(other,)), 8, 9)
    assert [after.unit(name).has(SHOCKED) for name in (TANK, other)] == [False, True]


@proves("LHY-16.1.1b.1")
@pytest.mark.parametrize(("die", "shocked"), [(8, False), (9, True)])
def test_16_1_1b_mines_shock_afvs_on_9(die: int, shocked: bool) -> None:
    state = activated(unit(TANK, "C5"), platoon="able-tank.1", markers=[Marker("mines", at("C4"))])
    assert done(state, Maneuver("us", TANK, at("C4")), die).unit(TANK).has(SHOCKED) is shocked


@proves("LHY-16.1.2a.1", "LHY-16.1.0b.2")
@pytest.mark.parametrize(("die", "out"), [(5, True), (6, False)])
def test_16_1_2_a_way_out_of_the_mines_toward_the_enemy_on_5(die: int, out: bool) -> None:
    state = activated(
        unit(SQUAD, "C4"), unit(LEADER, "A8"), unit(FOE, "C2"), markers=[Marker("mines", at("C4"))]
    )
    assert "in mines or wire" in refusal(state, FireSmallArms("us", SQUAD, (at("C2"),)))
    after = done(state, Maneuver("us", SQUAD, at("C3")), die)
    assert (after.unit(SQUAD).at == at("C3")) is out
    assert SQUAD in course(after).acted


@proves("LHY-16.1.2a.2", "LHY-16.1.2a.3")
@pytest.mark.parametrize(("condition", "to"), [((), "C5"), ((HEROIC,), "C3")])
def test_16_1_2_no_die_is_thrown_back_from_the_enemy_edge_nor_for_a_hero(
    condition: tuple[str, ...], to: str
) -> None:
    state = activated(
        unit(SQUAD, "C4", *condition),
        unit(LEADER, "A8"),
        unit(FOE, "C1"),
        markers=[Marker("mines", at("C4"))],
    )
    assert done(state, Maneuver("us", SQUAD, at(to))).unit(SQUAD).at == at(to)


@proves("LHY-16.2a.heroic")
def test_16_2a_wire_neither_stops_nor_holds_a_hero() -> None:
    wire = [Marker("wire", at("C4"))]
    going = activated(unit(SQUAD, "C5", HEROIC), unit(LEADER, "A8"), unit(FOE, "C1"), markers=wire)
    state = done(going, Maneuver("us", SQUAD, at("C4")))
    assert course(state).moving is not None
    assert done(state, Maneuver("us", SQUAD, at("C3"))).unit(SQUAD).at == at("C3")


@proves("LHY-16.2a", "LHY-16.2a.die", "LHY-16.2.0", "LHY-16.2a.2")
def test_16_2_wire_stops_men_and_is_breached_on_5() -> None:
    wire = [Marker("wire", at("C4"))]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit("us.m3.2", "C5"), markers=wire)
    assert course(done(state, Maneuver("us", SQUAD, at("C4")))).moving is None
    assert "only foot units and AFVs" in refusal(state, Maneuver("us", "us.m3.2", at("C4")))
    inside = activated(unit(SQUAD, "C4"), unit(LEADER, "A8"), markers=wire)
    way_out = PLAY.chances(inside, Maneuver("us", SQUAD, at("C3")))
    assert "5 or less out of the wire (LHY 16.2" in str(way_out)
    assert not list(done(inside, Maneuver("us", SQUAD, at("C3")), 5).markers_at(at("C4"), "wire"))
    assert done(inside, Maneuver("us", SQUAD, at("C3")), 6).unit(SQUAD).at == at("C4")
    assert done(inside, Maneuver("us", SQUAD, at("C5"))).unit(SQUAD).at == at("C5"), "back without a die"


@proves("LHY-16.2a.die", "LHY-17.9.2b.1")
def test_16_2a_who_stays_in_the_wire_has_come_upon_nobody_who_is_hidden_beyond() -> None:
    hidden = unit("ge.1kp.1.squad.2", "C3", HIDDEN)
    units = unit(SQUAD, "C4"), unit(LEADER, "A8"), unit(FOE, "C1"), hidden
    state = activated(*units, markers=[Marker("wire", at("C4"))])
    after = done(state, Maneuver("us", SQUAD, at("C3")), 6)
    assert after.unit(hidden.id).has(HIDDEN)
    assert not course(after).arrows


@proves("LHY-16.2a.die")
@pytest.mark.parametrize(("die", "out"), [(5, True), (6, False)])
def test_16_2a_one_die_a_turn_is_for_all_the_men_in_the_wire(die: int, out: bool) -> None:
    second, third = "us.able.1.squad.2", "us.able.1.squad.3"
    men = [unit(SQUAD, "C4"), unit(second, "C4"), unit(third, "C4"), unit(LEADER, "A8"), unit(FOE, "C3")]
    state = activated(*men, markers=[Marker("wire", at("C4"))])
    together = done(state, Assault("us", (SQUAD, second), at("C3")), die)
    assert {together.unit(one).at == at("C3") for one in (SQUAD, second)} == {out}
    state = done(state, Maneuver("us", SQUAD, at("D3")), die)
    state = done(state, EndManeuver("us")) if out else state
    for later in (Maneuver("us", third, at("D3")), Assault("us", (third,), at("C3"))):
        held = "the wire in C4 holds all who are in it for this turn (LHY 16.2"
        assert (held in refusal(state, later)) is not out
    assert not refusal(state, Maneuver("us", third, at("C5"))), "back they go without a die"
    assert not course(TurnBegan(2).on(state)).held_in_wire


@proves("LHY-16.2a.2", "LHY-16.1.0b.1", "LHY-16.1.0b.2")
@pytest.mark.parametrize(("who", "fires"), [("ge.1kp.1.squad.1", True), ("ge.latw.1", True), ("ge.pak40.3", False)])  # fmt: skip
def test_16_2a_of_foot_in_wire_men_and_tank_hunters_fire_in_reaction(who: str, fires: bool) -> None:
    units = [unit(TANK, "C6"), unit(who, "C4"), unit("ge.1kp.1.leader", "C1")]
    state = activated(*units, platoon="able-tank.1", markers=[Marker("wire", at("C4"))])
    state = done(done(state, Maneuver("us", TANK, at("C5"))), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    fire = FireSmallArms("ge", who, (at("C5"),)) if "squad" in who else FireAntiTank("ge", who, (TANK,))
    assert ("in mines or wire" not in refusal(state, fire)) is fires


@proves("LHY-16.2b.2")
@pytest.mark.parametrize(("die", "shocked"), [(9, False), (10, True)])
def test_16_2b_an_afv_breaks_the_wire_it_leaves_unless_a_10_shocks_it(die: int, shocked: bool) -> None:
    state = activated(unit(TANK, "C4"), platoon="able-tank.1", markers=[Marker("wire", at("C4"))])
    after = done(state, Maneuver("us", TANK, at("C3")), die)
    assert after.unit(TANK).has(SHOCKED) is shocked
    assert bool(list(after.markers_at(at("C4"), "wire"))) is shocked


def set_up() -> GameState:
    units = [
        unit("ge.pak40.3", None),
        unit(FOE, None),
        unit("ge.dummy.1", None),
        unit(SQUAD, None),
        unit(LEADER, None),
    ]
    sides = {"us": {"setup_area": ["C7", "C8"]}, "ge": {"setup_area": ["C2", "D2", "E2"]}}
    return opened(board(". . . . . .\n. . w . . .\n" + "\n".join([". . . . . ."] * 6)), units, sides=sides)


@proves("LHY-17.7d", "LHY-17.9.1.1", "LHY-17.8.1b")
def test_17_7_the_defender_sets_up_first_concealed_and_hides_guns() -> None:
    state = set_up()
    assert PLAY.to_act(state) == "ge"
    assert "not in the set-up area" in refusal(state, PlaceUnit("ge", FOE, at("C7")))
    assert "guns and LATWs start hidden" in refusal(state, PlaceUnit("ge", FOE, at("C2"), hidden=True))
    assert "dummies start in woods" in refusal(state, PlaceUnit("ge", "ge.dummy.1", at("D2")))
    state = done(state, PlaceUnit("ge", "ge.pak40.3", at("E2"), hidden=True))
    assert state.unit("ge.pak40.3").has(HIDDEN)
    state = done(done(state, PlaceUnit("ge", FOE, at("D2"))), PlaceUnit("ge", "ge.dummy.1", at("C2")))
    assert state.unit(FOE).has(CONCEALED)
    assert PLAY.to_act(state) == "us"
    state = done(done(state, PlaceUnit("us", SQUAD, at("C7"))), PlaceUnit("us", LEADER, at("C7")))
    assert course(state).phase is Phase.INITIATIVE


@proves("LHY-17.7c.1.0", "LHY-17.7c.1.2", "LHY-17.7c.1.3")
@pytest.mark.parametrize("name", [FOE, "ge.1kp.1.leader", "ge.dummy.1", "ge.mg.1", "ge.pak40.3"])
def test_17_7c_the_defenders_men_may_start_in_an_ip_of_their_own(name: str) -> None:
    units = [
        *(unit(one, None) for one in {name, FOE}),
        replace(unit("ge.fp.1", "D2"), facing_deg=180.0),
        unit(SQUAD, "C7"),
    ]
    sides = {"us": {"setup_area": ["C7"]}, "ge": {"setup_area": ["C1", "D2", "E2", "F2"]}}
    ground = board(". . w . . .\n. . . w s .\n" + "\n".join([". . . . . ."] * 6))
    later = opened(ground, units, sides=sides, edition="series-3.1")
    dig = PlaceUnit("ge", name, at("C1"), dug_in=True)
    assert dig in PLAY.legal_actions(later)
    after = done(later, dig)
    assert [(mark.kind, mark.at) for mark in after.markers] == [("improved_position", at("C1"))]
    assert after.unit(name).at == at("C1")
    for other, why in (("E2", "a house"), ("D2", "an FP")):
        assert "room for no improved position" in refusal(later, replace(dig, at=at(other))), why
    if name != FOE:
        assert "room for no" in refusal(after, PlaceUnit("ge", FOE, at("C1"), dug_in=True)), "one lies there"
    assert "only the mission" in refusal(opened(ground, units, sides=sides), dig)


@proves("LHY-17.9.1.4", "LHY-17.7c.1.0")
def test_17_9_1_4_an_improved_position_dug_for_a_hidden_unit_is_secret_till_somebody_is_seen_there() -> None:
    gun, second = "ge.pak40.3", "ge.1kp.1.squad.1"
    units = [unit(gun, None), unit(second, None), unit("ge.1kp.2.leader", None), unit(SQUAD, "C7")]
    sides = {"us": {"setup_area": ["C7"]}, "ge": {"setup_area": ["C1", "D2"]}}
    state = opened(board("\n".join([". . . . . ."] * 8)), units, sides=sides, edition="series-3.1")
    events, state = carry_out(
        PLAY, state, PlaceUnit("ge", gun, at("C1"), hidden=True, dug_in=True), ScriptedDice([])
    )
    for side in ("ge", "us"):
        assert ("improved position in C1" in {words_for(side, event) for event in events}) is (side == "ge")
    assert seen(state, "ge").is_marked("improved_position", at("C1"))
    assert not seen(state, "us").is_marked("improved_position", at("C1"))
    away = done(state, PlaceUnit("ge", second, at("D2"), dug_in=True))
    assert not seen(away, "us").is_marked("improved_position", at("C1"))
    assert seen(away, "us").is_marked("improved_position", at("D2"))
    beside = done(state, PlaceUnit("ge", second, at("C1")))
    found = PLAY.after_event(UnitChanged(gun, gained=("concealed",), lost=("hidden",)).on(away), away)
    for known in (beside, found):
        assert seen(known, "us").is_marked("improved_position", at("C1"))


@proves("LHY-17.7c.1.0", "LHY-17.7c.1.1")
@pytest.mark.parametrize(
    ("name", "why"),
    [("ge.latw.1", "no LATW"), ("ge.stug.1", "only men and guns"), (SQUAD, "only the defender")],
)
def test_17_7c_no_latw_vehicle_or_attacker_digs_in(name: str, why: str) -> None:
    side = name[:2]
    sides = {"us": {"setup_area": ["C7"]}, "ge": {"setup_area": ["C1"] if side == "ge" else []}}
    ground, units = (
        board("\n".join([". . . ."] * 8)),
        [unit(name, None), unit(LEADER, "D8"), unit("ge.1kp.2.leader", "D1")],
    )
    state = opened(ground, units, sides=sides, edition="series-3.1")
    place = at("C1" if side == "ge" else "C7")
    assert why in refusal(state, PlaceUnit(side, name, place, dug_in=True))
    assert refusal(state, PlaceUnit(side, name, place)) == ""


@proves("LHY-17.7b")
def test_17_7b_one_squad_of_each_platoon_may_start_deployed() -> None:
    other = "ge.1kp.1.squad.2"
    sides = {"us": {"setup_area": ["C7"]}, "ge": {"setup_area": ["C2", "D2"]}}
    units = [unit(FOE, None), unit(other, None), unit("ge.mg.1", None), unit(SQUAD, None), unit(LEADER, "C7")]
    state = opened(board("\n".join([". . . . . ."] * 8)), units, sides=sides)
    assert "only squads" in refusal(state, PlaceUnit("ge", "ge.mg.1", at("C2"), deployed=True))
    state = carry_out(PLAY, state, PlaceUnit("ge", FOE, at("C2"), deployed=True), SeededDice(1))[1]
    sections = [one for one in state.units.values() if ".section." in one.type and one.at == at("C2")]
    assert len(sections) == 2
    assert all(section.has(CONCEALED) for section in sections)
    assert state.unit(FOE).at is None
    assert "has already deployed a squad" in refusal(state, PlaceUnit("ge", other, at("D2"), deployed=True))
    state = done(done(state, PlaceUnit("ge", other, at("D2"))), PlaceUnit("ge", "ge.mg.1", at("D2")))
    assert PLAY.to_act(state) == "us", "the squad that deployed does not wait to be set up"


@proves("LHY-5.0.VI", "LHY-0.9", "LHY-17.3")
@pytest.mark.parametrize(("die", "minutes"), [(1, 2), (3, 3), (6, 4), (10, 5)])
def test_5_0_vi_two_to_five_minutes_go_by(die: int, minutes: int) -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C1")]
    state = PhaseBegan(Phase.TIME).on(done(opened(FIELD, units), RollInitiative("us"), 9, 2))
    after = done(state, LapseTime("us"), die)
    assert course(after).minutes == minutes
    assert course(after).turn == 2


@proves("LHY-18.2b", "LHY-17.4")
@pytest.mark.parametrize(("box", "points"), [(0, 0), (1, 4), (2, 6), (3, 9), (4, 12), (-1, -4)])
def test_18_2_casualty_points(box: int, points: int) -> None:
    assert casualty_points(box) == points


GOAL = {"name": "The hill", "hexes": ["C4", "C5"], "points": 5, "held_by": "ge"}


def ending(*units: Unit, **options: Any) -> Resolution:
    state = opened(
        FIELD, [*units, unit(LEADER, "A8"), unit("ge.2kp.1.leader", "H1")], objectives=[GOAL], **options
    )
    return PLAY.resolution(state, ScriptedDice([]))


@proves("LHY-18.2", "LHY-18.1.1a", "LHY-18.1.2", "LHY-18.1.3a", "LHY-18.1.3c")
def test_18_1_the_last_foot_combat_unit_controls_an_objective() -> None:
    taken = ending(unit(SQUAD, "C4"))
    update_control(taken)
    assert taken.course.holder("The hill") == "us"
    assert score_of(taken.position).total == -5
    both = ending(unit(SQUAD, "C4"), unit(FOE, "C5"))
    update_control(both)
    assert both.course.holder("The hill") == "ge"
    assert held_by(both.position, both.position.mission.objectives[0]) is None, (
        "where both stand nobody controls"
    )
    assert score_of(both.position).total == 0
    hidden = ending(unit(SQUAD, "C4", HIDDEN))
    update_control(hidden)
    assert hidden.course.holder("The hill") == "ge", "nobody knows that they are there"
    tank = ending(unit(TANK, "C4"))
    update_control(tank)
    assert score_of(tank.position).total == -5, "a vehicle controls while it stands there"
    tank.happen(UnitMoved(TANK, at("C4"), at("C3")))
    update_control(tank)
    assert score_of(tank.position).total == 0, "and no longer"


@proves("LHY-18.1.3a", "LHY-18.1.3c")
@pytest.mark.parametrize(
    ("other", "holder"),
    [
        (unit("ge.1kp.1.leader", "C5"), None),
        (unit("ge.latw.1", "C5"), None),
        (unit("ge.truck.1", "C5"), None),
        (unit("ge.dummy.1", "C5", CONCEALED), "us"),
        (unit("ge.stug.1", "C5", HIDDEN), "us"),
        (unit("ge.stug.1", "C5"), None),
    ],
)
def test_18_1_3_all_units_of_the_other_side_that_are_seen_contest_an_objective(
    other: Unit, holder: str | None
) -> None:
    taken = ending(unit(SQUAD, "C4"), other)
    update_control(taken)
    assert held_by(taken.position, taken.position.mission.objectives[0]) == holder


@proves("LHY-18.1.2")
@pytest.mark.parametrize(
    ("name", "holder"), [(TANK, "us"), ("us.m3.2", "us"), ("us.truck.1", "ge"), (LEADER, "ge")]
)
def test_18_1_2_no_truck_and_no_leader_takes_an_objective(name: str, holder: str) -> None:
    """The Germans held it before; a truck with no gun is neither an AFV, a fighting vehicle nor a halftrack."""
    taken = ending(unit(name, "C4"))
    update_control(taken)
    assert held_by(taken.position, taken.position.mission.objectives[0]) == holder


@proves("LHY-18.1.1b", "LHY-18.1.1c")
@pytest.mark.parametrize(
    ("area", "given", "holder"),
    [
        ({"setup_area": ["C4", "C5", "C6"]}, {}, "us"),
        ({"setup_area": ["C4", "C5"]}, {}, "us"),
        ({"setup_area": ["C5", "C6"]}, {}, "ge"),
        ({"entry_hexes": ["C8"]}, {}, "ge"),
        ({"setup_area": ["C4", "C5"]}, {"held_by": "ge"}, "ge"),
    ],
    ids=["all of it and more", "all of it", "a part", "from off the map", "the mission says so"],
)
def test_18_1_1_an_objective_in_a_set_up_area_begins_with_its_side(
    area: dict[str, list[str]], given: dict[str, str], holder: str
) -> None:
    goal = {"name": "The hill", "hexes": ["C4", "C5"], "points": 5, **given}
    state = opened(FIELD, [unit(LEADER, "A8"), unit(FOE, "H1")], objectives=[goal], sides={"us": area})
    resolution = PLAY.resolution(state, ScriptedDice([]))
    assert resolution.course.holder("The hill") == holder
    assert score_of(resolution.position).total == 0, "nobody has gained it"


@proves("LHY-18.1.1a")
def test_18_1_1_men_who_pass_through_an_objective_control_it() -> None:
    state = activated(unit(SQUAD, "C3"), unit(LEADER, "A8"), objectives=[GOAL])
    state = done(done(state, Maneuver("us", SQUAD, at("C4"))), Maneuver("us", SQUAD, at("D4")))
    assert course(state).holder("The hill") == "us"


@proves("LHY-18.2")
def test_18_2_minutes_and_casualties_make_the_score() -> None:
    resolution = ending()
    resolution.happen(TimeLapsed(30))
    resolution.happen(StepsLost("us", 3))
    assert score_of(resolution.position).total == 39


@proves("LHY-17.5a", "LHY-17.5b", "LHY-18.0b")
@pytest.mark.parametrize(
    ("limit", "lost", "over"), [(2, 2, False), (2, 3, True), (9, 9, False), (9, 10, True)]
)
def test_17_5_a_limit_of_2_is_exceeded_by_3(limit: int, lost: int, over: bool) -> None:
    resolution = ending(sides={"us": {"casualty_limit": limit}})
    resolution.happen(StepsLost("us", lost))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "ge") is over


@proves("LHY-17.5a", "LHY-18.0b")
@pytest.mark.parametrize(("us", "ge", "over"), [(0, 2, False), (0, 3, True), (1, 3, False), (3, 0, False)])
def test_17_5_a_limit_of_the_defender_is_exceeded_by_what_he_has_lost_more(
    us: int, ge: int, over: bool
) -> None:
    resolution = ending(attacker="us", sides={"us": {"casualty_limit": 9}, "ge": {"casualty_limit": 2}})
    resolution.happen(StepsLost("us", us), StepsLost("ge", ge))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "us") is over


@proves("LHY-18.0a", "LHY-18.3", "LHY-17.8.1.2")
@pytest.mark.parametrize(
    ("left", "winner", "why"),
    [
        (FAR, None, ""),
        (
            (FAR[1], unit("ge.dummy.1", "B2", "concealed")),
            "us",
            "us wins: no enemy is left in play (LHY 18.0, OUR 199, inferred)",
        ),
        (FAR[:1], "ge", "ge wins: no enemy is left in play (LHY 18.0, OUR 199, inferred)"),
        (FAR[1:], "us", "us wins: no enemy is left in play (LHY 18.0, OUR 199, inferred)"),
        ((), "ge", "final score 0: ge wins"),
    ],
)
def test_18_0_a_side_with_nobody_in_play_loses_and_of_two_the_final_score_tells(
    left: tuple[Unit, ...], winner: str | None, why: str
) -> None:
    resolution = PLAY.resolution(opened(playing.FIELD, left), ScriptedDice([]))
    assert check_end(resolution) is bool(why)
    assert PLAY.result(resolution.state) == (Result(winner, why) if why else None)


@proves("LHY-18.0c", "LHY-18.3")
@pytest.mark.parametrize(
    ("german_steps", "score", "winner"),
    [(0, 60, "us"), (-1, 64, "us"), (5, 45, None), (6, 42, None), (9, 33, "ge")],
)
def test_18_3_at_the_end_of_the_time_the_band_decides(
    german_steps: int, score: int, winner: str | None
) -> None:
    # The Americans attack and have lost nothing; each German step takes Casualty Points off: 5 are 15, 6 are 18, 9 are 27; up to 45 is a draw.
    resolution = ending(attacker="us")
    resolution.happen(TimeLapsed(60))
    resolution.happen(StepsLost("ge", german_steps))
    assert score_of(resolution.position).total == score
    assert check_end(resolution)
    assert resolution.course.ended is not None
    assert resolution.course.ended[0] == winner


@proves("LHY-18.2", "LHY-18.2b")
def test_18_3_example_42_minutes_and_the_third_box_of_the_attacker_are_51() -> None:
    resolution = ending(attacker="us")
    resolution.happen(TimeLapsed(42), StepsLost("us", 3))
    assert score_of(resolution.position).total == 42 + 9


@proves("LHY-18.2b")
@pytest.mark.parametrize(
    ("german_steps", "said"),
    [
        (3, "final score 51: us wins"),
        (4, "final score 48 (LHY 18.2, OUR 63, house value): us wins"),
        (5, "final score 45 (LHY 18.2, OUR 63, house value): a draw"),
    ],
)
def test_18_2b_points_beyond_the_boxes_that_are_printed_are_told_as_a_house_value(
    german_steps: int, said: str
) -> None:
    resolution = ending(attacker="us")
    resolution.happen(TimeLapsed(60), StepsLost("ge", german_steps))
    assert check_end(resolution)
    assert resolution.course.ended is not None
    assert resolution.course.ended[1] == said


@proves("LHY-18.0c", "LHY-18.3")
@pytest.mark.parametrize(
    ("bands", "minutes", "over"),
    [
        ([(35, "ge"), (45, None), (None, "us")], 45, False),
        ([(35, "ge"), (45, None), (None, "us")], 46, True),
        ([(None, None)], 46, False),  # no score is listed that could be exceeded
        ([(None, None)], 60, True),
    ],
)
def test_18_0_a_score_above_the_highest_listed_ends_the_game_before_its_time(
    bands: list[tuple[int | None, str | None]], minutes: int, over: bool
) -> None:
    listed = [{"winner": winner, **({} if up_to is None else {"up_to": up_to})} for up_to, winner in bands]
    resolution = ending(victory=listed)
    resolution.happen(TimeLapsed(minutes))
    assert check_end(resolution) is over


@proves("LHY-12.3.4.1a", "LHY-5.0.VII.2")
def test_12_3_4_1_a_lost_leader_comes_back_with_his_platoon() -> None:
    resolution = ending(unit("us.able.2.squad.1", "C6"), unit("us.able.2.leader", "C6"))
    resolution.happen(LeaderLost("us.able.2.leader"))
    resolution.happen(UnitGone("us.able.2.leader", "is lost"))
    begin_clean_up(resolution)
    assert not resolution.course.decisions, "not before seven minutes"
    resolution.happen(TimeLapsed(7))
    begin_clean_up(resolution)
    assert legal(resolution.state, PlaceLeader) == [PlaceLeader("us", "us.able.2.leader", at("C6"))]
    with pytest.raises(Unknown, match="no fallen leader"):
        PLAY.legal_actions(playing.seen(resolution.state, "ge").state)
    after = done(resolution.state, PlaceLeader("us", "us.able.2.leader", at("C6")))
    assert after.unit("us.able.2.leader").has(CONCEALED)
    assert not course(after).away


@proves("LHY-12.3.4.1a")
@pytest.mark.parametrize(
    ("mine", "gun", "his"),
    [((HIDDEN,), (), HIDDEN), ((CONCEALED,), (), CONCEALED), ((), (HIDDEN,), HIDDEN), ((), (), CONCEALED)],
)
def test_12_3_4_1_he_lies_hidden_with_whoever_is_hidden_in_the_hex(
    mine: tuple[str, ...], gun: tuple[str, ...], his: str
) -> None:
    resolution = ending(
        unit("us.able.2.squad.1", "C6", *mine), unit("us.gun57.1", "C6", *gun), unit("us.able.2.leader", "C6")
    )
    resolution.happen(LeaderLost("us.able.2.leader"))
    resolution.happen(UnitGone("us.able.2.leader", "is lost"))
    resolution.happen(TimeLapsed(7))
    begin_clean_up(resolution)
    after = done(resolution.state, PlaceLeader("us", "us.able.2.leader", at("C6")))
    assert after.unit("us.able.2.leader").conditions == {his}


@proves("LHY-5.0.VII.1", "LHY-5.0.VII.5", "LHY-5.0.VII.6")
def test_5_0_vii_idle_vehicles_stop_and_counters_are_fresh_again() -> None:
    resolution = ending(unit(TANK, "C4", "in_motion"), unit(SQUAD, "C5"))
    begin_clean_up(resolution)
    assert [str(event) for event in resolution.events] == [f"{TANK} is no longer in motion"]
    assert not resolution.state.unit(TANK).has("in_motion")
    end_turn(resolution)
    assert resolution.course.turn == 2
    assert not resolution.course.acted


@proves("LHY-5.0.VII.1", "LHY-5.0.VII.4", "LHY-5.0.VI")
def test_5_0_vii_clean_up_follows_the_time_lapse_step_by_step() -> None:
    units = unit(TANK, "C4", "in_motion"), unit(LEADER, "C7"), unit(FOE, "C1")
    state = done(opened(FIELD, units), RollInitiative("us"), 9, 2)
    after = done(PhaseBegan(Phase.TIME).on(state), LapseTime("us"), 3)
    assert course(after).turn == 2
    assert not after.unit(TANK).has("in_motion")


@proves("LHY-0.16", "LHY-2.3.2")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"edition": "2020"}, "no edition named '2020'"),
        ({"attacker": "ru"}, "options.attacker"),
        ({"minutes": "long"}, "options.minutes"),
        ({"victory": []}, "options.victory"),
        ({"switches": {"combined_assault": 1}}, "switches.combined_assault"),
        ({"switches": {"nothing": True}}, "no switch named 'nothing'"),
        ({"weather": "fine"}, "options.weather"),
        ({"objectives": [{"hexes": ["Z99"], "points": 1}]}, "Z99"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises((BadInput, Unknown), match=message):
        opened(FIELD, [unit(SQUAD, "C7"), unit(FOE, "C1")], **options)


@proves("LHY-0.16", "LHY-2.3.2")
def test_2_3_a_mission_has_two_sides() -> None:
    state = opened(FIELD, [unit(SQUAD, "C7"), unit(FOE, "C1")])
    with pytest.raises(BadInput, match="is not two sides"):
        PLAY.opening(GameState(FIELD, state.units, (), ("us", "ge", "uk")), {})


@proves("LHY-0.16", "LHY-2.3.2")
def test_17_what_a_mission_says_nothing_of() -> None:
    """No modifiers, no casualty limit that is ever reached, the year 1944, daylight, and every edge open but the enemy's."""
    mission = course(opened(FIELD, [unit(SQUAD, "C7"), unit(FOE, "C1")])).mission
    assert (mission.after_september_1943, mission.lights, mission.skin_in_the_game) == (True, (), False)
    assert (mission.points_to_win, mission.objectives, mission.mortars, mission.sectors) == (None, (), (), ())
    for side in mission.sides:
        assert (side.initiative_drm, side.coordination_drm, side.promotion_points) == (0, 0, 0)
        assert (side.setup_area, side.entry_hexes, side.entering, side.may_exit) == ((), (), (), ())
        assert side.casualty_limit == 99
    goal = {"hexes": ["C4"], "points": 3}
    one = course(opened(FIELD, [unit(SQUAD, "C7"), unit(FOE, "C1")], objectives=[goal])).mission.objectives[0]
    assert (one.name, one.points, one.held_by) == ("C4", 3, "ge"), (
        "the defender holds what nobody is said to hold"
    )


def test_house_values_are_replaced_by_a_players_own() -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C1")]
    house = {"time_lapse_minutes": [5] * 10, "fate_sniper_die": 0, "casualty_points_a_box": 4}
    state = opened(FIELD, units, house=house)
    state = PhaseBegan(Phase.TIME).on(done(state, RollInitiative("us"), 9, 10, 1))
    assert course(done(state, LapseTime("us"), 1)).minutes == 5
    assert casualty_points(4, a_box=4) == 13
    for wrong in ({"time_lapse_minutes": [1, 2]}, {"mortar_platoon": [1, 2, 3, "x"]}, {"fate_medic_die": 11}):
        with pytest.raises(BadInput, match=f"house.{next(iter(wrong))}"):
            opened(FIELD, units, house=wrong)


@proves("LHY-15.b.2")
@pytest.mark.parametrize(("die", "back"), [(4, True), (5, False)])
def test_15_b_a_medic_brings_a_lost_step_back(die: int, back: bool) -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C1")]
    state = StepsLost("us", 2).on(opened(FIELD, units))
    picks = (1, 1) if back else ()
    after = done(state, RollInitiative("us"), 10, 2, die, *picks)
    assert course(after).losses["us"] == (1 if back else 2)
    assert ("us.able.1.section.a" in after.units) is back


@proves("LHY-4.1.13.5", "LHY-16.0a", "LHY-16.0b", "LHY-17.7c.1.3")
def test_what_markers_may_not_share_a_hex() -> None:
    wet = board("\n".join([". . . ."] * 4), rivers="B1 B2 B3 B4")
    units = [unit("ge.fp.1", "A1"), unit(FOE, "A2"), unit(SQUAD, "D4")]
    for kind, label in (("improved_position", "A1"), ("mines", "A1"), ("wire", "B2")):
        with pytest.raises(BadInput, match=f"markers.{kind}: '{label}'"):
            opened(wet, units, markers=[Marker(kind, at(label))])
    for pair in (("wire", "mines"), ("wire", "wire"), ("improved_position", "improved_position")):
        with pytest.raises(BadInput, match=f"markers.{pair[0]}: 'C2'"):
            opened(wet, units, markers=[Marker(kind, at("C2")) for kind in pair])


@proves("LHY-17.7c.1.2")
@pytest.mark.parametrize("building", "bsu")
def test_17_7c_no_improved_position_lies_in_a_building_hex(building: str) -> None:
    town = board(f". . .\n. {building} .\n. . .")
    with pytest.raises(BadInput, match=r"markers.improved_position: 'B2'"):
        opened(town, [unit(FOE, "A1"), unit(SQUAD, "C3")], markers=[Marker("improved_position", at("B2"))])


@proves("LHY-16.0c")
def test_16_0_mines_and_wire_give_no_tem() -> None:
    obstacles = [Marker("mines", at("C4")), Marker("wire", at("D4"))]
    position = position_of(opened(FIELD, [unit(SQUAD, "C4"), unit(FOE, "C1")], markers=obstacles))
    for label in ("C4", "D4"):
        for mortar in (False, True):
            assert terrain_modifier(position, at(label), "us", mortar=mortar, from_hex=at("C1")).value == 0


@proves("LHY-17.7g", "LHY-5.0.I.6")
def test_17_7g_mortars_start_available_and_the_side_with_the_initiative_is_kept() -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C1")]
    state = opened(FIELD, units, mortars=[{"id": "81mm", "side": "us", "kind": "81mm"}])
    assert [mortar.place for mortar in course(state).mortars] == ["available"]
    assert course(done(state, RollInitiative("us"), 9, 2)).last_initiative == "us"


def test_units_that_cannot_be_are_named() -> None:
    foe = unit(FOE, "C1")
    with pytest.raises(
        BadInput, match=r"unit us\.able\.1\.squad\.1\.conditions: 'asleep' is not one of concealed"
    ):
        opened(FIELD, [unit(SQUAD, "C7", "asleep"), foe])
    with pytest.raises(Unknown, match=r"no unit type named 'us\.panther\.1'"):
        opened(FIELD, [unit("us.panther.1", "C7"), foe])
