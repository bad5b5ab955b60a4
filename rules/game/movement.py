"""How a unit can move in a turn, as a book describes it to a search for ways over several turns."""

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


def no_proviso(leg: tuple[HexNode, ...]) -> str:
    """The proviso of a way that needs no die roll: none."""
    del leg
    return ""


@dataclass(frozen=True, eq=False)
class Gait:
    """One way of moving over hexes: the possible steps, and the points they may cost in one turn.

    If `most_steps` is given, a turn has that many steps whatever they cost, and `points` does not matter.
    """

    paths: Paths[HexNode]
    points: Fraction
    most_steps: int = 0


@dataclass(frozen=True, eq=False)
class HexMovement:
    """How a unit moves over hexes: each turn it moves in one of its gaits.

    The first turn begins on one of the `starts` and costs `first_points` more. A later turn begins on one of the
    nodes that `goes_on` gives for the hex reached; it gives none where no turn should end. The unit never enters
    `barred` hexes, and enters a hex in `ends_at` only if that is its goal. `asks` names the die roll, if any, that a
    leg still needs.
    """

    starts: tuple[HexNode, ...]
    gaits: tuple[Gait, ...]
    goes_on: Callable[[Hex], tuple[HexNode, ...]]
    first_points: Fraction = Fraction(0)
    ends_at: frozenset[Hex] = frozenset()
    barred: frozenset[Hex] = frozenset()
    asks: Callable[[tuple[HexNode, ...]], str] = field(default=no_proviso)


def may_end_anywhere(place: Spot, heading_deg: float) -> float | None:
    """The facing of a unit that may end a turn anywhere: the way it heads."""
    del place
    return heading_deg


def turns_freely(way: tuple[Spot, ...]) -> tuple[float, ...]:
    """The costs at the corners of a way for a unit that turns for free: 0 at each."""
    return (0.0,) * len(way)


@dataclass(frozen=True, eq=False)
class TableMovement:
    """How a unit moves over a table: a way costs what the graph says, and a turn has `points`, of which `spent` are already used
    in the first turn.

    `turning` gives the further cost at each corner of a way, its start and end included; the unit heads at `heading_deg` before
    it goes. `rests` gives the facing at which it may end a turn at a spot where it arrives with a heading, as
    all units stand now: that heading if possible, None if it has no room. `price`, if the book rounds, gives
    the cost of a way made in one turn, by its heading before and its facing after; None if one turn does not
    pay for it, or it is barred. `charged` is the graph on which play charges a way, if that is another:
    further cuts of a graph shift its edges slightly.
    """

    graph: "TableGraph"
    points: Fraction
    asks: str = ""
    """The die roll that each way still needs; empty for none."""
    measure: str = MP
    stage: str = TURN
    """What `points` pay for: a turn, or a part of one."""
    stages_each: int = 1
    """How many such stages an activation has."""
    turning: Callable[[tuple[Spot, ...]], tuple[float, ...]] = field(default=turns_freely)
    heading_deg: float = 0.0
    rests: Callable[[Spot, float], float | None] = field(default=may_end_anywhere)
    price: Callable[[tuple[Spot, ...], float, float | None], Fraction | None] | None = None
    spent: Fraction = Fraction(0)
    charged: "TableGraph | None" = None


Movement = HexMovement | TableMovement
