"""Attack runs: machine guns, cannon and rockets of aircraft."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.game.chance.dice import Dice
from rules.game.chance.odds import odds_of
from rules.game.state import GameState
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import MOVED, RESERVE, SUPPRESSED
from rules.kampfgruppe_normandy.book.house.aircraft import ROCKET_SHELL
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.book.weapons import Band
from rules.kampfgruppe_normandy.declarations.aircraft.attack_run import manners_of, run_at
from rules.kampfgruppe_normandy.declarations.aircraft.bombing import DropBombs
from rules.kampfgruppe_normandy.declarations.aircraft.flying import Fly
from rules.kampfgruppe_normandy.declarations.aircraft.rocketing import RocketBuilding
from rules.kampfgruppe_normandy.declarations.aircraft.striking import Strike
from rules.kampfgruppe_normandy.effects.air_support import SKY
from rules.kampfgruppe_normandy.effects.air_weapons import AirWeaponUsed, weapons_left
from rules.kampfgruppe_normandy.effects.building_hits import DAMAGE
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.questions.target import Fate
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from rules.planning.where import Purpose, where
from tests.proving import proves
from tests.rules.kampfgruppe_normandy import tables
from tests.rules.kampfgruppe_normandy.all_arms import FOE, HQ, TYPHOON
from tests.rules.kampfgruppe_normandy.support.planes import (
    ATTACK,
    CANNON,
    MGS,
    ROCKETS,
    strike_at_foe,
    told_to_attack,
)
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    GAME,
    RULESET,
    UK,
    act,
    area,
    dice_of,
    game,
    legal,
    position,
    record_of,
    refusal,
    told_to,
    unit,
)


@proves("KN-AIR-33", "KN-AIR-12", "KN-AIR-19", "KN-AIR-08")
def test_rockets_leave_in_pairs_and_not_at_an_unobserved_target() -> None:
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


@proves(
    "KN-AIR-17", "KN-AIR-18", "KN-AIR-19", "KN-AIR-20", "KN-AIR-33", "KN-AA-08", "KN-AIR-29a", "KN-AIR-24",
    "KN-AIR-25",
)  # fmt: skip
def test_weapons_of_aircraft_of_the_house_list() -> None:
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


@proves("KN-AIR-18", "KN-WPN-13", "KN-SUPP-25")
def test_a_direct_hit_of_cannon_that_suppress_armour_from_the_air_is_one_of_light_he() -> None:
    """Its HE penetrates 1, and 1 more for its speed; the half-track's front is 1: pierced on 7 or more."""
    state = told_to_attack("de.sdkfz251", "uk.spitfire", unit("own", "uk.squad", (90, 60)))
    strike = strike_at_foe(K.SUPPRESS_HE, CANNON)
    assert "foe" not in act(state, strike, 6, 4, 3, 1).units
    assert not act(state, strike, 6, 4, 2, 3).unit("foe").has(SUPPRESSED)
    said = str(GAME.chances(state, strike))
    assert "a direct hit is one of light HE (KGN Suppressing fire, OUR 186, inferred)" in said
    assert "penetration 2, 1 of it for its speed, against armour 1: pierced on 7+ with two dice" in said
    at_men = str(GAME.chances(told_to_attack("de.squad", "uk.spitfire"), strike))
    assert "5 dice hit on 6+" in at_men
    assert "OUR 186" not in at_men


@proves("KN-AIR-12", "KN-AIR-13")
@pytest.mark.parametrize(("manner", "readings"), [("SUPPRESS_HE", {68}), ("DIRECT_AT", {68, 69})])
def test_the_long_range_of_a_run_counts_for_armour_piercing_shot_and_not_for_shells(
    manner: str, readings: set[int]
) -> None:
    """OUR 68 gives the penetration of a cannon, OUR 69 what it is at each range."""
    strike = strike_at_foe(K[manner], CANNON)
    reason = GAME.chances(told_to_attack("de.sdkfz251", "uk.spitfire"), strike).reasons[-1]
    assert {number for number in (68, 69) if f"OUR {number}" in str(reason)} == readings


