"""Numbers of an answer where they can be read: beside the counters and markers, and inside the map."""

from dataclasses import replace

from exporters.board_shapes import centre
from exporters.picture import Box, Label, Mark, Picture, Point, Role
from rules.game.state import GameState

_ASIDE = 0.4
_SHORT, _LONG = 0.28, 0.2
_RIM = 0.2
"""How near to the edge of the map a number may stand, in hexes."""


def with_labels_apart(picture: Picture, state: GameState) -> Picture:
    """The picture with the numbers of occupied places at their left, and those on the edge moved inside."""
    places = {unit.at for unit in state.units.values()} | {marker.at for marker in state.markers}
    occupied = {centre(state.board, place) for place in places if place is not None}
    return replace(picture, marks=tuple(_moved(mark, picture, occupied) for mark in picture.marks))


def _moved(mark: Mark, picture: Picture, occupied: set[Point]) -> Mark:
    if not isinstance(mark, Label) or mark.role is not Role.NUMBER:
        return mark
    if mark.at in occupied:
        size = min(mark.size, (_SHORT if len(mark.text) < 3 else _LONG) * picture.module)
        mark = replace(mark, at=(mark.at[0] - _ASIDE * picture.module, mark.at[1]), size=size)
    return replace(mark, at=_inside(mark.at, picture.box, _RIM * picture.module))


def _inside(at: Point, box: Box, rim: float) -> Point:
    return (
        min(max(at[0], box.left + rim), box.right - rim),
        min(max(at[1], box.top + rim), box.bottom - rim),
    )
