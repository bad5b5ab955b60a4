"""A salvo is resolved together: its direct hits, one test for each unit they cost something, then its suppressions."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game.state import GameState
from rules.game.units import Unit
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import FireForEffect
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import FireOnMarker
from rules.kampfgruppe_normandy.declarations.unit_morale import RequestTest
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import bombard
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, Status, progress_of, with_progress
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import GUNS, HEAVY_5, MARK
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    dice_of,
    game,
    position,
    refusal,
    told_to,
    unit,
)

FIRE = FireForEffect(UK, "mission 1", GUNS)
TWO_DIRECT = (6, 6, 1, 1, 1, 1)
FOUR_FALL = (4, 4, 4, 4, 1, 1, 1, 1, 1)
"""Of a 25 pounder: four damage dice that hit, four saves that fail, and the die for a special weapon."""
ONE_FALLS = (4, 1, 1, 1, 1, 1)


def with_marker_on_squad(*units: Unit, **options: Any) -> GameState:
    """Three 25 pounders off the table with a marker on the middle, where a squad stands in the open."""
    guns = [unit(name, "uk.25pdr_battery") for name in GUNS]
    state = game(unit("hq", "uk.hq", (40, 40)), *guns, *units, **options)
    return MissionAsked(Mission("mission 1", UK, "hq", GUNS, MARK, is_on=True), "on target").on(state)


@proves("KN-IND-21", "KN-IND-42", "KN-DFHE-16")
def test_two_direct_hits_of_a_salvo_bring_one_test() -> None:
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)))
    after = act(state, FIRE, *TWO_DIRECT, *FOUR_FALL, *ONE_FALLS, 3)
    assert progress_of(after).of("foe").men == 3
    assert after.unit("foe").has(SUPPRESSED)


@proves("KN-IND-21", "KN-IND-24")
def test_a_squad_wiped_out_by_the_second_hit_does_not_test_for_the_first() -> None:
    """Five of eight are left; four fall, then the last."""
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), status={"foe": Status(men=5)})
    last_falls, first_counter = ONE_FALLS[:5], 14
    after = act(state, FIRE, *TWO_DIRECT, *FOUR_FALL, *last_falls, first_counter)
    assert "foe" not in after.units


@proves("KN-IND-25", "KN-IND-42")
def test_a_machine_gun_lost_to_the_first_hit_is_not_diced_for_at_the_second() -> None:
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)))
    after = act(state, FIRE, *TWO_DIRECT, *FOUR_FALL[:-1], 6, *ONE_FALLS[:-1], 3)
    assert progress_of(after).of("foe").lost_weapons == ("MG 42",)


@proves("KN-IND-21", "KN-IND-25")
def test_two_direct_hits_take_one_hit_each_from_a_lorry_that_stands_two() -> None:
    state = with_marker_on_squad(unit("lorry", "de.opel", (40, 22)))
    one_hit, first_counter = (4, 1, 1, 1), 14
    assert "lorry" not in act(state, FIRE, *TWO_DIRECT, *one_hit, *one_hit, first_counter).units


@proves("KN-IND-25", "KN-SPEC-16b")
def test_a_medic_helps_once_in_a_salvo() -> None:
    """The medic's die of 4 saves one of the four who fall to the first hit; no die is thrown for the second."""
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), unit("medic", "de.medic", (41, 22)))
    two_directs_on_the_squad = (6, 1, 1, 6, 1, 6)
    lone_shells_miss_the_medic = (1, 1, 1, 1)
    after = act(
        state,
        FIRE,
        *two_directs_on_the_squad,
        *FOUR_FALL[:-1],
        4,
        1,
        *lone_shells_miss_the_medic,
        *ONE_FALLS,
        3,
    )
    assert progress_of(after).of("foe").men == 4


@proves("KN-IND-26", "KN-IND-21")
def test_an_immobilised_tank_that_a_shell_does_not_pierce_is_abandoned_on_a_1() -> None:
    state = with_marker_on_squad(unit("tank", "de.tiger", (40, 22), 0, IMMOBILISED))
    one_direct, glancing, first_counter = (6, 1, 1, 1, 1, 1), (1, 1), 14
    assert "tank" not in act(state, FIRE, *one_direct, *glancing, 1, first_counter).units


@proves("KN-UMOR-06", "KN-UMOR-08")
def test_odds_keep_a_hit_that_allows_a_test_request_apart_from_no_effect() -> None:
    """Of six shots of medium shells each does nothing to a tank by a miss, or close by where a die of 6 fails to suppress."""
    state = with_marker_on_squad(unit("foe", "uk.churchill", (40, 20), side=DE))
    course = progress_of(state)
    state = with_progress(state, replace(course, setting=replace(course.setting, ask_for_tests=True)))
    odds = GAME.chances(state, FIRE).odds
    assert odds is not None
    assert odds.of("no effect") == (Fraction(1, 6) + Fraction(4, 6) * Fraction(5, 6)) ** 6


