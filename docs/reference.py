"""The pages of the documentation that are made from code: commands, the HTTP API, documents, and how each book is read."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from maps.library import bundled_board
from rules.catalog import RULESETS
from rules.game.ruleset import Ruleset
from vtt_bridge.cli import main
from vtt_bridge.commands.lazy_commands import LazyCommand
from vtt_bridge.local_table.api.app import create_app
from vtt_bridge.local_table.storage.store import Store
from vtt_bridge.umpire.umpire import Umpire

ROOT = Path(__file__).parent.parent
SCHEMAS = (
    "maps/board.schema.json",
    "maps/table.schema.json",
    "maps/scenario.schema.json",
    "maps/battle_group.schema.json",
    "maps/kgn_roster.schema.json",
    "maps/micro_armour_roster.schema.json",
    "exporters/ruling.schema.json",
    "vtt_bridge/port/table.schema.json",
    "vtt_bridge/vassal/mapping.schema.json",
)


def write_pages(folder: Path) -> None:
    """Write each page that is made from code into a folder; what is the same already is not touched."""
    folder.mkdir(exist_ok=True)
    pages = {
        "commands": _page("Commands", _commands(main, "blindhex")),
        "http": _page("The HTTP API of a table", _http(_openapi())),
        "schemas": _page("The files and documents, field by field", _schemas()),
        **{f"readings-{book.id}": _page(_title(book), _readings(book)) for book in RULESETS.values()},
    }
    for name, text in pages.items():
        path = folder / f"{name}.md"
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def _page(title: str, lines: Iterator[str]) -> str:
    return "\n".join((f"# {title}", "", *lines)) + "\n"


def _title(book: Ruleset) -> str:
    edition = book.rulebook.edition
    told = f"{edition} edition" if edition[:1].isdecimal() and not edition.isdecimal() else edition
    return f"How {book.rulebook.title} ({told}) is read"


def _commands(command: click.Command, path: str) -> Iterator[str]:
    """The help of a command and of all below it, as the terminal prints it."""
    itself = command.itself if isinstance(command, LazyCommand) else command
    context = click.Context(itself, info_name=path, max_content_width=100, terminal_width=100)
    yield from (f"## {path}", "", "```text", itself.get_help(context), "```", "")
    if isinstance(itself, click.Group):
        for name in itself.list_commands(context):
            below = itself.get_command(context, name)
            if below is not None:
                yield from _commands(below, f"{path} {name}")


def _openapi() -> Mapping[str, Any]:
    with closing(Store(":memory:")) as store:
        return create_app(store, Umpire(RULESETS, bundled_board)).openapi()


def _http(api: Mapping[str, Any]) -> Iterator[str]:
    """Each path with its methods, in the order of the API."""
    yield "A table that is served tells the same, and what each answer holds, as an OpenAPI document at `/openapi.json`."
    yield ""
    yield (
        "At a table that others reach, nearly every request takes `seat` (query): from which seat it is made, a side, umpire or"
        " spectator. Left out, it is made from all at once, or from the one that was joined."
    )
    yield ""
    for path, methods in api["paths"].items():
        yield f"## `{path}`"
        yield ""
        for method, operation in methods.items():
            yield f"**{method.upper()}**: {operation.get('description') or operation['summary']}"
            yield ""
            for parameter in operation.get("parameters", []):
                told = parameter.get("description", "")
                if parameter["name"] != "seat":
                    yield f"- `{parameter['name']}` ({parameter['in']}){': ' if told else ''}{told}"
            yield ""
            yield from _body(operation, api["components"]["schemas"])


def _body(operation: Mapping[str, Any], models: Mapping[str, Any]) -> Iterator[str]:
    """The fields of the JSON that a request brings along; nothing for one that brings none, or a document
    with a page of its own."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    model = models.get(str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2], {})
    if "properties" in model:
        yield "Its body is a JSON object:"
        yield ""
        yield from _fields(model, models)


def _schemas() -> Iterator[str]:
    """Each published document with its fields, as its JSON schema has them."""
    yield "Each of these is a JSON document. Its schema, which editors and programs can check files by, lies in the source under the path that is told."
    yield ""
    for path in SCHEMAS:
        schema = json.loads((ROOT / path).read_text("utf-8"))
        yield from (f"## {schema['title']}", "", f"Schema: `{path}`", "")
        parts = schema.get("$defs", {})
        yield from _fields(schema, parts)
        for name, part in parts.items():
            if "properties" in part:
                yield from (f"### {name.replace('_', ' ')}", "")
                yield from _fields(part, parts)


def _fields(part: Mapping[str, Any], parts: Mapping[str, Any]) -> Iterator[str]:
    needed = part.get("required", ())
    yield from ("| field | is |", "|---|---|")
    for name, field in part["properties"].items():
        told = _told(field, parts).replace("|", "\\|")
        yield f"| `{name}`{', needed' if name in needed else ''} | {told} |"
    yield ""


def _told(field: Any, parts: Mapping[str, Any]) -> str:
    """What a field is: in words, or by its kind; `parts` are what the schema refers to by name."""
    if not isinstance(field, Mapping):
        return "anything"
    if told := field.get("description"):
        return str(told)
    if named := field.get("$ref"):
        name = str(named).rpartition("/")[2]
        return str(parts.get(name, {}).get("description") or name.replace("_", " "))
    if "const" in field:
        return f"`{field['const']}`"
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"])
    if field.get("type") == "array":
        return f"a list: {_told(field.get('items', {}), parts)}"
    if options := field.get("oneOf") or field.get("anyOf"):
        return " or ".join(_told(option, parts) for option in options)
    kinds = field.get("type", "anything")
    return " or ".join(_KINDS.get(kind, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds))


_KINDS = {
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}


def _readings(book: Ruleset) -> Iterator[str]:
    """Every reading with its section, its reason and how sure it is."""
    yield (
        "Where the book is silent, contradicts itself or was clarified later, a choice had to be made. Rulings cite each by its number,"
        " as OUR 1."
    )
    yield ""
    for reading in book.readings:
        yield f"## OUR {reading.number}: {book.rulebook.code} {reading.section}"
        yield ""
        yield reading.text
        yield ""
        yield f"*Why:* {reading.why}"
        yield ""
        source = reading.later or reading.provenance.words
        switch = f" `--switch {reading.switch}` reads it the other way." if reading.switch else ""
        yield f"*Source:* {source}.{switch}"
        yield ""
