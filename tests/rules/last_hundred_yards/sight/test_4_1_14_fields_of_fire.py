"""4.1.14: the hexes in front of a fortified position for every direction of its arrow, on both kinds of hex map."""

from dataclasses import replace
from math import cos, radians, sin, sqrt

import pytest

from rules.errors import BadInput
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex, Top
from rules.last_hundred_yards.questions.fire.fronts import is_rear
from rules.last_hundred_yards.questions.terrain.field_of_fire import is_in_front
from rules.last_hundred_yards.state.events.fire_events import FiredThrough
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import at, opened, position_seen_by, unit

FLAT = open_ground(7, 7)
POINTY = open_ground(7, 7, top=Top.POINTY)


def east_and_south(place: Hex, top: Top) -> tuple[float, float]:
    """The position of a hex's dot in lengths of a hexside; column A of a flat map is high, row 1 of a pointy one left."""
    column, row = place
    if top is Top.FLAT:
        return 1.5 * column, sqrt(3) * (row + column % 2 / 2)
    return sqrt(3) * (column + row % 2 / 2), 1.5 * row


@proves("LHY-4.1.14.4", "LHY-4.1.14a")
@pytest.mark.parametrize("ground", [FLAT, POINTY], ids=["flat", "pointy"])
@pytest.mark.parametrize("facing_deg", range(0, 360, 30))
def test_4_1_14_everything_within_90_degrees_of_the_arrow_is_in_front(
    ground: HexBoard, facing_deg: int
) -> None:
    fort = replace(unit("ge.fp.1", "D4"), facing_deg=float(facing_deg))
    state = opened(ground, [fort, unit("us.able.1.leader", "A7")])
    position = position_seen_by(state, "ge")
    x, y = east_and_south(at("D4"), ground.grid.top)
    arrow = sin(radians(facing_deg)), -cos(radians(facing_deg))
    for place in ground.grid:
        east, south = east_and_south(place, ground.grid.top)
        ahead = (east - x) * arrow[0] + (south - y) * arrow[1]
        assert is_in_front(position, state.unit(fort.id), place) is (ahead > -1e-9), place


@proves("LHY-11.1.2", "LHY-11.1b", "LHY-11.1.0.1", "LHY-4.1.14.4")
@pytest.mark.parametrize("ground", [FLAT, POINTY], ids=["flat", "pointy"])
def test_11_1_the_rear_is_behind_the_hexsides_fired_through_and_a_fortified_position_has_none(
    ground: HexBoard,
) -> None:
    """The hexside whose middle is nearest to the line of fire is the front, or both hexsides of a vertex fired through."""
    dots = {place: east_and_south(place, ground.grid.top) for place in ground.grid}
    tank, fort = unit("ge.stug.1", "D4"), unit("ge.fp.1", "D4")
    x, y = dots[at("D4")]
    sides = [(dots[near][0] - x, dots[near][1] - y) for near in ground.grid.neighbours(at("D4"))]
    for aimed_at in ("A7", "D1", "G5", "C6", "B2", "F7"):
        east, south = dots[at(aimed_at)][0] - x, dots[at(aimed_at)][1] - y
        along = [east * side[0] + south * side[1] for side in sides]
        front = [side for side, reach in zip(sides, along, strict=True) if reach > max(along) - 1e-9]
        for who in (tank, fort):
            state = FiredThrough(who.id, at(aimed_at)).on(
                opened(ground, [who, unit("us.able.1.leader", "A1")])
            )
            for place, dot in dots.items():
                ahead = sum((dot[0] - x) * side[0] + (dot[1] - y) * side[1] for side in front)
                wanted = who is tank and ahead < -1e-9
                assert is_rear(position_seen_by(state, "ge"), state.unit(who.id), place) is wanted, (
                    aimed_at,
                    place,
                )


@proves("LHY-4.1.14a")
@pytest.mark.parametrize("who", ["ge.fp.1", "ge.stug.1", "ge.1kp.1.squad.1"])
def test_4_1_14_units_without_facing_or_that_are_no_fortified_position_have_no_front(who: str) -> None:
    turned = replace(unit(who, "D4"), facing_deg=None if "fp" in who else 0.0)
    state = opened(FLAT, [turned, unit("us.able.1.leader", "A7")])
    assert all(
        is_in_front(position_seen_by(state, "ge"), state.unit(turned.id), place) for place in FLAT.grid
    )


@proves("LHY-4.1.14.4")
def test_4_1_14_its_arrow_points_at_a_hexside_or_a_vertex_from_the_start() -> None:
    fort = Unit("fort", "ge.fp.1", "ge", at("D4"), 45)
    with pytest.raises(BadInput, match=r"unit fort\.facing_deg: 45 is not a multiple of 30 degrees"):
        opened(FLAT, [fort, unit("us.able.1.leader", "A7")])
