"""The names of counters on a table, in letters of one size beside the counter if there is room.

A counter is small compared with the whole table, and letters inside it could not be read.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import hypot
from typing import NamedTuple

from exporters.picture import Box, Label, Line, Point, Role
from exporters.pictures.label_layout import LETTER, Room, label_box

_ON_A_SHEET = 1 / 95
"""The height of the letters, as a share of the width of the table: 2.6 mm if it fills a sheet of A4."""
_LINE = 1.08
_GAP = 0.25
"""The gap between a counter and its name, as a share of the height of a letter."""
_ASTRAY = 8
"""How far a name may be from its counter, in rows; a line then connects the two."""


class Shown(NamedTuple):
    """A counter as it is drawn: its name, the size of letters that fit inside, its face, and the boxes it covers."""

    name: str
    letter: float
    face: Box
    box: Box

    def covers(self, at: Point) -> bool:
        """Whether a point lies beneath the counter."""
        return self.box.left <= at[0] <= self.box.right and self.box.top <= at[1] <= self.box.bottom


def names_beside(
    table: Box, shown: Mapping[str, Shown], taken: Iterable[Box]
) -> dict[str, tuple[Label | Line, ...]]:
    """The names written beside their counters, by the ids of the units, or as near as there is room, with a line to the counter;
    names without room are left out, and stay inside their counters."""
    letter = table.width * _ON_A_SHEET
    room = Room(table, (*(one.box for one in shown.values()), *taken))
    names: dict[str, tuple[Label | Line, ...]] = {}
    small = {unit_id: one for unit_id, one in shown.items() if one.letter < letter}
    for unit_id, one in small.items():
        if rows := _first_with_room(_forms(one, letter), room):
            names[unit_id] = rows
    for unit_id, one in small.items():
        if unit_id not in names and (rows := _first_with_room(_farther_positions(one, letter, room), room)):
            names[unit_id] = (_leader(one.face, rows), *rows)
    return names


def _first_with_room(forms: Iterable[tuple[Label, ...]], room: Room) -> tuple[Label, ...]:
    for rows in forms:
        boxes = [label_box(row) for row in rows]
        if all(map(room.has, boxes)):
            for box in boxes:
                room.take(box)
            return rows
    return ()


def _farther_positions(one: Shown, letter: float, room: Room) -> Iterator[tuple[Label, ...]]:
    """Positions of a name ever farther from its counter, where a line to it crosses nothing."""
    own = one.name.partition(",")[0]
    x, y = (one.box.left + one.box.right) / 2, (one.box.top + one.box.bottom) / 2
    steps = range(-_ASTRAY, _ASTRAY + 1)
    for across, down in sorted(product(steps, steps), key=lambda step: (hypot(*step), step)):
        rows = (Label(Role.NAME_BESIDE, (x + across * letter, y + down * letter), own, letter),)
        (ax, ay), (bx, by) = _leader(one.face, rows).points
        between = ((ax + k / 8 * (bx - ax), ay + k / 8 * (by - ay)) for k in range(1, 8))
        if all(room.has(Box(*at, *at)) or one.covers(at) for at in between):
            yield rows


def _leader(counter: Box, rows: tuple[Label, ...]) -> Line:
    """The shortest line from a counter to its name."""
    name = label_box(rows[0])
    (ax, bx), (ay, by) = (
        _nearest(counter.left, counter.right, name.left, name.right),
        _nearest(counter.top, counter.bottom, name.top, name.bottom),
    )
    return Line(Role.RULER, ((ax, ay), (bx, by)))


def _nearest(low: float, high: float, other_low: float, other_high: float) -> tuple[float, float]:
    """The nearest points of two intervals; if they overlap, the middle of the overlap."""
    if high < other_low:
        return high, other_low
    if other_high < low:
        return low, other_high
    shared = (max(low, other_low) + min(high, other_high)) / 2
    return shared, shared


def _forms(one: Shown, letter: float) -> Iterator[tuple[Label, ...]]:
    """A name below its counter, above it, at its right and left; each in one row, in two rows, and short."""
    own = one.name.partition(",")[0]
    words = own.split()
    halves = sorted(
        ((" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))),
        key=lambda rows: max(map(len, rows)),
    )
    for rows in dict.fromkeys([(own,), *halves[:1], tuple(words[-1:])]):
        for middle in _middles(one.box, rows, letter):
            yield tuple(
                Label(
                    Role.NAME_BESIDE,
                    (middle[0], middle[1] + (k - (len(rows) - 1) / 2) * _LINE * letter),
                    row,
                    letter,
                )
                for k, row in enumerate(rows)
            )


def _middles(box: Box, rows: tuple[str, ...], letter: float) -> Iterator[Point]:
    wide = LETTER * letter * max(map(len, rows), default=0)
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    away = (len(rows) * _LINE / 2 + _GAP) * letter
    aside = wide / 2 + _GAP * letter
    yield from ((x, box.bottom + away), (x, box.top - away), (box.right + aside, y), (box.left - aside, y))
    yield from ((x + part * wide, box.bottom + away) for part in (-0.35, 0.35))
