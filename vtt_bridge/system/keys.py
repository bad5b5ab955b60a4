"""Keys of other people's tables: from the environment, or from the keyring of this machine if it has one."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from rules.errors import BadInput, RulesError

_SERVICE = "blindhex"


class _Keyring(Protocol):
    def get_password(self, service_name: str, username: str) -> str | None: ...

    def set_password(self, service_name: str, username: str, password: str) -> None: ...


class NoKey(RulesError):
    """There is no key, for a table or of a player; the sentence says where to put one, or how to make it."""


def key_for(environment: Mapping[str, str], variable: str, table: str) -> str:
    """The key for a table (its address).

    Raises:
        NoKey: if there is none.
        BadInput: if it cannot be a key.
    """
    if key := key_if_any(environment, variable, table):
        return key
    raise NoKey(
        f"there is no key for {table}; put it into {variable}, or keep it with blindhex bridge key {table}"
    )


def key_if_any(environment: Mapping[str, str], variable: str, table: str) -> str:
    """The key for a table, empty if there is none.

    Raises:
        BadInput: if it cannot be a key.
    """
    key = environment.get(variable, "").strip() or _from_keyring(table)
    if not key.isascii() or not key.isprintable() or " " in key:
        raise BadInput(variable, "what it holds", "a key without spaces or line ends")
    return key


def keep_key(table: str, key: str) -> None:
    """Store the key for a table in this machine's keyring.

    Raises:
        NoKey: if there is no keyring.
    """
    ring = _ring()
    if ring is None:
        raise NoKey("there is no keyring here; install blindhex[keyring], or use the environment")
    ring.set_password(_SERVICE, table.rstrip("/"), key)


def _from_keyring(table: str) -> str:
    ring = _ring()
    return (ring.get_password(_SERVICE, table.rstrip("/")) or "") if ring is not None else ""


def _ring() -> _Keyring | None:
    """The keyring library, if it is installed and has a keyring to work with."""
    if find_spec("keyring") is None:
        return None
    library = import_module("keyring")
    if library.get_keyring().priority <= 0:
        return None
    return cast(_Keyring, library)
