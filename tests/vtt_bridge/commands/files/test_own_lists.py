"""A player's own army lists and battle groups on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.vtt_bridge.cli_ground import answered, document, run
from tests.vtt_bridge.duels import DUEL, LISTS

GROUP: dict[str, Any] = {
    "format": "blindhex-battle-group/1", "name": "Able", "ruleset": "kgn",
    "units": [{"type": "uk.hq"}, {"type": "uk.squad", "count": 3}, {"type": "uk.sherman", "count": 3}],
    "options": {"game_size": "platoon"},
}  # fmt: skip


def _file(folder: Path, name: str, document: object) -> str:
    path = folder / name
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


def test_an_own_battle_group_is_judged_by_points_and_units_with_cited_reasons(tmp_path: Path) -> None:
    said = answered("forces", _file(tmp_path, "able.json", GROUP), "--require").splitlines()
    assert said[0] == "battle groups: Able 227 points."
    assert "  - within the 250 points of this platoon game (KGN Game size)" in said
    more = {**GROUP, "units": [*GROUP["units"], {"type": "de.tiger"}]}
    result = run("forces", _file(tmp_path, "more.json", more), "--require")
    assert result.exit_code == 1
    assert "Able may not take the field" in result.stdout
    found = document("forces", _file(tmp_path, "able.json", GROUP), "--json")
    assert found["verdict"] == {
        "kind": "force_sizes",
        "text": "Able 227 points",
        "points": {"Able": 227},
        "refused": [],
    }


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"units": [{"type": "uk.maus"}]}, "units[0].type: 'uk.maus' is not a type in the roster of kgn"),
        ({"units": []}, "units: [] is not a list of one line or more"),
        ({"units": [{"type": "uk.hq", "count": 0}]}, "units[0].count: 0 is not a whole number from 1 to 100"),
        ({"ruleset": "chess"}, "no ruleset named 'chess'"),
        (
            {"options": {"game_size": "army"}},
            "options.game_size: 'army' is not one of platoon, company, battalion",
        ),
        ({"house": "gone.json"}, "no file named"),
        ({"board": "x"}, "'board' is not one of its keys"),
    ],
)
def test_a_battle_group_with_a_wrong_field_is_refused_in_one_line(
    changes: dict[str, Any], said: str, tmp_path: Path
) -> None:
    result = run("forces", _file(tmp_path, "able.json", {**GROUP, **changes}))
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_scenario_plays_with_the_lists_of_a_file_beside_it(tmp_path: Path) -> None:
    _file(tmp_path, "own.json", LISTS)
    duel = _file(tmp_path, "duel.json", DUEL)
    assert answered("forces", duel).startswith("battle groups: British 70 points, Germans 51 points.")
    fired = answered("fire", duel, "comet", "panzer")
    (pierces,) = (
        line for line in fired.splitlines() if line.startswith("- penetration 12 against front armour 6")
    )
    assert "KGN Equipment data, from a reader's table; KGN Equipment, OUR 68, house value" in pierces
    log = tmp_path / "duel.log"
    played = answered("play", duel, "--seed", "3", "-o", str(log))
    assert "Result: " in played
    assert answered("replay", str(log)).splitlines()[-1] == played.splitlines()[-1]


def test_a_roster_printed_as_json_and_changed_is_used_by_house(tmp_path: Path) -> None:
    lists = json.loads(answered("roster", "kgn", "--json"))
    squad = next(line for line in lists["units"] if line["id"] == "uk.squad")
    squad["points"] += 100
    own = _file(tmp_path, "own.json", lists)
    group = _file(tmp_path, "able.json", GROUP)
    assert "Able 527 points" in answered("forces", group, "--house", own)
    (line,) = (
        line
        for line in answered("roster", "kgn", "--house", own).splitlines()
        if line.split()[0] == "uk.squad"
    )
    assert line.split()[1:] == ["Infantry", "squad", "117", "points,", "morale", "value", "1"]
    assert "  72 points" in answered("roster", "matg1")
    assert json.loads(answered("roster", "matg1", "--json"))["book"] == "matg1"
    assert "is no document that --house takes" in run("roster", "lhy", "--json").stderr
    assert answered("roster", "lhy").count("\n") > 50
