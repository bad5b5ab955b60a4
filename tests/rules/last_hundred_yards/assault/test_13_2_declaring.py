"""13.2: assaults from the next hex and from afar, feints."""

import pytest

from rules.last_hundred_yards.book.conditions import CONCEALED, HIDDEN, IN_MOTION, STOPPED
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault, Feint
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.fire_events import FirePlaced
from rules.last_hundred_yards.state.markers import Arrow, AssaultHex, Entry, FireKind, FireMarker
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import FAR, in_assault
from tests.rules.last_hundred_yards.playing import (
    activated,
    activated_small,
    at,
    course,
    done,
    legal,
    opened,
    refusal,
    unit,
)

SQUAD, SECOND, LEADER, TANK, FOE, SECOND_FOE = (
    "us.able.1.squad.1",
    "us.able.1.squad.2",
    "us.able.1.leader",
    "us.able-tank.1.1",
    "ge.1kp.1.squad.1",
    "ge.1kp.1.squad.2",
)


@proves("LHY-10.4.1a.1", "LHY-13.2.1.1", "LHY-17.8.2b")
@pytest.mark.parametrize("holds", ["ge.dummy.1", FOE])
def test_13_2_1_a_tank_that_assaults_is_in_motion(holds: str) -> None:
    state = activated(unit(TANK, "C5"), unit(holds, "C4", CONCEALED), platoon="able-tank.1")
    after = done(state, Assault("us", (TANK,), at("C4")))
    assert after.unit(TANK).at == at("C4")
    assert {word for word in (IN_MOTION, STOPPED) if after.unit(TANK).has(word)} == {IN_MOTION}


