"""10.0 and 10.1 on random boards: paths cost what reach says, and more MP never reach less."""

from itertools import pairwise
from random import Random

from hypothesis import given, note, settings
from hypothesis import strategies as st

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.board import HexBoard, Line
from rules.ground.hex.hexes import Hex, HexGrid
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.questions.movement.reach import path, reach
from rules.last_hundred_yards.state.position import hex_board
from tests.oracle.boards import picture, random_board, random_grid
from tests.oracle.sight import Case
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.moving import HALFTRACK, SQUAD, TANK, TRUCK
from tests.rules.last_hundred_yards.sight.sighting import layouts, moved

KINDS = (SQUAD, TANK, HALFTRACK, TRUCK)
SMALL = settings(max_examples=60)


def random_move(rng: Random, grid: HexGrid | None = None) -> tuple[GameState, Unit]:
    """A random board, with a river now and then, a unit on it, and another of either side."""
    board = random_board(rng, grid or random_grid(rng, 2, 6))
    places = list(board.grid)
    if rng.random() < 0.4:
        board = HexBoard(
            board.name,
            board.grid,
            board.hexes,
            board.hexsides,
            (*board.lines, river(rng, board)),
            board.outlines,
        )
    unit = Unit("mover", rng.choice(KINDS), "us", rng.choice(places), conditions=frozenset({"in_motion"}))
    other = Unit("other", rng.choice(KINDS), rng.choice(("us", "ge")), rng.choice(places))
    return GameState(board, {"mover": unit, "other": other}), unit


def river(rng: Random, board: HexBoard) -> Line:
    way = [rng.choice(list(board.grid))]
    for _ in range(rng.randint(1, 4)):
        way += [near for near in board.grid.neighbours(way[-1]) if near not in way][:1]
    return Line(Terrain.RIVER, tuple(way))


def drawn(state: GameState) -> str:
    return picture(Case(hex_board(state), tuple(state.units.values())))


@proves("LHY-10.0.1")
@SMALL
@given(st.randoms(use_true_random=False), st.sampled_from(("", "reaction")))
def test_10_1_the_way_to_every_hex_in_reach_costs_what_reach_says(rng: Random, mode: str) -> None:
    state, unit = random_move(rng)
    note(drawn(state))
    grid = hex_board(state).grid
    found = reach(state, unit, mode).verdict
    for place in grid:
        way = path(state, unit, place, mode).verdict
        assert bool(way.places) == (place in found.cost)
        if way.places:
            assert (way.places[0], way.places[-1]) == (unit.at, place)
            assert way.cost == found.cost[place]
            hexes = [one for one in way.places if isinstance(one, Hex)]
            assert hexes == list(way.places)
            assert all(other in grid.neighbours(one) for one, other in pairwise(hexes))


@proves("LHY-10.1.0.1", "LHY-10.1.0.2")
@SMALL
@given(st.randoms(use_true_random=False))
def test_10_1_activation_reaches_all_that_reaction_does_and_no_hex_dearer(rng: Random) -> None:
    state, unit = random_move(rng)
    note(drawn(state))
    more, less = (reach(state, unit, mode).verdict for mode in ("activation", "reaction"))
    for place, cost in less.cost.items():
        assert more.cost[place] <= cost or place in more.provisos or place in less.provisos
    assert all(cost <= more.allowance + 1 for place, cost in more.cost.items() if place not in more.provisos)


@SMALL
@given(st.randoms(use_true_random=False))
def test_10_1_with_columns_and_rows_changed_a_unit_reaches_the_same(rng: Random) -> None:
    """Flat tops, column A high, against pointed tops, row 1 left: one is the mirror image of the other."""
    state, unit = random_move(rng, HexGrid(rng.randint(2, 6), rng.randint(2, 6)))
    note(drawn(state))
    mirrored, to = moved(hex_board(state), tuple(state.units.values()), (), layouts(hex_board(state))[2])
    here, there = reach(state, unit).verdict, reach(mirrored, mirrored.units["mover"]).verdict
    places = [place for place in here.cost if isinstance(place, Hex)]
    assert there.cost == {to(place): here.cost[place] for place in places}
    assert there.provisos == {to(place): here.provisos[place] for place in places if place in here.provisos}
