"""Sealed documents in a record: a commitment, against which anybody can check them later, and a ciphertext for the owner.

A document in the open is written {"open": …}, a sealed one {"commitment": …, "box": …}.
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
"""Sealed documents are padded to multiples of this size, so that their length reveals little."""


class SealBroken(RulesError):
    """The contents of a seal do not match its commitment, or the key does not open it."""


def sealed(plain: object, key: bytes | None) -> dict[str, Any]:
    """A document sealed with a key, or in the open without one."""
    if key is None:
        return {"open": plain}
    salted = random(_SALT_BYTES) + canonical(plain)
    box = SecretBox(key).encrypt(sodium_pad(salted, _BLOCK_BYTES))
    return {"commitment": sha256(salted).hexdigest(), "box": URLSafeBase64Encoder.encode(box).decode()}


def unsealed(seal: Mapping[str, Any], key: bytes | None) -> Any:
    """The document in a seal.

    Raises:
        SealBroken: if the key does not open it, or the contents do not match the commitment.
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
    """The bytes of a document for signing, sealing and hashing; fields keep their order, on which scenarios depend."""
    return json.dumps(document, separators=(",", ":"), allow_nan=False).encode()
