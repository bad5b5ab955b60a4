"""Every mistyped command is refused in one sentence that says what to type, without names from inside the program."""

import inspect
import re
import shlex
from pathlib import Path

import pytest

import rules.errors
import vtt_bridge.errors
from tests.vtt_bridge.cli_ground import answered, refused
from tests.vtt_bridge.commands.test_examples import COMMANDS

INSIDE = re.compile(
    r"\b(?:None|NoneType|Traceback|NaN|vtt_bridge|rules\.\w+|maps\.\w+|<class|object at|KeyError|ValueError|"
    + "|".join(
        name
        for module in (rules.errors, vtt_bridge.errors)
        for name, _ in inspect.getmembers(module, inspect.isclass)
        if name not in ("Unknown", "Refused", "Missing", "Iterable", "Enum")
    )
    + r")\b"
)

CASES = [
    ("lso", "Did you mean 'los'?"),
    ("los", "blindhex los --help shows how"),
    ("los mill-crossing L4", "Missing argument 'TO'. blindhex los --help"),
    ("plan kgn-two-orchards Vickers 60 20", "A place in inches is one word, such as 60,20. blindhex plan --help"),
    ("los mill-crossing 57 mm stug", "What has spaces in it stands in quotes. blindhex los --help"),
    ("los mil-crossing L4 H6", "did you mean mill-crossing"),
    ("los mill-crossing Z99 H6", "17 columns (A to Q) and 11 rows"),
    ("los mill-crossing L4 nobody", "there are ge.1kp.1.squad.1, "),
    ("los mill-crossing stug L4", "name one of ge.stug.1 (StuG IIIG #1), ge.stug.2"),
    ("los mill-crossing ge.stugg.1 L4", "did you mean ge.stug.1"),
    ("los mill-crossing L4 H6 --book kng", "there are lhy, kgn, matg1, matg2"),
    ("los mill-crossing L4 H6 --book kgn", "these units are of lhy, so leave out --book kgn"),
    ("los mill-crossing L4 H6 --switch strickt", "did you mean strict_2019?"),
    ("los mill-crossing L4 H6 --side fr", "one of the sides: us, ge"),
    ("los mill-crossing L4 H6 --house gone.json", "gone.json cannot be read: No such file"),
    ("los mill-crossing L4 H6 -o los.gif", "ends in .png, .svg, .geojson"),
    ("los mill-crossing L4 H6 -o no/such/los.png", "cannot be written: No such file or directory"),
    ("los mill-crossing L4 H6 --hex-px 1", "not in the range 4 to 2000"),
    ("los mill-crossing L4 H6 --jsn", "Did you mean '--json'?"),
    ("los mill-crossing L4 H6 --if 'smok J5'", '"smoke PLACE"'),
    ("los http://127.0.0.1:9 L4 H6", "no table answers at http://127.0.0.1:9"),
    ("los long-lane 40,1 1,1", "as in --book kgn"),
    ("los gone.json A1 A2", "no file named 'gone.json'"),
    ("los bad.json A1 A2", "blindhex-board/1 or blindhex-scenario/1"),
    ("reach mill-crossing ge.stug.1 --mode swim", "one of activation, reaction, reverse"),
    ("reach mill-crossing L4", "name one of ge.1kp.1.squad.1"),
    ("range mill-crossing ge.pak40.3 --weapon bow -o r.png", "there are small arms 1, anti-tank 5"),
    ("fire mill-crossing ge.stug.1 ge.stug.2", "a unit of another side than StuG IIIG #1"),
    ("fire mill-crossing ge.stug.1 us.gun57.1 --action shout", "one of small-arms, anti-tank"),
    ("fire mill-crossing ge.stug.1 us.gun57.1 --roll seven", "'seven' is not a whole number"),
    ("plan mill-crossing ge.stug.1 nowhere", "there are ge.1kp.1.squad.1"),
    ("here mill-crossing Z99", "17 columns"),
    ("threat mill-crossing ge.stug.1 --time yesterday", "'now', 'after-moves'"),
    ("atlas long-lane", "as in --book kgn"),
    ("atlas mill-valley --best 0", "1 to 100"),
    ("forces mill-crossing", "prices no units"),
    ("forces mill-valley", "there are dolgoye-crossing"),
    ("roster asl", "there are lhy, kgn, matg1, matg2"),
    ("rules x --book asl", "there are lhy, kgn"),
    ("units mil-valley", "did you mean mill-valley?"),
    ("show mill-valley -o mill.bmp", "ends in .png, .svg"),
    ("new scenarrio", "'board', 'scenario', 'group', 'list'"),
    ("new board --from mill-vally", "did you mean mill-valley?"),
    ("new list --from lhy", "kgn, matg1 and matg2 have"),
    ("new board -o board.txt", "ends in .json"),
    ("new board -o bad.json", "name another file with -o"),
    ("game beginn x y", "Did you mean 'begin'?"),
    ("game begin mill-valley x.log", "there are dolgoye-crossing"),
    ("game begin lhy-ridge-farm farm.log", "keep the new game in another file"),
    ("game begin lhy-ridge-farm x.log --seed x", "'x' is not a whole number"),
    ("game turn gone.log", "no game is kept in 'gone.log'; blindhex game begin SCENARIO LOG begins one"),
    ("game turn bad.json", "blindhex-log/1, the format read here"),
    ("game turn farm.log --unit ge.mg.9", "did you mean ge.mg.2"),
    ("game do farm.log 999", "a number from 1 to 1"),
    ("game do farm.log RollInitiativ", "did you mean RollInitiative?"),
    ("game do farm.log Maneuver", "unit is missing"),
    ("game do farm.log Maneuver unit=ge.mg.2 to=50,15", "a hex label such as C2"),
    ("game do farm.log Maneuver unit=ge.mg.2 to=F6 too=F6", "there are side, unit, to, mode, along"),
    ("game go farm.log ge.mg.2", "UNITS to PLACE, such as 1st squad to F6"),
    ("game go farm.log ge.mg.9 to F6", "did you mean ge.mg.2"),
    ("game go farm.log ge.mg.2 to Z99", "17 columns"),
    ("game notes farm.log fr", "one of the sides: us, ge"),
    ("game wins gone.log", "no game is kept in 'gone.log'"),
    ("game correct farm.log ge.mg.2", "Missing option '--reason'. blindhex game correct --help"),
    ("game play gone.log", "no game is kept in 'gone.log'"),
    ("play lhy-ridge-farm --seed -1", "0 to "),
    ("replay bad.json", "blindhex-log/1"),
    ("replay farm.log -o x.gif", "ends in .png"),
    ("import tiled gone.tmj", "no file named 'gone.tmj'"),
    ("import uvtt bad.json --square-in 2", "says map_size and pixels_per_grid"),
    ("import uvtt bad.json --square-in x", "'x' is not a number"),
    ("export tiled mill-valley -o x.png", "ends in .tmj or .json"),
    ("export tiled long-lane -o x.tmj", "a board of hexes, as Tiled draws them"),
    ("serve gone", "there are dolgoye-crossing"),
    ("serve mill-crossing --port 99999", "0 to 65535"),
    ("serve --database mysql://x", "a URL such as postgresql://USER@HOST/NAME"),
    ("bridge foundry ask http://127.0.0.1:1 --board mill-vally los A1 A2", "did you mean mill-valley?"),
    ("bridge tts push --board mill-crossing", "how many units of the game a hex is across its flats"),
    ("bridge vassal map gone.vmod --book lhy", "no file named 'gone.vmod'"),
    ("demo --scenario mil-crossing", "did you mean mill-crossing"),
    ("join http://127.0.0.1:1/x", "such as http://table.example.org:8642/#join="),
    ("list mill-valley", "blindhex list --help shows how"),
    ("field mill-crossing Z99", "17 columns"),
    ("where mill-crossing us.able-tank.1.1 shoot", "one of 'see', 'hit', 'hide'"),
    ("where mill-crossing us.able-tank.1.1 hit", "target is missing; wanted an enemy unit"),
    ("rules LHY-99.9", "Try a section, such as 11.5.4e"),
    ("luck gone.log", "blindhex game begin SCENARIO LOG begins one"),
    ("game odds farm.log 7", "a number from 1 to 1"),
    ("game agree farm.log 1", "Missing option '--reason'. blindhex game agree --help"),
    ("game undo farm.log", "Nothing to take back yet."),
    ("mail key Ann --key bad.json", "name another with --key"),
    ("mail new mil-crossing a.mail", "did you mean mill-crossing"),
    ("mail join gone.mail mine.mail", "blindhex mail new one by e-mail"),
    ("mail take gone.mail bad.json", "blindhex mail new one by e-mail"),
    ("mail turn gone.mail", "blindhex mail new one by e-mail"),
    ("mail do gone.mail 1", "blindhex mail new one by e-mail"),
    ("mail go gone.mail 1st squad to F6", "blindhex mail new one by e-mail"),
    ("mail odds gone.mail 1", "blindhex mail new one by e-mail"),
    ("mail notes gone.mail", "blindhex mail new one by e-mail"),
    ("mail picture gone.mail -o x.gif", "ends in .png or .svg"),
    ("mail undo gone.mail", "blindhex mail new one by e-mail"),
    ("mail resign gone.mail", "blindhex mail new one by e-mail"),
    ("mail open gone.mail --key gone.key", "make one with blindhex mail key NAME"),
    ("mail verify gone.mail", "no game is kept in 'gone.mail'"),
    ("import foundry bad.json", "Missing option '--square-in'. blindhex import foundry --help"),
    ("bridge key", "Missing argument 'ADDRESS'. blindhex bridge key --help"),
    ("bridge foundry sit http://127.0.0.1:1 --player us", "SIDE=USER, with the id of a Foundry user"),
    ("bridge foundry scene gone.json", "gone.json cannot be read: No such file"),
    ("bridge foundry export mil-crossing -o x", "did you mean mill-crossing"),
    ("bridge foundry module -o bad.json", "bad.json cannot be written: Not a directory"),
    ("bridge planarally sit http://127.0.0.1:1/game/a/b --board mill-valley", "keep it with blindhex bridge key"),
    ("bridge planarally set-up http://127.0.0.1:1/game/a/b mil-crossing", "did you mean mill-crossing"),
    ("bridge planarally ask http://127.0.0.1:1/game/a/b los A1 A2", "Missing option '--board'"),
    ("bridge planarally look http://127.0.0.1:1/game/a/b --board mill-valley", "keep it with blindhex bridge key"),
    ("bridge planarally doctor http://127.0.0.1:1/game/a/b", "keep it with blindhex bridge key"),
    ("bridge tts doctor --prt", "Did you mean"),
    ("bridge tts script --board mill-crossing", "Missing option '-o' / '--out'"),
    ("bridge tts read bad.json --board mill-crossing --hex-units 2", "ObjectStates is missing; wanted a list"),
    ("bridge tts label bad.json mill-crossing -o y.json", "wanted the pieces of a save of Tabletop Simulator"),
    ("bridge vassal read gone.vsav --module g.vmod --map gone.json --board mill-valley", "no file named 'gone.json'"),
    ("bridge vassal ask gone.vsav --module g.vmod --map m.json --board mil-valley los A1 A2", "did you mean mill-valley?"),
    ("bridge vassal watch gone --module g.vmod --map gone.json --board mill-valley field A1", "no file named 'gone.json'"),
    ("bridge vassal check g.vlog --module g.vmod --map bad.json --board mill-valley", "blindhex-vassal/1"),
    ("profile mill-crossing L4 Z99", "17 columns"),
    ("change mill-crossing us.mg.1 ge.stugg.1", "did you mean ge.stug.1"),
    ("sheets mill-crossing us -o x.gif", "ends in .pdf"),
    ("study mil-crossing", "did you mean mill-crossing"),
    ("play lhy-ridge-farm --player us=rommel", "there are random, careful"),
    ("bridge vassal extension", "Missing option '-o' / '--out'"),
    ("bridge vassal sit --board mil-valley", "blindhex bridge vassal sit --help"),
    ("bridge maptool macro --board x", "blindhex bridge maptool macro --help shows how"),
    ("bridge maptool sit --board mil-valley", "did you mean mill-valley?"),
    ("docs --page tutorial", "blindhex docs --help shows how"),
    ("doctor --colour", "blindhex doctor --help shows how"),
]  # fmt: skip


