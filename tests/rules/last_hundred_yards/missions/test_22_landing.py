"""Chapter 22 (16 in v3.1): where jumping and gliding units land, their losses, and landing in an enemy hex."""

from dataclasses import replace
from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.last_hundred_yards.book.conditions import CONCEALED, DISRUPTED, HIDDEN
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.declarations.missions.landing import Land
from rules.last_hundred_yards.declarations.missions.landing_plan import AssembleAt, PlanGlider, PlanStick
from rules.last_hundred_yards.declarations.turn.activation import Activate, CallForReaction, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative, roll_fate
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.questions.assault.value import participants
from rules.last_hundred_yards.questions.mission.landing_plan import is_rough
from rules.last_hundred_yards.questions.terrain.scatter import drift
from rules.last_hundred_yards.state.events.assault_events import AssaultEntered
from rules.last_hundred_yards.state.events.landing_events import LandedAmongEnemies
from rules.last_hundred_yards.state.events.marker_events import GroundMarked
from rules.last_hundred_yards.state.progress import Phase, with_progress
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.missions.landing import (
    FOE,
    GUN,
    JEEP,
    LATW,
    LEADER,
    MG,
    SQUADS,
    THIRD_LEADER,
    field,
    flying,
    glided,
    hex_of,
    in_the_air,
    landed,
)
from tests.rules.last_hundred_yards.playing import at, course, done, opened, recorded, refusal, unit

SQUAD = SQUADS[0]


def steps_lost(state: GameState) -> int:
    """The steps that the Americans lost in landing, which the Casualty Track does not count."""
    assert not course(state).losses
    return course(state).landing_losses.get("us", 0)


@proves("LHY-22.1.3a", "LHY-22.0c")
@pytest.mark.parametrize(
    ("direction", "hexes", "place"),
    [(1, 1, "H7"), (1, 6, "H2"), (2, 2, "J7"), (3, 2, "J9"), (4, 5, "H13"), (5, 2, "F9"), (6, 1, "G8")],
)
def test_22_1_3_each_unit_drifts_by_two_dice_of_its_own(direction: int, hexes: int, place: str) -> None:
    state = landed((LEADER, SQUAD), "H8", [4, 2, direction, hexes, 1, 1])
    assert (hex_of(state, LEADER), hex_of(state, SQUAD)) == (at("H10"), at(place))
    assert state.unit(LEADER).has(CONCEALED)
    assert state.unit(SQUAD).has(CONCEALED) is (place != "H2"), "seen from P1, eight hexes off"


@proves("LHY-22.1.3a")
@pytest.mark.parametrize("dice", [(7, 1, 1), (1, 7, 1)])
def test_22_1_3_both_dice_have_six_faces(dice: tuple[int, ...]) -> None:
    with pytest.raises(BadInput, match="7"):
        landed((LEADER,), "H8", dice)


@proves("LHY-22.1.3b")
@pytest.mark.parametrize(("sector", "place"), [("north", "H6"), ("south", "H10")])
def test_22_1_3_a_zone_on_two_sectors_drifts_by_the_diagram_that_was_named(sector: str, place: str) -> None:
    """The southern sector is turned upside down."""
    sectors: dict[str, Any] = {
        "sectors": {"north": ["A1", "P8"], "south": ["A8", "P16"]},
        "turned_sectors": ["south"],
    }
    state = landed((LEADER,), "H8", [1, 2, 1], sector=sector, **sectors)
    assert hex_of(state, LEADER) == at(place)
    unsaid = flying((LEADER,), **sectors)
    assert "say by whose diagram it scatters" in refusal(unsaid, PlanStick("us", (LEADER,), at("H8")))


