"""The steps a unit may make in a turn, as a book gives them to whoever looks for a way over several turns."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.game.verdicts import MP
from rules.ground.hex.graph import HexNode
from rules.ground.hex.hexes import Hex
from rules.ground.paths import Paths
from rules.ground.table.inches import Spot

if TYPE_CHECKING:
    from rules.ground.table.movement.graph import TableGraph

TURN = "turn"


def asks_nothing(leg: tuple[HexNode, ...]) -> str:
    """The proviso of a way that asks for no roll."""
    del leg
    return ""


@dataclass(frozen=True, eq=False)
class Gait:
    """One manner of moving over hexes: the steps there are, and the points they may cost in one turn.

    With `most_steps` it is so many steps whatever they cost, and `points` does not matter.
    """

    paths: Paths[HexNode]
    points: Fraction
    most_steps: int = 0


@dataclass(frozen=True, eq=False)
class HexMovement:
    """How a unit moves over hexes: a turn's move is made in one of its gaits.

    It begins on one of the `starts` and pays `first_points` more in its first turn, no later one; a later
    turn begins on those that `goes_on` names for the hex it came to, and none are named where no turn should
    end. It never enters `barred` hexes, and what it enters in `ends_at` is its goal or nothing. `asks` names
    what a leg still asks, as a die roll.
    """

    starts: tuple[HexNode, ...]
    gaits: tuple[Gait, ...]
    goes_on: Callable[[Hex], tuple[HexNode, ...]]
    first_points: Fraction = Fraction(0)
    ends_at: frozenset[Hex] = frozenset()
    barred: frozenset[Hex] = frozenset()
    asks: Callable[[tuple[HexNode, ...]], str] = field(default=asks_nothing)


def rests_anywhere(place: Spot, heading_deg: float) -> float | None:
    """What holds of a unit that may end a turn wherever it goes: it faces as it heads."""
    del place
    return heading_deg


def turns_freely(way: tuple[Spot, ...]) -> tuple[float, ...]:
    """What a unit pays at the corners of a way that pays for no turn."""
    return (0.0,) * len(way)


@dataclass(frozen=True, eq=False)
class TableMovement:
    """How a unit moves over a table: what a way costs is its price on the graph, so many points a turn, of which `spent` are
    gone in the first.

    `turning` is what a unit pays beside that at each corner of a way, its start the first and its end the last; it heads at
    `heading_deg` before it goes. `rests` says how it may face where it ends a turn, heading so, as all stand now: so if it can, None if
    it has no room. `price`, where the book rounds, is what a way costs that one turn pays for, by its heading before and its facing
    after, None if none does, or it is barred. `charged` is the graph that play charges a way on, where that is another: what else a
    graph is cut by moves its edges by a hair.
    """

    graph: "TableGraph"
    points: Fraction
    asks: str = ""
    """What each way still asks, as a die roll; empty for nothing."""
    measure: str = MP
    stage: str = TURN
    """What so many points are for, if a turn may hold several."""
    stages_each: int = 1
    """How many of these an activation holds."""
    turning: Callable[[tuple[Spot, ...]], tuple[float, ...]] = field(default=turns_freely)
    heading_deg: float = 0.0
    rests: Callable[[Spot, float], float | None] = field(default=rests_anywhere)
    price: Callable[[tuple[Spot, ...], float, float | None], Fraction | None] | None = None
    spent: Fraction = Fraction(0)
    charged: "TableGraph | None" = None


Movement = HexMovement | TableMovement
