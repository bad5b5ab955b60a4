"""The rulesets that Blindhex has: a new one is a folder and a line here. A book is loaded at first use."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from types import MappingProxyType

from rules.errors import NoBook, Unknown
from rules.game.ruleset import Ruleset
from rules.ground.board import Board
from rules.ground.hex.board import HexBoard

_WHERE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "lhy": ("rules.last_hundred_yards.ruleset", "RULESET"),
        "kgn": ("rules.kampfgruppe_normandy.ruleset", "RULESET"),
        "matg1": ("rules.micro_armour.ruleset", "MATG1"),
        "matg2": ("rules.micro_armour.ruleset", "MATG2"),
    }
)
"""The module of each ruleset, and its name in the module."""


class _Rulesets(Mapping[str, Ruleset]):
    """The rulesets by their ids, each loaded when it is first looked up."""

    def __getitem__(self, ruleset_id: str) -> Ruleset:
        return _loaded(*_WHERE[ruleset_id])

    def __iter__(self) -> Iterator[str]:
        return iter(_WHERE)

    def __len__(self) -> int:
        return len(_WHERE)


@cache
def _loaded(module: str, name: str) -> Ruleset:
    ruleset: Ruleset = getattr(import_module(module), name)
    return ruleset


RULESETS: Mapping[str, Ruleset] = _Rulesets()
"""The rulesets by the ids that scenarios name."""

HEX_RULESET = "lhy"
"""The ruleset for a hex map that names none."""

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
"""The ledger of each ruleset, and the rules of it that the ruleset follows."""


def ruleset_for(board: Board, named: str = "") -> Ruleset:
    """The ruleset that is named, or else the default one for the board's kind of ground.

    Raises:
        NoBook: if none is named for a table in inches.
        Unknown: if there is no such ruleset.
    """
    if not named and not isinstance(board, HexBoard):
        raise NoBook(book for book in RULESETS if book != HEX_RULESET)
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
