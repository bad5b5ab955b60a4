"""17.4 to 18.3: objectives, casualties, the score, the winner, and what each side is told about them."""

from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.chance.dice import ScriptedDice
from rules.game.engine.play import Result
from rules.game.record.corrections import Correction
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.clean_up import LapseTime
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.turn.pending_decisions import RemoveExcess
from rules.last_hundred_yards.effects.harm import eliminate
from rules.last_hundred_yards.effects.winning import (
    casualty_points,
    check_end,
    controller_of,
    score_of,
    update_control,
)
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.marker_events import ControlChanged
from rules.last_hundred_yards.state.events.order_events import PhaseBegan, TimeLapsed
from rules.last_hundred_yards.state.events.unit_events import StepsLost, UnitMoved
from rules.last_hundred_yards.state.progress import Phase, with_progress
from tests.proving import proves
from tests.rules.last_hundred_yards import playing
from tests.rules.last_hundred_yards.hill import GOAL, ending
from tests.rules.last_hundred_yards.playing import (
    FAR,
    FIELD,
    SMALL_FIELD,
    activated_small,
    at,
    course,
    done,
    opened,
    start_of,
    unit,
)

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
OTHER_GOAL = {"name": "The hill", "hexes": ["D4"], "points": 5}
LIMITS = {"us": {"casualty_limit": 2}, "ge": {"casualty_limit": 0}}


def victory_text(state: GameState) -> str:
    return "\n".join(PLAY.victory(state))


def after_a_turn(*, lost: dict[str, int], holder: str | None = None, **options: Any) -> GameState:
    """The first turn is over, with 3 minutes gone and steps lost; one side may stand on the hill."""
    men = [] if holder is None else [unit({"us": "us.mg.1", "ge": "ge.mg.1"}[holder], "D4")]
    state = done(opened(FIELD, [*FAR, *men], **options), RollInitiative("us"), 9, 2)
    for side, steps in lost.items():
        state = StepsLost(side, steps).on(state)
    return done(PhaseBegan(Phase.TIME).on(state), LapseTime("us"), 4)


