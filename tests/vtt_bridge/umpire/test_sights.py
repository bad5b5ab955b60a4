"""Who gained and lost sight of whom by an action."""

import json
from typing import Any

import pytest

from rules.catalog import ruleset
from vtt_bridge.games.correcting import Wanted, correction
from vtt_bridge.games.game_log import GameHead
from vtt_bridge.games.record import Reader
from vtt_bridge.games.running_game import RunningGame, begun
from vtt_bridge.umpire.sights import sights_changed

HOUSE: dict[str, Any] = {
    "format": "blindhex-scenario/1", "name": "Behind the house", "ruleset": "kgn",
    "board": {"format": "blindhex-board/1", "name": "Field", "ground": "table", "width_in": 40, "depth_in": 24,
              "pieces": [{"id": "house", "terrain": "stone_building",
                          "shape": {"type": "Polygon", "coordinates": [[[18, 8], [22, 8], [22, 16], [18, 16], [18, 8]]]}}]},
    "sides": ["uk", "de"], "length": {"turns": 3},
    "units": [
        {"id": "uk.1", "type": "uk.sherman", "side": "uk", "at": [8, 12], "facing_deg": 90},
        {"id": "uk.2", "type": "uk.sherman", "side": "uk", "at": [8, 22], "facing_deg": 90},
        {"id": "de.1", "type": "de.stug3", "side": "de", "at": [32, 12], "facing_deg": 270, "name": "Sturm"},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> RunningGame:
    """A StuG behind a house, seen by the Sherman at the table's edge and not by the one before the house."""
    path = tmp_path_factory.mktemp("house") / "house.json"
    path.write_text(json.dumps(HOUSE), "utf-8")
    return begun(GameHead("kgn", str(path)), ruleset)


def moved(game: RunningGame, unit: str, at: str, **how: Any) -> RunningGame:
    return game.declare(correction(game, Wanted(unit, at, **how), "a slip of the hand"))


def test_a_gun_that_leaves_cover_gains_and_loses_sight_and_coming_back_reverses_it(
    house: RunningGame,
) -> None:
    all_of_it = Reader(sees_all=True)
    out = moved(house, "de.1", "32,2")
    told = sights_changed(out, 1, all_of_it)
    assert set(told.gained) == {("Sherman V 1", "Sturm"), ("Sturm", "Sherman V 1")}
    assert set(told.lost) == {("Sherman V 2", "Sturm"), ("Sturm", "Sherman V 2")}
    back = sights_changed(moved(out, "de.1", "32,12"), 2, all_of_it)
    assert (set(back.gained), set(back.lost)) == (set(told.lost), set(told.gained))


def test_sight_of_a_hidden_unit_is_told_to_its_own_side_alone(house: RunningGame) -> None:
    hidden = moved(house, "de.1", "32,2", gains=("hidden",))
    assert "Sturm" not in str(sights_changed(hidden, 1, Reader("uk")).gained)
    assert sights_changed(hidden, 1, Reader("de")).gained
