"""The men of an overrun hex stand up to an AFV: a marker, or by the later rules a die of 10. Chapter 10.4.5."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import Nation, UnitKind
from rules.last_hundred_yards.declarations.vehicles.fire_within_hex import roll_for_last_fires
from rules.last_hundred_yards.declarations.vehicles.overrun_attack import lay
from rules.last_hundred_yards.effects.harm import Harm, inflict
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.fire.targets import armour_reason
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import ActionKind, DecisionKind


@dataclass(frozen=True, slots=True)
class ResistOverrun:
    """A squad or section in an overrun hex stands up to an AFV (10.4.5, procedure 3)."""

    side: str
    unit: UnitId
    vehicle: UnitId

    def __str__(self) -> str:
        return f"{self.unit} stands up to {self.vehicle}"


BY_SQUAD, BY_SECTION = 3, 1
CLOSE_IN = 10


def candidates(position: Position, side: str) -> Iterator[ResistOverrun]:
    """The units of the hex that may stand up, each to each AFV."""
    at, paused = position.course.due.place, position.course.paused
    assert paused is not None
    if position.mission.edition.later_overrun and _holds_anti_tank(position, at, side):
        return
    afvs = [name for name in paused.units if row_of(position.unit(name)).kind is UnitKind.AFV]
    for unit in position.friends_at(at, side):
        if unit.id not in position.course.acted and _stands_up(position, unit):
            yield from (ResistOverrun(side, unit.id, afv) for afv in afvs)


@implements("LHY-10.4.5L.7b")
def _holds_anti_tank(position: Position, at: Hex, side: str) -> bool:
    """Whether any unit of the hex has an ATV of 0 or more, able to fire or not: then by the later rules no squad closes in."""
    values = [row_of(unit).atv for unit in position.friends_at(at, side)]
    return any(value is not None and value >= 0 for value in values)


@implements("LHY-10.4.5L.7b", "LHY-10.4.5P.3", "LHY-10.4.5L.8", "LHY-13.6.6.3.fire")
def _stands_up(position: Position, unit: Unit) -> bool:
    if position.course.is_aboard(unit.id) or unit.has(DISRUPTED) or unit.has(REGROUPING):
        return False
    if position.mission.edition.later_overrun:
        return row_of(unit).kind is UnitKind.SQUAD
    return resistance(position, unit) is not None


@implements("LHY-10.4.5P.3", "LHY-10.4.5P.3a", "LHY-10.4.5P.3b", "LHY-0.0")
def resistance(position: Position, unit: Unit) -> int | None:
    """The ATDRM a unit in an overrun hex may place on an AFV, None if it may not; German squads have theirs also before October 1943 (reading 251)."""
    row = row_of(unit)
    german = row.nation is Nation.GERMAN
    if not (row.is_infantry or (german and row.kind is UnitKind.MG)):
        return None
    late = position.mission.after_september_1943
    if row.kind is UnitKind.SQUAD:
        return BY_SQUAD if german and late else BY_SECTION
    return BY_SECTION if german and late else None


def forbids(position: Position, action: ResistOverrun) -> Iterator[Reason]:
    """Why a unit may not stand up to the vehicle."""
    if action not in set(candidates(position, action.side)):
        yield Reason(f"{action.unit} cannot stand up to {action.vehicle} now", cite("10.4.5"))


def resist(resolution: Resolution, action: ResistOverrun) -> None:
    """Lay one unmodified marker on the AFV, or throw the die of the later rules; it is the unit's only action of the turn."""
    resolution.happen(DecisionTaken())
    unit, vehicle = resolution.state.unit(action.unit), resolution.state.unit(action.vehicle)
    at = resolution.position.place(vehicle)
    if not resolution.position.mission.edition.later_overrun:
        value = resistance(resolution.position, unit)
        assert value is not None
        lay(resolution, FireKind.ATDRM, at, value, vehicle.side, unit.id, vehicle.id)
    resolution.happen(UnitActed(unit.id, ActionKind.FIRE, (at,)))
    if resolution.position.mission.edition.later_overrun:
        _close_in(resolution, unit, vehicle)


@implements("LHY-10.4.5L.7b", "LHY-4.3.1c.later")
def _close_in(resolution: Resolution, squad: Unit, vehicle: Unit) -> None:
    harm_of = partial(harm_of_squad_die, resolution.position, squad)
    harm = resolution.decide(f"{squad} closes in on {vehicle}, {CLOSE_IN}", D10, harm_of)
    inflict(resolution, vehicle.id, harm)


@implements("LHY-10.4.5L.7b")
def harm_of_squad_die(position: Position, squad: Unit, die: int) -> Harm:
    """What a squad's die does to an AFV: 10 shocks it, or destroys it if the squad is German and it is after September 1943."""
    if die < CLOSE_IN:
        return Harm.NONE
    late = position.mission.after_september_1943
    return Harm.DESTROYED if row_of(squad).nation is Nation.GERMAN and late else Harm.SHOCKED


def factors(position: Position, action: ResistOverrun) -> Factors:
    """A marker of fixed value against its armour, or the die of the later rules."""
    unit, vehicle = position.unit(action.unit), position.unit(action.vehicle)
    if position.mission.edition.later_overrun:
        why = Reason("a squad closes in", cite_later("10.4.5"))
        return Factors(f"{CLOSE_IN} strikes the AFV", (why,))
    value, row = resistance(position, unit) or 0, row_of(unit)
    is_early = row.nation is Nation.GERMAN and not position.mission.after_september_1943
    rule = cite("10.4.5").together_with(our(251)) if is_early else cite("10.4.5")
    reasons = (Reason(f"{unit} {value:+d}", rule), armour_reason(position, vehicle))
    return Factors(f"ATDRM {value:+d}", reasons)


def roll_markers_for_odds(resolution: Resolution, action: ResistOverrun) -> None:
    """For odds: roll for its marker."""
    roll_for_last_fires(resolution, action.unit, 1)


RESIST = Procedure(
    ResistOverrun, (DecisionKind.STAND_UP,), candidates, forbids, resist, factors, roll_markers_for_odds
)
