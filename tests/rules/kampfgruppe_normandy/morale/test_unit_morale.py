"""Unit morale: which units test, when, and the results."""

from fractions import Fraction

import pytest

from rules.game.units import Unit
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED, TESTED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.declarations.unit_morale import LetPass, RequestTest
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.effects.indirect_fire.shellfire import bombard_marker
from rules.kampfgruppe_normandy.questions.target import Fate, Losses, Target, target_of
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from rules.kampfgruppe_normandy.state.progress import Duty, Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.morale.losses import after_losses, owed
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    counters,
    dice_of,
    firing,
    opened,
    position,
    ready,
    reasons_of_shot,
    status,
    table,
    unit,
    with_status,
)


@proves("KN-UMOR-02", "KN-UMOR-03", "KN-UMOR-15", "KN-BMOR-15")
def test_a_squad_tests_at_half_strength_and_withdraws_on_a_2() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.squad", (25, 24), 270), FAR)
    strong = with_status(state, "b", Status(men=6))
    one_down = firing(strong, "a", "b", K.DIRECT_SMALL_ARMS, 3, *[6] + [1] * 6, 1, 1)
    assert status(one_down, "b").men == 5
    half = with_status(state, "b", Status(men=5))
    gone = firing(half, "a", "b", K.DIRECT_SMALL_ARMS, 3, *[6] + [1] * 6, 1, 1, 2, 1)
    assert "b" not in gone.units
    assert counters(gone, DE) == 1


@proves("KN-UMOR-17a")
def test_the_last_man_runs_when_he_is_suppressed() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.squad", (25, 24), 270), FAR)
    state = with_status(state, "b", Status(men=1))
    state = firing(state, "a", "b", K.SUPPRESS_SMALL_ARMS, 4, 5, 1, 1)
    assert "b" not in state.units
    assert counters(state, DE) == 1


@proves("KN-UMOR-16", "KN-UMOR-17a")
def test_a_last_man_already_suppressed_ignores_a_further_suppression() -> None:
    """He runs as he becomes suppressed; nobody is suppressed twice."""
    foe = unit("b", "de.squad", (25, 24), 270, SUPPRESSED)
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), foe, FAR)
    alone = with_status(state, "b", Status(men=1))
    told = activated(alone, "a", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS)
    fire = Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS)
    after = act(told, fire, 4, 5, 1)
    assert (after.unit("b").has(SUPPRESSED), counters(after, DE)) == (True, 0)
    # Only a direct hit can kill him, if one of its seven dice hits on a 4 and is not saved.
    odds = GAME.chances(told, fire).odds
    assert odds is not None
    lost = Fraction(1, 6) * (1 - (1 - Fraction(1, 2) * Fraction(5, 6)) ** 7)
    assert odds.chances == {"no effect": 1 - lost, "b: destroyed": lost}


@proves("KN-UMOR-16", "KN-UMOR-17a", "KN-UMOR-11")
def test_a_suppressed_squad_that_comes_down_to_one_man_stays_on_a_3() -> None:
    foe = unit("b", "de.squad", (25, 24), 270, SUPPRESSED)
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), foe, FAR)
    state = with_status(state, "b", Status(men=2))
    stays = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 4, *[6] + [1] * 6, 1, 1, 3)
    assert (status(stays, "b").men, counters(stays, DE)) == (1, 0)
    assert stays.unit("b").has(SUPPRESSED)


@proves("KN-UMOR-19a", "KN-UMOR-20", "KN-UMOR-06", "KN-BMOR-16")
def test_a_vehicle_that_throws_a_1_is_abandoned_only_where_it_has_reason() -> None:
    def struck(*conditions: str) -> bool:
        state = ready(
            table(),
            unit("a", "uk.sherman", (10, 24), 90),
            unit("b", "de.panther", (30, 24), 270, *conditions),
            FAR,
        )
        dice = [2, 3, 1, 2, 1] + ([1] if conditions else [])
        after = firing(state, "a", "b", K.DIRECT_AT, *dice, weapon="75mm")
        return "b" in after.units and after.unit("b").has(SUPPRESSED)

    assert struck()
    assert not struck(IMMOBILISED)


