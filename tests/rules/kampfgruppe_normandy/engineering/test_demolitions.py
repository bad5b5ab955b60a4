"""Demolitions of buildings, bridges, obstacles and vehicles, and the fate of units in and on them."""

from dataclasses import replace
from fractions import Fraction

import pytest
import shapely
from shapely import Polygon, box

from rules.game.state import GameState
from rules.ground.table.inches import Spot, gap_in
from rules.ground.table.tabletop import Piece
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Forgo
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS, Job
from rules.kampfgruppe_normandy.questions.engineering import Task, cannot_work, targets_of
from rules.kampfgruppe_normandy.questions.movement.way_plan import plan
from rules.kampfgruppe_normandy.questions.sight.line_of_sight import look
from rules.kampfgruppe_normandy.state.progress import Loss, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.engineering.sappers import (
    ENGINEER,
    MOVE,
    after_demolition,
    bunker,
    terrains,
)
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    GAME,
    UK,
    act,
    area,
    game,
    legal,
    line,
    position,
    refusal,
    status,
    told_to,
    unit,
)


@proves("KN-ENG-10", "KN-ENG-22", "KN-DFAT-44c")
@pytest.mark.parametrize(
    ("conditions", "away_in", "may"),
    [((IMMOBILISED,), 0.8, True), ((), 0.8, False), ((IMMOBILISED,), 1.3, False)],
)
def test_a_charge_is_set_at_an_immobilised_vehicle_in_contact(
    conditions: tuple[str, ...], away_in: float, may: bool
) -> None:
    man_in, half_tank_in = 0.3, 1.6
    sappers = unit("sappers", "uk.sappers", (40, 40))
    tank = unit("tank", "de.pz4h", (40 + man_in + away_in + half_tank_in, 40), 90, *conditions)
    state = game(sappers, tank, status={"sappers": Status(men=1, offsets=((0.0, 0.0),))})
    state = told_to(state, "sappers", K.ENGINEER, K.ENGINEER)
    assert (refusal(state, Work(UK, "sappers", Task.DEMOLISH, "tank")) == "") is may


@proves("KN-ENG-07b", "KN-MOVE-10", "KN-MOVE-17")
@pytest.mark.parametrize(
    "road", [line(T.GOOD_ROAD, (10, 30), (50, 30), width_in=2), area(T.TRACK, 10, 29, 50, 31)]
)
def test_with_a_bridge_that_is_blown_up_the_road_over_the_stream_is_gone(road: Piece) -> None:
    """OUR 229: a Sherman drives along the road; the stream is 2 inches wide, the bridge over it 3 inches long."""
    stream, bridge = area(T.STREAM, 29, 0, 31, 72), area(T.BRIDGE, 28.5, 29, 31.5, 31)
    sappers, tank = unit("sappers", "uk.sappers", (30, 32.8)), unit("tank", "uk.sherman", (25, 30), 90)
    state = game(sappers, tank, pieces=[stream, road, bridge])
    blown = after_demolition(state, "bridge", 6)
    ways = [
        plan(position(now), tank, (Spot(25, 30), Spot(35, 30)), None, reverse=False) for now in (state, blown)
    ]
    assert [way.needs_die for way in ways] == [False, True]
    assert [way.roads for way in ways] == [((0.0, 10.0),), ((0.0, 3.5), (6.5, 10.0))]


@proves("KN-ENG-07b", "KN-PRIN-14")
def test_a_building_that_falls_hides_nobody_however_tall_the_table_has_it() -> None:
    """OUR 139."""
    house = replace(area(T.BRICK_BUILDING, 44, 36, 48, 44, name="house"), height_in=3.0)
    sappers, foe = unit("sappers", "uk.sappers", (42.5, 40)), unit("foe", "de.squad", (60, 40))
    state = game(sappers, unit("a", "uk.sherman", (30, 40), 90), foe, pieces=[house])
    shares = [
        look(position(now), now.unit("a"), foe).share for now in (state, after_demolition(state, "house", 6))
    ]
    assert shares == [0.0, 1.0]


