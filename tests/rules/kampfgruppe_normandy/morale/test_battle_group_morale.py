"""Battle group morale: the pot as printed, the table in its place, and what losses cost."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.game.chance.dice import Dice
from rules.game.engine.resolution import DependsOnHidden
from rules.game.state import GameState
from rules.game.units import Unit
from rules.game.view import line_heard_by
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import COUNTER_SHEET, UNKNOWN_COUNTER, Special
from rules.kampfgruppe_normandy.declarations.turn.activation import EndActivations
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter, is_broken, thrown_loss
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.questions.target import Fate, Losses
from rules.kampfgruppe_normandy.state.events import GameEnded
from rules.kampfgruppe_normandy.state.morale_pot import full_pot
from rules.kampfgruppe_normandy.state.progress import (
    Duty,
    Engagement,
    Force,
    Obligation,
    Progress,
    Setting,
    Size,
    Step,
    progress_of,
    with_progress,
)
from rules.kampfgruppe_normandy.state.resolution import Resolution
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.morale.losses import COMMANDOS, FOE, SQUAD, TANK, TRUCK, after_losses
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    SQUAD_A,
    SQUAD_B,
    UK,
    act,
    counters,
    dice_of,
    end_of_turn,
    game,
    objective,
    opened,
    pot_die,
    ready,
    resolving,
    table,
    unit,
)

PRINTED = """
1 1 1 1 1 1 1 1
1 1 1 1 1 1 2 2
2 2 2 2 2 2 2 2
2 2 2 2 2 2 2 2
2 2 2 2 2 2 2 2
2 2 3 3 3 3 3 3
3 3 3 3 3 3 3 3
3 3 3 3 3 3 3 3
3 3 3 3 3 4 4 4
4 4 4 4 4 4 4 4
4 4 4 4 . . . .
. .
"""
EVENTS = (Special.BREAKDOWN.value, Special.OUT_OF_AMMUNITION.value, Special.HEROIC_ACTION.value)
SETTING = Setting(Size.COMPANY, Engagement.SET_PIECE, UK, 8)


def _resolution(*units: Unit, dice: list[int] | Dice, setting: Setting = SETTING) -> Resolution:
    course = Progress(
        setting,
        (Force(UK, 20, 400), Force(DE, 18, 400)),
        acting=UK,
        pot=full_pot(setting),
    )
    board = Tabletop("field", 72, 48)
    state = GameState(board, {unit.id: unit for unit in units}, (), (UK, DE), course)
    return resolving(state, dice_of(dice) if isinstance(dice, list) else dice)


@proves(
    "KN-BMOR-03",
    "KN-BMOR-04",
    "KN-BMOR-05",
    "KN-BMOR-06",
    "KN-BMOR-07",
    "KN-BMOR-08",
    "KN-BMOR-09",
    "KN-BMOR-10",
)
def test_the_sheet_as_printed_cell_by_cell() -> None:
    printed = list(PRINTED.replace(" ", "").replace("\n", ""))
    counts = COUNTER_SHEET
    for name, cell in (("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"), ("aircraft", ".")):
        assert counts[name] == printed.count(cell)
    assert [counts[event] for event in EVENTS] == [2, 2, 2]
    assert sum(counts.values()) == 96
    assert sum(int(name) * count for name, count in counts.items() if name.isdecimal()) == 211


@proves("KN-BMOR-33")
def test_a_shortened_game_takes_out_seven_ones_and_fourteen_twos() -> None:
    pot = dict(full_pot(replace(SETTING, short_game=True)))
    assert (pot["1"], pot["2"], pot["3"], pot["4"]) == (7, 14, 27, 15)


@proves("KN-BMOR-03", "KN-BMOR-33")
def test_without_special_events_their_counters_stay_out() -> None:
    pot = dict(full_pot(replace(SETTING, events=False)))
    assert sum(pot.values()) == 90
    assert not set(EVENTS) & set(pot)


@proves("KN-BMOR-03", "KN-BMOR-11")
def test_counters_are_drawn_at_random_and_without_replacement() -> None:
    def drawn(die: int) -> str:
        resolution = _resolution(dice=[die])
        draw_counter(resolution, DE, "a test")
        return resolution.progress.counters_of(DE)[0]

    assert [drawn(die) for die in range(1, 97)].count("2") == 28
    resolution = _resolution(dice=[1, 13, 13])
    for _ in range(3):
        draw_counter(resolution, DE, "a test")
    assert resolution.progress.counters_of(DE) == ("1", "1", "2")
    assert dict(resolution.progress.pot)["1"] == 12
    assert resolution.progress.morale_left(DE) == 18 - 4
    assert resolution.progress.counters_of(UK) == ()


@proves("KN-BMOR-11")
def test_the_pot_is_refilled_with_counters_not_drawn_and_never_with_a_negative_number() -> None:
    resolution = _resolution(dice=[])
    course = resolution.progress
    drawn = ((DE, "mechanical breakdown"),) * 3 + ((UK, "4"),)
    empty = replace(course, pot=tuple((name, 0) for name, _ in course.pot), drawn=drawn)
    refilled = resolving(with_progress(resolution.state, empty), dice_of([1]))
    draw_counter(refilled, DE, "a test")
    pot = dict(refilled.progress.pot)
    assert (pot["mechanical breakdown"], pot["4"], pot["1"]) == (0, 14, 13)


@proves("KN-BMOR-11", "KN-SPEC-21")
def test_an_event_counter_adds_nothing_to_the_total() -> None:
    resolution = _resolution(dice=[91])
    draw_counter(resolution, DE, "a test")
    assert resolution.progress.counters_of(DE) == ("mechanical breakdown",)
    assert resolution.progress.morale_lost(DE) == 0


@pytest.mark.parametrize(
    ("dice", "loss"),
    [
        ((1, 2), "4"), ((2, 2), "4"), ((1, 4), "3"), ((3, 3), "3"), ((3, 4), "2"), ((4, 4), "2"),
        ((4, 5), "1"), ((5, 5), "1"), ((5, 6), "aircraft"),
        ((1, 1, 1), "gun out of ammunition"), ((6, 6, 2), "gun out of ammunition"),
        ((1, 1, 3), "mechanical breakdown"), ((6, 6, 4), "mechanical breakdown"),
        ((1, 1, 5), "heroic action"), ((6, 6, 6), "heroic action"),
    ],
)  # fmt: skip
@proves("KN-BMOR-34a", "KN-BMOR-35")
def test_the_alternative_table(dice: tuple[int, ...], loss: str) -> None:
    thrown = dice_of(dice)
    assert thrown_loss(thrown) == loss
    thrown.assert_done()


@proves("KN-BMOR-34a", "KN-BMOR-35", "KN-SPEC-21")
@pytest.mark.parametrize("dice", [[1, 1], [6, 6]])
def test_the_table_brings_no_event_in_a_game_without_special_events(dice: list[int]) -> None:
    """OUR 227: a third die would be an error."""
    resolution = _resolution(dice=dice, setting=replace(SETTING, counters=False, events=False))
    draw_counter(resolution, DE, "a test")
    assert resolution.progress.morale_lost(DE) == 0
    assert resolution.progress.owed == ()
    assert resolution.progress.counters_of(DE) == ("no event",)


@proves("KN-BMOR-34a")
def test_with_the_table_no_counter_leaves_the_pot() -> None:
    resolution = _resolution(dice=[3, 4], setting=replace(SETTING, counters=False))
    draw_counter(resolution, DE, "a test")
    assert resolution.progress.morale_lost(DE) == 2
    assert sum(count for _, count in resolution.progress.pot) == 96


@proves("KN-BMOR-14", "KN-BMOR-17", "KN-BMOR-22a", "KN-BMOR-22b", "KN-SPEC-10", "KN-SPEC-19b")
@pytest.mark.parametrize(
    ("type_id", "counters"),
    [("uk.squad", 1), ("uk.6pdr", 1), ("uk.jeep", 1), ("uk.sniper", 0), ("uk.hq", 2)],
)
def test_counters_drawn_for_each_loss(type_id: str, counters: int) -> None:
    resolution = _resolution(Unit("one", type_id, UK, Spot(9, 9), 0.0), dice=[1] * counters)
    lose_unit(resolution, "one", "destroyed")
    assert len(resolution.progress.counters_of(UK)) == counters


@proves("KN-BMOR-17", "KN-SPEC-10")
def test_kn_28_the_headquarters_costs_two_counters() -> None:
    resolution = _resolution(Unit("hq", "de.hq", DE, Spot(9, 9)), dice=[1, 50])
    lose_unit(resolution, "hq", "destroyed")
    assert resolution.progress.counters_of(DE) == ("1", "3")
    assert "hq" not in resolution.state.units


@proves("KN-BMOR-13", "KN-TURN-19")
@pytest.mark.parametrize(
    ("left", "own_drawn", "counters", "broken"),
    [
        (4, 0, 1, Fraction(15, 96)), (3, 0, 1, Fraction(42, 96)), (5, 0, 1, Fraction(0)), (1, 0, 1, Fraction(84, 96)),
        (3, 2, 1, Fraction(80, 92) * Fraction(40, 82)), (8, 0, 2, Fraction(15, 96) * Fraction(14, 95)),
        (12, 0, 3, Fraction(15 * 14 * 13, 96 * 95 * 94)), (11, 0, 3, Fraction(15 * 14 * (13 + 3 * 27), 96 * 95 * 94)), (13, 0, 3, Fraction(0)),
    ],
)  # fmt: skip
def test_odds_say_how_likely_a_counter_taken_breaks_the_battle_group_of_its_drawer(
    left: int, own_drawn: int, counters: int, broken: Fraction
) -> None:
    """The drawer knows the sheet and his own counters, and none of the enemy's. 42 of the 96 are threes and fours."""
    state = ready(
        table(),
        unit("a", "uk.squad", (10, 40), 0, SUPPRESSED),
        unit("x", "uk.squad", (40, 40)),
        unit("b", "de.squad", (60, 4)),
    )
    state = act(state, EndActivations(UK))
    progress = progress_of(state)
    drawn = (*[(UK, "3")] * own_drawn, *[(DE, "2"), (DE, "4")] * (own_drawn // 2))
    pot = tuple((name, count - sum(one == name for _, one in drawn)) for name, count in progress.pot)
    forces = (Force(UK, left + 3 * own_drawn, 400), Force(DE, 40, 400))
    state = with_progress(state, replace(progress, forces=forces, drawn=drawn, pot=pot))
    odds = GAME.chances(state, RemoveSuppression(UK, counters)).odds
    assert odds is not None
    assert odds.where(lambda outcome: "the battle group of uk is broken" in outcome) == broken


@proves("KN-BMOR-13")
@pytest.mark.parametrize(
    ("drawn", "left", "broken"),
    [
        (["4"] * 14, 4, Fraction(1, 82)),
        (["4"] * 15, 4, Fraction(0)),
        (["1"] * 14 + ["2"] * 28 + ["3"] * 27 + ["4"] * 15, 8, Fraction(0)),
    ],
    ids=["the last four is left", "no four is left", "the pot is full again"],
)
def test_odds_count_the_numbers_of_the_sheet_that_nobody_saw_drawn(
    drawn: list[str], left: int, broken: Fraction
) -> None:
    units = unit("a", "uk.squad", (10, 40), 0, SUPPRESSED), unit("x", "uk.squad", (40, 40))
    state = act(ready(table(), *units, unit("b", "de.squad", (60, 4))), EndActivations(UK))
    progress = progress_of(state)
    pot = tuple((name, count - drawn.count(name)) for name, count in progress.pot)
    if len(drawn) > 15:
        pot = progress.pot
    forces = (Force(UK, left + sum(map(int, drawn)), 400), Force(DE, 40, 400))
    taken = tuple((UK, name) for name in drawn)
    state = with_progress(state, replace(progress, forces=forces, drawn=taken, pot=pot))
    odds = GAME.chances(state, RemoveSuppression(UK, 1)).odds
    assert odds is not None
    assert odds.where(lambda outcome: "the battle group of uk is broken" in outcome) == broken


@proves("KN-BMOR-11", "KN-BMOR-12")
def test_an_empty_pot_is_refilled_with_all_counters_except_those_kept() -> None:
    """OUR 13: every 4 has been drawn and is kept."""
    state = game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)))
    course = progress_of(state)
    fours = dict(course.pot)["4"]
    empty = replace(
        course, pot=tuple((name, 0) for name, _ in course.pot), drawn=tuple((UK, "4") for _ in range(fours))
    )  # fmt: skip
    resolution = resolving(with_progress(state, empty), dice_of([1]))
    draw_counter(resolution, UK, "a test")
    pot = dict(progress_of(resolution.state).pot)
    assert pot["4"] == 0
    assert sum(pot.values()) == sum(left for _, left in course.pot) - fours - 1


