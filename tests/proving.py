"""The declaration on a test of the ledger rules that it proves, and the index of all of them.

    @proves("LHY-4.2.1a.1")
    def test_4_2_1a_woods_block() -> None: ...

An installed Blindhex has no tests, so the index is part of it as rules/proven.csv.
`python -m tests.proving` writes it from the sources; a test checks that it is up to date.
"""

import ast
import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

TestT = TypeVar("TestT", bound=Callable[..., object])

ROOT = Path(__file__).parent.parent
INDEX = ROOT / "rules" / "proven.csv"


def proves(*rule_ids: str) -> Callable[[TestT], TestT]:
    """Declare the rules that a test proves: it fails if one of them is taken out. Ids must be plain string literals."""
    if not rule_ids or not all(isinstance(rule_id, str) for rule_id in rule_ids):
        raise TypeError("proves() wants the ids of the rules that the test proves")
    return lambda test: test


def proofs(root: Path = ROOT) -> list[tuple[str, str]]:
    """Every (id, "tests/…::test_…") declared in the tests, sorted; read from the sources, without running them."""
    found: set[tuple[str, str]] = set()
    for path in sorted((root / "tests").rglob("test_*.py")):
        where = path.relative_to(root).as_posix()
        found.update(_proofs_in(ast.parse(path.read_text(encoding="utf-8")).body, where))
    return sorted(found)


def index_text(found: list[tuple[str, str]]) -> str:
    """The text of the index file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("id", "test"))
    writer.writerows(found)
    return text.getvalue()


def _proofs_in(body: list[ast.stmt], where: str) -> Iterator[tuple[str, str]]:
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _proofs_in(statement.body, f"{where}::{statement.name}")
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            for rule_id in _named(statement):
                yield rule_id, f"{where}::{statement.name}"


def _named(test: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "proves":
            for argument in mark.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise ValueError(f"{test.name}: proves() wants ids written as plain texts")
                yield argument.value


if __name__ == "__main__":
    INDEX.write_text(index_text(proofs()), encoding="utf-8")
