"""Reserves: units that wait off the table, unknown to the enemy, until their turn to arrive, as a scenario says.

Rule: KGN Activation; OUR 161.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from rules.errors import BadInput
from rules.game.option_reader import OptionReader, whole
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.conditions import RESERVE
from rules.kampfgruppe_normandy.state.events import on_unit
from rules.kampfgruppe_normandy.state.fire_missions import (
    FIRE_SUPPORT,
    UNSEEN_GUN,
    FireSupport,
    GunsLaid,
    fire_support,
)
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Progress, progress_of
from rules.kampfgruppe_normandy.state.spots import is_number, spot_of_option
from rules.kampfgruppe_normandy.state.state_slot import NO_UNIT, StateSlot
from rules.kampfgruppe_normandy.state.unseen import unseen_by

OPTION = "reserves"


_LAST_TURN = 60


@dataclass(frozen=True, slots=True)
class Arrival:
    """When and where a unit in reserve comes on."""

    unit: str
    turn: int
    at: Spot
    facing_deg: float = 0.0


ARRIVALS = StateSlot("reserves", tuple[Arrival, ...], ())


@dataclass(frozen=True, slots=True)
class ReserveArrived:
    """A unit in reserve has come onto the table."""

    arrival: Arrival

    def __str__(self) -> str:
        return f"{self.arrival.unit} comes on at {self.arrival.at}"

    def on(self, state: GameState) -> GameState:
        come = self.arrival
        left = tuple(arrival for arrival in ARRIVALS.of(progress_of(state)) if arrival.unit != come.unit)
        return on_unit(
            ARRIVALS.put(state, left),
            come.unit,
            lambda unit: replace(
                unit, at=come.at, facing_deg=come.facing_deg, conditions=unit.conditions - {RESERVE}
            ),
        )


def read_arrivals(state: GameState, options: Mapping[str, Any]) -> GameState:
    """The state with when and where each unit in reserve comes on, by a scenario's options.

    Raises:
        BadInput: if a unit is not in reserve, or its turn or place is not what it may be.
    """
    arrivals = OptionReader("options", options).table(OPTION).values
    return ARRIVALS.put(state, tuple(_arrival(state, str(unit), come) for unit, come in arrivals.items()))


def _arrival(state: GameState, name: str, arrival: object) -> Arrival:
    where = f"options.{OPTION}.{name}"
    unit = state.units.get(name)
    if unit is None or not unit.has(RESERVE):
        raise BadInput(f"options.{OPTION}", name, f'a unit with the condition "{RESERVE}"')
    if not isinstance(arrival, Mapping) or not {"turn", "at"} <= set(arrival) <= {"turn", "at", "facing_deg"}:
        raise BadInput(where, arrival, "an object with turn and at, and maybe facing_deg")
    at, facing = arrival["at"], arrival.get("facing_deg", 0)
    spot = spot_of_option(state, f"{where}.at", at)
    if not is_number(facing) or not 0 <= facing < 360:
        raise BadInput(f"{where}.facing_deg", facing, "a bearing from 0 to below 360")
    return Arrival(name, whole(f"{where}.turn", arrival["turn"], 1, _LAST_TURN), spot, float(facing))


@implements("KN-TURN-24a")
def without_unseen(state: GameState, side: str) -> GameState:
    """The state without what only the enemy knows: his hidden units and reserves, their passengers, when reserves come."""
    progress, waiting = state.course, unseen_by(state, side)
    if not waiting:
        return state
    if isinstance(progress, Progress):
        slots = {**progress.support, FIRE_SUPPORT.name: _with_guns_unseen(progress, waiting)}
        progress = replace(
            _with_unseen_blank(progress, side, waiting),
            status={unit: status for unit, status in progress.status.items() if unit not in waiting},
            support={name: _unnamed(value, waiting) for name, value in slots.items()},
        )
    units = {key: unit for key, unit in state.units.items() if key not in waiting}
    return replace(state, units=units, course=progress)


def _with_unseen_blank(progress: Progress, side: str, unseen: set[str]) -> Progress:
    """The progress with blanks for unseen units, whose actions a side sees but not which unit acts; their moves are left out."""

    def named(unit: str) -> str:
        return "" if unit in unseen else unit

    def known(owed: Obligation) -> Obligation:
        is_own = owed.side == side and owed.duty is not Duty.COVERING_FIRE
        return owed if is_own else replace(owed, unit=named(owed.unit), other=named(owed.other))

    activation, move = progress.activation, progress.move
    return progress.changed(
        activated=progress.activated - unseen,
        activation=activation and replace(activation, unit=named(activation.unit)),
        suspended=tuple(
            replace(activation, unit=named(activation.unit)) for activation in progress.suspended
        ),
        move=None if move is None or move.unit in unseen else move,
        halted=tuple((named(hero), halted) for hero, halted in progress.halted if halted.unit not in unseen),
        owed=tuple(map(known, progress.owed)),
    )


def _with_guns_unseen(progress: Progress, unseen: set[str]) -> FireSupport:
    """The record of indirect fire, with one blank for all unseen guns that are about to fire."""
    support = fire_support(progress)
    laid = support.laid
    if laid is None or not unseen.intersection(laid.guns):
        return support
    seen = {gun: dice for gun, dice in zip(laid.guns, laid.dice_each, strict=True) if gun not in unseen}
    return replace(support, laid=GunsLaid(laid.mission, (*seen, UNSEEN_GUN), (*seen.values(), 0)))


def _unnamed(value: Any, unseen: set[str]) -> Any:
    """The state of a chapter without entries about unseen units, and with blanks where other entries name them."""
    if isinstance(value, str):
        return "" if value in unseen else value
    if type(value) is tuple:
        return tuple([_unnamed(each, unseen) for each in value if _entry_of(each) not in unseen])
    if is_dataclass(value) and not isinstance(value, type):
        named = (each.name for each in fields(value) if each.metadata != NO_UNIT)
        return replace(value, **{name: _unnamed(getattr(value, name), unseen) for name in named})
    return value


def _entry_of(each: Any) -> object:
    """What an entry is about: its first field or item."""
    if is_dataclass(each):
        first = fields(each)[0]
        return None if first.metadata == NO_UNIT else getattr(each, first.name)
    return each[0] if isinstance(each, tuple) and each else each
