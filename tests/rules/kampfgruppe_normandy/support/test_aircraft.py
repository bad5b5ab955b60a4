"""Aircraft from the counter to the way home, and what is fired at them."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.chance.dice import Dice
from rules.game.chance.odds import odds_of
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, SUPPRESSED
from rules.kampfgruppe_normandy.book.house.aircraft import BOMB_SHELLS, ROCKET_SHELL
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.book.weapons import Band
from rules.kampfgruppe_normandy.declarations.aircraft.attack_run import manners_of, run_at
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.rocketing import RocketBuilding
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.declarations.anti_aircraft import CoverAgainstAircraft, FireAtAircraft
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.declarations.indirect_fire.requesting import RequestMission
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.declarations.unit_morale import RequestTest
from rules.kampfgruppe_normandy.effects.air_support import SKY, Sky, arrive, arrives_on
from rules.kampfgruppe_normandy.effects.air_weapons import AirWeaponUsed, weapons_left
from rules.kampfgruppe_normandy.effects.building_hits import DAMAGE
from rules.kampfgruppe_normandy.effects.group_morale import draw_counter
from rules.kampfgruppe_normandy.effects.turn_end import begin_turn
from rules.kampfgruppe_normandy.questions.fire_upwards import volley_at
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.target import Fate
from rules.kampfgruppe_normandy.state.events import Activated, on_status
from rules.kampfgruppe_normandy.state.fire_missions import fire_support
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import (
    Activation,
    Duty,
    Obligation,
    Status,
    Step,
    progress_of,
    with_progress,
)
from tests.proving import proves
from tests.rules.kampfgruppe_normandy import tables
from tests.rules.kampfgruppe_normandy.support.support_tables import (
    BOOK,
    DE,
    UK,
    area,
    at,
    game,
    legal,
    play_on,
    resolving,
    told_to,
    unit,
    why_not,
)
from tests.rules.kampfgruppe_normandy.tables import GAME, dice_of, refusal, told

ATTACK = ActionKind.AIR_ATTACK
CANNON, MGS, ROCKETS = "20mm cannon", "machine guns", "rockets"


def _over(foe: str, plane: str = "uk.typhoon", *more: Unit, attacked: bool = True, **of: Any) -> GameState:
    """An aircraft 12 inches south of an enemy, told to attack, when the enemy has known air attack before."""
    state = game(
        unit("plane", plane, (40, 33.5), side=UK),
        unit("foe", foe, (40, 20), facing_deg=180),
        *more,
        **of,
    )
    if attacked:
        state = SKY.put(state, Sky(attacked=(DE,)))
    return told_to(state, "plane", ActionKind.MOVE, ATTACK, done=1)


def _strike(manner: ActionKind, weapon: str, pairs: int = 1) -> Strike:
    return Strike(UK, "plane", "foe", manner, weapon, pairs)


def quad_and_spitfire() -> GameState:
    """A Spitfire in reach of four barrels, whose crew has been told to fire at it."""
    state = game(
        unit("quad", "de.quad20", (10, 10)),
        unit("spit", "uk.spitfire", (60, 60)),
        unit("own", "uk.squad", (90, 60)),
        acting=DE,
    )
    return told_to(state, "quad", ActionKind.SUPPRESS_AIRCRAFT, ActionKind.MOVE)


@proves("KN-AA-01", "KN-AA-05", "KN-AA-11", "KN-AA-04", "KN-ACT-07", "KN-WPN-16")
def test_kn_24_a_quad_20mm_suppresses_a_spitfire() -> None:
    state = quad_and_spitfire()
    fire = FireAtAircraft(DE, "quad", "spit")
    assert fire in legal(state)
    after = play_on(state, fire, 3, 2, 6)
    assert after.unit("spit").has(SUPPRESSED)
    home = replace(after, course=replace(progress_of(after), acting=UK, activation=None))
    assert "suppressed" in why_not(home, Fly(UK, "spit", Spot(9, 9), 0.0))


@proves(
    "KN-AA-01", "KN-AA-02", "KN-AA-06", "KN-AA-07", "KN-AA-09", "KN-AA-10", "KN-AA-12", "KN-AIR-27",
    "KN-AIR-29b",
)  # fmt: skip
def test_kn_25_covering_fire_breaks_off_a_typhoons_run() -> None:
    state = game(
        unit("flak", "de.flak38", (10, 10), COVERING),
        unit("foe", "de.squad", (40, 20)),
        unit("tiffy", "uk.typhoon", (40, 60)),
        unit("own", "uk.squad", (90, 60)),
    )
    run = Fly(UK, "tiffy", Spot(40, 33), 0.0, ATTACK)
    state = play_on(state, run)
    assert (progress_of(state).owed[0].duty, progress_of(state).owed[0].side) == (Duty.COVERING_FIRE, DE)
    fire = CoverAgainstAircraft(DE, "flak", "tiffy")
    assert fire in legal(state)
    after = play_on(state, fire, 6, 6, 6, 1, 2, 3, 4)
    assert progress_of(after).of("tiffy").hits == 2
    assert progress_of(after).activation is None
    assert not after.unit("tiffy").has(SUPPRESSED)
    assert not after.unit("flak").has(COVERING)


@proves("KN-AA-04", "KN-AA-09", "KN-COV-02")
def test_a_run_that_is_suppressed_is_lost_and_one_that_is_missed_goes_on() -> None:
    """The sniper covers too, but reaches no aircraft, and is not asked."""
    state = game(
        unit("flak", "de.flak38", (10, 10), COVERING),
        unit("foe", "de.squad", (40, 20)),
        unit("sniper", "de.sniper", (60, 20), COVERING),
        unit("tiffy", "uk.typhoon", (40, 60)),
    )
    state = play_on(state, Fly(UK, "tiffy", Spot(40, 33), 0.0, ATTACK))
    lost = play_on(state, CoverAgainstAircraft(DE, "flak", "tiffy"), 4, 5)
    assert lost.unit("tiffy").has(SUPPRESSED)
    assert progress_of(lost).activation is None
    missed = play_on(state, CoverAgainstAircraft(DE, "flak", "tiffy"), 1)
    assert any(isinstance(one, Strike) for one in legal(missed))


@proves("KN-AIR-29b", "KN-AA-09", "KN-UMOR-22")
@pytest.mark.parametrize(("dice", "goes_on"), [((6, 6, 1, 1, 1, 1, 4), False), ((1,), True)])
def test_a_run_that_waits_for_heroes_is_broken_off_by_a_hit_too(dice: tuple[int, ...], goes_on: bool) -> None:
    """The Typhoon is over the table when heroes of its side act, and the flak on covering fire takes its chance then."""
    state = _over(
        "de.squad",
        "uk.typhoon",
        unit("flak", "de.flak38", (44, 12), COVERING),
        unit("men", "uk.squad", (60, 50)),
    )
    heroes = Activation("men", UK, (ActionKind.MOVE, ActionKind.MOVE), is_free=True)
    state = Activated(heroes, 0).on(state)
    owed = (Obligation(Duty.COVERING_FIRE, DE, other="men"),)
    state = with_progress(state, replace(progress_of(state), owed=owed))
    after = progress_of(play_on(state, CoverAgainstAircraft(DE, "flak", "plane"), *dice))
    assert after.activation == heroes
    assert [one.unit for one in after.suspended] == ["plane"] * goes_on


@proves("KN-AA-09", "KN-COV-02")
def test_when_the_first_gun_on_covering_fire_has_missed_an_aircraft_the_second_may_fire() -> None:
    state = game(
        unit("one", "de.flak38", (10, 10), COVERING),
        unit("two", "de.flak38", (60, 10), COVERING),
        unit("foe", "de.squad", (40, 20)),
        unit("tiffy", "uk.typhoon", (40, 60)),
    )
    state = play_on(state, Fly(UK, "tiffy", Spot(40, 33), 0.0, ATTACK))
    missed = play_on(state, CoverAgainstAircraft(DE, "one", "tiffy"), 1)
    assert CoverAgainstAircraft(DE, "two", "tiffy") in legal(missed)


@proves("KN-AA-06", "KN-WPN-03", "KN-WPN-12")
@pytest.mark.parametrize(("men", "pools"), [(4, ((10, 6),)), (3, ((5, 6),)), (2, ((5, 6),)), (1, None)])
def test_every_machine_gun_that_fires_up_takes_its_own_two_men(men: int, pools: object) -> None:
    """Panzergrenadiers have an MG 42 and an MG 34 of firepower 5."""
    state = game(unit("one", "de.panzergrenadiers", (10, 10)), status={"one": Status(men=men)})
    volley = volley_at(at(state), state.unit("one"))
    assert (volley and volley.pools) == pools


@proves("KN-UMOR-14", "KN-UMOR-22", "KN-UMOR-23", "KN-SPEC-23b", "KN-COV-02")
def test_the_heroic_action_of_an_aircraft_is_a_flight_that_is_free_also_in_the_enemys_turn() -> None:
    """No activation is left and the aircraft has had its own; the guns that cover do so in its side's turn."""
    state = game(
        unit("plane", "uk.typhoon", (40, 60)), unit("other", "uk.typhoon", (60, 60)), unit("eye", "uk.auster", (70, 60)),
        unit("foe", "de.squad", (40, 20)), unit("flak", "de.flak38", (10, 10), COVERING), allowance=0,
    )  # fmt: skip
    course = replace(progress_of(state), activated=frozenset({"plane"}))

    def heroic(hero: str, acting: str) -> GameState:
        """Covering fire at another aircraft waits for it, and has its chance anew when it has flown."""
        owed = (Obligation(Duty.HEROIC_ACTION, UK, hero), Obligation(Duty.COVERING_FIRE, DE, other="other"))
        return with_progress(state, replace(course, acting=acting, owed=owed))

    run = Fly(UK, "plane", Spot(40, 33), 0.0, ATTACK)
    assert "activations" in why_not(state, run)
    met = play_on(heroic("plane", UK), run)
    assert [(owed.duty, owed.other) for owed in progress_of(met).owed] == [(Duty.COVERING_FIRE, "plane")]
    own = heroic("plane", DE)
    assert {one.unit for one in legal(own) if isinstance(one, Fly)} == {"plane"}
    assert "no heroic action" in why_not(own, replace(run, unit="other"))
    after = play_on(own, run)
    assert (progress_of(after).owed, progress_of(after).spent) == ((), 0)
    assert any(isinstance(one, Strike) for one in legal(after))
    spotter = heroic("eye", DE)
    assert "no request" in why_not(spotter, Fly(UK, "eye", Spot(9, 9), 0.0, ActionKind.REQUEST))
    assert {one.then for one in legal(spotter) if isinstance(one, Fly)} == {None}


