"""The arrival of aircraft: chances drawn from the pot, air controllers, the air support table, and where they enter.

Rule: KGN Aircraft support availability, Forward air controllers; OUR 118, 159.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.game.events import UnitPlaced
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.state.events import StatusChanged
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Status
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

ARRIVES_ON = 6
ARRIVES_WITH_CONTROLLER: Mapping[str, int] = MappingProxyType({"german": 5, "british": 4, "american": 3})
"""The die on which an aircraft arrives, by the nation of its controller."""


@dataclass(frozen=True, slots=True)
class Sky:
    """The state of air support: sides with a chance of an aircraft, sides attacked from the air, aircraft that have come."""

    expected: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    come: int = 0


SKY = StateSlot("aircraft", Sky, Sky())


@dataclass(frozen=True, slots=True)
class SkyChanged:
    """An aircraft may come, has come or has not; or a battle group was attacked from the air for the first time."""

    sky: Sky
    why: str

    def __str__(self) -> str:
        return self.why

    def on(self, state: GameState) -> GameState:
        return SKY.put(state, self.sky)


@implements("KN-AIR-01b", "KN-AIR-32", "KN-NIGHT-05")
def expect_aircraft(resolution: Resolution, side: str) -> None:
    """Give the drawer of an aircraft counter a chance of an aircraft in his next turn; at night it is worth nothing."""
    if not resolution.progress.setting.is_night:
        sky = SKY.of(resolution.progress)
        resolution.happen(
            SkyChanged(replace(sky, expected=(*sky.expected, side)), f"an aircraft may come to {side}")
        )


@implements("KN-AIR-02", "KN-AIR-03", "KN-AIR-04", "KN-AIR-05")
def arrives_on(position: Position, side: str) -> int:
    """The die on which an aircraft arrives: 6, or better with a forward air controller in the battle group.

    Rule: KGN Aircraft support availability, Forward air controllers.
    """
    numbers = [
        ARRIVES_WITH_CONTROLLER.get(position.type(unit).nation, ARRIVES_ON)
        for unit in position.of_side(side)
        if position.type(unit).has(SpecialRule.AIR_CONTROLLER)
    ]
    return min(numbers, default=ARRIVES_ON)


@implements("KN-AIR-02", "KN-AIR-06", "KN-AIR-07a", "KN-AIR-32")
def bring_on_aircraft(resolution: Resolution, side: str) -> None:
    """At the start of a turn, throw for each chance of an aircraft that the side has, which is then used up (OUR 124)."""
    for _ in range(SKY.of(resolution.progress).expected.count(side)):
        sky = SKY.of(resolution.progress)
        left = list(sky.expected)
        left.remove(side)
        needed = arrives_on(resolution.position, side)
        if not resolution.passes(f"aircraft for {side}", 6, at_least=needed):
            resolution.happen(SkyChanged(replace(sky, expected=tuple(left)), "no aircraft comes"))
            continue
        type_id = _arriving_type(resolution, side)
        if type_id is None:
            resolution.happen(
                SkyChanged(replace(sky, expected=tuple(left)), "the army lists have no aircraft")
            )
            continue
        name = f"{type_id.split('.')[-1]} {sky.come + 1}"
        resolution.happen(
            SkyChanged(replace(sky, expected=tuple(left), come=sky.come + 1), f"{name} comes to {side}")
        )
        spot, facing = _entry_edge(resolution.position, side)
        resolution.happen(UnitPlaced(Unit(name, type_id, side, spot, facing)), StatusChanged(name, Status()))


def _arriving_type(resolution: Resolution, side: str) -> str | None:
    """The type of aircraft that arrives, by the table of the nation of most units of the side; None without a table."""
    nations = [resolution.position.type(unit).nation for unit in resolution.position.of_side(side)]
    table = resolution.position.book.support.air.get(max(dict.fromkeys(nations), key=nations.count))
    if table is None:
        return None
    return resolution.decide("air support table", 6, lambda die: table[die - 1])


@implements("KN-AIR-07a")
def _entry_edge(position: Position, side: str) -> tuple[Spot, float]:
    """The middle of the north or south edge, whichever a side's units are nearer to, and the bearing into the table (OUR 159)."""
    table = position.table
    ys = [unit.at.y_in for unit in position.of_side(side) if isinstance(unit.at, Spot)]
    is_north = bool(ys) and sum(ys) / len(ys) < table.depth_in / 2
    return Spot(table.width_in / 2, 0.0 if is_north else table.depth_in), 180.0 if is_north else 0.0


RULE_IDS = {"ARRIVES_WITH_CONTROLLER": ("KN-AIR-03", "KN-AIR-04", "KN-AIR-05")}
