"""The two editions and how they are cited.

Sections are named in the code by the second edition's numbers; `Edition.cite` gives the first edition its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.game.citation import Citation, Provenance, Rulebook
from rules.micro_armour.book.readings import READINGS, SECOND_EDITION

TITLE = "Micro Armour: The Game - WWII"


_FIRST_NUMBERS: Mapping[str, str] = MappingProxyType(
    {
        "2.0": "1.0",
        "4.0": "5.0",
        "4.1": "5.0",
        "4.2": "5.0",
        "4.3": "5.0",
        "4.4": "5.0",
        "4.5": "5.0",
        "5.0": "4.0",
        "5.1": "4.0",
        "6.3.3": "6.1.2",
        "6.4.1": "6.1.3",
        "6.4.3": "6.1.3",
        "7.1.4": "7.1.5",
        "7.1.7": "7.1.3",
        "7.1.8": "7.1.4",
        "8.1.1": "8.1.2",
        "8.1.2": "8.1.3",
        "8.1.3": "8.1.1",
        "8.1.4": "8.1.1",
        "8.2.3": "8.2.4",
        "8.2.4": "8.2.3",
        "8.2.6": "8.2.9",
        "8.2.7": "8.2.8",
        "8.2.8": "8.2.6",
        "8.3.3": "8.3.4",
        "8.3.4": "8.3.5",
        "8.5": "7.4",
        "8.5.1": "7.4.1",
        "8.5.2": "7.4.2",
        "8.5.3": "7.4.3",
        "8.5.4": "7.4.4",
        "8.5.5": "7.4.5",
        "8.6": "7.5",
        "8.6.1": "7.5.1",
        "8.6.2": "7.5.2",
        "8.6.3": "7.5.3",
        "9.1": "9.0",
        "9.2": "9.1",
        "10.2": "10.0",
    }
)
"""The first edition's numbers of the second edition's sections, where they differ."""


_ONLY_SECOND = frozenset({"11", "CRT", "Terrain Effects", "Movement Orders"})
"""Charts and chapters that the first edition lacks; its games use those of the second."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition: its id, its book, and every point in which the two editions differ."""

    id: str
    book: Rulebook
    many_firers: bool
    """Whether several stands may fire in one attack (1st 7.0), or only one (2nd 7.0)."""
    cover_by_anyone: bool
    """Whether any stand may give covering fire (1st 7.5.2), or only the stand fired on (2nd chart, step 7)."""
    orders_first: bool
    """Whether a side must use all its orders before independent movement (2nd 8.2.7), or only may use none after it (1st 8.2.8)."""
    every_headquarters: bool
    """Whether each HQ and GHQ in a group takes 2 off (1st 8.2.3), or any of them, once (2nd 8.2.4)."""
    recon_needs_no_order: bool
    """Whether recon groups move without an order at no penalty (1st, movement cohesion table)."""
    fire_out_of_smoke: bool
    """Whether fire out of smoke has its modifier too (2nd chart); in the 1st a stand facing out of terrain ignores the terrain
    (9.0)."""
    stragglers_by_contact: bool
    """Whether stragglers form as many groups as contact makes (1st 8.2.7), or one (2nd 8.2.4)."""

    @property
    def is_first(self) -> bool:
        return self.id == "matg1"

    def cite(self, section: str, provenance: Provenance = Provenance.BOOK) -> Citation:
        """A section, named by its number in the second edition: cite("8.5.2") prints as MATG1 7.4.2 in the first."""
        if not self.is_first:
            return self.book.cite(section, provenance)
        if section in _ONLY_SECOND:
            if provenance is Provenance.BOOK:
                return self.book.cite(section, Provenance.LATER_EDITION, SECOND_EDITION)
            return self.book.cite(section, provenance)
        return self.book.cite(_FIRST_NUMBERS.get(section, section), provenance)

    def our(self, number: int) -> Citation:
        """One of our readings, cited by this edition's numbers, or by the second's if only that has the chapter:
        MATG1 7.3.1, OUR 12; MATG2 CRT, OUR 27."""
        reading = _BY_NUMBER[number]
        if reading.section in _ONLY_SECOND:
            return reading.cite(SECOND.book)
        return replace(reading, section=self.cite(reading.section).section).cite(self.book)


_BY_NUMBER = {reading.number: reading for reading in READINGS}

FIRST = Edition(
    "matg1",
    Rulebook("MATG1", TITLE, "1st"),
    many_firers=True,
    cover_by_anyone=True,
    orders_first=False,
    every_headquarters=True,
    recon_needs_no_order=True,
    fire_out_of_smoke=False,
    stragglers_by_contact=True,
)


SECOND = Edition(
    "matg2",
    Rulebook("MATG2", TITLE, "2nd"),
    many_firers=False,
    cover_by_anyone=False,
    orders_first=True,
    every_headquarters=False,
    recon_needs_no_order=False,
    fire_out_of_smoke=True,
    stragglers_by_contact=False,
)
