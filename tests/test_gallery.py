"""The gallery shows what its commands draw, and is small enough to be kept."""

import numpy as np
from PIL import Image

from tests.gallery import DOCS, drawn, entries

_MOST_BYTES = 1_500_000


def test_every_picture_of_the_gallery_has_its_command_and_all_of_them_are_small() -> None:
    files = {file for _, file in entries()}
    assert len(files) >= 8
    assert files == set((DOCS / "gallery").iterdir())
    assert sum(file.stat().st_size for file in files) < _MOST_BYTES


def test_a_picture_of_the_gallery_is_what_its_command_draws() -> None:
    (words, file), *_ = (entry for entry in entries() if entry[0][0] == "show")
    with Image.open(file) as kept:
        one, other = np.asarray(kept.convert("RGB"), float), np.asarray(drawn(words).convert("RGB"), float)
    assert one.shape == other.shape
    assert np.abs(one - other).mean() < 2
