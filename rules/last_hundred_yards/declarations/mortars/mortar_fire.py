"""Mortar fire: the call, accuracy and scatter. Chapter 11.4."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import ClassVar

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, REGROUPING
from rules.last_hundred_yards.book.roster import company_name
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.mortars.mortar_impact import (
    MortarFire,
    is_hindered,
    land_markers,
    markers_reason,
    mortar_row,
)
from rules.last_hundred_yards.effects.fire_resolution import roll_for_fires_alone
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.heroism import waits_for_hero
from rules.last_hundred_yards.questions.activation.rights import own_unit
from rules.last_hundred_yards.questions.activation.taking_part import is_activated, platoons_of
from rules.last_hundred_yards.questions.terrain.field_of_fire import limiting_road
from rules.last_hundred_yards.questions.terrain.roads import SPOTTING_HEXES
from rules.last_hundred_yards.questions.terrain.scatter import diagrams, forbids_diagram
from rules.last_hundred_yards.state.events.fire_events import FiresRemoved
from rules.last_hundred_yards.state.events.marker_events import MortarChanged
from rules.last_hundred_yards.state.markers import FireKind
from rules.last_hundred_yards.state.position import Position, cohesion_of, is_moving, memoized_reasons, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS, MortarPlace, MortarState, Step


@dataclass(frozen=True, slots=True)
class CallMortar:
    """Ask for a mortar fire action on a hex, high explosive or smoke (11.4).

    An attacker whose units wait off the map puts the observer into an entry hex, `observer_at` (17.7).
    Where sectors meet whose scatter diagrams differ, `sector` is the one whose diagram holds (11.4.5).
    """

    acts: ClassVar[bool] = False
    """A unit that asks for fire may still act."""

    side: str
    mortar: str
    unit: UnitId
    at: Hex
    smoke: bool = False
    observer_at: Hex | None = None
    sector: str = ""

    def __str__(self) -> str:
        where = f", seen from {self.observer_at}" if self.observer_at else ""
        call = f"{self.unit} calls {'smoke' if self.smoke else 'fire'} of {self.mortar} on {self.at}{where}"
        return call + by_diagram(self.sector)


SHIFT_HEXES = 2


def candidates(position: Position, side: str) -> Iterator[CallMortar]:
    """Every spotter, mortar and hex in LOS with known enemies, high explosive and smoke (reading 95)."""
    mortars = [
        mortar
        for mortar in position.course.mortars
        if mortar.side == side and not any(why_silent(position, mortar))
    ]
    if not mortars:
        return
    targets = sorted({position.place(enemy) for enemy in position.enemies_of(side)})
    for mortar in mortars:
        for unit in position.of(side):
            if _cannot_ask(position, unit, mortar):
                continue
            place = position.place(unit)
            for at in targets:
                if (at == place or position.sees(place, at)) and not _cannot_call_on(position, unit, at):
                    yield from _calls(position, mortar, unit, at, None)
        for unit, place in _askers_off_map(position, side):
            asker = replace(unit, at=place)
            if _cannot_ask(position, asker, mortar):
                continue
            for at in targets:
                if not _cannot_call_on(position, asker, at):
                    yield from _calls(position, mortar, unit, at, place)


def _calls(
    position: Position, mortar: MortarState, unit: Unit, at: Hex, observer_at: Hex | None
) -> Iterator[CallMortar]:
    """Calls of high explosive and smoke, by each scatter diagram that may apply."""
    for sector in diagrams(position, at):
        for smoke in (False, True):
            yield CallMortar(unit.side, mortar.id, unit.id, at, smoke, observer_at, sector)


def _askers_off_map(position: Position, side: str) -> Iterator[tuple[Unit, Hex]]:
    """An attacker's units that wait off the map, with each entry hex that the observer may stand in."""
    if side == position.mission.attacker:
        for unit in position.off_map:
            if unit.side == side and is_activated(position, unit):
                yield from ((unit, place) for place in position.mission.side(side).entry_hexes)


@implements("LHY-17.7h.4")
def _requester(position: Position, action: CallMortar) -> Unit | Reason:
    """The unit that asks, in the hex of its observer: its own, or for attackers off the map an entry hex."""
    if action.observer_at is None:
        return own_unit(position, action.side, action.unit)
    for unit, place in _askers_off_map(position, action.side):
        if (unit.id, place) == (action.unit, action.observer_at):
            return replace(unit, at=place)
    return Reason(
        "only activated attackers that wait off the map place their observer, in an entry hex",
        cite_later("17.7h"),
        (action.observer_at,),
    )


