"""What hinders a line of sight: smoke, mortar fire, vehicles on urban roads. Chapter 4.2.4."""

from collections.abc import Iterator

import numpy as np

from rules.game.rule_ids import implements
from rules.ground.hex.sight import Flags, Ints, Passing
from rules.last_hundred_yards.book.switches import LaterGround, Switch
from rules.last_hundred_yards.book.terrain_effects import MARKER_LEVELS
from rules.last_hundred_yards.questions.sight.sight_ground import Numbers
from rules.last_hundred_yards.questions.sight.sight_lines import Effect, Finding, Found, SightLines


@implements(
    "LHY-4.1.9e", "LHY-4.2.0.5", "LHY-4.2.4.1", "LHY-4.2.4.2", "LHY-4.2.4a", "LHY-4.2.4d", "LHY-4.2.4.height"
)
def hindrances(sight_lines: SightLines, is_open: Flags) -> Iterator[Finding]:
    """Smoke, mortar fire and vehicles on urban roads that hinder lines still open.

    In the later editions the vehicles are those on enclosed roads between the ends of the line.

    Rule: LHY 4.2.4.
    """
    lines, ground = sight_lines.lines, sight_lines.ground
    for found, amount, height in (
        (Found.MARKER, sight_lines.markers, MARKER_LEVELS),
        (Found.VEHICLE, sight_lines.vehicles, 0),
    ):
        if amount is None:
            continue
        met = np.flatnonzero(amount[lines.passed])
        met = met[(lines.how[met] <= Passing.THROUGH) & is_open[lines.line_of[met]]]
        if found is Found.VEHICLE and LaterGround.ENCLOSED_ROADS in sight_lines.switches:
            met = met[lines.how[met] == Passing.THROUGH]
        at, line = lines.passed[met], lines.line_of[met]
        over = sight_lines.is_over(line, at, ground.level[at] + height)
        if sight_lines.explained:
            yield Finding(Found.PASSED_OVER, Effect.SPARES, line[over], at[over])
        much = amount[at]
        if found is Found.VEHICLE:
            much = np.where(
                at == lines.source, 0, much - sight_lines.own_vehicles * (at == lines.targets[line])
            )
        kept = ~over & (much > 0)
        yield Finding(found, Effect.HINDERS, line[kept], at[kept], much[kept])
    if len(lines.lefts) and sight_lines.markers is not None:
        yield from _markers_beside(sight_lines, sight_lines.markers)


@implements("LHY-4.2.4b", "LHY-4.2.4c")
def _markers_beside(sight_lines: SightLines, markers: Numbers) -> Iterator[Finding]:
    """Markers beside a hexside that the line runs along. Rule: LHY 4.2.4 b and c."""
    lines, ground = sight_lines.lines, sight_lines.ground
    sides = (lines.passed[lines.lefts], lines.passed[lines.lefts + 1])
    line = lines.line_of[lines.lefts]
    marked = [
        (markers[at] > 0) & ~sight_lines.is_over(line, at, ground.level[at] + MARKER_LEVELS) for at in sides
    ]
    both = sight_lines.with_any(line[marked[0]]) & sight_lines.with_any(line[marked[1]])
    each = [(line[on & both[line]], at[on & both[line]]) for at, on in zip(sides, marked, strict=True)]
    on_both, at_both = (np.concatenate(parts) for parts in zip(*each, strict=True))
    most = np.zeros(len(lines.starts), dtype=np.int64)
    np.maximum.at(most, on_both, markers[at_both])
    order = np.lexsort((markers[at_both], on_both))
    last = np.flatnonzero(np.diff(on_both[order], append=-1))
    chosen = order[last]
    yield Finding(
        Found.MARKERS_BOTH_SIDES, Effect.HINDERS, on_both[chosen], at_both[chosen], most[on_both[chosen]]
    )
    others = np.delete(order, last)
    yield Finding(Found.MARKERS_BOTH_SIDES, Effect.SPARES, on_both[others], at_both[others])
    for mine, theirs in ((0, 1), (1, 0)):
        on, at, opposite = marked[mine] & ~both[line], sides[mine], sides[theirs]
        blocks = _blocks_beside(sight_lines, line, opposite)
        with_block = sight_lines.with_any(line[blocks])
        kept = on & with_block[line]
        yield Finding(Found.MARKER_BESIDE, Effect.HINDERS, line[kept], at[kept], markers[at[kept]])
        partner = blocks & sight_lines.with_any(line[kept])[line]
        yield Finding(Found.MARKER_BESIDE, Effect.SPARES, line[partner], opposite[partner])


def _blocks_beside(sight_lines: SightLines, line: Ints, at: Ints) -> Flags:
    ground = sight_lines.ground
    if Switch.ANY_HEX_HINDERS_BESIDE in sight_lines.switches:
        return ground.wooded[at] | (ground.level[at] > 0)
    between = ~sight_lines.same[line] & (ground.top[at] >= sight_lines.high[line])
    return sight_lines.blocks_on_one_level(line, at) | between
