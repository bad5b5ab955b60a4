"""Converts the file of a former version to the tables of this one; nothing in it is lost."""

from sqlalchemy import Connection, insert, text

from vtt_bridge.games.game_log import log_parts
from vtt_bridge.local_table.storage.tables import GAMES, KEPT, KEPT_AS, METADATA, OPERATIONS, TURNS

FORMER = "blindhex-local-table/1"

_AS_THEY_WERE = {
    "scenes": "id, name, revision, frame, width_px, height_px, game, map, opened",
    "chat": "id, scene, author, text, rules, addressee, said_at",
    "journal": "id, scene, line",
}
_NUMBERED = {"tokens": "id, document", "areas": "id, document", "overlays": "tag, document, png"}


def migrate(on: Connection) -> None:
    """Create the tables of this version, with everything in those of the former one."""
    for name in ("kept", "games", "operations", *_AS_THEY_WERE, *_NUMBERED):
        on.execute(text(f"ALTER TABLE {name} RENAME TO former_{name}"))
    METADATA.create_all(on)
    on.execute(insert(KEPT).values(format=KEPT_AS))
    for name, columns in _AS_THEY_WERE.items():
        on.execute(text(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM former_{name}"))
    for name, columns in _NUMBERED.items():
        kept = columns.replace("tag", "id")
        on.execute(
            text(
                f"INSERT INTO {name} (scene, number, {kept}) SELECT scene, rowid, {columns} FROM former_{name}"
            )
        )
    for number, (scene, op_id) in enumerate(
        on.execute(text("SELECT scene, op_id FROM former_operations")), 1
    ):
        on.execute(insert(OPERATIONS).values(scene=scene, id=op_id, number=number, asked=""))
    for scene, log in on.execute(text("SELECT scene, log FROM former_games")).all():
        _keep_game(on, scene, log)
    for name in ("kept", "games", "operations", *_AS_THEY_WERE, *_NUMBERED):
        on.execute(text(f"DROP TABLE former_{name}"))


def _keep_game(on: Connection, scene: str, log: str) -> None:
    head, turns = log_parts(log)
    game = on.execute(insert(GAMES).values(scene=scene, head=head).returning(GAMES.c.id)).scalar_one()
    for number, lines in enumerate(turns, 1):
        on.execute(insert(TURNS).values(game=game, number=number, lines=lines))
