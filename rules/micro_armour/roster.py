"""Weapon data: what the rules read of each tank type, and how a player's own data become a roster.

The books' own tables are not at hand. A roster comes as a document of the format blindhex-roster/1:

    {"format": "blindhex-roster/1", "name": "My figures", "provenance": "reader",
     "tanks": [{"id": "t34", "name": "T-34", "defence": 9, "movement_points": 12, "points": 60,
                "guns": [{"name": "76.2mm", "ap": 7, "ap_range_in": 17, "arc": "all_round"}]}]}

`arc` is all_round or front (10.2). A tank with a hull gun lists it first and its turret gun second.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from rules.errors import BadInput, Unknown
from rules.game.citation import Provenance
from rules.game.rule_ids import implements

FORMAT = "blindhex-roster/1"

MOST_FIELD = 999


class GunArc(StrEnum):
    """Through which arc a gun may fire."""

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
    """A line of the weapon data: defence, movement points, price, guns, and where the figures come from."""

    id: str
    name: str
    defence: int
    movement_points: int
    points: int
    guns: tuple[Gun, ...]
    provenance: Provenance = Provenance.HOUSE
    points_from: Provenance = Provenance.HOUSE

    @property
    def is_vehicle(self) -> bool:
        """All tanks are armoured targets of movement class T (7.1.8, 8.3.3)."""
        return True

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
def read_roster(document: Mapping[str, object]) -> Roster:
    """A player's roster from its document; it replaces the house roster whole.

    Raises:
        BadInput: if a field is missing or holds what it may not; the message names tank and field.
    """
    if not isinstance(document, Mapping):
        raise BadInput("roster", document, "a JSON object")
    if document.get("format") != FORMAT:
        raise BadInput("roster.format", document.get("format"), FORMAT)
    _refuse_others("roster", document, {"format", "name", "provenance", "tanks"})
    tanks = document.get("tanks")
    if not isinstance(tanks, list) or not tanks:
        raise BadInput("roster.tanks", tanks, "a list of one tank or more")
    provenance = _provenance("roster.provenance", document.get("provenance", "reader"))
    found: dict[str, TankType] = {}
    for place, entry in enumerate(tanks):
        tank = _tank(f"roster.tanks[{place}]", entry, provenance)
        if tank.id in found:
            raise BadInput(f"roster.tanks[{place}].id", tank.id, "an id that no other tank has")
        found[tank.id] = tank
    return Roster(_text("roster.name", document.get("name", "unnamed roster")), found)


def _tank(field: str, entry: object, provenance: Provenance) -> TankType:
    row = _object(field, entry)
    _refuse_others(field, row, {"id", "name", "defence", "movement_points", "points", "guns"})
    type_id = _text(f"{field}.id", row.get("id"))
    named = f"roster tank {type_id}"
    guns = row.get("guns")
    if not isinstance(guns, list) or not guns:
        raise BadInput(f"{named}.guns", guns, "a list of one gun or more")
    return TankType(
        type_id,
        _text(f"{named}.name", row.get("name")),
        _count(f"{named}.defence", row.get("defence")),
        _count(f"{named}.movement_points", row.get("movement_points")),
        _count(f"{named}.points", row.get("points")),
        tuple(_gun(f"{named}.guns[{place}]", gun) for place, gun in enumerate(guns)),
        provenance,
        provenance,
    )


def _gun(field: str, entry: object) -> Gun:
    row = _object(field, entry)
    _refuse_others(field, row, {"name", "ap", "ap_range_in", "arc"})
    arc = row.get("arc", GunArc.ALL_ROUND.value)
    if arc not in set(GunArc):
        raise BadInput(f"{field}.arc", arc, "all_round or front")
    reach = row.get("ap_range_in")
    if not isinstance(reach, int | float) or isinstance(reach, bool) or not 0 < reach <= MOST_FIELD:
        raise BadInput(f"{field}.ap_range_in", reach, f"a number of inches over 0, up to {MOST_FIELD}")
    name, ap = _text(f"{field}.name", row.get("name")), _count(f"{field}.ap", row.get("ap"))
    return Gun(name, ap, float(reach), GunArc(str(arc)))


def _object(field: str, entry: object) -> Mapping[str, object]:
    if not isinstance(entry, Mapping):
        raise BadInput(field, entry, "a JSON object")
    return entry


def _text(field: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise BadInput(field, value, "a text")
    return value


def _count(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST_FIELD:
        raise BadInput(field, value, f"a whole number from 0 to {MOST_FIELD}")
    return value


def _provenance(field: str, value: object) -> Provenance:
    if value not in set(Provenance):
        raise BadInput(field, value, f"one of {', '.join(Provenance)}")
    return Provenance(str(value))


def _refuse_others(field: str, row: Mapping[str, object], known: set[str]) -> None:
    for name in row:
        if name not in known:
            raise BadInput(
                f"{field}.{name}", row[name], f"a field of a roster, which has {', '.join(sorted(known))}"
            )
