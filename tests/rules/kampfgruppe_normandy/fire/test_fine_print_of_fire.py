"""The fine print of fire: weapons that count in two ways, what a shot costs, and whom it may be fired at."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import MOVED, REDEPLOYED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import FireForEffect
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.effects.air_weapons import weapons_left
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import Barrage, bombard
from rules.kampfgruppe_normandy.questions.batteries import dedicated_batteries
from rules.kampfgruppe_normandy.questions.fire.fire_orders import work_out
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Sheet
from rules.kampfgruppe_normandy.state.progress import progress_of, with_progress
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import GUNS, asked, battery, missions
from tests.rules.kampfgruppe_normandy.tables import (
    GAME,
    UK,
    act,
    dice_of,
    game,
    position,
    refusal,
    resolving,
    shooting,
    status,
    told_to,
    unit,
    with_status,
)


@proves("KN-WPN-13", "KN-AA-05", "KN-SUPP-09", "KN-SUPP-10", "KN-SUPP-11", "KN-SUPP-12", "KN-SUPP-14")
@pytest.mark.parametrize(
    ("firer", "target", "away_in", "effect"),
    [
        ("de.flak38", "uk.runner", 7, "suppresses on 2+"), ("de.flak38", "uk.runner", 14, "suppresses on 3+"),
        ("de.flak38", "uk.runner", 44, "suppresses on 5+"), ("de.flak38", "uk.m5_halftrack", 20, "suppresses on 5+"),
        ("de.flak38", "uk.m5_halftrack", 44, "suppresses on 5+"),
        ("de.quad20", "uk.runner", 14, "suppresses on 3+"), ("de.quad20", "uk.runner", 20, "suppresses on 5+ with either of 2 dice"),
        ("de.quad20", "uk.bedford", 20, "suppresses on 2+ with either of 2 dice"),
        ("uk.squad", "de.sniper", 7, "suppresses on 2+"), ("uk.squad", "de.sniper", 22, "suppresses on 4+"),
        ("uk.vickers", "de.sniper", 30, "suppresses on 5+"), ("uk.squad", "de.opel", 20, "suppresses on 2+"),
        ("uk.squad", "de.sdkfz251", 7, "suppresses on 4+"), ("uk.squad", "de.sdkfz251", 14, "suppresses on 6+"),
        ("uk.squad", "de.pz4h", 7, "suppresses on 5+"), ("uk.squad", "de.pz4h", 14, None),
    ],
)  # fmt: skip
def test_autocannon_suppress_as_bullets_or_as_light_shells_whichever_is_better(
    firer: str, target: str, away_in: float, effect: str | None
) -> None:
    state = shooting(firer, target, away_in, K.SUPPRESS_SMALL_ARMS)
    fire = Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)
    if effect is None:
        assert "cannot suppress" in refusal(state, fire)
        return
    told = str(GAME.chances(state, fire))
    assert f"{effect} " in told, told
    assert ("with either" in told) is ("with either" in effect)


@proves("KN-DFSA-50b", "KN-DFSA-50c", "KN-DFSA-53", "KN-DFSA-52", "KN-DFSA-46", "KN-DFAT-39")
@pytest.mark.parametrize(
    ("firer", "weapon", "target", "kind", "condition", "used", "said"),
    [
        ("uk.crocodile", "hull flamethrower", "de.pz4h", K.DIRECT_AT, "", 0, ""),
        ("uk.crocodile", "hull flamethrower", "de.pz4h", K.DIRECT_AT, MOVED, 0, "is not stationary"),
        ("uk.crocodile", "hull flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, "", 0, ""),
        ("uk.crocodile", "hull flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, MOVED, 0, "is not stationary"),
        ("uk.crocodile", "hull flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, REDEPLOYED, 0, "is not stationary"),
        ("uk.crocodile", "hull flamethrower", "de.opel", K.DIRECT_SMALL_ARMS, REDEPLOYED, 0, "is not stationary"),
        ("uk.crocodile", "hull flamethrower", "de.sdkfz251", K.DIRECT_AT, REDEPLOYED, 0, ""),
        ("uk.crocodile", "hull flamethrower", "de.pz4h", K.DIRECT_AT, "", 2, ""),
        ("uk.crocodile", "hull flamethrower", "de.pz4h", K.DIRECT_AT, "", 3, "is used up"),
        ("de.pioneers", "flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, "", 0, ""),
        ("de.pioneers", "flamethrower", "de.squad", K.DIRECT_SMALL_ARMS, "", 1, "is used up"),
        ("uk.crocodile", "hull flamethrower", "de.opel", K.DIRECT_AT, "", 0, "flame at what has no armour is direct fire - small arms"),
        ("uk.crocodile", "hull flamethrower", "de.pak40", K.DIRECT_AT, "", 0, "flame at what has no armour is direct fire - small arms"),
        ("uk.sherman", "75mm", "de.pz4h", K.DIRECT_AT, MOVED, 0, ""),
        ("uk.piat", "PIAT", "de.pz4h", K.DIRECT_AT, MOVED, 0, ""),
        ("uk.squad", "", "de.squad", K.DIRECT_SMALL_ARMS, MOVED, 0, ""),
    ],
)  # fmt: skip
def test_flame_strikes_only_who_has_not_stirred_and_burns_out(
    firer: str, weapon: str, target: str, kind: K, condition: str, used: int, said: str
) -> None:
    state = shooting(firer, target, 7, kind, *([condition] if condition else []))
    if used:
        state = with_status(state, "a", replace(status(state, "a"), used=((weapon, used),)))
    why = refusal(state, Fire(UK, "a", "b", kind, weapon))
    assert said in why
    assert bool(said) == bool(why)


@proves("KN-AIR-33", "KN-AIR-12", "KN-AIR-19", "KN-AIR-08")
def test_rockets_leave_in_pairs_and_what_is_not_seen_is_not_fired_at() -> None:
    state = game(unit("plane", "uk.typhoon", (40, 33.5)), unit("foe", "de.squad", (40, 20)))
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)

    def rockets(after: GameState) -> int:
        held = weapons_left(position(after), after.unit("plane"))
        return next((left for weapon, left in held if weapon.name == "rockets"), 0)

    before = rockets(state)
    strike = Strike(UK, "plane", "foe", K.DIRECT_HE, "rockets", 2)
    assert rockets(act(state, strike, 1, 2)) == before
    assert rockets(act(state, strike, 1, 3, 1, 1, 1, 1)) == before - 4
    assert rockets(act(state, replace(strike, pairs=before // 2), 1, 3, *[1] * before)) == 0


@proves("KN-IND-03", "KN-IND-06", "KN-IND-07")
def test_a_new_request_takes_the_old_marker_up_even_if_nobody_hears_it() -> None:
    """OUR 104, 105: the observer asks again, and his radio fails."""
    state = game(
        unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr", (40, 60)), unit("foe", "de.squad", (40, 20))
    )  # fmt: skip
    marked = asked(state, guns=("g",))
    assert [mission.at for mission in missions(marked)] == [Spot(40, 20)]
    again = told_to(marked, "hq", K.REQUEST)
    after = act(again, RequestMission(UK, "hq", ("g",), Spot(44, 20)), 2)
    assert missions(after) == ()
    assert position(after).progress.activation is None


@proves("KN-IND-16", "KN-IND-18", "KN-IND-41", "KN-IND-42")
@pytest.mark.parametrize(
    ("shots", "fallen"),
    [((6, 3, 2, 1), (1, 2)), ((1, 1), (0, 0)), ((2, 3, 4, 5), (0, 4)), ((6, 6, 6), (3, 0)), ((5,), (0, 1))],
)
def test_a_shell_that_falls_misses_on_1_comes_close_on_2_to_5_and_hits_on_6(
    shots: tuple[int, ...], fallen: tuple[int, int]
) -> None:
    """Of each kind all are counted before any is worked out."""
    barrage = Barrage(HighExplosive(ShellSize.MEDIUM, 4, 2), (), ())
    assert bombard(barrage, len(shots), dice_of(shots)).fallen == fallen


@proves("KN-ACT-12", "KN-IND-43", "KN-IND-44")
def test_guns_that_have_a_marker_may_be_asked_for_another_and_lent_ones_may_not() -> None:
    """OUR 105: a new mission takes the place of the one before; guns of general support are not one's own."""
    state = asked(battery())
    assert dedicated_batteries(position(state), UK) == (GUNS,)
    (mission,) = missions(state)
    lent = GAME.apply(state, MissionAsked(replace(mission, is_general=True), "a test"))
    assert dedicated_batteries(position(lent), UK) == ()


