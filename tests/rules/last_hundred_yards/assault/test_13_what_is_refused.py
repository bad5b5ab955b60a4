"""Chapter 13: rare refusals of assaults, the whole assault table, and which units count for its modifiers."""

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import DISRUPTED, HIDDEN, IN_MOTION, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.assault.advance import Advance
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.questions.assault.value import ASSAULT_RESOLUTION
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitChanged
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Decision, DecisionKind
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import FIELD, FOE, LEADER, SQUAD, drm, in_assault
from tests.rules.last_hundred_yards.playing import activated_small, at, course, done, legal, refusal, unit

TANK, SECOND, OTHER = "us.able-tank.1.1", "us.able.1.squad.2", "ge.1kp.1.squad.2"
SECOND_TANK = "us.able-tank.1.2"


@proves("LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-T-ART.2", "LHY-T-ART.-1", "LHY-T-ART.-2")
@pytest.mark.parametrize(
    ("sums", "loser", "severity", "attempts", "besides"),
    [
        (range(14, 17), "defender", 3, "attacker", "advance"),
        (range(10, 14), "defender", 2, "both", ""),
        (range(6, 10), "defender", 1, "both", "regroup"),
        (range(2, 6), "attacker", 1, "both", "regroup"),
        (range(-1, 2), "attacker", 2, "both", ""),
        (range(-4, -1), "attacker", 3, "defender", "advance"),
    ],
)
def test_13_5_the_table_row_by_row(
    sums: range, loser: str, severity: int, attempts: str, besides: str
) -> None:
    for total in sums:
        row = ASSAULT_RESOLUTION[total]
        assert (row.defender_loses, row.severity) == (loser == "defender", severity)
        assert row.attacker_attempts == (attempts in ("attacker", "both"))
        assert row.defender_attempts == (attempts in ("defender", "both"))
        assert (row.advances, row.regroups) == (besides == "advance", besides == "regroup")


@proves("LHY-13.1.0", "LHY-13.2.1.1")
def test_13_2_1_without_the_combined_force_rule_adjacent_men_and_tank_still_assault_together() -> None:
    stack = [unit(SQUAD, "C5"), unit(TANK, "C5"), unit(LEADER, "C5"), unit("us.able-tank.1.2", "H9")]
    state = activated_small(*stack, unit(FOE, "C4"), edition="series-3.1")
    assert not refusal(state, Assault("us", (TANK, SQUAD), at("C4")))


