"""The games Blindhex keeps: a new one is a folder and a line here."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.errors import Unknown
from rules.game.ruleset import Ruleset
from rules.kampfgruppe_normandy.ruleset import RULESET as KAMPFGRUPPE_NORMANDY
from rules.last_hundred_yards.ruleset import RULESET as LAST_HUNDRED_YARDS
from rules.micro_armour.ruleset import MATG1, MATG2

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {book.id: book for book in (LAST_HUNDRED_YARDS, KAMPFGRUPPE_NORMANDY, MATG1, MATG2)}
)
"""The rulesets that can be asked, by the id that scenarios name."""

LEDGERS: Mapping[str, str] = MappingProxyType(
    {
        "lhy": "rules.last_hundred_yards",
        "kgn": "rules.kampfgruppe_normandy",
        "matg": "rules.micro_armour",
    }
)
"""The packages whose ledger.csv lists every rule of a book, by the short name of the book."""


def ruleset(ruleset_id: str) -> Ruleset:
    """The ruleset with that id.

    Raises:
        Unknown: if there is none; the message lists what there is.
    """
    try:
        return RULESETS[ruleset_id]
    except KeyError:
        raise Unknown("ruleset", ruleset_id, RULESETS) from None
