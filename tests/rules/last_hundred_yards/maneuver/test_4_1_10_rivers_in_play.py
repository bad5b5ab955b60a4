"""Chapters 4.1.8 and 4.1.10 in play: leaving a river, and moving along a road."""

from fractions import Fraction

import pytest

from rules.game.state import GameState
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.movement.rivers import EITHER_BANK, bank
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from rules.last_hundred_yards.state.progress import ActionKind
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.maneuver.maneuvers import moved
from tests.rules.last_hundred_yards.playing import activated, activated_small, at, course, done, refusal, unit

SQUAD, SECOND, LEADER, FOE = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader", "ge.1kp.1.squad.1"
RIVER = open_ground(8, 8, rivers="A4 B4 C5 D4 E5 F4 G5 H4")


@proves("LHY-4.1.10.3", "LHY-4.1.10.5", "LHY-4.1.10.6", "LHY-4.1.10.7")
@pytest.mark.parametrize(("die", "out"), [(6, True), (7, False)])
def test_4_1_10_leaving_the_river_asks_a_die_of_cohesion_or_less(die: int, out: bool) -> None:
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8"), ground=RIVER)
    after = done(state, Maneuver("us", SQUAD, at("C4")), die)
    assert (after.unit(SQUAD).at == at("C4")) is out
    assert (course(after).moving is not None) is out, "on success it goes on with its maneuver"
    assert SQUAD in course(after).acted
    assert not refusal(state, Withdraw("us", (SQUAD,), at("C6"))), "no die in withdrawing"


@proves("LHY-4.1.10.4", "LHY-4.1.10.6", "LHY-2.2.5.2")
@pytest.mark.parametrize("name", [SQUAD, "us.mg.1"])
@pytest.mark.parametrize(("die", "out"), [(7, True), (8, False)])
def test_4_1_10_the_platoon_leader_takes_1_off_the_die_and_stays_with_the_unit(
    name: str, die: int, out: bool
) -> None:
    """He also helps support units, which act as part of his platoon (7.2a)."""
    state = activated_small(unit(name, "C5"), unit(LEADER, "C5"), ground=RIVER)
    after = done(state, Maneuver("us", name, at("C4")), die)
    assert (after.unit(name).at == at("C4")) is out
    assert (LEADER in course(after).acted) is not out


@proves("LHY-4.1.10.3")
def test_4_1_10_a_unit_is_not_taken_to_be_in_the_river_because_another_is() -> None:
    state = activated_small(unit(SQUAD, "C6"), unit(SECOND, "E7"), unit(LEADER, "A8"), ground=RIVER)
    state = done(state, Maneuver("us", SQUAD, at("C5")))
    assert refusal(state, Maneuver("us", SECOND, at("E6"))) == f"{SQUAD} is maneuvering (LHY 10.0)"


@proves("LHY-4.1.10.3", "LHY-4.1.10.4")
@pytest.mark.parametrize(("leader_at", "chance"), [("A8", Fraction(6, 10)), ("C5", Fraction(7, 10))])
def test_4_1_10_the_odds_of_leaving_the_river_counted_by_hand(leader_at: str, chance: Fraction) -> None:
    # Cohesion 6: dice 1 to 6; with the leader's 1 off, 7 too.
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, leader_at), ground=RIVER)
    odds = PLAY.chances(state, Maneuver("us", SQUAD, at("C4"))).odds
    assert odds is not None
    assert odds.of(f"{SQUAD} in C4") == chance
    assert sum(odds.chances.values()) == 1


@proves("LHY-4.1.10.3", "LHY-13.1.0")
@pytest.mark.parametrize(("die", "out"), [(6, True), (7, False)])
def test_4_1_10_an_assault_out_of_the_river_needs_the_die_too(die: int, out: bool) -> None:
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), ground=RIVER)
    attack = Assault("us", (SQUAD,), at("C4"))
    after = done(state, attack, die)
    assert (after.unit(SQUAD).at == at("C4")) is out
    assert bool(course(after).assaults) is out
    assert SQUAD in course(after).acted
    assert "6 or less leaves the river" in str(PLAY.chances(state, attack))


