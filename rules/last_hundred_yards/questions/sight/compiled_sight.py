"""Lines of sight by the very same tests, compiled.

Import it where so many lines are asked for that it pays: the compiler takes longer to load than most questions to answer.
"""

from collections.abc import Callable
from inspect import isfunction
from typing import Any

from numba import njit
from numba.extending import register_jitable

from rules.ground.hex.sight import look_along
from rules.last_hundred_yards.questions.sight import hindrances, looking, road_sight, sight_lines, sight_tests
from rules.last_hundred_yards.questions.sight.looking import rules_as_written

_RULES = (sight_lines, road_sight, hindrances, sight_tests, looking)

_OPTIONS: dict[str, Any] = {"forceinline": True, "_nrt": False}
"""Counting who still uses which array would take longer than the rules; all arrays are made and kept by the caller."""

_written: list[Callable[..., Any]] = [look_along]
for module in _RULES:
    _written.extend(filter(isfunction, vars(module).values()))
for rule in _written:
    register_jitable(**_OPTIONS)(rule)


def _compiled(asked: Callable[..., Any]) -> Any:
    stamp = rules_as_written()  # so that a compiled copy on the disk is never one of older rules

    def ask(*question: Any) -> Any:
        return asked(*question) if stamp else None

    return njit(cache=True, **_OPTIONS)(ask)


explain = _compiled(looking.explain)
judge = _compiled(looking.judge)
