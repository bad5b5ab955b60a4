"""What lies on the table beside units and terrain, as markers of the state: who holds each objective, and target markers.

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
    """The state with its flags and target markers laid out; where they are as `before`, nothing changes."""
    progress = progress_of(state)
    if before is not None and _are_laid_out(progress, progress_of(before)):
        return state
    others = (
        marker for marker in state.markers if marker.kind != TARGET and not marker.kind.startswith(_CONTROL)
    )
    return state.changed(markers=(*others, *_markers(progress)))


def _are_laid_out(progress: Progress, laid: Progress) -> bool:
    if progress.objectives is laid.objectives and progress.support is laid.support:
        return True
    return _what_lies_on_table(progress) == _what_lies_on_table(laid)


def _what_lies_on_table(progress: Progress) -> object:
    held = [(objective.held_by, objective.at) for objective in progress.objectives]
    return held, [mission.at for mission in fire_support(progress).missions]


def _markers(progress: Progress) -> Iterator[Marker]:
    for objective in progress.objectives:
        yield Marker(f"{_CONTROL}{objective.held_by or NOBODY}", objective.at)
    yield from (Marker(TARGET, mission.at) for mission in fire_support(progress).missions)
