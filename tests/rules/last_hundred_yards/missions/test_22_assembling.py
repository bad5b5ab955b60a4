"""22.1.7 and 22.1.8 (16.1.7 and 16.1.8 in v3.1): units that jumped assemble before advancing and withdraw to assemble."""

from typing import Any

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import DISRUPTED, HEROIC, HIDDEN, REGROUPING
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.assault.reinforcing import Reinforce
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.missions.landing import Land, update_assembly
from rules.last_hundred_yards.declarations.missions.landing_plan import AssembleAt, PlanGlider, PlanStick
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.activation.assembling import excused, home_hexes, must_assemble
from rules.last_hundred_yards.questions.withdrawal.retreat_routes import may_stop, retreat_hexes
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.assault_events import ArrowPlaced
from rules.last_hundred_yards.state.events.order_events import InitiativeWon, PhaseBegan
from rules.last_hundred_yards.state.markers import Arrow
from rules.last_hundred_yards.state.mission.landings import Assembly
from rules.last_hundred_yards.state.progress import (
    ActionKind,
    Decision,
    DecisionKind,
    Deed,
    Phase,
    Step,
    with_progress,
)
from tests.proving import proves
from tests.rules.last_hundred_yards.missions.landing import (
    CORNERS,
    FOE,
    JEEP,
    LATW,
    LEADER,
    MG,
    SQUADS,
    field,
    flying,
    glided,
    in_the_air,
    landed,
)
from tests.rules.last_hundred_yards.playing import at, course, done, legal, opened, refusal, unit

HILL = {"name": "The hill", "hexes": ["H8"], "points": 3, "held_by": "ge"}
SQUAD = SQUADS[0]


def on_the_ground(
    *units: Unit, assembly: str = "H14", others: str = "", objectives: Any = (HILL,), **changes: Any
) -> GameState:
    """A turn after the jump: the platoon of Able assembles at H14 and has not; its objective is H8. Germans assemble at D12."""
    platoons = [Assembly("us", "able.1", at(assembly)), Assembly("ge", "1kp.1", at("D12"))]
    for number, label in enumerate(others.split(), 2):
        platoons.append(Assembly("us", f"able.{number}", at(label)))
    names = [one.id for one in units if one.side == "us"]
    state = opened(field(), [*units, *CORNERS], objectives=list(objectives))
    return with_progress(
        state, **{"assembly": tuple(platoons), "unassembled": frozenset(names), "landing_turn": 0, **changes}
    )


def active(state: GameState) -> GameState:
    """The first platoon of Able is activated."""
    state = PhaseBegan(Phase.ACTIVATION).on(InitiativeWon("us").on(state))
    return done(state, SelectCompany("us", "able"), Activate("us", ("able.1",)))


STRAY = unit(SQUAD, "B12"), unit(SQUADS[1], "A13"), unit(SQUADS[2], "A14"), unit(LEADER, "A15")


@proves("LHY-22.1.7.0", "LHY-13.3.3")
@pytest.mark.parametrize("unassembled", [True, False])
def test_22_1_7_unassembled_units_reinforce_nobody_nearer_to_an_objective(unassembled: bool) -> None:
    units = [unit(SQUAD, "B12"), unit(SQUADS[1], "B11"), unit(LEADER, "A15"), unit(FOE, "B10")]
    state = on_the_ground(*units) if unassembled else on_the_ground(*units, unassembled=frozenset())
    state = PhaseBegan(Phase.ACTIVATION).on(InitiativeWon("ge").on(state))
    state = ArrowPlaced(Arrow(FOE, "ge", at("B11"))).on(state)
    came = Deed(FOE, "ge", ActionKind.MANEUVER, (at("B10"),))
    state = with_progress(state, step=Step.REACTION, reacting="us", calls=1, deeds=(came,))
    helps = Reinforce("us", SQUAD, at("B11"))
    assert ("before it advances on an objective" in refusal(state, helps)) is unassembled
    assert (helps in legal(state, Reinforce)) is not unassembled


@proves("LHY-22.1.7.0")
def test_22_1_7_unassembled_units_move_nearer_to_an_objective_only_by_way_of_their_assembly_hex() -> None:
    state = active(on_the_ground(*STRAY))
    told = refusal(state, Maneuver("us", SQUAD, at("B11")))
    assert f"{SQUAD} assembles at H14 before it advances on an objective (LHY 22.1.7" in told
    assert not refusal(state, Maneuver("us", SQUAD, at("C12"))), "nearer to both"
    assert not refusal(state, Maneuver("us", SQUAD, at("B13"))), "and away from both"
    assert not refusal(state, Maneuver("us", SQUAD, at("A12"))), "or no nearer to the objective"
    assert RULESET.reach(state, state.unit(SQUAD)).verdict.cost[at("B11")] == 2, "round by C12"
    free = active(on_the_ground(*STRAY, unassembled=frozenset()))
    assert RULESET.reach(free, free.unit(SQUAD)).verdict.cost[at("B11")] == 1


