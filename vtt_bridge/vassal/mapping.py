"""What the pieces of a module stand for: a blindhex-vassal/1, drafted from the module and finished by hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cached_property

from exporters.documents import Json
from maps.documents import Document, checked
from rules.game.ruleset import UnitType
from vtt_bridge.vassal.module_file import Module
from vtt_bridge.vassal.pieces import Piece
from vtt_bridge.vassal.sequences import split

FORMAT = "blindhex-vassal/1"
SCHEMA = "mapping.schema.json"
_NEAR = 0.6
"""How like a name of the roster the name of a piece has to be for the draft to guess."""


@dataclass(frozen=True, slots=True)
class UnitRow:
    """Pieces that are units of one type and side."""

    name: str
    type: str
    side: str


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """What a layer or property of a piece says of its unit."""

    condition: str
    layer: str = ""
    level: int | str | None = None
    property: str = ""
    value: str = ""

    def holds(self, piece: Piece) -> bool:
        """Whether a piece says so; a row that names no condition is not finished, and none says it."""
        if not self.condition:
            return False
        if self.property:
            return piece.properties.get(self.property) == self.value
        shown = piece.layers.get(self.layer, 0)
        if isinstance(self.level, str):
            return shown > 0 and piece.level_names.get(self.layer) == self.level
        return shown > 0 if self.level is None else shown == self.level


@dataclass(frozen=True)
class ModuleMapping:
    """What the maps and pieces of a module stand for."""

    map: str
    units: tuple[UnitRow, ...]
    board: str = ""
    a1: str = ""
    inch_px: float | None = None
    conditions: tuple[ConditionRow, ...] = ()
    masked: str = "concealed"
    markers: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _exact(self) -> Mapping[str, UnitRow]:
        return {row.name: row for row in reversed(self.units)}

    def unit_row(self, name: str) -> UnitRow | None:
        """The row of a piece with that name: its own, else the first pattern that fits; None if it is no unit."""
        row = self._exact.get(name) or next((one for one in self.units if fnmatchcase(name, one.name)), None)
        return row if row is not None and row.type else None

    def marker(self, name: str) -> str:
        """What a piece that is no unit marks where it lies; empty for nothing."""
        return next((terrain for pattern, terrain in self.markers.items() if fnmatchcase(name, pattern)), "")


def mapping_from(document: Document) -> ModuleMapping:
    """A mapping as its document has it.

    Raises:
        BadInput: for the first thing that is wrong.
    """
    given = checked(document, SCHEMA, FORMAT, package="vtt_bridge.vassal")
    return ModuleMapping(
        map=given["map"],
        units=tuple(UnitRow(**row) for row in given["units"]),
        board=given.get("board", ""),
        a1=given.get("a1", ""),
        inch_px=given.get("inch_px"),
        conditions=tuple(ConditionRow(**row) for row in given.get("conditions", ())),
        masked=given.get("masked", "concealed"),
        markers={row["name"]: row["terrain"] for row in given.get("markers", ())},
    )


def draft(module: Module, roster: Iterable[UnitType]) -> dict[str, Json]:
    """A mapping to be finished by hand: every piece and layer of a module, with the types that are called most alike."""
    types = {unit_type.name.casefold(): unit_type.id for unit_type in roster}
    names = sorted({piece.name for piece in module.pieces if piece.name})
    first = module.maps[0] if module.maps else None
    grid = next((board.grid for one in module.maps for board in one.boards if board.grid), None)
    return {
        "format": FORMAT,
        "module": module.name,
        "map": first.name or first.id if first else "",
        **({} if grid is None else {"a1": _first_label(module)}),
        "units": [{"name": name, "type": _likely(name, types), "side": ""} for name in names],
        "conditions": list(_states(module.pieces)),
        "markers": [],
    }


def _first_label(module: Module) -> str:
    board = next(board for one in module.maps for board in one.boards if board.grid)
    assert board.grid is not None
    return min(board.grid.labels(board.size_px).items(), key=lambda entry: entry[1])[0]


def _likely(name: str, types: Mapping[str, str]) -> str:
    near = get_close_matches(name.casefold(), types, n=1, cutoff=_NEAR)
    return types[near[0]] if near else ""


def _states(pieces: Iterable[Piece]) -> Iterator[dict[str, Json]]:
    """Each level of each layer that has a name, once; what it means is left open."""
    found: dict[tuple[str, str], None] = {}
    for piece in pieces:
        for type_, _ in piece.traits:
            fields = split(type_, ";")
            if fields[0] == "emb2" and len(fields) > 19 and fields[19]:
                found.update(dict.fromkeys((fields[19], level) for level in _levels(fields[17])))
    for layer, level in found:
        yield {"condition": "", "layer": layer, **({"level": level} if level else {})}


def _levels(names: str) -> list[str]:
    return [name.strip("+ ") for name in split(names, ",")]
