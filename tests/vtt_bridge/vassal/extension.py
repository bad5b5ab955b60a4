"""Compiles and runs our extension for VASSAL against stubs of VASSAL's classes, each in a file of `java/`.

Sources: the files of the same names below vassal-app/src/main/java at github.com/vassalengine/vassal (3.8), whose public
signatures the stubs have. Run as a module it renews the bundled classes.
"""

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.waiting import PATIENCE_S
from vtt_bridge.system.atomic_write import write_atomic
from vtt_bridge.vassal.extension_file import classes_file

STUBS = Path(__file__).parent / "java"
KEPT = Path(__file__).parents[3] / "vtt_bridge" / "vassal" / "extension"


def compiled(folder: Path) -> Path:
    """The stubs and our class, compiled for Java 11 without a warning; the folder of the class files.

    The warning of later JDKs that Java 11 is old is ignored.
    """
    compiler = ("javac", "-Xlint:all,-options", "-Werror", "--release", "11")
    sources = [str(KEPT / "Umpire.java"), *map(str, sorted(STUBS.rglob("*.java")))]
    done = subprocess.run([*compiler, "-d", str(folder), *sources], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def our_classes(folder: Path) -> Mapping[str, bytes]:
    """The class files of ours among those of the stubs."""
    return {
        f"blindhex/{path.name}": path.read_bytes() for path in sorted((folder / "blindhex").glob("*.class"))
    }


@dataclass(frozen=True)
class Game:
    """A game of VASSAL with the class files in this folder; the orders of `play` are those of `java/Play.java`."""

    classes: Path

    def play(self, *orders: tuple[str, ...]) -> list[str]:
        """Carry out orders; returns the lines of the player's chat window."""
        done = subprocess.run(
            ["java", "-Djava.awt.headless=true", "-XX:TieredStopAtLevel=1", "-cp", str(self.classes), "Play"],
            input="".join("\x1f".join(order) + "\n" for order in orders),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        write_atomic(KEPT / "classes.zip", classes_file(our_classes(compiled(Path(made)))))
