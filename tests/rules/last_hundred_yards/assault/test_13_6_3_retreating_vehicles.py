"""13.6.3: how far a vehicle retreats."""

import pytest

from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import may_leave, retreat_hexes
from rules.last_hundred_yards.state.progress import Decision, DecisionKind
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, activated, at, opened, seen, unit

LEADER, TANK = "us.able.1.leader", "us.able-tank.1.1"


@proves("LHY-13.6.3.3.bt")
@pytest.mark.parametrize(("mp", "far"), [(4, False), (5, True)])
def test_13_6_3_3_a_vehicle_retreats_with_4_mp_by_the_training_rules_with_5(mp: int, far: bool) -> None:
    path = (at("C5"), at("C6"), at("C7"), at("C8"))
    state = activated(unit("us.m3.2", "C8"), unit(LEADER, "A10"), switches={"vehicle_retreat_mp": mp})
    due = Decision(DecisionKind.RETREAT, "us", "us.m3.2", at("C4"), 2, 9, path)
    assert bool(retreat_hexes(seen(state, "us"), state.unit("us.m3.2"), due)) is far


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
    found = {str(hex_) for hex_ in retreat_hexes(seen(state, "us"), state.unit(TANK), due)}
    assert found == hexes


@proves("LHY-13.6.3.3", "LHY-10.2.2")
@pytest.mark.parametrize(("start", "leaves"), [("C5", False), ("C4", True)])
def test_13_6_3_3_off_the_map_takes_mp_that_are_left(start: str, leaves: bool) -> None:
    """Northward to C1, the Germans' own edge: four hexes from C5 take all 4 MP."""
    state = opened(FIELD, [unit("ge.stug.1", "C1"), unit(LEADER, "H10")])
    way = tuple(at(f"C{row}") for row in range(int(start[1:]) - 1, 0, -1))
    due = Decision(DecisionKind.RETREAT, "ge", "ge.stug.1", at(start), 2, 4, way)
    assert may_leave(seen(state, "ge"), state.unit("ge.stug.1"), due) is leaves


@proves("LHY-13.6.3.3")
def test_13_6_3_3_on_cheap_ground_4_mp_lead_farther_than_four_hexes() -> None:
    state = opened(FIELD, [unit(TANK, "C6"), unit("ge.mg.1", "H1")], house={"vehicle_open_mp": 0.5})
    path = tuple(map(at, ("C9", "C8", "C7", "C6")))
    due = Decision(DecisionKind.RETREAT, "us", TANK, at("C10"), 2, 4, path)
    assert at("C5") in retreat_hexes(seen(state, "us"), state.unit(TANK), due)


@proves("LHY-13.6.3.3", "LHY-10.2.2")
@pytest.mark.parametrize(("start", "leaves"), [("C6", False), ("C7", True)])
def test_13_6_3_3_a_vehicle_whose_mp_are_spent_retreats_no_farther_off_the_map(
    start: str, leaves: bool
) -> None:
    """It has come to C10, at its own edge, over open ground with 4 MP."""
    state = opened(FIELD, [unit(TANK, "C10"), unit("ge.mg.1", "H1")])
    path = tuple(Hex(2, row) for row in range(at(start).row + 1, 10))
    due = Decision(DecisionKind.RETREAT, "us", TANK, at(start), 2, 4, path)
    assert may_leave(seen(state, "us"), state.unit(TANK), due) is leaves


@proves("LHY-13.6.3.3.bt")
def test_13_6_3_3_one_hex_is_always_open_to_a_retreating_vehicle() -> None:
    woods = board("\n".join(["w w w w w w"] * 10))
    state = opened(woods, [unit(TANK, "C5"), unit("ge.mg.1", "A1")], switches={"vehicle_retreat_mp": 2})
    due = Decision(DecisionKind.RETREAT, "us", TANK, at("C5"), 2, 4)
    assert retreat_hexes(seen(state, "us"), state.unit(TANK), due)
