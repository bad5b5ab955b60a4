"""Vehicles and guns as bodies: gaps, houses and edges they do not fit through or onto, and turns that add up."""

from dataclasses import replace
from itertools import pairwise
from math import pi

import numpy as np
import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.questions.movement.way_costs import DrawnWays, way_costs
from rules.kampfgruppe_normandy.questions.movement.way_plan import plan
from rules.kampfgruppe_normandy.state.progress import Loss, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    line,
    move_over,
    moving,
    position,
    ready,
    refusal,
    table,
    unit,
)


def gap(wide_in: float) -> tuple[Piece, Piece]:
    """Two stone houses with a lane so wide between them, whose middle is y = 24."""
    north = area(T.STONE_BUILDING, 23, 10, 25, 24 - wide_in / 2, name="north house")
    south = area(T.STONE_BUILDING, 23, 24 + wide_in / 2, 25, 40, name="south house")
    return north, south


@proves("KN-MOVE-25")
@pytest.mark.parametrize("wide_in", [0.1, 1.0, 1.5])
def test_nobody_drives_through_a_gap_narrower_than_his_hull(wide_in: float) -> None:
    """Rule: KGN Movement; OUR 170."""
    state = moving(*gap(wide_in))
    told = refusal(state, move_over((20, 24), (28, 24)))
    assert 'u is 1.6" wide and does not pass stone building north house' in told
    assert "OUR 170" in told
    assert not refusal(moving(*gap(wide_in), kind="uk.runner"), move_over((20, 24), (25, 24)))


@proves("KN-MOVE-25")
@pytest.mark.parametrize("wide_in", [1.6, 1.61, 2.0])
def test_a_gap_as_wide_as_the_hull_lets_it_through(wide_in: float) -> None:
    """Rule: KGN Movement; OUR 170."""
    state = moving(*gap(wide_in))
    assert not refusal(state, move_over((20, 24), (28, 24)))


@proves("KN-MOVE-25")
@pytest.mark.parametrize(("wide_in", "is_through"), [(1.5, False), (1.7, True), (2.5, True)])
def test_reach_knows_which_gaps_are_wide_enough(wide_in: float, is_through: bool) -> None:
    """Beyond the gap lies (27.5, 24.5), 7.5″ straight on; round the houses it is further than nine."""
    state = moving(*gap(wide_in))
    found = RULESET.reach(state, state.unit("u")).verdict.cost
    assert (Spot(27.5, 24.5) in found) is is_through


@proves("KN-MOVE-14", "KN-MOVE-25")
def test_no_hull_stops_half_in_a_house() -> None:
    """Head on, the middle of a Sherman may come within 1.6″ of the house, half its length; alongside within 0.8″.

    Rule: KGN Movement; OUR 170.
    """
    house = area(T.STONE_BUILDING, 26, 20, 30, 28, name="farm")
    state = moving(house)
    assert not refusal(state, move_over((20, 24), (24.4, 24)))
    assert "u would stand partly in stone building farm" in refusal(state, move_over((20, 24), (24.5, 24)))
    assert not refusal(state, move_over((20, 24), (24.5, 24), facing_deg=0))
    assert not refusal(state, move_over((20, 24), (25.2, 24), facing_deg=0))
    assert "does not pass stone building farm" in refusal(
        state, move_over((20, 24), (25.3, 24), facing_deg=0)
    )


@proves("KN-MOVE-14", "KN-MOVE-25")
def test_no_hull_hangs_over_the_edge_of_the_table() -> None:
    """Rule: KGN Movement; OUR 170."""
    state = moving(at=(67, 24))
    assert not refusal(state, move_over((67, 24), (70.4, 24)))
    assert "u would hang over the edge of the table" in refusal(state, move_over((67, 24), (70.5, 24)))
    for start, out, back in (
        ((20, 2), (22, 0.7), (24, 2)), ((20, 46), (22, 47.3), (24, 46)), ((2, 20), (0.7, 22), (2, 24)), ((70, 20), (71.3, 22), (70, 24)),
    ):  # fmt: skip
        along = moving(at=start, facing_deg=90)
        assert "would go over the edge of the table" in refusal(along, move_over(start, out, back)), start


@proves("KN-MOVE-14", "KN-MOVE-25")
@pytest.mark.parametrize(
    ("start", "end", "facing_deg"),
    [
        ((20, 1.2), (24, 1.2), 0),
        ((20, 46.8), (24, 46.8), 180),
        ((1.2, 20), (1.2, 24), 270),
        ((70.8, 20), (70.8, 24), 90),
    ],
)
def test_no_hull_is_turned_over_the_edge_of_the_table(
    start: tuple[float, float], end: tuple[float, float], facing_deg: float
) -> None:
    """A Sherman 3.2 inches long and 1.6 wide has room along the edge, and none across.

    Rule: KGN Movement; OUR 170.
    """
    state = moving(at=start, facing_deg=90 if start[1] == end[1] else 180)
    assert not refusal(state, move_over(start, end))
    assert "u would hang over the edge of the table" in refusal(
        state, move_over(start, end, facing_deg=facing_deg)
    )


