"""Chapters 7 to 9 as tables: which kinds of action each kind of unit has, in an activation and in a reaction."""

import pytest

from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.activation.reactions import reaction_leader
from rules.last_hundred_yards.questions.activation.rights import Right, rights
from rules.last_hundred_yards.questions.activation.taking_part import (
    is_activated,
    is_leaderless,
    nearest_platoons,
    platoons_of,
    support_of,
)
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, activated, at, done, legal, opened, refusal, unit

WOODED = board("\n".join([". . . . . . . ."] * 3 + ["f f f f f f f f"] + [". . . . . . . ."] * 6))
"""Forest across the map keeps the north from seeing the south."""

SQUAD, LEADER = "us.able.1.squad.1", "us.able.1.leader"
ALL = "maneuver fire recover withdraw start latw_fire halt_and_fire mount"


def right_names(state: GameState, who: str) -> set[str]:
    found = rights(PLAY.position(state), state.unit(who))
    return {right.name.lower() for right in Right if right & found}


def after_a_maneuver(*germans: tuple[str, ...], far: str = "H1") -> GameState:
    """An American squad went a hex south of the forest, and the Germans may react."""
    units = [unit(SQUAD, "C8"), unit(LEADER, "A9"), *(unit(*german) for german in germans)]
    others = (unit("ge.2kp.2.leader", far), unit("us.able.3.leader", "H10"))
    state = activated(*units, ground=WOODED, far=others)
    return done(state, Maneuver("us", SQUAD, at("C7")), EndManeuver("us"), CallForReaction("us"))


@proves(
    "LHY-8.1.1", "LHY-8.1.2", "LHY-8.1.4", "LHY-8.3.1", "LHY-8.3.2", "LHY-8.3a", "LHY-8.3c", "LHY-8.3d",
    "LHY-8.3e", "LHY-8.3f", "LHY-8.0.1", "LHY-9.0.1",
)  # fmt: skip
@pytest.mark.parametrize(
    ("who", "marks", "unseeing"),
    [
        ("ge.1kp.1.squad.1", (), "withdraw mount"),
        ("ge.mg.1", (), "withdraw mount"),
        ("ge.1kp.1.section.a", (), "withdraw mount"),
        ("ge.latw.1", (), "withdraw mount latw_fire"),
        ("ge.pak40.3", (), "mount"),
        ("ge.stug.1", (), "start mount"),
        ("ge.stug.1", (IN_MOTION,), "maneuver halt_and_fire start mount"),
        ("ge.truck.1", (), "start mount"),
        ("ge.truck.1", (IN_MOTION,), "maneuver halt_and_fire start mount"),
    ],
)
def test_8_what_a_unit_may_do_in_reaction(who: str, marks: tuple[str, ...], unseeing: str) -> None:
    assert right_names(after_a_maneuver((who, "C1", *marks)), who) == set(unseeing.split())
    assert right_names(after_a_maneuver((who, "C5", *marks)), who) == set(ALL.split()), "who saw him come"


@proves("LHY-9.0.1", "LHY-6.0.4")
@pytest.mark.parametrize("waits", [LEADER, "us.able.3.leader"])
def test_9_0_a_side_that_called_for_reaction_does_nothing_while_the_other_reacts(waits: str) -> None:
    assert not right_names(after_a_maneuver(("ge.1kp.1.squad.1", "C5")), waits)


@proves("LHY-8.3b.1", "LHY-8.3b.2", "LHY-8.3b.3", "LHY-2.2.5.2")
@pytest.mark.parametrize(
    ("leader", "place", "marks", "led"),
    [
        ("ge.1kp.1.leader", "C1", (), True),
        ("ge.1kp.1.leader", "C2", (), True),  # next to him, in the open
        ("ge.1kp.1.leader", "C3", (), False),
        ("ge.1kp.2.leader", "C1", (), False),
        ("ge.1kp.1.leader", "C1", (DISRUPTED,), False),
    ],
)
def test_8_3b_which_units_react_unseeing_with_their_platoon_leader(
    leader: str, place: str, marks: tuple[str, ...], led: bool
) -> None:
    squad = "ge.1kp.1.squad.1"
    state = after_a_maneuver((squad, "C1"), (leader, place, *marks))
    assert right_names(state, squad) == {"withdraw", "mount"} | ({"maneuver", "recover"} if led else set())
    assert (reaction_leader(PLAY.position(state), state.unit(squad)) is not None) is led


