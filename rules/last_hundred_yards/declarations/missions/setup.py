"""Setting up a mission: units into the areas of their sides, hidden ones and dummies. Chapter 17.7 to 17.9."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from rules.game.engine.position import memoized
from rules.game.engine.procedure import Offering, PlainDeclaration, Procedure
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.game.units import Unit, UnitId
from rules.ground.hex.facing import STEP_DEG
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION, LAID_OUT
from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.book.rulebook import cite, cite_later, our
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.effects.deployment import split_squad
from rules.last_hundred_yards.effects.harm import sections_in_pool
from rules.last_hundred_yards.effects.resolution import Resolution
from rules.last_hundred_yards.questions.mission.set_up import (
    is_laid,
    may_be_laid,
    owes_draw,
    setting_up,
    waiting,
)
from rules.last_hundred_yards.questions.movement.carrying import CARRIED_STEPS, cannot_be_aboard
from rules.last_hundred_yards.questions.terrain.cover import is_open
from rules.last_hundred_yards.questions.terrain.roads import is_urban_road
from rules.last_hundred_yards.questions.terrain.stacking import too_many
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import Mounted, UnitPlaced
from rules.last_hundred_yards.state.mission.map_parts import outside
from rules.last_hundred_yards.state.mission.mission import Mission
from rules.last_hundred_yards.state.position import Position, memoized_reasons, row_of
from rules.last_hundred_yards.state.progress import Phase


@dataclass(frozen=True, slots=True)
class PlaceUnit:
    """Set-up: put one of the side's own units into a hex of its set-up area (17.7)."""

    side: str
    unit: UnitId
    at: Hex
    hidden: bool = False
    deployed: bool = False
    """A squad that starts as two sections (17.7b)."""
    dug_in: bool = False
    """Men or a gun of the defender that start in an improved position of their own (17.7c)."""
    in_motion: bool = False
    """A vehicle that starts in motion (17.7f)."""
    aboard: UnitId = ""
    """The vehicle in that hex that it starts aboard (17.7f)."""
    facing_deg: float | None = None
    """The hexside or vertex that a fortified position faces for good, in degrees clockwise from north (4.1.14)."""

    def __str__(self) -> str:
        marks = {
            "hidden": self.hidden, "deployed": self.deployed, "in an improved position": self.dug_in, "in motion": self.in_motion
        }  # fmt: skip
        how = "".join(f", {mark}" for mark, holds in marks.items() if holds)
        facing = "" if self.facing_deg is None else f", facing {self.facing_deg:g}°"
        return (
            f"{self.unit} sets up in {self.at}{f', aboard {self.aboard}' if self.aboard else ''}{how}{facing}"
        )


class FinishSetup(PlainDeclaration):
    """Set-up is done."""

    words = "{side} is set up"


_DUG_IN = "improved_position"
_DIG_IN = (UnitKind.MG, UnitKind.GUN, UnitKind.LEADER, UnitKind.DUMMY)
_START_HIDDEN = frozenset({UnitKind.GUN, UnitKind.LATW})
_FACINGS_DEG = range(0, 360, STEP_DEG)


def place_candidates(position: Position, side: str) -> Iterator[PlaceUnit]:
    """Every waiting unit in every hex where it may stand: also hidden for guns and LATWs, deployed for squads, dug in, aboard."""
    if owes_draw(position.course, side):
        return
    area = position.mission.side(side).setup_area
    for unit in waiting(position.state, side):
        kind = row_of(unit).kind
        free, carriers = _setup_hexes(position, side, unit.type), _carriers(position, side)
        may_hide, is_vehicle = _may_start_hidden(unit), row_of(unit).is_vehicle
        may_deploy = kind is UnitKind.SQUAD and not _cannot_start_deployed(position, unit)
        digs_in, faces = next(_never_digs_in(position, unit), None) is None, must_face(unit)
        for at in area:
            if at not in free:
                continue
            if faces:
                yield from [
                    PlaceUnit(side, unit.id, at, facing_deg=facing_deg) for facing_deg in _FACINGS_DEG
                ]
                continue
            yield _placed(side, unit.id, at)
            if may_hide and next(_cannot_start_hidden(position, unit, at), None) is None:
                yield PlaceUnit(side, unit.id, at, hidden=True)
            if may_deploy:
                yield _placed(side, unit.id, at, deployed=True)
            if digs_in and may_be_laid(position.state, _DUG_IN, at, position.state.markers):
                yield _placed(side, unit.id, at, dug_in=True)
            if is_vehicle:
                yield _placed(side, unit.id, at, in_motion=True)
            for vehicle in carriers.get(at, ()):
                if next(cannot_be_aboard(position, unit, vehicle), None) is None:
                    yield PlaceUnit(side, unit.id, at, aboard=vehicle.id)


