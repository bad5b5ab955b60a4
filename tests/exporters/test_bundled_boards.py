"""Every bundled board can be drawn, and a real field lies on it pixel by pixel."""

from xml.etree import ElementTree

import pytest

from exporters.board_shapes import box
from exporters.formats import png, svg
from exporters.picture import Cells, Picture, Role
from exporters.pictures.board_picture import board_picture
from exporters.pictures.sight_picture import field_picture
from exporters.style import style_of
from exporters.viewport import Viewport
from maps.library import boards, bundled_board, scenario
from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.ruleset import RULESET
from tests.exporters.pixels import numbers, pixel_of, pixels


@pytest.mark.parametrize("name", [entry.name for entry in boards()])
def test_a_bundled_board_is_drawn_whole(name: str) -> None:
    board = bundled_board(name)
    picture = board_picture(GameState(board))
    viewport = Viewport.of(box(board), 24.0)
    shown = pixels(png.render(picture, viewport))
    if isinstance(board, HexBoard):
        assert (shown[numbers(board.grid, viewport) > 0][:, 3] == 255).all()
    ElementTree.fromstring(svg.render(picture, viewport))


def test_a_field_by_the_book_shows_each_hex_as_ruled() -> None:
    state = scenario("mill-crossing").state()
    board = state.board
    assert isinstance(board, HexBoard)
    ruling = RULESET.sight_field(state, state.unit("us.able-tank.1.1"))
    picture = field_picture(board, ruling)
    bare = Picture("", picture.box, tuple(mark for mark in picture.marks if isinstance(mark, Cells)))
    viewport = Viewport.of(box(board), 40.0)
    shown = pixels(png.render(bare, viewport))
    roles = {Visibility.CLEAR: Role.CLEAR, Visibility.HINDERED: Role.HINDERED}
    roles |= {Visibility.BLOCKED: Role.BLOCKED, Visibility.BLIND: Role.BLIND}
    edge = box(board)
    compared = 0
    for place, seen in ruling.verdict.visibility.items():
        assert isinstance(place, Hex)
        x, y = board.grid.position(board.grid.centre(place))
        if not (edge.left + 0.2 < x < edge.right - 0.2 and edge.top + 0.2 < y < edge.bottom - 0.2):
            continue
        style = style_of(roles[seen])
        near = {
            tuple(shown[pixel_of(board.grid, viewport, place, (dx / 40, dy / 40))].tolist())
            for dx in range(-5, 6)
            for dy in range(-5, 6)
        }
        assert style.fill in near
        compared += 1
    assert compared > 100
