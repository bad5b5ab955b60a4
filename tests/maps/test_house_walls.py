"""Walls, doors and windows from other programs' lines become houses that block sight, by an exact check of our own."""

import random
from fractions import Fraction
from functools import cache

import pytest
from shapely import LineString, box

from maps.house_walls import THICK_IN, DrawnHouses, Opening
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Path
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.questions.movement import why_not_path
from rules.micro_armour.questions.terrain import LineOfFire, price_per_inch, target_ground
from rules.micro_armour.ruleset import MATG1, MATG2, MicroArmour
from rules.micro_armour.state.position import Position
from rules.micro_armour.state.progress import Leg, Move, Progress
from rules.micro_armour.state.scenario_options import Force, ScenarioOptions
from tests.maps.floor_plans import PLANS, Line, Plan, crosses, plan, squared_distance, squared_gap

DOORS = {"D": T.DOOR, "O": T.OPEN_DOOR, "W": T.WINDOW}
CLEAR_OF2 = Fraction(16, 100) ** 2
"""A line nearer than this to a wall may graze its side, half a wall and a hair from its middle."""


def houses(drawn: Plan, *, through_doors: bool = False) -> DrawnHouses:
    """The houses of a plan at an inch a square, its walls drawn whole through the doors or with gaps for them."""
    walls = [LineString(line) for line in drawn.walls]
    openings = [Opening(DOORS[sign], LineString(line)) for sign, line in drawn.doors]
    if through_doors:
        walls += [opening.line for opening in openings]
    return DrawnHouses(drawn.across, drawn.down, walls, openings)


def table_of(drawn: DrawnHouses) -> Tabletop:
    return Tabletop("plan", drawn.width_in, drawn.depth_in, drawn.pieces)


@cache
def lines_of_sight(drawn: Plan, seed: int, count: int) -> tuple[Line, ...]:
    """Lines between places clear of all walls and doors, every second end on whole inches."""
    chance = random.Random(seed)
    found: list[Line] = []
    everything = [*drawn.walls, *(line for _, line in drawn.doors)]
    while len(found) < count:
        fine = chance.choice((1, 64))
        ends = [
            (
                Fraction(chance.randrange(fine, (drawn.across - 1) * fine), fine),
                Fraction(chance.randrange(fine, (drawn.down - 1) * fine), fine),
            )
            for _ in range(2)
        ]
        length2 = sum((one - other) ** 2 for one, other in zip(*ends, strict=True))
        if 0 < length2 < 400 and all(
            squared_distance(end, line) > CLEAR_OF2 for end in ends for line in everything
        ):
            found.append((ends[0], ends[1]))
    return tuple(found)


def spot(place: tuple[int | Fraction, int | Fraction]) -> Spot:
    return Spot(float(place[0]), float(place[1]))


@pytest.mark.parametrize("through_doors", [False, True])
@pytest.mark.parametrize("name", PLANS)
def test_our_60_no_line_passes_a_wall_and_every_line_passes_an_open_door(
    name: str, through_doors: bool
) -> None:
    drawn = plan(PLANS[name])
    state = GameState(table_of(houses(drawn, through_doors=through_doors)))
    blocked = clear = through = 0
    for line in lines_of_sight(drawn, seed=60, count=120):
        is_open = MATG2.line_of_sight(state, spot(line[0]), spot(line[1])).verdict.visibility.is_open
        if any(crosses(line, wall) for wall in drawn.shut):
            assert not is_open, line
            blocked += 1
        elif all(squared_gap(line, wall) > CLEAR_OF2 for wall in drawn.shut):
            assert is_open, line
            clear += 1
            through += any(crosses(line, door) for door in drawn.open)
    assert blocked > 15
    assert clear > 15
    assert through > 0 or not drawn.open


@pytest.mark.parametrize("name", PLANS)
def test_our_60_a_field_of_sight_agrees_with_the_lines_to_each_square(name: str) -> None:
    drawn = plan(PLANS[name])
    state = GameState(table_of(houses(drawn)))
    for place in {line[0] for line in lines_of_sight(drawn, seed=61, count=3)}:
        field = MATG2.sight_field(state, spot(place)).verdict.visibility
        ruled = {there: MATG2.line_of_sight(state, spot(place), there).verdict.visibility for there in field}
        assert field == ruled


def kinds(drawn: DrawnHouses) -> list[T]:
    return [piece.terrain for piece in drawn.pieces]


def test_rings_close_over_their_doors_and_rooms_wall_to_wall_are_one_house() -> None:
    row = houses(plan(PLANS["row"]))
    (house,) = (piece for piece in row.pieces if piece.terrain is T.INTERIOR)
    assert house.shape.equals(LineString([(2, 2), (26, 2), (26, 6), (2, 6)]).envelope)
    assert "The walls close round 4 rooms in 1 house, which are interiors." in row.summary
    assert kinds(houses(plan(PLANS["farm"]))).count(T.INTERIOR) == 3


