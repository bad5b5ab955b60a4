"""Set-up, the course of a turn, objectives, the ways to win, and what is kept from the enemy."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.errors import BadInput, Unknown
from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations, Forgo
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.first_turn import RollForAttacker, RollForFirst
from rules.kampfgruppe_normandy.declarations.turn.suppression import Rally, RemoveSuppression
from rules.kampfgruppe_normandy.questions.activation import cannot_act, command_units
from rules.kampfgruppe_normandy.state.progress import Duty, Loss, Step, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    counters,
    course,
    opened,
    position,
    ready,
    refusal,
    table,
    told,
    unit,
)

A = unit("a", "uk.squad", (10, 24), 90)
B = unit("b", "de.squad", (60, 24), 270)
A_THIRD = unit("third", "uk.squad", (10, 10), 90)


def end_of_turn(state: GameState, side: str = UK) -> GameState:
    return act(act(state, EndActivations(side)), RemoveSuppression(side, 0))


def objective(at: tuple[float, float], held_by: str | None = None, name: str = "farm") -> dict[str, Any]:
    found: dict[str, Any] = {"name": name, "spots": [list(at)]}
    return found if held_by is None else {**found, "held_by": held_by}


def test_no_moment_of_play_is_called_like_another() -> None:
    values = [kind.value for kinds in (Step, Duty, K) for kind in kinds]
    assert len(values) == len(set(values))


@proves("KN-SETUP-13", "KN-SPEC-17")
def test_in_a_meeting_engagement_dice_and_scouts_say_who_goes_first() -> None:
    scouts = unit("s", "de.motorcycle", (66, 30), 270)
    state = opened(table(), A, B, scouts, engagement="meeting_engagement", attacker=None)
    assert course(state).step is Step.FIRST
    assert course(act(state, RollForFirst(UK), 4, 4)).acting == DE
    assert course(act(state, RollForFirst(UK), 5, 3)).acting == UK
    assert course(act(state, RollForFirst(UK), 5, 3)).turn == 1
    assert course(act(state, RollForFirst(UK), 4, 4)).first == DE
    assert "with reconnaissance units uk 4, de 5: de has the first turn" in told(
        state, RollForFirst(UK), 4, 4
    )


@proves("KN-SETUP-14")
def test_a_tie_goes_to_more_scouts_and_else_is_thrown_again() -> None:
    scouts = unit("s", "de.motorcycle", (66, 30), 270)
    state = opened(table(), A, B, scouts, engagement="meeting_engagement", attacker=None)
    assert course(act(state, RollForFirst(UK), 5, 4)).acting == DE
    even = opened(table(), A, B, engagement="meeting_engagement", attacker=None)
    assert course(act(even, RollForFirst(UK), 3, 3, 6, 1)).acting == UK
    first = [line for line in told(even, RollForFirst(UK), 3, 3, 6, 1) if "has the first turn" in line]
    assert first == ["uk 6, de 1: uk has the first turn"]


@proves("KN-SETUP-04", "KN-SETUP-12")
def test_who_attacks_is_thrown_for_where_it_is_not_agreed_and_a_tie_is_thrown_again() -> None:
    state = opened(table(), A, B, attacker=None)
    assert course(state).step is Step.FIRST
    assert [type(action) for action in GAME.legal_actions(state)] == [RollForAttacker]
    assert "the attacker goes first" in refusal(state, RollForFirst(UK))
    after = act(state, RollForAttacker(UK), 3, 3, 2, 5)
    assert (course(after).setting.attacker, course(after).acting, course(after).turn) == (DE, DE, 1)
    assert course(after).step is Step.COMMAND
    assert "uk 2, de 5: de attacks and has the first turn" in told(state, RollForAttacker(UK), 2, 5)
    told_odds = GAME.chances(state, RollForAttacker(UK)).odds
    assert told_odds is not None
    assert set(told_odds.chances.values()) == {Fraction(1, 2)}
    meeting = opened(table(), A, B, engagement="meeting_engagement", attacker=None)
    assert "has no attacker" in refusal(meeting, RollForAttacker(UK))


@proves("KN-SETUP-12", "KN-TURN-01", "KN-TURN-02")
def test_the_attacker_begins_and_players_take_turns() -> None:
    state = ready(table(), A, B)
    assert course(state).acting == UK
    state = end_of_turn(state)
    assert (course(state).acting, course(state).turn, course(state).step) == (DE, 1, Step.COMMAND)
    state = end_of_turn(act(state, RollCommand(DE), 1, 1, 1), DE)
    assert (course(state).acting, course(state).turn) == (UK, 2)


@proves("KN-TURN-04", "KN-TURN-14", "KN-TURN-15", "KN-TURN-16", "KN-TURN-03")
def test_a_unit_is_activated_once_and_no_more_units_than_the_command_total() -> None:
    other = unit("c", "uk.squad", (10, 34), 90)
    state = act(opened(table(), A, other, B, game_size="platoon"), RollCommand(UK), 1)
    state = activated(state, "a", K.MOVE, K.MOVE)
    assert "has not declared" in refusal(state, Move(UK, "c", (Spot(10, 34), Spot(12, 34)))) or refusal(
        state, Activate(UK, "c", (K.MOVE, K.MOVE))
    )
    state = act(act(state, Forgo(UK)), Forgo(UK))
    assert "all activations are used" in refusal(state, Activate(UK, "c", (K.MOVE, K.MOVE)))
    more = act(opened(table(), A, other, B, game_size="platoon"), RollCommand(UK), 2)
    more = act(act(activated(more, "a", K.MOVE, K.MOVE), Forgo(UK)), Forgo(UK))
    assert "has been activated this turn" in refusal(more, Activate(UK, "a", (K.MOVE, K.MOVE)))


@proves("KN-TURN-12a", "KN-TURN-13a", "KN-TURN-24b", "KN-SUPP-27")
def test_suppressed_units_and_reserves_are_not_activated() -> None:
    state = ready(
        table(),
        unit("a", "uk.squad", (10, 24), 90, SUPPRESSED),
        unit("r", "uk.squad", None, 0, RESERVE),
        unit("x", "uk.squad", (10, 40)),
        B,
    )
    assert "a is suppressed" in refusal(state, Activate(UK, "a", (K.MOVE, K.MOVE)))
    assert "in reserve" in refusal(state, Activate(UK, "r", (K.MOVE, K.MOVE)))


@proves("KN-TURN-12b", "KN-IND-44")
def test_guns_off_the_table_can_act_and_who_else_is_off_it_cannot() -> None:
    state = ready(table(), A, unit("battery", "uk.25pdr_battery", None), B)
    away = state.with_unit(replace(state.unit("a"), at=None))
    assert "a is not on the table" in str(cannot_act(position(away), away.unit("a")))
    assert cannot_act(position(state), state.unit("battery")) is None
    assert cannot_act(position(state), state.unit("a")) is None


@proves("KN-TURN-13b", "KN-TURN-19", "KN-TURN-20")
def test_a_unit_that_has_rallied_is_activated_again_in_its_next_turn() -> None:
    """One counter and a die of 1 lift the one suppression; the enemy's turn follows, and then its own."""
    state = ready(
        table(), unit("a", "uk.squad", (10, 24), 90, SUPPRESSED), unit("x", "uk.squad", (10, 40)), B
    )
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), 1, 1)
    assert not state.unit("a").has(SUPPRESSED)
    assert GAME.to_act(state) == DE
    state = act(end_of_turn(act(state, RollCommand(DE), 1, 1, 1), DE), RollCommand(UK), 1, 1, 1)
    assert refusal(state, Activate(UK, "a", (K.MOVE, K.MOVE))) == ""


