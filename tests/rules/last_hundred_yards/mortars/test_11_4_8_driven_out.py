"""11.4.8: mortar fire attacks units that leave it, and pinned or disrupted units withdraw."""

from fractions import Fraction

import pytest

from rules.game.engine.outcomes import every_end
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault
from rules.last_hundred_yards.declarations.assault.declaration import Assault, assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.fire.divide_markers import DivideMarkers
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.maneuver_events import WithdrawalDue
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
from rules.last_hundred_yards.state.progress import WITHDRAWAL, Moving
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    activated,
    activated_wide,
    at,
    course,
    done,
    legal,
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
HELP = "ge.1kp.1.squad.3"
AWAY = unit(LEADER, "A8")


def shells(label: str, value: int = 0) -> FireMarker:
    """A mortar marker beside the named hex: a secondary impact hex, which men may leave."""
    return FireMarker(1, FireKind.MDRM, at(label), value, tubes=0)


def combined() -> GameState:
    """A tank and two squads in C5, a secondary impact hex, before a German squad in C4."""
    units = [unit(one, "C5") for one in (TANK, SQUAD, SECOND)]
    return activated(*units, AWAY, unit(FOE, "C4"), fires=[shells("C5")])


@proves("LHY-11.4.8e")
@pytest.mark.parametrize(("dice", "left"), [((8,), SQUAD), ((10, 1), "us.able.1.section.a")])
def test_11_4_8e_a_unit_disrupted_by_mortar_fire_as_it_goes_to_assault_withdraws(
    dice: tuple[int, ...], left: str
) -> None:
    state = activated(unit(SQUAD, "C5"), AWAY, unit(FOE, "C4"), fires=[shells("C5")])
    state = done(state, Assault("us", (SQUAD,), at("C4")), *dice)
    assert not course(state).assaults
    assert (state.unit(left).at, state.unit(left).has(DISRUPTED)) == (at("C5"), True)
    assert "driven out by mortar fire and withdraws (LHY 11.4.8e" in refusal(state, EndManeuver("us"))
    assert {type(action) for action in PLAY.legal_actions(state)} == {Withdraw}
    after = done(state, Withdraw("us", (left,), at("C6")))
    assert after.unit(left).at == at("C6"), "it is not struck again"
    assert not refusal(after, EndManeuver("us"))


@proves("LHY-11.4.8e")
@pytest.mark.parametrize(("beside", "harmed"), [((), False), ((SECOND, "us.able.1.squad.3"), True)])
def test_11_4_8e_the_density_of_its_own_side_counts_against_a_leaving_unit(
    beside: tuple[str, ...], harmed: bool
) -> None:
    """A 6 is no more than the Cohesion of the squad; with six steps in the hex it is a 7."""
    men = [unit(one, "C5") for one in (SQUAD, *beside)]
    state = activated(*men, AWAY, unit(FOE, "C1"), fires=[shells("C5")])
    assert done(state, Maneuver("us", SQUAD, at("C6")), 6).unit(SQUAD).has(DISRUPTED) is harmed


@proves("LHY-11.4.8e", "LHY-10.3.1.0.3")
def test_11_4_8e_two_squads_driven_out_withdraw_one_by_one_while_the_tank_goes_in() -> None:
    state = done(combined(), Assault("us", (TANK, SQUAD, SECOND), at("C4")), 8, 9)
    assert state.unit(TANK).at == at("C4")
    assert {one.units for one in legal(state, Withdraw)} == {(SQUAD,), (SECOND,), (SQUAD, SECOND)}
    first = done(state, Withdraw("us", (SECOND,), at("C6")))
    assert {one.units for one in legal(first, Withdraw)} == {(SECOND,)}
    then = done(first, EndManeuver("us"))
    assert {one.units for one in legal(then, Withdraw)} == {(SQUAD,)}, "now the other has to"
    assert refusal(then, EndManeuver("us"))
    last = done(then, Withdraw("us", (SQUAD,), at("C6")), EndManeuver("us"))
    assert course(last).moving is None
    assert not course(last).withdrawing
    assert {last.unit(one).at for one in (SQUAD, SECOND)} == {at("C6")}


@proves("LHY-11.4.8e", "LHY-10.3.1.0.3")
def test_11_4_8e_two_squads_driven_out_may_withdraw_as_a_stack() -> None:
    state = done(combined(), Assault("us", (TANK, SQUAD, SECOND), at("C4")), 8, 9)
    after = done(state, Withdraw("us", (SECOND, SQUAD), at("C6")), EndManeuver("us"))
    assert {after.unit(one).at for one in (SQUAD, SECOND)} == {at("C6")}
    assert course(after).moving is None


