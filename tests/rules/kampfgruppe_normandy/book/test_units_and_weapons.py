"""What units are, what weapons may do, and what actions there are: rules that hold across the chapters."""

from dataclasses import replace

import pytest

from rules.game.chance.odds import odds_of
from rules.game.citation import Provenance
from rules.game.units import Symbol
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, REDEPLOYED, SUPPRESSED
from rules.kampfgruppe_normandy.book.terrain_chart import CHART
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, Mobility, ShellSize, SpecialRule
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load, Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.effects.harm import burst
from rules.kampfgruppe_normandy.questions.activation import kinds_open
from rules.kampfgruppe_normandy.questions.batteries import cannot_reach
from rules.kampfgruppe_normandy.questions.gun_crew import counts_its_shells
from rules.kampfgruppe_normandy.questions.target import Fate, Target
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    RULESET,
    UK,
    act,
    activated,
    area,
    counters,
    course,
    dice_of,
    firing,
    line,
    loaded,
    opened,
    position,
    ready,
    refusal,
    status,
    table,
    unit,
    with_status,
)

ROSTER = RULESET.book.roster


def squad_at(*men: tuple[float, float]) -> Move:
    return Move(UK, "a", (Spot(20, 24), Spot(24, 24)), men=tuple(Spot(*man) for man in men))


@proves("KN-PRIN-19", "KN-MOVE-01")
def test_men_of_a_unit_stand_in_a_chain_of_inches() -> None:
    state = ready(table(), unit("a", "uk.hq", (20, 24), 90), FAR)
    state = activated(state, "a", K.MOVE, K.MOVE)
    after = act(state, squad_at((24, 24), (24, 25.5), (24, 27)))
    assert status(after, "a").offsets == ((0, 0), (0, 1.5), (0, 3))
    assert position(after).models(after.unit("a"))[2] == Spot(24, 27)
    assert "1 man stands more than 1" in refusal(state, squad_at((24, 24), (24, 25.5), (24, 27.3)))
    assert "3 men to place" in refusal(state, squad_at((24, 24), (24, 25)))
    assert "a man would go 6" in refusal(state, squad_at((24, 24), (25.2, 24), (26.5, 24)))


@proves("KN-PRIN-17", "KN-PRIN-18", "KN-PRIN-25", "KN-PRIN-26", "KN-PRIN-27", "KN-PRIN-28", "KN-PRIN-30")
def test_the_types_of_unit_are_told_apart() -> None:
    kinds = {
        name: ROSTER[name].kind
        for name in ("uk.squad", "uk.jeep", "uk.m5_halftrack", "uk.sherman", "uk.6pdr")
    }
    assert list(kinds.values()) == [Kind.INFANTRY, Kind.SOFT_SKIN, Kind.OPEN_TOPPED, Kind.ENCLOSED, Kind.GUN]
    assert {row.kind for row in ROSTER.values()} >= set(kinds.values())
    assert ROSTER["uk.6pdr"].shield
    assert not ROSTER["uk.3in_mortar"].shield
    assert ROSTER["uk.vickers"].men <= 3 < ROSTER["uk.squad"].men


MORTARS = ("uk.3in_mortar", "uk.42in_mortar", "us.81mm_mortar", "de.80mm_mortar", "de.120mm_mortar")


@proves("KN-PRIN-18", "KN-PRIN-20", "KN-SPEC-24a.1")
@pytest.mark.parametrize("type_id", MORTARS)
def test_who_serves_a_mortar_is_a_team_of_infantry(type_id: str) -> None:
    """OUR 197."""
    row = ROSTER[type_id]
    assert (row.kind, row.is_team, row.mobility, row.symbol) == (
        Kind.INFANTRY, True, Mobility.FOOT, Symbol.MORTAR,
    )  # fmt: skip
    assert row.special_weapons == ()
    assert counts_its_shells(row)
    assert "small arms" in [weapon.name for weapon in row.weapons]


