"""Ties code to the rules of the ledger that it carries out.

    @implements("LHY-4.2.1a.1")
    def passes_blocking_hex(...): ...

The ids are stored on the function or class itself. A printed table, which cannot have a decorator, is
listed in its module, with one id or several: RULE_IDS = {"EFFECTS": ("LHY-4.1.6.1", "LHY-4.1.7.1")}.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import isclass
from types import ModuleType
from typing import TypeVar

from rules.errors import BadInput

CodeT = TypeVar("CodeT", bound=Callable[..., object])

_ATTRIBUTE = "__rule_ids__"


def implements(*rule_ids: str) -> Callable[[CodeT], CodeT]:
    """A decorator that notes which rules of the ledger a function or class carries out, and changes nothing else.

    Raises:
        BadInput: if an id is not a text, or none is given.
    """
    if not rule_ids or not all(isinstance(rule_id, str) and rule_id for rule_id in rule_ids):
        raise BadInput("implements", rule_ids, "one id of the ledger or more")

    def note(code: CodeT) -> CodeT:
        setattr(code, _ATTRIBUTE, (*vars(code).get(_ATTRIBUTE, ()), *rule_ids))
        return code

    return note


def rule_ids_in(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Every (id, "module:function") that a module declares for its own functions, classes and tables.

    Raises:
        BadInput: if RULE_IDS lists a name that the module does not have.
    """
    for table, rule_ids in vars(module).get("RULE_IDS", {}).items():
        if not hasattr(module, table):
            raise BadInput(f"{module.__name__}.RULE_IDS", table, "a name in that module")
        named = (rule_ids,) if isinstance(rule_ids, str) else rule_ids
        yield from ((rule_id, f"{module.__name__}:{table}") for rule_id in named)
    for name, code in vars(module).items():
        if getattr(code, "__module__", None) == module.__name__:
            yield from _declared(code, f"{module.__name__}:{name}")


def _declared(code: object, name: str) -> Iterator[tuple[str, str]]:
    bare = _bare(code)
    yield from ((rule_id, name) for rule_id in getattr(bare, "__dict__", {}).get(_ATTRIBUTE, ()))
    if isclass(bare):
        for part, inner in vars(bare).items():
            if isclass(inner) and inner.__qualname__ != f"{bare.__qualname__}.{part}":
                continue
            yield from _declared(inner, f"{name}.{part}")


def _bare(code: object) -> object:
    """The function within a property, a cached property, a static or a class method."""
    if isinstance(code, property):
        return code.fget
    if isinstance(code, cached_property):
        return code.func
    if isinstance(code, staticmethod | classmethod):
        return code.__func__
    return code
