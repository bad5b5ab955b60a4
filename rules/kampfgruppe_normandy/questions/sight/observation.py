"""What a unit sees: by the line of sight, and at night within the range of night vision.

Rule: KGN Line of sight, Night fighting.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.game.verdicts import Sight, Visibility
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import HAIR_IN, Spot, is_within
from rules.kampfgruppe_normandy.book.rulebook import cite
from rules.kampfgruppe_normandy.book.weapons import NIGHT_LIMIT_IN
from rules.kampfgruppe_normandy.questions.ranges import (
    distances_in,
    inches_beside_limit,
    measured_in,
    range_between,
)
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import End, TargetAtSpots, look, men_seen
from rules.kampfgruppe_normandy.questions.sight.visibility import visibilities_of
from rules.kampfgruppe_normandy.state.position import Position


def observed(position: Position, viewer: End, target: End) -> tuple[Sight, tuple[Reason, ...]]:
    """How a viewer sees a target at its distance, and what hides all or part of it."""
    result, away_in = look(position, viewer, target), measured_in(position, viewer, target)
    if (too_far := beyond_the_night(position, viewer, target)) is None:
        return Sight(result.visibility, away_in, share=result.share), result.reasons
    hidden_anyway = () if result.is_open else result.reasons
    return Sight(Visibility.BLOCKED, away_in, share=0.0), (too_far, *hidden_anyway)


@implements("KN-NIGHT-02a")
def beyond_the_night(position: Position, viewer: End, target: End) -> Reason | None:
    """Why a target is too far off to be seen at night; None by day, and where one model of it is near enough."""
    if not position.progress.setting.is_night:
        return None
    if isinstance(viewer, Unit) and isinstance(target, Unit):
        away_in = range_between(position, viewer, target).nearest_in
    else:
        away_in = measured_in(position, viewer, target)
    if is_within(away_in, NIGHT_LIMIT_IN):
        return None
    return beyond_sight_at_night(str(target), away_in)


def beyond_sight_at_night(target: str, away_in: float) -> Reason:
    """Why a thing at this distance is not seen in the dark."""
    return Reason(
        f'{target} is {inches_beside_limit(away_in, NIGHT_LIMIT_IN)}" away, beyond {NIGHT_LIMIT_IN:g}" at night',
        cite("Night fighting"),
    )


def men_observed(position: Position, viewer: End, places: Floats) -> Iterator[Visibility]:
    """How a man would be seen at each of these places (n, 2), as by `observed`."""
    visibilities = men_seen(position, viewer, places)
    if not position.progress.setting.is_night:
        return visibilities
    if isinstance(viewer, Spot):
        away_in = np.hypot(*(places - np.array(viewer)).T)
    else:
        away_in = distances_in(position, viewer, places)
    near = (away_in <= NIGHT_LIMIT_IN + HAIR_IN).tolist()
    return (seen if is_near else Visibility.BLOCKED for seen, is_near in zip(visibilities, near, strict=True))


def observed_if_there(
    position: Position, viewers: Sequence[End], unit: Unit, spots: Sequence[Spot]
) -> list[list[Visibility]]:
    """How each viewer would see a unit at each of these spots, as by `observed`: a row for each viewer."""
    at_spots = TargetAtSpots(position, unit, spots)
    rows = [[*visibilities_of(at_spots.shares(viewer))] for viewer in viewers]
    if position.progress.setting.is_night:
        moved = [replace(unit, at=spot) for spot in spots]
        for viewer, row in zip(viewers, rows, strict=True):
            for number, there in enumerate(moved):
                if row[number].is_open and beyond_the_night(position, viewer, there) is not None:
                    row[number] = Visibility.BLOCKED
    return rows
