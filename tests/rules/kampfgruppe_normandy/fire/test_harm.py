"""What hits do to men, guns, vehicles and passengers, one blow at a time: the dice thrown and the losses."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.game.chance.dice import Dice
from rules.kampfgruppe_normandy.book.fire_tables import MoraleResult
from rules.kampfgruppe_normandy.book.unit_types import HighExplosive, Kind, ShellSize
from rules.kampfgruppe_normandy.effects.attack import resolve_attack
from rules.kampfgruppe_normandy.effects.harm import (
    losses_from_hits,
    losses_from_shell,
    losses_from_suppression,
    losses_from_wounds,
    losses_when_blown_up,
    strike_armour,
    strike_gun,
    strike_soft_skin,
    take_morale_test,
)
from rules.kampfgruppe_normandy.effects.harm import test_owed as owed_test
from rules.kampfgruppe_normandy.questions.target import Fate, Losses, Target
from rules.kampfgruppe_normandy.questions.volley import Round, Volley
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import dice_of

DESTROYED, ABANDONED, WITHDRAWS = Fate.DESTROYED, Fate.ABANDONED, Fate.WITHDRAWS


def squad(men: int = 8, start: int = 8, **more: Any) -> Target:
    return Target("squad", Kind.INFANTRY, men=men, start=start, **more)


def crew(men: int = 4, **more: Any) -> Target:
    return Target("crew", Kind.GUN, men=men, start=4, **more)


def truck(hits_left: int = 2, **more: Any) -> Target:
    return Target("truck", Kind.SOFT_SKIN, hits_left=hits_left, **more)


def tank(armour: int = 7, **more: Any) -> Target:
    return Target("tank", Kind.ENCLOSED, armour=armour, **more)


def losses_after(blow: Callable[[Dice], Losses], *dice: int) -> str:
    """The losses of a blow in words, with exactly these dice; the result of a test is not included."""
    thrown = dice_of(dice)
    losses = blow(thrown)
    thrown.assert_done()
    return losses.words


@proves(
    "KN-DFSA-54", "KN-DFSA-55", "KN-DFSA-56", "KN-DFSA-57", "KN-UMOR-02", "KN-UMOR-03", "KN-UMOR-04",
    "KN-DFSA-58",
)  # fmt: skip
@pytest.mark.parametrize(
    ("target", "wounds", "dice", "words"),
    [
        (squad(), 0, (), "no effect"),
        (squad(), 1, (), "1 casualty"),
        (squad(), 2, (), "2 casualties"),
        (squad(specials=1), 2, (6,), "2 casualties, a special weapon lost"),
        (squad(specials=1), 2, (5,), "2 casualties"),
        (squad(), 3, (), "3 casualties"),
        (squad(), 4, (4,), "4 casualties"),
        (squad(), 4, (3,), "4 casualties, suppressed"),
        (squad(), 4, (2,), "withdraws"),
        (squad(specials=1), 4, (6, 1), "withdraws"),
        (squad(7, 7), 3, (), "3 casualties"),
        (squad(7, 7), 4, (5,), "4 casualties"),
        (squad(4), 1, (4,), "1 casualty"),
        (squad(), 7, (4,), "7 casualties"),
        (squad(), 7, (3,), "withdraws"),
        (squad(), 8, (), "destroyed"),
        (squad(), 11, (), "destroyed"),
        (squad(specials=1), 8, (), "destroyed"),
        (crew(), 1, (5,), "1 casualty"),
        (crew(specials=1), 1, (5,), "1 casualty"),
        (crew(), 1, (3,), "1 casualty, suppressed"),
        (crew(), 3, (4,), "3 casualties, suppressed"),
        (crew(), 1, (2,), "abandoned"),
        (crew(), 4, (), "destroyed"),
    ],
)  # fmt: skip
def test_men_fall_a_weapon_may_go_with_them_and_half_a_squad_or_any_crew_tests(
    target: Target, wounds: int, dice: tuple[int, ...], words: str
) -> None:
    assert losses_after(lambda thrown: losses_from_wounds(target, wounds, thrown), *dice) == words


@proves("KN-SPEC-16a", "KN-SPEC-16b", "KN-DFSA-54")
@pytest.mark.parametrize(
    ("target", "wounds", "dice", "lost", "used"),
    [
        (squad(medics=("medic",)), 2, (4,), 1, True),
        (squad(medics=("medic",)), 2, (3,), 2, True),
        (squad(medics=("medic",)), 1, (4,), 0, True),
        (squad(medics=("medic",)), 0, (), 0, False),
        (squad(medics=("medic",), specials=1), 2, (4, 5), 1, True),
        (squad(medics=("medic",)), 8, (4, 4), 7, True),
        (crew(medics=("medic",)), 1, (5,), 1, False),
    ],
)
def test_a_medic_keeps_one_man_of_a_squad_on_a_4(
    target: Target, wounds: int, dice: tuple[int, ...], lost: int, used: bool
) -> None:
    thrown = dice_of(dice)
    losses = losses_from_wounds(target, wounds, thrown)
    thrown.assert_done()
    assert (losses.men_lost, losses.medic) == (lost, "medic" if used else "")


@proves(
    "KN-UMOR-15", "KN-UMOR-16", "KN-UMOR-17a", "KN-UMOR-17b", "KN-UMOR-18", "KN-UMOR-19a", "KN-UMOR-19b",
    "KN-UMOR-19c", "KN-UMOR-20", "KN-UMOR-21",
)  # fmt: skip
@pytest.mark.parametrize(
    ("target", "by_face"),
    [
        (squad(4), ["withdraws", "withdraws", "suppressed", "no effect", "no effect"]),
        (squad(1), ["withdraws", "withdraws", "withdraws", "no effect", "no effect"]),
        (squad(1, is_sniper=True), ["withdraws", "withdraws", "suppressed", "no effect", "no effect"]),
        (squad(4, suppressed=True), ["withdraws", "withdraws", "no effect", "no effect", "no effect"]),
        (squad(1, suppressed=True), ["withdraws", "withdraws", "no effect", "no effect", "no effect"]),
        (crew(2), ["abandoned", "abandoned", "suppressed", "suppressed", "no effect"]),
        (crew(1), ["abandoned", "abandoned", "suppressed", "suppressed", "no effect"]),
        (tank(), ["suppressed", "suppressed", "no effect", "no effect", "no effect"]),
        (tank(suppressed=True), ["abandoned", "no effect", "no effect", "no effect", "no effect"]),
        (tank(immobilised=True), ["abandoned", "suppressed", "no effect", "no effect", "no effect"]),
        (tank(abandons=True), ["abandoned", "suppressed", "no effect", "no effect", "no effect"]),
        (truck(), ["abandoned", "suppressed", "no effect", "no effect", "no effect"]),
    ],
)  # fmt: skip
def test_the_table_of_unit_morale_and_what_it_does(target: Target, by_face: list[str]) -> None:
    def test(thrown: Dice) -> Losses:
        return take_morale_test(target, Losses(target.unit), thrown)

    assert [losses_after(test, face) for face in range(1, 6)] == by_face
    if target.suppressed:
        assert losses_after(test, 6) == "no effect"
        return
    assert losses_after(test, 6, 5) == "no effect"
    assert losses_after(test, 6, 6) == "may act heroically"


@proves("KN-UMOR-24", "KN-UMOR-01", "KN-UMOR-08")
def test_veteran_infantry_waver_and_a_test_may_wait_to_be_asked_for() -> None:
    veterans = squad(4, has_reroll=True)
    for face, first in ((1, MoraleResult.WITHDRAW), (3, MoraleResult.SUPPRESSED), (4, None), (5, None)):
        losses = take_morale_test(veterans, Losses("squad"), dice_of([face]))
        assert (losses.first_test, losses.fate, losses.suppressed, losses.is_tested) == (first, Fate.STANDS, False, True)  # fmt: skip
    assert take_morale_test(veterans, Losses("squad"), dice_of([6, 6])).is_heroic
    assert take_morale_test(crew(2, has_reroll=True), Losses("crew"), dice_of([1])).fate is ABANDONED
    waiting = squad(4, test_waits=True)
    assert take_morale_test(waiting, Losses("squad"), dice_of([])) == Losses("squad", owes_test=True)
    assert take_morale_test(waiting, Losses("squad"), dice_of([2]), is_asked=True).fate is WITHDRAWS
    assert losses_after(lambda dice: owed_test(waiting, dice), 3) == "suppressed"
    assert losses_after(lambda dice: owed_test(truck(passengers=(squad(),), test_waits=True), dice), 1) == "abandoned, squad suppressed"  # fmt: skip


@proves("KN-DFSA-38", "KN-DFSA-39", "KN-DFSA-40", "KN-DFSA-41", "KN-UMOR-06", "KN-AA-07", "KN-AIR-29a")
@pytest.mark.parametrize(
    ("target", "wounds", "dice", "words"),
    [
        (truck(), 0, (), "no effect"),
        (truck(), 1, (3,), "1 hit"),
        (truck(), 1, (2,), "1 hit, suppressed"),
        (truck(), 1, (1,), "abandoned"),
        (truck(passengers=(squad(),)), 1, (1,), "abandoned, squad suppressed"),
        (truck(passengers=(squad(),)), 1, (2,), "1 hit, suppressed"),
        (truck(), 2, (), "destroyed"),
        (truck(passengers=(squad(),)), 2, (), "destroyed, squad suppressed"),
        (truck(passengers=(squad(),)), 4, (4, 5), "destroyed, squad 1 casualty, suppressed"),
        (truck(passengers=(squad(),)), 4, (4, 4), "destroyed, squad 2 casualties, suppressed"),
        (truck(1, passengers=(crew(1), squad())), 5, (1, 1, 1, 1, 4, 4, 5), "destroyed, crew destroyed, squad 2 casualties, suppressed"),
        (truck(1, passengers=(crew(3), squad())), 3, (1, 1, 5), "destroyed, crew 2 casualties, suppressed, squad suppressed"),
        (Target("plane", Kind.AIRCRAFT, hits_left=4), 2, (3,), "2 hits"),
        (Target("plane", Kind.AIRCRAFT, hits_left=4), 4, (), "destroyed"),
    ],
)  # fmt: skip
def test_hits_on_unarmoured_vehicles_and_the_hits_left_over_for_passengers(
    target: Target, wounds: int, dice: tuple[int, ...], words: str
) -> None:
    """The worked example: four hits on a medium truck leave two for its passengers, who save on 5+."""
    assert losses_after(lambda thrown: losses_from_wounds(target, wounds, thrown), *dice) == words


@proves("KN-DFSA-33", "KN-DFHE-12", "KN-DFHE-14", "KN-DFHE-16")
@pytest.mark.parametrize(
    ("save", "dice", "lost"), [(4, (3, 4, 6), 1), (6, (5, 5, 6), 2), (None, (), 3), (2, (2, 2, 2), 0)]
)
def test_each_hit_may_be_saved(save: int | None, dice: tuple[int, ...], lost: int) -> None:
    thrown = dice_of(dice)
    assert losses_from_hits(squad(), 3, save, thrown).men_lost == lost
    thrown.assert_done()


ABOARD = squad(is_rider=False)
RIDERS = squad(is_rider=True)


@proves(
    "KN-DFAT-30", "KN-DFAT-37", "KN-DFAT-42", "KN-DFAT-44b", "KN-DEPL-17a", "KN-DEPL-17b", "KN-DEPL-17c",
    "KN-DEPL-16a", "KN-KIT-05", "KN-DFAT-31", "KN-DFAT-32",
)  # fmt: skip
@pytest.mark.parametrize(
    ("target", "value", "dice", "words"),
    [
        (tank(), 10, (2, 4), "destroyed"),
        (tank(), 10, (2, 3, 3), "no effect"),
        (tank(), 10, (2, 3, 2), "suppressed"),
        (tank(), 10, (1, 1, 2), "suppressed"),
        (tank(), 10, (6, 6, 3), "immobilised"),
        (tank(), 10, (6, 6, 1), "abandoned"),
        (tank(immobilised=True), 10, (6, 6, 3), "no effect"),
        (tank(immobilised=True), 10, (6, 6, 1), "abandoned"),
        (tank(), 1, (3,), "no effect"),
        (tank(), None, (4, 4), "destroyed"),
        (tank(), None, (3, 4, 3), "no effect"),
        (tank(5, skirts=True), None, (6,), "destroyed"),
        (tank(5, skirts=True), None, (5, 2), "suppressed"),
        (tank(passengers=(ABOARD,)), 10, (2, 4, 1), "destroyed, squad 1 casualty, suppressed"),
        (tank(passengers=(ABOARD,)), 10, (2, 4, 2), "destroyed, squad 1 casualty, suppressed"),
        (tank(passengers=(ABOARD,)), 10, (2, 4, 3), "destroyed, squad 2 casualties, suppressed"),
        (tank(passengers=(ABOARD,)), 10, (2, 4, 6), "destroyed, squad 3 casualties, suppressed"),
        (tank(passengers=(ABOARD,)), 10, (2, 3, 3), "no effect"),
        (tank(passengers=(ABOARD,), immobilised=True), 10, (2, 3, 1), "abandoned, squad suppressed"),
        (tank(passengers=(RIDERS,)), 10, (2, 3, 3, 4, 4, 4), "squad suppressed"),
        (tank(passengers=(RIDERS,)), 10, (2, 3, 3, 5, 4, 4, 5), "squad 1 casualty, suppressed"),
        (tank(passengers=(RIDERS,)), 10, (2, 4, 5, 6, 4, 6, 5), "destroyed, squad 1 casualty, suppressed"),
    ],
)  # fmt: skip
def test_results_against_armour_and_the_passengers_that_must_get_out(
    target: Target, value: int | None, dice: tuple[int, ...], words: str
) -> None:
    """Penetration 10 needs a 6 against armour 7; riders take a light shell of three dice whatever the plates do."""
    assert losses_after(lambda thrown: strike_armour(target, value, thrown), *dice) == words
    if any("squad" in word for word in words.split()):
        assert all(losses.must_leave for losses in strike_armour(target, value, dice_of(dice)).passengers)


@proves("KN-DFAT-36", "KN-DFSA-40", "KN-DFAT-38", "KN-UMOR-05", "KN-DFAT-37", "KN-ENG-10")
def test_results_of_armour_piercing_shot_at_trucks_and_guns_and_of_a_charge_at_vehicles() -> None:
    loaded = truck(passengers=(squad(),))
    assert losses_after(lambda dice: strike_soft_skin(loaded, dice), 3, 3) == "destroyed, squad suppressed"
    assert losses_after(lambda dice: strike_soft_skin(loaded, dice), 3, 2, 3) == "no effect"
    assert losses_after(lambda dice: strike_soft_skin(loaded, dice), 3, 2, 1) == "abandoned, squad suppressed"
    for dice, words in (((5, 4), "destroyed"), ((6, 6), "destroyed"), ((1, 2), "no effect")):
        assert losses_after(lambda thrown: strike_gun(crew(), 3, thrown), *dice) == words
    assert losses_after(lambda dice: strike_gun(crew(), None, dice), 1, 2) == "destroyed"
    assert losses_after(lambda dice: strike_gun(crew(), None, dice), 1, 1) == "no effect"
    assert losses_after(lambda dice: losses_when_blown_up(tank(passengers=(ABOARD,)), dice), 4) == "destroyed, squad 2 casualties, suppressed"  # fmt: skip
    assert (
        losses_after(lambda dice: losses_when_blown_up(tank(passengers=(RIDERS,)), dice))
        == "destroyed, squad suppressed"
    )
    assert losses_after(lambda dice: losses_when_blown_up(loaded, dice)) == "destroyed, squad suppressed"


@proves("KN-IND-25", "KN-SUPP-25", "KN-DFHE-15", "KN-SUPP-40", "KN-DFHE-17", "KN-UMOR-17a")
def test_a_shell_that_hits_wounds_men_and_strikes_armour_and_a_failed_save_suppresses() -> None:
    heavy_3 = HighExplosive(ShellSize.HEAVY, 3, 4)
    assert (
        losses_after(lambda dice: losses_from_shell(squad(save=5), heavy_3, dice), 3, 2, 6, 4, 5)
        == "1 casualty"
    )
    assert losses_after(lambda dice: losses_from_shell(tank(2), heavy_3, dice), 3, 4) == "destroyed"


@proves("KN-UMOR-06")
def test_a_soft_skin_tests_for_a_shell_that_does_no_harm_but_not_for_saved_bullets() -> None:
    """OUR 205: none of three damage dice shows 4, or the one that does is saved on 5; then a test of 2 suppresses."""
    medium_3 = HighExplosive(ShellSize.MEDIUM, 3, 2)
    assert (
        losses_after(lambda dice: losses_from_shell(truck(save=None), medium_3, dice), 1, 2, 3, 2)
        == "suppressed"
    )
    assert (
        losses_after(lambda dice: losses_from_shell(truck(save=5), medium_3, dice), 4, 2, 3, 5, 2)
        == "suppressed"
    )
    assert losses_after(lambda thrown: losses_from_hits(truck(), 1, 5, thrown), 5) == "no effect"
    assert losses_after(lambda dice: losses_from_suppression(squad(), dice)) == "suppressed"
    assert losses_after(lambda dice: losses_from_suppression(squad(1), dice)) == "withdraws"
    assert losses_after(lambda dice: losses_from_suppression(squad(suppressed=True), dice)) == "no effect"


@proves("KN-DFAT-39")
def test_an_armour_piercing_round_does_nothing_to_men() -> None:
    shot = Volley(Round.AP, False, None, to_hit=2, penetration=9)
    assert losses_after(lambda dice: resolve_attack(shot, squad(), dice).target, 6) == "no effect"