@proves("KN-AA-03", "KN-AA-06", "KN-AA-05", "KN-WPN-16")
@pytest.mark.parametrize(
    ("type_id", "effects", "pools"),
    [
        ("de.quad20", (5, 5), ((9, 6),)),
        ("de.flak38", (5,), ((5, 6),)),
        ("uk.bofors", (5,), ((6, 6),)),
        ("de.mg42", (6,), ((5, 6),)),
        ("uk.vickers", (6,), ((7, 6),)),
        ("uk.firefly", (6,), ((3, 6),)),
        ("us.m16", (6,), ((10, 6),)),
        ("de.sdkfz222", (5,), ((8, 6),)),
        ("uk.squad", None, None),
        ("de.pak40", None, None),
        ("uk.3in_mortar", None, None),
    ],
)
def test_what_fires_at_aircraft(type_id: str, effects: tuple[int, ...] | None, pools: object) -> None:
    state = game(unit("one", type_id, (10, 10), side=DE))
    volley = volley_at(at(state), state.unit("one"))
    assert (volley and volley.effects, volley and volley.pools) == (effects, pools)
    assert volley is None or (volley.effect_save, volley.hit_save) == (None, None)


@proves("KN-AIR-18", "KN-WPN-13", "KN-SUPP-25")
def test_a_direct_hit_of_cannon_that_suppress_armour_from_the_air_is_one_of_light_he() -> None:
    """Its HE penetrates 1, and 1 more for its speed; the half-track's front is 1: pierced on 7 or more."""
    state = _over("de.sdkfz251", "uk.spitfire", unit("own", "uk.squad", (90, 60)))
    strike = _strike(ActionKind.SUPPRESS_HE, CANNON)
    assert "foe" not in play_on(state, strike, 6, 4, 3, 1).units
    assert not play_on(state, strike, 6, 4, 2, 3).unit("foe").has(SUPPRESSED)
    said = str(GAME.chances(state, strike))
    assert "a direct hit is one of light HE (KGN Suppressing fire, OUR 186, inferred)" in said
    assert "penetration 2, 1 of it for its speed, against armour 1: pierced on 7+ with two dice" in said
    at_men = str(GAME.chances(_over("de.squad", "uk.spitfire"), strike))
    assert "5 dice hit on 6+" in at_men
    assert "OUR 186" not in at_men


@proves("KN-AIR-12", "KN-AIR-13")
@pytest.mark.parametrize(("manner", "readings"), [("SUPPRESS_HE", {68}), ("DIRECT_AT", {68, 69})])
def test_the_long_range_of_a_run_counts_for_armour_piercing_shot_and_not_for_shells(
    manner: str, readings: set[int]
) -> None:
    """OUR 68 gives the penetration of a cannon, OUR 69 what it is at each range."""
    strike = _strike(ActionKind[manner], CANNON)
    reason = GAME.chances(_over("de.sdkfz251", "uk.spitfire"), strike).reasons[-1]
    assert {number for number in (68, 69) if f"OUR {number}" in str(reason)} == readings


