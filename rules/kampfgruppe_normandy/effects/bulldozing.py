"""The gaps that a bulldozer pushes through hedges and rubble as it goes.

Rule: KGN Bulldozers; OUR 141.
"""

import shapely

from rules.game.rule_ids import implements
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import cut
from rules.kampfgruppe_normandy.state.ground_events import WayOpened, name_for
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.spots import in_hundredths

_GAP_SPARE_IN = 0.5


@implements("KN-ENG-12b")
def push_gaps(resolution: Resolution, move: MoveUnderWay, to_in: float) -> None:
    """Open a gap one vehicle wide where a bulldozer has gone through a hedge or rubble; turning on the spot opens none."""
    unit = resolution.state.units.get(move.unit)
    path = cut(move, to_in).path
    if unit is None or len(path) < 2 or not resolution.position.type(unit).has(SpecialRule.BULLDOZER):
        return
    line = shapely.LineString(path)
    width = resolution.position.type(unit).width_in + _GAP_SPARE_IN
    for piece in resolution.position.table.under(line):
        if piece.terrain not in (T.HEDGE, T.RUBBLE):
            continue
        opened = [piece.area for piece in resolution.position.table.pieces if piece.terrain is T.GAP]
        for part in shapely.get_parts(line.intersection(piece.area)).tolist():
            if part.length < 1e-6 or any(area.covers(part) for area in opened):
                continue
            ends = shapely.get_coordinates(part)
            start, end = Spot(*map(float, ends[0])), Spot(*map(float, ends[-1]))
            bearing = start.bearing_deg(end)
            start, end = start.ahead(bearing, -0.1), end.ahead(bearing, 0.1)
            name = name_for(resolution.position.table, T.GAP)
            resolution.happen(WayOpened(name, T.GAP, in_hundredths(start), in_hundredths(end), width))
