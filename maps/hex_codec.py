"""Hex maps read from documents and written to them.

A document gives outline points in hexes; a board holds them on the fine lattice. Reading rounds to the
lattice, and writing gives the shortest decimals that read back to the same point, so nothing drifts.
"""

from collections.abc import Iterable
from itertools import pairwise, product
from typing import Any

from maps.documents import Document, checked, under
from rules.errors import BadInput, BadLabel, OffBoard
from rules.ground.hex.board import FINE, HexBoard, HexGround, Line, Outline, within
from rules.ground.hex.hexes import First, Hex, HexGrid, Hexside, Lattice, Top
from rules.ground.hex.terrain import BACKGROUNDS, Terrain

SCHEMA = "board.schema.json"
SLACK = 2
"""How many fine steps an image may lie outside its hex, from rounding, before it is refused."""


def hex_board_from(document: object, form: str, field: str = "") -> HexBoard:
    """The hex map a document describes.

    Raises:
        BadInput: for the first thing that is wrong; `field` says where the document lies in a larger one.
    """
    known = checked(document, SCHEMA, form, field)
    grid = _grid_from(known["grid"])
    reader = _Reader(grid, field)
    return HexBoard(
        name=known["name"],
        grid=grid,
        hexes=reader.hexes(known.get("hexes", {})),
        hexsides=reader.hexsides(known.get("hexsides", [])),
        lines=tuple(reader.line(entry, i) for i, entry in enumerate(known.get("lines", []))),
        outlines=tuple(reader.outline(entry, i) for i, entry in enumerate(known.get("outlines", []))),
    )


def hex_board_document(board: HexBoard, form: str) -> dict[str, Any]:
    """The document of a hex map: hexes and hexsides in the order of the map, lines and outlines in their own order."""
    grid = board.grid
    return {
        "format": form,
        "name": board.name,
        "ground": "hex",
        "grid": _grid_document(grid),
        "hexes": {place.label: _ground_document(ground) for place, ground in sorted(board.hexes.items())},
        "hexsides": [
            {"between": [side.first.label, side.second.label], "terrain": terrain.value}
            for side, terrain in sorted(board.hexsides.items())
        ],
        "lines": [
            {"terrain": line.terrain.value, "path": [place.label for place in line.path]}
            for line in board.lines
        ],
        "outlines": [_outline_document(grid, outline) for outline in board.outlines],
    }


def summary(board: HexBoard) -> str:
    """A hex map in one line: its name, its size, and its terrain."""
    kinds = {terrain for ground in board.hexes.values() for terrain in ground.terrain - {Terrain.RURAL}}
    kinds |= set(board.hexsides.values()) | {line.terrain for line in board.lines}
    there = [terrain.words for terrain in Terrain if terrain in kinds]
    top = max((ground.level for ground in board.hexes.values()), default=0)
    if top > 0:
        there.insert(0, "hills of one level" if top == 1 else f"hills of {top} levels")
    return f"{board.name}: {board.grid.columns} x {board.grid.rows} hexes; {', '.join(there) or 'open'}"


