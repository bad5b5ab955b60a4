"""The docstring of a large book is the map of its modules: each has its place there, once, and no other."""

import re
from pkgutil import walk_packages
from types import ModuleType

import pytest

from rules import kampfgruppe_normandy, last_hundred_yards


@pytest.mark.parametrize("book", [last_hundred_yards, kampfgruppe_normandy], ids=lambda book: book.__name__)
def test_every_module_has_its_place_in_the_map(book: ModuleType) -> None:
    table = str(book.__doc__).rpartition(":\n\n")[2]
    named = re.findall(r"\w+", " ".join(line[22:] for line in table.splitlines()))
    modules = walk_packages(book.__path__, f"{book.__name__}.")
    assert sorted(named) == sorted(module.name.rpartition(".")[2] for module in modules if not module.ispkg)
