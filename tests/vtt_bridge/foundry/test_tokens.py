"""Tokens of Foundry read and written: sizes, facing, sides, and those that are scenery."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput
from tests.vtt_bridge.foundry.world import merge
from vtt_bridge.foundry.grid import Grid, GridType, Offset, frame_of_grid
from vtt_bridge.foundry.tokens import mark_changes, move_changes, token_seen
from vtt_bridge.port.virtual_table import MarkPiece, MovePiece, Token

COLUMNS = Grid(GridType.HEX_ODD_COLUMNS, 100, 2000, 1500)
SIDES = ("us", "ge")


def document(**changes: Any) -> dict[str, Any]:
    return {
        "_id": "t1", "name": "1 Sqd", "x": 100, "y": 200, "width": 1, "height": 1, "rotation": 0,
        "disposition": 1, "hidden": False, "flags": {}, **changes,
    }  # fmt: skip


def seen(grid: Grid = COLUMNS, **changes: Any) -> Token:
    token = token_seen(document(**changes), grid, SIDES)
    assert token is not None
    return token


@pytest.mark.parametrize(
    ("width", "height", "box"),
    [
        (1, 1, (115.47, 100)),
        (2, 2, (202.07, 200)),
        (0.5, 0.5, (57.74, 50)),
        (3, 3, (288.68, 300)),
        (1.5, 1, (144.34, 100)),
    ],
)
def test_a_token_on_hex_columns_is_as_large_as_foundry_draws_it(
    width: float, height: float, box: tuple[float, float]
) -> None:
    """By hand: 115.47 px is a hex from corner to corner, and a further column adds three quarters of it."""
    token = seen(width=width, height=height)
    assert token.size_px == pytest.approx(box[0], abs=0.01)
    assert token.position_px == pytest.approx((100 + box[0] / 2, 200 + box[1] / 2), abs=0.01)


def test_a_token_dropped_on_a_hex_stands_on_its_centre_to_half_a_pixel() -> None:
    x, y = COLUMNS.centre_px(Offset(4, 7))
    token = seen(x=round(x - 57.735), y=round(y - 50))
    assert token.position_px == pytest.approx((x, y), abs=0.51)


@pytest.mark.parametrize(
    ("rotation", "flags", "facing_deg"),
    [
        (0, {}, 180),
        (270, {}, 90),
        (90, {"art": "north"}, 90),
        (0, {"facing": {"deg": None, "rotation": 0}}, None),
        (60, {"facing": {"deg": 240.5, "rotation": 60}}, 240.5),
        (90, {"facing": {"deg": 240.5, "rotation": 60}}, 270),
    ],
)
def test_a_token_faces_by_its_rotation_unless_a_noted_facing_still_holds(
    rotation: float, flags: dict[str, Any], facing_deg: float | None
) -> None:
    """The picture faces south at rotation 0; what we noted counts until somebody turns the token by hand."""
    assert seen(rotation=rotation, flags={"blindhex": flags}).facing_deg == facing_deg


def test_a_token_with_locked_rotation_keeps_its_noted_facing() -> None:
    flags = {"blindhex": {"facing": {"deg": 30, "rotation": 0}}}
    assert seen(rotation=120, lockRotation=True, flags=flags).facing_deg == 30


def test_the_side_of_a_token_is_its_disposition_unless_flags_name_another() -> None:
    assert (seen().side, seen(disposition=-1).side) == ("us", "ge")
    assert seen(disposition=0, flags={"blindhex": {"side": "ge"}}).side == "ge"
    assert seen(flags={"blindhex": {"unit": {"side": "fr"}}}).side == ""


@pytest.mark.parametrize(
    "changes", [{"disposition": 0}, {"disposition": -2}, {"flags": {"blindhex": {"ignore": True}}}]
)
def test_neutral_secret_and_ignored_tokens_are_not_read(changes: dict[str, Any]) -> None:
    assert token_seen(document(**changes), COLUMNS, SIDES) is None


@given(
    st.sampled_from(list(GridType)),
    st.integers(-500, 3000),
    st.integers(-500, 3000),
    st.sampled_from([0.5, 1, 1.5, 2, 3, 4]),
    st.sampled_from([0, 0.1, 0.25]),
)
def test_a_token_moved_to_where_it_stands_keeps_its_pixels(
    kind: GridType, x: int, y: int, size: float, padding: float
) -> None:
    grid = Grid(kind, 100, 2000, 1500, padding)
    before = document(x=x, y=y, width=size, height=size)
    token = token_seen(before, grid, SIDES)
    assert token is not None
    changes = move_changes(before, grid, MovePiece("o", "t1", token.position_px))
    assert (changes["x"], changes["y"]) == (x, y)


@given(st.sampled_from(list(GridType)), st.floats(0, 2000), st.floats(0, 1500))
def test_a_token_moved_by_the_umpire_stands_on_the_exact_point_until_moved_by_hand(
    kind: GridType, x: float, y: float
) -> None:
    grid = Grid(kind, 70, 2000, 1500, 0.1)
    before = document()
    merge(before, move_changes(before, grid, MovePiece("o", "t1", (x, y))))
    assert seen(grid, **before).position_px == (x, y)
    before["x"] += 70
    assert seen(grid, **before).position_px == pytest.approx((x + 70, y), abs=0.51)
    before["flags"]["blindhex"]["place"] = {"x": before["x"], "y": before["y"], "at_px": [9999, 9999]}
    assert seen(grid, **before).position_px == pytest.approx((x + 70, y), abs=0.51)


@given(st.floats(0, 359.9), st.sampled_from(["north", "south"]))
def test_a_token_turned_by_the_umpire_has_the_exact_facing_and_turns_on_by_hand(
    facing_deg: float, art: str
) -> None:
    before = document(flags={"blindhex": {"art": art}})
    merge(before, move_changes(before, COLUMNS, MovePiece("o", "t1", (300, 300), facing_deg)))
    assert seen(**before).facing_deg == facing_deg
    before["rotation"] = (before["rotation"] + 60) % 360
    assert seen(**before).facing_deg == pytest.approx((facing_deg + 60) % 360)


def test_marks_are_set_and_removed_and_other_flags_stay() -> None:
    before = document(flags={"blindhex": {"marks": {"a": True, "b": True}}, "other": {"x": 1}})
    merge(before, mark_changes(MarkPiece("o", "t1", {"a": None, "c": 2})))
    assert dict(seen(**before).marks) == {"b": True, "c": 2}
    assert before["flags"]["other"] == {"x": 1}


def test_a_token_on_the_first_hex_stands_at_the_origin_of_the_frame() -> None:
    frame = frame_of_grid(COLUMNS)
    x, y = COLUMNS.centre_px(Offset(1, 0))
    assert seen(x=round(x - 57.735), y=round(y - 50)).position_px == pytest.approx(frame.origin_px, abs=0.51)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"x": None}, "token t1.x is missing; wanted a number"),
        ({"width": 0}, "token t1.width: 0.* is not more than 0"),
        ({"hidden": "yes"}, "token t1.hidden: 'yes' is not true or false"),
        ({"flags": {"blindhex": {"unit": 3}}}, "token t1 flags.unit: 3 is not an object"),
        ({"flags": {"blindhex": []}}, "token t1.flags.blindhex: .* is not an object"),
        ({"x": 1e9}, "token t1.x"),
    ],
)
def test_a_token_with_missing_or_wrong_fields_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        seen(**changes)
