"""Deploying: into and out of buildings and vehicles, limbering, and soft skins that withdraw."""

from dataclasses import replace
from typing import Any

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING, FIRED, IMMOBILISED, REDEPLOYED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Load, Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import EnterBuilding, LeaveBuilding
from rules.kampfgruppe_normandy.declarations.deploying.withdrawing import WithdrawSoftSkin
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.state.progress import Status, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.all_arms import BARN, FOE, HALFTRACK, HQ, SQUAD, TRUCK, scene
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    counters,
    game,
    loaded,
    move_over,
    position,
    ready,
    refusal,
    status,
    table,
    told_to,
    unit,
    with_status,
)


@proves("KN-DEPL-19", "KN-DFAT-44a")
def test_a_soft_skin_that_cannot_move_does_not_drive_to_safety() -> None:
    for state_of, may in ((IMMOBILISED, False), (FIRED, True)):
        state = ready(
            table(), unit("jeep", "uk.jeep", (20, 20), 0, state_of), unit("foe", "de.squad", (20, 40))
        )
        assert (refusal(state, Activate(UK, "jeep", (K.WITHDRAW,))) == "") is may


@proves("KN-PRIN-18", "KN-MOVE-02", "KN-DEPL-03", "KN-DEPL-04", "KN-DEPL-13")
def test_a_mortar_team_walks_rides_and_enters_a_house() -> None:
    """OUR 197: five inches a move; its truck has room for it; from three inches it gets into a house."""
    house = area(T.BRICK_BUILDING, 30, 10, 34, 14, name="house")
    state = ready(
        table(house), unit("m", "uk.3in_mortar", (20, 24)), unit("n", "uk.3in_mortar", (32, 16.5)),
        unit("truck", "uk.bedford", (22, 26)), FAR,
    )  # fmt: skip
    walking = activated(state, "m", K.MOVE, K.MOVE)
    assert refusal(walking, Move(UK, "m", (Spot(20, 24), Spot(15, 24)))) == ""
    assert refusal(walking, Move(UK, "m", (Spot(20, 24), Spot(14.9, 24)))) != ""
    assert refusal(activated(state, "truck", K.DEPLOY, K.MOVE), Load(UK, "truck", "m")) == ""
    assert refusal(activated(state, "n", K.DEPLOY, K.MOVE), EnterBuilding(UK, "n", "house")) == ""


@proves("KN-DEPL-22", "KN-PRIN-29")
def test_passengers_are_not_activated() -> None:
    state = loaded(unit("u", "uk.m5_halftrack", (20, 24), 90), {"s": "uk.squad"}, FAR)
    assert "is a passenger" in refusal(state, Activate(UK, "s", (K.DIRECT_SMALL_ARMS, K.MOVE)))


@proves("KN-DEPL-03")
def test_entering_a_building_is_for_infantry() -> None:
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    state = ready(table(house), unit("u", "uk.sherman", (21, 24), 90), FAR)
    state = activated(state, "u", K.DEPLOY, K.DEPLOY)
    assert "is not infantry" in refusal(state, EnterBuilding(UK, "u", "farm"))


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


@proves("KN-DEPL-03", "KN-MOVE-01")
def test_men_in_a_house_that_were_told_to_move_must_deploy_out_of_it_first() -> None:
    house = area(T.STONE_BUILDING, 24, 22, 28, 26, name="farm")
    state = ready(table(house), unit("u", "uk.squad", (26, 24), 90), FAR, inside={"u": "farm"})
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert "must deploy out of farm first (KGN Deploy actions)" in refusal(
        state, move_over((26, 24), (30, 24))
    )


