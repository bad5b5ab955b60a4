"""The layout of labels: none over another, over a counter, or beyond the edge of the picture."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, product
from math import dist, floor, hypot

from exporters.board_shapes import centre
from exporters.picture import Area, Box, Label, Line, Mark, Picture, Point, Role
from rules.game.state import GameState

LETTER = 0.56
"""The mean width of a letter, as a share of its height."""

_LEADING = 1.3
_HALO = 0.14
_SHORT, _LONG = 0.28, 0.2
"""The greatest height of a number beside a counter, in hexes: of a short one, and of a longer one."""
_COUNTER = 0.68, 0.6
_RINGS = 4
_ASTRAY = 0.5
"""A number farther from its place than this, in hexes, gets a line to it."""
_FIRST = (Role.LEGEND_TEXT, Role.REFUSAL, Role.ROUTE_NAME, Role.PROVISO, Role.CAUSE_NAME, Role.NUMBER, Role.MORE, Role.UNIT_NAME, Role.NAME_BESIDE, Role.CONDITION, Role.MARKER, Role.SCALE)  # fmt: skip
"""The roles whose labels are kept if two overlap, the most important first; then all others."""


class Room:
    """The boxes of a picture that are taken so far."""

    def __init__(self, within: Box, taken: Iterable[Box] = ()) -> None:
        self._within = within
        self._cell = max(within.width, within.height, 1e-9) / 64
        self._taken: dict[tuple[int, int], list[Box]] = {}
        for box in taken:
            self.take(box)

    def has(self, box: Box) -> bool:
        """Whether a box lies within the picture and overlaps no taken box."""
        edge = self._within
        return (
            edge.left <= box.left
            and box.right <= edge.right
            and edge.top <= box.top
            and box.bottom <= edge.bottom
            and not any(
                _overlap(box, other) for cell in self._cells(box) for other in self._taken.get(cell, ())
            )
        )

    def take(self, box: Box) -> None:
        """Mark a box as taken."""
        for cell in self._cells(box):
            self._taken.setdefault(cell, []).append(box)

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        left, top, right, bottom = (
            floor(side / self._cell) for side in (box.left, box.top, box.right, box.bottom)
        )
        return product(range(left, right + 1), range(top, bottom + 1))


def label_box(label: Label) -> Box:
    (x, y), wide = label.at, LETTER * label.size * len(label.text)
    left = x if label.starts_at else x - wide / 2
    return Box(left, y - label.size / 2, left + wide, y + label.size / 2)


def with_labels_apart(picture: Picture, state: GameState) -> Picture:
    """The picture with its numbers moved clear of counters, of one another and of the edge; the first ones choose first.

    Numbers without room near their place are left out and counted in a note.
    """
    places = {unit.at for unit in state.units.values()} | {marker.at for marker in state.markers}
    occupied = {centre(state.board, place) for place in places if place is not None}
    room = Room(picture.box, (_counter_box(at, picture.module) for at in occupied))
    for mark in picture.marks:
        if isinstance(mark, Label) and mark.role is not Role.NUMBER:
            room.take(label_box(mark))
    marks: list[Mark] = []
    left_out: list[Label] = []
    for mark in picture.marks:
        if not isinstance(mark, Label) or mark.role is not Role.NUMBER:
            marks.append(mark)
        elif moved := _placed(_moved_beside_counter(mark, occupied, picture.module), room):
            marks += [*_leader(moved, mark.at, picture.module), moved]
        else:
            left_out.append(mark)
    if left_out:
        more = left_out[0]._replace(role=Role.MORE, text=f"and {len(left_out)} more")
        marks += [moved] if (moved := _placed(more, room, rings=3 * _RINGS)) else []
    return replace(picture, marks=tuple(marks))


def without_overlaps(marks: Iterable[Mark], box: Box) -> tuple[Mark, ...]:
    """The marks without labels that overlap more important ones, lie beyond the edge, or are hidden by counters.

    The name of a piece in several rows is kept or dropped as a whole: "buildings" alone would name another kind.
    """
    marks = tuple(marks)
    rank = {role: number for number, role in enumerate(_FIRST)}
    room, left_out = Room(box), set[int]()
    below = Room(box, (_area_box(mark) for mark in marks if isinstance(mark, Area) and "unit" in mark.facts))
    for numbers, role, boxes in sorted(_names(marks), key=lambda name: rank.get(name[1], len(rank))):
        if all(room.has(box) and (role in rank or below.has(box)) for box in boxes):
            for box in boxes:
                room.take(box)
        else:
            left_out.update(numbers)
    return tuple(mark for k, mark in enumerate(marks) if k not in left_out)


def _names(marks: Iterable[Mark]) -> Iterator[tuple[list[int], Role, list[Box]]]:
    """Each label by its number among the marks, its role and its box; the rows of a piece's name together."""
    labels = [(k, mark) for k, mark in enumerate(marks) if isinstance(mark, Label)]
    for (role, _), rows in groupby(labels, _name_of):
        numbers, words = zip(*rows, strict=True)
        yield list(numbers), role, [label_box(row) for row in words]


