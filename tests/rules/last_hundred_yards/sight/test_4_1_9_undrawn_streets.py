"""4.1.9 and 4.2.1f in streets without drawn houses: these are assumed beside the road (OUR 11)."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.game.verdicts import Visibility
from rules.ground.hex.hexes import Hex
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.questions.movement.reach import path, reach
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.fire_field import SQUAD
from tests.rules.last_hundred_yards.playing import activated, at, legal, refusal
from tests.rules.last_hundred_yards.playing import unit as counter
from tests.rules.last_hundred_yards.sight.sighting import GUN, TANK, image, los, unit

CLEAR, BLOCKED = Visibility.CLEAR, Visibility.BLOCKED
STREET = board(
    """
    . . .
    . u .
    . u .
    . u .
    . . .
    """,
    roads="B1 B2 B3 B4 B5",
)
BEND = board(
    """
    . . .
    . u .
    . u .
    . . u
    . . .
    """,
    roads="B2 B3 C4",
)
FAR_OFF = (counter("ge.1kp.2.leader", "A1"), counter("us.able.3.leader", "C5"))
"""A leader of each side out of the way."""
DEAD_END = board(". . .\n. . .\n. u .\n. u .\n. . .", roads="B4 B3")


@proves("LHY-4.2.1f", "LHY-4.1.9c.2", "LHY-4.2.1d")
@pytest.mark.parametrize("kind", [TANK, GUN])
@pytest.mark.parametrize("end", ["B1", "B2", "B4", "B5"])
def test_4_2_1f_a_unit_in_a_street_sees_along_it(kind: str, end: str) -> None:
    assert los(STREET, kind, end, units=[unit(kind, "B3")]).verdict.visibility is CLEAR


@proves("LHY-4.2.1f", "LHY-4.1.9c.2")
@pytest.mark.parametrize("end", ["A3", "A4", "C3", "C4", "A2", "C5"])
def test_4_2_1f_undrawn_houses_beside_the_road_hide_everything_else_by_a_house_value(end: str) -> None:
    ruling = los(STREET, TANK, end, units=[unit(TANK, "B3")])
    assert ruling.verdict.visibility is BLOCKED
    assert "urban building at B3 beside the road blocks (LHY 4.2.1f; LHY 4.2.1d, OUR 11, house value)" in map(
        str, ruling.reasons
    )


@proves("LHY-4.2.1d")
def test_4_2_1d_men_see_each_other_along_a_street_but_not_across_it() -> None:
    assert los(STREET, "B1", "B5").verdict.visibility is CLEAR
    across = los(STREET, "A3", "C4")
    assert across.verdict.visibility is BLOCKED
    assert all(str(reason.cite) == "LHY 4.2.1d, OUR 11, house value" for reason in across.reasons)


@proves("LHY-4.2.1f")
def test_4_2_1f_round_a_bend_the_street_is_seen_as_far_as_the_next_hex() -> None:
    standing = [unit(TANK, "B3")]
    assert los(BEND, TANK, "B2", units=standing).verdict.visibility is CLEAR
    assert los(BEND, TANK, "C4", units=standing).verdict.visibility is CLEAR
    assert los(BEND, TANK, "C5", units=standing).verdict.visibility is BLOCKED


@proves("LHY-4.1.9d.1", "LHY-4.1.9d.2")
@pytest.mark.parametrize(
    ("start", "ways"),
    [("B3", {"B2", "B4"}), ("B2", {"B1", "B3"})],
)
def test_4_1_9d_a_tank_leaves_the_hex_along_its_street(start: str, ways: set[str]) -> None:
    state = activated(counter(TANK, start, "in_motion"), ground=STREET, far=FAR_OFF, platoon="able-tank.1")
    entered = {action.to.label for action in legal(state, Maneuver) if action.mode == "forward" and action.to}
    assert entered == ways
    assert "houses in B3 bar the way off the street" in refusal(
        activated(counter(TANK, "B3", "in_motion"), ground=STREET, far=FAR_OFF, platoon="able-tank.1"),
        Maneuver("us", TANK, at("C3")),
    )


@proves("LHY-4.1.9d.2")
@pytest.mark.parametrize(("who", "cited"), [(TANK, True), (SQUAD, False)])
def test_4_1_9d_reach_and_path_of_a_vehicle_in_an_undrawn_street_cite_the_house_value(
    who: str, cited: bool
) -> None:
    """Men go straight to C3; the ruling says why the tank has to drive around the end of the street."""
    state = GameState(STREET, {who: counter(who, "B3", "in_motion")})
    found = reach(state, state.unit(who))
    told = "vehicles leave a street by road, or where they see past its houses (LHY 4.1.9d; LHY 4.2.1d, OUR 11, house value)"
    assert (told in map(str, found.reasons)) is cited
    places = [reason.at for reason in found.reasons if str(reason) == told]
    assert places == ([(at("B2"), at("B3"), at("B4"))] if cited else [])
    assert found.verdict.cost[at("C3")] == (4 if cited else 1)
    route = path(state, state.unit(who), at("C3"))
    assert (told in map(str, route.reasons)) is cited


@proves("LHY-4.1.9d.2")
def test_4_1_9d_a_street_whose_houses_are_drawn_cites_no_house_value() -> None:
    houses = [
        image(Terrain.URBAN_BUILDING, label, (-1.4, -0.5), (-0.8, -0.5), (-0.8, 0.5))
        for label in ["B2", "B3", "B4"]
    ]
    drawn = replace(STREET, outlines=tuple(houses))
    tank = counter(TANK, "B3", "in_motion")
    state = GameState(drawn, {TANK: tank})
    assert "OUR 11" not in " ".join(map(str, reach(state, state.unit(TANK)).reasons))
    for some, cited in ((houses[1:2], False), (houses[::2], True)):
        ground = replace(STREET, outlines=tuple(some))
        state = activated(tank, ground=ground, far=FAR_OFF, platoon="able-tank.1")
        told = refusal(state, Maneuver("us", TANK, at("A3")))
        assert "houses in B3 bar the way off the street" in told
        assert ("OUR 11" in told) is cited


@proves("LHY-4.1.9d.2")
def test_4_1_9d_a_vehicle_drives_straight_on_where_the_road_ends() -> None:
    """B3 is the last hex of the road, which comes from B4; B2 is open ground beyond it."""
    state = activated(counter(TANK, "B3", "in_motion"), ground=DEAD_END, far=FAR_OFF, platoon="able-tank.1")
    assert not refusal(state, Maneuver("us", TANK, at("B2")))
    told = refusal(state, Maneuver("us", TANK, at("A3")))
    assert "(LHY 4.1.9d; LHY 4.2.1d, OUR 11, house value)" in told
    back = activated(counter(TANK, "B2", "in_motion"), ground=DEAD_END, far=FAR_OFF, platoon="able-tank.1")
    assert not refusal(back, Maneuver("us", TANK, at("B3")))


def test_an_undrawn_house_never_covers_a_road() -> None:
    """Two parts beside the straight road, each clear of the dot; one hexagon where no road runs."""
    for places in (STREET.images[Hex.named("B3")], BEND.images[Hex.named("B3")]):
        assert len(places) == 2
    assert len(board("u").images[Hex.named("A1")]) == 1
    assert len(board("u", roads="A1").images[Hex.named("A1")]) == 6
