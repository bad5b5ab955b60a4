"""Movement in situations: rates, turns, difficult ground, what is barred, deploying, riding, covering fire."""

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, MOVED, REDEPLOYED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.covering_fire import CoverFire, HoldFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load, Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding, LeaveBuilding
from rules.kampfgruppe_normandy.declarations.deploying.withdrawing import WithdrawSoftSkin
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, EndActivations
from rules.kampfgruppe_normandy.declarations.turn.command import RollCommand
from rules.kampfgruppe_normandy.declarations.turn.suppression import RemoveSuppression
from rules.kampfgruppe_normandy.questions.movement.way_plan import plan
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    counters,
    course,
    go,
    line,
    loaded,
    moving,
    position,
    ready,
    refusal,
    stands,
    status,
    table,
    unit,
)


@proves("KN-MOVE-01", "KN-PRIN-04", "KN-PRIN-05")
def test_a_tank_goes_its_rate_and_pays_for_every_bend() -> None:
    state = moving()
    assert not refusal(state, go((20, 24), (29, 24)))
    assert refusal(state, go((20, 24), (29.1, 24)))
    assert "more than its 9" in refusal(state, go((20, 24), (24, 24), (24, 28.5)))
    after = act(state, go((20, 24), (29, 24)))
    assert stands(after) == Spot(29, 24)
    assert after.unit("u").has(MOVED)


@proves("KN-PRIN-06", "KN-PRIN-07")
def test_a_turn_about_costs_the_length_of_the_model() -> None:
    state = moving()
    assert not refusal(state, go((20, 24), facing_deg=270))
    assert not refusal(state, go((20, 24), (25.8, 24), facing_deg=270))
    assert refusal(state, go((20, 24), (25.9, 24), facing_deg=270))
    after = act(state, go((20, 24), facing_deg=270))
    assert after.unit("u").facing_deg == 270
    assert after.unit("u").has(MOVED)


@proves("KN-PRIN-06", "KN-MOVE-01")
def test_a_place_named_twice_on_a_way_costs_nothing() -> None:
    assert refusal(moving(), go((20, 24), (24, 24), (24, 24), (29, 24))) == ""


@proves("KN-MOVE-10", "KN-MOVE-11", "KN-MOVE-12")
def test_a_hedge_takes_a_die_and_stops_who_cannot_clear_it() -> None:
    hedge = line(T.HEDGE, (25, 10), (25, 40), width_in=0.5)
    cleared = act(moving(hedge), go((20, 24), (29, 24)), 1)
    assert stands(cleared) == Spot(28, 24)
    just_cleared = act(moving(hedge), go((20, 24), (26.5, 24)), 1)
    assert stands(just_cleared) == Spot(26.5, 24)
    held = act(moving(hedge), go((20, 24), (29, 24)), 6)
    assert abs(stands(held).x_in - (24.75 - 1.6)) < 0.05


@proves("KN-MOVE-10")
def test_woods_take_a_die_from_every_move() -> None:
    wood = area(T.WOODS, 22, 10, 40, 40)
    after = act(moving(wood), go((20, 24), (29, 24)), 4)
    assert stands(after) == Spot(25, 24)


@proves("KN-MOVE-13")
def test_infantry_ignore_difficult_ground() -> None:
    wood = area(T.WOODS, 22, 10, 40, 40)
    assert stands(act(moving(wood, kind="uk.squad"), go((20, 24), (25, 24)))) == Spot(25, 24)


@proves("KN-MOVE-19a", "KN-MOVE-19b")
def test_infantry_double_on_a_road_and_pass_what_blocks_it() -> None:
    road = line(T.GOOD_ROAD, (0, 24), (72, 24), width_in=2)
    state = moving(road, kind="uk.squad")
    assert not refusal(state, go((20, 24), (30, 24)))
    assert refusal(state, go((20, 24), (30.1, 24)))
    for block in (T.ROAD_BLOCK, T.WRECK, T.RUBBLE):
        blocked = moving(road, area(block, 23, 22, 25, 26), kind="uk.squad")
        assert act(blocked, go((20, 24), (30, 24))).unit("u").at == Spot(30, 24)


