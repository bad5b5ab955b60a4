"""Reserves: where a unit that has waited comes on."""

from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.conditions import RESERVE
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import FAR, opened, table, unit


@proves("KN-TURN-24a")
def test_a_tank_in_reserve_enters_on_the_edge_of_the_table_if_the_scenario_says_so() -> None:
    """Half its hull is still off the table; nothing moves it in but a wreck."""
    late = unit("late", "uk.sherman", None, 90, RESERVE)
    place = {"turn": 1, "at": [0, 24], "facing_deg": 90}
    state = opened(table(), unit("a", "uk.squad", (10, 24)), late, FAR, reserves={"late": place})
    assert state.unit("late").at == Spot(0, 24)
