"""A procedure: how one kind of declaration is offered, refused and carried out."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.game.ruling import Reason
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.state.position import Position


@dataclass(frozen=True, slots=True)
class Procedure:
    """One kind of action: what is worth asking about, why it is forbidden, and what comes of it.

    `candidates` and `forbids` are asked on the view of the side that acts, `carry_out` on all that is.
    """

    candidates: Callable[[Position, str], Iterator[Any]]
    forbids: Callable[[Position, Any], Iterator[Reason]]
    carry_out: Callable[[Resolution, Any], None]
