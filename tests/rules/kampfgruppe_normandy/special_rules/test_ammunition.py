"""Ammunition: rounds of armoured vehicles, guns that run out, and supply vehicles."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.game.chance.odds import odds_of
from rules.game.state import GameState
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.book.counted import counted
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.declarations.anti_aircraft import FireAtAircraft
from rules.kampfgruppe_normandy.declarations.buildings import FireAtBuilding
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import (
    FireForEffect,
    FireIndirectly,
)
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.special_events import PlayEvent
from rules.kampfgruppe_normandy.declarations.supply import ReSupply, loads_of
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import bombard
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at
from rules.kampfgruppe_normandy.questions.batteries import is_empty, why_gun_silent
from rules.kampfgruppe_normandy.questions.declarable import declarable
from rules.kampfgruppe_normandy.questions.fire.fire_orders import work_out
from rules.kampfgruppe_normandy.questions.fire.fire_sheet import Order, Sheet
from rules.kampfgruppe_normandy.questions.gun_crew import counts_its_shells
from rules.kampfgruppe_normandy.state.ammunition_events import LAST_SHOT, GunEmpty, LastShotLeft
from rules.kampfgruppe_normandy.state.fire_missions import Mission
from rules.kampfgruppe_normandy.state.progress import Status, progress_of, with_progress
from rules.kampfgruppe_normandy.state.support_events import MissionAsked
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import scene
from tests.rules.kampfgruppe_normandy.support.shelling import HEAVY_5, MARK, with_mission_on_target
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    FAR,
    GAME,
    NO_SHELLS,
    UK,
    act,
    area,
    building,
    firing,
    game,
    legal,
    opened,
    position,
    ready,
    refusal,
    shooting,
    status,
    table,
    told_to,
    unit,
    with_counter,
)


@proves("KN-SPEC-03", "KN-SPEC-02", "KN-SPEC-04")
def test_every_shell_is_counted_until_none_of_its_kind_is_left() -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.pz4h", (30, 24), 270),
        FAR,
        rounds={"a": {"ap": 1, "he": 3}},
    )
    state = firing(state, "a", "b", K.DIRECT_AT, 3, 2, weapon="75mm")
    assert status(state, "a").left("ap") == 0
    assert "no AP rounds left" in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))
    assert not refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm", "high explosive"))


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


@proves("KN-SPEC-24a.3")
def test_an_anti_aircraft_gun_with_one_shot_left_is_empty_after_it() -> None:
    state = game(
        unit("gun", "uk.bofors", (40, 40)), unit("plane", "de.bf109", (40, 20)),
        unit("foe", "de.squad", (70, 40)),
    )  # fmt: skip
    state = LAST_SHOT.put(told_to(state, "gun", K.SUPPRESS_AIRCRAFT, K.SUPPRESS_AIRCRAFT), ("gun",))
    state = act(state, FireAtAircraft(UK, "gun", "plane"), 1)
    assert "40mm Bofors" not in dict(position(state).weapons_left(state.unit("gun")))
    assert "gun is out of ammunition" in refusal(state, FireAtAircraft(UK, "gun", "plane"))


@proves("KN-SPEC-24a.3", "KN-AA-03")
def test_an_empty_gun_that_cannot_fire_at_aircraft_is_refused_for_that_reason() -> None:
    """Not for want of shells; a weapon that the gun does not have is refused as missing."""
    state = game(
        unit("gun", "uk.6pdr", (40, 40)), unit("plane", "de.bf109", (40, 20)), unit("foe", "de.squad", (40, 24)),
        status={"gun": Status(men=3, is_empty=True)},
    )  # fmt: skip
    told = told_to(state, "gun", K.SUPPRESS_AIRCRAFT, K.DIRECT_SMALL_ARMS)
    never = "gun has nothing that reaches aircraft"
    assert never in refusal(told, FireAtAircraft(UK, "gun", "plane"))
    assert never in refusal(state, Activate(UK, "gun", (K.SUPPRESS_AIRCRAFT, K.MOVE)))
    told = told_to(state, "gun", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert "gun has no Bren" in refusal(told, Fire(UK, "gun", "foe", K.DIRECT_SMALL_ARMS, "Bren"))


@proves("KN-SPEC-24a.3")
def test_a_gun_that_fires_its_last_shot_as_small_arms_is_empty() -> None:
    state = game(unit("gun", "uk.bofors", (40, 40)), unit("foe", "de.squad", (40, 20)))
    state = LAST_SHOT.put(told_to(state, "gun", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS), ("gun",))
    state = act(state, Fire(UK, "gun", "foe", K.SUPPRESS_SMALL_ARMS), 1)
    assert "40mm Bofors" not in dict(position(state).weapons_left(state.unit("gun")))


@proves("KN-SPEC-24a.3")
def test_a_mortar_that_fires_its_last_bomb_for_effect_is_empty() -> None:
    units = unit("hq", "uk.hq", (40, 32)), unit("m", "uk.3in_mortar", (40, 50)), unit("foe", "de.squad", (40, 20))  # fmt: skip
    state = LAST_SHOT.put(with_mission_on_target(game(*units), guns=("m",)), ("m",))
    fired = act(state, FireForEffect(UK, "mission 1", ("m",)), 1)
    assert is_empty(position(fired), fired.unit("m"))


def _wespe(he: int) -> GameState:
    """A headquarters and a self-propelled howitzer with this number of HE rounds, and a squad 20 inches off."""
    return game(
        unit("hq", "uk.hq", (40, 32)),
        unit("g", "de.wespe", (40, 50), side=UK),
        unit("foe", "de.squad", (40, 20)),
        status={"g": Status(rounds=(("ap", 0), ("he", he)))},
    )


@proves("KN-SPEC-03", "KN-IND-13")
@pytest.mark.parametrize(("he", "dice", "left"), [(3, 2, 1), (2, 2, 0), (1, 1, 0)])
def test_an_armoured_howitzer_spends_a_round_for_each_shot_of_indirect_fire(
    he: int, dice: int, left: int
) -> None:
    state = with_mission_on_target(_wespe(he), guns=("g",))
    fired = act(state, FireForEffect(UK, "mission 1", ("g",)), *[1] * dice)
    assert progress_of(fired).of("g").left("he") == left
    alone = told_to(state, "g", K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)
    assert progress_of(act(alone, FireIndirectly(UK, "g"), *[1] * dice)).of("g").left("he") == left


@proves("KN-SPEC-03", "KN-IND-16")
@pytest.mark.parametrize(("he", "dice"), [(2, 2), (1, 1)])
def test_the_odds_of_an_armoured_howitzer_know_how_many_rounds_it_has(he: int, dice: int) -> None:
    state = with_mission_on_target(_wespe(he), guns=("g",))
    told = GAME.chances(state, FireForEffect(UK, "mission 1", ("g",)))
    assert f"{counted(dice, 'die')}, heavy" in " ".join(map(str, told.reasons))
    assert told.odds is not None
    barrage = barrage_at(position(state), MARK, HEAVY_5)
    fallen = odds_of(lambda thrown: bombard(barrage, dice, thrown).target("foe"))
    assert told.odds.chances["no effect"] == fallen.chances[barrage.target("foe")]


@proves("KN-SPEC-03", "KN-IND-04")
def test_an_armoured_howitzer_without_recorded_rounds_fires_without_counting() -> None:
    """So are those lent for one mission of general support."""
    state = with_mission_on_target(_wespe(3), guns=("g",))
    course = progress_of(state)
    noted = {name: held for name, held in course.status.items() if name != "g"}
    lent = with_progress(state, replace(course, status=noted))
    fired = act(lent, FireForEffect(UK, "mission 1", ("g",)), 1, 1)
    assert "g" not in progress_of(fired).status


@proves("KN-SPEC-03", "KN-IND-04")
def test_an_armoured_howitzer_without_a_round_of_high_explosive_is_silent() -> None:
    empty = _wespe(0)
    waiting = GAME.apply(empty, MissionAsked(Mission("mission 1", UK, "hq", ("g",), MARK, is_on=True), ""))
    assert "g has no HE rounds left" in refusal(waiting, FireForEffect(UK, "mission 1", ("g",)))
    assert not any(isinstance(one, FireForEffect) for one in legal(waiting))
    alone = refusal(waiting, Activate(UK, "g", (K.SUPPRESS_INDIRECT, K.SUPPRESS_INDIRECT)))
    assert "g has no HE rounds left" in alone
    asking = told_to(empty, "hq", K.REQUEST)
    assert "g has no HE rounds left" in refusal(asking, RequestMission(UK, "hq", ("g",), MARK))


@proves("KN-WPN-24", "KN-SPEC-24a.3", "KN-WPN-19a")
@pytest.mark.parametrize(
    ("type_id", "men", "conditions", "said"),
    [
        ("uk.25pdr", 4, (), None), ("uk.25pdr", 2, (), None), ("uk.25pdr", 1, (), "needs a crew of 2"),
        ("de.wespe", 0, (), None), ("uk.3in_mortar", 1, (), "needs a crew of 2"), ("uk.25pdr", 4, (SUPPRESSED,), "is suppressed"),
        ("uk.6pdr", 3, (), "has nothing that fires indirectly"), ("uk.platoon_hq", 5, (), "has nothing that fires indirectly"),
    ],
)  # fmt: skip
def test_why_a_gun_is_silent(type_id: str, men: int, conditions: tuple[str, ...], said: str | None) -> None:
    state = game(
        unit("g", type_id, (40, 40), 0, *conditions),
        unit("foe", "de.squad", (80, 9)),
        status={"g": Status(men=men, rounds=(("ap", 0), ("he", 3)))},
    )
    reason = why_gun_silent(position(state), state.unit("g"))
    assert (reason is None) is (said is None)
    assert reason is None or said is None or said in reason.text


@proves("KN-SPEC-24a.3")
def test_a_gun_whose_ammunition_is_gone_is_silent() -> None:
    empty = Status(men=4, lost_weapons=("25 pdr",))
    state = game(unit("g", "uk.25pdr", (40, 40)), unit("foe", "de.squad", (80, 9)), status={"g": empty})
    assert "g is out of ammunition" in str(why_gun_silent(position(state), state.unit("g")))


@proves("KN-SPEC-24a.1", "KN-SPEC-24a.2", "KN-SPEC-24a.3", "KN-BMOR-22a")
def test_a_gun_out_of_ammunition_falls_silent_after_its_last_shot() -> None:
    state = game(
        unit("pak", "de.pak40", (30, 30)), unit("pz", "de.pz4h", (40, 30)), unit("own", "uk.squad", (9, 9))
    )
    state = with_counter(state, NO_SHELLS)
    assert set(legal(state)) == {PlayEvent(UK, "pak")}
    fine = act(state, PlayEvent(UK, "pak"), 2)
    assert LAST_SHOT.of(progress_of(fine)) == ()
    last = act(state, PlayEvent(UK, "pak"), 4)
    assert LAST_SHOT.of(progress_of(last)) == ("pak",)
    gone = act(state, PlayEvent(UK, "pak"), 6, 1)
    assert "pak" not in gone.units
    assert progress_of(gone).counters_of(DE) == ("1",)
    ready = replace(last, course=replace(progress_of(last), acting=DE))
    ready = told_to(ready, "pak", K.DIRECT_AT, K.DIRECT_AT)
    ready = ready.with_unit(unit("tank", "uk.sherman", (30, 10)))
    shot = Fire(DE, "pak", "tank", K.DIRECT_AT, "75mm PaK 40")
    after = act(ready, shot, 2, 1)
    assert "75mm PaK 40" not in dict(position(after).weapons_left(after.unit("pak")))
    assert "small arms" in dict(position(after).weapons_left(after.unit("pak")))
    spent = "pak is out of ammunition (KGN Special events, OUR 131, inferred)"
    assert refusal(after, shot) == spent
    assert refusal(after, replace(shot, weapon="88mm")) == "pak has no 88mm (KGN Weapons of World War II)"
    next_turn = with_progress(after, replace(progress_of(after), activation=None, activated=frozenset()))
    assert refusal(next_turn, Activate(DE, "pak", (K.DIRECT_AT, K.MOVE))) == spent


@proves("KN-SPEC-24a.3", "KN-BLDG-03", "KN-WPN-16", "KN-ACT-06")
def test_an_empty_gun_is_told_why_it_cannot_fire_at_men_houses_and_aircraft() -> None:
    state = game(
        unit("flak", "uk.bofors", (36, 34)), unit("foe", "de.squad", (30, 20)), unit("plane", "de.bf109", (30, 10)),
        pieces=[area(T.BRICK_BUILDING, 40, 18, 44, 22)], status={"flak": Status(men=4, is_empty=True)},
    )  # fmt: skip
    spent, gun = "flak is out of ammunition", "40mm Bofors"
    men = told_to(state, "flak", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert spent in refusal(men, Fire(UK, "flak", "foe", K.DIRECT_SMALL_ARMS, gun))
    house = told_to(state, "flak", K.DIRECT_AT, K.MOVE)
    assert spent in refusal(house, FireAtBuilding(UK, "flak", "brick_building", K.DIRECT_AT, gun))
    assert spent in refusal(state, Activate(UK, "flak", (K.SUPPRESS_AIRCRAFT, K.MOVE)))
    assert spent in refusal(state, Activate(UK, "flak", (K.DIRECT_AT, K.MOVE)))


@proves("KN-SPEC-24a.2")
def test_the_odds_of_a_want_of_ammunition_tell_the_shot_that_is_left() -> None:
    state = with_counter(game(unit("pak", "de.pak40", (30, 30)), unit("own", "uk.squad", (9, 9))), NO_SHELLS)
    odds = GAME.chances(state, PlayEvent(UK, "pak")).odds
    assert odds is not None
    assert odds.of("pak: has one shot left") == Fraction(1, 2)


@proves("KN-SPEC-24a.3")
@pytest.mark.parametrize(
    ("firer", "last_shots", "kind", "dice", "empty"),
    [
        ("pak", ("pak",), K.DIRECT_AT, (6, 1), True),
        ("pak", ("pak",), K.DIRECT_AT, (1,), False),
        ("pak", (), K.DIRECT_AT, (6, 1), False),
        ("pak", ("other",), K.DIRECT_AT, (6, 1), False),
        ("pak", ("pak",), K.SUPPRESS_SMALL_ARMS, (1,), False),
    ],
)
def test_the_last_shot_is_that_of_the_gun_which_had_one_left_and_fired(
    firer: str, last_shots: tuple[str, ...], kind: K, dice: tuple[int, ...], empty: bool
) -> None:
    """Not an attempt without sight, a shot of another gun, or a rifle's."""
    gun = "75mm PaK 40"
    foe = unit("foe", "uk.squad" if kind is K.SUPPRESS_SMALL_ARMS else "uk.sherman", (30, 10))
    wood = [area(T.CROPS, 20, 4, 40, 14)]
    state = game(
        unit("pak", "de.pak40", (30, 30)), unit("other", "de.pak40", (60, 30)), foe, acting=DE, pieces=wood
    )
    for one in last_shots:
        state = LastShotLeft(one).on(state)
    state = told_to(state, firer, kind, kind)
    weapon = "" if kind is K.SUPPRESS_SMALL_ARMS else gun
    after = act(state, Fire(DE, firer, "foe", kind, weapon), *dice)
    left = dict(position(after).weapons_left(after.unit(firer)))
    assert (gun not in left) is empty
    assert "small arms" in left
    assert LAST_SHOT.of(progress_of(after)) == (() if empty else last_shots)


