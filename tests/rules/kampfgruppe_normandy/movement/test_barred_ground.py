"""Ground that bars movement: water, houses, other units, and the edge of the table."""

import pytest

from rules.game.units import Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.deploying.occupying import LeaveBuilding
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.questions.movement.forming_up import why_not_form
from rules.kampfgruppe_normandy.questions.movement.nearest_room import room_round
from rules.kampfgruppe_normandy.questions.movement.standing_room import why_not_stand
from rules.kampfgruppe_normandy.state.position import base_at
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.engineering.sappers import MOVE
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    RULESET,
    UK,
    activated,
    area,
    game,
    line,
    move_over,
    moving,
    opened,
    position,
    ready,
    refusal,
    table,
    told_to,
    unit,
)


@proves("KN-MOVE-14", "KN-MOVE-09")
def test_a_river_bars_all_a_bridge_lets_them_over() -> None:
    river = line(T.RIVER, (24, 0), (24, 48), width_in=2)
    assert "may not enter" in refusal(moving(river), move_over((20, 24), (28, 24)))
    assert "may not enter" in refusal(moving(river, kind="uk.squad"), move_over((20, 24), (24, 24)))
    bridge = area(T.BRIDGE, 22, 22, 26, 26)
    assert not refusal(moving(river, bridge), move_over((20, 24), (28, 24)))


@proves("KN-MOVE-14")
def test_bocage_bars_wheels() -> None:
    bocage = line(T.BOCAGE, (24, 0), (24, 48), width_in=0.8)
    assert "may not enter" in refusal(moving(bocage, kind="uk.daimler"), move_over((20, 24), (28, 24)))
    assert not refusal(moving(bocage), move_over((20, 24), (28, 24)))


@proves("KN-MOVE-25")
@pytest.mark.parametrize(("at", "facing_deg", "reverse", "has_room"), [((20, 24), 90, False, True), ((24, 20), 180, False, False), ((24, 20), 90, False, False), ((24, 20), 0, True, False)])  # fmt: skip
@pytest.mark.parametrize("times", [1, 2])
def test_a_hull_lies_along_the_last_inches_of_its_way(
    at: tuple[float, float], facing_deg: float, reverse: bool, has_room: bool, times: int
) -> None:
    """A tank 1.6 inches wide and 3.2 long ends 1.2 inches beside the hull of another: it has no room
    across, in reverse neither."""
    state = ready(
        table(), unit("u", "uk.sherman", at, facing_deg), unit("v", "uk.sherman", (24, 26), 90), FAR
    )
    state = activated(state, "u", K.MOVE, K.MOVE)
    why = refusal(state, move_over(at, *[(24, 24)] * times, reverse=reverse))
    assert ("v stands there" in why, why == "") == (not has_room, has_room)


@proves("KN-MOVE-25")
def test_nobody_ends_on_another_unit_or_drives_through_the_enemy() -> None:
    state = ready(table(), unit("u", "uk.sherman", (20, 24), 90), unit("v", "uk.sherman", (27, 24), 90), FAR)
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert "v stands there" in refusal(state, move_over((20, 24), (27, 24)))
    assert "v stands there" in refusal(state, move_over((20, 24), (22, 24), (26, 24)))


@proves("KN-MOVE-14", "KN-DEPL-05b")
def test_nobody_leaves_a_house_into_the_water_behind_it() -> None:
    board = table(area(T.RIVER, 27, 10, 34, 40), area(T.BRICK_BUILDING, 20, 20, 26, 26))
    state = ready(board, unit("men", "uk.squad", None), FAR, inside={"men": "brick_building"})
    state = activated(state, "men", K.DEPLOY, K.DEPLOY)
    assert "may not enter river" in refusal(state, LeaveBuilding(UK, "men", Spot(28.0, 23.0)))
    assert "may not enter brick building" in refusal(state, LeaveBuilding(UK, "men", Spot(25.0, 23.0)))
    assert refusal(state, LeaveBuilding(UK, "men", Spot(23.0, 28.0))) == ""


