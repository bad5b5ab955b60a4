"""13.1: which units may assault, together with which others, and which enemies."""

import pytest

from rules.game.units import Unit
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import DISRUPTED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.markers import Arrow
from rules.last_hundred_yards.state.progress import ActionKind
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    activated,
    activated_small,
    at,
    course,
    done,
    legal,
    refusal,
    unit,
)

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
FORD_AT_A3 = open_ground(5, 5, rivers="A3 B2 C3 D2 E3", hexes={"A3": {Terrain.FORD}})
"""A river from west to east, with a ford at A3."""


@proves("LHY-10.0a", "LHY-4.1.10.8")
def test_10_0a_no_assault_into_a_hex_that_the_unit_may_not_enter() -> None:
    state = activated(unit(TANK, "C4"), unit(FOE, "C3"), ground=FORD_AT_A3, platoon="able-tank.1", far=())
    assert "cannot enter C3" in refusal(state, Assault("us", (TANK,), at("C3")))


@proves("LHY-13.1d", "LHY-13.3.0")
def test_13_1_nobody_assaults_a_hex_without_a_known_enemy() -> None:
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(FOE, "C1"), unit("ge.mg.1", "D6", HIDDEN))
    for empty in ("C5", "D6"):
        assert f"no enemy is known in {empty}" in refusal(state, Assault("us", (SQUAD,), at(empty)))


@proves("LHY-13.1.0", "LHY-T-VMM")
def test_13_1_no_assault_after_a_bypass() -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit("ge.1kp.1.leader", "C5"), unit(FOE, "C3")]
    state = activated_small(*units, platoon="able-tank.1", edition="series-3.1")
    state = done(state, Bypass("us", TANK, at("C5")), Maneuver("us", TANK, at("C4")))
    why = refusal(state, Assault("us", (TANK,), at("C3")))
    assert "no assault and bypass in the same maneuver (LHY 10.4.5" in why


@proves("LHY-13.1a", "LHY-13.1c.1", "LHY-13.1e", "LHY-13.1b")
def test_13_1_which_units_may_assault() -> None:
    units = [
        unit(SQUAD, "C5"),
        unit(LEADER, "C5"),
        unit("us.mg.1", "C5"),
        unit("us.able.1.squad.2", "B4", DISRUPTED),
    ]
    state = activated_small(*units, unit(FOE, "C4"))
    assert "does not assault" in refusal(state, Assault("us", ("us.mg.1",), at("C4")))
    assert "no condition to assault" in refusal(state, Assault("us", ("us.able.1.squad.2",), at("C4")))
    assert "only with a combat unit" in refusal(state, Assault("us", (LEADER,), at("C4")))
    assert not refusal(done(state, Assault("us", (SQUAD,), at("C4"))), Assault("us", (LEADER,), at("C4")))


LATW, OTHERS = "us.latw.1", "us.able.2.squad.1"


@proves("LHY-13.1c.1", "LHY-13.2.1.1")
def test_13_1c_a_squad_goes_in_with_its_leader_and_its_bazooka_in_one_assault() -> None:
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(LATW, "C5"), unit(FOE, "C4"))
    together = Assault("us", (LEADER, SQUAD, LATW), at("C4"))
    assert together in legal(state, Assault)
    after = done(state, together)
    assert {after.unit(one).at for one in together.units} == {at("C4")}
    assert {entry.unit for assault in course(after).assaults for entry in assault.entries} == {
        *together.units
    }
    assert not legal(after, Assault), "and all of them have acted"


@proves("LHY-13.1c.2")
@pytest.mark.parametrize(
    ("follower", "inside", "goes"),
    [
        (LEADER, "us.able.1.squad.2", True), (LATW, "us.able.1.squad.2", True), (LEADER, OTHERS, False),
        (LATW, OTHERS, False), (LEADER, LATW, False), (LATW, LEADER, False),
    ],
)  # fmt: skip
def test_13_1c_leader_and_latw_alone_join_only_a_combat_unit_of_their_platoon(
    follower: str, inside: str, goes: bool
) -> None:
    beside = [unit(one, "C5") for one in (LATW, SQUAD, LEADER) if one != inside]
    units = [*beside, unit(inside, "C4"), unit(FOE, "C4")]
    state = AssaultEntered(inside, "us", at("C4"), at("D4")).on(activated_small(*units))
    wanted = Assault("us", (follower,), at("C4"))
    assert ("LHY 13.1c" not in refusal(state, wanted)) is goes
    assert (wanted in legal(state, Assault)) is goes


