"""What a line of sight on a table crosses."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ground.table.inches import Base, Spot
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.crossings import Crossing, crossings, hiding
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from tests.rules.ground import plain_rays
from tests.rules.ground.drawn_tables import outlines_of, spots, tables

BLOCK = Outlines.of({"block": shapely.box(10, 10, 14, 14)})


def only_crossing(outlines: Outlines, viewer: Spot, target: Spot) -> Crossing:
    (crossing,) = crossings(outlines, viewer, target)
    return crossing


def test_pieces_come_in_the_order_the_line_meets_them_with_their_depth() -> None:
    outlines = Outlines.of(
        {"far": shapely.box(30, 0, 33, 9), "near": shapely.box(5, 0, 6, 9), "off": shapely.box(5, 20, 6, 30)}
    )
    met = crossings(outlines, Spot(0, 5), Spot(40, 5))
    assert [(each.id, each.entry_in, each.exit_in, each.depth_in) for each in met] == [
        ("near", 5, 6, 1),
        ("far", 30, 33, 3),
    ]


def test_a_line_meets_a_bent_piece_twice() -> None:
    horseshoe = shapely.difference(shapely.box(10, 0, 20, 10), shapely.box(12, 0, 18, 8))
    crossing = only_crossing(Outlines.of({"wood": horseshoe}), Spot(0, 5), Spot(30, 5))
    assert list(crossing.spans) == [(10, 12), (18, 20)]
    assert crossing.depth_in == 4


def test_a_clearing_is_open() -> None:
    wood = shapely.difference(shapely.box(10, 0, 20, 10), shapely.box(13, 3, 17, 7))
    outlines = Outlines.of({"wood": wood})
    assert crossings(outlines, Spot(14, 4), Spot(16, 6)) == ()
    assert only_crossing(outlines, Spot(14, 5), Spot(25, 5)).spans == ((3, 6),)


def test_a_line_that_touches_a_corner_does_not_cross_but_is_a_close_call() -> None:
    touch = only_crossing(BLOCK, Spot(8, 12), Spot(12, 8))
    assert (touch.is_crossed, touch.hides(), touch.is_close_call()) == (False, False, True)


def test_a_line_through_two_corners_crosses() -> None:
    through = only_crossing(BLOCK, Spot(8, 8), Spot(16, 16))
    assert through.depth_in == pytest.approx(32**0.5)
    assert through.hides()
    assert not through.is_close_call()


@pytest.mark.parametrize("y", [10, 14])
def test_a_line_along_an_edge_does_not_cross_on_either_side(y: float) -> None:
    along = only_crossing(BLOCK, Spot(5, y), Spot(20, y))
    assert not along.is_crossed
    assert along.is_close_call()


def test_a_line_along_the_edge_two_pieces_share_crosses_neither() -> None:
    pair = Outlines.of({"left": shapely.box(10, 10, 12, 12), "right": shapely.box(10, 12, 12, 14)})
    assert not any(each.is_crossed for each in crossings(pair, Spot(5, 12), Spot(20, 12)))


def test_a_line_along_an_edge_that_then_goes_inside_crosses_from_there() -> None:
    boot = shapely.Polygon([(10, 10), (14, 10), (14, 6), (18, 6), (18, 14), (10, 14)])
    crossing = only_crossing(Outlines.of({"boot": boot}), Spot(5, 10), Spot(20, 10))
    assert crossing.spans == ((9, 13),)


def test_a_miss_by_more_than_a_hair_is_not_mentioned() -> None:
    assert crossings(BLOCK, Spot(5, 9.98), Spot(20, 9.98)) == ()
    assert only_crossing(BLOCK, Spot(5, 9.992), Spot(20, 9.992)).is_close_call()


def test_sight_reaches_into_a_piece_to_the_books_depth_and_never_through() -> None:
    inside, behind = (
        only_crossing(BLOCK, Spot(5, 12), Spot(12, 12)),
        only_crossing(BLOCK, Spot(5, 12), Spot(20, 12)),
    )
    assert [inside.hides(depth) for depth in (0, 1.9, 2, inf)] == [True, True, False, False]
    assert behind.hides(inf)
    assert inside.is_close_call(2)
    assert not inside.is_close_call(1.9)


def test_sight_out_of_a_piece_and_within_it_reaches_as_far_as_into_it() -> None:
    out, within = (
        only_crossing(BLOCK, Spot(13, 12), Spot(20, 12)),
        only_crossing(BLOCK, Spot(11, 12), Spot(13, 12)),
    )
    assert (out.hides(1), out.hides(0.5)) == (False, True)
    assert (within.hides(2), within.hides(1.5)) == (False, True)


@pytest.mark.parametrize(("x", "y"), [(14, 12), (14, 14), (10, 10), (12, 10)])
def test_a_target_on_the_edge_or_corner_of_a_piece_is_on_it(x: float, y: float) -> None:
    """Nothing hides what is on it, and no hair takes it off, from wherever it is looked at."""
    for away in ((5, 12), (5, 5), (12, 24), (30, 12), (23, 3), (9, 24)):
        for line in ((Spot(*away), Spot(x, y)), (Spot(x, y), Spot(*away))):
            assert not any(each.hides(inf) or each.is_close_call(inf) for each in crossings(BLOCK, *line))


@pytest.mark.parametrize(("x_in", "is_close"), [(14.005, True), (13.995, False), (13.985, False)])
def test_a_target_a_hair_beyond_the_far_edge_is_a_close_call_and_one_a_hair_inside_is_not(
    x_in: float, is_close: bool
) -> None:
    assert only_crossing(BLOCK, Spot(5, 12), Spot(x_in, 12)).is_close_call(inf) is is_close
    assert only_crossing(BLOCK, Spot(x_in, 12), Spot(5, 12)).is_close_call(inf) is is_close


def test_bases_in_the_way_are_crossed_like_pieces() -> None:
    stands = Outlines.of_bases(
        {"T-34": Base.rectangle(Spot(10, 10), 1, 1), "KV": Base.round(Spot(20, 10), 2)}
    )
    met = crossings(stands, Spot(0, 10), Spot(30, 10))
    assert [(each.id, round(each.depth_in, 2)) for each in met] == [("T-34", 1), ("KV", 2)]
    assert [each.id for each in crossings(stands.without(["T-34"]), Spot(0, 10), Spot(30, 10))] == ["KV"]


def test_terrain_pieces_and_bases_block_one_line_together() -> None:
    table = Tabletop("t", 40, 20, (Piece("wood", TableTerrain.WOODS, shapely.box(15, 5, 18, 15)),))
    both = outlines_of(table) + Outlines.of_bases({"T-34": Base.rectangle(Spot(10, 10), 1, 1)})
    assert [each.id for each in hiding(both, Spot(0, 10), Spot(30, 10), {"wood": 0, "T-34": 0})] == [
        "T-34",
        "wood",
    ]
    assert [each.id for each in hiding(both, Spot(0, 10), Spot(30, 10), {"wood": 0})] == ["wood"]
    assert hiding(Outlines.of({}), Spot(0, 10), Spot(30, 10), {"wood": 0}) == ()


def test_a_spot_sees_itself() -> None:
    assert crossings(BLOCK, Spot(12, 12), Spot(12, 12)) == ()


@settings(max_examples=150)
@given(tables(), spots(), spots())
def test_both_ways_are_the_same(table: Tabletop, one: Spot, other: Spot) -> None:
    outlines = outlines_of(table)
    there = {each.id: each for each in crossings(outlines, one, other)}
    back = {each.id: each for each in crossings(outlines, other, one)}
    assert there.keys() == back.keys()
    for name, crossing in there.items():
        for depth in (0.0, 1.0, 2.5, inf):
            assert crossing.hides(depth) == back[name].hides(depth)
            assert crossing.is_close_call(depth) == back[name].is_close_call(depth)
        mirrored = [(crossing.length_in - end, crossing.length_in - start) for start, end in back[name].spans]
        assert np.allclose(crossing.spans, mirrored[::-1], atol=1e-9)


@settings(max_examples=150)
@given(tables(), spots(), spots(), st.sampled_from([0.0, 1.0, 2.5, inf]))
def test_an_oracle_in_fractions_agrees(table: Tabletop, one: Spot, other: Spot, depth_in: float) -> None:
    if one == other:
        return
    start, end = ((Fraction(x), Fraction(y)) for x, y in (one, other))
    met = {each.id: each for each in crossings(outlines_of(table), one, other)}
    for piece in table.pieces:
        spans = plain_rays.depths(plain_rays.rings(piece.area), start, end)
        length = plain_rays.length_in(start, end)
        told = met[piece.id].spans if piece.id in met else ()
        asked = [(float(a) * length, float(b) * length) for a, b in spans]
        assert len(told) == len(asked)
        assert np.allclose(told, asked, atol=1e-9)
        if told:
            assert met[piece.id].hides(depth_in) == plain_rays.hides(spans, length, depth_in)


@given(tables(), tables(), spots(), spots())
def test_more_on_the_table_never_opens_a_line(one: Tabletop, other: Tabletop, start: Spot, end: Spot) -> None:
    alone = outlines_of(one)
    more = alone + Outlines.of({f"more {piece.id}": piece.area for piece in other.pieces})
    depths = dict.fromkeys(more.ids, 1.0)
    found = [each.id for each in hiding(alone, start, end, depths)]
    assert set(found) <= {each.id for each in hiding(more, start, end, depths)}