@proves("KN-UMOR-19c")
def test_a_tank_with_enemy_infantry_near_and_none_of_its_own_is_abandoned_on_a_1() -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("p", "uk.squad", (30, 31), 90),
        unit("b", "de.panther", (30, 24), 270),
        FAR,
    )
    after = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 1, 2, 1, 1, weapon="75mm")
    assert "b" not in after.units
    with_friends = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("p", "uk.squad", (30, 31), 90),
        unit("f", "de.squad", (36, 24), 90),
        unit("b", "de.panther", (30, 24), 270),
    )
    after = firing(with_friends, "a", "b", K.DIRECT_AT, 2, 3, 1, 2, 1, weapon="75mm")
    assert after.unit("b").has(SUPPRESSED)


@proves("KN-UMOR-01")
def test_where_players_must_ask_the_test_waits_for_the_opponent() -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.panther", (30, 24), 270),
        FAR,
        ask_for_tests=True,
    )
    state = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 1, 2, weapon="75mm")
    assert GAME.to_act(state) == UK
    assert not act(state, LetPass(UK)).unit("b").has(SUPPRESSED)
    assert act(state, RequestTest(UK, "b"), 2).unit("b").has(SUPPRESSED)


@proves("KN-UMOR-01", "KN-IND-19")
def test_the_enemy_of_whoever_was_hit_asks_for_the_test_whoever_fired() -> None:
    """British shells that fall on four of a German squad and on four of a British one."""
    men = {side: unit(side, f"{side}.squad", (20, 24 if side == UK else 28)) for side in (UK, DE)}
    state = ready(table(), *men.values(), FAR, ask_for_tests=True)
    for side in (UK, DE):
        state = with_status(state, side, Status(men=4))
    resolution = GAME.begin(position(state), dice_of([6, 6, 6, 1, 1, 6, 1, 1]), ())
    bombard_marker(resolution, Spot(20, 26), HighExplosive(ShellSize.LIGHT, 1, 1), 2)
    asked = {owed.unit: owed.side for owed in resolution.progress.owed if owed.duty is Duty.MORALE_REQUEST}
    assert asked == {UK: DE, DE: UK}


@proves("KN-UMOR-19a", "KN-UMOR-20", "KN-UMOR-14")
@pytest.mark.parametrize(
    ("conditions", "stays"), [((), True), ((SUPPRESSED,), False), ((IMMOBILISED,), False)]
)
def test_a_crew_that_throws_1_leaves_a_tank_that_is_stuck_or_already_shaken(
    conditions: tuple[str, ...], stays: bool
) -> None:
    state = ready(
        table(),
        unit("a", "uk.sherman", (10, 24), 90),
        unit("b", "de.panther", (30, 24), 270, *conditions),
        FAR,
    )
    counter = () if stays else (1,)
    after = firing(state, "a", "b", K.DIRECT_AT, 2, 3, 1, 2, 1, *counter, weapon="75mm")
    assert ("b" in after.units) is stays
    assert counters(after, DE) == len(counter)


@proves("KN-UMOR-19b")
def test_the_driver_of_a_truck_that_throws_1_runs() -> None:
    state = ready(table(), unit("a", "uk.vickers", (10, 24), 90), unit("b", "de.opel", (30, 24), 270), FAR)
    after = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 2, *[6] + [1] * 6, 1, 1)
    assert "b" not in after.units
    assert counters(after, DE) == 1
    holds = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 2, *[6] + [1] * 6, 3)
    assert status(holds, "b").hits == 1


@proves("KN-UMOR-19c")
def test_men_aboard_are_infantry_close_by_so_a_carrier_is_suppressed_and_not_abandoned() -> None:
    def target(*more: Unit, **options: object) -> bool:
        state = ready(
            table(), unit("ht", "uk.m5_halftrack", (20, 20)), unit("foe", "de.squad", (20, 27), 0), *more, **options
        )  # fmt: skip
        return target_of(position(state), state.unit("ht")).abandons

    assert target()
    assert not target(unit("men", "uk.squad", None), aboard={"men": "ht"})
    assert not target(unit("men", "uk.squad", (26, 20)))


@proves("KN-UMOR-07", "KN-SUPP-35")
def test_the_reasons_of_bullets_that_suppress_armour_name_no_hit_and_no_test() -> None:
    state = ready(table(), unit("men", "uk.squad", (10, 24), 90), unit("tank", "de.tiger", (17, 24), 270))
    said = reasons_of_shot(state, "men", "tank", K.SUPPRESS_SMALL_ARMS)
    assert "suppresses on 5+" in said
    assert "does nothing to armour, and tests no morale" in said
    assert "dice hit" not in said
    assert "tests its morale" not in said
    after = firing(state, "men", "tank", K.SUPPRESS_SMALL_ARMS, 6, then=K.MOVE)
    assert after.unit("tank").conditions == frozenset()


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