@proves("KN-BMOR-11", "KN-BMOR-12")
def test_a_pot_that_was_emptied_twice_is_filled_with_all_counters_again() -> None:
    """OUR 13: twice as many as there are have been drawn and are kept."""
    state = game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)))
    course = progress_of(state)
    kept = tuple((UK, name) for name, count in course.pot for _ in range(2 * count))
    empty = replace(course, pot=tuple((name, 0) for name, _ in course.pot), drawn=kept)
    resolution = resolving(with_progress(state, empty), dice_of([1]))
    draw_counter(resolution, UK, "a test")
    left = sum(count for _, count in progress_of(resolution.state).pot)
    assert left == sum(count for _, count in course.pot) - 1
    assert min(count for _, count in progress_of(resolution.state).pot) > 0


@proves("KN-BMOR-14", "KN-BMOR-15", "KN-BMOR-16", "KN-DFAT-43a", "KN-DFSA-38")
@pytest.mark.parametrize(
    ("name", "fate", "wrecks"),
    [("tank", Fate.DESTROYED, 1), ("tank", Fate.ABANDONED, 1), ("squad", Fate.WITHDRAWS, 0), ("squad", Fate.DESTROYED, 0)],
)  # fmt: skip
def test_a_lost_unit_costs_a_counter_and_vehicles_leave_a_wreck(name: str, fate: Fate, wrecks: int) -> None:
    state = after_losses(Losses(name, fate=fate, hits_taken=3, suppressed=True))
    assert name not in state.units
    assert len(progress_of(state).wrecks) == wrecks
    assert len(progress_of(state).counters_of(UK)) == 1
    assert progress_of(state).counters_of(DE) == ()


