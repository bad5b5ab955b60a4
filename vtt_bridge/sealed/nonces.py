"""The nonces of a side: each is the hash of the next, so that the first, told at the start, binds the side to all of them."""

from functools import lru_cache
from hashlib import sha256

NONCES = 4096
"""The most declarations in one game: for each of them a side shows one nonce at most."""

_MARK = b"blindhex nonce"


def nonce(seed: bytes, number: int) -> str:
    """The nonce with that number; number 0 is told at the start."""
    return _chain(seed)[NONCES - number].hex()


@lru_cache(maxsize=8)
def _chain(seed: bytes) -> tuple[bytes, ...]:
    values = [seed]
    for _ in range(NONCES):
        values.append(_hashed(values[-1]))
    return tuple(values)


def hashes_to(value: str, known: str, steps: int) -> bool:
    """Whether a nonce, hashed `steps` times, gives the known one."""
    try:
        hashed = bytes.fromhex(value)
    except (ValueError, TypeError):
        return False
    if not 0 < steps <= NONCES:
        return False
    for _ in range(steps):
        hashed = _hashed(hashed)
    return hashed.hex() == known


def _hashed(value: bytes) -> bytes:
    return sha256(_MARK + value).digest()
