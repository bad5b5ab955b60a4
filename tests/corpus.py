"""The published corpus of lines of sight in docs/corpus (`make corpus` writes it anew), for use by other
engines: docs/corpus.md."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maps.codec import board_document, board_from
from maps.documents import text_of
from rules.catalog import ruleset
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Marker
from rules.game.verdicts import Sight, Visibility
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, Top
from rules.ground.table.inches import Spot
from tests.drawing import board

FOLDER = Path(__file__).parent.parent / "docs" / "corpus"
FORMAT = "blindhex-los/1"
_LETTERS = {Visibility.CLEAR: ".", Visibility.BLOCKED: "#", Visibility.BLIND: "b"}


@dataclass(frozen=True, slots=True)
class Situation:
    """A board with its markers, the book, and the place from which every line is explained."""

    name: str
    about: str
    board: Board
    explained: Hex | Spot
    book: str = "lhy"
    switches: tuple[str, ...] = ()
    markers: tuple[Marker, ...] = ()
    spots: tuple[Spot, ...] = ()

    @property
    def places(self) -> tuple[Hex | Spot, ...]:
        """The hexes of the board, or spots of the table."""
        return tuple(self.board.grid) if isinstance(self.board, HexBoard) else self.spots

    @property
    def ruleset(self) -> Ruleset:
        return ruleset(self.book).with_options(self.switches, {})

    @property
    def state(self) -> GameState:
        return GameState(self.board, markers=self.markers)


def document(situation: Situation) -> dict[str, Any]:
    """A situation with the answer for every line, as published."""
    book, state, places = situation.ruleset, situation.state, situation.places
    sights = {
        viewer: [book.line_of_sight(state, viewer, target).verdict for target in places] for viewer in places
    }
    return {
        "format": FORMAT,
        "name": situation.name,
        "about": situation.about,
        "book": book.rulebook.title,
        "edition": book.rulebook.edition,
        "switches": list(situation.switches),
        "board": board_document(situation.board),
        "markers": [
            {"kind": mark.kind, "at": str(mark.at), "value": mark.value} for mark in situation.markers
        ],
        "places": [_place(place) for place in places],
        "sees": {_key(viewer): _row(seen) for viewer, seen in sights.items()},
        "explained": list(_explained(situation)),
    }


def _row(seen: list[Sight]) -> str | list[int]:
    """A letter for each place, or the percentage seen, in books where targets may be seen in part."""
    if any(sight.share is not None for sight in seen):
        return [round(100 * (sight.share or 0)) for sight in seen]
    return "".join(_LETTERS.get(sight.visibility) or str(sight.hindrance) for sight in seen)


def _explained(situation: Situation) -> Iterator[dict[str, Any]]:
    for target in situation.places:
        ruling = situation.ruleset.line_of_sight(situation.state, situation.explained, target)
        if ruling.verdict.visibility is not Visibility.CLEAR:
            because = [
                {"rule": str(reason.cite), "says": reason.text, "at": [_place(place) for place in reason.at]}
                for reason in ruling.reasons
            ]
            yield {"from": _place(situation.explained), "to": _place(target), "because": because}


def _place(place: object) -> str | list[float]:
    return [round(place.x_in, 2), round(place.y_in, 2)] if isinstance(place, Spot) else str(place)


def _key(place: Hex | Spot) -> str:
    return f"{place.x_in:g},{place.y_in:g}" if isinstance(place, Spot) else str(place)


def _table(*pieces: dict[str, Any]) -> Board:
    return board_from(
        {
            "format": "blindhex-board/1",
            "name": "drawn",
            "ground": "table",
            "width_in": 18,
            "depth_in": 12,
            "pieces": list(pieces),
        }
    )


def _area(name: str, terrain: str, *corners: tuple[float, float], **more: float) -> dict[str, Any]:
    ring = [list(corner) for corner in (*corners, corners[0])]
    return {"id": name, "terrain": terrain, "shape": {"type": "Polygon", "coordinates": [ring]}, **more}


_WOOD = _area("wood", "woods", (6, 2), (9, 2), (10, 6), (6, 7))
_HILL = _area("hill", "hill", (11, 6), (16, 6), (16, 11), (11, 11), level=1)
_SPOTS = tuple(Spot(x, y) for x in (1.0, 5.0, 8.0, 13.0, 17.0) for y in (1.0, 4.5, 8.5, 11.0))

SITUATIONS = (
    Situation(
        "hex-wood",
        "Woods and a stone building on level ground: what a line passes, and lines along a row of vertices.",
        board(
            """
            .  .  .  .  .  .
            .  .  w  .  .  .
            .  .  w  s  .  .
            .  .  .  .  .  .
            .  w  .  .  b  .
            """
        ),
        Hex.named("A3"),
    ),
    Situation(
        "hex-wood-pointed",
        "The same with pointed tops and the first row to the right: nothing may depend on how the grid lies.",
        board(
            """
            .  .  .  .  .  .
            .  .  w  .  .  .
            .  .  w  s  .  .
            .  .  .  .  .  .
            .  w  .  .  b  .
            """,
            top=Top.POINTY,
            first=First.RIGHT,
        ),
        Hex.named("A3"),
    ),
    Situation(
        "hex-hills",
        "Hills of two levels with woods on and before them: higher ground is looked from, over and at, and casts blind hexes.",
        board(
            """
            .  .  .  .  .  .  .
            .  h  h2 h  .  w  .
            .  h  w2 h  .  .  .
            .  .  h  .  w  .  .
            .  .  .  .  .  .  .
            """
        ),
        Hex.named("C2"),
    ),
    Situation(
        "hex-contours",
        "Contours on one level: ten feet hide what forty feet do not tell.",
        board(
            """
            .    .    .    .    .
            .    ./1  ./2  ./1  .
            .    ./1  h/5  ./2  .
            .    .    ./1  .    .
            """
        ),
        Hex.named("A2"),
    ),
    Situation(
        "hex-walls",
        "Walls on hexsides: beside one, along one, and two behind each other.",
        board(
            """
            .  .  .  .  .
            .  .  .  .  .
            .  .  .  .  .
            .  .  .  .  .
            """,
            walls="B2-B3 C2-C3 D3-D2",
        ),
        Hex.named("C4"),
    ),
    Situation(
        "hex-street",
        "A street between urban houses that nobody drew: they stand beside the road of their hex (OUR 11, ours).",
        board(
            """
            u  u  u  u  u
            u  u  u  u  u
            U  u  u  u  .
            """,
            roads="A2 B1 C2 D1 E2",
        ),
        Hex.named("A2"),
    ),
    Situation(
        "hex-smoke",
        "Smoke hinders; two smokes on one line add up; behind woods nothing is added.",
        board(
            """
            .  .  .  .  .
            .  .  .  w  .
            .  .  .  .  .
            """
        ),
        Hex.named("A2"),
        markers=(Marker("smoke", Hex.named("B2"), 2), Marker("smoke", Hex.named("C2"), 1)),
    ),
    Situation(
        "hex-tree-lines",
        "By the series rules 3.1: lines of trees along hexsides, and an enclosed road through forest.",
        board(
            """
            .  .  .  .  .  .
            f  f  f  f  f  f
            .  .  .  .  .  .
            .  .  .  .  .  .
            """,
            tree_lines="B3-B4 C3-C4",
            roads="A2 B1 C2 D1 E2 F1",
        ),
        Hex.named("A2"),
        switches=("series-3.1",),
    ),
    Situation(
        "table-micro-armour",
        "A wood and a hill on a table in inches: a place is a point, sight ends at 20 inches (OUR 37).",
        _table(_WOOD, _HILL),
        Spot(1.0, 4.5),
        book="matg2",
        spots=_SPOTS,
    ),
    Situation(
        "table-kampfgruppe",
        "The same wood and hill with a stone house, by Kampfgruppe Normandy: what is told is the share that is seen, in percent.",
        _table(_WOOD, _HILL, _area("house", "stone_building", (3, 8), (5, 8), (5, 10), (3, 10))),
        Spot(1.0, 4.5),
        book="kgn",
        spots=_SPOTS,
    ),
)  # fmt: skip


def write_all() -> None:
    """Write every situation into its file."""
    FOLDER.mkdir(exist_ok=True)
    for situation in SITUATIONS:
        text = text_of(document(situation))
        (FOLDER / f"{situation.name}.json").write_text(text, "utf-8")
        sys.stdout.write(f"{situation.name}: {len(situation.places) ** 2} lines, {len(text) // 1000} kB\n")


if __name__ == "__main__":
    write_all()
