"""Aircraft: how they come, fly, are lost and go home."""

from dataclasses import replace
from math import inf, nan
from typing import Any

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, SUPPRESSED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.rocketing import RocketBuilding
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.anti_aircraft import CoverAgainstAircraft, FireAtAircraft
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.declarations.unit_morale import RequestTest
from rules.kampfgruppe_normandy.effects.air_support import SKY, arrives_on, bring_on_aircraft
from rules.kampfgruppe_normandy.effects.air_weapons import AirWeaponUsed, weapons_left
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.effects.turn_end import begin_turn
from rules.kampfgruppe_normandy.questions.marker_places import cannot_mark
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look, men_seen
from rules.kampfgruppe_normandy.state.events import on_status
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import (
    Duty,
    Obligation,
    Status,
    Step,
    progress_of,
    with_progress,
)
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import FOE, HQ, TYPHOON
from tests.rules.kampfgruppe_normandy.support.planes import (
    ATTACK,
    CANNON,
    MGS,
    ROCKETS,
    quad_and_spitfire,
    strike_at_foe,
    told_to_attack,
)
from tests.rules.kampfgruppe_normandy.tables import (
    AIRCRAFT,
    BOOK,
    DE,
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
    with_counter,
)


@proves("KN-UMOR-14", "KN-UMOR-22", "KN-UMOR-23", "KN-SPEC-23b", "KN-COV-02")
def test_the_heroic_action_of_an_aircraft_is_a_flight_that_is_free_also_in_the_enemys_turn() -> None:
    """No activation is left and the aircraft has had its own; the guns that cover do so in its side's turn."""
    state = game(
        unit("plane", "uk.typhoon", (40, 60)), unit("other", "uk.typhoon", (60, 60)), unit("eye", "uk.auster", (70, 60)),
        unit("foe", "de.squad", (40, 20)), unit("flak", "de.flak38", (10, 10), 0, COVERING), allowance=0,
    )  # fmt: skip
    course = replace(progress_of(state), activated=frozenset({"plane"}))

    def heroic(hero: str, acting: str) -> GameState:
        """Covering fire at another aircraft waits for it, and has its chance anew when it has flown."""
        owed = (Obligation(Duty.HEROIC_ACTION, UK, hero), Obligation(Duty.COVERING_FIRE, DE, other="other"))
        return with_progress(state, replace(course, acting=acting, owed=owed))

    run = Fly(UK, "plane", Spot(40, 33), 0.0, ATTACK)
    assert "activations" in refusal(state, run)
    met = act(heroic("plane", UK), run)
    assert [(owed.duty, owed.other) for owed in progress_of(met).owed] == [(Duty.COVERING_FIRE, "plane")]
    own = heroic("plane", DE)
    assert {one.unit for one in legal(own) if isinstance(one, Fly)} == {"plane"}
    assert "no heroic action" in refusal(own, replace(run, unit="other"))
    after = act(own, run)
    assert (progress_of(after).owed, progress_of(after).spent) == ((), 0)
    assert any(isinstance(one, Strike) for one in legal(after))
    spotter = heroic("eye", DE)
    assert "no request" in refusal(spotter, Fly(UK, "eye", Spot(9, 9), 0.0, K.REQUEST))
    assert {one.then for one in legal(spotter) if isinstance(one, Fly)} == {None}


@proves("KN-AIR-09", "KN-AIR-10")
def test_an_aircraft_that_flies_on_360_faces_north() -> None:
    state = game(unit("tiffy", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 20)))
    after = act(state, Fly(UK, "tiffy", Spot(40, 33), 360.0, ATTACK))
    assert after.unit("tiffy").facing_deg == 0.0