def _supply(gap_in: float = 0.5, rounds: tuple[tuple[str, int], ...] = (("ap", 0), ("he", 1))) -> GameState:
    state = game(
        unit("truck", "uk.supply_truck", (30, 30)),
        unit("tank", "uk.sherman", (30 + 1.4 + gap_in, 30)),
        unit("foe", "de.squad", (60, 60)),
        status={"tank": Status(rounds=rounds)},
    )
    return told_to(state, "truck", K.RE_SUPPLY, K.MOVE)


@proves("KN-SPEC-05", "KN-SPEC-06", "KN-SPEC-15", "KN-ACT-14")
def test_a_supply_vehicle_in_contact_fills_one_vehicle_with_any_load() -> None:
    state = _supply()
    rating = BOOK.type("uk.sherman").ammunition
    offered = {(one.ap, one.he) for one in legal(state) if isinstance(one, ReSupply)}
    assert offered == {(ap, rating - ap) for ap in range(rating + 1)}
    after = act(state, ReSupply(UK, "truck", "tank", rating - 1, 1))
    assert progress_of(after).of("tank").left("ap") == rating - 1
    assert progress_of(after).of("tank").left("he") == 1
    activation = progress_of(after).activation
    assert activation is not None
    assert activation.next_kind is K.MOVE


