"""Chapters 12.2 and 12.3: the result of anti-tank fire, and what happens to the units hit."""

from fractions import Fraction

import pytest

from rules.game.record.corrections import Correction
from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, IN_MOTION, SHOCKED
from rules.last_hundred_yards.book.unit_types import UnitKind
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.effects.fire_steps import harm_of_armour_die
from rules.last_hundred_yards.effects.harm import Harm, counters_in_pool
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import Dismounted, Mounted, UnitMoved
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import Phase, with_progress
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_resolution.under_fire import (
    OPEN,
    POSITION,
    STANDING_BY,
    resolved,
    small,
    under_fire,
)
from tests.rules.last_hundred_yards.playing import at, course, done, opened, position_seen_by, unit


@proves("LHY-12.2.1", "LHY-12.2.1b", "LHY-12.2.3a", "LHY-12.2.3b", "LHY-1.2", "LHY-1.3")
@pytest.mark.parametrize(
    ("die", "value", "rear", "harm"),
    [
        (5, 5, False, Harm.SHOCKED),
        (6, 5, False, Harm.DESTROYED),
        (4, 5, False, Harm.NONE),
        (3, 5, True, Harm.DESTROYED),
        (2, 8, True, Harm.NONE),
        (2, 8, False, Harm.NONE),
    ],
)
def test_12_2_anti_tank_dice_against_av_10_and_aev_7(die: int, value: int, rear: bool, harm: Harm) -> None:
    assert harm_of_armour_die(POSITION, unit("us.able-tank.1.1", "C2"), die, value, rear) is harm


@proves("LHY-12.2.3b", "LHY-12.2.3a")
def test_12_2_3_a_carrier_is_unharmed_by_an_equal_result_and_a_gun_destroyed_by_a_higher() -> None:
    assert harm_of_armour_die(POSITION, unit("us.m3.2", "C2"), 3, 1, False) is Harm.NONE
    assert harm_of_armour_die(POSITION, unit("us.gun57.1", "C2"), 2, 3, False) is Harm.DESTROYED
    assert harm_of_armour_die(POSITION, unit("us.gun57.1", "C2"), 1, 3, False) is Harm.NONE


@proves("LHY-12.2.3c")
def test_12_2_3c_in_the_later_edition_an_unmodified_10_close_enough_to_av_shocks() -> None:
    tiger = unit("ge.tiger.1", "C2")
    later = position_seen_by(opened(OPEN, STANDING_BY, edition="series-3.1"), "us")
    assert harm_of_armour_die(later, tiger, 10, 0, False) is Harm.SHOCKED
    assert harm_of_armour_die(POSITION, tiger, 10, 0, False) is Harm.NONE