@proves("KN-AIR-30", "KN-AA-08", "KN-BMOR-22a")
def test_an_aircraft_shot_down_costs_two_counters() -> None:
    state = quad_and_spitfire()
    after = act(state, FireAtAircraft(DE, "quad", "spit"), 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1)
    assert "spit" not in after.units
    assert progress_of(after).counters_of(UK) == ("1", "1")
    assert progress_of(after).wrecks == ()
    hits = {name: BOOK.type(name).hits for name in ("uk.auster", "uk.spitfire", "uk.typhoon")}
    assert hits == {"uk.auster": 2, "uk.spitfire": 3, "uk.typhoon": 4}


@proves("KN-AIR-29a", "KN-UMOR-19b", "KN-AA-07")
@pytest.mark.parametrize(("die", "is_gone"), [(1, True), (2, False)])
def test_an_aircraft_that_is_hit_and_throws_1_flies_home_as_a_soft_skin_is_abandoned(
    die: int, is_gone: bool
) -> None:
    """One counter, no wreck; on a 2 it is suppressed (OUR 117)."""
    counter = (1,) if is_gone else ()
    after = act(quad_and_spitfire(), FireAtAircraft(DE, "quad", "spit"), 6, 6, *[1] * 8, die, *counter)
    assert ("spit" not in after.units) is is_gone
    assert progress_of(after).counters_of(UK) == (("1",) if is_gone else ())
    assert is_gone or after.unit("spit").has(SUPPRESSED)


@proves("KN-AIR-29a", "KN-UMOR-01", "KN-UMOR-08")
def test_an_aircraft_whose_test_was_asked_for_flies_home_and_leaves_no_wreck() -> None:
    course = progress_of(quad_and_spitfire())
    course = replace(course, setting=replace(course.setting, ask_for_tests=True))
    state = with_progress(quad_and_spitfire(), course)
    hit = act(state, FireAtAircraft(DE, "quad", "spit"), 6, 6, *[1] * 8)
    after = act(hit, RequestTest(DE, "spit"), 1, 1)
    assert "spit" not in after.units
    assert progress_of(after).wrecks == ()
    assert [loss.how for loss in progress_of(after).lost] == ["on its way home"]


def _begun(state: GameState, side: str, *dice: int) -> GameState:
    resolution = resolving(state, dice_of(dice))
    bring_on_aircraft(resolution, side)
    return resolution.state


@proves("KN-AIR-01a", "KN-AIR-01b", "KN-AIR-02", "KN-AIR-06", "KN-AIR-07a", "KN-AIR-32")
def test_a_counter_brings_its_drawer_an_aircraft_on_a_six() -> None:
    state = with_counter(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9))), AIRCRAFT)
    assert progress_of(state).morale_lost(UK) == 0
    assert SKY.of(progress_of(state)).expected == (UK,)
    assert _begun(state, DE) == state
    none = _begun(state, UK, 5)
    assert SKY.of(progress_of(none)).expected == ()
    assert set(none.units) == {"own", "foe"}
    came = _begun(state, UK, 6, 5)
    plane = came.unit("typhoon 1")
    assert (plane.type, plane.side, plane.at) == ("uk.typhoon", UK, Spot(48, 72))
    another = _begun(with_counter(came, AIRCRAFT), UK, 6, 5)
    assert {"typhoon 1", "typhoon 2"} <= set(another.units)


@proves("KN-AIR-06", "KN-AIR-07a")
@pytest.mark.parametrize(
    ("types", "comes"),
    [
        (("uk.squad", "us.squad", "us.squad"), "us.mustang"),
        (("us.squad", "uk.squad", "uk.squad"), "uk.spitfire"),
    ],
)
def test_the_aircraft_is_of_the_nation_that_most_units_are_of(types: tuple[str, ...], comes: str) -> None:
    units = (unit(f"own {k}", kind, (40 + 4 * k, 60), side=UK) for k, kind in enumerate(types))
    came = _begun(with_counter(game(*units, unit("foe", "de.squad", (40, 9))), AIRCRAFT), UK, 6, 2)
    assert comes in {one.type for one in came.units.values()}