@proves("KN-AIR-18", "KN-AIR-33")
def test_a_cannon_has_penetration_2_in_the_two_nearest_bands_and_1_beyond() -> None:
    cannon = BOOK.type("uk.typhoon").weapon("20mm cannon")
    assert cannon.ap is not None
    assert [cannon.ap[band] for band in Band] == [2, 2, 1, 1, 1, 1]
    assert cannon.uses == 3


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-17")
def test_kn_29_four_machine_guns_strafe_with_twelve_dice_at_long_range() -> None:
    state = told_to_attack("de.squad", "uk.spitfire")
    strafe = strike_at_foe(K.DIRECT_SMALL_ARMS, MGS)
    hits = (6, 6, *[5] * 10)
    after = act(state, strafe, 3, *hits, 1, 1, 1)
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
    state = told_to_attack("de.squad", "uk.spitfire")
    events, _ = GAME.resolve(state, strike_at_foe(K.DIRECT_SMALL_ARMS, MGS), dice_of(dice))
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
def test_complete_reasons_of_an_attack_run(foe: str, manner: str, weapon: str, told: str) -> None:
    """Every range is long. A Spitfire has four machine guns of 3 dice and a cannon of 5; the Tiger's front is 8, its rear 6."""
    state = told_to_attack(foe, "uk.typhoon" if weapon == ROCKETS else "uk.spitfire")
    reasons = GAME.chances(state, strike_at_foe(K[manner], weapon)).reasons
    assert "; ".join(reason.text for reason in reasons) == (
        f"long range, as always from the air; in the open; {told}"
    )


@proves("KN-AIR-15", "KN-SHOOT-09")
@pytest.mark.parametrize(("seer", "sees"), [("uk.typhoon", True), ("uk.squad", False)])
def test_an_aircraft_sees_over_whatever_stands_on_the_table(seer: str, sees: bool) -> None:
    """OUR 156: the wall of a house hides men from the ground, whatever its height; not from above."""
    wall = tables.line(T.HOUSE_WALL, (30, 28), (50, 28))
    state = game(unit("one", seer, (40, 33.5), side=UK), unit("foe", "de.squad", (40, 20)), pieces=[wall])
    assert look(position(state), state.unit("one"), state.unit("foe")).is_open is sees


@proves("KN-WPN-14", "KN-WPN-15", "KN-AIR-12", "KN-AIR-18")
@pytest.mark.parametrize(
    ("foe", "where"),
    [("de.opel", "KGN Autocannons"), ("de.pak40", "KGN Autocannons, OUR 217, inferred"), ("de.tiger", "")],
)
def test_a_cannon_from_the_air_is_small_arms_to_a_lorry_and_to_a_gun_and_a_gun_to_armour(
    foe: str, where: str
) -> None:
    told = refusal(told_to_attack(foe), strike_at_foe(K.DIRECT_AT, CANNON))
    assert told == (where and f"20mm cannon fires as small arms at unarmoured targets ({where})")
    assert bool(refusal(told_to_attack(foe), strike_at_foe(K.DIRECT_SMALL_ARMS, CANNON))) is not bool(where)


@proves("KN-AA-08", "KN-AIR-29a", "KN-AIR-12", "KN-AIR-33")
def test_hits_and_weapons_of_each_aircraft() -> None:
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
        K.SUPPRESS_SMALL_ARMS,
        K.DIRECT_SMALL_ARMS,
    )


@proves("KN-AIR-12", "KN-AIR-33")
def test_a_run_is_the_action_of_its_aircraft_and_a_second_needs_another_activation() -> None:
    after = act(told_to_attack("de.squad", "uk.spitfire"), strike_at_foe(K.DIRECT_SMALL_ARMS, MGS), 1)
    assert progress_of(after).activation is None


@proves("KN-AIR-17", "KN-AIR-18", "KN-AIR-33")
def test_guns_are_empty_after_three_runs() -> None:
    worn = {"plane": Status(used=((MGS, 3), (CANNON, 2)))}
    state = told_to_attack("de.squad", "uk.spitfire", status=worn)
    assert "cannot use machine guns" in refusal(state, strike_at_foe(K.DIRECT_SMALL_ARMS, MGS))
    assert refusal(state, strike_at_foe(K.DIRECT_SMALL_ARMS, CANNON)) == ""


