"""Reads the options of a scenario: each by its name and kind; wrong and unknown options are refused."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from math import isfinite
from typing import Any, TypeGuard, TypeVar

from rules.errors import BadInput

DefaultT = TypeVar("DefaultT")
EnumT = TypeVar("EnumT", bound=StrEnum)

_REQUIRED: Any = object()
"""The default of an option that must be given."""


class OptionReader:
    """Options under one name, read one by one; the default holds for an option that is left out.

    With a default of None, an option may also be null.

    >>> options = OptionReader("options", {"turns": 9, "night": True})
    >>> options.whole("turns", 8, 20), options.flag("night"), options.text("weather", "fine")
    (9, True, 'fine')
    >>> options.nothing_else()

    Raises (all methods):
        BadInput: if an option is missing or invalid; the message names it.
    """

    def __init__(self, name: str, values: object, *, missing: str = "given") -> None:
        self.name = name
        self.values = _table(name, values)
        self._missing = missing
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def field(self, key: str) -> str:
        """The name of an option in a message: options.turns."""
        return f"{self.name}.{key}"

    def text(self, key: str, default: DefaultT = _REQUIRED) -> str | DefaultT:
        """A word or a text."""
        if self._is_left_out(key, default):
            return default
        return _text(self.field(key), self.values[key])

    def whole(
        self, key: str, least: int | None = None, most: int | None = None, default: DefaultT = _REQUIRED
    ) -> int | DefaultT:
        """A whole number within its bounds."""
        if self._is_left_out(key, default):
            return default
        return whole(self.field(key), self.values[key], least, most)

    def number(
        self, key: str, over: float, most: float, *, of: str = "", default: DefaultT = _REQUIRED
    ) -> float | DefaultT:
        """A number above `over` and up to `most`; `of` says what it counts."""
        if self._is_left_out(key, default):
            return default
        value = self.values[key]
        if isinstance(value, bool) or not isinstance(value, int | float) or not over < value <= most:
            wanted = f"a number{f' of {of}' if of else ''} over {over:g} and up to {most:g}"
            raise BadInput(self.field(key), value, wanted)
        return float(value)

    def flag(self, key: str, default: DefaultT = _REQUIRED) -> bool | DefaultT:
        """True or false."""
        if self._is_left_out(key, default):
            return default
        value = self.values[key]
        if not isinstance(value, bool):
            raise BadInput(self.field(key), value, "true or false")
        return value

    def choice(self, key: str, kinds: type[EnumT], default: DefaultT = _REQUIRED) -> EnumT | DefaultT:
        """A member of an enum, by its value."""
        if self._is_left_out(key, default):
            return default
        return kinds(_one_of(self.field(key), self.values[key], tuple(kinds)))

    def one_of(self, key: str, known: Collection[str], default: DefaultT = _REQUIRED) -> str | DefaultT:
        """One of the known words."""
        if self._is_left_out(key, default):
            return default
        return _one_of(self.field(key), self.values[key], known)

    def any_of(self, key: str, known: Collection[str]) -> frozenset[str]:
        """The words of a list, each one of the known words, in no order; none if the option is left out."""
        listed = self._list(key, is_needed=False)
        if not all(isinstance(word, str) and word in known for word in listed):
            raise BadInput(self.field(key), listed, f"a list of {', '.join(known)}")
        return frozenset(map(str, listed))

    def words(
        self, key: str, known: Collection[str] | None = None, *, is_needed: bool = False
    ) -> tuple[str, ...]:
        """The words of a list in order; with `known`, only known words are accepted."""
        check = _text if known is None else lambda field, word: _one_of(field, word, known)
        return tuple(check(self.field(key), word) for word in self._list(key, is_needed=is_needed))

    def spots(self, key: str) -> tuple[tuple[float, float], ...]:
        """The spots [x, y] of a list, one or more."""
        listed = self._list(key, is_needed=True)
        spots = [spot for spot in listed if _is_spot(spot)]
        if not spots or len(spots) < len(listed):
            raise BadInput(self.field(key), listed, "a list of spots [x, y]")
        return tuple((float(x), float(y)) for x, y in spots)

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """The names of a table, each with its word; none if the option is left out."""
        table = self.table(key)
        return tuple((name, table.text(name)) for name in table.values)

    def table(self, key: str, *, is_needed: bool = False) -> "OptionReader":
        """The options within an option; none if the option is left out."""
        return OptionReader(self.field(key), self._value(key, {}, is_needed=is_needed))

    def by_side(self, key: str, sides: Collection[str]) -> "OptionReader":
        """An option with a value for each side, read by the names of the sides; none if the option is left out."""
        per_side = OptionReader(
            self.field(key), self._value(key, {}, is_needed=False), missing="given for every side"
        )
        for side in per_side.values:
            if side not in sides:
                raise BadInput(per_side.field(side), per_side.values[side], f"for one of {', '.join(sides)}")
        return per_side

    def rows(self, key: str, *, is_needed: bool = False) -> "Iterator[OptionReader]":
        """Each table of a list, named by its number from 1."""
        for number, row in enumerate(self._list(key, is_needed=is_needed), 1):
            yield OptionReader(f"{self.field(key)}[{number}]", row)

    def nothing_else(self, of: str = "") -> None:
        """Refuse options that were not read, once all known ones have been; `of` says whose options they are."""
        for key in self.values:
            if key not in self._read:
                known = f"an option{f' of {of}' if of else ''}; there are {', '.join(sorted(self._read))}"
                raise BadInput(self.field(key), self.values[key], known)

    def _is_left_out(self, key: str, default: object) -> bool:
        self._read.add(key)
        if self.values.get(key) is None and default is None:
            return True
        if key in self.values:
            return False
        if default is _REQUIRED:
            raise BadInput(self.field(key), None, self._missing)
        return True

    def _value(self, key: str, default: object, *, is_needed: bool) -> object:
        return default if self._is_left_out(key, _REQUIRED if is_needed else default) else self.values[key]

    def _list(self, key: str, *, is_needed: bool) -> list[object]:
        value = self._value(key, [], is_needed=is_needed)
        if not isinstance(value, list | tuple):
            raise BadInput(self.field(key), value, "a list")
        return list(value)


def whole(field: str, value: object, least: int | None, most: int | None) -> int:
    """A value checked to be a whole number within its bounds.

    Raises:
        BadInput: if it is not.
    """
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or (least is not None and value < least)
        or (most is not None and value > most)
    ):
        raise BadInput(field, value, _whole_number(least, most))
    return value


def _whole_number(least: int | None, most: int | None) -> str:
    if least is None:
        return "a whole number" if most is None else f"a whole number, {most} or less"
    return f"a whole number, {least} or more" if most is None else f"a whole number from {least} to {most}"


def _is_spot(value: object) -> TypeGuard[tuple[float, float]]:
    return (
        isinstance(value, list | tuple)
        and len(value) == 2
        and all(
            isinstance(number, int | float) and not isinstance(number, bool) and isfinite(number)
            for number in value
        )
    )


def _text(field: str, value: object) -> str:
    if not isinstance(value, str):
        raise BadInput(field, value, "a word")
    return str(value)


def _one_of(field: str, value: object, known: Iterable[str]) -> str:
    listed = tuple(known)
    if not isinstance(value, str) or value not in listed:
        raise BadInput(field, value, f"one of {', '.join(listed) or 'none'}")
    return str(value)


def _table(field: str, value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise BadInput(field, value, "a table of names and values")
    return value