@proves("KN-AIR-02", "KN-AIR-06")
def test_the_die_for_an_aircraft_falls_as_the_turn_of_its_side_begins() -> None:
    state = with_counter(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9))), AIRCRAFT)
    own, other = resolving(state, dice_of([6, 5])), resolving(state, dice_of([]))
    begin_turn(own, UK, 2)
    begin_turn(other, DE, 2)
    assert own.state.unit("typhoon 1").side == UK
    assert set(other.state.units) == {"own", "foe"}


@proves("KN-AIR-07a")
@pytest.mark.parametrize(("own_y", "edge_y", "facing_deg"), [(60, 72, 0.0), (9, 0, 180.0)])
def test_an_aircraft_comes_over_the_edge_of_its_side_and_faces_the_table(
    own_y: int, edge_y: int, facing_deg: float
) -> None:
    state = game(unit("own", "uk.squad", (40, own_y)), unit("foe", "de.squad", (40, 69 - own_y)))
    plane = _begun(with_counter(state, AIRCRAFT), UK, 6, 5).unit("typhoon 1")
    assert (plane.at, plane.facing_deg) == (Spot(48, edge_y), facing_deg)


@proves("KN-AIR-02", "KN-AIR-06", "KN-AIR-07a")
def test_the_record_gives_type_and_place_of_an_arriving_aircraft() -> None:
    state = with_counter(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9))), AIRCRAFT)
    resolution = resolving(state, dice_of([6, 5]))
    bring_on_aircraft(resolution, UK)
    assert [str(event) for event in resolution.events if str(event)][-2:] == [
        "typhoon 1 comes to uk", "typhoon 1 is placed at (48, 72)",
    ]  # fmt: skip


@proves("KN-AIR-02", "KN-AIR-06")
def test_without_a_table_of_aircraft_none_comes_and_the_chance_is_gone() -> None:
    state = with_counter(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9))), AIRCRAFT)
    book = replace(BOOK, support=replace(BOOK.support, air={}))
    resolution = resolving(state, dice_of([6]), book)
    bring_on_aircraft(resolution, UK)
    assert SKY.of(resolution.progress).expected == ()
    assert set(resolution.state.units) == {"own", "foe"}


@proves("KN-AIR-03", "KN-AIR-04", "KN-AIR-05")
@pytest.mark.parametrize(("controller", "needed"), [(None, 6), ("de", 5), ("uk", 4), ("us", 3), ("us de", 3)])
def test_an_air_controller_makes_an_aircraft_likelier(controller: str | None, needed: int) -> None:
    units = [unit("own", "uk.squad", (40, 60))]
    for at_in, nation in enumerate((controller or "").split(), 42):
        units.append(unit(f"fac {nation}", f"{nation}.air_controller", (at_in, 60), side=UK))
    assert arrives_on(position(game(*units)), UK) == needed


@proves("KN-AIR-07b", "KN-AIR-09", "KN-AIR-10", "KN-AIR-11")
def test_an_aircraft_moves_first_to_any_place_and_never_covers() -> None:
    state = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 9)))
    assert not any(isinstance(one, Activate) for one in legal(state) if getattr(one, "unit", "") == "plane")
    assert "moves first" in refusal(state, Fly(UK, "plane", Spot(9, 9), 0.0, K.COVERING))
    spent = progress_of(state).spent
    after = act(state, Fly(UK, "plane", Spot(90, 5), 123.0))
    plane = after.unit("plane")
    assert (plane.at, plane.facing_deg) == (Spot(90, 5), 123.0)
    assert progress_of(after).spent == spent + 1
    assert progress_of(after).activation is None
    assert "activated" in refusal(after, Fly(UK, "plane", Spot(9, 9), 0.0))


@proves("KN-AIR-08")
def test_an_aircraft_without_ammunition_goes_home_at_no_cost() -> None:
    state = told_to_attack("de.squad", "de.bf109", status={"plane": Status(used=((MGS, 3), (CANNON, 2)))})
    after = act(state, strike_at_foe(K.SUPPRESS_HE, CANNON), 1)
    assert "plane" not in after.units
    assert progress_of(after).counters_of(UK) == ()


