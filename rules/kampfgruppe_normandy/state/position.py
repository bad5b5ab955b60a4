"""A position: a state of a game read with the book, with where each unit stands, what it is, and what it has left."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from math import cos, pi, sin
from operator import attrgetter
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from rules.errors import BadInput, NotOnMap
from rules.game.engine.position import CachedAttribute
from rules.game.engine.position import Position as GamePosition
from rules.game.rule_ids import implements
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.board import Board
from rules.ground.table.house_walls import house_walls, places_pulled_back
from rules.ground.table.inches import HAIR_IN, Base, Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import RESERVE
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.book.unit_types import KgnType, Kind, Weapon, WeaponKind
from rules.kampfgruppe_normandy.state.model_heights import stature_of
from rules.kampfgruppe_normandy.state.progress import (
    Engagement,
    Force,
    Loss,
    Progress,
    Setting,
    Size,
    Status,
    with_progress,
)

MAN_IN = 0.6
"""The base of one man."""

_BETWEEN_MEN_IN = 0.9


class Hull(NamedTuple):
    """A vehicle or wreck that stands on the table, as far as sight goes."""

    name: str
    words: str
    at: Spot
    facing_deg: float
    width_in: float
    length_in: float
    height_in: float

    @property
    def outline(self) -> BaseGeometry:
        """The ground it covers."""
        return _hull_at(self.width_in, self.length_in, self.at, self.facing_deg).outline


WorkT = TypeVar("WorkT")
AskedP = ParamSpec("AskedP")


def memoized_by_placement(
    question: Callable[Concatenate["Position", AskedP], WorkT],
) -> Callable[Concatenate["Position", AskedP], WorkT]:
    """Remember a question that depends only on where units stand and with how many men, for all positions that share these."""
    return wraps(question)(_remembered_in(attrgetter("placement.memo"), question))


def memoized_of_units(
    question: Callable[Concatenate["Position", AskedP], WorkT],
) -> Callable[Concatenate["Position", AskedP], WorkT]:
    """Remember a question that depends only on where the units in its arguments stand; other units may move."""
    return wraps(question)(_remembered_in(attrgetter("placement.memo_of_units"), question))


Memo = dict[tuple[object, ...], Any]


def _remembered_in(
    memo_of: Callable[["Position"], Memo], question: Callable[..., WorkT]
) -> Callable[..., WorkT]:
    """The question, which looks for its answer in a memo of the position first."""

    def remembered(position: "Position", /, *args: object) -> WorkT:
        key, memo = (question, args), memo_of(position)
        answer: WorkT | None = memo.get(key)
        if answer is None:
            answer = memo[key] = question(position, *args)
        return answer

    return remembered


class Position(GamePosition):
    """A state of a game, with the army lists it is played with."""

    def __init__(self, state: GameState, book: BookData) -> None:
        super().__init__(state)
        self.book = book
        self._roster = book.roster
        self.progress = state.course if isinstance(state.course, Progress) else _progress_outside(state)
        """The progress of the game; an empty one for a question asked outside a game."""

    @CachedAttribute
    def table(self) -> Tabletop:
        """The table.

        Raises:
            BadInput: if the board is one of hexes.
        """
        if not isinstance(self.state.board, Tabletop):
            raise BadInput("board", self.state.board.name, "a table in inches")
        return self.state.board

    def type(self, unit: Unit) -> KgnType:
        kind = self._roster.get(unit.type)
        return self.book.type(unit.type) if kind is None else kind

    def status(self, unit: Unit) -> Status:
        """The status of a unit; undamaged, if the game has no record of it."""
        status = self.progress.status.get(unit.id)
        return Status(men=self.type(unit).men) if status is None else status

    def men(self, unit: Unit) -> int:
        return self.status(unit).men

    def spot(self, unit: Unit) -> Spot | None:
        """Where a unit is: its own spot, or that of the vehicle it rides; None off the table."""
        carrier = self.status(unit).aboard
        if carrier is not None and carrier in self.state.units:
            return self.spot(self.state.unit(carrier))
        return unit.at if isinstance(unit.at, Spot) else None

    def standing(self, unit: Unit) -> Spot:
        """Where a unit on the table is.

        Raises:
            NotOnMap: if it is off the table.
        """
        spot = self.spot(unit)
        if spot is None:
            raise NotOnMap(unit)
        return spot

    @memoized_of_units
    def base(self, unit: Unit) -> Base:
        """The footprint: a hull or gun, or the men of a unit; that of its carrier for one aboard.

        Raises:
            NotOnMap: if it is off the table.
        """
        status = self.status(unit)
        if status.aboard is not None and status.aboard in self.state.units:
            return self.base(self.state.unit(status.aboard))
        spot, kind = unit.at, self.type(unit)
        if not isinstance(spot, Spot):
            raise NotOnMap(unit)
        if status.men and kind.is_infantry:
            is_inside = status.inside is not None
            return _men_on(self.table, offsets_of(status), spot, unit.heading_deg, is_inside=is_inside)
        return base_at(self.table, kind, status, spot, unit.heading_deg)

    @memoized_of_units
    def models(self, unit: Unit) -> tuple[Spot, ...]:
        """Where each man stands, all on ground that he may enter (OUR 177); a vehicle's or gun's own spot."""
        spot = self.spot(unit)
        if spot is None:
            return ()
        status = self.status(unit)
        if status.aboard is not None or not self.type(unit).is_infantry:
            return (spot,)
        return _men_round(self.table, spot, offsets_of(status), is_inside=status.inside is not None)

    def of_side(self, side: str) -> Iterator[Unit]:
        return (unit for unit in self.state.units.values() if unit.side == side)

    def on_table(self) -> Iterator[Unit]:
        """The units that stand on the table themselves, not those aboard others or waiting."""
        return iter(self.placement.on_table)

    @CachedAttribute
    def placement(self) -> "Placement":
        """Which units stand on the table and where, with what has been worked out from that alone."""
        return _placement_of(self.state.units, self.progress.status, self.state.board, self.book)

    @property
    def hulls(self) -> tuple[Hull, ...]:
        """The vehicles on the table by their ids, and its wrecks."""
        return self._hulls(self.progress.wrecks)

    @memoized_by_placement
    def _hulls(self, wrecks: tuple[Loss, ...]) -> tuple[Hull, ...]:
        hulls = []
        for unit in self.on_table():
            kind = self.type(unit)
            if kind.kind.is_vehicle and kind.kind is not Kind.AIRCRAFT and isinstance(unit.at, Spot):
                hulls.append(_hull_of(kind, unit.id, str(unit), unit.at, unit.facing_deg))
        for wreck in wrecks:
            if wreck.at is not None:
                kind, name = self.book.type(wreck.type), f"wreck {wreck.unit}"
                hulls.append(_hull_of(kind, name, self.wreck_called(wreck), wreck.at, wreck.facing_deg))
        return tuple(hulls)

    def wrecks(self) -> Iterator[tuple[Loss, Base]]:
        """The wrecks on the table, each with its footprint."""
        for wreck in self.progress.wrecks:
            if wreck.at is not None:
                kind = self.book.type(wreck.type)
                yield wreck, _hull_at(kind.width_in, kind.length_in, wreck.at, wreck.facing_deg)

    def wreck_called(self, wreck: Loss) -> str:
        """A wreck in words, by its type, since it is no longer a unit with a name."""
        return f"the wrecked {self.book.type(wreck.type).name}"

    def without_wreck(self, unit: str) -> "Position":
        """The position without one wreck, which blocks nobody while it is on tow."""
        left = tuple(wreck for wreck in self.progress.wrecks if wreck.unit != unit)
        return Position(with_progress(self.state, self.progress.changed(wrecks=left)), self.book)

    @CachedAttribute
    def wreck_pieces(self) -> tuple[Piece, ...]:
        """The wrecks of the game as pieces of terrain, as wrecks drawn on the table are from the start."""
        pieces = []
        for wreck, hull in self.wrecks():
            tall_in = stature_of(self.book.type(wreck.type)).top_in
            name, terrain = f"of {wreck.unit}", TableTerrain.WRECK
            pieces.append(Piece(name, terrain, hull.outline, height_in=tall_in))
        return tuple(pieces)

    def enemies(self, side: str) -> Iterator[Unit]:
        """The enemies on the table, those aboard vehicles left out."""
        return (unit for unit in self.on_table() if unit.side != side)

    def aboard(self, carrier: Unit) -> tuple[Unit, ...]:
        """The units a vehicle carries or tows."""
        return self.placement.loads.get(carrier.id, ())

    def is_tank_rider(self, unit: Unit) -> bool:
        """Whether it rides on a tank's hull: an armoured vehicle without room inside."""
        carrier = self.status(unit).aboard
        if carrier is None or carrier not in self.state.units:
            return False
        kind = self.type(self.state.unit(carrier))
        return kind.kind.is_armoured and kind.capacity == 0

    def weapons_left(self, unit: Unit) -> tuple[tuple[str, int], ...]:
        """The names of a unit's weapons and how many of each are left; a gun out of ammunition has rifles alone (OUR 131)."""
        status = self.status(unit)
        return _weapons_left(self.type(unit), status.lost_weapons, status.is_empty)

    def is_used_up(self, unit: Unit, weapon: Weapon) -> bool:
        """Whether a unit has fired all the shots that a weapon has in a game, less those of the pieces it has lost."""
        if weapon.uses is None:
            return False
        status = self.status(unit)
        lost = status.lost_weapons.count(weapon.name) * (weapon.uses // weapon.count)
        return status.shots(weapon.name) + lost >= weapon.uses


class Placement:
    """Which units stand on a table and where, shared by all positions in which nobody has moved or come to harm."""

    def __init__(
        self, units: Mapping[str, Unit], status: Mapping[str, Status], board: Board, book: BookData
    ) -> None:
        self.units, self.status, self.board, self.book = units, status, board, book

    @CachedAttribute
    def memo(self) -> Memo:
        """Answers that depend on where all units stand, by question and arguments; shared by positions in which all stand alike."""
        earlier = (
            placement
            for placement in self._with_these_men("memo")
            if _are_alike(placement.units, self.units, _stands_as)
        )
        return next((placement.memo for placement in earlier if len(placement.memo) < MOST_REMEMBERED), {})

    @CachedAttribute
    def memo_of_units(self) -> Memo:
        """Answers that depend on where the units in the arguments stand; shared by positions in which all carriers stand alike."""
        earlier = (
            placement.memo_of_units
            for placement in self._with_these_men("memo_of_units")
            if self._has_carriers_of(placement)
        )
        return next((memo for memo in earlier if len(memo) < MOST_REMEMBERED), {})

    def _with_these_men(self, memo: str) -> Iterator["Placement"]:
        """Recent placements on this table that hold such a memo, their units with as many men, placed alike."""
        for placement in tuple(_recent):  # other threads add theirs meanwhile
            is_here = placement.board is self.board and placement.book is self.book
            if (
                is_here
                and memo in vars(placement)
                and _are_alike(placement.status, self.status, _is_placed_as)
            ):
                yield placement

    @CachedAttribute
    def on_table(self) -> tuple[Unit, ...]:
        """The units that stand on the table themselves."""
        return tuple([
            unit
            for unit in self.units.values()
            if isinstance(unit.at, Spot) and RESERVE not in unit.conditions and unit.id not in self.carriers
        ])  # fmt: skip

    @CachedAttribute
    def carriers(self) -> Mapping[str, str]:
        """The carrier of each unit that is aboard one, by the unit's id."""
        return {unit: status.aboard for unit, status in self.status.items() if status.aboard is not None}

    def _has_carriers_of(self, before: "Placement") -> bool:
        """Whether the carriers of an earlier placement, and so their passengers, are where they were."""
        pairs = ((before.units.get(name), self.units.get(name)) for name in before.carriers.values())
        return all(
            was is now or (was is not None and now is not None and _stands_as(was, now)) for was, now in pairs
        )

    @CachedAttribute
    def loads(self) -> Mapping[str, tuple[Unit, ...]]:
        """The units aboard each carrier."""
        loads: dict[str, tuple[Unit, ...]] = {}
        for unit in self.units.values() if self.carriers else ():
            if (carrier := self.carriers.get(unit.id)) is not None:
                loads[carrier] = (*loads.get(carrier, ()), unit)
        return loads


MOST_RECENT = 8
"""How many placements are remembered: the umpire's and each side's view of it, before and after an event, and some more."""

MOST_REMEMBERED = 4096
"""A memo with this many answers is not taken over from earlier positions: plans ask about places that no unit ever reaches."""

_recent: deque[Placement] = deque(maxlen=MOST_RECENT)


def _placement_of(
    units: Mapping[str, Unit], status: Mapping[str, Status], board: Board, book: BookData
) -> Placement:
    """The placement of these very objects: a recent one, or a new one."""
    for recent in tuple(_recent):
        if (
            recent.units is units
            and recent.status is status
            and recent.board is board
            and recent.book is book
        ):
            return recent
    placement = Placement(units, status, board, book)
    _recent.appendleft(placement)
    return placement


def _are_alike(
    before: Mapping[str, WorkT], now: Mapping[str, WorkT], is_as: Callable[[WorkT, WorkT], bool]
) -> bool:
    """Whether two mappings have the same units in the same order, with values that are alike by `is_as`."""
    if before is now:
        return True
    if list(before) != list(now):
        return False
    pairs = zip(before.values(), now.values(), strict=True)
    return all(is_as(was, this) for was, this in pairs if was is not this)


def _stands_as(before: Unit, now: Unit) -> bool:
    """Whether a unit is unchanged except for its conditions, of which only being in reserve must be as before."""
    is_waiting = (RESERVE in before.conditions, RESERVE in now.conditions)
    return is_waiting[0] == is_waiting[1] and before.marked(now.conditions) == now


def _is_placed_as(before: Status, now: Status) -> bool:
    """Whether a unit has as many men as before, in the same places, whatever else of its status has changed."""
    was = (before.men, before.offsets, before.aboard, before.inside)
    return was == (now.men, now.offsets, now.aboard, now.inside)


@lru_cache(maxsize=1024)
def _weapons_left(kind: KgnType, lost: tuple[str, ...], is_empty: bool) -> tuple[tuple[str, int], ...]:
    carried = (w for w in kind.weapons if not is_empty or w.kind is WeaponKind.SMALL_ARMS)
    weapons = ((weapon.name, weapon.count - lost.count(weapon.name)) for weapon in carried)
    return tuple((name, left) for name, left in weapons if left > 0)


def _hull_of(kind: KgnType, name: str, words: str, at: Spot, facing_deg: float | None) -> Hull:
    size = kind.width_in, kind.length_in, stature_of(kind).top_in
    return Hull(name, words, at, facing_deg or 0.0, *size)


def base_at(table: Tabletop, kind: KgnType, status: Status, spot: Spot, facing_deg: float) -> Base:
    """The footprint of a unit if it stood there, its men drawn in from ground they may not enter (OUR 177)."""
    if kind.is_infantry:
        return _men_on(table, offsets_of(status) or ((0.0, 0.0),), spot, facing_deg, is_inside=False)
    return _hull_at(kind.width_in, kind.length_in, spot, facing_deg)


@implements("KN-MOVE-14")
@lru_cache(maxsize=4096)
def _men_round(
    table: Tabletop, spot: Spot, offsets: tuple[tuple[float, float], ...], *, is_inside: bool
) -> tuple[Spot, ...]:
    """Where the men of a unit stand round its spot, none beyond a house wall (OUR 177).

    None stands on ground that men may not enter, unless they are inside a building or the spot itself is well on such ground.
    """
    men = tuple([Spot(spot.x_in + x, spot.y_in + y) for x, y in offsets])
    is_on_it = is_inside or _is_well_on(closed_to_men(table), spot)
    return places_pulled_back(table, spot, men, MAN_IN / 2, house_walls if is_on_it else closed_to_men)


def _is_well_on(ground: BaseGeometry, spot: Spot) -> bool:
    """Whether a spot is on some ground, farther from its edge than the tolerance."""
    return bool(shapely.contains_xy(ground, *spot)) and ground.contains(Point(spot).buffer(HAIR_IN))


@lru_cache(maxsize=4096)
def _men_on(
    table: Tabletop,
    offsets: tuple[tuple[float, float], ...],
    spot: Spot,
    facing_deg: float,
    *,
    is_inside: bool,
) -> Base:
    return Base.of_men(_men_round(table, spot, offsets, is_inside=is_inside), MAN_IN, facing_deg)


@lru_cache(maxsize=16)
def closed_to_men(table: Tabletop) -> BaseGeometry:
    """The ground of a table where nobody stands on foot outside a house: houses, their walls, water, cliffs."""
    barred = [piece.area for piece in table.pieces if ground_of(piece).bars_men]
    opened = [
        piece.area for piece in table.pieces if ground_of(piece).opens and not ground_of(piece).bars_men
    ]
    closed = shapely.union_all(
        [shapely.difference(shapely.union_all(barred), shapely.union_all(opened)), house_walls(table)]
    )
    shapely.prepare(closed)
    return closed


@lru_cache(maxsize=4096)
def _hull_at(width_in: float, length_in: float, spot: Spot, facing_deg: float) -> Base:
    return Base.rectangle(spot, width_in, length_in, facing_deg)


def offsets_of(status: Status) -> tuple[tuple[float, float], ...]:
    """Where the men stand round their spot: as they were placed, or in a cluster of rings."""
    return status.offsets[: status.men] if status.offsets else _cluster(status.men)


@lru_cache(maxsize=64)
def _cluster(men: int) -> tuple[tuple[float, float], ...]:
    placed = [(0.0, 0.0)]
    ring = 1
    while len(placed) < men:
        for k in range(6 * ring):
            turn = pi * k / (3 * ring)
            placed.append(
                (round(_BETWEEN_MEN_IN * ring * cos(turn), 3), round(_BETWEEN_MEN_IN * ring * sin(turn), 3))
            )
        ring += 1
    return tuple(placed[:men])


def _progress_outside(state: GameState) -> Progress:
    setting = Setting(Size.PLATOON, Engagement.MEETING, None, 1)
    return Progress(setting, tuple(Force(side, 0, 0) for side in state.sides))
