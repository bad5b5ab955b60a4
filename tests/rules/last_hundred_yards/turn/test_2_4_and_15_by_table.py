"""2.4 at the end of a cycle, and what fate brings (15)."""

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.units import Marker, Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, ELITE, HIDDEN, REGROUPING
from rules.last_hundred_yards.declarations.assault.arrows import EnterAssault
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.declarations.turn.initiative import fate
from rules.last_hundred_yards.declarations.turn.pending_decisions import RemoveExcess
from rules.last_hundred_yards.effects.harm import Harm, inflict
from rules.last_hundred_yards.play.outcomes import changes_between
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.marker_events import ArrowPlaced, AssaultEntered
from rules.last_hundred_yards.state.events.unit_events import LEAVES, StepsLost, UnitGone
from rules.last_hundred_yards.state.progress import Arrow, DecisionKind, Phase, Step, with_progress
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, activated, at, course, done, legal, opened, unit

LEADER, SECOND_LEADER, FOE = "us.able.1.leader", "us.able.2.leader", "ge.1kp.1.squad.1"
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
def test_2_4_a_hex_is_counted_at_the_end_of_a_cycle_and_no_sooner(
    there: list[str], fourth: str, removable: set[str] | None
) -> None:
    """One more goes into the hex in its activation; only when all reactions are over one unit too many has to go."""
    near = [] if LEADER in there else [unit(LEADER, "A9")]
    state = activated(
        *(unit(one, "C8") for one in there), unit(fourth, "C9"), *near, unit(FOE, "H1"), platoon="able.1"
    )
    if fourth.startswith("us.able.2"):
        state = activated(
            *(unit(one, "C8") for one in there),
            unit(fourth, "C9"),
            *near,
            unit(SECOND_LEADER, "C9"),
            platoon="able.2",
        )
    state = done(done(state, Maneuver("us", fourth, at("C8"))), EndManeuver("us"))
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
def test_2_4_in_an_assault_hex_each_side_counts_its_own(
    defenders: int, attackers: int, sides: tuple[str, ...]
) -> None:
    """Those who wait go in first (6.0 II.3b), then the limit of each player is checked (II.3d)."""
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
def test_6_0_who_is_one_too_many_envelops_no_more(removed: str, enveloped: bool) -> None:
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


@proves("LHY-15.b.1", "LHY-15.b.2")
@pytest.mark.parametrize(
    ("die", "lost", "befalls"),
    [
        (1, 0, "sniper"), (2, 1, "sniper"), (3, 1, "medic"), (4, 2, "medic"), (3, 0, ""), (5, 1, ""), (10, 1, ""),
    ],
)  # fmt: skip
def test_15_b_the_fate_table_of_the_house_values(die: int, lost: int, befalls: str) -> None:
    units = [
        unit(SQUADS[0], "C8"),
        unit(LEADER, "C8", CONCEALED, DISRUPTED),
        unit("us.able.2.leader", "F8"),
        unit(FOE, "C1"),
        unit("ge.1kp.1.leader", "C1"),
    ]
    script = ScriptedDice([die, *({"sniper": (2,), "medic": (1, 1)}.get(befalls, ()))])
    resolution = PLAY.resolution(opened(FIELD, units), script)
    if lost:
        resolution.happen(StepsLost("us", lost))
    fate(resolution, "us")
    script.assert_done()
    state = resolution.state
    assert (state.unit("us.able.2.leader").at is None) is (befalls == "sniper")
    assert [away.unit for away in resolution.course.away] == (
        ["us.able.2.leader"] if befalls == "sniper" else []
    )
    assert state.unit("ge.1kp.1.leader").at == at("C1"), "it hits only the roller"
    assert resolution.course.losses.get("us", 0) == lost - (befalls == "medic")
    sections = [one for one in state.units.values() if ".section." in one.id]
    expected = {"us.able.1.section.a": (at("C8"), {CONCEALED})} if befalls == "medic" else {}
    assert {section.id: (section.at, set(section.conditions)) for section in sections} == expected


