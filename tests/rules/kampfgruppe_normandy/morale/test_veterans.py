"""Veterans: the re-roll of their first test, which their owner chooses, and what waits for it."""

from fractions import Fraction

import pytest

from rules.game.chance.odds import odds_of
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, SUPPRESSED, TESTED, VETERAN
from rules.kampfgruppe_normandy.book.fire_tables import MoraleResult
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.declarations.unit_morale import ActHeroically, LetPass, RequestTest
from rules.kampfgruppe_normandy.declarations.veteran_morale import AbideByMorale, RerollMorale
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import Barrage, bombard
from rules.kampfgruppe_normandy.questions.target import Fate, Target
from rules.kampfgruppe_normandy.state.progress import Duty, Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    counters,
    firing,
    ready,
    refusal,
    shot,
    table,
    unit,
    with_status,
)

FAR = unit("far", "de.hq", (70, 2))
ONE_FALLS = (3, *[6] + [1] * 6, 1, 1)
"""Seen; one of seven dice hits; the save fails; no special weapon."""


def paratroopers(*conditions: str, men: int = 5, **options: object) -> GameState:
    state = ready(
        table(),
        unit("a", "uk.vickers", (10, 24), 90),
        unit("b", "de.fallschirmjager", (25, 24), 270, *conditions),
        FAR,
        **options,
    )
    return with_status(state, "b", Status(men=men))


def after_first_test(die: int) -> GameState:
    """Paratroopers at half strength after this result of their first test."""
    return firing(paratroopers(), "a", "b", K.DIRECT_SMALL_ARMS, *ONE_FALLS, die)


@proves("KN-UMOR-24")
def test_the_owner_of_veterans_is_asked_before_their_first_test_takes_effect() -> None:
    state = after_first_test(2)
    assert state.unit("b").has(TESTED)
    assert GAME.to_act(state) == DE
    assert GAME.legal_actions(state) == (RerollMorale(DE), AbideByMorale(DE))
    assert "de decides now" in refusal(state, RerollMorale(UK))


@proves("KN-UMOR-24")
@pytest.mark.parametrize(("second", "stands"), [(5, True), (3, True), (1, False)])
def test_the_second_die_stands_also_if_it_is_worse(second: int, stands: bool) -> None:
    state = act(after_first_test(3), RerollMorale(DE), second, *([] if stands else [1]))
    assert ("b" in state.units) is stands
    assert stands is False or state.unit("b").has(SUPPRESSED) is (second == 3)
    assert GAME.to_act(state) == UK


@proves("KN-UMOR-24")
def test_the_owner_may_let_the_first_die_stand() -> None:
    state = act(after_first_test(3), AbideByMorale(DE))
    assert state.unit("b").has(SUPPRESSED)
    gone = act(after_first_test(1), AbideByMorale(DE), 1)
    assert "b" not in gone.units
    assert counters(gone, DE) == 1


@proves("KN-UMOR-24")
@pytest.mark.parametrize("die", [4, 5])
def test_a_first_test_that_holds_uses_up_the_re_roll(die: int) -> None:
    state = after_first_test(die)
    assert GAME.to_act(state) == UK
    assert state.unit("b").has(TESTED)
    again = act(state, shot(state, "a", "b", K.DIRECT_SMALL_ARMS), *ONE_FALLS, 3)
    assert again.unit("b").has(SUPPRESSED)


@proves("KN-UMOR-24")
def test_a_unit_rated_veteran_by_the_scenario_has_one_re_roll() -> None:
    state = with_status(
        ready(
            table(),
            unit("a", "uk.vickers", (10, 24), 90),
            unit("b", "de.squad", (25, 24), 270, VETERAN),
            FAR,
        ),
        "b",
        Status(men=5),
    )
    state = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, *ONE_FALLS, 5)
    assert state.unit("b").has(TESTED)


@proves("KN-UMOR-24", "KN-UMOR-01")
def test_a_test_that_was_asked_for_may_be_thrown_again_too() -> None:
    state = paratroopers(ask_for_tests=True)
    state = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, *ONE_FALLS)
    state = act(state, RequestTest(UK, "b"), 1)
    assert GAME.to_act(state) == DE
    assert "b" in act(state, RerollMorale(DE), 4).units


