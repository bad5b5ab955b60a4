"""Tables: the pieces at each place, and wrong pieces refused by name."""

from math import inf, nan

import numpy as np
import pytest
import shapely

from rules.errors import BadInput, OffBoard, Unknown
from rules.ground.table.inches import Base, Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain

WOOD = Piece("wood", TableTerrain.WOODS, shapely.Polygon([(10, 8), (16, 8), (15, 14)]))
LANE = Piece("lane", TableTerrain.GOOD_ROAD, shapely.LineString([(0, 24), (72, 24)]), width_in=2)
HILL = Piece("hill", TableTerrain.HILL, shapely.box(40, 20, 52, 30), level=1)
TOP = Piece("top", TableTerrain.HILL, shapely.box(44, 22, 48, 28), level=2)
GULLY = Piece("gully", TableTerrain.DITCH, shapely.box(60, 0, 62, 20), level=-1)
TREE = Piece("tree", TableTerrain.SCATTERED_TREES, shapely.Point(30, 40), width_in=1)


def table(*pieces: Piece) -> Tabletop:
    return Tabletop("Two farms", 72, 48, pieces or (WOOD, LANE, HILL, TOP, GULLY, TREE))


def test_pieces_at_a_spot_come_in_drawing_order() -> None:
    assert table().at(Spot(46, 24.5)) == (LANE, HILL, TOP)
    assert table().at(Spot(46, 25)) == (LANE, HILL, TOP)
    assert table().at(Spot(2, 2)) == ()
    assert table().at(Spot(30.4, 40)) == (TREE,)


def test_a_line_covers_half_its_width_to_either_side_and_ends_square() -> None:
    lane = Piece("lane", TableTerrain.TRACK, shapely.LineString([(10, 10), (20, 10), (20, 20)]), width_in=1)
    assert lane.area.area == pytest.approx(20)
    assert lane.area.bounds == pytest.approx((10, 9.5, 20.5, 20))


def test_a_closed_hedge_has_no_gap_where_it_was_begun() -> None:
    around = Piece("field", TableTerrain.HEDGE, shapely.box(10, 10, 20, 20).exterior, width_in=0.5)
    with pytest.raises(BadInput, match=r"^pieces\[field\].shape"):
        table(around)
    closed = shapely.LineString(shapely.box(10, 10, 20, 20).exterior)
    area = table(Piece("field", TableTerrain.HEDGE, closed, width_in=0.5)).pieces[0].area
    assert area.area == pytest.approx(10.5**2 - 9.5**2)


def test_levels_are_those_of_the_highest_ground() -> None:
    assert [table().level_at(Spot(*at)) for at in ((2, 2), (41, 21), (46, 25), (61, 5))] == [0, 1, 2, -1]


def test_a_wood_without_a_level_has_the_level_of_its_hollow() -> None:
    thicket = Piece("thicket", TableTerrain.WOODS, shapely.box(60, 4, 62, 8))
    assert table(GULLY, thicket).level_at(Spot(61, 5)) == -1
    assert table(HILL, GULLY, thicket).level_at(Spot(61, 12)) == -1


def test_in_a_pit_within_a_hollow_the_ground_is_that_of_the_pit() -> None:
    pit = Piece("pit", TableTerrain.CRATER, shapely.box(60, 4, 62, 8), level=-2)
    assert table(GULLY, pit).levels_at(np.array([[61, 5], [61, 12], [2, 2]])).tolist() == [-2, -1, 0]


def test_a_footprint_is_on_pieces_it_partly_covers_and_not_on_those_it_only_touches() -> None:
    stand = Base.rectangle(Spot(39.5, 25), 1, 1)
    assert table().under(stand.outline) == (LANE,)
    assert table().under(stand.moved(Spot(39.6, 21)).outline) == (HILL,)


def test_tables_are_values() -> None:
    assert table() == table()
    assert hash(table()) == hash(table())
    assert table() != table(WOOD)
    assert table().piece("hill") is HILL


def test_the_lattice_stands_in_the_middle_of_each_square_inch() -> None:
    spots = list(table().lattice())
    assert len(spots) == 72 * 48
    assert spots[0] == Spot(0.5, 0.5)
    assert spots[-1] == Spot(71.5, 47.5)


def test_a_spot_off_the_table_is_named() -> None:
    assert table().on_board(Spot(72, 48)) == (72, 48)
    with pytest.raises(OffBoard, match=r"\(73, 5\) is not on the board, which has 72 × 48 inches"):
        table().on_board(Spot(73, 5))
    assert Spot(nan, 0) not in table()


def test_an_unknown_piece_lists_what_there_is() -> None:
    with pytest.raises(Unknown, match="no terrain piece named 'pond'; there are wood, lane"):
        table().piece("pond")


BOWTIE = shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
FAULTS = [
    (Piece("bow", TableTerrain.WOODS, BOWTIE), r"pieces\[bow\].shape: .*crosses? itself|Self-intersection"),
    (Piece("far", TableTerrain.WOODS, shapely.box(70, 40, 74, 44)), r"pieces\[far\].shape: Spot\(x_in=74.0"),
    (
        Piece("lane", TableTerrain.TRACK, LANE.shape),
        r"pieces\[lane\].width_in is missing; it must be given for a line",
    ),
    (Piece("lane", TableTerrain.TRACK, LANE.shape, 0.0), r"pieces\[lane\].width_in: 0.0 is not 0.05 to 48"),
    (Piece("lane", TableTerrain.TRACK, LANE.shape, nan), r"pieces\[lane\].width_in: nan"),
    (Piece("wood", TableTerrain.WOODS, WOOD.shape, 1.0), r"pieces\[wood\].width_in: 1.0 is not left out"),
    (Piece("hill", TableTerrain.HILL, HILL.shape, level=10), r"pieces\[hill\].level: 10 is not a level"),
    (Piece("hill", TableTerrain.HILL, HILL.shape, height_in=-1), r"pieces\[hill\].height_in: -1"),
    (Piece("none", TableTerrain.HILL, shapely.Polygon()), r"pieces\[none\].shape: 'POLYGON EMPTY'"),
    (Piece("inf", TableTerrain.TRACK, shapely.LineString([(0, 0), (inf, 1)]), 1.0), r"pieces\[inf\].shape"),
    (Piece("", TableTerrain.WOODS, WOOD.shape), r"pieces\[0\].id: '' is not a name"),
]


@pytest.mark.parametrize(("piece", "message"), FAULTS)
def test_a_piece_that_cannot_be_is_refused_by_name_and_field(piece: Piece, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        table(piece)


def test_two_pieces_of_one_name_are_refused() -> None:
    with pytest.raises(BadInput, match=r"pieces\[1\].id: 'wood' is not a name that no other piece has"):
        table(WOOD, WOOD)


@pytest.mark.parametrize("size", [0, -3, 241, nan])
def test_a_table_of_no_size_is_refused(size: float) -> None:
    with pytest.raises(BadInput, match=r"^width_in:"):
        Tabletop("none", size, 48)