@proves("KN-MOVE-14")
def test_men_stand_at_the_edge_of_the_table_and_at_the_water() -> None:
    """Hulls do not hang over either (OUR 170); half of a squad's men are on the other side of the spot they go to."""
    shore = area(T.LAKE, 24, 20, 30, 28)
    for kind, barred in (("uk.squad", False), ("uk.jeep", True)):
        for at, to in (((20, 24), (23.9, 24)), ((2, 40), (0.1, 40))):
            state = moving(shore, kind=kind, at=at)
            assert bool(refusal(state, move_over(at, to))) is barred, (kind, to)


@proves("KN-MOVE-25")
def test_a_way_through_the_enemy_is_barred_but_not_through_friends_or_under_enemy_aircraft() -> None:
    for other, barred in (("de.pz4h", True), ("uk.churchill", False), ("de.bf109", False)):
        state = ready(table(), unit("u", "uk.stuart", (20, 24), 90), unit("o", other, (26, 24), 0), FAR)
        state = activated(state, "u", K.MOVE, K.MOVE)
        said = refusal(state, move_over((20, 24), (34, 24)))
        assert said == ("o is in the way (KGN Movement, OUR 54, house value)" if barred else "")


@proves("KN-MOVE-25")
@pytest.mark.parametrize(("to", "barred"), [((23.5, 20.5), False), ((24.5, 22), True)])
def test_a_man_goes_past_the_corner_of_an_enemy_tank_and_not_through_it(
    to: tuple[float, float], barred: bool
) -> None:
    state = ready(table(), unit("u", "uk.runner", (20, 24), 90), unit("o", "de.pz4h", (23.2, 23.6), 0), FAR)
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert refusal(state, move_over((20, 24), to)).startswith("o is in the way") is barred


@proves("KN-MOVE-25", "KN-MOVE-14")
@pytest.mark.parametrize(
    ("mover", "other", "apart_in", "stands"),
    [
        ("uk.sherman", "uk.churchill", 1.61, True), ("uk.sherman", "uk.churchill", 1.5, False),
        ("uk.sherman", "de.pz4h", 1.5, False), ("uk.squad", "uk.platoon_hq", 0.0, True), ("uk.squad", "de.squad", 0.0, False),
        ("uk.squad", "uk.sherman", 0.2, False), ("uk.sherman", "uk.squad", 0.2, False), ("uk.sherman", "de.bf109", 0.0, True),
    ],
)  # fmt: skip
def test_which_units_may_overlap(mover: str, other: str, apart_in: float, stands: bool) -> None:
    """OUR 54: side by side, facing north; men of one side stand among each other, aircraft are no hindrance."""
    state = game(unit("u", mover, (60, 60)), unit("o", other, (30, 24)), unit("foe", "de.squad", (90, 5)))
    where = position(state)
    base = base_at(
        where.table, where.type(state.unit("u")), where.status(state.unit("u")), Spot(30 + apart_in, 24), 0.0
    )
    assert (why_not_stand(where, state.unit("u"), base) is None) is stands


@proves("KN-MOVE-14", "KN-MOVE-25")
@pytest.mark.parametrize("is_parted", [True, False])
def test_men_have_room_against_a_river_even_if_the_enemy_holds_its_other_bank(
    is_parted: bool,
) -> None:
    """OUR 177: their usual cluster would reach over the inch of water and among the enemy; on open ground it does."""
    river = [area(T.RIVER, 24, 0, 25, 48)] if is_parted else []
    foe = unit("o", "de.squad", (25.6, 24), 270)
    state = ready(table(*river), unit("u", "uk.squad", (18.5, 24.5), 90), foe, FAR)
    way = move_over((18.5, 24.5), (23.5, 24.5))
    assert (not refusal(activated(state, "u", K.MOVE, K.MOVE), way)) is is_parted
    assert (Spot(23.5, 24.5) in RULESET.reach(state, state.unit("u")).verdict.cost) is is_parted


