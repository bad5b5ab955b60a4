"""The evidence for each rule: the code that carries it out, and the tests that prove it."""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from io import StringIO
from pkgutil import walk_packages
from types import MappingProxyType

import maps
import rules
from rules.game.rule_ids import rule_ids_in


@cache
def implemented() -> Mapping[str, tuple[str, ...]]:
    """By rule id, each "module:function" that declares to implement it."""
    code_by_rule: dict[str, list[str]] = {}
    for package in (rules, maps):
        for info in walk_packages(package.__path__, f"{package.__name__}."):
            for rule_id, code in rule_ids_in(import_module(info.name)):
                code_by_rule.setdefault(rule_id, []).append(code)
    return MappingProxyType({rule_id: tuple(sorted(set(code))) for rule_id, code in code_by_rule.items()})


@cache
def proven() -> Mapping[str, tuple[str, ...]]:
    """By rule id, the tests that prove it, from the index rules/proven.csv."""
    tests_by_rule: dict[str, list[str]] = {}
    for row in rows("rules", "proven.csv"):
        tests_by_rule.setdefault(row["id"], []).append(row["test"])
    return MappingProxyType({rule_id: tuple(tests) for rule_id, tests in tests_by_rule.items()})


def file_of(code: str) -> str:
    """The file of a "module:function", from the root of the project.

    >>> file_of("rules.game.rule_ids:implements")
    'rules/game/rule_ids.py'
    """
    module = import_module(code.partition(":")[0])
    path = module.__name__.replace(".", "/")
    return f"{path}/__init__.py" if hasattr(module, "__path__") else f"{path}.py"


def rows(package: str, name: str) -> Iterator[dict[str, str]]:
    """The rows of a CSV file that lies in a package."""
    yield from csv.DictReader(StringIO((files(package) / name).read_text(encoding="utf-8")))
