"""The deployed guns, mortars and off-table batteries of the house list, each with its crew."""

from rules.kampfgruppe_normandy.book.house.points import morale_value, points
from rules.kampfgruppe_normandy.book.house.weapons import (
    RIFLES,
    autocannon,
    gun,
    heavy_mortar,
    medium_mortar,
)
from rules.kampfgruppe_normandy.book.unit_types import (
    KgnType,
    Kind,
    Mobility,
    Mount,
    SpecialRule,
    Weapon,
    WeaponKind,
)

_UK, _US, _DE = "british", "american", "german"
_GROUND = Mount.GROUND
_K = WeaponKind


def _gun(
    id: str,
    name: str,
    nation: str,
    crew: int,
    weapon: Weapon,
    *,
    shield: bool = True,
    off_table: bool = False,
) -> KgnType:
    rules = frozenset({SpecialRule.OFF_TABLE}) if off_table else frozenset[SpecialRule]()
    kind = Kind.GUN
    weapons = (weapon,) if off_table else (weapon, RIFLES)
    cost = points(kind, Mobility.MAN_HANDLED, crew, weapons, None, 0, 0, rules)
    value = 0 if off_table else morale_value(kind, cost, rules)
    mobility = Mobility.NONE if off_table else Mobility.MAN_HANDLED
    return KgnType(
        id, name, nation, kind, mobility, cost, value, crew, weapons, shield=shield, rules=rules,
        length_in=2.0, width_in=1.6,
    )  # fmt: skip


def _pak(name: str, calibre_mm: float, pierced_mm: float, *, has_he: bool = True) -> Weapon:
    return gun(name, calibre_mm, pierced_mm, mount=_GROUND, has_he=has_he)


GUNS: tuple[KgnType, ...] = (
    _gun("uk.6pdr", "6 pdr anti-tank gun", _UK, 3, _pak("6 pdr", 57, 79)),
    _gun("uk.17pdr", "17 pdr anti-tank gun", _UK, 4, _pak("17 pdr", 76.2, 140)),
    _gun("uk.25pdr", "25 pdr field gun", _UK, 4, gun("25 pdr", 87.6, 60, _K.HOWITZER, _GROUND)),
    _gun("uk.25pdr_battery", "25 pdr, off table", _UK, 4, gun("25 pdr", 87.6, None, _K.HOWITZER, _GROUND), off_table=True),
    _gun("uk.55in_battery", '5.5" gun, off table', _UK, 5, gun('5.5" gun', 140, None, _K.CANNON, _GROUND), off_table=True),
    _gun("uk.3in_mortar", '3" mortar team', _UK, 3, medium_mortar('3" mortar'), shield=False),
    _gun("uk.42in_mortar", '4.2" mortar team', _UK, 3, heavy_mortar('4.2" mortar'), shield=False),
    _gun("uk.bofors", "40mm Bofors", _UK, 4, autocannon("40mm Bofors", _K.LARGE_AUTOCANNON, 40, 45, _GROUND), shield=False),
    _gun("uk.polsten", "20mm Polsten", _UK, 2, autocannon("20mm Polsten", _K.SMALL_AUTOCANNON, 20, 14, _GROUND), shield=False),
    _gun("us.57mm", "57mm M1 anti-tank gun", _US, 3, _pak("57mm M1", 57, 79)),
    _gun("us.3in", '3" M5 anti-tank gun', _US, 4, _pak('3" M5', 76.2, 93)),
    _gun("us.105mm_battery", "105mm howitzer, off table", _US, 4, gun("105mm M2", 105, None, _K.HOWITZER, _GROUND), off_table=True),
    _gun("us.155mm_battery", "155mm howitzer, off table", _US, 5, gun("155mm M1", 155, None, _K.HOWITZER, _GROUND), off_table=True),
    _gun("us.81mm_mortar", "81mm mortar team", _US, 3, medium_mortar("81mm mortar"), shield=False),
    _gun("us.bofors", "40mm Bofors", _US, 4, autocannon("40mm Bofors", _K.LARGE_AUTOCANNON, 40, 45, _GROUND), shield=False),
    _gun("de.pak38", "50mm PaK 38", _DE, 3, _pak("50mm PaK 38", 50, 61)),
    _gun("de.pak40", "75mm PaK 40", _DE, 3, _pak("75mm PaK 40", 75, 96)),
    _gun("de.pak43", "88mm PaK 43", _DE, 4, _pak("88mm PaK 43", 88, 185)),
    _gun("de.flak88", "88mm FlaK 36", _DE, 5, _pak("88mm FlaK 36", 88, 110), shield=False),
    _gun("de.lig18", "75mm infantry gun", _DE, 3, gun("75mm leIG 18", 75, None, _K.HOWITZER, _GROUND)),
    _gun("de.105mm_battery", "105mm howitzer, off table", _DE, 4, gun("105mm leFH 18", 105, None, _K.HOWITZER, _GROUND), off_table=True),
    _gun("de.150mm_battery", "150mm howitzer, off table", _DE, 5, gun("150mm sFH 18", 150, None, _K.HOWITZER, _GROUND), off_table=True),
    _gun("de.nebelwerfer", "150mm Nebelwerfer", _DE, 3, gun("150mm Nebelwerfer", 150, None, _K.ROCKETS, _GROUND), shield=False),
    _gun("de.80mm_mortar", "80mm mortar team", _DE, 3, medium_mortar("80mm mortar"), shield=False),
    _gun("de.120mm_mortar", "120mm mortar team", _DE, 4, heavy_mortar("120mm mortar"), shield=False),
    _gun("de.flak38", "20mm FlaK 38", _DE, 3, autocannon("20mm FlaK 38", _K.SMALL_AUTOCANNON, 20, 14, _GROUND), shield=False),
    _gun("de.quad20", "Quad 20mm FlaK", _DE, 4, autocannon("Quad 20mm", _K.MULTIPLE_AUTOCANNON, 20, 14, _GROUND), shield=False),
)  # fmt: skip
"""The guns, mortars and batteries of both sides."""
