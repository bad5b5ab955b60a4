"""Chapter 13: declaring and resolving assaults, with the designer's example of 16 April 2019 where it applies."""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from rules.game.dice import ScriptedDice, SeededDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex_board import HexBoard
from rules.last_hundred_yards.assault_actions import (
    Advance,
    Assault,
    DestroyVehicle,
    EnterAssault,
    Feint,
    Reinforce,
    ResolveAssault,
    Retreat,
)
from rules.last_hundred_yards.assault_value import (
    ASSAULT_RESOLUTION,
    assault_drm,
    destruction_drm,
    participants,
)
from rules.last_hundred_yards.conditions import CONCEALED, DISRUPTED, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.course import AssaultHex, Entry, FireKind, FireMarker, Phase
from rules.last_hundred_yards.fire_actions import FireSmallArms
from rules.last_hundred_yards.maneuver_actions import EndManeuver, Maneuver, Recover, Withdraw
from rules.last_hundred_yards.marker_events import AssaultDecided, AssaultEntered, FirePlaced
from rules.last_hundred_yards.order_events import PhaseBegan
from rules.last_hundred_yards.play import PLAY
from rules.last_hundred_yards.position import Position
from rules.last_hundred_yards.turn_actions import (
    Activate,
    CallForReaction,
    Pass,
    RollInitiative,
    SelectCompany,
)
from rules.last_hundred_yards.unit_events import Mounted
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, unit

FIELD = board("\n".join([". . . . . . . ."] * 8))
SQUAD, LEADER, FOE = "us.able.1.squad.1", "us.able.1.leader", "ge.1kp.1.squad.1"
FAR = (unit("ge.1kp.2.leader", "H1"), unit("us.able.3.leader", "H8"))


activated = partial(playing.activated, ground=FIELD, far=FAR)


def in_assault(
    *units: Unit,
    place: str = "C4",
    came: dict[str, str] | None = None,
    ground: HexBoard = FIELD,
    **options: Any,
) -> GameState:
    """The Assault Resolution Phase with American units that went into a hex."""
    state = opened(ground, [*units, *FAR], **options)
    state = PhaseBegan(Phase.ASSAULT).on(done(state, RollInitiative("us"), 9, 2))
    entered = came or {one.id: "C5" for one in units if one.side == "us" and one.at == at(place)}
    for mover, start in entered.items():
        state = AssaultEntered(mover, "us", at(place), at(start)).on(state)
    return state


def drm(state: GameState, place: str = "C4") -> int:
    assault = course(state).assault_at(at(place))
    assert assault is not None
    return assault_drm(Position(state, PLAY._ground_of(state)), assault)[0]


@proves("LHY-13.1.0", "LHY-13.2.1.1", "LHY-4.3.1.0.1")
def test_13_2_1_from_next_to_the_hex_the_units_go_in_at_once() -> None:
    state = done(
        activated(unit(SQUAD, "C5", CONCEALED), unit(LEADER, "A8"), unit(FOE, "C4")),
        Assault("us", (SQUAD,), at("C4")),
    )
    assert state.unit(SQUAD).at == at("C4")
    assert not state.unit(SQUAD).has(CONCEALED)
    assert course(state).assaults == (AssaultHex(at("C4"), "us", (Entry(SQUAD, at("C5"), 1),)),)


@proves("LHY-13.2.2.0", "LHY-13.2.2.0b", "LHY-6.0.II.3b.1", "LHY-6.0.II.3b.2")
def test_13_2_2_from_a_distance_they_wait_under_an_arrow_and_go_in_at_marker_adjustment() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")))
    state = done(state, Assault("us", (SQUAD,), at("C4")))
    assert [(arrow.unit, arrow.into) for arrow in course(state).arrows] == [(SQUAD, at("C4"))]
    assert state.unit(SQUAD).at == at("C5")
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert {type(action) for action in PLAY.legal_actions(state)} == {EnterAssault, Feint}
    state = done(state, EnterAssault("us", SQUAD))
    assert state.unit(SQUAD).at == at("C4")
    assert course(state).assault_at(at("C4")) is not None


