"""The digest that tells apart rules of the same release."""

from pathlib import Path

import pytest

import rules
from vtt_bridge.system.rules_digest import rules_digest


def _digest_of(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(rules, "__path__", [str(folder)])
    return rules_digest.__wrapped__()


def test_the_digest_of_rules_depends_on_their_content_and_not_on_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, figure in {"here": 1, "there": 1, "changed": 2}.items():
        (tmp_path / name / "book").mkdir(parents=True)
        (tmp_path / name / "book" / "roster.json").write_text(f'{{"squad": {figure}}}')
    here, there, changed = (_digest_of(tmp_path / name, monkeypatch) for name in ("here", "there", "changed"))
    assert here == there != changed
