"""The options of a mission: what is wrong is told by its name, and nothing is played."""

from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.last_hundred_yards.play.play import PLAY
from rules.last_hundred_yards.state.mission.map_parts import Edge, hexes_along
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import BANDS, FIELD, opened, unit


@proves("LHY-2.3.2", "LHY-0.16")
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"victory": [3]}, r"options.victory\[1\]: 3 is not a table"),
        ({"victory": []}, "options.victory.*last has no up_to"),
        ({"victory": [{"up_to": 5, "winner": "us"}]}, "options.victory.*last has no up_to"),
        ({"sides": {"us": {"may_exit": ["up"]}}}, "options.sides.us.may_exit: 'up' is not one of north"),
        ({"sides": {"us": {"entering": [3]}}}, "options.sides.us.entering: 3 is not a word"),
        ({"sides": {"us": {"entering": ["us.mg.1"]}}}, "options.sides.us.entry_hexes"),
        ({"mortars": ["60mm"]}, r"options.mortars\[1\]"),
        ({"weather": "rain"}, "options.weather"),
        ({"victory": [{"winner": "us", "margin": 3}]}, r"options.victory\[1\].margin"),
        (
            {"mortars": [{"id": "60mm", "side": "us", "kind": "60mm", "crew": 4}]},
            r"options.mortars\[1\].crew",
        ),
        (
            {"objectives": [{"name": "mill", "hexes": ["C3"], "points": 3, "colour": "red"}]},
            r"options.objectives\[1\].colour",
        ),
        ({"sides": {"us": {"colour": "red"}}}, "options.sides.us.colour"),
    ],
)
def test_a_wrong_option_is_named(given: dict[str, Any], message: str) -> None:
    units = [unit("us.mg.1", "A10"), unit("ge.mg.1", "A1")]
    with pytest.raises(BadInput, match=message):
        opened(FIELD, units, **given)


@proves("LHY-10.2.1")
def test_the_hexes_of_an_edge() -> None:
    grid = board("\n".join([". . ."] * 4)).grid
    assert {str(place) for place in hexes_along(grid, Edge.NORTH)} == {"A1", "B1", "C1"}
    assert {str(place) for place in hexes_along(grid, Edge.EAST)} == {"C1", "C2", "C3", "C4"}
    assert {str(place) for place in hexes_along(grid, Edge.SOUTH)} == {"A4", "B4", "C4"}


@proves("LHY-2.3.2", "LHY-0.16")
@pytest.mark.parametrize(
    ("sides", "message"),
    [
        ({"usa": {}}, "usa"),
        ({"us": {"edges": "south"}}, "edges"),
        ({"ge": {"nation": "us"}}, "one us and one ge side"),
    ],
)
def test_a_mission_names_its_two_sides_and_nothing_else(sides: dict[str, Any], message: str) -> None:
    two = {"us": {"nation": "us", "edge": "south"}, "ge": {"nation": "ge", "edge": "north"}}
    given = {name: {**two.get(name, {}), **sides.get(name, {})} for name in {**two, **sides}}
    state = GameState(
        FIELD, {one.id: one for one in [unit("us.mg.1", "A10"), unit("ge.mg.1", "A1")]}, (), ("us", "ge")
    )
    options = {"attacker": "us", "minutes": 60, "victory": BANDS}
    with pytest.raises(BadInput, match=message):
        PLAY.opening(state, {**options, "sides": given})
    with pytest.raises(BadInput, match=r"options\.sides is missing"):
        PLAY.opening(state, options)
