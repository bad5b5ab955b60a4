"""Units and markers as marks: a counter with side, name, facing tick and conditions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import cos, radians, sin
from operator import itemgetter
from textwrap import wrap
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from exporters.board_shapes import MODULE_IN, box, centre, module
from exporters.picture import SIDES, Area, Box, Dot, Facts, Label, Line, Mark, Point, Role
from exporters.pictures.label_layout import LETTER
from exporters.pictures.names_beside import Shown, names_beside
from exporters.pictures.symbols import symbol_marks
from exporters.place_text import name
from rules.game.ruleset import UnitType
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.board import Board
from rules.ground.place import Place
from rules.ground.table.tabletop import Tabletop

_WIDTH, _HEIGHT = 0.68, 0.58
"""The size of a counter that is alone in its place, in hexes."""
_LARGEST = 0.17
_FITS = {1: (1, 1), 2: (2, 1), 4: (2, 2), 6: (3, 2), 9: (3, 3)}
"""How many counters of a place lie side by side and below one another, by the number of counters."""
_ROOM = 1.0, 0.84
"""The part of a hex that the counters of a place share."""
_LEGIBLE = 0.075
"""The least size of letters, if a shorter form of the name makes it possible."""
_NEAREST = 0.42
"""The smallest scale of counters that stand close together on a table."""
_NO_SPACE, _HYPHEN = "\u200b", "\u00ad"
"""Invisible characters that end a part of a word: nothing is shown there, or a hyphen at the end of a line."""

_LONGEST, _CUT = 9, 6
_HELD = "control_"
"""The prefix of markers that say which side holds a place; the side follows."""
_CONSONANTS = frozenset("bcdfghjklmnpqrstvwxzß")
_TOGETHER = frozenset(
    ["bl", "br", "ch", "ck", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "ph", "pl", "pr", "sh", "th", "tr"]
)
"""Consonants that belong together and are not divided."""


def counters(
    state: GameState, roster: Mapping[str, UnitType] | None = None, taken: Iterable[Box] = ()
) -> Iterator[Mark]:
    """Every marker and every unit on the board; units that share a place are drawn side by side and smaller.

    With the book's roster each counter shows the symbol of its unit as well as its name. On a table names are written beside
    the counters, clear of the boxes in `taken`.
    """
    stacks: dict[Place, list[Unit]] = {}
    for unit in state.units.values():
        if unit.at is not None:
            stacks.setdefault(unit.at, []).append(unit)
    marked: dict[Place, list[Marker]] = {}
    held = [marker for marker in state.markers if marker.kind.startswith(_HELD)]
    for marker in state.markers:
        if marker not in held:
            marked.setdefault(marker.at, []).append(marker)
            yield _disc(state, marker)
    for place, markers in marked.items():
        yield from _marker_labels(state, place, markers, is_bare=place not in stacks)
    room = _room_on(state.board, list(stacks))
    slots_of = {
        place: [_Slot(*(part * room.get(place, 1.0) for part in slot)) for slot in _slots(len(units))]
        for place, units in stacks.items()
    }
    beside: Mapping[str, tuple[Label | Line, ...]] = {}
    if roster and isinstance(state.board, Tabletop):
        alone = {units[0]: slots_of[place][0] for place, units in stacks.items() if len(units) == 1}
        shown = {unit.id: _shown(state, unit, roster.get(unit.type), slot) for unit, slot in alone.items()}
        beside = names_beside(box(state.board), shown, taken)
    for place, units in stacks.items():
        slots = slots_of[place]
        for unit, slot in zip(units, slots, strict=False):
            kind = roster.get(unit.type) if roster else None
            yield from _counter(state, unit, kind, centre(state.board, place), slot, beside.get(unit.id))
        if len(units) > len(slots):
            x, y = centre(state.board, place)
            size = module(state.board)
            not_drawn = f"+{len(units) - len(slots)}"
            yield Label(Role.MARKER, (x + 0.42 * size, y - 0.42 * size), not_drawn, 0.16 * size)

    for marker in held:
        yield from _flag(state, marker)


class _Slot(NamedTuple):
    """The position of a counter in its place, and its size, in hexes."""

    across: float
    down: float
    width: float
    height: float


def _room_on(board: Board, places: Sequence[Place]) -> dict[Place, float]:
    """The scale of the counters of each place of a table: so small that they overlap none of another
    place, or the least scale."""
    if not isinstance(board, Tabletop) or len(places) < 2:
        return {}
    at = np.array(places, dtype=float) / MODULE_IN
    gaps = np.abs(at[:, None] - at[None])
    free = np.maximum(gaps[..., 0] / _WIDTH, gaps[..., 1] / _HEIGHT)
    np.fill_diagonal(free, np.inf)
    return dict(zip(places, np.clip(0.97 * free.min(axis=1), _NEAREST, 1.0).tolist(), strict=True))


def _slots(units: int) -> Iterator[_Slot]:
    """The slots of a place for this many units, nine at most."""
    columns, rows = next((fits for most, fits in _FITS.items() if units <= most), _FITS[9])
    wide, high = (room / count for room, count in zip(_ROOM, (columns, rows), strict=True))
    width, height = min(_WIDTH, 0.96 * wide), min(_HEIGHT, 0.94 * high)
    for k in range(min(units, columns * rows)):
        row, column = divmod(k, columns)
        in_row = min(columns, units - row * columns)
        yield _Slot((column - (in_row - 1) / 2) * wide, (row - (rows - 1) / 2) * high, width, height)


def side_role(state: GameState, side: str) -> Role:
    """The role of a side, by its place in the state's order of sides."""
    order: Sequence[str] = state.sides or sorted({unit.side for unit in state.units.values()})
    return SIDES[(order.index(side) if side in order else 0) % len(SIDES)]


