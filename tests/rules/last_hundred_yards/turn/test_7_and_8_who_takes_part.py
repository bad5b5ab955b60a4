"""Chapters 7 and 8: who joins an activation, who coordinates, who reacts to what, and what a pass is."""

from dataclasses import replace
from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, ELITE, IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import ChangeMotion, EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.activation import (
    Activate,
    CallForReaction,
    Coordinate,
    SelectCompany,
)
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.vehicles.transport import Unload
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.marker_events import ArrowPlaced
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from rules.last_hundred_yards.state.events.unit_events import WITHDRAWS, Mounted, UnitGone
from rules.last_hundred_yards.state.progress import Arrow, Step
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    FIELD,
    activated,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    seen,
    unit,
)

SQUAD, LEADER = "us.able.1.squad.1", "us.able.1.leader"
FOE, GERMAN_LEADER = "ge.1kp.1.squad.1", "ge.1kp.1.leader"


def walked(state: GameState, who: str, *way: str) -> GameState:
    """A unit goes hex by hex, and its maneuver ends."""
    for place in way:
        state = done(state, Maneuver(state.unit(who).side, who, at(place)))
    return done(state, EndManeuver(state.unit(who).side)) if course(state).moving else state


@proves("LHY-7.2a.1", "LHY-7.2a.2")
def test_7_2a_support_stays_with_the_platoon_it_was_nearest_to_as_it_was_activated() -> None:
    # The MG in B5 stands with Able 1; Able 2 is next to it in B6. Able 1 goes off, the MG is still of its activation.
    units = [unit(SQUAD, "B5"), unit(LEADER, "B5"), unit("us.mg.1", "B5"), unit("us.able.2.leader", "B6")]
    state = activated(*units, unit("us.mg.2", "B7"))
    for who in (SQUAD, LEADER):
        state = walked(state, who, "B4", "B3")
    assert not refusal(state, Maneuver("us", "us.mg.1", at("A6")))
    assert "LHY 7.0" in refusal(state, Maneuver("us", "us.mg.2", at("A8")))
    # Nobody joins by being come near to.
    near = activated(
        unit(SQUAD, "B5"), unit(LEADER, "B5"), unit("us.mg.1", "B8"), unit("us.able.2.leader", "B9")
    )
    assert "LHY 7.0" in refusal(walked(near, SQUAD, "B6", "B7"), Maneuver("us", "us.mg.1", at("A8")))


@proves("LHY-7.2b.1", "LHY-7.2c.1")
@pytest.mark.parametrize("leader_at", ["H10", "B4"])
def test_7_2_who_joins_was_with_the_infantry_as_it_was_activated_and_is_not_walked_up_to(
    leader_at: str,
) -> None:
    """Able 1 goes from B5 to B4, before those who are with it or those whom it comes to (reading 187)."""
    with_it, come_to = ("us.able-tank.1.1", "us.able.2.squad.1"), ("us.able-tank.1.2", "us.able.2.squad.2")
    places = {**dict.fromkeys((SQUAD, LEADER, *with_it), "B5"), **dict.fromkeys(come_to, "B4")}
    state = activated(*(unit(*who) for who in places.items()), unit("us.able.2.leader", leader_at))
    for who in (SQUAD, LEADER):
        state = walked(state, who, "B4")
    assert not any(refusal(state, Maneuver("us", who, at("B6"))) for who in with_it)
    assert all("LHY 7.0" in refusal(state, Maneuver("us", who, at("B3"))) for who in come_to)


@proves("LHY-7.2b.1", "LHY-10.3.2.4")
def test_7_2b_nobody_joins_the_sections_of_a_squad_that_deploys_beside_him() -> None:
    """Their squad stood in B8 as its platoon was activated, and so did they (reading 187)."""
    borrowed = "us.able.2.squad.1"
    state = activated(
        unit(SQUAD, "B8"), unit(LEADER, "B8"), unit(borrowed, "B7"), unit("us.able.2.leader", "H9")
    )
    state = done(done(state, Maneuver("us", SQUAD, at("B7"))), Deploy("us", SQUAD), 1, 1)
    state = done(done(state, EndManeuver("us")), EndManeuver("us"))
    assert {state.unit(f"us.able.1.section.{one}").at for one in "ab"} == {at("B7")}
    assert "LHY 7.0" in refusal(state, Maneuver("us", borrowed, at("B6")))


@proves("LHY-7.2b.1")
def test_7_2b_whom_the_umpire_puts_beside_the_platoon_may_join_it() -> None:
    """He was there all along: a correction is no move (reading 187)."""
    borrowed = "us.able.2.squad.1"
    units = [unit(SQUAD, "B8"), unit(LEADER, "B8"), unit(borrowed, "B6"), unit("us.able.2.leader", "H9")]
    state = activated(*units)
    state = PLAY.correct(state, replace(state.unit(borrowed), at=at("B8")), ScriptedDice([]))[1]
    assert not refusal(state, Maneuver("us", borrowed, at("B7")))


