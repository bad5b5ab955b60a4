"""16.2: wire, which units it stops and holds, and how it is breached."""

import pytest

from rules.game.units import Marker
from rules.last_hundred_yards.book.conditions import HEROIC, HIDDEN, SHOCKED
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.terrain.cover import terrain_modifier
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.order_events import TurnBegan
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    SMALL_FIELD,
    activated,
    activated_small,
    at,
    course,
    done,
    opened,
    refusal,
    unit,
)

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


@proves("LHY-16.2b.1")
@pytest.mark.parametrize(("wire", "spent"), [(False, 2), (True, 3)])
def test_16_2b_wire_costs_a_vehicle_1_mp_more_to_enter(wire: bool, spent: int) -> None:
    """1 MP to start, 1 for the open hex, 1 for the wire."""
    marks = [Marker("wire" if wire else "smoke", at("C7"))]
    state = activated(unit(TANK, "C8"), unit(FOE, "H1"), markers=marks, platoon="able-tank.1", far=())
    moving = course(done(state, Maneuver("us", TANK, at("C7")))).moving
    assert moving is not None
    assert moving.spent == spent
    told = RULESET.reach(state, state.unit(TANK)).verdict.cost
    assert told[at("C7")] == spent


@proves("LHY-16.2a.heroic")
def test_16_2a_wire_neither_stops_nor_holds_a_hero() -> None:
    wire = [Marker("wire", at("C4"))]
    going = activated_small(unit(SQUAD, "C5", HEROIC), unit(LEADER, "A8"), unit(FOE, "C1"), markers=wire)
    state = done(going, Maneuver("us", SQUAD, at("C4")))
    assert course(state).moving is not None
    assert done(state, Maneuver("us", SQUAD, at("C3"))).unit(SQUAD).at == at("C3")


@proves("LHY-16.2a", "LHY-16.2a.die", "LHY-16.2.0", "LHY-16.2a.2")
def test_16_2_wire_stops_men_and_is_breached_on_5() -> None:
    wire = [Marker("wire", at("C4"))]
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit("us.m3.2", "C5"), markers=wire)
    assert course(done(state, Maneuver("us", SQUAD, at("C4")))).moving is None
    assert "only foot units and AFVs" in refusal(state, Maneuver("us", "us.m3.2", at("C4")))
    inside = activated_small(unit(SQUAD, "C4"), unit(LEADER, "A8"), markers=wire)
    way_out = PLAY.chances(inside, Maneuver("us", SQUAD, at("C3")))
    assert "5 or less out of the wire (LHY 16.2" in str(way_out)
    assert not list(done(inside, Maneuver("us", SQUAD, at("C3")), 5).markers_at(at("C4"), "wire"))
    assert done(inside, Maneuver("us", SQUAD, at("C3")), 6).unit(SQUAD).at == at("C4")
    assert done(inside, Maneuver("us", SQUAD, at("C5"))).unit(SQUAD).at == at("C5"), "back without a die"


@proves("LHY-16.2a.die", "LHY-17.9.2b.1")
def test_16_2a_a_unit_held_by_wire_does_not_find_hidden_units_beyond() -> None:
    hidden = unit("ge.1kp.1.squad.2", "C3", HIDDEN)
    units = unit(SQUAD, "C4"), unit(LEADER, "A8"), unit(FOE, "C1"), hidden
    state = activated(*units, markers=[Marker("wire", at("C4"))])
    after = done(state, Maneuver("us", SQUAD, at("C3")), 6)
    assert after.unit(hidden.id).has(HIDDEN)
    assert not course(after).arrows


@proves("LHY-16.2a.die")
@pytest.mark.parametrize(("die", "out"), [(5, True), (6, False)])
def test_16_2a_one_die_a_turn_for_all_men_in_the_wire(die: int, out: bool) -> None:
    second, third = "us.able.1.squad.2", "us.able.1.squad.3"
    men = [unit(SQUAD, "C4"), unit(second, "C4"), unit(third, "C4"), unit(LEADER, "A8"), unit(FOE, "C3")]
    state = activated_small(*men, markers=[Marker("wire", at("C4"))])
    together = done(state, Assault("us", (SQUAD, second), at("C3")), die)
    assert {together.unit(one).at == at("C3") for one in (SQUAD, second)} == {out}
    state = done(state, Maneuver("us", SQUAD, at("D3")), die)
    state = done(state, EndManeuver("us")) if out else state
    for later in (Maneuver("us", third, at("D3")), Assault("us", (third,), at("C3"))):
        held = "the wire in C4 holds all men in it for this turn (LHY 16.2"
        assert (held in refusal(state, later)) is not out
    assert not refusal(state, Maneuver("us", third, at("C5"))), "back they go without a die"
    assert not course(TurnBegan(2).on(state)).held_in_wire


@proves("LHY-16.2a.2", "LHY-16.1.0b.1", "LHY-16.1.0b.2")
@pytest.mark.parametrize(("who", "fires"), [("ge.1kp.1.squad.1", True), ("ge.latw.1", True), ("ge.pak40.3", False)])  # fmt: skip
def test_16_2a_of_foot_units_in_wire_infantry_and_latws_fire_in_reaction(who: str, fires: bool) -> None:
    units = [unit(TANK, "C6"), unit(who, "C4"), unit("ge.1kp.1.leader", "C1")]
    state = activated_small(*units, platoon="able-tank.1", markers=[Marker("wire", at("C4"))])
    state = done(state, Maneuver("us", TANK, at("C5")), EndManeuver("us"), CallForReaction("us"))
    fire = FireSmallArms("ge", who, (at("C5"),)) if "squad" in who else FireAntiTank("ge", who, (TANK,))
    assert ("in mines or wire" not in refusal(state, fire)) is fires


@proves("LHY-16.2b.2")
@pytest.mark.parametrize(("die", "shocked"), [(9, False), (10, True)])
def test_16_2b_an_afv_breaks_the_wire_it_leaves_unless_a_10_shocks_it(die: int, shocked: bool) -> None:
    state = activated_small(unit(TANK, "C4"), platoon="able-tank.1", markers=[Marker("wire", at("C4"))])
    after = done(state, Maneuver("us", TANK, at("C3")), die)
    assert after.unit(TANK).has(SHOCKED) is shocked
    assert bool(list(after.markers_at(at("C4"), "wire"))) is shocked


@proves("LHY-16.0c")
def test_16_0_mines_and_wire_give_no_tem() -> None:
    obstacles = [Marker("mines", at("C4")), Marker("wire", at("D4"))]
    position = PLAY.position(opened(SMALL_FIELD, [unit(SQUAD, "C4"), unit(FOE, "C1")], markers=obstacles))
    for label in ("C4", "D4"):
        for mortar in (False, True):
            assert terrain_modifier(position, at(label), "us", mortar=mortar, from_hex=at("C1")).value == 0
