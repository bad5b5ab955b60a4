"""Small print of fire that is seldom met: who must react when, who asks for mortars, fires at hexes with more than one target."""

import pytest

from rules.last_hundred_yards.book.conditions import DISRUPTED, IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.enfilade import Enfilade
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.vehicles.overrun import Overrun
from rules.last_hundred_yards.questions.activation.duties import duty_to_act
from rules.last_hundred_yards.questions.fire.fronts import _between, are_beside
from rules.last_hundred_yards.state.events.marker_events import FirePlaced
from rules.last_hundred_yards.state.progress import FireKind, FireMarker
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, done, refusal, seen, unit

SQUAD, LEADER, TANK, SECOND = (
    "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "us.able-tank.1.2",
)  # fmt: skip
FOE, STUG, GUN = "ge.1kp.1.squad.1", "ge.stug.1", "ge.pak40.3"
MORTAR = [{"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}]


@proves("LHY-9.1.2.0", "LHY-9.1.2a", "LHY-9.1.2b")
@pytest.mark.parametrize(
    ("calls", "who", "must"),
    [
        ("us", STUG, True),  # the first call, to those who have not the initiative
        ("us", FOE, True),
        ("us", SECOND, False),  # one held back in the activation
        ("us ge", SECOND, False),
        ("us ge us", STUG, False),  # no longer the first
        ("us ge us", FOE, False),
    ],
)
def test_9_1_2_only_the_first_call_puts_duties_and_on_the_inactive_side_alone(
    calls: str, who: str, must: bool
) -> None:
    state = activated(
        unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(SECOND, "A9"), unit(STUG, "C4"), unit(FOE, "C4"), far=()
    )
    for side in calls.split():
        state = done(state, CallForReaction(side))
    hurt = unit(who, str(state.unit(who).at), DISRUPTED if who == FOE else SHOCKED)
    state = state.with_unit(hurt)
    assert (duty_to_act(seen(state, who[:2]), state.unit(who)) is not None) is must


@proves("LHY-11.4.4.1", "LHY-T-UCT.2")
@pytest.mark.parametrize(
    ("who", "may"),
    [
        (LEADER, True), (SQUAD, True), ("us.able.1.section.a", True), ("us.mg.1", True), ("us.gun57.1", True),
        ("us.latw.1", False), ("us.m3.2", False), ("us.truck.1", False),
    ],
)  # fmt: skip
def test_11_4_4_1_leaders_and_combat_units_on_foot_ask_for_mortar_fire(who: str, may: bool) -> None:
    units = [unit(one, "C8") for one in sorted({who, SQUAD, LEADER})]
    state = activated(*units, unit(FOE, "C4"), mortars=MORTAR)
    told = refusal(state, CallMortar("us", "60mm", who, at("C4")))
    assert ("may ask for neither mortar fire nor illumination" in told) is not may
    assert (not told) is may


@proves("LHY-11.5.1d", "LHY-11.5.1d.2")
@pytest.mark.parametrize(
    ("beside", "target", "why"),
    [
        ((FOE,), STUG, ""),
        (("ge.stug.2",), STUG, "as evenly as possible"),
        ((STUG,), GUN, ""),  # guns are not spread over
        ((GUN,), STUG, ""),
    ],
)
def test_11_5_1d_only_fires_at_afvs_are_spread(beside: tuple[str, ...], target: str, why: str) -> None:
    """An anti-tank marker lies on the target already; nothing on what is beside it."""
    state = activated(
        unit(TANK, "C8"),
        unit(SECOND, "D4"),
        *(unit(one, "C5") for one in (target, *beside)),
        platoon="able-tank.1",
    )
    fire = FireMarker(1, FireKind.ATDRM, at("C5"), 2, "ge", target, TANK)
    told = refusal(FirePlaced(fire).on(state), FireAntiTank("us", TANK, (target,)))
    assert why in told
    assert bool(told) is bool(why)
    both = refusal(state, Enfilade("us", (TANK, SECOND), target))
    assert ("as evenly as possible" in both) is bool(why)


@proves("LHY-10.4.5L.3")
def test_10_4_5_nobody_joins_a_vehicle_that_is_in_the_middle_of_reversing() -> None:
    units = [unit(TANK, "C8", IN_MOTION), unit(SECOND, "C7", IN_MOTION), unit(FOE, "C6")]
    state = activated(*units, platoon="able-tank.1")
    backed = done(state, Maneuver("us", TANK, at("C7"), "reverse"))
    overrun = Overrun("us", TANK, at("C6"), (SECOND,))
    assert "may overrun in reverse" in refusal(backed, overrun)
    driven = done(state, Maneuver("us", TANK, at("C7")))
    assert "in reverse" not in refusal(driven, overrun)


@proves("LHY-11.1c")
@pytest.mark.parametrize(
    ("one", "other", "front"),
    [
        ((3,), (3,), (3,)),
        ((2, 3), (2, 3), (2, 3)),  # both by one vertex
        ((2, 3), (3,), (3,)),
        ((3,), (2,), (2, 3)),
        ((0,), (5,), (0, 5)),
        ((1, 2), (2, 3), (2,)),
    ],
)
def test_11_1c_after_split_fire_the_front_is_what_both_lines_leave_by_or_the_vertex_between(
    one: tuple[int, ...], other: tuple[int, ...], front: tuple[int, ...]
) -> None:
    assert _between(one, other) == front
    assert _between(other, one) == front


@proves("LHY-10.4.1.1")
def test_10_0_nobody_ends_the_maneuver_of_the_other_side() -> None:
    state = done(
        activated(unit(SQUAD, "C8"), unit(LEADER, "C8"), unit(FOE, "C1")), Maneuver("us", SQUAD, at("C7"))
    )
    assert "us decides now, not ge" in refusal(state, EndManeuver("ge"))
    assert not refusal(state, EndManeuver("us"))


@proves("LHY-11.3.3d", "LHY-11.1c")
@pytest.mark.parametrize(
    ("one", "other", "beside"), [(0, 5, True), (0, 4, False), (5, 1, False), (1, 4, False)]
)
def test_11_3_3d_hexsides_lie_beside_each_other_all_the_way_round(one: int, other: int, beside: bool) -> None:
    assert are_beside((one,), (other,)) is are_beside((other,), (one,)) is beside
