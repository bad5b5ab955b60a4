"""Chapter 21 (17 in v3.1): sight, maneuvers and concealment by night and in twilight."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.errors import BadInput
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.activation.reactions import saw_enemy_act
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.maneuver_events import ManeuverWentOn
from rules.last_hundred_yards.state.events.order_events import TimeLapsed
from rules.last_hundred_yards.state.progress import Moving
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FAR, activated, at, course, done, opened, refusal, unit

SQUAD, LEADER, TANK = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1"
FOE, STUG = "ge.1kp.1.squad.1", "ge.stug.1"
FIELD = open_ground(12, 10)
TWILIGHT = ({"is": "twilight"},)
OWN_FAR = (unit("us.able.3.leader", "L10"),)


@proves("LHY-21.1.0")
@pytest.mark.parametrize(
    ("options", "lights"),
    [
        ({}, ["day"] * 4),
        ({"night": True}, ["night"] * 4),
        ({"light": TWILIGHT}, ["twilight", "twilight", "day", "day"]),
        ({"light": [{"is": "twilight"}, {"is": "night"}]}, ["twilight", "twilight", "night", "night"]),
        (
            {"light": [{"is": "night", "minutes": 9}, {"is": "twilight"}]},
            ["night", "twilight", "twilight", "day"],
        ),
    ],
)
def test_21_1_the_light_goes_by_the_clock(options: dict[str, Any], lights: list[str]) -> None:
    state = opened(FIELD, [unit(SQUAD, "A10"), unit(FOE, "A1")], **options)
    assert [course(TimeLapsed(minutes).on(state)).light for minutes in (0, 9, 10, 19)] == lights


@proves("LHY-21.1.0")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"night": True, "light": TWILIGHT}, "left out where night is true"),
        ({"light": [{"is": "night"}, {"is": "twilight"}]}, "every span but the last has minutes"),
        ({"light": [{"is": "dusk"}]}, "day, twilight, night"),
        ({"light": [{"is": "night", "hours": 1}]}, "hours"),
        ({"light": [{"is": "night", "minutes": 0}, {"is": "day"}]}, "minutes"),
    ],
)
def test_21_1_an_impossible_light_option_is_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        opened(FIELD, [unit(SQUAD, "A10"), unit(FOE, "A1")], **options)


@proves("LHY-21.1.0", "LHY-21.4.0")
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, []),
        ({"night": True}, ["It is night from beginning to end (LHY 21.1, from Series Rules v3.1)."]),
        (
            {"light": [{"is": "night", "minutes": 20}, {"is": "twilight"}]},
            [
                "It is night for 20 minutes, then twilight for 10 minutes, then day (LHY 21.1, from Series Rules v3.1)."
            ],
        ),
        (
            {"light": [{"is": "twilight"}, {"is": "night"}], "illumination": ["ge"]},
            [
                "It is twilight for 10 minutes, then night (LHY 21.1, from Series Rules v3.1).",
                "The Germans may ask for illumination once in a night turn (LHY 21.4, from Series Rules v3.1).",
            ],
        ),
    ],
)
def test_21_1_the_light_of_a_mission_is_told(options: dict[str, Any], told: list[str]) -> None:
    assert list(PLAY.setting(opened(FIELD, [unit(SQUAD, "A10"), unit(FOE, "A1")], **options))) == told


@proves("LHY-21.3a", "LHY-21.3b")
@pytest.mark.parametrize(
    ("options", "men", "vehicles"), [({"night": True}, 2, 2), ({"light": TWILIGHT}, 4, 8), ({}, 9, 9)]
)
def test_21_3_how_far_men_and_vehicles_are_seen(options: dict[str, Any], men: int, vehicles: int) -> None:
    """In one row from A5, and the ruling says the same as the game."""
    for target, reach in ((SQUAD, men), (TANK, vehicles)):
        for label in "BCDEFGHIJ":
            state = opened(FIELD, [unit(FOE, "A5"), unit(target, f"{label}5"), *FAR], **options)
            foe, seen = state.unit(FOE), state.unit(target)
            far = "ABCDEFGHIJ".index(label)
            assert PLAY.position(state).sees(foe, seen) is (far <= reach), (target, far)
            ruling = RULESET.line_of_sight(state, foe, seen)
            assert ruling.verdict.visibility.is_open is (far <= reach)
            assert any("21.3" in str(reason) for reason in ruling.reasons) is (far > reach)
            assert far <= reach or len(ruling.reasons) == 1, "not that nothing stands in the way as well"
            (found,) = RULESET.visibility_at_places(state, [foe], seen, [at(f"{label}5")])
            assert found[0].is_open is (far <= reach)


@proves("LHY-21.3a")
def test_21_3a_the_field_of_view_and_fire_end_in_the_dark() -> None:
    state = activated(unit(SQUAD, "D5"), unit(LEADER, "A10"), unit(FOE, "D2"), ground=FIELD, night=True)
    open_hexes = [
        p
        for p, kind in RULESET.sight_field(state, state.unit(SQUAD)).verdict.visibility.items()
        if kind.is_open
    ]
    assert len(open_hexes) == 19
    assert "21.3" in str(RULESET.sight_field(state, state.unit(SQUAD)).reasons[-1])
    assert "minute 0 (night) of 60" in PLAY.moment(state)
    assert "at night LOS ends at 2 hexes" in refusal(state, FireSmallArms("us", SQUAD, (at("D2"),)))


@proves("LHY-21.3b")
def test_21_3b_in_twilight_a_hex_with_a_vehicle_is_seen_farther_unless_it_is_hidden() -> None:
    for words, seen in (((), True), ((HIDDEN,), False)):
        state = opened(FIELD, [unit(SQUAD, "A5"), unit(STUG, "G5", *words), *FAR], light=TWILIGHT)
        assert PLAY.position(state).sees(at("A5"), at("G5")) is seen


@proves("LHY-21.1c")
def test_21_1c_men_enter_two_hexes_at_night_and_one_in_reaction() -> None:
    state = activated(unit(SQUAD, "D9"), unit(LEADER, "A10"), unit(FOE, "D6"), ground=FIELD, night=True)
    reach = RULESET.reach(state, state.unit(SQUAD))
    assert set(reach.verdict.cost) == set(FIELD.grid.within(at("D9"), 2))
    assert "2 hexes in activation at night" in str(reach.reasons[0])
    assert str(reach.verdict) == "15 places within 2 hexes"
    assert {reach.verdict.cost[at(label)] for label in ("D8", "E9")} == {1}
    assert str(RULESET.path(state, state.unit(SQUAD), at("D7")).verdict) == "D9 D8 D7 for 2 hexes"
    reacting = RULESET.reach(state, state.unit(SQUAD), "reaction")
    assert str(reacting.verdict) == "6 places within 1 hex"
    under_way = Moving((SQUAD,), "forward", (at("D8"), at("C8")), Fraction(2), Fraction(3), start=at("D9"))
    spent = ManeuverWentOn(under_way).on(state.with_unit(unit(SQUAD, "C8")))
    assert set(RULESET.reach(spent, spent.unit(SQUAD)).verdict.cost) == {at("C8")}
    told = refusal(spent, Maneuver("us", SQUAD, at("B8")))
    assert f"at night {SQUAD} enters 2 hexes and no more (LHY 21.1c, from Series Rules v3.1)" in told
    state = done(state, Maneuver("us", SQUAD, at("D8")), Maneuver("us", SQUAD, at("C8")))
    assert course(state).moving is None
    state = done(state, CallForReaction("us"))
    one_hex = replace(under_way, units=(FOE,), path=(at("D5"),), start=at("D6"))
    told = refusal(
        ManeuverWentOn(one_hex).on(state.with_unit(unit(FOE, "D5"))), Maneuver("ge", FOE, at("D4"))
    )
    assert f"at night {FOE} enters 1 hex and no more" in told
    state = done(state, Maneuver("ge", FOE, at("D5")))
    assert course(state).moving is None


@proves("LHY-21.1c")
def test_21_1c_a_hero_goes_as_far_as_by_day() -> None:
    state = activated(
        unit(SQUAD, "D9", HEROIC), unit(LEADER, "A10"), unit(FOE, "D4"), ground=FIELD, night=True
    )
    for label in ("D8", "D7", "D6"):
        state = done(state, Maneuver("us", SQUAD, at(label)))
    assert state.unit(SQUAD).at == at("D6")


@proves("LHY-21.1d.1")
def test_21_1d_vehicles_have_3_mp_at_night_and_2_in_reaction_also_backwards() -> None:
    units = (unit(TANK, "D9", IN_MOTION), unit(STUG, "H2", IN_MOTION), unit(FOE, "A1"))
    state = activated(*units, ground=FIELD, platoon="able-tank.1", far=OWN_FAR, night=True)
    assert RULESET.reach(state, state.unit(TANK)).verdict.allowance == 3
    for label in ("D8", "D7", "D6"):
        state = done(state, Maneuver("us", TANK, at(label)))
    assert "D5 costs 1 MP and 0 are left" in refusal(state, Maneuver("us", TANK, at("D5")))
    # Nor may it back off farther, and in reaction the other side's gun has 2.
    backing = activated(
        unit(TANK, "D5", IN_MOTION),
        unit(FOE, "A1"),
        ground=FIELD,
        platoon="able-tank.1",
        far=OWN_FAR,
        night=True,
    )
    for label in ("D6", "D7", "D8"):
        backing = done(backing, Maneuver("us", TANK, at(label), "reverse"))
    assert "0 are left" in refusal(backing, Maneuver("us", TANK, at("D9"), "reverse"))
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    for label in ("H3", "H4"):
        state = done(state, Maneuver("ge", STUG, at(label)))
    assert "0 are left" in refusal(state, Maneuver("ge", STUG, at("H5")))


ROAD = open_ground(4, 10, roads=" ".join(f"A{row}" for row in range(1, 11)))


@proves("LHY-21.1d.2")
@pytest.mark.parametrize("night", [False, True])
def test_21_1d_no_road_bonus_at_night(night: bool) -> None:
    state = activated(
        unit(TANK, "A10", IN_MOTION), ground=ROAD, platoon="able-tank.1", far=(unit(FOE, "D1"), unit(LEADER, "D10")), night=night,
    )  # fmt: skip
    most = 3 if night else 6
    reached = RULESET.reach(state, state.unit(TANK)).verdict.cost
    assert min(int(str(place)[1:]) for place in reached) == 10 - most
    for row in range(9, 9 - most, -1):
        state = done(state, Maneuver("us", TANK, at(f"A{row}")))
    assert "are left" in refusal(state, Maneuver("us", TANK, at(f"A{9 - most}")))


@proves("LHY-21.1d.2")
@pytest.mark.parametrize("night", [False, True])
def test_21_1d_at_night_reach_names_no_hexes_where_the_road_bonus_is_lost(night: bool) -> None:
    state = opened(ROAD, [unit(TANK, "A10"), unit(FOE, "B1")], night=night, edition="series-3.1")
    reasons = map(str, RULESET.reach(state, state.unit(TANK)).reasons)
    assert any("no road bonus within" in reason for reason in reasons) is not night


@proves("LHY-21.2a.1", "LHY-21.2a.2")
@pytest.mark.parametrize(
    ("options", "mover", "watcher", "hexes"),
    [
        ({"night": True}, SQUAD, FOE, 1),
        ({"night": True}, TANK, FOE, 1),
        ({"light": TWILIGHT}, SQUAD, FOE, 2),
        ({"light": TWILIGHT}, TANK, FOE, 4),
        ({}, SQUAD, FOE, 8),
    ],
)
def test_21_2a_how_near_units_lose_concealment_by_night_and_by_day(
    options: dict[str, Any], mover: str, watcher: str, hexes: int
) -> None:
    """In the open; at night even a disrupted enemy removes men's concealment, by day it does not."""
    for away, kept in ((hexes + 1, True), (hexes, False)):
        seen = unit(watcher, "A5", *((DISRUPTED,) if options else ()))
        words = (CONCEALED, IN_MOTION) if mover == TANK else (CONCEALED,)
        start, goal = ("ABCDEFGHIJKL"[away + more] + "5" for more in (1, 0))
        state = activated(
            unit(mover, start, *words), unit(LEADER, "L10"), seen, ground=FIELD, far=OWN_FAR,
            platoon="able-tank.1" if mover == TANK else "able.1", **options,
        )  # fmt: skip
        assert done(state, Maneuver("us", mover, at(goal))).unit(mover).has(CONCEALED) is kept


