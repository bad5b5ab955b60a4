"""The progress of a book: how many of its rules are carried out, and proven by a test."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from vtt_bridge.ledger.rule import LedgerRule


@dataclass(frozen=True, slots=True)
class Count:
    """The progress of a chapter or a book: rules in all, implemented, proven, courtesies."""

    name: str
    rules: int
    implemented: int
    proven: int
    courtesies: int


def counts(listed: Iterable[LedgerRule]) -> tuple[Count, ...]:
    """The progress of each chapter, in the order of the ledger."""
    chapters: dict[str, list[LedgerRule]] = {}
    for rule in listed:
        chapters.setdefault(rule.chapter, []).append(rule)
    return tuple(counted(chapter, of_chapter) for chapter, of_chapter in chapters.items())


def counted(name: str, listed: Collection[LedgerRule]) -> Count:
    """The progress of these rules, under the name given."""
    return Count(
        name,
        len(listed),
        sum(bool(rule.implemented) for rule in listed),
        sum(bool(rule.proven) for rule in listed),
        sum(rule.courtesy is not None for rule in listed),
    )
