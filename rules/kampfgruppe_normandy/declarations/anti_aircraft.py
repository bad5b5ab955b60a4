"""Fire at aircraft: always suppressing fire, at the weapon's greatest range, in an action or as covering fire.

Rule: KGN Suppressing fire - anti-aircraft; OUR 116, 117, 155, 212.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit, UnitId
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.ammunition import note_last_shot
from rules.kampfgruppe_normandy.effects.attack import Outcome, resolve_attack
from rules.kampfgruppe_normandy.effects.losses import suffer_losses
from rules.kampfgruppe_normandy.effects.move_under_way import cover_again
from rules.kampfgruppe_normandy.questions.activation import covering_units, unit_action
from rules.kampfgruppe_normandy.questions.fire_upwards import (
    anti_aircraft_weapons,
    cannot_reach_aircraft,
    covers_against,
    enemy_aircraft,
    volley_at,
    why_silent,
)
from rules.kampfgruppe_normandy.questions.target import target_of
from rules.kampfgruppe_normandy.state.events import ActionDone, Answered
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty
from rules.kampfgruppe_normandy.state.resolution import Resolution


@dataclass(frozen=True, slots=True)
class FireAtAircraft:
    """Fire at an aircraft with all weapons that reach it."""

    side: str
    unit: UnitId
    aircraft: UnitId

    def __str__(self) -> str:
        return f"{self.unit} fires at {self.aircraft}"


@dataclass(frozen=True, slots=True)
class CoverAgainstAircraft:
    """Covering fire at an aircraft on its attack run."""

    side: str
    unit: UnitId
    aircraft: UnitId

    def __str__(self) -> str:
        return f"covering fire: {self.unit} at {self.aircraft}"


@dataclass(frozen=True, slots=True)
class AircraftFiredAt:
    """A unit fired at an aircraft: the suppressing die, and the result in words."""

    unit: str
    aircraft: str
    die: int
    words: str

    def __str__(self) -> str:
        return f"{self.unit} fires at {self.aircraft} ({self.die}): {self.words}"

    def on(self, state: GameState) -> GameState:
        unit = state.unit(self.unit)
        return state.with_unit(replace(unit, conditions=(unit.conditions - {COVERING}) | {FIRED}))


def cannot_fire_at_aircraft(position: Position, unit: Unit, aircraft_id: str) -> Iterator[Reason]:
    """Why a unit cannot fire at an aircraft, in an action or as covering fire; nothing if it can."""
    where = cite("Suppressing fire - anti-aircraft")
    aircraft = position.state.units.get(aircraft_id)
    if aircraft is None or position.type(aircraft).kind is not Kind.AIRCRAFT or aircraft.at is None:
        yield Reason(f"{aircraft_id} is not an aircraft over the table", where)
        return
    if (away := cannot_reach_aircraft(aircraft)) is not None:
        yield away
    if aircraft.side == unit.side:
        yield Reason(f"{aircraft} is on your own side", where)
    if position.type(unit).kind is Kind.AIRCRAFT:
        yield Reason("only ground units fire at aircraft", cite("Firing at aircraft"))
    if volley_at(position, unit) is None:
        yield why_silent(position, unit)


def _offers(position: Position, side: str, unit: Unit) -> Iterator[FireAtAircraft]:
    yield from (FireAtAircraft(side, unit.id, aircraft.id) for aircraft in enemy_aircraft(position, side))


def _forbids(position: Position, action: FireAtAircraft, unit: Unit) -> Iterator[Reason]:
    yield from cannot_fire_at_aircraft(position, unit, action.aircraft)


def _carry_out(resolution: Resolution, action: FireAtAircraft) -> None:
    shoot_up(resolution, action.unit, action.aircraft)
    finish_action(resolution, action.unit)


@implements(
    "KN-AA-04b", "KN-AA-07", "KN-AA-09", "KN-AA-10", "KN-AA-11", "KN-AA-12", "KN-AIR-28", "KN-AIR-29b",
    "KN-SPEC-24a.3",
)  # fmt: skip
def shoot_up(resolution: Resolution, unit_id: str, aircraft_id: str) -> Outcome:
    """Resolve fire at an aircraft; one that is hit or suppressed breaks off its run, one shot down costs two counters.

    The run ends even while it is suspended by a heroic action.

    Rule: KGN Suppressed aircraft, Direct hits on aircraft, Losing aircraft and morale; OUR 117.
    """
    unit, aircraft = resolution.state.unit(unit_id), resolution.state.unit(aircraft_id)
    volley = volley_at(resolution.position, unit)
    assert volley is not None
    outcome = resolve_attack(
        volley, target_of(resolution.position, aircraft), resolution.named(f"{unit} at {aircraft}")
    )
    losses = outcome.target
    resolution.happen(AircraftFiredAt(unit_id, aircraft_id, outcome.die, outcome.words))
    for weapon, _ in anti_aircraft_weapons(resolution.position, unit):
        note_last_shot(resolution, unit_id, weapon.name)
    suffer_losses(resolution, losses)
    acting = (resolution.progress.activation, *resolution.progress.suspended)
    is_on_a_run = any(activation is not None and activation.unit == aircraft_id for activation in acting)
    if is_on_a_run and (losses.hits_taken or losses.suppressed):
        resolution.happen(ActionDone(aircraft_id, all=True))
    return outcome


def _cover_offers(position: Position, side: str) -> Iterator[CoverAgainstAircraft]:
    for aircraft in enemy_aircraft(position, side):
        yield from (
            CoverAgainstAircraft(side, unit.id, aircraft.id) for unit in covers_against(position, side)
        )


def _cover_forbids(position: Position, action: CoverAgainstAircraft) -> Iterator[Reason]:
    if (unit := covering_units(position, action.side).get(action.unit)) is not None:
        yield from cannot_fire_at_aircraft(position, unit, action.aircraft)
    else:
        yield Reason(f"{action.unit} is not on covering fire", cite("Covering fire"))


@implements("KN-AA-04b", "KN-AA-09", "KN-COV-02")
def _cover(resolution: Resolution, action: CoverAgainstAircraft) -> None:
    """Fire at any aircraft, whichever unit acts; the chance is offered again while another unit can use it."""
    owed = resolution.progress.due
    resolution.happen(Answered())
    resolution.then(cover_again, owed)
    shoot_up(resolution, action.unit, action.aircraft)


def _factors(position: Position, action: FireAtAircraft | CoverAgainstAircraft) -> Factors:
    volley = volley_at(position, position.state.unit(action.unit))
    assert volley is not None
    return Factors.of(
        *(Reason(f"suppresses on {needed}+", cite("Suppression effects")) for needed in volley.effects),
        *(
            Reason(f"{dice} dice hit on {needed}+ if direct", cite("Direct hits on aircraft"))
            for dice, needed in volley.pools
        ),
        Reason(
            "no concealment save; range, arc and sight do not matter",
            as_read("Engaging aircraft", 155),
        ),
        Reason("an aircraft that would be abandoned flies home", ours(117)),
    )


FIRE_AT_AIRCRAFT = unit_action(
    FireAtAircraft, ActionKind.SUPPRESS_AIRCRAFT, _offers, _forbids, _carry_out, factors=_factors
)
COVER_AGAINST_AIRCRAFT = Procedure(
    CoverAgainstAircraft, (Duty.COVERING_FIRE,), _cover_offers, _cover_forbids, _cover, factors=_factors
)
