"""The combat results table: what a modified 2D6 roll does at a combat differential."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from rules.game.charts import Axis, Beyond, Cell, CrossTable
from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.micro_armour.book.rulebook import SECOND, Edition


class CombatResult(StrEnum):
    """A cell of the combat results table."""

    NONE = "-"
    S = "S"
    S_PAREN = "(S)"
    D = "D"
    E = "E"

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    CombatResult.NONE: "no effect",
    CombatResult.S: "suppressed",
    CombatResult.S_PAREN: "suppressed, or disorganized if it already is",
    CombatResult.D: "disorganized",
    CombatResult.E: "eliminated",
}


LOWEST_DIFFERENTIAL = -3


HIGHEST_DIFFERENTIAL = 9


HIGHEST_ROLL = 19


_ = CombatResult.NONE
S = CombatResult.S
P = CombatResult.S_PAREN
D = CombatResult.D
E = CombatResult.E

_ROWS = (
    # -3 -2 -1  0 +1 +2 +3 +4 +5 +6 +7 +8 +9
    (  _, _, _, _, _, _, _, _, _, _, _, _, S),  # 19
    (  _, _, _, _, _, _, _, _, _, _, _, S, S),  # 18
    (  _, _, _, _, _, _, _, _, _, _, S, S, P),  # 17
    (  _, _, _, _, _, _, _, _, _, S, S, P, P),  # 16
    (  _, _, _, _, _, _, _, _, S, S, P, P, D),  # 15
    (  _, _, _, _, _, _, _, _, S, P, P, D, D),  # 14
    (  _, _, _, _, _, _, _, S, P, P, D, D, D),  # 13
    (  _, _, _, _, _, _, S, S, P, D, D, D, D),  # 12
    (  _, _, _, _, _, S, S, P, D, D, D, D, E),  # 11
    (  _, _, _, _, S, S, P, P, D, D, D, E, E),  # 10
    (  _, _, _, _, S, P, P, E, D, D, E, E, E),  # 9
    (  _, _, _, S, P, P, D, E, D, E, E, E, E),  # 8
    (  _, _, S, S, P, D, D, E, E, E, E, E, E),  # 7
    (  _, S, S, P, D, D, D, D, E, E, E, E, E),  # 6
    (  S, S, P, P, D, D, D, E, E, E, E, E, E),  # 5
    (  S, P, P, D, D, D, E, E, E, E, E, E, E),  # 4
    (  P, P, D, D, D, E, E, E, E, E, E, E, E),  # 3
    (  P, D, D, D, E, E, E, E, E, E, E, E, E),  # 2
    (  D, D, D, D, E, E, E, E, E, E, E, E, E),  # 1
    (  D, D, D, E, E, E, E, E, E, E, E, E, E),  # 0
)  # fmt: skip
"""As printed: rows 19 down to 0."""


_ROLLS = Axis.each("modified 2D6 roll", HIGHEST_ROLL, 0, below=Beyond.CLAMP, above=Beyond.CLAMP)


_DIFFERENTIALS = Axis.each(
    "combat differential", LOWEST_DIFFERENTIAL, HIGHEST_DIFFERENTIAL, below=Beyond.REFUSE, above=Beyond.CLAMP
)


PRINTED = CrossTable("combat results as printed", _ROLLS, _DIFFERENTIALS, _ROWS, SECOND.cite("CRT"))


SUSPECT: Mapping[tuple[int, int], CombatResult] = MappingProxyType({(9, 4): D, (8, 4): D, (7, 4): D})
"""The three cells, by roll and differential, that break the table's pattern, and the results that the pattern gives."""


MENDED = CrossTable(
    "combat results",
    _ROLLS,
    _DIFFERENTIALS,
    tuple(
        tuple(SUSPECT.get((HIGHEST_ROLL - r, c + LOWEST_DIFFERENTIAL), cell) for c, cell in enumerate(cells))
        for r, cells in enumerate(_ROWS)
    ),
    SECOND.cite("CRT"),
    {place: SECOND.our(28) for place in SUSPECT},
)
"""The table that is played unless the switch literal_crt asks for the printed one."""


@implements("MATG2-12.F7", "MATG2-12.T1", "MATG2-12.T2", "MATG2-12.T3", "MATG2-12.T4")
def combat_result(roll: int, differential: int, *, literal: bool, edition: Edition) -> Cell[CombatResult]:
    """The cell where a modified 2D6 roll meets a combat differential.

    Above +9 the +9 column is read, above 19 the row 19; below -3 there is no effect.

    Rule: MATG2 CRT and the notes under it.
    """
    if differential < LOWEST_DIFFERENTIAL:
        return Cell(CombatResult.NONE, edition.our(27))
    cell = (PRINTED if literal else MENDED).at(roll, differential)
    return Cell(cell.value, _in_edition(cell.cite, edition))


@implements("MATG2-12.T1", "MATG2-12.T3", "MATG2-12.T4")
def column_read(differential: int, *, literal: bool, edition: Edition) -> Reason:
    """The column of the table that a combat differential is read in, with its rule."""
    if differential < LOWEST_DIFFERENTIAL:
        return Reason(f"a differential below {LOWEST_DIFFERENTIAL} has no effect", edition.our(27))
    column = min(differential, HIGHEST_DIFFERENTIAL)
    words, cite = f"combat results of column {column:+d}", edition.cite("CRT")
    mended = [] if literal else [roll for roll, at in SUSPECT if at == column]
    if mended:
        words += f", D at {', '.join(map(str, mended))}"
        cite = cite.together_with(edition.our(28))
    return Reason(words, cite)


def _in_edition(cite: Citation, edition: Edition) -> Citation:
    return edition.cite("CRT") if cite.section == "CRT" else cite
