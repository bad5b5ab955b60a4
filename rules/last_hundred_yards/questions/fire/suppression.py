"""Suppression: how fire markers on a hex hinder the fire of its units. Chapter 11.3.3b."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.position import Position, row_of


@implements("LHY-11.3.3b", "LHY-11.4.8d")
def suppression(position: Position, firer: Unit, *, armour_only: bool = False) -> int:
    """1 for every two fire markers that can affect a unit, a left-over one counts."""
    row = row_of(firer)
    if row.kind is UnitKind.FP and not position.mission.edition.fp_suppressed:
        return 0
    kinds = {FireKind.ATDRM} if armour_only else _SUPPRESSING.get(row.kind, _SOFT)
    count = 0
    for fire in position.course.fires_at(position.place(firer)):
        if fire.kind is FireKind.ATDRM:
            count += fire.target == firer.id and fire.kind in kinds
        elif fire.kind is FireKind.SADRM:
            count += fire.against == firer.side and fire.kind in kinds
        else:
            count += not fire.primary and fire.kind in kinds
    return -(-count // 2)


_SOFT = frozenset({FireKind.SADRM, FireKind.MDRM})
_SUPPRESSING: Mapping[UnitKind, frozenset[FireKind]] = MappingProxyType(
    {
        UnitKind.AFV: frozenset({FireKind.ATDRM}),
        UnitKind.HALFTRACK: _SOFT | {FireKind.ATDRM},
        UnitKind.GUN: _SOFT | {FireKind.ATDRM},
        UnitKind.FP: frozenset(),
    }
)