def _name_of(numbered: tuple[int, Label]) -> tuple[Role, float]:
    """A key that only the rows of one piece's name share: their role and the middle they are centred on."""
    number, label = numbered
    return label.role, label.at[0] if label.role is Role.PIECE_LABEL else float(number)


def _moved_beside_counter(label: Label, occupied: set[Point], unit: float) -> Label:
    """A number of an occupied place, moved to the left of its counter and no larger than fits there."""
    if label.at not in occupied:
        return label
    size = min(label.size, (_SHORT if len(label.text) < 3 else _LONG) * unit)
    aside = (_COUNTER[0] * unit + LETTER * size * len(label.text)) / 2
    return label._replace(at=(label.at[0] - aside - 0.02 * unit, label.at[1]), size=size)


def _placed(label: Label, room: Room, rings: int = _RINGS) -> Label | None:
    """The label at its place or as near to it as there is room; None if there is none."""
    high, wide = _LEADING * label.size / 2, LETTER * label.size * max(2, len(label.text)) / 2
    for across, down in _nearest_first(rings, wide, high):
        moved = label._replace(at=(label.at[0] + across, label.at[1] + down))
        taken = label_box(moved)
        if room.has(_with_halo(taken, label.size)):
            room.take(taken)
            return moved
    return None


def _with_halo(box: Box, size: float) -> Box:
    """The box of a label with the halo round its letters, which would hide a part of its neighbours."""
    edge = _HALO * size
    return Box(box.left - edge, box.top - edge, box.right + edge, box.bottom + edge)


@lru_cache
def _nearest_first(rings: int, wide: float, high: float) -> tuple[Point, ...]:
    """The offsets at which a label is tried, in steps of this size: first none, then ever farther."""
    aside, down = range(-rings, rings + 1), range(-2 * rings, 2 * rings + 1)
    return tuple(
        sorted(((a * wide, b * high) for a in aside for b in down), key=lambda moved: (hypot(*moved), moved))
    )


def _leader(label: Label, place: Point, module: float) -> Iterator[Line]:
    """A thin line from a label to its place, where it was moved so far that it could be taken for another's."""
    box = label_box(label)
    near = min(max(place[0], box.left), box.right), min(max(place[1], box.top), box.bottom)
    if dist(near, place) > _ASTRAY * module:
        yield Line(Role.RULER, (place, near))


def _area_box(area: Area) -> Box:
    xs, ys = zip(*area.rings[0], strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _counter_box(at: Point, unit: float) -> Box:
    across, down = (side * unit / 2 for side in _COUNTER)
    return Box(at[0] - across, at[1] - down, at[0] + across, at[1] + down)


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )
