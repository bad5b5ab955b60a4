"""4.1 as the later editions change it: road bonus near enemies, roads in forest, rivers, urban buildings."""

from collections.abc import Sequence
from typing import Any

import pytest

from rules.game.state import GameState
from rules.ground.hex.board import HexBoard
from rules.ground.hex.terrain import Terrain
from rules.last_hundred_yards.book.conditions import CONCEALED, HEROIC, HIDDEN, IN_MOTION
from rules.last_hundred_yards.declarations.assault.declaration import Assault
from rules.last_hundred_yards.declarations.maneuver.entry import EnterMap
from rules.last_hundred_yards.declarations.maneuver.maneuver import Maneuver
from rules.last_hundred_yards.declarations.withdrawal import Withdraw
from rules.last_hundred_yards.ruleset import RULESET
from tests.drawing import board
from tests.proving import proves
from tests.rules.last_hundred_yards.playing import activated, at, course, done, legal, opened, refusal, unit
from tests.rules.last_hundred_yards.sight.sighting import image

LEADER, SQUAD = "us.able.1.leader", "us.able.1.squad.1"
TANK, HALFTRACK, TRUCK = "us.able-tank.1.1", "us.m3.2", "us.truck.1"
ENEMY_SQUAD, ENEMY_LEADER = "ge.1kp.1.squad.1", "ge.1kp.1.leader"
OPEN = "\n".join([". . . . . . . ."] * 10)
LATER = "series-3.1"


def moved(state: GameState, mover: str, *labels: str) -> GameState:
    for label in labels:
        state = done(state, Maneuver("us", mover, at(label)))
    return state


ROAD = board(OPEN, roads="C9 C8 C7 C6 C5 C4 C3")


def on_the_road(*others: Any, **options: Any) -> GameState:
    return activated(unit(SQUAD, "C9"), unit(LEADER, "A10"), *others, ground=ROAD, **options)


def may_go_a_fourth_hex(state: GameState) -> bool:
    return not refusal(moved(state, SQUAD, "C8", "C7", "C6"), Maneuver("us", SQUAD, at("C5")))


@proves("LHY-4.1.8.bonus")
@pytest.mark.parametrize(
    ("enemy", "bonus"),
    [
        (unit(ENEMY_SQUAD, "C2"), True),
        (unit(ENEMY_SQUAD, "C3"), False),
        (unit(ENEMY_LEADER, "C3"), True),
        (unit(ENEMY_LEADER, "C3", CONCEALED), False),
        (unit(ENEMY_SQUAD, "C3", HIDDEN), True),
        (unit(ENEMY_SQUAD, "E10"), True),
        (unit(ENEMY_SQUAD, "E9"), False),
    ],
)
def test_4_1_8_no_road_bonus_for_a_road_hex_within_two_of_a_known_combat_unit(
    enemy: Any, bonus: bool
) -> None:
    """C9 to C5 by road. From C3 it is two hexes to C5; from E9 two to C8, from E10 two only to C9, the start."""
    assert may_go_a_fourth_hex(on_the_road(enemy, edition=LATER)) is bonus
    assert may_go_a_fourth_hex(on_the_road(enemy))


@proves("LHY-4.1.8.bonus")
def test_4_1_8_a_mission_may_set_the_road_bonus_by_its_name() -> None:
    near = unit(ENEMY_SQUAD, "C3")
    assert may_go_a_fourth_hex(on_the_road(near, edition=LATER, switches={"no_bonus_near_enemies": False}))
    assert not may_go_a_fourth_hex(on_the_road(near, switches={"no_bonus_near_enemies": True}))


