"""Lines of sight along roads and rivers through trees, by the rules of later editions."""

from rules.game.rule_ids import implements
from rules.ground.hex.sight import THROUGH, Layout, Way
from rules.ground.int_rows import WritableIntRow
from rules.last_hundred_yards.questions.sight.sight_lines import Finding, Line, SightFacts, note
from rules.last_hundred_yards.questions.terrain.roads import SMALL_ARMS_HEXES


@implements("LHY-4.2.2b.later")
def forest_roads(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note hexes where a line between levels runs along a road through woods, forest or tree lines (reading 28).

    Rule: LHY 4.2.2b of the Series Rules v2.1; the text of 2019 has no such rule.
    """
    if line.is_level:
        return count
    for k in range(passed):
        if facts.hexes[way.at[k]].forest_road and runs_along(facts, way, k):
            count = note(findings, count, Finding.FOREST_ROAD, way.at[k])
    return count


@implements("LHY-4.2.1d.later")
def is_forest_way(facts: SightFacts, line: Line, way: Way, k: int) -> bool:
    """Whether the k-th hex passed is woods or forest that the line goes straight through on a road or river (reading 33).

    Rule: LHY 4.2.1d of the Series Rules v2.1.
    """
    layout = facts.layout
    across = abs(layout.across[line.target] - layout.across[line.source])
    along = abs(layout.along[line.target] - layout.along[line.source])
    if not facts.hexes[way.at[k]].wooded or (across and across != 3 * along):
        return False
    return runs_along(facts, way, k) or runs_along(facts, way, k, on_river=True)


@implements("LHY-4.1.8.enclosed.5", "LHY-4.2.1d.later")
def enclosed_roads(
    facts: SightFacts, line: Line, way: Way, passed: int, findings: WritableIntRow, count: int
) -> int:
    """Note enclosed road hexes that a line runs along, if it is long enough for fire and reactions to be limited."""
    if line.range_hexes <= SMALL_ARMS_HEXES:
        return count
    for k in range(passed):
        if facts.hexes[way.at[k]].enclosed and runs_along(facts, way, k):
            count = note(findings, count, Finding.ENCLOSED_ROAD, way.at[k])
    return count


def runs_along(facts: SightFacts, way: Way, k: int, on_river: bool = False) -> bool:
    """Whether the line enters and leaves the k-th hex passed by hexsides that its road, or its river, crosses."""
    if way.how[k] != THROUGH:
        return False
    before, after = k - 1, k + 1
    while way.how[before] > THROUGH:
        before -= 1
    while way.how[after] > THROUGH:
        after += 1
    into = side_between(facts.layout, way.at[before], way.at[k])
    onward = side_between(facts.layout, way.at[k], way.at[after])
    left, here = facts.hexes[way.at[before]], facts.hexes[way.at[k]]
    if on_river:
        return left.rivers & into != 0 and here.rivers & onward != 0
    return left.roads & into != 0 and here.roads & onward != 0


def side_between(layout: Layout, one: int, other: int) -> int:
    """The hexside by which a hex is left for its neighbour, as a bit; 0 if they are no neighbours."""
    across, along = layout.across[other] - layout.across[one], layout.along[other] - layout.along[one]
    if across == 0:
        return 1 if along == -2 else 2 if along == 2 else 0
    if abs(across) != 3 or abs(along) != 1:
        return 0
    return (4 if along < 0 else 8) << (2 if across < 0 else 0)
