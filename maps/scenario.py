"""A scenario: a board, two sides, their units and places, its length and its objectives."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Protocol

from maps.levels import HillChange, with_levels
from rules.errors import BadInput, nearest
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place


class Clock(StrEnum):
    """The unit in which the length of a scenario is counted."""

    TURNS = "turns"
    MINUTES = "minutes"


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a scenario: 8 turns, or 40 minutes of game time."""

    amount: int
    clock: Clock

    def __str__(self) -> str:
        return f"{self.amount} {self.clock if self.amount != 1 else self.clock[:-1]}"


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective: its places, its worth, and the side that holds it at the start (None is nobody)."""

    name: str
    at: tuple[Place, ...]
    points: int = 1
    held_by: str | None = None


@dataclass(frozen=True)
class SpecialRule:
    """A special rule of this scenario, in words; `levels` replaces levels of hills, all at once.

    Levels are replaced on the whole map, or `within` a sector, from its first hex to its last.
    """

    text: str
    levels: Mapping[int, int] = field(default_factory=dict)
    within: tuple[Hex, Hex] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "levels", MappingProxyType(dict(self.levels)))


@dataclass(frozen=True)
class Scenario:
    """A scenario of a game. `options` are the book's own and are read only by the book.

    `board_source` is the bundled name or the file the board came from; empty if it is written inline.
    `house` has the players' own values in place of the book's house values, such as a roster, and
    `house_source` the file they came from.
    `board` is the map as drawn, before special rules.
    """

    name: str
    ruleset: str
    board: Board
    sides: tuple[str, ...]
    units: tuple[Unit, ...]
    length: Length
    description: str = ""
    markers: tuple[Marker, ...] = ()
    objectives: tuple[Objective, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    special_rules: tuple[SpecialRule, ...] = ()
    board_source: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    house_source: str = ""

    def __post_init__(self) -> None:
        for name in ("options", "house"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def written_out(self) -> "Scenario":
        """The scenario with its board and its house values written inline, so that it needs no other file."""
        return replace(self, board_source="", house_source="")

    @property
    def types(self) -> tuple[str, ...]:
        """The type of each unit, in their order."""
        return tuple(unit.type for unit in self.units)

    def state(self) -> GameState:
        """The game before the first turn, special rules applied to the board."""
        board = self.board
        changes = [HillChange(rule.levels, rule.within) for rule in self.special_rules if rule.levels]
        if changes and isinstance(board, HexBoard):
            board = with_levels(board, *changes)
        return GameState(board, {unit.id: unit for unit in self.units}, self.markers, self.sides)

    def opening_options(self) -> dict[str, Any]:
        """The options for the book's `opening`, with the length and the objectives added.

        The length has the name of its clock; each objective has name, hexes (labels) or spots, points,
        and held_by if a side holds it. Without objectives there is no such option.
        """
        options: dict[str, Any] = {self.length.clock.value: self.length.amount, **self.options}
        if self.objectives:
            options["objectives"] = [_objective_option(objective) for objective in self.objectives]
        return options


class Opens(Protocol):
    """A book that sets up a game by the options of its scenario."""

    def opening(self, state: GameState, options: Mapping[str, Any]) -> GameState: ...


def opening_of(scenario: Scenario, book: Opens) -> GameState:
    """The game of a scenario as its book sets it up, before the first decision.

    Raises:
        BadInput: if the book does not accept something in the scenario; the message names it as the scenario does.
    """
    try:
        return book.opening(scenario.state(), scenario.opening_options())
    except BadInput as error:
        clock = error.field.removeprefix("options.")
        if clock not in tuple(Clock) or clock in scenario.options:
            raise
        others = " or ".join(other for other in Clock if other != clock)
        is_unknown = error.wanted.startswith("an option")
        wanted = f"a length of {scenario.ruleset}, which counts {others}" if is_unknown else error.wanted
        raise BadInput(f"length.{clock}", error.value, wanted) from None


class ListsTypes(Protocol):
    """A list of units with types of a ruleset's roster."""

    @property
    def ruleset(self) -> str: ...
    @property
    def types(self) -> tuple[str, ...]: ...


def check_types(listed: ListsTypes, roster: Collection[str], book: str = "") -> None:
    """Check the units of a scenario or battle group against the roster of its ruleset, or of a `book` used instead.

    Raises:
        BadInput: for the first unit whose type is not in the roster; the message names the nearest.
    """
    for i, type_id in enumerate(listed.types):
        if type_id not in roster:
            near = nearest(type_id, sorted(roster)) or sorted(roster)[:3]
            wanted = f"a type in the roster of {book or listed.ruleset}, such as {', '.join(near)}"
            if book not in ("", listed.ruleset):
                wanted += f"; these units are of {listed.ruleset}, so leave out --book {book}"
            raise BadInput(f"units[{i}].type", type_id, wanted)


def _objective_option(objective: Objective) -> dict[str, Any]:
    option: dict[str, Any] = {"name": objective.name, "points": objective.points}
    if hexes := [place.label for place in objective.at if isinstance(place, Hex)]:
        option["hexes"] = hexes
    else:
        option["spots"] = [list(place) for place in objective.at]
    return option if objective.held_by is None else {**option, "held_by": objective.held_by}