@proves("LHY-8.3b.1", "LHY-2.2.5.2", "LHY-7.2a.1")
@pytest.mark.parametrize(("squad", "led"), [("ge.1kp.1.squad.1", True), ("ge.1kp.2.squad.1", False)])
def test_8_3b_support_reacts_with_the_leader_of_the_platoon_it_is_nearest_to(squad: str, led: bool) -> None:
    """A machine gun stacked with a squad, the leader of one platoon in the next hex."""
    state = after_a_maneuver(("ge.mg.1", "C1"), ("ge.1kp.1.leader", "C2"), (squad, "C1"))
    assert (reaction_leader(PLAY.position(state), state.unit("ge.mg.1")) is not None) is led


@proves("LHY-8.3b.3")
@pytest.mark.parametrize(("covered", "led"), [("", True), ("C1", False), ("C2", False)])
def test_8_3b_from_the_next_hex_both_have_to_be_in_the_open(covered: str, led: bool) -> None:
    rows = [["."] * 8 for _ in range(10)]
    rows[3] = ["f"] * 8
    if covered:
        rows[int(covered[1]) - 1][2] = "w"
    ground = board("\n".join(map(" ".join, rows)))
    units = [
        unit(SQUAD, "C8"),
        unit(LEADER, "A9"),
        unit("ge.1kp.1.squad.1", "C1"),
        unit("ge.1kp.1.leader", "C2"),
    ]
    others = (unit("ge.2kp.2.leader", "H1"), unit("us.able.3.leader", "H10"))
    state = activated(*units, ground=ground, far=others)
    state = done(state, Maneuver("us", SQUAD, at("C7")), EndManeuver("us"), CallForReaction("us"))
    assert (reaction_leader(PLAY.position(state), state.unit("ge.1kp.1.squad.1")) is not None) is led


@proves(
    "LHY-7.0.1", "LHY-7.0.2", "LHY-7.2.0", "LHY-7.2a.1", "LHY-7.2a.2", "LHY-7.2b.1", "LHY-7.2c.1",
    "LHY-7.2c.2", "LHY-6.0.4", "LHY-3.2.2", "LHY-3.2.3", "LHY-17.10", "LHY-1.9",
)  # fmt: skip
@pytest.mark.parametrize(
    ("who", "place", "platoon", "acts"),
    [
        ("us.able.1.squad.2", "E8", "able.1", True),
        ("us.able.2.squad.1", "E8", "able.1", False),
        ("us.able.2.squad.1", "C8", "able.1", True),  # stacked with one of the activated platoon
        ("us.able.2.leader", "C8", "able.1", False),
        ("us.baker.1.squad.1", "C8", "able.1", False),
        ("us.mg.1", "C8", "able.1", True),
        ("us.mg.1", "D8", "able.1", True),  # nearest to it
        ("us.mg.1", "G10", "able.1", False),  # nearest to another
        ("us.able-tank.1.1", "C8", "able.1", True),
        ("us.able-tank.1.1", "D8", "able.1", False),
        ("us.able.1.squad.1", "C8", "able-tank.1", False),
        ("us.mg.1", "C8", "able-tank.1", False),
        ("us.able-tank.1.2", "E8", "able-tank.1", True),
        ("us.able-tank.2.1", "C8", "able-tank.1", False),
    ],
)
def test_7_2_which_units_act_with_an_activated_platoon(
    who: str, place: str, platoon: str, acts: bool
) -> None:
    units = {SQUAD: "C8", LEADER: "C8", "us.able.2.leader": "H9", who: place}
    if platoon != "able.1":
        units["us.able-tank.1.4"] = "A8"
    state = activated(*(unit(name, where) for name, where in units.items()), platoon=platoon)
    assert is_activated(PLAY.position(state), state.unit(who)) is acts
    assert right_names(state, who) == (set(ALL.split()) if acts else set())