@proves("LHY-7.2b.1", "LHY-10.1.1a")
def test_7_2b_a_squad_that_joins_has_the_mp_of_an_activation() -> None:
    borrowed = "us.able.2.squad.1"
    units = (unit(one, "B8") for one in (SQUAD, LEADER, borrowed))
    state = activated(*units, unit("us.able.2.leader", "H9"))
    assert walked(state, borrowed, "B7", "B6", "B5").unit(borrowed).at == at("B5")


@proves("LHY-7.2a.1", "LHY-7.2a.2", "LHY-12.3.4.2")
def test_7_2a_support_is_led_by_the_platoon_it_acts_with_and_not_by_one_it_has_come_near_to() -> None:
    # Able 1 with its leader goes off; Able 2, next to the MG, has none.
    units = [unit(SQUAD, "B5"), unit(LEADER, "B5"), unit("us.mg.1", "B5"), unit("us.able.2.squad.1", "B6")]
    state = activated(*units)
    for who in (SQUAD, LEADER):
        state = walked(state, who, "B4", "B3")
    assert not refusal(state, Maneuver("us", "us.mg.1", at("A6")))


@proves("LHY-7.2a.1", "LHY-3.2.2")
def test_7_2a_an_mg_with_the_leader_who_is_left_of_a_platoon_acts_with_him() -> None:
    # Of Able 1 its leader alone is left; the MG in his hex fires with him, the MG nearer to Able 2 does not.
    units = [
        unit(LEADER, "B5"),
        unit("us.mg.1", "B5"),
        unit("us.mg.2", "F5"),
        unit("us.able.2.squad.1", "F6"),
    ]
    state = activated(*units, unit("us.able.2.leader", "F6"), unit(FOE, "B3"))
    assert FireSmallArms("us", "us.mg.1", (at("B3"),)) in legal(state, FireSmallArms)
    assert not refusal(state, Maneuver("us", "us.mg.1", at("B6")))
    assert "LHY 7.0" in refusal(state, Maneuver("us", "us.mg.2", at("F4")))


def next_platoon(state: GameState, platoon: str) -> GameState:
    """Nobody reacts, and another American platoon is activated."""
    while course(state).step in (Step.ACTIONS, Step.REACTION):
        state = done(state, CallForReaction(course(state).reacting or "us"))
    if course(state).step is Step.COMPANY:
        state = done(state, SelectCompany("us", platoon.split(".")[0]))
    return done(state, Activate("us", (platoon,)))


@proves("LHY-7.3", "LHY-7.2a.1")
@pytest.mark.parametrize(
    ("mg_at", "acts"), [("B8", False), ("C9", True)], ids=["nearest to Able 1", "as near to both"]
)
def test_7_3_an_mg_that_stood_idle_with_its_platoon_acts_with_no_other(mg_at: str, acts: bool) -> None:
    # Able 1 in B9 and Able 2 in D9; the MG is next to Able 1, or halfway between them (reading 171).
    units = [unit(SQUAD, "B9"), unit(LEADER, "B9"), unit("us.mg.1", mg_at)]
    state = activated(*units, unit("us.able.2.squad.1", "D9"), unit("us.able.2.leader", "D9"))
    assert not refusal(state, Maneuver("us", "us.mg.1", at("C8")))
    for who in (SQUAD, LEADER):
        state = walked(state, who, "A9")
    state = next_platoon(state, "able.2")
    move = Maneuver("us", "us.mg.1", at("C8"))
    assert (not refusal(state, move)) is acts
    assert acts or "LHY 7.3" in refusal(state, move)
    assert (move in legal(state, Maneuver)) is acts


@proves("LHY-7.3", "LHY-7.2b.1")
def test_7_3_a_squad_of_a_platoon_that_was_activated_before_joins_no_other() -> None:
    units = [unit(SQUAD, "B9"), unit(LEADER, "G9"), unit("us.able.2.squad.1", "B9")]
    state = activated(*units, unit("us.able.2.leader", "D9"))
    state = next_platoon(state, "able.2")
    assert "LHY 7.3" in refusal(state, Maneuver("us", SQUAD, at("B8")))
    # Not activated yet, it may.
    first = activated(*units, unit("us.able.2.leader", "D9"), platoon="able.2")
    assert not refusal(first, Maneuver("us", SQUAD, at("B8")))


@proves("LHY-7.3", "LHY-7.2c.1")
def test_7_3_a_tank_of_a_platoon_that_was_activated_before_joins_no_infantry() -> None:
    tank = "us.able-tank.1.1"
    units = [unit(SQUAD, "B9"), unit(LEADER, "B9"), unit(tank, "B9")]
    state = next_platoon(activated(*units, platoon="able-tank.1"), "able.1")
    assert "LHY 7.3" in refusal(state, Maneuver("us", tank, at("B8")))
    assert not refusal(activated(*units), Maneuver("us", tank, at("B8")))


@proves("LHY-7.3")
def test_7_3_in_the_next_turn_an_mg_that_stood_idle_is_activated_again() -> None:
    state = activated(unit(SQUAD, "B9"), unit(LEADER, "B9"), unit("us.mg.1", "B8"))
    assert course(state).support_done == {"us.mg.1"}
    assert not course(TurnBegan(2).on(state)).support_done


