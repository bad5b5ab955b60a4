"""Counter-battery fire: when it answers, and which guns it silences."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.game.view import HIDDEN
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING
from rules.kampfgruppe_normandy.declarations.covering_fire import HoldFire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    CounterBattery,
    FireForEffect,
    FireIndirectly,
    HoldCounterBattery,
)
from rules.kampfgruppe_normandy.declarations.indirect_fire.radio import TryRadioAgain
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import FireOnMarker
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.progress import progress_of
from rules.kampfgruppe_normandy.state.support_events import Laid
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import GUNS, MARK, missions, with_mission_on_target
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    game,
    legal,
    opened,
    refusal,
    table,
    told_to,
    unit,
)


def _counter_battery(on_table: bool = False, bought: int = 2) -> GameState:
    gun = unit("g", "uk.25pdr", (40, 60)) if on_table else unit("g", "uk.25pdr_battery")
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        gun,
        unit("foe", "de.squad", (40, 20)),
        fire_support={DE: {"counter_battery": bought}},
    )
    return with_mission_on_target(state, guns=("g",))


@proves("KN-IND-27a", "KN-IND-27b", "KN-IND-28")
def test_counter_battery_fire_silences_the_guns_on_a_five() -> None:
    state = _counter_battery()
    laid = act(state, FireForEffect(UK, "mission 1", ("g",)))
    assert progress_of(laid).owed[0].side == DE
    assert set(legal(laid)) == {CounterBattery(DE), HoldCounterBattery(DE)}
    silenced = act(laid, CounterBattery(DE), 5)
    assert progress_of(silenced).of("foe").men == 8
    assert fire_support(progress_of(silenced)).counter_battery_of(DE) == 1
    assert "g" in progress_of(silenced).activated
    assert len(missions(silenced)) == 1


@proves("KN-IND-27a")
def test_a_log_of_an_earlier_version_goes_on_while_the_guns_wait_for_their_answer() -> None:
    """It tells the four shots of two guns together: each throws two, and the four fall."""
    state = game(
        unit("hq", "uk.hq", (40, 32)), *[unit(name, "uk.25pdr_battery") for name in GUNS[:2]],
        unit("foe", "de.squad", (40, 20)), fire_support={DE: {"counter_battery": 2}},
    )  # fmt: skip
    told = {"is": "GunsLaid", "mission": "mission 1", "guns": ["g1", "g2"], "shots": 4}
    laid = GAME.events.read({"is": "Laid", "guns": told})
    assert isinstance(laid, Laid)
    assert laid.guns is not None
    assert laid.guns.dice_each == (2, 2)
    assert replace(laid.guns, shots=5).dice_each == (3, 2)
    fires = FireForEffect(UK, "mission 1", GUNS[:2])
    now = act(with_mission_on_target(state, guns=GUNS[:2]), fires)
    then = laid.on(now)
    assert fire_support(progress_of(then)).laid == laid.guns
    held = act(then, HoldCounterBattery(DE), 1, 1, 1, 1)
    assert held == act(now, HoldCounterBattery(DE), 1, 1, 1, 1)


@proves("KN-IND-27b")
@pytest.mark.parametrize(("die", "silent"), [(5, True), (4, False)])
def test_counter_battery_fire_silences_the_whole_battery_though_one_gun_was_about_to_fire(
    die: int, silent: bool
) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        *[unit(name, "us.105mm_battery", side=UK) for name in GUNS],
        unit("foe", "de.squad", (40, 20)),
        fire_support={DE: {"counter_battery": 1}},
    )
    laid = act(with_mission_on_target(state, guns=GUNS), FireForEffect(UK, "mission 1", GUNS[:1]))
    after = act(laid, CounterBattery(DE), die, *[] if silent else [1, 1])
    others = FireForEffect(UK, "mission 1", GUNS[1:])
    assert (others in legal(after)) is not silent
    assert ("activated this turn" in refusal(after, others)) is silent
    assert progress_of(after).spent == progress_of(laid).spent
    assert len(missions(after)) == 1


@proves("KN-IND-27b")
def test_counter_battery_fire_silences_guns_of_the_battery_that_another_observer_has_asked_for() -> None:
    """OUR 111, 193: two of three guns are about to fire, and the third has a marker of its own."""
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("fo", "uk.observer", (44, 32)),
        *[unit(name, "uk.25pdr_battery") for name in GUNS], unit("foe", "de.squad", (40, 20)),
        fire_support={DE: {"counter_battery": 1}},
    )  # fmt: skip
    asked = with_mission_on_target(with_mission_on_target(state, guns=GUNS[:2]), "fo", GUNS[2:])
    laid = act(asked, FireForEffect(UK, "mission 1", GUNS[:2]))
    third = FireForEffect(UK, "mission 2", GUNS[2:])
    assert "activated this turn" in refusal(act(laid, CounterBattery(DE), 5), third)
    assert refusal(act(laid, CounterBattery(DE), 4, 1, 1, 1, 1), third) == ""


@proves("KN-IND-27a", "KN-IND-27b", "KN-IND-28")
def test_counter_battery_fire_that_misses_is_spent_and_the_guns_fire() -> None:
    laid = act(_counter_battery(), FireForEffect(UK, "mission 1", ("g",)))
    missed = act(laid, CounterBattery(DE), 4, 1, 1)
    assert fire_support(progress_of(missed)).counter_battery_of(DE) == 1
    assert missions(missed) == ()
    held = act(laid, HoldCounterBattery(DE), 1, 1)
    assert fire_support(progress_of(held)).counter_battery_of(DE) == 2
    assert (progress_of(held).owed, fire_support(progress_of(held)).laid) == ((), None)


@proves("KN-IND-27a", "KN-IND-28", "KN-IND-29")
@pytest.mark.parametrize(("on_table", "bought"), [(True, 2), (False, 0)])
def test_no_counter_battery_fire_meets_a_gun_on_the_table_nor_comes_where_none_is_left(
    on_table: bool, bought: int
) -> None:
    state = _counter_battery(on_table=on_table, bought=bought)
    after = act(state, FireForEffect(UK, "mission 1", ("g",)), 1, 1)
    assert progress_of(after).owed == ()


@proves("KN-COV-02", "KN-IND-27a")
def test_counter_battery_fire_answers_guns_that_covering_fire_has_met() -> None:
    men = unit("foe", "de.squad", (40, 20), 0, COVERING)
    units = unit("hq", "uk.hq", (40, 60)), unit("near", "uk.squad", (40, 36)), unit("g", "uk.25pdr_battery")
    state = with_mission_on_target(game(*units, men, fire_support={DE: {"counter_battery": 1}}), guns=("g",))
    met = act(state, FireForEffect(UK, "mission 1", ("g",)))
    held = act(met, HoldFire(DE))
    laid = act(held, FireIndirectly(UK, "g"))
    assert set(legal(laid)) == {CounterBattery(DE), HoldCounterBattery(DE)}
    silenced = act(laid, CounterBattery(DE), 5)
    assert progress_of(silenced).of("foe").men == 8
    assert len(missions(silenced)) == 1
    odds = GAME.chances(held, FireIndirectly(UK, "g"))
    assert f"{DE} may answer: counter-battery fire finds the guns on 5+" in [one.text for one in odds.reasons]
    assert odds.odds is not None


@proves("KN-IND-27a")
def test_the_side_that_may_answer_does_not_learn_which_hidden_guns_fire() -> None:
    """The record may name silenced guns and nothing else: two guns, their observer and a signals unit are hidden."""
    guns = [unit(name, "uk.25pdr_battery", None, 0, HIDDEN) for name in ("gun A", "gun B")]
    units = unit("hq 1", "uk.hq", (40, 60), 0, HIDDEN), unit("sig 1", "uk.signals", (60, 60), 0, HIDDEN)
    men = unit("foe", "de.squad", (40, 20))
    state = game(*units, *guns, men, fire_support={DE: {"counter_battery": 1}})
    asking = RequestMission(UK, "hq 1", ("gun A", "gun B"), MARK)
    on_air = act(told_to(state, "hq 1", ActionKind.REQUEST), asking, 2)
    marked = act(act(on_air, TryRadioAgain(UK, "sig 1"), 3, 6, 6, 1, 1, 1), FireOnMarker(UK))
    laid = act(marked, FireForEffect(UK, "mission 1", ("gun A", "gun B")))
    for now in (on_air, laid):
        known = GAME.seen_by(now, DE)
        assert not re.search("gun [AB]|hq 1|sig 1", repr((dict(known.units), known.course)))
    known = GAME.seen_by(laid, DE)
    assert GAME.chances(known, HoldCounterBattery(DE)).odds is None
    odds = GAME.chances(known, CounterBattery(DE)).odds
    assert odds is not None
    assert odds.of("the guns are silenced") == Fraction(1, 3)


@proves("KN-IND-27a", "KN-IND-05")
@pytest.mark.parametrize(("missions", "may"), [(0, True), (20, True), (21, False), (-1, False)])
def test_a_side_buys_up_to_20_counter_battery_missions(missions: int, may: bool) -> None:
    units = (unit("a", "uk.squad", (10, 24)), unit("b", "de.squad", (60, 24)))
    if not may:
        with pytest.raises(BadInput, match="counter_battery"):
            opened(table(), *units, fire_support={UK: {"counter_battery": missions}})
        return
    support = fire_support(
        progress_of(opened(table(), *units, fire_support={UK: {"counter_battery": missions}}))
    )
    assert dict(support.counter_battery)[UK] == missions