def _shown(state: GameState, unit: Unit, kind: UnitType | None, slot: _Slot) -> Shown:
    """A counter that is alone in its place, with its facing and its conditions."""
    assert unit.at is not None
    size = module(state.board)
    (x, y), across, down = centre(state.board, unit.at), slot.width * size / 2, slot.height * size / 2
    ticks = [] if unit.facing_deg is None else [_facing(unit.facing_deg, (x, y), size * slot.width / _WIDTH)]
    points = [*_rectangle(x, y, across, down), *(point for tick in ticks for point in tick.rings[0])]
    conditions_high = 1.15 * len(unit.conditions) * _condition_letter(size, slot)
    name = unit.name or (kind.name if kind else unit.id)
    _, letter = _named(name, slot.width, _field_high(slot) if kind else slot.height)
    left, right = (pick(x for x, _ in points) for pick in (min, max))
    top, bottom = (pick(y for _, y in points) for pick in (min, max))
    face = Box(x - across, y - down, x + across, y + down)
    return Shown(name, letter * size, face, Box(left, top, right, bottom + conditions_high))


def _field_high(slot: _Slot) -> float:
    """The height of a counter that its symbol leaves for a name."""
    return slot.height - 0.67 * min(0.65 * slot.width, 0.75 * slot.height)


def _condition_letter(size: float, slot: _Slot) -> float:
    return 0.13 * size * min(1.0, slot.width / _WIDTH)


def _counter(
    state: GameState,
    unit: Unit,
    kind: UnitType | None,
    at: Point,
    slot: _Slot,
    beside: tuple[Label | Line, ...] | None,
) -> Iterator[Mark]:
    size = module(state.board)
    x, y = at[0] + slot.across * size, at[1] + slot.down * size
    across, down = slot.width * size / 2, slot.height * size / 2
    facts = {"unit": unit.id, "type": unit.type, "side": unit.side, "place": name(unit.at) if unit.at else ""}
    foot = y + down
    if unit.facing_deg is not None:
        tick = _facing(unit.facing_deg, (x, y), size * min(1.0, slot.width / _WIDTH))
        foot = max(foot, *(down for _, down in tick.rings[0]))
        yield tick
    drop = 0.03 * size * slot.width / _WIDTH
    yield Area(Role.SHADOW, (_rectangle(x + drop, y + drop, across, down),))
    yield Area(side_role(state, unit.side), (_rectangle(x, y, across, down),), facts)
    top, bottom = y - down, y + down
    if beside and kind:
        yield from symbol_marks(kind.symbol, (x, y), 1.6 * across)
    elif kind:
        wide = min(1.3 * across, 1.5 * down)
        yield from symbol_marks(kind.symbol, (x, top + 0.36 * wide), wide)
        top += 0.67 * wide
    yield from beside or _within(unit.name or (kind.name if kind else unit.id), x, top, bottom, across, size)
    letter = _condition_letter(size, slot)
    for k, condition in enumerate(sorted(unit.conditions)):
        words = condition.replace("_", " ")
        yield Label(Role.CONDITION, (x, foot + letter * (0.65 + 1.05 * k)), words, letter)