@proves("KN-MOVE-14", "KN-MOVE-25")
@pytest.mark.parametrize("at", [(71.5, 24), (20, 24)])
def test_a_vehicle_set_up_partly_off_the_table_or_in_a_house_may_turn_there_but_not_end_so_elsewhere(
    at: tuple[float, float],
) -> None:
    """Rule: KGN Movement; OUR 170."""
    state = moving(area(T.STONE_BUILDING, 20.5, 10, 30, 40, name="farm"), at=at, facing_deg=0)
    north = (at[0], at[1] - 2)
    assert refusal(state, move_over(at, facing_deg=10)) == ""
    assert "OUR 170" in refusal(state, move_over(at, north, facing_deg=10))


@proves("KN-MOVE-14", "KN-MOVE-25")
@pytest.mark.parametrize(("at", "said"), [((70.9, 24), "would hang over the edge"), ((19.5, 24), "would stand partly in")])  # fmt: skip
def test_a_vehicle_that_stands_clear_may_not_turn_over_the_edge_or_into_a_house(
    at: tuple[float, float], said: str
) -> None:
    state = moving(area(T.STONE_BUILDING, 20.5, 10, 30, 40, name="farm"), at=at, facing_deg=0)
    assert said in refusal(state, move_over(at, facing_deg=90))


@proves("KN-MOVE-14")
@pytest.mark.parametrize(("facing_deg", "fits"), [(None, True), (0.0, False)])
def test_a_hull_ends_along_its_way_if_it_cannot_turn(facing_deg: float | None, fits: bool) -> None:
    """A Sherman 3.2 inches long, 1.6 wide, that faces north drives east, an inch beside a house; it cannot turn there."""
    state = moving(area(T.STONE_BUILDING, 22, 10, 40, 23), facing_deg=0)
    refused = refusal(state, move_over((20, 24), (24, 24), facing_deg=facing_deg))
    assert ("would stand partly in" in refused, refused == "") == (not fits, fits)


@proves("KN-MOVE-25", "KN-MOVE-14")
def test_the_enemy_bars_the_whole_lane() -> None:
    """A gun half an inch beside the middle of the way stands in it.

    Rule: KGN Movement; OUR 54, 170.
    """
    state = ready(table(), unit("u", "uk.sherman", (20, 24), 90), unit("g", "de.pak40", (24, 25.5), 90))
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert "g is in the way" in refusal(state, move_over((20, 24), (28, 24)))
    assert not refusal(state, move_over((20, 24), (24, 23.6), (28, 23.6)))


@proves("KN-MOVE-25", "KN-MOVE-14")
def test_a_vehicle_set_up_too_near_a_wall_may_drive_away_from_it() -> None:
    """A tank that a scenario put half an inch from a wall of houses drives away from it, not along it.

    Rule: KGN Movement; OUR 170.
    """
    house = area(T.STONE_BUILDING, 10, 24.5, 40, 30, name="row")
    state = moving(house)
    assert not refusal(state, move_over((20, 24), (20, 18)))
    assert not refusal(state, move_over((20, 24), (22, 22), (26, 22)))
    assert "does not pass stone building row" in refusal(state, move_over((20, 24), (28, 24)))
    reached = RULESET.reach(state, state.unit("u")).verdict.cost
    assert Spot(24.5, 21.5) in reached
    assert Spot(26.5, 23.5) in reached


@proves("KN-MOVE-10", "KN-MOVE-12")
def test_a_move_cut_short_by_the_die_does_not_end_in_a_house() -> None:
    """Past the hedge the tank turns along the house; with a 3 it comes to the corner, its nose in the wall.

    It stops where it last had room. Rule: KGN Movement; OUR 170.
    """
    hedge = line(T.HEDGE, (21.5, 20), (21.5, 30), width_in=0.4)
    house = area(T.STONE_BUILDING, 26, 10, 30, 28, name="farm")
    state = moving(hedge, house)
    after = act(state, move_over((20, 24), (25, 24), (25, 25.5)), 3)
    assert after.unit("u").at == Spot(24.25, 24)


@proves("KN-PRIN-06", "KN-PRIN-07")
@pytest.mark.parametrize("step_deg", [0.5, 0.99, 10.0, 90.0])
def test_half_a_circle_costs_the_length_however_it_is_cut(step_deg: float) -> None:
    """Rule: KGN Measuring distances; OUR 28."""
    state = moving()
    steps = round(180 / step_deg)
    spots, bearing = [Spot(20.0, 24.0)], 90.0
    for _ in range(steps):
        bearing += 180 / steps
        spots.append(spots[-1].ahead(bearing, pi / steps))
    way = plan(position(state), state.unit("u"), tuple(spots), None, reverse=False)
    assert sum(price for _, price in way.turns) == pytest.approx(3.2, abs=0.001)
    assert way.price_in == pytest.approx(pi + 3.2, abs=0.01)


