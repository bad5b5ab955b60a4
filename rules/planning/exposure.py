"""Exposure: which known enemies see each place and can fire at it, by the rulings of the book.

The danger of a place is the sum over all enemies that see it. Each enemy counts the book's chance that its
fire would harm the unit there, in hundredths and at least 1. If the book gives no chance, an enemy that only
sees the place counts 1, and one that may fire at unknown odds, such as a concealed counter, counts UNKNOWN.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import ceil, dist
from typing import TypeVar

from rules.game.ruleset import Ruleset
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Symbol, Unit, Viewer
from rules.game.verdicts import Band, Shot, Visibility, Weapon
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from rules.planning.cancellation import check_caller_waits
from rules.planning.plan import CERTAIN, MERELY_SEEN, Watched, Watcher, said

PlaceT = TypeVar("PlaceT", Hex, Spot, Place)

SEEN = MERELY_SEEN

_WIDEST_IN = 5.0
"""On a table fire is measured between the nearest parts of two models. Together these lie at most so far from the middles, for
an aircraft and a squad."""

UNKNOWN = 20
"""The danger from an enemy that may fire at a place at unknown odds. A figure of ours."""


class Exposure:
    """The danger of the places a unit may go to, from each known enemy; worked out once for each place.

    The state is what the unit's own side may know. The unit is assumed to face as it does now, and to be visible. Looking at many
    places at once, by `look_at`, is fastest. By default the enemies are all that are on the map.
    """

    def __init__(
        self, book: Ruleset, state: GameState, unit: Unit, enemies: Sequence[Unit] | None = None
    ) -> None:
        self.enemies = tuple(enemies_of(state, unit) if enemies is None else enemies)
        self._book, self._state = book, state
        self._unit = replace(unit, conditions=unit.conditions - {CONCEALED, HIDDEN})
        self._answers = _answers_about(book, state, self._unit, self.enemies)
        self._asked: dict[Place, Watched] = {}

    def look_at(self, places: Iterable[Place]) -> None:
        """Look at these places from every enemy at once."""
        seen = self._answers.seen
        new = [place for place in dict.fromkeys(places) if place not in seen]
        if not new:
            return
        check_caller_waits()
        rows = self._book.visibility_at_places(
            self._state, [viewer_of(enemy) for enemy in self.enemies], self._unit, new
        )
        self._answers.shots.update(dict.fromkeys(new, self._book.shots(self._state, self._unit, new)))
        for place, column in zip(new, zip(*rows, strict=True) if rows else [()] * len(new), strict=True):
            seen[place] = {
                enemy.id: visibility for enemy, visibility in zip(self.enemies, column, strict=True)
            }

    def at(self, place: Place) -> Watched:
        """The enemies that see a place, and the danger from each."""
        watched = self._answers.watched
        if place not in watched:
            check_caller_waits()
            watched[place] = self._watched(place)
        return self._asked.setdefault(place, watched[place])

    def dangers(self, places: Iterable[PlaceT]) -> dict[PlaceT, int]:
        """The danger of each of these places, looked at all at once."""
        asked = tuple(places)
        self.look_at(asked)
        return {place: self.at(place).danger for place in asked}

    @property
    def danger(self) -> dict[Place, int]:
        """The danger of every place asked about so far."""
        return {place: watched.danger for place, watched in self._asked.items()}

    def why(self, place: Place, watcher: Watcher) -> tuple[Reason, ...]:
        """The reasons behind an enemy's danger: those of its fire on the place, or else of its sight and why it does not fire."""
        enemy, moved = self._state.units[watcher.unit], replace(self._unit, at=place)
        state = self._state.with_unit(moved)
        fire = (
            () if enemy.has(CONCEALED) else self._book.fire(state, self._firing(enemy, place), moved).reasons
        )
        if watcher.harm is not None:
            return fire
        return tuple(
            dict.fromkeys((*self._book.line_of_sight(state, viewer_of(enemy), moved).reasons, *fire))
        )

    def watch(self, enemy: Unit, place: Place) -> Watcher | None:
        """One enemy as a watcher of the unit at a place; None if it does not see the unit there."""
        return self._watcher(enemy, place) if self.sight(enemy, place).is_open else None

    def sight(self, enemy: Unit, place: Place) -> Visibility:
        """An enemy's sight of the unit at a place."""
        self.look_at([place])
        return self._answers.seen[place][enemy.id]

    def _watched(self, place: Place) -> Watched:
        seen = [watcher for enemy in self.enemies if (watcher := self.watch(enemy, place))]
        blind = [str(enemy) for enemy in self.enemies if self.sight(enemy, place) is Visibility.BLIND]
        return Watched(tuple(sorted(seen, key=rank)), tuple(blind))

    def _watcher(self, enemy: Unit, place: Place) -> Watcher:
        at = enemy.at
        assert at is not None
        distance = gap(self._state.board, at, place)
        if enemy.has(CONCEALED):
            return Watcher(enemy.id, str(enemy), at, distance, UNKNOWN)
        weapons = self._answers.weapons[enemy.id]
        # Fire at or from aircraft has no range bands.
        is_in_the_air = self._flies(self._unit) or self._flies(enemy)
        band = None if is_in_the_air else _band(weapons, distance)
        in_range = is_in_the_air or band is not None or _band(weapons, distance - _WIDEST_IN) is not None
        shot = self._answers.shots[place](self._firing(enemy, place), place) if in_range else None
        if shot is None or not shot.worth:
            return Watcher(enemy.id, str(enemy), at, distance, SEEN, band)
        danger = UNKNOWN if shot.harm is None else max(SEEN, ceil(shot.harm * CERTAIN))
        return Watcher(enemy.id, str(enemy), at, distance, danger, band, shot.harm)

    def _firing(self, enemy: Unit, place: Place) -> Unit:
        """An enemy as it would fire at a place: an aircraft, which may fly anywhere before it fires, comes
        straight at the place."""
        at, weapons = enemy.at, self._answers.weapons[enemy.id]
        if not (self._flies(enemy) and weapons and isinstance(at, Spot) and isinstance(place, Spot)):
            return enemy
        reach_in, away_in = farthest(weapons), place.gap_in(at)
        return turned_to(enemy, at if away_in <= reach_in else place.toward(at, reach_in / away_in), place)

    def _flies(self, unit: Unit) -> bool:
        kind = self._book.roster.get(unit.type)
        return kind is not None and kind.symbol is Symbol.AIRCRAFT


