"""blindhex doctor on files: whether a board, scenario, group or list can be played, and what in it is probably a slip."""

import json
from pathlib import Path
from typing import Any

from tests.vtt_bridge.cli_ground import answered, run, scenario_file

HILL = {
    "id": "knoll",
    "terrain": "hill",
    "shape": {"type": "Polygon", "coordinates": [[[9, 9], [19, 9], [19, 19], [9, 9]]]},
}
BOARD: dict[str, Any] = {
    "format": "blindhex-board/1",
    "name": "Knoll",
    "ground": "table",
    "width_in": 48,
    "depth_in": 48,
    "pieces": [HILL],
}


def looked_at(folder: Path, document: dict[str, Any]) -> tuple[int, list[str]]:
    path = folder / "given.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    found = run("doctor", str(path))
    return found.exit_code, found.stdout.splitlines()


def test_advice_on_a_board_is_printed_and_exits_with_0(tmp_path: Path) -> None:
    status, lines = looked_at(tmp_path, BOARD)
    assert status == 0
    assert lines[0] == "ok     the board can be read: Knoll: 48 x 48 inches; hill"
    assert lines[1].startswith(
        "check  pieces[knoll].level: 0 leaves it to the book how high the hill is; wanted"
    )
    assert len(lines) == 2


def test_a_board_or_scenario_that_cannot_be_played_is_wrong_and_exits_with_1(tmp_path: Path) -> None:
    status, lines = looked_at(tmp_path, {**BOARD, "width_in": 900})
    assert (status, lines) == (1, ["WRONG  width_in: 900 is not a size from 1 to 240 inches"])
    squads = [
        {"id": "u", "type": "uk.squad", "side": "uk", "at": [40, 40]},
        {"id": "e", "type": "de.squad", "side": "de", "at": [4, 4]},
    ]
    house = {**HILL, "id": "church", "terrain": "stone_building"}
    status, lines = looked_at(
        tmp_path,
        {
            "format": "blindhex-scenario/1",
            "name": "Far inside",
            "ruleset": "kgn",
            "board": {**BOARD, "pieces": [house]},
            "sides": ["uk", "de"],
            "units": squads,
            "length": {"turns": 6},
            "options": {"inside": {"u": "church"}},
        },
    )
    assert status == 1
    assert lines[-1].startswith(
        "WRONG  units.u.at: Spot(x_in=40.0, y_in=40.0) is not a spot in stone building church"
    )


def test_a_scenario_without_slips_is_reported_well(tmp_path: Path) -> None:
    found = run("doctor", scenario_file(tmp_path))
    assert (found.exit_code, found.stdout.splitlines()[-1]) == (0, "ok     no slips found in it")
    assert run("doctor", "mill-crossing").exit_code == 0


def test_import_prints_the_advice_of_doctor_on_the_new_board(tmp_path: Path) -> None:
    portal = {"bounds": [{"x": 2, "y": 2}, {"x": 3, "y": 2}], "closed": True}
    given = {
        "format": 0.3,
        "resolution": {"map_size": {"x": 9, "y": 9}, "pixels_per_grid": 70},
        "portals": [portal],
    }
    path = tmp_path / "map.uvtt"
    path.write_text(json.dumps(given), encoding="utf-8")
    told = run(
        "import", "uvtt", str(path), "--square-in", "2", "-o", str(tmp_path / "map.json")
    ).stderr.splitlines()
    assert told[0] == "The map holds no walls."
    assert told[-1].startswith(
        "check  pieces[opening-1].shape: 'LINESTRING (4 4, 6 4)' touches no house wall"
    )


def test_a_log_or_picture_given_as_a_board_is_recognized_as_such(tmp_path: Path) -> None:
    log, picture = tmp_path / "hill.log", tmp_path / "hill.png"
    run("game", "begin", "mill-crossing", str(log), "--seed", "1")
    found = run("doctor", str(log))
    assert (found.exit_code, found.stdout.splitlines()) == (
        1,
        [
            f"WRONG  {log} is the log of a game, not a board or scenario; blindhex replay {log} --check checks it"
        ],
    )
    picture.write_bytes(b"\x89PNG\r\n")
    found = run("doctor", str(picture))
    assert found.stdout == (
        f"WRONG  {picture}: 'byte 0x89' is not UTF-8 text; a picture or an archive holds no document\n"
    )


def test_doctor_counts_a_battle_group_by_its_book(tmp_path: Path) -> None:
    """KGN Game size: 240 points buy a platoon game."""
    group = {
        "format": "blindhex-battle-group/1",
        "name": "Able",
        "ruleset": "kgn",
        "units": [{"type": "uk.hq"}, {"type": "uk.squad", "count": 3}],
        "options": {"game_size": "platoon", "points": 240},
    }
    status, lines = looked_at(tmp_path, group)
    assert status == 0
    assert lines[:2] == [
        "ok     the battle group can be read: Able, 4 units",
        "ok     Kampfgruppe Normandy knows all of them",
    ]
    assert lines[2].startswith("ok     it may take the field: Able ")
    status, lines = looked_at(tmp_path, {**group, "units": [{"type": "uk.squad", "count": 30}]})
    assert status == 1
    assert "Able may not take the field: blindhex forces " in lines[-1]
    status, lines = looked_at(tmp_path, {**group, "units": [{"type": "uk.sqad"}]})
    assert status == 1
    assert lines[0].startswith("WRONG  units[0].type: 'uk.sqad' is not a type in the roster of kgn")


def test_doctor_tries_an_army_list_with_its_book(tmp_path: Path) -> None:
    listed = tmp_path / "mine.json"
    said = answered("new", "list", "--from", "matg2", "-o", str(listed))
    assert f"blindhex roster matg2 --house {listed} shows it" in said
    answered("roster", "matg2", "--house", str(listed))
    status, lines = looked_at(tmp_path, json.loads(listed.read_text("utf-8")))
    assert status == 0
    assert lines[0].startswith("ok     the list can be read: ")
    assert lines[1].startswith("ok     Micro Armour: The Game - WWII can be played by it: --house ")
    status, lines = looked_at(tmp_path, {"format": "blindhex-roster/1", "book": "lhy"})
    assert status == 1
    assert "'lhy' is not one of kgn, matg1, matg2" in lines[0]