@proves("LHY-15.b.2")
@pytest.mark.parametrize(
    ("in_play", "comes"),
    [("", "us.able.1.section.a"), ("abcd", "us.able.2.section.a"), ("abc", "us.able.1.section.d")],
)
def test_15_b_the_medic_brings_a_section_that_is_out_of_play_to_a_leader_of_its_platoon(
    in_play: str, comes: str
) -> None:
    here = [unit(f"us.able.1.section.{letter}", "H9") for letter in in_play]
    units = [
        *here,
        unit(LEADER, "C8"),
        unit(SECOND_LEADER, "F8"),
        unit(FOE, "C1"),
        unit("ge.1kp.1.leader", "C1"),
    ]
    script = ScriptedDice([4, 1, 1])
    resolution = PLAY.resolution(opened(FIELD, units), script)
    resolution.happen(StepsLost("us", 1))
    fate(resolution, "us")
    script.assert_done()
    assert resolution.state.unit(comes).at == (at("C8") if ".1.section" in comes else at("F8"))


@proves("LHY-15.b.2")
@pytest.mark.parametrize("shaken", [DISRUPTED, REGROUPING])
def test_15_b_whom_the_medic_brings_is_in_good_order_however_his_leader_is(shaken: str) -> None:
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8", shaken, ELITE), unit(FOE, "C1")])
    resolution = PLAY.resolution(with_progress(state, losses={"us": 1}), ScriptedDice([4, 1, 1]))
    fate(resolution, "us")
    assert resolution.state.unit("us.able.1.section.a").conditions == {ELITE}


@proves("LHY-15.b.2", "LHY-22.1.7.0")
def test_15_b_whom_the_medic_brings_has_nothing_left_to_do_of_what_the_lost_section_had() -> None:
    """OUR 239: its counter had jumped, and rallied and mounted in this turn, before it was lost."""
    name = "us.able.1.section.a"
    before = {field: frozenset({name, SQUADS[0]}) for field in ("unassembled", "rallied", "loaded_this_turn")}
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(FOE, "C1")])
    state = with_progress(state, **before, losses={"us": 1}).with_unit(unit(name, None))
    resolution = PLAY.resolution(state, ScriptedDice([4, 1, 1]))
    fate(resolution, "us")
    assert resolution.state.unit(name).at == at("C8")
    assert all(getattr(resolution.course, field) == {SQUADS[0]} for field in before)


@proves("LHY-15.b.2", "LHY-12.3.3.3")
def test_15_b_a_section_whose_counter_had_left_the_map_may_be_lost_as_any_other() -> None:
    """The men who left are off the map; the counter stands for others now (OUR 239), and their loss is told as one."""
    name = "us.able.1.section.a"
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(name, "A10"), unit(FOE, "C1")])
    state = with_progress(UnitGone(name, LEAVES).on(state), losses={"us": 1})
    resolution = PLAY.resolution(state, ScriptedDice([4, 1, 1]))
    fate(resolution, "us")
    before = resolution.state
    inflict(resolution, name, Harm.STEP)
    assert [change.text for change in changes_between(before, resolution.state)] == [f"{name} lost"]


@proves("LHY-15.b.2")
def test_15_b_what_the_medic_brings_is_told_as_a_step_that_comes_back() -> None:
    state = opened(FIELD, [unit(SQUADS[0], "C8"), unit(LEADER, "C8"), unit(FOE, "C1")])
    resolution = PLAY.resolution(with_progress(state, losses={"us": 1}), ScriptedDice([4, 1, 1]))
    fate(resolution, "us")
    assert "us gets back 1 step" in list(map(str, resolution.events))


@proves("LHY-15.b.2")
def test_15_b_without_a_leader_who_has_sections_left_the_medic_brings_nobody() -> None:
    everyone = [unit(f"us.able.1.section.{letter}", "H9") for letter in "abcd"]
    everyone.append(unit("us.able.2.squad.1", "F8"))  # Its platoon has sections left, and no leader.
    resolution = PLAY.resolution(
        opened(FIELD, [*everyone, unit(LEADER, "C8"), unit(FOE, "C1")]), ScriptedDice([4])
    )
    resolution.happen(StepsLost("us", 1))
    fate(resolution, "us")
    assert resolution.course.losses == {"us": 1}


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