@dataclass(frozen=True, slots=True)
class _Answers:
    """A cache of answers about a unit and its enemies at one moment."""

    weapons: Mapping[str, tuple[Weapon, ...]]
    shots: dict[Place, Callable[[Unit, Place], Shot]] = field(default_factory=dict)
    seen: dict[Place, dict[str, Visibility]] = field(default_factory=dict)
    watched: dict[Place, Watched] = field(default_factory=dict)


@lru_cache(maxsize=32)
def _answers_about(book: Ruleset, state: GameState, unit: Unit, enemies: tuple[Unit, ...]) -> _Answers:  # noqa: ARG001
    """The cache shared by all questions about one unit at one moment."""
    known = (enemy for enemy in enemies if not enemy.has(CONCEALED))
    return _Answers({enemy.id: book.weapon_ranges(state, enemy).verdict.weapons for enemy in known})


def farthest(weapons: Iterable[Weapon]) -> float:
    """How far the last band of any of these weapons reaches, in hexes or inches; 0 without any."""
    return max((band.out_to for weapon in weapons for band in weapon.bands), default=0.0)


def rank(watcher: Watcher) -> tuple[int, float, str]:
    """The sort key of enemies that see a place: the most dangerous first."""
    return -watcher.danger, watcher.distance, watcher.unit


def enemies_of(state: GameState, unit: Unit) -> list[Unit]:
    """The units of other sides that are on the map; the names of concealed ones include their place."""
    return [
        replace(other, name=f"{other.name or 'concealed unit at'} {said(other.at)}")
        if other.has(CONCEALED)
        else other
        for other in state.units.values()
        if other.side != unit.side and other.at is not None
    ]


def stands_at(book: Ruleset, known: GameState, unit: Unit) -> Place:
    """The place of a unit: its own, or that of its carrier.

    Raises:
        NotOnMap: if it stands nowhere, nor its carrier.
    """
    return book.reach(known, unit).verdict.source if unit.at is None else unit.at


def gap(board: Board, one: Place, other: Place) -> float:
    """The distance between two places, in hexes or inches."""
    if isinstance(board, HexBoard) and isinstance(one, Hex) and isinstance(other, Hex):
        return board.grid.distance(one, other)
    return dist(one, other)


def turned_to(unit: Unit, place: Place, target: Viewer) -> Unit:
    """The unit at a place; on a table turned to its target."""
    aim = target.at if isinstance(target, Unit) else target
    if isinstance(place, Spot) and isinstance(aim, Spot) and unit.facing_deg is not None and aim != place:
        return replace(unit, at=place, facing_deg=place.bearing_deg(aim))
    return replace(unit, at=place)


def viewer_of(enemy: Unit) -> Viewer:
    """The viewer for the book: the enemy, or the place where a concealed counter lies."""
    return enemy.at if enemy.has(CONCEALED) and enemy.at is not None else enemy


def _band(weapons: tuple[Weapon, ...], distance: float) -> Band | None:
    """The range band of the weapon that is best at a distance; None beyond all."""
    reached = (next((band for band in weapon.bands if distance <= band.out_to), None) for weapon in weapons)
    return max((band for band in reached if band), key=lambda band: band.modifier, default=None)
