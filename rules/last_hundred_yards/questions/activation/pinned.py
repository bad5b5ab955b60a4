"""Units that may not move freely: those under mortar fire, which attacks units that leave it, and those
regrouping. Chapters 11.4.8 and 13.6.6."""

from collections.abc import Iterator

from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import REGROUPING
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.activation.taking_part import is_activated
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Step

MORTAR_STRIKES_VEHICLES = 2
"""The least value in the Mortar Fire Action Table with which mortar fire may harm vehicles (12.1.7)."""


@implements("LHY-11.4.8b.1")
def is_pinned(position: Position, unit: Unit) -> bool:
    """Whether a unit may only withdraw: men and guns in a primary impact hex; vehicles never withdraw and
    may drive out (11.4.8b)."""
    row = row_of(unit)
    return (
        not row.is_vehicle
        and row.kind is not UnitKind.FP
        and position.is_primary_impact(position.place(unit))
    )


@implements("LHY-13.6.6.3")
def forbids_while_regrouping(unit: Unit, place: Hex) -> Iterator[Reason]:
    """Why a regrouping unit may neither mount nor maneuver, except to withdraw."""
    if unit.has(REGROUPING):
        words = f"{unit} is regrouping: it may recover, withdraw or fire next to it"
        yield Reason(words, cite("13.6.6"), (place,))


@implements("LHY-13.6.6.3.fire")
def forbids_anti_tank_while_regrouping(unit: Unit) -> Iterator[Reason]:
    """Why a regrouping unit may not make anti-tank fire: it may only fire small arms at adjacent hexes."""
    if unit.has(REGROUPING):
        yield Reason(
            f"{unit} is regrouping and may only fire small arms at adjacent hexes",
            cite_later("13.6.6"),
        )


@implements("LHY-11.3.3f")
def forbids_far_fire_while_regrouping(unit: Unit, at: Hex, range_hexes: float) -> Iterator[Reason]:
    """Why a regrouping unit may not fire at a hex that is not adjacent."""
    if unit.has(REGROUPING) and range_hexes > 1:
        words = f"{unit} is regrouping and may fire only at adjacent hexes"
        yield Reason(words, cite_later("11.3.3f"), (at,))


@implements("LHY-11.4.8b.2")
def forbids_leaving_fire(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why pinned men may not withdraw now: it is neither their activation nor their first reaction after the fire.

    Rule: LHY 11.4.8b.
    """
    course, place = position.course, position.place(unit)
    if not is_pinned(position, unit) or (course.step is Step.ACTIONS and is_activated(position, unit)):
        return
    fresh = course.fires_to_answer(unit.side)
    if not any(fire.primary and fire.number in fresh for fire in course.fires_at(place)):
        words = f"{unit} is pinned and withdraws only when activated, or in the first reaction after the fire"
        yield Reason(words, cite_later("11.4.8b"), (place,))


def strikes_vehicles(fire: FireMarker) -> bool:
    """Whether a marker is one of mortar fire that may harm vehicles."""
    return fire.kind is FireKind.MDRM and (fire.tubes or 0) >= MORTAR_STRIKES_VEHICLES


@implements("LHY-11.4.8e", "LHY-11.4.8e.vehicles")
def is_attacked_on_leaving(position: Position, unit: Unit) -> bool:
    """Whether mortar fire attacks a unit that leaves its hex: a vehicle only by markers that may harm it in motion."""
    fires = position.course.fires_at(position.place(unit))
    row = row_of(unit)
    if row.is_vehicle:
        may_strike = position.mission.edition.motion_armour_any_vehicle and not row.is_dummy
        return may_strike and any(map(strikes_vehicles, fires))
    return any(fire.kind is FireKind.MDRM for fire in fires) and row.cohesion is not None
