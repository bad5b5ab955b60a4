"""Hexes as VASSAL lays and numbers them; figures said to be VASSAL's own came from running its classes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vtt_bridge.vassal.hex_grid import Numbering, Raw, VassalGrid

LETTERS = Numbering(
    column_letters=True, column_zeros=0, row_zeros=0, column_offset=0, row_offset=0, stagger=False
)


def test_a_point_has_the_label_that_vassal_itself_gave() -> None:
    grid = VassalGrid(50, 60, 55.4, 64, numbering=LETTERS)
    assert grid.label(grid.hex_at((105, 156)), (1000, 1000)) == "B1"


def test_odd_columns_stand_half_a_hex_lower_and_odd_rows_of_pointed_hexes_further_right() -> None:
    flat = VassalGrid(0, 0, 60, 70)
    assert [flat.centre(raw) for raw in ((0, 0), (1, 0), (2, 1))] == [(0, 0), (60, 35), (120, 70)]
    pointed = VassalGrid(0, 0, 60, 70, pointed=True)
    assert [pointed.centre(raw) for raw in ((0, 0), (1, 0), (2, 1))] == [(0, 0), (35, 60), (70, 120)]


@given(
    st.tuples(st.integers(-3, 40), st.integers(-3, 40)),
    st.floats(20, 120),
    st.floats(20, 120),
    st.booleans(),
    st.floats(-0.3, 0.3),
    st.floats(-0.3, 0.3),
)
def test_a_point_near_the_middle_of_a_hex_lies_in_it(
    raw: Raw, dx_px: float, dy_px: float, pointed: bool, across: float, along: float
) -> None:
    grid = VassalGrid(17, 23, dx_px, dy_px, pointed)
    x, y = grid.centre(raw)
    aside = (along * dy_px, across * dx_px) if pointed else (across * dx_px, along * dy_px)
    assert grid.hex_at((x + aside[0], y + aside[1])) == raw


def test_the_corner_of_a_hex_belongs_to_it_and_what_lies_beyond_does_not() -> None:
    grid = VassalGrid(0, 0, 60, 69.282)
    assert grid.hex_at((38, 2)) == (0, 0), "inside of the right-hand vertex at 40"
    assert grid.hex_at((42, 2)) == (1, 0)
    assert grid.hex_at((42, -2)) == (1, -1)


@pytest.mark.parametrize(
    ("numbering", "raw", "label"),
    [
        (Numbering(), (0, 0), "0101"),
        (Numbering(), (1, 0), "0202"),
        (Numbering(stagger=False), (1, 0), "0201"),
        (Numbering(separator="-", column_zeros=0, row_zeros=2), (2, 3), "3-004"),
        (Numbering(column_first=False, stagger=False), (2, 3), "0403"),
        (Numbering(rows_descend=True, row_offset=0, stagger=False), (0, 0), "0110"),
        (Numbering(rows_descend=True, row_offset=0), (1, 0), "0209"),
        (Numbering(columns_descend=True, column_offset=0, stagger=False), (0, 0), "0901"),
        (Numbering(column_letters=True, stagger=False, column_offset=0), (51, 0), "ZZ01"),
        (Numbering(column_letters=True, stagger=False, column_offset=0), (52, 0), "AAA01"),
        (Numbering(row_offset=-4, stagger=False), (0, 0), "01-04"),
    ],
)
def test_hexes_are_labelled_by_offsets_direction_letters_and_stagger(
    numbering: Numbering, raw: Raw, label: str
) -> None:
    # On a board of 600 x 600 with columns 60 and rows 70 apart VASSAL counts 10 rows and 9 columns backwards.
    assert VassalGrid(0, 0, 60, 70, numbering=numbering).label(raw, (600, 600)) == label


def test_every_label_of_a_board_is_of_one_hex() -> None:
    grid = VassalGrid(40, 50, 60, 69.282)
    labels = grid.labels((600, 500))
    assert len(labels) == len(set(labels.values())) == 5 * 7 + 5 * 8
    assert all(grid.label(raw, (600, 500)) == label for label, raw in labels.items())
