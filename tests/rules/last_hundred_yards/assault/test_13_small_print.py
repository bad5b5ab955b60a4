"""Chapter 13: small print of assaults: who is refused, what the hidden and the heroic become, who suffers nothing."""

import pytest

from rules.last_hundred_yards.book.conditions import CONCEALED, HEROIC, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.vehicles.bypass import Bypass
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.value import participants
from rules.last_hundred_yards.questions.fire.suppression import suppression
from rules.last_hundred_yards.state.events.marker_events import AssaultEntered, FirePlaced
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.position import Position
from rules.last_hundred_yards.state.progress import FireKind, FireMarker, Phase
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import FOE, LEADER, SQUAD, activated, in_assault
from tests.rules.last_hundred_yards.playing import at, course, done, legal, refusal, unit

SECOND, TANK, OTHER = "us.able.1.squad.2", "us.able-tank.1.1", "ge.1kp.1.squad.2"


@proves("LHY-13.2.1.1", "LHY-13.2.3-2019", "LHY-13.2.2.0c")
def test_13_2_who_is_refused_an_assault_together() -> None:
    units = [unit(SQUAD, "C5"), unit(SECOND, "D5"), unit(LEADER, "A8"), unit(FOE, "C4")]
    state = activated(*units)
    assert not refusal(state, Assault("us", (SQUAD,), at("C4")))
    assert "us has no unit" in refusal(state, Assault("us", (FOE,), at("C4")))
    for named in ((SQUAD, SECOND), (SQUAD, SQUAD), ()):
        assert "units of one hex assault together" in refusal(state, Assault("us", named, at("C4")))
    far = activated(unit(SQUAD, "C7"), unit(TANK, "C7"), unit(LEADER, "A8"), unit(FOE, "C4"))
    assert "starts within 2 hexes (LHY 13.2.3" in refusal(far, Assault("us", (TANK, SQUAD), at("C4")))
    near = activated(unit(SQUAD, "C6"), unit(TANK, "C6"), unit(LEADER, "A8"), unit(FOE, "C4"))
    assert not refusal(near, Assault("us", (TANK, SQUAD), at("C4"), by=at("C5")))


@proves("LHY-13.1.0", "LHY-T-VMM")
def test_13_1_no_assault_after_a_bypass() -> None:
    units = [unit(TANK, "C6", IN_MOTION), unit("ge.1kp.1.leader", "C5"), unit(FOE, "C3")]
    state = activated(*units, platoon="able-tank.1", edition="series-3.1")
    state = done(done(state, Bypass("us", TANK, at("C5"))), Maneuver("us", TANK, at("C4")))
    why = refusal(state, Assault("us", (TANK,), at("C3")))
    assert "no assault and bypass in the same maneuver (LHY 10.4.5" in why


@proves("LHY-13.3.3")
def test_13_3_3_a_side_reinforces_with_its_own_alone() -> None:
    units = [unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "C3")]
    state = done(done(activated(*units), Assault("us", (SQUAD,), at("C4"))), CallForReaction("us"))
    assert not refusal(state, Reinforce("ge", OTHER, at("C4")))
    assert "ge has no unit" in refusal(state, Reinforce("ge", SECOND, at("C4")))


@proves("LHY-4.3.1.0.1", "LHY-13.2.1.1")
def test_13_2_1_the_hidden_of_an_assaulted_hex_come_to_light_concealed() -> None:
    units = [unit(SQUAD, "C5", CONCEALED), unit(LEADER, "A8"), unit(FOE, "C4"), unit(OTHER, "C4", HIDDEN)]
    after = done(activated(*units), Assault("us", (SQUAD,), at("C4")))
    assert (after.unit(OTHER).has(HIDDEN), after.unit(OTHER).has(CONCEALED)) == (False, True)
    assert not after.unit(SQUAD).has(CONCEALED)
    assert not after.unit(FOE).has(CONCEALED)


@proves("LHY-13.5.3", "LHY-14.6.4b")
def test_13_5_heroes_of_both_sides_are_heroes_no_longer_once_the_die_is_thrown() -> None:
    state = in_assault(unit(SQUAD, "C4", HEROIC), unit(FOE, "C4", HEROIC))
    after = done(state, ResolveAssault("us", at("C4")), 4)
    assert not after.unit(SQUAD).has(HEROIC)
    assert not after.unit(FOE).has(HEROIC)


