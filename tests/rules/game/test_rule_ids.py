"""The rule ids that code declares, and how they are read."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType

import pytest

from rules.errors import BadInput
from rules.game.rule_ids import implements, rule_ids_in


def module_with(**names: object) -> ModuleType:
    module = ModuleType(__name__)
    vars(module).update(names)
    return module


def test_a_function_keeps_its_ids_and_stays_itself() -> None:
    @implements("LHY-1", "LHY-2")
    def rule(number: int) -> int:
        return number + 1

    assert rule(1) == 2
    found = set(rule_ids_in(module_with(rule=rule)))
    assert found == {("LHY-1", f"{__name__}:rule"), ("LHY-2", f"{__name__}:rule")}


def test_ids_may_be_declared_by_more_than_one_decorator() -> None:
    @implements("LHY-1")
    @implements("LHY-2")
    def rule() -> None: ...

    assert {rule_id for rule_id, _ in rule_ids_in(module_with(rule=rule))} == {"LHY-1", "LHY-2"}


def test_an_imported_function_counts_in_the_module_that_defines_it() -> None:
    @implements("LHY-1")
    def rule() -> None: ...

    rule.__module__ = "rules.elsewhere"
    assert not list(rule_ids_in(module_with(rule=rule)))


def test_classes_methods_and_properties_are_read() -> None:
    @implements("LHY-1")
    @dataclass(frozen=True)
    class Fire:
        @implements("LHY-2")
        def method(self) -> None: ...

        @property
        @implements("LHY-3")
        def plain(self) -> int:
            return 1

        @cached_property
        @implements("LHY-4")
        def cached(self) -> int:
            return 1

        @staticmethod
        @implements("LHY-5")
        def static() -> None: ...

        @classmethod
        @implements("LHY-6")
        def made(cls) -> None: ...

    class Heir(Fire):
        """A class that inherits and declares nothing itself."""

    @implements("LHY-7")
    @lru_cache
    def kept(number: int) -> int:
        return number

    found = dict(rule_ids_in(module_with(Fire=Fire, Heir=Heir, kept=kept)))
    where = [f"{__name__}:Fire"]
    where += [f"{__name__}:Fire.{part}" for part in ("method", "plain", "cached", "static", "made")]
    where += [f"{__name__}:kept"]
    assert [found[f"LHY-{n}"] for n in range(1, 8)] == where


def test_a_table_is_named_in_its_module() -> None:
    module = module_with(EFFECTS={}, RULE_IDS={"EFFECTS": ("LHY-1",)})
    assert list(rule_ids_in(module)) == [("LHY-1", f"{__name__}:EFFECTS")]
    with pytest.raises(BadInput, match="RULE_IDS: 'EFECTS' is not a name in that module"):
        list(rule_ids_in(module_with(RULE_IDS={"EFECTS": ("LHY-1",)})))
    alone = module_with(EFFECTS={}, RULE_IDS={"EFFECTS": "LHY-1"})
    assert list(rule_ids_in(alone)) == list(rule_ids_in(module))


def test_an_empty_declaration_is_refused() -> None:
    with pytest.raises(BadInput, match="implements"):
        implements()
