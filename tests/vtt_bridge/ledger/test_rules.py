"""The ledger joins rules, code and tests, and every id that code or tests name is in it."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from rules.catalog import LEDGERS
from rules.errors import Unknown
from tests.proving import INDEX, index_text, proofs, proves
from vtt_bridge.ledger.rules import counts, implemented, ledger, proven


def test_every_book_has_its_ledger_and_ids_are_told_apart() -> None:
    listed = ledger()
    assert {rule.book for rule in listed} == set(LEDGERS)
    assert [rule_id for rule_id, times in Counter(rule.id for rule in listed).items() if times > 1] == []
    assert all(rule.summary and rule.chapter and rule.section for rule in listed)


def test_a_rule_is_found_by_its_id_whatever_the_case() -> None:
    (rule,) = ledger("lhy-4.2.1A.1")
    assert (rule.id, rule.book, rule.section, rule.edition) == ("LHY-4.2.1a.1", "lhy", "4.2.1a", "2019")


def test_a_section_lists_all_below_it_and_nothing_beside_it() -> None:
    ids = [rule.id for rule in ledger("LHY-4.2.1")]
    assert {"LHY-4.2.1a.1", "LHY-4.2.1b"} <= set(ids)
    assert all(rule_id.startswith("LHY-4.2.1") for rule_id in ids)
    assert [rule.id for rule in ledger("LHY-4.1.1")] == ["LHY-4.1.1"]  # not 4.1.10 to 4.1.14
    assert {rule.book for rule in ledger("matg")} == {"matg"}


def test_the_rule_named_comes_before_those_below_it() -> None:
    assert [rule.id for rule in ledger("KN-PRIN-01")] == ["KN-PRIN-01"]
    assert ledger("MATG2-8.2.1")[0].id == "MATG2-8.2.1"


def test_what_is_in_no_ledger_is_refused_by_name() -> None:
    with pytest.raises(Unknown, match="no rule or book named 'LHY-99'; there are lhy, kgn, matg"):
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


def test_a_courtesy_is_not_implemented() -> None:
    """Whoever implements one after all takes its reason out of the ledger."""
    assert [rule.id for rule in ledger() if rule.courtesy and rule.implemented] == []


def test_chapters_are_counted() -> None:
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


def test_ids_that_are_not_plain_texts_are_refused(tmp_path: Path) -> None:
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
