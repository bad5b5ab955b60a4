"""Chapters 11.3.3, 11.4.6 and 11.5.4: riders and density, fortified positions, tanks along an urban road."""

from dataclasses import replace

import pytest

from rules.game.chance.dice import ScriptedDice
from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.turn.activation import Activate, SelectCompany
from rules.last_hundred_yards.declarations.turn.initiative import RollInitiative
from rules.last_hundred_yards.effects.fire_steps import FireOutcome, fire_steps
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.events.marker_events import FirePlaced
from rules.last_hundred_yards.state.events.unit_events import Mounted
from rules.last_hundred_yards.state.progress import FireKind, FireMarker
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import FIELD, activated, at, course, done, opened, seen, unit
from tests.rules.last_hundred_yards.sight.sighting import image

SQUAD, LEADER, TANK, FOE = "us.able.1.squad.1", "us.able.1.leader", "us.able-tank.1.1", "ge.1kp.1.squad.1"


HOUSES = tuple(
    image(Terrain.URBAN_BUILDING, label, (-1.4, -0.5), (-0.8, -0.5), (-0.8, 0.5)) for label in ("C4", "C5")
)

STREET = board(
    "\n".join([". . . . . . . ."] * 3 + [". . u . . . . ."] + [". . . . . . . ."] * 6), roads="C3 C4 C5"
)
"""A street hex among open ground."""


def shell_at(label: str) -> FireMarker:
    return FireMarker(1, FireKind.MDRM, at(label), 0, primary=True, tubes=0)


def best(state: GameState, label: str, die: int = 5) -> int | None:
    """The result of one die of all fire on a hex against the Germans."""
    return (
        fire_steps(seen(state, "ge"), at(label))[0]
        .step(FireOutcome(), ScriptedDice([die]))
        .best_against("ge")
    )


@proves("LHY-11.3.3k", "LHY-11.4.6b")
def test_11_3_3k_riders_make_a_target_dense_for_small_arms_but_not_for_mortars() -> None:
    # Six steps, two of them on a StuG: small arms +1 for density, -1 beside armour in the open.
    foes = [unit(f"ge.1kp.1.squad.{number}", "C4") for number in (1, 2, 3)]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), unit("ge.stug.1", "C4"), *foes)
    state = Mounted(FOE, "ge.stug.1").on(state)
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C4"),)))).fires[-1].value == 1 + 1 - 1
    assert best(FirePlaced(shell_at("C4")).on(state), "C4") == 5


@proves("LHY-4.1.9c.1", "LHY-4.1.8.4", "LHY-4.1.9a")
@pytest.mark.parametrize(
    ("foes", "tem"),
    [
        (["ge.pak40.3"], 0),
        (["ge.pak40.3", FOE], -3),
        ([FOE], -3),
    ],
    ids=["a gun", "a gun and a squad", "a squad"],
)
@pytest.mark.parametrize("edition", ["2019", "series-3.1"])
def test_4_1_9c_a_gun_stands_in_the_roadway_and_has_nothing_of_the_houses(
    foes: list[str], tem: int, edition: str
) -> None:
    # SAV 1 at the next hex, along the road; urban buildings are worth 3 to men, who are inside them.
    enemies = [unit(foe, "C4") for foe in foes]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), *enemies, ground=STREET, edition=edition)
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C4"),)))).fires[-1].value == 1 + tem
    assert best(FirePlaced(shell_at("C4")).on(state), "C4") == 5 + tem


@proves("LHY-4.1.9c.1", "LHY-4.1.8.4")
def test_4_1_9c_an_assault_gun_beside_it_does_not_put_the_gun_into_the_houses() -> None:
    enemies = unit("ge.pak40.3", "C4"), unit("ge.stug.1", "C4")
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), *enemies, ground=STREET)
    assert best(FirePlaced(shell_at("C4")).on(state), "C4") == 5


@proves("LHY-4.1.9c.1", "LHY-11.5.4k", "LHY-11.3.3o")
@pytest.mark.parametrize(("beside", "small"), [((), 1), ((unit(FOE, "C4"),), 1 + 1 - 3)])
def test_4_1_9c_the_houses_beside_it_take_nothing_off_anti_tank_fire_at_a_gun(
    beside: tuple[Unit, ...], small: int
) -> None:
    """Reading 189: ATV and SAV of 1; high explosive adds 1 and the houses take 3 off where men are in them."""
    hunter, gun = "us.dog.1.1", unit("ge.pak40.3", "C4")
    units = [unit(hunter, "C6"), unit(LEADER, "A10"), gun, *beside]
    state = activated(*units, ground=STREET, platoon="dog.1")
    after = done(state, FireAntiTank("us", hunter, (gun.id,)))
    assert course(after).fires[-1].value == 1
    assert course(done(state, FireSmallArms("us", hunter, (at("C4"),)))).fires[-1].value == small


