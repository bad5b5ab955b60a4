"""Lines of sight by the same tests as in plain Python, compiled by numba.

Import it only where many lines are asked for: loading the compiler takes longer than answering most questions.
"""

from collections.abc import Callable
from inspect import isfunction
from typing import Any

from numba import njit
from numba.extending import register_jitable

from rules.ground.hex.sight import look_along, look_along_hexsides
from rules.last_hundred_yards.questions.sight import hindrances, looking, road_sight, sight_lines, sight_tests
from rules.last_hundred_yards.questions.sight.looking import rules_as_written

_RULES = (sight_lines, road_sight, hindrances, sight_tests, looking)

_OPTIONS: dict[str, Any] = {"forceinline": True, "_nrt": False}
"""Without numba's reference counts of arrays, which would take longer than the rules; the caller owns all arrays."""

_written: list[Callable[..., Any]] = [look_along, look_along_hexsides]
for module in _RULES:
    _written.extend(filter(isfunction, vars(module).values()))
for rule in _written:
    register_jitable(**_OPTIONS)(rule)


def _compiled(asked: Callable[..., Any]) -> Any:
    # Numba keeps compiled code on the disk by this checksum, so that it is never that of older rules.
    stamp = rules_as_written()

    def ask(*question: Any) -> Any:
        return asked(*question) if stamp else None

    return njit(cache=True, **_OPTIONS)(ask)


explain = _compiled(looking.explain)
judge = _compiled(looking.judge)
