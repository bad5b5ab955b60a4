"""The steps of a unit Move after Move, for planning a way longer than one Move.

Rule: KGN Movement, Measuring distances, Minefields; OUR 28, 54, 134.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate, pairwise
from math import hypot

import shapely
from shapely.geometry.base import BaseGeometry

from rules.game.movement import Movement, TableMovement, turns_freely
from rules.game.ruling import Reason, Ruling
from rules.game.side_names import people
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import INCHES
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.movement_rates import road_multiple
from rules.kampfgruppe_normandy.book.rulebook import cite, ours
from rules.kampfgruppe_normandy.book.terrain_chart import ground_of
from rules.kampfgruppe_normandy.questions.activation import command_units
from rules.kampfgruppe_normandy.questions.minefields import MINE_RADIUS_IN, TRIGGERED_ON, minefields, sign_of
from rules.kampfgruppe_normandy.questions.movement.reach import Mover
from rules.kampfgruppe_normandy.questions.movement.reach_question import LESS_D6, cannot_move, mover_of
from rules.kampfgruppe_normandy.questions.movement.way_plan import turns_on
from rules.kampfgruppe_normandy.state.position import MAN_IN, offsets_of
from rules.kampfgruppe_normandy.state.progress import COMMAND_DICE

MOVE = "Move"
MOVES_EACH = 2
"""How many Moves an activation may hold."""

DIE_MEAN = 3.5

PAST_MINES = f"past mines, one of which goes off on {TRIGGERED_ON}+"


def movements(state: GameState, book: BookData, unit: Unit) -> Ruling[tuple[Movement, ...]]:
    """The steps of a unit Move after Move, round the enemy and with turns paid for, those without a die first.

    Ground that costs a die comes next, and what lies within 4 inches of a minefield last.

    Rule: KGN Movement; OUR 28, 54, 134.
    """
    position, mover = mover_of(state, book, unit)
    question = f"movement of {unit}"
    if (reason := cannot_move(position, unit, mover)) is not None:
        return Ruling(question, (), (reason,))
    mines = list(_ground_near_mines(mover))
    on_foot = mover.kind.goes_on_foot
    kinds = [(on_foot, mines, "")]
    if not on_foot:
        kinds.append((True, mines, LESS_D6))
    if mines:
        kinds.append((True, [], PAST_MINES if on_foot else f"{LESS_D6}; {PAST_MINES}"))
    rate = Fraction(mover.rate_in)
    turning = turns_freely if mover.kind.is_infantry else _turning(mover)
    ways = tuple(
        TableMovement(
            mover.graph(over_hazards=over_hazards, kept_out=kept_out),
            rate,
            asks,
            INCHES,
            MOVE,
            MOVES_EACH,
            turning,
            mover.unit.heading_deg,
            mover.nearest_facing_deg,
            mover.price,
        )
        for over_hazards, kept_out, asks in kinds
    )
    return Ruling(question, ways, tuple(_reasons(mover)))


def _reasons(mover: Mover) -> Iterator[Reason]:
    yield Reason(
        f'{mover.rate_in:g}" in a Move, two of which an activation may hold', cite("Movement rates table")
    )
    setting, side = mover.position.progress.setting, mover.unit.side
    dice, commands = COMMAND_DICE[setting.size], command_units(mover.position, side)
    yield Reason(
        f"{dice}D6 and {counted(commands, 'command unit')} let the {people(side)} activate {DIE_MEAN * dice + commands:g} units a turn on average",
        cite("Command and control roll"),
    )
    if not mover.kind.is_infantry:
        yield Reason(f'turning costs its length, {mover.kind.length_in:g}", for half a circle', ours(28))


def _ground_near_mines(mover: Mover) -> Iterator[BaseGeometry]:
    """Where the middle of a unit would have some part of it within reach of a minefield."""
    if mover.kind.is_infantry:
        offsets = offsets_of(mover.position.status(mover.unit))
        extent_in = max((hypot(*offset) for offset in offsets), default=0.0) + MAN_IN / 2
    else:
        extent_in = hypot(mover.kind.width_in, mover.kind.length_in) / 2
    for minefield in minefields(mover.position):
        yield shapely.Point(sign_of(minefield)).buffer(MINE_RADIUS_IN + extent_in, quad_segs=4)


def _turning(mover: Mover) -> Callable[[tuple[Spot, ...]], tuple[float, ...]]:
    """What a vehicle or gun pays to turn at each corner of a way; on a road turning costs less, as moving does."""
    multiple = road_multiple(mover.kind.mobility)

    def paid(way: tuple[Spot, ...]) -> tuple[float, ...]:
        gone = accumulate((start.gap_in(end) for start, end in pairwise(way)), initial=0.0)
        turned = {round(at, 6): price for at, price in turns_on(mover.unit, mover.kind, way)}
        prices = (turned.pop(round(at, 6), 0.0) for at in gone)
        return tuple(
            price / multiple if price and _is_road(mover, spot) else price
            for price, spot in zip(prices, way, strict=True)
        )

    return paid


def _is_road(mover: Mover, spot: Spot) -> bool:
    return any(ground_of(piece).is_road for piece in mover.position.table.at(spot))