@proves("KN-MOVE-25", "KN-MOVE-15")
def test_a_place_beside_a_wall_is_reached_by_turning_along_it() -> None:
    """An inch off the house the hull has room only alongside; the way turns there and says so.

    Rule: KGN Movement; OUR 28, 170.
    """
    state = moving(area(T.STONE_BUILDING, 26, 14, 30, 34, name="farm"))
    way = RULESET.path(state, state.unit("u"), Spot(25.0, 24.0))
    facing = way.verdict.facing_deg
    assert facing is not None
    assert "it turns to" in str(way)
    spots = tuple(spot for spot in way.verdict.places if isinstance(spot, Spot))
    assert not refusal(state, Move(UK, "u", spots, facing))
    assert refusal(state, Move(UK, "u", spots))


@proves("KN-MOVE-17", "KN-MOVE-04")
def test_the_far_ends_of_road_ways_are_offered() -> None:
    """A half-track an inch beside a road: twelve over open ground, more than nineteen along the road and off the start.

    Rule: KGN Road movement; OUR 27.
    """
    road = line(T.GOOD_ROAD, (0, 25), (40, 25), (72, 30), width_in=2.2)
    state = moving(road, kind="uk.m5_halftrack", at=(20, 23.5))
    moves = [action for action in GAME.legal_actions(state) if isinstance(action, Move)]
    farthest_in = max(sum(one.gap_in(other) for one, other in pairwise(move.path)) for move in moves)
    assert 19 < farthest_in <= 24


def test_a_turn_where_a_road_ends_or_the_way_does_is_paid_once() -> None:
    """The end of the road and the turn are measured apart, so they differ by what a sum of fractions loses.

    North by road and then east over the field, and half right at the end. Rule: KGN Measuring distances; OUR 28.
    """
    places, facing_deg, reverse = (
        np.array([(0.0, 10.0), (0.0, 5.0), (5.0, 5.0)]),
        np.array([135.0]),
        np.array([False]),
    )
    drawn = DrawnWays(places, np.array([0, 3]), facing_deg, reverse, 0.0, 2.8)
    for end_in in (5.0 - 1e-12, 5.0 + 1e-12):
        costs = way_costs(drawn, np.array([10.0]), np.array([0, 1]), np.array([(0.0, end_in)]), 2)
        assert costs.price_in[0] == pytest.approx(5 / 2 + 1.4 + 5 + 0.7)


@proves("KN-MOVE-14", "KN-MOVE-25")
@pytest.mark.parametrize(
    ("at", "to", "facing_deg", "may"),
    [
        ((20, 0.5), (20, 0.5), 100, True),
        ((20, 0.5), (22, 0.5), 90, False),
        ((20, 1.2), (20, 1.2), 0, False),
        ((20, 1.7), (20, 1.7), 0, True),
    ],
)
def test_a_hull_already_over_the_edge_may_turn_in_place_and_no_other_may_turn_over_it(
    at: tuple[float, float], to: tuple[float, float], facing_deg: float, may: bool
) -> None:
    """A Sherman facing along the edge, its middle half an inch from it, or far enough for the way it lies. Rule: OUR 170."""
    way = (at,) if to == at else (at, to)
    assert ("over the edge" not in refusal(moving(at=at), move_over(*way, facing_deg=facing_deg))) is may


def _with_a_wreck(state: GameState, *, drawn: bool) -> GameState:
    """A Sherman burnt out 24 to 27.2 inches from the west, drawn on the table or lost in the game."""
    if drawn:
        return state
    wreck = Loss("w", "uk.sherman", UK, "destroyed", Spot(25.6, 24), 90.0)
    return with_progress(state, replace(progress_of(state), wrecks=(wreck,)))


@proves("KN-MOVE-13", "KN-MOVE-18b")
@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize(("kind", "to_x", "stands"), [
    ("uk.sherman", 22.4, True), ("uk.sherman", 22.6, False), ("uk.sherman", 28.6, False), ("uk.sherman", 28.8, True),
    ("uk.squad", 24.5, True),
])  # fmt: skip
def test_a_vehicle_ends_its_move_before_a_wreck_or_beyond_it_and_men_under_it_too(
    kind: str, to_x: float, stands: bool, drawn: bool
) -> None:
    """Rule: KGN Movement; OUR 203."""
    pieces = [area(T.WRECK, 24, 23.2, 27.2, 24.8)] if drawn else []
    state = _with_a_wreck(moving(*pieces, kind=kind), drawn=drawn)
    told = refusal(state, move_over((20, 24), (to_x, 24)))
    assert told == "" if stands else "u would stand on" in told


@proves("KN-MOVE-13", "KN-MOVE-18b")
@pytest.mark.parametrize("drawn", [True, False])
def test_no_place_on_a_wreck_is_in_reach(drawn: bool) -> None:
    """A hull 3.2 by 1.6 inches stands clear of one that ends at 24.8 only with its middle 0.8 inches off."""
    pieces = [area(T.WRECK, 24, 23.2, 27.2, 24.8)] if drawn else []
    state = _with_a_wreck(moving(*pieces), drawn=drawn)
    reached = RULESET.reach(state, state.unit("u")).verdict.cost
    assert Spot(25.5, 26.5) in reached
    assert reached.keys().isdisjoint(Spot(x + 0.5, y + 0.5) for x in (24, 25, 26) for y in (22, 23, 24, 25))
