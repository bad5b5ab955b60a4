"""2.4: the stacking limits of a hex, when they are checked, and how excess units are removed."""

import pytest

from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import HIDDEN
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.pending_decisions import RemoveExcess
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.terrain.stacking import Room, overfull
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.markers import Arrow
from rules.last_hundred_yards.state.progress import DecisionKind, Phase, Step
from tests.drawing import board, open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    SMALL_FIELD,
    activated,
    activated_small,
    at,
    course,
    done,
    legal,
    opened,
    unit,
)

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
SECOND_LEADER = "us.able.2.leader"
SQUADS = [f"us.able.1.squad.{number}" for number in (1, 2, 3)]


@proves("LHY-2.4.4", "LHY-6.0.II.3d", "LHY-2.4.1", "LHY-2.4.2", "LHY-2.4.3")
@pytest.mark.parametrize(
    ("there", "fourth", "removable"),
    [
        (SQUADS[:2], "us.able.2.squad.1", None),
        (SQUADS, "us.able.2.squad.1", {*SQUADS, "us.able.2.squad.1"}),
        ([*SQUADS[:2], "us.able.1.section.a"], "us.able.1.section.b", None),
        (
            [*SQUADS[:2], "us.able.1.section.a", "us.able.1.section.b"],
            "us.able.1.section.c",
            {*SQUADS[:2], *(f"us.able.1.section.{one}" for one in "abc")},
        ),
        (["us.mg.1"], "us.mg.2", None),
        (["us.mg.1", "us.mg.2"], "us.mg.3", {"us.mg.1", "us.mg.2", "us.mg.3"}),
        ([LEADER], "us.latw.1", None),
        ([LEADER, "us.latw.1"], "us.latw.2", {LEADER, "us.latw.1", "us.latw.2"}),
        ([*SQUADS, "us.mg.1", "us.mg.2", "us.latw.1"], "us.latw.2", None),
    ],
)
def test_2_4_stacking_is_checked_at_the_end_of_a_cycle_and_not_before(
    there: list[str], fourth: str, removable: set[str] | None
) -> None:
    """One unit too many enters the hex in its activation; one is removed only after all reactions."""
    platoon = "able.2" if fourth.startswith("us.able.2") else "able.1"
    leaders = [] if LEADER in there else [unit(LEADER, "A9")]
    leaders += [unit(SECOND_LEADER, "C9")] if platoon == "able.2" else []
    men = [*(unit(one, "C8") for one in there), unit(fourth, "C9")]
    state = activated(*men, *leaders, unit(FOE, "H1"), platoon=platoon)
    state = done(state, Maneuver("us", fourth, at("C8")), EndManeuver("us"))
    assert not legal(state, RemoveExcess)
    for side in ("us", "ge", "us"):
        assert not course(state).decisions
        state = done(state, CallForReaction(side))
    if removable is None:
        assert not course(state).decisions
        assert (
            course(state).step in (Step.PLATOON, Step.COMPANY) or course(state).phase is not Phase.ACTIVATION
        )
        return
    assert [(due.kind, due.at) for due in course(state).decisions] == [(DecisionKind.OVERSTACK, at("C8"))]
    assert {action.unit for action in legal(state, RemoveExcess)} == removable
    after = done(state, RemoveExcess("us", fourth))
    assert not course(after).decisions
    assert after.unit(fourth).at is None


