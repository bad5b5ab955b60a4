"""The types declared in the modules of the page, checked by the TypeScript compiler."""

import json
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

from tests.programs import PEERS, needs
from tests.waiting import PATIENCE_S

_STRICTLY = {
    "allowJs": True, "checkJs": True, "noEmit": True, "strict": True, "skipLibCheck": True, "module": "esnext", "target": "esnext",
    "moduleResolution": "bundler", "lib": ["es2023", "dom", "dom.iterable"], "types": [],
}  # fmt: skip


@needs("tsc")
def test_the_modules_of_the_page_pass_the_typescript_compiler_in_strict_mode(tmp_path: Path) -> None:
    """And to what the oldest browsers that it names know, which is ECMAScript 2023."""
    with as_file(files("vtt_bridge.local_table") / "page") as page:
        project = {"compilerOptions": _STRICTLY, "include": [f"{page}/*.js"]}
        (tmp_path / "tsconfig.json").write_text(json.dumps(project), "utf-8")
        command = [str(PEERS / ".bin" / "tsc"), "-p", str(tmp_path)]
        run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert run.stdout + run.stderr == ""