@proves("KN-ENG-07a")
@pytest.mark.parametrize(
    ("at", "barn_at", "to"),
    [
        ((30, 33), (30, 29), (30, 38)), ((30, 4), (30, 8), (30, 0)), ((3, 20), (7, 20), (0, 20)),
        ((3.1, 20), (7, 20), (0, 20)), ((94, 20), (90, 20), (96, 20)), ((30, 69), (30, 65), (30, 72)),
        ((3, 20), (6, 17), (0, 23)),
    ],
)  # fmt: skip
def test_engineers_move_off_straight_for_five_inches_and_no_farther_than_the_table_goes(
    at: tuple[float, float], barn_at: tuple[float, float], to: tuple[float, float]
) -> None:
    """OUR 137: from a barn beside which they stand; the table is 96 by 72 inches."""
    x, y = barn_at
    barn = area(T.WOODEN_BUILDING, x - 3, y - 3, x + 3, y + 3)
    state = game(unit("sappers", "uk.sappers", at), unit("foe", "de.squad", (60, 40)), pieces=[barn])
    state = told_to(state, "sappers", K.MOVE, K.ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "wooden_building"), 6)
    assert after.unit("sappers").at == Spot(*map(float, to))


@proves(
    "KN-ENG-01", "KN-ENG-02", "KN-ENG-06", "KN-ENG-07a", "KN-ENG-07b", "KN-ENG-11", "KN-ENG-22",
    "KN-ACT-13", "KN-WPN-06",
)  # fmt: skip
def test_kn_30_engineers_bring_a_bunker_down() -> None:
    work = Work(UK, "sappers", Task.DEMOLISH, "bunker")
    state = told_to(bunker(), "sappers", MOVE, ENGINEER, done=1)
    state = act(state, work, 4)
    assert terrains(state) == {"bunker": T.BUNKER}
    state = told_to(state, "sappers", ENGINEER, ENGINEER)
    state = act(act(state, work), work, 3)
    assert JOBS.of(progress_of(state))[0].actions == 3
    state = told_to(state, "sappers", ENGINEER, ENGINEER)
    state = act(act(state, work), work, 3)
    assert terrains(state) == {"bunker": T.RUBBLE}
    assert state.unit("sappers").at == Spot(30, 39)
    assert JOBS.of(progress_of(state)) == ()
    assert progress_of(state).activation is None


@proves("KN-ENG-08a", "KN-ENG-08b")
def test_men_inside_a_demolished_building_are_hit_and_guns_are_lost() -> None:
    state = told_to(bunker("squad", "gun"), "sappers", MOVE, ENGINEER, done=1)
    work = Work(UK, "sappers", Task.DEMOLISH, "bunker")
    damage, saves, special = (3, 4, 1, 2, 2), (6, 5), (1,)
    after = act(state, work, 6, *damage, *saves, *special, 1)
    assert progress_of(after).of("squad").men == 7
    assert progress_of(after).of("squad").inside is None
    assert "gun" not in after.units
    assert progress_of(after).counters_of(DE) == ("1",)


@proves("KN-ENG-07c", "KN-ENG-08b")
def test_a_bridge_takes_its_vehicles_along() -> None:
    state = game(
        unit("sappers", "uk.sappers", (30, 34)),
        unit("pz", "de.pz4h", (30, 28)),
        unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.RIVER, 20, 26, 60, 32), line(T.BRIDGE, (30, 25), (30, 33), width_in=3)],
    )
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "bridge"), 6, 1)
    assert terrains(after) == {"river": T.RIVER}
    assert "pz" not in after.units
    assert progress_of(after).wrecks == ()


@proves("KN-ENG-08a", "KN-ENG-08b")
def test_men_on_a_bridge_that_is_blown_are_struck_in_the_open_and_get_off() -> None:
    state = game(
        unit("sappers", "uk.sappers", (30, 34)),
        unit("men", "de.squad", (30, 29)),
        unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.RIVER, 20, 26, 60, 32), line(T.BRIDGE, (30, 25), (30, 33), width_in=3)],
    )
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    damage, saves, special = (3, 4, 1, 2, 2), (6, 5), (1,)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "bridge"), 6, *damage, *saves, *special)
    assert progress_of(after).of("men").men == 7
    assert terrains(after) == {"river": T.RIVER}
    spot = after.unit("men").at
    assert isinstance(spot, Spot)
    assert not position(after).table.at(spot), "they are on a bank, the nearer one"
    assert 3 < spot.gap_in(Spot(30, 29)) < 3.5


