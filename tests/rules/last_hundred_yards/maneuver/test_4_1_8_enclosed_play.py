"""4.1.8 and 4.1.9.4 of the later editions: enclosed road hexes, and the range of reaction, fire and spotting along them."""

from itertools import product

import pytest

from rules.game.state import GameState
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, IN_MOTION
from rules.last_hundred_yards.declarations.fire.anti_tank import FireAntiTank
from rules.last_hundred_yards.declarations.fire.small_arms import FireSmallArms
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.maneuver.vehicle_motion import EndManeuver
from rules.last_hundred_yards.declarations.mortars.mortar_adjustment import AdjustMortars, ExtendMortar
from rules.last_hundred_yards.declarations.mortars.mortar_fire import CallMortar
from rules.last_hundred_yards.declarations.turn.activation import CallForReaction
from rules.last_hundred_yards.questions.terrain.roads import (
    enclosed_between,
    enclosed_road_hexes,
    tree_lined_road_hexes,
)
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.events.order_events import PhaseBegan
from rules.last_hundred_yards.state.progress import Phase
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import (
    MISSIONS,
    activated,
    at,
    done,
    legal,
    opened,
    position_seen_by,
    refusal,
    start_of,
    unit,
)
from tests.rules.last_hundred_yards.sight.sighting import image

OPEN = "\n".join([". . . . . . ."] * 7)
STRAIGHT = "D1 D2 D3 D4 D5 D6 D7"
"""Columns B, D and F are half a hex lower: the neighbours of D4 are D3, E4, E5, D5, C5 and C4, clockwise."""


@proves("LHY-4.1.8.enclosed.1", "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-4.1.8.enclosed.4")
@pytest.mark.parametrize(
    ("roads", "lined", "enclosed"),
    [
        (STRAIGHT, "E4 C4", True),  # one line on either side
        (STRAIGHT, "E5 C5", True),
        (STRAIGHT, "E4 E5", False),  # both on one side
        (STRAIGHT, "E4", False),
        (STRAIGHT, "", False),
        (STRAIGHT, "D3 D5", False),  # across the road
        ("D1 D2 D3 D4 E5 F5", "C4 E4", True),  # a wide bend: one hexside within, two beyond
        ("D1 D2 D3 D4 E5 F5", "C4 C5", False),
        ("D1 D2 D3 D4 E4 F3", "C4", True),  # a sharp bend has no side within
        ("D1 D2 D3 D4 E4 F3", "D5", True),
        ("D1 D2 D3 D4 C4 B4", "E5", True),
        ("D1 D2 D3 D4", "E4 C4", True),  # a road that ends is taken to go straight on
        ("D1 D2 D3 D4", "E4 E5", False),
        ("D1 D2 D3 D4", "E5 C5", True),
        ("D1 D2 D3 D4", "E5 C4", True),
        ("D1 D2 D3 D4", "E4 D5", False),
        (f"{STRAIGHT}, D4 E5 F5", "C4 E4", True),  # a lane joins between E4 and D5
        (f"{STRAIGHT}, D4 E5 F5", "C4", False),
        (f"{STRAIGHT}, A6 B5 C5 D4 E4 F3 G3", "E5 C4", True),  # a crossroads has two sides left
        (f"{STRAIGHT}, A6 B5 C5 D4 E4 F3 G3", "E5", False),
        ("A1 A2", "E4 C4", False),  # no road here
    ],
)
def test_4_1_8_a_tree_line_stands_on_each_side_of_the_road(roads: str, lined: str, enclosed: bool) -> None:
    ground = board(OPEN, roads=roads, tree_lines=" ".join(f"D4-{near}" for near in lined.split()))
    assert (at("D4") in tree_lined_road_hexes(ground)) is enclosed
    assert (at("D4") in enclosed_road_hexes(ground)) is enclosed


@proves("LHY-4.1.8.enclosed.1", "LHY-4.1.8.enclosed.2", "LHY-4.1.8.enclosed.3", "LHY-4.1.8.enclosed.4")
@pytest.mark.parametrize(
    ("letter", "road", "enclosed"),
    [
        ("w", True, True),
        ("f", True, True),
        ("s", True, True),
        ("b", True, True),
        ("u", True, True),
        ("U", True, False),
        ("h", True, False),
        (".", True, False),
        ("w", False, False),
    ],
)
def test_4_1_8_woods_forest_and_buildings_enclose_the_road_in_their_hex(
    letter: str, road: bool, enclosed: bool
) -> None:
    rows = [". . . . . . ."] * 3 + [f". . . {letter} . . ."] + [". . . . . . ."] * 3
    ground = board("\n".join(rows), roads=STRAIGHT if road else "A1 A2")
    assert enclosed_road_hexes(ground) == (frozenset({at("D4")}) if enclosed else frozenset())
    assert enclosed_between(ground, at("D2"), at("D6")) == ((at("D4"),) if enclosed else ())
    assert not enclosed_between(ground, at("D4"), at("D6")), "the ends do not count"
    assert not enclosed_between(ground, at("C4"), at("E4")), "the line crosses the road"