@proves("LHY-21.2a.1")
def test_21_2a_a_unit_firing_two_hexes_away_at_night_stays_concealed() -> None:
    for label, kept in (("C5", True), ("B5", False)):
        state = activated(
            unit(SQUAD, label, CONCEALED),
            unit(LEADER, "L10"),
            unit(FOE, "A5"),
            ground=FIELD,
            far=OWN_FAR,
            night=True,
        )
        assert done(state, FireSmallArms("us", SQUAD, (at("A5"),))).unit(SQUAD).has(CONCEALED) is kept


@proves("LHY-21.2a.1")
def test_21_2a_at_night_a_tank_loses_concealment_only_to_an_enemy_coming_adjacent() -> None:
    for away, kept in ((2, True), (1, False)):
        start, goal = ("ABCDEF"[away + more] + "5" for more in (1, 0))
        state = activated(
            unit(SQUAD, start),
            unit(LEADER, "L10"),
            unit(STUG, "A5", CONCEALED, IN_MOTION),
            ground=FIELD,
            far=OWN_FAR,
            night=True,
        )
        assert done(state, Maneuver("us", SQUAD, at(goal))).unit(STUG).has(CONCEALED) is kept


@proves("LHY-17.9.2a.night")
@pytest.mark.parametrize(("night", "found_from"), [(True, 1), (False, 3)])
def test_17_9_2a_at_night_hidden_men_are_found_from_the_next_hex(night: bool, found_from: int) -> None:
    """A leader, no combat unit, finds them there too, but by day he finds none."""
    for finder, reach in ((SQUAD, found_from), (LEADER, 1 if night else 0)):
        for away in (1, 2, 3):
            start, goal = ("ABCDEF"[away + more] + "5" for more in (1, 0))
            other = LEADER if finder == SQUAD else SQUAD
            state = activated(
                unit(finder, start), unit(other, "L9"), unit(FOE, "A5", HIDDEN), ground=FIELD, night=night
            )
            state = done(state, Maneuver("us", finder, at(goal)))
            if course(state).moving:
                state = done(state, EndManeuver("us"))
            state = done(state, CallForReaction("us"))
            assert state.unit(FOE).has(HIDDEN) is (away > reach)