@proves("LHY-7.2b.1", "LHY-7.2b.2")
def test_7_2b_one_unit_of_a_company_joins_even_in_a_stack_and_none_that_is_with_its_leader() -> None:
    borrowed = ("us.able.2.squad.1", "us.able.2.squad.2")
    stack = [unit(SQUAD, "B7"), unit(LEADER, "B7"), *(unit(one, "B7") for one in borrowed)]
    state = activated(*stack, unit("us.able.2.leader", "G9"))
    assert not refusal(state, Withdraw("us", borrowed[:1], at("B8")))
    assert not refusal(state, Withdraw("us", (SQUAD, borrowed[0]), at("B8")))
    assert "LHY 7.2b" in refusal(state, Withdraw("us", borrowed, at("B8")))
    led = activated(*stack, unit("us.able.2.leader", "B7", DISRUPTED))
    assert "LHY 7.0" in refusal(led, Withdraw("us", borrowed[:1], at("B8")))


@proves("LHY-7.2c.1", "LHY-7.2b.2")
def test_7_2c_after_the_command_tank_one_platoon_of_its_tanks_joins_and_no_other() -> None:
    tanks = ("us.able-tank.co", "us.able-tank.1.1", "us.able-tank.2.1")
    stack = [unit(SQUAD, "B7"), unit(LEADER, "B7"), *(unit(tank, "B7") for tank in tanks)]
    state = activated(*stack, unit(FOE, "B3"))
    fires = [FireSmallArms("us", tank, (at("B3"),)) for tank in tanks]
    assert not any(refusal(state, fire) for fire in fires)
    state = done(state, fires[0])
    assert course(state).ad_hoc_tanks == "able-tank.0"
    state = done(state, fires[1])
    assert course(state).ad_hoc_tanks == "able-tank.1"
    assert "LHY 7.0" in refusal(state, fires[2])


@proves("LHY-7.2b.2")
def test_7_2b_two_units_of_a_company_do_not_join_in_one_combined_assault() -> None:
    borrowed = ("us.able.2.squad.1", "us.able.2.squad.2")
    tank = "us.able-tank.1.1"
    stack = [unit(one, "C5") for one in (SQUAD, LEADER, tank, *borrowed)]
    state = activated(*stack, unit("us.able.2.leader", "G9"), unit("ge.1kp.1.squad.1", "C4"))
    assert not refusal(state, Assault("us", (tank, borrowed[0]), at("C4")))
    assert not refusal(state, Assault("us", (tank, SQUAD, borrowed[0]), at("C4")))
    assert "LHY 7.2b" in refusal(state, Assault("us", (tank, *borrowed), at("C4")))


@proves("LHY-12.3.4.2")
def test_12_3_4_2_a_platoon_without_its_leader_does_not_coordinate() -> None:
    units = [unit(SQUAD, "B7"), unit("us.able.2.squad.1", "F7"), unit("us.able.2.leader", "F7")]
    far = [unit(GERMAN_LEADER, "H1"), unit("us.able.3.leader", "H9")]
    state = done(opened(FIELD, [*units, *far]), RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Coordinate("us"), 9)
    pairs = [action.platoons for action in legal(state, Activate) if len(action.platoons) == 2]
    assert pairs == [("able.2", "able.3")]


@proves("LHY-7.1a", "LHY-6.0.II.1a")
def test_7_1_each_pair_of_platoons_is_listed_once() -> None:
    leaders = [unit(f"us.able.{k}.leader", place) for k, place in ((1, "B7"), (2, "D7"), (3, "F7"))]
    state = done(opened(FIELD, [*leaders, unit(GERMAN_LEADER, "H1")]), RollInitiative("us"), 9, 2)
    state = done(done(state, SelectCompany("us", "able")), Coordinate("us"), 9)
    pairs = [action.platoons for action in legal(state, Activate) if len(action.platoons) == 2]
    assert pairs == [("able.1", "able.2"), ("able.1", "able.3"), ("able.2", "able.3")]