@proves("LHY-4.1.10.3", "LHY-13.2.2.0b")
@pytest.mark.parametrize(("die", "out"), [(6, True), (7, False)])
def test_4_1_10_a_unit_waiting_in_the_river_to_assault_rolls_as_it_goes_in(die: int, out: bool) -> None:
    state = activated_small(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), ground=RIVER)
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "6 or less leaves the river" in str(PLAY.chances(state, EnterAssault("us", SQUAD)))
    after = done(state, EnterAssault("us", SQUAD), die)
    assert (after.unit(SQUAD).at == at("C4")) is out
    assert not course(after).arrows


@proves("LHY-4.1.10.3", "LHY-13.2.2.0b")
def test_4_1_10_a_unit_waiting_in_the_river_assaults_the_bank_it_came_from_without_a_die() -> None:
    """The river runs from the north to the southwest: C6 and D4 are on one bank."""
    bend = open_ground(8, 8, rivers="C2 C3 C4 C5 B5")
    state = activated_small(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "D4"), ground=bend)
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("D4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "river" not in str(PLAY.chances(state, EnterAssault("us", SQUAD)))
    after = done(state, EnterAssault("us", SQUAD))
    assert after.unit(SQUAD).at == at("D4")
    assert not course(after).arrows


@proves("LHY-4.1.10.3", "LHY-17.9.2b.2")
@pytest.mark.parametrize("wading", [False, True])
def test_4_1_10_a_unit_that_got_out_and_was_put_back_assaults_without_a_second_die(wading: bool) -> None:
    """Whether it began in the river or entered it in this maneuver, the unit throws the 6 that takes it out only once."""
    start = "C6" if wading else "C5"
    state = activated_small(unit(SQUAD, start), unit(LEADER, "A8"), unit(FOE, "C4", HIDDEN), ground=RIVER)
    state = done(state, Maneuver("us", SQUAD, at("C5"))) if wading else state
    state = done(state, Maneuver("us", SQUAD, at("C4")), 6)
    assert state.unit(SQUAD).at == at("C5")
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "river" not in str(PLAY.chances(state, EnterAssault("us", SQUAD)))
    assert done(state, EnterAssault("us", SQUAD)).unit(SQUAD).at == at("C4")


def two_squads() -> GameState:
    """Two squads with their leader in the river, all of Cohesion 6 or 7."""
    units = unit(SQUAD, "C5"), unit(SECOND, "C5"), unit(LEADER, "C5")
    return activated_small(*units, ground=RIVER)


@proves("LHY-4.1.10.4", "LHY-4.1.10.3")
@pytest.mark.parametrize("die", [6, 8])
def test_4_1_10_the_leader_takes_1_off_the_roll_of_a_single_unit(die: int) -> None:
    """Whether the first squad got out with his help or not: the second rolls without it."""
    out = Maneuver("us", SECOND, at("C4"))
    state = done(two_squads(), Maneuver("us", SQUAD, at("C4")), die)
    state = done(state, EndManeuver("us")) if course(state).moving else state
    assert done(state, out, 7).unit(SECOND).at == at("C5")
    assert done(state, out, 6).unit(SECOND).at == at("C4")
    told = PLAY.chances(state, out)
    assert "a leader" not in str(told)
    assert told.odds is not None
    assert told.odds.of(f"{SECOND} in C4") == Fraction(6, 10)
    next_turn = TurnBegan(2).on(state)
    assert not course(next_turn).river_leaders, "in another turn he helps again"


@proves("LHY-4.1.10.5", "LHY-4.1.10.6")
def test_4_1_10_a_leader_who_helped_a_unit_out_may_exit_with_it_and_another_may_not() -> None:
    follows = Maneuver("us", LEADER, at("C4"))
    state = done(two_squads(), Maneuver("us", SQUAD, at("C4")), 7, EndManeuver("us"))
    assert PLAY.chances(state, follows).verdict == "no die roll"
    assert done(state, follows).unit(LEADER).at == at("C4")
    stuck = done(two_squads(), Maneuver("us", SQUAD, at("C4")), 8)
    assert "has already acted" in refusal(stuck, follows)
    alone = done(two_squads(), follows, 8)
    assert alone.unit(LEADER).at == at("C5"), "before that he rolls for himself"


@proves("LHY-4.1.10.exit.1")
def test_4_1_10_in_the_later_edition_units_leave_the_river_on_6_or_less_without_a_leader() -> None:
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, "C5"), ground=RIVER, edition="series-3.1")
    assert done(state, Maneuver("us", SQUAD, at("C4")), 7).unit(SQUAD).at == at("C5")
    assert done(state, Maneuver("us", SQUAD, at("C4")), 6).unit(SQUAD).at == at("C4")