_placed = lru_cache(maxsize=16384)(PlaceUnit)
"""A placement, memoized, as most are offered again at the next moment."""


@implements("LHY-4.1.14.4")
def must_face(unit: Unit) -> bool:
    """Whether a unit's facing has to be named at set-up: a fortified position for which the mission names none."""
    return row_of(unit).kind is UnitKind.FP and unit.facing_deg is None


@memoized
def _carriers(position: Position, side: str) -> Mapping[Hex, Sequence[Unit]]:
    """The vehicles of a side that have been set up and may start loaded, by hex."""
    by_hex: dict[Hex, list[Unit]] = {}
    for unit in position.of(side):
        if row_of(unit).kind in CARRIED_STEPS and not unit.has(HIDDEN):
            by_hex.setdefault(position.place(unit), []).append(unit)
    return by_hex


@implements("LHY-17.8.1b", "LHY-4.1.6c", "LHY-17.7b", "LHY-17.7c.1.0", "LHY-17.6.1", "LHY-17.6.4")
def forbids_placing(position: Position, action: PlaceUnit) -> Iterator[Reason]:
    """Why a unit may not be set up there."""
    unit = position.state.units.get(action.unit)
    if unit is None or unit.side != action.side or unit.at is not None:
        yield Reason(f"{action.side} has no unit {action.unit} to set up", cite_later("17.7"))
        return
    if owes_draw(position.course, action.side):
        yield Reason(f"{action.side} draws its forces first", cite_later("17.6"))
        return
    may_stand = action.at in _setup_hexes(position, action.side, unit.type)
    if not may_stand:
        if action.at not in position.mission.side(action.side).setup_area:
            yield _outside_area(position.mission, action)
            return
        yield from _cannot_stand(position, unit, action.at)
    if action.hidden:
        yield from _cannot_start_hidden(position, unit, action.at)
    if action.deployed:
        yield from _cannot_start_deployed(position, unit)
    if action.dug_in:
        yield from _cannot_dig_in(position, unit, action.at)
    yield from _cannot_start_moving_or_aboard(position, unit, action)
    yield from _cannot_face(unit, action.facing_deg)
    if not may_stand:
        yield from _why_no_room(position, unit, action.at)


def _setup_hexes(position: Position, side: str, unit_type: str) -> frozenset[Hex]:
    """The hexes of its area in which a side may put a counter of one type now: the same for all of a kind and size."""
    row = ROSTER[unit_type]
    key = ("set-up", side, row.kind, row.steps)
    return position.once(key, lambda: frozenset(_free_hexes(position, Unit(unit_type, unit_type, side))))


def _free_hexes(position: Position, counter: Unit) -> Iterator[Hex]:
    for at in position.mission.side(counter.side).setup_area:
        reasons = chain(_cannot_stand(position, counter, at), _why_no_room(position, counter, at))
        if next(reasons, None) is None:
            yield at


