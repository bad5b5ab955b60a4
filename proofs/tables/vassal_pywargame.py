"""We read VASSAL pieces written by pywargame, and pywargame reads ours, trait by trait alike.

Wants Python 3.12 (in older ones pywargame has no valid syntax) and `pip install pywargame`; its licence,
CC-BY-SA, keeps it out of the suite.
"""

import sys
from typing import Any
from zipfile import ZipFile

import pytest

from tests.vtt_bridge.vassal.files import Counter, game, nested
from vtt_bridge.vassal.archive import Archive, hidden_text, saved_text
from vtt_bridge.vassal.commands import saved_commands
from vtt_bridge.vassal.pieces import Piece
from vtt_bridge.vassal.saved_game import SavedGame
from vtt_bridge.vassal.sequences import split

IS_TOO_OLD = sys.version_info < (3, 12)
if IS_TOO_OLD:
    pytest.skip("pywargame wants Python 3.12", allow_module_level=True)
peer: Any = pytest.importorskip("pywargame.vassal")

NAMES = ("StuG IIIG #1", "Lt. Murphy", "1. Kp, 1. Zug")
"""Plain names: it puts no backslash before a / or ; in one."""


def _written(name: str) -> str:
    """A piece as pywargame writes it into a palette."""
    traits = [
        peer.MarkTrait("Side", "Allied"),
        peer.LayerTrait(["", "d.png"], ["", "Disrupted +"], name="Disrupted"),
        peer.RotateTrait(nangles=6),
        peer.HideTrait(state="bob"),
        peer.DynamicPropertyTrait(name="Fatigue", value=2),
        peer.BasicTrait(name, "able.png", "7"),
    ]
    traits[1].setState(level=2)
    traits[-1].setState(map="Main", x=100, y=250)
    text = peer.PieceSlot.encodeAdd(*traits, iden="42")
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("name", NAMES)
def test_what_pywargame_writes_says_the_same_to_us(name: str) -> None:
    piece_id, type_, state = split(_written(name).removeprefix("+/"), "/")
    piece = Piece.read(piece_id, type_, state)
    assert (piece.id, piece.name, piece.map, piece.at_px) == ("42", name, "Main", (100, 250))
    assert (piece.properties["Side"], piece.properties["Fatigue"]) == ("Allied", "2")
    assert piece.layers == {"Disrupted": 2}
    assert (piece.is_hidden, piece.is_masked) == (True, False)
    assert [nested(parts) for parts in zip(*piece.traits, strict=True)] == [type_, state]


@pytest.mark.parametrize("disrupted", [True, False])
def test_what_we_write_says_the_same_to_pywargame(disrupted: bool) -> None:
    counter = Counter("1", "StuG IIIG #1", (1, 4), disrupted=disrupted, turned=2)
    piece_id, traits = peer.PieceSlot.decodeAdd(f"+/{counter.id}/{counter.type}/{counter.state}")
    found = {trait.ID: trait for trait in traits}
    assert piece_id == "1"
    assert found["piece"]["name"] == "StuG IIIG #1"
    assert (int(found["piece"]["x"]), int(found["piece"]["y"])) == counter.at_px
    assert int(found["emb2"]["level"]) == (1 if disrupted else -1)
    assert int(found["rotate"]["angle"]) == 2
    assert found["mark"]["value"] == "Allied"
    assert found["hide"]["hiddenBy"] == "null"


@pytest.mark.parametrize("kind", [{}, {"vobs": True}, {"xz": True}])
def test_each_of_its_three_forms_of_a_saved_game_is_read(tmp_path: Any, kind: dict[str, bool]) -> None:
    lines = ["begin_save", "", _written("Able"), "end_save"]
    with (tmp_path / "a.vsav").open("wb") as file:
        peer.SaveIO.writeSave(file, 0xAA, lines, **kind)
    pieces = SavedGame.after(saved_commands(saved_text(Archive(tmp_path / "a.vsav")))).pieces
    assert [piece.name for piece in pieces.values()] == ["Able"]


def test_a_game_of_ours_is_read_by_it(tmp_path: Any) -> None:
    counters = [Counter("1", "Able", (1, 4)), Counter("2", "Baker", (2, 2))]
    with ZipFile(tmp_path / "a.vsav", "w") as archive:
        archive.writestr("savedGame", hidden_text(game(counters)))
    _, lines = peer.SaveIO.readSave(str(tmp_path / "a.vsav"))
    assert [name for name in ("Able", "Baker") if name in "".join(map(str, lines))] == ["Able", "Baker"]
