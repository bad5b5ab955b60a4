"""Every option of a scenario is written down for those who make scenarios, and no other."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.errors import BadInput
from rules.last_hundred_yards.book.editions import EDITIONS
from rules.last_hundred_yards.book.house_figures import PRINTED_NOWHERE
from tests.rules.last_hundred_yards.playing import FAR, FIELD, opened

DOCS = (Path(__file__).parents[4] / "docs" / "last_hundred_yards_missions.md").read_text("utf-8")


def written(head: str) -> set[str]:
    """The names in the first column of the table with that head."""
    table = DOCS[DOCS.index(f"| {head} |") :].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def read(open_with_another: Callable[[], object]) -> set[str]:
    """The options that the refusal of one that is none names."""
    with pytest.raises(BadInput, match="an option; there are") as refused:
        open_with_another()
    return set(str(refused.value).partition("there are ")[2].split(", ")) - {"another"}


def test_the_options_that_are_read_are_those_that_are_written_down() -> None:
    mission = read(lambda: opened(FIELD, FAR, another=1))
    assert written("option") | {"minutes", "objectives"} == mission
    assert written("of a side") == read(lambda: opened(FIELD, FAR, sides={"us": {"another": 1}}))
    line = {"units": 1, "of": "us.mg", "another": 1}
    forces = read(lambda: opened(FIELD, FAR, sides={"us": {"forces": [line]}}))
    assert written("of a line of forces") - {"platoons", "steps"} == forces


def test_the_switches_and_house_values_that_are_written_down_are_there() -> None:
    assert all(getattr(edition, name) is False for edition in EDITIONS.values() for name in written("switch"))
    named = re.findall(r"`(\w+_(?:av|drm))`", DOCS[DOCS.index("## Elite") :])
    assert all(hasattr(PRINTED_NOWHERE, name) for name in named)
    assert len(named) == 4