@proves("KN-BMOR-14")
def test_decisions_owed_by_a_lost_unit_lapse_and_those_of_others_do_not() -> None:
    state = game(TRUCK, TANK, SQUAD, COMMANDOS, FOE)
    owed = (
        Obligation(Duty.MORALE_REQUEST, DE, "squad"),
        Obligation(Duty.MORALE_REQUEST, DE, "commandos"),
        Obligation(Duty.COVERING_FIRE, DE, "squad"),
    )
    resolution = resolving(with_progress(state, replace(progress_of(state), owed=owed)), dice_of([1] * 9))
    lose_unit(resolution, "squad", "destroyed")
    assert progress_of(resolution.state).owed == owed[1:]


@proves("KN-BMOR-13", "KN-TURN-21", "KN-BMOR-01")
def test_counters_up_to_the_morale_value_break_a_battle_group_at_the_end_of_a_turn() -> None:
    hurt = unit("b", "de.squad", (60, 24), 270)
    state = ready(table(), SQUAD_A, hurt, objectives=[objective((10, 24)), objective((60, 40), name="o")])
    assert progress_of(state).force(DE).morale == 1
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), 1)
    result = GAME.result(state)
    assert result is not None
    assert result.winner == UK
    assert GAME.to_act(state) is None
    assert GAME.legal_actions(state) == ()


