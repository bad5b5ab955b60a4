"""The documentation builds without a warning, its links lead somewhere, and its commands are commands."""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run

import click
import pytest

from vtt_bridge.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_SHOWN = re.compile(r"^(?:\$ | {4}|)blindhex ([^\n]+)$|`blindhex ([^`]+)`", re.MULTILINE)


def commands(page: Path) -> Iterator[list[str]]:
    """The words of every command that a page shows, without remarks and what its answer is piped to."""
    for shown in _SHOWN.finditer(page.read_text("utf-8")):
        line = re.split(r"\s+[#>|] ", shown[1] or shown[2])[0]
        if not re.search("…|\\.\\.\\.|COMMAND", line):
            yield shlex.split(line)


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    words = ("-q", "-W", "-d", tmp_path / "trees", ROOT / "docs", tmp_path / "html")
    built = run([sys.executable, "-m", "sphinx", *words], capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, "")
    for page in ("index", "tutorial", "reference/commands", "reference/http", "reference/readings-lhy"):
        assert (tmp_path / "html" / f"{page}.html").exists()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    text = page.read_text("utf-8")
    broken = [link for link in _LINK.findall(text) if "://" not in link and not (page.parent / link).exists()]
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_of_a_page_is_one_with_the_options_it_is_shown_with(page: Path) -> None:
    for words in commands(page):
        check_known(main, main.make_context("blindhex", words, resilient_parsing=True), words)


def check_known(group: click.Group, context: click.Context, words: list[str]) -> None:
    name, command, rest = group.resolve_command(context, words)
    assert name is not None
    assert command is not None, words
    below = command.make_context(name, list(rest), parent=context, resilient_parsing=True)
    if isinstance(below.command, click.Group) and rest:
        check_known(below.command, below, rest)
    else:
        known = {
            option
            for parameter in below.command.params
            for option in (*parameter.opts, *parameter.secondary_opts)
        }
        typed = {word.partition("=")[0] for word in rest if word.startswith("--")}
        assert typed <= known | {"--help"}, words
