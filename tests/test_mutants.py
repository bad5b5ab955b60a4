"""The slips that `make mutants` makes, and the rules to which it ties each."""

import ast
import csv
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from proofs.mutants import places
from proofs.mutants.breakings import breakings
from proofs.mutants.places import Mutant, mutants
from proofs.mutants.trial import broken_functions, functions_of
from tests.proving import ROOT

MODULE = '''
"""A line of a book."""
FAR = 12
NEAR = 3
RULE_IDS = {"TABLE": "A-3"}
TABLE = (1, 2)
ALONE = 7
TIMES = 2


@implements("A-1")
def is_far(gap: int = 0) -> bool:
    """Rule: A-1."""
    return gap > limit()


def limit() -> int:
    return FAR


class Word:
    @implements("A-2")
    def long(self) -> bool:
        return not NEAR

    def __str__(self) -> str:
        return "1 or 2" * TIMES
'''


@pytest.fixture
def slips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Mutant]:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "far.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.setattr(places, "ROOT", tmp_path)
    found = list(mutants(tmp_path / "rules"))
    for mutant in found:
        assert mutant.before != mutant.after
    return found


@pytest.mark.parametrize(
    ("written", "slipped"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a < b + HAIR_IN", {"a >= b + HAIR_IN"}),
        ("a and b", {"a or b"}),
        ("not a", {"a"}),
        ("6", {"7", "5"}),
        ("True", {"False"}),
        ("one if a else other", {"other if a else one"}),
        ("(1, 2, x)", {"(2, 1, x)"}),
        ("row(Kind.GUN, -1)", {"row(-1, Kind.GUN)"}),
        ("board.has(at, Terrain.FORD, Terrain.BRIDGE)", set()),
        ("min(a)", {"max(a)"}),
        ("a + b", {"a - b"}),
        ("name", set()),
    ],
)
def test_an_expression_has_these_slips(written: str, slipped: set[str]) -> None:
    node = ast.parse(written, mode="eval").body
    assert {ast.unparse(slip) for slip in breakings(node)} == slipped
    assert ast.unparse(node) == written


@pytest.mark.parametrize(
    ("written", "slipped"),
    [
        ("yield Reason(1)", {"yield from ()"}),
        ("happen(1)", {"pass"}),
        ("if a:\n    return", {"if not a:\n    return", "if False:\n    return"}),
    ],
)
def test_a_statement_has_these_slips(written: str, slipped: set[str]) -> None:
    assert {ast.unparse(slip) for slip in breakings(ast.parse(written).body[0])} == slipped


def test_a_slip_is_tied_to_the_rules_of_its_function_constant_or_class(slips: list[Mutant]) -> None:
    assert {(slip.code, slip.rule_ids) for slip in slips} == {
        ("is_far", ("A-1",)),
        ("FAR", ("A-1",)),
        ("TABLE", ("A-3",)),
        ("Word.long", ("A-2",)),
        ("NEAR", ("A-2",)),
    }


CALLS = """
from rules.far import is_far

@implements("B-1")
def forbids(units):
    yield from _near(units[0].side)
    yield from is_far(3)
    is_far(4)


@implements("B-2")
def _near(side):
    yield place(side) > position.place(side[0])
"""


def test_a_slip_at_a_call_is_tied_to_the_rules_of_caller_and_callee(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "far.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "rules" / "calls.py").write_text(CALLS, encoding="utf-8")
    monkeypatch.setattr(places, "ROOT", tmp_path)
    found = [slip for slip in mutants(tmp_path / "rules") if slip.code in ("forbids", "_near")]
    assert {(slip.before, slip.rule_ids) for slip in found} == {
        ("yield from _near(units[0].side)", ("B-1", "B-2")),
        ("yield from is_far(3)", ("B-1", "A-1")),
        ("is_far(4)", ("B-1", "A-1")),
        ("yield (place(side) > position.place(side[0]))", ("B-2",)),
    }
    assert not [slip for slip in found if "units[1]" in slip.after or "side[1]" in slip.after], "all alike"


def test_a_slip_names_its_line_before_and_after(slips: list[Mutant]) -> None:
    told = [(slip.module, slip.line, slip.before, slip.after) for slip in slips if slip.code == "is_far"]
    assert ("rules.far", 14, "return gap > limit()", "return gap >= limit()") in told
    assert {line for _, line, _, _ in told} == {14}, "not what an argument is where none is given"


def test_a_slip_changes_nothing_else_in_the_module(slips: list[Mutant]) -> None:
    broken = next(slip for slip in slips if slip.after.endswith("gap >= limit()"))
    assert ast.unparse(broken.tree).replace("gap >= limit()", "gap > limit()") == ast.unparse(
        ast.parse(MODULE)
    )


def test_slips_in_functions_are_told_from_those_in_constants(slips: list[Mutant]) -> None:
    assert {slip.code for slip in slips if slip.is_in_function} == {"is_far", "Word.long"}


def test_the_broken_code_replaces_that_of_the_running_function(slips: list[Mutant]) -> None:
    module = ModuleType("rules.far")
    vars(module)["implements"] = lambda _: lambda function: function
    exec(compile(MODULE, "rules/far.py", "exec"), vars(module))
    is_far = module.is_far
    assert not is_far(12)
    slip = next(slip for slip in slips if slip.after.endswith("gap >= limit()"))
    ((function, code),) = broken_functions(slip, functions_of("rules.far"))
    assert function is is_far
    function.__code__ = code
    assert is_far(12)


def test_every_equivalent_mutant_names_existing_code_and_a_reason() -> None:
    with (ROOT / "proofs/mutants/equivalent.csv").open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            assert None not in row, row
            assert (row["reason"] or "").endswith("."), row
            named, written = _named_and_written(row["file"])
            assert row["code"].partition(".")[0] in named, row
            assert " ".join(row["before"].split()) in written, row


@cache
def _named_and_written(file: str) -> tuple[set[str], str]:
    """The names in a module, and its code as it would be written in one line."""
    tree = places.parsed(file)
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assigned = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return defined | assigned, " ".join(ast.unparse(tree).split())
