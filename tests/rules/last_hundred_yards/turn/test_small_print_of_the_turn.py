"""Chapters 5 to 11 and 17: small print of the sequence that seldom decides: who is next, what is refused, what goes."""

from dataclasses import replace

import pytest

from rules.errors import BadInput
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION, REGROUPING
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import (
    Activate,
    CallForReaction,
    Coordinate,
    SelectCompany,
)
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import FireWithinHex
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.questions.movement.rivers import EITHER_BANK, bank
from rules.last_hundred_yards.state.events.marker_events import AssaultEntered
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board
from tests.proving import proves
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
FOE = "ge.1kp.1.squad.1"


def choosing(*units: str, company: str = "able", edition: str = "2019") -> list[tuple[str, ...]]:
    """What may be activated after an attempt of coordination that failed."""
    state = opened(FIELD, [*(unit(name, "C9") for name in units), unit(FOE, "C1")], edition=edition)
    state = done(done(state, RollInitiative("us"), 9, 2), SelectCompany("us", company))
    return [action.platoons for action in legal(done(state, Coordinate("us"), 1), Activate)]


@proves("LHY-7.1.3")
def test_7_1_after_a_failed_attempt_no_infantry_of_another_company_is_activated() -> None:
    able = ("us.able.1.leader", "us.able.2.leader")
    others = ("us.baker.1.leader", "us.able-tank.1.1", "us.dog.1.1")
    assert choosing(*able, *others) == [("able.1",), ("able.2",), ("able-tank.1",), ("dog.1",)]


@proves("LHY-7.1.later")
def test_7_1_in_the_later_edition_a_failed_attempt_leaves_the_companys_own_platoons_alone() -> None:
    units = ("us.able.1.leader", "us.able.2.leader", "us.able-tank.1.1", "us.dog.1.1")
    assert choosing(*units, edition="series-3.1") == [("able.1",), ("able.2",)]


@proves("LHY-6.0.II.4a", "LHY-7.0.1", "LHY-7.1.3")
def test_6_0_after_its_last_platoon_a_company_that_failed_to_coordinate_is_done() -> None:
    units = [unit("us.able.1.leader", "C9"), unit("us.able-tank.1.1", "E9"), unit("us.dog.1.1", "G9")]
    state = opened(FIELD, [*units, unit(FOE, "C1")])
    state = done(
        done(done(state, RollInitiative("us"), 9, 2), SelectCompany("us", "able")), Coordinate("us"), 1
    )
    for platoon in ("dog.1", "able.1"):
        state = done(state, Activate("us", (platoon,)))
        for side in ("us", "ge", "us"):
            state = done(state, CallForReaction(side))
    assert [action.company for action in legal(state, SelectCompany)] == ["able-tank"]


@proves("LHY-7.1.1")
def test_7_1_coordination_is_tried_before_the_first_platoon_only() -> None:
    units = [unit("us.able.1.leader", "C9"), unit("us.able.2.leader", "E9"), unit(FOE, "C1")]
    state = done(done(opened(FIELD, units), RollInitiative("us"), 9, 2), SelectCompany("us", "able"))
    assert not refusal(state, Coordinate("us"))
    state = done(state, Activate("us", ("able.1",)))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "was activated already (LHY 7.1" in refusal(state, Coordinate("us"))


@proves("LHY-5.0.I.3", "LHY-7.1.2", "LHY-0.16", "LHY-2.3.2")
def test_5_0_a_mission_that_lists_no_modifier_adds_none() -> None:
    state = opened(FIELD, [unit(LEADER, "C9"), unit(FOE, "C1")])
    for side in course(state).mission.sides:
        assert (side.initiative_drm, side.coordination_drm) == (0, 0)
        assert side.promotion_points == 0


@proves("LHY-9.0.2", "LHY-7.0.2", "LHY-8.1.1")
def test_9_0_a_refusal_names_the_rule_by_which_it_is_not_ones_turn() -> None:
    other = "us.able.2.squad.1"
    units = [unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(other, "E8"), unit("us.able.2.leader", "E8")]
    state = activated(*units, unit(FOE, "C1"))
    go = Maneuver("us", other, at("E7"))
    assert "may not maneuver now (LHY 7.0)" in refusal(state, go)
    called = done(state, CallForReaction("us"))
    seen_nothing = Maneuver("ge", FOE, at("C2"))
    assert "may not maneuver now (LHY 8.1)" in refusal(called, seen_nothing)
    held = AssaultEntered("us.mg.1", "us", at("C1"), at("C2")).on(called)
    assert "OUR 64" in refusal(held, seen_nothing)


