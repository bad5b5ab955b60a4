"""Chapter 13.6: losses, retreats and vehicles destroyed in an assault, with the designer's example of 16 April 2019."""

from fractions import Fraction

import pytest

from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, IN_MOTION, REGROUPING
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.assault.vehicle_destruction import DestroyVehicle
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.destruction import destruction_drm
from rules.last_hundred_yards.questions.assault.value import participants
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitGone
from rules.last_hundred_yards.state.markers import AssaultHex
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import drm, in_assault
from tests.rules.last_hundred_yards.playing import (
    at,
    course,
    done,
    legal,
    position_seen_by,
    recorded,
    refusal,
    unit,
)

SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"


@proves("LHY-T-ART.6", "LHY-13.6.3.1")
def test_13_6_3_one_hex_is_enough_into_cover() -> None:
    ground = open_ground(8, 8, {"C3": "w"})
    state = done(
        in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), ground=ground), ResolveAssault("us", at("C4")), 8
    )
    state = done(state, Retreat("ge", FOE, at("C3")))
    assert done(state, Pass("ge"), 9).unit(FOE).has(DISRUPTED)


@proves("LHY-13.6.1a")
@pytest.mark.parametrize(
    ("die", "losses"), [(6, {"us": 1, "ge": 1}), (7, {"us": 1, "ge": 1}), (8, {}), (9, {})]
)
def test_13_6_1a_house_fighting_costs_both_a_step_on_6_and_7(die: int, losses: dict[str, int]) -> None:
    town = open_ground(8, 8, {"C4": "u"})
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    # Assault Value 4 against 2, the town 2: no DRM, so these dice are row 6-9. The Americans throw for which squad it is.
    dice = (die, 1, 1, 1) if losses else (die,)
    state = done(in_assault(*units, ground=town), ResolveAssault("us", at("C4")), *dice)
    assert dict(course(state).losses) == losses
    if losses:
        section = state.unit("ge.1kp.1.section.a")
        assert not section.has(DISRUPTED), "the step is lost without disrupting"
        assault = course(state).assault_at(at("C4"))
        assert assault is not None
        assert assault.losers == (section.id,), "and it retreats and checks like any loser"


@proves("LHY-13.6.2.1", "LHY-13.6.2.3-2019", "LHY-13.6.2.2")
@pytest.mark.parametrize(("edition", "total"), [("2019", 2 + 2 + 3 - 1), ("series-3.1", 2 + 1 - 1)])
def test_13_6_2_example_a_german_squad_against_a_tank_alone_in_motion_next_to_cover(
    edition: str, total: int
) -> None:
    # The designer's example 21.9.3: 2 for the squad, 2 more after 9/43, 3 unsupported though in motion, -1 in motion.
    ground = open_ground(8, 8, {"C3": "w"})
    units = [unit("us.able-tank.1.1", "C4", IN_MOTION), unit(FOE, "C4")]
    state = in_assault(*units, ground=ground, edition=edition)
    position = PLAY.position(state)
    attempting = participants(position, at("C4"), "ge")
    assert destruction_drm(position, attempting, "ge", state.unit("us.able-tank.1.1")).net == total


