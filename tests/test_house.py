"""Limits on the structure that CONTRIBUTING draws: modules in a folder, cycles and chains of imports."""

from collections import Counter
from pathlib import Path

import grimp
import networkx as nx
import pytest

ROOMS = ("rules", "maps", "exporters", "vtt_bridge")
ROOT = Path(__file__).parent.parent

MOST_MODULES = 20
"""The most that a reader surveys in one folder."""
LONGEST_CHAIN = 25


def test_no_folder_has_more_than_20_modules() -> None:
    modules = (path for room in (*ROOMS, "tests") for path in (ROOT / room).rglob("*.py"))
    named = Counter(path.parent for path in modules if path.name != "__init__.py")
    assert {
        str(folder): count
        for folder, count in named.items()
        if count > MOST_MODULES and "node_modules" not in folder.parts
    } == {}


@pytest.fixture(scope="module")
def imports() -> "nx.DiGraph[str]":
    found = grimp.build_graph(*ROOMS, exclude_type_checking_imports=True)
    return nx.DiGraph(
        (module, imported)
        for module in found.modules
        for imported in found.find_modules_directly_imported_by(module)
    )


def test_no_module_imports_itself_by_way_of_others(imports: "nx.DiGraph[str]") -> None:
    assert nx.is_directed_acyclic_graph(imports)


def test_the_longest_chain_of_imports_has_at_most_25_modules(imports: "nx.DiGraph[str]") -> None:
    chain = nx.dag_longest_path(imports)
    assert len(chain) <= LONGEST_CHAIN, " > ".join(chain)
