"""Lines and fields of sight as marks."""

import random

import numpy as np
import numpy.typing as npt
import pytest
import shapely

from exporters.board_shapes import centre, image_ring
from exporters.picture import Area, Cells, Label, Line, Role
from exporters.pictures.board_picture import board_picture
from exporters.pictures.label_layout import label_box, with_labels_apart
from exporters.pictures.sight_picture import field_picture, los_picture
from maps.library import scenario
from rules.catalog import ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.units import Unit
from rules.game.verdicts import Sight, SightField, Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from tests.drawing import board
from tests.exporters.goldens import check_golden, picture_text
from tests.exporters.samples import (
    BLOCKED_LOS,
    BOOK,
    CLEAR_LOS,
    FIELD,
    HINDERED_LOS,
    SECTOR,
    TABLE,
    TABLE_FIELD,
    los,
    reason,
)

A3, E2 = Hex.named("A3"), Hex.named("E2")


def lines(ruling: Ruling[Sight]) -> dict[Role, Line]:
    marks = los_picture(SECTOR, ruling, A3, E2).marks
    return {mark.role: mark for mark in marks if isinstance(mark, Line)}


@pytest.mark.parametrize(
    ("name", "ruling"),
    [("los_blocked", BLOCKED_LOS), ("los_hindered", HINDERED_LOS), ("los_clear", CLEAR_LOS)],
)
def test_lines_are_drawn_as_kept(name: str, ruling: Ruling[Sight]) -> None:
    check_golden(f"{name}.txt", picture_text(los_picture(SECTOR, ruling, A3, E2)))


def test_a_blocked_line_is_clear_up_to_the_cause() -> None:
    drawn = lines(BLOCKED_LOS)
    assert set(drawn) == {Role.SIGHT_CLEAR, Role.SIGHT_BLOCKED}
    start, end = centre(SECTOR, A3), centre(SECTOR, E2)
    assert drawn[Role.SIGHT_CLEAR].points[0] == start
    assert drawn[Role.SIGHT_BLOCKED].points[1] == end
    turn = drawn[Role.SIGHT_CLEAR].points[1]
    assert turn == drawn[Role.SIGHT_BLOCKED].points[0]
    cx, _ = centre(SECTOR, Hex.named("C2"))
    assert cx - 0.6 <= turn[0] < cx


def test_the_cause_is_marked_with_its_rule() -> None:
    marks = los_picture(SECTOR, BLOCKED_LOS, A3, E2).marks
    (cause,) = [mark for mark in marks if isinstance(mark, Area)]
    assert cause.role is Role.CAUSE
    assert dict(cause.facts) == {"place": "C2", "text": "stone building in C2 blocks", "cite": "LHY 4.2.1a"}
    assert "4.2.1a" in [mark.text for mark in marks if isinstance(mark, Label)]


def test_a_wall_is_marked_along_its_hexside() -> None:
    walled = reason("wall at B2/C3 blocks", "4.2.1e", "B2", "C3")
    marks = los_picture(SECTOR, los(Visibility.BLOCKED, 0, walled), Hex.named("A2"), Hex.named("C3")).marks
    assert not [mark for mark in marks if isinstance(mark, Area)]
    (wall,) = [mark for mark in marks if isinstance(mark, Line) and mark.role is Role.CAUSE]
    assert wall.facts["hexside"] == "B2/C3"
    ends = SECTOR.grid.ends(SECTOR.grid.hexside(Hex.named("B2"), Hex.named("C3")))
    assert wall.points == tuple(SECTOR.grid.position(end) for end in ends)
    (clear,) = [mark for mark in marks if isinstance(mark, Line) and mark.role is Role.SIGHT_CLEAR]
    assert clear.points[1][0] == pytest.approx(1.3, abs=0.15)


def test_a_hindered_line_reaches_its_target() -> None:
    assert set(lines(HINDERED_LOS)) == {Role.SIGHT_CLEAR, Role.SIGHT_HINDERED}