@proves("KN-IND-22", "KN-IND-13")
@pytest.mark.parametrize(("allowance", "fired", "stays"), [(20, 2, True), (20, 3, False), (3, 2, True), (4, 2, True)])  # fmt: skip
def test_a_marker_stays_for_guns_that_have_still_to_fire_in_this_turn_or_a_later_one(
    allowance: int, fired: int, stays: bool
) -> None:
    """OUR 104: the request cost an activation, each gun that fires costs another."""
    state = asked(battery())
    state = with_progress(state, replace(progress_of(state), allowance=allowance))
    shots = [1] * (2 * fired)
    after = act(state, FireForEffect(UK, "mission 1", GUNS[:fired]), *shots)
    assert bool(missions(after)) is stays


@proves("KN-BMOR-11", "KN-BMOR-12")
def test_an_empty_pot_is_filled_with_all_counters_but_those_that_were_kept() -> None:
    """OUR 13: every 4 has been drawn and is kept."""
    state = game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)))
    course = progress_of(state)
    fours = dict(course.pot)["4"]
    empty = replace(
        course, pot=tuple((name, 0) for name, _ in course.pot), drawn=tuple((UK, "4") for _ in range(fours))
    )  # fmt: skip
    resolution = resolving(with_progress(state, empty), dice_of([1]))
    draw_counter(resolution, UK, "a test")
    pot = dict(progress_of(resolution.state).pot)
    assert pot["4"] == 0
    assert sum(pot.values()) == sum(left for _, left in course.pot) - fours - 1


