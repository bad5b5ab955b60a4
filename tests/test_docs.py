"""The documentation builds without a warning, its links lead somewhere, and its commands are commands."""

import json
import re
import shlex
import warnings
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from io import StringIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

import click
import pytest
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from maps.library import scenario_text
from tests.vtt_bridge.cli_ground import answered, refused
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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built offline with every warning an error, unknown references and headings among them."""
    folder, warned = tmp_path_factory.mktemp("site"), StringIO()
    docs, html, trees = ROOT / "docs", folder / "html", folder / "trees"
    with patch_docutils(docs), docutils_namespace(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Python: what Sphinx itself uses is not ours
        app = Sphinx(docs, docs, html, trees, "html", status=None, warning=warned, warningiserror=True)
        app.build()
    assert (app.statuscode, warned.getvalue()) == (0, "")
    return html


class _Page(HTMLParser):
    """The links of a page, all and those of its text, and the ids in it."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, _: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if value and name == "id":
                self.ids.add(value)
            elif value and name in ("href", "src"):
                self.links.append(value)


def test_no_link_of_the_site_is_broken(site: Path) -> None:
    pages = {page.resolve(): _Page(page) for page in site.rglob("*.html")}
    broken = []
    for page, read in pages.items():
        for link in read.links:
            url = urlsplit(link)
            if not (url.scheme or url.netloc):
                target = (page.parent / unquote(url.path)).resolve() if url.path else page
                is_there = target.exists() and (
                    not url.fragment or target not in pages or unquote(url.fragment) in pages[target].ids
                )
                broken += [] if is_there else [(page.name, link)]
    assert broken == []


def test_every_page_of_the_site_is_at_most_two_clicks_from_the_first(site: Path) -> None:
    toctree = {"genindex.html", "search.html", "py-modindex.html"}
    wanted = {page.relative_to(site).as_posix() for page in site.rglob("*.html")} - toctree
    wanted = {page for page in wanted if not page.startswith("_")}
    reached = {"index.html"}
    for _ in range(2):
        reached |= {
            ((site / page).parent / urlsplit(link).path).resolve().relative_to(site.resolve()).as_posix()
            for page in reached
            for link in _Page(site / page).links
            if urlsplit(link).path.endswith(".html") and not urlsplit(link).netloc
        }
    assert wanted <= reached
    assert {"tutorial.html", "corpus.html", "reference/schemas.html", "reference/readings-lhy.html"} <= wanted


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    """Links to pages made from code are those of the site, which is made with them."""
    links = [link for link in _LINK.findall(page.read_text("utf-8")) if "://" not in link]
    written = [link for link in links if not link.startswith("reference/")]
    assert [link for link in written if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_shown_on_a_page_exists_with_its_options(page: Path) -> None:
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


BOOKS_WITH_OPTIONS = {
    "lhy-ridge-farm": "last_hundred_yards_missions.md",
    "kgn-two-orchards": "kampfgruppe_scenarios.md",
    "dolgoye-crossing": "micro_armour_scenarios.md",
}
OF_THE_SCENARIO = {"minutes", "turns", "objectives"}
"""What comes from the scenario's own fields."""


@pytest.mark.parametrize("scenario", BOOKS_WITH_OPTIONS)
def test_the_page_of_a_book_lists_exactly_the_options_that_the_book_reads(
    scenario: str, tmp_path: Path
) -> None:
    """A wrong option is refused with the names of all there are."""
    document = json.loads(scenario_text(scenario))
    document["options"]["nonsense"] = 1
    file = tmp_path / "x.json"
    file.write_text(json.dumps(document), "utf-8")
    sentence = refused("game", "begin", str(file), str(tmp_path / "x.log"))
    known = set(re.findall(r"[a-z_0-9]+", re.split(r"there are |\(", sentence, maxsplit=1)[1]))
    page = (ROOT / "docs" / BOOKS_WITH_OPTIONS[scenario]).read_text("utf-8")
    _, _, rest = page.partition("| option | is | says |\n|---|---|---|\n")
    rows = rest.partition("\n\n")[0].splitlines()
    told = {name for row in rows for name in re.findall(r"`([a-z_0-9]+)`", row.split("|")[1])}
    assert told == known - OF_THE_SCENARIO


def test_the_scenario_to_copy_from_the_page_has_no_slips_and_can_be_played(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "micro_armour_scenarios.md").read_text("utf-8")
    (document,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    file = tmp_path / "knoll.json"
    file.write_text(document, "utf-8")
    assert "no slips found in it" in answered("doctor", str(file))
    assert "Result: " in answered("play", str(file), "--seed", "1")


def test_the_files_named_on_the_page_about_proofs_exist() -> None:
    page = (ROOT / "docs" / "how_it_works.md").read_text("utf-8")
    named = re.findall(r"`((?:proofs|tests|bench)/[a-z_/]*(?:\.\w+)?)`", page)
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).exists()] == []


PROGRAMS = [
    pytest.param(program, id=f"{page.name}-{number}")
    for page in (ROOT / "docs" / "python.md", ROOT / "docs" / "research.md")
    for number, program in enumerate(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_program_on_a_page_runs_and_prints_only_if_it_says_so(
    program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(program, "page", "exec"), {})
    assert bool(capsys.readouterr().out) == ("print(" in program)


def test_every_public_name_listed_on_the_page_exists() -> None:
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    _, _, rest = page.partition("| you want | import |\n|---|---|\n")
    named = [
        (module, name)
        for row in rest.partition("\n\n")[0].splitlines()
        for module, names in re.findall(r"`([a-z_.]+)`: ((?:`\w+`(?:, )?)+)", row)
        for name in re.findall(r"`(\w+)`", names)
    ]
    assert len(named) > 12
    assert [f"{module}.{name}" for module, name in named if not hasattr(import_module(module), name)] == []
