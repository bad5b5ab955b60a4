"""The book, how its sections are cited, and our readings where it is silent or contradicts itself."""

from functools import lru_cache

from rules.game.citation import Citation, Provenance, Reading, Rulebook
from rules.last_hundred_yards.book.editions import later_edition
from rules.last_hundred_yards.book.house_figures import FIGURES
from rules.last_hundred_yards.book.readings_of_ground import READINGS as READINGS_OF_GROUND
from rules.last_hundred_yards.book.readings_of_play import READINGS as READINGS_OF_PLAY

LHY = Rulebook("LHY", "Last Hundred Yards", "2019")

READINGS: tuple[Reading, ...] = (*READINGS_OF_GROUND, *READINGS_OF_PLAY)

_BY_NUMBER = {reading.number: reading for reading in READINGS}


@lru_cache(maxsize=512)
def cite(section: str, provenance: Provenance = Provenance.BOOK) -> Citation:
    """The citation of a section of the 2019 rules, or of the later edition that gives it."""
    later = later_edition(section) if provenance is Provenance.LATER_EDITION else ""
    return LHY.cite(section, provenance, later)


@lru_cache(maxsize=512)
def cite_later(section: str) -> Citation:
    """The citation of a section of a later edition, where the text of 2019 leaves it out or differs."""
    return cite(section, Provenance.LATER_EDITION)


@lru_cache(maxsize=128)
def our(number: int) -> Citation:
    """The citation of one of our readings, by its number."""
    return _BY_NUMBER[number].cite(LHY)


def figure_citation(name: str) -> Citation:
    """The citation of a house figure: the reading that it rests on, or else its section."""
    figure = FIGURES[name]
    return (
        cite(figure.section, Provenance(figure.provenance)) if figure.reading is None else our(figure.reading)
    )
