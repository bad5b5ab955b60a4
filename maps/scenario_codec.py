"""Scenarios read from documents and written to them: blindhex-scenario/1."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from maps.codec import board_document, board_from
from maps.documents import Document, checked, under, written
from maps.rosters import house_of
from maps.scenario import Clock, Length, Objective, Scenario, SpecialRule
from rules.errors import BadInput, OffBoard
from rules.game.units import Marker, Unit
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot

FORMAT = "blindhex-scenario/1"
SCHEMA = "scenario.schema.json"


def no_file(name: str) -> Document:
    """Finds no file, for a document that came without a folder.

    Raises:
        BadInput: always.
    """
    raise BadInput("house", name, "an object of house values, as there is no file beside it")


def scenario_from(
    document: object, find_board: Callable[[str], Board], read_beside: Callable[[str], Document] = no_file
) -> Scenario:
    """The scenario a document describes.

    `find_board` gives the board of a bundled name or a file name, `read_beside` the document in a file.

    Raises:
        BadInput: for the first thing that is wrong with it.
        Unknown: if there is no such board.
    """
    known = checked(document, SCHEMA, FORMAT)
    source = known["board"]
    board = find_board(source) if isinstance(source, str) else board_from(source, "board")
    sides = tuple(known["sides"])
    (clock,) = known["length"]
    reader = _Reader(board, sides)
    house, house_source = house_of(known, read_beside)
    return Scenario(
        name=known["name"],
        ruleset=known["ruleset"],
        board=board,
        sides=sides,
        units=tuple(reader.units(known["units"])),
        length=Length(int(known["length"][clock]), Clock(clock)),
        description=known.get("description", ""),
        markers=tuple(reader.markers(known.get("markers", []))),
        objectives=tuple(reader.objectives(known.get("objectives", []))),
        options=known.get("options", {}),
        special_rules=tuple(reader.special_rules(known.get("special_rules", []))),
        board_source=source if isinstance(source, str) else "",
        house=house,
        house_source=house_source,
    )


def scenario_document(scenario: Scenario) -> dict[str, Any]:
    """The document of a scenario; scenario_from gives the same scenario back."""
    length = {scenario.length.clock.value: scenario.length.amount}
    document: dict[str, Any] = {"format": FORMAT, "name": scenario.name}
    if scenario.description:
        document["description"] = scenario.description
    if scenario.house:
        document["house"] = scenario.house_source or dict(scenario.house)
    return {
        **document,
        "ruleset": scenario.ruleset,
        "board": scenario.board_source or board_document(scenario.board),
        "sides": list(scenario.sides),
        "units": [_unit_document(unit) for unit in scenario.units],
        "markers": [_marker_document(marker) for marker in scenario.markers],
        "length": length,
        "objectives": [_objective_document(objective) for objective in scenario.objectives],
        "options": dict(scenario.options),
        "special_rules": [_special_rule_document(rule) for rule in scenario.special_rules],
    }


class _Reader:
    """Reads the parts of one document; errors name the path in it."""

    def __init__(self, board: Board, sides: Sequence[str]) -> None:
        self._board = board
        self._sides = sides

    def units(self, entries: Sequence[Document]) -> Iterator[Unit]:
        seen: set[str] = set()
        for i, entry in enumerate(entries):
            if entry["id"] in seen:
                raise BadInput(f"units[{i}].id", entry["id"], "an id that no other unit has")
            seen.add(entry["id"])
            facing = entry.get("facing_deg")
            yield Unit(
                entry["id"],
                entry["type"],
                self._side(entry["side"], f"units[{i}].side"),
                self._place(entry["at"], f"units[{i}].at") if "at" in entry else None,
                None if facing is None else float(facing),
                entry.get("name", ""),
                frozenset(entry.get("conditions", [])),
            )

    def markers(self, entries: Sequence[Document]) -> Iterator[Marker]:
        for i, entry in enumerate(entries):
            side, hidden = entry.get("side", ""), entry.get("hidden", False)
            if hidden and not side:
                raise BadInput(f"markers[{i}].hidden", hidden, "given with the side that knows of it")
            yield Marker(
                entry["kind"],
                self._place(entry["at"], f"markers[{i}].at"),
                int(entry.get("value", 1)),
                self._side(side, f"markers[{i}].side") if side else "",
                hidden,
            )

    def objectives(self, entries: Sequence[Document]) -> Iterator[Objective]:
        for i, entry in enumerate(entries):
            where = under("objectives", i)
            holder = entry.get("held_by")
            yield Objective(
                entry["name"],
                tuple(self._place(at, under(where, "at", k)) for k, at in enumerate(entry["at"])),
                int(entry.get("points", 1)),
                None if holder is None else self._side(holder, under(where, "held_by")),
            )

    def special_rules(self, entries: Sequence[Document]) -> Iterator[SpecialRule]:
        seen: set[int] = set()
        for i, entry in enumerate(entries):
            levels = {int(old): int(new) for old, new in entry.get("levels", {}).items()}
            where = f"special_rules[{i}].levels"
            if levels and not isinstance(self._board, HexBoard):
                raise BadInput(where, entry["levels"], "given for a board of hexes")
            part = self._part(entry, f"special_rules[{i}].within")
            if part is None:
                if twice := seen & set(levels):
                    raise BadInput(where, str(min(twice)), "a level that no other special rule changes")
                seen |= set(levels)
            yield SpecialRule(entry["text"], levels, part)

    def _part(self, entry: Document, where: str) -> tuple[Hex, Hex] | None:
        if "within" not in entry:
            return None
        if "levels" not in entry:
            raise BadInput(where, entry["within"], "given with the levels that change there")
        first, last = map(Hex.named, entry["within"])
        if first.column > last.column or first.row > last.row:
            raise BadInput(where, entry["within"], "a part of the map, its top left hex first")
        return first, last

    def _side(self, side: str, where: str) -> str:
        if side not in self._sides:
            raise BadInput(where, side, f"one of the sides: {', '.join(self._sides)}")
        return side

    def _place(self, at: Any, where: str) -> Place:
        board = self._board
        try:
            if isinstance(board, HexBoard):
                if not isinstance(at, str):
                    raise BadInput(where, at, "a hex label such as C2, as the board is of hexes")
                return board.grid.named(at)
            if isinstance(at, str):
                raise BadInput(where, at, "a spot [x, y], as the board is in inches")
            return board.on_board(Spot(float(at[0]), float(at[1])))
        except OffBoard as error:
            wanted = str(error).partition(" is not ")[2]
            raise BadInput(where, at, wanted) from None


def _unit_document(unit: Unit) -> dict[str, Any]:
    document: dict[str, Any] = {"id": unit.id, "type": unit.type, "side": unit.side}
    if unit.at is not None:
        document["at"] = _place_document(unit.at)
    if unit.facing_deg is not None:
        document["facing_deg"] = written(unit.facing_deg)
    if unit.name:
        document["name"] = unit.name
    if unit.conditions:
        document["conditions"] = sorted(unit.conditions)
    return document


def _marker_document(marker: Marker) -> dict[str, Any]:
    document: dict[str, Any] = {"kind": marker.kind, "at": _place_document(marker.at)}
    if marker.value != 1:
        document["value"] = marker.value
    if marker.side:
        document["side"] = marker.side
    if marker.hidden:
        document["hidden"] = True
    return document


def _objective_document(objective: Objective) -> dict[str, Any]:
    document: dict[str, Any] = {
        "name": objective.name,
        "at": [_place_document(place) for place in objective.at],
        "points": objective.points,
    }
    return document if objective.held_by is None else {**document, "held_by": objective.held_by}


def _special_rule_document(rule: SpecialRule) -> dict[str, Any]:
    levels = {str(old): new for old, new in sorted(rule.levels.items())}
    document: dict[str, Any] = {"text": rule.text}
    if levels:
        document["levels"] = levels
    if rule.within is not None:
        document["within"] = [place.label for place in rule.within]
    return document


def _place_document(place: Place) -> Any:
    return place.label if isinstance(place, Hex) else [written(value) for value in place]
