"""Reach, path and declared moves on one side, a brute force over place and heading on the other."""

from dataclasses import dataclass
from random import Random

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from maps.house_walls import DrawnHouses, Opening
from rules.game.state import GameState
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.questions.movement.reach import Mover
from rules.kampfgruppe_normandy.questions.movement.reach_question import LESS_D6
from rules.kampfgruppe_normandy.questions.movement.restrictions import why_not_go
from rules.kampfgruppe_normandy.questions.movement.way_plan import WayPlan
from tests.maps.floor_plans import PLANS, plan
from tests.oracle.turning_lattice import HEADINGS_DEG, Floats, cheapest, hull, way_cost
from tests.rules.kampfgruppe_normandy.tables import RULESET, area, line, position, ready, table, unit

START = Spot(16, 12)
SIZE_IN = (32.0, 24.0)
KINDS = ("uk.m5_halftrack", "uk.sherman")
RATES_IN = {"uk.m5_halftrack": 12.0, "uk.sherman": 9.0}
SPARE_IN = 0.03
"""The extra room that the brute force gives a hull, so that rounding does not decide."""
NOTHING = shapely.Point()
WALLED = (T.HOUSE_WALL, T.OPEN_DOOR, T.INTERIOR)
"""The terrain of a house drawn wall by wall that no vehicle goes through."""
MOST_DEARER, MORE_IN = 1.02, 0.2


