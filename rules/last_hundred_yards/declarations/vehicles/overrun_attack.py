"""The attack of an overrunning vehicle on the hex: a marker of its SAV, or by the later rules an ATDRM 2. Chapter 10.4.5."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.game.engine.procedure import Factors, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED
from rules.last_hundred_yards.book.rulebook import cite, cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.fire_resolution import roll_for_fires_alone
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.fire.modifiers import MOST_SMALL_ARMS
from rules.last_hundred_yards.questions.terrain.cover import terrain_modifier
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import DecisionTaken
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import DecisionKind


@dataclass(frozen=True, slots=True)
class OverrunAttack:
    """The attack of an overrunning vehicle: a marker on the hex, or by the later rules on the one gun or vehicle named."""

    side: str
    unit: UnitId
    target: UnitId = ""

    def __str__(self) -> str:
        return f"{self.unit} runs over {self.target or 'the hex'}"


LOADED_HALFTRACK, ON_ONE = 2, 2


@implements("LHY-10.4.5L.6b")
def candidates(position: Position, side: str) -> Iterator[OverrunAttack]:
    """A marker on the hex, and by the later rules an AFV's on each gun or vehicle in it.

    There is none if all enemies drove off.
    """
    due = position.course.due
    enemies, row = position.enemies_at(due.place, side), row_of(position.unit(due.unit))
    if enemies:
        yield OverrunAttack(side, due.unit)
    is_armed = row.kind is UnitKind.AFV and row.atv is not None and row.atv >= 0
    if position.mission.edition.later_overrun and is_armed:
        for enemy in enemies:
            if row_of(enemy).is_vehicle or row_of(enemy).kind is UnitKind.GUN:
                yield OverrunAttack(side, due.unit, enemy.id)


def forbids(position: Position, action: OverrunAttack) -> Iterator[Reason]:
    """Why an overrunning vehicle may not make this attack."""
    if action not in set(candidates(position, action.side)):
        yield Reason(
            f"{action.unit} does not run over {action.target or 'the hex'} now", cite_later("10.4.5")
        )


@implements("LHY-10.4.5P.1b", "LHY-10.4.5P.1c", "LHY-10.4.5L.6a", "LHY-10.4.5L.6b", "LHY-10.4.5L.7a")
def attack(resolution: Resolution, action: OverrunAttack) -> None:
    """Lay a marker of the SAV less TEM on the hex, or an ATDRM 2 on one gun or vehicle."""
    due = resolution.course.due
    resolution.happen(DecisionTaken())
    _lay_markers(resolution, action, due.place)


def _lay_markers(resolution: Resolution, action: OverrunAttack, at: Hex) -> None:
    unit = resolution.state.unit(action.unit)
    position, enemy = resolution.position, resolution.position.mission.enemy(action.side)
    if action.target:
        lay(resolution, FireKind.ATDRM, at, ON_ONE, enemy, unit.id, action.target)
        return
    lay(resolution, FireKind.SADRM, at, marker_on_hex(position, unit, at), enemy, unit.id)


@implements("LHY-10.4.5P.5", "LHY-10.4.5P.5.open")
def mark_guns(resolution: Resolution, overrunners: Iterable[str], at: Hex) -> None:
    """In 2019, once the enemy has answered, lay an ATDRM 2 of each AFV on each gun (reading 56)."""
    position = resolution.position
    if position.mission.edition.later_overrun:
        return
    for unit in map(position.unit, overrunners):
        for gun in position.enemies_at(at, unit.side) if row_of(unit).kind is UnitKind.AFV else ():
            if row_of(gun).kind is UnitKind.GUN:
                lay(resolution, FireKind.ATDRM, at, ON_ONE, gun.side, unit.id, gun.id)


def overrun_attack_for_odds(resolution: Resolution, action: OverrunAttack) -> None:
    """For odds: roll for the markers that it laid as if no others lay there."""
    unit = resolution.position.unit(action.unit)
    _roll_for_markers(resolution, resolution.position.place(unit), (action.unit,))


def overrun_attacks_for_odds(resolution: Resolution, at: Hex) -> None:
    """For odds: every overrunning vehicle lays its marker on the hex; roll for these as if no enemy answered."""
    due = [
        decision for decision in resolution.course.decisions if decision.kind is DecisionKind.OVERRUN_ATTACK
    ]
    for decision in due:
        _lay_markers(resolution, OverrunAttack(decision.side, decision.unit), at)
    mark_guns(resolution, (decision.unit for decision in due), at)
    while resolution.course.decisions and resolution.course.due.at == at:
        resolution.happen(DecisionTaken())
    _roll_for_markers(resolution, at, tuple(decision.unit for decision in due))


def _roll_for_markers(resolution: Resolution, at: Hex, overrunners: tuple[str, ...]) -> None:
    fires = tuple(fire for fire in resolution.course.fires_at(at) if fire.firer in overrunners)
    if fires:
        roll_for_fires_alone(resolution, at, fires)


def marker_on_hex(position: Position, unit: Unit, at: Hex) -> int:
    """The marker that an overrunning vehicle lays on the men of a hex: its SAV less their TEM."""
    enemy = position.mission.enemy(unit.side)
    cover = terrain_modifier(position, at, enemy, mortar=False, from_hex=None).value
    return min(MOST_SMALL_ARMS, _sav(position, unit) + cover)


def _sav(position: Position, unit: Unit) -> int:
    """The SAV of a vehicle, or 2 with infantry aboard; by the later rules only undisrupted infantry with an
    SAV of 1 or more counts."""
    loads = [position.unit(load) for load in position.course.loads_of(unit.id)]
    if position.mission.edition.later_overrun:
        loads = [load for load in loads if (row_of(load).sav or 0) >= 1 and not load.has(DISRUPTED)]
    if any(row_of(load).is_infantry for load in loads):
        return LOADED_HALFTRACK
    return row_of(unit).sav or 0


@implements(
    "LHY-10.4.5L.7d", "LHY-10.4.5L.6a", "LHY-10.4.5L.6b", "LHY-10.4.5P.1b", "LHY-10.4.5P.1c",
)  # fmt: skip
def lay(
    resolution: Resolution,
    kind: FireKind,
    at: Hex,
    value: int,
    against: str,
    firer: str,
    target: str | None = None,
) -> None:
    """Lay a fire marker of fixed value."""
    number = resolution.course.next_fire_number
    resolution.happen(FirePlaced(FireMarker(number, kind, at, value, against, target, firer)))


def factors(position: Position, action: OverrunAttack) -> Factors:
    """The marker that the attack lays."""
    unit = position.unit(action.unit)
    if action.target:
        return Factors(f"ATDRM {ON_ONE:+d}", (Reason(f"{unit} {ON_ONE:+d}", cite_later("10.4.5")),))
    value = marker_on_hex(position, unit, position.place(unit))
    return Factors(f"SADRM {value:+d}", (Reason(f"SAV less TEM {value:+d}", cite("10.4.5")),))


ATTACK = Procedure(
    OverrunAttack,
    (DecisionKind.OVERRUN_ATTACK,),
    candidates,
    forbids,
    attack,
    factors,
    overrun_attack_for_odds,
    throws_deferred_dice=True,
)
