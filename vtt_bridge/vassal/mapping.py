"""The mapping from a module's pieces to units (blindhex-vassal/1): drafted from the module, finished by hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain, groupby

from exporters.json_value import Json
from maps.documents import Document, checked
from rules.game.ruleset import UnitType
from vtt_bridge.vassal.module_file import Module
from vtt_bridge.vassal.pieces import Piece
from vtt_bridge.vassal.sequences import split

FORMAT = "blindhex-vassal/1"
SCHEMA = "mapping.schema.json"
_NEAR = 0.6
"""How similar the names of a piece and of a type must be (0 to 1) for the draft to suggest the type."""


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A row for pieces that are units of one type and side: their name or pattern, and a property's value if
    the name alone is ambiguous."""

    name: str
    type: str
    side: str
    property: str = ""
    value: str = ""

    def fits(self, piece: Piece) -> bool:
        """Whether a piece of that name belongs to this row."""
        return not self.property or piece.properties.get(self.property) == self.value


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """A row that gives a unit a condition, by a layer or property of its piece."""

    condition: str
    layer: str = ""
    level: int | str | None = None
    property: str = ""
    value: str = ""

    def holds(self, piece: Piece) -> bool:
        """Whether a piece has the condition; False if the row names none yet."""
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
    """The meaning of a module's map and pieces."""

    map: str
    units: tuple[UnitRow, ...]
    board: str = ""
    a1: str = ""
    inch_px: float | None = None
    conditions: tuple[ConditionRow, ...] = ()
    masked: str = "concealed"
    markers: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _exact(self) -> Mapping[str, tuple[UnitRow, ...]]:
        return {name: tuple(rows) for name, rows in groupby(sorted(self.units, key=_name_of), _name_of)}

    def unit_row(self, piece: Piece) -> UnitRow | None:
        """The row of a piece: by its exact name, else by the first pattern that fits; None if it is not a unit."""
        by_pattern = (row for row in self.units if fnmatchcase(piece.name, row.name))
        row = next(
            (row for row in chain(self._exact.get(piece.name, ()), by_pattern) if row.fits(piece)), None
        )
        return row if row is not None and row.type else None

    def marker(self, name: str) -> str:
        """The kind of marker that a piece is; empty if it is none."""
        return next((terrain for pattern, terrain in self.markers.items() if fnmatchcase(name, pattern)), "")


def _name_of(row: UnitRow) -> str:
    return row.name


def mapping_from(document: Document) -> ModuleMapping:
    """The mapping in a document.

    Raises:
        BadInput: for the first fault.
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
    """A mapping to be finished by hand: every piece and layer of a module, with types of similar names suggested."""
    types = {unit_type.name.casefold(): unit_type.id for unit_type in roster}
    first = module.maps[0] if module.maps else None
    grid = next((board.grid for map_ in module.maps for board in map_.boards if board.grid), None)
    return {
        "format": FORMAT,
        "module": module.name,
        "map": first.name or first.id if first else "",
        **({} if grid is None else {"a1": _first_label(module)}),
        "units": [
            {"name": name, "type": _likely(name, types), "side": "", **apart}
            for name, pieces in sorted(_by_name(module.pieces).items())
            for apart in _distinguishing_values(pieces)
        ],
        "conditions": list(_states(module.pieces)),
        "markers": [],
    }


def _first_label(module: Module) -> str:
    board = next(board for map_ in module.maps for board in map_.boards if board.grid)
    assert board.grid is not None
    return min(board.grid.labels(board.size_px).items(), key=lambda entry: entry[1])[0]


def _by_name(pieces: Iterable[Piece]) -> Mapping[str, list[Piece]]:
    pieces_by_name: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.name:
            pieces_by_name.setdefault(piece.name, []).append(piece)
    return pieces_by_name


def _distinguishing_values(pieces: list[Piece]) -> list[dict[str, Json]]:
    """The property values that distinguish pieces of one name: of the first property in which they differ, if any."""
    for name in pieces[0].properties:
        values = sorted({piece.properties.get(name, "") for piece in pieces})
        if len(values) > 1:
            return [{"property": name, "value": value} for value in values]
    return [{}]


def _likely(name: str, types: Mapping[str, str]) -> str:
    near = get_close_matches(name.casefold(), types, n=1, cutoff=_NEAR)
    return types[near[0]] if near else ""


def _states(pieces: Iterable[Piece]) -> Iterator[dict[str, Json]]:
    """A condition row, still without its condition, for each level of each named layer."""
    levels: dict[tuple[str, str], None] = {}
    for piece in pieces:
        for type_, _ in piece.traits:
            fields = split(type_, ";")
            if fields[0] == "emb2" and len(fields) > 19 and fields[19]:
                levels.update(dict.fromkeys((fields[19], level) for level in _levels(fields[17])))
    for layer, level in levels:
        yield {"condition": "", "layer": layer, **({"level": level} if level else {})}


def _levels(names: str) -> list[str]:
    return [name.strip("+ ") for name in split(names, ",")]
