"""Chapter 22 (16 in v3.1): which units land from the air, when, together and where, and where they assemble."""

from fractions import Fraction
from typing import Any

import pytest

from rules.catalog import ruleset
from rules.errors import BadInput
from rules.game.chance.dice import SeededDice
from rules.last_hundred_yards.book.conditions import HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.missions.landing import Land
from rules.last_hundred_yards.declarations.missions.landing_plan import (
    AssembleAt,
    PlanGlider,
    PlanStick,
    StayUp,
)
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.progress import DecisionKind, Phase, Step
from rules.players.careful import CarefulPlayer
from rules.players.match import moment_of
from tests.proving import proves
from tests.rules.last_hundred_yards.missions.landing import (
    FOE,
    GUN,
    JEEP,
    LATW,
    LEADER,
    MG,
    OTHER_LEADER,
    OTHER_SQUAD,
    SQUADS,
    due,
    flying,
    in_the_air,
    landed,
)
from tests.rules.last_hundred_yards.playing import at, by_chance, course, done, legal, refusal, unit

PLATOON = (*SQUADS, LEADER)


@proves("LHY-22.0a", "LHY-22.0b", "LHY-22.0e")
def test_22_0_a_side_lands_in_its_own_activation_once_all_others_have_acted() -> None:
    on_foot = unit(OTHER_SQUAD, "A16"), unit(OTHER_LEADER, "A16")
    state = in_the_air(PLATOON, units=on_foot)
    assert not legal(state, PlanStick), "neither before the first turn"
    state = done(state, RollInitiative("us"), 9, 2)
    assert not legal(state, PlanStick), "nor before a platoon on the ground"
    state = done(state, SelectCompany("us", "able"), Activate("us", ("able.2",)))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert due(state) is DecisionKind.LAND
    assert PLAY.to_act(state) == "us"
    assert (
        PLAY.due(state)
        == "American player: plan which units land where and land them, or land none this turn"
    )
    assert PLAY.waiting(state, "us") == dict.fromkeys(PLATOON, "to land")
    theirs = done(in_the_air(PLATOON, units=on_foot), RollInitiative("us"), 2, 9)
    assert PLAY.to_act(theirs) == "ge"
    for platoon in ("ge",):
        theirs = done(theirs, SelectCompany(platoon, "1kp"), Activate(platoon, ("1kp.1",)))
    for side in ("ge", "us", "ge"):
        theirs = done(theirs, CallForReaction(side))
    assert course(theirs).phase is not Phase.ACTIVATION, "nobody lands in the enemy's turn"


@proves("LHY-22.0e")
def test_22_0_units_that_do_not_land_stay_in_play_and_may_land_next_turn() -> None:
    state = done(flying(PLATOON), StayUp("us"))
    assert course(state).phase is not Phase.ACTIVATION
    assert course(state).in_the_air == {*PLATOON}
    assert course(state).phase is not Phase.OVER
    planned = done(flying(PLATOON), PlanStick("us", PLATOON, at("H8")))
    assert "a landing is planned" in refusal(planned, StayUp("us"))


@proves("LHY-22.0a")
@pytest.mark.parametrize(("names", "active"), [((SQUADS[0], LEADER), "us"), ((SQUADS[0], *MG), "ge")])
def test_22_0_a_side_with_a_leader_in_the_air_may_be_active_and_land(
    names: tuple[str, ...], active: str
) -> None:
    state = in_the_air(names, us={"parachutes": [*names]})
    assert course(done(state, RollInitiative("us"), 9, 2)).active == active


@proves("LHY-22.0c", "LHY-22.0d", "LHY-22.1.4.4")
def test_22_0_landing_is_a_maneuver_of_all_landing_units_and_the_enemy_reacts_to_it() -> None:
    """Each drifts a hex down; a leader and a squad pass their checks."""
    state = landed((SQUADS[0], LEADER), "H8", [4, 1] * 2 + [1, 1])
    assert (course(state).step, course(state).reacting) == (Step.REACTION, "ge")
    assert course(state).acted >= {SQUADS[0], LEADER}
    assert {deed.unit for deed in course(state).deeds} == {SQUADS[0], LEADER}
    assert course(done(state, CallForReaction("ge"))).reacting == "us", "who landed did not pass"
    for side in ("ge", "us", "ge"):
        if course(state).phase is Phase.ACTIVATION:
            state = done(state, CallForReaction(side))
    assert course(state).phase is not Phase.ACTIVATION, "nor is the platoon activated any more"
    assert course(state).turn == 1


