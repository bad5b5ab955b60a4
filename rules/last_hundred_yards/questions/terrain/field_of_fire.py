"""Fields of fire: the front of a fortified position (4.1.14), lines past houses (4.2.1f) and along enclosed roads (4.1.8)."""

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.facing import in_arc
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.terrain.roads import enclosed_between, enclosed_road_hexes
from rules.last_hundred_yards.state.position import Position, row_of

FP_FIELD_OF_FIRE_DEG = 180


@implements("LHY-4.1.14.4", "LHY-4.1.14.5", "LHY-4.1.14a")
def is_in_front(position: Position, fortified: Unit, other: Hex) -> bool:
    """Whether a hex is in the 180 degrees in front of a fortified position; always for one without a
    facing, and for other units."""
    if fortified.facing_deg is None or row_of(fortified).kind is not UnitKind.FP:
        return True
    place = position.place(fortified)
    return other == place or in_arc(
        position.board.grid, place, other, fortified.facing_deg, FP_FIELD_OF_FIRE_DEG
    )


@implements("LHY-4.2.1f", "LHY-4.2.0.3", "LHY-4.2.0.target", "LHY-4.1.9c.2")
def has_line_of_fire(position: Position, unit: Unit, start: Hex, aim: Unit | Hex) -> bool:
    """Whether a unit sees a target from the hex where it stands or would stand to fire; for a hex,
    whether it sees any enemy there."""
    viewer = unit if unit.at == start else unit.moved(start)
    aims = (aim,) if isinstance(aim, Unit) else position.enemies_at(aim, unit.side) or (aim,)
    return any(position.sees(viewer, aim) for aim in aims)


def limiting_road(position: Position, start: Hex, end: Hex, reach_hexes: int) -> tuple[Hex, ...]:
    """The enclosed road hexes along a line that limit fire or observation to `reach_hexes`; none if the line
    is no longer than that."""
    if position.distance(start, end) <= reach_hexes or not _limits_roads(position):
        return ()
    return enclosed_between(position.board, start, end)


@memoized
def _limits_roads(position: Position) -> bool:
    return position.mission.edition.enclosed_roads and bool(enclosed_road_hexes(position.board))
