"""Units and places as players write them: one grammar for questions, games and chats."""

import pytest

from maps.library import bundled_board, scenario
from rules.catalog import ruleset
from rules.errors import OffBoard, Unknown
from rules.ground.hex.hexes import Hex
from rules.ground.table.inches import Spot
from vtt_bridge.errors import SeveralUnits
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.going import orders_from_words
from vtt_bridge.games.running_game import begun
from vtt_bridge.port.names import place_named, unit_named, units_fitting, viewer_named

MILL = scenario("mill-crossing").state()
LANE = bundled_board("long-lane")


@pytest.mark.parametrize("words", ["40,15", " 40, 15 ", "[40,15]", "(40, 15)"])
def test_a_place_in_inches_is_read_with_or_without_brackets(words: str) -> None:
    assert place_named(LANE, words) == Spot(40.0, 15.0)


def test_a_place_off_the_table_is_refused() -> None:
    with pytest.raises(OffBoard, match="not on the board"):
        place_named(LANE, "[400,15]")


def test_a_hex_label_on_a_table_in_inches_is_refused_with_an_example() -> None:
    with pytest.raises(Unknown, match=r"no unit or place in inches \(such as 50,15\) named 'C2'"):
        viewer_named(scenario("kgn-two-orchards").state(), "C2")


@pytest.mark.parametrize(
    ("words", "unit_id"),
    [
        ("ge.stug.1", "ge.stug.1"),
        ("StuG IIIG #1", "ge.stug.1"),
        ("stug 1", "ge.stug.1"),
        ("pak", "ge.pak40.3"),
        ("gun57", "us.gun57.1"),
        ("ge.latw", "ge.latw.1"),
        ("57mm", "us.gun57.1"),
        ("57 mm M1", "us.gun57.1"),
        ("stug1", "ge.stug.1"),
    ],
)
def test_a_unit_is_named_by_its_id_its_name_or_a_part_that_fits_it_alone(words: str, unit_id: str) -> None:
    assert unit_named(MILL, words).id == unit_id
    assert viewer_named(MILL, words) is MILL.unit(unit_id)


def test_a_part_of_a_name_that_fits_several_units_is_refused_with_their_names() -> None:
    with pytest.raises(SeveralUnits, match=r"'stug'.*ge\.stug\.1 \(StuG IIIG #1\), ge\.stug\.2"):
        unit_named(MILL, "stug")


def test_a_number_must_fit_whole_and_a_place_precedes_a_part_of_a_name() -> None:
    for words in ("pak 4", "stug11", "!"):
        assert units_fitting(MILL.units.values(), words) == ()
    assert viewer_named(MILL, "l4") == Hex.named("L4")


def test_a_misspelt_unit_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(Unknown, match=r"^no unit named 'ge\.stugg\.1'; did you mean ge\.stug\.1"):
        unit_named(MILL, "ge.stugg.1")


def test_actions_and_orders_take_parts_of_ids_and_patterns() -> None:
    now = begun(GameHead("lhy", "lhy-tiger-at-the-bridge", 1), ruleset)
    assert now.action_said("FireAntiTank unit=able-tank.2.1 targets=concealed@I6") == now.action_said(
        "FireAntiTank unit=us.able-tank.2.1 targets=concealed@I6"
    )
    patterns, ids = "us.able.2.squad.*", "us.able.2.squad.1 us.able.2.squad.2 us.able.2.squad.3"
    assert orders_from_words(now, f"{patterns} to e5") == orders_from_words(now, f"{ids} to [E5]")


def test_a_hidden_enemy_is_not_completed_from_part_of_its_id() -> None:
    now = begun(GameHead("lhy", "lhy-tiger-at-the-bridge", 1), ruleset)
    known = now.game.ruleset.seen_by(now.state, "us")
    unknown = [unit.id for unit in now.state.units.values() if unit.id not in known.units]
    assert unknown
    for unit_id in unknown:
        action = now.action_said({"is": "FireAntiTank", "unit": "us.99", "targets": [unit_id[:-1]]})
        assert unit_id not in str(action)