LEADER, SQUAD, TANK = "us.able.1.leader", "us.able.1.squad.1", "us.able-tank.1.1"
GUN = "us.gun57.1"
FOE, ENEMY_TANK = "ge.1kp.1.squad.1", "ge.stug.1"
MM60 = {"id": "60mm", "side": "us", "kind": "60mm", "company": "able"}
LATER = "series-3.1"
ROWS = [". . . . . . . ."] * 10
WOODS = ". . w . . . . ."
ROAD = "C10 C9 C8 C7 C6 C5 C4 C3 C2 C1"
LANE = board("\n".join([*ROWS[:4], WOODS, *ROWS[5:]]), roads=ROAD)
"""A straight road with woods at C5."""

LINED = board("\n".join(ROWS), roads=ROAD, tree_lines="C5-B5 C5-D4")
"""The same road between two tree lines at C5."""

BARE = board("\n".join(ROWS), roads=ROAD)


@proves("LHY-4.1.8.enclosed.2")
@pytest.mark.parametrize(("start", "may_fire"), [("C6", True), ("C7", False), ("C8", False), ("E7", True)])
def test_4_1_8_small_arms_reach_two_hexes_along_an_enclosed_road(start: str, may_fire: bool) -> None:
    """At C4: from C6 it is two hexes, from C7 three; from E7 the line does not run along the road."""
    for ground in (LANE, LINED):
        state = activated(
            unit(SQUAD, start), unit(LEADER, "A10"), unit(FOE, "C4"), ground=ground, edition=LATER
        )
        why = refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
        assert (not why) is may_fire, why
        assert may_fire or "along an enclosed road this fire reaches 2 (LHY 4.1.8, OUR 34" in why
        assert (FireSmallArms("us", SQUAD, (at("C4"),)) in legal(state, FireSmallArms)) is may_fire
        open_road = activated(
            unit(SQUAD, start), unit(LEADER, "A10"), unit(FOE, "C4"), ground=BARE, edition=LATER
        )
        assert not refusal(open_road, FireSmallArms("us", SQUAD, (at("C4"),)))


@proves("LHY-4.1.8.enclosed.5")
def test_4_1_8_woods_at_either_end_of_the_line_limit_nothing() -> None:
    state = activated(unit(SQUAD, "C8"), unit(LEADER, "A10"), unit(FOE, "C5"), ground=LANE, edition=LATER)
    assert not refusal(state, FireSmallArms("us", SQUAD, (at("C5"),)))


@proves("LHY-4.1.8.enclosed.3", "LHY-9.1.1d")
@pytest.mark.parametrize(("start", "may_fire"), [("C8", True), ("C9", False)])
def test_4_1_8_anti_tank_fire_reaches_six_hexes_along_an_enclosed_road(start: str, may_fire: bool) -> None:
    """A vehicle beyond that range does not have to act because of it either."""
    state = activated(
        unit(TANK, start), unit(ENEMY_TANK, "C2"), ground=LANE, platoon="able-tank.1", edition=LATER
    )
    why = refusal(state, FireAntiTank("us", TANK, (ENEMY_TANK,)))
    assert (not why) is may_fire, why
    assert may_fire or "along an enclosed road this fire reaches 6" in why
    assert ("must act" in refusal(state, CallForReaction("us"))) is may_fire


@proves("LHY-4.1.8.enclosed.4")
@pytest.mark.parametrize(("target", "may_ask"), [("C3", True), ("C2", False)])
def test_4_1_8_mortars_are_spotted_for_within_four_hexes_along_an_enclosed_road(
    target: str, may_ask: bool
) -> None:
    state = activated(
        unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, target), ground=LANE, mortars=[MM60], edition=LATER
    )
    why = refusal(state, CallMortar("us", "60mm", LEADER, at(target)))
    assert (not why) is may_ask, why
    assert may_ask or "C2 is more than 4 hexes away along an enclosed road" in why
    assert (at(target) in {action.at for action in legal(state, CallMortar)}) is may_ask


@proves("LHY-4.1.8.enclosed.4", "LHY-11.4.10.1")
@pytest.mark.parametrize(("to", "may_shift"), [("C3", True), ("C2", False)])
def test_4_1_8_mortar_fire_shifts_within_four_hexes_along_an_enclosed_road(to: str, may_shift: bool) -> None:
    """The leader in C7 called for fire on C4."""
    men = unit(SQUAD, "C7"), unit(LEADER, "C7"), unit(FOE, "C4")
    state = activated(*men, ground=LANE, mortars=[MM60], edition=LATER)
    state = done(state, CallMortar("us", "60mm", LEADER, at("C4")), 7)
    state = done(PhaseBegan(Phase.MORTARS).on(state), AdjustMortars("us"))
    why = refusal(state, ExtendMortar("us", "60mm", at(to)))
    assert (not why) is may_shift, why
    assert may_shift or "C2 is more than 4 hexes away along an enclosed road" in why
    assert (at(to) in {action.at for action in legal(state, ExtendMortar)}) is may_shift