@proves("KN-PRIN-18", "KN-MOVE-02", "KN-DEPL-03", "KN-DEPL-04", "KN-DEPL-13")
def test_a_mortar_team_walks_rides_and_enters_a_house() -> None:
    """OUR 197: five inches a move; its truck has room for it; from three inches it gets into a house."""
    house = area(T.BRICK_BUILDING, 30, 10, 34, 14, name="house")
    state = ready(
        table(house), unit("m", "uk.3in_mortar", (20, 24)), unit("n", "uk.3in_mortar", (32, 16.5)),
        unit("truck", "uk.bedford", (22, 26)), FAR,
    )  # fmt: skip
    walking = activated(state, "m", K.MOVE, K.MOVE)
    assert refusal(walking, Move(UK, "m", (Spot(20, 24), Spot(15, 24)))) == ""
    assert refusal(walking, Move(UK, "m", (Spot(20, 24), Spot(14.9, 24)))) != ""
    assert refusal(activated(state, "truck", K.DEPLOY, K.MOVE), Load(UK, "truck", "m")) == ""
    assert refusal(activated(state, "n", K.DEPLOY, K.MOVE), EnterBuilding(UK, "n", "house")) == ""


@proves("KN-PRIN-18", "KN-DFAT-39", "KN-SUPP-20", "KN-UMOR-02")
def test_a_mortar_team_is_fired_at_as_infantry_is() -> None:
    """OUR 197: behind a wall it saves on 4+, anti-tank fire does nothing to it, and one man of three down tests nobody."""
    wall = line(T.WALL, (19, 20), (19, 30))
    state = ready(
        table(wall), unit("t", "uk.sherman", (40, 25), 270), unit("m", "de.80mm_mortar", (18, 25), 90), FAR
    )
    state = activated(state, "t", K.DIRECT_HE, K.DIRECT_AT)
    told = str(GAME.chances(state, Fire(UK, "t", "m", K.DIRECT_HE, "75mm")))
    assert "saves on 4+" in told
    assert "tests its morale with 1 of 3 men left or fewer" in told
    piercing = act(state, Forgo(UK))
    assert "does nothing to infantry" in refusal(piercing, Fire(UK, "t", "m", K.DIRECT_AT, "75mm"))