@proves("KN-IND-13", "KN-IND-15", "KN-IND-44")
@pytest.mark.parametrize("guns", [(), ("g1", "g1"), ("g1", "other")])
def test_a_mission_is_fired_by_its_own_guns_each_once(guns: tuple[str, ...]) -> None:
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), unit("other", "uk.25pdr_battery"))
    assert "mission 1 is for g1, g2, g3" in refusal(state, FireForEffect(UK, "mission 1", guns))
    assert refusal(state, FireForEffect(UK, "mission 1", ("g2", "g1"))) == ""


@proves("KN-IND-13")
@pytest.mark.parametrize(("allowance", "said"), [(3, ""), (2, "each gun costs one activation")])
def test_three_guns_fire_on_the_last_three_activations(allowance: int, said: str) -> None:
    refused = refusal(with_marker_on_squad(unit("foe", "de.squad", (40, 22)), allowance=allowance), FIRE)
    assert (said in refused, refused == "") == (True, not said)


@proves("KN-IND-21", "KN-IND-18", "KN-UMOR-03")
def test_the_test_comes_after_the_hits_and_before_the_suppressions() -> None:
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), unit("own", "uk.squad", (40, 14)))
    one_direct_three_close = (6, 2, 2, 2, 1, 1)
    barrage = barrage_at(position(state), MARK, HEAVY_5)
    dice = dice_of([*one_direct_three_close, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 3, 3, 1])
    after = bombard(barrage, 6, dice)
    dice.assert_done()
    assert [(losses.unit, losses.men_lost, bool(losses.morale)) for losses in after.losses] == [
        ("foe", 4, False), ("foe", 0, True), ("own", 0, False),
    ]  # fmt: skip
    assert after.target("foe").suppressed
    assert after.target("own").suppressed


@proves("KN-IND-21", "KN-IND-18")
def test_all_direct_hits_come_before_the_first_test() -> None:
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), unit("pals", "de.squad", (40, 16)))
    two_direct_one_close = (6, 6, 2, 1, 1, 1)
    four_fall = (3, 3, 3, 3, 1, 1, 1, 1, 1, 1)
    dice = dice_of([*two_direct_one_close, *four_fall, *four_fall, 1, 1])
    after = bombard(barrage_at(position(state), MARK, HEAVY_5), 6, dice)
    dice.assert_done()
    assert [(losses.unit, losses.men_lost, bool(losses.morale)) for losses in after.losses] == [
        ("foe", 4, False), ("pals", 4, False), ("foe", 0, True), ("pals", 0, True),
    ]  # fmt: skip


@proves("KN-UMOR-06", "KN-IND-26")
def test_a_tank_hit_twice_and_not_destroyed_is_tested_once() -> None:
    state = with_marker_on_squad(unit("tank", "de.tiger", (40, 22)))
    glancing = (1, 1)
    after = act(state, FIRE, *TWO_DIRECT, *glancing, *glancing, 2)
    assert after.unit("tank").has(SUPPRESSED)


@proves("KN-UMOR-01", "KN-UMOR-08", "KN-IND-21")
def test_where_players_ask_one_test_of_a_salvo_is_owed() -> None:
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)))
    course = progress_of(state)
    state = with_progress(state, replace(course, setting=replace(course.setting, ask_for_tests=True)))
    after = act(state, FIRE, *TWO_DIRECT, *FOUR_FALL, *ONE_FALLS)
    assert [owed.duty for owed in progress_of(after).owed] == [Duty.MORALE_REQUEST]
    assert "foe" not in act(after, RequestTest(UK, "foe"), 1, 14).units


@proves("KN-UMOR-01", "KN-UMOR-08", "KN-UMOR-19a")
@pytest.mark.parametrize(("before", "is_abandoned"), [((), False), ((SUPPRESSED,), True)])
def test_a_requested_test_after_a_hit_uses_the_state_in_which_the_hit_left_the_tank(
    before: tuple[str, ...], is_abandoned: bool
) -> None:
    """A shell close by suppresses it besides; only one that was suppressed before is abandoned on a 1."""
    state = with_marker_on_squad(unit("tank", "de.tiger", (40, 22), 0, *before))
    course = progress_of(state)
    state = with_progress(state, replace(course, setting=replace(course.setting, ask_for_tests=True)))
    one_direct_one_close, glancing, suppresses = (6, 4, 1, 1, 1, 1), (1, 1), () if before else (6,)
    state = act(state, FIRE, *one_direct_one_close, *glancing, *suppresses)
    assert state.unit("tank").has(SUPPRESSED)
    a_counter = (14,) if is_abandoned else ()
    assert ("tank" not in act(state, RequestTest(UK, "tank"), 1, *a_counter).units) is is_abandoned


@proves("KN-UMOR-08", "KN-IND-21")
def test_of_36_tests_for_one_man_lost_to_a_salvo_17_do_nothing_and_one_makes_heroes() -> None:
    """Four of eight are left, so each loss is tested: a 4 or 5, or a 6 and no second one, against two sixes."""
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), status={"foe": Status(men=4)})
    odds = GAME.chances(state, FireForEffect(UK, "mission 1", ("g1",))).odds
    assert odds is not None
    assert odds.of("foe: 1 casualty") == 17 * odds.of("foe: 1 casualty; foe may act heroically") > 0