@proves("KN-MOVE-14")
@pytest.mark.parametrize(("kind", "stands"), [("uk.typhoon", True), ("uk.sherman", False)])
def test_an_aircraft_may_be_over_water_or_half_over_the_edge(kind: str, stands: bool) -> None:
    river = area(T.RIVER, 28, 20, 40, 30)
    state = game(unit("u", kind, (60, 60)), unit("foe", "de.squad", (90, 5)), pieces=[river])
    where = position(state)
    for spot in (Spot(30, 24), Spot(50, 0.5)):
        base = base_at(where.table, where.type(state.unit("u")), where.status(state.unit("u")), spot, 0.0)
        assert (why_not_stand(where, state.unit("u"), base) is None) is stands


_ROAD = line(T.GOOD_ROAD, (10, 24), (40, 24), width_in=2)
_RIVER = area(T.RIVER, 21, 4, 23, 44)
_HOUSE = area(T.BRICK_BUILDING, 21, 22, 23, 28)
_TANK = unit("tank", "de.tiger", (22, 24))


@proves("KN-MOVE-14", "KN-MOVE-19a", "KN-PRIN-19")
@pytest.mark.parametrize(
    ("pieces", "others", "way", "man", "said"),
    [
        ((), (), [(22, 24)], (24, 24), 'no man of u stands within 1" of where it goes'),
        ((), (), [(23, 24)], (24.25, 24), ""),
        ((), (), [(23, 24)], (24.4, 24), 'no man of u stands within 1" of where it goes'),
        ((_RIVER,), (), [(24, 24)], (24, 24), "u may not enter river"),
        ((_HOUSE,), (), [(24, 24)], (24, 24), "u may not enter brick building"),
        ((), (_TANK,), [(24, 24)], (24, 24), "tank is in the way"),
        ((), (_TANK,), [(21, 24)], (21, 24), "tank stands there"),
        ((_ROAD,), (), [(29.6, 24)], (29.6, 24.5), ""),
        ((_ROAD,), (), [(29.6, 24)], (29.6, 25.25), 'a man would go 5.8" of at most 5"'),
        ((_HOUSE,), (), [(20, 21.6), (22.2, 21.6)], (22.3, 21.6), ""),
        ((_HOUSE,), (), [(20, 30.5), (24, 30.5)], (24, 30.4), "u may not enter brick building"),
        ((), (), [(20, 24)], (20, 48.1), "(20, 48.1) is off the table"),
    ],
)
def test_a_man_is_placed_only_where_his_unit_could_go(
    pieces: tuple[Piece, ...],
    others: tuple[Unit, ...],
    way: list[tuple[float, float]],
    man: tuple[float, float],
    said: str,
) -> None:
    """OUR 54, 64: not over a river, through a house or an enemy, nor at the rate of a road beside it; he may
    take the bends of its way."""
    state = opened(table(*pieces), unit("u", "uk.runner", (20, 24)), *others, FAR)
    path = (Spot(20, 24), *(Spot(*map(float, spot)) for spot in way))
    told = "; ".join(map(str, why_not_form(position(state), state.unit("u"), path, (Spot(*man),))))
    assert said in told
    assert bool(said) == bool(told)


@proves("KN-MOVE-14")
def test_a_unit_displaced_from_its_place_goes_to_the_nearest_room_first_to_its_right() -> None:
    """OUR 188: a runner who faces north at (30, 24), on dry ground, or in a lake whose bank is two inches off."""
    state = opened(table(area(T.LAKE, 28, 22, 32, 26)), unit("u", "uk.runner", (60, 40)), FAR)
    here = position(state)
    assert room_round(here, state.unit("u"), Spot(40, 24)) == (40, 24)
    assert room_round(here, state.unit("u"), Spot(30, 24)) == (32.25, 24)


@proves("KN-MOVE-14")
def test_a_squad_in_a_house_is_in_nobodys_way_outside() -> None:
    """Its men are placed round a spot in a hut smaller than they stand, and count as in it alone."""
    state = game(
        unit("own", "uk.squad", (28, 29.5)), unit("theirs", "de.squad", (30, 30)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STONE_BUILDING, 29.6, 29.6, 30.4, 30.4)], status={"theirs": Status(men=8, inside="stone_building")},
    )  # fmt: skip
    past = Spot(28.0, 29.5), Spot(32.0, 29.5)
    assert refusal(told_to(state, "own", MOVE, MOVE), Move(UK, "own", past)) == ""
