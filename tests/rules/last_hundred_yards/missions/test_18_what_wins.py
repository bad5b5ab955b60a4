"""What wins a mission, and how it stands, is told with its rules. Chapters 17.5 and 18."""

from typing import Any

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.time_lapse import LapseTime
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import StepsLost
from rules.last_hundred_yards.state.progress import Phase, with_progress
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FAR, FIELD, course, done, opened, start_of, unit

GOAL = {"name": "The hill", "hexes": ["D4"], "points": 5}
LIMITS = {"us": {"casualty_limit": 2}, "ge": {"casualty_limit": 0}}


def told(state: GameState) -> str:
    return "\n".join(PLAY.victory(state))


def after_a_turn(*, lost: dict[str, int], holder: str | None = None, **options: Any) -> GameState:
    """The first turn is over, with 3 minutes gone and steps lost; one side may stand on the hill."""
    men = [] if holder is None else [unit({"us": "us.mg.1", "ge": "ge.mg.1"}[holder], "D4")]
    state = done(opened(FIELD, [*FAR, *men], **options), RollInitiative("us"), 9, 2)
    for side, steps in lost.items():
        state = StepsLost(side, steps).on(state)
    return done(PhaseBegan(Phase.TIME).on(state), LapseTime("us"), 4)


@proves("LHY-18.3", "LHY-18.0c", "LHY-17.5a")
def test_18_what_wins_a_bundled_mission_is_told_as_it_says() -> None:
    assert told(start_of("lhy-ridge-farm")) == (
        "The Germans win if at the end of a turn the Americans have lost at least 3 steps more than they "
        "(LHY 17.5, from Series Rules v2.1).\n"
        "The Americans win if at the end of a turn the Germans have lost at least 5 steps more than they "
        "(LHY 17.5, from Series Rules v2.1).\n"
        "A side with nobody in play at the end of a turn has lost, unless both have nobody (LHY 18.0, OUR 199, inferred).\n"
        "Else the game ends after 60 minutes, or with a turn after which the final score is above 45 "
        "(LHY 18.0, from Series Rules v2.1).\n"
        "The Germans attack: to the minutes the final score adds the Casualty Points of what they have lost more and "
        "the objectives that the Americans gain, and takes off those of what the Americans have lost more and the "
        "objectives that the Germans gain (LHY 18.2, from Series Rules v2.1).\n"
        "With a final score up to 35 the Germans win, up to 45 it is a draw, above that the Americans win "
        "(LHY 18.3, from Series Rules v2.1)."
    )


@proves("LHY-18.0a", "LHY-17.5a")
def test_18_0_points_that_win_at_once_are_told_and_limits_only_where_the_mission_sets_any() -> None:
    plain = told(opened(FIELD, FAR))
    assert "points at the end" not in plain
    assert "have lost at least" not in plain
    assert "objectives" not in plain
    asked = told(opened(FIELD, FAR, objectives=[GOAL], points_to_win=5, sides=LIMITS))
    asked_of_both = "Whoever controls objectives of 5 points at the end of a turn wins; if both do, the final score says who"
    assert f"{asked_of_both} (LHY 18.0" in asked
    assert "The Americans win if at the end of a turn the Germans have lost at least 1 step more" in asked


@proves("LHY-18.0c", "LHY-18.3")
def test_18_3_a_mission_that_lists_no_score_goes_by_its_time_alone() -> None:
    words = told(opened(FIELD, FAR, victory=[{"winner": "ge"}]))
    assert "Else the game ends after 60 minutes (LHY 18.0" in words
    assert words.endswith("Then the Germans win (LHY 18.3, from Series Rules v2.1).")