@proves("KN-AIR-15")
def test_a_controller_who_sees_the_target_gives_a_second_look() -> None:
    alone = told_to_attack("de.squad", "uk.spitfire")
    strafe = strike_at_foe(K.DIRECT_SMALL_ARMS, MGS)
    unseen = act(alone, strafe, 2)
    assert progress_of(unseen).of("plane").shots(MGS) == 0
    helped = told_to_attack("de.squad", "uk.spitfire", unit("fac", "uk.air_controller", (44, 40)))
    act(helped, strafe, 2, 3, *[1] * 12)
    blind = told_to_attack(
        "de.squad", "uk.spitfire", unit("fac", "uk.air_controller", (44, 60)),
        pieces=[area(T.BRICK_BUILDING, 20, 45, 70, 50)],
    )  # fmt: skip
    act(blind, strafe, 2)
    riding = told_to_attack(
        "de.squad", "uk.spitfire", unit("fac", "uk.air_controller"), unit("jeep", "uk.jeep", (44, 40)),
        status={"fac": Status(men=2, aboard="jeep")},
    )  # fmt: skip
    act(riding, strafe, 2)


@proves("KN-AIR-15")
@pytest.mark.parametrize(("conditions", "looks"), [((), 1), ((HIDDEN,), 2)])
def test_a_tank_that_is_not_known_to_be_there_takes_no_second_look_from_the_controller(
    conditions: tuple[str, ...], looks: int
) -> None:
    """It stands crosswise between the controller and the target."""
    tank = unit("tank", "de.tiger", (40, 26), 90, *conditions)
    state = told_to_attack("de.sniper", "uk.spitfire", unit("fac", "uk.air_controller", (40, 40)), tank)
    record = record_of(state, strike_at_foe(K.DIRECT_SMALL_ARMS, MGS), *[1] * looks)
    assert sum("observation: d6" in line for line in record) == looks


@proves("KN-AIR-16", "KN-BMOR-18")
def test_the_first_air_attack_costs_a_counter_and_no_later_one() -> None:
    state = told_to_attack("de.squad", attacked=False)
    suppress = strike_at_foe(K.SUPPRESS_HE, CANNON)
    first = act(state, suppress, 1, 1)
    assert progress_of(first).counters_of(DE) == ("1",)
    again = told_to(first, "plane", K.MOVE, ATTACK, done=1)
    assert progress_of(act(again, suppress, 1)).counters_of(DE) == ("1",)


@proves("KN-AIR-19", "KN-AIR-20")
@pytest.mark.parametrize(("falls", "more", "suppressed"), [((4, 1), (3, 1), True), ((4, 1), (2,), False), ((1, 1), (), False)])  # fmt: skip
def test_rockets_that_suppress_are_shots_of_suppressing_fire(
    falls: tuple[int, int], more: tuple[int, ...], suppressed: bool
) -> None:
    """Each falls wide on a 1 and close on 2 to 5; a heavy shell suppresses men on 3 and more, who save on a 6 in the open."""
    after = act(told_to_attack("de.squad"), strike_at_foe(K.SUPPRESS_HE, ROCKETS), *falls, *more)
    assert after.unit("foe").has(SUPPRESSED) is suppressed


@proves("KN-AIR-15")
def test_an_aircraft_that_suppresses_throws_for_no_observation() -> None:
    after = act(told_to_attack("de.squad"), strike_at_foe(K.SUPPRESS_HE, CANNON), 1)
    assert progress_of(after).of("plane").shots(CANNON) == 1


@proves("KN-AIR-12")
def test_guns_off_the_table_are_no_target_for_aircraft() -> None:
    state = told_to_attack("de.squad", "uk.typhoon", unit("late", "de.105mm_battery"))
    strike = replace(strike_at_foe(K.DIRECT_HE, ROCKETS), target="late")
    assert "late is not on the table (KGN Aircraft firing)" in refusal(state, strike)


@proves("KN-AIR-16", "KN-BMOR-18")
@pytest.mark.parametrize(("attacked", "counters"), [(False, 1), (True, 0)])
def test_the_first_attack_costs_a_counter_though_it_is_made_on_a_building(
    attacked: bool, counters: int
) -> None:
    house = area(T.WOODEN_BUILDING, 38, 18, 42, 22)
    inside = {"foe": Status(men=8, inside="wooden_building")}
    state = told_to_attack("de.squad", pieces=[house], status=inside, attacked=attacked)
    after = act(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS), *[14] * counters, 1, 1)
    assert len(progress_of(after).counters_of(DE)) == counters


@proves("KN-AIR-19", "KN-BLDG-02a")
@pytest.mark.parametrize("pairs", [1, 4])
def test_the_odds_of_rockets_at_a_held_house_are_told_though_a_counter_is_drawn_first(pairs: int) -> None:
    """A rocket does nothing that shows no 6, or of whose four dice none shows 3 or more: 5/6 and 1/6 of 1/81."""
    state = told_to_attack(
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
    state = told_to(state, "plane", K.MOVE, ATTACK, done=1)
    after = act(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS), 1, 1)
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
def test_bombs_count_as_an_attack_on_the_enemy_near_their_marker(
    foe_at: tuple[float, float], dice: tuple[int, ...], counters: int
) -> None:
    """OUR 195: not if the radio fails or no enemy is within 8 inches of the marker, but even if they drift away."""
    state = game(
        unit("plane", "uk.typhoon_bomber", (40, 33.5)), unit("eye", "uk.air_controller", (44, 40)), unit("foe", "de.squad", foe_at),
    )  # fmt: skip
    state = told_to(state, "plane", K.MOVE, ATTACK, done=1)
    after = act(state, DropBombs(UK, "plane", "eye", Spot(40, 20), "medium bombs", 1), *dice)
    assert len(progress_of(after).counters_of(DE)) == counters


@proves("KN-AIR-12", "KN-SUPP-09")
@pytest.mark.parametrize(("foe", "may"), [("de.tiger", False), ("de.sdkfz251", True), ("de.opel", True), ("de.squad", True)])  # fmt: skip
def test_machine_guns_of_an_aircraft_do_not_suppress_armour_with_a_roof(foe: str, may: bool) -> None:
    """The long row of small arms has a dash for it."""
    state = told_to_attack(foe, "us.mustang")
    strafe = strike_at_foe(K.SUPPRESS_SMALL_ARMS, MGS)
    assert (refusal(state, strafe) == "", strafe in legal(state)) == (may, may)
    if not may:
        assert "small arms cannot suppress enclosed armour at long range" in refusal(state, strafe)


@proves("KN-AIR-19", "KN-AIR-20")
def test_rockets_go_in_pairs_hit_on_a_six_and_strike_the_rear() -> None:
    state = told_to_attack("de.panther")
    salvo = strike_at_foe(K.DIRECT_AT, ROCKETS, 2)
    rear = BOOK.type("de.panther").armour
    assert rear is not None
    assert rear.rear == 4
    after = act(state, salvo, 2, 6, 5, 5, 5, 3, 2, 1)
    assert "foe" not in after.units
    assert progress_of(after).of("plane").shots(ROCKETS) == 4
    assert "in pairs" in refusal(state, strike_at_foe(K.DIRECT_AT, ROCKETS, 5))
    assert (str(ROCKET_SHELL), ROCKET_SHELL.penetration) == ("heavy 4", 8)


@proves("KN-AIR-19")
def test_the_odds_of_a_salvo_are_those_of_its_dice() -> None:
    state = told_to_attack("de.opel")
    weapon = BOOK.type("uk.typhoon").weapon(ROCKETS)
    run = run_at(position(state), state.unit("plane"), state.unit("foe"), K.DIRECT_HE, weapon, 1)
    assert odds_of(lambda dice: run.fly(dice)[0]).of(False) == Fraction(1, 6)
    flying = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    odds = GAME.chances(flying, strike_at_foe(K.DIRECT_HE, ROCKETS)).odds
    assert odds is not None
    missed = Fraction(1, 6) + Fraction(5, 6) * Fraction(25, 36)
    assert odds.of("no effect") >= missed

    def flown(dice: Dice) -> bool:
        return any(losses.fate is Fate.DESTROYED for losses in run.fly(dice)[1])

    assert odds.of("foe: destroyed") == odds_of(flown).of(True)


@proves("KN-AIR-18")
def test_the_speed_of_an_aircraft_adds_one_to_its_cannon() -> None:
    state = told_to_attack("de.sdkfz251")
    ap = BOOK.type("uk.typhoon").weapon(CANNON).ap
    assert ap is not None
    assert ap[3] + 1 == 2
    after = act(state, strike_at_foe(K.DIRECT_AT, CANNON), 2, 5, 3, 3, 4)
    assert "foe" in after.units
    assert "foe" not in act(state, strike_at_foe(K.DIRECT_AT, CANNON), 2, 5, 3, 4, 1).units


