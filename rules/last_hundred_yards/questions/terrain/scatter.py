"""The scatter diagram: where inaccurate mortar fire lands and parachutes drift, and which diagram counts
between sectors. Chapter 11.4.5.

Each sector has its own diagram; a sector laid upside down has its diagram turned with it.
"""

from collections.abc import Iterator

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.state.mission.map_parts import Sector
from rules.last_hundred_yards.state.position import Position

HALF_A_TURN = 3


def scatter(position: Position, at: Hex, die: int, sector: str, *, hexes: int = 1) -> Hex | None:
    """The hex that a die gives on the scatter diagram, `hexes` hexes away; None if it is off the map."""
    place, is_on_map = drift(position, at, die, sector, hexes)
    return place if is_on_map else None


@implements("LHY-11.4.5.5c", "LHY-22.1.4.2b")
def drift(position: Position, at: Hex, die: int, sector: str, hexes: int) -> tuple[Hex, bool]:
    """The hex where a drift by the scatter diagram ends, and whether it stays on the map: 1 is up, then
    clockwise, turned with the sector.

    A drift off the map ends in its last hex that the edge does not cut, or else in its last hex on the map (reading 227).
    """
    grid, way = position.board.grid, [at]
    turned = any(part.is_turned and sector in ("", part.name) for part in _sectors_of(position, at))
    for _ in range(hexes):
        near = grid.neighbour(way[-1], (die - 1 + HALF_A_TURN * turned) % 6)
        if near not in grid:
            return next(filter(grid.is_whole, reversed(way)), way[-1]), False
        way.append(near)
    return way[-1], True


@implements("LHY-11.4.5.5d")
@memoized
def diagrams(position: Position, at: Hex) -> tuple[str, ...]:
    """The sectors whose diagram a player may choose in a hex; just an empty name if all have the same diagram."""
    sectors = _sectors_of(position, at)
    if len({sector.is_turned for sector in sectors}) < 2:
        return ("",)
    return tuple(sector.name for sector in sectors)


@implements("LHY-11.4.5.5d")
def forbids_diagram(position: Position, at: Hex, sector: str) -> Iterator[Reason]:
    """Why the diagram of this sector may not be used in a hex, or why a sector has to be named."""
    choice = diagrams(position, at)
    if sector and sector not in {part.name for part in _sectors_of(position, at)}:
        yield Reason(f"{at} does not lie on sector {sector}", cite_later("11.4.5"), (at,))
    elif not sector and sector not in choice:
        words = f"{at} lies on sectors {' and '.join(choice)}: say by whose diagram it scatters"
        yield Reason(words, cite_later("11.4.5"), (at,))


def _sectors_of(position: Position, at: Hex) -> tuple[Sector, ...]:
    return tuple(sector for sector in position.mission.sectors if at in sector)