@proves("KN-SHOOT-05", "KN-SHOOT-06", "KN-WPN-10a", "KN-WPN-26")
def test_a_mortar_fires_before_it_with_two_men_and_its_crew_their_rifles_all_round() -> None:
    """OUR 197."""
    mortar, behind = unit("m", "uk.3in_mortar", (30, 24), 0.0), unit("b", "de.squad", (30, 40), 0.0)
    state = ready(table(), mortar, behind, FAR)
    assert cannot_reach(position(state), mortar, Spot(30, 8)) is None
    assert "outside the arc" in str(cannot_reach(position(state), mortar, Spot(30, 40)))
    rifles = activated(state, "m", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert refusal(rifles, Fire(UK, "m", "b", K.DIRECT_SMALL_ARMS)) == ""
    alone = with_status(state, "m", Status(men=1))
    assert "needs a crew of 2" in str(cannot_reach(position(alone), mortar, Spot(30, 8)))


@proves("KN-SHOOT-05", "KN-SHOOT-06", "KN-WPN-09")
@pytest.mark.parametrize("bearing_deg", [0.0, 60.0, 180.0, 300.0])
def test_a_light_mortar_is_fired_all_round(bearing_deg: float) -> None:
    """OUR 199: a man of the platoon headquarters fires it wherever the unit faces."""
    foe = unit("b", "de.squad", Spot(30, 24).ahead(bearing_deg, 15))
    state = ready(table(), unit("m", "uk.platoon_hq", (30, 24), 0.0), foe, FAR)
    firing_it = activated(state, "m", K.DIRECT_HE, K.SUPPRESS_HE)
    assert refusal(firing_it, Fire(UK, "m", "b", K.DIRECT_HE, '2" mortar')) == ""


@proves("KN-PRIN-24", "KN-UMOR-05")
def test_a_gun_and_its_crew_are_one_unit_and_go_together() -> None:
    """One activation fires the gun and then the crew's rifles; a gun destroyed takes its crew along, for one counter."""
    guns = ready(
        table(), unit("a", "uk.firefly", (10, 24), 90), unit("gun", "uk.6pdr", (10, 30), 90),
        unit("b", "de.pak40", (30, 24), 270), FAR,
    )  # fmt: skip
    after = firing(guns, "a", "b", K.DIRECT_AT, 2, 4, 6, 5, 1, weapon="17 pdr")
    assert set(after.units) == {"a", "gun", "far"}
    assert counters(after, DE) == 1
    both = activated(guns, "gun", K.DIRECT_AT, K.DIRECT_SMALL_ARMS)
    both = act(both, Fire(UK, "gun", "b", K.DIRECT_AT, "6 pdr"), 2, 1)
    assert refusal(both, Fire(UK, "gun", "b", K.DIRECT_SMALL_ARMS)) == ""
    assert "activated" in refusal(act(both, Forgo(UK)), Activate(UK, "gun", (K.MOVE, K.MOVE)))


@proves("KN-WPN-17", "KN-SPEC-03", "KN-SHOOT-04")
def test_a_tank_that_suppresses_with_its_machine_guns_spends_no_shell() -> None:
    """A co-axial and a bow machine gun of 3 each; at what lies behind the tank the bow gun does not fire."""
    tank = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (25, 24), 270), FAR)
    fire = Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)
    told = activated(tank, "a", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_HE)
    assert "firepower 6 " in str(GAME.chances(told, fire))
    after = act(told, fire, 1)
    assert status(after, "a").rounds == status(tank, "a").rounds
    shelled = act(after, Fire(UK, "a", "b", K.SUPPRESS_HE, "75mm"), 1)
    assert status(shelled, "a").left("he") == status(tank, "a").left("he") - 1
    turned = activated(
        tank.with_unit(replace(tank.unit("a"), facing_deg=270.0)), "a", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_HE
    )
    assert "firepower 3 " in str(GAME.chances(turned, fire))


@proves("KN-DFSA-12", "KN-WPN-04a")
def test_a_weapon_that_is_silent_says_why() -> None:
    """One man of the crew of a Vickers, which needs two; and two men at 42 inches."""
    for men, at_in, said in ((1, 25, "Vickers needs a crew of 2"), (2, 52, 'Vickers reaches 32"')):
        foe = unit("b", "de.squad", (at_in, 24), 270)
        state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), foe, FAR)
        state = activated(
            with_status(state, "a", Status(men=men)), "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS
        )
        assert said in refusal(state, Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS, "Vickers"))


