"""What a scenario settles before play: sides, levels, limits and switches."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.errors import BadInput
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.micro_armour.force_points import CHEAPEST_GHQ, DEAREST_GHQ
from rules.micro_armour.rulebook import SWITCHES
from rules.micro_armour.spotting import DEFAULT_SIGHT_IN, USUAL_TERRAIN, SightLimit

FEWEST_TURNS, MOST_TURNS = 8, 20
USUAL_TURNS = 12
LOWEST_COHESION, HIGHEST_COHESION = 1, 30


class TableEdge(StrEnum):
    """The edge a force enters from."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


@dataclass(frozen=True, slots=True)
class Force:
    """What a scenario says of one side: its cohesion level, its GHQ's quality, and the edge it enters from."""

    side: str
    cohesion: int
    ghq_quality: int = 0
    enters: TableEdge | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """The scenario's figures: length, sight limit, forces and switches."""

    forces: tuple[Force, ...]
    turns: int = USUAL_TURNS
    sight_limit_in: float = DEFAULT_SIGHT_IN[USUAL_TERRAIN]
    is_sight_given: bool = False
    switches: frozenset[str] = frozenset()

    def force(self, side: str) -> Force:
        """What is said of a side.

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
        """The other side."""
        first, second = (force.side for force in self.forces)
        return second if side == first else first

    @property
    def sight_limit(self) -> SightLimit:
        return SightLimit(self.sight_limit_in, self.is_sight_given)


@implements("MATG2-2.0.1", "MATG2-2.0.2", "MATG2-5.1.4", "MATG2-6.4.1.1", "MATG2-8.2.1.2", "MATG2-11.9")
def read_setting(state: GameState, options: Mapping[str, Any]) -> Setting:
    """The scenario's options as figures.

    Options: `cohesion` and, if wanted, `ghq_quality` and `enters` by side; `turns`; `terrain` (open, mixed,
    closed) or `sight_limit_in`; `switches`.

    Raises:
        BadInput: if one is missing, unknown or wrong; the message names it.
    """
    known = {"cohesion", "ghq_quality", "enters", "turns", "terrain", "sight_limit_in", "switches"}
    for name in options:
        if name not in known:
            raise BadInput(
                f"options.{name}", options[name], f"an option of Micro Armour ({', '.join(sorted(known))})"
            )
    if len(state.sides) != 2:
        raise BadInput("sides", list(state.sides), "two sides")
    limit_in, is_given = _sight_limit(options)
    switches = options.get("switches", [])
    if not isinstance(switches, list | tuple) or not set(switches) <= SWITCHES:
        raise BadInput("options.switches", switches, f"a list of {', '.join(sorted(SWITCHES))}")
    turns = _whole("options.turns", options.get("turns", USUAL_TURNS), FEWEST_TURNS, MOST_TURNS)
    forces = tuple(_force(side, options) for side in state.sides)
    return Setting(forces, turns, limit_in, is_given, frozenset(switches))


def _force(side: str, options: Mapping[str, Any]) -> Force:
    cohesion = _of_side("cohesion", side, options)
    quality = _of_side("ghq_quality", side, options, 0)
    enters = _of_side("enters", side, options, None)
    if enters is not None and enters not in set(TableEdge):
        raise BadInput(f"options.enters.{side}", enters, f"one of {', '.join(TableEdge)}")
    return Force(
        side,
        _whole(f"options.cohesion.{side}", cohesion, LOWEST_COHESION, HIGHEST_COHESION),
        _whole(f"options.ghq_quality.{side}", quality, CHEAPEST_GHQ, DEAREST_GHQ),
        None if enters is None else TableEdge(str(enters)),
    )


_NEEDED = object()


def _of_side(option: str, side: str, options: Mapping[str, Any], otherwise: object = _NEEDED) -> object:
    by_side = options.get(option, {})
    if not isinstance(by_side, Mapping):
        raise BadInput(f"options.{option}", by_side, "an object with a value for each side")
    value = by_side.get(side, otherwise)
    if value is _NEEDED:
        raise BadInput(f"options.{option}.{side}", None, "given for every side")
    return value


def _sight_limit(options: Mapping[str, Any]) -> tuple[float, bool]:
    terrain, limit_in = options.get("terrain"), options.get("sight_limit_in")
    if limit_in is not None:
        if isinstance(limit_in, bool) or not isinstance(limit_in, int | float) or not 0 < limit_in <= 400:
            raise BadInput("options.sight_limit_in", limit_in, "a number of inches over 0")
        return float(limit_in), True
    if terrain is None:
        return DEFAULT_SIGHT_IN[USUAL_TERRAIN], False
    if terrain not in DEFAULT_SIGHT_IN:
        raise BadInput("options.terrain", terrain, f"one of {', '.join(DEFAULT_SIGHT_IN)}")
    return DEFAULT_SIGHT_IN[terrain], True


def _whole(field: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadInput(field, value, f"a whole number from {least} to {most}")
    return value
