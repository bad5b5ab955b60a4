"""list and rules on the command line."""

import pytest

from maps.library import boards, scenarios
from tests.vtt_bridge.cli_ground import answered, document, refused
from vtt_bridge.ledger.rules import ledger


def test_list_names_what_comes_along() -> None:
    listed = document("list")
    assert [entry["name"] for entry in listed["boards"]] == [entry.name for entry in boards()]
    assert [entry["name"] for entry in listed["scenarios"]] == [entry.name for entry in scenarios()]
    assert "lhy" in [entry["name"] for entry in listed["rulesets"]]
    said = answered("list")
    assert all(entry["description"] in said for kind in listed.values() for entry in kind)


def test_a_rule_is_joined_with_code_and_tests() -> None:
    listed = document("rules", "LHY-4.2.1a.1")
    (rule,) = listed["rules"]
    (known,) = ledger("LHY-4.2.1a.1")
    assert listed["book"] == "lhy"
    assert (rule["id"], rule["summary"], rule["courtesy"]) == (known.id, known.summary, None)
    assert rule["implemented"] == list(known.implemented)
    assert rule["proven"] == list(known.proven)


def test_a_section_lists_its_rules_in_words() -> None:
    said = answered("rules", "lhy-4.2.1a")
    assert "LHY-4.2.1a.1  Through woods or higher hill" in said
    assert "LHY-4.2.1b" not in said


@pytest.mark.parametrize(("book", "chapters"), [("lhy", 20), ("kgn", 20), ("matg", 10)])
def test_a_book_is_counted_by_chapter(book: str, chapters: int) -> None:
    head, whole, *lines = answered("rules", book).splitlines()
    assert head.split() == ["rules", "implemented", "proven", "courtesy"]
    assert len(lines) >= chapters
    counted = [[int(figure) for figure in line[56:].split()] for line in (whole, *lines)]
    assert counted[0] == [sum(column) for column in zip(*counted[1:], strict=True)]
    assert counted[0][0] == len(ledger(book))


def test_all_books_are_counted_one_after_the_other() -> None:
    lines = answered("rules").splitlines()
    assert [line.split()[0] for line in lines[1:] if not line.startswith("  ")] == ["lhy", "kgn", "matg"]
    every = document("rules")
    assert every["book"] is None
    assert len(every["rules"]) == len(ledger())


def test_readings_are_listed_with_their_reasons() -> None:
    (book,) = document("rules", "--readings", "lhy")["books"]
    assert [reading["number"] for reading in book["readings"]][:2] == [1, 2]
    assert all(reading["text"] and reading["why"] and reading["section"] for reading in book["readings"])
    assert answered("rules", "--readings").startswith("lhy OUR 1, 4.2.1a: ")


def test_what_is_no_rule_is_refused() -> None:
    assert refused("rules", "LHY-99").startswith("no rule or book named 'LHY-99'; there are lhy, kgn, matg")
    assert refused("rules", "--readings", "xyz").startswith("no ruleset named 'xyz'")
