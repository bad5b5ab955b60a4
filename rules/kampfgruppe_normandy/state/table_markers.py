"""Markers on the table: a flag at each objective for the side that holds it, and target markers of indirect fire.

Rule: KGN Take and hold objectives, Indirect fire.
"""

from collections.abc import Iterator

from rules.game.state import GameState
from rules.game.units import Marker
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.progress import Progress, progress_of

TARGET = "target_marker"
_CONTROL = "control_"
NOBODY = "nobody"


def with_markers(state: GameState, before: GameState | None = None) -> GameState:
    """The state with its flags and target markers laid out; the same state if they are as in `before`."""
    progress = progress_of(state)
    if before is not None and _has_markers_of(progress, progress_of(before)):
        return state
    others = (
        marker for marker in state.markers if marker.kind != TARGET and not marker.kind.startswith(_CONTROL)
    )
    return state.changed(markers=(*others, *_markers(progress)))


def _has_markers_of(progress: Progress, before: Progress) -> bool:
    if progress.objectives is before.objectives and progress.support is before.support:
        return True
    return _marked(progress) == _marked(before)


def _marked(progress: Progress) -> object:
    held = [(objective.held_by, objective.at) for objective in progress.objectives]
    return held, [mission.at for mission in fire_support(progress).missions]


def _markers(progress: Progress) -> Iterator[Marker]:
    for objective in progress.objectives:
        yield Marker(f"{_CONTROL}{objective.held_by or NOBODY}", objective.at)
    yield from (Marker(TARGET, mission.at) for mission in fire_support(progress).missions)
