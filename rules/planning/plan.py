"""The verdict of a plan: routes to a goal, the enemies that see each step of them, and the danger."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from math import ceil, dist, prod
from string import ascii_uppercase

from rules.errors import RulesError
from rules.game.chance.percent import percent
from rules.game.movement import TURN
from rules.game.verdicts import MP, Band, amount
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.planning.text_tree import TextTree

CERTAIN = 100
"""Danger is counted in hundredths: this is the danger of fire that certainly harms."""

MERELY_SEEN = 1
"""The danger from an enemy that sees a place and cannot harm the unit there."""

MOST_TOLD = 3
"""How many of the enemies that see a place are listed one by one."""


class AlreadyThere(RulesError):
    """The unit already stands at its goal."""

    def __init__(self, unit: object, place: str) -> None:
        super().__init__(f"{unit} is at {place} already.")


@dataclass(frozen=True, slots=True)
class Watcher:
    """A known enemy that sees a place: where it is, how far away (hexes or inches), in which range band, and its danger.

    `harm` is the book's chance that its fire harms the unit there; None if the book gives none.
    `danger` is the danger from it, in hundredths.
    """

    unit: str
    name: str
    at: Place
    distance: float
    danger: int
    band: Band | None = None
    harm: Fraction | None = None

    @property
    def chance(self) -> Fraction:
        """The chance that its fire harms the unit there: that of the book, or the one assumed for unknown
        odds; 0 if it only sees."""
        if self.harm is not None:
            return self.harm
        return Fraction(self.danger, CERTAIN) if self.danger > MERELY_SEEN else Fraction(0)

    def __str__(self) -> str:
        within = f", in its band to {self.band.out_to:g}" if self.band else ""
        chance = f", {percent(self.harm)} to harm it" if self.harm is not None else ""
        return f"{self.name} {self._how_far}{within}{chance}"

    @property
    def _how_far(self) -> str:
        if not isinstance(self.at, Hex):
            return f'at {self.distance:.3g}"'
        if not self.distance:
            return "in the same hex"
        return f"at {self.distance:g} {'hex' if self.distance == 1 else 'hexes'}"


@dataclass(frozen=True, slots=True)
class Watched:
    """The enemies that see a place, the most dangerous first, and those for which it is a blind hex."""

    watchers: tuple[Watcher, ...] = ()
    blind_to: tuple[str, ...] = ()

    @property
    def danger(self) -> int:
        """The danger from all enemies that see the place, in hundredths."""
        return sum(watcher.danger for watcher in self.watchers)

    @property
    def watcher_trees(self) -> tuple[TextTree, ...]:
        """The most dangerous enemies one by one, and the number of the others."""
        more = len(self.watchers) - MOST_TOLD
        each = tuple(TextTree(str(watcher)) for watcher in self.watchers[:MOST_TOLD])
        return (*each, TextTree(f"and {more} more")) if more > 0 else each

    def __str__(self) -> str:
        return "; ".join(map(str, self.watcher_trees))


@dataclass(frozen=True, slots=True)
class Step:
    """A hex entered, or some inches of a way on a table: where, in which turn, and the enemies that see the unit there.

    `counts` is how often its danger counts: 1 for a hex, the inches on a table, and 1 more where a turn ends.
    """

    place: Place
    turn: int
    watched: Watched
    counts: float = 1.0

    @property
    def exposure(self) -> float:
        return self.watched.danger * self.counts / CERTAIN


@dataclass(frozen=True, slots=True)
class Leg:
    """One turn of a way: the places from its start to its end, the cost, the die roll it still needs, and the facing at its end
    if the unit turns there."""

    places: tuple[Place, ...]
    cost: Fraction
    asks: str = ""
    facing_deg: float | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """A way to the goal, turn by turn, and each step of it with the enemies that see it."""

    legs: tuple[Leg, ...]
    steps: tuple[Step, ...]
    measure: str = MP
    stage: str = TURN
    stages_each: int = 1

    @property
    def turns(self) -> int:
        return len(self.legs)

    @property
    def stages(self) -> str:
        """The turns it takes, in words; or the Moves and activations, if an activation may have several Moves."""
        turns = f"{self.turns} {self.stage}{'s' if self.turns > 1 else ''}"
        if self.stages_each == 1:
            return turns
        return f"{turns} ({self.activations} activation{'s' if self.activations > 1 else ''})"

    @property
    def activations(self) -> int:
        """How many activations it needs, one for each turn."""
        return ceil(self.turns / self.stages_each)

    @property
    def cost(self) -> Fraction:
        """The whole cost in its `measure`: MP, or inches."""
        return sum((leg.cost for leg in self.legs), Fraction(0))

    @property
    def price(self) -> tuple[int, Fraction]:
        """The cost for comparisons: turns first, then points. Less is better."""
        return self.turns, self.cost

    def beats(self, other: "Route") -> bool:
        """Whether this route dominates another: no more turns, points or exposure, and no die roll that
        the other does not need."""
        return (
            self.turns <= other.turns
            and self.cost <= other.cost
            and self.exposure <= other.exposure
            and (bool(other.asks) or not self.asks)
        )

    @property
    def exposure(self) -> float:
        """The expected number of harmful shots if every known enemy that sees a step fired at it there."""
        return round(sum(step.exposure for step in self.steps), 4)

    @property
    def risk(self) -> Fraction:
        """The chance to be harmed at all on the way, if each enemy that sees it fires once each turn, where its chance is best.

        For a counter with unknown odds, the chance is the one that its danger stands for.
        """
        best: dict[tuple[int, str], Fraction] = {}
        for step in self.steps:
            for watcher in step.watched.watchers:
                shot = step.turn, watcher.unit
                best[shot] = max(best.get(shot, Fraction(0)), watcher.chance)
        return 1 - prod((1 - chance for chance in best.values()), start=Fraction(1))

    @property
    def asks(self) -> tuple[str, ...]:
        """The die rolls that the route still needs."""
        return tuple(dict.fromkeys(leg.asks for leg in self.legs if leg.asks))

    @property
    def places(self) -> tuple[Place, ...]:
        """All places of the route, from the start to the goal."""
        first = self.legs[0].places[:1]
        return first + tuple(place for leg in self.legs for place in leg.places[1:])

    @property
    def worst(self) -> Step | None:
        """The most dangerous step; None if no known enemy sees any."""
        worst = max(self.steps, key=lambda step: step.watched.danger, default=None)
        return worst if worst is not None and worst.watched.watchers else None

    @property
    def seen_steps(self) -> int:
        """The number of steps that any known enemy sees."""
        return sum(bool(step.watched.watchers) for step in self.steps)

    @property
    def blind(self) -> tuple[Place, ...]:
        """The places of the route that are blind hexes for a known enemy."""
        return tuple(dict.fromkeys(step.place for step in self.steps if step.watched.blind_to))

    @property
    def text_tree(self) -> TextTree:
        """The cost and risk of the route; beneath it the way turn by turn, who sees it, the worst step, and
        the die rolls it needs."""
        way = " | ".join(_way(leg, leg.places[leg is not self.legs[0] :]) for leg in self.legs)
        parts = [TextTree(way), TextTree(self._seen)]
        if self.worst is not None:
            parts.append(TextTree(f"worst at {said(self.worst.place)}", self.worst.watched.watcher_trees))
        if self.blind:
            parts.append(TextTree(f"blind hexes {' '.join(map(said, self.blind))}"))
        risked = f", exposure {self.exposure:.2f}" if self.seen_steps else ""
        takes = f"{amount(self.cost, self.measure)} in {self.stages}"
        return TextTree(f"{takes}{risked}", (*parts, *map(TextTree, self.asks)))

    @property
    def _seen(self) -> str:
        if not self.seen_steps:
            return "no known enemy sees it"
        seen = f"seen on {self.seen_steps} of {len(self.steps)} steps"
        if not self.risk:
            return f"{seen}, and none of those who see it can harm it"
        return f"{seen}, {percent(self.risk)} to be harmed if each fires once a turn where it is worst"

    def __str__(self) -> str:
        return str(self.text_tree)


def unbeaten(routes: Iterable[Route]) -> list[Route]:
    """The routes that no other route beats, the quickest first; of equal routes only one."""
    best: list[Route] = []
    for route in sorted(routes, key=lambda route: (bool(route.asks), route.price, route.exposure)):
        if not any(other.beats(route) for other in best):
            best.append(route)
    return sorted(best, key=lambda route: (route.price, route.exposure))


_AN_INCH = 1.0


def ending_nearest(routes: Sequence[Route], goal: Place) -> list[Route]:
    """The routes that end nearest to a place, give or take an inch; not all get there, since a turn cannot end everywhere."""
    gaps = [dist(route.places[-1], goal) for route in routes]
    return [route for route, gap in zip(routes, gaps, strict=True) if gap <= min(gaps) + _AN_INCH]


@dataclass(frozen=True, slots=True)
class Plan:
    """Routes of a unit to a goal, the quickest first, none beaten by another; no routes if it cannot get there.

    `danger` has the danger of every place that was looked at, in hundredths.
    """

    unit: str
    source: Place
    goal: Place
    routes: tuple[Route, ...]
    danger: Mapping[Place, int] = field(default_factory=dict)

    @property
    def text_tree(self) -> TextTree:
        """The number of routes, and beneath it each route with its letter."""
        if not self.routes:
            return TextTree("no way there")
        head = f"{len(self.routes)} routes" if len(self.routes) > 1 else "1 route"
        lines = ((name, route.text_tree) for name, route in self.named)
        return TextTree(head, tuple(TextTree(f"{name}: {tree.text}", tree.below) for name, tree in lines))

    def __str__(self) -> str:
        tree = self.text_tree
        return "\n- ".join([tree.text, *map(str, tree.below)])

    @property
    def named(self) -> tuple[tuple[str, Route], ...]:
        """The routes with their letters."""
        return tuple(zip(ascii_uppercase, self.routes, strict=False))


def _way(leg: Leg, places: Iterable[Place]) -> str:
    """The places of a leg in words, without consecutive repeats, and the turn of the unit at its end, if any."""
    way = " ".join(word for word, _ in groupby(map(said, places)))
    return way if leg.facing_deg is None else f"{way} facing {leg.facing_deg:.0f}°"


def said(place: Place) -> str:
    """A place as players say it: a hex by its label, inches to a tenth."""
    return place.label if isinstance(place, Hex) else f"{place.x_in:.1f},{place.y_in:.1f}"
