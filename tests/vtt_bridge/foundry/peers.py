"""The official packer of Foundry, and the TypeScript compiler with Foundry's types, as `make peers` installs them."""

import os
import subprocess
from pathlib import Path

from tests.programs import PEERS
from tests.waiting import PATIENCE_S


def fvtt(folder: Path, *words: str) -> None:
    """Run the packer in a folder."""
    _run(folder, "fvtt", *words)


def tsc(folder: Path, source: str, types: str = "fvtt-types") -> str:
    """The output of the compiler for a source that uses these types; empty if it is correct."""
    (folder / "node_modules").symlink_to(PEERS)
    (folder / "checked.ts").write_text(source, "utf-8")
    switches = "--strict --noEmit --skipLibCheck --module esnext --target es2023 --moduleResolution bundler"
    return _run(folder, "tsc", *switches.split(), "--types", types, "checked.ts", is_well=(0, 1, 2))


def _run(folder: Path, program: str, *words: str, is_well: tuple[int, ...] = (0,)) -> str:
    kept_apart = {**os.environ, "HOME": str(folder)}
    run = subprocess.run(
        [PEERS / ".bin" / program, *words],
        cwd=folder,
        env=kept_apart,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert run.returncode in is_well, run.stdout + run.stderr
    return run.stdout