@proves("LHY-13.2.1.1", "LHY-13.2.3-2019", "LHY-13.2.2.0c")
def test_13_2_which_units_may_not_assault_together() -> None:
    units = [unit(SQUAD, "C5"), unit(SECOND, "D5"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated_small(*units)
    assert not refusal(state, Assault("us", (SQUAD,), at("C4")))
    assert "us has no unit" in refusal(state, Assault("us", (FOE,), at("C4")))
    for named in ((SQUAD, SECOND), (SQUAD, SQUAD), ()):
        assert "units of one hex assault together" in refusal(state, Assault("us", named, at("C4")))
    far = activated_small(unit(SQUAD, "C7"), unit(TANK, "C7"), unit(LEADER, "A8"), unit(FOE, "C4"))
    assert "starts within 2 hexes (LHY 13.2.3" in refusal(far, Assault("us", (TANK, SQUAD), at("C4")))
    near = activated_small(unit(SQUAD, "C6"), unit(TANK, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    assert not refusal(near, Assault("us", (TANK, SQUAD), at("C4"), by=at("C5")))


@proves("LHY-4.3.1.0.1", "LHY-13.2.1.1")
def test_13_2_1_hidden_units_of_an_assaulted_hex_are_placed_concealed() -> None:
    units = [
        unit(SQUAD, "C5", CONCEALED),
        unit(LEADER, "A8"),
        unit(FOE, "C4"),
        unit(SECOND_FOE, "C4", HIDDEN),
    ]
    after = done(activated_small(*units), Assault("us", (SQUAD,), at("C4")))
    assert (after.unit(SECOND_FOE).has(HIDDEN), after.unit(SECOND_FOE).has(CONCEALED)) == (False, True)
    assert not after.unit(SQUAD).has(CONCEALED)
    assert not after.unit(FOE).has(CONCEALED)


@proves("LHY-13.1.0", "LHY-13.2.1.1", "LHY-4.3.1.0.1")
def test_13_2_1_from_next_to_the_hex_the_units_go_in_at_once() -> None:
    state = done(
        activated_small(unit(SQUAD, "C5", CONCEALED), unit(LEADER, "A8"), unit(FOE, "C4")),
        Assault("us", (SQUAD,), at("C4")),
    )
    assert state.unit(SQUAD).at == at("C4")
    assert not state.unit(SQUAD).has(CONCEALED)
    assert not state.unit(SQUAD).has(IN_MOTION), "men are not"
    assert course(state).assaults == (AssaultHex(at("C4"), "us", (Entry(SQUAD, at("C5"), 1),)),)


@proves("LHY-13.2.2.0c", "LHY-13.2.2.0b", "LHY-6.0.II.3b.1", "LHY-6.0.II.3b.2")
def test_13_2_2_units_not_adjacent_wait_under_an_arrow_and_go_in_at_marker_adjustment() -> None:
    state = activated_small(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    assert [(arrow.unit, arrow.into) for arrow in course(state).arrows] == [(SQUAD, at("C4"))]
    assert state.unit(SQUAD).at == at("C5")
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert {type(action) for action in PLAY.legal_actions(state)} == {EnterAssault, Feint}
    state = done(state, EnterAssault("us", SQUAD))
    assert state.unit(SQUAD).at == at("C4")
    assert not course(state).arrows
    assert course(state).assault_at(at("C4")) is not None


@proves("LHY-13.2.2.0b", "LHY-4.3.1.1b", "LHY-4.3.1.0.1")
@pytest.mark.parametrize(("foe", "concealed"), [("C1", False), ("H1", True), ("C4", False)])
def test_13_2_2_a_unit_that_enters_an_assault_hex_left_empty_loses_concealment_as_in_any_move(
    foe: str, concealed: bool
) -> None:
    """Men in woods are seen from three hexes away over clear ground, C1 to C4; in an enemy's hex always."""
    ground = open_ground(8, 8, {"C4": "w", "C5": "w"})
    units = unit(SQUAD, "C5", CONCEALED), unit(LEADER, "A8"), unit(FOE, foe)
    state = ArrowPlaced(Arrow(SQUAD, "us", at("C4"))).on(activated_small(*units, ground=ground, far=()))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    after = done(state, EnterAssault("us", SQUAD))
    assert after.unit(SQUAD).at == at("C4")
    assert bool(course(after).assaults) is (foe == "C4")
    assert after.unit(SQUAD).has(CONCEALED) is concealed


@proves("LHY-13.2.2.0a")
def test_13_2_2_an_assault_starts_within_two_hexes() -> None:
    state = activated_small(unit(SQUAD, "C7"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C6")), Maneuver("us", SQUAD, at("C5")))
    assert not legal(state, Assault)


@proves("LHY-13.2.2.1", "LHY-13.2.2.1b")
@pytest.mark.parametrize(("die", "stays"), [(6, True), (7, False)])
def test_13_2_2_1_a_feint_stays_on_a_die_of_cohesion_or_less_else_withdraws(die: int, stays: bool) -> None:
    state = activated_small(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    after = done(state, Feint("us", SQUAD, stay=True), die)
    assert not course(after).arrows
    assert after.unit(SQUAD).at == at("C5")
    assert bool(legal(after, Withdraw)) is not stays


@proves("LHY-13.2.2.reinforce.later", "LHY-13.2.4")
@pytest.mark.parametrize(("edition", "may"), [("series-3.1", True), ("2019", False)])
def test_13_2_2_in_the_later_edition_reinforcements_come_from_two_hexes_and_wait_under_an_arrow(
    edition: str, may: bool
) -> None:
    helper = "ge.1kp.1.squad.2"
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(helper, "C2")]
    state = done(activated_small(*units, edition=edition), Assault("us", (SQUAD,), at("C4")))
    state = done(state, CallForReaction("us"), Maneuver("ge", helper, at("C3")))
    comes = Assault("ge", (helper,), at("C4"))
    assert (refusal(state, comes) == "") is may
    if not may:
        return
    state = done(state, comes, CallForReaction("ge"))
    for side in ("us", "ge"):
        state = done(state, CallForReaction(side))
    after = done(state, EnterAssault("ge", helper))
    assert after.unit(helper).at == at("C4")
    assert [one.side for one in course(after).assaults] == ["us"]


@proves("LHY-13.2.2.1d-2019", "LHY-11.4.5.6")
def test_13_2_2_1d_a_unit_that_cannot_enter_an_impact_hex_stays_where_it_is() -> None:
    state = activated_small(unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert "primary impact" in refusal(state, EnterAssault("us", SQUAD))


@proves("LHY-13.2.2.1c")
def test_13_2_2_1c_a_feinting_tank_stays_or_reverses() -> None:
    tank = "us.able-tank.1.1"
    wood = open_ground(8, 8, {"C6": "w"})
    state = opened(wood, [unit(tank, "D6", IN_MOTION), unit(FOE, "C4"), *FAR])
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able-tank"), Activate("us", ("able-tank.1",)))
    for label in ("D5", "C5"):
        state = done(state, Maneuver("us", tank, at(label)))
    state = done(state, Assault("us", (tank,), at("C4")))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert done(state, Feint("us", tank, stay=True)).unit(tank).at == at("C5")
    backed = done(state, Feint("us", tank, to=at("D7")))
    assert backed.unit(tank).at == at("D7")
    assert course(backed).trail[-1] == (tank, at("D6"), True), "in reverse, around the woods of C6"
    reached = {str(feint.to) for feint in legal(state, Feint) if feint.to}
    assert {"C6", "C7", "C8", "D8"} & reached == {"C6", "C7"}, "3 MP, which the woods cost a tank all of"
    for wrong in (Feint("us", tank), Feint("us", tank, to=at("C8")), Feint("us", tank, to=at("C4"))):
        assert "stays, or reverses up to 3 MP" in refusal(state, wrong)
    assert "only a vehicle that leaves names" in refusal(state, Feint("us", tank, stay=True, to=at("D7")))


@proves("LHY-13.2.4", "LHY-13.5.0b")
def test_13_2_4_assaults_on_one_hex_are_resolved_as_one_in_any_order() -> None:
    units = [unit(SQUAD, "C4"), unit("us.able.1.squad.2", "C4"), unit(FOE, "C4")]
    other = [unit("us.able.2.squad.1", "F4"), unit("ge.mg.1", "F4")]
    state = in_assault(*units, *other)
    state = AssaultEntered("us.able.2.squad.1", "us", at("F4"), at("F5")).on(state)
    assert {action.at for action in legal(state, ResolveAssault)} == {at("C4"), at("F4")}


@proves("LHY-13.2.2.1d")
def test_13_2_2_1d_units_waiting_to_assault_an_impact_hex_must_feint() -> None:
    units = [unit(SQUAD, "C6"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated_small(*units, edition="series-3.1")
    state = done(state, Maneuver("us", SQUAD, at("C5")), Assault("us", (SQUAD,), at("C4")))
    state = FirePlaced(FireMarker(1, FireKind.MDRM, at("C4"), 0, primary=True, tubes=0)).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert {type(action) for action in PLAY.legal_actions(state)} == {Feint}