@proves("KN-SPEC-24b")
def test_a_gun_is_re_supplied_in_words_without_rounds() -> None:
    assert str(ReSupply(UK, "truck", "gun")) == "truck re-supplies gun"
    assert str(ReSupply(UK, "truck", "tank", 8, 1)) == "truck re-supplies tank: 8 AP, 1 HE"


@proves("KN-SPEC-06")
def test_supply_needs_contact_and_a_load_the_vehicle_takes() -> None:
    full = ReSupply(UK, "truck", "tank", 1, 8)
    assert refusal(_supply(gap_in=1.0), full) == ""
    said = 'truck is 1.1" from tank, not in contact (KGN Supply vehicles; KGN Measuring distances, OUR 221, house value)'
    assert refusal(_supply(gap_in=1.1), full) == said
    assert "are no load" in refusal(_supply(), ReSupply(UK, "truck", "tank", 20, 20))


@proves("KN-SPEC-02", "KN-SPEC-04")
def test_a_gun_of_one_shell_takes_that_alone() -> None:
    assert set(loads_of(BOOK.type("uk.daimler"))) == {(10, 0)}
    assert set(loads_of(BOOK.type("us.m4_105"))) == {(0, 6)}


@proves("KN-SPEC-02", "KN-SPEC-04")
@pytest.mark.parametrize("kind", ["uk.jeep", "uk.m5_halftrack"])
def test_soft_skins_and_half_tracks_without_a_gun_take_no_shells(kind: str) -> None:
    state = game(
        unit("truck", "uk.supply_truck", (30, 30)),
        unit("other", kind, (32, 30)),
        unit("foe", "de.squad", (60, 60)),
    )
    state = told_to(state, "truck", K.RE_SUPPLY)
    assert "no rounds" in refusal(state, ReSupply(UK, "truck", "other"))


