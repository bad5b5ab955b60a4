"""The port: all that the umpire needs of a virtual tabletop (VTT), and the values that pass through it.

Pixels here are the VTT's own, x to the right and y down; places of the board are read by
vtt_bridge.port.calibration. A new VTT is a folder with an adapter that has these methods.
"""

from collections.abc import Callable, Iterable, Mapping, MutableSequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import wraps
from hashlib import sha256
from types import MappingProxyType
from typing import Protocol, TypeVar
from uuid import uuid4

from exporters.json_value import Json
from rules.errors import Unknown
from rules.ground.hex.hexes import First, Top

FLAG = "blindhex"
"""The owner of everything that the umpire writes to a table; nothing of other owners is ever replaced or removed."""

PointPx = tuple[float, float]


class FrameKind(StrEnum):
    """The kind of grid of a scene: hexes, squares, or free inches."""

    HEX = "hex"
    SQUARE = "square"
    INCH = "inch"


@dataclass(frozen=True, slots=True)
class Frame:
    """The layout of a scene in pixels.

    `cell_px` is a hex across its flats, the side of a square, or one inch; `origin_px` the centre of
    hex A1, or the top left corner of the squares or the table. `top` and `first` are for hexes alone,
    `cell_in`, the inches a square stands for, for squares.
    """

    kind: FrameKind
    cell_px: float
    origin_px: PointPx
    top: Top | None = None
    first: First | None = None
    cell_in: float = 1.0


@dataclass(frozen=True, slots=True)
class Source:
    """The table and scene, and the revision that every ruling is computed for."""

    vtt: str
    version: str
    scene: str
    revision: str

    @classmethod
    def hashed(cls, vtt: str, scene: str, content: object, version: str = "") -> "Source":
        """A source whose revision is a hash of all that a ruling may rest on."""
        return cls(vtt, version, scene, sha256(repr(content).encode()).hexdigest()[:16])


@dataclass(frozen=True, slots=True)
class Token:
    """A piece on the table. `position_px` is its centre; `unit` is the unit data it carries as a flag."""

    id: str
    name: str
    position_px: PointPx
    size_px: float | None = None
    facing_deg: float | None = None
    elevation: float = 0
    hidden: bool = False
    side: str = ""
    unit: Mapping[str, Json] = field(default_factory=dict)
    marks: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Area:
    """Terrain or a marker that somebody drew on the table: named hexes, or a polygon in pixels."""

    id: str
    terrain: str
    level: int = 0
    cells: tuple[str, ...] = ()
    polygon_px: tuple[PointPx, ...] = ()


@dataclass(frozen=True, slots=True)
class Swatch:
    """A line of a legend: what a colour (#rrggbbaa) means. `pattern` is the hatching of a field, or says
    line, ring, disc, figure or flag."""

    colour: str
    pattern: str
    text: str


@dataclass(frozen=True, slots=True)
class Overlay:
    """A transparent picture that lies on the scene: its top left corner and its size in the scene's pixels.

    `digest`, given by the table, tells apart pictures that were laid with the same tag. `to` is the one seat that sees it,
    empty for everybody; each seat has its own overlay of a tag.
    """

    tag: str
    title: str
    at_px: PointPx
    size_px: PointPx
    owner: str = FLAG
    revision: str = ""
    legend: tuple[Swatch, ...] = ()
    digest: str = ""
    to: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """The book a scene is played by, and the board (its name or whole document).

    `house` are values of the players' own, such as a roster; `options` what their scenario tells the book.
    """

    ruleset: str
    board: str | Mapping[str, Json]
    sides: tuple[str, ...] = ()
    scenario: str = ""
    house: Mapping[str, Json] = field(default_factory=dict)
    options: Mapping[str, Json] = field(default_factory=dict)


NO_SIZE_PX = (1, 1)
"""The size of a scene whose table does not say how large it is."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A table's scene at one revision."""

    source: Source
    name: str
    frame: Frame
    size_px: tuple[int, int]
    game: Game | None = None
    tokens: tuple[Token, ...] = ()
    areas: tuple[Area, ...] = ()
    overlays: tuple[Overlay, ...] = ()

    def token(self, token_id: str) -> Token:
        """The token with that id.

        Raises:
            Unknown: if there is none.
        """
        for token in self.tokens:
            if token.id == token_id:
                return token
        raise Unknown("token", token_id, (token.id for token in self.tokens))


