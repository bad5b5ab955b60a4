"""Historical data of guns: calibre, muzzle velocity, and the armour that their usual round of 1944 pierces.

A book whose printed gun tables are not available derives its figures from these; guns.json gives the reason for each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.game.book_data import read_data


@dataclass(frozen=True, slots=True)
class GunOnRecord:
    """A gun: the armour it pierces at 30 degrees and about 500 metres, and why that figure, with which round."""

    name: str
    calibre_mm: float
    velocity_mps: int
    pierced_mm: int
    why: str


GUNS: Mapping[str, GunOnRecord] = MappingProxyType(
    {gun_id: GunOnRecord(**row) for gun_id, row in read_data(__package__, "guns.json")["guns"].items()}
)
"""All guns by their short ids."""