@proves("KN-SPEC-24a.1")
@pytest.mark.parametrize(("men", "counts"), [(2, True), (3, True), (4, False)])
def test_a_team_with_a_light_mortar_has_three_men_at_most(men: int, counts: bool) -> None:
    assert counts_its_shells(replace(BOOK.type("de.mortar_50mm"), men=men)) is counts


@proves("KN-SPEC-24a.1")
@pytest.mark.parametrize(
    ("type_id", "counts"), [("uk.vickers", False), ("uk.piat", False), ("uk.6pdr", True)]
)
def test_teams_without_a_mortar_never_run_short_of_shells(type_id: str, counts: bool) -> None:
    assert counts_its_shells(BOOK.type(type_id)) is counts


@proves("KN-SPEC-24b", "KN-SPEC-06")
def test_a_supply_vehicle_lets_an_empty_gun_fire_again() -> None:
    state = game(
        unit("truck", "uk.supply_truck", (30, 30)),
        unit("cart", "uk.supply_truck", (34, 30)),
        unit("gun", "uk.6pdr", (32, 30)),
        unit("foe", "de.squad", (60, 60)),
    )
    state = GunEmpty("gun").on(state)
    state = told_to(state, "truck", K.RE_SUPPLY)
    assert ReSupply(UK, "truck", "gun") in legal(state)
    after = act(state, ReSupply(UK, "truck", "gun"))
    assert "6 pdr" in dict(position(after).weapons_left(after.unit("gun")))
    again = told_to(after, "cart", K.RE_SUPPLY)
    assert "no rounds" in refusal(again, ReSupply(UK, "cart", "gun")), "it has its shells"


