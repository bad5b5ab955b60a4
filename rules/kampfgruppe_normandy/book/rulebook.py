"""The book, how it is cited, and the numbered readings where it is silent or contradicts itself.

The book has no section numbers: it is cited by chapter, and by heading where that helps to find the place.
"""

from rules.game.citation import Citation, Provenance, Reading, Rulebook
from rules.game.ruling import Reason
from rules.ground.board import Place
from rules.kampfgruppe_normandy.book.readings_of_play import READINGS as READINGS_OF_PLAY
from rules.kampfgruppe_normandy.book.readings_of_support import READINGS as READINGS_OF_SUPPORT

KGN = Rulebook("KGN", "Kampfgruppe Normandy", "Kinrade, Battles in Normandy 1944")


def cite(section: str, provenance: Provenance = Provenance.BOOK) -> Citation:
    """A chapter of the book: cite("Movement") prints as KGN Movement."""
    return KGN.cite(section, provenance)


def because(text: str, section: str, *at: Place) -> Reason:
    """A reason that a chapter of the book gives, and the places it is about."""
    return Reason(text, cite(section), at)


def ours(number: int) -> Citation:
    """One of our readings: KGN Shooting, OUR 3."""
    return _BY_NUMBER[number].cite(KGN)


READINGS: tuple[Reading, ...] = (*READINGS_OF_PLAY, *READINGS_OF_SUPPORT)
"""Every reading, OUR 1 first."""

_BY_NUMBER = {reading.number: reading for reading in READINGS}
