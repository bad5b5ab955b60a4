"""When a maneuver is over, and what becomes of vehicles that it leaves among the enemy. Chapter 10.4.5.4."""

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.last_hundred_yards.course import Moving
from rules.last_hundred_yards.marker_events import AssaultEntered
from rules.last_hundred_yards.position import row_of
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import ManeuverWentOn


def end_maneuver(telling: Telling) -> None:
    """The maneuver under way is over."""
    moving = telling.course.moving
    if moving is None:
        return
    telling.put(ManeuverWentOn(None))
    if moving.overran or moving.bypassed:
        leave_among_enemies(telling, moving, going_on=())


@implements("LHY-10.4.5L.9")
def leave_among_enemies(telling: Telling, moving: Moving, going_on: tuple[str, ...]) -> None:
    """Vehicles, and men who had to get off, that stay in a hex overrun or bypassed are under assault (reading 80)."""
    if not moving.path:
        return
    place, position = moving.path[-1], telling.position
    side = telling.state.unit(moving.units[0]).side
    carried = {load for vehicle in going_on for load in position.course.loads_of(vehicle)}
    staying = [unit for unit in position.friends_at(place, side) if unit.id not in {*going_on, *carried}]
    enemies = sorted(position.enemies_at(place, side), key=_by_worth)
    if staying and enemies:
        telling.put(AssaultEntered(enemies[0].id, enemies[0].side, place, place))


def _by_worth(unit: Unit) -> tuple[bool, str]:
    return not row_of(unit).is_combat, unit.id