@proves("KN-SPEC-24a.1", "KN-SPEC-24a.3", "KN-SPEC-24b")
def test_a_light_mortar_team_fires_its_last_bomb_and_has_more_from_a_supply_vehicle() -> None:
    state = game(
        unit("team", "de.mortar_50mm", (30, 30)), unit("cart", "uk.supply_truck", (31.5, 30), side=DE),
        unit("foe", "uk.squad", (30, 14)), acting=DE,
    )  # fmt: skip
    state = told_to(LastShotLeft("team").on(state), "team", K.SUPPRESS_HE, K.SUPPRESS_HE)
    shot = Fire(DE, "team", "foe", K.SUPPRESS_HE, "50mm mortar")
    fired = act(state, shot, 1)
    assert "team is out of ammunition" in refusal(fired, shot)
    assert "small arms" in dict(position(fired).weapons_left(fired.unit("team")))
    supplied = act(told_to(fired, "cart", K.RE_SUPPLY), ReSupply(DE, "cart", "team"))
    assert "50mm mortar" in dict(position(supplied).weapons_left(supplied.unit("team")))


@proves("KN-SPEC-24b")
def test_a_mortar_that_fell_with_its_man_does_not_come_back_with_supplies() -> None:
    state = game(
        unit("team", "de.mortar_50mm", (30, 30)), unit("cart", "uk.supply_truck", (31.5, 30), side=DE),
        unit("foe", "uk.squad", (30, 14)), acting=DE,
        status={"team": Status(men=1, lost_weapons=("50mm mortar",))},
    )  # fmt: skip
    state = told_to(state, "cart", K.RE_SUPPLY)
    assert "no rounds" in refusal(state, ReSupply(DE, "cart", "team"))


