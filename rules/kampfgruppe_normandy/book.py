"""The book as a table plays it: a roster and the switches chosen."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.errors import Unknown
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.unit_types import KgnType


@dataclass(frozen=True)
class Book:
    """A roster and the switches of a table."""

    roster: Mapping[str, KgnType]
    switches: frozenset[str] = field(default_factory=frozenset)
    declares: tuple[Callable[[Any, str], Iterator[ActionKind]], ...] = ()
    """What chapters add to the kinds of action a unit of a position can be told to take."""

    def type(self, type_id: str) -> KgnType:
        """The line of the roster with that id.

        Raises:
            Unknown: if there is none.
        """
        try:
            return self.roster[type_id]
        except KeyError:
            raise Unknown("unit type", type_id, self.roster) from None
