"""Night fighting: who falls with a house in the dark."""

import pytest

from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS, Job
from rules.kampfgruppe_normandy.questions.engineering import Task
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import UK, act, activated, area, ready, status, table, unit


@proves("KN-ENG-08a", "KN-NIGHT-03")
@pytest.mark.parametrize(("night", "men"), [(False, 6), (True, 8)])
def test_men_who_fall_with_a_house_save_as_in_the_open_at_night_on_a_five(night: bool, men: int) -> None:
    """Two hits of heavy 5; by day the 5s save nobody, and a die is thrown for a special weapon."""
    house = area(T.BRICK_BUILDING, 27, 17, 33, 23, name="house")
    sappers, foe = unit("sappers", "uk.sappers", (30, 24)), unit("foe", "de.squad", (30, 20))
    state = ready(table(house), sappers, foe, inside={"foe": "house"}, night=night)
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, "house", 6),))
    state = activated(state, "sappers", K.ENGINEER, K.MOVE)
    special = () if night else (1,)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "house"), 6, 3, 4, 1, 2, 2, 5, 5, *special)
    assert status(after, "foe").men == men
