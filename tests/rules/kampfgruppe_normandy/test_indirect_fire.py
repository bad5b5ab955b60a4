"""Indirect fire from request to fire for effect, registered points, general support and counter-battery fire."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from rules.game.dice import Dice, ScriptedDice
from rules.game.odds import odds_of
from rules.game.state import GameState
from rules.ground.inches import Spot
from rules.ground.table_terrain import TableTerrain as T
from rules.kampfgruppe_normandy import play
from rules.kampfgruppe_normandy.action_kinds import ActionKind
from rules.kampfgruppe_normandy.barrage import Barrage, bombard, deal
from rules.kampfgruppe_normandy.batteries import indirect_weapon
from rules.kampfgruppe_normandy.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.course import Duty, Status, course_of
from rules.kampfgruppe_normandy.fire_for_effect import (
    CounterBattery,
    FireForEffect,
    FireIndirectly,
    HoldCounterBattery,
)
from rules.kampfgruppe_normandy.fire_missions import Level, Mission, Priority, fire_support
from rules.kampfgruppe_normandy.fire_requests import answering, checks_needed, deviate
from rules.kampfgruppe_normandy.house_support import HOUSE_SUPPORT
from rules.kampfgruppe_normandy.indirect_fire import course_seen_by
from rules.kampfgruppe_normandy.radio import GiveUpRadio, TryRadioAgain
from rules.kampfgruppe_normandy.requesting import RequestMission
from rules.kampfgruppe_normandy.shellfire import barrage_at
from rules.kampfgruppe_normandy.support_events import MissionAsked
from rules.kampfgruppe_normandy.target_markers import CancelMission, FireOnMarker
from rules.kampfgruppe_normandy.unit_types import HighExplosive, ShellSize
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support_tables import (
    BOOK,
    DE,
    UK,
    area,
    at,
    game,
    legal,
    play_on,
    told_to,
    unit,
    why_not,
)

HEAVY_5 = HighExplosive(ShellSize.HEAVY, 5, 3)
MARK = Spot(40.0, 20.0)
GUNS = ("g1", "g2", "g3")


def _battery() -> GameState:
    """A headquarters, three guns off the table, and a German squad in the open, 12 inches off."""
    guns = [unit(name, "uk.25pdr_battery") for name in GUNS]
    return game(unit("hq", "uk.hq", (40, 32)), *guns, unit("foe", "de.squad", (40, 20)))


def _asked(state: GameState, observer: str = "hq", guns: tuple[str, ...] = GUNS) -> GameState:
    """The observer's request, its radio check passed and its marker on target."""
    asked = told_to(state, observer, ActionKind.REQUEST)
    marked = play_on(asked, RequestMission(UK, observer, guns, MARK), 3, 6, 6, 1, 1, 1)
    return play_on(marked, FireOnMarker(UK))


def _missions(state: GameState) -> tuple[Mission, ...]:
    return fire_support(course_of(state)).missions


@proves(
    "KN-IND-02",
    "KN-IND-03",
    "KN-IND-04",
    "KN-IND-07",
    "KN-IND-12",
    "KN-IND-13",
    "KN-IND-21",
    "KN-IND-25",
    "KN-IND-42",
    "KN-SHOOT-02",
)
def test_kn_23_three_guns_at_four_units() -> None:
    state = game(
        unit("hq", "uk.hq", (20, 20)),
        *[unit(name, "us.105mm_battery", side=UK) for name in GUNS],
        unit("squad", "de.squad", (40, 22)),
        unit("truck", "de.opel", (44, 22)),
        unit("tank", "de.pz4h", (40, 27.2)),
        unit("own", "uk.squad", (40, 14)),
    )
    state = told_to(state, "hq", ActionKind.REQUEST)
    request = RequestMission(UK, "hq", GUNS, Spot(40.0, 20.0))
    state = play_on(state, request, 3, 4, 5, 5, 5, 1, 9)
    assert _missions(state)[0].at == Spot(40.0, 22.0)
    state = play_on(state, FireOnMarker(UK))
    spent = course_of(state).spent
    order = barrage_at(at(state), Spot(40.0, 22.0), HEAVY_5).order
    assert order == ("squad", "truck", "tank", "own")
    fall = (1, 2, 4, 4, 5, 6)
    damage = (3, 4, 6, 2, 1)
    saves, special = (5, 5, 5), (1,)
    suppressions = (3, 5, 2, 5, 3, 5)
    state = play_on(
        state, FireForEffect(UK, "mission 1", GUNS), *fall, *damage, *saves, *special, *suppressions
    )
    assert course_of(state).spent == spent + 3
    assert course_of(state).of("squad").men == 8 - 3
    assert {one.id for one in state.units.values() if one.has(SUPPRESSED)} == {
        "squad",
        "truck",
        "tank",
        "own",
    }
    assert _missions(state) == ()


