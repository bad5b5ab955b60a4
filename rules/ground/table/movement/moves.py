"""The cost of straight moves over a table, and of an inch at places: compiled, over cells of half an inch.

Each cell knows the edges in it and the price at its node; the price elsewhere in the cell follows from the edges between
a place and the node. On which side of an edge a place lies is decided in double-double arithmetic (106 bits).
"""

from math import floor, hypot, inf, sqrt
from typing import NamedTuple

import numpy as np

from rules.ground.table.arrays import Floats, Ints
from rules.ground.table.kernels import inner, kernel, subkernel
from rules.ground.table.movement.lattice import STEP_IN

_LEAST = 1e-12
_REACH_IN = 1e-9
_FILTER = 3.3306690738754716e-16
_SPLIT = 134217729.0


class Cells(NamedTuple):
    """The ground of a table in cells of half an inch, `columns` of them in a row.

    In cell k lie the edges `edges[first[k]:first[k + 1]]`. They run from `starts` to `ends` (n, 2) and have ground of
    the kinds `left` and `right` beside them; an inch of a kind costs `prices[kind]`, the cheapest first. The node of each
    cell, `nodes` (k, 2), is on ground of a known `kind`, and every place of the cell is at least `off_cheapest` inches from
    the cheapest ground.
    """

    columns: int
    rows: int
    first: Ints
    edges: Ints
    starts: Floats
    ends: Floats
    left: Ints
    right: Ints
    prices: Floats
    nodes: Floats
    kind: Ints
    off_cheapest: Floats


class EdgeScratch(NamedTuple):
    """Scratch space for a move: which move `met` each edge last, the `edges` it may meet, and the
    `shares` at which they cut it."""

    met: Ints
    edges: Ints
    shares: Floats


@subkernel
def edge_scratch(cells: Cells) -> EdgeScratch:
    edges = len(cells.starts)
    return EdgeScratch(np.full(edges, -1, np.int64), np.empty(edges, np.int64), np.empty(2 * edges + 2))


@kernel
def move_costs(cells: Cells, starts: Floats, ends: Floats) -> Floats:
    """The cost of each straight move (n, 2) to (n, 2); inf where it would enter forbidden ground."""
    costs = np.empty(len(starts))
    _find_costs(cells, starts, ends, edge_scratch(cells), costs)
    return costs


@inner
def _find_costs(cells: Cells, starts: Floats, ends: Floats, scratch: EdgeScratch, costs: Floats) -> None:
    for move in range(len(starts)):
        costs[move] = cost_of(cells, starts[move], ends[move], scratch, move)


@kernel
def least_costs(cells: Cells, start: Floats, ends: Floats) -> Floats:
    """A lower bound of the cost of any way from a start to each place (n, 2)."""
    costs = np.empty(len(ends))
    for move in range(len(ends)):
        costs[move] = least_cost(cells, start, ends[move])
    return costs


@kernel
def edges_in_cells(columns: int, rows: int, starts: Floats, ends: Floats) -> tuple[Ints, Ints]:
    """The edges in each cell: `first` and `edges` of Cells."""
    first = np.zeros(columns * rows + 1, np.int64)
    edges = np.empty(0, np.int64)
    for is_counted in (False, True):
        if is_counted:
            # NumPy's own sum would be three fifths of what this kernel takes to compile.
            for cell in range(columns * rows):
                first[cell + 1] += first[cell]
            edges, last = np.empty(first[-1], np.int64), first[:-1].copy()
        for edge in range(len(starts)):
            west, east = min(starts[edge, 0], ends[edge, 0]), max(starts[edge, 0], ends[edge, 0])
            for column in range(_cell(west, columns), _cell(east, columns, 1) + 1):
                low, high = _rows_in(columns, rows, column, starts[edge], ends[edge])
                for row in range(low, high + 1):
                    cell = row * columns + column
                    if is_counted:
                        edges[last[cell]] = edge
                        last[cell] += 1
                    else:
                        first[cell + 1] += 1
    return first, edges


@kernel
def place_prices(cells: Cells, places: Floats) -> Floats:
    """The cost of an inch at each place (n, 2): on an edge that of the cheaper side; inf on forbidden ground."""
    prices = np.empty(len(places))
    for place in range(len(places)):
        prices[place] = _price(cells, places[place, 0], places[place, 1])
    return prices


@inner
def cost_of(cells: Cells, start: Floats, end: Floats, scratch: EdgeScratch, move: int) -> float:
    """The cost of one move; `move` must be a number that no other move has in this scratch space."""
    x, y = start[0], start[1]
    along_x, along_y = end[0] - x, end[1] - y
    length = hypot(along_x, along_y)
    if not length > 0:
        return 0.0
    shares = scratch.shares
    shares[0], shares[1], count = 0.0, 1.0, 2
    for at in range(edges_near(cells, start, end, scratch, move)):
        edge = scratch.edges[at]
        count = cut_by(cells.starts[edge], cells.ends[edge], x, y, end[0], end[1], shares, count)
    if count == 2:
        return _price(cells, x + 0.5 * along_x, y + 0.5 * along_y) * length
    put_in_order(shares, count)
    paid = 0.0
    for part in range(count - 1):
        share = shares[part + 1] - shares[part]
        if share > _LEAST:
            middle = (shares[part] + shares[part + 1]) / 2
            paid += _price(cells, x + middle * along_x, y + middle * along_y) * share * length
    return paid


