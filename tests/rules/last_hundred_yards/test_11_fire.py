"""Chapter 11: every modifier of fire, mortars from the call to the extension, and who may fire at what."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from rules.game.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex_board import HexBoard
from rules.ground.terrain import Terrain
from rules.last_hundred_yards.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION, REGROUPING
from rules.last_hundred_yards.course import FireKind, FireMarker, MortarPlace, Phase
from rules.last_hundred_yards.enfilade import is_rear
from rules.last_hundred_yards.fire_actions import (
    AdjustMortars,
    CallMortar,
    ExtendMortar,
    FireAntiTank,
    FireSmallArms,
    Inquire,
)
from rules.last_hundred_yards.fire_resolution import FireOutcome, fire_steps, soft_targets
from rules.last_hundred_yards.maneuver_actions import EndManeuver, Maneuver
from rules.last_hundred_yards.marker_events import AssaultEntered, FiredThrough, FirePlaced
from rules.last_hundred_yards.order_events import PhaseBegan
from rules.last_hundred_yards.play import PLAY
from rules.last_hundred_yards.turn_actions import (
    Activate,
    CallForReaction,
    Pass,
    RollInitiative,
    SelectCompany,
)
from rules.last_hundred_yards.unit_events import CameFrom, Mounted, UnitMoved
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, seen, unit
from tests.rules.last_hundred_yards.sighting import image

FIELD = board("\n".join([". . . . . . . . . . . ."] * 12))
SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
FAR = unit("ge.1kp.2.leader", "L1")
MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}


activated = partial(playing.activated, ground=FIELD, far=(FAR,))


def marker(state: GameState, action: FireSmallArms | FireAntiTank) -> int:
    """The value of the marker that a fire action leaves."""
    return course(done(state, action)).fires[-1].value


@proves(
    "LHY-1.5.1",
    "LHY-11.3.2",
    "LHY-0.8",
    "LHY-0.6",
    "LHY-11.3.3a",
    "LHY-1.8.0",
    "LHY-1.8.1.1",
    "LHY-T-RANGE.1",
)
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
    assert "no vehicle" in refusal(state, FireAntiTank("us", SQUAD, ("ge.mg.1",)))


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
        unit(SQUAD, "C11", REGROUPING), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "C8")
    )
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0
    assert "adjacent hexes only" in refusal(state, FireSmallArms("us", SQUAD, (at("C8"),)))


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


@proves("LHY-11.3.3c", "LHY-11.3.3c-2019")
@pytest.mark.parametrize(("label", "value"), [("C10", 2), ("C11", 1)])
def test_11_3_3c_the_bonus_reaches_two_hexes(label: str, value: int) -> None:
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit("ge.mg.3", "C8"))
    for step in ("C11", "C10")[: 1 if label == "C11" else 2]:
        state = done(state, Maneuver("us", SQUAD, at(step)))
    state = done(done(state, EndManeuver("us")), CallForReaction("us"))
    assert marker(state, FireSmallArms("ge", "ge.mg.3", (at(label),))) == value


@proves("LHY-11.3.3d")
def test_11_3_3d_no_split_fire_in_activation() -> None:
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), unit("ge.mg.1", "C9"))
    assert "in reaction only" in refusal(state, FireSmallArms("us", SQUAD, (at("C10"), at("C9"))))


@proves("LHY-11.3.3j", "LHY-4.2.4.3")
def test_11_3_3j_each_hindrance_is_minus_1() -> None:
    smoke = (Marker("smoke", at("C11")),)
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C10"), markers=smoke)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0


@proves("LHY-11.5.3", "LHY-1.7.1", "LHY-11.5.4a", "LHY-11.5.4e", "LHY-11.5.4h", "LHY-11.5.4k", "LHY-11.5b")
@pytest.mark.parametrize(
    ("foe", "value"),
    [
        (unit("ge.stug.1", "C8"), 3),
        (unit("ge.stug.1", "C2"), 2),
        (unit("ge.stug.1", "C8", IN_MOTION), 2),
        (unit("ge.pak40.3", "C8"), 1),
    ],
)
def test_11_5_4_a_shermans_atv_3(foe: Unit, value: int) -> None:
    # EX: ATV range 21 at 10 hexes is medium, -1 (series rules 11.5.3).
    state = activated(unit(TANK, "C12"), foe, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, (foe.id,))) == value


@proves("LHY-11.5.4j", "LHY-11.5.4k")
def test_11_5_4j_hull_down_and_dug_in() -> None:
    hill = board("\n".join([". . . . ."] * 7 + [". . h1 . ."] + [". . . . ."] * 4))
    state = activated(unit(TANK, "C12"), unit("ge.stug.1", "C8"), ground=hill, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 2
    dug_in = (Marker("improved_position", at("C8")),)
    state = activated(unit(TANK, "C12"), unit("ge.pak40.3", "C8"), markers=dug_in, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, ("ge.pak40.3",))) == -1


@proves("LHY-11.5.2.2", "LHY-T-UCT.1", "LHY-11.5a", "LHY-11.5.2.2-2019", "LHY-2.2.6.2")
def test_11_5_who_may_fire_at_armour() -> None:
    units = [unit(SQUAD, "C10"), unit(LEADER, "C10"), unit("us.latw.1", "C10"), unit("ge.stug.1", "C9")]
    state = activated(*units, unit("ge.pak40.3", "D9"))
    assert "below 0 works on carriers only" in refusal(state, FireAntiTank("us", SQUAD, ("ge.stug.1",)))
    assert marker(state, FireAntiTank("us", "us.latw.1", ("ge.stug.1",))) == 3 - 1
    assert not refusal(state, FireAntiTank("us", "us.latw.1", ("ge.pak40.3",)))
    later = activated(*units, unit("ge.pak40.3", "D9"), edition="series-3.1")
    assert "vehicles only" in refusal(later, FireAntiTank("us", "us.latw.1", ("ge.pak40.3",)))


@proves("LHY-11.5.4c")
def test_11_5_4c_split_anti_tank_fire_leaves_by_one_hexside() -> None:
    foes = [unit("ge.stug.1", "C9"), unit("ge.stug.2", "C8"), unit("ge.stug.3", "H11")]
    state = activated(unit(TANK, "C12"), *foes, platoon="able-tank.1")
    split = done(state, FireAntiTank("us", TANK, ("ge.stug.1", "ge.stug.2")))
    assert [fire.value for fire in course(split).fires] == [1, 1]
    assert "by one hexside" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1", "ge.stug.3")))


@proves("LHY-11.1b", "LHY-9.0.7", "LHY-11.1.0.1", "LHY-11.1.0.2", "LHY-11.1.2", "LHY-11.1.3.1", "LHY-1.3")
def test_11_1_the_rear_of_a_tank_follows_its_fire_or_its_way() -> None:
    state = activated(unit(TANK, "F6"), platoon="able-tank.1")
    moved = seen(CameFrom(TANK, at("F7"), False).on(state), "us")
    tank = moved.unit(TANK)
    assert is_rear(moved, tank, at("F12"))
    assert not is_rear(moved, tank, at("F1"))
    backed = seen(CameFrom(TANK, at("F7"), True).on(state), "us")
    assert is_rear(backed, tank, at("F1"))
    fired = seen(FiredThrough(TANK, at("F12")).on(state), "us")
    assert is_rear(fired, tank, at("F1"))
    assert not is_rear(seen(state, "us"), tank, at("F12")), "nothing fixed its front"


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
    assert "must be fired at" in refusal(state, CallForReaction("ge"))
    state = done(state, FireAntiTank("ge", "ge.pz4.2.1", ("afv@C6",)))
    assert course(state).fires[-1].target == "us.able-tank.1.1", "the top one of the kind"
    assert not refusal(state, FireAntiTank("ge", "ge.pz4.2.2", ("gun@C6",)))


def mortar_game(*units: Unit, ground: HexBoard = FIELD, **options: Any) -> GameState:
    return activated(
        unit(SQUAD, "C11"), unit(LEADER, "C11"), *units, ground=ground, mortars=[MM60], **options
    )


@proves(
    "LHY-1.6",
    "LHY-11.4.5.2",
    "LHY-11.4.1",
    "LHY-11.4.5.4a",
    "LHY-11.4.5.5a",
    "LHY-11.4.5.5b",
    "LHY-11.4.5.5-2019",
    "LHY-11.4.5.5c",
    "LHY-T-MFA.60",
    "LHY-11.4.5.1",
)
@pytest.mark.parametrize(
    ("die", "label", "value"), [(7, "F6", 0), (1, "F5", -1), (2, "G6", -1), (3, "G7", -1), (4, "F7", -1), (5, "E7", -1), (6, "E6", -1)]
)  # fmt: skip
def test_11_4_5_one_marker_is_sure_and_one_scatters(die: int, label: str, value: int) -> None:
    state = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6")), die)
    assert [(str(fire.at), fire.value) for fire in course(state).fires] == [("F6", 0), (label, value)]
    assert course(state).mortars[0].place is MortarPlace.INITIAL


@proves("LHY-11.4.5.4b", "LHY-4.2.4.2")
def test_11_4_5_4b_with_a_hindered_line_nothing_is_sure() -> None:
    smoke = (Marker("smoke", at("C8")),)
    state = mortar_game(unit(FOE, "C6"), markers=smoke)
    assert len(course(done(state, CallMortar("us", "60mm", LEADER, at("C6")), 1, 1)).fires) == 2
    assert all(
        str(fire.at) == "C5"
        for fire in course(done(state, CallMortar("us", "60mm", LEADER, at("C6")), 1, 1)).fires
    )


@proves(
    "LHY-T-UCT.2",
    "LHY-11.4.4.0",
    "LHY-11.4.4.0b",
    "LHY-11.4.4.2-2019",
    "LHY-11.4.2",
    "LHY-11.4.4.1",
    "LHY-11.4.4.2",
)
def test_11_4_4_who_may_ask_for_what() -> None:
    units = [unit(FOE, "D11"), unit("us.able.1.squad.2", "D11"), unit("us.baker.1.squad.1", "C11")]
    state = mortar_game(*units)
    assert "friendly foot units" in refusal(state, CallMortar("us", "60mm", SQUAD, at("D11")))
    assert "only a leader" in refusal(state, CallMortar("us", "60mm", SQUAD, at("C11")))
    assert not refusal(state, CallMortar("us", "60mm", LEADER, at("C11")))
    assert "serves able" in refusal(state, CallMortar("us", "60mm", "us.baker.1.squad.1", at("F6")))
    later = mortar_game(unit(FOE, "F6"), edition="series-3.1")
    assert not course(done(later, CallMortar("us", "60mm", LEADER, at("C11")), 8)).fires, "Cohesion 7"


@proves("LHY-11.4.8a", "LHY-11.4.8b", "LHY-11.4.8c", "LHY-4.1.14d")
def test_11_4_8_a_primary_impact_hex_pins_and_blinds() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C11"), 0, primary=True, tubes=0)
    units = [unit(SQUAD, "C11"), unit(LEADER, "C12"), unit(FOE, "C10")]
    state = activated(*units, fires=(fire,))
    assert "out of a primary impact hex" in refusal(state, FireSmallArms("us", SQUAD, (at("C10"),)))
    assert "primary impact hex" in refusal(state, Maneuver("us", LEADER, at("C11")))


@proves("LHY-5.0.V.1", "LHY-5.0.V.2", "LHY-5.0.V.3", "LHY-11.4.9", "LHY-11.4.S.2", "LHY-8.2")
@pytest.mark.parametrize(("die", "place"), [(4, MortarPlace.AVAILABLE), (5, MortarPlace.PENDING)])
def test_5_0_v_markers_come_off_and_pending_mortars_recover_on_4(die: int, place: MortarPlace) -> None:
    state = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    state = PhaseBegan(Phase.MORTARS).on(state)
    state = done(state, AdjustMortars("us"))
    assert not course(state).fires
    state = done(state, Pass("us"))
    assert course(state).mortars[0].place is MortarPlace.PENDING
    state = PhaseBegan(Phase.MORTARS).on(state)
    assert course(done(state, AdjustMortars("us"), die)).mortars[0].place is place


@proves("LHY-11.4.10.1", "LHY-11.4.10.2", "LHY-11.4.10.3", "LHY-5.0.V.4")
def test_11_4_10_an_extension_shifts_up_to_two_hexes_on_4_or_less() -> None:
    state = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    state = done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"))
    assert "two" in refusal(state, ExtendMortar("us", "60mm", at("F2"))).replace("2 hexes", "two hexes")
    won = done(state, ExtendMortar("us", "60mm", at("F4")), 4, 8)
    assert [str(fire.at) for fire in course(won).fires] == ["F4", "F4"]
    assert course(won).mortars[0].place is MortarPlace.FINAL
    lost = done(state, ExtendMortar("us", "60mm", at("F4")), 5)
    assert course(lost).mortars[0].place is MortarPlace.PENDING
    assert course(lost).mortars[0].failed_extension


@proves("LHY-11.4.6a", "LHY-11.4.S.1")
def test_11_4_6a_airburst_in_forest_and_smoke_that_harms_nobody() -> None:
    forest = board("\n".join([". . . . . . ."] * 5 + [". . . . . f ."] + [". . . . . . ."] * 6))
    state = done(mortar_game(unit(FOE, "F6"), ground=forest), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    assert [fire.value for fire in course(state).fires] == [1, 1]
    smoke = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6"), smoke=True), 7, 8)
    assert [mark.value for mark in smoke.markers_at(at("F6"), "smoke")] == [3]
    assert not course(smoke).fires


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


@proves("LHY-11.3b", "LHY-11.3c", "LHY-11.3d")
def test_11_3_who_is_aboard_neither_fires_nor_is_hit_but_voids_cover() -> None:
    woods = board("\n".join([". . . . ."] * 9 + [". . w . ."] + [". . . . ."] * 2))
    foes = [unit("ge.stug.1", "C10"), unit(FOE, "C10"), unit("ge.mg.1", "C10")]
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), *foes, ground=woods)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0
    state = Mounted(FOE, "ge.stug.1").on(state)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 1
    assert [one.id for one in soft_targets(seen(state, "ge"), at("C10"), "ge")] == ["ge.mg.1"]
    own = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit("us.m3.2", "C11"), unit(FOE, "C10"))
    assert "aboard" in refusal(Mounted(SQUAD, "us.m3.2").on(own), FireSmallArms("us", SQUAD, (at("C10"),)))


@proves("LHY-11.3.1a")
@pytest.mark.parametrize(("others", "label"), [((), "C11"), (("us.able.1.squad.2",), "C12")])
def test_11_3_1a_the_only_unit_of_a_hex_takes_its_markers_along(others: tuple[str, ...], label: str) -> None:
    fire = FireMarker(1, FireKind.SADRM, at("C12"), 0, against="us")
    units = [unit(SQUAD, "C12"), unit(LEADER, "A12"), *(unit(one, "C12") for one in others)]
    state = done(activated(*units, fires=(fire,)), Maneuver("us", SQUAD, at("C11")))
    assert str(course(state).fires[0].at) == label


@proves("LHY-11.5.1a")
def test_11_5_1a_a_vehicle_takes_its_markers_along() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C12"), 3, against="us", target=TANK)
    state = done(
        activated(unit(TANK, "C12"), platoon="able-tank.1", fires=(fire,)), Maneuver("us", TANK, at("C11"))
    )
    assert course(state).fires[0].at == at("C11")


@proves("LHY-11.3.3e", "LHY-11.1a")
@pytest.mark.parametrize(("second", "value"), [((), 2), ((unit("ge.mg.1", "F6"),), 1)])
def test_11_3_3e_fire_from_the_rear_is_1_better_unless_two_steady_units_share_the_hex(
    second: tuple[Unit, ...], value: int
) -> None:
    state = activated(unit(SQUAD, "F7"), unit(LEADER, "A12"), unit(FOE, "F6"), *second)
    state = FiredThrough(FOE, at("F1")).on(state)
    assert marker(state, FireSmallArms("us", SQUAD, (at("F6"),))) == value


@proves("LHY-11.3.3g", "LHY-11.5.4d")
@pytest.mark.parametrize(("to", "small", "heavy"), [(None, 1, 2), ("C11", 0, 1)])
def test_11_fire_in_motion_costs_1_in_place_and_2_with_a_hex(to: str | None, small: int, heavy: int) -> None:
    where = None if to is None else at(to)
    state = activated(unit(TANK, "C12"), unit(FOE, "C10"), unit("ge.stug.1", "D9"), platoon="able-tank.1")
    assert marker(state, FireSmallArms("us", TANK, (at("C10"),), "shoot_and_scoot", where)) == small
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",), "shoot_and_scoot", where)) == heavy


@proves("LHY-11.5.4i", "LHY-11.5.4b")
def test_11_5_4_hindrance_and_suppression_weigh_on_anti_tank_fire() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C12"), 0, against="us", target=TANK)
    smoke = (Marker("smoke", at("C10")),)
    state = activated(
        unit(TANK, "C12"), unit("ge.stug.1", "C8"), platoon="able-tank.1", fires=(fire,), markers=smoke
    )
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 3 - 1 - 1


@proves("LHY-11.3.3h", "LHY-11.5.4f", "LHY-8.1.3")
@pytest.mark.parametrize(("edition", "value"), [("2019", 3 - 2 - 1), ("series-3.1", 3 - 2)])
def test_11_5_4f_halting_to_fire_at_what_was_not_seen_costs_1_in_2019(edition: str, value: int) -> None:
    hidden_by = board("\n".join([". . . . . . ."] * 8 + [". . . . s . ."] + [". . . . . . ."] * 3))
    units = [unit(TANK, "E12", IN_MOTION), unit("ge.stug.1", "E7")]
    state = activated(*units, ground=hidden_by, platoon="able-tank.1", edition=edition)
    assert not seen(state, "us").sees(state.unit(TANK), at("E7"))
    action = FireAntiTank("us", TANK, ("ge.stug.1",), "halt_and_fire", at("F11"))
    assert marker(state, action) == value


@proves("LHY-11.5.4l")
@pytest.mark.parametrize(("edition", "value"), [("2019", 5), ("series-3.1", 6)])
def test_11_5_4l_a_hidden_gun_adds_1_as_it_is_revealed_in_the_later_edition(edition: str, value: int) -> None:
    units = [
        unit("ge.pak40.3", "C8", HIDDEN),
        unit(FOE, "C8"),
        unit("ge.1kp.1.leader", "C8"),
        unit(TANK, "C12"),
    ]
    state = opened(FIELD, units, attacker="ge", edition=edition)
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    after = done(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert course(after).fires[-1].value == value
    assert not after.unit("ge.pak40.3").has(HIDDEN)


@proves("LHY-11.5.2.1")
def test_11_5_2_a_latw_moves_a_hex_and_fires() -> None:
    units = [unit(SQUAD, "C12"), unit(LEADER, "C12"), unit("us.latw.1", "C12"), unit("ge.stug.1", "C9")]
    state = activated(*units, ground=board("\n".join([". . . . ."] * 10 + [". . w . ."] + [". . . . ."])))
    assert "the range is 2" in refusal(state, FireAntiTank("us", "us.latw.1", ("ge.stug.1",)))
    after = done(state, FireAntiTank("us", "us.latw.1", ("ge.stug.1",), to=at("C11")))
    assert after.unit("us.latw.1").at == at("C11")
    assert "only LATWs move a hex" in refusal(state, FireAntiTank("us", SQUAD, ("ge.stug.1",), to=at("C11")))


@proves("LHY-11.5.2.1")
@pytest.mark.parametrize(
    ("letter", "wall", "more", "allowed"),
    [
        (".", "", (), False),
        ("w", "", (), True),
        ("b", "", (), True),
        (".", "C10-C11", (), True),
        (".", "", ("us.able.1.squad.2",), True),
        (".", "position", (), True),
    ],
)
def test_11_5_2_a_latw_moves_to_where_it_has_cover_or_friends(
    letter: str, wall: str, more: tuple[str, ...], allowed: bool
) -> None:
    ground = board(
        "\n".join([". . . . ."] * 10 + [f". . {letter} . ."] + [". . . . ."]),
        walls="" if wall == "position" else wall,
    )
    marks = (Marker("improved_position", at("C11")),) if wall == "position" else ()
    # The leader in C11 does not fight himself.
    units = [unit("us.latw.1", "C12"), unit(SQUAD, "C12"), unit(LEADER, "C11"), unit("ge.stug.1", "C9")]
    state = activated(*units, *(unit(one, "C11") for one in more), ground=ground, markers=marks)
    refused = refusal(state, FireAntiTank("us", "us.latw.1", ("ge.stug.1",), to=at("C11")))
    assert ("moves into cover" not in refused) is allowed


@proves("LHY-T-MFA.81", "LHY-11.4.3")
def test_11_4_3_a_mortar_of_the_battalion_serves_every_company() -> None:
    units = [unit(SQUAD, "C11"), unit(LEADER, "C11"), unit(FOE, "F6")]
    state = activated(*units, mortars=[{"id": "81mm", "side": "us", "kind": "81mm"}])
    assert [
        fire.value for fire in course(done(state, CallMortar("us", "81mm", LEADER, at("F6")), 7)).fires
    ] == [2, 2]


@proves("LHY-11.4.6b", "LHY-11.4.6c", "LHY-11.4.6d", "LHY-T-TEM.mortar")
@pytest.mark.parametrize(("letter", "squads", "best"), [(".", 1, 5), (".", 3, 6), ("w", 1, 4), ("s", 1, 2)])
def test_11_4_6_density_and_cover_against_mortars(letter: str, squads: int, best: int) -> None:
    ground = board("\n".join([". . . ."] * 4 + [f". . {letter} ."] + [". . . ."] * 7))
    fire = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    foes = [unit(f"ge.1kp.1.squad.{n}", "C5") for n in range(1, squads + 1)]
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "C11"), *foes, ground=ground, fires=(fire,))
    outcome = fire_steps(seen(state, "ge"), at("C5"))[0].step(FireOutcome(), ScriptedDice([5]))
    assert outcome.best_against("ge") == best


@proves("LHY-11.4.6d")
def test_11_4_6d_attackers_in_an_assault_hex_have_no_cover() -> None:
    woods = board("\n".join([". . . ."] * 4 + [". . w ."] + [". . . ."] * 7))
    fire = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "C11"), unit(FOE, "C5"), ground=woods, fires=(fire,))
    state = AssaultEntered(SQUAD, "us", at("C5"), at("C6")).on(state)
    outcome = fire_steps(seen(state, "ge"), at("C5"))[0].step(FireOutcome(), ScriptedDice([5]))
    assert (outcome.best_against("us"), outcome.best_against("ge")) == (5, 4)


@proves("LHY-11.4.8d")
def test_11_4_8d_in_a_secondary_impact_hex_units_fire_suppressed() -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C12"), -1, primary=False, tubes=-1)
    state = activated(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11"), fires=(fire,))
    assert marker(state, FireSmallArms("us", SQUAD, (at("C11"),))) == 1 - 1 - 1, (
        "suppressed and hindered by the marker"
    )


@proves("LHY-11.4.S.3")
def test_11_4_s_3_what_falls_in_water_is_gone() -> None:
    wet = board("\n".join([". . . . . . ."] * 12), rivers="F5 F6 F7")
    state = done(mortar_game(unit(FOE, "F6"), ground=wet), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    assert not course(state).fires


@proves("LHY-11.0a")
def test_11_0a_one_kind_of_fire_in_an_action() -> None:
    state = activated(unit(TANK, "C12"), unit(FOE, "C10"), unit("ge.stug.1", "C9"), platoon="able-tank.1")
    state = done(state, FireSmallArms("us", TANK, (at("C10"),)))
    assert "had its action" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))


TOWN = board("\n".join([". . u ."] * 12), roads="C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12")


@proves("LHY-4.1.9b.1", "LHY-4.1.9b.2")
def test_4_1_9b_along_an_urban_road_stationary_men_are_hit_next_door_only() -> None:
    units = [unit(SQUAD, "C10"), unit(LEADER, "A12"), unit(FOE, "C8"), unit("ge.mg.1", "C9")]
    state = activated(*units, ground=TOWN)
    assert "along an urban road" in refusal(state, FireSmallArms("us", SQUAD, (at("C8"),)))
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C9"),)))


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


@proves("LHY-11.4.0.1")
def test_11_4_0_a_mortar_acts_once_a_turn() -> None:
    state = done(mortar_game(unit(FOE, "F6")), CallMortar("us", "60mm", LEADER, at("F6")), 7)
    assert "not available" in refusal(state, CallMortar("us", "60mm", LEADER, at("F6")))


@proves("LHY-11.5.0")
def test_11_5_0_anti_tank_fire_may_go_into_a_hex_with_friends() -> None:
    state = activated(unit(TANK, "C12"), unit(SQUAD, "C9"), unit("ge.stug.1", "C9"), platoon="able-tank.1")
    assert not refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))
    assert "friendly foot units" in refusal(state, FireSmallArms("us", TANK, (at("C9"),)))


@proves("LHY-4.1.7.building", "LHY-4.1.8.4")
def test_4_1_a_building_covers_behind_its_wall_and_woods_cover_on_a_road() -> None:
    house = board("\n".join([". . . . ."] * 9 + [". . b . ."] + [". . . . ."] * 2), walls="C10-C11")
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), ground=house)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == -1
    lane = board("\n".join([". . . . ."] * 9 + [". . w . ."] + [". . . . ."] * 2), roads="C9 C10 C11")
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), ground=lane)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == 0


@proves("LHY-11.4.10.4")
def test_11_4_10_4_if_both_extend_the_higher_die_goes_first() -> None:
    both = [MM60, {"id": "8cm", "side": "ge", "kind": "8cm"}]
    state = activated(unit(SQUAD, "C11"), unit(LEADER, "C11"), unit(FOE, "F6"), mortars=both)
    state = done(state, CallMortar("us", "60mm", LEADER, at("F6")), 1)
    state = done(state, CallForReaction("us"))
    state = done(state, CallMortar("ge", "8cm", "ge.1kp.2.leader", at("C11")), 1)
    after = done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"), 3, 8)
    assert [due.unit for due in course(after).decisions] == ["8cm", "60mm"]


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


@proves("LHY-11.1.3.2")
def test_11_1_3_2_after_halt_and_fire_the_front_follows_the_fire() -> None:
    state = activated(unit(TANK, "F7", IN_MOTION), unit("ge.stug.1", "F12"), platoon="able-tank.1")
    state = done(state, FireAntiTank("us", TANK, ("ge.stug.1",), "halt_and_fire", at("F6")))
    position = seen(state, "us")
    assert is_rear(position, position.unit(TANK), at("F1"))
    assert not is_rear(position, position.unit(TANK), at("F12"))


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


@proves("LHY-4.1.13.4", "LHY-4.0b.later")
def test_4_1_13_4_a_position_or_woods_do_nothing_for_a_tank() -> None:
    for ground, marks in ((FIELD, (Marker("improved_position", at("C8")),)), (FIELD, ())):
        state = activated(
            unit(TANK, "C12"), unit("ge.stug.1", "C8"), ground=ground, markers=marks, platoon="able-tank.1"
        )
        assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 3
    woods = board("\n".join([". . . . ."] * 7 + [". . w . ."] + [". . . . ."] * 4))
    state = activated(unit(TANK, "C12"), unit("ge.stug.1", "C8"), ground=woods, platoon="able-tank.1")
    assert marker(state, FireAntiTank("us", TANK, ("ge.stug.1",))) == 3


@proves("LHY-11.1c")
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


@proves("LHY-11.5.1d")
def test_11_5_1d_fires_at_two_tanks_of_a_hex_are_spread() -> None:
    state = activated(*_two_tanks(), platoon="able-tank.1", fires=(_on_the_first(),))
    assert "evenly" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))
    assert not refusal(state, FireAntiTank("us", TANK, ("ge.stug.2",)))


@proves("LHY-11.5.1d.2")
@pytest.mark.parametrize(("edition", "allowed"), [("2019", False), ("series-3.1", True)])
def test_11_5_1d_in_the_later_edition_two_may_take_one_tank_to_enfilade_it(
    edition: str, allowed: bool
) -> None:
    state = activated(*_two_tanks(), platoon="able-tank.1", fires=(_on_the_first(),), edition=edition)
    state = CameFrom("ge.stug.1", at("C6"), False).on(state)
    assert (not refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))) is allowed


@proves("LHY-4.1.9f")
def test_4_1_9f_along_an_urban_road_mortar_fire_has_no_limit_of_distance() -> None:
    houses = tuple(
        image(Terrain.URBAN_BUILDING, f"C{row}", (-1.4, -0.5), (-0.8, -0.5), (-0.8, 0.5))
        for row in range(1, 11)
    )
    road = " ".join(f"C{row}" for row in range(1, 11))
    street = board("\n".join([". . u ."] * 10), roads=road, outlines=houses)
    tubes = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]
    state = opened(street, [unit(SQUAD, "C10"), unit(LEADER, "C10"), unit(FOE, "C4")], mortars=tubes)
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Activate("us", ("able.1",)))
    assert "along an urban road" in refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    assert not refusal(state, CallMortar("us", "60mm", SQUAD, at("C4")))


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


def _two_tanks() -> list[Unit]:
    return [unit(TANK, "C8"), unit("ge.stug.1", "C5"), unit("ge.stug.2", "C5")]


def _on_the_first() -> FireMarker:
    return FireMarker(1, FireKind.ATDRM, at("C5"), 1, against="ge", target="ge.stug.1")
