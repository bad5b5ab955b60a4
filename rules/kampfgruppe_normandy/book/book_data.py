"""The book as a table plays it: a roster and its support tables."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import Unknown
from rules.kampfgruppe_normandy.book.house.support import HOUSE_SUPPORT
from rules.kampfgruppe_normandy.book.support_lists import SupportLists
from rules.kampfgruppe_normandy.book.unit_types import KgnType


@dataclass(frozen=True)
class BookData:
    """A roster, and the support tables that go with it."""

    roster: Mapping[str, KgnType]
    support: SupportLists = HOUSE_SUPPORT

    def type(self, type_id: str) -> KgnType:
        """The line of the roster with that id.

        Raises:
            Unknown: if there is none.
        """
        try:
            return self.roster[type_id]
        except KeyError:
            raise Unknown("unit type", type_id, self.roster) from None