@proves("LHY-22.1.1a", "LHY-22.1.1b", "LHY-22.1.1c")
@pytest.mark.parametrize(
    ("units", "may"),
    [
        (PLATOON, True), ((SQUADS[0],), True), ((LEADER,), True), ((*PLATOON, OTHER_SQUAD), False),
        ((*PLATOON, MG[0]), False), ((GUN,), True), ((JEEP,), True), ((GUN, JEEP), False), ((LEADER, JEEP), False),
        ((*MG[:4], LATW), True), ((*MG, LATW), False), ((LATW,), True), ((MG[0], MG[0]), False), ((), False),
    ],
)  # fmt: skip
def test_22_1_1_which_units_make_one_stick(units: tuple[str, ...], may: bool) -> None:
    state = flying((*PLATOON, OTHER_SQUAD, GUN, JEEP, *MG, LATW))
    told = refusal(state, PlanStick("us", units, at("H8")))
    assert (not told) is may
    assert may or "a stick is the squads of one platoon" in told


@proves("LHY-22.1.1d", "LHY-22.1.1e")
@pytest.mark.parametrize(
    ("units", "may"),
    [
        ((*SQUADS[:2], LEADER), True), (SQUADS, False), ((SQUADS[0], MG[0], MG[1], LATW), True),
        ((SQUADS[0], LEADER, LATW), False), ((*MG[:4], LEADER), True), (MG, False), ((GUN,), True), ((JEEP,), True),
        ((GUN, LEADER), False), ((JEEP, GUN), False), (("us.able.1.section.a", SQUADS[0]), True), ((), False),
    ],
)  # fmt: skip
def test_22_1_1_which_units_fit_in_one_glider(units: tuple[str, ...], may: bool) -> None:
    state = flying((), gliders=(*PLATOON, GUN, JEEP, *MG, LATW, "us.able.1.section.a"))
    told = refusal(state, PlanGlider("us", units, at("H8"), 1))
    assert (not told) is may
    assert may or "a glider takes four steps" in told


@proves("LHY-22.1.1a", "LHY-22.1.1.0")
def test_22_1_1_no_unit_is_planned_twice_or_in_another_way_and_the_plan_is_secret() -> None:
    state = done(flying(PLATOON, gliders=(GUN,)), PlanStick("us", PLATOON, at("H8")))
    assert f"no unit {SQUADS[0]} that is still to land" in refusal(
        state, PlanStick("us", SQUADS[:1], at("M8"))
    )
    assert f"no unit {GUN} that is still to land by parachute" in refusal(
        state, PlanStick("us", (GUN,), at("M8"))
    )
    assert course(state).sticks
    assert not course(state_seen_by(state, "ge")).sticks
    assert not course(state_seen_by(state, "ge")).in_the_air


@proves("LHY-22.1.1a", "LHY-22.1.1b", "LHY-22.1.1d")
@pytest.mark.parametrize(
    ("side", "told"),
    [
        ({"parachutes": ["us.able-tank.1.1"]}, "us.able-tank.1.1, a afv"),
        ({"parachutes": ["us.able.1.section.a"]}, "us.able.1.section.a, a section"),
        ({"gliders": ["us.m3.2"]}, "us.m3.2, a halftrack"),
        ({"parachutes": ["us.mg.1", "us.mg.1"]}, "a unit named once"),
        ({"parachutes": ["us.mg.1"], "gliders": ["us.mg.1"]}, "a unit named once"),
        ({"parachutes": ["ge.mg.1"]}, "a unit of us that is not on the map"),
        ({"parachutes": ["us.mg.2"]}, "a unit of us that is not on the map"),
        ({"parachutes": ["us.mg.3"]}, "neither aboard, hidden nor in motion"),
        ({"gliders": ["us.jeep.1"]}, "neither aboard, hidden nor in motion"),
        ({"parachutes": ["us.mg.4"]}, "neither aboard, hidden nor in motion"),
        ({"parachutes": ["us.mg.1"], "entering": ["us.mg.1"], "entry_hexes": ["A16"]}, "a unit named once"),
    ],
)
def test_22_1_1_a_mission_with_units_that_cannot_land_is_refused(side: dict[str, Any], told: str) -> None:
    waiting = [unit(name, None) for name in ("us.able-tank.1.1", "us.able.1.section.a", "us.m3.2", "us.mg.1")]
    cannot = [unit("us.mg.3", None, HIDDEN), unit(JEEP, None, IN_MOTION), unit("us.mg.4", None)]
    cannot += [unit("us.truck.1", "A16")]
    units = [*waiting, *cannot, unit("us.mg.2", "A16"), unit("ge.mg.1", "P1")]
    with pytest.raises(BadInput, match=told):
        in_the_air((), units=units, us=side, aboard={"us.mg.4": "us.truck.1"})


