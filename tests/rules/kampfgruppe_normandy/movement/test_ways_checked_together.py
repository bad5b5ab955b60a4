"""Ways checked together, closely only near pieces and units, still report everything that bars them."""

from dataclasses import replace
from random import Random

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.questions.movement.restrictions import bars_way, check_ahead, why_not_go
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_stand
from rules.kampfgruppe_normandy.state.position import base_at
from rules.kampfgruppe_normandy.state.progress import Loss, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import area, game, position, unit

WAYS, LONGEST_IN = 200, 5.0
"""On a table so crowded that about half of the ways are barred, and short enough for a rate to pay for them."""


@proves("KN-MOVE-14")
@pytest.mark.parametrize("mover", ["uk.squad", "de.pz4h", "de.pak40"])
def test_our_54_66_170_203_listed_ways_are_refused_for_any_overlap_however_small(mover: str) -> None:
    """A house, a pond, a wreck, a foe and a friend, and three edges of a table 18 inches wide."""
    foe = "de.squad" if mover.startswith("uk") else "uk.squad"
    state = game(
        unit("mover", mover, (9, 9)), unit("foe", foe, (4, 12)), unit("friend", mover, (13, 13)),
        pieces=(area(T.STONE_BUILDING, 3, 3, 6, 6), area(T.LAKE, 11, 2, 15, 4)), wide_in=18,
    )  # fmt: skip
    wreck = Loss("tank", "de.pz4h", "de", "destroyed", Spot(14.0, 8.0), 30.0)
    state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
    random, barred = Random(1), 0
    for _ in range(WAYS):
        here = Spot(random.uniform(1, 17), random.uniform(1, 17))
        ways = [(here, here.ahead(random.uniform(0, 360), random.uniform(0.5, LONGEST_IN))) for _ in range(2)]
        there = state.with_unit(replace(state.unit("mover"), at=here))
        found, moving = position(there), there.unit("mover")
        check_ahead(found, moving, ways)
        for way in ways:
            heading_deg = here.bearing_deg(way[1])
            base = base_at(found.table, found.type(moving), found.status(moving), way[1], heading_deg)
            bars = [*bars_way(found, moving, way), why_not_stand(found, moving, base)]
            told = list(why_not_go(found, moving, way, None, reverse=False))
            if way[1] in found.table:
                assert {reason for reason in bars if reason is not None} <= set(told)
                barred += any(bars)
    assert WAYS / 4 < barred < 2 * WAYS
