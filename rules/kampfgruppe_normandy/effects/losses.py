"""The losses of an attack as events: models and units lost, counters drawn, passengers put out, tests owed.

Rule: KGN Unit morale, Taking morale counters, Destroying transport vehicles.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED, TESTED, TREATED, TREATING
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.unit_types import Kind, SpecialRule
from rules.kampfgruppe_normandy.effects.activation import owe_decision
from rules.kampfgruppe_normandy.effects.casualties import lose_men
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.effects.harm import losses_from_suppression
from rules.kampfgruppe_normandy.questions.movement.nearest_room import room_beside, room_round
from rules.kampfgruppe_normandy.questions.target import LEFT_PLAY, Fate, Losses, is_veteran, target_of
from rules.kampfgruppe_normandy.state.events import (
    ConditionsChanged,
    Lapsed,
    UnitLost,
    on_progress,
    on_status,
    on_unit,
)
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, progress_of
from rules.kampfgruppe_normandy.state.resolution import Resolution
from rules.kampfgruppe_normandy.state.support_events import MissionOver
from rules.kampfgruppe_normandy.state.unseen import unseen_by

OF_THE_UNIT = frozenset({
    Duty.CHOOSE_WEAPON, Duty.CHOOSE_CASUALTIES, Duty.VETERAN_REROLL, Duty.MORALE_REQUEST, Duty.HEROIC_ACTION,
})  # fmt: skip
"""Decisions about a unit that lapse when it leaves play."""

SHOT_DOWN, SHOT_DOWN_COUNTERS = "shot down", 2
"""The word for an aircraft that is destroyed, and how many counters that costs its side."""

_AS_WRECKS = ("destroyed", "abandoned")
"""The words for losses after which a vehicle stays on the table as a wreck."""

BESIDE_IN, RIDERS_WITHIN_IN = 1.0, 3.0
"""How near a wreck its passengers are placed, and how near a tank its riders."""


@dataclass(frozen=True, slots=True)
class HitsTaken:
    """A soft-skin or aircraft took hits and is not destroyed."""

    unit: str
    count: int

    def __str__(self) -> str:
        return f"{self.unit} takes {counted(self.count, 'hit')}"

    def on(self, state: GameState) -> GameState:
        hits = progress_of(state).of(self.unit).hits + self.count
        return on_status(state, self.unit, hits=hits)


@dataclass(frozen=True, slots=True)
class PutOut:
    """A unit that was aboard, on tow, or in a structure stands on the ground again."""

    unit: str
    at: Spot
    facing_deg: float | None

    def __str__(self) -> str:
        return f"{self.unit} is put out at {self.at}"

    def on(self, state: GameState) -> GameState:
        state = on_status(state, self.unit, aboard=None, inside=None)
        return on_unit(state, self.unit, lambda unit: replace(unit, at=self.at, facing_deg=self.facing_deg))


@dataclass(frozen=True, slots=True)
class WreckRemoved:
    """A wreck was taken off the table."""

    unit: str

    def __str__(self) -> str:
        return f"the wreck of {self.unit} is gone"

    def on(self, state: GameState) -> GameState:
        left = tuple(wreck for wreck in progress_of(state).wrecks if wreck.unit != self.unit)
        return on_progress(state, wrecks=left)


@implements(
    "KN-DFSA-36", "KN-DFSA-38", "KN-DFAT-44a", "KN-UMOR-01", "KN-UMOR-21", "KN-UMOR-24", "KN-DFAT-37",
    "KN-DEPL-17b", "KN-SPEC-16b", "KN-UMOR-23",
)  # fmt: skip
def suffer_losses(resolution: Resolution, losses: Losses) -> None:
    """Apply the losses of a unit and its passengers; its enemy may ask for its test, whichever side fired.

    A unit that is suppressed, even by the rest of the same salvo, loses its heroic action.

    Rule: KGN Unit morale, Heroic action.
    """
    if losses.unit not in resolution.state.units:
        return
    if losses.must_leave:
        put_out(resolution, losses.unit)
    unit = resolution.state.unit(losses.unit)
    stands = losses.fate is Fate.STANDS
    _use_test_and_medic(resolution, unit, losses)
    if losses.hits_taken and losses.fate is not Fate.DESTROYED:
        resolution.happen(HitsTaken(unit.id, losses.hits_taken))
    if losses.men_lost:
        lose_men(resolution, unit, losses)
    if stands:
        _suppress_or_immobilise(resolution, unit, losses)
    for passenger in losses.passengers:
        suffer_losses(resolution, passenger)
    if stands:
        _owe_morale_decisions(resolution, unit, losses)
    else:
        lose_unit(resolution, unit.id, _word_for_loss(resolution.position, unit, losses.fate))


def _use_test_and_medic(resolution: Resolution, unit: Unit, losses: Losses) -> None:
    """Use up a veteran unit's first morale test, and the one treatment of a medic and of the unit this turn."""
    if losses.morale and is_veteran(resolution.position, unit) and not unit.has(TESTED):
        resolution.happen(ConditionsChanged(unit.id, frozenset({TESTED})))
    if losses.medic:
        for name, condition in ((losses.medic, TREATING), (unit.id, TREATED)):
            if name in resolution.state.units:
                resolution.happen(ConditionsChanged(name, frozenset({condition})))


