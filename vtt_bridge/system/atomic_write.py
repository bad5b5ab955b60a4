"""Atomic file writes."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from vtt_bridge.errors import CannotWrite


def write_atomic(path: Path, content: bytes | str) -> None:
    """Write a file, durably: whoever looks sees the old one or the new one, never a part, also after a power cut.

    Raises:
        CannotWrite: if it cannot be written; an old file stays as it was.
    """
    written = content.encode() if isinstance(content, str) else content
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