@proves("LHY-13.1c.1")
@pytest.mark.parametrize(
    ("arrow", "goes"),
    [
        (Arrow(SQUAD, "us", at("C4")), True),
        (Arrow(SQUAD, "us", at("D4")), False),
        (Arrow("ge.mg.1", "ge", at("C4")), False),
    ],
)
def test_13_1c_a_leader_joins_a_squad_that_waits_under_an_arrow_for_the_same_hex(
    arrow: Arrow, goes: bool
) -> None:
    """From two hexes away the leader comes to wait with the squad; from an adjacent hex he would go in at once, alone."""
    others = unit(SQUAD, "C5"), unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "D4"), unit("ge.mg.1", "D3")
    assault = Assault("us", (LEADER,), at("C4"))
    comes = ArrowPlaced(arrow).on(
        done(activated_small(*others, unit(LEADER, "C6")), Maneuver("us", LEADER, at("C5")))
    )
    assert ("LHY 13.1c" not in refusal(comes, assault)) is goes
    assert (assault in legal(comes, Assault)) is goes
    beside = ArrowPlaced(arrow).on(activated_small(*others, unit(LEADER, "C5")))
    assert "LHY 13.1c" in refusal(beside, assault)
    assert assault not in legal(beside, Assault)


@proves("LHY-13.1c.1", "LHY-13.1d", "LHY-6.0.II.3b.1")
@pytest.mark.parametrize("follower", [LEADER, "us.latw.1", "us.m3.2"])
@pytest.mark.parametrize("feints", [False, True])
def test_13_1c_a_leader_that_needs_company_decides_after_the_squad_it_follows(
    follower: str, feints: bool
) -> None:
    """The leader was declared first; he goes in with a squad of another platoon, but not if it feints (reading 168)."""
    other = "us.able.2.squad.1"
    units = unit(follower, "C5"), unit(other, "B4"), unit(SQUAD, "A8"), unit(FOE, "C4")
    state = activated_small(*units)
    for name in (follower, other):
        state = ArrowPlaced(Arrow(name, "us", at("C4"))).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert [due.unit for due in course(state).decisions] == [other, follower]
    state = (
        done(state, Feint("us", other, stay=True), 1) if feints else done(state, EnterAssault("us", other))
    )
    enter = EnterAssault("us", follower)
    assert ("LHY 13.1" in refusal(state, enter)) is feints
    assert (enter in legal(state, EnterAssault)) is not feints


@proves("LHY-13.1d")
def test_13_1d_a_halftrack_joins_any_combat_unit_in_the_hex() -> None:
    state = activated_small(unit("us.m3.2", "C5"), unit(SQUAD, "C6"), unit("us.mg.1", "C4"), unit(FOE, "C4"))
    state = AssaultEntered("us.mg.1", "us", at("C4"), at("D4")).on(state)
    assert not refusal(state, Assault("us", ("us.m3.2",), at("C4")))


@proves("LHY-13.1c.1", "LHY-13.2.1.1", "LHY-13.1f")
def test_13_1_each_refusal_of_an_assault_together_names_its_own_rule() -> None:
    tanks = ("us.able-tank.1.1", "us.able-tank.1.2")
    units = [unit(SQUAD, "C5"), unit(LEADER, "C5"), unit(LATW, "C5"), *(unit(tank, "C5") for tank in tanks)]
    state = activated_small(*units, unit(FOE, "C4"), unit("ge.1kp.1.squad.2", "C3"))
    assert "LHY 13.1c" in refusal(state, Assault("us", (LEADER, LATW), at("C4")))
    assert "LHY 13.1f" in refusal(state, Assault("us", (SQUAD, *tanks), at("C4")))
    far = refusal(state, Assault("us", (SQUAD, LEADER), at("C3")))
    assert "C3 is not adjacent (LHY 13.2.1," in far
    assert "13.2.3" not in far
    assert "each named once" in refusal(state, Assault("us", (SQUAD, SQUAD), at("C4")))


