"""Files of VASSAL: saved games in each of their encodings, modules, and refusals of other files."""

import lzma
from pathlib import Path
from zipfile import ZipFile

import pytest

from rules.errors import BadInput
from tests.vtt_bridge.vassal.files import Counter, game, write_game, write_module
from vtt_bridge.vassal.archive import Archive, hidden_text, saved_text
from vtt_bridge.vassal.module_file import Module

TEXT = "begin_save\x1bä"


def _as_bytes(key: int) -> bytes:
    return b"VOBS" + bytes([key]) + bytes(byte ^ key for byte in TEXT.encode())


def _as_hex(key: int) -> bytes:
    return (
        b"!VCSK"
        + bytes([key]).hex().encode()
        + bytes(byte ^ key for byte in TEXT.encode()).hex().upper().encode()
    )


@pytest.mark.parametrize(
    "kept",
    [
        _as_hex(0x5A),
        _as_hex(0),
        _as_hex(0xFF),
        _as_bytes(1),
        _as_bytes(255),
        lzma.compress(TEXT.encode()),
        TEXT.encode(),
    ],
)
def test_a_saved_game_is_read_in_each_of_its_encodings(tmp_path: Path, kept: bytes) -> None:
    assert saved_text(Archive(write_game(tmp_path / "a.vsav", "", kept))) == TEXT


def test_a_saved_game_is_written_as_vassal_itself_writes_it() -> None:
    """The bytes that VASSAL's own ObfuscatingOutputStream writes for that text with that key."""
    assert hidden_text("begin_save") == b"!VCSK5a383f3d333405293b2c3f"


@pytest.mark.parametrize(
    "kept", [b"!VCSK5", b"!VCSK5a3", b"!VCSKzz00", b"\xfd7zXZ\x00broken", b"VOBS", b"\xff\xfe\x00"]
)
def test_a_damaged_saved_game_is_refused_in_one_sentence(tmp_path: Path, kept: bytes) -> None:
    with pytest.raises(BadInput, match=r"a\.vsav/savedGame: .* is not a saved game that can be read"):
        saved_text(Archive(write_game(tmp_path / "a.vsav", "", kept)))


def test_a_file_that_is_not_of_vassal_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.vsav").write_bytes(b"no archive")
    with pytest.raises(BadInput, match=r"a\.vsav: .* is not a file of VASSAL"):
        Archive(tmp_path / "a.vsav")
    with ZipFile(tmp_path / "b.vmod", "w") as empty:
        empty.writestr("readme", "nothing")
    with pytest.raises(BadInput, match=r"b\.vmod: 'readme' is not a file that holds buildFile"):
        Module(tmp_path / "b.vmod")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<a", "XML that can be read"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "a build file without one"),
    ],
)
def test_a_build_file_of_bad_xml_or_with_entities_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with ZipFile(tmp_path / "a.vmod", "w") as archive:
        archive.writestr("buildFile.xml", text)
    with pytest.raises(BadInput, match=why):
        Module(tmp_path / "a.vmod")


def test_an_entry_of_too_many_bytes_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vtt_bridge.vassal.archive.MOST_ENTRY_BYTES", 1000)
    bomb = write_game(tmp_path / "a.vsav", game([Counter(str(n), "x" * 90, (1, 1)) for n in range(20)]))
    with pytest.raises(BadInput, match="bytes' is not at most 1000"):
        saved_text(Archive(bomb))


def test_a_module_gives_its_maps_boards_and_pieces(tmp_path: Path) -> None:
    module = Module(write_module(tmp_path / "small.vmod", [Counter("1", "Able 1/1", (0, 0))]))
    (only,) = module.maps
    assert module.name == "Small"
    assert (only.name, only.id, only.edge_px, only.boards[0].size_px) == (
        "Main",
        "Map0",
        (10, 20),
        (600, 500),
    )
    assert [piece.name for piece in module.pieces] == ["Able 1/1"]
    assert module.map("Map0") is module.map("Main")
