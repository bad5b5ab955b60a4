"""Registered points: no sight, no drift, and nothing told to the enemy."""

from rules.game.view import line_heard_by
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import CancelMission
from rules.kampfgruppe_normandy.state.fire_missions import fire_support, progress_seen_by
from rules.kampfgruppe_normandy.state.progress import Duty, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import missions
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    area,
    dice_of,
    game,
    refusal,
    told_to,
    unit,
)


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
    asked = told_to(state, "hq", ActionKind.REQUEST)
    assert "does not see" in refusal(asked, RequestMission(UK, "hq", ("g",), Spot(40, 4)))
    request = RequestMission(UK, "hq", ("g",), point="crossroads")
    marked = act(asked, request, 3)
    assert missions(marked)[0].at == Spot(40, 4)
    assert [point.name for point in fire_support(progress_seen_by(progress_of(marked), DE)).points] == [
        "crossroads"
    ]
    again = told_to(act(marked, CancelMission(UK)), "hq", ActionKind.REQUEST)
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
    marked = act(told_to(state, "fao", ActionKind.REQUEST), request, 3, 3, 3, 3, 5)
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
