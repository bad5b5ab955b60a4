"""Battle group morale: the pot as printed, the table in its place, and what losses cost."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.dice import ScriptedDice
from rules.game.odds import odds_of
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.inches import Spot
from rules.ground.tabletop import Tabletop
from rules.kampfgruppe_normandy.battle_morale import (
    SHEET,
    SPECIAL_EVENTS,
    counters_for,
    draw,
    full_pot,
    lose,
    take_counter,
    throw_loss,
)
from rules.kampfgruppe_normandy.book import Book
from rules.kampfgruppe_normandy.course import Course, Engagement, Force, Setting, Size
from rules.kampfgruppe_normandy.prey import Fate
from rules.kampfgruppe_normandy.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.story import Story
from tests.proving import proves

BOOK = Book(HOUSE_ROSTER)

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

SETTING = Setting(Size.COMPANY, Engagement.SET_PIECE, "british", 8)


def _story(*units: Unit, dice: list[int], setting: Setting = SETTING) -> Story:
    course = Course(
        setting,
        (Force("british", 20, 400), Force("german", 18, 400)),
        acting="british",
        pot=full_pot(setting),
    )
    board = Tabletop("field", 72, 48)
    state = GameState(board, {unit.id: unit for unit in units}, (), ("british", "german"), course)
    return Story(state, BOOK, ScriptedDice(dice))


@proves("KN-BMOR-04", "KN-BMOR-05", "KN-BMOR-06", "KN-BMOR-07", "KN-BMOR-08", "KN-BMOR-09", "KN-BMOR-10")
def test_the_sheet_as_printed_cell_by_cell() -> None:
    printed = list(PRINTED.replace(" ", "").replace("\n", ""))
    counts = dict(SHEET)
    for name, cell in (("1", "1"), ("2", "2"), ("3", "3"), ("4", "4"), ("aircraft", ".")):
        assert counts[name] == printed.count(cell)
    assert [counts[event] for event in SPECIAL_EVENTS] == [2, 2, 2]
    assert sum(counts.values()) == 96
    assert sum(int(name) * count for name, count in SHEET if name.isdecimal()) == 211


@proves("KN-BMOR-33")
def test_a_shortened_game_takes_out_seven_ones_and_fourteen_twos() -> None:
    pot = dict(full_pot(replace(SETTING, short_game=True)))
    assert (pot["1"], pot["2"], pot["3"], pot["4"]) == (7, 14, 27, 15)


def test_without_special_events_their_counters_stay_out() -> None:
    pot = dict(full_pot(replace(SETTING, events=False)))
    assert sum(pot.values()) == 90
    assert not set(SPECIAL_EVENTS) & set(pot)


@proves("KN-BMOR-03", "KN-BMOR-11")
def test_counters_are_drawn_at_random_and_without_replacement() -> None:
    odds = odds_of(lambda dice: draw(SHEET, dice))
    assert odds.of("2") == Fraction(28, 96)
    story = _story(dice=[1, 13, 13])
    for _ in range(3):
        take_counter(story, "german", "a test")
    assert story.course.counters_of("german") == ("1", "1", "2")
    assert dict(story.course.pot)["1"] == 12
    assert story.course.morale_left("german") == 18 - 4
    assert story.course.counters_of("british") == ()


@proves("KN-BMOR-11", "KN-SPEC-21")
def test_an_event_counter_adds_nothing_to_the_total() -> None:
    story = _story(dice=[91])
    take_counter(story, "german", "a test")
    assert story.course.counters_of("german") == ("mechanical breakdown",)
    assert story.course.morale_lost("german") == 0


def test_our_154_an_empty_pot_takes_the_pictures_back() -> None:
    story = _story(dice=[2])
    drawn = (("german", "aircraft"), ("german", "3"), ("british", "heroic action"))
    story.position = type(story.position)(
        replace(story.state, course=replace(story.course, pot=(("1", 0),), drawn=drawn)), BOOK
    )
    take_counter(story, "british", "a test")
    assert story.course.counters_of("british")[-1] == "heroic action"
    assert dict(story.course.pot) == {"aircraft": 1, "heroic action": 0}


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
@proves("KN-BMOR-34", "KN-BMOR-35")
def test_the_alternative_table(dice: tuple[int, ...], loss: str) -> None:
    thrown = ScriptedDice(dice)
    assert throw_loss(thrown) == loss
    thrown.assert_done()


@proves("KN-BMOR-34")
def test_with_the_table_no_counter_leaves_the_pot() -> None:
    story = _story(dice=[3, 4], setting=replace(SETTING, counters=False))
    take_counter(story, "german", "a test")
    assert story.course.morale_lost("german") == 2
    assert sum(count for _, count in story.course.pot) == 96


@proves("KN-BMOR-14", "KN-BMOR-15", "KN-BMOR-16", "KN-BMOR-17", "KN-BMOR-22", "KN-SPEC-10", "KN-SPEC-19")
@pytest.mark.parametrize(
    ("type_id", "how", "counters"),
    [
        ("uk.squad", Fate.DESTROYED, 1),
        ("uk.squad", Fate.WITHDRAWS, 1),
        ("uk.6pdr", Fate.ABANDONED, 1),
        ("uk.jeep", Fate.DESTROYED, 1),
        ("uk.jeep", "withdrawn to the rear", 0),
        ("uk.sniper", Fate.DESTROYED, 0),
        ("uk.runner", "sent with a message", 0),
        ("uk.hq", Fate.DESTROYED, 2),
    ],
)
def test_what_a_loss_costs(type_id: str, how: str, counters: int) -> None:
    assert counters_for(BOOK.type(type_id), how) == counters


@proves("KN-BMOR-17", "KN-SPEC-10")
def test_kn_28_the_headquarters_costs_two_counters() -> None:
    story = _story(Unit("hq", "de.hq", "german", Spot(9, 9)), dice=[1, 50])
    lose(story, "hq", Fate.DESTROYED)
    assert story.course.counters_of("german") == ("1", "3")
    assert "hq" not in story.state.units
