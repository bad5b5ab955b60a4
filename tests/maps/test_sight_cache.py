"""Templates kept in the user's cache: written, read again, and rebuilt when damaged."""

from pathlib import Path

import numpy as np
import pytest

from maps.sight_cache import prepare
from rules.ground.hex import sight as hex_sight
from rules.ground.hex.hexes import Hex, HexGrid

GRID = HexGrid(9, 7)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return prepare(GRID, tmp_path)


def passed() -> list[str]:
    found = hex_sight.passed_hexes(GRID, Hex.named("A1"), Hex.named("G5"))
    return [f"{place} {how.name}" for place, how in found]


def test_kept_templates_answer_as_computed_ones_do(kept: Path) -> None:
    first = passed()
    prepare(GRID, kept.parent)
    assert passed() == first
    assert first[0] == "A1 END"
    assert first[-1] == "G5 END"


@pytest.mark.parametrize("damage", [b"", b"no zip at all", None])
def test_a_damaged_file_is_made_anew(kept: Path, damage: bytes | None) -> None:
    good = kept.read_bytes()
    kept.write_bytes(good[: len(good) // 2] if damage is None else damage)
    prepare(GRID, kept.parent)
    with np.load(kept) as file:
        assert set(file.files) == {"starts0", "starts1", "offsets0", "offsets1", "how0", "how1"}


def test_a_file_that_points_off_the_map_is_made_anew(kept: Path) -> None:
    with np.load(kept) as file:
        parts = {name: file[name] for name in file.files}
    wrong = {**parts, "offsets0": parts["offsets0"] + 10_000}
    np.savez(kept, **wrong)
    prepare(GRID, kept.parent)
    with np.load(kept) as file:
        assert np.array_equal(file["offsets0"], parts["offsets0"])


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "a file, no folder"
    blocked.write_text("")
    prepare(GRID, blocked)
    assert passed()[0] == "A1 END"
