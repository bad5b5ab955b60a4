"""Mortar fire: the call, accuracy and scatter, recovery and extension. Chapter 11.4."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.game.citation import Provenance
from rules.game.engine.procedure import Factors, Procedure, nothing_forbids, offer_once
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.company_names import company_name
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.mortars.mortar_impact import (
    SMOKE,
    MortarFire,
    fall,
    is_hindered,
    markers_told,
    mortar_row,
)
from rules.last_hundred_yards.declarations.mortars.scatter import diagrams, forbids_diagram
from rules.last_hundred_yards.effects.fire_resolution import foresee_fires
from rules.last_hundred_yards.effects.mortar_extension import pending_mortar
from rules.last_hundred_yards.effects.resolution import D10, Resolution
from rules.last_hundred_yards.questions.activation.rights import own_unit
from rules.last_hundred_yards.questions.activation.taking_part import is_activated, platoons_of
from rules.last_hundred_yards.questions.terrain.enclosed_roads import SPOTTING_HEXES
from rules.last_hundred_yards.questions.terrain.road_limits import limiting_road
from rules.last_hundred_yards.state.darkness import ILLUMINATION
from rules.last_hundred_yards.state.events.marker_events import FiresRemoved, GroundMarked, MortarChanged
from rules.last_hundred_yards.state.events.order_events import DecisionDue, DecisionTaken, PhaseBegan
from rules.last_hundred_yards.state.position import (
    Position,
    cohesion_of,
    is_moving,
    is_unknown,
    memoized_reasons,
    row_of,
)
from rules.last_hundred_yards.state.progress import (
    UNIT_ACTIONS,
    Decision,
    DecisionKind,
    FireKind,
    FireMarker,
    MortarPlace,
    MortarState,
    Phase,
    Step,
)


@dataclass(frozen=True, slots=True)
class CallMortar:
    """Ask for a mortar fire action on a hex, high explosive or smoke (11.4).

    An attacker whose units wait off the map puts the observer into an entry hex, `observer_at` (17.7).
    Where sectors meet whose scatter diagrams differ, `sector` is the one whose diagram holds (11.4.5).
    """

    acts: ClassVar[bool] = False
    """Who asks goes on to act."""

    side: str
    mortar: str
    unit: str
    at: Hex
    smoke: bool = False
    observer_at: Hex | None = None
    sector: str = ""

    def __str__(self) -> str:
        where = f", seen from {self.observer_at}" if self.observer_at else ""
        told = f"{self.unit} calls {'smoke' if self.smoke else 'fire'} of {self.mortar} on {self.at}{where}"
        return told + by_diagram(self.sector)


@dataclass(frozen=True, slots=True)
class AdjustMortars:
    """The Mortar Fire Adjustment Phase (5.0 V)."""

    side: str

    def __str__(self) -> str:
        return "adjust mortar fire"


@dataclass(frozen=True, slots=True)
class ExtendMortar:
    """Extend a mortar's fire, on the same hex or shifted (11.4.10); `sector` and `smoke` as in a call."""

    side: str
    mortar: str
    at: Hex
    sector: str = ""
    smoke: bool = False

    def __str__(self) -> str:
        what = "its fire with smoke" if self.smoke else "its fire"
        return f"{self.mortar} extends {what} to {self.at}{by_diagram(self.sector)}"


_LATER = Provenance.LATER_EDITION
SHIFT_HEXES = 2


