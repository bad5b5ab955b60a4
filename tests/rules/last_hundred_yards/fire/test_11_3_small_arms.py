"""11.0, 11.2 and 11.3: which units may fire small arms at which targets, and the result."""

from fractions import Fraction

import pytest

from rules.game.engine.forecast import HIDDEN_OUTCOME
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, ELITE
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.concealment_inquiry import Inquire
from rules.last_hundred_yards.declarations.fire.fire_phase import ResolveFire
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.targets import soft_targets
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import marker
from tests.rules.last_hundred_yards.playing import (
    WIDE_FIELD,
    activated,
    activated_wide,
    at,
    course,
    done,
    legal,
    opened,
    position_seen_by,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
)


@proves("LHY-1.8.1.2")
def test_1_8_an_underscored_range_takes_no_range_drm() -> None:
    state = opened(
        WIDE_FIELD, [unit("ge.stug.1", "C2"), unit(SQUAD, "C12"), unit(LEADER, "C12")], attacker="ge"
    )
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(state, SelectCompany("ge", "4stug"), Activate("ge", ("4stug.1",)))
    assert marker(state, FireSmallArms("ge", "ge.stug.1", (at("C12"),))) == 0


@proves("LHY-11.0.2", "LHY-11.0b", "LHY-11.3a", "LHY-1.7.2")
def test_11_0_what_cannot_be_fired_at() -> None:
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "C11"), unit(FOE, "C3"), unit("ge.mg.1", "D11"))
    assert "the range is 8" in refusal(state, FireSmallArms("us", SQUAD, (at("C3"),)))
    assert "no enemy is known" in refusal(state, FireSmallArms("us", SQUAD, (at("C10"),)))
    assert "not a vehicle" in refusal(state, FireAntiTank("us", SQUAD, ("ge.mg.1",)))


@proves("LHY-11.2a")
def test_11_2a_fire_worth_less_than_minus_4_is_not_made() -> None:
    stone = open_ground(6, 12, {"C4": "s"})
    state = activated_wide(
        unit("us.able.1.section.a", "C12"), unit(LEADER, "C12"), unit(FOE, "C4"), ground=stone
    )
    assert "LHY 11.2a" in refusal(state, FireSmallArms("us", "us.able.1.section.a", (at("C4"),)))


@proves("LHY-4.3.0.4", "LHY-4.3.0.5", "LHY-4.3.0.6")
def test_4_3_example_an_inquiry_tells_the_counts_and_obliges_the_asker_to_fire() -> None:
    # EX-LHY-4.3-1 and -2: two AFVs, a towed gun and one other unit lie concealed in the woods.
    woods = open_ground(5, 12, {"C6": "w"})
    hidden = [
        unit(one, "C6", CONCEALED) for one in ("us.able-tank.1.1", "us.able-tank.1.2", "us.gun57.1", SQUAD)
    ]
    own = [unit("ge.pz4.2.1", "C2"), unit("ge.pz4.2.2", "D2"), unit("ge.1kp.1.leader", "A1"), unit(FOE, "C3")]
    state = opened(woods, [*hidden, *own, unit(LEADER, "A12")], attacker="ge")
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(state, SelectCompany("ge", "1tank"), Activate("ge", ("1tank.2",)))
    assert not any("@" in action.targets[0] for action in legal(state, FireAntiTank))
    state = done(state, Inquire("ge", at("C6")))
    assert course(state).inquired == ((at("C6"), (("afv", 2), ("gun", 1))),)
    assert "play waits for shot at the hex asked about" in refusal(state, CallForReaction("ge"))
    state = done(state, FireAntiTank("ge", "ge.pz4.2.1", ("afv@C6",)))
    assert course(state).fires[-1].target == "us.able-tank.1.1", "the top one of the kind"
    assert not refusal(state, FireAntiTank("ge", "ge.pz4.2.2", ("gun@C6",)))


@proves("LHY-11.3.2", "LHY-12.1.5a")
def test_11_odds_of_one_shot_counted_by_hand() -> None:
    # A PaK 40 at a Sherman's front: ATV 5, AV 10: 6 to 10 destroy, 5 shocks, 1 to 4 nothing.
    state = opened(
        WIDE_FIELD,
        [unit("ge.pak40.3", "C8"), unit(FOE, "C8"), unit("ge.1kp.1.leader", "C8"), unit(TANK, "C12")],
        attacker="ge",
    )
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    ruling = PLAY.chances(state, FireAntiTank("ge", "ge.pak40.3", (TANK,)))
    assert ruling.odds is not None
    assert ruling.verdict == "ATDRM +5"
    assert ruling.odds.of(f"{TANK} destroyed") == Fraction(5, 10)
    assert ruling.odds.of(f"{TANK} shocked") == Fraction(1, 10)
    assert any("ATV of ge.pak40.3" in str(reason) for reason in ruling.reasons)


