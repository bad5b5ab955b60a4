"""blindhex bridge vassal on the command line."""

import json
from pathlib import Path

import pytest

from maps.codec import board_document
from maps.documents import parsed, text_of
from tests.vtt_bridge.cli_ground import answered, run
from tests.vtt_bridge.vassal.files import SECRET, Counter, game, move, step, write_game, write_module
from tests.vtt_bridge.vassal.test_scene import FIELD, MAPPING
from vtt_bridge.port.table_document import scene_of

ABLE, FOE = Counter("1", "Able 1/1", (1, 4)), Counter("2", "1 Kp 1/1", (1, 1), hidden_by="pw-of-bob")


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """The options that name a module, its mapping and our board; all files lie in one folder."""
    write_module(tmp_path / "small.vmod", [ABLE, FOE])
    (tmp_path / "small.json").write_text(json.dumps(MAPPING), "utf-8")
    (tmp_path / "field.json").write_text(text_of(board_document(FIELD)), "utf-8")
    write_game(tmp_path / "a.vsav", game([ABLE, FOE]))
    write_game(tmp_path / "b.vlog", game([ABLE, FOE], step(move("1", (1, 3))), step(move("1", (7, 3)))))
    named = {"--module": "small.vmod", "--map": "small.json", "--board": "field.json"}
    return [word for option, name in named.items() for word in (option, str(tmp_path / name))]


def test_bridge_vassal_map_writes_a_draft_and_does_not_overwrite_one(
    tmp_path: Path, files: list[str]
) -> None:
    out = tmp_path / "draft.json"
    said = answered("bridge", "vassal", "map", files[1], "--book", "lhy", "-o", str(out))
    assert "draft.json is written" in " ".join(said.split())
    assert [row["name"] for row in json.loads(out.read_text("utf-8"))["units"]] == ["1 Kp 1/1", "Able 1/1"]
    out.write_text("finished by hand")
    told = run("bridge", "vassal", "map", files[1], "--book", "lhy", "-o", str(out))
    assert (told.exit_code, out.read_text()) == (2, "finished by hand")


def test_read_prints_a_saved_game_for_one_side_or_with_all(tmp_path: Path, files: list[str]) -> None:
    words = ("bridge", "vassal", "read", str(tmp_path / "a.vsav"), *files)
    refused = run(*words)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--side: '' is not the side that it is printed for (or --all)" in " ".join(refused.stderr.split())
    ours = answered(*words, "--side", "us")
    assert [token.unit["id"] for token in scene_of(parsed(ours)).tokens] == ["us.able.1.squad.1"]
    assert len(scene_of(parsed(answered(*words, "--all"))).tokens) == 2
    assert SECRET not in answered(*words, "--all")


def test_ask_answers_about_the_end_of_a_log_and_draws_it(tmp_path: Path, files: list[str]) -> None:
    words = ("bridge", "vassal", "ask", str(tmp_path / "b.vlog"), "los", "us.able.1.squad.1", "B2", *files)
    out = tmp_path / "los.png"
    assert answered(*words, "-o", str(out)).startswith(
        "LOS Able 1/1 to B2: clear LOS.\n- nothing stands in the way (LHY 4.2.1) at H4, B2"
    )
    assert out.read_bytes().startswith(b"\x89PNG")


def test_ask_for_a_side_refuses_a_unit_hidden_from_it(tmp_path: Path, files: list[str]) -> None:
    words = (
        "bridge",
        "vassal",
        "ask",
        str(tmp_path / "a.vsav"),
        "los",
        "us.able.1.squad.1",
        "ge.1kp.1.squad.1",
    )
    assert "no unit or place named 'ge.1kp.1.squad.1'" in run(*words, *files, "--side", "us").stderr
    assert run(*words, *files).exit_code == 0


def test_check_names_the_move_that_is_against_the_rules_and_counts_all(
    tmp_path: Path, files: list[str]
) -> None:
    found = run("bridge", "vassal", "check", str(tmp_path / "b.vlog"), *files)
    assert found.exit_code == 1
    first, last = found.stdout.splitlines()
    assert first.startswith(
        "move 2: us.able.1.squad.1 B4 to H4: 6 hexes away and out of reach, allowance 3 MP (LHY 10.1"
    )
    assert last == "2 moves, 1 against the rules. The module marks no turns: each was judged by itself."


def test_watch_answers_about_the_newest_game_of_a_folder(tmp_path: Path, files: list[str]) -> None:
    words = ("bridge", "vassal", "watch", str(tmp_path), "field", "us.able.1.squad.1", *files, "--times", "1")
    watched = run(*words)
    assert (watched.exit_code, watched.stderr.strip()) == (0, "b.vlog:")
    assert watched.stdout.startswith("field of Able 1/1: 56 clear of 56 hexes.")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("read", "none.vsav", "--all"), "no file named 'none.vsav'"),
        (("ask", "a.vsav", "fly", "A1"), "question.ask: 'fly' is not one of los"),
        (("watch", "nowhere", "field", "A1"), "is not a folder that can be read"),
    ],
)
def test_wrong_files_folders_and_questions_are_refused_in_one_sentence(
    tmp_path: Path, files: list[str], words: tuple[str, ...], why: str
) -> None:
    kind, name, *rest = words
    told = run("bridge", "vassal", kind, str(tmp_path / name), *rest, *files)
    assert (told.exit_code, told.stdout) == (2, "")
    assert why in told.stderr


def test_extension_is_written_only_to_a_file_that_ends_in_vmdx(tmp_path: Path) -> None:
    said = answered("bridge", "vassal", "extension", "-o", str(tmp_path / "blindhex.VMDX"))
    assert "blindhex.VMDX into the folder beside your module" in " ".join(said.split())
    refused = run("bridge", "vassal", "extension", "-o", str(tmp_path / "bad.json"))
    assert refused.exit_code == 2
    assert "is not a file name that ends in .vmdx" in " ".join(refused.stderr.split())
    assert [file.name for file in tmp_path.iterdir()] == ["blindhex.VMDX"]