@proves("KN-MOVE-14", "KN-MOVE-09")
def test_a_river_bars_all_a_bridge_lets_them_over() -> None:
    river = line(T.RIVER, (24, 0), (24, 48), width_in=2)
    assert "may not enter" in refusal(moving(river), go((20, 24), (28, 24)))
    assert "may not enter" in refusal(moving(river, kind="uk.squad"), go((20, 24), (24, 24)))
    bridge = area(T.BRIDGE, 22, 22, 26, 26)
    assert not refusal(moving(river, bridge), go((20, 24), (28, 24)))


@proves("KN-MOVE-14")
def test_bocage_bars_wheels() -> None:
    bocage = line(T.BOCAGE, (24, 0), (24, 48), width_in=0.8)
    assert "may not enter" in refusal(moving(bocage, kind="uk.daimler"), go((20, 24), (28, 24)))
    assert not refusal(moving(bocage), go((20, 24), (28, 24)))


@proves("KN-MOVE-01")
def test_a_way_begins_where_the_unit_stands() -> None:
    assert "begins where it stands, at (20, 24)" in refusal(moving(), go((21, 24), (23, 24)))
    assert "begins where it stands" in refusal(moving(), go())


@proves("KN-MOVE-01", "KN-DEPL-03")
def test_a_squad_in_a_house_does_not_move_until_it_has_deployed_out() -> None:
    house = area(T.STONE_BUILDING, 18, 22, 22, 26, name="farm")
    state = ready(table(house), unit("u", "uk.squad", (20, 24), 90), FAR, inside={"u": "farm"})
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert "u must deploy out of farm first" in refusal(state, go((20, 24), (20, 28)))


@proves("KN-MOVE-25")
@pytest.mark.parametrize(("at", "facing_deg", "reverse", "has_room"), [((20, 24), 90, False, True), ((24, 20), 180, False, False), ((24, 20), 90, False, False), ((24, 20), 0, True, False)])  # fmt: skip
@pytest.mark.parametrize("times", [1, 2])
def test_a_hull_lies_along_the_last_inches_of_its_way(
    at: tuple[float, float], facing_deg: float, reverse: bool, has_room: bool, times: int
) -> None:
    """A tank 1.6 inches wide and 3.2 long ends 1.2 inches beside the hull of another: it has no room across, in reverse neither."""
    state = ready(
        table(), unit("u", "uk.sherman", at, facing_deg), unit("v", "uk.sherman", (24, 26), 90), FAR
    )
    state = activated(state, "u", K.MOVE, K.MOVE)
    why = refusal(state, go(at, *[(24, 24)] * times, reverse=reverse))
    assert ("v stands there" in why, why == "") == (not has_room, has_room)


@proves("KN-MOVE-16")
def test_a_tow_cannot_reverse() -> None:
    state = loaded(unit("u", "uk.quad", (20, 24), 90), {"g": "uk.6pdr"}, FAR)
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert "cannot reverse" in refusal(state, go((20, 24), (18, 24), reverse=True))


@proves("KN-MOVE-15")
@pytest.mark.parametrize("kind", ["uk.squad", "uk.6pdr"])
def test_only_vehicles_reverse(kind: str) -> None:
    refused = refusal(moving(kind=kind), go((20, 24), (19.5, 24), reverse=True))
    assert refused == "u is not a vehicle and cannot reverse (KGN Reversing)"
    assert not refusal(moving(kind=kind), go((20, 24), (20.5, 24)))


@proves("KN-MOVE-25")
def test_nobody_ends_on_another_unit_or_drives_through_the_enemy() -> None:
    state = ready(table(), unit("u", "uk.sherman", (20, 24), 90), unit("v", "uk.sherman", (27, 24), 90), FAR)
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert "v stands there" in refusal(state, go((20, 24), (27, 24)))
    assert "v stands there" in refusal(state, go((20, 24), (22, 24), (26, 24)))