@implements(
    "LHY-17.7c.1.1", "LHY-17.7c.2", "LHY-17.8.1b", "LHY-4.1.6c", "LHY-17.7a", "LHY-16.0a", "LHY-4.1.13.5",
    "LHY-17.7c.1.3",
)  # fmt: skip
def _cannot_stand(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Why a unit, as any other of its kind, may not be set up on the ground of a hex, or with what is there."""
    row, board = row_of(unit), position.board
    if board.has(at, Terrain.RIVER) and not board.has(at, Terrain.BRIDGE, Terrain.FORD):
        yield Reason("no unit may start in a river", cite_later("17.7c"), (at,))
    stands_in_road = row.is_vehicle or row.kind is UnitKind.GUN
    if stands_in_road and board.has(at, Terrain.URBAN_BUILDING) and not is_urban_road(board, at):
        yield Reason(f"{unit} cannot stand in urban buildings", cite("4.1.6b"), (at,))
    if row.is_dummy and is_open(position, at):
        yield Reason("dummies start in woods, forest or buildings", cite_later("17.8"), (at,))
    if position.enemies_at(at, unit.side):
        yield Reason(f"{at} holds the enemy", cite_later("17.7"), (at,))
    if row.kind is UnitKind.FP and is_laid(position.state.markers, at):
        words = f"{at} holds an improved position, mines or wire, beside which no fortified position stands"
        yield Reason(words, cite("4.1.13").together_with(cite_later("16.0")), (at,))
    if unit.side == position.mission.attacker and position.is_marked(_DUG_IN, at):
        yield Reason("only the defender starts in improved positions", cite_later("17.7c"), (at,))


@implements("LHY-2.4.1")
def _why_no_room(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    friends = position.friends_at(at, unit.side)
    if friends and too_many(position, at, (*friends, unit)):
        yield Reason(f"{at} would be over the stacking limit", cite("2.4"), (at,))


@implements("LHY-17.7a", "LHY-17.7d")
def _outside_area(mission: Mission, action: PlaceUnit) -> Reason:
    names = mission.side(action.side).setup_sectors
    if any(action.at in sector for sector in mission.sectors if sector.name in names):
        other = next(outside(action.at, mission.sectors, names))
        words = f"{action.at} is shared with sector {other.name}, outside the set-up area"
        return Reason(words, cite_later("17.7a"), (action.at,))
    return Reason(f"{action.at} is not in the set-up area", cite_later("17.7"), (action.at,))


@implements("LHY-17.7b")
@memoized_reasons
def _cannot_start_deployed(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a squad may not start deployed: one squad of each platoon may, as two sections that are out of play."""
    row = row_of(unit)
    if row.kind is not UnitKind.SQUAD:
        yield Reason("only squads deploy", cite_later("17.7b"))
    elif row.platoon_key in position.course.deployed:
        yield Reason("its platoon has already deployed a squad", cite_later("17.7b"))
    elif len(sections_in_pool(position, row)) < 2:
        yield Reason("fewer than two sections of its platoon are out of play", cite("10.3.2"))


@implements("LHY-17.7c.1.0", "LHY-17.7c.1.2", "LHY-17.7c.1.3")
def _cannot_dig_in(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Why a unit does not start in an improved position of its own."""
    if wherever := next(_never_digs_in(position, unit), None):
        yield wherever
    elif not may_be_laid(position.state, _DUG_IN, at, position.state.markers):
        yield Reason(f"{at} has room for no improved position", cite_later("17.7c"), (at,))


def _never_digs_in(position: Position, unit: Unit) -> Iterator[Reason]:
    """Why a unit may not start in an improved position of its own in any hex."""
    row = row_of(unit)
    if not position.mission.edition.defender_digs_in:
        yield Reason("only the mission lays improved positions", cite_later("17.7c"))
    elif unit.side == position.mission.attacker:
        yield Reason("only the defender starts in improved positions", cite_later("17.7c"))
    elif not (row.is_infantry or row.kind in _DIG_IN):
        yield Reason("only men and guns start in improved positions of their own, and no LATW", our(158))


@implements("LHY-17.9.1.1", "LHY-17.9.1.3")
def _may_start_hidden(unit: Unit) -> bool:
    """Whether a unit may start hidden: a gun, a LATW, or one that the mission names as hidden."""
    return row_of(unit).kind in _START_HIDDEN or unit.has(HIDDEN)


@implements("LHY-17.9.1.1", "LHY-17.9.1.3", "LHY-17.8.1.5")
def _cannot_start_hidden(position: Position, unit: Unit, at: Hex) -> Iterator[Reason]:
    """Why a unit does not start hidden in a hex; dummies do only beside a combat unit."""
    if not _may_start_hidden(unit):
        yield Reason("guns and LATWs start hidden, others only by a mission's rule", cite_later("17.9"))
    with_combat_unit = any(row_of(friend).is_combat for friend in position.friends_at(at, unit.side))
    if row_of(unit).is_dummy and not with_combat_unit:
        yield Reason("dummies start hidden only beside a combat unit", cite_later("17.8"), (at,))


@implements("LHY-17.7f.1", "LHY-17.7f.2", "LHY-17.7f.3", "LHY-17.8.1.4", "LHY-17.9.1.2")
def _cannot_start_moving_or_aboard(position: Position, unit: Unit, action: PlaceUnit) -> Iterator[Reason]:
    """Why a unit may not start in motion or aboard: vehicles may in motion, men and guns aboard vehicles, unless hidden."""
    if action.in_motion and not row_of(unit).is_vehicle:
        yield Reason("only vehicles start in motion", cite_later("17.7f"))
    if action.in_motion and action.hidden:
        yield Reason("a vehicle that starts hidden does not start in motion", cite_later("17.7f"))
    if not action.aboard:
        return
    vehicle = position.state.units.get(action.aboard)
    if vehicle is None or vehicle.side != action.side or vehicle.at != action.at:
        yield Reason(f"{action.side} has no {action.aboard} in {action.at}", cite_later("17.7f"))
        return
    if action.hidden or action.deployed or vehicle.has(HIDDEN):
        yield Reason("a unit that starts hidden or deployed cannot start aboard", cite_later("17.7f"))
    yield from cannot_be_aboard(position, unit, vehicle)


@implements("LHY-4.1.14.4")
def _cannot_face(unit: Unit, facing_deg: float | None) -> Iterator[Reason]:
    """Why a unit is not set up with this facing, or with none."""
    if row_of(unit).kind is not UnitKind.FP:
        if facing_deg is not None:
            yield Reason("only fortified positions have a facing", cite("4.1.14"))
    elif facing_deg is None and not must_face(unit):
        return
    elif facing_deg not in _FACINGS_DEG:
        yield Reason(f"{unit} is set up facing a hexside or a vertex: 0°, 30° … 330°", cite("4.1.14"))


@implements("LHY-17.9.1.4", "LHY-17.7c.1.0")
def place(resolution: Resolution, action: PlaceUnit) -> None:
    """Set the unit up, concealed or hidden, perhaps in motion or aboard a vehicle.

    An improved position dug for a hidden unit is as secret as the unit.
    """
    unit = resolution.state.unit(action.unit)
    marks = {HIDDEN if action.hidden else CONCEALED, *((IN_MOTION,) if action.in_motion else ())}
    conditions = (unit.conditions - {HIDDEN, CONCEALED} - LAID_OUT) | marks
    facing_deg = unit.facing_deg if action.facing_deg is None else action.facing_deg
    resolution.happen(
        UnitPlaced(unit.id, unit.type, unit.side, action.at, tuple(sorted(conditions)), facing_deg=facing_deg)
    )
    if action.dug_in:
        resolution.happen(GroundMarked(_DUG_IN, action.at, 1, action.side if action.hidden else ""))
    if action.aboard:
        resolution.happen(Mounted(unit.id, action.aboard, from_the_start=True))
    if action.deployed:
        split_squad(resolution, resolution.state.unit(unit.id))
    if setting_up(resolution.state) is None:
        resolution.happen(PhaseBegan(Phase.INITIATIVE))


def finish_candidates(position: Position, side: str) -> Iterator[FinishSetup]:
    """Finish set-up, leaving the rest of the force out, once no waiting unit has room."""
    if not owes_draw(position.course, side) and not _may_place(position, side):
        yield FinishSetup(side)


def _may_place(position: Position, side: str) -> bool:
    """Whether any waiting unit may still be set up; a hex where it has room will take it without any extras."""
    return any(_setup_hexes(position, side, unit.type) for unit in waiting(position.state, side))


def forbids_finishing(position: Position, action: FinishSetup) -> Iterator[Reason]:
    """Why set-up is not over: units that could still be placed."""
    if action not in list(finish_candidates(position, action.side)):
        yield Reason("some units are not set up yet", cite_later("17.7"))


def finish(resolution: Resolution, _: FinishSetup) -> None:
    """Begin play without the units that found no room."""
    resolution.happen(PhaseBegan(Phase.INITIATIVE))


def _is_worthwhile(_: Offering, __: Position, action: PlaceUnit) -> bool:
    """Whether an offer is worth listing; squads that start as two sections are listed on request."""
    return not action.deployed


PLACE = Procedure(
    PlaceUnit,
    (Phase.SETUP,),
    place_candidates,
    forbids_placing,
    place,
    word="set up",
    worthwhile=_is_worthwhile,
    offers_only_legal=True,
)


FINISH = Procedure(FinishSetup, (Phase.SETUP,), finish_candidates, forbids_finishing, finish)