@proves(
    "KN-IND-05", "KN-IND-08", "KN-IND-09", "KN-IND-16", "KN-IND-23", "KN-IND-24", "KN-IND-41", "KN-SPEC-13"
)
def test_kn_22_corps_support_on_a_truck_with_a_squad_inside() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("signals", "uk.signals", (30, 60)),
        unit("truck", "de.opel", (40, 20)),
        unit("squad", "de.squad"),
        status={"squad": Status(men=8, aboard="truck")},
        fire_support={UK: {"requests": ["high"]}},
    )
    state = told_to(state, "fao", ActionKind.REQUEST)
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.HIGH, level=Level.CORPS)
    state = play_on(state, request, 4, 4, 6, 1)
    assert course_of(state).owed[0].duty is Duty.SIGNALS
    state = play_on(state, TryRadioAgain(UK, "signals"), 3, 5, 5, 5, 1, 1, 5)
    mission = _missions(state)[0]
    assert [state.unit(gun).type for gun in mission.guns] == ["uk.55in_battery"] * 3
    assert mission.at == MARK
    assert fire_support(course_of(state)).requests == ()
    state = play_on(state, FireOnMarker(UK))
    assert deal(("truck", "squad"), 1, 3) == (
        ("truck", True),
        ("truck", False),
        ("squad", False),
        ("truck", False),
    )
    fall = (4, 6, 2, 3, 1, 1)
    damage = (3, 4, 5, 6, 1, 2)
    saves, special = (4, 2), (1,)
    counter = (14,)
    state = play_on(
        state, FireForEffect(UK, mission.id, mission.guns), *fall, *damage, *saves, *special, *counter
    )
    assert "truck" not in state.units
    squad = state.unit("squad")
    assert course_of(state).of("squad").men == 6
    assert squad.has(SUPPRESSED)
    assert isinstance(squad.at, Spot)
    assert squad.at.gap_in(MARK) < 3
    assert not set(mission.guns) & set(state.units)


@proves("KN-IND-06", "KN-IND-43")
def test_a_marker_lies_in_sight_and_within_72_inches() -> None:
    bare = game(
        unit("hq", "uk.hq", (90, 36)), unit("g", "uk.3in_mortar", (90, 60)), unit("foe", "de.squad", (20, 36))
    )
    state = told_to(bare, "hq", ActionKind.REQUEST)
    assert why_not(state, RequestMission(UK, "hq", ("g",), Spot(20, 36))) == ""
    assert "beyond 72" in why_not(state, RequestMission(UK, "hq", ("g",), Spot(10, 36)))
    walled = game(
        unit("hq", "uk.hq", (90, 36)),
        unit("g", "uk.3in_mortar", (90, 60)),
        unit("foe", "de.squad", (20, 36)),
        pieces=[area(T.BRICK_BUILDING, 50, 30, 56, 42)],
    )
    state = told_to(walled, "hq", ActionKind.REQUEST)
    assert "does not see the marker" in why_not(state, RequestMission(UK, "hq", ("g",), Spot(20, 36)))
    suppressed = game(unit("hq", "uk.hq", (90, 36), SUPPRESSED), unit("g", "uk.3in_mortar", (90, 60)))
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
    thrown = ScriptedDice(dice)
    assert deviate(thrown).drifted(MARK) == moved_to
    thrown.assert_done()


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
    state = play_on(state, RequestMission(UK, "hq", ("g",), Spot(40, 2)), 3, 1, 1, 6, 6, 6, 1)
    assert _missions(state) == ()
    assert course_of(state).activation is None


@proves("KN-IND-12")
def test_the_observer_may_cancel_when_the_spotter_round_has_fallen() -> None:
    asked = told_to(_battery(), "hq", ActionKind.REQUEST)
    marked = play_on(asked, RequestMission(UK, "hq", GUNS, MARK), 3, 6, 6, 1, 1, 1)
    assert set(legal(marked)) == {FireOnMarker(UK), CancelMission(UK)}
    over = play_on(marked, CancelMission(UK))
    assert _missions(over) == ()
    assert course_of(over).activation is None
    assert not any(isinstance(one, FireForEffect) for one in legal(over))