@proves("KN-AIR-18", "KN-AIR-33")
def test_a_cannon_has_penetration_2_in_the_two_nearest_bands_and_1_beyond() -> None:
    cannon = BOOK.type("uk.typhoon").weapon("20mm cannon")
    assert cannon.ap is not None
    assert [cannon.ap[band] for band in Band] == [2, 2, 1, 1, 1, 1]
    assert cannon.uses == 3


@proves("KN-AIR-09", "KN-AIR-10")
def test_an_aircraft_that_flies_on_360_faces_north() -> None:
    state = game(unit("tiffy", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 20)))
    after = play_on(state, Fly(UK, "tiffy", Spot(40, 33), 360.0, ATTACK))
    assert after.unit("tiffy").facing_deg == 0.0


@proves("KN-AIR-30", "KN-AA-08", "KN-BMOR-22a")
def test_an_aircraft_shot_down_costs_two_counters() -> None:
    state = quad_and_spitfire()
    after = play_on(state, FireAtAircraft(DE, "quad", "spit"), 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1)
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
    after = play_on(quad_and_spitfire(), FireAtAircraft(DE, "quad", "spit"), 6, 6, *[1] * 8, die, *counter)
    assert ("spit" not in after.units) is is_gone
    assert progress_of(after).counters_of(UK) == (("1",) if is_gone else ())
    assert is_gone or after.unit("spit").has(SUPPRESSED)


@proves("KN-AIR-29a", "KN-UMOR-01", "KN-UMOR-08")
def test_an_aircraft_whose_test_was_asked_for_flies_home_and_leaves_no_wreck() -> None:
    course = progress_of(quad_and_spitfire())
    course = replace(course, setting=replace(course.setting, ask_for_tests=True))
    state = with_progress(quad_and_spitfire(), course)
    hit = play_on(state, FireAtAircraft(DE, "quad", "spit"), 6, 6, *[1] * 8)
    after = play_on(hit, RequestTest(DE, "spit"), 1, 1)
    assert "spit" not in after.units
    assert progress_of(after).wrecks == ()
    assert [loss.how for loss in progress_of(after).lost] == ["gone home"]


def _drawn(state: GameState, side: str = UK) -> GameState:
    resolution = resolving(state, dice_of([85]))
    draw_counter(resolution, side, "a test")
    return resolution.state


def _begun(state: GameState, side: str, *dice: int) -> GameState:
    resolution = resolving(state, dice_of(dice))
    arrive(resolution, side)
    return resolution.state


@proves("KN-AIR-01a", "KN-AIR-01b", "KN-AIR-02", "KN-AIR-06", "KN-AIR-07a", "KN-AIR-32")
def test_a_counter_brings_its_drawer_an_aircraft_on_a_six() -> None:
    state = _drawn(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9))))
    assert progress_of(state).morale_lost(UK) == 0
    assert SKY.of(progress_of(state)).expected == (UK,)
    assert _begun(state, DE) == state
    none = _begun(state, UK, 5)
    assert SKY.of(progress_of(none)).expected == ()
    assert set(none.units) == {"own", "foe"}
    came = _begun(state, UK, 6, 5)
    plane = came.unit("typhoon 1")
    assert (plane.type, plane.side, plane.at) == ("uk.typhoon", UK, Spot(48, 72))
    another = _begun(_drawn(came), UK, 6, 5)
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
    came = _begun(_drawn(game(*units, unit("foe", "de.squad", (40, 9)))), UK, 6, 2)
    assert comes in {one.type for one in came.units.values()}


@proves("KN-AIR-02", "KN-AIR-06")
def test_the_die_for_an_aircraft_falls_as_the_turn_of_its_side_begins() -> None:
    state = _drawn(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9))))
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
    plane = _begun(_drawn(state), UK, 6, 5).unit("typhoon 1")
    assert (plane.at, plane.facing_deg) == (Spot(48, edge_y), facing_deg)


@proves("KN-AIR-06")
@pytest.mark.parametrize(("types", "comes"), [(("uk.squad", "us.squad", "uk.squad"), "typhoon 1"), (("us.squad", "uk.squad", "us.squad"), "thunderbolt 1")])  # fmt: skip
def test_the_aircraft_that_comes_is_of_the_nation_of_most_units(types: tuple[str, ...], comes: str) -> None:
    units = [unit(f"own {k}", type_id, (40 + 4 * k, 60), side=UK) for k, type_id in enumerate(types)]
    came = _begun(_drawn(game(*units, unit("foe", "de.squad", (40, 9)))), UK, 6, 5)
    assert comes in came.units


@proves("KN-AIR-02", "KN-AIR-06")
def test_without_a_table_of_aircraft_none_comes_and_the_chance_is_gone() -> None:
    state = _drawn(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9))))
    book = replace(BOOK, support=replace(BOOK.support, air={}))
    resolution = resolving(state, dice_of([6]), book)
    arrive(resolution, UK)
    assert SKY.of(resolution.progress).expected == ()
    assert set(resolution.state.units) == {"own", "foe"}


@proves("KN-AIR-03", "KN-AIR-04", "KN-AIR-05")
@pytest.mark.parametrize(("controller", "needed"), [(None, 6), ("de", 5), ("uk", 4), ("us", 3), ("us de", 3)])
def test_a_controller_makes_it_likelier(controller: str | None, needed: int) -> None:
    units = [unit("own", "uk.squad", (40, 60))]
    for at_in, nation in enumerate((controller or "").split(), 42):
        units.append(unit(f"fac {nation}", f"{nation}.air_controller", (at_in, 60), side=UK))
    assert arrives_on(at(game(*units)), UK) == needed


@proves("KN-NIGHT-05")
def test_at_night_an_aircraft_counter_is_worth_nothing() -> None:
    state = _drawn(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9)), night=True))
    assert SKY.of(progress_of(state)).expected == ()
    assert progress_of(state).counters_of(UK) == ("aircraft",)
    with pytest.raises(BadInput, match="night"):
        tables.opened(
            tables.table(),
            tables.unit("plane", "uk.typhoon", (9, 9)),
            tables.unit("foe", "de.squad", (9, 40)),
            night=True,
        )


@proves("KN-AIR-07b", "KN-AIR-09", "KN-AIR-10", "KN-AIR-11")
def test_an_aircraft_moves_first_to_any_place_and_never_covers() -> None:
    state = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 9)))
    assert not any(isinstance(one, Activate) for one in legal(state) if getattr(one, "unit", "") == "plane")
    assert "moves first" in why_not(state, Fly(UK, "plane", Spot(9, 9), 0.0, ActionKind.COVERING))
    spent = progress_of(state).spent
    after = play_on(state, Fly(UK, "plane", Spot(90, 5), 123.0))
    plane = after.unit("plane")
    assert (plane.at, plane.facing_deg) == (Spot(90, 5), 123.0)
    assert progress_of(after).spent == spent + 1
    assert progress_of(after).activation is None
    assert "activated" in why_not(after, Fly(UK, "plane", Spot(9, 9), 0.0))


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-17")
def test_kn_29_four_machine_guns_strafe_with_twelve_dice_at_long_range() -> None:
    state = _over("de.squad", "uk.spitfire")
    strafe = _strike(ActionKind.DIRECT_SMALL_ARMS, MGS)
    hits = (6, 6, *[5] * 10)
    after = play_on(state, strafe, 3, *hits, 1, 1, 1)
    assert progress_of(after).of("foe").men == 6
    assert progress_of(after).of("plane").shots(MGS) == 1
    assert "as always from the air" in str(GAME.chances(state, strafe))


