"""The installed command in a process of its own: exit status, pipes, full disks, signals, and a served table."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import requests

from tests.programs import needs
from tests.vtt_bridge.cli_ground import SCENARIO, answered, document, refused, scenario_file
from tests.vtt_bridge.scenes import umpire
from tests.waiting import PATIENCE_S
from vtt_bridge.local_table.api.server import serving
from vtt_bridge.local_table.storage.store import Store

COMMAND = Path(sys.executable).with_name("blindhex")
SMALL_PIPE = 4096
"""Bytes, where the system lets one say; else a pipe holds sixteen times as much."""

pytestmark = needs("posix")


@contextmanager
def served(folder: Path, *words: str, ended_by: signal.Signals = signal.SIGINT) -> Iterator[str]:
    """`blindhex serve` as long as the block lasts; ended as a player ends it, with Ctrl-C, or as a container is stopped."""
    environment = {**os.environ, "BLINDHEX_DATA_DIR": str(folder)}
    serving = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", *words],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert serving.stdout is not None
        said = serving.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found, said
        yield found[0]
    finally:
        serving.send_signal(ended_by)
        _, told = serving.communicate(timeout=PATIENCE_S)
    assert (serving.returncode, told) == (0, "The table is kept; serve it again to go on.\n")


def test_the_exit_status_is_the_answer_and_the_output_one_document(tmp_path: Path) -> None:
    asked = ("los", scenario_file(tmp_path), "A-1", "G-1", "--require", "--json")
    done = subprocess.run([COMMAND, *asked], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert json.loads(done.stdout)["question"].startswith("LOS 1st Squad to 1st Squad, 1. Kp 1st Plt")
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (1, 1, "")


def test_a_pipe_closed_by_its_reader_is_no_error() -> None:
    """The reader takes a few letters of a document that is more than its pipe holds, and closes."""
    telling = subprocess.Popen(
        [COMMAND, "roster", "kgn", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        pipesize=SMALL_PIPE,
    )
    assert telling.stdout is not None
    assert telling.stderr is not None
    telling.stdout.read(10)
    telling.stdout.close()
    complaint = telling.stderr.read()
    telling.stderr.close()
    assert (telling.wait(PATIENCE_S), complaint) == (0, "")


def test_a_game_whose_pipe_is_closed_is_kept_as_far_as_it_was_told(tmp_path: Path) -> None:
    """A game is more than its pipe holds."""
    log = tmp_path / "game.log"
    with subprocess.Popen(
        [COMMAND, "play", "lhy-ridge-farm", "-o", str(log)],
        stdout=subprocess.PIPE,
        text=True,
        pipesize=SMALL_PIPE,
    ) as playing:
        assert playing.stdout is not None
        first = playing.stdout.readline()
        playing.stdout.close()
    assert playing.returncode == 0
    assert answered("replay", str(log)).startswith(first)


def test_on_a_full_disk_a_game_is_kept_as_far_as_there_was_room(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    little_room = 'ulimit -f 40 && exec "$0" "$@"'
    done = subprocess.run(
        ["sh", "-c", little_room, str(COMMAND), "play", "lhy-ridge-farm", "-o", str(log)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, f"blindhex: {log} cannot be written: File too large.\n")
    assert "by the book" in answered("replay", str(log), "--check")
    assert answered("game", "turn", str(log))


def test_a_pipe_closed_before_the_answer_is_no_error() -> None:
    """Status 1 would say that the rules say no."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [COMMAND, "list"], stdout=writing, stderr=subprocess.PIPE, text=True, timeout=PATIENCE_S, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_answer_to_a_full_device_is_an_error_of_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [COMMAND, "los", "mill-crossing", "L4", "H6"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "blindhex: the answer cannot be written (No space left on device)\n"