@proves("KN-IND-07")
def test_a_failed_radio_check_ends_the_mission() -> None:
    asked = told_to(_battery(), "hq", ActionKind.REQUEST)
    state = play_on(asked, RequestMission(UK, "hq", GUNS, MARK), 2)
    assert _missions(state) == ()
    assert course_of(state).activation is None


@proves("KN-SPEC-13", "KN-IND-40")
def test_a_signals_unit_helps_once_a_turn_and_only_if_its_owner_likes() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("sig", "uk.signals", (60, 60)),
        unit("g", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 20)),
    )
    asked = told_to(state, "hq", ActionKind.REQUEST)
    failed = play_on(asked, RequestMission(UK, "hq", ("g",), MARK), 1)
    assert set(legal(failed)) == {TryRadioAgain(UK, "sig"), GiveUpRadio(UK)}
    assert _missions(play_on(failed, GiveUpRadio(UK))) == ()
    again = play_on(failed, TryRadioAgain(UK, "sig"), 2)
    assert course_of(again).owed == ()
    second = told_to(again, "hq", ActionKind.REQUEST)
    assert course_of(play_on(second, RequestMission(UK, "hq", ("g",), MARK), 1)).owed == ()


@proves("KN-SPEC-14", "KN-IND-40")
def test_a_messenger_passes_every_check_at_the_cost_of_an_activation() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("runner", "uk.runner", (41, 41)),
        unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["low"]}},
    )
    state = told_to(state, "fao", ActionKind.REQUEST)
    spent = course_of(state).spent
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.LOW, level=Level.ARMY, messenger="runner")
    after = play_on(state, request, 5, 1, 6, 6, 1, 1, 1)
    assert "runner" not in after.units
    assert course_of(after).spent == spent + 1
    assert course_of(after).counters_of(UK) == ()
    assert len(_missions(after)) == 1


@proves("KN-IND-05", "KN-IND-38")
def test_a_declined_request_is_kept_and_an_accepted_one_is_spent() -> None:
    state = game(
        unit("fao", "uk.observer", (40, 40)),
        unit("foe", "de.squad", (40, 20)),
        fire_support={UK: {"requests": ["low"]}},
    )
    asked = told_to(state, "fao", ActionKind.REQUEST)
    request = RequestMission(UK, "fao", (), MARK, priority=Priority.LOW, level=Level.BRIGADE)
    declined = play_on(asked, request, 4)
    assert fire_support(course_of(declined)).requests == ((UK, Priority.LOW),)
    lost = play_on(asked, request, 5, 2)
    assert fire_support(course_of(lost)).requests == ()
    assert "no low priority request" in why_not(told_to(lost, "fao", ActionKind.REQUEST), request)


@proves("KN-IND-05", "KN-IND-08")
def test_priorities_and_levels() -> None:
    assert HOUSE_SUPPORT.granted_on(Priority.HIGH) == 3
    assert HOUSE_SUPPORT.granted_on(Priority.LOW) == 5
    assert [checks_needed(level) for level in Level] == [1, 2, 3, 4]
    assert checks_needed(None) == 1


@proves("KN-IND-09")
def test_the_british_corps_table_gives_three_55_inch_guns_on_a_five() -> None:
    assert answering(HOUSE_SUPPORT.general["british", Level.CORPS], ScriptedDice([5])) == (
        "uk.55in_battery",
        3,
    )