@proves("KN-AIR-12", "KN-AIR-33")
@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((1,), "foe is not observed"), ((3, *[5] * 12), "no effect"),
        ((3, 6, 6, *[5] * 10, 1, 1, 1), "2 casualties"),
    ],
)  # fmt: skip
def test_the_record_says_what_became_of_an_attack_run(dice: tuple[int, ...], words: str) -> None:
    state = _over("de.squad", "uk.spitfire")
    events, _ = GAME.resolve(state, _strike(ActionKind.DIRECT_SMALL_ARMS, MGS), dice_of(dice))
    assert words in next(str(event) for event in events if isinstance(event, AirWeaponUsed))


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-17", "KN-AIR-18", "KN-AIR-19", "KN-AIR-20")
@pytest.mark.parametrize(
    ("foe", "manner", "weapon", "told"),
    [
        ("de.squad", "SUPPRESS_SMALL_ARMS", MGS, "12 dice hit on 6+; suppresses on 5+; saves on 6+"),
        ("de.sdkfz251", "SUPPRESS_SMALL_ARMS", MGS, "suppresses on 6+"),
        ("de.pak40", "DIRECT_SMALL_ARMS", MGS, "observed on 2+; 12 dice hit on 6+; saves on 4+ behind its shield"),
        ("de.opel", "DIRECT_SMALL_ARMS", MGS, "observed on 2+; 12 dice hit on 6+; has no save"),
        ("de.squad", "SUPPRESS_HE", CANNON, "5 dice hit on 6+; suppresses on 5+; saves on 6+"),
        ("de.tiger", "DIRECT_AT", CANNON, "observed on 2+; hits on 5+ at long range, -1 for its own move counted; penetration 2, 1 of it for its speed, against armour 8: it cannot be pierced"),
        ("de.pak40", "DIRECT_HE", ROCKETS, "observed on 2+; 2 rockets, each hits on a 6; one test for all that hit; heavy HE: 4 damage dice, each a hit on 3+; saves on 6+"),
        ("de.tiger", "DIRECT_AT", ROCKETS, "observed on 2+; 2 rockets, each hits on a 6; one test for all that hit; penetration 8 against rear armour 6: pierced on 7+ with two dice"),
        ("de.tiger", "SUPPRESS_HE", ROCKETS, "2 rockets, each hits on a 6; one test for all that hit; one that falls close suppresses on 5+; penetration 8 against rear armour 6: pierced on 7+ with two dice"),
        ("de.squad", "SUPPRESS_HE", ROCKETS, "2 rockets, each hits on a 6; one test for all that hit; one that falls close suppresses on 3+; heavy HE: 4 damage dice, each a hit on 3+; saves on 6+"),
    ],
)  # fmt: skip
def test_all_that_a_run_says(foe: str, manner: str, weapon: str, told: str) -> None:
    """Every range is long. A Spitfire has four machine guns of 3 dice and a cannon of 5; the Tiger's front is 8, its rear 6."""
    state = _over(foe, "uk.typhoon" if weapon == ROCKETS else "uk.spitfire")
    reasons = GAME.chances(state, _strike(ActionKind[manner], weapon)).reasons
    assert "; ".join(reason.text for reason in reasons) == (
        f"long range, as always from the air; in the open; {told}"
    )


@proves("KN-AIR-12", "KN-DEPL-16a", "KN-DEPL-16b", "KN-DFSA-45")
def test_men_who_ride_on_a_tank_or_in_an_open_vehicle_are_strafed_as_they_are_fired_at_from_the_ground() -> (
    None
):
    """Riders are seen as their tank, on 2+, and save on 6+; those inside are in reinforced cover, and in hard cover from suppression."""
    for carrier, needed, dice, manners in (
        ("de.panther", "observed on 2+", "saves on 6+", {ActionKind.DIRECT_SMALL_ARMS, ActionKind.SUPPRESS_SMALL_ARMS}),
        ("de.sdkfz251", "observed on 4+", "saves on 3+", {ActionKind.DIRECT_SMALL_ARMS, ActionKind.SUPPRESS_SMALL_ARMS}),
        ("de.opel", "", "", set()),
    ):  # fmt: skip
        men = unit("men", "de.squad")
        state = _over(carrier, "us.mustang", men, status={"men": Status(men=8, aboard="foe")})
        runs = [one for one in legal(state) if isinstance(one, Strike) and one.target == "men"]
        assert {run.manner for run in runs} == manners, carrier
        if runs:
            told = str(GAME.chances(state, replace(runs[0], manner=ActionKind.DIRECT_SMALL_ARMS)))
            assert needed in told, carrier
            assert dice in told, carrier
            shaken = GAME.chances(state, replace(runs[0], manner=ActionKind.SUPPRESS_SMALL_ARMS))
            assert ("saves on 4+" in str(shaken)) is (carrier == "de.sdkfz251")


@proves("KN-AIR-15", "KN-SHOOT-09")
@pytest.mark.parametrize(("seer", "sees"), [("uk.typhoon", True), ("uk.squad", False)])
def test_an_aircraft_sees_over_whatever_stands_on_the_table(seer: str, sees: bool) -> None:
    """OUR 156: the wall of a house hides men from the ground, whatever its height; not from above."""
    wall = tables.line(T.HOUSE_WALL, (30, 28), (50, 28))
    state = game(unit("one", seer, (40, 33.5), side=UK), unit("foe", "de.squad", (40, 20)), pieces=[wall])
    assert look(at(state), state.unit("one"), state.unit("foe")).is_open is sees


@proves("KN-WPN-14", "KN-WPN-15", "KN-AIR-12", "KN-AIR-18")
@pytest.mark.parametrize(
    ("foe", "where"),
    [("de.opel", "KGN Autocannons"), ("de.pak40", "KGN Autocannons, OUR 217, inferred"), ("de.tiger", "")],
)
def test_a_cannon_from_the_air_is_small_arms_to_a_lorry_and_to_a_gun_and_a_gun_to_armour(
    foe: str, where: str
) -> None:
    told = refusal(_over(foe), _strike(ActionKind.DIRECT_AT, CANNON))
    assert told == (where and f"20mm cannon fires as small arms at what has no armour ({where})")
    assert bool(refusal(_over(foe), _strike(ActionKind.DIRECT_SMALL_ARMS, CANNON))) is not bool(where)


