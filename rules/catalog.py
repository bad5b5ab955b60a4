"""The games Blindhex keeps: a new one is a folder and a line here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.errors import BadInput, Unknown
from rules.game.ruleset import Ruleset
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard
from rules.kampfgruppe_normandy.ruleset import RULESET as KAMPFGRUPPE_NORMANDY
from rules.last_hundred_yards.ruleset import RULESET as LAST_HUNDRED_YARDS
from rules.micro_armour.ruleset import MATG1, MATG2

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {book.id: book for book in (LAST_HUNDRED_YARDS, KAMPFGRUPPE_NORMANDY, MATG1, MATG2)}
)
"""The rulesets that can be asked, by the id that scenarios name."""

HEX_RULESET = LAST_HUNDRED_YARDS.id
"""The ruleset by which a board of hexes is asked that names none."""

LEDGERS: Mapping[str, str] = MappingProxyType(
    {
        "lhy": "rules.last_hundred_yards",
        "kgn": "rules.kampfgruppe_normandy",
        "matg": "rules.micro_armour",
    }
)
"""The packages whose ledger.csv lists every rule of a book, by the short name of the book."""


@dataclass(frozen=True, slots=True)
class LedgerShare:
    """The rules of a ledger that a ruleset follows: all but those where a column begins with one of these words."""

    ledger: str
    but_where: Mapping[str, str] = field(default_factory=dict)

    def holds(self, row: Mapping[str, str]) -> bool:
        """Whether a row of the ledger belongs to this ruleset."""
        return not any(row[column].casefold().startswith(word) for column, word in self.but_where.items())


LEDGER_SHARES: Mapping[str, LedgerShare] = MappingProxyType(
    {
        "lhy": LedgerShare("lhy"),
        "kgn": LedgerShare("kgn"),
        "matg1": LedgerShare("matg", {"first_edition": "absent"}),
        "matg2": LedgerShare("matg", {"id": "matg1"}),
    }
)
"""Which rules of which ledger each ruleset follows."""


def ruleset_for(board: Board, named: str = "") -> Ruleset:
    """The ruleset that is named, or else the usual one for the ground of a board.

    Raises:
        BadInput: if none is named for a table in inches.
        Unknown: if there is no such ruleset.
    """
    if not named and not isinstance(board, HexBoard):
        raise BadInput("book", named, f"one of {', '.join(RULESETS)}, as a table in inches names none")
    return ruleset(named or HEX_RULESET)


def ruleset(ruleset_id: str) -> Ruleset:
    """The ruleset with that id.

    Raises:
        Unknown: if there is none; the message lists what there is.
    """
    try:
        return RULESETS[ruleset_id]
    except KeyError:
        raise Unknown("ruleset", ruleset_id, RULESETS) from None