@proves("KN-PRIN-20", "KN-PRIN-22", "KN-DFSA-12", "KN-DFSA-01")
def test_crews_have_rifles_and_a_vehicle_s_machine_guns_all_fire() -> None:
    state = ready(
        table(),
        unit("gun", "uk.6pdr", (10, 24), 90),
        unit("tank", "uk.sherman", (10, 34), 90),
        unit("b", "de.squad", (25, 26), 270),
    )
    gun = activated(state, "gun", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "firepower 3 " in str(GAME.chances(gun, Fire(UK, "gun", "b", K.DIRECT_SMALL_ARMS)))
    tank = activated(state, "tank", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "firepower 6 " in str(GAME.chances(tank, Fire(UK, "tank", "b", K.DIRECT_SMALL_ARMS)))


@proves("KN-PRIN-21", "KN-PRIN-23", "KN-DFAT-43a", "KN-PRIN-24")
def test_a_vehicle_is_a_unit_of_its_own_and_leaves_a_wreck_but_no_crew() -> None:
    state = loaded(
        unit("track", "de.sdkfz251", (30, 24), 270),
        {"men": "de.squad"},
        unit("a", "uk.firefly", (10, 24), 90),
        FAR,
    )
    after = firing(state, "a", "track", K.DIRECT_AT, 2, 3, 5, 4, 1, 1, 1, weapon="17 pdr")
    assert set(after.units) == {"a", "men", "far"}
    assert [wreck.unit for wreck in course(after).wrecks] == ["track"]


@proves(
    "KN-ACT-01", "KN-ACT-02", "KN-ACT-04", "KN-ACT-05", "KN-ACT-08", "KN-ACT-09", "KN-ACT-10", "KN-DEPL-01",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "kinds"),
    [
        ("uk.squad_piat", {K.MOVE, K.DEPLOY, K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS, K.DIRECT_AT, K.COVERING}),
        ("uk.bedford", {K.MOVE, K.DEPLOY, K.WITHDRAW}),
        (
            "uk.sherman",
            {
                K.MOVE, K.DEPLOY, K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS, K.SUPPRESS_HE, K.DIRECT_HE,
                K.DIRECT_AT, K.COVERING,
            },
        ),
        ("uk.3in_mortar", {K.MOVE, K.DEPLOY, K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS, K.COVERING}),
    ],
)  # fmt: skip
def test_what_a_unit_can_be_told_to_do_follows_from_what_it_has(type_id: str, kinds: set[K]) -> None:
    state = ready(table(), unit("a", type_id, (20, 24), 90), unit("x", "uk.squad", (5, 5)), FAR)
    assert set(kinds_open(position(state), state.unit("a"))) == kinds


@proves("KN-DEPL-22", "KN-PRIN-29")
def test_passengers_are_not_activated() -> None:
    state = loaded(unit("u", "uk.m5_halftrack", (20, 24), 90), {"s": "uk.squad"}, FAR)
    assert "is a passenger" in refusal(state, Activate(UK, "s", (K.DIRECT_SMALL_ARMS, K.MOVE)))


@proves("KN-SUPP-01", "KN-SHOOT-01")
def test_suppressing_fire_needs_no_observation() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (25, 24), 270), FAR)
    state = activated(state, "a", K.SUPPRESS_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    assert "observed" not in str(GAME.chances(state, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)))


MEDIUM = HighExplosive(ShellSize.MEDIUM, 4, 2)


@proves("KN-SUPP-25", "KN-SUPP-40", "KN-DFHE-15", "KN-DFAT-33")
def test_a_direct_hit_of_suppressing_he_goes_straight_to_damage() -> None:
    volley = Volley(
        Round.HE, True, None, shell=MEDIUM, penetration=2, effects=(4,), effect_save=5, hit_save=5
    )
    hit = resolve_attack(volley, Target("squad", Kind.INFANTRY, 8, 8), dice_of([6, 4, 4, 1, 1, 5, 2]))
    assert hit.die == 6
    assert hit.target.men_lost == 1
    tank = resolve_attack(volley, Target("tank", Kind.ENCLOSED, armour=1), dice_of([6, 3, 4]))
    assert tank.target.fate is Fate.DESTROYED


@proves("KN-IND-25", "KN-DFHE-14", "KN-DFHE-16", "KN-UMOR-04", "KN-DFHE-01", "KN-DFHE-02")
def test_he_takes_the_crew_of_a_gun_which_tests_for_every_loss() -> None:
    gun = Target("gun", Kind.GUN, 4, 4, save=6)
    losses = burst(gun, MEDIUM, dice_of([4, 1, 1, 1, 2, 3]))
    assert (losses.men_lost, losses.suppressed, losses.fate) == (1, True, Fate.STANDS)
    gone = burst(gun, MEDIUM, dice_of([4, 1, 1, 1, 2, 2]))
    assert gone.fate is Fate.ABANDONED
    dead = burst(gun, MEDIUM, dice_of([4, 4, 4, 4, 1, 1, 1, 1]))
    assert dead.fate is Fate.DESTROYED


@proves("KN-UMOR-18", "KN-BMOR-16", "KN-DFSA-58")
def test_an_abandoned_gun_costs_a_counter() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("g", "de.pak40", (30, 24), 270), FAR)
    state = firing(state, "a", "g", K.DIRECT_HE, 2, 3, 4, 1, 1, 1, 2, 2, 1, weapon="75mm")
    assert "g" not in state.units
    assert counters(state, DE) == 1


