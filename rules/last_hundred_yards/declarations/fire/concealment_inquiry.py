"""Asking what lies concealed in a hex before it is fired at. Chapter 4.3."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.book.unit_types import CLASSES
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms, forbids_small_arms
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.activation.rights import Right, ready_units
from rules.last_hundred_yards.questions.fire.aiming import forbids_aiming, forbids_firing, known_enemy_hexes
from rules.last_hundred_yards.questions.terrain.enclosed_roads import ANTI_TANK_HEXES
from rules.last_hundred_yards.state.events.marker_events import Inquired
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
    """Hexes with concealed enemies."""
    asked = {at for at, _ in position.course.inquired}
    for at in known_enemy_hexes(position, side):
        if at not in asked and any(enemy.has(CONCEALED) for enemy in position.enemies_at(at, side)):
            yield Inquire(side, at)


@implements("LHY-4.3.0.4")
def forbids_inquiry(position: Position, action: Inquire) -> Iterator[Reason]:
    """Why a side may not ask: nobody of it could then fire at the hex."""
    if not any(enemy.has(CONCEALED) for enemy in position.enemies_at(action.at, action.side)):
        yield Reason(f"nothing lies concealed in {action.at}", cite("4.3"), (action.at,))
        return
    if any(at == action.at for at, _ in position.course.inquired):
        yield Reason("that was asked", cite("4.3"), (action.at,))
    if not any(
        not any(True for _ in forbids_small_arms(position, FireSmallArms(action.side, unit.id, (action.at,))))
        for unit in ready_units(position, action.side, Right.FIRE)
        if row_of(unit).sav is not None
    ) and not any(
        row_of(unit).atv is not None
        and not any(True for _ in forbids_firing(position, unit, "", None))
        and not any(
            True
            for _ in forbids_aiming(
                position,
                unit,
                position.place(unit),
                action.at,
                row_of(unit).atv_range_hexes,
                ANTI_TANK_HEXES,
            )
        )
        for unit in ready_units(position, action.side, Right.FIRE)
    ):
        yield Reason(f"nobody could fire at {action.at}", cite("4.3"), (action.at,))


@implements("LHY-4.3.0.4", "LHY-4.3.0.5")
def inquire(resolution: Resolution, action: Inquire) -> None:
    """The owner tells how many AFVs, FPs, carriers and towed guns lie there."""
    counts: dict[str, int] = {}
    for unit in resolution.position.enemies_at(action.at, action.side):
        kind = CLASSES.get(row_of(unit).kind)
        if kind and unit.has(CONCEALED):
            counts[kind] = counts.get(kind, 0) + 1
    resolution.happen(Inquired(action.at, tuple(sorted(counts.items()))))


INQUIRE = Procedure(Inquire, UNIT_ACTIONS, inquiry_candidates, forbids_inquiry, inquire)