@proves("LHY-18.3", "LHY-18.0c", "LHY-17.5a")
def test_18_the_victory_conditions_of_bundled_missions_are_told() -> None:
    assert victory_text(start_of("lhy-ridge-farm")) == (
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
def test_18_0_points_that_win_at_once_are_told_and_casualty_limits_only_if_set() -> None:
    plain = victory_text(opened(FIELD, FAR))
    assert "points at the end" not in plain
    assert "have lost at least" not in plain
    assert "objectives" not in plain
    asked = victory_text(opened(FIELD, FAR, objectives=[OTHER_GOAL], points_to_win=5, sides=LIMITS))
    asked_of_both = "Whoever controls objectives of 5 points at the end of a turn wins; if both do, the final score says who"
    assert f"{asked_of_both} (LHY 18.0" in asked
    assert "The Americans win if at the end of a turn the Germans have lost at least 1 step more" in asked


@proves("LHY-18.0c", "LHY-18.3")
def test_18_3_a_mission_without_listed_scores_ends_by_its_time_only() -> None:
    words = victory_text(opened(FIELD, FAR, victory=[{"winner": "ge"}]))
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
def test_18_2_after_the_first_turn_the_current_score_is_told(
    lost: dict[str, int], holder: str | None, stands: str
) -> None:
    state = after_a_turn(lost=lost, holder=holder, objectives=[OTHER_GOAL])
    assert course(state).turn == 2
    assert f"By now the final score {stands}" in victory_text(state)
    assert "By now" not in victory_text(opened(FIELD, FAR, objectives=[OTHER_GOAL])), (
        "nothing has happened yet"
    )


@proves("LHY-17.5a", "LHY-18.0a", "LHY-18.1.2")
def test_17_5_current_losses_and_points_are_told() -> None:
    sides = {"us": {"casualty_limit": 4}, "ge": {"casualty_limit": 4}}
    state = after_a_turn(
        lost={"us": 3, "ge": 1}, holder="us", objectives=[OTHER_GOAL], points_to_win=6, sides=sides
    )
    words = victory_text(state)
    assert "By now the Americans have lost 2 steps more, of 4 that they may (LHY 17.5" in words
    assert "By now the Americans control 5 points and the Germans control 0 points of objectives" in words
    back = victory_text(after_a_turn(lost={"ge": 1}, sides=sides))
    assert "By now the Germans have lost 1 step more, of 4 that they may (LHY 17.5" in back
    assert "By now the Americans have lost 1 step more" in victory_text(
        after_a_turn(lost={"us": 1}, sides=sides)
    )
    assert "that they may" not in victory_text(after_a_turn(lost={"us": 1, "ge": 1}, sides=sides))


@proves("LHY-18.0b", "LHY-18.2")
def test_18_0_after_the_game_its_final_score_and_losses_are_told() -> None:
    """The result names the winner, and the parts of the score are told so that players can review them."""
    over = after_a_turn(lost={"us": 9}, objectives=[OTHER_GOAL], sides={"us": {"casualty_limit": 2}})
    assert PLAY.result(over) is not None
    assert "By now" not in victory_text(over)
    assert "In the end the Americans have lost 9 steps more, of 2 that they may (LHY 17.5" in victory_text(
        over
    )
    assert "In the end the final score is 30, of 3 minutes, casualties +27 and objectives +0" in victory_text(
        over
    )


@proves("LHY-18.0a", "LHY-17.5a", "LHY-18.2")
@pytest.mark.parametrize(
    ("lost", "says"), [({"ge": 5}, ", which decides nothing"), ({"us": 9}, ": the Germans win")]
)
def test_18_0_a_score_that_does_not_decide_names_no_winner(lost: dict[str, int], says: str) -> None:
    """A side over its casualty limit loses whatever the final score: either score here would be a German win."""
    over = after_a_turn(lost=lost, sides={side: {"casualty_limit": 2} for side in ("us", "ge")})
    result = PLAY.result(over)
    assert result is not None
    assert result.winner == ("us" if "ge" in lost else "ge")
    assert f"and objectives +0{says} (LHY 18.2" in victory_text(over)


@proves("LHY-17.2a")
@pytest.mark.parametrize(
    ("switches", "first"),
    [
        ({"attacker_begins": True}, "give the attacker the initiative"),
        ({"attacker_begins": False}, "roll for the initiative"),
    ],
)
def test_17_2_only_the_decision_due_first_is_offered(switches: dict[str, bool], first: str) -> None:
    state = opened(FIELD, FAR, switches=switches)
    assert PLAY.due(state) == f"American player: {first}"
    (action,) = PLAY.legal_actions(state)
    assert PLAY.sentence(state, action).startswith(first)
    assert PLAY.due(with_progress(state, turn=2)) == "American player: roll for the initiative"


def test_the_edition_of_a_game_is_told_with_any_changed_switches() -> None:
    assert PLAY.edition_of(start_of("lhy-ridge-farm")) == "2019"
    assert PLAY.edition_of(start_of("lhy-ridge-road")) == "series-3.1"
    assert PLAY.edition_of(start_of("lhy-ridge-road", switches={"overwatch": False})) == (
        "series-3.1, with switches of its own"
    )


HILL_AND_MILL = [
    {"name": "The hill", "hexes": ["C4"], "points": 5, "held_by": "ge"},
    {"name": "The mill", "hexes": ["F2"], "points": 2, "held_by": "ge"},
]


@proves("LHY-18.0a")
@pytest.mark.parametrize(("wanted", "over"), [(4, True), (5, True), (6, False)])
def test_18_0_a_side_holding_the_points_a_mission_asks_for_wins_at_once(wanted: int, over: bool) -> None:
    units = [unit(SQUAD, "C4"), unit(LEADER, "A8"), unit("ge.2kp.1.leader", "H1")]
    state = opened(FIELD, units, objectives=HILL_AND_MILL, points_to_win=wanted)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    resolution.happen(ControlChanged("The hill", "us"))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "us") is over


@proves("LHY-18.0a")
@pytest.mark.parametrize(("minutes", "winner"), [(40, "ge"), (20, "us")])
def test_18_0_if_both_sides_hold_the_winning_points_the_final_score_decides(
    minutes: int, winner: str
) -> None:
    """OUR 244: the Americans hold 5 points and the Germans 2, where 2 win; 5 off the minutes, and up to 20 the Americans win."""
    bands = [{"up_to": 20, "winner": "us"}, {"winner": "ge"}]
    units = [unit(SQUAD, "C4"), unit(LEADER, "A8"), unit("ge.2kp.1.leader", "H1")]
    state = opened(FIELD, units, objectives=HILL_AND_MILL, points_to_win=2, victory=bands)
    resolution = PLAY.resolution(state, ScriptedDice([]))
    resolution.happen(ControlChanged("The hill", "us"), TimeLapsed(minutes))
    assert check_end(resolution)
    assert resolution.course.ended is not None
    assert resolution.course.ended[0] == winner