@dataclass(frozen=True)
class Duel:
    """A vehicle in the middle of a small table."""

    state: GameState
    closed: BaseGeometry
    roads: BaseGeometry
    costly: BaseGeometry

    @classmethod
    def on_random_table(cls, seed: int, hedges: int = 0) -> "Duel":
        """Turned houses, and a road on every third table."""
        dice = Random(seed)
        pieces = []
        for number in range(9):
            x, y, wide, deep = (
                dice.uniform(3, 27),
                dice.uniform(3, 20),
                dice.uniform(1, 4),
                dice.uniform(1, 4),
            )
            house = affinity.rotate(shapely.box(x, y, x + wide, y + deep), dice.uniform(0, 90))
            if house.distance(shapely.Point(START)) > 1.3 and house.within(shapely.box(0, 0, *SIZE_IN)):
                pieces.append(Piece(f"house {number}", T.STONE_BUILDING, house))
        if seed % 3 == 0:
            bends = [(0, dice.uniform(4, 20)), (16, dice.uniform(8, 16)), (32, dice.uniform(4, 20))]
            pieces.append(line(T.GOOD_ROAD, *bends, width_in=2.2))
        for number in range(hedges):
            x, y = dice.uniform(6, 26), dice.uniform(6, 18)
            ends = (x - dice.uniform(0, 5), y - dice.uniform(0, 5)), (x + dice.uniform(0, 5), y)
            hedge = line(T.HEDGE, *ends, width_in=0.4, name=f"hedge {number}")
            if hedge.area.distance(shapely.Point(START)) > 0.2:
                pieces.append(hedge)
        return cls._of(pieces, KINDS[seed % 2], dice.uniform(0, 360))

    @classmethod
    def between_walls(cls, seed: int) -> "Duel":
        """A house plan as maps have it: walls in rows, an opening of two to three inches in each."""
        dice = Random(seed)
        pieces = []
        for number, y in enumerate((3.0, 8.5, 15.0, 20.5)):
            door, wide = dice.uniform(6, 24), dice.uniform(2.0, 3.0)
            for side, (west, east) in enumerate(((0.0, door), (door + wide, 32.0))):
                name = f"wall {number} {side}"
                pieces.append(area(T.BRICK_BUILDING, west, y, east, y + 0.4, name=name))
        for number, (x, north, south) in enumerate(
            ((10.0, 8.9, 15.0), (22.0, 8.9, 15.0), (16.0, 15.4, 20.5))
        ):
            door = dice.uniform(north + 0.5, south - 3.0)
            name = f"cross wall {number}"
            pieces.append(area(T.BRICK_BUILDING, x, north, x + 0.4, door, name=f"{name} north"))
            pieces.append(area(T.BRICK_BUILDING, x, door + 2.3, x + 0.4, south, name=f"{name} south"))
        return cls._of(pieces, KINDS[seed % 2], dice.uniform(0, 360))

    @classmethod
    def in_a_court(cls, seed: int) -> "Duel":
        """The yard of a map as other programs export it, line by line: two houses in it, two gates in its wall."""
        dice = Random(seed)
        drawn, square_in = plan(PLANS["court"].replace("--  --", "--D---")), dice.uniform(0.85, 0.95)
        yard = 16.5, 6.0
        moves = [square_in, 0, 0, square_in, *(at - square_in * k for at, k in zip(START, yard, strict=True))]
        walls = [affinity.affine_transform(shapely.LineString(wall), moves) for wall in drawn.walls]
        openings = [
            Opening(
                T.GAP if sign == "D" else T.OPEN_DOOR,
                affinity.affine_transform(shapely.LineString(door), moves),
            )
            for sign, door in drawn.doors
        ]
        walls += [opening.line for opening in openings]
        pieces = DrawnHouses(*SIZE_IN, walls, openings).pieces
        return cls._of([*pieces], KINDS[seed % 2], dice.uniform(0, 360))

    @classmethod
    def _of(cls, pieces: list[Piece], kind: str, facing_deg: float) -> "Duel":
        ground = table(*pieces, width_in=SIZE_IN[0], depth_in=SIZE_IN[1])
        state = ready(ground, unit("u", kind, START, facing_deg), unit("far", "de.squad", (31, 1)))
        houses, roads, hedges = (
            shapely.union_all([piece.area for piece in pieces if piece.terrain in kinds])
            for kinds in ((T.STONE_BUILDING, T.BRICK_BUILDING), (T.GOOD_ROAD,), (T.HEDGE,))
        )
        gaps = shapely.union_all([piece.area for piece in pieces if piece.terrain is T.GAP])
        walls = shapely.union_all([piece.area for piece in pieces if piece.terrain in WALLED])
        houses = houses.union(walls.difference(gaps.buffer(HAIR_IN, join_style="mitre")))
        for ground_of_a_kind in (houses, roads, hedges):
            shapely.prepare(ground_of_a_kind)
        return cls(state, houses, roads, shapely.difference(hedges, roads))

    @property
    def mover(self) -> Mover:
        return Mover(position(self.state), self.state.unit("u"), START)

    @property
    def rate_in(self) -> float:
        return RATES_IN[self.state.unit("u").type]

    @property
    def facing_deg(self) -> float:
        return self.state.unit("u").facing_deg or 0.0

    @property
    def _surely_paid(self) -> float:
        """The cost surely within its rate: the rate less what rounding may take where a way leaves a road (OUR 26)."""
        return self.rate_in / MOST_DEARER - MORE_IN - self._rounded_in

    @property
    def _rounded_in(self) -> float:
        """What rounding may take where a way leaves a road (OUR 26)."""
        return 0.0 if self.roads.is_empty else 0.5

    def judge_ways(self, spacing_in: float) -> None:
        """Every way is drawn as the rules allow and costs what it costs by hand; none the lattice finds is cheaper."""
        best = self._brute_force(spacing_in, self.closed)
        kind = self.mover.kind
        ways = self.mover.ways_to(np.array([*best]).reshape(-1, 2))
        for (spot, least), way in zip(best.items(), ways, strict=True):
            if way is None:
                assert least > self._surely_paid, (spot, least)
                continue
            most_in = least * MOST_DEARER + MORE_IN + self._rounded_in
            assert way.price_in <= most_in, (spot, least, way)
            self._judge_way(way)
            backwards = way.factor > 1
            drawn = way_cost(list(way.path), self.facing_deg, kind.length_in / 180, self._price, backwards)
            assert (
                abs(drawn - (way.price_in - self._last_turn(way))) < 0.05 * drawn + MORE_IN + self._rounded_in
            )

    def judge_reach(self) -> None:
        """Reach says of every eleventh inch square what `path` costs, and none else is in reach."""
        unit = self.state.unit("u")
        told = RULESET.reach(self.state, unit).verdict.cost
        for spot in [*position(self.state).table.lattice()][::11]:
            way = RULESET.path(self.state, unit, spot).verdict
            assert bool(way.places) is (spot in told), spot
            assert not way.places or way.cost == told[spot], spot

    def judge_dice(self, spacing_in: float) -> None:
        """Assert that no die is asked for a place that the lattice reaches without a hedge, except one place of a table at most.

        On the twenty tables of the proof that is 1 of 11,965: a way that turns three times behind a hedge.
        """
        best = self._brute_force(spacing_in, self.closed, self.costly)
        asked = []
        for (spot, least), way in zip(
            best.items(), self.mover.ways_to(np.array([*best]).reshape(-1, 2)), strict=True
        ):
            if least < self._surely_paid:
                assert way is not None, spot
                asked += [(spot, least)] if way.needs_die else []
        assert len(asked) <= 1, (asked, LESS_D6)

    def _brute_force(
        self, spacing_in: float, closed: BaseGeometry, costly: BaseGeometry = NOTHING
    ) -> dict[Spot, float]:
        """The places with room for a hull that the lattice reaches, and their least cost."""
        kind = self.mover.kind
        found = cheapest(
            START,
            self.facing_deg,
            self.rate_in,
            spacing_in,
            kind.width_in / 2 + SPARE_IN,
            kind.length_in / 180,
            closed,
            SIZE_IN,
            self._price,
            costly,
        )
        edge = shapely.box(0, 0, *SIZE_IN)
        best: dict[Spot, float] = {}
        for (x, y, heading), cost in sorted(found.items(), key=lambda one: one[1]):
            spot = Spot(START.x_in + x * spacing_in, START.y_in + y * spacing_in)
            if spot == START or spot in best:
                continue
            room = hull(spot, HEADINGS_DEG[heading], kind.width_in + SPARE_IN, kind.length_in + SPARE_IN)
            if room.within(edge) and not room.intersects(closed):
                best[spot] = cost
        return best

    def _judge_way(self, way: WayPlan) -> None:
        """Assert that the rules allow the way, and that neither its lane nor the hull at its end overlaps a house."""
        kind, unit = self.mover.kind, self.state.unit("u")
        is_reverse = way.factor > 1
        assert not list(why_not_go(position(self.state), unit, way.path, way.facing_deg, reverse=is_reverse))
        middle = shapely.LineString(way.path)
        assert self.closed.distance(middle) >= kind.width_in / 2 - 0.011
        one, other = way.path[-2:]
        bearing = one.bearing_deg(other) if way.facing_deg is None else way.facing_deg
        assert not hull(other, bearing, kind.width_in - 0.02, kind.length_in - 0.02).intersects(self.closed)

    def _last_turn(self, way: WayPlan) -> float:
        """What the turn at the end costs, that is not drawn."""
        if way.facing_deg is None:
            return 0.0
        at, price = way.turns[-1]
        return price / 2 if at > 0 and way.is_road(at - 1e-3) else price

    def _price(self, x_in: Floats, y_in: Floats) -> Floats:
        return np.where(shapely.intersects_xy(self.roads, x_in, y_in), 0.5, 1.0)