@proves("LHY-13.2.3-2019")
def test_13_2_3_a_combined_force_needs_a_hex_on_the_way_that_all_its_units_may_enter() -> None:
    # Every hex next to C6 is town, which bars the tank.
    town = board(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . u u u . . . .
        . u . u . . . .
        . u u u . . . .
        . . . . . . . .
        """
    )
    force = Assault("us", (TANK, SQUAD), at("C4"), by=at("C5"))
    units = [unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(TANK, "C6"), unit(FOE, "C4")]
    assert "no hex on the way" in refusal(activated_small(*units, ground=town), force)
    assert not refusal(activated_small(*units), force)
    men = Assault("us", (SQUAD, SECOND), at("C4"))
    assert "is not adjacent (LHY 13.2.1" in refusal(activated_small(*units, unit(SECOND, "C6")), men)


@proves("LHY-11.4.8c", "LHY-13.2.1.1")
def test_13_2_men_do_not_assault_a_primary_impact_hex_an_afv_does() -> None:
    shell = FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(TANK, "C5"), unit(FOE, "C4"))
    state = FirePlaced(shell).on(state)
    assert "LHY 11.4.8" in refusal(state, Assault("us", (SQUAD,), at("C4")))
    assert "LHY 11.4.8" in refusal(state, Assault("us", (SQUAD, TANK), at("C4")))
    tanks = FirePlaced(shell).on(activated_small(unit(TANK, "C5"), unit(FOE, "C4"), platoon="able-tank.1"))
    assert not refusal(tanks, Assault("us", (TANK,), at("C4")))


@proves("LHY-13.3.0")
@pytest.mark.parametrize(
    "beside", [(), (unit(SECOND, "C5"),)], ids=["alone", "beside one who waits for nothing"]
)
def test_13_3_0_one_enemy_under_an_arrow_keeps_a_hex_from_being_assaulted(beside: tuple[Unit, ...]) -> None:
    units = unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "D4")
    state = done(activated_small(*units, *beside), Maneuver("us", SQUAD, at("C5")))
    state = done(state, Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    assert "under an Assault Arrow" in refusal(state, Assault("ge", (OTHER,), at("C5")))


@proves("LHY-13.2.2.0c", "LHY-10.4.4.1", "LHY-T-VMM")
def test_13_2_2_only_the_unit_that_maneuvers_assaults_and_only_forward() -> None:
    units = [unit(SQUAD, "C6"), unit(SECOND, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = done(activated_small(*units), Maneuver("us", SQUAD, at("C5")))
    assert f"{SQUAD} is maneuvering" in refusal(state, Assault("us", (SECOND,), at("C4")))
    tanks = unit(TANK, "C6", IN_MOTION), unit(SECOND_TANK, "D4")
    back = activated_small(*tanks, unit(FOE, "C4"), platoon="able-tank.1")
    back = done(back, Maneuver("us", TANK, at("C5"), "reverse"))
    assert "does not assault in reverse (LHY 10.4.4" in refusal(back, Assault("us", (TANK,), at("C4")))
    assert f"{TANK} is maneuvering" in refusal(back, Assault("us", (SECOND_TANK,), at("C4")))


@proves("LHY-10.3.1a", "LHY-13.2.2.0c")
def test_10_3_1a_units_that_withdraw_do_not_assault() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = done(activated_small(*units), Withdraw("us", (SQUAD,), at("C6")))
    assert "units that withdraw do not assault (LHY 10.3.1a" in refusal(
        state, Assault("us", (SQUAD,), at("C4"))
    )


@proves("LHY-13.2.2.0b", "LHY-6.0.II.3b.1", "LHY-13.2.2.1")
def test_13_2_2_units_under_an_arrow_assault_only_the_hex_it_points_at() -> None:
    units = [unit(SQUAD, "C6"), unit(SECOND, "E6"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "E4")]
    state = activated_small(*units)
    for one, place, into in ((SQUAD, "C5", "C4"), (SECOND, "E5", "E4")):
        state = done(state, Maneuver("us", one, at(place)), Assault("us", (one,), at(into)))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "waits for no assault" in refusal(state, EnterAssault("us", LEADER))
    assert "waits for no assault" in refusal(state, Feint("us", LEADER))
    state = done(state, EnterAssault("us", SQUAD), EnterAssault("us", SECOND))
    assert (state.unit(SQUAD).at, state.unit(SECOND).at) == (at("C4"), at("E4"))


@proves("LHY-6.0.II.3b.1", "LHY-13.2.2.1")
def test_6_0_ii_3b_a_unit_under_an_arrow_does_not_enter_a_hex_closed_to_it() -> None:
    ground = open_ground(5, 8, rivers="A3 B2 C3 D2 E3")
    far = (unit("us.able.3.leader", "E8"), unit(FOE, "C1"))
    for into, why in (("C3", f"{TANK} cannot enter C3 from C4 (LHY 10.0)"), ("C5", "")):
        state = activated_small(unit(TANK, "C4"), ground=ground, far=far, platoon="able-tank.1")
        state = ArrowPlaced(Arrow(TANK, "us", at(into))).on(state)
        for side in ("us", "ge", "us"):
            state = done(state, CallForReaction(side))
        assert refusal(state, EnterAssault("us", TANK)) == why


@proves("LHY-13.1b", "LHY-4.3.1.0.1", "LHY-11.1.3.1")
def test_13_2_1_a_tank_that_goes_in_has_crossed_a_hexside_which_fixes_its_front() -> None:
    state = activated_small(unit(TANK, "C5"), unit(FOE, "C4"), platoon="able-tank.1")
    state = done(state, Assault("us", (TANK,), at("C4")))
    assert course(state).trail == ((TANK, at("C5"), False),)


@proves("LHY-13.3.3")
def test_13_3_3_only_a_hex_under_assault_is_reinforced_and_not_by_units_aboard() -> None:
    units = [
        unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "C3"), unit("ge.spw251.1", "C3"),
        unit("ge.mg.1", "D3"),
    ]  # fmt: skip
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    assert Reinforce("ge", OTHER, at("C4")) in legal(state, Reinforce)
    aboard = Mounted(OTHER, "ge.spw251.1").on(state)
    assert "cannot leave where it is" in refusal(aboard, Reinforce("ge", OTHER, at("C4")))
    # D3 is no hex under assault, be there an arrow for another hex or an arrow of its own side for it.
    for arrow in (Arrow(SQUAD, "us", at("C4")), Arrow(FOE, "ge", at("D3"))):
        elsewhere = ArrowPlaced(arrow).on(state)
        assert "not a friendly hex under assault" in refusal(elsewhere, Reinforce("ge", OTHER, at("D3")))


@proves("LHY-13.4c")
def test_13_4c_one_attacker_over_a_wall_is_enough() -> None:
    walled = open_ground(8, 8, walls="C4-C5")
    units = [unit(SQUAD, "C4"), unit(SECOND, "C4"), unit(FOE, "C4")]
    came = {SQUAD: "C5", SECOND: "D4"}
    over, in_the_open = (drm(in_assault(*units, came=came, ground=ground)) for ground in (walled, FIELD))
    assert over - in_the_open == -1


@proves("LHY-13.4a")
def test_13_4a_no_cohesion_differential_without_a_combat_unit_with_cohesion_on_both_sides() -> None:
    # A tank of Assault Value 3 has no Cohesion: against squads of Cohesion 6 and 7 the DRM is the same.
    tank = unit(TANK, "C4")
    for foe in (FOE, "ge.1kp.2.squad.1"):
        assert drm(in_assault(tank, unit(foe, "C4"))) == 3 - 2, "the Assault Values alone"


@proves("LHY-13.3.3")
@pytest.mark.parametrize(
    ("into", "why"), [("C6", "is not adjacent (LHY 13.3.3"), ("Z9", "is not adjacent (LHY 13.3.3")]
)
def test_13_3_3_reinforcements_come_from_an_adjacent_hex(into: str, why: str) -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "C3")]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    assert why in refusal(state, Reinforce("ge", OTHER, at(into)))


@proves("LHY-13.3.3", "LHY-11.4.8c")
def test_13_3_3_men_reinforce_neither_into_nor_out_of_a_primary_impact_hex() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "C3")]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    for place, why in (
        ("C4", "C4 is a primary impact hex (LHY 11.4.8"),
        ("C3", "is in no condition to help"),
    ):
        shelled = FirePlaced(FireMarker(1, FireKind.MDRM, at(place), 0, primary=True, tubes=0)).on(state)
        assert why in refusal(shelled, Reinforce("ge", OTHER, at("C4")))


@proves("LHY-13.3.3")
@pytest.mark.parametrize("condition", [DISRUPTED, REGROUPING])
def test_13_3_3_a_disrupted_or_regrouping_unit_is_refused_as_reinforcement(condition: str) -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "C3", condition)]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")), CallForReaction("us"))
    assert f"{OTHER} is in no condition to help (LHY 13.3.3" in refusal(
        state, Reinforce("ge", OTHER, at("C4"))
    )


@proves("LHY-13.3.3")
def test_13_3_3_an_assault_is_reinforced_in_reaction_only() -> None:
    units = [unit(SQUAD, "C5"), unit(SECOND, "C3"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")))
    assert "reinforced in reaction (LHY 13.3.3" in refusal(state, Reinforce("us", SECOND, at("C4")))


@proves("LHY-13.1a")
@pytest.mark.parametrize(("condition", "who"), [(DISRUPTED, SQUAD), (REGROUPING, SQUAD), (SHOCKED, TANK)])
def test_13_1_a_disrupted_regrouping_or_shocked_unit_does_not_assault(condition: str, who: str) -> None:
    platoon = "able-tank.1" if who == TANK else "able.1"
    state = activated_small(unit(who, "C5", condition), unit(LEADER, "A8"), unit(FOE, "C4"), platoon=platoon)
    assert f"{who} is in no condition to assault (LHY 13.1" in refusal(state, Assault("us", (who,), at("C4")))


@proves("LHY-13.1a", "LHY-13.1b")
def test_13_1_no_assault_from_aboard_a_vehicle_or_out_of_a_barrage_or_an_assault() -> None:
    units = [unit(SQUAD, "C5"), unit("us.m3.2", "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "C5")]
    go = Assault("us", (SQUAD,), at("C4"))
    free = activated_small(*units[:-1])
    assert not refusal(free, go)
    assert "is aboard a vehicle (LHY 13.1" in refusal(Mounted(SQUAD, "us.m3.2").on(free), go)
    shell = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    assert "is pinned in a primary impact hex (LHY 11.4.8" in refusal(FirePlaced(shell).on(free), go)
    held = AssaultEntered(OTHER, "ge", at("C5"), at("C4")).on(activated_small(*units))
    assert "is in an assault already (LHY 13.3.1" in refusal(held, go)


@proves("LHY-13.1d")
@pytest.mark.parametrize(("foe", "allowed"), [("ge.pz4.2.1", False), ("ge.pak40.3", False), (FOE, True)])
def test_13_1d_halftracks_assault_no_afvs_and_no_guns(foe: str, allowed: bool) -> None:
    units = [unit("us.m3.2", "C5"), unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(foe, "C4")]
    why = refusal(activated_small(*units), Assault("us", ("us.m3.2", SQUAD), at("C4")))
    assert ("halftracks do not assault AFVs or guns (LHY 13.1d" not in why) is allowed


@proves("LHY-13.1f")
def test_13_1f_one_afv_takes_part() -> None:
    pair = (TANK, "us.able-tank.1.2")
    state = activated_small(*(unit(one, "C5") for one in pair), unit(FOE, "C4"), platoon="able-tank.1")
    assert "one AFV takes part in an assault (LHY 13.1f" in refusal(state, Assault("us", pair, at("C4")))
    assert not refusal(state, Assault("us", pair[:1], at("C4")))


@proves("LHY-13.1b")
def test_13_1b_a_tank_with_riders_does_not_assault() -> None:
    state = activated_small(unit(TANK, "C5"), unit(SQUAD, "C5"), unit(FOE, "C4"), platoon="able-tank.1")
    assert not refusal(state, Assault("us", (TANK,), at("C4")))
    ridden = Mounted(SQUAD, TANK).on(state)
    assert "carries riders (LHY 13.1b" in refusal(ridden, Assault("us", (TANK,), at("C4")))


@proves("LHY-6.0.II.3b.2", "LHY-13.2.2.1")
def test_6_0_ii_3b_a_unit_disrupted_under_its_arrow_does_not_go_in() -> None:
    units = [unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = done(activated_small(*units), Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert not refusal(state, EnterAssault("us", SQUAD))
    shaken = UnitChanged(SQUAD, gained=(DISRUPTED,)).on(state)
    assert f"{SQUAD} is in no condition to assault (LHY 13.1" in refusal(shaken, EnterAssault("us", SQUAD))


@proves("LHY-13.6.4")
def test_13_6_4_only_the_unit_that_may_advance_goes_and_only_to_an_adjacent_hex() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(SECOND, "C4"), unit(FOE, "C4"))
    due = Decision(DecisionKind.ADVANCE, "us", SQUAD, at("C4"))
    state = DecisionDue(due).on(state)
    assert not refusal(state, Advance("us", SQUAD, at("C3")))
    assert f"{SQUAD} cannot advance to C2 (LHY 13.6.4" in refusal(state, Advance("us", SQUAD, at("C2")))
    assert f"{SECOND} does not advance now (LHY 13.6.4" in refusal(state, Advance("us", SECOND, at("C3")))
    assert not refusal(state, Pass("us")), "nobody has to"


STREET = open_ground(8, 8, {"C3": "u", "C4": "u", "C5": "u"}, roads="C1 C2 C3 C4 C5 C6 C7 C8")
PANZER, OTHER_TANK, TRACK = "ge.pz4.2.1", "us.able-tank.1.2", "us.m3.2"


def _advances(who: str, *others: Unit, ground: HexBoard = FIELD) -> GameState:
    """An American unit may advance from C4."""
    state = activated_small(unit(who, "C4"), unit(LEADER, "A8"), *others, ground=ground)
    return DecisionDue(Decision(DecisionKind.ADVANCE, "us", who, at("C4"))).on(state)


@proves("LHY-4.1.9g", "LHY-13.6.4")
@pytest.mark.parametrize(("who", "may"), [(TANK, False), (SQUAD, True)])
def test_13_6_4_no_vehicle_advances_to_another_on_an_urban_road(who: str, may: bool) -> None:
    state = _advances(who, unit(OTHER_TANK, "C5"), unit(FOE, "H1"), ground=STREET)
    assert (refusal(state, Advance("us", who, at("C5"))) == "") is may
    assert Advance("us", who, at("C3")) in legal(state, Advance)


@proves("LHY-16.2.0", "LHY-13.6.4")
@pytest.mark.parametrize(("who", "may"), [(TRACK, False), (TANK, True), (SQUAD, True)])
def test_13_6_4_no_halftrack_advances_into_wire(who: str, may: bool) -> None:
    state = GroundMarked("wire", at("C3"), 1).on(_advances(who))
    assert (Advance("us", who, at("C3")) in legal(state, Advance)) is may


@proves("LHY-11.4.8c", "LHY-13.6.4")
@pytest.mark.parametrize(("who", "may"), [(TRACK, False), (TANK, True), (SQUAD, False)])
def test_13_6_4_only_tanks_advance_into_a_primary_impact_hex(who: str, may: bool) -> None:
    fire = FireMarker(1, FireKind.MDRM, at("C3"), 0, primary=True, tubes=0)
    state = FirePlaced(fire).on(_advances(who))
    assert (Advance("us", who, at("C3")) in legal(state, Advance)) is may


@proves("LHY-4.1.9g", "LHY-13.2.1.1")
def test_13_2_1_one_vehicle_of_a_side_assaults_an_urban_road_hex() -> None:
    units = [unit(TANK, "C5"), unit(OTHER_TANK, "C3"), unit(FOE, "C4")]
    state = activated_small(*units, ground=STREET, platoon="able-tank.1")
    second = Assault("us", (OTHER_TANK,), at("C4"))
    assert second in legal(state, Assault)
    state = done(state, Assault("us", (TANK,), at("C4")))
    assert "C4 is an urban road hex and already holds a vehicle (LHY 4.1.9g)" in refusal(state, second)
    # The enemy's own vehicle there keeps nobody out.
    against = activated_small(unit(TANK, "C5"), unit(PANZER, "C4"), ground=STREET, platoon="able-tank.1")
    assert not refusal(against, Assault("us", (TANK,), at("C4")))


@proves("LHY-4.1.9g", "LHY-13.1d")
@pytest.mark.parametrize(("ground", "refused"), [(STREET, True), (FIELD, False)])
def test_13_2_1_a_tank_and_a_halftrack_do_not_assault_an_urban_road_hex_together(
    ground: HexBoard, refused: bool
) -> None:
    state = activated_small(
        unit(TANK, "C5"), unit(TRACK, "C5"), unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(FOE, "C4"), ground=ground,
        edition="series-3.1", switches={"streets_hold_two": False},
    )  # fmt: skip
    why = refusal(state, Assault("us", (TANK, TRACK), at("C4")))
    assert ("an urban road hex holds one vehicle (LHY 4.1.9g)" in why) is refused


@proves("LHY-4.1.9g", "LHY-6.0.II.3b.1")
def test_6_0_ii_3b_a_second_vehicle_does_not_go_into_the_street() -> None:
    units = [unit(TANK, "C6"), unit(OTHER_TANK, "C2"), unit(FOE, "C4")]
    state = activated_small(*units, ground=STREET, platoon="able-tank.1")
    for tank, beside in ((TANK, "C5"), (OTHER_TANK, "C3")):
        state = done(state, Maneuver("us", tank, at(beside)), Assault("us", (tank,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(state, EnterAssault("us", TANK))
    assert "an urban road hex holds one vehicle (LHY 4.1.9g)" in refusal(
        state, EnterAssault("us", OTHER_TANK)
    )
    assert not refusal(state, Feint("us", OTHER_TANK, stay=True))


@proves("LHY-16.2.0", "LHY-13.1d")
def test_13_1d_no_halftrack_assaults_a_hex_with_wire() -> None:
    units = [unit(TRACK, "C5"), unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4")]
    both = Assault("us", (SQUAD, TRACK), at("C4"))
    state = activated_small(*units)
    assert not refusal(state, both)
    wired = GroundMarked("wire", at("C4"), 1).on(state)
    assert "only foot units and AFVs may enter wire (LHY 16.2" in refusal(wired, both)
    assert not refusal(wired, Assault("us", (SQUAD,), at("C4")))


BRIDGED = open_ground(8, 8, rivers="A4 B4 C4 D4 E4 F4 G4 H4", roads="D1 D2 D3 D4 D5 D6 D7 D8", hexes={"D4": {Terrain.BRIDGE}})  # fmt: skip


@proves("LHY-4.1.11.2", "LHY-4.1.11.3", "LHY-13.1.0")
@pytest.mark.parametrize("foe", [FOE, PANZER])
@pytest.mark.parametrize(("start", "may"), [("C4", False), ("E4", False), ("D5", True), ("D3", True)])
def test_4_1_11_a_bridge_is_assaulted_along_its_road_and_not_out_of_the_river(
    start: str, may: bool, foe: str
) -> None:
    state = activated_small(unit(SQUAD, start), unit(LEADER, "A8"), unit(foe, "D4"), ground=BRIDGED)
    assault = Assault("us", (SQUAD,), at("D4"))
    assert (assault in legal(state, Assault)) is may
    assert ("beneath the bridge in D4" in refusal(state, assault)) is not may


@proves("LHY-4.1.11.2", "LHY-4.1.10.8")
def test_4_1_11_without_a_bridge_an_assault_along_the_river_is_not_barred() -> None:
    state = activated_small(unit(SQUAD, "B4"), unit(LEADER, "A8"), unit(FOE, "A4"), ground=BRIDGED)
    assert not refusal(state, Assault("us", (SQUAD,), at("A4")))


@proves("LHY-4.1.11.3")
@pytest.mark.parametrize(("there", "words"), [(FOE, "beneath the bridge in D4"), (SECOND, "")])
def test_4_1_11_no_unit_passes_beneath_enemies_on_a_bridge(there: str, words: str) -> None:
    state = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), unit(there, "D4"), ground=BRIDGED)
    why = refusal(state, Maneuver("us", SQUAD, at("D4")))
    assert (words in why) if words else not why
    assert "assault or overrun it" not in why


@proves("LHY-4.1.11.2", "LHY-13.6.4")
@pytest.mark.parametrize(("start", "may"), [("C4", False), ("D5", True)])
def test_4_1_11_nobody_advances_out_of_the_river_onto_a_bridge_that_is_held(start: str, may: bool) -> None:
    state = activated_small(unit(SQUAD, start), unit(LEADER, "A8"), unit(FOE, "D4"), ground=BRIDGED)
    state = DecisionDue(Decision(DecisionKind.ADVANCE, "us", SQUAD, at(start))).on(state)
    assert (Advance("us", SQUAD, at("D4")) in legal(state, Advance)) is may


@proves("LHY-4.1.11.2", "LHY-13.3.3")
@pytest.mark.parametrize(("start", "may"), [("C4", False), ("D3", True)])
def test_4_1_11_no_unit_reinforces_a_bridge_out_of_the_river(start: str, may: bool) -> None:
    units = [unit(SQUAD, "D5"), unit(LEADER, "A8"), unit(FOE, "D4"), unit(OTHER, start)]
    state = activated_small(*units, ground=BRIDGED)
    state = done(state, Assault("us", (SQUAD,), at("D4")), CallForReaction("us"))
    help_comes = Reinforce("ge", OTHER, at("D4"))
    assert (help_comes in legal(state, Reinforce)) is may
    assert ("beneath the bridge in D4" in refusal(state, help_comes)) is not may


@proves("LHY-4.1.11.2", "LHY-17.9.2b.2")
@pytest.mark.parametrize(("start", "bound"), [("C4", False), ("D5", True)])
def test_4_1_11_a_wading_unit_that_finds_hidden_enemies_on_a_bridge_need_not_assault_them(
    start: str, bound: bool
) -> None:
    state = activated_small(unit(SQUAD, start), unit(LEADER, "A8"), unit(FOE, "D4", HIDDEN), ground=BRIDGED)
    state = done(state, Maneuver("us", SQUAD, at("D4")))
    assert state.unit(SQUAD).at == at(start)
    assert bool(course(state).arrows) is bound
