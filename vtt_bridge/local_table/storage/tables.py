"""The tables of the local table's database, the same in SQLite and PostgreSQL."""

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, MetaData, Table, Text

KEPT_AS = "blindhex-local-table/2"

METADATA = MetaData()


def _numbered(name: str, *columns: Column[str] | Column[int]) -> Table:
    """A table with numbered rows; no number is ever used twice."""
    return Table(name, METADATA, Column("id", Integer, primary_key=True), *columns, sqlite_autoincrement=True)


def _on_scene(name: str, *columns: Column[str] | Column[int] | Column[bytes]) -> Table:
    """A table of a scene's things, each with its id on the scene, in the order of `number`."""
    return Table(
        name,
        METADATA,
        Column("scene", Text, primary_key=True),
        Column("id", Text, primary_key=True),
        Column("number", Integer, nullable=False),
        *columns,
    )


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


KEPT = Table("kept", METADATA, _text("format"))
SCENES = Table(
    "scenes",
    METADATA,
    Column("id", Text, primary_key=True),
    _text("name"),
    Column("revision", Integer, nullable=False),
    _text("frame"),
    Column("width_px", Integer, nullable=False),
    Column("height_px", Integer, nullable=False),
    Column("game", Text),
    Column("map", LargeBinary),
    Column("opened", Integer, nullable=False),
)
TOKENS = _on_scene("tokens", _text("document"))
AREAS = _on_scene("areas", _text("document"))
OVERLAYS = _on_scene("overlays", _text("document"), Column("png", LargeBinary, nullable=False))
OPERATIONS = _on_scene("operations", _text("asked"))
CHAT = _numbered(
    "chat",
    Column("scene", Text, nullable=False, index=True),
    *map(_text, ("author", "text", "rules", "addressee", "said_at")),
    Column("declared_by", Text, nullable=False, server_default=""),
)
JOURNAL = _numbered("journal", Column("scene", Text, nullable=False, index=True), _text("line"))
GAMES = _numbered(
    "games", Column("scene", Text, nullable=False, index=True), _text("head"), Column("ended_at", Text)
)
TURNS = _numbered(
    "turns",
    Column("game", ForeignKey("games.id"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("taken_back", Integer, nullable=False, default=0),
    _text("lines"),
)
REQUESTS = Table(
    "requests",
    METADATA,
    Column("scene", Text, primary_key=True),
    Column("turn", Integer, nullable=False),
    *map(_text, ("by", "what", "text")),
)
SEATS = Table(
    "seats",
    METADATA,
    Column("scene", Text, primary_key=True),
    Column("seat", Text, primary_key=True),
    _text("key"),
    Column("taken", Integer, nullable=False),
)
SECRETS = Table("secrets", METADATA, _text("secret"))