@proves("KN-AIR-14")
def test_an_attack_is_made_through_the_front_arc_from_about_twelve_inches() -> None:
    away = game(unit("plane", "uk.typhoon", (40, 33.5), facing_deg=180), unit("foe", "de.squad", (40, 20)))
    away = told_to(away, "plane", K.MOVE, ATTACK, done=1)
    assert "outside the arc" in refusal(away, strike_at_foe(K.SUPPRESS_HE, CANNON))
    far = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", (40, 20)))
    far = told_to(far, "plane", K.MOVE, ATTACK, done=1)
    assert 'about 12"' in refusal(far, strike_at_foe(K.SUPPRESS_HE, CANNON))


@proves("KN-AIR-15", "KN-BLDG-02a", "KN-BLDG-02c")
@pytest.mark.parametrize(("at", "helps"), [((60, 40), True), ((40, 5), False)])
def test_a_controller_who_sees_a_concealed_bunker_helps_to_find_it(
    at: tuple[float, float], helps: bool
) -> None:
    """It is observed as an obscured vehicle is; a house hides it from a controller to its north."""
    bunker, house = area(T.BUNKER, 38, 18, 42, 22), area(T.STONE_BUILDING, 20, 10, 60, 14)
    state = told_to_attack(
        "de.squad", "uk.typhoon", unit("fac", "uk.air_controller", at), pieces=[bunker, house],
        status={"foe": Status(men=8, inside="bunker")}, concealed_bunkers=["bunker"],
    )  # fmt: skip
    rockets = RocketBuilding(UK, "plane", "bunker", ROCKETS)
    again = ", once again by the controller's help" if helps else ""
    assert f"concealed bunker is observed on 3+{again} (KGN" in str(GAME.chances(state, rockets))
    found = act(state, rockets, 2, 3, 1, 1) if helps else act(state, rockets, 2)
    assert progress_of(found).of("plane").shots(ROCKETS) == (2 if helps else 0)


@proves("KN-BLDG-02a", "KN-AIR-19", "KN-AIR-10", "KN-AIR-14")
def test_rockets_damage_a_building_and_not_the_men_inside() -> None:
    """Two pairs: two of four rockets show a 6; of their four damage dice each (heavy 4: 3 and more) three and two are hits."""
    house = area(T.WOODEN_BUILDING, 38, 18, 42, 22)
    state = told_to_attack(
        "de.squad", pieces=[house], status={"foe": Status(men=8, inside="wooden_building")}
    )
    rockets = RocketBuilding(UK, "plane", "wooden_building", ROCKETS, 2)
    assert {replace(rockets, pairs=pairs) for pairs in (1, 4)} <= {*legal(state)}
    after = act(state, rockets, 6, 1, 6, 5, 3, 4, 5, 1, 3, 6, 2, 1)
    assert DAMAGE.of(progress_of(after)) == (("wooden_building", 5),)
    assert progress_of(after).of("plane").shots(ROCKETS) == 4
    assert progress_of(after).of("foe").men == 8
    odds = GAME.chances(state, rockets).odds
    assert odds is not None
    assert odds.of("no effect") >= Fraction(5, 6) ** 4
    for pairs in (0, 9):
        refused = refusal(state, replace(rockets, pairs=pairs))
        assert f"rockets are fired in pairs: {pairs} of the 4 pairs left" in refused
    assert "no rockets named" in refusal(state, replace(rockets, weapon=CANNON))
    assert "is not a building" in refusal(state, replace(rockets, building="nothing"))


@proves("KN-AIR-20")
@pytest.mark.parametrize(("pierces", "stands"), [((2, 2, 3), True), ((2, 3, 1), False)])
def test_rockets_strike_the_rear_also_where_the_side_is_thinner(
    pierces: tuple[int, ...], stands: bool
) -> None:
    plates = BOOK.type("de.stug3").armour
    assert plates is not None
    assert (plates.side, plates.rear) == (2, 4)
    state = game(unit("plane", "uk.typhoon", (40, 33.5)), unit("foe", "de.stug3", (40, 20), facing_deg=90))
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    first_attack, observed, rockets = 14, 6, (6, 1)
    strike = Strike(UK, "plane", "foe", K.DIRECT_AT, "rockets", 1)
    after = act(state, strike, first_attack, observed, *rockets, *pierces)
    assert ("foe" in after.units) is stands


