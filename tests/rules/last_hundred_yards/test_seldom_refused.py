"""Small situations of many chapters in which one word of a rule decides."""

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.assault.vehicle_destruction import DestroyVehicle
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, Coordinate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.transport import Load
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.effects.concealment import reveal_hidden
from rules.last_hundred_yards.play.play import PLAY
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.test_13_4_to_6_limits import in_assault
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

SQUAD, SECOND, LEADER, TANK = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
)
FOE, STUG = "ge.1kp.1.squad.1", "ge.stug.1"


@proves("LHY-7.1.2", "LHY-T-COORD")
@pytest.mark.parametrize(("drm", "die", "won"), [(1, 7, True), (1, 6, False), (-1, 9, True), (-1, 8, False)])
def test_7_1_a_modifier_of_the_mission_is_added_to_the_die_of_coordination(
    drm: int, die: int, won: bool
) -> None:
    units = [unit(LEADER, "B7"), unit("us.able.2.leader", "D7"), unit(FOE, "H1")]
    state = opened(FIELD, units, sides={"us": {"coordination_drm": drm}})
    state = done(done(state, RollInitiative("us"), 9, 2), SelectCompany("us", "able"))
    state = done(state, Coordinate("us"), die)
    assert (("able.1", "able.2") in [action.platoons for action in legal(state, Activate)]) is won


@proves("LHY-14.6.2.2", "LHY-10.0b")
def test_10_0b_no_maneuver_leads_into_a_hex_that_holds_the_enemy() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A10"), unit(FOE, "C7", CONCEALED))
    assert "C7 holds the enemy: assault or overrun it" in refusal(state, Maneuver("us", SQUAD, at("C7")))
    assert at("C7") not in {action.to for action in legal(state, Maneuver)}


@proves("LHY-10.3.1.1.0", "LHY-10.3.1.0.1")
def test_10_3_1_1_who_withdraws_takes_the_best_hex_there_is() -> None:
    # The Americans go back to the south: C7, and by half a hex B6 and D6.
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A10"), unit(FOE, "C4"))
    assert "C5 is not the best way back" in refusal(state, Withdraw("us", (SQUAD,), at("C5")))
    best = {str(action.to) for action in legal(state, Withdraw) if action.units == (SQUAD,)}
    assert best == {"B6", "C7", "D6"}


@proves("LHY-10.3.1.1a.1", "LHY-10.3.1.1a.2")
def test_10_3_1_1_along_the_edge_too_nobody_withdraws_into_a_hex_that_is_closed_to_him() -> None:
    state = activated(unit(SQUAD, "C10"), unit(LEADER, "A8"), unit(FOE, "B10"))
    hexes = {str(action.to) for action in legal(state, Withdraw) if action.units == (SQUAD,)}
    assert hexes == {"D10", "None"}


@proves("LHY-10.3.1.0.1")
def test_10_3_1_nobody_withdraws_while_another_maneuvers() -> None:
    state = activated(unit(SQUAD, "C8"), unit(SECOND, "F8"), unit(LEADER, "A10"), unit(FOE, "C2"))
    state = done(state, Maneuver("us", SQUAD, at("C7")))
    assert f"{SQUAD} is maneuvering" in refusal(state, Withdraw("us", (SECOND,), at("F9")))


@proves("LHY-13.3.2c.1", "LHY-10.3.1.0.1")
def test_13_3_2c_only_who_is_under_assault_throws_a_die_to_withdraw() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A10"), unit(FOE, "C2"))
    assert done(state, Withdraw("us", (SQUAD,), at("C7"))).unit(SQUAD).at == at("C7")


@proves("LHY-10.4.6.0.1")
def test_10_4_6_nobody_mounts_who_is_not_there() -> None:
    state = activated(unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("us.m3.2", "C9"), unit(FOE, "C1"))
    assert "us has no unit us.able.1.squad.3" in refusal(state, Load("us", "us.able.1.squad.3", "us.m3.2"))
    assert "us has no unit us.m3.3" in refusal(state, Load("us", SQUAD, "us.m3.3"))