@proves("KN-AA-08", "KN-AIR-29a", "KN-AIR-12", "KN-AIR-33")
def test_what_each_aircraft_is_and_carries() -> None:
    """Hits; each weapon with how many barrels or how often it can be used."""
    carried = {
        one.id: (one.hits, ", ".join(f"{w.count} {w.name} x{w.uses}" for w in one.weapons))
        for one in BOOK.roster.values()
        if one.kind is Kind.AIRCRAFT
    }
    assert carried == {
        "uk.auster": (2, ""),
        "uk.spitfire": (3, "4 machine guns x3, 1 20mm cannon x3, 1 small bombs x1"),
        "uk.typhoon": (4, "1 20mm cannon x3, 1 rockets x8"),
        "uk.typhoon_bomber": (4, "1 20mm cannon x3, 1 medium bombs x2"),
        "us.grasshopper": (2, ""),
        "us.mustang": (3, "6 machine guns x3, 1 small bombs x2"),
        "us.thunderbolt": (4, "8 machine guns x3, 1 rockets x4, 1 medium bombs x2"),
        "de.storch": (2, ""),
        "de.bf109": (3, "2 machine guns x3, 1 20mm cannon x3"),
        "de.fw190": (4, "2 machine guns x3, 1 20mm cannon x3, 1 large bombs x1"),
    }
    assert manners_of(BOOK.type("uk.spitfire").weapon(MGS)) == (
        ActionKind.SUPPRESS_SMALL_ARMS,
        ActionKind.DIRECT_SMALL_ARMS,
    )


@proves("KN-AIR-12", "KN-AIR-33")
def test_a_run_is_the_action_of_its_aircraft_and_a_second_needs_another_activation() -> None:
    after = play_on(_over("de.squad", "uk.spitfire"), _strike(ActionKind.DIRECT_SMALL_ARMS, MGS), 1)
    assert progress_of(after).activation is None


@proves("KN-AIR-17", "KN-AIR-18", "KN-AIR-33")
def test_guns_are_empty_after_three_runs() -> None:
    worn = {"plane": Status(used=((MGS, 3), (CANNON, 2)))}
    state = _over("de.squad", "uk.spitfire", status=worn)
    assert "cannot use machine guns" in why_not(state, _strike(ActionKind.DIRECT_SMALL_ARMS, MGS))
    assert why_not(state, _strike(ActionKind.DIRECT_SMALL_ARMS, CANNON)) == ""


@proves("KN-AIR-08")
def test_an_aircraft_without_ammunition_goes_home_at_no_cost() -> None:
    state = _over("de.squad", "de.bf109", status={"plane": Status(used=((MGS, 3), (CANNON, 2)))})
    after = play_on(state, _strike(ActionKind.SUPPRESS_HE, CANNON), 1)
    assert "plane" not in after.units
    assert progress_of(after).counters_of(UK) == ()


@proves("KN-AIR-15")
def test_a_controller_who_sees_the_target_gives_a_second_look() -> None:
    alone = _over("de.squad", "uk.spitfire")
    strafe = _strike(ActionKind.DIRECT_SMALL_ARMS, MGS)
    unseen = play_on(alone, strafe, 2)
    assert progress_of(unseen).of("plane").shots(MGS) == 0
    helped = _over("de.squad", "uk.spitfire", unit("fac", "uk.air_controller", (44, 40)))
    play_on(helped, strafe, 2, 3, *[1] * 12)
    blind = _over(
        "de.squad", "uk.spitfire", unit("fac", "uk.air_controller", (44, 60)),
        pieces=[area(T.BRICK_BUILDING, 20, 45, 70, 50)],
    )  # fmt: skip
    play_on(blind, strafe, 2)
    riding = _over(
        "de.squad", "uk.spitfire", unit("fac", "uk.air_controller"), unit("jeep", "uk.jeep", (44, 40)),
        status={"fac": Status(men=2, aboard="jeep")},
    )  # fmt: skip
    play_on(riding, strafe, 2)


@proves("KN-AIR-16", "KN-BMOR-18")
def test_the_first_air_attack_costs_a_counter_and_no_later_one() -> None:
    state = _over("de.squad", attacked=False)
    suppress = _strike(ActionKind.SUPPRESS_HE, CANNON)
    first = play_on(state, suppress, 1, 1)
    assert progress_of(first).counters_of(DE) == ("1",)
    again = told_to(first, "plane", ActionKind.MOVE, ATTACK, done=1)
    assert progress_of(play_on(again, suppress, 1)).counters_of(DE) == ("1",)


@proves("KN-AIR-19", "KN-AIR-20")
@pytest.mark.parametrize(("falls", "more", "suppressed"), [((4, 1), (3, 1), True), ((4, 1), (2,), False), ((1, 1), (), False)])  # fmt: skip
def test_rockets_that_suppress_are_shots_of_suppressing_fire(
    falls: tuple[int, int], more: tuple[int, ...], suppressed: bool
) -> None:
    """Each falls wide on a 1 and close on 2 to 5; a heavy shell suppresses men on 3 and more, who save on a 6 in the open."""
    after = play_on(_over("de.squad"), _strike(ActionKind.SUPPRESS_HE, ROCKETS), *falls, *more)
    assert after.unit("foe").has(SUPPRESSED) is suppressed


@proves("KN-AIR-15")
def test_an_aircraft_that_suppresses_throws_for_no_observation() -> None:
    after = play_on(_over("de.squad"), _strike(ActionKind.SUPPRESS_HE, CANNON), 1)
    assert progress_of(after).of("plane").shots(CANNON) == 1


@proves("KN-AIR-08")
def test_an_aircraft_that_fires_its_last_rockets_at_a_house_goes_home() -> None:
    house = area(T.WOODEN_BUILDING, 38, 18, 42, 22)
    spent = Status(used=((ROCKETS, 6), (CANNON, 9), (MGS, 9)))
    inside = Status(men=8, inside="wooden_building")
    state = _over("de.squad", pieces=[house], status={"foe": inside, "plane": spent})
    after = play_on(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS), 1, 1)
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
    state = _over("de.squad", status={"plane": Status(used=((ROCKETS, 4), (CANNON, 9), (MGS, 9)))})
    book = replace(BOOK, roster={**BOOK.roster, "uk.typhoon": seven})
    assert [left for _, left in weapons_left(Position(state, book), state.unit("plane"))] == [2]
    spent = on_status(state, "plane", used=((ROCKETS, 6), (CANNON, 9), (MGS, 9)))
    assert weapons_left(Position(spent, book), state.unit("plane")) == []