@proves("LHY-6.0.II.1a", "LHY-6.0.I.1")
@pytest.mark.parametrize(
    ("tanks", "activations"),
    [(("1.1", "co"), [("able-tank.1",)]), (("co",), [("able-tank.0",)])],
)
def test_6_0_a_command_tank_is_a_platoon_of_its_own_only_where_it_is_alone(
    tanks: tuple[str, ...], activations: list[tuple[str, ...]]
) -> None:
    units = [unit(f"us.able-tank.{tank}", place) for tank, place in zip(tanks, ("B7", "D7"), strict=False)]
    state = done(opened(FIELD, [*units, unit(GERMAN_LEADER, "H1")]), RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able-tank"))
    assert [action.platoons for action in legal(state, Activate)] == activations


@proves("LHY-6.0.I.1", "LHY-3.1.2")
@pytest.mark.parametrize(
    ("done_so_far", "left"),
    [
        ({}, ["able", "baker"]),
        ({"companies_done": frozenset({"able"})}, ["baker"]),
        ({"platoons_done": frozenset({"able.1"})}, ["baker"]),
    ],
)
def test_6_0_a_company_is_selected_once_and_only_with_a_platoon_left(
    done_so_far: dict[str, Any], left: list[str]
) -> None:
    units = [unit(LEADER, "B7"), unit("us.baker.1.leader", "D7"), unit(GERMAN_LEADER, "H1")]
    state = done(opened(FIELD, units), RollInitiative("us"), 9, 2)
    state = replace(state, course=replace(course(state), **done_so_far))
    assert [action.company for action in legal(state, SelectCompany)] == left


@proves("LHY-8.0b")
def test_8_0b_anti_tank_fire_goes_at_the_vehicle_that_acted_not_at_its_neighbour() -> None:
    idle = "us.able-tank.1.2"
    near = activated(
        unit(SQUAD, "C7"), unit(LEADER, "A9"), unit(idle, "C6"), unit("ge.pak40.3", "C2", CONCEALED),
    )  # fmt: skip
    state = done(walked(near, SQUAD, "C6"), CallForReaction("us"))
    assert f"{idle} has not just acted (LHY 8.0b)" in refusal(
        state, FireAntiTank("ge", "ge.pak40.3", (idle,))
    )
    assert not refusal(state, FireSmallArms("ge", "ge.pak40.3", (at("C6"),)))


HILLS = board(
    """
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
    . . . h3 . . .
    """
)
"""A ridge between A to C and E to G: nobody sees over it."""


def unseen(*germans: Unit, edition: str = "2019") -> GameState:
    """An American squad moves west of the ridge; the Germans east of it may react, and saw nothing."""
    men = (unit(SQUAD, "A4"), unit(LEADER, "A5"))
    state = activated(*men, *germans, ground=HILLS, far=(), edition=edition)
    return done(walked(state, SQUAD, "A3"), CallForReaction("us"))


@proves("LHY-8.3b.1", "LHY-8.3a")
def test_8_3b_two_leaders_react_unseeing_and_withdrawals_are_no_business_of_theirs() -> None:
    places = {"1kp.1": "E2", "1kp.2": "F3", "1kp.3": "G5"}
    state = unseen(
        *(unit(f"ge.{one}.{who}", place) for one, place in places.items() for who in ("leader", "squad.1"))
    )
    for platoon, to in (("1kp.1", "E1"), ("1kp.2", "F2")):
        state = done(done(state, Withdraw("ge", (f"ge.{platoon}.squad.1",), at(to))), EndManeuver("ge"))
    assert not course(state).reacted_leaders
    for platoon, to in (("1kp.1", "F2"), ("1kp.2", "G4")):
        state = walked(state, f"ge.{platoon}.leader", to)
    assert "LHY 8.1" in refusal(state, Maneuver("ge", "ge.1kp.3.squad.1", at("G4")))
    assert not refusal(state, Withdraw("ge", ("ge.1kp.3.squad.1",), at("G4")))


@proves("LHY-8.3b.1")
def test_8_3b_men_who_react_with_one_leader_use_up_that_one_leader() -> None:
    """Two squads and their leader react unseeing; another leader may still do so, a third may not."""
    men = [f"ge.1kp.1.{who}" for who in ("leader", "squad.1", "squad.2")]
    others = [("1kp.2", "F3"), ("1kp.3", "G5")]
    leaders = [unit(f"ge.{platoon}.leader", place) for platoon, place in others]
    state = unseen(*(unit(name, "E2") for name in men), *leaders)
    for name in men[1:]:
        state = walked(state, name, "E1")
    assert course(state).reacted_leaders == (men[0],)
    state = walked(state, "ge.1kp.2.leader", "F2")
    assert "LHY 8.1" in refusal(state, Maneuver("ge", "ge.1kp.3.leader", at("G4")))


@proves("LHY-8.3a.later")
def test_8_3a_in_the_later_edition_a_third_leader_reacts_unseeing_too() -> None:
    places = (("1", "E2", "E1"), ("2", "F3", "F2"), ("3", "G5", "G4"))
    leaders = [unit(f"ge.1kp.{number}.leader", place) for number, place, _ in places]
    state = unseen(*leaders, edition="series-3.1")
    for number, _, to in places:
        state = walked(state, f"ge.1kp.{number}.leader", to)


@proves("LHY-8.3i.later")
@pytest.mark.parametrize(
    ("edition", "words", "may"),
    [("series-3.1", (ELITE,), True), ("series-3.1", (), False), ("2019", (ELITE,), False)],
)
def test_8_3i_elite_units_recover_unseeing_in_the_later_edition(
    edition: str, words: tuple[str, ...], may: bool
) -> None:
    state = unseen(unit("ge.1kp.1.squad.1", "F3", DISRUPTED, *words), edition=edition)
    assert (not refusal(state, Recover("ge", "ge.1kp.1.squad.1"))) is may


@proves("LHY-8.3e.later")
@pytest.mark.parametrize(("edition", "may"), [("series-3.1", True), ("2019", False)])
def test_8_3e_a_shocked_tank_that_has_yet_to_be_activated_recovers_unseeing_in_the_later_edition(
    edition: str, may: bool
) -> None:
    """The Americans have activated infantry and react in their turn; nothing has happened that the tank could have seen."""
    tank = "us.able-tank.1.1"
    state = activated(unit("us.able.1.squad.1", "C5"), unit(tank, "E6", SHOCKED), edition=edition)
    state = done(done(state, CallForReaction("us")), CallForReaction("ge"))
    assert (not refusal(state, Recover("us", tank))) is may


@proves("LHY-8.3f.later")
@pytest.mark.parametrize(("edition", "may"), [("series-3.1", True), ("2019", False)])
def test_8_3f_a_latw_maneuvers_unseeing_in_the_later_edition(edition: str, may: bool) -> None:
    state = unseen(unit("ge.latw.1", "F3"), edition=edition)
    assert (not refusal(state, Maneuver("ge", "ge.latw.1", at("F2")))) is may


@proves("LHY-8.3h.later")
@pytest.mark.parametrize(("edition", "may"), [("series-3.1", True), ("2019", False)])
def test_8_3h_who_saw_nothing_goes_to_the_help_of_friends_next_to_him_in_the_later_edition(
    edition: str, may: bool
) -> None:
    friend, helper = "ge.1kp.1.squad.1", "ge.1kp.1.squad.2"
    state = unseen(unit(friend, "F3"), unit(helper, "F2"), edition=edition)
    assaulter = next(deed.unit for deed in course(state).deeds)
    state = ArrowPlaced(Arrow(assaulter, "us", at("F3"))).on(state)
    assert (not refusal(state, Reinforce("ge", helper, at("F3")))) is may
    assert "LHY 8.1" in refusal(state, Maneuver("ge", helper, at("E1")))


@proves("LHY-8.3b.1", "LHY-8.3b.2", "LHY-8.3b.3")
def test_8_3b_who_is_with_the_leader_is_judged_as_reaction_is_called_for() -> None:
    """The leader goes first, from his men in E2 to F3, next to a squad of his in G4 (reading 186)."""
    with_him, near_then = ("ge.1kp.1.squad.1", "ge.mg.1"), Maneuver("ge", "ge.1kp.1.squad.2", at("G5"))
    state = unseen(*(unit(name, "E2") for name in (GERMAN_LEADER, *with_him)), unit(near_then.unit, "G4"))
    state = walked(state, GERMAN_LEADER, "F2", "F3")
    assert not any(refusal(state, Maneuver("ge", name, at("E1"))) for name in with_him)
    assert "LHY 8.1" in refusal(state, near_then)
    state = done(done(state, CallForReaction("ge")), CallForReaction("us"))
    assert not refusal(state, near_then), "at the next call he is next to him"
    assert "LHY 8.1" in refusal(state, Maneuver("ge", with_him[0], at("E1")))


@proves("LHY-8.3b.1")
@pytest.mark.parametrize(("place", "may"), [("E1", True), ("F2", False)])
def test_8_3b_men_of_a_leader_who_left_the_map_in_this_reaction_still_react(place: str, may: bool) -> None:
    """The leader in E1 leaves the map before his squad, which was with him or was not (reading 186)."""
    squad = "ge.1kp.1.squad.1"
    state = unseen(unit(GERMAN_LEADER, "E1"), unit(squad, place), unit("ge.1kp.2.leader", "G5"))
    state = done(state, Maneuver("ge", GERMAN_LEADER, None))
    assert state.unit(GERMAN_LEADER).at is None
    assert (not refusal(state, Maneuver("ge", squad, at("F1")))) is may


@proves("LHY-8.3b.1")
@pytest.mark.parametrize("moved", [False, True])
def test_8_3b_nobody_reacts_with_a_leader_whom_the_umpire_took_off_the_map(moved: bool) -> None:
    """He was never there: a correction is no move (reading 186)."""
    squad = "ge.1kp.1.squad.1"
    state = unseen(unit(GERMAN_LEADER, "E1"), unit(squad, "E1"), unit("ge.1kp.2.leader", "G5"))
    state = walked(state, GERMAN_LEADER, "F1") if moved else state
    state = PLAY.correct(state, replace(state.unit(GERMAN_LEADER), at=None), ScriptedDice([]))[1]
    assert "LHY 8.1" in refusal(state, Maneuver("ge", squad, at("F1")))


@proves("LHY-8.3b.1")
@pytest.mark.parametrize(("marks", "may"), [((), True), ((DISRUPTED,), False)])
def test_8_3b_a_disrupted_leader_leads_nobody_when_he_is_gone_either(
    marks: tuple[str, ...], may: bool
) -> None:
    squad = "ge.1kp.1.squad.1"
    state = unseen(unit(GERMAN_LEADER, "E1", *marks), unit(squad, "E1"), unit("ge.1kp.2.leader", "G5"))
    state = UnitGone(GERMAN_LEADER, WITHDRAWS).on(state)
    assert (not refusal(state, Maneuver("ge", squad, at("F1")))) is may


@proves("LHY-8.3b.1")
def test_8_3b_men_who_saw_nothing_and_assault_react_with_their_leader() -> None:
    """Nobody has acted as the Germans are called: their squad beside the enemy goes in with its leader."""
    near = unit("us.able.2.squad.1", "C5")
    state = activated(unit(SQUAD, "A8"), unit(LEADER, "A8"), near, unit(FOE, "C4"), unit(GERMAN_LEADER, "C4"))
    state = done(done(state, CallForReaction("us")), Assault("ge", (FOE,), at("C5")))
    assert course(state).reacted_leaders == (GERMAN_LEADER,)


@proves("LHY-8.3b.1")
def test_8_3b_each_side_has_two_leaders_a_cycle() -> None:
    """Two German leaders have reacted unseeing; the American one of a platoon held back may still (reading 130)."""
    state = activated(
        unit(SQUAD, "A4"), unit(LEADER, "A5"), unit("us.able.2.leader", "A1"), unit("us.able.2.squad.1", "A1"),
        unit(GERMAN_LEADER, "E2"), unit("ge.1kp.2.leader", "G4"), ground=HILLS, far=(),
    )  # fmt: skip
    state = done(walked(state, SQUAD, "A3"), CallForReaction("us"))
    state = walked(walked(state, GERMAN_LEADER, "F2"), "ge.1kp.2.leader", "G3")
    assert len(course(state).reacted_leaders) == 2
    state = done(state, CallForReaction("ge"))
    assert not refusal(state, Maneuver("us", "us.able.2.squad.1", at("A2")))


@proves("LHY-6.0.II.2b", "LHY-6.0.II.2d", "LHY-8.2")
def test_6_0_who_calls_mortar_fire_has_not_passed() -> None:
    mortar = [{"id": "8cm", "side": "ge", "kind": "8cm"}]
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C4"), mortars=mortar)
    state = done(state, CallForReaction("us"))
    state = done(done(state, CallMortar("ge", "8cm", FOE, at("C8")), 7), CallForReaction("ge"))
    state = done(state, CallForReaction("us"))
    assert course(state).step is Step.REACTION
    assert PLAY.to_act(state) == "ge", "one pass only: the German had not passed"
    assert course(done(state, CallForReaction("ge"))).step is Step.PLATOON


MORTAR = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]


