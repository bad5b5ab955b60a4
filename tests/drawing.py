"""Hex boards drawn as text, for tests.

In a drawing each line is a row of the map and each word a hex; tops are flat, and column A stands high:

    board('''
        .  w  .
        .  f1 s
    ''')

Letters: . open, w woods, f forest, h hill (level 1), s stone, b wooden, u urban building, U urban without
building; a digit after the letter is the level, /n the contour: w1, h2/9. Walls, tree lines, roads
and rivers are given beside: walls="A1-B1 B1-B2", tree_lines="...", roads="A1 B1 C2, C2 C3", rivers="...".
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.ground.hex.board import HexBoard, HexGround, Line, Outline
from rules.ground.hex.hexes import First, Hex, HexGrid, Hexside, Top
from rules.ground.hex.terrain import Terrain

_LETTERS = {
    ".": {Terrain.RURAL},
    "h": {Terrain.RURAL},
    "w": {Terrain.RURAL, Terrain.WOODS},
    "f": {Terrain.RURAL, Terrain.FOREST},
    "s": {Terrain.RURAL, Terrain.STONE_BUILDING},
    "b": {Terrain.RURAL, Terrain.WOODEN_BUILDING},
    "u": {Terrain.URBAN, Terrain.URBAN_BUILDING},
    "U": {Terrain.URBAN},
}


def board(
    drawing: str,
    *,
    top: Top = Top.FLAT,
    first: First | None = None,
    walls: str = "",
    tree_lines: str = "",
    roads: str = "",
    rivers: str = "",
    hexes: dict[str, set[Terrain]] | None = None,
    outlines: tuple[Outline, ...] = (),
) -> HexBoard:
    """The board in a drawing."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    if first is None:
        first = First.HIGH if top is Top.FLAT else First.LEFT
    grid = HexGrid(max(map(len, rows)), len(rows), top, first)
    grounds: dict[Hex, HexGround] = {}
    for r, words in enumerate(rows):
        for c, word in enumerate(words):
            if word != ".":
                grounds[Hex(c, r)] = _ground(word)
    for label, extra in (hexes or {}).items():
        place = Hex.named(label)
        old = grounds.get(place, HexGround())
        grounds[place] = HexGround(old.terrain | extra, old.level, old.contour)
    sides: dict[Hexside, Terrain] = {}
    for terrain, drawn in ((Terrain.WALL, walls), (Terrain.TREE_LINE, tree_lines)):
        for pair in drawn.split():
            one, other = (Hex.named(label) for label in pair.split("-"))
            sides[grid.hexside(one, other)] = terrain
    lines = _lines(Terrain.ROAD, roads) + _lines(Terrain.RIVER, rivers)
    return HexBoard("drawn", grid, grounds, sides, lines, outlines)


def open_ground(
    columns: int, rows: int, words: Mapping[str, str] = MappingProxyType({}), **drawn: Any
) -> HexBoard:
    """A board of open ground, with some hexes in the letters of a drawing: open_ground(8, 10, {"C4": "w"})."""
    drawing = [["."] * columns for _ in range(rows)]
    for label, word in words.items():
        place = Hex.named(label)
        drawing[place.row][place.column] = word
    return board("\n".join(map(" ".join, drawing)), **drawn)


def _ground(word: str) -> HexGround:
    body, _, contour = word.partition("/")
    level = int(body[1:]) if body[1:] else int(body[0] == "h")
    return HexGround(frozenset(_LETTERS[body[0]]), level, int(contour) if contour else None)


def _lines(terrain: Terrain, drawn: str) -> tuple[Line, ...]:
    paths = [path.split() for path in drawn.split(",") if path.strip()]
    return tuple(Line(terrain, tuple(Hex.named(label) for label in path)) for path in paths)
