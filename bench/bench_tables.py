"""Tables in inches: fields, pairs and reach by both books for them, and the bare ground."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import inf

import numpy as np
import shapely

from bench.harness.groups import group
from bench.harness.measuring import Peer, Work, compare, forget, within_ms
from bench.harness.rows import Row
from bench.inch_tables import COMPANY, GOAL, PLATOON, START, face_to_face, opening, strewn
from bench.peers import TreeOfPieces
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.movement.graph import TableGraph
from rules.ground.table.outlines import Outlines
from rules.ground.table.sight.crossings import crossings
from rules.ground.table.sight.field import seen_spots
from rules.ground.table.tabletop import Piece, Tabletop
from rules.kampfgruppe_normandy.ruleset import RULESET as KGN
from rules.micro_armour.ruleset import MATG1

APART_IN = 1 / 128
"""How far the units of a question are moved each time, so that no answer is cached."""

OFTEN = 64
"""How often a field is asked for before timing, so that the kernels for frequent questions are loaded."""

PAIR_MS = 2.0
"""The budget for an explained line, with the share of the target that is seen."""


@dataclass(frozen=True)
class _Asked:
    """A book on a table, and the units that are asked about."""

    name: str
    book: Ruleset
    state: GameState
    units: tuple[str, ...]

    @property
    def table(self) -> Tabletop:
        assert isinstance(self.state.board, Tabletop)
        return self.state.board

    def asking(self, question: Callable[[GameState, Unit], object]) -> Work:
        """The work of asking about each of the units."""
        turns = count()

        def ask() -> None:
            by_in = next(turns) % 64 * APART_IN
            for name in self.units:
                unit = self.state.unit(name)
                moved = replace(unit, at=Spot(_spot(unit).x_in + by_in, _spot(unit).y_in))
                question(self.state.with_unit(moved), moved)

        return ask

    def field(self, limit: float) -> Iterator[Row]:
        """The field, compared with a bare field: from one eye to the middle of each square, where pieces
        simply hide all that is behind them. Ours takes heights and the size of targets into account, and for
        a squad the eye of each of its men."""
        outlines, spots = (
            Outlines.of({piece.id: piece.area for piece in self.table.pieces}),
            np.array(list(self.table.lattice())),
        )
        solid = dict.fromkeys(outlines.ids, 0.0)
        raw = self.asking(lambda _, unit: seen_spots(outlines, _spot(unit), spots, solid))
        ours = self.asking(self.book.sight_field)
        for _ in range(OFTEN):
            ours()
        peer = Peer("raw field", raw, limit, asks=len(self.units))
        yield from compare(f"{self.name} field", ours, peer, asks=len(self.units))

    def reach(self, limit: float) -> Iterator[Row]:
        """The reach, compared with the bare field by a library."""
        tree = _tree(self.table)
        peer = Peer(
            "STRtree field", self.asking(lambda _, unit: tree.field(_spot(unit))), limit, asks=len(self.units)
        )
        yield from compare(f"{self.name} reach", self.asking(self.book.reach), peer, asks=len(self.units))

    def pairs(self) -> Iterator[Row]:
        """Every line from the units to their enemies, explained."""
        enemies = [
            unit
            for unit in self.state.units.values()
            if isinstance(unit.at, Spot) and unit.side != self.state.unit(self.units[0]).side
        ]
        look = self.book.line_of_sight
        work = self.asking(lambda state, unit: [look(state, unit, enemy) for enemy in enemies])
        yield within_ms(f"{self.name} explained pair", work, PAIR_MS, asks=len(enemies) * len(self.units))


@group
def kgn() -> Iterator[Row]:
    """Kampfgruppe Normandy: a squad's field, and the reach of vehicles that pay for their turns."""
    platoon, company = opening(KGN, PLATOON), opening(KGN, COMPANY)
    yield from _Asked("KGN platoon", KGN, platoon, ("uk.1.1", "de.1.1")).field(limit=8)
    yield from _Asked("KGN company", KGN, company, ("uk.1.1", "de.1.1")).field(limit=8)
    yield from _Asked("KGN platoon", KGN, platoon, ("uk.ht", "uk.tank.1", "de.car")).reach(limit=1)
    yield from _Asked("KGN company", KGN, company, ("uk.ht", "de.tank")).reach(limit=1)
    yield from _Asked("KGN company", KGN, company, ("uk.1.1", "uk.ht")).pairs()


@group
def matg() -> Iterator[Row]:
    """Micro Armour: a tank's field and reach."""
    tanks = _Asked("Micro Armour", MATG1, face_to_face(MATG1), ("s-1a", "s-2a"))
    yield from tanks.field(limit=4)
    yield from tanks.reach(limit=0.5)
    yield from tanks.pairs()


@group
def ground() -> Iterator[Row]:
    """The ground for both: 40 woods on 72 x 48 inches."""
    table = strewn()
    outlines, spots, tree = (
        Outlines.of({piece.id: piece.area for piece in table.pieces}),
        np.array(list(table.lattice())),
        _tree(table),
    )
    viewer = Spot(36.1, 24.2)
    for name, depth_in in (("solid", 0.0), ("hiding only what is behind", inf), ("two inches in", 2.0)):
        field = partial(seen_spots, outlines, viewer, spots, dict.fromkeys(outlines.ids, depth_in))
        yield from compare(f"raw field, pieces {name}", field, Peer("STRtree", lambda: tree.field(viewer)))
    line = shapely.LineString([START, GOAL])
    yield from compare(
        "every piece on a line, explained",
        lambda: [(each.depth_in, each.is_close_call()) for each in crossings(outlines, START, GOAL)],
        Peer(
            "STRtree, depths only",
            lambda: [line.intersection(tree.areas[n]).length for n in tree.tree.query(line)],
        ),
    )
    graph = TableGraph.of(table, _woods_at_3)
    yield from compare(
        "movement graph of a table", lambda: TableGraph.of(table, _woods_at_3).steps, before=forget
    )
    yield from compare("region in reach for 12 points", lambda: graph.reach(Spot(36, 24), 12.0))
    yield from compare("cheapest way across a table", lambda: graph.way(START, GOAL))


def _tree(table: Tabletop) -> TreeOfPieces:
    return TreeOfPieces([piece.area for piece in table.pieces], np.array(list(table.lattice())))


def _spot(unit: Unit) -> Spot:
    assert isinstance(unit.at, Spot)
    return unit.at


def _woods_at_3(pieces: tuple[Piece, ...]) -> float:
    return 3.0 if pieces else 1.0
