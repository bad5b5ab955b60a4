"""A game of VASSAL as a scene: its board, and its pieces as tokens and areas in places of our board.

VASSAL's hexes may be squashed. Our tokens stand in the middle of their hex on a regular grid, with A1 where the module
has it, so that our pictures fit the module's map if its grid is regular.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from exporters.json_value import Json
from exporters.place_text import name as place_name
from rules.errors import BadInput, Unknown
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, Top
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from vtt_bridge.port.calibration import check_frame, place_px
from vtt_bridge.port.virtual_table import Area, Frame, FrameKind, Game, PointPx, Scene, Source, Token, frozen
from vtt_bridge.vassal.mapping import ModuleMapping
from vtt_bridge.vassal.module_file import Module, VassalBoard, VassalMap
from vtt_bridge.vassal.pieces import Piece
from vtt_bridge.vassal.saved_game import SavedGame

VTT = "vassal"


@dataclass(frozen=True)
class VassalTable:
    """How to read the games of a module: the module, the mapping of its pieces, and the board and game."""

    module: Module
    mapping: ModuleMapping
    board: Board
    game: Game

    @cached_property
    def map(self) -> VassalMap:
        """The map that shows our board."""
        return self.module.map(self.mapping.map)

    def scene(self, saved: SavedGame, name: str) -> Scene:
        """The scene in a saved game.

        Raises:
            BadInput, Unknown: if the map shows another board, or the mapping does not fit the module.
            BadScene: if the module's hexes are laid out differently from the board's.
        """
        shown = _Shown(self, saved)
        tokens = tuple(shown.tokens())
        areas = tuple(shown.areas())
        source = Source.hashed(VTT, "save", (tokens, areas))
        return Scene(source, name, shown.frame, shown.size_px, self.game, tokens, areas)

    def places(self, saved: SavedGame) -> dict[str, Place]:
        """The place on our board of each piece that is a unit, by the id of the piece."""
        shown = _Shown(self, saved)
        return {piece.id: place for piece, place in shown.placed() if self.mapping.unit_row(piece)}

    def unread(self, saved: SavedGame) -> tuple[str, ...]:
        """The names of the pieces on the board that the mapping gives no meaning."""
        shown = _Shown(self, saved)
        mapping, pieces = self.mapping, (piece for piece, _ in shown.placed())
        return tuple(
            sorted(
                {
                    piece.name
                    for piece in pieces
                    if not mapping.unit_row(piece) and not mapping.marker(piece.name)
                }
            )
        )

    def unit_ids(self, pieces: Iterable[Piece]) -> dict[str, str]:
        """The unit id of each piece: its type, with a number if several pieces have that type."""
        rows = {piece.id: row for piece in pieces if (row := self.mapping.unit_row(piece))}
        many = Counter(row.type for row in rows.values())
        so_far: Counter[str] = Counter()
        ids: dict[str, str] = {}
        for piece_id in sorted(rows, key=lambda row_id: (len(row_id), row_id)):
            kind = rows[piece_id].type
            so_far[kind] += 1
            ids[piece_id] = kind if many[kind] == 1 else f"{kind}-{so_far[kind]}"
        return ids


def as_known(scene: Scene, state: GameState) -> Scene:
    """A scene with only the units of a state, as known there: concealed units are named "?"."""
    names = {str(token.unit["id"]): token for token in scene.tokens}
    tokens = (
        Token(
            id=unit.id,
            name=names[unit.id].name if _is_named(names.get(unit.id), unit) else "?",
            position_px=place_px(scene.frame, state.board, unit.at),
            facing_deg=unit.facing_deg,
            side=unit.side,
            unit=frozen({"id": unit.id, "type": unit.type, "conditions": [*sorted(unit.conditions)]}),
        )
        for unit in state.units.values()
        if unit.at is not None
    )
    return replace(scene, tokens=tuple(tokens))


def _is_named(token: Token | None, unit: Unit) -> bool:
    return token is not None and token.unit["type"] == unit.type


class _Shown:
    """The pieces of one game on the map that shows our board."""

    def __init__(self, table: VassalTable, saved: SavedGame) -> None:
        self.table, self.saved = table, saved
        self.names = {name for name in (table.map.name, table.map.id) if name}
        self.vassal_board, self.corner_px, self.is_reversed = _board_on(table, saved, self.names)
        self.frame = _frame(table, self.vassal_board, self.corner_px)
        check_frame(self.frame, table.board)
        width, height = self.vassal_board.size_px
        self.size_px = (round(self.corner_px[0] + width), round(self.corner_px[1] + height))
        self._a1 = _a1(table.mapping, self.vassal_board) if self.vassal_board.grid else (0, 0)

    def placed(self) -> Iterator[tuple[Piece, Place]]:
        """The pieces on our board, with their places."""
        for piece in self.saved.pieces.values():
            if piece.map in self.names and _is_on(self.table.board, place := self._place(piece.at_px)):
                yield piece, place

    def tokens(self) -> Iterator[Token]:
        """The pieces that are units."""
        mapping, ids = self.table.mapping, self.table.unit_ids(self.saved.pieces.values())
        for piece, place in self.placed():
            row = mapping.unit_row(piece)
            if row is None:
                continue
            conditions: list[Json] = [
                condition.condition for condition in mapping.conditions if condition.holds(piece)
            ]
            if piece.is_masked and mapping.masked:
                conditions.append(mapping.masked)
            yield Token(
                id=piece.id,
                name=piece.name[:200],
                position_px=place_px(self.frame, self.table.board, place),
                facing_deg=piece.bearing_deg,
                hidden=piece.is_hidden or (piece.is_masked and not mapping.masked),
                side=row.side,
                unit=frozen({"id": ids[piece.id], "type": row.type, "conditions": conditions}),
            )

    def areas(self) -> Iterator[Area]:
        """The pieces that are markers."""
        for piece, place in self.placed():
            terrain = self.table.mapping.marker(piece.name)
            if terrain and self.table.mapping.unit_row(piece) is None:
                yield Area(piece.id, terrain, cells=(place_name(place),))

    def _place(self, at_px: PointPx) -> Place:
        x, y = at_px[0] - self.corner_px[0], at_px[1] - self.corner_px[1]
        if self.is_reversed:
            width, height = self.vassal_board.size_px
            x, y = width - x, height - y
        grid = self.vassal_board.grid
        if not isinstance(self.table.board, HexBoard) or grid is None:
            inch_px = self.table.mapping.inch_px or 1.0
            return Spot(x / inch_px, y / inch_px)
        column, row = grid.hex_at((x, y))
        column, row = column - self._a1[0], row - self._a1[1]
        return Hex(row, column) if grid.pointed else Hex(column, row)


def _is_on(board: Board, place: Place) -> bool:
    return place in board.grid if isinstance(board, HexBoard) else place in board


def _board_on(table: VassalTable, saved: SavedGame, names: set[str]) -> tuple[VassalBoard, PointPx, bool]:
    """The module's board that shows ours, its corner on the map, and whether it is upside down."""
    usual = tuple((board.name, number, 0, False) for number, board in enumerate(table.map.boards[:1]))
    chosen = next((boards for map_, boards in saved.boards.items() if map_ in names and boards), usual)
    sizes = {(column, row): table.map.board(name).size_px for name, column, row, _ in chosen}
    for name, column, row, is_reversed in chosen:
        if name == table.mapping.board or not table.mapping.board:
            left = sum(sizes[other, row][0] for other in range(column) if (other, row) in sizes)
            above = sum(sizes[column, other][1] for other in range(row) if (column, other) in sizes)
            edge = table.map.edge_px
            return table.map.board(name), (edge[0] + left, edge[1] + above), is_reversed
    raise Unknown("board on the map", table.mapping.board, (name for name, *_ in chosen))