@proves("KN-UMOR-16", "KN-UMOR-25", "KN-UMOR-08")
def test_a_unit_is_not_suppressed_twice_and_an_ok_lifts_nothing() -> None:
    volley = Volley(Round.BULLETS, True, None, effects=(2,), effect_save=None)
    target = Target("squad", Kind.INFANTRY, 8, 8, suppressed=True)
    assert resolve_attack(volley, target, dice_of([3, 6])).target.is_untouched
    state = ready(
        table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.squad", (25, 24), 270, SUPPRESSED), FAR
    )
    state = with_status(state, "b", Status(men=5))
    state = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 3, *[6] + [1] * 6, 1, 1, 5)
    assert state.unit("b").has(SUPPRESSED)


@proves("KN-UMOR-07")
def test_a_tank_does_not_test_for_bullets_nor_anyone_for_suppressing_fire_without_a_direct_hit() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.pz4h", (18, 24), 270), FAR)
    state = firing(state, "a", "b", K.SUPPRESS_SMALL_ARMS, 6)
    assert not state.unit("b").has(SUPPRESSED)
    assert "b" in state.units


@proves("KN-DFSA-02", "KN-DFSA-32")
def test_direct_small_arms_fire_takes_no_modifier_for_moving() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (22, 24), 270), FAR)
    still = activated(state, "a", K.DIRECT_SMALL_ARMS, K.DIRECT_SMALL_ARMS)
    moving = activated(state, "a", K.DIRECT_SMALL_ARMS, K.MOVE)
    shot = Fire(UK, "a", "b", K.DIRECT_SMALL_ARMS)
    assert GAME.chances(still, shot).odds == GAME.chances(moving, shot).odds


@proves("KN-DFSA-41", "KN-DFSA-40")
def test_a_gun_whose_tow_is_lost_stands_there_suppressed() -> None:
    state = loaded(
        unit("truck", "de.opel", (30, 24), 270),
        {"gun": "de.pak40"},
        unit("a", "uk.firefly", (10, 24), 90),
        FAR,
    )
    state = firing(state, "a", "truck", K.DIRECT_AT, 2, 3, 3, 3, 1, weapon="17 pdr")
    assert state.unit("gun").has(SUPPRESSED)
    assert status(state, "gun").aboard is None


@proves("KN-DFSA-46", "KN-WPN-13", "KN-WPN-14", "KN-WPN-15")
def test_an_autocannon_is_small_arms_to_men_light_he_to_suppress_and_a_gun_to_armour() -> None:
    state = ready(
        table(),
        unit("a", "de.sdkfz222", (10, 24), 90),
        unit("men", "uk.squad", (30, 20), 270),
        unit("car", "uk.m5_halftrack", (30, 28), 270),
        unit("x", "de.squad", (4, 4)),
        attacker=DE,
    )
    direct = act(state, Activate(DE, "a", (K.DIRECT_SMALL_ARMS, K.DIRECT_AT)))
    assert "firepower 8 " in str(GAME.chances(direct, Fire(DE, "a", "men", K.DIRECT_SMALL_ARMS)))
    assert "do nothing to car" in refusal(direct, Fire(DE, "a", "car", K.DIRECT_SMALL_ARMS))
    suppress = act(state, Activate(DE, "a", (K.SUPPRESS_SMALL_ARMS, K.DIRECT_AT)))
    assert "suppresses on 5+" in str(GAME.chances(suppress, Fire(DE, "a", "car", K.SUPPRESS_SMALL_ARMS)))
    at = act(state, Activate(DE, "a", (K.DIRECT_AT, K.DIRECT_AT)))
    assert "against front armour" in str(GAME.chances(at, Fire(DE, "a", "car", K.DIRECT_AT, "20mm KwK")))


