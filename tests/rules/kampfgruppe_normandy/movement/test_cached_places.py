"""Cached places of units: a place is worked out again once its unit moves, boards or loses men."""

from dataclasses import replace

import pytest

from rules.game.state import GameState
from rules.ground.table.inches import Spot
from rules.kampfgruppe_normandy.book.conditions import MOVED, RESERVE
from rules.kampfgruppe_normandy.questions.movement.standing_room import taken
from rules.kampfgruppe_normandy.questions.ranges import range_between
from rules.kampfgruppe_normandy.state.progress import Status
from tests.rules.kampfgruppe_normandy.tables import game, position, unit, with_status


def _far_in(state: GameState) -> float:
    return range_between(position(state), state.unit("squad"), state.unit("foe")).nearest_in


def _moved(state: GameState, name: str, x_in: float) -> GameState:
    return state.with_unit(replace(state.unit(name), at=Spot(x_in, 20.0)))


def test_the_range_to_a_squad_follows_moves_and_casualties() -> None:
    """The foe goes an inch, then the squad; the two men who stand 6 inches behind the first fall."""
    state = game(
        unit("squad", "uk.squad", (20, 20)), unit("foe", "de.pz4h", (30, 20)),
        status={"squad": Status(men=3, offsets=((0.0, 0.0), (-6.0, 0.0), (-6.0, 0.0)))},
    )  # fmt: skip
    before_in = _far_in(state)
    assert _far_in(_moved(state, "foe", 31)) == pytest.approx(before_in + 1)
    assert _far_in(_moved(state, "squad", 19)) == pytest.approx(before_in + 1)
    assert _far_in(with_status(state, "squad", Status(men=1))) == pytest.approx(before_in - 6)
    assert _far_in(state) == before_in


def test_a_passenger_is_where_its_lorry_is() -> None:
    aboard = {"squad": Status(men=7, aboard="lorry")}
    state = game(
        unit("squad", "uk.squad", (20, 20)), unit("lorry", "uk.bedford", (20, 20)),
        unit("foe", "de.pz4h", (30, 20)), status=aboard,
    )  # fmt: skip
    before_in = _far_in(state)
    assert _far_in(_moved(state, "lorry", 15)) == pytest.approx(before_in + 5)


def test_the_list_of_units_on_the_table_is_rebuilt_for_reserves_and_not_for_a_move() -> None:
    state = game(unit("squad", "uk.squad", (20, 20)), unit("foe", "de.pz4h", (30, 20)))
    all_there = taken(position(state))
    marked = state.with_unit(state.unit("foe").marked(frozenset({MOVED})))
    assert taken(position(marked)) is all_there
    waiting = state.with_unit(state.unit("foe").marked(frozenset({RESERVE})))
    assert [one.id for one, _ in taken(position(waiting))] == ["squad"]
    assert taken(position(state)) is all_there
