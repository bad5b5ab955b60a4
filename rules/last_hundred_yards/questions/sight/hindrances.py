"""Hindrances of a line of sight: smoke, mortar fire and vehicles on urban roads. Chapter 4.2.4."""

from rules.game.rule_ids import implements
from rules.ground.hex.sight import LEFT, RIGHT, THROUGH, Way
from rules.ground.int_rows import WritableIntRow
from rules.last_hundred_yards.book.terrain_effects import MARKER_LEVELS
from rules.last_hundred_yards.questions.sight.sight_lines import (
    NO_IMAGE,
    Finding,
    Line,
    SightFacts,
    blocks_on_one_level,
    is_over,
    note,
)


@implements("LHY-4.1.9e", "LHY-4.2.0.5", "LHY-4.2.4.1", "LHY-4.2.4.2", "LHY-4.2.4a", "LHY-4.2.4.height")
def markers_passed(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note smoke and mortar fire in the hexes of a line, its ends included. Rule: LHY 4.2.4a."""
    for k in range(passed):
        at = way.at[k]
        if way.how[k] <= THROUGH and facts.markers[at]:
            if not is_over(facts, line, at, facts.hexes[at].level + MARKER_LEVELS):
                count = note(findings, count, Finding.MARKER, at, NO_IMAGE, facts.markers[at])
            elif line.explained:
                count = note(findings, count, Finding.PASSED_OVER, at)
    return count


@implements("LHY-4.2.4d")
def vehicles_passed(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note vehicles on urban roads, except those in the viewer's hex and the target; in later editions those
    on enclosed roads between the ends.

    Rule: LHY 4.2.4d.
    """
    for k in range(passed):
        at = way.at[k]
        if not facts.vehicles[at] or way.how[k] > THROUGH:
            continue
        if facts.switches.enclosed_roads and way.how[k] != THROUGH:
            continue
        amount = facts.vehicles[at]
        if at == line.source:
            amount = 0
        elif at == line.target:
            amount -= line.own_vehicles
        if is_over(facts, line, at, facts.hexes[at].level):
            if line.explained:
                count = note(findings, count, Finding.PASSED_OVER, at)
        elif amount > 0:
            count = note(findings, count, Finding.VEHICLE, at, NO_IMAGE, amount)
    return count


@implements("LHY-4.2.4b", "LHY-4.2.4c")
def markers_beside(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note markers beside hexsides that the line runs along. Rule: LHY 4.2.4 b and c."""
    on_left = on_right = False
    for k in range(passed):
        if way.how[k] >= LEFT and _is_marked(facts, line, way.at[k]):
            on_left, on_right = on_left or way.how[k] == LEFT, on_right or way.how[k] == RIGHT
    if on_left and on_right:
        return _on_both_sides(facts, line, way, passed, findings, count)
    if not on_left and not on_right:
        return count
    mine = LEFT if on_left else RIGHT
    is_sheltered = False
    for k in range(passed):
        if way.how[k] == LEFT + RIGHT - mine and _blocks_beside(facts, line, way.at[k]):
            is_sheltered = True
            count = note(findings, count, Finding.SHELTER_BESIDE, way.at[k])
    if is_sheltered:
        for k in range(passed):
            if way.how[k] == mine and _is_marked(facts, line, way.at[k]):
                at = way.at[k]
                count = note(findings, count, Finding.MARKER_BESIDE, at, NO_IMAGE, facts.markers[at])
    return count


def _on_both_sides(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note markers on both sides: only the greatest hinders, of equal ones the farthest."""
    greatest, most = -1, 0
    for k in range(passed):
        at = way.at[k]
        if way.how[k] >= LEFT and _is_marked(facts, line, at) and facts.markers[at] >= most:
            greatest, most = at, facts.markers[at]
    for k in range(passed):
        at = way.at[k]
        if at == greatest:
            count = note(findings, count, Finding.MARKERS_BOTH_SIDES, at, NO_IMAGE, facts.markers[at])
        elif way.how[k] >= LEFT and _is_marked(facts, line, at):
            count = note(findings, count, Finding.LESSER_MARKER_BESIDE, at)
    return count


def _is_marked(facts: SightFacts, line: Line, at: int) -> bool:
    return facts.markers[at] > 0 and not is_over(facts, line, at, facts.hexes[at].level + MARKER_LEVELS)


def _blocks_beside(facts: SightFacts, line: Line, at: int) -> bool:
    if facts.switches.any_hex_hinders_beside:
        return facts.hexes[at].wooded != 0 or facts.hexes[at].level > 0
    return blocks_on_one_level(facts, line, at) or (not line.is_level and facts.hexes[at].top >= line.high)