@proves("LHY-13.6.2.1.die")
@pytest.mark.parametrize(("die", "destroyed"), [(5, False), (6, True)])
def test_13_6_2_ten_or_more_destroys_and_it_comes_before_the_retreat(die: int, destroyed: bool) -> None:
    units = [unit("us.able-tank.1.1", "C4"), unit(SQUAD, "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 4)
    assert PLAY.to_act(state) == "ge"
    after = done(state, DestroyVehicle("ge", FOE, "us.able-tank.1.1"), die)
    assert (after.unit("us.able-tank.1.1").at is None) is destroyed
    assert legal(after, Retreat)


@proves("LHY-13.6.3.0b", "LHY-T-ART.order")
def test_13_6_3_no_retreat_once_the_only_attacker_is_destroyed() -> None:
    """The tank wins with row 6 to 9; the squad destroys it first, so it stays, but checks all the same."""
    tank = "us.able-tank.1.1"
    state = done(in_assault(unit(tank, "C4"), unit(FOE, "C4")), ResolveAssault("us", at("C4")), 7)
    attempt = DestroyVehicle("ge", FOE, tank)
    odds = PLAY.chances(state, attempt).odds
    assert odds is not None
    # 6 or more destroys it, and then Cohesion 6 is checked at once: 7 to 10 disrupts.
    assert {words: chance * 100 for words, chance in odds.chances.items()} == {
        "no effect": 50, f"{tank} destroyed; {FOE} regrouping": 30, f"{tank} destroyed; {FOE} disrupted": 20,
    }  # fmt: skip
    missed = done(state, attempt, 5)
    assert {action.unit for action in legal(missed, Retreat)} == {FOE}
    held = done(state, attempt, 6, 6)
    assert held.unit(tank).at is None
    assert held.unit(FOE).at == at("C4")
    assert held.unit(FOE).has(REGROUPING)
    assert not course(held).assaults
    assert done(state, attempt, 6, 7).unit(FOE).has(DISRUPTED)


@proves("LHY-4.3.0.1", "LHY-13.6.2.1", "LHY-13.6.3.0a")
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_6_2_a_concealed_loser_is_named_only_to_its_own_side(edition: str) -> None:
    """A concealed squad and a halftrack lose by a row 6 to 9: the odds of the attempt are told, and no name."""
    track = "ge.spw251.1"
    state = in_assault(
        unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(FOE, "C4", CONCEALED), unit(track, "C4"), edition=edition
    )
    state = done(state, ResolveAssault("us", at("C4")), 9)

    def known(side: str) -> AssaultHex:
        assault = position_seen_by(state, side).course.assault_at(at("C4"))
        assert assault is not None
        return assault

    assert set(known("us").losers) == {"concealed@C4", track}
    assert set(known("ge").losers) == {FOE, track}
    odds = PLAY.chances(state, DestroyVehicle("us", SQUAD, track)).odds
    assert odds is not None
    # 2 for the squad: 8 or more destroys it; then the Germans choose how they retreat.
    assert {words: chance * 10 for words, chance in odds.chances.items()} == {
        "no effect": 7, f"{track} destroyed": 3,
    }  # fmt: skip
    assert "no die roll" in str(PLAY.chances(state, Pass("us")))


@proves("LHY-13.6.5", "LHY-13.6.6.1", "LHY-13.6.7")
def test_13_6_5_no_loss_roll_for_a_leader_who_stays_aboard_and_no_regrouping_for_those_aboard() -> None:
    """Reading 167: the squad on foot destroys the only attacker, so no unit retreats and none dismounts."""
    tank, track, other, leader = "us.able-tank.1.1", "ge.spw251.1", "ge.1kp.1.squad.2", "ge.1kp.1.leader"
    state = in_assault(*(unit(one, "C4") for one in (tank, FOE, track, other, leader)))
    state = Mounted(leader, track).on(Mounted(other, track).on(state))
    state = done(state, ResolveAssault("us", at("C4")), 7, Pass("us"))
    attempt = DestroyVehicle("ge", FOE, tank)
    odds = PLAY.chances(state, attempt).odds
    assert odds is not None
    # Row 6 to 9: the odds of a squad alone, which checks and regroups if it holds.
    assert {words: chance * 100 for words, chance in odds.chances.items()} == {
        "no effect": 50, f"{tank} destroyed; {FOE} regrouping": 30, f"{tank} destroyed; {FOE} disrupted": 20,
    }  # fmt: skip
    after = done(state, attempt, 10, 6)
    assert not course(after).assaults
    assert [one for one in (FOE, other, leader) if after.unit(one).has(REGROUPING)] == [FOE]


@proves("LHY-13.6.2.1", "LHY-13.6.3.0b")
def test_13_6_2_a_side_that_lost_everything_in_the_first_attempt_makes_none() -> None:
    """A squad and a tank against a tank: both sides have an attempt, and the Americans' comes first."""
    tank, panzer = "us.able-tank.1.1", "ge.pz4.2.1"
    state = in_assault(unit(SQUAD, "C4"), unit(tank, "C4"), unit(panzer, "C4"))
    state = done(state, ResolveAssault("us", at("C4")), 7 - drm(state))
    assert [decision.side for decision in course(state).decisions] == ["us", "ge"]
    (attempt,) = legal(state, DestroyVehicle)
    assert [decision.side for decision in course(done(state, attempt, 1)).decisions] == ["ge"]
    after = done(state, attempt, 10)
    assert not course(after).decisions
    assert not course(after).assaults


@proves("LHY-13.6.7", "LHY-13.5.2", "LHY-13.6.2.1")
def test_13_6_7_passengers_stay_aboard_until_the_retreats_begin() -> None:
    """Reading 167: two squads against a halftrack, +3; the squad aboard neither adds to it nor makes attempts."""
    second, track = "us.able.1.squad.2", "ge.spw251.1"
    state = in_assault(unit(SQUAD, "C4"), unit(second, "C4"), unit(FOE, "C4"), unit(track, "C4"))
    state = Mounted(FOE, track).on(state)
    assert drm(state) == 2 + 2 - 1
    assert "die +3" in str(PLAY.chances(state, ResolveAssault("us", at("C4"))))
    state, record = recorded(state, ResolveAssault("us", at("C4")), 4)
    assert any(line.startswith("assault on C4, +3:") for line in record)
    assert course(state).aboard == ((FOE, track),)
    # Row 6 to 9: the Americans may try to destroy the halftrack; the Germans have no attempt.
    assert {decision.side for decision in course(state).decisions} == {"us"}
    after = done(state, Pass("us"))
    assert not course(after).aboard
    assert {decision.unit for decision in course(after).decisions} == {FOE, track}


@proves("LHY-10.4.6.0.3", "LHY-12.3.7a.1", "LHY-12.3.7b")
def test_12_3_7_an_attempt_that_destroys_a_carrier_harms_its_passengers_and_no_unit_beside_it() -> None:
    second, track, other = "us.able.1.squad.2", "ge.spw251.1", "ge.1kp.1.squad.2"
    men = (unit(SQUAD, "C4"), unit(second, "C4"), unit(FOE, "C4"), unit(other, "C4"), unit(track, "C4"))
    state = Mounted(FOE, track).on(in_assault(*men))
    state = done(state, ResolveAssault("us", at("C4")), 8)
    after = done(state, DestroyVehicle("us", SQUAD, track), 10, 6)
    assert after.unit(track).at is None
    assert after.unit(FOE).has(DISRUPTED)
    assert not after.unit(other).has(DISRUPTED)


@proves("LHY-13.6.3c.1", "LHY-13.6.7")
def test_13_6_3c_a_gun_in_tow_retreats_with_its_carrier() -> None:
    """A gun is no passenger: it adds nothing to the die, stays in tow, and is not lost for being unable to retreat."""
    gun, track = "ge.pak40.3", "ge.spw251.1"
    men = [unit(f"us.able.1.squad.{n}", "C4") for n in (1, 2)]
    state = in_assault(*men, unit(FOE, "C4"), unit(track, "C4"), unit(gun, "C4"))
    state = Mounted(gun, track).on(state)
    assert drm(state) == 2 + 2 - 2 - 1
    state = done(state, ResolveAssault("us", at("C4")), 8, Pass("us"))
    while course(state).decisions:
        unit_id = course(state).due.unit
        assert unit_id != gun
        if "goes on" in refusal(state, Pass("ge")):
            state = done(state, legal(state, Retreat)[0])
        elif len(course(state).decisions) > 1:
            state = done(state, Pass("ge"))
        else:
            break
    after = done(state, Pass("ge"), 6)
    assert after.unit(gun).at == after.unit(track).at != at("C4")
    assert course(after).aboard == ((gun, track),)


@proves("LHY-13.6.2.1.die", "LHY-13.6.2.3a", "LHY-13.6.2.3b")
def test_13_6_2_odds_of_an_attempt() -> None:
    units = [unit("us.able-tank.1.1", "C4"), unit(SQUAD, "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 4)
    attempt = DestroyVehicle("ge", FOE, "us.able-tank.1.1")
    odds = PLAY.chances(state, attempt).odds
    assert odds is not None
    # 2 for the squad and 2 after September 1943: 6 or more of 10 destroys.
    assert odds.of("us.able-tank.1.1 destroyed") == Fraction(5, 10)


@proves("LHY-13.6.5")
@pytest.mark.parametrize(("die", "lost"), [(1, True), (5, False), (10, True)])
def test_13_6_5_a_leader_in_an_assault_is_lost_on_1_or_10(die: int, lost: bool) -> None:
    units = [unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 6)
    state = done(state, Retreat("ge", FOE, at("C3")), Retreat("ge", FOE, at("C2")))
    assert (done(state, Pass("ge"), 1, die).unit(LEADER).at is None) is lost


@proves("LHY-13.6.5", "LHY-13.5.0a")
def test_13_6_5_of_two_leaders_of_a_side_only_the_one_who_takes_part_is_rolled_for() -> None:
    """The second is of another company, which would fragment the force."""
    second = "us.baker.1.leader"
    units = [unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(second, "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 6)
    state = done(state, Retreat("ge", FOE, at("C3")), Retreat("ge", FOE, at("C2")))
    after = done(state, Pass("ge"), 1, 10)
    assert [after.unit(leader).at for leader in (LEADER, second)] == [None, at("C4")]


@proves("LHY-13.6.3c.1", "LHY-4.1.14c", "LHY-12.3.6.1-2019")
def test_13_6_3c_guns_and_fps_cannot_retreat() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit("ge.fp.1", "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 9, Pass("ge"))
    assert state.unit("ge.fp.1").at is None
    assert not state.markers


@proves("LHY-13.6.3.3", "LHY-13.6.3.3.motion", "LHY-13.6.7")
def test_13_6_3_3_vehicles_retreat_any_way_and_are_in_motion_their_riders_off() -> None:
    tank = "us.able-tank.1.1"
    state = in_assault(unit(tank, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4"))
    state = Mounted("us.able.1.squad.2", tank).on(state)
    state = done(state, ResolveAssault("us", at("C4")), 1)
    state = done(state, Pass("ge")) if PLAY.to_act(state) == "ge" else state
    assert not course(state).aboard
    due = course(state).decisions[0].unit
    assert due in (tank, "us.able.1.squad.2")
    while course(state).decisions and course(state).decisions[0].unit != tank:
        offered = legal(state, Retreat)
        state = (
            done(state, offered[0]) if "goes on" in refusal(state, Pass("us")) else done(state, Pass("us"))
        )
    retreat = legal(state, Retreat)
    assert len({action.to for action in retreat if action.to}) >= 5
    assert done(state, retreat[0]).unit(tank).has(IN_MOTION)


@proves("LHY-13.6.3e")
def test_13_6_3e_three_hexes_at_most_through_a_town() -> None:
    town = board("\n".join(["u u u u u"] * 3 + [". . . . ."] * 5))
    units = [
        unit(SQUAD, "C4"),
        unit("us.able.1.squad.2", "C4"),
        unit("us.able.1.squad.3", "C4"),
        unit(LEADER, "C4"),
    ]
    state = done(
        in_assault(*units, unit("ge.1kp.1.section.b", "C4"), ground=town), ResolveAssault("us", at("C4")), 10
    )
    for label in ("C3", "C2", "C1"):
        state = done(state, Retreat("ge", "ge.1kp.1.section.b", at(label)))
    assert not legal(state, Retreat)


@proves("LHY-13.6.1b", "LHY-13.6.1b.bt")
@pytest.mark.parametrize(
    ("switches", "losses"), [({}, {"us": 1}), ({"urban_row_2_to_5_both": True}, {"us": 1, "ge": 1})]
)
def test_13_6_1b_a_4_or_5_costs_the_attacker_a_step_and_both_by_the_training_rules(
    switches: dict[str, bool], losses: dict[str, int]
) -> None:
    town = open_ground(8, 8, {"C4": "u"})
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    state = in_assault(*units, ground=town, switches=switches)
    after = done(state, ResolveAssault("us", at("C4")), 4, 1, *([1] * len(losses)))
    assert dict(course(after).losses) == losses


@proves("LHY-13.6.2.1")
def test_13_6_2_1_any_able_unit_of_a_side_may_be_named_for_its_attempt() -> None:
    units = [unit(SQUAD, "C4"), unit("us.latw.1", "C4"), unit("us.able.1.squad.2", "C4", DISRUPTED)]
    state = done(
        in_assault(*units, unit("ge.stug.1", "C4"), unit(FOE, "C4")), ResolveAssault("us", at("C4")), 6
    )
    assert [one.vehicle for one in legal(state, DestroyVehicle)] == ["ge.stug.1"], "it is listed once"
    for able in (SQUAD, "us.latw.1"):
        attempt = DestroyVehicle("us", able, "ge.stug.1")
        assert not refusal(state, attempt)
        assert not legal(done(state, attempt, 1), DestroyVehicle)
    disrupted = DestroyVehicle("us", "us.able.1.squad.2", "ge.stug.1")
    assert "cannot try to destroy ge.stug.1 now (LHY 13.6.2" in refusal(state, disrupted)


@proves("LHY-13.6.2.3a", "LHY-13.6.2.3b", "LHY-13.6.2.3c", "LHY-13.6.2.3d", "LHY-13.6.2.3e")
def test_13_6_2_3_modifiers_of_a_vehicle_destruction_attempt() -> None:
    units = [
        unit("us.able.1.squad.3", "C4"),
        unit("us.latw.1", "C4"),
        unit("ge.stug.1", "C4"),
        unit(FOE, "C4"),
    ]
    state = in_assault(*units)
    position = PLAY.position(state)
    modifiers = destruction_drm(
        position, participants(position, at("C4"), "us"), "us", state.unit("ge.stug.1")
    )
    assert [modifier.value for modifier in modifiers] == [2, 1, 2], (
        "squad, Assault Value 3, LATW; the tank has friends"
    )


@proves("LHY-13.6.2.3a", "LHY-13.6.2.3c", "LHY-13.6.2.3d", "LHY-13.6.2.3e")
@pytest.mark.parametrize(("edition", "moving"), [("series-3.1", 2 + 1 - 1), ("2019", 2 + 1 + 3 - 1)])
def test_13_6_2_3_example_a_squad_of_assault_value_3_against_a_tank_alone_next_to_woods(
    edition: str, moving: int
) -> None:
    """6 if the tank stands: 2 for the squad, 1 for its Assault Value, 3 for the tank by itself."""
    woods = open_ground(8, 8, {"C3": "w"})
    for conditions, total in (((), 2 + 1 + 3), ((IN_MOTION,), moving)):
        men = [unit("us.able.1.squad.3", "C4"), unit("ge.stug.1", "C4", *conditions)]
        state = in_assault(*men, ground=woods, edition=edition)
        position = PLAY.position(state)
        attempting = participants(position, at("C4"), "us")
        assert destruction_drm(position, attempting, "us", state.unit("ge.stug.1")).net == total


@proves("LHY-13.5.0a", "LHY-13.6.2.3a", "LHY-13.6.2.3c")
@pytest.mark.parametrize(("steady", "counted"), [("squad.1", [2]), ("squad.3", [2, 1])])
def test_13_6_2_3_of_squads_as_good_the_steady_one_takes_part(steady: str, counted: list[int]) -> None:
    """Reading 188: the third squad of the platoon has Assault Value 3 and takes part; the others are alike."""
    names = ("us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.squad.3")
    units = [unit(name, "C4", *(() if name.endswith(steady) else (DISRUPTED,))) for name in names]
    state = in_assault(*units, unit("ge.stug.1", "C4"), unit(FOE, "C4"))
    position = PLAY.position(state)
    taking_part = participants(position, at("C4"), "us")
    modifiers = destruction_drm(position, taking_part, "us", state.unit("ge.stug.1"))
    assert [modifier.value for modifier in modifiers] == counted


@proves("LHY-13.5.0a", "LHY-13.6.2.3a")
def test_13_6_2_3_a_steady_squad_takes_part_before_two_sections_worth_as_much() -> None:
    """Reading 188: the third squad is disrupted and takes part with its Assault Value of 3."""
    names = ("us.able.1.squad.1", "us.able.1.section.a", "us.able.1.section.b")
    units = [unit("us.able.1.squad.3", "C4", DISRUPTED), *(unit(name, "C4") for name in names)]
    state = in_assault(*units, unit("ge.stug.1", "C4"), unit(FOE, "C4"))
    position = PLAY.position(state)
    taking_part = participants(position, at("C4"), "us")
    assert {one.id for one in taking_part} == {"us.able.1.squad.3", "us.able.1.squad.1"}


@proves("LHY-13.6.6.1", "LHY-13.6.6.3", "LHY-14.4a", "LHY-4.1.14b")
def test_13_6_6_a_gun_that_stays_in_the_assault_hex_regroups_with_the_men_and_a_fortified_position_does_not() -> (
    None
):
    """Row 2 to 5: the attacker retreats, and all units that fought regroup except vehicles and fortified positions."""
    gun, fp, tank = "ge.pak40.3", "ge.fp.1", "ge.pz4.2.1"
    state = in_assault(*(unit(one, "C4") for one in (SQUAD, FOE, gun, fp, tank)))
    state = done(state, ResolveAssault("us", at("C4")), 3 - drm(state), Pass("us"))
    for label in ("C5", "C6"):
        state = done(state, Retreat("us", SQUAD, at(label)))
    after = done(state, Pass("us"), 5)
    assert not course(after).assaults
    assert {one.id for one in after.units.values() if one.has(REGROUPING)} == {SQUAD, FOE, gun}


@proves("LHY-13.6.2.3d")
@pytest.mark.parametrize(
    ("beside", "total"),
    [
        ("", 2 + 3), ("ge.dummy.1", 2 + 3),
        (FOE, 2), ("ge.1kp.1.leader", 2), ("ge.latw.1", 2), ("ge.pak40.3", 2), ("ge.fp.1", 2), ("ge.pz4.2.2", 2),
        ("ge.truck.1", 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_13_6_2_3d_a_vehicle_with_any_friend_in_its_hex_is_not_alone(
    edition: str, beside: str, total: int
) -> None:
    """Next to woods: 2 for the squad, and 3 for a tank that is alone (reading 169)."""
    ground = open_ground(8, 8, {"C3": "w"})
    there = [unit(one, "C4") for one in (SQUAD, "ge.pz4.2.1", *([beside] if beside else []))]
    state = in_assault(*there, ground=ground, edition=edition)
    position = PLAY.position(state)
    attempting = participants(position, at("C4"), "us")
    assert destruction_drm(position, attempting, "us", state.unit("ge.pz4.2.1")).net == total


@proves("LHY-13.6.3.5", "LHY-T-ART.6")
@pytest.mark.parametrize(("die", "disrupted"), [(6, False), (7, True)])
def test_13_6_3_5_a_unit_that_retreats_past_an_undisrupted_enemy_checks(die: int, disrupted: bool) -> None:
    # Americans next to every way back, so that the retreat has to pass them.
    past = [unit("us.able.1.squad.2", "B2"), unit("us.able.1.squad.3", "D2")]
    state = done(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), *past), ResolveAssault("us", at("C4")), 7)
    state = done(state, Retreat("ge", FOE, at("C3")))
    state = done(state, Retreat("ge", FOE, next(action.to for action in legal(state, Retreat))))
    after = done(state, Pass("ge"), die, 1)
    assert after.unit(FOE).has(DISRUPTED) is disrupted


@proves("LHY-13.5.3", "LHY-T-ART.6")
def test_13_5_3_only_surviving_units_with_a_cohesion_check() -> None:
    """The MG died on its way back, and the truck has no Cohesion: the squad throws one die."""
    units = [unit(one, "C4") for one in (SQUAD, "us.able.1.squad.2", FOE, "ge.mg.1", "ge.truck.1")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 6)
    state = UnitGone("ge.mg.1", "is eliminated").on(state)
    for step in (
        Pass("us"),
        Retreat("ge", FOE, at("C3")),
        Retreat("ge", FOE, at("C2")),
        Pass("ge"),
        Retreat("ge", "ge.truck.1", at("C3")),
    ):
        state = done(state, step)
    assert done(state, Pass("ge"), 9).unit(FOE).has(DISRUPTED)
