"""Engineering and Deploy actions that are refused: the reason is the one that holds."""

import pytest

from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.questions.engineering import Task
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    UK,
    activated,
    area,
    loaded,
    ready,
    refusal,
    table,
    unit,
)

NO_CHARGE = "is no structure, obstacle, wreck or immobilised vehicle (KGN Demolitions)"


@proves("KN-ENG-06", "KN-ENG-10", "KN-ENG-22")
@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("tank", f"tank {NO_CHARGE}"), ("lame", ""), ("far", f"far {NO_CHARGE}"), ("moon", f"moon {NO_CHARGE}"),
        ("woods", f"woods {NO_CHARGE}"), ("house", "house is not within reach to set a charge (KGN Engineering, OUR 133, inferred)"),
        ("hulk", "hulk is not within reach to set a charge (KGN Engineering, OUR 133, inferred)"),
    ],
)  # fmt: skip
def test_a_charge_is_refused_for_the_kind_or_the_place_of_its_target(target: str, said: str) -> None:
    pieces = area(T.BRICK_BUILDING, 50, 20, 54, 24, name="house"), area(T.WOODS, 10, 40, 14, 44, name="woods")
    state = ready(
        table(*pieces), unit("e", "uk.sappers", (20, 20)), unit("tank", "de.pz4h", (20, 23)),
        unit("lame", "de.pz4h", (20, 17), 0, "immobilised"), unit("hulk", "de.pz4h", (40, 40), 0, "immobilised"), FAR,
    )  # fmt: skip
    state = activated(state, "e", K.ENGINEER, K.ENGINEER)
    assert refusal(state, Work(UK, "e", Task.DEMOLISH, target)) == said


@proves("KN-ENG-03", "KN-ENG-13")
@pytest.mark.parametrize(
    ("kind", "task", "target", "said"),
    [
        ("us.dozer", Task.CLEAR_MINES, "woods", "woods is no minefield (KGN Minefields and mine clearance)"),
        ("us.dozer", Task.CLEAR_MINES, "moon", "moon is no minefield (KGN Minefields and mine clearance)"),
        ("us.dozer", Task.CLEAR_MINES, "mines", "mines is not within reach to clear mines (KGN Engineering, OUR 133, inferred)"),
        ("uk.churchill_bridge", Task.BRIDGE, "woods", "woods woods is neither a ditch nor water (KGN Bridge building)"),
        ("uk.churchill_bridge", Task.BRIDGE, "moon", "moon is neither a ditch nor water (KGN Bridge building)"),
    ],
)  # fmt: skip
def test_mines_are_cleared_where_they_are_and_bridges_built_over_water(
    kind: str, task: Task, target: str, said: str
) -> None:
    pieces = area(T.WOODS, 10, 40, 14, 44, name="woods"), area(T.MINEFIELD, 40, 40, 42, 42, name="mines")
    state = activated(ready(table(*pieces), unit("e", kind, (20, 20)), FAR), "e", K.ENGINEER, K.ENGINEER)
    assert refusal(state, Work(UK, "e", task, target)) == said


@proves("KN-DEPL-01", "KN-DEPL-02a")
def test_men_aboard_one_vehicle_must_leave_it_before_they_board_another() -> None:
    other = unit("other", "uk.m5_halftrack", (20, 23))
    state = loaded(unit("lorry", "uk.m5_halftrack", (20, 20)), {"men": "uk.squad"}, other, FAR)
    state = activated(state, "other", K.DEPLOY, K.MOVE)
    assert (
        refusal(state, Load(UK, "other", "men")) == "men must deploy out of lorry first (KGN Deploy actions)"
    )


@proves("KN-DEPL-01", "KN-DEPL-03")
def test_men_in_a_house_must_leave_it_before_they_board() -> None:
    house = area(T.BRICK_BUILDING, 22, 18, 26, 22, name="house")
    lorry, men = unit("lorry", "uk.m5_halftrack", (20, 20)), unit("men", "uk.squad", (24, 20))
    state = activated(
        ready(table(house), lorry, men, FAR, inside={"men": "house"}), "lorry", K.DEPLOY, K.MOVE
    )
    assert (
        refusal(state, Load(UK, "lorry", "men")) == "men must deploy out of house first (KGN Deploy actions)"
    )
