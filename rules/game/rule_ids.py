"""Which rules of the ledger a piece of code carries out, said beside the code.

    @implements("LHY-4.2.1a.1")
    def passes_blocking_hex(...): ...

The ids are kept on the function or class itself. A printed table, which cannot carry a decorator, is
named in its module, with one id or several: RULE_IDS = {"EFFECTS": ("LHY-4.1.6.1", "LHY-4.1.7.1")}.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import isclass
from types import ModuleType
from typing import TypeVar

from rules.errors import BadInput

CodeT = TypeVar("CodeT", bound=Callable[..., object])

_KEPT = "__rule_ids__"


def implements(*rule_ids: str) -> Callable[[CodeT], CodeT]:
    """Say which rules of the ledger a function or class carries out; it stays as it is.

    Raises:
        BadInput: if an id is not a text, or none is given.
    """
    if not rule_ids or not all(isinstance(rule_id, str) and rule_id for rule_id in rule_ids):
        raise BadInput("implements", rule_ids, "one id of the ledger or more")

    def keep(code: CodeT) -> CodeT:
        setattr(code, _KEPT, (*vars(code).get(_KEPT, ()), *rule_ids))
        return code

    return keep


def rule_ids_in(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Every (id, "module:function") that a module declares for its own functions, classes and tables.

    Raises:
        BadInput: if RULE_IDS names what the module does not have.
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
    yield from ((rule_id, name) for rule_id in getattr(bare, "__dict__", {}).get(_KEPT, ()))
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
