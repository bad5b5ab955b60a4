"""How values of each type annotation are written and read back; use rules.game.record.records for actions and events."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.errors import BadInput, Unknown, either
from rules.ground.hex.hexes import Hex

ValueT = TypeVar("ValueT")

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""A JSON value."""

TAG = "is"


@dataclass(frozen=True)
class Form(ABC):
    """The form of one annotation: which values it accepts, and how they are written.

    Raises (write, read and check):
        BadInput: if a value does not fit the annotation; the message names its field.
        Unknown: if a field is not known.
    """

    shapes: frozenset[str]
    """The possible shapes of a written value; no two members of a union may share a shape."""
    words: str
    """The wanted value, in the words of an error."""

    @abstractmethod
    def holds(self, value: object) -> bool:
        """Whether a value is of this annotation's own class."""

    @abstractmethod
    def write(self, value: Any, where: str) -> Plain:
        """The value as written; `where` names the field in errors."""

    @abstractmethod
    def read(self, plain: object, where: str) -> object:
        """The value that was written."""

    def check(self, value: object, where: str) -> None:
        """Refuse a value that this annotation does not hold."""
        if not self.holds(value):
            raise BadInput(where, value, self.words)


@dataclass(frozen=True)
class RecordForm(Form, Generic[ValueT]):
    """A dataclass as {"is": name, field: value, …}."""

    made: type[ValueT]
    needed: frozenset[str]
    forms: dict[str, Form] = field(compare=False)

    @property
    def name(self) -> str:
        return self.made.__name__

    def holds(self, value: object) -> bool:
        return type(value) is self.made

    def write(self, value: Any, where: str) -> dict[str, Plain]:
        self.check(value, where)
        written: dict[str, Plain] = {TAG: self.name}
        for name, form in self.forms.items():
            written[name] = form.write(getattr(value, name), f"{where}.{name}")
        return written

    def read(self, plain: object, where: str) -> ValueT:
        if not isinstance(plain, dict) or plain.get(TAG) != self.name:
            raise BadInput(where, plain, f'an object with "{TAG}": "{self.name}"')
        for name in map(str, plain):
            if name not in (TAG, *self.forms):
                raise Unknown(f"field of {where}", name, self.forms)
        for name in self.forms:
            if name in self.needed and name not in plain:
                raise BadInput(f"{where}.{name}", None, "given")
        return self.made(
            **{
                name: form.read(plain[name], f"{where}.{name}")
                for name, form in self.forms.items()
                if name in plain
            }
        )


def record_form(made: type[ValueT], **given: Form) -> RecordForm[ValueT]:
    """The form of a dataclass, from the annotations of its fields, except those whose forms are given.

    Raises:
        TypeError: if it is no dataclass, or an annotation cannot be written and read back unambiguously.
    """
    if not is_dataclass(made):
        raise TypeError(f"{made.__name__} is not a dataclass and cannot be written down")
    hints = get_type_hints(made)
    init = [each for each in fields(made) if each.init]
    forms = {
        each.name: given.get(each.name) or form_of(hints[each.name], f"{made.__name__}.{each.name}")
        for each in init
    }
    needed = (each.name for each in init if each.default is MISSING and each.default_factory is MISSING)
    name = made.__name__
    return RecordForm(frozenset({f"object {name}"}), f"a {name}", made, frozenset(needed), forms)


@dataclass(frozen=True)
class _NamedValues(Form):
    """A mapping of names to values, each name with a form of its own, as an object."""

    forms: Mapping[str, Form]

    def holds(self, value: object) -> bool:
        return isinstance(value, Mapping)

    def write(self, value: Any, where: str) -> Plain:
        return {
            name: form.write(item, f"{where}.{name}") for name, form, item in self._fields_of(value, where)
        }

    def read(self, plain: object, where: str) -> object:
        return {
            name: form.read(item, f"{where}.{name}") for name, form, item in self._fields_of(plain, where)
        }

    def _fields_of(self, value: Any, where: str) -> Iterator[tuple[str, Form, object]]:
        self.check(value, where)
        for name, item in value.items():
            if name not in self.forms:
                raise Unknown(f"field of {where}", str(name), self.forms)
            yield name, self.forms[name], item


