"""Chapter 12.3: further effects on harmed units, besides disruption and lost steps."""

from collections.abc import Iterable

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HEROIC, HIDDEN, IN_MOTION, SHOCKED
from rules.last_hundred_yards.declarations.turn.pending_decisions import Pass, RemoveExcess
from rules.last_hundred_yards.effects.harm import Harm, inflict
from rules.last_hundred_yards.effects.retreat import end_retreat
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.maneuver_events import UnitActed
from rules.last_hundred_yards.state.events.order_events import DecisionDue, PhaseBegan
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.progress import ActionKind, Decision, DecisionKind, Phase, with_progress
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import in_assault
from tests.rules.last_hundred_yards.fire_resolution.under_fire import resolved, under_fire
from tests.rules.last_hundred_yards.playing import FAR, FIELD, at, course, done, legal, opened, unit

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"
MG, GUN = "us.mg.1", "us.gun57.1"
SECTIONS = [f"us.able.1.section.{letter}" for letter in "abcd"]


def harmed(state: GameState, who: str, harm: Harm, *dice: int) -> GameState:
    script = ScriptedDice(dice)
    resolution = PLAY.resolution(state, script)
    inflict(resolution, who, harm)
    script.assert_done()
    return resolution.state


@proves("LHY-12.3.2.1", "LHY-12.3.6.1", "LHY-12.3.7b")
@pytest.mark.parametrize("hidden_as", [CONCEALED, HIDDEN])
@pytest.mark.parametrize(("who", "harm"), [(SQUAD, Harm.DISRUPTED), (TANK, Harm.SHOCKED)])
def test_12_3_a_disrupted_or_shocked_unit_loses_concealment(hidden_as: str, who: str, harm: Harm) -> None:
    state = opened(FIELD, [unit(who, "C7", hidden_as), unit(FOE, "C4"), *FAR])
    after = harmed(state, who, harm).unit(who)
    assert not after.has(hidden_as)
    assert after.has(DISRUPTED) or after.has(SHOCKED)


@proves("LHY-12.3.2.1", "LHY-12.3.5a")
@pytest.mark.parametrize(
    ("who", "marks", "harm", "told"),
    [
        (SQUAD, (), Harm.DISRUPTED, "is disrupted"),
        (SQUAD, (CONCEALED,), Harm.DISRUPTED, "is disrupted, is no longer concealed"),
        (TANK, (), Harm.SHOCKED, "is shocked"),
        (TANK, (IN_MOTION,), Harm.SHOCKED, "is shocked, is no longer in motion"),
        (TANK, (SHOCKED,), Harm.SHOCKED, ""),
    ],
)
def test_12_3_the_record_lists_only_markers_that_the_harmed_unit_really_lost(
    who: str, marks: tuple[str, ...], harm: Harm, told: str
) -> None:
    state = opened(FIELD, [unit(who, "C7", *marks), unit(FOE, "C4"), *FAR])
    resolution = PLAY.resolution(state, ScriptedDice([]))
    inflict(resolution, who, harm)
    assert [str(event) for event in resolution.events] == ([f"{who} {told}"] if told else [])


@proves("LHY-12.3.2.1", "LHY-6.0.II.3b.1", "LHY-12.3.7b")
@pytest.mark.parametrize("others", [(), (MG,)])
def test_12_3_2_a_disrupted_unit_loses_its_assault_arrow(others: tuple[str, ...]) -> None:
    state = opened(FIELD, [unit(SQUAD, "C5"), unit(MG, "C5"), unit(FOE, "C4"), *FAR])
    for who in (SQUAD, *others):
        state = ArrowPlaced(Arrow(who, "us", at("C4"))).on(state)
    left = [arrow.unit for arrow in course(harmed(state, SQUAD, Harm.DISRUPTED)).arrows]
    assert left == list(others)


