"""Bulldozers: the gaps they push."""

from rules.ground.table.tabletop import Tabletop
from rules.ground.table.terrain import TableTerrain as T
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import act, area, move_over, moving


@proves("KN-ENG-12b", "KN-COV-02")
def test_a_bulldozer_that_turns_where_it_stands_in_rubble_pushes_no_gap() -> None:
    rubble = area(T.RUBBLE, 10, 20, 30, 30)
    state = act(moving(rubble, kind="us.dozer"), move_over((20, 24), facing_deg=180))
    assert state.unit("u").facing_deg == 180
    assert isinstance(state.board, Tabletop)
    assert list(state.board.by_id) == ["rubble"]