@proves("KN-UMOR-01", "KN-UMOR-21", "KN-UMOR-24")
def test_decisions_owed_after_losses() -> None:
    assert owed(after_losses(Losses("squad", owes_test=True))) == [(Duty.MORALE_REQUEST, DE, "squad", "")]
    assert owed(after_losses(Losses("squad", is_heroic=True))) == [(Duty.HEROIC_ACTION, UK, "squad", "")]
    assert owed(after_losses(Losses("squad", owes_test=True, fate=Fate.WITHDRAWS))) == []
    tested = after_losses(Losses("commandos", morale=(4,)))
    assert tested.unit("commandos").has(TESTED)
    assert not after_losses(Losses("commandos")).unit("commandos").has(TESTED)
    assert not after_losses(Losses("squad", morale=(4,))).unit("squad").has(TESTED)


@proves("KN-UMOR-19c")
@pytest.mark.parametrize(
    ("enemy_in", "own_in", "alone"), [(8.0, None, True), (8.1, None, False), (7.0, 7.9, False), (7.0, 8.1, True)]
)  # fmt: skip
def test_a_tank_is_alone_with_infantry_within_8_inches(
    enemy_in: float, own_in: float | None, alone: bool
) -> None:
    """From its hull, 3.2 inches long, to the nearest man of three in a row 0.6 inches thick."""
    tank = unit("tank", "de.panther", (30, 24), 90)
    half = HOUSE_ROSTER["de.panther"].length_in / 2
    around = [unit("foe", "uk.jeep", (30, 20))]
    around += [unit("enemy", "uk.sniper", (30 + half + enemy_in + 0.3, 24))]
    around += [] if own_in is None else [unit("own", "de.sniper", (30 - half - own_in - 0.3, 24))]
    state = opened(table(), tank, *around)
    assert target_of(position(state), state.unit("tank")).abandons is alone


@proves("KN-UMOR-19c")
@pytest.mark.parametrize(
    ("is_enemy_hidden", "has_own", "alone"),
    [(False, False, True), (True, False, False), (False, True, False)],
)
def test_no_crew_abandons_its_tank_for_infantry_that_is_hidden_from_its_side(
    is_enemy_hidden: bool, has_own: bool, alone: bool
) -> None:
    """OUR 226: a squad 4 inches away; its own hidden men are known to the crew, and stand by it."""
    around = [unit("foe", "de.squad", (24, 20), 0.0, *([HIDDEN] if is_enemy_hidden else []))]
    around += [unit("own", "uk.squad", (24, 28), 0.0, HIDDEN)] if has_own else []
    state = opened(table(), unit("tank", "uk.sherman", (24, 24), 90.0), FAR, *around)
    assert target_of(position(state), state.unit("tank")).abandons is alone


@proves("KN-UMOR-19c")
@pytest.mark.parametrize(
    ("own", "is_abandoned"), [([], True), ([unit("own", "de.squad", (24, 30), 0.0, HIDDEN)], False)]
)
def test_a_crew_under_fire_does_not_abandon_its_tank_if_hidden_men_stand_by_it(
    own: list[Unit], is_abandoned: bool
) -> None:
    """A PIAT team that does not know of them hits, pierces nothing, and the crew's die is a 1."""
    tank, piat = unit("tank", "de.panther", (30, 24), 90), unit("a", "uk.piat", (36, 24), 270)
    state = ready(table(), tank, piat, unit("far", "uk.squad", (60, 40)), *own)
    after = firing(state, "a", "tank", K.DIRECT_AT, 2, 2, 1, 2, 1, *[1] * is_abandoned, weapon="PIAT")
    assert ("tank" not in after.units) is is_abandoned


@proves("KN-SPEC-16a", "KN-SPEC-16b")
def test_a_medic_hidden_from_the_firer_helps_the_squad_beside_him() -> None:
    medic = unit("medic", "de.medic", (30, 25), 0.0, HIDDEN)
    squad, guns = unit("b", "de.squad", (30, 24), 270), unit("a", "uk.vickers", (14, 24), 90)
    state = ready(table(), squad, medic, guns, unit("far", "uk.squad", (60, 40)))
    after = firing(state, "a", "b", K.DIRECT_SMALL_ARMS, 3, *[6, 6, 1, 1, 1, 1, 1], 1, 1, 4, 1)
    assert status(after, "b").men == BOOK.type("de.squad").men - 1