@proves("LHY-11.2b.3")
@pytest.mark.parametrize("conditions", [(), (ELITE,)])
def test_11_2b_anti_tank_fire_stops_at_8(conditions: tuple[str, ...]) -> None:
    """The ATV of the 90mm is 8, or 9 with an Elite crew."""
    destroyer = "us.dog.2.1"
    state = activated_wide(unit(destroyer, "C12", *conditions), unit("ge.stug.1", "C11"), platoon="dog.2")
    assert marker(state, FireAntiTank("us", destroyer, ("ge.stug.1",))) == 8


@proves("LHY-11.2b.1")
def test_11_2b_small_arms_stop_at_3() -> None:
    foes = [unit(f"ge.1kp.{p}.squad.{n}", "C11") for p in (1, 2) for n in (1, 2, 3)]
    state = activated_wide(unit(TANK, "C12"), *foes, platoon="able-tank.1")
    assert marker(state, FireSmallArms("us", TANK, (at("C11"),))) == 3, "SAV 2, four steps and eight more"


@proves("LHY-1.5.2a")
@pytest.mark.parametrize(
    ("there", "fires"),
    [
        ((unit("ge.stug.1", "C10"),), False),
        ((unit("ge.spw251.1", "C10"),), False),
        ((unit("ge.fp.1", "C10"),), False),
        ((unit("ge.stug.1", "C10"), unit("ge.latw.1", "C10")), True),
        ((unit("ge.pak40.3", "C10"),), True),
        ((unit("ge.stug.1", "C10", CONCEALED),), True),
    ],
)
def test_1_5_2_small_arms_need_a_target_with_a_cohesion(there: tuple[Unit, ...], fires: bool) -> None:
    # A concealed unit may be men, and no list or refusal tells that it is a tank.
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), *there)
    order = FireSmallArms("us", SQUAD, (at("C10"),))
    assert ("LHY 1.5)" not in refusal(state, order)) is fires
    assert (order in legal(state, FireSmallArms)) is fires


@proves("LHY-1.5.2a", "LHY-11.3c")
def test_11_3c_small_arms_at_a_carrier_with_men_inside_are_refused_riders_are_a_target() -> None:
    state = activated_wide(
        unit(SQUAD, "C12"),
        unit(LEADER, "A12"),
        *(unit(one, "C10") for one in ("ge.spw251.1", "ge.stug.1", FOE)),
    )
    order = FireSmallArms("us", SQUAD, (at("C10"),))
    assert "LHY 11.3c" in refusal(Mounted(FOE, "ge.spw251.1").on(state), order)
    assert not refusal(Mounted(FOE, "ge.stug.1").on(state), order)


@proves("LHY-11.3b", "LHY-11.3c", "LHY-11.3d", "LHY-12.1.3.2b")
def test_11_3_riders_are_hit_and_cancel_cover_while_passengers_are_safe() -> None:
    woods = open_ground(5, 12, {"C10": "w"})
    foes = [unit("ge.stug.1", "C10"), unit("ge.spw251.1", "C10"), unit(FOE, "C10"), unit("ge.mg.1", "C10")]
    state = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "A12"), *foes, ground=woods)
    order = FireSmallArms("us", SQUAD, (at("C10"),))
    assert marker(state, order) == 0
    inside = Mounted(FOE, "ge.spw251.1").on(state)
    assert marker(inside, order) == 0
    assert affected_units(inside) == affected_units(inside, mortar=True) == ["ge.mg.1"]
    riding = Mounted(FOE, "ge.stug.1").on(state)
    assert marker(riding, order) == 1
    assert affected_units(riding) == [FOE, "ge.mg.1"]
    assert affected_units(riding, mortar=True) == ["ge.mg.1"]
    own = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit("us.m3.2", "C11"), unit(FOE, "C10"))
    assert "aboard" in refusal(Mounted(SQUAD, "us.m3.2").on(own), order)


def affected_units(state: GameState, *, mortar: bool = False) -> list[str]:
    """The units that small arms or mortar fire in C10 affects."""
    return sorted(
        target.id for target in soft_targets(position_seen_by(state, "ge"), at("C10"), "ge", mortar=mortar)
    )


@proves("LHY-11.0a")
def test_11_0a_one_kind_of_fire_per_action() -> None:
    state = activated_wide(
        unit(TANK, "C12"), unit(FOE, "C10"), unit("ge.stug.1", "C9"), platoon="able-tank.1"
    )
    state = done(state, FireSmallArms("us", TANK, (at("C10"),)))
    assert "has already acted" in refusal(state, FireAntiTank("us", TANK, ("ge.stug.1",)))


