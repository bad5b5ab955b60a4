"""Rates of movement, turns, and reversing."""

from dataclasses import replace

import pytest

from rules.ground.table.inches import Spot
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.book.book_data import BookData
from rules.kampfgruppe_normandy.book.conditions import IMMOBILISED, MOVED
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER
from rules.kampfgruppe_normandy.book.unit_types import SpecialRule
from rules.kampfgruppe_normandy.declarations.movement import Move
from rules.kampfgruppe_normandy.questions.movement.way_plan import plan
from rules.kampfgruppe_normandy.ruleset import KampfgruppeNormandy
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    FAR,
    UK,
    act,
    activated,
    area,
    loaded,
    move_over,
    moving,
    opened,
    place_of_mover,
    position,
    ready,
    refusal,
    table,
    unit,
)


@proves("KN-MOVE-01", "KN-PRIN-04", "KN-PRIN-05")
def test_a_tank_goes_its_rate_and_pays_for_every_bend() -> None:
    state = moving()
    assert not refusal(state, move_over((20, 24), (29, 24)))
    assert refusal(state, move_over((20, 24), (29.1, 24)))
    assert "more than its 9" in refusal(state, move_over((20, 24), (24, 24), (24, 28.5)))
    after = act(state, move_over((20, 24), (29, 24)))
    assert place_of_mover(after) == Spot(29, 24)
    assert after.unit("u").has(MOVED)


@proves("KN-PRIN-06", "KN-PRIN-07")
def test_a_turn_about_costs_the_length_of_the_model() -> None:
    state = moving()
    assert not refusal(state, move_over((20, 24), facing_deg=270))
    assert not refusal(state, move_over((20, 24), (25.8, 24), facing_deg=270))
    assert refusal(state, move_over((20, 24), (25.9, 24), facing_deg=270))
    after = act(state, move_over((20, 24), facing_deg=270))
    assert after.unit("u").facing_deg == 270
    assert after.unit("u").has(MOVED)


@proves("KN-PRIN-06", "KN-MOVE-01")
def test_a_place_named_twice_on_a_way_costs_nothing() -> None:
    assert refusal(moving(), move_over((20, 24), (24, 24), (24, 24), (29, 24))) == ""


@proves("KN-MOVE-01")
def test_a_way_begins_where_the_unit_stands() -> None:
    assert "begins where it stands, at (20, 24)" in refusal(moving(), move_over((21, 24), (23, 24)))
    assert "begins where it stands" in refusal(moving(), move_over())


@proves("KN-MOVE-16")
def test_a_tow_cannot_reverse() -> None:
    state = loaded(unit("u", "uk.quad", (20, 24), 90), {"g": "uk.6pdr"}, FAR)
    state = activated(state, "u", K.MOVE, K.MOVE)
    assert "cannot reverse" in refusal(state, move_over((20, 24), (18, 24), reverse=True))


@proves("KN-MOVE-15")
@pytest.mark.parametrize("kind", ["uk.squad", "uk.6pdr"])
def test_only_vehicles_reverse(kind: str) -> None:
    refused = refusal(moving(kind=kind), move_over((20, 24), (19.5, 24), reverse=True))
    assert refused == "u is not a vehicle and cannot reverse (KGN Reversing)"
    assert not refusal(moving(kind=kind), move_over((20, 24), (20.5, 24)))


def test_the_words_of_a_move_include_the_turn_at_its_end() -> None:
    """The turn may show the enemy a flank, so a player whose hull fits only that way beside a wreck must be told."""
    way = Spot(50, 24), Spot(38, 24)
    assert str(Move(UK, "u", way, 5.0)) == "u moves to (38, 24) and turns to 5 degrees"
    assert str(Move(UK, "u", way)) == "u moves to (38, 24)"


@proves("KN-PRIN-06")
def test_men_turn_freely_and_a_tank_pays_for_each_corner() -> None:
    corner = ((20, 24), (22.5, 24), (22.5, 26.5))
    squad = activated(ready(table(), unit("u", "uk.squad", (20, 24), 90), FAR), "u", K.MOVE, K.MOVE)
    assert refusal(squad, move_over(*corner, facing_deg=0.0)) == ""
    tank = activated(ready(table(), unit("u", "uk.churchill", (20, 24), 90), FAR), "u", K.MOVE, K.MOVE)
    assert refusal(tank, move_over((20, 24), (25.9, 24))) == ""
    assert "more than its 6" in refusal(tank, move_over((20, 24), (23, 24), (23, 26.9)))


@proves("KN-DFAT-31")
def test_a_tank_immobilised_between_its_two_moves_stays() -> None:
    state = activated(ready(table(), unit("u", "uk.sherman", (20, 24), 90), FAR), "u", K.MOVE, K.MOVE)
    stuck = state.with_unit(replace(state.unit("u"), conditions=frozenset({IMMOBILISED})))
    assert "u is immobilised" in refusal(stuck, move_over((20, 24), (22, 24)))


@proves("KN-MOVE-14", "KN-MOVE-05", "KN-MOVE-09")
@pytest.mark.parametrize(("rules", "to_y", "said"), [
    (frozenset(), 22.0, "may not enter"),
    (frozenset({SpecialRule.AMPHIBIOUS}), 22.0, ""),
    (frozenset({SpecialRule.AMPHIBIOUS}), 19.0, "more than its 4"),
    (frozenset({SpecialRule.AMPHIBIOUS}), 31.0, ""),
])  # fmt: skip
def test_an_amphibious_tank_swims_4_inches(rules: frozenset[SpecialRule], to_y: float, said: str) -> None:
    """On land, in the field to the south, it drives 5."""
    swimmer = replace(HOUSE_ROSTER["uk.sherman"], rules=rules)
    book = BookData({**HOUSE_ROSTER, "uk.sherman": swimmer})
    river, rushes = area(T.RIVER, 0, 10, 72, 25), area(T.CROPS, 0, 10, 72, 25)
    field = area(T.CROPS, 0, 25, 72, 48, name="field")
    facing_deg = 0 if to_y < 26 else 180
    state = activated(
        ready(table(river, rushes, field), unit("u", "uk.sherman", (20, 26), facing_deg), FAR),
        "u",
        K.MOVE,
        K.MOVE,
    )
    reasons = "; ".join(
        map(str, KampfgruppeNormandy(book).as_game().why_not(state, move_over((20, 26), (20, to_y))))
    )
    assert said in reasons
    assert bool(said) == bool(reasons)


@proves("KN-PRIN-05")
def test_a_place_drawn_twice_is_no_turn() -> None:
    state = opened(table(), unit("u", "uk.sherman", (20, 24), 90), FAR)
    way = plan(position(state), state.unit("u"), (Spot(20, 24), Spot(22, 24), Spot(22, 24), Spot(25, 24)), None, reverse=False)  # fmt: skip
    assert (way.turns, way.price_in) == ((), 5)
