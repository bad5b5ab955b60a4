"""4.2.4: smoke, mortar fire and vehicles on urban roads."""

import pytest

from rules.game.verdicts import Visibility
from rules.ground.hex.board import HexBoard, Outline
from rules.ground.hex.terrain import Terrain
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.sight.sighting import SQUAD, TANK, TRUCK, image, los, unit

ROWS = ". . . . .\n. . . . ."


def hindrance(drawn: HexBoard, start: str, end: str, markers: str, *switches: str) -> int:
    return los(drawn, start, end, markers=markers, switches=switches).verdict.hindrance


@proves("LHY-4.2.4a", "LHY-4.2.4.1", "LHY-4.2.0.5")
@pytest.mark.parametrize("kind", ["smoke", "mdrm"])
@pytest.mark.parametrize(("at", "expected"), [("A1", 1), ("A2", 1), ("A3", 1), ("B2", 0), ("A4", 0)])
def test_4_2_4a_a_marker_hinders_lines_into_out_of_or_through_its_hex(
    kind: str, at: str, expected: int
) -> None:
    assert hindrance(board(". .\n. .\n. .\n. ."), "A1", "A3", f"{kind} {at}") == expected


@proves("LHY-4.2.4.2", "LHY-4.2.4.3", "LHY-4.2.0.1")
def test_4_2_4_hindrances_add_up_and_never_block() -> None:
    ruling = los(board(".\n.\n.\n."), "A1", "A4", markers="smoke A2 2, mdrm A2, smoke A4 3")
    assert str(ruling) == (
        "LOS A1 to A4: LOS hindered by 6. Smoke or mortar fire at A2 hinders by 3 (LHY 4.2.4a); "
        "smoke or mortar fire at A4 hinders by 3 (LHY 4.2.4a)."
    )
    assert ruling.verdict.visibility is Visibility.HINDERED


@proves("LHY-4.2.4a")
def test_4_2_4a_a_line_touching_a_vertex_is_not_hindered() -> None:
    """From A1 to B5 the line touches a vertex of B2."""
    assert hindrance(board(". .\n" * 5), "A1", "B5", "smoke B2") == 0
    assert hindrance(board(". .\n" * 5), "A1", "B5", "smoke B3") == 1


@proves("LHY-4.2.4a", "LHY-4.2.4.height")
@pytest.mark.parametrize(
    ("drawn", "at", "expected"),
    [
        ("h3 . . . .", "A2", 0),
        ("h3 . . . .", "A4", 1),
        ("h4 . . . . . .", "A2", 0),
        ("h4 . . . . . .", "A5", 1),
        ("h2 . . . .", "A2", 1),
        ("h3 . . . h3", "A3", 0),
        ("h2 . . . h2", "A3", 1),
        ("h4 . . . h3", "A4", 0),
        ("h4 . . . h3", "A5", 1),
    ],
)
def test_4_2_4a_a_line_passing_over_a_marker_is_not_hindered(drawn: str, at: str, expected: int) -> None:
    """A marker on level 0 is two levels high and hinders where an obstacle of that height would hide."""
    rows = drawn.split()
    assert hindrance(board("\n".join(rows)), "A1", f"A{len(rows)}", f"smoke {at}") == expected


@proves("LHY-4.2.4.height")
def test_4_2_4a_a_line_that_passes_over_says_so() -> None:
    ruling = los(board("h3\n.\nh3"), "A1", "A3", markers="smoke A2")
    assert "the line passes over A2 (LHY 4.2.4a, OUR 17, inferred)" in [
        str(reason) for reason in ruling.reasons
    ]


@proves("LHY-4.2.4b")
@pytest.mark.parametrize(
    ("drawn", "markers", "expected"),
    [
        (ROWS, "smoke B1", 0),
        (". . . . .\n. w . . .", "smoke B1", 1),
        (". . . . .\n. . . f .", "smoke B1", 1),
        (". . . h .\n. . . . .", "smoke B2 2", 2),
        (". . . . .\n. . . w .", "smoke B1, mdrm D1", 2),
        (". w . w .\n. . . . .", "smoke B1", 0),
    ],
    ids=["alone", "opposite", "later-on", "hill", "two-on-one-side", "same-side"],
)
def test_4_2_4b_marker_on_one_side_and_blocking_hex_on_the_other(
    drawn: str, markers: str, expected: int
) -> None:
    """From A2 to E2, between B1 and B2 and between D1 and D2."""
    assert hindrance(board(drawn), "A2", "E2", markers) == expected


@proves("LHY-4.2.4b")
def test_4_2_4b_the_blocking_hex_must_be_able_to_block() -> None:
    low = board(". . . . .\nh/1 w h/0 . h/1")
    assert hindrance(low, "A2", "E2", "smoke B1") == 0
    assert hindrance(low, "A2", "E2", "smoke B1", "any_hex_hinders_beside") == 1
    hill = board(". . . . .\n. h/0 . . .")
    assert hindrance(hill, "A2", "E2", "smoke B1", "any_hex_hinders_beside") == 1
    assert hindrance(low, "A2", "E2", "smoke B1", "lower_woods_block") == 1
    ruling = los(board(". . . . .\n. w . . ."), "A2", "E2", markers="smoke B1")
    assert [str(reason) for reason in ruling.reasons] == [
        "smoke or mortar fire beside the line at B1 hinders by 1 (LHY 4.2.4b)",
        "woods at B2 is on the other side of the hexsides (LHY 4.2.4b)",
    ]