@proves("KN-AIR-08")
def test_an_aircraft_that_fires_its_last_rockets_at_a_house_goes_home() -> None:
    house = area(T.WOODEN_BUILDING, 38, 18, 42, 22)
    spent = Status(used=((ROCKETS, 6), (CANNON, 9), (MGS, 9)))
    inside = Status(men=8, inside="wooden_building")
    state = told_to_attack("de.squad", pieces=[house], status={"foe": inside, "plane": spent})
    after = act(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS), 1, 1)
    assert "plane" not in after.units
    assert progress_of(after).counters_of(UK) == ()


@proves("KN-AIR-08", "KN-AIR-19")
def test_one_odd_rocket_is_of_no_use_and_keeps_no_aircraft_over_the_table() -> None:
    """Of seven rockets, which a list of one's own may give it, three pairs fly."""
    seven = replace(
        BOOK.type("uk.typhoon"),
        weapons=tuple(
            replace(weapon, uses=7) if weapon.name == ROCKETS else weapon
            for weapon in BOOK.type("uk.typhoon").weapons
        ),
    )
    state = told_to_attack("de.squad", status={"plane": Status(used=((ROCKETS, 4), (CANNON, 9), (MGS, 9)))})
    book = replace(BOOK, roster={**BOOK.roster, "uk.typhoon": seven})
    assert [left for _, left in weapons_left(Position(state, book), state.unit("plane"))] == [2]
    spent = on_status(state, "plane", used=((ROCKETS, 6), (CANNON, 9), (MGS, 9)))
    assert weapons_left(Position(spent, book), state.unit("plane")) == []


@proves("KN-AIR-08", "KN-AIR-22")
def test_an_aircraft_that_drops_its_last_bomb_goes_home() -> None:
    state = told_to_attack("de.squad", "uk.typhoon_bomber", unit("fac", "uk.air_controller", (44, 40)))
    drop = DropBombs(UK, "plane", "fac", Spot(40, 20), "medium bombs", 2)
    dice = (3, 6, 6, 1, 1, 1, 6, 1, 2, 2, 2, 2, 1, 1, 6, 6, 6, 5, 6)
    assert act(state, drop, *dice).unit("plane").at is not None, "it has its cannon left"
    after = act(AirWeaponUsed("plane", "20mm cannon", 3, "before").on(state), drop, *dice)
    assert "plane" not in after.units
    assert [loss.how for loss in progress_of(after).lost if loss.unit == "plane"] == ["on its way home"]


@proves("KN-AIR-31a", "KN-IND-01")
def test_an_observation_aircraft_flies_and_then_asks_for_guns() -> None:
    state = game(
        unit("auster", "uk.auster", (40, 60)), unit("gun", "uk.25pdr_battery"), unit("foe", "de.squad", (40, 9)),
        step=Step.ACTIVATION,
    )  # fmt: skip
    state = act(state, Fly(UK, "auster", Spot(40, 30), 0.0, K.REQUEST))
    request = RequestMission(UK, "auster", ("gun",), Spot(40, 9))
    assert request in legal(state)
    marked = act(state, request, 3, 6, 6, 1, 1, 1)
    assert progress_of(marked).owed[0].duty is Duty.FIRE_FOR_EFFECT
    fighter = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 9)))
    assert "not an observation aircraft" in refusal(fighter, Fly(UK, "plane", Spot(40, 30), 0.0, K.REQUEST))


@proves("KN-AIR-09", "KN-AIR-11", "KN-AIR-31a")
@pytest.mark.parametrize(
    ("told", "said"),
    [
        ((K.REQUEST,), "moves first: it is activated by flying somewhere (KGN Aircraft movement)"),
        ((K.MOVE, K.MOVE), "moves first: it is activated by flying somewhere"),
        ((K.COVERING,), "never uses covering fire (KGN Aircraft firing)"),
    ],
)
def test_an_aircraft_must_fly_before_it_acts(told: tuple[K, ...], said: str) -> None:
    state = game(
        unit("auster", "uk.auster", (40, 60)),
        unit("gun", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 9)),
    )
    assert said in refusal(state, Activate(UK, "auster", told))
    assert not any(isinstance(one, Activate) for one in legal(state))


