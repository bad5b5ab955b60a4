"""How chapters 4 and 10 are read at this table: switches of the strict or a later text, and house values."""

from dataclasses import dataclass

from rules.last_hundred_yards.house import PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.rulebook import LaterSight, Switch


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table; without any, our readings and our house values hold."""

    switches: frozenset[Switch | LaterSight] = frozenset()
    house: HouseValues = PRINTED_NOWHERE
    forest_roads_for_afvs: bool = False
    """Of the edition of a game: of all vehicles only AFVs leave or enter a road through woods off the road."""
    urban_by_road_or_gap: bool = False
    """Of the edition of a game: men go from urban building to urban building by road or a drawn gap."""


AS_WE_READ = Options()
