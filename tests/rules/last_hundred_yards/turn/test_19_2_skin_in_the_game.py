"""Section 19.2, an option: each player is one of his own squads or leaders; a leader rolls for his life at the end."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.view import line_heard_by
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.clean_up import LapseTime
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.player_name import NamePlayer
from rules.last_hundred_yards.effects.role_play import platoon_steps, rank
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import PhaseBegan, PlayerNamed
from rules.last_hundred_yards.state.events.unit_events import LEAVES, UnitGone, UnitPlaced
from rules.last_hundred_yards.state.progress import Phase, Player
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    recorded,
    refusal,
    unit,
)

LEADER, ENEMY_LEADER = "us.able.1.leader", "ge.1kp.1.leader"
SQUADS = ("us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.squad.3")
MINE, HIS = NamePlayer("us", LEADER), NamePlayer("ge", ENEMY_LEADER)


def begun(**options: Any) -> GameState:
    units = [
        unit(LEADER, "C8"),
        *(unit(squad, "C8") for squad in SQUADS),
        unit("us.mg.1", "C8"),
        unit("us.able.2.squad.1", "E8"),
    ]
    foes = [unit(ENEMY_LEADER, "C2"), unit("ge.1kp.1.squad.1", "C2")]
    return opened(FIELD, [*units, *foes], skin_in_the_game=True, **options)


@proves("LHY-19.2.1.1")
def test_19_2_1_each_player_names_a_squad_or_leader_before_the_first_initiative() -> None:
    state = begun()
    assert {one.unit for one in legal(state, NamePlayer)} == {LEADER, *SQUADS, "us.able.2.squad.1"}
    assert "LHY 19.2.1" in refusal(state, NamePlayer("us", "us.mg.1"))
    state = done(state, MINE, HIS)
    assert course(state).players == (Player("us", LEADER, 6), Player("ge", ENEMY_LEADER, 2))
    assert legal(state, RollInitiative)
    assert not legal(opened(FIELD, [unit(LEADER, "C8"), unit(ENEMY_LEADER, "C2")]), NamePlayer), (
        "only if it is played"
    )


@proves("LHY-19.2.1.1")
def test_19_2_1_the_unit_of_the_other_player_is_secret() -> None:
    state = done(begun(), MINE)
    known = state_seen_by(state, "ge")
    assert LEADER not in repr(course(known).players)
    assert course(state_seen_by(state, "us")).players == course(state).players
    for told in (MINE, PlayerNamed(Player("us", LEADER, 6))):
        assert LEADER in line_heard_by("us", told)
        assert LEADER not in line_heard_by("ge", told)


@proves("LHY-19.2.1.2")
@pytest.mark.parametrize(
    ("points", "told"),
    [
        (0, "not promoted yet"),
        (14, "not promoted yet"),
        (15, "lieutenant"),
        (29, "lieutenant"),
        (30, "captain"),
    ],
)
def test_19_2_1_fifteen_points_make_a_lieutenant_and_thirty_a_captain(points: int, told: str) -> None:
    assert rank(points) == told


def at_the_end(steps_lost: int) -> GameState:
    """The last time lapse of a game in which Able 1 has lost this many steps; the game ends with it in any case."""
    state = done(begun(minutes=1, sides={"us": {"promotion_points": 15}}), MINE, HIS)
    if steps_lost % 2:
        state = UnitGone(SQUADS[0], "loses a step").on(state)
        section = unit("us.able.1.section.a", "C8")
        state = state.with_unit(section)
    for squad in SQUADS[steps_lost % 2 :][: steps_lost // 2]:
        state = UnitGone(squad, "is eliminated").on(state)
    return PhaseBegan(Phase.TIME).on(replace(state, course=replace(course(state), active="us")))


@proves("LHY-19.2.2")
@pytest.mark.parametrize(
    ("steps_lost", "die", "lives"),
    [
        (0, 9, True),
        (0, 10, False),
        (1, 8, True),
        (1, 9, False),
        (2, 8, True),
        (2, 9, False),
        (3, 7, True),
        (3, 8, False),
        (4, 8, False),
    ],
)
def test_19_2_2_a_leader_falls_on_10_with_1_more_for_every_two_casualties_of_his_platoon(
    steps_lost: int, die: int, lives: bool
) -> None:
    # A minute or more goes by and ends the game; then the American throws, and the German, who has lost nothing.
    state, told = recorded(at_the_end(steps_lost), LapseTime("us"), 3, die, 5)
    assert course(state).phase is Phase.OVER
    assert (LEADER in course(state).survivors) is lives
    assert ENEMY_LEADER in course(state).survivors
    assert f"{LEADER}, lieutenant, {'lives' if lives else 'does not live'} to tell it" in told


@proves("LHY-19.2.2")
def test_19_2_2_casualties_of_another_platoon_do_not_count_for_the_leader() -> None:
    state = UnitGone("us.able.2.squad.1", "is eliminated").on(at_the_end(0))
    assert LEADER in course(done(state, LapseTime("us"), 3, 9, 5)).survivors


@proves("LHY-19.2.2")
@pytest.mark.parametrize(("falls", "steps"), [(False, 6), (True, 5)])
def test_19_2_2_a_player_who_left_the_map_lives_though_his_counter_is_drawn_again_and_lost(
    falls: bool, steps: int
) -> None:
    """Of three squads of 2 steps the first deployed and one section left; its counter is drawn for another (OUR 239)."""
    section, other = "us.able.1.section.a", "us.able.1.section.b"
    state = UnitGone(SQUADS[0], "deploys").on(begun()).with_unit(unit(other, "C8"))
    state = UnitGone(section, LEAVES).on(state.with_unit(unit(section, "C8")))
    state = UnitGone(other, "is eliminated").on(state)
    assert platoon_steps(state, "able.1") == 5
    state = UnitPlaced(section, section, "us", at("C8")).on(state)
    if falls:
        state = UnitGone(section, "is eliminated").on(state)
    assert platoon_steps(state, "able.1") == steps


@proves("LHY-19.2.2")
def test_19_2_2_a_step_lost_over_a_side_edge_is_a_casualty_of_the_platoon() -> None:
    state = activated(unit(LEADER, "C8"), unit(SQUADS[0], "A4"))
    after = done(state, Maneuver("us", SQUADS[0], None), 8, 1)
    assert [platoon_steps(now, "able.1") for now in (state, after)] == [2, 1]


@proves("LHY-19.2.2")
def test_19_2_2_a_player_put_back_on_the_map_by_the_umpire_is_alive_once() -> None:
    state = UnitGone(SQUADS[0], LEAVES).on(begun())
    _, back = PLAY.correct(state, unit(SQUADS[0], "C8"), ScriptedDice([]))
    assert platoon_steps(back, "able.1") == 6


@proves("LHY-19.2.2")
def test_19_2_2_the_odds_of_the_last_time_lapse_tell_a_player_his_risk_of_falling() -> None:
    odds = PLAY.chances(at_the_end(3), LapseTime("us")).odds
    assert odds is not None
    assert odds.where(lambda told: f"{LEADER} lives to tell it" in told) == Fraction(7, 10)
    assert not any(ENEMY_LEADER in told for told in odds.chances), "who the other player is he does not know"


@proves("LHY-19.2.1.1")
def test_19_2_the_option_is_also_played_after_a_set_up() -> None:
    sides = {"us": {"setup_area": ["C8", "C9"]}}
    state = opened(FIELD, [unit(LEADER, None), unit(ENEMY_LEADER, "C2")], sides=sides, skin_in_the_game=True)
    assert not legal(state, NamePlayer)
    place = next(action for action in PLAY.legal_actions(state) if getattr(action, "at", None) == at("C8"))
    assert MINE in legal(done(state, place), NamePlayer)