@proves("LHY-12.2.3c")
@pytest.mark.parametrize(
    ("edition", "value", "shocked"),
    [("2019", -2, False), ("series-3.1", -2, True), ("series-3.1", -3, False)],
)
def test_12_2_3c_a_10_within_2_of_av_shocks_in_the_later_edition_only(
    edition: str, value: int, shocked: bool
) -> None:
    # A Sherman of AV 10: a die of 10 less 2 comes within 2 of it.
    tank = "us.able-tank.1.1"
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), value, "us", tank)
    units = [unit(tank, "C2"), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")]
    state = FirePlaced(fire).on(opened(OPEN, units, edition=edition))
    assert resolved(state, 10).unit(tank).has(SHOCKED) is shocked


@proves("LHY-12.2.3c")
@pytest.mark.parametrize(
    ("value", "harm"), [(-4, Harm.NONE), (-3, Harm.NONE), (-2, Harm.SHOCKED), (-1, Harm.DESTROYED)]
)
def test_12_2_3c_from_the_rear_too_a_10_shocks_close_to_av_and_not_close_to_aev(
    value: int, harm: Harm
) -> None:
    """A Tiger of AV 12 and AEV 8: 6 and 7 are close to AEV only, 8 equals AEV."""
    later = position_seen_by(opened(OPEN, STANDING_BY, edition="series-3.1"), "us")
    assert harm_of_armour_die(later, unit("ge.tiger.1", "C2"), 10, value, True) is harm


@proves("LHY-11.5.1.0", "LHY-12.2.2", "LHY-12.2.3d", "LHY-12.3.5a")
def test_12_2_2_only_the_worst_result_counts() -> None:
    fires = [
        FireMarker(1, FireKind.ATDRM, at("C2"), 5, against="us", target="us.able-tank.1.1"),
        FireMarker(2, FireKind.ATDRM, at("C2"), 5, against="us", target="us.able-tank.1.1"),
    ]
    state = under_fire([unit("us.able-tank.1.1", "C2", "in_motion")], *fires)
    shocked = resolved(state, 5, 5).unit("us.able-tank.1.1")
    assert shocked.has(SHOCKED)
    assert not shocked.has("in_motion")
    assert resolved(state, 5, 9).unit("us.able-tank.1.1").at is None


@proves("LHY-12.3.4.0", "LHY-12.3.4.1a")
def test_12_3_4_a_lost_leader_is_out_of_play_for_seven_minutes() -> None:
    state = under_fire([unit("us.able.2.leader", "C2")], small(1, 3))
    after = resolved(state, 7)
    assert after.unit("us.able.2.leader").at is None
    assert [(leader.unit, leader.back_at) for leader in course(after).away] == [("us.able.2.leader", 7)]
    assert not course(after).losses, "a leader is no combat unit"


@proves("LHY-12.3.7b")
def test_12_3_7b_one_unit_beside_a_vehicle_destroyed_in_the_open_is_disrupted() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target="us.m3.2")
    units = [unit("us.m3.2", "C2"), unit("us.able.1.squad.1", "C2")]
    assert resolved(under_fire(units, fire), 5, 1).unit("us.able.1.squad.1").has(DISRUPTED)
    with_ip = under_fire(units, fire, markers=(Marker("improved_position", at("C2")),))
    assert not resolved(with_ip, 5).unit("us.able.1.squad.1").has(DISRUPTED)


@proves("LHY-12.3.7b")
@pytest.mark.parametrize(("pick", "struck"), [(1, "ge.1kp.1.squad.1"), (2, "us.able.1.squad.1")])
def test_12_3_7b_in_an_assault_hex_the_enemy_beside_the_vehicle_is_equally_likely_to_be_disrupted(
    pick: int, struck: str
) -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target="us.m3.2")
    men = ["us.able.1.squad.1", "ge.1kp.1.squad.1"]
    state = under_fire([unit("us.m3.2", "C2"), *(unit(one, "C2") for one in men)], fire)
    after = resolved(AssaultEntered(men[0], "us", at("C2"), at("C3")).on(state), 5, pick)
    assert [one for one in men if after.unit(one).has(DISRUPTED)] == [struck]


@proves("LHY-12.3.7c")
def test_12_3_7c_a_machine_gun_does_no_collateral_damage() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 2, against="us", target="us.m3.2", collateral=False)
    units = [unit("us.m3.2", "C2"), unit("us.able.1.squad.1", "C2")]
    after = resolved(under_fire(units, fire), 5)
    assert after.unit("us.m3.2").at is None
    assert not after.unit("us.able.1.squad.1").has(DISRUPTED)


@proves("LHY-12.3.7c")
@pytest.mark.parametrize(("dice", "is_struck"), [((9, 3), False), ((3, 9, 1), True), ((9, 9, 1), True)])
def test_12_3_7c_of_two_markers_the_one_that_destroys_the_carrier_decides_collateral_damage(
    dice: tuple[int, ...], is_struck: bool
) -> None:
    """Markers of a machine gun and a bazooka, both rolled against an armour of 4."""
    gun = FireMarker(1, FireKind.ATDRM, at("C2"), -2, against="us", target="us.m3.2", collateral=False)
    tube = FireMarker(2, FireKind.ATDRM, at("C2"), 1, against="us", target="us.m3.2")
    units = [unit("us.m3.2", "C2"), unit("us.able.1.squad.1", "C2")]
    after = resolved(under_fire(units, gun, tube), *dice)
    assert after.unit("us.m3.2").at is None
    assert after.unit("us.able.1.squad.1").has(DISRUPTED) is is_struck


@proves("LHY-12.3.7a.2")
def test_12_3_7a_a_gun_in_tow_is_destroyed_with_its_carrier() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target="us.m3.2")
    state = Mounted("us.gun57.1", "us.m3.2").on(
        under_fire([unit("us.m3.2", "C2"), unit("us.gun57.1", "C2")], fire)
    )
    assert resolved(state, 5).unit("us.gun57.1").at is None