@proves("LHY-22.1.4.1a", "LHY-22.1.4.1b", "LHY-22.1.4.1c", "LHY-22.1.6a")
@pytest.mark.parametrize(
    ("name", "die", "fares", "lost"),
    [
        (SQUAD, 6, "well", 0), (SQUAD, 7, "disrupted", 0), (SQUAD, 9, "disrupted", 0), (SQUAD, 10, "gone", 1),
        (LEADER, 7, "well", 0), (LEADER, 8, "disrupted", 0), (LEADER, 10, "gone", 0),
        (MG[0], 1, "disrupted", 0), (MG[0], 9, "disrupted", 0), (MG[0], 10, "gone", 1),
        (LATW, 1, "disrupted", 0), (GUN, 1, "disrupted", 0), (GUN, 10, "gone", 1),
        (JEEP, 9, "well", 0), (JEEP, 10, "gone", 0),
    ],
)  # fmt: skip
def test_22_1_4_landing_in_the_open_is_decided_by_the_die(name: str, die: int, fares: str, lost: int) -> None:
    more = [1] if (name, die) == (SQUAD, 10) else []
    state = landed((name,), "H8", [4, 1, die, *more])
    found = state.unit(name)
    told = "gone" if found.at is None else "disrupted" if found.has(DISRUPTED) else "well"
    assert told == fares
    assert steps_lost(state) == lost
    if more:
        (section,) = [one for one in state.units.values() if ".section." in one.id]
        assert (section.at, section.has(DISRUPTED)) == (at("H9"), True)


@proves("LHY-22.1.4.2", "LHY-22.1.4.2a", "LHY-22.1.4.2c")
@pytest.mark.parametrize("letter", ["w", "f", "s", "r", "b"])
@pytest.mark.parametrize(("name", "lost"), [(SQUAD, 1), (LEADER, 0), (MG[0], 1), (JEEP, 0)])
def test_22_1_4_on_rough_ground_every_unit_is_harmed_without_a_die(letter: str, name: str, lost: int) -> None:
    """Woods, forest, a house, a river and a bridge in H9; the die is that of a section drawn for the squad."""
    state = landed((name,), "H8", [4, 1, *([1] if name == SQUAD else [])], ground=f"{letter} H9 H10")
    assert state.unit(name).at is None
    assert steps_lost(state) == lost
    sections = [one for one in state.units.values() if ".section." in one.id]
    assert [(one.at, one.has(DISRUPTED)) for one in sections] == [(at("H9"), True)] * (name == SQUAD)


@proves("LHY-22.1.4.2b", "LHY-22.1.4.2a")
def test_22_1_4_a_unit_landing_off_the_map_is_put_in_the_last_map_hex_of_its_drift() -> None:
    state = landed((SQUAD,), "H3", [1, 6, 1])
    (section,) = [one for one in state.units.values() if ".section." in one.id]
    assert (section.at, section.has(DISRUPTED)) == (at("H1"), True)
    assert landed((JEEP,), "H3", [1, 6]).unit(JEEP).at is None
    for die, where in ((6, "lands off the map beside H1"), (2, "lands in H1")):
        state = done(flying((SQUAD,)), PlanStick("us", (SQUAD,), at("H3")))
        state = done(state, AssembleAt("us", "able.1", at("A1")))
        assert any(where in line for line in recorded(state, Land("us"), 1, die, 1)[1])
    assert hex_of(landed((SQUAD,), "H3", [1, 2, 1]), SQUAD) == at("H1"), "but the edge itself is on it"


@proves("LHY-22.1.4.2b")
@pytest.mark.parametrize(
    ("zone", "direction", "place"),
    [
        ("G3", 1, "G2"),
        ("H3", 1, "H1"),
        ("O4", 2, "O4"),
        ("G14", 4, "G15"),
        ("H14", 4, "H15"),
        ("G1", 1, "G1"),
        ("P4", 1, "P1"),
    ],
)
def test_22_1_4_a_unit_landing_off_the_map_goes_into_a_whole_hex_before_a_half_hex(
    zone: str, direction: int, place: str
) -> None:
    """The edge cuts G1, G16 and column P; H1 and H15 are whole hexes, and there is no H16."""
    ground = field()
    cut = replace(ground, grid=replace(ground.grid, half_hexes=True))
    position = PLAY.position(opened(cut, [unit("ge.mg.1", "B2"), unit("us.mg.1", "B4")]))
    assert drift(position, at(zone), direction, "", 6) == (at(place), False)


