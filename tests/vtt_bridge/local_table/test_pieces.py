"""The markers on a table that all sides share."""

from rules.game.state import GameState
from rules.game.units import Marker
from rules.ground.hex.hexes import Hex
from tests.drawing import board
from vtt_bridge.local_table.pieces import areas_of

FIELD = board(". . .\n. . .")


def test_a_shared_table_shows_open_markers_and_no_hidden_ones() -> None:
    wire = Marker("wire", Hex.named("A1"), side="ge")
    mines = Marker("mines", Hex.named("B1"), side="ge", hidden=True)
    areas = areas_of(GameState(FIELD, markers=(wire, mines), sides=("us", "ge")))
    assert [(area.terrain, area.cells) for area in areas] == [("wire", ("A1",))]
