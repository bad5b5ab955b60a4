"""Compiled stretches of ways inside areas agree with Shapely's cuts, and are exact along edges."""

from itertools import pairwise

import numpy as np
import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from rules.ground.table.arrays import Geometries, points
from rules.ground.table.movement.stretches import edges_of, stretches_in

Span = tuple[float, float]


def stretches(way: list[tuple[float, float]], *areas: BaseGeometry) -> list[tuple[int, float, float]]:
    """The stretches of one way, each with the number of its area."""
    way_of, area, spans = stretches_in(
        edges_of(areas), np.array(way, dtype=np.float64), np.array([0, len(way)])
    )
    assert not way_of.any()
    return [(number, *span) for number, span in zip(area.tolist(), spans.tolist(), strict=True)]


def cut_out(way: list[tuple[float, float]], area: BaseGeometry) -> list[Span]:
    """The same by Shapely, move by move."""
    gone_in, found = 0.0, []
    for move in map(shapely.LineString, pairwise(way)):
        for part in shapely.get_parts(shapely.intersection(move, area)):
            if part.is_empty:
                continue
            ends = [gone_in + shapely.Point(move.coords[0]).distance(shapely.Point(at)) for at in part.coords]
            found.append((min(ends), max(ends)))
        gone_in += move.length
    joined: list[Span] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1] + 1e-6:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return [(start, end) for start, end in joined if end - start > 1e-6]


@pytest.mark.parametrize("seed", range(6))
def test_stretches_agree_with_shapely(seed: int) -> None:
    """Areas with holes and of several parts, some that overlap, and ways that cross them and themselves."""
    rng = np.random.default_rng(seed)
    discs = shapely.buffer(shapely.points(rng.uniform(0, 40, (12, 2))), rng.uniform(1, 6, 12), quad_segs=3)
    areas = [shapely.union_all(discs[:5]), shapely.difference(discs[5], discs[6]), *discs[7:].tolist()]
    areas.append(shapely.difference(discs[0], shapely.buffer(discs[0], -0.8)))
    ways = [rng.uniform(0, 40, (int(rng.integers(2, 7)), 2)) for _ in range(30)]
    first = np.cumsum([0, *map(len, ways)])
    way, area, spans = stretches_in(edges_of(areas), np.concatenate(ways), first)
    expected = [
        (k, number, *span)
        for k, places in enumerate(ways)
        for number, each in enumerate(areas)
        for span in cut_out(list(map(tuple, places.tolist())), each)
    ]
    assert len(expected) > 50
    assert list(zip(way.tolist(), area.tolist(), strict=True)) == [
        (k, number) for k, number, _, _ in expected
    ]
    assert spans == pytest.approx(np.array([span for _, _, *span in expected]), abs=1e-9)


SQUARE = shapely.box(10, 10, 20, 20)
SLANTED = shapely.Polygon([(0.1, 0.3), (30.7, 10.1), (29.3, 14.2)])


@pytest.mark.parametrize(
    ("way", "area", "found"),
    [
        ([(0, 15), (30, 15)], SQUARE, [(10, 20)]),
        ([(12, 12), (12, 13)], SQUARE, [(0, 1)]),
        ([(0, 10), (30, 10)], SQUARE, [(10, 20)]),
        ([(20, 0), (20, 30)], SQUARE, [(10, 20)]),
        ([(0, 20), (10, 20), (20, 10)], SQUARE, [(10, 10 + 200**0.5)]),
        ([(0, 20), (20, 0)], SQUARE, []),
        ([(0, 15), (10, 15), (0, 16)], SQUARE, []),
        ([(5, 15), (15, 15), (15, 15), (5, 15)], SQUARE, [(5, 15)]),
        ([(15, 15)], SQUARE, []),
        ([(15, 15), (15, 15)], SQUARE, []),
        ([(0.1, 0.3), (30.7, 10.1)], SLANTED, [(0, (30.6**2 + 9.8**2) ** 0.5)]),
        ([(5, 15), (25, 15)], shapely.GeometryCollection(), []),
        ([(5, 15), (25, 15)], SQUARE.difference(shapely.box(12, 12, 18, 15)), [(5, 15)]),
    ],
)  # fmt: skip
def test_the_edge_of_an_area_belongs_to_it(
    way: list[tuple[float, float]], area: BaseGeometry, found: list[Span]
) -> None:
    assert [span for _, *span in stretches(way, area)] == [pytest.approx(span) for span in found]


@pytest.mark.parametrize("seed", range(4))
def test_ways_along_the_edges_of_roads_are_inside_where_no_rounding_decides(seed: int) -> None:
    """Roads that cross at all angles, and ways from corner to corner of them: most run along an edge, or
    a last digit beside it."""
    rng = np.random.default_rng(seed)
    roads: Geometries = shapely.buffer(
        np.asarray(shapely.linestrings(rng.integers(0, 60, (7, 3, 2)) * 0.7)),
        1.1,
        cap_style="flat",
        join_style="mitre",
    )
    area = shapely.union_all(roads)
    corners = [
        shapely.get_coordinates(road)[:-1]
        for road in [*roads.tolist(), *shapely.get_parts(np.array([area])).tolist()]
    ]
    ways = [
        np.roll(each, -int(rng.integers(len(each))), axis=0)[: rng.integers(2, 5)] for each in corners * 8
    ]
    ways += [rng.permutation(np.concatenate(corners))[:4] for _ in range(60)]
    way, _, spans = stretches_in(edges_of([area]), np.concatenate(ways), np.cumsum([0, *map(len, ways)]))
    shapely.prepare(area)
    for number, places in enumerate(ways):
        own = spans[way == number]
        moves = np.hypot(*np.diff(places, axis=0).T)
        gone_in = np.linspace(0, moves.sum(), 200)
        ends = np.concatenate([[0.0], np.cumsum(moves)])
        along = points(np.column_stack([np.interp(gone_in, ends, axis) for axis in places.T]))
        is_found = ((own[:, :1] <= gone_in) & (gone_in <= own[:, 1:])).any(axis=0)
        clear = np.flatnonzero(shapely.distance(area.boundary, along) > 1e-9)
        assert is_found[clear].tolist() == shapely.intersects(area, along[clear]).tolist()
