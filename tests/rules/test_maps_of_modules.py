"""The docstring of a large book is the map of its modules: each has its place there, once, and no other.

A row of the map begins with a package of the book; in a flat book, and for modules outside packages, with a caption.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from rules import kampfgruppe_normandy, last_hundred_yards, micro_armour

ROW = re.compile(r"(?P<caption>\S+(?: \S+)*)?  +(?P<modules>.*)")
"""A row names its package and, after two blanks or more, its modules."""

BOOKS = pytest.mark.parametrize(
    "book", [last_hundred_yards, kampfgruppe_normandy, micro_armour], ids=lambda book: book.__name__
)


def modules(book: ModuleType) -> list[tuple[str, str]]:
    """Every module of a book, with the package within the book that holds it."""
    folder = Path(next(iter(book.__path__)))
    files = (file.relative_to(folder) for file in folder.rglob("*.py") if file.name != "__init__.py")
    return sorted((".".join(file.parent.parts), file.stem) for file in files)


def mapped(book: ModuleType) -> Iterator[tuple[str, str]]:
    """Every module that the map names, with its package; rows that go on have an empty caption."""
    packages = {package for package, _ in modules(book)}
    package = ""
    for line in str(book.__doc__).rpartition(":\n\n")[2].splitlines():
        if row := ROW.fullmatch(line):
            if caption := row["caption"]:
                package = caption if caption in packages else ""
            yield from ((package, name) for name in re.findall(r"\w+", row["modules"]))


@BOOKS
def test_every_module_has_its_place_in_the_map(book: ModuleType) -> None:
    assert sorted(mapped(book)) == modules(book)