@proves("LHY-22.1.4.2")
@pytest.mark.parametrize("tree_lines", [True, False])
def test_22_1_4_a_road_between_tree_lines_is_rough_where_the_edition_knows_them(tree_lines: bool) -> None:
    lines = "A2-B2 A3-B2 C2-B2 C3-B2"
    ground = open_ground(4, 4, roads="B1 B2 B3", tree_lines=lines)
    units = unit("ge.mg.1", "D1"), unit("us.mg.1", "D4")
    position = PLAY.position(opened(ground, units, switches={"tree_lines": tree_lines}))
    assert is_rough(position, at("B2")) is tree_lines
    assert not is_rough(position, at("B3"))


def among(*enemies: Unit, names: tuple[str, ...] = (LEADER, SQUAD), dice: tuple[int, ...] = ()) -> GameState:
    """All units of a stick land in H9, an enemy hex, unharmed unless dice are given."""
    return landed(names, "H8", [*(4, 1) * len(names), *(dice or (1,) * len(names))], units=enemies)


@proves("LHY-22.1.4.3a")
@pytest.mark.parametrize("word", [(), (CONCEALED,), (HIDDEN,)])
def test_22_1_4_a_unit_landing_in_an_enemy_hex_is_under_assault(word: tuple[str, ...]) -> None:
    state = among(unit(FOE, "H9", *word))
    assault = course(state).assault_at(at("H9"))
    assert assault is not None
    assert assault.side == "ge"
    assert not state.unit(SQUAD).has(CONCEALED)
    assert not state.unit(FOE).has(HIDDEN)
    for side in ("ge", "us"):
        state = done(state, CallForReaction(side))
    assert course(state).phase is Phase.ASSAULT
    assert not refusal(state, ResolveAssault("us", at("H9")))


@proves("LHY-22.1.4.3a")
def test_22_1_4_a_dummy_that_men_land_on_is_removed() -> None:
    state = among(unit("ge.dummy.1", "H9", CONCEALED))
    assert hex_of(state, "ge.dummy.1") is None
    assert not course(state).assaults


@proves("LHY-22.1.4.3a", "LHY-22.1.4.3b")
def test_22_1_4_a_unit_lost_in_landing_finds_no_hidden_enemy() -> None:
    state = landed((JEEP,), "H8", [4, 1, 10], units=[unit(FOE, "H9", HIDDEN)])
    assert hex_of(state, JEEP) is None
    assert state.unit(FOE).has(HIDDEN)


@proves("LHY-22.1.4.3b")
def test_22_1_4_a_vehicle_among_the_enemy_is_destroyed_unless_infantry_is_with_it() -> None:
    foe = unit(FOE, "H9")
    alone = among(foe, names=(JEEP,))
    assert hex_of(alone, JEEP) is None
    assert not course(alone).assaults
    with_leader = landed((THIRD_LEADER,), "H8", [4, 1, 1], units=[foe], us={"parachutes": [THIRD_LEADER]})
    assert course(with_leader).assaults


@proves("LHY-22.1.4.3b")
def test_22_1_4_a_tank_fighting_where_a_leader_lands_does_not_count_as_landed() -> None:
    tank = "us.able-tank.1.1"
    state = in_the_air((LEADER,), units=[unit(FOE, "H9"), unit(tank, "H9")])
    state = AssaultEntered(tank, "us", at("H9"), at("H10")).on(state)
    state = done(state, RollInitiative("us"), 9, 2)
    state = done(state, SelectCompany("us", "able-tank"), Activate("us", ("able-tank.1",)))
    for side in ("us", "ge", "us"):
        state = done(state, CallForReaction(side))
    state = done(state, PlanStick("us", (LEADER,), at("H8")))
    state = done(state, AssembleAt("us", "able.1", at("A1")), Land("us"), 4, 1, 1)
    assert hex_of(state, tank) == at("H9")
    assert course(state).assaults[0].side == "us"