@proves("LHY-18.0a")
@pytest.mark.parametrize(("enemy_at", "over"), [("H1", False), (None, True)])
def test_18_0_a_side_with_no_enemy_left_wins(enemy_at: str | None, over: bool) -> None:
    state = opened(FIELD, [unit(SQUAD, "C4"), unit("ge.2kp.1.leader", enemy_at)])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "us") is over


@proves("LHY-18.3", "LHY-0.16", "LHY-2.3.2")
def test_18_3_a_victory_band_names_a_side_or_no_winner() -> None:
    units = [unit(LEADER, "C9"), unit(FOE, "C1")]
    with pytest.raises(BadInput, match=r"winner: 'uk' is not one of us, ge, or null"):
        opened(FIELD, units, victory=[{"up_to": 30, "winner": "uk"}, {"winner": "us"}])
    assert course(opened(FIELD, units, victory=[{"up_to": 30, "winner": None}, {"winner": "us"}]))


@proves("LHY-17.4b", "LHY-12.3.4.0")
def test_17_4_a_leader_removed_over_the_limit_is_a_casualty_and_returns_as_usual() -> None:
    crowd = [unit("us.able.2.leader", "C4"), unit("us.latw.1", "C4")]
    state = activated_small(unit(LEADER, "C5"), *crowd)
    state = done(state, Maneuver("us", LEADER, at("C4")), EndManeuver("us"))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    after = done(state, RemoveExcess("us", LEADER))
    assert [(leader.unit, leader.back_at) for leader in course(after).away] == [(LEADER, 7)]
    assert not course(after).losses, "a leader is no combat unit"
    assert not course(done(state, RemoveExcess("us", "us.latw.1"))).away


@proves("LHY-17.4", "LHY-12.3.4.1a")
@pytest.mark.parametrize(("landing", "lost"), [(False, TANK), (True, "us.mg.1"), (False, LEADER)])
def test_17_4_a_unit_put_back_by_the_umpire_was_never_lost(landing: bool, lost: str) -> None:
    """A squad lost beside it stays lost; a medic finds only that step to bring back."""
    state = activated_small(unit(SQUAD, "C7"), unit(lost, "C8"))
    resolution = PLAY.resolution(with_progress(state, landing=landing), ScriptedDice([]))
    for name in (SQUAD, lost):
        eliminate(resolution, resolution.state.unit(name))
    state = done(
        with_progress(resolution.state, landing=False), Correction(unit(lost, "C8"), "it was missed")
    )
    now = course(state)
    assert (now.landing_losses if landing else now.losses) == {"us": 2}
    assert (now.away, now.weapons_lost) == ((), ())


@proves("LHY-18.2b", "LHY-17.4")
@pytest.mark.parametrize(("box", "points"), [(0, 0), (1, 4), (2, 6), (3, 9), (4, 12), (-1, -4)])
def test_18_2_casualty_points(box: int, points: int) -> None:
    assert casualty_points(box) == points


@proves("LHY-18.2", "LHY-18.1.1a", "LHY-18.1.2", "LHY-18.1.3a", "LHY-18.1.3c")
def test_18_1_the_last_foot_combat_unit_controls_an_objective() -> None:
    taken = ending(unit(SQUAD, "C4"))
    update_control(taken)
    assert taken.course.holder("The hill") == "us"
    assert score_of(taken.position).total == -5
    both = ending(unit(SQUAD, "C4"), unit(FOE, "C5"))
    update_control(both)
    assert both.course.holder("The hill") == "ge"
    assert controller_of(both.position, both.position.mission.objectives[0]) is None, (
        "where both stand nobody controls"
    )
    assert score_of(both.position).total == 0
    hidden = ending(unit(SQUAD, "C4", HIDDEN))
    update_control(hidden)
    assert hidden.course.holder("The hill") == "ge", "nobody knows that they are there"
    tank = ending(unit(TANK, "C4"))
    update_control(tank)
    assert score_of(tank.position).total == -5, "a vehicle controls while it stands there"
    tank.happen(UnitMoved(TANK, at("C4"), at("C3")))
    update_control(tank)
    assert score_of(tank.position).total == 0, "and no longer"


