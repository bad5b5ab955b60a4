"""Stacks of two vehicles that overrun or bypass together, and the fire that answers them. Chapter 10.4.5."""

from collections.abc import Iterator, Sequence

from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.questions.activation.rights import Right, ready_units
from rules.last_hundred_yards.state.markers import FireMarker
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import Moving

VEHICLES_A_HEX = 2


def forbids_stacking(units: Sequence[Unit]) -> Iterator[Reason]:
    """Why units may not move as a stack."""
    if len(units) == 1:
        return
    if len(units) > VEHICLES_A_HEX or len({unit.id for unit in units}) < len(units):
        yield Reason("a stack is two different vehicles", cite("2.4"))
    if not all(row_of(unit).is_vehicle for unit in units):
        yield Reason("only vehicles may move as a stack", cite("10.4.5"))
    if any(unit.at != units[0].at for unit in units):
        yield Reason("vehicles that move as a stack start in one hex", cite("10.4.5"))


def ready_stacks(position: Position, side: str) -> Iterator[tuple[Unit, ...]]:
    """The units that may begin a maneuver: each alone, and every two vehicles of a hex."""
    ready = tuple(ready_units(position, side, Right.MANEUVER))
    for unit in ready:
        yield (unit,)
    for number, vehicle in enumerate(ready):
        if row_of(vehicle).is_vehicle:
            for other in ready[number + 1 :]:
                if other.at == vehicle.at and row_of(other).is_vehicle:
                    yield vehicle, other


def stack_phrase(unit: str, along: tuple[str, ...], verb: str) -> str:
    if not along:
        return f"{unit} {'bypasses' if verb == 'bypass' else f'{verb}s'}"
    return f"{' and '.join((unit, *along))} {verb}"


def maneuvering_in_words(units: tuple[str, ...]) -> str:
    """The units in the middle of a maneuver, in words."""
    return f"{' and '.join(units)} {'is' if len(units) == 1 else 'are'} maneuvering"


def answering_fires(position: Position, moving: Moving) -> tuple[FireMarker, ...]:
    """The markers laid against vehicles since they halted in the hex that they overrun or bypass."""
    side = position.unit(moving.units[0]).side
    return tuple(
        fire for fire in position.course.fires_at(moving.path[-1])
        if fire.number > moving.fires_before and fire.against == side
    )  # fmt: skip


def is_on_the_spot(position: Position, moving: Moving) -> bool:
    """Whether the answering fire is resolved at once: at a bypass, and in some editions at an overrun."""
    return moving.bypassed or position.mission.edition.overrun_fire_on_the_spot
