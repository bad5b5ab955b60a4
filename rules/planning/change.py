"""What would change a line of sight: the places within reach that lose or gain it, cheap cover, and the smoke that helps most."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.errors import BadInput, NotOnMap
from rules.game.chance.percent import percent
from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason, Ruling
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Sight, amount
from rules.game.view import CONCEALED
from rules.ground.place import Place
from rules.planning.exposure import Exposure, stands_at, turned_to, viewer_of
from rules.planning.plan import said
from rules.planning.smoke import smoke_places, with_smoke
from rules.planning.text_tree import TextTree, deciding

MOST_SMOKE = 3
"""How many places for smoke are listed, those that help most."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A place within reach and its cost; `harm` is the chance that the other's fire harms the unit there,
    if the book gives one."""

    place: Place
    cost: Fraction
    harm: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Smoke:
    """Smoke in a place, with the line of sight and the chance of harm that are left then."""

    place: Place
    sight: Sight
    harm: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """The line between a unit and another now, and what would change it: what the other sees, or, if that is
    a place, what the unit sees.

    If there is a line of sight, this holds the cheapest place within reach that is out of it, covers with a
    lower chance of harm (each costs more than the one before and is safer), and the smoke that helps most. If
    there is none, it holds the cheapest place that has one. Costs are in `measure`.
    """

    unit: str
    source: Place
    other_at: Place
    sight: Sight
    harm: Fraction | None
    measure: str
    out_of_sight: Stand | None = None
    covers: tuple[Stand, ...] = ()
    smoke: tuple[Smoke, ...] = ()
    in_sight: Stand | None = None

    @property
    def text_tree(self) -> TextTree:
        """The line as it is now, and beneath it what would change it."""
        chance = "" if self.harm is None else f", {percent(self.harm)} to harm it"
        changes = self._change_words() if self.sight.visibility.is_open else self._opened()
        return TextTree(f"{self.sight}{chance}", tuple(map(TextTree, changes)))

    def __str__(self) -> str:
        return self.text_tree.in_a_row

    @property
    def no_place(self) -> str:
        """The words for the case that no place within reach changes the line."""
        return f"{'out of sight' if self.sight.visibility.is_open else 'in sight from'} nowhere within reach"

    def _change_words(self) -> Iterator[str]:
        yield f"out of sight at {self._stand(self.out_of_sight)}" if self.out_of_sight else self.no_place
        if self.covers:
            yield f"less harm at {', '.join(map(self._stand, self.covers))}"
        for smoke in self.smoke:
            chance = "" if smoke.harm is None else f", {percent(smoke.harm)} to harm it"
            yield f"with smoke at {said(smoke.place)} {smoke.sight}{chance}"
        if not self.smoke:
            yield "no smoke changes it"

    def _opened(self) -> Iterator[str]:
        yield f"in sight from {self._stand(self.in_sight)}" if self.in_sight else self.no_place

    def _stand(self, stand: Stand) -> str:
        chance = "" if not stand.harm else f" ({percent(stand.harm)})"
        return f"{said(stand.place)} for {amount(stand.cost, self.measure)}{chance}"


def change(book: Ruleset, state: GameState, unit: Unit, other: Viewer) -> Ruling[Changes]:
    """What would change the line of sight between a unit and an enemy or a place this turn, as far as the unit's side knows.

    An enemy is assumed to stay where it is, and the question is what it sees. An enemy unknown to the side counts as a
    bare place. On a table the unit is assumed to turn towards its target. Whether anybody can lay the smoke is not checked.

    Raises:
        NotOnMap: if the unit stands nowhere, nor its carrier, or the other stands nowhere.
        BadInput: if the other is the unit itself, or of its side.
    """
    known = book.seen_by(state, unit.side)
    at = stands_at(book, known, unit)
    if isinstance(other, Unit) and other.at is None:
        raise NotOnMap(other)
    if isinstance(other, Unit) and other.side == unit.side:
        raise BadInput("target", str(other), "an enemy unit on the map, or a place")
    if isinstance(other, Unit) and other.id not in known.units:
        assert other.at is not None
        other = other.at
    reach = book.reach(known, unit)
    unit = replace(unit, at=at)
    line = _Line(book, known, unit, other)
    now, harm = line.at(at)
    costs = dict(sorted(reach.verdict.cost.items(), key=lambda pair: pair[1]))
    costs.pop(at, None)
    line.look_at(costs)
    measure = reach.verdict.measure
    changes = Changes(unit.id, at, line.other_at, now, harm, measure)
    if now.visibility.is_open:
        hidden = next((Stand(place, cost) for place, cost in costs.items() if not line.is_open(place)), None)
        changes = replace(
            changes,
            out_of_sight=hidden,
            covers=tuple(_covers(line, costs, harm)),
            smoke=_smoke(line, at, now, harm),
        )
    else:
        seeing = (place for place in costs if line.sees_from(place))
        nearest = next(seeing, None)
        changes = replace(changes, in_sight=None if nearest is None else Stand(nearest, costs[nearest]))
    return Ruling(
        f"what would change the line of {unit} and {other}",
        changes,
        (*line.why(known, at), *_reasons(line, changes)),
    )


class _Line:
    """The line between a unit and another, from any place that the unit could go to."""

    def __init__(self, book: Ruleset, known: GameState, unit: Unit, other: Viewer) -> None:
        self._book, self.known, self._unit = book, known, unit
        self._other = other
        at = other.at if isinstance(other, Unit) else other
        assert at is not None
        self.other_at = at
        self._exposure = Exposure(book, known, unit) if isinstance(other, Unit) else None

    def look_at(self, places: Iterable[Place]) -> None:
        """Look at these places all at once."""
        if self._exposure is not None:
            self._exposure.look_at(places)

    def at(self, place: Place, state: GameState | None = None) -> tuple[Sight, Fraction | None]:
        """The sight of the unit at a place, and the chance that the other's fire harms it there."""
        moved = replace(self._unit, at=place)
        then = (state or self.known).with_unit(moved)
        if not isinstance(self._other, Unit):
            return self._line_from(then, place).verdict, None
        if self._other.has(CONCEALED):
            return self._book.line_of_sight(then, viewer_of(self._other), moved).verdict, None
        sight = self._book.line_of_sight(then, self._other, moved).verdict
        return sight, self._book.fire(
            then, self._other, moved
        ).verdict.harm if sight.visibility.is_open else None

    def is_open(self, place: Place) -> bool:
        """Whether there is a line of sight with the unit at a place."""
        if self._exposure is not None and isinstance(self._other, Unit):
            return self._exposure.sight(self._other, place).is_open
        return self.at(place)[0].visibility.is_open

    def harm(self, place: Place) -> Fraction | None:
        """The chance that the other's fire harms the unit at a place, if the other sees it there and the book gives a chance."""
        if self._exposure is None or not isinstance(self._other, Unit):
            return None
        watcher = self._exposure.watch(self._other, place)
        return None if watcher is None else watcher.harm

    def sees_from(self, place: Place) -> bool:
        """Whether the unit would see the other from a place."""
        return self._line_from(self.known, place).verdict.visibility.is_open

    def why_seen_from(self, place: Place) -> tuple[Reason, ...]:
        """The reasons of what the unit would see of the other from a place."""
        return self._line_from(self.known, place).reasons

    def _line_from(self, state: GameState, place: Place) -> Ruling[Sight]:
        there = turned_to(self._unit, place, self._other)
        return self._book.line_of_sight(state.with_unit(there), there, self._other)

    def why(self, state: GameState, place: Place) -> tuple[Reason, ...]:
        """The reasons for what is said of a place: those of the other's fire if that can do harm, else those of the line."""
        moved = replace(self._unit, at=place)
        then = state.with_unit(moved)
        if not isinstance(self._other, Unit):
            return self._line_from(then, place).reasons
        if not self._other.has(CONCEALED):
            shot = self._book.fire(then, self._other, moved)
            if shot.verdict.worth:
                return shot.reasons
        return self._book.line_of_sight(then, viewer_of(self._other), moved).reasons


