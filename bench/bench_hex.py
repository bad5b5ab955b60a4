"""Sight over hexes: fields, pairs and the atlas by the full rules of Last Hundred Yards."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from random import Random

from bench.floors.hex_field import FlatFields
from bench.harness.groups import group
from bench.harness.measuring import Peer, Work, compare, within_ms
from bench.harness.rows import Row
from bench.hex_boards import GRID, Fresh, full, smoke, wooded
from rules.game.state import GameState
from rules.ground.hex.hexes import Hex, HexGrid
from rules.last_hundred_yards.book.options import AS_WE_READ
from rules.last_hundred_yards.questions.sight.atlas import sight_atlas
from rules.last_hundred_yards.questions.sight.line_of_sight import line_of_sight, sight_field

SOURCES = tuple(Random(2).sample(list(GRID), 40))
"""The hexes from which fields are seen in one turn, from the middle to the corners."""

EVERYWHERE = Random(5).sample(list(GRID), GRID.columns * GRID.rows)
PAIRS = tuple((Random(6 + k).choice(EVERYWHERE), Random(900 + k).choice(EVERYWHERE)) for k in range(200))


ATLAS_MS = 2000.0


@group
def field() -> Iterator[Row]:
    """A whole field by the full rules, seen from the same hexes again and from others."""
    for title, state in _states().items():
        ask = partial(sight_field, state)
        for temper, work in (("warm", over(ask)), ("cold", elsewhere(ask))):
            yield from compare(f"LHY field, {title}, {temper}", work, c_floor(limit=10), asks=len(SOURCES))


@group
def pair() -> Iterator[Row]:
    """One line with all its reasons, after fields were asked for, so that the compiled tests are loaded."""
    for title, state in _states().items():
        over(partial(sight_field, state))()
        yield from compare(
            f"LHY explained pair, {title}",
            partial(_pairs, state),
            c_floor(limit=0.5),
            asks=len(PAIRS),
        )


def _pairs(state: GameState) -> object:
    return [line_of_sight(state, *pair) for pair in PAIRS]


@group
def first() -> Iterator[Row]:
    """The first field on a new board with contours, by the size of the board."""
    small, large = Fresh(HexGrid(20, 20)), Fresh(HexGrid(40, 40))
    yield from compare(
        "first LHY field, contours, 40 x 40",
        lambda: sight_field(GameState(large.board), Hex(0, 0)),
        Peer("20 x 20", lambda: sight_field(GameState(small.board), Hex(0, 0)), limit=8, before=small.draw),
        before=large.draw,
    )


@group
def atlas() -> Iterator[Row]:
    """Who sees whom, for every pair of hexes."""
    floor = FlatFields(GRID, wooded().hexes)
    for title, state in _states().items():
        atlas = partial(sight_atlas, state, AS_WE_READ)
        fields = Peer("3,600 C flat fields", floor.atlas, limit=4)
        yield from compare(f"LHY atlas, 60 x 60, {title}", atlas, fields)
        yield within_ms(f"LHY atlas, 60 x 60, {title}", atlas, ATLAS_MS)


def c_floor(limit: float | None = None) -> Peer:
    """The flat field in C, every line walked, from all the sources."""
    floor = FlatFields(GRID, wooded().hexes)
    return Peer("C flat field", over(floor.field), limit, asks=len(SOURCES))


def over(ask: Callable[[Hex], object]) -> Work:
    """The work of asking from all the sources."""
    return lambda: [ask(source) for source in SOURCES]


def elsewhere(ask: Callable[[Hex], object]) -> Work:
    """The work of asking from as many hexes, each time from others."""
    turns = cycle(EVERYWHERE)
    return lambda: [ask(source) for source in islice(turns, len(SOURCES))]


def _states() -> dict[str, GameState]:
    return {"woods": GameState(wooded()), "hills, outlines, smoke": GameState(full(), markers=smoke())}