@proves("KN-AIR-13", "KN-AIR-17", "KN-AIR-18", "KN-DFAT-05")
@pytest.mark.parametrize(
    ("conditions", "wood", "needed"), [((), False, 5), ((MOVED,), False, 6), ((), True, 6), ((MOVED,), True, 6)]
)  # fmt: skip
def test_autocannon_from_the_air_fire_at_long_range_and_count_their_own_move(
    conditions: tuple[str, ...], wood: bool, needed: int
) -> None:
    """4+ at long range, less one for the aircraft's own move, for a target that moved and for one in woods."""
    pieces = [area(T.WOODS, 38, 18, 42, 22)] if wood else []
    state = game(
        unit("plane", "uk.spitfire", (40, 32)), unit("foe", "de.pz4h", (40, 20), 0, *conditions), pieces=pieces
    )  # fmt: skip
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    weapon = next(weapon.name for weapon in HOUSE_ROSTER["uk.spitfire"].weapons if weapon.kind.is_autocannon)
    told = str(GAME.chances(state, Strike(UK, "plane", "foe", K.DIRECT_AT, weapon)))
    assert f"hits on {needed}+ at long range, -1 for its own move counted" in told
    assert "penetration 2, 1 of it for its speed" in told


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-18", "KN-AIR-20")
@pytest.mark.parametrize(
    ("foe", "weapon", "manner", "said"),
    [
        ("de.sdkfz251", "20mm cannon", K.DIRECT_AT, ["hits on 5+ at long range", "penetration 2, 1 of it for its speed"]),
        ("de.squad", "20mm cannon", K.SUPPRESS_HE, ["suppresses on 5+ with either of 2 dice", "saves on 6+"]),
        ("de.tiger", "rockets", K.DIRECT_AT, ["penetration 8 against rear armour", "pierced on"]),
        ("de.squad", "rockets", K.DIRECT_HE, ["heavy HE: 4 damage dice, each a hit on 3+", "saves on 6+"]),
        ("de.squad", "rockets", K.SUPPRESS_HE, ["one that falls close suppresses on 3+"]),
    ],
)  # fmt: skip
def test_the_odds_of_an_attack_run_say_every_number(
    foe: str, weapon: str, manner: K, said: list[str]
) -> None:
    state = game(unit("plane", "uk.typhoon", (40, 33.5)), unit("foe", foe, (40, 20)))
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    ruling = str(GAME.chances(state, Strike(UK, "plane", "foe", manner, weapon)))
    assert [one for one in said if one not in ruling] == []


@proves("KN-AIR-12", "KN-AIR-13", "KN-AIR-15", "KN-AIR-20")
def test_the_odds_of_rockets_at_a_loaded_lorry_are_those_of_the_lorry() -> None:
    """The lorry is suppressed on 2+ without a save; the men aboard, on 3+, are included in its outcomes."""
    state = game(
        unit("plane", "uk.typhoon", (40, 33.5)), unit("lorry", "de.opel", (40, 20)), unit("men", "de.squad"),
        status={"men": Status(men=8, aboard="lorry")},
    )  # fmt: skip
    state = told_to(state, "plane", K.MOVE, K.AIR_ATTACK, done=1)
    ruling = str(GAME.chances(state, Strike(UK, "plane", "lorry", K.SUPPRESS_HE, "rockets")))
    assert "one that falls close suppresses on 2+" in ruling
    assert "has no save" in ruling