@proves("LHY-22.1.7.0", "LHY-22.1.7b")
def test_22_1_7_weapons_head_for_the_nearest_assembly_hex_of_their_side() -> None:
    """B11 is nearer to the hill and to C3, and no nearer to H14, which is the nearest."""
    state = active(on_the_ground(unit(MG[0], "B12"), *STRAY[1:], others="C3"))
    told = refusal(state, Maneuver("us", MG[0], at("B11")))
    assert f"{MG[0]} assembles at C3 or H14 before it advances" in told


@proves("LHY-22.1.7.0", "LHY-11.5.2.1")
@pytest.mark.parametrize(("unassembled", "may_go"), [({LATW}, False), (set[str](), True)])
def test_22_1_7_an_unassembled_latw_does_not_move_a_hex_nearer_to_fire(
    unassembled: set[str], may_go: bool
) -> None:
    """B11, where a squad gives it cover, is nearer to the hill and no nearer to H14."""
    units = unit(LATW, "B12"), unit(SQUAD, "B11"), unit(LEADER, "A15"), unit("ge.stug.1", "B9")
    state = active(on_the_ground(*units, unassembled=frozenset(unassembled)))
    told = refusal(state, FireAntiTank("us", LATW, ("ge.stug.1",), to=at("B11")))
    assert (not told) is may_go, told
    assert may_go or f"{LATW} assembles at H14" in told


@proves("LHY-22.1.7.0")
def test_22_1_7_an_unassembled_unit_does_not_assault_the_enemy_on_its_objective() -> None:
    state = active(on_the_ground(unit(FOE, "H8"), unit(SQUAD, "H9"), *STRAY[1:]))
    assert "assembles at H14" in refusal(state, Assault("us", (SQUAD,), at("H8")))
    assert not legal(state, Assault)
    free = active(on_the_ground(unit(FOE, "H8"), unit(SQUAD, "H9"), *STRAY[1:], unassembled=frozenset()))
    assert legal(free, Assault)


@proves("LHY-22.1.7.0")
def test_22_1_7_without_an_objective_there_is_nothing_to_advance_on() -> None:
    state = active(on_the_ground(*STRAY, objectives=()))
    assert not refusal(state, Maneuver("us", SQUAD, at("B11")))


def assembled(state: GameState) -> set[str]:
    """The units of the platoon that need not assemble any more, after the check."""
    resolution = PLAY.resolution(state, ScriptedDice([]))
    update_assembly(resolution)
    return {*SQUADS, LEADER, MG[0], JEEP} & set(state.units) - course(resolution.state).unassembled


@proves("LHY-22.1.7a", "LHY-22.1.7c", "LHY-22.1.7b")
@pytest.mark.parametrize(
    ("units", "free"),
    [
        ((unit(SQUAD, "H14"), unit(SQUADS[1], "H13"), unit(LEADER, "G14")), {SQUAD, SQUADS[1], LEADER}),
        ((unit(SQUAD, "H14"), unit(SQUADS[1], "H12"), unit(LEADER, "H14")), set()),
        ((unit(SQUAD, "H14"), unit(SQUADS[1], "H13"), unit(LEADER, "H12")), set()),
        ((unit(SQUAD, "H14", DISRUPTED), unit(SQUADS[1], "H13"), unit(LEADER, "H14")), set()),
        ((unit(SQUAD, "H14", REGROUPING), unit(SQUADS[1], "H13"), unit(LEADER, "H14")), set()),
        (
            (unit(SQUAD, "H14"), unit(SQUADS[1], "H13"), unit(LEADER, "H14"), unit(SQUADS[2], "H12")),
            {SQUAD, SQUADS[1], LEADER},
        ),
        (
            (unit(SQUAD, "H14"), unit(SQUADS[1], "H13"), unit(LEADER, "H14"), unit(SQUADS[2], None)),
            {SQUAD, SQUADS[1], LEADER},
        ),
        ((unit(MG[0], "G14"), unit(JEEP, "H12"), unit(SQUAD, "A1"), unit(SQUADS[1], "A1")), {MG[0]}),
    ],
    ids=[
        "there",
        "a squad too far",
        "no leader",
        "disrupted",
        "regrouping",
        "but the last",
        "one is lost",
        "weapons",
    ],
)
def test_22_1_7_a_platoon_is_assembled_with_its_leader_and_four_steps(
    units: tuple[Unit, ...], free: set[str]
) -> None:
    assert assembled(on_the_ground(*units)) == free


