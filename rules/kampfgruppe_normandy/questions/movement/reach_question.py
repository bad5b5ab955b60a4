"""How far can it go in this Move, and which way: the book's movement as rulings.

Rule: KGN Movement.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

import numpy as np
import shapely
from contourpy import FillType, contour_generator
from shapely.geometry.base import BaseGeometry

from rules.game.regions import RegionsOnDemand, region, regions, steps
from rules.game.rule_ids import implements
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import INCHES, Path, Reach, Region
from rules.ground.place import Place
from rules.ground.table.arrays import Floats
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.movement_rates import road_multiple
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind
from rules.kampfgruppe_normandy.book.weapons import AS_FAR_AS_IN, ATTACKS_FROM_IN
from rules.kampfgruppe_normandy.questions.movement.reach import Mover
from rules.kampfgruppe_normandy.questions.movement.standing_room import takes_room
from rules.kampfgruppe_normandy.questions.movement.way_plan import WayPlan
from rules.kampfgruppe_normandy.state.position import Position

LESS_D6 = "less D6 inches for difficult ground or obstacles"
_BEYOND_IN = 0.5


@implements("KN-MOVE-01", "KN-PRIN-07")
def reach(state: GameState, book: BookData, unit: Unit) -> Ruling[Reach]:
    """How far can it go in one Move, turns paid and enemies gone round? Places that cost a die say so.

    Rule: KGN Movement.
    """
    position, mover = mover_of(state, book, unit)
    question = f"reach of {unit}"
    rate = Fraction(mover.rate_in)
    if (reason := cannot_move(position, unit, mover)) is not None:
        here: dict[Place, Fraction] = {mover.here: Fraction(0)}
        flies = _flies(unit, mover.kind)
        nowhere = Reach(unit.id, mover.here, Fraction(0), here, measure=INCHES, anywhere=flies)
        return Ruling(question, nowhere, (reason, *_attack_run(unit, mover.kind)))
    ways = {way.path[-1]: way for way in mover.ways_to(mover.near_lattice()) if way is not None}
    cost: dict[Place, Fraction] = {mover.here: Fraction(0)}
    cost |= {spot: way.price for spot, way in ways.items()}
    provisos: dict[Place, str] = {spot: LESS_D6 for spot, way in ways.items() if way.needs_die}

    def draw() -> Iterator[Region]:
        return regions(mover.free) if mover.kind.is_infantry else _regions(position.table, mover, cost)

    verdict = Reach(unit.id, mover.here, rate, cost, provisos, RegionsOnDemand(draw), INCHES)
    return Ruling(question, verdict, tuple(_reasons(mover, ways)))


def path(state: GameState, book: BookData, unit: Unit, goal: Place) -> Ruling[Path]:
    """Which way does it go there in one Move, turns paid and enemies gone round? An aircraft flies straight there.

    Rule: KGN Movement, Aircraft movement.
    """
    position, mover = mover_of(state, book, unit)
    goal = position.table.on_board(goal, "goal")
    question, nowhere = f"route of {unit} to {goal}", Path(unit.id, (), Fraction(0), INCHES)
    if (reason := cannot_move(position, unit, mover)) is not None:
        flown = Path(unit.id, (mover.here, goal), Fraction(0), INCHES)
        return Ruling(question, flown if _flies(unit, mover.kind) else nowhere, (reason,))
    way = mover.way_to(goal)
    if way is None:
        reason = Reason(f'beyond its {mover.rate_in:g}" of movement', cite("Movement rates table"))
        return Ruling(question, nowhere, (reason,))
    return Ruling(
        question, Path(unit.id, way.path, way.price, INCHES, way.facing_deg), tuple(_way_reasons(way))
    )


def mover_of(state: GameState, book: BookData, unit: Unit) -> tuple[Position, Mover]:
    """A unit that is to move, and the position it moves in.

    Raises:
        NotOnMap, OffBoard: if it does not stand on the table.
    """
    position = Position(state, book)
    return position, Mover(position, unit, position.table.on_board(position.standing(unit)))


@implements("KN-AIR-10")
def cannot_move(position: Position, unit: Unit, mover: Mover) -> Reason | None:
    """Why a unit may take no Move action at all as it stands; None if it may. An aircraft flies anywhere instead."""
    status = position.status(unit)
    if status.aboard is not None:
        return Reason(f"{unit} is aboard {status.aboard} and must get out first", ours(50))
    if status.inside is not None:
        return Reason(f"{unit} must deploy out of {status.inside} first", cite("Deploy actions"))
    if unit.has(SUPPRESSED) or unit.has(RESERVE):
        words = "suppressed" if unit.has(SUPPRESSED) else "in reserve"
        return Reason(f"{unit} is {words} and cannot be activated", cite("Activation"))
    if unit.has(IMMOBILISED):
        return Reason(f"{unit} is immobilised", cite("Armour penetration"))
    if mover.kind.kind is Kind.AIRCRAFT:
        words = f"{unit} flies to any place on the table, facing any way: no inches are counted"
        return Reason(words, cite("Aircraft movement"))
    if not mover.rate_in:
        return Reason(f"{unit} does not move", cite("Movement rates table"))
    return None


def _flies(unit: Unit, kind: KgnType) -> bool:
    """Whether a unit is an aircraft that may fly; one that is suppressed or in reserve does not."""
    return kind.kind is Kind.AIRCRAFT and not unit.has(SUPPRESSED) and not unit.has(RESERVE)


def _attack_run(unit: Unit, kind: KgnType) -> Iterator[Reason]:
    """How near to a target an aircraft flies to attack it; nothing for a suppressed one."""
    if kind.weapons and _flies(unit, kind):
        words = f'to attack it flies to about {ATTACKS_FROM_IN:g}" from its target, {AS_FAR_AS_IN:g}" at most'
        yield Reason(words, as_read("Aircraft movement", 222), decides=False)


def _reasons(mover: Mover, ways: Mapping[Spot, WayPlan]) -> Iterator[Reason]:
    """The reasons for a reach, and what it does not count."""
    kind, position = mover.kind, mover.position
    yield Reason(f'{mover.rate_in:g}" in a Move', cite("Movement rates table"))
    if any(way.roads for way in ways.values()):
        words = f"a road multiplies it by {road_multiple(kind.mobility)}"
        yield Reason(words, cite("Road movement"))
    if not kind.is_infantry:
        yield Reason(f'turning costs its length, {kind.length_in:g}", for half a circle', ours(28))
        yield Reason(f'it needs a way {kind.width_in:g}" wide, and room for its hull at the end', ours(170))
    if any(way.factor > 1 for way in ways.values()):
        yield Reason("in reverse each inch counts double", cite("Reversing"))
    if any(way.needs_die for way in ways.values()):
        yield Reason(LESS_D6, cite("Crossing difficult ground and obstacles"))
    far = mover.rate_in * road_multiple(kind.mobility)
    for enemy in position.enemies(mover.unit.side):
        spot = position.spot(enemy)
        if takes_room(position, enemy) and spot is not None and spot.gap_in(mover.here) <= far:
            yield Reason(f"{enemy} is in the way", ours(54), (spot,), decides=False)
    words = "not counted: mines and covering fire met on the way"
    yield Reason(words, cite("Covering fire"), decides=False)
    if not kind.is_infantry:
        words = "not counted: a turn at the end of the way, unless it has no room without one; that is paid for like any other"
        yield Reason(words, ours(28), decides=False)


def _way_reasons(way: WayPlan) -> Iterator[Reason]:
    yield Reason(f"{way.length_in:.1f} inches along the way", cite("Measuring distances"))
    if way.factor > 1:
        yield Reason("in reverse each inch counts double", cite("Reversing"))
    if way.roads:
        yield Reason(f"a road multiplies its move by {way.multiple}", cite("Road movement"))
    if turned := sum(price for _, price in way.turns):
        yield Reason(f'{turned:.1f}" to turn', ours(28))
    if way.facing_deg is not None:
        yield Reason(f"it turns to {way.facing_deg:g}° at the end, the way its hull fits", ours(170))
    for hazard in way.hazards:
        yield Reason(f"{hazard.words} costs D6", cite("Crossing difficult ground"))


def _regions(table: Tabletop, mover: Mover, cost: Mapping[Place, Fraction]) -> Iterator[Region]:
    """The regions of a reach with turns paid for: interpolated between the inch squares, exact where ground is barred."""
    spots = list(table.lattice())
    columns = sorted({spot.x_in for spot in spots})
    rows = sorted({spot.y_in for spot in spots})
    beyond = mover.rate_in + _BEYOND_IN
    paid = np.array([float(cost.get(spot, beyond)) for spot in spots]).reshape(len(rows), len(columns))
    edged = np.pad(paid, 1, mode="edge")
    x, y = np.array([0.0, *columns, table.width_in]), np.array([0.0, *rows, table.depth_in])
    contours = contour_generator(x, y, edged, fill_type=FillType.OuterOffset)
    for within in steps(Fraction(mover.rate_in)):
        rings, cuts = contours.filled(-1.0, float(within))[:2]
        areas: list[BaseGeometry] = [
            _area(ring, cut)
            for ring, cut in zip(rings, cuts, strict=True)
            if ring is not None and cut is not None
        ]
        ground = shapely.intersection(shapely.union_all(areas), mover.free.within(float(within)))
        yield region(within, ground)


def _area(ring: Floats, cuts: Iterable[int]) -> BaseGeometry:
    shell, *holes = (ring[start:end] for start, end in pairwise(cuts))
    return shapely.make_valid(shapely.Polygon(shell, holes))