@proves("LHY-2.4.1", "LHY-2.4.4", "LHY-6.0.II.3b.1", "LHY-6.0.II.3d")
@pytest.mark.parametrize(
    ("defenders", "attackers", "sides"),
    [(3, 3, ()), (3, 4, ("us",)), (4, 3, ("ge",)), (4, 4, ("us", "ge"))],
)
def test_2_4_in_an_assault_hex_each_side_has_its_own_stacking_limit(
    defenders: int, attackers: int, sides: tuple[str, ...]
) -> None:
    """Waiting units go in first (6.0 II.3b), then the limit of each player is checked (II.3d)."""
    germans = [f"ge.1kp.{platoon}.squad.{n}" for platoon, n in ((1, 1), (1, 2), (1, 3), (2, 1))]
    americans = [*SQUADS, "us.able.2.squad.1"]
    state = activated(
        *(unit(one, "C8") for one in (*germans[:defenders], *americans[1:attackers])),
        *(unit(one, "C9") for one in (SQUADS[0], LEADER)),
    )
    for name in americans[1:attackers]:
        state = AssaultEntered(name, "us", at("C8"), at("C9")).on(state)
    state = ArrowPlaced(Arrow(SQUADS[0], "us", at("C8"))).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert not legal(state, RemoveExcess)
    state = done(state, EnterAssault("us", SQUADS[0]))
    owed = [due for due in course(state).decisions if due.kind is DecisionKind.OVERSTACK]
    assert [(due.side, due.at) for due in owed] == [(side, at("C8")) for side in sides]
    for side in sides:
        mine = {"us": set(americans), "ge": set(germans)}[side]
        assert {action.unit for action in legal(state, RemoveExcess)} == mine
        state = done(state, RemoveExcess(side, {"us": americans, "ge": germans}[side][3]))
        assert course(state).losses[side] == 2
    assert not course(state).decisions


@proves("LHY-6.0.II.3d", "LHY-13.4h")
@pytest.mark.parametrize(("removed", "enveloped"), [("us.able.2.squad.1", False), (SQUADS[1], True)])
def test_6_0_a_unit_removed_over_the_stacking_limit_no_longer_envelops(removed: str, enveloped: bool) -> None:
    """Of four squads in a hex of the enemy one came in from the other side (reading 176)."""
    fourth = "us.able.2.squad.1"
    state = activated(unit(FOE, "C8"), *(unit(one, "C8") for one in (*SQUADS, fourth)), unit(LEADER, "C9"))
    for name in SQUADS:
        state = AssaultEntered(name, "us", at("C8"), at("C9")).on(state)
    state = AssaultEntered(fourth, "us", at("C8"), at("C7")).on(state)
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert Marker("envelopment", at("C8")) in state.markers
    after = done(state, RemoveExcess("us", removed))
    assert (Marker("envelopment", at("C8")) in after.markers) is enveloped


STREET = board("\n".join([". . u . ."] * 7), roads="C1 C2 C3 C4 C5 C6 C7")


@proves("LHY-4.1.9g")
@pytest.mark.parametrize(
    ("other", "place", "entered"),
    [
        (unit("us.able-tank.1.2", "C5"), "C5", False),
        (unit("us.truck.1", "C5"), "C5", False),
        (unit(SQUADS[0], "C5"), "C5", True),
        (unit("us.gun57.1", "C5"), "C5", True),
        (unit("ge.stug.1", "C5", HIDDEN), "C5", True),
        (unit("us.able-tank.1.2", "B5"), "B5", True),
    ],
)
def test_4_1_9g_a_street_hex_holds_one_vehicle_and_reach_knows_it(
    other: Unit, place: str, entered: bool
) -> None:
    """A tank in C6; in the open beside the street two may stand together."""
    tank = "us.able-tank.1.1"
    start = "C6" if place == "C5" else "A5"
    state = activated(
        unit(tank, start, "in_motion"),
        other,
        unit(LEADER, "E7"),
        ground=STREET,
        platoon="able-tank.1",
        far=(unit("ge.1kp.1.leader", "E1"), unit("ge.stug.2", "C1")),
    )
    state = PLAY.seen_by(state, "us")
    found = RULESET.reach(state, state.unit(tank))
    assert (at(place) in found.verdict.cost) is entered
    full = [reason.at for reason in found.reasons if "holds one vehicle" in reason.text]
    assert full == ([] if entered else [(at("C5"),)])
    assert (at(place) in {action.to for action in legal(state, Maneuver)}) is entered


@proves("LHY-2.4.1", "LHY-2.4.3", "LHY-2.4.2")
@pytest.mark.parametrize(
    ("units", "room"),
    [
        (
            ("us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.squad.3", "us.able.2.section.a"),
            Room.INFANTRY,
        ),
        (("us.mg.1", "us.mg.2", "us.mg.3"), Room.MG),
        (("us.able-tank.1.1", "us.able-tank.1.2", "us.m3.2"), Room.VEHICLE),
        (("us.gun57.1", "us.gun57.2"), Room.GUN),
        (("us.latw.1", "us.latw.2", "us.able.1.leader"), Room.OTHERS),
        (("us.able.1.squad.1", "us.able.1.squad.2", "us.able.2.section.a", "us.able.2.section.b"), None),
    ],
)
def test_2_4_the_stacking_limits_of_a_hex(units: tuple[str, ...], room: Room | None) -> None:
    state = opened(SMALL_FIELD, [*(unit(one, "C4") for one in units), unit(FOE, "H1")])
    assert overfull(PLAY.position(state), at("C4"), "us") == (frozenset({room}) if room else frozenset())


