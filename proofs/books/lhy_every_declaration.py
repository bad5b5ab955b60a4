"""legal_actions agrees with every declaration that can be written down, at every moment of games on small boards."""

import pytest

from tests.rules.last_hundred_yards import test_every_declaration as declarations

test_whatever_is_allowed_is_listed = declarations.test_whatever_is_allowed_is_listed_and_nothing_else


@pytest.fixture(autouse=True)
def many_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declarations, "SEEDS", range(1, 4))
    monkeypatch.setattr(declarations, "STEPS", 120)
    monkeypatch.setattr(declarations, "OF_EACH_MOMENT", 20)
