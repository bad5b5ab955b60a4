"""Twilight, night and illumination: how light it is in a hex, and how far units are seen. Chapter 21."""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.state.mission.light import SIGHT_HEXES, Light
from rules.last_hundred_yards.state.progress import Progress

ILLUMINATION = "illumination"

LIT_HEXES = 2
"""Hexes up to this distance from an illumination marker are lit as by day."""

SEEN_INTO_HEXES = LIT_HEXES + 2
"""Units up to this distance from a marker, and units in its light, see each other: two hexes beyond the last lit hex."""

RULE_IDS = {"LIT_HEXES": ("LHY-21.4.2a",), "SEEN_INTO_HEXES": ("LHY-21.4.2c", "LHY-21.4.2d")}


@implements("LHY-21.4.2b")
def light_on(state: GameState, place: Hex) -> Light:
    """How light it is in a hex; at night a hex that a marker illuminates is lit as by day."""
    light = _light(state)
    if light is not Light.NIGHT:
        return light
    grid = _board(state).grid
    return Light.DAY if any(grid.distance(place, flare) <= LIT_HEXES for flare in _flares(state)) else light


@implements("LHY-21.4.2e", "LHY-10.3.1d")
def is_way_in_the_dark(state: GameState, start: object, way: tuple[Hex, ...]) -> bool:
    """Whether a maneuver is made in the dark: at night every one is that does not begin in or next to a lit hex, or enters an unlit hex."""
    if _light(state) is not Light.NIGHT:
        return False
    beside = (start, *_board(state).grid.neighbours(start)) if isinstance(start, Hex) else ()
    sets_out = any(light_on(state, at) is Light.DAY for at in beside)
    return not sets_out or any(light_on(state, at) is not Light.DAY for at in way)


@implements("LHY-21.3a", "LHY-21.3b", "LHY-21.4.2c", "LHY-21.4.2d")
def hidden_by_darkness(state: GameState, viewer: Viewer, target: Viewer) -> str:
    """Why it is too dark for this line of sight; empty if it is not.

    At night those in illuminated hexes, and those within two hexes of these, see each other.
    """
    light = _light(state)
    if light is Light.DAY or not (
        isinstance(place := _place(target), Hex) and isinstance(start := _place(viewer), Hex)
    ):
        return ""
    reach = SIGHT_HEXES[light][_has_vehicle(state, target)]
    if _board(state).grid.distance(start, place) <= reach or _are_illuminated(state, start, place):
        return ""
    whom = "" if light is Light.NIGHT else " to vehicles" if reach == max(SIGHT_HEXES[light]) else " to men"
    return f"{'at night' if light is Light.NIGHT else 'in twilight'} LOS{whom} ends at {reach} hexes"


def _light(state: GameState) -> Light:
    """How light it is now, illumination apart; outside a game it is day."""
    return state.course.light if isinstance(state.course, Progress) else Light.DAY


def _are_illuminated(state: GameState, one: Hex, other: Hex) -> bool:
    """Whether one of two hexes is lit by a marker, and the other is within two hexes of its light (reading 224)."""
    grid = _board(state).grid
    return any(
        min(away) <= LIT_HEXES and max(away) <= SEEN_INTO_HEXES
        for flare in _flares(state)
        if (away := (grid.distance(one, flare), grid.distance(other, flare)))
    )


def _flares(state: GameState) -> Iterator[Hex]:
    """The hexes with an illumination marker."""
    for marker in state.markers:
        if marker.kind == ILLUMINATION and isinstance(marker.at, Hex):
            yield marker.at


@implements("LHY-21.3b")
def _has_vehicle(state: GameState, target: Viewer) -> bool:
    """Whether the target is a vehicle, or a hex with a vehicle that is not hidden (reading 217)."""
    if isinstance(target, Unit):
        return _is_vehicle(target)
    return any(
        unit.at == target and not unit.has(HIDDEN) and _is_vehicle(unit) for unit in state.units.values()
    )


def _is_vehicle(unit: Unit) -> bool:
    """Whether a unit is seen as far as a vehicle: concealed units are seen only as far as men (reading 217)."""
    return unit.type in ROSTER and ROSTER[unit.type].is_vehicle and not unit.has(CONCEALED)


def _place(viewer: Viewer) -> object:
    return viewer.at if isinstance(viewer, Unit) else viewer


def _board(state: GameState) -> HexBoard:
    assert isinstance(state.board, HexBoard)
    return state.board