@proves("KN-AIR-28")
def test_a_suppressed_aircraft_waits_for_its_marker_to_go() -> None:
    state = game(
        unit("plane", "uk.typhoon", (40, 60), 0, SUPPRESSED), unit("foe", "de.squad", (40, 9), 0, FIRED)
    )
    assert not any(isinstance(one, Fly) for one in legal(state))


@proves("KN-AIR-28")
def test_nothing_reaches_a_suppressed_aircraft_in_an_action_or_from_cover() -> None:
    """It has climbed out of range (OUR 212); the one beside it has not."""
    state = game(
        unit("quad", "de.quad20", (10, 10)),
        unit("away", "uk.spitfire", (60, 60), 0, SUPPRESSED),
        unit("near", "uk.spitfire", (60, 50)),
    )
    told_up = told_to(state, "quad", K.SUPPRESS_AIRCRAFT)
    assert [one for one in legal(told_up) if isinstance(one, FireAtAircraft)] == [
        FireAtAircraft(DE, "quad", "near")
    ]
    assert refusal(told_up, FireAtAircraft(DE, "quad", "away")) == (
        "away is suppressed and has climbed out of range (KGN Aircraft and suppression; KGN Aircraft, OUR 212, inferred)"
    )
    covering = state.with_unit(unit("quad", "de.quad20", (10, 10), 0, COVERING))
    flown = act(covering, Fly(UK, "near", Spot(60, 40), 0.0))
    assert CoverAgainstAircraft(DE, "quad", "near") in legal(flown)
    assert "out of range" in refusal(flown, CoverAgainstAircraft(DE, "quad", "away"))


@proves("KN-AIR-11")
@pytest.mark.parametrize(("facing_deg", "may"), [(0.0, True), (359.9, True), (nan, False), (inf, False)])
def test_an_aircraft_flies_by_a_bearing_in_degrees(facing_deg: float, may: bool) -> None:
    state = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 9)))
    assert (refusal(state, Fly(UK, "plane", Spot(9, 9), facing_deg)) == "") is may


@proves("KN-AIR-10")
@pytest.mark.parametrize(("away_in", "may"), [(12, True), (15.0, True), (15.02, False), (15.1, False)])
def test_an_attack_is_made_from_about_12_inches(away_in: float, may: bool) -> None:
    """OUR 222: about is up to three inches more, from nose to hull or wall, for a plane 5 inches long."""
    foe, house = unit("foe", "de.pz4h", (40, 20), facing_deg=90.0), area(T.BRICK_BUILDING, 50, 10, 54, 20)
    half = HOUSE_ROSTER["de.pz4h"].width_in / 2
    planes = (
        unit("plane", "uk.typhoon", (40, 22.5 + half + away_in)),
        unit("other", "uk.typhoon", (52, 22.5 + away_in)),
    )
    state = game(*planes, foe, pieces=[house])
    run, other = (told_to(state, name, K.MOVE, K.AIR_ATTACK, done=1) for name in ("plane", "other"))
    strike, rockets = (
        Strike(UK, "plane", "foe", K.DIRECT_AT, "rockets"),
        RocketBuilding(UK, "other", house.id, "rockets"),
    )
    said = f'attacks from about 12", and %s is {away_in:g}" away, beyond 15" (KGN Aircraft movement, OUR 222, house value)'
    assert refusal(run, strike) == ("" if may else f"plane {said}" % "foe")
    assert refusal(other, rockets) == ("" if may else f"other {said}" % house)