@proves("KN-AIR-21", "KN-SUPP-27")
def test_an_air_controller_who_is_suppressed_places_the_marker_and_a_passenger_does_not() -> None:
    """OUR 209, 211."""
    for aboard, conditions, why in (
        (None, (SUPPRESSED,), ""),
        ("jeep", (), "fac is aboard jeep, and spots for no aircraft there (KGN Aircraft, OUR 211"),
    ):
        there = None if aboard else (44, 40)
        state = game(
            unit("plane", "uk.typhoon_bomber", (40, 33.5)), unit("foe", "de.squad", (40, 20)),
            unit("jeep", "uk.jeep", (50, 40)), unit("fac", "uk.air_controller", there, *conditions),
            status={"fac": Status(men=2, aboard=aboard)},
        )  # fmt: skip
        state = told_to(state, "plane", ActionKind.MOVE, ActionKind.AIR_ATTACK, done=1)
        refused = why_not(state, DropBombs(UK, "plane", "fac", Spot(40, 20), "medium bombs"))
        assert (why in refused, refused == "") == (True, not why)


@proves("KN-AIR-06")
def test_where_the_lists_have_no_aircraft_the_chance_is_gone_all_the_same() -> None:
    bare = replace(BOOK, support=replace(BOOK.support, air={}))
    state = _drawn(game(unit("own", "uk.squad", (40, 60)), unit("foe", "de.squad", (40, 9))))
    resolution = resolving(state, dice_of([6]), bare)
    arrive(resolution, UK)
    assert SKY.of(resolution.progress).expected == ()
    assert set(resolution.state.units) == {"own", "foe"}


@proves("KN-COV-02")
def test_covering_fire_at_an_aircraft_leaves_the_others_their_chance_at_the_squad_that_acts() -> None:
    state = game(
        unit("own", "uk.squad", (40, 40)), unit("tiffy", "uk.typhoon", (80, 60)),
        unit("flak", "de.flak38", (10, 10), COVERING), unit("foe", "de.sniper", (40, 30), COVERING),
    )  # fmt: skip
    state = told_to(state, "own", ActionKind.MOVE, ActionKind.MOVE)
    state = play_on(state, Move(UK, "own", (Spot(40, 40), Spot(40, 36))))
    missed = play_on(state, CoverAgainstAircraft(DE, "flak", "tiffy"), 1)
    assert any(isinstance(one, CoverFire) and one.unit == "foe" for one in legal(missed))


@proves("KN-AIR-12")
def test_guns_off_the_table_are_no_target_for_aircraft() -> None:
    state = _over("de.squad", "uk.typhoon", unit("late", "de.105mm_battery"))
    strike = replace(_strike(ActionKind.DIRECT_HE, ROCKETS), target="late")
    assert "late is not on the table (KGN Aircraft firing)" in why_not(state, strike)


@proves("KN-AIR-16")
@pytest.mark.parametrize(("attacked", "counters"), [(False, 1), (True, 0)])
def test_the_first_attack_costs_a_counter_though_it_is_made_on_a_building(
    attacked: bool, counters: int
) -> None:
    house = area(T.WOODEN_BUILDING, 38, 18, 42, 22)
    inside = {"foe": Status(men=8, inside="wooden_building")}
    state = _over("de.squad", pieces=[house], status=inside, attacked=attacked)
    after = play_on(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS), *[14] * counters, 1, 1)
    assert len(progress_of(after).counters_of(DE)) == counters


@proves("KN-AIR-19", "KN-BLDG-02a")
@pytest.mark.parametrize("pairs", [1, 4])
def test_the_odds_of_rockets_at_a_held_house_are_told_though_a_counter_is_drawn_first(pairs: int) -> None:
    """A rocket does nothing that shows no 6, or of whose four dice none shows 3 or more: 5/6 and 1/6 of 1/81."""
    state = _over(
        "de.squad", pieces=[area(T.STONE_BUILDING, 38, 18, 42, 22)], attacked=False,
        status={"foe": Status(men=8, inside="stone_building")},
    )  # fmt: skip
    odds = GAME.chances(state, RocketBuilding(UK, "plane", "stone_building", ROCKETS, pairs)).odds
    assert odds is not None
    assert odds.of("no effect") == (Fraction(5, 6) + Fraction(1, 6) * Fraction(1, 81)) ** (2 * pairs)


@proves("KN-AIR-16", "KN-BMOR-18")
def test_rockets_at_an_empty_house_are_no_attack_on_the_enemy() -> None:
    """OUR 195."""
    house = area(T.WOODEN_BUILDING, 38, 18, 42, 22)
    state = game(
        unit("plane", "uk.typhoon", (40, 33.5)), unit("foe", "de.squad", (80, 60)), unit("own", "uk.squad", (10, 60)), pieces=[house],
    )  # fmt: skip
    state = told_to(state, "plane", ActionKind.MOVE, ATTACK, done=1)
    after = play_on(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS), 1, 1)
    assert progress_of(after).counters_of(DE) == ()
    assert SKY.of(progress_of(after)).attacked == ()


@proves("KN-AIR-16", "KN-AIR-21", "KN-BMOR-18")
@pytest.mark.parametrize(
    ("foe_at", "dice", "counters"),
    [
        ((40, 20), (1,), 0),
        ((40, 20), (3, 14, 6, 6, 1, 1, 1, 1), 1),
        ((40, 20), (3, 14, 1, 1, 6, 6, 2, 13, 1), 1),
        ((80, 10), (3, 6, 6, 1, 1, 1, 1), 0),
    ],
)
def test_bombs_are_an_attack_on_whom_they_are_called_down_on(
    foe_at: tuple[float, float], dice: tuple[int, ...], counters: int
) -> None:
    """OUR 195: not if the radio fails, nor where nobody is within 8 inches of the marker; but if they drift off him."""
    state = game(
        unit("plane", "uk.typhoon_bomber", (40, 33.5)), unit("eye", "uk.air_controller", (44, 40)), unit("foe", "de.squad", foe_at),
    )  # fmt: skip
    state = told_to(state, "plane", ActionKind.MOVE, ATTACK, done=1)
    after = play_on(state, DropBombs(UK, "plane", "eye", Spot(40, 20), "medium bombs", 1), *dice)
    assert len(progress_of(after).counters_of(DE)) == counters


@proves("KN-AIR-12", "KN-SUPP-09")
@pytest.mark.parametrize(("foe", "may"), [("de.tiger", False), ("de.sdkfz251", True), ("de.opel", True), ("de.squad", True)])  # fmt: skip
def test_machine_guns_of_an_aircraft_do_not_suppress_armour_with_a_roof(foe: str, may: bool) -> None:
    """The long row of small arms has a dash for it."""
    state = _over(foe, "us.mustang")
    strafe = _strike(ActionKind.SUPPRESS_SMALL_ARMS, MGS)
    assert (why_not(state, strafe) == "", strafe in legal(state)) == (may, may)
    if not may:
        assert "small arms cannot suppress enclosed armour at long range" in why_not(state, strafe)


