"""Section 4.5: recovery, rally and panic; Max and his T-34."""

from fractions import Fraction

import pytest

from rules.game.units import Unit
from rules.micro_armour.declarations.marker_removal import RemoveMarkers
from rules.micro_armour.declarations.passing import Pass
from rules.micro_armour.questions.recovery import RecoveryOutcome, needs_recovery, recovery
from tests.proving import proves
from tests.rules.micro_armour.phases import to_movement
from tests.rules.micro_armour.tables import BLUE, MATG2, RED, opened, play, progress, record_of, stand, table

MAX_LEVEL = 13
S, D = "suppressed", "disorganized"


def _t34(*conditions: str) -> Unit:
    return stand("t34", RED, (5, 5), 0.0, "t34", *conditions)


@proves("MATG2-4.5.2", "MATG2-4.5.3", "MATG2-4.5.4", "MATG2-4.5.5", "MATG2-12.K1")
@pytest.mark.parametrize(
    ("naturals", "before", "outcome", "after"),
    [
        ([10], (S,), RecoveryOutcome.NOTHING, (S,)),
        ([2, 3, 4, 5, 6], (S, D), RecoveryOutcome.RECOVERED, (D,)),
        ([7, 10, 19], (S, D), RecoveryOutcome.NOTHING, (S, D)),
        ([1], (S, D), RecoveryOutcome.RALLIED, ()),
        ([20], (S, D), RecoveryOutcome.PANICKED, None),
        ([20], (D,), RecoveryOutcome.PANICKED, (S, D)),
        ([20], (S,), RecoveryOutcome.PANICKED, (S, D)),
        ([2], (D,), RecoveryOutcome.NOTHING, (D,)),
    ],
)
def test_4_5_max_recovers_rallies_or_panics(
    naturals: list[int], before: tuple[str, ...], outcome: RecoveryOutcome, after: tuple[str, ...] | None
) -> None:
    for natural in naturals:
        rolled = recovery(natural, _t34(*before), MAX_LEVEL)
        assert rolled.outcome is outcome
        assert rolled.after == (None if after is None else _t34(*after))


def test_an_unmarked_stand_does_not_roll() -> None:
    assert not needs_recovery(_t34("fired"))


@proves("MATG2-4.5.1", "MATG2-4.5.2", "MATG2-4.5.6")
def test_4_5_markers_are_taken_up_and_every_marked_stand_rolls_once() -> None:
    state = opened(
        table(),
        stand("r1", RED, (5, 5), 0.0, "t34", "suppressed"),
        stand("b1", BLUE, (40, 40), 0.0, "t34", "fired"),
    )
    state = to_movement(state, ("r1",))
    assert state.unit("r1").has("movement")
    state = play(state, [Pass(RED), Pass(BLUE)])
    assert record_of(state, RemoveMarkers(RED), [5]) == [
        "red takes up its markers",
        "r1 5+4 against 14: recovers",
        "r1 is no longer suppressed",
    ]
    state = play(state, [RemoveMarkers(RED)], [5])
    assert state.unit("r1").conditions == frozenset()
    assert state.unit("b1").conditions == {"fired"}, "each takes up his own"
    state = play(state, [RemoveMarkers(BLUE)])
    assert state.unit("r1").conditions == frozenset()
    assert state.unit("b1").conditions == frozenset()
    assert (progress(state).turn, progress(state).phase, progress(state).initiative) == (
        2,
        "initiative",
        None,
    )


@proves("MATG2-4.5.2")
@pytest.mark.parametrize(("stands", "are_named"), [(4, True), (5, False)])
def test_4_5_the_odds_name_up_to_four_stands_that_roll(stands: int, are_named: bool) -> None:
    marked = [stand(f"r{n}", RED, (5 + 3 * n, 10), 0.0, "t34", "disorganized") for n in range(stands)]
    state = to_movement(opened(table(), *marked, stand("b1", BLUE, (40, 40))))
    odds = MATG2.as_game().chances(play(state, [Pass(RED), Pass(BLUE)], []), RemoveMarkers(RED)).odds
    assert odds is not None
    assert all(f"r{n} rallies" in odds.chances for n in range(stands)) is are_named


@proves("MATG2-4.5.2")
def test_4_5_the_odds_count_stands_without_names_where_more_than_four_roll() -> None:
    marked = [
        stand(f"r{k}", RED, (3 + 3 * k, 5), 180.0, "t34", "suppressed", "disorganized") for k in range(7)
    ]
    state = to_movement(opened(table(), *marked, stand("b1", BLUE, (40, 40))))
    state = play(state, [Pass(RED), Pass(BLUE)])
    odds = MATG2.as_game().chances(state, RemoveMarkers(RED)).odds
    assert odds is not None
    assert odds.of("no effect") == Fraction(12, 20) ** 7
    assert odds.of("1 recovers") == 7 * Fraction(6, 20) * Fraction(12, 20) ** 6
    assert odds.of("2 eliminated") == 21 * Fraction(1, 20) ** 2 * Fraction(12, 20) ** 5


@proves("MATG2-4.5.2", "MATG2-4.5.3")
def test_4_5_a_stand_counted_without_its_name_recovers_by_its_own_markers() -> None:
    """Suppressed and disorganized stands by turns: a roll of 10 or less takes off S, a 1 D; a 20 adds what is missing."""
    marked = [
        stand(f"r{k}", RED, (3 + 3 * k, 5), 180.0, "t34", ("suppressed", "disorganized")[k % 2])
        for k in range(6)
    ]
    state = to_movement(opened(table(), *marked, stand("b1", BLUE, (40, 40))))
    state = play(state, [Pass(RED), Pass(BLUE)])
    odds = MATG2.as_game().chances(state, RemoveMarkers(RED)).odds
    assert odds is not None
    assert odds.of("no effect") == Fraction(9, 20) ** 3 * Fraction(18, 20) ** 3
    assert odds.of("1 recovers") == 3 * Fraction(10, 20) * Fraction(9, 20) ** 2 * Fraction(18, 20) ** 3