@proves("KN-WPN-07", "KN-WPN-08", "KN-DFAT-45", "KN-DFAT-01", "KN-DFAT-02")
def test_hand_held_heat_reaches_8_inches_and_a_panzerfaust_is_fired_once() -> None:
    near = unit("tank", "uk.sherman", (20, 24), 90)
    state = ready(
        table(),
        near,
        unit("a", "de.squad_faust", (28, 24), 270),
        unit("b", "de.panzerschreck", (40, 24)),
        attacker=DE,
    )
    far = act(state, Activate(DE, "b", (K.DIRECT_AT, K.DIRECT_AT)))
    beyond = refusal(far, Fire(DE, "b", "tank", K.DIRECT_AT, "Panzerschreck"))
    assert 'reaches 8"' in beyond
    assert "OUR 58" not in beyond
    state = act(state, Activate(DE, "a", (K.DIRECT_AT, K.DIRECT_AT)))
    shot = Fire(DE, "a", "tank", K.DIRECT_AT, "Panzerfaust")
    assert "HEAT against front armour 7" in str(GAME.chances(state, shot))
    state = act(state, shot, 2, 1)
    assert "used up" in refusal(state, shot)


@proves("KN-WPN-08")
def test_that_a_panzerfaust_reaches_8_inches_is_read_into_the_book() -> None:
    tank = unit("tank", "uk.sherman", (20, 24), 90)
    state = ready(table(), tank, unit("a", "de.squad_faust", (32, 24), 270), attacker=DE)
    state = act(state, Activate(DE, "a", (K.DIRECT_AT, K.DIRECT_AT)))
    beyond = refusal(state, Fire(DE, "a", "tank", K.DIRECT_AT, "Panzerfaust"))
    assert 'Panzerfaust reaches 8"' in beyond
    assert "OUR 58" in beyond


@proves("KN-WPN-20")
def test_a_gun_without_he_cannot_fire_it() -> None:
    state = ready(table(), unit("a", "uk.daimler", (10, 24), 90), unit("b", "de.squad", (25, 24), 270))
    assert "cannot take the action" in refusal(state, Activate(UK, "a", (K.SUPPRESS_HE, K.MOVE)))


@proves("KN-DFAT-34", "KN-DFHE-10", "KN-WPN-22")
def test_penetration_falls_with_range_and_every_he_shell_has_size_and_rating() -> None:
    for row in ROSTER.values():
        for weapon in row.weapons:
            if weapon.ap is not None:
                assert list(weapon.ap) == sorted(weapon.ap, reverse=True)
            if weapon.he is not None:
                assert 1 <= weapon.he.rating <= 10
    cannon = ROSTER["uk.55in_battery"].weapons[0]
    assert cannon.min_in == 24


@proves("KN-DFAT-44a", "KN-DFAT-30")
def test_an_immobilised_tank_fights_on_but_does_not_move() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.pz4h", (30, 24), 270), FAR)
    state = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 6, 6, 5, weapon="75mm")
    kinds = set(kinds_open(position(state), state.unit("b")))
    assert K.MOVE not in kinds
    assert K.DIRECT_AT in kinds


@proves("KN-DFAT-41")
def test_cover_gives_no_save_against_penetration() -> None:
    volley = Volley(Round.AP, False, None, to_hit=2, penetration=10, hit_save=5)
    assert (
        resolve_attack(volley, Target("t", Kind.ENCLOSED, armour=3), dice_of([2, 3, 3])).target.fate
        is Fate.DESTROYED
    )


@proves("KN-DFAT-01", "KN-DFHE-02", "KN-SHOOT-03")
@pytest.mark.parametrize(
    ("needed", "dice", "fate"),
    [
        (1, [1], Fate.STANDS),
        (1, [2, 3, 3], Fate.DESTROYED),
        (7, [5], Fate.STANDS),
        (7, [6, 3, 3], Fate.DESTROYED),
    ],
)
def test_a_1_always_misses_and_a_6_always_hits(needed: int, dice: list[int], fate: Fate) -> None:
    volley = Volley(Round.AP, False, None, to_hit=needed, penetration=10, hit_save=5)
    target = Target("t", Kind.ENCLOSED, armour=3)
    assert resolve_attack(volley, target, dice_of(dice)).target.fate is fate