@proves("LHY-13.1c.1", "LHY-6.0.II.3b.1")
def test_13_1c_a_leader_whose_squad_feints_does_not_go_in_alone() -> None:
    state = activated_small(unit(SQUAD, "C6"), unit(LEADER, "C6"), unit(FOE, "C4"))
    for one in (SQUAD, LEADER):
        state = done(state, Maneuver("us", one, at("C5")), Assault("us", (one,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert EnterAssault("us", SQUAD) in legal(state, EnterAssault)
    state = done(state, Feint("us", SQUAD, stay=True), 1)
    assert "LHY 13.1c" in refusal(state, EnterAssault("us", LEADER))


@proves("LHY-13.1d")
def test_13_1d_halftracks_assault_with_friends_and_never_tanks_or_guns() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit("us.m3.2", "C5")]
    state = activated_small(*units, unit(FOE, "C4"))
    halftrack = Assault("us", ("us.m3.2",), at("C4"))
    assert "LHY 13.1d" in refusal(state, halftrack)
    assert not refusal(done(state, Assault("us", (SQUAD,), at("C4"))), halftrack)
    assert not refusal(state, Assault("us", (SQUAD, "us.m3.2"), at("C4"))), "or together with the squad"
    gun = activated_small(*units, unit("ge.pak40.3", "C4"))
    assert "do not assault AFVs or guns" in refusal(done(gun, Assault("us", (SQUAD,), at("C4"))), halftrack)


@proves("LHY-13.1d")
@pytest.mark.parametrize(
    ("load", "may"),
    [(unit(SQUAD, "C5"), True), (unit(SQUAD, "C5", DISRUPTED), False), (unit("us.mg.1", "C5"), False)],
)
def test_13_1d_infantry_aboard_a_halftrack_lets_it_assault(load: Unit, may: bool) -> None:
    """Reading 210."""
    units = [
        load,
        unit(LEADER, "A8"),
        unit("us.able.1.squad.2", "A8"),
        unit("us.m3.2", "C5"),
        unit(FOE, "C4"),
    ]
    state = activated_small(*units, aboard={load.id: "us.m3.2"})
    halftrack = Assault("us", ("us.m3.2",), at("C4"))
    assert ("LHY 13.1d" not in refusal(state, halftrack)) is may
    if may:
        state = done(state, halftrack)
        assert state.unit(SQUAD).at == at("C4")
        assert course(state).loads_of("us.m3.2") == (SQUAD,)


@proves("LHY-13.1d")
@pytest.mark.parametrize(("help_comes", "goes_in"), [(True, False), (False, True)])
def test_13_1d_a_halftrack_that_waits_does_not_go_in_at_a_tank_that_came_to_help(
    help_comes: bool, goes_in: bool
) -> None:
    state = activated_small(
        unit(SQUAD, "C5"), unit(LEADER, "A8"), unit("us.m3.2", "C5"), unit(FOE, "C4"), unit("ge.stug.1", "C3")
    )
    for name in (SQUAD, "us.m3.2"):
        state = UnitActed(name, ActionKind.MANEUVER, (at("C5"),)).on(state)
        state = ArrowPlaced(Arrow(name, "us", at("C4"))).on(state)
    state = done(state, CallForReaction("us"))
    if help_comes:
        state = done(state, Reinforce("ge", "ge.stug.1", at("C4")))
    while not course(state).decisions and (side := PLAY.to_act(state)):
        state = done(state, CallForReaction(side))
    state = done(state, EnterAssault("us", SQUAD))
    enter = EnterAssault("us", "us.m3.2")
    assert (enter in legal(state, EnterAssault)) is goes_in
    assert ("do not assault AFVs or guns (LHY 13.1d" in refusal(state, enter)) is not goes_in
