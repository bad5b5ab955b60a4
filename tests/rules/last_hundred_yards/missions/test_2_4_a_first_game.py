"""Section 2.4: a switch for a first game, which leaves out vehicles and anti-tank fire."""

from typing import Any

import pytest

from rules.errors import Unknown
from rules.game.chance.dice import SeededDice
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.missions.starting_forces import DrawForces
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.position import row_of
from tests.proving import proves
from tests.rules.last_hundred_yards.missions.landing import GUN as GUN57
from tests.rules.last_hundred_yards.missions.landing import JEEP, in_the_air
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    MISSIONS,
    activated,
    at,
    by_chance,
    course,
    legal,
    opened,
    refusal,
    seeded,
    start_of,
    unit,
)

FIRST = {"foot_and_mortars_only": True}
SQUAD, LEADER = "us.able.1.squad.1", "us.able.1.leader"
FOE, GUN = "ge.1kp.1.squad.1", "ge.pak40.3"


def first_game(*units: Any, **options: Any) -> GameState:
    return activated(*units, switches=FIRST, **options)


@proves("LHY-2.4.5")
def test_2_4_5_in_a_first_game_vehicles_and_towed_guns_are_left_out_and_their_men_go_on_foot() -> None:
    units = [
        unit(SQUAD, "C8"), unit("us.m3.2", "C8"), unit(LEADER, "C8"), unit("us.able-tank.1.1", "D8"),
        unit("us.truck.1", "E8"), unit("us.gun57.1", "E8"), unit(FOE, "C2"), unit(GUN, "D2"),
    ]  # fmt: skip
    state = first_game(*units, aboard={SQUAD: "us.m3.2", "us.gun57.1": "us.truck.1"})
    assert {name for name in state.units if not name.endswith(".leader")} == {SQUAD, FOE, GUN}
    assert not course(state).aboard
    assert Maneuver("us", SQUAD, at("C7")) in legal(state, Maneuver)


@proves("LHY-2.4.5")
def test_2_4_5_no_odds_are_told_of_anti_tank_fire_in_a_first_game() -> None:
    bazooka, gun, leader = unit("us.latw.1", "C5"), unit(GUN, "C4"), unit(LEADER, "C8")
    for state, told in (
        (first_game(bazooka, gun, leader), False),
        (activated(bazooka, gun, leader, edition="2019"), True),
    ):
        ruling = RULESET.fire(state, bazooka, gun)
        assert (ruling.odds is not None) is told
        assert ("without vehicles and anti-tank fire (LHY 2.4" in str(ruling.reasons[0])) is not told


@proves("LHY-2.4.5")
def test_2_4_5_an_unknown_unit_is_refused_by_name_in_a_first_game_too() -> None:
    with pytest.raises(Unknown, match=r"us\.zeppelin\.1"):
        first_game(unit(SQUAD, "C8"), unit("us.zeppelin.1", "D8"), unit(FOE, "C2"))


@proves("LHY-2.4.5")
def test_2_4_5_in_a_first_game_men_who_would_enter_aboard_enter_on_foot() -> None:
    sides = {"us": {"entry_hexes": ["C10"], "entering": ["us.m3.2"]}}
    units = [unit(SQUAD, None), unit("us.m3.2", None), unit(LEADER, "A10"), unit(FOE, "C2")]
    state = opened(FIELD, units, sides=sides, aboard={SQUAD: "us.m3.2"}, switches=FIRST)
    assert course(state).off_map == {SQUAD}


@proves("LHY-2.4.5")
def test_2_4_5_in_a_first_game_vehicles_do_not_land_but_men_and_guns_do() -> None:
    state = in_the_air((SQUAD, LEADER, JEEP), gliders=(GUN57, "us.truck.1"), switches=FIRST)
    assert course(state).in_the_air == {SQUAD, LEADER, GUN57}
    landings = course(state).mission.side("us").landings
    assert (landings.parachutes, landings.gliders) == ((SQUAD, LEADER), (GUN57,))


@proves("LHY-2.4.5")
def test_2_4_5_a_first_game_has_no_anti_tank_fire_and_no_anti_tank_enfilade() -> None:
    units = [unit(SQUAD, "C7"), unit("us.latw.1", "C3"), unit(LEADER, "C7"), unit(GUN, "C2"), unit(FOE, "C4")]
    state = first_game(*units, unit("us.gun57.1", "B7"))
    assert not legal(state, FireAntiTank)
    assert "LHY 2.4)" in refusal(state, FireAntiTank("us", "us.latw.1", (GUN,)))
    assert "LHY 2.4)" in refusal(state, Enfilade("us", ("us.latw.1", "us.gun57.1"), GUN))
    assert FireSmallArms("us", SQUAD, (at("C4"),)) in legal(state, FireSmallArms)
    assert "LHY 2.4)" not in refusal(activated(*units), FireAntiTank("us", "us.latw.1", (GUN,)))


@proves("LHY-2.4.5")
def test_2_4_5_in_a_first_game_a_latw_is_no_reason_to_ask_what_lies_concealed() -> None:
    units = [unit("us.latw.1", "C3"), unit(LEADER, "C7"), unit(FOE, "C4", CONCEALED)]
    assert Inquire("us", at("C4")) in legal(activated(*units, edition="2019"), Inquire)
    assert not legal(first_game(*units), Inquire)
    assert "LHY 4.3" in refusal(first_game(*units), Inquire("us", at("C4")))


@proves("LHY-2.4.5")
def test_2_4_5_in_a_first_game_no_vehicle_is_drawn() -> None:
    forces = [{"units": 3, "of": "us.able-tank.1"}, {"platoons": 1, "of": "us.able"}]
    sides = {"us": {"setup_area": ["C8", "C9"], "forces": forces}}
    state = opened(FIELD, [unit("ge.1kp.1.leader", "C2")], sides=sides, switches=FIRST)
    drawn = seeded(state, DrawForces("us"), SeededDice(1))
    own = [row_of(one) for one in drawn.units.values() if one.side == "us"]
    assert own
    assert not any(row.is_vehicle for row in own)


@proves("LHY-2.4.5")
@pytest.mark.parametrize("mission", MISSIONS)
def test_2_4_5_every_bundled_mission_is_played_to_its_end_without_a_vehicle(mission: str) -> None:
    state = start_of(mission, switches=FIRST)
    ended, told = by_chance(state, 3)
    assert course(ended).ended
    assert not any(row_of(one).is_vehicle and not row_of(one).is_dummy for one in ended.units.values())
    assert not any("ATDRM" in line for line in told)
