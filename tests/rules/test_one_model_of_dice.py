"""No book models a die twice: odds are the thrown procedure enumerated by the engine, never computed separately.

In a book, only the package `play` may ask for odds, of a procedure that is thrown as it stands.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rules import kampfgruppe_normandy, last_hundred_yards, micro_armour

THROWS = frozenset({"roll", "passes", "successes", "pick", "decide"})
"""The methods of Dice that throw."""

BOOKS = pytest.mark.parametrize(
    "book", [last_hundred_yards, kampfgruppe_normandy, micro_armour], ids=lambda book: book.__name__
)


def second_models(source: str, *, is_play: bool) -> Iterator[str]:
    """The places where a module computes chances itself: the line number and its text."""
    tree = ast.parse(source)
    knows_odds = any(isinstance(node, ast.ImportFrom) and _brings_odds(node) for node in ast.walk(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            asks_odds = isinstance(node.func, ast.Name) and called.startswith("odds_of")
            if called in ("Odds", "Odds.weighted") or called.startswith("Odds["):
                yield f"{node.lineno}: {called} makes odds of chances"
            elif asks_odds and not is_play:
                yield f"{node.lineno}: {called} outside of play"
            elif asks_odds and _throws(node):
                yield f"{node.lineno}: {called} of dice thrown for the odds alone"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and knows_odds and _names_chance(node):
            yield f"{node.lineno}: {ast.unparse(node)} reckons with chances"


def _brings_odds(node: ast.ImportFrom) -> bool:
    return any(alias.name == "Odds" or alias.name.startswith("odds_of") for alias in node.names)


def _throws(call: ast.Call) -> bool:
    """Whether a die is thrown in the arguments themselves."""
    return any(
        isinstance(part, ast.Attribute) and part.attr in THROWS
        for argument in call.args
        for part in ast.walk(argument)
    )


def _names_chance(node: ast.AST) -> bool:
    names = (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
    return any("chance" in name or name == "Fraction" for name in names)


@BOOKS
def test_odds_are_the_procedure_run_for_every_outcome_of_its_dice(book: ModuleType) -> None:
    folder = Path(next(iter(book.__path__)))
    found = [
        f"{path.relative_to(folder)}:{line}"
        for path in sorted(folder.rglob("*.py"))
        for line in second_models(path.read_text("utf-8"), is_play="play" in path.relative_to(folder).parts)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "is_play", "what"),
    [
        ("odds_of(partial(attempt, position))", False, "1: odds_of outside of play"),
        ("odds_of(lambda dice: dice.roll(10) > 7)", True, "1: odds_of of dice thrown for the odds alone"),
        ("Odds.weighted([('hit', half)])", True, "1: Odds.weighted makes odds of chances"),
        ("from chance import Odds\nrisk = 1 - chance * 2", True, "2: 1 - chance * 2 reckons with chances"),
    ],
)
def test_a_second_model_is_found(source: str, is_play: bool, what: str) -> None:
    assert next(second_models(source, is_play=is_play)) == what


def test_a_procedure_that_is_thrown_may_be_asked_for_its_odds() -> None:
    assert not [*second_models("odds_of(partial(resolve_attack, volley))", is_play=True)]