@proves("KN-IND-34", "KN-IND-36", "KN-IND-37", "KN-SPEC-09", "KN-SPEC-12", "KN-SPEC-26")
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
        return not why_not(told_to(state, observer, ActionKind.REQUEST), asked)

    mortar, gun = {"guns": ("mortar",)}, {"guns": ("gun",)}
    general: dict[str, Any] = {"priority": Priority.HIGH, "level": Level.DIVISION}
    assert [may(one, **mortar) for one in ("hq", "platoon", "fao", "squad", "mortar")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert [may(one, **gun) for one in ("hq", "platoon", "fao", "squad", "gun")] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert [may(one, **general) for one in ("hq", "platoon", "fao", "squad")] == [True, False, True, False]


@proves("KN-IND-15", "KN-TURN-22")
def test_a_marker_waits_for_guns_that_had_no_activation_left() -> None:
    state = _asked(_battery())
    from_one = course_of(state)
    assert _missions(state)[0].is_on
    fired = [one for one in legal(state) if isinstance(one, FireForEffect)]
    assert fired == [FireForEffect(UK, "mission 1", GUNS)]
    tight = told_to(
        game(
            unit("hq", "uk.hq", (40, 32)),
            unit("m", "uk.3in_mortar", (40, 50)),
            unit("foe", "de.squad", MARK),
            allowance=1,
        ),
        "hq",
        ActionKind.REQUEST,
    )
    tight = play_on(tight, RequestMission(UK, "hq", ("m",), MARK), 3, 6, 6, 1, 1, 1)
    tight = play_on(tight, FireOnMarker(UK))
    assert not any(isinstance(one, FireForEffect) for one in legal(tight))
    assert len(_missions(tight)) == 1
    assert from_one.allowance == 20


@proves("KN-IND-13")
def test_kn_21_a_battery_of_three_costs_three_activations() -> None:
    state = _asked(_battery())
    before = course_of(state).spent
    after = play_on(state, FireForEffect(UK, "mission 1", GUNS), 1, 1, 1, 1, 1, 1)
    assert course_of(after).spent - before == 3
    assert set(GUNS) <= course_of(after).activated


@proves("KN-IND-22")
def test_the_marker_is_taken_up_when_all_have_fired() -> None:
    state = _asked(_battery())
    part = play_on(state, FireForEffect(UK, "mission 1", ("g1",)), 1, 1)
    assert len(_missions(part)) == 1
    rest = play_on(part, FireForEffect(UK, "mission 1", ("g2", "g3")), 1, 1, 1, 1)
    assert _missions(rest) == ()


@proves("KN-IND-14", "KN-ACT-06")
def test_a_gun_on_the_table_may_fire_one_of_its_actions_indirectly() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("m", "uk.3in_mortar", (40, 50)), unit("foe", "de.squad", (40, 20))
    )
    state = _asked(state, guns=("m",))
    once = told_to(state, "m", ActionKind.SUPPRESS_INDIRECT, ActionKind.MOVE)
    after = play_on(once, FireIndirectly(UK, "m"), 1)
    activation = course_of(after).activation
    assert activation is not None
    assert activation.next_kind is ActionKind.MOVE
    twice = told_to(state, "m", ActionKind.SUPPRESS_INDIRECT, ActionKind.SUPPRESS_INDIRECT)
    assert course_of(play_on(twice, FireIndirectly(UK, "m"), 1, 1)).activation is None


@proves("KN-IND-17", "KN-IND-18", "KN-IND-20")
def test_hits_and_suppressions_start_at_the_nearest_and_go_round() -> None:
    assert deal(("a", "b"), 3, 1) == (("a", True), ("b", True), ("a", True), ("a", False))
    assert deal((), 2, 2) == ()


@proves("KN-IND-19", "KN-IND-20", "KN-PRIN-12", "KN-PRIN-13")
def test_only_what_is_within_eight_inches_is_struck_friend_or_foe() -> None:
    state = game(
        unit("foe", "de.squad", (40, 22)),
        unit("own", "uk.squad", (40, 16)),
        unit("hull", "uk.sherman", (40, 29.5)),
        unit("far", "de.squad", (40, 32)),
    )
    assert barrage_at(at(state), MARK, HEAVY_5).order == ("foe", "own", "hull")


@proves("KN-IND-26")
def test_a_direct_hit_on_a_tank_strikes_its_side_and_gives_no_save() -> None:
    barrage = barrage_at(at(game(unit("tank", "uk.sherman", (40, 20)))), MARK, HEAVY_5)
    plates = BOOK.type("uk.sherman").armour
    assert plates is not None
    assert barrage.prey("tank").armour == plates.side != plates.front
    after = bombard(barrage, 1, ScriptedDice([6, 6, 5]))
    assert dict(after.gone) == {"tank": "destroyed"}


@proves("KN-IND-24")
def test_a_suppression_on_a_suppressed_unit_throws_no_dice() -> None:
    barrage = barrage_at(at(game(unit("foe", "de.squad", (40, 20), SUPPRESSED))), MARK, HEAVY_5)
    after = bombard(barrage, 1, ScriptedDice([4]))
    assert not after.blows[0].thrown


