"""A fixed loop of plain Python, by which a figure of another machine, or of an older commit, is carried over to this run.

It does what the rules do most: small objects are made, compared, looked up and put together. A figure is kept in
loops, how many of them it took in the process that measured it; times what a loop takes now, it is what it would take here.
"""

from dataclasses import dataclass, replace
from time import process_time

LOOPS_AT_A_TIME = 20


@dataclass(frozen=True)
class _Piece:
    name: str
    at: tuple[int, int]
    strength: int = 3


def loop() -> int:
    """One loop; it comes to 4,950 points."""
    pieces = {f"piece-{n}": _Piece(f"piece-{n}", (n, -n)) for n in range(100)}
    for name, piece in list(pieces.items()):
        pieces[name] = replace(piece, strength=piece.at[0])
    near = sorted(pieces.values(), key=lambda piece: (-piece.at[1], piece.name))
    return sum(piece.strength for piece in near if frozenset(piece.at) and pieces[piece.name] is piece)


def loop_s(least_of: int = 20) -> float:
    """What a loop takes here and now, in seconds of the processor."""
    return min(_loops() for _ in range(least_of)) / LOOPS_AT_A_TIME


def _loops() -> float:
    began = process_time()
    for _ in range(LOOPS_AT_A_TIME):
        loop()
    return process_time() - began


REFERENCE_LOOP_S = 0.000225
"""What a loop took on the machine on which limits in milliseconds were set."""


def here(budget: float) -> float:
    """A time that was allowed on that machine, as it is on this one."""
    return budget * loop_s() / REFERENCE_LOOP_S