def _suppress_or_immobilise(resolution: Resolution, unit: Unit, losses: Losses) -> None:
    gained = {SUPPRESSED} if losses.suppressed and not unit.has(SUPPRESSED) else set()
    if losses.immobilised:
        gained.add(IMMOBILISED)
    if gained:
        resolution.happen(ConditionsChanged(unit.id, frozenset(gained)))
    if SUPPRESSED in gained:
        drop_decisions(resolution, unit.id, {Duty.HEROIC_ACTION})


def _owe_morale_decisions(resolution: Resolution, unit: Unit, losses: Losses) -> None:
    """Owe the decisions about a surviving unit: a veterans' re-roll, the enemy's request for a test, a heroic action."""
    if losses.first_test is not None:
        owe_decision(resolution, Obligation(Duty.VETERAN_REROLL, unit.side, unit.id, count=losses.morale[-1]))
    enemy = resolution.progress.other(unit.side)
    if losses.owes_test and unit.id not in unseen_by(resolution.state, enemy):
        test = Obligation(Duty.MORALE_REQUEST, enemy, unit.id, before_suppression=not unit.has(SUPPRESSED))
        owe_decision(resolution, test)
    if losses.is_heroic and not unit.has(SUPPRESSED):
        owe_decision(resolution, Obligation(Duty.HEROIC_ACTION, unit.side, unit.id))


def drop_decisions(resolution: Resolution, unit_id: str, duties: Collection[Duty]) -> None:
    """Let the decisions of these kinds about a unit lapse."""
    for owed in resolution.progress.owed:
        if owed.unit == unit_id and owed.duty in duties:
            resolution.happen(Lapsed(owed))


@implements("KN-AIR-29a")
def _word_for_loss(position: Position, unit: Unit, fate: Fate) -> str:
    """The words for how a unit left play; an abandoned aircraft has flown home (OUR 117)."""
    if position.type(unit).kind is Kind.AIRCRAFT:
        return SHOT_DOWN if fate is Fate.DESTROYED else "on its way home"
    return LEFT_PLAY[fate]


@implements("KN-DFAT-37", "KN-DFSA-40", "KN-DFSA-41", "KN-DEPL-17b")
def put_out(resolution: Resolution, unit_id: str) -> None:
    """Place a passenger, rider or towed gun beside its vehicle, where its player could put it.

    Rule: KGN Damage to soft-skinned vehicles, Tank riders, Destroying transport vehicles; OUR 188.
    """
    position, unit = resolution.position, resolution.state.unit(unit_id)
    aboard = position.status(unit).aboard
    assert aboard is not None
    carrier = position.state.unit(aboard)
    within_in = RIDERS_WITHIN_IN if position.is_tank_rider(unit) else BESIDE_IN
    resolution.happen(PutOut(unit.id, room_beside(position, unit, carrier, within_in), carrier.facing_deg))


@implements("KN-MOVE-14")
def stand_on_ground(resolution: Resolution, unit_id: str) -> None:
    """Place a unit whose house or bridge is gone on the ground there, or as near as it may stand.

    Rule: KGN Impassable terrain; OUR 188.
    """
    unit = resolution.state.unit(unit_id)
    spot = room_round(resolution.position, unit, resolution.position.standing(unit))
    resolution.happen(PutOut(unit.id, spot, unit.facing_deg))


@implements(
    "KN-BMOR-14", "KN-BMOR-15", "KN-BMOR-16", "KN-BMOR-17", "KN-BMOR-22a", "KN-BMOR-22b", "KN-SPEC-10",
    "KN-SPEC-19b", "KN-AIR-30", "KN-DFAT-40", "KN-DFAT-43a", "KN-PRIN-23", "KN-PRIN-24", "KN-TURN-11",
)  # fmt: skip
def lose_unit(resolution: Resolution, unit_id: str, how: str, *, counts: bool = True) -> None:
    """Remove a unit from play; a vehicle destroyed or abandoned leaves a wreck.

    Its side draws a counter, another for its headquarters or an aircraft shot down, none for a sniper.

    Rule: KGN Taking morale counters; OUR 128.
    """
    unit = resolution.state.unit(unit_id)
    kind = resolution.position.type(unit)
    drop_decisions(resolution, unit_id, OF_THE_UNIT)
    for passenger in resolution.position.aboard(unit):
        put_out(resolution, passenger.id)
        shaken = losses_from_suppression(
            target_of(resolution.position, resolution.state.unit(passenger.id)), resolution.dice
        )
        suffer_losses(resolution, shaken)
    resolution.happen(UnitLost(unit_id, how, leaves_wreck=kind.is_vehicle and how in _AS_WRECKS))
    _take_up_markers(resolution)
    if not counts or kind.has(SpecialRule.SNIPER):
        return
    for _ in range(SHOT_DOWN_COUNTERS if how == SHOT_DOWN else 1):
        draw_counter(resolution, unit.side, f"{unit} is {how}")
    if kind.has(SpecialRule.SUPREME_COMMAND):
        draw_counter(resolution, unit.side, "the headquarters is lost")


@implements("KN-IND-22", "KN-IND-15")
def _take_up_markers(resolution: Resolution) -> None:
    """End each mission of which no gun still to fire is in play, unless a decision about it is being made.

    Rule: KGN Indirect fire; OUR 104.
    """
    being_decided = {owed.other for owed in resolution.progress.owed}
    for mission in fire_support(resolution.progress).missions:
        if mission.id not in being_decided and resolution.state.units.keys().isdisjoint(mission.to_fire):
            resolution.happen(MissionOver(mission.id, "none of its guns is left"))


RULE_IDS = {"SHOT_DOWN_COUNTERS": "KN-AIR-30"}