@proves("KN-AIR-07a")
@pytest.mark.parametrize(
    ("rows", "at", "facing_deg"),
    [((60, 70), Spot(48, 72), 0.0), ((10, 20), Spot(48, 0), 180.0), ((10, 70), Spot(48, 72), 0.0), ((20, 40), Spot(48, 0), 180.0), ((30, 42), Spot(48, 72), 0.0), ((10, None), Spot(48, 0), 180.0), ((None, None), Spot(48, 72), 0.0)],
)  # fmt: skip
def test_an_aircraft_comes_over_the_edge_that_its_units_are_nearest_to(
    rows: tuple[float | None, ...], at: Spot, facing_deg: float
) -> None:
    """OUR 159, on a table 72 inches deep, by the mean of where the units on it stand; the southern one in doubt."""
    own = [unit(f"u{k}", "uk.squad", None if y is None else (20 + 9 * k, y)) for k, y in enumerate(rows)]
    state = game(*own, unit("foe", "de.squad", (80, 36)))
    resolution = resolving(state, dice_of([85]))
    draw_counter(resolution, UK, "a test")
    resolution = resolving(resolution.state, dice_of([6, 1]))
    bring_on_aircraft(resolution, UK)
    (plane,) = [one for one in resolution.state.units.values() if one.id not in ("u0", "u1", "foe")]
    assert (plane.at, plane.facing_deg) == (at, facing_deg)


@proves("KN-AIR-31b", "KN-IND-06")
def test_an_observation_aircraft_marks_ground_hidden_from_a_man_at_its_place() -> None:
    hidden = (area(T.WOODS, 30, 35, 50, 50), area(T.BRICK_BUILDING, 36, 27, 44, 32))
    for who, sees in (("uk.auster", True), ("uk.observer", False)):
        state = game(unit("one", who, (40, 60)), unit("foe", "de.squad", (40, 20)), pieces=hidden)
        seen_from, one = position(state), state.unit("one")
        assert (cannot_mark(seen_from, one, Spot(40, 20)) is None) is sees
        assert look(seen_from, one, state.unit("foe")).is_open is sees
        assert all(seen.is_open for seen in men_seen(seen_from, one, seen_from.table.squares)) is sees
    too_far = cannot_mark(seen_from, replace(one, type="uk.auster", at=Spot(90, 71)), Spot(1, 1))
    assert too_far is not None
    assert 'beyond 72"' in too_far.text


@proves("KN-AIR-07b", "KN-AIR-09", "KN-AIR-11", "KN-AIR-28", "KN-AIR-31a")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"then": K.AIR_ATTACK}, ""),
        ({"unit": "hq"}, "uk has no aircraft hq"),
        ({"unit": "luftwaffe"}, "uk has no aircraft luftwaffe"),
        ({"unit": "nobody"}, "uk has no aircraft nobody"),
        ({"to": Spot(40, -1)}, "is off the table"),
        ({"then": K.REQUEST}, "typhoon is not an observation aircraft"),
        ({"then": K.DEPLOY}, "moves first and cannot take the action deploy"),
        ({"unit": "auster", "then": K.REQUEST}, ""),
        ({"unit": "auster", "then": K.AIR_ATTACK}, "auster has nothing left to attack with"),
        ({"unit": "shaken"}, "shaken is suppressed"),
        ({"unit": "awaited"}, "awaited is not on the table"),
    ],
)
def test_which_aircraft_fly_where(change: dict[str, Any], said: str) -> None:
    planes = (
        TYPHOON, unit("auster", "uk.auster", (10, 10)), unit("luftwaffe", "de.fw190", (70, 10)),
        unit("shaken", "uk.typhoon", (20, 10), 0, SUPPRESSED), unit("awaited", "uk.typhoon"),
    )  # fmt: skip
    told = {"unit": "typhoon", "to": Spot(40, 40), "facing_deg": 0.0, "then": None, **change}
    refused = refusal(game(*planes, HQ, FOE), Fly(UK, **told))
    assert said in refused
    assert (refused == "") is (said == "")