@proves("KN-DEPL-08a")
def test_a_gun_unlimbered_without_a_facing_faces_north_where_it_fits_so() -> None:
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
def test_most_of_a_squad_must_stand_within_3_inches_of_the_vehicle_or_house_it_leaves(
    middle_in: float, said: str
) -> None:
    """Of eight men four stand no farther than the one in the middle, whose base is 0.6 inches: his edge counts.

    A half-track is 1.3 inches wide. A squad that gets out that far may board and go in again.
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
    state = act(state, move_over((20, 24), (26, 24)))
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


@proves("KN-DEPL-19", "KN-DEPL-20", "KN-ACT-15", "KN-BMOR-22b")
def test_an_empty_soft_skin_withdraws_for_nothing() -> None:
    truck = unit("u", "uk.bedford", (20, 24), 90)
    full = loaded(truck, {"s": "uk.squad"}, FAR)
    assert "has a load aboard" in refusal(full, Activate(UK, "u", (K.WITHDRAW,)))
    state = activated(ready(table(), truck, unit("x", "uk.squad", (5, 5)), FAR), "u", K.WITHDRAW)
    state = act(state, WithdrawSoftSkin(UK, "u"))
    assert "u" not in state.units
    assert progress_of(state).activation is None
    assert counters(state, UK) == 0


@proves("KN-DEPL-21", "KN-TURN-13a")
def test_a_suppressed_transport_keeps_its_load() -> None:
    state = loaded(unit("u", "uk.m5_halftrack", (20, 24), 90, SUPPRESSED), {"s": "uk.squad"}, FAR)
    assert "u is suppressed" in refusal(state, Activate(UK, "u", (K.DEPLOY, K.DEPLOY)))
    assert "a passenger" in refusal(state, Activate(UK, "s", (K.MOVE, K.MOVE)))


@proves("KN-DEPL-14")
def test_a_truck_tows_one_gun() -> None:
    state = loaded(
        unit("u", "uk.bedford", (20, 24), 90), {"one": "uk.6pdr"}, unit("two", "uk.6pdr", (20, 27), 0), FAR
    )
    state = activated(state, "u", K.DEPLOY, K.MOVE)
    assert "u tows a gun already" in refusal(state, Load(UK, "u", "two"))


@proves("KN-DEPL-13", "KN-PRIN-29")
@pytest.mark.parametrize(("crew", "said"), [(3, "u carries 12 models"), (1, "u carries 12 models"), (0, "")])
def test_the_crew_of_a_gun_on_tow_take_their_places_in_the_half_track(crew: int, said: str) -> None:
    """Twelve Americans have no room in it beside the crew of a gun, and have all of it without one."""
    loads = {"gun": "us.57mm"} if crew else {}
    state = loaded(
        unit("u", "uk.m5_halftrack", (20, 24), 90), loads, unit("men", "us.squad", (20, 27), 0), FAR
    )
    if crew:
        state = with_status(state, "gun", replace(status(state, "gun"), men=crew))
    state = activated(state, "u", K.DEPLOY, K.MOVE)
    assert said in refusal(state, Load(UK, "u", "men"))
    assert (Load(UK, "u", "men") in GAME.legal_actions(state)) is (not said)


@proves("KN-DEPL-13", "KN-DEPL-14")
@pytest.mark.parametrize("load", ["jeep", "tank", "truck"])
def test_no_vehicle_is_carried_by_another_or_by_itself(load: str) -> None:
    """They have no men, so that any number of them would have room."""
    state = ready(
        table(), unit("truck", "uk.bedford", (20, 24)), unit("jeep", "uk.jeep", (20, 27.5)),
        unit("tank", "uk.sherman", (22.5, 24)), FAR,
    )  # fmt: skip
    state = activated(state, "truck", K.DEPLOY, K.MOVE)
    said = f"{load} is a vehicle, and only infantry and guns are carried (KGN Transport vehicles)"
    assert refusal(state, Load(UK, "truck", load)) == said


@proves("KN-DEPL-08a", "KN-DEPL-03")
def test_a_gun_is_not_unlimbered_into_a_house() -> None:
    house = area(T.BRICK_BUILDING, 18, 26, 23, 30, name="house")
    state = ready(
        table(house), unit("tow", "uk.quad", (20, 24), 90), unit("gun", "uk.25pdr", None), unit("men", "uk.squad", (60, 40)),
        FAR, aboard={"gun": "tow"},
    )  # fmt: skip
    state = activated(state, "tow", K.DEPLOY, K.MOVE)
    said = "gun is not infantry (KGN Deploy actions)"
    assert refusal(state, Unload(UK, "tow", "gun", Spot(20, 28), 0.0, "house")) == said


@proves("KN-DEPL-02a", "KN-DEPL-03", "KN-PRIN-19")
def test_men_in_a_line_are_inside_the_house_or_truck_they_went_into_to_the_last_man() -> None:
    """Five of eight are near; the others, up to 7 inches off, are measured in the house as well, and get
    out in the usual cluster."""
    house = area(T.BRICK_BUILDING, 18, 18, 24, 22, name="house")
    state = ready(
        table(house), unit("u", "uk.squad", (20, 24)), unit("truck", "uk.bedford", (22.5, 24.5)), FAR
    )
    spread = tuple((0.0, y_in) for y_in in (-1.6, -0.8, 0.0, 0.8, 1.6, 3.0, 4.5, 6.0))
    state = with_status(state, "u", Status(men=8, offsets=spread))
    inside = act(activated(state, "u", K.DEPLOY, K.DEPLOY), EnterBuilding(UK, "u", "house"))
    assert all(18 <= man.y_in <= 22 for man in position(inside).models(inside.unit("u")))
    riding = act(activated(state, "truck", K.DEPLOY, K.DEPLOY), Load(UK, "truck", "u"))
    out = act(riding, Unload(UK, "truck", "u", Spot(22.5, 28)))
    assert all(man.gap_in(Spot(22.5, 28)) < 2 for man in position(out).models(out.unit("u")))


@proves("KN-DEPL-01", "KN-DEPL-02a", "KN-DEPL-02b", "KN-DEPL-06", "KN-DEPL-09")
@pytest.mark.parametrize(
    ("passenger", "status", "said"),
    [
        ("squad", None, ""),
        ("nobody", None, "nobody is not a unit of uk on the table"),
        ("foe", None, "foe is not a unit of uk on the table"),
        ("typhoon", None, "typhoon is a vehicle, and only infantry and guns are carried"),
        ("squad", Status(men=8, aboard="truck"), "squad must deploy out of truck first"),
        ("squad", Status(men=8, inside="wooden_building"), "squad must deploy out of wooden_building first"),
        ("hq", None, "more than 3"),
    ],
)
def test_only_units_beside_it_get_on_a_vehicle(passenger: str, status: Status | None, said: str) -> None:
    state = scene("ht", K.DEPLOY, status={"squad": status} if status else None)
    refused = refusal(state, Load(UK, "ht", passenger))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-DEPL-05a", "KN-DEPL-08a", "KN-DEPL-21", "KN-TURN-23")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"unit": "hq"}, "hq is not aboard ht"),
        ({"unit": "nobody"}, "nobody is not aboard ht"),
        ({"to": Spot(30, -3)}, "is off the table"),
        ({"to": Spot(30, 60)}, "away, more than 3"),
        ({"to": Spot(30, 46), "facing_deg": 300.0}, ""),
        ({"to": Spot(32, 43), "facing_deg": float("nan")}, "nan"),
        ({"building": "wooden_building"}, ""),
        ({"building": "manor"}, "manor is not a building"),
        ({"building": "barn_far_off"}, "barn_far_off is not a building"),
    ],
)
def test_passengers_get_off_beside_their_vehicle(change: dict[str, Any], said: str) -> None:
    state = told_to(
        game(FOE, unit("squad", "uk.squad"), HALFTRACK, HQ, pieces=[BARN], status={"squad": Status(men=8, aboard="ht")}),
        "ht", K.DEPLOY,
    )  # fmt: skip
    told = {"unit": "squad", "to": Spot(30, 46), "facing_deg": 0.0, "building": "", **change}
    refused = refusal(state, Unload(UK, "ht", **told))
    assert said in refused
    assert (refused == "") is (said == "")


@proves("KN-DEPL-05a", "KN-DEPL-05c", "KN-DEPL-21", "KN-TURN-23")
def test_passengers_get_off_neither_onto_others_nor_into_houses_far_away() -> None:
    far = area(T.STONE_BUILDING, 60, 60, 70, 70)
    state = told_to(
        game(unit("squad", "uk.squad"), HALFTRACK, unit("jeep", "uk.jeep", (30, 46)), pieces=[far],
             status={"squad": Status(men=8, aboard="ht")}),
        "ht", K.DEPLOY,
    )  # fmt: skip
    assert "jeep stands there (KGN" in refusal(state, Unload(UK, "ht", "squad", Spot(30, 46)))
    assert 'stone_building is more than 3" away' in refusal(
        state, Unload(UK, "ht", "squad", Spot(62, 62), building="stone_building")
    )


@proves("KN-DEPL-03", "KN-DEPL-04", "KN-DEPL-10", "KN-DEPL-11")
def test_which_units_may_enter_a_building() -> None:
    assert refusal(scene("squad", K.DEPLOY), EnterBuilding(UK, "squad", "wooden_building")) == ""
    assert "tank is not infantry" in refusal(
        scene("tank", K.DEPLOY), EnterBuilding(UK, "tank", "wooden_building")
    )
    wood = area(T.WOODS, 28, 41, 33, 45)
    state = told_to(game(SQUAD, FOE, pieces=[wood]), "squad", K.DEPLOY)
    for name in ("woods", "manor"):
        assert f"{name} is not a building" in refusal(state, EnterBuilding(UK, "squad", name))
    held = game(SQUAD, FOE, pieces=[BARN], status={"foe": Status(men=8, inside="wooden_building")})
    assert "foe holds wooden_building" in refusal(
        told_to(held, "squad", K.DEPLOY), EnterBuilding(UK, "squad", "wooden_building")
    )


@proves("KN-DEPL-20", "KN-ACT-15")
def test_only_empty_soft_skins_withdraw() -> None:
    assert refusal(scene("truck", K.WITHDRAW), WithdrawSoftSkin(UK, "truck")) == ""
    assert "tank is not a soft-skin" in refusal(scene("tank", K.WITHDRAW), WithdrawSoftSkin(UK, "tank"))
    laden = told_to(
        game(TRUCK, unit("mg", "uk.vickers"), FOE, status={"mg": Status(men=3, aboard="truck")}),
        "truck", K.WITHDRAW,
    )  # fmt: skip
    assert "truck has a load aboard (KGN Deploy, OUR 49" in refusal(laden, WithdrawSoftSkin(UK, "truck"))


@proves("KN-DEPL-20", "KN-ACT-15", "KN-SPEC-22b")
def test_a_soft_skin_that_breaks_down_after_declaring_it_does_not_withdraw() -> None:
    halted = replace(TRUCK, conditions=frozenset({IMMOBILISED}))
    state = told_to(game(halted, FOE), "truck", K.WITHDRAW)
    said = "truck is immobilised (KGN Special events)"
    assert refusal(state, WithdrawSoftSkin(UK, "truck")) == said