@proves("LHY-10.4.1.1", "LHY-10.4.1b.2")
def test_10_0_a_side_ends_its_own_maneuvers_alone() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A9"), unit(FOE, "C1"))
    assert refusal(state, EndManeuver("us"))
    state = done(state, Maneuver("us", SQUAD, at("C7")))
    assert not refusal(state, EndManeuver("us"))
    assert "only vehicles are in motion" in refusal(state, EndManeuver("us", stop=True))
    assert refusal(state, EndManeuver("ge"))


@proves("LHY-12.3.4.2", "LHY-5.0.II.2")
@pytest.mark.parametrize("who", [TANK, "us.able-tank.2.1"])
def test_5_0_ii_tanks_need_no_leader(who: str) -> None:
    platoon = who.removeprefix("us.").rpartition(".")[0]
    state = activated(unit(who, "C8"), unit(FOE, "C4"), platoon=platoon)
    assert not refusal(state, FireSmallArms("us", who, (at("C4"),)))


@proves("LHY-9.1.1d")
@pytest.mark.parametrize(
    ("enemy", "conditions", "threatens"),
    [
        ("ge.pak40.3", (), True),
        ("ge.pak40.3", (DISRUPTED,), False),
        ("ge.1kp.1.leader", (), False),  # no ATV
        (FOE, (), False),  # an ATV below 0 does nothing to a tank
        ("ge.latw.1", (), False),  # two hexes of range
        ("ge.stug.1", ("shocked",), False),
        ("ge.stug.1", (), True),
    ],
)
def test_9_1_1d_what_makes_a_tank_act(enemy: str, conditions: tuple[str, ...], threatens: bool) -> None:
    state = activated(unit(TANK, "C8"), unit(enemy, "C4", *conditions), platoon="able-tank.1")
    assert (f"within range and LOS of {enemy}" in refusal(state, CallForReaction("us"))) is threatens


@proves("LHY-9.1.1d", "LHY-4.1.14a")
@pytest.mark.parametrize(("facing", "threatens"), [(0.0, False), (180.0, True)])
def test_9_1_1d_a_fortified_position_threatens_what_is_before_it(facing: float, threatens: bool) -> None:
    position = replace(unit("ge.fp.1", "C4"), facing_deg=facing)
    state = activated(unit(TANK, "C8"), position, platoon="able-tank.1")
    assert ("within range and LOS" in refusal(state, CallForReaction("us"))) is threatens


@proves("LHY-9.1.1d", "LHY-11.3b")
def test_9_1_1d_a_gun_in_tow_threatens_nobody() -> None:
    gun, carrier = "ge.pak40.3", "ge.truck.1"
    state = activated(
        unit(TANK, "C8"), unit(gun, "C4"), unit(carrier, "C4"), platoon="able-tank.1", aboard={gun: carrier}
    )
    assert "within range and LOS" not in refusal(state, CallForReaction("us"))


@proves("LHY-9.1.1b")
@pytest.mark.parametrize(("enemy_at", "seen"), [("C4", True), ("C1", False)])
def test_9_1_1b_the_disrupted_must_act_where_an_enemy_sees_them(enemy_at: str, seen: bool) -> None:
    ground = board("\n".join([". . . . . . . ."] * 2 + ["f f f f f f f f"] + [". . . . . . . ."] * 7))
    units = [unit(SQUAD, "C8", DISRUPTED), unit(LEADER, "A9"), unit(FOE, enemy_at)]
    state = activated(*units, ground=ground, far=())
    assert ("in LOS of the enemy and must act" in refusal(state, CallForReaction("us"))) is seen


@proves("LHY-9.1.2a", "LHY-7.2a.1", "LHY-4.3.0.3")
@pytest.mark.parametrize(
    ("mg_at", "conditions", "held"),
    [("B6", (), True), ("B6", (CONCEALED,), False), ("G7", (), False)],
    ids=["in sight", "concealed", "behind the forest"],
)
def test_9_1_2a_support_of_the_activated_platoon_obliges_the_disrupted_whom_it_sees(
    mg_at: str, conditions: tuple[str, ...], held: bool
) -> None:
    # The squad and its leader are behind the forest; only the MG, which acts with them, has B2 in sight.
    forest = board("\n".join([". . . . . . . ."] * 3 + [". . . f f f f f"] + [". . . . . . . ."] * 6))
    units = [unit("us.mg.1", mg_at, *conditions), unit(SQUAD, "H9"), unit(LEADER, "H9")]
    state = activated(*units, unit(FOE, "B2", DISRUPTED), ground=forest, far=(unit("ge.1kp.2.leader", "H1"),))
    state = done(state, CallForReaction("us"))
    assert ("is disrupted in LOS of the enemy" in refusal(state, CallForReaction("ge"))) is held