@proves("KN-BMOR-11", "KN-BMOR-12")
def test_a_pot_that_was_emptied_twice_is_filled_with_all_counters_again() -> None:
    """OUR 13: twice as many as there are have been drawn and are kept."""
    state = game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)))
    course = progress_of(state)
    kept = tuple((UK, name) for name, count in course.pot for _ in range(2 * count))
    empty = replace(course, pot=tuple((name, 0) for name, _ in course.pot), drawn=kept)
    resolution = resolving(with_progress(state, empty), dice_of([1]))
    draw_counter(resolution, UK, "a test")
    left = sum(count for _, count in progress_of(resolution.state).pot)
    assert left == sum(count for _, count in course.pot) - 1
    assert min(count for _, count in progress_of(resolution.state).pot) > 0


@proves(
    "KN-AIR-17", "KN-AIR-18", "KN-AIR-19", "KN-AIR-20", "KN-AIR-33", "KN-AA-08", "KN-AIR-29a", "KN-AIR-24",
    "KN-AIR-25",
)  # fmt: skip
def test_what_aircraft_of_the_house_list_carry() -> None:
    """Hits, rockets and bombs are printed; of its cannon a shell of 20 mm pierces 2 at first and 1 from 16 inches."""
    hits = {row.id: row.hits for row in HOUSE_ROSTER.values() if row.kind is Kind.AIRCRAFT}
    assert hits["uk.spitfire"] == 3
    assert hits["uk.typhoon"] == hits["uk.typhoon_bomber"] == 4
    cannon = next(weapon for weapon in HOUSE_ROSTER["uk.spitfire"].weapons if weapon.kind.is_autocannon)
    assert (cannon.he, cannon.ap, cannon.uses) == (
        HighExplosive(ShellSize.LIGHT, 1, 1),
        (2, 2, 1, 1, 1, 1),
        3,
    )
    rockets = HOUSE_ROSTER["uk.typhoon"].weapon("rockets")
    assert (rockets.he, rockets.uses) == (HighExplosive(ShellSize.HEAVY, 4, 8), 8)
    bombs = HOUSE_ROSTER["uk.typhoon_bomber"].weapon("medium bombs")
    assert (bombs.he, bombs.uses) == (HighExplosive(ShellSize.VERY_HEAVY, 6, 12), 2)


@proves("KN-SPEC-02", "KN-SPEC-03", "KN-DFAT-01", "KN-DFAT-02", "KN-DFHE-02")
@pytest.mark.parametrize(
    ("firer", "weapon", "round", "kind", "counted"),
    [
        ("uk.sherman", "75mm", "", K.DIRECT_AT, "ap"), ("uk.sherman", "75mm", "high explosive", K.DIRECT_AT, "he"),
        ("uk.6pdr", "6 pdr", "", K.DIRECT_AT, ""), ("uk.17pdr", "17 pdr", "", K.DIRECT_AT, ""),
        ("uk.piat", "PIAT", "", K.DIRECT_AT, ""), ("uk.crocodile", "hull flamethrower", "", K.DIRECT_AT, ""),
        ("de.puma", "", "", K.DIRECT_AT, "ap"),
    ],
)  # fmt: skip
def test_only_rounds_of_an_armoured_vehicles_main_gun_are_counted(
    firer: str, weapon: str, round: str, kind: K, counted: str
) -> None:
    state = shooting(firer, "de.pz4h", 7, kind)
    gun = weapon or next(one.name for one in HOUSE_ROSTER[firer].weapons if one.kind.is_main_gun)
    sheet = work_out(position(state), Order("a", "b", kind, gun, round), moves=False)
    assert isinstance(sheet, Sheet)
    assert sheet.shell == counted
