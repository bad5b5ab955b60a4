"""Scenarios opened on a table, and read back from it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from maps.library import scenario, scenarios
from maps.scenario import Scenario
from rules.catalog import RULESETS
from rules.game.units import Marker, Unit
from rules.ground.table.inches import Spot
from rules.ground.table.tabletop import Tabletop
from tests.vtt_bridge.conftest import a_table
from tests.vtt_bridge.duels import DUEL, LISTS
from tests.vtt_bridge.scenes import beginning, fight, umpire
from vtt_bridge.local_table.scenario_setup import MOST_MAP_PX, open_scenario
from vtt_bridge.local_table.scene_seen import SceneSeen
from vtt_bridge.local_table.seats.seat import ALL_SEATS
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.web.png_check import png_size_px

BUNDLED = [found for entry in scenarios() if (found := scenario(entry.name)).ruleset in RULESETS]


@pytest.mark.parametrize("given", [fight(), *BUNDLED], ids=lambda one: one.name)
def test_a_scenario_opened_on_a_table_is_read_back_unchanged(given: Scenario) -> None:
    store = Store(":memory:")
    scene = store.scene(open_scenario(store, given))
    state, book = umpire().state(scene)
    wanted = given.state()
    assert state.board == wanted.board
    assert state.units == {unit.id: unit for unit in wanted.units.values() if unit.at is not None}
    assert state.markers == tuple(marker for marker in wanted.markers if not marker.hidden)
    assert (state.sides, book.id) == (wanted.sides, given.ruleset)
    assert max(scene.size_px) <= MOST_MAP_PX + 1


@pytest.mark.parametrize("name", ["mill-crossing", "dolgoye-crossing"])
def test_the_picture_of_the_map_has_the_size_of_its_scene(name: str) -> None:
    store = Store(":memory:")
    scene = store.scene(open_scenario(store, scenario(name)))
    seen = SceneSeen(store, umpire(), scene.source.scene, ALL_SEATS)
    assert png_size_px(seen.map_png(), "map") == scene.size_px


def test_hidden_mines_count_only_in_questions_of_the_side_that_laid_them() -> None:
    game = beginning("lhy-market-quarter")()
    mines = tuple(marker for marker in game.state.markers if marker.kind == "mines")
    assert [(marker.side, marker.hidden) for marker in mines] == [("ge", True)]
    store = Store(":memory:")
    scene = store.scene(open_scenario(store, scenario("lhy-market-quarter"), begin=lambda: game))
    assert not any(area.terrain == "mines" for area in scene.areas)
    for side, known in (("ge", mines), ("us", ())):
        state, _ = umpire().state(scene, side, game.state)
        assert tuple(marker for marker in state.markers if marker.kind == "mines") == known


def test_opening_a_scene_again_keeps_its_changes_unless_it_is_set_up_anew() -> None:
    store = Store(":memory:")
    scene_id = open_scenario(store, fight())
    store.remove_token(scene_id, "G-1")
    assert open_scenario(store, fight()) == scene_id
    assert {token.id for token in store.scene(scene_id).tokens} == {"A-1", "T-1"}
    assert open_scenario(store, fight(), anew=True) == scene_id
    scene = store.scene(scene_id)
    assert len(scene.tokens) == 3
    assert scene.source.revision == "3"


def test_the_scene_opened_last_is_listed_first() -> None:
    store = Store(":memory:")
    first = open_scenario(store, fight())
    second = open_scenario(store, replace(fight(), name="Another fight!"))
    assert [listed.id for listed in store.scenes()] == [second, first] == ["another-fight", "small-fight"]
    open_scenario(store, fight())
    assert [listed.id for listed in store.scenes()] == [first, second]


def test_a_scenario_in_inches_places_stands_and_markers_and_no_unit_off_the_table() -> None:
    stand = Unit("S-1", "us.able.1.squad.1", "US", Spot(10.0, 8.0))
    off = Unit("S-2", "us.able.1.squad.2", "US")
    given = replace(
        fight(), board=Tabletop("Bare", 72, 48), units=(stand, off), markers=(Marker("smoke", Spot(3.5, 4)),)
    )
    store = Store(":memory:")
    scene = store.scene(open_scenario(store, given))
    (token,) = scene.tokens
    assert token.position_px == (10 * scene.frame.cell_px, 8 * scene.frame.cell_px)
    assert umpire().state(scene)[0].markers == given.markers


def test_a_scenario_with_its_own_unit_lists_is_ruled_by_them_at_the_table(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_text(json.dumps(LISTS), "utf-8")
    (tmp_path / "duel.json").write_text(json.dumps(DUEL), "utf-8")
    source = str(tmp_path / "duel.json")
    with a_table(tmp_path, source) as table:
        answer = table.send("POST", "/ask", {"ask": "fire", "who": "comet", "target": "panzer"}).json()
        assert "penetration 12 against front armour" in answer["sentence"]
        (option,) = table.get("/game/choices?side=uk").json()["choices"]
        assert option["action"]["is"] == "RollForFirst"
