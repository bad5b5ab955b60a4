"""Recovery: wrecks and immobilised vehicles repaired, and wrecks towed away.

Rule: KGN Recovery vehicles; OUR 143, 144, 184, 206, 221.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game.engine.procedure import Factors
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit, UnitId
from rules.ground.table.inches import Spot, gap_in, is_overlapping, is_within
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED
from rules.kampfgruppe_normandy.book.movement_rates import RATES_IN
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.effects.activation import finish_action
from rules.kampfgruppe_normandy.effects.losses import stand_on_ground
from rules.kampfgruppe_normandy.effects.move_under_way import begin_move, inches_gained, way_factors
from rules.kampfgruppe_normandy.questions.activation import unit_action
from rules.kampfgruppe_normandy.questions.engineering import CONTACT_IN, wrecks_beside
from rules.kampfgruppe_normandy.questions.movement.move_in_progress import cut
from rules.kampfgruppe_normandy.questions.movement.restrictions import why_not_go
from rules.kampfgruppe_normandy.questions.movement.standing_room import takes_room, why_not_stand
from rules.kampfgruppe_normandy.questions.movement.way_plan import WayPlan, plan
from rules.kampfgruppe_normandy.questions.movement.wrecks_met import spot_behind_tow
from rules.kampfgruppe_normandy.state.events import ConditionsChanged
from rules.kampfgruppe_normandy.state.position import Position, base_at
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay, Status, progress_of, with_progress
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.spots import in_hundredths
from rules.kampfgruppe_normandy.state.state_slot import StateSlot

MENDS_WRECK_ON, MENDS_TRACKS_ON = 6, 5
MOST_ATTEMPTS = 3

_LISTED = ((0.0, 1.0), (0.0, 0.5), (-45.0, 1.0), (45.0, 1.0), (-90.0, 1.0), (90.0, 1.0))
"""The tows that are listed: the turn, and the share of the rate that is left after it; any place may be named."""
_ROUNDED_IN = 0.01
"""How much shorter a listed tow with a turn is, so that rounding to hundredths of an inch never exceeds the rate."""

ATTEMPTS = StateSlot("recovery", tuple[tuple[str, int], ...], ())
"""How many attempts to repair each vehicle have failed."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A recovery vehicle tries to repair a wreck or an immobilised vehicle it touches."""

    side: str
    unit: UnitId
    vehicle: UnitId

    def __str__(self) -> str:
        return f"{self.unit} works on {self.vehicle}"


@dataclass(frozen=True, slots=True)
class TowWreck:
    """A recovery vehicle moves to a spot with a wreck behind it, at half its rate."""

    side: str
    unit: UnitId
    vehicle: UnitId
    to: Spot

    def __str__(self) -> str:
        return f"{self.unit} tows {self.vehicle} to {self.to}"


@dataclass(frozen=True, slots=True)
class MendFailed:
    """An attempt to repair a vehicle failed."""

    vehicle: str

    def __str__(self) -> str:
        return f"{self.vehicle} is not repaired"

    def on(self, state: GameState) -> GameState:
        tried = dict(ATTEMPTS.of(progress_of(state)))
        tried[self.vehicle] = tried.get(self.vehicle, 0) + 1
        return ATTEMPTS.put(state, tuple(tried.items()))


@dataclass(frozen=True, slots=True)
class WreckMended:
    """A wreck is a unit again where it stood, with the rounds it had left; it cannot be activated this turn."""

    vehicle: str

    def __str__(self) -> str:
        return f"{self.vehicle} runs again"

    def on(self, state: GameState) -> GameState:
        progress = progress_of(state)
        wreck = next(wreck for wreck in progress.wrecks if wreck.unit == self.vehicle)
        progress = replace(
            progress,
            wrecks=tuple(wreck for wreck in progress.wrecks if wreck.unit != self.vehicle),
            lost=tuple(loss for loss in progress.lost if loss.unit != self.vehicle),
            activated=progress.activated | {self.vehicle},
            status={**progress.status, self.vehicle: Status(rounds=wreck.rounds, used=wreck.used)},
        )
        unit = Unit(wreck.unit, wreck.type, wreck.side, wreck.at, wreck.facing_deg)
        return with_progress(state.with_unit(unit), progress)


