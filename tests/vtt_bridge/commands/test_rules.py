"""blindhex rules on the command line."""

import pytest

from tests.vtt_bridge.cli_ground import answered, document, refused
from vtt_bridge.commands.rules import MOST_IN_FULL
from vtt_bridge.ledger.rules import find, ledger


def test_a_rule_as_json_names_its_code_and_tests() -> None:
    listed = document("rules", "LHY-4.2.1a.1")
    (rule,) = listed["rules"]
    (known,) = find("LHY-4.2.1a.1")
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


def test_an_unknown_rule_or_book_is_refused() -> None:
    assert refused("rules", "LHY-99.9").startswith("No rule is found by 'LHY-99.9'. Try a section")
    assert (
        refused("rules", "coverng", "fyre")
        == "No rule is found by 'coverng fyre'. Did you mean covering fire?"
    )
    assert refused("rules", "fire", "--book", "asl").startswith(
        "no book named 'asl'; there are lhy, kgn, matg"
    )
    assert refused("rules", "--readings", "xyz").startswith("no ruleset named 'xyz'")


def test_a_rule_is_told_with_our_reading_its_file_and_its_test() -> None:
    said = answered("rules", "4.2.1a.1", "--book", "lhy")
    (rule,) = find("LHY-4.2.1a.1")
    assert "LHY-4.2.1a.1  Through woods or higher hill" in said
    assert "section: 4.2.1a, 4 Terrain, LOS, concealment" in said
    assert rule.summary in said
    assert "source: as printed, 2019" in said
    assert "reading: OUR 1, 4.2.1a: Woods and forest block" in said
    assert "Switch: lower_woods_block." in said
    assert all(f"{code} ({file})" in said for code, file in zip(rule.implemented, rule.files, strict=True))
    assert all(test in said for test in rule.proven)


def test_words_need_no_quotes_and_find_headings_first() -> None:
    said = answered("rules", "covering", "fire")
    assert said == answered("rules", "covering fire")
    assert said.splitlines()[0] == "KN-ACT-11  Action: Covering fire"


def test_several_rules_are_listed_by_their_words_and_one_alone_with_its_code_and_tests() -> None:
    said = answered("rules", "covering fire")
    assert "proven:" not in said
    assert "\nblindhex rules KN-ACT-11, or another id, also names the code" in said
    assert "proven: tests/" in answered("rules", "KN-ACT-11")


def test_a_rule_as_json_carries_its_readings_and_files() -> None:
    (rule,) = document("rules", "LHY-4.2.1a.1")["rules"]
    (known,) = find("LHY-4.2.1a.1")
    assert [reading["number"] for reading in rule["readings"]] == [
        reading.number for reading in known.readings
    ]
    assert rule["readings"][0].keys() >= {"number", "section", "text", "why", "provenance", "switch"}
    assert rule["files"] == list(known.files)


def test_of_many_rules_found_the_later_ones_get_a_line_each() -> None:
    lines = answered("rules", "fire", "--book", "kgn").splitlines()
    found = find("fire", "kgn")
    more = next(
        number
        for number, line in enumerate(lines)
        if line.endswith("more, found by their number or by more words:")
    )
    assert len(lines) - more - 1 == len(found) - MOST_IN_FULL
    assert lines[-1].split()[0] == found[-1].id
