"""How chapters 4 and 10 are read at this table: switches of the strict or a later text, and house values."""

from dataclasses import dataclass

from rules.last_hundred_yards.house import PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.rulebook import LaterSight, Switch


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table; without any, our readings and our house values hold."""

    switches: frozenset[Switch | LaterSight] = frozenset()
    house: HouseValues = PRINTED_NOWHERE


AS_WE_READ = Options()
