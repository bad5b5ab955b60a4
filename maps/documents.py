"""JSON documents: text to a checked mapping and back.

An error about a document is one sentence that names field, value and what was wanted. The last part
of the sentence is the description of the schema node that was not met.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from itertools import chain
from math import isfinite
from typing import TYPE_CHECKING, Any

from rules.errors import BadInput, RulesError

if TYPE_CHECKING:
    from jsonschema import TypeChecker
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

Document = Mapping[str, Any]
"""A JSON object, as parsed."""

MAX_BYTES = 8 * 2**20
"""The largest document; a map of 400 x 400 hexes with woods in each has 5.6 million bytes."""

MAX_DEPTH = 32
"""How deep arrays and objects may be nested."""


NOTE = "//"
"""The key of a note for people, which is ignored anywhere in a document."""

LINE = 160
"""The most characters of a setting on one line."""


class Missing(BadInput):
    """A required field is missing; the message names it and says what was wanted."""

    def __init__(self, field: str, wanted: str) -> None:
        super().__init__(field, None, wanted)


class CannotRead(RulesError):
    """A file cannot be read, because of the system or because it is not text."""

    def __init__(self, path: object, error: Exception) -> None:
        super().__init__(f"{path} cannot be read: {reason_of(error)}.")


def reason_of(error: Exception) -> str:
    """The system's reason why a file could not be read or written.

    >>> reason_of(IsADirectoryError(21, "Is a directory"))
    'Is a directory'
    """
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


def parsed(text: str | bytes, most_bytes: int = MAX_BYTES) -> Document:
    """The JSON object in a text; only documents with pictures may need more than MAX_BYTES.

    Raises:
        BadInput: if it is no JSON object, has a key twice, or is larger than `most_bytes` or deeper than MAX_DEPTH.
    """
    size = len(text)
    if size > most_bytes:
        raise BadInput("document", f"{size} bytes", f"at most {most_bytes} bytes long")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            wanted = "UTF-8 text; a picture or an archive holds no document"
            raise BadInput("document", f"byte 0x{text[error.start]:02x}", wanted) from None
    try:
        document = json.loads(
            text, object_pairs_hook=_each_key_once, parse_float=_finite, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        near = text[max(0, error.pos - 15) : error.pos + 15]
        wanted = f"JSON ({error.msg}, line {error.lineno} column {error.colno})"
        raise BadInput("document", near, wanted) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("document", "a number", f"one that can be read ({error})") from None
    if not isinstance(document, dict):
        raise BadInput("document", document if _depth_fits(document) else "...", "a JSON object")
    check_sound(document)
    return document


@contextmanager
def errors_naming(file: object) -> Iterator[None]:
    """A context in which errors about a whole document name the file that it was read from."""
    try:
        yield
    except BadInput as error:
        if error.field != "document":
            raise
        raise BadInput(str(file), error.value, error.wanted) from None


def check_sound(value: object) -> None:
    """Check that a parsed JSON value can be written and read again anywhere.

    Raises:
        BadInput: if it is deeper than MAX_DEPTH, or contains a number that is not finite or half a character (a lone surrogate).
    """
    if not _depth_fits(value):
        raise _too_deep()
    for leaf in _leaves(value):
        if isinstance(leaf, str) and not leaf.isascii() and re.search("[\ud800-\udfff]", leaf):
            raise BadInput("document", leaf, "text in whole characters")
        if isinstance(leaf, float) and not isfinite(leaf):
            raise BadInput("document", leaf, "a number that can be read")


class Shipped(dict[str, Any]):
    """A document that comes with the package; tests check it against its schema, so it is not checked again when read."""


def checked(
    document: object, schema_file: str, form: str, field: str = "", *, package: str = "maps"
) -> Document:
    """A document checked to have the format named and to meet the schema; shipped documents are known to meet it.

    `field` is where the document is in a larger one, for the message; `package` is where the
    schema file is.

    Raises:
        BadInput: for the first thing that is wrong.
    """
    known = of_format(document, form, field)
    if not isinstance(document, Shipped):
        check_schema(known, schema_file, field, package=package)
    return known


def check_schema(document: Document, schema_file: str, field: str = "", *, package: str = "maps") -> None:
    """Check that a document, of our own format or a foreign one, meets a schema.

    Raises:
        BadInput: for the first thing that is wrong.
    """
    validator = _validator(schema_file, package)
    error = next(validator.iter_errors(document), None)
    if error is not None:
        raise _complaint(error, field, validator.schema)


def of_format(document: object, form: str, field: str = "") -> Document:
    """The document, if it is an object of this format and version.

    Raises:
        BadInput: if not.
    """
    if not isinstance(document, Mapping):
        raise BadInput(field or "document", document, "a JSON object")
    wanted = f"{form}, the format read here"
    if "format" not in document:
        raise Missing(under(field, "format"), wanted)
    if document["format"] != form:
        raise BadInput(under(field, "format"), document["format"], wanted)
    return document


def under(field: str, *steps: str | int) -> str:
    """The path of a part of a field: under("lines", 3, "path") is lines[3].path."""
    for step in steps:
        joint = f"[{step}]" if isinstance(step, int) else f".{step}"
        field = (field + joint).removeprefix(".")
    return field


def written(value: float) -> float:
    """A number as written in a document: a whole one without a decimal point."""
    return int(value) if float(value).is_integer() else value


def text_of(document: Document) -> str:
    """The document as text that people can read and compare: one entry to a line, and a long setting on several."""
    lines = (f"{json.dumps(key)}: {_opened(value)}" for key, value in document.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _opened(value: Any, margin: str = "") -> str:
    """A value with each of its entries on a line of its own, if there are any that have entries themselves."""
    entries = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if not any(isinstance(entry, dict | list) for entry in entries):
        return _line(value)
    inner = margin + "  "
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {_entry(entry, inner)}" for key, entry in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
    return "[\n" + ",\n".join(f"{inner}{_line(entry)}" for entry in value) + f"\n{margin}]"


def _entry(value: Any, margin: str) -> str:
    return line if len(line := _line(value)) <= LINE else _opened(value, margin)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    pairs = [(key, value) for key, value in pairs if key != NOTE]
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BadInput("document", twice, "a key named once in its object")
    return document


def _finite(number: str) -> float:
    value = float(number)
    if not isfinite(value):
        raise BadInput("document", number, "a number that can be read (it is too large)")
    return value


def _no_number(constant: str) -> float:
    raise BadInput("document", constant, "a number")


def _too_deep() -> BadInput:
    return BadInput("document", "its nesting", f"at most {MAX_DEPTH} arrays and objects deep")


def _depth_fits(value: object) -> bool:
    layer: list[object] = [value]
    for _ in range(MAX_DEPTH + 1):
        layer = list(chain.from_iterable(map(_inside, layer)))
        if not layer:
            return True
    return False


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _leaves(value: object) -> Iterator[object]:
    """Every value that contains no others, and the keys of objects."""
    if isinstance(value, dict):
        yield from value
    elif not isinstance(value, list):
        yield value
    for entry in _inside(value):
        yield from _leaves(entry)


@cache
def _validator(schema_file: str, package: str) -> "Validator":
    """A validator whose patterns must match the whole text, since "$" lets a final line end through, and for
    which NaN is no number."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from jsonschema.validators import extend

    def whole_pattern(_: "Validator", pattern: str, text: object, __: object) -> "Iterator[ValidationError]":
        if isinstance(text, str) and not re.fullmatch(pattern, text):
            yield ValidationError(f"{text!r} does not match {pattern}")

    exact: Callable[..., type[Validator]] = extend
    numbers = Draft202012Validator.TYPE_CHECKER.redefine("number", _is_finite_number)
    kind = exact(Draft202012Validator, {"pattern": whole_pattern}, type_checker=numbers)
    return kind(json.loads(files(package).joinpath(schema_file).read_text("utf-8")))


def _is_finite_number(_: "TypeChecker", value: object) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and isfinite(value))


def _complaint(error: "ValidationError", field: str, root: Any) -> BadInput:
    where = under(field, *error.absolute_path)
    node: Any = error.schema
    value: Any = error.instance
    match error.validator:
        case "required":
            key = next(key for key in node["required"] if key not in value)
            return Missing(under(where, key), _wanted(node["properties"][key], root))
        case "additionalProperties":
            key = next(key for key in value if key not in node["properties"])
            return BadInput(where or "document", key, f"one of its keys: {', '.join(node['properties'])}")
        case _:
            return BadInput(where or "document", value, _wanted(node, root))


def _wanted(node: Any, root: Any) -> str:
    while "$ref" in node:
        node = root["$defs"][node["$ref"].removeprefix("#/$defs/")]
    if "description" in node:
        return str(node["description"])
    return f"one of {', '.join(node['enum'])}"