@proves("LHY-12.3.7c", "LHY-12.3.7a.1", "LHY-12.3.7a.2")
@pytest.mark.parametrize("load", ["us.able.1.squad.1", "us.latw.1", "us.gun57.1"])
def test_12_3_7c_a_weak_weapon_leaves_the_load_of_the_carrier_unharmed(load: str) -> None:
    """An ATV of 0 or less, of a machine gun or a squad (reading 195): passengers dismount and no die is thrown."""
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 2, against="us", target="us.m3.2", collateral=False)
    state = under_fire([unit("us.m3.2", "C2"), unit(load, "C2")], fire)
    after = resolved(Mounted(load, "us.m3.2").on(state), 5)
    assert after.unit("us.m3.2").at is None
    assert (after.unit(load).at, after.unit(load).conditions) == (at("C2"), frozenset())
    assert not course(after).aboard


@proves("LHY-12.3.7a.1", "LHY-10.4.6.0.3")
def test_12_3_7a_the_load_of_a_destroyed_carrier_disrupts_and_checks() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target="us.m3.2")
    state = under_fire([unit("us.m3.2", "C2"), unit("us.able.1.squad.1", "C2")], fire)
    state = Mounted("us.able.1.squad.1", "us.m3.2").on(state)
    held = resolved(state, 5, 6)
    assert held.unit("us.able.1.squad.1").has(DISRUPTED)
    assert not course(held).aboard
    assert course(resolved(state, 5, 7, 1)).losses == {"us": 2}, "the halftrack and a step"


@proves("LHY-12.3.7a.3")
@pytest.mark.parametrize("goes_to", ["C2", "D3"])
@pytest.mark.parametrize("under_fire_first", [True, False])
def test_12_3_7a_a_unit_that_dismounted_after_the_carrier_was_fired_at_is_harmed_with_it(
    under_fire_first: bool, goes_to: str
) -> None:
    """In the open a neighbour of the carrier is disrupted (12.3.7b): here the MG that was never aboard."""
    carrier, squad, beside = "us.m3.2", "us.able.1.squad.1", "us.mg.1"
    fire = FirePlaced(FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target=carrier))
    state = under_fire([unit(carrier, "C2"), unit(squad, "C2"), unit(beside, "C2")])
    state = Mounted(squad, carrier).on(state)
    for event in (fire, Dismounted(squad)) if under_fire_first else (Dismounted(squad), fire):
        state = event.on(state)
    state = UnitMoved(squad, at("C2"), at(goes_to)).on(state)
    check = (7, 1) if under_fire_first else ()
    after = resolved(state, 5, *check, 1)
    assert course(after).losses == {"us": 1 + under_fire_first}, (
        "the halftrack, and a step if the squad fails its check"
    )
    struck = [one for one in after.units.values() if one.side == "us" and one.has(DISRUPTED)]
    assert len(struck) == 1 + under_fire_first


@proves("LHY-10.4.6.2c", "LHY-12.3.5b")
def test_12_3_5_riders_of_a_shocked_tank_get_off_and_check() -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 5, against="us", target="us.able-tank.1.1")
    state = under_fire([unit("us.able-tank.1.1", "C2"), unit("us.able.1.squad.1", "C2")], fire)
    after = resolved(Mounted("us.able.1.squad.1", "us.able-tank.1.1").on(state), 5, 7)
    assert after.unit("us.able.1.squad.1").has(DISRUPTED)
    assert not course(after).aboard


@proves("LHY-4.3.1.2.aboard", "LHY-12.3.5b")
@pytest.mark.parametrize(("edition", "stay"), [("series-3.1", False), ("2019", True)])
def test_4_3_1_2_riders_of_a_tank_that_is_shocked_are_seen_with_it_in_the_later_edition(
    edition: str, stay: bool
) -> None:
    """A 5 plus the marker equals its AV; the riders pass their check."""
    tank, rider = "us.able-tank.1.1", "us.able.1.squad.1"
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 5, against="us", target=tank)
    units = [unit(tank, "C2", CONCEALED), unit(rider, "C2", CONCEALED), *STANDING_BY]
    state = FirePlaced(fire).on(Mounted(rider, tank).on(opened(OPEN, units, edition=edition)))
    after = resolved(state, 5, 6)
    assert not after.unit(tank).has(CONCEALED)
    assert after.unit(rider).has(CONCEALED) is stay