@proves("LHY-18.1.3a", "LHY-18.1.3c")
@pytest.mark.parametrize(
    ("other", "holder"),
    [
        (unit("ge.1kp.1.leader", "C5"), None),
        (unit("ge.latw.1", "C5"), None),
        (unit("ge.truck.1", "C5"), None),
        (unit("ge.dummy.1", "C5", CONCEALED), "us"),
        (unit("ge.stug.1", "C5", HIDDEN), "us"),
        (unit("ge.stug.1", "C5"), None),
    ],
)
def test_18_1_3_every_visible_unit_of_the_other_side_contests_an_objective(
    other: Unit, holder: str | None
) -> None:
    taken = ending(unit(SQUAD, "C4"), other)
    update_control(taken)
    assert controller_of(taken.position, taken.position.mission.objectives[0]) == holder


@proves("LHY-18.1.2")
@pytest.mark.parametrize(
    ("name", "holder"), [(TANK, "us"), ("us.m3.2", "us"), ("us.truck.1", "ge"), (LEADER, "ge")]
)
def test_18_1_2_no_truck_and_no_leader_takes_an_objective(name: str, holder: str) -> None:
    """The Germans held it before; a truck with no gun is neither an AFV, a fighting vehicle nor a halftrack."""
    taken = ending(unit(name, "C4"))
    update_control(taken)
    assert controller_of(taken.position, taken.position.mission.objectives[0]) == holder


@proves("LHY-18.1.1b", "LHY-18.1.1c")
@pytest.mark.parametrize(
    ("area", "given", "holder"),
    [
        ({"setup_area": ["C4", "C5", "C6"]}, {}, "us"),
        ({"setup_area": ["C4", "C5"]}, {}, "us"),
        ({"setup_area": ["C5", "C6"]}, {}, "ge"),
        ({"entry_hexes": ["C8"]}, {}, "ge"),
        ({"setup_area": ["C4", "C5"]}, {"held_by": "ge"}, "ge"),
    ],
    ids=["all of it and more", "all of it", "a part", "from off the map", "the mission says so"],
)
def test_18_1_1_an_objective_in_a_set_up_area_begins_with_its_side(
    area: dict[str, list[str]], given: dict[str, str], holder: str
) -> None:
    goal = {"name": "The hill", "hexes": ["C4", "C5"], "points": 5, **given}
    state = opened(SMALL_FIELD, [unit(LEADER, "A8"), unit(FOE, "H1")], objectives=[goal], sides={"us": area})
    resolution = PLAY.resolution(state, ScriptedDice([]))
    assert resolution.course.holder("The hill") == holder
    assert score_of(resolution.position).total == 0, "nobody has gained it"


@proves("LHY-18.1.1a")
def test_18_1_1_men_who_pass_through_an_objective_control_it() -> None:
    state = activated_small(unit(SQUAD, "C3"), unit(LEADER, "A8"), objectives=[GOAL])
    state = done(state, Maneuver("us", SQUAD, at("C4")), Maneuver("us", SQUAD, at("D4")))
    assert course(state).holder("The hill") == "us"


@proves("LHY-18.2")
def test_18_2_minutes_and_casualties_make_the_score() -> None:
    resolution = ending()
    resolution.happen(TimeLapsed(30))
    resolution.happen(StepsLost("us", 3))
    assert score_of(resolution.position).total == 39


@proves("LHY-17.5a", "LHY-17.5b", "LHY-18.0b")
@pytest.mark.parametrize(
    ("limit", "lost", "over"), [(2, 2, False), (2, 3, True), (9, 9, False), (9, 10, True)]
)
def test_17_5_a_limit_of_2_is_exceeded_by_3(limit: int, lost: int, over: bool) -> None:
    resolution = ending(sides={"us": {"casualty_limit": limit}})
    resolution.happen(StepsLost("us", lost))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "ge") is over


