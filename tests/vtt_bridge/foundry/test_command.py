"""blindhex bridge foundry and doctor on the command line, with the relay on a socket and with files."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGINT
from typing import Any

import pytest
from click.testing import CliRunner, Result

from maps.documents import parsed
from maps.library import bundled_board
from rules.catalog import RULESETS
from tests.programs import needs
from tests.vtt_bridge.duels import LISTS, duel_file, mist_file
from tests.vtt_bridge.foundry.relay import KEY, Relay
from tests.vtt_bridge.foundry.served_relay import on_the_air
from tests.waiting import PATIENCE_S
from vtt_bridge.cli import main
from vtt_bridge.port.table_document import scene_of
from vtt_bridge.umpire.questions import question_of
from vtt_bridge.umpire.umpire import Umpire


@pytest.fixture
def address(relay: Relay) -> Iterator[str]:
    with on_the_air(relay) as url:
        yield url


def typed(*words: str, key: str = KEY) -> Result:
    """`blindhex` with these words and this key, in this process; the one that sits is a process of its own."""
    return CliRunner().invoke(main, words, env={"BLINDHEX_FOUNDRY_KEY": key})


def test_bridge_foundry_ask_answers_at_the_terminal_in_the_chat_and_on_the_map(
    relay: Relay, address: str
) -> None:
    run = typed("bridge", "foundry", "ask", address, "los", "us.mg.1", "StuG IIIG #1")
    assert (run.exit_code, run.stderr) == (0, "")
    assert run.stdout.startswith("LOS American 1. MG to StuG IIIG #1: ")
    assert [tile["flags"]["blindhex"]["tag"] for tile in relay.world.scene["tiles"]] == ["blindhex-answer"]
    assert "LOS American 1. MG to StuG IIIG #1" in relay.world.chat[0]["content"]


def test_a_question_that_cannot_be_asked_is_refused_in_one_line_and_nothing_is_written(
    relay: Relay, address: str
) -> None:
    before = json.dumps(relay.world.scene)
    for words, sentence in (
        (["los", "nobody", "C6"], "no unit or place named 'nobody'"),
        (["dance", "us.mg.1"], "QUESTION: 'dance' is not one of los, field"),
        (["field", "us.mg.1", "--scene", "Nowhere"], "no scene named 'Nowhere'"),
        (
            ["field", "us.mg.1", "--world", "Sunday"],
            "no such world is connected (the relay knows 'Saturday')",
        ),
        (
            ["field", "us.mg.1", "--side", "us"],
            "side 'us' has no players to whisper to; name them with --player us=USER",
        ),
        (["field", "us.mg.1", "--player", "ann"], "--player: 'ann' is not SIDE=USER"),
        (["field", "us.mg.1", "--a1", "here"], "--a1: 'here' is not a pixel such as 58,100"),
    ):
        run = typed("bridge", "foundry", "ask", address, *words)
        assert (run.exit_code, run.stdout) == (2, ""), words
        assert run.stderr.startswith("blindhex: ")
        assert run.stderr.count("\n") == 1
        assert sentence in run.stderr
    assert json.dumps(relay.world.scene) == before
    assert (relay.world.chat, relay.world.files) == ([], {})


def test_a_wrong_or_missing_key_is_refused(address: str) -> None:
    assert (
        "the relay does not know the key"
        in typed("bridge", "foundry", "ask", address, "field", "A1", key="x").stderr
    )
    run = typed("bridge", "foundry", "ask", address, "field", "A1", key="")
    assert run.exit_code == 2
    assert "put it into BLINDHEX_FOUNDRY_KEY" in run.stderr


@needs("posix")
def test_bridge_foundry_sit_answers_the_chat_keeps_a_log_and_leaves_on_ctrl_c(
    relay: Relay, address: str, tmp_path: Path
) -> None:
    log = tmp_path / "asked.log"
    words = ["sit", address, "--player", "us=ann", "--player", "ge=eve", "-o", str(log)]
    environment = {**os.environ, "BLINDHEX_FOUNDRY_KEY": KEY, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "vtt_bridge", "bridge", "foundry", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as umpire:
        for _ in range(2):
            relay.opened.get(timeout=PATIENCE_S)
        relay.world.say({"content": "!field us.mg.1"}, "ann")
        assert umpire.stdout is not None
        said = ""
        while "field of American 1. MG" not in said:
            line = umpire.stdout.readline()
            assert line, said
            said += line
        umpire.send_signal(SIGINT)
        _, complained = umpire.communicate(timeout=PATIENCE_S)
    assert umpire.returncode == 0, complained
    assert "The umpire sits at Mill Crossing" in said
    assert complained == "The umpire has left the table.\n"
    assert relay.world.chat[-1]["whisper"] == ["ann"]
    assert json.loads(log.read_text("utf-8").splitlines()[1])["by"] == "us"
    assert KEY not in said + complained + log.read_text("utf-8")
    assert f"{log} is there already" in typed("bridge", "foundry", *words).stderr


def test_doctor_reports_missing_players_and_a_world_that_is_not_connected(relay: Relay, address: str) -> None:
    run = typed("doctor", address)
    assert run.exit_code == 1
    assert run.stdout.splitlines()[0] == "ok     there is a key for it"
    assert run.stdout.splitlines()[-1].startswith("WRONG  nobody plays a side yet")
    relay.is_connected = False
    assert "WRONG  no such world is connected" in typed("doctor", address).stdout


def test_an_exported_scenario_carries_its_own_unit_lists(tmp_path: Path) -> None:
    out = tmp_path / "duel"
    run = typed("bridge", "foundry", "export", duel_file(tmp_path), "-o", str(out), "--foundry", "13")
    assert (run.exit_code, run.stderr.partition(" ")[0]) == (0, "Put")
    read = typed("bridge", "foundry", "scene", str(out / "src" / "scenes" / "scene.json"))
    table = scene_of(parsed(read.stdout))
    assert table.game is not None
    assert table.game.house == {"roster": LISTS}
    state, book = Umpire(RULESETS, bundled_board).state(table)
    assert book.roster[state.unit("comet").type].name == "Comet"


def test_unit_lists_given_by_house_replace_those_of_the_scene(tmp_path: Path) -> None:
    out, own = tmp_path / "mist", tmp_path / "own.json"
    tank = {"id": "r", "name": "T", "defence": 1, "movement_points": 1, "points": 1}
    gun = {"name": "76", "ap": 9, "ap_range_in": 15}
    data = {"format": "blindhex-roster/1", "book": "matg2", "tanks": [{**tank, "guns": [gun]}]}
    own.write_text(json.dumps(data), "utf-8")
    typed("bridge", "foundry", "export", mist_file(tmp_path), "-o", str(out), "--foundry", "13")
    scene = str(out / "src" / "scenes" / "scene.json")
    game = scene_of(parsed(typed("bridge", "foundry", "scene", scene, "--house", str(own)).stdout)).game
    assert game is not None
    assert game.house == {"roster": data}


def test_an_exported_scenario_carries_its_limit_of_sight(tmp_path: Path) -> None:
    out = tmp_path / "mist"
    typed("bridge", "foundry", "export", mist_file(tmp_path), "-o", str(out), "--foundry", "13")
    table = scene_of(
        parsed(typed("bridge", "foundry", "scene", str(out / "src" / "scenes" / "scene.json")).stdout)
    )
    said = Umpire(RULESETS, bundled_board).answer(
        table, question_of({"ask": "los", "who": "r", "target": "b"})
    )
    assert '16" is beyond sight, 12" here (MATG2 6.4.1)' in str(said.ruling)


def test_an_exported_scene_is_read_as_a_table_also_without_its_flags(tmp_path: Path) -> None:
    run = typed(
        "bridge", "foundry", "export", "mill-crossing", "-o", str(tmp_path / "mill"), "--foundry", "14"
    )
    assert (run.exit_code, run.stdout) == (0, "")
    scene = tmp_path / "mill" / "src" / "scenes" / "scene.json"
    read = typed("bridge", "foundry", "scene", str(scene))
    table = scene_of(parsed(read.stdout))
    assert (table.source.vtt, table.source.version, len(table.tokens)) == ("foundry", "14", 19)
    plain: dict[str, Any] = json.loads(scene.read_text("utf-8"))
    del plain["flags"]
    scene.write_text(json.dumps(plain), "utf-8")
    said = typed(
        "bridge",
        "foundry",
        "scene",
        str(scene),
        "--book",
        "lhy",
        "--board",
        "mill-valley",
        "--sides",
        "us,ge",
    )
    again = scene_of(parsed(said.stdout))
    assert again.game is not None
    assert (again.game.board, again.frame) == ("mill-valley", table.frame)


def test_bridge_foundry_module_writes_the_module_into_a_folder(tmp_path: Path) -> None:
    run = typed("bridge", "foundry", "module", "-o", str(tmp_path / "blindhex"))
    assert run.exit_code == 0
    manifest = json.loads((tmp_path / "blindhex" / "module.json").read_text("utf-8"))
    assert (tmp_path / "blindhex" / manifest["esmodules"][0]).exists()