@proves("KN-DEPL-04", "KN-DEPL-03", "KN-DEPL-05b", "KN-DEPL-12", "KN-ACT-03")
def test_a_squad_within_3_inches_enters_a_house_and_leaves_it_again() -> None:
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    state = ready(table(house), unit("u", "uk.squad", (21.5, 24), 90), FAR)
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    state = act(state, EnterBuilding(UK, "u", "farm"))
    assert status(state, "u").inside == "farm"
    assert state.unit("u").has(REDEPLOYED)
    assert "more than 3" in refusal(state, LeaveBuilding(UK, "u", Spot(40, 24)))
    outside = activated(
        ready(table(house), unit("u", "uk.squad", (21.5, 24), 90), FAR), "u", K.DEPLOY, K.DEPLOY
    )
    assert "is in no building" in refusal(outside, LeaveBuilding(UK, "u", Spot(31, 24)))
    state = act(state, LeaveBuilding(UK, "u", Spot(31, 24)))
    assert status(state, "u").inside is None
    away = ready(table(house), unit("u", "uk.squad", (17, 24), 90), FAR)
    away = activated(away, "u", K.DEPLOY, K.DEPLOY)
    assert "more than 3" in refusal(away, EnterBuilding(UK, "u", "farm"))


@proves("KN-DEPL-03", "KN-DEPL-05c")
def test_men_in_a_house_do_not_enter_it_again_and_go_over_into_another_by_leaving_it() -> None:
    farm, barn = (
        area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm"),
        area(T.WOODEN_BUILDING, 29, 22, 33, 26, name="barn"),
    )
    state = ready(table(farm, barn), unit("u", "uk.squad", (26, 24), 90), FAR, inside={"u": "farm"})
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    for building in ("farm", "barn"):
        assert "u is inside farm and deploys out of it (KGN Deploy actions)" in refusal(
            state, EnterBuilding(UK, "u", building)
        )
    assert "u is inside farm already (KGN Deploy actions)" in refusal(
        state, LeaveBuilding(UK, "u", Spot(26, 24), "farm")
    )
    assert not refusal(state, LeaveBuilding(UK, "u", Spot(31, 24), "barn"))


@proves("KN-DEPL-03")
def test_men_in_a_house_that_were_told_to_move_must_deploy_out_of_it_first() -> None:
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    state = ready(table(house), unit("u", "uk.squad", (26, 24), 90), FAR, inside={"u": "farm"})
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert "must deploy out of farm first (KGN Deploy actions)" in refusal(state, go((26, 24), (30, 24)))


@proves("KN-DEPL-08a")
def test_a_gun_put_out_without_a_word_of_its_facing_faces_north_and_has_room_for_that() -> None:
    """A 6 pdr is 1.6 inches wide: its side lies along the edge of the table, and any other facing would hang over."""
    state = loaded(unit("u", "uk.quad", (4, 24), 0), {"g": "uk.6pdr"}, FAR)
    state = activated(state, "u", K.DEPLOY, K.MOVE)
    assert refusal(state, Unload(UK, "u", "g", Spot(0.8, 24))) == ""
    assert "over the edge" in refusal(state, Unload(UK, "u", "g", Spot(0.8, 24), 45.0))


@proves("KN-DEPL-10", "KN-DEPL-11")
def test_a_house_held_by_an_unsuppressed_enemy_cannot_be_entered() -> None:
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")

    def entering(*conditions: str) -> str:
        enemy = unit("e", "de.squad", (26, 24), 0, *conditions)
        state = ready(table(house), unit("u", "uk.squad", (21.5, 24), 90), enemy, FAR, inside={"e": "farm"})
        return refusal(activated(state, "u", K.DEPLOY, K.DEPLOY), EnterBuilding(UK, "u", "farm"))

    assert "e holds farm" in entering()
    assert not entering(SUPPRESSED)