@proves("KN-BMOR-12", "KN-BMOR-11")
def test_the_enemy_sees_how_many_counters_were_drawn_but_not_their_values() -> None:
    state = ready(table(), SQUAD_A, unit("x", "uk.squad", (10, 40), 0, SUPPRESSED), SQUAD_B)
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), 90, 3)
    mine, theirs = RULESET.seen_by(state, UK), RULESET.seen_by(state, DE)
    assert progress_of(mine).counters_of(UK)[0] != "?"
    assert counters(theirs, UK) == 1
    if progress_of(state).counters_of(UK)[0].isdecimal():
        assert progress_of(theirs).counters_of(UK) == ("?",)
    assert {counter for counter, _ in progress_of(theirs).pot if counter.isdecimal()} == set()


@proves("KN-BMOR-13", "KN-TURN-21")
@pytest.mark.parametrize(("broken", "winner"), [((DE,), UK), ((UK,), DE), ((UK, DE), UK)])
def test_the_enemy_is_asked_first_whether_he_can_go_on(broken: tuple[str, ...], winner: str) -> None:
    state = ready(table(), SQUAD_A, SQUAD_B)
    drawn = tuple((side, "4") for side in broken)
    state = end_of_turn(with_progress(state, replace(progress_of(state), drawn=drawn)))
    result = GAME.result(state)
    assert result is not None
    assert result.winner == winner


@proves("KN-BMOR-13")
@pytest.mark.parametrize(("counter", "breaks"), [("1", True), ("aircraft", False)])
def test_a_battle_group_breaks_when_its_counters_come_to_its_value(counter: str, breaks: bool) -> None:
    state = ready(table(), SQUAD_A, SQUAD_B)
    assert progress_of(state).force(DE).morale == 1
    state = end_of_turn(with_progress(state, replace(progress_of(state), drawn=((DE, counter),))))
    assert (GAME.result(state) is not None) is breaks


