"""Range bands and fields of fire of a unit's weapons. Chapters 1.8 and 4.1.14."""

from collections.abc import Iterator
from functools import lru_cache

from rules.errors import NotOnMap, Unknown
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Arc, Band, Weapon, WeaponRanges
from rules.ground.hex.facing import bearing_steps
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE, HouseValues
from rules.last_hundred_yards.book.options import AS_WE_READ, Options
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite, our
from rules.last_hundred_yards.book.unit_types import LhyUnitType, UnitKind
from rules.last_hundred_yards.questions.terrain.field_of_fire import FP_FIELD_OF_FIRE_DEG
from rules.last_hundred_yards.state.position import atv_of, hex_board

NEXT_HEX = 1
"""The least reach of the first range band of any weapon, in hexes."""


@implements("LHY-1.8.0")
def weapon_ranges(state: GameState, unit: Unit, options: Options = AS_WE_READ) -> Ruling[WeaponRanges]:
    """The range bands of a unit's small arms and anti-tank fire, and the arc a fortified position fires through.

    Rule: LHY 1.8, 4.1.14.
    """
    if unit.type not in ROSTER:
        raise Unknown("unit type", unit.type, ROSTER)
    if not isinstance(unit.at, Hex):
        raise NotOnMap(unit)
    hex_board(state).grid.on_board(unit.at)
    unit_type = ROSTER[unit.type]
    verdict = WeaponRanges(unit.id, unit.at, tuple(_weapons(unit, unit_type, options.house)))
    return Ruling(f"ranges of {unit}", verdict, tuple(_reasons(unit_type)))


@implements("LHY-1.8.1.1")
@lru_cache(maxsize=256)
def range_bands(weapon_range_hexes: int, house: HouseValues = PRINTED_NOWHERE) -> tuple[Band, ...]:
    """The range bands of a weapon, nearest first: shares of its range, rounded down; the first is at least one hex.

    Rule: LHY 1.8; the shares are a house value (reading 57).
    """
    bands: list[Band] = []
    for share, drm in house.range_shares:
        out_to = int(weapon_range_hexes * share)
        if not bands:
            bands.append(Band(max(NEXT_HEX, out_to), drm))
        elif out_to > bands[-1].out_to:
            bands.append(Band(out_to, drm))
    return tuple(bands)


def range_drm(range_hexes: int, weapon_range_hexes: int, house: HouseValues = PRINTED_NOWHERE) -> int | None:
    """The DRM at a range, None beyond the weapon's range."""
    for band in range_bands(weapon_range_hexes, house):
        if range_hexes <= band.out_to:
            return band.modifier
    return None


@implements("LHY-1.8.1.2")
def _weapons(unit: Unit, unit_type: LhyUnitType, house: HouseValues) -> Iterator[Weapon]:
    arc = _arc(unit, unit_type)
    if unit_type.sav is not None:
        out_to = unit_type.sav_range_hexes
        bands = (Band(out_to, 0),) if unit_type.sav_underscored else range_bands(out_to, house)
        yield Weapon(f"small arms {unit_type.sav}", bands, arc)
    if unit_type.atv is not None:
        yield Weapon(f"anti-tank {atv_of(unit)}", range_bands(unit_type.atv_range_hexes, house), arc)


@implements("LHY-4.1.14.4", "LHY-4.1.14a")
def _arc(unit: Unit, unit_type: LhyUnitType) -> Arc | None:
    if unit_type.kind is not UnitKind.FP or unit.facing_deg is None:
        return None
    bearing_steps(unit.facing_deg)
    return Arc(unit.facing_deg, FP_FIELD_OF_FIRE_DEG)


@implements("LHY-1.8.1.2", "LHY-1.8.0")
def _reasons(unit_type: LhyUnitType) -> Iterator[Reason]:
    if not unit_type.is_armed:
        yield Reason("the counter has neither SAV nor ATV", cite("1.5"))
        return
    yield Reason("ranges in hexes as on the counter", cite("1.8", unit_type.provenance))
    if unit_type.sav_underscored:
        yield Reason("no range DRM for an underscored SAV range", cite("1.8"))
    yield Reason("range DRM by shares of the range", our(57))
    if unit_type.kind is UnitKind.FP:
        yield Reason("a fortified position fires through its frontal hexsides only", cite("4.1.14a"))