def _counter_battery(on_table: bool = False) -> GameState:
    gun = unit("g", "uk.25pdr", (40, 60)) if on_table else unit("g", "uk.25pdr_battery")
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        gun,
        unit("foe", "de.squad", (40, 20)),
        fire_support={DE: {"counter_battery": 2}},
    )
    return _asked(state, guns=("g",))


@proves("KN-IND-27", "KN-IND-28")
def test_counter_battery_fire_silences_the_guns_on_a_five() -> None:
    state = _counter_battery()
    laid = play_on(state, FireForEffect(UK, "mission 1", ("g",)))
    assert course_of(laid).owed[0].side == DE
    assert set(legal(laid)) == {CounterBattery(DE), HoldCounterBattery(DE)}
    silenced = play_on(laid, CounterBattery(DE), 5)
    assert course_of(silenced).of("foe").men == 8
    assert fire_support(course_of(silenced)).counter_battery_of(DE) == 1
    assert "g" in course_of(silenced).activated
    assert len(_missions(silenced)) == 1


@proves("KN-IND-27", "KN-IND-28")
def test_counter_battery_fire_that_misses_is_spent_and_the_guns_fire() -> None:
    laid = play_on(_counter_battery(), FireForEffect(UK, "mission 1", ("g",)))
    missed = play_on(laid, CounterBattery(DE), 4, 1, 1)
    assert fire_support(course_of(missed)).counter_battery_of(DE) == 1
    assert _missions(missed) == ()
    held = play_on(laid, HoldCounterBattery(DE), 1, 1)
    assert fire_support(course_of(held)).counter_battery_of(DE) == 2


@proves("KN-IND-29")
def test_counter_battery_fire_cannot_reach_a_gun_on_the_table() -> None:
    after = play_on(_counter_battery(on_table=True), FireForEffect(UK, "mission 1", ("g",)), 1, 1)
    assert course_of(after).owed == ()


@proves("KN-IND-30", "KN-IND-31", "KN-IND-32", "KN-IND-33", "KN-KIT-02")
def test_a_registered_point_needs_no_sight_and_does_not_drift() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 60)),
        unit("g", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 4)),
        pieces=[area(T.BRICK_BUILDING, 30, 30, 50, 36)],
        fire_support={UK: {"registered_points": {"crossroads": [40, 4]}}},
    )
    assert [one.name for one in fire_support(course_seen_by(course_of(state), UK)).points] == ["crossroads"]
    assert fire_support(course_seen_by(course_of(state), DE)).points == ()
    asked = told_to(state, "hq", ActionKind.REQUEST)
    assert "does not see" in why_not(asked, RequestMission(UK, "hq", ("g",), Spot(40, 4)))
    request = RequestMission(UK, "hq", ("g",), point="crossroads")
    marked = play_on(asked, request, 3)
    assert _missions(marked)[0].at == Spot(40, 4)
    assert [one.name for one in fire_support(course_seen_by(course_of(marked), DE)).points] == ["crossroads"]
    again = told_to(play_on(marked, CancelMission(UK)), "hq", ActionKind.REQUEST)
    assert why_not(again, request) == ""
    assert "no point cross" in why_not(asked, RequestMission(UK, "hq", ("g",), point="cross"))


@proves("KN-WPN-10", "KN-WPN-11", "KN-WPN-21", "KN-WPN-25", "KN-WPN-26")
@pytest.mark.parametrize(
    ("gun", "gap_in", "reaches"),
    [
        ("uk.3in_mortar", 11, False),
        ("uk.3in_mortar", 13, True),
        ("uk.42in_mortar", 11, False),
        ("uk.25pdr", 15, False),
        ("uk.25pdr", 17, True),
        ("de.nebelwerfer", 23, False),
        ("de.nebelwerfer", 25, True),
    ],
)
def test_least_ranges_of_indirect_fire(gun: str, gap_in: float, reaches: bool) -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", gun, (40, 21 + gap_in), side=UK),
        unit("foe", "de.squad", (40, 20)),
    )
    state = _asked(state, guns=("g",))
    assert (why_not(state, FireForEffect(UK, "mission 1", ("g",))) == "") is reaches


@proves("KN-WPN-21", "KN-WPN-22", "KN-WPN-25", "KN-WPN-10", "KN-WPN-11")
@pytest.mark.parametrize(
    ("gun", "least_in", "most_in"),
    [
        ("uk.3in_mortar", 12, 96),
        ("uk.42in_mortar", 12, 192),
        ("uk.25pdr", 16, None),
        ("uk.55in_battery", 24, None),
        ("de.nebelwerfer", 24, None),
    ],
)
def test_the_printed_ranges_of_indirect_fire(gun: str, least_in: float, most_in: float | None) -> None:
    weapon = indirect_weapon(BOOK.type(gun))
    assert weapon is not None
    assert (weapon.min_in, weapon.max_in) == (least_in, most_in)


