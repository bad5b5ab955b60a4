"""The pot of counters and the table that may be thrown in its place: a scenario says which."""

from dataclasses import replace

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.state.progress import Step, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import DE, RULESET, UK, act, opened, pot_die, table, unit


def _to_rally(**options: object) -> GameState:
    """The British have come to the removal of suppression, with one unit that is suppressed."""
    state = opened(
        table(),
        unit("uk.1", "uk.squad", (9, 9), 0.0, SUPPRESSED),
        unit("de.1", "de.squad", (40, 40)),
        **options,
    )
    return with_progress(state, replace(progress_of(state), step=Step.SUPPRESSION, acting=UK))


@proves("KN-BMOR-11", "KN-BMOR-21")
@pytest.mark.parametrize("counter", ["1", "2", "3", "4"])
def test_a_counter_comes_out_of_the_pot_unless_the_scenario_says_otherwise(counter: str) -> None:
    state = _to_rally()
    assert sum(count for _, count in progress_of(state).pot) == 96
    state = act(state, RemoveSuppression(UK, 1), pot_die(counter=counter), 6)
    assert progress_of(state).counters_of(UK) == (counter,)
    assert sum(count for _, count in progress_of(state).pot) == 95
    assert not state.unit("uk.1").has(SUPPRESSED)


@proves("KN-BMOR-34a", "KN-BMOR-34b", "KN-BMOR-35")
@pytest.mark.parametrize(
    ("dice", "counter"),
    [((1, 2), "4"), ((3, 3), "3"), ((4, 4), "2"), ((5, 5), "1"), ((6, 6, 3), "mechanical breakdown")],
)
def test_the_table_is_thrown_where_the_scenario_says_so(dice: tuple[int, ...], counter: str) -> None:
    state = _to_rally(morale="table")
    assert progress_of(state).pot == ()
    state = act(state, RemoveSuppression(UK, 1), *dice, 6)
    assert progress_of(state).counters_of(UK) == (counter,)
    assert progress_of(RULESET.seen_by(state, DE)).counters_of(UK) == (counter,)


@proves("KN-BMOR-34a")
def test_another_kind_of_morale_is_refused() -> None:
    with pytest.raises(BadInput, match=r"options\.morale: 'cards' is not one of counters, table"):
        _to_rally(morale="cards")