@proves("LHY-17.5a", "LHY-18.0b")
@pytest.mark.parametrize(("us", "ge", "over"), [(0, 2, False), (0, 3, True), (1, 3, False), (3, 0, False)])
def test_17_5_a_limit_of_the_defender_counts_losses_beyond_those_of_the_attacker(
    us: int, ge: int, over: bool
) -> None:
    resolution = ending(attacker="us", sides={"us": {"casualty_limit": 9}, "ge": {"casualty_limit": 2}})
    resolution.happen(StepsLost("us", us), StepsLost("ge", ge))
    assert check_end(resolution) is over
    assert (resolution.course.ended is not None and resolution.course.ended[0] == "us") is over


@proves("LHY-18.0a", "LHY-18.3", "LHY-17.8.1.2")
@pytest.mark.parametrize(
    ("left", "winner", "why"),
    [
        (FAR, None, ""),
        (
            (FAR[1], unit("ge.dummy.1", "B2", "concealed")),
            "us",
            "us wins: no enemy is left in play (LHY 18.0, OUR 199, inferred)",
        ),
        (FAR[:1], "ge", "ge wins: no enemy is left in play (LHY 18.0, OUR 199, inferred)"),
        (FAR[1:], "us", "us wins: no enemy is left in play (LHY 18.0, OUR 199, inferred)"),
        ((), "ge", "final score 0: ge wins"),
    ],
)
def test_18_0_a_side_with_no_unit_in_play_loses_and_if_both_the_final_score_decides(
    left: tuple[Unit, ...], winner: str | None, why: str
) -> None:
    resolution = PLAY.resolution(opened(playing.FIELD, left), ScriptedDice([]))
    assert check_end(resolution) is bool(why)
    assert PLAY.result(resolution.state) == (Result(winner, why) if why else None)


@proves("LHY-18.0c", "LHY-18.3")
@pytest.mark.parametrize(
    ("german_steps", "score", "winner"),
    [(0, 60, "us"), (-1, 64, "us"), (5, 45, None), (6, 42, None), (9, 33, "ge")],
)
def test_18_3_when_time_is_up_the_victory_band_decides(
    german_steps: int, score: int, winner: str | None
) -> None:
    # The Americans attack and have lost nothing; each German step takes Casualty Points off: 5 are 15, 6 are 18, 9 are 27; up to 45 is a draw.
    resolution = ending(attacker="us")
    resolution.happen(TimeLapsed(60))
    resolution.happen(StepsLost("ge", german_steps))
    assert score_of(resolution.position).total == score
    assert check_end(resolution)
    assert resolution.course.ended is not None
    assert resolution.course.ended[0] == winner


@proves("LHY-18.2", "LHY-18.2b")
def test_18_3_example_42_minutes_and_the_third_box_of_the_attacker_are_51() -> None:
    resolution = ending(attacker="us")
    resolution.happen(TimeLapsed(42), StepsLost("us", 3))
    assert score_of(resolution.position).total == 42 + 9


@proves("LHY-18.2b")
@pytest.mark.parametrize(
    ("german_steps", "said"),
    [
        (3, "final score 51: us wins"),
        (4, "final score 48 (LHY 18.2, OUR 63, house value): us wins"),
        (5, "final score 45 (LHY 18.2, OUR 63, house value): a draw"),
    ],
)
def test_18_2b_points_beyond_the_boxes_that_are_printed_are_told_as_a_house_value(
    german_steps: int, said: str
) -> None:
    resolution = ending(attacker="us")
    resolution.happen(TimeLapsed(60), StepsLost("ge", german_steps))
    assert check_end(resolution)
    assert resolution.course.ended is not None
    assert resolution.course.ended[1] == said


@proves("LHY-18.0c", "LHY-18.3")
@pytest.mark.parametrize(
    ("bands", "minutes", "over"),
    [
        ([(35, "ge"), (45, None), (None, "us")], 45, False),
        ([(35, "ge"), (45, None), (None, "us")], 46, True),
        ([(None, None)], 46, False),  # no score is listed that could be exceeded
        ([(None, None)], 60, True),
    ],
)
def test_18_0_a_score_above_the_highest_listed_ends_the_game_before_its_time(
    bands: list[tuple[int | None, str | None]], minutes: int, over: bool
) -> None:
    listed = [{"winner": winner, **({} if up_to is None else {"up_to": up_to})} for up_to, winner in bands]
    resolution = ending(victory=listed)
    resolution.happen(TimeLapsed(minutes))
    assert check_end(resolution) is over
