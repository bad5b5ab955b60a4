"""Atomic file writes."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from vtt_bridge.errors import CannotWrite


def write_atomic(path: Path, content: bytes | str) -> None:
    """Write a file: whoever looks sees the old one or the new one, never a part.

    Raises:
        CannotWrite: if it cannot be written; an old file stays as it was.
    """
    written = content.encode() if isinstance(content, str) else content
    try:
        handle, beside = mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(written)
            Path(beside).chmod(0o666 & ~_umask())
            Path(beside).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(beside).unlink()
            raise
    except (OSError, ValueError) as error:
        raise CannotWrite(path, error) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