@proves("LHY-13.2.2.0")
def test_13_2_2_an_assault_starts_within_two_hexes() -> None:
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(done(state, Maneuver("us", SQUAD, at("C6"))), Maneuver("us", SQUAD, at("C5")))
    assert not legal(state, Assault)


@proves("LHY-13.2.2.1", "LHY-13.2.2.1b")
@pytest.mark.parametrize(("die", "stays"), [(6, True), (7, False)])
def test_13_2_2_1_a_feint_stays_on_a_die_of_cohesion_or_less_else_withdraws(die: int, stays: bool) -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    after = done(state, Feint("us", SQUAD, stay=True), die)
    assert (after.unit(SQUAD).at == at("C5")) is stays
    assert not course(after).arrows


@proves("LHY-13.1a", "LHY-13.1c", "LHY-13.1e", "LHY-13.1b")
def test_13_1_who_may_assault() -> None:
    units = [
        unit(SQUAD, "C5"),
        unit(LEADER, "C5"),
        unit("us.mg.1", "C5"),
        unit("us.able.1.squad.2", "B4", DISRUPTED),
    ]
    state = activated(*units, unit(FOE, "C4"))
    assert "does not assault" in refusal(state, Assault("us", ("us.mg.1",), at("C4")))
    assert "no state to assault" in refusal(state, Assault("us", ("us.able.1.squad.2",), at("C4")))
    assert "only with a combat unit" in refusal(state, Assault("us", (LEADER,), at("C4")))
    assert not refusal(done(state, Assault("us", (SQUAD,), at("C4"))), Assault("us", (LEADER,), at("C4")))


@proves("LHY-13.2.3-2019")
def test_13_2_3_a_combined_force_goes_straight_in_from_two_hexes() -> None:
    units = [unit(SQUAD, "C6"), unit(LEADER, "A8"), unit("us.able-tank.1.1", "C6"), unit(FOE, "C4")]
    force = Assault("us", ("us.able-tank.1.1", SQUAD), at("C4"))
    after = done(activated(*units), force)
    assert {after.unit(one).at for one in force.units} == {at("C4")}
    assert "knows no Combined Force" in refusal(activated(*units, edition="series-3.1"), force)


@proves("LHY-13.3.1a-2019", "LHY-13.3.1c")
def test_13_3_1_nobody_reacts_in_a_marked_assault_hex() -> None:
    state = done(
        activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")), Assault("us", (SQUAD,), at("C4"))
    )
    state = done(state, CallForReaction("us"))
    assert not any(getattr(action, "unit", "") == FOE for action in PLAY.legal_actions(state))


