"""Engineering tasks, mines, demolitions, bridges, recovery and bulldozers."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import shapely
from shapely import Polygon, box

from rules.game.state import GameState
from rules.game.units import Unit
from rules.ground.table.inches import Spot, gap_in, is_overlapping
from rules.ground.table.tabletop import Piece, Tabletop
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind
from rules.kampfgruppe_normandy.book.conditions import COVERING, IMMOBILISED, SUPPRESSED
from rules.kampfgruppe_normandy.declarations.engineering import Work
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.recovery import ATTEMPTS, Mend, TowWreck
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate, Forgo
from rules.kampfgruppe_normandy.effects.engineering.works import JOBS, Job, is_done
from rules.kampfgruppe_normandy.effects.losses import lose
from rules.kampfgruppe_normandy.effects.mines import pass_mines, target_on_mines
from rules.kampfgruppe_normandy.questions.engineering import Task, may_work, targets_of
from rules.kampfgruppe_normandy.questions.movement.restrictions import why_not_go
from rules.kampfgruppe_normandy.state.ground_events import PieceBecame
from rules.kampfgruppe_normandy.state.position import Position
from rules.kampfgruppe_normandy.state.progress import Loss, MoveUnderWay, Status, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.support.support_tables import (
    BOOK,
    DE,
    UK,
    area,
    at,
    game,
    legal,
    line,
    play_on,
    resolving,
    told_to,
    unit,
    why_not,
)
from tests.rules.kampfgruppe_normandy.tables import GAME, dice_of

ENGINEER, MOVE = ActionKind.ENGINEER, ActionKind.MOVE
SIGN = Spot(30, 30)


def _pieces(state: GameState) -> dict[str, T]:
    assert isinstance(state.board, Tabletop)
    return {piece.id: piece.terrain for piece in state.board.pieces}


def _bunker(*inside: str) -> GameState:
    return game(
        unit("sappers", "uk.sappers", (30, 34)),
        *[unit(name, "de.pak40" if name == "gun" else "de.squad", (30, 30)) for name in inside],
        unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.BUNKER, 27, 27, 33, 33)],
        status={name: Status(men=3 if name == "gun" else 8, inside="bunker") for name in inside},
    )


@proves(
    "KN-ENG-01", "KN-ENG-02", "KN-ENG-06", "KN-ENG-07a", "KN-ENG-07b", "KN-ENG-11", "KN-ENG-22",
    "KN-ACT-13", "KN-WPN-06",
)  # fmt: skip
def test_kn_30_engineers_bring_a_bunker_down() -> None:
    work = Work(UK, "sappers", Task.DEMOLISH, "bunker")
    state = told_to(_bunker(), "sappers", MOVE, ENGINEER, done=1)
    state = play_on(state, work, 4)
    assert _pieces(state) == {"bunker": T.BUNKER}
    state = told_to(state, "sappers", ENGINEER, ENGINEER)
    state = play_on(play_on(state, work), work, 3)
    assert JOBS.of(progress_of(state))[0].actions == 3
    state = told_to(state, "sappers", ENGINEER, ENGINEER)
    state = play_on(play_on(state, work), work, 3)
    assert _pieces(state) == {"bunker": T.RUBBLE}
    assert state.unit("sappers").at == Spot(30, 39)
    assert JOBS.of(progress_of(state)) == ()
    assert progress_of(state).activation is None


@proves("KN-ENG-02")
def test_work_on_one_thing_does_not_count_for_another() -> None:
    wall = line(T.WALL, (28, 35.2), (34, 35.2))
    bunker = area(T.BUNKER, 27, 27, 33, 33)
    units = unit("sappers", "uk.sappers", (30, 34)), unit("foe", "de.squad", (80, 60))
    state = told_to(game(*units, pieces=[bunker, wall]), "sappers", MOVE, ENGINEER, done=1)
    state = told_to(play_on(state, Work(UK, "sappers", Task.DEMOLISH, "bunker"), 1), "sappers", ENGINEER, ENGINEER)  # fmt: skip
    for target, actions in (("bunker", 3), ("wall", 2)):
        told = str(GAME.chances(state, Work(UK, "sappers", Task.DEMOLISH, target)))
        assert f"D6 + {actions} actions" in told


@proves("KN-ENG-01", "KN-ENG-02")
def test_the_die_and_the_actions_must_come_to_seven() -> None:
    done = [[is_done(die, actions) for die in range(1, 7)].count(True) for actions in range(1, 7)]
    assert done == [1, 2, 3, 4, 5, 6]


@proves("KN-ENG-15b")
def test_the_odds_of_a_task() -> None:
    state = told_to(_bunker(), "sappers", ENGINEER, ENGINEER)
    odds = GAME.chances(state, Work(UK, "sappers", Task.DEMOLISH, "bunker")).odds
    assert odds is not None
    assert odds.of("no effect") == Fraction(4, 6)


@proves("KN-ENG-02", "KN-COV-02")
def test_the_odds_of_two_actions_of_work_are_those_without_covering_fire_between_them() -> None:
    gunners = unit("gunners", "de.squad", (30, 50), COVERING)
    covered = game(unit("sappers", "uk.sappers", (30, 34)), gunners, pieces=[area(T.BUNKER, 27, 27, 33, 33)])
    state = told_to(covered, "sappers", ENGINEER, ENGINEER)
    odds = GAME.chances(state, Work(UK, "sappers", Task.DEMOLISH, "bunker")).odds
    assert odds is not None
    assert odds.of("no effect") == Fraction(4, 6)


@proves("KN-ENG-08a", "KN-ENG-08b")
def test_those_inside_are_struck_and_guns_are_lost() -> None:
    state = told_to(_bunker("squad", "gun"), "sappers", MOVE, ENGINEER, done=1)
    work = Work(UK, "sappers", Task.DEMOLISH, "bunker")
    damage, saves, special = (3, 4, 1, 2, 2), (6, 5), (1,)
    after = play_on(state, work, 6, *damage, *saves, *special, 1)
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
    after = play_on(state, Work(UK, "sappers", Task.DEMOLISH, "bridge"), 6, 1)
    assert _pieces(after) == {"river": T.RIVER}
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
    after = play_on(state, Work(UK, "sappers", Task.DEMOLISH, "bridge"), 6, *damage, *saves, *special)
    assert progress_of(after).of("men").men == 7
    assert _pieces(after) == {"river": T.RIVER}
    spot = after.unit("men").at
    assert isinstance(spot, Spot)
    assert not at(after).table.at(spot), "they are on a bank, the nearer one"
    assert 3 < spot.gap_in(Spot(30, 29)) < 3.5


def _blows_up(state: GameState, target: str, *dice: int) -> GameState:
    """After the sappers, an action short of it, have blown something up."""
    state = JOBS.put(state, (Job(UK, Task.DEMOLISH, target, 6),))
    return play_on(
        told_to(state, "sappers", ENGINEER, MOVE), Work(UK, "sappers", Task.DEMOLISH, target), *dice
    )


@proves("KN-ENG-07a", "KN-MOVE-14")
@pytest.mark.parametrize(
    ("bank", "barrier"), [(37.5, T.RIVER), (37.5, T.BRICK_BUILDING), (36.2, T.LAKE), (30, T.RIVER)]
)
def test_engineers_move_off_as_far_as_the_ground_lets_them_and_can_go_on_from_there(
    bank: float, barrier: T
) -> None:
    """The house lies to the east of them; what bars them begins at `bank` in the west, and 5 inches off is x = 35."""
    state = game(
        unit("sappers", "uk.sappers", (40, 40)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STONE_BUILDING, 42, 38, 46, 42), area(barrier, 20, 0, bank, 72)],
    )  # fmt: skip
    after = _blows_up(state, "stone_building", 1)
    spot = after.unit("sappers").at
    assert isinstance(spot, Spot)
    assert spot.y_in == 40
    assert max(bank, 35) <= spot.x_in <= max(bank, 35) + 0.25
    assert any(isinstance(action, Move) for action in legal(after))


@proves("KN-ENG-04", "KN-ENG-05", "KN-ENG-07a")
@pytest.mark.parametrize(("mine", "ends_at", "men"), [((2,), 35.0, 8), ((3, 4, 1, 1, 1, 1, 5, 1), 36.0, 7)])
def test_engineers_who_move_off_roll_for_mines_on_their_way(
    mine: tuple[int, ...], ends_at: float, men: int
) -> None:
    """OUR 137: the sign lies 9 inches west of them, and their westernmost man comes within 4 of it as they have gone 3.8."""
    state = game(
        unit("sappers", "uk.sappers", (40, 40)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STONE_BUILDING, 42, 38, 46, 42), area(T.MINEFIELD, 30, 39, 32, 41)],
    )  # fmt: skip
    after = _blows_up(state, "stone_building", 1, *mine)
    assert after.unit("sappers").at == Spot(ends_at, 40)
    assert progress_of(after).of("sappers").men == men
    assert _pieces(after)["stone_building"] is T.RUBBLE


@proves("KN-ENG-07a", "KN-MOVE-14")
def test_engineers_do_not_move_off_across_a_stream_of_deep_water_nor_through_the_enemy() -> None:
    """A river an inch wide, or an enemy squad, 3 inches behind them: they stop before it."""
    house, river = area(T.STONE_BUILDING, 42, 38, 46, 42), area(T.RIVER, 36, 0, 37, 72)
    sappers, foe = unit("sappers", "uk.sappers", (40, 40)), unit("foe", "de.squad", (80, 60))
    by_the_river = _blows_up(game(sappers, foe, pieces=[house, river]), "stone_building", 1)
    before_the_foe = _blows_up(
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
    after = _blows_up(_carried_over(carrier, "de.squad"), "bridge", 1, 1, 3, 4, 1, 2, 2, 6, 5, 1)
    spot = after.unit("load").at
    assert isinstance(spot, Spot)
    assert "carrier" not in after.units
    assert not at(after).table.at(spot)
    assert progress_of(after).of("load").men == 7
    assert after.unit("load").has(SUPPRESSED)


@proves("KN-ENG-08a", "KN-ENG-08b")
def test_the_odds_of_a_charge_tell_the_fate_of_each_who_falls_for_itself() -> None:
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
def test_the_odds_of_a_charge_tell_of_engineers_who_share_a_house_that_they_leave_it() -> None:
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
def test_the_odds_of_a_charge_tell_of_mines_on_the_way_of_the_engineers() -> None:
    """A 7 is sure, a mine goes off on 3+; two squads are struck in the house, and each fate is told for itself."""
    inside = {one: Status(men=8, inside="stone_building") for one in ("one", "two")}
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
    worked = play_on(told_to(state, "sappers", ENGINEER, ENGINEER), charge)
    assert "a mine goes off on 3+" in str(GAME.chances(worked, Forgo(UK))), (
        "the charge has its die all the same"
    )


@proves("KN-ENG-04", "KN-ENG-07a", "KN-ENG-08a")
@pytest.mark.parametrize(("mine", "men"), [((2,), 8), ((3, *(1,) * 5, 4, *(1,) * 4, 1, 4), 7)])
def test_engineers_whom_a_mine_stops_before_they_leave_a_house_fall_with_it(
    mine: tuple[int, ...], men: int
) -> None:
    """The sign stands an inch west of the house: the mine does nothing to them, and the fall costs them a man."""
    state = game(
        unit("sappers", "uk.sappers", (30, 30)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.BRICK_BUILDING, 28, 28, 33, 33), area(T.MINEFIELD, 26, 29, 28, 31)],
        status={"sappers": Status(men=8, inside="brick_building")},
    )  # fmt: skip
    after = _blows_up(state, "brick_building", 1, *mine)
    assert progress_of(after).of("sappers").men == men
    assert progress_of(after).of("sappers").inside is None


@proves("KN-ENG-08b", "KN-DFAT-37")
def test_men_inside_armour_that_falls_with_its_bridge_suffer_for_its_loss_alone() -> None:
    """OUR 202: a 3 costs two of them."""
    after = _blows_up(_carried_over("de.sdkfz251", "de.squad"), "bridge", 1, 3, 1, 1)
    assert progress_of(after).of("load").men == 6
    assert after.unit("load").has(SUPPRESSED)


@proves("KN-ENG-08b")
@pytest.mark.parametrize(
    ("carrier", "crew_lost"), [("de.sdkfz7", ()), ("de.sdkfz251", (2,)), ("de.sdkfz251", (6,))]
)
def test_a_gun_on_tow_and_a_wreck_fall_with_their_bridge(carrier: str, crew_lost: tuple[int, ...]) -> None:
    """D3 men inside armour are lost first, one of three or all of them; a counter each for the gun and what towed it."""
    after = _blows_up(
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
    after = _blows_up(game(*units, pieces=pieces), "bridge", 1)
    assert _pieces(after) == {"river": T.RIVER}
    assert after.unit("plane").at == Spot(30, 29)


@proves("KN-ENG-07a", "KN-ENG-07c", "KN-MOVE-14")
def test_engineers_on_the_bridge_that_they_blow_up_come_to_a_bank() -> None:
    pieces = [area(T.RIVER, 0, 36, 96, 44), line(T.BRIDGE, (30, 35), (30, 45), width_in=2)]
    state = game(unit("sappers", "uk.sappers", (30, 42)), unit("foe", "de.squad", (80, 60)), pieces=pieces)
    after = _blows_up(state, "bridge", 1)
    assert _pieces(after) == {"river": T.RIVER}
    assert after.unit("sappers").at == Spot(30, 47)
    assert progress_of(after).of("sappers").men == 8


@proves("KN-ENG-07a", "KN-MOVE-14")
def test_engineers_who_share_the_house_that_they_blow_up_with_the_enemy_move_off_from_it() -> None:
    """The suppressed enemy within bars no way out of it: they go their 5 inches away from the middle, past his men."""
    state = game(
        unit("sappers", "uk.sappers", (30, 30.5)), unit("theirs", "de.squad", (30, 30), SUPPRESSED), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STONE_BUILDING, 27, 27, 32, 32)],
        status={name: Status(men=8, inside="stone_building") for name in ("sappers", "theirs")},
    )  # fmt: skip
    after = _blows_up(state, "stone_building", 1, *[1] * 5)
    assert after.unit("sappers").at == Spot(32.24, 34.97)
    assert progress_of(after).of("sappers").inside is None


@proves("KN-MOVE-14")
def test_a_squad_in_a_house_is_in_nobodys_way_outside() -> None:
    """Its men are placed round a spot in a hut smaller than they stand, and count as in it alone."""
    state = game(
        unit("own", "uk.squad", (28, 29.5)), unit("theirs", "de.squad", (30, 30)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STONE_BUILDING, 29.6, 29.6, 30.4, 30.4)], status={"theirs": Status(men=8, inside="stone_building")},
    )  # fmt: skip
    past = Spot(28.0, 29.5), Spot(32.0, 29.5)
    assert why_not(told_to(state, "own", MOVE, MOVE), Move(UK, "own", past)) == ""


@proves("KN-ENG-07b", "KN-ENG-08a", "KN-PRIN-19")
def test_those_of_both_sides_who_live_through_the_fall_of_a_house_do_not_stand_on_one_another() -> None:
    """Both squads lie in the middle of the house; no damage die hurts anybody."""
    state = game(
        unit("sappers", "uk.sappers", (30, 34)), unit("ours", "uk.squad", (30, 30)), unit("theirs", "de.squad", (30, 30)),
        unit("foe", "de.squad", (80, 60)), pieces=[area(T.STONE_BUILDING, 27, 27, 33, 33)],
        status={name: Status(men=8, inside="stone_building") for name in ("ours", "theirs")},
    )  # fmt: skip
    after = _blows_up(state, "stone_building", 1, *[1] * 10)
    where = at(after)
    assert _pieces(after) == {"stone_building": T.RUBBLE}
    assert {where.status(after.unit(name)).inside for name in ("ours", "theirs")} == {None}
    assert gap_in(where.base(after.unit("ours")), where.base(after.unit("theirs"))) > 0
    assert after.unit("ours").at == Spot(30, 30)


@proves("KN-ENG-14")
@pytest.mark.parametrize(("helper_in", "enough"), [(33.4, True), (33.6, False)])
def test_who_lends_a_hand_at_a_bridge_stands_within_an_inch(helper_in: float, enough: bool) -> None:
    state = game(
        unit("bridgers", "uk.bridging", (30, 30)), unit("pals", "uk.squad", (helper_in, 30)), unit("foe", "de.squad", (80, 60)),
        status={"bridgers": Status(men=3)},
    )  # fmt: skip
    assert (may_work(at(state), state.unit("bridgers"), Task.BRIDGE) is None) is enough


@proves("KN-ENG-14")
@pytest.mark.parametrize(("men", "enough"), [(3, False), (4, True)])
def test_four_men_build_a_light_bridge_by_themselves(men: int, enough: bool) -> None:
    state = game(
        unit("bridgers", "uk.bridging", (30, 30)), unit("foe", "de.squad", (80, 60)), status={"bridgers": Status(men=men)},
    )  # fmt: skip
    assert (may_work(at(state), state.unit("bridgers"), Task.BRIDGE) is None) is enough


@proves("KN-ENG-13")
def test_a_bridge_reaches_half_an_inch_onto_either_bank() -> None:
    state = game(
        unit("bridgers", "uk.bridging", (30, 32)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.RIVER, 20, 26, 60, 30)],
    )  # fmt: skip
    state = told_to(state, "bridgers", MOVE, ENGINEER, done=1)
    after = play_on(state, Work(UK, "bridgers", Task.BRIDGE, "river"), 6)
    west, north, east, south = next(
        piece.area.bounds for piece in at(after).table.pieces if piece.terrain is T.BRIDGE
    )
    assert (north, south) == pytest.approx((25.5, 30.5), abs=0.01)
    assert (west + east) / 2 == pytest.approx(30, abs=0.002), "straight across"


@proves("KN-ENG-13")
@pytest.mark.parametrize(("bank_in", "may"), [(70.0, True), (72.0, False)])
def test_a_bridge_needs_both_its_banks_on_the_table(bank_in: float, may: bool) -> None:
    river = area(T.RIVER, 20, 66, 60, bank_in)
    state = game(unit("bridgers", "uk.bridging", (30, 64)), unit("foe", "de.squad", (80, 60)), pieces=[river])
    assert ("river" in targets_of(at(state), state.unit("bridgers"), Task.BRIDGE)) is may


@proves("KN-ENG-13")
def test_a_bridge_goes_from_bank_to_bank_though_the_river_comes_back_in_a_bend() -> None:
    """Four inches of water before the engineers, nine of the next reach behind the far bank."""
    bend = Polygon([(20, 15), (60, 15), (60, 30), (20, 30), (20, 26), (56, 26), (56, 24), (20, 24)])
    state = game(
        unit("bridgers", "uk.bridging", (30, 31)), unit("foe", "de.squad", (80, 60)),
        pieces=[Piece("river", T.RIVER, bend)],
    )  # fmt: skip
    assert "river" in targets_of(at(state), state.unit("bridgers"), Task.BRIDGE)


@proves("KN-ENG-12b", "KN-ENG-13")
def test_ways_that_are_made_after_something_left_the_table_are_all_there() -> None:
    """A shed burns down after the first bridge and the first gap; the second ones are built and pushed all the same."""
    shed, ditch = area(T.WOODEN_BUILDING, 60, 60, 62, 62), area(T.ANTI_TANK_DITCH, 20, 28, 60, 31)
    foe, hedge = unit("foe", "de.squad", (80, 60)), line(T.HEDGE, (10, 30), (60, 30), width_in=0.5)

    def second_way(state: GameState, one: str, *ways: tuple[Any, ...]) -> Counter[T]:
        for kind, declared, *dice in ways:
            state = play_on(told_to(state, one, kind, MOVE), declared, *dice)
            if "wooden_building" in _pieces(state):
                state = PieceBecame("wooden_building", None).on(state)
                state = state.with_unit(replace(state.unit(one), at=Spot(40, 33)))
        return Counter(_pieces(state).values())

    built = ENGINEER, Work(UK, "men", Task.BRIDGE, "anti_tank_ditch"), 6
    men = game(unit("men", "uk.bridging", (30, 33)), foe, pieces=[shed, ditch])
    assert second_way(men, "men", built, built)[T.BRIDGE] == 2
    dozer = game(unit("dozer", "us.dozer", (30, 33), side=UK), foe, pieces=[shed, hedge])
    pushed = [(MOVE, Move(UK, "dozer", (Spot(x, 33), Spot(x, 26))), 1) for x in (30.0, 40.0)]
    assert second_way(dozer, "dozer", *pushed)[T.GAP] == 2


@proves("KN-ENG-09", "KN-FIELD-02")
@pytest.mark.parametrize(
    ("obstacle", "left"),
    [
        (line(T.BOCAGE, (27, 30), (33, 30), width_in=1), []),
        (line(T.BOCAGE, (20, 30), (40, 30), width_in=1), [(20, 27), (33, 40)]),
        (line(T.BOCAGE, (29, 30), (49, 30), width_in=1), [(35, 49)]),
        (line(T.HEDGE, (20, 30), (40, 30), width_in=0.5), [(20, 27), (33, 40)]),
        (area(T.SANDBAGS, 20, 29.5, 40, 30.5), [(20, 27), (33, 40)]),
        (area(T.DRAGONS_TEETH, 29, 26.5, 37, 30.5), [(35, 37)]),
    ],
)  # fmt: skip
def test_six_inches_of_an_obstacle_go_bocage_included(
    obstacle: Piece, left: list[tuple[float, float]]
) -> None:
    """The nearest to the sappers at x = 30, however wide it is and whether drawn as a line or an area: what is left of it, from west to east."""
    state = game(
        unit("sappers", "uk.sappers", (30, 32.4)), unit("foe", "de.squad", (80, 60)), pieces=[obstacle]
    )
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    after = play_on(state, Work(UK, "sappers", Task.DEMOLISH, obstacle.id), 6)
    parts = [part for piece in at(after).table.pieces for part in shapely.get_parts(piece.area).tolist()]
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
    assert set(targets_of(at(state), state.unit("sappers"), Task.DEMOLISH)) == {"wreck", "old"}
    charge = Work(UK, "sappers", Task.DEMOLISH, "old")
    after = play_on(state, charge, 6)
    assert [wreck.unit for wreck in progress_of(after).wrecks] == ["far"]
    assert after.unit("sappers").at == Spot(30, 34)
    odds = GAME.chances(state, charge).odds
    assert odds is not None
    assert odds.of("the wrecked Sherman V is gone") == Fraction(1, 6)
    assert "wreck" not in _pieces(play_on(state, replace(charge, target="wreck"), 6))


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
    """OUR 138: of a walled yard not the wall across it, nor the whole of a leg that bends off; of a field of teeth 6 inches of its depth."""
    state = game(
        unit("sappers", "uk.sappers", sappers), unit("foe", "de.squad", (80, 60)), pieces=[Piece("teeth", T.DRAGONS_TEETH, shape)],
    )  # fmt: skip
    after = play_on(
        told_to(state, "sappers", MOVE, ENGINEER, done=1), Work(UK, "sappers", Task.DEMOLISH, "teeth"), 6
    )
    lost = shape.difference(at(after).table.piece("teeth").shape)
    assert lost.bounds == pytest.approx(gone, abs=0.02)


@proves("KN-ENG-09")
def test_a_charge_takes_six_inches_of_a_thick_hedge_that_turns_back_on_itself() -> None:
    """Its other arm, 0.8 inches behind, stands, though the hedge is 2 inches thick."""
    hedge = line(T.HEDGE, (20, 30), (40, 30), (40, 29.2), (20, 29.2), width_in=2)
    state = game(unit("sappers", "uk.sappers", (30, 33)), unit("foe", "de.squad", (80, 60)), pieces=[hedge])
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    after = play_on(state, Work(UK, "sappers", Task.DEMOLISH, "hedge"), 6)
    assert at(after).table.piece("hedge").shape.length == pytest.approx(40.8 - 6, abs=0.01)


@proves("KN-ENG-09")
def test_a_second_charge_takes_the_next_six_inches_of_the_stretch_it_is_set_at() -> None:
    hedge = line(T.HEDGE, (20, 30), (50, 30), width_in=0.5)
    state = game(
        unit("sappers", "uk.sappers", (30, 32.2)), unit("others", "uk.sappers", (35, 32.2)), unit("foe", "de.squad", (80, 60)),
        pieces=[hedge],
    )  # fmt: skip
    for one in ("sappers", "others"):
        state = play_on(told_to(state, one, MOVE, ENGINEER, done=1), Work(UK, one, Task.DEMOLISH, "hedge"), 6)
    parts = shapely.get_parts(at(state).table.piece("hedge").shape).tolist()
    assert [part.bounds[::2] for part in parts] == [pytest.approx((20, 27)), pytest.approx((39, 50))]


@proves("KN-ENG-09")
def test_a_log_of_an_earlier_version_cuts_an_obstacle_round_a_spot() -> None:
    state = game(unit("foe", "de.squad", (80, 60)), pieces=[line(T.HEDGE, (20, 30), (40, 30))])
    told = {"is": "PieceCut", "piece": "hedge", "at": [30, 30], "length_in": 6.0}
    after = GAME.events.read(told).on(state)
    assert at(after).table.piece("hedge").shape.length == pytest.approx(14)


@proves("KN-ENG-10", "KN-ENG-06")
def test_an_immobilised_vehicle_is_destroyed() -> None:
    state = game(
        unit("sappers", "uk.sappers", (30, 32.4)),
        unit("pz", "de.pz4h", (30, 29), IMMOBILISED),
        unit("foe", "de.squad", (80, 60)),
    )
    state = told_to(state, "sappers", MOVE, ENGINEER, done=1)
    after = play_on(state, Work(UK, "sappers", Task.DEMOLISH, "pz"), 6, 1)
    assert "pz" not in after.units
    assert len(progress_of(after).counters_of(DE)) == 1
    assert "used its charge" in str(may_work(at(after), after.unit("sappers"), Task.DEMOLISH))


@proves("KN-ENG-03", "KN-ENG-06", "KN-ENG-12a", "KN-ENG-13", "KN-SPEC-20")
@pytest.mark.parametrize(
    ("type_id", "can"),
    [
        ("uk.sappers", {Task.CLEAR_MINES, Task.DEMOLISH}),
        ("uk.sherman_crab", {Task.CLEAR_MINES}),
        ("us.dozer", {Task.CLEAR_MINES}),
        ("uk.bridging", {Task.BRIDGE}),
        ("uk.churchill_bridge", {Task.BRIDGE}),
        ("uk.avre_fascine", {Task.BRIDGE}),
        ("uk.squad", set()),
        ("uk.sherman", set()),
    ],
)
def test_who_can_do_which_task(type_id: str, can: set[Task]) -> None:
    state = game(unit("one", type_id, (30, 30), side=UK))
    assert {task for task in Task if may_work(at(state), state.unit("one"), task) is None} == can


def _mined(*units: Unit) -> GameState:
    return game(*units, unit("foe", "de.squad", (80, 60)), pieces=[area(T.MINEFIELD, 29, 29, 31, 31)])


@proves("KN-ENG-01", "KN-ENG-02")
@pytest.mark.parametrize(("die", "done"), [(6, True), (5, False)])
def test_work_has_its_die_though_the_second_action_is_forgone(die: int, done: bool) -> None:
    """One action and a 6 come to 7: the minefield is cleared."""
    state = _mined(unit("sappers", "uk.sappers", (30, 35)))
    work = Work(UK, "sappers", Task.CLEAR_MINES, "minefield")
    state = play_on(told_to(state, "sappers", ENGINEER, ENGINEER), work)
    assert "D6 + 1 action, 7 or more (KGN Engineering tasks" in str(GAME.chances(state, Forgo(UK)))
    after = play_on(state, Forgo(UK), die)
    assert (_pieces(after) == {}) is done
    assert progress_of(after).activation is None


@proves("KN-ENG-01", "KN-ENG-02")
@pytest.mark.parametrize(("unit_id", "kinds"), [
    ("sappers", (ENGINEER, ENGINEER)), ("sappers", (MOVE, ENGINEER)), ("sappers", (ENGINEER, MOVE)),
    ("arv", (ENGINEER, ENGINEER)),
])  # fmt: skip
def test_who_does_not_work_has_no_die_for_what_was_begun_before(
    unit_id: str, kinds: tuple[ActionKind, ...]
) -> None:
    """The sappers began to clear the mines an activation ago; the recovery tank works on tracks, and then on nothing."""
    state = _mined(
        unit("sappers", "uk.sappers", (30, 35)), unit("arv", "uk.sherman_arv", (50, 50)),
        unit("tank", "uk.sherman", (52, 50), IMMOBILISED),
    )  # fmt: skip
    state = JOBS.put(state, (Job(UK, Task.CLEAR_MINES, "minefield", 5, "sappers"),))
    state = told_to(state, unit_id, *kinds)
    first = (Mend(UK, "arv", "tank"), 1) if unit_id == "arv" else (Forgo(UK),)
    assert play_on(play_on(state, *first), Forgo(UK)).board == state.board


@proves("KN-ENG-01", "KN-ENG-22")
@pytest.mark.parametrize("change", ["they run off", "the tank is lost"])
def test_engineers_who_are_not_at_their_work_any_more_have_no_die_for_it(change: str) -> None:
    """OUR 215: after one action on a charge at a tank they act heroically elsewhere, or an event takes the tank."""
    state = game(
        unit("sappers", "uk.sappers", (30, 34)), unit("tank", "de.tiger", (30, 30), IMMOBILISED),
        unit("foe", "de.squad", (80, 60)),
    )  # fmt: skip
    work = Work(UK, "sappers", Task.DEMOLISH, "tank")
    state = play_on(told_to(state, "sappers", ENGINEER, ENGINEER), work)
    if change == "they run off":
        state = state.with_unit(replace(state.unit("sappers"), at=Spot(30, 44)))
    else:
        resolution = resolving(state, dice_of((14,)))
        lose(resolution, "tank", "abandoned")
        state = resolution.state
    after = play_on(state, Forgo(UK))
    assert JOBS.of(progress_of(after)) == (Job(UK, Task.DEMOLISH, "tank", 1, "sappers"),)
    assert after.units.keys() == state.units.keys()


@proves("KN-ENG-03", "KN-ENG-21", "KN-ENG-22")
@pytest.mark.parametrize(("middle_in", "may"), [(35.8, True), (38.0, False)])
def test_a_minefield_is_cleared_from_its_edge_without_a_step_into_it(middle_in: float, may: bool) -> None:
    """OUR 133: the nearest man stands between 4 and 5 inches from the sign, or farther away."""
    state = _mined(unit("sappers", "uk.sappers", (30, middle_in)), unit("squad", "uk.squad", (36, 35)))
    assert gap_in(at(state).base(state.unit("sappers")), SIGN) > 4.0
    state = told_to(state, "sappers", ENGINEER, ENGINEER)
    work = Work(UK, "sappers", Task.CLEAR_MINES, "minefield")
    assert (work in legal(state)) is may
    if may:
        assert _pieces(play_on(play_on(state, work), work, 5)) == {}


@proves("KN-ENG-04")
@pytest.mark.parametrize(("to_y", "dice"), [(34.4, (2,)), (35.4, ())])
def test_an_inch_is_enough_to_come_near_a_minefield(to_y: float, dice: tuple[int, ...]) -> None:
    """The sign stands at (30, 30); the front of a jeep comes from 4.4 inches to 3.4, or stays away."""
    state = told_to(_mined(unit("jeep", "uk.jeep", (30, to_y + 1), facing_deg=0)), "jeep", MOVE, MOVE)
    play_on(state, Move(UK, "jeep", (Spot(30, to_y + 1), Spot(30, to_y))), *dice)


@proves("KN-ENG-04", "KN-ENG-05")
def test_a_unit_that_comes_within_four_inches_strikes_a_mine_on_a_three() -> None:
    state = told_to(_mined(unit("squad", "uk.squad", (30, 40))), "squad", MOVE, MOVE)
    step = Move(UK, "squad", (Spot(30, 40), Spot(30, 35)))
    safe = play_on(state, step, 2)
    assert progress_of(safe).of("squad").men == 8
    assert safe.unit("squad").at == Spot(30, 35)
    hit = play_on(state, step, 3, 4, 5, 6, 1, 2, 6, 5, 4, 1)
    assert progress_of(hit).of("squad").men == 6
    stopped = hit.unit("squad").at
    assert isinstance(stopped, Spot)
    assert 4.0 <= stopped.gap_in(SIGN) < 6.0


@proves("KN-ENG-04")
def test_a_move_that_stays_away_rolls_for_no_mine() -> None:
    state = told_to(_mined(unit("squad", "uk.squad", (30, 44))), "squad", MOVE, MOVE)
    play_on(state, Move(UK, "squad", (Spot(30, 44), Spot(30, 40))))


@proves("KN-ENG-04")
@pytest.mark.parametrize("to_y", [33.6, 34.0])
def test_who_sets_out_beside_a_minefield_rolls_however_short_the_way(to_y: float) -> None:
    """OUR 134: a squad that stands 3.5 inches from the sign goes a tenth of an inch, or half of one."""
    state = told_to(_mined(unit("squad", "uk.squad", (30, 33.5))), "squad", MOVE, MOVE)
    play_on(state, Move(UK, "squad", (Spot(30, 33.5), Spot(30, to_y))), 2)


@proves("KN-ENG-04")
@pytest.mark.parametrize(
    ("from_y", "gone_in", "to_in", "rolls"),
    [
        (33.5, 0.0, 0.0, False), (33.5, 0.0, 2.0, True), (33.5, 1.0, 2.0, False),
        (40.0, 0.0, 4.5, False), (40.0, 0.0, 5.0, True), (40.0, 5.0, 7.0, False),
    ],
)  # fmt: skip
def test_a_halted_move_rolls_once_for_the_mines_it_has_come_near(
    from_y: float, gone_in: float, to_in: float, rolls: bool
) -> None:
    """OUR 135: covering fire halts a squad that sets out beside the sign, or comes within 4 inches after 5; then it goes on."""
    state = _mined(unit("squad", "uk.squad", (30, from_y)))
    way = (Spot(30, from_y), Spot(30, from_y - 8))
    move = MoveUnderWay("squad", way, None, reverse=False, gone_in=gone_in)
    dice = dice_of([2] if rolls else [])
    pass_mines(resolving(state, dice), move, to_in)
    dice.assert_done()


@proves("KN-ENG-04", "KN-ENG-05")
@pytest.mark.parametrize(("to_in", "rolls"), [(27.5, False), (27.75, True)])
def test_a_roundabout_way_comes_near_the_mines_after_all_its_inches(to_in: float, rolls: bool) -> None:
    """A lone man goes 18 inches well away and 6 past them, then straight at the sign: 4 inches from it after 3.7 more."""
    corners = ((48, 44), (43, 44), (36, 44), (36, 38), (30, 38), (30, 30))
    path = tuple(Spot(float(x), float(y)) for x, y in corners)
    move = MoveUnderWay("man", path, None, reverse=False)
    dice = dice_of([2] if rolls else [])
    pass_mines(resolving(_mined(unit("man", "uk.runner", corners[0], facing_deg=90)), dice), move, to_in)
    dice.assert_done()


@proves("KN-ENG-04")
@pytest.mark.parametrize(
    ("start", "corner", "near_after_in"),
    [(Spot(36, 44), Spot(30, 44), 15.0), (Spot(40, 36), Spot(30, 36), 11.0)],
    ids=["from far away", "past it first"],
)
@pytest.mark.parametrize("beyond_in", [-0.5, 0.5])
def test_the_inches_to_a_minefield_are_those_of_the_whole_way_round_a_corner(
    start: Spot, corner: Spot, near_after_in: float, beyond_in: float
) -> None:
    """A jeep drives west and turns north for the sign at (30, 30): its front is near with its middle at (30, 35)."""
    state = _mined(unit("jeep", "uk.jeep", start, facing_deg=270))
    move = MoveUnderWay("jeep", (start, corner, Spot(30, 30)), None, reverse=False)
    dice = dice_of([2] if beyond_in > 0 else [])
    pass_mines(resolving(state, dice), move, near_after_in + beyond_in)
    dice.assert_done()


@proves("KN-ENG-04")
def test_who_turns_away_in_time_rolls_for_no_mine() -> None:
    """A jeep, 1 inch wide and 2 long, goes by 3 inches to the side: its corner comes to 4.1 inches from the sign."""
    state = told_to(_mined(unit("jeep", "uk.jeep", (33, 39), facing_deg=0)), "jeep", MOVE, MOVE)
    play_on(state, Move(UK, "jeep", (Spot(33, 39), Spot(33, 34.25), Spot(34, 34.25))))


@proves("KN-ENG-05")
def test_a_mine_strikes_the_belly() -> None:
    state = _mined(unit("tank", "uk.churchill", (30, 45)))
    armour = BOOK.type("uk.churchill").armour
    assert armour is not None
    assert len({armour.front, armour.side, armour.rear}) == 3
    assert target_on_mines(at(state), state.unit("tank")).armour == armour.rear


@proves("KN-ENG-13", "KN-ENG-14")
def test_four_men_bridge_a_stream_and_three_do_not() -> None:
    pieces = [area(T.RIVER, 20, 26, 60, 30)]
    men = game(unit("bridgers", "uk.bridging", (30, 32)), unit("foe", "de.squad", (80, 60)), pieces=pieces)
    state = told_to(men, "bridgers", MOVE, ENGINEER, done=1)
    work = Work(UK, "bridgers", Task.BRIDGE, "river")
    tank = unit("tank", "uk.sherman", (30, 34))
    after = play_on(state, work, 6).with_unit(tank)
    after = after.with_unit(replace(after.unit("bridgers"), at=Spot(50, 50)))
    way = (Spot(30, 34), Spot(30, 26))
    assert not list(why_not_go(at(after), tank, way, None, reverse=False))
    assert list(
        why_not_go(at(men.with_unit(tank).with_unit(after.unit("bridgers"))), tank, way, None, reverse=False)
    )
    few = game(
        unit("bridgers", "uk.bridging", (30, 31.2)),
        unit("foe", "de.squad", (80, 60)),
        pieces=pieces,
        status={"bridgers": Status(men=3)},
    )
    assert "takes 4 men" in why_not(told_to(few, "bridgers", ENGINEER, ENGINEER), work)
    helped = game(
        unit("bridgers", "uk.bridging", (30, 31.2)), unit("pals", "uk.squad", (33, 32)), unit("foe", "de.squad", (80, 60)),
        pieces=pieces, status={"bridgers": Status(men=3)},
    )  # fmt: skip
    assert why_not(told_to(helped, "bridgers", ENGINEER, ENGINEER), work) == ""


@proves("KN-ENG-15a", "KN-ENG-15b")
def test_a_fascine_fills_a_ditch_at_once_and_bridges_no_water() -> None:
    ditch = game(
        unit("avre", "uk.avre_fascine", (30, 33)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.ANTI_TANK_DITCH, 20, 28, 60, 31)],
    )  # fmt: skip
    state = told_to(ditch, "avre", ENGINEER, MOVE)
    lay = Work(UK, "avre", Task.BRIDGE, "anti_tank_ditch")
    assert "without a die (KGN Fascines)" in str(GAME.chances(state, lay))
    after = play_on(state, lay)
    assert T.BRIDGE in _pieces(after).values()
    assert "avre has laid what it carried" in why_not(told_to(after, "avre", ENGINEER, MOVE), lay)
    water = game(
        unit("avre", "uk.avre_fascine", (30, 33)),
        unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.STREAM, 20, 28, 60, 31)],
    )
    wet = Work(UK, "avre", Task.BRIDGE, "stream")
    assert why_not(told_to(water, "avre", ENGINEER, MOVE), wet) == (
        "a fascine crosses ditches, but no water (KGN Fascines)"
    )


@proves("KN-ENG-13", "KN-ENG-15a")
@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("uk.churchill_bridge", "one has laid what it carried (KGN Bridging, OUR 204, house value)"),
        ("uk.bridging", ""),
    ],
)
def test_a_bridging_tank_lays_its_one_bridge_and_men_build_on(kind: str, why: str) -> None:
    stream = area(T.STREAM, 20, 28, 60, 31)
    state = game(unit("one", kind, (30, 33)), unit("foe", "de.squad", (80, 60)), pieces=[stream])
    work = Work(UK, "one", Task.BRIDGE, "stream")
    state = play_on(told_to(state, "one", ENGINEER, MOVE), work, 6)
    assert why_not(told_to(state, "one", ENGINEER, MOVE), work) == why


@proves("KN-ENG-14", "KN-ENG-15a", "KN-ACT-06")
@pytest.mark.parametrize(("kind", "status", "why"), [
    ("uk.avre_fascine", Status(used=(("fascine", 1),)), "one has laid what it carried (KGN Bridging, OUR 204, house value)"),
    ("uk.bridging", Status(men=3), "a light bridge takes 4 men (KGN Light bridging units)"),
    ("uk.sherman", Status(), "one cannot take the action engineer (KGN Actions, OUR 38, inferred)"),
])  # fmt: skip
def test_who_is_told_to_work_and_cannot_hears_what_he_lacks(kind: str, status: Status, why: str) -> None:
    state = game(unit("one", kind, (30, 33)), unit("foe", "de.squad", (80, 60)), status={"one": status})
    assert why_not(state, Activate(UK, "one", (ENGINEER, MOVE))) == why


@proves("KN-ENG-13", "KN-ENG-22")
@pytest.mark.parametrize(
    ("terrain", "far_in", "from_in", "why"),
    [
        (T.RIVER, 22.0, 32.0, ""),
        (T.RIVER, 21.0, 32.0, 'no bridge of 8" spans river river from where bridgers stands (KGN Bridging, OUR 142, house value)'),
        (T.RIVER, 22.0, 40.0, "river river is not within reach of bridgers (KGN Engineering, OUR 133, inferred)"),
        (T.CROPS, 28.0, 32.0, "crops crops is neither a ditch nor water (KGN Bridge building)"),
    ],
)  # fmt: skip
def test_who_cannot_bridge_what_lies_before_him_is_told_why(
    terrain: T, far_in: float, from_in: float, why: str
) -> None:
    """It reaches from so far north to y = 30."""
    state = game(
        unit("bridgers", "uk.bridging", (30, from_in)), unit("foe", "de.squad", (80, 60)), pieces=[area(terrain, 20, far_in, 60, 30)],
    )  # fmt: skip
    bridge = Work(UK, "bridgers", Task.BRIDGE, terrain.value)
    assert why_not(told_to(state, "bridgers", ENGINEER, MOVE), bridge) == why


def _wreck() -> GameState:
    state = game(
        unit("arv", "uk.sherman_arv", (30, 30)),
        unit("tank", "uk.sherman", (30, 33.5)),
        unit("foe", "de.squad", (80, 60)),
        status={"tank": Status(rounds=(("ap", 2), ("he", 1)))},
    )
    resolution = resolving(state, dice_of([1]))
    lose(resolution, "tank", "destroyed")
    return resolution.state


@proves("KN-ENG-16a", "KN-ENG-16b", "KN-ENG-19", "KN-ENG-21", "KN-SPEC-20")
def test_a_wreck_is_mended_on_a_six_and_waits_for_the_next_turn() -> None:
    state = told_to(_wreck(), "arv", ENGINEER, ENGINEER)
    mend = Mend(UK, "arv", "tank")
    assert mend in legal(state)
    failed = play_on(state, mend, 5)
    assert "tank" not in failed.units
    mended = play_on(state, mend, 6)
    assert mended.unit("tank").at == Spot(30, 33.5)
    assert "tank" in progress_of(mended).activated
    assert progress_of(mended).wrecks == ()
    assert progress_of(mended).counters_of(UK) == ("1",)
    assert progress_of(mended).of("tank").rounds == (("ap", 2), ("he", 1))


@proves("KN-ENG-17")
def test_an_immobilised_vehicle_is_mended_on_a_five_and_may_be_activated_the_same_turn() -> None:
    """OUR 184: waiting for the next turn is for wrecks."""
    state = game(
        unit("arv", "uk.sherman_arv", (30, 30)),
        unit("tank", "uk.sherman", (30, 33.5), IMMOBILISED),
        unit("foe", "de.squad", (80, 60)),
    )
    state = told_to(state, "arv", ENGINEER, ENGINEER)
    assert play_on(state, Mend(UK, "arv", "tank"), 4).unit("tank").has(IMMOBILISED)
    mended = play_on(state, Mend(UK, "arv", "tank"), 5)
    assert not mended.unit("tank").has(IMMOBILISED)
    mended = play_on(mended, Forgo(UK))
    assert Activate(UK, "tank", (MOVE, MOVE)) in legal(mended)


@proves("KN-ENG-18")
def test_three_failures_put_a_vehicle_beyond_repair() -> None:
    state = _wreck()
    for _ in range(3):
        state = play_on(told_to(state, "arv", MOVE, ENGINEER, done=1), Mend(UK, "arv", "tank"), 1)
    assert ATTEMPTS.of(progress_of(state)) == (("tank", 3),)
    assert "beyond repair" in why_not(told_to(state, "arv", ENGINEER, ENGINEER), Mend(UK, "arv", "tank"))


@proves("KN-ENG-20")
def test_the_tows_that_are_listed_go_ahead_half_as_far_and_to_either_side_of_a_road() -> None:
    """A Sherman is 3.2 inches long: it turns a right angle for 1.6 of its 4.5 inches, half of that for 0.8."""
    state = told_to(_wreck(), "arv", MOVE, MOVE)
    assert {tow.to for tow in legal(state) if isinstance(tow, TowWreck)} == {
        Spot(30, 25.5), Spot(30, 27.75), Spot(27.39, 27.39), Spot(32.61, 27.39), Spot(27.11, 30), Spot(32.89, 30),
    }  # fmt: skip


@proves("KN-ENG-20")
def test_a_wreck_is_towed_at_half_rate() -> None:
    state = told_to(_wreck(), "arv", MOVE, MOVE)
    assert "half its rate" in why_not(state, TowWreck(UK, "arv", "tank", Spot(30, 22)))
    after = play_on(state, TowWreck(UK, "arv", "tank", Spot(30, 26)))
    wreck: Loss = progress_of(after).wrecks[0]
    assert after.unit("arv").at == Spot(30, 26)
    assert wreck.at is not None
    assert wreck.at.gap_in(Spot(30, 26)) < 4


@proves("KN-ENG-01", "KN-ENG-02", "KN-ENG-21")
def test_sappers_at_two_tasks_throw_for_the_last_and_the_first_keeps_its_action() -> None:
    """OUR 208: two buildings in contact; in the next activation the first has had three actions, and a 4 is enough."""
    houses = [area(T.BRICK_BUILDING, 25, 30, 29, 34), area(T.WOODEN_BUILDING, 31, 30, 35, 34)]
    state = game(unit("sappers", "uk.sappers", (30, 32)), unit("foe", "de.squad", (80, 60)), pieces=houses)
    first, last = (Work(UK, "sappers", Task.DEMOLISH, house.id) for house in houses)
    state = play_on(told_to(state, "sappers", ENGINEER, ENGINEER), first)
    said = str(GAME.chances(state, last))
    assert f"set a charge, {houses[0].id}: no die in this activation" in said
    assert "no die" not in str(GAME.chances(state, first))
    state = play_on(state, last, 1)
    assert {job.target: job.actions for job in JOBS.of(progress_of(state))} == {
        house.id: 1 for house in houses
    }
    state = play_on(play_on(told_to(state, "sappers", ENGINEER, ENGINEER), first), first, 4)
    assert _pieces(state)[houses[0].id] is T.RUBBLE


@proves("KN-ENG-20")
@pytest.mark.parametrize(
    ("to", "there", "why"),
    [
        (Spot(30, 26), None, ""),
        (Spot(30, 26), unit("man", "uk.runner", (30, 30.5)), "no room behind arv: man stands there"),
        (Spot(30, 26), Loss("old", "uk.sherman", UK, "destroyed", Spot(31.5, 30)), "would stand on the wrecked Sherman V"),
        (Spot(32, 29.5), None, ""),
        (Spot(32, 29.5), area(T.RIVER, 20, 27, 28, 40), "no room behind arv: tank would stand partly in river"),
    ],
)  # fmt: skip
def test_a_wreck_is_towed_to_where_it_has_room(to: Spot, there: Unit | Loss | Piece | None, why: str) -> None:
    """OUR 206: 3.2 inches long and 1.6 wide, it comes to lie 3.3 inches behind its tow, across the old way if that turns."""
    far, wreck = (
        Loss(name, "uk.sherman", UK, "destroyed", at)
        for name, at in (("far", Spot(70, 8)), ("tank", Spot(30, 33.5)))
    )
    state = game(
        unit("arv", "uk.sherman_arv", (30, 30)),
        unit("foe", "de.squad", (80, 60)),
        *([there] if isinstance(there, Unit) else []),
        pieces=[there] if isinstance(there, Piece) else [],
    )
    wrecks = (far, wreck, there) if isinstance(there, Loss) else (far, wreck)
    state = told_to(with_progress(state, replace(progress_of(state), wrecks=wrecks)), "arv", MOVE, MOVE)
    refused = why_not(state, TowWreck(UK, "arv", "tank", to))
    assert (why in refused, refused == "") == (True, not why)


@proves("KN-ENG-16a")
def test_men_under_a_wreck_make_room_as_it_is_mended_and_men_beside_it_stay() -> None:
    """OUR 203: the wreck's hull lies within 30.8 inches; the squad under it, an enemy's too, stands beside it then."""
    wreck = _wreck()
    for name, kind, place in (("under", "de.squad", (30, 33.5)), ("beside", "uk.runner", (31.2, 33.5))):
        wreck = wreck.with_unit(unit(name, kind, place))
    state = play_on(told_to(wreck, "arv", ENGINEER, ENGINEER), Mend(UK, "arv", "tank"), 6)
    seen = Position(state, BOOK)
    assert not is_overlapping(seen.base(state.unit("under")), seen.base(state.unit("tank")))
    assert [state.unit(one).at for one in ("tank", "beside")] == [Spot(30, 33.5), Spot(31.2, 33.5)]


@proves("KN-ENG-12b")
def test_a_bulldozer_leaves_a_gap_in_a_hedge_but_not_in_bocage_nor_in_crops() -> None:
    for terrain, dice, opens in ((T.HEDGE, (1,), True), (T.BOCAGE, (1,), False), (T.CROPS, (), False)):
        state = game(
            unit("dozer", "us.dozer", (30, 33), side=UK), unit("foe", "de.squad", (80, 60)),
            pieces=[line(terrain, (10, 30), (60, 30), width_in=0.5)],
        )  # fmt: skip
        state = told_to(state, "dozer", MOVE, MOVE)
        after = play_on(state, Move(UK, "dozer", (Spot(30, 33), Spot(30, 26))), *dice)
        assert (T.GAP in _pieces(after).values()) is opens


@proves("KN-ENG-04")
def test_the_odds_of_a_move_say_that_mines_lie_on_its_way() -> None:
    for to, mines in ((Spot(30, 39), False), (Spot(30, 35), True)):
        state = told_to(_mined(unit("tank", "uk.churchill", (30, 41))), "tank", MOVE, MOVE)
        said = str(GAME.chances(state, Move(UK, "tank", (Spot(30, 41), to))))
        assert ("a mine goes off on 3+" in said) is mines, to
        assert ("33%" in said) is mines
        assert ("tank: destroyed" in said) is mines


@proves("KN-ENG-16a", "KN-ENG-17", "KN-ENG-20", "KN-SPEC-20")
@pytest.mark.parametrize(("gap_in", "touches"), [(0.99, True), (1.0, True), (1.02, False)])
@pytest.mark.parametrize("is_wreck", [True, False])
def test_a_recovery_vehicle_touches_what_is_within_an_inch_of_its_hull(
    gap_in: float, touches: bool, is_wreck: bool
) -> None:
    """Both hulls are 3.2 inches long, one behind the other."""
    there = (30, 30 + 3.2 + gap_in)
    tank = () if is_wreck else (unit("tank", "uk.sherman", there, IMMOBILISED),)
    state = game(unit("arv", "uk.sherman_arv", (30, 30)), *tank, unit("foe", "de.squad", (80, 60)))
    if is_wreck:
        wreck = Loss("tank", "uk.sherman", UK, "destroyed", Spot(*map(float, there)), 0.0)
        state = with_progress(state, replace(progress_of(state), wrecks=(wreck,)))
        tow = TowWreck(UK, "arv", "tank", Spot(30, 26))
        told = why_not(told_to(state, "arv", MOVE, MOVE), tow)
        assert ("is not a wreck that arv touches" not in told) is touches
    working = told_to(state, "arv", ENGINEER, ENGINEER)
    assert (Mend(UK, "arv", "tank") in legal(working)) is touches
    assert (why_not(working, Mend(UK, "arv", "tank")) == "") is touches


@proves(
    "KN-ENG-06", "KN-ENG-07b", "KN-ENG-07c", "KN-ENG-09", "KN-ENG-10", "KN-ENG-22", "KN-ENG-13",
    "KN-ENG-15a", "KN-ENG-03",
)  # fmt: skip
@pytest.mark.parametrize(
    ("type_id", "task", "terrain", "may"),
    [
        ("uk.sappers", Task.DEMOLISH, terrain, True)
        for terrain in (
            T.BUNKER, T.STONE_BUILDING, T.WOODEN_BUILDING, T.BRIDGE, T.BOCAGE, T.HEDGE, T.WALL, T.FENCE, T.DRAGONS_TEETH,
            T.ROAD_BLOCK, T.BARBED_WIRE, T.SANDBAGS,
        )
    ]
    + [
        ("uk.sappers", Task.DEMOLISH, terrain, False)
        for terrain in (T.WOODS, T.RIVER, T.GOOD_ROAD, T.HILL, T.TRENCH, T.CROPS, T.RUBBLE)
    ]
    + [("uk.bridging", Task.BRIDGE, terrain, True) for terrain in (T.RIVER, T.STREAM, T.DITCH, T.ANTI_TANK_DITCH)]
    + [("uk.bridging", Task.BRIDGE, terrain, False) for terrain in (T.LAKE, T.MARSH, T.WOODS, T.HEDGE)]
    + [("uk.avre_fascine", Task.BRIDGE, terrain, True) for terrain in (T.DITCH, T.ANTI_TANK_DITCH)]
    + [("uk.avre_fascine", Task.BRIDGE, terrain, False) for terrain in (T.RIVER, T.STREAM, T.LAKE)]
    + [("uk.sappers", Task.CLEAR_MINES, T.MINEFIELD, True), ("uk.sappers", Task.CLEAR_MINES, T.WOODS, False)],
)  # fmt: skip
def test_what_engineers_work_on(type_id: str, task: Task, terrain: T, may: bool) -> None:
    """A piece of ground four inches across, an inch before the engineers' men or their tank."""
    half = BOOK.type(type_id).length_in / 2 if BOOK.type(type_id).is_vehicle else 0.0
    state = game(
        unit("one", type_id, (40, 34.6 + half)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(terrain, 30, 30, 50, 34)],
    )  # fmt: skip
    where = at(state)
    assert (terrain.value in targets_of(where, state.unit("one"), task)) is may
    far = state.with_unit(replace(state.unit("one"), at=Spot(40, 41 + half)))
    assert terrain.value not in targets_of(at(far), far.unit("one"), task)