@proves("KN-ENG-07a", "KN-MOVE-14")
@pytest.mark.parametrize(
    ("bank", "barrier"), [(37.5, T.RIVER), (37.5, T.BRICK_BUILDING), (36.2, T.LAKE), (30, T.RIVER)]
)
def test_engineers_move_off_as_far_as_the_ground_lets_them_and_can_go_on_from_there(
    bank: float, barrier: T
) -> None:
    """The house is to the east of the engineers; the barrier begins at `bank` in the west, and 5 inches off is x = 35."""
    state = game(
        unit("sappers", "uk.sappers", (40, 40)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STONE_BUILDING, 42, 38, 46, 42), area(barrier, 20, 0, bank, 72)],
    )  # fmt: skip
    after = after_demolition(state, "stone_building", 1)
    spot = after.unit("sappers").at
    assert isinstance(spot, Spot)
    assert spot.y_in == 40
    assert max(bank, 35) <= spot.x_in <= max(bank, 35) + 0.25
    assert any(isinstance(action, Move) for action in legal(after))


@proves("KN-ENG-07a", "KN-MOVE-14")
def test_engineers_do_not_move_off_across_a_stream_of_deep_water_nor_through_the_enemy() -> None:
    """A river an inch wide, or an enemy squad, 3 inches behind them: they stop before it."""
    house, river = area(T.STONE_BUILDING, 42, 38, 46, 42), area(T.RIVER, 36, 0, 37, 72)
    sappers, foe = unit("sappers", "uk.sappers", (40, 40)), unit("foe", "de.squad", (80, 60))
    by_the_river = after_demolition(game(sappers, foe, pieces=[house, river]), "stone_building", 1)
    before_the_foe = after_demolition(
        game(sappers, foe, unit("near", "de.squad", (35, 40)), pieces=[house]), "stone_building", 1
    )
    for after in (by_the_river, before_the_foe):
        spot = after.unit("sappers").at
        assert isinstance(spot, Spot)
        assert 37 <= spot.x_in < 40


@proves("KN-ENG-08a")
def test_a_log_of_an_earlier_version_leaves_men_in_the_rubble_of_their_house() -> None:
    house = area(T.BRICK_BUILDING, 38, 38, 42, 42)
    state = game(
        unit("men", "de.squad", (40, 40)), unit("own", "uk.squad", (80, 60)),
        pieces=[house], status={"men": Status(men=8, inside="brick_building")},
    )  # fmt: skip
    after = GAME.events.read({"is": "LeftRuin", "unit": "men"}).on(state)
    assert progress_of(after).of("men").inside is None
    assert after.unit("men").at == Spot(40, 40)


def _carried_over(carrier: str, load: str) -> GameState:
    """Sappers short of a bridge, and a vehicle on it that carries or tows a unit; an old wreck lies behind it."""
    state = game(
        unit("sappers", "uk.sappers", (30, 38.5)), unit("carrier", carrier, (30, 31)), unit("load", load), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.RIVER, 0, 26, 96, 36), line(T.BRIDGE, (30, 25), (30, 37), width_in=2)],
        status={"load": Status(men=3 if load == "de.pak40" else 8, aboard="carrier")},
    )  # fmt: skip
    wreck = Loss("old", "uk.sherman", UK, "destroyed", Spot(30, 27), 0.0)
    return with_progress(state, replace(progress_of(state), wrecks=(wreck,)))


@proves("KN-ENG-08a", "KN-ENG-08b", "KN-DFSA-40", "KN-DEPL-17b", "KN-MOVE-14")
@pytest.mark.parametrize("carrier", ["de.opel", "de.pz4h"])
def test_men_in_a_lorry_or_on_a_tank_that_falls_with_its_bridge_are_struck_and_come_to_a_bank(
    carrier: str,
) -> None:
    """OUR 202: two of five dice hurt, one man saves himself on a 6; no special weapon is lost."""
    after = after_demolition(_carried_over(carrier, "de.squad"), "bridge", 1, 1, 3, 4, 1, 2, 2, 6, 5, 1)
    spot = after.unit("load").at
    assert isinstance(spot, Spot)
    assert "carrier" not in after.units
    assert not position(after).table.at(spot)
    assert progress_of(after).of("load").men == 7
    assert after.unit("load").has(SUPPRESSED)


