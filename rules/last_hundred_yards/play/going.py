"""Units sent to a hex: they maneuver there hex by hex, men one by one, two vehicles of a hex as a stack. Chapter 10.0."""

from rules.game.engine.play import Action
from rules.game.going import Party, Way
from rules.game.ruling import Reason
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.last_hundred_yards.book.rulebook import cite
from rules.last_hundred_yards.declarations.maneuver.deploy import GoFirst, forbids_first
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.missions.setup import PlaceUnit, must_face
from rules.last_hundred_yards.questions.movement.points import FORWARD
from rules.last_hundred_yards.questions.movement.vehicle_stacks import VEHICLES_A_HEX
from rules.last_hundred_yards.state.position import Position, row_of
from rules.last_hundred_yards.state.progress import WITHDRAWAL, Phase


def parties(position: Position, units: tuple[str, ...], goal: Hex) -> tuple[Party, ...]:
    """The parties in which units go: each unit alone, but vehicles that maneuver together or share a hex as
    one, loads with carriers."""
    going = [name for name in units if position.course.carrier_of(name) not in units]
    groups: list[tuple[str, ...]] = []
    for name in going:
        if not any(name in party for party in groups):
            groups.append((name, *_along(position, name, going)))
    return tuple(Party(party, _start(position, party[0], goal), goal) for party in groups)


def _along(position: Position, name: str, going: list[str]) -> tuple[str, ...]:
    """The other vehicles that go with a vehicle as a stack."""
    moving = position.course.moving
    if moving is not None and name in moving.units:
        return tuple(other for other in moving.units if other != name)
    unit = position.unit(name)
    if not row_of(unit).is_vehicle or not isinstance(unit.at, Hex):
        return ()
    others = [
        other for other in map(position.unit, going) if other.at == unit.at and row_of(other).is_vehicle
    ]
    return tuple(other.id for other in others if other.id != name) if len(others) == VEHICLES_A_HEX else ()


def _start(position: Position, name: str, goal: Hex) -> Place | None:
    """Where a unit starts: its hex, its goal at set-up, or the entry hex nearest to its goal; None if there is none."""
    unit = position.unit(name)
    if unit.at is None and position.course.phase is Phase.SETUP:
        return goal
    if unit.at is not None or name not in position.course.off_map:
        return unit.at
    hexes = position.mission.side(unit.side).entry_hexes
    return min(hexes, key=lambda at: (position.distance(at, goal), at), default=None)


def next_on_way(position: Position, party: tuple[str, ...], way: Way) -> Action | Reason:
    """The declaration of the next hex of a way, or of its first where units set up or enter the map; or why there is none."""
    unit, moving = position.unit(party[0]), position.course.moving
    if position.course.phase is Phase.SETUP and isinstance(way[0], Hex):
        if must_face(unit):
            return Reason(f"{unit} is set up with a facing: facing_deg=0, 30 … 330", cite("4.1.14"))
        return PlaceUnit(unit.side, unit.id, way[0])
    if moving is None and any(deed.unit == unit.id and deed.hexes for deed in position.course.doing):
        return Reason(f"the maneuver of {unit} is over", cite("10.0"))
    if moving is not None and moving.mode == WITHDRAWAL:
        return Reason(f"{', '.join(moving.units)} must withdraw first", cite("10.3.1"))
    if unit.at is None and isinstance(way[0], Hex):
        return EnterMap(unit.side, unit.id, way[0])
    if len(way) < 2 or not isinstance(way[1], Hex):
        return Reason(f"{unit} cannot get there", cite("10.0"))
    mode = moving.mode if moving is not None else FORWARD
    return Maneuver(unit.side, unit.id, way[1], mode, party[1:])


def before_it_goes(position: Position, party: tuple[str, ...]) -> EndManeuver | GoFirst | None:
    """What comes before a party's maneuver: the other section of a squad lets it go first, or another
    maneuver ends; else None."""
    moving = position.course.moving
    if moving is None or set(moving.units) == set(party):
        return None
    side = position.unit(moving.units[0]).side
    first = GoFirst(side, party[0])
    return first if next(forbids_first(position, first), None) is None else EndManeuver(side)