@proves("LHY-22.1.2a", "LHY-22.1.2b")
def test_22_1_2_sticks_land_in_the_zones_of_the_mission_more_than_three_hexes_apart() -> None:
    state = done(flying((*PLATOON, GUN)), PlanStick("us", PLATOON, at("H8")))
    assert "H11 is within 3 hexes of the landing zone H8" in refusal(
        state, PlanStick("us", (GUN,), at("H11"))
    )
    assert not refusal(state, PlanStick("us", (GUN,), at("H12")))
    assert "Z9 is no landing zone" in refusal(state, PlanStick("us", (GUN,), at("Z9")))
    zones = flying((GUN, LEADER), us={"landing_zones": ["C3"]})
    assert {action.at for action in legal(zones, PlanStick)} == {at("C3")}
    assert "H8 is no landing zone of us" in refusal(zones, PlanStick("us", (GUN,), at("H8")))


@proves("LHY-22.1.2c", "LHY-22.1.2c.heading", "LHY-22.1.2c.apart")
def test_22_1_2_gliders_skid_over_three_open_hexes_all_in_one_direction_and_none_where_another_stops() -> (
    None
):
    """Woods in H5: a glider to H7 from the north would skid over them; no path may begin off the map."""
    state = flying((), gliders=(*SQUADS[:2], GUN), ground="w H5")
    load = SQUADS[:2]
    assert "three open hexes" in refusal(state, PlanGlider("us", load, at("H7"), 4))
    assert "three open hexes" in refusal(state, PlanGlider("us", load, at("H2"), 4))
    assert not refusal(state, PlanGlider("us", load, at("H8"), 4))
    assert not refusal(state, PlanGlider("us", load, at("H7"), 1))
    wet = flying((), gliders=load, ground="r H5 H4")
    assert not refusal(wet, PlanGlider("us", load, at("H6"), 4)), "rivers are open terrain (4.1.10)"
    assert "no hexside from 1 to 6" in refusal(state, PlanGlider("us", load, at("H8"), 7))
    state = done(state, PlanGlider("us", load, at("H8"), 4))
    assert "another glider lands in H8" in refusal(state, PlanGlider("us", (GUN,), at("H8"), 4))
    assert "all gliders land toward hexside 4" in refusal(state, PlanGlider("us", (GUN,), at("J9"), 1))
    assert not refusal(state, PlanGlider("us", (GUN,), at("H9"), 4)), "they may share hexes on the way"


@proves("LHY-22.1.2b", "LHY-22.1.2c")
def test_22_1_2_sticks_and_gliders_may_land_near_each_other() -> None:
    state = flying((LEADER, MG[0]), gliders=(GUN, JEEP))
    state = done(state, PlanGlider("us", (GUN,), at("H8"), 4))
    assert not refusal(state, PlanStick("us", (LEADER,), at("H8")))
    state = done(state, PlanStick("us", (LEADER,), at("L8")))
    assert not refusal(state, PlanGlider("us", (JEEP,), at("L8"), 4))


HILL = {"name": "The hill", "hexes": ["H8"], "points": 3}
FARM = {"name": "The farm", "hexes": ["P8"], "points": 3}


@proves("LHY-22.1.2d")
def test_22_1_2_a_platoon_that_jumps_assembles_five_to_ten_hexes_from_an_objective() -> None:
    state = done(flying(PLATOON, objectives=[HILL]), PlanStick("us", PLATOON, at("C3")))
    assert "no Assembly hex is named for Able 1st Plt" in refusal(state, Land("us"))
    for label, may in (("H12", False), ("H13", True), ("H3", True), ("H4", False)):
        assert (not refusal(state, AssembleAt("us", "able.1", at(label)))) is may
    both = done(flying(PLATOON, objectives=[HILL, FARM]), PlanStick("us", PLATOON, at("C3")))
    places = {action.at for action in legal(both, AssembleAt)}
    distance = PLAY.position(both).distance
    near = [min(distance(place, at(label)) for label in ("H8", "P8")) for place in places]
    assert (min(near), max(near)) == (5, 10)
    assert at("A8") in places, "fifteen hexes from the farm, and seven from the hill"
    state = done(state, AssembleAt("us", "able.1", at("H13")))
    assert "has its Assembly hex" in refusal(state, AssembleAt("us", "able.1", at("H3")))
    assert not refusal(state, Land("us"))


