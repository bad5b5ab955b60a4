"""What is this place? Its movement cost, fire modifiers and effect on sight, by chapter 9 and the Terrain Effects chart."""

from collections.abc import Iterable, Iterator
from math import isinf

from rules.game.citation import Citation
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.verdicts import Ground
from rules.ground.place import Place
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain
from rules.micro_armour.book.rulebook import Edition
from rules.micro_armour.book.terrain_chart import CHART, Cost, Effect, When, check_table, printed_row
from rules.micro_armour.questions.levels import is_without_level, level_at, level_of
from rules.micro_armour.questions.terrain import is_on_wreck, modified_by, price_per_inch
from rules.micro_armour.state.stands import table_of


def ground(state: GameState, place: Place, edition: Edition) -> Ruling[Ground]:
    """The ground of a spot: the cost of an inch for tracked stands, and each kind of ground with its
    modifiers and effect on sight.

    Rule: MATG2 9.1, 9.2 and the Terrain Effects chart; MATG1 9.0.
    Raises:
        BadInput: if the place is no spot of a table, or a piece of the table is ground that the book does not know.
        OffBoard: if it is off the table.
    """
    table = table_of(state)
    check_table(table)
    place = table.on_board(place)
    pieces = {piece.terrain: piece for piece in table.at(place)}
    price = price_per_inch(pieces)
    paid = (
        Reason(f"an inch costs tracked stands {float(price):g}", edition.cite("Terrain Effects"))
        if price is not None
        else Reason("nobody may enter", _why_barred(pieces, edition))
    )
    is_wreck = is_on_wreck(state, place)
    level = level_at(table, place)
    kinds = (*pieces, TableTerrain.WRECK) if is_wreck else tuple(pieces)
    rows = {printed_row(kind): CHART[kind] for kind in kinds}
    always = sum(row.modifier for row in rows.values() if row.when in (When.ALWAYS, When.EITHER_END))
    reasons = (
        paid,
        *(reason for piece in pieces.values() for reason in _piece_reasons(piece, level, edition)),
        *(
            [Reason("+1 on a wreck", edition.cite("9.2"))]
            if is_wreck and TableTerrain.WRECK not in pieces
            else []
        ),
    )
    terrain = tuple(kind.words for kind in pieces) or ("open ground",)
    cover = f"{always:+d} to fire at it" if always else "nothing added to fire at it"
    return Ruling(f"ground at {place}", Ground(place, terrain, level, cover), reasons)


def _why_barred(kinds: Iterable[TableTerrain], edition: Edition) -> Citation:
    barred = next(CHART[kind] for kind in kinds if CHART[kind].cost is Cost.IMPASSABLE)
    return _with_reading(edition.cite("8.3.2"), barred, edition)


def _with_reading(cite: Citation, row: Effect, edition: Edition) -> Citation:
    return cite.together_with(edition.our(row.our)) if row.our else cite


def _piece_reasons(piece: Piece, level: int, edition: Edition) -> Iterator[Reason]:
    row, chart = CHART[piece.terrain], edition.cite("Terrain Effects")
    if is_without_level(piece) and level == level_of(piece):
        yield Reason(f"{piece} is drawn without a level: it is one level high", edition.our(68))
    if row.modifier:
        is_one_way = row.when is When.EITHER_END and not edition.fire_out_of_smoke
        when = When.ALWAYS if is_one_way else row.when
        yield Reason(f"{row.modifier:+d} {when.value} ({piece.terrain.words})", modified_by(row, edition))
    if row.see_into_in is not None:
        yield Reason(f"{piece}: {_hides(row.see_into_in)}", _with_reading(chart, row, edition))
    if row.is_concealing:
        yield Reason(f"{piece}: conceals stands that have not fired from it", modified_by(row, edition))


def _hides(see_into_in: float) -> str:
    if isinf(see_into_in):
        return "hides what is behind it, not who is on it"
    return f"one sees {see_into_in:g} inch into it" if see_into_in else "nobody sees through it"
