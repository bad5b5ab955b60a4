"""The vehicles of the house list. Plate in millimetres along a level line of fire, guns by what they pierce.

Each row: plate front, side, rear (thickness over the cosine of its slope, as on record); guns and machine guns.
"""

from rules.kampfgruppe_normandy.book.house.points import armour, morale_value, points
from rules.kampfgruppe_normandy.book.house.weapons import (
    HULL_FLAMETHROWER,
    autocannon,
    bow,
    coaxial,
    gun,
    pintle,
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
_TURRET, _HULL = Mount.TURRET, Mount.HULL
_HOW = WeaponKind.HOWITZER
_AC = WeaponKind.SMALL_AUTOCANNON
_SIZES = {
    Kind.ENCLOSED: (3.2, 1.6),
    Kind.OPEN_TOPPED: (2.8, 1.3),
    Kind.SOFT_SKIN: (3.0, 1.2),
}
_LITTLE = (2.0, 1.0)


def _armoured(
    id: str,
    name: str,
    nation: str,
    mobility: Mobility,
    plate_mm: tuple[float, float, float],
    *weapons: Weapon,
    rounds: int = 0,
    kind: Kind = Kind.ENCLOSED,
    capacity: int = 0,
    skirts: bool = False,
    rules: tuple[SpecialRule, ...] = (),
) -> KgnType:
    plates, having = armour(*plate_mm), frozenset(rules)
    cost = points(kind, mobility, 0, weapons, plates, 0, capacity, having)
    length, width = _SIZES[kind] if mobility is not Mobility.CROSS_COUNTRY else (2.4, 1.2)
    return KgnType(
        id, name, nation, kind, mobility, cost, morale_value(kind, cost, having), 0, weapons, plates, 0, rounds,
        capacity, tows=capacity > 0, skirts=skirts, rules=having, length_in=length, width_in=width,
    )  # fmt: skip


def _soft(
    id: str,
    name: str,
    nation: str,
    mobility: Mobility,
    hits: int,
    capacity: int,
    *weapons: Weapon,
    rules: tuple[SpecialRule, ...] = (),
) -> KgnType:
    kind, having = Kind.SOFT_SKIN, frozenset(rules)
    cost = points(kind, mobility, 0, weapons, None, hits, capacity, having)
    length, width = _SIZES[kind] if hits > 1 else _LITTLE
    return KgnType(
        id, name, nation, kind, mobility, cost, morale_value(kind, cost, having), 0, weapons, None, hits, 0,
        capacity, tows=hits > 0 and mobility is not Mobility.MOTORCYCLE, rules=having, length_in=length,
        width_in=width,
    )  # fmt: skip


_SLOW, _MEDIUM, _FAST, _VERY_FAST = (
    Mobility.SLOW_TRACKS, Mobility.MEDIUM_TRACKS, Mobility.FAST_TRACKS, Mobility.VERY_FAST_TRACKS,
)  # fmt: skip
_HALF, _CC, _ROAD = Mobility.HALF_TRACK, Mobility.CROSS_COUNTRY, Mobility.ROAD_VEHICLE
_OPEN = Kind.OPEN_TOPPED
_R = SpecialRule

VEHICLES: tuple[KgnType, ...] = (
    _armoured("uk.sherman", "Sherman V", _UK, _MEDIUM, (91, 38, 38), gun("75mm", 75, 60), coaxial(), bow(), rounds=9),
    _armoured("uk.sherman_command", "Sherman V command tank", _UK, _MEDIUM, (91, 38, 38), gun("75mm", 75, 60), coaxial(), bow(), rounds=8, rules=(_R.COMMAND,)),
    _armoured("uk.firefly", "Sherman Firefly", _UK, _MEDIUM, (91, 38, 38), gun("17 pdr", 76.2, 140), coaxial(), rounds=7),
    _armoured("uk.cromwell", "Cromwell IV", _UK, _VERY_FAST, (76, 32, 32), gun("75mm", 75, 60), coaxial(), bow(), rounds=7),
    _armoured("uk.cromwell_cs", "Cromwell VI", _UK, _VERY_FAST, (76, 32, 32), gun("95mm howitzer", 95, None, _HOW), coaxial(), bow(), rounds=6),
    _armoured("uk.churchill", "Churchill VII", _UK, _SLOW, (152, 95, 50), gun("75mm", 75, 60), coaxial(), bow(), rounds=8),
    _armoured("uk.crocodile", "Churchill Crocodile", _UK, _SLOW, (152, 95, 50), gun("75mm", 75, 60), coaxial(), HULL_FLAMETHROWER, rounds=8),
    _armoured("uk.stuart", "Stuart VI", _UK, _VERY_FAST, (50, 29, 25), gun("37mm", 37, 46), coaxial(), bow(), rounds=12, rules=(_R.RECCE,)),
    _armoured("uk.achilles", "M10 Achilles", _UK, _MEDIUM, (66, 25, 19), gun("17 pdr", 76.2, 140), pintle(), rounds=6, kind=_OPEN),
    _armoured("uk.sherman_crab", "Sherman Crab", _UK, _MEDIUM, (91, 38, 38), gun("75mm", 75, 60), coaxial(), rounds=9, rules=(_R.FLAIL,)),
    _armoured("uk.avre_fascine", "Churchill AVRE with fascine", _UK, _SLOW, (102, 76, 50), bow(), rules=(_R.ENGINEERS, _R.FASCINE)),
    _armoured("uk.churchill_bridge", "Churchill bridgelayer", _UK, _SLOW, (102, 76, 50), bow(), rules=(_R.BRIDGING,)),
    _armoured("uk.sherman_arv", "Sherman ARV", _UK, _MEDIUM, (91, 38, 38), bow(), rules=(_R.RECOVERY,)),
    _armoured("uk.daimler", "Daimler armoured car", _UK, _CC, (16, 14, 10), gun("2 pdr", 40, 50, has_he=False), coaxial(), rounds=10, rules=(_R.RECCE,)),
    _armoured("uk.humber_scout", "Humber scout car", _UK, _CC, (14, 10, 10), bow(), rules=(_R.RECCE,), kind=_OPEN),
    _armoured("uk.bren_carrier", "Bren carrier", _UK, _FAST, (12, 8, 8), bow(), kind=_OPEN, capacity=6),
    _armoured("uk.m5_halftrack", "M5 half-track", _UK, _HALF, (16, 8, 8), pintle(), kind=_OPEN, capacity=12),
    _armoured("us.m4a3", "M4A3 Sherman", _US, _MEDIUM, (93, 38, 38), gun("75mm", 75, 60), coaxial(), bow(), pintle(), rounds=9),
    _armoured("us.m4_command", "M4 Sherman command tank", _US, _MEDIUM, (91, 38, 38), gun("75mm", 75, 60), coaxial(), bow(), pintle(), rounds=9, rules=(_R.COMMAND,)),
    _armoured("us.m4a1_76", "M4A1(76)W Sherman", _US, _MEDIUM, (93, 38, 38), gun("76mm", 76.2, 93), coaxial(), bow(), pintle(), rounds=7),
    _armoured("us.m4_105", "M4(105) Sherman", _US, _MEDIUM, (91, 38, 38), gun("105mm howitzer", 105, None, _HOW), coaxial(), bow(), pintle(), rounds=6),
    _armoured("us.m5a1", "M5A1 Stuart", _US, _VERY_FAST, (50, 29, 25), gun("37mm", 37, 46), coaxial(), bow(), rounds=14),
    _armoured("us.m10", "M10 Wolverine", _US, _MEDIUM, (66, 25, 19), gun('3" gun', 76.2, 93), pintle(), rounds=6, kind=_OPEN),
    _armoured("us.m8", "M8 Greyhound", _US, _CC, (25, 10, 10), gun("37mm", 37, 46), coaxial(), pintle(), rounds=8, kind=_OPEN, rules=(_R.RECCE,)),
    _armoured("us.m3_halftrack", "M3 half-track", _US, _HALF, (13, 7, 7), pintle(), kind=_OPEN, capacity=13),
    _armoured("us.dozer", "M4 dozer", _US, _MEDIUM, (91, 38, 38), gun("75mm", 75, 60), coaxial(), bow(), rounds=9, rules=(_R.BULLDOZER,)),
    _armoured("us.m31", "M31 recovery vehicle", _US, _MEDIUM, (65, 38, 38), pintle(), rules=(_R.RECOVERY,)),
    _armoured("us.m16", "M16 quad .50", _US, _HALF, (13, 7, 7), Weapon("quad .50 cal", WeaponKind.MULTIPLE_HMG, _TURRET), kind=_OPEN),
    _armoured("de.pz4h", "Panzer IV H", _DE, _MEDIUM, (80, 30, 20), gun("75mm L/48", 75, 96), coaxial(), bow(), rounds=8, skirts=True),
    _armoured("de.pz4_command", "Panzer IV H command tank", _DE, _MEDIUM, (80, 30, 20), gun("75mm L/48", 75, 96), coaxial(), bow(), rounds=7, skirts=True, rules=(_R.COMMAND,)),
    _armoured("de.panther", "Panther A", _DE, _MEDIUM, (139, 52, 46), gun("75mm L/70", 75, 124), coaxial(), bow(), rounds=8),
    _armoured("de.tiger", "Tiger I", _DE, _SLOW, (103, 82, 83), gun("88mm L/56", 88, 110), coaxial(), bow(), rounds=9),
    _armoured("de.king_tiger", "King Tiger", _DE, _SLOW, (230, 90, 92), gun("88mm L/71", 88, 185), coaxial(), bow(), rounds=8),
    _armoured("de.stug3", "StuG III G", _DE, _MEDIUM, (81, 30, 50), gun("75mm L/48", 75, 96, mount=_HULL), pintle(), rounds=5, skirts=True),
    _armoured("de.jagdpanzer4", "Jagdpanzer IV", _DE, _MEDIUM, (94, 46, 22), gun("75mm L/48", 75, 96, mount=_HULL), bow(), rounds=8, skirts=True),
    _armoured("de.jagdpanther", "Jagdpanther", _DE, _MEDIUM, (139, 57, 46), gun("88mm L/71", 88, 185, mount=_HULL), bow(), rounds=6),
    _armoured("de.marder3", "Marder III M", _DE, _MEDIUM, (15, 10, 10), gun("75mm PaK 40", 75, 96, mount=_HULL), bow(), rounds=3, kind=_OPEN),
    _armoured("de.wespe", "Wespe", _DE, _MEDIUM, (30, 15, 15), gun("105mm howitzer", 105, None, _HOW, _HULL), rounds=3, kind=_OPEN),
    _armoured("de.bergepanther", "Bergepanther", _DE, _MEDIUM, (139, 52, 46), bow(), rules=(_R.RECOVERY,)),
    _armoured("de.puma", "SdKfz 234/2 Puma", _DE, _CC, (38, 9, 12), gun("50mm L/60", 50, 61), coaxial(), rounds=5, kind=_OPEN, rules=(_R.RECCE,)),
    _armoured("de.sdkfz222", "SdKfz 222", _DE, _CC, (17, 8, 8), autocannon("20mm KwK", _AC, 20, 14, _TURRET), coaxial(), kind=_OPEN, rules=(_R.RECCE,)),
    _armoured("de.sdkfz250", "SdKfz 250/1", _DE, _HALF, (15, 8, 8), pintle(), kind=_OPEN, capacity=6, rules=(_R.RECCE,)),
    _armoured("de.sdkfz251", "SdKfz 251/1", _DE, _HALF, (15, 8, 8), pintle(), kind=_OPEN, capacity=10),
    _armoured("de.flakpanzer38", "Flakpanzer 38(t)", _DE, _MEDIUM, (15, 10, 10), autocannon("20mm FlaK 38", _AC, 20, 14, _TURRET), kind=_OPEN),
    _soft("uk.jeep", "Jeep", _UK, _ROAD, 1, 3),
    _soft("uk.bedford", "Bedford QLT truck", _UK, _ROAD, 2, 20),
    _soft("uk.quad", "Morris Quad tractor", _UK, _CC, 2, 6),
    _soft("uk.supply_truck", "Supply truck", _UK, _ROAD, 2, 0, rules=(_R.RE_SUPPLY,)),
    _soft("us.jeep", "Jeep", _US, _ROAD, 1, 3),
    _soft("us.gmc", "GMC 2½ ton truck", _US, _ROAD, 2, 16),
    _soft("us.supply_truck", "Supply truck", _US, _ROAD, 2, 0, rules=(_R.RE_SUPPLY,)),
    _soft("de.kubelwagen", "Kübelwagen", _DE, _ROAD, 1, 3),
    _soft("de.opel", "Opel Blitz truck", _DE, _ROAD, 2, 16),
    _soft("de.sdkfz7", "SdKfz 7 half-track tow", _DE, _HALF, 3, 12),
    _soft("de.motorcycle", "Motorcycle and sidecar", _DE, Mobility.MOTORCYCLE, 1, 2, rules=(_R.RECCE,)),
    _soft("de.supply_truck", "Supply truck", _DE, _ROAD, 2, 0, rules=(_R.RE_SUPPLY,)),
)  # fmt: skip
"""The vehicles of both sides."""

RULE_IDS = {"VEHICLES": ("KN-DFSA-35", "KN-DFSA-36", "KN-DFSA-37")}
