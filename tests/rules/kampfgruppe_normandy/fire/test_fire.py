"""Shooting in situations: arcs, sight, saves, modifiers, armour, passengers, flame, close assault."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Base, Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import FIRED, IMMOBILISED, MOVED, REDEPLOYED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.questions.ranges import Facing, facing_struck
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    counters,
    course,
    firing,
    line,
    loaded,
    ready,
    refusal,
    status,
    table,
    told,
    unit,
    with_status,
)


@proves("KN-SHOOT-04", "KN-SHOOT-07", "KN-SHOOT-08")
def test_a_hull_gun_fires_through_its_arc_and_a_turret_all_round() -> None:
    state = ready(
        table(),
        unit("stug", "de.stug3", (30, 24), 0),
        unit("panzer", "de.pz4h", (30, 34), 0),
        unit("tank", "uk.sherman", (45, 24), 270),
        attacker=DE,
    )
    state = firing(state, "panzer", "tank", K.DIRECT_AT, 1, weapon="75mm L/48")
    state = act(state, Fire(DE, "panzer", "tank", K.DIRECT_AT, "75mm L/48"), 1)
    state = act(state, Activate(DE, "stug", (K.DIRECT_AT, K.MOVE)))
    assert "outside the arc" in refusal(state, Fire(DE, "stug", "tank", K.DIRECT_AT, "75mm L/48"))


@proves("KN-SHOOT-04", "KN-SHOOT-07", "KN-SHOOT-08")
def test_beside_its_front_a_tank_fires_its_co_axial_gun_and_not_the_one_in_its_bow() -> None:
    state = ready(table(), unit("a", "uk.sherman", (30, 24), 0), unit("b", "de.squad", (45, 24), 270))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "firepower 3 from co-axial MG 3 " in str(
        GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS))
    )
    bow = Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS, "bow MG")
    assert refusal(state, bow) == "b is outside the arc of bow MG (KGN Firing arcs)"


@proves("KN-SHOOT-10")
@pytest.mark.parametrize(
    ("firer", "facing"),
    [
        ((10, 0), Facing.FRONT), ((18, 2), Facing.FRONT), ((20, 10), Facing.SIDE), ((0, 10), Facing.SIDE),
        ((10, 20), Facing.REAR), ((18, 18), Facing.SIDE), ((17, 18), Facing.REAR),
    ],
)  # fmt: skip
def test_the_facing_struck_is_the_quarter_the_firer_stands_in(
    firer: tuple[float, float], facing: Facing
) -> None:
    tank = Base.rectangle(Spot(10, 10), 1.6, 3.2, 0)
    assert facing_struck(tank, Spot(*firer)) is facing


@proves("KN-SUPP-04", "KN-SPEC-18")
def test_two_men_cannot_suppress_but_a_sniper_can() -> None:
    state = ready(
        table(),
        unit("pair", "uk.piat", (10, 20), 90),
        unit("sniper", "uk.sniper", (10, 30), 90),
        unit("b", "de.squad", (25, 24), 270),
    )
    pair = activated(state, "pair", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert "less than 3" in refusal(pair, Fire(UK, "pair", "b", K.SUPPRESS_SMALL_ARMS))
    sniper = activated(state, "sniper", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert not refusal(sniper, Fire(UK, "sniper", "b", K.SUPPRESS_SMALL_ARMS))


@proves("KN-SUPP-02", "KN-SUPP-06", "KN-SUPP-07", "KN-SUPP-08", "KN-SUPP-18", "KN-SUPP-03", "KN-SUPP-24")
def test_a_suppressing_1_misses_a_middling_die_worries_and_a_6_is_a_direct_hit() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (22, 24), 270), FAR)
    kind = K.SUPPRESS_SMALL_ARMS
    assert not firing(state, "a", "b", kind, 1).unit("b").has(SUPPRESSED)
    assert not firing(state, "a", "b", kind, 2, 2).unit("b").has(SUPPRESSED)
    assert not firing(state, "a", "b", kind, 5, 3, 6).unit("b").has(SUPPRESSED)
    assert firing(state, "a", "b", kind, 5, 3, 5).unit("b").has(SUPPRESSED)
    hit = firing(state, "a", "b", kind, 6, *[4, 1, 1, 1, 1, 1, 1, 1, 1], 5, 1)
    assert status(hit, "b").men == 7
    assert not hit.unit("b").has(SUPPRESSED)


@proves("KN-SUPP-12", "KN-SUPP-35", "KN-DFSA-44")
def test_small_arms_cannot_suppress_enclosed_armour_beyond_8_inches_nor_destroy_it() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    far = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "cannot suppress enclosed armour" in refusal(far, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS))
    near = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.pz4h", (18, 24), 270))
    assert firing(near, "a", "b", K.SUPPRESS_SMALL_ARMS, 3, 5).unit("b").has(SUPPRESSED)
    near = activated(near, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "do nothing to b" in refusal(near, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS))


@proves("KN-SUPP-26")
def test_armour_piercing_rounds_cannot_suppress() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", K.SUPPRESS_HE, K.DIRECT_AT)
    said = refusal(state, Fire(UK, "a", "b", K.SUPPRESS_HE, "75mm", "armour piercing"))
    assert "cannot be used that way" in said


@proves("KN-DFAT-39")
def test_anti_tank_fire_at_infantry_is_refused() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    assert "nothing to infantry" in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))


@proves("KN-DFSA-03", "KN-SHOOT-03", "KN-SPEC-03")
def test_a_target_that_is_not_observed_is_not_fired_at() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    before = status(state, "a").left("ap")
    state = firing(state, "a", "b", K.DIRECT_AT, 1, weapon="75mm")
    assert status(state, "a").left("ap") == before
    assert course(state).activation is not None


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


@proves("KN-DFHE-05", "KN-DFHE-06", "KN-DFAT-05")
def test_moving_firer_moving_target_and_gun_each_take_one_off() -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.pak40", (30, 24), 270, MOVED),
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    said = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm")))
    for modifier in ("firer moved or will move", "target moved", "target is a deployed gun"):
        assert f"-1 {modifier}" in said


@proves("KN-DFSA-11", "KN-DFSA-06")
def test_a_vehicle_in_the_open_that_fired_is_seen_without_a_die() -> None:
    state = ready(
        table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270, FIRED), FAR
    )
    state = firing(state, "a", "b", K.DIRECT_AT, 2, weapon="75mm")
    assert state.unit("a").has(FIRED)


@proves("KN-DFHE-08", "KN-DFAT-06")
def test_a_6_always_hits_and_a_1_never() -> None:
    hedge = line(T.HEDGE, (52, 10), (52, 40))
    state = ready(
        table(hedge),
        unit("a", "uk.sherman", (9, 24), 90),
        unit("b", "de.pz4h", (54, 24), 270, MOVED, IMMOBILISED),
        FAR,
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    shot = Fire(UK, "a", "b", K.DIRECT_AT, "75mm")
    assert "b" in act(state, shot, 6, 5).units
    assert "b" in act(state, shot, 6, 6, 2, 2, 5).units


@proves("KN-DFAT-36", "KN-DFSA-40")
def test_armour_piercing_shot_wrecks_a_truck_on_6_or_more() -> None:
    state = loaded(
        unit("truck", "de.opel", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.sherman", (10, 24), 90),
        FAR,
    )
    after = firing(state, "a", "truck", K.DIRECT_AT, 2, 3, 3, 3, 1, weapon="75mm")
    assert "truck" not in after.units
    assert status(after, "men").men == 8
    assert after.unit("men").has(SUPPRESSED)
    assert after.unit("men").at is not None
    stands = firing(state, "a", "truck", K.DIRECT_AT, 2, 3, 3, 2, 5, weapon="75mm")
    assert "truck" in stands.units


@proves("KN-DFAT-37", "KN-DFSA-40", "KN-DFSA-54", "KN-KIT-05")
def test_an_armoured_transport_destroyed_costs_its_squad_d3_men() -> None:
    state = loaded(
        unit("track", "de.sdkfz251", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.firefly", (10, 24), 90),
        FAR,
    )
    after = firing(state, "a", "track", K.DIRECT_AT, 2, 3, 5, 4, 5, 1, 1, weapon="17 pdr")
    assert "track" not in after.units
    assert status(after, "men").men == 5
    assert after.unit("men").has(SUPPRESSED)
    assert counters(after, DE) == 1


@proves("KN-DFAT-38", "KN-UMOR-05")
def test_a_deployed_gun_has_armour_2_against_shot() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("g", "de.pak40", (30, 24), 270), FAR)
    after = firing(state, "a", "g", K.DIRECT_AT, 2, 4, 2, 3, 1, weapon="75mm")
    assert "g" not in after.units
    assert counters(after, DE) == 1


@proves("KN-DEPL-16a", "KN-DEPL-17a", "KN-DEPL-17b", "KN-DEPL-17c", "KN-DEPL-15")
def test_riders_of_a_tank_that_is_hit_take_a_light_shell_and_get_off() -> None:
    state = loaded(
        unit("tank", "de.panther", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.sherman", (10, 24), 90),
        FAR,
    )
    shot = Fire(UK, "a", "tank", K.DIRECT_AT, "75mm")
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_SMALL_ARMS)
    after = act(state, shot, 2, 3, 1, 2, 5, 5, 1, 1, 2, 1)
    assert status(after, "men").men == 7
    assert after.unit("men").has(SUPPRESSED)
    assert status(after, "men").aboard is None
    after = act(state, shot, 1)
    said = str(GAME.chances(after, Fire(UK, "a", "men", K.DIRECT_SMALL_ARMS)))
    assert "observed on 2+" in said
    assert "saves on 6+" in said


@proves("KN-DEPL-16a", "KN-DEPL-17b", "KN-DEPL-17c")
@pytest.mark.parametrize(("kind", "hits"), [(K.DIRECT_HE, (6, 6)), (K.SUPPRESS_HE, (6,))])
def test_riders_whom_a_shell_strikes_themselves_get_off_suppressed(kind: K, hits: tuple[int, ...]) -> None:
    """They take the four dice of the shell itself, not a light one (OUR 210)."""
    gun = unit("a", "uk.sherman", (10, 24), 90)
    state = loaded(unit("tank", "de.panther", (30, 24), 270), {"men": "de.squad"}, gun, FAR)
    state = activated(state, "a", kind, kind)
    shot = Fire(UK, "a", "men", kind, "75mm")
    assert "a shell that hits them puts them off the tank, suppressed (KGN Tank riders, OUR 210" in str(
        GAME.chances(state, shot)
    )
    one_damages, unsaved, no_weapon = (4, 1, 1, 1), 1, 1
    after = act(state, shot, *hits, *one_damages, unsaved, no_weapon)
    assert (status(after, "men").men, status(after, "men").aboard) == (7, None)
    assert after.unit("men").has(SUPPRESSED)


@proves("KN-DEPL-17a", "KN-NIGHT-03", "KN-NIGHT-01")
@pytest.mark.parametrize(("night", "save", "rest", "men"), [(False, 6, (1,), 7), (True, 5, (), 8)])
def test_riders_of_a_tank_that_is_hit_at_night_save_as_everyone_is_obscured(
    night: bool, save: int, rest: tuple[int, ...], men: int
) -> None:
    """OUR 152: one hit of the light shell and a 5 for its save, which is enough in the dark."""
    tank, gun = unit("tank", "de.panther", (30, 24), 270), unit("a", "uk.sherman", (10, 24), 90)
    state = loaded(tank, {"men": "de.squad"}, gun, FAR, night=night)
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_AT)
    fire = Fire(UK, "a", "tank", K.DIRECT_AT, "75mm")
    said = str(GAME.chances(state, fire))
    assert f"light 3 shell, saved on {save}+, and puts them off suppressed (KGN Tank riders" in said
    assert ("suppressed (KGN Tank riders; KGN Night, OUR 152" in said) is night
    after = act(state, fire, 3, 4, 1, 2, 5, 5, 1, 1, 5, *rest)
    assert status(after, "men").men == men


@proves("KN-DFSA-45")
def test_men_in_an_open_topped_vehicle_save_on_3_against_direct_small_arms_fire() -> None:
    state = loaded(
        unit("track", "de.sdkfz251", (25, 24), 270), {"men": "de.squad"}, unit("a", "uk.squad", (10, 24), 90)
    )
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)
    said = str(GAME.chances(state, Fire(UK, "a", "men", K.DIRECT_SMALL_ARMS)))
    assert "in reinforced cover inside an open-topped vehicle" in said
    assert "saves on 3+" in said


@proves("KN-DFSA-47", "KN-DFSA-48", "KN-DFSA-49", "KN-BMOR-14")
def test_a_close_assault_costs_the_attacker_a_man_and_maybe_his_nerve() -> None:
    state = ready(table(), unit("a", "uk.squad", (20, 24), 90), unit("b", "de.squad", (28, 24), 270), FAR)
    state = with_status(state, "a", Status(men=5))
    kind = K.DIRECT_SMALL_ARMS
    state = firing(state, "a", "b", kind, 3, *[1] * 6, 1, 3)
    assert status(state, "a").men == 4
    assert state.unit("a").has(SUPPRESSED)
    assert course(state).activation is None


@proves("KN-DFSA-50a", "KN-DFSA-50b", "KN-DFSA-50c", "KN-DFSA-53", "KN-WPN-05", "KN-DFSA-02")
def test_a_flamethrower_burns_what_stands_still_and_once() -> None:
    state = ready(
        table(),
        unit("a", "us.engineers", (20, 24), 90),
        unit("b", "de.squad", (29, 24), 270),
        unit("c", "de.squad", (20, 31), 270, MOVED),
        unit("d", "de.squad", (13, 24), 270, REDEPLOYED),
        FAR,
    )
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)

    def flame(target: str) -> Fire:
        return Fire(UK, "a", target, K.DIRECT_SMALL_ARMS, "flamethrower")

    assert "not stationary" in refusal(state, flame("c"))
    assert "not stationary" in refusal(state, flame("d"))
    state = act(state, flame("b"), 3, *[3] * 4, *[1] * 13, *[6, 6, 6, 1], 1, 1)
    assert status(state, "b").men == 7
    assert status(state, "a").men == 7
    assert "used up" in refusal(state, flame("b"))


@proves("KN-DFSA-12", "KN-DFSA-13", "KN-DFSA-24", "KN-WPN-05", "KN-PRIN-22")
@pytest.mark.parametrize(
    ("firer", "men", "weapon", "firepower"),
    [
        ("us.engineers", 8, "flamethrower", "17 from flamethrower 10, small arms 7"),
        ("us.engineers", 8, "", "8 from small arms 8"),
        ("us.engineers", 8, "small arms", "8 from small arms 8"),
        ("us.engineers", 1, "flamethrower", "10 from flamethrower 10"),
        ("uk.crocodile", 0, "hull flamethrower", "13 from hull flamethrower 10, co-axial MG 3"),
    ],
)
def test_the_rest_of_a_unit_fires_with_its_flamethrower(
    firer: str, men: int, weapon: str, firepower: str
) -> None:
    """All that a unit fires is added up; the flamethrower, used once or thrice a game, when it is named."""
    state = ready(table(), unit("a", firer, (20, 24), 90), unit("b", "de.squad", (26, 24), 270), FAR)
    state = with_status(state, "a", replace(status(state, "a"), men=men))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    told = str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS, weapon)))
    assert f"firepower {firepower} (" in told


@proves("KN-DFSA-12", "KN-DFSA-16", "KN-DFSA-24")
def test_a_machine_gun_of_pioneers_fires_with_their_flamethrower() -> None:
    """Of eight men two serve the MG 42 and one the flamethrower: 5, 10 and five rifles."""
    pioneers, squad = unit("a", "de.pioneers", (20, 24), 90), unit("b", "uk.squad", (26, 24), 270)
    state = ready(table(), pioneers, squad, unit("far", "uk.squad", (60, 40)), attacker=DE)
    state = act(state, Activate(DE, "a", (K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)))
    fire = Fire(DE, "a", "b", K.DIRECT_SMALL_ARMS, "flamethrower")
    assert "firepower 20 from flamethrower 10, MG 42 5, small arms 5 (" in str(GAME.chances(state, fire))
    worn = with_status(state, "a", replace(status(state, "a"), men=2))
    assert "firepower 11 from flamethrower 10, small arms 1 (" in str(GAME.chances(worn, fire))


@proves("KN-DFSA-52")
def test_flame_at_a_tank_is_anti_tank_fire_of_5() -> None:
    state = ready(table(), unit("a", "uk.crocodile", (20, 24), 90), unit("b", "de.pz4h", (29, 24), 270), FAR)
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    fire = Fire(UK, "a", "b", K.DIRECT_AT, "hull flamethrower")
    assert "penetration 5 against front armour 6" in str(GAME.chances(state, fire))


@proves("KN-WPN-04a", "KN-WPN-04b", "KN-DFSA-17")
def test_a_heavy_machine_gun_does_not_fire_in_a_turn_with_a_move() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    moving = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    said = str(GAME.chances(moving, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)))
    assert "firepower 7" not in said
    still = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)
    assert "firepower 7" in str(GAME.chances(still, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)))


@proves("KN-WPN-18a", "KN-WPN-18b")
def test_a_pintle_machine_gun_fires_in_a_turn_with_a_move() -> None:
    state = ready(table(), unit("a", "uk.m5_halftrack", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    moving = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.MOVE)
    assert "firepower 6 " in str(GAME.chances(moving, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)))


@proves("KN-DFSA-25", "KN-DFSA-61")
def test_a_machine_gun_without_its_crew_is_silent_and_the_last_man_has_his_rifle() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    state = with_status(state, "a", Status(men=1))
    state = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "firepower 1 " in str(GAME.chances(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)))


@proves("KN-WPN-19a")
def test_a_gun_with_one_man_left_does_not_fire() -> None:
    state = ready(table(), unit("a", "uk.6pdr", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270))
    state = with_status(state, "a", Status(men=1))
    state = activated(state, "a", K.DIRECT_AT, K.DIRECT_AT)
    assert "crew of 2" in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "6 pdr"))


@proves("KN-SHOOT-09", "KN-PRIN-29")
def test_what_cannot_be_seen_or_rides_inside_cannot_be_fired_at() -> None:
    house = area(T.STONE_BUILDING, 20, 10, 24, 38)
    state = ready(
        table(house),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.pz4h", (30, 24), 270),
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    assert "stone building stone_building hides it" in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))


@proves("KN-NIGHT-02a", "KN-NIGHT-03", "KN-NIGHT-04")
def test_at_night_nothing_is_engaged_beyond_24_inches_and_all_are_obscured() -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.pz4h", (40, 24), 270),
        unit("c", "de.pz4h", (30, 30), 270),
        night=True,
    )
    state = activated(state, "a", K.DIRECT_AT, K.MOVE)
    assert 'beyond 24" at night' in refusal(state, Fire(UK, "a", "b", K.DIRECT_AT, "75mm"))
    assert "-1 target obscured" in str(GAME.chances(state, Fire(UK, "a", "c", K.DIRECT_AT, "75mm")))


@proves("KN-ACT-16")
def test_one_activation_may_fire_at_two_targets() -> None:
    state = ready(
        table(),
        unit("a", "uk.vickers", (10, 24), 90),
        unit("b", "de.squad", (30, 20), 270),
        unit("c", "de.squad", (30, 30), 270),
    )
    state = firing(state, "a", "b", K.SUPPRESS_SMALL_ARMS, 1)
    lines = told(state, Fire(UK, "a", "c", K.SUPPRESS_SMALL_ARMS), 1)
    assert lines[-1] == "a has done an action"