@proves("KN-DEPL-10", "KN-DEPL-11", "KN-DEPL-04", "KN-DEPL-05b", "KN-DEPL-05c")
@pytest.mark.parametrize(
    ("barn_at", "building", "conditions", "why"),
    [
        (20, "barn", (), "e holds barn"), (20, "barn", (SUPPRESSED,), ""), (20, "shed", (), "shed is not a building"),
        (17, "barn", (SUPPRESSED,), 'barn is more than 3" away'),
    ],
)  # fmt: skip
def test_from_a_house_a_squad_goes_over_into_one_within_3_inches_that_no_enemy_holds(
    barn_at: float, building: str, conditions: tuple[str, ...], why: str
) -> None:
    farm = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    barn = area(T.WOODEN_BUILDING, barn_at - 3, 22, barn_at + 1, 26, name="barn")
    units = unit("u", "uk.squad", None), unit("e", "de.squad", None, 0, *conditions), FAR
    state = ready(table(farm, barn), *units, inside={"u": "farm", "e": "barn"})
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    refused = refusal(state, LeaveBuilding(UK, "u", Spot(0, 0), building))
    assert why in refused
    assert bool(refused) is bool(why)
    offered = [action for action in GAME.legal_actions(state) if isinstance(action, LeaveBuilding)]
    assert {action.building for action in offered} == ({"", building} if not why else {""})
    beside = {action.to for action in offered if not action.building}
    assert beside >= {Spot(21.5, 24), Spot(30.5, 24), Spot(26, 19.5), Spot(26, 28.5)}
    for action in offered:
        assert status(act(state, action), "u").inside == (action.building or None)


@proves("KN-DEPL-02b", "KN-DEPL-02a", "KN-DEPL-05a", "KN-DEPL-06", "KN-DEPL-13", "KN-DEPL-14")
def test_a_half_track_takes_a_squad_aboard_and_puts_it_out() -> None:
    state = ready(
        table(),
        unit("u", "uk.m5_halftrack", (20, 24), 90),
        unit("s", "uk.squad", (20, 27.5), 90),
        unit("t", "uk.squad", (20, 40), 90),
        unit("w", "uk.squad", (22, 20.5), 90),
        unit("g", "uk.6pdr", (20, 44), 90),
        FAR,
    )
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    assert 'more than 3" (KGN Deploy, OUR 48' in refusal(state, Load(UK, "u", "t"))
    assert 'more than 3" (KGN Deploy actions)' in refusal(state, Load(UK, "u", "g"))
    state = act(state, Load(UK, "u", "s"))
    assert status(state, "s").aboard == "u"
    assert state.unit("s").at is None
    assert "carries 12 models" in refusal(state, Load(UK, "u", "w"))
    assert "more than 3" in refusal(state, Unload(UK, "u", "s", Spot(20, 34)))
    state = act(state, Unload(UK, "u", "s", Spot(20, 27.5)))
    assert status(state, "s").aboard is None
    assert not refusal(state, Activate(UK, "s", (K.MOVE, K.MOVE)))


@proves("KN-DEPL-05a", "KN-DEPL-05b", "KN-PRIN-10")
@pytest.mark.parametrize(
    ("middle_in", "said"), [(3.2, ""), (3.3, ""), (3.35, "most of s would be 3.1"), (5.4, "3")]
)
def test_most_of_a_squad_must_stand_within_3_inches_of_what_it_leaves(middle_in: float, said: str) -> None:
    """Of eight men four stand no farther than the one in the middle, whose base is 0.6 inches: his edge counts.

    A half-track is 1.3 inches wide. Who gets out so far may board and go in again.
    """
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    inside = ready(table(house), unit("s", "uk.squad", None), FAR, inside={"s": "farm"})
    inside = activated(inside, "s", K.DEPLOY, K.DEPLOY)
    out_of_the_house = LeaveBuilding(UK, "s", Spot(28 + middle_in, 24))
    aboard = activated(
        loaded(unit("u", "uk.m5_halftrack", (20, 24)), {"s": "uk.squad"}, FAR), "u", K.DEPLOY, K.DEPLOY
    )
    out_of_the_halftrack = Unload(UK, "u", "s", Spot(20.65 + middle_in, 24))
    for state, leaving, back in (
        (inside, out_of_the_house, EnterBuilding(UK, "s", "farm")), (aboard, out_of_the_halftrack, Load(UK, "u", "s"))
    ):  # fmt: skip
        assert said in refusal(state, leaving)
        assert bool(refusal(state, leaving)) is bool(said)
        if not said:
            assert not refusal(act(state, leaving), back)


