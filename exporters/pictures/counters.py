"""Units and markers as marks: a counter with side, name, facing tick and conditions."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import cos, radians, sin

from exporters.board_shapes import centre, module, name
from exporters.picture import SIDES, Area, Dot, Label, Mark, Point, Role
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.board import Place

_WIDTH, _HEIGHT = 0.62, 0.46
_STEP = 0.1
_LETTER = 0.56
"""How wide a letter is, of its height, on the average."""
_LARGEST = 0.17
_NO_SPACE, _HYPHEN = "\u200b", "\u00ad"
"""What ends a part of a word that goes on: nothing to be seen, or a hyphen at the end of a line."""

_LONGEST = 9
_CONSONANTS = frozenset("bcdfghjklmnpqrstvwxzß")


def counters(state: GameState) -> Iterator[Mark]:
    """Every marker and every unit on the board; units that share a place lie on one another, askew."""
    stacks: dict[Place, list[Unit]] = {}
    for unit in state.units.values():
        if unit.at is not None:
            stacks.setdefault(unit.at, []).append(unit)
    marked: dict[Place, list[Marker]] = {}
    for marker in state.markers:
        marked.setdefault(marker.at, []).append(marker)
        yield _disc(state, marker)
    for place, markers in marked.items():
        yield from _markers_told(state, place, markers, len(stacks.get(place, ())))
    for place, units in stacks.items():
        for height, unit in enumerate(units):
            yield from _counter(state, unit, centre(state.board, place), height - (len(units) - 1) / 2)


def side_role(state: GameState, side: str) -> Role:
    """The role of a side, by its place in the state's order of sides."""
    order: Sequence[str] = state.sides or sorted({unit.side for unit in state.units.values()})
    return SIDES[(order.index(side) if side in order else 0) % len(SIDES)]


def _counter(state: GameState, unit: Unit, at: Point, height: float) -> Iterator[Mark]:
    size = module(state.board)
    x, y = at[0] + height * _STEP * size, at[1] - height * _STEP * size
    across, down = _WIDTH * size / 2, _HEIGHT * size / 2
    facts = {"unit": unit.id, "type": unit.type, "side": unit.side, "place": name(unit.at) if unit.at else ""}
    if unit.facing_deg is not None:
        yield _facing(unit.facing_deg, (x, y), size)
    corners = ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))
    yield Area(side_role(state, unit.side), (corners,), facts)
    lines, letter = _fitted(str(unit))
    letter *= size
    for k, line in enumerate(lines):
        yield Label(Role.UNIT_NAME, (x, y + (k - (len(lines) - 1) / 2) * letter * 1.12), line, letter)
    for k, condition in enumerate(sorted(unit.conditions)):
        letter = 0.13 * size
        told = condition.replace("_", " ")
        yield Label(Role.CONDITION, (x, y + down + letter * (0.65 + 1.05 * k)), told, letter)


def _facing(bearing_deg: float, at: Point, size: float) -> Area:
    """A tick that sticks out from under the counter the way the unit faces."""
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
    return Dot(
        role, centre(state.board, marker.at), 0.36 * module(state.board),
        {"marker": marker.kind, "value": marker.value, "place": name(marker.at)},
    )  # fmt: skip


def _markers_told(state: GameState, place: Place, markers: Sequence[Marker], units: int) -> Iterator[Label]:
    """The markers of a place in words, one under another, above its counters if there are any."""
    size = module(state.board)
    x, y = centre(state.board, place)
    lines = [_words(marker) for marker in markers]
    if units:
        letter = 0.12
        lowest = -_HEIGHT / 2 - (units - 1) / 2 * _STEP - 0.75 * letter
    else:
        letter = min(0.16, 0.66 / (_LETTER * max(map(len, lines))), 0.6 / (1.1 * len(lines)))
        lowest = (len(lines) - 1) / 2 * 1.1 * letter
    for k, line in enumerate(reversed(lines)):
        yield Label(Role.MARKER, (x, y + (lowest - 1.1 * letter * k) * size), line, letter * size)


def _words(marker: Marker) -> str:
    return marker.kind.replace("_", " ") + (f" {marker.value}" if marker.value != 1 else "")


def _fitted(words: str) -> tuple[list[str], float]:
    """A name broken into the lines that let its letters be largest, and how large they are."""
    parts = [part for word in words.split() for part in _parts(word)] or [""]
    breaks = [()] + [cuts for count in (1, 2) for cuts in combinations(range(1, min(len(parts), 9)), count)]
    best: tuple[list[str], float] = ([_joined(parts)], 0.0)
    for cuts in breaks:
        ends = (0, *cuts, len(parts))
        lines = [_joined(parts[start:end]) for start, end in pairwise(ends)]
        letter = min(
            _LARGEST,
            0.94 * _WIDTH / (_LETTER * max(map(len, lines))),
            0.92 * _HEIGHT / (1.12 * len(lines)),
        )
        if letter > best[1] + 1e-9:
            best = lines, letter
    return best


def _parts(word: str) -> list[str]:
    """The parts of a word too long for a counter: broken after the dots of an id, else between consonants near its middle.

    >>> [_joined([part]) for part in _parts("us.able.1.squad")], _parts("Sherman")
    (['us.', 'able.', '1.', 'squad'], ['Sherman'])
    >>> _joined(_parts("Panzerschreck")[:1]), _joined(_parts("Panzerschreck"))
    ('Panzer-', 'Panzerschreck')
    """
    if len(word) <= _LONGEST:
        return [word]
    if "." in word[:-1]:
        *before, last = word.split(".")
        return [*(f"{part}.{_NO_SPACE}" for part in before), last]
    cuts = [k for k in range(3, len(word) - 2) if _CONSONANTS.issuperset(word[k - 1 : k + 1].lower())]
    if not cuts:
        return [word]
    cut = min(cuts, key=lambda k: abs(k - len(word) / 2))
    return [word[:cut] + _HYPHEN, word[cut:]]


def _joined(parts: Sequence[str]) -> str:
    """The parts of one line: words with a space between them, and a hyphen where a word goes on in the next."""
    line = " ".join(parts).replace(f"{_NO_SPACE} ", "").replace(f"{_HYPHEN} ", "")
    return line.replace(_NO_SPACE, "").replace(_HYPHEN, "-")