@proves("LHY-18.2", "LHY-18.3", "LHY-17.3")
@pytest.mark.parametrize(
    ("lost", "holder", "stands"),
    [
        ({}, None, "is 3, of 3 minutes, casualties +0 and objectives +0: the Germans win (LHY 18.2"),
        ({"us": 2}, None, "is 9, of 3 minutes, casualties +6 and objectives +0: the Germans win"),
        ({"ge": 1}, "us", "is -6, of 3 minutes, casualties -4 and objectives -5: the Germans win"),
        (
            {"us": 3},
            None,
            "is 12, of 3 minutes, casualties +9 and objectives +0: the Germans win (LHY 18.2, from Series Rules v2.1).",
        ),
        (
            {"us": 4},
            None,
            "is 15, of 3 minutes, casualties +12 and objectives +0: the Germans win (LHY 18.2, from Series Rules v2.1; LHY 18.2, OUR 63",
        ),
        (
            {"us": 13},
            None,
            "is 42, of 3 minutes, casualties +39 and objectives +0: it is a draw (LHY 18.2, from Series Rules v2.1; LHY 18.2, OUR 63",
        ),
    ],
)
def test_18_2_after_the_first_turn_the_score_is_told_as_it_stands(
    lost: dict[str, int], holder: str | None, stands: str
) -> None:
    state = after_a_turn(lost=lost, holder=holder, objectives=[GOAL])
    assert course(state).turn == 2
    assert f"By now the final score {stands}" in told(state)
    assert "By now" not in told(opened(FIELD, FAR, objectives=[GOAL])), "nothing has happened yet"


@proves("LHY-17.5a", "LHY-18.0a", "LHY-18.1.2")
def test_17_5_losses_and_points_are_told_as_they_stand() -> None:
    sides = {"us": {"casualty_limit": 4}, "ge": {"casualty_limit": 4}}
    state = after_a_turn(
        lost={"us": 3, "ge": 1}, holder="us", objectives=[GOAL], points_to_win=6, sides=sides
    )
    words = told(state)
    assert "By now the Americans have lost 2 steps more, of 4 that they may (LHY 17.5" in words
    assert "By now the Americans control 5 points and the Germans control 0 points of objectives" in words
    back = told(after_a_turn(lost={"ge": 1}, sides=sides))
    assert "By now the Germans have lost 1 step more, of 4 that they may (LHY 17.5" in back
    assert "By now the Americans have lost 1 step more" in told(after_a_turn(lost={"us": 1}, sides=sides))
    assert "that they may" not in told(after_a_turn(lost={"us": 1, "ge": 1}, sides=sides))


@proves("LHY-18.0b", "LHY-18.2")
def test_18_0_once_the_game_is_over_it_is_told_how_it_stood_in_the_end() -> None:
    """The result names the winner; what made the score is what players go through together afterwards."""
    over = after_a_turn(lost={"us": 9}, objectives=[GOAL], sides={"us": {"casualty_limit": 2}})
    assert PLAY.result(over) is not None
    assert "By now" not in told(over)
    assert "In the end the Americans have lost 9 steps more, of 2 that they may (LHY 17.5" in told(over)
    assert "In the end the final score is 30, of 3 minutes, casualties +27 and objectives +0" in told(over)


@proves("LHY-17.2a")
@pytest.mark.parametrize(
    ("switches", "first"),
    [
        ({"attacker_begins": True}, "give the attacker the initiative"),
        ({"attacker_begins": False}, "roll for the initiative"),
    ],
)
def test_17_2_what_is_due_first_is_what_may_be_chosen(switches: dict[str, bool], first: str) -> None:
    state = opened(FIELD, FAR, switches=switches)
    assert PLAY.due(state) == f"American player: {first}"
    (action,) = PLAY.legal_actions(state)
    assert PLAY.told(state, action).startswith(first)
    assert PLAY.due(with_progress(state, turn=2)) == "American player: roll for the initiative"


def test_the_edition_of_a_game_is_told_and_whether_single_rules_are_otherwise() -> None:
    assert PLAY.edition_of(start_of("lhy-ridge-farm")) == "2019"
    assert PLAY.edition_of(start_of("lhy-ridge-road")) == "series-3.1"
    assert PLAY.edition_of(start_of("lhy-ridge-road", switches={"overwatch": False})) == (
        "series-3.1, with switches of its own"
    )
