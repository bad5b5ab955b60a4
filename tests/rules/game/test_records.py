"""Records: objects are read back as they were written, and unreadable documents are refused by name."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import BadInput, Unknown
from rules.game.record.records import Records
from rules.game.units import Unit
from rules.ground.hex.hexes import Hex, Hexside
from rules.ground.place import Place
from rules.ground.table.inches import Spot


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


class Grade(Enum):
    FIRST = 1
    SECOND = 2


@dataclass(frozen=True)
class Part:
    cost: Fraction
    at: Hex


@dataclass(frozen=True)
class Other:
    text: str


@dataclass(frozen=True)
class Everything:
    """A class with a field of every kind."""

    text: str
    count: int
    share: float
    sure: bool
    place: Place | None
    colour: Colour
    grade: Grade
    part: Part | Other
    pair: tuple[int, str]
    side: Hexside
    path: tuple[Hex, ...] = ()
    marks: frozenset[str] = field(default_factory=frozenset)
    costs: Mapping[Hex, Fraction] = field(default_factory=dict)


KINDS = Records[object]("thing", [Everything, Unit])

hexes = st.builds(Hex, st.integers(0, 60), st.integers(0, 60))
numbers = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(max_size=8)
parts = st.builds(Part, st.fractions(), hexes)
everything = st.builds(
    Everything,
    text=texts,
    count=st.integers(),
    share=numbers,
    sure=st.booleans(),
    place=st.one_of(st.none(), hexes, st.builds(Spot, numbers, numbers)),
    colour=st.sampled_from(Colour),
    grade=st.sampled_from(Grade),
    part=st.one_of(parts, st.builds(Other, texts)),
    pair=st.tuples(st.integers(), texts),
    side=st.builds(Hexside, hexes, hexes),
    path=st.lists(hexes, max_size=4).map(tuple),
    marks=st.frozensets(texts, max_size=4),
    costs=st.dictionaries(hexes, st.fractions(), max_size=4),
)


def is_plain(value: object) -> bool:
    """Whether a value holds only plain JSON types, without subclasses."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(map(is_plain, value))
    return value is None or type(value) in (str, int, float, bool)


@given(everything)
def test_every_field_comes_back_as_it_was(value: Everything) -> None:
    document = KINDS.document(value)
    assert is_plain({**document, "colour": str(document["colour"])})
    back = KINDS.read(document)
    assert back == value
    assert repr(KINDS.document(back)) == repr(document)


def test_a_document_is_readable() -> None:
    unit = Unit("1-1", "us_squad", "us", Hex.named("C2"), 60, conditions=frozenset({"spent", "disrupted"}))
    assert KINDS.document(unit) == {
        "is": "Unit",
        "id": "1-1",
        "type": "us_squad",
        "side": "us",
        "at": "C2",
        "facing_deg": 60,
        "name": "",
        "conditions": ["disrupted", "spent"],
    }
    assert KINDS.read({"is": "Unit", "id": "1-1", "type": "us_squad", "side": "us"}) == Unit(
        "1-1", "us_squad", "us"
    )


WHOLE = {"is": "Unit", "id": "1-1", "type": "us_squad", "side": "us", "at": "C2"}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([1], r"thing: \[1\] is not an object with a field"),
        ({"id": "1-1"}, r"thing\.is is missing; wanted one of Everything, Unit"),
        ({"is": "Tank"}, "no thing named 'Tank'; there are Everything, Unit"),
        ({**WHOLE, "wheels": 4}, "no field of Unit named 'wheels'; there are id, type, side, at"),
        ({"is": "Unit", "id": "1-1", "side": "us"}, "Unit.type is missing"),
        ({**WHOLE, "at": "22"}, r"Unit\.at: '22' is not a hex label"),
        ({**WHOLE, "at": [1]}, r"Unit\.at: \[1\] is not a list of 2"),
        ({**WHOLE, "at": 5}, r"Unit\.at: 5 is not a hex label such as C2, a list of 2 or null"),
        ({**WHOLE, "id": 7}, r"Unit\.id: 7 is not a text"),
        ({**WHOLE, "facing_deg": "N"}, r"Unit\.facing_deg: 'N' is not a number or null"),
        ({**WHOLE, "facing_deg": float("nan")}, r"Unit\.facing_deg: nan is not a number"),
        ({**WHOLE, "facing_deg": True}, r"Unit\.facing_deg: true is not a number or null"),
        ({**WHOLE, "conditions": "spent"}, r"Unit\.conditions: 'spent' is not a list"),
        ({**WHOLE, "conditions": [1]}, r"Unit\.conditions\[0\]: 1 is not a text"),
    ],
)
def test_an_unreadable_document_is_refused_by_name(document: object, message: str) -> None:
    with pytest.raises((BadInput, Unknown), match=message):
        KINDS.read(document)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | numbers | texts,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(texts | st.sampled_from(["is", "at", "part", "costs"]), inner, max_size=4)
        ),
    ),
    st.sampled_from(["at", "conditions", "facing_deg", "id", "is"]),
)
def test_no_document_breaks_the_reader(junk: object, name: str) -> None:
    for document in (junk, {**WHOLE, name: junk}):
        with suppress(BadInput, Unknown):
            KINDS.read(document)


def test_fractions_and_enums_are_read_strictly() -> None:
    kinds = Records("part", [Part])
    for cost in ("3", "1/0", "1/-2", "0.5", 3, "x/2"):
        with pytest.raises(BadInput, match=r"Part\.cost: .* is not a fraction"):
            kinds.read({"is": "Part", "cost": cost, "at": "A1"})

    @dataclass(frozen=True)
    class Graded:
        grade: Grade

    graded = Records("graded", [Graded])
    assert graded.read({"is": "Graded", "grade": 2}) == Graded(Grade.SECOND)
    with pytest.raises(BadInput, match=r"Graded\.grade: true is not one of 1, 2"):
        graded.read({"is": "Graded", "grade": True})


def test_an_object_of_another_class_is_not_written() -> None:
    with pytest.raises(Unknown, match="no thing named 'Part'"):
        KINDS.document(Part(Fraction(1, 2), Hex(0, 0)))


class Speaker(Protocol):
    def speak(self) -> str: ...


def test_an_ambiguous_annotation_is_refused_at_once() -> None:
    @dataclass(frozen=True)
    class Doubtful:
        at: Hex | str

    @dataclass(frozen=True)
    class Wide:
        what: Speaker

    with pytest.raises(TypeError, match=r"Doubtful\.at: two members of the union are both written as text"):
        Records("thing", [Doubtful])
    with pytest.raises(TypeError, match=r"Wide\.what: Speaker cannot be written down"):
        Records("thing", [Wide])
    with pytest.raises(TypeError, match="two kinds of thing are called Unit"):
        Records("thing", [Unit, Unit])
    with pytest.raises(TypeError, match="Colour is not a dataclass"):
        Records("thing", [Colour])