@proves("LHY-17.7f.2", "LHY-10.4.6.2.0")
def test_17_7f_who_mounts_off_the_map_comes_on_with_his_vehicle() -> None:
    names = (SQUAD, LEADER, "us.truck.1")
    sides = {"us": {"entry_hexes": ["C10"], "entering": list(names)}}
    state = opened(FIELD, [*(unit(name, None) for name in names), unit(FOE, "C1")], sides=sides)
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))
    assert course(done(state, Load("us", SQUAD, "us.truck.1"))).carrier_of(SQUAD) == "us.truck.1"


@proves("LHY-13.1d", "LHY-13.3.0")
def test_13_1_nobody_assaults_a_hex_without_a_known_enemy() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(FOE, "C1"), unit("ge.mg.1", "D6", HIDDEN))
    for empty in ("C5", "D6"):
        assert f"no enemy is known in {empty}" in refusal(state, Assault("us", (SQUAD,), at(empty)))


@proves("LHY-11.5.3")
@pytest.mark.parametrize("targets", [(), (STUG, STUG), (STUG, "ge.stug.2", "ge.stug.3")])
def test_11_5_3_anti_tank_fire_is_at_one_unit_or_split_over_two(targets: tuple[str, ...]) -> None:
    foes = [unit(STUG, "C4"), unit("ge.stug.2", "C4"), unit("ge.stug.3", "D4")]
    state = activated(unit(TANK, "C8"), *foes, platoon="able-tank.1")
    assert "at one unit, or split over two" in refusal(state, FireAntiTank("us", TANK, targets))
    assert not refusal(state, FireAntiTank("us", TANK, (STUG,)))


@proves("LHY-11.3.3h")
@pytest.mark.parametrize(("edition", "unseen"), [("2019", -1), ("series-3.1", 0)])
def test_11_3_3h_halting_to_fire_small_arms_at_what_was_not_seen_costs_1_in_2019(
    edition: str, unseen: int
) -> None:
    hidden_by = board("\n".join([". . . . . . ."] * 8 + [". . . . s . ."] + [". . . . . . ."] * 3))
    action = FireSmallArms("us", TANK, (at("E7"),), "halt_and_fire", at("F11"))
    values = []
    for ground in (hidden_by, board("\n".join([". . . . . . ."] * 12))):
        units = [unit(TANK, "E12", IN_MOTION), unit(FOE, "E7")]
        state = activated(*units, ground=ground, platoon="able-tank.1", edition=edition)
        values.append(course(done(state, action)).fires[0].value)
    assert values[0] - values[1] == unseen


@proves("LHY-13.6.2.1")
def test_13_6_2_a_leader_alone_destroys_no_vehicle() -> None:
    germans = [FOE, "ge.1kp.1.leader", "ge.1kp.1.squad.2"]
    units = [unit(TANK, "C4"), unit(SQUAD, "C4"), *(unit(name, "C4") for name in germans)]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 4)
    assert legal(state, DestroyVehicle) == [DestroyVehicle("ge", FOE, TANK)], "one attempt, of all together"


@proves("LHY-17.9.2a.1")
@pytest.mark.parametrize(
    ("finder", "conditions", "found"),
    [(FOE, (), True), (FOE, (HIDDEN,), False), ("ge.dummy.1", (CONCEALED,), False)],
)
def test_17_9_2a_neither_dummies_nor_the_hidden_find_anybody(
    finder: str, conditions: tuple[str, ...], found: bool
) -> None:
    state = opened(
        FIELD, [unit("us.mg.1", "C9", HIDDEN), unit(finder, "C7", *conditions), unit(LEADER, "H10")]
    )
    resolution = PLAY.resolution(state, ScriptedDice([]))
    reveal_hidden(resolution)
    assert resolution.state.unit("us.mg.1").has(HIDDEN) is not found


