"""The options of a mission: a wrong one is refused by name, and the documentation lists exactly the accepted ones."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.errors import BadInput
from rules.game.state import GameState
from rules.last_hundred_yards.book.editions import EDITIONS
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from rules.last_hundred_yards.ruleset import RULESET
from rules.last_hundred_yards.state.mission.map_parts import Edge, hexes_along
from tests.drawing import open_ground
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import BANDS, FAR, FIELD, opened, unit


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
    grid = open_ground(3, 4).grid
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
        RULESET.opening(state, {**options, "sides": given})
    with pytest.raises(BadInput, match=r"options\.sides is missing"):
        RULESET.opening(state, options)


DOCS = (Path(__file__).parents[4] / "docs" / "last_hundred_yards_missions.md").read_text("utf-8")


def documented_names(head: str) -> set[str]:
    """The names in the first column of the documented table with the given heading."""
    table = DOCS[DOCS.index(f"| {head} |") :].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def accepted_options(open_with_another: Callable[[], object]) -> set[str]:
    """The options listed in the refusal of an unknown option."""
    with pytest.raises(BadInput, match="an option; there are") as refused:
        open_with_another()
    return set(str(refused.value).partition("there are ")[2].split(", ")) - {"another"}


def test_the_documented_mission_options_are_exactly_those_accepted() -> None:
    mission = accepted_options(lambda: opened(FIELD, FAR, another=1))
    assert documented_names("option") | {"minutes", "objectives"} == mission
    assert documented_names("of a side") == accepted_options(
        lambda: opened(FIELD, FAR, sides={"us": {"another": 1}})
    )
    line = {"units": 1, "of": "us.mg", "another": 1}
    forces = accepted_options(lambda: opened(FIELD, FAR, sides={"us": {"forces": [line]}}))
    assert documented_names("of a line of forces") - {"platoons", "steps"} == forces


def test_the_documented_switches_and_house_values_exist() -> None:
    assert all(
        getattr(edition, name) is False
        for edition in EDITIONS.values()
        for name in documented_names("switch")
    )
    named = re.findall(r"`(\w+_(?:av|drm))`", DOCS[DOCS.index("## Elite") :])
    assert all(hasattr(PRINTED_NOWHERE, name) for name in named)
    assert len(named) == 4
