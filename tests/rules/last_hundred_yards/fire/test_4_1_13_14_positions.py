"""4.1.13 and 4.1.14: improved and fortified positions under fire and firing."""

from dataclasses import replace

import pytest

from rules.game.units import Marker, Unit
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.modifiers import suppression
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.events.unit_events import LEAVES, UnitGone, UnitMoved, UnitPlaced
from rules.last_hundred_yards.state.markers import FireKind, FireMarker
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
    refusal,
    unit,
)

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


@proves("LHY-11.3.3b", "LHY-11.5.4b")
@pytest.mark.parametrize(("edition", "value"), [("2019", 0), ("series-3.1", -1)])
def test_11_3_3b_a_fortified_position_is_suppressed_in_the_later_edition_only(
    edition: str, value: int
) -> None:
    fires = [FireMarker(1, FireKind.ATDRM, at("C4"), 0, against="ge", target="ge.fp.1")]
    units = [unit("ge.fp.1", "C4"), unit(SQUAD, "C8"), unit(LEADER, "A10")]
    state = activated(*units, fires=fires, edition=edition, far=())
    position = PLAY.position(state)
    assert -suppression(position, position.unit("ge.fp.1"), armour_only=True) == value


@proves("LHY-4.1.14b", "LHY-11.5.4b")
@pytest.mark.parametrize(("edition", "value"), [("2019", 4), ("series-3.1", 3)])
def test_4_1_14b_nothing_suppresses_a_fortified_position_in_2019(edition: str, value: int) -> None:
    """ATV 5 with -1 for 10 of 24 hexes; an anti-tank marker on the position costs 1 more by the later rules."""
    long = open_ground(4, 14)
    units = [Unit("ge.fp.1", "ge.fp.1", "ge", at("C3"), facing_deg=180.0), unit("us.able-tank.1.1", "C13")]
    leaders = (unit("ge.1kp.1.leader", "A1"), unit("us.able-tank.1.2", "A14"))
    state = activated(*units, platoon="able-tank.1", ground=long, far=leaders, edition=edition)
    state = done(state, FireAntiTank("us", "us.able-tank.1.1", ("ge.fp.1",)))
    state = done(state, FireAntiTank("us", "us.able-tank.1.2", ("ge.fp.1",)), CallForReaction("us"))
    after = done(state, FireAntiTank("ge", "ge.fp.1", ("us.able-tank.1.1",)))
    assert course(after).fires[-1].value == value


@proves("LHY-4.1.14a")
@pytest.mark.parametrize(("tank_at", "refused"), [("C8", False), ("C2", True), ("G5", False)])
def test_4_1_14a_a_fortified_position_is_fired_at_through_its_front_only(tank_at: str, refused: bool) -> None:
    # It faces south in C5: C2 is behind it.
    fort = Unit("ge.fp.1", "ge.fp.1", "ge", at("C5"), facing_deg=180.0)
    state = activated(unit("us.able-tank.1.1", tank_at), fort, platoon="able-tank.1")
    why = refusal(state, FireAntiTank("us", "us.able-tank.1.1", ("ge.fp.1",)))
    assert ("LHY 4.1.14a" in why) is refused


@proves("LHY-4.1.13.1", "LHY-11.3.3p")
def test_4_1_13_an_improved_position_is_worth_2() -> None:
    dug_in = (Marker("improved_position", at("C10")),)
    state = activated_wide(unit(SQUAD, "C11"), unit(LEADER, "A12"), unit(FOE, "C10"), markers=dug_in)
    assert marker(state, FireSmallArms("us", SQUAD, (at("C10"),))) == -1


