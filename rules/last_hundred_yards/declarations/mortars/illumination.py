"""Illumination: requests at night, and where it falls. Chapter 21.4 (17.4 in v3.1)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.declarations.mortars.mortar_fire import by_diagram, cannot_request
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.rights import own_unit
from rules.last_hundred_yards.questions.terrain.scatter import diagrams, forbids_diagram, scatter
from rules.last_hundred_yards.state.darkness import ILLUMINATION
from rules.last_hundred_yards.state.events.marker_events import GroundMarked, IlluminationRequested
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS

ASKED_WITHIN_HEXES = 4
GRANTED_AT_MOST = 5
ACCURATE_FROM = 7
SCATTERS_HEXES = 2

RULE_IDS = {
    "ASKED_WITHIN_HEXES": ("LHY-21.4.0b",),
    "GRANTED_AT_MOST": ("LHY-21.4.1a",),
    "ACCURATE_FROM": ("LHY-21.4.1b",),
    "SCATTERS_HEXES": ("LHY-21.4.1b",),
}

_RULE = cite_later("21.4")


@dataclass(frozen=True, slots=True)
class Illuminate:
    """Ask for illumination of a hex at night (21.4)."""

    side: str
    unit: UnitId
    at: Hex
    sector: str = ""

    def __str__(self) -> str:
        return f"{self.unit} asks for illumination of {self.at}{by_diagram(self.sector)}"


def candidates(position: Position, side: str) -> Iterator[Illuminate]:
    """Requests for every hex with known enemies near enough to a unit that may ask.

    The hexes next to these may be named too (reading 95).
    """
    if next(_none_is_left(position, side), None) is not None:
        return
    targets = sorted({position.place(enemy) for enemy in position.enemies_of(side)})
    for unit in position.of(side):
        if not cannot_request(position, unit):
            for at in targets:
                if position.distance(position.place(unit), at) <= ASKED_WITHIN_HEXES:
                    yield from (Illuminate(side, unit.id, at, sector) for sector in diagrams(position, at))


@implements("LHY-21.4.0", "LHY-21.4.0a", "LHY-21.4.0b")
def forbids(position: Position, action: Illuminate) -> Iterator[Reason]:
    """Why a unit may not ask for illumination of a hex; LOS to it is not needed."""
    unit = own_unit(position, action.side, action.unit)
    if isinstance(unit, Reason):
        yield unit
        return
    yield from _none_is_left(position, action.side)
    yield from cannot_request(position, unit)
    place = position.place(unit)
    if position.is_marked_assault(place):
        yield Reason(f"{unit} is in an assault hex", _RULE, (place,))
    if action.at not in position.board.grid:
        yield Reason(f"{action.at} is not on the map", _RULE)
        return
    if position.distance(place, action.at) > ASKED_WITHIN_HEXES:
        words = f"{action.at} is more than {ASKED_WITHIN_HEXES} hexes from {unit}"
        yield Reason(words, _RULE, (action.at,))
    near = (action.at, *position.board.grid.neighbours(action.at))
    if not any(position.enemies_at(at, action.side) for at in near):
        yield Reason(f"no enemy is known in {action.at} or next to it", _RULE, (action.at,))
    yield from forbids_diagram(position, action.at, action.sector)


@implements("LHY-21.4.0")
def _none_is_left(position: Position, side: str) -> Iterator[Reason]:
    """Why a side may not ask for illumination, with any unit."""
    if side not in position.mission.illumination:
        yield Reason(f"the mission gives {side} no illumination", _RULE)
    if not position.is_night:
        yield Reason("illumination is for the night", _RULE)
    if side in position.course.asked_for_light:
        yield Reason(f"{side} has asked for illumination in this turn", _RULE)


@implements("LHY-21.4.0", "LHY-21.4.1a", "LHY-21.4.1b")
def illuminate(resolution: Resolution, action: Illuminate) -> None:
    """A die for whether it comes, and one for where; beyond the map it lights nothing (reading 220)."""
    resolution.happen(IlluminationRequested(action.side))
    if not resolution.passes(f"illumination of {action.at} is granted", D10, at_most=GRANTED_AT_MOST):
        return
    position = resolution.position

    def falls(die: int) -> Hex | None:
        if die >= ACCURATE_FROM:
            return action.at
        return scatter(position, action.at, die, action.sector, hexes=SCATTERS_HEXES)

    place = resolution.decide("where the illumination falls", D10, falls)
    if place is not None:
        resolution.happen(GroundMarked(ILLUMINATION, place, 1))


def factors(_: Position, __: Illuminate) -> Factors:
    """The dice of the request."""
    granted = Reason(f"{GRANTED_AT_MOST} or less is granted", _RULE)
    words = (
        f"{ACCURATE_FROM} or more falls in the hex, else {SCATTERS_HEXES} hexes off by the scatter diagram"
    )
    return Factors("whether it comes, and where it falls", (granted, Reason(words, _RULE)))


ILLUMINATE = Procedure(Illuminate, UNIT_ACTIONS, candidates, forbids, illuminate, factors)
