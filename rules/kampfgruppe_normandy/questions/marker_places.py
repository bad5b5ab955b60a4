"""Where an observer may place a target marker.

Rule: KGN Place a target marker, Night fighting; OUR 151, 181.
"""

import shapely

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.table.inches import Spot, is_within
from rules.kampfgruppe_normandy.book.rulebook import because
from rules.kampfgruppe_normandy.book.weapons import NIGHT_LIMIT_IN
from rules.kampfgruppe_normandy.questions.ranges import distance_in, inches_beside_limit
from rules.kampfgruppe_normandy.questions.sight.building_sight import look_at_building, solid_at
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.sight.visibility import not_seen
from rules.kampfgruppe_normandy.state.position import Hull, Position


@implements("KN-IND-06", "KN-IND-32", "KN-NIGHT-02b", "KN-NIGHT-04", "KN-IND-43")
def cannot_mark(position: Position, observer: Unit, at: Spot) -> Reason | None:
    """Why an observer cannot place a target marker there: off the table, too far or out of sight.

    Rule: KGN Place a target marker; Night fighting; OUR 151.
    """
    if at not in position.table:
        return because("the marker is off the table", "Place a target marker")
    away = distance_in(position, observer, at)
    night = position.progress.setting.is_night
    limit = NIGHT_LIMIT_IN if night else MARKER_RANGE_IN
    if not is_within(away, limit):
        where = "Night fighting" if night else "Place a target marker"
        words = f'the marker is {inches_beside_limit(away, limit)}" away, beyond {limit:g}"'
        return because(words, where, at)
    piece, hull = solid_at(position, at), _hull_at(position, at)
    if piece is not None:
        named, seen = str(piece), look_at_building(position, observer, piece)
    elif hull is not None:
        named, seen = hull.words, look(position, observer, hull)
    else:
        named, seen = "the marker", look(position, observer, at)
    return None if seen.is_open else not_seen(observer, named, seen, at, rule="Place a target marker")


def _hull_at(position: Position, at: Spot) -> Hull | None:
    """The vehicle or wreck that covers a spot."""
    here = shapely.Point(at)
    return next((hull for hull in position.hulls if hull.outline.covers(here)), None)


MARKER_RANGE_IN = 72.0
"""How far from its observer a target marker may be placed."""


RULE_IDS = {"MARKER_RANGE_IN": "KN-IND-06"}
