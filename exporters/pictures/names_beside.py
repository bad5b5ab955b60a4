"""The names of counters on a table: in letters of one size beside the counter, where there is room for them.

A counter on a table is small beside what a sheet shows of it, and letters within it cannot be read.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from exporters.picture import Box, Label, Point, Role
from exporters.pictures.label_layout import LETTER, Room, label_box

_ON_A_SHEET = 1 / 95
"""How high the letters are, of the width of the table: 2.6 mm where it fills a sheet of A4."""
_LINE = 1.08
_GAP = 0.25
"""What is left free between a counter and its name, of the height of a letter."""


class Shown(NamedTuple):
    """A counter as it is shown: what it is called, how large letters are that fit within, and all that it covers."""

    name: str
    letter: float
    box: Box


def names_beside(
    table: Box, shown: Mapping[str, Shown], taken: Iterable[Box]
) -> dict[str, tuple[Label, ...]]:
    """The names that stand beside their counters, by the ids of the units; those with no room for it stay within."""
    letter = table.width * _ON_A_SHEET
    room = Room(table, (*(one.box for one in shown.values()), *taken))
    found: dict[str, tuple[Label, ...]] = {}
    for unit_id, one in shown.items():
        if one.letter >= letter:
            continue
        for rows in _forms(one, letter):
            boxes = [label_box(row) for row in rows]
            if all(map(room.has, boxes)):
                for box in boxes:
                    room.take(box)
                found[unit_id] = rows
                break
    return found


def _forms(one: Shown, letter: float) -> Iterator[tuple[Label, ...]]:
    """A name below its counter, above it, at its right and left; each as a whole, in two rows, and short."""
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