def _frame(table: VassalTable, board: VassalBoard, corner_px: PointPx) -> Frame:
    if not isinstance(table.board, HexBoard):
        if table.mapping.inch_px is None:
            raise BadInput("inch_px", None, "how many pixels of the module's map are an inch")
        return Frame(FrameKind.INCH, table.mapping.inch_px, corner_px)
    if board.grid is None:
        raise BadInput("map", table.mapping.map, f"a map with hexes (its board {board.name} has none)")
    a1 = _a1(table.mapping, board)
    x, y = board.grid.centre(a1)
    origin = corner_px[0] + x, corner_px[1] + y
    is_shifted = a1[0] % 2 == 1
    if board.grid.pointed:
        return Frame(
            FrameKind.HEX, board.grid.dy_px, origin, Top.POINTY, First.RIGHT if is_shifted else First.LEFT
        )
    return Frame(FrameKind.HEX, board.grid.dy_px, origin, Top.FLAT, First.LOW if is_shifted else First.HIGH)


def _a1(mapping: ModuleMapping, board: VassalBoard) -> tuple[int, int]:
    """The module's hex that is A1 of our board."""
    assert board.grid is not None
    labels = board.grid.labels(board.size_px)
    if not mapping.a1:
        return min(labels.values(), default=(0, 0))
    if mapping.a1 not in labels:
        raise Unknown(
            "hex of the module (a1)", mapping.a1, sorted(labels, key=lambda label: labels[label])[:12]
        )
    return labels[mapping.a1]