@proves("LHY-11.4.8e")
def test_11_4_8e_men_driven_out_of_two_hexes_withdraw_in_the_order_driven_out() -> None:
    state = activated(unit(SQUAD, "C5"), unit(SECOND, "E5"), AWAY, unit(FOE, "C1"))
    for one in (SQUAD, SECOND):
        state = WithdrawalDue(Moving((one,), WITHDRAWAL, (), driven_out=True)).on(state)
    state = done(state, Maneuver("us", LEADER, at("A7")), EndManeuver("us"))
    assert {one.units for one in legal(state, Withdraw)} == {(SQUAD,)}
    state = done(state, Withdraw("us", (SQUAD,), at("C6")), EndManeuver("us"))
    assert {one.units for one in legal(state, Withdraw)} == {(SECOND,)}


@proves("LHY-11.4.8e")
def test_11_4_8e_one_unit_is_driven_out_and_the_other_assaults() -> None:
    state = done(combined(), Assault("us", (TANK, SQUAD, SECOND), at("C4")), 6, 8)
    assert {state.unit(one).at for one in (TANK, SQUAD)} == {at("C4")}
    assert {one.units for one in legal(state, Withdraw)} == {(SECOND,)}


@proves("LHY-13.1c.1", "LHY-11.4.8e")
@pytest.mark.parametrize(("dice", "goes"), [((6, 2), True), ((8, 2), False)])
def test_13_1c_a_leader_whose_squad_is_driven_out_does_not_go_in_alone(
    dice: tuple[int, int], goes: bool
) -> None:
    """Both go in from a secondary impact hex; an 8 drives the squad out, the leader stays and has acted (reading 170)."""
    units = [unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(FOE, "C4")]
    state = activated(*units, fires=[shells("C5")])
    after = done(state, Assault("us", (SQUAD, LEADER), at("C4")), *dice)
    assert after.unit(LEADER).at == at("C4" if goes else "C5")
    assert bool(course(after).assaults) is goes
    assert LEADER in course(after).acted


@proves("LHY-11.4.8e")
def test_11_4_8e_a_driven_out_unit_without_a_way_back_stays() -> None:
    guns = [unit(f"ge.mg.{number}", label) for number, label in enumerate(("B5", "C6", "D5"), 1)]
    state = activated(unit(SQUAD, "C5"), AWAY, unit(FOE, "C4"), *guns, fires=[shells("C5")])
    after = done(state, Assault("us", (SQUAD,), at("C4")), 8)
    assert (course(after).moving, course(after).withdrawing) == (None, ())
    assert after.unit(SQUAD).at == at("C5")


