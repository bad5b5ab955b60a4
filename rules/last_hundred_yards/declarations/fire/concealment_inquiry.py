"""Asking what lies concealed in a hex before it is fired at. Chapter 4.3."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite, our
from rules.last_hundred_yards.book.unit_types import CLASSES, classes_in_words
from rules.last_hundred_yards.declarations.fire.anti_tank import cannot_go_in
from rules.last_hundred_yards.declarations.fire.owed_fire import owe_shot
from rules.last_hundred_yards.declarations.fire.small_arms import small_arms_fires
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import ready_units
from rules.last_hundred_yards.questions.fire.aiming import (
    FIRING,
    fire_motions,
    firing_hex,
    forbids_aiming,
    forbids_firing,
    reaches,
    target_hexes,
)
from rules.last_hundred_yards.questions.terrain.roads import ANTI_TANK_HEXES
from rules.last_hundred_yards.state.events.marker_events import Inquired
from rules.last_hundred_yards.state.events.order_events import Said
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import UNIT_ACTIONS


@dataclass(frozen=True, slots=True)
class Inquire:
    """Ask what kinds of units lie concealed in a hex; one attack on it must follow (4.3)."""

    side: str
    at: Hex

    def __str__(self) -> str:
        return f"what lies concealed in {self.at}?"


def inquiry_candidates(position: Position, side: str) -> Iterator[Inquire]:
    """Every hex with concealed enemies that a unit of the side could fire at."""
    asked_hexes = {at for at, _ in position.course.inquired}
    for at in target_hexes(position, side):
        lies_concealed = any(enemy.has(CONCEALED) for enemy in position.enemies_at(at, side))
        if lies_concealed and at not in asked_hexes and _could_be_fired_at(position, at, side):
            yield Inquire(side, at)


@implements("LHY-4.3.0.4", "LHY-4.3.0.5", "LHY-4.3.0.6")
def forbids_inquiry(position: Position, action: Inquire) -> Iterator[Reason]:
    """Why a side may not ask what lies concealed: no unit of it could then fire at the hex."""
    if not any(enemy.has(CONCEALED) for enemy in position.enemies_at(action.at, action.side)):
        yield Reason(f"nothing lies concealed in {action.at}", cite("4.3"), (action.at,))
        return
    if any(at == action.at for at, _ in position.course.inquired):
        yield Reason("that has been asked already", cite("4.3"), (action.at,))
    if not _could_be_fired_at(position, action.at, action.side):
        yield Reason(f"nobody could fire at {action.at}", cite("4.3"), (action.at,))


@implements("LHY-4.3.0.6", "LHY-4.3.0.4")
def _could_be_fired_at(position: Position, at: Hex, side: str) -> bool:
    """Whether any unit of a side could fire at a hex, with small arms or at armour."""
    return any(fire.at == (at,) for fire in small_arms_fires(position, side)) or any(
        _could_fire_at_armour(position, unit, at) for unit in ready_units(position, side, FIRING)
    )


def _could_fire_at_armour(position: Position, unit: Unit, at: Hex) -> bool:
    """Whether a unit could fire in any way at armour in a hex."""
    row = row_of(unit)
    if row.atv is None or unit.has(REGROUPING):
        return False
    reach = row.atv_range_hexes
    if position.distance(position.place(unit), at) > reach + 1:
        return False
    return any(
        reaches(position, start := firing_hex(position, unit, motion, to), at, reach)
        and not forbids_firing(position, unit, motion, to, mode)
        and not forbids_aiming(position, unit, start, at, reach, ANTI_TANK_HEXES)
        and not any(cannot_go_in(position, unit, motion, to, (at,)))
        for motion, to, mode in fire_motions(position, unit)
    )


@implements("LHY-4.3.0.4", "LHY-4.3.0.5", "LHY-4.3.0.6", "LHY-8.0b")
def inquire(resolution: Resolution, action: Inquire) -> None:
    """The owner tells how many AFVs, FPs, carriers and towed guns lie there (reading 240), in reaction
    also which have just acted.

    The side that asked owes a shot at the hex.
    """
    counts, acted = Counter[str](), Counter[str]()
    for unit in resolution.position.enemies_at(action.at, action.side):
        kind = CLASSES.get(row_of(unit).kind)
        if kind and unit.has(CONCEALED):
            counts[kind] += 1
            acted[kind] += resolution.course.may_be_fired_at(unit.id)
    resolution.happen(Inquired(action.at, tuple(sorted(counts.items()))))
    if acted != counts:
        ready_targets = classes_in_words(sorted(acted.items()))
        resolution.happen(
            Said(f"of these have just acted, and may be fired at: {ready_targets} ({our(197)})")
        )
    owe_shot(resolution, action.side, action.at)


INQUIRE = Procedure(
    Inquire,
    UNIT_ACTIONS,
    inquiry_candidates,
    forbids_inquiry,
    inquire,
    offers_only_legal=True,
    word="ask what lies concealed",
)