def test_a_closed_standard_output_is_no_error() -> None:
    """Standard output closed, as under some service runners."""
    closing = 'exec "$0" los mill-crossing L4 H6 >&-'
    done = subprocess.run(
        ["sh", "-c", closing, str(COMMAND)],
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_python_m_is_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vtt_bridge", "--version"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert done.stdout == answered("--version")
    assert re.fullmatch(r"blindhex \d+\.\d+\.\d+\n", done.stdout)


def watched(url: str) -> tuple[str, Iterator[bytes]]:
    """The scene of a table, and what an open page hears of it."""
    scene = requests.get(f"{url}/api/scenes", timeout=PATIENCE_S).json()["scenes"][0]["id"]
    heard = requests.get(f"{url}/api/scenes/{scene}/events", stream=True, timeout=PATIENCE_S).iter_lines()
    assert next(heard) == b"event: hello"
    return scene, (line for line in heard if line.startswith(b"event"))


def test_a_server_stopped_by_sigterm_ends_open_event_streams_without_complaint(tmp_path: Path) -> None:
    """An open page hears of changes until the end; its stream is over with the server, and says so."""
    with served(tmp_path, scenario_file(tmp_path), ended_by=signal.SIGTERM) as url:
        _, heard = watched(url)
    assert list(heard) == []


def test_questions_to_a_served_table_are_answered_as_those_to_its_file(tmp_path: Path) -> None:
    """The same questions to the table as to the file, over HTTP; a moved token is read where it stands; Ctrl-C ends the stream of
    an open page as well.
    """
    source = scenario_file(tmp_path)
    with served(tmp_path / "data", source) as url:
        scene, heard = watched(url)
        for words in (("los", "A-1", "G-1"), ("field", "A-1"), ("reach", "A-1"), ("range", "T-1")):
            command, *rest = words
            assert document(command, url, *rest) == document(command, source, *rest)
        moved = requests.patch(f"{url}/api/scenes/{scene}/tokens/A-1", json={"to": "E5"}, timeout=PATIENCE_S)
        assert moved.status_code == 200, moved.text
        assert "clear LOS" in answered("los", f"{url}/#{scene}", "A-1", "G-1", "--require")
        assert refused("los", url, "A-1", "G-2", "--side", "us") == (
            "no unit or place named 'G-2'; there are A-1, T-1, G-1"
        )
    assert [*heard] == [b"event: token"]
    with closing(Store(tmp_path / "data" / "table.sqlite")) as store, serving(store, umpire()) as url:
        kept = requests.get(f"{url}/api/scenes/{scene}", timeout=PATIENCE_S).json()
        assert {piece["id"]: piece["at"] for piece in kept["pieces"]}["A-1"] == "E5"


@pytest.mark.parametrize("form", ["file", "bundled"])
def test_demo_draws_three_rulings_and_tells_them(tmp_path: Path, form: str) -> None:
    chosen = ("--scenario", scenario_file(tmp_path)) if form == "file" else ()
    said = answered("demo", *chosen, "-o", str(tmp_path / "out"))
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "board.png",
        "field.png",
        "field-overlay.png",
        "los.png",
        "los-overlay.png",
        "reach.png",
        "reach-overlay.png",
    }
    for path in (tmp_path / "out").iterdir():
        assert path.read_bytes().startswith(b"\x89PNG")
        assert str(path) in said
    assert "LHY " in said
    assert "3 rulings" in said
    if form == "file":
        assert "Woods at C3 blocks (LHY 4.2.1a)" in said


def test_demo_refuses_a_scenario_without_two_sides_and_a_folder_that_is_a_file(tmp_path: Path) -> None:
    alone = scenario_file(tmp_path, units=SCENARIO["units"][:2])
    assert refused("demo", "--scenario", alone, "-o", str(tmp_path / "out")) == (
        "scenario: 'Two squads' is not one that begins with units of two sides on the board"
    )
    assert not (tmp_path / "out").exists()
    (tmp_path / "file").write_text("")
    refused("demo", "--scenario", scenario_file(tmp_path), "-o", str(tmp_path / "file"))


def done_at_once(log: Path, hands: int) -> tuple[int, list[str]]:
    """`game do LOG 1` by so many at one moment: how many were told that it was done, and what the others were told."""
    doing = [
        subprocess.Popen(
            [COMMAND, "game", "do", log, "1"], text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
        for _ in range(hands)
    ]
    told = [(popen.communicate(timeout=PATIENCE_S)[1], popen.returncode) for popen in doing]
    return sum(status == 0 for _, status in told), [words for words, status in told if status != 0]


def test_of_two_processes_at_one_log_each_acknowledged_action_is_in_it(tmp_path: Path) -> None:
    log = tmp_path / "farm.log"
    answered("game", "begin", "lhy-ridge-farm", str(log), "--seed", "3")
    done, others = done_at_once(log, 2)
    assert log.read_text().count('"declared"') == done >= 1
    for words in others:
        assert "look at the game again, and then declare." in words
