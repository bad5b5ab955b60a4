"""What in a scenario can be played but is probably a slip: streets whose houses nobody drew, words no counter bears."""

from collections.abc import Iterator

from rules.game.advice import Advice
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONDITIONS
from rules.last_hundred_yards.book.rulebook import our

_MOST_NAMED = 8


def advice(state: GameState) -> Iterator[Advice]:
    """Probable slips in a scenario before play."""
    for unit in state.units.values():
        for word in sorted(unit.conditions - set(CONDITIONS)):
            wanted = f"one of {', '.join(sorted(CONDITIONS))}"
            yield Advice(f"units.{unit.id}.conditions", word, "does nothing", wanted)
    if isinstance(state.board, HexBoard):
        yield from _undrawn_streets(state.board)


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