@proves("KN-TURN-03")
def test_two_actions_are_declared_or_one_that_takes_up_both() -> None:
    state = ready(table(), A, B)
    assert "two actions" in refusal(state, Activate(UK, "a", (K.MOVE, K.MOVE, K.MOVE)))
    assert "two actions" in refusal(state, Activate(UK, "a", (K.COVERING, K.MOVE)))
    assert not refusal(state, Activate(UK, "a", (K.COVERING,)))
    assert "cannot take" in refusal(state, Activate(UK, "a", (K.DIRECT_HE, K.MOVE)))


@proves("KN-TURN-10", "KN-TURN-11", "KN-SPEC-11")
def test_command_units_count_suppressed_or_off_the_table_but_not_lost() -> None:
    state = ready(
        table(),
        unit("hq", "uk.hq", (5, 5), 0, SUPPRESSED),
        unit("p", "uk.platoon_hq", None, 0, RESERVE),
        A,
        B,
    )
    assert command_units(position(state), UK) == 2
    assert command_units(position(state), DE) == 0


@proves("KN-BMOR-19", "KN-BMOR-24b", "KN-BMOR-25")
def test_an_objective_with_no_enemy_near_is_taken_and_costs_him_a_counter() -> None:
    far = objective((60, 40), name="other")
    state = ready(table(), A, B, objectives=[objective((10, 24)), far])
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), 1)
    assert course(state).objectives[0].held_by == UK
    assert counters(state, DE) == 1
    near = unit("b", "de.squad", (17, 24), 270)
    state = end_of_turn(ready(table(), A, near, objectives=[objective((10, 24)), far]))
    assert course(state).objectives[0].held_by is None


