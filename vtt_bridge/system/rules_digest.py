"""A digest of the rules, which tells changed rules from others of the same release."""

from functools import cache
from hashlib import sha256
from pathlib import Path

import rules

_RULED_BY = {".py", ".json"}


@cache
def rules_digest() -> str:
    """A digest of the code of the rules and the figures of the books."""
    folder, digest = Path(rules.__path__[0]), sha256()
    for file in sorted(folder.rglob("*")):
        if file.suffix in _RULED_BY:
            digest.update(f"{file.relative_to(folder).as_posix()}\n{file.read_text('utf-8')}".encode())
    return digest.hexdigest()[:32]