@proves("LHY-4.2.4c")
@pytest.mark.parametrize(
    ("markers", "expected"),
    [
        ("smoke B1, mdrm B2 3", 3),
        ("smoke B1 2, mdrm D2", 2),
        ("smoke B1, smoke D1, mdrm D2", 1),
        ("smoke B1, mdrm B1, mdrm D2", 2),
        ("smoke B1, mdrm B2, smoke C2", 2),
    ],
    ids=["opposite", "later-on", "two-and-one", "two-in-one-hex", "and-one-on-the-line"],
)
def test_4_2_4c_markers_on_both_sides_count_once_by_the_greatest(markers: str, expected: int) -> None:
    assert hindrance(board(ROWS), "A2", "E2", markers) == expected


@proves("LHY-4.2.4c")
def test_4_2_4c_the_ruling_names_the_hexes_of_both_sides() -> None:
    ruling = los(board(ROWS), "A2", "E2", markers="smoke B1 2, mdrm D2")
    assert [str(reason) for reason in ruling.reasons] == [
        "markers on both sides hinder by 2, the greatest, at B1 (LHY 4.2.4c)",
        "smoke or mortar fire at D2, beside the line too, adds nothing (LHY 4.2.4c)",
    ]


@proves("LHY-4.2.4c")
def test_4_2_4c_of_equal_markers_on_both_sides_the_farthest_is_named() -> None:
    ruling = los(board(ROWS), "A2", "E2", markers="smoke B1, smoke D2")
    assert "hinder by 1, the greatest, at D2" in str(ruling)
    assert "at B1, beside the line too, adds nothing" in str(ruling)


def houses_aside(*at: str) -> tuple[Outline, ...]:
    """Urban buildings clear of the line along column A."""
    return tuple(image(Terrain.URBAN_BUILDING, place, (0.6, -0.3), (1, 0), (0.6, 0.3)) for place in at)


@proves("LHY-4.2.4d", "LHY-4.1.9e", "LHY-4.2.4.1")
def test_4_2_4d_a_vehicle_on_an_urban_road_hinders_lines_into_or_through_its_hex_but_not_out_of_it() -> None:
    road = board(". .\nu .\nu .\nu .\n. .", roads="A2 A3 A4", outlines=houses_aside("A2", "A3", "A4"))
    tank, truck = unit(TANK, "A3"), unit(TRUCK, "A2")
    assert los(road, "A1", "A5", units=[tank]).verdict.hindrance == 1
    assert los(road, "A1", "A3", units=[tank]).verdict.hindrance == 1
    assert los(road, "A3", "A5", units=[tank]).verdict.hindrance == 0
    assert los(road, "A1", "A5", units=[tank, truck]).verdict.hindrance == 2
    for none in (SQUAD, "us.none"):
        assert los(road, "A1", "A5", units=[unit(none, "A3")]).verdict.hindrance == 0
    ruling = los(road, "A1", "A5", units=[tank])
    assert [str(reason) for reason in ruling.reasons] == [
        "vehicle on the urban road at A3 hinders by 1 (LHY 4.2.4d)"
    ]


@proves("LHY-4.2.4d")
def test_4_2_4d_a_vehicle_does_not_hinder_the_line_to_itself() -> None:
    road = board(". .\n. .\nu .\n. .\n. .", roads="A2 A3 A4", outlines=houses_aside("A3"))
    tank = unit(TANK, "A3")
    assert los(road, "A1", TANK, units=[tank]).verdict.visibility is Visibility.CLEAR
    assert los(road, TANK, "A1", units=[tank]).verdict.visibility is Visibility.CLEAR
    for start, end in (("A1", TANK), (TANK, "A1")):
        assert "hinders" not in str(los(road, start, end, units=[tank]))
        assert "vehicle" not in str(los(road, start, end, units=[tank], markers="smoke A2"))


@proves("LHY-4.2.4d")
def test_4_2_4d_no_hindrance_by_vehicles_off_the_urban_road_or_for_lines_passing_over() -> None:
    rural = board(".\n.\n.", roads="A1 A2 A3")
    assert los(rural, "A1", "A3", units=[unit(TANK, "A2")]).verdict.hindrance == 0
    hill = board("h3 .\nu .\n. .\n. .\n. .", roads="A1 A2 A3", outlines=houses_aside("A2"))
    assert los(hill, "A1", "A5", units=[unit(TANK, "A2")]).verdict.hindrance == 0
    assert los(hill, "A1", "A3", units=[unit(TANK, "A2")]).verdict.hindrance == 1
    assert "passes over A2" in str(los(hill, "A1", "A5", units=[unit(TANK, "A2")]))
