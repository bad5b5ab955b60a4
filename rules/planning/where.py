"""Where should a unit stand? Places within reach this turn from which it sees or hits a target, is hidden from it, or blocks its
view."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from rules.errors import BadInput
from rules.game.chance.percent import percent
from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import amount
from rules.ground.board import Board
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.planning.exposure import Exposure, farthest, gap, stands_at, turned_to, viewer_of
from rules.planning.plan import CERTAIN, said
from rules.planning.text_tree import TextTree, deciding

MOST_NAMED = 5
"""How many places are named in words; the picture and the document have all."""


class Purpose(StrEnum):
    """The purpose of a place."""

    SEE = "see"
    HIT = "hit"
    HIDE = "hide"
    OBSERVE = "observe"
    """To see without being seen by any known enemy."""
    BLOCK = "block"
    """To stand between an enemy and units of the own side that it sees now, so that it no longer sees them."""


def purpose_named(words: str) -> Purpose:
    """The purpose that a player's word means.

    Raises:
        BadInput: if it is none of these.
    """
    if words not in list(Purpose):
        raise BadInput("mode", words, f"one of {', '.join(Purpose)}: what the place is wanted for")
    return Purpose(words)


@dataclass(frozen=True, slots=True)
class Post:
    """A suitable place: the cost to get there, the danger there in hundredths, the chance to harm the target,
    and the units it hides."""

    place: Place
    cost: Fraction
    danger: int
    harm: Fraction | None = None
    hides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Posts:
    """The suitable places, the best first, and the number of places within reach; costs in `measure`."""

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
    def text_tree(self) -> TextTree:
        """The number of suitable places, and beneath it the best of them one by one."""
        more = len(self.posts) - MOST_NAMED
        best = tuple(TextTree(self._post_words(post)) for post in self.posts[:MOST_NAMED])
        places = "place" if self.within_reach == 1 else "places"
        counted = f"{len(self.posts)} of {self.within_reach} {places} within reach"
        return TextTree(counted, (*best, TextTree(f"and {more} more")) if more > 0 else best)

    def __str__(self) -> str:
        return str(self.text_tree)

    def _post_words(self, post: Post) -> str:
        harm = f", {percent(post.harm)} to harm it" if post.harm is not None else ""
        danger = f", danger {post.danger / CERTAIN:g}" if post.danger else ", no known enemy sees it"
        hides = f", hides {', '.join(post.hides)}" if post.hides else ""
        return f"{said(post.place)} for {amount(post.cost, self.measure)}{harm}{hides}{danger}"


def where(
    book: Ruleset,
    state: GameState,
    unit: Unit,
    purpose: Purpose,
    target: Viewer | None = None,
) -> Ruling[Posts]:
    """Where should a unit stand this turn to see a place or unit, to hit a unit, to hide from one or all
    known enemies, or to block a view?

    The least dangerous and then the nearest place comes first; to hit, the place with the best chance, and to
    block, the place that hides most units. On a table the unit is assumed to turn to its target, unless it
    hits it better as it stands. An aircraft, which flies anywhere, is asked about its own spot and spots all
    round the target, as far off as it attacks.

    Raises:
        NotOnMap: if the unit stands nowhere, nor its carrier.
        BadInput: if the target is missing, or does not fit the purpose.
    """
    known = book.seen_by(state, unit.side)
    at = stands_at(book, known, unit)
    _check_target(unit, purpose, target)
    reach = book.reach(known, unit)
    unit = replace(unit, at=at)
    exposure = Exposure(book, known, unit)
    costs = {at: Fraction(0), **reach.verdict.cost}
    if reach.verdict.anywhere and purpose is Purpose.HIT and isinstance(target, Unit):
        costs |= dict.fromkeys(_attacked_from(book, known, unit, target), Fraction(0))
    exposure.look_at(costs)
    question = _Question(book, known, unit, purpose, target, costs, exposure)
    posts = tuple(sorted(question.posts(), key=_rank))
    verdict = Posts(unit.id, at, purpose, reach.verdict.measure, len(costs), posts)
    aim = " from all known enemies" if target is None else f" {_BEFORE.get(purpose, '')}{target}"
    reasons = (*reach.reasons, *question.why(posts))
    return Ruling(f"where {unit} can {purpose}{aim}", verdict, reasons)


def _attacked_from(book: Ruleset, known: GameState, unit: Unit, target: Unit) -> Iterator[Spot]:
    """The places from which an aircraft attacks a target, as far off as it may: all round, since cover and armour depend on the
    direction."""
    reach_in, aim = farthest(book.weapon_ranges(known, unit).verdict.weapons), target.at
    if not (isinstance(aim, Spot) and isinstance(known.board, Tabletop) and reach_in):
        return
    for bearing in range(0, 360, _BEARINGS_APART_DEG):
        spot = aim.ahead(bearing, reach_in)
        if (spot := Spot(round(spot.x_in, 2), round(spot.y_in, 2))) in known.board:
            yield spot


_BEARINGS_APART_DEG = 15
_BEFORE = {Purpose.HIDE: "from ", Purpose.BLOCK: "the view of "}


def _check_target(unit: Unit, purpose: Purpose, target: Viewer | None) -> None:
    sees = purpose in (Purpose.SEE, Purpose.OBSERVE)
    if target is None and purpose is not Purpose.HIDE:
        raise BadInput("target", None, "a unit or a place" if sees else "an enemy unit")
    is_enemy = isinstance(target, Unit) and target.side != unit.side and target.at is not None
    if target is not None and not sees and not is_enemy:
        raise BadInput("target", str(target), "an enemy unit on the map")


@dataclass(frozen=True, slots=True)
class _Question:
    """One question of `where`: the unit, its purpose and target, and the places within its reach with their costs."""

    book: Ruleset
    known: GameState
    unit: Unit
    purpose: Purpose
    target: Viewer | None
    costs: Mapping[Place, Fraction]
    exposure: Exposure

    def posts(self) -> Iterator[Post]:
        """The suitable places."""
        if self.purpose is Purpose.BLOCK and isinstance(self.target, Unit):
            yield from self._blocking(self.target)
            return
        for place, cost in self.costs.items():
            serves, harm = self._serves(place)
            if serves:
                yield Post(place, cost, self.exposure.at(place).danger, harm)

    def why(self, posts: Sequence[Post]) -> Iterator[Reason]:
        """The reasons why the best place is suitable."""
        if not posts or self.target is None or self.purpose is Purpose.BLOCK:
            return
        place = posts[0].place
        known, unit = self._turned_to_target(place, self.target)
        if self.purpose is Purpose.HIT and isinstance(self.target, Unit):
            reasons = self.book.fire(known, unit, self.target).reasons
        else:
            reasons = self.book.line_of_sight(known, unit, self.target).reasons
        yield from deciding(reasons, f"from {said(place)}")

    def _serves(self, place: Place) -> tuple[bool, Fraction | None]:
        """Whether a place is suitable, and the chance to harm the target from it."""
        target, watchers = self.target, self.exposure.at(place).watchers
        if target is None or (self.purpose is Purpose.OBSERVE and watchers):
            return not watchers, None
        if self.purpose is Purpose.HIDE and isinstance(target, Unit):
            return not self._is_seen_by(target, place), None
        known, unit = self._turned_to_target(place, target)
        if self.purpose is Purpose.HIT and isinstance(target, Unit):
            shot = self.book.fire(known, unit, target).verdict
            return bool(shot.worth) and shot.harm != 0, shot.harm
        return self.book.line_of_sight(known, unit, target).verdict.visibility.is_open, None

    def _is_seen_by(self, target: Unit, place: Place) -> bool:
        """Whether an enemy sees the unit at a place; an enemy that the side cannot identify counts as any viewer at its place."""
        if target.id in self.known.units:
            return self.exposure.sight(target, place).is_open
        assert target.at is not None
        unit = replace(self.unit, at=place)
        return self.book.line_of_sight(self.known.with_unit(unit), target.at, unit).verdict.visibility.is_open

    def _turned_to_target(self, place: Place, target: Viewer) -> tuple[GameState, Unit]:
        """The state with the unit moved to a place, and the unit there, on a table turned to its target; or
        unturned, if it stands there now and hits its target better without a turn."""
        unit = turned_to(self.unit, place, target)
        turned = self.book.moved_to(self.known, unit), unit
        if self.purpose is not Purpose.HIT or place != self.unit.at or not isinstance(target, Unit):
            return turned
        standing = self.known.with_unit(self.unit), self.unit
        shots = [
            self.book.fire(state, firer, target).verdict.harm or 0 for state, firer in (standing, turned)
        ]
        return standing if shots[0] >= shots[1] else turned

    def _blocking(self, target: Unit) -> Iterator[Post]:
        """The places that block an enemy's view of units of the own side, each with the units it would no longer see."""
        start, looks = target.at, self.book.line_of_sight
        assert start is not None
        seen = [
            (other, other.at)
            for other in self.known.units.values()
            if other.side == self.unit.side
            and other.id != self.unit.id
            and other.at is not None
            and looks(self.known, viewer_of(target), other).verdict.visibility.is_open
        ]
        for place, cost in self.costs.items():
            moved = self.known.with_unit(replace(self.unit, at=place))
            hides = tuple(
                str(other)
                for other, at in seen
                if _is_between(self.known.board, start, place, at)
                and not looks(moved, viewer_of(target), other).verdict.visibility.is_open
            )
            if hides:
                yield Post(place, cost, self.exposure.at(place).danger, hides=hides)


_BESIDE = 3.0
"""The distance from a line, in hexes or inches, beyond which no model can block it."""


def _is_between(board: Board, start: Place, place: Place, end: Place) -> bool:
    """Whether a place is near enough to a line that a unit there may block it."""
    detour = gap(board, start, place) + gap(board, place, end) - gap(board, start, end)
    return detour <= 2 * _BESIDE


def _rank(post: Post) -> tuple[int, Fraction, int, Fraction]:
    return -len(post.hides), -(post.harm or Fraction(0)), post.danger, post.cost
