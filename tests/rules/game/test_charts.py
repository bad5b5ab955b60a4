"""Tables as printed: what they refuse to be, and what they answer at and beyond their ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.game.charts import Axis, Beyond, Chart, CrossTable, Row
from rules.game.citation import Provenance, Rulebook

BOOK = Rulebook("LHY", "Last Hundred Yards", "2019")
CITE = BOOK.cite("9")


def kills(*bands: tuple[float, float, str], measured: bool = False) -> Chart[str]:
    rows = tuple(Row(first, last, value, CITE) for first, last, value in bands)
    return Chart("kill table", rows, below=Beyond.REFUSE, above=Beyond.CLAMP, measured=measured)


def test_a_die_roll_finds_its_row() -> None:
    chart = kills((1, 3, "miss"), (4, 8, "bail"), (9, 10, "kill"))
    assert [chart[roll] for roll in (1, 3, 4, 8, 9, 10)] == ["miss", "miss", "bail", "bail", "kill", "kill"]
    assert chart.row(5).cite == CITE


def test_a_chart_clamps_or_refuses_values_beyond_its_ends_as_declared() -> None:
    chart = kills((1, 3, "miss"), (4, 8, "bail"))
    assert chart[12] == "bail"
    with pytest.raises(BadInput, match="kill table: 0 is not from 1 to 8"):
        chart[0]


def test_a_chart_may_be_printed_in_falling_order() -> None:
    chart = kills((9, 10, "kill"), (4, 8, "bail"), (1, 3, "miss"))
    assert (chart[10], chart[4], chart[1], chart[99]) == ("kill", "bail", "miss", "kill")


def test_measured_bands_hold_their_far_end() -> None:
    chart = kills((0, 6, "close"), (6, 12, "far"), measured=True)
    assert [chart[gap_in] for gap_in in (0, 5.99, 6, 6.01, 12)] == ["close", "close", "close", "far", "far"]


def test_counted_bands_refuse_broken_numbers() -> None:
    with pytest.raises(BadInput, match=r"kill table: 3\.5 is not a whole number"):
        kills((1, 3, "miss"), (4, 8, "bail"))[3.5]


@pytest.mark.parametrize(
    ("bands", "measured", "wanted"),
    [
        ((), False, "one band or more"),
        (((1, 3), (5, 6)), False, "bands without a gap between them"),
        (((5, 6), (1, 3)), False, "bands without a gap between them"),
        (((1, 3), (3, 6)), False, "bands that do not overlap"),
        (((1, 6), (2, 4)), False, "bands that do not overlap"),
        (((4, 6), (1, 3), (7, 9)), False, "bands"),
        (((1, 3), (7, 9), (4, 6)), False, "bands"),
        (((3, 1),), False, "a band from its low end to its high end"),
        (((0, 6), (6.5, 12)), True, "bands without a gap between them"),
        (((0, 6), (5, 12)), True, "bands that do not overlap"),
        (((0, 6), (6, 6)), True, "bands that do not overlap"),
    ],
)
def test_a_chart_is_not_built_with(
    bands: tuple[tuple[float, float], ...], measured: bool, wanted: str
) -> None:
    with pytest.raises(BadInput, match=f"^kill table: .* is not .*{wanted}"):
        kills(*((first, last, "x") for first, last in bands), measured=measured)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), st.booleans(), st.integers(-3, 3))
def test_every_number_in_range_is_in_exactly_one_band(sizes: list[int], falling: bool, start: int) -> None:
    bands, first = [], start
    for size in sizes:
        bands.append((first, first + size - 1))
        first += size
    bands = bands[::-1] if falling else bands
    axis = Axis("n", tuple(bands), Beyond.CLAMP, Beyond.CLAMP)
    for k, (low, high) in enumerate(bands):
        assert {axis.index(n) for n in range(low, high + 1)} == {k}
    ends = (len(bands) - 1, 0) if falling else (0, len(bands) - 1)
    assert (axis.index(start - 5), axis.index(first + 5)) == ends


BLIND = CrossTable(
    "Blind Hex Table",
    Axis.each("level difference", 3, 1, below=Beyond.REFUSE, above=Beyond.CLAMP),
    Axis("hexes to the obstacle", ((1, 1), (2, 4), (5, 8)), Beyond.REFUSE, Beyond.CLAMP),
    (
        (1, 1, 2),
        (1, 2, 3),
        (1, 3, 6),
    ),
    CITE,
    marked={(1, 4): BOOK.cite("9", Provenance.HOUSE)},
)


def test_a_row_and_a_column_meet_in_a_cell() -> None:
    assert (BLIND.at(1, 8).value, BLIND.at(3, 2).value, BLIND.at(7, 20).value) == (6, 1, 2)
    assert BLIND.at(2, 3).cite == CITE


def test_a_marked_cell_carries_its_own_citation() -> None:
    assert BLIND.at(1, 3).cite.provenance is Provenance.HOUSE


def test_a_two_way_table_refuses_by_the_name_of_its_axis() -> None:
    with pytest.raises(BadInput, match="level difference: 0 is not from 1 to 3"):
        BLIND.at(0, 1)
    with pytest.raises(BadInput, match="hexes to the obstacle: 0 is not from 1 to 8"):
        BLIND.at(1, 0)


def test_a_two_way_table_must_be_full() -> None:
    axis = Axis.each("n", 1, 2, below=Beyond.REFUSE, above=Beyond.REFUSE)
    with pytest.raises(BadInput, match="CRT rows: 1 is not 2 rows of cells"):
        CrossTable("CRT", axis, axis, ((1, 2),), CITE)
    with pytest.raises(BadInput, match="CRT row 2: 1 is not 2 cells"):
        CrossTable("CRT", axis, axis, ((1, 2), (3,)), CITE)
    with pytest.raises(BadInput, match="n: 3 is not from 1 to 2"):
        CrossTable("CRT", axis, axis, ((1, 2), (3, 4)), CITE, marked={(3, 1): CITE})
