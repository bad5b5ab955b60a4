"""Every American and German unit of the first volume, as printed on its counter.

Rows read as the counter does: number, ATV (range), Assault, SAV (range, u for underscored), then
Cohesion for men, AEV and AV for vehicles. Source: the official countersheets of volume 1; the FP's
underscore is taken off by the errata of 20 November 2025.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from rules.game.citation import Provenance
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.book.unit_types import LhyUnitType, Nation, UnitKind

US, GE = Nation.US, Nation.GERMAN


# company, platoon: Assault and Cohesion of the squads, then the leader's name and Cohesion
_US_PLATOONS = (
    ("able",  1, ((2, 6), (2, 6), (3, 6)), "Murphy",   7),
    ("able",  2, ((2, 5), (2, 6), (3, 6)), "Cherry",   6),
    ("able",  3, ((2, 5), (3, 6), (2, 6)), "Smith",    6),
    ("baker", 1, ((2, 6), (3, 6), (2, 6)), "Jones",    6),
    ("baker", 2, ((3, 6), (2, 5), (2, 6)), "Jackson",  7),
    ("baker", 3, ((2, 6), (2, 5), (3, 6)), "Phillips", 6),
)  # fmt: skip


_US_SECTIONS = (("a", 5), ("b", 6), ("c", 6), ("d", 6))


# company, platoon: Cohesion of the squads; sections (LMG or not, Cohesion); leader and his Cohesion
_GE_PLATOONS = (
    ("1kp", 1, (6, 6, 7), ((True,  6), (False, 6), (False, 6), (True,  7)), "Steiner", 7),
    ("1kp", 2, (7, 6, 6), ((False, 5), (True,  6), (True,  6), (False, 6)), "Koch",    6),
    ("1kp", 3, (5, 6, 6), ((True,  5), (False, 6), (False, 7), (True,  6)), "Haupt",   7),
    ("2kp", 1, (5, 6, 7), ((True,  7), (False, 5), (True,  6), (False, 6)), "Heinz",   6),
    ("2kp", 2, (6, 6, 6), ((False, 6), (True,  6), (True,  6), (False, 5)), "Lang",    7),
    ("2kp", 3, (5, 6, 7), ((True,  7), (False, 6), (True,  6), (False, 5)), "Rolfe",   6),
)  # fmt: skip


# id stem, name, company, platoon, numbers, ATV, range, Assault, SAV, range, underscored, AEV, AV
_AFVS = (
    ("us.able-tank.1", "M4A3(75)", "able-tank", 1, (1, 2, 3),    3, 21, 3, 2, 12, False, 7, 10),
    ("us.able-tank.1", "M4A3(75)", "able-tank", 1, (4,),         2, 21, 3, 2, 12, False, 6,  9),
    ("us.able-tank.1", "M4A3(75)", "able-tank", 1, (5,),         2, 21, 3, 2, 12, False, 7, 10),
    ("us.able-tank.2", "M4A3(75)", "able-tank", 2, (1, 2),       3, 21, 3, 2, 12, False, 7, 10),
    ("us.able-tank.2", "M4A3(75)", "able-tank", 2, (3, 5),       2, 21, 3, 2, 12, False, 7, 10),
    ("us.able-tank.2", "M4A3(75)", "able-tank", 2, (4,),         2, 21, 3, 2, 12, False, 7,  9),
    ("us.able-tank.3", "M4A3(76)", "able-tank", 3, (1, 2),       5, 24, 3, 2, 12, False, 7, 10),
    ("us.able-tank.3", "M4A3(76)", "able-tank", 3, (3, 5),       4, 24, 3, 2, 12, False, 7, 10),
    ("us.able-tank.3", "M4A3(76)", "able-tank", 3, (4,),         4, 24, 3, 2, 12, False, 7,  9),
    ("us.able-tank",   "M4A3 CO",  "able-tank", 0, ("co",),      5, 24, 3, 2, 12, False, 7, 10),
    ("us.dog.1",       "M10",      "dog",       1, (1, 2),       5, 24, 2, 1, 12, True,  6,  9),
    ("us.dog.1",       "M10",      "dog",       1, (3, 4, 5),    4, 24, 2, 1, 12, True,  5,  8),
    ("us.dog.2",       "M36",      "dog",       2, (1,),         8, 30, 2, 1, 12, True,  6,  9),
    ("us.dog.2",       "M36",      "dog",       2, (2,),         7, 30, 2, 1, 12, True,  6,  9),
    ("us.dog.2",       "M36",      "dog",       2, (3, 4),       7, 30, 2, 1, 12, True,  5,  8),
    ("ge.stuh",        "StuH 105", "4stug",     2, (1, 2),       3, 21, 2, 1, 12, True,  6,  8),
    ("ge.stug",        "StuG IIIG", "4stug",    1, (1, 3, 4),    5, 24, 2, 0, 12, True,  6,  9),
    ("ge.stug",        "StuG IIIG", "4stug",    1, (2,),         4, 24, 2, 0, 12, True,  6,  9),
    ("ge.pz4.2",       "Pz IV",    "1tank",     2, (1,),         5, 24, 3, 2, 12, False, 6, 10),
    ("ge.pz4.2",       "Pz IV",    "1tank",     2, (2, 4),       5, 24, 3, 2, 12, False, 6,  9),
    ("ge.pz4.2",       "Pz IV",    "1tank",     2, (3,),         4, 24, 3, 2, 12, False, 6,  9),
    ("ge.pz4.3",       "Pz IV",    "1tank",     3, (1,),         5, 24, 3, 2, 12, False, 6, 10),
    ("ge.pz4.3",       "Pz IV",    "1tank",     3, (2, 4),       5, 24, 3, 2, 12, False, 6,  9),
    ("ge.pz4.3",       "Pz IV",    "1tank",     3, (3,),         4, 24, 3, 2, 12, False, 6,  9),
    ("ge.pz5",         "Pz V CO",  "1tank",     0, ("co",),      8, 30, 3, 2, 12, False, 7, 12),
    ("ge.pz5",         "Pz V",     "1tank",     1, (1, 2),       8, 30, 3, 2, 12, False, 7, 12),
    ("ge.pz5",         "Pz V",     "1tank",     1, (3,),         7, 30, 3, 2, 12, False, 7, 12),
    ("ge.pz5",         "Pz V",     "1tank",     1, (4,),         7, 30, 3, 2, 12, False, 6, 12),
    ("ge.tiger",       "Pz VIe",   "1tiger",    1, (1, 2, 3),    8, 30, 3, 2, 12, False, 8, 12),
)  # fmt: skip


# id stem, name, numbers, ATV, range, SAV, range, underscored, AV (Assault 1, Cohesion 6)
_GUNS = (
    ("us.gun57",  "57 mm M1",    (1, 2),  3, 21, None,  0, False, 4),
    ("us.gun57",  "57 mm M1",    (3,),    2, 21, None,  0, False, 5),
    ("ge.ig75",   "IG 75",       (1, 2),  2, 15, 1,    12, True,  4),
    ("ge.pak40",  "PaK 40",      (3,),    5, 24, 1,    12, True,  5),
    ("ge.pak40",  "PaK 40",      (4,),    5, 24, 1,    12, True,  4),
    ("ge.flak38", "FlaK 38",     (1,),    0, 15, 1,    12, True,  5),
    ("ge.flak36", "8.8 FlaK 36", (1,),    8, 30, 1,    12, True,  4),
)  # fmt: skip


# id stem, name, numbers, ATV, range, SAV, range (Assault 1, AV 4)
_HALFTRACKS = (
    ("us.m16",     "M16",        (1,),                0, 15, 2, 15),
    ("us.m3",      "M3",         (2, 3, 4, 5, 6, 7), -2,  5, 1,  8),
    ("ge.spw251",  "SPW 251/1",  (1, 2, 3, 4, 5, 6), -2,  5, 1,  8),
    ("ge.sdkfz10", "SdKfz 10/4", (1,),                0, 15, 2, 15),
)  # fmt: skip


def _nation(stem: str) -> Nation:
    return Nation(stem[:2])


def _squad(
    nation: Nation, company: str, platoon: int, number: int, assault: int, cohesion: int
) -> LhyUnitType:
    return LhyUnitType(
        f"{nation}.{company}.{platoon}.squad.{number}",
        f"{_ORDINAL[number]} Squad, {_COMPANY[company]} {_ORDINAL[platoon]} Plt",
        nation, UnitKind.SQUAD, company, platoon,
        atv=-2, atv_range_hexes=4, assault=assault, sav=1, sav_range_hexes=8 if nation is US else 10,
        cohesion=cohesion, steps=2,
    )  # fmt: skip


def _section(
    nation: Nation, company: str, platoon: int, letter: str, atv: int | None, sav: int, cohesion: int
) -> LhyUnitType:
    return LhyUnitType(
        f"{nation}.{company}.{platoon}.section.{letter}",
        f"Section {letter}, {_COMPANY[company]} {_ORDINAL[platoon]} Plt",
        nation, UnitKind.SECTION, company, platoon,
        atv=atv, atv_range_hexes=4 if atv is not None else 0, assault=1, sav=sav, sav_range_hexes=8, cohesion=cohesion,
    )  # fmt: skip


def _leader(nation: Nation, company: str, platoon: int, name: str, cohesion: int) -> LhyUnitType:
    return LhyUnitType(
        f"{nation}.{company}.{platoon}.leader", f"Lt. {name}",
        nation, UnitKind.LEADER, company, platoon, assault=1, cohesion=cohesion,
    )  # fmt: skip


def _us_infantry() -> Iterator[LhyUnitType]:
    for company, platoon, squads, leader, leader_cohesion in _US_PLATOONS:
        for number, (assault, cohesion) in enumerate(squads, 1):
            yield _squad(US, company, platoon, number, assault, cohesion)
        for letter, cohesion in _US_SECTIONS:
            yield _section(US, company, platoon, letter, None, 0, cohesion)
        yield _leader(US, company, platoon, leader, leader_cohesion)


def _german_infantry() -> Iterator[LhyUnitType]:
    for company, platoon, squads, sections, leader, leader_cohesion in _GE_PLATOONS:
        for number, cohesion in enumerate(squads, 1):
            yield _squad(GE, company, platoon, number, 2, cohesion)
        for letter, (lmg, cohesion) in zip("abcd", sections, strict=True):
            yield _section(GE, company, platoon, letter, -2 if lmg else None, 1 if lmg else 0, cohesion)
        yield _leader(GE, company, platoon, leader, leader_cohesion)


def _weapon_teams() -> Iterator[LhyUnitType]:
    for nation, count, reach, weakest in ((US, 8, 10, 5), (GE, 9, 12, 1)):
        for number in range(1, count + 1):
            yield LhyUnitType(
                f"{nation}.mg.{number}", f"{number}. MG", nation, UnitKind.MG,
                atv=-2, atv_range_hexes=5, assault=1, sav=1, sav_range_hexes=reach,
                cohesion=5 if number == weakest else 6,
            )  # fmt: skip
    for nation, atv, name in ((US, 3, "Bazooka"), (GE, 4, "Panzerschreck")):
        for number in (1, 2, 3):
            yield LhyUnitType(
                f"{nation}.latw.{number}", f"{name} {number}", nation, UnitKind.LATW,
                atv=atv, atv_range_hexes=2, cohesion=3,
            )  # fmt: skip


def _guns() -> Iterator[LhyUnitType]:
    for stem, name, numbers, atv, atv_range, sav, sav_range, underscored, av in _GUNS:
        for number in numbers:
            yield LhyUnitType(
                f"{stem}.{number}", f"{name} #{number}", _nation(stem), UnitKind.GUN,
                atv=atv, atv_range_hexes=atv_range, assault=1, sav=sav, sav_range_hexes=sav_range,
                sav_underscored=underscored, cohesion=6, av=av,
            )  # fmt: skip
    for number in (1, 2, 3):
        yield LhyUnitType(
            f"ge.fp.{number}", f"FP #{number}", GE, UnitKind.FP,
            atv=5, atv_range_hexes=24, assault=4, sav=1, sav_range_hexes=12, av=9,
        )  # fmt: skip


def _vehicles() -> Iterator[LhyUnitType]:
    for (
        stem,
        name,
        company,
        platoon,
        numbers,
        atv,
        atv_range,
        assault,
        sav,
        sav_range,
        underscored,
        aev,
        av,
    ) in _AFVS:
        for number in numbers:
            yield LhyUnitType(
                f"{stem}.{number}", name if number == "co" else f"{name} #{number}",
                _nation(stem), UnitKind.AFV, company, platoon,
                atv=atv, atv_range_hexes=atv_range, assault=assault, sav=sav, sav_range_hexes=sav_range,
                sav_underscored=underscored, aev=aev, av=av,
            )  # fmt: skip
    for stem, name, counters, atv, atv_range, sav, sav_range in _HALFTRACKS:
        for number in counters:
            yield LhyUnitType(
                f"{stem}.{number}", f"{name} #{number}", _nation(stem), UnitKind.HALFTRACK,
                atv=atv, atv_range_hexes=atv_range, assault=1, sav=sav, sav_range_hexes=sav_range, av=4,
            )  # fmt: skip
    # The rules name trucks and jeeps, but no counter of one is known: their AVs are house values.
    for nation, jeep in ((US, "Jeep"), (GE, "Kübelwagen")):
        for number in (1, 2, 3):
            for kind, name, av in (
                (UnitKind.TRUCK, "Truck", PRINTED_NOWHERE.truck_av),
                (UnitKind.JEEP, jeep, PRINTED_NOWHERE.jeep_av),
            ):
                yield LhyUnitType(
                    f"{nation}.{kind}.{number}", f"{name} #{number}", nation, kind, av=av, provenance=Provenance.HOUSE,
                )  # fmt: skip


def _counters_without_values() -> Iterator[LhyUnitType]:
    for nation in (US, GE):
        for number in (1, 2, 3):
            yield LhyUnitType(f"{nation}.dummy.{number}", f"Dummy #{number}", nation, UnitKind.DUMMY, steps=0)
            yield LhyUnitType(
                f"{nation}.vehicle-dummy.{number}",
                f"Vehicle dummy #{number}",
                nation,
                UnitKind.VEHICLE_DUMMY,
                steps=0,
            )
        yield LhyUnitType(f"{nation}.concealed", "concealed units", nation, UnitKind.UNKNOWN)


_ORDINAL = {1: "1st", 2: "2nd", 3: "3rd"}


_COMPANY = {"able": "Able", "baker": "Baker", "1kp": "1. Kp", "2kp": "2. Kp"}


ROSTER: Mapping[str, LhyUnitType] = MappingProxyType(
    {
        row.id: row
        for rows in (
            _us_infantry(),
            _german_infantry(),
            _weapon_teams(),
            _guns(),
            _vehicles(),
            _counters_without_values(),
        )
        for row in rows
    }
)
"""Every unit of volume 1 by id: us.able.1.squad.1, us.able-tank.co, ge.pak40.3, ge.pz4.2.1 and so on."""


RULE_IDS = {
    "ROSTER": (
        "LHY-2.2.1.1", "LHY-2.2.2", "LHY-2.2.3", "LHY-2.2.4", "LHY-2.2.6.1", "LHY-2.2.7", "LHY-2.2.8", "LHY-2.2.9",
        "LHY-3.1.1",
    ),
}  # fmt: skip
