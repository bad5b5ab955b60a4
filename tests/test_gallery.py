"""The gallery shows what its commands draw, and is small enough to be kept."""

from pathlib import Path

import numpy as np
from PIL import Image

from tests.gallery import DOCS, drawn, entries, in_few_colours
from tests.vtt_bridge.table_pictures import FOLDER, PICTURES

_MOST_BYTES = 1_500_000


def test_every_picture_of_the_gallery_has_its_command_and_all_take_at_most_1_5_megabytes() -> None:
    files = {file for _, file in entries()}
    assert all(words[-2:] == ["-o", file.name] for words, file in entries())
    assert len(files) >= 8
    assert files == set((DOCS / "gallery").iterdir())
    assert sum(file.stat().st_size for file in files) < _MOST_BYTES


def test_a_picture_of_the_gallery_is_what_its_command_draws() -> None:
    (words, file), *_ = (entry for entry in entries() if entry[0][0] == "show")
    _is_alike(file, drawn(words))


def test_every_page_about_a_foreign_table_shows_a_picture_with_a_caption() -> None:
    for name in PICTURES:
        assert f"](tables/{name}.png)\n\n*" in (DOCS / f"{name}.md").read_text("utf-8")
    assert {file.stem for file in FOLDER.iterdir()} == {*PICTURES}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < _MOST_BYTES


def test_the_picture_of_vassal_is_what_its_table_draws() -> None:
    _is_alike(FOLDER / "vassal.png", in_few_colours(PICTURES["vassal"]()))


def _is_alike(file: Path, drawn_anew: Image.Image) -> None:
    with Image.open(file) as kept:
        one, other = (np.asarray(image.convert("RGB"), float) for image in (kept, drawn_anew))
    assert one.shape == other.shape
    assert np.abs(one - other).mean() < 2