@proves("KN-ENG-08a", "KN-ENG-08b")
def test_the_odds_of_a_charge_give_the_fate_of_each_fallen_unit_separately() -> None:
    """A 7 in all is sure; the lorry is lost, and of five dice at 3+ one man in six saves himself."""
    state = JOBS.put(_carried_over("de.opel", "de.squad"), (Job(UK, Task.DEMOLISH, "bridge", 6),))
    charge = Work(UK, "sappers", Task.DEMOLISH, "bridge")
    lorry, men = GAME.chances(told_to(state, "sappers", ENGINEER, MOVE), charge).cases
    assert (lorry.condition, men.condition) == ("carrier", "load")
    assert lorry.odds.of("carrier: destroyed; the wrecked Sherman V is gone; bridge bridge is gone") == 1
    worse = ("casualt", "withdraws", "destroyed")
    unhurt = [chance for told, chance in men.odds.chances.items() if not any(word in told for word in worse)]
    assert sum(unhurt) == Fraction(4, 9) ** 5


@proves("KN-ENG-07a", "KN-ENG-08a")
def test_the_odds_of_a_charge_say_that_engineers_inside_leave_the_house() -> None:
    """A 7 is sure, and no die is thrown for them; the squad they leave there is struck all the same."""
    inside = {one: Status(men=men, inside="brick_building") for one, men in (("sappers", 5), ("squad", 8))}
    state = game(
        unit("sappers", "uk.sappers", (30, 30)), unit("squad", "uk.squad", (31, 31)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.BRICK_BUILDING, 28, 28, 33, 33)], status=inside,
    )  # fmt: skip
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, "brick_building", 6),))
    charge = Work(UK, "sappers", Task.DEMOLISH, "brick_building")
    squad, sappers = GAME.chances(told_to(state, "sappers", ENGINEER, MOVE), charge).cases
    assert (squad.condition, sappers.condition) == ("squad", "sappers")
    assert squad.odds.of("brick building brick_building becomes rubble") == Fraction(4, 9) ** 5
    assert list(sappers.odds.chances.values()) == [1]


@proves("KN-ENG-04", "KN-ENG-07a", "KN-ENG-08a")
def test_the_odds_of_a_charge_include_mines_on_the_way_of_the_engineers() -> None:
    """A 7 is sure, a mine goes off on 3+; the last men of two squads are hit in the house, each with odds of its own."""
    inside = {one: Status(men=1, inside="stone_building") for one in ("one", "two")}
    state = game(
        unit("sappers", "uk.sappers", (40, 40)), *[unit(name, "de.squad", (44, 40)) for name in inside],
        unit("foe", "de.squad", (80, 60)), status=inside,
        pieces=[area(T.STONE_BUILDING, 42, 38, 46, 42), area(T.MINEFIELD, 30, 39, 32, 41)],
    )  # fmt: skip
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, "stone_building", 6),))
    charge = Work(UK, "sappers", Task.DEMOLISH, "stone_building")
    told = GAME.chances(told_to(state, "sappers", ENGINEER, MOVE), charge)
    assert [case.condition for case in told.cases] == ["one", "two", "sappers"]
    gets_off = "sappers goes to (35, 40); stone building stone_building becomes rubble"
    assert told.cases[-1].odds.of(gets_off) == Fraction(2, 6)
    assert "a mine goes off on 3+" in str(told)
    worked = act(told_to(state, "sappers", ENGINEER, ENGINEER), charge)
    forgone = GAME.chances(worked, Forgo(UK))
    assert "a mine goes off on 3+" in str(forgone), "the charge has its die all the same"
    assert [case.condition for case in forgone.cases] == ["one", "two", "sappers"]
    assert forgone.cases[-1].odds.of(gets_off) == Fraction(2, 6)


@proves("KN-ENG-04", "KN-ENG-07a", "KN-ENG-08a")
@pytest.mark.parametrize(("mine", "men"), [((2,), 8), ((3, *(1,) * 5, 4, *(1,) * 4, 1, 4), 7)])
def test_engineers_stopped_by_a_mine_inside_the_house_fall_with_it(mine: tuple[int, ...], men: int) -> None:
    """The sign stands an inch west of the house: the mine does nothing to them, and the fall costs them a man."""
    state = game(
        unit("sappers", "uk.sappers", (30, 30)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.BRICK_BUILDING, 28, 28, 33, 33), area(T.MINEFIELD, 26, 29, 28, 31)],
        status={"sappers": Status(men=8, inside="brick_building")},
    )  # fmt: skip
    after = after_demolition(state, "brick_building", 1, *mine)
    assert progress_of(after).of("sappers").men == men
    assert progress_of(after).of("sappers").inside is None