@proves("LHY-11.4.8e", "LHY-13.3.3")
def test_11_4_8e_a_unit_disrupted_as_it_goes_to_reinforce_withdraws() -> None:
    units = [unit(SQUAD, "C5"), AWAY, unit(FOE, "C4"), unit(HELP, "C3")]
    state = done(activated(*units, fires=[shells("C3")]), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"), Reinforce("ge", HELP, at("C4")), 8)
    assert PLAY.to_act(state) == "ge"
    assert {one.to for one in legal(state, Withdraw)} <= {at("B2"), at("C2"), at("D2")}
    after = done(state, Withdraw("ge", (HELP,), at("C2")), EndManeuver("ge"))
    assert after.unit(HELP).at == at("C2")


@proves("LHY-11.4.8e", "LHY-6.0.II.3b.1")
def test_11_4_8e_a_unit_that_waited_to_assault_under_mortar_fire_withdraws_too() -> None:
    state = activated(unit(SQUAD, "C6"), AWAY, unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(FirePlaced(shells("C5")).on(state), EnterAssault("us", SQUAD), 8)
    assert {one.units for one in legal(state, Withdraw)} == {(SQUAD,)}
    after = done(state, Withdraw("us", (SQUAD,), at("C6")), EndManeuver("us"))
    assert course(after).moving is None


@proves("LHY-11.3.1b", "LHY-11.4.8e")
def test_11_4_8e_the_enemy_divides_small_arms_markers_before_the_next_unit_withdraws() -> None:
    shots = FireMarker(2, FireKind.SADRM, at("C5"), 1, against="us")
    state = FirePlaced(shots).on(combined())
    state = done(state, Assault("us", (TANK, SQUAD, SECOND), at("C4")), 6, 8)
    assert {type(action) for action in PLAY.legal_actions(state)} == {DivideMarkers}
    state = done(state, DivideMarkers("ge", SQUAD, (2,)))
    assert {one.units for one in legal(state, Withdraw)} == {(SECOND,)}


@proves("LHY-11.4.8e")
def test_11_4_8e_driven_out_units_lose_concealment() -> None:
    units = [unit(one, "C5", CONCEALED) for one in (SQUAD, SECOND)]
    state = activated(*units, unit(TANK, "C5"), AWAY, unit(FOE, "C4"), fires=[shells("C5")])
    state = done(state, Assault("us", (TANK, SQUAD, SECOND), at("C4")), 8, 9)
    state = done(state, Withdraw("us", (SECOND,), at("C6")))
    assert position_seen_by(state, "ge").course.withdrawing[0].units == (SQUAD,)


@proves("LHY-11.4.8e", "LHY-0.6")
def test_11_4_8e_the_odds_of_leaving_for_an_assault() -> None:
    # Cohesion 6 and no TEM: 7 to 9 disrupt, 10 costs a step; the tank is not struck.
    state = activated(unit(SQUAD, "C5"), AWAY, unit(FOE, "C4"), fires=[shells("C5")])
    ruling = PLAY.chances(state, Assault("us", (SQUAD,), at("C4")))
    assert ruling.verdict == "mortar fire on leaving; the assault: die +0"
    assert ruling.odds is not None
    stopped = {words: chance for words, chance in ruling.odds.chances.items() if "retreats" not in words}
    assert sum(chance for words, chance in stopped.items() if f"{SQUAD} disrupted" in words) == Fraction(
        3, 10
    )
    assert sum(chance for words, chance in stopped.items() if f"{SQUAD} loses a step" in words) == Fraction(
        1, 10
    )
    # Who is unharmed goes in: even, so that it is driven out again on 1 to 5.
    assert ruling.odds.where(lambda told: "attacker retreats" in told) == Fraction(6, 10) * Fraction(5, 10)
    together = Assault("us", (TANK, SQUAD, SECOND), at("C4"))
    ends = every_end(PLAY.begin, position_seen_by(combined(), "us"), ((assault, (together,)),)).states
    both_in = [end for end in ends if end.unit(SQUAD).at == end.unit(SECOND).at == at("C4")]
    assert sum(ends[end] for end in both_in) == Fraction(36, 100)
    struck = [end for end in ends if end.unit(SQUAD).has(DISRUPTED) and end.unit(SECOND).at is None]
    assert sum(ends[end] for end in struck) == Fraction(3, 100)
    calm = activated(unit(SQUAD, "C5"), AWAY, unit(FOE, "C4"))
    assert PLAY.chances(calm, Assault("us", (SQUAD,), at("C4"))).verdict == "the assault: die +0"


UNITS = (unit(TANK, "C9"), unit(LEADER, "C9"), unit(FOE, "H3"))


@proves("LHY-11.4.8e.vehicles", "LHY-12.1.7a")
@pytest.mark.parametrize(
    ("edition", "value", "dice", "gets_out_of_hex"),
    [
        ("series-3.1", 2, (10,), False),
        ("series-3.1", 2, (9,), True),
        ("series-3.1", 1, (), True),
        ("2019", 2, (), True),
    ],
)
def test_11_4_8e_a_10_of_a_heavy_mortar_hits_the_tank_driving_out(
    edition: str, value: int, dice: tuple[int, ...], gets_out_of_hex: bool
) -> None:
    """In 2019 no mortar strikes a vehicle in motion."""
    fire = FireMarker(1, FireKind.MDRM, at("C9"), value, tubes=value)
    state = activated_wide(*UNITS, fires=(fire,), edition=edition)
    after = done(state, Maneuver("us", TANK, at("C8")), *dice)
    assert after.unit(TANK).at == at("C8" if gets_out_of_hex else "C9")
    assert after.unit(TANK).has(SHOCKED) is not gets_out_of_hex
    assert after.unit(TANK).has(IN_MOTION) is gets_out_of_hex
    assert (course(after).moving is not None) is gets_out_of_hex


@proves("LHY-11.4.8e.vehicles")
def test_11_4_8e_the_odds_of_driving_out_of_two_markers() -> None:
    fires = tuple(FireMarker(number, FireKind.MDRM, at("C9"), 2, tubes=2) for number in (1, 2))
    position = position_seen_by(activated_wide(*UNITS, fires=fires, edition="series-3.1"), "us")
    told = PLAY.unchecked_chances(position, Maneuver("us", TANK, at("C8")))
    assert told.odds is not None
    assert told.odds.where(lambda words: "C8" in words) == Fraction(81, 100)


FIELD = board(
    """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    """
)
FAR = (unit("ge.1kp.2.leader", "F1"), unit("us.able.2.squad.1", "F6"), unit("us.able.2.leader", "F6"))
BACK_NORTH, BACK_SOUTH = Withdraw("ge", (FOE,), at("B2")), Withdraw("us", (SQUAD,), at("B6"))
OTHERS_BACK = Withdraw("us", (LEADER,), at("A5"))


def ready(platoon: str = "able.1") -> GameState:
    """An American squad in B5, a German one in B3, and the platoon activated."""
    units = [unit(SQUAD, "B5"), unit(LEADER, "A4"), unit(FOE, "B3")]
    return activated(*units, ground=FIELD, far=FAR, platoon=platoon)


def shelled(state: GameState, place: str) -> GameState:
    number = course(state).fires_placed + 1
    return FirePlaced(FireMarker(number, FireKind.MDRM, at(place), 0, primary=True, tubes=0)).on(state)


def called(state: GameState, *sides: str) -> GameState:
    for side in sides:
        state = done(state, CallForReaction(side))
    return state


@proves("LHY-11.4.8b.2")
def test_11_4_8b_pinned_units_withdraw_in_the_first_reaction_after_the_fire() -> None:
    state = called(shelled(ready(), "B3"), "us")
    assert BACK_NORTH in legal(state, Withdraw)


@proves("LHY-11.4.8b.2")
def test_11_4_8b_in_a_later_reaction_the_pinned_stay_under_the_fire() -> None:
    state = called(shelled(ready(), "B3"), "us", "ge")
    late = called(done(state, OTHERS_BACK, EndManeuver("us")), "us")
    assert course(late).reacting == "ge"
    assert "LHY 11.4.8b" in refusal(late, BACK_NORTH)
    assert not any(FOE in action.units for action in legal(late, Withdraw))
    # Fire that falls on them anew gives them a first reaction anew.
    again = called(shelled(done(state, OTHERS_BACK, EndManeuver("us")), "B3"), "us")
    assert BACK_NORTH in legal(again, Withdraw)


@proves("LHY-11.4.8b.2")
def test_11_4_8b_an_activated_platoon_that_reacts_again_stays_under_the_fire_too() -> None:
    """Mortar fire hit the platoon while it was active, and it let its first reaction pass."""
    state = called(shelled(ready(), "B5"), "us")
    state = done(state, BACK_NORTH, EndManeuver("ge"))
    first = called(state, "ge")
    assert BACK_SOUTH in legal(first, Withdraw)
    late = called(done(first, OTHERS_BACK, EndManeuver("us")), "us", "ge")
    assert course(late).reacting == "us"
    assert "LHY 11.4.8b" in refusal(late, BACK_SOUTH)


@proves("LHY-11.4.8b.2")
def test_11_4_8b_in_the_next_cycle_pinned_units_may_no_longer_withdraw() -> None:
    state = called(shelled(ready(), "B3"), "us", "ge", "us")
    state = called(done(state, Activate("us", ("able.2",))), "us")
    assert course(state).reacting == "ge"
    assert "LHY 11.4.8b" in refusal(state, BACK_NORTH)


@proves("LHY-11.4.8b.2")
def test_11_4_8b_when_activated_the_pinned_withdraw_however_long_they_lie_under_fire() -> None:
    # Shelled while Able 2 is active: a reaction at once, and again with Able 1's own activation.
    first = called(shelled(called(ready("able.2"), "us"), "B5"), "ge")
    assert not refusal(first, BACK_SOUTH)
    active = done(called(first, "us"), Activate("us", ("able.1",)))
    assert not refusal(active, BACK_SOUTH)


@proves("LHY-11.4.8b.1")
@pytest.mark.parametrize(
    ("vehicle", "platoon"),
    [("us.m3.2", "able.1"), ("us.truck.1", "able.1"), ("us.able-tank.1.1", "able-tank.1")],
)
def test_11_4_8b_vehicles_are_not_pinned_and_drive_out_of_the_fire_with_all_aboard(
    vehicle: str, platoon: str
) -> None:
    units = [unit(vehicle, "B5"), unit(SQUAD, "B5"), unit(LEADER, "B5"), unit(FOE, "B1")]
    state = activated(*units, ground=FIELD, far=FAR, platoon=platoon)
    state = shelled(state if platoon != "able.1" else Mounted(SQUAD, vehicle).on(state), "B5")
    assert "pinned in a primary impact hex" in refusal(state, Maneuver("us", LEADER, at("B6")))
    out = done(state, Maneuver("us", vehicle, at("B6")))
    assert out.unit(vehicle).at == at("B6")
    assert out.unit(SQUAD).at == (at("B6") if platoon == "able.1" else at("B5"))
