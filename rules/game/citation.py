"""Citations: book, edition and section of a rule, and how sure we are of the figure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum


class Provenance(StrEnum):
    """Where a rule or figure comes from, the surest first."""

    BOOK = "book"
    LATER_EDITION = "later_edition"
    READER = "reader"
    INFERRED = "inferred"
    HOUSE = "house"

    @property
    def words(self) -> str:
        return _WORDS[self]

    @classmethod
    def weakest(cls, sources: Iterable["Provenance"]) -> "Provenance":
        """The least sure of several; BOOK if there is none.

        >>> Provenance.weakest([Provenance.INFERRED, Provenance.BOOK]).words
        'inferred'
        """
        return max(sources, key=list(cls).index, default=cls.BOOK)


_WORDS = {
    Provenance.BOOK: "as printed",
    Provenance.LATER_EDITION: "from a later edition",
    Provenance.READER: "from a reader's table",
    Provenance.INFERRED: "inferred",
    Provenance.HOUSE: "house value",
}


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A book of rules: its short code, its title and the edition followed."""

    code: str
    title: str
    edition: str

    def cite(self, section: str, provenance: Provenance = Provenance.BOOK, later: str = "") -> "Citation":
        """A place in this book: cite("4.2.1a") prints as LHY 4.2.1a."""
        return Citation(self, section, provenance, later)


@dataclass(frozen=True, slots=True)
class Citation:
    """A section of a book, and where the figure or wording comes from.

    >>> book = Rulebook("LHY", "Last Hundred Yards", "2019")
    >>> print(book.cite("4.2.1a"))
    LHY 4.2.1a
    >>> print(book.cite("4.2.3", Provenance.HOUSE))
    LHY 4.2.3, house value
    >>> print(book.cite("11.3.3l", Provenance.LATER_EDITION, "Series Rules v3.0"))
    LHY 11.3.3l, from Series Rules v3.0
    >>> print(book.cite("4.2.1a").together_with(book.cite("4.2.3", Provenance.HOUSE)))
    LHY 4.2.1a; LHY 4.2.3, house value
    """

    book: Rulebook
    section: str
    provenance: Provenance = Provenance.BOOK
    later: str = ""
    """The later edition that gives the figure, where `provenance` says that one does."""
    also: tuple["Citation", ...] = ()
    """Further sources of the same statement, such as a reading beside the printed rule."""

    def together_with(self, *others: "Citation") -> "Citation":
        """This citation with further sources, each once."""
        more = (citation for other in others for citation in other.each)
        return replace(
            self,
            also=tuple(citation for citation in dict.fromkeys((*self.also, *more)) if citation != self.alone),
        )

    @property
    def alone(self) -> "Citation":
        """The first source by itself."""
        return replace(self, also=()) if self.also else self

    @property
    def each(self) -> tuple["Citation", ...]:
        """Every source by itself, the rule first."""
        return self.alone, *self.also

    @property
    def weakest(self) -> Provenance:
        """How sure the statement is: as sure as the least sure of its sources."""
        return Provenance.weakest(citation.provenance for citation in self.each)

    @property
    def edition(self) -> str:
        """The edition that gives the figure."""
        return self.later or self.book.edition

    @property
    def place(self) -> str:
        """Book and section of the first source: LHY 4.2.1a."""
        return f"{self.book.code} {self.section}"

    def __str__(self) -> str:
        if self.also:
            return "; ".join(map(str, self.each))
        if self.provenance is Provenance.BOOK:
            return self.place
        return f"{self.place}, {f'from {self.later}' if self.later else self.provenance.words}"


@dataclass(frozen=True, slots=True)
class Reading:
    """Our interpretation where the book is silent, contradicts itself or was clarified later.

    It is cited as OUR and its number; `switch` names the option that turns it off, if there is one.
    """

    number: int
    section: str
    text: str
    why: str
    provenance: Provenance = Provenance.INFERRED
    switch: str | None = None
    later: str = ""
    """The later edition that settles the question, if one does."""

    def cite(self, book: Rulebook) -> Citation:
        """The section that is interpreted, with the number of the reading: LHY 4.2.1a, OUR 2."""
        return Citation(book, f"{self.section}, OUR {self.number}", self.provenance, self.later)
