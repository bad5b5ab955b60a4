"""What a unit goes through on its way: fire on leaving an impact hex, markers that go along, mines and wire."""

from collections.abc import Iterable

from rules.game.rule_ids import implements
from rules.game.units import Unit
from rules.ground.hexes import Hex
from rules.last_hundred_yards.concealment import strip, uncover
from rules.last_hundred_yards.conditions import CONCEALED, HEROIC, HIDDEN
from rules.last_hundred_yards.course import FireKind, FireMarker, noted
from rules.last_hundred_yards.dividing import ask_for_division, drop_division, is_shared, soft_fires
from rules.last_hundred_yards.fire_resolution import fire_steps, soft_steps, throw
from rules.last_hundred_yards.harm import Harm, inflict
from rules.last_hundred_yards.map_edges import Edge, edges_at
from rules.last_hundred_yards.marker_events import Breached, FiresMoved, FiresRemoved, GroundMarked
from rules.last_hundred_yards.position import Position, is_steady, row_of
from rules.last_hundred_yards.telling import Telling
from rules.last_hundred_yards.unit_events import StepsLost, UnitChanged, UnitGone, UnitMoved, UnitPlaced
from rules.last_hundred_yards.unit_types import CARRIERS, UnitKind

SIDE_EXIT_SAFE = 7
WAY_OUT = 5
SHOCKS_IN_WIRE = 10
MINES, WIRE = "mines", "wire"


@implements("LHY-11.4.8e", "LHY-10.3.1b", "LHY-11.4.8e.2")
def suffers_on_leaving(telling: Telling, unit_id: str, before: Position | None = None) -> bool:
    """The mortar attack on a unit that leaves an impact hex; whether it is left unharmed and may go on.

    Those who leave together are as close as they stood `before` any of them went.
    """
    unit = telling.state.unit(unit_id)
    if not is_struck_on_leaving(telling.position, unit):
        return True
    place = telling.position.place(unit)
    outcome = throw(telling, tuple(soft_steps(before or telling.position, place, only=unit)))
    harm = outcome.harm_to(unit_id)
    inflict(telling, unit_id, harm)
    return not harm.is_harm


def left_of(telling: Telling, unit_id: str, so_far: int) -> str | None:
    """Who is left of a unit after the harm told since: itself, the section that took its place, or nobody."""
    if telling.state.unit(unit_id).at is not None:
        return unit_id
    return next((event.unit for event in telling.events[so_far:] if isinstance(event, UnitPlaced)), None)


def is_struck_on_leaving(position: Position, unit: Unit) -> bool:
    """Whether mortar markers lie on the hex that a unit on foot leaves."""
    fires = position.course.fires_at(position.place(unit))
    row = row_of(unit)
    return (
        any(fire.kind is FireKind.MDRM for fire in fires) and not row.is_vehicle and row.cohesion is not None
    )


@implements("LHY-11.3.1a", "LHY-11.5.1a")
def take_markers_along(telling: Telling, unit_id: str, start: Hex, end: Hex) -> None:
    """Anti-tank markers stay on their unit, small arms markers go with the last of its side; else the enemy divides them."""
    unit = telling.state.unit(unit_id)
    own = tuple(fire.number for fire in telling.course.fires_at(start) if fire.target == unit_id)
    soft = () if row_of(unit).is_vehicle else soft_fires(telling.position, start, unit.side)
    shared = is_shared(telling.position, start, unit.side)
    goes = own if shared else (*own, *(fire.number for fire in soft))
    if goes:
        telling.put(FiresMoved(goes, end))
    if soft and shared:
        ask_for_division(telling, unit_id, start)
    elif soft:
        drop_division(telling, start)


def step_to(telling: Telling, unit_id: str, end: Hex) -> None:
    """A unit goes to the next hex with its markers, and may be seen there."""
    unit = telling.state.unit(unit_id)
    start = telling.position.place(unit)
    telling.put(UnitMoved(unit_id, start, end))
    take_markers_along(telling, unit_id, start, end)
    find_hidden(telling, unit_id, start)
    if telling.state.unit(unit_id).at == end:
        uncover(telling, unit_id)


