"""Chapters 11.0, 11.2 and 11.3: who may fire small arms at what, and every modifier."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.engine.forecast import HIDDEN_OUTCOME
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, REGROUPING
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.fire_steps import FireOutcome, fire_steps
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.fronts import is_rear
from rules.last_hundred_yards.questions.fire.targets import soft_targets
from rules.last_hundred_yards.state.events.maneuver_events import CameFrom
from rules.last_hundred_yards.state.events.marker_events import AssaultEntered, FiredThrough, FirePlaced
from rules.last_hundred_yards.state.events.order_events import PhaseBegan, PlatoonsActivated
from rules.last_hundred_yards.state.events.unit_events import LEAVES, Mounted, UnitGone, UnitMoved, UnitPlaced
from rules.last_hundred_yards.state.progress import FireKind, FireMarker, Phase
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import FIELD, FOE, LEADER, SQUAD, TANK, activated, marker
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, seen, unit

TOWN = board("\n".join([". . u ."] * 12), roads="C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12")


@proves(
    "LHY-1.5.1", "LHY-11.3.2", "LHY-0.8", "LHY-0.6", "LHY-11.3.3a", "LHY-1.8.0", "LHY-1.8.1.1",
    "LHY-T-RANGE.1",
)  # fmt: skip
@pytest.mark.parametrize(("foe_at", "value"), [("C10", 1), ("C8", 0), ("C6", -1), ("C4", -2)])
def test_11_3_3a_a_squads_sav_1_by_range_of_8(foe_at: str, value: int) -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, foe_at))
    assert marker(state, FireSmallArms("us", SQUAD, (at(foe_at),))) == value


@proves("LHY-1.8.1.2")
def test_1_8_an_underscored_range_takes_no_range_drm() -> None:
    state = opened(FIELD, [unit("ge.stug.1", "C2"), unit(SQUAD, "C12"), unit(LEADER, "C12")], attacker="ge")
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "4stug")), Activate("ge", ("4stug.1",)))
    assert marker(state, FireSmallArms("ge", "ge.stug.1", (at("C12"),))) == 0


@proves("LHY-11.0.2", "LHY-11.0b", "LHY-11.3a", "LHY-1.7.2")
def test_11_0_what_cannot_be_fired_at() -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "C11"), unit(FOE, "C3"), unit("ge.mg.1", "D11"))
    assert "the range is 8" in refusal(state, FireSmallArms("us", SQUAD, (at("C3"),)))
    assert "no enemy is known" in refusal(state, FireSmallArms("us", SQUAD, (at("C10"),)))
    assert "not a vehicle" in refusal(state, FireAntiTank("us", SQUAD, ("ge.mg.1",)))


@proves("LHY-11.2a")
def test_11_2a_fire_worth_less_than_minus_4_is_not_made() -> None:
    stone = board("\n".join([". . . . . ."] * 3 + [". . s . . ."] + [". . . . . ."] * 8))
    state = activated(unit("us.able.1.section.a", "C12"), unit(LEADER, "C12"), unit(FOE, "C4"), ground=stone)
    assert "LHY 11.2a" in refusal(state, FireSmallArms("us", "us.able.1.section.a", (at("C4"),)))


@proves("LHY-11.3.3b")
@pytest.mark.parametrize(("markers", "value"), [(0, 1), (1, 0), (2, 0), (3, -1)])
def test_11_3_3b_suppression_is_1_for_every_two_markers_a_left_over_one_counts(
    markers: int, value: int
) -> None:
    fires = tuple(FireMarker(n, FireKind.SADRM, at("C12"), 0, against="us") for n in range(markers))
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11"), fires=fires)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C11"),))) == value


@proves("LHY-11.3.3.0", "LHY-11.3.3k", "LHY-11.3.3m", "LHY-11.3.3i", "LHY-11.3.3l")
@pytest.mark.parametrize(
    ("foes", "value"),
    [
        ((unit(FOE, "C10"),), 1),
        (tuple(unit(f"ge.1kp.1.squad.{n}", "C10") for n in (1, 2, 3)), 2),
        ((unit(FOE, "C10", DISRUPTED),), 0),
        ((unit(FOE, "C10", CONCEALED),), 0),
        ((unit(FOE, "C10"), unit("ge.stug.1", "C10")), 0),
    ],
)
def test_11_3_3_dense_grounded_concealed_and_sheltered_targets(foes: tuple[Unit, ...], value: int) -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), *foes)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-11.3.3l")
@pytest.mark.parametrize(("wall", "value"), [("", 0), ("C10-C11", 0), ("C9-C10", 0)])
def test_11_3_3l_armour_shelters_men_unless_the_fire_comes_over_a_wall(wall: str, value: int) -> None:
    # SAV 1: less 1 for the armour beside them, or less 1 for the wall that the fire crosses; never both.
    walled = board("\n".join([". . . . ."] * 12), walls=wall)
    units = [unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.stug.1", "C10")]
    assert marker(activated(*units, ground=walled), FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-11.3.3l")
def test_11_3_3l_riders_have_no_armour_beside_them() -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.stug.1", "C10"))
    riding = Mounted(FOE, "ge.stug.1").on(state)
    assert marker(riding, FireSmallArms("us", SQUAD, (at("C10"),))) == 1


@proves("LHY-11.3.3p", "LHY-T-TEM.small", "LHY-4.1.13.1", "LHY-4.1.4.4", "LHY-4.1.6.best")
@pytest.mark.parametrize(
    ("letter", "value"), [("w", 0), ("b", -1), ("s", -2), ("u", -2), ("h1", 0), (".", 1)]
)
def test_11_3_3p_the_best_single_terrain_modifier_counts(letter: str, value: int) -> None:
    ground = board("\n".join([". . . . ."] * 9 + [f". . {letter} . ."] + [". . . . ."] * 2))
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), ground=ground)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-4.1.13.1", "LHY-11.3.3p")
def test_4_1_13_an_improved_position_is_worth_2() -> None:
    dug_in = (Marker("improved_position", at("C10")),)
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), markers=dug_in)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == -1


@proves("LHY-4.1.7.1", "LHY-T-TEM.small")
def test_4_1_7_a_wall_covers_against_fire_across_it_only() -> None:
    walled = board("\n".join([". . . . ."] * 12), walls="C10-C11")
    units = [unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("us.able.1.squad.2", "C9")]
    state = activated(*units, ground=walled)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0
    assert marker(state, FireSmallArms("us", "us.able.1.squad.2", (at("C10"),))) == 1


@proves("LHY-11.3.3f", "LHY-13.6.6.3")
def test_11_3_3f_regrouping_firers_reach_the_next_hex_at_minus_1() -> None:
    state = activated(
        unit(SQUAD, "C11", REGROUPING), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "C8"), unit("ge.mg.2", "C9")
    )  # fmt: skip
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0
    for label in ("C9", "C8"):
        assert "only at adjacent hexes" in refusal(state, FireSmallArms("us", SQUAD, (at(label),)))


@proves("LHY-11.3.3c-2019", "LHY-11.3.3c", "LHY-11.3.3d-2019", "LHY-11.3.3d")
def test_11_3_3c_and_d_reaction_fire_at_who_maneuvered_near_and_split() -> None:
    # The designer's example: each of two markers has the full SAV, the maneuver bonus and -2.
    units = [unit(SQUAD, "C11"), unit("us.able.1.squad.2", "D10"), unit(LEADER, "A12"), unit("ge.mg.3", "C8")]
    state = activated(*units)
    for mover, label in ((SQUAD, "C10"), ("us.able.1.squad.2", "D9")):
        state = done(done(state, Maneuver("us", mover, at(label))), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    assert marker(state, FireSmallArms("ge", "ge.mg.3", (at("C10"),))) == 2
    split = done(state, FireSmallArms("ge", "ge.mg.3", (at("C10"), at("D9"))))
    assert [fire.value for fire in course(split).fires] == [0, 0]


@proves("LHY-11.3.3d", "LHY-11.2a")
def test_11_3_3d_of_split_fire_the_lower_marker_is_told_and_may_not_be_too_low() -> None:
    units = [unit(SQUAD, "C11"), unit("us.able.1.squad.2", "D10"), unit(LEADER, "A12"), unit("ge.mg.3", "C8")]
    for smokes, said in ((4, "SADRM -4"), (5, "fire worth less than -4")):
        state = activated(*units, markers=[Marker("smoke", at("D9"))] * smokes)
        for mover, label in ((SQUAD, "C10"), ("us.able.1.squad.2", "D9")):
            state = done(done(state, Maneuver("us", mover, at(label))), EndManeuver("us"))
        state = done(state, CallForReaction("us"))
        split = FireSmallArms("ge", "ge.mg.3", (at("C10"), at("D9")))
        assert said in (refusal(state, split) or PLAY.chances(state, split).verdict)


@proves("LHY-11.3.3c", "LHY-11.3.3c-2019")
@pytest.mark.parametrize(("label", "value"), [("C10", 2), ("C11", 1)])
def test_11_3_3c_the_bonus_reaches_two_hexes(label: str, value: int) -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit("ge.mg.3", "C8"))
    for step in ("C11", "C10")[: 1 if label == "C11" else 2]:
        state = done(state, Maneuver("us", SQUAD, at(step)))
    state = done(done(state, EndManeuver("us")), CallForReaction("us"))
    assert marker(state, FireSmallArms("ge", "ge.mg.3", (at(label),))) == value


@proves("LHY-11.3.3d")
@pytest.mark.parametrize(("start", "may"), [("D10", True), ("D9", False)])
def test_11_3_3d_fire_is_split_at_who_came_and_not_at_who_fired(start: str, may: bool) -> None:
    second = "us.able.1.squad.2"
    state = activated(unit(SQUAD, "C11"), unit(second, start), unit(LEADER, "A12"), unit("ge.mg.3", "C8"))
    state = done(done(state, Maneuver("us", SQUAD, at("C10"))), EndManeuver("us"))
    if start == "D9":
        state = done(state, FireSmallArms("us", second, (at("C8"),)))
    else:
        state = done(done(state, Maneuver("us", second, at("D9"))), EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    said = refusal(state, FireSmallArms("ge", "ge.mg.3", (at("C10"), at("D9"))))
    assert ("nobody maneuvered into D9" not in said) is may


@proves("LHY-11.3.3d")
def test_11_3_3d_no_split_fire_in_activation() -> None:
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "C9"))
    assert "in reaction only" in refusal(state, FireSmallArms("us", SQUAD, (at("C10"), at("C9"))))


@proves("LHY-11.3.3i")
@pytest.mark.parametrize(
    ("in_hex", "value"),
    [
        ([unit(FOE, "C10", CONCEALED), unit("ge.1kp.1.leader", "C10")], 0),
        ([unit(FOE, "C10"), unit("ge.1kp.1.leader", "C10", CONCEALED)], 1),
        ([unit(FOE, "C10", CONCEALED), unit("ge.mg.1", "C10")], 1),
    ],
)
def test_11_3_3i_the_target_is_concealed_if_all_its_combat_units_are(in_hex: list[Unit], value: int) -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), *in_hex)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-11.1a")
@pytest.mark.parametrize(("who", "value"), [("ge.stug.1", 0), ("ge.mg.1", 2)])
def test_11_1_the_rear_of_a_vehicle_is_none_of_the_men_beside_it(who: str, value: int) -> None:
    """It has fired away from the squad that fires at its hex; beside their own armour men are covered by 1 (11.3.3l)."""
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit("ge.latw.1", "C10"), unit(who, "C10"))
    state = FiredThrough(who, at("C8")).on(state)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == value


@proves("LHY-11.3.3j", "LHY-4.2.4.3")
def test_11_3_3j_each_hindrance_is_minus_1() -> None:
    smoke = (Marker("smoke", at("C11")),)
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C10"), markers=smoke)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0


@proves("LHY-4.3.0.4", "LHY-4.3.0.5", "LHY-4.3.0.6")
def test_4_3_example_an_inquiry_tells_counts_and_the_shot_is_owed() -> None:
    # EX-LHY-4.3-1 and -2: two AFVs, a towed gun and one other unit lie concealed in the woods.
    woods = board("\n".join([". . . . ."] * 5 + [". . w . ."] + [". . . . ."] * 6))
    hidden = [
        unit(one, "C6", CONCEALED) for one in ("us.able-tank.1.1", "us.able-tank.1.2", "us.gun57.1", SQUAD)
    ]
    own = [unit("ge.pz4.2.1", "C2"), unit("ge.pz4.2.2", "D2"), unit("ge.1kp.1.leader", "A1"), unit(FOE, "C3")]
    state = opened(woods, [*hidden, *own, unit(LEADER, "A12")], attacker="ge")
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1tank")), Activate("ge", ("1tank.2",)))
    assert not any("@" in action.targets[0] for action in legal(state, FireAntiTank))
    state = done(state, Inquire("ge", at("C6")))
    assert course(state).inquired == ((at("C6"), (("afv", 2), ("gun", 1))),)
    assert "play waits for shot at the hex asked about" in refusal(state, CallForReaction("ge"))
    state = done(state, FireAntiTank("ge", "ge.pz4.2.1", ("afv@C6",)))
    assert course(state).fires[-1].target == "us.able-tank.1.1", "the top one of the kind"
    assert not refusal(state, FireAntiTank("ge", "ge.pz4.2.2", ("gun@C6",)))


@proves("LHY-11.3.2", "LHY-12.1.5a")
def test_11_odds_of_one_shot_counted_by_hand() -> None:
    # A PaK 40 at a Sherman's front: ATV 5, AV 10: 6 to 10 destroy, 5 shocks, 1 to 4 nothing.
    state = opened(
        FIELD,
        [unit("ge.pak40.3", "C8"), unit(FOE, "C8"), unit("ge.1kp.1.leader", "C8"), unit(TANK, "C12")],
        attacker="ge",
    )
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    ruling = PLAY.chances(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert ruling.odds is not None
    assert ruling.verdict == "ATDRM +5"
    assert ruling.odds.of(f"{TANK} destroyed") == Fraction(5, 10)
    assert ruling.odds.of(f"{TANK} shocked") == Fraction(1, 10)
    assert any("ATV of ge.pak40.3" in str(reason) for reason in ruling.reasons)


@proves("LHY-11.2b")
def test_11_2b_small_arms_stop_at_3_and_anti_tank_at_8() -> None:
    foes = [unit(f"ge.1kp.{p}.squad.{n}", "C11") for p in (1, 2) for n in (1, 2, 3)]
    state = activated(unit(TANK, "C12"), *foes, platoon="able-tank.1")
    assert marker(state, FireSmallArms("us", TANK, (at("C11"),))) == 3, "SAV 2, four steps and eight more"


@proves("LHY-1.5.2a")
@pytest.mark.parametrize(
    ("there", "fires"),
    [
        ((unit("ge.stug.1", "C10"),), False),
        ((unit("ge.spw251.1", "C10"),), False),
        ((unit("ge.fp.1", "C10"),), False),
        ((unit("ge.stug.1", "C10"), unit("ge.latw.1", "C10")), True),
        ((unit("ge.pak40.3", "C10"),), True),
        ((unit("ge.stug.1", "C10", CONCEALED),), True),
    ],
)
def test_1_5_2_small_arms_need_a_target_with_a_cohesion(there: tuple[Unit, ...], fires: bool) -> None:
    # What lies concealed may be a man, and no list or refusal tells that it is a tank.
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), *there)
    order = FireSmallArms("us", SQUAD, (at("C10"),))
    assert ("LHY 1.5)" not in refusal(state, order)) is fires
    assert (order in legal(state, FireSmallArms)) is fires


@proves("LHY-1.5.2a", "LHY-11.3c")
def test_11_3c_small_arms_at_a_carrier_with_men_inside_are_refused_riders_are_a_target() -> None:
    state = activated(
        unit(SQUAD, "C12"),
        unit(LEADER, "A12"),
        *(unit(one, "C10") for one in ("ge.spw251.1", "ge.stug.1", FOE)),
    )
    order = FireSmallArms("us", SQUAD, (at("C10"),))
    assert "LHY 11.3c" in refusal(Mounted(FOE, "ge.spw251.1").on(state), order)
    assert not refusal(Mounted(FOE, "ge.stug.1").on(state), order)


@proves("LHY-11.3b", "LHY-11.3c", "LHY-11.3d", "LHY-12.1.3.2b")
def test_11_3_riders_are_hit_and_void_cover_passengers_are_safe() -> None:
    woods = board("\n".join([". . . . ."] * 9 + [". . w . ."] + [". . . . ."] * 2))
    foes = [unit("ge.stug.1", "C10"), unit("ge.spw251.1", "C10"), unit(FOE, "C10"), unit("ge.mg.1", "C10")]
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), *foes, ground=woods)
    order = FireSmallArms("us", SQUAD, (at("C10"),))
    assert marker(state, order) == 0
    inside = Mounted(FOE, "ge.spw251.1").on(state)
    assert marker(inside, order) == 0
    assert met_by(inside) == met_by(inside, mortar=True) == ["ge.mg.1"]
    riding = Mounted(FOE, "ge.stug.1").on(state)
    assert marker(riding, order) == 1
    assert met_by(riding) == [FOE, "ge.mg.1"]
    assert met_by(riding, mortar=True) == ["ge.mg.1"]
    own = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit("us.m3.2", "C11"), unit(FOE, "C10"))
    assert "aboard" in refusal(Mounted(SQUAD, "us.m3.2").on(own), order)


def met_by(state: GameState, *, mortar: bool = False) -> list[str]:
    """Whom small arms in C10 work on, or mortars."""
    return sorted(target.id for target in soft_targets(seen(state, "ge"), at("C10"), "ge", mortar=mortar))


@proves("LHY-11.3.1a")
@pytest.mark.parametrize(("others", "label"), [((), "C11"), (("us.able.1.squad.2",), "C12")])
def test_11_3_1a_the_only_unit_of_a_hex_takes_its_markers_along(others: tuple[str, ...], label: str) -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C12"), 0, against="us")
    units = [unit(SQUAD, "C12"), unit(LEADER, "A12"), *(unit(one, "C12") for one in others)]
    state = done(activated(*units, fires=(fire,)), Maneuver("us", SQUAD, at("C11")))
    assert str(course(state).fires[0].at) == label


@proves("LHY-11.3.3e", "LHY-11.1a")
@pytest.mark.parametrize(
    ("second", "value"),
    [
        ((), 2),
        ((unit("ge.mg.1", "F6"),), 1),
        ((unit("ge.pak40.3", "F6"),), 1),
        ((unit("ge.pak40.3", "F6", DISRUPTED),), 2),
        ((unit("ge.fp.1", "F6"),), 1 - 2),
        ((unit("ge.1kp.1.leader", "F6"),), 2),
    ],
    ids=["alone", "MG", "gun", "disrupted gun", "FP, which covers", "leader"],
)
def test_11_3_3e_fire_from_the_rear_is_1_better_unless_two_steady_units_share_the_hex(
    second: tuple[Unit, ...], value: int
) -> None:
    state = activated(unit(SQUAD, "F7"), unit(LEADER, "A12"), unit(FOE, "F6"), *second)
    state = FiredThrough(FOE, at("F1")).on(state)
    assert marker(state, FireSmallArms("us", SQUAD, (at("F6"),))) == value


@proves("LHY-11.1.2", "LHY-11.1.3.1", "LHY-9.0.6")
def test_11_1_2_a_front_holds_until_the_next_platoon_is_activated() -> None:
    """Reading 214: a squad and a tank have shown the Americans their backs."""
    second, panzer = "us.able.2.squad.1", "ge.stug.1"
    men = unit(second, "F7"), unit("us.able.2.leader", "A12")
    state = activated(unit(SQUAD, "D7"), unit(LEADER, "A12"), *men, unit(FOE, "F6"), unit(panzer, "H6"))
    state = CameFrom(panzer, at("H7"), False).on(FiredThrough(FOE, at("F1")).on(state))
    later = PlatoonsActivated(("able.2",)).on(state)
    shown = [
        is_rear(seen(now, "us"), now.unit(target), at(behind))
        for now in (state, later)
        for target, behind in ((FOE, "F7"), (panzer, "H9"))
    ]
    assert shown == [True, True, False, False]
    assert marker(later, FireSmallArms("us", second, (at("F6"),))) == 1


@proves("LHY-11.3.3e", "LHY-11.1.2", "LHY-11.1b")
@pytest.mark.parametrize(("foe_at", "value"), [("F9", 0), ("F3", 1)])
def test_11_3_3e_a_gun_that_has_fired_shows_small_arms_its_rear(foe_at: str, value: int) -> None:
    """Three hexes off for SAV 1 of range 8, -1; the gun has fired toward F10."""
    state = activated(unit(SQUAD, foe_at), unit(LEADER, "A12"), unit("ge.pak40.3", "F6"))
    state = FiredThrough("ge.pak40.3", at("F10")).on(state)
    assert marker(state, FireSmallArms("us", SQUAD, (at("F6"),))) == value


@proves("LHY-11.3.3g", "LHY-11.5.4d")
@pytest.mark.parametrize(("to", "small", "heavy"), [(None, 1, 2), ("C11", 0, 1)])
def test_11_fire_in_motion_costs_1_in_place_and_2_with_a_hex(to: str | None, small: int, heavy: int) -> None:
    where = None if to is None else at(to)
    state = activated(unit(TANK, "C12"), unit(FOE, "C10"), unit("ge.stug.1", "D9"), platoon="able-tank.1")
    assert marker(state, FireSmallArms("us", TANK, (at("C10"),), "shoot_and_scoot", where)) == small
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",), "shoot_and_scoot", where)) == heavy


@proves("LHY-11.0a")
def test_11_0a_one_kind_of_fire_in_an_action() -> None:
    state = activated(unit(TANK, "C12"), unit(FOE, "C10"), unit("ge.stug.1", "C9"), platoon="able-tank.1")
    state = done(state, FireSmallArms("us", TANK, (at("C10"),)))
    assert "has already acted" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))


@proves("LHY-11.0a")
def test_11_0a_a_fortified_position_does_both_kinds_in_a_turn_together_or_apart_each_once() -> None:
    units = [unit("ge.fp.1", "C4"), unit("ge.1kp.1.squad.1", "C4"), unit("ge.1kp.1.leader", "C4")]
    foes = [unit(SQUAD, "C6"), unit(TANK, "C7"), unit(LEADER, "L12")]
    state = done(opened(FIELD, [*units, *foes], attacker="ge"), RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    small, heavy = FireSmallArms("ge", "ge.fp.1", (at("C6"),)), FireAntiTank("ge", "ge.fp.1", (TANK,))
    for first, second in ((small, heavy), (heavy, small)):
        once = done(state, first)
        assert "LHY 11.0a" in refusal(once, first)
        assert second in legal(once, type(second))
        assert "has already acted" in refusal(done(once, second), first)
    # Apart: one kind in its activation, the other in reaction, at a tank that it saw move.
    apart = done(done(state, small), CallForReaction("ge"))
    apart = done(done(done(apart, Maneuver("us", TANK, at("C8"))), EndManeuver("us")), CallForReaction("us"))
    assert heavy in legal(apart, FireAntiTank)
    # A squad does not: one kind, and that is its action.
    assert "has already acted" in refusal(
        done(state, FireSmallArms("ge", "ge.1kp.1.squad.1", (at("C6"),))),
        Maneuver("ge", "ge.1kp.1.squad.1", at("C5")),
    )


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
def test_4_1_9b_along_an_urban_road_stationary_men_are_hit_next_door_only() -> None:
    units = [unit(SQUAD, "C10"), unit(LEADER, "A12"), unit(FOE, "C8"), unit("ge.mg.1", "C9")]
    state = activated(*units, ground=TOWN)
    assert "along an urban road" in refusal(state, FireSmallArms("us", SQUAD, (at("C8"),)))
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C9"),)))


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
@pytest.mark.parametrize(("start", "deed", "may"), [("C7", Maneuver, True), ("C8", FireSmallArms, False)])
def test_4_1_9b_farther_along_an_urban_road_who_came_is_hit_and_not_who_fired(
    start: str, deed: type[Maneuver | FireSmallArms], may: bool
) -> None:
    units = [unit(SQUAD, start), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "B9")]
    state = activated(*units, ground=TOWN)
    if deed is Maneuver:
        state = done(done(state, Maneuver("us", SQUAD, at("C8"))), EndManeuver("us"))
    else:
        state = done(state, FireSmallArms("us", SQUAD, (at("B9"),)))
    state = done(state, CallForReaction("us"))
    assert (not refusal(state, FireSmallArms("ge", FOE, (at("C8"),)))) is may


@proves("LHY-4.1.9b.1")
@pytest.mark.parametrize(("crossing", "why"), [("", ""), (", C11 D10", "along an urban road")])
def test_4_1_9b_from_one_urban_road_into_another_there_is_no_such_limit(crossing: str, why: str) -> None:
    # Two roads through the same houses, C and D, with or without a lane from one to the other.
    two = "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12, D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12"
    ground = board("\n".join([". . u u ."] * 12), roads=two + crossing)
    state = activated(unit(SQUAD, "C10"), unit(LEADER, "A12"), unit(FOE, "D8"), ground=ground)
    told = refusal(state, FireSmallArms("us", SQUAD, (at("D8"),)))
    assert why in told
    assert bool(told) is bool(why)


@proves("LHY-4.1.14a", "LHY-4.1.14.4", "LHY-4.1.14.6", "LHY-4.1.14b")
def test_4_1_14_an_fp_fires_to_its_front_covers_others_and_is_never_suppressed() -> None:
    fp = replace(unit("ge.fp.1", "F6"), facing_deg=180.0)
    units = [fp, unit(FOE, "F6"), unit("ge.1kp.1.leader", "F6"), unit(SQUAD, "F8"), unit("us.mg.1", "F4")]
    state = opened(FIELD, [*units, unit(LEADER, "A12")], attacker="ge")
    state = FirePlaced(FireMarker(1, FireKind.SADRM, at("F6"), 0, against="ge")).on(state)
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    assert marker(state, FireSmallArms("ge", "ge.fp.1", (at("F8"),))) == 1
    assert "not in front" in refusal(state, FireSmallArms("ge", "ge.fp.1", (at("F4"),)))


@proves("LHY-4.1.7.building", "LHY-4.1.8.4")
def test_4_1_a_building_covers_behind_its_wall_and_woods_cover_on_a_road() -> None:
    house = board("\n".join([". . . . ."] * 9 + [". . b . ."] + [". . . . ."] * 2), walls="C10-C11")
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), ground=house)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == -1
    lane = board("\n".join([". . . . ."] * 9 + [". . w . ."] + [". . . . ."] * 2), roads="C9 C10 C11")
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), ground=lane)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0


@proves("LHY-T-RANGE.1", "LHY-4.1.4.4")
def test_example_21_9_1_a_german_mg_at_three_hexes_against_a_hill_is_worth_0() -> None:
    hill = board("\n".join([". . . . ."] * 8 + [". . h1 . ."] + [". . . . ."] * 3))
    state = opened(
        hill,
        [unit("ge.mg.3", "C12"), unit("ge.1kp.1.leader", "C12"), unit(FOE, "C12"), unit(SQUAD, "C9")],
        attacker="ge",
    )
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    assert marker(state, FireSmallArms("ge", "ge.mg.3", (at("C9"),))) == 0


@proves("LHY-4.1.14.7")
def test_4_1_14_7_small_arms_go_into_an_assault_hex_that_holds_only_ones_own_fp() -> None:
    units = [
        unit("ge.fp.1", "F6"),
        unit(SQUAD, "F6"),
        unit(FOE, "F4"),
        unit("ge.1kp.1.leader", "F4"),
        unit(LEADER, "A12"),
    ]
    state = AssaultEntered(SQUAD, "us", at("F6"), at("F7")).on(opened(FIELD, units, attacker="ge"))
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    assert not refusal(state, FireSmallArms("ge", FOE, (at("F6"),)))
    with_men = UnitMoved("ge.1kp.1.leader", at("F4"), at("F6")).on(state)
    assert "friendly foot units" in refusal(with_men, FireSmallArms("ge", FOE, (at("F6"),)))


@proves("LHY-4.1.13.3", "LHY-4.1.13.2", "LHY-4.0b.1")
def test_4_1_13_a_captured_position_serves_whoever_holds_it() -> None:
    dug_in = (Marker("improved_position", at("C10")),)
    for holder, firer in ((FOE, SQUAD), (SQUAD, FOE)):
        side, company, platoon = (firer[:2], "able", "able.1") if firer == SQUAD else ("ge", "1kp", "1kp.1")
        units = [unit(holder, "C10"), unit(firer, "C11"), unit(LEADER, "A12"), unit("ge.1kp.1.leader", "A1")]
        state = opened(FIELD, units, markers=dug_in, attacker=side)
        state = done(state, RollInitiative(side), *((9, 2) if side == "us" else (2, 9)))
        state = done(done(state, SelectCompany(side, company)), Activate(side, (platoon,)))
        assert marker(state, FireSmallArms(side, firer, (at("C10"),))) == -1


@proves("LHY-11.1c", "LHY-11.1.2")
@pytest.mark.parametrize(
    ("firer_at", "rear"), [("C2", False), ("G4", False), ("B3", False), ("F7", True), ("D8", True)]
)
def test_11_1c_after_split_fire_the_vertex_between_the_two_hexsides_is_the_front(
    firer_at: str, rear: bool
) -> None:
    # The squad in D5 fired north at D4 and north-east at E5: its front looks at the vertex between.
    state = activated(unit(SQUAD, "D5"), unit(LEADER, "A10"), unit("ge.mg.1", firer_at))
    for place in ("D4", "E5"):
        state = FiredThrough(SQUAD, at(place)).on(state)
    assert is_rear(seen(state, "ge"), state.unit(SQUAD), at(firer_at)) is rear


@proves("LHY-11.3.3k.bt")
@pytest.mark.parametrize(("rounds_up", "value"), [(True, 2), (False, 1)])
def test_11_3_3k_a_fifth_step_counts_but_not_by_the_training_rules(rounds_up: bool, value: int) -> None:
    foes = [unit(FOE, "C8"), unit("ge.1kp.1.squad.2", "C8"), unit("ge.1kp.1.section.a", "C8")]
    state = activated(
        unit(SQUAD, "C10"), unit(LEADER, "A10"), *foes, switches={"dense_odd_step_counts": rounds_up}
    )
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C8"),)))).fires[-1].value == value


@proves("LHY-11.3.3k", "LHY-11.4.6b", "LHY-2.2.5.1")
@pytest.mark.parametrize(
    ("others", "dense"),
    [
        ((), 0),
        (("ge.1kp.1.leader", "ge.latw.1"), 0),
        (("ge.mg.1",), 1),
        (("ge.mg.1", "ge.1kp.1.leader", "ge.latw.1"), 1),
        (("ge.1kp.1.squad.3",), 1),
        (("ge.1kp.1.squad.3", "ge.mg.1"), 2),
    ],
)
def test_11_3_3k_two_squads_with_their_leader_and_a_panzerschreck_are_four_steps(
    others: tuple[str, ...], dense: int
) -> None:
    # Two squads are four steps, which is not dense; non-combat units have none, an MG makes the fifth.
    foes = [unit(one, "C8") for one in (FOE, "ge.1kp.1.squad.2", *others)]
    shell = FireMarker(1, FireKind.MDRM, at("C8"), 0, primary=True, tubes=0)
    state = activated(unit(SQUAD, "C10"), unit(LEADER, "A10"), *foes)
    fires = FireSmallArms("us", SQUAD, (at("C8"),))
    assert course(done(state, fires)).fires[-1].value == 1 + dense
    told = str(PLAY.chances(state, fires))
    assert ("dense target (LHY 11.3.3k" in told) is bool(dense)
    shelled = fire_steps(seen(FirePlaced(shell).on(state), "us"), at("C8"))
    assert shelled[0].step(FireOutcome(), ScriptedDice([5])).best_against("ge") == 5 + dense


@proves("LHY-4.1.14.5")
def test_4_1_14_5_a_fortified_position_never_turns() -> None:
    fp = replace(unit("ge.fp.1", "F6"), facing_deg=180.0)
    units = [
        fp,
        unit(FOE, "F6"),
        unit("ge.1kp.1.leader", "F6"),
        unit(SQUAD, "F8"),
        unit("us.mg.1", "F4"),
        unit(LEADER, "A10"),
    ]
    state = opened(FIELD, units, attacker="ge")
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    assert {type(action) for action in legal(state, object) if getattr(action, "unit", "") == "ge.fp.1"} == {
        FireSmallArms
    }
    after = done(state, FireSmallArms("ge", "ge.fp.1", (at("F8"),)))
    assert after.unit("ge.fp.1").facing_deg == 180.0


@proves("LHY-12.1.4", "LHY-0.6")
@pytest.mark.parametrize(("leader_at", "harm"), [("H1", 5), ("C11", 4)])
def test_12_1_4_fire_is_told_with_the_leader_of_its_target(leader_at: str, harm: int) -> None:
    # SADRM +1 on Cohesion 6: 6 to 10 harm the squad; with a better leader beside it, 7 to 10.
    leader = unit("ge.1kp.1.leader", leader_at)
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11"), leader)
    shot = FireSmallArms("us", SQUAD, (at("C11"),))
    told = PLAY.chances(state, shot).odds
    assert told is not None
    assert told.where(lambda words: FOE in words) == Fraction(harm, 10)
    laid = PhaseBegan(Phase.FIRE).on(done(state, shot))
    assert PLAY.chances(laid, ResolveFire("us", at("C11"))).odds == told


@proves("LHY-4.3.0.1", "LHY-12.1.3.1")
@pytest.mark.parametrize("known", [unit("ge.1kp.1.leader", "C11"), unit(FOE, "C11", DISRUPTED)])
def test_4_3_what_lies_concealed_meets_the_fire_before_leaders_and_the_disrupted(known: Unit) -> None:
    concealed = unit("ge.mg.1", "C11", CONCEALED)
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), known, concealed)
    assert PLAY.chances(state, FireSmallArms("us", SQUAD, (at("C11"),))).odds is None


@proves("LHY-1.5.2a", "LHY-11.3c", "LHY-4.3.0.1")
@pytest.mark.parametrize(("beside", "refused"), [(None, True), ("ge.truck.1", False)])
def test_1_5_2_small_arms_go_at_a_tank_where_what_lies_concealed_beside_it_may_be_men(
    beside: str | None, refused: bool
) -> None:
    units = [unit("ge.stug.1", "C10"), *([unit(beside, "C10", CONCEALED)] if beside else [])]
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), *units)
    shot = FireSmallArms("us", SQUAD, (at("C10"),))
    assert bool(refusal(state, shot)) is refused
    assert (shot in legal(state, FireSmallArms)) is not refused


@proves("LHY-4.3.0.1", "LHY-0.6")
def test_4_3_fire_on_what_lies_concealed_says_that_it_depends_on_it() -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11", CONCEALED))
    ruling = PLAY.chances(state, FireSmallArms("us", SQUAD, (at("C11"),)))
    assert (ruling.verdict, ruling.odds) == ("SADRM +0", None)
    far = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C4", CONCEALED))
    odds = PLAY.chances(far, FireSmallArms("us", SQUAD, (at("C4"),))).odds
    assert odds is not None
    # SAV 1, -3 for the range, -1 for what is concealed: 1 and 2 come to less than 0, which harms nobody.
    assert dict(odds.chances) == {"no effect": Fraction(2, 10), HIDDEN_OUTCOME: Fraction(8, 10)}
    both = activated(
        unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11"), unit("ge.mg.1", "C11", CONCEALED)
    )
    ruling = PLAY.chances(both, FireSmallArms("us", SQUAD, (at("C11"),)))
    odds = ruling.odds
    assert odds is not None
    assert ruling.verdict == "SADRM +1"
    # Below 6, the Cohesion of the squad that is seen, nothing happens to anybody; a 6 takes concealment.
    assert dict(odds.chances) == {"no effect": Fraction(4, 10), HIDDEN_OUTCOME: Fraction(6, 10)}


@proves("LHY-11.0a")
def test_11_0a_a_fortified_position_does_not_fire_the_same_way_again_once_its_marker_has_left_with_its_target() -> (
    None
):
    units = [unit("ge.fp.1", "C4"), unit("ge.1kp.1.squad.1", "C4"), unit("ge.1kp.1.leader", "C4")]
    foes = [unit(SQUAD, "C6"), unit(TANK, "C7"), unit(LEADER, "L12")]
    state = done(opened(FIELD, [*units, *foes], attacker="ge"), RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    heavy = FireAntiTank("ge", "ge.fp.1", (TANK,))
    state = UnitGone(TANK, LEAVES).on(done(state, heavy))
    assert not course(state).fires
    state = UnitPlaced(TANK, TANK, "us", at("C7")).on(state)
    assert "LHY 11.0a" in refusal(state, heavy)
    assert not refusal(state, FireSmallArms("ge", "ge.fp.1", (at("C6"),))), "the other way it may"
