"""The options of a scenario: sides, cohesion levels, sight limit, length and switches."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.errors import BadInput
from rules.game.option_reader import OptionReader
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.micro_armour.book.readings import SWITCHES
from rules.micro_armour.book.scenario_design import CHEAPEST_GHQ, DEAREST_GHQ
from rules.micro_armour.state.stands import table_of
from rules.micro_armour.state.victory_terms import USUAL_TERMS, Objective, Terms, read_objectives, read_terms

DEFAULT_SIGHT_IN = {"open": 40.0, "mixed": 20.0, "closed": 10.0}
"""The usual limits of sight by the general terrain, for a scenario that gives none of its own."""


USUAL_TERRAIN = "mixed"
"""The general terrain of a scenario that does not say (OUR 37)."""


FEWEST_TURNS, MOST_TURNS = 8, 20
USUAL_TURNS = 12
LOWEST_COHESION, HIGHEST_COHESION = 1, 30
FARTHEST_SIGHT_IN = 400
INCHES_PER_LEVEL = 5.0


@dataclass(frozen=True, slots=True)
class SightLimit:
    """The limit of sight in a scenario, and the bonus for height."""

    limit_in: float
    is_given: bool
    per_level_in: float = INCHES_PER_LEVEL
    """The additional inches of sight for each level above the table."""


class TableEdge(StrEnum):
    """The edge a force enters from."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    @property
    def inward_deg(self) -> float:
        """The facing of a stand that enters at a right angle to the edge."""
        return {TableEdge.NORTH: 180.0, TableEdge.EAST: 270.0, TableEdge.SOUTH: 0.0, TableEdge.WEST: 90.0}[
            self
        ]


@dataclass(frozen=True, slots=True)
class Force:
    """The options of one side: its cohesion level, its GHQ's quality, the edge it enters from, its victory terms."""

    side: str
    cohesion: int
    ghq_quality: int = 0
    enters: TableEdge | None = None
    terms: Terms = USUAL_TERMS


@dataclass(frozen=True, slots=True)
class ScenarioOptions:
    """The scenario's figures: length, sight limit, forces and switches."""

    forces: tuple[Force, ...]
    turns: int = USUAL_TURNS
    sight_limit: SightLimit = SightLimit(DEFAULT_SIGHT_IN[USUAL_TERRAIN], is_given=False)
    switches: frozenset[str] = frozenset()
    objectives: tuple[Objective, ...] = ()
    """The objectives, as they are held at the start."""

    def force(self, side: str) -> Force:
        """The options of a side.

        Raises:
            BadInput: if the scenario does not know it.
        """
        for force in self.forces:
            if force.side == side:
                return force
        raise BadInput("side", side, f"one of {', '.join(force.side for force in self.forces)}")

    def cohesion(self, side: str) -> int:
        """The force cohesion level."""
        return self.force(side).cohesion

    def other(self, side: str) -> str:
        first, second = (force.side for force in self.forces)
        return second if side == first else first


@implements(
    "MATG2-2.0.1", "MATG2-2.0.2", "MATG2-5.1.4", "MATG2-6.4.1.1", "MATG2-6.4.3.1", "MATG2-8.2.1.2", "MATG2-11.9",
)  # fmt: skip
def read_options(state: GameState, options: Mapping[str, Any]) -> ScenarioOptions:
    """Read and check the options of a scenario.

    Options: `cohesion` and, if wanted, `ghq_quality`, `enters` and `victory` by side; `turns`; `objectives`; `terrain`
    (open, mixed, closed) or `sight_limit_in`; `height_adds_sight`; `switches`.

    Raises:
        BadInput: if one is missing, unknown or wrong; the message names it.
    """
    if len(state.sides) != 2:
        raise BadInput("sides", list(state.sides), "two sides")
    given = OptionReader("options", options)
    limit = _sight_limit(given)
    switches = given.any_of("switches", sorted(SWITCHES))
    turns = given.whole("turns", FEWEST_TURNS, MOST_TURNS, USUAL_TURNS)
    objectives = read_objectives(given, table_of(state), state.sides)
    forces = _forces(state.sides, given, objectives)
    given.nothing_else("Micro Armour")
    return ScenarioOptions(forces, turns, limit, switches, objectives)


def _forces(
    sides: tuple[str, ...], given: OptionReader, objectives: tuple[Objective, ...]
) -> tuple[Force, ...]:
    cohesion = given.by_side("cohesion", sides)
    ghq_quality = given.by_side("ghq_quality", sides)
    enters = given.by_side("enters", sides)
    victory = given.by_side("victory", sides)
    return tuple(
        Force(
            side,
            cohesion.whole(side, LOWEST_COHESION, HIGHEST_COHESION),
            ghq_quality.whole(side, CHEAPEST_GHQ, DEAREST_GHQ, 0),
            enters.choice(side, TableEdge, None),
            read_terms(victory, side, objectives),
        )
        for side in sides
    )


@implements("MATG2-6.4.1.1", "MATG2-6.4.1.2", "MATG2-11.8a", "MATG2-6.4.3.1")
def _sight_limit(given: OptionReader) -> SightLimit:
    terrain = given.one_of("terrain", DEFAULT_SIGHT_IN, None)
    limit_in = given.number("sight_limit_in", 0, FARTHEST_SIGHT_IN, of="inches", default=None)
    per_level_in = INCHES_PER_LEVEL if given.flag("height_adds_sight", True) else 0.0
    if limit_in is not None:
        return SightLimit(limit_in, is_given=True, per_level_in=per_level_in)
    is_given = terrain is not None
    return SightLimit(DEFAULT_SIGHT_IN[terrain or USUAL_TERRAIN], is_given, per_level_in)


RULE_IDS = {
    "DEFAULT_SIGHT_IN": ("MATG2-6.4.1.2", "MATG2-11.8a"),
}
