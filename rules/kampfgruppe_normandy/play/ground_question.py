"""What is this place? Its terrain and height, the cover within and behind it, what it hides, and which units it bars."""

from collections.abc import Iterator
from math import inf

import shapely

from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Ground
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.concealment import Cover
from rules.kampfgruppe_normandy.book.movement_rates import road_multiple
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import Bar, ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Mobility
from rules.kampfgruppe_normandy.questions.movement.closed_ground import bars, where_barred
from rules.kampfgruppe_normandy.questions.sight.cover import (
    CLOSE_BEHIND_IN,
    building_cover,
    pieces_at,
    sheltering_pieces,
    source_of_cover,
)
from rules.kampfgruppe_normandy.state.model_heights import ground_in
from rules.kampfgruppe_normandy.state.position import Position


def ground(state: GameState, book: BookData, place: Place, unit: Unit | None) -> Ruling[Ground]:
    """What a spot is: each piece of terrain it lies on, with its cover, and pieces near it that give cover behind them.

    Rule: KGN Concealment saves in detail, Movement, Buildings.
    Raises:
        BadInput: if the place is no spot of a table.
        OffBoard: if it is off the table.
    """
    position = Position(state, book)
    table = position.table
    place = table.on_board(place)
    pieces = next(pieces_at(position, [place]))
    cover = max((_cover_in(position, piece) for piece in pieces), default=Cover.OPEN)
    terrain = tuple(dict.fromkeys(piece.terrain.words for piece in pieces)) or ("open ground",)
    kind = None if unit is None else book.type(unit.type)
    reasons = (
        *(reason for piece in pieces for reason in _piece_reasons(position, piece, kind)),
        *_close_by(position, place),
        *_height(table, place),
    )
    return Ruling(f"ground at {place}", Ground(place, terrain, table.level_at(place), cover.words), reasons)


def _cover_in(position: Position, piece: Piece) -> Cover:
    """The cover of units in a piece, or of those that occupy a building."""
    return (
        building_cover(position.progress, piece) if ground_of(piece).is_building else ground_of(piece).within
    )


def _piece_reasons(position: Position, piece: Piece, kind: KgnType | None) -> Iterator[Reason]:
    """Reasons about a piece: its cover, sight and movement, and whether it bars this type of unit, or which kinds it bars."""
    row, cover = ground_of(piece), _cover_in(position, piece)
    inside = "for units that occupy it" if row.is_building else "for units in it"
    if cover is not Cover.OPEN:
        source = source_of_cover(piece) if row.is_building else cite("Concealment saves in detail")
        yield Reason(f"{piece}: {cover.name.lower()} cover {inside}", source)
    if row.see_into_in is not None:
        yield Reason(f"{piece}: {_hiding_words(row.see_into_in)}", cite("Line of sight"))
    if row.costs_die:
        yield Reason(f"{piece}: crossing it costs D6 inches", cite("Crossing difficult ground"))
    if row.is_road:
        times = _ROAD_MULTIPLES if kind is None else road_multiple(kind.mobility)
        yield Reason(f"{piece}: a move along it is multiplied by {times}", cite("Road movement"))
    if kind is not None and bars(piece, kind):
        yield Reason(f"{piece}: {kind.name} may not move into it", where_barred(piece))
    elif kind is None and row.bars is not Bar.NOBODY:
        yield Reason(f"{piece}: closed to {_CLOSED_TO[row.bars]}", where_barred(piece))


_ROAD_MULTIPLES = f"{road_multiple(Mobility.FOOT)}, of motorcycles and road vehicles by {road_multiple(Mobility.ROAD_VEHICLE)}"
_CLOSED_TO = {Bar.WHEELS: "wheels", Bar.VEHICLES: "vehicles and guns", Bar.ALL: "all"}


def _hiding_words(see_into_in: float) -> str:
    match see_into_in:
        case 0.0:
            return "nobody sees through it"
        case _ if see_into_in == inf:
            return "it hides what is behind it, but not units at it"
        case _:
            return f"one sees {see_into_in:g} inches into it"


def _close_by(position: Position, place: Spot) -> Iterator[Reason]:
    """The pieces near a spot that give cover to units close behind them."""
    for piece in sheltering_pieces(position):
        if 0 < piece.area.distance(shapely.Point(place)) <= CLOSE_BEHIND_IN:
            cover = ground_of(piece).behind.name.lower()
            yield Reason(f"{piece} is near: {cover} cover against fire over it", ours(33))


def _height(table: Tabletop, place: Spot) -> Iterator[Reason]:
    if high_in := ground_in(table, place):
        yield Reason(f"the ground lies {high_in:g} inches high", ours(73))
