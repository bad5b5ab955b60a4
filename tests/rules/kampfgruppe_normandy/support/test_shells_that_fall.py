"""Shells of indirect fire: which units they reach, how hits are dealt, and when the marker is removed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game.chance.dice import Dice
from rules.game.chance.odds import odds_of
from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.book.support_kinds import Level, Priority
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, ShellSize
from rules.kampfgruppe_normandy.declarations.indirect_fire.fire_for_effect import FireForEffect
from rules.kampfgruppe_normandy.declarations.indirect_fire.radio import TryRadioAgain
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.indirect_fire.target_markers import FireOnMarker
from rules.kampfgruppe_normandy.effects.building_hits import DAMAGE
from rules.kampfgruppe_normandy.effects.indirect_fire.barrage import Barrage, bombard, deal, strike_unit
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import barrage_at, bombard_marker
from rules.kampfgruppe_normandy.effects.losses import lose_unit
from rules.kampfgruppe_normandy.questions.target import Fate
from rules.kampfgruppe_normandy.state.ammunition_events import GunEmpty, GunRefilled
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Duty, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.shelling import (
    GUNS,
    HEAVY_5,
    MARK,
    battery,
    missions,
    with_mission_on_target,
)
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
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


@proves("KN-IND-22", "KN-IND-13")
@pytest.mark.parametrize(("allowance", "fired", "stays"), [(20, 2, True), (20, 3, False), (3, 2, True), (4, 2, True)])  # fmt: skip
def test_a_marker_stays_for_guns_that_have_still_to_fire_in_this_turn_or_a_later_one(
    allowance: int, fired: int, stays: bool
) -> None:
    """OUR 104: the request cost an activation, each gun that fires costs another."""
    state = with_mission_on_target(battery())
    state = with_progress(state, replace(progress_of(state), allowance=allowance))
    shots = [1] * (2 * fired)
    after = act(state, FireForEffect(UK, "mission 1", GUNS[:fired]), *shots)
    assert bool(missions(after)) is stays


@proves(
    "KN-IND-05", "KN-IND-08", "KN-IND-09", "KN-IND-16", "KN-IND-23", "KN-IND-24", "KN-IND-41", "KN-SPEC-13",
)  # fmt: skip
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
    state = act(state, request, 4, 4, 6, 1)
    assert progress_of(state).owed[0].duty is Duty.SIGNALS
    state = act(state, TryRadioAgain(UK, "signals"), 3, 5, 5, 5, 1, 1, 5)
    mission = missions(state)[0]
    assert [state.unit(gun).type for gun in mission.guns] == ["uk.55in_battery"] * 3
    assert mission.at == MARK
    assert fire_support(progress_of(state)).requests == ()
    state = act(state, FireOnMarker(UK))
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
    state = act(
        state, FireForEffect(UK, mission.id, mission.guns), *fall, *damage, *saves, *special, *counter
    )
    assert "truck" not in state.units
    squad = state.unit("squad")
    assert progress_of(state).of("squad").men == 6
    assert squad.has(SUPPRESSED)
    assert isinstance(squad.at, Spot)
    assert squad.at.gap_in(MARK) < 3
    assert not set(mission.guns) & set(state.units)


@proves("KN-IND-22")
def test_the_marker_is_taken_up_when_all_have_fired() -> None:
    state = with_mission_on_target(battery())
    part = act(state, FireForEffect(UK, "mission 1", ("g1",)), 1, 1)
    assert len(missions(part)) == 1
    rest = act(part, FireForEffect(UK, "mission 1", ("g2", "g3")), 1, 1, 1, 1)
    assert missions(rest) == ()


@proves("KN-IND-22", "KN-IND-15")
def test_a_gun_without_an_activation_left_fires_at_the_marker_next_turn_and_guns_that_fired_do_not() -> None:
    """OUR 104."""
    state = with_mission_on_target(battery())
    state = with_progress(state, replace(progress_of(state), allowance=3))
    part = act(state, FireForEffect(UK, "mission 1", ("g1", "g2")), 1, 1, 1, 1)
    later = with_progress(part, replace(progress_of(part), turn=2, activated=frozenset(), spent=0))
    assert [one for one in legal(later) if isinstance(one, FireForEffect)] == [
        FireForEffect(UK, "mission 1", ("g3",))
    ]
    assert "g1 has fired mission 1" in refusal(later, FireForEffect(UK, "mission 1", GUNS))
    assert missions(act(later, FireForEffect(UK, "mission 1", ("g3",)), 1, 1)) == ()


@proves("KN-IND-22")
@pytest.mark.parametrize("guns", [("m1",), ("m2",)])
def test_an_observer_that_requests_a_new_mission_gives_up_its_old_one(guns: tuple[str, ...]) -> None:
    """OUR 104: whether he asks the same mortar or another, and even if the radio fails him."""
    state = with_mission_on_target(_two_mortars(), guns=("m1",))
    again = told_to(state, "hq", ActionKind.REQUEST)
    lost = act(again, RequestMission(UK, "hq", guns, Spot(50.0, 20.0)), 1)
    assert missions(lost) == ()
    found = act(again, RequestMission(UK, "hq", guns, Spot(50.0, 20.0)), 3, 6, 6, 1, 1, 1)
    assert [(mission.id, mission.guns) for mission in missions(found)] == [("mission 2", guns)]


@proves("KN-IND-22", "KN-IND-15")
@pytest.mark.parametrize(("fired", "lost", "stays"), [((), ("m1",), True), ((), ("m1", "m2"), False), (("m1",), ("m2",), False)])  # fmt: skip
def test_a_marker_is_removed_when_all_guns_still_to_fire_are_lost(
    fired: tuple[str, ...], lost: tuple[str, ...], stays: bool
) -> None:
    """OUR 104."""
    state = with_mission_on_target(_two_mortars(), guns=("m1", "m2"))
    if fired:
        state = act(state, FireForEffect(UK, "mission 1", fired), 1, 1)
    resolution = resolving(state, dice_of([1] * len(lost)))
    for name in lost:
        lose_unit(resolution, name, "destroyed")
    assert bool(missions(resolution.state)) is stays


@proves("KN-IND-22", "KN-SPEC-24a.3")
def test_a_marker_waits_for_a_mortar_that_is_out_of_ammunition() -> None:
    """OUR 104: it is silent, and fires at its marker when it has been supplied."""
    state = GAME.apply(with_mission_on_target(_two_mortars(), guns=("m1",)), GunEmpty("m1"))
    assert "out of ammunition" in refusal(state, FireForEffect(UK, "mission 1", ("m1",)))
    lost = resolving(state, dice_of([1]))
    lose_unit(lost, "m2", "destroyed")
    assert FireForEffect(UK, "mission 1", ("m1",)) in legal(GAME.apply(lost.state, GunRefilled("m1")))


@proves("KN-IND-22", "KN-IND-04")
def test_a_gun_called_away_from_its_battery_leaves_the_marker_to_the_others() -> None:
    """OUR 105: the new mission of one mortar takes the place of the one before for it alone."""
    both = with_mission_on_target(_two_mortars(), guns=("m1", "m2"))
    called = told_to(both, "platoon", ActionKind.REQUEST)
    after = act(called, RequestMission(UK, "platoon", ("m1",), MARK), 3, 6, 6, 1, 1, 1)
    assert [(mission.observer, mission.guns) for mission in missions(after)] == [
        ("hq", ("m2",)),
        ("platoon", ("m1",)),
    ]


@proves("KN-IND-22", "KN-IND-07")
def test_guns_keep_their_mission_if_a_new_request_fails() -> None:
    """OUR 105: the radio of the second observer fails, so his is no new mission."""
    both = with_mission_on_target(_two_mortars(), guns=("m1", "m2"))
    called = told_to(both, "platoon", ActionKind.REQUEST)
    after = act(called, RequestMission(UK, "platoon", ("m1", "m2"), MARK), 2)
    assert [(mission.observer, mission.guns) for mission in missions(after)] == [("hq", ("m1", "m2"))]


def _two_mortars() -> GameState:
    """Two mortars, and a headquarters and a platoon command that may ask for them."""
    return game(
        unit("hq", "uk.hq", (40, 32)), unit("platoon", "uk.platoon_hq", (50, 32)),
        unit("m1", "uk.3in_mortar", (36, 44)), unit("m2", "uk.3in_mortar", (44, 44)), unit("foe", "de.squad", MARK),
    )  # fmt: skip


@proves("KN-IND-17", "KN-IND-18", "KN-IND-20")
def test_hits_and_suppressions_start_at_the_nearest_and_go_round() -> None:
    assert deal(("a", "b"), 3, 1) == (("a", True), ("b", True), ("a", True), ("a", False))
    assert deal((), 2, 2) == ()


@proves("KN-IND-19", "KN-IND-20", "KN-PRIN-12", "KN-PRIN-13")
def test_only_units_within_eight_inches_are_hit_friend_or_foe() -> None:
    state = game(
        unit("foe", "de.squad", (40, 22)),
        unit("own", "uk.squad", (40, 16)),
        unit("hull", "uk.sherman", (40, 29.5)),
        unit("far", "de.squad", (40, 32)),
        unit("plane", "uk.typhoon", (40, 20)),
    )
    assert barrage_at(position(state), MARK, HEAVY_5).order == ("foe", "own", "hull")


@proves("KN-IND-20", "KN-PRIN-12")
def test_hits_go_to_the_unit_on_the_marker_before_one_half_an_inch_off_and_ties_go_by_name() -> None:
    state = game(
        unit("z", "de.runner", (40, 20)), unit("y", "de.runner", (40.8, 20)), unit("d", "uk.runner", (40, 25)),
        unit("c", "uk.runner", (40, 15)),
    )  # fmt: skip
    assert barrage_at(position(state), MARK, HEAVY_5).order == ("z", "y", "c", "d")


@proves("KN-IND-26")
def test_a_direct_hit_on_a_tank_strikes_its_side_and_gives_no_save() -> None:
    barrage = barrage_at(position(game(unit("tank", "uk.sherman", (40, 20)))), MARK, HEAVY_5)
    plates = BOOK.type("uk.sherman").armour
    assert plates is not None
    assert barrage.target("tank").armour == plates.side != plates.front
    after = bombard(barrage, 1, dice_of([6, 6, 5]))
    assert dict(after.gone) == {"tank": "destroyed"}


@proves("KN-IND-24")
def test_a_suppression_on_a_suppressed_unit_throws_no_dice() -> None:
    barrage = barrage_at(position(game(unit("foe", "de.squad", (40, 20), 0, SUPPRESSED))), MARK, HEAVY_5)
    after = bombard(barrage, 1, dice_of([4]))
    assert after.losses == ()


@proves("KN-IND-24", "KN-IND-26")
def test_a_tank_that_cannot_move_still_cannot_when_a_shell_has_shaken_its_crew() -> None:
    barrage = barrage_at(position(game(unit("tank", "uk.sherman", (40, 20), 0, IMMOBILISED))), MARK, HEAVY_5)
    after = bombard(barrage, 1, dice_of([4, 5])).target("tank")
    assert (after.suppressed, after.immobilised) == (True, True)


@proves("KN-IND-17", "KN-IND-20")
def test_hits_go_to_the_unit_nearer_the_marker_first_and_ties_go_by_name() -> None:
    """The men of a sniper stand on bases 0.6 inches across."""
    near = game(unit("a", "de.sniper", (40, 21.2)), unit("b", "uk.sniper", (40, 19.5)))
    assert barrage_at(position(near), MARK, HEAVY_5).order == ("b", "a")
    even = game(unit("b", "de.sniper", (40, 24)), unit("a", "de.sniper", (40, 16)), unit("c", "uk.squad", (90, 60)))  # fmt: skip
    assert barrage_at(position(even), MARK, HEAVY_5).order == ("a", "b")


@proves("KN-IND-20")
def test_shells_do_not_reach_aircraft() -> None:
    state = game(unit("plane", "uk.typhoon", (40, 20)), unit("foe", "de.squad", (40, 24)))
    assert barrage_at(position(state), MARK, HEAVY_5).order == ("foe",)


@proves("KN-IND-21", "KN-IND-24", "KN-IND-26", "KN-DEPL-17b", "KN-DEPL-17c")
def test_riders_shaken_off_by_one_shell_are_not_aboard_when_the_next_strikes() -> None:
    """The first pierces nothing and its light shell hits none of them, but they are off the tank, suppressed."""
    units = unit("tank", "de.panther", (40, 20)), unit("men", "de.squad"), unit("own", "uk.squad", (80, 60))
    aimed = barrage_at(
        position(game(*units, status={"men": Status(men=8, aboard="tank")})), Spot(40, 24), HEAVY_5
    )
    assert [passenger.unit for passenger in aimed.target("tank").passengers] == ["men"]
    dice = dice_of([1, 1, 1, 1, 1])
    after = strike_unit(aimed, "tank", True, dice)
    dice.assert_done()
    assert after.target("tank").passengers == ()
    assert (after.target("men").suppressed, after.target("men").save) == (True, 6)


@proves("KN-IND-16", "KN-IND-18")
def test_the_odds_of_a_bombardment_are_those_of_its_dice() -> None:
    state = with_mission_on_target(
        game(unit("hq", "uk.hq", (40, 32)), unit("g", "uk.25pdr_battery"), unit("foe", "uk.jeep", (40, 20))),
        guns=("g",),
    )
    ruling = GAME.chances(state, FireForEffect(UK, "mission 1", ("g",)))
    assert ruling.odds is not None
    shell = BOOK.type("uk.25pdr_battery").weapons[0].he
    assert shell is not None
    barrage = barrage_at(position(state), MARK, shell)

    def thrown(dice: Dice) -> str:
        after = bombard(barrage, 2, dice)
        gone = dict(after.gone)
        now = after.target("foe")
        if gone:
            return f"foe: {gone['foe']}"
        said = [
            word
            for word, holds in (("immobilised", now.immobilised), ("suppressed", now.suppressed))
            if holds
        ]
        ends = [f"foe: {', '.join(said)}"] if said else []
        heroic = not now.suppressed and any(heroic for _, _, heroic in after.owing)
        ends += ["foe may act heroically"] if heroic else []
        return "; ".join(ends) or "no effect"

    assert ruling.odds.chances == odds_of(thrown).chances


@given(st.integers(0, 9), st.integers(0, 9), st.integers(1, 6))
def test_all_results_are_dealt_as_evenly_as_possible(directs: int, suppressions: int, count: int) -> None:
    order = tuple("abcdef"[:count])
    dealt = deal(order, directs, suppressions)
    assert len(dealt) == directs + suppressions
    shares = [sum(1 for name, direct in dealt if direct and name == one) for one in order]
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)


def test_an_empty_barrage_strikes_nobody() -> None:
    assert bombard(Barrage(HEAVY_5, (), ()), 3, dice_of([6, 6, 3])).losses == ()


@proves("KN-IND-16", "KN-IND-01")
def test_the_record_says_how_the_shells_fell() -> None:
    """A 1 is wide, a 3 close and a 6 a direct hit, even with no unit near."""
    resolution = resolving(game(unit("foe", "de.squad", (80, 60))), dice_of([1, 3, 6]))
    bombard_marker(resolution, MARK, HighExplosive(ShellSize.MEDIUM, 4, 2), 3)
    assert "3 shells at (40, 20): 1 direct hit, 1 close, 1 wide" in map(str, resolution.events)


@proves("KN-IND-23")
@pytest.mark.parametrize(
    ("carrier", "order", "save"),
    [
        ("de.opel", ("box", "men"), 5),
        ("de.sdkfz251", ("box", "men"), 4),
        ("de.panther", ("box", "men"), 6),
    ],
)
def test_passengers_are_hit_after_their_carrier_and_save_by_its_cover(
    carrier: str, order: tuple[str, ...], save: int
) -> None:
    state = game(
        unit("box", carrier, (40, 20)),
        unit("men", "de.squad"),
        unit("own", "uk.squad", (40, 60)),
        status={"men": Status(men=8, aboard="box")},
    )
    barrage = barrage_at(position(state), MARK, HEAVY_5)
    assert barrage.order == order
    assert barrage.target("men").save == save


@proves("KN-IND-23")
def test_shells_do_not_reach_passengers_under_an_armoured_roof() -> None:
    roofed = replace(BOOK.type("uk.m5_halftrack"), kind=BOOK.type("uk.sherman").kind)
    book = replace(BOOK, roster={**BOOK.roster, "uk.m5_halftrack": roofed})
    state = game(
        unit("box", "uk.m5_halftrack", (40, 20)),
        unit("men", "uk.squad"),
        unit("foe", "de.squad", (40, 60)),
        status={"men": Status(men=8, aboard="box")},
    )
    assert barrage_at(Position(state, book), MARK, HEAVY_5).order == ("box",)


@proves("KN-BLDG-02b", "KN-IND-17", "KN-IND-19")
@pytest.mark.parametrize(
    ("marker", "struck"), [((40, 20), ("inside", "stone_building", "near")), ((46, 23), ("stone_building", "near", "inside"))]
)  # fmt: skip
def test_a_house_around_the_marker_takes_direct_hits_after_men_equally_near(
    marker: tuple[float, float], struck: tuple[str, ...]
) -> None:
    """OUR 149: two of four shells hit, the first what is nearest, and one falls close, which suppresses no house."""
    house = area(T.STONE_BUILDING, 38, 16, 48, 24)
    inside, near = unit("inside", "de.squad", (40, 20)), unit("near", "de.squad", (44, 26.5))
    state = game(
        inside, near, unit("own", "uk.squad", (90, 60)), pieces=[house],
        status={"inside": Status(men=8, inside="stone_building")},
    )  # fmt: skip
    aimed = barrage_at(position(state), Spot(*marker), HEAVY_5)
    nearest, farther = (one for one in struck if one != house.id)
    assert (aimed.order, aimed.hit_order) == ((nearest, farther), struck)
    for_one = barrage_at(position(state), Spot(*marker), HEAVY_5, about=farther).hit_order
    assert (for_one.index(farther), len(for_one)) == (struck.index(farther), 3), (
        "told of one alone it has the same share"
    )
    unhurt, two_hits = [1] * 5, [3, 3, 1, 1, 1]
    hits = [*unhurt, *two_hits] if struck[0] == nearest else [*two_hits, *unhurt]
    resolution = resolving(state, dice_of([6, 6, 1, 2, *hits, 3, 1]))
    bombard_marker(resolution, Spot(*marker), HEAVY_5, 4)
    assert dict(DAMAGE.of(resolution.progress)) == {"stone_building": 2}
    assert [one.id for one in resolution.state.units.values() if one.has(SUPPRESSED)] == [nearest]


@proves("KN-IND-19", "KN-IND-20", "KN-IND-23")
def test_odds_of_one_unit_still_give_other_units_their_share_of_the_shells() -> None:
    """A lorry with a squad, a half-track with a roofless load, a tank with men inside and a squad alone."""
    aboard = {"in lorry": "lorry", "in track": "track", "on tank": "tank"}
    state = game(
        unit("lorry", "de.opel", (40, 20)), unit("track", "de.sdkfz251", (43, 24)), unit("tank", "de.pz4h", (36, 24)),
        unit("men", "de.squad", (40, 26)), *(unit(name, "de.squad") for name in aboard),
        status={name: Status(men=8, aboard=carrier) for name, carrier in aboard.items()},
    )  # fmt: skip
    where, shot = position(state), HighExplosive(ShellSize.HEAVY, 5, 3)
    whole = barrage_at(where, Spot(40, 22), shot)
    for one in ("lorry", "in lorry", "track", "in track", "tank", "on tank", "men"):
        apart = barrage_at(where, Spot(40, 22), shot, about=one)
        assert len(apart.order) == len(whole.order)
        assert (place := apart.order.index(one)) == whole.order.index(one)
        assert apart.carried_by[place] == whole.carried_by[place]
        carrier = aboard.get(one)
        assert apart.concerns == ({one} if carrier is None else {one, carrier})


@proves("KN-IND-25", "KN-DFSA-40", "KN-NIGHT-03")
@pytest.mark.parametrize(("night", "save"), [(False, 6), (True, 5)])
def test_men_put_out_of_a_truck_by_a_shell_save_in_the_open_from_the_next(night: bool, save: int) -> None:
    state = game(
        unit("truck", "de.opel", (40, 20)), unit("men", "de.squad"), unit("own", "uk.squad", (9, 9)),
        status={"men": Status(men=8, aboard="truck")}, night=night,
    )  # fmt: skip
    before = barrage_at(position(state), Spot(40, 20), HighExplosive(ShellSize.HEAVY, 4, 3))
    assert (before.order, before.target("men").save) == (("truck", "men"), 5)
    dice = [3, 3, 1, 1, *([1, 1] if night else [])]
    after = strike_unit(before, "truck", True, dice_of(dice))
    assert after.losses[0].fate is Fate.DESTROYED
    assert after.target("men").save == save
