"""13.2.3: a Combined Force of tank and infantry assaults from two hexes away, and what the hex between holds for it."""

from collections.abc import Iterable

import pytest

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.ground.hex.board import HexBoard
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import FIELD, FOE, LEADER, SQUAD, drm
from tests.rules.last_hundred_yards.playing import (
    activated_small,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)

TANK = "us.able-tank.1.1"
FORCE = Assault("us", (TANK, SQUAD), at("C4"), by=at("C5"))


def in_c6(
    *others: Unit, ground: HexBoard = FIELD, markers: Iterable[Marker] = (), edition: str = "2019"
) -> GameState:
    """A tank and a squad in C6, two hexes south of the enemy in C4."""
    units = [unit(TANK, "C6"), unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"), *others]
    return activated_small(*units, ground=ground, markers=markers, edition=edition)


def ways(state: GameState, into: str) -> set[str]:
    """The hexes between through which the Combined Force may go in."""
    return {str(one.by) for one in legal(state, Assault) if one.units == FORCE.units and one.into == at(into)}


@proves("LHY-13.2.3-2019")
def test_13_2_3_a_combined_force_assaults_straight_through_the_hex_between() -> None:
    after = done(in_c6(), FORCE)
    assert {after.unit(one).at for one in FORCE.units} == {at("C4")}
    (assault,) = course(after).assaults
    assert {entry.came_from for entry in assault.entries} == {at("C5")}
    assert "has no Combined Force" in refusal(in_c6(edition="series-3.1"), FORCE)


@proves("LHY-13.2.3-2019")
def test_13_2_3_the_attacker_names_which_of_two_hexes_it_goes_by() -> None:
    other = in_c6(unit("ge.1kp.1.squad.2", "D5"))
    state = in_c6(unit("ge.1kp.1.squad.2", "E6"))
    assert ways(state, "E6") == {"D5", "D6"}
    assert ways(other, "C4") == {"C5"}
    unnamed = Assault("us", FORCE.units, at("E6"))
    assert "names the hex by which it goes in: D5 or D6 (LHY 13.2.3" in refusal(state, unnamed)
    alone = Assault("us", (SQUAD,), at("C4"), by=at("C5"))
    assert "only a Combined Force from two hexes names a hex on the way" in refusal(state, alone)


@proves("LHY-13.2.3-2019", "LHY-10.0a", "LHY-11.4.8c")
@pytest.mark.parametrize(
    ("target", "between", "goes"),
    # Into a town, off the road; through two hexes of forest, at 4 MP each; past woods, at 2.
    [(".", ".", True), ("u", ".", False), ("f", "f", False), (".", "w", True)],
)
def test_13_2_3_a_combined_force_pays_for_both_hexes_and_enters_none_that_is_barred(
    target: str, between: str, goes: bool
) -> None:
    rows = [". . . . . . . ."] * 3 + [f". . {target} . . . . .", f". . {between} . . . . ."]
    ground = board("\n".join(rows + [". . . . . . . ."] * 3))
    assert (ways(in_c6(ground=ground), "C4") == {"C5"}) is goes
    assert (not refusal(in_c6(ground=ground), FORCE)) is goes


@proves("LHY-13.2.3-2019", "LHY-10.0a")
def test_13_2_3_men_may_always_enter_two_hexes_in_their_activation() -> None:
    """Woods, and uphill woods, cost the men 1.5 and 2 of 3 MP, and a tank 1 and 2 of 5 if woods are that easy for it."""
    rows = [". . . . . . . ."] * 3 + [". . w1 . . . . .", ". . w . . . . ."]
    ground = board("\n".join(rows + [". . . . . . . ."] * 3))
    units = unit(TANK, "C6"), unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4")
    assert not refusal(activated_small(*units, ground=ground, house={"afv_woods_mp": 1}), FORCE)


@proves("LHY-11.4.8c", "LHY-13.2.3-2019")
def test_13_2_3_a_combined_force_does_not_pass_through_mortar_fire() -> None:
    shell = FireMarker(1, FireKind.MDRM, at("C5"), 0, primary=True, tubes=0)
    assert "no hex on the way" in refusal(FirePlaced(shell).on(in_c6()), FORCE)


@proves("LHY-11.4.8e", "LHY-13.2.3-2019")
def test_13_2_3_mortar_fire_on_the_hex_between_attacks_the_men_as_they_leave_it() -> None:
    """A squad of Cohesion 6 under MDRM 1: a 5 does nothing, a 6 disrupts it and the tank waits (reading 193)."""
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C5"), 1, tubes=0)).on(in_c6())
    assert "mortar fire on leaving" in str(PLAY.chances(state, FORCE))
    unharmed = done(state, FORCE, 4)
    assert {unharmed.unit(one).at for one in FORCE.units} == {at("C4")}
    struck = done(state, FORCE, 7)
    assert struck.unit(SQUAD).has(DISRUPTED)
    assert (struck.unit(SQUAD).at, struck.unit(TANK).at) == (at("C5"), at("C5"))
    assert course(struck).arrows == (Arrow(TANK, "us", at("C4")),)
    assert course(struck).trail[-1] == (TANK, at("C6"), False), "its front is toward the enemy"
    assert not course(struck).assaults


@proves("LHY-13.2.3-2019", "LHY-16.2b.2", "LHY-13.2.2.0c", "LHY-13.1c.1")
@pytest.mark.parametrize("force", [(TANK, SQUAD, "us.able.1.leader"), (TANK, "us.able.1.leader", SQUAD)])
def test_13_2_3_men_wait_next_to_the_enemy_if_wire_stops_their_tank(force: tuple[str, ...]) -> None:
    """A 10 shocks the tank in the wire; on a 9 it breaks the wire and all go in. The men roll nothing: the wire is gone."""
    units = [unit(one, "C6") for one in force]
    state = activated_small(*units, unit(FOE, "C4"), markers=[Marker("wire", at("C6"))], edition="2019")
    together = Assault("us", force, at("C4"), by=at("C5"))
    assert {done(state, together, 9).unit(one).at for one in force} == {at("C4")}
    after = done(state, together, 10, 1)
    assert [after.unit(one).at for one in force].count(at("C5")) == 2
    assert after.unit(TANK).at == at("C6")
    assert set(course(after).arrows) == {Arrow(one, "us", at("C4")) for one in force if one != TANK}
    assert not course(after).assaults


@proves("LHY-13.4g", "LHY-13.4c", "LHY-13.2.3-2019")
def test_13_4_a_combined_force_comes_uphill_and_over_walls_from_the_hex_between() -> None:
    plain = done(in_c6(), FORCE)
    hill = open_ground(8, 8, {"C4": "h1"})
    assert drm(done(in_c6(ground=hill), FORCE)) == drm(plain) - 1
    wall = open_ground(8, 8, walls="C4-C5")
    assert drm(done(in_c6(ground=wall), FORCE)) == drm(plain) - 1


@proves("LHY-16.1.1.1", "LHY-16.1.1.3", "LHY-16.1.1.4", "LHY-16.2a", "LHY-13.2.3-2019")
@pytest.mark.parametrize(("kind", "dice"), [("mines", (1, 1)), ("wire", ())])
def test_16_1_mines_and_wire_between_stop_the_whole_force(kind: str, dice: tuple[int, ...]) -> None:
    after = done(in_c6(markers=[Marker(kind, at("C5"))]), FORCE, *dice)
    assert {after.unit(one).at for one in FORCE.units} == {at("C5")}
    assert not course(after).assaults
    assert course(after).acted >= set(FORCE.units)
    assert [name for name, *_ in course(after).trail] == [TANK], "its front is where it drove"


@proves("LHY-17.9.2b.1", "LHY-17.9.2b.2", "LHY-13.2.3-2019")
def test_17_9_2b_hidden_enemies_between_put_the_force_back_to_assault_them() -> None:
    after = done(in_c6(unit("ge.mg.1", "C5", HIDDEN)), FORCE)
    assert after.unit("ge.mg.1").has(CONCEALED)
    assert {after.unit(one).at for one in FORCE.units} == {at("C6")}
    assert set(course(after).arrows) == {Arrow(one, "us", at("C5")) for one in FORCE.units}


@proves("LHY-17.8.2b", "LHY-13.2.3-2019")
def test_17_8_2b_hidden_dummies_between_end_the_advance_of_the_force() -> None:
    after = done(in_c6(unit("ge.dummy.1", "C5", HIDDEN)), FORCE)
    assert {after.unit(one).at for one in FORCE.units} == {at("C5")}
    assert not course(after).assaults


@proves("LHY-13.2.3-2019", "LHY-10.0a")
@pytest.mark.parametrize("night", [False, True])
def test_13_2_3_in_reaction_men_enter_two_hexes_by_day_if_mp_allow_and_one_at_night(night: bool) -> None:
    """21.1c: at night men go only as many hexes as they may always enter, whatever these cost."""
    force = [unit(TANK, "C6", IN_MOTION), unit(SQUAD, "C6"), unit(LEADER, "C6")]
    state = opened(
        FIELD, [*force, unit(FOE, "C3"), unit("ge.1kp.1.leader", "C3")], attacker="ge", night=night
    )
    state = done(state, RollInitiative("ge"), 2, 9, SelectCompany("ge", "1kp"))
    state = done(state, Activate("ge", ("1kp.1",)), Maneuver("ge", FOE, at("C4")))
    state = done(state, EndManeuver("ge"), CallForReaction("ge"))
    assert ("no hex on the way lets all of them through" in refusal(state, FORCE)) is night
    assert not night or not ways(state, "C4")