@proves("LHY-4.1.8.bonus")
def test_4_1_8_the_refusal_says_that_the_enemy_is_too_near() -> None:
    """In motion a tank has 5 MP and 6 by road: the sixth hex, C4, is two hexes from the enemy in C2."""
    road = board(OPEN, roads="C10 C9 C8 C7 C6 C5 C4 C3")
    tank = unit(TANK, "C10", IN_MOTION)
    ground: dict[str, Any] = {"ground": road, "platoon": "able-tank.1"}
    state = activated(tank, unit(ENEMY_SQUAD, "C2"), edition=LATER, **ground)
    state = moved(state, TANK, "C9", "C8", "C7", "C6", "C5")
    assert "no road bonus within 2 hexes" in refusal(state, Maneuver("us", TANK, at("C4")))
    free = activated(tank, unit(ENEMY_SQUAD, "C1"), edition=LATER, **ground)
    assert moved(free, TANK, "C9", "C8", "C7", "C6", "C5", "C4").unit(TANK).at == at("C4")


@proves("LHY-4.1.8.bonus")
def test_4_1_8_a_reach_names_the_road_hexes_that_the_enemy_is_too_near_to() -> None:
    state = on_the_road(unit(ENEMY_SQUAD, "E9"), edition=LATER)
    ruling = RULESET.reach(state, state.unit(SQUAD))
    (said,) = [reason for reason in ruling.reasons if "no road bonus" in reason.text]
    assert said.at == tuple(map(at, ("C8", "C9")))


FOREST_ROAD = board(". . . . .\n. . w . .\n. . f . .\n. . . . .\n. . . . .", roads="C1 C2 C3 C4 C5")


@proves("LHY-4.1.8.forest")
@pytest.mark.parametrize(
    ("mover", "start", "to", "open_in_2019", "open_later"),
    [
        (TRUCK, "C3", "C4", True, True),
        (TRUCK, "C3", "B3", True, False),
        (TRUCK, "C2", "B2", True, False),
        (HALFTRACK, "C3", "D3", True, False),
        (HALFTRACK, "C4", "D4", True, True),
        (TANK, "C3", "B3", True, True),
        (TANK, "B3", "C3", True, True),
    ],
)
def test_4_1_8_of_all_vehicles_only_afvs_leave_a_forest_road_off_the_road(
    mover: str, start: str, to: str, open_in_2019: bool, open_later: bool
) -> None:
    platoon = "able-tank.1" if mover == TANK else "able.1"
    far = unit("ge.1kp.2.leader", "A1"), unit("us.able.3.leader", "E5")
    men = () if mover == TANK else (unit(SQUAD, start),)
    for edition, is_open in (("2019", open_in_2019), (LATER, open_later)):
        state = activated(
            unit(mover, start, IN_MOTION), *men, far=far, ground=FOREST_ROAD, platoon=platoon,
            edition=edition,
        )  # fmt: skip
        why = refusal(state, Maneuver("us", mover, at(to)))
        assert (not why) is is_open, why
        assert is_open or "only AFVs leave or enter a road in forest" in why


RIVER = board(OPEN, rivers="A4 B4 C5 D4 E5 F4 G5 H4")


def wading(start: str, *conditions: str, ground: HexBoard = RIVER, **options: Any) -> GameState:
    return activated(unit(SQUAD, start, *conditions), unit(LEADER, "A9"), ground=ground, **options)


@proves("LHY-4.1.10.enter.1")
def test_4_1_10_entering_a_river_ends_the_maneuver_later_and_does_not_in_2019() -> None:
    later = moved(wading("C6", edition=LATER), SQUAD, "C5")
    assert later.unit(SQUAD).at == at("C5")
    assert course(later).moving is None
    moving = course(moved(wading("C6"), SQUAD, "C5")).moving
    assert moving is not None
    assert moving.spent == 1.5


@proves("LHY-4.1.10.5", "LHY-4.1.10.2")
def test_4_1_10_in_2019_men_wade_on_along_the_river_and_roll_for_the_far_bank() -> None:
    in_river = moved(wading("C6"), SQUAD, "C5")
    assert course(moved(in_river, SQUAD, "D4")).moving is None, "3 MP are spent"
    assert moved(in_river, SQUAD, "D4").unit(SQUAD).at == at("D4")
    crossed = done(in_river, Maneuver("us", SQUAD, at("C4")), 6)
    assert crossed.unit(SQUAD).at == at("C4")
    assert done(in_river, Maneuver("us", SQUAD, at("C4")), 7).unit(SQUAD).at == at("C5")


