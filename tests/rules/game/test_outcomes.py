"""Ends of a procedure in steps: branches of a die, merged states, rerolled ties, hidden outcomes."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice, Thrown
from rules.game.chance.enumeration import EnumeratedDice, weighted_outcomes
from rules.game.engine.outcomes import Ends, TooManyOutcomes, every_end
from rules.game.engine.position import Position, memoized
from rules.game.engine.resolution import DependsOnHidden, Resolution
from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import HexGrid

START = Position(GameState(HexBoard("meadow", HexGrid(1, 1)), course=0))


@dataclass(frozen=True)
class Counted:
    """The course of this little game is a number; this event adds to it."""

    more: int

    def on(self, state: GameState) -> GameState:
        assert isinstance(state.course, int)
        return replace(state, course=state.course + self.more)


class Counting:
    def apply(self, state: GameState, event: Any) -> GameState:
        after: GameState = event.on(state)
        return after

    def position(self, state: GameState) -> Position:
        return Position(state)


def ends_of(step: Any, *args: Any) -> Ends:
    return every_end(lambda *at: Resolution(Counting(), *at), START, ((step, args),))


def counts(ends: Ends) -> dict[object, Fraction]:
    return {state.course: chance for state, chance in ends.states.items()}


def toss(resolution: Resolution[Position], left: int) -> None:
    if resolution.passes("toss", 10, at_most=3):
        resolution.happen(Counted(1))
    if left > 1:
        resolution.then(toss, left - 1)


def test_a_die_has_as_many_branches_as_it_decides_between() -> None:
    dice = EnumeratedDice()
    assert dice.decide("table", 10, lambda face: face > 8) is False
    assert len(dice.forks[0].falls.ways) == 2
    assert weighted_outcomes(lambda dice: dice.decide("table", 10, lambda face: face // 4)).of == {
        0: 3,
        1: 4,
        2: 3,
    }
    assert ScriptedDice([7]).decide("table", 10, lambda face: face // 4) == 1


def test_a_face_needed_only_for_the_record_stands_for_all_faces_with_the_same_result() -> None:
    found = weighted_outcomes(lambda dice: dice.decide("table", 6, lambda face: Thrown(face > 4, face)))
    assert {(thrown.outcome, thrown.face): weight for thrown, weight in found.of.items()} == {
        (False, 1): 4,
        (True, 5): 2,
    }


def test_equal_states_are_merged_between_steps() -> None:
    """A hundred tosses have 2^100 ways to fall and 101 ends; the chance of all hits is exact."""
    found = counts(ends_of(toss, 100))
    assert len(found) == 101
    assert found[100] == Fraction(3, 10) ** 100
    assert sum(found.values()) == 1


def tie_or_win(resolution: Resolution[Position]) -> None:
    row = resolution.decide("initiative", 6, lambda face: (face - 1) // 2)
    if row == 0:
        resolution.then(tie_or_win)
    else:
        resolution.happen(Counted(row))


def test_a_tie_is_thrown_again_without_end() -> None:
    assert counts(ends_of(tie_or_win)) == {1: Fraction(1, 2), 2: Fraction(1, 2)}


def ask_what_is_hidden(resolution: Resolution[Position]) -> None:
    if resolution.passes("scout", 4, at_least=4):
        raise DependsOnHidden("who stands there")


def test_ends_that_depend_on_hidden_information_have_their_chance() -> None:
    ends = ends_of(ask_what_is_hidden)
    assert (ends.hidden, counts(ends)) == (Fraction(1, 4), {0: Fraction(3, 4)})


def grow(resolution: Resolution[Position]) -> None:
    resolution.happen(Counted(1))
    resolution.then(grow)


def test_a_procedure_with_endless_outcomes_is_refused() -> None:
    with pytest.raises(TooManyOutcomes):
        ends_of(grow)


def test_a_question_is_worked_out_once_for_a_position() -> None:
    asked: list[int] = []

    @memoized
    def doubled(_: Position, number: int) -> int:
        asked.append(number)
        return 2 * number

    assert [doubled(START, 2), doubled(START, 3), doubled(START, 2)] == [4, 6, 4]
    assert asked == [2, 3]
    assert doubled(Position(START.state), 2) == 4
    assert asked == [2, 3, 2]
