"""The switches and house values that the documentation of missions names are there."""

import re
from pathlib import Path

import pytest

from rules.last_hundred_yards.conditions import CONDITIONS
from rules.last_hundred_yards.editions import EDITIONS, Edition
from rules.last_hundred_yards.house import HouseValues
from rules.last_hundred_yards.roster import ROSTER

TOLD = (Path(__file__).parents[3] / "docs" / "last_hundred_yards_missions.md").read_text("utf-8")


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_the_rules_that_players_choose_are_off_in_every_edition(edition: Edition) -> None:
    table = TOLD[TOLD.index("| switch |") :].partition("\n\n")[0]
    named = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    assert {name: getattr(edition, name) for name in named} == dict.fromkeys(
        ("command_and_control", "dummies_move_in_clean_up"), False
    )


def test_the_house_values_conditions_and_jeeps_that_are_named_are_there() -> None:
    told = TOLD[TOLD.index("## Elite men") : TOLD.index("## Rules that you may choose")]
    figures = re.findall(r"`(\w+_(?:av|drm))`", told)
    assert len(figures) == 4
    assert all(hasattr(HouseValues(), name) for name in figures)
    assert set(re.findall(r'"(\w+)"', told)) <= set(CONDITIONS)
    assert all(name in ROSTER for name in re.findall(r"`([a-z.]+\.\d)`", told))
