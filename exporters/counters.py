"""Units and markers as marks: a counter with side, name, facing tick and conditions."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import cos, radians, sin

from exporters.picture import SIDES, Area, Dot, Label, Mark, Point, Role
from exporters.places import centre, module, name
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.board import Place

_WIDTH, _HEIGHT = 0.62, 0.46
_STEP = 0.1
_LETTER = 0.56
"""How wide a letter is, of its height, on the average."""
_LARGEST = 0.17
_LONGEST = 9
_CONSONANTS = frozenset("bcdfghjklmnpqrstvwxzß")


def counters(state: GameState) -> Iterator[Mark]:
    """Every marker and every unit on the board; units that share a place lie on one another, askew."""
    for marker in state.markers:
        yield from _marker(state, marker)
    stacks: dict[Place, list[Unit]] = {}
    for unit in state.units.values():
        if unit.at is not None:
            stacks.setdefault(unit.at, []).append(unit)
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


def _marker(state: GameState, marker: Marker) -> Iterator[Mark]:
    size = module(state.board)
    x, y = centre(state.board, marker.at)
    role = Role.SMOKE if marker.kind == "smoke" else Role.MARKER
    yield Dot(
        role, (x, y), 0.36 * size, {"marker": marker.kind, "value": marker.value, "place": name(marker.at)}
    )
    words = marker.kind.replace("_", " ") + (f" {marker.value}" if marker.value != 1 else "")
    letter = min(0.16, 0.66 / (_LETTER * len(words))) * size
    yield Label(Role.MARKER, (x, y), words, letter)


def _fitted(words: str) -> tuple[list[str], float]:
    """A name broken into the lines that let its letters be largest, and how large they are."""
    parts = [part for word in words.split() for part in _hyphened(word)] or [""]
    breaks = [()] + [cuts for count in (1, 2) for cuts in combinations(range(1, min(len(parts), 9)), count)]
    best: tuple[list[str], float] = ([" ".join(parts)], 0.0)
    for cuts in breaks:
        ends = (0, *cuts, len(parts))
        lines = [" ".join(parts[start:end]) for start, end in pairwise(ends)]
        letter = min(
            _LARGEST,
            0.94 * _WIDTH / (_LETTER * max(map(len, lines))),
            0.92 * _HEIGHT / (1.12 * len(lines)),
        )
        if letter > best[1] + 1e-9:
            best = lines, letter
    return best


def _hyphened(word: str) -> list[str]:
    """A word too long for a counter in two parts, cut between consonants near its middle.

    >>> _hyphened("Panzerschreck"), _hyphened("Sherman")
    (['Panzer-', 'schreck'], ['Sherman'])
    """
    cuts = [k for k in range(3, len(word) - 2) if _CONSONANTS.issuperset(word[k - 1 : k + 1].lower())]
    if len(word) <= _LONGEST or not cuts:
        return [word]
    cut = min(cuts, key=lambda k: abs(k - len(word) / 2))
    return [f"{word[:cut]}-", word[cut:]]
