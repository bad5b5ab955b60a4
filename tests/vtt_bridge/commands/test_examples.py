"""The help of every command shows examples, and each works as it stands there."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import click
import pytest

from maps.codec import board_document
from maps.documents import text_of
from tests.vtt_bridge.cli_ground import answered, run
from tests.vtt_bridge.foundry.test_walls import scene_of
from tests.vtt_bridge.map_files.test_universal_vtt import uvtt
from tests.vtt_bridge.vassal.files import game, write_game, write_module
from tests.vtt_bridge.vassal.test_bridge_vassal import ABLE, FOE
from tests.vtt_bridge.vassal.test_scene import FIELD, MAPPING
from vtt_bridge.cli import main
from vtt_bridge.commands import docs
from vtt_bridge.commands.lazy_commands import LazyCommand

MARK = "  blindhex "

ELSEWHERE = {
    "join": "no table answers",
    "bridge foundry sit": "there is no key",
    "bridge foundry ask": "there is no key",
    "bridge planarally": "there is no key",
    "bridge tts label": "no file named 'TS_Save_1.json'",
    "bridge tts push": "Tabletop Simulator",
    "bridge tts read": "no file named 'TS_Save_1.json'",
    "serve my/fight.json": "no file named",
}
"""Examples that need another program or a file of the reader's: they end with the one sentence that says so."""

FOUND_WRONG = ("doctor http", "bridge tts doctor")
"""Checkups of what does not run here: status 1."""


def commands(
    command: click.Command = main, path: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    """Every command that is no group, by its words."""
    whole = command.itself if isinstance(command, LazyCommand) else command
    if isinstance(whole, click.Group):
        for name, part in whole.commands.items():
            yield from commands(part, (*path, name))
    else:
        yield " ".join(path), whole


def examples(name: str, command: click.Command) -> list[str]:
    """The examples in the help of a command, as they stand there."""
    shown = command.get_help(click.Context(command, info_name=f"blindhex {name}"))
    return [
        line.strip().removeprefix("blindhex ") for line in shown.splitlines() if line.startswith(f"  {MARK}")
    ]


COMMANDS = dict(commands())
EXAMPLES = [example for name, command in COMMANDS.items() for example in examples(name, command)]
BY_MAIL = [example for example in EXAMPLES if example.startswith("mail ")]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_an_example_of_its_own(name: str) -> None:
    shown = examples(name, COMMANDS[name])
    assert shown, f"blindhex {name} --help shows no example"
    assert all(example == name or example.startswith(f"{name} ") for example in shown)


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every file that the examples begin from."""
    folder = tmp_path_factory.mktemp("given")
    answered("game", "begin", "lhy-ridge-farm", str(folder / "farm.log"), "--seed", "3")
    for number in ("1", "1", "1"):
        answered("game", "do", str(folder / "farm.log"), number)
    answered("export", "tiled", "mill-valley", "-o", str(folder / "mill.tmj"))
    assert run("bridge", "foundry", "export", "mill-crossing", "-o", str(folder / "exported")).exit_code == 0
    copy(folder / "exported" / "src" / "scenes" / "scene.json", folder / "scene.json")
    (folder / "cellar.json").write_text(json.dumps(scene_of("row")), "utf-8")
    (folder / "cellar.uvtt").write_text(json.dumps(uvtt()), "utf-8")
    (folder / "field.json").write_text(text_of(board_document(FIELD)), "utf-8")
    (folder / "map.json").write_text(json.dumps(MAPPING), "utf-8")
    write_module(folder / "game.vmod", [ABLE, FOE])
    write_game(folder / "game.vsav", game([ABLE, FOE]))
    write_game(folder / "game.vlog", game([ABLE, FOE]))
    (folder / "saves").mkdir()
    copy(folder / "game.vsav", folder / "saves")
    return folder


@pytest.fixture
def there(given: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a copy of that folder; what is served ends once it answers."""
    for file in given.iterdir():
        if file.is_file():
            copy(file, tmp_path)
    (tmp_path / "saves").mkdir()
    copy(given / "game.vsav", tmp_path / "saves")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLINDHEX_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr("vtt_bridge.local_table.api.server.serve", lambda *_: None)
    monkeypatch.setattr("webbrowser.open", lambda _: None)
    monkeypatch.setattr(docs, "SITE", tmp_path / "site")
    for page in ("index", "tutorial"):
        (tmp_path / "site").mkdir(exist_ok=True)
        (tmp_path / "site" / f"{page}.html").touch()


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("example", [example for example in EXAMPLES if example not in BY_MAIL])
def test_an_example_works_as_it_stands_in_the_help(example: str) -> None:
    result = run(*shlex.split(example))
    told = result.stderr or str(result.exception)
    elsewhere = next((why for begun, why in ELSEWHERE.items() if example.startswith(begun)), None)
    if example.startswith(FOUND_WRONG):
        assert (result.exit_code, result.stderr) == (1, ""), told
        assert "WRONG" in result.stdout
    elif example.startswith("bridge key"):
        assert (result.exit_code, result.output) == (130, "Key: \n\n"), (
            "it asks for the key, and nobody types one"
        )
    elif elsewhere is None:
        assert result.exit_code == 0, told
    else:
        assert result.exit_code == 2, told
        assert result.stderr.startswith("blindhex: ")
        assert elsewhere in result.stderr


@pytest.mark.usefixtures("there")
def test_the_examples_of_mail_play_a_game_from_beginning_to_proof() -> None:
    """One after the other they begin, play, give up, open and verify a game; what the other does between is added."""
    example = {example.split()[1]: shlex.split(example) for example in BY_MAIL}
    assert len(example) == len(BY_MAIL)
    back = ("mail", "take", "his.mail", "hers.mail", "--key", "ben.key")
    answered(*example["key"])
    answered("mail", "key", "Ben", "--key", "ben.key")
    for step in ("new", "join", "take"):
        answered(*example[step])
    answered(*example["go"])
    for step in ("turn", "odds", "do", "notes", "picture", "take"):
        answered(*example[step])
    answered(*back)
    answered(*example["undo"])
    answered(*example["take"])
    answered("mail", "undo", "hers.mail", "--agree", "--key", "ann.key")
    answered(*back)
    for step in ("resign", "take", "open"):
        answered(*example[step])
    answered(*back)
    assert answered(*example["verify"]).startswith("Proven: ")