@proves("LHY-4.1.14.2")
def test_4_1_14_an_fp_takes_the_room_of_two_squads() -> None:
    units = [unit("ge.fp.1", "C4"), unit(FOE, "C4"), unit("ge.1kp.1.section.a", "C4"), unit(SQUAD, "A8")]
    assert overfull(PLAY.position(opened(SMALL_FIELD, units)), at("C4"), "ge") == {Room.INFANTRY}
    assert not overfull(PLAY.position(opened(SMALL_FIELD, units, edition="series-3.1")), at("C4"), "ge")


@proves("LHY-4.1.9g")
def test_4_1_9g_one_vehicle_in_an_urban_road_hex() -> None:
    town = open_ground(4, 8, {"C4": "u"}, roads="C3 C4 C5")
    units = [unit(TANK, "C4"), unit("us.able-tank.1.2", "C4"), unit(FOE, "D1")]
    assert overfull(PLAY.position(opened(town, units)), at("C4"), "us") == {Room.VEHICLE}


@proves("LHY-2.4.1.later")
@pytest.mark.parametrize(
    ("units", "too_much"),
    [
        (("us.latw.1", "us.latw.2", LEADER, "us.able.2.leader"), set()),
        (("us.latw.1", "us.latw.2", "us.latw.3", LEADER), {Room.LATW}),
        ((LEADER, "us.able.2.leader", "us.able.3.leader"), {Room.LEADER}),
        ((TANK, "us.able-tank.1.2"), set()),
        ((TANK, "us.able-tank.1.2", "us.able-tank.1.3"), {Room.VEHICLE}),
    ],
)
def test_2_4_the_later_edition_counts_leaders_and_latws_apart_and_lets_two_vehicles_into_a_street(
    units: tuple[str, ...], too_much: set[Room]
) -> None:
    town = open_ground(4, 8, {"C4": "u"}, roads="C3 C4 C5")
    state = opened(town, [*(unit(one, "C4") for one in units), unit(FOE, "D1")], edition="series-3.1")
    assert overfull(PLAY.position(state), at("C4"), "us") == too_much


@proves("LHY-2.4.1.later")
def test_2_4_in_the_later_edition_a_second_tank_drives_into_a_street_and_reach_knows_it() -> None:
    town = open_ground(4, 8, {"C4": "u"}, roads="C3 C4 C5")
    units = (unit(TANK, "C5", "in_motion"), unit("us.able-tank.1.2", "C4"), unit(LEADER, "A8"))
    far = (unit("ge.1kp.1.leader", "D1"),)
    state = activated_small(*units, ground=town, far=far, platoon="able-tank.1", edition="series-3.1")
    assert at("C4") in {action.to for action in legal(state, Maneuver) if action.unit == TANK}
    state = PLAY.seen_by(state, "us")
    assert at("C4") in RULESET.reach(state, state.unit(TANK)).verdict.cost


@proves("LHY-2.4.4", "LHY-6.0.II.3d", "LHY-17.4b")
def test_2_4_4_excess_units_are_removed_at_the_end_of_the_cycle_as_casualties() -> None:
    mgs = [unit("us.mg.1", "C5"), unit("us.mg.2", "C4"), unit("us.mg.3", "C4")]
    state = activated_small(unit(SQUAD, "C5"), unit(LEADER, "C5"), *mgs)
    state = done(state, Maneuver("us", "us.mg.1", at("C4")), EndManeuver("us"))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    assert {action.unit for action in legal(state, RemoveExcess)} == {"us.mg.1", "us.mg.2", "us.mg.3"}
    state = done(state, RemoveExcess("us", "us.mg.2"))
    assert state.unit("us.mg.2").at is None
    assert course(state).losses == {"us": 1}