@proves("KN-SPEC-24b", "KN-DFSA-56")
@pytest.mark.parametrize("ran_short", [LastShotLeft("team"), GunEmpty("team")])
def test_supplies_bring_shells_and_not_the_mortar_that_fell_with_its_man(
    ran_short: LastShotLeft | GunEmpty,
) -> None:
    state = game(
        unit("team", "de.mortar_50mm", (30, 30)), unit("cart", "uk.supply_truck", (31.5, 30), side=DE),
        unit("foe", "uk.squad", (30, 14)), acting=DE,
        status={"team": Status(men=1, lost_weapons=("50mm mortar",))},
    )  # fmt: skip
    state = told_to(ran_short.on(state), "cart", K.RE_SUPPLY)
    after = act(state, ReSupply(DE, "cart", "team"))
    assert set(dict(position(after).weapons_left(after.unit("team")))) == {"small arms"}


@proves("KN-SPEC-24b")
def test_a_gun_that_a_log_of_an_earlier_version_leaves_empty_keeps_its_weapon() -> None:
    state = game(unit("gun", "uk.bofors", (30, 30)), unit("foe", "de.squad", (30, 14)))
    empty = GAME.events.read({"is": "GunEmpty", "gun": "gun", "weapons": ["40mm Bofors"]})
    after = empty.on(LastShotLeft("gun").on(state))
    assert progress_of(after).of("gun").is_empty
    assert progress_of(after).of("gun").lost_weapons == ()
    assert LAST_SHOT.of(progress_of(after)) == ()