@proves("LHY-11.0a")
def test_11_0a_a_fortified_position_makes_each_kind_of_fire_once_a_turn_together_or_apart() -> None:
    units = [unit("ge.fp.1", "C4"), unit("ge.1kp.1.squad.1", "C4"), unit("ge.1kp.1.leader", "C4")]
    foes = [unit(SQUAD, "C6"), unit(TANK, "C7"), unit(LEADER, "L12")]
    state = done(opened(WIDE_FIELD, [*units, *foes], attacker="ge"), RollInitiative("ge"), 2, 9)
    state = done(state, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    small, heavy = FireSmallArms("ge", "ge.fp.1", (at("C6"),)), FireAntiTank("ge", "ge.fp.1", (TANK,))
    for first, second in ((small, heavy), (heavy, small)):
        once = done(state, first)
        assert "LHY 11.0a" in refusal(once, first)
        assert second in legal(once, type(second))
        assert "has already acted" in refusal(done(once, second), first)
    # Apart: one kind in its activation, the other in reaction, at a tank that it saw move.
    apart = done(state, small, CallForReaction("ge"))
    apart = done(apart, Maneuver("us", TANK, at("C8")), EndManeuver("us"), CallForReaction("us"))
    assert heavy in legal(apart, FireAntiTank)
    # A squad does not: one kind, and that is its action.
    assert "has already acted" in refusal(
        done(state, FireSmallArms("ge", "ge.1kp.1.squad.1", (at("C6"),))),
        Maneuver("ge", "ge.1kp.1.squad.1", at("C5")),
    )


@proves("LHY-4.1.14a", "LHY-4.1.14.4", "LHY-4.1.14.6", "LHY-4.1.14b")
def test_4_1_14_an_fp_fires_to_its_front_gives_cover_and_is_never_suppressed() -> None:
    fp = replace(unit("ge.fp.1", "F6"), facing_deg=180.0)
    units = [fp, unit(FOE, "F6"), unit("ge.1kp.1.leader", "F6"), unit(SQUAD, "F8"), unit("us.mg.1", "F4")]
    state = opened(WIDE_FIELD, [*units, unit(LEADER, "A12")], attacker="ge")
    state = FirePlaced(FireMarker(1, FireKind.SADRM, at("F6"), 0, against="ge")).on(state)
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    assert marker(state, FireSmallArms("ge", "ge.fp.1", (at("F8"),))) == 1
    assert "not in front" in refusal(state, FireSmallArms("ge", "ge.fp.1", (at("F4"),)))


@proves("LHY-4.1.14.7")
def test_4_1_14_7_small_arms_may_fire_into_an_assault_hex_that_holds_only_a_friendly_fp() -> None:
    units = [
        unit("ge.fp.1", "F6"),
        unit(SQUAD, "F6"),
        unit(FOE, "F4"),
        unit("ge.1kp.1.leader", "F4"),
        unit(LEADER, "A12"),
    ]
    state = AssaultEntered(SQUAD, "us", at("F6"), at("F7")).on(opened(WIDE_FIELD, units, attacker="ge"))
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    assert not refusal(state, FireSmallArms("ge", FOE, (at("F6"),)))
    with_men = UnitMoved("ge.1kp.1.leader", at("F4"), at("F6")).on(state)
    assert "friendly foot units" in refusal(with_men, FireSmallArms("ge", FOE, (at("F6"),)))


@proves("LHY-4.1.13.3", "LHY-4.1.13.2", "LHY-4.0b.1")
def test_4_1_13_a_captured_position_serves_the_side_that_holds_it() -> None:
    dug_in = (Marker("improved_position", at("C10")),)
    for holder, firer in ((FOE, SQUAD), (SQUAD, FOE)):
        side, company, platoon = (firer[:2], "able", "able.1") if firer == SQUAD else ("ge", "1kp", "1kp.1")
        units = [unit(holder, "C10"), unit(firer, "C11"), unit(LEADER, "A12"), unit("ge.1kp.1.leader", "A1")]
        state = opened(WIDE_FIELD, units, markers=dug_in, attacker=side)
        state = done(state, RollInitiative(side), *((9, 2) if side == "us" else (2, 9)))
        state = done(state, SelectCompany(side, company), Activate(side, (platoon,)))
        assert marker(state, FireSmallArms(side, firer, (at("C10"),))) == -1


@proves("LHY-4.1.14.5")
def test_4_1_14_5_a_fortified_position_never_turns() -> None:
    fp = replace(unit("ge.fp.1", "F6"), facing_deg=180.0)
    units = [
        fp,
        unit(FOE, "F6"),
        unit("ge.1kp.1.leader", "F6"),
        unit(SQUAD, "F8"),
        unit("us.mg.1", "F4"),
        unit(LEADER, "A10"),
    ]
    state = opened(WIDE_FIELD, units, attacker="ge")
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    assert {type(action) for action in legal(state, object) if getattr(action, "unit", "") == "ge.fp.1"} == {
        FireSmallArms
    }
    after = done(state, FireSmallArms("ge", "ge.fp.1", (at("F8"),)))
    assert after.unit("ge.fp.1").facing_deg == 180.0


@proves("LHY-11.0a")
def test_11_0a_a_fortified_position_does_not_fire_the_same_way_again_once_its_marker_has_left_with_its_target() -> (
    None
):
    units = [unit("ge.fp.1", "C4"), unit("ge.1kp.1.squad.1", "C4"), unit("ge.1kp.1.leader", "C4")]
    foes = [unit(SQUAD, "C6"), unit(TANK, "C7"), unit(LEADER, "L12")]
    state = done(opened(WIDE_FIELD, [*units, *foes], attacker="ge"), RollInitiative("ge"), 2, 9)
    state = done(state, SelectCompany("ge", "1kp"), Activate("ge", ("1kp.1",)))
    heavy = FireAntiTank("ge", "ge.fp.1", (TANK,))
    state = UnitGone(TANK, LEAVES).on(done(state, heavy))
    assert not course(state).fires
    state = UnitPlaced(TANK, TANK, "us", at("C7")).on(state)
    assert "LHY 11.0a" in refusal(state, heavy)
    assert not refusal(state, FireSmallArms("ge", "ge.fp.1", (at("C6"),))), "the other way it may"
