"""Asking for indirect fire: markers, radio, general support, registered points, and what a scenario gives of them."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.chance.dice import Dice
from rules.game.chance.odds import odds_of
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.house.support import HOUSE_SUPPORT
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    CounterBattery,
    FireForEffect,
    FireIndirectly,
    HoldCounterBattery,
)
from rules.kampfgruppe_normandy.declarations.indirect_fire.radio import GiveUpRadio, TryRadioAgain
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import REQUEST_MISSION, RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import CancelMission, FireOnMarker
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.indirect_fire.fire_requests import answering, checks_needed, deviate
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import shell, units_near
from rules.kampfgruppe_normandy.effects.turn_end import begin_turn
from rules.kampfgruppe_normandy.state.fire_missions import fire_support, progress_seen_by
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import GUNS, MARK, asked, battery, missions
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
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
    resolving,
    told_to,
    unit,
)


@proves("KN-IND-06", "KN-IND-43")
def test_a_marker_lies_in_sight_and_within_72_inches() -> None:
    bare = game(
        unit("hq", "uk.hq", (90, 36)), unit("g", "uk.3in_mortar", (90, 60)), unit("foe", "de.squad", (20, 36))
    )
    state = told_to(bare, "hq", ActionKind.REQUEST)
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
    state = told_to(walled, "hq", ActionKind.REQUEST)
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
    state = told_to(state, "hq", ActionKind.REQUEST)
    state = act(state, RequestMission(UK, "hq", ("g",), Spot(40, 2)), 3, 1, 1, 6, 6, 6, 1)
    assert missions(state) == ()
    assert progress_of(state).activation is None


@proves("KN-IND-12")
def test_the_observer_may_cancel_when_the_spotter_round_has_fallen() -> None:
    asked = told_to(battery(), "hq", ActionKind.REQUEST)
    marked = act(asked, RequestMission(UK, "hq", GUNS, MARK), 3, 6, 6, 1, 1, 1)
    assert set(legal(marked)) == {FireOnMarker(UK), CancelMission(UK)}
    over = act(marked, CancelMission(UK))
    assert missions(over) == ()
    assert progress_of(over).activation is None
    assert not any(isinstance(one, FireForEffect) for one in legal(over))


@proves("KN-COV-02")
@pytest.mark.parametrize("off_table", [True, False])
def test_covering_fire_may_come_as_guns_fire_whenever_their_marker_was_laid(
    off_table: bool,
) -> None:
    """OUR 62: also first thing in a later turn. The gunners beside the marker fire before they are shelled; guns off the table are met as one."""
    guns = [unit(name, "uk.25pdr_battery" if off_table else "uk.3in_mortar", None if off_table else (x, 66)) for name, x in (("g", 42), ("h", 46))]  # fmt: skip
    men = unit("foe", "de.squad", (40, 20), 0, COVERING)
    state = game(unit("hq", "uk.hq", (40, 60)), unit("near", "uk.squad", (40, 36)), *guns, men)
    state = asked(state, guns=("g", "h"))
    fires = act(state, FireForEffect(UK, "mission 1", ("g", "h")))
    asks = [owed.duty for owed in progress_of(fires).owed]
    assert asks == [Duty.COVERING_FIRE] * (1 if off_table else 2)
    covered = act(fires, CoverFire(DE, "foe", "near", ActionKind.SUPPRESS_SMALL_ARMS), 3, 6, 1)
    assert covered.unit("near").has(SUPPRESSED)
    assert FireIndirectly(UK, "g") in legal(covered)
    shelled = act(covered, FireIndirectly(UK, "g"), 1, 1, 1, 1)
    assert missions(shelled) == ()
    assert progress_of(shelled).activation is None
    assert (progress_of(shelled).spent, progress_of(shelled).activated >= {"g", "h"}) == (3, True)


@proves("KN-COV-02", "KN-IND-27a")
def test_counter_battery_fire_answers_guns_that_covering_fire_has_met() -> None:
    men = unit("foe", "de.squad", (40, 20), 0, COVERING)
    units = unit("hq", "uk.hq", (40, 60)), unit("near", "uk.squad", (40, 36)), unit("g", "uk.25pdr_battery")
    state = asked(game(*units, men, fire_support={DE: {"counter_battery": 1}}), guns=("g",))
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
def test_who_may_answer_hears_nothing_of_which_hidden_guns_fire() -> None:
    """The silenced may be told, not what else falls: two guns are hidden, with their observer and the signals unit that helped."""
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


@proves("KN-IND-07")
def test_a_failed_radio_check_ends_the_mission() -> None:
    asked = told_to(battery(), "hq", ActionKind.REQUEST)
    state = act(asked, RequestMission(UK, "hq", GUNS, MARK), 2)
    assert missions(state) == ()
    assert progress_of(state).activation is None


@proves("KN-SPEC-13", "KN-IND-40")
def test_a_signals_unit_helps_once_a_turn_and_only_if_its_owner_likes() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("sig", "uk.signals", (60, 60)),
        unit("g", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 20)),
    )
    asked = told_to(state, "hq", ActionKind.REQUEST)
    failed = act(asked, RequestMission(UK, "hq", ("g",), MARK), 1)
    assert set(legal(failed)) == {TryRadioAgain(UK, "sig"), GiveUpRadio(UK)}
    assert missions(act(failed, GiveUpRadio(UK))) == ()
    again = act(failed, TryRadioAgain(UK, "sig"), 2)
    assert progress_of(again).owed == ()
    assert missions(again) == ()
    assert progress_of(again).activation is None
    second = told_to(again, "hq", ActionKind.REQUEST)
    assert progress_of(act(second, RequestMission(UK, "hq", ("g",), MARK), 1)).owed == ()
    rested = resolving(again, dice_of([]))
    begin_turn(rested, UK, 2)
    next_turn = told_to(rested.state, "hq", ActionKind.REQUEST)
    assert progress_of(act(next_turn, RequestMission(UK, "hq", ("g",), MARK), 1)).owed != ()


@proves("KN-SPEC-13")
def test_signals_units_help_from_aboard_a_truck_and_suppressed_but_not_from_the_reserve() -> None:
    """It is no action: two units have two checks thrown again, the one that has not come yet none."""
    units = (
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr_battery"), unit("foe", "de.squad", (40, 20)),
        unit("truck", "uk.bedford", (60, 60)), unit("riding", "uk.signals"), unit("down", "uk.signals", (70, 60), 0, SUPPRESSED),
        unit("late", "uk.signals", (80, 60), 0, RESERVE),
    )  # fmt: skip
    asked = told_to(game(*units, status={"riding": Status(men=3, aboard="truck")}), "hq", ActionKind.REQUEST)
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
    state = told_to(state, "fao", ActionKind.REQUEST)
    spent = progress_of(state).spent
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.LOW, level=Level.ARMY, messenger="runner")
    after = act(state, request, 5, 1, 6, 6, 1, 1, 1)
    assert "runner" not in after.units
    assert progress_of(after).spent == spent + 1
    assert progress_of(after).counters_of(UK) == ()
    assert len(missions(after)) == 1


@proves("KN-IND-36", "KN-IND-38")
def test_no_general_support_answers_whose_lists_have_no_such_battery() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["low"]}},
    )
    state = told_to(state, "fao", ActionKind.REQUEST)
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
    asked = told_to(state, "fao", ActionKind.REQUEST)
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.LOW, level=Level.DIVISION)
    for dice in ((4,), (5, 2), (5, 3, 2)):
        declined = act(asked, request, *dice)
        assert fire_support(progress_of(declined)).requests == ((UK, Priority.LOW),)
        assert progress_of(declined).activation is None
    answered = act(asked, request, 5, 3, 3, 1, 6, 6, 1, 1, 1)
    assert fire_support(progress_of(answered)).requests == ()
    cancelled = act(answered, CancelMission(UK))
    assert "no low priority request" in refusal(told_to(cancelled, "fao", ActionKind.REQUEST), request)


@proves("KN-IND-05", "KN-IND-08")
def test_priorities_and_levels() -> None:
    assert HOUSE_SUPPORT.granted_on(Priority.HIGH) == 3
    assert HOUSE_SUPPORT.granted_on(Priority.LOW) == 5
    assert [checks_needed(level) for level in Level] == [1, 2, 3, 4]
    assert checks_needed(None) == 1


@proves("KN-IND-09")
def test_the_british_corps_table_gives_three_55_inch_guns_on_a_five() -> None:
    assert answering(HOUSE_SUPPORT.general["british", Level.CORPS], dice_of([5])) == (
        "uk.55in_battery",
        3,
    )


@proves("KN-IND-34", "KN-WPN-10c", "KN-IND-36", "KN-IND-37", "KN-SPEC-09", "KN-SPEC-12", "KN-SPEC-26")
def test_who_may_ask_for_whose_fire() -> None:
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
        return not refusal(told_to(state, observer, ActionKind.REQUEST), asked)

    mortar, gun = {"guns": ("mortar",)}, {"guns": ("gun",)}
    general: dict[str, Any] = {"priority": Priority.HIGH, "level": Level.DIVISION}
    assert [may(one, **mortar) for one in ("hq", "platoon", "fao", "squad", "mortar")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    told_to_ask = refusal(state, Activate(UK, "mortar", (ActionKind.REQUEST,)))
    assert told_to_ask == "mortar cannot spot for its own fire (KGN Gun spotting for themselves)"
    assert [may(one, **gun) for one in ("hq", "platoon", "fao", "squad", "gun")] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert [may(one, **general) for one in ("hq", "platoon", "fao", "squad")] == [True, False, True, False]


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


@proves("KN-IND-07", "KN-IND-10")
def test_the_odds_of_a_request_are_those_of_its_dice() -> None:
    asked = told_to(battery(), "hq", ActionKind.REQUEST)
    ruling = GAME.chances(asked, RequestMission(UK, "hq", GUNS, MARK))
    assert ruling.odds is not None
    assert ruling.odds.of("no fire mission") == Fraction(1, 3)
    then = position(asked)

    def is_near(dice: Dice) -> bool:
        return "foe" in [one.id for one in units_near(then, deviate(dice).drifted(MARK))]

    near = ruling.odds.where(lambda outcome: "foe" in outcome)
    assert near == Fraction(2, 3) * odds_of(is_near).of(True)


@proves("KN-PRIN-12", "KN-PRIN-13", "KN-IND-19")
@pytest.mark.parametrize(("gap_in", "is_struck"), [(8.0, True), (8.05, False)])
def test_shells_reach_whatever_hull_is_within_eight_inches_of_the_marker(
    gap_in: float, is_struck: bool
) -> None:
    """The hull of a tank 8 inches from the marker, its middle farther; and shells do not ask whose it is."""
    east = 40 + gap_in + BOOK.type("uk.sherman").width_in / 2
    state = game(unit("tank", "uk.sherman", (east, 20)), unit("foe", "de.squad", (80, 60)))
    assert [one.id for one in units_near(position(state), MARK)] == (["tank"] if is_struck else [])


@proves("KN-IND-16", "KN-IND-01")
def test_the_record_says_how_the_shells_fell() -> None:
    """A 1 is wide, a 3 close and a 6 a direct hit, though nobody is there."""
    resolution = resolving(game(unit("foe", "de.squad", (80, 60))), dice_of([1, 3, 6]))
    shell(resolution, MARK, HighExplosive(ShellSize.MEDIUM, 4, 2), 3)
    assert "3 shells at (40, 20): 1 direct hit, 1 close, 1 wide" in map(str, resolution.events)


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
