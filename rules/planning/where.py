"""Where should I stand? Places within reach this turn from which a unit sees or hits a target, is hidden from it, or stands in its view."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from rules.errors import BadInput
from rules.game.chance.percent import percent
from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.ground.board import Board
from rules.ground.place import Place
from rules.planning.exposure import Exposure, eye, gap, stands_at, turned_to
from rules.planning.plan import CERTAIN, said
from rules.planning.told import Told

MOST_NAMED = 5
"""How many places are named in words; the picture and the document have all."""


class Purpose(StrEnum):
    """What a place is wanted for."""

    SEE = "see"
    HIT = "hit"
    HIDE = "hide"
    OBSERVE = "observe"
    """To see, and to be seen by no known enemy."""
    BLOCK = "block"
    """To stand between an enemy and units of the own side that he sees now, so that he sees them no longer."""


def purpose_named(words: str) -> Purpose:
    """What a place is wanted for.

    Raises:
        BadInput: if it is none of these.
    """
    if words not in list(Purpose):
        raise BadInput("mode", words, f"one of {', '.join(Purpose)}: what the place is wanted for")
    return Purpose(words)


@dataclass(frozen=True, slots=True)
class Post:
    """A place that serves: what it costs to get there, the danger there in hundredths, the chance to harm the target from it, and whom it hides."""

    place: Place
    cost: Fraction
    danger: int
    harm: Fraction | None = None
    hides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Posts:
    """The places that serve, the best first, of so many within reach; costs in `measure`."""

    unit: str
    source: Place
    purpose: Purpose
    measure: str
    within_reach: int
    posts: tuple[Post, ...]

    @property
    def danger(self) -> Mapping[Place, int]:
        return {post.place: post.danger for post in self.posts}

    @property
    def told(self) -> Told:
        """How many places serve, and the best of them one by one."""
        more = len(self.posts) - MOST_NAMED
        best = tuple(Told(self._told(post)) for post in self.posts[:MOST_NAMED])
        counted = f"{len(self.posts)} of {self.within_reach} places within reach"
        return Told(counted, (*best, Told(f"and {more} more")) if more > 0 else best)

    def __str__(self) -> str:
        return str(self.told)

    def _told(self, post: Post) -> str:
        harm = f", {percent(post.harm)} to harm it" if post.harm is not None else ""
        danger = f", danger {post.danger / CERTAIN:g}" if post.danger else ", seen by nobody known"
        hides = f", hides {', '.join(post.hides)}" if post.hides else ""
        return f"{said(post.place)} for {float(post.cost):.3g} {self.measure}{harm}{hides}{danger}"


def where(
    book: Ruleset,
    state: GameState,
    unit: Unit,
    purpose: Purpose,
    target: Viewer | None = None,
) -> Ruling[Posts]:
    """Where should a unit stand this turn to see a place or unit, to hit a unit, to hide from one or from all known enemies, or in whose view?

    The least dangerous and then the nearest place comes first; to hit, the best chance, and to block, what hides most units. On a
    table the unit is taken to turn to what it would see or hit.

    Raises:
        NotOnMap: if the unit stands nowhere, nor its carrier.
        BadInput: if the target is missing, or none that goes with the purpose.
    """
    known = book.seen_by(state, unit.side)
    at = stands_at(book, known, unit)
    _check_target(unit, purpose, target)
    reach = book.reach(known, unit)
    unit = replace(unit, at=at)
    exposure = Exposure(book, known, unit)
    costs = {at: Fraction(0), **reach.verdict.cost}
    exposure.over(costs)
    posts = tuple(sorted(_posts(book, known, unit, purpose, target, costs, exposure), key=_rank))
    verdict = Posts(unit.id, at, purpose, reach.verdict.measure, len(costs), posts)
    aim = " from all known enemies" if target is None else f" {_BEFORE.get(purpose, '')}{target}"
    reasons = (*reach.reasons, *_why(book, known, unit, purpose, target, posts))
    return Ruling(f"where {unit} can {purpose}{aim}", verdict, reasons)


_BEFORE = {Purpose.HIDE: "from ", Purpose.BLOCK: "the view of "}


def _check_target(unit: Unit, purpose: Purpose, target: Viewer | None) -> None:
    sees = purpose in (Purpose.SEE, Purpose.OBSERVE)
    if target is None and purpose is not Purpose.HIDE:
        raise BadInput("target", None, "a unit or a place" if sees else "an enemy unit")
    is_enemy = isinstance(target, Unit) and target.side != unit.side and target.at is not None
    if target is not None and not sees and not is_enemy:
        raise BadInput("target", str(target), "an enemy unit on the map")


def _posts(
    book: Ruleset,
    known: GameState,
    unit: Unit,
    purpose: Purpose,
    target: Viewer | None,
    costs: Mapping[Place, Fraction],
    exposure: Exposure,
) -> Iterator[Post]:
    if purpose is Purpose.BLOCK:
        assert isinstance(target, Unit)
        yield from _blocking(book, known, unit, target, costs, exposure)
        return
    for place, cost in costs.items():
        danger = exposure.at(place).danger
        if purpose is Purpose.OBSERVE and exposure.at(place).watchers:
            continue
        if target is None:
            if not exposure.at(place).watchers:
                yield Post(place, cost, danger)
        elif purpose is Purpose.HIDE:
            assert isinstance(target, Unit)
            if not exposure.sight(target, place).is_open:
                yield Post(place, cost, danger)
        else:
            there = turned_to(unit, place, target)
            moved = known.with_unit(there)
            if purpose is not Purpose.HIT:
                if book.line_of_sight(moved, there, target).verdict.visibility.is_open:
                    yield Post(place, cost, danger)
            elif isinstance(target, Unit):
                shot = book.fire(moved, there, target).verdict
                if shot.worth and shot.harm != 0:
                    yield Post(place, cost, danger, shot.harm)


def _blocking(
    book: Ruleset,
    known: GameState,
    unit: Unit,
    target: Unit,
    costs: Mapping[Place, Fraction],
    exposure: Exposure,
) -> Iterator[Post]:
    """The places in the view that an enemy has of units of the own side, each with those he would see no longer."""
    start, others = target.at, [each for each in known.units.values() if each.side == unit.side]
    assert start is not None
    seen = [
        other
        for other in others
        if other.id != unit.id
        and other.at is not None
        and book.line_of_sight(known, eye(target), other).verdict.visibility.is_open
    ]
    for place, cost in costs.items():
        moved = known.with_unit(replace(unit, at=place))
        hides = tuple(
            str(other)
            for other in seen
            if other.at is not None
            and _is_between(known.board, start, place, other.at)
            and not book.line_of_sight(moved, eye(target), other).verdict.visibility.is_open
        )
        if hides:
            yield Post(place, cost, exposure.at(place).danger, hides=hides)


_BESIDE = 3.0
"""How far beside a line, in hexes or inches, no model reaches into it."""


def _is_between(board: Board, start: Place, place: Place, end: Place) -> bool:
    """Whether a place lies so near to a line that a unit there may block it."""
    detour = gap(board, start, place) + gap(board, place, end) - gap(board, start, end)
    return detour <= 2 * _BESIDE


def _rank(post: Post) -> tuple[int, Fraction, int, Fraction]:
    return -len(post.hides), -(post.harm or Fraction(0)), post.danger, post.cost


def _why(
    book: Ruleset,
    known: GameState,
    unit: Unit,
    purpose: Purpose,
    target: Viewer | None,
    posts: tuple[Post, ...],
) -> Iterator[Reason]:
    """Why the best place serves."""
    if not posts or target is None or purpose is Purpose.BLOCK:
        return
    there = turned_to(unit, posts[0].place, target)
    moved = known.with_unit(there)
    if purpose is Purpose.HIT and isinstance(target, Unit):
        reasons = book.fire(moved, there, target).reasons
    else:
        reasons = book.line_of_sight(moved, there, target).reasons
    for reason in reasons:
        if reason.decides:
            yield replace(reason, text=f"from {said(posts[0].place)}: {reason.text}")