def _repairable_vehicles(position: Position, unit: Unit) -> list[str]:
    """The wrecks and immobilised vehicles of its own side that a recovery vehicle touches."""
    base = position.base(unit)
    vehicles = [
        other.id
        for other in position.on_table()
        if other.side == unit.side
        and other.id != unit.id
        and other.has(IMMOBILISED)
        and is_within(gap_in(base, position.base(other)), CONTACT_IN)
    ]
    return vehicles + [wreck.unit for wreck in wrecks_beside(position, unit) if wreck.side == unit.side]


def _offers(position: Position, side: str, unit: Unit) -> Iterator[Mend]:
    if position.type(unit).has(SpecialRule.RECOVERY):
        yield from (Mend(side, unit.id, name) for name in _repairable_vehicles(position, unit))


@implements("KN-ENG-16a", "KN-ENG-18", "KN-SPEC-20")
def _forbids(position: Position, action: Mend, unit: Unit) -> Iterator[Reason]:
    where = cite("Recovery vehicles")
    if not position.type(unit).has(SpecialRule.RECOVERY):
        yield Reason(f"{unit} is not a recovery vehicle", where)
    elif action.vehicle not in _repairable_vehicles(position, unit):
        yield Reason(
            f"{action.vehicle} is not a damaged vehicle that {unit} touches",
            as_read("Recovery vehicles", 221),
        )
    if dict(ATTEMPTS.of(position.progress)).get(action.vehicle, 0) >= MOST_ATTEMPTS:
        yield Reason(f"{action.vehicle} is beyond repair", where)


def _number_needed(position: Position, vehicle: str) -> int:
    return MENDS_TRACKS_ON if vehicle in position.state.units else MENDS_WRECK_ON


@implements("KN-ENG-16a", "KN-ENG-16b", "KN-ENG-17", "KN-ENG-18", "KN-ENG-19")
def _mend(resolution: Resolution, action: Mend) -> None:
    """Throw for a repair: 6 for a wreck, which may be activated from the next turn; 5 or 6 for an immobilised vehicle.

    The latter may be activated in the same turn (OUR 184).
    """
    needed = _number_needed(resolution.position, action.vehicle)
    if not resolution.passes(f"repair of {action.vehicle}", 6, at_least=needed):
        resolution.happen(MendFailed(action.vehicle))
    elif action.vehicle in resolution.state.units:
        resolution.happen(ConditionsChanged(action.vehicle, frozenset(), frozenset({IMMOBILISED})))
    else:
        resolution.happen(WreckMended(action.vehicle))
        _make_room(resolution, action.vehicle)
    finish_action(resolution, action.unit)


@implements("KN-ENG-16a")
def _make_room(resolution: Resolution, vehicle: str) -> None:
    """Move men who were under a wreck out of the way of the repaired vehicle (OUR 203)."""
    position = resolution.position
    hull = position.base(position.state.unit(vehicle))
    for unit in position.on_table():
        stands = unit.id != vehicle and takes_room(position, unit)
        if stands and is_overlapping(position.base(unit), hull):
            stand_on_ground(resolution, unit.id)


def _mend_factors(position: Position, action: Mend) -> Factors:
    needed = _number_needed(position, action.vehicle)
    if action.vehicle in position.state.units:
        stays = Reason("it may be activated in the same turn", as_read("Recovery vehicles", 184))
    else:
        stays = Reason(
            "it gives no counter back, and stands as it was lost", as_read("Recovery vehicles", 143, 144)
        )
    return Factors.of(Reason(f"{needed}+ on one die", cite("Recovery vehicles")), stays)


