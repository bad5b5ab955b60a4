"""The edition and the roster that a game is played by."""

from dataclasses import dataclass

from rules.micro_armour.book.roster import Roster, TankType
from rules.micro_armour.book.rulebook import Edition


@dataclass(frozen=True, eq=False)
class BookData:
    """One edition with the weapon data its stands fight with."""

    edition: Edition
    roster: Roster

    def tank(self, type_id: str) -> TankType:
        """A line of the weapon data.

        Raises:
            Unknown: if the roster has none of that id.
        """
        return self.roster[type_id]
