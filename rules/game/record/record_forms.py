"""How each annotation is written down and read back; rules.game.record.records is the way in for actions and events."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from math import isfinite
from types import NoneType, UnionType
from typing import Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.errors import BadInput, Unknown, either
from rules.ground.hex.hexes import Hex

ValueT = TypeVar("ValueT")

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
"""What JSON can say."""

TAG = "is"


class Form(ABC):
    """One annotation: which values it holds, and how they look when written."""

    @property
    @abstractmethod
    def shapes(self) -> frozenset[str]:
        """How what is written may look; no two members of a union may look alike."""

    @abstractmethod
    def holds(self, value: object) -> bool:
        """Whether a value is of this annotation's own class."""

    @abstractmethod
    def write(self, value: object, where: str) -> Plain:
        """The value as written; `where` names the field in errors."""

    @abstractmethod
    def read(self, plain: object, where: str) -> object:
        """The value that was written."""


@dataclass(frozen=True)
class RecordForm(Form, Generic[ValueT]):
    """A dataclass as {"is": name, field: value, …}."""

    made: type[ValueT]
    needed: frozenset[str] = frozenset()
    forms: dict[str, Form] = field(default_factory=dict, compare=False)

    @property
    def name(self) -> str:
        return self.made.__name__

    @property
    def shapes(self) -> frozenset[str]:
        return frozenset({f"object {self.name}"})

    def holds(self, value: object) -> bool:
        return type(value) is self.made

    def write(self, value: object, where: str) -> dict[str, Plain]:
        if not self.holds(value):
            raise BadInput(where, value, f"a {self.name}")
        written: dict[str, Plain] = {TAG: self.name}
        for name, form in self.forms.items():
            written[name] = form.write(getattr(value, name), f"{where}.{name}")
        return written

    def read(self, plain: object, where: str) -> ValueT:
        if not isinstance(plain, dict) or plain.get(TAG) != self.name:
            raise BadInput(where, plain, f'an object with "{TAG}": "{self.name}"')
        for name in plain:
            if name != TAG and name not in self.forms:
                raise Unknown(f"field of {where}", name, self.forms)
        for name in self.forms:
            if name in self.needed and name not in plain:
                raise BadInput(
                    where,
                    ", ".join(str(item) for item in plain if item != TAG) or "nothing",
                    f"enough: {name} is missing",
                )
        values = {
            name: form.read(plain[name], f"{where}.{name}")
            for name, form in self.forms.items()
            if name in plain
        }
        return self.made(**values)


