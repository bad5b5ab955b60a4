"""The places where units were lost over many games, as a picture: more losses are darker."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import floor

from exporters.board_shapes import box, module, shaded
from exporters.picture import Area, Box, Facts, Mark, Picture, Role
from exporters.pictures.counted_places import numbers_on, shades_of, steps_of
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place
from rules.ground.table.inches import Spot

SQUARE_IN = 4.0
"""The size of the squares by which losses are counted on a table, in inches."""


def losses_picture(board: Board, lost: Mapping[Place, int], question: str) -> Picture:
    """The number of units lost in each hex, or on a table in each square of four inches, in six shades."""
    counts = lost if isinstance(board, HexBoard) else _by_square(lost)
    roles = shades_of(counts)
    facts: dict[Place, Facts] = {place: {"lost": count} for place, count in counts.items()}
    size = module(board)
    marks: list[Mark] = [
        *(shaded(board, roles, facts) if isinstance(board, HexBoard) else _squares(roles, facts))
    ]
    marks += numbers_on(board, counts, 0.3 * size)
    legend = steps_of(counts, "{} to {} lost")
    text = f"{sum(counts.values())} units lost"
    return Picture(question, box(board), tuple(marks), tuple(legend), text, size)


def _by_square(lost: Mapping[Place, int]) -> Mapping[Place, int]:
    """The losses by the middles of the squares they lie in."""
    counted: Counter[Place] = Counter()
    for (x_in, y_in), count in lost.items():
        counted[
            Spot((floor(x_in / SQUARE_IN) + 0.5) * SQUARE_IN, (floor(y_in / SQUARE_IN) + 0.5) * SQUARE_IN)
        ] += count
    return counted


def _squares(roles: Mapping[Place, Role], facts: Mapping[Place, Facts]) -> Iterator[Mark]:
    half = SQUARE_IN / 2
    for place, role in roles.items():
        x, y = place
        yield Area(role, (Box(x - half, y - half, x + half, y + half).ring,), facts[place])