def _within(name: str, x: float, top: float, bottom: float, across: float, size: float) -> Iterator[Label]:
    """The labels of a name inside its counter."""
    lines, letter = _named(name, 2 * across / size, (bottom - top) / size)
    letter *= size
    for k, line in enumerate(lines):
        at = x, (top + bottom) / 2 + (k - (len(lines) - 1) / 2) * letter * 1.12
        yield Label(Role.UNIT_NAME, at, line, letter)


def _rectangle(x: float, y: float, across: float, down: float) -> tuple[Point, ...]:
    return ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))


def _facing(bearing_deg: float, at: Point, size: float) -> Area:
    """A tick that sticks out from under the counter in the direction of the unit's facing."""
    turn = radians(bearing_deg)
    ahead, aside = (sin(turn), -cos(turn)), (cos(turn), sin(turn))

    def point(forward: float, sideways: float) -> Point:
        return (
            at[0] + size * (forward * ahead[0] + sideways * aside[0]),
            at[1] + size * (forward * ahead[1] + sideways * aside[1]),
        )

    return Area(
        Role.FACING, ((point(0.54, 0.0), point(0.2, 0.15), point(0.2, -0.15)),), {"facing_deg": bearing_deg}
    )


def _disc(state: GameState, marker: Marker) -> Dot:
    role = Role.SMOKE if marker.kind == "smoke" else Role.MARKER
    return Dot(role, centre(state.board, marker.at), 0.36 * module(state.board), _facts(marker))


def _flag(state: GameState, marker: Marker) -> Iterator[Mark]:
    """The flag of the side that holds a place, above its counters."""
    size = module(state.board)
    x, y = centre(state.board, marker.at)
    holder = marker.kind.removeprefix(_HELD)
    role = side_role(state, holder) if holder in state.sides else Role.MARKER
    yield from flag(role, (x + 0.3 * size, y - 0.12 * size), size, _facts(marker))


def holder_of(marker: Marker) -> str | None:
    """The side that holds a place according to a marker, or "nobody"; None for any other marker."""
    return marker.kind.removeprefix(_HELD) if marker.kind.startswith(_HELD) else None


def flag(role: Role, at: Point, size: float, facts: Facts = MappingProxyType({})) -> Iterator[Mark]:
    """A pennant with the colour of a role, its pole at a point."""
    x, y = at
    top, foot, tip = y - 0.34 * size, y - 0.14 * size, x + 0.26 * size
    yield Line(Role.FLAG, ((x, y), (x, top)))
    yield Area(role, (((x, top), (tip, (top + foot) / 2), (x, foot)),), facts)


def flag_words(state: GameState) -> tuple[tuple[Role, str], ...]:
    """The legend of flags, if there is one on the board."""
    has_flags = any(marker.kind.startswith(_HELD) for marker in state.markers)
    return ((Role.FLAG, "flag of the side that holds the place"),) if has_flags else ()


def _facts(marker: Marker) -> Facts:
    return {"marker": marker.kind, "value": marker.value, "place": name(marker.at)}


def _marker_labels(
    state: GameState, place: Place, markers: Sequence[Marker], *, is_bare: bool
) -> Iterator[Label]:
    """The markers of a place in words, one under another, above its counters if there are any."""
    size = module(state.board)
    x, y = centre(state.board, place)
    lines = [_words(marker) for marker in markers]
    if not is_bare:
        letter = 0.12
        lowest = -_ROOM[1] / 2 - 0.65 * letter
    else:
        words = [word for line in lines for word in line.split()]
        widths = range(max(map(len, lines)), max(map(len, words)) - 1, -1)
        lines, letter = max((_on_a_disc(lines, letters) for letters in widths), key=itemgetter(1))
        lowest = (len(lines) - 1) / 2 * 1.1 * letter
    for k, line in enumerate(reversed(lines)):
        yield Label(Role.MARKER, (x, y + (lowest - 1.1 * letter * k) * size), line, letter * size)