@proves("KN-ENG-08b", "KN-DFAT-37")
def test_men_inside_armour_that_falls_with_its_bridge_suffer_for_its_loss_alone() -> None:
    """OUR 202: a 3 costs two of them."""
    after = after_demolition(_carried_over("de.sdkfz251", "de.squad"), "bridge", 1, 3, 1, 1)
    assert progress_of(after).of("load").men == 6
    assert after.unit("load").has(SUPPRESSED)


@proves("KN-ENG-08b")
@pytest.mark.parametrize(
    ("carrier", "crew_lost"), [("de.sdkfz7", ()), ("de.sdkfz251", (2,)), ("de.sdkfz251", (6,))]
)
def test_a_gun_on_tow_and_a_wreck_fall_with_their_bridge(carrier: str, crew_lost: tuple[int, ...]) -> None:
    """D3 men inside armour are lost first, one of three or all of them; a counter each for the gun and what towed it."""
    after = after_demolition(
        _carried_over(carrier, "de.pak40"), "bridge", 1, *crew_lost, *([1] * (2 + (crew_lost == (2,))))
    )
    assert set(after.units) == {"sappers", "foe"}
    assert len(progress_of(after).counters_of(DE)) == 2
    assert progress_of(after).wrecks == ()


@proves("KN-ENG-08b", "KN-AIR-10")
def test_an_aircraft_that_circles_over_a_bridge_does_not_fall_with_it() -> None:
    pieces = [area(T.RIVER, 20, 26, 60, 32), line(T.BRIDGE, (30, 25), (30, 33), width_in=3)]
    units = (
        unit("sappers", "uk.sappers", (30, 34)),
        unit("plane", "de.bf109", (30, 29)),
        unit("foe", "de.squad", (80, 60)),
    )
    after = after_demolition(game(*units, pieces=pieces), "bridge", 1)
    assert terrains(after) == {"river": T.RIVER}
    assert after.unit("plane").at == Spot(30, 29)


@proves("KN-ENG-07a", "KN-ENG-07c", "KN-MOVE-14")
def test_engineers_on_the_bridge_that_they_blow_up_come_to_a_bank() -> None:
    pieces = [area(T.RIVER, 0, 36, 96, 44), line(T.BRIDGE, (30, 35), (30, 45), width_in=2)]
    state = game(unit("sappers", "uk.sappers", (30, 42)), unit("foe", "de.squad", (80, 60)), pieces=pieces)
    after = after_demolition(state, "bridge", 1)
    assert terrains(after) == {"river": T.RIVER}
    assert after.unit("sappers").at == Spot(30, 47)
    assert progress_of(after).of("sappers").men == 8


@proves("KN-ENG-07a", "KN-MOVE-14")
def test_engineers_who_share_a_house_with_the_enemy_move_off_when_they_blow_it_up() -> None:
    """The suppressed enemy within bars no way out of it: they go their 5 inches away from the middle, past his men."""
    state = game(
        unit("sappers", "uk.sappers", (30, 30.5)), unit("theirs", "de.squad", (30, 30), 0, SUPPRESSED), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STONE_BUILDING, 27, 27, 32, 32)],
        status={name: Status(men=8, inside="stone_building") for name in ("sappers", "theirs")},
    )  # fmt: skip
    after = after_demolition(state, "stone_building", 1, *[1] * 5)
    assert after.unit("sappers").at == Spot(32.24, 34.97)
    assert progress_of(after).of("sappers").inside is None


