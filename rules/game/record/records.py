"""Actions and events as plain dicts and back, exactly, for logs, saved games and JSON APIs.

A dataclass becomes {"is": its name, field: value, …}, read from its own annotations. A hex is its
label, a spot [x, y], a fraction "3/4", an enum its value, a set a sorted list, a mapping a list of
pairs. Members of a union are distinguished by the shape of what is written; an ambiguous union is refused.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar, get_args, get_type_hints

from rules.errors import BadInput, Unknown
from rules.game.record.record_forms import TAG, Plain, RecordForm, record_form
from rules.game.units import UnitId

RecordT = TypeVar("RecordT")


class Records(Generic[RecordT]):
    """The dataclasses of one book that can be written down, by the names of their classes.

    >>> from rules.game.units import Marker
    >>> from rules.ground.hex.hexes import Hex
    >>> markers = Records("marker", [Marker])
    >>> markers.document(Marker("smoke", Hex.named("C2")))
    {'is': 'Marker', 'kind': 'smoke', 'at': 'C2', 'value': 1, 'side': '', 'hidden': False}
    >>> markers.read({"is": "Marker", "kind": "smoke", "at": "C2"}) == Marker("smoke", Hex.named("C2"))
    True

    Raises:
        TypeError: on creation, if an annotation cannot be written and read back unambiguously.
    """

    def __init__(self, what: str, classes: Iterable[type[RecordT]]) -> None:
        self._what = what
        self._forms: dict[str, RecordForm[RecordT]] = {}
        for each in classes:
            form = record_form(each)
            if form.name in self._forms:
                raise TypeError(f"two kinds of {what} are called {form.name}")
            self._forms[form.name] = form

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the classes that can be written."""
        return tuple(self._forms)

    def units_named_in(self, name: object) -> frozenset[str]:
        """The fields of a class that name units; none for an unknown class."""
        if not isinstance(name, str) or name not in self._forms:
            return frozenset()
        hints = get_type_hints(self._forms[name].made, include_extras=True)
        return frozenset(each for each, kind in hints.items() if UnitId in (kind, *get_args(kind)))

    def document(self, value: RecordT) -> dict[str, Plain]:
        """A value as a plain dict.

        Raises:
            Unknown: if its class is not one of these.
            BadInput: if a field's value does not fit its annotation.
        """
        name = type(value).__name__
        return self._form(name).write(value, name)

    def read(self, document: object) -> RecordT:
        """The value that a plain dict stands for.

        Raises:
            Unknown: if the class or a field is not known.
            BadInput: if a field is missing or has a wrong value; the message names it.
        """
        if not isinstance(document, dict):
            raise BadInput(self._what, document, f'an object with a field "{TAG}"')
        name = document.get(TAG)
        if not isinstance(name, str):
            raise BadInput(f"{self._what}.{TAG}", name, f"one of {', '.join(self._forms)}")
        return self._form(name).read(document, name)

    def _form(self, name: str) -> RecordForm[RecordT]:
        try:
            return self._forms[name]
        except KeyError:
            raise Unknown(self._what, name, self._forms) from None
