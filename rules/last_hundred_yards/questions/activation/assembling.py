"""Assembly of parachutists: who must assemble before advancing, and where units that landed go back to.
Chapter 22 (16 in v3.1)."""

from collections.abc import Iterable, Iterator

from rules.game.engine.position import memoized
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, HIDDEN, REGROUPING
from rules.last_hundred_yards.book.rulebook import cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.state.position import Position, row_of

STEPS_THAT_ASSEMBLE = 4
NEAR_ENEMIES_HEXES = 2

RULE_IDS = {
    "STEPS_THAT_ASSEMBLE": ("LHY-22.1.7a", "LHY-22.1.7.few"),
    "NEAR_ENEMIES_HEXES": ("LHY-22.1.7.near",),
}

_RULE = cite_later("22.1.7")


@memoized
def objective_hexes(position: Position) -> frozenset[Hex]:
    """The hexes of all objectives of the mission."""
    return frozenset(at for objective in position.mission.objectives for at in objective.hexes)


@implements("LHY-22.1.7b")
def assembly_hexes_of(position: Position, unit: Unit) -> frozenset[Hex]:
    """The hexes where a unit may assemble: men of a platoon at its Assembly hex, vehicles and heavy
    weapons at any of their side."""
    own = row_of(unit).platoon_key
    return frozenset(
        each.at for each in position.course.assembly if each.side == unit.side and own in ("", each.platoon)
    )


@implements("LHY-22.1.7.heroic", "LHY-22.1.7.few")
def must_assemble(position: Position, unit: Unit) -> bool:
    """Whether a unit that jumped has to assemble before it advances.

    Heroes need not, nor men of a platoon with fewer than four steps of infantry left.
    """
    if unit.id not in position.course.unassembled or unit.has(HEROIC):
        return False
    platoon = row_of(unit).platoon_key
    few = platoon and infantry_steps(position, position.of(unit.side), platoon) < STEPS_THAT_ASSEMBLE
    return not few and bool(assembly_hexes_of(position, unit))


def infantry_steps(position: Position, units: tuple[Unit, ...], platoon: str) -> int:
    """The steps of a platoon's infantry among these units and in the air."""
    rows = map(row_of, (*units, *position.in_the_air))
    return sum(row.steps for row in rows if row.is_infantry and row.platoon_key == platoon)


@implements("LHY-22.1.7a")
def is_platoon_assembled(position: Position, platoon: str, at: Hex) -> bool:
    """Whether a platoon's leader, and four steps of its infantry in good order, are in or next to its Assembly hex."""
    near = [
        unit
        for unit in position.on_map
        if row_of(unit).platoon_key == platoon and position.distance(position.place(unit), at) <= 1
    ]
    steps = sum(row_of(unit).steps for unit in near if row_of(unit).is_infantry and is_ready(unit))
    return steps >= STEPS_THAT_ASSEMBLE and any(row_of(unit).kind is UnitKind.LEADER for unit in near)


def is_ready(unit: Unit) -> bool:
    """Whether a unit is neither disrupted nor regrouping."""
    return not unit.has(DISRUPTED) and not unit.has(REGROUPING)


@implements("LHY-22.1.7b", "LHY-22.1.7c")
def is_back(position: Position, unit: Unit) -> bool:
    """Whether a unit has assembled: it is in or next to its Assembly hex, and its platoon, if it has one, is assembled."""
    platoon = row_of(unit).platoon_key
    if platoon and platoon not in position.course.assembled_platoons:
        return False
    place = position.place(unit)
    return any(position.distance(place, at) <= 1 for at in assembly_hexes_of(position, unit))


@implements("LHY-22.1.7.0")
def forbids_advancing(position: Position, unit: Unit, to: Hex) -> Iterator[Reason]:
    """Why a unit that has yet to assemble, or carries such a unit, may not maneuver to a hex.

    The hex is nearer to an objective, and no nearer to the unit's Assembly hex (reading 228).
    """
    if not position.course.unassembled:
        return
    aboard = map(position.unit, position.course.loads_of(unit.id))
    for mover in (unit, *aboard):
        if must_assemble(position, mover) and _advances(position, mover, position.place(mover), to):
            hexes = " or ".join(sorted(map(str, assembly_hexes_of(position, mover))))
            words = f"{mover} assembles at {hexes} before it advances on an objective"
            yield Reason(words, _RULE.together_with(our(228)), (to,))


