"""Many lines of sight at once: the tests of a single line, compiled.

Import it where a field, a table or an atlas of sight is asked for, not before: the compiler takes longer to load than most
questions to answer.
"""

from collections.abc import Callable, Sequence
from inspect import getsource, isfunction
from typing import Any
from zlib import crc32

import numpy as np
from numba import njit
from numba.extending import register_jitable
from numpy.typing import NDArray

from rules.ground.hex import sight
from rules.ground.hex.sight import Way, look_along
from rules.last_hundred_yards.questions.sight import hindrances, road_sight, sight_lines, sight_tests
from rules.last_hundred_yards.questions.sight.outlook import NO_LIMIT, End, Outlook
from rules.last_hundred_yards.questions.sight.sight_lines import (
    EFFECTS,
    Effect,
    Found,
    SightFacts,
    line_of,
)
from rules.last_hundred_yards.questions.sight.sight_tests import findings

_RULES = (sight_lines, road_sight, hindrances, sight_tests)

_OPTIONS: dict[str, Any] = {"forceinline": True, "_nrt": False}
"""Counting who still uses which array would take longer than the rules; all arrays are made and kept by the caller."""

_written: list[Callable[..., Any]] = [look_along]
for module in _RULES:
    _written.extend(filter(isfunction, vars(module).values()))
for rule in _written:
    register_jitable(**_OPTIONS)(rule)

STAMP = crc32("".join(map(getsource, (sight, *_RULES))).encode())
"""Of the rules as they are written: a compiled copy that is kept on the disk is of these."""

CLEAR, HINDERED, BLOCKED, BLIND = range(4)


def look_about(
    outlook: Outlook, viewers: Sequence[End], targets: Sequence[End] | NDArray[np.int64]
) -> tuple[NDArray[np.int8], NDArray[np.int64], int]:
    """The code of each line's visibility and its hindrance, a row a viewer; and a bit for each kind of finding on them."""
    codes = np.empty((len(viewers), len(targets)), dtype=np.int8)
    hindrance = np.zeros(codes.shape, dtype=np.int64)
    starts, ends = (np.array(each, dtype=np.int64).reshape(-1, 3) for each in (viewers, targets))
    ground = outlook.ground
    longest = ground.where.longest
    way = Way(*(np.empty(longest, dtype=np.int64) for _ in range(3)))
    found = np.empty(4 * (longest + 2) * ground.most_findings, dtype=np.int64)
    told = _look_about(outlook.facts, way, found, starts, ends, codes, hindrance)
    return codes, hindrance, int(told)


def _compiled(stamp: int) -> Any:
    def look_about(
        facts: SightFacts,
        way: Way,
        found: NDArray[np.int64],
        starts: NDArray[np.int64],
        ends: NDArray[np.int64],
        codes: NDArray[np.int8],
        hindrance: NDArray[np.int64],
    ) -> int:
        told = 0 if stamp else 1
        by_roads = facts.switches.forest_roads_block or facts.switches.enclosed_roads
        for row in range(len(starts)):
            for column in range(len(ends)):
                source, target = starts[row, 0], ends[column, 0]
                line = line_of(
                    facts, source, target, starts[row, 1] != 0, ends[column, 1] != 0, ends[column, 2], False
                )
                limit = NO_LIMIT
                if not by_roads:
                    # Blocked is blocked; but whether anything blinds at all has to be known for the field as a whole.
                    if line.is_level:
                        limit = line.high
                    elif told >> Found.BLIND & 1:
                        limit = line.high - 1
                passed = look_along(facts.layout, facts.wanted, facts.tall, limit, source, target, way)
                count = findings(facts, line, way, passed, found)
                code, amount = CLEAR, 0
                for number in range(count):
                    which = found[4 * number]
                    effect = EFFECTS[which]
                    if effect != Effect.SPARES:
                        told |= 1 << which
                    if effect == Effect.BLOCKS:
                        code = BLOCKED
                    elif effect == Effect.BLINDS and code != BLOCKED:
                        code = BLIND
                    elif effect == Effect.HINDERS:
                        amount += found[4 * number + 3]
                if code == CLEAR and amount > 0:
                    code, hindrance[row, column] = HINDERED, amount
                codes[row, column] = code
        return told

    return njit(cache=True, **_OPTIONS)(look_about)


_look_about = _compiled(STAMP)
