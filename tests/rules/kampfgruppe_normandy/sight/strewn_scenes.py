"""Random tables with a viewer and a target on each, often in contact with what stands there; and what rays see."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import numpy as np
from shapely import LineString, Polygon

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import HAIR_IN, Spot
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.ruleset import RULESET
from rules.kampfgruppe_normandy.state.position import Position
from tests.rules.kampfgruppe_normandy.sight import plain_rays
from tests.rules.kampfgruppe_normandy.sight.plain_rays import Block, Corner
from tests.rules.kampfgruppe_normandy.tables import unit

WIDTH_IN, DEPTH_IN = 44.0, 32.0
U_SHAPE = [(0, 0), (9, 0), (9, 8), (6.5, 8), (6.5, 2.5), (2.5, 2.5), (2.5, 8), (0, 8)]
L_SHAPE = [(0, 0), (5, 0), (5, 2), (2, 2), (2, 5), (0, 5)]
BOX = [(0, 0), (1, 0), (1, 1), (0, 1)]
HULLS = {"uk.sherman": 1.5, "de.pz4h": 1.5, "de.supply_truck": 1.2, "uk.bedford": 1.2}
HOUSE_IN, LEVEL_IN, MAN_IN = 1.8, 2.0, 0.6
WALL_IN, SKY_IN = 0.25, 99.0
POINTS = 2000


@dataclass
class Scene:
    """A table as drawn pieces for the book, and as blocks for the rays."""

    pieces: list[Piece] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    edges: list[tuple[Corner, Corner]] = field(default_factory=list)
    """Edges of houses, and long sides of bocage, that things are put against."""

    def add(
        self, terrain: T, kind: str, corners: list[Corner], *, level: int = 0, high_in: float | None = None
    ) -> None:
        name = f"{terrain.value} {len(self.pieces)}"
        self.pieces.append(Piece(name, terrain, Polygon(corners), level=level, height_in=high_in))
        usual = LEVEL_IN * max(level, 1) if kind == "hill" else HOUSE_IN
        self.blocks.append(Block(kind, corners, usual if high_in is None else high_in))
        if kind == "house":
            self.edges += zip(corners, [*corners[1:], corners[0]], strict=True)

    def add_line(self, dice: Random) -> None:
        """A line of bocage as one piece or in several."""
        start, turn = _somewhere(dice), dice.choice((0.0, 90.0, dice.uniform(0, 180)))
        along = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        ends = [
            np.array(start) + along * away
            for away in (0.0, *sorted(dice.choices((3.0, 5.0, 6.5), k=2)), 10.0)
        ]
        stops = [ends[0], ends[-1]] if dice.random() < 0.5 else ends
        inside = [stop for stop in stops if 0 <= stop[0] <= WIDTH_IN and 0 <= stop[1] <= DEPTH_IN]
        for one, other in pairwise(inside):
            if (one == other).all():
                continue
            name = f"bocage {len(self.pieces)}"
            self.pieces.append(Piece(name, T.BOCAGE, LineString([one, other]), 0.8))
            aside = np.array([-along[1], along[0]]) * 0.4
            corners = [one + aside, other + aside, other - aside, one - aside]
            drawn = [(float(x), float(y)) for x, y in corners]
            self.blocks.append(Block("bocage", drawn, HOUSE_IN))
            self.edges.append((drawn[0], drawn[1]))

    def add_wall(self, dice: Random) -> None:
        """A house wall too high to look over, whole or with an open door that reaches a hair beyond its jambs."""
        start, turn = np.array(_somewhere(dice)), np.radians(dice.choice((0.0, 90.0, dice.uniform(0, 180))))
        along = np.array([np.cos(turn), np.sin(turn)])
        length, name = dice.uniform(5, 9), f"wall {len(self.pieces)}"
        door = (
            sorted((dice.uniform(1, length - 1), dice.uniform(1, length - 1))) if dice.random() < 0.6 else []
        )
        self.pieces.append(Piece(name, T.HOUSE_WALL, LineString([start, start + along * length]), WALL_IN))
        if door:
            doorway = LineString([start + along * stop for stop in door])
            self.pieces.append(Piece(f"door of {name}", T.OPEN_DOOR, doorway, WALL_IN))
        jambs = [door[0] - HAIR_IN, door[1] + HAIR_IN] if door else []
        stops = [0.0, *jambs, length]
        aside = np.array([-along[1], along[0]]) * WALL_IN / 2
        for one, other in zip(stops[::2], stops[1::2], strict=True):
            ends = start + along * one, start + along * other
            corners = [ends[0] + aside, ends[1] + aside, ends[1] - aside, ends[0] - aside]
            drawn = [(float(x), float(y)) for x, y in corners]
            self.blocks.append(Block("house wall", drawn, SKY_IN))
            self.edges += ((drawn[0], drawn[1]), (drawn[2], drawn[3]))


def _somewhere(dice: Random) -> Corner:
    return dice.uniform(9, WIDTH_IN - 9), dice.uniform(9, DEPTH_IN - 9)


def _shape(
    dice: Random, shape: Sequence[tuple[float, float]], wide_in: float = 1.0, deep_in: float = 1.0
) -> list[Corner]:
    turn = np.radians(dice.choice((0, 90, 180, 270, dice.uniform(0, 360))))
    size = np.array(shape, dtype=np.float64) * (wide_in, deep_in)
    size -= size.mean(axis=0)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return [(float(x), float(y)) for x, y in np.array(_somewhere(dice)) + size @ spin]


def _halves(corners: list[Corner]) -> list[list[Corner]]:
    """A box in two that touch."""
    one, two, three, four = (np.array(corner) for corner in corners)
    middles = (one + two) / 2, (three + four) / 2
    cut = [[one, middles[0], middles[1], four], [middles[0], two, three, middles[1]]]
    return [[(float(x), float(y)) for x, y in half] for half in cut]


def scene(dice: Random) -> Scene:
    """Hills with and without levels, houses that touch, woods whole and in halves, bocage in pieces, smoke."""
    drawn = Scene()
    for _ in range(dice.randint(0, 2)):
        corners = _shape(dice, BOX, dice.uniform(6, 14), dice.uniform(6, 14))
        drawn.add(dice.choice((T.HILL, T.CREST)), "hill", corners, level=dice.choice((0, 1, 2)))
    for _ in range(dice.randint(1, 3)):
        high_in = dice.choice((None, None, 2.6, 1.0))
        corners = _shape(dice, BOX, dice.uniform(2, 6), dice.uniform(2, 5))
        for part in _halves(corners) if dice.random() < 0.5 else [corners]:
            drawn.add(T.STONE_BUILDING, "house", part, high_in=high_in)
    if dice.random() < 0.5:
        drawn.add(T.BRICK_BUILDING, "house", _shape(dice, L_SHAPE))
    high_in = dice.choice((None, 4.0))
    corners = _shape(dice, BOX, dice.uniform(2, 9), dice.uniform(2, 7))
    for part in _halves(corners) if dice.random() < 0.7 else [corners]:
        drawn.add(T.WOODS, "wood", part, high_in=high_in)
    if dice.random() < 0.6:
        drawn.add(T.FOREST, "wood", _shape(dice, U_SHAPE), high_in=high_in)
    if dice.random() < 0.3:
        drawn.add(T.SMOKE, "smoke", _shape(dice, BOX, dice.uniform(2, 5), dice.uniform(2, 5)))
    for _ in range(dice.randint(0, 2)):
        drawn.add_line(dice)
    return drawn


def _at_an_edge(dice: Random, drawn: Scene, half_in: float) -> tuple[Corner, float]:
    """A place against an edge, or all but: touching, a hair off, or a little over it."""
    (ax, ay), (bx, by) = dice.choice(drawn.edges)
    along = np.array([bx - ax, by - ay])
    away = np.array([along[1], -along[0]]) / np.hypot(*along) * dice.choice((1, -1))
    gap_in = dice.choice((0.0, 0.001, 0.3, -0.2))
    place = np.array([ax, ay]) + along * dice.uniform(0.1, 0.9) + away * (half_in + gap_in)
    return (float(place[0]), float(place[1])), float(np.degrees(np.arctan2(along[1], along[0])))


def shares_ruled_and_by_rays(seed: int) -> list[tuple[float, float]]:
    """On one table the shares seen of a few targets: as they are ruled, and as rays tell them."""
    dice = Random(seed)
    drawn = scene(dice)
    if seed % 3 == 2:
        for _ in range(dice.randint(1, 3)):
            drawn.add_wall(dice)
    table = Tabletop(f"strewn {seed}", WIDTH_IN, DEPTH_IN, tuple(drawn.pieces))
    found = []
    for _ in range(3):
        kind = dice.choice(("de.pz4h", "de.squad", "de.squad", "de.supply_truck"))
        at, facing = _somewhere(dice), dice.choice((0.0, 90.0, dice.uniform(0, 360)))
        if drawn.edges and dice.random() < 0.6:
            at, facing = _at_an_edge(dice, drawn, 0.8 if kind != "de.squad" else 0.3)
        eye = dice.choice(("uk.sherman", "uk.sniper"))
        looker = unit("a", eye, (dice.uniform(2, WIDTH_IN - 2), dice.uniform(2, DEPTH_IN - 2)), 33.0)
        target = unit("b", kind, at, facing)
        others = [unit("c", "uk.bedford", _somewhere(dice), dice.uniform(0, 360))]
        if dice.random() < 0.5:
            others.append(_beside(target, dice))
        units = {neighbour.id: neighbour for neighbour in (looker, target, *others)}
        position = Position(GameState(table, units, (), ("uk", "de")), RULESET.book)
        hulls = [
            Block(
                f"hull {neighbour.id}",
                _hull(position, neighbour),
                HULLS[neighbour.type] + _ground_in(drawn, neighbour),
            )
            for neighbour in others
        ]
        told = look(position, looker, target).share
        found.append((told, _by_rays(drawn.blocks + hulls, position, looker, target)))
    return found


def _beside(target: Unit, dice: Random) -> Unit:
    """A tank bumper to bumper with a target, if that is a hull."""
    facing_deg = target.facing_deg or 0.0
    turn, away_in = np.radians(facing_deg), dice.choice((1, -1)) * (3.2 + dice.choice((0.0, 0.2)))
    assert isinstance(target.at, Spot)
    at = target.at.x_in + away_in * float(np.sin(turn)), target.at.y_in - away_in * float(np.cos(turn))
    return unit("d", "uk.sherman", at, facing_deg)


def _ground_in(drawn: Scene, one: Unit) -> float:
    hills = [block for block in drawn.blocks if block.kind == "hill"]
    return float(plain_rays.ground_in(hills, np.array([one.at]))[0])


def _hull(position: Position, one: Unit) -> list[Corner]:
    row = position.type(one)
    return plain_rays.hull(_at(one), row.width_in, row.length_in, one.facing_deg or 0.0)


def _at(one: Unit) -> Corner:
    assert isinstance(one.at, Spot)
    return one.at.x_in, one.at.y_in


def _by_rays(blocks: list[Block], position: Position, looker: Unit, target: Unit) -> float:
    row, above_in = position.type(target), 0.9 * HULLS.get(looker.type, 1.0)
    if target.type in HULLS:
        points = plain_rays.strewn_over_hull(
            _at(target), row.width_in, row.length_in, target.facing_deg or 0.0, POINTS
        )
        feet = np.broadcast_to(np.array(_at(target)), points.shape)
    else:
        men = np.array(position.models(target))
        points, feet = plain_rays.strewn_over_men(men, MAN_IN, POINTS // len(men))
    return plain_rays.share_seen(blocks, _at(looker), above_in, points, HULLS.get(target.type, 1.0), feet)
