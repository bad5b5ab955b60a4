"""Places as the script works them out, on all four hex grids and in inches."""

import json
from dataclasses import replace

import pytest

from maps.codec import board_document
from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from rules.ground.hex.board import HexBoard
from rules.ground.hex.hexes import First, Hex, HexGrid, Top
from rules.ground.table.inches import Spot
from tests.vtt_bridge.tabletop_simulator.game import TableGame, Thing
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.in_process_table import InProcessTable
from vtt_bridge.local_table.scenario_setup import open_scenario
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.calibration import place_px
from vtt_bridge.port.virtual_table import Game
from vtt_bridge.tabletop_simulator.layout import layout_of
from vtt_bridge.tabletop_simulator.script import global_script
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire

NOBODY = "http://127.0.0.1:9"
STANDS = [(Top.FLAT, First.HIGH), (Top.FLAT, First.LOW), (Top.POINTY, First.LEFT), (Top.POINTY, First.RIGHT)]


@pytest.mark.parametrize(("top", "first"), STANDS)
def test_the_script_finds_the_hex_of_a_marker_on_every_kind_of_hex_grid(top: Top, first: First) -> None:
    board = HexBoard("b", HexGrid(30, 8, top, first))
    layout = layout_of(
        board, Game("lhy", board_document(board)), hex_units=1.7, middle=(4.0, 9.0), is_open=True
    )
    places = [Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(5, 3), Hex(6, 3), Hex(28, 7), Hex(29, 7)]
    notes, things = json.dumps({"marker": "smoke", "value": 1}), []
    for place in places:
        x, z = layout.units(place_px(layout.frame, board, place))
        things.append(Thing(f"{place.label:0>6}", "Smoke", x + 0.5, z - 0.3, notes=notes))
    x, z = layout.units(place_px(layout.frame, board, places[3]))
    game = TableGame([*things, Thing("unit", "Squad", x, z, notes=json.dumps({"side": "us", "type": "t"}))])
    game.load(global_script(layout, NOBODY))
    game.chat("!field unit")
    areas = game.posted[0]["table"]["areas"]
    assert {area["id"].lstrip("0"): area["cells"][0] for area in areas} == {
        place.label: place.label for place in places
    }


def test_in_inches_rulings_are_those_of_the_local_table_and_a_line_ends_at_its_spot() -> None:
    meeting = scenario("meeting-on-the-long-lane")
    german = next(unit for unit in meeting.units if unit.side == "german")
    other = next(unit for unit in meeting.units if unit.side != "german")
    stand = (replace(german, at=Spot(6.0, 12.0), facing_deg=90.0), replace(other, at=Spot(41.0, 12.5)))
    fight = replace(meeting, units=stand)
    layout = layout_of(fight.board, table_game(fight), is_open=True)
    things = []
    for unit in fight.units:
        assert isinstance(unit.at, Spot)
        x, z = layout.units(place_px(layout.frame, fight.board, unit.at))
        notes = json.dumps({"side": unit.side, "type": unit.type, "id": unit.id})
        things.append(Thing(unit.id, unit.name, x, z, unit.facing_deg or 0.0, notes))
    viewer, target = fight.units
    umpire, store = Umpire(RULESETS, bundled_board), Store(":memory:")
    own = InProcessTable(store, open_scenario(store, fight))
    umpire.ask(own, question_of({"ask": "los", "who": viewer.id, "target": target.id}))
    (line,) = store.chat.lines(own._scene_id)
    game = TableGame(things)
    with serving(Store(":memory:"), umpire) as url:
        game.load(global_script(layout, url))
        game.chat(f'!los "{viewer.id}" > "{target.id}"')
        game.chat(f'!los "{viewer.id}" > 10,8')
    assert game.said[0] == ("", f"Umpire: {line.text}")
    assert game.said[1][1].startswith("Umpire: LOS ")
    ((*_, end),) = [line["points"] for line in game.lines]
    assert (end[0], end[2]) == pytest.approx(layout.units(place_px(layout.frame, fight.board, Spot(10, 8))))
