"""16.0 and 17.7: where and how units set up, and the mission options that are refused."""

from dataclasses import replace
from typing import Any

import pytest

from maps.library import scenario
from rules.errors import BadInput, Unknown
from rules.game.chance.dice import ScriptedDice, SeededDice
from rules.game.engine.carrying_out import carry_out
from rules.game.state import GameState
from rules.game.units import Marker
from rules.game.view import line_heard_by
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.turn.clean_up import LapseTime
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.winning import casualty_points
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET, LastHundredYards
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import UnitChanged
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    SMALL_FIELD,
    at,
    course,
    done,
    legal,
    opened,
    position_seen_by,
    refusal,
    unit,
)

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
FORD_AT_A3 = open_ground(5, 5, rivers="A3 B2 C3 D2 E3", hexes={"A3": {Terrain.FORD}})
"""A river from west to east, with a ford at A3."""


@proves("LHY-17.7c.2")
def test_17_7c_no_unit_starts_in_a_river_except_at_a_ford() -> None:
    sides = {"us": {"setup_area": ["A3", "C3", "C4"]}}
    state = opened(FORD_AT_A3, [unit(SQUAD, None), unit(FOE, "C1")], sides=sides)
    assert {str(action.at) for action in legal(state, PlaceUnit)} == {"A3", "C4"}
    assert "no unit may start in a river" in refusal(state, PlaceUnit("us", SQUAD, at("C3")))


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


@proves("LHY-16.0a", "LHY-4.1.13.5")
@pytest.mark.parametrize(
    ("laid", "refused"),
    [
        ("mines@C5 wire@C6 improved_position@C7", ""),
        ("mines@C5 wire@C5", "mines"),
        ("mines@C5 improved_position@C5", "mines"),
        ("wire@C5 improved_position@C5", "wire"),
        ("mines@C5 smoke@C5", ""),
        ("mines@C4", "mines"),  # the fortified position
        ("improved_position@C4", "improved_position"),
        ("smoke@C4", ""),
    ],
)
def test_16_0_mines_wire_and_positions_lie_each_in_a_hex_of_its_own(laid: str, refused: str) -> None:
    marks = [Marker(kind, at(place)) for kind, _, place in (one.partition("@") for one in laid.split())]
    units = [unit("ge.fp.1", "C4"), unit("us.able.1.leader", "A10")]
    if not refused:
        opened(FIELD, units, markers=marks)
        return
    with pytest.raises(BadInput, match=rf"markers\.{refused}: 'C\d'"):
        opened(FIELD, units, markers=marks)


@proves("LHY-16.0a")
def test_16_0_smoke_may_lie_where_no_mines_may() -> None:
    wet = open_ground(4, 4, rivers="A2 B1 C2 D1")
    units = [unit(LEADER, "A4"), unit(FOE, "C1")]
    assert opened(wet, units, markers=[Marker("smoke", at("A2"))])
    with pytest.raises(BadInput, match=r"markers\.mines.*dry hex"):
        opened(wet, units, markers=[Marker("mines", at("A2"))])


@proves("LHY-4.1.6c", "LHY-17.7a")
@pytest.mark.parametrize(
    ("who", "may"), [(SQUAD, True), ("us.gun57.1", False), (TANK, False), ("us.mg.1", True)]
)
def test_4_1_6_vehicles_and_guns_are_not_set_up_in_town(who: str, may: bool) -> None:
    town = open_ground(4, 4, {"C3": "u"})
    sides = {"us": {"setup_area": ["C3", "C4"]}}
    state = opened(town, [unit(who, None), unit(LEADER, "A4"), unit(FOE, "C1")], sides=sides)
    assert ("cannot stand in urban buildings" not in refusal(state, PlaceUnit("us", who, at("C3")))) is may


def set_up() -> GameState:
    units = [
        unit("ge.pak40.3", None),
        unit(FOE, None),
        unit("ge.dummy.1", None),
        unit(SQUAD, None),
        unit(LEADER, None),
    ]
    sides = {"us": {"setup_area": ["C7", "C8"]}, "ge": {"setup_area": ["C2", "D2", "E2"]}}
    return opened(open_ground(6, 8, {"C2": "w"}), units, sides=sides)