def test_a_flag_shows_who_holds_each_objective() -> None:
    state = ready(table(), A, B, objectives=[objective((10, 24)), objective((60, 40), DE, name="other")])
    assert state.markers == (
        Marker("control_nobody", Spot(10, 24)), Marker("control_de", Spot(60, 40)),
    )  # fmt: skip
    taken = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), 1)
    assert Marker("control_uk", Spot(10, 24)) in taken.markers
    assert len(taken.markers) == 2


@proves("KN-BMOR-20", "KN-BMOR-26", "KN-BMOR-27")
@pytest.mark.parametrize(("x", "kept"), [(14.5, True), (18.0, False)])
def test_an_objective_is_held_from_4_inches_and_lost_beyond(x: float, kept: bool) -> None:
    state = ready(
        table(),
        unit("a", "uk.squad", (x, 24), 90),
        B,
        objectives=[objective((10, 24), UK), objective((60, 40), name="o")],
    )
    state = act(state, EndActivations(UK))
    state = act(state, RemoveSuppression(UK, 0), *([] if kept else [1]))
    assert (course(state).objectives[0].held_by == UK) is kept
    assert counters(state, UK) == (0 if kept else 1)


@proves("KN-BMOR-29", "KN-BMOR-30")
def test_all_objectives_held_is_a_win_unless_the_scenario_bars_it() -> None:
    told = {"objectives": [objective((10, 24), UK)]}
    won = end_of_turn(ready(table(), A, B, **told))
    result = GAME.result(won)
    assert result is not None
    assert result.winner == UK
    assert "all objectives" in result.text
    barred = end_of_turn(ready(table(), A, B, barred_from_all_objectives=[UK], **told))
    assert GAME.result(barred) is None


@proves("KN-BMOR-13", "KN-TURN-21", "KN-BMOR-01")
def test_counters_up_to_the_morale_value_break_a_battle_group_at_the_end_of_a_turn() -> None:
    hurt = unit("b", "de.squad", (60, 24), 270)
    state = ready(table(), A, hurt, objectives=[objective((10, 24)), objective((60, 40), name="o")])
    assert course(state).force(DE).morale == 1
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 0), 1)
    result = GAME.result(state)
    assert result is not None
    assert result.winner == UK
    assert GAME.to_act(state) is None
    assert GAME.legal_actions(state) == ()


@proves("KN-BMOR-31")
def test_a_side_with_every_unit_suppressed_as_its_turn_begins_has_lost() -> None:
    reserve = unit("r", "de.squad", None, 0, RESERVE)
    state = end_of_turn(ready(table(), A, unit("b", "de.squad", (60, 24), 270, SUPPRESSED), reserve))
    result = GAME.result(state)
    assert result is not None
    assert result.winner == UK
    assert "not suppressed" in result.text


@proves("KN-TURN-24a", "KN-BMOR-31")
def test_reserves_due_in_the_first_turn_are_there_as_it_begins_whoever_begins() -> None:
    """The attacker's stand on the table as the game opens; the defender, who has nobody else, has not lost as his turn begins."""
    late, foe = (unit(name, f"{side}.squad", None, 0, RESERVE) for name, side in (("late", UK), ("foe", DE)))
    due = {"late": {"turn": 1, "at": [30, 44]}, "foe": {"turn": 1, "at": [30, 4]}}
    state = opened(table(), A, late, foe, reserves=due)
    assert state.unit("late").at == Spot(30, 44)
    assert state.unit("foe").at is None
    state = end_of_turn(act(state, RollCommand(UK), 1, 1, 1))
    assert state.unit("foe").at == Spot(30, 4)
    assert GAME.result(state) is None


@proves("KN-BMOR-31")
@pytest.mark.parametrize("lost", [False, True])
def test_a_side_whose_units_have_yet_to_come_has_lost_only_if_others_of_it_came_to_harm(lost: bool) -> None:
    """They are neither destroyed nor suppressed."""
    foe = unit("foe", "de.squad", None, 0, RESERVE)
    state = ready(table(), A, foe, reserves={"foe": {"turn": 2, "at": [30, 4]}})
    if lost:
        state = with_progress(state, replace(course(state), lost=(Loss("old", "de.squad", DE, "withdrawn"),)))
    state = end_of_turn(state)
    assert (GAME.result(state) is not None) is lost