@proves("LHY-22.1.7b", "LHY-22.1.7c")
def test_22_1_7_late_units_assemble_once_their_platoon_has_and_weapons_at_any_assembly_hex() -> None:
    rest = unit(SQUADS[2], "H15"), unit(LEADER, "A1"), unit(MG[0], "C4")
    state = on_the_ground(*rest, unit(SQUAD, "A1"), assembled_platoons=frozenset({"able.1"}), others="C3")
    assert assembled(state) == {SQUADS[2], MG[0]}


@proves("LHY-22.1.7.glider", "LHY-22.1.7a")
def test_22_1_7_a_platoon_with_no_unit_to_assemble_is_not_reported_as_assembled() -> None:
    """It came by glider, and an MG jumped."""
    men = unit(SQUAD, "H14"), unit(SQUADS[1], "H14"), unit(LEADER, "H14")
    state = on_the_ground(*men, unit(MG[0], "C4"), unassembled=frozenset({MG[0]}))
    resolution = PLAY.resolution(state, ScriptedDice([]))
    update_assembly(resolution)
    assert not course(resolution.state).assembled_platoons


@proves("LHY-22.1.7.few", "LHY-22.1.7.heroic", "LHY-22.1.7.0")
def test_22_1_7_heroes_and_remnants_of_a_platoon_need_not_assemble() -> None:
    men = unit(SQUAD, "F12"), unit(SQUADS[1], "A13"), unit(LEADER, "A15")
    for units, must in (
        (men, True),
        (men[::2], False),
        ((unit(SQUAD, "F12", HEROIC), *men[1:]), False),
        ((men[0], unit("us.able.1.section.a", "A13"), men[2]), False),
    ):
        position = PLAY.position(on_the_ground(*units))
        assert must_assemble(position, position.unit(SQUAD)) is must


@proves("LHY-22.1.7.near")
@pytest.mark.parametrize(
    ("squad", "foe", "free"),
    [
        ("C3", "C5", True), ("C3", "C6", False), ("H12", "A1", True), ("H14", "A1", False), ("H16", "A1", False),
    ],
)  # fmt: skip
def test_22_1_7_units_landed_near_the_enemy_or_their_objective_need_not_assemble_nor_weapons_with_them(
    squad: str, foe: str, free: bool
) -> None:
    """The Assembly hex is H14, the objective H8. Leaders, disrupted units and weapons alone must still assemble."""
    units = unit(SQUAD, squad), unit(MG[0], squad), unit(LEADER, squad), unit(MG[1], "H9")
    position = PLAY.position(on_the_ground(*units, unit(FOE, foe)))
    names = tuple(one.id for one in units)
    assert excused(position, names) == ((SQUAD, MG[0]) if free else ())
    unseen = PLAY.position(on_the_ground(*units, unit(FOE, foe, HIDDEN)))
    assert bool(excused(unseen, names)) is (free and foe == "A1"), "he betrays nothing of himself"
    hurt = PLAY.position(on_the_ground(unit(SQUAD, squad, DISRUPTED), *units[1:], unit(FOE, foe)))
    assert excused(hurt, names) == ()
    aimless = PLAY.position(on_the_ground(*units, unit(FOE, foe), unit(SQUADS[1], None), objectives=()))
    assert bool(excused(aimless, (*names, SQUADS[1]))) is (free and foe != "A1"), "one is lost; no objective"


@proves("LHY-22.1.8a", "LHY-10.3.1.1.0")
def test_22_1_8_units_withdrawing_together_go_only_where_each_of_them_may() -> None:
    """The squad assembles at H14; the MG came on the ground, and goes back to its edge in the south."""
    men = unit(SQUAD, "F13"), unit(MG[0], "F13"), unit(LEADER, "A15")
    state = active(on_the_ground(*men, unassembled=frozenset({SQUAD})))
    ways = {units: set[str]() for units in ((SQUAD,), (MG[0],), (SQUAD, MG[0]))}
    for action in legal(state, Withdraw):
        if action.units in ways:
            ways[action.units].add(str(action.to))
    assert list(ways.values()) == [{"G14"}, {"E14", "F14", "G14"}, {"G14"}]
    assert "E14 is not the best way back: G14" in refusal(state, Withdraw("us", (MG[0], SQUAD), at("E14")))


