"""The numbered readings: each is named where it is acted on, and none twice."""

import re
from pathlib import Path

import rules.kampfgruppe_normandy
from rules.kampfgruppe_normandy.book.rulebook import KGN, READINGS, ours

CODE = Path(rules.kampfgruppe_normandy.__file__).parent
LISTS = {"rulebook.py", "readings_of_play.py", "readings_of_support.py"}


def named_in_the_code() -> set[int]:
    """The readings that a refusal or ruling cites, or a docstring names (OUR 3; OUR 107, 108; OUR 107 to 110)."""
    found: set[int] = set()
    for path in CODE.rglob("*.py"):
        if path.name in LISTS:
            continue
        text = path.read_text(encoding="utf-8")
        for told in re.findall(r"OUR ((?:\d+(?:,\s+| and |))+)", text):
            found.update(map(int, re.findall(r"\d+", told)))
        for cited in re.findall(
            r"(?:ours|as_read|figure_source)\((?:\"[^\"]*\", |[\w.]+, )?([^()\"]*)\)", text
        ):
            found.update(map(int, re.findall(r"\d+", cited)))
    return found


def test_every_reading_is_named_where_it_acts() -> None:
    assert {reading.number for reading in READINGS} - named_in_the_code() == set()


def test_no_reading_is_named_that_is_not_in_the_list() -> None:
    assert named_in_the_code() - {reading.number for reading in READINGS} == set()


def test_readings_are_cited_as_of_the_book() -> None:
    assert all(ours(reading.number).book is KGN for reading in READINGS)
