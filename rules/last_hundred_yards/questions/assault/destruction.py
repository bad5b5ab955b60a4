"""Vehicle Destruction Attempts in assaults: which units may try, on which vehicle, and the modifiers. Chapter 13.6.2."""

from collections.abc import Iterator

from rules.game.modifiers import Modifier, Modifiers, modifier
from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, SHOCKED
from rules.last_hundred_yards.book.rulebook import cite_later
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.questions.terrain.cover import is_open
from rules.last_hundred_yards.state.position import Position, is_moving, is_steady, row_of

MOST_DESTRUCTION, DESTROYS = 8, 10


@implements("LHY-13.6.2.1")
def possible_attempts(position: Position, place: Hex, side: str) -> Iterator[tuple[str, str]]:
    """Pairs of a unit that may attempt and an enemy vehicle in its hex; the die is the same whichever unit is named."""
    able = [
        unit for unit in position.friends_at(place, side)
        if (row_of(unit).is_combat or row_of(unit).kind is UnitKind.LATW) and is_steady(unit)
        and not position.course.is_aboard(unit.id)
    ]  # fmt: skip
    for enemy in position.at(place):
        if enemy.side != side and row_of(enemy).is_vehicle and not row_of(enemy).is_dummy:
            yield from ((unit.id, enemy.id) for unit in able)


@implements(
    "LHY-13.6.2.2", "LHY-13.6.2.3a", "LHY-13.6.2.3b", "LHY-13.6.2.3c", "LHY-13.6.2.3d", "LHY-13.6.2.3e",
    "LHY-13.6.2.3-2019", "LHY-4.1.14e",
)  # fmt: skip
def destruction_drm(position: Position, attempting: tuple[Unit, ...], side: str, vehicle: Unit) -> Modifiers:
    """The modifiers of a Vehicle Destruction Attempt; the caller limits their sum to 8."""
    return Modifiers(tuple(_destruction(position, attempting, side, vehicle)))


def _destruction(
    position: Position, attempting: tuple[Unit, ...], side: str, vehicle: Unit
) -> Iterator[Modifier]:
    rules, mission = position.mission.edition, position.mission
    steady = [unit for unit in attempting if not unit.has(DISRUPTED) and not unit.has(SHOCKED)]
    squads = [unit for unit in steady if row_of(unit).kind is UnitKind.SQUAD]
    if squads:
        yield modifier(2, "squad", cite_later("13.6.2"))
        if mission.side(side).nation == "ge" and mission.after_september_1943:
            yield modifier(rules.german_vehicle_destruction, "German squad after 9/43", cite_later("13.6.2"))
        if rules.assault_value_3_destroys and any(row_of(unit).assault >= 3 for unit in squads):
            yield modifier(1, "squad of Assault Value 3", cite_later("13.6.2"))
    if any(row_of(unit).kind is UnitKind.LATW for unit in steady):
        yield modifier(2, "LATW", cite_later("13.6.2"))
    place = position.place(vehicle)
    if (
        _is_alone(position, vehicle)
        and (rules.unsupported_in_motion or not is_moving(vehicle))
        and _is_near_cover(position, place)
    ):
        yield modifier(3, "vehicle alone in or next to cover", cite_later("13.6.2"))
    if is_moving(vehicle):
        yield modifier(-1, "vehicle in motion", cite_later("13.6.2"))


@implements("LHY-13.6.2.3d")
def _is_alone(position: Position, vehicle: Unit) -> bool:
    """Whether no other unit of its side, of any kind but dummies, is in a vehicle's hex (reading 169)."""
    friends = position.friends_at(position.place(vehicle), vehicle.side)
    return all(unit.id == vehicle.id or row_of(unit).is_dummy for unit in friends)


def _is_near_cover(position: Position, place: Hex) -> bool:
    return not all(is_open(position, at) for at in (place, *position.board.grid.neighbours(place)))