@proves("LHY-4.1.8.3")
def test_4_1_8_the_road_bonus_is_1_mp_from_road_hex_to_road_hex() -> None:
    road = open_ground(8, 8, roads="C8 C7 C6 C5 C4 C3")
    state = moved(
        activated_small(unit(SQUAD, "C8"), unit(LEADER, "A8"), ground=road), SQUAD, "C7", "C6", "C5", "C4"
    )
    assert state.unit(SQUAD).at == at("C4")
    off = moved(activated_small(unit(SQUAD, "B8"), unit(LEADER, "A8"), ground=road), SQUAD, "C8", "C7", "C6")
    assert course(off).moving is None, "it did not begin on the road"


FORD_AT_A3 = open_ground(5, 5, rivers="A3 B2 C3 D2 E3", hexes={"A3": {Terrain.FORD}})
"""A river from west to east, with a ford at A3."""


@proves("LHY-4.1.10.exit.2")
def test_4_1_10_a_unit_that_fails_to_leave_the_river_has_acted_and_maneuvered() -> None:
    state = activated(
        unit(SQUAD, "C3"), unit(LEADER, "A5"), ground=FORD_AT_A3, edition="series-3.1", far=(unit(FOE, "E1"),)
    )
    after = done(state, Maneuver("us", SQUAD, at("C2")), 7)
    assert after.unit(SQUAD).at == at("C3")
    assert SQUAD in course(after).acted
    assert [deed.kind for deed in course(after).doing if deed.unit == SQUAD] == [ActionKind.MANEUVER]


@proves("LHY-4.1.10.3")
@pytest.mark.parametrize(
    ("rivers", "river", "one", "other"),
    [
        ("C3", "C3", "D2", "B2"),  # a river of one hex runs north and south
        ("C3 C4", "C3", "D2", "B2"),  # at its end it runs on straight
        ("B2 C3", "C3", "C2", "C4"),  # from the north-west: it goes on to the south-east
        ("D2 C3", "C3", "C2", "C4"),  # from the north-east
        ("C3 D3", "C3", "C2", "C4"),
        ("C3 B3", "C3", "C2", "C4"),
    ],
)
def test_4_1_10_the_banks_at_the_end_of_a_river(rivers: str, river: str, one: str, other: str) -> None:
    ground = open_ground(5, 5, rivers=rivers)
    banks = [bank(ground, at(river), at(place)) for place in (one, other)]
    assert EITHER_BANK not in banks
    assert banks[0] != banks[1]


@proves("LHY-4.1.10.3")
@pytest.mark.parametrize(
    ("rivers", "along"), [("C3 C4", ("C2", "C4")), ("B2 C3", ("B2", "D3")), ("D2 C3", ("D2", "B3"))]
)
def test_4_1_10_hexes_in_line_with_the_end_of_a_river_are_on_either_bank(
    rivers: str, along: tuple[str, str]
) -> None:
    ground = open_ground(5, 5, rivers=rivers)
    assert [bank(ground, at("C3"), at(place)) for place in along] == [EITHER_BANK] * 2
