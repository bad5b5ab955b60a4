"""What is judged at the end of a turn to the inch and in which order, and what a side may not know."""

from dataclasses import replace

import pytest

from rules.errors import BadInput
from rules.game.engine.resolution import DependsOnHidden
from rules.game.state import GameState
from rules.game.view import words_for
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import UNKNOWN_COUNTER
from rules.kampfgruppe_normandy.declarations.anti_aircraft import FireAtAircraft
from rules.kampfgruppe_normandy.declarations.turn.activation import EndActivations
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.effects.group_morale import is_broken
from rules.kampfgruppe_normandy.effects.turn_end import end_turn
from rules.kampfgruppe_normandy.state.progress import Force, Objective, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    UK,
    A,
    B,
    act,
    counters,
    course,
    dice_of,
    end_of_turn,
    game,
    opened,
    pot_die,
    ready,
    resolving,
    table,
    told_to,
    unit,
)


@proves("KN-BMOR-23", "KN-BMOR-24a", "KN-BMOR-24b")
@pytest.mark.parametrize(
    ("to_man_in", "enemy_in", "taken"), [(0.9, 9, True), (1.5, 9, False), (0.9, 7.5, False)]
)
def test_an_objective_is_taken_within_an_inch_and_with_no_enemy_within_8(
    to_man_in: float, enemy_in: float, taken: bool
) -> None:
    state = ready(
        table(),
        unit("one", "uk.sniper", (30 + 0.3 + to_man_in, 24)),
        unit("foe", "de.sniper", (30 - 0.3 - enemy_in, 24)),
        objectives=[{"name": "farm", "spots": [[30, 24]]}],
        barred_from_all_objectives=[UK],
    )
    after = end_of_turn(state, *((1,) if taken else ()))
    assert (course(after).objectives[0].held_by == UK) is taken
    assert counters(after, DE) == taken


@proves("KN-BMOR-20", "KN-BMOR-25")
@pytest.mark.parametrize(("to_man_in", "held"), [(3.9, True), (4.0, True), (4.4, False)])
def test_an_objective_is_held_within_4_inches(to_man_in: float, held: bool) -> None:
    """Four inches are within, though the sum of the places comes to a hair more."""
    farm = {"name": "farm", "spots": [[10, 24]]}
    state = ready(
        table(),
        unit("one", "uk.sniper", (10 + 0.3 + to_man_in, 24)),
        B,
        objectives=[farm],
        barred_from_all_objectives=[UK],
    )
    taken = Objective("farm", Spot(10, 24), UK)
    state = with_progress(state, replace(progress_of(state), objectives=(taken,)))
    after = end_of_turn(state, *(() if held else (1,)))
    assert (course(after).objectives[0].held_by == UK) is held
    assert counters(after, UK) == (not held)


@proves("KN-BMOR-13", "KN-TURN-21")
@pytest.mark.parametrize(("broken", "winner"), [((DE,), UK), ((UK,), DE), ((UK, DE), UK)])
def test_the_enemy_is_asked_first_whether_he_can_go_on(broken: tuple[str, ...], winner: str) -> None:
    state = ready(table(), A, B)
    drawn = tuple((side, "4") for side in broken)
    state = end_of_turn(with_progress(state, replace(progress_of(state), drawn=drawn)))
    result = GAME.result(state)
    assert result is not None
    assert result.winner == winner


@proves("KN-BMOR-13")
@pytest.mark.parametrize(("counter", "breaks"), [("1", True), ("aircraft", False)])
def test_a_battle_group_breaks_when_its_counters_come_to_its_value(counter: str, breaks: bool) -> None:
    state = ready(table(), A, B)
    assert course(state).force(DE).morale == 1
    state = end_of_turn(with_progress(state, replace(progress_of(state), drawn=((DE, counter),))))
    assert (GAME.result(state) is not None) is breaks


@proves("KN-BMOR-13")
@pytest.mark.parametrize(("counters", "is_known"), [((UNKNOWN_COUNTER,), False), (("1",), True), ((), True)])
def test_whether_a_battle_group_breaks_rests_on_a_counter_that_is_not_seen(
    counters: tuple[str, ...], is_known: bool
) -> None:
    """The one counter that the last point of morale waits for may be a number or a special counter."""
    progress = replace(progress_of(ready(table(), A, B)), drawn=tuple((DE, counter) for counter in counters))
    if is_known:
        assert is_broken(progress, DE) is bool(counters)
    else:
        with pytest.raises(DependsOnHidden, match="what the counters of de show"):
            is_broken(progress, DE)


@proves("KN-BMOR-13")
@pytest.mark.parametrize(("counters", "breaks"), [(1, None), (0, False)])
def test_a_counter_that_is_not_seen_can_be_a_4_and_break_a_battle_group_with_4_left(
    counters: int, breaks: bool | None
) -> None:
    progress = replace(progress_of(ready(table(), A, B)), forces=(Force(UK, 4, 400), Force(DE, 4, 400)))
    progress = replace(progress, drawn=((DE, UNKNOWN_COUNTER),) * counters)
    if breaks is not None:
        assert is_broken(progress, DE) is breaks
        return
    with pytest.raises(DependsOnHidden, match="what the counters of de show"):
        is_broken(progress, DE)
    assert not is_broken(replace(progress, forces=(Force(UK, 4, 400), Force(DE, 5, 400))), DE)


