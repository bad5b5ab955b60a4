"""Minefields: which units come near enough to roll for a mine, how often, and what a mine does."""

import re
from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.conditions import COVERING
from rules.kampfgruppe_normandy.book.unit_types import Kind
from rules.kampfgruppe_normandy.declarations.covering_fire import HoldFire
from rules.kampfgruppe_normandy.declarations.deploying.boarding import Unload
from rules.kampfgruppe_normandy.declarations.deploying.occupying import LeaveBuilding
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.effects.mines import mines_on_the_way, pass_mines, target_on_mines
from rules.kampfgruppe_normandy.state.progress import MoveUnderWay, progress_of
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.engineering.sappers import (
    MOVE,
    SIGN,
    after_demolition,
    terrains,
    with_minefield,
)
from tests.rules.kampfgruppe_normandy.fire.crossings import ELEVEN_IN, crossing, pak_fire
from tests.rules.kampfgruppe_normandy.morale.losses import FOE
from tests.rules.kampfgruppe_normandy.tables import (
    BOOK,
    DE,
    FAR,
    GAME,
    UK,
    act,
    activated,
    area,
    dice_of,
    game,
    loaded,
    position,
    ready,
    record_of,
    refusal,
    resolving,
    status,
    table,
    told_to,
    unit,
)

MINES_AT_EIGHT = area(T.MINEFIELD, 32, 23, 34, 25)
"""Their sign is at (33, 24): the tank's hull comes within 4 inches after 7.4; moves are checked by quarter inches."""


@proves("KN-ENG-04", "KN-COV-04")
def test_a_move_halted_by_covering_fire_has_rolled_for_the_mines_it_came_near() -> None:
    state = act(crossing(MINES_AT_EIGHT), ELEVEN_IN)
    lines = record_of(state, pak_fire(9.0), 2, 4, 6)
    assert any("mines, minefield: d6 shows 2" in line for line in lines), lines
    assert "u is suppressed" in lines
    short = record_of(state, pak_fire(4.0), 4, 6)
    assert not any("mines" in line for line in short)
    missed = record_of(state, pak_fire(4.0), 1, 2)
    assert any("mines, minefield: d6 shows 2" in line for line in missed), missed


@proves("KN-ENG-04")
@pytest.mark.parametrize(("corner", "turn_deg"), [(Spot(25, 25), None), (Spot(25, 24), 180.0)])
def test_a_tank_that_strikes_a_mine_faces_as_it_came_to_it(corner: Spot, turn_deg: float | None) -> None:
    """OUR 135: it drives east and stops there, though it would have gone south after 5 inches, or turned south."""
    move = Move(UK, "u", tuple(dict.fromkeys((Spot(20, 24), Spot(25, 24), corner))), turn_deg)
    state = act(crossing(area(T.MINEFIELD, 28, 23, 30, 25)), move)
    struck = act(state, HoldFire(DE), 3, 1, 1, 4).unit("u")
    assert (struck.at, struck.facing_deg) == (Spot(23.5, 24), 90.0)


@proves("KN-ENG-04")
def test_a_mine_is_rolled_for_once_however_often_the_move_is_fired_on() -> None:
    state = act(crossing(MINES_AT_EIGHT, guns=2), ELEVEN_IN)
    state = act(state, pak_fire(8.5), 2, 1)
    lines = record_of(state, pak_fire(9.0, "p1"), 1)
    assert not any("mines" in line for line in lines)


@proves("KN-ENG-04", "KN-COV-04")
def test_a_mine_struck_before_the_inch_of_covering_fire_stops_the_mover_and_the_gun_has_not_fired() -> None:
    state = act(crossing(MINES_AT_EIGHT), ELEVEN_IN)
    state = act(state, pak_fire(9.0), 3, 1, 1, 4)
    stopped = state.unit("u").at
    assert isinstance(stopped, Spot)
    assert 27 < stopped.x_in < 28
    assert progress_of(state).move is None
    assert state.unit("p0").has(COVERING)
    assert GAME.to_act(state) == DE
    assert "no unit is moving" in refusal(state, pak_fire(9.0))
    assert refusal(state, pak_fire(0.0)) == ""
    assert GAME.to_act(act(state, HoldFire(DE))) == UK