def _tow_offers(position: Position, side: str, unit: Unit) -> Iterator[TowWreck]:
    if not position.type(unit).has(SpecialRule.RECOVERY) or not isinstance(unit.at, Spot):
        return
    kind = position.type(unit)
    places = []
    for turn_deg, share in _LISTED:
        left_in = RATES_IN[kind.mobility] / 2 - kind.length_in * abs(turn_deg) / 180.0
        to = unit.at.ahead(unit.heading_deg + turn_deg, left_in * share - _ROUNDED_IN * bool(turn_deg))
        places.append(in_hundredths(to))
    for wreck in wrecks_beside(position, unit):
        yield from (TowWreck(side, unit.id, wreck.unit, spot) for spot in places)


@implements("KN-ENG-20")
def _tow_forbids(position: Position, action: TowWreck, unit: Unit) -> Iterator[Reason]:
    where = cite("Recovery vehicles")
    if not position.type(unit).has(SpecialRule.RECOVERY) or not isinstance(unit.at, Spot):
        yield Reason(f"{unit} is not a recovery vehicle on the table", where)
        return
    if action.vehicle not in {wreck.unit for wreck in wrecks_beside(position, unit)}:
        yield Reason(
            f"{action.vehicle} is not a wreck that {unit} touches", as_read("Recovery vehicles", 221)
        )
        return
    way = _tow_way(position, action)
    if not way.is_within_rate:
        yield Reason(f'{unit} tows a wreck {way.rate_in:g}" at most, half its rate', where)
    barred = list(
        why_not_go(position.without_wreck(action.vehicle), unit, (unit.at, action.to), None, reverse=False)
    )
    yield from barred
    if not barred and (reason := _no_room_behind(position, action)) is not None:
        yield reason


@implements("KN-ENG-20")
def _no_room_behind(position: Position, action: TowWreck) -> Reason | None:
    """Why there is no room for the wreck behind its tow; None if a vehicle of its kind could stand there (OUR 206)."""
    unit = position.state.unit(action.unit)
    wreck = next(wreck for wreck in position.progress.wrecks if wreck.unit == action.vehicle)
    heading_deg = position.standing(unit).bearing_deg(action.to)
    to = spot_behind_tow(position, action.vehicle, unit.type, action.to, heading_deg)
    tow = replace(unit, at=action.to, facing_deg=heading_deg)
    after = Position(position.without_wreck(action.vehicle).state.with_unit(tow), position.book)
    hulk = Unit(wreck.unit, wreck.type, wreck.side, None, heading_deg)
    base = base_at(position.table, position.type(hulk), Status(), to, heading_deg)
    reason = why_not_stand(after, hulk, base)
    return None if reason is None else Reason(f"no room behind {unit}: {reason.text}", ours(206))


@implements("KN-ENG-20", "KN-COV-02")
def _tow(resolution: Resolution, action: TowWreck) -> None:
    """Begin a Move with a wreck in tow, which covering fire may interrupt as any other."""
    unit, way = resolution.state.unit(action.unit), _tow_way(resolution.position, action)
    gone_in = inches_gained(resolution, unit, way)
    finish_action(resolution, unit.id)
    move = MoveUnderWay(unit.id, way.path, None, reverse=False, tows=action.vehicle)
    begin_move(resolution, cut(move, gone_in))


def _tow_factors(position: Position, action: TowWreck) -> Factors:
    return way_factors(position, position.state.unit(action.unit), _tow_way(position, action))


def _tow_way(position: Position, action: TowWreck) -> WayPlan:
    """The plan of a tow: at half rate, before roads multiply it and dice are taken off; the towed wreck blocks nothing."""
    unit = position.state.unit(action.unit)
    assert isinstance(unit.at, Spot)
    on_tow = position.without_wreck(action.vehicle)
    way = plan(on_tow, unit, (unit.at, action.to), None, reverse=False)
    return way.at_rate(way.rate_in / 2)


MEND = unit_action(Mend, ActionKind.ENGINEER, _offers, _forbids, _mend, factors=_mend_factors)
TOW_WRECK = unit_action(TowWreck, ActionKind.MOVE, _tow_offers, _tow_forbids, _tow, factors=_tow_factors)

RULE_IDS = {
    "MENDS_WRECK_ON": "KN-ENG-16a",
    "MENDS_TRACKS_ON": "KN-ENG-17",
    "MOST_ATTEMPTS": "KN-ENG-18",
}