@proves("LHY-22.1.4.3c", "LHY-22.1.4.3b")
@pytest.mark.parametrize(("die", "stays"), [(1, True), (10, False)])
def test_22_1_4_a_jeep_landed_in_an_enemy_hex_is_lost_if_its_side_loses(die: int, stays: bool) -> None:
    """Two squads with their leader and a jeep land on a section, which attacks them at -4."""
    state = flying((*SQUADS[:2], LEADER, JEEP), units=[unit("ge.1kp.1.section.a", "H9")])
    state = done(state, PlanStick("us", (*SQUADS[:2], LEADER), at("H8")), PlanStick("us", (JEEP,), at("H13")))
    state = done(state, AssembleAt("us", "able.1", at("A1")), Land("us"), *(4, 1) * 3, 1, 4, 1, 1, 1, 1)
    for side in ("ge", "us"):
        state = done(state, CallForReaction(side))
    assert JEEP not in {one.id for one in participants(PLAY.position(state), at("H9"), "us")}
    state = done(state, ResolveAssault("us", at("H9")), die)
    assert (hex_of(state, JEEP) is not None) is stays


@proves("LHY-22.1.4.3c")
@pytest.mark.parametrize(("beside", "die"), [((), ()), ((LATW,), ()), ((LEADER,), (10,))])
def test_22_1_4_a_jeep_landed_in_an_enemy_hex_does_not_hold_it_by_itself(
    beside: tuple[str, ...], die: tuple[int, ...]
) -> None:
    """The squad that landed with the jeep is gone when the assault is resolved."""
    assault = AssaultEntered(FOE, "ge", at("H9"), at("H9"))
    units = [unit(name, "H9") for name in (FOE, JEEP, *beside)]
    state = LandedAmongEnemies(JEEP).on(assault.on(in_the_air((THIRD_LEADER,), units=units)))
    state = with_progress(state, phase=Phase.ASSAULT, active="us")
    state = done(state, ResolveAssault("us", at("H9")), *die)
    assert [hex_of(state, name) for name in (JEEP, FOE)] == [None, at("H9")]


@proves("LHY-22.1.5.1")
def test_22_1_5_a_10_blows_a_glider_off_the_map_and_its_load_is_no_casualty() -> None:
    state = glided({"H8": (SQUAD,), "K8": (GUN,)}, [10, 9, 1, 1])
    assert (hex_of(state, SQUAD), hex_of(state, GUN)) == (None, at("K8"))
    assert SQUAD in course(state).exited
    assert SQUAD not in course(state).in_the_air
    assert steps_lost(state) == 0


@proves("LHY-22.1.5.2a", "LHY-22.1.5.2d", "LHY-22.1.5.2e", "LHY-22.1.6a")
@pytest.mark.parametrize(
    ("crash", "check", "fares", "lost"),
    [(8, 6, "well", 0), (8, 7, "disrupted", 0), (9, 6, "disrupted", 0), (9, 7, "gone", 1)],
)
def test_22_1_5_2_in_the_open_a_glider_crashes_on_9(crash: int, check: int, fares: str, lost: int) -> None:
    state = glided({"H8": (SQUAD,)}, [1, crash, check, *([1] if fares == "gone" else [])])
    found = state.unit(SQUAD)
    told = "gone" if found.at is None else "disrupted" if found.has(DISRUPTED) else "well"
    assert told == fares
    assert steps_lost(state) == lost


@proves("LHY-22.1.5.2b", "LHY-22.1.5.2c")
@pytest.mark.parametrize(
    ("options", "crashes_from"),
    [
        ({}, 9), ({"ground": "w G6"}, 8), ({"ground": "s I9"}, 8), ({"ground": "r H9 H10"}, 8), ({"ground": "w H10"}, 9),
        ({"ground": "w F6"}, 9), ({"ground": "h G6"}, 8), ({"ground": "h F6"}, 9), ({"ground": "v G6-F6"}, 8), ({"ground": "v F6-E6"}, 9), ({"night": True}, 8), ({"night": True, "ground": "w G6"}, 7),
    ],
)  # fmt: skip
def test_22_1_5_2_obstacles_beside_its_path_and_night_make_a_glider_crash_likelier(
    options: dict[str, Any], crashes_from: int
) -> None:
    """It skids from H6 to H8; a leader who passes his check is disrupted by a crash alone."""
    for die, crashed in ((crashes_from, True), (crashes_from - 1, False)):
        state = glided({"H8": (LEADER,)}, [1, die, 1], **options)
        assert state.unit(LEADER).has(DISRUPTED) is crashed


