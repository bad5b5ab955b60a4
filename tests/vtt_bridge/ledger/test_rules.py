"""The ledger joins rules, code and tests, and every id that code or tests name is in it."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from rules.catalog import LEDGERS
from rules.errors import Unknown
from rules.game.citation import Provenance
from tests.proving import INDEX, index_text, proofs, proves
from vtt_bridge.ledger.counts import counts
from vtt_bridge.ledger.evidence import implemented, proven
from vtt_bridge.ledger.rules import ledger


def test_every_book_has_a_ledger_and_no_id_occurs_twice() -> None:
    listed = ledger()
    assert {rule.book for rule in listed} == set(LEDGERS)
    assert [rule_id for rule_id, times in Counter(rule.id for rule in listed).items() if times > 1] == []
    assert all(rule.summary and rule.chapter and rule.section for rule in listed)


def test_an_unknown_book_is_refused_with_those_there_are() -> None:
    with pytest.raises(Unknown, match="no book named 'LHY-99'; there are lhy, kgn, matg"):
        ledger("LHY-99")


def test_code_names_only_ids_of_the_ledger() -> None:
    assert sorted(set(implemented()) - {rule.id for rule in ledger()}) == []


def test_tests_name_only_ids_of_the_ledger() -> None:
    assert sorted(set(proven()) - {rule.id for rule in ledger()}) == []


def test_the_index_of_proofs_is_up_to_date() -> None:
    """Renewed with `python -m tests.proving`."""
    assert INDEX.read_text(encoding="utf-8") == index_text(proofs())


def test_a_rule_carries_the_code_and_the_tests_that_name_it() -> None:
    for rule in ledger():
        assert rule.implemented == implemented().get(rule.id, ())
        assert rule.proven == proven().get(rule.id, ())


def test_no_rule_of_courtesy_is_implemented() -> None:
    """Whoever implements one after all takes its reason out of the ledger."""
    assert [rule.id for rule in ledger() if rule.courtesy and rule.implemented] == []


def test_the_rules_of_a_chapter_are_counted_with_those_implemented_and_proven() -> None:
    listed = ledger("lhy")
    counted = {count.name: count for count in counts(listed)}
    assert sum(count.rules for count in counted.values()) == len(listed)
    terrain = counted["4 Terrain, LOS, concealment"]
    in_chapter = [rule for rule in listed if rule.chapter == terrain.name]
    assert terrain.rules == len(in_chapter)
    assert terrain.implemented == len([rule for rule in in_chapter if rule.implemented])
    assert terrain.proven == len([rule for rule in in_chapter if rule.proven])


def test_proofs_are_read_from_the_sources(tmp_path: Path) -> None:
    tests = tmp_path / "tests" / "rules"
    tests.mkdir(parents=True)
    (tests / "test_los.py").write_text(
        "@proves('A-1', 'A-2')\ndef test_one(): ...\n\n"
        "class TestMore:\n    @parametrize('n', [1])\n    @proves('A-1')\n    def test_two(self, n): ...\n\n"
        "def test_three(): ...\n",
        encoding="utf-8",
    )
    found = proofs(tmp_path)
    assert found == [
        ("A-1", "tests/rules/test_los.py::TestMore::test_two"),
        ("A-1", "tests/rules/test_los.py::test_one"),
        ("A-2", "tests/rules/test_los.py::test_one"),
    ]
    assert list(csv.reader(index_text(found).splitlines()))[1] == list(found[0])


def test_proves_takes_rule_ids_only_as_literal_strings_and_at_least_one(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_los.py").write_text("@proves(WOODS)\ndef test_one(): ...\n", encoding="utf-8")
    with pytest.raises(ValueError, match="test_one: proves"):
        proofs(tmp_path)
    with pytest.raises(TypeError, match="wants the ids"):
        proves()


def test_each_edition_of_micro_armour_has_its_own_rules() -> None:
    first, second = ({rule.id for rule in ledger(name)} for name in ("matg1", "matg2"))
    assert "MATG1-7.0.1" in first - second
    assert first | second == {rule.id for rule in ledger("matg")}
    assert len(second - first) >= 18


def test_every_file_of_a_rule_lies_in_the_project() -> None:
    root = INDEX.parent.parent
    assert {file for rule in ledger() for file in rule.files if not (root / file).is_file()} == set()


@pytest.mark.parametrize(
    ("book", "rule_id", "number"),
    [("lhy", "LHY-4.2.1a.1", 1), ("kgn", "KN-COV-02", 62), ("matg", "MATG2-4.2.1", 1)],
)
def test_a_rule_carries_the_readings_of_its_section(book: str, rule_id: str, number: int) -> None:
    rule = next(rule for rule in ledger(book) if rule.id == rule_id)
    assert number in [reading.number for reading in rule.readings]


def test_a_reading_stands_at_its_own_section_and_at_no_other() -> None:
    by_id = {rule.id: [reading.section for reading in rule.readings] for rule in ledger("lhy")}
    assert set(by_id["LHY-5.0.VII.6"]) <= {"5.0", "5.0 VII"}
    assert "4.2.1a" not in by_id["LHY-4.2.1b"]
    assert set(by_id["LHY-4.1.1"]) <= {"4.1", "4.1.1"}


def test_a_rule_carries_its_provenance() -> None:
    sources = {rule.id: rule.provenance for rule in ledger()}
    assert sources["LHY-4.2.1a.1"] is Provenance.BOOK
    assert sources["LHY-11.5.4e"] is Provenance.LATER_EDITION
    assert sources["KN-COV-02"] is Provenance.BOOK