@implements("LHY-17.9.2b")
def find_hidden(telling: Telling, unit_id: str, start: Hex) -> bool:
    """Hidden enemies entered upon are put on the map, and the unit is put back; whether there were any."""
    unit = telling.state.unit(unit_id)
    place = telling.position.place(unit)
    found = telling.position.hidden_at(place, unit.side)
    if not found:
        return False
    for enemy in found:
        telling.put(UnitChanged(enemy.id, gained=(CONCEALED,), lost=(HIDDEN,)))
        if row_of(enemy).is_dummy:
            strip(telling, telling.state.unit(enemy.id))
    if not telling.position.enemies_at(place, unit.side):
        return False
    telling.put(UnitMoved(unit_id, place, start))
    take_markers_along(telling, unit_id, place, start)
    drop_division(telling, start)
    return True


def has_ground(position: Position, place: Hex, kind: str) -> bool:
    """Whether mines or wire lie in a hex."""
    return position.is_marked(kind, place)


@implements(
    "LHY-16.1.1", "LHY-16.1.1a", "LHY-16.1.1b", "LHY-16.1.0", "LHY-16.2a", "LHY-16.2b", "LHY-16.2.0",
)  # fmt: skip
def enter_obstacles(telling: Telling, unit_ids: Iterable[str]) -> bool:
    """Mines strike those who enter together, and like wire they stop men on foot; whether the maneuver ends here.

    One die is for all on foot, of whom it strikes one at random, and one for each vehicle.
    """
    units = tuple(map(telling.state.unit, unit_ids))
    place = telling.position.place(units[0])
    real = tuple(unit for unit in units if not row_of(unit).is_dummy)
    mined = has_mines_of_enemy(telling.position, place, units[0].side) and bool(real)
    for struck in groups_on_mines(real) if mined else ():
        die = telling.roll(f"mines in {place} under {' and '.join(map(str, struck))}")
        harm = mine_harm(row_of(struck[0]).kind, die)
        one = struck[telling.dice.pick(len(struck))] if harm.is_harm and len(struck) > 1 else struck[0]
        inflict(telling, one.id, harm)
    wired = has_ground(telling.position, place, WIRE)
    return any(
        not unit.has(HEROIC)
        and (
            (mined and not row_of(unit).is_dummy)
            or (wired and row_of(unit).is_foot and telling.state.unit(unit.id).at is not None)
        )
        for unit in units
    )


def groups_on_mines(units: Iterable[Unit]) -> tuple[tuple[Unit, ...], ...]:
    """Units that enter mines together, by the die that they share: all on foot, and each vehicle by itself."""
    units = tuple(units)
    on_foot = tuple(unit for unit in units if not row_of(unit).is_vehicle)
    vehicles = tuple((unit,) for unit in units if row_of(unit).is_vehicle)
    return ((on_foot,) if on_foot else ()) + vehicles


@implements("LHY-16.1.0")
def has_mines_of_enemy(position: Position, place: Hex, side: str) -> bool:
    """Whether mines lie in a hex that a side did not lay in its own set-up area."""
    return has_ground(position, place, MINES) and place not in position.mission.side(side).setup_area


def mine_harm(kind: UnitKind, die: int) -> Harm:
    """What a mine does: foot lose a step on 10, AFVs are shocked on 9, carriers destroyed on 8."""
    if kind is UnitKind.AFV:
        return Harm.SHOCKED if die >= 9 else Harm.NONE
    if kind in CARRIERS:
        return Harm.DESTROYED if die >= 8 else Harm.NONE
    return Harm.STEP if die >= 10 else Harm.NONE


@implements("LHY-16.1.2", "LHY-16.2a", "LHY-16.2b")
def gets_out(telling: Telling, unit_id: str, end: Hex) -> bool:
    """Leaving mines or wire toward the enemy edge: 5 or less; an AFV breaks wire unless a 10 shocks it."""
    unit = telling.state.unit(unit_id)
    place, row = telling.position.place(unit), row_of(unit)
    if unit.has(HEROIC) or place in telling.course.breached:
        return True
    if has_ground(telling.position, place, WIRE) and row.kind is UnitKind.AFV:
        if telling.roll(f"{unit} breaks the wire in {place}") == SHOCKS_IN_WIRE:
            inflict(telling, unit_id, Harm.SHOCKED)
            return False
        telling.put(GroundMarked(WIRE, place, 0))
        return True
    enemy_edge = telling.position.mission.side(telling.position.mission.enemy(unit.side)).edge
    if not row.is_foot or not is_toward(telling.position, place, end, enemy_edge):
        return True
    for kind in (WIRE, MINES):
        if has_ground(telling.position, place, kind):
            if telling.roll(f"a way out of the {kind} in {place}, {WAY_OUT} or less") > WAY_OUT:
                return False
            telling.put(GroundMarked(WIRE, place, 0) if kind == WIRE else Breached(place))
    return True