@proves("KN-BMOR-31")
def test_whether_an_enemy_has_lost_who_may_have_hidden_units_is_not_told() -> None:
    for conditions, words in (
        ((), "the turn of de begins 100%"),
        ((SUPPRESSED,), "outcome depends on what is hidden"),
    ):
        state = ready(table(), A, unit("b", "de.squad", (60, 24), 270, *conditions))
        state = act(state, EndActivations(UK))
        assert GAME.chances(state, RemoveSuppression(UK, 0)).verdict == words


@proves("KN-BMOR-13", "KN-BMOR-29", "KN-BMOR-30", "KN-BMOR-31", "KN-BMOR-32")
def test_each_side_is_told_how_it_wins() -> None:
    """A squad has a morale value of 1, a Sherman of 2; the Germans defend, and may not win by objectives."""
    strong, farm = unit("c", "uk.sherman", (10, 34), 90), {"name": "farm", "spots": [[30, 24]]}
    barred = ready(table(), A, strong, B, turns=6, objectives=[farm], barred_from_all_objectives=[DE])
    broken = "(KGN Battle group morale, OUR 12, inferred)"
    suppressed = (
        "when they begin a turn with every unit on the table suppressed, or all of them lost "
        "(KGN Wiped out and total suppression; KGN Ways to win, OUR 46, house value)"
    )
    secured = "when a turn of its own ends with every objective taken and held (KGN All objectives secured)"
    assert GAME.victory(barred) == (
        f"The British player wins when a turn ends with the morale loss of the Germans at 1 or more {broken}, {suppressed}, or {secured}.",
        f"The German player wins when a turn ends with the morale loss of the British at 3 or more {broken}, or {suppressed}.",
        "After turn 6 the side with more morale left has a tactical victory; if both have as much it is a draw "
        "(KGN Tactical loss and tactical victory; KGN Ways to win, OUR 67, inferred).",
    )
    assert not any("objective" in said for said in GAME.victory(ready(table(), A, B)))


def test_how_it_stands_is_told_as_far_as_a_side_knows() -> None:
    """KGN Battle group morale: a side keeps to itself what its counters come to; pictures are shown, and cost no morale."""
    state = ready(table(), A, unit("c", "uk.sherman", (10, 34), 90), B)
    drawn = ((UK, "2"), (UK, "lucky escape"), (DE, "lucky escape"))
    state = with_progress(state, replace(course(state), drawn=drawn))
    german = "the Germans have drawn 1 counter and lost 0 of 1 morale (KGN Battle group morale)."
    for side, british in ((UK, " and lost 2 of 3 morale"), (DE, ", whose numbers only they know")):
        known = RULESET.seen_by(state, side)
        told = f"By now the British have drawn 2 counters{british}; {german}"
        assert GAME.victory(known)[-1] == told


@proves("KN-BMOR-25")
def test_an_objective_is_worth_a_counter() -> None:
    farm = {"name": "farm", "spots": [[30, 24]]}
    assert [goal.worth for goal in GAME.goals(ready(table(), A, B, objectives=[farm]))] == [
        "1 morale counter"
    ]


@proves("KN-BMOR-32")
def test_when_time_is_up_the_side_nearer_to_breaking_has_a_tactical_loss() -> None:
    strong = unit("c", "uk.sherman", (10, 34), 90)
    state = end_of_turn(ready(table(), A, strong, B, turns=1))
    state = end_of_turn(act(state, RollCommand(DE), 1, 1, 1), DE)
    result = GAME.result(state)
    assert result is not None
    assert result.winner == UK
    assert "tactical victory" in result.text


@proves("KN-BMOR-32", "KN-BMOR-13", "KN-AIR-01a")
@pytest.mark.parametrize(
    ("drawn", "winner", "told"),
    [
        (((UK, "3"),), UK, "with 2 morale left against 1"),
        (((UK, "4"),), None, "with 1 morale left to both"),
        (((UK, "4"), (DE, "aircraft")), None, "with 1 morale left to both"),
        (((UK, "4"), (UK, "1")), DE, "the battle group of uk is broken"),
    ],
)
def test_what_the_counters_took_is_counted_and_told_when_time_is_up(
    drawn: tuple[tuple[str, str], ...], winner: str | None, told: str
) -> None:
    """The British have a morale of 5, the Germans of 1; an aircraft counts nothing, and at nothing left a side is broken."""
    tanks = (unit(name, "uk.sherman", (10, y), 90) for name, y in (("c", 34), ("d", 40)))
    state = ready(table(), A, *tanks, B, turns=1)
    assert [force.morale for force in course(state).forces] == [5, 1]
    state = act(end_of_turn(state), RollCommand(DE), 1, 1, 1)
    state = end_of_turn(with_progress(state, replace(course(state), drawn=drawn)), DE)
    result = GAME.result(state)
    assert result is not None
    assert result.winner == winner
    assert told in result.text