@proves("KN-ENG-07b", "KN-ENG-08a", "KN-PRIN-19")
def test_survivors_of_both_sides_in_a_demolished_house_do_not_overlap() -> None:
    """Both squads lie in the middle of the house; no damage die hurts anybody."""
    state = game(
        unit("sappers", "uk.sappers", (30, 34)), unit("ours", "uk.squad", (30, 30)), unit("theirs", "de.squad", (30, 30)),
        unit("foe", "de.squad", (80, 60)), pieces=[area(T.STONE_BUILDING, 27, 27, 33, 33)],
        status={name: Status(men=8, inside="stone_building") for name in ("ours", "theirs")},
    )  # fmt: skip
    after = after_demolition(state, "stone_building", 1, *[1] * 10)
    where = position(after)
    assert terrains(after) == {"stone_building": T.RUBBLE}
    assert {where.status(after.unit(name)).inside for name in ("ours", "theirs")} == {None}
    assert gap_in(where.base(after.unit("ours")), where.base(after.unit("theirs"))) > 0
    assert after.unit("ours").at == Spot(30, 30)


@proves("KN-ENG-09", "KN-FIELD-02")
@pytest.mark.parametrize(
    ("obstacle", "left"),
    [
        (line(T.BOCAGE, (27, 30), (33, 30), width_in=1), []),
        (line(T.BOCAGE, (20, 30), (40, 30), width_in=1), [(20, 27), (33, 40)]),
        (line(T.BOCAGE, (29, 30), (49, 30), width_in=1), [(35, 49)]),
        (line(T.BOCAGE, (11, 30), (31, 30), width_in=1), [(11, 25)]),
        (line(T.HEDGE, (20, 30), (40, 30), width_in=0.5), [(20, 27), (33, 40)]),
        (area(T.SANDBAGS, 20, 29.5, 40, 30.5), [(20, 27), (33, 40)]),
        (area(T.RUBBLE, 28, 27, 34, 30.5), []),
        (area(T.DRAGONS_TEETH, 29, 26.5, 37, 30.5), [(35, 37)]),
    ],
)  # fmt: skip
def test_six_inches_of_an_obstacle_go_bocage_included(
    obstacle: Piece, left: list[tuple[float, float]]
) -> None:
    """The nearest to the sappers at x = 30, however wide it is and whether drawn as a line or an area: what
    is left of it, from west to east."""
    state = game(
        unit("sappers", "uk.sappers", (30, 32.2)), unit("foe", "de.squad", (80, 60)), pieces=[obstacle]
    )
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, obstacle.id), 6)
    parts = [
        part for piece in position(after).table.pieces for part in shapely.get_parts(piece.area).tolist()
    ]
    spans = sorted((part.bounds[0], part.bounds[2]) for part in parts)
    assert [x for span in spans for x in span] == pytest.approx([x for span in left for x in span], abs=0.01)


@proves("KN-ENG-09", "KN-ENG-22")
def test_a_charge_removes_a_wreck_which_is_an_obstacle() -> None:
    """OUR 219: one of the game on a road, and one drawn on the table; the engineers touch both, and no other."""
    state = game(
        unit("sappers", "uk.sappers", (30, 34)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.WRECK, 31.6, 33, 34, 35)],
    )  # fmt: skip
    here, far = (
        Loss(name, "uk.sherman", UK, "destroyed", Spot(x, 31.3), 90.0)
        for name, x in (("old", 30), ("far", 50))
    )
    state = with_progress(state, replace(progress_of(state), wrecks=(here, far)))
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    assert set(targets_of(position(state), state.unit("sappers"), Task.DEMOLISH)) == {"wreck", "old"}
    charge = Work(UK, "sappers", Task.DEMOLISH, "old")
    after = act(state, charge, 6)
    assert [wreck.unit for wreck in progress_of(after).wrecks] == ["far"]
    assert after.unit("sappers").at == Spot(30, 34)
    odds = GAME.chances(state, charge).odds
    assert odds is not None
    assert odds.of("the wrecked Sherman V is gone") == Fraction(1, 6)
    assert "wreck" not in terrains(act(state, replace(charge, target="wreck"), 6))


_YARD = Polygon(box(20, 20, 40, 40).exterior, [box(21, 21, 39, 39).exterior])
_CORNER = Polygon([(20, 20), (40, 20), (40, 21), (21, 21), (21, 40), (20, 40)])


