"""Rosters: the house list, and a player's own from a document (blindhex-roster/1 for kgn)."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from rules.errors import BadInput
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.house_aircraft import AIRCRAFT
from rules.kampfgruppe_normandy.house_guns import GUNS
from rules.kampfgruppe_normandy.house_infantry import INFANTRY
from rules.kampfgruppe_normandy.house_vehicles import VEHICLES
from rules.kampfgruppe_normandy.unit_types import (
    Armour,
    HighExplosive,
    KgnType,
    Kind,
    Mobility,
    Mount,
    ShellSize,
    SpecialRule,
    Weapon,
    WeaponKind,
)

FORMAT = "blindhex-roster/1"

HOUSE_ROSTER: Mapping[str, KgnType] = MappingProxyType(
    {row.id: row for row in (*INFANTRY, *VEHICLES, *GUNS, *AIRCRAFT)}
)
"""The house list, by id."""

EnumT = TypeVar("EnumT", bound=StrEnum)


@implements("KN-GROUP-11", "KN-KIT-01", "KN-BMOR-02", "KN-DEPL-13")
def read_roster(document: object) -> Mapping[str, KgnType]:
    """A player's own list in the place of the house list; what it leaves out of a row is nothing or none.

    Raises:
        BadInput: if a field is missing, unknown or wrong; the message names the row and the field.
    """
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise BadInput("roster.format", document, f'an object with "format": "{FORMAT}"')
    if document.get("book") != "kgn":
        raise BadInput("roster.book", document.get("book"), '"kgn"')
    rows = document.get("units")
    if not isinstance(rows, list | tuple) or not rows:
        raise BadInput("roster.units", rows, "a list of one unit or more")
    read: dict[str, KgnType] = {}
    for k, row in enumerate(rows):
        made = _type(_Fields(f"roster.units[{k}]", row))
        if made.id in read:
            raise BadInput(f"roster.units[{k}].id", made.id, "an id that no other unit has")
        read[made.id] = made
    return MappingProxyType(read)


class _Fields:
    """The fields of one object, each taken once and checked; what is left over is unknown."""

    def __init__(self, where: str, value: object) -> None:
        if not isinstance(value, Mapping):
            raise BadInput(where, value, "an object")
        self.where = where
        self._left: dict[str, Any] = dict(value)

    def text(self, name: str) -> str:
        value = self._left.pop(name, None)
        if not isinstance(value, str) or not value:
            raise BadInput(f"{self.where}.{name}", value, "a text")
        return value

    def whole(self, name: str, least: int = 0, most: int = 1000, otherwise: int = 0) -> int:
        value = self._left.pop(name, otherwise)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise BadInput(f"{self.where}.{name}", value, f"a whole number from {least} to {most}")
        return value

    def inches(self, name: str, otherwise: float | None) -> float | None:
        value = self._left.pop(name, otherwise)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 400:
            raise BadInput(f"{self.where}.{name}", value, "a number of inches over 0")
        return float(value)

    def yes(self, name: str) -> bool:
        value = self._left.pop(name, False)
        if not isinstance(value, bool):
            raise BadInput(f"{self.where}.{name}", value, "true or false")
        return value

    def choice(self, name: str, kinds: type[EnumT], otherwise: EnumT | None = None) -> EnumT:
        value = self._left.pop(name, otherwise)
        if value is None or value not in set(kinds):
            raise BadInput(f"{self.where}.{name}", value, f"one of {', '.join(kinds)}")
        return kinds(value)

    def inner(self, name: str) -> "_Fields | None":
        value = self._left.pop(name, None)
        return None if value is None else _Fields(f"{self.where}.{name}", value)

    def several(self, name: str) -> list[Any]:
        value = self._left.pop(name, [])
        if not isinstance(value, list | tuple):
            raise BadInput(f"{self.where}.{name}", value, "a list")
        return list(value)

    def done(self) -> None:
        """That nothing is left over."""
        for name, value in self._left.items():
            raise BadInput(f"{self.where}.{name}", value, "a field of such an object")


def _type(row: _Fields) -> KgnType:
    kind = row.choice("kind", Kind)
    plates = row.inner("armour")
    if kind.is_armoured and plates is None:
        raise BadInput(f"{row.where}.armour", None, "given for an armoured vehicle")
    men = row.whole("men", most=40)
    if (kind in (Kind.INFANTRY, Kind.GUN)) != (men > 0):
        wanted = "0 for a vehicle" if kind.is_vehicle else "1 or more"
        raise BadInput(f"{row.where}.men", men, wanted)
    hits = row.whole("hits", most=20)
    if kind in (Kind.SOFT_SKIN, Kind.AIRCRAFT) and hits == 0:
        raise BadInput(f"{row.where}.hits", hits, "1 or more for a vehicle without armour")
    made = KgnType(
        row.text("id"),
        row.text("name"),
        row.text("nation"),
        kind,
        row.choice("mobility", Mobility),
        row.whole("points"),
        row.whole("morale", most=20),
        men,
        tuple(
            _weapon(_Fields(f"{row.where}.weapons[{k}]", one)) for k, one in enumerate(row.several("weapons"))
        ),
        None if plates is None else _armour(plates),
        hits,
        row.whole("ammunition", most=100),
        row.whole("capacity", most=100),
        row.yes("tows"),
        row.yes("skirts"),
        row.yes("shield"),
        frozenset(_rules(row.where, row.several("rules"))),
        row.inches("length_in", 0.6 if kind is Kind.INFANTRY else 3.0) or 0.6,
        row.inches("width_in", 0.6 if kind is Kind.INFANTRY else 1.4) or 0.6,
        Provenance.READER,
    )
    row.done()
    return made


def _rules(where: str, names: Iterable[object]) -> Iterable[SpecialRule]:
    for name in names:
        if name not in set(SpecialRule):
            raise BadInput(f"{where}.rules", name, f"one of {', '.join(SpecialRule)}")
        yield SpecialRule(str(name))


def _armour(plates: _Fields) -> Armour:
    made = Armour(*(plates.whole(facing, 1, 20) for facing in ("front", "side", "rear")))
    plates.done()
    return made


def _weapon(row: _Fields) -> Weapon:
    shell = row.inner("he")
    he = None
    if shell is not None:
        he = HighExplosive(
            shell.choice("size", ShellSize), shell.whole("rating", 1, 10), shell.whole("penetration", 1, 20)
        )
        shell.done()
    ap = row.several("ap")
    if ap and (len(ap) != 6 or any(not isinstance(n, int) or not 1 <= n <= 20 for n in ap)):
        raise BadInput(f"{row.where}.ap", ap, "six whole numbers from 1 to 20, nearest band first")
    uses = row.whole("uses", most=100)
    made = Weapon(
        row.text("name"),
        row.choice("kind", WeaponKind),
        row.choice("mount", Mount, Mount.HAND),
        he,
        tuple(ap) or None,
        row.whole("count", 1, 20, 1),
        row.inches("min_in", None),
        row.inches("max_in", None),
        uses or None,
        Provenance.READER,
    )
    row.done()
    return made
