"""A map by how much each hex or inch square sees, as a picture: the more, the darker, the best observation posts ringed."""

from math import ceil

from exporters.board_shapes import box, centre, module, shaded
from exporters.picture import REACHES, Dot, Facts, Label, Mark, Picture, Role
from rules.game.ruling import Ruling
from rules.game.verdicts import SightAtlas
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place

POSTS = 5


def atlas_picture(board: Board, ruling: Ruling[SightAtlas], posts: int = POSTS) -> Picture:
    """Every place in six shades by how many it sees, hexes with the number; so many that see most are ringed."""
    counts, what, size = ruling.verdict.counts, ruling.verdict.what, module(board)
    most = max(max(counts.values()), 1)
    shades = {place: max(1, ceil(count * len(REACHES) / most)) for place, count in counts.items()}
    roles: dict[Place, Role] = {place: REACHES[shade - 1] for place, shade in shades.items()}
    facts: dict[Place, Facts] = {place: {"sees": count} for place, count in counts.items()}
    marks: list[Mark] = [*shaded(board, roles, facts)]
    if isinstance(board, HexBoard):
        marks += [
            Label(Role.NUMBER, centre(board, place), str(count), 0.3) for place, count in counts.items()
        ]
    marks += [Dot(Role.VIEWER, centre(board, place), 0.41 * size) for place in ruling.verdict.best(posts)]
    legend = [(Role.VIEWER, f"the {what} that see most" if posts > 1 else "sees most")]
    for shade in sorted(set(shades.values())):
        seen = [counts[place] for place, of in shades.items() if of == shade]
        legend.append((REACHES[shade - 1], f"sees {min(seen)} to {max(seen)} {what}"))
    return Picture(ruling.question, box(board), tuple(marks), tuple(legend), str(ruling), size)
