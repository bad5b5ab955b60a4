"""Following lines of sight: a single one with all findings, or many for their verdicts alone.

The functions use whole numbers only, as the tests do: they run as plain Python for a few lines, compiled for very many.
"""

from inspect import getsource
from sys import modules
from zlib import crc32

from rules.ground.hex import sight
from rules.ground.hex.sight import Way, look_along
from rules.ground.int_rows import WritableIntRow
from rules.last_hundred_yards.questions.sight import hindrances, road_sight, sight_lines, sight_tests
from rules.last_hundred_yards.questions.sight.sight_lines import (
    EFFECTS,
    Effect,
    End,
    Finding,
    Line,
    Rows,
    SightFacts,
    line_of,
)
from rules.last_hundred_yards.questions.sight.sight_tests import note_all

ALL_REPORTED = -1
"""All bits set: for a caller that does not ask which kinds of findings there were."""

NO_LIMIT = 1000
"""Taller than anything on a map, so that a line is followed to its end."""

CLEAR, HINDERED, BLOCKED, BLIND = range(4)
"""The kinds of Visibility, in their order."""


def rules_as_written() -> int:
    """A checksum of the source code of the rules of sight, which changes with every edit."""
    modules_of_rules = (sight, sight_lines, road_sight, hindrances, sight_tests, modules[__name__])
    return crc32("".join(map(getsource, modules_of_rules)).encode())


def explain(
    facts: SightFacts, viewer: End, target: End, way: Way, findings: WritableIntRow, in_full: bool
) -> tuple[Line, int, int]:
    """Follow a line to its end: the line, how many hexes it passes, and how many findings there are.

    Unless `in_full`, only findings that the verdict depends on are noted.
    """
    line = line_of(facts, viewer, target, in_full)
    passed = look_along(facts.layout, facts.wanted, facts.tall, NO_LIMIT, line.source, line.target, way)
    return line, passed, note_all(facts, line, way, passed, findings)


def judge(
    facts: SightFacts,
    viewers: Rows[End],
    viewer_count: int,
    targets: Rows[End],
    target_count: int,
    way: Way,
    findings: WritableIntRow,
    codes: WritableIntRow,
    hindrance: WritableIntRow,
    reported: int,
) -> int:
    """Write down the code of each line's visibility and its hindrance, viewer by viewer.

    Returns a bit for each kind of finding on any of them, added to those `reported` before.
    """
    at = 0
    by_roads = facts.switches.forest_roads_block or facts.switches.enclosed_roads
    for row in range(viewer_count):
        viewer = viewers[row]
        for column in range(target_count):
            target = targets[column]
            line = line_of(facts, viewer, target, False)
            limit = NO_LIMIT
            if not by_roads:
                # A line may end at the first hex that blocks, unless the field has yet to learn whether anything blinds.
                if line.is_level:
                    limit = line.high
                elif reported >> Finding.BLIND & 1:
                    limit = line.high - 1
            passed = look_along(
                facts.layout, facts.wanted, facts.tall, limit, viewer.position, target.position, way
            )
            count = note_all(facts, line, way, passed, findings)
            code, amount = CLEAR, 0
            for number in range(count):
                which = findings[4 * number]
                effect = EFFECTS[which]
                if effect != Effect.SPARES:
                    reported |= 1 << which
                if effect == Effect.BLOCKS:
                    code = BLOCKED
                elif effect == Effect.BLINDS and code != BLOCKED:
                    code = BLIND
                elif effect == Effect.HINDERS:
                    amount += findings[4 * number + 3]
            if code == CLEAR and amount > 0:
                code = HINDERED
            codes[at], hindrance[at] = code, amount if code == HINDERED else 0
            at += 1
    return reported
