"""The forces of one side, without a board or an enemy: blindhex-battle-group/1."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from maps.documents import Document, checked
from maps.rosters import house_of
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.tabletop import Tabletop

FORMAT = "blindhex-battle-group/1"
SCHEMA = "battle_group.schema.json"
_NO_TABLE = Tabletop("none yet", 72, 48, ())


@dataclass(frozen=True)
class BattleGroup:
    """A player's force: the number of units of each type, the options that concern it, and the player's own house values.

    The side has the name of the battle group.
    """

    name: str
    ruleset: str
    lines: tuple[tuple[str, int], ...]
    options: Mapping[str, Any]
    house: Mapping[str, Any]

    @property
    def types(self) -> tuple[str, ...]:
        """The type of each line, in their order."""
        return tuple(type_id for type_id, _ in self.lines)

    def state(self) -> GameState:
        """The units of the one side, none of them placed."""
        units = (
            Unit(f"{i}.{k}", type_id, self.name)
            for i, (type_id, count) in enumerate(self.lines)
            for k in range(count)
        )
        return GameState(_NO_TABLE, {unit.id: unit for unit in units}, (), (self.name,))

    def opening_options(self) -> dict[str, Any]:
        """The options of the game it is meant for."""
        return dict(self.options)


def battle_group_from(document: object, read_beside: Callable[[str], Document]) -> BattleGroup:
    """The battle group a document describes; `read_beside` reads a file that it names.

    Raises:
        BadInput: for the first thing that is wrong with it.
    """
    known = checked(document, SCHEMA, FORMAT)
    house, _ = house_of(known, read_beside)
    lines = tuple((line["type"], int(line.get("count", 1))) for line in known["units"])
    return BattleGroup(known["name"], known["ruleset"], lines, known.get("options", {}), house)