@proves("LHY-9.1.2a", "LHY-7.0.2", "LHY-7.2b.1", "LHY-7.2c.1")
@pytest.mark.parametrize("who", ["us.able-tank.1.1", "us.able.2.squad.1"])
@pytest.mark.parametrize("joins", [True, False])
def test_9_1_2a_who_joins_the_activated_platoon_obliges_the_disrupted_whom_he_sees(
    who: str, joins: bool
) -> None:
    # From G9 nobody has B2 in sight; the one goes on to F9, which has.
    forest = board("\n".join([". . . . . . . ."] * 3 + [". . . f f f f f"] + [". . . . . . . ."] * 6))
    units = [unit(who, "G9"), unit(SQUAD, "G9"), unit(LEADER, "H9"), unit("us.able.2.leader", "H9")]
    foes = [unit(FOE, "B2", DISRUPTED), unit("ge.1kp.2.leader", "H1")]
    state = activated(*units, ground=forest, far=foes)
    if joins:
        state = done(done(state, Maneuver("us", who, at("F9"))), EndManeuver("us"))
    else:
        state = state.with_unit(replace(state.unit(who), at=at("F9")))
    state = done(state, CallForReaction("us"))
    assert ("is disrupted in LOS of the enemy" in refusal(state, CallForReaction("ge"))) is joins


@proves("LHY-9.1.2a", "LHY-17.10")
@pytest.mark.parametrize("acts", [True, False])
def test_9_1_2a_a_command_tank_that_acts_with_a_platoon_obliges_the_disrupted_whom_it_sees(
    acts: bool,
) -> None:
    forest = board("\n".join([". . . . . . . ."] * 3 + [". . . f f f f f"] + [". . . . . . . ."] * 6))
    units = [unit("us.able-tank.co", "F9"), unit("us.able-tank.1.1", "H9"), unit("us.able-tank.2.1", "H9")]
    foes = [unit(FOE, "B2", DISRUPTED), unit("ge.1kp.2.leader", "H1")]
    state = activated(*units, ground=forest, far=foes, platoon="able-tank.1")
    if acts:
        state = done(done(state, Maneuver("us", "us.able-tank.co", at("F8"))), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    assert ("is disrupted in LOS of the enemy" in refusal(state, CallForReaction("ge"))) is acts


@proves("LHY-13.6.6.3", "LHY-10.3.1.0.2")
def test_13_6_6_regrouping_ends_with_a_withdrawal() -> None:
    state = activated(unit(SQUAD, "C8", REGROUPING), unit(LEADER, "A9"), unit(FOE, "C1"))
    after = done(state, Withdraw("us", (SQUAD,), at("C9")))
    assert not after.unit(SQUAD).has(REGROUPING)


@proves("LHY-11.4.S.2", "LHY-5.0.V.1")
@pytest.mark.parametrize(("lies", "left"), [(3, [2]), (1, [])])
def test_11_4_s_one_smoke_marker_leaves_each_hex(lies: int, left: list[int]) -> None:
    markers = [Marker("smoke", at("C5"), lies), Marker("smoke", at("E5"), lies), Marker("wire", at("E5"))]
    state = opened(FIELD, [unit(LEADER, "C8"), unit(FOE, "C1")], markers=markers)
    state = PhaseBegan(Phase.MORTARS).on(done(state, RollInitiative("us"), 9, 2))
    after = done(state, AdjustMortars("us"))
    for place in ("C5", "E5"):
        assert [marker.value for marker in after.markers_at(at(place), "smoke")] == left
    assert after.markers_at(at("E5"), "wire"), "nothing else leaves"


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
    wet = board("\n".join([". . . ."] * 4), rivers="A2 B1 C2 D1")
    units = [unit(LEADER, "A4"), unit(FOE, "C1")]
    assert opened(wet, units, markers=[Marker("smoke", at("A2"))])
    with pytest.raises(BadInput, match=r"markers\.mines.*dry hex"):
        opened(wet, units, markers=[Marker("mines", at("A2"))])


@proves("LHY-17.7h.1")
def test_17_7h_who_is_named_waits_off_the_map_beside_those_who_set_up() -> None:
    sides = {"us": {"setup_area": ["C9"], "entry_hexes": ["C10"], "entering": [SECOND]}}
    state = opened(
        FIELD, [unit(SQUAD, None), unit(SECOND, None), unit(LEADER, "A9"), unit(FOE, "C1")], sides=sides
    )
    assert course(state).off_map == {SECOND}
    assert {action.unit for action in legal(state, PlaceUnit)} == {SQUAD}


@proves("LHY-4.1.6c", "LHY-17.7a")
@pytest.mark.parametrize(
    ("who", "may"), [(SQUAD, True), ("us.gun57.1", False), (TANK, False), ("us.mg.1", True)]
)
def test_4_1_6_vehicles_and_guns_are_not_set_up_in_town(who: str, may: bool) -> None:
    town = board("\n".join([". . . ."] * 2 + [". . u ."] + [". . . ."]))
    sides = {"us": {"setup_area": ["C3", "C4"]}}
    state = opened(town, [unit(who, None), unit(LEADER, "A4"), unit(FOE, "C1")], sides=sides)
    assert ("cannot stand in urban buildings" not in refusal(state, PlaceUnit("us", who, at("C3")))) is may


@proves("LHY-10.4.5B.2")
def test_10_4_5_1_dummies_answer_nobody_and_a_side_only_with_its_own() -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit("ge.pak40.3", "C5"), unit("ge.dummy.1", "C5")]
    state = activated(*units, platoon="able-tank.1", edition="series-3.1")
    state = done(state, Bypass("us", TANK, at("C5")))
    assert refusal(state, FireWithinHex("ge", "ge.dummy.1", (TANK,)))
    assert refusal(state, FireWithinHex("ge", "ge.latw.1", (TANK,))) == "ge has no unit ge.latw.1 (LHY 9.0)"