@implements(
    "LHY-8.2", "LHY-11.4.4.0", "LHY-11.4.4.0b", "LHY-11.4.4.2", "LHY-11.4.4.2-2019", "LHY-4.1.9f",
    "LHY-13.3.1c", "LHY-17.7h.4",
)  # fmt: skip
def forbids(position: Position, action: CallMortar) -> Iterator[Reason]:
    """Why a mortar may not be called on a hex."""
    unit = _requester(position, action)
    if isinstance(unit, Reason):
        yield unit
        return
    mortar = next(
        (own for own in position.course.mortars if own.id == action.mortar and own.side == action.side), None
    )
    if mortar is None:
        yield Reason(f"{action.side} has no mortar {action.mortar}", cite_later("11.4"))
        return
    yield from why_silent(position, mortar)
    yield from _cannot_ask(position, unit, mortar)
    if action.at not in position.board.grid:
        yield Reason(f"{action.at} is not on the map", cite_later("11.4"))
        return
    yield from _cannot_call_on(position, unit, action.at)
    yield from forbids_diagram(position, action.at, action.sector)


@implements("LHY-11.4.0.1")
def why_silent(position: Position, mortar: MortarState) -> Iterator[Reason]:
    """Why a mortar may not fire for any unit now."""
    if mortar.place is not MortarPlace.AVAILABLE:
        yield Reason(f"{mortar.id} is not available", cite("11.4.9"))
    elif mortar.fired_in_turn == position.course.turn:
        yield Reason(f"{mortar.id} has already been asked for this turn", our(131))