def record_form(made: type[ValueT], **given: Form) -> RecordForm[ValueT]:
    """How a dataclass is written and read: from the annotations of its fields, but for those whose forms are given.

    Raises:
        TypeError: if it is none, or an annotation cannot be written down and read back without doubt.
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
    return RecordForm(made, frozenset(needed), forms)


@dataclass(frozen=True)
class _NamedValues(Form):
    """A mapping of names to values, each name with a form of its own, as an object."""

    forms: Mapping[str, Form]

    @property
    def shapes(self) -> frozenset[str]:
        return frozenset({"object None"})

    def holds(self, value: object) -> bool:
        return isinstance(value, Mapping)

    def write(self, value: object, where: str) -> Plain:
        return {
            name: form.write(item, f"{where}.{name}") for name, form, item in self._fields_of(value, where)
        }

    def read(self, plain: object, where: str) -> object:
        return {
            name: form.read(item, f"{where}.{name}") for name, form, item in self._fields_of(plain, where)
        }

    def _fields_of(self, value: object, where: str) -> Iterator[tuple[str, Form, object]]:
        if not isinstance(value, Mapping):
            raise BadInput(where, value, "an object")
        for name, item in value.items():
            if name not in self.forms:
                raise Unknown(f"field of {where}", str(name), self.forms)
            yield name, self.forms[name], item


def named_values(annotations: Mapping[str, object]) -> Form:
    """How a mapping is written and read that has an annotation for each of its names.

    Raises:
        TypeError: if one of them cannot be written down and read back without doubt.
    """
    return _NamedValues({name: form_of(annotation, name) for name, annotation in annotations.items()})


@dataclass(frozen=True)
class _Atom(Form):
    """None, a truth value, a number or a text, as itself."""

    kind: type
    shape: str
    words: str

    @property
    def shapes(self) -> frozenset[str]:
        return frozenset({"int", "float"} if self.kind is float else {self.shape})

    def holds(self, value: object) -> bool:
        return _shape(value) in self.shapes

    def write(self, value: object, where: str) -> Plain:
        if not self.holds(value) or (isinstance(value, float) and not isfinite(value)):
            raise BadInput(where, value, self.words)
        if value is None or isinstance(value, bool | int | float | str):
            return value
        raise BadInput(where, value, self.words)

    def read(self, plain: object, where: str) -> object:
        return self.write(plain, where)


@dataclass(frozen=True)
class _Spelled(Form):
    """A hex by its label, a fraction as n/d."""

    kind: type[Hex] | type[Fraction]

    @property
    def shapes(self) -> frozenset[str]:
        return frozenset({"text"})

    def holds(self, value: object) -> bool:
        return type(value) is self.kind

    def write(self, value: object, where: str) -> Plain:
        if isinstance(value, Hex) and self.kind is Hex:
            return value.label
        if isinstance(value, Fraction) and self.kind is Fraction:
            return f"{value.numerator}/{value.denominator}"
        raise BadInput(where, value, self._words)

    def read(self, plain: object, where: str) -> object:
        if isinstance(plain, str):
            try:
                return Hex.named(plain.upper()) if self.kind is Hex else fraction_from(plain)
            except ValueError:
                pass
        raise BadInput(where, plain, self._words)

    @property
    def _words(self) -> str:
        return "a hex label such as C2" if self.kind is Hex else 'a fraction such as "3/4"'


@dataclass(frozen=True)
class _Choice(Form):
    """A member of an enum, by its value."""

    kind: type[Enum]

    @property
    def shapes(self) -> frozenset[str]:
        return frozenset(_shape(member.value) for member in self.kind)

    def holds(self, value: object) -> bool:
        return isinstance(value, self.kind)

    def write(self, value: object, where: str) -> Plain:
        if isinstance(value, self.kind) and isinstance(value.value, str | int):
            return value.value
        raise BadInput(where, value, self._words)

    def read(self, plain: object, where: str) -> object:
        for member in self.kind:
            if member.value == plain and _shape(plain) == _shape(member.value):
                return member
        raise BadInput(where, plain, self._words)

    @property
    def _words(self) -> str:
        return f"one of {', '.join(str(member.value) for member in self.kind)}"


@dataclass(frozen=True)
class _Many(Form):
    """A tuple of any length, a frozen set or a mapping (its pairs), both sorted as written, as a list.

    A tuple of one word or number is read from that alone as well.
    """

    kind: type
    each: Form

    @property
    def shapes(self) -> frozenset[str]:
        return frozenset({"list"})

    def holds(self, value: object) -> bool:
        if self.kind is Mapping:
            return isinstance(value, Mapping)
        return type(value) is self.kind

    def write(self, value: object, where: str) -> Plain:
        if isinstance(value, Mapping) and self.kind is Mapping:
            return sorted((self.each.write(pair, where) for pair in value.items()), key=repr)
        if isinstance(value, tuple | frozenset) and self.holds(value):
            written = [self.each.write(item, f"{where}[{k}]") for k, item in enumerate(value)]
            return sorted(written, key=repr) if self.kind is frozenset else written
        raise BadInput(where, value, "a list")

    def read(self, plain: object, where: str) -> object:
        if self.kind is tuple and isinstance(plain, str | int) and not isinstance(plain, bool):
            plain = [plain]
        if not isinstance(plain, list | tuple):
            raise BadInput(where, plain, "a list")
        values = [self.each.read(item, f"{where}[{k}]") for k, item in enumerate(plain)]
        if self.kind is tuple:
            return tuple(values)
        if self.kind is frozenset:
            return frozenset(values)
        return dict(pair for pair in values if isinstance(pair, tuple))


@dataclass(frozen=True)
class _Fixed(Form):
    """A tuple of fixed length or a named tuple, as a list."""

    kind: type
    parts: tuple[Form, ...]

    @property
    def shapes(self) -> frozenset[str]:
        return frozenset({"list"})

    def holds(self, value: object) -> bool:
        return type(value) is self.kind

    def write(self, value: object, where: str) -> Plain:
        if isinstance(value, tuple) and self.holds(value) and len(value) == len(self.parts):
            pairs = zip(self.parts, value, strict=True)
            return [part.write(item, f"{where}[{k}]") for k, (part, item) in enumerate(pairs)]
        raise BadInput(where, value, self._words)

    def read(self, plain: object, where: str) -> object:
        if isinstance(plain, list | tuple) and len(plain) == len(self.parts):
            pairs = zip(self.parts, plain, strict=True)
            values = [part.read(item, f"{where}[{k}]") for k, (part, item) in enumerate(pairs)]
            return tuple(values) if self.kind is tuple else self.kind(*values)
        raise BadInput(where, plain, self._words)

    @property
    def _words(self) -> str:
        return f"a list of {len(self.parts)}"


@dataclass(frozen=True)
class _OneOf(Form):
    """A union: the member whose class the value has, or whose shape was written."""

    members: tuple[Form, ...]

    @property
    def shapes(self) -> frozenset[str]:
        return frozenset().union(*(member.shapes for member in self.members))

    def holds(self, value: object) -> bool:
        return any(member.holds(value) for member in self.members)

    def write(self, value: object, where: str) -> Plain:
        for member in self.members:
            if member.holds(value):
                return member.write(value, where)
        raise BadInput(where, value, self._words)

    def read(self, plain: object, where: str) -> object:
        for member in self.members:
            if _shape(plain) in member.shapes:
                return member.read(plain, where)
        raise BadInput(where, plain, self._words)

    @property
    def _words(self) -> str:
        return either(
            dict.fromkeys(getattr(member, "_words", getattr(member, "words", "")) for member in self.members)
        )


_ATOMS: dict[object, _Atom] = {
    NoneType: _Atom(NoneType, "null", "null"),
    bool: _Atom(bool, "bool", "true or false"),
    int: _Atom(int, "int", "a whole number"),
    float: _Atom(float, "float", "a number"),
    str: _Atom(str, "text", "a text"),
}


def form_of(annotation: object, where: str) -> Form:
    """How values of an annotation are written and read; `where` names it in errors.

    Raises:
        TypeError: if they cannot be written down and read back without doubt.
    """
    if annotation in _ATOMS:
        return _ATOMS[annotation]
    if annotation is Hex or annotation is Fraction:
        return _Spelled(Hex if annotation is Hex else Fraction)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        return _union(tuple(form_of(each, where) for each in arguments), where)
    if origin is tuple and arguments[-1:] == (...,):
        return _Many(tuple, form_of(arguments[0], where))
    if origin is tuple:
        return _Fixed(tuple, tuple(form_of(each, where) for each in arguments))
    if origin is frozenset:
        return _Many(frozenset, form_of(arguments[0], where))
    if origin is Mapping:
        return _Many(Mapping, _Fixed(tuple, tuple(form_of(each, where) for each in arguments)))
    if isinstance(annotation, type):
        return _class_form(annotation, where)
    raise TypeError(f"{where}: {annotation} cannot be written down")


def _class_form(kind: type, where: str) -> Form:
    if issubclass(kind, Enum):
        return _Choice(kind)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        return _Fixed(kind, tuple(form_of(hints[name], where) for name in hints))
    if is_dataclass(kind):
        return record_form(kind)
    raise TypeError(f"{where}: {kind.__name__} cannot be written down")


def _union(members: tuple[Form, ...], where: str) -> Form:
    taken: set[str] = set()
    for member in members:
        if shared := taken & member.shapes:
            raise TypeError(f"{where}: two members of the union are both written as {sorted(shared)[0]}")
        taken |= member.shapes
    return _OneOf(members)


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
    """The fraction that is written n/d.

    Raises:
        ValueError: if it is written otherwise; a power of ten, which Fraction takes as well, may be too big to be worked out.
    """
    above, _, below = text.partition("/")
    if not (above.removeprefix("-").isdecimal() and below.isdecimal() and int(below) > 0):
        raise ValueError(text)
    return Fraction(int(above), int(below))
