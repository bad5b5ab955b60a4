"""Guns as they are on record: calibre, muzzle velocity, and the armour that their usual round of 1944 pierces.

A book whose tables of guns are not at hand derives its figures from these; the reason stands beside each in guns.json.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.game.book_data import read_data


@dataclass(frozen=True, slots=True)
class GunOnRecord:
    """A gun: what it pierces at 30 degrees and about 500 metres, with which round, and why that figure."""

    name: str
    calibre_mm: float
    velocity_mps: int
    pierced_mm: int
    why: str


GUNS: Mapping[str, GunOnRecord] = MappingProxyType(
    {gun_id: GunOnRecord(**row) for gun_id, row in read_data(__package__, "guns.json")["guns"].items()}
)
"""Every gun by a short name of its own."""