class _Reader:
    """Reads the parts of one document; errors name the path in it."""

    def __init__(self, grid: HexGrid, field: str) -> None:
        self._grid = grid
        self._field = field

    def hexes(self, entries: Document) -> dict[Hex, HexGround]:
        ground_by_hex = {}
        for label, entry in entries.items():
            place = self._place(label, "hexes")
            terrain = frozenset(Terrain(kind) for kind in entry.get("terrain", []))
            if terrain >= BACKGROUNDS:
                where = under(self._field, "hexes", label, "terrain")
                raise BadInput(where, entry["terrain"], "either rural or urban")
            contour = entry.get("contour")
            ground_by_hex[place] = HexGround(
                terrain, int(entry.get("level", 0)), None if contour is None else int(contour)
            )
        return ground_by_hex

    def hexsides(self, entries: Iterable[Document]) -> dict[Hexside, Terrain]:
        terrain_by_side: dict[Hexside, Terrain] = {}
        for i, entry in enumerate(entries):
            where = ("hexsides", i, "between")
            side = self._hexside(*(self._place(label, *where, k) for k, label in enumerate(entry["between"])))
            if side is None:
                raise BadInput(under(self._field, *where), entry["between"], "a pair of neighbouring hexes")
            if side in terrain_by_side:
                raise BadInput(under(self._field, *where), entry["between"], "named only once")
            terrain_by_side[side] = Terrain(entry["terrain"])
        return terrain_by_side

    def line(self, entry: Document, i: int) -> Line:
        path = [self._place(label, "lines", i, "path", k) for k, label in enumerate(entry["path"])]
        for k, (one, other) in enumerate(pairwise(path), start=1):
            if self._hexside(one, other) is None:
                raise BadInput(
                    under(self._field, "lines", i, "path", k), other.label, f"a neighbour of {one}"
                )
        return Line(Terrain(entry["terrain"]), tuple(path))

    def outline(self, entry: Document, i: int) -> Outline:
        terrain = Terrain(entry["terrain"])
        points = [_fine(self._grid, point) for point in entry["polygon"]]
        if terrain is Terrain.CONTOUR:
            return Outline(terrain, tuple(points), contour=int(entry["contour"]))
        place = self._place(entry["in"], "outlines", i, "in")
        drawn: list[Lattice] = []
        for k, point in enumerate(points):
            near = _onto(self._grid, place, point)
            if near is None:
                where = under(self._field, "outlines", i, "polygon", k)
                raise BadInput(where, entry["polygon"][k], f"within {place}")
            drawn.append(near)
        return Outline(terrain, tuple(drawn), place)

    def _place(self, label: str, *steps: str | int) -> Hex:
        where = under(self._field, *steps)
        try:
            return self._grid.named(label)
        except BadLabel:
            raise BadLabel(label, where) from None
        except OffBoard:
            raise BadInput(where, label, f"on the board, which has {self._grid.extent}") from None

    def _hexside(self, one: Hex, other: Hex) -> Hexside | None:
        try:
            return self._grid.hexside(one, other)
        except BadInput:
            return None


def _grid_from(entry: Document) -> HexGrid:
    first = entry["first_column"] if entry["top"] == "flat" else entry["first_row"]
    return HexGrid(
        int(entry["columns"]),
        int(entry["rows"]),
        Top(entry["top"]),
        First(first),
        entry.get("half_hexes", False),
    )


def _grid_document(grid: HexGrid) -> dict[str, Any]:
    first = "first_column" if grid.is_flat else "first_row"
    document = {"columns": grid.columns, "rows": grid.rows, "top": grid.top.value, first: grid.first.value}
    return {**document, "half_hexes": True} if grid.half_hexes else document


def _ground_document(ground: HexGround) -> dict[str, Any]:
    unsaid = set() if Terrain.URBAN_BUILDING in ground.terrain else {Terrain.RURAL}
    terrain = [kind.value for kind in Terrain if kind in ground.terrain - unsaid]
    document: dict[str, Any] = {"terrain": terrain} if terrain else {}
    if ground.level:
        document["level"] = ground.level
    if ground.contour is not None:
        document["contour"] = ground.contour
    return document


def _outline_document(grid: HexGrid, outline: Outline) -> dict[str, Any]:
    document: dict[str, Any] = {"terrain": outline.terrain.value}
    if outline.at is None:
        document["contour"] = outline.contour
    else:
        document["in"] = outline.at.label
    document["polygon"] = [_written(grid, point) for point in outline.points]
    return document


def _fine(grid: HexGrid, point: Iterable[float]) -> Lattice:
    x, y = map(_fine_along, point, grid.scale, grid.centre(Hex(0, 0)))
    return x, y


def _fine_along(value: float, scale: float, start: int) -> int:
    """The coordinate on the fine lattice of a number in a document, along one axis."""
    return round((value / scale + start) * FINE)


def _written(grid: HexGrid, point: Lattice) -> list[float]:
    exact = grid.position((point[0] / FINE, point[1] / FINE))
    return list(map(_written_along, exact, point, grid.scale, grid.centre(Hex(0, 0))))


def _written_along(exact: float, fine: int, scale: float, start: int) -> float:
    """The shortest number that is read back as this coordinate."""
    for digits in range(5):
        value = round(exact, digits)
        if _fine_along(value, scale, start) == fine:
            return value if digits else int(value)
    raise AssertionError(f"{exact} needs more than four digits")


def _onto(grid: HexGrid, place: Hex, point: Lattice) -> Lattice | None:
    """The nearest point of the hex within the slack of rounding."""
    reach = range(-SLACK, SLACK + 1)
    for dx, dy in sorted(product(reach, reach), key=lambda step: (step[0] ** 2 + step[1] ** 2, step)):
        near = (point[0] + dx, point[1] + dy)
        if within(grid, place, near):
            return near
    return None
