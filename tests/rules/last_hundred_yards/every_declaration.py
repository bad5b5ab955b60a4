"""Every declaration that can be written on a small board, legal or not: an oracle for legal_actions.

Fields are filled by their names and types alone: hexes of the board, counters that the side knows of, words.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from itertools import chain, combinations, product
from typing import Any

from rules.game.engine.play import Action
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.declarations.fire.divide_markers import DivideMarkers
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.position import Position, row_of
from tests.rules.last_hundred_yards.playing import open_kinds, position_seen_by

CLASSES = ("afv", "fp", "carrier", "gun")


def allowed(state: GameState) -> set[Action]:
    """Every declaration of the side to act that why_not does not refuse, each in its usual form."""
    side = PLAY.to_act(state)
    assert side is not None
    position = position_seen_by(state, side)
    found: set[Action] = set()
    for kind in open_kinds(state):
        if kind is CallForReaction:
            found |= {one for one in every(position, side, kind) if not PLAY.why_not(state, one)}
            continue
        forbids = PLAY.declarations.procedures[kind].forbids
        for action in every(position, side, kind):
            if next(forbids(position, action), None) is None:
                found.add(usual(position, action))
    return found


def usual(position: Position, action: Any) -> Any:
    """A declaration in one form of the several that come to the same: names in order, markers by their values."""
    changed: dict[str, Any] = {}
    for field in fields(action):
        value = getattr(action, field.name)
        if isinstance(value, tuple) and not isinstance(value, Hex):
            changed[field.name] = tuple(sorted(value))
    if isinstance(action, DivideMarkers):
        markers = position.course.fires
        changed["fires"] = tuple(sorted(marker.value for marker in markers if marker.number in action.fires))
    for first, rest in (("unit", "along"), ("first", "second")):
        if hasattr(action, rest):
            others = getattr(action, rest)
            one, *more = sorted((getattr(action, first), *([others] if isinstance(others, str) else others)))
            changed |= {first: one, rest: more[0] if isinstance(others, str) else tuple(more)}
    return replace(action, **changed)


def every(position: Position, side: str, kind: type[Any]) -> Iterator[Action]:
    """Every combination of field values for a kind of declaration."""
    filled = [_choices(position, side, kind, field.name, field.type) for field in fields(kind)]
    return (kind(*values) for values in product(*filled))


def _choices(position: Position, side: str, kind: type[Any], name: str, written: object) -> list[Any]:
    state, course = position.state, position.course
    own = sorted(unit.id for unit in state.units.values() if unit.side == side)
    foes = sorted(unit.id for unit in state.units.values() if unit.side != side)
    rows = [row_of(state.unit(one)) for one in own]
    classes = [f"{one}@{at}" for at, _ in course.inquired for one in CLASSES]
    words: dict[str, list[Any]] = {
        "side": [side],
        "motion": ["", "shoot_and_scoot", "halt_and_fire"],
        "mode": ["forward", "reverse"],
        "unit": foes if kind is DivideMarkers else own,
        "first": own,
        "second": own,
        "units": _groups(own, 1, len(own)),
        "firers": _groups(own, 1, len(own)),
        "along": _groups(own, 0, 1),
        "leader": ["", *own],
        "vehicle": [*own, *foes],
        "aboard": ["", *own, *foes],
        "target": ["", *foes],
        "targets": [*_groups([*foes, *classes], 0, 2), *((one, one) for one in classes)],
        "sector": ["", *(sector.name for sector in course.mission.sectors)],
        "mortar": [mortar.id for mortar in course.mortars],
        "company": sorted({row.company for row in rows}),
        "platoons": _groups(sorted({row.platoon_key for row in rows}), 1, 2),
        "fires": _groups([fire.number for fire in course.fires], 0, len(course.fires)),
        "hexsides": _groups(range(1, 7), 1, 2),
    }
    grid = position.board.grid
    hexes = [*grid, Hex(grid.columns, grid.rows)]
    types: dict[object, list[Any]] = {
        Hex: hexes,
        Hex | None: [None, *hexes],
        tuple[Hex, ...]: _groups(hexes, 1, 2),
        bool: [False, True],
    }
    if name not in words and written not in types:
        raise AssertionError(f"{kind.__name__}.{name} is {written}: what may it be?")
    return words[name] if name in words else types[written]


def _groups(of: Iterable[Any], least: int, most: int) -> list[tuple[Any, ...]]:
    all_of = list(of)
    return list(chain.from_iterable(combinations(all_of, size) for size in range(least, most + 1)))
