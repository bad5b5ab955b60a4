"""13.6.3: how far a vehicle retreats, and the odds of what happens in a retreat, counted by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, SHOCKED
from rules.last_hundred_yards.declarations.assault.retreat import Retreat
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import may_leave, retreat_hexes
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Decision, DecisionKind
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    position_seen_by,
    unit,
)
from tests.rules.last_hundred_yards.throwing import THROWN

LEADER, TANK, FOE = "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


@proves("LHY-13.6.3.3.bt")
@pytest.mark.parametrize(("mp", "far"), [(4, False), (5, True)])
def test_13_6_3_3_a_vehicle_retreats_with_4_mp_by_the_training_rules_with_5(mp: int, far: bool) -> None:
    path = (at("C5"), at("C6"), at("C7"), at("C8"))
    state = activated(unit("us.m3.2", "C8"), unit(LEADER, "A10"), switches={"vehicle_retreat_mp": mp})
    due = Decision(DecisionKind.RETREAT, "us", "us.m3.2", at("C4"), 2, 9, path)
    assert bool(retreat_hexes(position_seen_by(state, "us"), state.unit("us.m3.2"), due)) is far


WOODED = board("""
    . . . . . .
    . . . . . .
    w w w . w w
    w w w . w w
    w w w w w w
    . . . . . .
""")


@proves("LHY-13.6.3.3")
@pytest.mark.parametrize(
    ("path", "hexes"),
    [
        # From D6 with 4 MP: woods cost a tank 3, open ground 1.
        (("D5",), {"C6", "D4", "E6"}),
        (("D5", "D4"), set()),
        (("C6",), {"B5", "B6", "C5", "D5"}),
        (("C6", "B6"), {"A6"}),
    ],
)
def test_13_6_3_3_a_vehicle_retreats_by_mp_not_by_hexes(path: tuple[str, ...], hexes: set[str]) -> None:
    state = opened(WOODED, [unit(TANK, path[-1]), unit("ge.mg.1", "A1")])
    due = Decision(DecisionKind.RETREAT, "us", TANK, at("D6"), 2, 4, tuple(map(at, path)))
    found = [str(hex_) for hex_ in retreat_hexes(position_seen_by(state, "us"), state.unit(TANK), due)]
    assert sorted(found) == sorted(hexes)


@proves("LHY-13.6.3.3", "LHY-13.6.3.3.enemies")
@pytest.mark.parametrize(("passed", "through"), [("", True), ("C7 C6", True), ("D7 D6 C6", False)])
def test_13_6_3_3_a_vehicle_retreats_through_an_enemy_hex_if_its_mp_take_it_out_again(
    passed: str, through: bool
) -> None:
    """With 4 MP at 1 a hex the fourth hex would be the last, and no vehicle stops in an enemy hex."""
    way = tuple(map(at, passed.split()))
    state = opened(FIELD, [unit(TANK, str(way[-1]) if way else "C6"), unit("ge.mg.1", "C5")])
    due = Decision(DecisionKind.RETREAT, "us", TANK, at("C8") if way else at("C6"), 2, 4, way)
    found = retreat_hexes(position_seen_by(state, "us"), state.unit(TANK), due)
    assert at("B5") in found or not through
    assert (at("C5") in found) is through


@proves("LHY-13.6.3.3", "LHY-10.2.2")
@pytest.mark.parametrize(("start", "leaves"), [("C5", False), ("C4", True)])
def test_13_6_3_3_a_vehicle_needs_mp_left_to_retreat_off_the_map(start: str, leaves: bool) -> None:
    """North to C1 at the Germans' own edge: the four hexes from C5 take all 4 MP."""
    state = opened(FIELD, [unit("ge.stug.1", "C1"), unit(LEADER, "H10")])
    way = tuple(at(f"C{row}") for row in range(int(start[1:]) - 1, 0, -1))
    due = Decision(DecisionKind.RETREAT, "ge", "ge.stug.1", at(start), 2, 4, way)
    assert may_leave(position_seen_by(state, "ge"), state.unit("ge.stug.1"), due) is leaves


@proves("LHY-16.2b.2", "LHY-13.6.3c.1")
@pytest.mark.parametrize(("die", "shocked"), [(9, False), (10, True)])
def test_16_2b_a_retreating_tank_breaks_the_wire_it_leaves_and_is_lost_if_shocked(
    die: int, shocked: bool
) -> None:
    """Reading 190."""
    state = opened(FIELD, [unit(TANK, "C6"), unit("ge.mg.1", "C1")], markers=[Marker("wire", at("C6"))])
    state = DecisionDue(Decision(DecisionKind.RETREAT, "us", TANK, at("C6"), 2, 4)).on(state)
    after = done(state, Retreat("us", TANK, at("C7")), die)
    assert (after.unit(TANK).at == at("C7")) is not shocked
    assert any(after.markers_at(at("C6"), "wire")) is shocked
    if shocked:
        assert not legal(after, Retreat)
        assert done(after, Pass("us")).unit(TANK).at is None


