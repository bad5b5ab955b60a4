"""The archives of VASSAL: modules (.vmod), saved games (.vsav) and logs (.vlog), all of them ZIP files.

A saved game is text in one of four encodings, told by its beginning: `!VCSK` (hexadecimal, each byte changed by a key), `VOBS`
(the same in bytes), XZ, or plain. Source: VASSAL/tools/io/DeobfuscatingInputStream.java.
"""

import lzma
import zlib
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from rules.errors import BadInput
from vtt_bridge.system.bounded_read import read_bytes

MOST_ENTRY_BYTES = 64 * 2**20
"""The largest build file or saved game, unpacked."""

_HEX, _BYTES, _XZ = b"!VCSK", b"VOBS", b"\xfd7zXZ\x00"
_KEY = 0x5A
"""Any key will do; a constant one makes the written files reproducible."""


class Archive:
    """The entries of an archive, by name; nothing is unpacked on the disk.

    Raises:
        BadInput: if the file is not an archive; the sentence names it.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.name
        try:
            self._zip = ZipFile(BytesIO(read_bytes(path)))
        except (BadZipFile, EOFError) as error:
            raise BadInput(self.name, str(error), "a file of VASSAL") from None

    def read(self, *names: str) -> bytes:
        """The first of these entries that exists.

        Raises:
            BadInput: if none exists, or it is damaged or too large.
        """
        known = {entry.filename: entry for entry in self._zip.infolist()}
        for name in names:
            if name not in known:
                continue
            if known[name].file_size > MOST_ENTRY_BYTES:
                raise BadInput(
                    f"{self.name}/{name}", f"{known[name].file_size} bytes", f"at most {MOST_ENTRY_BYTES}"
                )
            try:
                return self._zip.read(name)
            except (BadZipFile, EOFError, RuntimeError, NotImplementedError, zlib.error) as error:
                raise BadInput(f"{self.name}/{name}", str(error), "an entry that can be unpacked") from None
        raise BadInput(self.name, ", ".join(sorted(known)[:5]) or "no entry", f"a file that holds {names[0]}")


def saved_text(archive: Archive) -> str:
    """The text of a saved game or log.

    Raises:
        BadInput: if it is damaged.
    """
    kept, field = archive.read("savedGame"), f"{archive.name}/savedGame"
    try:
        return _plain(kept).decode("utf-8")
    except (ValueError, IndexError, lzma.LZMAError, EOFError) as error:
        raise BadInput(field, type(error).__name__, "a saved game that can be read") from None


def _plain(kept: bytes) -> bytes:
    if kept.startswith(_HEX):
        keyed = bytes.fromhex(kept[len(_HEX) :].decode("ascii"))
        return _changed(keyed[1:], keyed[0])
    if kept.startswith(_BYTES):
        return _changed(kept[len(_BYTES) + 1 :], kept[len(_BYTES)])
    if kept.startswith(_XZ):
        return lzma.LZMADecompressor().decompress(kept, MOST_ENTRY_BYTES)
    return kept


def hidden_text(text: str) -> bytes:
    """A saved game in the encoding that every VASSAL reads."""
    return _HEX + bytes([_KEY]).hex().encode() + _changed(text.encode(), _KEY).hex().encode()


def _changed(data: bytes, key: int) -> bytes:
    return bytes(byte ^ key for byte in data)
