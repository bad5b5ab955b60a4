"""A second umpire for Micro Armour: the printed charts typed in again, and plain fractions.

It shares no code with the book; the figures of stands (firepower, defence, cohesion level) are given to it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import atan2, ceil, degrees, hypot

from shapely import Point, box
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

Markers = frozenset[str] | None
"""S and D as they lie beside a stand; None for a stand that is eliminated."""

Chances = dict[Markers, Fraction]

# Combat results: each column from the roll of 19 down to that of 0.
_COLUMNS = {
    -3: "- - - - - - - - - - - - - - S S P P D D",
    -2: "- - - - - - - - - - - - - S S P P D D D",
    -1: "- - - - - - - - - - - - S S P P D D D D",
    0: "- - - - - - - - - - - S S P P D D D D E",
    1: "- - - - - - - - - S S P P D D D D E E E",
    2: "- - - - - - - - S S P P D D D D E E E E",
    3: "- - - - - - - S S P P D D D D E E E E E",
    4: "- - - - - - S S P P D D D D E E E E E E",
    5: "- - - - S S P P D D D D E E E E E E E E",
    6: "- - - S S P P D D D D E E E E E E E E E",
    7: "- - S S P P D D D D E E E E E E E E E E",
    8: "- S S P P D D D D E E E E E E E E E E E",
    9: "S S P P D D D D E E E E E E E E E E E E",
}

# The modifier of the target's ground to both rolls, and whether the ground conceals.
_GROUND = {
    "smoke": 3, "light_buildings": 2, "heavy_buildings": 4, "woods": 2, "grove": 1, "marsh": 2,
    "rough_1": 1, "rough_2": 2, "rough_3": 4,
}  # fmt: skip
_CONCEALING = {"smoke", "light_buildings", "heavy_buildings", "woods", "grove", "rough_3"}
_BOGGY = {"ford", "soft_sand", "mud"}
_HIGH = {"hill", "crest"}

KINDS = frozenset({*_GROUND, *_BOGGY, "hill", "crest", "good_road"})
"""The ground that this umpire knows, by the names that tables use."""

_ORDERS = [(3, 0), (6, 1), (8, 2), (10, 3), (12, 4), (99, 5)]

_TOUCHING_IN = 0.01
_A_HAIR_IN = 0.01
"""Too little to measure at a table: a distance this far beyond the end of a bracket is still in it."""


@dataclass(frozen=True)
class Ground:
    """A piece of the table: what it is, where it lies, and its level."""

    kind: str
    area: BaseGeometry
    level: int = 0


@dataclass(frozen=True)
class Tank:
    """A stand of one inch square as it lies on the table."""

    x_in: float
    y_in: float
    facing_deg: float
    markers: frozenset[str] = frozenset()
    firepower: int = 0
    defence: int = 0
    level: int = 14
    has_fired: bool = False
    is_moving: bool = False

    @property
    def square(self) -> BaseGeometry:
        return rotate(
            box(self.x_in - 0.5, self.y_in - 0.5, self.x_in + 0.5, self.y_in + 0.5), self.facing_deg
        )

    @property
    def burden(self) -> int:
        """What its markers add to each of its rolls of 1D20."""
        return 4 * ("S" in self.markers) + 3 * ("D" in self.markers)

    def level_of(self, table: Iterable[Ground]) -> int:
        found = (piece.level or piece.kind in _HIGH for piece in _ground_under(self, table))
        return max(map(int, found), default=0)


def attack(
    firers: Iterable[Tank],
    target: Tank,
    table: tuple[Ground, ...],
    edition: int,
    *,
    covering: bool = False,
    wrecks: Iterable[tuple[float, float]] = (),
) -> Chances:
    """The chance of each state of a target (markers, or eliminated) that these stands fire at one after the other."""
    chances: Chances = {target.markers: Fraction(1)}
    for firer in firers:
        shot = _shot(firer, target, table, edition, covering, tuple(wrecks))
        after: defaultdict[Markers, Fraction] = defaultdict(Fraction)
        for markers, chance in chances.items():
            for result, share in shot.items() if markers is not None else [("-", Fraction(1))]:
                after[_markers_after(markers, result)] += chance * share
        chances = dict(after)
    return chances


def _shot(
    firer: Tank,
    target: Tank,
    table: tuple[Ground, ...],
    edition: int,
    covering: bool,
    wrecks: tuple[tuple[float, float], ...],
) -> dict[str, Fraction]:
    """The chance of each combat result of one stand's shot, before it is applied to the target."""
    ground = _ground_effects(firer, target, table, wrecks, edition)
    in_sight = [row for row in ground if not (target.has_fired and row[0] in _CONCEALING)]
    to_fire = _sum_of(in_sight)
    to_hit = _sum_of(ground) + _range_effect(firer, target, edition)
    needed = firer.level - firer.burden - to_fire - 3 * covering
    fires = Fraction(min(max(needed, 0), 20), 20)
    defence = target.defence if _from_front(firer, target) else ceil(Fraction(target.defence, 2))
    chances = defaultdict(Fraction, {"-": 1 - fires})
    for first in range(1, 7):
        for second in range(1, 7):
            result = _result(first + second + to_hit, firer.firepower - defence)
            chances[result] += fires / 36
    return {result: chance for result, chance in chances.items() if chance}