@proves("KN-ENG-04")
@pytest.mark.parametrize("type_id", ["uk.sherman_crab", "uk.sappers", "uk.sherman", "uk.squad"])
def test_units_that_can_clear_mines_still_roll_for_mines_when_they_move(type_id: str) -> None:
    """OUR 134."""
    state = game(
        unit("u", type_id, (30, 38)), unit("foe", "de.squad", (80, 60)),
        pieces=[area(T.MINEFIELD, 29, 29, 31, 31)],
    )  # fmt: skip
    state = told_to(state, "u", K.MOVE, K.MOVE)
    move = Move(UK, "u", (Spot(30, 38), Spot(30, 33.5)))
    assert act(state, move, 2).unit("u").at == Spot(30, 33.5)
    assert "a mine goes off on 3+" in str(GAME.chances(state, move))


@proves("KN-ENG-05")
@pytest.mark.parametrize(
    ("type_id", "armour", "save"), [("uk.squad", 0, 6), ("uk.17pdr", 0, 6), ("uk.bedford", 0, None)]
)
def test_mines_strike_men_in_the_open_and_vehicles_from_below(
    type_id: str, armour: int, save: int | None
) -> None:
    one = unit("one", type_id, (30, 40))
    wood = area(T.WOODS, 20, 30, 40, 50)
    found = target_on_mines(position(game(one, FOE, pieces=[wood])), one)
    assert (found.armour, found.save) == (armour, save)
    tiger = unit("tiger", "de.tiger", (30, 40))
    plates = BOOK.type("de.tiger").armour
    assert plates is not None
    found = target_on_mines(position(game(tiger, FOE)), tiger)
    assert (found.kind, found.armour, found.save) == (Kind.ENCLOSED, plates.rear, None)


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
    after = after_demolition(state, "stone_building", 1, *mine)
    assert after.unit("sappers").at == Spot(ends_at, 40)
    assert progress_of(after).of("sappers").men == men
    assert terrains(after)["stone_building"] is T.RUBBLE


@proves("KN-ENG-04")
@pytest.mark.parametrize(("to_y", "dice"), [(34.4, (2,)), (35.4, ())])
def test_an_inch_is_enough_to_come_near_a_minefield(to_y: float, dice: tuple[int, ...]) -> None:
    """The sign stands at (30, 30); the front of a jeep comes from 4.4 inches to 3.4, or stays away."""
    state = told_to(with_minefield(unit("jeep", "uk.jeep", (30, to_y + 1), facing_deg=0)), "jeep", MOVE, MOVE)
    act(state, Move(UK, "jeep", (Spot(30, to_y + 1), Spot(30, to_y))), *dice)


@proves("KN-ENG-04", "KN-ENG-05")
def test_a_unit_that_comes_within_four_inches_strikes_a_mine_on_a_three() -> None:
    state = told_to(with_minefield(unit("squad", "uk.squad", (30, 40))), "squad", MOVE, MOVE)
    step = Move(UK, "squad", (Spot(30, 40), Spot(30, 35)))
    safe = act(state, step, 2)
    assert progress_of(safe).of("squad").men == 8
    assert safe.unit("squad").at == Spot(30, 35)
    hit = act(state, step, 3, 4, 5, 6, 1, 2, 6, 5, 4, 1)
    assert progress_of(hit).of("squad").men == 6
    stopped = hit.unit("squad").at
    assert isinstance(stopped, Spot)
    assert 4.0 <= stopped.gap_in(SIGN) < 6.0


@proves("KN-ENG-04")
def test_a_move_that_stays_away_rolls_for_no_mine() -> None:
    state = told_to(with_minefield(unit("squad", "uk.squad", (30, 44))), "squad", MOVE, MOVE)
    act(state, Move(UK, "squad", (Spot(30, 44), Spot(30, 40))))


@proves("KN-ENG-04")
@pytest.mark.parametrize(("to_y", "dice"), [(33.32, (2,)), (34.6, ()), (33.32, (3, 1, 1, 1, 1, 1))])
def test_men_placed_near_the_sign_at_the_end_of_a_move_roll_for_its_mines(
    to_y: float, dice: tuple[int, ...]
) -> None:
    """OUR 64, 134: the squad stops 6 inches short of the sign, and sends two of its eight men ahead of it."""
    state = told_to(with_minefield(unit("squad", "uk.squad", (30, 39))), "squad", MOVE, MOVE)
    *others, left, right, last = position(state).models(state.unit("squad"))
    kept = [Spot(man.x_in, man.y_in - 3) for man in (*others, last)]
    sent = [Spot(left.x_in, to_y), Spot(left.x_in, to_y + 1.3)]
    assert (left.y_in, right.y_in) == (38.221, 38.221)
    move = Move(UK, "squad", (Spot(30, 39), Spot(30, 36)), men=(*kept[:-1], *sent, kept[-1]))
    assert ("a mine goes off on 3+" in str(GAME.chances(state, move))) is bool(dice)
    after = act(state, move, *dice)
    assert position(after).models(after.unit("squad"))[5].gap_in(sent[0]) < 0.01


