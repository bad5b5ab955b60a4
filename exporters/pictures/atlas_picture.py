"""The sight atlas as a picture: places that see more are darker, and the best observation posts are ringed."""

from exporters.board_shapes import box, centre, module, shaded
from exporters.picture import Dot, Facts, Mark, Picture, Role
from exporters.pictures.counted_places import numbers_on, shades_of, steps_of
from rules.game.ruling import Ruling
from rules.game.verdicts import SightAtlas
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place

POSTS = 5


def atlas_picture(board: Board, ruling: Ruling[SightAtlas], posts: int = POSTS) -> Picture:
    """Every place in six shades by how many places it sees, hexes with the number; the best `posts` are ringed."""
    counts, what, size = ruling.verdict.counts, ruling.verdict.what, module(board)
    facts: dict[Place, Facts] = {place: {"sees": count} for place, count in counts.items()}
    marks: list[Mark] = [*shaded(board, shades_of(counts), facts)]
    if isinstance(board, HexBoard):
        marks += numbers_on(board, counts, 0.3)
    marks += [Dot(Role.VIEWER, centre(board, place), 0.41 * size) for place in ruling.verdict.best(posts)]
    legend = [(Role.VIEWER, f"the {what} that see most" if posts > 1 else "sees most")]
    legend += steps_of(counts, f"sees {{}} to {{}} {what}")
    return Picture(ruling.question, box(board), tuple(marks), tuple(legend), str(ruling), size)
