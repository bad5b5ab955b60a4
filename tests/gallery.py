"""The pictures of docs/gallery.md: drawn again by `make gallery`, each by the command above it, and compressed."""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import DEVNULL, run
from tempfile import TemporaryDirectory

from PIL import Image

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "gallery.md"
_ENTRY = re.compile(r"^    \$ blindhex (?P<words>.+)\n\n!\[.+\]\((?P<file>.+\.png)\)$", re.MULTILINE)
_COLOURS = 256


def entries() -> Iterator[tuple[list[str], Path]]:
    """The words of each command, and the file of its picture."""
    for found in _ENTRY.finditer(PAGE.read_text("utf-8")):
        yield shlex.split(found["words"]), DOCS / found["file"]


def drawn(words: list[str]) -> Image.Image:
    """The picture that a command draws, in few colours."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "picture.png"
        run([Path(sys.executable).with_name("blindhex"), *words, "-o", file], check=True, stdout=DEVNULL)
        with Image.open(file) as image:
            return in_few_colours(image)


def in_few_colours(image: Image.Image) -> Image.Image:
    """A picture reduced to few colours, so that its file is small."""
    return image.convert("RGB").quantize(
        _COLOURS, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE
    )


def draw_all() -> None:
    """Draw every picture of the gallery into its file."""
    for words, file in entries():
        file.parent.mkdir(exist_ok=True)
        drawn(words).save(file, optimize=True)
        sys.stdout.write(f"{file.name}: {file.stat().st_size // 1000} kB\n")


if __name__ == "__main__":
    draw_all()
