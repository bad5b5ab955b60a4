"""A small module of our own with its games, written as VASSAL writes them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZipFile

from PIL import Image

from vtt_bridge.vassal.archive import hidden_text
from vtt_bridge.vassal.commands import ESC
from vtt_bridge.vassal.hex_grid import VassalGrid
from vtt_bridge.vassal.sequences import joined

SIZE_PX = (600, 500)
GRID = VassalGrid(40, 50, 60, 69.282, pointed=False)
EDGE_PX = (10, 20)
SECRET = "hunter2"
"""A player's id, which is his password."""

STATES = ("Disrupted", "Concealed")


def layer(name: str, level: int) -> tuple[str, str]:
    """A layer with one level called "+ NAME", shown if level is 1."""
    fields = ["emb2", *[""] * 9, "", "", "1", "false", "0", "0", "a.png", f"+ {name}", "true", name, "", ""]
    return joined(fields, ";"), str(level)


@dataclass(frozen=True)
class Counter:
    """A piece to be written: its name, its hex in VASSAL's counting, and its traits."""

    id: str
    name: str
    at: tuple[int, int]
    disrupted: bool = False
    turned: int = 0
    hidden_by: str = ""
    masked_by: str = ""
    side: str = "Allied"
    status: str = ""

    @property
    def at_px(self) -> tuple[int, int]:
        """Its point on the map."""
        x, y = GRID.centre(self.at)
        return round(x) + EDGE_PX[0], round(y) + EDGE_PX[1]

    @property
    def traits(self) -> list[tuple[str, str]]:
        x, y = self.at_px
        return [
            ("mark;Side", self.side),
            ("PROP;Status;;", self.status),
            layer("Disrupted", 1 if self.disrupted else -1),
            ("rotate;6;;;;", str(self.turned)),
            ("hide;73,130;Invisible;255,255,255;player:", self.hidden_by or "null"),
            ("obs;77,130;mask.png;Mask;B;Mask;player:", f"{self.masked_by or 'null'};"),
            ("delete;Delete;68,130;", ""),
            (f"piece;;;{self.name}.png;{self.name}", f"Main;{x};{y};7;0"),
        ]

    @property
    def type(self) -> str:
        return nested([type_ for type_, _ in self.traits])

    @property
    def state(self) -> str:
        return nested([state for _, state in self.traits])


def nested(parts: Sequence[str]) -> str:
    """Nested traits as one text, the core last."""
    *outer, core = parts
    for part in reversed(outer):
        core = joined((part, core), "\t")
    return core


def put(counter: Counter) -> str:
    return "+/" + joined((counter.id, counter.type, counter.state), "/")


def stack(stack_id: str, members: Iterable[Counter]) -> str:
    first, *_ = found = list(members)
    x, y = first.at_px
    state = joined(("Main", str(x), str(y), *(counter.id for counter in found)), ";")
    return "+/" + joined((stack_id, "stack", state), "/")


def move(piece: str, to: tuple[int, int], under: str = "null") -> str:
    x, y = Counter("", "", to).at_px
    return "M/" + joined((piece, "Main", str(x), str(y), under, "Main", "0", "0", "null", SECRET), "/")


def game(counters: Iterable[Counter], *more: str, stacks: Iterable[str] = ()) -> str:
    """A saved game with these pieces and further commands."""
    pieces = joined(["", *map(put, counters), *stacks], ESC)
    boards = joined(["MainBoardPicker", "Field", "0", "0"], "\t")
    players = [
        joined(["PLAYER", SECRET, "Ann", "Allied"], "\t"),
        joined(["PLAYER", "pw-of-bob", "Bob", "Axis"], "\t"),
    ]
    return joined(["begin_save", "", pieces, boards, *players, "SETUP_STACK\t", "end_save", *more], ESC)


def step(*commands: str) -> str:
    """A step of a log, with all its parts."""
    return joined([f"LOG\t{command}" for command in commands], ESC)


def turn(state: str) -> str:
    return f"TURNTurn\t{state}"


def write_game(path: Path, text: str, kept: bytes | None = None) -> Path:
    with ZipFile(path, "w") as archive:
        archive.writestr("savedGame", hidden_text(text) if kept is None else kept)
        archive.writestr("moduledata", "<data version='1'><name>Small</name></data>")
    return path


def write_module(
    path: Path, counters: Iterable[Counter] = (), grid: str | None = None, size_px: tuple[int, int] = SIZE_PX
) -> Path:
    """A module with one map of one board, and a palette with these pieces."""
    picture = BytesIO()
    Image.new("RGB", size_px).save(picture, "PNG")
    slots = "".join(
        f"<VASSAL.build.widget.PieceSlot entryName={quoteattr(counter.name)}>"
        f"{escape('+/' + joined(('null', counter.type, counter.state), '/'))}</VASSAL.build.widget.PieceSlot>"
        for counter in counters
    )
    numbers = (
        '<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" hType="A" vType="N" hOff="0"'
        ' vOff="1" hLeading="0" vLeading="0" stagger="false"/>'
    )
    hexes = grid or (
        f'<VASSAL.build.module.map.boardPicker.board.HexGrid x0="{GRID.x0_px}" y0="{GRID.y0_px}" dx="{GRID.dx_px}"'
        f' dy="{GRID.dy_px}">{numbers}</VASSAL.build.module.map.boardPicker.board.HexGrid>'
    )
    text = f"""<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Small" version="1.0" VassalVersion="3.7.0">
  <VASSAL.build.module.PlayerRoster><entry>Allied</entry><entry>Axis</entry></VASSAL.build.module.PlayerRoster>
  <VASSAL.build.module.Map mapName="Main" edgeWidth="{EDGE_PX[0]}" edgeHeight="{EDGE_PX[1]}">
    <VASSAL.build.module.map.BoardPicker>
      <VASSAL.build.module.map.boardPicker.Board name="Field" image="field.png">{hexes}</VASSAL.build.module.map.boardPicker.Board>
    </VASSAL.build.module.map.BoardPicker>
  </VASSAL.build.module.Map>
  <VASSAL.build.module.ChartWindow>{slots}</VASSAL.build.module.ChartWindow>
</VASSAL.build.GameModule>"""
    with ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", text)
        archive.writestr("images/field.png", picture.getvalue())
    return path