def _covers(line: _Line, costs: dict[Place, Fraction], harm: Fraction | None) -> Iterator[Stand]:
    """Places in sight with a lower chance of harm, the cheapest first; a dearer one is listed only if it is safer still."""
    least = harm
    if not least:
        return
    for cost in dict.fromkeys(costs.values()):
        alike = [(line.harm(place), place) for place, each in costs.items() if each == cost]
        lower = [
            (harm_there, place)
            for harm_there, place in alike
            if harm_there is not None and harm_there < least
        ]
        if lower:
            least, place = min(lower, key=lambda pair: pair[0])
            yield Stand(place, cost, least)


def _smoke(line: _Line, source: Place, now: Sight, harm: Fraction | None) -> tuple[Smoke, ...]:
    """The smoke that helps most: first any that blocks the line, then the lowest harm, then the most
    hindrance; among equals the nearest to the other."""
    ranked: list[tuple[tuple[bool, Fraction, int, float], Smoke]] = []
    for number, place in enumerate(smoke_places(line.known.board, line.other_at, source)):
        sight, then = line.at(source, with_smoke(line.known, place))
        if (sight, then) != (now, harm):
            rank = sight.visibility.is_open, then or Fraction(0), -sight.hindrance, float(number)
            ranked.append((rank, Smoke(place, sight, then)))
    ranked.sort(key=lambda pair: pair[0])
    best = ranked[0][0][:3] if ranked else None
    return tuple(smoke for rank, smoke in ranked if rank[:3] == best)[:MOST_SMOKE]


def _reasons(line: _Line, changes: Changes) -> Iterator[Reason]:
    """The reasons for what is said of each place and of the best smoke."""
    hidden = [
        (stand.place, line.why(line.known, stand.place))
        for stand in (changes.out_of_sight, *changes.covers)
        if stand
    ]
    seeing = [(stand.place, line.why_seen_from(stand.place)) for stand in (changes.in_sight,) if stand]
    for place, why in (*hidden, *seeing):
        yield from deciding(why, f"from {said(place)}")
    for smoke in changes.smoke[:1]:
        why = line.why(with_smoke(line.known, smoke.place), changes.source)
        yield from deciding(why, f"with smoke at {said(smoke.place)}")