@proves("LHY-22.1.2d")
def test_22_1_2_without_an_objective_a_platoon_assembles_anywhere() -> None:
    state = done(flying(PLATOON), PlanStick("us", PLATOON, at("C3")))
    assert len(legal(state, AssembleAt)) == 16 * 16
    assert "has planned no landing" in refusal(flying(PLATOON), Land("us"))


@proves("LHY-22.1.3a", "LHY-22.1.4.1a", "LHY-22.1.4.2a", "LHY-22.1.5.2a")
def test_22_1_1_a_plan_tells_the_odds_of_each_landing_unit() -> None:
    """A squad disrupts above 6, and loses a step by a 10; eighteen of the 36 ways from H8 end in forest, above row 8."""
    stick = PlanStick("us", (SQUADS[0], LEADER), at("H8"))
    told = PLAY.chances(flying((SQUADS[0], LEADER)), stick).odds
    assert told is not None
    assert told.chances["us.able.1.squad.1 disrupted"] == Fraction(3, 10)
    assert told.chances["us.able.1.squad.1 loses a step"] == Fraction(1, 10)
    rows = " ".join(f"{column}{row}" for column in "ABCDEFGHIJKLMNOP" for row in range(1, 8))
    rough = PLAY.chances(flying((SQUADS[0], LEADER), ground=f"f {rows}"), stick).odds
    assert rough is not None
    assert rough.chances["us.able.1.squad.1 loses a step"] > Fraction(4, 10)
    glider = PLAY.chances(flying((), gliders=(JEEP,)), PlanGlider("us", (JEEP,), at("H8"), 4)).odds
    assert glider is not None
    assert glider.chances["us.jeep.1 destroyed"] == Fraction(9, 10) * Fraction(2, 10) * Fraction(3, 10)
    assert glider.chances["us.jeep.1 leaves the map"] == Fraction(1, 10)


def test_22_1_2_a_careful_player_lands_on_open_ground_and_assembles_on_the_way() -> None:
    """Forest in the west and in the north; the hill is as far from either zone."""
    west = " ".join(f"{column}{row}" for column in "ABCDEFG" for row in range(1, 17))
    state = flying(
        PLATOON, ground=f"f {west}", objectives=[{"name": "The hill", "hexes": ["H8"], "points": 3}],
        us={"parachutes": PLATOON, "landing_zones": ["D10", "L10"]},
    )  # fmt: skip
    book, careful = ruleset("lhy"), CarefulPlayer()
    first = careful.choose(moment_of(PLAY, book, state, "us", SeededDice(1))).action
    assert first == PlanStick("us", (LEADER, *SQUADS), at("L10"))
    state = done(state, first)
    then = careful.choose(moment_of(PLAY, book, state, "us", SeededDice(1))).action
    assert isinstance(then, AssembleAt)
    distance = PLAY.position(state).distance
    assert (distance(then.at, at("H8")), distance(then.at, at("L10")) <= 2) == (5, True)


@proves("LHY-22.0b", "LHY-22.1.2a")
def test_22_a_mission_with_landings_is_played_to_its_end() -> None:
    tube = {"id": "us-60mm", "side": "us", "kind": "60mm"}
    names, load = (*PLATOON, MG[0], LATW, JEEP, "us-60mm"), (OTHER_SQUAD, OTHER_LEADER, GUN)
    units = unit(FOE, "H8"), unit("ge.1kp.2.squad.1", "J8"), unit("ge.1kp.2.leader", "J8")
    for edition in ("2019", "series-3.1"):
        state = in_the_air(
            names, gliders=load, units=units, objectives=[HILL], edition=edition, mortars=[tube]
        )
        after, record = by_chance(state, 5)
        assert PLAY.result(after) is not None
        assert any("lands" in line for line in record)


@proves("LHY-22.0b")
def test_22_0_the_landing_units_are_told_with_the_mission() -> None:
    told = PLAY.setting(in_the_air(PLATOON, gliders=(GUN,)))
    assert told == (
        "The Americans land 4 units by parachute and 1 unit by glider, in a turn of theirs once all others have been "
        "activated (LHY 22.0, from Series Rules v3.1).",
    )