def _result(roll: int, differential: int) -> str:
    if differential < -3:
        return "-"
    column = _COLUMNS[min(differential, 9)].split()
    return column[19 - min(max(roll, 0), 19)]


def _markers_after(markers: Markers, result: str) -> Markers:
    if markers is None or result == "-":
        return markers
    if result == "P":
        result = "D" if "S" in markers else "S"
    if result == "E" or (result == "D" and "D" in markers):
        return None
    return markers | {result}


def _ground_effects(
    firer: Tank,
    target: Tank,
    table: tuple[Ground, ...],
    wrecks: tuple[tuple[float, float], ...],
    edition: int,
) -> list[tuple[str, int]]:
    """What the ground adds, kind by kind; that of the firer in the second edition alone."""
    here, there = _ground_under(firer, table), _ground_under(target, table)
    kinds = {piece.kind for piece in there}
    found = [(kind, _GROUND[kind]) for kind in sorted(kinds & _GROUND.keys())]
    if edition == 2 and any(piece.kind == "smoke" for piece in here):
        found.append(("out of smoke", 3))
    if target.is_moving and kinds & _BOGGY:
        found.append(("boggy", -1))
    is_above = "hill" in kinds and firer.level_of(table) < target.level_of(table)
    if is_above or any(piece.kind == "crest" and piece not in here for piece in there):
        found.append(("hill or crest", 2))
    if any(hypot(target.x_in - x, target.y_in - y) <= 0.5 for x, y in wrecks) or "wreck" in kinds:
        found.append(("wreck", 1))
    return found


def _sum_of(ground: list[tuple[str, int]]) -> int:
    """The sum of the ground modifiers of a roll; smoke at both ends counts once."""
    is_in_both = {"smoke", "out of smoke"} <= {kind for kind, _ in ground}
    return sum(value for _, value in ground) - 3 * is_in_both


def _ground_under(tank: Tank, table: Iterable[Ground]) -> list[Ground]:
    """The pieces under the middle of a stand."""
    return [piece for piece in table if piece.area.intersects(Point(tank.x_in, tank.y_in))]


def _range_effect(firer: Tank, target: Tank, edition: int) -> int:
    gap = hypot(firer.x_in - target.x_in, firer.y_in - target.y_in)
    if gap <= 1 or firer.square.distance(target.square) < _TOUCHING_IN:
        return -1
    ends = (5.9, 9.9, 14.9) if edition == 1 else (5, 10, 15)
    gap -= _A_HAIR_IN
    for value, end in enumerate(ends):
        if gap <= end:
            return value
    return 2 + ceil((gap - ends[-1]) / 5)


def _from_front(firer: Tank, target: Tank) -> bool:
    """Whether the shot comes through the target's front quarter; a doubtful line does."""
    bearing = degrees(atan2(firer.x_in - target.x_in, target.y_in - firer.y_in))
    return abs((bearing - target.facing_deg + 180) % 360 - 180) <= 45 + 1e-6


def recovery(tank: Tank) -> Chances:
    """The chance of each set of markers that a stand has after recovery at the end of a turn."""
    chances: defaultdict[Markers, Fraction] = defaultdict(Fraction)
    for natural in range(1, 21):
        after: Markers = tank.markers
        if natural == 1:
            after = frozenset()
        elif natural == 20:
            after = _markers_after(tank.markers, "P")
        elif natural + tank.burden <= tank.level:
            after = tank.markers - {"S"}
        chances[after] += Fraction(1, 20)
    return dict(chances)


def group_move(
    tanks: Mapping[str, Tank], level: int, headquarters: int, *, ordered: bool
) -> dict[str, Fraction]:
    """The chance of each set of stands that may move after one roll: all, all but the stragglers, or none."""
    chances: defaultdict[str, Fraction] = defaultdict(Fraction)
    for natural in range(1, 21):
        rolled = natural - 2 * headquarters + (0 if ordered else 3)
        left = [name for name, tank in tanks.items() if rolled + tank.burden > level]
        words = f"{', '.join(left)} left behind" if left else "all may move"
        chances["nobody moves" if rolled > level or len(left) == len(tanks) else words] += Fraction(1, 20)
    return dict(chances)


def initiative(one: int, other: int) -> Fraction:
    """The chance of the first force to have the higher total of its level and a die; ties are thrown again."""
    higher = sum(one + a > other + b for a in range(1, 7) for b in range(1, 7))
    lower = sum(one + a < other + b for a in range(1, 7) for b in range(1, 7))
    return Fraction(higher, higher + lower)


def orders(quality: int) -> dict[int, Fraction]:
    """How many movement orders a headquarters of that quality has."""
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for first in range(1, 7):
        for second in range(1, 7):
            total = first + second + quality
            chances[next(number for end, number in _ORDERS if total <= end)] += Fraction(1, 36)
    return dict(chances)
