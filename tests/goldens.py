"""Golden files: readable texts beside the tests. BLINDHEX_RENEW=1 pytest writes them again."""

import os
from difflib import unified_diff
from pathlib import Path

_LINES_SHOWN = 40


def check_golden(file: Path, text: str) -> None:
    """Compare a text with the golden file, or write it there if goldens are being renewed."""
    if os.environ.get("BLINDHEX_RENEW"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.exists(), f"no golden {file.name}; BLINDHEX_RENEW=1 pytest writes it"
    kept = file.read_text(encoding="utf-8")
    lines = list(unified_diff(kept.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=2))
    shown = "\n".join(lines[:_LINES_SHOWN])
    assert text == kept, f"{file.name} differs; BLINDHEX_RENEW=1 pytest renews it if this is meant:\n{shown}"
