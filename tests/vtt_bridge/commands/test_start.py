"""Which modules a command loads before it answers."""

import subprocess
import sys

import pytest

SERVING = {"fastapi", "uvicorn", "requests", "aiohttp", "socketio"}
FIELDS = {"numba", "scipy", "networkx", "contourpy", "matplotlib"}
DRAWING = {"PIL", "exporters.formats", "exporters.picture", "exporters.pictures"}
BOOKS = {"rules.last_hundred_yards", "rules.kampfgruppe_normandy", "rules.micro_armour"}

LOADED = """
import sys
from vtt_bridge.cli import main
try:
    main(sys.argv[1:])
except SystemExit as left:
    assert left.code in (0, None), left.code
print("loaded", *sys.modules)
"""


def loaded_by(*command: str) -> set[str]:
    """The modules that a command has loaded when it has answered."""
    said = subprocess.run(
        [sys.executable, "-c", LOADED, *command], check=True, capture_output=True, text=True, timeout=120
    )
    return set(said.stdout.splitlines()[-1].split()[1:])


def test_version_loads_neither_books_nor_boards_nor_numpy() -> None:
    loaded = loaded_by("--version")
    assert not loaded & (SERVING | FIELDS | DRAWING | BOOKS | {"numpy", "shapely", "jsonschema", "maps"})


def test_list_loads_neither_compiled_kernels_nor_pictures() -> None:
    assert not loaded_by("list") & (SERVING | FIELDS | DRAWING | {"jsonschema"})


@pytest.mark.parametrize(
    ("book", "asked"),
    [
        ("rules.last_hundred_yards", ("mill-crossing", "L4", "H6")),
        ("rules.kampfgruppe_normandy", ("kgn-sunken-crossroads", "de.fao", "uk.tank.1")),
        ("rules.micro_armour", ("dolgoye-crossing", "s-1b", "g-3a")),
    ],
)
def test_los_loads_its_own_book_without_its_game_kernels_pictures_or_server(
    book: str, asked: tuple[str, ...]
) -> None:
    loaded = loaded_by("los", *asked)
    assert book in loaded
    assert not loaded & (SERVING | FIELDS | DRAWING | {"jsonschema"} | (BOOKS - {book}))
    assert not {
        name for name in loaded if name.startswith((f"{book}.declarations", "rules.game.engine.game"))
    }


def test_los_over_hexes_loads_neither_events_nor_records() -> None:
    of_play = (
        "rules.last_hundred_yards.state.events",
        "rules.game.record.record_forms",
        "rules.game.engine.play",
    )
    assert not {name for name in loaded_by("los", "mill-crossing", "L4", "H6") if name.startswith(of_play)}


def test_the_server_of_a_table_loads_without_kernels_and_search() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, vtt_bridge.local_table.api.server; print(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert not set(loaded.stdout.split()) & FIELDS


def test_reach_over_hexes_loads_neither_the_game_nor_the_compiler() -> None:
    loaded = loaded_by("reach", "mill-crossing", "ge.stug.1")
    assert not loaded & (SERVING | FIELDS | DRAWING | {"jsonschema"})
    assert not {name for name in loaded if name.startswith("rules.last_hundred_yards.declarations")}