@implements("LHY-22.1.7.0")
def advancing_steps(position: Position, unit: Unit) -> frozenset[tuple[Hex, Hex]]:
    """The steps from hex to hex that a unit may not make before it has assembled; none once it has."""
    aboard = map(position.unit, position.course.loads_of(unit.id))
    held = [mover for mover in (unit, *aboard) if must_assemble(position, mover)]
    if not held:
        return frozenset()
    return frozenset(
        (place, near)
        for place in position.board.grid
        for near in position.board.grid.neighbours(place)
        if any(_advances(position, mover, place, near) for mover in held)
    )


def _advances(position: Position, unit: Unit, place: Hex, to: Hex) -> bool:
    goals = objective_hexes(position)
    if not goals:
        return False
    to_goal, to_assembly = (
        (_nearest(position, place, hexes), _nearest(position, to, hexes))
        for hexes in (goals, assembly_hexes_of(position, unit))
    )
    return to_goal[1] < to_goal[0] and to_assembly[1] >= to_assembly[0]


def _nearest(position: Position, place: Hex, hexes: Iterable[Hex]) -> int:
    return min(position.distance(place, at) for at in hexes)


@implements("LHY-22.1.7.near")
def excused(position: Position, landed: tuple[str, ...]) -> tuple[str, ...]:
    """The units that landed and need not assemble.

    These are infantry in good order near a known enemy, or nearer to an objective than their Assembly hex is, and MGs and
    LATWs in their hex.
    """
    units = [position.unit(name) for name in landed if position.unit(name).at is not None]
    free = [
        unit for unit in units if row_of(unit).is_infantry and is_ready(unit) and _is_at_goal(position, unit)
    ]
    places = {unit.at for unit in free}
    with_them = (
        unit for unit in units if row_of(unit).kind in (UnitKind.MG, UnitKind.LATW) and unit.at in places
    )
    return tuple(unit.id for unit in (*free, *with_them))


def _is_at_goal(position: Position, unit: Unit) -> bool:
    """Whether a unit is near a known enemy, or nearer to an objective than its Assembly hex is."""
    place, goals = position.place(unit), objective_hexes(position)
    if any(
        position.distance(place, position.place(enemy)) <= NEAR_ENEMIES_HEXES
        for enemy in position.enemies_of(unit.side)
        if not enemy.has(HIDDEN)
    ):
        return True
    return bool(goals) and any(
        _nearest(position, place, goals) < _nearest(position, at, goals)
        for at in assembly_hexes_of(position, unit)
    )


@memoized
def home_hexes(position: Position, unit: Unit) -> frozenset[Hex]:
    """The hexes to which a unit that landed from the air goes back, apart from the one it is in; none for other units."""
    return _hexes_to_go_back_to(position, unit) - {position.place(unit)}


@implements("LHY-22.1.8a", "LHY-22.1.8b")
def _hexes_to_go_back_to(position: Position, unit: Unit) -> frozenset[Hex]:
    """The Assembly hex of a unit's platoon, or the nearest other one if enemies are in that, and the objectives its side holds.

    Hexes with enemy combat units are left out."""
    if not is_airborne(position, unit):
        return frozenset()

    def free(hexes: Iterable[Hex]) -> set[Hex]:
        return {
            at for at in hexes if not any(row_of(foe).is_combat for foe in position.enemies_at(at, unit.side))
        }

    place, course = position.place(unit), position.course
    others = free(each.at for each in course.assembly if each.side == unit.side)
    held = (goal for goal in position.mission.objectives if course.holder(goal.name) == unit.side)
    return frozenset(
        (
            free(assembly_hexes_of(position, unit))
            or {at for at in others if position.distance(place, at) == _nearest(position, place, others)}
        )
        | free(at for goal in held for at in goal.hexes)
    )


@implements("LHY-22.1.8a")
def is_airborne(position: Position, unit: Unit) -> bool:
    """Whether a unit is no vehicle and belongs to a platoon that landed from the air, or is listed itself as landing."""
    row = row_of(unit)
    platoons = {each.platoon for each in position.course.assembly}
    landed = unit.id in position.mission.side(unit.side).landings.units
    return not row.is_vehicle and (row.platoon_key in platoons or landed)


@implements("LHY-22.1.8c")
def is_near_home_hex(position: Position, unit: Unit) -> bool:
    """Whether a unit that landed from the air is in or next to a hex that it may go back to."""
    place = position.place(unit)
    near = (place, *position.board.grid.neighbours(place))
    return not _hexes_to_go_back_to(position, unit).isdisjoint(near)
