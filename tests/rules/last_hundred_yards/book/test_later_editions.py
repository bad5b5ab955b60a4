"""A figure that the text of 2019 does not print names the edition it is taken from, as the ledger does."""

import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules import last_hundred_yards
from rules.game.citation import Provenance
from rules.last_hundred_yards.book.editions import LaterEdition
from rules.last_hundred_yards.book.rulebook import READINGS, cite, cite_later

FOLDER = Path(next(iter(last_hundred_yards.__path__)))
NAMES = {
    "2019": LaterEdition.EXAMPLES_2019,
    "2019 example": LaterEdition.EXAMPLES_2019,
    "2019 sector art": LaterEdition.EXAMPLES_2019,
    "v2.1": LaterEdition.SERIES_2_1,
    "BT 2023": LaterEdition.BASIC_TRAINING,
    "v3.0": LaterEdition.SERIES_3_0,
    "v3.1": LaterEdition.SERIES_3_1,
}
_CITED = re.compile(r"""\bcite(?:_later\(\s*["']([^"']+)["'],?\s*\)|\(["']([^"']+)["'], _LATER\))""")


@cache
def ledger() -> tuple[tuple[str, str], ...]:
    with (FOLDER / "ledger.csv").open(encoding="utf-8", newline="") as lines:
        return tuple((row["id"].removeprefix("LHY-"), row["edition"]) for row in csv.DictReader(lines))


def cited_from_later_editions() -> Iterator[str]:
    """Every section that the sources cite from a later edition by its number."""
    for path in FOLDER.rglob("*.py"):
        for section, in_book in _CITED.findall(path.read_text(encoding="utf-8")):
            yield section or in_book


@pytest.mark.parametrize("section", sorted({*cited_from_later_editions(), "11.3.3g", "11.3.3j", "11.5.4i"}))
def test_a_later_section_names_the_edition_that_the_ledger_gives(section: str) -> None:
    exact = {edition for rule, edition in ledger() if rule == section}
    below = {
        edition
        for rule, edition in ledger()
        if rule.startswith(section) and not rule[len(section) : len(section) + 1].isdigit()
    }
    allowed = {NAMES[edition] for edition in exact or below if edition in NAMES}
    assert cite_later(section).later in allowed


def test_a_later_citation_says_its_edition_and_a_printed_one_does_not() -> None:
    assert str(cite_later("11.3.3l")) == "LHY 11.3.3l, from Series Rules v3.0"
    assert str(cite_later("11.3.3h")) == "LHY 11.3.3h, from Basic Training 2023"
    assert cite_later("11.3.3l").edition == "Series Rules v3.0"
    assert (str(cite("4.2.1a")), cite("4.2.1a").edition) == ("LHY 4.2.1a", "2019")


def test_a_reading_that_a_later_edition_settles_names_it() -> None:
    for reading in READINGS:
        assert bool(reading.later) == (reading.provenance is Provenance.LATER_EDITION), reading.number
