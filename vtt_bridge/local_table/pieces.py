"""The tokens and areas of a scene, made from the units and markers of a scenario or game."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from exporters.board_shapes import module
from exporters.place_text import name
from rules.game.counter_names import CounterNames
from rules.game.ruleset import UnitType
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.board import Board
from vtt_bridge.errors import BadScene
from vtt_bridge.port.calibration import place_of
from vtt_bridge.port.scene_reader import is_secret_from, unit_id, unit_token
from vtt_bridge.port.virtual_table import Area, Frame, Scene, Token

_TOKEN_HEXES = 0.62

Roster = Mapping[str, UnitType] | None
"""The roster of the game on a scene; None where none is played, so that tokens keep their units' names."""


def tokens_of(state: GameState, frame: Frame, roster: Roster = None) -> tuple[Token, ...]:
    """A token for each unit on the map; with the roster of a game, under its name as a counter."""
    units = (
        state.units.values() if roster is None else CounterNames(state.units.values(), roster).units_of("")
    )
    return tuple(_token(unit, frame, state.board) for unit in units if unit.at is not None)


def areas_of(state: GameState, *, hidden: bool = False) -> tuple[Area, ...]:
    """An area for each marker that every side knows of, or (`hidden`) for each that is hidden from some side."""
    known = (marker for marker in state.markers if marker.hidden == hidden)
    kind = "{}-hidden-{}" if hidden else "{}-{}"
    return tuple(_area(kind.format(marker.kind, number), marker) for number, marker in enumerate(known, 1))


def as_in_game(scene: Scene, before: GameState, after: GameState, roster: Roster) -> Scene:
    """The scene with every unit and marker of a game at its place after an action.

    Other tokens and areas stay, and tokens keep their size and marks.
    """
    there = {unit_id(token): token for token in scene.tokens}
    placed = tuple(
        _with_old_looks(there.get(token.id), token, scene.frame, after.board)
        for token in tokens_of(after, scene.frame, roster)
    )
    others = tuple(token for token in scene.tokens if unit_id(token) not in after.units)
    gone = {area.id for area in areas_of(before)}
    marked = areas_of(after)
    drawn = tuple(area for area in scene.areas if area.id not in gone | {area.id for area in marked})
    return replace(scene, tokens=(*others, *placed), areas=(*drawn, *marked))


def as_known(scene: Scene, side: str, known: tuple[GameState, GameState] | None, roster: Roster) -> Scene:
    """The scene as a side knows it, made anew from the pair `known`: the state of the game, and what the side
    knows of it. Tokens are the units it knows, counters for units it cannot identify, and tokens of no unit;
    areas likewise, with the side's hidden ones.

    Without `known`, as no state can be read from the scene, hidden and concealed tokens of other sides are left out.
    """
    others = (token for token in scene.tokens if not is_secret_from(side, token))
    if known is None:
        return replace(scene, tokens=tuple(others))
    all_there, seen = known
    there = {unit_id(token): token for token in scene.tokens}
    units = (
        replace(there[token.id], name=token.name)
        if token.id in there and seen.units[token.id] == all_there.units.get(token.id)
        else _with_old_looks(there.get(token.id), token, scene.frame, seen.board)
        for token in tokens_of(seen, scene.frame, roster)
    )
    no_units = (token for token in others if unit_id(token) not in all_there.units)
    areas, laid = scene.areas, {area.id for area in areas_of(all_there)}
    if seen.markers != all_there.markers:
        areas = (*(area for area in areas if area.id not in laid), *areas_of(seen))
    return replace(scene, tokens=(*units, *no_units), areas=(*areas, *areas_of(seen, hidden=True)))


def _with_old_looks(old: Token | None, new: Token, frame: Frame, board: Board) -> Token:
    """The new token with the size and marks of the old one, and its exact position if both lie in the same place."""
    if old is None:
        return new
    new = replace(new, id=old.id, size_px=old.size_px, elevation=old.elevation, marks=old.marks)
    if old.position_px == new.position_px:
        return new
    try:
        lies = place_of(frame, board, old.position_px, old.id)
    except BadScene:
        return new
    here = place_of(frame, board, new.position_px, new.id)
    return replace(new, position_px=old.position_px) if lies == here else new


@lru_cache(maxsize=4096)
def _token(unit: Unit, frame: Frame, board: Board) -> Token:
    size_px = round(_TOKEN_HEXES * frame.cell_px * module(board), 1)
    return replace(unit_token(unit, unit.name, frame, board), size_px=size_px)


def _area(area_id: str, marker: Marker) -> Area:
    return Area(area_id, marker.kind, marker.value, (name(marker.at),))