@proves("KN-BMOR-32")
@pytest.mark.parametrize(("side", "told"), [(DE, "tactical victory for uk"), (UK, "depends on")])
def test_who_is_nearer_to_breaking_when_time_is_up_rests_on_counters_that_are_not_seen(
    side: str, told: str
) -> None:
    """Both have a morale of 7, which no counter breaks; the Germans, who end the game, see their own counter alone."""
    tanks = [
        unit(f"{kind} {k}", kind, (x, 30 + 5 * k), 90)
        for kind, x in (("uk.sherman", 10), ("de.pz4h", 60))
        for k in range(3)
    ]
    state = act(end_of_turn(ready(table(), A, B, *tanks, turns=1)), RollCommand(DE), 1, 1, 1)
    assert len({force.morale for force in course(state).forces}) == 1
    state = act(with_progress(state, replace(course(state), drawn=((side, "3"),))), EndActivations(DE))
    assert told in GAME.chances(RULESET.seen_by(state, DE), RemoveSuppression(DE, 0)).verdict


@proves("KN-TURN-04")
def test_who_stops_early_removes_suppression_next() -> None:
    state = act(ready(table(), A, B), EndActivations(UK))
    assert course(state).step is Step.SUPPRESSION
    assert {type(action) for action in GAME.legal_actions(state)} == {RemoveSuppression}


@proves("KN-TURN-20")
@pytest.mark.parametrize("rallied", ["a", "x"])
def test_with_one_marker_to_take_off_the_owner_says_of_which_unit_and_the_enemy_goes_on(rallied: str) -> None:
    other = unit("x", "uk.squad", (10, 40), 0, SUPPRESSED)
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90, SUPPRESSED), other, A_THIRD, B)
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), 1, 1)
    state = act(state, Rally(UK, (rallied,)))
    assert {name for name, one in state.units.items() if one.has(SUPPRESSED)} == {"a", "x"} - {rallied}
    assert (course(state).acting, course(state).step) == (DE, Step.COMMAND)


@proves("KN-BMOR-12", "KN-BMOR-11")
def test_the_enemy_sees_how_many_counters_were_drawn_but_not_their_values() -> None:
    state = ready(table(), A, unit("x", "uk.squad", (10, 40), 0, SUPPRESSED), B)
    state = act(act(state, EndActivations(UK)), RemoveSuppression(UK, 1), 90, 3)
    mine, theirs = RULESET.seen_by(state, UK), RULESET.seen_by(state, DE)
    assert course(mine).counters_of(UK)[0] != "?"
    assert counters(theirs, UK) == 1
    if course(state).counters_of(UK)[0].isdecimal():
        assert course(theirs).counters_of(UK) == ("?",)
    assert {counter for counter, _ in course(theirs).pot if counter.isdecimal()} == set()


@proves("KN-SETUP-05", "KN-GROUP-03", "KN-GROUP-04", "KN-GROUP-05", "KN-GROUP-01")
def test_a_battle_group_dearer_than_its_game_is_refused() -> None:
    tanks = [unit(f"t{k}", "uk.firefly", (5 + 5 * k, 10), 90) for k in range(6)]
    with pytest.raises(BadInput, match="at most 250 points in a platoon game"):
        opened(table(), *tanks, B, game_size="platoon")
    assert course(opened(table(), *tanks, B, game_size="company")).force(UK).points > 250
    assert opened(table(), *tanks, B, game_size="platoon", engagement="historical_refight")


@proves("KN-SETUP-02", "KN-BMOR-01")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game_size": "army"}, "options.game_size"),
        ({"attacker": "fr"}, "options.attacker"),
        ({"turns": 0}, "options.turns"),
        ({"weather": "rain"}, "options.weather"),
        ({"night": "yes"}, "options.night"),
        ({"aboard": {"a": "b"}}, "options.aboard.a"),
        ({"objectives": [{"name": "x"}]}, "options.objectives"),
        ({"rounds": {"t": {"ap": 99}}}, "options.rounds.t.ap"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], said: str) -> None:
    tank = unit("t", "uk.sherman", (20, 10), 90)
    with pytest.raises(BadInput) as error:
        opened(table(), A, B, tank, **options)
    assert said in str(error.value)


@proves("KN-SETUP-02")
def test_an_unknown_type_is_named() -> None:
    with pytest.raises(Unknown, match="panjandrum"):
        opened(table(), unit("a", "uk.panjandrum", (5, 5)), B)