@inner
def least_cost(cells: Cells, start: Floats, end: Floats) -> float:
    """A lower bound of the cost of a move: as if all ground were the cheapest, except dearer ground round its ends."""
    along_x, along_y = end[0] - start[0], end[1] - start[1]
    length = sqrt(along_x * along_x + along_y * along_y)
    return least_of(cells, length, off_cheapest(cells, start) + off_cheapest(cells, end))


@inner
def least_of(cells: Cells, length: float, off_in: float) -> float:
    """A lower bound of the cost of a move of this length, of which at least `off_in` inches lie off the cheapest ground."""
    cheapest = cells.prices[0]
    dearer = cells.prices[1] if len(cells.prices) > 1 and cells.prices[1] < inf else cheapest
    return float(dearer * min(length, off_in) + cheapest * max(length - off_in, 0.0))


@inner
def off_cheapest(cells: Cells, place: Floats) -> float:
    """A lower bound of the distance from a place to the cheapest ground, in inches."""
    cell = _cell(place[1], cells.rows, 0) * cells.columns + _cell(place[0], cells.columns, 0)
    return float(cells.off_cheapest[cell])


@inner
def edges_near(cells: Cells, start: Floats, end: Floats, scratch: EdgeScratch, move: int) -> int:
    """Write the edges in the cells that a move runs through into the scratch space, each once; return how many.

    The edges of adjacent cells of a row lie side by side in `Cells.edges`, so that a row without any is skipped at once.
    """
    count, columns, rows = 0, cells.columns, cells.rows
    x, y, along_x, along_y = start[0], start[1], end[0] - start[0], end[1] - start[1]
    is_steep = abs(along_y) > STEP_IN / 8
    slope = along_x / along_y if is_steep else 0.0
    west, east = min(x, end[0]), max(x, end[0])
    north, south = min(y, end[1]), max(y, end[1])
    for row in range(_cell(north, rows), _cell(south, rows, 1) + 1):
        low, high = west, east
        if is_steep:
            top = -inf if row == 0 else row * STEP_IN - _REACH_IN
            bottom = inf if row == rows - 1 else (row + 1) * STEP_IN + _REACH_IN
            one, other = x + (max(north, top) - y) * slope, x + (min(south, bottom) - y) * slope
            low, high = max(low, min(one, other)), min(high, max(one, other))
        cell = row * columns
        first, last = cells.first[cell + _cell(low, columns)], cells.first[cell + _cell(high, columns, 1) + 1]
        for at in range(first, last):
            edge = cells.edges[at]
            if scratch.met[edge] != move:
                scratch.met[edge], scratch.edges[count] = move, edge
                count += 1
    return count


@inner
def put_in_order(numbers: Floats | Ints, count: int) -> None:
    """Sort the first `count` numbers in place, by insertion: they are few."""
    for place in range(1, count):
        number, at = numbers[place], place
        while at and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number


@inner
def _cell(at_in: float, most: int, beyond: int = -1) -> int:
    """The row or column of cells that a coordinate lies in, the rounding allowance before it (-1) or beyond it (1)."""
    return max(0, min(most - 1, floor((at_in + beyond * _REACH_IN) / STEP_IN)))


@inner
def _rows_in(columns: int, rows: int, column: int, start: Floats, end: Floats) -> tuple[int, int]:
    """The first and last row in which a line runs through a column of cells."""
    x, y, to_x, to_y = start[0], start[1], end[0], end[1]
    low, high = min(y, to_y), max(y, to_y)
    if abs(to_x - x) > STEP_IN / 8:
        west = -inf if column == 0 else column * STEP_IN
        east = inf if column == columns - 1 else (column + 1) * STEP_IN
        slope = (to_y - y) / (to_x - x)
        one = y + (max(min(x, to_x), west - _REACH_IN) - x) * slope
        other = y + (min(max(x, to_x), east + _REACH_IN) - x) * slope
        low, high = max(low, min(one, other)), min(high, max(one, other))
    return _cell(low, rows), _cell(high, rows, 1)


