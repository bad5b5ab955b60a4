"""A fixed loop of plain Python that converts figures of another machine, or of an older commit, to this run.

It does what the rules do most: it creates, compares, looks up and joins small objects. A figure is stored in
loops of the process that measured it; times the duration of a loop here, it is what the same work would take here.
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
    """Run one loop; its result is 4,950 points."""
    pieces = {f"piece-{n}": _Piece(f"piece-{n}", (n, -n)) for n in range(100)}
    for name, piece in list(pieces.items()):
        pieces[name] = replace(piece, strength=piece.at[0])
    near = sorted(pieces.values(), key=lambda piece: (-piece.at[1], piece.name))
    return sum(piece.strength for piece in near if frozenset(piece.at) and pieces[piece.name] is piece)


def loop_s(least_of: int = 20) -> float:
    """The duration of a loop here, in CPU seconds."""
    return min(_loops() for _ in range(least_of)) / LOOPS_AT_A_TIME


def _loops() -> float:
    began = process_time()
    for _ in range(LOOPS_AT_A_TIME):
        loop()
    return process_time() - began


REFERENCE_LOOP_S = 0.000225
"""The duration of a loop on the machine on which limits in milliseconds were set."""


def here(budget: float) -> float:
    """A budget set on that machine, converted to this one."""
    return budget * loop_s() / REFERENCE_LOOP_S