@proves("KN-AIR-19", "KN-AIR-20")
def test_rockets_go_in_pairs_hit_on_a_six_and_strike_the_rear() -> None:
    state = _over("de.panther")
    salvo = _strike(ActionKind.DIRECT_AT, ROCKETS, 2)
    rear = BOOK.type("de.panther").armour
    assert rear is not None
    assert rear.rear == 4
    after = play_on(state, salvo, 2, 6, 5, 5, 5, 3, 2, 1)
    assert "foe" not in after.units
    assert progress_of(after).of("plane").shots(ROCKETS) == 4
    assert "in pairs" in why_not(state, _strike(ActionKind.DIRECT_AT, ROCKETS, 5))
    assert (str(ROCKET_SHELL), ROCKET_SHELL.penetration) == ("heavy 4", 8)


@proves("KN-AIR-19")
def test_the_odds_of_a_salvo_are_those_of_its_dice() -> None:
    state = _over("de.opel")
    weapon = BOOK.type("uk.typhoon").weapon(ROCKETS)
    run = run_at(at(state), state.unit("plane"), state.unit("foe"), ActionKind.DIRECT_HE, weapon, 1)
    assert odds_of(lambda dice: run.fly(dice)[0]).of(False) == Fraction(1, 6)
    flying = told_to(state, "plane", ActionKind.MOVE, ActionKind.AIR_ATTACK, done=1)
    odds = GAME.chances(flying, _strike(ActionKind.DIRECT_HE, ROCKETS)).odds
    assert odds is not None
    missed = Fraction(1, 6) + Fraction(5, 6) * Fraction(25, 36)
    assert odds.of("no effect") >= missed

    def flown(dice: Dice) -> bool:
        return any(losses.fate is Fate.DESTROYED for losses in run.fly(dice)[1])

    assert odds.of("foe: destroyed") == odds_of(flown).of(True)


@proves("KN-AIR-18")
def test_the_speed_of_an_aircraft_adds_one_to_its_cannon() -> None:
    state = _over("de.sdkfz251")
    ap = BOOK.type("uk.typhoon").weapon(CANNON).ap
    assert ap is not None
    assert ap[3] + 1 == 2
    after = play_on(state, _strike(ActionKind.DIRECT_AT, CANNON), 2, 5, 3, 3, 4)
    assert "foe" in after.units
    assert "foe" not in play_on(state, _strike(ActionKind.DIRECT_AT, CANNON), 2, 5, 3, 4, 1).units


@proves("KN-AIR-14")
def test_an_attack_is_made_through_the_front_arc_from_about_twelve_inches() -> None:
    away = game(unit("plane", "uk.typhoon", (40, 33.5), facing_deg=180), unit("foe", "de.squad", (40, 20)))
    away = told_to(away, "plane", ActionKind.MOVE, ATTACK, done=1)
    assert "outside the arc" in why_not(away, _strike(ActionKind.SUPPRESS_HE, CANNON))
    far = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 20)))
    far = told_to(far, "plane", ActionKind.MOVE, ATTACK, done=1)
    assert 'about 12"' in why_not(far, _strike(ActionKind.SUPPRESS_HE, CANNON))


@proves("KN-AIR-21", "KN-AIR-22", "KN-AIR-23", "KN-SPEC-09")
def test_bombs_fall_on_a_marker_of_the_controller() -> None:
    state = _over(
        "de.squad",
        "uk.typhoon_bomber",
        unit("fac", "uk.air_controller", (44, 40)),
        unit("squad", "uk.squad", (60, 60)),
    )
    drop = DropBombs(UK, "plane", "fac", Spot(40, 20), "medium bombs", 2)
    assert drop in legal(state)
    assert "neither" in why_not(state, replace(drop, spotter="squad"))
    unheard = play_on(state, drop, 2)
    assert progress_of(unheard).of("plane").shots("medium bombs") == 0
    assert any("no radio contact" in line for line in told(state, drop, 2))
    assert progress_of(unheard).activation is None, "that was its action"
    after = play_on(state, drop, 3, 6, 6, 1, 1, 1, 6, 1, 2, 2, 2, 2, 1, 1, 6, 6, 6, 5, 6)
    assert progress_of(after).of("plane").shots("medium bombs") == 2
    assert progress_of(after).of("foe").men == 7
    assert progress_of(after).activation is None
    again = told_to(after, "plane", ActionKind.MOVE, ATTACK, done=1)
    assert "no medium bombs" in why_not(again, drop)


@proves("KN-AIR-08", "KN-AIR-22")
def test_an_aircraft_that_drops_the_last_it_has_goes_home() -> None:
    state = _over("de.squad", "uk.typhoon_bomber", unit("fac", "uk.air_controller", (44, 40)))
    drop = DropBombs(UK, "plane", "fac", Spot(40, 20), "medium bombs", 2)
    dice = (3, 6, 6, 1, 1, 1, 6, 1, 2, 2, 2, 2, 1, 1, 6, 6, 6, 5, 6)
    assert play_on(state, drop, *dice).unit("plane").at is not None, "it has its cannon left"
    after = play_on(AirWeaponUsed("plane", "20mm cannon", 3, "before").on(state), drop, *dice)
    assert "plane" not in after.units
    assert [loss.how for loss in progress_of(after).lost if loss.unit == "plane"] == ["gone home"]


@proves("KN-AIR-21", "KN-SPEC-13", "KN-KIT-07")
def test_signals_have_the_radio_check_to_an_aircraft_thrown_again_once_a_turn() -> None:
    """OUR 121: a 2 fails, and the 3 of the second throw gets through; a 2 stands if no signals unit is named, or once it has helped."""
    state = _over(
        "de.squad",
        "uk.typhoon_bomber",
        unit("fac", "uk.air_controller", (44, 40)),
        unit("sig", "uk.signals", (60, 60)),
    )
    alone = DropBombs(UK, "plane", "fac", Spot(40, 20), "medium bombs", 1)
    drop = replace(alone, signals="sig")
    assert {one.signals for one in legal(state) if isinstance(one, DropBombs)} == {"sig", ""}
    assert "sig has it thrown again" in str(GAME.chances(state, drop))
    assert "thrown again" not in str(GAME.chances(state, alone))
    assert fire_support(progress_of(play_on(state, alone, 2))).signals_used == ()
    assert "plane is not a signals unit" in why_not(state, replace(alone, signals="plane"))
    heard = play_on(state, drop, 2, 3, 6, 6, 1, 1, 1, 1)
    assert fire_support(progress_of(heard)).signals_used == ("sig",)
    assert progress_of(heard).of("plane").shots("medium bombs") == 1
    unheard = play_on(state, drop, 2, 2)
    assert progress_of(unheard).of("plane").shots("medium bombs") == 0
    later = told_to(unheard, "plane", ActionKind.MOVE, ATTACK, done=1)
    assert "can still help" in why_not(later, drop)
    assert progress_of(play_on(later, alone, 2)).of("plane").shots("medium bombs") == 0


