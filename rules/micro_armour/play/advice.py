"""Probable mistakes in a scenario: fields that this book never reads, a side without a GHQ."""

from collections.abc import Iterator

from rules.game.advice import Advice, sides_without_units, words_unread
from rules.game.state import GameState
from rules.ground.table.tabletop import Tabletop
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.state.conditions import FIRED, GHQ, HQ, MARKERS, MOVEMENT, RECON, WRECK

CONDITIONS = frozenset({*MARKERS, FIRED, MOVEMENT, GHQ, HQ, RECON})


def advice(state: GameState, edition: Edition) -> Iterator[Advice]:
    """Probable mistakes in a scenario before play."""
    yield from sides_without_units(state)
    yield from _headquarters(state)
    known = CONDITIONS if edition.recon_needs_no_order else CONDITIONS - {RECON}
    yield from words_unread(state, known)
    for number, marker in enumerate(state.markers):
        if marker.kind != WRECK:
            wanted = f"{WRECK}: smoke and other ground are pieces of the table"
            yield Advice(f"markers[{number}].kind", marker.kind, "does nothing", wanted)
    for piece in state.board.pieces if isinstance(state.board, Tabletop) else ():
        if piece.height_in is not None:
            does = "does nothing in this book, which knows levels alone"
            yield Advice(f"pieces[{piece.id}].height_in", piece.height_in, does, "a level, or nothing")


def _headquarters(state: GameState) -> Iterator[Advice]:
    """Advice on sides that have stands but no GHQ.

    Rule: MATG2 8.2.1, 8.2.2.
    """
    for side in state.sides:
        stands = [unit for unit in state.units.values() if unit.side == side]
        chiefs = sum(unit.has(GHQ) for unit in stands)
        if stands and chiefs != 1:
            orders = "it has orders until all are lost" if chiefs else "without one it has no orders"
            does = f"stands of {side} are its GHQ, and {orders}"
            yield Advice("units", chiefs, does, f"one with the condition {GHQ}, {HQ} for others")