@proves("LHY-16.2b.2", "LHY-10.2.2")
@pytest.mark.parametrize(("die", "gone"), [(9, True), (10, False)])
def test_16_2b_a_tank_breaks_the_wire_that_it_retreats_out_of_off_the_map(die: int, gone: bool) -> None:
    """Reading 190."""
    state = opened(FIELD, [unit(TANK, "C10"), unit("ge.mg.1", "C1")], markers=[Marker("wire", at("C10"))])
    state = DecisionDue(Decision(DecisionKind.RETREAT, "us", TANK, at("C10"), 2, 4)).on(state)
    off = Retreat("us", TANK, None)
    assert "10 in the wire shocks it" in str(PLAY.chances(state, off))
    assert (done(state, off, die).unit(TANK).at is None) is gone


@proves("LHY-11.4.8e.vehicles", "LHY-13.6.3.4")
@pytest.mark.parametrize(("die", "shocked"), [(9, False), (10, True)])
def test_11_4_8e_a_tank_shocked_by_mortar_fire_during_its_retreat_is_lost(die: int, shocked: bool) -> None:
    state = opened(FIELD, [unit(TANK, "C7"), unit("ge.mg.1", "C1")], edition="series-3.1")
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C7"), 2, tubes=2)).on(state)
    state = DecisionDue(Decision(DecisionKind.RETREAT, "us", TANK, at("C6"), 2, 4, (at("C7"),))).on(state)
    after = done(state, Retreat("us", TANK, at("C8")), die)
    assert after.unit(TANK).at == at("C7" if shocked else "C8")
    assert after.unit(TANK).has(SHOCKED) is shocked
    if shocked:
        assert not legal(after, Retreat)
        assert done(after, Pass("us")).unit(TANK).at is None


@proves("LHY-13.6.3.3")
def test_13_6_3_3_on_cheap_terrain_4_mp_take_a_vehicle_more_than_four_hexes() -> None:
    state = opened(FIELD, [unit(TANK, "C6"), unit("ge.mg.1", "H1")], house={"vehicle_open_mp": 0.5})
    path = tuple(map(at, ("C9", "C8", "C7", "C6")))
    due = Decision(DecisionKind.RETREAT, "us", TANK, at("C10"), 2, 4, path)
    assert at("C5") in retreat_hexes(position_seen_by(state, "us"), state.unit(TANK), due)


@proves("LHY-13.6.3.3", "LHY-10.2.2")
@pytest.mark.parametrize(("start", "leaves"), [("C6", False), ("C7", True)])
def test_13_6_3_3_a_vehicle_whose_mp_are_spent_retreats_no_farther_off_the_map(
    start: str, leaves: bool
) -> None:
    """It has come to C10, at its own edge, over open ground with 4 MP."""
    state = opened(FIELD, [unit(TANK, "C10"), unit("ge.mg.1", "H1")])
    path = tuple(Hex(2, row) for row in range(at(start).row + 1, 10))
    due = Decision(DecisionKind.RETREAT, "us", TANK, at(start), 2, 4, path)
    assert may_leave(position_seen_by(state, "us"), state.unit(TANK), due) is leaves


@proves("LHY-13.6.3.3.bt")
def test_13_6_3_3_one_hex_is_always_open_to_a_retreating_vehicle() -> None:
    woods = board("\n".join(["w w w w w w"] * 10))
    state = opened(woods, [unit(TANK, "C5"), unit("ge.mg.1", "A1")], switches={"vehicle_retreat_mp": 2})
    due = Decision(DecisionKind.RETREAT, "us", TANK, at("C5"), 2, 4)
    assert retreat_hexes(position_seen_by(state, "us"), state.unit(TANK), due)


STREET = open_ground(
    8, 10, {"D4": "u", "D5": "u", "D6": "u", "D7": "u"}, roads="D1 D2 D3 D4 D5 D6 D7 D8 D9 D10"
)
TRACK = "us.m3.2"


def _retreats(who: str, *others: Unit, ground: HexBoard = FIELD, wire: str = "") -> GameState:
    """An American vehicle is to retreat from D5."""
    markers = [Marker("wire", at(label)) for label in wire.split()]
    state = activated(unit(who, "D5"), *others, unit(LEADER, "A10"), ground=ground, markers=markers)
    return DecisionDue(Decision(DecisionKind.RETREAT, "us", who, at("D5"), 2, 4)).on(state)


def _hexes(state: GameState) -> set[str]:
    return {str(action.to) for action in legal(state, Retreat)}


