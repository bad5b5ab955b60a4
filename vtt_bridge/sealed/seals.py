"""What is sealed in a record: its commitment, which all can hold against it later, and its ciphertext for its owner.

What is told in the open stands as {"open": …}; what is sealed as {"commitment": …, "box": …}.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from typing import Any

from nacl.bindings import sodium_pad, sodium_unpad
from nacl.encoding import URLSafeBase64Encoder
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from nacl.utils import random

from rules.errors import RulesError

_SALT_BYTES = 32
_BLOCK_BYTES = 512
"""What is sealed is filled up to so much, so that its length tells little."""


class SealBroken(RulesError):
    """What is in a seal is not what was committed to, or is not locked with the key of the game."""


def sealed(plain: object, key: bytes | None) -> dict[str, Any]:
    """A document sealed with a key, or in the open without one."""
    if key is None:
        return {"open": plain}
    salted = random(_SALT_BYTES) + canonical(plain)
    box = SecretBox(key).encrypt(sodium_pad(salted, _BLOCK_BYTES))
    return {"commitment": sha256(salted).hexdigest(), "box": URLSafeBase64Encoder.encode(box).decode()}


def unsealed(seal: Mapping[str, Any], key: bytes | None) -> Any:
    """What a seal holds.

    Raises:
        SealBroken: if the key is not the one it was sealed with, or it holds something else than was committed to.
    """
    if "open" in seal:
        return seal["open"]
    if key is None:
        raise SealBroken("it is sealed")
    try:
        salted = sodium_unpad(
            SecretBox(key).decrypt(URLSafeBase64Encoder.decode(str(seal["box"]).encode())), _BLOCK_BYTES
        )
    except (CryptoError, ValueError, KeyError, TypeError):
        raise SealBroken("it cannot be opened with the key of the game") from None
    if not compare_digest(sha256(salted).hexdigest(), str(seal.get("commitment"))):
        raise SealBroken("what is in it is not what was committed to")
    return json.loads(salted[_SALT_BYTES:])


def canonical(document: object) -> bytes:
    """A document as the bytes that are signed, sealed and hashed; the order of its fields is kept, as scenarios rest on it."""
    return json.dumps(document, separators=(",", ":"), allow_nan=False).encode()