def named_values(annotations: Mapping[str, object]) -> Form:
    """The form of a mapping with an annotation for each of its names.

    Raises:
        TypeError: if an annotation cannot be written and read back unambiguously.
    """
    forms = {name: form_of(annotation, name) for name, annotation in annotations.items()}
    return _NamedValues(frozenset({"object None"}), "an object", forms)


@dataclass(frozen=True)
class _Atom(Form):
    """None, a truth value, a number or a text, as itself."""

    def holds(self, value: object) -> bool:
        return _shape(value) in self.shapes

    def write(self, value: Any, where: str) -> Plain:
        self.check(value, where)
        if isinstance(value, float) and not isfinite(value):
            raise BadInput(where, value, self.words)
        written: Plain = value
        return written

    def read(self, plain: object, where: str) -> object:
        return self.write(plain, where)


@dataclass(frozen=True)
class _Spelled(Form, Generic[ValueT]):
    """A value written as a text, such as a hex or a fraction."""

    kind: type[ValueT]
    spell: Callable[[ValueT], str]
    spelled: Callable[[str], ValueT]

    def holds(self, value: object) -> bool:
        return type(value) is self.kind

    def write(self, value: Any, where: str) -> Plain:
        self.check(value, where)
        return self.spell(value)

    def read(self, plain: object, where: str) -> object:
        try:
            if isinstance(plain, str):
                return self.spelled(plain)
        except ValueError:
            pass
        raise BadInput(where, plain, self.words)


@dataclass(frozen=True)
class _Choice(Form):
    """A member of an enum, by its value."""

    kind: type[Enum]

    def holds(self, value: object) -> bool:
        return isinstance(value, self.kind)

    def write(self, value: Any, where: str) -> Plain:
        self.check(value, where)
        written: Plain = value.value
        return written

    def read(self, plain: object, where: str) -> object:
        for member in self.kind:
            if member.value == plain and _shape(plain) == _shape(member.value):
                return member
        raise BadInput(where, plain, self.words)


@dataclass(frozen=True)
class _Many(Form):
    """A tuple of any length, a frozen set or a mapping (its pairs) as a list; sets and mappings are sorted as written.

    A tuple of one word or whole number can also be read from that word or number without a list.
    """

    kind: type
    each: Form

    def holds(self, value: object) -> bool:
        return isinstance(value, Mapping) if self.kind is Mapping else type(value) is self.kind

    def write(self, value: Any, where: str) -> Plain:
        self.check(value, where)
        if self.kind is Mapping:
            return sorted((self.each.write(pair, where) for pair in value.items()), key=repr)
        written = [self.each.write(item, f"{where}[{k}]") for k, item in enumerate(value)]
        return sorted(written, key=repr) if self.kind is frozenset else written

    def read(self, plain: object, where: str) -> object:
        if self.kind is tuple and isinstance(plain, str | int) and not isinstance(plain, bool):
            plain = [plain]
        if not isinstance(plain, list | tuple):
            raise BadInput(where, plain, self.words)
        values: list[Any] = [self.each.read(item, f"{where}[{k}]") for k, item in enumerate(plain)]
        return dict(values) if self.kind is Mapping else self.kind(values)


@dataclass(frozen=True)
class _Fixed(Form):
    """A tuple of fixed length or a named tuple, as a list."""

    kind: type
    parts: tuple[Form, ...]

    def holds(self, value: object) -> bool:
        return type(value) is self.kind

    def write(self, value: Any, where: str) -> Plain:
        self.check(value, where)
        return [part.write(item, at) for part, item, at in self._parts_of(value, where)]

    def read(self, plain: object, where: str) -> object:
        if not isinstance(plain, list | tuple):
            raise BadInput(where, plain, self.words)
        values = [part.read(item, at) for part, item, at in self._parts_of(plain, where)]
        return tuple(values) if self.kind is tuple else self.kind(*values)

    def _parts_of(self, value: Sequence[object], where: str) -> Iterator[tuple[Form, object, str]]:
        if len(value) != len(self.parts):
            raise BadInput(where, value, self.words)
        for k, (part, item) in enumerate(zip(self.parts, value, strict=True)):
            yield part, item, f"{where}[{k}]"


