"""Probable slips in a scenario that can still be played: units drawn in buildings, odd morale values, fields without effect.

Rule: KGN Battle group morale, Buildings, Objectives; OUR 178.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.game.advice import Advice, sides_without_units, words_unread
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.conditions import CONDITIONS
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.play.battle_group import MOST_MORALE
from rules.kampfgruppe_normandy.state.model_heights import is_raised


def advice(state: GameState, options: Mapping[str, Any], book: BookData) -> Iterator[Advice]:
    """Probable slips in a scenario before play."""
    yield from sides_without_units(state)
    for kind in book.roster.values():
        if kind.morale > MOST_MORALE:
            yield Advice(
                f"roster.{kind.id}.morale",
                kind.morale,
                "is no morale value of the lists",
                f"0 to {MOST_MORALE}",
            )
    yield from words_unread(state, CONDITIONS)
    for number, marker in enumerate(state.markers):
        wanted = "none: mines, wire and smoke are pieces of the table"
        yield Advice(f"markers[{number}].kind", marker.kind, "does nothing", wanted)
    for objective in options.get("objectives", ()):
        if isinstance(objective, Mapping) and objective.get("points", 1) != 1:
            field = f"objectives.{objective.get('name')}.points"
            yield Advice(
                field, objective["points"], "does nothing", "none: each objective is worth a counter"
            )
    if isinstance(state.board, Tabletop):
        yield from _idle_heights(state.board)
        yield from _not_inside(state, state.board, options, book)


def _idle_heights(table: Tabletop) -> Iterator[Advice]:
    for piece in table.pieces:
        if piece.height_in is not None and not _height_matters(piece):
            does = f"does nothing on {piece.terrain.words}, which hides nothing"
            yield Advice(f"pieces[{piece.id}].height_in", piece.height_in, does, "no height")


def _height_matters(piece: Piece) -> bool:
    """Whether the height of a piece matters to sight."""
    ground = ground_of(piece)
    hides = ground.see_into_in is not None or ground.behind is not Cover.OPEN
    return hides or ground.is_building or is_raised(piece)


def _not_inside(
    state: GameState, table: Tabletop, options: Mapping[str, Any], book: BookData
) -> Iterator[Advice]:
    inside = options.get("inside", {})
    for unit in state.units.values():
        if not isinstance(unit.at, Spot) or unit.type not in book.roster or unit.id in inside:
            continue
        kind = book.type(unit.type).kind
        for piece in table.at(unit.at):
            if not ground_of(piece).is_building or kind is Kind.AIRCRAFT:
                continue
            at = f"units.{unit.id}.at"
            if kind in (Kind.INFANTRY, Kind.GUN):
                wanted = f'"inside": {{"{unit.id}": "{piece.id}"}} among the options, or a place beside it'
                yield Advice(
                    at, str(unit.at), f"lies in {piece}, where options.inside does not have it", wanted
                )
            else:
                yield Advice(
                    at, str(unit.at), f"lies in {piece}, which no vehicle enters", "a place beside it"
                )