@proves("LHY-4.1.9g", "LHY-13.6.3c.2")
@pytest.mark.parametrize(
    ("there", "hexes"), [((), {"D4", "D6"}), (("us.able-tank.1.2",), {"D4"}), ((TRACK,), {"D4"})]
)
def test_13_6_3_no_vehicle_retreats_into_a_street_hex_that_holds_another(
    there: tuple[str, ...], hexes: set[str]
) -> None:
    state = _retreats(TANK, *(unit(name, "D6") for name in there), ground=STREET)
    assert _hexes(state) == hexes


@proves("LHY-16.2.0", "LHY-13.6.3c.2")
@pytest.mark.parametrize(("who", "may"), [(TRACK, False), (TANK, True)])
def test_13_6_3_no_halftrack_retreats_into_wire(who: str, may: bool) -> None:
    hexes = _hexes(_retreats(who, unit(FOE, "D4"), wire="D6"))
    assert ("D6" in hexes) is may
    assert "C6" in hexes


@proves("LHY-13.6.3c.2", "LHY-4.1.9g", "LHY-16.2.0")
def test_13_6_3c_a_vehicle_that_may_enter_no_hex_is_eliminated() -> None:
    state = _retreats(TRACK, unit(TANK, "D6"), unit(FOE, "H1"), ground=STREET, wire="D4")
    assert not _hexes(state)
    assert done(state, Pass("us")).unit(TRACK).at is None


def hundredths(name: str) -> dict[str, Fraction]:
    return {words: chance * 100 for words, chance in THROWN[name].odds().chances.items()}


@proves("LHY-13.6.3.4", "LHY-0.6")
def test_13_6_3_4_out_of_mortar_fire() -> None:
    # Cohesion 6: 7 to 9 disrupt, 10 costs a step.
    assert hundredths("a retreat out of mortar fire") == {
        f"{FOE} in A3": 60, f"{FOE} disrupted; {FOE} in A3": 30, f"{FOE} loses a step": 10,
    }  # fmt: skip


@proves("LHY-13.6.3.5", "LHY-13.6.3.6", "LHY-0.6")
def test_13_6_3_the_checks_at_its_end() -> None:
    # A die of 7 to 10 fails Cohesion 6; through the enemy there are two, and the disrupted lose a step.
    assert hundredths("a retreat that ends next to the enemy") == {"no effect": 60, f"{FOE} disrupted": 40}
    assert hundredths("a retreat that ends through the enemy") == {
        "no effect": 36, f"{FOE} disrupted": 48, f"{FOE} loses a step": 16,
    }  # fmt: skip


@proves("LHY-13.6.3.6")
def test_13_6_3_no_odds_tell_whether_concealed_enemies_on_the_way_cause_a_check() -> None:
    thrown = THROWN["a retreat that ends through the enemy"]
    (foe,) = (one for one in thrown.state.units.values() if one.at == at("B4"))
    state = thrown.state.with_unit(replace(foe, conditions=frozenset({CONCEALED})))
    assert PLAY.chances(state, thrown.action).odds is None
    assert PLAY.chances(thrown.state, thrown.action).odds is not None


@proves("LHY-5.0.I.2", "LHY-5.0.I.3", "LHY-0.6")
def test_5_0_the_initiative_and_the_time_lapse() -> None:
    # With 2 more the Americans are above in 64 of 100 throws and level in 8, of which the 4 even are theirs.
    told = hundredths("the initiative")
    # A 10 and then a 1 or 2: a sniper takes the only leader, and who had the initiative forfeits it: the Americans
    # in 2 of 100, but for 0.04 with both leaders lost; the Germans where they threw 7 at most, in 1.4.
    us = sum(chance for words, chance in told.items() if "us has the initiative" in words)
    assert us == 68 - 2 + Fraction(4, 100) + Fraction(14, 10)
    assert sum(chance for words, chance in told.items() if "ge.1kp.2.leader lost" in words) == 2
    assert hundredths("the time lapse") == {
        "2 minutes go by": 20, "3 minutes go by": 30, "4 minutes go by": 30, "5 minutes go by": 20,
    }  # fmt: skip


@proves("LHY-10.2b")
def test_10_2b_fire_at_another_unit_of_the_hex_is_not_resolved_as_men_leave_the_map() -> None:
    squad, gun = "us.able.1.squad.1", "us.gun57.1"
    at_gun = FireMarker(1, FireKind.ATDRM, at("C10"), 3, against="us", target=gun)
    state = activated(unit(squad, "C10"), unit(gun, "C10"), unit("us.able.1.leader", "A8"), fires=(at_gun,))
    after = done(state, Withdraw("us", (squad,), None))
    assert after.unit(squad).at is None
    assert course(after).fires == (at_gun,), "it waits for the gun"
