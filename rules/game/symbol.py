"""What a counter shows of its unit, whatever the book: the kinds that a symbol on a map tells apart."""

from enum import StrEnum


class Symbol(StrEnum):
    """The kind of a unit as maps show it."""

    INFANTRY = "infantry"
    LEADER = "leader"
    MACHINE_GUN = "machine-gun"
    ANTI_TANK_WEAPON = "anti-tank-weapon"
    MORTAR = "mortar"
    GUN = "gun"
    TANK = "tank"
    HALFTRACK = "halftrack"
    TRUCK = "truck"
    RECCE = "recce"
    AIRCRAFT = "aircraft"
    UNKNOWN = "unknown"
