"""The book as a game is played by it: an edition and a roster."""

from dataclasses import dataclass

from rules.micro_armour.roster import Roster, TankType
from rules.micro_armour.rulebook import Edition


@dataclass(frozen=True)
class Book:
    """One edition with the weapon data its stands fight with."""

    edition: Edition
    roster: Roster

    def tank(self, type_id: str) -> TankType:
        """A line of the weapon data.

        Raises:
            Unknown: if the roster has none of that id.
        """
        return self.roster[type_id]
