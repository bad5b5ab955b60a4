"""The catalog: every ruleset under its own id, loaded only when asked for."""

import subprocess
import sys

import pytest

from rules.catalog import LEDGER_SHARES, RULESETS, ruleset
from rules.errors import Unknown
from rules.game.ruleset import Ruleset


def test_every_ruleset_stands_under_its_own_id_with_its_share_of_a_ledger() -> None:
    assert set(RULESETS) == set(LEDGER_SHARES)
    for ruleset_id, book in RULESETS.items():
        assert isinstance(book.rulebook.code, str)
        assert book.id == ruleset_id
        kept: Ruleset = ruleset(ruleset_id)
        assert kept is book


@pytest.mark.parametrize("book", RULESETS.values(), ids=RULESETS)
def test_readings_are_numbered_once_and_in_order_and_say_why(book: Ruleset) -> None:
    numbers = [reading.number for reading in book.readings]
    assert numbers == sorted(set(numbers))
    assert all(reading.text.endswith(".") and reading.why.endswith(".") for reading in book.readings)


def test_an_unknown_ruleset_is_refused_with_what_there_is() -> None:
    with pytest.raises(Unknown, match=r"chess.*lhy"):
        ruleset("chess")


def test_a_book_is_loaded_when_it_is_asked_for() -> None:
    loaded = (
        "print(*(book for book in ('last_hundred_yards', 'micro_armour') if f'rules.{book}' in sys.modules))"
    )
    code = f"import sys; from rules.catalog import ruleset; ruleset('matg1'); {loaded}"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["micro_armour"]
