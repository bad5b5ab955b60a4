"""What if? A state with units moved or removed, or smoke or illumination added or removed."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.board import HexBoard
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain
from rules.planning.smoke import CLOUD_WIDE_IN, SMOKE, with_smoke
from vtt_bridge.port.names import one_of, place_of, viewer_named

WANTED = '"UNIT at PLACE", "UNIT at PLACE facing 90", "UNIT facing 90", "smoke PLACE", "no smoke", "illumination PLACE", "no illumination" or "no UNIT"'
"""The possible suppositions; illumination only on hexes, and on a table also "smoke 20,15 wide 6"."""

ILLUMINATION = "illumination"
"""The kind of marker that lights the hexes around it at night (LHY 21.4)."""

WIDEST_IN = 72
"""The widest cloud that can be supposed."""


def supposed(state: GameState, each: Iterable[str]) -> GameState:
    """The state with each of these suppositions applied, in order.

    Raises:
        BadInput: if one of them cannot be supposed; the message lists what can.
        Unknown: if it names a unit or place that is not there.
        OffBoard: if a place is not on the board.
    """
    for words in each:
        for pattern, suppose in _FORMS:
            if matched := pattern.fullmatch(words.strip()):
                state = suppose(state, matched)
                break
        else:
            raise BadInput("if", words, WANTED)
    return state


def _without(state: GameState, matched: re.Match[str]) -> GameState:
    gone = one_of(state.units.values(), matched["who"])
    return replace(state, units={key: unit for key, unit in state.units.items() if key != gone.id})


def _without_smoke(state: GameState, _: re.Match[str]) -> GameState:
    cleared = replace(state, markers=tuple(marker for marker in state.markers if marker.kind != SMOKE))
    if isinstance(state.board, HexBoard):
        return cleared
    pieces = tuple(piece for piece in state.board.pieces if piece.terrain is not TableTerrain.SMOKE)
    return replace(cleared, board=replace(state.board, pieces=pieces))


def _without_illumination(state: GameState, _: re.Match[str]) -> GameState:
    return replace(state, markers=tuple(marker for marker in state.markers if marker.kind != ILLUMINATION))


def _illuminated(state: GameState, matched: re.Match[str]) -> GameState:
    if not isinstance(state.board, HexBoard):
        raise BadInput("if", matched[0], "illumination PLACE on a map of hexes, where a marker gives light")
    return replace(state, markers=(*state.markers, Marker(ILLUMINATION, _place(state, matched["place"]))))


def _smoke(state: GameState, matched: re.Match[str]) -> GameState:
    place = _place(state, matched["place"])
    if matched["wide"] and not isinstance(place, Spot):
        raise BadInput("if", matched[0], "smoke PLACE: on hexes smoke fills a hex")
    wide_in = _number(matched["wide"] or str(CLOUD_WIDE_IN))
    if not 0 < wide_in <= WIDEST_IN:
        raise BadInput("if", matched[0], f"smoke PLACE wide 6: inches, more than 0 and at most {WIDEST_IN}")
    return with_smoke(state, place, wide_in)


def _moved(state: GameState, matched: re.Match[str]) -> GameState:
    unit = one_of(state.units.values(), matched["who"])
    at = _place(state, matched["place"]) if matched["place"] else unit.at
    facing_deg = unit.facing_deg if matched["facing"] is None else _number(matched["facing"]) % 360
    return state.with_unit(replace(unit, at=at, facing_deg=facing_deg))


def _place(state: GameState, words: str) -> Place:
    """The place that words name, or the place of the unit that they name."""
    return place_of(viewer_named(state, words))


def _number(words: str) -> float:
    """The number that words say.

    Raises:
        BadInput: if they say none.
    """
    if re.fullmatch(r"-?\d{1,9}(?:\.\d{1,9})?", words):
        return float(words)
    raise BadInput("if", words, "a number, as in facing 90 or wide 6")


_FORMS: tuple[tuple[re.Pattern[str], Callable[[GameState, re.Match[str]], GameState]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), suppose)
    for pattern, suppose in (
        (r"no smoke", _without_smoke),
        (r"no illumination", _without_illumination),
        (r"illumination (?:at |in )?(?P<place>.+)", _illuminated),
        (r"(?:no|without) (?P<who>.+)", _without),
        (r"smoke (?:at |in )?(?P<place>.+?)(?: wide (?P<wide>\S+))?", _smoke),
        (r"(?P<who>.+?) (?:at|in) (?P<place>.+?)(?: facing (?P<facing>\S+))?", _moved),
        (r"(?P<who>.+?)(?P<place>) facing (?P<facing>\S+)", _moved),
    )
)
