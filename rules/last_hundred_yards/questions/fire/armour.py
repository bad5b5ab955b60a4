"""What anti-tank fire works on, and the armour that it has to beat: AV, from the rear AEV. Chapters 1.2, 1.3 and 11.5."""

from collections.abc import Iterator, Set

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import CARRIERS, UnitKind
from rules.last_hundred_yards.state.position import Position, row_of


@implements("LHY-1.2", "LHY-1.3")
def armour_of(position: Position, unit: Unit, *, rear: bool = False) -> int | None:
    """A unit's AV or AEV, that of trucks and jeeps a house value; None if anti-tank fire cannot harm it."""
    row, house = row_of(unit), position.mission.house
    if row.kind is UnitKind.TRUCK:
        return house.truck_av
    if row.kind is UnitKind.JEEP:
        return house.jeep_av
    return row.aev if rear and row.aev is not None else row.av


def armour_reason(position: Position, unit: Unit, *, rear: bool = False) -> Reason:
    """The armour value in words, with its citation."""
    row = row_of(unit)
    kind, rule = ("AEV", cite("1.3")) if rear and row.aev is not None else ("AV", cite("1.2"))
    if row.kind in (UnitKind.TRUCK, UnitKind.JEEP):
        rule = our(90)
    return Reason(f"against {kind} {armour_of(position, unit, rear=rear)}", rule)


@implements("LHY-11.5a")
def forbids_low_atv(unit: Unit, kinds: Set[UnitKind]) -> Iterator[Reason]:
    """Why the fire of infantry and MGs does nothing to a target of one of these kinds."""
    if (row_of(unit).atv or 0) < 0 and not kinds <= CARRIERS:
        yield Reason("an ATV below 0 works on carriers only", cite_later("11.5a"))