@proves("LHY-11.4.4.0")
def test_11_4_4_a_unit_asks_for_mortar_fire_before_it_acts() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C4"), mortars=MORTAR)
    call = CallMortar("us", "60mm", SQUAD, at("C4"))
    assert not refusal(state, call)
    assert "must ask before it acts" in refusal(done(state, FireSmallArms("us", SQUAD, (at("C4"),))), call)
    assert not refusal(done(state, call, 7), FireSmallArms("us", SQUAD, (at("C4"),))), "asking is no action"


@proves("LHY-11.4.4.2", "LHY-11.4.0.1")
def test_11_4_4_2_a_leader_asks_once_for_fire_on_his_own_hex() -> None:
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "C8"), mortars=MORTAR, edition="series-3.1")
    state = done(state, CallMortar("us", "60mm", LEADER, at("C8")), 8)
    assert not course(state).fires
    assert "OUR 131" in refusal(state, CallMortar("us", "60mm", LEADER, at("C8")))


@proves("LHY-11.4.4.1")
@pytest.mark.parametrize(("conditions", "refused"), [((), False), ((IN_MOTION,), True)])
def test_11_4_4_1_nobody_asks_from_a_vehicle_in_motion(conditions: tuple[str, ...], refused: bool) -> None:
    units = [unit(SQUAD, "C8"), unit(LEADER, "A9"), unit("us.m3.2", "C8", *conditions), unit(FOE, "C4")]
    state = activated(*units, mortars=MORTAR, aboard={SQUAD: "us.m3.2"})
    assert (
        "aboard a vehicle in motion" in refusal(state, CallMortar("us", "60mm", SQUAD, at("C4")))
    ) is refused


