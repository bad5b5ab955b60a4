"""A game in single steps: a declaration, then each die that it needs, with the exact chance of each face."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maps.library import scenario
from maps.scenario import Scenario, opening_of
from rules.catalog import ruleset
from rules.errors import BadInput
from rules.game.chance.dice import Throw, ThrownDice
from rules.game.engine.play import Action, Play
from rules.game.ruleset import Ruleset
from rules.game.state import GameState
from rules.game.view import CONCEALED
from rules.ground.hex.board import HexBoard
from rules.ground.table.tabletop import Tabletop
from vtt_bridge.games.game_setup import book_of, playable

MOST_ACTIONS = 4096
"""The most legal actions of a moment; an action is numbered by its place among them."""

MOST_UNITS = 96
"""The most units in an observation; each has a row, in the order of their ids."""

FEATURES = ("on_map", "own", "x", "y", "facing", "concealed", "conditions")
"""The columns of a unit's row, each from 0 to 1 except the number of conditions."""


class _DieWanted(Exception):
    """A procedure needs a die that has not been thrown yet."""

    def __init__(self, throw: Throw) -> None:
        self.throw = throw


class _FallenDice(ThrownDice):
    """The faces thrown so far for one declaration; any further throw raises _DieWanted."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._left = list(faces)

    def throw(self, thrown: Throw) -> tuple[int, ...]:
        shown = []
        for _ in range(thrown.count):
            if not self._left:
                raise _DieWanted(thrown)
            shown.append(self._left.pop(0))
        return tuple(shown)


@dataclass(frozen=True)
class Opening:
    """A scenario before its first decision."""

    play: Play
    book: Ruleset
    state: GameState

    @classmethod
    def of(cls, chosen: str | Scenario) -> "Opening":
        """The opening of a scenario, given by its name or file or as a value.

        Raises:
            RulesError: if there is none, or its book cannot be played.
            BadInput: if it has not two sides.
        """
        opened = scenario(chosen) if isinstance(chosen, str) else chosen
        book = book_of(opened, ruleset)
        played = playable(book)
        state = opening_of(opened, played)
        if len(state.sides) != 2:
            raise BadInput("sides", list(state.sides), "two sides")
        return cls(played.as_game(), book, state)


class Stepwise:
    """A game under way that waits for a declaration of a side, for a die, or for nothing more."""

    def __init__(self, opening: Opening) -> None:
        self.opening, self.state = opening, opening.state
        self.declared: Action | None = None
        self.fallen: tuple[int, ...] = ()
        self.wanted: Throw | None = None
        self.recalled = {side: sha256().hexdigest() for side in self.state.sides}
        """For each side a digest of all that it saw and declared so far: equal for games that look the same to it."""
        self._legal: tuple[Action, ...] | None = None

    def copy(self) -> "Stepwise":
        """A copy that can be played on independently."""
        other = Stepwise.__new__(Stepwise)
        other.__dict__.update(self.__dict__, recalled=dict(self.recalled))
        return other

    def __deepcopy__(self, _: object) -> "Stepwise":
        """States are values, so that a copy shares them."""
        return self.copy()

    @property
    def side(self) -> str | None:
        """The side that declares now; None while a die is wanted, and at the end."""
        return None if self.wanted is not None else self.opening.play.to_act(self.state)

    @property
    def is_over(self) -> bool:
        return self.wanted is None and self.opening.play.to_act(self.state) is None

    @property
    def legal(self) -> tuple[Action, ...]:
        """What may be declared now.

        Raises:
            BadInput: if there are more than MOST_ACTIONS.
        """
        if self._legal is None:
            self._legal = self.opening.play.legal_actions(self.state) if self.side else ()
            if len(self._legal) > MOST_ACTIONS:
                raise BadInput("legal actions", len(self._legal), f"{MOST_ACTIONS} at most")
        return self._legal

    def declare(self, number: int) -> None:
        """Declare the action of that number, from 0."""
        action = self.legal[number]
        self._recall({action.side: str(action)})
        self.declared, self.fallen, self._legal = action, (), None
        self._go_on()

    def chances(self) -> Mapping[int, Fraction]:
        """The faces that the wanted die can show, with their chances; of faces that decide the same, the
        lowest stands for all."""
        throw = self.wanted
        assert throw is not None
        if not throw.decides:
            return {face: Fraction(1, throw.sides) for face in range(1, throw.sides + 1)}
        lowest: dict[object, int] = {}
        chances: dict[int, Fraction] = {}
        for face, decided in enumerate(throw.decides, 1):
            face = lowest.setdefault((type(decided), decided), face)
            chances[face] = chances.get(face, Fraction(0)) + Fraction(1, throw.sides)
        return chances

    def fall(self, face: int) -> None:
        """Let the wanted die show this face, and play on."""
        self.fallen = (*self.fallen, face)
        self._go_on()

    def _go_on(self) -> None:
        """Carry out the declaration with the faces thrown so far, until another die is wanted."""
        assert self.declared is not None
        try:
            _, self.state = self.opening.play.resolve(self.state, self.declared, _FallenDice(self.fallen))
        except _DieWanted as asked:
            self.wanted = asked.throw
            return
        self.declared, self.fallen, self.wanted = None, (), None
        self._recall({side: self.seen(side) for side in self.state.sides})

    def _recall(self, words_by_side: Mapping[str, str]) -> None:
        for side, words in words_by_side.items():
            self.recalled[side] = sha256((self.recalled[side] + words).encode()).hexdigest()

    def seen(self, side: str) -> str:
        """All that a side sees of the game now, in words."""
        view = self.opening.book.seen_by(self.state, side)
        units = [
            f"{unit.id} {unit.type} {unit.side} {unit.at} {unit.facing_deg} {' '.join(sorted(unit.conditions))}"
            for unit in sorted(view.units.values(), key=lambda unit: unit.id)
        ]
        markers = sorted(map(str, view.markers))
        return "\n".join((self.opening.play.moment(view), *units, *markers))

    def observed(self, side: str) -> NDArray[np.float32]:
        """The units that a side knows of, as a row of FEATURES each; rows without a unit are 0."""
        view = self.opening.book.seen_by(self.state, side)
        rows = np.zeros((MOST_UNITS, len(FEATURES)), dtype=np.float32)
        board = view.board
        across, down = _extent(board)
        units = sorted(view.units.values(), key=lambda unit: unit.id)
        for row, unit in zip(rows, units[:MOST_UNITS], strict=False):
            x, y = (0.0, 0.0) if unit.at is None else _point(board, unit.at)
            facing = (unit.facing_deg or 0.0) % 360 / 360
            row[:] = (
                unit.at is not None,
                unit.side == side,
                x / across,
                y / down,
                facing,
                unit.has(CONCEALED),
                len(unit.conditions),
            )
        return rows

    def returns(self) -> Mapping[str, float]:
        """1 for the winner and -1 for the loser; 0 for a draw, and while play goes on."""
        result = None if self.wanted is not None else self.opening.play.result(self.state)
        winner = result.winner if result else None
        return {side: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in self.state.sides}


def _extent(board: HexBoard | Tabletop) -> tuple[float, float]:
    if isinstance(board, Tabletop):
        return board.width_in, board.depth_in
    return float(board.grid.columns), float(board.grid.rows)


def _point(board: HexBoard | Tabletop, at: Any) -> tuple[float, float]:
    return (at.x_in, at.y_in) if isinstance(board, Tabletop) else (float(at.column), float(at.row))