@proves("LHY-17.7d", "LHY-17.9.1.1", "LHY-17.8.1b")
def test_17_7_the_defender_sets_up_first_concealed_and_hides_guns() -> None:
    state = set_up()
    assert PLAY.to_act(state) == "ge"
    assert "not in the set-up area" in refusal(state, PlaceUnit("ge", FOE, at("C7")))
    assert "guns and LATWs start hidden" in refusal(state, PlaceUnit("ge", FOE, at("C2"), hidden=True))
    assert "dummies start in woods" in refusal(state, PlaceUnit("ge", "ge.dummy.1", at("D2")))
    state = done(state, PlaceUnit("ge", "ge.pak40.3", at("E2"), hidden=True))
    assert state.unit("ge.pak40.3").has(HIDDEN)
    state = done(state, PlaceUnit("ge", FOE, at("D2")), PlaceUnit("ge", "ge.dummy.1", at("C2")))
    assert state.unit(FOE).has(CONCEALED)
    assert PLAY.to_act(state) == "us"
    state = done(state, PlaceUnit("us", SQUAD, at("C7")), PlaceUnit("us", LEADER, at("C7")))
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
    ground = open_ground(6, 8, {"C1": "w", "D2": "w", "E2": "s"})
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
def test_17_9_1_4_an_improved_position_of_a_hidden_unit_is_secret_until_a_unit_is_seen_there() -> None:
    gun, second = "ge.pak40.3", "ge.1kp.1.squad.1"
    units = [unit(gun, None), unit(second, None), unit("ge.1kp.2.leader", None), unit(SQUAD, "C7")]
    sides = {"us": {"setup_area": ["C7"]}, "ge": {"setup_area": ["C1", "D2"]}}
    state = opened(open_ground(6, 8), units, sides=sides, edition="series-3.1")
    events, state = carry_out(
        PLAY, state, PlaceUnit("ge", gun, at("C1"), hidden=True, dug_in=True), ScriptedDice([])
    )
    for side in ("ge", "us"):
        assert ("improved position in C1" in {line_heard_by(side, event) for event in events}) is (
            side == "ge"
        )
    assert position_seen_by(state, "ge").is_marked("improved_position", at("C1"))
    assert not position_seen_by(state, "us").is_marked("improved_position", at("C1"))
    away = done(state, PlaceUnit("ge", second, at("D2"), dug_in=True))
    assert not position_seen_by(away, "us").is_marked("improved_position", at("C1"))
    assert position_seen_by(away, "us").is_marked("improved_position", at("D2"))
    beside = done(state, PlaceUnit("ge", second, at("C1")))
    found = PLAY.after_event(UnitChanged(gun, gained=("concealed",), lost=("hidden",)).on(away), away)
    for known in (beside, found):
        assert position_seen_by(known, "us").is_marked("improved_position", at("C1"))