@proves("LHY-13.3.3")
def test_13_3_3_neighbours_reinforce_a_hex_under_assault() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "C3")]
    state = done(activated(*units), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert done(state, Reinforce("ge", "ge.1kp.1.squad.2", at("C4"))).unit("ge.1kp.1.squad.2").at == at("C4")


@proves("LHY-13.2.2.1d-2019", "LHY-11.4.5.6")
def test_13_2_2_1d_who_cannot_enter_an_impact_hex_stays_where_it_is() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "primary impact" in refusal(state, EnterAssault("us", SQUAD))


@proves("LHY-13.5.0", "LHY-13.1f")
def test_13_5_0_four_steps_a_leader_a_latw_and_a_vehicle_take_part() -> None:
    units = [unit(f"us.able.1.squad.{n}", "C4") for n in (1, 2, 3)]
    units += [
        unit(LEADER, "C4"),
        unit("us.latw.1", "C4"),
        unit("us.able-tank.1.1", "C4"),
        unit("us.m3.2", "C4"),
    ]
    state = in_assault(*units, unit(FOE, "C4"))
    chosen = {one.id for one in participants(Position(state, PLAY._ground_of(state)), at("C4"), "us")}
    assert chosen == {"us.able.1.squad.3", "us.able.1.squad.2", LEADER, "us.latw.1", "us.able-tank.1.1"}


@proves("LHY-13.4.0", "LHY-13.5.2", "LHY-1.4")
def test_13_4_values_are_added_and_the_difference_stays_within_4() -> None:
    assert drm(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"))) == 0
    strong = [unit(SQUAD, "C4"), unit("us.able-tank.1.1", "C4"), unit(LEADER, "C4")]
    assert drm(in_assault(*strong, unit("ge.1kp.1.section.b", "C4"))) == 4


@proves(
    "LHY-13.4a",
    "LHY-13.4b",
    "LHY-13.4d",
    "LHY-13.4j",
    "LHY-13.4k",
    "LHY-13.4c",
    "LHY-13.4g",
    "LHY-13.4h-2019",
)
@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("cohesion", -1),
        ("regrouping", 1),
        ("concealed", -1),
        ("two companies", 1),
        ("position", -1),
        ("hill", -1),
        ("envelopment", 4),
    ],
)
def test_13_4_each_modifier(change: str, value: int) -> None:
    us, ge = [unit(SQUAD, "C4")], [unit(FOE, "C4")]
    came: dict[str, str] | None = None
    ground, markers = FIELD, []
    match change:
        case "cohesion":
            ge = [unit("ge.1kp.2.squad.1", "C4")]
        case "regrouping":
            ge = [unit(FOE, "C4", REGROUPING)]
        case "concealed":
            ge = [unit(FOE, "C4", CONCEALED)]
        case "two companies":
            us = [unit(SQUAD, "C4"), unit("us.baker.1.squad.1", "C4")]
        case "position":
            markers = [Marker("improved_position", at("C4"))]
        case "hill":
            ground = board(
                "\n".join([". . . ."] * 3 + [". . h1 ."] + [". . . ."] * 2 + [". . . . . . . ."] * 2)
            )
        case "envelopment":
            us = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4")]
            came = {SQUAD: "C5", "us.able.1.squad.2": "C3"}
    state = in_assault(*us, *ge, came=came, ground=ground, markers=markers)
    expected = {"two companies": 2 + 2 - 2 - 1, "envelopment": 2 + 2 - 2 + 2}.get(change, value)
    assert drm(state) == expected


@proves("LHY-13.4i", "LHY-13.4e")
def test_13_4i_and_e_towns_help_the_defender_and_latws_the_attacker() -> None:
    town = board("\n".join([". . . . . . . ."] * 3 + [". . u . . . . ."] + [". . . . . . . ."] * 4))
    assert drm(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), ground=town)) == -2
    assert drm(in_assault(unit(SQUAD, "C4"), unit("us.latw.1", "C4"), unit(FOE, "C4"), ground=town)) == -1


@proves("LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-T-ART.2", "LHY-T-ART.-1", "LHY-T-ART.-2")
@pytest.mark.parametrize(
    ("total", "row"),
    [(15, "14+"), (14, "14+"), (13, "10-13"), (10, "10-13"), (9, "6-9"), (6, "6-9"), (5, "2-5"), (2, "2-5"), (1, "-1 to 1"), (-1, "-1 to 1"), (-2, "below -1"), (-3, "below -1")],
)  # fmt: skip
def test_13_5_the_table_row_by_row(total: int, row: str) -> None:
    assert ASSAULT_RESOLUTION[total].name == row


def test_13_5_odds_of_an_even_assault_counted_by_hand() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"))
    odds = PLAY.chances(state, ResolveAssault("us", at("C4"))).odds
    assert odds is not None
    assert odds.of("10-13: defender retreats") == Fraction(1, 10)
    assert odds.of("6-9: defender retreats") == Fraction(4, 10)
    assert odds.of("2-5: attacker retreats") == Fraction(4, 10)
    assert odds.of("-1 to 1: attacker retreats") == Fraction(1, 10)
    assert sum(odds.chances.values()) == 1


@proves(
    "LHY-13.5.3",
    "LHY-T-ART.order",
    "LHY-13.6.3.0",
    "LHY-13.6.3.1",
    "LHY-13.6.3.2",
    "LHY-13.6.6.1",
    "LHY-4.3.1.1d",
    "LHY-5.0.IV",
)
def test_13_5_a_six_drives_the_defender_back_and_both_regroup() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4", CONCEALED))
    state = done(state, ResolveAssault("us", at("C4")), 7)
    assert {str(action.to) for action in legal(state, Retreat)} == {"B3", "C3", "D3"}
    assert "goes on" in refusal(state, Pass("ge"))
    state = done(state, Retreat("ge", FOE, at("C3")))
    assert "goes on" in refusal(state, Pass("ge"))
    state = done(state, Retreat("ge", FOE, at("C2")))
    state = done(state, Pass("ge"), 5)
    assert state.unit(FOE).has(REGROUPING)
    assert state.unit(SQUAD).has(REGROUPING)
    assert not state.unit(FOE).has(CONCEALED)
    assert not course(state).assaults


