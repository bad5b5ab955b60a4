"""10.4.6.1c: whom a jeep takes, and what becomes of one under fire."""

from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.game.citation import Provenance
from rules.last_hundred_yards.assault_actions import Assault
from rules.last_hundred_yards.course import FireKind, FireMarker, Phase
from rules.last_hundred_yards.fire_actions import FireAntiTank, FireSmallArms, ResolveFire
from rules.last_hundred_yards.maneuver_actions import EndManeuver, Load, Maneuver, Unload
from rules.last_hundred_yards.marker_events import FirePlaced
from rules.last_hundred_yards.order_events import PhaseBegan
from rules.last_hundred_yards.play import PLAY
from rules.last_hundred_yards.roster import ROSTER
from rules.last_hundred_yards.turn_actions import CallForReaction
from rules.last_hundred_yards.unit_events import Mounted
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, done, legal, refusal, unit

JEEP = "us.jeep.1"
SQUAD, SECTION, LEADER = "us.able.1.squad.1", "us.able.1.section.a", "us.able.1.leader"
MG, LATW, GUN = "us.mg.1", "us.latw.1", "us.gun57.1"


@proves("LHY-10.4.6.1c")
@pytest.mark.parametrize(
    ("aboard", "mounts", "has_room"),
    [
        ((), SECTION, True),
        ((), MG, True),
        ((), SQUAD, False),
        ((SECTION,), MG, False),
        ((SECTION,), LEADER, True),
        ((MG,), LATW, True),
        ((SECTION, LEADER), LATW, False),
        ((LATW,), LEADER, False),
        ((LEADER,), SECTION, True),
    ],
)
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_10_4_6_1c_a_jeep_takes_one_step_and_a_leader_or_a_latw(
    aboard: tuple[str, ...], mounts: str, has_room: bool, edition: str
) -> None:
    there = [unit(name, "C9") for name in (JEEP, SQUAD, SECTION, LEADER, MG, LATW)]
    state = activated(*there, edition=edition)
    for load in aboard:
        state = Mounted(load, JEEP).on(state)
    wanted = Load("us", mounts, JEEP)
    assert refusal(state, wanted) == (
        "" if has_room else f"{JEEP} has no room (LHY 10.4.6.1, from Series Rules v2.1)"
    )
    assert (wanted in legal(state, Load)) is has_room


@proves("LHY-10.4.6.1c")
def test_10_4_6_a_leader_and_his_section_drive_off_in_a_jeep_of_either_side() -> None:
    units = [unit(SECTION, "C9"), unit(LEADER, "C9"), unit(JEEP, "C9"), unit(SQUAD, "A9")]
    state = done(done(activated(*units), Load("us", LEADER, JEEP)), Load("us", SECTION, JEEP))
    state = done(state, Maneuver("us", JEEP, at("C8")))
    assert {state.unit(name).at for name in (JEEP, LEADER, SECTION)} == {at("C8")}
    state = done(state, EndManeuver("us"))
    assert "nobody mounts and dismounts in one turn" in refusal(state, Unload("us", LEADER))
    german = [unit("ge.1kp.1.leader", "C3"), unit("ge.1kp.1.squad.1", "C3"), unit("ge.jeep.1", "C3")]
    state = done(activated(*german, unit(SQUAD, "A9"), unit(LEADER, "A9")), CallForReaction("us"))
    assert legal(state, Load) == [Load("ge", "ge.1kp.1.leader", "ge.jeep.1")]


@proves("LHY-10.1.1b.1")
def test_10_1_a_jeep_has_the_allowance_of_wheels() -> None:
    # 6 MP, one of them to go into motion; with the fifth hex they are spent.
    state = activated(unit(JEEP, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"))
    for row in (8, 7, 6, 5, 4):
        state = done(state, Maneuver("us", JEEP, at(f"C{row}")))
    assert "has had its action" in refusal(state, Maneuver("us", JEEP, at("C3")))


@proves("LHY-13.1e")
def test_13_1_a_jeep_has_no_weapon_and_does_not_assault() -> None:
    units = [unit(JEEP, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("ge.1kp.1.squad.1", "C8")]
    state = activated(*units)
    assert "does not assault" in refusal(state, Assault("us", (JEEP,), at("C8")))
    assert {action.unit for action in legal(state, FireSmallArms)} == {SQUAD}


@proves("LHY-1.2")
@pytest.mark.parametrize(("house", "destroyed"), [({}, Fraction(8, 10)), ({"jeep_av": 6}, Fraction(7, 10))])
def test_1_2_the_av_of_a_jeep_is_a_house_value(house: dict[str, int], destroyed: Fraction) -> None:
    """The gun's ATV is 3: every die that counts, 3 to 10, is above an AV of 3 with it; above one of 6 go 4 to 10."""
    units = [unit(GUN, "C9"), unit(SQUAD, "C9"), unit(LEADER, "C9"), unit("ge.jeep.1", "C7")]
    state = activated(*units, house=house)
    found = PLAY.chances(state, FireAntiTank("us", GUN, ("ge.jeep.1",)))
    assert found.odds is not None
    assert found.odds.of("ge.jeep.1 destroyed") == destroyed
    assert f"against AV {house.get('jeep_av', 3)}" in "; ".join(map(str, found.reasons))


def test_the_figures_of_jeeps_are_checked_and_said_to_be_ours() -> None:
    assert {ROSTER[name].provenance for name in (JEEP, "ge.jeep.3", "us.truck.1")} == {Provenance.HOUSE}
    assert ROSTER["ge.jeep.1"].name == "Kübelwagen #1"
    with pytest.raises(BadInput, match=r"house\.jeep_av"):
        activated(unit(LEADER, "C9"), house={"jeep_av": 13})


def test_12_fire_resolved_takes_the_av_of_the_house_too() -> None:
    hit = FireMarker(1, FireKind.ATDRM, at("C7"), 3, target="ge.jeep.1")
    for av, gone in ((3, True), (9, False)):
        state = activated(unit("ge.jeep.1", "C7"), unit(LEADER, "C9"), house={"jeep_av": av})
        state = PhaseBegan(Phase.FIRE).on(FirePlaced(hit).on(state))
        assert (done(state, ResolveFire("us", at("C7")), 5).unit("ge.jeep.1").at is None) is gone