@proves("KN-ENG-04")
@pytest.mark.parametrize("path", [(Spot(30, 33.5),), (Spot(30, 33.5), Spot(30, 33.5))])
def test_a_unit_that_only_turns_beside_a_minefield_does_not_roll(path: tuple[Spot, ...]) -> None:
    """In whatever form its place is given; with no scripted die, a throw would be an error."""
    state = told_to(with_minefield(unit("squad", "uk.squad", (30, 33.5))), "squad", MOVE, MOVE)
    assert act(state, Move(UK, "squad", path, 90.0)).unit("squad").facing_deg == 90.0


@proves("KN-ENG-04")
@pytest.mark.parametrize("to_y", [33.6, 34.0])
def test_a_unit_that_sets_out_beside_a_minefield_rolls_however_short_its_way(to_y: float) -> None:
    """OUR 134: a squad that stands 3.5 inches from the sign goes a tenth of an inch, or half of one."""
    state = told_to(with_minefield(unit("squad", "uk.squad", (30, 33.5))), "squad", MOVE, MOVE)
    act(state, Move(UK, "squad", (Spot(30, 33.5), Spot(30, to_y))), 2)


@proves("KN-ENG-04")
@pytest.mark.parametrize(
    ("from_y", "gone_in", "to_in", "rolls"),
    [
        (33.5, 0.0, 0.0, False), (33.5, 0.0, 2.0, True), (33.5, 1.0, 2.0, False),
        (40.0, 0.0, 4.5, False), (40.0, 0.0, 5.0, True), (40.0, 5.0, 7.0, False),
        (40.0, 0.0, 4.996, False), (40.0, 4.996, 7.0, True),
        (40.0, 0.0, 4.9996, True), (40.0, 4.9996, 7.0, False), (33.5, 0.0004, 2.0, False),
    ],
)  # fmt: skip
def test_a_halted_move_rolls_once_for_the_mines_it_has_come_near(
    from_y: float, gone_in: float, to_in: float, rolls: bool
) -> None:
    """OUR 135: covering fire halts a squad that sets out beside the sign, or comes within 4 inches after 5; then it goes on.

    The record gives inches to three decimals.
    """
    state = with_minefield(unit("squad", "uk.squad", (30, from_y)))
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
    pass_mines(
        resolving(with_minefield(unit("man", "uk.runner", corners[0], facing_deg=90)), dice), move, to_in
    )
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
    state = with_minefield(unit("jeep", "uk.jeep", start, facing_deg=270))
    move = MoveUnderWay("jeep", (start, corner, Spot(30, 30)), None, reverse=False)
    dice = dice_of([2] if beyond_in > 0 else [])
    pass_mines(resolving(state, dice), move, near_after_in + beyond_in)
    dice.assert_done()


@proves("KN-ENG-04")
def test_a_jeep_that_turns_away_in_time_rolls_for_no_mine() -> None:
    """A jeep, 1 inch wide and 2 long, goes by 3 inches to the side: its corner comes to 4.1 inches from the sign."""
    state = told_to(with_minefield(unit("jeep", "uk.jeep", (33, 38))), "jeep", MOVE, MOVE)
    act(state, Move(UK, "jeep", (Spot(33, 38), Spot(33, 34.25), Spot(34, 34.25))))


@proves("KN-ENG-04")
@pytest.mark.parametrize(("to_y", "near"), [(35, True), (35.1, False)])
def test_a_jeep_whose_bumper_ends_four_inches_from_the_sign_is_near_enough(to_y: float, near: bool) -> None:
    """A jeep is 2 inches long."""
    state = with_minefield(unit("jeep", "uk.jeep", (30, 37)))
    way = Spot(30, 37), Spot(30, to_y)
    assert bool(list(mines_on_the_way(position(state), state.unit("jeep"), way))) is near


@proves("KN-ENG-05")
def test_a_mine_strikes_the_belly() -> None:
    state = with_minefield(unit("tank", "uk.churchill", (30, 45)))
    armour = BOOK.type("uk.churchill").armour
    assert armour is not None
    assert len({armour.front, armour.side, armour.rear}) == 3
    assert target_on_mines(position(state), state.unit("tank")).armour == armour.rear


