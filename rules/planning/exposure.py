"""Exposure: who of the known enemies sees and can shoot each place, asked of the book.

The danger of a place is that of all enemies who see it, added up. Each counts the book's chance that its
fire would harm the unit there, in hundredths and never less than 1. Where the book gives no chance, who
merely sees counts 1, and who may fire at unknown odds, as a concealed counter may, counts UNKNOWN.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, dist

from rules.game.ruleset import ForetellsShots, Ruleset
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.game.units import Unit, Viewer
from rules.game.verdicts import Band, Shot, SightField, Visibility, Weapon
from rules.game.view import CONCEALED, HIDDEN
from rules.ground.board import Board, Place
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.planning.plan import CERTAIN, Watched, Watcher

SEEN = 1
"""What an enemy counts who sees a place and cannot harm the unit there."""

UNKNOWN = 20
"""What an enemy counts who may fire there at odds that nobody knows. A figure of ours."""


class Exposure:
    """The danger of the places a unit may go to, from each enemy it knows of; asked once for each place.

    The state is what the unit's own side may know. The unit is taken to face as it does now, and to be seen.
    What an enemy sees is its field of sight; on hexes a vehicle is looked for hex by hex, as it may stand in
    the road where men would not be seen.
    """

    def __init__(self, book: Ruleset, state: GameState, unit: Unit) -> None:
        self._book, self._state = book, state
        self._unit = replace(unit, conditions=unit.conditions - {CONCEALED, HIDDEN})
        self.enemies = [
            other for other in state.units.values() if other.side != unit.side and other.at is not None
        ]
        self._asks_one_by_one = isinstance(state.board, HexBoard) and book.roster[unit.type].is_vehicle
        self._fields: dict[str, SightField] = {}
        self._weapons = {
            enemy.id: book.weapon_ranges(state, enemy).verdict.weapons
            for enemy in self.enemies
            if not enemy.has(CONCEALED)
        }
        self._shot = book.shots(state, self._unit) if isinstance(book, ForetellsShots) else self._fire
        self._asked: dict[Place, Watched] = {}

    def at(self, place: Place) -> Watched:
        """The enemies who see a place, and the danger of each."""
        if place not in self._asked:
            self._asked[place] = self._look(place)
        return self._asked[place]

    @property
    def danger(self) -> dict[Place, int]:
        """The danger of every place asked about so far."""
        return {place: watched.danger for place, watched in self._asked.items()}

    def why(self, place: Place, watcher: Watcher) -> tuple[Reason, ...]:
        """The reasons behind an enemy's danger: those of its fire on the place, or else of its sight."""
        enemy = self._state.units[watcher.unit]
        state, moved = self._moved(place)
        if watcher.harm is not None:
            return self._book.fire(state, enemy, moved).reasons
        return self._book.line_of_sight(state, _eye(enemy), moved).reasons

    def _look(self, place: Place) -> Watched:
        seen, blind = [], []
        for enemy in self.enemies:
            visibility, distance = self.sight(enemy, place)
            if visibility is Visibility.BLIND:
                blind.append(str(enemy))
            elif visibility.is_open:
                seen.append(self._watcher(enemy, place, distance))
        ranked = sorted(seen, key=lambda watcher: (-watcher.danger, watcher.distance, watcher.unit))
        return Watched(tuple(ranked), tuple(blind))

    def sight(self, enemy: Unit, place: Place) -> tuple[Visibility, float]:
        """An enemy's sight of the unit at a place, and the distance; a spot between those of a field is looked at by itself."""
        visibility = None if self._asks_one_by_one else self._field(enemy).visibility.get(place)
        if visibility is not None:
            return visibility, _distance(self._state.board, enemy.at, place)
        state, moved = self._moved(place)
        sight = self._book.line_of_sight(state, _eye(enemy), moved).verdict
        return sight.visibility, sight.distance

    def places_seen(self, enemy: Unit) -> Iterator[Place]:
        """The places of the board where an enemy sees whoever stands there, be they men or vehicles."""
        return (place for place, seen in self._field(enemy).visibility.items() if seen.is_open)

    def _field(self, enemy: Unit) -> SightField:
        if enemy.id not in self._fields:
            self._fields[enemy.id] = self._book.sight_field(self._state, _eye(enemy)).verdict
        return self._fields[enemy.id]

    def _watcher(self, enemy: Unit, place: Place, distance: float) -> Watcher:
        at = enemy.at
        assert at is not None
        if enemy.has(CONCEALED):
            return Watcher(enemy.id, str(enemy), at, distance, UNKNOWN)
        band = _band(self._weapons[enemy.id], distance)
        shot = self._shot(enemy, place) if band is not None else None
        if shot is None or not shot.worth:
            return Watcher(enemy.id, str(enemy), at, distance, SEEN, band)
        danger = UNKNOWN if shot.harm is None else max(SEEN, ceil(shot.harm * CERTAIN))
        return Watcher(enemy.id, str(enemy), at, distance, danger, band, shot.harm)

    def _fire(self, enemy: Unit, place: Place) -> Shot:
        state, moved = self._moved(place)
        return self._book.fire(state, enemy, moved).verdict

    def _moved(self, place: Place) -> tuple[GameState, Unit]:
        moved = replace(self._unit, at=place)
        return self._state.with_unit(moved), moved


def _distance(board: Board, one: Place | None, other: Place) -> float:
    """The distance between two places, in hexes or inches."""
    if isinstance(board, HexBoard) and isinstance(one, Hex) and isinstance(other, Hex):
        return board.grid.distance(one, other)
    return dist(one or (), other)


def _eye(enemy: Unit) -> Viewer:
    """The viewer for the book: the enemy, or the place where a concealed counter lies."""
    return enemy.at if enemy.has(CONCEALED) and enemy.at is not None else enemy


def _band(weapons: tuple[Weapon, ...], distance: float) -> Band | None:
    """The range band of the weapon that is best at a distance; None beyond all."""
    reached = (next((band for band in weapon.bands if distance <= band.out_to), None) for weapon in weapons)
    return max((band for band in reached if band), key=lambda band: band.modifier, default=None)