@proves("LHY-12.1.4", "LHY-0.6")
@pytest.mark.parametrize(("leader_at", "harm"), [("H1", 5), ("C11", 4)])
def test_12_1_4_fire_is_told_with_the_leader_of_its_target(leader_at: str, harm: int) -> None:
    # SADRM +1 on Cohesion 6: 6 to 10 harm the squad; with a better leader beside it, 7 to 10.
    leader = unit("ge.1kp.1.leader", leader_at)
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11"), leader)
    shot = FireSmallArms("us", SQUAD, (at("C11"),))
    told = PLAY.chances(state, shot).odds
    assert told is not None
    assert told.where(lambda words: FOE in words) == Fraction(harm, 10)
    laid = PhaseBegan(Phase.FIRE).on(done(state, shot))
    assert PLAY.chances(laid, ResolveFire("us", at("C11"))).odds == told


@proves("LHY-4.3.0.1", "LHY-12.1.3.1")
@pytest.mark.parametrize("known", [unit("ge.1kp.1.leader", "C11"), unit(FOE, "C11", DISRUPTED)])
def test_4_3_concealed_units_take_the_fire_before_leaders_and_disrupted_units(known: Unit) -> None:
    concealed = unit("ge.mg.1", "C11", CONCEALED)
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), known, concealed)
    assert PLAY.chances(state, FireSmallArms("us", SQUAD, (at("C11"),))).odds is None


@proves("LHY-1.5.2a", "LHY-11.3c", "LHY-4.3.0.1")
@pytest.mark.parametrize(("beside", "refused"), [(None, True), ("ge.truck.1", False)])
def test_1_5_2_small_arms_may_fire_at_a_tank_hex_whose_concealed_units_may_be_men(
    beside: str | None, refused: bool
) -> None:
    units = [unit("ge.stug.1", "C10"), *([unit(beside, "C10", CONCEALED)] if beside else [])]
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), *units)
    shot = FireSmallArms("us", SQUAD, (at("C10"),))
    assert bool(refusal(state, shot)) is refused
    assert (shot in legal(state, FireSmallArms)) is not refused


@proves("LHY-4.3.0.1", "LHY-0.6")
def test_4_3_odds_of_fire_on_concealed_units_say_that_they_depend_on_them() -> None:
    state = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11", CONCEALED))
    ruling = PLAY.chances(state, FireSmallArms("us", SQUAD, (at("C11"),)))
    assert (ruling.verdict, ruling.odds) == ("SADRM +0", None)
    far = activated_wide(unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C4", CONCEALED))
    odds = PLAY.chances(far, FireSmallArms("us", SQUAD, (at("C4"),))).odds
    assert odds is not None
    # SAV 1, -3 for the range, -1 for a concealed target: dice of 1 and 2 give less than 0, which harms no unit.
    assert dict(odds.chances) == {"no effect": Fraction(2, 10), HIDDEN_OUTCOME: Fraction(8, 10)}
    both = activated_wide(
        unit(SQUAD, "C12"), unit(LEADER, "A12"), unit(FOE, "C11"), unit("ge.mg.1", "C11", CONCEALED)
    )
    ruling = PLAY.chances(both, FireSmallArms("us", SQUAD, (at("C11"),)))
    odds = ruling.odds
    assert odds is not None
    assert ruling.verdict == "SADRM +1"
    # Below 6, the Cohesion of the squad that is seen, nothing happens to anybody; a 6 takes concealment.
    assert dict(odds.chances) == {"no effect": Fraction(4, 10), HIDDEN_OUTCOME: Fraction(6, 10)}


@proves("LHY-11.3.2")
@pytest.mark.parametrize("at_hexes", [(), ("C6", "C6"), ("C6", "B6", "D6")])
def test_11_3_2_small_arms_are_fired_at_one_hex_or_split_over_two(at_hexes: tuple[str, ...]) -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A10"), unit(FOE, "C6"))
    fire = FireSmallArms("us", SQUAD, tuple(map(at, at_hexes)))
    assert "small arms fire is at one hex, or split over two" in refusal(state, fire)


@proves("LHY-11.3a", "LHY-4.1.14.7")
def test_11_3a_men_may_fire_into_an_assault_that_only_vehicles_of_theirs_are_in() -> None:
    tank = "us.able-tank.1.1"
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A9"), unit(tank, "C4"), unit(FOE, "C4"))
    state = AssaultEntered(tank, "us", at("C4"), at("C5")).on(state)
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    men = activated(unit(SQUAD, "C6"), unit(LEADER, "A9"), unit(SECOND, "C4"), unit(FOE, "C4"))
    men = AssaultEntered(SECOND, "us", at("C4"), at("C5")).on(men)
    assert "11.3a" in refusal(men, FireSmallArms("us", SQUAD, (at("C4"),)))


@proves("LHY-11.2.0", "LHY-17.9.2.0a")
def test_11_2_each_marker_is_an_attack_of_its_own() -> None:
    """Two squads fire at one hex in turn: each marker has its own number, used to move and to remove it."""
    state = activated(unit(SQUAD, "C7"), unit(SECOND, "C7"), unit(LEADER, "C7"), unit(FOE, "C4"))
    for firer in (SQUAD, SECOND):
        state = done(state, FireSmallArms("us", firer, (at("C4"),)))
    assert [fire.number for fire in course(state).fires] == [1, 2]
