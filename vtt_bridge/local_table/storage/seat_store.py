"""The seats of the table: which are taken, and their present keys.

A key changes whenever its seat is taken or freed, so that older links to it no longer work.
"""

from secrets import token_urlsafe

from sqlalchemy import ColumnElement, Connection, insert, select, update

from vtt_bridge.errors import Refused
from vtt_bridge.local_table.seats.links import Chair, Links
from vtt_bridge.local_table.seats.seat import SPECTATOR_SEAT
from vtt_bridge.local_table.storage.database import Change, Database
from vtt_bridge.local_table.storage.tables import SEATS, SECRETS


class SeatStore:
    """The seats of all scenes. A seat holds one player, but the spectators' seat any number; the umpire's
    seat is for all scenes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._links: Links | None = None

    @property
    def links(self) -> Links:
        """The writer and reader of this table's links."""
        if self._links is None:
            with self._database.writing("") as writing:
                secret = writing.on.scalar(select(SECRETS.c.secret))
                if secret is None:
                    secret = token_urlsafe(32)
                    writing.on.execute(insert(SECRETS).values(secret=secret))
            self._links = Links(secret)
        return self._links

    def link(self, scene_id: str, seat: str) -> str | None:
        """The signed text of a link to a seat; None while the seat is taken."""
        with self._database.writing(scene_id) as writing:
            row = _kept(writing.on, scene_id, seat) or (_renewed(writing.on, scene_id, seat, 0), 0)
        key, taken = row
        return None if taken else self.links.written(Chair(scene_id, seat, key))

    def is_taken(self, scene_id: str, seat: str) -> bool:
        """Whether somebody sits there."""
        with self._database.reading() as on:
            row = _kept(on, scene_id, seat)
        return row is not None and bool(row[1])

    def sit_down(self, link: str) -> tuple[Chair, str]:
        """Take the seat of a link, and return it with the signed text that proves it from now on.

        Raises:
            Refused: if this table did not sign it, or it is not good any more.
        """
        chair = self.links.read(link)
        with self._database.writing(chair.scene) as writing:
            kept = _kept(writing.on, chair.scene, chair.seat)
            if kept is None or kept[0] != chair.key:
                raise Refused("seat: this link is not good any more; ask the umpire for another")
            if chair.seat == SPECTATOR_SEAT.name or kept[1]:
                return chair, link
            taken = Chair(chair.scene, chair.seat, _renewed(writing.on, chair.scene, chair.seat, 1))
            writing.changes.append(Change(chair.scene, "seat", chair.seat, 0))
        return taken, self.links.written(taken)

    def held(self, text: str) -> Chair | None:
        """The seat that the holder of this signed text has taken; None if it gives none."""
        try:
            chair = self.links.read(text)
        except Refused:
            return None
        with self._database.reading() as on:
            kept = _kept(on, chair.scene, chair.seat)
        sits = kept is not None and kept[0] == chair.key and (kept[1] or chair.seat == SPECTATOR_SEAT.name)
        return chair if sits else None

    def free(self, scene_id: str, seat: str) -> str:
        """Free a seat, whoever sits there, and return the signed text of a new link to it."""
        with self._database.writing(scene_id) as writing:
            chair = Chair(scene_id, seat, _renewed(writing.on, scene_id, seat, 0))
            writing.changes.append(Change(scene_id, "seat", seat, 0))
        return self.links.written(chair)


def _this(scene_id: str, seat: str) -> ColumnElement[bool]:
    return (SEATS.c.scene == scene_id) & (SEATS.c.seat == seat)


def _kept(on: Connection, scene_id: str, seat: str) -> tuple[str, int] | None:
    row = on.execute(select(SEATS.c.key, SEATS.c.taken).where(_this(scene_id, seat))).one_or_none()
    return None if row is None else (str(row[0]), int(row[1]))


def _renewed(on: Connection, scene_id: str, seat: str, taken: int) -> str:
    """Give a seat a new key, and return it."""
    key = token_urlsafe(9)
    again = update(SEATS).where(_this(scene_id, seat)).values(key=key, taken=taken)
    if not on.execute(again).rowcount:
        on.execute(insert(SEATS).values(scene=scene_id, seat=seat, key=key, taken=taken))
    return key
