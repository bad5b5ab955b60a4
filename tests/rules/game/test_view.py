"""A side's view: hidden information is removed before any question is answered."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game.state import GameState
from rules.game.units import Marker, Unit
from rules.game.view import names_no_secret, seen_by
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from tests.drawing import board

BOARD = board("\n".join([". . . . ."] * 5))


def state(*units: Unit) -> GameState:
    return GameState(BOARD, {unit.id: unit for unit in units}, sides=("us", "ge"))


def german(unit_id: str, at: str, *conditions: str) -> Unit:
    return Unit(unit_id, "tiger_i", "ge", Hex.named(at), 60, f"Tiger {unit_id}", frozenset(conditions))


def test_a_side_sees_all_that_is_its_own() -> None:
    whole = state(german("ge-1", "A1", "hidden"), german("ge-2", "A2", "concealed"), german("ge-3", "A3"))
    assert seen_by(whole, "ge") == whole


def test_hidden_units_of_others_are_gone() -> None:
    seen = seen_by(state(german("ge-1", "A1", "hidden"), german("ge-2", "A2", "hidden", "concealed")), "us")
    assert dict(seen.units) == {}


def test_hidden_markers_of_others_are_gone_and_open_ones_are_seen_whoever_laid_them() -> None:
    wire, mines = (
        Marker(kind, Hex.named("C3"), side="ge", hidden=kind == "mines") for kind in ("wire", "mines")
    )
    whole = replace(state(), markers=(wire, mines))
    assert seen_by(whole, "us").markers == (wire,)
    assert seen_by(whole, "ge").markers == (wire, mines)


def test_concealed_units_of_others_are_counters_in_their_place() -> None:
    seen = seen_by(state(german("ge-1", "B2", "concealed", "disrupted")), "us")
    assert list(seen.units.values()) == [
        Unit("concealed-B2-1", "concealed", "ge", Hex.named("B2"), conditions=frozenset({"concealed"}))
    ]


def test_a_concealed_stand_on_a_table_has_a_name_that_can_be_typed() -> None:
    stand = Unit("g-1", "tiger", "ge", Spot(10.0, 34.6), conditions=frozenset({"concealed"}))
    assert list(seen_by(state(stand), "us").units) == ["concealed-10,34.6-1"]


def test_a_book_says_which_type_a_counter_shows() -> None:
    whole = state(german("ge-1", "B2", "concealed"))
    seen = seen_by(whole, "us", lambda unit: f"{unit.side}.concealed")
    assert [unit.type for unit in seen.units.values()] == ["ge.concealed"]


def test_concealed_units_off_the_board_are_not_counted_out() -> None:
    waiting = Unit("ge-1", "tiger_i", "ge", conditions=frozenset({"concealed"}))
    assert dict(seen_by(state(waiting), "us").units) == {}


def test_a_name_taken_by_an_open_unit_is_not_given_again() -> None:
    decoy = Unit("concealed-B2-1", "us_squad", "us", Hex.named("B2"))
    seen = seen_by(state(decoy, german("ge-1", "B2", "concealed")), "us")
    assert sorted(seen.units) == ["concealed-B2-1", "concealed-B2-2"]
    assert seen.unit("concealed-B2-1") == decoy


secrets = st.builds(
    Unit,
    st.uuids().map(lambda found: f"secret-{found}"),
    st.sampled_from(["secret tiger", "secret squad"]),
    st.just("ge"),
    st.builds(Hex, st.integers(0, 4), st.integers(0, 4)),
    st.sampled_from([None, 60.0, 61.5]),
    st.just("secret name"),
    st.sampled_from([frozenset({"hidden", "secret"}), frozenset({"concealed", "secret"})]),
)


@given(st.lists(secrets, max_size=6, unique_by=lambda unit: unit.id))
def test_nothing_of_a_secret_leaks_not_even_by_order(units: list[Unit]) -> None:
    seen = seen_by(state(*units), "us")
    assert "secret" not in str(dict(seen.units))
    assert all(unit.facing_deg is None for unit in seen.units.values())
    assert list(seen_by(state(*reversed(units)), "us").units.items()) == list(seen.units.items())


@pytest.mark.parametrize(
    ("line", "hears"),
    [
        ("fox tries to recover: 9", False),
        ("Sgt. Fox leaves the river, 7 or less: 8", False),
        ("the foxhole in D4 is empty", True),
        ("Smith moves from D4 to D5", True),
    ],
)
def test_a_record_line_that_names_a_secret_unit_by_id_or_name_is_left_out(line: str, hears: bool) -> None:
    fox = Unit("fox", "squad", "ge", Hex.named("D4"), name="Sgt. Fox", conditions=frozenset({"concealed"}))
    smith = Unit("s1", "squad", "us", Hex.named("D5"), name="Smith")
    whole = state(fox, smith)
    seen, own = seen_by(whole, "us"), seen_by(whole, "ge")
    assert names_no_secret(line, whole, whole, (seen, seen)) is hears
    assert names_no_secret(line, whole, whole, (own, own))