@proves("LHY-10.3.2.4")
@pytest.mark.parametrize(("left", "may"), [(2, True), (1, False)])
def test_10_3_2_a_squad_deploys_into_two_sections_that_are_out_of_play(left: int, may: bool) -> None:
    sections = [name for name in ROSTER if name.startswith("us.able.1.section.")]
    in_play = [unit(name, "H8") for name in sections[left:]]
    state = activated(unit(SQUAD, "C9"), unit(LEADER, "C9"), unit(FOE, "C1"), *in_play)
    refused = refusal(state, Deploy("us", SQUAD))
    assert ("fewer than two sections" in refused) is not may
    assert (Deploy("us", SQUAD) in legal(state, Deploy)) is may


@proves("LHY-11.5.1d")
@pytest.mark.parametrize(("others", "crowded"), [((), False), (("ge.stug.2",), True)])
def test_11_5_1d_the_afvs_of_one_hex_are_not_taken_one_by_one_from_two_sides(
    others: tuple[str, ...], crowded: bool
) -> None:
    own = [unit(TANK, "C8"), unit("us.able-tank.1.2", "C4"), *(unit(other, "C6") for other in others)]
    state = activated(*own, unit(STUG, "C6"), platoon="able-tank.1")
    refused = refusal(state, Enfilade("us", (TANK, "us.able-tank.1.2"), STUG))
    assert ("are spread as evenly as possible" in refused) is crowded


@proves("LHY-10.4.2", "LHY-10.4.3")
def test_10_4_2_who_stands_shoots_and_scoots_and_who_drives_halts_and_fires() -> None:
    foes = (unit(STUG, "C4"), unit(LEADER, "A10"))
    standing = activated(unit(TANK, "C8"), *foes, platoon="able-tank.1")
    driving = activated(unit(TANK, "C8", IN_MOTION), *foes, platoon="able-tank.1")

    def fire(motion: str) -> FireAntiTank:
        return FireAntiTank("us", TANK, (STUG,), motion)

    assert "Halt & Fire must begin in motion" in refusal(standing, fire("halt_and_fire"))
    assert "Shoot & Scoot must begin stationary" in refusal(driving, fire("shoot_and_scoot"))
    assert f"{TANK} is in motion" in refusal(driving, fire(""))
    assert "no way of firing called drive_by" in refusal(standing, fire("drive_by"))
    assert not refusal(standing, fire("shoot_and_scoot"))
    assert not refusal(driving, fire("halt_and_fire"))


@proves("LHY-11.5.2.1")
def test_11_5_2_only_a_latw_moves_a_hex_before_it_fires() -> None:
    foes = (unit(STUG, "C4"), unit(LEADER, "C8"))
    state = activated(unit("us.latw.1", "C8"), unit("us.gun57.1", "C8"), *foes)
    moved = FireAntiTank("us", "us.gun57.1", (STUG,), "", at("C7"))
    assert "only LATWs may move a hex and fire" in refusal(state, moved)
    latw = FireAntiTank("us", "us.latw.1", (STUG,), "", at("C7"))
    assert "only LATWs may move a hex and fire" not in refusal(state, latw)
    assert "may move only into cover" in refusal(state, latw)


@proves("LHY-10.0.1")
def test_10_0_who_is_sent_on_a_way_is_told_why_he_does_not_go() -> None:
    state = activated(unit(SQUAD, "C8"), unit(SECOND, "F8"), unit(LEADER, "A10"), unit(FOE, "C1"))
    assert PLAY.next_on_way(state, (SQUAD,), (at("C8"), at("C7"))) == Maneuver("us", SQUAD, at("C7"))
    assert "cannot get there" in str(PLAY.next_on_way(state, (SQUAD,), (at("C8"),)))
    gone = done(done(state, Maneuver("us", SQUAD, at("C7"))), EndManeuver("us"))
    assert "is over" in str(PLAY.next_on_way(gone, (SQUAD,), (at("C7"), at("C6"))))
    on_the_way = done(state, Maneuver("us", SQUAD, at("C7")))
    assert PLAY.before_it_goes(on_the_way, (SECOND,), (SECOND,)) == EndManeuver("us")
    assert PLAY.before_it_goes(on_the_way, (SQUAD,), (SQUAD,)) is None
