"""Atomic file writes."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from vtt_bridge.errors import CannotWrite, FileExists


def write_atomic(path: Path, content: bytes | str) -> None:
    """Write a file, durably: a reader sees the old file or the new one, never a part, also after a power cut.

    Raises:
        CannotWrite: if it cannot be written; an old file stays as it was.
    """
    written = _bytes_of(content)
    try:
        handle, beside = mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(written)
                file.flush()
                os.fsync(file.fileno())
            Path(beside).chmod(0o666 & ~_umask())
            Path(beside).replace(path)
            _sync_folder(path.parent)
        except BaseException:
            with suppress(OSError):
                Path(beside).unlink()
            raise
    except (OSError, ValueError) as error:
        raise CannotWrite(path, error) from None


def write_new(contents: Mapping[Path, bytes | str]) -> None:
    """Write files, none of which may exist with other content; if one does, none is written.

    Raises:
        FileExists: naming the first file that exists with other content.
        CannotWrite: if one cannot be written.
    """
    for path, content in contents.items():
        if path.exists() and not _holds(path, content):
            raise FileExists(str(path))
    for path, content in contents.items():
        write_atomic(path, content)


def _holds(path: Path, content: bytes | str) -> bool:
    try:
        return path.read_bytes() == _bytes_of(content)
    except OSError:
        return False


def _bytes_of(content: bytes | str) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _sync_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):
        return  # only POSIX systems let a folder be synced
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