@proves("KN-COV-03")
def test_covering_fire_is_fire_and_nothing_else() -> None:
    state = ready(
        table(), unit("x", "uk.squad", (10, 24), 90), unit("p", "de.squad", (30, 24), 270, COVERING), FAR
    )
    state = activated(state, "x", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert GAME.to_act(state) == DE
    assert "cannot be used as covering fire" in refusal(state, CoverFire(DE, "p", "x", K.MOVE))
    assert "never indirect (KGN Covering fire, OUR 218" in refusal(
        state, CoverFire(DE, "p", "x", K.SUPPRESS_INDIRECT)
    )
    assert "aircraft is declared apart" in refusal(state, CoverFire(DE, "p", "x", K.SUPPRESS_AIRCRAFT))
    assert not refusal(state, CoverFire(DE, "p", "x", K.SUPPRESS_SMALL_ARMS))


@proves("KN-DFSA-50c")
def test_a_lorry_that_puts_men_out_takes_a_deploy_action_and_has_not_stood_still() -> None:
    state = loaded(unit("truck", "uk.bedford", (20, 24), 90), {"men": "uk.squad"}, FAR)
    state = activated(state, "truck", K.DEPLOY, K.DEPLOY)
    out = Unload(UK, "truck", "men", Spot(20, 27), 90.0)
    assert act(state, out).unit("truck").has(REDEPLOYED)
    assert not act(state, Forgo(UK)).unit("truck").has(REDEPLOYED)


@proves("KN-DFSA-51", "KN-DFSA-50b", "KN-DFSA-50c")
@pytest.mark.parametrize("condition", ["moved", "redeployed"])
@pytest.mark.parametrize(
    ("ground", "type_id", "west", "is_static"),
    [
        (T.TRENCH, "de.squad", 24, True), (T.FOXHOLES, "de.squad", 24, True), (T.SANDBAGS, "de.squad", 24, True),
        (T.RUINED_BUILDING, "de.squad", 24, True), (T.FOXHOLES, "de.pak40", 24, True),
        (T.RUBBLE, "de.squad", 24, True), (T.TRENCH, "de.squad", 26.1, True), (T.TRENCH, "de.squad", 26.5, False), (T.WOODS, "de.squad", 24, False),
        (T.DITCH, "de.squad", 24, False), (T.CRATER, "de.squad", 24, False), (T.SANDBAGS, "de.opel", 24, False),
    ],
)  # fmt: skip
def test_flame_reaches_those_who_have_just_come_into_a_static_defence(
    ground: T, type_id: str, west: float, is_static: bool, condition: str
) -> None:
    """Of eight men in their usual cluster round x = 26 four stand farther east by 0.45 or more, and two by 0.9 or more."""
    units = unit("f", "us.engineers", (20.5, 24), 90), unit("e", type_id, (26, 24), 270, condition)
    state = activated(
        ready(table(area(ground, west, 20, 30, 28)), *units, FAR), "f", K.DIRECT_SMALL_ARMS, K.MOVE
    )
    said = refusal(state, Fire(UK, "f", "e", K.DIRECT_SMALL_ARMS, "flamethrower"))
    assert ("e is not stationary" in said) is not is_static
    assert bool(said) is not is_static


@proves("KN-DFSA-51")
def test_flame_reaches_those_who_entered_a_building_last_turn() -> None:
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    state = ready(
        table(house),
        unit("f", "us.engineers", (20, 24), 90),
        unit("e", "de.squad", (26, 24), 270, "redeployed"),
        FAR,
        inside={"e": "farm"},
    )
    state = activated(state, "f", K.DIRECT_SMALL_ARMS, K.MOVE)
    assert not refusal(state, Fire(UK, "f", "e", K.DIRECT_SMALL_ARMS, "flamethrower"))


@proves("KN-BMOR-23", "KN-BMOR-28", "KN-SETUP-11", "KN-GROUP-12", "KN-SETUP-03", "KN-SETUP-01", "KN-SETUP-02")
def test_a_scenario_says_where_units_and_objectives_are() -> None:
    state = opened(
        table(),
        unit("a", "uk.squad", (10, 24)),
        FAR,
        objectives=[{"name": "farm", "spots": [[30, 20]], "held_by": DE}],
    )
    (farm,) = course(state).objectives
    assert (farm.name, farm.at, farm.held_by) == ("farm", Spot(30, 20), DE)


@proves("KN-GROUP-02", "KN-SETUP-06")
def test_a_refight_may_pit_any_forces_against_each_other() -> None:
    tanks = [unit(f"t{k}", "de.king_tiger", (5 + 6 * k, 10), 90) for k in range(5)]
    state = opened(
        table(), unit("a", "uk.squad", (10, 40)), *tanks, game_size="platoon", engagement="historical_refight"
    )
    assert course(state).force(DE).points > 250


@proves("KN-FIELD-01")
def test_every_kind_of_terrain_has_a_row() -> None:
    assert set(CHART) == set(T)


@proves("KN-SPEC-26", "KN-SPEC-07")
def test_roles_without_a_rule_of_their_own_are_flags() -> None:
    assert ROSTER["uk.observer"].has(SpecialRule.FORWARD_OBSERVER)
    assert ROSTER["uk.air_controller"].has(SpecialRule.AIR_CONTROLLER)
    assert ROSTER["uk.hq"].rules == {SpecialRule.SUPREME_COMMAND, SpecialRule.COMMAND}
    assert ROSTER["uk.recce"].has(SpecialRule.RECCE)


def test_house_values_say_so_and_printed_ones_too() -> None:
    assert ROSTER["uk.sherman"].provenance is Provenance.HOUSE
    assert ROSTER["uk.vickers"].weapon("Vickers").provenance is Provenance.BOOK


def test_the_odds_of_a_squad_s_fire_are_the_table_a_player_wants() -> None:
    volley = Volley(Round.BULLETS, False, 4, pools=((5, 4),), hit_save=5)
    squad = Target("squad", Kind.INFANTRY, 8, 8)
    odds = odds_of(lambda dice: resolve_attack(volley, squad, dice).target.words)
    assert sum(odds.chances.values()) == 1
    assert {"no effect", "1 casualty", "2 casualties", "4 casualties", "withdraws"} <= set(odds.chances)
    lost_none = odds.of("no effect")
    unseen, hit_each = 1 / 2, 1 / 2 * 2 / 3
    assert float(lost_none) == pytest.approx(unseen + unseen * (1 - hit_each) ** 5)


@proves("KN-DEPL-03")
def test_entering_a_building_is_for_infantry() -> None:
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    state = ready(table(house), unit("u", "uk.sherman", (21, 24), 90), FAR)
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    assert "is not infantry" in refusal(state, EnterBuilding(UK, "u", "farm"))


@proves("KN-SUPP-39")
def test_one_action_suppresses_with_bullets_or_with_a_shell_and_says_which() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (30, 24), 270))
    state = activated(state, "a", K.SUPPRESS_HE, K.SUPPRESS_SMALL_ARMS)
    shell = str(GAME.chances(state, Fire(UK, "a", "b", K.SUPPRESS_HE, "75mm")))
    assert "medium HE suppresses on 4+" in shell
    assert "firepower" not in shell
    assert "has not declared" in refusal(state, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS))


@proves("KN-DFSA-57", "KN-DFSA-55")
def test_a_special_weapon_is_diced_for_whenever_a_squad_that_has_one_loses_men() -> None:
    volley = Volley(Round.BULLETS, False, None, pools=((1, 3),))
    armed = resolve_attack(volley, Target("squad", Kind.INFANTRY, 8, 8, specials=1), dice_of([3, 6]))
    assert armed.target.special_lost
    bare = resolve_attack(volley, Target("squad", Kind.INFANTRY, 8, 8), dice_of([3]))
    assert not bare.target.special_lost
