"""The gallery shows what its commands draw, and is small enough to be kept."""

from pathlib import Path

import numpy as np
from PIL import Image

from tests.gallery import DOCS, drawn, entries, in_few_colours
from tests.vtt_bridge.table_pictures import FOLDER, PICTURES

_MOST_BYTES = 1_500_000


def test_every_picture_of_the_gallery_has_its_command_and_all_of_them_are_small() -> None:
    files = {file for _, file in entries()}
    assert all(words[-2:] == ["-o", file.name] for words, file in entries())
    assert len(files) >= 8
    assert files == set((DOCS / "gallery").iterdir())
    assert sum(file.stat().st_size for file in files) < _MOST_BYTES


def test_a_picture_of_the_gallery_is_what_its_command_draws() -> None:
    (words, file), *_ = (entry for entry in entries() if entry[0][0] == "show")
    _is_alike(file, drawn(words))


def test_each_page_about_a_table_of_others_shows_an_answer_there_and_says_what_it_is() -> None:
    for name in PICTURES:
        assert f"](tables/{name}.png)\n\n*" in (DOCS / f"{name}.md").read_text("utf-8")
    assert {file.stem for file in FOLDER.iterdir()} == {*PICTURES}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < _MOST_BYTES


def test_a_picture_of_a_table_is_what_comes_of_asking_there() -> None:
    _is_alike(FOLDER / "vassal.png", in_few_colours(PICTURES["vassal"]()))


def _is_alike(file: Path, drawn_anew: Image.Image) -> None:
    with Image.open(file) as kept:
        one, other = (np.asarray(image.convert("RGB"), float) for image in (kept, drawn_anew))
    assert one.shape == other.shape
    assert np.abs(one - other).mean() < 2
