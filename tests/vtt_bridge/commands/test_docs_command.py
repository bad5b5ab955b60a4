"""blindhex docs: which page it opens, and its refusals."""

from pathlib import Path

import pytest

from tests.vtt_bridge.cli_ground import answered, refused
from vtt_bridge.commands import docs


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser is given, with a site of three pages."""
    (tmp_path / "reference").mkdir()
    for name in ("index", "tutorial", "reference/commands"):
        (tmp_path / f"{name}.html").touch()
    addresses: list[str] = []
    monkeypatch.setattr(docs, "SITE", tmp_path)
    monkeypatch.setattr("webbrowser.open", addresses.append)
    return addresses


def test_docs_opens_the_page_named_or_the_first(opened: list[str]) -> None:
    answered("docs")
    answered("docs", "tutorial")
    assert "commands.html is opened" in answered("docs", "commands")
    assert [address.rpartition("/")[2] for address in opened] == [
        "index.html",
        "tutorial.html",
        "commands.html",
    ]
    assert all(address.startswith("file:///") for address in opened)


def test_an_unknown_page_is_refused_with_those_there_are(opened: list[str]) -> None:
    assert refused("docs", "tutorrial") == "no page named 'tutorrial'; there are commands, index, tutorial"
    assert opened == []


def test_without_a_built_site_docs_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs, "SITE", tmp_path / "gone")
    assert "make docs" in refused("docs")
