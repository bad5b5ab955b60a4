"""Tables from a seed keep the terrain suggestions of Micro Armour, and are the same every time."""

import pytest

from maps import library
from maps.codec import board_from, board_text
from maps.documents import parsed
from maps.table_generator import generated_table
from rules.errors import BadInput, Unknown
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.rulebook import SECOND
from rules.micro_armour.questions.table_suggestions import departures
from tests.proving import proves


@pytest.mark.parametrize("seed", range(12))
@proves("MATG2-11.7", "MATG2-11.8b", "MATG2-11.8c", "MATG2-11.8d", "MATG2-11.8e")
def test_11_8_every_seed_gives_a_table_by_the_suggestions(seed: int) -> None:
    made = generated_table(seed)
    assert departures(made, SECOND) == ()
    assert (made.width_in, made.depth_in) == (48, 24)
    assert made == generated_table(seed)
    assert made.name == f"Table {seed}"


@proves("MATG2-11.8b")
def test_11_8_one_half_rotated_is_the_other() -> None:
    made = generated_table(3)
    for piece in made.pieces:
        if piece.terrain is TableTerrain.GOOD_ROAD:
            continue
        x, y = piece.area.centroid.x, piece.area.centroid.y
        twins = [
            other
            for other in made.pieces
            if other.terrain is piece.terrain
            and abs(other.area.centroid.x - (48 - x)) < 0.02
            and abs(other.area.centroid.y - (24 - y)) < 0.02
        ]
        assert twins, piece.id


def test_a_generated_table_can_be_written_down_and_read_back() -> None:
    made = generated_table(17)
    assert board_from(parsed(board_text(made))) == made


def test_a_table_is_asked_for_by_its_seed() -> None:
    assert library.open_source("table-17") == generated_table(17)
    assert library.bundled_board("table-17") == generated_table(17)
    with pytest.raises(Unknown, match="no board or scenario named 'table-x'"):
        library.open_source("table-x")
    with pytest.raises(BadInput, match="seed: 99999999999999999999 is not a whole number"):
        library.open_source("table-99999999999999999999")


def test_an_invalid_seed_is_refused() -> None:
    with pytest.raises(BadInput, match="seed: -1 is not a whole number"):
        generated_table(-1)
