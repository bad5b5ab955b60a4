"""Requests for indirect fire: observers, the marker, its radio check and drift, general support, registered points."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.chance.dice import Dice
from rules.game.chance.odds import odds_of
from rules.game.view import line_heard_by
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.house.support import HOUSE_SUPPORT
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import REQUEST_MISSION, RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import CancelMission
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import (
    battery_that_answers,
    checks_needed,
    deviate,
)
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import units_near
from rules.kampfgruppe_normandy.questions.marker_places import cannot_mark
from rules.kampfgruppe_normandy.state.fire_missions import fire_support, progress_seen_by
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import (
    FOE,
    GUNS,
    MARK,
    battery,
    missions,
    with_mission_on_target,
)
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    area,
    dice_of,
    game,
    legal,
    position,
    refusal,
    told_to,
    unit,
)


@proves("KN-IND-06", "KN-IND-43")
def test_a_marker_lies_in_sight_and_within_72_inches() -> None:
    bare = game(
        unit("hq", "uk.hq", (90, 36)), unit("g", "uk.3in_mortar", (90, 60)), unit("foe", "de.squad", (20, 36))
    )
    state = told_to(bare, "hq", K.REQUEST)
    assert refusal(state, RequestMission(UK, "hq", ("g",), Spot(20, 36))) == ""
    assert "beyond 72" in refusal(state, RequestMission(UK, "hq", ("g",), Spot(10, 36)))
    off = RequestMission(UK, "hq", ("g",), Spot(97, 36))
    assert refusal(state, off).startswith("the marker is off the table")
    walled = game(
        unit("hq", "uk.hq", (90, 36)),
        unit("g", "uk.3in_mortar", (90, 60)),
        unit("foe", "de.squad", (20, 36)),
        pieces=[area(T.BRICK_BUILDING, 50, 30, 56, 42)],
    )
    state = told_to(walled, "hq", K.REQUEST)
    assert "does not see the marker" in refusal(state, RequestMission(UK, "hq", ("g",), Spot(20, 36)))
    suppressed = game(unit("hq", "uk.hq", (90, 36), 0, SUPPRESSED), unit("g", "uk.3in_mortar", (90, 60)))
    assert not any(getattr(one, "unit", "") == "hq" for one in legal(suppressed))


@proves("KN-IND-10", "KN-KIT-06")
@pytest.mark.parametrize(
    ("dice", "moved_to"),
    [
        ((6, 4, 2, 2, 2), MARK),
        ((4, 5, 3, 3, 3), MARK),
        ((4, 5, 5, 5, 1, 1), Spot(40, 18)),
        ((4, 5, 5, 5, 1, 5), Spot(42, 20)),
        ((1, 1, 6, 6, 6, 9), Spot(40, 36)),
    ],
    ids=["own higher", "a tie", "north", "east", "the most, south"],
)
def test_the_marker_drifts_by_the_difference(dice: tuple[int, ...], moved_to: Spot) -> None:
    thrown = dice_of(dice)
    assert deviate(thrown).drifted(MARK) == moved_to
    thrown.assert_done()


@proves("KN-IND-10")
def test_the_chance_of_falling_on_target_is_exact() -> None:
    counted = sum(
        a + b >= c + d + e
        for a in range(1, 7)
        for b in range(1, 7)
        for c in range(1, 7)
        for d in range(1, 7)
        for e in range(1, 7)
    )
    odds = odds_of(lambda dice: deviate(dice).drift_in == 0)
    assert odds.of(True) == Fraction(counted, 6**5)


@proves("KN-IND-11")
def test_a_marker_that_leaves_the_table_ends_the_mission() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 10)), unit("g", "uk.3in_mortar", (40, 30)), unit("foe", "de.squad", (40, 2))
    )
    state = told_to(state, "hq", K.REQUEST)
    state = act(state, RequestMission(UK, "hq", ("g",), Spot(40, 2)), 3, 1, 1, 6, 6, 6, 1)
    assert missions(state) == ()
    assert progress_of(state).activation is None


@proves("KN-IND-07")
def test_a_failed_radio_check_ends_the_mission() -> None:
    asked = told_to(battery(), "hq", K.REQUEST)
    state = act(asked, RequestMission(UK, "hq", GUNS, MARK), 2)
    assert missions(state) == ()
    assert progress_of(state).activation is None


@proves("KN-IND-36", "KN-IND-38")
def test_general_support_does_not_answer_if_the_lists_lack_its_battery() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["low"]}},
    )
    state = told_to(state, "fao", K.REQUEST)
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.LOW, level=Level.ARMY)
    assert refusal(state, request) == ""
    without = Position(state, replace(GAME.book, support=HOUSE_SUPPORT.backed_by({})))
    assert [reason.text for reason in REQUEST_MISSION.forbids(without, request)] == [
        "no army artillery answers the british"
    ]


@proves("KN-IND-05", "KN-IND-38")
def test_a_request_that_is_declined_or_does_not_get_through_is_kept_and_an_accepted_one_is_spent() -> None:
    """The priority needs a 5, each radio check a 3: division is two away; then a gun answers, and the round drifts (OUR 103)."""
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["low"]}},
    )
    asked = told_to(state, "fao", K.REQUEST)
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.LOW, level=Level.DIVISION)
    for dice in ((4,), (5, 2), (5, 3, 2)):
        declined = act(asked, request, *dice)
        assert fire_support(progress_of(declined)).requests == ((UK, Priority.LOW),)
        assert progress_of(declined).activation is None
    answered = act(asked, request, 5, 3, 3, 1, 6, 6, 1, 1, 1)
    assert fire_support(progress_of(answered)).requests == ()
    cancelled = act(answered, CancelMission(UK))
    assert "no low priority request" in refusal(told_to(cancelled, "fao", K.REQUEST), request)


@proves("KN-IND-05", "KN-IND-08")
def test_priorities_and_levels() -> None:
    assert HOUSE_SUPPORT.granted_on(Priority.HIGH) == 3
    assert HOUSE_SUPPORT.granted_on(Priority.LOW) == 5
    assert [checks_needed(level) for level in Level] == [1, 2, 3, 4]
    assert checks_needed(None) == 1


@proves("KN-IND-09")
def test_the_british_corps_table_gives_three_55_inch_guns_on_a_five() -> None:
    assert battery_that_answers(HOUSE_SUPPORT.general["british", Level.CORPS], dice_of([5])) == (
        "uk.55in_battery",
        3,
    )


@proves("KN-IND-34", "KN-WPN-10c", "KN-IND-36", "KN-IND-37", "KN-SPEC-09", "KN-SPEC-12", "KN-SPEC-26")
def test_which_observers_may_request_which_guns() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 40)),
        unit("platoon", "uk.platoon_hq", (42, 40)),
        unit("fao", "uk.observer", (44, 40)),
        unit("squad", "uk.squad", (46, 40)),
        unit("mortar", "uk.3in_mortar", (40, 50)),
        unit("gun", "uk.25pdr", (50, 50)),
        unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["high"]}},
    )

    def may(observer: str, **of: Any) -> bool:
        asked = RequestMission(UK, observer, at=MARK, **of)
        return not refusal(told_to(state, observer, K.REQUEST), asked)

    mortar, gun = {"guns": ("mortar",)}, {"guns": ("gun",)}
    general: dict[str, Any] = {"priority": Priority.HIGH, "level": Level.DIVISION}
    assert [may(one, **mortar) for one in ("hq", "platoon", "fao", "squad", "mortar")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    told_to_ask = refusal(state, Activate(UK, "mortar", (K.REQUEST,)))
    assert told_to_ask == "mortar cannot spot for its own fire (KGN Gun spotting for themselves)"
    assert [may(one, **gun) for one in ("hq", "platoon", "fao", "squad", "gun")] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert [may(one, **general) for one in ("hq", "platoon", "fao", "squad")] == [True, False, True, False]


@proves("KN-IND-07", "KN-IND-10")
def test_the_odds_of_a_request_are_those_of_its_dice() -> None:
    asked = told_to(battery(), "hq", K.REQUEST)
    ruling = GAME.chances(asked, RequestMission(UK, "hq", GUNS, MARK))
    assert ruling.odds is not None
    assert ruling.odds.of("no fire mission") == Fraction(1, 3)
    then = position(asked)

    def is_near(dice: Dice) -> bool:
        return "foe" in [one.id for one in units_near(then, deviate(dice).drifted(MARK))]

    near = ruling.odds.where(lambda outcome: "foe" in outcome)
    assert near == Fraction(2, 3) * odds_of(is_near).of(True)


@proves("KN-IND-28", "KN-IND-30")
@pytest.mark.parametrize(
    ("told", "named"),
    [
        ({"french": {}}, "french"),
        ({UK: {"mortars": 1}}, "mortars"),
        ({UK: {"counter_battery": -1}}, "counter_battery"),
        ({UK: {"registered_points": {"x": [1]}}}, "registered_points.x"),
        ({UK: {"registered_points": {"x": [500, 1]}}}, "registered_points.x"),
        ({UK: {"requests": ["urgent"]}}, "urgent"),
        ([], "fire_support"),
    ],
)
def test_bad_options_are_named(told: object, named: str) -> None:
    with pytest.raises(BadInput, match=named):
        game(unit("hq", "uk.hq", (40, 32)), fire_support=told)


@proves("KN-IND-03", "KN-IND-06", "KN-IND-07")
def test_a_new_request_takes_the_old_marker_up_even_if_nobody_hears_it() -> None:
    """OUR 104, 105: the observer asks again, and his radio fails."""
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr", (40, 60)), unit("foe", "de.squad", (40, 20))
    )  # fmt: skip
    marked = with_mission_on_target(state, guns=("g",))
    assert [mission.at for mission in missions(marked)] == [Spot(40, 20)]
    again = told_to(marked, "hq", K.REQUEST)
    after = act(again, RequestMission(UK, "hq", ("g",), Spot(44, 20)), 2)
    assert missions(after) == ()
    assert position(after).progress.activation is None


@proves("KN-IND-43", "KN-ACT-12")
@pytest.mark.parametrize(("requests", "may"), [(["high"], True), ([], False)])
def test_a_side_without_guns_may_request_general_support(requests: list[str], may: bool) -> None:
    state = game(unit("hq", "uk.hq", (40, 32)), unit("foe", "de.squad", (40, 20)), fire_support={UK: {"requests": requests}})  # fmt: skip
    refused = refusal(state, Activate(UK, "hq", (K.REQUEST,)))
    assert (refused == "", "there are no guns" in refused) == (may, not may)


@proves("KN-IND-05", "KN-IND-34")
def test_a_request_is_for_ones_own_guns_or_for_general_support() -> None:
    state = game(unit("hq", "uk.hq", (40, 40)), unit("gun", "uk.25pdr_battery"), FOE)
    state = told_to(state, "hq", K.REQUEST)
    both = RequestMission(UK, "hq", ("gun",), MARK, priority=Priority.HIGH, level=Level.CORPS)
    assert "names your own guns, or general support" in refusal(state, both)


@proves("KN-IND-05", "KN-IND-07")
@pytest.mark.parametrize(("general", "said", "unsaid"), [(True, "says which guns answer", ""), (False, "1 in all", "says which guns answer")])  # fmt: skip
def test_a_request_states_its_checks_and_which_guns_may_answer(general: bool, said: str, unsaid: str) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr", (40, 60)), unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["high"]}},
    )  # fmt: skip
    state = told_to(state, "hq", K.REQUEST)
    request = RequestMission(UK, "hq", ("g",), Spot(40, 20))
    if general:
        request = RequestMission(UK, "hq", at=Spot(40, 20), priority=Priority.HIGH, level=Level.CORPS)
    told = " | ".join(map(str, GAME.chances(state, request).reasons))
    assert said in told
    assert ("high priority is granted on 3+" in told) is general
    assert not unsaid or unsaid not in told
    assert f"a radio check needs 3+, {3 if general else 1} in all" in told


@proves("KN-IND-05", "KN-IND-07", "KN-IND-32", "KN-IND-33")
@pytest.mark.parametrize("registered", [True, False])
def test_a_request_on_a_registered_point_tells_of_no_drift(registered: bool) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr", (40, 60)), unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"registered_points": {"mill": [40, 20]}}},
    )  # fmt: skip
    request = RequestMission(UK, "hq", ("g",), None if registered else Spot(40, 20), "mill" * registered)
    told = str(GAME.chances(told_to(state, "hq", K.REQUEST), request).reasons)
    assert ("the marker drifts" in told) is not registered


@proves("KN-IND-06", "KN-IND-32")
@pytest.mark.parametrize(("x", "may"), [(82.75, True), (82.77, False)])
def test_a_marker_lies_at_most_72_inches_from_the_edge_of_its_observer(x: float, may: bool) -> None:
    """The aircraft is an inch and a half wide."""
    state = game(unit("one", "uk.auster", (10, 20)), unit("foe", "de.squad", (40, 60)))
    assert (cannot_mark(position(state), state.unit("one"), Spot(x, 20)) is None) is may


@proves("KN-IND-30", "KN-IND-31", "KN-IND-32", "KN-IND-33", "KN-KIT-02")
def test_a_registered_point_needs_no_sight_and_does_not_drift() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 60)),
        unit("g", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 4)),
        pieces=[area(T.BRICK_BUILDING, 30, 30, 50, 36)],
        fire_support={UK: {"registered_points": {"crossroads": [40, 4]}}},
    )
    assert [point.name for point in fire_support(progress_seen_by(progress_of(state), UK)).points] == [
        "crossroads"
    ]
    assert fire_support(progress_seen_by(progress_of(state), DE)).points == ()
    asked = told_to(state, "hq", K.REQUEST)
    assert "does not see" in refusal(asked, RequestMission(UK, "hq", ("g",), Spot(40, 4)))
    request = RequestMission(UK, "hq", ("g",), point="crossroads")
    marked = act(asked, request, 3)
    assert missions(marked)[0].at == Spot(40, 4)
    assert [point.name for point in fire_support(progress_seen_by(progress_of(marked), DE)).points] == [
        "crossroads"
    ]
    again = told_to(act(marked, CancelMission(UK)), "hq", K.REQUEST)
    assert refusal(again, request) == ""
    assert "no point cross" in refusal(asked, RequestMission(UK, "hq", ("g",), point="cross"))


@proves("KN-IND-09", "KN-IND-12", "KN-IND-32", "KN-IND-33")
def test_general_support_on_a_registered_point_is_found_and_does_not_drift() -> None:
    """A 5 on the corps table of the British brings three 5.5-inch guns; three radio checks, and none of the drift."""
    state = game(
        unit("fao", "uk.observer", (40, 60)), unit("foe", "de.squad", (40, 4)),
        fire_support={UK: {"requests": ["high"], "registered_points": {"crossroads": [40, 4]}}},
    )  # fmt: skip
    request = RequestMission(UK, "fao", point="crossroads", priority=Priority.HIGH, level=Level.CORPS)
    marked = act(told_to(state, "fao", K.REQUEST), request, 3, 3, 3, 3, 5)
    (mission,) = missions(marked)
    assert mission.at == Spot(40, 4)
    assert [marked.unit(gun).type for gun in mission.guns] == ["uk.55in_battery"] * 3
    assert (progress_of(marked).due.duty, progress_of(marked).due.other) == (Duty.FIRE_FOR_EFFECT, mission.id)


@proves("KN-IND-31", "KN-IND-38")
def test_the_enemy_does_not_hear_the_name_of_a_registered_point_from_a_request_that_is_declined() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)), unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["high"], "registered_points": {"the mill": [60, 20]}}},
    )  # fmt: skip
    state = told_to(state, "fao", K.REQUEST)
    request = RequestMission(
        UK, "fao", point="the mill", priority=Priority.HIGH, level=Level.CORPS
    )  # fmt: skip
    events = [request, *GAME.resolve(state, request, dice_of([2]))[0]]
    assert not any("mill" in line_heard_by(DE, event) for event in events)
    assert "fao requests corps support, high priority at a registered point" in line_heard_by(DE, request)
    assert "at the mill" in line_heard_by(UK, request)
    granted, _ = GAME.resolve(state, request, dice_of([3, 1]))
    assert any("the mill registered" in line_heard_by(DE, one) for one in granted)