def _on_a_disc(lines: Sequence[str], most: int) -> tuple[list[str], float]:
    """Lines broken between words to at most this many letters, and the size of the letters on a disc."""
    broken = [row for line in lines for row in wrap(line, most, break_long_words=False)]
    return broken, min(0.16, 0.66 / (LETTER * max(map(len, broken))), 0.6 / (1.1 * len(broken)))


def _words(marker: Marker) -> str:
    return marker.kind.replace("_", " ") + (f" {marker.value}" if marker.value != 1 else "")


def _named(words: str, width: float, height: float) -> tuple[list[str], float]:
    """The longest form of a name that is legible in a field: the whole, with long words cut short, up to its comma, or only
    the last word before the comma."""
    own = words.partition(",")[0]
    *others, last = own.split() or [""]
    short = " ".join([*(word if len(word) < _CUT else f"{word[: _CUT - 2]}." for word in others), last])
    forms = [_fitted(form, width, height) for form in dict.fromkeys((words, own, short, last))]
    return next((form for form in forms if form[1] >= _LEGIBLE), max(forms, key=lambda form: form[1]))


def _fitted(words: str, width: float, height: float) -> tuple[list[str], float]:
    """A name broken into lines so that its letters are largest in a field, and the size of the letters."""
    parts = [part for word in words.split() for part in _parts(word)] or [""]
    breaks = [()] + [cuts for count in (1, 2) for cuts in combinations(range(1, min(len(parts), 9)), count)]
    best: tuple[list[str], float] = ([_joined(parts)], 0.0)
    for cuts in breaks:
        ends = (0, *cuts, len(parts))
        lines = [_joined(parts[start:end]) for start, end in pairwise(ends)]
        letter = min(
            _LARGEST,
            0.94 * width / (LETTER * max(map(len, lines))),
            0.92 * height / (1.12 * len(lines)),
        )
        if letter > best[1] + 1e-9:
            best = lines, letter
    return best


def _parts(word: str) -> list[str]:
    """The parts of a word too long for a counter: broken after the dots of an id or its hyphens, else between
    consonants near its middle.

    >>> [_joined([part]) for part in _parts("us.able.1.squad")], _parts("Sherman")
    (['us.', 'able.', '1.', 'squad'], ['Sherman'])
    >>> _joined(_parts("Panzerschreck")[:1]), _joined(_parts("Panzerschreck"))
    ('Panzer-', 'Panzerschreck')
    >>> [_joined([part]) for word in ("Half-track", "controller") for part in _parts(word)]
    ['Half-', 'track', 'con-', 'troller']
    """
    if len(word) <= _LONGEST:
        return [word]
    if "." in word[:-1]:
        *before, last = word.split(".")
        return [*(f"{part}.{_NO_SPACE}" for part in before), last]
    if "-" in word[1:-1]:
        *before, last = word.split("-")
        return [*(f"{part}-{_NO_SPACE}" for part in before), last]
    pairs = {k: word[k - 1 : k + 1].lower() for k in range(3, len(word) - 2)}
    cuts = [k for k, pair in pairs.items() if _CONSONANTS.issuperset(pair) and pair not in _TOGETHER]
    if not cuts:
        return [word]
    cut = min(cuts, key=lambda k: abs(k - len(word) / 2))
    return [word[:cut] + _HYPHEN, word[cut:]]


def _joined(parts: Sequence[str]) -> str:
    """The parts of one line joined: words with a space between them, and a hyphen where a word goes on in the next line."""
    line = " ".join(parts).replace(f"{_NO_SPACE} ", "").replace(f"{_HYPHEN} ", "")
    return line.replace(_NO_SPACE, "").replace(_HYPHEN, "-")
