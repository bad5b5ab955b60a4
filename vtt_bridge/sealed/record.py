"""The record of a game by mail, blindhex-mail/2: signed entries, each bound to the one before it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from maps.documents import parsed
from rules.errors import BadInput, RulesError
from rules.game.side_names import player
from vtt_bridge.games.log_file import MAIL_FORMAT
from vtt_bridge.sealed.keys import PlayerKey, signed_by
from vtt_bridge.sealed.seals import canonical

_FIELDS = {"entry": int, "by": str, "kind": str, "before": str, "body": dict, "signature": str}


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its number, counted from 0, the side that wrote it, its kind, and its contents.

    `before` is the digest of the entry before it; empty for the first.
    """

    number: int
    by: str
    kind: str
    before: str
    body: Mapping[str, Any]
    signature: str = ""

    @property
    def signed(self) -> bytes:
        """The bytes that are signed."""
        return canonical(self._unsigned)

    @property
    def _unsigned(self) -> dict[str, Any]:
        return {
            "entry": self.number,
            "by": self.by,
            "kind": str(self.kind),
            "before": self.before,
            "body": dict(self.body),
        }

    @property
    def digest(self) -> str:
        """The hash of the whole entry, signature included, which the next entry repeats."""
        return sha256(self.line.encode()).hexdigest()

    @property
    def line(self) -> str:
        """The entry as its line of the record."""
        return f"{canonical({**self._unsigned, 'signature': self.signature}).decode()}\n"

    def __str__(self) -> str:
        return f"entry {self.number}"


@dataclass(frozen=True, slots=True)
class Wrong:
    """A fault in a record: the number of the entry, the side that wrote it, and what is wrong."""

    number: int
    by: str
    text: str

    def __str__(self) -> str:
        who = f" of {the_player(self.by)}" if self.by else ""
        return f"Entry {self.number}{who}: {self.text}."


def the_player(side: str | None) -> str:
    """The player of a side, for use within a sentence; "nobody" without a side."""
    return f"the {player(side)}" if side else "nobody"


def entry_after(
    entries: Sequence[Entry], key: PlayerKey, by: str, kind: str, body: Mapping[str, Any]
) -> Entry:
    """The next entry of a record, signed."""
    before = entries[-1].digest if entries else ""
    plain = Entry(len(entries), by, kind, before, body)
    return Entry(plain.number, by, kind, before, body, key.sign(plain.signed))


def entry_from(line: str) -> Entry:
    """The entry in a line.

    Raises:
        BadInput: if the line holds no entry.
    """
    given = parsed(line)
    for name, kind in _FIELDS.items():
        if type(given.get(name)) is not kind:
            raise BadInput(f"entry.{name}", given.get(name), f"an entry of a game by mail ({MAIL_FORMAT})")
    return Entry(
        given["entry"], given["by"], given["kind"], given["before"], given["body"], given["signature"]
    )


def entries_from(text: str) -> tuple[tuple[Entry, ...], tuple[Wrong, ...]]:
    """The entries of a record as far as they can be read, and what cannot."""
    lines = text.split("\n")
    entries: list[Entry] = []
    for number, line in enumerate(lines[:-1]):
        try:
            entries.append(entry_from(line))
        except RulesError as error:
            return tuple(entries), (Wrong(number, "", f"it cannot be read ({error})"),)
    if lines[-1]:
        return tuple(entries), (Wrong(len(entries), "", "the record is cut off in the middle of it"),)
    return tuple(entries), ()


def chain_faults(entries: Sequence[Entry], keys: Mapping[str, str]) -> Iterator[Wrong]:
    """The faults in the signatures and the order of entries; `keys` are the public keys of the sides."""
    missing = sorted(
        set(range(max((entry.number for entry in entries), default=0))) - {entry.number for entry in entries}
    )
    for number in missing:
        yield Wrong(number, "", "it is missing; somebody took it out of the record")
    before: Entry | None = None
    for entry in entries:
        if before is not None and entry.number == before.number:
            yield Wrong(entry.number, entry.by, "it stands there twice")
        elif before is not None and entry.number < before.number:
            yield Wrong(
                entry.number, entry.by, f"it stands after entry {before.number}; the order was changed"
            )
        public = keys.get(entry.by, "")
        if not signed_by(public, entry.signed, entry.signature):
            yield Wrong(
                entry.number,
                entry.by,
                f"it was altered or forged; the signature is not that of {the_player(entry.by)}",
            )
        follows = before is not None and entry.number == before.number + 1
        if before is not None and follows and entry.before != before.digest:
            yield Wrong(
                before.number,
                before.by,
                f"{the_player(entry.by)} had another {before} before it when it wrote {entry}; {before} was written anew since",
            )
        before = entry