@proves("LHY-17.7c.1.0", "LHY-17.7c.1.1")
@pytest.mark.parametrize(
    ("name", "why"),
    [("ge.latw.1", "no LATW"), ("ge.stug.1", "only men and guns"), (SQUAD, "only the defender")],
)
def test_17_7c_no_latw_vehicle_or_attacker_digs_in(name: str, why: str) -> None:
    side = name[:2]
    sides = {"us": {"setup_area": ["C7"]}, "ge": {"setup_area": ["C1"] if side == "ge" else []}}
    ground, units = (
        open_ground(4, 8),
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
    state = opened(open_ground(6, 8), units, sides=sides)
    assert "only squads" in refusal(state, PlaceUnit("ge", "ge.mg.1", at("C2"), deployed=True))
    state = carry_out(PLAY, state, PlaceUnit("ge", FOE, at("C2"), deployed=True), SeededDice(1))[1]
    sections = [one for one in state.units.values() if ".section." in one.type and one.at == at("C2")]
    assert len(sections) == 2
    assert all(section.has(CONCEALED) for section in sections)
    assert state.unit(FOE).at is None
    assert "has already deployed a squad" in refusal(state, PlaceUnit("ge", other, at("D2"), deployed=True))
    state = done(state, PlaceUnit("ge", other, at("D2")), PlaceUnit("ge", "ge.mg.1", at("D2")))
    assert PLAY.to_act(state) == "us", "the squad that deployed does not wait to be set up"


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
        opened(SMALL_FIELD, [unit(SQUAD, "C7"), unit(FOE, "C1")], **options)


@proves("LHY-0.16", "LHY-2.3.2")
def test_2_3_a_mission_has_two_sides() -> None:
    state = opened(SMALL_FIELD, [unit(SQUAD, "C7"), unit(FOE, "C1")])
    with pytest.raises(BadInput, match="is not two sides"):
        RULESET.opening(GameState(SMALL_FIELD, state.units, (), ("us", "ge", "uk")), {})


@proves("LHY-0.16", "LHY-2.3.2")
def test_17_defaults_of_a_mission() -> None:
    """No modifiers, no casualty limit that is ever reached, the year 1944, daylight, and every edge open but the enemy's."""
    mission = course(opened(SMALL_FIELD, [unit(SQUAD, "C7"), unit(FOE, "C1")])).mission
    assert (mission.after_september_1943, mission.lights, mission.skin_in_the_game) == (True, (), False)
    assert (mission.points_to_win, mission.objectives, mission.mortars, mission.sectors) == (None, (), (), ())
    for side in mission.sides:
        assert (side.initiative_drm, side.coordination_drm, side.promotion_points) == (0, 0, 0)
        assert (side.setup_area, side.entry_hexes, side.entering, side.may_exit) == ((), (), (), ())
        assert side.casualty_limit == 99
    goal = {"hexes": ["C4"], "points": 3}
    one = course(
        opened(SMALL_FIELD, [unit(SQUAD, "C7"), unit(FOE, "C1")], objectives=[goal])
    ).mission.objectives[0]
    assert (one.name, one.points, one.held_by) == ("C4", 3, "ge"), (
        "the defender holds what nobody is said to hold"
    )


def test_house_values_are_replaced_by_a_players_own() -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C1")]
    house = {"time_lapse_minutes": [5] * 10, "fate_sniper_die": 0, "casualty_points_a_box": 4}
    state = opened(SMALL_FIELD, units, house=house)
    state = PhaseBegan(Phase.TIME).on(done(state, RollInitiative("us"), 9, 10, 1))
    assert course(done(state, LapseTime("us"), 1)).minutes == 5
    assert casualty_points(4, a_box=4) == 13
    for wrong in ({"time_lapse_minutes": [1, 2]}, {"mortar_platoon": [1, 2, 3, "x"]}, {"fate_medic_die": 11}):
        with pytest.raises(BadInput, match=f"house.{next(iter(wrong))}"):
            opened(SMALL_FIELD, units, house=wrong)


def test_house_values_of_a_table_override_those_of_a_mission() -> None:
    found = scenario("lhy-ridge-farm")
    brought = {**found.opening_options(), "house": {"casualty_points_a_box": 4}}
    own = PRINTED_NOWHERE.with_values({"casualty_points_a_box": 5})
    for options, points in ((Options(), 4), (Options(house=own), 5)):
        state = LastHundredYards(options).opening(found.state(), brought)
        assert course(state).mission.house.casualty_points_a_box == points


@proves("LHY-4.1.13.5", "LHY-16.0a", "LHY-16.0b", "LHY-17.7c.1.3")
def test_markers_that_may_not_share_a_hex() -> None:
    wet = open_ground(4, 4, rivers="B1 B2 B3 B4")
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


@proves("LHY-17.7g", "LHY-5.0.I.6")
def test_17_7g_mortars_start_available_and_the_side_with_the_initiative_is_kept() -> None:
    units = [unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C1")]
    state = opened(SMALL_FIELD, units, mortars=[{"id": "81mm", "side": "us", "kind": "81mm"}])
    assert [mortar.place for mortar in course(state).mortars] == ["available"]
    assert course(done(state, RollInitiative("us"), 9, 2)).last_initiative == "us"


def test_impossible_units_are_named_in_the_refusal() -> None:
    foe = unit(FOE, "C1")
    with pytest.raises(
        BadInput, match=r"unit us\.able\.1\.squad\.1\.conditions: 'asleep' is not one of concealed"
    ):
        opened(SMALL_FIELD, [unit(SQUAD, "C7", "asleep"), foe])
    with pytest.raises(Unknown, match=r"no unit type named 'us\.panther\.1'"):
        opened(SMALL_FIELD, [unit("us.panther.1", "C7"), foe])