@proves("KN-DEPL-07", "KN-DEPL-08a", "KN-DEPL-08b", "KN-DEPL-09", "KN-TURN-23", "KN-PRIN-29")
def test_a_gun_is_unlimbered_by_its_tow_and_may_act_in_the_same_turn() -> None:
    state = loaded(unit("u", "uk.quad", (20, 24), 90), {"g": "uk.6pdr"}, FAR)
    assert "on tow" in refusal(state, Activate(UK, "g", (K.COVERING,)))
    state = activated(state, "u", K.MOVE, K.DEPLOY)
    state = act(state, go((20, 24), (26, 24)))
    state = act(state, Unload(UK, "u", "g", Spot(26, 27.5), 45.0))
    assert state.unit("g").facing_deg == 45.0
    state = act(state, Activate(UK, "g", (K.COVERING,)))
    assert state.unit("g").has(COVERING)


@proves("KN-MOVE-14", "KN-DEPL-05a", "KN-DEPL-08a")
@pytest.mark.parametrize(
    ("who", "to", "said"),
    [
        ("men", (31.5, 24), "may not enter river"),
        ("gun", (31.5, 24), "may not enter river"),
        ("gun", (29.8, 24), "would stand partly in river"),
        ("men", (25, 24), "may not enter brick building"),
        ("gun", (25, 24), "may not enter brick building"),
        ("men", (28, 28), ""),
        ("gun", (28, 28), ""),
    ],
)
def test_nobody_gets_out_into_water_or_a_house_that_he_does_not_deploy_into(
    who: str, to: tuple[float, float], said: str
) -> None:
    """Between a house and a river: a gun is unlimbered wholly on ground it may enter."""
    board = table(area(T.RIVER, 30, 10, 34, 40), area(T.BRICK_BUILDING, 20, 20, 26, 26))
    loads = unit("men", "uk.squad", None), unit("gun", "uk.6pdr", None)
    state = ready(board, unit("u", "uk.m5_halftrack", (28, 24)), *loads, FAR, aboard={"men": "u", "gun": "u"})
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    refused = refusal(state, Unload(UK, "u", who, Spot(*map(float, to)), 0.0))
    assert said in refused
    assert bool(said) is bool(refused)


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
            assert bool(refusal(state, go(at, to))) is barred, (kind, to)


@proves("KN-DEPL-15", "KN-DEPL-18")
def test_twelve_men_ride_a_tank() -> None:
    state = ready(
        table(),
        unit("u", "uk.sherman", (20, 24), 90),
        unit("s", "uk.squad", (20, 27.5), 90),
        unit("t", "uk.squad", (20, 20.5), 90),
        FAR,
    )
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    state = act(state, Load(UK, "u", "s"))
    assert "carries 12 models" in refusal(state, Load(UK, "u", "t"))


@proves("KN-DEPL-19", "KN-DEPL-20", "KN-ACT-15", "KN-BMOR-22b")
def test_an_empty_soft_skin_withdraws_for_nothing() -> None:
    truck = unit("u", "uk.bedford", (20, 24), 90)
    full = loaded(truck, {"s": "uk.squad"}, FAR)
    assert "has a load aboard" in refusal(full, Activate(UK, "u", (K.WITHDRAW,)))
    state = activated(ready(table(), truck, unit("x", "uk.squad", (5, 5)), FAR), "u", K.WITHDRAW)
    state = act(state, WithdrawSoftSkin(UK, "u"))
    assert "u" not in state.units
    assert course(state).activation is None
    assert counters(state, UK) == 0


