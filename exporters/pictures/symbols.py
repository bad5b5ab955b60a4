"""The symbols of units in a few strokes, after NATO map symbols, distinct even at eight pixels."""

from collections.abc import Iterator
from math import cos, pi, sin

from exporters.picture import Area, Line, Mark, Point, Role
from rules.game.units import Symbol

_Strokes = tuple[tuple[Point, ...], ...]


def _oval(across: float, down: float, x: float = 0.0, y: float = 0.0) -> tuple[Point, ...]:
    steps = 20
    return tuple(
        (x + across * cos(2 * pi * k / steps), y + down * sin(2 * pi * k / steps)) for k in range(steps + 1)
    )


_FRAME = ((-1.0, -0.6), (1.0, -0.6), (1.0, 0.6), (-1.0, 0.6), (-1.0, -0.6))
_CROSS = (((-1.0, -0.6), (1.0, 0.6)), ((-1.0, 0.6), (1.0, -0.6)))
_STROKES: dict[Symbol, _Strokes] = {
    Symbol.INFANTRY: _CROSS,
    Symbol.LEADER: (((0.0, 0.6), (0.0, -0.45), (0.6, -0.25), (0.0, 0.0)),),
    Symbol.MACHINE_GUN: (
        ((0.0, 0.45), (0.0, -0.45)),
        ((-0.25, -0.15), (0.0, -0.45), (0.25, -0.15)),
        ((-0.4, 0.45), (0.4, 0.45)),
    ),
    Symbol.ANTI_TANK_WEAPON: (((-0.6, 0.6), (0.0, -0.35), (0.6, 0.6)), ((0.0, 0.6), (0.0, -0.35))),
    Symbol.MORTAR: (
        ((0.0, 0.2), (0.0, -0.48)),
        ((-0.25, -0.2), (0.0, -0.48), (0.25, -0.2)),
        _oval(0.2, 0.2, y=0.36),
    ),
    Symbol.GUN: (((-1.0, 0.6), (0.0, -0.6), (1.0, 0.6)),),
    Symbol.TANK: (_oval(0.72, 0.36),),
    Symbol.HALFTRACK: (_oval(0.72, 0.36), *_CROSS),
    Symbol.TRUCK: (((0.0, -0.6), (0.0, 0.6)), _oval(0.16, 0.16, -0.5, 0.36), _oval(0.16, 0.16, 0.5, 0.36)),
    Symbol.RECCE: (((-1.0, 0.6), (1.0, -0.6)),),
    Symbol.AIRCRAFT: (((-0.6, -0.3), (0.6, 0.3), (0.6, -0.3), (-0.6, 0.3), (-0.6, -0.3)),),
    Symbol.UNKNOWN: (
        ((-0.25, -0.25), (-0.1, -0.42), (0.15, -0.42), (0.27, -0.22), (0.0, 0.02), (0.0, 0.18)),
        ((0.0, 0.38), (0.0, 0.46)),
    ),
}
"""The strokes of each symbol inside its frame, which is 2 wide and 1.2 high about its middle."""


def symbol_marks(symbol: Symbol, at: Point, width: float) -> Iterator[Mark]:
    """A symbol with its middle at a point, in a frame of this width."""

    def moved(stroke: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((at[0] + x * width / 2, at[1] + y * width / 2) for x, y in stroke)

    yield Area(Role.SYMBOL_FRAME, (moved(_FRAME[:-1]),), {"symbol": symbol.value})
    for stroke in _STROKES[symbol]:
        yield Line(Role.SYMBOL, moved(stroke))
