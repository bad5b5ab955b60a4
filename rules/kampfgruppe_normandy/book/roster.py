"""Army lists: those of the house, and a player's own from a document (blindhex-roster/1 for kgn), both ways.

The shape of a document is what maps/kgn_roster.schema.json says, and is checked before it comes here.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Any

from rules.errors import BadInput
from rules.game.citation import Provenance
from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.house.aircraft import AIRCRAFT
from rules.kampfgruppe_normandy.book.house.support import HOUSE_SUPPORT
from rules.kampfgruppe_normandy.book.house.units import GUNS, INFANTRY, VEHICLES
from rules.kampfgruppe_normandy.book.support_kinds import Level
from rules.kampfgruppe_normandy.book.support_lists import SupportCosts, SupportLists
from rules.kampfgruppe_normandy.book.unit_types import (
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
from rules.kampfgruppe_normandy.book.weapon_limits import (
    LEAST_INDIRECT_IN,
    MOST_IN,
    PRINTED_SHELLS,
    printed_uses,
)

FORMAT = "blindhex-roster/1"
HOUSE = "house"
SUPPORT_READINGS = {"air_support": 118, "general_support": 102, "low_priority_on": 100, "support_points": 160}
"""The readings that each part of the support tables rests on."""

HOUSE_ROSTER: Mapping[str, KgnType] = MappingProxyType(
    {row.id: row for row in (*INFANTRY, *VEHICLES, *GUNS, *AIRCRAFT)}
)
"""The house list, by id."""


@dataclass(frozen=True)
class ArmyLists:
    """The types of unit a battle group is chosen from, and the support tables that go with them."""

    roster: Mapping[str, KgnType]
    support: SupportLists


@implements("KN-GROUP-11", "KN-KIT-01", "KN-BMOR-02", "KN-DEPL-13")
def read_lists(document: Mapping[str, Any]) -> ArmyLists:
    """A player's own lists in the place of the house lists, or added to them if they extend `house`.

    A field that a row leaves out is 0 or none, except the size of a model, and what the book prints for such a weapon:
    its shell, its ranges, and how often it can be used. A support table of the house stays unless the document replaces it or the roster
    lacks one of its types.

    Raises:
        BadInput: if a row contradicts itself, or a table names a type that the roster lacks.
    """
    provenance = Provenance(document.get("provenance", Provenance.READER))
    own: dict[str, KgnType] = {}
    for k, row in enumerate(document.get("units", [])):
        made = _type(row, f"roster.units[{k}]", provenance)
        if made.id in own:
            raise BadInput(f"roster.units[{k}].id", made.id, "an id that no other unit has")
        own[made.id] = made
    if not own and document.get("extends") != HOUSE:
        raise BadInput("roster.units", None, 'given, or "extends": "house"')
    roster = {**HOUSE_ROSTER, **own} if document.get("extends") == HOUSE else own
    return ArmyLists(MappingProxyType(roster), _support(document, roster, provenance))


def _support(
    document: Mapping[str, Any], roster: Mapping[str, KgnType], provenance: Provenance
) -> SupportLists:
    air = {nation: tuple(six) for nation, six in document.get("air_support", {}).items()}
    for nation, six in air.items():
        for name in six:
            if name not in roster or roster[name].kind is not Kind.AIRCRAFT:
                raise BadInput(f"roster.air_support.{nation}", name, "an aircraft of these lists")
    general = {}
    for nation, levels in document.get("general_support", {}).items():
        for level, six in levels.items():
            for battery in six:
                name = battery["type"]
                if name not in roster or not roster[name].has(SpecialRule.OFF_TABLE):
                    where = f"roster.general_support.{nation}.{level}"
                    raise BadInput(where, name, "an off-table gun of these lists")
            general[nation, Level(level)] = tuple((entry["type"], entry["count"]) for entry in six)
    house = HOUSE_SUPPORT.backed_by(roster)
    costs = document.get("support_points")
    is_own = provenance is not Provenance.HOUSE
    return SupportLists(
        {**house.air, **air},
        {**house.general, **general},
        house.costs if costs is None else SupportCosts(**costs),
        document.get("low_priority_on", house.low_priority_on),
        {number: provenance for part, number in SUPPORT_READINGS.items() if part in document and is_own},
    )


def lists_document(lists: ArmyLists, name: str) -> dict[str, Any]:
    """The document of army lists, every value and where it comes from; read_lists gives the same lists back."""
    general: dict[str, dict[str, Any]] = {}
    for (nation, level), six in lists.support.general.items():
        general.setdefault(nation, {})[level.value] = [{"type": gun, "count": count} for gun, count in six]
    return {
        "format": FORMAT,
        "book": "kgn",
        "name": name,
        "provenance": Provenance.HOUSE.value,
        "units": [_row(line) for line in lists.roster.values()],
        "air_support": {nation: list(six) for nation, six in lists.support.air.items()},
        "general_support": general,
        "low_priority_on": lists.support.low_priority_on,
        "support_points": asdict(lists.support.costs),
    }


def _type(row: Mapping[str, Any], field: str, provenance: Provenance) -> KgnType:
    kind = Kind(row["kind"])
    men, hits, plates = row.get("men", 0), row.get("hits", 0), row.get("armour")
    if kind.is_armoured and plates is None:
        raise BadInput(f"{field}.armour", None, "given for an armoured vehicle")
    if (kind in (Kind.INFANTRY, Kind.GUN)) != (men > 0):
        raise BadInput(f"{field}.men", men, "0 for a vehicle" if kind.is_vehicle else "1 or more")
    if kind in (Kind.SOFT_SKIN, Kind.AIRCRAFT) and hits == 0:
        raise BadInput(f"{field}.hits", hits, "1 or more for a vehicle without armour")
    on_foot = kind is Kind.INFANTRY
    return KgnType(
        row["id"],
        row["name"],
        row["nation"],
        kind,
        Mobility(row["mobility"]),
        row.get("points", 0),
        row.get("morale", 0),
        men,
        tuple(
            _weapon(weapon, f"{field}.weapons[{k}]", provenance, kind)
            for k, weapon in enumerate(row.get("weapons", []))
        ),
        None if plates is None else Armour(**plates),
        hits,
        row.get("ammunition", 0),
        row.get("capacity", 0),
        row.get("tows", False),
        row.get("skirts", False),
        row.get("shield", False),
        frozenset(map(SpecialRule, row.get("rules", []))),
        float(row.get("length_in", 0.6 if on_foot else 3.0)),
        float(row.get("width_in", 0.6 if on_foot else 1.4)),
        Provenance(row.get("provenance", provenance)),
        row.get("height_in"),
    )


def _weapon(row: Mapping[str, Any], field: str, provenance: Provenance, of: Kind) -> Weapon:
    he, kind, count = row.get("he"), WeaponKind(row["kind"]), row.get("count", 1)
    if kind is WeaponKind.BOMB and he is None:
        raise BadInput(f"{field}.he", None, "given for bombs, which come in three sizes")
    return Weapon(
        row["name"],
        kind,
        Mount(row.get("mount", Mount.HAND)),
        PRINTED_SHELLS.get(kind)
        if he is None
        else HighExplosive(ShellSize(he["size"]), he["rating"], he["penetration"]),
        tuple(row["ap"]) if "ap" in row else None,
        count,
        row.get("min_in", LEAST_INDIRECT_IN.get(kind)),
        row.get("max_in", MOST_IN.get(kind)),
        row.get("uses", printed_uses(kind, of, count)),
        Provenance(row.get("provenance", provenance)),
    )


def _row(unit: KgnType) -> dict[str, Any]:
    row = _without_defaults(unit)
    if unit.weapons:
        row["weapons"] = [_without_defaults(weapon) for weapon in unit.weapons]
    if unit.rules:
        row["rules"] = sorted(unit.rules)
    return row


def _without_defaults(line: KgnType | Weapon) -> dict[str, Any]:
    """The fields of a unit type or weapon that are neither zero, empty, None nor of house provenance."""
    written: dict[str, Any] = {}
    for field_of_line in fields(line):
        value = getattr(line, field_of_line.name)
        if not value or field_of_line.name in ("weapons", "rules") or value is Provenance.HOUSE:
            continue
        if isinstance(value, Armour | HighExplosive):
            written[field_of_line.name] = asdict(value)
        else:
            written[field_of_line.name] = list(value) if isinstance(value, tuple) else value
    return written
