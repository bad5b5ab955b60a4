"""The schemas from which the editor makes its forms have exactly the options that the books read."""

import json
import re
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from maps.library import scenario, scenarios_named
from maps.scenario import Scenario
from maps.scenario_codec import scenario_document
from rules.catalog import ruleset
from rules.errors import BadInput
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.running_game import begun

_LAID_IN = {"turns", "minutes", "objectives"}
"""What a book is told of a scenario's length and objectives, which have forms of their own."""


def schema(book: str) -> dict[str, Any]:
    read = {
        name: json.loads(files("maps").joinpath(name).read_text("utf-8"))
        for name in ("scenario.schema.json", f"options_{book.rstrip('12')}.schema.json")
    }
    whole, options = read.values()
    return {**options, "$defs": whole["$defs"]}


@pytest.mark.parametrize("name", scenarios_named())
def test_the_options_of_a_bundled_scenario_are_valid_under_the_schema_of_its_book(name: str) -> None:
    found = scenario(name)
    options = json.loads(json.dumps(scenario_document(found)["options"], default=list))
    assert [error.message for error in Draft202012Validator(schema(found.ruleset)).iter_errors(options)] == []


@pytest.mark.parametrize("name", ["mill-crossing", "kgn-two-orchards", "meeting-on-the-long-lane"])
def test_the_schema_of_a_book_has_exactly_the_options_that_the_book_reads(name: str) -> None:
    found = scenario(name)
    listed = known_beside(found, {**found.options, "odd": 1}, r"options\.odd")
    assert listed - _LAID_IN == set(schema(found.ruleset)["properties"])


def test_the_schema_has_exactly_the_options_that_the_book_reads_of_each_side() -> None:
    """LHY 17.2 and 22.0: edges, limits, areas, and airborne units."""
    found = scenario("mill-crossing")
    sides = {side: {**laid_down, "odd": 1} for side, laid_down in found.options["sides"].items()}
    listed = known_beside(found, {**found.options, "sides": sides}, r"sides\.\w+\.odd")
    form = schema(found.ruleset)["properties"]["sides"]["additionalProperties"]
    assert listed == set(form["properties"])


def known_beside(found: Scenario, options: dict[str, Any], field: str) -> set[str]:
    """The options that a book lists when it refuses an unknown one."""
    odd = replace(found.written_out(), options=options)
    with pytest.raises(BadInput, match=field) as refused:
        begun(GameHead(odd.ruleset, odd.name, setup=scenario_document(odd)), ruleset)
    return set(re.split(r"there are |\(", str(refused.value).rstrip(").\n"))[-1].split(", "))