@proves("LHY-4.1.14a")
@pytest.mark.parametrize(("tank_at", "refused"), [("C8", False), ("C2", True), ("G5", False)])
def test_4_1_14a_a_fortified_position_is_fired_at_through_its_front_only(tank_at: str, refused: bool) -> None:
    # It faces south in C5: C2 is behind it.
    fort = Unit("ge.fp.1", "ge.fp.1", "ge", at("C5"), facing_deg=180.0)
    state = activated(unit("us.able-tank.1.1", tank_at), fort, platoon="able-tank.1")
    why = refusal(state, FireAntiTank("us", "us.able-tank.1.1", ("ge.fp.1",)))
    assert ("LHY 4.1.14a" in why) is refused


@proves("LHY-10.3.2.1")
def test_10_3_2_sections_of_a_squad_that_deploys_maneuver_and_do_nothing_else() -> None:
    """A squad deploys as part of a maneuver: its sections do not fire or recover in that turn."""
    state = activated(unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C4"))
    state = done(state, Deploy("us", SQUAD), 1, 2)
    section = next(
        one.id for one in state.units.values() if "able.1.section" in one.id and one.at is not None
    )
    assert "LHY 10.3.2" in refusal(state, FireSmallArms("us", section, (at("C4"),)))
    assert not refusal(state, Maneuver("us", section, at("C6")))
    fresh = TurnBegan(2).on(state)
    assert not course(fresh).deploying


@proves("LHY-7.2b.1", "LHY-7.2b.2", "LHY-10.3.2.1")
def test_7_2b_a_squad_that_deploys_with_another_platoon_takes_the_place_and_both_sections_act() -> None:
    borrowed = ("us.able.2.squad.1", "us.able.2.squad.2")
    stack = [unit(SQUAD, "B7"), unit(LEADER, "B7"), *(unit(one, "B7") for one in borrowed)]
    state = done(activated(*stack, unit("us.able.2.leader", "G9")), Deploy("us", borrowed[0]), 1, 1)
    assert "LHY 7.0" in refusal(state, Maneuver("us", borrowed[1], at("B6")))
    for letter in "ab":
        state = walked(state, f"us.able.2.section.{letter}", "B6")
        assert state.unit(f"us.able.2.section.{letter}").at == at("B6")


@proves("LHY-7.2b.1", "LHY-7.2b.2")
def test_7_2b_whoever_fires_with_another_platoon_takes_the_one_place_of_the_turn() -> None:
    borrowed = ("us.able.2.squad.1", "us.able.2.squad.2")
    stack = [unit(SQUAD, "B7"), unit(LEADER, "B7"), *(unit(one, "B7") for one in borrowed)]
    state = activated(*stack, unit("us.able.2.leader", "G9"), unit(FOE, "B5"))
    other = FireSmallArms("us", borrowed[1], (at("B5"),))
    assert not refusal(state, other)
    after = done(state, FireSmallArms("us", borrowed[0], (at("B5"),)))
    assert f"{borrowed[1]} may not fire now (LHY 7.0)" in refusal(after, other)
    assert not refusal(after, FireSmallArms("us", SQUAD, (at("B5"),)))


@proves("LHY-7.2b.2", "LHY-7.2c.1")
def test_7_2_in_reaction_nobody_joins_another_platoon_and_any_may_go_together() -> None:
    men, tanks = (FOE, "ge.1kp.1.squad.2"), ("ge.pz4.2.1", "ge.pz4.3.1")
    germans = [*(unit(one, "C4") for one in men), *(unit(one, "E4", IN_MOTION) for one in tanks)]
    state = done(activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), *germans), CallForReaction("us"))
    assert not refusal(state, Withdraw("ge", men, at("C3")))
    assert not refusal(state, Maneuver("ge", tanks[0], at("E3"), along=tanks[1:]))