@proves("LHY-12.3.6.1", "LHY-12.3.6.1-2019", "LHY-4.1.14c", "LHY-4.1.14.3")
@pytest.mark.parametrize(("edition", "markers"), [("2019", []), ("series-3.1", [("improved_position", 1)])])
def test_12_3_6_a_destroyed_fp_counts_one_step_and_leaves_an_ip_in_the_later_edition(
    edition: str, markers: list[tuple[str, int]]
) -> None:
    fire = FireMarker(1, FireKind.ATDRM, at("C2"), 5, against="ge", target="ge.fp.1")
    units = [unit("ge.fp.1", "C2"), unit("us.able.1.leader", "A4"), unit("ge.1kp.2.leader", "E1")]
    after = resolved(FirePlaced(fire).on(opened(OPEN, units, edition=edition)), 5)
    assert after.unit("ge.fp.1").at is None
    assert [(mark.kind, mark.value) for mark in after.markers] == markers
    assert course(after).losses == {"ge": 1}


@proves("LHY-12.3.3.3")
def test_12_3_3_3_a_lost_section_may_be_drawn_again() -> None:
    lost = resolved(under_fire([unit("us.able.1.section.a", "C2", DISRUPTED)], small(1, 0)), 7)
    assert "us.able.1.section.a" in {
        row.id for row in counters_in_pool(PLAY.position(lost), "able.1", UnitKind.SECTION)
    }


@proves("LHY-12.0.2", "LHY-12.3.7a.1")
def test_12_0_2_riders_who_lose_a_step_with_their_tank_are_not_harmed_again_by_other_fire() -> None:
    """Small arms reach 10 on the squad, the tank is destroyed, and the squad on it fails its check."""
    tank, squad = "us.able-tank.1.1", "us.able.1.squad.1"
    shot = FireMarker(2, FireKind.ATDRM, at("C2"), 8, against="us", target=tank)
    state = under_fire([unit(tank, "C2"), unit(squad, "C2")], small(1, 4), shot)
    after = resolved(Mounted(squad, tank).on(state), 6, 9, 7, 1)
    assert course(after).losses == {"us": 2}, "the tank and a step"


@proves("LHY-12.3.6.2")
@pytest.mark.parametrize(
    ("pick", "alive", "dead"), [(1, "ge.stug.1", "us.able-tank.1.1"), (2, "us.able-tank.1.1", "ge.stug.1")]
)
def test_12_3_6_of_two_vehicles_that_fired_only_at_each_other_one_survives(
    pick: int, alive: str, dead: str
) -> None:
    units = [unit("us.able-tank.1.1", "C2"), unit("ge.stug.1", "D4")]
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", "us.able-tank.1.1", "ge.stug.1")
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", "ge.stug.1", "us.able-tank.1.1")
    state = resolved(under_fire(units, first, second), 10)
    assert state.unit("us.able-tank.1.1").at is None
    after = resolved(state, 10, pick, place="D4")
    assert after.unit(alive).at is not None
    assert after.unit(dead).at is None
    assert pick == 1 or alive in course(after).acted, "it comes back as one that has fired"
    assert {side: lost for side, lost in course(after).losses.items() if lost} == {dead[:2]: 1}


@proves("LHY-12.3.6.2", "LHY-17.4")
def test_12_3_6_a_vehicle_that_the_umpire_put_back_does_not_also_survive_a_duel() -> None:
    tank, gun = unit("us.able-tank.1.1", "C2"), unit("ge.stug.1", "D4")
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", tank.id, gun.id)
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", gun.id, tank.id)
    state = done(resolved(under_fire([tank, gun], first, second), 10), Correction(tank, "it was missed"))
    after = resolved(state, 10, place="D4")
    assert after.unit(gun.id).at is None
    assert course(after).losses == {"us": 0, "ge": 1}


@proves("LHY-12.3.6.2")
def test_12_3_6_the_survivor_of_a_duel_keeps_its_state() -> None:
    """Still in motion, and still to assemble if it landed (22.1.7): it is the same unit, not a replacement (OUR 239)."""
    tank, gun = unit("us.able-tank.1.1", "C2", IN_MOTION), unit("ge.stug.1", "D4")
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", tank.id, gun.id)
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", gun.id, tank.id)
    landed = with_progress(under_fire([tank, gun], first, second), unassembled=frozenset({tank.id}))
    after = resolved(resolved(landed, 10), 10, 2, place="D4")
    assert after.unit(tank.id).has(IN_MOTION)
    assert tank.id in course(after).unassembled