@proves("KN-ENG-04")
def test_the_odds_of_a_move_say_that_mines_lie_on_its_way() -> None:
    for to, mines in ((Spot(30, 39), False), (Spot(30, 35), True)):
        state = told_to(with_minefield(unit("tank", "uk.churchill", (30, 41))), "tank", MOVE, MOVE)
        said = str(GAME.chances(state, Move(UK, "tank", (Spot(30, 41), to))))
        assert ("a mine goes off on 3+" in said) is mines, to
        assert ("33%" in said) is mines
        assert ("tank: destroyed" in said) is mines


@proves("KN-ENG-04", "KN-NIGHT-03")
@pytest.mark.parametrize(("night", "readings"), [(False, {134, 135, 136}), (True, {134, 135, 136, 152})])
def test_mines_on_the_way_are_reported_with_their_readings_by_day_and_at_night(
    night: bool, readings: set[int]
) -> None:
    state = with_minefield(unit("tank", "uk.churchill", (30, 41)), night=night)
    (told,) = mines_on_the_way(position(state), state.unit("tank"), (Spot(30, 41), Spot(30, 35)))
    assert set(map(int, re.findall(r"OUR (\d+)", str(told)))) == readings


@proves("KN-ENG-05", "KN-NIGHT-03")
@pytest.mark.parametrize(
    ("kind", "by_day", "at_night"), [("uk.squad", 6, 5), ("uk.6pdr", 6, 5), ("uk.jeep", None, 5)]
)
def test_at_night_a_unit_saves_from_a_mine_as_obscured_in_the_open(
    kind: str, by_day: int | None, at_night: int
) -> None:
    """OUR 136, 152: in woods too a mine finds its unit in the open, where everybody is obscured at night."""
    for night, save in ((False, by_day), (True, at_night)):
        state = game(unit("u", kind, (30, 30)), FOE, pieces=[area(T.WOODS, 20, 20, 40, 40)], night=night)
        assert target_on_mines(position(state), state.unit("u")).save == save


@proves("KN-ENG-04", "KN-ENG-05")
@pytest.mark.parametrize(("x_in", "dice"), [(27.2, (2,)), (27.2, (3, 1, 1, 1, 4, 4, 6, 1, 1)), (25.8, ())])
def test_a_squad_that_leaves_a_house_near_the_sign_rolls_for_its_mines(
    x_in: float, dice: tuple[int, ...]
) -> None:
    """OUR 225: eight men reach 2.1 inches to the east of their spot, and the sign is at (32, 22)."""
    house, mines = area(T.BRICK_BUILDING, 20, 20, 24, 24), area(T.MINEFIELD, 31, 21, 33, 23)
    squad = unit("a", "uk.squad", (22, 22), 90)
    state = activated(ready(table(house, mines), squad, FAR, inside={"a": house.id}), "a", K.DEPLOY, K.MOVE)
    action = LeaveBuilding(UK, "a", Spot(x_in, 22))
    told = str(GAME.chances(state, action))
    assert ("a mine goes off on 3+" in told) is ("225" in told) is bool(dice)
    assert status(act(state, action, *dice), "a").men == (7 if len(dice) > 1 else 8)


def _half_track_near_mines(load: str) -> GameState:
    """A half-track about to unload, west of a minefield's sign at (33, 22)."""
    state = loaded(unit("ht", "uk.m5_halftrack", (24, 22), 0), {"load": load}, FAR)
    return activated(replace(state, board=table(area(T.MINEFIELD, 32, 21, 34, 23))), "ht", K.DEPLOY, K.MOVE)


@proves("KN-ENG-04", "KN-ENG-05")
@pytest.mark.parametrize(("x_in", "dice"), [(27.2, (2,)), (26.5, ())])
def test_a_squad_unloaded_near_the_sign_rolls_for_its_mines(x_in: float, dice: tuple[int, ...]) -> None:
    """OUR 225: the half-track itself stands clear of them."""
    state = _half_track_near_mines("uk.squad")
    assert act(state, Unload(UK, "ht", "load", Spot(x_in, 22)), *dice).unit("load").at == Spot(x_in, 22)


@proves("KN-ENG-04")
@pytest.mark.parametrize(("facing_deg", "dice"), [(90.0, (1,)), (0.0, ())])
def test_a_gun_unlimbered_near_the_sign_rolls_by_its_hull_as_it_then_faces(
    facing_deg: float, dice: tuple[int, ...]
) -> None:
    """OUR 225: it is 2 inches long and 1.6 wide, and the sign stands to the east; the tow faces north."""
    state = _half_track_near_mines("uk.6pdr")
    action = Unload(UK, "ht", "load", Spot(28.1, 22), facing_deg)
    assert ("a mine goes off" in str(GAME.chances(state, action))) is bool(dice)
    assert act(state, action, *dice).unit("load").at == Spot(28.1, 22)