@proves("LHY-T-ART.6", "LHY-13.6.3.1")
def test_13_6_3_one_hex_is_enough_into_cover() -> None:
    ground = board(
        "\n".join([". . . . . . . .", ". . . . . . . .", ". . w . . . . ."] + [". . . . . . . ."] * 5)
    )
    state = done(
        in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), ground=ground), ResolveAssault("us", at("C4")), 8
    )
    state = done(state, Retreat("ge", FOE, at("C3")))
    assert done(state, Pass("ge"), 9).unit(FOE).has(DISRUPTED)


@proves("LHY-T-ART.10")
def test_13_5_row_10_disrupts_the_loser_and_a_failed_check_costs_a_step() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 10)
    state = done(done(state, Retreat("ge", FOE, at("C3"))), Retreat("ge", FOE, at("C2")))
    held = done(state, Pass("ge"), 6)
    assert held.unit(FOE).has(DISRUPTED)
    lost = done(state, Pass("ge"), 7, 1)
    assert lost.unit(FOE).at is None
    assert course(lost).losses == {"ge": 1}


@proves("LHY-T-ART.14", "LHY-13.6.4", "LHY-13.6.3.1")
def test_13_5_row_14_four_hexes_a_step_and_the_attacker_may_advance() -> None:
    units = [
        unit(SQUAD, "C6"),
        unit("us.able.1.squad.2", "C6"),
        unit("us.able.1.squad.3", "C6"),
        unit(LEADER, "C6"),
        unit(FOE, "C6"),
    ]
    state = done(in_assault(*units, place="C6"), ResolveAssault("us", at("C6")), 10)
    for label in ("C5", "C4", "C3"):
        state = done(state, Retreat("ge", FOE, at(label)))
        assert "goes on" in refusal(state, Pass("ge"))
    state = done(state, Retreat("ge", FOE, at("C2")))
    state = done(state, Pass("ge"), 1, 5)
    assert state.unit("ge.1kp.1.section.a").has(DISRUPTED)
    first = next(action for action in legal(state, Advance) if action.to == at("C5"))
    assert done(state, first).unit(first.unit).at == at("C5")


