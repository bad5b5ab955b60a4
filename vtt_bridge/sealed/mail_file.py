"""A player's own copy of the record of a game by mail, and adding what came by mail to it."""

from pathlib import Path

from rules.errors import BadInput, RulesError
from vtt_bridge.errors import LogMovedOn
from vtt_bridge.games.game_file import begin_log, sole_writer
from vtt_bridge.games.game_setup import BookNamed
from vtt_bridge.games.log_file import read_log
from vtt_bridge.sealed.beginning import Beginning
from vtt_bridge.sealed.keys import PlayerKey
from vtt_bridge.sealed.record import Entry, Wrong, entries_from, the_player
from vtt_bridge.sealed.seat import Seat
from vtt_bridge.sealed.standing import Standing, standing_of
from vtt_bridge.sealed.verifying import verified
from vtt_bridge.system.atomic_write import write_atomic


class Cheated(RulesError):
    """The record that came by mail is wrong; the player's own copy stays as it was."""

    def __init__(self, wrong: Wrong) -> None:
        super().__init__(f"Not taken: {wrong}")


def text_of(entries: tuple[Entry, ...]) -> str:
    """The text of a record's file."""
    return "".join(entry.line for entry in entries)


def read_record(path: str) -> tuple[Entry, ...]:
    """The entries of the player's own copy.

    Raises:
        RulesError: if the file cannot be read; the sentence names the entry that is wrong.
    """
    entries, unreadable = entries_from(read_log(path))
    if unreadable or not entries:
        raise RulesError(
            f"{path} is no record of a game by mail: {unreadable[0] if unreadable else 'it is empty'}"
        )
    return entries


def seat_at(path: str, key: PlayerKey, book_named: BookNamed) -> Seat:
    """The player's seat, from his own copy of the record.

    Raises:
        RulesError: if the file cannot be read, was damaged, or the key is not one of the game's.
    """
    seat = Seat.at(read_record(path), key, book_named)
    if seat.standing.wrong:
        raise RulesError(f"{path} was damaged: {seat.standing.wrong[0]}")
    if not seat.side:
        raise BadInput("key", key.name, "the key of a player of this game")
    return seat


def begin_record(path: str, entries: tuple[Entry, ...]) -> None:
    """Write a record to a file of its own.

    Raises:
        LogExists: if there is such a file.
        CannotWrite: if it cannot be written.
    """
    begin_log(path, text_of(entries))


def keep_record(path: str, seat: Seat, *, was: tuple[Entry, ...]) -> None:
    """Write a record to its file, durably, whole or not at all. `was` are the entries that the file must hold now.

    Raises:
        LogMovedOn: if the file no longer holds those.
        CannotWrite: if it cannot be written; the file stays as it was.
    """
    with sole_writer(path):
        if read_log(path) != text_of(was):
            raise LogMovedOn(path)
        write_atomic(Path(path), text_of(seat.entries))


def taken(own: tuple[Entry, ...], came: str, book_named: BookNamed) -> tuple[Entry, ...]:
    """The player's own entries with the new ones that came by mail, if any.

    Raises:
        Cheated: if the mail does not continue the player's own record, or something in it is wrong.
    """
    entries, unreadable = entries_from(came)
    if unreadable:
        raise Cheated(unreadable[0])
    if own[: len(entries)] == entries:
        return own
    if difference := difference_between(own, entries):
        raise Cheated(difference)
    now = standing_of(entries)
    if now.wrong:
        raise Cheated(now.wrong[0])
    check_shown(Beginning(entries[0].body, book_named), now)
    if "open" in now.head["setup"] or now.opened is not None:
        proof = verified(came, book_named)
        if proof.wrong:
            raise Cheated(proof.wrong[0])
    return entries


def check_shown(beginning: Beginning, now: Standing) -> None:
    """Check that the last view shown to the side that does not rule is a possible state of the game.

    Raises:
        Cheated: if it is not.
    """
    try:
        beginning.known_of(now.last_shown.view)
    except RulesError as error:
        number = now.ruled[-1].ruling.number if now.ruled else 0
        raise Cheated(Wrong(number, now.ruler, f"it shows what cannot stand in a game ({error})")) from None


def difference_between(own: tuple[Entry, ...], other: tuple[Entry, ...]) -> Wrong | None:
    """The first entry in which two copies of a record differ; None if one merely continues the other."""
    for mine, his in zip(own, other, strict=False):
        if mine == his:
            continue
        if mine.by == his.by and mine.number == his.number:
            return Wrong(
                his.number,
                his.by,
                f"it is another than entry {his.number} of the other copy; {the_player(his.by)} shows two records of one game",
            )
        return Wrong(his.number, his.by, f"the other copy has an entry of {the_player(mine.by)} in its place")
    return None