def candidates(position: Position, side: str) -> Iterator[CallMortar]:
    """Every spotter, mortar and hex in LOS with known enemies, high explosive and smoke (reading 95)."""
    mortars = [
        mortar
        for mortar in position.course.mortars
        if mortar.side == side and mortar.place is MortarPlace.AVAILABLE
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
    """High explosive and smoke, by each scatter diagram that may hold."""
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
def _asker(position: Position, action: CallMortar) -> Unit | Reason:
    """Who asks, where the observer is: on the map where he stands, else in an entry hex of the attacker."""
    if action.observer_at is None:
        return own_unit(position, action.side, action.unit)
    for unit, place in _askers_off_map(position, action.side):
        if (unit.id, place) == (action.unit, action.observer_at):
            return replace(unit, at=place)
    return Reason(
        "only activated attackers that wait off the map place their observer, in an entry hex",
        cite("17.7h", _LATER),
        (action.observer_at,),
    )


@implements(
    "LHY-8.2", "LHY-11.4.4.0", "LHY-11.4.4.0b", "LHY-11.4.4.2", "LHY-11.4.4.2-2019", "LHY-4.1.9f",
    "LHY-13.3.1c", "LHY-11.4.0.1", "LHY-17.7h.4",
)  # fmt: skip
def forbids(position: Position, action: CallMortar) -> Iterator[Reason]:
    """Why a mortar may not be called on a hex."""
    course = position.course
    unit = _asker(position, action)
    if isinstance(unit, Reason):
        yield unit
        return
    mortar = next(
        (mortar for mortar in course.mortars if mortar.id == action.mortar and mortar.side == action.side),
        None,
    )
    if mortar is None:
        yield Reason(f"{action.side} has no mortar {action.mortar}", cite("11.4", _LATER))
        return
    if mortar.place is not MortarPlace.AVAILABLE:
        yield Reason(f"{mortar.id} is not available", cite("11.4.9"))
    elif mortar.fired_in_turn == course.turn:
        yield Reason(f"{mortar.id} has already been asked for this turn", our(131))
    yield from _cannot_ask(position, unit, mortar)
    if action.at not in position.board.grid:
        yield Reason(f"{action.at} is not on the map", cite("11.4", _LATER))
        return
    yield from _cannot_call_on(position, unit, action.at)
    yield from forbids_diagram(position, action.at, action.sector)


@implements("LHY-11.4.4.1", "LHY-11.4.4.2", "LHY-13.3.1c", "LHY-11.4.4.0b")
@memoized_reasons
def _cannot_call_on(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Why a unit may not ask for fire on a hex, whichever mortar it asks."""
    place = position.place(unit)
    if at == place:
        if row_of(unit).kind is not UnitKind.LEADER:
            yield Reason("only a leader asks for fire on his own hex", cite("11.4.4.2", _LATER))
        return
    if position.is_marked_assault(place):
        yield Reason(
            f"{unit} is in an assault hex, from which fire is asked for on that hex alone",
            cite("11.4.4.1", _LATER),
            (place,),
        )
    yield from _cannot_spot(position, unit, place, at)
    if any(not row_of(friend).is_vehicle for friend in position.friends_at(at, unit.side)):
        yield Reason(f"{at} holds friendly foot units", cite("11.4.4", _LATER), (at,))


@implements("LHY-4.1.8.enclosed.4", "LHY-17.7h.4", "LHY-11.4.4.0")
def _cannot_spot(position: Position, unit: Unit, place: Hex, at: Hex) -> Iterator[Reason]:
    """Why an observer in a place may not ask for fire on a hex: no LOS, or too far along an enclosed road."""
    if not position.sees(unit, at):
        yield Reason(f"{unit} has no LOS to {at}", cite("11.4.4", _LATER), (place, at))
    elif position.distance(place, at) > SPOTTING_HEXES and (enclosed := limiting_road(position, place, at)):
        told = f"{at} is more than {SPOTTING_HEXES} hexes away along an enclosed road"
        yield Reason(f"{told}, too far to spot for mortars", our(34), enclosed)


@memoized_reasons
def _cannot_ask(position: Position, unit: Unit, mortar: MortarState) -> Iterator[Reason]:
    yield from cannot_request(position, unit)
    yield from _is_of_another_company(position, unit, mortar)


@implements("LHY-11.4.4.1", "LHY-8.0c", "LHY-11.4.4.0", "LHY-11.4.0.1", "LHY-21.4.0a")
@memoized_reasons
def cannot_request(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may ask for no mortar fire now, and for no illumination."""
    course, place = position.course, position.place(unit)
    in_turn = is_activated(position, unit) if course.step is Step.ACTIONS else course.reacting == unit.side
    if not in_turn:
        yield Reason(f"{unit} is neither activated nor reacting", cite("8.2"))
    if unit.id in course.acted:
        yield Reason(f"{unit} has already acted: it must ask before it acts", cite("11.4.4", _LATER))
    if position.is_primary_impact(place):
        yield Reason(f"{unit} is in a primary impact hex", cite("11.4.4.1", _LATER))
    yield from _is_unfit(position, unit)


@implements("LHY-11.4.10.1")
def _cannot_direct(position: Position, unit: Unit, mortar: MortarState) -> Iterator[Reason]:
    """Why a unit, as it is, may neither ask for the fire of a mortar nor have it extended."""
    yield from _is_unfit(position, unit)
    yield from _is_of_another_company(position, unit, mortar)


@implements("LHY-11.4.4.1", "LHY-T-UCT.2")
def _is_unfit(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit, as it is, directs no mortars."""
    row = row_of(unit)
    is_foot_combat = row.is_combat and not row.is_vehicle
    if row.kind is not UnitKind.LEADER and not is_foot_combat:
        yield Reason(f"{unit} cannot ask for mortar fire", cite("11.4.4.1", _LATER))
    if any(unit.has(word) for word in (DISRUPTED, REGROUPING, HEROIC)):
        yield Reason(f"{unit} is in no condition to ask", cite("11.4.4.1", _LATER))
    carrier = position.course.carrier_of(unit.id)
    if carrier is not None and is_moving(position.unit(carrier)):
        yield Reason(f"{unit} is aboard a vehicle in motion", cite("11.4.4.1", _LATER))


@implements("LHY-11.4.2", "LHY-11.4.3")
def _is_of_another_company(position: Position, unit: Unit, mortar: MortarState) -> Iterator[Reason]:
    if mortar.company and mortar.company not in _companies(position, unit):
        rule = our(180) if row_of(unit).is_support else cite("11.4.2", _LATER)
        yield Reason(f"{mortar.id} serves {company_name(mortar.company)}", rule)


@implements("LHY-11.4.2", "LHY-7.2a.1")
def _companies(position: Position, unit: Unit) -> set[str]:
    """The company of a unit; of a support unit those whose platoons it acts with, or is nearest to (reading 180)."""
    return {platoon.split(".")[0] for platoon in platoons_of(position, unit)}


@implements("LHY-11.4.5.1", "LHY-11.4.1", "LHY-11.4.4.2", "LHY-11.4.4.2-2019")
def call(resolution: Resolution, action: CallMortar) -> None:
    """The observer is placed, and the markers fall."""
    position = resolution.position
    unit = position.unit(action.unit)
    place = action.observer_at or position.place(unit)
    mortar = resolution.course.mortar(action.mortar)
    if action.at == place and position.mission.edition.own_hex_mortar_check:
        wanted = cohesion_of(unit)
        if not resolution.passes(f"{unit} calls fire on his own hex", D10, at_most=wanted):
            resolution.happen(MortarChanged(replace(mortar, fired_in_turn=resolution.course.turn)))
            return
    resolution.happen(MortarChanged(replace(
        mortar, place=MortarPlace.INITIAL, observer_at=place, impact=action.at, fired_in_turn=resolution.course.turn,
        asker=unit.id,
    )))  # fmt: skip
    hindered = is_hindered(position, place, action.at)
    fall(resolution, MortarFire(mortar.kind, action.at, action.smoke, hindered, action.sector))


@implements(
    "LHY-5.0.V.1", "LHY-5.0.V.2", "LHY-5.0.V.3", "LHY-5.0.V.4", "LHY-11.4.9", "LHY-11.4.10.1",
    "LHY-11.4.10.3", "LHY-11.4.10.4", "LHY-11.4.S.2",
)  # fmt: skip
def adjust(resolution: Resolution, action: AdjustMortars) -> None:
    """Markers come off, mortars recover, observers go, extensions are offered to the higher die first."""
    del action
    _clear(resolution)
    resolution.then(_observers_go)
    for mortar in reversed(resolution.course.mortars):
        if mortar.place is MortarPlace.PENDING:
            resolution.then(_recover, mortar)


def _observers_go(resolution: Resolution) -> None:
    """The mortars that fired stay with their observers or go; those that stay may be extended."""
    for mortar in resolution.course.mortars:
        if mortar.place in (MortarPlace.FINAL, MortarPlace.INITIAL):
            _keep_or_pend(resolution, mortar)
    if both_extend(resolution.position, _extending(resolution)):
        resolution.then(_go_first)
    else:
        _offer_extensions(resolution, resolution.position.mission.sides[0].id)


def _extending(resolution: Resolution) -> list[MortarState]:
    return [mortar for mortar in resolution.course.mortars if mortar.place is MortarPlace.INITIAL]


def _offer_extensions(resolution: Resolution, first: str) -> None:
    for mortar in _by_turns(_extending(resolution), first):
        resolution.happen(
            DecisionDue(Decision(DecisionKind.EXTEND_MORTAR, mortar.side, mortar.id, mortar.impact))
        )
    resolution.happen(PhaseBegan(Phase.TIME))


def both_extend(position: Position, extending: Iterable[MortarState]) -> bool:
    """Whether mortars of both sides are among those that may extend, so that two dice say who goes first."""
    return {mortar.side for mortar in extending} == set(position.state.sides)


def _by_turns(mortars: list[MortarState], first: str) -> list[MortarState]:
    """The mortars of both sides by turns, the first side's first."""
    of_side: dict[str, int] = {}
    turns: list[tuple[int, bool, MortarState]] = []
    for mortar in sorted(mortars, key=lambda one: one.id):
        turn = of_side[mortar.side] = of_side.get(mortar.side, 0) + 1
        turns.append((turn, mortar.side != first, mortar))
    return [mortar for *_, mortar in sorted(turns, key=lambda entry: entry[:2])]


def _go_first(resolution: Resolution) -> None:
    """The higher die extends first; equal dice are thrown again."""
    one, other = resolution.state.sides
    first = resolution.roll(f"{one} extends first")

    def by(second: int) -> str:
        return "" if first == second else one if first > second else other

    higher = resolution.decide(f"{other} extends first", D10, by)
    if higher:
        _offer_extensions(resolution, higher)
    else:
        resolution.then(_go_first)


def has_mortars_to_adjust(position: Position) -> bool:
    """Whether there is a mortar in the mission, or a marker that comes off."""
    course = position.course
    lie = any(marker.kind in (SMOKE, ILLUMINATION) for marker in position.state.markers)
    return bool(course.mortars) or lie or any(fire.kind is FireKind.MDRM for fire in course.fires)


@implements("LHY-21.4.1c")
def _clear(resolution: Resolution) -> None:
    spent = tuple(fire.number for fire in resolution.course.fires if fire.kind is FireKind.MDRM)
    if spent:
        resolution.happen(FiresRemoved(spent))
    for marker in resolution.state.markers:
        if marker.kind in (SMOKE, ILLUMINATION) and isinstance(marker.at, Hex):
            resolution.happen(GroundMarked(marker.kind, marker.at, marker.value - 1))


def _recover(resolution: Resolution, mortar: MortarState) -> None:
    wanted = mortar_row(resolution.position, mortar.kind).recovers_on
    if mortar.failed_extension:
        resolution.happen(MortarChanged(replace(mortar, failed_extension=False)))
    elif resolution.passes(f"{mortar.id} recovers", D10, at_most=wanted):
        resolution.happen(MortarChanged(replace(mortar, place=MortarPlace.AVAILABLE)))


def _keep_or_pend(resolution: Resolution, mortar: MortarState) -> None:
    if not is_kept(resolution.position, mortar):
        resolution.happen(MortarChanged(pending_mortar(mortar)))


@implements("LHY-11.4.10.1", "LHY-5.0.V.3")
def is_kept(position: Position, mortar: MortarState) -> bool:
    """Whether the fire of a mortar may be extended: in this turn it fired, and with its observer is still a friend who might ask for it (reading 210)."""
    at = mortar.observer_at
    if mortar.place is not MortarPlace.INITIAL or at in (None, mortar.impact):
        return False
    assert at is not None
    if position.is_marked_assault(at):
        return False
    return any(
        is_unknown(unit) or next(_cannot_direct(position, unit, mortar), None) is None
        for unit in position.friends_at(at, mortar.side)
    )


def extension_candidates(position: Position, side: str) -> Iterator[ExtendMortar]:
    """High explosive or smoke on the same hex, or any within two of it that the observer sees."""
    due = position.course.due
    for at in position.board.grid.within(due.place, SHIFT_HEXES):
        for sector in diagrams(position, at):
            for smoke in (False, True):
                yield ExtendMortar(side, due.unit, at, sector, smoke)


def forbids_extension(position: Position, action: ExtendMortar) -> Iterator[Reason]:
    """Why a mortar's fire may not be extended so."""
    due = position.course.due
    if due.unit != action.mortar:
        yield Reason(f"{action.mortar} cannot be extended now", cite("11.4.10", _LATER))
        return
    mortar = position.course.mortar(action.mortar)
    if action.at not in position.board.grid or position.distance(due.place, action.at) > SHIFT_HEXES:
        yield Reason(
            f"the impact hex shifts by {SHIFT_HEXES} hexes at most", cite("11.4.10", _LATER), (action.at,)
        )
        return
    assert mortar.observer_at is not None
    if mortar.observer_at != action.at and not position.sees(mortar.observer_at, action.at):
        yield Reason(f"the observer has no LOS to {action.at}", cite("11.4.10", _LATER), (action.at,))
    if any(not row_of(unit).is_vehicle for unit in position.friends_at(action.at, action.side)):
        yield Reason(f"{action.at} holds friendly foot units", cite("11.4.4", _LATER), (action.at,))
    yield from forbids_diagram(position, action.at, action.sector)


@implements("LHY-11.4.10.2")
def extend(resolution: Resolution, action: ExtendMortar) -> None:
    """The die of an extension; its markers are resolved next turn."""
    resolution.happen(DecisionTaken())
    mortar = resolution.course.mortar(action.mortar)
    wanted = mortar_row(resolution.position, mortar.kind).recovers_on
    if not resolution.passes(f"{mortar.id} extends", D10, at_most=wanted):
        resolution.happen(MortarChanged(pending_mortar(mortar, failed=True)))
        return
    resolution.happen(MortarChanged(replace(mortar, place=MortarPlace.FINAL, impact=action.at)))
    assert mortar.observer_at is not None
    hindered = is_hindered(resolution.position, mortar.observer_at, action.at)
    fall(resolution, MortarFire(mortar.kind, action.at, action.smoke, hindered, action.sector))


def by_diagram(sector: str) -> str:
    return f", by the scatter diagram of sector {sector}" if sector else ""


def call_factors(position: Position, action: CallMortar) -> Factors:
    """The dice of a call: of a leader for his own hex, and where the markers fall."""
    unit = position.unit(action.unit)
    place = action.observer_at or position.place(unit)
    checks = action.at == place and position.mission.edition.own_hex_mortar_check
    wanted = f"{cohesion_of(unit)} or less calls fire on his own hex"
    mortar = position.course.mortar(action.mortar)
    told = markers_told(position, mortar.kind, smoke=action.smoke)
    asked = [Reason(wanted, cite("11.4.4.2", _LATER))] if checks else []
    if is_hindered(position, place, action.at):
        words = f"{action.at} is seen through a hindrance: no marker is sure to fall there"
        asked.append(Reason(words, cite("11.4.5", _LATER), (action.at,)))
    return Factors("where its markers fall", (*asked, told))


def foresee_call(resolution: Resolution, action: CallMortar) -> None:
    """The markers of the call are rolled for where they fell, as if they lay there alone; where nobody is they do nothing."""
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
    alike = sorted((replace(fire, number=0) for fire in laid), key=_by_place)
    for place in dict.fromkeys(fire.at for fire in alike):
        fires = tuple(replace(fire, number=number) for number, fire in enumerate(alike) if fire.at == place)
        if position.at(place):
            resolution.then(foresee_fires, place, fires)


def _by_place(fire: FireMarker) -> tuple[Hex, int]:
    return fire.at, fire.value


def adjust_factors(position: Position, action: AdjustMortars) -> Factors:
    """Whether pending mortars roll to recover, and whether both sides may extend their fire."""
    del action
    mortars = position.course.mortars
    pending = any(mortar.place is MortarPlace.PENDING and not mortar.failed_extension for mortar in mortars)
    both = both_extend(position, (mortar for mortar in mortars if is_kept(position, mortar)))
    asked = [
        (pending, "pending mortars roll to recover", "11.4.9"),
        (both, "the higher die extends first", "11.4.10"),
    ]
    reasons = tuple(Reason(words, cite(rule, _LATER)) for holds, words, rule in asked if holds)
    return Factors("; ".join(reason.text for reason in reasons), reasons)


def extension_factors(position: Position, action: ExtendMortar) -> Factors:
    """The die of an extension."""
    mortar = position.course.mortar(action.mortar)
    wanted = mortar_row(position, mortar.kind).recovers_on
    return Factors("where its markers fall", (Reason(f"{wanted} or less extends", cite("11.4.10", _LATER)),))


CALL = Procedure(CallMortar, UNIT_ACTIONS, candidates, forbids, call, call_factors, foresee_call)


ADJUST = Procedure(
    AdjustMortars, (Phase.MORTARS,), offer_once(AdjustMortars), nothing_forbids, adjust, adjust_factors
)


EXTEND = Procedure(
    ExtendMortar,
    (DecisionKind.EXTEND_MORTAR,),
    extension_candidates,
    forbids_extension,
    extend,
    extension_factors,
)