def is_toward(position: Position, start: Hex, end: Hex, edge: Edge) -> bool:
    """Whether a step leads toward an edge of the map."""
    return _gain(position, start, end, edge) > 0


def is_lateral(position: Position, start: Hex, end: Hex, edge: Edge) -> bool:
    """Whether a step leads neither toward an edge nor away from it."""
    return _gain(position, start, end, edge) == 0


def _gain(position: Position, start: Hex, end: Hex, edge: Edge) -> int:
    (x1, y1), (x2, y2) = position.board.grid.centre(start), position.board.grid.centre(end)
    match edge:
        case Edge.NORTH:
            return y1 - y2
        case Edge.SOUTH:
            return y2 - y1
        case Edge.WEST:
            return x1 - x2
        case Edge.EAST:
            return x2 - x1


def edges_of(position: Position, place: Hex) -> frozenset[Edge]:
    """The edges of the map that a hex lies on."""
    return edges_at(position.board.grid, place)


@implements("LHY-10.2.2", "LHY-10.2.1")
def exits_open(position: Position, unit: Unit) -> frozenset[Edge]:
    """The edges over which a unit may leave the map from where it stands: any but the enemy's."""
    mission = position.mission
    own, enemy = mission.side(unit.side), mission.side(mission.enemy(unit.side))
    here = edges_of(position, position.place(unit))
    return frozenset(edge for edge in here if edge is not enemy.edge or edge in own.may_exit)


@implements("LHY-10.2a.1", "LHY-10.2a.2", "LHY-10.2b")
def leave_map(telling: Telling, unit_id: str, why: str = "leaves the map") -> None:
    """A unit leaves: the fire on it is resolved at once, and over a side edge it may lose a step."""
    unit = telling.state.unit(unit_id)
    place, row = telling.position.place(unit), row_of(unit)
    safe = {side.edge for side in telling.position.mission.sides}
    _suffer_markers(telling, unit, place)
    unit = telling.state.unit(unit_id)
    if unit.at is None:
        return
    if row.is_combat and not safe & edges_of(telling.position, place):
        die = telling.roll(f"{unit} leaves over a side edge, {SIDE_EXIT_SAFE} or less")
        if die > SIDE_EXIT_SAFE:
            telling.put(StepsLost(unit.side, 1))
    for load in telling.course.loads_of(unit_id):
        telling.put(UnitGone(load, why))
    telling.put(UnitGone(unit_id, why))


def _suffer_markers(telling: Telling, unit: Unit, place: Hex) -> None:
    """The fire of its hex, on this unit alone (10.2b)."""
    if not is_under_fire(telling.position, unit):
        return
    alone = all(one.id == unit.id for one in telling.position.at(place))
    position = at_the_edge(telling.position, unit)
    if is_under_fire(position, unit):
        outcome = throw(telling, fire_steps(position, place))
        inflict(telling, unit.id, outcome.harm_to(unit.id))
    if alone:
        spent = tuple(
            fire.number for fire in telling.course.fires_at(place) if fire.kind is not FireKind.MDRM
        )
        telling.put(FiresRemoved(spent)) if spent else None


def at_the_edge(position: Position, unit: Unit) -> Position:
    """The position whose fire meets a unit that leaves the map: what may harm it, and has not struck it as it left."""
    place, struck = position.place(unit), is_struck_on_leaving(position, unit)
    fires = tuple(
        fire for fire in position.course.fires if fire.at != place or _meets(fire, unit, struck=struck)
    )
    return Position(noted(position.state, fires=fires), position.ground)


def _meets(fire: FireMarker, unit: Unit, *, struck: bool) -> bool:
    """Whether a marker on a unit's hex may harm it as it leaves the map."""
    match fire.kind:
        case FireKind.MDRM:
            return not struck
        case FireKind.ATDRM:
            return fire.target == unit.id
        case FireKind.SADRM:
            return fire.against == unit.side and not row_of(unit).is_vehicle


def is_under_fire(position: Position, unit: Unit) -> bool:
    """Whether fire markers lie on the hex of a combat unit."""
    return row_of(unit).is_combat and bool(position.course.fires_at(position.place(unit)))


def may_be_followed(unit: Unit) -> bool:
    """Whether a unit is one whose neighbourhood troubles withdrawing enemies: undisrupted, unshocked, combat."""
    return row_of(unit).is_combat and is_steady(unit)