@proves("LHY-7.2a.1", "LHY-7.2a.2")
@pytest.mark.parametrize(
    ("place", "nearest"),
    [("C8", {"able.1"}), ("E8", {"able.1", "able.2"}), ("F8", {"able.2"}), ("G8", {"able.2"})],
)
def test_7_2a_support_acts_with_the_platoon_it_is_nearest_to(place: str, nearest: set[str]) -> None:
    units = [unit(SQUAD, "C8"), unit(LEADER, "C9"), unit("us.able.2.squad.1", "G8"), unit("us.mg.1", place)]
    state = opened(FIELD, [*units, unit("ge.1kp.2.leader", "H1")])
    position = PLAY.position(state)
    assert nearest_platoons(position, state.unit("us.mg.1")) == nearest
    for platoon in ("able.1", "able.2"):
        assert ("us.mg.1" in support_of(position, "us", (platoon,))) is (platoon in nearest)
    assert support_of(position, "us", ("able-tank.1",)) == ()


@proves("LHY-7.2a.1", "LHY-12.3.4.2")
def test_7_2a_infantry_keeps_to_its_own_platoon_whomever_it_is_stacked_with() -> None:
    others = unit("us.able.2.squad.1", "C8"), unit("us.able.2.leader", "C8")
    position = PLAY.position(activated(unit(SQUAD, "C8"), *others))
    squad, other = position.unit(SQUAD), position.unit("us.able.2.squad.1")
    assert platoons_of(position, squad) == {"able.1"}
    assert platoons_of(position, other) == {"able.2"}
    assert (is_leaderless(position, squad), is_leaderless(position, other)) == (True, False)


@proves("LHY-5.0.II.2", "LHY-12.3.4.2")
def test_5_0_ii_the_refusal_says_that_a_unit_is_without_a_leader() -> None:
    state = activated(unit(SQUAD, "C8"), unit("ge.1kp.1.squad.1", "C4"))
    told = refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    assert told == (
        f"{SQUAD} has no platoon leader in play, and acts only where it must"
        " (LHY 5.0 II; LHY 12.3.4, from Series Rules v2.1)"
    )


@proves("LHY-5.0.II.2", "LHY-7.2b.1")
@pytest.mark.parametrize(
    ("leader", "may"), [(LEADER, True), ("us.able.2.leader", False)], ids=["of the activated", "its own"]
)
def test_7_2b_a_joining_unit_acts_under_the_leader_of_the_platoon(leader: str, may: bool) -> None:
    joining = "us.able.2.squad.1"
    state = activated(unit(SQUAD, "C8"), unit(joining, "C8"), unit(leader, "A9"), unit("us.mg.1", "C8"))
    able = {action.unit for action in legal(state, Maneuver)}
    assert able & {SQUAD, joining, "us.mg.1"} == ({SQUAD, joining, "us.mg.1"} if may else set())


@proves("LHY-5.0.II.2", "LHY-12.3.4.2")
@pytest.mark.parametrize(
    ("who", "leaders", "leaderless"),
    [
        (SQUAD, (LEADER,), False),
        (SQUAD, (), True),
        (SQUAD, ("us.able.2.leader",), True),
        ("us.mg.1", (LEADER,), False),
        ("us.mg.1", (), True),
        ("us.m3.2", (), True),  # support as well
        ("us.able-tank.1.1", (), False),
    ],
)
def test_5_0_ii_which_units_are_without_a_leader(
    who: str, leaders: tuple[str, ...], leaderless: bool
) -> None:
    units = {SQUAD: "C8", who: "C8", **dict.fromkeys(leaders, "D9")}
    state = activated(*(unit(name, place) for name, place in units.items()))
    assert is_leaderless(PLAY.position(state), state.unit(who)) is leaderless
