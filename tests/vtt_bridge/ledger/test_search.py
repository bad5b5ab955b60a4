"""Search in the ledger as players look for rules: by section, id, heading or word."""

from random import Random

import pytest

from rules.catalog import RULESETS
from rules.errors import Unknown
from vtt_bridge.commands.rules import MOST_IN_FULL
from vtt_bridge.ledger.rule import LedgerRule
from vtt_bridge.ledger.rules import NoSuchRule, find, ledger

each = pytest.mark.parametrize("book", RULESETS)


def sample(book: str) -> list[LedgerRule]:
    """Some rules of a book, drawn by lot."""
    return Random(10).sample(ledger(book), 10)


def ids(query: str, book: str = "") -> list[str]:
    return [rule.id for rule in find(query, book)]


@each
def test_a_rule_is_found_by_its_section(book: str) -> None:
    assert [rule for rule in sample(book) if rule not in find(rule.section, book)] == []


@each
def test_a_rule_is_found_by_its_heading(book: str) -> None:
    assert [rule for rule in sample(book) if rule not in find(rule.topic, book)[:MOST_IN_FULL]] == []


@each
def test_a_rule_is_found_by_its_id(book: str) -> None:
    for rule in sample(book):
        assert find(rule.id)[0] == find(rule.id.lower(), book)[0] == rule


@pytest.mark.parametrize(
    "query", ["11.5.4e", "LHY-11.5.4e", "lhy 11.5.4e", "lhy-11.5.4E", "LHY-11.5.4e.1", "11.5.4e."]
)
def test_a_section_is_found_however_it_is_written(query: str) -> None:
    assert ids(query) == ["LHY-11.5.4e"]


def test_a_section_lists_all_below_it_and_nothing_beside_it() -> None:
    found = ids("LHY-4.2.1")
    assert {"LHY-4.2.1a.1", "LHY-4.2.1b"} <= set(found)
    assert all(rule_id.startswith("LHY-4.2.1") for rule_id in found)
    assert ids("4.1.1", "lhy") == ["LHY-4.1.1"]  # not 4.1.10 to 4.1.14
    assert all(rule_id.startswith("KN-PRIN-") for rule_id in ids("KN-PRIN-3"))


def test_a_rule_renumbered_by_a_later_edition_is_found_by_both_numbers() -> None:
    assert "LHY-12.3.7b" in ids("12.3.7b")
    assert "LHY-12.3.7b" in ids("13.3.7b")
    assert ids("LHY-5.0 VII.6") == ids("5.0.VII.6") == ["LHY-5.0.VII.6"]


def test_the_rule_named_comes_before_those_below_it() -> None:
    assert ids("KN-PRIN-01") == ["KN-PRIN-01"]
    assert ids("MATG2-8.2.1")[0] == "MATG2-8.2.1"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("OUR 57", "LHY-11.3.3a"),
        ("LHY 11.3.3, OUR 57", "LHY-11.3.3a"),
        ("(KGN Line of sight, OUR 30, house value)", "KN-PRIN-14"),
        ("lhy OUR 57", "LHY-11.3.3a"),
    ],
)
def test_the_citation_of_a_ruling_finds_its_rule_as_written(query: str, found: str) -> None:
    assert found in ids(query)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("close combat", "LHY-13.1a"),
        ("line of sight", "LHY-4.2.1b"),
        ("line of sight", "KN-SHOOT-09"),
        ("who goes first", "LHY-5.0.I.2"),
        ("who wins", "LHY-18.1.1a"),
        ("reload ammo", "KN-SPEC-03"),
        ("turn around", "MATG2-7.3.1.1"),
        ("what does concealed mean", "LHY-4.3.0.1"),
    ],
)
def test_players_find_rules_by_their_own_words(query: str, found: str) -> None:
    assert found in ids(query)


def test_a_subject_that_only_a_reading_treats_is_found() -> None:
    found = find("MATG2 hidden stands")
    assert [rule.id for rule in found] == ["MATG2-6.0.1", "MATG2-6.0.2"]


def test_suggestions_begin_with_the_same_letter_as_the_query() -> None:
    with pytest.raises(NoSuchRule) as refused:
        find("hout")
    assert "out" not in refused.value.near


def test_headings_come_before_words_of_the_text() -> None:
    found = find("covering fire", "kgn")
    in_heading = [
        "covering fire" in f"{rule.topic} {rule.section} {rule.chapter}".casefold() for rule in found
    ]
    assert in_heading == sorted(in_heading, reverse=True)
    assert not all(in_heading)


def test_every_word_has_to_occur_whatever_its_ending() -> None:
    assert set(ids("mine")) == set(ids("mines"))
    assert set(ids("smoke mortar")) == set(ids("mortars smoke")) < set(ids("smoke"))
    assert "KN-COV-02" in ids("interrupt moments", "kgn")


def test_a_search_within_a_book_finds_no_rule_of_another() -> None:
    assert {rule.book for rule in find("fire")} == {"lhy", "kgn", "matg"}
    assert {rule.book for rule in find("fire", "kgn")} == {rule.book for rule in find("kgn fire")} == {"kgn"}
    assert ids("MATG1-7.0.1") == ["MATG1-7.0.1"]
    assert "MATG1-7.0.1" not in ids("7.0.1", "matg2")
    with pytest.raises(Unknown, match="no book named 'asl'"):
        find("fire", "asl")


@pytest.mark.parametrize(
    ("query", "near"), [("coverng fyre", ("covering fire",)), ("fire banana", ("fire",))]
)
def test_a_misspelt_query_is_answered_with_a_correction(query: str, near: tuple[str, ...]) -> None:
    with pytest.raises(NoSuchRule) as refused:
        find(query)
    assert refused.value.near == near
    assert str(refused.value) == f"No rule is found by {query!r}. Did you mean {near[0]}?"


def test_an_unknown_section_is_answered_with_its_neighbours() -> None:
    with pytest.raises(NoSuchRule) as refused:
        find("11.5.4z")
    assert refused.value.near
    assert all(number.startswith("11.5.4") for number in refused.value.near)


def test_words_that_no_rule_has_together_are_answered_with_rules_that_have_most_of_them() -> None:
    with pytest.raises(
        NoSuchRule, match=r"No rule is found by 'smoke bulldozer wire'\. Did you mean "
    ) as refused:
        find("smoke bulldozer wire")
    assert all(rule_id.split()[0] in {rule.id for rule in ledger()} for rule_id in refused.value.near)


def test_nonsense_is_answered_without_a_suggestion() -> None:
    with pytest.raises(NoSuchRule, match=r"^No rule is found by 'xqzt'\. Try a section"):
        find("xqzt")