def reacting(
    mover: str, start: str, to: str, watcher: str, *conditions: str, edition: str = LATER
) -> set[str]:
    """The German units that may maneuver in reaction because they saw a move into a hex."""
    platoon = "able-tank.1" if mover == TANK else "able.1"
    units = [
        unit(mover, start, *conditions),
        unit(LEADER, "A10"),
        unit(FOE, watcher),
        unit("ge.1kp.1.leader", "H5"),
    ]
    state = done(
        activated(*units, ground=LANE, platoon=platoon, edition=edition), Maneuver("us", mover, at(to))
    )
    state = done(state, EndManeuver("us"), CallForReaction("us"))
    return {action.unit for action in legal(state, Maneuver)} & {FOE}


@proves("LHY-4.1.8.enclosed.1")
@pytest.mark.parametrize(
    ("mover", "start", "to", "watcher", "reacts"),
    [
        (SQUAD, "C9", "C8", "C4", True),
        (SQUAD, "C9", "C8", "C3", False),
        (SQUAD, "E9", "E8", "C3", True),
        (TANK, "C10", "C9", "C3", True),
        (TANK, "C10", "C9", "C2", False),
    ],
    ids=["men-4", "men-5", "off-the-road", "tank-6", "tank-7"],
)
def test_4_1_8_along_an_enclosed_road_units_react_to_men_within_four_hexes_and_vehicles_within_six(
    mover: str, start: str, to: str, watcher: str, reacts: bool
) -> None:
    conditions = (IN_MOTION,) if mover == TANK else ()
    assert bool(reacting(mover, start, to, watcher, *conditions)) is reacts


@proves("LHY-4.1.8.enclosed.1")
@pytest.mark.parametrize(("conditions", "reacts"), [((), True), ((CONCEALED,), False)])
def test_4_1_8_a_gun_that_fires_concealed_counts_as_any_other_unit(
    conditions: tuple[str, ...], reacts: bool
) -> None:
    """Six hexes away men may react to a gun, but not tell by that what fired (reading 34)."""
    ground = board("\n".join([*ROWS[:4], WOODS, *ROWS[5:8], WOODS, ROWS[9]]), roads=ROAD)
    units = [
        unit(GUN, "C9", *conditions),
        unit(SQUAD, "C9"),
        unit(LEADER, "C9"),
        unit(FOE, "C3"),
        unit(ENEMY_TANK, "C3"),
    ]
    state = activated(*units, ground=ground, edition=LATER)
    state = done(state, FireAntiTank("us", GUN, (ENEMY_TANK,)), CallForReaction("us"))
    assert (FOE in {action.unit for action in legal(state, Maneuver)}) is reacts


@proves("LHY-4.1.8.enclosed.2")
def test_4_1_8_a_question_of_fire_names_the_road() -> None:
    state = opened(LANE, [unit(SQUAD, "C7"), unit(FOE, "C4")], edition=LATER)
    told = str(RULESET.fire(state, state.unit(SQUAD), state.unit(FOE)))
    assert (
        "3 hexes off, along an enclosed road small-arms fire reaches 2 (LHY 4.1.8, OUR 34, inferred)" in told
    )
    plain = GameState(LANE, state.units, sides=state.sides)
    asked = RULESET.with_options((LATER,), {})
    assert "along an enclosed road" in str(asked.fire(plain, state.unit(SQUAD), state.unit(FOE)))
    assert "Woods at C5 blocks" in str(RULESET.fire(plain, state.unit(SQUAD), state.unit(FOE)))


@proves("LHY-4.1.9b.1", "LHY-4.1.8.enclosed.2")
@pytest.mark.parametrize(("edition", "why"), [("2019", "4.1.9b"), (LATER, "")])
def test_4_1_9b_the_limit_along_urban_roads_of_2019_gives_way_to_that_of_enclosed_roads(
    edition: str, why: str
) -> None:
    """C6 to C4 along an urban road with houses left of it: two hexes, which the later editions allow."""
    houses = tuple(
        image(Terrain.URBAN_BUILDING, f"C{row}", (-1.4, -0.5), (-1.1, -0.5), (-1.1, 0.5)) for row in (4, 5, 6)
    )
    town = board("\n".join([*ROWS[:3], *[". . u . . . . ."] * 3, *ROWS[6:]]), roads=ROAD, outlines=houses)
    state = activated(unit(SQUAD, "C6"), unit(LEADER, "A10"), unit(FOE, "C4"), ground=town, edition=edition)
    told = refusal(state, FireSmallArms("us", SQUAD, (at("C4"),)))
    assert why in told
    assert bool(told) is bool(why)


@pytest.mark.parametrize("mission", MISSIONS)
def test_a_line_of_sight_ruling_in_a_game_agrees_with_the_sight_of_the_game(mission: str) -> None:
    state = start_of(mission)
    position = position_seen_by(state, state.sides[0])
    places = sorted({one.at for one in state.units.values() if isinstance(one.at, Hex)})[:12]
    for start, end in product(places, places):
        assert RULESET.line_of_sight(position.state, start, end).verdict == position.sight(start, end)
