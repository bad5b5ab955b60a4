"""Can he see me, what does he see, how far does it go and shoot, what does he need to hit: the book as rulings.

Rule: KGN Line of sight, Movement, Shooting.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from rules.errors import BadInput
from rules.game.movement import Movement, TableMovement
from rules.game.regions import regions
from rules.game.ruleset import Viewer
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import (
    Arc,
    Path,
    Reach,
    Sight,
    SightField,
    Visibility,
    Weapon,
    WeaponRanges,
)
from rules.game.verdicts import Band as RangeBand
from rules.ground.board import Place
from rules.ground.inches import Spot
from rules.ground.tabletop import Piece, Tabletop
from rules.ground.tabletop_graph import TableGraph
from rules.kampfgruppe_normandy.book import Book
from rules.kampfgruppe_normandy.fire_question import sight_of
from rules.kampfgruppe_normandy.looks import visibility_of
from rules.kampfgruppe_normandy.movement_rates import RATES_IN, road_multiple
from rules.kampfgruppe_normandy.position import Position
from rules.kampfgruppe_normandy.rulebook import cite
from rules.kampfgruppe_normandy.sight import look, shares_seen
from rules.kampfgruppe_normandy.terrain import Bar, ground_of
from rules.kampfgruppe_normandy.unit_types import Mobility, WeaponKind
from rules.kampfgruppe_normandy.unit_types import Weapon as CarriedWeapon
from rules.kampfgruppe_normandy.weapons import (
    ALL_ROUND_DEG,
    FIREPOWER,
    SHELL_TO_HIT,
    SMALL_ARMS_TO_HIT,
    Band,
    arc_deg,
)

LESS_D6 = "less D6 inches for difficult ground or obstacles"


def line_of_sight(state: GameState, book: Book, viewer: Viewer, target: Viewer) -> Ruling[Sight]:
    """Can he see me? From the model's eye, with how much is seen and what hides the rest.

    Rule: KGN Line of sight.
    """
    position = Position(state, book)
    found = look(position, _end(position, viewer), _end(position, target))
    reasons = found.reasons or (Reason("nothing stands between", cite("Line of sight")),)
    return Ruling(f"LOS {viewer} to {target}", sight_of(found), reasons)


def sight_field(state: GameState, book: Book, viewer: Viewer) -> Ruling[SightField]:
    """What does he see? A man in the middle of every inch square, as line_of_sight would rule it."""
    position = Position(state, book)
    end = _end(position, viewer)
    here = end if isinstance(end, Spot) else position.spot(end)
    assert here is not None
    spots, shares = shares_seen(position, end)
    visibility: dict[Place, Visibility] = dict(zip(spots, map(visibility_of, shares.tolist()), strict=True))
    hindrance: dict[Place, int] = {
        spot: 1 for spot, seen in visibility.items() if seen is Visibility.HINDERED
    }
    reason = Reason("seen from the model's eye", cite("Line of sight"), (here,))
    return Ruling(f"field of {viewer}", SightField(here, visibility, hindrance), (reason,))


def reach(state: GameState, book: Book, unit: Unit) -> Ruling[Reach]:
    """How far can it go in one Move? Places that cost a die of difficult ground say so.

    Rule: KGN Movement.
    """
    position = Position(state, book)
    kind, here = position.type(unit), _standing(position, unit)
    rate = float(RATES_IN[kind.mobility])
    spots = list(position.table.lattice())
    places = np.array(spots)
    reached = _graph(position.table, kind.mobility, kind.is_infantry, True).reach(here, rate)
    free = reached.cost_at(places)
    plain = _graph(position.table, kind.mobility, kind.is_infantry, False).reach(here, rate).cost_at(places)
    cost: dict[Place, Fraction] = {here: Fraction(0)}
    provisos: dict[Place, str] = {}
    for spot, with_die, without in zip(spots, free.tolist(), plain.tolist(), strict=True):
        price = min(with_die, without)
        if price == float("inf"):
            continue
        cost[spot] = Fraction(round(price * 1000), 1000)
        if without == float("inf"):
            provisos[spot] = LESS_D6
    reasons = [Reason(f'{rate:g}" in a Move', cite("Movement rates table"))]
    reasons.append(Reason(f"a road multiplies it by {road_multiple(kind.mobility)}", cite("Road movement")))
    if provisos:
        reasons.append(Reason(LESS_D6, cite("Crossing difficult ground and obstacles")))
    verdict = Reach(unit.id, here, Fraction(rate), cost, provisos, tuple(regions(reached)))
    return Ruling(f"reach of {unit}", verdict, tuple(reasons))


def path(state: GameState, book: Book, unit: Unit, goal: Place) -> Ruling[Path]:
    """Which way does it go there in one Move?"""
    position = Position(state, book)
    kind, here = position.type(unit), _standing(position, unit)
    if not isinstance(goal, Spot):
        raise BadInput("goal", str(goal), "a spot in inches on the table")
    position.table.on_board(goal)
    rate = float(RATES_IN[kind.mobility])
    question = f"way of {unit} to {goal}"
    way = _graph(position.table, kind.mobility, kind.is_infantry, False).way(here, goal, rate)
    if way is None:
        way = _graph(position.table, kind.mobility, kind.is_infantry, True).way(here, goal, rate)
    if way is None:
        reason = Reason(f'beyond its {rate:g}" of movement', cite("Movement rates table"))
        return Ruling(question, Path(unit.id, (), Fraction(0)), (reason,))
    cost = Fraction(round(way.cost * 1000), 1000)
    reason = Reason(f"{way.length_in:.1f} inches along the way", cite("Measuring distances"))
    return Ruling(question, Path(unit.id, tuple(way.spots), cost), (reason,))


def movements(state: GameState, book: Book, unit: Unit) -> Ruling[tuple[Movement, ...]]:
    """The steps of a unit Move after Move: those that cost no die of difficult ground first.

    Rule: KGN Movement.
    """
    position = Position(state, book)
    kind = position.type(unit)
    _standing(position, unit)
    rate = Fraction(RATES_IN[kind.mobility])
    plain, free = (
        _graph(position.table, kind.mobility, kind.is_infantry, over_hazards)
        for over_hazards in (False, True)
    )
    found = [TableMovement(plain, rate)]
    if not kind.is_infantry:
        found.append(TableMovement(free, rate, LESS_D6))
    reason = Reason(f'{float(rate):g}" in a Move', cite("Movement rates table"))
    return Ruling(f"movement of {unit}", tuple(found) if rate else (), (reason,))


@lru_cache(maxsize=24)
def _graph(table: Tabletop, mobility: Mobility, on_foot: bool, over_hazards: bool) -> TableGraph:
    multiple = road_multiple(mobility)

    def price(pieces: tuple[Piece, ...]) -> float | None:
        grounds = [ground_of(piece) for piece in pieces]
        opens = any(ground.opens for ground in grounds)
        is_road = any(ground.is_road for ground in grounds)
        for ground in grounds:
            bars = ground.bars is Bar.ALL or (ground.bars is Bar.VEHICLES and not on_foot)
            bars = bars or (ground.bars is Bar.WHEELS and mobility.is_wheeled) or ground.is_building
            if bars and not opens:
                return None
            if ground.costs_die and not (on_foot or over_hazards or opens or is_road):
                return None
        return 1 / multiple if is_road else 1.0

    return TableGraph.of(table, price)


def weapon_ranges(state: GameState, book: Book, unit: Unit) -> Ruling[WeaponRanges]:
    """How far does it shoot, and through which arc? Each band with the die that hits, as a plus on a six."""
    position = Position(state, book)
    kind, here = position.type(unit), _standing(position, unit)
    weapons = []
    for weapon in kind.weapons:
        bands = tuple(_bands(weapon))
        if bands:
            width = arc_deg(weapon.mount)
            arc = None if width >= ALL_ROUND_DEG else Arc(unit.facing_deg or 0.0, width)
            weapons.append(Weapon(weapon.name, bands, arc))
    reasons = (
        Reason(f"weapons of {kind.name}", cite("Weapons of World War II", kind.provenance)),
        Reason("arcs of 90 degrees, or all round", cite("Firing arcs")),
    )
    return Ruling(f"ranges of {unit}", WeaponRanges(unit.id, here, tuple(weapons)), reasons)


def _bands(weapon: CarriedWeapon) -> Iterator[RangeBand]:
    """The bands of a weapon; the modifier is what its die must show, counted down from 6."""
    if weapon.kind in FIREPOWER:
        for band, needed in zip(Band, SMALL_ARMS_TO_HIT[weapon.kind], strict=True):
            if needed is not None and band.out_to_in <= FIREPOWER[weapon.kind].max_in:
                yield RangeBand(band.out_to_in, 6 - needed)
        return
    if weapon.kind in (WeaponKind.MORTAR, WeaponKind.ROCKETS):
        if weapon.max_in is not None:
            yield RangeBand(weapon.max_in, 0)
        return
    for band, needed in zip(Band, SHELL_TO_HIT, strict=True):
        if weapon.max_in is None or band.out_to_in <= weapon.max_in:
            yield RangeBand(band.out_to_in, 6 - needed)


def _standing(position: Position, unit: Unit) -> Spot:
    spot = position.spot(unit)
    if spot is None:
        raise BadInput(f"unit {unit.id}.at", None, "a spot on the table")
    return position.table.on_board(spot)


def _end(position: Position, end: Viewer) -> Unit | Spot:
    if isinstance(end, Unit):
        _standing(position, end)
        return end
    if not isinstance(end, Spot):
        raise BadInput("place", str(end), "a spot in inches on the table")
    return position.table.on_board(end)