def test_every_command_has_a_case_of_being_typed_wrong() -> None:
    untried = [name for name in COMMANDS if not any(f"{typed} ".startswith(f"{name} ") for typed, _ in CASES)]
    assert untried == []


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> str:
    log = tmp_path_factory.mktemp("farm") / "farm.log"
    answered("game", "begin", "lhy-ridge-farm", str(log), "--seed", "3")
    return log.read_text("utf-8")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a key for games by e-mail."""
    folder = tmp_path_factory.mktemp("data")
    answered("mail", "key", "Ann", "--key", str(folder / "player.key"))
    return folder


@pytest.mark.parametrize(("typed", "way_out"), CASES, ids=[typed for typed, _ in CASES])
def test_a_command_typed_wrong_is_refused_in_a_sentence_that_says_what_to_type(
    typed: str, way_out: str, farm: str, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "farm.log").write_text(farm, "utf-8")
    (tmp_path / "bad.json").write_text('{"format": "x"}', "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLINDHEX_DATA_DIR", str(data))
    sentence = refused(*shlex.split(typed))
    assert way_out in sentence
    assert INSIDE.search(sentence) is None


def test_a_data_folder_of_an_unknown_user_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLINDHEX_DATA_DIR", "~nobody-by-that-name/x")
    assert refused("serve") == (
        "BLINDHEX_DATA_DIR: '~nobody-by-that-name/x' is not a folder: there is no such user"
    )
