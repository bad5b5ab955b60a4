"""The games on scenes: each turn is a row, added when it is played, whose lines never change."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from rules.errors import Unknown
from vtt_bridge.errors import Stale
from vtt_bridge.games.game_log import log_parts
from vtt_bridge.local_table.storage.chat_store import add_line
from vtt_bridge.local_table.storage.database import Change, Database, Writing
from vtt_bridge.local_table.storage.request_store import drop_request
from vtt_bridge.local_table.storage.revisions import (
    Sent,
    done_before,
    fresh,
    known,
    moved_on,
    revision_of,
)
from vtt_bridge.local_table.storage.scene_rows import put_things
from vtt_bridge.local_table.storage.tables import GAMES, TURNS
from vtt_bridge.port.virtual_table import Scene


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A stored game: the first line of its log, and the ids of its turns and of those taken back.

    A turn's id is never used again, so that two records with the same ids are the same.
    """

    id: int
    head: str
    turns: tuple[int, ...] = ()
    taken_back: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that was played on a scene before it was set up anew."""

    id: int
    ended_at: str


@dataclass(frozen=True, slots=True)
class Said:
    """A line for the chat about a turn, its addressee (empty: all), and the side that declared the turn, if any."""

    author: str
    text: str
    to: str
    said_at: str
    declared_by: str = ""


_RUNNING = (GAMES.c.scene == bindparam("of_scene")) & GAMES.c.ended_at.is_(None)
_UNDER_WAY = select(GAMES.c.id, GAMES.c.head).where(_RUNNING)
_ENDED = update(GAMES).where(_RUNNING).values(ended_at=bindparam("at"))
_OF_GAME = (TURNS.c.game == bindparam("game")) & (TURNS.c.taken_back == bindparam("taken_back"))
_TURN_IDS, _TURN_LINES = (
    select(column).where(_OF_GAME).order_by(TURNS.c.number) for column in (TURNS.c.id, TURNS.c.lines)
)
_PLAYED = insert(TURNS).returning(TURNS.c.id)


class GameStore:
    """The games of all scenes: at most one is under way on each; ended ones are kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def under_way(self, scene_id: str, known: Sequence[int]) -> tuple[int, KeptGame | None, tuple[str, ...]]:
        """The revision of a scene, its game at that revision (None if there is none), and the lines of its turns
        after those already `known`."""
        with self._database.reading() as on:
            revision, game = revision_of(on, scene_id), game_in(on, scene_id)
            if game is None:
                return revision, None, ()
            pairs = zip(known, game.turns, strict=False)
            alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            return revision, game, _lines(on, game.turns[alike:])

    def done_before(self, scene_id: str, sent: Sent) -> bool:
        """Whether this was carried out before.

        Raises:
            Refused: if its op_id was used for something else.
        """
        with self._database.reading() as on:
            return known(on, scene_id, sent.op_id, sent.asked)

    def lines(self, turns: Sequence[int]) -> tuple[str, ...]:
        """The log lines of these turns of one game, in order, as far as they are still stored."""
        with self._database.reading() as on:
            return _lines(on, turns)

    def play_on(
        self,
        scene: Scene,
        game: KeptGame,
        *,
        keep: int,
        add: str,
        again: int,
        says: Sequence[Said],
        sent: Sent,
    ) -> tuple[int, KeptGame]:
        """Store a change of a game with the scene's tokens and areas after it; returns the new revision and the game.

        The first `keep` turns stay and the others are taken back; then a turn with the lines `add` is added, or
        `again` turns that were taken back are played again, in their order.

        Raises:
            Stale: if the scene, and with it the game, has moved on since it was looked at.
            Refused: if the op_id was used for something else.
        """
        scene_id = scene.source.scene
        with self._database.writing(scene_id) as writing:
            on = writing.on
            now = fresh(on, scene_id, scene.source.revision)
            if done_before(on, scene_id, sent.op_id, sent.asked):
                raise Stale(scene.source.revision, str(now))
            kept = _again(on, game, again) if again else _taken_back(on, game, keep)
            if add:
                kept = _added(on, kept, add)
            drop_request(writing, scene_id)
            put_things(on, scene)
            revision = moved_on(on, scene_id)
            writing.changes.append(Change(scene_id, "game", scene_id, revision))
            for say in says:
                line = say.author, say.text, (), say.to, say.said_at, say.declared_by
                add_line(writing, scene_id, revision, *line)
        return revision, kept

    def change_head(
        self, scene: Scene, game: KeptGame, head: str, says: Said, sent: Sent
    ) -> tuple[int, KeptGame]:
        """Store another first line of a game's log, which says who plays; returns the new revision and the game.

        Raises:
            Stale: if the scene has moved on since it was looked at.
            Refused: if the op_id was used for something else.
        """
        scene_id = scene.source.scene
        with self._database.writing(scene_id) as writing:
            now = fresh(writing.on, scene_id, scene.source.revision)
            if done_before(writing.on, scene_id, sent.op_id, sent.asked):
                raise Stale(scene.source.revision, str(now))
            writing.on.execute(update(GAMES).where(GAMES.c.id == game.id).values(head=head))
            revision = moved_on(writing.on, scene_id)
            writing.changes.append(Change(scene_id, "game", scene_id, revision))
            writing.changes.append(Change(scene_id, "seat", "", revision))
            add_line(writing, scene_id, revision, says.author, says.text, (), says.to, says.said_at)
        return revision, replace(game, head=head)

    def scenes_with_computers(self) -> tuple[str, ...]:
        """The scenes with a game under way in which the computer plays a side."""
        running = select(GAMES.c.scene).where(
            GAMES.c.ended_at.is_(None), GAMES.c.head.contains('"players": {')
        )
        with self._database.reading() as on:
            return tuple(on.scalars(running))

    def ended(self, scene_id: str) -> tuple[EndedGame, ...]:
        """The games that were played on a scene before, oldest first."""
        with self._database.reading() as on:
            revision_of(on, scene_id)
            rows = on.execute(
                select(GAMES.c.id, GAMES.c.ended_at)
                .where(GAMES.c.scene == scene_id, GAMES.c.ended_at.is_not(None))
                .order_by(GAMES.c.id)
            )
            return tuple(EndedGame(*row) for row in rows)

    def ended_log(self, scene_id: str, game_id: int) -> str:
        """The log of a game that was played on a scene before.

        Raises:
            Unknown: if there is none.
        """
        with self._database.reading() as on:
            of_scene = (GAMES.c.scene == scene_id) & GAMES.c.ended_at.is_not(None)
            head = on.scalar(select(GAMES.c.head).where(of_scene, GAMES.c.id == game_id))
            if head is None:
                ids = on.scalars(select(GAMES.c.id).where(of_scene).order_by(GAMES.c.id))
                raise Unknown("ended game", str(game_id), map(str, ids))
            turns = on.scalars(_TURN_LINES, {"game": game_id, "taken_back": 0}).all()
        return "".join((head, *turns))


