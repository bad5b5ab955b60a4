"""Probable slips in a scenario that can be played all the same: streets whose houses were not drawn, unknown conditions."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.game.advice import Advice, sides_without_units, words_unread
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONDITIONS
from rules.last_hundred_yards.book.options import Options
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite, our
from rules.last_hundred_yards.play.book_ground import BookGround
from rules.last_hundred_yards.play.opening import opening
from rules.last_hundred_yards.questions.terrain.stacking import overfull_hexes
from rules.last_hundred_yards.state.position import Position

_MOST_NAMED = 8


def advice(state: GameState, options: Mapping[str, Any], own: Options) -> Iterator[Advice]:
    """Probable slips in a scenario before play."""
    yield from sides_without_units(state, _drawn(options))
    yield from words_unread(state, CONDITIONS)
    for unit in state.units.values():
        if unit.facing_deg is not None and unit.type in ROSTER and ROSTER[unit.type].is_foot:
            yield Advice(
                f"units.{unit.id}.facing_deg", unit.facing_deg, "does nothing", "none: it looks all round"
            )
    if "sides" in options:
        yield from _crowded(Position(opening(state, options, own), BookGround(own)))
    if isinstance(state.board, HexBoard):
        yield from _undrawn_streets(state.board)


def _drawn(options: Mapping[str, Any]) -> Iterator[str]:
    """The sides whose forces are drawn by lot as the game is set up."""
    return (side for side, terms in options.get("sides", {}).items() if "forces" in terms)


def _crowded(position: Position) -> Iterator[Advice]:
    """Hexes that hold more than the stacking limit, or both sides."""
    for place, side in overfull_hexes(position):
        does = f"is over the stacking limit with the units of {side}"
        yield Advice(
            "units", place.label, does, f"three squads, two MGs, two vehicles at most ({cite('2.4')})"
        )
    for place, units in sorted(position.by_hex.items()):
        if len({unit.side for unit in units}) > 1:
            yield Advice("units", place.label, "holds units of both sides", "units of one side in a hex")


def _undrawn_streets(board: HexBoard) -> Iterator[Advice]:
    """Hexes where a road runs past houses that have no image: what they hide is a house value (OUR 11)."""
    roads = {place for line in board.lines if line.terrain is Terrain.ROAD for place in line.path}
    drawn = {(outline.at, outline.terrain) for outline in board.outlines}
    streets = sorted(
        place
        for place, ground in board.hexes.items()
        if place in roads and any((place, kind) not in drawn for kind in ground.buildings)
    )
    if streets:
        wanted = f"images of them among the outlines, as what they hide is a house value now ({our(11)})"
        yield Advice("hexes", _listed(streets), "are streets whose houses nobody drew", wanted)


def _listed(places: list[Hex]) -> str:
    named = ", ".join(place.label for place in places[:_MOST_NAMED])
    more = len(places) - _MOST_NAMED
    return f"{named} and {more} more" if more > 0 else named
