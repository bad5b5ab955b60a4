"""The book, how it is cited, and the numbered readings where it is silent or contradicts itself.

The book has no section numbers: it is cited by chapter, and by heading where that helps to find the place.
"""

from dataclasses import replace
from functools import cache, lru_cache

from rules.game.citation import Citation, Provenance, Reading, Rulebook
from rules.game.ruling import Reason
from rules.ground.place import Place
from rules.kampfgruppe_normandy.book.readings_of_play import READINGS as READINGS_OF_PLAY
from rules.kampfgruppe_normandy.book.readings_of_support import READINGS as READINGS_OF_SUPPORT

KGN = Rulebook("KGN", "Kampfgruppe Normandy", "Kinrade, Battles in Normandy 1944")


@lru_cache(maxsize=512)
def cite(section: str, provenance: Provenance = Provenance.BOOK) -> Citation:
    """A chapter of the book: cite("Movement") prints as KGN Movement."""
    return KGN.cite(section, provenance)


def because(text: str, section: str, *at: Place) -> Reason:
    """A reason that a chapter of the book gives, and the places it is about."""
    return Reason(text, cite(section), at)


@cache
def ours(number: int) -> Citation:
    """One of our readings: KGN Shooting, OUR 3."""
    return _BY_NUMBER[number].cite(KGN)


@cache
def as_read(section: str, *numbers: int) -> Citation:
    """A citation of a place in the book, together with our readings that decide there.

    A reading of the same chapter is cited at that place, others after it by their own chapters.

    >>> print(as_read("Direct fire - small arms: firepower", 52))
    KGN Direct fire - small arms: firepower, OUR 52, inferred
    >>> print(as_read("Armour penetration", 68))
    KGN Armour penetration; KGN Equipment, OUR 68, house value
    """
    cites = [
        replace(_BY_NUMBER[number], section=section).cite(KGN)
        if _is_of_chapter(section, number)
        else ours(number)
        for number in numbers
    ]
    if not any(_is_of_chapter(section, number) for number in numbers):
        cites.insert(0, cite(section))
    return cites[0].together_with(*cites[1:])


def _is_of_chapter(section: str, number: int) -> bool:
    """Whether a reading is of that chapter."""
    return section.partition(":")[0] == _BY_NUMBER[number].section


def figure_source(provenance: Provenance, *numbers: int) -> Citation:
    """Where a figure of the roster comes from: our readings of the house list, or the army lists of that provenance."""
    if provenance is Provenance.HOUSE:
        return ours(numbers[0]).together_with(*map(ours, numbers[1:]))
    return cite("Equipment data", provenance)


READINGS: tuple[Reading, ...] = (*READINGS_OF_PLAY, *READINGS_OF_SUPPORT)
"""Every reading, OUR 1 first."""

_BY_NUMBER = {reading.number: reading for reading in READINGS}
