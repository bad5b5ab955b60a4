"""Weapon data: the figures of each tank type that the rules use, and rosters made from a player's own data.

The books' own tables are not available. A roster's document (blindhex-roster/1) has the form of
maps/micro_armour_roster.schema.json, against which it is checked before it is read here. A tank with a hull gun lists it
first and its turret gun second; `arc` is all_round or front (10.2).
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput, Unknown
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.game.units import Symbol

FORMAT = "blindhex-roster/1"
HOUSE = "house"


class GunArc(StrEnum):
    """The arc through which a gun may fire."""

    ALL_ROUND = "all_round"
    FRONT = "front"


@dataclass(frozen=True, slots=True)
class Gun:
    """One gun: its AP firepower, its AP range in inches, and its arc."""

    name: str
    ap: int
    ap_range_in: float
    arc: GunArc = GunArc.ALL_ROUND


@dataclass(frozen=True, slots=True)
class TankType:
    """A line of the weapon data: defence, movement points, price, guns, and the source of the figures."""

    id: str
    name: str
    defence: int
    movement_points: int
    points: int
    guns: tuple[Gun, ...]
    provenance: Provenance = Provenance.HOUSE
    points_from: Provenance = Provenance.HOUSE

    is_vehicle = True
    """All tanks are armoured targets of movement class T (7.1.8, 8.3.3)."""
    symbol = Symbol.TANK

    @implements("MATG2-10.2.2")
    def gun(self, name: str = "") -> Gun:
        """The gun of that name; the first if none is named.

        Raises:
            Unknown: if the tank has no such gun.
        """
        if not name:
            return self.guns[0]
        for gun in self.guns:
            if gun.name == name:
                return gun
        raise Unknown(f"gun of {self.name}", name, [gun.name for gun in self.guns])


@dataclass(frozen=True)
class Roster(Mapping[str, TankType]):
    """The tank types a game may use, by id."""

    name: str
    tanks: Mapping[str, TankType]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tanks", MappingProxyType(dict(self.tanks)))

    def __getitem__(self, type_id: str) -> TankType:
        try:
            return self.tanks[type_id]
        except KeyError:
            raise Unknown("tank type", type_id, self.tanks) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.tanks)

    def __len__(self) -> int:
        return len(self.tanks)

    def __contains__(self, type_id: object) -> bool:
        return type_id in self.tanks


@implements("MATG2-11.W")
def read_roster(document: Mapping[str, Any], house: Roster) -> Roster:
    """A player's roster from its document, in place of the house roster, or added to it if the document extends `house`.

    Raises:
        BadInput: if two tanks have one id.
    """
    provenance = document.get("provenance", Provenance.READER)
    own: dict[str, TankType] = {}
    for place, row in enumerate(document["tanks"]):
        if row["id"] in own:
            raise BadInput(f"roster.tanks[{place}].id", row["id"], "an id that no other tank has")
        own[row["id"]] = _tank(row, provenance)
    tanks = {**house.tanks, **own} if document.get("extends") == HOUSE else own
    return Roster(document.get("name", "unnamed roster"), tanks)


def roster_document(roster: Roster, book: str) -> dict[str, Any]:
    """The document of a roster, with the source of every figure; read_roster gives the same roster back."""
    tanks = [{**asdict(tank), "guns": [asdict(gun) for gun in tank.guns]} for tank in roster.values()]
    return {"format": FORMAT, "book": book, "name": roster.name, "tanks": tanks}


def _tank(row: Mapping[str, Any], provenance: str) -> TankType:
    where_from = row.get("provenance", provenance)
    return TankType(
        row["id"],
        row["name"],
        row["defence"],
        row["movement_points"],
        row["points"],
        tuple(_gun(gun) for gun in row["guns"]),
        Provenance(where_from),
        Provenance(row.get("points_from", where_from)),
    )


def _gun(row: Mapping[str, Any]) -> Gun:
    arc = GunArc(row.get("arc", GunArc.ALL_ROUND))
    return Gun(row["name"], row["ap"], float(row["ap_range_in"]), arc)
