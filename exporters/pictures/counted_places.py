"""Places shaded by a count: higher counts are darker, in six shades."""

from collections.abc import Mapping
from math import ceil

from exporters.board_shapes import centre
from exporters.picture import REACHES, Label, Role
from rules.ground.board import Board
from rules.ground.place import Place


def shades_of(counts: Mapping[Place, int]) -> dict[Place, Role]:
    """The shade of each place; the highest count gets the darkest."""
    most = max([1, *counts.values()])
    return {place: REACHES[max(1, ceil(count * len(REACHES) / most)) - 1] for place, count in counts.items()}


def steps_of(counts: Mapping[Place, int], words: str) -> list[tuple[Role, str]]:
    """A line of the legend for each shade, the lightest first: `words` with the lowest and the highest count."""
    shades = shades_of(counts)
    counted = (
        (role, [counts[place] for place, shade in shades.items() if shade is role]) for role in REACHES
    )
    return [
        (role, words.format(min(counts_of_step), max(counts_of_step)))
        for role, counts_of_step in counted
        if counts_of_step
    ]


def numbers_on(board: Board, counts: Mapping[Place, int], letter: float) -> list[Label]:
    """A label with the count of each place."""
    return [Label(Role.NUMBER, centre(board, place), str(count), letter) for place, count in counts.items()]