@inner
def cut_by(
    start: Floats, end: Floats, x: float, y: float, to_x: float, to_y: float, shares: Floats, count: int
) -> int:
    """Add where a move meets an edge, or the two ends of its run along it, to the shares of the move;
    return how many there are."""
    a_x, a_y, b_x, b_y = start[0], start[1], end[0], end[1]
    if max(x, to_x) < min(a_x, b_x) or min(x, to_x) > max(a_x, b_x):
        return count
    if max(y, to_y) < min(a_y, b_y) or min(y, to_y) > max(a_y, b_y):
        return count
    if side_of(x, y, to_x, to_y, a_x, a_y) * side_of(x, y, to_x, to_y, b_x, b_y) > 0:
        return count
    if side_of(a_x, a_y, b_x, b_y, x, y) * side_of(a_x, a_y, b_x, b_y, to_x, to_y) > 0:
        return count
    along_x, along_y, wall_x, wall_y = to_x - x, to_y - y, b_x - a_x, b_y - a_y
    gap_x, gap_y = a_x - x, a_y - y
    across, squared = along_x * wall_y - along_y * wall_x, along_x * along_x + along_y * along_y
    if abs(across) > _LEAST:
        shares[count] = _share((gap_x * wall_y - gap_y * wall_x) / across)
        return count + 1
    if squared > 0:
        shares[count] = _share((along_x * gap_x + along_y * gap_y) / squared)
        shares[count + 1] = _share((along_x * (gap_x + wall_x) + along_y * (gap_y + wall_y)) / squared)
        return count + 2
    return count


@inner
def _share(share: float) -> float:
    return min(max(share, 0.0), 1.0)


@inner
def _price(cells: Cells, x: float, y: float) -> float:
    """The cost of an inch at a place: that of the node of its cell, changed by the edges between the two."""
    column, row = _cell(x, cells.columns, 0), _cell(y, cells.rows, 0)
    cell = row * cells.columns + column
    kind, on_edge = cells.kind[cell], inf
    node_x, node_y = cells.nodes[cell, 0], cells.nodes[cell, 1]
    for at in range(cells.first[cell], cells.first[cell + 1]):
        edge = cells.edges[at]
        a_x, a_y = cells.starts[edge, 0], cells.starts[edge, 1]
        b_x, b_y = cells.ends[edge, 0], cells.ends[edge, 1]
        here = side_of(a_x, a_y, b_x, b_y, x, y)
        if here == 0:
            if min(a_x, b_x) <= x <= max(a_x, b_x) and min(a_y, b_y) <= y <= max(a_y, b_y):
                beside = min(cells.prices[cells.left[edge]], cells.prices[cells.right[edge]])
                on_edge = min(on_edge, beside)
            continue
        there = side_of(a_x, a_y, b_x, b_y, node_x, node_y)
        if here * there < 0:
            over_start = side_of(node_x, node_y, x, y, a_x, a_y) > 0
            if over_start != (side_of(node_x, node_y, x, y, b_x, b_y) > 0):
                change = cells.left[edge] - cells.right[edge]
                kind += change if here > 0 else -change
    return float(min(on_edge, cells.prices[kind]))


@inner
def side_of(a_x: float, a_y: float, b_x: float, b_y: float, x: float, y: float) -> int:
    """The exact orientation of a place to the line from a to b: 1 on the left, with y up, -1 on the right, 0 on the line."""
    left, right = (a_x - x) * (b_y - y), (a_y - y) * (b_x - x)
    turn = left - right
    if abs(turn) >= _FILTER * (abs(left) + abs(right)) and turn != 0.0:
        return 1 if turn > 0 else -1
    one_x, one_x_low = _two_sum(b_x, -a_x)
    one_y, one_y_low = _two_sum(b_y, -a_y)
    other_x, other_x_low = _two_sum(x, -b_x)
    other_y, other_y_low = _two_sum(y, -b_y)
    first, first_low = _product(one_x, one_x_low, other_y, other_y_low)
    second, second_low = _product(one_y, one_y_low, other_x, other_x_low)
    high, low = _two_sum(first, -second)
    rest, rest_low = _two_sum(first_low, -second_low)
    high, low = _quick_sum(high, low + rest)
    high, low = _quick_sum(high, low + rest_low)
    if high == 0.0 and low == 0.0:
        return 0
    return 1 if high > 0 or (high == 0 and low > 0) else -1


@inner
def _two_sum(one: float, other: float) -> tuple[float, float]:
    total = one + other
    of_other = total - one
    return total, (one - (total - of_other)) + (other - of_other)


@inner
def _quick_sum(one: float, other: float) -> tuple[float, float]:
    total = one + other
    return total, other - (total - one)


@inner
def _product(one: float, one_low: float, other: float, other_low: float) -> tuple[float, float]:
    """The product of two double-double numbers, each a high and a low part."""
    cut = _SPLIT * one
    one_high = cut - (cut - one)
    one_rest = one - one_high
    cut = _SPLIT * other
    other_high = cut - (cut - other)
    other_rest = other - other_high
    product = one * other
    rounded = ((one_high * other_high - product) + one_high * other_rest) + one_rest * other_high
    rounded = (rounded + one_rest * other_rest) + (one * other_low + one_low * other)
    return _quick_sum(product, rounded)