FORD = board(OPEN, rivers="A4 B4 C5 D4 E5 F4 G5 H4", hexes={"D4": {Terrain.FORD}})


@proves("LHY-4.1.10.enter.2")
@pytest.mark.parametrize(
    ("conditions", "ground", "edition", "goes_on"),
    [
        ((), RIVER, "2019", True),
        ((), RIVER, LATER, False),
        ((HEROIC,), RIVER, LATER, True),
        ((), FORD, LATER, True),
    ],
)
def test_4_1_10_river_to_river_takes_all_mp_except_for_heroes_and_at_fords(
    conditions: tuple[str, ...], ground: HexBoard, edition: str, goes_on: bool
) -> None:
    """From C5 to D4, toward an enemy in E1."""
    units = unit(SQUAD, "C5", *conditions), unit(LEADER, "A9"), unit("ge.1kp.1.squad.1", "E1")
    after = moved(activated(*units, ground=ground, edition=edition), SQUAD, "D4")
    assert after.unit(SQUAD).at == at("D4")
    moving = course(after).moving
    assert (moving is not None) is goes_on


@proves("LHY-4.1.10.enter.2", "LHY-4.1.10.7")
def test_4_1_10_men_withdraw_along_the_river_without_cost() -> None:
    """Toward the west edge, along the river from C5 by B4 to A4."""
    sides = {"us": {"edge": "west"}, "ge": {"edge": "east"}}
    state = wading("C5", edition=LATER, sides=sides)
    after = done(state, Withdraw("us", (SQUAD,), at("B4")))
    assert after.unit(SQUAD).at == at("B4")
    assert not refusal(after, Withdraw("us", (SQUAD,), at("A4")))


@proves("LHY-4.1.10.enter.1")
def test_4_1_10_coming_on_into_a_river_ends_the_maneuver() -> None:
    entry = {"us": {"entry_hexes": ["A4"], "entering": [SQUAD]}}
    for edition, goes_on in (("2019", True), (LATER, False)):
        state = activated(unit(SQUAD, None), unit(LEADER, "A9"), ground=RIVER, edition=edition, sides=entry)
        after = done(state, EnterMap("us", SQUAD, at("A4")))
        assert after.unit(SQUAD).at == at("A4")
        assert (course(after).moving is not None) is goes_on


TOWN = "\n".join([". . . . .", ". . u . .", ". . u . .", ". . u . .", ". . . . ."])
WEST = [(-1.2, -0.8), (-0.4, -0.8), (-0.4, 0.8), (-1.2, 0.8)]
ACROSS = [(-1, -0.8), (1, -0.8), (1, -0.4), (-1, -0.4)]


def house(where: str, points: Sequence[tuple[float, float]]) -> Any:
    return image(Terrain.URBAN_BUILDING, where, *points)


UNDRAWN = board(TOWN)
GAP = board(TOWN, outlines=(house("C2", WEST), house("C3", WEST)))
CLOSED = board(TOWN, outlines=(house("C2", WEST), house("C3", ACROSS)))
HALF_DRAWN = board(TOWN, outlines=(house("C2", WEST),))
BY_ROAD = board(TOWN, roads="C1 C2 C3 C4")
BESIDE_ROAD = board(TOWN.replace(". . u . .", ". u u . ."), roads="C1 C2 C3 C4")