@proves("LHY-5.0.IV", "LHY-13.5.0b")
def test_13_5_only_an_assault_is_resolved_and_once() -> None:
    state = in_assault(unit(SQUAD, "C4"), unit(FOE, "C4"))
    assert not refusal(state, ResolveAssault("us", at("C4")))
    assert "there is no assault to resolve in C5" in refusal(state, ResolveAssault("us", at("C5")))


@proves("LHY-5.0.IV", "LHY-13.5.0b")
@pytest.mark.parametrize(("first", "second"), [("C4", "F4"), ("F4", "C4")])
def test_13_5_0_the_active_player_takes_one_assault_after_the_other_and_then_time_passes(
    first: str, second: str
) -> None:
    """LATWs alone against a squad are lost without a die."""
    men = [unit(SQUAD, "C4"), unit(SECOND, "F4"), unit("ge.latw.1", "C4"), unit("ge.latw.2", "F4")]
    state = in_assault(*men, came={SQUAD: "C5"})
    state = AssaultEntered(SECOND, "us", at("F4"), at("F5")).on(state)
    assert {str(action.at) for action in legal(state, ResolveAssault)} == {"C4", "F4"}
    state = done(state, ResolveAssault("us", at(first)))
    assert course(state).phase is Phase.ASSAULT
    assert [str(action.at) for action in legal(state, ResolveAssault)] == [second]
    assert course(done(state, ResolveAssault("us", at(second)))).phase is Phase.TIME


@proves("LHY-13.5.0a", "LHY-13.5.0c")
def test_13_5_0_neither_dummies_nor_those_aboard_take_part() -> None:
    state = in_assault(
        unit(SQUAD, "C4"),
        unit(FOE, "C4"),
        unit("ge.dummy.1", "C4"),
        unit(OTHER, "C4"),
        unit("ge.spw251.1", "C4"),
    )
    state = Mounted(OTHER, "ge.spw251.1").on(state)
    taking_part = participants(Position(state, PLAY._ground_of(state)), at("C4"), "ge")
    assert {one.id for one in taking_part} == {FOE, "ge.spw251.1"}


@proves("LHY-11.3.3b", "LHY-11.4.8d")
@pytest.mark.parametrize(
    ("who", "kind", "target", "primary", "markers", "worth"),
    [
        (SQUAD, FireKind.SADRM, "", False, 1, 1),
        (SQUAD, FireKind.SADRM, "", False, 2, 1),
        (SQUAD, FireKind.SADRM, "", False, 3, 2),
        (SQUAD, FireKind.MDRM, "", False, 1, 1),
        (SQUAD, FireKind.MDRM, "", True, 1, 0),
        (TANK, FireKind.SADRM, "", False, 2, 0),
        (TANK, FireKind.MDRM, "", False, 2, 0),
        (TANK, FireKind.ATDRM, TANK, False, 1, 1),
        (TANK, FireKind.ATDRM, "us.able-tank.1.2", False, 1, 0),
        ("us.gun57.1", FireKind.ATDRM, "us.gun57.1", False, 1, 1),
        ("us.gun57.1", FireKind.SADRM, "", False, 1, 1),
        ("us.m3.2", FireKind.MDRM, "", False, 1, 1),
        ("us.m3.2", FireKind.ATDRM, "us.m3.2", False, 3, 2),
    ],
)
def test_11_3_3b_which_markers_suppress_whom(
    who: str, kind: FireKind, target: str, primary: bool, markers: int, worth: int
) -> None:
    state = activated(unit(who, "C5"), unit(LEADER, "A8"), unit(FOE, "C1"), unit("us.able-tank.1.2", "C5"))
    for number in range(1, markers + 1):
        fire = FireMarker(number, kind, at("C5"), 0, against="us", target=target, primary=primary, tubes=0)
        state = FirePlaced(fire).on(state)
    assert suppression(Position(state, PLAY._ground_of(state)), state.unit(who)) == worth


@proves("LHY-11.3.3b")
def test_11_3_3b_markers_on_the_other_side_suppress_nobody() -> None:
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A8"), unit(FOE, "C5"))
    state = FirePlaced(FireMarker(1, FireKind.SADRM, at("C5"), 0, against="ge", tubes=0)).on(state)
    position = Position(state, PLAY._ground_of(state))
    assert (suppression(position, state.unit(SQUAD)), suppression(position, state.unit(FOE))) == (0, 1)
    assert course(state).fires