@proves("KN-BMOR-32")
def test_the_end_of_the_last_turn_rests_on_a_counter_that_is_not_seen() -> None:
    state = ready(table(), A, B)
    progress = progress_of(state)
    progress = replace(
        progress, turn=progress.setting.turns, acting=DE, drawn=((DE, UNKNOWN_COUNTER),),
        forces=(Force(UK, 30, 400), Force(DE, 30, 400)),
    )  # fmt: skip
    with pytest.raises(DependsOnHidden, match="what the counters show"):
        end_turn(resolving(with_progress(state, progress), dice_of([])), DE)
    ended = resolving(with_progress(state, replace(progress, drawn=((DE, "1"),))), dice_of([]))
    end_turn(ended, DE)
    assert ended.progress.ended is not None
    assert ended.progress.ended.winner == UK


@proves("KN-BMOR-12", "KN-TURN-21")
def test_the_values_of_the_enemys_counters_are_hidden_and_their_number_is_not() -> None:
    state = ready(table(), A, B)
    drawn = ((UK, "3"), (DE, "2"), (DE, "aircraft"))
    state = with_progress(state, replace(progress_of(state), drawn=drawn))
    british = progress_of(RULESET.seen_by(state, UK))
    assert british.drawn == ((UK, "3"), (DE, "?"), (DE, "aircraft"))
    assert british.morale_lost(DE) == 0
    assert {counter for counter, _ in british.pot if counter.isdecimal()} == set()
    assert progress_of(RULESET.seen_by(state, DE)).drawn == ((UK, "?"), (DE, "2"), (DE, "aircraft"))


@proves("KN-BMOR-34b")
def test_what_the_table_in_place_of_counters_comes_to_is_known_to_both() -> None:
    state = ready(table(), A, B, morale="table")
    drawn = ((UK, "3"), (DE, "2"))
    state = with_progress(state, replace(progress_of(state), drawn=drawn))
    assert progress_of(RULESET.seen_by(state, UK)).drawn == drawn
    assert progress_of(RULESET.seen_by(state, UK)).morale_lost(DE) == 2


@proves("KN-BMOR-34b")
def test_the_dice_on_the_table_and_what_they_come_to_are_told_to_both() -> None:
    low = replace(A, id="low", conditions=frozenset({SUPPRESSED}))
    state = act(ready(table(), A, low, B, morale="table"), EndActivations(UK))
    events, after = GAME.resolve(state, RemoveSuppression(UK, 1), dice_of([3, 4, 6]))
    for side in (UK, DE):
        heard = [words_for(side, event) for event in events]
        assert any("morale loss of uk: d6 shows 3" in line for line in heard)
        assert "uk takes a morale counter: to remove suppression; the table shows 2" in heard
    assert "uk has drawn 1 counter: 2" in GAME.notes(after, DE)


@proves("KN-BMOR-12")
def test_a_counter_from_the_pot_is_shown_to_its_drawer_alone() -> None:
    low = replace(A, id="low", conditions=frozenset({SUPPRESSED}))
    state = act(ready(table(), A, low, B), EndActivations(UK))
    events, after = GAME.resolve(state, RemoveSuppression(UK, 1), dice_of([pot_die(), 6]))
    said = "uk takes a morale counter: to remove suppression"
    assert f"{said}; it shows 2" in [words_for(UK, event) for event in events]
    assert said in [words_for(DE, event) for event in events]
    assert "uk has drawn 1 counter" in GAME.notes(after, DE)


@proves("KN-GROUP-03", "KN-GROUP-04", "KN-GROUP-05", "KN-SETUP-05")
@pytest.mark.parametrize(("size", "most"), [("platoon", 250), ("company", 500), ("battalion", None)])
def test_a_battle_group_costs_at_most_what_the_size_of_the_game_allows(size: str, most: int | None) -> None:
    dear, cheap = RULESET.book.type("uk.crocodile").points, RULESET.book.type("uk.runner").points
    assert (dear, cheap) == (68, 2)

    def battle_group(points: int) -> GameState:
        tanks, runners = points // dear, points % dear // cheap
        bought = [unit(f"tank {k}", "uk.crocodile", (3 + 3 * k, 5)) for k in range(tanks)]
        bought += [unit(f"runner {k}", "uk.runner", (3 + k, 40)) for k in range(runners)]
        return opened(table(), *bought, B, game_size=size)

    assert course(battle_group(most or 1200)).force(UK).points == (most or 1200)
    if most is not None:
        with pytest.raises(BadInput, match=f"at most {most} points"):
            battle_group(most + 2)


@proves("KN-BMOR-01")
def test_a_battle_group_has_a_morale_value_of_1_or_more() -> None:
    assert RULESET.book.type("uk.jeep").morale == 0
    state = opened(table(), unit("jeep", "uk.jeep", (10, 24)), B)
    assert course(state).force(UK).morale == 1


@proves("KN-AA-10", "KN-AA-12")
def test_a_suppressed_pilot_who_throws_a_1_flies_home_at_the_price_of_one_counter() -> None:
    state = game(
        unit("quad", "de.quad20", (10, 10)),
        unit("spit", "uk.spitfire", (60, 60), 0, SUPPRESSED),
        unit("own", "uk.squad", (90, 60)),
        acting=DE,
    )
    state = told_to(state, "quad", K.SUPPRESS_AIRCRAFT, K.MOVE)
    fire = FireAtAircraft(DE, "quad", "spit")
    one_hit = (6, 6, *[1] * 8)
    _, home = GAME.resolve(state, fire, dice_of((*one_hit, 1, 1)))
    assert "spit" not in home.units
    assert progress_of(home).counters_of(UK) == ("1",)
    _, stays = GAME.resolve(state, fire, dice_of((*one_hit, 3)))
    assert progress_of(stays).of("spit").hits == 1
