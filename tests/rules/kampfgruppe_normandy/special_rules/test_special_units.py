"""Special rules of units: medics, signals, messengers, snipers."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.game.chance.odds import odds_of
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import RESERVE, SUPPRESSED, TREATING
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize, SpecialRule
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.radio import GiveUpRadio, TryRadioAgain
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import Barrage, bombard
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.effects.turn_end import begin_turn
from rules.kampfgruppe_normandy.questions.target import medics_beside
from rules.kampfgruppe_normandy.state.progress import Status, progress_of, with_progress
from rules.kampfgruppe_normandy.state.turn_events import TurnBegan
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import FOE, MARK, missions
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    counters,
    dice_of,
    firing,
    game,
    legal,
    position,
    ready,
    refusal,
    resolving,
    status,
    table,
    told_to,
    unit,
    with_status,
)


@proves("KN-SPEC-16a")
@pytest.mark.parametrize(("gap_in", "helps"), [(0.9, True), (1.2, False)])
def test_a_medic_helps_within_an_inch(gap_in: float, helps: bool) -> None:
    squad_edge_in, medic_edge_in = 0.3, 0.3
    medic = unit("medic", "uk.medic", (30, 24 + squad_edge_in + gap_in + medic_edge_in))
    state = ready(
        table(), unit("mg", "de.mg42", (10, 24), 90), unit("squad", "uk.squad", (30, 24)), medic, attacker=DE
    )
    in_line = tuple((0.9 * k, 0.0) for k in range(8))
    state = with_status(state, "squad", Status(men=8, offsets=in_line))
    state = with_status(state, "medic", Status(men=1, offsets=((0.0, 0.0),)))
    treats, special = (4,) if helps else (), (1,)
    dice = (6, 6, 1, 1, 1, 1, 1, *treats)
    after = firing(state, "mg", "squad", K.DIRECT_SMALL_ARMS, *dice, *(() if helps else special))
    assert status(after, "squad").men == (8 if helps else 7)


ROSTER = RULESET.book.roster


@proves("KN-SPEC-26", "KN-SPEC-07")
def test_roles_without_a_rule_of_their_own_are_flags() -> None:
    assert ROSTER["uk.observer"].has(SpecialRule.FORWARD_OBSERVER)
    assert ROSTER["uk.air_controller"].has(SpecialRule.AIR_CONTROLLER)
    assert ROSTER["uk.hq"].rules == {SpecialRule.SUPREME_COMMAND, SpecialRule.COMMAND}
    assert ROSTER["uk.recce"].has(SpecialRule.RECCE)


SMALL = HighExplosive(ShellSize.HEAVY, 1, 3)
"""A shell that throws one damage die."""


def _medic_between_two_squads(about: str = "") -> Barrage:
    """Shells at two squads with their medic between them, a little farther from the marker."""
    squads = unit("a", "uk.squad", (37.6, 21)), unit("b", "uk.squad", (42.7, 21))
    return barrage_at(
        position(game(*squads, unit("medic", "uk.medic", (40.6, 22)))), MARK, SMALL, about=about
    )


@proves("KN-SPEC-16b", "KN-IND-25")
def test_a_medic_between_two_squads_helps_one_of_them_in_a_salvo() -> None:
    """A hit on each squad kills a man, except that the medic saves the one of the first squad."""
    barrage = _medic_between_two_squads()
    assert barrage.order == ("a", "b", "medic")
    assert [barrage.target(name).medics for name in barrage.order] == [("medic",), ("medic",), ()]
    wound, saved, special = (3, 1), 4, 1
    dice = dice_of([6, 6, *wound, saved, *wound, special])
    after = bombard(barrage, 2, dice)
    dice.assert_done()
    assert (after.target("a").men, after.target("b").men) == (8, 7)


@proves("KN-SPEC-16b", "KN-IND-25")
@pytest.mark.parametrize("name", ["a", "b"])
def test_the_odds_of_one_squad_know_whether_the_medic_is_still_there(name: str) -> None:
    """The odds of one unit cover all shells of the salvo at it, whichever unit the medic treats."""

    def men_left(barrage: Barrage) -> Mapping[int, Fraction]:
        return odds_of(lambda dice: bombard(barrage, 2, dice).target(name).men).chances

    assert men_left(_medic_between_two_squads(name)) == men_left(_medic_between_two_squads())


def _two_medics(about: str = "") -> Barrage:
    """A squad with one medic beside it, and another that has the same one and a second on its far side."""
    squads = unit("a", "uk.squad", (37.6, 21)), unit("b", "uk.squad", (42.7, 21))
    medics = unit("m1", "uk.medic", (40.6, 22)), unit("m2", "uk.medic", (45.6, 22))
    return barrage_at(position(game(*squads, *medics)), MARK, SMALL, about=about)


@proves("KN-SPEC-16b", "KN-IND-25")
def test_of_two_medics_beside_a_squad_the_second_helps_when_the_first_has_treated_another() -> None:
    """OUR 81: a hit falls on each squad and wounds a man, and each has a medic of its own to save him."""
    barrage = _two_medics()
    assert barrage.order[:2] == ("a", "b")
    assert [barrage.target(name).medics for name in ("a", "b")] == [("m1",), ("m1", "m2")]
    wound, saved = (3, 1), 4
    dice = dice_of([6, 6, *wound, saved, *wound, saved])
    after = bombard(barrage, 2, dice)
    dice.assert_done()
    assert (after.target("a").men, after.target("b").men) == (8, 8)


@proves("KN-SPEC-16b", "KN-IND-25")
@pytest.mark.parametrize("name", ["a", "b"])
def test_the_odds_of_a_squad_with_two_medics_know_which_of_them_is_left(name: str) -> None:
    def men_left(barrage: Barrage) -> Mapping[int, Fraction]:
        return odds_of(lambda dice: bombard(barrage, 2, dice).target(name).men).chances

    assert men_left(_two_medics(name)) == men_left(_two_medics())


@proves("KN-SPEC-13", "KN-IND-40")
def test_a_signals_unit_helps_once_a_turn_and_only_if_its_owner_likes() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("sig", "uk.signals", (60, 60)),
        unit("g", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 20)),
    )
    asked = told_to(state, "hq", K.REQUEST)
    failed = act(asked, RequestMission(UK, "hq", ("g",), MARK), 1)
    assert set(legal(failed)) == {TryRadioAgain(UK, "sig"), GiveUpRadio(UK)}
    assert missions(act(failed, GiveUpRadio(UK))) == ()
    again = act(failed, TryRadioAgain(UK, "sig"), 2)
    assert progress_of(again).owed == ()
    assert missions(again) == ()
    assert progress_of(again).activation is None
    second = told_to(again, "hq", K.REQUEST)
    assert progress_of(act(second, RequestMission(UK, "hq", ("g",), MARK), 1)).owed == ()
    rested = resolving(again, dice_of([]))
    begin_turn(rested, UK, 2)
    next_turn = told_to(rested.state, "hq", K.REQUEST)
    assert progress_of(act(next_turn, RequestMission(UK, "hq", ("g",), MARK), 1)).owed != ()


@proves("KN-SPEC-13")
def test_signals_units_help_while_aboard_a_truck_or_suppressed_but_not_from_reserve() -> None:
    """It is no action: two units have two checks thrown again, the one that has not come yet none."""
    units = (
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr_battery"), unit("foe", "de.squad", (40, 20)),
        unit("truck", "uk.bedford", (60, 60)), unit("riding", "uk.signals"), unit("down", "uk.signals", (70, 60), 0, SUPPRESSED),
        unit("late", "uk.signals", (80, 60), 0, RESERVE),
    )  # fmt: skip
    asked = told_to(game(*units, status={"riding": Status(men=3, aboard="truck")}), "hq", K.REQUEST)
    failed = act(asked, RequestMission(UK, "hq", ("g",), MARK), 1)
    assert set(legal(failed)) == {TryRadioAgain(UK, "riding"), TryRadioAgain(UK, "down"), GiveUpRadio(UK)}


@proves("KN-SPEC-14a", "KN-SPEC-14b", "KN-SPEC-14c", "KN-IND-40")
def test_a_messenger_passes_every_check_at_the_cost_of_an_activation() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("runner", "uk.runner", (41, 41)),
        unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["low"]}},
    )
    state = told_to(state, "fao", K.REQUEST)
    spent = progress_of(state).spent
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.LOW, level=Level.ARMY, messenger="runner")
    after = act(state, request, 5, 1, 6, 6, 1, 1, 1)
    assert "runner" not in after.units
    assert progress_of(after).spent == spent + 1
    assert progress_of(after).counters_of(UK) == ()
    assert len(missions(after)) == 1


@proves("KN-SPEC-14a", "KN-SPEC-14b", "KN-SPEC-14c")
@pytest.mark.parametrize(("allowance", "may"), [(2, True), (1, False)])
def test_a_messenger_costs_an_activation_and_spares_the_radio(allowance: int, may: bool) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 40)),
        unit("runner", "uk.runner", (42, 40)),
        unit("gun", "uk.25pdr_battery"),
        FOE,
        allowance=allowance,
    )
    state = told_to(state, "hq", K.REQUEST)
    request = RequestMission(UK, "hq", ("gun",), MARK, messenger="runner")
    assert ("costs an activation" not in refusal(state, request)) is may
    if may:
        sent = act(state, request, 6, 6, 1, 1, 1)
        assert progress_of(sent).spent == 2
        assert "runner" not in sent.units
        assert progress_of(sent).counters_of(UK) == ()


@proves("KN-UMOR-17b", "KN-SPEC-19a", "KN-SPEC-19b")
def test_a_sniper_does_not_run_and_his_loss_costs_nothing() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("s", "de.sniper", (25, 24), 270), FAR)
    kept = firing(state, "a", "s", K.SUPPRESS_SMALL_ARMS, 4, 5, 1)
    assert kept.unit("s").has(SUPPRESSED)
    shot = firing(state, "a", "s", K.DIRECT_SMALL_ARMS, 4, *[6] + [1] * 6, 1)
    assert "s" not in shot.units
    assert counters(shot, DE) == 0


@proves("KN-SPEC-16a", "KN-SPEC-16b")
def test_a_medic_beside_a_squad_keeps_one_man_once_a_turn() -> None:
    state = game(
        unit("mg", "de.mg42", (30, 20)),
        unit("squad", "uk.squad", (30, 30)),
        unit("medic", "uk.medic", (30, 32.2)),
        acting=DE,
    )
    state = told_to(state, "mg", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    shot = Fire(DE, "mg", "squad", K.DIRECT_SMALL_ARMS)
    once = act(state, shot, 6, 4, 4, 1, 1, 1, 2, 2, 4, 1)
    assert progress_of(once).of("squad").men == 7
    again = act(once, shot, 6, 4, 4, 1, 1, 1, 2, 2, 1)
    assert progress_of(again).of("squad").men == 5
    unlucky = act(state, shot, 6, 4, 4, 1, 1, 1, 2, 2, 3, 1)
    assert progress_of(unlucky).of("squad").men == 6
    assert medics_beside(position(state), state.unit("squad")) == ("medic",)
    assert not medics_beside(position(state), state.unit("medic")), "he helps a squad, not himself"
    far = state.with_unit(replace(state.unit("medic"), at=Spot(40, 40)))
    assert progress_of(act(far, shot, 6, 4, 4, 1, 1, 1, 2, 2, 1)).of("squad").men == 6


@proves("KN-SPEC-07")
def test_the_eleven_special_rules_of_units_and_veterans() -> None:
    named = {
        "supreme_command", "command", "signals", "messenger", "re_supply", "medic", "recce", "sniper",
        "engineers", "recovery", "bridging", "veteran",
    }  # fmt: skip
    held = {rule.value for row in BOOK.roster.values() for rule in row.rules}
    assert named <= held


@proves("KN-SPEC-14a", "KN-SUPP-27")
def test_a_messenger_that_is_suppressed_or_has_been_activated_does_not_run() -> None:
    def request(*conditions: str) -> tuple[GameState, RequestMission]:
        state = game(
            unit("fao", "uk.observer", (40, 40)), unit("runner", "uk.runner", (41, 41), 0, *conditions),
            unit("foe", "de.squad", (40, 20)), unit("gun", "uk.25pdr_battery"),
        )  # fmt: skip
        mark = Spot(40, 20)
        return told_to(state, "fao", K.REQUEST), RequestMission(UK, "fao", ("gun",), mark, messenger="runner")

    state, by_runner = request()
    assert by_runner in legal(state)
    busy = with_progress(state, replace(progress_of(state), activated=frozenset({"runner"})))
    for stays in (request(SUPPRESSED)[0], busy):
        assert by_runner not in legal(stays)
        assert "not a messenger that can be activated" in refusal(stays, by_runner)


@proves("KN-SPEC-16b")
@pytest.mark.parametrize(("turn", "condition", "helps"), [
    (None, TREATING, False), (UK, TREATING, True), (DE, TREATING, True), (DE, SUPPRESSED, False),
])  # fmt: skip
def test_a_medic_is_used_once_in_each_players_turn_and_not_while_suppressed(
    turn: str | None, condition: str, helps: bool
) -> None:
    state = ready(
        table(), unit("men", "uk.squad", (20, 20)), unit("medic", "uk.medic", (22, 20), 0, condition),
        unit("foe", "de.squad", (20, 44)),
    )  # fmt: skip
    state = state if turn is None else GAME.apply(state, TurnBegan(turn, 2))
    assert medics_beside(position(state), state.unit("men")) == (("medic",) if helps else ())


@proves("KN-SPEC-16b")
def test_a_squad_between_two_medics_is_treated_by_one_of_them_in_a_turn() -> None:
    """Twice a shell kills men of the squad: a die is thrown for a medic the first time only. The next turn one may help again."""
    state = game(
        unit("men", "uk.squad", (40, 40)), unit("east", "uk.medic", (42.2, 40)), unit("west", "uk.medic", (37.8, 40)),
        unit("tank", "de.pz4h", (40, 26), facing_deg=180), acting=DE, status={"tank": Status(rounds=(("he", 4),))},
    )  # fmt: skip
    state = told_to(state, "tank", K.DIRECT_HE, K.DIRECT_HE)
    shot = Fire(DE, "tank", "men", K.DIRECT_HE, "75mm L/48")
    observed, to_hit, damage, save, saved_by_a_medic, special = 6, 6, (4, 1, 1, 1), 1, 4, 1
    once = act(state, shot, observed, to_hit, *damage, save, saved_by_a_medic)
    assert status(once, "men").men == 8
    twice = act(once, shot, observed, to_hit, *damage, save, special)
    assert status(twice, "men").men == 7
    assert not medics_beside(position(twice), twice.unit("men"))
    later = GAME.apply(twice, TurnBegan(UK, 2))
    assert medics_beside(position(later), later.unit("men"))