@dataclass(frozen=True, slots=True)
class MovePiece:
    """piece.move: put a token's centre here and turn it."""

    op_id: str
    piece: str
    to_px: PointPx
    facing_deg: float | None = None
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class MarkPiece:
    """piece.mark: set marks of a token (a mark of null is taken off); others stay."""

    op_id: str
    piece: str
    marks: Mapping[str, Json]
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class PutOverlay:
    """overlay.put: lay this PNG on the scene, in the place of our older one with the same tag."""

    op_id: str
    overlay: Overlay
    png: bytes
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class ClearOverlay:
    """overlay.clear: take our overlay with this tag off the scene; none is no fault."""

    op_id: str
    tag: str
    revision: str | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """say: a sentence for the chat, the rules it rests on, and the side it is for (empty is everybody)."""

    op_id: str
    text: str
    rules: tuple[str, ...] = ()
    to: str = ""
    revision: str | None = None


Operation = MovePiece | MarkPiece | PutOverlay | ClearOverlay | Say


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The abilities of a table; an operation it cannot do is left out, and the ruling is still said.

    A table without `private_overlays` shows every overlay to everybody: an overlay for one seat is whispered
    instead, as a picture with the board below it.
    """

    overlays: bool = True
    marks: bool = True
    whispers: bool = True
    private_overlays: bool = True


class VirtualTable(Protocol):
    """A table the umpire can sit at. An operation whose op_id was done before is skipped.

    Raises (all methods):
        Unreachable, BadAnswer: if the table cannot be reached or its answer not be understood.
        Refused: if it says no; Stale if the revision is not the scene's any more.
    """

    @property
    def capabilities(self) -> Capabilities: ...

    def read_scene(self) -> Scene:
        """The scene as it is now."""
        ...

    def lay(self, operation: PutOverlay | ClearOverlay) -> None:
        """Put an overlay of ours on the scene, or take it off."""
        ...

    def say(self, operation: Say) -> None:
        """Say a sentence in the chat."""
        ...

    def move(self, operation: MovePiece) -> None:
        """Move and turn a token."""
        ...

    def mark(self, operation: MarkPiece) -> None:
        """Set or take off marks of a token."""
        ...


class RemembersDone(Protocol):
    """A table that remembers the op_ids of operations already done."""

    @property
    def done(self) -> MutableSequence[str]: ...


TableT = TypeVar("TableT", bound=RemembersDone)
OperationT = TypeVar("OperationT", bound=Operation)


def once(do: Callable[[TableT, OperationT], None]) -> Callable[[TableT, OperationT], None]:
    """Makes a method of a table skip operations whose op_id was done before."""

    @wraps(do)
    def done(table: TableT, operation: OperationT) -> None:
        if operation.op_id not in table.done:
            do(table, operation)
            table.done.append(operation.op_id)

    return done


def carry_out(table: VirtualTable, operations: Iterable[Operation]) -> None:
    """Carry out operations at a table, in order; those it has no ability for are skipped.

    Raises:
        TableError: as the table does; what came before stays done, and may be repeated without harm.
    """
    able = table.capabilities
    for operation in operations:
        match operation:
            case PutOverlay() | ClearOverlay():
                if able.overlays:
                    table.lay(operation)
            case Say():
                table.say(operation)
            case MovePiece():
                table.move(operation)
            case MarkPiece():
                if able.marks:
                    table.mark(operation)


def clear_older(table: VirtualTable) -> tuple[str, ...]:
    """Take off our overlays that were laid for an older revision of the scene, and return their tags.

    Raises:
        RulesError: if the table cannot be met or read.
    """
    scene = table.read_scene()
    kept = ("", scene.source.revision)
    older = [
        overlay.tag for overlay in scene.overlays if overlay.owner == FLAG and overlay.revision not in kept
    ]
    for tag in older:
        table.lay(ClearOverlay(f"older-{uuid4().hex}", tag))
    return tuple(older)


def frozen(data: Mapping[str, Json]) -> Mapping[str, Json]:
    """The same data, read only."""
    return MappingProxyType(dict(data))
