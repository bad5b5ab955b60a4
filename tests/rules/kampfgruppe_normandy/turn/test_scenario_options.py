"""Every option of a scenario is written down for those who make scenarios, and no other."""

import re
from pathlib import Path

from rules.kampfgruppe_normandy.play.setting_up import OPTIONS

DOCS = Path(__file__).parents[4] / "docs" / "kampfgruppe_scenarios.md"


def test_the_options_that_are_read_are_those_that_are_written_down() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", DOCS.read_text("utf-8"), re.MULTILINE)
    assert set(rows) | {"turns", "objectives"} == set(OPTIONS)
    assert len(rows) == len(set(rows))
