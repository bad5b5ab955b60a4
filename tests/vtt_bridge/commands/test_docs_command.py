"""blindhex docs: which page is opened, and what is said where there are none."""

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


def test_a_page_is_opened_by_its_name_and_the_first_without_one(opened: list[str]) -> None:
    answered("docs")
    answered("docs", "tutorial")
    assert "commands.html is opened" in answered("docs", "commands")
    assert [address.rpartition("/")[2] for address in opened] == [
        "index.html",
        "tutorial.html",
        "commands.html",
    ]
    assert all(address.startswith("file:///") for address in opened)


def test_a_page_that_is_none_is_told_with_what_there_is(opened: list[str]) -> None:
    assert refused("docs", "tutorrial") == "no page named 'tutorrial'; there are commands, index, tutorial"
    assert opened == []


def test_where_nothing_is_built_it_says_how_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs, "SITE", tmp_path / "gone")
    assert "make docs" in refused("docs")