@proves("LHY-12.3.6.2")
def test_12_3_6_no_duel_if_one_of_them_also_fired_at_another() -> None:
    units = [unit("us.able-tank.1.1", "C2"), unit("ge.stug.1", "D4"), unit("ge.stug.2", "E4")]
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", "us.able-tank.1.1", "ge.stug.1")
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", "ge.stug.1", "us.able-tank.1.1")
    third = FireMarker(3, FireKind.ATDRM, at("E4"), 0, "ge", "ge.stug.2", "us.able-tank.1.1")
    state = resolved(under_fire(units, first, second, third), 10)
    assert resolved(state, 10, place="D4").unit("ge.stug.1").at is None


@proves("LHY-12.3.6.2")
@pytest.mark.parametrize("first_dead", ["ge.fp.2", "us.able-tank.1.1"])
def test_12_3_6_no_duel_with_a_fortified_position(first_dead: str) -> None:
    """Only vehicles and towed guns fight a duel that one of them survives."""
    tank, position = ("us.able-tank.1.1", "C2"), ("ge.fp.2", "D4")
    fires = [
        FireMarker(number, FireKind.ATDRM, at(place), 8, target[:2], target, firer)
        for number, (firer, _), (target, place) in ((1, position, tank), (2, tank, position))
    ]
    state = under_fire([unit(*tank), unit(*position)], *fires)
    places = ("D4", "C2") if first_dead == "ge.fp.2" else ("C2", "D4")
    after = resolved(resolved(state, 10, place=places[0]), 10, place=places[1])
    assert after.unit("ge.fp.2").at is None
    assert after.unit("us.able-tank.1.1").at is None


@proves("LHY-12.3.6.2", "LHY-0.6")
@pytest.mark.parametrize("side", ["us", "ge"])
def test_12_3_6_odds_of_the_second_fire_of_a_duel_say_that_it_is_a_duel(side: str) -> None:
    # ATDRM +4 against AV 9: 6 to 10 would destroy it, and then one of the two at random survives.
    units = [unit("us.able-tank.1.1", "C2"), unit("ge.stug.1", "D4")]
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", "us.able-tank.1.1", "ge.stug.1")
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 4, "ge", "ge.stug.1", "us.able-tank.1.1")
    state = resolved(under_fire(units, first, second), 10)
    odds = PLAY.unchecked_chances(position_seen_by(state, side), ResolveFire(side, at("D4"))).odds
    assert odds is not None
    assert odds.where(lambda told: "ge.stug.1 destroyed" in told) == Fraction(1, 4)
    assert odds.where(lambda told: "us.able-tank.1.1 in C2" in told) == Fraction(1, 4)


@proves("LHY-4.3.0.1", "LHY-12.3.6.2")
@pytest.mark.parametrize("first", ["", "C2"])
def test_4_3_no_odds_are_told_of_anti_tank_fire_at_concealed_units(first: str) -> None:
    """The Americans fired at an assault gun that they do not see; its own side knows the odds, also those of a duel."""
    units = [unit("us.able-tank.1.1", "C2"), unit("ge.stug.1", "D4", CONCEALED)]
    one = FireMarker(1, FireKind.ATDRM, at("C2"), 4, "us", "us.able-tank.1.1", "ge.stug.1")
    other = FireMarker(2, FireKind.ATDRM, at("D4"), 4, "ge", "ge.stug.1", "us.able-tank.1.1")
    state = under_fire(units, one, other)
    state = resolved(state, 10, place=first) if first else state
    told = PLAY.unchecked_chances(position_seen_by(state, "us"), ResolveFire("us", at("D4")))
    assert told.odds is None
    assert told.verdict == "each marker one die"
    own = PLAY.unchecked_chances(position_seen_by(state, "ge"), ResolveFire("ge", at("D4"))).odds
    assert own is not None
    assert own.where(lambda words: "ge.stug.1 destroyed" in words) == (
        Fraction(1, 4) if first else Fraction(1, 2)
    )


