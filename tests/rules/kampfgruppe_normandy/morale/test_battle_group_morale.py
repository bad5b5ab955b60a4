"""Battle group morale: the pot as printed, the table in its place, and what losses cost."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.chance.dice import Dice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.morale_counters import COUNTER_SHEET, Special
from rules.kampfgruppe_normandy.declarations.turn.activation import EndActivations
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter, thrown_loss
from rules.kampfgruppe_normandy.effects.losses import lose
from rules.kampfgruppe_normandy.state.morale_pot import full_pot
from rules.kampfgruppe_normandy.state.progress import (
    Engagement,
    Force,
    Progress,
    Setting,
    Size,
    with_progress,
)
from rules.kampfgruppe_normandy.state.resolution import Resolution
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    course,
    dice_of,
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


def _story(*units: Unit, dice: list[int] | Dice, setting: Setting = SETTING) -> Resolution:
    course = Progress(
        setting,
        (Force(UK, 20, 400), Force(DE, 18, 400)),
        acting=UK,
        pot=full_pot(setting),
    )
    board = Tabletop("field", 72, 48)
    state = GameState(board, {unit.id: unit for unit in units}, (), (UK, DE), course)
    return resolving(state, dice_of(dice) if isinstance(dice, list) else dice)


@proves("KN-BMOR-04", "KN-BMOR-05", "KN-BMOR-06", "KN-BMOR-07", "KN-BMOR-08", "KN-BMOR-09", "KN-BMOR-10")
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
        resolution = _story(dice=[die])
        draw_counter(resolution, DE, "a test")
        return resolution.progress.counters_of(DE)[0]

    assert [drawn(die) for die in range(1, 97)].count("2") == 28
    resolution = _story(dice=[1, 13, 13])
    for _ in range(3):
        draw_counter(resolution, DE, "a test")
    assert resolution.progress.counters_of(DE) == ("1", "1", "2")
    assert dict(resolution.progress.pot)["1"] == 12
    assert resolution.progress.morale_left(DE) == 18 - 4
    assert resolution.progress.counters_of(UK) == ()


@proves("KN-BMOR-11")
def test_the_pot_is_filled_again_with_what_was_not_drawn_and_with_no_less_than_nothing_of_a_kind() -> None:
    resolution = _story(dice=[])
    course = resolution.progress
    drawn = ((DE, "mechanical breakdown"),) * 3 + ((UK, "4"),)
    empty = replace(course, pot=tuple((name, 0) for name, _ in course.pot), drawn=drawn)
    refilled = resolving(with_progress(resolution.state, empty), dice_of([1]))
    draw_counter(refilled, DE, "a test")
    pot = dict(refilled.progress.pot)
    assert (pot["mechanical breakdown"], pot["4"], pot["1"]) == (0, 14, 13)


@proves("KN-BMOR-11", "KN-SPEC-21")
def test_an_event_counter_adds_nothing_to_the_total() -> None:
    resolution = _story(dice=[91])
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


@proves("KN-BMOR-34a")
def test_with_the_table_no_counter_leaves_the_pot() -> None:
    resolution = _story(dice=[3, 4], setting=replace(SETTING, counters=False))
    draw_counter(resolution, DE, "a test")
    assert resolution.progress.morale_lost(DE) == 2
    assert sum(count for _, count in resolution.progress.pot) == 96


@proves("KN-BMOR-14", "KN-BMOR-17", "KN-BMOR-22a", "KN-BMOR-22b", "KN-SPEC-10", "KN-SPEC-19b")
@pytest.mark.parametrize(
    ("type_id", "counters"),
    [("uk.squad", 1), ("uk.6pdr", 1), ("uk.jeep", 1), ("uk.sniper", 0), ("uk.hq", 2)],
)
def test_what_a_loss_costs(type_id: str, counters: int) -> None:
    resolution = _story(Unit("one", type_id, UK, Spot(9, 9), 0.0), dice=[1] * counters)
    lose(resolution, "one", "destroyed")
    assert len(resolution.progress.counters_of(UK)) == counters


@proves("KN-BMOR-17", "KN-SPEC-10")
def test_kn_28_the_headquarters_costs_two_counters() -> None:
    resolution = _story(Unit("hq", "de.hq", DE, Spot(9, 9)), dice=[1, 50])
    lose(resolution, "hq", "destroyed")
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
    """He knows the printed sheet and his own counters; those of the enemy may be any. 42 of the 96 are threes and fours."""
    state = ready(
        table(),
        unit("a", "uk.squad", (10, 40), 0, SUPPRESSED),
        unit("x", "uk.squad", (40, 40)),
        unit("b", "de.squad", (60, 4)),
    )
    state = act(state, EndActivations(UK))
    progress = course(state)
    drawn = (*[(UK, "3")] * own_drawn, *[(DE, "2"), (DE, "4")] * (own_drawn // 2))
    pot = tuple((name, count - sum(one == name for _, one in drawn)) for name, count in progress.pot)
    forces = (Force(UK, left + 3 * own_drawn, 400), Force(DE, 40, 400))
    state = with_progress(state, replace(progress, forces=forces, drawn=drawn, pot=pot))
    odds = GAME.chances(state, RemoveSuppression(UK, counters)).odds
    assert odds is not None
    assert odds.where(lambda outcome: "the battle group of uk is broken" in outcome) == broken


@proves("KN-BMOR-32")
@pytest.mark.parametrize(("enemy_drew", "told"), [((), True), ((DE,), False)])
def test_odds_say_who_is_ahead_if_a_counter_is_taken_in_the_last_turn(
    enemy_drew: tuple[str, ...], told: bool
) -> None:
    """With two morale more a counter of 1 leaves the side ahead, one of 2 level; not where the enemy has drawn who knows what."""
    state = ready(table(), unit("a", "uk.squad", (10, 40), 0, SUPPRESSED), unit("b", "de.squad", (60, 4)))
    state = act(state, EndActivations(UK))
    progress = replace(
        course(state), forces=(Force(DE, 40, 400), Force(UK, 42, 400)), drawn=tuple((side, "2") for side in enemy_drew),
    )  # fmt: skip
    progress = replace(progress, turn=progress.setting.turns)
    ruling = GAME.chances(with_progress(state, progress), RemoveSuppression(UK, 1))
    if not told:
        assert "depends on what is hidden" in str(ruling)
        return
    assert ruling.odds is not None
    ahead = ruling.odds.where(lambda outcome: "a tactical victory for uk, with 41" in outcome)
    assert ahead == Fraction(14, 96)
    assert ruling.odds.where(lambda outcome: "time is up with 40 morale left to both" in outcome) == Fraction(
        28, 96
    )
    assert ruling.odds.where(lambda outcome: "a tactical victory for de" in outcome) == Fraction(42, 96)


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
    progress = course(state)
    pot = tuple((name, count - drawn.count(name)) for name, count in progress.pot)
    if len(drawn) > 15:
        pot = progress.pot
    forces = (Force(UK, left + sum(map(int, drawn)), 400), Force(DE, 40, 400))
    taken = tuple((UK, name) for name in drawn)
    state = with_progress(state, replace(progress, forces=forces, drawn=taken, pot=pot))
    odds = GAME.chances(state, RemoveSuppression(UK, 1)).odds
    assert odds is not None
    assert odds.where(lambda outcome: "the battle group of uk is broken" in outcome) == broken