@proves("KN-DEPL-21", "KN-TURN-13a")
def test_a_suppressed_transport_keeps_its_load() -> None:
    state = loaded(unit("u", "uk.m5_halftrack", (20, 24), 90, SUPPRESSED), {"s": "uk.squad"}, FAR)
    assert "u is suppressed" in refusal(state, Activate(UK, "u", (K.DEPLOY, K.DEPLOY)))
    assert "a passenger" in refusal(state, Activate(UK, "s", (K.MOVE, K.MOVE)))


def covered() -> GameState:
    """A German gun on covering fire beside a road, a British tank about to cross in front of it."""
    wall = area(T.STONE_BUILDING, 20, 22, 30, 24)
    state = ready(
        table(wall),
        unit("x", "uk.squad", (4, 4)),
        unit("u", "uk.sherman", (25, 27), 90),
        unit("p", "de.pak40", (33, 8), 180),
        attacker=DE,
    )
    state = act(state, Activate(DE, "p", (K.COVERING,)))
    state = act(act(state, EndActivations(DE)), RemoveSuppression(DE, 0))
    return activated(act(state, RollCommand(UK), 6, 6, 6), "u", K.MOVE, K.MOVE)


@proves("KN-COV-01", "KN-COV-02", "KN-COV-04", "KN-COV-05", "KN-ACT-11")
def test_covering_fire_stops_a_mover_where_its_owner_chooses() -> None:
    state = act(covered(), go((25, 27), (34, 27)))
    assert GAME.to_act(state) == DE
    fire = CoverFire(DE, "p", "u", K.DIRECT_AT, "75mm PaK 40")
    assert "does not see" in refusal(state, fire)
    state = act(state, CoverFire(DE, "p", "u", K.DIRECT_AT, "75mm PaK 40", at_in=8.0), 2, 4, 3, 3, 1)
    assert "u" not in state.units
    assert course(state).wrecks[0].at == Spot(33, 27)
    assert not state.unit("p").has(COVERING)
    assert course(state).move is None
    assert course(state).activation is None


@proves("KN-MOVE-11", "KN-MOVE-13")
def test_a_way_over_the_hull_of_a_wreck_meets_an_obstacle_there() -> None:
    fire = CoverFire(DE, "p", "u", K.DIRECT_AT, "75mm PaK 40", at_in=8.0)
    state = act(act(covered(), go((25, 27), (34, 27))), fire, 2, 4, 3, 3, 1)
    state = state.with_unit(unit("other", "uk.sherman", (33, 20), 180))
    way = plan(position(state), state.unit("other"), (Spot(33, 20), Spot(33, 34)), None, reverse=False)
    (met,) = way.hazards
    assert (met.start_in, met.end_in) == pytest.approx((6.2, 7.8))
    assert met.is_obstacle


@proves("KN-COV-05", "KN-COV-06")
def test_covering_fire_that_is_held_lasts_and_the_move_goes_on() -> None:
    state = act(act(covered(), go((25, 27), (34, 27))), HoldFire(DE))
    assert stands(state) == Spot(34, 27)
    assert state.unit("p").has(COVERING)


@proves("KN-COV-07", "KN-DFHE-06")
def test_a_mover_fired_on_counts_as_moved_and_goes_on_if_it_lives() -> None:
    state = act(covered(), go((25, 27), (34, 27)))
    shot = CoverFire(DE, "p", "u", K.DIRECT_AT, "75mm PaK 40", at_in=8.0)
    assert "-1 target moved" in str(GAME.chances(state, shot))
    state = act(state, shot, 2, 1)
    assert stands(state) == Spot(34, 27)
    assert course(state).activation is not None


def test_a_turn_at_the_end_of_a_move_is_told_with_it() -> None:
    """It may show the enemy a flank: who is sent by a wreck, where his hull fits only so, has to hear of it."""
    way = Spot(50, 24), Spot(38, 24)
    assert str(Move(UK, "u", way, 5.0)) == "u moves to (38, 24) and turns to 5 degrees"
    assert str(Move(UK, "u", way)) == "u moves to (38, 24)"