@proves("KN-UMOR-23")
@pytest.mark.parametrize("asks", [False, True])
def test_heroes_suppressed_by_the_same_salvo_do_not_act(asks: bool) -> None:
    """One direct hit takes a man of four left, two sixes make heroes of them, and a shell close by suppresses them."""
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), status={"foe": Status(men=4)})
    course = progress_of(state)
    state = with_progress(state, replace(course, setting=replace(course.setting, ask_for_tests=asks)))
    one_direct_one_close, close, heroic = (6, 4, 1, 1, 1, 1), (4, 1), (6, 6)
    if asks:
        fallen = act(state, FIRE, *one_direct_one_close, *ONE_FALLS, *close)
        after = act(fallen, RequestTest(UK, "foe"), *heroic)
    else:
        after = act(state, FIRE, *one_direct_one_close, *ONE_FALLS, *heroic, *close)
    assert after.unit("foe").has(SUPPRESSED)
    assert progress_of(after).of("foe").men == 3
    assert progress_of(after).owed == ()


@proves("KN-UMOR-23")
def test_odds_of_a_salvo_contain_no_suppressed_heroes() -> None:
    odds = GAME.chances(
        with_marker_on_squad(unit("foe", "de.squad", (40, 22)), status={"foe": Status(men=4)}), FIRE
    ).odds
    assert odds is not None
    told = [outcome for outcome in odds.chances if "heroically" in outcome]
    assert told
    assert not any("suppressed" in outcome for outcome in told)


@proves("KN-AIR-19", "KN-DFHE-16")
def test_two_rockets_that_hit_bring_one_test() -> None:
    state = game(unit("plane", "uk.typhoon", (40, 32)), unit("foe", "de.squad", (40, 20)))
    state = told_to(state, "plane", ActionKind.MOVE, ActionKind.AIR_ATTACK, done=1)
    strike = Strike(UK, "plane", "foe", ActionKind.DIRECT_HE, "rockets")
    seen, both_hit, first_counter = (6,), (6, 6), (14,)
    three_fall = (3, 3, 3, 1, 1, 1, 1, 1)
    after = act(state, strike, *first_counter, *seen, *both_hit, *three_fall, *three_fall, 3)
    assert progress_of(after).of("foe").men == 2
    assert after.unit("foe").has(SUPPRESSED)


@proves("KN-IND-20", "KN-IND-13")
def test_own_men_within_reach_of_the_shells_have_their_odds_and_are_named() -> None:
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), unit("own", "uk.squad", (40, 14)))
    told = GAME.chances(state, FIRE)
    assert [case.condition for case in told.cases] == ["foe", "own"]
    assert told.cases[1].odds.of("no effect") < 1
    assert "own, one's own: saves on 6+" in [reason.text for reason in told.reasons]


@proves("KN-IND-27b")
def test_odds_of_guns_that_may_be_met_by_counter_battery_fire_assume_that_it_misses() -> None:
    units = (unit("foe", "de.squad", (40, 22)), unit("own", "uk.squad", (40, 14)))
    met = GAME.chances(with_marker_on_squad(*units, fire_support={DE: {"counter_battery": 1}}), FIRE)
    assert met.cases == GAME.chances(with_marker_on_squad(*units), FIRE).cases
    assert "de may answer: counter-battery fire finds the guns on 5+" in [r.text for r in met.reasons]


@proves("KN-IND-14", "KN-COV-02")
def test_odds_of_a_mortar_that_may_be_met_by_covering_fire_assume_that_it_fires() -> None:
    def ruled(*conditions: str) -> object:
        foe = unit("foe", "de.squad", (40, 22), 0, *conditions)
        state = game(unit("hq", "uk.hq", (40, 40)), unit("m", "uk.3in_mortar", (40, 45)), foe)
        mission = Mission("mission 1", UK, "hq", ("m",), MARK, is_on=True)
        state = MissionAsked(mission, "on target").on(state)
        return GAME.chances(state, FireForEffect(UK, "mission 1", ("m",))).odds

    assert ruled(COVERING) == ruled() is not None


@proves("KN-IND-12")
def test_odds_before_fire_for_effect_is_ordered_equal_those_of_the_guns_firing() -> None:
    state = with_marker_on_squad(unit("foe", "de.squad", (40, 22)), unit("own", "uk.squad", (40, 14)))
    asked = MissionAsked(Mission("mission 1", UK, "hq", GUNS, MARK), "on target").on(
        told_to(state, "hq", ActionKind.REQUEST)
    )
    owed = Obligation(Duty.FIRE_FOR_EFFECT, UK, "hq", "mission 1")
    asked = with_progress(asked, replace(progress_of(asked), owed=(owed,)))
    assert GAME.chances(asked, FireOnMarker(UK)).cases == GAME.chances(state, FIRE).cases