@proves("LHY-22.1.8a", "LHY-22.1.8b")
@pytest.mark.parametrize(
    ("options", "enemies", "toward"),
    [
        ({}, (), {"G14"}),
        ({}, ("H14",), {"E14", "F14"}),
        ({"others": "B13"}, ("H14",), {"E13", "E14"}),
        ({"others": "B13 F2"}, ("H14",), {"E13", "E14"}),
        ({"objectives": [{**HILL, "hexes": ["F8"], "held_by": "us"}]}, (), {"F12", "G14"}),
    ],
    ids=[
        "to its hex",
        "the enemy is there: to its edge",
        "to that of others",
        "the nearest",
        "or to an objective",
    ],
)
def test_22_1_8_men_withdraw_to_where_they_assemble_or_an_objective_of_their_side(
    options: Any, enemies: tuple[str, ...], toward: set[str]
) -> None:
    """A squad in F13 that has an enemy in sight, far off; its side's edge is in the south."""
    foes = [unit(f"ge.mg.{number}", label) for number, label in enumerate(enemies, 1)]
    men = unit(SQUAD, "F13"), unit(SQUADS[1], "A2"), unit(LEADER, "A2")
    state = active(on_the_ground(*men, *foes, **options))
    found = {str(action.to) for action in legal(state, Withdraw) if action.units == (SQUAD,)}
    assert found == toward


@proves("LHY-22.1.8a")
def test_22_1_8_only_weapons_that_landed_withdraw_to_the_assembly_hex_too_and_no_vehicles() -> None:
    state = in_the_air((LEADER, MG[0], JEEP), units=[unit(MG[1], "F12")])
    state = with_progress(state, in_the_air=frozenset(), assembly=(Assembly("us", "able.1", at("H14")),))
    for name, homes in ((MG[0], {at("H14")}), (LEADER, {at("H14")}), (MG[1], set()), (JEEP, set())):
        position = PLAY.position(state.with_unit(unit(name, "F12")))
        assert home_hexes(position, position.unit(name)) == homes


@proves("LHY-22.1.8a", "LHY-22.1.8c")
def test_22_1_8_men_retreat_the_same_way_and_stop_where_they_assemble() -> None:
    state = on_the_ground(unit(SQUAD, "F12"), unit(LEADER, "A2"), assembly="F10")
    start = Decision(DecisionKind.RETREAT, "us", SQUAD, at("F12"), 2, 4)
    position = PLAY.position(state)
    assert {str(place) for place in retreat_hexes(position, position.unit(SQUAD), start)} == {
        "F11",
        "E12",
        "G12",
    }
    for place, may in (("F11", True), ("F13", False)):
        moved = PLAY.position(state.with_unit(unit(SQUAD, place)))
        due = Decision(DecisionKind.RETREAT, "us", SQUAD, at("F12"), 2, 4, path=(at(place),))
        assert may_stop(moved, moved.unit(SQUAD), due) is may


@proves("LHY-22.1.7.glider")
def test_22_1_7_units_landed_by_glider_need_not_assemble() -> None:
    assert not course(glided({"H8": (LEADER, SQUAD)}, [1, 1, 1, 1], objectives=[HILL])).unassembled
    assert course(landed((LEADER, SQUAD), "B14", [4, 1] * 2 + [1, 1], objectives=[HILL])).unassembled == {
        LEADER,
        SQUAD,
    }


@proves("LHY-22.1.2e", "LHY-22.1.8a")
def test_22_1_2_a_platoon_that_comes_by_glider_goes_back_to_where_its_leader_landed() -> None:
    state = glided({"H8": (LEADER,), "C5": (SQUAD,)}, [1, 1, 1, 1, 1, 1])
    assert course(state).assembly == (Assembly("us", "able.1", at("H8")),)


@proves("LHY-22.1.2e", "LHY-22.1.2d")
def test_22_1_2_a_platoon_partly_jumping_keeps_its_named_assembly_hex_though_its_leader_glides() -> None:
    state = done(flying((SQUAD,), gliders=(LEADER,)), PlanStick("us", (SQUAD,), at("H8")))
    state = done(state, AssembleAt("us", "able.1", at("C3")))
    state = done(state, PlanGlider("us", (LEADER,), at("L12"), 4), Land("us"), 4, 1, 1, 1, 1, 1)
    assert course(state).assembly == (Assembly("us", "able.1", at("C3")),)
