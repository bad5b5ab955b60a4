"""The script of Tabletop Simulator carries a player's own unit lists and the scenario's limit of sight."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from maps.library import bundled_board, scenario
from rules.catalog import RULESETS
from tests.vtt_bridge.cli_ground import answered
from tests.vtt_bridge.duels import DUEL, LISTS, MIST, TANK, duel_file, mist_file
from tests.vtt_bridge.tabletop_simulator.game import TableGame, Thing
from vtt_bridge.games.game_setup import table_game
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.port.calibration import place_px
from vtt_bridge.tabletop_simulator.layout import layout_of
from vtt_bridge.umpire.umpire import Umpire


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(Store(":memory:"), Umpire(RULESETS, bundled_board)) as address:
        yield address


def loaded(url: str, file: str, out: Path, *more: str) -> TableGame:
    """The game with the script that the command line writes for a scenario, and the scenario's units."""
    fight = scenario(file)
    layout = layout_of(fight.board, table_game(fight), is_open=True)
    things = []
    for number, unit in enumerate(fight.units):
        assert unit.at is not None
        x, z = layout.units(place_px(layout.frame, fight.board, unit.at))
        notes = json.dumps({"id": unit.id, "type": unit.type, "side": unit.side})
        things.append(Thing(f"{number:06x}", unit.id, x, z, unit.facing_deg or 0.0, notes))
    answered(
        "bridge",
        "tts",
        "script",
        "--board",
        file,
        "--url",
        url,
        "--open",
        "-o",
        str(out / "umpire.lua"),
        *more,
    )
    game = TableGame(things)
    game.load((out / "umpire.lua").read_text("utf-8"))
    return game


def test_the_script_carries_the_unit_lists_of_its_scenario(url: str, tmp_path: Path) -> None:
    game = loaded(url, duel_file(tmp_path), tmp_path)
    game.chat("!fire comet > panzer")
    ((_, said),) = game.said
    assert "with 77mm: " in said
    assert "from a reader's table" in said


def test_unit_lists_given_by_house_replace_those_of_the_scenario(url: str, tmp_path: Path) -> None:
    tank = {**TANK, "weapons": [{**TANK["weapons"][0], "name": "17 pounder"}]}
    own = tmp_path / "other.json"
    own.write_text(json.dumps({**LISTS, "units": [tank]}), "utf-8")
    game = loaded(url, duel_file(tmp_path), tmp_path, "--house", str(own))
    game.chat("!fire comet > panzer")
    assert "with 17 pounder: " in game.said[0][1]


@pytest.mark.parametrize(("limit", "said"), [(12, "LOS blocked"), (18, "clear LOS")])
def test_the_script_carries_the_sight_limit_of_its_scenario(
    url: str, tmp_path: Path, limit: int, said: str
) -> None:
    path = Path(mist_file(tmp_path))
    fight: dict[str, Any] = {**MIST, "options": {**MIST["options"], "sight_limit_in": limit}}
    path.write_text(json.dumps(fight), "utf-8")
    game = loaded(url, str(path), tmp_path)
    game.chat("!los r > b")
    assert said in game.said[0][1]


def test_the_script_carries_night_so_that_a_long_shot_is_out_of_range(url: str, tmp_path: Path) -> None:
    duel = Path(duel_file(tmp_path))
    comet, panzer = DUEL["units"]
    for night, said in ((False, "to hit"), (True, 'beyond 24" at night')):
        fight = {
            **DUEL,
            "units": [comet, {**panzer, "at": [40, 20]}],
            "options": {**DUEL["options"], "night": night},
        }
        duel.write_text(json.dumps(fight), "utf-8")
        game = loaded(url, str(duel), tmp_path)
        game.chat("!fire comet > panzer")
        assert said in game.said[0][1]