@proves("KN-AIR-10", "KN-AIR-12", "KN-AIR-14", "KN-AIR-19")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"target": "nobody"}, "nobody is not an enemy on the ground"),
        ({"target": "hq"}, "hq is not an enemy on the ground"),
        ({"target": "luftwaffe"}, "luftwaffe is not an enemy on the ground"),
        ({"weapon": "machine guns"}, "typhoon cannot use machine guns for direct fire - anti-tank"),
        ({"weapon": "20mm cannon", "manner": K.DIRECT_HE}, "typhoon cannot use 20mm cannon for"),
        ({"target": "rider"}, "anti-tank fire does nothing to infantry"),
        ({"target": "rider", "manner": K.DIRECT_HE}, ""),
        ({"target": "inside", "manner": K.DIRECT_HE}, "inside is inside lorry"),
        ({"target": "late", "manner": K.DIRECT_HE}, "late is not an enemy on the ground"),
        ({"target": "foe"}, "anti-tank fire does nothing to infantry"),
        ({"target": "lorry"}, "rockets burst as high explosive"),
        (
            {"target": "lorry", "weapon": "20mm cannon"},
            "20mm cannon fires as small arms at unarmoured targets",
        ),
        ({"manner": K.DIRECT_HE}, "rockets attack armour with direct fire - anti-tank"),
        ({"weapon": "20mm cannon", "manner": K.DIRECT_SMALL_ARMS}, "20mm cannon attack armour with"),
        ({"pairs": 0}, "rockets are fired in pairs: 0 pairs of 8 rockets"),
        ({"pairs": 4}, ""),
        ({"pairs": 5}, "rockets are fired in pairs: 5 pairs of 8 rockets"),
        ({"target": "behind"}, "behind is outside the arc of typhoon"),
    ],
)
def test_targets_that_an_aircraft_may_attack(change: dict[str, Any], said: str) -> None:
    units = (
        TYPHOON, HQ, FOE, unit("panzer", "de.pz4h", (40, 10), facing_deg=180.0),
        unit("luftwaffe", "de.fw190", (60, 10)), unit("rider", "de.mg42"), unit("behind", "de.pz4h", (40, 34)),
        unit("lorry", "de.opel", (44, 12)), unit("inside", "de.mg42"), unit("late", "de.mg42", (36, 12), 0, RESERVE),
    )  # fmt: skip
    status = {"rider": Status(men=3, aboard="panzer"), "inside": Status(men=3, aboard="lorry")}
    state = told_to(game(*units, status=status), "typhoon", K.AIR_ATTACK)
    told = {"target": "panzer", "manner": K.DIRECT_AT, "weapon": "rockets", "pairs": 1, **change}
    refused = refusal(state, Strike(UK, "typhoon", **told))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-AIR-10")
@pytest.mark.parametrize("to", [(40, 20), (40, 8)])
def test_an_aircraft_is_told_where_to_attack_from_wherever_it_is(to: tuple[float, float]) -> None:
    """40 inches off it hits nobody (OUR 222); it flies to any place round its target that is over the table,
    and attacks from there."""
    state = game(unit("plane", "uk.typhoon", (40, 60)), unit("foe", "de.squad", to))
    found = where(RULESET, state, state.unit("plane"), Purpose.HIT, state.unit("foe")).verdict
    assert Spot(40, 60) not in [post.place for post in found.posts]
    assert len(found.posts) == found.within_reach - 1 > 12
    for post in found.posts:
        assert isinstance(post.place, Spot)
        there = act(state, Fly(UK, "plane", post.place, post.place.bearing_deg(Spot(*to)), K.AIR_ATTACK))
        assert GAME.why_not(there, Strike(UK, "plane", "foe", K.DIRECT_HE, "rockets")) == ()


@proves("KN-AIR-16", "KN-BMOR-18")
@pytest.mark.parametrize(("conditions", "counters"), [((HIDDEN,), 0), ((), 1)])
@pytest.mark.parametrize("inside", [False, True])
def test_a_hidden_enemy_is_not_betrayed_by_the_counter_for_the_first_attack(
    conditions: tuple[str, ...], counters: int, inside: bool
) -> None:
    """OUR 195: bombs on an empty wood, and rockets at an empty house, tell nobody that it is not empty."""
    state = game(
        unit("plane", "uk.typhoon" if inside else "uk.typhoon_bomber", (40, 33.5)), unit("eye", "uk.air_controller", (44, 40)),
        unit("foe", "de.squad", (40, 20), 0.0, *conditions), unit("far", "de.squad", (80, 60)),
        pieces=[area(T.WOODEN_BUILDING, 38, 18, 42, 22)] if inside else [],
        status={"foe": Status(men=8, inside="wooden_building")} if inside else {},
    )  # fmt: skip
    state = told_to(state, "plane", K.MOVE, ATTACK, done=1)
    drawn = [14] * counters
    after = (
        act(state, RocketBuilding(UK, "plane", "wooden_building", ROCKETS), *drawn, 1, 1)
        if inside
        else act(
            state, DropBombs(UK, "plane", "eye", Spot(40, 20), "medium bombs", 1), 3, *drawn, 6, 6, 1, 1, 1, 1
        )
    )
    assert len(progress_of(after).counters_of(DE)) == counters


@proves("KN-AIR-28")
def test_a_suppressed_aircraft_is_told_no_place_to_attack_from() -> None:
    state = game(unit("plane", "uk.typhoon", (40, 60), 0, SUPPRESSED), unit("foe", "de.squad", (40, 20)))
    assert (
        where(RULESET, state, state.unit("plane"), Purpose.HIT, state.unit("foe")).verdict.within_reach == 1
    )
