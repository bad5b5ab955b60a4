"""The unbeaten ways over a small map, by trying every walk of every turn; it shares no code with the search."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.ground.hex.hexes import Hex

Price = Callable[[Hex, Hex], Fraction | None]


@dataclass(frozen=True)
class Walker:
    """A moving unit: the cost of a step, which steps are road steps, and its points in a turn.

    A turn's walk costs `points` at most, or one more by road steps alone, or has `least_steps` steps at most.
    """

    near: Mapping[Hex, tuple[Hex, ...]]
    price: Price
    is_road: Callable[[Hex, Hex], bool]
    points: Fraction
    least_steps: int
    closed: frozenset[Hex]

    def walks(self, start: Hex, goal: Hex, spent: Fraction) -> Iterator[tuple[tuple[Hex, ...], Fraction]]:
        """Every walk of one turn without a place twice, and its points; the goal ends it."""
        open_walks: list[tuple[tuple[Hex, ...], Fraction, bool]] = [((start,), Fraction(0), True)]
        while open_walks:
            places, cost, by_road = open_walks.pop()
            for end in self.near[places[-1]]:
                step = self.price(places[-1], end)
                if step is None or end in places or (end in self.closed and end != goal):
                    continue
                walk, paid = (*places, end), cost + step
                road = by_road and self.is_road(places[-1], end)
                total = paid + spent
                if (
                    total <= self.points
                    or (road and total <= self.points + 1)
                    or len(walk) - 1 <= self.least_steps
                ):
                    yield walk, total
                    if end != goal:
                        open_walks.append((walk, paid, road))


def fronts(
    walker: Walker, start: Hex, goal: Hex, danger: Mapping[Hex, int], first: Fraction, patience: int
) -> list[tuple[int, Fraction, int]]:
    """When each unbeaten way arrives and with what danger: turn, points of that turn, danger."""
    begun = {start: 0}
    found: list[tuple[int, Fraction, int]] = []
    turn, last = 0, 0
    while begun and (not last or turn < last) and turn < 40:
        turn += 1
        rested: dict[Hex, int] = {}
        for place, before in begun.items():
            for walk, cost in walker.walks(place, goal, first if turn == 1 else Fraction(0)):
                total = before + sum(danger[step] for step in walk[1:])
                if walk[-1] == goal:
                    found.append((turn, cost, total))
                    last = last or turn + min(turn, patience)
                else:
                    stood = total + danger[walk[-1]]
                    rested[walk[-1]] = min(rested.get(walk[-1], stood), stood)
        begun = rested
    found.sort()
    return [one for k, one in enumerate(found) if all(one[2] < other[2] for other in found[:k])]
