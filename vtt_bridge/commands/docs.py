"""blindhex docs: the documentation in the browser, from this machine."""

import webbrowser
from importlib.resources import as_file, files

import click

from rules.errors import Unknown
from vtt_bridge.errors import NotOffered

SITE = files("vtt_bridge") / "site"
"""The built pages: part of a release; in a checkout `make docs` builds them."""


@click.command("docs")
@click.argument("page", default="index", metavar="[PAGE]")
def docs(page: str) -> None:
    """The documentation in your browser, with search; no network is needed.

    PAGE is a page by its name, such as tutorial, plan, foundry or terms; the first one if left out.

    \b
    Examples:
      blindhex docs
      blindhex docs tutorial
    """
    if not SITE.is_dir():
        raise NotOffered(
            "The pages are not built here: make docs in the source builds them; until then read docs/index.md."
        )
    pages = {
        entry.name.removesuffix(".html"): entry
        for folder in (SITE, SITE / "reference")
        if folder.is_dir()
        for entry in folder.iterdir()
        if entry.name.endswith(".html")
    }
    if page not in pages:
        raise Unknown("page", page, sorted(pages))
    with as_file(pages[page]) as file:
        click.echo(f"{file} is opened in the browser.")
        webbrowser.open(file.as_uri())
