"""A player's key, in a file: he signs his entries with it, and locks what only he may read."""

import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nacl.encoding import URLSafeBase64Encoder
from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, SealedBox
from nacl.signing import SigningKey, VerifyKey

from maps.documents import CannotRead, errors_naming, of_format, parsed
from rules.errors import BadInput
from vtt_bridge.errors import CannotWrite
from vtt_bridge.system.keys import NoKey

KEY_FORMAT = "blindhex-key/1"


@dataclass(frozen=True)
class PlayerKey:
    """The key of a player, and the name he goes by."""

    name: str
    signing: SigningKey

    @property
    def public(self) -> str:
        """The public key, by which others check his signature."""
        return self.signing.verify_key.encode(URLSafeBase64Encoder).decode()

    def sign(self, message: bytes) -> str:
        """The player's signature of a message."""
        return URLSafeBase64Encoder.encode(self.signing.sign(message).signature).decode()

    def lock(self, secret: bytes) -> str:
        """A secret as text that this key alone opens."""
        return URLSafeBase64Encoder.encode(SealedBox(self._private).encrypt(secret)).decode()

    def unlock(self, locked: str) -> bytes:
        """The secret that was locked with this key.

        Raises:
            BadInput: if it was locked with another.
        """
        try:
            return bytes(SealedBox(self._private).decrypt(URLSafeBase64Encoder.decode(locked.encode())))
        except (CryptoError, ValueError):
            raise BadInput("key", self.name, "the key that this side of the game was begun with") from None

    @cached_property
    def _private(self) -> PrivateKey:
        return self.signing.to_curve25519_private_key()


def signed_by(public: str, message: bytes, signature: str) -> bool:
    """Whether a message was signed with the key that others know by `public`."""
    try:
        key = VerifyKey(public.encode(), URLSafeBase64Encoder)
        key.verify(message, URLSafeBase64Encoder.decode(signature.encode()))
    except (CryptoError, ValueError, TypeError):
        return False
    return True


def new_key(name: str) -> PlayerKey:
    """A new random key."""
    return PlayerKey(name, SigningKey.generate())


def write_key(path: Path, key: PlayerKey) -> None:
    """Write a key to a new file that only its owner may read.

    Raises:
        BadInput: if there is such a file.
        CannotWrite: if it cannot be written.
    """
    document = {
        "format": KEY_FORMAT,
        "name": key.name,
        "secret": key.signing.encode(URLSafeBase64Encoder).decode(),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(json.dumps(document) + "\n")
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise BadInput(
            "--key", str(path), "a new file, and no key is ever replaced; name another with --key"
        ) from None
    except OSError as error:
        raise CannotWrite(path, error) from None


def read_key(path: Path) -> PlayerKey:
    """The key in a file.

    Raises:
        NoKey: if there is no such file.
        CannotRead, BadInput: if it cannot be read, or holds no key.
    """
    try:
        with errors_naming(path):
            document = of_format(parsed(path.read_bytes()), KEY_FORMAT)
    except FileNotFoundError:
        raise NoKey(f"there is no key at {path}; make one with blindhex mail key NAME") from None
    except OSError as error:
        raise CannotRead(str(path), error) from None
    name, secret = document.get("name"), document.get("secret")
    if not isinstance(name, str) or not isinstance(secret, str):
        raise BadInput("key file", str(path), "a key that blindhex mail key wrote")
    try:
        return PlayerKey(name, SigningKey(secret.encode(), URLSafeBase64Encoder))
    except (CryptoError, ValueError, TypeError):
        raise BadInput("key file", str(path), "a key that blindhex mail key wrote") from None