@dataclass(frozen=True)
class _OneOf(Form):
    """A union: written as the member with the value's class, read as the member with the written shape."""

    members: tuple[Form, ...]

    def holds(self, value: object) -> bool:
        return any(member.holds(value) for member in self.members)

    def write(self, value: Any, where: str) -> Plain:
        for member in self.members:
            if member.holds(value):
                return member.write(value, where)
        raise BadInput(where, value, self.words)

    def read(self, plain: object, where: str) -> object:
        for member in self.members:
            if _shape(plain) in member.shapes:
                return member.read(plain, where)
        raise BadInput(where, plain, self.words)


_LIST, _TEXT = frozenset({"list"}), frozenset({"text"})

_SIMPLE: dict[object, Form] = {
    NoneType: _Atom(frozenset({"null"}), "null"),
    bool: _Atom(frozenset({"bool"}), "true or false"),
    int: _Atom(frozenset({"int"}), "a whole number"),
    float: _Atom(frozenset({"int", "float"}), "a number"),
    str: _Atom(_TEXT, "a text"),
    Hex: _Spelled(_TEXT, "a hex label such as C2", Hex, lambda at: at.label, lambda text: Hex.named(text.upper())),
    Fraction: _Spelled(_TEXT, 'a fraction such as "3/4"', Fraction, "{0.numerator}/{0.denominator}".format, lambda text: fraction_from(text)),
}  # fmt: skip


def form_of(annotation: object, where: str) -> Form:
    """The form of an annotation; `where` names it in errors.

    Raises:
        TypeError: if its values cannot be written and read back unambiguously.
    """
    if annotation in _SIMPLE:
        return _SIMPLE[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return _union(tuple(form_of(each, where) for each in arguments), where)
    if origin is tuple and arguments[-1:] == (...,):
        return _Many(_LIST, "a list", tuple, form_of(arguments[0], where))
    if origin is tuple:
        return _fixed(tuple, arguments, where)
    if origin is frozenset:
        return _Many(_LIST, "a list", frozenset, form_of(arguments[0], where))
    if origin is Mapping:
        return _Many(_LIST, "a list", Mapping, _fixed(tuple, arguments, where))
    if isinstance(annotation, type):
        return _class_form(annotation, where)
    raise TypeError(f"{where}: {annotation} cannot be written down")


def _class_form(kind: type, where: str) -> Form:
    values = [member.value for member in kind] if issubclass(kind, Enum) else []
    if issubclass(kind, Enum) and all(isinstance(value, str | int) for value in values):
        return _Choice(frozenset(map(_shape, values)), f"one of {', '.join(map(str, values))}", kind)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _fixed(kind, get_type_hints(kind).values(), where)
    if is_dataclass(kind):
        return record_form(kind)
    raise TypeError(f"{where}: {kind.__name__} cannot be written down")


def _fixed(kind: type, annotations: Collection[object], where: str) -> Form:
    parts = tuple(form_of(each, where) for each in annotations)
    return _Fixed(_LIST, f"a list of {len(parts)}", kind, parts)


def _union(members: tuple[Form, ...], where: str) -> Form:
    taken: set[str] = set()
    for member in members:
        if shared := taken & member.shapes:
            raise TypeError(f"{where}: two members of the union are both written as {sorted(shared)[0]}")
        taken |= member.shapes
    words = either(dict.fromkeys(member.words for member in members))
    return _OneOf(frozenset(taken), words, members)


def _shape(plain: object) -> str:
    match plain:
        case None:
            return "null"
        case bool():
            return "bool"
        case int():
            return "int"
        case float():
            return "float"
        case str():
            return "text"
        case list() | tuple():
            return "list"
        case dict():
            return f"object {plain.get(TAG)}"
        case _:
            return type(plain).__name__


def fraction_from(text: str) -> Fraction:
    """The fraction written as n/d.

    Raises:
        ValueError: for any other text. Fraction would also accept exponents, which may be too big to work out.
    """
    above, _, below = text.partition("/")
    if not (above.removeprefix("-").isdecimal() and below.isdecimal() and int(below) > 0):
        raise ValueError(text)
    return Fraction(int(above), int(below))