@proves("KN-ENG-09")
@pytest.mark.parametrize(
    ("shape", "sappers", "gone"),
    [
        (_YARD, (30, 18.4), (27, 20, 33, 21)),
        (_YARD, (18.4, 30), (20, 27, 21, 33)),
        (_CORNER, (18.4, 30), (20, 27, 21, 33)),
        (_CORNER, (20.5, 41.6), (20, 34, 21, 40)),
        (box(20, 20, 50, 40), (35, 18.4), (32, 20, 38, 26)),
    ],
)
def test_a_charge_takes_no_more_of_an_area_than_six_inches_before_it(
    shape: Polygon, sappers: tuple[float, float], gone: tuple[float, ...]
) -> None:
    """OUR 138: of a walled yard not the wall across it, nor the whole of a leg that bends off; of a field of
    teeth 6 inches of its depth."""
    state = game(
        unit("sappers", "uk.sappers", sappers), unit("foe", "de.squad", (80, 60)), pieces=[Piece("teeth", T.DRAGONS_TEETH, shape)],
    )  # fmt: skip
    after = act(
        told_to(state, "sappers", MOVE, ENGINEER, done=1), Work(UK, "sappers", Task.DEMOLISH, "teeth"), 6
    )
    lost = shape.difference(position(after).table.piece("teeth").shape)
    assert lost.bounds == pytest.approx(gone, abs=0.02)


@proves("KN-ENG-09")
def test_a_charge_takes_six_inches_of_a_thick_hedge_that_turns_back_on_itself() -> None:
    """Its other arm, 0.8 inches behind, stands, though the hedge is 2 inches thick."""
    hedge = line(T.HEDGE, (20, 30), (40, 30), (40, 29.2), (20, 29.2), width_in=2)
    state = game(unit("sappers", "uk.sappers", (30, 33)), unit("foe", "de.squad", (80, 60)), pieces=[hedge])
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "hedge"), 6)
    assert position(after).table.piece("hedge").shape.length == pytest.approx(40.8 - 6, abs=0.01)


@proves("KN-ENG-09")
def test_a_second_charge_removes_the_next_six_inches_of_the_rest() -> None:
    hedge = line(T.HEDGE, (20, 30), (50, 30), width_in=0.5)
    state = game(
        unit("sappers", "uk.sappers", (30, 32.2)), unit("others", "uk.sappers", (35, 32.2)), unit("foe", "de.squad", (80, 60)),
        pieces=[hedge],
    )  # fmt: skip
    for one in ("sappers", "others"):
        state = act(told_to(state, one, MOVE, ENGINEER, done=1), Work(UK, one, Task.DEMOLISH, "hedge"), 6)
    parts = shapely.get_parts(position(state).table.piece("hedge").shape).tolist()
    assert [part.bounds[::2] for part in parts] == [pytest.approx((20, 27)), pytest.approx((39, 50))]


@proves("KN-ENG-09")
def test_a_log_of_an_earlier_version_cuts_an_obstacle_round_a_spot() -> None:
    state = game(unit("foe", "de.squad", (80, 60)), pieces=[line(T.HEDGE, (20, 30), (40, 30), width_in=0.5)])
    told = {"is": "PieceCut", "piece": "hedge", "at": [30, 30], "length_in": 6.0}
    after = GAME.events.read(told).on(state)
    assert position(after).table.piece("hedge").shape.length == pytest.approx(14)


@proves("KN-ENG-10", "KN-ENG-06")
def test_an_immobilised_vehicle_is_destroyed() -> None:
    state = game(
        unit("sappers", "uk.sappers", (30, 32.4)),
        unit("pz", "de.pz4h", (30, 29), 0, IMMOBILISED),
        unit("foe", "de.squad", (80, 60)),
    )
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "pz"), 6, 1)
    assert "pz" not in after.units
    assert len(progress_of(after).counters_of(DE)) == 1
    assert "used its charge" in str(cannot_work(position(after), after.unit("sappers"), Task.DEMOLISH))


@proves("KN-ENG-07a", "KN-ENG-08a")
def test_engineers_inside_the_house_they_blow_up_leave_it_first() -> None:
    state = game(
        unit("sappers", "uk.sappers", (30, 30)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.BRICK_BUILDING, 27, 27, 33, 33)], status={"sappers": Status(men=8, inside="brick_building")},
    )  # fmt: skip
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, "brick_building", 6),))
    state = told_to(state, "sappers", K.ENGINEER, K.ENGINEER, done=1)
    after = act(state, Work(UK, "sappers", Task.DEMOLISH, "brick_building"), 1)
    assert (status(after, "sappers").men, status(after, "sappers").inside) == (8, None)
    assert after.unit("sappers").at != Spot(30, 30)