def game_in(on: Connection, scene_id: str) -> KeptGame | None:
    """The game that is under way on a scene."""
    row = on.execute(_UNDER_WAY, {"of_scene": scene_id}).one_or_none()
    if row is None:
        return None
    game_id, head = row
    turns, taken_back = (
        tuple(on.scalars(_TURN_IDS, {"game": game_id, "taken_back": back})) for back in (0, 1)
    )
    return KeptGame(game_id, head, turns, taken_back)


def begin_game(writing: Writing, scene_id: str, log: str, at: str) -> None:
    """End the game on a scene, and begin another if its log is given."""
    writing.on.execute(_ENDED, {"of_scene": scene_id, "at": at})
    drop_request(writing, scene_id)
    if not log:
        return
    head, turns = log_parts(log)
    game_id = writing.on.execute(
        insert(GAMES).values(scene=scene_id, head=head).returning(GAMES.c.id)
    ).scalar_one()
    rows = [{"game": game_id, "number": number, "lines": lines} for number, lines in enumerate(turns, 1)]
    if rows:
        writing.on.execute(insert(TURNS), rows)


def _lines(on: Connection, turns: Sequence[int]) -> tuple[str, ...]:
    rows = on.execute(select(TURNS.c.id, TURNS.c.lines).where(TURNS.c.id.in_(turns))) if turns else ()
    lines_of = {row.id: row.lines for row in rows}
    return tuple(lines_of[turn] for turn in turns if turn in lines_of)


def _taken_back(on: Connection, game: KeptGame, keep: int) -> KeptGame:
    gone = game.turns[keep:]
    if gone:
        on.execute(update(TURNS).where(TURNS.c.id.in_(gone)).values(taken_back=1))
    return replace(game, turns=game.turns[:keep], taken_back=(*gone, *game.taken_back))


def _again(on: Connection, game: KeptGame, count: int) -> KeptGame:
    turns, rest = game.taken_back[:count], game.taken_back[count:]
    on.execute(update(TURNS).where(TURNS.c.id.in_(turns)).values(taken_back=0))
    return replace(game, turns=(*game.turns, *turns), taken_back=rest)


def _added(on: Connection, game: KeptGame, lines: str) -> KeptGame:
    on.execute(delete(TURNS).where(TURNS.c.id.in_(game.taken_back)))
    turn = {"game": game.id, "number": len(game.turns) + 1, "lines": lines}
    return replace(game, turns=(*game.turns, on.execute(_PLAYED, turn).scalar_one()), taken_back=())