def test_a_piece_that_does_not_count_is_not_marked_as_hindering() -> None:
    spared = Reason(
        "woods at C3 does not rise above both", BOOK.cite("4.2.1a"), (Hex.named("C3"),), decides=False
    )
    ruling = Ruling("LOS", HINDERED_LOS.verdict, (*HINDERED_LOS.reasons, spared))
    marks = los_picture(SECTOR, ruling, A3, E2).marks
    roles = {mark.facts["place"]: mark.role for mark in marks if isinstance(mark, Area)}
    assert roles.pop("C3") is Role.NOTED
    assert set(roles.values()) == {Role.HINDRANCE}


def test_a_clear_line_is_drawn_as_one_line() -> None:
    assert set(lines(CLEAR_LOS)) == {Role.SIGHT_CLEAR}


def test_a_line_whose_cause_it_does_not_meet_is_blocked_all_the_way() -> None:
    ruling = Ruling("LOS", Sight(Visibility.BLOCKED, 4), (Reason("too far", BOOK.cite("4.2")),))
    assert lines(ruling)[Role.SIGHT_BLOCKED].points == (centre(SECTOR, A3), centre(SECTOR, E2))


def test_a_field_shows_four_kinds_of_places_and_the_hindrance() -> None:
    picture = field_picture(SECTOR, FIELD)
    check_golden("field.txt", picture_text(picture))
    (cells,) = [mark for mark in picture.marks if isinstance(mark, Cells)]
    assert cells.roles[Hex.named("D3")] is Role.HINDERED
    assert cells.facts[Hex.named("D3")] == {"hindrance": 2}
    assert cells.roles[Hex.named("E3")] is Role.BLIND
    assert cells.roles[Hex.named("E1")] is Role.BLOCKED
    assert cells.roles[Hex.named("A1")] is Role.CLEAR
    numbers = [(mark.at, mark.text) for mark in picture.marks if isinstance(mark, Label)]
    assert numbers == [(centre(SECTOR, Hex.named("D2")), "1"), (centre(SECTOR, Hex.named("D3")), "2")]


def test_rules_of_causes_side_by_side_are_written_apart() -> None:
    """Two hexes in a row are nearer to each other than a citation is wide."""
    reasons = tuple(
        Reason(f"woods at {at} block", BOOK.cite("4.2.1"), (Hex.named(at),)) for at in ("C2", "D2")
    )
    ruling = Ruling("LOS", Sight(Visibility.BLOCKED, 4), reasons)
    marks = los_picture(SECTOR, ruling, Hex.named("A2"), Hex.named("E2")).marks
    first, second = [mark for mark in marks if isinstance(mark, Label) and "4.2.1" in mark.text]
    assert (
        abs(first.at[1] - second.at[1]) > first.size
        or abs(first.at[0] - second.at[0]) > 0.5 * len(first.text) * first.size
    )


def test_the_rule_of_a_cause_is_written_beside_the_line() -> None:
    """The middle of C2 lies below the line from A1 to E3, that of the next two on it."""
    marked = reason("woods in C2 block", "4.2.1a", "C2"), reason("smoke in B2 hinders", "4.2.4", "B2")
    for start, end in (("A1", "E3"), ("E3", "A1"), ("A3", "E1"), ("B1", "B3")):
        ends = Hex.named(start), Hex.named(end)
        line = shapely.LineString([centre(SECTOR, place) for place in ends])
        marks = los_picture(SECTOR, los(Visibility.BLOCKED, 0, *marked), *ends).marks
        cited = [mark for mark in marks if isinstance(mark, Label) and mark.text.startswith("4.2")]
        assert len(cited) == 2
        for box in map(label_box, cited):
            assert not line.intersects(shapely.box(box.left, box.top, box.right, box.bottom))