@proves("KN-BLDG-02a", "KN-AIR-19", "KN-AIR-10", "KN-AIR-14")
def test_rockets_batter_a_building_and_spare_those_inside() -> None:
    """Two pairs: two of four rockets show a 6; of their four damage dice each (heavy 4: 3 and more) three and two are hits."""
    house = area(T.WOODEN_BUILDING, 38, 18, 42, 22)
    state = _over("de.squad", pieces=[house], status={"foe": Status(men=8, inside="wooden_building")})
    rockets = RocketBuilding(UK, "plane", "wooden_building", ROCKETS, 2)
    assert {replace(rockets, pairs=pairs) for pairs in (1, 4)} <= {*legal(state)}
    after = play_on(state, rockets, 6, 1, 6, 5, 3, 4, 5, 1, 3, 6, 2, 1)
    assert DAMAGE.of(progress_of(after)) == (("wooden_building", 5),)
    assert progress_of(after).of("plane").shots(ROCKETS) == 4
    assert progress_of(after).of("foe").men == 8
    odds = GAME.chances(state, rockets).odds
    assert odds is not None
    assert odds.of("no effect") >= Fraction(5, 6) ** 4
    for pairs in (0, 9):
        refused = why_not(state, replace(rockets, pairs=pairs))
        assert f"rockets are fired in pairs: {pairs} of the 4 pairs left" in refused
    assert "no rockets named" in why_not(state, replace(rockets, weapon=CANNON))
    assert "is not a building" in why_not(state, replace(rockets, building="nothing"))


@proves("KN-BLDG-02a", "KN-AIR-10", "KN-AIR-14")
@pytest.mark.parametrize(
    ("west", "north", "said"),
    [
        (38, 10, 'from about 12"'),
        (60, 30, "outside the arc"),
        (45, 27, ""),
        (46.6, 27, "outside the arc"),
        (38, 15, ""),
    ],
)
def test_rockets_reach_a_building_in_the_arc_and_near_enough(west: float, north: float, said: str) -> None:
    house = area(T.WOODEN_BUILDING, west, north, west + 4, north + 4)
    state = _over("de.squad", pieces=[house])
    assert said in (refused := why_not(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS)))
    assert (refused == "") is (said == "")


@proves("KN-BLDG-02c", "KN-AIR-16")
@pytest.mark.parametrize(("die", "spent"), [(2, 0), (3, 2)])
def test_a_concealed_bunker_is_observed_before_rockets_are_fired(die: int, spent: int) -> None:
    bunker = area(T.BUNKER, 38, 18, 42, 22)
    state = _over(
        "de.squad",
        pieces=[bunker],
        concealed_bunkers=["bunker"],
        status={"foe": Status(men=8, inside="bunker")},
    )
    rockets = RocketBuilding(UK, "plane", "bunker", ROCKETS)
    assert "concealed bunker is observed on 3+" in str(GAME.chances(state, rockets))
    after = play_on(state, rockets, die, *(1, 1)[:spent])
    assert progress_of(after).of("plane").shots(ROCKETS) == spent
    assert progress_of(after).activation is None, "either way that was its action"
    record = told(state, rockets, die, *(1, 1)[:spent])
    assert any("bunker is not observed" in line for line in record) is (spent == 0)


@proves("KN-AIR-24", "KN-AIR-25", "KN-AIR-26")
def test_the_sizes_of_bombs_as_printed() -> None:
    printed = {"small": ("heavy 6", 8), "medium": ("very heavy 6", 12), "large": ("very heavy 9", 16)}
    assert {size: (str(he), he.penetration) for size, he in BOMB_SHELLS.items()} == printed


@proves("KN-AIR-31a", "KN-IND-01")
def test_an_observation_aircraft_flies_and_then_asks_for_guns() -> None:
    state = game(
        unit("auster", "uk.auster", (40, 60)), unit("gun", "uk.25pdr_battery"), unit("foe", "de.squad", (40, 9)),
        step=Step.ACTIVATION,
    )  # fmt: skip
    state = play_on(state, Fly(UK, "auster", Spot(40, 30), 0.0, ActionKind.REQUEST))
    request = RequestMission(UK, "auster", ("gun",), Spot(40, 9))
    assert request in legal(state)
    marked = play_on(state, request, 3, 6, 6, 1, 1, 1)
    assert progress_of(marked).owed[0].duty is Duty.FIRE_FOR_EFFECT
    fighter = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 9)))
    assert "not an observation aircraft" in why_not(
        fighter, Fly(UK, "plane", Spot(40, 30), 0.0, ActionKind.REQUEST)
    )


@proves("KN-AIR-09", "KN-AIR-11", "KN-AIR-31a")
@pytest.mark.parametrize(
    ("told", "said"),
    [
        ((ActionKind.REQUEST,), "moves first: it is activated by flying somewhere (KGN Aircraft movement)"),
        ((ActionKind.MOVE, ActionKind.MOVE), "moves first: it is activated by flying somewhere"),
        ((ActionKind.COVERING,), "never uses covering fire (KGN Aircraft firing)"),
    ],
)
def test_no_aircraft_acts_where_it_is(told: tuple[ActionKind, ...], said: str) -> None:
    state = game(
        unit("auster", "uk.auster", (40, 60)),
        unit("gun", "uk.25pdr_battery"),
        unit("foe", "de.squad", (40, 9)),
    )
    assert said in why_not(state, Activate(UK, "auster", told))
    assert not any(isinstance(one, Activate) for one in legal(state))


@proves("KN-AIR-28")
def test_a_suppressed_aircraft_waits_for_its_marker_to_go() -> None:
    state = game(unit("plane", "uk.typhoon", (40, 60), SUPPRESSED), unit("foe", "de.squad", (40, 9), FIRED))
    assert not any(isinstance(one, Fly) for one in legal(state))


@proves("KN-AIR-28")
def test_nothing_reaches_a_suppressed_aircraft_in_an_action_or_from_cover() -> None:
    """It has climbed out of range (OUR 212); the one beside it has not."""
    state = game(
        unit("quad", "de.quad20", (10, 10)),
        unit("away", "uk.spitfire", (60, 60), SUPPRESSED),
        unit("near", "uk.spitfire", (60, 50)),
    )
    told_up = told_to(state, "quad", ActionKind.SUPPRESS_AIRCRAFT)
    assert [one for one in legal(told_up) if isinstance(one, FireAtAircraft)] == [
        FireAtAircraft(DE, "quad", "near")
    ]
    assert why_not(told_up, FireAtAircraft(DE, "quad", "away")) == (
        "away is suppressed and has climbed out of range (KGN Aircraft and suppression; KGN Aircraft, OUR 212, inferred)"
    )
    covering = state.with_unit(unit("quad", "de.quad20", (10, 10), COVERING))
    flown = play_on(covering, Fly(UK, "near", Spot(60, 40), 0.0))
    assert CoverAgainstAircraft(DE, "quad", "near") in legal(flown)
    assert "out of range" in why_not(flown, CoverAgainstAircraft(DE, "quad", "away"))