@proves("LHY-21.3b")
@pytest.mark.parametrize(
    ("mover", "watched"), [(TANK, True), (SQUAD, False)], ids=["a tank", "men beside a tank"]
)
def test_21_3b_in_twilight_units_passing_six_hexes_away_are_seen_by_whether_they_are_men_or_vehicles(
    mover: str, watched: bool
) -> None:
    """A tank was seen in a hex that it has left again; men are not seen farther because a tank is in their hex."""
    other = unit("us.able-tank.1.2", "G4") if mover == SQUAD else unit("us.able-tank.1.2", "L9")
    words = (IN_MOTION,) if mover == TANK else ()
    state = activated(
        unit(mover, "G3", *words), other, unit(LEADER, "L10"), unit(FOE, "A4"), ground=FIELD, far=OWN_FAR,
        platoon="able-tank.1" if mover == TANK else "able.1", light=TWILIGHT,
    )  # fmt: skip
    way = ("G4", "H4", "I5", "J5") if mover == TANK else ("G4",)
    for label in way:
        state = done(state, Maneuver("us", mover, at(label)))
    if course(state).moving:
        state = done(state, EndManeuver("us"))
    state = done(state, CallForReaction("us"))
    assert saw_enemy_act(PLAY.position(state), state.unit(FOE)) is watched


@proves("LHY-21.3b")
def test_21_3b_how_far_a_concealed_vehicle_is_seen_does_not_tell_it_from_men() -> None:
    for words, seen in (((), True), ((CONCEALED,), False)):
        state = opened(FIELD, [unit(SQUAD, "A5"), unit(STUG, "G5", *words), *FAR], light=TWILIGHT)
        for position in (PLAY.position(state), PLAY.position(state_seen_by(state, "us"))):
            assert position.sees(at("A5"), at("G5")) is seen
        assert PLAY.position(state).sees(state.unit(SQUAD), state.unit(STUG)) is seen