@proves("LHY-12.3.7a.3", "LHY-12.0.2")
@pytest.mark.parametrize(
    ("on_men", "check", "steps"),
    [
        # It holds, and then disrupts and checks with the halftrack that it had left.
        ((6,), (6,), 0),
        ((6,), (7, 1), 1),
        # It has disrupted: what is left of the collateral damage is the check.
        ((7,), (6,), 0),
        ((7,), (7, 1), 1),
        # It has lost a step, the worst of its results.
        ((10, 1), (), 1),
    ],
)
@pytest.mark.parametrize("men_first", [True, False])
def test_12_3_7a_men_who_dismounted_take_only_the_worst_of_their_results(
    on_men: tuple[int, ...], check: tuple[int, ...], steps: int, men_first: bool
) -> None:
    """Small arms +0 on a squad of Cohesion 6 in D3; fire at its halftrack in C2 is resolved before or after it."""
    carrier, squad = "us.m3.2", "us.able.1.squad.1"
    state = under_fire([unit(carrier, "C2"), unit(squad, "C2")])
    for event in (
        Mounted(squad, carrier),
        FirePlaced(FireMarker(1, FireKind.ATDRM, at("C2"), 8, against="us", target=carrier)),
        Dismounted(squad),
        UnitMoved(squad, at("C2"), at("D3")),
        FirePlaced(FireMarker(2, FireKind.SADRM, at("D3"), 0, against="us")),
        PhaseBegan(Phase.FIRE),
    ):
        state = event.on(state)
    if men_first:
        after = resolved(resolved(state, *on_men, place="D3"), 5, *check)
    else:
        after = resolved(resolved(state, 5), *on_men, *check, place="D3")
    assert course(after).losses == {"us": 1 + steps}
    left = [one for one in after.units.values() if one.at == at("D3")]
    assert [one.has(DISRUPTED) for one in left] == [True]


