"""The options of a scenario, each checked: what is not what it may be is refused by name."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from rules.errors import BadInput

EnumT = TypeVar("EnumT", bound=StrEnum)


def pairs(name: str, options: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    given = options.get(name, {})
    if not isinstance(given, Mapping):
        raise BadInput(f"options.{name}", given, "an object of unit ids")
    return [(str(one), str(other)) for one, other in given.items()]


def choice(name: str, options: Mapping[str, Any], kinds: type[EnumT], otherwise: EnumT) -> EnumT:
    value = options.get(name, otherwise)
    if value not in set(kinds):
        raise BadInput(f"options.{name}", value, f"one of {', '.join(kinds)}")
    return kinds(value)


def yes(name: str, options: Mapping[str, Any], *, otherwise: bool = False) -> bool:
    value = options.get(name, otherwise)
    if not isinstance(value, bool):
        raise BadInput(f"options.{name}", value, "true or false")
    return value


def whole(field: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadInput(field, value, f"a whole number from {least} to {most}")
    return value
