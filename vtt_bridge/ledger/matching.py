"""The search for rules: by id or section number, by headings, by words, and suggestions when nothing fits."""

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cache

from vtt_bridge.ledger.rule import LedgerRule, lies_under, numbered
from vtt_bridge.ledger.words import in_words_of_books, stem, stems, without_little_words, words

MOST_NEAR = 5
_SECTION = re.compile(r"[\w-]*\d\.[\w.-]+")
_OUR = re.compile(r"our (\d+)", re.IGNORECASE)


def by_number(listed: Sequence[LedgerRule], query: str) -> tuple[LedgerRule, ...]:
    """The rule or section of that number and all below it; matches with our ids come before those with section numbers.

    A numbered part of a rule that the ledger does not divide finds the rule itself.
    """
    wanted = numbered(query).rstrip(".-")
    if not any(sign.isdigit() for sign in wanted):
        return ()
    ranks = {
        rule: rank
        for rule in listed
        if (rank := _number_rank(rule, wanted)) is not None
    }  # fmt: skip
    parent, _, part = wanted.rpartition(".")
    if not ranks and part.isdigit() and parent[-1:].isalpha():
        return tuple(rule for rule in listed if parent in (rule.id.casefold(), rule.number))
    return tuple(sorted(ranks, key=lambda rule: ranks[rule]))


def _number_rank(rule: LedgerRule, wanted: str) -> int | None:
    rule_id, number = rule.id.casefold(), rule.number
    if wanted in (rule_id, number):
        return 0
    if lies_under(rule_id, wanted) or lies_under(number, wanted):
        return 1
    return 2 if any(lies_under(section, wanted) for section in rule.section_numbers) else None


def by_reading(listed: Sequence[LedgerRule], query: str) -> tuple[LedgerRule, ...]:
    """The rules that one of our readings is about, by its citation: OUR 57."""
    cited = _OUR.fullmatch(query)
    number = int(cited[1]) if cited else 0
    return tuple(rule for rule in listed if any(reading.number == number for reading in rule.readings))


def by_any_words(listed: Sequence[LedgerRule], query: str) -> tuple[LedgerRule, ...]:
    """The rules with every word, then those with the books' words for the same; if there are none, those with the significant
    words; or else those whose readings have these."""
    said = (query, *in_words_of_books(query))
    matching = dict.fromkeys(rule for each in said for rule in by_words(listed, each))
    matter = without_little_words(query)
    return tuple(matching) or by_words(listed, matter) or _by_reading_text(listed, stems(matter))


def _by_reading_text(listed: Sequence[LedgerRule], wanted: frozenset[str]) -> tuple[LedgerRule, ...]:
    """The rules with a reading that has every word."""
    if not wanted:
        return ()
    return tuple(rule for rule in listed if any(wanted <= stems(reading.text) for reading in rule.readings))


def by_words(listed: Sequence[LedgerRule], query: str) -> tuple[LedgerRule, ...]:
    """The rules in which every word occurs, those with the words in a heading first.

    A query that looks like a section number must occur in the rule literally.
    """
    wanted, section = stems(query), query.casefold() if _SECTION.fullmatch(query) else ""
    if not wanted:
        return ()
    ranks = {
        rule: _word_rank(rule, wanted)
        for rule in listed
        if wanted <= _everything(rule) and section in f"{rule.topic} {rule.summary} {rule.numbers}".casefold()
    }
    return tuple(sorted(ranks, key=lambda rule: ranks[rule]))


def _word_rank(rule: LedgerRule, wanted: frozenset[str]) -> int:
    headings = (stems(rule.topic), stems(rule.section), _without_number(rule.chapter))
    if wanted in headings:
        return headings.index(wanted)
    narrowing = (headings[0], headings[0] | headings[1], headings[0] | headings[1] | headings[2])
    return next((rank for rank, within in enumerate(narrowing, 3) if wanted <= within), 6)


@cache
def _everything(rule: LedgerRule) -> frozenset[str]:
    texts = (rule.id, rule.section, rule.chapter, rule.topic, rule.summary, rule.numbers)
    return frozenset[str]().union(*map(stems, texts))


def _without_number(chapter: str) -> frozenset[str]:
    return frozenset(word for word in stems(chapter) if not word.isdigit())


def near(listed: Sequence[LedgerRule], query: str) -> tuple[str, ...]:
    """Suggestions for a query that found nothing: numbers, words spelt otherwise, or headings."""
    if _SECTION.fullmatch(query):
        numbers = dict.fromkeys(rule.number for rule in listed)
        return tuple(get_close_matches(numbered(query), numbers, MOST_NEAR, 0.7))
    spelt = _respelt(listed, query)
    if spelt and by_words(listed, spelt):
        return (spelt,)
    return _headings(listed, stems(spelt or query))


def _respelt(listed: Sequence[LedgerRule], query: str) -> str:
    """The query with unknown words replaced by the most similar word of some rule, or left out."""
    known = Counter(word for rule in listed for word in words(f"{rule.topic} {rule.chapter} {rule.summary}"))
    known_stems = set(map(stem, known))
    respelt = (word if stem(word) in known_stems else _most_similar(word, known) for word in words(query))
    return " ".join(filter(None, respelt))


def _most_similar(word: str, known: Counter[str]) -> str:
    """The most similar known word, the most frequent if several are equally similar; empty if none is similar."""
    begun = [other for other in known if other[0] == word[0]]
    near = get_close_matches(word, begun, MOST_NEAR, 0.7)
    alike = {other: round(SequenceMatcher(None, other, word).ratio(), 1) for other in near}
    return max(near, key=lambda other: (alike[other], known[other]), default="")


def _headings(listed: Sequence[LedgerRule], wanted: frozenset[str]) -> tuple[str, ...]:
    """The headings of the rules that have most of the words."""
    shared = {rule: len(wanted & _everything(rule)) for rule in listed}
    best = sorted((rule for rule in listed if shared[rule]), key=lambda rule: -shared[rule])
    return tuple(dict.fromkeys(f"{rule.id} ({rule.topic})" for rule in best))[:MOST_NEAR]