@proves("KN-WPN-26")
def test_a_gun_on_the_table_fires_indirectly_in_its_arc_alone() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", "uk.25pdr", (40, 50), facing_deg=90),
        unit("foe", "de.squad", (40, 20)),
    )
    assert "outside the arc" in why_not(_asked(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)))


@proves("KN-WPN-23", "KN-WPN-24")
def test_kn_26_a_rocket_launcher_throws_four_dice_and_reloads_next_turn() -> None:
    state = game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", "de.nebelwerfer", (40, 60), side=UK),
        unit("foe", "de.squad", (40, 20)),
    )
    fired = play_on(_asked(state, guns=("g",)), FireForEffect(UK, "mission 1", ("g",)), 1, 1, 1, 1)
    for turn, may in ((2, False), (3, True)):
        later = _in_turn(fired, turn)
        assert (why_not(later, FireForEffect(UK, "mission 9", ("g",))) == "") is may


def _in_turn(state: GameState, turn: int) -> GameState:
    course = replace(course_of(state), turn=turn, activated=frozenset(), spent=0)
    again = replace(state, course=course)
    return play.apply(again, MissionAsked(Mission("mission 9", UK, "hq", ("g",), MARK, is_on=True), "again"))


@proves("KN-IND-35", "KN-WPN-09")
def test_a_light_mortar_never_fires_indirectly() -> None:
    state = game(unit("hq", "de.hq", (40, 32), side=UK), unit("g", "de.mortar_50mm", (40, 40), side=UK))
    asked = told_to(state, "hq", ActionKind.REQUEST)
    assert "no battery" in why_not(asked, RequestMission(UK, "hq", ("g",), MARK))


@proves("KN-IND-44")
def test_guns_off_the_table_are_activated_without_a_place() -> None:
    state = _asked(_battery())
    assert all(state.unit(gun).at is None for gun in GUNS)
    assert FireForEffect(UK, "mission 1", GUNS) in legal(state)


@proves("KN-IND-07", "KN-IND-10")
def test_the_odds_of_a_request_are_those_of_its_dice() -> None:
    asked = told_to(_battery(), "hq", ActionKind.REQUEST)
    ruling = play.chances(asked, BOOK, RequestMission(UK, "hq", GUNS, MARK))
    assert ruling.odds is not None
    assert ruling.odds.of("no radio contact") == Fraction(1, 3)
    on_target = odds_of(lambda dice: deviate(dice).drift_in == 0).of(True)
    assert ruling.odds.of("on target") == Fraction(2, 3) * on_target


def test_the_odds_of_a_bombardment_are_those_of_its_dice() -> None:
    state = _asked(
        game(unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr_battery"), unit("foe", "uk.jeep", (40, 20))),
        guns=("g",),
    )
    ruling = play.chances(state, BOOK, FireForEffect(UK, "mission 1", ("g",)))
    assert ruling.odds is not None
    shell = BOOK.type("uk.25pdr_battery").weapons[0].he
    assert shell is not None
    barrage = barrage_at(at(state), MARK, shell)

    def thrown(dice: Dice) -> str:
        after = bombard(barrage, 2, dice)
        gone = dict(after.gone)
        now = after.prey("foe")
        if gone:
            return str(gone["foe"])
        said = [
            word
            for word, holds in (("immobilised", now.immobilised), ("suppressed", now.suppressed))
            if holds
        ]
        return ", ".join(said) or "no effect"

    assert ruling.odds == odds_of(thrown)


@given(st.integers(0, 9), st.integers(0, 9), st.integers(1, 6))
def test_every_result_is_dealt_and_as_evenly_as_can_be(directs: int, suppressions: int, count: int) -> None:
    order = tuple("abcdef"[:count])
    dealt = deal(order, directs, suppressions)
    assert len(dealt) == directs + suppressions
    shares = [sum(1 for name, direct in dealt if direct and name == one) for one in order]
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)


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


def test_an_empty_barrage_strikes_nobody() -> None:
    assert bombard(Barrage(HEAVY_5, (), ()), 3, ScriptedDice([6, 6, 3])).blows == ()