@implements("LHY-11.4.4.1", "LHY-11.4.4.2", "LHY-13.3.1c", "LHY-11.4.4.0b")
@memoized_reasons
def _cannot_call_on(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Why a unit may not ask for fire on a hex, from any mortar."""
    place = position.place(unit)
    if at == place:
        if row_of(unit).kind is not UnitKind.LEADER:
            yield Reason("only a leader asks for fire on his own hex", cite_later("11.4.4.2"))
        return
    if position.is_marked_assault(place):
        yield Reason(
            f"{unit} is in an assault hex, from which fire is asked for on that hex alone",
            cite_later("11.4.4.1"),
            (place,),
        )
    yield from forbids_impact_hex(position, unit, unit.side, at)


@implements("LHY-4.1.8.enclosed.4", "LHY-17.7h.4", "LHY-11.4.4.0", "LHY-11.4.4.0b", "LHY-11.4.10.1")
def forbids_impact_hex(position: Position, observer: Unit | Hex, side: str, at: Hex) -> Iterator[Reason]:
    """Why fire may be neither called on a hex nor extended to it: no LOS, too far along an enclosed road, or friends on foot."""
    place = position.place(observer) if isinstance(observer, Unit) else observer
    if not position.sees(observer, at):
        who, rule = (observer, "11.4.4") if isinstance(observer, Unit) else ("the observer", "11.4.10")
        yield Reason(f"{who} has no LOS to {at}", cite_later(rule), (place, at))
    elif enclosed := limiting_road(position, place, at, SPOTTING_HEXES):
        words = f"{at} is more than {SPOTTING_HEXES} hexes away along an enclosed road"
        yield Reason(f"{words}, too far to spot for mortars", our(34), enclosed)
    if any(not row_of(friend).is_vehicle for friend in position.friends_at(at, side)):
        yield Reason(f"{at} holds friendly foot units", cite_later("11.4.4"), (at,))


@memoized_reasons
def _cannot_ask(position: Position, unit: Unit, mortar: MortarState) -> Iterator[Reason]:
    yield from cannot_request(position, unit)
    yield from _why_another_company(position, unit, mortar)


@implements("LHY-11.4.4.1", "LHY-8.0c", "LHY-11.4.4.0", "LHY-11.4.0.1", "LHY-21.4.0a")
@memoized_reasons
def cannot_request(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may ask neither for mortar fire nor for illumination now."""
    course, place = position.course, position.place(unit)
    in_turn = is_activated(position, unit) if course.step is Step.ACTIONS else course.reacting == unit.side
    if not in_turn:
        yield Reason(f"{unit} is neither activated nor reacting", cite("8.2"))
    if unit.id in course.acted:
        yield Reason(f"{unit} has already acted: it must ask before it acts", cite_later("11.4.4"))
    else:
        yield from waits_for_hero(position, unit)
    if position.is_primary_impact(place):
        yield Reason(f"{unit} is in a primary impact hex", cite_later("11.4.4.1"))
    yield from _why_unfit(position, unit)


@implements("LHY-11.4.10.1")
def cannot_direct(position: Position, unit: Unit, mortar: MortarState) -> Iterator[Reason]:
    """Why a unit in its present state may neither ask for the fire of a mortar nor have it extended."""
    yield from _why_unfit(position, unit)
    yield from _why_another_company(position, unit, mortar)


@implements("LHY-11.4.4.1", "LHY-T-UCT.2")
def _why_unfit(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit in its present state may not direct mortars."""
    row = row_of(unit)
    is_foot_combat = row.is_combat and not row.is_vehicle
    if row.kind is not UnitKind.LEADER and not is_foot_combat:
        yield Reason(f"{unit} may ask for neither mortar fire nor illumination", cite_later("11.4.4.1"))
    if any(unit.has(word) for word in (DISRUPTED, REGROUPING, HEROIC)):
        yield Reason(f"{unit} is in no condition to ask", cite_later("11.4.4.1"))
    carrier = position.course.carrier_of(unit.id)
    if carrier is not None and is_moving(position.unit(carrier)):
        yield Reason(f"{unit} is aboard a vehicle in motion", cite_later("11.4.4.1"))


@implements("LHY-11.4.2", "LHY-11.4.3")
def _why_another_company(position: Position, unit: Unit, mortar: MortarState) -> Iterator[Reason]:
    if mortar.company and mortar.company not in _companies(position, unit):
        rule = our(180) if row_of(unit).is_support else cite_later("11.4.2")
        yield Reason(f"{mortar.id} serves {company_name(mortar.company)}", rule)


@implements("LHY-11.4.2", "LHY-7.2a.1")
def _companies(position: Position, unit: Unit) -> set[str]:
    """The company of a unit; of a support unit those whose platoons it acts with, or is nearest to (reading 180)."""
    return {platoon.split(".")[0] for platoon in platoons_of(position, unit)}


@implements("LHY-11.4.5.1", "LHY-11.4.1", "LHY-11.4.4.2", "LHY-11.4.4.2-2019")
def call(resolution: Resolution, action: CallMortar) -> None:
    """Place the observer, and let the markers fall."""
    position = resolution.position
    unit = position.unit(action.unit)
    place = action.observer_at or position.place(unit)
    mortar = resolution.course.mortar(action.mortar)
    if action.at == place and position.mission.edition.own_hex_mortar_check:
        needed = cohesion_of(unit)
        if not resolution.passes(f"{unit} calls fire on his own hex", D10, at_most=needed):
            resolution.happen(MortarChanged(replace(mortar, fired_in_turn=resolution.course.turn)))
            return
    resolution.happen(MortarChanged(replace(
        mortar, place=MortarPlace.INITIAL, observer_at=place, impact=action.at, fired_in_turn=resolution.course.turn,
        asker=unit.id,
    )))  # fmt: skip
    hindered = is_hindered(position, place, action.at)
    land_markers(resolution, MortarFire(mortar.kind, action.at, action.smoke, hindered, action.sector))


def by_diagram(sector: str) -> str:
    return f", by the scatter diagram of sector {sector}" if sector else ""


def call_factors(position: Position, action: CallMortar) -> Factors:
    """The dice of a call: a leader's check for fire on his own hex, and where the markers fall."""
    unit = position.unit(action.unit)
    place = action.observer_at or position.place(unit)
    checks = action.at == place and position.mission.edition.own_hex_mortar_check
    check = f"{cohesion_of(unit)} or less calls fire on his own hex"
    mortar = position.course.mortar(action.mortar)
    markers = markers_reason(position, mortar.kind, smoke=action.smoke)
    reasons = [Reason(check, cite_later("11.4.4.2"))] if checks else []
    if is_hindered(position, place, action.at):
        words = f"{action.at} is seen through a hindrance: no marker is sure to fall there"
        reasons.append(Reason(words, cite_later("11.4.5"), (action.at,)))
    return Factors("where its markers fall", (*reasons, markers))


def call_for_odds(resolution: Resolution, action: CallMortar) -> None:
    """For odds: roll for the markers of the call where they fell, as if no others lay there; without a unit
    there they do nothing."""
    course, position = resolution.course, resolution.position
    mortar = course.mortar(action.mortar)
    if action.smoke or mortar.place is not MortarPlace.INITIAL:
        return
    most = mortar_row(position, mortar.kind).he_markers
    laid = [
        fire
        for fire in course.fires
        if fire.kind is FireKind.MDRM and fire.number > course.fires_placed - most
    ]
    resolution.happen(FiresRemoved(tuple(fire.number for fire in laid)))
    alike = sorted((replace(fire, number=0) for fire in laid), key=attrgetter("at", "value"))
    for place in dict.fromkeys(fire.at for fire in alike):
        fires = tuple(replace(fire, number=number) for number, fire in enumerate(alike) if fire.at == place)
        if position.at(place):
            resolution.then(roll_for_fires_alone, place, fires)


CALL = Procedure(
    CallMortar, UNIT_ACTIONS, candidates, forbids, call, call_factors, call_for_odds, offers_only_legal=True
)