def test_a_line_on_a_table_is_clear_up_to_the_woods_that_end_it() -> None:
    game = scenario("kgn-two-orchards")
    state, book = game.state(), ruleset(game.ruleset)
    viewer, target = state.unit("uk.tank.1"), state.unit("de.tank")
    assert viewer.at is not None
    assert target.at is not None
    picture = los_picture(state.board, book.line_of_sight(state, viewer, target), viewer.at, target.at)
    ways = {mark.role: mark for mark in picture.marks if isinstance(mark, Line)}
    assert isinstance(state.board, Tabletop)
    (woods,) = [piece.area for piece in state.board.pieces if piece.id == "oak-wood"]
    turn = shapely.Point(ways[Role.SIGHT_CLEAR].points[1])
    assert woods.boundary.distance(turn) < 1e-6
    assert ways[Role.SIGHT_BLOCKED].points[0] == (turn.x, turn.y)


def test_a_field_on_a_table_is_the_areas_its_squares_fill() -> None:
    picture = field_picture(TABLE, TABLE_FIELD)
    check_golden("table_field.txt", picture_text(picture))
    blocked = [mark for mark in picture.marks if isinstance(mark, Area) and mark.role is Role.BLOCKED]
    assert len(blocked) == 1
    xs, ys = zip(*blocked[0].rings[0], strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (3, 7, 0, 7)


def test_a_field_has_the_true_edge_where_any_spot_can_be_asked() -> None:
    """An edge that runs askew through the inch squares, y = 3 + x / 4, is drawn straight."""

    def at(places: npt.NDArray[np.float64]) -> list[Visibility]:
        is_seen = places[:, 1] < 3 + places[:, 0] / 4
        return [Visibility.CLEAR if seen else Visibility.BLOCKED for seen in is_seen]

    middles = TABLE.squares
    seen: dict[Place, Visibility] = dict(zip(TABLE.lattice(), at(middles), strict=True))
    picture = field_picture(TABLE, Ruling("field", SightField(Spot(2, 1), seen, at=at)))
    (clear,) = [mark for mark in picture.marks if isinstance(mark, Area) and mark.role is Role.CLEAR]
    true = shapely.Polygon([(0, 0), (24, 0), (24, 9), (0, 3)])
    drawn = shapely.Polygon(clear.rings[0])
    assert shapely.hausdorff_distance(drawn, true) < 0.2
    assert drawn.symmetric_difference(true).area / 24.7 < 0.05


@pytest.mark.parametrize(
    ("name", "viewer"), [("dolgoye-crossing", "s-2a"), ("kgn-two-orchards", "uk.tank.1")]
)
def test_each_side_of_a_drawn_edge_is_as_the_book_rules(name: str, viewer: str) -> None:
    found = scenario(name)
    state, book = found.state(), ruleset(found.ruleset)
    assert isinstance(state.board, Tabletop)
    unit = state.unit(viewer)
    picture = field_picture(state.board, book.sight_field(state, unit))
    areas = [mark for mark in picture.marks if isinstance(mark, Area)]
    shapes = [(mark.role, shapely.Polygon(mark.rings[0], mark.rings[1:])) for mark in areas]
    edges = shapely.union_all([shape.boundary for _, shape in shapes])
    draw = random.Random(1)
    compared = 0
    while compared < 40:
        along = edges.interpolate(draw.random(), normalized=True)
        spot = Spot(round(along.x + draw.uniform(-0.5, 0.5), 2), round(along.y + draw.uniform(-0.5, 0.5), 2))
        point = shapely.Point(*spot)
        if not (0 < spot.x_in < state.board.width_in and 0 < spot.y_in < state.board.depth_in):
            continue
        if edges.distance(point) < 0.2 or any(gap_of(one, spot) < 1.5 for one in state.units.values()):
            continue
        (drawn,) = [role for role, shape in shapes if shape.contains(point)]
        assert drawn.value == book.line_of_sight(state, unit, spot).verdict.visibility.value, spot
        compared += 1


def gap_of(unit: Unit, spot: Spot) -> float:
    return unit.at.gap_in(spot) if isinstance(unit.at, Spot) else 99.0


def test_a_line_on_a_table_turns_where_it_meets_the_cause() -> None:
    ruling = Ruling(
        "LOS", Sight(Visibility.BLOCKED, 18), (Reason("woods block", BOOK.cite("1"), (Spot(10, 8),)),)
    )
    marks = los_picture(TABLE, ruling, Spot(2, 8), Spot(20, 8)).marks
    clear, blocked = [mark for mark in marks if isinstance(mark, Line)]
    assert clear.points[1] == blocked.points[0]
    assert 9 < clear.points[1][0] < 10


def test_a_terrain_piece_that_a_reason_names_is_marked_whole() -> None:
    met = Spot(3, 5)
    ruling = Ruling(
        "LOS", Sight(Visibility.BLOCKED, 18), (Reason("woods wood blocks", BOOK.cite("6.1.1"), (met,)),)
    )
    marks = los_picture(TABLE, ruling, Spot(1, 5), Spot(12, 5)).marks
    (cause,) = [mark for mark in marks if isinstance(mark, Area)]
    assert sorted(cause.rings[0]) == [(3, 3), (3, 7), (7, 3), (7, 7)]
    clear, _ = [mark for mark in marks if isinstance(mark, Line)]
    assert clear.points[1] == pytest.approx((3, 5), abs=0.02)


def test_the_house_that_blocks_is_marked_and_not_its_whole_hex() -> None:
    ground = board(". . s . .\n. . . . .")
    ruling = los(Visibility.BLOCKED, 0, reason("stone building in C1 blocks", "4.2.1a", "C1"))
    marks = los_picture(ground, ruling, Hex.named("A1"), Hex.named("E1")).marks
    (cause,) = [mark for mark in marks if isinstance(mark, Area)]
    houses = {image_ring(ground.grid, image) for image in ground.images[Hex.named("C1")]}
    assert set(cause.rings[0]) in map(set, houses)
    clear, _ = [mark for mark in marks if isinstance(mark, Line)]
    assert shapely.Polygon(cause.rings[0]).distance(shapely.Point(clear.points[1])) < 1e-5


def test_ruling_and_legend_of_a_table_use_the_same_word_for_seen_in_part() -> None:
    """KGN Line of sight, OUR 32: on a table a target is seen in part, where a hex is hindered."""
    game = scenario("kgn-cider-farm")
    state, book = game.state(), ruleset(game.ruleset)
    field = book.sight_field(state, state.unit("uk.tank.1"))
    assert ", 172 seen in part, " in str(field)
    assert dict(field_picture(state.board, field).legend)[Role.HINDERED] == "seen in part"


def test_blocking_woods_are_labelled_over_their_hatching_and_beside_the_rule() -> None:
    game = scenario("kgn-cider-farm")
    state, book = game.state(), ruleset(game.ruleset)
    viewer, target = state.unit("de.tank.2"), state.unit("uk.tank.2")
    assert viewer.at is not None
    assert target.at is not None
    picture = los_picture(state.board, book.line_of_sight(state, viewer, target), viewer.at, target.at)
    whole = board_picture(state, with_labels_apart(picture, state), book.roster)
    causes = [k for k, mark in enumerate(whole.marks) if isinstance(mark, Area) and mark.role is Role.CAUSE]
    labels = [(k, mark) for k, mark in enumerate(whole.marks) if isinstance(mark, Label)]
    names = [(k, mark) for k, mark in labels if mark.text == "woods"]
    assert [mark.role for _, mark in names] == [Role.CAUSE_NAME] * 2
    assert min(k for k, _ in names) > max(causes)
    rules = [label_box(mark) for _, mark in labels if mark.text == "Line of sight"]
    assert len(rules) == 2
    for box in rules:
        for _, mark in names:
            name = label_box(mark)
            assert (
                box.bottom <= name.top
                or name.bottom <= box.top
                or box.right <= name.left
                or name.right <= box.left
            )
