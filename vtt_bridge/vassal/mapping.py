"""What the pieces of a module stand for: a blindhex-vassal/1, drafted from the module and finished by hand."""

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
"""How like a name of the roster the name of a piece has to be for the draft to guess."""


@dataclass(frozen=True, slots=True)
class UnitRow:
    """Pieces that are units of one type and side: of one name or pattern, and where both sides have such, with that value of a property."""

    name: str
    type: str
    side: str
    property: str = ""
    value: str = ""

    def fits(self, piece: Piece) -> bool:
        """Whether a piece of that name is meant."""
        return not self.property or piece.properties.get(self.property) == self.value


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
    def _exact(self) -> Mapping[str, tuple[UnitRow, ...]]:
        return {name: tuple(rows) for name, rows in groupby(sorted(self.units, key=_name_of), _name_of)}

    def unit_row(self, piece: Piece) -> UnitRow | None:
        """The row of a piece: of its very name, else the first pattern that fits; None if it is no unit."""
        by_pattern = (row for row in self.units if fnmatchcase(piece.name, row.name))
        row = next(
            (row for row in chain(self._exact.get(piece.name, ()), by_pattern) if row.fits(piece)), None
        )
        return row if row is not None and row.type else None

    def marker(self, name: str) -> str:
        """What a piece that is no unit marks where it lies; empty for nothing."""
        return next((terrain for pattern, terrain in self.markers.items() if fnmatchcase(name, pattern)), "")


def _name_of(row: UnitRow) -> str:
    return row.name


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
            for apart in _apart(pieces)
        ],
        "conditions": list(_states(module.pieces)),
        "markers": [],
    }


def _first_label(module: Module) -> str:
    board = next(board for map_ in module.maps for board in map_.boards if board.grid)
    assert board.grid is not None
    return min(board.grid.labels(board.size_px).items(), key=lambda entry: entry[1])[0]


def _by_name(pieces: Iterable[Piece]) -> Mapping[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.name:
            found.setdefault(piece.name, []).append(piece)
    return found


def _apart(pieces: list[Piece]) -> list[dict[str, Json]]:
    """What tells pieces of one name apart: the values of the first property in which they differ, or nothing."""
    for name in pieces[0].properties:
        values = sorted({piece.properties.get(name, "") for piece in pieces})
        if len(values) > 1:
            return [{"property": name, "value": value} for value in values]
    return [{}]


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