@proves("LHY-12.3.3.1")
@pytest.mark.parametrize("has_acted", [True, False])
def test_12_3_3_the_section_left_of_a_squad_that_has_acted_has_acted(has_acted: bool) -> None:
    state = opened(FIELD, [unit(SQUAD, "C7"), unit(FOE, "C4"), *FAR])
    if has_acted:
        state = UnitActed(SQUAD, ActionKind.MANEUVER, (at("C7"),)).on(state)
    after = harmed(state, SQUAD, Harm.STEP, 1)
    (section,) = [name for name in SECTIONS if name in after.units and after.unit(name).at == at("C7")]
    assert (section in course(after).acted) is has_acted


@proves("LHY-12.3.3.1", "LHY-12.3.3.2", "LHY-12.3.3.3")
@pytest.mark.parametrize(("in_play", "steps"), [(3, 1), (4, 2)])
def test_12_3_3_a_squad_whose_platoon_has_no_section_left_is_lost_whole(in_play: int, steps: int) -> None:
    units = [unit(SQUAD, "C7"), *(unit(name, "A9") for name in SECTIONS[:in_play])]
    after = harmed(opened(FIELD, [*units, *FAR]), SQUAD, Harm.STEP, *([1] if in_play < 4 else []))
    assert after.unit(SQUAD).at is None
    assert dict(course(after).losses) == {"us": steps}
    assert len([name for name in SECTIONS if name in after.units and after.unit(name).at == at("C7")]) == (
        4 - in_play
    )


@proves("LHY-14.6.3", "LHY-12.3.3.1")
def test_14_6_3_a_heroic_squad_without_a_section_left_leaves_its_marker_too() -> None:
    sections = [unit(name, "A7") for name in SECTIONS]
    state = in_assault(unit(SQUAD, "C4", HEROIC), unit(MG, "C4"), unit(FOE, "C4"), *sections)
    by_fire = PhaseBegan(Phase.FIRE).on(state)
    assert ("us", at("C4")) in course(harmed(by_fire, SQUAD, Harm.STEP)).fallen_heroes
    assert not course(harmed(state, SQUAD, Harm.STEP)).fallen_heroes


@proves("LHY-14.6.1")
@pytest.mark.parametrize("harm", [Harm.DISRUPTED, Harm.STEP])
def test_14_6_1_the_section_that_is_left_of_a_heroic_squad_is_heroic_and_not_disrupted(harm: Harm) -> None:
    after = harmed(opened(FIELD, [unit(SQUAD, "C7", HEROIC), unit(FOE, "C4"), *FAR]), SQUAD, harm, 1)
    (left,) = (after.unit(name) for name in SECTIONS if name in after.units)
    assert (left.at, left.conditions) == (at("C7"), frozenset({HEROIC}))


@proves("LHY-12.3.3.2", "LHY-12.3.4.0")
@pytest.mark.parametrize(
    ("who", "steps"), [(SECTIONS[0], 1), (MG, 1), (GUN, 1), (LEADER, 0), ("us.latw.1", 0)]
)
def test_12_3_3_combat_units_alone_count_as_casualties(who: str, steps: int) -> None:
    after = harmed(opened(FIELD, [unit(who, "C7"), *FAR]), who, Harm.STEP)
    assert after.unit(who).at is None
    assert dict(course(after).losses).get("us", 0) == steps


@proves("LHY-12.3.5a", "LHY-12.3.5b")
@pytest.mark.parametrize(("die", "disrupted"), [(6, False), (7, True)])
def test_12_3_5_a_shocked_tank_stops_and_its_riders_check(die: int, disrupted: bool) -> None:
    state = opened(FIELD, [unit(TANK, "C7", IN_MOTION), unit(SQUAD, "C7"), *FAR])
    after = harmed(Mounted(SQUAD, TANK).on(state), TANK, Harm.SHOCKED, die)
    assert (after.unit(TANK).has(SHOCKED), after.unit(TANK).has(IN_MOTION)) == (True, False)
    assert not course(after).loads_of(TANK)
    assert after.unit(SQUAD).has(DISRUPTED) is disrupted


ISLAND = open_ground(8, 8)