@proves("KN-BMOR-13")
@pytest.mark.parametrize(("counters", "is_known"), [((UNKNOWN_COUNTER,), False), (("1",), True), ((), True)])
def test_odds_of_breaking_depend_on_an_unseen_counter(counters: tuple[str, ...], is_known: bool) -> None:
    """The one counter that the last point of morale waits for may be a number or a special counter."""
    progress = replace(
        progress_of(ready(table(), SQUAD_A, SQUAD_B)), drawn=tuple((DE, counter) for counter in counters)
    )
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
    progress = replace(
        progress_of(ready(table(), SQUAD_A, SQUAD_B)), forces=(Force(UK, 4, 400), Force(DE, 4, 400))
    )
    progress = replace(progress, drawn=((DE, UNKNOWN_COUNTER),) * counters)
    if breaks is not None:
        assert is_broken(progress, DE) is breaks
        return
    with pytest.raises(DependsOnHidden, match="what the counters of de show"):
        is_broken(progress, DE)
    assert not is_broken(replace(progress, forces=(Force(UK, 4, 400), Force(DE, 5, 400))), DE)


@proves("KN-BMOR-12", "KN-TURN-21")
def test_the_values_of_the_enemys_counters_are_hidden_and_their_number_is_not() -> None:
    state = ready(table(), SQUAD_A, SQUAD_B)
    drawn = ((UK, "3"), (DE, "2"), (DE, "aircraft"))
    state = with_progress(state, replace(progress_of(state), drawn=drawn))
    british = progress_of(RULESET.seen_by(state, UK))
    assert british.drawn == ((UK, "3"), (DE, "?"), (DE, "aircraft"))
    assert british.morale_lost(DE) == 0
    assert {counter for counter, _ in british.pot if counter.isdecimal()} == set()
    assert progress_of(RULESET.seen_by(state, DE)).drawn == ((UK, "?"), (DE, "2"), (DE, "aircraft"))


@proves("KN-BMOR-34b")
def test_results_of_the_table_in_place_of_counters_are_known_to_both() -> None:
    state = ready(table(), SQUAD_A, SQUAD_B, morale="table")
    drawn = ((UK, "3"), (DE, "2"))
    state = with_progress(state, replace(progress_of(state), drawn=drawn))
    assert progress_of(RULESET.seen_by(state, UK)).drawn == drawn
    assert progress_of(RULESET.seen_by(state, UK)).morale_lost(DE) == 2


@proves("KN-BMOR-34b")
def test_both_sides_see_the_dice_on_the_table_and_their_result() -> None:
    low = replace(SQUAD_A, id="low", conditions=frozenset({SUPPRESSED}))
    state = act(ready(table(), SQUAD_A, low, SQUAD_B, morale="table"), EndActivations(UK))
    events, after = GAME.resolve(state, RemoveSuppression(UK, 1), dice_of([3, 4, 6]))
    for side in (UK, DE):
        heard = [line_heard_by(side, event) for event in events]
        assert any("morale loss of uk: d6 shows 3" in line for line in heard)
        assert "uk takes a morale counter: to remove suppression; the table shows 2" in heard
    assert "uk has drawn 1 counter: 2" in GAME.notes(after, DE)


@proves("KN-BMOR-12")
def test_a_counter_from_the_pot_is_shown_to_its_drawer_alone() -> None:
    low = replace(SQUAD_A, id="low", conditions=frozenset({SUPPRESSED}))
    state = act(ready(table(), SQUAD_A, low, SQUAD_B), EndActivations(UK))
    events, after = GAME.resolve(state, RemoveSuppression(UK, 1), dice_of([pot_die(), 6]))
    said = "uk takes a morale counter: to remove suppression"
    assert f"{said}; it shows 2" in [line_heard_by(UK, event) for event in events]
    assert said in [line_heard_by(DE, event) for event in events]
    assert "uk has drawn 1 counter" in GAME.notes(after, DE)


@proves("KN-BMOR-01")
def test_a_battle_group_has_a_morale_value_of_1_or_more() -> None:
    assert RULESET.book.type("uk.jeep").morale == 0
    state = opened(table(), unit("jeep", "uk.jeep", (10, 24)), SQUAD_B)
    assert progress_of(state).force(UK).morale == 1


@proves("KN-BMOR-11", "KN-TURN-21")
def test_nobody_draws_a_counter_when_the_game_is_over() -> None:
    state = game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)))
    resolution = resolving(state, dice_of([]))
    resolution.happen(GameEnded(UK, "a test"))
    draw_counter(resolution, UK, "a test")
    assert progress_of(resolution.state).counters_of(UK) == ()


def _to_rally(**options: object) -> GameState:
    """The British are at their removal of suppression, with one suppressed unit."""
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
