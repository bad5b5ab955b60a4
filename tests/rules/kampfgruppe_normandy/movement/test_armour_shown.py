"""What armour a vehicle shows on the way it is sent, and which way it turns at the end."""

from dataclasses import replace

import pytest

from rules.game.units import Unit
from rules.game.view import HIDDEN
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.declarations.turn.activation import Activate
from rules.kampfgruppe_normandy.play.armour_shown import shown_on_way, with_front_to_enemies
from rules.kampfgruppe_normandy.state.position import Position
from tests.rules.kampfgruppe_normandy.tables import GAME, UK, act, position, ready, table, unit

PAK = unit("pak", "de.pak40", (20, 4), 180)
TANK = unit("pz", "de.pz4h", (70, 30), 270)
MACHINE_GUN = unit("mg", "de.mg42", (24, 6), 180)


def _about_to_move(kind: str, *enemies: Unit) -> Position:
    """A British unit at (20, 30) that faces east and is to move."""
    state = ready(table(), unit("t", kind, (20, 30), 90), *(enemies or (PAK, MACHINE_GUN)))
    return position(act(state, Activate(UK, "t", (K.MOVE, K.MOVE))))


def _move_over(*path: tuple[float, float], facing_deg: float | None = None, reverse: bool = False) -> Move:
    return Move(UK, "t", (Spot(20, 30), *(Spot(*place) for place in path)), facing_deg, reverse)


@pytest.mark.parametrize(
    ("kind", "to", "turned"),
    [
        ("uk.sherman", (22, 30), 355.6), ("uk.sherman", (29, 30), None), ("uk.sherman", (20, 26), None),
        ("uk.squad", (22, 30), None), ("uk.jeep", (22, 30), None),
    ],
)  # fmt: skip
def test_armour_that_is_sent_ends_with_its_front_to_the_enemy_if_its_rate_pays_for_it(
    kind: str, to: tuple[float, float], turned: float | None
) -> None:
    """OUR 28: 2 inches and a turn of 94 degrees are within 9 inches, 9 inches and a turn are not; due north
    it shows its front anyway."""
    assert with_front_to_enemies(_about_to_move(kind), _move_over(to)).facing_deg == turned


def test_armour_that_must_turn_to_find_room_stands_there_with_its_front_to_the_enemy() -> None:
    """Out of everybody's sight or not; the other way round it turns as far."""
    east_or_west = _about_to_move("uk.sherman", unit("pz", "de.pz4h", (2, 30), 90))
    assert with_front_to_enemies(east_or_west, _move_over((20, 33), facing_deg=90.0)).facing_deg == 270.0


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (_move_over((26, 30)), ("t shows its side to pak.",)),
        (_move_over((20, 24)), ("t shows its side to pz.",)),
        (_move_over((20, 36)), ("t shows its rear to pak, its side to pz.",)),
        (_move_over((20, 36), reverse=True), ("t shows its side to pz.",)),
        (_move_over((20, 24), facing_deg=90.0), ("t shows its side to pz and pak.",)),
    ],
)
def test_the_way_names_enemies_to_which_armour_shows_its_side_or_rear(
    move: Move, told: tuple[str, ...]
) -> None:
    """The worst that each sees of it; a machine gun has nothing for armour."""
    assert tuple(shown_on_way(_about_to_move("uk.sherman", PAK, TANK, MACHINE_GUN), move)) == told
    assert tuple(shown_on_way(_about_to_move("uk.squad", PAK, TANK, MACHINE_GUN), move)) == ()


def test_an_enemy_that_does_not_see_or_reach_the_way_is_not_named() -> None:
    far = unit("far", "de.pz4h", (90, 30), 270)
    assert tuple(shown_on_way(_about_to_move("uk.sherman", far), _move_over((20, 36)))) == ()


def test_an_unknown_enemy_does_not_change_the_way_of_a_tank() -> None:
    """It would turn to him."""
    far = unit("foe", "de.opel", (90, 10), 270)
    alone, beset, unknown = (
        GAME.next_on_way(
            _about_to_move("uk.sherman", far, *others).state, ("t",), (Spot(20, 30), Spot(22, 30))
        )
        for others in ((), (PAK,), (replace(PAK, conditions=frozenset({HIDDEN})),))
    )
    assert alone == unknown == _move_over((22, 30))
    assert beset == _move_over((22, 30), facing_deg=355.6)