@proves("LHY-T-ART.2", "LHY-T-ART.-1")
def test_13_5_low_rolls_drive_the_attacker_back() -> None:
    state = done(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4")), ResolveAssault("us", at("C4")), 3)
    assert PLAY.to_act(state) == "us"
    assert {str(action.to) for action in legal(state, Retreat)} == {"B4", "C5", "D4"}


@proves("LHY-13.6.1a")
@pytest.mark.parametrize(
    ("die", "losses"), [(6, {"us": 1, "ge": 1}), (7, {"us": 1, "ge": 1}), (8, {}), (9, {})]
)
def test_13_6_1a_house_fighting_costs_both_a_step_on_6_and_7(die: int, losses: dict[str, int]) -> None:
    town = board("\n".join([". . . . . . . ."] * 3 + [". . u . . . . ."] + [". . . . . . . ."] * 4))
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    # Assault Value 4 against 2, the town 2: no DRM, so these dice are row 6-9.
    dice = (die, 1, 1) if losses else (die,)
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
    ground = board(
        "\n".join([". . . . . . . .", ". . . . . . . .", ". . w . . . . ."] + [". . . . . . . ."] * 5)
    )
    units = [unit("us.able-tank.1.1", "C4", IN_MOTION), unit(FOE, "C4")]
    state = in_assault(*units, ground=ground, edition=edition)
    position = Position(state, PLAY._ground_of(state))
    attempting = participants(position, at("C4"), "ge")
    assert destruction_drm(position, attempting, "ge", state.unit("us.able-tank.1.1")).net == total


@proves("LHY-13.6.2.1")
@pytest.mark.parametrize(("die", "destroyed"), [(5, False), (6, True)])
def test_13_6_2_ten_or_more_destroys_and_it_comes_before_the_retreat(die: int, destroyed: bool) -> None:
    units = [unit("us.able-tank.1.1", "C4"), unit(SQUAD, "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 4)
    assert PLAY.to_act(state) == "ge"
    after = done(state, DestroyVehicle("ge", FOE, "us.able-tank.1.1"), die)
    assert (after.unit("us.able-tank.1.1").at is None) is destroyed
    assert legal(after, Retreat)


def test_13_6_2_odds_of_an_attempt_agree_with_a_hundred_thousand_throws() -> None:
    units = [unit("us.able-tank.1.1", "C4"), unit(SQUAD, "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 4)
    attempt = DestroyVehicle("ge", FOE, "us.able-tank.1.1")
    odds = PLAY.chances(state, attempt).odds
    assert odds is not None
    # 2 for the squad and 2 after September 1943: 6 or more of 10 destroys.
    assert odds.of("destroyed") == Fraction(5, 10)
    assert sum(odds.chances.values()) == 1
    by_die = {die: done(state, attempt, die).unit("us.able-tank.1.1").at is None for die in range(1, 11)}
    dice, throws = SeededDice(13), 100_000
    destroyed = sum(by_die[dice.roll(10)] for _ in range(throws))
    assert abs(destroyed / throws - 0.5) < 5 * (0.25 / throws) ** 0.5


@proves("LHY-13.6.5")
@pytest.mark.parametrize(("die", "lost"), [(1, True), (5, False), (10, True)])
def test_13_6_5_a_leader_in_an_assault_is_lost_on_1_or_10(die: int, lost: bool) -> None:
    units = [unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(FOE, "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 6)
    state = done(done(state, Retreat("ge", FOE, at("C3"))), Retreat("ge", FOE, at("C2")))
    assert (done(state, Pass("ge"), 1, die).unit(LEADER).at is None) is lost


@proves("LHY-13.5.1a", "LHY-13.5.1b", "LHY-13.5.1e")
def test_13_5_1_what_ends_without_a_die() -> None:
    gun = done(
        in_assault(unit("us.able-tank.1.1", "C4"), unit("ge.pak40.3", "C4")), ResolveAssault("us", at("C4"))
    )
    assert gun.unit("ge.pak40.3").at is None
    latw = done(in_assault(unit(SQUAD, "C4"), unit("ge.latw.1", "C4")), ResolveAssault("us", at("C4")))
    assert latw.unit("ge.latw.1").at is None
    shocked = done(
        in_assault(unit(SQUAD, "C4"), unit("ge.stug.1", "C4", SHOCKED)), ResolveAssault("us", at("C4"))
    )
    assert shocked.unit("ge.stug.1").at is None


@proves("LHY-13.5.1c", "LHY-13.5.1d")
def test_13_5_1_like_against_like_the_lesser_retreats() -> None:
    state = in_assault(unit("us.able-tank.1.1", "C4"), unit("ge.tiger.1", "C4"))
    state = done(state, ResolveAssault("us", at("C4")))
    assert PLAY.to_act(state) == "us", "ATV 3 against 8"
    leaders = in_assault(unit(LEADER, "C4"), unit("ge.2kp.1.leader", "C4"))
    assert PLAY.to_act(done(leaders, ResolveAssault("us", at("C4")))) == "ge", "Cohesion 7 against 6"


@proves("LHY-13.6.3c", "LHY-4.1.14c", "LHY-12.3.6.1-2019")
def test_13_6_3c_guns_and_fps_cannot_retreat() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit("ge.fp.1", "C4")]
    state = done(in_assault(*units), ResolveAssault("us", at("C4")), 9)
    state = done(state, Pass("ge"))
    assert state.unit("ge.fp.1").at is None
    assert not state.markers


def test_dice_of_an_assault_agree_with_its_odds() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(LEADER, "C4"), unit(FOE, "C4"))
    odds = PLAY.chances(state, ResolveAssault("us", at("C4"))).odds
    assert odds is not None
    counted: Counter[str] = Counter()
    for die in range(1, 11):
        events = PLAY.resolve(state, ResolveAssault("us", at("C4")), ScriptedDice([die]))
        counted[next(event.row for event in events if isinstance(event, AssaultDecided))] += 1
    assert {name.partition(":")[0]: chance for name, chance in odds.chances.items()} == {
        row: Fraction(count, 10) for row, count in counted.items()
    }


@proves("LHY-13.1d")
def test_13_1d_halftracks_assault_with_friends_and_never_tanks_or_guns() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit("us.m3.2", "C5")]
    state = activated(*units, unit(FOE, "C4"))
    halftrack = Assault("us", ("us.m3.2",), at("C4"))
    assert "only with a combat unit" in refusal(state, halftrack)
    assert not refusal(done(state, Assault("us", (SQUAD,), at("C4"))), halftrack)
    gun = activated(*units, unit("ge.pak40.3", "C4"))
    assert "do not assault AFVs or guns" in refusal(done(gun, Assault("us", (SQUAD,), at("C4"))), halftrack)


@proves("LHY-13.2.2.1c")
def test_13_2_2_1c_a_feinting_tank_stays_or_reverses() -> None:
    tank = "us.able-tank.1.1"
    wood = board("\n".join([". . . . . . . ."] * 5 + [". . w . . . . ."] + [". . . . . . . ."] * 2))
    state = opened(wood, [unit(tank, "D6", IN_MOTION), unit(FOE, "C4"), *FAR])
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able-tank")), Activate("us", ("able-tank.1",)))
    for label in ("D5", "C5"):
        state = done(state, Maneuver("us", tank, at(label)))
    state = done(state, Assault("us", (tank,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert done(state, Feint("us", tank, stay=True)).unit(tank).at == at("C5")
    backed = done(state, Feint("us", tank, to=at("D7")))
    assert backed.unit(tank).at == at("D7")
    assert course(backed).trail[-1] == (tank, at("D6"), True), "in reverse, around the woods of C6"
    reached = {str(feint.to) for feint in legal(state, Feint) if feint.to}
    assert {"C6", "C7", "C8", "D8"} & reached == {"C6", "C7"}, "3 MP, which the woods cost a tank all of"
    for wrong in (Feint("us", tank), Feint("us", tank, to=at("C8")), Feint("us", tank, to=at("C4"))):
        assert "stay, or reverse as far as 3 MP" in refusal(state, wrong)
    assert "does not stay says where" in refusal(state, Feint("us", tank, stay=True, to=at("D7")))


@proves("LHY-13.2.4", "LHY-13.5.0b")
def test_13_2_4_assaults_on_one_hex_are_resolved_as_one_in_any_order() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    other = [unit("us.able.2.squad.1", "F4"), unit("ge.mg.1", "F4")]
    state = in_assault(*units, *other)
    state = AssaultEntered("us.able.2.squad.1", "us", at("F4"), at("F5")).on(state)
    assert {action.at for action in legal(state, ResolveAssault)} == {at("C4"), at("F4")}


@proves("LHY-13.3.0")
def test_13_3_0_who_waits_under_an_arrow_is_not_assaulted() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "D4"))
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert "under an Assault Arrow" in refusal(state, Assault("ge", ("ge.1kp.1.squad.2",), at("C5")))


@proves("LHY-13.3.2a", "LHY-13.3.2c", "LHY-10.3.1c")
@pytest.mark.parametrize(("die", "away"), [(6, True), (7, False)])
def test_13_3_2_under_assault_men_fire_next_door_or_try_to_withdraw(die: int, away: bool) -> None:
    units = [unit(SQUAD, "C6"), unit("us.able.1.squad.2", "F6"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated(*units)
    state = done(done(state, Maneuver("us", "us.able.1.squad.2", at("F5"))), EndManeuver("us"))
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"))
    assert not refusal(state, FireSmallArms("ge", FOE, (at("C5"),)))
    assert "under assault" in refusal(state, FireSmallArms("ge", FOE, (at("F5"),)))
    after = done(state, Withdraw("ge", (FOE,), at("C3")), die)
    assert (after.unit(FOE).at == at("C3")) is away
    marked = done(
        activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")), Assault("us", (SQUAD,), at("C4"))
    )
    marked = done(marked, CallForReaction("us"))
    assert "LHY 10.3.1c" in refusal(marked, Withdraw("ge", (FOE,), at("C3")))


@proves("LHY-13.4f", "LHY-4.1.14e")
def test_13_4f_a_hero_is_worth_1_against_an_fp() -> None:
    fp = unit("ge.fp.1", "C4")
    plain = drm(in_assault(unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), fp))
    heroic = drm(in_assault(unit(SQUAD, "C4", "heroic"), unit("us.able.1.squad.2", "C4"), fp))
    assert heroic == plain + 1


@proves("LHY-13.4h", "LHY-4.1.14b")
def test_13_4h_fps_are_never_enveloped() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit("ge.fp.1", "C4")]
    around = {SQUAD: "C5", "us.able.1.squad.2": "C3"}
    assert drm(in_assault(*units, came=around)) == drm(in_assault(*units))


@proves("LHY-13.6.3.3", "LHY-13.6.7")
def test_13_6_3_3_vehicles_retreat_any_way_and_are_in_motion_their_riders_off() -> None:
    tank = "us.able-tank.1.1"
    state = in_assault(unit(tank, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4"))
    state = Mounted("us.able.1.squad.2", tank).on(state)
    state = done(state, ResolveAssault("us", at("C4")), 1)
    assert not course(state).aboard
    state = done(state, Pass("ge")) if PLAY.to_act(state) == "ge" else state
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
    town = board("\n".join([". . . . . . . ."] * 3 + [". . u . . . . ."] + [". . . . . . . ."] * 4))
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    state = in_assault(*units, ground=town, switches=switches)
    after = done(state, ResolveAssault("us", at("C4")), 4, *([1] * len(losses)))
    assert dict(course(after).losses) == losses


@proves("LHY-13.2.2.1d")
def test_13_2_2_1d_who_waits_to_assault_a_hex_that_is_shelled_must_feint() -> None:
    units = [unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated(*units, edition="series-3.1")
    state = done(done(state, Maneuver("us", SQUAD, at("C5"))), Assault("us", (SQUAD,), at("C4")))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert {type(action) for action in PLAY.legal_actions(state)} == {Feint}


@proves("LHY-13.6.2.3")
def test_13_6_2_3_what_bears_on_destroying_a_vehicle() -> None:
    units = [
        unit("us.able.1.squad.3", "C4"),
        unit("us.latw.1", "C4"),
        unit("ge.stug.1", "C4"),
        unit(FOE, "C4"),
    ]
    state = in_assault(*units)
    position = Position(state, PLAY._ground_of(state))
    modifiers = destruction_drm(
        position, participants(position, at("C4"), "us"), "us", state.unit("ge.stug.1")
    )
    assert [modifier.value for modifier in modifiers] == [2, 1, 2], (
        "squad, Assault Value 3, LATW; the tank has friends"
    )


@proves("LHY-13.3.1d")
def test_13_3_1d_nobody_recovers_in_an_assault_hex() -> None:
    state = done(
        activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4", DISRUPTED)),
        Assault("us", (SQUAD,), at("C4")),
    )
    state = done(state, CallForReaction("us"))
    assert "LHY 13.3.1" in refusal(state, Recover("ge", FOE))
    assert not refusal(state, CallForReaction("ge")), "and so nobody is held to it"


@proves("LHY-13.6.3.5")
@pytest.mark.parametrize(("die", "disrupted"), [(6, False), (7, True)])
def test_13_6_3_5_who_retreats_past_a_steady_enemy_checks(die: int, disrupted: bool) -> None:
    # Americans next to every way back, so that the retreat has to pass them.
    past = [unit("us.able.1.squad.2", "B2"), unit("us.able.1.squad.3", "D2")]
    state = done(in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"), *past), ResolveAssault("us", at("C4")), 7)
    state = done(state, Retreat("ge", FOE, at("C3")))
    state = done(state, Retreat("ge", FOE, next(action.to for action in legal(state, Retreat))))
    after = done(state, Pass("ge"), die, 1)
    assert after.unit(FOE).has(DISRUPTED) is disrupted