@proves("LHY-22.1.5.2c", "LHY-21.4.2b.action")
@pytest.mark.parametrize(("flare", "crashes"), [("H10", False), ("H11", True)])
def test_22_1_5_2_in_the_light_of_a_marker_a_glider_lands_as_by_day(flare: str, crashes: bool) -> None:
    state = flying((), gliders=(LEADER,), night=True)
    state = GroundMarked("illumination", at(flare), 1).on(state)
    state = done(state, PlanGlider("us", (LEADER,), at("H8"), 4), Land("us"), 1, 8, 1)
    assert state.unit(LEADER).has(DISRUPTED) is crashes


@proves("LHY-22.1.5.2b")
def test_22_1_5_2_another_glider_beside_its_path_makes_a_crash_likelier() -> None:
    """The glider landing in H8 passes the one landing in I7, which stops in I6; one landing in K7 is too far from its path."""
    state = glided({"H8": (LEADER,), "I7": (SQUAD,)}, [1, 1, 8, 1, 8, 1])
    assert state.unit(LEADER).has(DISRUPTED)
    far = glided({"H8": (LEADER,), "K7": (SQUAD,)}, [1, 1, 8, 1, 8, 1])
    assert not far.unit(LEADER).has(DISRUPTED)
    assert not far.unit(SQUAD).has(DISRUPTED)


@proves("LHY-22.1.5.2f")
@pytest.mark.parametrize(("dice", "stays"), [((9, 7), True), ((9, 8), False), ((8,), True)])
def test_22_1_5_2_a_vehicle_is_wrecked_in_a_crash_above_7(dice: tuple[int, ...], stays: bool) -> None:
    state = glided({"H8": (JEEP,)}, [1, *dice])
    assert (hex_of(state, JEEP) is not None) is stays


@proves("LHY-22.1.5.3")
def test_22_1_5_3_a_glider_landing_in_an_enemy_hex_is_under_assault() -> None:
    state = glided({"H8": (SQUAD,)}, [1, 1, 1], units=[unit(FOE, "H8")])
    assault = course(state).assault_at(at("H8"))
    assert assault is not None
    assert assault.side == "ge"


@proves("LHY-22.1.6b", "LHY-22.1.6a")
def test_22_1_6_a_medic_brings_back_a_step_lost_in_landing_without_moving_the_track() -> None:
    """The squad that landed in woods is a section; fate is a 3 here (OUR 60), and a section is drawn."""
    state = landed((LEADER, SQUAD), "H8", [1, 2, 4, 1, 1, 1], ground="w H9")
    assert steps_lost(state) == 1
    resolution = PLAY.resolution(state, ScriptedDice([3, 1, 1]))
    roll_fate(resolution, "us")
    assert steps_lost(resolution.state) == 0


@proves("LHY-22.1.4.3b", "LHY-22.1.5.2f", "LHY-22.1.5.3", "LHY-12.3.7b")
@pytest.mark.parametrize(
    ("man", "foes", "dice"), [(LEADER, (unit(FOE, "H9"),), (1,)), (SQUAD, (), (10, 10))], ids=["enemies", "a wreck"]
)  # fmt: skip
def test_22_1_5_a_jeep_lost_in_landing_harms_no_unit_beside_it(
    man: str, foes: tuple[Unit, ...], dice: tuple[int, ...]
) -> None:
    """A unit jumps into an open hex and a jeep comes by glider: in an enemy hex it is destroyed, elsewhere wrecked."""
    state = flying((man, THIRD_LEADER), gliders=(JEEP,), units=foes)
    state = done(state, PlanStick("us", (man,), at("H8")), PlanGlider("us", (JEEP,), at("H9"), 4))
    state = done(state, AssembleAt("us", "able.1", at("A1")), Land("us"), 4, 1, 1, 1, *dice)
    assert (hex_of(state, JEEP), hex_of(state, man)) == (None, at("H9"))
    assert not state.unit(man).has(DISRUPTED)