@proves("LHY-4.1.6.urban")
@pytest.mark.parametrize(
    ("ground", "in_2019", "later"),
    [
        (UNDRAWN, 2.0, None),
        (GAP, 2.0, 1.0),
        (CLOSED, 2.0, None),
        (HALF_DRAWN, 2.0, None),
        (BY_ROAD, 1.0, 1.0),
    ],
)
def test_4_1_6b_from_urban_building_to_urban_building_by_road_or_gap_only(
    ground: HexBoard, in_2019: float, later: float | None
) -> None:
    """From C3 north to C2, whose houses and those of C3 leave the line between the dots free, or do not."""
    far = unit("ge.1kp.2.leader", "A1"), unit("us.able.3.leader", "E5")
    for edition, price in (("2019", in_2019), (LATER, later)):
        state = activated(unit(SQUAD, "C3"), unit(LEADER, "A5"), far=far, ground=ground, edition=edition)
        go = Maneuver("us", SQUAD, at("C2"))
        if price is None:
            assert "only by road or through a gap" in refusal(state, go)
            continue
        moving = course(done(state, go)).moving
        assert moving is not None
        assert moving.spent == price


@proves("LHY-4.1.6.urban")
def test_4_1_6b_vehicles_need_no_gap() -> None:
    """Off the road no vehicle goes from house to house, but not for want of a gap."""
    tank = unit("us.able-tank.1.1", "C3", IN_MOTION)
    state = activated(
        tank, far=(unit("ge.1kp.2.leader", "A1"),), ground=BESIDE_ROAD, platoon="able-tank.1", edition=LATER
    )
    told = refusal(state, Maneuver("us", tank.id, at("B2")))
    assert told
    assert "only by road or through a gap" not in told


@proves("LHY-4.1.6.urban")
def test_4_1_6b_nobody_assaults_from_house_to_house_without_road_or_gap() -> None:
    foe, far = unit("ge.1kp.2.squad.1", "C3"), unit("us.able.3.leader", "E5")
    state = activated(unit(SQUAD, "C2"), unit(LEADER, "A5"), foe, far=(far,), ground=UNDRAWN, edition=LATER)
    assert "only by road or through a gap (LHY 4.1.6" in refusal(state, Assault("us", (SQUAD,), at("C3")))


@proves("LHY-10.3.1a", "LHY-4.1.6.urban")
def test_10_3_1_nobody_withdraws_from_house_to_house_without_road_or_gap() -> None:
    far = unit("ge.1kp.2.leader", "A1"), unit("us.able.3.leader", "E5")
    state = activated(unit(SQUAD, "C2"), unit(LEADER, "A5"), far=far, ground=UNDRAWN, edition=LATER)
    assert {str(action.to) for action in legal(state, Withdraw) if SQUAD in action.units} == {"B2", "D2"}
    assert "only by road or through a gap (LHY 4.1.6" in refusal(state, Withdraw("us", (SQUAD,), at("C3")))


@proves("LHY-4.1.6.urban")
def test_4_1_6b_entering_and_leaving_the_town_needs_no_gap() -> None:
    far = unit("ge.1kp.2.leader", "A1"), unit("us.able.3.leader", "E5")
    out = activated(unit(SQUAD, "C3"), unit(LEADER, "B3"), far=far, ground=UNDRAWN, edition=LATER)
    assert not refusal(out, Maneuver("us", SQUAD, at("D3")))
    assert not refusal(out, Maneuver("us", LEADER, at("C3")))


@proves("LHY-4.1.6.urban", "LHY-4.1.8.forest")
def test_4_1_reach_in_a_game_follows_its_edition() -> None:
    """A truck on the road through the woods of C3, and men in the town of C3 who ask for C2."""
    for edition, is_open in (("2019", True), (LATER, False)):
        truck, squad = unit(TRUCK, "C3", IN_MOTION), unit(SQUAD, "C3")
        wooded = opened(FOREST_ROAD, [truck, unit(ENEMY_LEADER, "A1")], edition=edition)
        assert (RULESET.path(wooded, truck, at("B3")).verdict.places == (at("C3"), at("B3"))) is is_open
        town = opened(UNDRAWN, [squad, unit(ENEMY_LEADER, "A1")], edition=edition)
        assert (RULESET.reach(town, squad).verdict.cost.get(at("C2")) == 2) is is_open
        assert (RULESET.path(town, squad, at("C2")).verdict.places == (at("C3"), at("C2"))) is is_open
