"""Checks the moves of a log by the rules: lists each step in which a unit went farther than it may, with the rule.

A log tells where pieces were put, but not by which way, so the cheapest way counts: every move listed is
against the rules by any way. Where the module marks its turns, the moves of a unit in one turn are added up.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.errors import BadInput
from rules.game.ruleset import Ruleset
from rules.game.ruling import Ruling
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.verdicts import Reach
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import Hex
from rules.ground.place import Place
from rules.ground.table.inches import Spot
from vtt_bridge.umpire.umpire import Umpire
from vtt_bridge.vassal.commands import Command, Step, TurnMarked
from vtt_bridge.vassal.saved_game import SavedGame
from vtt_bridge.vassal.scene import VassalTable


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """A move that the rules do not allow."""

    step: int
    unit: str
    why: str

    def __str__(self) -> str:
        return f"move {self.step}: {self.unit} {self.why}"


@dataclass(frozen=True, slots=True)
class Checked:
    """The result for a log: how many moves were checked, and which broke a rule."""

    moves: int
    turns_are_marked: bool
    broken: tuple[BrokenRule, ...]


def checked_log(
    table: VassalTable, umpire: Umpire, begun: tuple[Command, ...], steps: tuple[Step, ...]
) -> Checked:
    """Check every move of a log.

    Raises:
        RulesError: if the game that the log begins with cannot be read.
    """
    check = _Check(table, umpire, SavedGame.after(begun))
    broken = tuple(broken_move for step in steps for broken_move in check.step(step))
    return Checked(check.moves, check.turns_are_marked, broken)


class _Check:
    """The game during the check of a log, and the movement that each unit has spent in the turn."""

    def __init__(self, table: VassalTable, umpire: Umpire, saved: SavedGame) -> None:
        self.table, self.umpire, self.saved = table, umpire, saved
        self.moves = 0
        self.turns_are_marked = False
        self._spent: dict[str, Fraction] = {}

    def step(self, step: Step) -> Iterator[BrokenRule]:
        """Carry out a step, and yield the rules that it breaks."""
        before = self.table.places(self.saved)
        state, book = self.umpire.state(self.table.scene(self.saved, "log"))
        for command in step.commands:
            self.saved.carry_out(command)
            if isinstance(command, TurnMarked):
                self._spent.clear()
                self.turns_are_marked = True
        ids = self.table.unit_ids(self.saved.pieces.values())
        for piece, place in self.table.places(self.saved).items():
            if piece in before and before[piece] != place and (unit := state.units.get(ids[piece])):
                self.moves += 1
                why = self._why_not(state, book, unit, place)
                if why:
                    yield BrokenRule(step.number, f"{unit.id} {before[piece]} to {place}:", why)

    def _why_not(self, state: GameState, book: Ruleset, unit: Unit, to: Place) -> str:
        """Why a unit cannot get there with the movement it has left, in any mode; empty if it can."""
        rulings = list(_reaches(state, book, unit))
        reaches = [ruling.verdict for ruling in rulings if isinstance(ruling.verdict, Reach)]
        so_far = self._spent.get(unit.id, Fraction(0)) if self.turns_are_marked else Fraction(0)
        there = [reach for reach in reaches if to in reach.cost]
        if there:
            spent = so_far + min(reach.cost[to] for reach in there)
            self._spent[unit.id] = spent
            if any(so_far + reach.cost[to] <= reach.allowance for reach in there) or not so_far:
                return ""
            return f"{float(spent):g} {there[0].measure} in the turn{_most(reaches)}{_rule(rulings)}"
        return f"{_away(state, unit, to)} away and out of reach{_most(reaches)}{_rule(rulings)}"


def _reaches(state: GameState, book: Ruleset, unit: Unit) -> Iterator[Ruling[Reach]]:
    """The reach of a unit in each of its modes."""
    for mode in book.modes:
        with suppress(BadInput):
            yield book.reach(state, unit, mode)


def _most(reaches: Sequence[Reach]) -> str:
    return (
        f", allowance {float(max(reach.allowance for reach in reaches)):g} {reaches[0].measure}"
        if reaches
        else ""
    )


def _away(state: GameState, unit: Unit, to: Place) -> str:
    if isinstance(state.board, HexBoard) and isinstance(unit.at, Hex) and isinstance(to, Hex):
        hexes = state.board.grid.distance(unit.at, to)
        return f"{hexes} hex{'' if hexes == 1 else 'es'}"
    assert isinstance(unit.at, Spot)
    assert isinstance(to, Spot)
    return f"{unit.at.gap_in(to):.1f} in"


def _rule(rulings: Sequence[Ruling[Any]]) -> str:
    """The first rule on which the rulings rest."""
    reasons = (reason for ruling in rulings for reason in ruling.reasons)
    return next((f" ({reason.cite})" for reason in reasons), "")
