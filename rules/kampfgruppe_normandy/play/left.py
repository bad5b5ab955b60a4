"""What the side to act has left: activations, and the actions of the unit that is active.

Rule: KGN Command and control roll, Activation.
"""

from collections.abc import Iterator

from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Step


def left(position: Position) -> Iterator[str]:
    """What is left, line by line."""
    progress = position.progress
    if progress.step is Step.ACTIVATION:
        yield f"{progress.allowance - progress.spent} of {counted(progress.allowance, 'activation')} left"
    if (activation := progress.activation) is not None:
        kinds = activation.kinds[activation.done :]
        yield f"{activation.unit} has {len(kinds)} of {counted(len(activation.kinds), 'action')} left: {', then '.join(kinds)}"