def test_a_yard_round_houses_is_open_ground_and_its_houses_are_not() -> None:
    walls = [ring(1, 1, 29, 19), ring(4, 4, 9, 9)]
    drawn = DrawnHouses(40, 40, walls, [Opening(T.DOOR, LineString([(5, 4), (6, 4)]))])
    (house,) = (piece for piece in drawn.pieces if piece.terrain is T.INTERIOR)
    assert house.shape.equals(box(4, 4, 9, 9))
    assert drawn.summary[-1] == "1 ring round other houses or much of the map is open ground."


def test_a_pillar_is_no_room_and_takes_nothing_from_the_room_round_it() -> None:
    (house,) = (
        piece
        for piece in DrawnHouses(40, 40, [ring(4, 4, 9, 9), ring(6, 6, 6.5, 6.5)]).pieces
        if piece.terrain is T.INTERIOR
    )
    assert house.shape.area == 25


def test_shapes_that_only_block_sight_enclose_no_room() -> None:
    assert kinds(DrawnHouses(40, 40, [], solids=[ring(4, 4, 9, 9)])) == [T.HOUSE_WALL]


def test_an_end_that_misses_by_a_rounding_is_joined_and_a_real_gap_stays() -> None:
    square = [(4, 4), (9, 4), (9, 9), (4, 9), (4, 4.06)]
    assert kinds(DrawnHouses(40, 40, [LineString(square)])).count(T.INTERIOR) == 1
    square[-1] = (4, 4.5)
    assert kinds(DrawnHouses(40, 40, [LineString(square)])) == [T.HOUSE_WALL]


def test_an_import_reports_the_pieces_made_of_its_lines() -> None:
    off = [LineString([(2, 2), (8, 2)]), LineString([(50, 2), (60, 2)])]
    told = DrawnHouses(40, 40, off, [Opening(T.WINDOW, LineString([(8, 2), (9, 2)]))]).summary
    assert told == (
        "2 lines became 1 piece of house wall, 6.0 inches in all, which block sight and movement.",
        "1 line of no length or off the map was left out.",
        "1 opening: 1 window.",
        "The walls close round no room, so there are no interiors.",
    )
    assert DrawnHouses(40, 40, []).summary == ("The map holds no walls and no openings.",)


def ring(west: float, north: float, east: float, south: float) -> LineString:
    return LineString([(west, north), (east, north), (east, south), (west, south), (west, north)])


@pytest.mark.parametrize("book", [MATG1, MATG2])
def test_our_60_no_stand_goes_through_a_wall_or_a_door_and_every_stand_through_a_gap(
    book: MicroArmour,
) -> None:
    wall = Piece("wall", T.HOUSE_WALL, LineString([(10, 0), (10, 20)]), THICK_IN)
    tank = Unit("r1", "t34", "red", Spot(5, 10), 90.0)

    def way(terrain: T) -> Ruling[Path]:
        door = Piece("door", terrain, LineString([(10, 8), (10, 12)]), THICK_IN)
        state = GameState(Tabletop("t", 20, 20, (wall, door)), {"r1": tank})
        return book.path(state, tank, Spot(15, 10))

    assert {
        terrain for terrain in (T.DOOR, T.OPEN_DOOR, T.WINDOW, T.SHUTTERS) if way(terrain).verdict.places
    } == set()
    under_way = Progress(ScenarioOptions((Force("red", 14),)), (), move=Move(1, "red", ("r1",)))
    state = GameState(Tabletop("t", 20, 20, (wall,)), {"r1": tank}, sides=("red", "blue"), course=under_way)
    path = Spot(5, 10), Spot(15, 10)
    leg = Leg(path, 90.0, by_road=False, goes_on=False)
    (refused,) = why_not_path(Position(state, book.book), tank, leg)
    assert str(refused).startswith("the path runs through house wall wall (MATG")
    assert "OUR 60" in str(refused)
    blocked = book.line_of_sight(state, *path)
    assert "House wall wall blocks (MATG" in str(blocked)
    assert "OUR 60" in str(blocked)
    assert way(T.GAP).verdict.places[-1] == Spot(15, 10)


def test_our_61_a_stand_inside_has_the_cover_of_heavy_buildings() -> None:
    state = GameState(table_of(houses(plan(PLANS["row"]))))
    inside = target_ground(state, LineOfFire(Spot(4, 12), Spot(4, 4)), SECOND).to_combat
    assert inside.net == 4
    assert price_per_inch([T.INTERIOR]) == price_per_inch([T.HEAVY_BUILDINGS])
