"""Paper sizes for printing."""

from enum import StrEnum

MM_PER_INCH = 25.4


class Paper(StrEnum):
    """A size of paper by its name."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "letter"
    LEGAL = "legal"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Its shorter and its longer side."""
        return _SIZES_MM[self]


_SIZES_MM = {
    Paper.A4: (210.0, 297.0),
    Paper.A3: (297.0, 420.0),
    Paper.LETTER: (8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
    Paper.LEGAL: (8.5 * MM_PER_INCH, 14 * MM_PER_INCH),
}