@proves("LHY-7.2b.1", "LHY-7.2b.2")
def test_7_2b_whoever_assaults_with_another_platoon_takes_the_one_place_of_the_turn() -> None:
    first, second = (Assault("us", (f"us.able.2.squad.{number}",), at("C4")) for number in (1, 2))
    stack = [unit(SQUAD, "C5"), unit(LEADER, "C5"), *(unit(one.units[0], "C5") for one in (first, second))]
    state = activated(*stack, unit("us.able.2.leader", "G9"), unit("ge.1kp.1.squad.1", "C4"))
    assert not refusal(state, second)
    assert "LHY 7.0" in refusal(done(state, first), second)


@proves("LHY-7.2c.1", "LHY-7.2b.1")
@pytest.mark.parametrize(
    "first", [ChangeMotion("us", "us.able-tank.1.1", stop=False), Unload("us", "us.able.2.squad.1")]
)
def test_7_2_whoever_goes_into_motion_or_gets_off_with_another_platoon_takes_its_place(first: Any) -> None:
    """A tank beside the leader, and a squad aboard its halftrack: each is the one of its kind that joins."""
    tanks, borrowed = ("us.able-tank.1.1", "us.able-tank.2.1"), ("us.able.2.squad.1", "us.able.2.squad.2")
    stack = [unit(one, "B7") for one in (LEADER, SQUAD, borrowed[0], tanks[0], "us.m3.2")]
    others = [unit(borrowed[1], "C7"), unit(tanks[1], "B7"), unit("us.able.2.leader", "G9")]
    state = Mounted(borrowed[0], "us.m3.2").on(activated(*stack, *others))
    before = replace(course(state), loaded_this_turn=frozenset())
    after = course(done(replace(state, course=before), first))
    assert (after.borrowed, after.ad_hoc_tanks) != (before.borrowed, before.ad_hoc_tanks)


SECTION = "us.able.1.section.a"
MINED = Marker("mines", at("D6"), 1, "ge")
"""German mines: on a 10 one who enters loses a step (16.1.1)."""


def answered(state: GameState) -> GameState:
    """What is under way ends, and the Americans call for reaction."""
    while course(state).moving is not None:
        state = done(state, EndManeuver("us"))
    return done(state, CallForReaction("us"))