@proves("LHY-6.0.II.3c", "LHY-17.9.2a.1")
def test_6_0_ii_3c_the_hidden_whom_enemies_came_near_are_revealed_at_the_end_of_the_cycle() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A9"), unit("ge.mg.1", "C2", HIDDEN), unit(FOE, "H1")]
    state = activated(*units)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert not state.unit("ge.mg.1").has(HIDDEN)


@proves("LHY-4.1.10.3")
@pytest.mark.parametrize(
    ("rivers", "river", "one", "other"),
    [
        ("C3", "C3", "D2", "B2"),  # a river of one hex runs north and south
        ("C3 C4", "C3", "D2", "B2"),  # at its end it runs on straight
        ("B2 C3", "C3", "C2", "C4"),  # from the north-west: it goes on to the south-east
        ("D2 C3", "C3", "C2", "C4"),  # from the north-east
        ("C3 D3", "C3", "C2", "C4"),
        ("C3 B3", "C3", "C2", "C4"),
    ],
)
def test_4_1_10_the_banks_at_the_end_of_a_river(rivers: str, river: str, one: str, other: str) -> None:
    ground = board("\n".join([". . . . ."] * 5), rivers=rivers)
    banks = [bank(ground, at(river), at(place)) for place in (one, other)]
    assert EITHER_BANK not in banks
    assert banks[0] != banks[1]


@proves("LHY-4.1.10.3")
@pytest.mark.parametrize(
    ("rivers", "along"), [("C3 C4", ("C2", "C4")), ("B2 C3", ("B2", "D3")), ("D2 C3", ("D2", "B3"))]
)
def test_4_1_10_where_a_river_comes_from_and_would_go_to_is_either_bank(
    rivers: str, along: tuple[str, str]
) -> None:
    ground = board("\n".join([". . . . ."] * 5), rivers=rivers)
    assert [bank(ground, at("C3"), at(place)) for place in along] == [EITHER_BANK] * 2


@proves("LHY-14.1.1", "LHY-11.5.3")
def test_9_0_a_side_names_no_counter_of_the_other() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C6", DISRUPTED))
    assert "us has no unit" in refusal(state, Recover("us", FOE))
    assert "us has no unit" in refusal(state, FireAntiTank("us", FOE, (TANK,)))
