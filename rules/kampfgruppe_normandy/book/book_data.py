"""The book as a table plays it: a roster and its support tables."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import Unknown
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.house.support import HOUSE_SUPPORT
from rules.kampfgruppe_normandy.book.support_lists import SupportLists
from rules.kampfgruppe_normandy.book.unit_types import KgnType


@dataclass(frozen=True)
class Book:
    """A roster, the support tables that go with it, and what chapters add to both."""

    roster: Mapping[str, KgnType]
    support: SupportLists = HOUSE_SUPPORT
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
