"""14.2c: Elite units recover more easily, and so do the sections, squads and leaders that replace them."""

from fractions import Fraction

import pytest

from rules.errors import BadInput
from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, ELITE, REGROUPING, SHOCKED
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.maneuver.deploy import Deploy
from rules.last_hundred_yards.declarations.recovery import Recover
from rules.last_hundred_yards.declarations.turn.clean_up import PlaceLeader, Recombine, place_leader
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.effects.harm import lose_step
from rules.last_hundred_yards.effects.view import state_seen_by
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.fire.ranges import weapon_ranges
from rules.last_hundred_yards.questions.withdrawal.checks import end_check
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.order_events import DecisionDue
from rules.last_hundred_yards.state.events.unit_events import LeaderLost, StepsLost, UnitGone
from rules.last_hundred_yards.state.markers import Arrow, FireKind, FireMarker
from rules.last_hundred_yards.state.position import cohesion_of
from rules.last_hundred_yards.state.progress import Decision, DecisionKind
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.assaulting import in_assault
from tests.rules.last_hundred_yards.playing import FAR, FIELD, activated, at, course, done, opened, unit

SQUAD, OTHER, LEADER = "us.able.1.squad.1", "us.able.1.squad.2", "us.able.1.leader"
TANK = "us.able-tank.1.1"
WEAK, STRONG = "us.able.2.squad.1", "us.able.2.squad.2"
"""Cohesion 5 and 6."""


@proves("LHY-14.2c")
@pytest.mark.parametrize(
    ("elite", "die", "recovers"), [((), 7, False), ((ELITE,), 7, True), ((ELITE,), 8, False)]
)
def test_14_2c_an_elite_unit_recovers_by_one_less(elite: tuple[str, ...], die: int, recovers: bool) -> None:
    state = activated(unit(SQUAD, "C9", DISRUPTED, *elite), unit(LEADER, "A9"))
    assert done(state, Recover("us", SQUAD), die).unit(SQUAD).has(DISRUPTED) is not recovers


@proves("LHY-14.2c", "LHY-14.2a", "LHY-14.2b")
def test_14_2c_the_ruling_names_the_elite_modifier_and_adds_it_to_the_others() -> None:
    fires = (FireMarker(1, FireKind.SADRM, at("C9"), 0, against="us"),)
    state = activated(unit(SQUAD, "C9", DISRUPTED, ELITE), unit(LEADER, "C9"), fires=fires)
    found = PLAY.chances(state, Recover("us", SQUAD, LEADER))
    assert found.verdict == "die -1"
    assert "-1 elite (LHY 14.2c, from Series Rules v2.1)" in map(str, found.reasons)
    # Cohesion 6: a die of 1 or 2 rallies, up to 7 recovers.
    assert found.odds is not None
    assert found.odds.of(
        f"{SQUAD} no longer disrupted; {LEADER} may act again; {SQUAD} may act again"
    ) == Fraction(2, 10)
    assert found.odds.of(f"{SQUAD} no longer disrupted") == Fraction(5, 10)


@proves("LHY-14.2c.withdrawal")
@pytest.mark.parametrize(
    ("elite", "die", "goes"), [((), 7, False), ((ELITE,), 7, True), ((ELITE,), 8, False)]
)
def test_14_2c_an_elite_unit_withdraws_from_under_an_assault_by_one_less(
    elite: tuple[str, ...], die: int, goes: bool
) -> None:
    foe = "ge.1kp.1.squad.1"
    state = activated(unit(SQUAD, "C8", *elite), unit(LEADER, "A9"), unit(foe, "C7"))
    check = end_check(PLAY.position(state), (state.unit(SQUAD),), (at("C8"),))
    assert check is not None
    assert check.wanted == (7 if elite else 6), "next to the enemy too"
    state = ArrowPlaced(Arrow(foe, "ge", at("C8"))).on(state)
    back = Withdraw("us", (SQUAD,), at("C9"))
    assert f"under assault, {7 if elite else 6} or less" in str(PLAY.chances(state, back))
    assert (done(state, back, die).unit(SQUAD).at == at("C9")) is goes


@proves("LHY-14.2c", "LHY-14.4a")
@pytest.mark.parametrize(("elite", "rallied"), [(WEAK, False), (STRONG, True)])
def test_14_2c_the_die_of_a_regrouping_hex_has_the_elite_modifier_of_the_unit_whose_cohesion_is_used(
    elite: str, rallied: bool
) -> None:
    """Cohesion 5 and 6: the die of 7 is compared with the 6."""
    units = [unit(one, "C9", REGROUPING, *([ELITE] if one == elite else [])) for one in (WEAK, STRONG)]
    units.append(unit("us.mg.1", "C9"))
    state = activated(*units, unit("us.able.2.leader", "A9"), platoon="able.2")
    after = done(state, Recover("us", WEAK), 7)
    assert course(after).acted == (set() if rallied else {WEAK, STRONG}), "the MG does not regroup"
    assert after.unit(STRONG).has(REGROUPING) is not rallied


@proves("LHY-14.2c")
def test_14_2c_the_sections_of_an_elite_squad_are_elite_in_every_case() -> None:
    state = activated(unit(SQUAD, "C9", ELITE), unit(OTHER, "D9"), unit(LEADER, "A9"))
    deployed = done(state, Deploy("us", SQUAD), 1, 1)
    assert sections(deployed) == [True, True]
    for squad, elite in ((SQUAD, True), (OTHER, False)):
        resolution = PLAY.resolution(state, ScriptedDice([1]))
        lose_step(resolution, resolution.state.unit(squad))
        assert sections(resolution.state) == [elite]