@proves("KN-SPEC-15")
def test_only_units_with_the_rule_may_re_supply() -> None:
    state = game(unit("truck", "uk.supply_truck", (30, 30)), unit("lorry", "uk.bedford", (32, 30)))
    assert K.RE_SUPPLY in declarable(position(state), state.unit("truck"))
    assert K.RE_SUPPLY not in declarable(position(state), state.unit("lorry"))


@proves("KN-SPEC-24a.1")
@pytest.mark.parametrize(
    ("type_id", "counts"),
    [("uk.6pdr", True), ("uk.3in_mortar", True), ("de.mortar_50mm", True), ("uk.vickers", False), ("uk.squad", False), ("uk.sherman", False)],
)  # fmt: skip
def test_guns_and_mortar_teams_can_run_out_of_ammunition(type_id: str, counts: bool) -> None:
    assert counts_its_shells(BOOK.type(type_id)) is counts


@proves("KN-WPN-19a", "KN-SPEC-24a.3", "KN-SPEC-04")
@pytest.mark.parametrize(("men", "why"), [(1, "needs a crew of 2"), (2, "")])
def test_a_gun_needs_two_men_and_a_shell_to_fire_at_a_building(men: int, why: str) -> None:
    state = game(
        unit("gun", "uk.6pdr", (32, 60)), unit("foe", "de.squad", (32, 32)), pieces=[building(T.BRICK_BUILDING)],
        status={"foe": Status(men=8, inside="brick_building"), "gun": Status(men=men)},
    )  # fmt: skip
    state = told_to(LAST_SHOT.put(state, ("gun",)), "gun", K.DIRECT_HE, K.DIRECT_HE)
    fire = FireAtBuilding(UK, "gun", "brick_building", K.DIRECT_HE, "6 pdr")
    assert why in refusal(state, fire)
    if not why:
        assert "gun is out of ammunition" in refusal(act(state, fire, 1), fire)


@proves("KN-SPEC-02", "KN-KIT-02")
@pytest.mark.parametrize(
    ("type", "rounds", "fits"),
    [
        ("uk.sherman", {"ap": 0, "he": 9}, True),
        ("uk.sherman", {"ap": 9, "he": 0}, True),
        ("uk.sherman", {"ap": -1, "he": 9}, False),
        ("uk.sherman", {"ap": 10, "he": 0}, False),
        ("uk.daimler", {"ap": 9, "he": 0}, True),
        ("uk.daimler", {"ap": 9, "he": 1}, False),
    ],
)
def test_the_rounds_of_a_tank_are_within_its_ammunition(
    type: str, rounds: dict[str, int], fits: bool
) -> None:
    """A Sherman V carries nine; a Daimler's gun fires no HE."""
    units = (unit("a", type, (10, 24), 90), unit("b", "de.squad", (60, 24)))
    if not fits:
        with pytest.raises(BadInput, match=r"rounds"):
            opened(table(), *units, rounds={"a": rounds})
        return
    assert dict(status(opened(table(), *units, rounds={"a": rounds}), "a").rounds) == rounds


@proves("KN-SPEC-05", "KN-SPEC-06", "KN-SPEC-15", "KN-ACT-14", "KN-SPEC-04")
@pytest.mark.parametrize(
    ("vehicle", "said"),
    [
        ("panzer", "uk has no panzer on the table"),
        ("nobody", "uk has no nobody on the table"),
        ("hq", "hq has no rounds to fill up"),
        ("tank", "20 AP and 20 HE are no load of tank, which takes 9 rounds"),
    ],
)
def test_supply_is_for_own_vehicles_that_are_short(vehicle: str, said: str) -> None:
    assert said in refusal(scene("supply", K.RE_SUPPLY), ReSupply(UK, "supply", vehicle, 20, 20))