@proves("LHY-4.1.9c.1", "LHY-4.3.0.1")
def test_4_1_9c_what_lies_concealed_on_a_street_is_fired_at_as_if_in_the_houses() -> None:
    # -1 as concealed, -3 for the houses: the firer cannot tell that it is a gun (reading 173).
    gun = unit("ge.pak40.3", "C4", CONCEALED)
    state = activated(unit(SQUAD, "D5"), unit(LEADER, "A10"), gun, ground=STREET)
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C4"),)))).fires[-1].value == 1 - 1 - 3
    shelled = FirePlaced(shell_at("C4")).on(state)
    assert best(shelled, "C4") == 5 - 3


@proves("LHY-11.4.6c", "LHY-4.1.14.6")
@pytest.mark.parametrize(("letter", "small", "mortar"), [(".", -1, 5), ("w", -1, 4)])
def test_11_4_6c_a_fortified_position_covers_from_small_arms_only(
    letter: str, small: int, mortar: int
) -> None:
    # SAV 1 less 2 for the FP; against mortars the other terrain of the hex counts.
    ground = board("\n".join([". . . . . . . ."] * 3 + [f". . {letter} . . . . ."] + [". . . . . . . ."] * 6))
    foes = [replace(unit("ge.fp.1", "C4"), facing_deg=180.0), unit(FOE, "C4")]
    state = activated(unit(SQUAD, "C5"), unit(LEADER, "A10"), *foes, ground=ground)
    assert course(done(state, FireSmallArms("us", SQUAD, (at("C4"),)))).fires[-1].value == small
    assert best(FirePlaced(shell_at("C4")).on(state), "C4") == mortar


@proves("LHY-11.5.4b")
@pytest.mark.parametrize(("kind", "value"), [(FireKind.SADRM, 5), (FireKind.ATDRM, 4)])
def test_11_5_4b_only_anti_tank_markers_suppress_a_fortified_position(kind: FireKind, value: int) -> None:
    units = [unit("ge.fp.1", "C4"), unit("ge.1kp.1.leader", "C4"), unit(FOE, "C4"), unit(TANK, "C8")]
    state = opened(FIELD, [*units, unit("ge.1kp.2.leader", "H1")], attacker="ge", edition="series-3.1")
    for number in (1, 2):
        target = "ge.fp.1" if kind is FireKind.ATDRM else None
        state = FirePlaced(FireMarker(number, kind, at("C4"), 0, against="ge", target=target)).on(state)
    state = done(state, RollInitiative("ge"), 2, 9)
    state = done(done(state, SelectCompany("ge", "1kp")), Activate("ge", ("1kp.1",)))
    assert course(done(state, FireAntiTank("ge", "ge.fp.1", (TANK,)))).fires[-1].value == value


@proves("LHY-11.5.4j", "LHY-11.5.4i")
@pytest.mark.parametrize(("letter", "roads", "value"), [("u", "C4 C5", 3), (".", "", 2)])
def test_11_5_4j_behind_a_wall_is_hull_down_but_not_to_fire_along_an_urban_road(
    letter: str, roads: str, value: int
) -> None:
    rows = [". . . . ."] * 3 + [f". . {letter} . ."] * 2 + [". . . . ."] * 5
    street = board("\n".join(rows), roads=roads, walls="C4-C5", outlines=HOUSES if roads else ())
    units = [unit(TANK, "C5"), unit("ge.stug.1", "C4"), unit(LEADER, "A10")]
    state = activated(*units, ground=street, platoon="able-tank.1")
    assert course(done(state, FireAntiTank("us", TANK, ("ge.stug.1",)))).fires[-1].value == value


@proves("LHY-11.5.4j")
@pytest.mark.parametrize(
    ("firer_at", "value", "told"), [("C5", 3, ""), ("E6", 2, "hull-down (LHY 11.5.4j, OUR 133")]
)
def test_11_5_4j_a_tank_on_an_urban_road_is_hull_down_to_fire_from_beside_it(
    firer_at: str, value: int, told: str
) -> None:
    # ATV 3: from C5 along the road that C4 lies on, with houses on its left, or from the fields on its right.
    rows = [". . . . ."] * 3 + [". . u . ."] * 3 + [". . . . ."] * 4
    street = board("\n".join(rows), roads="C4 C5 C6", outlines=HOUSES)
    state = activated(
        unit(TANK, firer_at),
        unit("ge.stug.1", "C4"),
        unit(LEADER, "A10"),
        ground=street,
        platoon="able-tank.1",
    )
    shot = FireAntiTank("us", TANK, ("ge.stug.1",))
    assert course(done(state, shot)).fires[-1].value == value
    assert told in str(PLAY.chances(state, shot))