@proves("LHY-14.2c")
@pytest.mark.parametrize("elite", [(), (ELITE,)])
def test_14_2c_a_step_that_a_medic_brings_back_is_of_the_troops_of_its_leader(elite: tuple[str, ...]) -> None:
    units = [unit(SQUAD, "C9"), unit(LEADER, "C9", *elite), unit("ge.1kp.1.squad.1", "C1")]
    state = StepsLost("us", 1).on(opened(FIELD, units))
    after = done(state, RollInitiative("us"), 10, 2, 4, 1, 1)
    assert sections(after) == [bool(elite)]


@proves("LHY-14.2c", "LHY-10.3.3.2")
@pytest.mark.parametrize(("second", "elite"), [((ELITE,), True), ((), False)])
def test_14_2c_a_squad_of_two_elite_sections_is_elite(second: tuple[str, ...], elite: bool) -> None:
    first, other = "us.able.1.section.a", "us.able.1.section.b"
    state = opened(FIELD, [unit(first, "C9", ELITE), unit(other, "C9", *second), *FAR])
    state = DecisionDue(Decision(DecisionKind.RECOMBINE, "us")).on(state)
    after = done(state, Recombine("us", first, other), 1)
    assert after.unit(SQUAD).has(ELITE) is elite


def sections(state: GameState) -> list[bool]:
    """Whether the sections of the platoon that are on the map are Elite."""
    return [
        one.has(ELITE) for one in state.units.values() if ".able.1.section" in one.id and one.at is not None
    ]


@proves("LHY-14.2c", "LHY-12.3.4.1a")
@pytest.mark.parametrize("elite", [(), (ELITE,)])
def test_14_2c_a_returning_leader_is_elite_if_his_men_are(elite: tuple[str, ...]) -> None:
    resolution = PLAY.resolution(
        opened(
            FIELD, [unit(SQUAD, "C9", *elite), unit(LEADER, "C9", *elite), unit("us.mg.1", "C9", ELITE), *FAR]
        ),
        ScriptedDice([]),
    )
    resolution.happen(LeaderLost(LEADER))
    resolution.happen(UnitGone(LEADER, "is lost"))
    place_leader(resolution, PlaceLeader("us", LEADER, at("C9")))
    assert resolution.state.unit(LEADER).conditions == {CONCEALED, *elite}


def test_14_2c_enemies_do_not_see_that_concealed_units_are_elite() -> None:
    state = activated(unit(SQUAD, "C9", ELITE, CONCEALED), unit(OTHER, "E9", ELITE), unit(LEADER, "A9"))
    seen = state_seen_by(state, "ge").units.values()
    assert {
        (one.id, one.has(ELITE)) for one in seen if one.side == "us" and one.at in (at("C9"), at("E9"))
    } == {
        ("concealed@C9", False),
        (OTHER, True),
    }


@proves("LHY-14.2c")
@pytest.mark.parametrize("name", ["us.m3.2", "us.truck.1", "us.jeep.1"])
def test_14_2c_only_men_guns_and_afvs_are_elite(name: str) -> None:
    with pytest.raises(BadInput, match="a condition of men, guns and AFVs only"):
        opened(FIELD, [unit(name, "C9", ELITE), *FAR])


@proves("LHY-14.2c")
@pytest.mark.parametrize(("elite", "recovers"), [((), False), ((ELITE,), True)])
def test_14_2c_an_elite_gun_recovers_by_one_less(elite: tuple[str, ...], recovers: bool) -> None:
    gun = "us.gun57.1"
    state = activated(unit(gun, "C9", DISRUPTED, *elite), unit(LEADER, "C9"), unit(SQUAD, "C9"))
    after = done(state, Recover("us", gun), cohesion_of(state.unit(gun)) + 1)
    assert after.unit(gun).has(DISRUPTED) is not recovers


@proves("LHY-1.7.elite")
@pytest.mark.parametrize(("target", "more"), [("ge.stug.1", 1), ("ge.pak40.3", 0)])
def test_1_7_an_elite_tank_has_one_more_against_armour(target: str, more: int) -> None:
    """Against a gun an ATV counts as 1 at most (11.5b)."""

    def marker(*conditions: str) -> int:
        state = activated(unit(TANK, "C9", *conditions), unit(target, "C5"), platoon="able-tank.1")
        return course(done(state, FireAntiTank("us", TANK, (target,)))).fires[0].value

    assert marker(ELITE) - marker() == more


@proves("LHY-1.7.elite", "LHY-13.5.1d")
def test_1_7_of_two_tanks_in_an_assault_the_elite_one_stays() -> None:
    """The ATVs are even without it."""
    state = in_assault(unit(TANK, "C4", ELITE), unit("ge.stuh.1", "C4"))
    state = done(state, ResolveAssault("us", at("C4")))
    assert [due.unit for due in course(state).decisions] == ["ge.stuh.1"]


@proves("LHY-1.7.elite", "LHY-1.8.0")
def test_1_7_weapon_ranges_tell_the_better_atv_of_an_elite_tank() -> None:
    told = [
        str(weapon_ranges(opened(FIELD, [tank, *FAR]), tank).verdict)
        for tank in (unit(TANK, "C9"), unit(TANK, "C9", ELITE))
    ]
    assert "anti-tank 3" in told[0]
    assert "anti-tank 4" in told[1]


@proves("LHY-14.7")
def test_14_7_no_modifier_applies_to_the_die_of_a_shocked_tank() -> None:
    hit = FireMarker(1, FireKind.ATDRM, at("C9"), 0, target=TANK)
    state = activated(unit(TANK, "C9", SHOCKED), fires=(hit,), platoon="able-tank.1")
    found = PLAY.chances(state, Recover("us", TANK))
    assert (found.verdict, found.reasons) == ("die +0", ())
