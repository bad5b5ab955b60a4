"""A player's own unit lists and a scenario's limit of sight, in a room of PlanarAlly."""

import json
from math import pi
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from maps.documents import parsed
from tests.vtt_bridge.duels import DUEL, LISTS, MIST, duel_file, mist_file
from tests.vtt_bridge.planarally.rooms import shape
from tests.vtt_bridge.planarally.server import Room, serving
from vtt_bridge.cli import main
from vtt_bridge.commands.bridges.planarally import PASSWORD_VARIABLE
from vtt_bridge.port.table_document import scene_of

INCH_PX = 50


def room_of(fight: dict[str, Any]) -> Room:
    """A room of squares of an inch with the two tanks of a fight."""
    tokens = []
    for number, unit in enumerate(fight["units"]):
        x, y = (INCH_PX * part for part in unit["at"])
        said = {key: unit[key] for key in ("side", "type", "id")}
        angle = unit["facing_deg"] * pi / 180
        box = {"width": 60, "height": 30}
        tokens.append(shape(f"u{number}", "assetrect", x - 30, y - 15, **box, said=said, angle=angle))
    layers = {"map": [], "grid": [], "tokens": tokens, "draw": []}
    drawn = [{"name": name, "type_": name, "shapes": shapes} for name, shapes in layers.items()]
    options = {"grid_type": "SQUARE", "unit_size": 1, "unit_size_unit": "in", "use_grid": True}
    return Room([{"name": "ground", "layers": drawn}], options)


def run(room: Room, command: str, *words: str) -> Result:
    given = ["bridge", "planarally", command, room.address, "--inch-px", str(INCH_PX), *words]
    done = CliRunner().invoke(main, given, env={PASSWORD_VARIABLE: "secret"})
    assert (done.exit_code, done.stderr) == (0, ""), done.stderr
    return done


def test_fire_is_ruled_by_the_unit_lists_of_the_scenario(tmp_path: Path) -> None:
    with serving(room_of(DUEL)) as room:
        said = run(room, "ask", "--board", duel_file(tmp_path), "fire", "comet", "panzer").stdout
        assert "with 77mm: " in said
        assert "from a reader's table" in said
        assert [shape["name"] for shape in room.layer("draw")] == ["blindhex-answer"]


def test_house_gives_a_bare_board_its_unit_lists(tmp_path: Path) -> None:
    own, board = tmp_path / "own.json", tmp_path / "field.json"
    own.write_text(json.dumps(LISTS), "utf-8")
    board.write_text(json.dumps(DUEL["board"]), "utf-8")
    with serving(room_of(DUEL)) as room:
        game = scene_of(
            parsed(run(room, "look", "--board", str(board), "--book", "kgn", "--house", str(own)).stdout)
        ).game
    assert game is not None
    assert game.house == {"roster": LISTS}


@pytest.mark.parametrize(("limit", "said"), [(12, "LOS blocked"), (18, "clear LOS")])
def test_los_is_ruled_by_the_sight_limit_of_the_scenario(tmp_path: Path, limit: int, said: str) -> None:
    path = Path(mist_file(tmp_path))
    path.write_text(json.dumps({**MIST, "options": {**MIST["options"], "sight_limit_in": limit}}), "utf-8")
    with serving(room_of(MIST)) as room:
        assert said in run(room, "ask", "--board", str(path), "los", "r", "b").stdout