@proves("KN-UMOR-24")
def test_odds_of_fire_at_veterans_end_at_the_owners_decision_and_odds_of_the_re_roll_go_on() -> None:
    state = act(paratroopers(), Activate(UK, "a", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    before = GAME.chances(state, shot(state, "a", "b", K.DIRECT_SMALL_ARMS)).odds
    assert before is not None
    assert before.of("1 casualty, withdraws unless re-rolled") == 2 * before.of(
        "1 casualty, suppressed unless re-rolled"
    )
    assert before.of("withdraws") == 0
    after = GAME.chances(after_first_test(3), RerollMorale(DE)).odds
    assert after is not None
    assert after.of("b: withdraws") == Fraction(1, 3)
    assert after.of("b: suppressed") == Fraction(1, 6)


@proves("KN-UMOR-24", "KN-IND-25")
def test_shells_round_veterans_end_where_their_owner_decides_too() -> None:
    shell = HighExplosive(ShellSize.HEAVY, 5, 4)
    men = Target("b", Kind.INFANTRY, men=8, start=8, has_reroll=True, save=6)
    ends = odds_of(lambda dice: bombard(Barrage(shell, (men,), ("",)), 2, dice)).chances
    open_tests = {end.target("b").men for end in ends if end.target("b").first_test is MoraleResult.WITHDRAW}
    assert {1, 2, 3, 4} <= open_tests
    assert not [end for end in ends if dict(end.gone).get("b") is Fate.WITHDRAWS], "both hits bring one test"


def under_fire(mover: str, *others: tuple[float, float], **options: object) -> GameState:
    """Five men two inches on their way from (20, 24) to (24, 24), when machine guns on covering fire may fire."""
    guns = [
        unit(f"m{k}", "de.mg42_tripod", at, 270, COVERING) for k, at in enumerate(((34.0, 24.0), *others))
    ]
    state = ready(table(), unit("u", mover, (20, 24), 90), unit("x", "uk.squad", (4, 4)), *guns, **options)
    state = act(with_status(state, "u", Status(men=5)), Activate(UK, "u", (K.MOVE, K.MOVE)))
    return act(state, Move(UK, "u", (Spot(20, 24), Spot(24, 24))))


FIRE = CoverFire(DE, "m0", "u", K.DIRECT_SMALL_ARMS, at_in=2.0)


@proves("KN-UMOR-24", "KN-COV-02")
def test_a_move_waits_for_the_re_roll_of_the_mover() -> None:
    state = act(under_fire("uk.commandos", (34, 20)), FIRE, *ONE_FALLS, 3)
    assert progress_of(state).owed[0].duty is Duty.VETERAN_REROLL
    assert progress_of(state).move is not None
    held = act(state, RerollMorale(UK), 5)
    assert progress_of(held).owed[0].duty is Duty.COVERING_FIRE
    stopped = act(state, AbideByMorale(UK))
    assert stopped.unit("u").at == Spot(22, 24)
    assert progress_of(stopped).move is None
    assert progress_of(stopped).owed == ()
    assert stopped.unit("m1").has(COVERING)


@proves("KN-UMOR-24", "KN-COV-02")
def test_a_move_that_the_last_covering_gun_held_up_goes_on_after_the_re_roll() -> None:
    state = act(under_fire("uk.commandos"), FIRE, *ONE_FALLS, 3)
    assert state.unit("u").at == Spot(22, 24)
    assert act(state, RerollMorale(UK), 5).unit("u").at == Spot(24, 24)
    assert act(state, AbideByMorale(UK)).unit("u").at == Spot(22, 24)


@proves("KN-UMOR-01", "KN-COV-02")
def test_a_move_waits_for_a_test_that_may_be_asked_for() -> None:
    state = act(under_fire("uk.squad", ask_for_tests=True), FIRE, *ONE_FALLS)
    assert state.unit("u").at == Spot(22, 24)
    assert act(state, RequestTest(DE, "u"), 3).unit("u").at == Spot(22, 24)
    assert act(state, RequestTest(DE, "u"), 5).unit("u").at == Spot(24, 24)
    assert act(state, LetPass(DE)).unit("u").at == Spot(24, 24)


@proves("KN-UMOR-22", "KN-COV-02")
def test_a_heroic_action_waits_until_the_move_under_fire_is_over() -> None:
    state = act(under_fire("uk.squad", (34, 20)), FIRE, *ONE_FALLS, 6, 6)
    assert [obligation.duty for obligation in progress_of(state).owed] == [
        Duty.COVERING_FIRE,
        Duty.HEROIC_ACTION,
    ]
    hold = next(action for action in GAME.legal_actions(state) if str(action) == "hold fire")
    state = act(state, hold)
    assert state.unit("u").at == Spot(24, 24)
    assert isinstance(GAME.legal_actions(state)[1], ActHeroically)