@proves("LHY-8.1.1", "LHY-8.0b", "LHY-8.1.2")
def test_8_1_who_sees_a_squad_come_out_of_mines_as_a_section_reacts_and_fires_at_it() -> None:
    state = activated(unit(SQUAD, "D7"), unit(LEADER, "D9"), unit(FOE, "D4"), markers=[MINED])
    state = answered(done(state, Maneuver("us", SQUAD, at("D6")), 10, 1))
    assert state.unit(SECTION).at == at("D6")
    assert not refusal(state, FireSmallArms("ge", FOE, (at("D6"),)))
    assert not refusal(state, Maneuver("ge", FOE, at("C5")))
    assert FireSmallArms("ge", FOE, (at("D6"),)) in legal(state, FireSmallArms)


@proves("LHY-8.1.1", "LHY-8.0.1", "LHY-8.1.2")
def test_8_1_who_sees_a_section_die_on_mines_may_maneuver() -> None:
    state = activated(unit(SECTION, "D7"), unit(LEADER, "D9"), unit(FOE, "D4"), markers=[MINED])
    state = answered(done(state, Maneuver("us", SECTION, at("D6")), 10))
    assert state.unit(SECTION).at is None
    assert not refusal(state, Maneuver("ge", FOE, at("C5")))
    assert Maneuver("ge", FOE, at("C5")) in legal(state, Maneuver)
    assert "no enemy is known in D6" in refusal(state, FireSmallArms("ge", FOE, (at("D6"),)))


@proves("LHY-8.1.1", "LHY-8.0.1", "LHY-10.2.2", "LHY-4.3.0.1")
@pytest.mark.parametrize("conditions", [(), (CONCEALED,)])
def test_8_1_who_sees_a_squad_walk_to_the_edge_may_react_when_it_has_left_the_map(
    conditions: tuple[str, ...],
) -> None:
    state = activated(unit(SQUAD, "A6", *conditions), unit(LEADER, "D9"), unit(FOE, "D4"))
    state = done(done(state, Maneuver("us", SQUAD, at("A5"))), Maneuver("us", SQUAD, None), 7)
    state = answered(state)
    assert not refusal(state, Maneuver("ge", FOE, at("C5")))
    (deed,) = course(seen(state, "ge").state).deeds
    assert (deed.unit, deed.hexes) == ("", (at("A5"),)), "the counter is gone: who it was is not told"


@proves("LHY-8.1.1")
def test_8_1_who_leaves_the_map_from_where_he_stood_has_come_into_no_hex() -> None:
    state = activated(unit(SQUAD, "A5"), unit(LEADER, "D9"), unit(FOE, "D4"))
    state = answered(done(state, Maneuver("us", SQUAD, None), 7))
    assert "may not maneuver now (LHY 8.1)" in refusal(state, Maneuver("ge", FOE, at("C5")))


@proves("LHY-8.1.4", "LHY-8.1.1", "LHY-10.3.2.2")
@pytest.mark.parametrize("deploys", [False, True])
def test_8_1_a_squad_seen_in_the_open_is_reacted_to_behind_the_wood_whether_it_deploys_there_or_not(
    deploys: bool,
) -> None:
    ground = board("\n".join([*[". . . . . . . ."] * 5, ". . . . w . . .", *[". . . . . . . ."] * 4]))
    state = activated(unit(SQUAD, "D7"), unit(LEADER, "D9"), unit(FOE, "E4"), ground=ground)
    state = done(done(state, Maneuver("us", SQUAD, at("D6"))), Maneuver("us", SQUAD, at("E7")))
    if deploys:
        state = done(state, Deploy("us", SQUAD), 1, 1)
    state = answered(state)
    position = seen(state, "ge")
    assert position.sees(position.unit(FOE), at("D6"))
    assert not position.sees(position.unit(FOE), at("E7"))
    assert not refusal(state, Maneuver("ge", FOE, at("E3")))


@proves("LHY-8.0b", "LHY-8.1.4", "LHY-10.3.2.4")
def test_8_0b_both_sections_of_a_squad_that_deployed_on_its_way_have_come_into_its_hexes() -> None:
    state = activated(unit(SQUAD, "D7"), unit(LEADER, "D9"), unit(FOE, "D4"))
    state = done(done(state, Maneuver("us", SQUAD, at("D6"))), Deploy("us", SQUAD), 1, 1)
    assert {deed.unit: deed.hexes for deed in course(state).doing} == {
        "us.able.1.section.a": (at("D6"),),
        "us.able.1.section.b": (at("D6"),),
    }
    assert not refusal(answered(state), FireSmallArms("ge", FOE, (at("D6"),)))


@proves("LHY-8.1.1", "LHY-17.8.2a")
def test_8_1_nobody_reacts_to_a_dummy_that_is_gone() -> None:
    state = activated(
        unit("us.dummy.1", "D7", CONCEALED), unit(SQUAD, "D9"), unit(LEADER, "D9"), unit(FOE, "D4")
    )
    state = answered(done(state, Maneuver("us", "us.dummy.1", at("D6"))))
    assert state.unit("us.dummy.1").at is None, "it came into the open before an enemy"
    assert "may not maneuver now (LHY 8.1)" in refusal(state, Maneuver("ge", FOE, at("C5")))