def cut_off(who: str) -> GameState:
    """A German unit has to retreat from C4, and enemies stand on all sides but where it may not go."""
    state = opened(ISLAND, [unit(who, "C4"), *FAR])
    state = PhaseBegan(Phase.ASSAULT).on(state)
    return DecisionDue(Decision(DecisionKind.RETREAT, "ge", who, at("C4"), 2, 4)).on(state)


@proves("LHY-13.6.3c.2", "LHY-13.6.3.6")
@pytest.mark.parametrize(
    ("who", "steps", "fallen"),
    [
        (FOE, 2, False),
        ("ge.1kp.1.section.a", 1, False),
        ("ge.mg.1", 1, False),
        ("ge.1kp.1.leader", 0, True),
        ("ge.latw.1", 0, False),
    ],
)
def test_13_6_3c_a_unit_without_a_way_to_retreat_is_eliminated_with_all_steps(
    who: str, steps: int, fallen: bool
) -> None:

    resolution = PLAY.resolution(cut_off(who), ScriptedDice([]))
    end_retreat(resolution)
    assert resolution.state.unit(who).at is None
    assert dict(resolution.course.losses).get("ge", 0) == steps
    assert bool(resolution.course.away) is fallen


@proves("LHY-17.4b", "LHY-2.4.4")
def test_2_4_4_excess_is_removed_one_by_one_and_counts_as_casualties() -> None:
    squads = [f"us.able.{platoon}.squad.{n}" for platoon in (1, 2) for n in (1, 2, 3)][:5]
    state = opened(FIELD, [*(unit(name, "C7") for name in squads), *FAR])
    state = DecisionDue(Decision(DecisionKind.OVERSTACK, "us", at=at("C7"))).on(state)
    state = done(state, RemoveExcess("us", squads[0]))
    assert dict(course(state).losses) == {"us": 2}
    assert legal(state, RemoveExcess), "five squads: two go"
    state = done(state, RemoveExcess("us", squads[1]))
    assert dict(course(state).losses) == {"us": 4}
    assert not course(state).decisions
    assert not legal(state, Pass)


@proves("LHY-12.3.6.2")
@pytest.mark.parametrize(
    ("shots", "killed", "is_duel"),
    [
        ("stug>tank tank>stug", "tank", True),
        ("stug>tank tank>stug stug>tank", "tank", True),
        ("stug>tank tank>stug", "", False),  # the other lives
        ("stug>tank tank>stug", "other", False),
        ("tank>stug", "tank", False),  # it did not fire
        ("stug>tank", "tank", False),  # the other did not fire back
        ("stug>tank stug>other tank>stug", "tank", False),
        ("stug>tank stug>other tank>stug", "tank other", False),
        ("stug>tank tank>stug tank>gun", "tank", False),
        ("stug>tank tank>gun", "tank", False),
        ("stug>tank tank>stug gun>tank", "tank", True),  # that others fired too changes nothing
    ],
)
def test_12_3_6_two_vehicles_that_fired_only_at_each_other_and_both_fall_fight_a_duel(
    shots: str, killed: str, is_duel: bool
) -> None:
    """The fire on the StuG destroys it; the target of its own fire may have been destroyed before."""
    names = {"stug": "ge.stug.1", "tank": TANK, "other": "us.able-tank.1.2", "gun": "ge.pak40.3"}
    units = [
        unit("ge.stug.1", "D4"),
        *(unit(names[one], None) for one in ("tank", "other")),
        unit(names["gun"], "E1"),
    ]
    fire = FireMarker(1, FireKind.ATDRM, at("D4"), 8, "ge", "ge.stug.1", TANK)
    pairs = tuple(
        (names[one], names[other]) for one, _, other in (word.partition(">") for word in shots.split())
    )
    fallen: Iterable[tuple[str, object, object]] = tuple((names[one], at("C2"), ()) for one in killed.split())
    state = with_progress(under_fire(units, fire), shots=pairs, killed=fallen)
    after = resolved(state, 10, *((1,) if is_duel else ()), place="D4")
    assert (after.unit("ge.stug.1").at is not None) is is_duel