@proves("LHY-12.0.2", "LHY-12.3.6.2", "LHY-12.3.7a.3")
@pytest.mark.parametrize(("pick", "check"), [(1, (7, 6)), (2, ())])
def test_12_3_7a_a_tank_that_survives_its_duel_harms_no_former_rider(
    pick: int, check: tuple[int, ...]
) -> None:
    """The squad in D3 dismounted the tank in C2 under fire; the duel is decided before the fire on D3 is resolved."""
    tank, gun, squad = "us.able-tank.1.1", "ge.stug.1", "us.able.1.squad.1"
    state = under_fire([unit(tank, "C2"), unit(gun, "D4"), unit(squad, "C2")])
    for event in (
        Mounted(squad, tank),
        FirePlaced(FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", tank, gun)),
        Dismounted(squad),
        UnitMoved(squad, at("C2"), at("D3")),
        FirePlaced(FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", gun, tank)),
        FirePlaced(FireMarker(3, FireKind.SADRM, at("D3"), 0, against="us")),
        PhaseBegan(Phase.FIRE),
    ):
        state = event.on(state)
    state = with_progress(state, shots=((gun, tank), (tank, gun)))
    state = resolved(resolved(state, 10), 10, pick, place="D4")
    assert (state.unit(tank).at is None) is (pick == 1)
    after = resolved(state, *(check or (1,)), place="D3")
    assert after.unit(squad).has(DISRUPTED) is (pick == 1)


@proves("LHY-12.0.2", "LHY-12.3.6.2", "LHY-12.3.7a.1")
@pytest.mark.parametrize(
    ("at_rival", "check", "burns"),
    [((10, 1), (6,), True), ((1,), (6,), True), ((1,), (7, 1), True), ((10, 2), (), False)],
)
def test_12_3_7a_riders_are_harmed_with_their_tank_once_its_duel_is_decided(
    at_rival: tuple[int, ...], check: tuple[int, ...], burns: bool
) -> None:
    """The tank in C2 would be destroyed; the fire at its opponent in D4 is resolved later. The squad's Cohesion is 6."""
    tank, gun, squad = "us.able-tank.1.1", "ge.stug.1", "us.able.1.squad.1"
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", tank, gun)
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", gun, tank)
    state = under_fire([unit(tank, "C2"), unit(squad, "C2"), unit(gun, "D4")], first, second)
    before = resolved(PhaseBegan(Phase.FIRE).on(Mounted(squad, tank).on(state)), 10)
    assert not before.unit(squad).has(DISRUPTED)
    after = resolved(before, *at_rival, *check, place="D4")
    assert (after.unit(tank).at is None) is burns
    left = [one for one in after.units.values() if one.at == at("C2") and one.id != tank]
    assert [one.has(DISRUPTED) for one in left] == [burns]
    assert course(after).losses.get("us", 0) == burns + (len(check) == 2)


@proves("LHY-12.3.7b", "LHY-12.3.6.2", "LHY-12.0.2")
@pytest.mark.parametrize(
    ("at_rival", "burns", "collateral"),
    [((10, 1, 1), True, True), ((1, 1), True, True), ((10, 2), False, True), ((1,), True, False)],
)
def test_12_3_7b_a_unit_beside_a_tank_is_disrupted_once_its_duel_is_decided(
    at_rival: tuple[int, ...], burns: bool, collateral: bool
) -> None:
    """The tank in C2 would be destroyed; the fire at its opponent in D4 is resolved later. The squad is not aboard."""
    tank, gun, squad = "us.able-tank.1.1", "ge.stug.1", "us.able.1.squad.1"
    first = FireMarker(1, FireKind.ATDRM, at("C2"), 5, "us", tank, gun, collateral=collateral)
    second = FireMarker(2, FireKind.ATDRM, at("D4"), 5, "ge", gun, tank)
    state = under_fire([unit(tank, "C2"), unit(squad, "C2"), unit(gun, "D4")], first, second)
    before = resolved(PhaseBegan(Phase.FIRE).on(state), 10)
    assert not before.unit(squad).has(DISRUPTED)
    after = resolved(before, *at_rival, place="D4")
    assert (after.unit(tank).at is None) is burns
    assert after.unit(squad).has(DISRUPTED) is (burns and collateral)


@proves("LHY-12.3.5b", "LHY-10.4.6.2c", "LHY-12.0.2")
@pytest.mark.parametrize(
    ("tank", "riders"),
    [("us.able-tank.1.1", "us.able.1.section"), ("ge.pz4.2.1", "ge.1kp.1.section")],
)
def test_12_3_5_all_riders_of_a_shocked_tank_check_though_one_of_them_is_harmed_by_the_same_fire(
    tank: str, riders: str
) -> None:
    """Small arms disrupt one rider, not the other; then the tank is shocked and both check, whatever their ids."""
    side, pair = tank[:2], (f"{riders}.b", f"{riders}.c")
    fires = (
        FireMarker(1, FireKind.SADRM, at("C2"), 1, against=side),
        FireMarker(2, FireKind.ATDRM, at("C2"), 5, against=side, target=tank),
    )
    state = under_fire([unit(tank, "C2"), *(unit(one, "C2") for one in pair)], *fires)
    for one in pair:
        state = Mounted(one, tank).on(state)
    # Small arms 7, the draw of the rider that takes it, the other's check; the shock; the riders' checks.
    after = resolved(state, 6, 1, 1, 5, 1, 10)
    assert after.unit(tank).has(SHOCKED)
    assert all(after.unit(one).has(DISRUPTED) for one in pair)


@proves("LHY-12.3.7b", "LHY-12.3.5b", "LHY-12.0.2")
@pytest.mark.parametrize("shocked", ["us.able-tank.1.1", "us.able-tank.1.2"])
def test_12_3_7b_riders_of_a_shocked_tank_do_not_count_as_beside_another_destroyed_tank(
    shocked: str,
) -> None:
    """The riders are aboard as both tanks are hit, whatever the tanks' ids: their check is all that they suffer."""
    (burns,) = {"us.able-tank.1.1", "us.able-tank.1.2"} - {shocked}
    fires = (
        FireMarker(1, FireKind.ATDRM, at("C2"), 5, against="us", target=shocked),
        FireMarker(2, FireKind.ATDRM, at("C2"), 5, against="us", target=burns),
    )
    rider = "us.able.1.section.a"
    state = Mounted(rider, shocked).on(
        under_fire([unit(shocked, "C2"), unit(burns, "C2"), unit(rider, "C2")], *fires)
    )
    after = resolved(state, 5, 6, 1)
    assert (after.unit(shocked).has(SHOCKED), after.unit(burns).at) == (True, None)
    assert not after.unit(rider).has(DISRUPTED)
